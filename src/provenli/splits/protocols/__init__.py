"""The protocols: an explicit list, and the way from a name or a path to one.

A user's protocol is one Python file that defines PROTOCOL; it is used by its path wherever a name is accepted.
`mixing:NAME` is the protocol NAME with an outside NLI file added to training.
"""

from __future__ import annotations

from pathlib import Path

from provenli.errors import InputError, UnknownName
from provenli.own_files import is_path, load_own
from provenli.splits.protocol import Protocol
from provenli.splits.protocols import directions, inoculation, systematic, transitive
from provenli.splits.protocols import mixture as mixing

PROTOCOLS: dict[str, Protocol] = {
    p.name: p
    for p in (
        systematic.PREDICATE_REPLACEMENTS,
        systematic.EMBEDDING_QUANTIFIERS,
        systematic.PRODUCTIVITY,
        systematic.LOCALISM,
        mixing.MIXING,
        transitive.TRANSITIVITY,
        transitive.VERB_AUGMENTATION,
        transitive.RANDOM_CONTROL,
        inoculation.INOCULATION,
        directions.DIRECTION_RATIO,
    )
}


def load_protocol(name: str) -> Protocol:
    kind, colon, base = name.partition(":")
    if kind == mixing.MIXING.name and colon:
        return mixing.mixed(load_protocol(base))
    if name in PROTOCOLS:
        return PROTOCOLS[name]
    if is_path(name):
        return load_own(Path(name), "PROTOCOL", Protocol, "PROTOCOL = Protocol(name=…, needs=…, splits=…)", InputError)
    raise UnknownName("protocol", name, PROTOCOLS)
