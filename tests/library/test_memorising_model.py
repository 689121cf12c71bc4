"""The memorising learner as a model: perfect on what is fair, not on what is not, just as the fairness check says."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from provenli.data.generate import Order, generate
from provenli.data.matched_rows import origin
from provenli.errors import InputError
from provenli.fairness.fair import ShownPairs, ask, places
from provenli.fairness.row_trees import with_trees
from provenli.library.fragment_shelf import load_fragment
from provenli.library.models.memorising import ABSTAINED, MODEL
from provenli.models.examples import Examples, read_examples
from provenli.models.protocol import Run, accuracy, predict
from provenli.pairs.plan import Request


def made(directory: Path, name: str, size: int, **options: object) -> Path:
    fragment = load_fragment(name)
    assert fragment.pairs is not None
    chosen = {o.name: o.default for o in fragment.pairs.options} | options
    generate(Order(fragment, name, Request(size, 2, chosen), ("jsonl",), directory / name))
    return directory / name


@pytest.mark.parametrize("share", [0.1, 0.9])
@pytest.mark.parametrize("name", ["boolean", "systematicity"])
def test_it_gets_right_what_the_check_says_it_can(tmp_path: Path, name: str, share: float) -> None:
    options: dict[str, object] = {"depth": (1, 2)} if name == "systematicity" else {}
    directory = made(tmp_path, name, 300, **options)
    lines = (directory / "pairs.jsonl").read_text().splitlines(keepends=True)
    chosen = np.random.default_rng(3).random(len(lines)) < share
    files = {part: directory / f"{part}.jsonl" for part in ("a", "b")}
    for part, mine in (("a", chosen), ("b", ~chosen)):
        files[part].write_text("".join(x for x, m in zip(lines, mine, strict=True) if m))
    origins = {"": origin(directory, load_fragment)}
    train, test = (with_trees(read_examples(f), f, origins) for f in files.values())
    fitted = MODEL.fit(train, train, Run())
    report = ShownPairs(files["a"], origins).check(files["b"])
    wrong = [k + 1 for k, (p, ok) in enumerate(zip(predict(fitted, test), gold(test), strict=True)) if p != ok]
    assert wrong == report.errors.tolist()
    assert accuracy(fitted, train) == 1
    again = MODEL.restore(fitted.saved())
    assert predict(again, test) == predict(fitted, test)


def gold(examples: Examples) -> list[str]:
    return [examples.labels.values[c] for c in examples.labels.codes]


def test_on_a_fair_split_of_fragment_g(tmp_path: Path) -> None:
    directory = made(tmp_path, "fair", 6000, ratio="1/2", cover="most")
    origins = {"": origin(directory, load_fragment)}
    files = [directory / f"{p}.jsonl" for p in ("train", "test")]
    train, test = (with_trees(read_examples(f), f, origins) for f in files)
    fitted = MODEL.fit(train, train, Run())
    (answer,) = ask(places(directory, lambda _, name: load_fragment(name))[0], None, ("test",))
    said = predict(fitted, test)
    assert sum(p == g for p, g in zip(said, gold(test), strict=True)) == answer.right
    assert {p for p, g in zip(said, gold(test), strict=True) if p != g} <= {ABSTAINED}


def test_contradictory_labels(tmp_path: Path) -> None:
    """The first row again, with another label for two equal or two different nouns."""
    directory = made(tmp_path, "fair", 300, ratio="1/2", cover="most")
    path = directory / "train.jsonl"
    first, *rest = path.read_text().splitlines(keepends=True)
    row = json.loads(first)
    row["features"]["noun of subject"] = {"≡": "#", "#": "≡"}[row["features"]["noun of subject"]]
    path.write_text("".join([first, json.dumps(row) + "\n", *rest]))
    train = with_trees(read_examples(path), path, {"": origin(directory, load_fragment)})
    with pytest.raises(InputError, match="contradictory labels at 'noun of subject'"):
        MODEL.fit(train, train, Run())


@pytest.mark.parametrize("name", ["quantifier", "comparative"])
def test_pairs_that_are_decided_as_wholes(tmp_path: Path, name: str) -> None:
    """Where the tree does not give the label the schema does, in the model as in the check."""
    directory = made(tmp_path, name, 150)
    origins = {"": origin(directory, load_fragment)}
    files = [directory / f"{p}.jsonl" for p in ("train", "dev")]
    train, dev = (with_trees(read_examples(f), f, origins) for f in files)
    fitted = MODEL.fit(train, dev, Run())
    report = ShownPairs(files[0], origins).check(files[1])
    said = predict(fitted, dev)
    assert report.whole > 0
    assert [k + 1 for k, (p, g) in enumerate(zip(said, gold(dev), strict=True)) if p != g] == report.errors.tolist()
