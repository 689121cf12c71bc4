"""The page at which the quickstart ends: a finding, the pair behind it, the data, the models; one file, no network."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from provenli.files import write_whole
from provenli.reports.failure_map import FailureMap
from provenli.reports.page_templates import rendered
from provenli.version import VERSION


@dataclass(frozen=True, slots=True)
class TourPair:
    premise: str
    hypothesis: str
    evidence: str


@dataclass(frozen=True, slots=True)
class TourRow:
    """A model: in per cent, by depth; `tested`: pairs of each depth. `published`: the same numbers in the paper."""

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
    """A language model: how many it got right, what it says most often, and where it fails; `run`: its directory."""

    name: str
    right: int
    asked: int
    says: str
    share: float
    maps: tuple[FailureMap, ...]
    run: str

    @property
    def told(self) -> str:
        said = "always" if self.share == 1 else f"{100 * self.share:.0f}% of the time"
        return (
            f"{self.name}, asked about {self.asked} of the same pairs, has {100 * self.right / self.asked:.0f}% right: "
            f"it says {self.says} {said}"
        )


@dataclass(frozen=True, slots=True)
class Tour:
    """`place`: of the test part. `networks`: whether torch was there. `following`: commands to go on with."""

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
