"""The examples of docs/derive.md run, one after the other, as they stand there."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "derive.md"


def test_the_examples_of_the_page_hold():
    page = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) == 7
    exec("\n".join(blocks), {})
