from __future__ import annotations

import gzip
import socket
import threading
from pathlib import Path

import pytest

from provenli.errors import InputError
from provenli.library.outside_run import AskChoices, order_of
from provenli.outside.ask import Asked, ask
from provenli.outside.endpoint import LONGEST_ANSWER, wait_of
from provenli.outside.run_log import recorded
from tests.outside.server import Behaviour, Body, Heard, Said, serving

QUICK = {"wait": 0.01, "timeout": 5.0, "retries": 2, "how": "chat"}


def asked(pairs: Path, url: str, out: Path, **choices: object) -> Asked:
    chosen = AskChoices(base_url=url, **{**QUICK, **choices})  # type: ignore[arg-type]
    return ask(order_of(pairs, "openai:m", out, chosen))


def failing(first: Said, times: int = 1) -> Behaviour:
    return lambda number, _: first if number < times else Said()


@pytest.mark.parametrize(
    "fault",
    [
        Said(status=500, text="boom"),
        Said(status=503, text="busy"),
        Said(status=429, text="slow down", headers={"retry-after": "0"}),
        Said(raw=b"<html>hello</html>", kind="text/html"),
        Said(raw=b"{not json", kind="application/json"),
        Said(raw=b"{}"),
        Said(raw=b'{"choices": []}'),
        Said(raw=b'{"choices": [{"message": {"content": 7}}]}'),
        Said(cut=20),
        Said(silent=0.6),
    ],
    ids=["500", "503", "429", "page", "no JSON", "empty", "no choice", "number", "half a body", "silence"],
)
def test_what_may_pass_is_tried_again_and_then_told_in_one_line(fault: Said, pairs: Path, tmp_path: Path) -> None:
    with serving(failing(fault)) as heard:
        found = asked(pairs, heard.url, tmp_path / "run", limit=2, concurrency=1, timeout=0.3)
    assert found.counts["two-way"]["rows"] == 2
    assert len(heard.bodies) == 3
    assert [r["tries"] for r in recorded(tmp_path / "run")] == [2, 1]
    with serving(failing(fault, 1000)) as heard, pytest.raises(InputError) as error:
        asked(pairs, heard.url, tmp_path / "other", limit=2, concurrency=1, timeout=0.3, retries=1)
    assert "after 2 tries" in str(error.value)
    assert "\n" not in str(error.value)
    assert len(heard.bodies) == 2


def test_the_server_says_how_long_to_wait(pairs: Path, tmp_path: Path) -> None:
    with serving(failing(Said(status=429, headers={"retry-after": "0.4"}))) as heard:
        asked(pairs, heard.url, tmp_path / "run", limit=1)
    assert heard.times[1] - heard.times[0] >= 0.4
    with serving(failing(Said(status=429, headers={"retry-after": "9999"}))) as heard, pytest.raises(InputError) as e:
        asked(pairs, heard.url, tmp_path / "other", limit=1)
    assert "9999 s before the next try" in str(e.value)
    assert wait_of({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0.0
    assert wait_of({"retry-after": "soon"}) is None
    assert wait_of({}) is None


def test_a_key_that_is_refused_is_not_repeated(pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-1234")
    wrong = Said(status=401, text="Incorrect API key provided: sk-secret-1234")
    with serving(wrong) as heard, pytest.raises(InputError) as error:
        asked(pairs, heard.url, tmp_path / "run", limit=1)
    assert "the key is refused" in str(error.value)
    assert "secret" not in str(error.value)
    assert heard.keys == ["Bearer sk-secret-1234"]
    broken = Said(status=500, text="for sk-secret-1234 we have nothing")
    with serving(broken) as heard, pytest.raises(InputError) as error:
        asked(pairs, heard.url, tmp_path / "run", limit=1)
    assert "secret" not in str(error.value)
    with serving() as heard:
        asked(pairs, heard.url, tmp_path / "other", limit=1)
    assert all(b"secret" not in p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())


def refused_url() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}/v1"


def test_nobody_there(pairs: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(
        InputError, match=r"cannot be reached .*after 2 tries; is the server running there, and is"
    ) as e:
        asked(pairs, refused_url(), tmp_path / "run", retries=1)
    assert "kept" not in str(e.value)
    (told,) = caplog.messages
    assert "trying again in 0.01 s" in told


def test_no_tls_there(pairs: Path, tmp_path: Path) -> None:
    with serving() as heard, pytest.raises(InputError, match="no secure connection"):
        asked(pairs, heard.url.replace("http", "https"), tmp_path / "run", retries=1)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (Said(raw=b" " * (LONGEST_ANSWER + 1)), r"no whole answer .it is longer than 4 MB., after 2 tries"),
        (Said(raw=gzip.compress(b"{}"), headers={"Content-Encoding": "gzip"}), "it is packed, which was not asked for"),
        (Said(cut=20), r"no whole answer .*after 2 tries"),
    ],
)
def test_what_is_no_whole_answer(said: Said, why: str, pairs: Path, tmp_path: Path) -> None:
    """Neither long bodies nor packed ones fill the memory."""
    with serving(said) as heard, pytest.raises(InputError, match=why):
        asked(pairs, heard.url, tmp_path / "run", concurrency=1, retries=1)
    assert len(heard.bodies) == 2


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_to_another_place_are_not_followed(status: int, pairs: Path, tmp_path: Path) -> None:
    with serving() as other:
        away = Said(status=status, headers={"Location": f"{other.url}/chat/completions"})
        with serving(away) as heard, pytest.raises(InputError) as refused:
            asked(pairs, heard.url, tmp_path / "run", concurrency=1, retries=1)
    assert f"redirects to {other.url.removesuffix('/v1')}, which is not followed" in str(refused.value)
    assert (len(heard.bodies), other.bodies) == (1, [])


def test_redirects_to_the_same_place_are_followed(pairs: Path, tmp_path: Path) -> None:
    moved = Said(status=307, headers={"Location": "/v1/chat/completions?moved"})
    with serving(lambda number, _: Said() if number else moved) as heard:
        assert asked(pairs, heard.url, tmp_path / "run", limit=3, concurrency=1).asked == 3
    assert len(heard.bodies) == 4


def test_a_run_that_has_heard_nothing_gives_way(pairs: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be reached"):
        asked(pairs, refused_url(), tmp_path / "run", retries=0)
    with serving() as heard:
        assert asked(pairs, heard.url, tmp_path / "run", limit=3).asked == 3
    with pytest.raises(InputError, match="holds another run"):
        asked(pairs, refused_url(), tmp_path / "run", retries=0)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (Said(status=404, text="no such model"), "no model 'm', or no chat completions there .*base_url is"),
        (Said(status=400, text="bad temperature"), "the request is refused .*bad temperature"),
    ],
)
def test_what_no_second_try_would_mend(said: Said, why: str, pairs: Path, tmp_path: Path) -> None:
    with serving(said) as heard, pytest.raises(InputError, match=why):
        asked(pairs, heard.url, tmp_path / "run", concurrency=1)
    assert len(heard.bodies) == 1


def test_newer_names_of_the_limit_are_taken_up(pairs: Path, tmp_path: Path) -> None:
    def newer(_: int, body: Body) -> Said:
        refused = Said(status=400, text="Unsupported parameter: use 'max_completion_tokens' instead")
        return refused if "max_tokens" in body else Said()

    with serving(newer) as heard:
        asked(pairs, heard.url, tmp_path / "run", limit=3, concurrency=1)
    assert ["max_completion_tokens" in b for b in heard.bodies] == [False, True, True, True]


def test_requests_at_a_time_are_capped(pairs: Path, tmp_path: Path) -> None:
    meet = threading.Barrier(3, timeout=5)

    def together(number: int, _: Body) -> Said:
        if number < 3:
            meet.wait()  # only comes through if three are there at one time
        return Said()

    with serving(together) as heard:
        asked(pairs, heard.url, tmp_path / "run", concurrency=3)
    assert heard.most_at_a_time == 3


def how_of(heard: Heard, pairs: Path, out: Path, how: str) -> Asked:
    return asked(pairs, heard.url, out, how=how, limit=6)


def test_auto_takes_likelihood_where_log_probabilities_are_real(pairs: Path, tmp_path: Path) -> None:
    different = lambda n, _: Said(logprobs={"Yes": -0.1 - 0.001 * n, " no": -2.5, "yes": -4.0})  # noqa: E731
    with serving(different) as heard:
        found = how_of(heard, pairs, tmp_path / "run", "auto")
    assert found.how == "likelihood"
    assert heard.bodies[0]["top_logprobs"] == 20
    first = next(iter(recorded(tmp_path / "run")))
    assert first["scores"]["yes"] > first["scores"]["no"]
    assert first["reply"] == "yes"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (Said(), "the endpoint gives no log-probabilities"),
        (Said(logprobs={"yes": -1.0, "no": -1.0}), "the same log-probabilities whatever it is asked"),
        (Said(logprobs={"The": -1.0, "In": -2.0}), "none of the answers"),
        (Said(status=400, text="logprobs are not supported"), "refuses to give log-probabilities"),
    ],
)
def test_likelihood_is_refused_and_auto_takes_chat(said: Said, why: str, pairs: Path, tmp_path: Path) -> None:
    def behave(_: int, body: Body) -> Said:
        return said if body.get("logprobs") else Said(text="No.")

    with serving(behave) as heard:
        with pytest.raises(InputError, match=f"how likelihood.*{why}.*take how chat"):
            how_of(heard, pairs, tmp_path / "run", "likelihood")
        found = how_of(heard, pairs, tmp_path / "run", "auto")
    assert (found.how, found.counts["two-way"]) == ("chat", {"rows": 6, "answered": 6, "right": 3})
    assert why in found.why


def test_a_classifier_is_no_endpoint(pairs: Path, tmp_path: Path) -> None:
    with serving() as heard, pytest.raises(InputError, match="an endpoint is no classifier"):
        how_of(heard, pairs, tmp_path / "run", "classifier")


@pytest.mark.parametrize(
    ("model", "url", "why"),
    [
        ("openai:m", None, "OPENAI_API_KEY is not set"),
        ("openai:m", "localhost:8000", "expected http://"),
        ("gpt", None, "expected hf:DIRECTORY"),
        ("openai:", None, "expected hf:DIRECTORY"),
        ("hf:x", "http://a/v1", "runs on this machine"),
    ],
)
def test_names_of_models(model: str, url: str | None, why: str, pairs: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=why):
        ask(order_of(pairs, model, tmp_path / "run", AskChoices(base_url=url, how="chat")))
