"""What the six logic fragments of Richardson et al. 2020 share: people, places, lists of names, and how data is cut
into parts.

The paper draws the names of its test sets from other names than those of training (section "The Logic Fragments"); so
each vocabulary has two halves. Names are distinct words, and no person's name is also a place here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from provenli.grammar import Branch, Leaf, Node, Particle, Rule, Word, proper_name, rule
from provenli.library.fragments.travel.meanings import both
from provenli.pairs.parts import Part

T = TypeVar("T")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


TRAIN_NAMES = _words(
    """
    Laurie Marion Travis Arthur Henry Dan Virgil Barry Nellie Carrie Billie John Mike Thomas Mark Francisco Tyrone
    Gordon Erik Mitchell Dave Bill Dustin Milton James Tim Alice Andrew Anna Barbara Beatrice Bernard Brian Bruce
    Calvin Catherine Cecilia Claire Connie Curtis Cynthia Daisy Dennis Derek Diane Donald Dorothy Duane Edgar Edith
    Elaine Eleanor Ellen Elmer Emma Ernest Esther Ethel Eugene Felix Fiona Frank Frieda Gerald Gilbert Gladys Grace
    Gwen Hannah Harold Harriet Hazel Helen Herbert Howard Hugo Ida Irene Iris Isabel Ivan Jacob Janet Jasper Jean
    Jerome Jill Joan Joseph Joyce Judith Julia Karen Keith Larry Laura Lawrence Leo Leon Lillian
    """
)
TEST_NAMES = _words(
    """
    Aaron Abigail Adrian Agnes Alan Albert Alexander Alfred Amanda Amber Amy Angela Anthony Audrey Benjamin Bertha
    Bethany Bonnie Brenda Bridget Carl Carmen Caroline Chloe Christopher Clara Colin Daniel Daphne David Deborah Doris
    Edmund Edward Eileen Elizabeth Emily Eric Eva Evelyn Frances Frederick Gary George Gertrude Gregory Heather Heidi
    Hilda Holly Hubert Ingrid Jack Jane Jason Jennifer Jeremy Jessica Jonathan Joshua Karl Kathleen Kevin Kirsten Lena
    Leonard Linda Lisa Lois Louise Lucy Luke Mabel Margaret Martha Martin Matthew Maureen Michael Mildred Miriam Monica
    Nancy Naomi Nathan Nicholas Nora Oliver Oscar Pamela Patrick Paul Peter Philip Rachel Ralph Raymond Rebecca Richard
    Robert Roger Rosemary Ruth Samuel
    """
)
TRAIN_PLACES = _words(
    """
    Nephi Calistoga Georgia Rwanda Potsdam Pampa Israel Russia Ecuador Portugal Spain Germany Jordan Albania Algeria
    Angola Argentina Armenia Austria Bahrain Bangladesh Belarus Belgium Bhutan Bolivia Botswana Brazil Brunei Bulgaria
    Burundi Cambodia Cameroon Canada Chile Colombia Croatia Cuba Cyprus Denmark Djibouti Egypt Eritrea Estonia Ethiopia
    Fiji Finland France Gabon Ghana Greece Aberdeen Adelaide Amsterdam Ankara Antwerp Athens Baltimore Bangkok
    Barcelona Basel Bath Belfast Bergen Berlin Bilbao Birmingham Bologna Bonn Boston Bremen Brisbane Bristol Brussels
    Budapest Cairo Calgary Cambridge Canberra Cardiff Chicago Cologne Copenhagen Cork Cracow Dakar Delft Denver Derby
    Detroit Dover Dresden Dublin Dundee Durban Edinburgh Exeter Frankfurt Fresno Galway Geneva
    """
)
TEST_PLACES = _words(
    """
    Guatemala Guyana Haiti Honduras Hungary Iceland Indonesia Iran Iraq Ireland Italy Jamaica Japan Kazakhstan Kuwait
    Laos Latvia Lebanon Lesotho Liberia Libya Liechtenstein Lithuania Luxembourg Malawi Malaysia Mali Malta Mauritania
    Mexico Moldova Mongolia Montenegro Morocco Mozambique Namibia Nepal Nicaragua Niger Nigeria Norway Oman Pakistan
    Panama Paraguay Peru Poland Qatar Romania Senegal Ghent Glasgow Granada Graz Hamburg Hanover Helsinki Hull
    Innsbruck Istanbul Jerusalem Johannesburg Kiel Kyoto Lagos Leeds Leicester Leipzig Lima Limerick Linz Lisbon
    Liverpool Ljubljana London Lyon Madrid Malmo Manchester Manila Marseille Melbourne Memphis Miami Milwaukee Minsk
    Montreal Moscow Munich Nairobi Nantes Naples Nashville Newcastle Nottingham Odessa Oporto Osaka Oslo Ottawa Oxford
    """
)
PEOPLE = (*TRAIN_NAMES, *TEST_NAMES)
PLACES = (*TRAIN_PLACES, *TEST_PLACES)

# Who has been to Brussels has been to Belgium; so of a city and its country only the country is drawn. All are read.
INSIDE_ANOTHER = _words(
    """
    Potsdam Antwerp Athens Barcelona Berlin Bilbao Bonn Bremen Brussels Cairo Calgary Cologne Copenhagen Dresden
    Frankfurt Kyoto Lagos Lima Limerick Naples Osaka Oslo
    """
)

PARTS = (
    Part("train", 3000, without=frozenset((*TEST_NAMES, *TEST_PLACES, *INSIDE_ANOTHER))),
    Part("dev", 1000, without=frozenset((*TEST_NAMES, *TEST_PLACES, *INSIDE_ANOTHER))),
    Part("test", 1000, without=frozenset((*TRAIN_NAMES, *TRAIN_PLACES, *INSIDE_ANOTHER))),
)
PEOPLE_PARTS = tuple(Part(p.name, p.size, without=frozenset(n for n in p.without if n in PEOPLE)) for p in PARTS)
"""The same for a fragment that speaks of no places."""

PERSON_WORDS = tuple(proper_name(n, "Person") for n in PEOPLE)
PLACE_WORDS = tuple(proper_name(n, "Place") for n in PLACES)


# --- lists of names ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Listing:
    """'A and B', 'A, B and C', …: rules for lists of at least two words of one category."""

    one: Rule
    more: Rule
    last: Rule
    oxford: Rule
    """Whether 'A, B, and C' is read too; it is never written."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self.one, self.more, self.last, self.oxford

    def of(self, words: Sequence[Node]) -> Node:
        begin: Node = apply(self.one, words[0])
        for w in words[1:-1]:
            begin = apply(self.more, begin, w)
        return apply(self.last, begin, words[-1])


def listing(category: str, whole: str) -> Listing:
    return Listing(
        rule(f"{whole}Begin -> {category}"),
        rule(f'{whole}Begin -> {whole}Begin "," {category}', both, level=1),
        rule(f'{whole} -> {whole}Begin "and" {category}', both),
        rule(f'{whole} -> {whole}Begin "," "and" {category}', both),
    )


PERSONS = listing("Person", "Persons")
SOME_PLACES = listing("Place", "Places")


# --- trees and chance -------------------------------------------------------------------------------------------------


def apply(r: Rule, *parts: Node) -> Branch:
    """One step of a derivation, for rules whose categories have no features."""
    waiting = iter(parts)
    return Branch(r, str(r.left), tuple(i if isinstance(i, Particle) else next(waiting) for i in r.right))


def leaf(word: Word) -> Leaf:
    return Leaf(word, word.forms[0])


def some(rng: np.random.Generator, words: Sequence[Word], n: int) -> list[Leaf]:
    """This many different words."""
    return [leaf(words[int(k)]) for k in rng.choice(len(words), size=n, replace=False)]


def one(rng: np.random.Generator, items: Sequence[T]) -> T:
    return items[int(rng.integers(len(items)))]


def within(rng: np.random.Generator, limits: tuple[int, int]) -> int:
    """A number in the range, both ends included."""
    return int(rng.integers(limits[0], limits[1] + 1))


def perhaps(rng: np.random.Generator, share: float) -> bool:
    return bool(rng.random() < share)
