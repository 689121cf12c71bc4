from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

import provenli as nli
from provenli.errors import InputError
from provenli.outside.hf_model import class_labels
from provenli.outside.run_log import recorded
from provenli.prompts import prompt_named
from tests.outside.tiny_models import causal, classifier, turned

pytest.importorskip("torch")
pytest.importorskip("transformers")
pytestmark = pytest.mark.filterwarnings("ignore")  # of transformers, about its own versions


def test_a_classifier_is_asked_by_the_names_of_its_labels(pairs: Path, tmp_path: Path) -> None:
    """The same model with its labels in either order says the same of every pair, by name."""
    first = classifier(tmp_path / "first", pairs, {0: "ENTAILMENT", 1: "not_entailment"})
    said = []
    for place in (first, turned(first, tmp_path / "second")):
        out = tmp_path / f"run-{place.name}"
        found = nli.ask(pairs, f"hf:{place}", out)
        assert found.how == "classifier"
        assert found.counts["pair"]["right"] >= 18
        rows = [json.loads(line) for line in (out / "predictions" / "pair.jsonl").read_text().splitlines()]
        said.append([row["label"] for row in rows])
        assert math.isclose(sum(rows[0]["probabilities"].values()), 1, abs_tol=1e-5)
    assert said[0] == said[1]
    with pytest.raises(InputError, match="is not a language model"):
        nli.ask(pairs, f"hf:{first}", tmp_path / "other", how="likelihood")


def test_labels_that_are_numbers_are_refused() -> None:
    assert class_labels("m", {"0": "CONTRADICTION", "1": "neutral", "2": "Entailment"}) == (
        "contradiction",
        "neutral",
        "entailment",
    )
    for names in ({0: "LABEL_0", 1: "LABEL_1"}, {0: "entailment", 1: "entailment"}, {0: "positive", 1: "negative"}):
        with pytest.raises(InputError, match="name them there"):
            class_labels("m", names)


def test_likelihood_is_the_sum_over_the_tokens_of_the_answer(pairs: Path, tmp_path: Path) -> None:
    """Against one forward pass a row, written out here without batches or padding."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    place = causal(tmp_path / "model", pairs)
    found = nli.ask(pairs, f"hf:{place}", tmp_path / "run", prompts=["two-way", "two-way-words"])
    assert found.how == "likelihood"
    assert found.counts["two-way"] == {**found.counts["two-way"], "rows": 20, "answered": 20}
    model, words = AutoModelForCausalLM.from_pretrained(place), AutoTokenizer.from_pretrained(place)
    rows = {json.loads(line)["id"]: json.loads(line) for line in pairs.read_text().splitlines()}
    records = list(recorded(tmp_path / "run"))
    assert len({tuple(r["scores"].values()) for r in records}) == 40
    for record in (records[0], records[7], records[25]):
        row, prompt = rows[record["row"]], prompt_named(record["prompt"])
        text = prompt.filled(row["premise"], row["hypothesis"])
        for word, score in record["scores"].items():
            context, whole = words(text)["input_ids"], words(f"{text} {word}")["input_ids"]
            with torch.inference_mode():
                logits = model(torch.tensor([whole])).logits[0].log_softmax(-1)
            places = range(len(context) - 1, len(whole) - 1)
            expected = sum(float(logits[at, whole[at + 1]]) for at in places)
            assert score == pytest.approx(expected, abs=1e-4)


def test_a_causal_model_chats(pairs: Path, tmp_path: Path) -> None:
    place = causal(tmp_path / "model", pairs)
    found = nli.ask(pairs, f"hf:{place}", tmp_path / "run", how="chat", limit=2, max_tokens=3)
    assert found.how == "chat"
    assert {r["tokens_out"] for r in recorded(tmp_path / "run")} <= {1, 2, 3}


def test_a_way_that_the_model_has_not(pairs: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no sequence classifier"):
        nli.ask(pairs, f"hf:{causal(tmp_path / 'm', pairs)}", tmp_path / "run", how="classifier")


def test_no_model_and_no_tokenizer(pairs: Path, tmp_path: Path) -> None:
    place = causal(tmp_path / "model", pairs)
    for file in place.glob("tokenizer*"):
        file.unlink()
    for name, why in (
        (place, "has no tokenizer"),
        (tmp_path / "nowhere", "no such directory"),
        (tmp_path, "has no config.json"),
        ("no such model", "no such directory, and no such model on the Hugging Face hub"),
    ):
        with pytest.raises(InputError, match=why) as error:
            nli.ask(pairs, f"hf:{name}", tmp_path / "run")
        assert "\n" not in str(error.value)
    assert not (tmp_path / "run").exists()


def test_a_row_that_is_too_long_is_named(pairs: Path, tmp_path: Path) -> None:
    place = causal(tmp_path / "model", pairs)
    row = json.loads(pairs.read_text().splitlines()[0])
    pairs.write_text(json.dumps({**row, "premise": "dog " * 600}) + "\n")
    with pytest.raises(InputError, match=r"row 'r0' has .* tokens"):
        nli.ask(pairs, f"hf:{place}", tmp_path / "run")
