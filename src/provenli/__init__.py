"""Inference pairs whose labels are proved.

import provenli as nli

nli.entails("monotonicity_hard", "No dog ran.", "No poodle ran.")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from provenli.version import VERSION as __version__

if TYPE_CHECKING:
    from provenli.data.dataset import Dataset
    from provenli.errors import ProveNLIError
    from provenli.front_door import (
        ask,
        audit,
        entails,
        fair,
        generate,
        load,
        parse,
        predict,
        report,
        score,
        split,
        study,
        train,
        verify,
    )
    from provenli.pairs.entails import Answer

__all__ = [
    "Answer",
    "Dataset",
    "ProveNLIError",
    "__version__",
    "ask",
    "audit",
    "entails",
    "fair",
    "generate",
    "load",
    "parse",
    "predict",
    "report",
    "score",
    "split",
    "study",
    "train",
    "verify",
]
_VALUES = {"Answer": "pairs.entails", "Dataset": "data.dataset", "ProveNLIError": "errors"}
"""Names of classes, for annotations and `except`. Everything else is in front_door.py."""


def __getattr__(name: str) -> Any:
    """Look a name up when it is first needed, so that the command line starts without loading everything."""
    if name not in __all__:
        raise AttributeError(f"module 'provenli' has no attribute {name!r}")
    return getattr(import_module(f"provenli.{_VALUES.get(name, 'front_door')}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
