"""Order, failures, processes that die; and a real Ray."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from provenli.errors import InputError, UnknownName
from provenli.studies.executors import Job, LocalProcesses, executor_of
from tests.studies.here import MINE, Here


def write(path: str, wanted: tuple[str, ...], wrong: str = "") -> str:
    """A job: what it needs must be there already."""
    missing = [w for w in wanted if not Path(w).exists()]
    Path(path).write_text(os.environ.get("OMP_NUM_THREADS", ""))
    return f"missing {missing}" if missing else wrong


def jobs_in(directory: Path) -> dict[str, Job]:
    def job(name: str, *needs: str, wrong: str = "") -> Job:
        files = tuple(str(directory / n) for n in needs)
        return Job(name, partial(write, str(directory / name), files, wrong), frozenset(needs))

    made = [job("a"), job("b", "a"), job("bad", "a", wrong="no"), job("c", "a", "b"), job("never", "bad", "c")]
    return {j.name: j for j in made}


@pytest.mark.parametrize("executor", [Here(), LocalProcesses(2)], ids=["here", "local"])
def test_needs_first_and_failures_stop_what_follows(executor: Here | LocalProcesses, tmp_path: Path) -> None:
    ended = dict(executor.run(jobs_in(tmp_path)))
    assert ended == {"a": "", "b": "", "bad": "no", "c": ""}
    assert not (tmp_path / "never").exists()


def test_what_comes_first_goes_first(tmp_path: Path) -> None:
    jobs = jobs_in(tmp_path) | {"z": Job("z", partial(write, str(tmp_path / "z"), ()), frozenset())}
    order = [name for name, _ in LocalProcesses(1).run({n: jobs[n] for n in ("a", "b", "c", "z")})]
    assert order == ["a", "b", "c", "z"]  # z could have begun at once


def test_what_is_not_among_the_jobs_is_there_already(tmp_path: Path) -> None:
    only = jobs_in(tmp_path)["b"]
    (tmp_path / "a").touch()
    assert dict(Here().run({"b": only})) == {"b": ""}


def test_a_worker_that_dies_is_one_line() -> None:
    with pytest.raises(InputError, match=r"worker process was killed .* finished work is kept"):
        list(LocalProcesses(1).run({"a": Job("a", partial(os._exit, 1), frozenset())}))


def test_workers_have_one_thread(tmp_path: Path) -> None:
    before = os.environ.get("OMP_NUM_THREADS")
    list(LocalProcesses(1).run({"a": jobs_in(tmp_path)["a"]}))
    assert (tmp_path / "a").read_text() == "1"
    assert os.environ.get("OMP_NUM_THREADS") == before


def test_unknown_executors_and_numbers() -> None:
    with pytest.raises(UnknownName, match="did you mean 'local'"):
        executor_of("locale", 1)
    with pytest.raises(InputError, match="workers: expected 1 or more"):
        executor_of("local", 0)


def test_without_ray_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError, match=r"pip install 'provenli\[ray\]'"):
        executor_of("ray", 1)


def test_on_a_real_ray(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "provenli",
        "study",
        MINE,
        "--scale",
        "smoke",
        "--out",
        str(tmp_path / "run"),
        "--executor",
        "ray",
        "--workers",
        "1",
        "--json",
        "--only",
        "*/majority",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["finished"] == 1
