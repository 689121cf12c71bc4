"""What is being verified: a directory, what its manifest says, and the fragment that can make its patterns again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from provenli.data.manifest import NAME, Manifest, too_many_undecided
from provenli.data.strict_json import same_json, shown, written_line
from provenli.errors import InputError, escaped, many
from provenli.files import regular
from provenli.options import Option, as_word
from provenli.pairs.classes import Classes
from provenli.pairs.fragment import Fragment, PairMaker
from provenli.progress import Progress


def option_value(option: Option, value: Any, where: str) -> Any:
    """The value of an option as a manifest records it; refused where the option could not have given it."""
    if same_json(value, option.default):
        return option.default
    lists = [as_word(tuple(value)), ",".join(map(str, value))] if isinstance(value, list) else []
    words = [as_word(value), *lists]
    for word in words:
        with suppress(InputError, ValueError, TypeError):
            if same_json(option.read(word), value):
                return option.read(word)
    if option.default == "" and isinstance(value, str):
        return value  # it names a file, which need not be here any more
    raise InputError(f"{where}: found {shown(value)}, which is no value of this option: {option.about}")


# --- What verification finds wrong, by file and line, and what it counted on the way. ---


DRAWN = "which pairs were drawn (seed, size, options, notes, features)"
MOST_FAULTS = 20


@dataclass(frozen=True, slots=True)
class StoredFault:
    file: str
    line: int | None
    what: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.what}" if self.line else f"{self.file}: {self.what}"


@dataclass(repr=False)
class VerificationReport:
    faults: list[StoredFault] = field(default_factory=list)
    certificates: int = 0
    trusting: Counter[str] = field(default_factory=Counter)
    """Certificates that rest on an engine's word, by engine."""
    unknown: list[str] = field(default_factory=list)
    """Claims that cannot be checked. Data sets that `generate` makes from fragments have none."""
    not_checked: list[str] = field(default_factory=list)
    """What is believed and not proved again: what an outside file attests, where labels are relative to it, and how
    operators and words of any English sentence are meant."""
    reading: str = ""
    """The reading under which labels were proved, if it is not the fragment's own."""
    rows: int = 0
    undecided: int = 0
    """How many schemas engines left open, so that no row shows them. They are drawn again and counted; no label rests
    on them."""
    flipped: int = 0
    """Labels that are deliberately wrong and say so."""
    hidden: int = 0
    """Faults beyond those that are listed."""

    @property
    def unchecked(self) -> list[str]:
        words = [f"{n} certificates rest on the word of {engine}" for engine, n in sorted(self.trusting.items())]
        return [*words, *self.unknown]

    @property
    def sound(self) -> bool:
        """Nothing is wrong, and nothing that a label rests on is unchecked."""
        return not self.faults and not self.unchecked

    def passes(self, allow_unchecked: bool = False) -> bool:
        return not self.faults if allow_unchecked else self.sound

    def __repr__(self) -> str:
        found = "everything checks"
        if self.faults:
            found = f"{len(self.faults) + self.hidden:,} faults, first: {self.faults[0]}"
        elif self.unchecked:
            found = f"not everything can be checked: {self.unchecked[0]}"
        return f"<{many(self.rows, 'pair')}, {many(self.certificates, 'certificate')}: {escaped(found)}>"

    def add(self, file: str, line: int | None, what: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(StoredFault(file, line, what))
        else:
            self.hidden += 1

    def leave_undecided(self, number: int, of: int, what: str) -> None:
        """Only engines could say again that these are undecided: a few are counted, more are unchecked."""
        self.undecided += number
        if too_many_undecided(number, of):
            told = f"{many(number, what)} of {of:,} {'was' if number == 1 else 'were'} left out as undecided"
            asked = "when the data were made, and verify asks no engine again; every label that is there was checked"
            self.unknown.append(f"{DRAWN}: {told} {asked}")

    def take(self, other: VerificationReport, folder: str) -> None:
        """Take over the findings about a directory within this one."""
        for fault in other.faults:
            self.add(f"{folder}/{fault.file}", fault.line, fault.what)
        self.hidden += other.hidden
        self.certificates += other.certificates
        self.trusting += other.trusting
        self.undecided += other.undecided
        readings = dict.fromkeys(r for r in (self.reading, other.reading) if r)
        self.reading = " and ".join(readings)
        self.unknown += [f"{folder}: {what}" for what in other.unknown]
        self.not_checked += [f"{folder}: {what}" for what in other.not_checked]


@dataclass(frozen=True)
class Subject:
    directory: Path
    manifest: Manifest
    fragment: Fragment
    maker: PairMaker
    progress: Progress
    workers: int = 1
    report: VerificationReport = field(default_factory=VerificationReport)

    @property
    def old(self) -> bool:
        """Whether 0.1.0 wrote it, which recorded neither readings nor what labels rest on."""
        return self.manifest.reading is None

    @cached_property
    def classes(self) -> Classes:
        return self.maker.all_classes(self.fragment)

    @cached_property
    def options(self) -> dict[str, Any]:
        """The options as the fragment reads them: of the right kind, and in the one way in which they are written."""
        where = f"{self.directory / NAME}: options"
        known = {o.name: o for o in self.maker.options}
        before = {o.name: o.default if o.formerly is None else o.formerly for o in known.values()}
        given = {**(before if self.old else {}), **self.manifest.options}
        if set(given) != set(known):
            raise InputError(f"{where} must be {', '.join(sorted(known))}")
        return {name: option_value(known[name], value, f"{where}: {name}") for name, value in given.items()}

    def lines(self, name: str) -> Iterator[tuple[int, Any]]:
        """The JSON values of a file, with line numbers; lines that hold none are faults."""
        try:
            file = open(self.directory / name, "rb", opener=regular)  # noqa: SIM115 - closed below
        except OSError as e:
            raise InputError(f"{self.directory / name} cannot be read: {e.strerror}") from e
        with file:
            for number, line in enumerate(file, 1):
                try:
                    yield number, written_line(line)
                except (ValueError, RecursionError) as e:
                    self.report.add(name, number, f"no JSON: {e}")
