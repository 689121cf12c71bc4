"""Values of other shapes are refused with one line that says where."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

import pytest

from provenli.checked_json import check, read_checked
from provenli.errors import InputError


class Inner(TypedDict):
    ends: tuple[float, float] | None


class Shape(TypedDict):
    name: str
    number: int
    inner: list[Inner]
    by_name: dict[str, float]


@dataclass(frozen=True)
class Held:
    labels: tuple[str, ...]
    more: Held | float | None = None


class Special(Held):
    pass


GOOD: dict[str, Any] = {"name": "n", "number": 1, "inner": [{"ends": [0, 1.5]}, {"ends": None}], "by_name": {"a": 1}}


def test_right_shapes_pass(tmp_path: Path) -> None:
    check(GOOD, Shape, "f")
    check(Held(("a",), Held(("b",), 1.0)), Held, "f")
    check(Held((), Special(())), Held, "f")
    (tmp_path / "f.json").write_text("[1]")
    assert read_checked(tmp_path / "f.json", list[int]) == [1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": 3}, "name: expected a text, found 3"),
        ({"name": "\ud800"}, "name: expected a text"),
        ({"number": True}, "number: expected a whole number, found true"),
        ({"number": 10**30}, "number: expected a whole number"),
        ({"number": "<b>"}, 'number: expected a whole number, found "<b>"'),
        ({"inner": {}}, "inner: expected a list"),
        ({"inner": [[]]}, "inner.1: expected an object"),
        ({"inner": [{"ends": [1]}]}, "inner.1.ends: expected 2 values, found 1"),
        ({"inner": [{}]}, "inner.1.ends is missing"),
        ({"by_name": {"a": float("nan")}}, "by_name.a: expected a number, found NaN"),
        ({"by_name": {"a": "1"}}, "by_name.a: expected a number"),
    ],
)
def test_wrong_shapes_are_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        check(GOOD | change, Shape, "f")
    assert str(error.value).startswith(f"f: {message}")
    assert len(str(error.value).splitlines()) == 1


def test_dataclasses_are_looked_into() -> None:
    with pytest.raises(InputError, match=r"more.labels.1: expected a text"):
        check(Held((), Held((3,))), Held, "f")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="more: expected"):
        check(Held((), "x"), Held, "f")  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["{", "\x00", '{"name": ' + "9" * 5000 + "}"])
def test_no_json(text: str, tmp_path: Path) -> None:
    (tmp_path / "f.json").write_text(text)
    with pytest.raises(InputError, match="cannot be read"):
        read_checked(tmp_path / "f.json", Shape)
    with pytest.raises(InputError, match="cannot be read"):
        read_checked(tmp_path / "none.json", Shape)
