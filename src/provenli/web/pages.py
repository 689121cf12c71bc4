"""Templates of the pages that are served, and the files beside them. Everything is escaped; nothing is inline."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib import resources
from typing import Any

from fastapi.responses import HTMLResponse, Response
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from provenli.errors import escaped
from provenli.reports.page_templates import arrow_pieces
from provenli.version import VERSION

STATIC = {
    "audit.css": ("provenli.reports", "templates", "text/css"),
    "look.css": ("provenli.web", "static", "text/css"),
    "collect.js": ("provenli.web", "static", "text/javascript"),
    "browse.js": ("provenli.web", "static", "text/javascript"),
    "situation.js": ("provenli.reports", "templates", "text/javascript"),
}
"""The only files that are served. They are listed here, not found from what a request says."""


def visible(text: str) -> str:
    """One line without control characters; non-breaking spaces are ours."""
    return escaped(text).replace("\\xa0", "\u00a0")


def json_lines(value: Any) -> str:
    """A value as people read JSON; characters that control a terminal or reverse the text are escaped."""
    return "\n".join(map(escaped, json.dumps(value, indent=2, ensure_ascii=False, default=str).split("\n")))


ENVIRONMENT = Environment(
    loader=ChoiceLoader([PackageLoader("provenli.web", "templates")]),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
ENVIRONMENT.filters |= {"arrow_pieces": arrow_pieces, "visible": visible, "json_lines": json_lines}
ENVIRONMENT.globals["version"] = VERSION


@cache
def instructions() -> dict[str, Any]:
    """What people are told before they begin, by task."""
    return tomllib.loads(resources.files("provenli.web").joinpath("templates/instructions.toml").read_text("utf-8"))


def page(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    text = ENVIRONMENT.get_template(template).render(**values)
    return HTMLResponse(text.encode("utf-8", "replace"), status)


def static_file(name: str) -> Response:
    if name not in STATIC:
        return page("message.html.j2", 404, title="Not here", told="There is no such file.")
    package, folder, kind = STATIC[name]
    content = resources.files(package).joinpath(folder, name).read_bytes()
    return Response(content, media_type=kind, headers={"cache-control": "max-age=3600"})
