"""How a study stands two hundred people at once: p95 of a submit, no answer lost, no item answered once too often.

    python benchmarks/collect.py                         SQLite
    python benchmarks/collect.py --database postgresql+psycopg://user@host/name
    python benchmarks/collect.py --kill                  kill -9 in the middle; every acknowledged answer must be there

People think 2 to 10 seconds between answers. The server is `provenli collect serve`, in a process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import signal
import ssl
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

import httpx
from sqlalchemy import func, select

from provenli.web.collect.study import new_study, open_study
from provenli.web.collect.tables import answers, items, slots

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
THINK = (2.0, 10.0)
NOUNS = ("dog", "cat", "rabbit", "horse", "poodle", "beagle", "otter", "badger")
SHARED = ssl.create_default_context()
"""Made once: two hundred of them would keep the crowd from its work."""
VERBS = ("saw", "touched", "licked")


@dataclass
class Seen:
    """What the crowd saw: times of submits, answers that were acknowledged, and what went wrong."""

    submits: list[float] = field(default_factory=list)
    acknowledged: int = 0
    faults: Counter[str] = field(default_factory=Counter)


def study_at(place: Path, database: str) -> Path:
    """Enough premises that nobody runs out of work, no minimum times, no limits on one address."""
    source = place / "sentences.txt"
    lines = [f"No {a} who {v} a {b} ran." for a in NOUNS for b in NOUNS for v in VERBS]
    source.write_text("\n".join(lines), encoding="utf-8")
    study = place / "study"
    new_study(study, source, "monotonicity_hard", "rewrite", None, 5)
    text = (study / "study.toml").read_text(encoding="utf-8")
    text = re.sub(r"seconds = \d+", "seconds = 0", text)
    text = re.sub(r"_a_minute = \d+", "_a_minute = 100000", text)
    (study / "study.toml").write_text(text.replace('"sqlite"', f'"{database}"'), encoding="utf-8")
    return study


@contextlib.contextmanager
def served(study: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    server = subprocess.Popen(
        [sys.executable, "-m", "provenli", "collect", "serve", str(study), "--port", str(port)],
        stdout=subprocess.DEVNULL,
    )
    try:
        for _ in range(3000):
            with contextlib.suppress(httpx.HTTPError):
                httpx.get(f"http://127.0.0.1:{port}/static/look.css")
                break
            time.sleep(0.1)
        yield server
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(20)


async def person(number: int, base: str, until: float, seen: Seen) -> None:
    rng = random.Random(number)
    await asyncio.sleep(rng.uniform(0, THINK[1]))
    async with httpx.AsyncClient(base_url=base, timeout=30, follow_redirects=True, verify=SHARED) as browser:
        try:
            page = await browser.get("/")
            page = await browser.post("/join", data={**fields(page.text), "agree": "yes"})
            while time.monotonic() < until:
                if await one_answer(browser, rng, seen) is None:
                    return
                await asyncio.sleep(rng.uniform(*THINK))
        except httpx.HTTPError as error:
            seen.faults[type(error).__name__] += 1


async def one_answer(browser: httpx.AsyncClient, rng: random.Random, seen: Seen) -> httpx.Response | None:
    task = rng.choice(("rewrite", "validate", "validate"))
    page = await browser.get(f"/tasks/{task}?begin=yes")
    if 'name="handle"' not in page.text:
        return None if "Your part is over" in page.text else page
    given = {**fields(page.text), "label": rng.choice(("entailment", "entailment", "non-entailment"))}
    given |= {f"rewrite{k}": f"{rng.choice(NOUNS)} number {rng.randrange(10**6)}" for k in (1, 2, 3)}
    began = time.perf_counter()
    answer = await browser.post("/answer", data=given, follow_redirects=False)
    seen.submits.append(time.perf_counter() - began)
    if answer.status_code == 303:
        seen.acknowledged += 1
    else:
        seen.faults[f"status {answer.status_code}"] += 1
    return answer


def fields(html: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in HIDDEN.findall(html)}


async def crowd(people: int, seconds: float, base: str, seen: Seen, server: subprocess.Popen[bytes] | None) -> None:
    until = time.monotonic() + seconds
    tasks = [asyncio.create_task(person(k, base, until, seen)) for k in range(people)]
    if server is not None:
        await asyncio.sleep(seconds * 0.7)
        os.kill(server.pid, signal.SIGKILL)
    await asyncio.gather(*tasks)


def found_in(study: Path) -> tuple[int, int]:
    """Answers that are there, and items with more than three that count."""
    opened = open_study(study)
    with opened.database.reading() as c:
        number = int(c.execute(select(func.count()).select_from(answers)).scalar_one())
        counted = select(answers.c.item).join(items, items.c.id == answers.c.item)
        counted = counted.where(answers.c.aside == "", items.c.test.is_(False)).group_by(answers.c.item)
        over = len(c.execute(counted.having(func.count() > 3)).all())
        double = select(slots.c.item).where(slots.c.state == "done").group_by(slots.c.item, slots.c.worker)
        over += len(c.execute(double.having(func.count() > 1)).all())
    opened.database.engine.dispose()
    return number, over


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--database", default="sqlite")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--kill", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="provenli-collect-") as place:
        study, seen = study_at(Path(place), asked.database), Seen()
        with served(study, asked.port) as server:
            victim = server if asked.kill else None
            asyncio.run(crowd(asked.people, asked.seconds, f"http://127.0.0.1:{asked.port}", seen, victim))
        number, over = found_in(study)
    return told(seen, number, over, asked.kill)


def told(seen: Seen, number: int, over: int, killed: bool) -> int:
    times = sorted(seen.submits) or [float("nan")]
    middle, late = (1000 * times[int(q * (len(times) - 1))] for q in (0.5, 0.95))
    print(f"{len(times):,} submits: median {middle:.0f} ms, p95 {late:.0f} ms, longest {1000 * times[-1]:.0f} ms")
    print(f"{seen.acknowledged:,} acknowledged, {number:,} stored, {over} items or people with too many")
    print(f"faults: {dict(seen.faults) or 'none'}")
    lost = seen.acknowledged > number
    return 1 if lost or over or (seen.faults and not killed) else 0


if __name__ == "__main__":
    sys.exit(main())
