"""docs/derive.md and docs/derived.md: their Python runs, commands answer as shown, answers are right."""

import math
import re
import shlex
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from scipy import integrate, stats
from theorycheck.cli import application
from theorycheck.errors import UsageError
from theorycheck.theory.evaluation import Evaluator
from theorycheck.theory.kernel import Theorem, believe, record
from typer.testing import CliRunner

from ..lanes import sampled

DOCS = Path(__file__).parents[2] / "docs"
PAGES = "".join((DOCS / name).read_text(encoding="utf-8") for name in ("derive.md", "derived.md"))
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGES, flags=re.MULTILINE | re.DOTALL)
CONSOLE = re.findall(r"^```console\n(.*?)^```$", PAGES, flags=re.MULTILINE | re.DOTALL)
COMMANDS = [part.split("\n", 1) for block in CONSOLE for part in block.split("$ ")[1:]]


@pytest.fixture(scope="module")
def names():
    """What the page defines, its blocks run one after the other."""
    found: dict[str, Any] = {}
    exec("\n".join(BLOCKS), found)
    return found


def test_the_examples_of_the_page_hold(names):
    assert len(BLOCKS) > 5
    assert all(believe(record(theorem)) for theorem in names["tasks"])


@pytest.mark.parametrize(
    ("command", "shown"), sampled(map(tuple, COMMANDS), 2), ids=[command for command, _ in COMMANDS]
)
def test_a_command_of_the_page_answers_as_shown(command, shown):
    words = shlex.split(command)[1:]
    done = CliRunner().invoke(application(words), words)
    if isinstance(done.exception, UsageError):
        assert f"theorycheck: {done.exception}\n" == shown
    else:
        assert done.exit_code == int("theorycheck: " in shown)
        assert not shown or done.output == shown


# The twelve tasks against independent values.

Value = Callable[..., float]


def side(theorem: Theorem, **values: Any) -> Any:
    """The right-hand side, or the main part of an expansion, at values of the symbols."""
    term = theorem.proposition.args[1]
    known = {symbol: values[name] for name, symbol in term.declarations if name in values}
    return Evaluator(known).value(term)


def gaussian(f: Callable[..., float], count: int) -> float:
    """E f of so many independent normal numbers, for a polynomial f of degree below 20, by quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(10)
    weights = weights / weights.sum()
    every = product(range(len(nodes)), repeat=count)
    return sum(math.prod(weights[list(at)]) * f(*nodes[list(at)]) for at in every)


@pytest.fixture(scope="module")
def task(names):
    """The tasks by name."""
    called = (
        "pairs", "product", "sphere", "wishart", "limit", "gamma", "zipf", "union", "gradient", "jacobian",
        "stationary", "entropy", "compound", "binomial", "upper", "lower", "rate",
    )  # fmt: skip
    return dict(zip(called, names["tasks"], strict=True))


def test_products_of_gaussian_inner_products(task):
    assert side(task["pairs"], n=3, d=1) == pytest.approx(
        gaussian(lambda a, b, c: (2 * (a * b + a * c + b * c)) ** 2, 3)
    )
    assert side(task["pairs"], n=2, d=2) == pytest.approx(
        gaussian(lambda a, b, c, d: (2 * (a * c + b * d)) ** 2, 4)
    )
    u = np.array([0.3, -1.2])
    expected = gaussian(lambda a, b, c, d: (a * c + b * d) ** 2 * (a * u[0] + b * u[1]) ** 2, 4)
    assert side(task["product"], d=2, u=u) == pytest.approx(expected)


def test_moments_of_a_sphere(task):
    u, w = np.array([0.3, -1.2]), np.array([2.0, 0.7])
    circle = [np.array([math.cos(t), math.sin(t)]) for t in np.arange(16) * math.pi / 8]
    expected = np.mean([(x @ u) ** 2 * (x @ w) ** 2 for x in circle])
    assert side(task["sphere"], d=2, u=u, w=w) == pytest.approx(expected)


def test_traces_of_wishart_powers(task):
    assert side(task["wishart"], n=2, d=1) == pytest.approx(gaussian(lambda a, b: (a * a + b * b) ** 3, 2))
    # For a fixed ratio the mean trace of the square is n d (n + d + 1), James (1964).
    assert side(task["limit"], d=100, alpha=3) == pytest.approx(300 * 100 * 401 / 100**3, abs=3 / 100**2)


@mpmath.workdps(40)
def test_expansions_have_the_remainder_that_they_state(task):
    sums = lambda n: mpmath.nsum(lambda j: mpmath.mpf(j) ** -1.5, [1, n])  # noqa: E731
    cases = [
        ("gamma", {}, lambda n: mpmath.gamma(n + 0.5) / mpmath.gamma(n), 2.5, "n"),
        ("zipf", {"alpha": 1.5}, sums, 2.5, "n"),
        ("compound", {"x": 1.5, "L": 2.5}, lambda d: (1 + mpmath.mpf(3) / (2 * d)) ** 2.5, 3, "d"),
    ]
    for name, values, exact, power, variable in cases:
        errors = [
            abs(float(exact(n) - mpmath.mpf(float(side(task[name], **values, **{variable: n}))))) * n**power
            for n in (50, 100, 200)
        ]
        assert max(errors) < 2
        assert errors[2] == pytest.approx(errors[1], rel=0.2)
    ratio = mpmath.binomial(2 * 10**5, 10**5) * mpmath.sqrt(mpmath.pi * 10**5) / mpmath.mpf(4) ** (10**5)
    assert float(ratio) == pytest.approx(1, abs=1e-5)
    assert task["binomial"].proposition.head == "similar"


@pytest.mark.parametrize(("n", "t"), [(1, 0.5), (5, 1.0), (100, 3.0)])
def test_a_union_of_normal_tails(task, n, t):
    assert 1 - stats.norm.cdf(t) ** n <= side(task["union"], n=n, t=t)


def test_the_gradient_and_the_jacobian_of_softmax(task):
    u = np.array([0.2, -0.7, 1.1])
    step = 1e-6 * np.eye(3)

    def weights(x: np.ndarray) -> np.ndarray:
        return np.exp(x) / np.exp(x).sum()

    slopes = [(np.log(np.exp(u + h).sum()) - np.log(np.exp(u - h).sum())) / 2e-6 for h in step]
    columns = [(weights(u + h) - weights(u - h)) / 2e-6 for h in step]
    assert side(task["gradient"], d=3, u=u) == pytest.approx(slopes, abs=1e-8)
    assert side(task["jacobian"], d=3, u=u) == pytest.approx(np.stack(columns, axis=1), abs=1e-8)


def test_the_stationary_law_and_the_entropy_rate(task):
    a, b = 0.3, 0.45
    transition = np.array([[1 - a, a], [b, 1 - b]])
    law = np.linalg.matrix_power(transition, 200)[0]
    assert side(task["stationary"], a=a, b=b) == pytest.approx(law)
    assert side(task["entropy"], a=a, b=b) == pytest.approx(-law @ (transition * np.log(transition)).sum(1))


@pytest.mark.parametrize("n", [2, 10, 1000])
def test_the_largest_of_normal_numbers(task, n):
    mean, _ = integrate.quad(lambda x: x * n * stats.norm.pdf(x) * stats.norm.cdf(x) ** (n - 1), -10, 10)
    assert side(task["lower"], n=n) <= mean <= side(task["upper"], n=n)
    assert task["lower"].status == "partly cited"


def test_the_rate_of_an_iteration(task):
    r, x = 2.7, 0.4
    for _ in range(25):
        x = r * x * (1 - x)
    point = 1 - 1 / r
    following = r * x * (1 - x)
    assert abs(following - point) / abs(x - point) == pytest.approx(side(task["rate"], r=r), rel=1e-3)
