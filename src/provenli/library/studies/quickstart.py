"""What `provenli quickstart` runs: three models on a small fair split. Not on the list of studies."""

from __future__ import annotations

from provenli.study.recipes import Data, Memorising, Parts, Training, Words
from provenli.study.study import SCALES, Ask, Cell, Entry, Files, Row, Study, Table

PAIRS = 40_000
PARTS = Parts(Data("fair", PAIRS, 1, (("ratio", "0"),)))
NAMES = {
    "majority": "always the most frequent label", "cbow": "CBoW: the mean of word vectors (3 epochs)",
    "label_bottleneck": "label bottleneck: only relations go up (6 epochs)", "memorising": "memorising learner",
}  # fmt: skip
SETTINGS: dict[str, Words] = {"majority": (), "cbow": (("epochs", "3"), ("batch", "256")),
                              "label_bottleneck": (("epochs", "6"), ("batch", "128"))}  # fmt: skip


def cells(scale: str, files: Files) -> list[Cell]:
    del scale, files
    seen = (Ask("dev"), Ask("test"))
    found = [Cell(m, Training(m, PARTS, settings=s), seen) for m, s in SETTINGS.items()]
    return [*found, Cell("memorising", Memorising(PARTS), seen)]


def table() -> Table:
    rows = tuple(Row(told, {"Test": Entry((m,))}) for m, told in NAMES.items())
    note = (
        "Test pairs are of schemas that training never uses, but training shows how each part composes. The "
        "memorising learner remembers word pairs too: what it gets wrong has pairs of words it never saw."
    )
    return Table("models", f"Three models on a fair split of {PAIRS:,} pairs", ("Test",), rows, note)


STUDY = Study("quickstart", "the whole way, small", "001", cells, (table(),), dict.fromkeys(SCALES, 1))
