"""A run: every row with every prompt, asked once; what is on record is not asked again.

RUN/run.json says what is asked, RUN/log.jsonl has every reply as it came, RUN/predictions/PROMPT.jsonl what the
replies come to, for `provenli score` and `provenli report`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from provenli.errors import InputError
from provenli.files import FULL, alone_in, inner_directory, whole_text
from provenli.labels import ABSTAINED, NOT, folded
from provenli.outside.asked_rows import BY_LABEL, AskedRow, AskedRows, RowChoice, read_rows
from provenli.outside.choice import PROBES, OutsideModel, at_hand, check_model, way_for
from provenli.outside.hf_model import ClassifierWay
from provenli.outside.run_log import CHOICE, PREDICTIONS, Json, RunLog, claim, is_run, open_log, recorded, unclaim
from provenli.outside.run_scores import RunScores, run_scores
from provenli.outside.ways import AskedQuestion, Way, check_fits, label_of
from provenli.progress import Progress, silent
from provenli.prompts import PAIR, Prompt
from provenli.version import VERSION

LETTERS_A_TOKEN = 4
"""Roughly right for English; used for endpoints whose tokens nobody can count beforehand."""


@dataclass(frozen=True)
class AskOrder:
    """`prompts`: those that fit the data's labels are checked by `check_answers`. `examples`: where solved examples
    come from, for prompts that have some. `choice`: how the rows were taken."""

    rows: AskedRows
    model: OutsideModel
    prompts: tuple[Prompt, ...]
    out: Path
    choice: RowChoice = BY_LABEL
    part: str | None = None
    two_way: bool = False
    examples: Path | None = None
    seed: int = 0
    progress: Progress = field(default=silent)


@dataclass(frozen=True)
class Asked:
    """The result of a run. `right`, `answered` and `rows` are by prompt."""

    out: Path
    model: str
    how: str
    why: str
    asked: int
    """Questions that this call asked; the others were on record."""
    tokens: tuple[int, int]
    counts: Mapping[str, Mapping[str, int]]

    def to_json(self) -> dict[str, Any]:
        return {
            "out": str(self.out),
            "model": self.model,
            "how": self.how,
            "why": self.why,
            "asked": self.asked,
            "tokens_in": self.tokens[0],
            "tokens_out": self.tokens[1],
            "prompts": {name: dict(found) for name, found in self.counts.items()},
        }

    def scores(self) -> RunScores:
        """Scores for every prompt, and for the run as a whole."""
        return run_scores(self.out)

    @property
    def files(self) -> dict[str, Path]:
        return {name: self.out / PREDICTIONS / f"{name}.jsonl" for name in self.counts}

    def __repr__(self) -> str:
        told = ", ".join(f"{name} {c['right']:,} of {c['rows']:,} right" for name, c in self.counts.items())
        return f"<asked {self.model} by {self.how}: {told}; in {self.out}>"


@dataclass(frozen=True)
class AskEstimate:
    """What a run would take. Tokens are estimated from letters. `on_record`: questions that are answered already."""

    requests: int
    on_record: int
    tokens_in: int
    most_tokens_out: int

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def ask(order: AskOrder) -> Asked:
    if order.out.exists() and not order.out.is_dir():
        raise InputError(f"--out {order.out} is a file: choose a directory, which may be new")
    rows, prompts = order.rows, ready_prompts(order, order.rows)
    with at_hand(order.model) as model:
        way, why = way_for(model, _probes(_questions(rows, prompts)))
        if way.how == "classifier":
            prompts = (PAIR,)
            check_classes(way, rows)
        for prompt in prompts:
            check_fits(way.how, prompt)
        return _on_record(order, rows, prompts, way, why)


def _questions(rows: AskedRows, prompts: Sequence[Prompt]) -> list[AskedQuestion]:
    return [AskedQuestion(row, prompt) for prompt in prompts for row in rows.rows]


def _on_record(order: AskOrder, rows: AskedRows, prompts: tuple[Prompt, ...], way: Way, why: str) -> Asked:
    with alone_in(order.out):
        claim(order.out, about(order, rows, way, prompts))
        log = open_log(order.out)
        try:
            asked = _ask_open(_questions(rows, prompts), way, order, log)
            counts = {p.name: write_predictions(order, rows, p, way, log.records) for p in prompts}
            return Asked(order.out, order.model.name, way.how, why, asked, _tokens(log), counts)
        except BaseException as error:
            if not log.records:
                unclaim(order.out)
            if isinstance(error, OSError) and error.errno in FULL:
                kept = "what was answered is kept: free some space and run the same command again"
                raise InputError(f"no space left while writing {order.out}; {kept}") from error
            raise
        finally:
            log.close()


def estimate(order: AskOrder) -> AskEstimate:
    """No question is asked, no weights are loaded, nothing is written."""
    check_model(order.model)
    rows, prompts = order.rows, ready_prompts(order, order.rows)
    heard = {(r.get("row"), r.get("prompt")) for r in recorded(order.out)} if is_run(order.out) else set()
    every = _questions(rows, prompts)
    questions = [q for q in every if (q.row.name, q.prompt.name) not in heard]
    letters = sum(len(q.text) + len(q.prompt.system) for q in questions)
    room = order.model.sampling
    most = sum(1 if order.model.how == "likelihood" else room.room(q.prompt) for q in questions)
    return AskEstimate(len(questions), len(every) - len(questions), letters // LETTERS_A_TOKEN, most)


def _ask_open(questions: Sequence[AskedQuestion], way: Way, order: AskOrder, log: RunLog) -> int:
    settings = _settings(order.model, way)
    keyed = {q.key(settings): q for q in questions}
    open_ = [q for key, q in keyed.items() if key not in log.records]
    keys = {id(q): key for key, q in keyed.items()}
    done = len(keyed) - len(open_)
    order.progress(f"asking {order.model.name}", done, len(keyed))
    for question, reply in way.ask(open_) if open_ else ():
        told = {"row": question.row.name, "prompt": question.prompt.name, "model": order.model.name, "how": way.how}
        log.add(keys[id(question)], {**told, **reply.to_json()})
        done += 1
        order.progress(f"asking {order.model.name}", done, len(keyed))
    return len(open_)


def _settings(model: OutsideModel, way: Way) -> list[object]:
    return [model.name, model.options.base_url, way.how, model.sampling.temperature, model.sampling.max_tokens]


def _probes(questions: Sequence[AskedQuestion]) -> list[AskedQuestion]:
    """Rows that differ, with the first prompt."""
    first = [q for q in questions[: 50 * PROBES] if q.prompt is questions[0].prompt]
    return list({q.text: q for q in first}.values())[:PROBES]


def _tokens(log: RunLog) -> tuple[int, int]:
    """Tokens of everything on record."""
    found = [[r.get(side) or 0 for r in log.records.values()] for side in ("tokens_in", "tokens_out")]
    return sum(found[0]), sum(found[1])


def about(order: AskOrder, rows: AskedRows, way: Way, prompts: Sequence[Prompt]) -> Json:
    sampling = order.model.sampling
    return {
        "provenli": VERSION,
        "model": order.model.name,
        "how": way.how,
        "base_url": order.model.options.base_url,
        "data": str(rows.path.name),
        "path": str(rows.path.resolve()),
        "sha256": rows.sha256,
        "part": order.part,
        "two_way": order.two_way,
        "temperature": sampling.temperature,
        "max_tokens": sampling.max_tokens,
        "rows": len(rows.rows),
        CHOICE: order.choice,
        "prompts": {
            p.name: {"digest": p.digest, "sees": list(p.sees), "shots": p.shots, "answers": dict(p.answers)}
            for p in prompts
        },
    }


# --- prompts and labels ---


def ready_prompts(order: AskOrder, rows: AskedRows) -> tuple[Prompt, ...]:
    """The prompts, checked against the data's labels, with solved examples before the question if they have some."""
    names = [p.name for p in order.prompts]
    twice = next((n for k, n in enumerate(names) if n in names[:k]), None)
    if twice is not None:
        raise InputError(f"--prompt {twice} is named twice; each is asked once")
    for prompt in order.prompts:
        check_answers(prompt, rows)
    return tuple(_with_examples(prompt, order, rows) for prompt in order.prompts)


def check_answers(prompt: Prompt, rows: AskedRows) -> None:
    lacking = [x for x in rows.labels if x not in prompt.labels and not (x == NOT and not prompt.two_way)]
    if lacking:
        raise InputError(
            f"--prompt {prompt.name}: its answers mean {', '.join(prompt.labels)}, but {rows.path} has "
            f"{', '.join(rows.labels)}; take another prompt{'' if not prompt.two_way else ', or fold with --two-way'}"
        )


def check_classes(way: Way, rows: AskedRows) -> None:
    labels = way.loaded.labels if isinstance(way, ClassifierWay) else ()
    if NOT in labels and not rows.two_way:
        raise InputError(f"{rows.path} has three labels, the classifier {', '.join(labels)}: fold with --two-way")


def _with_examples(prompt: Prompt, order: AskOrder, rows: AskedRows) -> Prompt:
    if not prompt.shots:
        return prompt
    if order.examples is None:
        raise InputError(f"--prompt {prompt.name} shows {prompt.shots} solved examples: say from where with --examples")
    asked = {(r.premise, r.hypothesis) for r in rows.rows}
    pool = [r for r in read_rows(order.examples, None, None, prompt.two_way).rows if r.gold is not None]
    drawn = _drawn([r for r in pool if (r.premise, r.hypothesis) not in asked], prompt, order)
    return prompt.with_examples([prompt.solved(r.premise, r.hypothesis, _meant(r, prompt)) for r in drawn])


def _drawn(pool: Sequence[AskedRow], prompt: Prompt, order: AskOrder) -> list[AskedRow]:
    """As many examples of each label as possible, in a random order."""
    rng = np.random.default_rng(order.seed)
    by_label = {x: [r for r in pool if _meant(r, prompt) == x] for x in prompt.labels}
    wanted = {x: -(-(prompt.shots - k) // len(by_label)) for k, x in enumerate(by_label)}
    drawn = [rows[int(k)] for x, rows in by_label.items() for k in rng.permutation(len(rows))[: wanted[x]]]
    if len(drawn) < prompt.shots:
        raise InputError(
            f"--examples {order.examples}: too few pairs that are not asked about for {prompt.shots} examples"
        )
    return [drawn[int(k)] for k in rng.permutation(len(drawn))]


def _meant(row: AskedRow, prompt: Prompt) -> str:
    assert row.gold is not None
    return folded(row.gold) if prompt.two_way else row.gold


def with_shots(prompts: Sequence[Prompt], shots: int | None) -> tuple[Prompt, ...]:
    return tuple(prompts) if shots is None else tuple(replace(p, shots=shots) for p in prompts)


# --- predictions ---


def write_predictions(
    order: AskOrder, rows: AskedRows, prompt: Prompt, way: Way, records: Mapping[str, Json]
) -> dict[str, int]:
    """Write the predictions, whole or not at all. A reply without a readable answer is `abstained`, which is never
    right."""
    folder = order.out / PREDICTIONS
    inner_directory(folder)
    counts = {"rows": 0, "answered": 0, "right": 0}
    with whole_text(folder / f"{prompt.name}.jsonl") as file:
        for value in _predictions(order, rows, prompt, way, records):
            file.write(json.dumps(value, ensure_ascii=False) + "\n")
            counts["rows"] += 1
            counts["answered"] += value["label"] != ABSTAINED
            counts["right"] += _same(value["label"], value["gold"])
    return counts


def _predictions(
    order: AskOrder, rows: AskedRows, prompt: Prompt, way: Way, records: Mapping[str, Json]
) -> Iterator[dict[str, Any]]:
    settings = _settings(order.model, way)
    for row in rows.rows:
        record = records[AskedQuestion(row, prompt).key(settings)]
        label, shares = label_of(way.how, prompt, record)
        told = {"premise": row.premise, "hypothesis": row.hypothesis, "reply": record["reply"]}
        found = {"id": row.name, "gold": row.gold, "label": label or ABSTAINED, "schema": row.schema}
        yield {**found, **({"probabilities": shares} if shares else {}), "features": dict(row.features or {}), **told}


def _same(label: str, gold: str | None) -> bool:
    return label == gold or (gold == NOT and folded(label) == NOT)
