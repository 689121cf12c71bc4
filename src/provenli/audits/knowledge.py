"""What an audit takes to be known: the fragment's theory, what published files need beside it, what the user adds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from provenli.errors import InputError
from provenli.logic.theory import Clause, Theory, isa
from provenli.pairs.fragment import Fragment

WordPair = tuple[str, str]
"""The narrower word, then the wider one."""


def read_isa(texts: Iterable[str]) -> tuple[WordPair, ...]:
    """From texts such as "odor=smell": every odor is a smell."""
    out = []
    for text in texts:
        narrow, sign, wide = (part.strip() for part in text.partition("="))
        if not (narrow and sign and wide) or "=" in wide:
            raise InputError(f"--isa {text}: expected NARROWER=WIDER, such as --isa odor=smell")
        out.append((narrow, wide))
    return tuple(dict.fromkeys(out))


def recorded_isa(summary: dict[str, Any], where: str) -> tuple[WordPair, ...]:
    """What audit.json says was added."""
    found = summary.get("isa", [])
    pairs = [tuple(p) for p in found if isinstance(p, list)] if isinstance(found, list) else None
    if pairs is None or len(pairs) != len(found) or any([type(w) for w in p] != [str, str] for p in pairs):
        raise InputError(f"{where}: isa: expected pairs of words; run the audit again")
    return tuple((str(a), str(b)) for a, b in pairs)


def informed(fragment: Fragment, added: Sequence[WordPair] = ()) -> Fragment:
    """The fragment with all that an audit by it takes to be known."""
    clauses = (*fragment.published_theory.clauses, *(c for pair in added for c in implied(*pair)))
    if not clauses:
        return fragment
    theory = fragment.theory
    return replace(fragment, theory=Theory((*theory.clauses, *clauses), theory.axioms))


def implied(narrow: str, wide: str) -> tuple[Clause, ...]:
    """Of a word by itself one does not know how many places it has; only those that occur count (`Theory.about`)."""
    return (*isa(narrow, wide), *isa(narrow, wide, arity=2))
