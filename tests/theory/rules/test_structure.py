"""Several heads and layers: independence is a premise, and wrong formulas are caught."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import H, p
from theorycheck.theory.rules.events import Named, Probability
from theorycheck.theory.rules.structure import (
    Independent,
    all_of,
)
from theorycheck.theory.rules.vectors import with_right

EVENT, h = Named("a head fails"), sp.Symbol("h")
ONE = sp.Eq(Probability(EVENT), p, evaluate=False)
FRESH = Independent(EVENT, h)


def test_independent_events_are_enumerated():
    rule, options = all_of, {"count": H}
    rule.conditions(ONE, FRESH, **options)
    result = rule.apply(ONE, FRESH, **options)
    rule.check(result, ONE, FRESH, **options)
    with pytest.raises(CheckFailed, match="outcomes"):
        rule.check(with_right(result, result.rhs * 2), ONE, FRESH, **options)
    with pytest.raises(SideConditionError, match="Nothing says"):
        rule.conditions(ONE, Independent(Named("another"), h), **options)
    with pytest.raises(SideConditionError, match="upper bound"):
        rule.conditions(sp.Ge(*ONE.args, evaluate=False), FRESH, **options)
