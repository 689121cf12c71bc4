"""Every command with every path it takes, and each thing that can be wrong there; every key of every stored file with a
value of each other type; disks that are full; places that may not be read or written; own files that misbehave; what
surrounds a process. One line, exit status 2 or 1, nothing half-written. CI runs a part, `--slow` all.

One case again: SWEPT='its name' pytest --slow tests/test_sweep.py
"""

from __future__ import annotations

import os
import resource
import shlex
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.artifacts import make, make_more
from tests.fuzz.calls import Called, call, complaints
from tests.fuzz.own_objects import OWN, Own, texts
from tests.fuzz.slots import READ, Slot, slots, top
from tests.fuzz.surroundings import CALLS, QUIET, SURROUNDINGS, signalled, surrounded
from tests.fuzz.things import BYTES, INSTEAD, WORDS, mutated_files, replace

pytestmark = pytest.mark.filterwarnings("default")
MOST_MEMORY = 8 << 30
"""Of a case: an endless device that is read is an error here, and not the end of the machine."""
STAYS = ("-wal", "-shm")
"""SQLite removes them when the process ends."""
NOBODY = 65534
SLOTS = tuple(slots())
COMMANDS = tuple(dict.fromkeys(slot.words[0] for slot in SLOTS))
TURNS, TURN = 3, int(os.environ.get("SWEPT_TURN", "0"))
"""There are 14 values for each of some 13,000 keys, of which one run of `--slow` tries a third: SWEPT_TURN=1 and 2 try
the others."""


@dataclass(frozen=True)
class Swept:
    """A case. `prepare` spoils what is in the working directory; `within` is what the call runs in."""

    slot: Slot
    what: str
    words: list[str]
    prepare: Callable[[Path], object] = lambda _: None
    within: Callable[[Path], object] = nullcontext
    file: Path | None = None
    """Whose contents are spoilt."""

    def __str__(self) -> str:
        return f"{self.what}: {self.slot}"


def paths(slot: Slot, good: Path) -> Iterator[Swept]:
    """Something else where a path leads, and paths that are odd themselves."""
    del good
    for thing in INSTEAD:
        yield Swept(slot, thing, list(slot.words), lambda place, t=thing: replace(place / slot.name, t))
    for word in WORDS:
        yield Swept(slot, repr(word)[:20], slot.called(word))


def contents(slot: Slot, good: Path) -> Iterator[Swept]:
    """Other bytes in each file that is read."""
    for file in _files(slot, good):
        for what, spoilt in BYTES.items():
            yield _with(slot, f"{what} in {file}", file, lambda f=file, s=spoilt: s((good / f).read_bytes()))


def keys(slot: Slot, good: Path) -> Iterator[Swept]:
    """Other values at each key of each stored file: a third of them, which are others for the next path and file."""
    for k, file in enumerate(_files(slot, good)):
        turn = SLOTS.index(slot) + k + TURN
        for n, data in enumerate(mutated_files((good / file).read_bytes())):
            if (n + turn) % TURNS == 0:
                yield _with(slot, f"key {n} of {file}", file, data)


def _files(slot: Slot, good: Path) -> list[Path]:
    path = good / slot.name
    found = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    return [p.relative_to(good) for p in found] if slot.mark == READ else []


def _with(slot: Slot, what: str, file: Path, data: Callable[[], bytes]) -> Swept:
    return Swept(slot, what, list(slot.words), lambda place: (place / file).write_bytes(data()), file=file)


def full_disks(slot: Slot, good: Path) -> Iterator[Swept]:
    del good
    for size in (0, 100, 5000):
        yield Swept(slot, f"room for {size} bytes", list(slot.words), within=lambda _, n=size: _room(n))


@contextmanager
def _room(size: int) -> Iterator[None]:
    """No file may be larger, which a command is told as by a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def permissions(slot: Slot, good: Path) -> Iterator[Swept]:
    """What is read may not be; nothing may be written where the command is called."""
    del good
    hidden = [slot.name] if slot.mark == READ else []
    yield Swept(slot, "no right", list(slot.words), within=lambda place: _as_nobody(place, hidden))


@contextmanager
def _as_nobody(place: Path, hidden: Iterable[str]) -> Iterator[None]:
    """Root may do everything, so it is another user who calls."""
    is_root = os.geteuid() == 0
    for path in (place, *place.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    for name in hidden:
        (place / name).chmod(0)
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        place.chmod(0o755)
        for path in place.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)


Part = Callable[[Slot, Path], Iterator[Swept]]

# --- running ---


@pytest.fixture(scope="module")
def good() -> Iterator[Path]:
    """Not below pytest's own directory, which nobody else may enter."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        make(Path(place) / "good")
        make_more(Path(place) / "good")
        yield Path(place) / "good"


@pytest.fixture
def place(good: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, before[1]))
    monkeypatch.chdir(good.parent)
    monkeypatch.setenv("PROVENLI_CACHE", str(good.parent / "cache"))
    yield good.parent / "case"
    resource.setrlimit(resource.RLIMIT_AS, before)


def run(case: Swept, good: Path, place: Path) -> str:
    """What is wrong with how it ended, or nothing."""
    place.mkdir(mode=0o755)
    os.chdir(place)
    try:
        for name in {top(need) for need in case.slot.needs}:
            _copied(good / name, place / name)
        case.prepare(place)
        before = _tree(place)
        with case.within(place):  # type: ignore[attr-defined]
            called = call(case.words)
        return told(case, called, [*complaints(called, place, None), *_left(called, before, place)])
    finally:
        os.chdir(place.parent)
        shutil.rmtree(place, ignore_errors=True)


def _copied(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copyfile(source, target)


def _tree(place: Path) -> set[str]:
    return {str(p.relative_to(place)) for p in place.rglob("*")}


def _left(called: Called, before: set[str], place: Path) -> list[str]:
    """What goes on when it is called again keeps what it has, if the disk is full."""
    new = sorted(name for name in _tree(place) - before if not name.endswith(STAYS))
    goes_on = called.words[0] in GOES_ON and "free some space" in called.err
    return [f"left: {', '.join(new[:5])}"] if called.status == 2 and new and not goes_on else []


GOES_ON = ("audit", "train", "study", "ask")


def told(case: object, called: Called, found: list[str]) -> str:
    return f"{case}: {', '.join(found)}: {called.err[-300:].strip()}" if found else ""


def sweep(cases: Iterable[Swept], good: Path, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, number, bad = os.environ.get("SWEPT"), 0, []
    for case in cases:
        if one is None or one == str(case):
            number += 1
            bad += [wrong] if (wrong := run(case, good, place)) else []
    say(f"{number:,} cases, {len(bad)} ended badly", capsys)
    assert not bad, "\n".join(bad)


def say(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\n{text}")


PARTS = (paths, contents, keys, full_disks, permissions)


def test_one_of_each(good: Path, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For each path of each command one thing that is wrong."""
    rng, some = Random(2), []
    for k, slot in enumerate(SLOTS):
        part = PARTS[k % len(PARTS)]
        some.append(rng.choice(list(part(slot, good)) or list(paths(slot, good))))
    sweep(some, good, place, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("part", PARTS)
def test_all(part: Part, command: str, good: Path, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sweep(all_of(part, command, good, place), good, place, capsys)


def all_of(part: Part, command: str, good: Path, place: Path) -> Iterator[Swept]:
    """What is in a file that a good call does not open makes no difference."""
    for slot in (s for s in SLOTS if s.words[0] == command):
        opened = None
        for case in part(slot, good):
            if case.file is not None and opened is None:
                opened = opened_files(slot, good, place)
            if case.file is None or opened is None or case.file in opened or case.file.suffix not in OPENED_BY_PYTHON:
                yield case


OPENED_BY_PYTHON = (".json", ".jsonl", ".tsv", ".csv", ".txt", ".toml")
"""Other libraries open files of their own kinds, unseen."""


def opened_files(slot: Slot, good: Path, place: Path) -> set[Path]:
    with seen_opening() as opened:
        run(Swept(slot, "good", list(slot.words)), good, place)
    return {path.relative_to(place) for path in opened if path.is_relative_to(place)}


@contextmanager
def seen_opening() -> Iterator[set[Path]]:
    """A hook cannot be taken away again: afterwards it does nothing."""
    found, looking = set[Path](), True

    def look(event: str, arguments: tuple[object, ...]) -> None:
        if looking and event == "open" and isinstance(arguments[0], str | os.PathLike):
            found.add(Path(os.path.abspath(arguments[0])))

    sys.addaudithook(look)
    yield found
    looking = False


@pytest.mark.slow
def test_good_calls_are_good(good: Path, place: Path) -> None:
    """Else the sweep would stop at the door. Servers find that the address is not theirs."""
    for slot in SLOTS:
        place.mkdir()
        os.chdir(place)
        for name in {top(need) for need in slot.needs}:
            _copied(good / name, place / name)
        called = call(list(slot.words))
        os.chdir(place.parent)
        shutil.rmtree(place)
        assert called.status in (0, 1) or "cannot listen at 192.0.2.1" in called.err, called


# --- own files ---


def own_files(good: Path) -> list[tuple[Own, str]]:
    return [(own, text) for own in OWN for text in texts(own, (good / own.file).read_text())]


def swept_own(cases: Sequence[tuple[Own, str]], good: Path, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = []
    for own, text in cases:
        slot = Slot(tuple(shlex.split(own.words)), own.needs, 0, own.file, READ)
        case = Swept(slot, text[-120:], list(slot.words), lambda p, o=own, t=text: (p / o.file).write_text(t))
        bad += [wrong] if (wrong := run(case, good, place)) else []
    say(f"{len(cases):,} own files, {len(bad)} ended badly", capsys)
    assert not bad, "\n".join(bad)


def test_some_own_files(good: Path, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swept_own(Random(5).sample(own_files(good), 80), good, place, capsys)


@pytest.mark.slow
def test_own_files(good: Path, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swept_own(own_files(good), good, place, capsys)


def test_an_own_file_without_end_is_ended_by_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("open('begun', 'w').close()\nwhile True: pass\n")
    called = signalled(["models", "own.py"], signal.SIGINT, tmp_path / "begun", tmp_path)
    assert (called.status, called.err) == (130, "provenli: stopped\n")


# --- what surrounds a process ---


def surrounded_badly(how: str, line: str, good: Path, place: Path) -> str:
    place.mkdir()
    words = [w.replace("GOOD", str(good)).replace("NEW", str(place / "new")) for w in shlex.split(line)]
    called = surrounded(words, how, place)
    found = [wrong for wrong in complaints(called, place, None) if not (how in QUIET and wrong == "0 lines")]
    new = [] if line.startswith("study") else _left(called, set(), place)
    shutil.rmtree(place)
    return told(f"{how}: {line}", called, [*found, *new])


QUICK = (("few files", CALLS[0]), ("small files", CALLS[1]), ("no directory", CALLS[2]))


@pytest.mark.parametrize(("how", "line"), QUICK)
def test_some_surroundings(how: str, line: str, good: Path) -> None:
    assert not surrounded_badly(how, line, good, good.parent / "case")


@pytest.mark.slow
@pytest.mark.parametrize("how", SURROUNDINGS)
def test_surroundings(how: str, good: Path) -> None:
    bad = [wrong for line in CALLS if (wrong := surrounded_badly(how, line, good, good.parent / "case"))]
    assert not bad, "\n".join(bad)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("line", CALLS)
def test_signals(line: str, number: int, good: Path) -> None:
    """At a few moments: it has ended before, or it stops with one line and leaves nothing but what it goes on from."""
    for k in range(3):
        place = good.parent / "case"
        place.mkdir()
        words = [w.replace("GOOD", str(good)).replace("NEW", str(place / "new")) for w in shlex.split(line)]
        called = signalled(words, number, 0.5 + k, place)
        left = [p.name for p in place.rglob("*") if p.name.endswith(".unfinished")]
        shutil.rmtree(place)
        assert not left
        assert called.status in (0, 1, 2) or (called.status, called.err[-18:]) == (130, "provenli: stopped\n"), called
        assert "Traceback" not in called.err
