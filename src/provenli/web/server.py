"""Serving until Ctrl-C: the port is taken first, so that a port in use is one line and not a traceback."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from provenli.errors import InputError

KEPT_OPEN = 30
"""Seconds between two requests of one browser."""
EXTRA = "needs the extra `web`: pip install 'provenli[web]'"


NEEDED = ("fastapi", "uvicorn", "sqlalchemy", "python_multipart", "itsdangerous")


def need_web(command: str) -> None:
    lacking = next((name for name in NEEDED if find_spec(name) is None), None)
    if lacking is not None:
        raise InputError(f"`provenli {command}` {EXTRA} ({lacking} is missing)")


def _check(port: int) -> None:
    if not 0 <= port < 1 << 16:
        raise InputError(f"--port {port}: expected 0 to 65535 (0: any that is free)")


def taken_port(host: str, port: int) -> socket.socket:
    """Listening there; 0 is any free port."""
    _check(port)
    found: socket.socket | None = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        return found
    except OSError as error:
        if found is not None:
            found.close()
        why = "it is in use" if error.errno == errno.EADDRINUSE else error.strerror or str(error)
        raise InputError(f"cannot listen at {host}, port {port}: {why}; choose another with --port") from error


def serve(app: Any, listening: socket.socket, ready: Callable[[str], None], proxies: str = "127.0.0.1") -> None:
    import uvicorn

    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    ready(f"http://{shown}:{port}/")
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, lifespan="off")
    config.forwarded_allow_ips, config.timeout_keep_alive = proxies, KEPT_OPEN
    uvicorn.Server(config).run(sockets=[listening])
