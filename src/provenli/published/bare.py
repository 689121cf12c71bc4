"""Columns without a header, as the semantic fragments (Richardson et al. 2020) are published: id, premise,
hypothesis, LABEL.

Which column holds what is found from the first rows: the label column is the one whose cells are labels, the sentences
are the two other columns that hold words with spaces between them.
"""

from __future__ import annotations

from collections.abc import Mapping

from provenli.errors import InputError
from provenli.published.containers.protocol import Head, Key
from provenli.published.label_spellings import are_labels
from provenli.published.sentences import ends

ADVICE = "say which is which: --columns premise=1,hypothesis=2,label=3"
NO_LABELS = f"no header, and no column of known labels; {ADVICE}, and what labels mean: --labels SPELLING=LABEL"


def cells(head: Head, key: Key) -> list[str]:
    return [r.values[key] for r in head.sample]


def label_columns(head: Head, given: Mapping[str, str]) -> list[str]:
    """`given`: spellings that the user has explained."""
    return [name for name, key in head.columns.items() if are_labels(cells(head, key), given)]


def is_row(head: Head) -> bool:
    """Whether the supposed header is a row like the others: it has two sentences, or a cell that occurs again."""
    cells_below = {name: key for name, key in head.columns.items() if isinstance(key, int)}
    sentences = [name for name in cells_below if " " in name and ends(name)]
    return len(sentences) > 1 or any(
        name and name in (c.strip() for c in cells(head, key)) for name, key in cells_below.items()
    )


def roles_of(head: Head, label: str | None, given: Mapping[str, str]) -> dict[str, str]:
    """Columns by role. Raises an error if neither the first rows nor the user settle them."""
    labels = label_columns(head, given) if label is None else [label]
    if not labels:
        raise InputError(NO_LABELS)
    if len({tuple(cells(head, head.columns[c])) for c in labels}) > 1:
        raise InputError(f"columns {' and '.join(labels)} both hold labels, and they disagree; {ADVICE}")
    rest = [c for c in head.columns if c not in labels]
    texts = rest if len(rest) == 2 else [c for c in rest if _wordy(cells(head, head.columns[c]))]
    if len(texts) != 2:
        raise InputError(f"no header, and {len(texts)} of {len(head.columns)} columns look like sentences; {ADVICE}")
    found = {"premise": texts[0], "hypothesis": texts[1], "label": labels[0]}
    ids = [c for c in rest if c not in texts]
    return found | ({"id": ids[0]} if ids else {})


def _wordy(texts: list[str]) -> bool:
    return sum(" " in t.strip() for t in texts) * 2 > len(texts)
