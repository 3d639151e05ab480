"""Whatever can be decided, users can claim of a function of theirs: each with a false neighbour."""

from fractions import Fraction
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
import torch
from theorycheck.errors import UsageError
from theorycheck.law.grammar import KNOWN
from theorycheck.simulator import Simulator, SimulatorError, draw, measured
from theorycheck.user.entry import BoundName, Entry, Measure, entry

from .running import theorycheck

HEAD = '''
import torch
from theorycheck import computed, simulator
from theorycheck.paper import Paper, powers, published, quantity

paper = Paper("all", source="A. Author, 2026")
S = paper.statement("S1 All", "Everything holds.", place="here")

@simulator
def normal(d, *, n_trials, generator):
    """3 + (z_1 + ... + z_d)/sqrt(d) of normal numbers."""
    return torch.randn(n_trials, d, generator=generator).sum(1) / d**0.5 + 3

@simulator
def heavy(d, *, n_trials, generator):
    """d |c| of a Cauchy number c, whose mean is infinite and whose median is d."""
    uniform = torch.rand(n_trials, generator=generator, dtype=torch.float64)
    return torch.tan(torch.pi / 2 * uniform) * d

@simulator
def scaled(d, rule, *, n_trials, generator):
    """Exponential numbers of mean sqrt(d), twice as large by one rule."""
    factor = 2.0 if rule == "harsh" else 1.0
    return -factor * d**0.5 * torch.rand(n_trials, generator=generator).clamp_min(1e-30).log()

@simulator
def loss(p, n, *, n_trials, generator):
    """1/(1 + |p - n|/n) with noise, a peak at p = n."""
    return 0.1 * torch.randn(n_trials, generator=generator) + 1 / (1 + abs(p - n) / n)

@simulator
def solved(n, d, *, n_trials, generator):
    """Success with probability 1/(1 + exp(8 - 4 n/d)), one half at n = 2 d."""
    return torch.rand(n_trials, generator=generator) < torch.sigmoid(torch.tensor(4 * (n / d - 2.0)))

@computed
def harmonic(n):
    """1 + 1/2 + ... + 1/n."""
    return sum(1 / k for k in range(1, n + 1)), 1e-15 * n

one = quantity(normal, "the mean")(d=powers(16, 128))
big = quantity(heavy)(d=powers(16, 256))
either = quantity(scaled)(d=powers(16, 256), rule=("mild", "harsh"))
worst, best = either.largest_over("rule"), either.smallest_over("rule")
peak = quantity(loss)(p=(8, 16, 32, 64), n=(16, 32))
joint = quantity(loss)(p=powers(8, 128), n=powers(4, 64)).where("p == 2*n")
phase = quantity(solved)(d=powers(8, 64)).reaches(0.5, by="n", between=(1, 10000))
sums = quantity(harmonic)(n=powers(16, 4096))
'''

CLAIMS = (
    ("agrees", 'one.tends_to("3", margin=0.02)'),
    ("refuted", 'one.exceeds("3.2")'),
    ("agrees", 'one.exceeds("2.5")'),
    ("agrees", 'one.quantile(0.9).equals("4.2816", margin=0.04)'),
    ("refuted", 'one.quantile(0.9).equals("4.5", margin=0.02)'),
    ("agrees", 'one.variance().equals("1", margin=0.05)'),
    ("refuted", 'one.variance().equals("1.2", margin=0.05)'),
    ("bound only", 'one.chance("value <= 3 + sqrt(2*log(20))").at_least("1 - 1/20")'),
    ("refuted", 'one.chance("value <= 3.5").at_least("0.95")'),
    ("agrees", 'one.is_reported("3.02", margin=0.15, published=published(spread="0.1", n=20))'),
    ("agrees", 'big.median().grows_like("C*d")'),
    ("refuted", 'big.median().grows_like("C*d**0.9")'),
    ("agrees", 'worst.equals("2*sqrt(d)", margin=0.1)'),
    ("refuted", 'worst.equals("1.7*sqrt(d)", margin=0.1)'),
    ("agrees", 'best.equals("sqrt(d)", margin=0.1)'),
    ("refuted", 'best.equals("2*sqrt(d)", margin=0.1)'),
    ("agrees", 'peak.peaks(over="p", at="n")'),
    ("refuted", 'peak.peaks(over="p", at="2*n")'),
    ("agrees", 'joint.equals("1/2", margin=0.05)'),
    ("agrees", 'phase.equals("2*d", margin=0.1)'),
    ("refuted", 'phase.at_most("1.5*d")'),
    ("bound only", 'sums.at_least("log(n)")'),
    ("agrees", 'sums.equals("log(n)", margin=0.1, asymptotic=True)'),
    ("refuted", 'sums.equals("log(n)", margin=0.02)'),
)


@pytest.mark.slow
def test_every_relation_and_statistic_is_decided(tmp_path):
    lines = [f"S.claim('c{number:02}', 'x', {text})\n" for number, (_, text) in enumerate(CLAIMS)]
    (tmp_path / "paper.py").write_text(HEAD + "".join(lines))
    done = theorycheck("run", tmp_path, "--preset", "quick", "--out", "out", "--all", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    verdicts = [line.split("\t")[0] for line in done.stdout.splitlines()]
    told = {text: verdict for verdict, (_, text) in zip(verdicts, CLAIMS, strict=True)}
    assert told == {text: verdict for verdict, text in CLAIMS}


TEXT = """
import torch

def uniform(d, *, n_trials, generator):
    return d * torch.rand(n_trials, generator=generator)

def half(n):
    from fractions import Fraction
    return Fraction(1, 2) * n

def bare(n):
    return 0.5 * n
"""


def simulator(**fields):
    return Simulator(file="own.py", text=TEXT, function="uniform", generator="torch", **fields)


def drawn(made, point):
    return draw(made, point, 64, torch.Generator().manual_seed(1))[None]


def test_an_event_is_what_happens_to_the_same_numbers():
    numbers = drawn(simulator(), {"d": 4})
    assert np.array_equal(drawn(simulator(event="value > sqrt(d)"), {"d": 4}), numbers > 2)
    assert simulator(event="value > 1").digest != simulator(event="value > 2").digest


def test_a_variance_is_that_of_eight_values_and_right_in_the_mean():
    made = simulator(variance=True)
    several = draw(simulator(), {"d": 4}, 8 * 64, torch.Generator().manual_seed(1))[None].reshape(64, 8)
    assert np.array_equal(drawn(made, {"d": 4}), several.var(axis=1, ddof=1, dtype="float64"))
    many = draw(made, {"d": 4}, 20_000, torch.Generator().manual_seed(2))[None]
    assert abs(many.mean() - 16 / 12) < 4 * many.std() / 20_000**0.5 < 0.05
    assert made.digest not in {simulator().digest, simulator(event="value > 1").digest}


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ({"variance": True, "event": "value > 1"}, "event and variance; a claim is about one"),
        ({"statistic": "variance"}, "A statistic is one of mean, .*; variance = true is a key of its own"),
        ({"variance": True, "python": None, "quantity": "conditioning.x"}, "variance is of the numbers that"),
    ],
)
def test_a_variance_is_of_a_functions_numbers_alone(keys, why):
    table = {"id": "own", "statement": "x", "law": "1", "bound": "equals", "margin": 0.1, "grid": {"d": [4]}}
    with pytest.raises(UsageError, match=why):
        entry({**table, "measure": {"python": "own.py:uniform", **keys}}, "own.toml")


def test_what_takes_nothing_of_a_function_has_the_identity_that_it_had():
    assert simulator().digest == simulator(binary=True).digest
    assert simulator().digest != simulator(levels=True).digest


def test_a_computed_function_gives_a_value_with_a_bound():
    exact = measured(Simulator(file="own.py", text=TEXT, function="half", generator="torch", computed=True))
    assert (exact.evaluate({"n": 3}).value, exact.evaluate({"n": 3}).error_bound) == (1.5, 0.0)
    assert Fraction(1, 2) * 3 == Fraction(3, 2)
    bare = measured(Simulator(file="own.py", text=TEXT, function="bare", generator="torch", computed=True))
    with pytest.raises(SimulatorError, match="a finite value and a bound on its"):
        bare.evaluate({"n": 3})


def test_the_page_of_claim_files_lists_the_functions_of_formulas():
    page = (Path(__file__).parents[2] / "docs" / "claim_files.md").read_text()
    functions = KNOWN.partition("** and ")[2].split(", ")
    assert len(functions) > 8
    assert [name for name in functions if f"`{name}`" not in page] == []


def test_the_page_of_claim_files_lists_what_can_be_claimed():
    page = (Path(__file__).parents[2] / "docs" / "claim_files.md").read_text()
    keys = {*Entry.__struct_fields__, *Measure.__struct_fields__}
    assert [key for key in keys if f"{key} = " not in page and f"[{key}]" not in page] == []
    assert [bound for bound in get_args(BoundName) if bound not in page] == []
