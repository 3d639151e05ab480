"""Arithmetic above geometric means, Young's inequality, and squares with parameters in them: each is proved,
holds in random instances, and fails without one of its hypotheses, or for a neighbour.
"""

import pytest
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused
from theorycheck.theory.prove import prove

YOUNG = ("a > 0", "b > 0", "p > 1")
TRUE = [
    ("(x y z)^(1/3) <= (x + y + z)/3", ("x > 0", "y > 0", "z > 0"), "(x y z)^(1/3) <= (x + y + z)/4"),
    ("a b <= a^p/p + b^q/q", (*YOUNG, "q > 1", "1/p + 1/q == 1"), "a b <= a^p/q + b^q/p"),
    ("a b <= a^p/p + b^q/q", (*YOUNG, "q == p/(p - 1)"), "a b <= a^q/p + b^p/q"),
    ("a^t b^(1 - t) <= t a + (1 - t) b", (*YOUNG[:2], "t > 0", "t < 1"), "t a + (1 - t) b <= a^t b^(1 - t)"),
    ("a b c <= a^3/3 + b^3/3 + c^3/3", (*YOUNG[:2], "c > 0"), "a b c <= a^3/3 + b^3/3"),
    ("2 <= x + 1/x", ("x > 0",), "3 <= x + 1/x"),
    ("4 <= (x + y) (1/x + 1/y)", ("x > 0", "y > 0"), "5 <= (x + y) (1/x + 1/y)"),
    ("a b <= eps a^2/2 + b^2/(2 eps)", ("eps > 0",), "a b <= eps a^2/2 + b^2/(3 eps)"),
    ("(a + b)^2 <= (1 + eps) a^2 + (1 + 1/eps) b^2", ("eps > 0",), "(a + b)^2 <= (1 + eps) (a^2 + b^2)"),
    ("s t - s^2 v/2 <= t^2/(2 v)", ("v > 0",), "s t - s^2 v/2 <= t^2/(4 v)"),
    ("-b^2/(4 a) <= a x^2 + b x", ("a > 0",), "-b^2/(8 a) <= a x^2 + b x"),
]


@pytest.mark.parametrize(("text", "where", "false"), TRUE)
def test_an_order_of_means_is_proved_holds_and_needs_its_hypotheses(text, where, false):
    theorem = prove(text, where=where)
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses])
    for other, known in ((false, where), (text, where[:-1])):
        with pytest.raises(Refused):
            prove(other, where=known)
