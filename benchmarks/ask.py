"""How much `provenli ask` costs beside a bare loop over the same client: rows through a server that answers at once.

Both take turns every 5 rows within one run, against one server in a process of its own, so that whatever else the
machine does slows both alike. On a busy machine shares of wall time scatter all the same (0.5 to 1.1 was seen at a load
of ten on two cores), so the target is judged by processor time. What both wait for, the server, is the same for both:
on an idle machine the share of wall time is the better of the two.

    python benchmarks/ask.py [--rows 1000] [--rounds 5]
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import socketserver
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

from provenli.library.outside_run import AskChoices, order_of
from provenli.outside.ask import AskOrder, ask
from provenli.prompts import prompt_named

TARGET = 0.8
SLICE = 5
"""Rows that one loop takes before it is the other's turn."""
MESSAGE = {"role": "assistant", "content": "yes"}
REPLY = {
    "id": "c",
    "object": "chat.completion",
    "created": 1,
    "model": "m",
    "choices": [{"index": 0, "finish_reason": "stop", "message": MESSAGE}],
    "usage": {"prompt_tokens": 50, "completion_tokens": 1, "total_tokens": 51},
}
BODY = json.dumps(REPLY).encode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        head = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(BODY)}\r\n\r\n"
        self.wfile.write(head.encode() + BODY)

    def log_message(self, *words: object) -> None:
        del words


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True


def serve(told: Connection) -> None:
    with Server(("127.0.0.1", 0), Handler) as server:
        told.send(server.server_address[1])
        server.serve_forever()


def pairs(path: Path, number: int) -> Path:
    row = {"label": "entailment", "schema": "s0", "features": {}}
    lines = ({"id": f"r{k}", "premise": f"Dog {k} ran.", "hypothesis": f"Dog {k} moved.", **row} for k in range(number))
    keys = ("id", "premise", "hypothesis", "label", "schema", "features")
    path.write_text("".join(json.dumps({key: line[key] for key in keys}) + "\n" for line in lines))
    return path


def bare(url: str, rows: Path) -> Iterator[None]:
    """What one would write oneself, without a log, retries or an answer that is read; it pauses after every row."""
    from openai import OpenAI

    client, prompt = OpenAI(api_key="none", base_url=url), prompt_named("two-way")
    for line in rows.read_text().splitlines():
        row = json.loads(line)
        text = prompt.filled(row["premise"], row["hypothesis"])
        reply = client.chat.completions.create(
            model="m", messages=[{"role": "user", "content": text}], temperature=0, max_tokens=16
        )
        assert reply.choices[0].message.content == "yes"
        yield


class Clock:
    """Wall and processor time, in seconds, of what runs between `start` and `stop`."""

    def __init__(self) -> None:
        self.wall = self.processor = 0.0

    def start(self) -> None:
        self.wall -= time.perf_counter()
        self.processor -= time.process_time()

    def stop(self) -> None:
        self.wall += time.perf_counter()
        self.processor += time.process_time()


def in_turns(url: str, rows: Path, order: AskOrder, number: int) -> tuple[Clock, Clock]:
    """The bare loop and `ask`, one at a time, by slices."""
    ours, theirs, loop = Clock(), Clock(), bare(url, rows)

    def turn(_: str, done: int, __: int) -> None:
        if done and done % SLICE == 0:
            ours.stop()
            theirs.start()
            for _row in islice(loop, SLICE):
                pass
            theirs.stop()
            ours.start()

    ours.start()
    assert ask(replace(order, progress=turn)).asked == number
    ours.stop()
    assert next(loop, "done") == "done"
    return theirs, ours


def together(order: AskOrder, number: int) -> Clock:
    clock = Clock()
    clock.start()
    assert ask(order).asked == number
    clock.stop()
    return clock


def measure(url: str, number: int, rounds: int) -> list[tuple[Clock, Clock, Clock]]:
    """Of each round: the bare loop, `ask` one at a time, `ask` eight at a time."""
    import openai  # noqa: F401 - takes a second, which is neither loop's

    found = []
    with tempfile.TemporaryDirectory() as place:
        rows = pairs(Path(place) / "pairs.jsonl", number)
        for k in range(rounds):
            one, eight = (
                order_of(
                    rows, "openai:m", Path(place) / f"run-{k}-{n}", AskChoices(how="chat", base_url=url, concurrency=n)
                )
                for n in (1, 8)
            )
            found.append((*in_turns(url, rows, one, number), together(eight, number)))
    return found


def tell(found: Sequence[tuple[Clock, Clock, Clock]], number: int) -> float:
    """The share of the bare loop's speed that `ask` has, one at a time, by processor time."""
    for k, name in enumerate(("bare", "ask, 1 at a time", "ask, 8 at a time")):
        wall, processor = (median(getattr(clocks[k], side) for clocks in found) for side in ("wall", "processor"))
        print(f"{name}: {wall:.2f} s, {number / wall:,.0f} rows/s, {processor:.2f} s of processor time")
    shares = [theirs.wall / ours.wall for theirs, ours, _ in found]
    processor = median(theirs.processor / ours.processor for theirs, ours, _ in found)
    print(
        f"shares of the bare loop's speed: {', '.join(f'{s:.2f}' for s in shares)}; by processor time {processor:.2f}"
    )
    return processor


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    ours, theirs = multiprocessing.Pipe(duplex=False)
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,), daemon=True)
    server.start()
    found = measure(f"http://127.0.0.1:{ours.recv()}/v1", given.rows, given.rounds)
    server.terminate()
    share = tell(found, given.rows)
    print(f"target: at least {TARGET}: {'met' if share >= TARGET else 'missed'} ({share:.2f})")
    return 0 if share >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
