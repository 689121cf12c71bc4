"""The page: one HTML file that needs nothing else, neither network nor scripts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import provenli
from provenli.report.findings import FAILS, HOLDS, NOT_RUN, Verdict
from provenli.report.numbers import Number, Results, number, shown_difference, shown_published, shown_seeds
from provenli.report.predictions import Examples, predictions
from provenli.report.tables import points
from provenli.study.record import StudyRecord
from provenli.study.study import Figure, Output, Table, entries

# --- How the page looks: one column, light or dark as the reader's device is, narrow screens and print included. ---


CSS = """
:root { color-scheme: light dark; --ink: #1d2329; --faint: #66707a; --line: #d9dee3; --back: #fff; --soft: #f5f7f9;
  --link: #2459a9; --good: #1f7a43; --bad: #b23b3b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e3e7eb; --faint: #97a2ad; --line: #363f48; --back: #14181c;
  --soft: #1c2228; --link: #8ab4f8; --good: #6cc490; --bad: #ef8f8f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; } h2 { font-size: 1.2rem; margin: 2.6rem 0 .6rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .4rem; }
.about, .note, figcaption, .small { color: var(--faint); } .note, .small { font-size: .875rem; }
.facts { display: flex; flex-wrap: wrap; gap: .4rem 1.6rem; margin: 1rem 0; padding: 0; list-style: none; }
.facts li { color: var(--faint); font-size: .875rem; }
.facts b { display: block; color: var(--ink); font-size: 1.25rem; font-weight: 600; }
.warn { border-left: 3px solid #d9822b; background: var(--soft); padding: .6rem .9rem; margin: 1rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; min-width: 50%; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); }
thead th { font-size: .8rem; font-weight: 600; color: var(--faint); vertical-align: bottom; white-space: nowrap; }
.wide tbody th, .wide thead th:first-child { position: sticky; left: 0; background: var(--back); }
tbody th { font-weight: 500; } td .ours { font-weight: 650; white-space: nowrap; }
.ends { white-space: nowrap; }
td .more, th .more { font-weight: 400; display: block; font-size: .8rem; color: var(--faint); white-space: nowrap; }
.absent { color: var(--faint); font-style: italic; font-size: .875rem; white-space: nowrap; }
.findings .good, .findings .bad { white-space: nowrap; font-weight: 600; } .good { color: var(--good); }
.bad { color: var(--bad); } .unsure { color: var(--faint); white-space: nowrap; }
.findings th .more, .findings td .more { white-space: normal; }
figure { margin: 0; } figure svg { width: 100%; max-width: 46rem; height: auto; }
details { border-bottom: 1px solid var(--line); padding: .5rem 0; } summary { cursor: pointer; }
blockquote { margin: .5rem 0; padding: .1rem 0 .1rem .8rem; border-left: 2px solid var(--line); }
blockquote.right { border-color: var(--good); } blockquote.wrong { border-color: var(--bad); }
blockquote p { margin: 0; }
.up { color: var(--good); } .down { color: var(--bad); } .flat { color: var(--faint); }
code { font-size: .85em; overflow-wrap: anywhere; }
.wide .cells th { position: static; } .cells th, .cells td { white-space: nowrap; }
.cells td.settings { white-space: normal; min-width: 14rem; }
.settings { max-width: 26rem; } td.settings { font-size: .8rem; color: var(--faint); }
@media (max-width: 40rem) { body { font-size: 15px; } th, td { padding-right: .7rem; } }
@media print { body { font-size: 10pt; } main { max-width: none; padding: 0; } .wide { overflow: visible; }
  section { break-inside: avoid; } details > :not(summary) { display: block; } }
"""


# --- How every cell was run, as a part of the page: settings that differ in its row, all others once. ---


def how_it_was_run(record: StudyRecord, results: Results) -> str:
    runs = {c: _run(results[c]) for c in record.cells if c in results}
    same = same_settings([ran["settings"] for ran in runs.values()])
    rows = "".join(_row(c, runs[c], sorted(results[c]), same) if c in runs else _not_run(c) for c in record.cells)
    head = "".join(f"<th>{h}</th>" for h in ("cell", "model", "training pairs", "seeds", "settings"))
    above = f'<p class="small">The same in every cell that has them: {escape(_told(same))}.</p>' if same else ""
    return (
        "<section><h2>How it was run</h2><details><summary>Every cell with its settings</summary>"
        f'{above}<div class="wide"><table class="cells"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
        "</div></details></section>"
    )


def same_settings(found: list[Mapping[str, Any]]) -> dict[str, Any]:
    """Those that never differ; empty ones are left out."""
    first: dict[str, Any] = {}
    for settings in found:
        first = {**settings, **first}
    return {k: v for k, v in sorted(first.items()) if v != "" and all(s.get(k, v) == v for s in found)}


def _run(seeds: Mapping[int, Mapping[str, Any]]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(iter(seeds[min(seeds)].values()))["run"]
    return found


def _not_run(cell: str) -> str:
    return f'<tr><th scope="row">{escape(cell)}</th><td class="absent" colspan="4">not run</td></tr>'


def _row(cell: str, ran: Mapping[str, Any], seeds: list[int], same: Mapping[str, Any]) -> str:
    own = {k: v for k, v in ran["settings"].items() if k not in same}
    pairs = "" if ran["rows"] is None else f"{ran['rows']:,}"
    model = f"{ran['model']} {_preset(ran)}".strip()
    told = escape(_told(own) + _choice(ran))
    return (
        f'<tr><th scope="row">{escape(cell)}</th><td>{escape(model)}</td><td>{pairs}</td>'
        f'<td>{", ".join(map(str, seeds))}</td><td class="settings">{told}</td></tr>'
    )


def _told(settings: Mapping[str, Any]) -> str:
    return ", ".join(f"{k}={v}" for k, v in settings.items() if v != "")


def _choice(ran: Mapping[str, Any]) -> str:
    """How a setting was chosen, where several were tried."""
    if "choice" not in ran:
        return ""
    choice = ran["choice"]
    tried = []
    for c in choice["candidates"]:
        scores = " and ".join(f"{100 * a:.1f}" for a in c["dev"])
        tried.append(f"{_told(c['settings'])}: {scores}")
    return f"; chosen on dev, number {choice['chosen'] + 1} of {len(tried)} ({'; '.join(tried)})"


def _preset(ran: Mapping[str, Any]) -> str:
    return f"({ran['preset']})" if ran["preset"] not in ("", "default") else ""


@dataclass(frozen=True)
class Material:
    """What the page is made of. `pictures`: SVG by figure. `notes`: what must be known before the numbers are
    read."""

    record: StudyRecord
    results: Results
    pictures: Mapping[str, str]
    examples: Examples
    notes: tuple[str, ...] = ()
    core_minutes: float = 0.0
    verdicts: tuple[Verdict, ...] = ()


def page(m: Material) -> str:
    parts = [
        _head(m),
        _findings(m),
        *(_output(o, m) for o in m.record.outputs),
        how_it_was_run(m.record, m.results),
        predictions(m.examples),
        _sources(m),
    ]
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
    facts = (
        (r.scale, "scale"),
        (f"{ran} of {len(r.cells)}", "cells run"),
        (str(most), "seeds, at most"),
        (f"{m.core_minutes:.1f}", "core-minutes"),
        (provenli.__version__, "ProveNLI"),
    )
    told = "".join(f"<li><b>{escape(value)}</b>{escape(what)}</li>" for value, what in facts)
    warning = "".join(f'<p class="warn">{_prose(n)}</p>' for n in m.notes)
    about = escape(r.about[:1].upper() + r.about[1:] + (f" ({r.paper})" if r.paper else ""))
    return (
        f'<h1>{escape(r.name)}</h1><p class="about">{about}</p><ul class="facts">{told}</ul>{warning}'
        '<p class="small">Accuracies in per cent. In brackets: 95% intervals. Where a number of seeds is given, '
        "the mean is over so many runs, and the interval is that of the mean; without it there was one run, and "
        "the interval is how sure its accuracy is, with pairs of one schema counted together: what another run "
        "would give is not in it. Then the published number and how far ours is from it.</p>"
    )


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
    return (
        '<section id="findings"><h2>What the paper found</h2><table class="findings"><thead><tr>'
        f"{head}</tr></thead><tbody>{rows}</tbody></table>"
        '<p class="note">Judged by the means; unsure where the ends of the intervals would give the other verdict. '
        "A mean over several cells, of one run each, is taken as exact.</p></section>"
    )


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
    return (
        f'<div class="wide"><table><thead><tr><th scope="col">{escape(corner)}</th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


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
