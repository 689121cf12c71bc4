"""What `provenli quickstart` runs: three models on a small fair split. Not on the list of studies."""

from __future__ import annotations

from provenli import papers
from provenli.library.studies.fairness import TABLE_3
from provenli.studies.recipes import Data, Memorising, Parts, Training, Words
from provenli.studies.study import SCALES, Ask, Cell, Entry, Epochs, Files, Line, Published, Row, Study, Table

PAIRS = 40_000
PARTS = Parts(Data("fair", PAIRS, 1, (("ratio", "0"), ("cover", "most"))))
NAMES = {
    "majority": "always the most frequent label",
    "cbow": "CBoW: the mean of word vectors (3 epochs)",
    "label_bottleneck": "label bottleneck: only relations go up (6 epochs)",
    "memorising": "memorising learner",
}
SETTINGS: dict[str, Words] = {
    "majority": (),
    "cbow": (("epochs", "3"), ("batch", "256")),
    "label_bottleneck": (("epochs", "6"), ("batch", "128")),
}


def cells(scale: str, files: Files) -> list[Cell]:
    del scale, files
    seen = (Ask("dev"), Ask("test"))
    found = [Cell(m, Training(m, PARTS, settings=s), seen) for m, s in SETTINGS.items()]
    return [*found, Cell("memorising", Memorising(PARTS), seen)]


def table() -> Table:
    paper = {
        "cbow": Published(*TABLE_3["cbow"]["Test"], "Geiger et al. 2019, Table 3, CBoW/Test", "95% interval of 5 runs")
    }
    rows = tuple(Row(told, {"Test": Entry((m,), published=paper.get(m))}) for m, told in NAMES.items())
    note = (
        "Test pairs are of schemas that training never uses, but training shows how each part composes. The "
        "memorising learner remembers word pairs too: what it gets wrong has pairs of words it never saw. The paper "
        "trains CBoW on 500,000 pairs; its best model gets 90.3%."
    )
    return Table("models", f"Three models on a fair split of {PAIRS:,} pairs", ("Test",), rows, note)


def by_epoch() -> Epochs:
    lines = tuple(Line(NAMES[m].partition(":")[0], (("", Entry((m,))),)) for m in ("cbow", "label_bottleneck"))
    return Epochs("by-epoch", "Dev accuracy, epoch by epoch", "epoch", lines)


STUDY = Study(
    "quickstart",
    "do networks compose what they were shown? A fair test, small",
    papers.FAIRNESS,
    cells,
    (table(), by_epoch()),
    dict.fromkeys(SCALES, 1),
)
