from __future__ import annotations

import json

import pytest

from provenli.errors import InputError
from provenli.scoring import score
from tests.scoring.files import NOT, C, E, N, predictions


def test_majority_and_chance() -> None:
    found = score(predictions([E] * 6 + [N] * 3 + [C], [E] * 10))
    assert (found.accuracy, found.majority, found.majority_label) == (0.6, 0.6, E)
    assert found.chance == 1 / 3
    assert found.against_majority == "not above majority"


def test_above_majority_needs_the_whole_interval() -> None:
    gold = [E] * 50 + [NOT] * 50
    lucky = score(predictions(gold, gold[:55] + [E] * 45))
    assert lucky.accuracy == 0.55
    assert lucky.against_majority == "not above majority"
    assert score(predictions(gold, gold[:90] + [E] * 10)).against_majority == "above majority"
    wrong = [NOT if g == E else E for g in gold]
    assert score(predictions(gold, wrong)).against_majority == "below majority"


def test_clusters_can_take_it_back() -> None:
    """64 of 100 is above one half if pairs are independent, not if they are five schemas."""
    gold = ([E] * 10 + [NOT] * 10) * 5
    said = gold[:64] + [NOT if g == E else E for g in gold[64:]]
    plain, grouped = score(predictions(gold, said)), score(predictions(gold, said, [k // 20 for k in range(100)]))
    assert plain.against_majority == "above majority"
    assert grouped.against_majority == "not above majority"
    assert grouped.clusters == 5
    assert grouped.wilson == plain.wilson


def test_rows_without_a_schema_are_clusters_of_their_own() -> None:
    import numpy as np

    from provenli.scoring.predictions import FeatureColumn, Predictions

    run = predictions([E, E, E], [E, N, E])
    some = Predictions(
        "run", None, run.labels, run.gold, run.predicted, FeatureColumn(("s",), np.array([0, -1, -1])), {}
    )
    assert score(some).clusters == 3


def test_verbs_tell_pairs_of_a_file_apart() -> None:
    """All of them may have one schema, which says only what type of verb they stand under."""
    import numpy as np

    from provenli.scoring.predictions import FeatureColumn, Predictions

    run = predictions([E, E, E, E], [E, N, E, E])
    verb = FeatureColumn(("knows", "sees"), np.array([0, 0, 1, 1]))
    schema, source = (FeatureColumn((name,), np.array([0, 0, 0, 0])) for name in ("s", "SICK.txt, line 7"))

    def clusters(**features: FeatureColumn) -> int | None:
        return score(Predictions("run", None, run.labels, run.gold, run.predicted, schema, features)).clusters

    assert clusters(verb=verb, source=source) == 2
    assert clusters(verb=verb) == 1  # sentences of a grammar: the schema tells what they say
    assert clusters(source=source) == 1


def test_two_way_folds_both_sides() -> None:
    run = predictions([E, N, C, C], [E, C, N, E])
    assert score(run).right == 1
    found = score(run, two_way=True)
    assert found.right == 3
    assert found.notes == ("contradiction and neutral counted as non-entailment, as --two-way asks",)
    assert found.majority == 0.75
    again = predictions([E, NOT, NOT, NOT], [E, NOT, NOT, E])
    assert score(again, two_way=True).confusion == found.confusion == score(again).confusion
    assert score(again, two_way=True).notes == ()


def test_json_holds_everything() -> None:
    run = predictions([E, N, C, C], [E, C, N, E], [0, 0, 1, 1], depth=["1", "1", "2", "2"])
    value = json.loads(json.dumps(score(run, ["depth"], bootstrap=20).to_json()))
    assert (value["n"], value["right"], value["schemas"]) == (4, 1, 2)
    assert value["confusion"]["gold_by_predicted"] == [[1, 0, 0], [0, 0, 1], [1, 1, 0]]
    assert value["breakdowns"][0]["cells"][1]["values"] == ["2"]
    assert len(value["bootstrap"]) == 2
    assert score(run).bootstrap is None


def test_the_seed_counts() -> None:
    run = predictions([E] * 60, ([E] * 3 + [N] * 2) * 12, [k // 4 for k in range(60)])
    one, two, other = (score(run, bootstrap=100, seed=s).bootstrap for s in (1, 1, 2))
    assert one == two != other
    with pytest.raises(InputError, match="0 or more"):
        score(run, seed=-1)


def test_abstaining_is_never_right_and_no_label() -> None:
    found = score(predictions([E, E, NOT, NOT], [E, "abstained", NOT, "abstained"]))
    assert (found.right, found.chance) == (2, 0.5)
    assert found.macro_f1 == pytest.approx(2 / 3)  # precision 1, recall 1/2 for each of the two labels
