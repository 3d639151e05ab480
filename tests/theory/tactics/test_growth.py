"""`growth`: rates of sums of powers of nonnegative matrices, and what it refuses."""

from fractions import Fraction

import pytest
from theorycheck.theory.balls import value as ball
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.model import Parameter, Size, fixed
from theorycheck.theory.node import number
from theorycheck.theory.substitution import replaced
from theorycheck.theory.tactics.growth import growth
from theorycheck.theory.terms import define, inner, iterate, log, matrix, vector

t = Size("t")


def paths(start, rows, end):
    x = fixed("x", len(start))
    return inner(iterate(x @ matrix(*rows), x, vector(*start), t), vector(*end))


def rate(*parts):
    return growth(sum(parts[1:], parts[0]), t).proposition.args[1]


def test_the_rate_is_the_largest_eigenvalue():
    assert rate(paths((1, 2), ((0, 2), (2, 0)), (1, 0))) is log(number(2))
    assert rate(paths((3,), ((Fraction(1, 2),),), (1,))) is log(number(Fraction(1, 2)))
    words = paths((1, 1, 1), ((0, 1, 0), (0, 0, 1), (1, 1, 1)), (1, 1, 1))
    assert abs(float(ball(rate(words), {})) - 0.6093778633) < 1e-9


def test_of_several_matrices_the_fastest_decides():
    fast, slow = paths((1, 1), ((1, 2), (1, 1)), (1, 1)), paths((5, 7), ((1, 1), (0, 1)), (9, 9))
    assert rate(fast, slow) is rate(slow, fast) is rate(fast)
    assert rate(fast, fast) is rate(fast)


def test_the_record_of_a_named_sum_is_believed():
    theorem = growth(define("u", paths((1, 1), ((1, 1), (1, 0)), (1, 1))), t)
    assert believe(record(theorem)).status == "derived"
    assert theorem.hypotheses == frozenset()
    assert check(theorem.proposition).startswith("holds")
    with pytest.raises(CheckFailed):
        check(replaced(theorem.proposition, theorem.proposition.args[1], log(number(Fraction(8, 5)))))


@pytest.mark.parametrize(
    ("about", "why"),
    [
        (paths((1, 1), ((1, -1), (1, 1)), (1, 1)), "not negative"),
        (paths((-1, 1), ((1, 1), (1, 0)), (1, 1)), "not negative"),
        (paths((1, 1), ((1, Parameter("a")), (1, 1)), (1, 1)), "not negative"),
        (paths((1, 1), ((1, 1), (0, 1)), (1, 1)), "lead to each other"),
        (paths((1, 0), ((1, 1), (1, 0)), (1, 1)), "every state"),
        (paths((1, 1), ((1, 1), (1, 0)), (0, 0)), "every state"),
        (log(t), "is no <p A"),
    ],
)
def test_what_has_no_such_rate_is_refused(about, why):
    with pytest.raises(Refused, match=why):
        growth(about, t)


def test_a_root_without_radicals_is_refused():
    rows = ((0, 1, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 1, 0), (0, 0, 0, 0, 1), (1, 1, 0, 0, 0))
    with pytest.raises(Refused, match="radicals"):
        growth(paths((1,) * 5, rows, (1,) * 5), t)
