"""The layouts of published files: a container, and which of its columns is what. A new one is one entry in DETECTED.

Below them: which files of a directory hold the data. The directory is one of ours, one from the Hugging Face hub, or an
unpacked corpus. Many corpora hold the same pairs in several formats, so only files of the first kind found are read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from provenli.errors import InputError, UnknownName, suggestion
from provenli.files import read_file
from provenli.published import bare
from provenli.published.containers.json_array import JsonArray
from provenli.published.containers.json_lines import JsonLines
from provenli.published.containers.parquet import Parquet
from provenli.published.containers.problems_xml import ANSWER, ProblemsXml
from provenli.published.containers.protocol import Container, Head, Key
from provenli.published.containers.quoted_rows import QuotedRows
from provenli.published.containers.tab_lines import TabLines, base_name
from provenli.published.label_spellings import MEANINGS, is_number, plain

Roles = Mapping[str, tuple[str, ...]]
ROLES = ("premise", "hypothesis", "label", "id")
COMMON: Roles = {
    "premise": ("premise", "sentence1", "sentence_A", "ori_sentence", "text_a", "context"),
    "hypothesis": ("hypothesis", "sentence2", "sentence_B", "new_sentence", "text_b"),
    "label": ("gold_label", "label", "entailment_label", "entailment_judgment", "gold", "gold_label_log"),
    "id": ("pairID", "pair_ID", "id", "idx", "guid", "uid", "index"),
}
"""The column names that published files use. If several are there, the first counts."""


def _any_rows(head: Head) -> bool:
    del head
    return True


@dataclass(frozen=True)
class PublishedLayout:
    """`needs`: columns that only this layout has. `like`: what its first rows must be like. `tags`: further columns to
    keep; None keeps all. `three_way`: neutral is neutral even if the file holds no contradiction. `bare`: there is no
    header, so the cells tell which column is what (bare.py)."""

    name: str
    about: str
    container: Container
    needs: frozenset[str] = frozenset()
    roles: Roles = field(default_factory=lambda: COMMON)
    tags: tuple[str, ...] | None = ()
    three_way: bool = False
    like: Callable[[Head], bool] = _any_rows
    bare: bool = False


def _tagged(head: Head) -> bool:
    """No genre of MultiNLI has a colon or is named after a direction."""
    genre = head.columns["genre"]
    return any(":" in str(r.values[genre]) or "monotone" in str(r.values[genre]) for r in head.sample)


ANNOTATORS = ("label1", "label2", "label3", "label4", "label5")
SNLI = frozenset({"captionID", "pairID", "gold_label"})
MULTINLI = frozenset({"promptID", "pairID", "genre", "gold_label"})
PROMPTED = ("genre", "promptID")
HELP = ("determiner", "monotonicity", "replace_target", "replace_source", "replace_mode", "filename")
SICK = ("relatedness_score", "entailment_AB", "entailment_BA", "SemEval_set")
FRACAS = {"premise": ("premise",), "hypothesis": ("hypothesis",), "label": (ANSWER,), "id": ("id",)}
PHENOMENA = ("Lexical Semantics", "Predicate-Argument Structure", "Logic", "Knowledge", "Domain")
GLUE = {"premise": ("Premise",), "hypothesis": ("Hypothesis",), "label": ("Label",), "id": ("index", "ID")}

DETECTED: tuple[PublishedLayout, ...] = (
    # SNLI (Bowman et al. 2015): JSON lines, and the same as lines with tabs.
    PublishedLayout(
        "snli", "SNLI, JSON lines", JsonLines(), SNLI, tags=("captionID", "annotator_labels"), three_way=True
    ),
    PublishedLayout(
        "snli-tsv", "SNLI, lines with tabs", TabLines(), SNLI, tags=("captionID", *ANNOTATORS), three_way=True
    ),
    # MED (Yanaka et al. 2019) has the columns of MultiNLI, `genre` holding tags joined by colons; its `neutral` means
    # non-entailment.
    PublishedLayout("med", "MED, lines with tabs", TabLines(), MULTINLI, tags=(*PROMPTED, *ANNOTATORS), like=_tagged),
    # MultiNLI (Williams et al. 2018), as lines with tabs and as JSON lines.
    PublishedLayout("multinli", "MultiNLI, lines with tabs", TabLines(), MULTINLI, tags=(*PROMPTED, *ANNOTATORS)),
    PublishedLayout(
        "multinli-jsonl", "MultiNLI, JSON lines", JsonLines(), MULTINLI, tags=(*PROMPTED, "annotator_labels")
    ),
    # HELP (Yanaka et al. 2019b): `neutral` means non-entailment; cells with quotation marks in them are quoted.
    PublishedLayout(
        "help",
        "HELP, lines with tabs and quoting",
        QuotedRows("\t"),
        frozenset({"ori_sentence", "new_sentence"}),
        tags=HELP,
    ),
    # SICK (Marelli et al. 2014), in the spelling of the task and in that of the full corpus.
    PublishedLayout(
        "sick", "SICK, lines with tabs", TabLines(), frozenset({"sentence_A", "sentence_B"}), tags=SICK, three_way=True
    ),
    # FraCaS (Cooper et al. 1996) in the XML of MacCartney: one or several premises, answers yes, no, unknown, undef.
    PublishedLayout(
        "fracas",
        "FraCaS, XML",
        ProblemsXml(),
        roles=FRACAS,
        tags=("section", "question", "nonstandard", "note"),
        three_way=True,
    ),
    # The GLUE diagnostic set (Wang et al. 2018) with its labels.
    PublishedLayout(
        "glue-diagnostic",
        "GLUE diagnostic, lines with tabs",
        TabLines(),
        frozenset(PHENOMENA),
        GLUE,
        PHENOMENA,
        three_way=True,
    ),
    # Breaking NLI (Glockner et al. 2018): with the category of the exchanged word.
    PublishedLayout(
        "breaking-nli",
        "Breaking NLI, JSON lines",
        JsonLines(),
        frozenset({"category", "sentence1", "sentence2", "gold_label"}),
        tags=("category", "annotator_labels"),
        three_way=True,
    ),
    # What `provenli generate` writes.
    PublishedLayout(
        "provenli",
        "our own data sets",
        JsonLines(),
        frozenset({"premise", "hypothesis", "label", "schema", "features"}),
        tags=("schema",),
        three_way=True,
    ),
    # Any file with columns premise, hypothesis and label, by these or other usual names.
    PublishedLayout("jsonl", "JSON lines", JsonLines(), tags=None),
    PublishedLayout("json", "a JSON array of objects", JsonArray(), tags=None),
    PublishedLayout("tsv", "lines with tabs, no quoting", TabLines(), tags=None),
    PublishedLayout("csv", "commas, with quoting", QuotedRows(), tags=None),
    PublishedLayout("semicolons", "semicolons, with quoting", QuotedRows(";"), tags=None),
    PublishedLayout("parquet", "Parquet", Parquet(), tags=None),
    # Without a header, as the semantic fragments (Richardson et al. 2020) are published.
    PublishedLayout("bare-tsv", "lines with tabs and no header", TabLines(header=False), tags=None, bare=True),
    PublishedLayout("bare-csv", "commas, quoting, no header", QuotedRows(header=False), tags=None, bare=True),
)
"""Layouts in the order in which they are tried."""
# Never found by itself: in a file with tabs, quotation marks are taken for part of the sentences.
QUOTED_TABS = PublishedLayout("quoted-tsv", "lines with tabs, with quoting", QuotedRows("\t"), tags=None)
LAYOUTS: dict[str, PublishedLayout] = {layout.name: layout for layout in (*DETECTED, QUOTED_TABS)}


def layout_named(name: str) -> PublishedLayout:
    if name not in LAYOUTS:
        raise UnknownName("layout", name, LAYOUTS)
    return LAYOUTS[name]


# --- Which column is what ---


NEEDED = ("premise", "hypothesis", "label")
PARSES = ("_parse", "_tree")
"""Endings of columns that repeat a sentence with brackets, which are not worth keeping."""


@dataclass(frozen=True)
class ColumnRoles:
    """The name of each role's column, and the key of every column. `also`: other columns that should give the same
    label."""

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
    """`given` and `labels`: what the user says about columns and about the spelling of labels."""
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
    """Refuse a header if columns are given by number and the first line is like a row, or its label is a label."""
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
    without = "; without labels: `provenli entails --file` decides the pairs" if role == "label" else ""
    return f"expected a column {names}, found {found}; say which it is: --columns {role}=COLUMN{without}"


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


KINDS = ((".parquet",), (".jsonl",), (".json",), (".tsv",), (".csv",), (".txt",), (".xml",))
OURS = "manifest.json"
NO_PAIRS = frozenset({"certificates.jsonl", "patterns.jsonl"})
"""Files of our data sets that hold no pairs."""
FORMATS = (".jsonl", ".parquet", ".snli.jsonl", ".mnli.tsv")
"""Endings in our data sets: PART.snli.jsonl and the like repeat PART.jsonl."""
ABOUT = frozenset({"dataset_infos.json", "dataset_info.json", "dataset_dict.json", "state.json", OURS})
DEEP = 3


def files_of(directory: Path) -> list[list[Path]]:
    """Files by kind, each sorted by name. If there are data sets of ours among them, these and other JSON lines come
    first."""
    if own := _own(directory):
        return [own]
    places = (d for k in range(1, DEEP) for d in directory.glob("*/" * k) if not _hidden(d, directory))
    ours = {d: own for d in places if (own := _own(d))}
    data = (f for k in range(DEEP) for f in directory.glob("*/" * k + "*") if _is_data(f, directory))
    found = sorted(f for f in data if not ours.keys() & set(f.parents))
    kinds = {kind: [f for f in found if f.suffix in kind] for kind in KINDS}
    if ours:
        lines = kinds.pop((".jsonl",))
        return [sorted([*lines, *(f for own in ours.values() for f in own)]), *filter(None, kinds.values())]
    return [files for files in kinds.values() if files]


def _own(directory: Path) -> list[Path]:
    """The files with pairs of a data set of ours, in one format; none if it is not one."""
    if not any((directory / n).exists() for n in (OURS, *NO_PAIRS)):
        return []
    names = _listed(directory / OURS)
    listed = [f for f in directory.rglob("*") if f.relative_to(directory).as_posix() in names]
    top = [f for f in listed if f.parent == directory]  # what lies deeper, under hf, repeats it
    there = top or listed or [f for f in directory.glob("*.jsonl") if f.name not in NO_PAIRS]
    formats = ([f for f in there if f.name.endswith(end) and f.name.count(".") == end.count(".")] for end in FORMATS)
    return sorted(next(filter(None, formats), []))


def _listed(manifest: Path) -> set[str]:
    """The files of the parts; none if the manifest is missing or not ours."""
    try:
        parts = json.loads(read_file(manifest))["parts"]
        return {name for part in parts.values() for name in part["files"]}
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return set()


def _is_data(file: Path, directory: Path) -> bool:
    about = file.name in ABOUT or file.stem.lower().startswith(("readme", "license"))
    inner = file.name in NO_PAIRS and (file.parent / OURS).exists()
    return not _hidden(file, directory) and not about and not inner and file.is_file()


def _hidden(path: Path, directory: Path) -> bool:
    return any(part.startswith((".", "__")) for part in path.relative_to(directory).parts)
