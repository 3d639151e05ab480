"""The bounds of Theorem 1 by hand, and the two sides of their sets."""

from math import log

import mpmath
import numpy as np
import pytest
import torch
from scipy.stats import t as student
from theorycheck.numerics.associative_memory.bounds import (
    _ROUNDING,
    light_token_error,
    lower_bound,
    lower_multiple_sampled,
    memory_of,
    negative_weight_share,
    student_tail,
    upper_bound,
    upper_share,
)
from theorycheck.numerics.associative_memory.model import Memory, coordinates, zipf_law

from ..samples import drawn, sampled


def memory(**given):
    return Memory.at(coordinates(**given))


def test_the_upper_bound_is_the_least_over_a_fine_grid_of_gamma():
    point = {"N": 20, "M": 4, "alpha": 2.0, "rho": 0.5, "d": 3000}
    q = np.arange(1, 21) ** -1.0
    law = np.arange(1, 21) ** -2.0
    law /= law.sum()
    Q = max((q[np.arange(1, 21) % 4 == y] ** 2).sum() for y in range(4))
    best = 1.0
    for gamma in np.linspace(0.001, 5, 20001):
        c = log(4) + gamma * log(3000)
        inside = 3000 * q**2 <= 16 * c * (Q + 8 * c * (q**2).sum() / 3000)
        best = min(best, 2 * 3000**-gamma + law[inside].sum())
    assert upper_bound(memory(**point)) == pytest.approx(best, rel=2e-3)
    assert upper_bound(memory(**point)) <= best


def exact_bound(found, *, beyond=None):
    """Eq. (7) to fifty digits; `beyond` is what lies beyond a token where that is known otherwise."""
    with mpmath.workdps(50):
        x = [mpmath.mpf(k) for k in range(1, 101)]
        p = [k**-found.alpha for k in x]
        q2 = [k ** (-2 * found.alpha * found.rho) if k <= found.stored else 0 for k in x]
        load, total, d = max(sum(q2[y :: found.M]) for y in range(found.M)), sum(q2), found.d
        best = mpmath.mpf(1)
        for k in range(100):
            if q2[k] and (k == 99 or q2[k + 1] < q2[k]):
                square, bend = d * q2[k] / 16, 8 * total / d
                c = (mpmath.sqrt(load**2 + 4 * bend * square) - load) / (2 * bend)
                rest = sum(p[k + 1 :]) / sum(p) if beyond is None else beyond[k]
                best = min(best, 2 * found.M * mpmath.exp(-c) + rest)
        return float(best)


def test_the_upper_bound_is_right_within_its_stated_error():
    seen = 0.0
    for point in upper_share.points:
        found = memory_of(point)
        exact = exact_bound(found)
        assert abs(upper_bound(found) / exact - 1) <= _ROUNDING
        rounded = np.maximum(0.0, 1 - np.cumsum(zipf_law(found.alpha, 100)))
        seen = max(seen, abs(exact_bound(found, beyond=rounded) / exact - 1))
    # One less a sum of all others is not.
    assert seen > 1e-8 > _ROUNDING


def test_the_lower_bound_weighs_the_light_tokens():
    # Q is 1 in the class of token 1, and 3 (d + 1) q^2 <= 1 asks for x^2 >= 9: tokens 3 and 4.
    found = lower_bound(memory(N=4, M=4, alpha=1.0, rho=1.0, d=2))
    assert found == pytest.approx((1 / 3 + 1 / 4) / (1 + 1 / 2 + 1 / 3 + 1 / 4) / 20)


def test_students_tail_is_scipys_and_reaches_far_out():
    assert student_tail(7, 1.3) == pytest.approx(student.sf(1.3, 7), rel=1e-13)
    assert 0 < student_tail(300, 60.0) < 1e-150


def test_a_token_at_the_cut_off_with_its_own_class_full_is_the_worst():
    d = 11
    values = {
        others: light_token_error.evaluate({"d": d, "load": d / (3 * (d + 1)), "others": others}).value
        for others in ("own", "competitor", "both")
    }
    assert values["own"] == min(values.values())
    rng = np.random.default_rng(3)
    q, n_trials = (1 / (3 * (d + 1))) ** 0.5, 40_000
    e = rng.standard_normal((n_trials, 2, d))
    margin = q * (e[:, 0] ** 2).sum(axis=1) + (1 - q * q) ** 0.5 * (e[:, 0] * e[:, 1]).sum(axis=1)
    wrong = (margin <= 0).mean()
    assert abs(wrong - values["own"]) < 4 * (values["own"] / n_trials) ** 0.5


def test_negative_weights_are_always_wrong_and_positive_ones_are_not():
    (group,) = (s for s in negative_weight_share.groups if s.shared["d"] == 46)
    shares = drawn(negative_weight_share, 8, seed=1, **group.shared)
    limit = upper_bound(memory(alpha=0.0, N=1, M=4, d=46))
    assert limit < 1 == upper_bound(memory(alpha=0.0, N=1, M=4, d=45))
    assert torch.allclose(shares * limit, torch.ones_like(shares))


def test_one_class_is_never_wrong():
    found = sampled(lower_multiple_sampled, 4, seed=1, weights="q = p", M=1, alpha=2.0, d=4)
    assert float(found.abs().max()) == 0
