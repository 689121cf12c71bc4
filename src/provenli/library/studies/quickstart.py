"""What `provenli quickstart` runs: three models on a fair split in plain English. Not on the list of studies."""

from __future__ import annotations

from provenli import papers
from provenli.library.studies.published_numbers import DEPTHS
from provenli.studies.recipes import Cut, Data, Memorising, Parts, Training, Words
from provenli.studies.study import SCALES, Ask, Cell, Entry, Files, Published, Study, Table, TableRow

PAIRS = 6_000
DATA = Data("systematicity", PAIRS, 0, (("depth", "1-3"), ("polished", "yes")))
SPLIT = "D1-2"
PARTS = Parts(Cut("productivity", (("pairs", DATA),)), SPLIT)
DEPTHS_TESTED = (1, 2, 3)
NAMES = {
    "bag_of_words": "bag of words",
    "lstm": "LSTM",
    "state_tree": "state tree (ours)",
    "memorising": "memorising learner",
}
ABOUT = {
    "bag_of_words": "which words occur, in any order",
    "lstm": "reads both sentences word by word",
    "state_tree": "follows the aligned trees of both sentences",
    "memorising": "no network: remembers every step that training shows",
}
SETTINGS: dict[str, Words] = {"bag_of_words": (), "lstm": (("epochs", "6"),), "state_tree": (("epochs", "12"),)}
WITHOUT_TORCH = ("bag_of_words", "memorising")
PUBLISHED_LSTM = tuple(numbers[1] for numbers in DEPTHS[SPLIT][: len(DEPTHS_TESTED)])
"""Mean and standard deviation of five runs, by depth (Table 7)."""


def test_of(depth: int) -> str:
    return f"test-depth-{depth}"


def cells(scale: str, files: Files) -> list[Cell]:
    del scale, files
    asks = tuple(Ask(test_of(d)) for d in DEPTHS_TESTED)
    found = [Cell(m, Training(m, PARTS, settings=s), asks) for m, s in SETTINGS.items()]
    return [*found, Cell("memorising", Memorising(PARTS), asks)]


def row(model: str) -> TableRow:
    entries = {}
    for depth, (mean, spread) in zip(DEPTHS_TESTED, PUBLISHED_LSTM, strict=True):
        source = f"{papers.SYSTEMATICITY}, Table 7, D1+D2, LSTM/D{depth}"
        published = Published(mean, spread, source, "standard deviation of 5 runs") if model == "lstm" else None
        entries[f"depth {depth}"] = Entry((model,), (test_of(depth),), published=published)
    return TableRow(NAMES[model], entries)


STUDY = Study(
    "quickstart",
    "do models that know two depths know a third? A fair test, small",
    papers.SYSTEMATICITY,
    cells,
    (Table("depths", "Trained on depths 1 and 2", tuple(row("lstm").entries), tuple(map(row, NAMES))),),
    dict.fromkeys(SCALES, 1),
)
