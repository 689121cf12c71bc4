"""Slow tests run only when asked for; on CI, property tests draw the same examples every time."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

# A run that must be repeatable judges a change, not the luck of the draw; elsewhere new examples are tried each time.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "explore")

# Shells start background jobs with interrupts ignored, and children inherit that: tests that interrupt a child would
# wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# What commands print is compared; a slow machine must not add how far they are.
os.environ["PROVENLI_PROGRESS"] = "no"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run the tests that take over a minute")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--slow"):
        slow = [i for i in items if "slow" in i.keywords]
        items[:] = [i for i in items if "slow" not in i.keywords]
        config.hook.pytest_deselected(items=slow)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not config.getoption("--slow"):
        terminalreporter.write_line("deselected: tests marked slow, which take over a minute; --slow runs them too")
