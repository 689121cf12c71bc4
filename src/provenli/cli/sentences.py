"""Commands about sentences and pairs of sentences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from provenli.cli.app import AsJson, FragmentName, ReadingChoices, app, say
from provenli.errors import InputError


@app.command(epilog="Example: provenli fragments")
def fragments(
    fragment: Annotated[str | None, typer.Argument(help="One fragment, by name or path, with all its words.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the fragments: paper, labels, default reading, one decided example each; or one of them with its words."""
    from provenli.cli.shown_shelf import describe, shown, with_words
    from provenli.library.fragment_shelf import FRAGMENTS, load_fragment

    if fragment is not None:
        row = with_words(load_fragment(fragment))
        say(json.dumps(row, ensure_ascii=False) if as_json else shown([row]))
        return
    rows = [describe(load_fragment(name)) for name in FRAGMENTS]
    say(json.dumps(rows, ensure_ascii=False) if as_json else shown(rows))


@app.command(epilog='Example: provenli parse monotonicity_hard "Every dog who saw a cat ran."')
def parse(
    fragment: FragmentName,
    sentence: Annotated[str, typer.Argument(help="The sentence, in quotes.")],
    as_json: AsJson = False,
) -> None:
    """Show a sentence's tree, its meaning, and the polarity of every word; every reading where there are several."""
    from provenli.cli import shown_sentences as sentences
    from provenli.library.fragment_shelf import load_fragment

    found = load_fragment(fragment).read(sentence)
    if as_json:
        value = {"sentence": sentence, "readings": [sentences.to_json(d) for d in found]}
        say(json.dumps(value, ensure_ascii=False))
        return
    for k, d in enumerate(found, 1):
        if len(found) > 1:
            say(f"reading {k} of {len(found)}")
        say(sentences.shown(d) + ("\n" if k < len(found) else ""))


@app.command(epilog='Example: provenli entails boolean "It is not the case that Ann or Bob swam." "Ann did not swim."')
def entails(
    fragment: FragmentName,
    premise: Annotated[str | None, typer.Argument(help="The first sentence.")] = None,
    hypothesis: Annotated[str | None, typer.Argument(help="Does it follow?")] = None,
    file: Annotated[Path | None, typer.Option(help="Decide many pairs: premise, tab, hypothesis on each line.")] = None,
    as_json: AsJson = False,
    reading: ReadingChoices = None,
    engines: Annotated[int, typer.Option(min=1, max=5, help="Provers to agree on a proof, the kernel included.")] = 1,
    seconds: Annotated[float, typer.Option(min=0.001, help="Time for one pair; then it is undecided.")] = 20.0,
) -> None:
    """Decide whether the hypothesis follows, with a proof or with the models that show that it need not."""
    from provenli.certify.decide import Budget
    from provenli.library.fragment_shelf import load_fragment
    from provenli.logic.readings import with_choices

    chosen = load_fragment(fragment)
    read_as = with_choices(chosen.reading, reading or ())
    budget = Budget(seconds, engines)
    if file is not None:
        if premise is not None:
            raise InputError("give two sentences or --file, not both")
        from provenli.cli.entails import decide_file

        raise typer.Exit(decide_file(chosen, file, read_as, budget, as_json))
    if premise is None or hypothesis is None:
        raise InputError('entails needs two sentences: provenli entails FRAGMENT "PREMISE" "HYPOTHESIS", or --file')
    from provenli.cli.entails import decide_one

    say(decide_one(chosen, premise, hypothesis, read_as, budget, as_json))
