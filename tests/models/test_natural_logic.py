from __future__ import annotations

import numpy as np
import pytest

from provenli.english.wordnet import wordnet_directory
from provenli.library.models.natural_logic import MODEL
from provenli.library.studies.med import cells
from provenli.models.examples import Examples
from provenli.models.protocol import Run
from provenli.models.shared_trees import Coded

PAIRS = (
    ("No dog barked.", "No small dog barked.", "entailment"),
    ("A dog barked.", "A small dog barked.", "non-entailment"),
    ("A man is singing.", "No man is singing.", "non-entailment"),
)


def examples() -> Examples:
    premises, hypotheses, labels = zip(*PAIRS, strict=True)
    names = ("entailment", "non-entailment")
    return Examples(
        "here", ("a", "b", "c"), premises, hypotheses, Coded(names, np.array(list(map(names.index, labels))))
    )


@pytest.mark.skipif(wordnet_directory() is None, reason="no WordNet files on this machine")
def test_nothing_is_trained_and_labels_are_those_of_the_data() -> None:
    fitted = MODEL.fit(examples(), examples(), Run())
    again = MODEL.restore(fitted.saved())
    shares = again.probabilities(examples())
    assert [again.labels[k] for k in shares.argmax(axis=1)] == [label for _, _, label in PAIRS]
    assert np.allclose(shares.sum(axis=1), 1)
    assert (shares.max(axis=1) < 1).all()


def test_the_study_of_med_asks_it_once() -> None:
    found = [c for c in cells("smoke", {}) if c.key.startswith("solver/")]
    assert [(c.key, c.seeds) for c in found] == [("solver/natural_logic", 1)]
