"""Honest scores from predictions, without torch.

from provenli.scoring import compare, load, score

run = load("predictions.jsonl")
print(score(run, by=["depth"]).accuracy)
"""

from provenli.scoring.comparison import Comparison, compare
from provenli.scoring.load import load, load_gold
from provenli.scoring.predictions import Predictions
from provenli.scoring.scores import Score, score
from provenli.scoring.seeds import Group, group_name, grouped

__all__ = [
    "Comparison",
    "Group",
    "Predictions",
    "Score",
    "compare",
    "group_name",
    "grouped",
    "load",
    "load_gold",
    "score",
]
