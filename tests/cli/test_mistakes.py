"""The mistakes that people make first: each gets one line that says how to go on."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from provenli.cli.main import main

FILES = {
    "named.tsv": "first\tsecond\tgold\nAnn swam.\tAnn swam.\tentailment\n",
    "named.csv": "first,second\nAnn swam.,Ann swam.\n",
    "bare.tsv": "premise\thypothesis\nAnn swam.\tAnn swam.\n",
    "labelled.tsv": "premise\thypothesis\tlabel\nAnn swam.\tAnn swam.\tentailment\n",
    "guesses.tsv": "id\tguess\n1\tentailment\n",
    "nothing.jsonl": "",
    "data/one/manifest.json": "{}",
    "data/one/pairs.jsonl": "",
    "mine.py": "",
    "commas.tsv": "Ann swam,Bob swam,neutral\n",
    "yes.tsv": "Ann swam.\tBob swam.\tyes\n",
    "numbers.tsv": "Ann swam.\tBob swam.\t0\n",
    "splits/D1-2/train.jsonl": "",
    "splits/D1-3/train.jsonl": "",
}
MISTAKES = [
    # a typo
    ("generate boolean --sise 3 --out x", "did you mean '--size'"),
    ("audit bare.tsv --fragment engish", "did you mean 'english'?"),
    ("generate boolean --outt x", "No such option '--outt'. Did you mean '--out'? (see provenli generate --help"),
    ("collect nw", "Did you mean 'new'? (see provenli collect --help)"),
    ("generate boolean --format HuggingFace --out x", "no format 'HuggingFace'; did you mean 'hf'?"),
    ("train LSTM splits/D1-2 --out x", "unknown model 'LSTM'; did you mean 'lstm'"),
    ("ask labelled.tsv --model gpt-4 --out x", "found 'gpt-4'; a model behind an endpoint is openai:gpt-4"),
    ("score guesses.tsv --by depth label", "label: no such file; to cross it with depth: --by depth,label"),
    # a file in the place of a sentence, or of another kind than its name says
    ("entails bare.tsv", "bare.tsv is a file: provenli entails --file bare.tsv"),
    ("entails boolean bare.tsv", "bare.tsv is a file: provenli entails boolean --file bare.tsv"),
    ("entails boolean --file commas.tsv", "found 1 field(s) and commas: if commas divide it, call the file .csv"),
    ("entails boolean --file yes.tsv", "'yes'; known: contradiction, entailment, neutral, non-entailment\n"),
    ("entails boolean --file numbers.tsv", "write names, since numbers differ between models\n"),
    # a forgotten value
    ("verify data --workers", "Option '--workers' requires an argument. (see provenli verify --help"),
    ("generate boolean --out --size 3", "'--out': expected a value, found the option --size"),
    ("entails english --isa --json", "'--isa': expected a value, found the option --json"),
    ("generate boolean --size 3 --out=", "'--out': expected a path, found nothing"),
    ("collect", "collect needs new, serve or export (see provenli collect --help)"),
    # a wrong directory
    (
        "verify data",
        "data has no manifest.json: expected a data set made by `provenli generate`; found nearby: data/one",
    ),
    ("verify data/two", "data/two is no directory: expected a data set"),
    ("verify data/one/pairs.jsonl", "is a file: expected a data set made by `provenli generate`, which is a"),
    ("fair data/two", "found nearby: data/one"),
    ("export data --format lm-eval --out x", "found nearby: data/one"),
    ("split productivity data/two --out x", "found nearby: data/one"),
    ("train majority splits/D1-4 --out x", "found nearby: splits/D1-2, splits/D1-3"),
    ("report nowhere", "nowhere: no such file or directory; expected a directory of `provenli study`"),
    ("report data/one", "data/one is a data set: `provenli browse data/one` shows it; a report expects"),
    ("report guesses.tsv named.tsv", "a report on several items needs a directory to be written to, such as"),
    ("score nowhere.jsonl", "nowhere.jsonl cannot be read: No such file or directory; expected predictions"),
    # a wrong column, no labels
    ("entails boolean --file named.tsv", "the columns are first, second, gold; expected premise (or sentence1,"),
    ("entails boolean --file named.csv", "the columns are first, second; expected premise"),
    ("score guesses.tsv", "the columns id and label (or prediction, pred), and gold, found id, guess; rename yours"),
    ("audit bare.tsv --fragment boolean", "without labels: `provenli entails --file` decides the pairs"),
    # too large a size
    ("generate fair --size 900000000 --out x", "GB or more, and . has"),
    ("generate syllogism --size 80000000 --out x", "equally many of every label"),
    ("generate boolean --size 10k --out x", "--size: expected a whole number in digits, such as 10000, found '10k'"),
    ("ask labelled.tsv --model openai:x --temperature=hot", "expected a number, such as 0.5, found 'hot'"),
    # the wrong order, or too little
    ('entails "Ann swam."', 'entails needs two sentences, found one: provenli entails "Ann swam." "HYPOTHESIS"'),
    ("audit boolean bare.tsv", "a fragment is given as --fragment NAME here (see provenli audit --help; for example: "),
    (
        "entails --file bare.tsv --reading the=existential",
        "--reading the=existential: nothing can be chosen without a fragment; name a fragment, such as quantifier",
    ),
    ("entails", 'entails needs two sentences: provenli entails "PREMISE" "HYPOTHESIS", or --file PAIRS'),
    (
        "train data/one majority --out x",
        "data/one is a directory: the model comes first, as in provenli train lstm data/one",
    ),
    ("split data/one productivity --out x", "the protocol comes first, as in provenli split productivity data/one"),
    ("train majority bare.tsv --out x", "bare.tsv: is a file; expected a directory with train.jsonl and dev.jsonl"),
    ("predict data/one splits", "data/one is no run (this is a data set; the run comes before the data)"),
    ("verify data/one/hf", "found nearby: data/one"),
    ("verify mine.py", "a data set made by `provenli generate`; your own fragment goes with --fragment mine.py"),
    ("predict data/one bare.tsv", "data/one is no run (this is a data set; the run comes before the data)"),
    ("predict bare.tsv splits", "bare.tsv is a file; the run of `provenli train` comes first"),
    ("score data/one guesses.tsv", "data/one is a data set, not predictions: --gold data/one names the data behind"),
    ("collect new x", "Missing option '--from'. (see provenli collect new --help; for example: provenli collect new"),
    ("ask labelled.tsv --model openai:x", "--out is missing: name a directory for the run, such as --out run"),
    ("collect new x --from bare.tsv --tokens -1", "--tokens: expected 0 or more, found -1"),
    ("browse labelled.tsv --host a..b", "cannot listen at a..b, port 8001: no host has such a name"),
    ("ask labelled.tsv --model local:gpt --out x", "the only local: model is local:smollm2, found 'local:gpt'"),
    ("ask labelled.tsv --model hf:./nowhere --dry-run", "hf:./nowhere: no such directory"),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("mistakes")
    for name, text in FILES.items():
        (found / name).parent.mkdir(parents=True, exist_ok=True)
        (found / name).write_text(text)
    return found


@pytest.mark.parametrize(("words", "message"), MISTAKES, ids=[words for words, _ in MISTAKES])
def test_one_line_leads_on(
    words: str, message: str, place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    monkeypatch.setattr("provenli.data.generate.disk_usage", lambda _: type("Disk", (), {"free": 10**11}))
    with pytest.raises(SystemExit) as left:
        main(shlex.split(words))
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert message in said
    assert said.startswith("provenli: ")
    assert said.count("\n") == 1
    assert not (place / "x").exists()


def test_pairs_divided_by_commas(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pairs.csv").write_text('text_a,text_b,label\n"Ann, Bob, and Tom swam.",Bob swam.,neutral\n')
    with pytest.raises(SystemExit):
        main(["entails", "boolean", "--file", "pairs.csv", "--json"])
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert (found["label"], found["given_label"], found["agrees"]) == ("entailment", "neutral", False)
    assert "1 of 1 label differs" in said.err


def test_many_unknown_words_are_told_with_the_way_on_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text("Zorg swam.\tAnn swam.\nQuux swam.\tAnn swam.\n")
    with pytest.raises(SystemExit) as left:
        main(["entails", "boolean", "--file", str(file)])
    first, second, last = capsys.readouterr().err.splitlines()
    assert left.value.code == 2
    assert first.endswith("a fragment of your own can have any (docs/own_fragment.md)")
    assert second.endswith("line 2: premise: unknown word 'Quux' (word 1, column 1); the other words are known")
    assert last == "2 pairs could not be read"
