"""The small data sets that the tests of splits make once, for commands too."""

from tests.splits.conftest import cut_by, data

__all__ = ["cut_by", "data"]
