"""Equal recipes are one artifact; anything that differs is another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import InputError
from provenli.studies.recipes import (
    Chosen,
    Cut,
    Data,
    Memorising,
    Outside,
    Parts,
    Test,
    Training,
    all_steps,
    file_hash,
    key,
    needs,
)
from provenli.studies.study import Cell, Files, Study, cells_of

DATA = Data("systematicity", 100, 0, (("depth", "1-2"),))
CUT = Cut("productivity", (("pairs", DATA),))
PARTS = Parts(CUT, "D1")
TRAINING = Training("majority", PARTS)
TEST = Test(TRAINING, PARTS, "test-depth-1")


def test_needed_steps_come_first() -> None:
    again = Training("majority", PARTS, start=TRAINING)
    steps = all_steps((Test(again, Parts(DATA), "test"), TEST))
    assert len(steps) == len(set(steps)) == 6
    for k, step in enumerate(steps):
        assert set(needs(step)) <= set(steps[:k])
    assert needs(Test(Memorising(PARTS), PARTS, "test")) == (CUT,)


def test_what_differs_has_another_key() -> None:
    others = [
        TEST,
        replace(TEST, part="test-depth-2"),
        replace(TEST, by=("depth",)),
        replace(TEST, ids="a"),
        replace(TEST, learner=Memorising(PARTS)),
        replace(TEST, learner=replace(TRAINING, seed=1)),
        replace(TEST, learner=replace(TRAINING, settings=(("epochs", "2"),))),
        replace(TEST, learner=replace(TRAINING, start=TRAINING)),
        replace(TEST, parts=Parts(CUT, "D1-2")),
        replace(TEST, learner=replace(TRAINING, preset="other")),
        DATA,
        CUT,
        TRAINING,
        Chosen((TRAINING,), (PARTS,)),
        replace(TEST, learner=replace(TRAINING, knows=(PARTS,))),
        replace(TEST, learner=Chosen((TRAINING,), (PARTS,))),
        replace(TEST, learner=Chosen((TRAINING,), (PARTS, PARTS))),
    ]
    assert len({key(s) for s in others}) == len(others)


@given(st.integers(1, 10**6), st.integers(0, 5), st.text(max_size=5))
def test_equal_recipes_have_equal_keys(size: int, seed: int, depth: str) -> None:
    first, second = (Data("systematicity", size, seed, (("depth", depth),)) for _ in range(2))
    assert key(first) == key(second)
    assert key(first) != key(replace(first, size=size + 1))


def test_the_version_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key(DATA)
    monkeypatch.setattr("provenli.studies.recipes.VERSION", "other")
    key.cache_clear()
    assert key(DATA) != before
    monkeypatch.undo()
    key.cache_clear()
    assert key(DATA) == before


def test_content_of_own_files_counts(tmp_path: Path) -> None:
    found = set()
    for text in ("a", "b"):
        (tmp_path / "model.py").write_text(text)
        file_hash.cache_clear()
        key.cache_clear()
        found.add(key(replace(TRAINING, model=str(tmp_path / "model.py"))))
    assert len(found) == 2
    with pytest.raises(InputError, match="cannot be read"):
        key(replace(TRAINING, model=str(tmp_path / "none.py")))


def test_a_file_counts_by_name_and_content_not_by_place(tmp_path: Path) -> None:
    """So that a run goes on when it is called from elsewhere, or on another machine."""
    found = {}
    for place, name, text in (("a", "S.tsv", "1"), ("b", "S.tsv", "1"), ("c", "S.tsv", "2"), ("d", "T.tsv", "1")):
        (tmp_path / place).mkdir()
        (tmp_path / place / name).write_text(text)
        path = str(tmp_path / place / name)
        data = replace(DATA, options=(("pairs", path),))
        found[place] = [key(data), key(Outside((path,), path)), key(replace(TRAINING, parts=Parts(data)))]
    assert found["a"] == found["b"]
    for other in "cd":
        assert not set(found["a"]) & set(found[other])


def test_a_file_in_the_working_directory_counts_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare name is no path to look at, but the user means a file: its content counts."""
    monkeypatch.chdir(tmp_path)

    def cells(scale: str, files: Files) -> list[Cell]:
        del scale
        data = replace(DATA, options=(("pairs", files["pairs"]),))
        return [Cell("one/majority", replace(TRAINING, parts=Parts(data)))]

    study, found = Study("mine", "", "", cells, files={"pairs": "pairs"}), set()
    for text in ("1", "2"):
        (tmp_path / "S.tsv").write_text(text)
        file_hash.cache_clear()
        key.cache_clear()
        (cell,) = cells_of(study, "smoke", {"pairs": "S.tsv"})
        found.add(key(cell.learner))
    assert len(found) == 2
