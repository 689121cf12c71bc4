"""A tiny OpenAI-style server on loopback, whose every misbehaviour is asked for by the test."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True)
class Said:
    """One answer of the server. `cut`: only so many bytes of the body are sent. `silent`: seconds before anything."""

    status: int = 200
    text: str = "yes"
    logprobs: dict[str, float] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    kind: str = "application/json"
    cut: int | None = None
    silent: float = 0.0


Behaviour = Callable[[int, Body], Said]


@dataclass
class Heard:
    """What was asked: bodies, keys, and how many requests were being answered at one time."""

    url: str = ""
    bodies: list[Body] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    most_at_a_time: int = 0
    now: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def texts(self) -> list[str]:
        return [b["messages"][-1]["content"] for b in self.bodies]


def stream(said: Said, body: Body) -> bytes:
    """The same in pieces, as clients ask for it with `stream`."""
    about = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": body.get("model")}
    delta = {"role": "assistant", "content": said.text}
    usage = {"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9}
    pieces = [
        {**about, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        {**about, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {**about, "choices": [], "usage": usage},
    ]
    return "".join(f"data: {json.dumps(p)}\n\n" for p in pieces).encode() + b"data: [DONE]\n\n"


def completion(said: Said, body: Body) -> bytes:
    choice: Body = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said.text}}
    if said.logprobs is not None and body.get("logprobs"):
        top = [{"token": t, "logprob": v, "bytes": None} for t, v in said.logprobs.items()]
        choice["logprobs"] = {"content": [{**top[0], "top_logprobs": top}]}
    usage = {"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9}
    value = {"id": "c", "object": "chat.completion", "created": 1, "model": body.get("model"), "choices": [choice]}
    return json.dumps({**value, "usage": usage}).encode()


@contextmanager
def serving(behave: Behaviour | Said = Said()) -> Iterator[Heard]:
    """`behave`: always the same answer, or one by the number and body of the request."""
    heard = Heard()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with heard.lock:
                number = len(heard.bodies)
                heard.bodies.append(body)
                heard.keys.append(self.headers.get("authorization", ""))
                heard.times.append(time.monotonic())
                heard.now += 1
                heard.most_at_a_time = max(heard.most_at_a_time, heard.now)
            try:
                self._answer(behave if isinstance(behave, Said) else behave(number, body), body)
            finally:
                with heard.lock:
                    heard.now -= 1

        def _answer(self, said: Said, body: Body) -> None:
            if said.silent:
                time.sleep(said.silent)
            error = json.dumps({"error": {"message": said.text}}).encode()
            made = stream if body.get("stream") else completion
            content = said.raw if said.raw is not None else made(said, body) if said.status == 200 else error
            kind = "text/event-stream" if body.get("stream") and said.status == 200 else said.kind
            self.send_response(said.status)
            for name, value in {"content-type": kind, **said.headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: said.cut])
            if said.cut is not None:
                self.close_connection = True

        def log_message(self, *words: object) -> None:
            """Tests are quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    heard.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield heard
    finally:
        server.shutdown()
        server.server_close()
