"""How often a parser finds the clauses of sentences whose structure is known, by depth.

    python benchmarks/parser_errors.py [--size 2000] [--seed 0]

The sentences are those of the fragment systematicity, each once. For every noun and verb the head that the parser gives
is compared with that of the grammar (models/headed_trees.py). Words inside one entry of the lexicon, such as *at most
three*, do not count: how they hang together is a convention. Chance is no baseline that means anything here; the other
column is what a chain gets, in which every noun and verb hangs from the next one, and the last is the root.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import provenli as nli
from provenli.fairness.fair import places
from provenli.fairness.row_trees import with_trees
from provenli.library.fragment_shelf import load_fragment
from provenli.models.examples import read_examples
from provenli.models.headed_trees import headed
from provenli.models.parsed_trees import Parse, parser_version, spacy_parser

CLAUSES = ("S:NP", "Sbar:NP", "NP:Sbar", "ROOT")


def skeleton(found: Parse) -> list[int]:
    """The nouns and verbs that head clauses and their noun phrases."""
    return [k for k, relation in enumerate(found.relations) if relation.rstrip("<>") in CLAUSES]


def chained(words: list[int]) -> dict[int, int]:
    return dict(zip(words, [*words[1:], -1], strict=True))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--size", type=int, default=2_000, help="pairs")
    arguments.add_argument("--seed", type=int, default=0)
    asked = arguments.parse_args()
    known: dict[str, tuple[int, Parse]] = {}
    with TemporaryDirectory() as place:
        data = nli.generate("systematicity", Path(place) / "data", size=asked.size, depth=(1, 5), seed=asked.seed)
        file = Path(data.directory) / "pairs.jsonl"
        origins = places(file.parent, lambda _, name: load_fragment(name))[0].origins
        found = with_trees(read_examples(file), file, origins)
        assert found.trees is not None
        for row, (premise, hypothesis) in enumerate(found.trees):
            depth = int(found.feature_values(row)["depth"])
            known[found.premises[row]] = depth, headed(premise)
            known[found.hypotheses[row]] = depth, headed(hypothesis)
    sentences, whole, words, right, chain = (Counter[int]() for _ in range(5))
    for (depth, true), parsed in zip(known.values(), spacy_parser()(list(known)), strict=True):
        sentences[depth] += 1
        if parsed.words != true.words:  # cut into other words: nothing is right
            words[depth] += len(skeleton(true))
            continue
        at = skeleton(true)
        hit = sum(parsed.heads[k] == true.heads[k] for k in at)
        chain[depth] += sum(head == true.heads[k] for k, head in chained(at).items())
        words[depth] += len(at)
        right[depth] += hit
        whole[depth] += hit == len(at)
    print(f"{parser_version()}; {len(known):,} sentences")
    print("depth  sentences  all clauses right  heads of nouns and verbs right  a chain")
    for depth in sorted(sentences):
        parts = (whole[depth] / sentences[depth], right[depth] / words[depth], chain[depth] / words[depth])
        print(f"{depth:5}  {sentences[depth]:9,}  {parts[0]:17.1%}  {parts[1]:30.1%}  {parts[2]:7.1%}")


if __name__ == "__main__":
    main()
