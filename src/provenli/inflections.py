"""lemminflect's tables of forms and lemmas, without what it would load beside them.

If spaCy is installed, lemminflect imports it (and torch with it, three seconds) only to add itself to spaCy's tokens,
which nobody here needs. So spaCy is hidden while lemminflect is imported. Importing this file loads the tables, which
takes 0.4 s, so it is imported where they are first needed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder


class Hidden(MetaPathFinder):
    """Finds nothing, and says so before any other finder can find it."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None) -> None:
        del path, target
        if name == "spacy":
            raise ModuleNotFoundError(name)


@contextmanager
def without_spacy() -> Iterator[None]:
    hidden = Hidden()
    sys.meta_path.insert(0, hidden)
    try:
        yield
    finally:
        sys.meta_path.remove(hidden)


with without_spacy():
    from lemminflect import getAllInflections, getAllLemmas, getInflection, getLemma

__all__ = ["getAllInflections", "getAllLemmas", "getInflection", "getLemma"]
