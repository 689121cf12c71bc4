"""A study of one's own: does a bag of words notice that test sentences are deeper than training sentences?

provenli study examples/my_study.py --scale smoke --out runs/mine
provenli report runs/mine
"""

from provenli.studies.recipes import Cut, Data, Parts, Training
from provenli.studies.study import Ask, Cell, Entry, Figure, Files, Finding, Line, Published, Study, Table, TableRow

SIZES = {"smoke": 800, "small": 8_000, "paper": 80_000}
MODELS = ("majority", "bag_of_words")


def cells(scale: str, files: Files) -> list[Cell]:
    """One cell a model; all of them share one data set and one split, which are made once."""
    del files  # --file NAME=PATH, for studies that say which files they take
    data = Data("systematicity", SIZES[scale], seed=0, options=(("depth", "1-2"),))
    shallow = Parts(Cut("productivity", (("pairs", data),)), "D1")
    tests = (Ask("test-depth-1"), Ask("test-depth-2", by=("monotonicity",)))
    return [Cell(f"shallow/{model}", Training(model, shallow), tests) for model in MODELS]


LSTM = Published(91.1, spread=5.4, source="Yanaka et al. 2020, Table 7, D1, LSTM", kind="standard deviation of 5 runs")


def row(model: str) -> TableRow:
    """Beside our bag of words stands what the paper has for an LSTM."""
    cell = (f"shallow/{model}",)
    return TableRow(
        model,
        {
            "depth 1": Entry(cell, ("test-depth-1",), published=LSTM if model == "bag_of_words" else None),
            "depth 2": Entry(cell, ("test-depth-2",)),
            "depth 2, downward": Entry(cell, ("test-depth-2",), by="monotonicity=downward"),
        },
    )


def line(model: str) -> Line:
    return Line(model, tuple((str(d), Entry((f"shallow/{model}",), (f"test-depth-{d}",))) for d in (1, 2)))


FALLS = Finding(
    "a bag of words falls at depth 2",
    "our guess",
    Entry(("shallow/bag_of_words",), ("test-depth-1",)),
    Entry(("shallow/bag_of_words",), ("test-depth-2",)),
    points=10,
)
STUDY = Study(
    name="bags",
    about="does a bag of words notice depth?",
    paper="",
    cells=cells,
    outputs=(
        Table("depth", "Trained on depth 1", tuple(row("majority").entries), tuple(map(row, MODELS))),
        Figure("by-depth", "Trained on depth 1", "depth of the test", tuple(map(line, MODELS))),
    ),
    seeds={"smoke": 1, "small": 1, "paper": 1},
    findings=(FALLS,),
)
