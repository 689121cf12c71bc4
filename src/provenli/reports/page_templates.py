"""The one place where pages are made: templates that escape every text and refuse a missing name.

Only two things go in as they are: files of our own (style, script) and figures that we drew. Data for a script go in as
JSON that no text in them can end. The quickstart's page is made here too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from provenli.errors import tame
from provenli.files import write_whole
from provenli.reports.failure_map import FailureMap
from provenli.version import VERSION

ARROW = re.compile("([↑↓]|(?<=\\w)=)")
ARROW_CLASSES = {"↑": "up", "↓": "down", "=": "flat"}
CODE = re.compile("`([^`]+)`")
UNSAFE = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}
"""Characters that may not stand in a script element: in JSON they are always within a text, where an escape means the
same."""


def rendered(template: str, **values: Any) -> str:
    return ENVIRONMENT.get_template(template).render(**values)


def own_file(name: str) -> Markup:
    """A style or a script that is part of ProveNLI."""
    return Markup(LOADER.get_source(ENVIRONMENT, name)[0])


def script_json(value: Any) -> Markup:
    return Markup(json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(UNSAFE))


def own_picture(svg: str) -> Markup:
    """A figure that we drew, without the parts that only a separate file needs."""
    return Markup(svg[svg.index("<svg") :])


def code_pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Notes are written like Markdown: text in backticks is code."""
    yield from ((piece, k % 2 == 1) for k, piece in enumerate(CODE.split(text)) if piece)


def arrow_pieces(text: str) -> Iterator[tuple[str, str]]:
    """A sentence in pieces, arrows with the class of their colour."""
    yield from ((piece, ARROW_CLASSES[piece] if k % 2 else "") for k, piece in enumerate(ARROW.split(text)) if piece)


LOADER = PackageLoader("provenli.reports", "templates")
ENVIRONMENT = Environment(
    loader=LOADER,
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    finalize=lambda value: tame(value) if type(value) is str else value,  # replies, names and data come from elsewhere
)
ENVIRONMENT.globals["own_file"] = own_file
ENVIRONMENT.filters |= {
    "script_json": script_json,
    "own_picture": own_picture,
    "code_pieces": code_pieces,
    "arrow_pieces": arrow_pieces,
}


@dataclass(frozen=True, slots=True)
class TourPair:
    premise: str
    hypothesis: str
    evidence: str


@dataclass(frozen=True, slots=True)
class TourRow:
    """A model's accuracies in per cent, by depth. `tested`: pairs of each depth. `published`: the same numbers in the
    paper."""

    name: str
    about: str
    accuracies: tuple[float, ...]
    tested: int
    published: tuple[float, ...] = ()

    @property
    def uncertain(self) -> float:
        """Half of the widest 95% interval of one number, in points."""
        return float(98 / self.tested**0.5)


@dataclass(frozen=True, slots=True)
class TourAsked:
    """A language model: how many it got right, its most frequent answer, and where it fails. `run`: its directory."""

    name: str
    right: int
    asked: int
    says: str
    share: float
    maps: tuple[FailureMap, ...]
    run: str

    @property
    def told(self) -> str:
        often = f"says {self.says} {100 * self.share:.0f}% of the time"
        said = f"always says {self.says}" if self.share == 1 else often
        return (
            f"{self.name}, asked about {self.asked} of the same pairs, has {100 * self.right / self.asked:.0f}% right: "
            f"it {said}"
        )


@dataclass(frozen=True, slots=True)
class Tour:
    """`place`: that of the test part. `networks`: whether torch was installed. `following`: commands to go on with."""

    title: str
    claim: str
    pair: TourPair
    checked: str
    place: str
    rows: tuple[TourRow, ...]
    fairness: str
    networks: bool
    following: tuple[str, ...]
    asked: TourAsked | None = None


def write_tour(tour: Tour, file: Path) -> Path:
    write_whole(file, rendered("tour.html.j2", tour=tour, version=VERSION).encode())
    return file
