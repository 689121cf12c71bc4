"""Commands about sentences and pairs of sentences: `fragments`, `parse`, `entails`.

What is imported inside functions would make `provenli --help` slow.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from click.exceptions import Exit

from provenli.cli.app import AsJson, ReadingChoices, app, say
from provenli.cli.commands import argument, command, option
from provenli.cli.pair_lines import LabelTally, PairLine, read_pairs
from provenli.errors import InputError, SentenceError, escaped, tame
from provenli.options import check_seconds

if TYPE_CHECKING:
    from provenli.certify.decide import Budget
    from provenli.cli.english import EnglishOptions
    from provenli.grammar import Derivation
    from provenli.grammar.tree import Address, Node
    from provenli.logic.formulas import Formula
    from provenli.logic.readings import Reading
    from provenli.pairs.entails import Answer
    from provenli.pairs.fragment import Fragment

WIDEST = 36
"""For the texts in a tree."""


@command(app, epilog="Example: provenli fragments")
def fragments(
    fragment: Annotated[str | None, argument(help="One fragment, by name or path, with all its words.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the fragments, each with its paper, labels, reading and an example; or show one with all its words."""
    from provenli.cli.fragment_list import describe, shown, with_words
    from provenli.library.fragment_shelf import FRAGMENTS, load_fragment

    if fragment is not None:
        row = with_words(load_fragment(fragment))
        say(json.dumps(row, ensure_ascii=False) if as_json else shown([row]))
        return
    rows = [describe(load_fragment(name)) for name in FRAGMENTS]
    say(json.dumps(rows, ensure_ascii=False) if as_json else shown(rows))


@command(app, epilog='Example: provenli parse monotonicity_hard "Every dog who saw a cat ran."')
def parse(
    fragment: Annotated[str, argument(help="A fragment, by name or path; or english, for any sentence.")],
    sentence: Annotated[str | None, argument(help="The sentence, in quotes.")] = None,
    as_json: AsJson = False,
    file: Annotated[Path | None, option(help="english: read many sentences, one on each line.")] = None,
    derivations: Annotated[
        Path | None, option(help="english: read CCG derivations that depccg or C&C wrote, in place of sentences.")
    ] = None,
    profile: Annotated[str, option(help="english: conventions of polarity, literature, plain or med.")] = "literature",
    backend: Annotated[str, option(help="english: the parser, ccg or spacy.")] = "ccg",
) -> None:
    """Show a sentence's tree, its meaning and the polarity of every word. A sentence may have several readings."""
    from provenli.cli.english import parse_english
    from provenli.library.fragment_shelf import load_fragment

    if fragment == "english":
        parse_english(sentence, file, derivations, (backend, profile), as_json)
        return
    if sentence is None or file is not None or derivations is not None:
        raise InputError(f'expected one sentence: provenli parse {fragment} "SENTENCE"; --file is for english')
    found = load_fragment(fragment).read(sentence)
    if as_json:
        value = {"sentence": sentence, "readings": [derivation_to_json(d) for d in found]}
        say(json.dumps(value, ensure_ascii=False))
        return
    for k, d in enumerate(found, 1):
        if len(found) > 1:
            say(f"reading {k} of {len(found)}")
        say(shown_derivation(d) + ("\n" if k < len(found) else ""))


def tree(d: Derivation) -> str:
    """One line a node: category, arrow, text, and what it contributes to the meaning."""
    from provenli.grammar import Branch, Leaf
    from provenli.grammar.tree import below
    from provenli.logic.formula_printer import show_pretty
    from provenli.logic.polarity import ARROWS

    polarities = d.polarities()
    texts = {address: text for address, _, text in d.nodes()}
    rows: list[tuple[str, str, str]] = []

    def walk(address: Address, node: Node, bar: str, branch: str, said: str) -> None:
        arrow = ARROWS[polarities[address]] if address in polarities else " "
        label = node.category if isinstance(node, Branch | Leaf) else "·"
        part = show_pretty(d.parts(address)[0]) if d.parts(address) else ""
        # A node that says what its parent says, such as 'every' in 'every dog', is left blank.
        rows.append((f"{bar}{branch}{label} {arrow}", shortened(texts[address]), "" if part == said else part))
        children = node.children if isinstance(node, Branch) else ()
        deeper = "" if not address else bar + ("   " if branch == "└─ " else "│  ")
        for k, child in enumerate(children):
            walk(below(address, k), child, deeper, "└─ " if k == len(children) - 1 else "├─ ", part)

    whole = show_pretty(d.parts("")[0]) if d.parts("") else ""
    walk("", d.root, "", "", whole)
    left = max(len(r[0]) for r in rows)
    middle = max(len(r[1]) for r in rows)
    return "\n".join(f"{a:<{left}}  {b:<{middle}}  {c}".rstrip() for a, b, c in rows)


def shortened(text: str) -> str:
    """Both ends of a long text: it stands in full on the first line."""
    words = text.split()
    left, right = 1, len(words) - 1
    while left < right and len(" ".join([*words[:left], "…", *words[right:]])) <= WIDEST:
        left, right = (left + 1, right) if left <= len(words) - right else (left, right - 1)
    return text if len(text) <= WIDEST else " ".join([*words[:left], "…", *words[right:]])


def shown_derivation(d: Derivation) -> str:
    from provenli.grammar.arrows import LEGEND, with_arrows
    from provenli.logic.formula_printer import show_pretty

    return f"{with_arrows(d)}\n({LEGEND})\n\n{tree(d)}\n\nmeaning: {show_pretty(d.meaning)}"


def derivation_to_json(d: Derivation) -> dict[str, Any]:
    from provenli.grammar import Branch, Leaf
    from provenli.logic.formula_printer import show

    polarities = d.polarities()
    return {
        "text": d.text,
        "meaning": show(d.meaning),
        "level": d.level,
        "nodes": [
            {
                "address": address,
                "category": node.category if isinstance(node, Branch | Leaf) else None,
                "text": text,
                "polarity": polarities.get(address),
                "parts": [show(f) for f in d.parts(address)],
            }
            for address, node, text in d.nodes()
        ],
    }


@command(app, epilog='Example: provenli entails boolean "It is not the case that Ann or Bob swam." "Ann did not swim."')
def entails(
    fragment: Annotated[
        str | None, argument(help="A fragment by name or path, or english. The default is one that reads both.")
    ] = None,
    premise: Annotated[str | None, argument(help="The first sentence.")] = None,
    hypothesis: Annotated[str | None, argument(help="Does it follow?")] = None,
    premises: Annotated[list[str] | None, option("--premise", help="A premise; may be repeated.")] = None,
    file: Annotated[
        Path | None, option(help="Decide a file of pairs: premise, tab, hypothesis; a label may follow.")
    ] = None,
    as_json: AsJson = False,
    reading: ReadingChoices = None,
    engines: Annotated[
        int, option(min=1, max=5, help="How many provers must agree on a proof; the kernel is one.")
    ] = 1,
    seconds: Annotated[float, option(min=0.001, help="Time for one pair; after it, the pair is undecided.")] = 20.0,
    backend: Annotated[str, option(help="English only: the parser, ccg or spacy; or both, which must agree.")] = "ccg",
    isa: Annotated[
        list[str] | None, option(help="English only: novel=book says that every novel is a book; may be repeated.")
    ] = None,
    excludes: Annotated[
        list[str] | None, option(help="English only: cat=dog says that no cat is a dog; may be repeated.")
    ] = None,
    knowledge: Annotated[Path | None, option(help="English only: a file with lines such as `isa novel=book`.")] = None,
    answers: Annotated[str, option(help="English only: sound answers, or learned ones (estimates).")] = "sound",
) -> None:
    """Decide whether the hypothesis follows, with a proof or with the models that show that it need not."""
    from provenli.certify.decide import Budget
    from provenli.cli.english import EnglishOptions, entails_english, given_sentences

    options = EnglishOptions(backend, tuple(isa or ()), tuple(excludes or ()), knowledge, answers)
    check_seconds("--seconds", seconds)
    if fragment is None:
        raise InputError(_unnamed(file))
    if file is not None and (premise is not None or premises):
        raise InputError("give two sentences or --file, not both")
    if file is None and premise is None and not premises and " " in fragment.strip():
        raise InputError(
            f'entails needs two sentences, found one: provenli entails "{fragment}" "HYPOTHESIS"; '
            f'what one sentence means: provenli parse english "{fragment}"'
        )
    if fragment == "english":
        raise Exit(entails_english(premise, hypothesis, tuple(premises or ()), file, as_json, options))
    if file is None and hypothesis is None and premise is not None and not premises and not names_fragment(fragment):
        say(entails_anywhere(fragment, premise, Budget(seconds, engines), as_json, options))
        return
    options.refuse(fragment)
    raise Exit(
        in_fragment(
            fragment, given_sentences(premise, hypothesis, premises), file, reading, Budget(seconds, engines), as_json
        )
    )


def _unnamed(file: Path | None) -> str:
    if file is None:
        return 'entails needs two sentences: provenli entails "PREMISE" "HYPOTHESIS", or FRAGMENT --file PAIRS'
    return f"--file needs a fragment, or english: provenli entails english --file {file}; `provenli fragments` has more"


def names_fragment(word: str) -> bool:
    """Whether the first of two words is a fragment without its second sentence, rather than a premise."""
    from provenli.library.fragment_shelf import FRAGMENTS

    return word in FRAGMENTS or word.endswith(".py")


def in_fragment(
    name: str, sentences: tuple[str, ...], file: Path | None, reading: list[str] | None, budget: Budget, as_json: bool
) -> int:
    """`sentences`: premises, and the hypothesis last."""
    from provenli.library.fragment_shelf import load_fragment
    from provenli.logic.reading_choices import with_choices

    chosen = load_fragment(name)
    read_as = with_choices(chosen.reading, reading or ())
    if file is not None:
        return decide_file(chosen, file, read_as, budget, as_json)
    if len(sentences) < 2:
        raise InputError('entails needs two sentences: provenli entails FRAGMENT "PREMISE" "HYPOTHESIS", or --file')
    say(decide_one(chosen, sentences[0], sentences[-1], read_as, budget, as_json, sentences[1:-1]))
    return 0


def decide_one(
    fragment: Fragment,
    premise: str,
    hypothesis: str,
    reading: Reading,
    budget: Budget,
    as_json: bool,
    further: tuple[str, ...] = (),
) -> str:
    from provenli.grammar.arrows import with_arrows
    from provenli.logic.reading_choices import reading_text
    from provenli.pairs.entails import entails, tidied

    answer = tidied(entails(fragment, premise, hypothesis, reading, budget, further))
    if as_json:
        return json.dumps(answer_to_json(answer), ensure_ascii=False)
    return "\n".join(
        [
            *(f"premise:    {with_arrows(p, reading)}" for p in (answer.premise, *answer.further)),
            f"hypothesis: {with_arrows(answer.hypothesis, reading)}",
            f"reading:    {reading_text(reading)}",
            *settled_scope(answer),
            "",
            answer.evidence,
            *missing_opinions(answer, budget),
            *both_scopes(answer),
            *other_readings(answer),
        ]
    )


def settled_scope(answer: Answer) -> list[str]:
    """Said where a sentence has two quantifiers, or one and a negation, whose order English leaves open."""
    scope = answer.problem.reading.scope
    sides = (answer.premise, *answer.further, answer.hypothesis)
    if answer.other_scope is not None or not any(_has_scopes(d.meaning) for d in sides):
        return []
    taken = {"surface": "in the order of the words", "inverse": "the object first", "negated": "negation first"}
    other = "--reading scope=inverse takes the object first" if scope == "surface" else "--reading scope=surface"
    return [f"scope:      {taken[scope]} ({other})"]


def _has_scopes(f: Formula) -> bool:
    """Whether another order of subject and object is another meaning: not for names, nor for two of a kind."""
    from provenli.logic.formulas import Not, Quant
    from provenli.logic.quantifiers import EVERY, NAME, SOME
    from provenli.logic.readings import object_first

    if isinstance(f, Not) or (isinstance(f, Quant) and f.quantifier == NAME):
        return False
    if not isinstance(f, Quant) or not isinstance(f.body, Quant):
        return object_first(f) != f
    return f.body.quantifier != NAME and not f.quantifier == f.body.quantifier in (SOME, EVERY)


def missing_opinions(answer: Answer, budget: Budget) -> list[str]:
    """Said where fewer provers agree than were asked for: others gave up, cannot say it, or are not installed."""
    from provenli.certify.certificates import Inconsistent, Proved

    agree = len(answer.verdict.agreed) + 1
    if isinstance(answer.verdict.certificate, Proved | Inconsistent) and agree < budget.opinions:
        return ["", f"{budget.opinions} provers were asked for; {agree} could say so, the kernel's check included."]
    return []


def both_scopes(answer: Answer) -> list[str]:
    from provenli.pairs.scope import OTHER, TAKEN

    other = answer.other_scope
    if other is None:
        return []
    return [
        "",
        "A negated verb has an indefinite object, which can be understood in two ways:",
        f"  taken: {TAKEN}",
        *_other(answer),
        f"  the other: {OTHER}",
        *_other(other),
    ]


def other_readings(answer: Answer) -> list[str]:
    if not answer.others:
        return []
    total = len(answer.others) + 1
    if all(o.label == answer.label for o in answer.others):
        return ["", f"The text has {total} readings (what attaches to what); all have the same label."]
    return [
        "",
        f"The text has {total} readings; the one above attaches everything as closely as possible. The others:",
        *(line for o in answer.others for line in _other(o)),
    ]


def _other(answer: Answer) -> list[str]:
    from provenli.logic.formula_printer import show_pretty

    return [
        f"  {answer.verdict.label}",
        f"    premise:    {show_pretty(answer.premise.meaning)}",
        f"    hypothesis: {show_pretty(answer.hypothesis.meaning)}",
    ]


def entails_anywhere(premise: str, hypothesis: str, budget: Budget, as_json: bool, options: EnglishOptions) -> str:
    """The first fragment that reads both sentences and decides them; else English. Says which one answered."""
    from provenli.cli.english import EnglishOptions, english_answer
    from provenli.library.fragment_shelf import FRAGMENTS, load_fragment
    from provenli.pairs.entails import entails

    for name in FRAGMENTS if options == EnglishOptions() else ():
        fragment = load_fragment(name)
        try:
            answer = entails(fragment, premise, hypothesis, fragment.reading, budget)
        except SentenceError:
            continue
        if answer.label == "undecided":
            continue
        if as_json:
            return json.dumps({"fragment": name, **answer_to_json(answer)}, ensure_ascii=False)
        return f"fragment:   {name}\n" + decide_one(fragment, premise, hypothesis, fragment.reading, budget, False)
    said = english_answer(options.solver(), (premise, hypothesis), as_json)
    if as_json:
        return json.dumps({"fragment": "english", **json.loads(said)}, ensure_ascii=False)
    return "fragment:   english\n" + said


def decide_file(fragment: Fragment, path: Path, reading: Reading, budget: Budget, as_json: bool) -> int:
    """Exit status 2 if some line could not be read; those lines say why, and all others are decided."""
    from provenli.grammar.parser import CLOSED
    from provenli.progress import watched

    lines = read_pairs(path)
    tally = LabelTally()
    for line, answer in watched(answers(fragment, lines, reading, budget), "deciding", len(lines)):
        if isinstance(answer, SentenceError):
            tally.unread += 1
            why = str(answer) if tally.unread == 1 else str(answer).removesuffix(f"; {CLOSED}")
            print(escaped(f"provenli: {path}, line {line.number}: {why}"), file=sys.stderr)
            if as_json:
                print(json.dumps({"line": line.number, "label": None, "error": str(answer)}, ensure_ascii=False))
        elif as_json:
            told = tally.compared(line, answer.label)
            print(json.dumps({"line": line.number, **answer_to_json(answer), **told}, ensure_ascii=False))
        else:
            print(tame(_decided_line(line, answer, tally)))
        sys.stdout.flush()
    tally.report()
    return 2 if tally.unread else 0


def _decided_line(line: PairLine, answer: Answer, tally: LabelTally) -> str:
    mark = "".join(f" (given that {g})" for g in answer.given)
    mark += " (other readings differ)" if answer.ambiguous else ""
    return f"{answer.label}\t{line.premise}\t{line.hypothesis}{mark}{tally.mark(line, answer.label)}"


def answers(
    fragment: Fragment, lines: tuple[PairLine, ...], reading: Reading | None, budget: Budget
) -> Iterator[tuple[PairLine, Answer | SentenceError]]:
    """Each line with its answer, or with what is wrong with its sentences."""
    from provenli.pairs.entails import entails

    known: dict[tuple[str, str], Answer] = {}
    for line in lines:
        key = (line.premise, line.hypothesis)
        try:
            if key not in known:
                known[key] = entails(fragment, *key, reading, budget)
            yield line, known[key]
        except SentenceError as e:
            yield line, e


def answer_to_json(a: Answer) -> dict[str, Any]:
    from provenli.certify import kernel
    from provenli.certify.codec import verdict_to_json
    from provenli.logic.formula_printer import show

    verdict = verdict_to_json(a.verdict)
    return {
        "premise": a.premise.text,
        "premises": [a.premise.text, *(p.text for p in a.further)],
        "hypothesis": a.hypothesis.text,
        "label": verdict.pop("label"),
        "reading": a.problem.reading.to_json(),
        "certificate": verdict.pop("certificate"),
        "agreed": list(a.verdict.agreed),
        "rests_on_word_of": list(kernel.check(a.problem, a.verdict)),
        "given": list(a.given),
        "strictly": None if a.strictly is None else a.strictly.label,
        "meanings": {"premise": show(a.premise.meaning), "hypothesis": show(a.hypothesis.meaning)},
        "scope": None
        if a.other_scope is None
        else {
            "taken": "not > some",
            "other": "some > not",
            "premise": show(a.other_scope.premise.meaning),
            "hypothesis": show(a.other_scope.hypothesis.meaning),
            "label": a.other_scope.label,
        },
        "other_readings": [
            {"premise": show(o.premise.meaning), "hypothesis": show(o.hypothesis.meaning), "label": o.verdict.label}
            for o in a.others
        ],
    }
