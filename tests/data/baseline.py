"""The texts and labels of data sets, as hashes: what `generate` gave when they were recorded.

    python -m tests.data.baseline --record [--only FRAGMENT ...] [--from DIRECTORY]

makes every data set anew, or those of some fragments, and writes baseline.json. With --from, none is made: they are
read from DIRECTORY/SETTING/FRAGMENT. Data sets that change are news to users: a recording needs a line in CHANGELOG.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from provenli.data.generate import Order, generate
from provenli.data.manifest import read_manifest
from provenli.library.fragment_shelf import FRAGMENTS, load_fragment
from provenli.pairs.plan import Request

FILE = Path(__file__).with_name("baseline.json")
SETTINGS: dict[str, dict[str, int | None]] = {"small": {"size": 120, "seed": 7}, "default": {"size": None, "seed": 0}}
CHANGED = (
    "the texts or labels of {fragment} ({setting}) are not those on record. If that is meant, record them again "
    "(python -m tests.data.baseline --record) and say in CHANGELOG.md which data sets changed and why"
)


def recorded() -> dict[str, Any]:
    """By setting, fragment and part: rows and sha256."""
    value: dict[str, Any] = json.loads(FILE.read_text())
    return value


def made(fragment_name: str, setting: str, out: Path) -> dict[str, Any]:
    """A data set with the fragment's own options, and its hashes."""
    fragment = load_fragment(fragment_name)
    assert fragment.pairs is not None
    options = {o.name: o.default for o in fragment.pairs.options}
    asked = SETTINGS[setting]
    request = Request(asked["size"], asked["seed"] or 0, options, 1)
    generate(Order(fragment, fragment_name, request, ("jsonl",), out))
    return hashes(out)


def hashes(directory: Path) -> dict[str, Any]:
    """Of each part `premise TAB hypothesis TAB label NEWLINE`, row after row."""
    out = {}
    for part in read_manifest(directory).parts:
        digest, rows = hashlib.sha256(), 0
        for line in _texts(directory / f"{part}.jsonl"):
            digest.update(line)
            rows += 1
        out[part] = {"rows": rows, "sha256": digest.hexdigest()}
    return out


def _texts(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        for line in file:
            row = json.loads(line)
            yield f"{row['premise']}\t{row['hypothesis']}\t{row['label']}\n".encode()


def _made_for_once(fragment: str, setting: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as work:
        return made(fragment, setting, Path(work) / fragment)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true", required=True, help="write baseline.json")
    parser.add_argument("--from", dest="given", type=Path, help="where data sets lie already")
    parser.add_argument("--only", nargs="+", choices=sorted(FRAGMENTS), default=sorted(FRAGMENTS), metavar="FRAGMENT")
    asked = parser.parse_args()
    given: Path | None = asked.given
    found = recorded()
    for setting in SETTINGS:
        for name in asked.only:
            found[setting][name] = hashes(given / setting / name) if given else _made_for_once(name, setting)
            print(setting, name, flush=True)
    FILE.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
