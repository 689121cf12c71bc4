"""lm-eval/, inspect/, reasoning-gym/, verifiers/: directories for other people's tools, which can be moved.

Each has the rows as PART.jsonl has them, a task written from a template, and a README with the commands. Tasks for
reasoning-gym and verifiers generate their questions and keep the rows out of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import provenli.replies
from provenli.data.formats.jsonl import render, sink
from provenli.data.formats.layout import Format, Layout, Written, write_hashed
from provenli.data.readers import rows
from provenli.labels import NOT
from provenli.prompts import plain_prompt, prompt_named

TEMPLATES = Path(__file__).parent / "templates"
PREFERRED = ("monotonicity", "replacement", "figure", "family", "relation", "polarity", "direction", "depth")
"""Features that tasks are divided by: the first of these with few values, otherwise any with few values."""
MOST_TASKS = 12
PLAIN = re.compile(r"\w{1,60}")
"""Features whose names may stand in a README, in a command that is copied from there."""
Words: TypeAlias = Mapping[str, str]
"""Replacements for @@NAME@@ in a template."""
PYTHON = ".py"


def slug(text: str) -> str:
    return re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_").lower() or "none"


def tested(parts: Sequence[tuple[Layout, int]]) -> Layout:
    names = {layout.part: layout for layout, _ in parts}
    return names.get("test") or parts[0][0]


def phenomena(path: Path) -> tuple[str, tuple[str, ...]]:
    """A feature with few values, one for each row, and its values; nothing if there is none."""
    if not path.is_file():
        return "", ()
    values: dict[str, set[str]] = {}
    for row in rows(path):
        for name, value in row.features.items():
            if isinstance(value, (str, int)) and PLAIN.fullmatch(name):
                values.setdefault(name, set()).add(str(value))
    few = {name: tuple(sorted(found)) for name, found in values.items() if 2 <= len(found) <= MOST_TASKS}
    chosen = next((name for name in (*PREFERRED, *few) if name in few), "")
    return chosen, few.get(chosen, ())


def replies_source() -> str:
    """The source of the reader of answers, without lines that may stand only at the top of a file."""
    text = Path(provenli.replies.__file__).read_text(encoding="utf-8")
    return text.split('"""', 2)[2].replace("from __future__ import annotations\n", "").strip()


def words_for(parts: Sequence[tuple[Layout, int]], feature: str, options: str = "{}") -> dict[str, str]:
    test = tested(parts)
    prompt = prompt_named(plain_prompt(NOT in test.labels))
    shown = next((layout.part for layout, _ in parts if layout.part == "train"), None)
    name = slug(test.fragment)
    return {
        "FRAGMENT": test.fragment,
        "FRAGMENT_TEXT": repr(test.fragment),
        "NAME": name,
        "MODULE": f"provenli_{name}",
        "FILE": f"provenli_{name}{PYTHON}",
        "TEST": repr(test.part),
        "SHOWN": repr(shown),
        "ANSWERS": repr(dict(prompt.answers)),
        "PROMPT": repr(prompt.body),
        "REPLIES": replies_source(),
        "FEATURE": feature or "label",
        "FEATURE_OR_NONE": repr(feature or None),
        "OPTIONS": options,
        "ROWS": f"{sum(number for layout, number in parts if layout is test):,}",
    }


def filled(template: str, words: Words) -> bytes:
    text = (TEMPLATES / f"{template}.txt").read_text(encoding="utf-8")
    return re.sub(r"@@([A-Z_]+)@@", lambda found: words[found[1]], text).encode()


# --- lm-evaluation-harness ---


def lm_eval_files(words: Words, values: Sequence[str]) -> dict[str, bytes]:
    group, feature = f"provenli_{words['NAME']}", words["FEATURE"]
    tasks: dict[str, str | None] = {f"{group}_{slug(feature)}_{slug(value)}": value for value in values}
    tasks = tasks or {f"{group}_pairs": None}
    files = {
        f"utils{PYTHON}": filled("lm_eval", words),
        "README.md": filled("lm_eval_readme", {**words, "TASKS": ", ".join(f"`{name}`" for name in tasks)}),
        "_choice.yaml": _base("multiple_choice", words),
        "_generate.yaml": _base("generate_until", words),
    }
    for ending, kind in (("", "choice"), ("_generate", "generate")):
        for task, value in tasks.items():
            only = "" if value is None else f"dataset_kwargs: {json.dumps({'feature': feature, 'value': value})}\n"
            alias = json.dumps(value or "pairs")
            text = (
                f"include: _{kind}.yaml\ntask: {task}{ending}\ntask_alias: {alias}\n{only}metadata: {{version: 1.0}}\n"
            )
            files[f"{task}{ending}.yaml"] = text.encode()
        listed = "".join(f"  - {task}{ending}\n" for task in tasks)
        mean = "aggregate_metric_list:\n  - metric: acc\n    aggregation: mean\n    weight_by_size: true\n"
        files[f"_group{ending}.yaml"] = (
            f"group: {group}{ending}\ntask:\n{listed}{mean}metadata: {{version: 1.0}}\n".encode()
        )
    return files


def _base(kind: str, words: Words) -> bytes:
    answers = json.dumps(re.findall(r"'([^']+)': ", words["ANSWERS"]))
    shown = "" if words["SHOWN"] == "None" else "fewshot_split: train\n"
    choice = kind == "multiple_choice"
    target = (
        f"doc_to_choice: {answers}\ndoc_to_target: gold\nprocess_results: !function utils.likelihoods\n"
        if choice
        else "doc_to_target: !function utils.word\n"
        "generation_kwargs: {until: [], max_gen_toks: 16, do_sample: false, temperature: 0}\n"
        "process_results: !function utils.generated\n"
    )
    metrics = [("acc", "mean", "true"), *([] if choice else [("answered", "mean", "true")])]
    listed = [*metrics, ("clustered_se", "!function utils.clustered", "false")]
    return (
        f"custom_dataset: !function utils.load\ntest_split: test\n{shown}num_fewshot: 0\noutput_type: {kind}\n"
        f"doc_to_text: !function utils.question\n{target}metric_list:\n"
        + "".join(f"  - metric: {m}\n    aggregation: {a}\n    higher_is_better: {b}\n" for m, a, b in listed)
    ).encode()


# --- the others ---


def inspect_files(words: Words, values: Sequence[str]) -> dict[str, bytes]:
    del values
    return {words["FILE"]: filled("inspect", words), "README.md": filled("inspect_readme", words)}


def gym_files(words: Words, values: Sequence[str]) -> dict[str, bytes]:
    del values
    return {words["FILE"]: filled("reasoning_gym", words), "README.md": filled("reasoning_gym_readme", words)}


def verifiers_files(words: Words, values: Sequence[str]) -> dict[str, bytes]:
    del values
    return {words["FILE"]: filled("verifiers", words), "README.md": filled("verifiers_readme", words)}


Files: TypeAlias = Callable[[Words, Sequence[str]], dict[str, bytes]]


def task_format(name: str, files_of: Files) -> Format:
    def file(layout: Layout) -> str:
        return f"{name}/{layout.part}.jsonl"

    def around(work: Path, parts: Sequence[tuple[Layout, int]]) -> Mapping[str, Written]:
        feature, values = phenomena(work / file(tested(parts)))
        found = files_of(words_for(parts, feature), values)
        return {f"{name}/{path}": write_hashed(work / name / path, content) for path, content in found.items()}

    return Format(name, file, render, sink, around=around)


TASKS: Mapping[str, Format] = {
    name: task_format(name, files_of)
    for name, files_of in (
        ("lm-eval", lm_eval_files),
        ("inspect", inspect_files),
        ("reasoning-gym", gym_files),
        ("verifiers", verifiers_files),
    )
}
