"""An application that serves only what it must, and what stands before every page of it.

There is no schema and no documentation page; faults are a page of one line. Before that come the guards: known hosts
only, small bodies only, headers that let nothing foreign run. The guard is plain ASGI, because the order matters: a
body that is too large is refused before anything reads it. A port is taken before anything is served on it: a port in
use is one line, not a traceback.
"""

from __future__ import annotations

import errno
import logging
import socket
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from provenli.errors import InputError, ProveNLIError, escaped
from provenli.web.pages import page, static_file

KEPT_OPEN = 30
"""Seconds between two requests of one browser."""
LOG = logging.getLogger("provenli.web")
TOLD = {
    400: "That cannot be read.",
    404: "There is nothing here.",
    405: "That cannot be done here.",
    413: "That is too much at once.",
}


def plain_app() -> FastAPI:
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    app.add_api_route("/static/{name}", static_file, methods=["GET"])
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(ProveNLIError, _told)
    app.add_exception_handler(Exception, _fault)
    return app


def _refused(request: Request, error: Exception) -> Response:
    del request
    status = error.status_code if isinstance(error, HTTPException) else 400
    return page("message.html.j2", status, title="Not here", told=TOLD.get(status, TOLD[400]))


def _invalid(request: Request, error: Exception) -> Response:
    """The answer does not repeat the request."""
    del request, error
    return page("message.html.j2", 422, title="Not accepted", told=TOLD[400])


def _told(request: Request, error: Exception) -> Response:
    del request
    return page("message.html.j2", 400, title="Not possible", told=str(error))


def _fault(request: Request, error: Exception) -> Response:
    LOG.error("%s: %s", escaped(request.url.path[:200]), type(error).__name__)
    return page("message.html.j2", 500, title="Something went wrong", told="It has been noted. Please go back.")


# --- the guard ---

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
LARGEST = 64 * 1024
"""Bytes of a body: three rewrites and their form are under two thousand."""
LONGEST_PATH = 8 * 1024


class _TooLarge(Exception):
    pass


def guarded(app: Asgi, hosts: Iterable[str], tls: bool = False) -> Asgi:
    """`hosts`: names under which the page may be requested. Any other name belongs to a page elsewhere that was pointed
    here (DNS rebinding)."""
    known = {h.lower() for h in hosts}
    extra = ((b"strict-transport-security", b"max-age=31536000"),) if tls else ()

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send) if scope["type"] == "lifespan" else None
            return
        if _host(scope) not in known:
            return await _refuse(send, 421, "This name is not one of the study's. Use the address that was printed.")
        if len(scope.get("raw_path", b"")) + len(scope.get("query_string", b"")) > LONGEST_PATH:
            return await _refuse(send, 414, "The address is too long.")
        if _declared(scope) > LARGEST:
            return await _refuse(send, 413, "That is too much at once.")
        await _answer(app, scope, receive, send, extra)

    return guard


async def _answer(
    app: Asgi, scope: Scope, receive: Receive, send: Send, extra: tuple[tuple[bytes, bytes], ...]
) -> None:
    seen, begun = 0, False

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > LARGEST:
            raise _TooLarge
        return message

    async def headed(message: Message) -> None:
        nonlocal begun
        if message["type"] == "http.response.start":
            begun = True
            own = {name.lower() for name, _ in message["headers"]}
            added = [h for h in (*HEADERS, *extra) if h[0] not in own]
            if b"cache-control" not in own:
                added.append((b"cache-control", b"no-store"))
            message["headers"] = [*message["headers"], *added]
        await send(message)

    try:
        await app(scope, counted, headed)
    except _TooLarge:
        if not begun:
            await _refuse(send, 413, "That is too much at once.")
    except Exception:  # noted and told by `_fault`; the server would print a traceback as well
        if not begun:
            await _refuse(send, 500, "Something went wrong.")


def _host(scope: Scope) -> str:
    found = [value for name, value in scope["headers"] if name == b"host"]
    if len(found) != 1:
        return ""
    host: str = found[0].decode("latin-1").lower()
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() else host


def _declared(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() and len(value) < 12 else LARGEST + 1
    return 0


async def _refuse(send: Send, status: int, why: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": why.encode()})


# --- serving it ---


def _check(port: int) -> None:
    if not 0 <= port < 1 << 16:
        raise InputError(f"--port {port}: expected 0 to 65535 (0: any that is free)")


def _why_not(error: OSError | ValueError) -> str:
    if isinstance(error, ValueError):
        return "no host has such a name"
    return "it is in use" if error.errno == errno.EADDRINUSE else error.strerror or str(error)


def taken_port(host: str, port: int) -> socket.socket:
    """A socket that listens there; 0 is any free port."""
    _check(port)
    found: socket.socket | None = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(2048)  # who comes before the server runs waits, and is not turned away
        return found
    except (OSError, ValueError) as error:  # ValueError: a name that no host can have
        if found is not None:
            found.close()
        why = _why_not(error)
        raise InputError(f"cannot listen at {host}, port {port}: {why}; choose another with --port") from error


def serve_pages(app: Any, listening: socket.socket, ready: Callable[[str], None], proxies: str = "127.0.0.1") -> None:
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    ready(f"http://{shown}:{port}/")
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, lifespan="off")
    config.forwarded_allow_ips, config.timeout_keep_alive = proxies, KEPT_OPEN
    config.timeout_graceful_shutdown = KEPT_OPEN  # a request that is never sent whole must not keep the server up
    uvicorn.Server(config).run(sockets=[listening])
