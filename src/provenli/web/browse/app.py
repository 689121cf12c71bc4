"""The pages of `provenli browse`: files, rows, a pair, a pair of one's own. They only read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse, Response

from provenli.data.readers import Row
from provenli.data.stored_proofs import StoredProofs
from provenli.errors import ProveNLIError
from provenli.library.fragment_shelf import FRAGMENTS, fragment_for, load_file, source_of
from provenli.pairs.fragment import Fragment
from provenli.web.application import LOOPBACK, Asgi, guarded, plain_app
from provenli.web.browse.evidence import ENGLISH, evidence, one_at_a_time
from provenli.web.browse.row_index import RowQuestion, words_of
from provenli.web.browse.sources import BrowsedFile, BrowsedRow
from provenli.web.pages import page

A_PAGE = 50
STORED = "stored"
FEW = 20_000
"""Up to this many answers, every facet is counted at once; with more, counts are those of the whole file."""
SHOWN_VALUES = 40
MOST_CHOICES = 12


@dataclass(frozen=True)
class OwnFragment:
    """A file that the user named. It decides pairs of data sets made with it, and of files that do not say where they
    come from."""

    path: str
    sha256: str
    fragment: Fragment

    @classmethod
    def at(cls, path: str) -> OwnFragment:
        sha256 = source_of(path) or ""
        return cls(path, sha256, load_file(Path(path), sha256))

    def of(self, file: BrowsedFile) -> Fragment | None:
        return self.fragment if file.source == self.sha256 or not file.fragment else None


@dataclass(frozen=True)
class StoredCheck:
    """What the kernel says about a row's certificate in its data set."""

    told: str
    holds: bool
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class BrowsePages:
    """`mine`: the file of the user's own fragment, if one was given; it decides what was made with it."""

    files: tuple[BrowsedFile, ...]
    mine: OwnFragment | None = None
    _stored: dict[str, StoredProofs] = field(default_factory=dict)

    def add_to(self, app: FastAPI) -> None:
        get = ["GET"]
        app.add_api_route("/", self.start, methods=get)
        app.add_api_route("/own", self.own, methods=get)
        app.add_api_route("/{slug}", self.rows, methods=get)
        app.add_api_route("/{slug}/pair", self.by_id, methods=get)
        app.add_api_route("/{slug}/{number}", self.pair, methods=get)

    def _file(self, slug: str) -> BrowsedFile | None:
        return next((f for f in self.files if f.slug == slug), None)

    def start(self) -> Response:
        return page("files.html.j2", files=self.files)

    # --- rows ---

    def rows(self, request: Request, slug: str, first: str = "0", words: str = "") -> Response:
        file = self._file(slug)
        if file is None:
            return _nothing("There is no such file; perhaps other paths were given when the page was made.")
        chosen = {n: v for n, v in request.query_params.items() if n in _facet_keys(file)}
        named = {key: name for name, key in _keyed(file)}
        asked = RowQuestion(
            tuple((named[k], v) for k, v in list(chosen.items())[:MOST_CHOICES]), tuple(words_of(words)[:MOST_CHOICES])
        )
        start = int(first) if first.isascii() and first.isdigit() and len(first) < 12 else 0
        total = file.index.count(asked)
        start = min(start, max(0, total - 1)) // A_PAGE * A_PAGE
        found = [file.row(n) for n in file.index.page(asked, start, A_PAGE)]
        return page(
            "rows.html.j2",
            file=file,
            rows=[(row, self._predictions(file, row)) for row in found],
            total=total,
            first=start,
            a_page=A_PAGE,
            shown_values=SHOWN_VALUES,
            words=words[:200],
            chosen=chosen,
            facets=list(_facets(file, asked, chosen, total)),
            exact=_is_exact(asked, total),
            link=lambda **changes: _link(slug, chosen, words, changes),
        )

    # --- one pair ---

    def by_id(self, slug: str, id: str = "") -> Response:
        """A permanent link, whatever the order of rows."""
        file = self._file(slug)
        number = None if file is None else file.index.row_of(id)
        if file is None or number is None or file.row(number).id != id:
            return _nothing("There is no such row.")
        return RedirectResponse(f"/{slug}/{number}", 303)

    def pair(self, slug: str, number: str, check: str = "") -> Response:
        file = self._file(slug)
        plain = number.isascii() and number.isdigit() and len(number) < 12
        if file is None or not plain or int(number) >= file.index.rows:
            return _nothing("There is no such row.")
        row = file.row(int(number))
        own = self.mine.of(file) if self.mine is not None else None
        found = evidence(file.fragment, row.premise, row.hypothesis, own) if row.premise else None
        said = self._predictions(file, row)
        stored = self._checked(file, row) if check == STORED and row.certified else None
        agrees = _agrees(row, found)
        return page("pair.html.j2", file=file, row=row, found=found, predictions=said, agrees=agrees, stored=stored)

    def _checked(self, file: BrowsedFile, row: BrowsedRow) -> StoredCheck:
        """The certificate as it lies in the data set; nothing is decided anew."""
        proofs = self._stored.setdefault(file.slug, StoredProofs(file.path, self._fragments))
        whole = row.whole
        try:
            with one_at_a_time:
                given = (0, row.id, row.premise, row.hypothesis, row.gold, whole["schema"], whole["features"], "")
                found = proofs.of(Row(*given))
        except ProveNLIError as error:
            return StoredCheck(str(error), False)
        told = f"The kernel accepts the stored certificate of {found.schema} for these sentences and this label."
        return StoredCheck(told, True, tuple(found.lines))

    def _fragments(self, place: Path) -> Callable[[str], Fragment]:
        return fragment_for(place, self.mine.path if self.mine is not None else None)

    def _predictions(self, file: BrowsedFile, row: BrowsedRow) -> list[tuple[str, str, bool]]:
        """The predictions of models for the row, and whether each is its label."""
        told = []
        for other in self.files:
            number = other.index.row_of(row.id) if other.predicts and other is not file else None
            if number is not None:
                said = other.row(number)
                if said.id == row.id:
                    told.append((other.title, said.label, _same(said.label, row.gold)))
        return told

    def own(self, fragment: str = "", premise: str = "", hypothesis: str = "") -> Response:
        asked = bool(premise.strip() and hypothesis.strip())
        names = [*([self.mine.fragment.name] if self.mine is not None else []), *FRAGMENTS, ENGLISH]
        chosen = fragment if fragment in names else ""
        own = self.mine.fragment if self.mine is not None and chosen == self.mine.fragment.name else None
        found = evidence(chosen, premise, hypothesis, own) if asked else None
        given = {"fragment": chosen, "premise": premise[:1000], "hypothesis": hypothesis[:1000]}
        return page("own.html.j2", fragments=names, given=given, found=found)


def _nothing(told: str) -> Response:
    return page("message.html.j2", 404, title="Not here", told=told)


def _same(one: str, two: str) -> bool:
    """Whether two labels agree; neutral and contradiction are both non-entailment."""
    finer = {"neutral", "contradiction"}
    return one == two or (one in finer and two == "non-entailment") or (two in finer and one == "non-entailment")


def _agrees(row: BrowsedRow, found: Any) -> str:
    """Whether the decision is the row's gold label; empty if there is nothing to compare."""
    if found is None or not found.sure or not row.gold:
        return ""
    return "yes" if _same(found.label, row.gold) else "no"


# --- facets ---


def _keyed(file: BrowsedFile) -> list[tuple[str, str]]:
    """Facets under the names they have in an address, which differ from our own parameters."""
    return [(name, f"f.{name}") for name in file.index.facets]


def _facet_keys(file: BrowsedFile) -> set[str]:
    return {key for _, key in _keyed(file)}


def _is_exact(asked: RowQuestion, total: int) -> bool:
    return total <= FEW or not (asked.facets or asked.words)


def _facets(file: BrowsedFile, asked: RowQuestion, chosen: dict[str, str], total: int) -> Any:
    for name, key in _keyed(file):
        facet = file.index.facets[name]
        if (asked.facets or asked.words) and total <= FEW:
            counts = file.index.counts(asked, name).most_common(SHOWN_VALUES)
        else:
            every = sorted(zip(facet.values, facet.counts, strict=True), key=lambda x: -x[1])
            counts = every[:SHOWN_VALUES]
        if len(facet.values) > 1 or key in chosen:
            yield name, key, counts, len(facet.values)


def _link(slug: str, chosen: dict[str, str], words: str, changes: dict[str, str]) -> str:
    """The same page with something changed; an empty value removes it."""
    asked = {"words": words, **chosen, **changes}
    kept = {k: v for k, v in asked.items() if v}
    return f"/{slug}?{urlencode(kept, errors='replace')}"


def browse_app(files: Sequence[BrowsedFile], hosts: tuple[str, ...] = (), own: str | None = None) -> Asgi:
    """`own`: the path of the user's own fragment; it is run, since the user names it."""
    app: Any = plain_app()
    BrowsePages(tuple(files), None if own is None else OwnFragment.at(own)).add_to(app)
    return guarded(app, (*LOOPBACK, *hosts))
