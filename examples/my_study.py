"""A study of one's own: does a bag of words notice that test sentences are deeper than training sentences?

    provenli study examples/my_study.py --scale smoke --out runs/mine
    provenli report runs/mine
"""

from provenli.study.recipes import Cut, Data, Parts, Training
from provenli.study.study import Ask, Cell, Entry, Files, Row, Study, Table

SIZES = {"smoke": 800, "small": 8_000, "paper": 80_000}
MODELS = ("majority", "bag_of_words")


def cells(scale: str, files: Files) -> list[Cell]:
    """One cell a model; all of them share one data set and one split, which are made once."""
    del files  # --file NAME=PATH, for studies that say which files they take
    data = Data("systematicity", SIZES[scale], seed=0, options=(("depth", "1-2"),))
    shallow = Parts(Cut("productivity", (("pairs", data),)), "D1")
    tests = (Ask("test-depth-1"), Ask("test-depth-2", by=("monotonicity",)))
    return [Cell(f"shallow/{model}", Training(model, shallow), tests) for model in MODELS]


def row(model: str) -> Row:
    cell = (f"shallow/{model}",)
    return Row(model, {
        "depth 1": Entry(cell, ("test-depth-1",)),
        "depth 2": Entry(cell, ("test-depth-2",)),
        "depth 2, downward": Entry(cell, ("test-depth-2",), by="monotonicity=downward"),
    })  # fmt: skip


STUDY = Study(
    name="bags",
    about="does a bag of words notice depth?",
    paper="",
    cells=cells,
    outputs=(Table("depth", "Trained on depth 1", tuple(row("majority").entries), tuple(map(row, MODELS))),),
    seeds={"smoke": 1, "small": 1, "paper": 1},
)
