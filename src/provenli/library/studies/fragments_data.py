"""The data of the study of the fragments: its models with the numbers of Richardson et al. 2020, Table 1, and the
published files of the fragments, if a user names them.

`--file fragments=DIR` names a directory with the published files of all fragments, `--file negation=DIR` that of one:
NAME_train.tsv and NAME_dev.tsv (and NAME_test.tsv), or files or folders called train, dev and test in it. Without a
test part the dev part is tested, and a tenth of training chooses epochs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from provenli.errors import InputError
from provenli.studies.recipes import Outside, Parts
from provenli.studies.study import FILE_KINDS, Files

LOGIC = ("negation", "boolean_coordination", "quantifier", "counting", "conditional", "comparative")
MONOTONICITY = ("monotonicity_simple", "monotonicity_hard")
ALL = (*LOGIC, *MONOTONICITY)
ORIGINAL = "monotonicity_simple"
"""The original task if no file is given: a fragment that models learn well, since only then is there something to
lose."""
DOSES = (50, 100, 250, 500, 1000, 2000, 3000)
COLUMNS: Mapping[str, tuple[str, ...]] = {"Logic (avg. of 6)": LOGIC, "Monotonicity (avg. of 2)": MONOTONICITY}
PUBLISHED_AS = {"boolean_coordination": "boolean"}
"""Names of published files that differ from ours."""
WHOLE = "fragments"
BENCHMARKS: Mapping[str, str] = {"breaking": "Breaking NLI", "diagnostic": "GLUE diagnostic"}


@dataclass(frozen=True, slots=True)
class Kind:
    """A model and preset; what the paper's Table 1 says of it: `trained` on the fragments, `before` and `after`
    re-training: logic, monotonicity, the original task (SNLI test; MNLI dev), Breaking NLI."""

    name: str
    model: str
    preset: str = "default"
    trained: tuple[float, ...] = ()
    before: tuple[float, ...] = ()
    after: tuple[float, ...] = ()


KINDS: Mapping[str, Kind] = {
    "majority": Kind("Majority Baseline", "majority", trained=(34.6, 34.0)),
    "hypothesis-only": Kind("Hypothesis-Only biLSTM", "bilstm_max", "hypothesis-only", (49.3, 56.7)),
    "premise-only": Kind("Premise-Only biLSTM", "bilstm_max", "premise-only", (44.3, 57.4)),
    "both": Kind("Premise+Hyp. biLSTM", "bilstm_max", "both", (52.0, 59.1)),
    "decomposable_attention": Kind(
        "Decomp-Attn", "decomposable_attention", before=(42.1, 48.4, 86.4, 49.9), after=(71.7, 93.5, 66.1)
    ),
    "esim": Kind("ESIM", "esim", before=(44.3, 62.8, 88.5, 68.7), after=(86.4, 96.5, 72.0)),
    "transformer": Kind(
        "BERT (ours: MiniLM)", "transformer", before=(46.1, 56.8, 90.7, 94.3), after=(98.0, 97.8, 83.7)
    ),
    "not-pretrained": Kind("Transformer, not pretrained", "transformer", "not-pretrained"),
}
TRAINED_AGAIN = ("decomposable_attention", "esim", "transformer")
FROM_SCRATCH = (*TRAINED_AGAIN, "not-pretrained")
ENCODERS = ("transformer", "not-pretrained")


def published_parts(fragment: str, files: Files) -> Parts | None:
    """The user's files of a fragment, if any."""
    place = files.get(fragment) or files.get(WHOLE)
    if place is None:
        return None
    if not Path(place).is_dir():
        raise InputError(f"--file {fragment}={place}: expected a directory with the fragment's train and dev files")
    found = {part: _one(Path(place), PUBLISHED_AS.get(fragment, fragment), part) for part in ("train", "dev", "test")}
    for part in ("train", "dev"):
        if found[part] is None:
            name = PUBLISHED_AS.get(fragment, fragment)
            raise InputError(f"{place}: no {part} part of {fragment}; expected {name}_{part}.tsv or {part}.tsv there")
    train, dev, test = (str(found[part] or "") for part in ("train", "dev", "test"))
    return Parts(Outside((train,), test or dev, dev=dev if test else ""))


def _one(place: Path, name: str, part: str) -> Path | None:
    """Names with fragment and part are preferred to names with the part alone; the latter count only in `--file
    NAME=DIR` or in a folder with the fragment's name."""
    files = sorted(p for p in place.rglob("*") if p.suffix in FILE_KINDS and p.is_file())
    exact = [p for p in files if re.fullmatch(rf"{name}[-_.]{part}", p.stem)]
    within = [p for p in files if name in p.relative_to(place).parts[:-1] and _says(p, part)]
    alone = [p for p in files if p.stem == part or (p.parent != place and p.parent.name == part)]
    named = any(re.match(rf"({'|'.join(_names())})[-_.]", p.stem) for p in files)
    found = exact or within or ([] if named else alone)
    if len(found) > 1:
        raise InputError(f"{place}: {len(found)} files could be the {part} part of {name}: {found[0]}, {found[1]}")
    return found[0] if found else None


def _says(path: Path, part: str) -> bool:
    return part in (path.parent.name, *re.split(r"[-_.]", path.stem))


def _names() -> Sequence[str]:
    return [PUBLISHED_AS.get(f, f) for f in ALL]
