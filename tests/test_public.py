"""What the command line promises from outside: its commands, their help, and a quick start."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click import Group
from click.testing import CliRunner

from provenli.cli.main import app

COMMANDS = (
    "fragments",
    "parse",
    "entails",
    "generate",
    "export",
    "verify",
    "split",
    "fair",
    "leakage",
    "anomalies",
    "audit",
    "tag",
    "models",
    "train",
    "predict",
    "ask",
    "score",
    "judgements",
    "med-counts",
    "study",
    "report",
    "quickstart",
    "browse",
    "doctor",
)
GROUPS = {"collect": ("new", "serve", "export")}
HEAVY = ("numpy", "z3", "cvc5", "lemminflect", "torch", "transformers", "matplotlib", "ray", "openai")
SERVING = ("fastapi", "sqlalchemy", "uvicorn")


def help_of(*words: str) -> str:
    result = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "200", "TERMINAL_WIDTH": "200"})
    assert result.exit_code == 0
    return result.output


def test_help_lists_the_commands() -> None:
    # The order is that of imports, which other tests may have made first.
    assert set(app.commands) == {*COMMANDS, *GROUPS}
    for command in COMMANDS:
        assert f" {command} " in help_of()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_an_example(command: str) -> None:
    assert f"Example:\n  provenli {command}" in help_of(command)


@pytest.mark.parametrize("group", GROUPS)
def test_groups_of_commands(group: str) -> None:
    found = app.commands[group]
    assert isinstance(found, Group)
    assert list(found.commands) == list(GROUPS[group])
    assert f" {group} " in help_of()
    for command in GROUPS[group]:
        assert f"Example:\n  provenli {group} {command}" in help_of(group, command)


def test_help_tells_arguments_and_defaults() -> None:
    text = " ".join(help_of("generate").split())
    assert "Usage: provenli generate [OPTIONS] FRAGMENT" in text
    assert "Arguments: FRAGMENT A name from `provenli fragments`" in text
    assert "--seed INTEGER The same seed gives the same bytes. [default: 0]" in text
    assert "--out PATH A new directory for the data set. [required]" in text
    assert "..." not in help_of().replace("[ARGS]...", "")


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("provenli gen", "generate"),
        ("provenli generate syst", "systematicity"),
        ("provenli train comp_tree_nt", "comp_tree_ntn"),
        ("provenli split productiv", "productivity"),
        ("provenli study fairn", "fairness"),
    ],
)
def test_completion(typed: str, completed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = CliRunner().invoke(app, ["--show-completion", "zsh"])
    assert "compdef _provenli_completion provenli" in shown.output
    asked = {"COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    for name, value in ({"_PROVENLI_COMPLETE": "zsh_complete"} | asked).items():
        monkeypatch.setenv(name, value)
    answer = CliRunner().invoke(app, prog_name="provenli", complete_var="_PROVENLI_COMPLETE")
    assert answer.output.split("\n")[1] == completed


def test_help_names_every_reading() -> None:
    from provenli.logic.readings import DEFAULT

    text = help_of("entails")
    for name in DEFAULT.to_json():
        assert name in text


def loaded(code: str) -> set[str]:
    """Which heavy modules a piece of code loads, in a process of its own."""
    known = HEAVY + SERVING
    script = f"import json, sys\n{code}\nprint(json.dumps([m for m in {known!r} if m in sys.modules]), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


def test_the_command_line_loads_nothing_heavy() -> None:
    assert loaded("import provenli.cli.main") == set()


def test_a_pair_by_steps_loads_no_engine() -> None:
    words = ["entails", "boolean", "Ann swam.", "Ann or Bob swam."]
    call = f"try:\n    main({words!r})\nexcept SystemExit as e:\n    assert not e.code"
    run = f"from provenli.cli.main import main\n{call}"
    assert not {"z3", "cvc5"} & loaded(run)
    hard = (
        run.replace("boolean", "monotonicity_hard")
        .replace("Ann swam", "No dog moved")
        .replace("Ann or Bob swam", "No poodle ran")
    )
    assert not {"z3", "cvc5"} & loaded(hard)
