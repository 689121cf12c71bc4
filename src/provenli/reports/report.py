"""A report on disk: index.html, tables.md, tables.csv, and a figure each as SVG and PNG."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from provenli.data.stored_proofs import FragmentFor
from provenli.errors import InputError
from provenli.files import alone_in, whole_text, write_whole
from provenli.reports.asked_item import ASKED, AskedItem, SideBySide, asked_kind, side_by_side
from provenli.reports.audit_item import AUDIT_KIND
from provenli.reports.figures import pictures_of
from provenli.reports.figures.canvas import CONTROLS, drawn
from provenli.reports.item import ItemKind, ReportItem
from provenli.reports.page_templates import rendered
from provenli.reports.predictions_item import PREDICTIONS_KIND
from provenli.reports.run_item import RUN_KIND
from provenli.reports.study_item import STUDY_KIND
from provenli.reports.tables import csv_lines
from provenli.scoring.grids import csv_text

ITEM_KINDS = (STUDY_KIND, AUDIT_KIND, RUN_KIND, asked_kind(None), PREDICTIONS_KIND)
PAGE, TABLES = "index.html", ("tables.md", "tables.csv")


@dataclass(frozen=True)
class ShownPicture:
    """`file`: the name of its SVG and PNG, without ending."""

    name: str
    title: str
    file: str
    svg: str


@dataclass(frozen=True)
class ShownItem:
    """An item with its pictures, by name, and everything that a reader must know about it."""

    path: Path
    kind: str
    item: ReportItem
    pictures: dict[str, ShownPicture] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    maps: tuple[str, ...] = ()
    """Names of the files of its failure maps, without ending."""

    def to_json(self) -> dict[str, Any]:
        return {"path": str(self.path), "kind": self.kind, "summary": self.item.summary, **self.item.facts()}


def default_out(items: Sequence[Path]) -> Path:
    """A place within the directory that the report is about. A report on a file or on several items has no such
    place."""
    if len(items) == 1 and items[0].is_dir():
        return items[0] / "report"
    for item in items:
        if not item.exists():
            raise InputError(f"{item}: no such file or directory; expected {_expected()}")
    about = "several items" if len(items) > 1 else "a file"
    raise InputError(f"--out is missing: a report on {about} needs a directory to be written to, such as --out report")


def write_report(items: Sequence[Path], out: Path, fragment_for: FragmentFor | None = None) -> dict[str, Any]:
    """Write the report. Returns the files by kind, and a summary of each item; for a single study, also its values.
    `fragment_for`: where fragments come from, for proofs of pairs that models were asked about."""
    kinds = [asked_kind(fragment_for) if k.name == ASKED else k for k in ITEM_KINDS]
    found = [_read(Path(p), kinds) for p in items]
    if not found:
        raise InputError(f"nothing to report on: expected {_expected()}")
    twice = next((p for k, p in enumerate(items) if p in items[:k]), None)
    if twice is not None:
        raise InputError(f"{twice} is named twice; each item is shown once")
    if out.is_symlink():  # a run's directory may come from elsewhere, and its report must stay within it
        raise InputError(f"{out} is a link, expected a directory: remove it or choose another --out")
    is_new = not os.path.lexists(out)
    with alone_in(out):
        try:
            return _written(_write(found, out), out)
        except BaseException:
            if is_new:  # figures without their page are no report
                shutil.rmtree(out, ignore_errors=True)
            raise


def _write(found: Sequence[ShownItem], out: Path) -> list[ShownItem]:
    names = FreeNames()
    shown = [_with_maps(_with_pictures(item, out, names), out, names) for item in found]
    beside = side_by_side([s.item for s in shown])
    pages = {
        PAGE: _page(shown, out, beside),
        TABLES[0]: "\n".join([*([beside.markdown()] if beside else []), *(s.item.markdown(s.notes) for s in shown)]),
        TABLES[1]: csv_text(csv_lines(line for s in shown for line in s.item.csv_lines())),
    }
    for name, text in pages.items():
        with whole_text(out / name) as file:
            file.write(text)
    return shown


def _written(shown: Sequence[ShownItem], out: Path) -> dict[str, Any]:
    told = [s.to_json() for s in shown]
    return {
        "page": str(out / PAGE),
        "tables": [str(out / name) for name in TABLES],
        "figures": [str(out / f"{p.file}.{kind}") for s in shown for p in s.pictures.values() for kind in ENDINGS],
        "maps": [str(out / f"{file}.svg") for s in shown for file in s.maps],
        "notes": list(dict.fromkeys(n for s in shown for n in s.notes)),
        "items": told,
        **(shown[0].item.facts() if [s.kind for s in shown] == [STUDY_KIND.name] else {}),
    }


def _read(path: Path, kinds: Sequence[ItemKind]) -> ShownItem:
    for kind in kinds:
        if kind.fits(path):
            item = kind.read(path)
            return ShownItem(path, kind.name, item, notes=item.notes)
    if (path / "manifest.json").is_file():
        raise InputError(f"{path} is a data set: `provenli browse {path}` shows it; a report expects {_expected()}")
    what = "a directory" if path.is_dir() else "a file" if path.exists() else "nothing"
    raise InputError(
        f"{path} cannot be reported on: expected {_expected()}; found {what}{' without any of these' * path.is_dir()}"
    )


def _expected() -> str:
    return ", or ".join(kind.expected for kind in ITEM_KINDS)


ENDINGS = ("svg", "png")


class FreeNames:
    """Names of files from names in data: only letters, digits, - and _, none twice."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def free(self, wanted: str) -> str:
        plain = re.sub(r"[^A-Za-z0-9_-]+", "-", wanted).strip("-")[:80] or "figure"
        name, k = plain, 2
        while name.lower() in self.taken:
            name, k = f"{plain}-{k}", k + 1
        self.taken.add(name.lower())
        return name


def _with_maps(found: ShownItem, out: Path, names: FreeNames) -> ShownItem:
    """On the page the maps are drawn anew, with links to examples."""
    if not isinstance(found.item, AskedItem):
        return found
    files = []
    for drawn_map in found.item.maps:
        files.append(names.free(f"failure-{drawn_map.name}"))
        text = rendered("failure_map.svg.j2", map=drawn_map, linked=False)
        write_whole(out / f"{files[-1]}.svg", CONTROLS.sub(b"", text.strip().encode()))
    return replace(found, maps=tuple(files))


def _with_pictures(found: ShownItem, out: Path, names: FreeNames) -> ShownItem:
    shown: dict[str, ShownPicture] = {}
    for picture in pictures_of(found.item):
        name = names.free(picture.name)
        try:
            files = drawn(picture, name)
        except ImportError as error:
            return ShownItem(found.path, found.kind, found.item, {}, (*found.notes, f"Figures are left out: {error}."))
        for ending, content in zip(ENDINGS, files, strict=True):
            write_whole(out / f"{name}.{ending}", content)
        shown[picture.name] = ShownPicture(picture.name, picture.title, name, files[0].decode())
    return ShownItem(found.path, found.kind, found.item, shown, found.notes)


def _page(shown: Sequence[ShownItem], out: Path, beside: SideBySide | None) -> str:
    def link(path: Path) -> str:
        return quote(os.path.relpath(path, out))

    return rendered("report.html.j2", items=shown, link=link, beside=beside)
