"""The marginal and the exact route against the plain one, against each other, and against sums by hand."""

from math import exp, inf, lgamma, log, pi, sqrt

import mpmath
import numpy as np
import pytest
import torch
from scipy.integrate import quad
from scipy.special import betainc, betaincc, ndtr, stdtr
from theorycheck.numerics.associative_memory import quadrature, radius
from theorycheck.numerics.associative_memory.error import plain_group, recall_error
from theorycheck.numerics.associative_memory.marginal import _edges, recall_error_marginal
from theorycheck.numerics.associative_memory.model import coordinates, filled_group
from theorycheck.numerics.associative_memory.quadrature import (
    exact_failing,
    exact_stored_error,
    recall_error_exact,
)
from theorycheck.numerics.associative_memory.token_error import Resolution, radius_rule, wrong_by_integrals
from theorycheck.numerics.monte_carlo import sample_block

SEED = 20251105
Z_LIMIT = 4.0
SCHEMES = [
    {"scheme": "power", "rho": 0.0},
    {"scheme": "power", "rho": 1.0},
    {"scheme": "threshold", "rho": 0.0, "P": "d/8"},
    {"scheme": "threshold", "rho": 0.5, "P": 9},
]
PARTS = (recall_error_exact.evaluate, exact_stored_error, exact_failing)


def plain(points: list[dict], trials: int = 1500, **shared: object) -> tuple[np.ndarray, np.ndarray]:
    """Means and standard errors of (error, stored, failing)."""
    moments = sample_block(recall_error, plain_group(points, trials, **shared), 0, SEED, "cpu")
    columns = [0, 2, 3]
    stderr = np.sqrt(np.diag(moments.covariance))
    return moments.mean.reshape(-1, 5)[:, columns], stderr.reshape(-1, 5)[:, columns]


def marginal(points: list[dict], trials: int = 500, **shared: object) -> tuple[np.ndarray, np.ndarray]:
    moments = sample_block(recall_error_marginal, filled_group(points, trials, **shared), 0, SEED, "cpu")
    return moments.mean.reshape(-1, 3), np.sqrt(np.diag(moments.covariance)).reshape(-1, 3)


def exact(points: list[dict], **shared: object) -> np.ndarray:
    return np.array([[part(coordinates(**shared, **point)).value for part in PARTS] for point in points])


def z_scores(one: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    # A proportion that never occurred in 1,500 trials has no standard error; one occurrence has.
    stderr = np.hypot(one[1], other[1])
    floor = np.where(stderr < 2e-4, 2e-4, stderr)
    return (one[0] - other[0]) / floor


@pytest.mark.parametrize(
    "shared",
    [
        {"N": 40},
        {"N": 40, "u": "gaussian"},
        {"N": 40, "u": "orthonormal"},
        {"N": 40, "f": "block"},
        {"N": 40, "f": "one", "alpha": 1.2},
        {"N": 12, "M": 12, "f": "own"},
        {"N": 40, "T": 60},
    ],
)
def test_the_marginal_route_has_the_plain_mean(shared):
    points = [{**scheme, "d": d} for scheme in SCHEMES for d in (12, 30)]
    reference, found = plain(points, **shared), marginal(points, **shared)
    assert abs(z_scores(reference, found)).max() < Z_LIMIT
    wrong = marginal([{**point, "d": point["d"] + 4} for point in points], **shared)
    assert abs(z_scores(reference, wrong)).max() > Z_LIMIT


@pytest.mark.parametrize("N", [1, 2, 3])
def test_the_marginal_route_ends_where_tokens_are_fewer_than_a_stratum(N):
    shared = {"scheme": "power", "rho": 0.5, "M": 2, "N": N}
    points = [{"d": 4}]
    assert abs(z_scores(plain(points, **shared), marginal(points, **shared))[:, 0]).max() < Z_LIMIT


@pytest.mark.parametrize(("last", "edges"), [
    (1, [1, 2]), (3, [1, 2, 3, 4]), (20, [*range(1, 17), 20, 21]), (25, [*range(1, 17), 20, 25, 26]),
])  # fmt: skip
def test_each_of_the_first_tokens_is_a_stratum_and_then_a_quarter_more(last, edges):
    assert _edges(0.5, last).tolist() == edges


@pytest.mark.parametrize(("d", "M"), [(1, 3), (2, 5), (3, 2)])
def test_the_marginal_route_holds_in_few_dimensions(d, M):
    points = [{**scheme, "d": d} for scheme in SCHEMES]
    assert abs(z_scores(plain(points, N=15, M=M), marginal(points, N=15, M=M))).max() < Z_LIMIT


def test_strata_stand_for_all_their_tokens():
    """Beyond the first tokens places are drawn: the mean is that of every token."""
    points = [{"scheme": "power", "rho": rho, "d": 20} for rho in (0.3, 1.0)]
    shared = {"N": 3000, "alpha": 1.2, "M": 2}
    mean, stderr = marginal(points, 4000, **shared)
    assert abs((mean - exact(points, **shared)) / stderr).max() < Z_LIMIT


@pytest.mark.parametrize("d", [400, 1000, 2000])
def test_rare_errors_by_the_marginal_route(d):
    mean, stderr = marginal([{"rho": 0.0, "d": d}], 4000, N=100, u="orthonormal")
    value, near = (exact([{"rho": 0.0, "d": at}], N=100, u="orthonormal") for at in (d, d + d // 4))
    assert value[0, 0] < 3e-3
    assert abs((mean - value) / stderr).max() < Z_LIMIT
    assert abs((mean - near) / stderr).min() > Z_LIMIT


@pytest.mark.parametrize(
    "shared",
    [{"u": "orthonormal"}, {"u": "orthonormal", "f": "block"}, {"u": "orthonormal", "f": "one"}, {"M": 2}],
)
def test_the_exact_route_has_the_plain_mean(shared):
    # In very few dimensions |e_x| goes by trapezoids, in few by more nodes of a Gauss rule than in many.
    points = [{**scheme, "d": d} for scheme in SCHEMES for d in (6, 9, 36)]
    mean, stderr = plain(points, N=40, **shared)
    values = exact(points, N=40, **shared)
    assert abs(z_scores((mean, stderr), (values, np.zeros_like(values)))).max() < Z_LIMIT
    shifted = [coordinates(N=40, **shared, **{**point, "d": point["d"] + 3}) for point in points]
    other = np.array([recall_error_exact.evaluate(point).value for point in shifted])
    assert abs(z_scores((mean[:, 0], stderr[:, 0]), (other, np.zeros_like(other)))).max() > Z_LIMIT


@pytest.mark.parametrize("d", [1, 2, 7])
def test_two_answers_in_few_dimensions(d):
    points = [{**scheme, "d": d} for scheme in SCHEMES]
    mean, stderr = plain(points, 6000, N=15, M=2)
    assert abs(z_scores((mean, stderr), (exact(points, N=15, M=2), np.zeros_like(mean)))).max() < Z_LIMIT


@pytest.mark.parametrize("alpha", [0.5, 1.5, 2.0])
@pytest.mark.parametrize("d", [3, 1000, 10**6])
def test_two_answers_are_students_sum(alpha, d):
    x = np.arange(1.0, 20_001.0)
    q, p = x**-alpha, x**-alpha / (x**-alpha).sum()
    t = np.sqrt(d) * q / np.sqrt((q**2).sum() - q**2)
    value = recall_error_exact.evaluate(coordinates(N=20_000, M=2, alpha=alpha, rho=1.0, d=d))
    assert abs(value.value - p @ stdtr(d, -t)) < max(value.error_bound, 1e-12)


def test_an_infinite_law_is_the_limit_of_long_ones():
    values = [
        recall_error_exact.evaluate(coordinates(N=N, M=5, u="orthonormal", rho=1.0, d=400)).value
        for N in (10**4, 10**6, "inf")
    ]
    # What is beyond N weighs C/N; 4 of 5 such tokens are wrong, where a share E of the others is.
    for value, N in zip(values, (10**4, 10**6), strict=False):
        assert abs((values[2] - value) / ((0.8 - values[2]) * 0.6079271 / N) - 1) < 0.01


def leading_term(alpha: float, rho: float, d: int) -> float:
    """C/(2 (alpha - 1)) zeta(r)^k E|X|^2k, r = 2 rho alpha, k = (alpha - 1)/r, X a coordinate on a sphere.

    No power of 1/d follows it: far out it is the whole error of two classes and infinitely many tokens.
    """
    with mpmath.workdps(40):
        a, r, size = mpmath.mpf(alpha), 2 * mpmath.mpf(rho) * mpmath.mpf(alpha), mpmath.mpf(d + 1) / 2
        k = (a - 1) / r
        moment = mpmath.gammaprod([k + mpmath.mpf(1) / 2, size], [k + size]) / mpmath.sqrt(mpmath.pi)
        return float(mpmath.zeta(r) ** k * moment / (2 * (a - 1) * mpmath.zeta(a)))


FAR = [(3.0, 0.25, 10**6), (3.0, 0.25, 10**8), (3.0, 0.5, 10**6), (2.0, 1.0, 10**8), (6.0, 0.1, 10**8)]


@pytest.mark.parametrize(("alpha", "rho", "d"), FAR)
def test_the_error_bound_covers_what_is_cut_off(alpha, rho, d):
    value = recall_error_exact.evaluate(coordinates(N="inf", M=2, alpha=alpha, rho=rho, d=d))
    assert abs(value.value - leading_term(alpha, rho, d)) < value.error_bound + 1e-14 * value.value
    # Far below the margin of any claim, so that the bound says something.
    assert value.error_bound < 1e-8 * value.value


@pytest.mark.parametrize("nearer", [1e-2, 1e-4])
def test_a_cut_too_near_is_doubted(monkeypatch, nearer):
    place = quadrature._cut
    monkeypatch.setattr(quadrature, "_cut", lambda *at: float(int(place(*at) * nearer)))
    value = recall_error_exact.evaluate(coordinates(N="inf", M=2, alpha=3.0, rho=0.25, d=10**8))
    missed = abs(value.value - leading_term(3.0, 0.25, 10**8))
    assert 4e-13 * value.value < missed < value.error_bound


def _adaptive(q: float, spread: float, roots: list[float], d: int) -> float:
    """The double integral by adaptive quadrature, the inner one split at zero."""

    def inner(r: float) -> float:
        def lost(z: float) -> float:
            kept = np.prod([ndtr((q * r + spread * z) / root) for root in roots])
            return exp(-z * z / 2) / sqrt(2 * pi) * (1 - kept)

        split = min(max(-q * r / spread, -9.5), 9.5)
        return sum(quad(lost, a, b, epsabs=1e-13, limit=200)[0] for a, b in ((-10, split), (split, 10)))

    def outer(r: float) -> float:
        return exp((d - 1) * log(r) - r * r / 2 - (d / 2 - 1) * log(2) - lgamma(d / 2)) * inner(r)

    middle = sqrt(d)
    return sum(quad(outer, a, b, epsabs=1e-11)[0] for a, b in ((1e-9, middle), (middle, middle + 10)))


@pytest.mark.parametrize(("d", "x"), [(5, 1), (5, 7), (50, 6), (50, 33)])
def test_integrals_by_adaptive_quadrature(d, x):
    loads = np.array([sum(k**-4.0 for k in range(y or 5, 101, 5)) for y in range(5)])
    roots = [float(loads[y] ** 0.5) for y in range(5) if y != x % 5]
    reference = _adaptive(x**-2.0, float((loads[x % 5] - x**-4.0) ** 0.5), roots, d)
    memory = quadrature.Memory.at(coordinates(N=100, u="orthonormal", rho=1.0, d=d))
    found = wrong_by_integrals(memory, quadrature._TOKEN)(np.array([x**-2.0]), x % 5)[0]
    assert abs(found - reference) < 1e-9


@pytest.mark.slow
def test_the_error_bound_covers_a_finer_rule():
    token = Resolution(crosstalk=140, radius=24, trapezoids=4)
    finest = quadrature.Rule(token=token, head=150, nodes=24, width=1.0)
    for point in (
        coordinates(N=1000, u="orthonormal", rho=1.0, d=300),
        coordinates(N=1000, u="orthonormal", rho=0.3, d=40, f="block"),
        coordinates(N="inf", u="orthonormal", rho=0.4, d=10**7),
        coordinates(N="inf", u="orthonormal", rho=1.0, d=10**12),
        coordinates(N=100, u="orthonormal", rho=1.0, d=10),
        coordinates(N=100, u="orthonormal", rho=1.0, d=31),
    ):
        value = recall_error_exact.evaluate(point)
        fine, _ = quadrature._total(quadrature.Memory.at(point), "error", finest)
        assert abs(fine - value.value) < value.error_bound
        assert value.error_bound < 1e-5 * value.value


@pytest.mark.parametrize("M", [2, 5, 200])
@pytest.mark.parametrize("d", [1, 10, 1000, 10**16])
def test_the_table_of_the_radius_stands_for_the_beta_integral(d, M):
    start, step, values, _ = radius._table(d, M)
    t = np.exp(np.linspace(start - 1, start + step * len(values) + 1, 4000))
    share = t**2 / (1 + t**2)
    expected = np.where(t < 1, betainc(d / 2, M / 2, share), betaincc(M / 2, d / 2, 1 / (1 + t**2)))
    found = radius.interpolated(t, d, M)
    assert np.allclose(found, expected, rtol=1e-5, atol=0)
    assert not np.allclose(radius.interpolated(1.001 * t, d, M), expected, rtol=1e-5, atol=0)
    seen = expected > 0
    chance, bound = np.log(expected[seen]), radius._log_bound(t[seen], d, M)
    # Numbers near the smallest of all have few digits.
    assert (chance <= bound + 1e-2).all()
    # In few dimensions the thinnest tail is the bound itself.
    assert d > 10 or (chance > bound - 1e-3).any()
    few = torch.as_tensor(t[::500])
    assert np.allclose(radius.radius_cdf(few, d, M), expected[::500], rtol=1e-12, atol=0)


@pytest.mark.parametrize("d", [1, 5, 31, 32, 1000, 10**8])
def test_the_rule_of_the_radius_has_the_moments_of_chi_square(d):
    t, weight = radius_rule(d, Resolution(crosstalk=1, radius=8, trapezoids=1.6))
    assert abs(weight.sum() - 1) < 1e-12
    assert abs(weight @ t / (d / 2) - 1) < 1e-9
    assert abs(weight @ (t - d / 2) ** 2 / (d / 2) - 1) < 1e-6


def test_where_no_exact_route_is_known_it_says_so():
    with pytest.raises(ValueError, match="without sampling"):
        recall_error_exact.evaluate(coordinates(d=10))
    with pytest.raises(ValueError, match="noise is infinite"):
        recall_error_exact.evaluate(coordinates(d=10, N="inf", M=2, rho=0.2))
    assert recall_error_exact.evaluate(coordinates(d=10, N="inf", M=2, rho=1.0)).value < inf
