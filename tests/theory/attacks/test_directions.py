"""Attacks on means by directions, on the longest of n waiting times, on powers of sums that may be infinite,
on sums taken for positive, on kinks: each would prove what is false. A changed model moves the formula.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from theorycheck.theory.formula import as_formula
from theorycheck.theory.kernel import Refused, apply
from theorycheck.theory.model import Index, Parameter, Size, fixed
from theorycheck.theory.node import Term, number, power
from theorycheck.theory.prove import derive, suppose
from theorycheck.theory.terms import Sum, exp, gradient, maximum, relu

VECTORS = ["u: fixed(d)", "v: fixed(d)"]
LENGTHS = ["<u, u> = 5", "<v, v> = 10", "<u, v> = 1"]
RELU = "E relu(<w, u>) relu(<w, v>)"
BOTH = "P(<w, u> > 0 and <w, v> > 0)"
SPREAD = "w: normal(dimension=d, covariance=s)"
WITHOUT = {
    "entries that are signs": (RELU, ["w: rademacher(d)"], LENGTHS, "independent"),
    "a mean that is not zero": (RELU, ["w: normal(mu, 1)", "mu: fixed(d)"], LENGTHS, "independent"),
    "another covariance": (RELU, ["w: normal(u, A A^T)", "A: fixed(d, d)"], LENGTHS, "independent"),
    "a direction that is random": (RELU, ["w: sphere(d)", "u: sphere(d)"], [], "independent"),
    "items that may be one": ("E relu(<w_i, u>) relu(<w_j, v>)", ["w: sphere(d)"], LENGTHS, "i ≠ j"),
    "a level that is not zero": ("P(<w, u> > 0 and <w, v> > 1)", ["w: sphere(d)"], LENGTHS, "No tail bound"),
    "a vector that may be zero": (BOTH, ["w: sphere(d)"], ["<u, u> = 5"], "v, v"),
    "a radius that may be zero": (BOTH, ["w: sphere(d, r)"], LENGTHS, "r > 0"),
    "a variance that may be zero": (BOTH, [SPREAD], [*LENGTHS, "s >= 0"], "s > 0"),
    "squares of positive parts": ("E[relu(<w, u>)^2 |<w, v>|]", ["w: sphere(d)"], LENGTHS, "independent"),
    "waits without one of them": ("E max_{j != i} x_j", ["x: exponential(1)"], [], "cannot integrate"),
    "an infinite square": ("E[x^2]", ["x: zipf(3)"], [], "not known to be finite"),
    "an infinite square of a sum": ("Var(x + y)", ["x: zipf(3)", "y: zipf(9)"], [], "not known to be finite"),
    "an infinite factor": ("E[x y]", ["x: zipf(2)", "y: zipf(9)"], [], "x y is not known to be finite"),
    "a factor twice": ("E[x y x]", ["x: zipf(3)", "y: zipf(9)"], [], "not known to be finite"),
    "a product squared": ("Var(x y)", ["x: zipf(3)", "y: zipf(9)"], [], "not known to be finite"),
    "items that may be the same": ("Var(x_i + x_j)", ["x: zipf(alpha)"], ["alpha > 3"], "i ≠ j"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "laws", "where", "why"), WITHOUT.values(), ids=WITHOUT)
def test_what_a_condition_is_missing_for_is_refused_in_a_sentence(text, laws, where, why):
    own = {law.partition(":")[0] for law in laws}
    with pytest.raises(Refused, match=why):
        derive(text, laws=[*laws, *(law for law in VECTORS if law[0] not in own)], where=where)


def feature(law: str, where: list[str], text: str = RELU, **values: float) -> float:
    found = as_formula(derive(text, laws=[f"w: {law}", *VECTORS], where=where).proposition.args[1])
    return float(found.evalf(30, subs={symbol: values[symbol.name] for symbol in found.free_symbols}))


def test_a_changed_model_moves_the_mean_of_two_features():
    plain = feature("normal(dimension=d)", LENGTHS)
    angle = math.acos(1 / math.sqrt(50))
    assert abs(plain - (7 + (math.pi - angle)) / (2 * math.pi)) < 1e-12
    assert abs(feature("normal(dimension=d, covariance=s^2)", LENGTHS, s=3) - 9 * plain) < 1e-12
    assert abs(feature("sphere(d, r)", LENGTHS, d=7, r=2) - 4 * plain / 7) < 1e-12
    assert (
        abs(feature("normal(dimension=d)", ["<u, u> = 20", "<v, v> = 10", "<u, v> = 2"]) - 2 * plain) < 1e-12
    )
    opposite = feature("normal(dimension=d)", ["<u, u> = 5", "<v, v> = 10", "<u, v> = -1"])
    assert abs(opposite - (7 - angle) / (2 * math.pi)) < 1e-12
    assert abs(feature("sphere(d)", LENGTHS, BOTH, d=7) - (math.pi - angle) / (2 * math.pi)) < 1e-12


def by_quadrature(values: Callable[..., Any], scale: float = 1) -> float:
    """E f(<w, u>, <w, v>) for w ~ N(0, scale^2 I), |u|^2 = 5, |v|^2 = 10, <u, v> = 1, by sums over a grid."""
    z = np.arange(-9, 9, 0.01) + 0.005
    one, other = np.meshgrid(z, z)
    a, b = math.sqrt(5) * one, (one + 7 * other) / math.sqrt(5)
    density = np.exp(-(one**2 + other**2) / 2) / (2 * math.pi)
    return float(np.sum(density * values(scale * a, scale * b)) * 1e-4)


REGRESSED = {
    "E 1[<w, u> > 0] <w, v>": lambda a, b: (a > 0) * b,
    "E sign(<w, u>) <w, v>": lambda a, b: np.sign(a) * b,
    "E relu(<w, v>) <w, u>^2": lambda a, b: np.maximum(b, 0) * a**2,
    "E relu(<w, u> - 2) <w, v>^2": lambda a, b: np.maximum(a - 2, 0) * b**2,
    "E exp(-<w, u>^2) <w, u> <w, v>": lambda a, b: np.exp(-(a**2)) * a * b,
    "E relu(<w, u> - 1)^2": lambda a, b: np.maximum(a - 1, 0) ** 2,
    "E |<w, u>|^3": lambda a, b: np.abs(a) ** 3,
    "E sign(<w, u>) sign(<w, v>)": lambda a, b: np.sign(a) * np.sign(b),
}


@pytest.mark.parametrize("text", REGRESSED)
@pytest.mark.parametrize(("law", "scale"), [("1", 1), ("9/4", 1.5)])
def test_a_product_is_regressed_on_another(text, law, scale):
    found = feature(f"normal(dimension=d, covariance={law})", LENGTHS, text)
    expected = by_quadrature(REGRESSED[text], scale)
    assert abs(found - expected) < 2e-4 * (1 + abs(expected))
    # The same product with another length is another number.
    longer = ["<u, u> = 6", *LENGTHS[1:]]
    assert feature("normal(dimension=d)", longer, text) != pytest.approx(expected, rel=1e-3)


def test_the_larger_of_two_products_is_known_by_their_distance():
    found = derive("E max(<w, u>, <w, v>)", laws=["w: normal(dimension=d)", *VECTORS])
    assert repr(found) == "⊢ E[maximum(⟨w, u⟩, ⟨w, v⟩)] = √2 √|u - v|²/(2 √π)"
    assert abs(by_quadrature(np.maximum) - math.sqrt((5 + 10 - 2) / (2 * math.pi))) < 1e-4


@pytest.mark.parametrize(
    ("product", "chance"), [("1", "1/2"), ("-1", "0"), ("0", "1/4")], ids=["the same", "opposite", "right"]
)
def test_directions_on_one_line_or_at_right_angles(product, chance):
    where = ["<u, u> = 1", "<v, v> = 1", f"<u, v> = {product}"]
    found = derive(BOTH, laws=["w: normal(dimension=d)", *VECTORS], where=where)
    assert found.proposition.args[1] is number(Fraction(chance))


n, alpha, s, t = Size("n"), *map(Parameter, ("alpha", "s", "t"))
i, j = Index("i", n), Index("j", n)
SUMS = {
    "one that may be empty": Sum(j > i, power(j, -alpha)),
    "one of squares": Sum(j, fixed("a", n)[j] ** 2),
    "one with a term of no sign": Sum(j, j - number(2)),
}


@pytest.mark.parametrize("total", SUMS.values(), ids=SUMS)
def test_a_sum_that_may_be_zero_does_not_cancel(total):
    for rule in ("ring", "componentwise"):
        with pytest.raises(Refused):
            apply(rule, left=total / total, right=number(1))
    positive = suppose(total > 0)
    assert apply("ring", positive, left=total / total, right=number(1))


def test_a_sum_of_positive_terms_over_all_cancels():
    total = Sum(j, power(j, -alpha))
    assert apply("ring", left=total / total, right=number(1)).status == "derived"


KINKS = {
    "a positive part": (relu(s - t), Term("function", (relu(s - t),), ("sign",))),
    "another maximum": (maximum(s, t) ** 2, 2 * maximum(s, t)),
    "a positive part below exp": (exp(relu(s)), exp(relu(s))),
    "a product of two positive parts": (relu(s) * relu(s - t), relu(s) + relu(s - t)),
    "a root of its third power": (power(relu(s), number(1) / 2), power(relu(s), -number(1) / 2) / 2),
    "its inverse": (power(relu(s), -1), -power(relu(s), -2)),
    "its slope": (gradient(relu(s) ** 2, s), number(2)),
}


@pytest.mark.parametrize(("body", "slope"), KINKS.values(), ids=KINKS)
def test_what_has_a_kink_has_no_slope(body, slope):
    with pytest.raises(Refused):
        apply("componentwise", left=gradient(body, s), right=slope)


def test_powers_of_a_positive_part_have_one_slope():
    for body in (relu(s - t), maximum(0, s - t), maximum(s - t, 0)):
        assert apply("componentwise", left=gradient(body**2, s), right=2 * body)
        for wrong in (body, 2 * (s - t), -2 * body, 2 * body + 1):
            with pytest.raises(Refused):
                apply("componentwise", left=gradient(body**2, s), right=wrong)
