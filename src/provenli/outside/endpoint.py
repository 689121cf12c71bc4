"""An OpenAI-style endpoint: one request with its retries, many at a time, and what goes wrong as one line.

What may pass is tried again, with a limit: 408, 409, 425, 429 and 5xx, lost connections, silence, and bodies that are
no answer, or too long or too slow for one. Where the server says how long to wait (Retry-After), all requests wait. The
key comes from the environment and is in no message and no file.
"""

from __future__ import annotations

import importlib
import logging
import math
import os
import queue
import ssl
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Any

from provenli.errors import InputError, ProveNLIError, escaped
from provenli.outside.ways import LEAST, AskedQuestion, How, Reply, Sampling
from provenli.prompts import Prompt

KEY, LOG = "OPENAI_API_KEY", logging.getLogger(__name__)
EXTRA = "pip install 'provenli[ask]'"
AGAIN = frozenset({408, 409, 425, 429})
TOP = 20
"""How many log-probabilities are asked for at the answer's place: as many as an endpoint gives."""
LONGEST_WAIT = 600.0
"""Seconds; a server that asks for more is not waited for."""
LONGEST_ANSWER = 4 * 2**20
"""Bytes; thirty thousand tokens are a tenth of it."""


@dataclass(frozen=True, slots=True)
class EndpointOptions:
    """`concurrency`: requests at a time. `wait`: seconds before the second try, doubled for each further one."""

    base_url: str | None = None
    concurrency: int = 8
    retries: int = 4
    timeout: float = 120.0
    wait: float = 0.5


class Passing(Exception):
    """A failure that may be gone the next time. `wait`: seconds that the server asks for."""

    def __init__(self, what: str, wait: float | None = None) -> None:
        super().__init__(what)
        self.wait = wait


class Endpoint:
    """A model behind an endpoint; made once, used by several threads."""

    def __init__(self, model: str, options: EndpointOptions, sampling: Sampling) -> None:
        self._client = _client(options)
        weakref.finalize(self, self._client.close)
        self.model, self.options, self.sampling = model, options, sampling
        self._not_before = 0.0
        self._room, self._answered, self._told = "max_tokens", False, 0

    @property
    def shown(self) -> str:
        return self.options.base_url or "the endpoint of the openai client"

    def reply(self, text: str, prompt: Prompt, logprobs: bool, stopped: threading.Event | None = None) -> Reply:
        """One reply, with retries. Raises InputError when they are used up, or at once if retrying would not help."""
        start, last = time.monotonic(), ""
        for attempt in range(1, self.options.retries + 2):
            self._pause(stopped)
            try:
                found = self._once(text, prompt, logprobs)
            except Passing as error:
                last = str(error)
                self._put_off(error, attempt)
                continue
            self._answered = True
            seconds = time.monotonic() - start
            return Reply(found.text, found.scores, found.tokens_in, found.tokens_out, seconds, attempt)
        tries = "one try" if not self.options.retries else f"{self.options.retries + 1} tries"
        advice = KEPT if self._answered else LISTENING if last.startswith(UNREACHED) else LATER
        raise InputError(f"{self.shown}: {last}, after {tries}; {advice}")

    def _pause(self, stopped: threading.Event | None) -> None:
        while (left := self._not_before - time.monotonic()) > 0:
            if stopped is not None and stopped.wait(min(left, 1.0)):
                raise InputError("stopped")
            if stopped is None:
                time.sleep(left)

    def _put_off(self, error: Passing, attempt: int) -> None:
        wait = error.wait if error.wait is not None else self.options.wait * 2.0 ** (attempt - 1)
        if wait > LONGEST_WAIT:
            raise InputError(f"{self.shown}: {error}, and asks for {wait:.0f} s before the next try; {KEPT}") from error
        if attempt <= self.options.retries:
            self._not_before = max(self._not_before, time.monotonic() + wait)
            if attempt > self._told:  # once, however many requests wait for it
                self._told = attempt
                LOG.warning("%s", escaped(f"{self.shown}: {error}; trying again in {wait:g} s"))

    def _once(self, text: str, prompt: Prompt, logprobs: bool) -> Reply:
        openai = _openai()
        system = [{"role": "system", "content": prompt.system}] if prompt.system else []
        asked: dict[str, Any] = {"logprobs": True, "top_logprobs": TOP} if logprobs else {}
        asked[self._room] = 1 if logprobs else self.sampling.room(prompt)
        messages = [*system, {"role": "user", "content": text}]
        try:
            found = self._client.chat.completions.create(
                model=self.model, messages=messages, temperature=self.sampling.temperature, **asked
            )
        except openai.APIStatusError as error:
            if error.status_code == 400 and self._renamed(error):
                return self._once(text, prompt, logprobs)
            raise self._refusal(error) from error
        except openai.APITimeoutError as error:
            raise Passing(f"no answer within {self.options.timeout:g} s") from error
        except (openai.APIConnectionError, SentElsewhere) as error:  # versions of openai differ in what they wrap
            raise self._unreached(error) from error
        except (openai.OpenAIError, ValueError, RecursionError) as error:
            raise Passing(f"the answer is no JSON ({self._clean(error)})") from error
        return _read(found, prompt, logprobs)

    def _renamed(self, error: Any) -> bool:
        """Newer models of OpenAI take max_completion_tokens only."""
        if self._room == "max_tokens" and "max_completion_tokens" in str(error):
            self._room = "max_completion_tokens"
            return True
        return False

    def _refusal(self, error: Any) -> Exception:
        status, said = error.status_code, self._clean(error)
        if status in AGAIN or status >= 500:
            return Passing(f"status {status} ({said})", wait_of(error.response.headers))
        if status in (401, 403):
            return InputError(f"{self.shown}: the key is refused (status {status}); set {KEY} in the environment")
        if status in (404, 405):
            return InputError(
                f"{self.shown}: no model {self.model!r}, or no chat completions there (status {status}: {said}); "
                f"--base-url is what stands before /chat/completions, often ending in /v1"
            )
        return InputError(f"{self.shown}: the request is refused (status {status}: {said})")

    def _unreached(self, error: Exception) -> Exception:
        causes = []
        cause: BaseException | None = error
        while cause is not None and cause not in causes:
            causes.append(cause)
            cause = cause.__cause__ or cause.__context__
        if away := next((c for c in causes if isinstance(c, SentElsewhere)), None):
            return InputError(f"{self.shown}: {away}; if you trust that address, name it with --base-url")
        said = self._clean(causes[min(1, len(causes) - 1)])
        if any(isinstance(c, ssl.SSLError) for c in causes) or "SSL" in said:
            return InputError(f"{self.shown}: no secure connection ({said}); http:// and https:// are not the same")
        reached = any(type(c).__name__ in ("ReadError", "RemoteProtocolError", "DecodingError") for c in causes)
        return Passing(f"{'no whole answer' if reached else UNREACHED} ({said})")

    def _clean(self, error: BaseException) -> str:
        """One line without the key, which servers like to repeat."""
        key = os.environ.get(KEY, "")
        text = " ".join(str(error).split())
        return (text.replace(key, "…") if len(key) > 3 else text)[:160] or type(error).__name__


UNREACHED, LATER = "cannot be reached", "the same command tries again"
LISTENING = "is the server running there, and is --base-url right?"
KEPT = "what was answered is kept, and the same command goes on from there"


def wait_of(headers: Any) -> float | None:
    """Seconds that a server asks for, in either of the forms of Retry-After (RFC 9110)."""
    text = headers.get("retry-after")
    if text is None:
        return None
    try:
        found = float(text)
    except ValueError:
        try:
            at = parsedate_to_datetime(text)
        except ValueError:
            return None
        found = (at - datetime.now(UTC if at.tzinfo else None)).total_seconds()
    return max(0.0, found) if math.isfinite(found) else None


def _openai() -> Any:
    try:
        return importlib.import_module("openai")
    except ImportError as error:
        raise InputError(
            f"models behind an endpoint need the openai client, which is not installed: {EXTRA}"
        ) from error


def _client(options: EndpointOptions) -> Any:
    openai = _openai()
    url, key = options.base_url, os.environ.get(KEY)
    if url is not None and not url.startswith(("http://", "https://")):
        raise InputError(f"--base-url: expected http://… or https://…, found {url[:60]!r}")
    if not key and url is None:
        raise InputError(
            f"{KEY} is not set: set it in the environment; a server on this machine needs no key, only its address, "
            "such as --base-url http://127.0.0.1:8080/v1, and --model local:smollm2 needs neither"
        )
    try:
        limits = {"event_hooks": {"response": [_stay, partial(_bound, options.timeout)]}, "timeout": options.timeout}
        return openai.OpenAI(
            api_key=key or "none",
            base_url=url,
            timeout=options.timeout,
            max_retries=0,
            default_headers={"Accept-Encoding": "identity"},
            http_client=openai.DefaultHttpxClient(**limits),
        )
    except Exception as error:  # a URL that no library can read
        raise InputError(f"--base-url {url}: {' '.join(str(error).split())[:100]}") from error


class SentElsewhere(Exception):
    """A redirect to another place: pairs, and perhaps a key, would go where the user did not send them."""


def _stay(response: Any) -> None:
    """Redirects are followed on the same scheme, host and port only."""
    if not response.has_redirect_location:
        return
    asked = response.request.url
    to = asked.join(response.headers["location"])
    if (to.scheme, to.host, to.port) != (asked.scheme, asked.host, asked.port):
        raise SentElsewhere(f"the server redirects to {to.scheme}://{to.netloc.decode()}, which is not followed")


def _bound(seconds: float, response: Any) -> None:
    """An answer's body is not read beyond a length and a time. A packed one, which could unpack to anything and was
    not asked for, is not read at all."""
    httpx = importlib.import_module(type(response).__module__.partition(".")[0])  # versions of openai differ in it
    body, end = response.stream, time.monotonic() + seconds

    def pieces() -> Iterator[bytes]:
        length = 0
        for piece in body:
            length += len(piece)
            if length > LONGEST_ANSWER:
                raise httpx.ReadError(f"it is longer than {LONGEST_ANSWER >> 20} MB")
            if time.monotonic() > end:
                raise httpx.ReadTimeout("too slow")
            yield piece

    if response.headers.get("content-encoding", "identity") != "identity":
        raise httpx.DecodingError("it is packed, which was not asked for")
    stream = type("Bounded", (httpx.SyncByteStream,), {"__iter__": lambda _: pieces(), "close": lambda _: body.close()})
    response.stream = stream()


def _read(found: Any, prompt: Prompt, logprobs: bool) -> Reply:
    """The client validates nothing, and a web page comes back as a text."""
    choices = getattr(found, "choices", None)
    message = getattr(choices[0], "message", None) if isinstance(choices, list) and choices else None
    content = getattr(message, "content", "")
    if message is None or not (content is None or isinstance(content, str)):
        raise Passing(f"the answer is no chat completion: {str(found)[:60]!r}; is --base-url that of an API?")
    assert isinstance(choices, list)
    usage = getattr(found, "usage", None)
    tokens = [_whole(getattr(usage, name, None)) for name in ("prompt_tokens", "completion_tokens")]
    scores = first_scores(getattr(choices[0], "logprobs", None), tuple(prompt.answers)) if logprobs else None
    return Reply(content or "", scores, tokens[0], tokens[1])


def _whole(value: Any) -> int | None:
    """A count; a server may send anything."""
    return value if type(value) is int and 0 <= value < 2**53 else None


class NoScores(ProveNLIError):
    """The endpoint gives no log-probabilities."""


def first_scores(given: Any, words: Sequence[str]) -> dict[str, float]:
    """Log-probabilities that the reply begins with each word; several tokens that begin a word are added up."""
    places = getattr(given, "content", None)
    top = getattr(places[0], "top_logprobs", None) if isinstance(places, list) and places else None
    if not isinstance(top, list) or not top:
        raise NoScores("the endpoint gives no log-probabilities")
    found = dict.fromkeys(words, 0.0)
    for option in top:
        token, value = getattr(option, "token", ""), getattr(option, "logprob", None)
        plain = token.strip().lower() if isinstance(token, str) else ""
        fitting = [word for word in words if plain and word.lower().startswith(plain)]
        if len(fitting) == 1 and isinstance(value, (int, float)) and math.isfinite(value):
            found[fitting[0]] += math.exp(min(0.0, value))
    return {word: math.log(share) if share else LEAST for word, share in found.items()}


class EndpointWay:
    """Chat, or likelihood by the log-probabilities of the reply's first token."""

    def __init__(self, endpoint: Endpoint, how: How) -> None:
        self.endpoint, self.how = endpoint, how

    def ask(self, questions: Sequence[AskedQuestion]) -> Iterator[tuple[AskedQuestion, Reply]]:
        """Threads take questions as they become free. The first failure stops all of them, once requests in flight are
        done. One request at a time needs no threads, which would cost a third of the speed if a server answers at once.
        """
        scored = self.how == "likelihood"
        if self.endpoint.options.concurrency == 1:
            yield from ((q, self.endpoint.reply(q.text, q.prompt, scored)) for q in questions)
            return
        waiting, heard = iter(questions), queue.SimpleQueue[Any]()
        lock, stopped = threading.Lock(), threading.Event()

        def work() -> None:
            while not stopped.is_set():
                with lock:
                    question = next(waiting, None)
                if question is None:
                    break
                try:
                    reply = self.endpoint.reply(question.text, question.prompt, scored, stopped)
                except BaseException as error:
                    stopped.set()
                    heard.put(error)
                    break
                heard.put((question, reply))
            heard.put(None)

        crew = min(self.endpoint.options.concurrency, len(questions))
        for _ in range(crew):
            threading.Thread(target=work, daemon=True).start()
        try:
            yield from _drained(heard, crew)
        finally:
            stopped.set()


def _drained(heard: Any, crew: int) -> Iterator[tuple[AskedQuestion, Reply]]:
    failure: BaseException | None = None
    while crew:
        found = heard.get()
        if found is None:
            crew -= 1
        elif isinstance(found, BaseException):
            failure = failure or found
        else:
            yield found
    if failure is not None:
        raise failure
