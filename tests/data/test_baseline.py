"""The texts and labels of every fragment's data sets are those on record; what version 0.1.0 wrote still verifies."""

from __future__ import annotations

from pathlib import Path

import pytest

from provenli.data.verify import verify
from provenli.errors import InputError
from provenli.library.fragment_shelf import FRAGMENTS, load_fragment
from tests.data.baseline import CHANGED, made, recorded

OLD = Path(__file__).with_name("written_by_0_1_0")


@pytest.mark.parametrize("fragment", sorted(FRAGMENTS))
def test_small_data_sets_are_those_on_record(fragment: str, tmp_path: Path) -> None:
    assert_on_record(fragment, "small", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("fragment", sorted(FRAGMENTS))
def test_default_data_sets_are_those_on_record(fragment: str, tmp_path: Path) -> None:
    assert_on_record(fragment, "default", tmp_path)


def assert_on_record(fragment: str, setting: str, work: Path) -> None:
    found = made(fragment, setting, work / fragment)
    assert found == recorded()[setting][fragment], CHANGED.format(fragment=fragment, setting=setting)


def test_what_0_1_0_wrote_under_the_old_import_checks_but_for_what_it_did_not_record() -> None:
    """Then noun phrases of every determiner were taken to be about something, and manifests did not say so."""
    report = verify(OLD.with_name("monotonicity_by_0_1_0"), load_fragment)
    assert not report.faults, [str(f) for f in report.faults]
    assert ["rest on what the hypothesis presupposes" in what for what in report.unchecked] == [True, False]
    assert "which pairs were drawn" in report.unchecked[1]
    assert report.rows == 24
    assert report.reading == "existential_import=all, otherwise plain"


def test_what_means_something_else_now_is_refused() -> None:
    with pytest.raises(InputError, match="make them again: provenli generate quantifier"):
        verify(OLD.with_name("quantifier_by_0_1_0"), load_fragment)


def test_what_0_1_0_wrote_checks_but_for_how_it_was_drawn() -> None:
    report = verify(OLD, load_fragment)
    assert not report.faults, [str(f) for f in report.faults]
    assert ["which pairs were drawn" in what for what in report.unchecked] == [True]
    assert report.rows == 30
    assert report.certificates > 0
