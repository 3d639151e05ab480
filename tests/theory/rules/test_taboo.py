"""The rule of taboo states: what it refuses, and wrong results that it catches."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.markov_chains.unseen import PAIRS, TRIPLES, Memory, binary
from theorycheck.theory.rules import taboo


def equation(value: sp.Expr, name: str = "R") -> sp.Eq:
    return sp.Eq(sp.Symbol(name), value, evaluate=False)


def steps(memory: Memory) -> sp.Eq:
    return sp.Eq(sp.Symbol("C"), memory.steps, evaluate=False)


def test_fibonacci_and_tribonacci_sequences_stay_away_longest():
    golden = (1 + sp.sqrt(5)) / 2
    pairs = taboo.slowest_taboo.apply(steps(PAIRS)).rhs
    assert sp.simplify(sp.exp(-pairs) - golden / 2) == 0
    tau = 2 * sp.exp(-taboo.slowest_taboo.apply(steps(TRIPLES)).rhs)
    assert abs(sp.N(tau**3 - tau**2 - tau - 1, 30)) < 1e-25


def test_the_rate_as_if_contexts_were_independent_is_caught():
    with pytest.raises(CheckFailed, match="the decay is"):
        taboo.slowest_taboo.check(equation(-sp.log(sp.Rational(3, 4))), steps(PAIRS))


def test_rows_that_are_no_laws_are_refused():
    short = sp.Eq(sp.Symbol("C"), sp.ImmutableMatrix([[0, 1], [sp.Rational(1, 2), 0]]), evaluate=False)
    with pytest.raises(SideConditionError, match="laws"):
        taboo.slowest_taboo.conditions(short)
    with pytest.raises(SideConditionError, match="reached"):
        taboo.slowest_taboo.conditions(steps(binary(sp.S.One, sp.S.One)))
