"""An application without pages that nobody asked for: no schema, no documentation; faults are a page of one line."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from provenli.errors import ProveNLIError
from provenli.web.pages import page, static_file

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
    """What was sent is not said back."""
    del request, error
    return page("message.html.j2", 422, title="Not accepted", told=TOLD[400])


def _told(request: Request, error: Exception) -> Response:
    del request
    return page("message.html.j2", 400, title="Not possible", told=str(error))


def _fault(request: Request, error: Exception) -> Response:
    LOG.error("%s: %s", request.url.path[:200], type(error).__name__)
    return page("message.html.j2", 500, title="Something went wrong", told="It has been noted. Please go back.")
