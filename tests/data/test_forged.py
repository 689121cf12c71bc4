"""A forger who controls every file of a data set, hashes included, and what verify says to each attempt."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import provenli as nli
from provenli.certify.certificates import Attested, Nothing, Problem, Proved, Verdict
from provenli.certify.engines.outside_provers import E_PROVER, PROVER9, VAMPIRE, Z3, Cvc5
from provenli.certify.proofs import Closed
from provenli.cli.data_sets import summary, verified
from provenli.cli.main import main
from provenli.data.check_certificates import ENGINES
from provenli.data.generate import Order, generate
from provenli.data.manifest import read_manifest, written_json
from provenli.data.subject import VerificationReport
from provenli.data.verify import verify
from provenli.errors import InputError
from provenli.library.fragment_shelf import load_fragment
from provenli.library.verification import verify_directory
from provenli.logic.models import FiniteModel
from provenli.pairs.decided_schemas import decided
from provenli.pairs.plan import Request
from provenli.pairs.schemas import Schema

MADE: dict[str, dict[str, Any]] = {
    "boolean": {},
    "systematicity": {"depth": (1, 2)},
    "monotonicity_simple": {"search": (1, 1)},
}
FORMATS = ("jsonl", "parquet", "snli", "mnli", "hf")
CERTIFICATES, PATTERNS, LEFT_OUT = "certificates.jsonl", "patterns.jsonl", "left_out.certificates"
Out = pytest.CaptureFixture[str]


@pytest.fixture(scope="session")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("forged")
    for name, chosen in MADE.items():
        fragment = load_fragment(name)
        assert fragment.pairs is not None
        options = {o.name: o.default for o in fragment.pairs.options} | chosen
        generate(Order(fragment, name, Request(40, 0, options), FORMATS, root / name))
    return root


@pytest.fixture
def copy(originals: Path, tmp_path: Path) -> Callable[[str], Path]:
    return lambda name: Path(shutil.copytree(originals / name, tmp_path / name))


def read(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def write(path: Path, values: list[Any]) -> None:
    path.write_text("".join(json.dumps(v, ensure_ascii=False) + "\n" for v in values))


def cover_up(directory: Path, change: Callable[[Any], object] = lambda _: None) -> None:
    """New counts, sizes and hashes in the manifest, and whatever else is changed there."""
    path = directory / "manifest.json"
    m = json.loads(path.read_text())
    change(m)
    for part, record in m["parts"].items():
        labels = dict(Counter(r["label"] for r in read(directory / f"{part}.jsonl")))
        record |= {"labels": labels, "rows": sum(labels.values())}
        m["balance"][part] = labels
    for files in (m["files"], *(p["files"] for p in m["parts"].values())):
        for name, written in files.items():
            content = (directory / name).read_bytes()
            written |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    path.write_bytes(written_json(m, sort_keys=True))


def checked(directory: Path, deep: bool = False) -> VerificationReport:
    return verify(directory, load_fragment, deep=deep)


def status(directory: Path, *more: str) -> int:
    with pytest.raises(SystemExit) as e:
        main(["verify", str(directory), "--workers", "1", *more])
    return int(e.value.code or 0)


def refused(directory: Path, file: str, *said: str) -> None:
    report = checked(directory)
    told = [str(f) for f in report.faults if f.file == file]
    assert told, [str(f) for f in report.faults]
    assert all(any(text in t for t in told) for text in said), told
    assert status(directory) == 1


@pytest.mark.parametrize("name", MADE)
def test_honest_data_check_in_full(copy: Callable[[str], Path], name: str) -> None:
    report = checked(copy(name), deep=True)
    assert report.sound, (report.faults, report.unchecked)
    assert not report.not_checked


def test_undecided_is_not_folded_into_non_entailment(copy: Callable[[str], Path]) -> None:
    out = copy("boolean")
    found = read(out / CERTIFICATES)
    for c in found:
        if c["label"] == "non-entailment":
            c["verdict"] = {"label": "undecided", "certificate": {"kind": "nothing", "tried": []}}
    write(out / CERTIFICATES, found)
    cover_up(out)
    refused(out, CERTIFICATES, "supports no label")


def on_a_word(out: Path, *engines: str) -> None:
    """Every proof given up for the word of engines."""
    found = read(out / CERTIFICATES)
    for c in (c for c in found if c["verdict"]["certificate"]["kind"] == "proof"):
        c["verdict"]["certificate"]["proof"] = {"rule": "word", "engines": list(engines)}
    write(out / CERTIFICATES, found)

    def change(m: Any) -> None:
        told = m["certificates"]
        told["word"] = told.pop("proof")
        told["checked by the kernel"] = told["models"]

    cover_up(out, change)


def test_an_engines_word_is_unchecked(copy: Callable[[str], Path], capsys: Out) -> None:
    out = copy("boolean")
    on_a_word(out, "z3")
    report = checked(out)
    assert not report.faults, report.faults
    assert not report.sound
    assert "z3" in report.unchecked[0]
    assert status(out) == 1
    assert status(out, "--allow-unchecked") == 0
    capsys.readouterr()
    assert status(out, "--json") == 1
    value = json.loads(capsys.readouterr().out)
    assert (value["sound"], value["faults"]) == (False, [])
    assert value["unchecked"]


@pytest.mark.parametrize("engine", ["", "oracle"])
def test_the_word_of_no_engine(copy: Callable[[str], Path], engine: str) -> None:
    out = copy("boolean")
    on_a_word(out, engine)
    refused(out, CERTIFICATES)
    assert status(out, "--allow-unchecked") == 1


def test_names_of_engines_that_may_give_their_word() -> None:
    assert {e.name for e in (Z3(), Cvc5(), E_PROVER, VAMPIRE, PROVER9)} == set(ENGINES)


def other(label: str) -> str:
    return "non-entailment" if label == "entailment" else "entailment"


def test_flipped_labels_in_snli(copy: Callable[[str], Path]) -> None:
    out = copy("boolean")
    found = read(out / "pairs.snli.jsonl")
    for r in found:
        r["gold_label"] = other(r["gold_label"])
        r["annotator_labels"] = [r["gold_label"]]
    write(out / "pairs.snli.jsonl", found)
    cover_up(out)
    refused(out, "pairs.snli.jsonl", "label")


def test_a_directory_in_place_of_a_file(copy: Callable[[str], Path]) -> None:
    out = copy("boolean")
    (out / "pairs.snli.jsonl").unlink()
    (out / "pairs.snli.jsonl").mkdir()
    refused(out, "pairs.snli.jsonl", "is missing")


def test_flipped_labels_in_mnli(copy: Callable[[str], Path]) -> None:
    out = copy("boolean")
    path = out / "pairs.mnli.tsv"
    head, *lines = path.read_text().splitlines()
    cells = [line.split("\t") for line in lines]
    path.write_text(
        "".join("\t".join(c) + "\n" for c in [[head], *([*c[:-2], other(c[-1]), other(c[-1])] for c in cells)])
    )
    cover_up(out)
    refused(out, "pairs.mnli.tsv", "line 2: expected")


@pytest.mark.parametrize("kind", ["parquet", "hf"])
@pytest.mark.parametrize("column", ["label", "premise", "pattern", "rows", "type"])
def test_tables_that_differ(copy: Callable[[str], Path], kind: str, column: str) -> None:
    out = copy("boolean")
    path = table_of(out, kind)
    table = pq.read_table(path)
    if column == "rows":
        table = table.slice(1)
    elif column == "type":
        place = table.schema.get_field_index("pattern")
        table = table.set_column(place, "pattern", table.column("pattern").cast(pa.string()))
    else:
        values = table.column(column).to_pylist()
        place = table.schema.get_field_index(column)
        moved = pa.array(
            [*values[1:], values[0]] if len(set(values)) > 1 else values,
            pa.string() if isinstance(values[0], str) else pa.int64(),
        )
        table = table.set_column(place, table.schema.field(column), moved.cast(table.schema.field(column).type))
    pq.write_table(table, path)
    cover_up(out)
    refused(out, path.relative_to(out).as_posix())


def other_statistics(table: pa.Table, path: Path) -> None:
    """A reader that asks for schemas passes over a group whose statistics say that it has none of them."""
    content = path.read_bytes()
    begin = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    least = min(table.column("schema").to_pylist()).encode()
    path.write_bytes(content[:begin] + content[begin:].replace(least, b"z" * len(least)))


def key_twice(table: pa.Table, path: Path) -> None:
    with pq.ParquetWriter(path, table.schema, compression="zstd") as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"huggingface": "{}"})


def other_writer(_: pa.Table, path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"parquet-cpp", b"parquet-csv"))


def with_unused_words(table: pa.Table, path: Path) -> None:
    """A dictionary with a word that no row has."""
    place = table.schema.get_field_index("schema")
    column = table.column("schema").combine_chunks().dictionary_encode()
    words = pa.concat_arrays([column.dictionary, pa.array(["s999"])])
    column = pa.DictionaryArray.from_arrays(column.indices, words)
    pq.write_table(table.set_column(place, "schema", column).cast(table.schema), path, compression="zstd")


def table_with(**options: Any) -> Callable[[pa.Table, Path], object]:
    return lambda table, path: pq.write_table(table, path, **{"compression": "zstd", **options})


COLUMNS: dict[str, Callable[[pa.Table, Path], object]] = {
    "a column more": lambda table, path: pq.write_table(table.append_column("gold", table.column("label")), path),
    "a row more": lambda table, path: pq.write_table(pa.concat_tables([table, table.slice(0, 1)]), path),
}
AROUND: dict[str, Callable[[pa.Table, Path], object]] = {
    "statistics": other_statistics,
    "no statistics": table_with(write_statistics=False),
    "a key twice": key_twice,
    "groups": table_with(row_group_size=7),
    "bytes of nobody": lambda _, path: path.write_bytes(path.read_bytes()[:4] + path.read_bytes() * 2),
    "two schemas": table_with(store_schema=False),
    "the writer's name": other_writer,
    "told of a column": lambda table, path: pq.write_table(
        table.cast(pa.schema([f.with_metadata({"people": "agree"}) for f in table.schema], table.schema.metadata)), path
    ),
    "an order of rows": table_with(sorting_columns=[pq.SortingColumn(3)]),
    "an index of pages": table_with(write_page_index=True),
    "sums of pages": table_with(write_page_checksum=True),
    "another version": table_with(version="1.0"),
    "pages of another kind": table_with(data_page_version="2.0"),
    "no dictionaries": table_with(use_dictionary=False),
    "words that no row has": with_unused_words,
    "packed otherwise": table_with(compression="gzip"),
}


def table_of(out: Path, kind: str) -> Path:
    return out / "pairs.parquet" if kind == "parquet" else next((out / "hf" / "data").iterdir())


@pytest.mark.parametrize("kind", ["parquet", "hf"])
@pytest.mark.parametrize("what", COLUMNS)
def test_other_columns_and_rows_of_a_table(copy: Callable[[str], Path], kind: str, what: str) -> None:
    out = copy("boolean")
    path = table_of(out, kind)
    COLUMNS[what](pq.read_table(path), path)
    cover_up(out)
    refused(out, path.relative_to(out).as_posix())


@pytest.mark.parametrize("kind", ["parquet", "hf"])
@pytest.mark.parametrize("what", AROUND)
def test_what_stands_around_the_rows_of_a_table(copy: Callable[[str], Path], kind: str, what: str) -> None:
    """Some readers go by it, and another pyarrow writes it otherwise: it is never said to be checked."""
    out = copy("boolean")
    path = table_of(out, kind)
    AROUND[what](pq.read_table(path), path)
    cover_up(out)
    name = path.relative_to(out).as_posix()
    report = checked(out)
    assert any(f.file == name for f in report.faults) or any(f"{name}: what stands" in u for u in report.unchecked)
    assert status(out) == 1


@pytest.mark.parametrize("kind", ["parquet", "hf"])
def test_damaged_tables(copy: Callable[[str], Path], kind: str) -> None:
    """A card cannot be made of them either, which is told, not raised."""
    out = copy("boolean")
    path = table_of(out, kind)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    cover_up(out)
    refused(out, path.relative_to(out).as_posix())


def test_a_name_that_says_that_everything_checks(copy: Callable[[str], Path], capsys: Out) -> None:
    """A file's name may hold line ends, and would then stand in lines of its own among those of verify."""
    out = copy("boolean")
    (out / "x\nmine: 40 pairs, 40 certificates: everything checks\ny").touch()
    assert status(out) == 1
    told = capsys.readouterr().out.splitlines()
    assert not any(line.endswith("everything checks") for line in told)
    assert sum("x\\nmine: 40 pairs" in line for line in told) == 1
    assert len(repr(checked(out)).splitlines()) == 1


def test_a_folder_that_cannot_be_listed(copy: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the mode 311 hides its files from whoever lists it, and they can still be opened by name."""
    out = copy("boolean")
    (out / "hidden").mkdir()
    (out / "hidden" / "train.jsonl").write_text("{}\n")
    listed = os.scandir

    def scandir(path: Any = ".") -> Any:
        if str(path).endswith("hidden"):
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", scandir)
    with pytest.raises(InputError, match="hidden cannot be listed"):
        checked(out)


def test_a_link_in_place_of_a_file(copy: Callable[[str], Path], capsys: Out) -> None:
    """What it points to can change after verify has looked."""
    out = copy("boolean")
    (out / "pairs.jsonl").rename(out.parent / "elsewhere")
    (out / "pairs.jsonl").symlink_to(out.parent / "elsewhere")
    assert status(out) == 2
    assert "pairs.jsonl is a link; expected files only" in capsys.readouterr().err


OTHERWISE: dict[str, Callable[[bytes], bytes]] = {
    "end": lambda content: content[:-1],
    "space": lambda content: content.replace(b'": ', b'":  ', 1),
    "zero": lambda content: content.replace(b": 0", b": -0", 1),
    "escape": lambda content: content.replace(b'"premise"', b'"\\u0070remise"', 1),
    "digits": lambda content: content.replace(b"<= 0]", b"<= " + b"9" * 5000 + b"]", 1),
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_a_line_is_written_in_one_way(copy: Callable[[str], Path], what: str) -> None:
    for file in (CERTIFICATES, PATTERNS, LEFT_OUT):
        out = copy("monotonicity_simple")
        content = (out / file).read_bytes()
        (out / file).write_bytes(OTHERWISE[what](content))
        cover_up(out)
        changed = (out / file).read_bytes() != content
        assert any(f.file in (file, "manifest.json") for f in checked(out).faults) == changed
        shutil.rmtree(out)


def test_a_label_that_no_row_has(copy: Callable[[str], Path]) -> None:
    out = copy("boolean")
    m = json.loads((out / "manifest.json").read_text())
    for labels in (m["parts"]["pairs"]["labels"], m["balance"]["pairs"]):
        labels["neutral"] = 0
    (out / "manifest.json").write_text(json.dumps(m))
    refused(out, "pairs.jsonl", "labels")


@pytest.mark.parametrize("name", ["pairs.jsonl", "pairs.snli.jsonl", "pairs.mnli.tsv", CERTIFICATES, PATTERNS])
def test_lines_that_end_otherwise(copy: Callable[[str], Path], name: str) -> None:
    out = copy("boolean")
    (out / name).write_bytes((out / name).read_bytes().replace(b"\n", b"\r\n"))
    cover_up(out)
    assert any(f.file == name for f in checked(out).faults)


def test_a_version_that_recorded_less_is_no_way_round(copy: Callable[[str], Path]) -> None:
    """Without readings and what labels rest on, as 0.1.0 wrote; other versions must have both."""
    out = copy("monotonicity_simple")
    found = read(out / CERTIFICATES)
    write(out / CERTIFICATES, [{k: v for k, v in c.items() if k != "strictly"} for c in found])
    cover_up(out, lambda m: m.update(reading=None))
    assert not checked(out).sound
    assert status(out) == 1


def test_names_of_labels_exchanged_in_hf(copy: Callable[[str], Path]) -> None:
    out = copy("boolean")
    path = next((out / "hf" / "data").iterdir())
    table = pq.read_table(path)
    told = table.schema.metadata[b"huggingface"].decode()
    told = told.replace('["entailment", "non-entailment"]', '["non-entailment", "entailment"]')
    pq.write_table(table.replace_schema_metadata({"huggingface": told}), path)
    cover_up(out)
    refused(out, path.relative_to(out).as_posix(), "labels")


def test_a_changed_card(copy: Callable[[str], Path]) -> None:
    out = copy("boolean")
    path = out / "hf" / "README.md"
    path.write_text(path.read_text().replace("0 entailment, 1 non-entailment", "0 non-entailment, 1 entailment"))
    cover_up(out)
    refused(out, "hf/README.md")


@pytest.mark.parametrize("name", MADE)
def test_sentences_exchanged_in_every_row(copy: Callable[[str], Path], name: str) -> None:
    out = copy(name)
    part = next(p for p in json.loads((out / "manifest.json").read_text())["parts"])
    found = read(out / f"{part}.jsonl")
    for r in found:
        r["premise"], r["hypothesis"] = r["hypothesis"], r["premise"]
    write(out / f"{part}.jsonl", found)
    cover_up(out)
    refused(out, f"{part}.jsonl")


def test_a_key_that_comes_twice(copy: Callable[[str], Path]) -> None:
    """Whoever takes the first value reads another label than verify did."""
    for name in ("pairs.jsonl", CERTIFICATES, PATTERNS):
        out = copy("boolean")
        first, *lines = (out / name).read_text().splitlines()
        (out / name).write_text("\n".join(['{"label": "entailment", "pattern": 7, ' + first[1:], *lines]) + "\n")
        cover_up(out)
        refused(out, name, "twice")
        shutil.rmtree(out)


HISTORY: list[Callable[[Any], object]] = [
    lambda m: m.update(provenli="best"),
    lambda m: m.update(seed=True),
    lambda m: m.update(seed=0.5),
    lambda m: m["options"].update(corrections="all"),
    lambda m: m["options"].update(corrections=1),
    lambda m: m["options"].update(more=1),
    lambda m: m["certificates"].update(people=40),
    lambda m: m["certificates"].update(models=float(m["certificates"]["models"])),
    lambda m: m.update(size=40.0),
    lambda m: m["certificates"].update({"corrections of derived labels": 3}),
    lambda m: m.update(notes="proved"),
]


@pytest.mark.parametrize("number", range(len(HISTORY)))
def test_a_history_of_the_wrong_kind(copy: Callable[[str], Path], number: int) -> None:
    out = copy("boolean")
    cover_up(out, HISTORY[number])
    assert status(out) != 0


def test_a_version_to_come_and_a_foreign_file_are_unchecked(copy: Callable[[str], Path]) -> None:
    out = copy("boolean")
    cover_up(out, lambda m: m.update(provenli="9.0.0"))
    (out / "extra.jsonl").write_text("{}\n")
    (out / "pairs.parsed.jsonl").write_text("{}\n")
    (out / "gold.parsed.jsonl").write_text("{}\n")
    report = checked(out)
    assert not report.faults
    assert len(report.unchecked) == 5  # the version twice: nobody knows it, and this one draws the same pairs
    assert not report.not_checked
    assert (status(out), status(out, "--allow-unchecked")) == (1, 0)


# --- How it was drawn: the rows are drawn again ---

DRAWN_OTHERWISE: dict[str, tuple[str, Callable[[Any], object]]] = {
    "seed": ("boolean", lambda m: m.update(seed=1)),
    "seed of switches": ("systematicity", lambda m: m.update(seed=2**40)),
    "polished": ("boolean", lambda m: m["options"].update(polished=True)),
    "depth": ("boolean", lambda m: m["options"].update(depth=[0, 1])),
    "depths": ("systematicity", lambda m: m["options"].update(depth=[1, 3])),
    "search": ("monotonicity_simple", lambda m: m["options"].update(search=[1, 2])),
    "note": ("boolean", lambda m: m.update(notes=["people agree"])),
    "note taken away": ("systematicity", lambda m: m.update(notes=[])),
    "left out": ("boolean", lambda m: m.update(left_out=m["left_out"] + 1)),
    "corrections": (
        "monotonicity_simple",
        lambda m: m["certificates"].update({"corrections of derived labels": {"neutral -> entailment": 9}}),
    ),
}


@pytest.mark.parametrize("what", DRAWN_OTHERWISE)
def test_a_false_story_of_how_it_was_drawn(copy: Callable[[str], Path], what: str) -> None:
    name, change = DRAWN_OTHERWISE[what]
    out = copy(name)
    cover_up(out, change)
    assert checked(out).faults


def test_options_with_which_the_same_rows_are_drawn_are_no_lie(copy: Callable[[str], Path]) -> None:
    """No pair of boolean has a label that the paper derives; but names of hf files tell what was asked for."""
    out = copy("boolean")
    cover_up(out, lambda m: m["options"].update(corrections="drop"))
    assert [str(f).partition("hf/data/")[1] for f in checked(out).faults] == ["hf/data/"]


def test_the_year_of_another_version(copy: Callable[[str], Path]) -> None:
    """0.1.0 wrote no reading and nothing that was left out; no version since leaves the reading out."""
    for change in ({"provenli": "0.1.0"}, {"reading": None}, {"provenli": "0.1.0", "reading": None}):
        out = copy("boolean")
        cover_up(out, lambda m, change=change: m.update(change))
        refused(out, "manifest.json", "has a reading")
        shutil.rmtree(out)


def renumbered(found: list[Any]) -> list[Any]:
    return [{**r, "id": f"{r['id'].rpartition('-')[0]}-{k:08}"} for k, r in enumerate(found)]


def rows_alone(out: Path) -> None:
    """Without the other formats, in which the rows stand as they were."""
    for path in (*out.glob("pairs.[mps]*"), out / "hf"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    m = json.loads((out / "manifest.json").read_text())
    m["files"] = {f: w for f, w in m["files"].items() if not f.startswith("hf/")}
    m["parts"]["pairs"]["files"] = {"pairs.jsonl": m["parts"]["pairs"]["files"]["pairs.jsonl"]}
    (out / "manifest.json").write_text(json.dumps(m))


ROWS: dict[str, Callable[[list[Any]], list[Any]]] = {
    "order": lambda found: [found[1], found[0], *found[2:]],
    "fewer": lambda found: found[:-1],
    "one label less": lambda found: [r for r in found if r["label"] == "entailment"],
}


@pytest.mark.parametrize("what", ROWS)
def test_rows_in_another_order_or_fewer(copy: Callable[[str], Path], what: str) -> None:
    out = copy("boolean")
    kept = renumbered(ROWS[what](read(out / "pairs.jsonl")))
    write(out / "pairs.jsonl", kept)
    rows_alone(out)
    cover_up(out, lambda m: m.update(size=len(kept)))
    assert any("draw another" in f.what for f in checked(out).faults)


def test_a_feature_forged_in_recipe_and_rows(copy: Callable[[str], Path]) -> None:
    """Rows have the features of their pattern's recipe: a forger changes both."""
    out = copy("boolean")
    patterns = read(out / PATTERNS)
    patterns[0]["recipe"]["features"]["connectives"] = 99
    write(out / PATTERNS, patterns)
    found = read(out / "pairs.jsonl")
    for r in found:
        if r["features"]["pattern"] == 0:
            r["features"]["connectives"] = 99
    write(out / "pairs.jsonl", found)
    rows_alone(out)
    cover_up(out)
    assert [f for f in checked(out).faults if "draw another pattern" in f.what]


def test_a_forged_word_of_the_calculus(copy: Callable[[str], Path]) -> None:
    out = copy("boolean")
    found = read(out / CERTIFICATES)
    k = next(k for k, c in enumerate(found) if c["calculus"] == c["verdict"]["label"] == "entailment")
    found[k]["calculus"] = "neutral"
    write(out / CERTIFICATES, found)
    cover_up(out)
    assert [str(f) for f in checked(out).faults] == [
        f"{CERTIFICATES}, line {k + 1}: calculus: expected entailment, found neutral"
    ]


def left_out_with(out: Path, change: Callable[[list[Any]], list[Any]]) -> VerificationReport:
    write(out / LEFT_OUT, change(read(out / LEFT_OUT)))
    cover_up(out, lambda m: m.update(left_out=len(read(out / LEFT_OUT))))
    return checked(out)


def test_what_was_left_out_is_proved_too(copy: Callable[[str], Path]) -> None:
    def other_label(found: list[Any]) -> list[Any]:
        found[0]["verdict"]["label"] = "neutral" if found[0]["verdict"]["label"] != "neutral" else "entailment"
        return found

    out = copy("boolean")
    assert left_out_with(out, other_label).faults
    shutil.rmtree(out)
    assert left_out_with(copy("boolean"), lambda found: found[1:]).faults


OTHER_LINES: dict[str, Callable[[list[Any]], list[Any]]] = {
    "one twice": lambda found: [found[0], *found],
    "another order": lambda found: found[::-1],
    "more in it": lambda found: [{**found[0], "verdict": {**found[0]["verdict"], "people": 3}}, *found[1:]],
}


@pytest.mark.parametrize("what", OTHER_LINES)
def test_what_was_left_out_is_written_in_one_way(copy: Callable[[str], Path], what: str) -> None:
    out = copy("boolean")
    write(out / LEFT_OUT, OTHER_LINES[what](read(out / LEFT_OUT)))
    cover_up(out)
    refused(out, LEFT_OUT)


def test_that_something_is_undecided_is_unchecked(copy: Callable[[str], Path]) -> None:
    """Whoever calls it undecided could leave out what he likes."""

    def undecided(found: list[Any]) -> list[Any]:
        found[-1] |= {"verdict": {"label": "undecided", "certificate": {"kind": "nothing", "tried": []}}}
        return found

    report = left_out_with(copy("boolean"), undecided)
    assert any("left out as undecided" in what for what in report.unchecked) or report.faults
    assert not report.sound


@pytest.mark.parametrize(
    ("verdict", "few"),
    [
        (Verdict("undecided", Nothing(("z3: no time left",))), True),
        (Verdict("undecided", Proved(Closed(), FiniteModel(1))), False),
        (Verdict("undecided", Attested("people")), False),
        (Verdict("undecided", Nothing((3,))), False),  # type: ignore[arg-type]
        (Verdict("undecided", Nothing(()), ("people",)), False),
    ],
)
def test_what_stands_with_something_undecided(tmp_path: Path, verdict: Verdict, few: bool) -> None:
    """The forger makes the data with an engine of his own, so that all notes, rows and counts fit."""
    fragment = load_fragment("monotonicity_simple")
    assert fragment.pairs is not None
    known: list[Problem] = []

    def answer(problem: Problem) -> Schema:
        known.append(problem)
        return Schema(problem, verdict, "neutral") if problem in known[5:6] else decided(problem)

    options = {o.name: o.default for o in fragment.pairs.options}
    generate(Order(fragment, fragment.name, Request(300, 0, options, answers=answer), ("jsonl",), tmp_path / "out"))
    report = checked(tmp_path / "out")
    assert (report.sound, bool(report.faults)) == (few, not few), (report.faults, report.unchecked)


@pytest.mark.parametrize(("number", "of", "few"), [(1, 300, True), (4, 1400, True), (1, 299, False), (5, 1400, False)])
def test_a_few_that_stayed_undecided_are_counted(number: int, of: int, few: bool) -> None:
    """No row shows them, and no label rests on them; where they are many, somebody may have chosen."""
    report = VerificationReport()
    report.leave_undecided(number, of, "schema")
    assert (report.undecided, report.sound) == (number, few)
    assert ("everything checks; said to be undecided" in verified(report, Path("data"))) == few


def test_generate_says_beforehand_that_verify_will_not_pass(copy: Callable[[str], Path]) -> None:
    out = copy("boolean")
    nothing = {"verdict": {"label": "undecided", "certificate": {"kind": "nothing", "tried": []}}}
    assert "will not pass" not in summary(read_manifest(out), out)
    write(out / LEFT_OUT, [{**value, **nothing} for value in read(out / LEFT_OUT)])
    assert "`provenli verify` will not pass" in summary(read_manifest(out), out)


def test_without_what_was_left_out_drawing_is_unchecked(copy: Callable[[str], Path]) -> None:
    """As before it was recorded; nobody gets through by taking it away."""
    out = copy("boolean")
    (out / LEFT_OUT).unlink()
    cover_up(out, lambda m: (m.pop("left_out"), m["files"].pop(LEFT_OUT)))
    report = checked(out)
    assert not report.faults
    assert ["not all that was decided is on record" in what for what in report.unchecked] == [True]


def test_another_version_is_no_way_round(copy: Callable[[str], Path]) -> None:
    out = copy("boolean")
    cover_up(out, lambda m: m.update(seed=1, provenli="0.1.9"))
    report = checked(out)
    assert not report.faults
    assert ["0.1.9" in what for what in report.unchecked] == [True, True]


def test_a_recipe_with_more_than_it_makes(copy: Callable[[str], Path]) -> None:
    out = copy("boolean")
    found = read(out / PATTERNS)
    found[0]["recipe"]["checked"] = True
    write(out / PATTERNS, found)
    cover_up(out)
    refused(out, PATTERNS, "recipe")


@pytest.mark.parametrize("name", MADE)
def test_no_engine_is_loaded(originals: Path, name: str) -> None:
    code = (
        "import sys; from pathlib import Path; from provenli.library.verification import verify_directory\n"
        f"assert verify_directory(Path({str(originals)!r}) / {name!r}).sound\n"
        "print([m for m in sys.modules if m.startswith(('provenli.certify.engines', 'provenli.certify.decide', 'z3', "
        "'cvc5'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(("said", "sound"), [("dinner", True), ("boolean", False), ("Dinner", False)])
def test_the_name_of_an_own_fragment(tmp_path: Path, said: str, sound: bool) -> None:
    """The file is given again and its hash compared: whose data they are called is compared too."""
    own = str(Path(__file__).parents[2] / "examples" / "my_fragment.py")
    nli.generate(own, tmp_path / "own", size=24, workers=1)
    cover_up(tmp_path / "own", lambda m: m.update(fragment=said))
    assert verify_directory(tmp_path / "own", own).sound == sound


def test_an_own_fragment_that_made_nothing_here(originals: Path) -> None:
    """Else whoever gives the file would take the labels for those of its grammar."""
    own = str(Path(__file__).parents[2] / "examples" / "my_fragment.py")
    with pytest.raises(InputError, match="was made with no file of your own; leave it out"):
        verify_directory(originals / "boolean", own)
