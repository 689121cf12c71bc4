"""Errors name flags on the command line and parameters in Python, wherever they were raised."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from provenli.cli.main import main
from provenli.data.generate import Order, generate
from provenli.errors import InputError, ProveNLIError, UnknownName, UnknownWord, speaking_flags
from provenli.library.fragment_shelf import load_fragment
from provenli.options import read_options
from provenli.pairs.plan import Request
from provenli.pairs.workers import in_processes

FLAGS = "--size: expected 1 or more; --train-size too, --format and --file; not a-b, --, nor x--y"
PARAMETERS = "size: expected 1 or more; train_size too, formats and files; not a-b, --, nor x--y"


def test_the_command_line_names_flags(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["generate", "boolean", "--size", "0", "--out", str(tmp_path / "out")])
    assert capsys.readouterr().err.startswith("provenli: --size: expected a whole number from 1 ")


def test_python_names_parameters(tmp_path: Path) -> None:
    boolean = load_fragment("boolean")
    assert boolean.pairs is not None
    request = Request(0, 0, read_options((), boolean.pairs.options))
    with pytest.raises(InputError, match=r"^size: expected a whole number from 1 "):
        generate(Order(boolean, "boolean", request, ("jsonl",), tmp_path / "out"))


def refuse(_: int) -> int:
    raise InputError(FLAGS)


def refuse_wrapped(_: int) -> int:
    try:
        return refuse(0)
    except InputError as e:
        raise InputError(f"a.jsonl, line 3: {e}") from e


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("work", "before"), [(refuse, ""), (refuse_wrapped, "a.jsonl, line 3: ")])
def test_in_workers_and_wrapped(work: object, before: str, workers: int) -> None:
    def said() -> str:
        with pytest.raises(InputError) as e:
            list(in_processes(work, range(4), workers))  # type: ignore[arg-type]
        return str(e.value)

    assert said() == before + PARAMETERS
    with speaking_flags():
        assert said() == before + FLAGS
    assert said() == before + PARAMETERS


@pytest.mark.parametrize(
    "error", [UnknownName("fragment", "bolean", ["boolean"]), UnknownWord("unknown word 'x'"), InputError(FLAGS)]
)
def test_errors_can_be_sent(error: ProveNLIError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), str(error))
    with speaking_flags():
        assert str(again) == str(error)
