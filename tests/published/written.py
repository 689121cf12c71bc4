"""Small files in every published layout, made up for the tests."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any, NamedTuple


class Pair(NamedTuple):
    premise: str
    hypothesis: str
    label: str


THREE = (
    Pair("A dog is running.", "An animal is running.", "entailment"),
    Pair("A dog is running.", "A poodle is running.", "neutral"),
    Pair("A dog is running.", "Nothing is running.", "contradiction"),
)
TWO = tuple(p for p in THREE if p.label != "contradiction")
MNLI_COLUMNS = (
    "index",
    "promptID",
    "pairID",
    "genre",
    "sentence1_binary_parse",
    "sentence2_binary_parse",
    "sentence1_parse",
    "sentence2_parse",
    "sentence1",
    "sentence2",
    "label1",
    "gold_label",
)
MED_COLUMNS = (*MNLI_COLUMNS[:-1], "label2", "label3", "label4", "label5", "gold_label")
GLUE_COLUMNS = (
    "Lexical Semantics",
    "Predicate-Argument Structure",
    "Logic",
    "Knowledge",
    "Domain",
    "Premise",
    "Hypothesis",
    "Label",
)
HELP_COLUMNS = (
    "determiner",
    "monotonicity",
    "gold_label",
    "replace_target",
    "replace_source",
    "replace_mode",
    "ori_sentence",
    "new_sentence",
)


def lines(rows: Sequence[Sequence[str]]) -> str:
    return "".join("\t".join(row) + "\n" for row in rows)


def json_lines(rows: Sequence[dict[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def snli(pairs: Sequence[Pair] = THREE) -> str:
    return json_lines(
        [
            {
                "annotator_labels": [p.label],
                "captionID": f"c{k}",
                "gold_label": p.label,
                "pairID": f"c{k}r1",
                "sentence1": p.premise,
                "sentence1_parse": "(ROOT)",
                "sentence2": p.hypothesis,
            }
            for k, p in enumerate(pairs)
        ]
    )


def snli_tsv(pairs: Sequence[Pair] = THREE) -> str:
    header = ["gold_label", "sentence1_parse", "sentence1", "sentence2", "captionID", "pairID", "label1", "label2"]
    rows = [[p.label, "(ROOT)", p.premise, p.hypothesis, f"c{k}", f"c{k}r1", p.label, ""] for k, p in enumerate(pairs)]
    return lines([header, *rows])


def multinli(pairs: Sequence[Pair] = THREE, genre: str = "fiction") -> str:
    rows = [
        [str(k), f"p{k}", f"p{k}e", genre, "", "", "", "", p.premise, p.hypothesis, p.label, p.label]
        for k, p in enumerate(pairs)
    ]
    return lines([MNLI_COLUMNS, *rows])


def med(pairs: Sequence[Pair] = TWO) -> str:
    return multinli(pairs, "upward_monotone:lexical_knowledge")


def multinli_jsonl(pairs: Sequence[Pair] = THREE) -> str:
    return json_lines(
        [
            {
                "annotator_labels": [p.label, "neutral"],
                "genre": "slate",
                "gold_label": p.label,
                "pairID": f"{k}e",
                "promptID": str(k),
                "sentence1": p.premise,
                "sentence2": p.hypothesis,
            }
            for k, p in enumerate(pairs)
        ]
    )


def help_tsv(pairs: Sequence[Pair] = TWO) -> str:
    rows = [
        ["every", "downward_monotone", p.label, "dog", "animal", "hypernym", p.premise, p.hypothesis] for p in pairs
    ]
    return lines([HELP_COLUMNS, *rows])


def sick(pairs: Sequence[Pair] = THREE) -> str:
    header = ["pair_ID", "sentence_A", "sentence_B", "relatedness_score", "entailment_judgment"]
    return lines([header, *([str(k), p.premise, p.hypothesis, "4.5", p.label.upper()] for k, p in enumerate(pairs, 1))])


def glue(pairs: Sequence[Pair] = THREE) -> str:
    rows = [
        ["", "Core args", "Negation;Double negation", "", "Artificial", p.premise, p.hypothesis, p.label] for p in pairs
    ]
    return lines([GLUE_COLUMNS, *rows])


def fragments(pairs: Sequence[Pair] = THREE) -> str:
    return lines([[f"train-{k}", p.premise, p.hypothesis, p.label.upper()] for k, p in enumerate(pairs)])


def breaking(pairs: Sequence[Pair] = THREE) -> str:
    return json_lines(
        [
            {
                "annotator_labels": [p.label],
                "category": "antonyms",
                "gold_label": p.label,
                "pairID": k,
                "sentence1": p.premise,
                "sentence2": p.hypothesis,
            }
            for k, p in enumerate(pairs)
        ]
    )


def own(pairs: Sequence[Pair] = THREE) -> str:
    return json_lines(
        [
            {
                "id": f"boolean-train-{k}",
                "premise": p.premise,
                "hypothesis": p.hypothesis,
                "label": p.label,
                "schema": "s0",
                "features": {},
            }
            for k, p in enumerate(pairs)
        ]
    )


def plain_csv(pairs: Sequence[Pair] = THREE, delimiter: str = ",") -> str:
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
    writer.writerow(["premise", "hypothesis", "label"])
    writer.writerows(pairs)
    return file.getvalue()


def plain_tsv(pairs: Sequence[Pair] = THREE) -> str:
    return lines([["premise", "hypothesis", "label"], *pairs])


def plain_jsonl(pairs: Sequence[Pair] = THREE) -> str:
    return json_lines([p._asdict() for p in pairs])


def json_array(pairs: Sequence[Pair] = THREE) -> str:
    return json.dumps([p._asdict() for p in pairs], indent=1)


FRACAS = """<?xml version="1.0" encoding="UTF-8"?>
<!-- <problem id="0" fracas_answer="no"> -->
<fracas-problems>
<comment class="section"> 1 GENERALIZED QUANTIFIERS </comment>
<problem id="1" fracas_answer="yes">
  <p idx="1"> An Italian sang &amp; danced. </p>
  <q> Did someone sing? </q>
  <h> Someone sang. </h>
  <a> Yes </a>
</problem>
<problem id="2" fracas_answer="unknown" fracas_nonstandard="true">
  <p idx="1"> Every Italian man sang. </p>
  <p idx="2"> Some Italian men are great. </p>
  <h> A great man danced. </h>
</problem>
<problem id="3" fracas_answer='no'><p idx="1">No one sang.</p><h>Zoë sang.</h></problem>
<problem id="4" fracas_answer="undef"><p idx="1">No one sang.</p><h>Zoë hummed.</h></problem>
</fracas-problems>
"""

TEXTS = {
    "snli": ("a.jsonl", snli),
    "snli-tsv": ("a.txt", snli_tsv),
    "multinli": ("a.tsv", multinli),
    "med": ("MED.tsv", med),
    "multinli-jsonl": ("a.jsonl", multinli_jsonl),
    "help": ("a.tsv", help_tsv),
    "sick": ("SICK.txt", sick),
    "glue-diagnostic": ("a.tsv", glue),
    "bare-tsv": ("a.tsv", fragments),
    "breaking-nli": ("a.jsonl", breaking),
    "provenli": ("a.jsonl", own),
    "csv": ("a.csv", plain_csv),
    "tsv": ("a.tsv", plain_tsv),
    "jsonl": ("a.jsonl", plain_jsonl),
    "json": ("a.json", json_array),
}
"""Layout to file name and writer."""
