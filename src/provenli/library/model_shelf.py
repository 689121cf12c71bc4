"""The shelf of models: an explicit list, the way from a name or a path to a model, and the order to train one.

The list can be shown without torch. A user's model is one Python file that defines MODEL.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from provenli.errors import FragmentError, InputError, UnknownName
from provenli.fairness.fair import FragmentOf
from provenli.fairness.row_trees import read_for
from provenli.models.examples import Examples, split_parts
from provenli.models.net_model import need_torch
from provenli.models.protocol import ALIGNED, HEADED, NEEDS, NODE_LABELS, PARSED, TEXT, TREES, Model, settings_of
from provenli.models.train import CONFIG, FindModel, TrainingOrder, recorded_source
from provenli.own_files import is_path, load_value, shelf_name, slips_told
from provenli.papers import FAIRNESS, FRAGMENTS, MED, SYSTEMATICITY, TRANSITIVITY
from provenli.progress import Progress, silent
from provenli.splits.record import is_split_directory, split_names


@dataclass(frozen=True, slots=True)
class Card:
    about: str
    papers: tuple[str, ...]
    """One of the five papers; empty: ours, or a plain baseline."""
    needs: frozenset[str] = frozenset({TEXT})
    torch: bool = True


ALIGNED_TEXT = frozenset({TEXT, ALIGNED})
LABELLED = frozenset({TEXT, ALIGNED, NODE_LABELS})
MODELS: Mapping[str, Card] = {
    "majority": Card("the most frequent label", (MED, FRAGMENTS), torch=False),
    "memorising": Card("remembers every local input it was shown; never guesses", (FAIRNESS,), LABELLED, torch=False),
    "natural_logic": Card("our solver of English pairs; not trained (ours)", (), torch=False),
    "bag_of_words": Card("logistic regression on words; one side or both", (), torch=False),
    "cbow": Card("mean of word vectors", (FAIRNESS,)),
    "lstm": Card("last state of an LSTM, one or three layers", (SYSTEMATICITY, FAIRNESS, TRANSITIVITY)),
    "bilstm_max": Card("biLSTM, max pooling; one side or both", (FRAGMENTS,)),
    "tree_nn": Card("each sentence along its tree, one layer a node", (FAIRNESS,), frozenset({TEXT, TREES})),
    "tree_lstm": Card("multiplicative TreeLSTM", (SYSTEMATICITY,), frozenset({TEXT, TREES})),
    "tree_lstm_parsed": Card("the same over a parser's dependency trees", (SYSTEMATICITY,), frozenset({TEXT, PARSED})),
    "tree_lstm_headed": Card("the same over the grammar's trees as dependencies (ours)", (), frozenset({TEXT, HEADED})),
    "attention_lstm": Card("word-by-word attention", (FAIRNESS,)),
    "comp_tree_nn": Card("one aligned tree, one layer a node", (FAIRNESS,), ALIGNED_TEXT),
    "comp_tree_ntn": Card("one aligned tree, a tensor a node", (FAIRNESS,), ALIGNED_TEXT),
    "label_bottleneck": Card("aligned tree; only predicted relations go up (ours)", (), LABELLED),
    "interchange": Card("CompTreeNN; phrases of one relation change places in training (ours)", (), LABELLED),
    "state_tree": Card("aligned tree; a few unlabelled states go up (ours)", (), ALIGNED_TEXT),
    "decomposable_attention": Card("attend, compare, aggregate", (MED, FRAGMENTS)),
    "esim": Card("ESIM", (MED, FRAGMENTS)),
    "bimpm": Card("bilateral multi-perspective matching", (MED,)),
    "kim": Card("ESIM with WordNet features", (MED,)),
    "transformer": Card("a pretrained encoder, fine-tuned", (SYSTEMATICITY, MED, TRANSITIVITY, FRAGMENTS)),
}


def load_model(name: str) -> Model:
    """The model of that name on the shelf, or the one that the file at that path defines."""
    if name not in MODELS and Path(name).is_dir():
        raise InputError(f"{name} is a directory: the model comes first, as in provenli train lstm {name}")
    return load_model_file(Path(name)) if is_path(name) else shelf_model(name)


def shelf_model(name: str) -> Model:
    if name not in MODELS:
        raise UnknownName("model", name, MODELS)
    if MODELS[name].torch:
        need_torch()
    found: Model = importlib.import_module(f"provenli.library.models.{name}").MODEL
    return found


ASKED = ("name", "needs", "presets", "fit", "restore")


def load_model_file(path: Path, sha256: str | None = None) -> Model:
    """`sha256`: the recorded hash; a file with another hash is not run."""
    found = load_value(path, "MODEL", FragmentError, sha256)
    with slips_told(path, FragmentError):  # its attributes may be code too
        wrong = _model_fault(found)
    if wrong:
        raise FragmentError(f"{path}: {wrong}")
    model: Model = found
    return model


def _model_fault(found: Any) -> str:
    lacks = [n for n in ASKED if not hasattr(found, n)]
    if lacks or not isinstance(found, Model):
        wrong = "defines no MODEL" if found is None else f"MODEL lacks {', '.join(lacks)}"
        return f"{wrong}; expected what provenli.models.protocol.Model asks for"
    if "default" not in found.presets:
        return "MODEL.presets has no 'default'"
    strange = sorted(set(found.needs) - set(NEEDS))
    return f"MODEL.needs: no need {strange[0]!r}; known: {', '.join(NEEDS)}" if strange else ""


def model_for(run: Path, given: str | None = None) -> FindModel:
    """The model of a run: from the shelf by its name, or the user's own file, which must be the same file."""

    def find(name: Any, source: str | None) -> Model:
        if source is None:
            return shelf_model(shelf_name(name, run / CONFIG, "give it with --model FILE"))
        if given is None:
            raise InputError(f"{run} was trained with a file of your own: say which with --model FILE")
        return load_model_file(Path(given), source)

    return find


# --- orders ---


def training_order(
    name: str,
    split: Path,
    out: Path,
    fragment_of: FragmentOf,
    preset: str = "default",
    changes: Sequence[str] | Mapping[str, Any] = (),
    seed: int = 0,
    start: Path | None = None,
    progress: Progress = silent,
) -> TrainingOrder:
    """The model of that name, on the parts train and dev of a directory, into another. `changes` of the preset's
    settings: words such as `epochs=3`, or values by name."""
    begun = recorded_source(start) if start is not None and is_path(name) else None
    model = load_model(name) if begun is None else load_model_file(Path(name), begun)
    settings = settings_of(model, preset, changes)
    train, dev = (part_file(split, part) for part in ("train", "dev"))
    read = row_reader(model, fragment_of, progress)
    return TrainingOrder(model, name, train, dev, read, settings, out, seed, start)


def row_reader(model: Model, fragment_of: FragmentOf, progress: Progress = silent) -> Callable[[Path], Examples]:
    """How the model reads a file: with trees, if it needs them."""
    return partial(read_for, model, fragment_of=fragment_of, progress=progress)


def part_file(directory: Path, part: str) -> Path:
    parts = split_parts(directory)
    if part in parts:
        return parts[part]
    if is_split_directory(directory) and (names := split_names(directory)):
        raise InputError(
            f"{directory} holds whole splits: choose one of {', '.join(names)}, such as {directory / names[0]}"
        )
    found = ", ".join(parts) or "none"
    advice = "cut it with `provenli split`, or make it with --parts 0.8,0.1,0.1"
    raise InputError(f"{directory} has no {part}.jsonl (parts: {found}): {advice}")
