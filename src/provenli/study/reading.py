"""The rows of a part, as a model needs them.

Finding the trees of a few thousand rows can take longer than a training, and cells of one data set come one after the
other in a worker; so a worker keeps the last small files with their trees.
"""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

from provenli.models.examples import Examples
from provenli.models.protocol import ALIGNED, TREES, Model
from provenli.splits.asking import FragmentOf
from provenli.splits.row_trees import read_for

KEPT = 6
LARGEST = 10_000_000
"""Bytes of a file that is kept; larger ones would fill the memory."""
_kept: OrderedDict[tuple[Path, int], Examples] = OrderedDict()


def read_part(model: Model, file: Path, fragment_of: FragmentOf) -> Examples:
    if not model.needs & {TREES, ALIGNED} or not file.is_file() or file.stat().st_size > LARGEST:
        return read_for(model, file, fragment_of)
    key = (file, file.stat().st_mtime_ns)
    if key not in _kept:
        _kept[key] = read_for(model, file, fragment_of)
    _kept.move_to_end(key)
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return _kept[key]
