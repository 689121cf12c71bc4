"""Docs are wrapped at 100 columns, and nothing but prose is touched."""

from __future__ import annotations

from tools.wrap_docs import WIDTH, wrapped_page

LONG = "word " * 40
PAGE = f"""# A heading that is longer than all that may stand on a line, {"and goes on " * 8}

{LONG}with `code that is not broken` and [a link](to/some page.md).
Its second line.

- {LONG}
  2. goes on
- short

| a table | {LONG} |

```sh
{LONG}
```
"""


def test_only_prose_is_wrapped() -> None:
    found = wrapped_page(PAGE).split("\n")
    prose = found[: found.index("```sh")]
    assert all(len(line) <= WIDTH for line in prose if not line.startswith(("#", "|")))
    assert found[0] == PAGE.split("\n")[0]
    assert "`code that is not broken`" in wrapped_page(PAGE)
    assert sum(line.startswith("- ") for line in found) == 2
    assert [line for line in found if line.startswith("|")] == [f"| a table | {LONG} |"]
    assert found[found.index("```sh") + 1] == LONG


def test_words_stay_and_a_second_time_changes_nothing() -> None:
    once = wrapped_page(PAGE)
    assert once.split() == PAGE.split()
    assert wrapped_page(once) == once
