from provenli.grammar import Grammar, count, count_exactly, count_shapes, fixed, negated, predicate, proper_name, rule

from .toys import boolean


def test_by_hand() -> None:
    # 3 names, 3·2·3 pairs, 3·3·2·3 triples: 75 noun phrases; 1 + 2·75 verb phrases, each plain or negated.
    assert count(boolean(), 0) == 75 * 2 * (1 + 2 * 75)
    assert count(boolean(), 2) == 3 * count(boolean(), 0)
    assert count_exactly(boolean(), 2) == count(boolean(), 0)
    assert count_shapes(boolean(), 0) == 3 * 2 * (1 + 3)


def test_rules_of_fixed_words_only() -> None:
    g = Grammar(
        "S",
        [
            rule("S -> NP VP", lambda np, vp: np(vp)),
            rule("NP -> PN"),
            rule("VP -> IV"),
            rule('VP -> "not" VP', negated, level=1),
            rule('IV -> "slept"', lambda: predicate("sleep")),
        ],
        [proper_name("Ann"), fixed("IV", "ran", predicate("run"))],
    )
    assert [count(g, n) for n in (-1, 0, 1, 2)] == [0, 2, 4, 6]
    assert [count_exactly(g, n) for n in (-1, 0, 1, 2)] == [0, 2, 2, 2]
