from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.errors import GrammarError
from provenli.grammar import (
    Grammar,
    count,
    count_exactly,
    determiner,
    enumerate_derivations,
    fill,
    noun,
    proper_name,
    rule,
    sample,
    shapes,
    verb,
)
from provenli.grammar.sampler import By, below
from provenli.logic.quantifiers import EVERY, NO

from .toys import animals, boolean, tiny


def chi_square(seen: Counter[object], options: int) -> float:
    expected = seen.total() / options
    return sum((n - expected) ** 2 for n in seen.values()) / expected + expected * (options - len(seen))


@pytest.mark.parametrize("exactly", [False, True])
def test_uniform_over_derivations(exactly: bool) -> None:
    g, rng = tiny(), np.random.default_rng(1)
    options = count_exactly(g, 1) if exactly else count(g, 1)
    seen: Counter[object] = Counter(sample(g, rng, 1, exactly).root for _ in range(20 * options))
    assert set(seen) <= {d.root for d in enumerate_derivations(g, 1, exactly=exactly)}
    # The statistic has mean k and standard deviation √(2k); four of them leave one chance in thousands.
    assert chi_square(seen, options) < options + 4 * (2 * options) ** 0.5


def test_uniform_over_shapes() -> None:
    g, rng = tiny(), np.random.default_rng(2)
    options = len(list(shapes(g, 1, exactly=True)))
    seen: Counter[object] = Counter(sample(g, rng, 1, True, by="shapes").shape for _ in range(200 * options))
    assert chi_square(seen, options) < options + 4 * (2 * options) ** 0.5


def test_by_rules_every_rule_of_a_category_has_an_equal_share() -> None:
    """A name is one word, a noun phrase with a determiner has dozens of fillings: both are drawn equally often."""
    words = (
        *(noun(f"thing{k}", "N") for k in range(40)),
        *(proper_name(n) for n in ("Ada", "Kurt")),
        verb("run", "IV"),
    )
    rules = (
        rule("S -> NP IV[form=past]", lambda np, vp: np(vp)),
        rule("NP -> PN"),
        rule('NP -> "every" N[num=sg]', determiner(EVERY)),
        rule('NP -> "no" N[num=sg]', determiner(NO)),
    )
    g, rng = Grammar("S", rules, words), np.random.default_rng(5)

    def first_words(by: By) -> Counter[str]:
        drawn = (sample(g, rng, 0, by=by).text.split()[0].lower() for _ in range(600))
        return Counter(w if w in ("every", "no") else "name" for w in drawn)

    assert first_words("derivations")["name"] < 60
    assert chi_square(Counter(dict(first_words("rules"))), 3) < 20


def test_an_unknown_way_to_sample_is_refused() -> None:
    with pytest.raises(GrammarError, match="expected 'derivations', 'shapes' or 'rules', found 'rule'"):
        sample(tiny(), np.random.default_rng(0), 1, by="rule")  # type: ignore[arg-type]


def test_words_of_a_shape_are_uniform() -> None:
    g, rng = boolean(), np.random.default_rng(3)
    shape = next(shapes(g, 0))
    seen: Counter[object] = Counter(fill(g, shape, rng) for _ in range(600))
    assert chi_square(seen, 3) < 20


@given(st.integers(0, 2**32), st.integers(0, 4), st.booleans(), st.sampled_from(["derivations", "shapes", "rules"]))
def test_levels(seed: int, level: int, exactly: bool, by: str) -> None:
    d = sample(animals(), np.random.default_rng(seed), level, exactly, by)  # type: ignore[arg-type]
    assert d.level == level if exactly else d.level <= level


def test_the_same_seed_gives_the_same_sentence() -> None:
    one, two = (sample(animals(), np.random.default_rng(7), 2).text for _ in range(2))
    assert one == two


@given(st.integers(1, 2**200), st.integers(0, 2**32))
def test_large_numbers(n: int, seed: int) -> None:
    assert 0 <= below(np.random.default_rng(seed), n) < n


def test_large_numbers_are_uniform() -> None:
    rng = np.random.default_rng(4)
    n = 3 * 2**80
    seen: Counter[object] = Counter(below(rng, n) >> 80 for _ in range(3000))
    assert chi_square(seen, 3) < 20


def test_deep_samples() -> None:
    d = sample(boolean(), np.random.default_rng(0), 300, exactly=True)
    assert d.level == 300
    assert d.text.startswith("It is not the case that it is not")


def test_nothing_to_sample() -> None:
    with pytest.raises(GrammarError, match=r"'S' has no derivation with at most -1 level\(s\)"):
        sample(boolean(), np.random.default_rng(0), -1)
    flat = Grammar("S", [r for r in boolean().rules if not r.level], boolean().words)
    with pytest.raises(GrammarError, match=r"'S' has no derivation with exactly 2 level\(s\)"):
        sample(flat, np.random.default_rng(0), 2, exactly=True)
