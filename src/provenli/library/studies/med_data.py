"""The data of the study of MED: the user's files, or our own pairs with MED's tags in their place.

Our pairs are of systematicity, to depth 2, also under negation and in conditionals. Sizes are the paper's times a
share: MED has 1,820 upward and 3,270 downward pairs (Table 5), HELP 7,784 and 21,192 (section 4.2). A sentence of that
fragment has at most one modifier, the one that was added or taken away; so a hypothesis with a modifier would give away
the change, and its quantifiers the label. Here no hypothesis has one: either the premise has more, and was generalised,
or it has a hypernym or a disjunction, and was made more specific, equally often. Whatever stands in a hypothesis, both
labels are then equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from provenli.errors import InputError
from provenli.labels import folded
from provenli.library.fragments.systematicity import DOWNWARD
from provenli.published.pairs import PublishedPair, Unreadable
from provenli.published.source import open_published
from provenli.splits.where import Where, where
from provenli.studies.recipes import Data, Share, Source, Tagged
from provenli.studies.study import paths_of

UP, DOWN, NON = "upward_monotone", "downward_monotone", "non_monotone"
NEGATIVE = tuple(DOWNWARD)
GENERALISED = ("adjective", "preposition", "relative clause", "adverb", "conjunction")
SPECIALISED = ("hyponym", "disjunction")


def plain(direction: str) -> Where:
    """Pairs of this direction whose hypothesis has no modifier."""
    return where(monotonicity=direction, change="generalise", replacement=GENERALISED) | where(
        monotonicity=direction, change="specialise", replacement=SPECIALISED
    )


TAGS = (
    (UP, plain("upward")),
    (DOWN, plain("downward")),
    ("lexical_knowledge", where(replacement="hyponym")),
    # Downward twice: the second phrase under two downward quantifiers, or one under a negation or in an antecedent.
    (
        "reverse",
        where(monotonicity="upward", quantifiers=NEGATIVE, depth=2, position=2, outer="none")
        | where(monotonicity="upward", quantifiers=NEGATIVE, depth=2, outer=("negation", "antecedent")),
    ),
    ("conjunction", where(replacement="conjunction")),
    ("disjunction", where(replacement="disjunction")),
    ("conditionals", where(outer=("antecedent", "consequent"))),
    ("crowd", where(depth=1)),
    ("paper", where(depth=2)),
)
MED, HELP = ((UP, 1820), (DOWN, 3270)), ((UP, 7784), (DOWN, 21192))
TRAIN = ((UP, 19_000), (DOWN, 1_000))
"""In place of SNLI, in which hardly anything is downward (section 4.3): as many pairs as a file gets at `small`."""
ROWS = 64_000
"""As many pairs that were generalised as were made more specific; half of the hypotheses have no modifier."""
ALWAYS = Tagged((Data("boolean", 200),), ())
"""For a learner that always gives one label any pairs will do; one label comes twice as often."""
WAYS = {"Up": UP, "Down": DOWN, "Non": NON, "All": ""}
GENRES: Mapping[str, str] = {**WAYS, "Crowd": "crowd", "Paper": "paper"}
PHENOMENA: Mapping[str, str] = {
    **WAYS,
    "Lexical": "lexical_knowledge",
    "non-Lexical": "-lexical_knowledge",
    "NPIs": "npi|npis",
    "Conditionals": "conditional|conditionals",
    "Conjunction": "conjunction",
    "Disjunction": "disjunction",
    "Reverse": "reverse",
}


@dataclass(frozen=True, slots=True)
class Sources:
    """`help`: added to training. `examples`: pairs of both directions, for Figure 2. `of_files`: whether they are the
    user's."""

    test: Source
    train: tuple[Source, ...]
    help: tuple[Source, ...]
    examples: str | Tagged | None
    of_files: bool = False


def sources(files: Mapping[str, str], share: float) -> Sources:
    """Figure 2 takes examples of both directions from a file that tags them, such as HELP's main part, or from our
    own."""
    if files:
        examples = files.get("directions") or stand_in(share)
        return Sources(files["med"], paths_of(files, "train"), paths_of(files, "help"), examples, True)
    own = stand_in(share)
    return Sources(_part(own, MED, share), (_part(own, TRAIN, share),), (_part(own, HELP, share),), own)


def _part(own: Tagged, counts: tuple[tuple[str, int], ...], share: float) -> Share:
    return Share(own, tuple((tag, int(n * share)) for tag, n in counts))


def own_help(share: float) -> Share:
    """Our own pairs in HELP's proportions."""
    return _part(stand_in(share), HELP, share)


def stand_in(share: float) -> Tagged:
    """Pairs of both directions and both changes, equally often."""
    of_both = (("depth", "1-2"), ("variant", "larger"))
    return Tagged(
        tuple(
            Data("systematicity", int(ROWS * share), seed, (*of_both, ("replacements", ",".join(names))))
            for seed, names in enumerate((GENERALISED, SPECIALISED))
        ),
        TAGS,
    )


def kinds() -> tuple[str, ...]:
    """The breakdowns of the tables: directions, genres, and combinations."""
    ways = (UP, DOWN, NON)
    more = [g for n, g in GENRES.items() if n not in WAYS] + [t for n, t in PHENOMENA.items() if n not in WAYS]
    return (*ways, *more, *(f"{way} {tag}" for way in ways for tag in more))


def count_labels(path: str) -> Counter[tuple[str, str, str]]:
    """Pairs of a file by direction, two-way label and genre (crowd, paper, or neither: the empty text)."""
    found: Counter[tuple[str, str, str]] = Counter()
    for file in open_published(path).files():
        for pair in file.rows():
            if isinstance(pair, Unreadable):
                raise InputError(f"{file.path}, line {pair.line}: {pair.why}")
            tags = dict(pair.tags).get("genre", "").split(":")
            way = next((w for w in (UP, DOWN, NON) if w in tags), "")
            if way and pair.label is not None:
                found[way, folded(pair.label), next((g for g in ("crowd", "paper") if g in tags), "")] += 1
    if not found:
        raise InputError(
            f"{path}: expected MED, whose column `genre` says {UP}, {DOWN} or {NON}; no pair has such a tag"
        )
    return found


def has_pairs(path: str, tag: str, word: str) -> bool:
    """Whether some pair with the tag has the word in both sentences. Unreadable lines are not reported here, but when
    they are used."""

    def has(pair: PublishedPair | Unreadable) -> bool:
        if isinstance(pair, Unreadable) or tag not in dict(pair.tags).get("genre", "").split(":"):
            return False
        return all(word in text.lower().split() for text in (pair.premise, pair.hypothesis))

    try:
        return any(has(pair) for file in open_published(path).files() for pair in file.rows())
    except InputError:
        return True


# --- The numbers of Yanaka et al. 2019, Tables 5 to 9. ---


DIRECTIONS: Mapping[str, str] = {"Upward": UP, "Downward": DOWN, "Non": NON}
COLUMNS = (*DIRECTIONS, "All")
Numbers = tuple[float, float, float, float]
STATISTICS: Mapping[tuple[str, str], tuple[int, int, int]] = {
    (UP, "entailment"): (323, 305, 628),
    (UP, "non-entailment"): (893, 299, 1192),
    (DOWN, "entailment"): (1871, 201, 2072),
    (DOWN, "non-entailment"): (979, 219, 1198),
    (NON, "entailment"): (0, 15, 15),
    (NON, "non-entailment"): (2, 275, 277),
}
"""Table 5: pairs of Crowd, of Paper, and in all."""
MAJORITY: Mapping[str, tuple[str, float]] = {
    "Upward": ("non-entailment", 65.5),
    "Downward": ("entailment", 63.3),
    "Non": ("non-entailment", 99.3),
    "All": ("entailment", 50.4),
}
"""Table 6, first row; which label it is follows from Table 5."""
TABLE_6: Mapping[str, tuple[str, Numbers]] = {
    "BiMPM": ("bimpm", (53.5, 57.6, 27.4, 54.6)),
    "ESIM": ("esim", (71.1, 45.2, 41.8, 53.8)),
    "DeComp": ("decomposable_attention", (66.1, 42.1, 64.4, 51.4)),
    "KIM": ("kim", (78.8, 30.3, 53.1, 48.0)),
    "BERT": ("transformer", (50.1, 46.8, 7.5, 45.8)),
}
TABLE_7: Mapping[str, tuple[str, Numbers]] = {
    "MNLI": ("train/transformer", (82.7, 22.8, 52.7, 44.7)),
    "MNLI-Hyp": ("train/bilstm_max-hypothesis", (34.3, 18.3, 31.5, 24.4)),
    "MNLI+HELP": ("help/transformer", (76.0, 70.3, 59.9, 71.6)),
    "MNLI+HELP-Hyp": ("help/bilstm_max-hypothesis", (61.3, 30.5, 34.9, 41.1)),
}
BY_GENRE: Mapping[tuple[str, str], tuple[float, float]] = {
    ("Crowd", "Up"): (87.1, 83.6),
    ("Crowd", "Down"): (21.2, 70.3),
    ("Crowd", "Non"): (100.0, 100.0),
    ("Crowd", "All"): (40.9, 74.3),
    ("Paper", "Up"): (74.5, 60.8),
    ("Paper", "Down"): (33.8, 69.5),
    ("Paper", "Non"): (52.4, 59.7),
    ("Paper", "All"): (56.6, 63.3),
}
"""Table 8, without and with HELP."""
BY_PHENOMENON: Mapping[tuple[str, str], tuple[float, float]] = {
    ("Up", "Lexical"): (81.0, 70.8),
    ("Up", "non-Lexical"): (84.1, 79.6),
    ("Up", "NPIs"): (20.3, 35.9),
    ("Up", "Conditionals"): (51.7, 62.1),
    ("Up", "Conjunction"): (94.3, 88.0),
    ("Up", "Disjunction"): (4.2, 32.3),
    ("Up", "Reverse"): (74.2, 28.7),
    ("Down", "Lexical"): (46.1, 64.6),
    ("Down", "non-Lexical"): (18.8, 71.2),
    ("Down", "NPIs"): (44.0, 60.2),
    ("Down", "Conditionals"): (15.8, 20.0),
    ("Down", "Conjunction"): (24.5, 40.6),
    ("Down", "Disjunction"): (80.4, 40.6),
    ("Non", "Lexical"): (58.2, 64.3),
    ("Non", "non-Lexical"): (43.6, 52.7),
    ("Non", "NPIs"): (0.0, 0.0),
    ("Non", "Disjunction"): (10.0, 15.0),
}
"""Table 9, without and with HELP."""
