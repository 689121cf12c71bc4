"""`--parts`: one file cut at random, evenly by label, no pair twice, and verified like any other data set."""

from __future__ import annotations

from pathlib import Path

import pytest

import provenli as nli
from provenli.errors import InputError
from provenli.library.fragment_shelf import load_fragment
from provenli.pairs.random_parts import read_shares, with_shares


def test_shares_are_fractions_or_per_cent() -> None:
    assert read_shares("0.8,0.1,0.1") == read_shares("80,10,10") == (0.8, 0.1, 0.1)
    assert read_shares("0.75,0.25") == (0.75, 0.25)


@pytest.mark.parametrize("text", ["0.8", "0.5,0.6", "a,b", "1,0", "0.4,0.3,0.2,0.1", "", "-0.5,1.5", "nan,0.5"])
def test_other_shares_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="two or three shares"):
        read_shares(text)


def test_parts_are_even_and_share_no_pair(tmp_path: Path) -> None:
    data = nli.generate("boolean", tmp_path / "data", size=200, parts=(0.6, 0.2, 0.2), depth=1)
    assert {name: part.size for name, part in data.items()} == {"train": 120, "dev": 40, "test": 40}
    assert all(set(part.labels.values()) == {part.size // 2} for part in data.values())
    pairs = [(row.premise, row.hypothesis) for part in data.values() for row in part]
    assert len(set(pairs)) == 200
    assert nli.verify(tmp_path / "data").sound


def test_a_part_without_pairs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="dev would have no pair"):
        nli.generate("boolean", tmp_path / "data", size=4, parts=(0.98, 0.01, 0.01))
    assert not (tmp_path / "data").exists()


def test_parts_of_the_paper_stay() -> None:
    with pytest.raises(InputError, match=r"parts of their own \(train, dev, test\)"):
        with_shares(load_fragment("counting"), (0.8, 0.2))
