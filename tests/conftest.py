"""Slow tests run only when asked for."""

from __future__ import annotations

import pytest


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
