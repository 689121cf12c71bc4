"""How a new study.toml reads: every choice with a line that says what it does."""

from __future__ import annotations

import json

from provenli.web.collect.study_file import StudyFile

CONSENT = (
    "You will be shown short English sentences and asked to rewrite or to judge them. Your answers are stored under a "
    "pseudonym and published as research data. You may stop at any time, and withdraw your answers on the last page."
)
TOO_GENERAL = (
    "anybody", "anyone", "anything", "everybody", "everyone", "everything", "every one", "it", "no time", "nobody",
    "nothing", "one", "somebody", "someone", "something", "thing", "things", "time", "way",
)  # fmt: skip
"""A start; Yanaka et al. 2019 found theirs in a trial round of 500 examples, and so does an owner."""

TEXT = """\
# A study of people's answers. `provenli collect serve` reads this file when it starts; nothing else configures it.
title = {title}
# of rewrite, validate, judge
tasks = {tasks}
consent = {consent}
# shown to people who have a question
contact = {contact}
currency = {currency}

# How `collect new` chose premises: a fragment, or english; only sentences of more tokens than that.
[premises]
fragment = {premises.fragment}
more_than_tokens = {premises.more_than_tokens}
spans_a_sentence = {premises.spans_a_sentence}
# Spans that cannot be made more specific. Add to the list after a trial round: such items are closed at the next start.
too_general = {premises.too_general}

# Make the underlined part more specific, in three ways. `people`: writers an item. `seconds`: a set takes at least so
# long, by the server's clock (Yanaka et al. 2019: 200). `minutes`: an item is kept so long for whoever opened it.
# `cents`: paid for one set.
[rewrite]
people = {rewrite.people}
seconds = {rewrite.seconds}
minutes = {rewrite.minutes}
cents = {rewrite.cents}

# Entailment, non-entailment or unnatural; never asked of the writer.
[validate]
people = {validate.people}
seconds = {validate.seconds}
minutes = {validate.minutes}
cents = {validate.cents}

# How true is it, on five points?
[judge]
people = {judge.people}
seconds = {judge.seconds}
minutes = {judge.minutes}
cents = {judge.cents}

# Certified pairs that every judge of `validate` is given unannounced. Whoever has more wrong than that is removed, and
# earlier answers are set aside.
[tests]
questions = {tests.questions}
wrong_allowed = {tests.wrong_allowed}

# `public_url`: such as https://study.example.org, behind a proxy that speaks TLS. `database`: or
# postgresql+psycopg://USER@HOST/NAME. `joins_a_minute`: from one address. `answers_a_minute`: from one person.
[serving]
public_url = {serving.public_url}
database = {serving.database}
joins_a_minute = {serving.joins_a_minute}
answers_a_minute = {serving.answers_a_minute}
"""


class _Toml:
    """A value whose fields format as TOML; texts and lists of texts are written there as JSON writes them."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __getattr__(self, name: str) -> _Toml:
        return _Toml(getattr(self._value, name))

    def __format__(self, how: str) -> str:
        value = list(self._value) if isinstance(self._value, tuple) else self._value
        return json.dumps(value, ensure_ascii=False)


def study_text(study: StudyFile) -> str:
    return TEXT.format(**{name: _Toml(getattr(study, name)) for name in StudyFile.__slots__})
