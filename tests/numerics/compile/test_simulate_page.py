"""The examples of docs/simulate.md run as they stand there."""

import re
from pathlib import Path

import torch

from ..samples import z_score

PAGE = Path(__file__).parents[3] / "docs" / "simulate.md"


def test_the_examples_of_the_page_hold():
    code = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), flags=re.MULTILINE | re.DOTALL)
    named = {}
    for block in code:
        exec(block, named)
    drawn = named["overlap"](n=4, d_k=8, n_trials=2000, generator=torch.Generator().manual_seed(0))
    assert abs(z_score(drawn, 1 / 8)) < 4
