"""A user's own files, swept: what can be raised while they are run, what can stand where an object is expected, and
each field of a good object with each wrong value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.fuzz.cases import ONE
from tests.fuzz.own_code import RAISED, SPECIAL

ODD = f"""class Odd:
    def _raise(self, *a, **k): raise ERROR
    {"; ".join(f"{name} = _raise" for name in SPECIAL)}; __call__ = _raise; __getitem__ = _raise; __index__ = _raise
    @property
    def __class__(self): raise ERROR
"""
VALUES = ("None", "1", "'x'", "float('nan')", "()", "{}", "[None]", "lambda *a, **k: None", "object()", "ODD")


@dataclass(frozen=True)
class Own:
    """What a file defines, where a good one is, which fields it has, and a command that uses them."""

    what: str
    file: str
    fields: str
    words: str
    needs: tuple[str, ...] = ()


OWN = (
    Own(
        "FRAGMENT",
        "my_fragment.py",
        "name grammar theory reading labels pairs options about paper examples word_classes",
        f"generate my_fragment.py --size 6 --out new {ONE}",
    ),
    Own("FRAGMENT", "my_fragment.py", "name grammar theory reading", "fragments my_fragment.py"),
    Own(
        "FRAGMENT",
        "my_fragment.py",
        "name grammar theory reading",
        "entails my_fragment.py 'Ada ate a soup.' 'Ada ate a dish.'",
    ),
    Own(
        "PROTOCOL",
        "my_protocol.py",
        "name about paper needs splits options outside",
        "split my_protocol.py data --test-rows 8 --out new",
        ("data",),
    ),
    Own(
        "MODEL",
        "my_model.py",
        "name about paper needs presets",
        "train my_model.py split/D1-2 --epochs 1 --out run",
        ("split",),
    ),
    Own("MODEL", "my_model.py", "name about paper needs presets", "models my_model.py"),
    Own(
        "STUDY",
        "my_study.py",
        "name about paper scales cells tables figures findings files seeds",
        "study my_study.py --scale smoke --list",
    ),
)


def texts(own: Own, good: str) -> Iterator[str]:
    """Files that misbehave, each another way."""
    for raised in RAISED:
        yield f"raise {raised}\n"
    for raised in RAISED[:5]:
        yield f"{ODD.replace('ERROR', raised)}{own.what} = Odd()\n"
    yield from (f"{own.what} = {value}\n" for value in VALUES[:-1])
    yield f"class Odd(type): pass\nclass {own.what}(metaclass=Odd): pass\n"
    yield "def __getattr__(name): raise SystemExit(0)\n"
    for field in own.fields.split():
        for value in VALUES:
            yield _changed(own, good, field, value)


def _changed(own: Own, good: str, field: str, value: str) -> str:
    odd = ODD.replace("ERROR", "ValueError('odd')") if value == "ODD" else ""
    put = "Odd()" if value == "ODD" else value
    copied = f"import copy\n{own.what} = copy.copy({own.what})\n"
    return f"{good}\n{odd}\n{copied}object.__setattr__({own.what}, {field!r}, {put})\n"
