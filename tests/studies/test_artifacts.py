"""The kind of processor, from what the system tells of it."""

from pathlib import Path

import pytest

from provenli.studies.artifacts import processor_kind

INTEL = "processor\t: 0\nvendor_id\t: GenuineIntel\nflags\t\t: fpu sse2 avx avx2 avx512f\n"
ARM = "processor\t: 0\nFeatures\t: fp asimd\n"


@pytest.mark.parametrize(
    ("told", "kind"), [(INTEL, "GenuineIntel avx512f"), (INTEL.replace("avx512f", ""), "GenuineIntel avx2")]
)
def test_maker_and_best_ability(tmp_path: Path, told: str, kind: str) -> None:
    file = tmp_path / "cpuinfo"
    file.write_text(told)
    assert processor_kind(file) == kind


def test_systems_that_tell_less(tmp_path: Path) -> None:
    file = tmp_path / "arm"
    file.write_text(ARM)
    assert processor_kind(file).endswith(" asimd")
    assert len(processor_kind(tmp_path / "none").split()) == 1
