"""Settings changed by words and by values: mistakes are one line that names the setting."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from provenli.errors import InputError, speaking_flags
from provenli.models.settings import Settings, changed, changed_by


def test_by_words() -> None:
    s = changed(Settings(), ["epochs=3", "l2=1e-3", "node_tasks=no", "activation=tanh"])
    assert (s.epochs, s.l2, s.node_tasks, s.activation) == (3, 1e-3, False, "tanh")
    wrong = {
        "epoch=3": "did you mean 'epochs'",
        "epochs=x": "a whole number",
        "node_tasks=2": "yes or no",
        "epochs": "name=value",
        "dropout=1": "less than 1",
        "activation=elu": "relu",
        "batch=0": "1 or more",
        "learning_rate=0": "more than 0",
    }
    for word, said in wrong.items():
        with pytest.raises(InputError, match=said):
            changed(Settings(), [word])


def test_by_values() -> None:
    s = changed_by(Settings(), {"epochs": 3, "l2": 1, "node_tasks": False, "vectors": Path("a.txt")})
    assert (s.epochs, s.l2, s.node_tasks, s.vectors) == (3, 1.0, False, "a.txt")
    assert type(s.l2) is float
    assert changed_by(Settings(), {}) == Settings()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("epoch", 3, "no setting 'epoch'; did you mean 'epochs'?"),
        ("epochs", "3", "expected a whole number, found '3'"),
        ("epochs", 3.0, "expected a whole number, found 3.0"),
        ("epochs", True, "expected a whole number, found True"),
        ("dropout", "0.1", "expected a number, found '0.1'"),
        ("dropout", True, "expected a number, found True"),
        ("node_tasks", 1, "expected True or False, found 1"),
        ("activation", 1, "expected a text, found 1"),
    ],
)
def test_values_that_are_wrong(name: str, value: Any, said: str) -> None:
    with pytest.raises(InputError) as error:
        changed_by(Settings(), {name: value})
    assert str(error.value) == f"settings {name}: {said}"
    with speaking_flags():
        assert str(error.value) == f"--set {name}: {said}"
