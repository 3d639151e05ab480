"""Formulas as LaTeX: norms, long sums, and everything a derivation shows."""

import latex2mathml.converter
import pytest
import sympy as sp
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.rules.vectors import Inner, Vector
from theorycheck.theory.typeset import latex

DERIVATIONS = derivations("conditioning")


def test_a_power_of_a_squared_norm_doubles_its_exponent():
    x = Vector("x")
    assert latex(Inner(x, x) ** 3) == r"\| x \|^{6}"
    assert latex(Inner(x, x) ** sp.Symbol("s")) == r"\| x \|^{2 s}"


def test_a_long_sum_shows_its_first_terms_and_their_number():
    shown = latex(sp.Add(*sp.symbols("a:12")))
    assert r"\cdots" in shown
    assert "(12 terms)" in shown


@pytest.mark.parametrize(
    "name", ["noise_power_variance", "key_overlap_tail_bound", "capacity_distinct", "recursion"]
)
def test_every_step_becomes_mathml_without_leftover_commands(name):
    for step in DERIVATIONS[name]().steps:
        assert "\\" not in latex2mathml.converter.convert(step.latex)
