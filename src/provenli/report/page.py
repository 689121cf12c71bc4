"""The page: one HTML file that needs nothing else, neither network nor scripts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import provenli
from provenli.report.findings import FAILS, HOLDS, NOT_RUN, Verdict
from provenli.report.how_run import how_it_was_run
from provenli.report.numbers import Number, Results, number, shown_difference, shown_published, shown_seeds
from provenli.report.predictions import Examples, predictions
from provenli.report.style import CSS
from provenli.report.tables import points
from provenli.study.record import Record
from provenli.study.study import Figure, Output, Table, entries


@dataclass(frozen=True)
class Material:
    """What the page is made of. `pictures`: SVG by figure. `notes`: what must be known before the numbers are
    read."""

    record: Record
    results: Results
    pictures: Mapping[str, str]
    examples: Examples
    notes: tuple[str, ...] = ()
    core_minutes: float = 0.0
    verdicts: tuple[Verdict, ...] = ()


def page(m: Material) -> str:
    parts = [_head(m), _findings(m), *(_output(o, m) for o in m.record.outputs), how_it_was_run(m.record, m.results),
             predictions(m.examples), _sources(m)]  # fmt: skip
    title = escape(f"{m.record.name} — ProveNLI")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{CSS}</style></head>\n<body><main>\n" + "\n".join(p for p in parts if p) + "\n</main></body></html>\n"
    )


def _head(m: Material) -> str:
    r = m.record
    ran = sum(1 for c in r.cells if c in m.results)
    most = max((len(s) for s in m.results.values()), default=0)
    facts = ((r.scale, "scale"), (f"{ran} of {len(r.cells)}", "cells run"), (str(most), "seeds, at most"),
             (f"{m.core_minutes:.1f}", "core-minutes"), (provenli.__version__, "ProveNLI"))  # fmt: skip
    told = "".join(f"<li><b>{escape(value)}</b>{escape(what)}</li>" for value, what in facts)
    warning = "".join(f'<p class="warn">{_prose(n)}</p>' for n in m.notes)
    about = escape(r.about[:1].upper() + r.about[1:] + (f" (paper {r.paper})" if r.paper else ""))
    return (f'<h1>{escape(r.name)}</h1><p class="about">{about}</p><ul class="facts">{told}</ul>{warning}'
            '<p class="small">Accuracies in per cent. In brackets: 95% intervals. Where a number of seeds is given, '
            "the mean is over so many runs, and the interval is that of the mean; without it there was one run, and "
            "the interval is how sure its accuracy is, with pairs of one schema counted together: what another run "
            "would give is not in it. Then the published number and how far ours is from it.</p>")  # fmt: skip


def _prose(text: str) -> str:
    """Notes are written as Markdown is: what stands in backticks is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def _findings(m: Material) -> str:
    if not m.verdicts:
        return ""
    rows = "".join(
        f'<tr><td><span class="{_kind(v)}">{v.told}</span>{_ours(v)}</td>'
        f'<th scope="row">{escape(v.finding.text)}<span class="more">{escape(v.finding.source)}</span></th></tr>'
        for v in m.verdicts
    )
    head = "".join(f'<th scope="col">{h}</th>' for h in ("here", "finding"))
    return ('<section id="findings"><h2>What the paper found</h2><table class="findings"><thead><tr>'
            f"{head}</tr></thead><tbody>{rows}</tbody></table>"
            '<p class="note">Judged by the means; unsure where the ends of the intervals would give the other verdict. '
            "A mean over several cells, of one run each, is taken as exact.</p></section>")  # fmt: skip


def _kind(v: Verdict) -> str:
    return {HOLDS: "good", FAILS: "bad", NOT_RUN: "absent"}[v.verdict] if v.sure else "unsure"


def _ours(v: Verdict) -> str:
    """Numbers may be put on two lines, but no interval is broken."""
    told = " against ".join(f'<span class="ends">{escape(n)}</span>' for n in v.ours.split(" against ") if n)
    return (f'<span class="more">{told}</span>' if told else "") + f'<span class="more">{escape(v.wanted)}?</span>'


def _output(output: Output, m: Material) -> str:
    body = _table(output, output.columns, "", m) if isinstance(output, Table) else _figure(output, m)
    if not any(number(e, m.results).mean is not None for _, _, e in entries(output)):
        paper = any(e.published for _, _, e in entries(output))
        more = f"<details><summary>The published numbers</summary>{body}</details>" if paper else ""
        body = f'<p class="absent">not run</p>{more}'
    note = f'<p class="note">{_prose(output.note)}</p>' if output.note else ""
    return f'<section id="{escape(output.name)}"><h2>{escape(output.title)}</h2>{body}{note}</section>'


def _figure(figure: Figure, m: Material) -> str:
    table = _table(figure, points(figure), figure.across, m)
    if figure.name not in m.pictures:
        return table
    picture = m.pictures[figure.name]
    picture = picture[picture.index("<svg") :]  # without what only a file of its own has
    return f"<figure>{picture}</figure><details><summary>The numbers</summary>{table}</details>"


def _table(output: Output, columns: Sequence[str], corner: str, m: Material) -> str:
    rows: dict[str, dict[str, str]] = {}
    for row, column, entry in entries(output):
        rows.setdefault(row, {})[column] = _cell(number(entry, m.results))
    head = "".join(f'<th scope="col">{escape(c)}</th>' for c in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(row)}</th>' + "".join(cells.get(c, "<td></td>") for c in columns) + "</tr>"
        for row, cells in rows.items()
    )
    return (f'<div class="wide"><table><thead><tr><th scope="col">{escape(corner)}</th>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>")  # fmt: skip


def _cell(n: Number) -> str:
    told = f'<span class="absent">{escape(n.why)}</span>'
    if n.mean is not None:
        ends = "" if n.low is None else f"[{n.low:.1f}, {n.high:.1f}]"
        pairs = f' title="{n.pairs:,} pairs"' if n.pairs else ""
        told = f'<span class="ours"{pairs}>{n.mean:.1f}</span> <span class="small ends">{ends}</span>'
        told += f'<span class="more">{shown_seeds(n)}</span>' if n.seeds > 1 else ""
    paper = ""
    if n.published:
        far = f", {shown_difference(n)}" if n.difference is not None else ""
        source = escape(n.published.source)
        paper = f'<span class="more" title="{source}">paper {shown_published(n.published)}{far}</span>'
    return f"<td>{told}{paper}</td>"


def _sources(m: Material) -> str:
    found = {(e.published.source, e.published.kind) for o in m.record.outputs for _, _, e in entries(o) if e.published}
    lines = sorted({(", ".join(source.split(", ")[:2]), kind) for source, kind in found})
    items = "".join(f"<li>{escape(s)}" + (f"; ± is the {escape(k)}" if k else "") + "</li>" for s, k in lines)
    return f"<section><h2>Where the published numbers are from</h2><ul>{items}</ul></section>" if items else ""
