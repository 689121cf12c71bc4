"""The shelf of fragments: an explicit list, and the way from a name or a path to a fragment.

A user's fragment is one Python file that defines FRAGMENT; it is used by its path wherever a name is accepted.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from provenli.data.manifest import Manifest, read_manifest
from provenli.errors import FragmentError, InputError, OwnFileWarning, UnknownName
from provenli.files import read_file
from provenli.grammar import Grammar
from provenli.logic.formulas import predicates
from provenli.logic.theory import Clause, Theory, compatible
from provenli.options import Option
from provenli.own_files import is_path, load_own, shelf_name, slips_told
from provenli.pairs.fragment import Fragment, reread
from provenli.pairs.plan import Request

FRAGMENTS = (
    "systematicity",
    "fair",
    "boolean",
    "veridical",
    "transitivity",
    "negation",
    "boolean_coordination",
    "quantifier",
    "counting",
    "conditional",
    "comparative",
    "monotonicity_simple",
    "monotonicity_hard",
    "syllogism",
)


def load_fragment(name: str) -> Fragment:
    """The fragment of that name on the shelf, or the one that the file at that path defines."""
    return shelf_fragment(name) if name in FRAGMENTS or not is_path(name) else load_file(Path(name))


def shelf_fragment(name: str) -> Fragment:
    if name == "english":
        raise InputError("english is no fragment: `parse`, `entails`, `tag`, `audit` and `generate --from` read it")
    if name not in FRAGMENTS:
        if " " in name.strip():
            raise InputError(f"{name!r} is no fragment but a sentence: the fragment comes first, then the sentences")
        raise UnknownName("fragment", name, (*FRAGMENTS, "english"))
    found: Fragment = importlib.import_module(f"provenli.library.fragments.{name}").FRAGMENT
    return found


def load_file(path: Path, sha256: str | None = None) -> Fragment:
    """`sha256`: the recorded hash; a file with another hash is not run. Likely slips in its theory are warned of."""
    found = load_own(path, "FRAGMENT", Fragment, "FRAGMENT = Fragment(name=…, grammar=…)", FragmentError, sha256)
    with slips_told(path, FragmentError):  # names in it may be anything
        doubts = theory_doubts(found.grammar, found.theory)
    for doubt in doubts:
        warnings.warn(f"{path}: {doubt}", OwnFileWarning, stacklevel=2)
    return found


def source_of(name: str) -> str | None:
    """A user's own file is known by its hash: a data set can only be verified with the file that made it."""
    if name in FRAGMENTS:
        return None
    try:
        return hashlib.sha256(read_file(Path(name))).hexdigest()
    except OSError as e:
        raise InputError(f"{name} cannot be read: {e.strerror}; expected the file of a fragment") from e


def fragment_for(directory: Path, given: str | None) -> Callable[[str], Fragment]:
    """The fragment of a data set: from the shelf by its name, or the user's own file, which must be the same file."""

    def find(name: str) -> Fragment:
        return recorded_fragment(directory, name, read_manifest(directory).source, given)

    return find


HOW = "give it with --fragment FILE"


def recorded_fragment(place: Path, name: Any, source: str | None, given: str | None) -> Fragment:
    """The fragment that the files in `place` were made with: `name`, and for a user's own file the hash `source`. It
    comes from the shelf, or from the file that the user gives again, which is compared before it is run."""
    if source is None:
        return shelf_fragment(shelf_name(name if given is None or is_path(given) else given, place, HOW))
    if given is None:
        raise InputError(f"{place} was made from a file of your own: say which with --fragment FILE")
    if source_of(given) != source:
        raise InputError(
            f"{given} is not the file that {place} was made from: its hash differs; it was not run. Give the "
            "file as it was then, or make the data set again with this one"
        )
    return load_file(Path(given), source)


# --- Likely slips in the theory of an own fragment: they break no rule, and make labels that nobody meant. A predicate
# without a word may be meant, as a class above two nouns is. One that is spelt nearly like a word's is not. ---

NEAR = 0.8
"""As difflib measures it: dogg and dog have 0.86, mammal and animal 0.67."""


def theory_doubts(grammar: Grammar, theory: Theory) -> tuple[str, ...]:
    """One line for each slip, with the symbol's name; none for a theory that fits the words."""
    symbols = {w.symbol for w in grammar.words if w.symbol}
    return (*_misspelt(grammar, theory, symbols), *_impossible(theory, symbols))


def _misspelt(grammar: Grammar, theory: Theory, symbols: set[str]) -> Iterator[str]:
    # A word whose meaning is the user's own function has no symbol: it may use any predicate of its name.
    free = {t for w in grammar.words if not w.symbol for t in (w.lemma, *(f.text for f in w.forms))}
    for name in sorted(_named(theory) - symbols - free):
        near = difflib.get_close_matches(name.casefold(), sorted(symbols), n=1, cutoff=NEAR)
        if near:
            yield f"{name!r} is in the theory and in no word; did you mean {near[0]!r}?"


def _impossible(theory: Theory, symbols: set[str]) -> Iterator[str]:
    for name in sorted(_named(theory) & symbols):
        for arity in sorted({c.arity for c in theory.clauses if name in c.body}):
            clauses = tuple(c for c in theory.clauses if c.arity == arity)
            if not compatible(clauses, (name,), ()):
                told = " and ".join(f"'{c}'" for c in _reason(clauses, name))
                yield f"the theory makes {name!r} impossible ({told}): nothing can be one"


def _reason(clauses: tuple[Clause, ...], name: str) -> tuple[Clause, ...]:
    """Clauses that rule it out together, none of which can be spared."""
    kept = clauses
    for c in clauses:
        fewer = tuple(k for k in kept if k is not c)
        if not compatible(fewer, (name,), ()):
            kept = fewer
    return kept


def _named(theory: Theory) -> set[str]:
    told = {name for axiom in theory.axioms for name, _ in predicates(axiom)}
    return told | {name for c in theory.clauses for name in (*c.body, *c.head)}


# --- Who makes a data set ---

DataMaker: TypeAlias = Callable[[Request, tuple[str, ...], Path], Manifest]


def data_maker(name: str, choices: Sequence[str], shares: str = "") -> tuple[Sequence[Option], DataMaker]:
    """The options of a fragment, or of English, and the function that writes its data. `shares`: the value of --parts,
    which English reads as an option of its own."""
    if name == "english":
        from provenli.data.sentence_pairs import OPTIONS
        from provenli.library.sentence_data import generate_english

        if choices:
            raise InputError("--reading: english has one reading of its own; leave it out")
        return OPTIONS, generate_english
    from provenli.data.generate import Order, generate

    found = _dealt(reread(load_fragment(name), choices), shares)
    known = found.pairs.options if found.pairs else ()
    return known, lambda request, asked, place: generate(Order(found, name, request, asked, place, source_of(name)))


def _dealt(fragment: Fragment, shares: str) -> Fragment:
    """The fragment in parts as --parts asks for them, if it does."""
    if not shares:
        return fragment
    from provenli.pairs.random_parts import read_shares, with_shares

    return with_shares(fragment, read_shares(shares))
