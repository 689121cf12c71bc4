"""How every cell was run, as a part of the page: settings that differ in its row, all others once."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from provenli.report.numbers import Results
from provenli.study.record import Record


def how_it_was_run(record: Record, results: Results) -> str:
    runs = {c: _run(results[c]) for c in record.cells if c in results}
    same = same_settings([ran["settings"] for ran in runs.values()])
    rows = "".join(_row(c, runs[c], sorted(results[c]), same) if c in runs else _not_run(c) for c in record.cells)
    head = "".join(f"<th>{h}</th>" for h in ("cell", "model", "training pairs", "seeds", "settings"))
    above = f'<p class="small">The same in every cell that has them: {escape(_told(same))}.</p>' if same else ""
    return ("<section><h2>How it was run</h2><details><summary>Every cell with its settings</summary>"
            f'{above}<div class="wide"><table class="cells"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
            "</div></details></section>")  # fmt: skip


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
    return (f'<tr><th scope="row">{escape(cell)}</th><td>{escape(model)}</td><td>{pairs}</td>'
            f'<td>{", ".join(map(str, seeds))}</td><td class="settings">{told}</td></tr>')  # fmt: skip


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
