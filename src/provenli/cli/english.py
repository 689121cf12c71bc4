"""What `provenli parse english` prints: arrows, tree, operators, meaning; or one JSON value a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from provenli.cli.app import say
from provenli.errors import InputError, escaped
from provenli.files import read_file

if TYPE_CHECKING:
    from provenli.english.analysis import Analysis, EnglishTree


def parse_english(
    sentence: str | None, file: Path | None, derivations: Path | None, reader: tuple[str, str], as_json: bool
) -> None:
    """`reader`: its name, and the profile that it follows."""
    if sum(given is not None for given in (sentence, file, derivations)) != 1:
        raise InputError(
            'parse english needs one sentence, --file or --derivations: provenli parse english "No dog barked."'
        )
    for found in analyses(sentence, file, derivations, *reader):
        if as_json:
            say(json.dumps(found.to_json(), ensure_ascii=False))
        else:
            say(escaped_lines(shown_analysis(found)) if sentence is not None else escaped(found.arrows()))


def analyses(
    sentence: str | None, file: Path | None, derivations: Path | None, backend: str, profile: str
) -> Iterator[Analysis]:
    from provenli.english.readers import analysed_derivations, reader_named

    reader = reader_named(backend, profile)
    if derivations is not None:
        yield from analysed_derivations(text_of(derivations, "a file of CCG derivations"), profile)
        return
    lines = (sentence,) if sentence is not None else sentences_of(file) if file is not None else ()
    for line in lines:
        yield reader.read(line)


def escaped_lines(text: str) -> str:
    return "\n".join(escaped(line) for line in text.split("\n"))


def sentences_of(path: Path) -> tuple[str, ...]:
    """One a line; empty lines are passed over."""
    text = text_of(path, "a file of sentences, one on each line")
    found = tuple(line.removesuffix("\r") for line in text.split("\n") if line.strip())
    if not found:
        raise InputError(f"{path}: no sentences; expected one on each line")
    return found


def text_of(path: Path, expected: str) -> str:
    try:
        return read_file(path).decode("utf-8-sig")
    except OSError as e:
        raise InputError(f"{path}: {e.strerror or e}; expected {expected}") from e
    except UnicodeDecodeError as e:
        raise InputError(f"{path}, byte {e.start}: not UTF-8 text; expected {expected}") from e


def shown_analysis(a: Analysis) -> str:
    from provenli.logic.formula_printer import show_pretty
    from provenli.logic.formulas import unmark

    lines = [a.arrows(), "(↑ may be widened, ↓ may be narrowed, = neither)"]
    if a.tree is not None:
        lines += ["", *tree_lines(a, a.tree, 0)]
    if a.operators:
        lines += ["", *(f"{o.why}: {scope_text(a, o.scope)}" for o in a.operators)]
    if a.meaning is not None:
        lines += ["", f"meaning: {show_pretty(unmark(a.meaning))}"]
    else:
        kind = "scope only" if a.coverage == "scope" else "not covered"
        lines += ["", f"{kind}; {a.stopped}"]
    return "\n".join(lines)


def scope_text(a: Analysis, scope: tuple[tuple[int, str], ...]) -> str:
    signs = {"up": "↑", "down": "↓", "non": "="}
    return " ".join(f"{a.tokens[k].text.rstrip('.,;:!?')}{signs[effect]}" for k, effect in scope) or "nothing"


def tree_lines(a: Analysis, tree: EnglishTree, depth: int) -> list[str]:
    words = " ".join(t.text for t in a.tokens[tree.first : tree.end])
    below = [line for child in tree.children for line in tree_lines(a, child, depth + 1)]
    if len(tree.children) == 1:  # a change of category: on one line
        only = tree.children[0]
        return [f"{'  ' * depth}{tree.category} ← {only.category}  {words}", *below[1:]]
    return [f"{'  ' * depth}{tree.category}  {words}", *below]
