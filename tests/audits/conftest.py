from __future__ import annotations

from pathlib import Path

import pytest

from tests.audits.files import IMPOSSIBLE, PAIRS, command, write_pairs


@pytest.fixture(scope="session")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with `pairs.jsonl` and its audit in `out`; tests read it and change nothing."""
    place = tmp_path_factory.mktemp("audited")
    file = write_pairs(place / "pairs.jsonl", (*PAIRS, IMPOSSIBLE))
    assert command(file, "--fragment", "monotonicity_hard", "--out", place / "out", "--workers", "1") == 0
    return place
