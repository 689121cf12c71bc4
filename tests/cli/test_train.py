"""The commands models, train and predict, from outside; mistakes are one line and status 2."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from provenli.cli.main import main
from provenli.data.manifest import NAME, Manifest
from provenli.errors import InputError
from provenli.files import write_whole
from provenli.models.examples import Examples
from tests.models.small_data import fair_examples, text_examples
from tests.models.tiny_encoder import tiny_encoder

TINY = ["--set", "embedding=6", "--set", "hidden=6", "--set", "batch=16"]


def write(path: Path, examples: Examples) -> None:
    rows = [
        {
            "id": f"r{k}",
            "premise": examples.premises[k],
            "hypothesis": examples.hypotheses[k],
            "label": examples.labels.values[examples.labels.codes[k]],
            "schema": f"s{k % 3}",
            "features": examples.feature_values(k),
        }
        for k in range(len(examples))
    ]
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows), encoding="utf-8")


@pytest.fixture
def split(tmp_path: Path) -> Path:
    for part, size in (("train", 60), ("dev", 20), ("test", 12)):
        write(tmp_path / f"{part}.jsonl", fair_examples(size, seed=size))
    manifest = Manifest("", "fair", None, 0, 92, {}, {}, 0, 0, {}, {})
    (tmp_path / NAME).write_text(manifest.to_json(), encoding="utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: object, status: int = 0) -> str:
    with pytest.raises(SystemExit) as end:
        main([str(w) for w in words])
    printed = capsys.readouterr()
    assert end.value.code == status, printed.err
    return printed.out if not status else printed.err


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    text = run(capsys, *words, status=2)
    assert text.startswith("provenli: ")
    assert text.count("\n") == 1
    return text


def test_the_whole_way(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, predictions = split / "run", split / "p.jsonl"
    words = ["train", "label_bottleneck", split, "--out", out, "--epochs", 2, *TINY]
    result = json.loads(run(capsys, *words, "--json"))
    assert (result["epochs"], result["rows"], len(result["history"])) == (2, 60, 2)
    files = {p.name: p.read_bytes() for p in out.iterdir()}
    assert set(files) == {"config.json", "metrics.jsonl", "model.safetensors", "result.json"}
    assert json.loads(run(capsys, *words, "--json")) == result
    assert {p.name: p.read_bytes() for p in out.iterdir()} == files
    said = run(capsys, "predict", out, split / "test.jsonl", "--out", predictions)
    assert said.startswith(f"12 predictions in {predictions}: accuracy ")
    rows = [json.loads(line) for line in predictions.read_text(encoding="utf-8").splitlines()]
    source = [json.loads(line) for line in (split / "test.jsonl").read_text(encoding="utf-8").splitlines()]
    for found, given in zip(rows, source, strict=True):
        assert list(found) == ["id", "gold", "label", "probabilities", "schema", "features"]
        assert found["gold"] == given["label"]
        assert all(found[k] == given[k] for k in ("id", "schema", "features"))
        assert found["label"] == max(found["probabilities"], key=found["probabilities"].__getitem__)
        assert sum(found["probabilities"].values()) == pytest.approx(1, abs=1e-4)
    printed = run(capsys, "predict", out, split / "test.jsonl")
    assert printed == predictions.read_text(encoding="utf-8")


def test_all_test_parts_of_a_directory(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, predictions = split / "run", split / "p"
    run(capsys, "train", "majority", split, "--out", out)
    write(split / "test-2.jsonl", fair_examples(8, seed=8))
    said = run(capsys, "predict", out, split, "--out", predictions).splitlines()
    assert [line.partition(":")[0] for line in said] == [
        f"{n} predictions in {predictions / name}" for n, name in ((8, "test-2.jsonl"), (12, "test.jsonl"))
    ]
    assert len(predictions.joinpath("test.jsonl").read_text(encoding="utf-8").splitlines()) == 12
    with pytest.raises(SystemExit):
        main(["predict", str(out), str(split)])
    assert f"of {split} only test-2.jsonl, test.jsonl; to predict other parts" in capsys.readouterr().err
    other = _only(split, ["test"])
    assert "two files are called test.jsonl" in refused(capsys, "predict", out, split, other, "--out", split / "q")
    assert "has no test part" in refused(capsys, "predict", out, out, "--out", split / "q")
    assert not (split / "q").exists()


def test_models(capsys: pytest.CaptureFixture[str]) -> None:
    rows = {r["model"]: r for r in json.loads(run(capsys, "models", "--json"))}
    assert rows["label_bottleneck"]["needs"] == ["aligned trees", "node labels", "text"]
    assert not rows["majority"]["torch"]
    assert "preset systematicity: " in run(capsys, "models", "lstm")
    assert json.loads(run(capsys, "models", "lstm", "--json"))["presets"]["systematicity"]["lstm_layers"] == 3
    assert "did you mean 'lstm'" in refused(capsys, "models", "lstmm")


def test_mistakes_before_training(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["--out", split / "run"]
    assert "no preset 'papre'" in refused(capsys, "train", "cbow", split, *out, "--preset", "papre")
    assert "no setting 'epoch'" in refused(capsys, "train", "cbow", split, *out, "--set", "epoch=2")
    assert "no such directory" in refused(capsys, "train", "cbow", split / "none", *out)
    assert "0 or more" in refused(capsys, "train", "cbow", split, *out, "--seed", "-1")
    assert not (split / "run").exists()
    assert "has no dev.jsonl" in refused(capsys, "train", "cbow", _only(split, ["train"]), *out)


def _only(split: Path, parts: Sequence[str]) -> Path:
    other = split / "-".join(parts)
    other.mkdir()
    for part in parts:
        shutil.copy(split / f"{part}.jsonl", other)
    return other


def test_data_that_do_not_fit(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (split / "dev.jsonl").write_text("", encoding="utf-8")
    assert "has no rows" in refused(capsys, "train", "cbow", split, "--out", split / "a")
    text = (split / "train.jsonl").read_text(encoding="utf-8")
    strange = text.replace('"label": "neutral"', '"label": "non-entailment"')
    (split / "dev.jsonl").write_text(strange, encoding="utf-8")
    said = refused(capsys, "train", "cbow", split, "--out", split / "b")
    assert "the label 'non-entailment' does not occur in" in said
    (split / "dev.jsonl").write_text(text.replace('"label": "neutral"', '"label": "-"'), encoding="utf-8")
    assert "has no label" in refused(capsys, "train", "cbow", split, "--out", split / "c")
    for part in ("train", "dev"):
        write(split / f"{part}.jsonl", text_examples(20))
    assert "needs aligned trees" in refused(capsys, "train", "comp_tree_nn", split, "--out", split / "d")
    assert "needs trees" in refused(capsys, "train", "tree_lstm", split, "--out", split / "e")
    write(split / "dev.jsonl", replace(text_examples(4), premises=["a", "", "b", "c"]))
    assert "row 'r1': its premise has no words" in refused(capsys, "train", "cbow", split, "--out", split / "g")


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("maybe", "known: contradiction, entailment, neutral, non-entailment"),
        ("NEUTRAL", "did you mean 'neutral'?"),
        ("not_entailment", "did you mean 'non-entailment'"),
    ],
)
def test_labels_of_another_name(label: str, said: str, split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [json.loads(line) for line in (split / "train.jsonl").read_text(encoding="utf-8").splitlines()]
    rows[7]["label"] = label
    (split / "train.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    message = refused(capsys, "train", "majority", split, "--out", split / "run")
    assert f"train.jsonl: row 'r7': unknown label {label!r}; {said}" in message
    assert not (split / "run").exists()


def test_a_directory_of_several_splits(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cut = split / "cut"
    cut.mkdir()
    manifest = {"protocol": "depth", "splits": {"D1": {}, "D1-2": {}}}
    (cut / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    message = refused(capsys, "train", "majority", cut, "--out", split / "run")
    assert f"choose one of D1, D1-2, such as {cut / 'D1'}" in message


def test_predictions_are_a_new_file(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "train", "majority", split, "--out", split / "run")
    words = ["predict", split / "run", split / "test.jsonl", "--out"]
    said = refused(capsys, *words, split / "none" / "p.jsonl")
    assert f"cannot be made: {split / 'none'} is no directory; make it first" in said
    before = (split / "dev.jsonl").read_bytes()
    assert "dev.jsonl exists: remove it or choose another name" in refused(capsys, *words, split / "dev.jsonl")
    assert (split / "dev.jsonl").read_bytes() == before
    with pytest.raises(InputError, match="No such file or directory; write elsewhere"):
        write_whole(split / "none" / "p.jsonl", b"")


def test_rows_that_the_model_does_not_know(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "train", "memorising", split, "--out", split / "run")
    strange, known = split / "strange.jsonl", split / "train.jsonl"
    rows = [json.loads(line) for line in (split / "test.jsonl").read_text(encoding="utf-8").splitlines()]
    for r in rows:
        r["premise"] = " ".join(f"{w}x" for w in r["premise"].split())
    strange.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows), encoding="utf-8")
    said = run(capsys, "predict", split / "run", strange, "--out", split / "p.jsonl")
    assert said.endswith("accuracy 0.00%\n12 of 12 rows were not known to the model\n")
    assert "not known" not in run(capsys, "predict", split / "run", known, "--out", split / "q.jsonl")
    found = json.loads(run(capsys, "predict", split / "run", strange, "--out", split / "r.jsonl", "--json"))
    assert found["abstained"] == 12


def test_a_failed_run_does_not_block_the_corrected_one(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, dev = split / "run", split / "dev.jsonl"
    words = ["train", "cbow", split, "--out", out, "--epochs", 1, *TINY]
    text = dev.read_text(encoding="utf-8")
    for broken in ("", "{"):
        dev.write_text(broken, encoding="utf-8")
        refused(capsys, *words)
        assert not out.exists()
    dev.write_text(text, encoding="utf-8")
    run(capsys, "train", "bag_of_words", split, "--out", split / "other")
    refused(capsys, *words, "--from", split / "other")
    assert "nope.txt" in refused(capsys, *words, "--set", "vectors=nope.txt")
    assert "dev accuracy" in run(capsys, *words)
    assert "its settings differ)" in refused(capsys, *words, "--set", "hidden=7")
    assert "is of another run" in refused(capsys, *words, "--set", "vectors=nope.txt")


def test_runs_that_do_not_fit(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, test = split / "run", split / "test.jsonl"
    assert "is no run" in refused(capsys, "predict", out, test)
    run(capsys, "train", "cbow", split, "--out", out, "--epochs", 1, *TINY)
    again = ["train", "cbow", split, "--out", out, "--epochs", 1, *TINY]
    assert "its seed differs" in refused(capsys, *again, "--seed", 2)
    text = test.read_text(encoding="utf-8")
    test.write_text(text.replace('"label": "neutral"', '"label": "maybe"'), encoding="utf-8")
    assert "the label 'maybe' is none of the model's" in refused(capsys, "predict", out, test)
    test.write_text(text.replace('"label": "neutral"', '"label": "non-entailment"'), encoding="utf-8")
    assert "12 predictions" in run(capsys, "predict", out, test, "--out", split / "p.jsonl")
    test.write_text("", encoding="utf-8")
    assert "no rows" in refused(capsys, "predict", out, test)
    (out / "result.json").unlink()
    assert "is not finished" in refused(capsys, "predict", out, split / "dev.jsonl")


def test_word_vectors(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vectors = split / "v.txt"
    vectors.write_text("every 1 2 3\n", encoding="utf-8")
    words = ["train", "cbow", split, "--out", split / "run", "--epochs", 1, *TINY, "--set", f"vectors={vectors}"]
    assert "line 1: expected a word and 6 numbers" in refused(capsys, *words)
    vectors.write_text("every 1 2 3 4 5 6\n", encoding="utf-8")
    assert "dev accuracy" in run(capsys, *words)


def test_encoders(split: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    directory = tmp_path / "encoder"
    directory.mkdir()
    words: list[Any] = ["train", "transformer", split, "--epochs", 1, "--set", f"encoder={directory}"]
    words += ["--set", "hidden=16"]
    assert "has no config.json" in refused(capsys, *words, "--out", split / "a")
    tiny_encoder(directory)
    good = [*words, "--out", split / "b", "--set", "freeze=1", "--set", "layer_decay=0.9", "--set", "node_tasks=yes"]
    assert "dev accuracy" in run(capsys, *good)
    assert "0 to 2 layers" in refused(capsys, *words, "--out", split / "c", "--set", "freeze=3")
    for path in directory.glob("tokenizer*"):
        path.unlink()
    assert "has no tokenizer" in refused(capsys, *words, "--out", split / "d")
    assert "12 predictions" in run(capsys, "predict", split / "b", split / "test.jsonl", "--out", split / "p.jsonl")


def test_a_users_own_model(split: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = Path(__file__).parents[2] / "examples" / "my_model.py"
    assert "dev accuracy" in run(capsys, "train", own, split, "--out", split / "run")
    words = ("predict", split / "run", split / "test.jsonl", "--out", split / "p.jsonl")
    assert "say which with --model FILE" in refused(capsys, *words)
    assert "12 predictions" in run(capsys, *words, "--model", own)
    bad = split / "bad.py"
    bad.write_text("MODEL = 3\n", encoding="utf-8")
    assert "MODEL lacks name, needs" in refused(capsys, "train", bad, split, "--out", split / "x")
    bad.write_text("x = 1\n", encoding="utf-8")
    assert "defines no MODEL" in refused(capsys, "train", bad, split, "--out", split / "x")


def test_without_torch(split: Path) -> None:
    """The core install has no torch: two models work, the others say what to install."""
    hidden = "import sys\nsys.modules['torch'] = None\nfrom provenli.cli.main import main\nmain(sys.argv[1:])"

    def call(*words: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", hidden, *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert call("models").returncode == 0
    assert call("train", "bag_of_words", split, "--out", split / "a").returncode == 0
    done = call("train", "lstm", split, "--out", split / "b")
    assert done.returncode == 2
    assert done.stderr == "provenli: this model needs torch, which is not installed: pip install 'provenli[models]'\n"
