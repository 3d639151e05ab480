"""The example of docs/simulate.md runs as it stands there."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "simulate.md"


def test_the_example_of_the_page_holds():
    blocks = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    assert len(blocks) == 1
    exec(blocks[0], {})
