"""What `generate` and `verify` read from the command line and print."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from provenli.data.formats import NAMES
from provenli.data.generate import Order, generate
from provenli.data.manifest import Manifest, read_manifest
from provenli.data.subject import Report
from provenli.errors import InputError, suggestion
from provenli.library.fragment_shelf import FRAGMENTS, load_fragment
from provenli.options import read_options
from provenli.pairs.fragment import Fragment
from provenli.pairs.plan import Request
from provenli.progress import shown_progress

MOST = 10**9


def read_formats(text: str) -> tuple[str, ...]:
    """jsonl is always among them: it is what `verify` reads."""
    asked = [f.strip() for f in text.split(",") if f.strip()]
    for name in asked:
        if name not in NAMES:
            raise InputError(f"--format: no format {name!r}; {suggestion(name, NAMES)}")
    return tuple(n for n in NAMES if n == "jsonl" or n in asked)


def run(
    fragment_name: str, out: Path, size: int | None, seed: int, formats: str, workers: int, words: Sequence[str]
) -> Manifest:
    if size is not None and not 1 <= size <= MOST:
        raise InputError(f"--size: expected a whole number from 1 to {MOST}, found {size}")
    if seed < 0:
        raise InputError(f"--seed: expected 0 or more, found {seed}")
    if workers < 1:
        raise InputError(f"--workers: expected 1 or more, found {workers}")
    fragment = load_fragment(fragment_name)
    options = read_options(words, fragment.pairs.options if fragment.pairs else ())
    with shown_progress() as progress:
        request = Request(size, seed, options, workers, progress)
        return generate(Order(fragment, fragment_name, request, read_formats(formats), out, source_of(fragment_name)))


def source_of(name: str) -> str | None:
    """A user's own file is known by its hash: a data set can only be verified with the file that made it."""
    if name in FRAGMENTS:
        return None
    try:
        return hashlib.sha256(Path(name).read_bytes()).hexdigest()
    except OSError as e:
        raise InputError(f"{name} cannot be read: {e.strerror}; expected the file of a fragment") from e


def fragment_for(directory: Path, given: str | None) -> Callable[[str], Fragment]:
    """The fragment of a data set: from the shelf by its name, or the user's own file, which must be the same file."""

    def find(name: str) -> Fragment:
        source = read_manifest(directory).source
        if given is None and source is None:
            return load_fragment(name)
        if given is None:
            raise InputError(f"{directory} was made from a file of your own: say which with --fragment FILE")
        if source is not None and source_of(given) != source:
            raise InputError(f"{given} is not the file that {directory} was made from: its hash differs")
        return load_fragment(given)

    return find


def summary(manifest: Manifest, out: Path) -> str:
    c = manifest.certificates
    share = 100 * c["checked by the kernel"] / manifest.schemas
    word = f", {c['word']:,} on an engine's word" if c.get("word") else ""
    lines = [
        f"{manifest.size:,} pairs of {manifest.fragment} in {out}",
        *(
            f"  {name}: {p.rows:,} ({', '.join(f'{label} {n:,}' for label, n in p.labels.items())})"
            for name, p in manifest.parts.items()
        ),
        f"{manifest.patterns:,} patterns, {manifest.schemas:,} schemas: {c.get('proof', 0):,} proofs, "
        f"{c.get('models', 0):,} pairs of countermodels{word}",
        f"checked in full by the kernel: {share:.4g}%; "
        f"schemas on which calculus and proof disagree: {c['calculus disagrees']}",
    ]
    corrections = c["corrections of derived labels"]
    if corrections:
        told = ", ".join(f"{what}: {n:,}" for what, n in corrections.items())
        done = "left out" if manifest.options.get("corrections") == "drop" else "corrected"
        lines.append(f"derived labels that the decision contradicts, {done}, in patterns drawn: {told}")
    return "\n".join([*lines, *(f"note: {n}" for n in manifest.notes)])


def as_json(manifest: Manifest) -> dict[str, Any]:
    import json

    value: dict[str, Any] = json.loads(manifest.to_json())
    return value


def verified(report: Report, directory: Path) -> str:
    trusting = sum(report.trusting.values())
    words = f", {trusting} of them on the word of {', '.join(sorted(report.trusting))}" if trusting else ""
    head = f"{directory}: {report.rows:,} pairs, {report.certificates:,} certificates{words}"
    if report.sound:
        return f"{head}: everything checks"
    more = [f"and {report.hidden:,} more"] if report.hidden else []
    return "\n".join([f"{head}: NOT as it should be", *map(str, report.faults), *more])


def report_json(report: Report) -> dict[str, Any]:
    return {
        "sound": report.sound,
        "rows": report.rows,
        "certificates": report.certificates,
        "trusting": dict(report.trusting),
        "faults": [{"file": f.file, "line": f.line, "what": f.what} for f in report.faults],
        "more_faults": report.hidden,
    }
