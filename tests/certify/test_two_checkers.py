"""The kernel and the second checker (tools/second_checker.py) agree: on every certificate, and on spoilt ones."""

from __future__ import annotations

import copy
import importlib.util
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from benchmarks.trusted_base import lines_of_code, needed_lines, path_of
from provenli.certify import exactness, kernel
from provenli.certify.certificates import Problem, Proved, Verdict
from provenli.certify.codec import verdict_from_json, verdict_to_json
from provenli.certify.decide import decide
from provenli.certify.proofs import Sum
from provenli.certify.propagation import normal
from provenli.data.generate import Order, generate
from provenli.errors import ProveNLIError
from provenli.library.fragment_shelf import FRAGMENTS, load_fragment
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formula_printer import show
from provenli.logic.formulas import And, Exists, Formula, Not, Or, Pred, Var
from provenli.logic.models import FiniteModel
from provenli.logic.readings import Reading
from provenli.logic.theory import Clause, Theory
from provenli.pairs.plan import Request
from tests.data.test_verify import SMALL
from tests.pairs.test_drawn import options

TOOL = Path(__file__).parents[2] / "tools" / "second_checker.py"
MUTATED, MUTATED_SLOWLY = 2_000, 10_000
Line = dict[str, Any]


def _tool() -> Any:
    spec = importlib.util.spec_from_file_location("second_checker", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


second = _tool()


# --- the two judgements -----------------------------------------------------------------------------------------------


def problem_of(line: Line, reading: Reading) -> Problem:
    """The theory's texts do not say how many arguments a clause has: the second checker works it out."""
    spoken = [parse_formula(line[key]) for key in ("premise", "hypothesis")]
    clauses, _ = second.theory_of(line["theory"], [second.parsed(show(f)) for f in spoken])
    axioms = tuple(parse_formula(t) for t in line["theory"] if not second.CLAUSE.fullmatch(t))
    return Problem((spoken[0],), spoken[1], Theory(tuple(Clause(*c) for c in clauses), axioms), reading)


def kernel_accepts(line: Line, reading: Reading) -> bool:
    try:
        problem, verdict = problem_of(line, reading), verdict_from_json(line["verdict"])
        follows = second.FOLDED.get(verdict.label)
        supported = follows is not None and line["label"] in (verdict.label, follows)
        return supported and kernel.check(problem, verdict) == ()
    except (ProveNLIError, second.Rejected, KeyError, TypeError, AttributeError):
        return False  # the last three: the line itself is broken, before there is anything for the kernel


def second_accepts(line: Line, reading: Reading) -> bool:
    try:
        return bool(second.check_certificate(line, reading.to_json()))
    except (second.Rejected, second.NotChecked):
        return False


# --- certificates and spoilt certificates -----------------------------------------------------------------------------

Certified = tuple[Line, Reading]


@pytest.fixture(scope="module")
def directories(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    out = {}
    for name in FRAGMENTS:
        if name != "fair":  # its certificates need all its rows; the slow test makes them
            out[name] = tmp_path_factory.mktemp(name) / "out"
            make(name, out[name], 60, SMALL.get(name, {}))
    return out


def make(name: str, out: Path, size: int | None, chosen: dict[str, Any]) -> None:
    fragment = load_fragment(name)
    generate(Order(fragment, name, Request(size, 0, options(fragment, **chosen)), ("jsonl",), out))


def lines_of(name: str, directory: Path) -> Iterator[Certified]:
    reading = load_fragment(name).reading
    for text in (directory / "certificates.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(text), reading


@pytest.fixture(scope="module")
def certified(directories: dict[str, Path]) -> list[Certified]:
    """Without systematicity: its quantifiers have no name in the notation, so that the text tells the second checker
    enough, but the kernel must be asked about the grammar's own formulas (tests/data/test_verify.py)."""
    return [c for n, directory in directories.items() if n != "systematicity" for c in lines_of(n, directory)]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(inner, (*path, key))


def spoilt(line: Line, other: Line, rng: random.Random) -> Line:
    """The certificate with one to three changes, made anywhere but in its number and the calculus's opinion."""
    out = copy.deepcopy(line)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if rng.random() < 0.1:
            key = rng.choice(("premise", "hypothesis", "theory", "verdict", "label"))
            out[key] = copy.deepcopy(other[key])
            continue
        *above, key = rng.choice([p for p in places(out) if p and p[0] not in ("schema", "calculus")])
        holder = out
        for k in above:
            holder = holder[k]
        change = rng.choice(CHANGES)
        change(holder, key, out, rng)
    return out


def _value(holder: Any, key: Any, out: Line, rng: random.Random) -> None:
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = rng.choice((not value, 1, None))
    elif isinstance(value, int):
        holder[key] = rng.choice((value + 1, value - 1, -value, float(value), value * 2**60, str(value), True))
    elif isinstance(value, str):
        holder[key] = rng.choice((_text, _text, _label, _formula))(value, out, rng)
    elif isinstance(value, list):
        rng.shuffle(value)


def _label(value: str, _: Line, rng: random.Random) -> str:
    labels = ("entailment", "contradiction", "neutral", "inconsistent", "undecided", "non-entailment")
    return rng.choice(labels) if value in labels else value


def _formula(value: str, out: Line, rng: random.Random) -> str:
    return str(rng.choice((out.get("premise"), out.get("hypothesis"), f"~({value})", "true", "P1(C1)", value)))


def _text(value: str, _: Line, rng: random.Random) -> str:
    """Another predicate, name, number, quantifier or sign somewhere in the formula."""
    found = list(re.finditer(r"[PCOSVx]\d+|\d+|every|some|no|exactly|at least|<=|&|\||~|-|\+|@\d", value))
    if not found:
        return value
    m = rng.choice(found)
    instead = rng.choice(("P1", "P2", "C1", "x1", "x2", "0", "1", "2", "every", "some", "no", "&", "|", "~", "-", "@1"))
    return value[: m.start()] + instead + value[m.end() :]


def _drop(holder: Any, key: Any, _: Line, __: random.Random) -> None:
    del holder[key]


def _double(holder: Any, key: Any, _: Line, rng: random.Random) -> None:
    if isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(holder[key]))


def _swap(holder: Any, key: Any, _: Line, rng: random.Random) -> None:
    other = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    holder[key], holder[other] = holder[other], holder[key]


def _borrow(holder: Any, key: Any, out: Line, rng: random.Random) -> None:
    """Something of the same kind from elsewhere in the certificate: another proof, another model, another number."""
    alike: list[Any] = []
    for path in places(out):
        value: Any = out
        for k in path:
            value = value[k]
        if path and type(value) is type(holder[key]):
            alike.append(value)
    holder[key] = copy.deepcopy(rng.choice(alike))


Change = Callable[[Any, Any, Line, random.Random], None]
CHANGES: tuple[Change, ...] = (_value, _value, _value, _drop, _double, _swap, _borrow)


def disagreements(certified: list[Certified], n: int, seed: int) -> Iterator[str]:
    rng = random.Random(seed)
    for _ in range(n):
        (line, reading), (other, _) = rng.choice(certified), rng.choice(certified)
        new = spoilt(line, other, rng)
        ours, theirs = kernel_accepts(new, reading), second_accepts(new, reading)
        if ours != theirs:
            yield f"kernel {ours}, second checker {theirs}: {json.dumps(new)}"
        elif ours and not true_of(new, line, reading):
            yield f"both accept what is false: {json.dumps(new)}"


def true_of(new: Line, old: Line, reading: Reading) -> bool:
    label = new["verdict"]["label"]
    if all(new[key] == old[key] for key in ("premise", "hypothesis", "theory")):
        return bool(label == old["verdict"]["label"])
    p = problem_of(new, reading)
    return decide(p.premises, p.hypothesis, p.theory, p.reading).label in (label, "undecided")


# --- tests ------------------------------------------------------------------------------------------------------------


def test_the_tool_stands_alone() -> None:
    text = TOOL.read_text(encoding="utf-8")
    assert not re.search(r"^\s*(from|import) provenli", text, re.MULTILINE)
    imported = set(re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE))
    assert imported <= sys.stdlib_module_names
    assert len(text.splitlines()) <= 1_000  # all of them: comments, docstrings and blanks too


def test_what_a_label_rests_on_is_short() -> None:
    """docs/certificates.md tells these numbers."""
    kernels = path_of("provenli.certify.kernel")
    assert kernels is not None
    needed = {p: len(lines_of_code(p) & lines) for p, lines in needed_lines([(kernels, "check")]).items()}
    assert {"kernel.py", "truth.py", "formulas.py", "exactness.py"} <= {p.name for p in needed}
    assert 1_000 < sum(needed.values()) <= 1_300


def test_it_knows_how_every_fragment_reads_english() -> None:
    """Without a word in the manifest as version 0.1.0 read it; else as the manifest says."""
    for name in FRAGMENTS:
        fragment = load_fragment(name)
        assert {**second.READING, **second.FRAGMENTS[name]} == fragment.published_reading.to_json()
        told = {"fragment": name, "reading": fragment.reading.to_json()}
        assert second.reading_of(told, []) == fragment.reading.to_json()
        assert second.reading_of(told, ["existential_import=no"])["existential_import"] == "no"


def test_both_accept_every_certificate(certified: list[Certified]) -> None:
    for line, reading in certified:
        assert kernel_accepts(line, reading), line
        assert second_accepts(line, reading), line


def test_the_second_accepts_what_has_no_name_in_the_notation(directories: dict[str, Path]) -> None:
    assert all(second_accepts(*c) for c in lines_of("systematicity", directories["systematicity"]))


def test_both_judge_spoilt_certificates_alike(certified: list[Certified]) -> None:
    assert list(disagreements(certified, MUTATED, seed=1)) == []


def test_some_spoilt_certificates_are_still_right(certified: list[Certified]) -> None:
    """Otherwise the agreement of the two would be that of two who refuse everything."""
    rng = random.Random(2)
    kept = [spoilt(line, line, rng) for line, _ in certified[:150]]
    judged = [kernel_accepts(new, reading) for new, (_, reading) in zip(kept, certified, strict=False)]
    assert 5 < sum(judged) < len(judged) - 5


@pytest.mark.slow
@pytest.mark.parametrize("name", FRAGMENTS)
def test_all_certificates_of_the_default_data(name: str, tmp_path: Path) -> None:
    make(name, tmp_path / "out", None, {})
    lines = list(lines_of(name, tmp_path / "out"))
    assert all(second_accepts(*c) for c in lines)
    if name == "systematicity":
        return
    assert all(kernel_accepts(*c) for c in lines)
    assert list(disagreements(lines, MUTATED_SLOWLY // len(FRAGMENTS) + 1, seed=3)) == []


def run(directory: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", str(TOOL), str(directory), *more], capture_output=True, text=True, check=False
    )


def test_the_command(directories: dict[str, Path], tmp_path: Path) -> None:
    directory = directories["boolean"]
    said = run(directory, "--json")
    assert said.returncode == 0, said.stderr
    accepted = json.loads(said.stdout)["accepted"]
    lines = (directory / "certificates.jsonl").read_text(encoding="utf-8").splitlines()
    assert sum(accepted.values()) == len(lines)
    forged = json.loads(lines[0])
    forged["label"] = "entailment" if forged["label"] != "entailment" else "non-entailment"
    (tmp_path / "manifest.json").write_bytes((directory / "manifest.json").read_bytes())
    (tmp_path / "certificates.jsonl").write_text("\n".join([json.dumps(forged), *lines[1:]]), encoding="utf-8")
    said = run(tmp_path)
    assert said.returncode == 1
    assert "certificates.jsonl:1: refused" in said.stdout
    assert run(tmp_path / "nowhere").returncode == 2


@pytest.mark.parametrize("label", ["undecided", "inconsistent"])
def test_what_is_not_decided_supports_no_label(label: str, certified: list[Certified]) -> None:
    line = copy.deepcopy(certified[0][0])
    line["verdict"] = {"label": label, "certificate": {"kind": "nothing", "tried": []}}
    for said in ("entailment", "non-entailment", "neutral", label):
        assert not second_accepts({**line, "label": said}, certified[0][1])


# --- the same limits, counted in the same way ---


def test_limits_are_the_same() -> None:
    limits = {"regions": kernel.MOST_REGIONS, "looks": kernel.MOST_LOOKS, "names": exactness.MOST_NAMES}
    assert limits | {"elements": exactness.MOST_ELEMENTS} == {n: second.LARGEST[n] for n in (*limits, "elements")}


def listed(first: str, then: str, k: int) -> Formula:
    x = Var("x1")
    parts = (Or((Pred(f"{first}{i}", (x,)), Pred(f"{then}{i}", (x,)))) for i in range(k))
    return Exists(x, And(tuple(parts)))


def over_many_regions(k: int) -> Line:
    """Something is p or q in each of k ways, so it is q or p: a sum over all ways to be one, the other or both."""
    premise, hypothesis = listed("p", "q", k), listed("q", "p", k)
    weights = ((normal(premise), 1), (normal(Not(hypothesis)), 1))
    witness = FiniteModel(1, {f"p{i}": frozenset({(0,)}) for i in range(k)})
    return {
        "schema": "s0",
        "label": "entailment",
        "premise": show(premise),
        "hypothesis": show(hypothesis),
        "theory": [],
        "calculus": "neutral",
        "verdict": verdict_to_json(Verdict("entailment", Proved(Sum(weights), witness))),
        "strictly": None,
    }


@pytest.mark.parametrize(("regions", "accepted"), [(565, True), (564, False)])
def test_a_certificate_at_the_limit_of_regions(monkeypatch: pytest.MonkeyPatch, regions: int, accepted: bool) -> None:
    monkeypatch.setattr(kernel, "Patience", partial(kernel.Patience, regions))
    monkeypatch.setitem(second.LARGEST, "regions", regions)
    line = over_many_regions(5)
    assert (kernel_accepts(line, Reading()), second_accepts(line, Reading())) == (accepted, accepted)


@pytest.mark.parametrize(("looks", "accepted"), [(2, True), (1, False)])
def test_a_certificate_at_the_limit_of_looks(monkeypatch: pytest.MonkeyPatch, looks: int, accepted: bool) -> None:
    """Two facts, each about one element and what is equal to it; looks at both count together."""
    line = over_many_regions(2)
    monkeypatch.setattr(kernel, "MOST_LOOKS", looks)
    monkeypatch.setitem(second.LARGEST, "looks", looks)
    assert (kernel_accepts(line, Reading()), second_accepts(line, Reading())) == (accepted, accepted)


def counted(hypothesis: str, few: int = 1) -> Line:
    """Neutral in two models of one element, if numbers of this size are looked at."""
    model = {"size": 1, "names": {}, "degrees": {}, "thresholds": {"few": few}}
    yes, no = ({**model, "relations": {"P1": [[0]], "P2": p2}} for p2 in ([[0]], []))
    found = {"kind": "countermodels", "with_hypothesis": yes, "without_hypothesis": no}
    asked = {"premise": "some x (P1(x), P1(x))", "hypothesis": f"some x (P2(x), P2(x)) & ({hypothesis})", "theory": []}
    return {"label": "neutral", **asked, "verdict": {"label": "neutral", "certificate": found}}


BITS = 1 << exactness.MOST_BITS
QUANTIFIERS = ("at least", "at most", "more than", "less than", "fewer than", "exactly")


@pytest.mark.parametrize(
    ("line", "accepted"),
    [
        *((counted(f"~{q} {n} y (P1(y), P1(y)) | true"), n != BITS) for q in QUANTIFIERS[:2] for n in (BITS - 1, BITS)),
        (counted(f"more than {BITS - 1} y (P1(y), P1(y)) | true"), False),
        (counted(f"less than {BITS - 1} y (P1(y), P1(y))"), True),
        *((counted(f"[#x.(P2(x)) <= {n}]"), n != BITS) for n in (BITS - 1, BITS)),
        *((counted(f"[#x.(P2(x)) <= {sign}1]"), sign != "-+") for sign in ("", "+", "-+")),
        *((counted("few x (P1(x), P2(x))", n), n != BITS) for n in (BITS - 1, BITS)),
        *((counted(f"at least {'0' * n}1 x (P1(x), P1(x))"), n < 1000) for n in (999, 1000)),
        (counted(f"at most {'9' * 5000} x (P1(x), P1(x))"), False),
    ],
)
def test_numbers_at_the_limit(line: Line, accepted: bool) -> None:
    assert kernel_accepts(line, Reading()) == second_accepts(line, Reading()) == accepted


@pytest.mark.parametrize("threshold", ["", "t1"])
def test_a_count_below_a_threshold_of_its_own_is_not_zero(threshold: str) -> None:
    """A chain of one step that changes nothing. The threshold must not get lost in it, whatever its name."""
    step = {"path": [0], "new": "P1(?x1)", "using": [], "proof": {"rule": "closed"}}
    proof = {"rule": "chain", "start": 0, "goal": 1, "steps": [step]}
    model = {"size": 1, "relations": {}, "names": {}, "degrees": {}, "thresholds": {threshold: 0}}
    line = {
        "label": "entailment",
        "premise": f"[#x.(P1(x) & P2(x)) - $'{threshold}' <= 0]",
        "hypothesis": "no x (P1(x), P2(x))",
        "theory": [],
        "verdict": {"label": "entailment", "certificate": {"kind": "proof", "proof": proof, "witness": model}},
    }
    assert not second_accepts(line, Reading())
    at_most_none = {**line, "premise": "no x (P1(x), P2(x))"}
    assert second_accepts(at_most_none, Reading())  # refused for its threshold, not for the shape of its proof
