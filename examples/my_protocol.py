"""A protocol of your own: one file that defines PROTOCOL. Here: train on changed nouns, test on changed verb phrases.

provenli split examples/my_protocol.py data/systematicity --out splits/arguments
"""

from __future__ import annotations

from collections.abc import Sequence

from provenli.options import Option, whole
from provenli.splits.protocol import Check, Draw, Inputs, Need, Protocol, Size, Split, SplitPart
from provenli.splits.where import where


def arguments(inputs: Inputs) -> Sequence[Split]:
    """One split for each argument of the quantifier: that one in training, the other in the test."""
    rows = inputs.options["test-rows"]
    return [split("first", "second", rows), split("second", "first", rows)]


def split(trained: str, tested: str, rows: int) -> Split:
    parts = (
        SplitPart("test", (Draw("pairs", where(depth=1, argument=tested), Size(rows, exact=True), even=("label",)),)),
        SplitPart("dev", (Draw("pairs", where(depth=1, argument=trained), Size(share=0.1), even=("label",)),)),
        SplitPart("train", (Draw("pairs", where(depth=1, argument=trained), even=("label",)),)),
    )
    checks = (Check("features", ("train", "test"), ("argument",)),)
    return Split(f"{trained}-argument", parts, checks, f"train on the {trained} argument, test on the {tested}")


PROTOCOL = Protocol(
    name="arguments",
    about="one argument of the quantifier in training, the other in the test",
    paper="none",
    needs=(Need("pairs", ("systematicity",), features=("depth", "argument")),),
    splits=arguments,
    options=(Option("test-rows", 100, whole(2, 10**9), "rows of the test"),),
)
