"""Commands about sentences and pairs of sentences: `fragments`, `parse`, `entails`.

What is imported inside functions would make `provenli --help` slow.
"""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from click.exceptions import Exit

from provenli.cli.app import AsJson, ReadingChoices, app, say
from provenli.cli.commands import argument, command, option
from provenli.cli.pair_lines import decide_file
from provenli.cli.shown_pair import decide_one
from provenli.errors import FragmentError, InputError
from provenli.options import check_seconds
from provenli.own_files import is_path, slips_told

if TYPE_CHECKING:
    from provenli.certify.decide import Budget


@command(app, epilog="Example: provenli fragments")
def fragments(
    fragment: Annotated[str | None, argument(help="One fragment, by name or path, with all its words.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the fragments, each with its paper, labels, reading and an example; or show one with all its words."""
    from provenli.cli.fragment_list import describe, shown, with_words
    from provenli.library.fragment_shelf import FRAGMENTS, load_fragment

    if fragment is not None:
        found = load_fragment(fragment)
        with slips_told(Path(fragment), FragmentError) if is_path(fragment) else nullcontext():
            row = with_words(found)
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
    from provenli.grammar.arrows import derivation_to_json, shown_derivation
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
    from provenli.cli.any_fragment import decide_file_anywhere, entails_anywhere
    from provenli.cli.english import EnglishOptions, entails_english, given_sentences

    options = EnglishOptions(backend, tuple(isa or ()), tuple(excludes or ()), knowledge, answers)
    check_seconds("--seconds", seconds)
    budget = Budget(seconds, engines)
    if file is not None and (premise is not None or premises):
        raise InputError("give two sentences or --file, not both")
    if fragment is None:
        if file is None:
            told = 'provenli entails "PREMISE" "HYPOTHESIS", or --file PAIRS; a FRAGMENT may stand before them'
            raise InputError(f"entails needs two sentences: {told}")
        refuse_reading(reading, "without a fragment")
        raise Exit(decide_file_anywhere(file, budget, as_json, options))
    if file is None and premise is None and not premises and " " in fragment.strip():
        raise InputError(
            f'entails needs two sentences, found one: provenli entails "{fragment}" "HYPOTHESIS"; '
            f'what one sentence means: provenli parse english "{fragment}"'
        )
    if file is None and premise is None and not premises and _is_table(fragment):
        raise InputError(f"{fragment} is a file: provenli entails --file {fragment}")
    if fragment == "english":
        refuse_reading(reading, "in english")
        raise Exit(entails_english(premise, hypothesis, tuple(premises or ()), file, as_json, options))
    if file is None and hypothesis is None and premise is not None and not premises and not names_fragment(fragment):
        refuse_reading(reading, "without a fragment")
        say(entails_anywhere(fragment, premise, budget, as_json, options))
        return
    if file is None and hypothesis is None and not premises and premise is not None and _is_table(premise):
        raise InputError(f"{premise} is a file: provenli entails {fragment} --file {premise}")
    options.refuse(fragment)
    sentences = given_sentences(premise, hypothesis, premises)
    raise Exit(in_fragment(fragment, sentences, file, reading, budget, as_json))


def _is_table(word: str) -> bool:
    """Whether a word in the place of a sentence is a file of pairs."""
    return word.endswith((".tsv", ".csv", ".txt", ".jsonl")) and Path(word).is_file()


def refuse_reading(choices: list[str] | None, where: str) -> None:
    """Each fragment has a reading of its own: without one, choices would be ignored."""
    if choices:
        raise InputError(f"--reading {choices[0]}: nothing can be chosen {where}; name a fragment, such as quantifier")


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
