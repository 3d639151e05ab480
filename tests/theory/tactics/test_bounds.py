"""`bound`: inequalities of rational functions on the domains of their symbols, or a counterexample."""

import pytest
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.laws import Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid
from theorycheck.theory.prove import prove
from theorycheck.theory.tactics import bound
from theorycheck.theory.terms import P, norm2

n, d, tau, x = Size("n", minimum=2), Size("d"), Parameter("tau"), Parameter("x")
i = Index("i", n)
k = Model(k=iid(Sphere(d), n)).k


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ((n - 1) / d <= n / d, []),
        ((n - 1) / d < n / d, []),
        ((n - 1) / (d * tau) <= n / tau, [tau > 0]),
        (3 / (d * (d + 2)) <= 1 / d, []),
        (n * n >= 2 * n, []),
        (i * n >= i, []),
        (norm2(fixed("u", d)) + 1 > 0, []),
        (x**3 >= x**2, [x >= 1]),
        (x**3 >= x**2, [x + 1 > 2]),
        (P(norm2(k[i]) > tau) + 1 >= P(norm2(k[i]) > tau), []),
    ],
)
def test_a_bound_that_holds_is_proved(statement, where):
    theorem = prove(statement, by=bound, where=where)
    assert theorem.proposition is statement
    assert [h.proposition for h in believe(record(theorem)).hypotheses] == where
    assert check(statement, where, instances=2)


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ((n - 1) / d <= 1 / d, []),
        (x <= x**2, []),
        (n < d, []),
        (x >= 2, [x + 1 > 2]),
        (1 / tau <= 1 / tau**2, [tau > 0]),
        ((n - 1) / (d * tau) <= n / tau, []),
        ((n - 2) / d > 0 * d, []),
    ],
)
def test_a_bound_that_fails_is_refused_with_a_counterexample(statement, where):
    with pytest.raises(Refused, match=r"Counterexample: .* does not hold at"):
        prove(statement, by=bound, where=where)


def test_a_bound_that_this_tactic_does_not_find_says_so():
    with pytest.raises(Refused, match="No counterexample was found"):
        prove(x**3 + 2 >= 3 * x, by=bound, where=[x >= 0])
    with pytest.raises(Refused, match="an equation"):
        prove(n == d, by=bound)
    with pytest.raises(Refused, match="No instance"):
        prove(x <= 7 * x * x - 8, by=bound, where=[x > 1, x < 0])


VECTORS = ("x: fixed(d)", "y: fixed(d)")


@pytest.mark.parametrize(
    ("statement", "laws", "where"),
    [
        ("log(1 + x) <= x", (), ("x > -1",)),
        ("2 - 2 x <= 2 exp(-x) + 1", (), ()),
        ("(a + b)^2 <= 2 a^2 + 2 b^2", (), ()),
        ("x^2 + 2 > 2 x", (), ()),
        ("-2 <x, y> <= |x|^2 + |y|^2", VECTORS, ()),
        ("<x, y>^2 <= |x|^2 |y|^2", VECTORS, ()),
    ],
)
def test_textbook_inequalities_and_sums_of_squares_are_known(statement, laws, where):
    assert prove(statement, laws=laws, where=where, by=bound).status == "derived"


@pytest.mark.parametrize(
    ("statement", "laws", "where"),
    [
        ("log(1 + x) <= x/2", (), ("x > -1",)),
        ("exp(x) > 1 + x", (), ()),
        ("a b <= a^2 + b^2/5", (), ()),
        ("x^2 + 1 > 2 x", (), ()),
        ("x^3 + 1 >= x", (), ()),
        ("-2 <x, y> < |x|^2 + |y|^2", VECTORS, ()),
    ],
)
def test_inequalities_that_are_nearly_so_are_refused(statement, laws, where):
    with pytest.raises(Refused):
        prove(statement, laws=laws, where=where, by=bound)
