"""A user's own files that misbehave."""

from __future__ import annotations

from random import Random

NAMES = ("FRAGMENT", "MODEL", "PROTOCOL", "STUDY")
RAISED = (
    "ValueError('\\x1b[31m\\nsecond line')",
    "KeyError()",
    "SystemExit(3)",
    "SystemExit('bye')",
    "KeyboardInterrupt",
    "GeneratorExit",
    "MemoryError",
    "RecursionError",
    "StopIteration",
    "UnicodeDecodeError('utf-8', b'x', 0, 1, 'y')",
    "OSError(28, 'No space left on device')",
    "type('Worst', (BaseException,), {'__str__': lambda self: 1 / 0})()",
    "type('Worst', (Exception,), {'__str__': lambda self: 1 / 0})()",
)
SPECIAL = (
    "__getattr__",
    "__getattribute__",
    "__str__",
    "__repr__",
    "__eq__",
    "__hash__",
    "__iter__",
    "__len__",
    "__bool__",
)


def own_file(rng: Random) -> str:
    raised = rng.choice(RAISED)
    values = ["None", "1", "'x'", "[]", "lambda *a, **k: None", "type", "Odd()", "Odd", "Classless()"]
    kind = rng.randrange(5)
    if kind == 0:
        return f"raise {raised}\n"
    if kind == 1:
        return rng.choice(("def (", "x = '\x00'", "\ufeffimport nothing_of_the_kind", "def f(): f()\nf()\n", "\t x"))
    method = f"    def {rng.choice(SPECIAL)}(self, *a): raise {raised}\n"
    classless = f"class Classless:\n    @property\n    def __class__(self): raise {raised}\n"
    named = "".join(f"{name} = {rng.choice(values)}\n" for name in NAMES)
    return f"class Odd:\n{method}{classless}{named}"


def edited(text: str, rng: Random) -> str:
    """A good file in which a value is another one, or something raises when it is called."""
    lines = text.split("\n")
    k = rng.randrange(len(lines))
    found = [i for i, line in enumerate(lines) if line.strip().startswith(("return ", "del "))]
    if found and rng.random() < 0.6:
        k = rng.choice(found)
        start = lines[k][: len(lines[k]) - len(lines[k].lstrip())]
        said = rng.choice((f"raise {rng.choice(RAISED)}", "return None", "return 1", "return 'x'", "return [1, 'x']"))
        lines[k] = f"{start}{said}"
    elif rng.random() < 0.5:
        del lines[k]
    else:
        lines[k] = lines[k].replace('"', "", 1).replace("(", "(None, ", 1)
    return "\n".join(lines)
