"""The studies on the shelf: cells at every scale, recipes that are right, published numbers with their source."""

from __future__ import annotations

from pathlib import Path

import pytest

from provenli.errors import InputError
from provenli.library.study_shelf import SHELVES, STUDIES, load_study
from provenli.studies.recipes import all_steps
from provenli.studies.record import claim, read_record
from provenli.studies.steps import check
from provenli.studies.study import SCALES, Entry, Study, cells_of, chosen, entries

SICK = Path(__file__)
"""Any file that exists: here its content is not read."""


def given(study: Study) -> dict[str, str]:
    """Every file that a study takes; published fragments would be directories."""
    return {name: str(SICK) for name, about in study.files.items() if not about.startswith("a directory")}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("name", STUDIES)
def test_every_recipe_can_be_read(name: str, scale: str) -> None:
    study = load_study(name)
    cells = cells_of(study, scale, {})
    steps = all_steps(tuple(t for c in cells for t in c.tests(0).values()))
    for step in steps:
        check(step, SHELVES)


@pytest.mark.parametrize("name", STUDIES)
def test_outputs_show_cells_and_tests_that_exist(name: str, tmp_path: Path) -> None:
    study = load_study(name)
    cells = cells_of(study, "paper", given(study))
    claim(tmp_path / "run", study, "paper", 1, cells)
    record = read_record(tmp_path / "run")
    tests = {c.key: {a.known_as: a.by for a in c.asks} for c in cells}
    for output in record.outputs:
        for _, _, entry in entries(output):
            for cell in entry.cells:
                if cell not in tests:
                    assert entry.published is None, cell
                    continue
                for test in entry.tests:
                    assert entry.by.partition("=")[0] in ("", *tests[cell][test])
    assert len({o.name for o in record.outputs}) == len(record.outputs)


@pytest.mark.parametrize("name", [n for n in STUDIES if n != "shelf"])
def test_findings_are_of_cells_that_a_medium_run_has(name: str, tmp_path: Path) -> None:
    study = load_study(name)
    assert study.findings
    files = given(study) if name == "fragments" else {}
    cells = {c.key: c for c in cells_of(study, "medium", files)}
    claim(tmp_path / "run", study, "small", 1, tuple(cells.values()))
    for f in read_record(tmp_path / "run").findings:
        assert f.source.startswith(f"{study.paper}, ")
        for entry in (f.first, f.second):
            for cell in entry.cells if isinstance(entry, Entry) else ():
                asks = {a.known_as: a.by for a in cells[cell].asks}
                assert isinstance(entry, Entry)
                assert all(entry.by.partition("=")[0] in ("", *asks[test]) for test in entry.tests)


@pytest.mark.parametrize(
    ("name", "output", "row", "column", "value", "spread"),
    [
        ("fairness", "table-3", "CompTreeNN", "Test", 80.21, 7.71),
        ("fairness", "table-3", "CompTreeNTN", "Dev", 90.45, 2.48),
        ("fairness", "table-3", "TreeNN", "Train", 67.01, 12.71),
        ("systematicity", "productivity", "D1+D2 → D3", "LSTM", 75.4, 10.8),
        ("systematicity", "productivity", "D1+D2+D3 → D4 (down)", "BERT", 85.8, 10.5),
        ("systematicity", "localism", "D5 → D1", "TreeLSTM", 49.1, 1.1),
        ("systematicity", "localism", "D2 → D4", "LSTM", 57.9, 14.7),
        ("systematicity", "localism", "D4 → D5", "TreeLSTM, parsed", 50.5, 1.1),
        ("systematicity", "table-5", "MNLI → D3", "TreeLSTM, parsed", 41.0, 0.4),
        ("systematicity", "table-5", "D1+D2+MNLI → D3", "LSTM", 66.7, 13.5),
        ("systematicity", "table-5", "D1+D2+D3+MNLI → MNLI-test", "BERT", 84.0, 0.1),
        ("transitivity", "table-5", "yes, unk → unk", "LSTM-B", 6.3, 12.8),
        ("transitivity", "table-6", "validation, s1 → s2", "BERT-B", 89.1, 2.0),
        ("transitivity", "table-9", "yes, unk → unk", "BERT-B", 17.9, None),
        ("transitivity", "table-13", "unk, yes → unk", "LSTM-T", 98.3, 0.2),
        ("transitivity", "table-12", "yes, unk → unk", "LSTM-M&T", 99.7, 0.1),
        ("med", "table-5", "downward monotone, entailment", "Crowd", 65.6, None),
        ("med", "table-6", "Always non-entailment", "Non", 99.3, None),
        ("med", "table-6", "KIM", "Downward", 30.3, None),
        ("med", "table-7", "MNLI+HELP-Hyp", "All", 41.1, None),
        ("med", "table-8", "Paper, Up", "+HELP", 60.8, None),
        ("med", "table-9", "Down, Disjunction", "-HELP", 80.4, None),
        ("fragments", "table-1", "Premise+Hyp. biLSTM", "Monotonicity (avg. of 2)", 59.1, None),
        ("fragments", "table-1", "ESIM, of the original task", "Logic (avg. of 6)", 44.3, None),
        ("fragments", "table-1", "Decomp-Attn, re-trained", "Logic (avg. of 6)", 71.7, None),
        ("fragments", "table-1", "ESIM, re-trained", "MNLI", 72.0, None),
        ("fragments", "table-1", "BERT (ours: MiniLM), of the original task", "Original task", 90.7, None),
    ],
)
def test_published_numbers(name: str, output: str, row: str, column: str, value: float, spread: float | None) -> None:
    study = load_study(name)
    shown = next(o for o in study.outputs if o.name == output)
    found = next(e.published for r, c, e in entries(shown) if (r, c) == (row, column))
    assert found is not None
    assert (found.value, found.spread) == (value, spread)
    assert found.source.startswith(f"{study.paper}, Table ")


def test_mistakes_in_names() -> None:
    study = load_study("transitivity")
    with pytest.raises(InputError, match=r"files pears: .* takes no such file; did you mean 'pairs'"):
        cells_of(study, "smoke", {"pears": "x"})
    with pytest.raises(InputError, match=r"files pairs=nowhere.txt: no such file; expected NLI pairs"):
        cells_of(study, "smoke", {"pairs": "nowhere.txt"})
    with pytest.raises(InputError, match=r"only: no cell 'synthetic-basic/lstn'; did you mean"):
        chosen(cells_of(study, "smoke", {}), ["synthetic-basic/lstn"])
    keys = [[c.key for c in cells_of(study, "smoke", files)] for files in ({}, {"pairs": str(SICK)})]
    assert keys[0] == keys[1]
