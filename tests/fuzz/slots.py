"""Every command with every argument of it that is a path: `<` before a word marks what is read, `>` what is written."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.cases import ASKED, FAR, ONE

READ, WRITTEN = "<", ">"


@dataclass(frozen=True)
class Slot:
    """One path of one command. `words` has the marks taken off; `at` is the word that the path stands in."""

    words: tuple[str, ...]
    needs: tuple[str, ...]
    at: int
    name: str
    mark: str

    def called(self, path: str) -> list[str]:
        """The words of the call, with another path in this place."""
        before, _, _ = self.words[self.at].rpartition(self.name)
        return [*self.words[: self.at], before + path, *self.words[self.at + 1 :]]

    def __str__(self) -> str:
        return f"{' '.join(self.words)} [{self.name}]"


COMMANDS = (
    "fragments <my_fragment.py",
    "parse <my_fragment.py 'Ada ate a soup.'",
    "parse english --file <sentences.txt",
    "parse english --derivations <derivations.auto",
    "entails <my_fragment.py 'Ada ate a soup.' 'Ada ate a dish.'",
    "entails boolean --file <pairs.tsv --json",
    "entails english --file <pairs.tsv --knowledge <knowledge.txt",
    f"generate boolean --size 8 --format snli,mnli,hf,parquet,lm-eval --out >new {ONE}",
    f"generate <my_fragment.py --size 8 --out >new {ONE}",
    f"generate transitivity --size 8 --pairs <snli.jsonl --out >new {ONE}",
    f"generate english --from <sentences.txt --out >new {ONE}",
    f"verify <boolean {ONE}",
    f"verify <split {ONE}",
    f"verify <own_cut {ONE} --protocol <my_protocol.py",
    f"verify <own_data {ONE} --fragment <my_fragment.py",
    f"verify <transitive {ONE} --from <snli.jsonl",
    "export <boolean --format lm-eval,inspect,hf,mnli --out >new",
    "split productivity <data --out >new",
    "split <my_protocol.py <data --test-rows 8 --out >new",
    f"fair <split/D1-2 {ONE} --most 3",
    f"fair <own_split {ONE} --fragment <my_fragment.py",
    "leakage <split",
    "leakage <snli.jsonl <table.tsv",
    "tag <snli.jsonl",
    "anomalies <snli.jsonl",
    "anomalies <table.parquet",
    "anomalies <fracas.xml",
    "anomalies <array.json",
    "anomalies <bare.tsv",
    "anomalies <table.csv",
    "anomalies <data",
    f"audit <snli.jsonl --fragment <my_boolean.py --out >new {ONE} --corrected >corrected",
    f"audit <table.parquet --fragment boolean --limit 3 {ONE} --corrected >corrected",
    f"audit snli.jsonl --fragment boolean --out <audit {ONE}",
    "audit <audit --check",
    f"audit <snli.jsonl --fragment english --out >new {ONE}",
    "models <my_model.py",
    "train <my_model.py <split/D1-2 --out >run --epochs 1",
    "train lstm <split/D1-2 --out >run --from <run_lstm --epochs 1 --set hidden=4",
    "train bag_of_words split/D1-2 --out <run_bag_of_words --epochs 1",
    "train tree_nn <own_split --out >run --epochs 1 --set hidden=4 --fragment <my_fragment.py",
    "train lstm <split/D1 --out <run_stopped --epochs 2 --set hidden=4 --set batch=8 --set checkpoint_every=1",
    "train cbow <split/D1 --out >run --epochs 1 --set embedding=2 --set vectors=<vectors.txt",
    "predict <run_bag_of_words <split/D1-2/test-depth-2.jsonl --out >predicted",
    "predict <run_own <split/D1-2/test-depth-1.jsonl --model <my_model.py --out >predicted",
    f"ask <snli.jsonl --out <asked {ASKED}",
    f"ask <snli.jsonl --out >new --dry-run --limit 3 --shots 1 --examples <table.tsv --prompt <prompt.txt {ASKED}",
    "score <predictions0.jsonl --gold <split/D1-2/test-depth-1.jsonl --baseline <predictions_again.jsonl --csv >table",
    "score <predictions.csv --labels entailment,neutral",
    "score <asked --by schema",
    "judgements <judgements.tsv",
    "med-counts <med.tsv",
    f"study <my_study.py --scale smoke --out <study {ONE}",
    f"study <my_study.py --scale smoke --out >new --only shallow/majority {ONE}",
    "study transitivity --scale smoke --file pairs=<snli.jsonl --list",
    "report <study --out >page",
    "report <run_bag_of_words --out >page",
    "report <predictions0.jsonl --out >page",
    "report <audit --out >page",
    "report <asked --out >page --fragment <my_fragment.py",
    f"browse <data <split {FAR}",
    f"browse <audit <asked {FAR}",
    f"browse <study <predictions0.jsonl {FAR}",
    f"browse <own_data {FAR} --fragment <my_fragment.py",
    "collect new >new --from <dinner.txt --fragment <my_fragment.py --size 2 --tokens 2",
    "collect new >new --from <snli.jsonl --fragment boolean --task judge",
    f"collect serve <rewrite {FAR}",
    f"collect serve <judge {FAR}",
    "collect export <judge --out >new",
    "collect export <rewrite --out >new",
)


def slots() -> Iterator[Slot]:
    for command in COMMANDS:
        marked = shlex.split(command)
        words = tuple(w.replace(READ, "").replace(WRITTEN, "") for w in marked)
        paths = [(k, mark, *_path(w, mark)) for k, w in enumerate(marked) for mark in (READ, WRITTEN) if mark in w]
        needs = tuple(dict.fromkeys(name for _, mark, name in paths if mark == READ))
        needs += tuple(w for w in words[1:] if w in ALSO_READ)
        yield from (Slot(words, needs, k, name, mark) for k, mark, name in paths)


ALSO_READ = ("snli.jsonl", "split/D1-2")
"""Also where they carry no mark."""


def _path(word: str, mark: str) -> tuple[str]:
    return (word.partition(mark)[2],)


def top(name: str) -> str:
    """What has to be copied so that the path is there."""
    return Path(name).parts[0]
