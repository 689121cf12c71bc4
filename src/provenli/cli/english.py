"""English on the command line. `parse english` prints arrows, tree, operators, meaning, or one JSON value a sentence;
`entails english`, and `entails` without a fragment, decide pairs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from provenli.cli.app import say
from provenli.errors import InputError, escaped
from provenli.files import read_file

if TYPE_CHECKING:
    from provenli.english.analysis import Analysis, EnglishTree
    from provenli.english.decision import Solver


def parse_english(
    sentence: str | None, file: Path | None, derivations: Path | None, reader: tuple[str, str], as_json: bool
) -> None:
    """`reader`: its name, and the profile of polarity conventions."""
    from provenli.english.answers import check_said

    if sum(given is not None for given in (sentence, file, derivations)) != 1:
        raise InputError(
            'parse english needs one sentence, --file or --derivations: provenli parse english "No dog barked."'
        )
    if sentence is not None:
        check_said("sentence", sentence)
    for found in analyses(sentence, file, derivations, *reader):
        if as_json:
            say(json.dumps(found.to_json(), ensure_ascii=False))
        else:
            say(escaped_lines(shown_analysis(found)) if sentence is not None else escaped(found.arrows()))


def analyses(
    sentence: str | None, file: Path | None, derivations: Path | None, backend: str, profile: str
) -> Iterator[Analysis]:
    from provenli.english.readers import analysed_derivations, reader_named

    reader = reader_named(backend, profile)
    if derivations is not None:
        yield from analysed_derivations(text_of(derivations, "a file of CCG derivations"), profile)
        return
    lines = (sentence,) if sentence is not None else sentences_of(file) if file is not None else ()
    for line in lines:
        yield reader.read(line)


def escaped_lines(text: str) -> str:
    return "\n".join(escaped(line) for line in text.split("\n"))


def sentences_of(path: Path) -> tuple[str, ...]:
    """The sentences of a file, one on each line; empty lines are skipped."""
    text = text_of(path, "a file of sentences, one on each line")
    found = tuple(line.removesuffix("\r") for line in text.split("\n") if line.strip())
    if not found:
        raise InputError(f"{path}: no sentences; expected one on each line")
    return found


def text_of(path: Path, expected: str) -> str:
    try:
        return read_file(path).decode("utf-8-sig")
    except OSError as e:
        raise InputError(f"{path}: {e.strerror or e}; expected {expected}") from e
    except UnicodeDecodeError as e:
        raise InputError(f"{path}, byte {e.start}: not UTF-8 text; expected {expected}") from e


def shown_analysis(a: Analysis) -> str:
    from provenli.logic.formula_printer import show_pretty
    from provenli.logic.formulas import unmark

    lines = [a.arrows(), "(↑ may be widened, ↓ may be narrowed, = neither)"]
    if a.tree is not None:
        lines += ["", *tree_lines(a, a.tree, 0)]
    if a.operators:
        lines += ["", *(f"{o.why}: {scope_text(a, o.scope)}" for o in a.operators)]
    if a.meaning is not None:
        lines += ["", f"meaning: {show_pretty(unmark(a.meaning))}"]
    else:
        kind = "scope only" if a.coverage == "scope" else "not covered"
        lines += ["", f"{kind}; {a.stopped}"]
    return "\n".join(lines)


def scope_text(a: Analysis, scope: tuple[tuple[int, str], ...]) -> str:
    signs = {"up": "↑", "down": "↓", "non": "="}
    return " ".join(f"{a.tokens[k].text.rstrip('.,;:!?')}{signs[effect]}" for k, effect in scope) or "nothing"


def tree_lines(a: Analysis, tree: EnglishTree, depth: int) -> list[str]:
    words = " ".join(t.text for t in a.tokens[tree.first : tree.end])
    below = [line for child in tree.children for line in tree_lines(a, child, depth + 1)]
    if len(tree.children) == 1:  # a change of category: on one line
        only = tree.children[0]
        return [f"{'  ' * depth}{tree.category} ← {only.category}  {words}", *below[1:]]
    return [f"{'  ' * depth}{tree.category}  {words}", *below]


@dataclass(frozen=True, slots=True)
class EnglishOptions:
    """What `entails` takes for English only, as given."""

    backend: str = "ccg"
    isa: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    knowledge: Path | None = None
    answers: str = "sound"

    def refuse(self, fragment: str) -> None:
        """Refuse options for English together with a fragment: it has its own words, so they would be ignored."""
        if self != EnglishOptions():
            raise InputError(
                f"--backend, --isa, --excludes, --knowledge and --answers are for English, not {fragment!r}; "
                "provenli entails english takes them"
            )

    def solver(self) -> Solver:
        from provenli.english.decision import solver_from

        return solver_from(self.backend, self.isa, self.excludes, self.knowledge, self.answers)


def given_sentences(premise: str | None, hypothesis: str | None, premises: Sequence[str] | None) -> tuple[str, ...]:
    """Premises, then the hypothesis, which is the last sentence that stands without --premise."""
    placed = [s for s in (premise, hypothesis) if s is not None]
    return (*placed[:-1], *(premises or ()), *placed[-1:])


def entails_english(
    premise: str | None,
    hypothesis: str | None,
    premises: Sequence[str],
    file: Path | None,
    as_json: bool,
    options: EnglishOptions,
) -> int:
    solver = options.solver()
    if file is not None:
        return english_file(solver, file, as_json)
    sentences = given_sentences(premise, hypothesis, premises)
    if len(sentences) < 2:
        raise InputError('entails needs two sentences: provenli entails english "PREMISE" "HYPOTHESIS", or --file')
    say(english_answer(solver, sentences, as_json))
    return 0


def english_answer(solver: Solver, sentences: Sequence[str], as_json: bool) -> str:
    from provenli.english.answers import check_said, shown_answer

    check_said("premise", *sentences[:-1])
    check_said("hypothesis", sentences[-1])
    answer = solver.decide(sentences[:-1], sentences[-1])
    return json.dumps(answer.to_json(), ensure_ascii=False) if as_json else shown_answer(answer)


def english_file(solver: Solver, path: Path, as_json: bool) -> int:
    from provenli.cli.pair_lines import LabelTally, read_pairs
    from provenli.progress import watched

    lines = read_pairs(path)
    tally = LabelTally()
    for line in watched(lines, "deciding", len(lines)):
        answer = solver.decide((line.premise,), line.hypothesis)
        if as_json:
            told = tally.compared(line, answer.label)
            say(json.dumps({"line": line.number, **answer.to_json(), **told}, ensure_ascii=False))
        else:
            start = f"{answer.label}\t{answer.verdict}\t{answer.probability:.2f}"
            say(f"{start}\t{line.premise}\t{line.hypothesis}{tally.mark(line, answer.label)}")
        sys.stdout.flush()
    tally.report()
    return 0
