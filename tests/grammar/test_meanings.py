from provenli.grammar import determiner, either, intersect, name, negated, predicate, quantify
from provenli.grammar.meanings import marked
from provenli.logic.formulas import And, Const, Mark, Not, Or, Pred, Quant, Var, canonical
from provenli.logic.quantifiers import EVERY, SOME

X, Y = Var("x"), Var("y")
DOG, RUN = predicate("dog"), predicate("run")


def test_predicates_take_any_number_of_arguments() -> None:
    assert DOG(X) == Pred("dog", (X,))
    assert predicate("see")(X, Y) == Pred("see", (X, Y))


def test_name_gives_its_constant_to_the_verb() -> None:
    assert name("Ann")(RUN) == Pred("run", (Const("Ann"),))


def test_determiner_quantifies() -> None:
    x1 = Var("x1")
    assert canonical(determiner(EVERY)(DOG)(RUN)) == Quant(EVERY, x1, Pred("dog", (x1,)), Pred("run", (x1,)))


def test_nested_quantifiers_never_share_a_variable() -> None:
    see = predicate("see")
    f = quantify(EVERY, DOG, lambda x: quantify(SOME, DOG, lambda y: see(x, y)))
    x1, x2 = Var("x1"), Var("x2")
    inner = Quant(SOME, x2, Pred("dog", (x2,)), Pred("see", (x1, x2)))
    assert canonical(f) == Quant(EVERY, x1, Pred("dog", (x1,)), inner)


def test_quantify_calls_each_part_once() -> None:
    calls: list[str] = []

    def restrictor(x: Var) -> Pred:
        calls.append("restrictor")
        return Pred("dog", (x,))

    def body(x: Var) -> Pred:
        calls.append("body")
        return Pred("run", (x,))

    quantify(EVERY, restrictor, body)
    assert calls == ["restrictor", "body"]


def test_connectives_work_on_formulas_and_pointwise() -> None:
    a, b = Pred("a", ()), Pred("b", ())
    assert intersect(a, b) == And((a, b))
    assert either(a, b) == Or((a, b))
    assert negated(a) == Not(a)
    assert intersect(DOG, RUN)(X) == And((DOG(X), RUN(X)))
    assert either(name("Ann"), name("Bob"))(RUN) == Or((RUN(Const("Ann")), RUN(Const("Bob"))))
    assert negated(predicate("see"))(X, Y) == Not(Pred("see", (X, Y)))


def test_mark_stands_on_the_formula_at_the_end() -> None:
    assert marked("0", DOG)(X) == Mark("0", DOG(X))
    assert isinstance(marked("0", determiner(EVERY))(DOG)(RUN), Mark)
