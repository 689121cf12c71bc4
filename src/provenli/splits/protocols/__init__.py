"""The protocols: an explicit list, and the way from a name or a path to one.

A user's protocol is one Python file that defines PROTOCOL; it is used by its path wherever a name is accepted.
`mixing:NAME` is the protocol NAME with an outside NLI file added to training.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from provenli.errors import InputError, UnknownName
from provenli.options import Option, nli_file, whole
from provenli.own_files import is_path, load_own
from provenli.splits.protocol import Draw, Inputs, Protocol, Size, Split, SplitPart
from provenli.splits.protocols import doses, systematic, transitive
from provenli.splits.protocols.options import MOST, size
from provenli.splits.protocols.systematic import PRODUCTIVITY
from provenli.splits.where import EVERY

# Any protocol with an outside NLI file added to training (Yanaka et al. 2020, Table 5; Yanaka et al. 2021, the
# models "M&B").


OUTSIDE, TEST = "outside", "outside-test"
OPTIONS = (
    Option(OUTSIDE, None, nli_file, "the NLI file that is added to training", "must be given"),
    Option(TEST, None, nli_file, "an NLI file that is a test part of its own", "none"),
    Option("outside-size", None, whole(1, MOST), "pairs of it that are added", "all"),
)


def mixed(base: Protocol) -> Protocol:
    def splits(inputs: Inputs) -> Sequence[Split]:
        if OUTSIDE not in inputs.rows:
            raise InputError("--outside FILE is missing: the NLI file that is added to training")
        found = base.splits(inputs)
        test = (SplitPart(f"test-{OUTSIDE}", (Draw(TEST),)),) if TEST in inputs.rows else ()
        return [_alone(found[0], test, inputs), *(_added(s, test, inputs) for s in found)]

    return Protocol(
        "mixing" if base is PRODUCTIVITY else f"mixing:{base.name}",
        f"{base.name}, with an outside NLI file added to training",
        f"{base.paper}, Table 5" if base is PRODUCTIVITY else base.paper,
        base.needs,
        splits,
        (*base.options, *OPTIONS),
        {**base.outside, OUTSIDE: OUTSIDE, TEST: TEST},
    )


def _added(split: Split, test: tuple[SplitPart, ...], inputs: Inputs) -> Split:
    draw = Draw(OUTSIDE, EVERY, size(inputs.options["outside-size"]))
    parts = tuple(replace(p, draws=(*p.draws, draw)) if p.name == "train" else p for p in split.parts)
    return replace(split, parts=(*test, *parts), about=f"{split.about}; outside pairs added")


def _alone(split: Split, test: tuple[SplitPart, ...], inputs: Inputs) -> Split:
    """Outside pairs alone in training, a tenth of them for validation, against the tests of the first split."""
    tests = tuple(p for p in split.parts if p.name.startswith("test"))
    dev = SplitPart("dev", (Draw(OUTSIDE, EVERY, Size(inputs.options["outside-size"], 0.1)),))
    train = SplitPart("train", (Draw(OUTSIDE, EVERY, Size(inputs.options["outside-size"])),))
    return Split(f"{OUTSIDE}-alone", (*test, *tests, dev, train), (), "outside pairs alone")


MIXING = mixed(PRODUCTIVITY)


PROTOCOLS: dict[str, Protocol] = {
    p.name: p
    for p in (
        systematic.PREDICATE_REPLACEMENTS,
        systematic.EMBEDDING_QUANTIFIERS,
        systematic.PRODUCTIVITY,
        systematic.LOCALISM,
        MIXING,
        transitive.TRANSITIVITY,
        transitive.VERB_AUGMENTATION,
        transitive.RANDOM_CONTROL,
        doses.INOCULATION,
        doses.DIRECTION_RATIO,
    )
}


def load_protocol(name: str, sha256: str | None = None) -> Protocol:
    """`sha256`: the recorded hash of an own file; a file with another hash is not executed."""
    kind, colon, base = name.partition(":")
    if kind == MIXING.name and colon:
        return mixed(load_protocol(base))
    if name in PROTOCOLS:
        return PROTOCOLS[name]
    if Path(name).is_dir():
        raise InputError(f"{name} is a directory: the protocol comes first, as in provenli split productivity {name}")
    if is_path(name):
        expected = "PROTOCOL = Protocol(name=…, needs=…, splits=…)"
        return load_own(Path(name), "PROTOCOL", Protocol, expected, InputError, sha256)
    raise UnknownName("protocol", name, PROTOCOLS)
