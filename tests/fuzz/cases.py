"""Cases: a command that is fine, with something that is not."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.fuzz.artifacts import NOWHERE
from tests.fuzz.calls import Called, call, complaints
from tests.fuzz.damage import damage
from tests.fuzz.own_code import edited, own_file

HOSTILE = (
    "inf",
    "nan",
    "-1",
    "0",
    str(2**31),
    str(2**70),
    "1" * 5000,
    "1e999",
    "",
    " ",
    "x" * 300,
    "\x1b[31m",
    "\u202e",
    "\udcff",
    "a=b",
    "=",
    ",",
    "--",
    "-",
    ".",
    "/",
    "/dev/full",
    "/dev/null/x",
    "/proc/self/mem",
    "loop",
    "pipe",
    "*",
    "[",
    "%s",
    "--nonsense",
)


@dataclass(frozen=True)
class Template:
    """Words of a good call; those in `needs` are artifacts. `new`: is there only if the call succeeds."""

    words: str
    needs: str = ""
    new: str = ""
    weight: int = 4


ONE = "--workers 1"
ASKED = f"--model openai:m --base-url {NOWHERE} --how chat --retries 0"
FAR = "--port 8080 --host 192.0.2.1"
"""No address of this machine (RFC 5737): everything is read, and nothing is served."""
TEMPLATES = (
    Template("fragments", weight=1),
    Template("fragments boolean", weight=2),
    Template("fragments my_fragment.py --json", "my_fragment.py", weight=2),
    Template("parse boolean 'Ann swam.'"),
    Template("parse my_fragment.py 'Every dog ran.'", "my_fragment.py"),
    Template("entails boolean 'Ann swam.' 'Bob swam.' --seconds 5 --engines 1 --reading the=unique"),
    Template("entails boolean --file pairs.tsv --json", "pairs.tsv"),
    Template(f"generate boolean --size 20 --seed 1 --format jsonl,snli --out new {ONE}", new="new", weight=2),
    Template(f"generate my_fragment.py --size 10 --out new {ONE}", "my_fragment.py", new="new", weight=2),
    Template(f"verify data {ONE}", "data", weight=2),
    Template(f"verify boolean {ONE}", "boolean"),
    Template(f"verify split {ONE}", "split", weight=3),
    Template("split productivity data --seed 1 --out new", "data", new="new"),
    Template("split my_protocol.py data --out new", "data my_protocol.py", new="new"),
    Template("split --list", weight=1),
    Template(f"fair split/D1-2 {ONE} --most 3", "split", weight=3),
    Template("leakage split", "split"),
    Template("leakage snli.jsonl table.tsv", "snli.jsonl table.tsv"),
    Template("anomalies snli.jsonl table.parquet", "snli.jsonl table.parquet"),
    Template("anomalies fracas.xml array.json --json", "fracas.xml array.json"),
    Template("anomalies bare.tsv table.csv --strict", "bare.tsv table.csv"),
    Template("anomalies table.tsv --layout tsv --columns premise=sentence1 --labels x=neutral", "table.tsv"),
    Template("anomalies data split", "data split"),
    Template(f"audit snli.jsonl --fragment boolean --limit 5 {ONE} --corrected new", "snli.jsonl", new="new", weight=2),
    Template(f"audit table.parquet --fragment boolean {ONE} --corrected new", "table.parquet", new="new", weight=2),
    Template(f"audit snli.jsonl --fragment boolean --out audit {ONE}", "snli.jsonl audit", weight=2),
    Template("audit audit --check", "audit", weight=6),
    Template("models", weight=1),
    Template("models my_model.py", "my_model.py", weight=2),
    Template("train majority split/D1-2 --out run --epochs 1 --seed 1", "split"),
    Template("train bag_of_words split/D1-2 --out run --epochs 1 --set batch=8 --set learning_rate=0.1", "split"),
    Template("train bag_of_words split/D1-2 --out run_bag_of_words --epochs 1", "split run_bag_of_words"),
    Template("train bag_of_words split/D1-2 --out run --from run_bag_of_words --epochs 1", "split run_bag_of_words"),
    Template("train my_model.py split/D1-2 --out run --epochs 1", "split my_model.py"),
    Template("predict run_bag_of_words snli.jsonl --out new", "run_bag_of_words snli.jsonl", new="new"),
    Template("predict run_majority split/D1-2/test-depth-1.jsonl", "run_majority split"),
    Template(
        "score predictions0.jsonl --by depth --bootstrap 20 --seed 3 --csv new",
        "predictions0.jsonl",
        new="new",
        weight=8,
    ),
    Template("score predictions0.jsonl predictions0.jsonl --metric macro_f1,log_loss", "predictions0.jsonl"),
    Template("score predictions.csv --labels entailment,neutral --json", "predictions.csv", weight=6),
    Template("score predictions0.jsonl --gold split/D1-2/test-depth-1.jsonl --partial", "predictions0.jsonl split"),
    Template("study", weight=1),
    Template("study my_study.py --list --scale smoke --only shallow/*", "my_study.py"),
    Template(f"study my_study.py --scale smoke --out study --seeds 1 {ONE}", "my_study.py study", weight=1),
    Template("report study --out page", "study", weight=1),
    Template("report run_bag_of_words --out page", "run_bag_of_words", weight=1),
    Template("report predictions0.jsonl --out page", "predictions0.jsonl", weight=1),
    Template("report audit --out page", "audit", weight=1),
    Template("report asked --out page", "asked", weight=1),
    Template("export boolean --format lm-eval,inspect,hf,mnli --out new", "boolean", new="new"),
    Template("tag snli.jsonl --json", "snli.jsonl", weight=2),
    Template("parse english --file sentences.txt", "sentences.txt", weight=2),
    Template("entails english 'Every dog ran.' 'Every poodle ran.' --isa poodle=dog --answers sound", weight=2),
    Template(f"ask snli.jsonl --out asked {ASKED}", "snli.jsonl asked", weight=5),
    Template(
        f"ask snli.jsonl --out new --dry-run --limit 3 --shots 1 --examples table.tsv {ASKED}", "snli.jsonl table.tsv"
    ),
    Template("score asked --by prompt", "asked"),
    Template("judgements table.tsv", "table.tsv", weight=2),
    Template("med-counts table.tsv", "table.tsv", weight=2),
    Template(f"browse data split audit {FAR}", "data split audit"),
    Template(f"browse asked predictions0.jsonl snli.jsonl {FAR}", "asked predictions0.jsonl snli.jsonl"),
    Template(f"browse study run_bag_of_words {FAR}", "study run_bag_of_words", weight=2),
    Template("collect new new --from sentences.txt --fragment monotonicity_hard --size 2", "sentences.txt", new="new"),
    Template("collect new new --from snli.jsonl --fragment boolean --task judge", "snli.jsonl", new="new"),
    Template(f"collect serve rewrite {FAR}", "rewrite"),
    Template("collect export judge --out new --json", "judge", new="new"),
    Template("collect export rewrite --out new --names", "rewrite", new="new"),
    Template("doctor --json", weight=1),
    Template("--show-completion bash", weight=1),
)


@dataclass(frozen=True)
class Failure:
    seed: int
    done: Sequence[str]
    called: Called
    complaints: Sequence[str]

    def __str__(self) -> str:
        words = " ".join(repr(w[:60]) for w in self.called.words)
        told = f"{'; '.join(self.done)}: {', '.join(self.complaints)}"
        return f"case {self.seed}: {words} ({told}): {self.called.err[-600:]}"


def run_case(seed: int, good: Path, place: Path, apart: bool = False) -> Failure | None:
    """One call, in `place`, which is empty before and must be the working directory."""
    rng = Random(seed)
    template = rng.choices(TEMPLATES, [t.weight for t in TEMPLATES])[0]
    words, done = _split(template.words), list[str]()
    for name in template.needs.split():
        _copied(good / name, place / name)
    (place / "loop").symlink_to("loop")
    what = rng.random()
    if template.needs and what < 0.7:
        done.append(_damaged(place, rng, good))
    if not template.needs or what >= 0.6:
        words, told = _misspoken(words, rng)
        done.append(told)
    called = call(words, apart=apart)
    untouched = template.new and template.new in words
    found = complaints(called, place, place / template.new if untouched else None)
    return Failure(seed, done, called, found) if found else None


def _split(text: str) -> list[str]:
    import shlex

    return shlex.split(text)


def _copied(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copyfile(source, target)


def _damaged(place: Path, rng: Random, good: Path) -> str:
    files = sorted(p for p in place.rglob("*") if p.is_file() and not p.is_symlink())
    path = rng.choice(files)
    own = [p for p in files if p.suffix == ".py"]
    if own and rng.random() < 0.7:
        path = own[0]
        bad = own_file(rng) if rng.random() < 0.5 else edited(path.read_text(), rng)
        path.write_text(bad, encoding="utf-8")
        return f"{path.name}: {bad[:200]!r}"
    others = sorted(p for p in good.rglob("*") if p.is_file())
    return damage(path, rng, rng.choice(others))


def _misspoken(words: list[str], rng: Random) -> tuple[list[str], str]:
    """A word is another, is missing, or is one too many; values of options more often than others."""
    values = [k for k in range(1, len(words)) if words[k - 1].startswith("--") and not words[k].startswith("--")]
    k = rng.choice(values) if values and rng.random() < 0.7 else rng.randrange(1, len(words) + 1)
    word = rng.choice(HOSTILE)
    what = rng.random()
    if what < 0.1 and len(words) > 1:
        return words[: k - 1] + words[k:] if k > 1 else words[:1], "a word is missing"
    if what < 0.2:
        return [*words[:k], word, *words[k:]], f"also {word[:20]!r}"
    return [*words[:k], word, *words[k + 1 :]], f"instead {word[:20]!r}"
