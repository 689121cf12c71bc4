"""The pairs that stand in place of MED: whatever their hypotheses say, both labels are equally likely."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

from provenli.data.generate import Order, generate
from provenli.data.readers import rows
from provenli.library.fragments.systematicity import FRAGMENT
from provenli.library.studies.med_data import DOWN, TAGS, UP, stand_in
from provenli.options import read_options
from provenli.pairs.plan import Request


def form(hypothesis: str) -> str:
    """The sentence without its content words: quantifiers, pronouns, modifiers' particles."""
    texts = {f.text: "_" for w in FRAGMENT.grammar.words if w.symbol for f in w.forms}
    return " ".join(texts.get(w, w) for w in hypothesis.lower().rstrip(".").replace(",", " ,").split())


def test_a_hypothesis_gives_its_label_away_no_more_than_chance(tmp_path: Path) -> None:
    assert FRAGMENT.pairs is not None
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    directions: Counter[str] = Counter()
    direction = dict(TAGS[:2])
    assert set(direction) == {UP, DOWN}
    for k, data in enumerate(stand_in(0.1).data):
        words = [w for name, value in data.options for w in (f"--{name}", value)]
        request = Request(data.size, data.seed, read_options(words, FRAGMENT.pairs.options), 1)
        generate(Order(FRAGMENT, FRAGMENT.name, request, ("jsonl",), tmp_path / str(k)))
        for row in rows(tmp_path / str(k) / "pairs.jsonl"):
            found = [tag for tag, holds in direction.items() if holds.holds(row.features)]
            directions.update(found)
            if found:
                counts[form(row.hypothesis)][row.label] += 1
    total = sum(sum(c.values()) for c in counts.values())
    assert min(directions.values()) > 0.45 * total
    often = {f: c for f, c in counts.items() if sum(c.values()) >= 50}
    seen = sum(sum(c.values()) for c in often.values())
    best = sum(max(c.values()) for c in often.values())
    assert seen > total / 4
    assert best / seen < 0.56, f"knowing the form of the hypothesis: {best / seen:.3f} right"
