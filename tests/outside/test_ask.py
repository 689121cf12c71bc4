from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import provenli as nli
from provenli.cli.main import app, main
from provenli.errors import InputError
from provenli.library.outside_run import AskChoices, order_of
from provenli.outside import choice
from provenli.outside.ask import ask as ask_now
from provenli.outside.asked_rows import AskedRow, read_rows
from provenli.outside.run_log import LOG, open_log, recorded
from tests.outside.server import Body, Said, serving


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["ask", *words], env={"COLUMNS": "200"})
    return result.exit_code, result.output


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as end:
        main(["ask", *words])
    assert end.value.code == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_predictions_stay_within_the_run(pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run that goes on may be somebody else's."""
    with serving(Said(text="yes")) as heard:
        words = (str(pairs), "--model", "openai:m", "--base-url", heard.url, "--out", str(tmp_path / "run"))
        assert run(*words, "--how", "chat")[0] == 0
        (tmp_path / "run" / "predictions").rename(tmp_path / "elsewhere")
        (tmp_path / "elsewhere" / "two-way.jsonl").write_text("keep")
        (tmp_path / "run" / "predictions").symlink_to(tmp_path / "elsewhere")
        assert "predictions is a link, expected a directory" in refusal(capsys, *words, "--how", "chat")
    assert (tmp_path / "elsewhere" / "two-way.jsonl").read_text() == "keep"


def test_a_run_is_predictions_and_a_log(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"

    def behave(_: int, body: Body) -> Said:
        text = body["messages"][0]["content"]
        return Said(
            text="Hm." if "Every dog 0 " in text else "Yes, since no horse is slow." if "moved" in text else "no"
        )

    with serving(behave) as heard:
        status, said = run(
            str(pairs), "--model", "openai:m", "--base-url", heard.url, "--out", str(out), "--how", "chat"
        )
    assert status == 0
    assert "two-way: 19 of 20 right, 1 without an answer" in said
    rows = [json.loads(line) for line in (out / "predictions" / "two-way.jsonl").read_text().splitlines()]
    assert [r["id"] for r in rows] == [f"r{k}" for k in range(20)]
    assert (rows[0]["label"], rows[2]["label"], rows[1]["label"]) == ("abstained", "entailment", "non-entailment")
    scores = nli.score(out / "predictions" / "two-way.jsonl", by=["depth"])
    assert scores.right == 19
    records = list(recorded(out))
    assert len(records) == 20
    assert {(r["tokens_in"], r["tokens_out"], r["how"], r["model"]) for r in records} == {(7, 2, "chat", "openai:m")}
    assert all(r["seconds"] >= 0 and r["reply"] for r in records)


def test_what_is_on_record_is_not_asked_again(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    with serving() as heard:
        first = nli.ask(pairs, "openai:m", out, base_url=heard.url, how="chat", limit=5)
        more = nli.ask(pairs, "openai:m", out, base_url=heard.url, how="chat", limit=8)
        turned = nli.ask(
            pairs, "openai:m", out, base_url=heard.url, how="chat", limit=8, prompts=["two-way", "two-way-turned"]
        )
        assert (first.asked, more.asked, turned.asked) == (5, 3, 8)
        assert len(heard.bodies) == len(set(heard.texts)) == 16
        with pytest.raises(InputError, match=r"holds another run .temperature 0.0, here 1.0"):
            nli.ask(pairs, "openai:m", out, base_url=heard.url, how="chat", limit=5, temperature=1.0)
        with pytest.raises(InputError, match=r"holds another run .model"):
            nli.ask(pairs, "openai:other", out, base_url=heard.url, how="chat", limit=5)
    assert sorted(p.name for p in (out / "predictions").iterdir()) == ["two-way-turned.jsonl", "two-way.jsonl"]


def test_killed_in_the_middle_it_goes_on(pairs: Path, tmp_path: Path) -> None:
    """kill -9: what was recorded is not asked again; at most what was in flight is."""
    out, hold = tmp_path / "run", threading.Event()

    def behave(number: int, _: Body) -> Said:
        if number >= 9:
            hold.wait(300)
        return Said()

    with serving(behave) as heard:
        words = ["ask", str(pairs), "--model", "openai:m", "--base-url", heard.url, "--out", str(out), "--how", "chat"]
        words += ["--concurrency", "3"]
        child = subprocess.Popen([sys.executable, "-m", "provenli", *words], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 300
        while len(heard.bodies) < 12 and time.monotonic() < deadline:
            time.sleep(0.02)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        kept = {r["row"] for r in recorded(out)}
        assert len(kept) == 9
        hold.set()
        before = len(heard.bodies)
        done = nli.ask(pairs, "openai:m", out, base_url=heard.url, how="chat")
    assert done.asked == 11
    again = heard.texts[before:]
    assert len(again) == 11
    assert len(set(heard.texts)) == 20
    assert done.counts["two-way"]["rows"] == 20


def test_a_torn_line_is_cut_off(tmp_path: Path) -> None:
    log = open_log(tmp_path)
    log.add("a", {"row": "1"})
    log.close()
    whole = (tmp_path / LOG).read_bytes()
    (tmp_path / LOG).write_bytes(whole + b'{"key": "b", "ro')
    log = open_log(tmp_path)
    assert list(log.records) == ["a"]
    log.add("c", {"row": "2"})
    log.close()
    assert [r["key"] for r in recorded(tmp_path)] == ["a", "c"]


def test_dry_run_asks_nothing(pairs: Path, tmp_path: Path) -> None:
    with serving() as heard:
        words = (str(pairs), "--model", "openai:m", "--base-url", heard.url, "--out", str(tmp_path / "run"))
        status, said = run(*words, "--limit", "10", "--dry-run")
        assert (status, heard.bodies) == (0, [])
        assert said.startswith("10 requests: about ")
        assert not (tmp_path / "run").exists()


def test_examples_come_from_another_part_and_hide_nothing(pairs: Path, tmp_path: Path) -> None:
    with serving() as heard:
        choices = {"base_url": heard.url, "how": "chat", "limit": 2, "concurrency": 1}
        nli.ask(pairs, "openai:m", tmp_path / "run", examples=pairs, prompts="two-way-few-shot", **choices)
    text = heard.texts[0]
    assert text.count("Premise:") == 5
    assert text.count("Answer: yes") == text.count("Answer: no") == 2
    asked = text.rpartition("Premise: ")[2].partition("\n")[0]
    assert text.count(asked) == 1  # never among its own examples
    assert text.endswith("Answer:")


def test_files_without_ids_and_three_labels(tmp_path: Path) -> None:
    path = tmp_path / "published.tsv"
    lines = ["premise\thypothesis\tlabel"]
    lines += [f"A dog {k} ran.\tA cat {k} ran.\t{x}" for k, x in enumerate(["entailment", "neutral", "contradiction"])]
    path.write_text("\n".join(lines) + "\n")
    with serving(Said(text="maybe")) as heard:
        found = nli.ask(path, "openai:m", tmp_path / "run", base_url=heard.url, how="chat")
        assert found.counts == {"three-way": {"rows": 3, "answered": 3, "right": 1}}
        with pytest.raises(InputError, match="its answers mean entailment, non-entailment, but"):
            nli.ask(path, "openai:m", tmp_path / "two", base_url=heard.url, how="chat", prompts="two-way")
        folded = nli.ask(path, "openai:m", tmp_path / "two", base_url=heard.url, how="chat", two_way=True)
    assert folded.counts["two-way"] == {"rows": 3, "answered": 0, "right": 0}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--how", "guess"], "--how: expected auto"),
        (["--limit", "0"], "--limit: expected a whole number"),
        (["--temperature", "-1"], "--temperature: expected a number"),
        (["--concurrency", "0"], "--concurrency"),
        (["--prompt", "two-wya"], "did you mean 'two-way'"),
        (["--prompt", "nowhere.txt"], "cannot be read"),
        (["--prompt", "two-way", "--prompt", "two-way"], ""),
        (["--part", "test"], "is no data set"),
        (["--shots", "4"], "say from where with --examples"),
    ],
)
def test_bad_words_are_one_line(
    words: list[str], why: str, pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving() as heard:
        given = [str(pairs), "--model", "openai:m", "--base-url", heard.url, "--out", str(tmp_path / "run")]
        if not why:
            assert run(*given, *words, "--how", "chat")[0] == 0  # twice the same is once
            return
        assert why in refusal(capsys, *given, *words)
    assert not (tmp_path / "run").exists()


def test_a_file_is_no_place_for_a_run(pairs: Path) -> None:
    with serving() as heard, pytest.raises(nli.ProveNLIError, match="is a file: choose a directory"):
        nli.ask(pairs, "openai:m", pairs, base_url=heard.url, how="chat")
    assert not heard.bodies, "nothing is asked before that is known"


def test_a_directory_that_holds_something_else_is_left_alone(pairs: Path, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "thesis.txt").write_text("mine")
    with serving() as heard, pytest.raises(InputError, match="holds no run"):
        nli.ask(pairs, "openai:m", tmp_path / "run", base_url=heard.url, how="chat")
    assert [p.name for p in (tmp_path / "run").iterdir()] == ["thesis.txt"]


def test_a_limit_takes_equally_many_of_each_label(tmp_path: Path) -> None:
    labels = ["entailment"] * 50 + ["neutral"] * 30 + ["contradiction"] * 3 + ["-"] * 10
    lines = [f"Dog {k} ran.\tCat {k} ran.\t{label}" for k, label in enumerate(labels)]
    file = tmp_path / "pairs.tsv"
    file.write_text("\n".join(["premise\thypothesis\tlabel", *lines]) + "\n")

    def taken(limit: int) -> tuple[AskedRow, ...]:
        return read_rows(file, None, limit, False).rows

    assert Counter(r.gold for r in taken(6)) == {"entailment": 2, "neutral": 2, "contradiction": 2}
    assert Counter(r.gold for r in taken(21)) == {"entailment": 9, "neutral": 9, "contradiction": 3}
    assert Counter(r.gold for r in read_rows(file, None, 20, True).rows) == {"entailment": 10, "non-entailment": 10}
    assert len(taken(83)) == 83
    assert all(r.gold for r in taken(83))
    assert len(taken(200)) == 93
    assert taken(20) == taken(20)
    assert set(map(str, taken(20))) < set(map(str, taken(40))), "a larger limit adds rows"
    places = [int(r.premise.split()[1]) for r in taken(40)]
    assert places == sorted(places)
    assert {p for p in places if p < 50} != set(range(len([p for p in places if p < 50]))), "not just the first"


def test_a_run_that_took_the_first_rows_goes_on_with_them(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    with serving() as heard:
        order = order_of(pairs, "openai:m", out, AskChoices("chat", limit=5, base_url=heard.url))
        first = read_rows(pairs, None, 5, False, "first")
        ask_now(replace(order, rows=first, choice="first"))
        value = json.loads((out / "run.json").read_text())
        assert value.pop("choice") == "first"
        (out / "run.json").write_text(json.dumps(value))  # as 0.1.0 wrote it
        again = nli.ask(pairs, "openai:m", out, base_url=heard.url, how="chat", limit=5)
        more = nli.ask(pairs, "openai:m", out, base_url=heard.url, how="chat", limit=7)
    assert (again.asked, more.asked) == (0, 2)
    assert len(heard.bodies) == 7


def test_a_model_served_here_goes_on_at_another_address(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is on record has the model's name, not the port that its server had."""
    words = [str(pairs), "--model", "local:smollm2", "--how", "chat", "--out", str(tmp_path / "run")]
    monkeypatch.setattr(choice, "small_model", lambda: None)
    assert "local:smollm2 is not installed: pip install xllamacpp" in refusal(capsys, *words)
    monkeypatch.setattr(choice, "small_model", lambda: tmp_path / "weights")
    bodies = []
    for limit in ("4", "6"):
        with serving(Said(text="yes")) as heard:
            monkeypatch.setattr(choice, "served", lambda _, url=heard.url: nullcontext(url))
            assert run(*words, "--limit", limit)[0] == 0
        bodies.append(len(heard.bodies))
    assert bodies == [4, 2]


def test_the_server_of_a_model_that_cannot_be_loaded(tmp_path: Path) -> None:
    with (
        pytest.raises(InputError, match=r"llama.cpp.s server .* does not start"),
        choice.served(tmp_path / "none.gguf"),
    ):
        pass
