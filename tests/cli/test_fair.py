"""`provenli fair`: exit statuses, JSON, and one line for what cannot be asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from provenli.cli.main import main


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(list(words))
    return int(stopped.value.code or 0)


@pytest.fixture(scope="module")
def split(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("fair")
    words = ("generate", "systematicity", "--size", "4000", "--depth", "1-3", "--out", str(base / "data"))
    assert run(*words, "--workers", "1") == 0
    assert run("split", "productivity", str(base / "data"), "--out", str(base / "splits")) == 0
    return base / "splits"


def test_unfair(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("fair", str(split / "D1"), "--test", "test-depth-3", "--json", "--workers", "1") == 1
    (answer,) = json.loads(capsys.readouterr().out)
    assert answer["fair"] is False
    assert answer["routes_agree"] is True
    assert len(answer["dependent_lines"]) == answer["tested"] - answer["right"]
    missing = {n["node"]: n["missing"] for n in answer["nodes"] if n["missing"]}
    assert "NP -> Q Nbar Sbar" in missing


def test_productivity_is_fair_from_depth_2_on(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("fair", str(split / "D1-2"), "--test", "test-depth-3", "--json", "--workers", "1") == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert answer["right"] == answer["tested"] > 0


def test_all_splits_of_a_directory(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("fair", str(split), "--test", "dev", "--json", "--workers", "1") in (0, 1)
    answers = json.loads(capsys.readouterr().out)
    assert [Path(a["directory"]).name for a in answers] == ["D1", "D1-2", "D1-3"]


def test_flipped_labels_do_not_stop_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("boolean", "veridical", "transitivity")
    for name in names:
        assert run("generate", name, "--size", "240", "--out", str(tmp_path / name), "--workers", "1") == 0
    assert run("split", "transitivity", *(str(tmp_path / n) for n in names), "--out", str(tmp_path / "splits")) == 0
    capsys.readouterr()
    assert run("fair", str(tmp_path / "splits"), "--workers", "1") == 1
    told = capsys.readouterr().out
    assert f"{tmp_path / 'splits' / 'basic'}: train against test-yes-yes" in told
    assert f"{tmp_path / 'splits' / 'flipped'}: cannot be asked: " in told


def test_fair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Trained and tested on the same pairs there is nothing that was not shown."""
    out = tmp_path / "data"
    assert run("generate", "negation", "--size", "50", "--out", str(out), "--workers", "1") == 0
    capsys.readouterr()
    assert run("fair", str(out), "--train", "dev", "--test", "dev", "--workers", "1") == 0
    assert "fair: the memorising learner gets 10 of 10 test pairs right" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fair", "{empty}"], "has no manifest.json: expected a data set"),
        (["fair", "{split}/D1", "--test", "test-depth-9"], "unknown part 'test-depth-9'; did you mean"),
        (["fair", "{split}/D1", "--train", "trian"], "unknown part 'trian'; did you mean 'train'?"),
        (["generate", "fair", "--ratio", "1.5", "--out", "{empty}/x"], "--ratio: expected a number from 0 to 1"),
        (["generate", "fair", "--ratio", "0", "--size", "2", "--out", "{empty}/x"], "the others would be empty"),
    ],
)
def test_what_cannot_be_asked(
    words: list[str], said: str, split: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*(w.format(split=split, empty=tmp_path) for w in words)) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert not (tmp_path / "x").exists()
