"""What fixes a simulator's evidence: an edited law leaves it, an edit of what it may use does not."""

import pytest
from theorycheck.simulator import Simulator, simulated

TEXT = '''
import torch
from theorycheck import claim, simulator
from theorycheck.paper import Paper, powers, quantity

SCALE = 2.0
SIZES = (16, 32)
paper = Paper("walks", source="A. Author, 2026")


def step(d):
    """Half of d."""
    return d // 2


@simulator
def walk(d, *, n_trials, generator):
    return SCALE * torch.rand(n_trials, step(d), generator=generator).sum(1)


@claim(id="other", statement="s", law="C*d", bound="Theta", grid={"d": [8, 16]})
def other(d, *, n_trials, generator):
    return torch.rand(n_trials, d, generator=generator).sum(1)


S1 = paper.statement("S1 Mean", "Its order is d.", place="here")
walked = quantity(walk, "the mean")(d=SIZES)
for name, law in (("law", "C*d"),):
    S1.claim(name, "the mean", walked.grows_like(law))
'''


def digest(text, function="walk"):
    return Simulator(file="paper.py", text=text, function=function, generator="torch").digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('("law", "C*d")', '("law", "C*d**2")'),
        ("Its order is d.", "Its order is another."),
        ('law="C*d", bound', 'law="C*d**2", bound'),
        ("walked.grows_like(law)", 'walked.at_most("d")'),
        ("(d=SIZES)", "(d=powers(8, 64))"),
        ("import torch\n", "import torch  # the library\n"),
        ('    """Half of d."""\n', ""),
        ("def step(d):", "def step(d: int) -> int:"),
        ("SCALE * torch", "(SCALE) *  torch"),
    ],
)
def test_an_edited_claim_leaves_the_simulator_as_it_is(old, new):
    assert old in TEXT
    assert digest(TEXT.replace(old, new)) == digest(TEXT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("SCALE * torch", "torch"),
        ("SCALE = 2.0", "SCALE = 3.0"),
        ("d // 2", "d // 3"),
        ("import torch\n", "import torch\ntorch.set_default_dtype(torch.float64)\n"),
        ("def other(d", "def another(d"),
    ],
)
def test_an_edit_of_what_it_may_use_is_another_simulator(old, new):
    assert old in TEXT
    assert digest(TEXT.replace(old, new)) != digest(TEXT)


def test_a_claim_that_could_change_what_is_used_counts():
    """A list that the claims fill may be read by the simulator."""
    listed = TEXT.replace("SIZES = (16, 32)", "SIZES = [16, 32]")
    assert digest(listed.replace('"C*d")', '"C*d**2")')) != digest(listed)
    used = TEXT.replace("SCALE * torch", "powers(2, 4)[0] * torch")
    assert digest(used.replace('"C*d")', '"C*d**2")')) != digest(used)


def test_the_function_itself_counts():
    assert digest(TEXT, "other") != digest(TEXT)


def code(text):
    simulator = Simulator(file="paper.py", text=text, function="walk", generator="torch")
    return simulated(simulator).code


def test_what_a_file_calls_of_this_package_counts_for_its_evidence():
    observing = TEXT.replace("claim, simulator", "claim, observe, simulator").replace(
        "SCALE *", "observe() *"
    )
    assert "numerics.observe.observe" in code(observing).definitions
    assert not any("observe" in name for name in code(TEXT).definitions)
    assert code(TEXT).digest == code(TEXT.replace("Its order is d.", "Another.")).digest
    assert code(TEXT).digest != code(TEXT.replace("SCALE = 2.0", "SCALE = 2.1")).digest
