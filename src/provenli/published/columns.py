"""Which column is what: by the user's word, by name, or where there is no header by what the cells look like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from provenli.errors import InputError, suggestion
from provenli.published import bare
from provenli.published.containers.protocol import Head, Key
from provenli.published.containers.tab_lines import base_name
from provenli.published.label_spellings import MEANINGS, is_number, plain
from provenli.published.layouts import ROLES, PublishedLayout

NEEDED = ("premise", "hypothesis", "label")
PARSES = ("_parse", "_tree")
"""Endings of columns that repeat a sentence with brackets: not worth keeping."""


@dataclass(frozen=True)
class ColumnRoles:
    """Role to name, and everything's key. `also`: other columns that should say the same label."""

    names: Mapping[str, str]
    keys: Mapping[str, Key]
    also: tuple[tuple[str, Key], ...]
    tags: tuple[tuple[str, Key], ...]


class NoColumn(InputError):
    """No column for a role."""


def check_roles(given: Mapping[str, str]) -> None:
    for role in given:
        if role not in ROLES:
            raise InputError(f"--columns {role}=…: no role {role!r}; {suggestion(role, ROLES)}")


def resolve(layout: PublishedLayout, head: Head, given: Mapping[str, str], labels: Mapping[str, str]) -> ColumnRoles:
    """`given` and `labels`: what the user says of columns and of labels' spellings."""
    names = {role: _given(head, role, column) for role, column in given.items()}
    if not layout.bare:
        _refuse_a_row_as_header(given, head, labels)
    guessed = bare.roles_of(head, names.get("label"), labels) if layout.bare and not set(NEEDED) <= set(names) else {}
    for role in ROLES:
        found = names.get(role) or guessed.get(role) or (None if layout.bare else _named(layout, head, role))
        if found is not None:
            names[role] = found
        elif role in NEEDED:
            raise NoColumn(_missing(layout, head, role))
    return ColumnRoles(
        names,
        {r: head.columns[n] for r, n in names.items()},
        _also(layout, head, names, given),
        _tags(layout, head, names),
    )


def _given(head: Head, role: str, column: str) -> str:
    if column in head.columns:
        return column
    if column.isdecimal() and 1 <= int(column) <= len(head.columns):
        return list(head.columns)[int(column) - 1]
    raise InputError(f"--columns {role}={column}: no column {column!r}; {suggestion(column, head.columns)}")


def _refuse_a_row_as_header(given: Mapping[str, str], head: Head, labels: Mapping[str, str]) -> None:
    """Columns by number, and the first line is like a row or its label is a label: then it is no header."""
    if all(c in head.columns or not c.isdecimal() for c in given.values()):
        return
    label = given.get("label", "")
    cell = list(head.columns)[int(label) - 1] if label.isdecimal() and 0 < int(label) <= len(head.columns) else None
    if bare.is_row(head) or (cell is not None and (plain(cell) in MEANINGS or cell in labels or is_number(cell))):
        raise NoColumn("the first line is no header; put one before it, or choose --layout bare-tsv or bare-csv")


def _named(layout: PublishedLayout, head: Head, role: str) -> str | None:
    wanted = layout.roles.get(role, ())
    exact = next((n for n in wanted if n in head.columns), None)
    folded = {c.casefold(): c for c in reversed(list(head.columns))}
    return exact or next((folded[n.casefold()] for n in wanted if n.casefold() in folded), None)


def _missing(layout: PublishedLayout, head: Head, role: str) -> str:
    if bare.is_row(head):
        return bare.NO_LABELS
    wanted = layout.roles[role]
    names = f"{', '.join(wanted[:-1])} or {wanted[-1]}" if len(wanted) > 1 else wanted[0]
    found = ", ".join(c[:40] if c.isprintable() else repr(c[:40]) for c in list(head.columns)[:12]) or "none"
    return f"expected a column {names}, found {found}; say which it is: --columns {role}=COLUMN"


def _also(
    layout: PublishedLayout, head: Head, names: Mapping[str, str], given: Mapping[str, str]
) -> tuple[tuple[str, Key], ...]:
    if "label" in given:
        return ()
    others = [c for c in head.columns if base_name(c) in layout.roles["label"] and c != names["label"]]
    return tuple((n, head.columns[n]) for n in others)


def _tags(layout: PublishedLayout, head: Head, names: Mapping[str, str]) -> tuple[tuple[str, Key], ...]:
    used = set(names.values())
    kept = layout.tags if layout.tags is not None else [c for c in head.columns if not c.endswith(PARSES)]
    return tuple((c, head.columns[c]) for c in kept if c in head.columns and c not in used)
