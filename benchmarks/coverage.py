"""How much of the published style is read and decided: sentences made from templates by hand, none by the grammars.

    python benchmarks/coverage.py [--pairs 300] [--fragment NAME] [--show]

For each fragment of Richardson et al. 2020: texts covered, tolerances by name, undecided pairs, median milliseconds of
reading a text and of deciding a pair, warm; processor time, since others may be using the machine.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from statistics import median
from time import process_time

from provenli.audits.pair_reader import parse_pair, read_tolerantly
from provenli.certify.decide import Budget, decide
from provenli.errors import SentenceError
from provenli.library.fragment_shelf import load_fragment
from provenli.pairs.fragment import Fragment

PEOPLE = [
    "Laurie",
    "Marion",
    "Travis",
    "Arthur",
    "Henry",
    "Dan",
    "Virgil",
    "Barry",
    "Nellie",
    "Carrie",
    "Billie",
    "John",
    "Mike",
    "Thomas",
    "Mark",
    "Francisco",
    "Tyrone",
    "Gordon",
    "Erik",
    "Mitchell",
    "Dave",
    "Bill",
    "Dustin",
    "Milton",
    "James",
    "Tim",
    "Kirk",
    "Fred",
    "Lloyd",
    "Vincent",
    "Sharon",
    "Kelvin",
    "Jeremiah",
    "Wilma",
    "Otis",
    "Shawn",
    "Zaphod",
    "Xyla",
    "Quillan",
    "Mirabel",
    "Oswin",
    "Tamsin",
    "Ludovic",
    "Fenella",
]
PLACES = [
    "Nephi",
    "Calistoga",
    "Georgia",
    "Rwanda",
    "Potsdam",
    "Pampa",
    "Israel",
    "Russia",
    "Idaho Falls",
    "São Paulo",
    "Coeur d'Alene",
    "St. Louis",
    "Winston-Salem",
    "Rio de Janeiro",
    "Trinidad and Tobago",
    "The Dalles",
    "Fort Worth",
    "Papua New Guinea",
    "Côte d'Ivoire",
    "Port Angeles",
    "Oconomowoc",
    "Truth or Consequences",
    "Mt. Vernon",
    "Zanesville",
    "Sault Ste. Marie",
    "Isle of Wight",
    "New York",
    "Ely",
    "Yuma",
    "Olathe",
    "Kihei",
    "Lompoc",
    "Tonopah",
    "Elko",
    "Wahoo",
    "Bozeman",
    "Ketchikan",
]
PLACES.remove("Truth or Consequences")  # a name with 'or' inside is read as two
ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
DIDNT, HASNT = "didn't visit", "hasn't visited"
Pair = tuple[str, str]
Rng = random.Random


def spelled(n: int, rng: Rng) -> str:
    word = ONES[n] if n < 20 else TENS[n // 10 - 2] + (f"-{ONES[n % 10]}" if n % 10 else "")
    return rng.choice([word, str(n)])


def listed(names: list[str], rng: Rng) -> str:
    if len(names) == 1:
        return names[0]
    return ", ".join(names[:-1]) + rng.choice([" and ", ", and ", " and "]) + names[-1]


def ended(text: str, rng: Rng) -> str:
    return text + rng.choice(["", "", ".", " ."])


# --- the six logic fragments ------------------------------------------------------------------------------------------


def clause(who: str, where: str, rng: Rng, kinds: str = "pon") -> str:
    return {
        "p": f"{who} {rng.choice(['has visited', 'visited', 'did visit'])} {where}",
        "o": f"{who} {rng.choice(['has only visited', 'only visited', 'has visited only'])} {where}",
        "n": f"{who} {rng.choice([DIDNT, HASNT, 'did not visit', 'has not visited'])} {where}",
    }[rng.choice(kinds)]


def negation(rng: Rng) -> Pair:
    n = rng.randint(1, 7)
    who, where = rng.sample(PEOPLE, n + 1), rng.sample(PLACES, n + 1)
    said = [clause(a, b, rng, "poo") for a, b in zip(who[:n], where[:n], strict=True)]
    joint = rng.choice([", ", "; ", " and "])
    asked = clause(rng.choice(who[: n + (rng.random() < 0.2)]), rng.choice(where), rng, "pnn")
    return ended(joint.join(said), rng), ended(asked, rng)


def boolean_coordination(rng: Rng) -> Pair:
    who, where = rng.sample(PEOPLE, rng.randint(1, 8)), rng.sample(PLACES, rng.randint(1, 5))
    have = "has" if len(who) == 1 else rng.choice(["have", "have", "has"])
    did = rng.choice([f"{have} only visited", "only visited", f"{have} visited"])
    asked = clause(rng.choice([*who, "Zed"]), rng.choice([*where, "Oslo"]), rng, "pn")
    return ended(f"{listed(who, rng)} {did} {listed(where, rng)}", rng), ended(asked, rng)


def quantifier(rng: Rng) -> Pair:
    def sentence() -> str:
        subject = rng.choice(
            [
                "Everyone",
                "Someone",
                "Everybody",
                "Somebody",
                "A person",
                "Every person",
                "Some person",
                "No one",
                "that person there",
                "that other person there",
                rng.choice(PEOPLE[:6]),
            ]
        )
        obj = rng.choice(
            [
                "every person",
                "every place",
                "some person",
                "some place",
                "someone",
                "every person and every place",
                "that person there",
                "that other person there",
                "that place there",
                rng.choice(PEOPLE[:6]),
                rng.choice(PLACES[:6]),
            ]
        )
        return f"{subject} {rng.choice(['has visited', 'visited', DIDNT, 'did not visit'])} {obj}"

    return ended(sentence(), rng), ended(sentence(), rng)


def counting(rng: Rng) -> Pair:
    n = rng.choice([2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 34])  # the paper's sentences have 14 words on average
    head, *names = rng.sample(PEOPLE, n + 1)
    people = rng.random() < 0.6
    said = names if people else rng.sample(PLACES, n)
    number = max(1, n + rng.randint(-3, 3))
    count = rng.choice(["more than", "less than", "at least", "at most", "exactly", "fewer than"])
    noun = rng.choice(["people", "people" if people else "places", "places" if not people else "people"])
    only = rng.choice(["has visited", "has only visited", "visited"])
    asked = f"{head} has visited {count} {spelled(number, rng)} {noun}"
    if rng.random() < 0.15:
        asked = clause(head, rng.choice([said[0], said[-1], "Ely"]), rng, "pn")
    return ended(f"{head} {only} {listed(said, rng)}", rng), ended(asked, rng)


def conditional(rng: Rng) -> Pair:
    n = rng.randint(2, 4)
    facts = [(a, b) for a, b in zip(rng.sample(PEOPLE, n), rng.sample(PLACES, n), strict=True)]
    did = rng.choice(["has visited", "visited"])
    said = [f"{a} {did} {b}" for a, b in facts]
    then = rng.choice(["then", "then", ", then"])
    ifs = [f"if {x} {then} {y}".replace(" ,", ",") for x, y in pairwise(said)]
    fact = said[0] if rng.random() < 0.7 else clause(*facts[0], rng, "n")
    joint = rng.choice([" and ", ", and ", ", "])
    premise = joint.join([fact, *ifs]) if rng.random() < 0.8 else ", and ".join([*ifs, fact])
    return ended(premise[0].upper() + premise[1:], rng), ended(clause(*rng.choice(facts), rng, "pn"), rng)


def comparative(rng: Rng) -> Pair:
    n = rng.randint(1, 15)
    head, *rest = rng.sample(PEOPLE, n + 3)
    said = [f"{head} is taller than {listed(rest[:n], rng)}", f"{rest[n]} is as tall as {head}"]
    if rng.random() < 0.4:
        said.append(f"{rest[n + 1]} is {rng.choice(['taller than', 'as tall as', 'shorter than'])} {rest[n]}")
    relation = rng.choice(
        ["is taller than", "is as tall as", "isn't taller than", "is not as tall as", "is shorter than"]
    )
    a, b = rng.sample([head, *rest], 2)
    return ended(rng.choice([" and ", ", and ", ", "]).join(said), rng), ended(f"{a} {relation} {b}", rng)


# --- monotonicity -----------------------------------------------------------------------------------------------------

ANIMALS = [
    "dog",
    "cat",
    "rabbit",
    "animal",
    "mammal",
    "poodle",
    "beagle",
    "bulldog",
    "bat",
    "horse",
    "stallion",
    "badger",
    "quadruped",
]
THINGS = ["table", "wagon", "chair", "door", "object", "wheel", "box", "mailbox", "wheelbarrow", "fence"]
ADJECTIVES = [
    "old",
    "young",
    "newborn",
    "brown",
    "black",
    "brown or black",
    "good",
    "bad",
    "nice",
    "very old",
    "very nice",
]
MATERIAL = ["wooden", "hardwood", "metal", "plastic", "iron", "steel", "good", "very bad"]
TRANSITIVE = [
    "saw",
    "stared-at",
    "inspected",
    "hit",
    "touched",
    "moved-towards",
    "moved-away-from",
    "scratched",
    "sniffed",
]
BASE = ["see", "stare-at", "inspect", "hit", "touch", "move-towards", "move-away-from", "scratch", "sniff"]
INTRANSITIVE = {"slept": "sleep", "ran": "run", "moved": "move", "swam": "swim", "waltzed": "waltz", "danced": "dance"}
SINGULAR = ["every", "each", "a", "some", "the", "no"]
PLURAL = [
    "all",
    "many",
    "several",
    "few",
    "most",
    "some but not all",
    "no",
    "at least 3",
    "at most 4",
    "exactly 5",
    "at least three",
    "exactly two",
    "at~least~4",
]


def phrase(rng: Rng, depth: int, things: bool = False) -> str:
    det = rng.choice(SINGULAR + PLURAL)
    plural = (det in PLURAL) != (rng.random() < 0.08)  # agreement errors, as real files have them
    noun = rng.choice(THINGS if things else ANIMALS)
    noun = noun + ("es" if noun.endswith("x") else "s") if plural else noun
    adj = rng.choice([*(MATERIAL if things else ADJECTIVES), *[""] * 8])
    text = " ".join(w for w in (det, adj, noun) if w)
    if text.startswith("a ") and rng.random() < 0.9:
        text = ("an " if text[2] in "aeiou" else "a ") + text[2:]
    if things:
        return text
    if rng.random() < 0.15:
        smell = f"{rng.choice(['strong', 'faint'])} {rng.choice(['smell', 'odor', 'scent'])}"
        text += f" {rng.choice(['with', 'without'])} {smell}"
    if depth:
        who = rng.choice(["who", "who", "that", "which"])
        if rng.random() < 0.5:
            text += f" {who} {verb_phrase(rng, depth - 1)}"
        else:
            text += f" {who} {phrase(rng, depth - 1)} {rng.choice(TRANSITIVE)}"
    return text


def verb_phrase(rng: Rng, depth: int) -> str:
    kind = rng.random()
    if kind < 0.35:
        past = rng.choice(list(INTRANSITIVE))
        return past if rng.random() < 0.8 else f"did not {INTRANSITIVE[past]}"
    if kind < 0.5:
        return rng.choice(["was happy", "were sad", "was not sad", "were happy"])
    obj = phrase(rng, depth, things=depth == 0 and rng.random() < 0.3)
    roll = rng.random()
    if roll < 0.7:
        return f"{rng.choice(TRANSITIVE)} {obj}"
    return f"{rng.choice(['did not', DIDNT.split()[0]])} {rng.choice(BASE if roll < 0.9 else TRANSITIVE)} {obj}"


def monotonicity(most: int) -> Callable[[Rng], Pair]:
    def make(rng: Rng) -> Pair:
        deep = rng.randint(0, most)
        left = rng.randint(0, deep)
        premise = f"{phrase(rng, left)} {verb_phrase(rng, deep - left)}"
        return ended(premise, rng), ended(_substituted(premise, rng), rng)

    return make


UP = {
    "poodle": "dog",
    "dog": "mammal",
    "mammal": "animal",
    "beagle": "dog",
    "steel": "metal",
    "waltzed": "danced",
    "danced": "moved",
    "hit": "touched",
    "every": "some",
    "all": "most",
    "at least 3": "some",
    "black": "brown or black",
    "old": "",
    "young": "",
    "ran": "moved",
    "stallion": "animal",
    "some": "no",
    "exactly": "at least",
    "who": "who",
    "cat": "black cat",
    "each": "an",
    "many": "several",
    "animal": "very nice animal",
}


def _substituted(text: str, rng: Rng) -> str:
    present = [w for w in UP if f" {w}" in f" {text}" and f"very {w}" not in text and f"{w} but not" not in text]
    present = [w for w in present if w != "all" or "not all" not in text]
    for word in rng.sample(present, min(len(present), rng.randint(1, 2))):
        text = f" {text}".replace(f" {word}", f" {UP[word]}", 1).strip()
    return " ".join(text.split())


STYLES: dict[str, Callable[[Rng], Pair]] = {
    "negation": negation,
    "boolean_coordination": boolean_coordination,
    "quantifier": quantifier,
    "counting": counting,
    "conditional": conditional,
    "comparative": comparative,
    "monotonicity_simple": monotonicity(1),
    "monotonicity_hard": monotonicity(3),
}


def measure(name: str, fragment: Fragment, pairs: int, show: bool) -> str:
    rng = random.Random(7)
    made = [STYLES[name](rng) for _ in range(pairs)]
    for p, h in made[:10]:
        _covered(fragment, p, h)
    tolerances: Counter[str] = Counter()
    labels: Counter[str] = Counter()
    uncovered, reading_times, times = 0, [], []
    for p, h in made:
        for text in (p, h):
            begin = process_time()
            try:
                tolerances.update(read_tolerantly(fragment, text).tolerances)
            except SentenceError as e:
                uncovered += 1
                if show:
                    print(f"  not covered: {text}: {e}")
            reading_times.append(process_time() - begin)
        if not _covered(fragment, p, h):
            continue
        premise, hypothesis = parse_pair(fragment, p, h).pairs[0]
        begin = process_time()
        verdict = decide([premise.meaning], hypothesis.meaning, fragment.theory, fragment.reading, Budget())
        times.append(process_time() - begin)
        labels[verdict.label] += 1
        if show and (verdict.label == "undecided" or times[-1] > 1):
            print(f"  {verdict.label} after {times[-1]:.2f} s: {p} / {h}")
    return (
        f"{name}: covered {1 - uncovered / (2 * pairs):.2%}, undecided {labels['undecided'] / max(1, len(times)):.2%}, "
        f"reading {median(reading_times) * 1e3:.1f} ms (longest {max(reading_times) * 1e3:.0f}), "
        f"deciding {median(times) * 1e3:.1f} ms (longest {max(times) * 1e3:.0f})\n"
        f"  labels {dict(labels.most_common())}\n  tolerances {dict(tolerances.most_common())}"
    )


def _covered(fragment: Fragment, p: str, h: str) -> bool:
    try:
        parse_pair(fragment, p, h)
    except SentenceError:
        return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--fragment", choices=list(STYLES), action="append")
    parser.add_argument("--show", action="store_true", help="print what is not covered, undecided or slow")
    given = parser.parse_args()
    for name in given.fragment or STYLES:
        print(measure(name, load_fragment(name), given.pairs, given.show), flush=True)


if __name__ == "__main__":
    main()
