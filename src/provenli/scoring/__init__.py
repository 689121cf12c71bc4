"""In: predictions of any model, as a file or as rows. Out: scores with honest intervals, breakdowns, comparisons.

Read first: scores.py, intervals.py, metrics/metric.py. Needs no torch.
"""

from provenli.scoring.comparison import compare
from provenli.scoring.human_tables import human_tables
from provenli.scoring.judgements import read_judgements
from provenli.scoring.load import load, load_gold, predictions_of
from provenli.scoring.scores import score

__all__ = ["compare", "human_tables", "load", "load_gold", "predictions_of", "read_judgements", "score"]
