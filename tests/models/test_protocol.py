"""What is refused before a model is fitted, by the Python interface too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from provenli.errors import InputError
from provenli.library.model_shelf import load_model
from provenli.models.examples import Examples, examples_of
from provenli.models.protocol import Run, check_data
from tests.models.small_data import fair_examples, text_examples


def labelled(*labels: str) -> Examples:
    return examples_of([f"p{k}" for k in range(len(labels))], ["h"] * len(labels), labels, where="mine")


@pytest.mark.parametrize("name", ["majority", "bag_of_words", "cbow"])
@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("maybe", "known: contradiction, entailment, neutral, non-entailment"),
        ("Neutral", "did you mean 'neutral'?"),
        ("not_entailment", "did you mean 'non-entailment'"),
        ("neutral ", "did you mean 'neutral'"),
    ],
)
def test_labels_of_another_name(name: str, label: str, said: str) -> None:
    model = load_model(name)
    good, bad = labelled("entailment", "neutral"), labelled("entailment", "neutral", label)
    for train, dev in ((bad, good), (good, bad)):
        with pytest.raises(InputError, match="mine: row '2': unknown label") as found:
            model.fit(train, dev, Run(model.presets["default"]))
        assert said in str(found.value)
        assert "\n" not in str(found.value)


def test_a_strange_label_of_rows_that_were_left_out() -> None:
    """Of rows that are taken from others only their own labels count."""
    some = labelled("entailment", "neutral", "maybe").taken([0, 1])
    check_data(load_model("majority"), some, some)


def test_no_rows_no_label_and_no_trees() -> None:
    model, rows = load_model("majority"), labelled("entailment", "neutral")
    with pytest.raises(InputError, match="mine has no rows"):
        check_data(model, rows, rows.taken([]))
    with pytest.raises(InputError, match="row '1' has no label"):
        check_data(model, labelled("entailment", "-"), rows)
    with pytest.raises(InputError, match="the label 'contradiction' does not occur in mine"):
        check_data(model, rows, labelled("contradiction"))
    text = text_examples(4)
    for name, need in (("tree_lstm", "trees"), ("state_tree", "aligned trees"), ("label_bottleneck", "aligned trees")):
        with pytest.raises(InputError, match=f"model '{name}' needs {need}, and examples has none"):
            check_data(load_model(name), text, text)
    bare = replace(fair_examples(4), aligned=None)
    with pytest.raises(InputError, match="'label_bottleneck' needs"):
        check_data(load_model("label_bottleneck"), bare, bare)


@pytest.mark.parametrize("name", ["majority", "memorising", "bag_of_words"])
def test_models_that_cannot_go_on_from_another(name: str) -> None:
    rows, model = fair_examples(20), load_model(name)
    first = model.fit(rows, rows, Run(model.presets["default"]))
    with pytest.raises(InputError, match=f"model '{name}' cannot go on from another run: leave out start"):
        model.fit(rows, rows, Run(model.presets["default"], start=first.saved()))
