"""A study from the first premise to the exported file: nine people, some of whom fail the test questions."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from provenli.library.fragment_shelf import load_fragment
from provenli.pairs.entails import entails
from provenli.published.anomalies import find
from provenli.published.source import open_published
from provenli.web.collect.export import export
from provenli.web.collect.material import QUESTIONS
from provenli.web.collect.study import open_study
from tests.web.people import Person, client, made, owner

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
