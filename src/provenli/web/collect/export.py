"""Everything a study has, as files that other commands read: MED's layout, JSON lines, predictions, judgements.

pairs.tsv        MED's layout: pairs that every judge labels as gold does, swapped ones after them
pairs.jsonl      every pair with its votes, tags, gold and where it comes from
people.jsonl     people as one more model: what most of them say, for `provenli score`
judgements.tsv   of a judging study, as `provenli judgements` reads it where its pairs are of the transitivity kind
answers.jsonl, workers.jsonl, log.jsonl, study.json
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from provenli.data.formats.layout import MNLI_COLUMNS
from provenli.files import fresh_directory, make_parents
from provenli.web.collect.gold import Collected, agreement, collected, matches_table
from provenli.web.collect.people import ledger
from provenli.web.collect.study import CollectStudy
from provenli.web.collect.tables import answers, items, log, workers
from provenli.web.collect.tags import genre, tags_of

MED = (*MNLI_COLUMNS[:-1], "label2", "label3", "label4", "label5", MNLI_COLUMNS[-1])
PUBLISHED = {"entailment": "entailment", "non-entailment": "neutral", "unnatural": "unnatural"}
"""MED writes neutral for non-entailment."""
JUDGED = ("pair_ID", "genre", "verb", "sentence1", "sentence2", "gold_label", "crowd_score")


def export(study: CollectStudy, out: Path, names: bool = False) -> dict[str, int]:
    """Write the files and return how many lines each got. `names`: include the platform's ids of people, which are
    personal data."""
    make_parents(out)
    with study.database.as_we_write_it(), study.database.reading() as c, fresh_directory(out) as work:
        files = dict(_files(c, study, names))
        for name, lines in files.items():
            with open(work / name, "w", encoding="utf-8", newline="") as file:
                file.writelines(line + "\n" for line in lines)
    return {name: len(lines) for name, lines in files.items()}


def _files(c: Connection, study: CollectStudy, names: bool) -> Iterator[tuple[str, list[str]]]:
    told: dict[str, Any] = {"title": study.file.title, "tasks": study.file.tasks}
    if "rewrite" in study.file.tasks or "validate" in study.file.tasks:
        pairs, people = collected(c, "validate"), study.file.validate.people
        kept = [p for p in pairs if p.kept(people)]
        yield "pairs.tsv", list(med_lines(kept))
        yield "pairs.jsonl", [_json(pair_line(p, people)) for p in pairs]
        yield "people.jsonl", [_json(line) for p in pairs if (line := people_line(p))]
        told |= {"matches": matches_table(pairs, people), "kept": len(kept), "alpha": agreement(pairs).alpha}
    if "judge" in study.file.tasks:
        judged = collected(c, "judge")
        yield "judgements.jsonl", [_json(judged_line(p)) for p in judged]
        yield "judgements.tsv", list(judged_table(judged, study.file.judge.people))
        yield "people.jsonl", [_json(line) for p in judged if (line := people_line(p))]
        found = agreement(judged)
        told |= {"alpha": found.alpha, "pearson": found.pearson}
    yield "answers.jsonl", [_json(line) for line in _answers(c)]
    yield "workers.jsonl", [_json(line) for line in _workers(c, study, names)]
    yield "log.jsonl", [_json(line) for line in _log(c)]
    yield "study.json", [json.dumps(told, ensure_ascii=False, indent=2, default=list)]


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- pairs ---


def pair_tags(p: Collected) -> tuple[str, ...]:
    return tags_of(p.shown["premise"], p.hidden["span"], p.hidden["rewrite"], p.hidden.get("turned", 1))


def med_lines(kept: Iterable[Collected]) -> Iterator[str]:
    yield "\t".join(MED)
    number = 0
    prompts: dict[str, int] = {}
    for p in kept:
        prompt = prompts.setdefault(p.hidden["premise"], len(prompts) + 1)
        both = (p.shown["premise"], p.shown["hypothesis"])
        number += 1
        labels = [PUBLISHED[v.value] for v in p.votes]
        yield _med_line(number, prompt, p, both, labels, PUBLISHED[p.hidden["gold"]])
        if p.review is not None and p.review[0]:
            number += 1
            swapped = "neutral" if p.hidden["gold"] == "entailment" else "entailment"
            yield _med_line(number, prompt, p, both[::-1], [], swapped)


def _med_line(number: int, prompt: int, p: Collected, both: tuple[str, ...], labels: list[str], gold: str) -> str:
    votes = (labels + [""] * 5)[:5]
    cells = (str(number), str(prompt), str(number), genre(p.hidden["direction"], pair_tags(p)), "", "", "", "")
    return "\t".join(_cell(x) for x in (*cells, *both, *votes, gold))


def _cell(text: str) -> str:
    """Published files are read without quoting, so characters that would end a cell become spaces."""
    return " ".join(text.split())


def pair_line(p: Collected, people: int) -> dict[str, Any]:
    return {
        "id": p.key,
        "premise": p.shown["premise"],
        "hypothesis": p.shown["hypothesis"],
        "label": p.hidden["gold"],
        "kept": p.kept(people),
        "votes": [{"worker": v.worker, "label": v.value, "seconds": round(v.seconds, 1)} for v in p.votes],
        "direction": p.hidden["direction"],
        "tags": list(pair_tags(p)),
        "span": p.hidden["span"],
        "rewrite": p.hidden["rewrite"],
        "prompt": p.hidden["premise"],
        **dict(zip(("swap", "why_not_swapped"), p.review or (None, None), strict=True)),
    }


def people_line(p: Collected) -> dict[str, Any] | None:
    """What most people say, as a prediction; None if there is no majority."""
    said = Counter(_label(v.value) for v in p.votes).most_common(2)
    gold = p.hidden.get("gold")
    if not said or gold is None or (len(said) > 1 and said[0][1] == said[1][1]) or said[0][0] == "unnatural":
        return None
    own = {"id": p.key, "gold": _two_way(gold), "label": said[0][0], "premise": p.shown["premise"]}
    return {**own, "hypothesis": p.shown["hypothesis"], "model": "people"}


def _label(value: Any) -> str:
    if isinstance(value, dict):
        return "entailment" if value["points"] >= 4 else "non-entailment"
    return str(value)


def _two_way(label: str) -> str:
    return "entailment" if label == "entailment" else "non-entailment"


# --- judgements ---


def judged_line(p: Collected) -> dict[str, Any]:
    votes = [{"worker": v.worker, **v.value, "seconds": round(v.seconds, 1)} for v in p.votes]
    return {"id": p.key, **p.shown, **p.hidden, "votes": votes}


def judged_table(judged: Iterable[Collected], people: int) -> Iterator[str]:
    yield "\t".join(JUDGED)
    for p in judged:
        if len(p.votes) < people:
            continue
        f = p.hidden.get("features", {})
        gold = "entailment" if p.hidden.get("gold") == "entailment" else "neutral"
        scores = str([v.value["points"] for v in p.votes])
        cells = (
            p.key,
            _judged_genre(f),
            str(f.get("verb", "")),
            p.shown["premise"],
            p.shown["hypothesis"],
            gold,
            scores,
        )
        yield "\t".join(map(_cell, cells))


def _judged_genre(f: Mapping[str, Any]) -> str:
    """tense.KIND.s1→s2.act.pos.VERBS, as the file that was judged has it, or as far as the pair's features say. A pair
    of `veridical` has a verb and no cell: it is f(s1) → s1."""
    if str(f.get("genre", "")).count(".") == 5:
        return str(f["genre"])
    alone = "verb" in f and not {"cell", "inner"} & set(f)
    kind = "fpp" if f.get("kind") == "veridical" or alone else "fph"
    verbs = "factive" if f.get("verb_type") == "veridical" else "non-factive"
    inner = (
        "entailment" if f.get("inner", f.get("cell", "")) in ("yes", "entailment", "yes/yes", "unk/yes") else "neutral"
    )
    return f"{f.get('tense', 'past')}.{kind}.{inner}.act.pos.{verbs}"


# --- everything else ---


def _answers(c: Connection) -> Iterator[dict[str, Any]]:
    """Answers of people who withdrew are not among them."""
    found = (
        select(answers, workers.c.alias, items.c.key, items.c.test)
        .join(workers, workers.c.id == answers.c.worker)
        .join(items, items.c.id == answers.c.item)
        .where(answers.c.aside != "withdrawn")
        .order_by(answers.c.id)
    )
    for a in c.execute(found):
        own = {"worker": a.alias, "item": a.key, "task": a.task, "value": json.loads(a.value)}
        yield {**own, "seconds": round(a.seconds, 1), "at": a.at, "test": a.test, "right": a.right, "aside": a.aside}


def _workers(c: Connection, study: CollectStudy, names: bool) -> Iterator[dict[str, Any]]:
    for line in ledger(c, study.file):
        w = line.worker
        told = {"worker": w.alias, "platform": w.platform, "answered": line.answered, "tests": line.tests}
        told |= {"wrong": line.wrong, "removed": w.removed_why, "withdrawn": w.withdrawn is not None}
        told |= {"earned_cents": line.earned, "paid_cents": line.paid}
        yield {**told, "external": w.external, "code": w.code} if names else told


def _log(c: Connection) -> Iterator[dict[str, Any]]:
    """The log, without what people wrote who withdrew later."""
    gone = set(c.execute(select(workers.c.id).where(workers.c.withdrawn.is_not(None))).scalars())
    aliases = {row[0]: row[1] for row in c.execute(select(workers.c.id, workers.c.alias))}
    for entry in c.execute(select(log).order_by(log.c.id)):
        value = {} if entry.worker in gone else json.loads(entry.value)
        yield {"at": entry.at, "kind": entry.kind, "worker": aliases.get(entry.worker), "value": value}
