"""The numbers of paper 002, Tables 5 to 9."""

from __future__ import annotations

from collections.abc import Mapping

from provenli.library.studies.med_data import DOWN, NON, UP

DIRECTIONS: Mapping[str, str] = {"Upward": UP, "Downward": DOWN, "Non": NON}
COLUMNS = (*DIRECTIONS, "All")
Numbers = tuple[float, float, float, float]
STATISTICS: Mapping[tuple[str, str], tuple[int, int, int]] = {
    (UP, "entailment"): (323, 305, 628), (UP, "non-entailment"): (893, 299, 1192),
    (DOWN, "entailment"): (1871, 201, 2072), (DOWN, "non-entailment"): (979, 219, 1198),
    (NON, "entailment"): (0, 15, 15), (NON, "non-entailment"): (2, 275, 277),
}  # fmt: skip
"""Table 5: pairs of Crowd, of Paper, and in all."""
MAJORITY: Mapping[str, tuple[str, float]] = {
    "Upward": ("non-entailment", 65.5), "Downward": ("entailment", 63.3), "Non": ("non-entailment", 99.3),
    "All": ("entailment", 50.4),
}  # fmt: skip
"""Table 6, first row; which label it is follows from Table 5."""
TABLE_6: Mapping[str, tuple[str, Numbers]] = {
    "BiMPM": ("bimpm", (53.5, 57.6, 27.4, 54.6)), "ESIM": ("esim", (71.1, 45.2, 41.8, 53.8)),
    "DeComp": ("decomposable_attention", (66.1, 42.1, 64.4, 51.4)), "KIM": ("kim", (78.8, 30.3, 53.1, 48.0)),
    "BERT": ("transformer", (50.1, 46.8, 7.5, 45.8)),
}  # fmt: skip
TABLE_7: Mapping[str, tuple[str, Numbers]] = {
    "MNLI": ("train/transformer", (82.7, 22.8, 52.7, 44.7)),
    "MNLI-Hyp": ("train/bilstm_max-hypothesis", (34.3, 18.3, 31.5, 24.4)),
    "MNLI+HELP": ("help/transformer", (76.0, 70.3, 59.9, 71.6)),
    "MNLI+HELP-Hyp": ("help/bilstm_max-hypothesis", (61.3, 30.5, 34.9, 41.1)),
}  # fmt: skip
BY_GENRE: Mapping[tuple[str, str], tuple[float, float]] = {
    ("Crowd", "Up"): (87.1, 83.6), ("Crowd", "Down"): (21.2, 70.3), ("Crowd", "Non"): (100.0, 100.0),
    ("Crowd", "All"): (40.9, 74.3),
    ("Paper", "Up"): (74.5, 60.8), ("Paper", "Down"): (33.8, 69.5), ("Paper", "Non"): (52.4, 59.7),
    ("Paper", "All"): (56.6, 63.3),
}  # fmt: skip
"""Table 8, without and with HELP."""
BY_PHENOMENON: Mapping[tuple[str, str], tuple[float, float]] = {
    ("Up", "Lexical"): (81.0, 70.8), ("Up", "non-Lexical"): (84.1, 79.6), ("Up", "NPIs"): (20.3, 35.9),
    ("Up", "Conditionals"): (51.7, 62.1), ("Up", "Conjunction"): (94.3, 88.0), ("Up", "Disjunction"): (4.2, 32.3),
    ("Up", "Reverse"): (74.2, 28.7),
    ("Down", "Lexical"): (46.1, 64.6), ("Down", "non-Lexical"): (18.8, 71.2), ("Down", "NPIs"): (44.0, 60.2),
    ("Down", "Conditionals"): (15.8, 20.0), ("Down", "Conjunction"): (24.5, 40.6),
    ("Down", "Disjunction"): (80.4, 40.6),
    ("Non", "Lexical"): (58.2, 64.3), ("Non", "non-Lexical"): (43.6, 52.7), ("Non", "NPIs"): (0.0, 0.0),
    ("Non", "Disjunction"): (10.0, 15.0),
}  # fmt: skip
"""Table 9, without and with HELP."""
