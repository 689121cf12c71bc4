"""Every published layout is found and read as published; ugly rows are reported, and the rest is read."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from provenli.errors import InputError, ProveNLIError
from provenli.published.containers import lines as line_container
from provenli.published.layouts import LAYOUTS
from provenli.published.pairs import PublishedPair, Unreadable, comparable
from provenli.published.source import Source, open_published
from tests.published import written
from tests.published.written import THREE, TWO, Pair

E, N, C, NOT = "entailment", "neutral", "contradiction", "non-entailment"


def put(where: Path, name: str, content: str | bytes) -> Path:
    path = where / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def pairs(source: Source) -> list[PublishedPair]:
    return [r for r in source.rows() if isinstance(r, PublishedPair)]


def bad(source: Source) -> list[Unreadable]:
    return [r for r in source.rows() if isinstance(r, Unreadable)]


def told(source: Source) -> list[Pair]:
    return [Pair(p.premise, p.hypothesis, p.published_label.lower()) for p in pairs(source)]


def says(path: Path, **how: object) -> str:
    """As Python says it: errors name parameters."""
    with pytest.raises(ProveNLIError) as e:
        open_published(path, **how)  # type: ignore[arg-type]
    message = str(e.value)
    assert "\n" not in message
    assert len(message) < 400
    return message


# --- layouts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", written.TEXTS)
def test_each_layout_is_found_and_read(tmp_path: Path, layout: str) -> None:
    name, write = written.TEXTS[layout]
    source = open_published(put(tmp_path, name, write()))
    assert source.layout == layout
    two = layout in ("med", "help")
    assert told(source) == list(TWO if two else THREE)
    assert source.two_way == two
    assert [p.label for p in pairs(source)] == ([E, NOT] if two else [E, N, C])
    assert not bad(source)
    assert list(source.rows()) == list(source.rows())


@pytest.mark.parametrize("layout", written.TEXTS)
def test_a_named_layout_reads_the_same(tmp_path: Path, layout: str) -> None:
    name, write = written.TEXTS[layout]
    path = put(tmp_path, name, write())
    assert list(open_published(path, layout=layout).rows()) == list(open_published(path).rows())


@pytest.mark.parametrize(
    ("layout", "ids", "tags"),
    [
        ("snli", ["c0r1", "c1r1", "c2r1"], (("captionID", "c0"), ("annotator_labels", "entailment"))),
        ("multinli", ["p0e", "p1e", "p2e"], (("genre", "fiction"), ("promptID", "p0"), ("label1", "entailment"))),
        (
            "multinli-jsonl",
            ["0e", "1e", "2e"],
            (("genre", "slate"), ("promptID", "0"), ("annotator_labels", "entailment,neutral")),
        ),
        ("med", ["p0e", "p1e"], (("genre", "upward_monotone:lexical_knowledge"), ("promptID", "p0"), ("label1", E))),
        (
            "help",
            ["", ""],
            (
                ("determiner", "every"),
                ("monotonicity", "downward_monotone"),
                ("replace_target", "dog"),
                ("replace_source", "animal"),
                ("replace_mode", "hypernym"),
            ),
        ),
        ("sick", ["1", "2", "3"], (("relatedness_score", "4.5"),)),
        (
            "glue-diagnostic",
            ["", "", ""],
            (
                ("Predicate-Argument Structure", "Core args"),
                ("Logic", "Negation;Double negation"),
                ("Domain", "Artificial"),
            ),
        ),
        ("bare-tsv", ["train-0", "train-1", "train-2"], ()),
        ("breaking-nli", ["0", "1", "2"], (("category", "antonyms"), ("annotator_labels", "entailment"))),
        ("provenli", ["boolean-train-0", "boolean-train-1", "boolean-train-2"], (("schema", "s0"),)),
    ],
)
def test_ids_and_tags(tmp_path: Path, layout: str, ids: list[str], tags: tuple[tuple[str, str], ...]) -> None:
    name, write = written.TEXTS[layout]
    found = pairs(open_published(put(tmp_path, name, write())))
    assert [p.id for p in found] == ids
    assert found[0].tags == tags


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    assert [p.line for p in pairs(open_published(put(tmp_path, "a.tsv", written.plain_tsv())))] == [2, 3, 4]
    assert [p.line for p in pairs(open_published(put(tmp_path, "a.jsonl", written.snli())))] == [1, 2, 3]
    text = 'premise,hypothesis,label\n"A dog\nran.",x,neutral\n\ny,z,entailment\ny,w,contradiction\n'
    found = pairs(open_published(put(tmp_path, "a.csv", text)))
    assert [(p.line, p.premise) for p in found] == [(2, "A dog\nran."), (5, "y"), (6, "y")]


def test_fracas(tmp_path: Path) -> None:
    source = open_published(put(tmp_path, "fracas.xml", written.FRACAS))
    found = pairs(source)
    assert (source.layout, source.two_way) == ("fracas", False)
    assert [(p.id, p.label, p.published_label) for p in found] == [
        ("1", E, "yes"),
        ("2", N, "unknown"),
        ("3", C, "no"),
        ("4", None, "undef"),
    ]
    assert found[0].premise == "An Italian sang & danced."
    assert found[1].premises == ("Every Italian man sang.", "Some Italian men are great.")
    assert found[1].premise == "Every Italian man sang. Some Italian men are great."
    assert dict(found[1].tags) == {"section": "1 GENERALIZED QUANTIFIERS", "nonstandard": "true"}
    assert [p.line for p in found] == [5, 11, 16, 17]


def test_fracas_with_gaps_and_broken(tmp_path: Path) -> None:
    problem = '<problem id="9" fracas_answer="undef"><p idx="1">x y</p></problem>\n</fracas-problems>'
    text = written.FRACAS.replace("</fracas-problems>", problem)
    source = open_published(put(tmp_path, "a.xml", text))
    assert len(pairs(source)) == 4
    assert bad(source) == [Unreadable(18, "problem 9 has no element h")]
    source = open_published(put(tmp_path, "b.xml", written.FRACAS.replace("<h> A great", "<h> A < great")))
    assert len(pairs(source)) == 1
    assert bad(source)[0].line == 14
    assert "not well-formed XML" in bad(source)[0].why


def test_several_files_of_large_xml_are_read_in_pieces(tmp_path: Path) -> None:
    one = '<problem id="{}" fracas_answer="yes"><p>Zoë sang {}.</p><h>It sang.</h></problem>\n'
    text = "<fracas-problems>" + "".join(one.format(k, "la " * 50) for k in range(2000)) + "</fracas-problems>"
    assert [p.id for p in pairs(open_published(put(tmp_path, "a.xml", text)))] == [str(k) for k in range(2000)]


def test_bare_columns_in_another_order(tmp_path: Path) -> None:
    rows = [["ENTAILMENT", "A b c", "7", "D e f"], ["NEUTRAL", "G h", "8", "I j"], ["-", "K l", "9", "M"]]
    text = written.lines(rows)
    (first, second, third) = pairs(open_published(put(tmp_path, "a.tsv", text)))
    assert (first.premise, first.hypothesis, first.id, first.label) == ("A b c", "D e f", "7", E)
    assert (second.label, third.label) == (NOT, None)


def test_one_wrong_label_does_not_hide_the_label_column(tmp_path: Path) -> None:
    rows = [[str(k), f"dog {k} ran", "it ran", "NEUTRAL" if k % 2 else "CONTRADICTION"] for k in range(20)]
    rows[7][3] = "MAYBE"
    source = open_published(put(tmp_path, "a.tsv", written.lines(rows)))
    assert source.layout == "bare-tsv"
    assert [b.line for b in bad(source)] == [8]
    assert len(pairs(source)) == 19


# --- labels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spelling", "label"),
    [
        ("entailment", E),
        ("ENTAILMENT", E),
        ("Entailed", E),
        ("yes", E),
        ("E", E),
        (" e ", E),
        ("contradiction", C),
        ("No", C),
        ("C", C),
        ("neutral", N),
        ("unknown", N),
        ("UNK", N),
        ("n", N),
        ("non-entailment", NOT),
        ("not_entailment", NOT),
        ("NON_ENTAILMENT", NOT),
        ("Not entailed", NOT),
        ("-", None),
        ("", None),
        ("-1", None),
        ("hidden", None),
        ("undef", None),
    ],
)
def test_spellings(tmp_path: Path, spelling: str, label: str | None) -> None:
    text = f"premise\thypothesis\tlabel\na\tb\tcontradiction\nx\ty\t{spelling}\n"
    found = pairs(open_published(put(tmp_path, "a.tsv", text)))[1]
    assert (found.label, found.published_label) == (label, spelling)


def test_neutral_is_non_entailment_only_without_contradictions(tmp_path: Path) -> None:
    text = written.plain_tsv([*TWO * 500])
    assert open_published(put(tmp_path, "a.tsv", text)).two_way
    source = open_published(put(tmp_path, "b.tsv", text + "x\ty\tcontradiction\n"))
    assert not source.two_way
    assert {p.label for p in pairs(source)} == {E, N, C}
    kept = open_published(tmp_path / "a.tsv", labels={"neutral": "neutral"})
    assert not kept.two_way
    assert {p.label for p in pairs(kept)} == {E, N}
    unk = open_published(put(tmp_path, "e.tsv", text.replace(N, "unk")), labels={"unk": N})
    assert (unk.two_way, {p.label for p in pairs(unk)}) == (False, {E, N})
    assert {p.label for p in pairs(open_published(tmp_path / "a.tsv").unfolded())} == {E, N}
    assert open_published(put(tmp_path, "c.tsv", text.replace(N, "not_entailment"))).two_way
    assert not open_published(put(tmp_path, "d.tsv", written.sick(TWO))).two_way


def test_numbers_need_names(tmp_path: Path) -> None:
    rows = [{"premise": "a", "hypothesis": "b", "label": k} for k in (0, 1, 2, -1)]
    path = put(tmp_path, "a.jsonl", written.json_lines(rows))
    said = says(path)
    assert "labels are numbers (0, 1, 2) and nothing says what they mean" in said
    assert "labels 0=LABEL,1=LABEL,2=LABEL" in said
    # The other order on purpose: a number means what the user says.
    source = open_published(path, labels={"0": C, "1": "neutral", "2": E})
    assert [p.label for p in pairs(source)] == [C, N, E, None]
    (tmp_path / "dataset_infos.json").write_text(
        json.dumps({"default": {"features": {"label": {"names": ["contradiction", "entailment", "neutral"]}}}})
    )
    source = open_published(path)
    assert [(p.label, p.published_label) for p in pairs(source)] == [(C, C), (E, E), (N, N), (None, "-1")]


@pytest.mark.parametrize(
    ("odd", "said"), [(True, "expected labels that are texts or numbers, found True"), ("9" * 5000, "9' are not known")]
)
def test_what_is_no_number_has_no_name(tmp_path: Path, odd: object, said: str) -> None:
    rows = [{"premise": "a", "hypothesis": "b", "label": label} for label in (0, 1, odd)]
    named = {"default": {"features": {"label": {"names": [E, N]}}}}
    (tmp_path / "dataset_infos.json").write_text(json.dumps(named))
    assert said in says(put(tmp_path, "a.jsonl", written.json_lines(rows)))


def test_labels_that_a_user_explains(tmp_path: Path) -> None:
    path = put(tmp_path, "a.tsv", "premise\thypothesis\tlabel\na\tb\tsure\nc\td\tnever\ne\tf\t?\n")
    assert "labels 'sure', 'never', '?' are not known; say what they mean with labels sure=LABEL" in says(path)
    source = open_published(path, labels={"sure": E, "never": C, "?": "-"})
    assert [p.label for p in pairs(source)] == [E, C, None]
    assert "no label 'entailmnt'; did you mean 'entailment'" in says(path, labels={"sure": "entailmnt"})


def test_label_columns_that_disagree(tmp_path: Path) -> None:
    header = "premise\thypothesis\tgold_label\tlabel\n"
    text = f"{header}A b\tC d\tentailment\tentailment\nE f\tG h\tneutral\tcontradiction\n"
    path = put(tmp_path, "a.tsv", text)
    assert "line 3: columns gold_label (neutral) and label (contradiction) disagree; say which counts" in says(path)
    source = open_published(path, columns={"label": "label"})
    assert [p.label for p in pairs(source)] == [E, C]
    agreeing = text.replace("contradiction", "NEUTRAL")
    rows = agreeing + "x y\tz\tentailment\tentailment\n" * 300 + "x y\tz\tneutral\tentailment\n"
    (problem,) = bad(open_published(put(tmp_path, "b.tsv", rows)))
    assert problem.line == 304
    assert "disagree" in problem.why
    twice = "premise\thypothesis\tlabel\tlabel\nA b\tC d\tneutral\tentailment\n"
    assert "columns label (neutral) and label (4) (entailment) disagree" in says(put(tmp_path, "d.tsv", twice))
    assert pairs(open_published(tmp_path / "d.tsv", columns={"label": "4"}))[0].label == E
    bare = written.lines([["A b", "C d", "NEUTRAL", "ENTAILMENT"], ["E f", "G h", "NEUTRAL", "NEUTRAL"]])
    assert "columns 3 and 4 both hold labels, and they disagree" in says(put(tmp_path, "c.tsv", bare))


# --- columns ----------------------------------------------------------------------------------------------------------


def test_columns_by_name_and_by_number(tmp_path: Path) -> None:
    path = put(tmp_path, "a.tsv", "wrong\tleft\tright\tsaid\nx\ta b\tc d\tentailment\ny\te f\tg h\tno\n")
    assert "expected a column premise, sentence1" in says(path)
    assert "found wrong, left, right, said; say which it is: columns premise=COLUMN" in says(path)
    for columns in (
        {"premise": "left", "hypothesis": "right", "label": "said"},
        {"premise": "2", "hypothesis": "3", "label": "4"},
    ):
        source = open_published(path, columns=columns)
        assert [(p.line, p.premise, p.hypothesis, p.label) for p in pairs(source)] == [
            (2, "a b", "c d", E),
            (3, "e f", "g h", C),
        ]
        assert dict(source.columns) == {"premise": "left", "hypothesis": "right", "label": "said"}
    assert "no column 'lef'; did you mean 'left'?" in says(path, columns={"premise": "lef"})
    assert "no role 'premiss'; did you mean 'premise'?" in says(path, columns={"premiss": "left"})


def test_columns_by_number_without_a_header(tmp_path: Path) -> None:
    path = put(tmp_path, "a.tsv", "x z\ta b\tc d\tentailment\ny z\te f\tg h\tno\n")
    assert "no header, and 3 of 4 columns look like sentences" in says(path)
    found = pairs(open_published(path, columns={"premise": "2", "hypothesis": "3", "label": "4"}))
    assert [(p.line, p.premise, p.label) for p in found] == [(1, "a b", E), (2, "e f", C)]


NUMBERED = "Every dog ran.\tSome dog ran.\t0\nNo dog ran.\tSome dog ran.\t2\n"
MEANT = {"0": E, "1": N, "2": C}
BY_NUMBER = {"premise": "1", "hypothesis": "2", "label": "3"}


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (NUMBERED, MEANT),
        (NUMBERED.replace("0", "YUP").replace("2", "NOPE"), {"YUP": E, "NOPE": C}),
        ("4" + NUMBERED.replace("Every dog ran.", "").replace("No dog ran.", ""), MEANT),
    ],
)
def test_the_first_row_is_no_header_where_columns_are_numbered(
    tmp_path: Path, text: str, labels: dict[str, str]
) -> None:
    source = open_published(put(tmp_path, "a.tsv", text), columns=BY_NUMBER, labels=labels)
    assert [(p.line, p.label) for p in pairs(source)] == [(1, E), (2, C)]
    commas = put(tmp_path, "a.csv", text.replace("\t", ","))
    assert len(pairs(open_published(commas, columns=BY_NUMBER, labels=labels))) == 2


def test_a_layout_without_a_header_and_labels_that_are_explained(tmp_path: Path) -> None:
    path = put(tmp_path, "a.tsv", NUMBERED)
    for how in ({"layout": "bare-tsv"}, {}, {"columns": {"label": "3"}}):
        source = open_published(path, labels=MEANT, **how)
        found = [(p.line, p.premise, p.label) for p in pairs(source)]
        assert found == [(1, "Every dog ran.", E), (2, "No dog ran.", C)]
    assert "no header, and no column of known labels; say which is which: columns" in says(path, layout="bare-tsv")
    assert "labels are numbers (0, 2)" in says(path, layout="bare-tsv", columns={"label": "3"})
    # A column called `c` is no contradiction.
    headed = put(tmp_path, "b.tsv", "a\tb\tc\n" + NUMBERED)
    assert "expected a column premise" in says(headed, labels=MEANT)


@pytest.mark.parametrize(
    "text",
    [
        NUMBERED,
        NUMBERED.replace("0", "YUP").replace("2", "NOPE"),
        "every dog ran\tit ran\tYUP\nno dog sat\tit sat\tYUP\n",
    ],
)
def test_neither_header_nor_known_labels(tmp_path: Path, text: str) -> None:
    for path in (put(tmp_path, "a.tsv", text), put(tmp_path, "a.csv", text.replace("\t", ","))):
        said = says(path)
        assert "no header, and no column of known labels" in said
        assert "columns premise=1,hypothesis=2,label=3, and what labels mean: labels SPELLING=LABEL" in said
        assert "expected a column" not in said


def test_unknown_layout(tmp_path: Path) -> None:
    assert "did you mean 'snli'" in says(put(tmp_path, "a.tsv", written.sick()), layout="snly")


def test_quoted_tabs_only_when_asked_for(tmp_path: Path) -> None:
    path = put(tmp_path, "a.tsv", 'premise\thypothesis\tlabel\n"He said ""no""."\tHe spoke.\tentailment\n')
    assert pairs(open_published(path))[0].premise == '"He said ""no""."'
    assert pairs(open_published(path, layout="quoted-tsv"))[0].premise == 'He said "no".'


def test_semicolons(tmp_path: Path) -> None:
    source = open_published(put(tmp_path, "a.csv", written.plain_csv(THREE, ";")))
    assert (source.layout, told(source)) == ("semicolons", list(THREE))


# --- ugly rows --------------------------------------------------------------------------------------------------------

UGLY = (
    Pair('He said "no" and left.', "He left.", "entailment"),
    Pair('"Quoted".', "Not ''quoted''.", "neutral"),
    Pair("Zoë saw Los~Angeles, the city.", "Søren’s café", "contradiction"),
    Pair(unicodedata.normalize("NFD", "Zoë ran."), unicodedata.normalize("NFC", "Zoë ran."), "entailment"),
    Pair("\u2028 strange \x85 line \x0b ends", "a\\b {c} <d> & e", "neutral"),
    Pair("", "empty premise", "neutral"),
    Pair("long " * 50_000, "x", "contradiction"),
)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("layout", [name for name in written.TEXTS if name not in ("med", "help")])
def test_ugly_rows(tmp_path: Path, layout: str, mark: bytes, ending: str) -> None:
    name, write = written.TEXTS[layout]
    text = write(UGLY).rstrip("\n").replace("\n", f"{ending}{ending}", 1).replace("\n", ending).replace("\r\r", "\r")
    path = put(tmp_path, name, mark + text.encode())  # an empty line, no final line end
    source = open_published(path)
    assert source.layout == layout
    assert told(source) == [Pair(a, b, c) for a, b, c in UGLY]
    assert not bad(source)


def test_csv_quoting(tmp_path: Path) -> None:
    text = (
        'premise,hypothesis,label\n"He said ""no"", and left.",He left.,entailment\nA 5" pipe,b,neutral\n'
        '"open,b,neutral\nx,y,contradiction\n"a" b,c,neutral\nlast,row,neutral\n'
    )
    source = open_published(put(tmp_path, "a.csv", text))
    assert [p.premise for p in pairs(source)] == ['He said "no", and left.', 'A 5" pipe', "x", "last"]
    assert [b.line for b in bad(source)] == [4, 6]
    assert all(b.why.startswith("column 1: a quotation mark opens a cell") for b in bad(source))
    text = 'premise,hypothesis,label\nx,y,neutral\nx,"y,neutral\n' + "x,y,neutral\n" * 300
    source = open_published(put(tmp_path, "b.csv", text))
    assert len(pairs(source)) == 301
    assert [(b.line, b.why[:9]) for b in bad(source)] == [(3, "column 2:")]


def test_rows_that_cannot_be_read_are_reported_and_the_rest_is_read(tmp_path: Path) -> None:
    good = "a\tb\tcontradiction\n"
    text = (
        f"premise\thypothesis\tlabel\n{good}only two\tcells\n{good}a\ttab\there\tneutral\na\tb\tmaybe\n".encode()
        + b"caf\xe9\tb\tneutral\n"
        + good.encode()
    )
    source = open_published(put(tmp_path, "a.tsv", text))
    assert [p.line for p in pairs(source)] == [2, 4, 8]
    assert [(b.line, b.why) for b in bad(source)] == [
        (3, "expected 3 columns, found 2"),
        (5, "expected 3 columns, found 4; is a tab or a comma inside a sentence?"),
        (6, "column label: expected a label such as entailment, neutral or contradiction, found 'maybe'"),
        (7, "not UTF-8 at byte 4 of the line"),
    ]


def test_annotators_beyond_the_header(tmp_path: Path) -> None:
    text = "premise\thypothesis\tlabel\na\tb\tneutral\tneutral\tcontradiction\n\t\tcontradiction\t\n"
    assert [p.label for p in pairs(open_published(put(tmp_path, "a.tsv", text)))] == [N, C]
    # A tab inside a sentence moves a sentence to where a label should be.
    moved = "premise\thypothesis\tlabel1\tgold_label\na\tb\tneutral\tneutral\na\ttab\tb\tneutral\tneutral\n"
    assert [b.line for b in bad(open_published(put(tmp_path, "b.tsv", moved)))] == [3]


def test_json_rows_that_cannot_be_read(tmp_path: Path) -> None:
    good = json.dumps({"premise": "a", "hypothesis": "b", "label": C})
    rows = [
        good,
        '{"premise": "a"',
        "[1]",
        '{"premise": "a", "label": "neutral"}',
        "null",
        '{"premise": 3, "hypothesis": "b", "label": "neutral"}',
        "[" * 100_000,
        good,
        '{"premise": "\\ud800", "hypothesis": "b", "label": ["x"]}',
    ]
    source = open_published(put(tmp_path, "a.jsonl", "\n".join(rows)))
    assert [p.line for p in pairs(source)] == [1, 8]
    why = {b.line: b.why for b in bad(source)}
    assert "column 16" in why[2]
    assert why[4] == "the key 'hypothesis' is missing"
    assert why[6] == "column premise: expected a sentence as premise, found 3"
    assert "expected a label" in why[9]
    assert sorted(why) == [2, 3, 4, 5, 6, 7, 9]


def test_json_arrays_are_read_in_pieces(tmp_path: Path) -> None:
    rows = [{"premise": f"é {k} " * 20, "hypothesis": "b", "label": C} for k in range(5000)]
    for text in (json.dumps(rows), json.dumps(rows, indent=2, ensure_ascii=False)):
        assert len(pairs(open_published(put(tmp_path, "a.json", text)))) == 5000
    source = open_published(put(tmp_path, "b.json", json.dumps([*rows[:3], 7, rows[4]]) + "\n"))
    assert [(p.line) for p in pairs(source)] == [1, 2, 3, 5]
    assert bad(source) == [Unreadable(4, "expected a JSON object, found '7'")]
    source = open_published(put(tmp_path, "c.json", json.dumps(rows)[:-500]))
    assert len(bad(source)) == 1
    assert "the array breaks off" in bad(source)[0].why


def test_a_line_without_end_does_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_container, "LONGEST", 1000)
    text = f"premise\thypothesis\tlabel\na\tb\tcontradiction\n{'x' * 5000}\tb\tneutral\nc\td\tneutral\n"
    source = open_published(put(tmp_path, "a.tsv", text))
    assert [p.line for p in pairs(source)] == [2, 4]
    assert [b.line for b in bad(source)] == [3]


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.tsv", b"", "a.tsv: the file is empty"),
        ("a.tsv", b"\xef\xbb\xbf \n\n", "a.tsv: the file is empty"),
        ("a.bin", b"\x7fELF\0\0\1", "a binary file"),
        ("a.jsonl.gz", b"\x1f\x8b\x08\0", "packed with gzip; unpack it first"),
        ("a.zip", b"PK\x03\x04", "packed with zip"),
        ("a.txt", "premise\thypothesis".encode("utf-16"), "found UTF-16; convert it first"),
        ("a.html", b"<!DOCTYPE html><html>", "a web page"),
        ("a.txt", b"Just a sentence.\nAnother.\n", "expected columns divided by tabs or commas"),
        ("a.txt", b"premise\thypothesis\tlabel\ra\tb\tneutral\r", "lines end in \\r alone"),
        ("a.tsv", b"premise\thypothesis\tlabel\n", "expected pairs of sentences with labels, found none"),
        ("a.tsv", b"index\tsentence1\tsentence2\n0\ta\tb\n", "say which it is: columns label=COLUMN"),
        ("a.json", b'{"a": 1', "expected a JSON object"),
        ("a.json", b"[]", "expected pairs of sentences with labels, found none"),
        ("a.xml", b"<?xml version='1.0'?><a><b></a>", "not well-formed XML"),
        ("a.xml", b"<?xml version='1.0' encoding='UTF-99'?><a></a>", "line 1: an encoding that cannot be read"),
        ("a.jsonl", b'{"premise": "a", "b\\nc": "d"}', "found premise, 'b\\nc'"),
        ("a.xml", b"<?xml version='1.0'?><a></a>", "expected pairs of sentences with labels, found none"),
        ("a.parquet", b"PAR1 and then nothing", "expected Parquet"),
    ],
)
def test_files_that_are_no_nli_files(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    assert said in says(put(tmp_path, name, content))


def test_missing_files(tmp_path: Path) -> None:
    assert "no such file" in says(tmp_path / "none.tsv")
    assert "a pipe or device" in says(Path("/dev/null"))
    assert "the directory has no file with pairs" in says(tmp_path)


# --- arbitrary text ---------------------------------------------------------------------------------------------------

LINE = st.text(st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs"]), max_size=20)
ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
ROWS = {
    "json": ANY,
    "jsonl": ANY,
    "snli": ANY,
    "provenli": ANY,
    "csv": ANY.filter(lambda t: "\0" not in t),
    "tsv": LINE,
    "sick": LINE,
    "multinli": LINE,
    "glue-diagnostic": LINE,
}


@pytest.mark.parametrize("layout", ROWS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_what_is_written_is_read(tmp_path: Path, layout: str, data: st.DataObject) -> None:
    name, write = written.TEXTS[layout]
    row = st.builds(Pair, ROWS[layout], ROWS[layout], st.sampled_from([E, N, C]))
    made = [Pair("a b", "c d", C), *data.draw(st.lists(row, max_size=5))]
    assert told(open_published(put(tmp_path, name, write(made)), layout=layout)) == made


@given(st.text(max_size=30))
def test_comparable(text: str) -> None:
    once = comparable(text)
    assert comparable(once) == once
    assert comparable(unicodedata.normalize("NFD", text)) == comparable(unicodedata.normalize("NFC", text))


def test_comparable_texts() -> None:
    same: Sequence[str] = ("Zoë saw Los Angeles.", "Zoe\u0308 saw  Los~Angeles. ", "Zoë\tsaw Los\u00a0Angeles.")
    assert len({comparable(t) for t in same}) == 1


def test_every_layout_says_what_it_is() -> None:
    assert all(layout.about for layout in LAYOUTS.values())
    with pytest.raises(InputError):
        open_published("no such place")


def test_help_is_quoted_as_tables_are(tmp_path: Path) -> None:
    """As pandas writes a table: what has quotation marks in it stands in quotation marks, with its own doubled."""
    file = tmp_path / "help.tsv"
    head = "\tfilename\tgold_label\tori_sentence\tnew_sentence\n"
    file.write_text(
        head + '0\td1\tentailment\t"I said "" good night "" and left ."\tI left .\n1\td1\tneutral\tI left .\tI ran .\n'
    )
    pairs = [row for row in open_published(file).rows() if isinstance(row, PublishedPair)]
    assert [p.premise for p in pairs] == ['I said " good night " and left .', "I left ."]


def test_the_logical_label_of_implicature_files(tmp_path: Path) -> None:
    file = tmp_path / "implicatures.jsonl"
    row = {"sentence1": "Some ran.", "sentence2": "All ran.", "gold_label_log": "neutral", "gold_label_prag": "no"}
    file.write_text(json.dumps(row) + "\n")
    assert open_published(file).columns["label"] == "gold_label_log"
