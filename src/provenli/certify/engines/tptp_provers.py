"""First-order provers that read TPTP, run as processes: E, Vampire, Prover9. They refute; they give no models.

Each run gets a process group of its own, so that a time-out also ends the helpers a prover has started.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from provenli.certify.engines.protocol import GaveUp, Outcome, Question, Refuted
from provenli.logic.tptp import NotFirstOrder, to_tptp

REFUTING = frozenset({"Theorem", "Unsatisfiable", "ContradictoryAxioms"})
SATISFIABLE = frozenset({"Satisfiable", "CounterSatisfiable"})
STATUS = re.compile(r"SZS status (\w+)")


@dataclass(frozen=True, slots=True)
class TptpProver:
    """`command` is run with {file} and {seconds} filled in; its output holds an SZS status line."""

    name: str
    command: tuple[str, ...]
    package: str = ""
    """Where to get it, for who has not."""
    needs: tuple[str, ...] = ()
    """Further programs that the command uses."""
    proved: str = ""
    """What the output says on success, for provers without SZS status."""

    def missing(self) -> str | None:
        for program in (self.command[0], *self.needs):
            if shutil.which(program) is None:
                return f"{program} is not on PATH" + (f"; {self.package}" if self.package else "")
        return None

    def ask(self, question: Question, seconds: float) -> Outcome:
        if why := self.missing():
            return GaveUp(self.name, why)
        started = time.monotonic()
        try:
            text = to_tptp(question.facts, question.theory)
        except NotFirstOrder as problem:
            return GaveUp(self.name, str(problem))
        left = seconds - (time.monotonic() - started)
        with tempfile.TemporaryDirectory(prefix="provenli-") as folder:
            file = Path(folder) / "problem.p"
            file.write_text(text, encoding="utf-8")
            output = run([part.format(file=file, seconds=max(1, round(left))) for part in self.command], left)
        return GaveUp(self.name, f"out of time after {seconds:g} s") if output is None else self.outcome(output)

    def outcome(self, output: str) -> Outcome:
        """What the prover's output means. Anything but a clear answer is giving up."""
        if self.proved and self.proved in output:
            return Refuted(self.name)
        found = STATUS.search(output)
        status = found.group(1) if found else ""
        if status in REFUTING:
            return Refuted(self.name)
        if status in SATISFIABLE:
            return GaveUp(self.name, f"{self.name} says satisfiable, without a finite model")
        if status:
            return GaveUp(self.name, f"{self.name} says {status}")
        last = output.strip().splitlines()[-1:] or ["nothing"]
        return GaveUp(self.name, f"no SZS status in the output, which ends: {last[0][:200]}")


def run(command: list[str], seconds: float) -> str | None:
    """The output; None when time ran out, and then nothing of the process group is left running."""
    if seconds <= 0:
        return None
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    with process:
        try:
            return process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            return None
        finally:
            # Also when interrupted: whatever is left of the group goes.
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


E_PROVER = TptpProver(
    "E", ("eprover", "--auto", "--tptp3-format", "-s", "--cpu-limit={seconds}", "{file}"), "Debian package eprover"
)
VAMPIRE = TptpProver(
    "Vampire",
    ("vampire", "--mode", "casc", "--input_syntax", "tptp", "--time_limit", "{seconds}", "{file}"),
    "https://vprover.github.io",
)
# Prover9 reads LADR; the converter comes with it. It says THEOREM PROVED where others give an SZS status.
PROVER9 = TptpProver(
    "Prover9",
    ("sh", "-c", 'tptp_to_ladr < "$0" | prover9 -t {seconds}', "{file}"),
    "Debian package prover9",
    needs=("tptp_to_ladr", "prover9"),
    proved="THEOREM PROVED",
)
ALL = (E_PROVER, VAMPIRE, PROVER9)


def installed() -> tuple[TptpProver, ...]:
    """Those whose programs are on PATH."""
    return tuple(p for p in ALL if p.missing() is None)
