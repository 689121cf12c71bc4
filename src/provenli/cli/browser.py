"""Commands that open pages in a browser: `browse` to look, `collect new`, `serve` and `export` for people's answers."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from provenli.cli.app import AsJson, app, say
from provenli.cli.commands import Commands, argument, command, option
from provenli.errors import InputError, many

EXTRA = "needs the extra `web`: pip install 'provenli[web]'"
NEEDED = ("fastapi", "uvicorn", "sqlalchemy", "python_multipart", "itsdangerous")


def need_web(command: str) -> None:
    lacking = next((name for name in NEEDED if find_spec(name) is None), None)
    if lacking is not None:
        raise InputError(f"`provenli {command}` {EXTRA} ({lacking} is missing)")


@command(app, epilog="Example: provenli browse data/systematicity runs/lstm/predictions.jsonl")
def browse(
    paths: Annotated[list[Path], argument(help="Data sets, splits, audits, runs, predictions, published files.")],
    host: Annotated[str, option(help="Where to listen; only this machine unless you say otherwise.")] = "127.0.0.1",
    port: Annotated[int, option(help="The port; 0 takes any that is free.")] = 8001,
    fragment: Annotated[
        str | None, option(metavar="FILE", help="Your own fragment, which decides what was made with it.")
    ] = None,
) -> None:
    """Look at rows and their evidence: facets, search, proofs and situations drawn, predictions beside gold."""
    from provenli.progress import shown_progress

    need_web("browse")
    from provenli.web.application import serve_pages, taken_port
    from provenli.web.browse.app import browse_app
    from provenli.web.browse.sources import open_sources

    with shown_progress() as progress:
        found = open_sources(paths, progress)
    listening = taken_port(host, port)
    rows = sum(f.index.rows for f in found)
    serve_pages(
        browse_app(found, (host,), fragment),
        listening,
        lambda a: say(f"{many(rows, 'row')} of {many(len(found), 'file')}: {a}\nstop with Ctrl-C"),
    )


collect = Commands("collect", help="People rewrite and judge sentences, in a browser: new, serve, export.")
app.add_command(collect)

StudyPlace = Annotated[Path, argument(metavar="STUDY", help="The directory of the study.")]


@command(collect, epilog="Example: provenli collect new mystudy --from sentences.txt --fragment monotonicity_hard")
def new(
    study: StudyPlace,
    source: Annotated[
        Path, option("--from", help="A .txt of sentences, a data set, or a published file; for judge, of pairs.")
    ],
    fragment: Annotated[str, option(help="A fragment, or english: its polarity chooses the spans.")] = "english",
    task: Annotated[str, option(help="rewrite (then validate), or judge on five points.")] = "rewrite",
    size: Annotated[int | None, option(help="The most items to choose.")] = None,
    tokens: Annotated[int, option(help="Leave out sentences that have no more tokens than this.")] = 5,
) -> None:
    """Make a study: choose premises or pairs, certify test questions, write study.toml."""
    from provenli.web.collect.study import new_study

    made = new_study(study, source, fragment, task, size, tokens)
    what = "premises with an underlined part" if task == "rewrite" else "pairs to judge"
    lines = [f"{made.items:,} {what} in {study}"]
    if made.selection is not None:
        lines += [f"  passed over: {n:,} × {why}" for why, n, _ in made.selection.passed_over]
    lines += [f"owner's password, shown only now: {made.password}", f"edit {study / 'study.toml'}, then"]
    say("\n".join([*lines, f"next: provenli collect serve {study}"]))


@command(collect, epilog="Example: provenli collect serve mystudy --port 8000")
def serve(
    study: StudyPlace,
    host: Annotated[str, option(help="Where to listen; only this machine unless you say otherwise.")] = "127.0.0.1",
    port: Annotated[int, option(help="The port; 0 takes any that is free.")] = 8000,
    proxy: Annotated[str, option(help="The proxy that may pass on the addresses of clients.")] = "127.0.0.1",
) -> None:
    """Serve the study's pages until Ctrl-C; answers are on disk before they are acknowledged."""

    need_web("collect serve")
    from provenli.web.application import serve_pages, taken_port
    from provenli.web.collect.owner_pages import collect_app
    from provenli.web.collect.study import open_study

    opened = open_study(study)
    listening = taken_port(host, port)

    def ready(address: str) -> None:
        public = opened.file.serving.public_url or address
        say(f"people: {public}\nowner:  {public.rstrip('/')}/owner\nstop with Ctrl-C")

    serve_pages(collect_app(opened, (host,)), listening, ready, proxy)


@command(collect, epilog="Example: provenli collect export mystudy --out collected")
def export(
    study: StudyPlace,
    out: Annotated[Path, option(help="A new directory for the files.")],
    names: Annotated[bool, option("--names", help="Include the ids of people, which are personal data.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write everything collected so far: pairs in MED's layout, every vote, and people's answers as predictions."""

    need_web("collect export")
    from provenli.web.collect.export import export as write
    from provenli.web.collect.study import open_study

    counts = write(open_study(study), out, names)
    if as_json:
        say(json.dumps(counts))
        return
    say("\n".join([f"{out}:", *(f"  {name}: {many(n, 'line')}" for name, n in counts.items())]))
