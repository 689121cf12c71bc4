"""Directories for other people's tools: what can be tried without the tools; with them, tests/outside/test_tools.py."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

import provenli as nli
from provenli.cli.main import app
from provenli.data.format_names import TASKS
from provenli.data.formats.tasks import slug
from provenli.data.manifest import written_json
from provenli.errors import InputError


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("tasks") / "s"
    nli.generate("systematicity", out, size=80, depth=(1, 2), formats=[*TASKS, "hf"], workers=1)
    return out


def module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("exported_task", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_the_files_are_verified_with_the_data_set(made: Path, tmp_path: Path) -> None:
    assert nli.verify(made).sound
    for file in ("lm-eval/utils.py", "inspect/README.md", "hf/README.md"):
        other = shutil.copytree(made, tmp_path / file.replace("/", "-"))
        (other / file).write_text((other / file).read_text() + "\n# more")
        report = nli.verify(other)
        assert [fault.file for fault in report.faults] == [file]


@pytest.mark.parametrize("change", [lambda f: f.update(gold="entailment"), lambda f: f.pop("depth")])
def test_features_that_only_a_task_has(made: Path, tmp_path: Path, change: Callable[[Any], object]) -> None:
    other = shutil.copytree(made, tmp_path / "other")
    path, manifest = other / "lm-eval" / "pairs.jsonl", other / "manifest.json"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    change(rows[3]["features"])
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    told = json.loads(manifest.read_text())
    content = path.read_bytes()
    told["parts"]["pairs"]["files"]["lm-eval/pairs.jsonl"] = {
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    manifest.write_bytes(written_json(told, sort_keys=True))
    assert ("lm-eval/pairs.jsonl", 4) in [(f.file, f.line) for f in nli.verify(other, workers=1).faults]


def test_every_written_task_is_python_and_yaml(made: Path) -> None:
    for path in made.rglob("*.py"):
        ast.parse(path.read_text())
        assert "@@" not in path.read_text()
    for path in made.rglob("*.yaml"):
        yaml.compose(path.read_text())


def test_lm_eval_tasks_cover_every_row_once(made: Path, tmp_path: Path) -> None:
    moved = shutil.copytree(made / "lm-eval", tmp_path / "moved")
    utils: Any = module(moved / "utils.py")
    tasks = [p for p in moved.glob("provenli_*.yaml") if "_generate" not in p.name]
    values = [json.loads(p.read_text().split("dataset_kwargs: ")[1].splitlines()[0]) for p in tasks]
    found = [row["id"] for given in values for row in utils.rows("pairs", **given)]
    every = [json.loads(line)["id"] for line in (moved / "pairs.jsonl").read_text().splitlines()]
    assert sorted(found) == sorted(every)
    assert [row["id"] for row in utils.rows("pairs", None, None)] != every  # in an order that is no order


def test_lm_eval_scores_exactly_and_by_schema(made: Path) -> None:
    utils: Any = module(made / "lm-eval" / "utils.py")
    doc = utils.rows("pairs", None, None)[0]
    right, wrong = utils.word(doc), next(w for w in utils.ANSWERS if w != utils.word(doc))
    assert utils.generated(doc, [f"Answer: {right}"])["acc"] == 1.0
    assert utils.generated(doc, [wrong])["acc"] == 0.0
    assert utils.generated(doc, ["I do Not know"]) == {
        "acc": 0.0,
        "answered": 0.0,
        "clustered_se": (0.0, doc["schema"]),
    }
    assert utils.likelihoods(doc, [(-1.0, False), (-2.0, True)])["acc"] == float(doc["gold"] == 0)
    assert doc["premise"] in utils.question(doc)
    # Two schemas, all right and all wrong: as two independent answers.
    assert utils.clustered([(1.0, "a")] * 5 + [(0.0, "b")] * 5) == pytest.approx(0.5)


def test_sentences_with_placeholders_stay_as_they_are(made: Path) -> None:
    utils: Any = module(made / "lm-eval" / "utils.py")
    text = utils.question({"premise": "{hypothesis}", "hypothesis": "{premise}"})
    assert "Premise: {hypothesis}\nHypothesis: {premise}\n" in text


def test_the_card_has_a_licence_a_citation_and_an_example(made: Path) -> None:
    card = (made / "hf" / "README.md").read_text()
    front = yaml.safe_load(card.split("---")[1])
    assert front["license"] == "apache-2.0"
    first = json.loads((made / "pairs.jsonl").read_text().splitlines()[0])
    assert first["premise"] in card
    assert "cite" in card


def test_the_card_of_an_own_fragment_leaves_the_licence_to_its_owner(tmp_path: Path) -> None:
    from provenli.data.export import export

    own = Path(__file__).parents[2] / "examples" / "my_fragment.py"
    nli.generate(str(own), tmp_path / "d", size=12, formats=["hf"], workers=1)
    export(tmp_path / "d", ("hf",), tmp_path / "e")
    for place in ("d", "e"):
        card = (tmp_path / place / "hf" / "README.md").read_text()
        assert "license" not in yaml.safe_load(card.split("---")[1])
        assert "The licence is yours to choose" in card
        assert "paper" not in card
    assert nli.verify(tmp_path / "d", fragment=str(own)).sound


def test_export_writes_what_generate_does(made: Path, tmp_path: Path) -> None:
    words = ["export", str(made), "--format", ",".join(TASKS), "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0
    assert "pairs 80" in result.output
    for name in TASKS:
        files = sorted(p.relative_to(made) for p in (made / name).rglob("*") if p.is_file())
        assert files
        assert all((tmp_path / "out" / f).read_bytes() == (made / f).read_bytes() for f in files)


def test_export_of_tables_and_bad_words(made: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    from provenli.data.export import export

    export(made, ("jsonl", "parquet", "snli"), tmp_path / "out")
    table = pq.read_table(tmp_path / "out" / "pairs.parquet").to_pylist()
    rows = [json.loads(line) for line in (made / "pairs.jsonl").read_text().splitlines()]
    assert [r["premise"] for r in table] == [r["premise"] for r in rows]
    assert [r["depth"] for r in table] == [r["features"]["depth"] for r in rows]
    with pytest.raises(InputError, match="formats is missing"):
        export(made, ("jsonl",), tmp_path / "none")
    with pytest.raises(InputError, match="expected what `provenli generate` made"):
        export(tmp_path, ("jsonl", "hf"), tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_names_of_tasks_are_plain() -> None:
    assert slug("no any / few!") == "no_any_few"
    assert slug("…") == "none"
