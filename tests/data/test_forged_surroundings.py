"""Forgeries that leave every row and every label alone: words in evidence, spellings, folders, files of one part."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from provenli.certify.certificates import Countermodels, Problem, Proved, Verdict
from provenli.certify.proofs import Cases, Closed, Instance
from provenli.certify.vocabulary import check_words
from provenli.cli.data_sets import verified
from provenli.data.subject import VerificationReport
from provenli.errors import Refused
from provenli.logic.formula_parser import parse_formula
from provenli.logic.models import FiniteModel
from tests.data.test_forged import CERTIFICATES, LEFT_OUT, checked, copy, cover_up, originals, read, refused, write

__all__ = ["copy", "originals"]  # fixtures
Copy = Callable[[str], Path]
Change = Callable[[Any], object]
MODELS = ("witness", "with_hypothesis", "without_hypothesis")


def in_models(values: list[Any], which: str, change: Change) -> int:
    """Change every model in these verdicts; returns how many there are."""
    found = [v[which]["certificate"] for v in values if v[which]]
    models = [c[key] for c in found for key in MODELS if key in c]
    for model in models:
        change(model)
    return len(models)


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m["relations"].update({"the label of this row is wrong": []}),
        lambda m: m["relations"].update(zebra=[[0]]),
        lambda m: m["names"].update(zoe=0),
        lambda m: m["degrees"].update(zest=[0] * m["size"]),
        lambda m: m["thresholds"].update(zillions=3),
        lambda m: next(iter(m["relations"].values())).append([0, 0, 0]),
    ],
)
@pytest.mark.parametrize(
    ("file", "which"), [(CERTIFICATES, "verdict"), (CERTIFICATES, "strictly"), (LEFT_OUT, "verdict")]
)
def test_words_that_nobody_said(copy: Copy, file: str, which: str, change: Change) -> None:
    """The models are models all the same, and the labels are right."""
    out = copy("monotonicity_simple")
    found = read(out / file)
    assert in_models(found, which, change)
    for model in (v[which]["certificate"].get(k) for v in found if v[which] for k in MODELS):
        if model:
            model["relations"] = {name: sorted(r) for name, r in model["relations"].items()}
    write(out / file, found)
    cover_up(out)
    report = checked(out)
    assert any("the evidence speaks of" in f.what for f in report.faults), (report.faults, report.unchecked)


def test_words_in_a_proof() -> None:
    dog, cat = parse_formula("dog(rex)"), parse_formula("cat(rex)")
    problem, model = Problem((dog,), dog), FiniteModel(1, {"dog": frozenset({(0,)})}, {"rex": 0})
    check_words(problem, Verdict("entailment", Proved(Closed(), model)))
    check_words(problem, Verdict("entailment", Proved(Instance(((dog, "@1"),), Closed()), model)))
    wrong = (Proved(Cases(cat, Closed(), Closed()), model), Proved(Instance(((dog, "tim"),), Closed()), model))
    for certificate in (*wrong, Countermodels(model, FiniteModel(1, {"cat": frozenset()}))):
        with pytest.raises(Refused, match=r"the evidence speaks of '(cat|tim)'"):
            check_words(problem, Verdict("neutral", certificate))


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace('"seed": 0', '"seed": -0'),
        lambda text: text.replace('"fragment"', '"\\u0066ragment"'),
        lambda text: text.rstrip("\n"),
        lambda text: json.dumps(dict(reversed(json.loads(text).items())), indent=2, ensure_ascii=False) + "\n",
    ],
)
def test_a_manifest_is_written_in_one_way(copy: Copy, change: Callable[[str], str]) -> None:
    out = copy("boolean")
    path = out / "manifest.json"
    before = path.read_text()
    path.write_bytes(change(before).encode())
    assert path.read_text() != before or b"\r" in path.read_bytes()
    refused(out, "manifest.json", "written in another way")


@pytest.mark.parametrize("folder", ["empty", ".hidden", "hf/data/more", "a/b/c"])
def test_an_empty_folder_is_unchecked(copy: Copy, folder: str) -> None:
    out = copy("boolean")
    (out / folder).mkdir(parents=True)
    assert [what for what in checked(out).unchecked if what.startswith(f"{folder} is not in")]


@pytest.mark.parametrize("ending", [".snli.jsonl", ".mnli.tsv", ".parquet"])
def test_a_format_that_one_part_lacks(copy: Copy, ending: str) -> None:
    """No request writes a format for some parts only."""
    out = copy("monotonicity_simple")
    (out / f"dev{ending}").unlink()
    cover_up(out, lambda m: m["parts"]["dev"]["files"].pop(f"dev{ending}"))
    refused(out, "manifest.json", "expected one file of each part")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda m: m["certificates"].pop("given"), "what is told of certificates"),
        (lambda m: m["certificates"].pop("calculus disagrees"), "what is told of certificates"),
        (lambda m: m["certificates"].update(word=0), "what is told of certificates"),
    ],
)
def test_counts_that_are_not_told(copy: Copy, change: Change, said: str) -> None:
    """A number that would be nought is still there, and one that is never written is not."""
    out = copy("systematicity")
    cover_up(out, change)
    refused(out, "manifest.json", said)


def test_an_option_that_is_not_told(copy: Copy) -> None:
    out = copy("monotonicity_simple")
    cover_up(out, lambda m: m["options"].pop("depth"))
    with pytest.raises(Exception, match="options must be"):
        checked(out)


def test_what_is_believed_is_printed() -> None:
    """Labels are relative to it, so it stands below `everything checks`, in a line of its own."""
    report = VerificationReport(not_checked=["what a file attests\nof its sentences"])
    assert verified(report, Path("data")).splitlines()[1:] == [
        "not checked, and believed: what a file attests\\nof its sentences"
    ]
