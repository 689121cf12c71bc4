"""Grammars whose rules pair syntax with meaning. In come rules, words or a text, out go derivations.

rules, words ─► Grammar ─► sample, enumerate_derivations ─► Derivation ─► text, meaning, polarity of every node
                text    ─► parse ───────────────────────────────┘

Read rules.py and meanings.py first: they are what a fragment's author writes.
"""

from provenli.grammar.derivation import Derivation
from provenli.grammar.grammar import Grammar
from provenli.grammar.meanings import Meaning, determiner, either, fresh, intersect, name, negated, predicate, quantify
from provenli.grammar.parser import parse, readings
from provenli.grammar.rules import Category, Form, Particle, Rule, Word, adjective, fixed, noun, proper_name, rule, verb
from provenli.grammar.sampler import count, count_exactly, count_shapes, enumerate_derivations, fill, sample, shapes
from provenli.grammar.tokens import MAX_WORDS
from provenli.grammar.tree import Address, Branch, Leaf, Node, Slot

__all__ = [
    "MAX_WORDS",
    "Address",
    "Branch",
    "Category",
    "Derivation",
    "Form",
    "Grammar",
    "Leaf",
    "Meaning",
    "Node",
    "Particle",
    "Rule",
    "Slot",
    "Word",
    "adjective",
    "count",
    "count_exactly",
    "count_shapes",
    "determiner",
    "either",
    "enumerate_derivations",
    "fill",
    "fixed",
    "fresh",
    "intersect",
    "name",
    "negated",
    "noun",
    "parse",
    "predicate",
    "proper_name",
    "quantify",
    "readings",
    "rule",
    "sample",
    "shapes",
    "verb",
]
