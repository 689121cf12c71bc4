"""Serving until Ctrl-C: the port is taken first, so that a port in use is one line and not a traceback."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from typing import Any

from provenli.errors import InputError

EXTRA = "needs the extra `web`: pip install 'provenli[web]'"


def need_web(command: str) -> None:
    try:
        import fastapi  # noqa: F401
        import itsdangerous  # noqa: F401
        import multipart  # noqa: F401
        import sqlalchemy  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise InputError(f"`provenli {command}` {EXTRA} ({error.name} is missing)") from error


def taken_port(host: str, port: int) -> socket.socket:
    """Listening there; 0 is any free port."""
    if not 0 <= port < 1 << 16:
        raise InputError(f"--port {port}: expected 0 to 65535 (0: any that is free)")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except OSError as error:
        why = "it is in use" if error.errno == errno.EADDRINUSE else error.strerror or str(error)
        raise InputError(f"cannot listen at {host}, port {port}: {why}; choose another with --port") from error
    return found


def serve(app: Any, listening: socket.socket, ready: Callable[[str], None], proxies: str = "127.0.0.1") -> None:
    import uvicorn

    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    ready(f"http://{shown}:{port}/")
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        forwarded_allow_ips=proxies,
        timeout_keep_alive=30,
        lifespan="off",
    )
    uvicorn.Server(config).run(sockets=[listening])
