"""Derivations in the layouts of depccg and C&C, written here by hand: all give one analysis."""

from __future__ import annotations

import json

import pytest

from provenli.english.analysis import Analysis
from provenli.english.readers import analysed_derivations
from provenli.errors import InputError
from provenli.logic.formula_printer import show_pretty
from provenli.logic.formulas import unmark

AUTO = (
    "ID=1, log probability=-1.0e-02\n"
    "(<T S[dcl] 0 2> (<T S[dcl] 1 2> (<T NP 0 2> (<L NP[nb]/N DT DT No NP[nb]/N>) (<L N NN NN painter N>) ) "
    "(<T S[dcl]\\NP 0 2> (<L (S[dcl]\\NP)/NP VBD VBD saw (S[dcl]\\NP)/NP>) (<T NP 0 2> (<L NP[nb]/N DT DT a NP[nb]/N>) "
    "(<L N NN NN boat N>) ) ) ) (<L . . . . .>) )\n"
)
XML = """<?xml version="1.0"?>
<candc><ccg sentence="1" id="1"><rule type="rp" cat="S[dcl]"><rule type="ba" cat="S[dcl]">
<rule type="fa" cat="NP"><lf start="0" span="1" cat="NP[nb]/N" word="No" lemma="no" pos="DT"/>
<lf start="1" span="1" cat="N" word="painter" lemma="painter" pos="NN"/></rule>
<rule type="fa" cat="S[dcl]\\NP"><lf start="2" span="1" cat="(S[dcl]\\NP)/NP" word="saw" lemma="see" pos="VBD"/>
<rule type="fa" cat="NP"><lf start="3" span="1" cat="NP[nb]/N" word="a" lemma="a" pos="DT"/>
<lf start="4" span="1" cat="N" word="boat" lemma="boat" pos="NN"/></rule></rule></rule>
<lf start="5" span="1" cat="." word="." lemma="." pos="."/></rule></ccg></candc>
"""
LEAVES = {"No": "NP[nb]/N", "painter": "N", "saw": "(S[dcl]\\NP)/NP", "a": "NP[nb]/N", "boat": "N", ".": "."}


def node(cat: str, *children: object) -> dict[str, object]:
    return {"type": "fa", "cat": cat, "children": list(children)}


def word(text: str) -> dict[str, object]:
    return {"word": text, "cat": LEAVES[text], "lemma": "XX", "pos": "XX"}


JSON = json.dumps(
    {
        "1": [
            {
                **node(
                    "S[dcl]",
                    node(
                        "S[dcl]",
                        node("NP", word("No"), word("painter")),
                        node("S[dcl]\\NP", word("saw"), node("NP", word("a"), word("boat"))),
                    ),
                    word("."),
                ),
                "log_prob": -0.1,
            }
        ]
    }
)
CANDC_PROLOG = """:- op(601, xfx, (/)).
ccg(1,
 rp('S[dcl]',
  ba('S[dcl]',
   fa('NP[nb]', lf(1,1,'NP[nb]/N'), lf(1,2,'N')),
   fa('S[dcl]\\NP', lf(1,3,'(S[dcl]\\NP)/NP'), fa('NP[nb]', lf(1,4,'NP[nb]/N'), lf(1,5,'N')))),
  lf(1,6,'.'))).

w(1, 1, 'No', 'no', 'DT', 'I-NP', 'O', 'NP[nb]/N').
w(1, 2, 'painter', 'painter', 'NN', 'I-NP', 'O', 'N').
w(1, 3, 'saw', 'see', 'VBD', 'I-VP', 'O', '(S[dcl]\\NP)/NP').
w(1, 4, 'a', 'a', 'DT', 'I-NP', 'O', 'NP[nb]/N').
w(1, 5, 'boat', 'boat', 'NN', 'I-NP', 'O', 'N').
w(1, 6, '.', '.', '.', 'O', 'O', '.').
"""
DEPCCG_PROLOG = """ccg(1,
 rp(s:dcl,
  ba(s:dcl,
   fa(np, t((np:nb/n), 'No', 'no', 'DT', 'I-NP', 'O'), t(n, 'painter', 'painter', 'NN', 'I-NP', 'O')),
   fa((s:dcl\\np), t(((s:dcl\\np)/np), 'saw', 'see', 'VBD', 'I-VP', 'O'),
    fa(np, t((np:nb/n), 'a', 'a', 'DT', 'I-NP', 'O'), t(n, 'boat', 'boat', 'NN', 'I-NP', 'O')))),
  t(period, '.', '.', '.', 'O', 'O'))).
"""


def only(text: str) -> Analysis:
    (found,) = analysed_derivations(text)
    return found


@pytest.mark.parametrize(
    "text", [AUTO, XML, JSON, CANDC_PROLOG, DEPCCG_PROLOG], ids=["auto", "xml", "json", "candc", "prolog"]
)
def test_every_layout_gives_the_same_analysis(text: str) -> None:
    found = only(text)
    assert found.text == "No painter saw a boat ."
    assert "".join(found.polarity)[:5] == "+----"
    assert (found.coverage, found.route) == ("full", "derivation")
    assert found.meaning is not None
    assert show_pretty(unmark(found.meaning)) == (
        "no x (painter(x), some y (boat(y), ∃z. see(z) ∧ past(z) ∧ agent(z, x) ∧ theme(z, y)))"
    )


def leaf(cat: str, tag: str, text: str) -> str:
    return f"(<L {cat} {tag} {tag} {text} {cat}>)"


def over(cat: str, *parts: str) -> str:
    return f"(<T {cat} 0 {len(parts)}> {' '.join(parts)} )"


def test_ccgbanks_own_ways() -> None:
    """Modifiers of noun phrases, bare nouns, crossed composition with `not`, coordination."""
    every_dog = over("NP", leaf("NP[nb]/N", "DT", "Every"), leaf("N", "NN", "dog"))
    place = over("NP", leaf("N", "NNP", "Slovenia"))
    subject = over("NP", every_dog, over(r"NP\NP", leaf(r"(NP\NP)/NP", "IN", "in"), place))
    did = r"(S[dcl]\NP)/(S[b]\NP)"
    did_not = over(did, leaf(did, "VBD", "did"), leaf(r"(S\NP)\(S\NP)", "RB", "not"))
    birds = over(r"NP\NP", leaf("conj", "CC", "or"), over("NP", leaf("N", "NNS", "birds")))
    pair = over("NP", over("NP", leaf("N", "NNS", "cats")), birds)
    see = over(r"S[b]\NP", leaf(r"(S[b]\NP)/NP", "VB", "see"), pair)
    found = only(over("S[dcl]", subject, over(r"S[dcl]\NP", did_not, see)))
    assert found.text == "Every dog in Slovenia did not see cats or birds"
    assert "".join(found.polarity) == "+----+----"


def test_what_no_rule_covers_is_read_in_parts() -> None:
    odd = (
        f"(<T S[dcl] 0 2> {leaf('PP', 'X', 'odd')} (<T NP 0 2> {leaf('NP/N', 'DT', 'no')} {leaf('N', 'NN', 'dog')} ) )"
    )
    found = only(odd)
    assert found.coverage == "scope"
    assert found.polarity[2] == "-"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no CCG derivations"),
        ("hello", "no CCG derivations"),
        ("(<T S[dcl] 0 2> (<L N NN NN dog N>)", "expected '\\)'"),
        ("(<L N NN dog>)", "5 or 7 fields"),
        ("<a><b/></a>", "no <ccg>"),
        ("<a>", "XML"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><candc/>', "document type"),
        ("[1]", "JSON"),
        ('{"cat": "S", "children": []}', "one or two parts"),
        ("ccg(1, lf(1,1,'N')).", "no w"),
        ("ccg(1, fa('S', ", "Prolog"),
        ("(<T S 0 1> " * 400, "within one another"),
        ("(<L N[ NN NN dog N>)", "category"),
    ],
)
def test_bad_files_get_one_line(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        list(analysed_derivations(text))
