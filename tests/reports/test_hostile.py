"""Whatever a file says, in every field that is shown, the report has no markup of it and stays in its directory."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import shutil
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from provenli.audits.results import COUNTED
from provenli.errors import InputError, ProveNLIError
from provenli.reports.report import FreeNames, write_report
from provenli.studies.record import result_path, write_failure
from tests.reports.test_items import write_predictions, write_run
from tests.reports.test_report import a_run

EVIL = "=x|\n\"'><img src=x onerror=alert(1)></script></style></svg><script>alert(1)</script>`$\\frac{\x01\u2028](x)"


class Elements(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))


def check_safe(out: Path) -> None:
    for file in (*out.glob("*.html"), *out.glob("*.svg")):
        for tag, attributes in Elements(file.read_text()).found:
            assert tag not in ("script", "img", "iframe", "object", "foreignobject"), file
            assert not any(name.startswith("on") for name, _ in attributes), file
            assert not any((v or "").strip().lower().startswith("javascript:") for _, v in attributes), file
    markdown = (out / "tables.md").read_text()
    assert "<img" not in markdown
    assert "](x)" not in markdown
    cells = [c for line in csv.reader(io.StringIO((out / "tables.csv").read_text())) for c in line]
    assert not any(re.match(r"[=@]|[+-](?!\d)", c) for c in cells)


def places(value: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Of every text, number and key in a JSON value."""
    if isinstance(value, dict):
        for k, v in value.items():
            yield from places(v, (*at, k))
    elif isinstance(value, list):
        for k, v in enumerate(value[:1]):
            yield from places(v, (*at, k))
    else:
        yield at


def changed(value: Any, at: tuple[str | int, ...], to: Any) -> Any:
    if not at:
        return to
    if isinstance(value, dict):
        return {k: changed(v, at[1:], to) if k == at[0] else v for k, v in value.items()}
    return [changed(v, at[1:], to) if k == at[0] else v for k, v in enumerate(value)]


def renamed(value: Any) -> Any:
    """With every text replaced, but for those that tie files together."""
    if isinstance(value, dict):
        return {
            k: v if k in ("kind", "cells", "tests", "by", "metric") and not isinstance(v, dict) else renamed(v)
            for k, v in value.items()
        }
    if isinstance(value, list):
        return [renamed(v) for v in value]
    return EVIL if isinstance(value, str) else value


def refusal(report: Callable[[], Any]) -> str:
    try:
        report()
    except ProveNLIError as error:
        return str(error)
    return ""


def each_field(files: list[Path], root: Path, report: Callable[[], Any]) -> tuple[int, int]:
    """Every value of the files in turn is made hostile; how many were taken and refused."""
    taken = refused = 0
    for file in files:
        before = file.read_text()
        for at in places(json.loads(before)):
            for to in (EVIL, [EVIL], None, {"a": EVIL}, 10**400):
                file.write_text(json.dumps(changed(json.loads(before), at, to)))
                if message := refusal(report):
                    refused += 1
                    assert len(message.splitlines()) == 1, (file, at)
                else:
                    taken += 1
                    check_safe(root)
        file.write_text(before)
    return taken, refused


@pytest.fixture
def without_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes most of the time, and is tested once with all of it."""
    monkeypatch.setattr("provenli.reports.report.pictures_of", lambda _: ())


@pytest.mark.usefixtures("without_figures")
def test_every_field_of_a_study(tmp_path: Path) -> None:
    run, out = a_run(tmp_path / "run", "paper"), tmp_path / "out"
    artifact = run / "artifacts" / "scores-1"
    files = [run / "study.json", run / "cells" / "a@0.json", artifact / "examples.json", artifact / "made.json"]
    taken, refused = each_field(files, out, lambda: write_report([run], out))
    assert (taken > 40, refused > 200) == (True, True), (taken, refused)


@pytest.mark.usefixtures("without_figures")
def test_every_field_of_criteria_and_failures(tmp_path: Path) -> None:
    """The hash of the criteria may be forged too."""
    run, out = a_run(tmp_path / "run", "paper"), tmp_path / "out"
    write_failure(run, "c", 0, "why")
    criteria, record = run / "findings.json", json.loads((run / "study.json").read_text())

    def report() -> None:
        digest = hashlib.sha256(criteria.read_bytes()).hexdigest()
        (run / "study.json").write_text(json.dumps(record | {"criteria": digest}))
        write_report([run], out)

    taken, refused = each_field([criteria, run / "failed" / "c@0.json"], out, report)
    assert (taken > 5, refused > 20) == (True, True), (taken, refused)


@pytest.mark.usefixtures("without_figures")
def test_every_field_of_a_training(tmp_path: Path) -> None:
    run, out = write_run(tmp_path / "run"), tmp_path / "out"
    taken, refused = each_field([run / "config.json", run / "result.json"], out, lambda: write_report([run], out))
    assert (taken >= 8, refused > 20) == (True, True)


@pytest.mark.usefixtures("without_figures")
def test_every_field_of_an_audit(tmp_path: Path) -> None:
    names = ("pairs", "covered", "unreadable", "schemas", "read", *COUNTED.values())
    counts = {"by_change": {"a->b": 1}, "rescued_by": {"none": 1}, "tolerances": {"x": 2}}
    told = {"file": "f", "fragment": "x", "two_way": False, "reading": {"scope": "surface"}, **dict.fromkeys(names, 3)}
    audit, out = tmp_path / "audit", tmp_path / "out"
    audit.mkdir()
    (audit / "audit.json").write_text(json.dumps(told | counts))
    taken, refused = each_field([audit / "audit.json"], out, lambda: write_report([audit], out))
    assert (taken >= 2, refused > 50) == (True, True)


def test_everything_is_hostile_at_once_and_drawn(tmp_path: Path) -> None:
    """Names of figures are paths, labels are tags and formulas of TeX."""
    run, out = a_run(tmp_path / "run", "paper"), tmp_path / "report" / "out"
    record = json.loads((run / "study.json").read_text())
    kept = {k: record[k] for k in ("provenli", "cells", "seeds", "criteria")}
    hostile = renamed(record) | kept
    for output, name in zip(hostile["outputs"], ("../up", "/tmp/absolute", ".."), strict=True):
        output["name"] = name
    (run / "study.json").write_text(json.dumps(hostile))
    predictions = write_predictions(tmp_path / f"<img src=x>{'=' * 3}.jsonl", id=EVIL + "1", schema=EVIL)
    text = predictions.read_text().replace('"depth"', json.dumps(EVIL)).splitlines()[:13]
    predictions.write_text("\n".join(text) + "\n")
    found = write_report([run, predictions, write_run(tmp_path / "r", model=EVIL)], out)
    check_safe(out)
    assert len(found["figures"]) >= 6
    assert {Path(f).parent for f in found["figures"]} == {out}
    assert sorted(p.name for p in (tmp_path / "report").rglob("*") if p.is_file()) == sorted(
        ["index.html", "tables.md", "tables.csv", *(Path(f).name for f in found["figures"])]
    )


def test_a_seed_that_is_no_number(tmp_path: Path) -> None:
    run = a_run(tmp_path / "run", "paper")
    cell = run / "cells" / "a@0.json"
    for seed in ("<script>alert(1)</script>", [], None, True):
        cell.write_text(json.dumps(json.loads(cell.read_text()) | {"seed": seed}))
        with pytest.raises(InputError, match="is damaged: remove it"):
            write_report([run], tmp_path / "out")


def test_links_are_not_followed(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run")
    target = tmp_path / "target"
    target.mkdir()
    (run / "report").symlink_to(target)
    with pytest.raises(InputError, match="is a link, expected a directory"):
        write_report([run], run / "report")
    (tmp_path / "precious").write_text("kept")
    out = tmp_path / "out"
    out.mkdir()
    (out / "index.html").symlink_to(tmp_path / "precious")
    write_report([run], out)
    assert (tmp_path / "precious").read_text() == "kept"
    assert list(target.iterdir()) == []


@pytest.mark.parametrize("name", ["../../other", "/etc", "..", "."])
def test_examples_are_read_within_the_run(name: str, tmp_path: Path) -> None:
    run = a_run(tmp_path / "run", "paper")
    cell = run / "cells" / "a@0.json"
    cell.write_text(cell.read_text().replace("scores-1", name))
    with pytest.raises(InputError, match="artifact: expected a plain name"):
        write_report([run], tmp_path / "out")


@pytest.mark.parametrize("name", ["artifacts", "cells", "work", "report"])
def test_a_study_does_not_write_through_links(name: str, tmp_path: Path) -> None:
    run, target = a_run(tmp_path / "run", "paper"), tmp_path / "target"
    target.mkdir()
    if (run / name).is_dir():
        shutil.rmtree(run / name)
    (run / name).symlink_to(target)
    with pytest.raises(InputError, match=rf"{name} is a link, expected a directory"):
        a_run(run, "paper")
    assert list(target.iterdir()) == []


@pytest.mark.parametrize("name", ["../up", "/abs", "a/b", "..", ".", "", "x" * 500, "con\0", "\\", "index.html"])
def test_names_of_figures_stay_names(name: str) -> None:
    found = FreeNames()
    first, again = found.free(name), found.free(name)
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,90}", first)
    assert first != again


@pytest.mark.parametrize("cell", ["../../up", "/tmp/x", "a\0"])
def test_a_record_of_another_name_than_its_file_is_refused(cell: str, tmp_path: Path) -> None:
    run = a_run(tmp_path / "run", "paper")
    file = run / "cells" / "a@0.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"cell": cell}))
    with pytest.raises(InputError, match=r"a@0.json is damaged"):
        write_report([run], tmp_path / "out")


@pytest.mark.parametrize("cell", ["../../up", "/tmp/x", "<b>"])
def test_cells_that_the_record_does_not_name_are_not_shown(cell: str, tmp_path: Path) -> None:
    run = a_run(tmp_path / "run", "paper")
    value = json.loads((run / "cells" / "a@0.json").read_text()) | {"cell": cell}
    result_path(run, cell, 0).write_text(json.dumps(value))
    write_report([run], tmp_path / "out")
    check_safe(tmp_path / "out")
    assert cell not in (tmp_path / "out" / "index.html").read_text() or cell == "<b>"
