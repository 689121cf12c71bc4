"""The same study on a real PostgreSQL, which the test starts: Debian's, in a directory of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from provenli.errors import InputError
from provenli.web.collect.export import export
from provenli.web.collect.study import CollectStudy, open_study
from provenli.web.collect.tables import answers, log
from tests.web.people import QUICK, Person, changed, client, made
from tests.web.test_assignment import answered, offered, person
from tests.web.test_collect import right

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


@pytest.fixture
def url() -> Iterator[str]:
    """A server that listens in its directory only. It refuses to be run by root, so then it is postgres's."""
    if not PLACES:
        pytest.skip("needs PostgreSQL: apt-get install postgresql")
    place = Path(tempfile.mkdtemp(prefix="provenli-pg-"))
    user = "postgres" if os.geteuid() == 0 else None
    if user:
        shutil.chown(place, user)
    bin_ = PLACES[-1].parent
    started = {"user": user, "cwd": place, "check": True, "capture_output": True}
    name = user or pwd.getpwuid(os.geteuid()).pw_name
    data = place / "data"
    subprocess.run([bin_ / "initdb", "-D", data, "-A", "trust", "-U", name, "--no-sync"], **started)  # type: ignore[call-overload]
    options = f"-k {place} -c listen_addresses=''"
    start = [bin_ / "pg_ctl", "-D", data, "-o", options, "-w", "-t", "180", "-l", place / "log", "start"]
    subprocess.run(start, **started)  # type: ignore[call-overload]
    try:
        yield f"postgresql+psycopg://{name}@/postgres?host={place}"
    finally:
        subprocess.run([bin_ / "pg_ctl", "-D", data, "-m", "immediate", "stop"], **started)  # type: ignore[call-overload]
        shutil.rmtree(place, ignore_errors=True)


def on_postgres(tmp_path: Path, url: str) -> CollectStudy:
    _, place = made(tmp_path, changes=QUICK)
    changed(place, {'database = "sqlite"': f'database = "{url}"'})
    return open_study(place)


@pytest.mark.slow
def test_a_study_on_postgresql(tmp_path: Path, url: str) -> None:
    study = on_postgres(tmp_path, url)
    crowd = [person(study) for _ in range(8)]

    def work(worker: int) -> None:
        while (held := offered(study, worker)) is not None:
            answered(study, worker, held.slot)

    threads = [threading.Thread(target=work, args=(w,)) for w in crowd]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    with study.database.reading() as c:
        per_item = select(func.count()).where(answers.c.task == "rewrite").group_by(answers.c.item)
        assert list(c.execute(per_item).scalars()) == [3, 3]
    judge = Person(client(study)).joins()
    assert judge.judges(right) > 10
    with study.database.writing() as c:
        before = c.execute(select(func.count()).select_from(log)).scalar_one()
        c.execute(log.delete())
        assert c.execute(select(func.count()).select_from(log)).scalar_one() == before, "only appended to"
    assert export(study, tmp_path / "out")["pairs.jsonl"] > 0
    study.database.engine.dispose()


@pytest.mark.slow
def test_a_server_that_is_away_is_one_line(tmp_path: Path) -> None:
    began = time.monotonic()
    with pytest.raises(InputError, match="cannot be opened"):
        on_postgres(tmp_path, "postgresql+psycopg://nobody@/x?host=/nonexistent")
    assert time.monotonic() - began < 60
