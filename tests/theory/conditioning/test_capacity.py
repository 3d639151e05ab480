"""Capacities are roots of their criteria."""

import sympy as sp
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.formula import as_formula
from theorycheck.theory.notation import d_k, n

DERIVATIONS = derivations("conditioning")


def test_the_guarantee_reaches_one_half_at_its_root():
    root = DERIVATIONS["capacity_guarantee"]().formula
    assert sp.expand(root * (root - 1) / d_k) == sp.Rational(1, 2)


def test_in_three_dimensions_coherent_crosstalk_is_one_at_three_items():
    assert sp.simplify(DERIVATIONS["capacity_coherent"]().formula.subs(d_k, 3)) == 3


def test_the_bounds_enclose_the_median_number_of_distinct_keys():
    derivation = DERIVATIONS["capacity_distinct"]()
    survival = derivation.formula.subs(d_k, 365)
    bounds = derivation.theorem.proposition.args[1].args
    lower, upper = (as_formula(bound.args[1]).subs(d_k, 365) for bound in bounds)
    assert survival.subs(n, sp.floor(lower)) >= sp.Rational(1, 2)
    assert survival.subs(n, sp.ceiling(upper)) <= sp.Rational(1, 2)
