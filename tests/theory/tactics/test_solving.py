"""A symbol that occurs once, by itself: equations and inequalities, each with what must be positive."""

import pytest
from theorycheck.theory.check import check
from theorycheck.theory.heads import RELATIONS
from theorycheck.theory.kernel import Refused
from theorycheck.theory.model import Parameter, sizes
from theorycheck.theory.node import Term
from theorycheck.theory.prove import suppose
from theorycheck.theory.tactics.solving import isolated
from theorycheck.theory.terms import exp, log

H, L, d = sizes("H L d")
r, x, tau = map(Parameter, ("r", "x", "tau"))
SIGNS = suppose(tau > 0), suppose(r > 0), suppose(x > 0)


@pytest.mark.parametrize("relation", sorted(RELATIONS - {"ne"}))
@pytest.mark.parametrize(
    "value", [3 * x + 1 - tau, L * (x / (d * tau)) ** H, tau / x**2, log(x / 2), exp(3 * x), x ** (H + 1) * L]
)
def test_what_is_undone_follows(value, relation):
    solved = isolated(suppose(Term(relation, (value, r))), x, *SIGNS)
    assert solved.proposition.args[0] is x
    assert x not in {own for _, own in solved.proposition.args[1].declarations}
    assert check(solved.proposition, [h.proposition for h in solved.hypotheses])


def test_a_falling_operation_turns_an_inequality():
    assert isolated(suppose(tau / x <= r), x, *SIGNS).proposition.head == "ge"


def test_what_may_be_negative_or_occurs_twice_is_refused():
    with pytest.raises(Refused, match="positive"):
        isolated(suppose(tau * x <= r), x)
    with pytest.raises(Refused, match="once"):
        isolated(suppose(x + x**2 == r), x, *SIGNS)
