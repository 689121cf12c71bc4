"""Better English on request. Fragments that are named after a paper keep its wording. `--polished` gives the same trees
with other function words, and leaves out what nobody would say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from provenli.grammar import Branch, Derivation, Node, Particle, Rule
from provenli.options import Option, yes_or_no
from provenli.pairs.fragment import Draft

DOUBLED = re.compile(r"(it (is|was) not the case that ){2}", re.IGNORECASE)


def polished_option(what: str) -> Option:
    return Option("polished", False, yes_or_no, f"better English than the paper's own: {what}", "no")


def polished(draft: Draft, by: Mapping[Rule, Rule]) -> Draft:
    return replace(draft, premise=rewritten(draft.premise, by), hypothesis=rewritten(draft.hypothesis, by))


def rewritten(d: Derivation, by: Mapping[Rule, Rule]) -> Derivation:
    """The tree with other rules for the same categories: 'dogs that ran' for 'dogs who ran'."""
    return Derivation(_rewritten(d.root, by), d.grammar)


def _rewritten(node: Node, by: Mapping[Rule, Rule]) -> Node:
    if not isinstance(node, Branch):
        return node
    new = by.get(node.rule, node.rule)
    parts = iter([_rewritten(c, by) for c in node.children if not isinstance(c, Particle)])
    return Branch(new, node.category, tuple(i if isinstance(i, Particle) else next(parts) for i in new.right))


def doubly_denied(d: Derivation) -> bool:
    """'It is not the case that it is not the case that …'"""
    return DOUBLED.search(d.text) is not None
