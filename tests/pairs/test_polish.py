"""--polished: the same meanings in better English; without it, the paper's wording."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from provenli.data.generate import Order, generate
from provenli.data.verify import verify
from provenli.library.fragment_shelf import load_fragment
from provenli.library.fragments.fair import WORDS
from provenli.library.fragments.monotonicity.grammar import POLISHED
from provenli.pairs.drawn import Drawn
from provenli.pairs.plan import Request
from provenli.pairs.polish import doubly_denied, rewritten


def drawn(name: str, count: int, **chosen: object) -> list[str]:
    fragment = load_fragment(name)
    assert isinstance(fragment.pairs, Drawn)
    options = {o.name: o.default for o in fragment.pairs.options} | chosen
    drafts = islice(fragment.pairs.draw(np.random.default_rng(1), options), count)
    return [d.text for draft in drafts for d in (draft.premise, draft.hypothesis)]


@pytest.mark.parametrize(
    ("plain", "better"),
    [
        ("Every dog who ran moved.", "Every dog that ran moved."),
        ("No dog who some cats saw slept.", "No dog that some cats saw slept."),
        ("A dog with strong smell ran.", "A dog with a strong smell ran."),
        ("Most dogs without faint odor who ran slept.", "Most dogs without a faint odor that ran slept."),
    ],
)
def test_animals_and_smells(plain: str, better: str) -> None:
    fragment = load_fragment("monotonicity_hard")
    d = fragment.read(plain)[0]
    assert rewritten(d, POLISHED).text == better
    assert fragment.read(better)[0].meaning == d.meaning


def test_monotonicity_is_polished_on_request() -> None:
    plain, better = drawn("monotonicity_hard", 25), drawn("monotonicity_hard", 25, polished=True)
    assert any(" who " in t for t in plain)
    assert not any(re.search(r" who |with(out)? (strong|faint)", t) for t in better)
    assert any(" that " in t for t in better)


@pytest.mark.parametrize("name", ["boolean", "veridical", "transitivity"])
def test_no_doubled_sentential_negation(name: str) -> None:
    assert not any(doubly_denied(load_fragment(name).read(t)[0]) for t in drawn(name, 40, polished=True))


def test_doubled_negation_is_the_papers_own() -> None:
    twice = load_fragment("boolean").read("It is not the case that it is not the case that Ann swam.")[0]
    assert doubly_denied(twice)
    assert not doubly_denied(load_fragment("boolean").read("It is not the case that Ann did not swim.")[0])


def test_systematicity_polished(tmp_path: Path) -> None:
    fragment = load_fragment("systematicity")
    assert fragment.pairs is not None
    options = {o.name: o.default for o in fragment.pairs.options} | {"depth": (2, 3), "polished": True}
    generate(Order(fragment, "systematicity", Request(120, 2, options), ("jsonl",), tmp_path / "data"))
    report = verify(tmp_path / "data", load_fragment)
    assert report.sound, report.faults
    text = (tmp_path / "data" / "pairs.jsonl").read_text()
    assert "ewer than three" in text
    assert "ess than three" not in text
    assert not any('"depth": 3' in line and '"NP V"' in line for line in text.splitlines())


def test_made_up_words_are_spelt_as_english_would() -> None:
    verbs = {w.lemma for w in WORDS if w.forms[0].category == "V"}
    assert {"keshes", "bals", "kunds"} <= verbs
    assert not any(v.endswith("shs") for v in verbs)
