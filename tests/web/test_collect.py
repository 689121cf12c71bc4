"""A study from the first premise to the exported file: nine people, some of whom fail the test questions."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from pathlib import Path
from statistics import correlation, fmean

import pytest

from provenli.library.fragment_shelf import load_fragment
from provenli.pairs.entails import entails
from provenli.published.anomalies import find
from provenli.published.source import open_published
from provenli.scoring.human_tables import human_tables
from provenli.scoring.judgements import read_judgements
from provenli.web.collect.export import export
from provenli.web.collect.material import QUESTIONS
from provenli.web.collect.study import new_study, open_study
from tests.web.people import Person, changed, client, made, owner

WRITERS = (
    ("that barked", "and hound", "in the park"),
    ("that jumped", "and pet", "in the garden"),
    ("with a hat", "and friend", "near the door"),
)


def right(premise: str, hypothesis: str) -> str:
    """What somebody answers who knows: proved for test questions; others have a narrowed part, under `no` or not."""
    if (premise, hypothesis) in QUESTIONS:
        return proved(premise, hypothesis)
    return "entailment" if premise.startswith("No ") else "non-entailment"


@cache
def proved(premise: str, hypothesis: str) -> str:
    label = entails(load_fragment("monotonicity_hard"), premise, hypothesis).label
    return "entailment" if label == "entailment" else "non-entailment"


def wrong(premise: str, hypothesis: str) -> str:
    return "non-entailment" if right(premise, hypothesis) == "entailment" else "entailment"


def test_a_study_from_the_first_premise_to_the_exported_file(tmp_path: Path) -> None:
    told, place = made(tmp_path)
    study = open_study(place)
    nine = [Person(client(study)).joins(f"?PROLIFIC_PID=person{k}") for k in range(9)]
    assert [p.rewrites(*texts) for p, texts in zip(nine, WRITERS, strict=False)] == [2, 2, 2]
    assert nine[3].rewrites("one", "two", "three") == 0, "every premise has its three writers"

    assert nine[8].judges(wrong) < 20
    assert "Your part is over" in nine[8].html
    for p in nine[3:8]:
        p.judges(right)
    boss = owner(study, told.password)
    assert "test questions" in boss.get("/owner/people")
    boss.get("/owner/review")
    boss.post("/owner/review", **{f"swap-{k}": "yes" for k in range(1, 60)})

    out = tmp_path / "out"
    counts = export(study, out)
    assert counts["pairs.jsonl"] == 18
    pairs = [json.loads(line) for line in (out / "pairs.jsonl").read_text().splitlines()]
    assert all(len(p["votes"]) == 3 and p["kept"] for p in pairs)
    assert "person" not in (out / "workers.jsonl").read_text(), "pseudonymous"
    source = open_published(out / "pairs.tsv")
    rows = list(source.rows())
    assert (source.layout, source.two_way, len(rows)) == ("med", True, 36)
    assert dict(rows[0].tags)["genre"].startswith("crowd:downward_monotone")  # type: ignore[union-attr]
    assert not find([source]).found


CELLS = (("yes/yes", "veridical"), ("yes/unk", "veridical"), ("unk/yes", "non-veridical"), ("unk/unk", "non-veridical"))


def judged_rows() -> list[dict[str, object]]:
    """Four cells of f(s1) → s2 and two pairs of f(s1) → s1, as `transitivity` and `veridical` write them."""
    found: list[dict[str, object]] = []
    for k, (cell, verbs) in enumerate(CELLS):
        verb = "know" if verbs == "veridical" else "hope"
        told = {"verb": verb, "verb_type": verbs, "tense": "past", "cell": cell}
        label = "entailment" if cell == "yes/yes" else "non-entailment"
        found.append(_judged_row(f"t{k}", f"Someone {verb} that Ann {k} swam.", f"Ann {k} moved.", label, told))
        if k % 2 == 0:
            plain = {n: v for n, v in told.items() if n != "cell"}
            follows = "entailment" if verbs == "veridical" else "non-entailment"
            found.append(_judged_row(f"v{k}", f"Someone {verb} that Ann {k} swam.", f"Ann {k} swam.", follows, plain))
    return found


def _judged_row(name: str, premise: str, hypothesis: str, label: str, told: dict[str, str]) -> dict[str, object]:
    texts = {"id": name, "premise": premise, "hypothesis": hypothesis, "label": label, "schema": f"s{name}"}
    return {**texts, "features": told}


def test_a_judging_study_to_tables_10_and_14(tmp_path: Path) -> None:
    source = tmp_path / "pairs.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in judged_rows()))
    told = new_study(tmp_path / "study", source, "english", "judge", None, 5)
    changed(tmp_path / "study", {"seconds = 3\n": "seconds = 0\n"})
    study = open_study(tmp_path / "study")

    def points(person: int, premise: str, _: str) -> str:
        """All take what somebody knows for true, and what somebody hopes too, but for the third person."""
        if "know" in premise:
            return "5" if "Ann 0" in premise else "1"
        return "1" if person == 2 else "4"

    for k in range(3):
        rater = Person(client(study)).joins()
        assert rater.rates(lambda *pair, k=k: points(k, *pair)) == 6
    late = Person(client(study)).joins()
    assert late.rates(lambda *_: "3") == 0, "every pair has its three raters"
    assert "Pearson" in owner(study, told.password).html

    counts = export(study, tmp_path / "out")
    assert counts["judgements.tsv"] == 7
    found = human_tables(read_judgements(tmp_path / "out" / "judgements.tsv"))
    assert {cell: (s.pairs, s.majority, round(s.annotation, 4)) for cell, s in found.cells.items()} == {
        (True, True): (1, 1.0, 1.0),
        (True, False): (1, 1.0, 1.0),
        (False, True): (1, 0.0, 0.3333),
        (False, False): (1, 0.0, 0.3333),
    }
    hope, know = found.verbs["hope"], found.verbs["know"]
    assert [s and s.majority for s in (*hope, *know)] == [0.0, 0.0, 1.0, 1.0]
    assert [s and s.pairs for s in (*hope, *know)] == [1, 2, 1, 2]
    agreed = json.loads((tmp_path / "out" / "study.json").read_text())
    rated = {pair: [int(points(k, *pair)) for k in range(3)] for row in judged_rows() if (pair := _texts(row))}
    assert agreed["pearson"] == pytest.approx(_mean_pearson(list(rated.values())), abs=1e-6)
    assert found.agreement == pytest.approx(agreed["pearson"], abs=1e-6)
    assert 0 < agreed["alpha"] < 1


def _texts(row: dict[str, object]) -> tuple[str, str]:
    return str(row["premise"]), str(row["hypothesis"])


def _mean_pearson(scores: list[list[int]]) -> float:
    columns = list(zip(*scores, strict=True))
    return fmean(correlation(a, b) for a, b in combinations(columns, 2))
