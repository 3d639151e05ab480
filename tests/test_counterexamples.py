"""Every counterexample is what it says: a script without theorycheck that prints what stands below it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from theorycheck.papers.tables import CLAIMS

PAGE = (Path(__file__).parents[1] / "docs" / "counterexamples.md").read_text()
PAIRS = re.findall(r"^```python\n(.*?)^```\n```text\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
CLAIM = re.compile(r"`((?:associative_memory|attention_dynamics)\.[a-z_.]+)`")


def printed(script):
    """What the script prints, run alone."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("script", "expected"), PAIRS, ids=lambda text: text.split("\n")[0][:20])
def test_a_counterexample_prints_what_stands_below_it(script, expected):
    assert "theorycheck" not in script
    assert printed(script) == expected


@pytest.mark.slow
def test_a_positive_weight_is_no_counterexample():
    script, expected = PAIRS[0]
    mended = script.replace("u, -np.einsum", "u, np.einsum")
    assert mended != script
    result = printed(mended)
    assert "error 0.0" in result
    assert result != expected


def test_the_page_names_claims_that_exist_and_each_script_has_its_output():
    named = set(CLAIM.findall(PAGE))
    assert named
    assert named <= {claim.id for claim in CLAIMS}
    assert len(PAIRS) == PAGE.count("```python")
