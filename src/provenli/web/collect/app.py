"""The application that `provenli collect serve` runs."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from provenli.web.application import plain_app
from provenli.web.collect.owner_pages import OwnerPages
from provenli.web.collect.study import Study
from provenli.web.collect.worker_pages import WorkerPages
from provenli.web.guard import LOOPBACK, Asgi, guarded
from provenli.web.rates import Rate
from provenli.web.tickets import Tickets

LOGINS_A_MINUTE = 10


def collect_app(study: Study, hosts: tuple[str, ...] = ()) -> Asgi:
    """`hosts`: further names under which it may be asked for."""
    tickets, serving = Tickets(study.key), study.file.serving
    app: Any = plain_app()
    WorkerPages(study, tickets, Rate(serving.joins_a_minute), Rate(serving.answers_a_minute)).add_to(app)
    OwnerPages(study, tickets, Rate(LOGINS_A_MINUTE)).add_to(app)
    public = urlsplit(serving.public_url).hostname
    return guarded(app, (*LOOPBACK, *hosts, *([public] if public else [])), study.file.over_tls)
