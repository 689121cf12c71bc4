"""Audits and data sets on a real Ray cluster of two nodes, one of which is killed on the way: the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from provenli.audits.audit import AuditOrder, run
from provenli.library.fragment_shelf import data_maker, load_fragment
from provenli.options import read_options
from provenli.pairs.plan import Request
from provenli.pairs.workers import carried_out_by
from tests.audits.files import write_pairs

Making = Callable[[Path, Callable[[str, int, int], None]], None]


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    utils = pytest.importorskip("ray.cluster_utils")
    made = utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    monkeypatch.setenv("RAY_ADDRESS", made.address)
    yield made
    made.shutdown()


class Killer:
    """Kills a node when the first answer has come, while others are waited for."""

    def __init__(self, cluster: Any) -> None:
        self.cluster, self.node = cluster, cluster.add_node(num_cpus=1)

    def __call__(self, what: str, done: int, total: int) -> None:
        del what, total
        if self.node is not None and done:
            self.cluster.remove_node(self.node, allow_graceful=False)
            self.node = None


def audited(out: Path, progress: Callable[[str, int, int], None]) -> None:
    fragment = load_fragment("monotonicity_hard")
    file = write_pairs(out.parent / "published.jsonl")
    run(AuditOrder(file, fragment, fragment.published_reading, out=out, progress=progress))


def generated(out: Path, progress: Callable[[str, int, int], None]) -> None:
    known, make = data_maker("negation", ())
    make(Request(60, 0, read_options((), known), 1, progress), ("jsonl",), out)


def silent(what: str, done: int, total: int) -> None:
    del what, done, total


def files_in(place: Path) -> dict[str, bytes]:
    unlike = {"journal.jsonl"}  # in the order in which answers came
    return {p.name: p.read_bytes() for p in place.iterdir() if p.is_file() and p.name not in unlike}


@pytest.mark.slow
def test_a_cluster_that_loses_a_node_makes_the_same_bytes(cluster: Any, tmp_path: Path) -> None:
    making: dict[str, Making] = {"audit": audited, "data": generated}
    for name, make in making.items():
        make(tmp_path / f"{name}-here", silent)
        killer = Killer(cluster)
        with carried_out_by("ray", 2):
            make(tmp_path / f"{name}-ray", killer)
        assert killer.node is None
        assert files_in(tmp_path / f"{name}-ray") == files_in(tmp_path / f"{name}-here")
