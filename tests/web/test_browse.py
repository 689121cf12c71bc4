"""Looking at rows: facets, words, pages, a pair with its evidence, predictions beside gold; hostile rows stay text."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import provenli as nli
from provenli.cli.main import main
from provenli.web.browse import row_index
from provenli.web.browse.app import browse_app
from provenli.web.browse.evidence import evidence
from provenli.web.browse.row_index import RowQuestion
from provenli.web.browse.sources import BrowsedFile, files_under, open_sources

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_fragment.py"
ROWS = [
    ("No dog ran.", "No poodle ran.", "entailment", {"depth": 1, "words": ["no", "dog"]}),
    ("No poodle ran.", "No dog ran.", "neutral", {"depth": 2}),
    ("Every dog ran.", "Some dog ran.", "entailment", {"depth": 1}),
    ("<script>alert(1)</script>", "\u202edrawkcab {{ 7 * 7 }}", "neutral", {"depth": "<b>x</b>"}),
]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROVENLI_CACHE", str(tmp_path / "cache"))


def written(path: Path, copies: int = 1) -> Path:
    with open(path, "w", encoding="utf-8") as file:
        for k in range(copies):
            for n, (premise, hypothesis, label, features) in enumerate(ROWS):
                own = {
                    "id": f"r{k}-{n}",
                    "premise": premise,
                    "hypothesis": hypothesis,
                    "label": label,
                    "schema": f"s{n}",
                }
                file.write(json.dumps({**own, "features": features}) + "\n")
    return path


def opened(*paths: Path) -> tuple[list[BrowsedFile], TestClient]:
    files = open_sources(paths, lambda *_: None)
    return files, TestClient(browse_app(files, ("testserver",)))


def test_questions_are_answered_over_several_segments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_index, "SEGMENT", 7)
    (file,), _ = opened(written(tmp_path / "rows.jsonl", copies=25))
    index = file.index
    every = [file.row(n) for n in range(index.rows)]
    assert len(every) == 100
    assert len(index.sizes) == 15
    for facets, words in [((), ()), ((("depth", "1"),), ()), ((("depth", "1"),), ("poodle",)), ((), ("dog", "every"))]:
        wanted = [
            r.number
            for r in every
            if all(r.facets.get(n) == v for n, v in facets)
            and all(w in row_index.words_of(f"{r.premise} {r.hypothesis}") for w in words)
        ]
        asked = RowQuestion(facets, words)
        assert index.count(asked) == len(wanted) > 0
        assert [n for first in range(0, 100, 10) for n in index.page(asked, first, 10)] == wanted
    assert index.counts(RowQuestion((("label", "neutral"),)), "depth") == {"2": 25, "<b>x</b>": 25}
    assert [index.row_of(r.id) for r in every] == list(range(100))
    assert index.row_of("r9-9") is None


def test_an_index_is_made_once_and_again_when_the_file_changes(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl")
    (first,), _ = opened(path)
    (second,), _ = opened(path)
    assert first.index.directory == second.index.directory
    written(path, copies=2)
    (third,), _ = opened(path)
    assert third.index.rows == 8
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cache", "rows.jsonl"], "nothing beside the user's data"
    (third.index.directory / "index.json").write_text("{")
    (fourth,), _ = opened(path)
    assert fourth.index.rows == 8, "a damaged index is made again"


def test_pages_of_rows(tmp_path: Path) -> None:
    (file,), browser = opened(written(tmp_path / "rows.jsonl", copies=30))
    page = browser.get(f"/{file.slug}").text
    assert "1–50 of 120" in page
    later = browser.get(f"/{file.slug}?first=100").text
    assert "101–120 of 120" in later
    few = browser.get(f"/{file.slug}?f.depth=2&words=POODLE").text
    assert "1–30 of 30" in few
    assert "no row matches" in browser.get(f"/{file.slug}?words=unicorn").text
    for strange in (
        "?first=-1",
        "?first=99999999999999999999",
        "?first=²",
        "?f.depth=%00",
        "?f.nothing=1",
        "?words=%ff",
    ):
        assert browser.get(f"/{file.slug}{strange}").status_code == 200


def test_a_pair_shows_its_evidence(tmp_path: Path) -> None:
    (file,), browser = opened(written(tmp_path / "rows.jsonl"))
    proved = browser.get(f"/{file.slug}/0").text
    for shown in ("becomes the narrower", "poodle(x)", "Checked by the kernel just now", "as decided", "Nbar"):
        assert shown in proved
    open_ = browser.get(f"/{file.slug}/1").text
    assert "The premise is true and the hypothesis false" in open_
    assert "data-who=" in open_
    by_id = browser.get(f"/{file.slug}/pair?id=r0-1")
    assert by_id.url.path == f"/{file.slug}/1"
    assert browser.get(f"/{file.slug}/99").status_code == 404
    assert browser.get("/nothing/0").status_code == 404


def test_who_makes_the_hypothesis_false_is_ringed_and_named() -> None:
    found = evidence("", "No dog ran.", "No animal ran.").models[0]
    (who,) = found.who
    relations = found.model["relations"]
    assert [who] in relations["animal"]
    assert [who] in relations["run"]
    assert [who] not in relations["dog"]
    assert "The hypothesis is false here. animal(x) and run(x): " in found.told[1]


def test_a_pair_of_ones_own(tmp_path: Path) -> None:
    _, browser = opened(written(tmp_path / "rows.jsonl"))
    said = browser.get("/own", params={"premise": "Ann swam.", "hypothesis": "Ann or Bob swam."}).text
    assert "Fragment boolean" in said
    assert "entailment" in said
    open_ = browser.get("/own", params={"premise": "Xyz.", "hypothesis": "<b>"}).text
    for shown in ("Read as English", "Not covered: ", "it holds markup"):
        assert shown in open_
    assert "<b>" not in browser.get("/own", params={"premise": "<b>", "hypothesis": '"><b>'}).text


def test_a_pair_of_english(tmp_path: Path) -> None:
    _, browser = opened(written(tmp_path / "rows.jsonl"))
    pair = {"premise": "No dog in the park was barking.", "hypothesis": "No brown dog in the park was barking."}
    for chosen in ("english", ""):
        said = browser.get("/own", params={**pair, "fragment": chosen}).text
        for shown in (
            "Decided",
            "entailment",
            "proved",
            "The kernel has checked each step",
            "is added: with more words",
        ):
            assert shown in said, shown
    long = browser.get("/own", params={"premise": "Dogs " * 70, "hypothesis": "Dogs.", "fragment": "english"}).text
    assert "more than 300 characters" in long


def test_english_that_is_estimated_agrees_with_nothing() -> None:
    found = evidence("", "A man is playing a guitar.", "A man is playing with his nephew.")
    assert found.english is not None
    assert found.english.verdict != "proved"
    assert not found.sure


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of the shelf, and one made with a user's own file."""
    place = tmp_path_factory.mktemp("made")
    nli.generate("boolean", out=place / "boolean", size=12)
    nli.generate(str(EXAMPLE), out=place / "own", size=12)
    return place


def test_the_stored_certificate_is_checked(made: Path, tmp_path: Path) -> None:
    place = tmp_path / "boolean"
    shutil.copytree(made / "boolean", place)
    (file,), browser = opened(place)
    page = browser.get(f"/{file.slug}/0").text
    assert 'name="check" value="stored"' in page
    assert "The stored certificate" not in page
    assert "The kernel accepts the stored certificate of s" in browser.get(f"/{file.slug}/0?check=stored").text
    lines = [json.loads(line) for line in (place / "certificates.jsonl").read_text().splitlines()]
    for line in lines:
        line["verdict"] = {"label": line["verdict"]["label"], "certificate": {"kind": "nothing", "tried": ["x"]}}
    (place / "certificates.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    forged = browser.get(f"/{file.slug}/0?check=stored").text
    assert "Not accepted: " in forged
    assert "Decided: " in forged, "a fresh decision is another thing than what is stored"


def test_an_own_fragment_decides_where_its_file_is_given(made: Path, tmp_path: Path) -> None:
    files = open_sources([made / "own"], lambda *_: None)
    plain, given = (TestClient(browse_app(files, ("testserver",), own)) for own in (None, str(EXAMPLE)))
    address = f"/{files[0].slug}/0"
    assert "start again with --fragment FILE" in plain.get(address).text
    assert "Not accepted: " in plain.get(f"{address}?check=stored").text
    assert "as decided" in given.get(address).text
    assert "The kernel accepts the stored certificate" in given.get(f"{address}?check=stored").text
    other = tmp_path / "other.py"
    other.write_text(EXAMPLE.read_text() + "\n")
    changed = TestClient(browse_app(files, ("testserver",), str(other)))
    assert "start again with --fragment FILE" in changed.get(address).text
    assert "its hash differs" in changed.get(f"{address}?check=stored").text


def test_predictions_of_several_models_stand_beside_gold(tmp_path: Path) -> None:
    rows = written(tmp_path / "rows.jsonl")
    for name, said in (("lstm", "entailment"), ("bert", "contradiction")):
        lines = [{"id": f"r0-{n}", "gold": label, "label": said} for n, (_, _, label, _) in enumerate(ROWS)]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(x) + "\n" for x in lines))
    (file, model, _), browser = opened(rows, tmp_path / "lstm.jsonl", tmp_path / "bert.jsonl")
    assert model.predicts
    page = browser.get(f"/{file.slug}").text
    assert page.count("lstm.jsonl: entailment") == 4
    assert page.count("bert.jsonl: contradiction") == 4
    assert 'class="good">lstm.jsonl: entailment' in browser.get(f"/{file.slug}?f.label=entailment").text
    assert "bert.jsonl" in browser.get(f"/{file.slug}/0").text
    assert "1–2 of 2" in browser.get(f"/{model.slug}?f.right=yes").text
    wrong = browser.get(f"/{model.slug}?f.right=no").text
    shown = browser.get(re.findall(rf'href="(/{model.slug}/\d+)', wrong)[0]).text
    assert '<dt>The model says</dt><dd>entailment <span class="bad">wrong</span></dd><dt>Gold label</dt>' in shown


def test_nothing_in_the_data_runs(tmp_path: Path) -> None:
    (file,), browser = opened(written(tmp_path / "<img src=x onerror=alert(1)>.jsonl"))
    for path in ("/", f"/{file.slug}", f"/{file.slug}/3", f"/{file.slug}?f.depth=<b>x</b>&words=<script>"):
        answer = browser.get(path)
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
        assert "<img" not in answer.text
        assert "<b>x" not in answer.text
        assert "\u202e" not in answer.text
        assert "49" not in answer.text.replace("1–49", ""), "no template of the data is evaluated"
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]


def test_published_files(tmp_path: Path) -> None:
    tsv = tmp_path / "pairs.tsv"
    tsv.write_text(
        "premise\thypothesis\tlabel\nNo dog ran.\tNo poodle ran.\tentailment\nA dog ran.\tA cat ran.\tneutral\n"
    )
    (file,), browser = opened(tsv)
    assert file.kind == "published"
    assert "1–2 of 2" in browser.get(f"/{file.slug}").text
    assert "1–1 of 1" in browser.get(f"/{file.slug}?f.label=non-entailment").text


def damaged() -> Iterator[bytes]:
    yield b"{\n[]\n3\n"
    yield b"\xff\xfe\n" + b"[" * 5000 + b"\n"
    yield b'{"premise": {"a": [1]}, "features": [1], "label": {"x": null}}\n' * 3


@pytest.mark.parametrize("content", list(damaged()))
def test_damaged_files_are_shown_as_they_are(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'{"premise": "a", "hypothesis": "b", "label": "neutral"}\n' + content)
    (file,), browser = opened(path)
    for n in range(file.index.rows):
        assert browser.get(f"/{file.slug}/{n}").status_code == 200
    assert browser.get(f"/{file.slug}").status_code == 200


def test_what_is_no_row_is_passed_over(tmp_path: Path) -> None:
    """Runs and studies keep measures of their epochs beside their predictions."""
    (tmp_path / "metrics.jsonl").write_text('{"number": 1, "loss": 0.5, "dev_accuracy": 0.5}\n')
    (tmp_path / "predictions.jsonl").write_text('{"id": "a", "gold": "neutral", "label": "neutral"}\n')
    assert [file.name for file, _, _ in files_under(tmp_path)] == ["predictions.jsonl"]


@pytest.mark.parametrize(
    ("name", "told"),
    [("nothing", "no such file or directory"), ("empty", "no rows to browse in it"), ("/", "files below it")],
)
def test_bad_paths_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, told: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SystemExit) as end:
        main(["browse", str(tmp_path / name), "--port", "0"])
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1
