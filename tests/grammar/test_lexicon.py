import pytest

from provenli.errors import GrammarError
from provenli.grammar import Form, Word, adjective, fixed, noun, proper_name, verb
from provenli.logic.formulas import Const, Pred, Var

X, Y = Var("x"), Var("y")


def forms(word: Word) -> dict[str, str]:
    return {f.category: f.text for f in word.forms}


def test_noun() -> None:
    dog = noun("dog", "N[anim=yes]")
    assert forms(dog) == {"N[anim=yes,num=sg]": "dog", "N[anim=yes,num=pl]": "dogs"}
    assert dog.meaning(X) == Pred("dog", (X,))  # type: ignore[operator]


def test_noun_of_two_words_and_given_plural() -> None:
    assert forms(noun("ice cream"))["N[num=pl]"] == "ice creams"
    assert forms(noun("wug", plural_text="wuggen"))["N[num=pl]"] == "wuggen"


def test_verb_with_particle() -> None:
    stare = verb("stare", particle="at")
    assert forms(stare) == {
        "TV[form=past]": "stared at",
        "TV[form=base]": "stare at",
        "TV[form=sg]": "stares at",
        "TV[form=pl]": "stare at",
    }
    assert (stare.lemma, stare.meaning(X, Y)) == ("stare at", Pred("stare_at", (X, Y)))  # type: ignore[operator]


def test_verb_of_two_words_and_given_past() -> None:
    assert forms(verb("give up", "IV"))["IV[form=past]"] == "gave up"
    assert forms(verb("blick", "IV", past_text="bluck"))["IV[form=past]"] == "bluck"


def test_words_with_one_form() -> None:
    assert forms(adjective("young")) == {"Adj": "young"}
    assert proper_name("Ann").meaning(lambda t: Pred("run", (t,))) == Pred("run", (Const("Ann"),))  # type: ignore[operator]
    assert fixed("Det", "every", X, variants=("each",)).forms[0].variants == ("each",)  # type: ignore[arg-type]


def test_empty_text() -> None:
    with pytest.raises(GrammarError, match="a form of category N has no text"):
        Form("N", " ")


def test_feature_that_the_helper_sets() -> None:
    with pytest.raises(GrammarError, match=r"category N\[num=sg\]: the feature 'num' is set by the helper"):
        noun("dog", "N[num=sg]")
