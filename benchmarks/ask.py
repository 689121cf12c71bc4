"""How much `provenli ask` costs beside a bare loop over the same client: rows through a server that answers at once.

Both loops take turns, several times, against one server in a process of its own; the best time of each counts.

    python benchmarks/ask.py [--rows 1000] [--rounds 3]
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import socketserver
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from http.server import BaseHTTPRequestHandler
from multiprocessing.connection import Connection
from pathlib import Path

from provenli.library.outside_run import AskChoices, order_of
from provenli.outside.ask import AskOrder, ask
from provenli.prompts import prompt_named

TARGET = 0.8
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


def bare(url: str, rows: Path) -> None:
    """What one would write oneself, without a log, retries or an answer that is read."""
    from openai import OpenAI

    client, prompt = OpenAI(api_key="none", base_url=url), prompt_named("two-way")
    for line in rows.read_text().splitlines():
        row = json.loads(line)
        text = prompt.filled(row["premise"], row["hypothesis"])
        reply = client.chat.completions.create(
            model="m", messages=[{"role": "user", "content": text}], temperature=0, max_tokens=16
        )
        assert reply.choices[0].message.content == "yes"


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _ask_all(order: AskOrder, number: int) -> None:
    assert ask(order).asked == number


def measure(url: str, number: int, rounds: int) -> dict[str, float]:
    times: dict[str, list[float]] = {"bare": [], "ask, 1 at a time": [], "ask, 8 at a time": []}
    with tempfile.TemporaryDirectory() as place:
        rows = pairs(Path(place) / "pairs.jsonl", number)
        for k in range(rounds):
            times["bare"].append(seconds(lambda: bare(url, rows)))
            for at_a_time in (1, 8):
                choices = AskChoices(how="chat", base_url=url, concurrency=at_a_time)
                order = order_of(rows, "openai:m", Path(place) / f"run-{k}-{at_a_time}", choices)
                times[f"ask, {at_a_time} at a time"].append(seconds(partial(_ask_all, order, number)))
    return {name: min(found) for name, found in times.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    ours, theirs = multiprocessing.Pipe(duplex=False)
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,), daemon=True)
    server.start()
    found = measure(f"http://127.0.0.1:{ours.recv()}/v1", given.rows, given.rounds)
    server.terminate()
    for name, best in found.items():
        share = found["bare"] / best
        print(f"{name}: {best:.2f} s, {given.rows / best:,.0f} rows/s, {share:.2f} of the bare loop's speed")
    share = found["bare"] / found["ask, 1 at a time"]
    print(f"target: at least {TARGET}: {'met' if share >= TARGET else 'missed'}")
    return 0 if share >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
