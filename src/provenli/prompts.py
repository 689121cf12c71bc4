"""A prompt is one text file: a few lines that say what its answers mean, a line `---`, and the text with placeholders.

    about: asks for yes or no
    answers: yes = entailment, no = non-entailment
    ---
    Premise: {premise}
    Hypothesis: {hypothesis}
    Is the hypothesis true whenever the premise is true? Answer with yes or no.
    Answer:

Further lines of the head: `sees: premise` where the prompt shows one side only, `reasoning: yes` where the model may
reason before it answers, `shots: 4` where solved examples come first, `system: …` for the system message.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from provenli.errors import InputError, UnknownName, suggestion
from provenli.files import read_file
from provenli.labels import LABELS, NOT, label_named

SIDES = ("premise", "hypothesis")
HEAD = ("about", "answers", "sees", "reasoning", "shots", "system")
DIVIDER = "---"
GAP = re.compile(r"\{(\w*)\}")
MOST_SHOTS = 64
SHELF = Path(__file__).parent / "library" / "prompts"
ALL = "all"


@dataclass(frozen=True, slots=True)
class Prompt:
    """`answers`: words to labels, in the order in which the text offers them. `before`: solved examples, if any."""

    name: str
    body: str
    answers: Mapping[str, str]
    sees: tuple[str, ...] = SIDES
    reasoning: bool = False
    shots: int = 0
    system: str = ""
    about: str = ""
    before: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.answers.values()))

    @property
    def two_way(self) -> bool:
        return NOT in self.labels

    @property
    def digest(self) -> str:
        """A hash of everything that a model would see, and of what its answers mean."""
        told = [self.body, list(self.answers.items()), self.system, self.before, self.reasoning]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]

    def filled(self, premise: str, hypothesis: str) -> str:
        """Fill all placeholders at once: a sentence that contains a placeholder stays as it is."""
        given = {"premise": premise, "hypothesis": hypothesis}
        return self.before + GAP.sub(lambda found: given.get(found[1], found[0]), self.body)

    def solved(self, premise: str, hypothesis: str, label: str) -> str:
        word = next(word for word, means in self.answers.items() if means == label)
        return f"{replace(self, before='').filled(premise, hypothesis)} {word}"

    def with_examples(self, solved: Sequence[str]) -> Prompt:
        return replace(self, before="".join(f"{text}\n\n" for text in solved))


PAIR = Prompt("pair", "{premise}\n{hypothesis}", {}, about="the two sentences as they are, for classifiers")
"""What a sequence classifier sees."""


def prompt_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in SHELF.glob("*.txt")))


def prompt_named(name: str) -> Prompt:
    """A prompt of the shelf, or the file at a path."""
    if name.endswith(".txt") or "/" in name:
        return load_prompt(Path(name))
    if name not in prompt_names():
        raise UnknownName("prompt", name, [*prompt_names(), ALL])
    return load_prompt(SHELF / f"{name}.txt")


def plain_prompt(two_way: bool) -> str:
    return "two-way" if two_way else "three-way"


def chosen_prompts(names: Sequence[str], two_way: bool) -> tuple[Prompt, ...]:
    """The plain prompt for the data's labels if none is named; `all`: every wording, order and side."""
    plain = plain_prompt(two_way)
    found: dict[str, Prompt] = {}
    for name in names or (plain,):
        several = variants(plain) if name == ALL else (prompt_named(name),)
        found.update({p.name: p for p in several})
    return tuple(found.values())


def variants(start: str) -> tuple[Prompt, ...]:
    """Prompts that need neither examples nor room to reason."""
    named = [prompt_named(name) for name in prompt_names() if name == start or name.startswith(f"{start}-")]
    usable = [p for p in named if not p.shots and not p.reasoning]
    return tuple(sorted(usable, key=lambda p: (p.sees != SIDES, p.name)))


def load_prompt(path: Path) -> Prompt:
    try:
        text = read_file(path).decode()
    except OSError as error:
        raise InputError(f"--prompt {path}: cannot be read: {error.strerror}; expected a text file") from error
    except UnicodeDecodeError as error:
        raise InputError(f"--prompt {path}: not UTF-8 at byte {error.start + 1}; save it as UTF-8") from error
    return read_prompt(path.stem, text, str(path))


def read_prompt(name: str, text: str, where: str) -> Prompt:
    head, divided, body = text.replace("\r\n", "\n").partition(f"\n{DIVIDER}\n")
    if not divided:
        raise InputError(f"{where}: expected lines such as 'answers: yes = entailment', then a line ---, then the text")
    told = dict(_entry(line, number, where) for number, line in enumerate(head.split("\n"), 1) if line.strip())
    if "answers" not in told:
        raise InputError(f"{where}: the line 'answers: WORD = LABEL, …' is missing before the line ---")
    sees = _sides(told.get("sees", ", ".join(SIDES)), where)
    _check_gaps(body, sees, where)
    reasoning = _yes_or_no(told.get("reasoning", "no"), where)
    answers = _answers(told["answers"], where)
    shots = _shots(told.get("shots", "0"), where)
    return Prompt(
        name, body.strip("\n"), answers, sees, reasoning, shots, told.get("system", ""), told.get("about", "")
    )


def _entry(line: str, number: int, where: str) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    if not colon or key.strip() not in HEAD:
        known = suggestion(key.strip(), HEAD)
        raise InputError(
            f"{where}, line {number}: expected KEY: VALUE before the line ---, found {line[:40]!r}; {known}"
        )
    return key.strip(), value.strip()


def _sides(text: str, where: str) -> tuple[str, ...]:
    found = tuple(side.strip() for side in text.split(",") if side.strip())
    if not found or any(side not in SIDES for side in found):
        raise InputError(f"{where}: sees: expected premise, hypothesis or both, found {text!r}")
    return found


def _check_gaps(body: str, sees: Sequence[str], where: str) -> None:
    there = set(GAP.findall(body))
    for side in sees:
        if side not in there:
            hint = "" if len(sees) == 1 else f", or 'sees: {next(s for s in SIDES if s != side)}' before the line ---"
            raise InputError(f"{where}: the placeholder {{{side}}} is missing: write it into the text{hint}")
    for extra in sorted(there - set(sees)):
        raise InputError(f"{where}: unknown placeholder {{{extra}}}; expected {' and '.join(f'{{{s}}}' for s in sees)}")


def _answers(text: str, where: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in text.split(","):
        word, equals, meaning = (part.strip() for part in item.partition("="))
        label = label_named(meaning, ())
        if not equals or not word or label not in LABELS:
            raise InputError(f"{where}: answers: expected WORD = LABEL with one of {', '.join(LABELS)}; found {item!r}")
        if word.lower() in (w.lower() for w in found):
            raise InputError(f"{where}: answers: the word {word!r} comes twice")
        found[word] = label
    if len(set(found.values())) < 2:
        raise InputError(f"{where}: answers: expected words for at least two labels, found {text!r}")
    if NOT in found.values() and len(set(found.values())) > 2:
        raise InputError(f"{where}: answers: {NOT} does not go with neutral or contradiction")
    return found


def _yes_or_no(text: str, where: str) -> bool:
    if text not in ("yes", "no"):
        raise InputError(f"{where}: reasoning: expected yes or no, found {text!r}")
    return text == "yes"


def _shots(text: str, where: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > MOST_SHOTS:
        raise InputError(f"{where}: shots: expected a whole number from 0 to {MOST_SHOTS}, found {text!r}")
    return int(text)
