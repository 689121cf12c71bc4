"""What `split` reads from the command line and prints."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from provenli.errors import InputError, ProveNLIError
from provenli.library.fragments.clauses.attested import read_pairs
from provenli.options import read_options
from provenli.own_files import is_path, line_in, one_line
from provenli.progress import shown_progress
from provenli.splits.cut import Cut, cut
from provenli.splits.protocols import PROTOCOLS, load_protocol

MOST_SPLITS = 12
"""So many splits are shown one by one."""


def listed() -> str:
    lines = []
    for p in PROTOCOLS.values():
        lines.append(f"{p.name} ({p.paper}): {p.about}")
        lines += [f"    needs {need}" for need in p.needs]
        lines += [f"    --{o.name} [{o.shown or o.default}]: {o.about}" for o in p.options]
    return "\n".join(lines)


def listed_json() -> list[dict[str, Any]]:
    return [
        {
            "name": p.name,
            "paper": p.paper,
            "about": p.about,
            "needs": [
                {
                    "role": n.role,
                    "fragments": list(n.fragments),
                    "options": dict(n.options),
                    "features": list(n.features),
                    "optional": n.optional,
                }
                for n in p.needs
            ],
            "options": [{"name": o.name, "default": o.shown or o.default, "about": o.about} for o in p.options],
        }
        for p in PROTOCOLS.values()
    ]


def run(protocol_name: str, words: Sequence[str], out: Path | None, seed: int) -> dict[str, Any]:
    if out is None:
        raise InputError("--out is missing: a new directory for the splits")
    if seed < 0:
        raise InputError(f"--seed: expected 0 or more, found {seed}")
    protocol = load_protocol(protocol_name)
    directories, rest = apart(words)
    options = read_options(rest, protocol.options)
    with shown_progress() as progress, _told(protocol_name):
        return cut(Cut(protocol, tuple(directories), out, options, seed, _source(protocol_name), read_pairs, progress))


@contextmanager
def _told(name: str) -> Iterator[None]:
    """A slip in a user's own protocol is one line with its place, like one in reading the file."""
    try:
        yield
    except ProveNLIError:
        raise
    except Exception as e:
        line = line_in(e, Path(name)) if is_path(name) else ""
        if not line:
            raise
        raise InputError(f"{name}{line}: {type(e).__name__}: {one_line(e)}") from e


def apart(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Data sets, and options with their values: `DIR --train-size 100 DIR` or `--train-size=100`."""
    directories: list[str] = []
    options: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        if not word.startswith("--"):
            directories.append(word)
            continue
        options.append(word)
        if "=" not in word and left:
            options.append(left.pop(0))
    return directories, options


def _source(name: str) -> str | None:
    return hashlib.sha256(Path(name).read_bytes()).hexdigest() if is_path(name) else None


def summary(manifest: dict[str, Any], out: Path) -> str:
    splits: dict[str, Any] = manifest["splits"]
    lines = [f"{len(splits)} split{'s' * (len(splits) > 1)} by {manifest['protocol']} in {out}"]
    for name in list(splits)[:MOST_SPLITS]:
        lines.append(f"  {name}: {splits[name]['about']}")
        parts = splits[name]["parts"]
        lines.append("    " + ", ".join(f"{p} {parts[p]['rows']:,}" for p in parts))
    if len(splits) > MOST_SPLITS:
        lines.append(f"  and {len(splits) - MOST_SPLITS} more")
    lines.append("checked on the written files: no pair in two parts, and what each split forbids")
    return "\n".join([*lines, *(f"note: {n}" for n in manifest["notes"])])
