"""`algebra`: values of formulas with sums over an index, against sums at small sizes."""

from fractions import Fraction
from math import comb

import pytest
import theorycheck as tc
from theorycheck.theory.check import check
from theorycheck.theory.formula import as_formula
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.model import Index, Parameter, Size, fixed
from theorycheck.theory.node import number, power
from theorycheck.theory.prove import derive, prove
from theorycheck.theory.tactics import algebra
from theorycheck.theory.terms import Sum, define, exp, indicator, inner, norm2, ones, sqrt

n, d = Size("n"), Size("d")
i, j = Index("i", n), Index("j", n)
u, w, s = fixed("u", n), fixed("w", n), Parameter("s")
name = define("y", (u[j] - s) / sqrt(s), j)
VALUES = {
    "equal terms are counted": (Sum(j, 3 * n / d), 3 * n**2 / d, []),
    "what an index leaves out is not counted": (Sum(j != i, n + 1), (n + 1) * (n - 1), []),
    "a known total is put in": (Sum(j, s * w[j] - 1), n * (s - 1), [Sum(j, w[j]) == n]),
    "a total that is an inner product": (Sum(j, s * w[j]), s / 2, [inner(w, ones(n)) == Fraction(1, 2)]),
    "names are written out": (Sum(j, name * sqrt(s)), n * (1 - s), [Sum(j, u[j]) == n, s > 0]),
    "powers of an index": (
        Sum(j, (s + j) ** 2),
        n * (6 * s**2 + 6 * s * n + 6 * s + 2 * n**2 + 3 * n + 1) / 6,
        [],
    ),
    "a geometric sum": (Sum(j, power(s, j)), s * (1 - power(s, n)) / (1 - s), [s != 1]),
    "a sum by parts": (Sum(j, j * power(number(2), j)), 2 * (n - 1) * power(number(2), n) + 2, []),
    "partial fractions": (Sum(j, 1 / (j * (j + 1))), n / (n + 1), []),
    "a falling exponential": (
        Sum(j, exp(-s * j)),
        exp(-s) * (1 - exp(-s * n)) / (1 - exp(-s)),
        [exp(-s) != 1],
    ),
    "a condition on the index": (Sum(j, s * indicator(j <= i) / n), s * i / n, []),
    "a condition by a number": (Sum(j, s * indicator(j <= 1)), s, []),
    "a sum of differences": (Sum(j, 1 / j - 1 / (j + 1)), n / (n + 1), []),
    "a sum in a sum": (Sum(i, Sum(j, i * j)), n**2 * (n + 1) ** 2 / 4, []),
    "pairs in order": (Sum(i, Sum(j, indicator(j > i))), n * (n - 1) / 2, []),
    "pairs in order or alike": (Sum(i, Sum(j, indicator(j - i <= 0))), n * (n + 1) / 2, []),
    "sums that cancel": (norm2(u + w) - 2 * inner(u, w) - norm2(w) - norm2(u), 0, []),
}


@pytest.mark.parametrize(("term", "value", "where"), VALUES.values(), ids=VALUES)
def test_a_formula_has_its_value(term, value, where):
    theorem = derive(term, by=algebra, where=where)
    assert prove(theorem.proposition.args[1] == value, by=algebra, where=where)
    believed = believe(record(theorem))
    assert {h.proposition for h in believed.hypotheses} <= set(where)
    assert check(theorem.proposition, where, instances=5)


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        (Sum(j, 3) == 3 * n + 1, []),
        (Sum(j, j**2) == n * (n + 1) * (2 * n - 1) / 6, []),
        (Sum(j, power(s, j)) == (1 - power(s, n)) / (1 - s), [s != 1]),
        (Sum(j != i, n) == n**2, []),
        (Sum(j, indicator(j <= i)) == i - 1, []),
        (Sum(j, indicator(j <= 2)) == 2, []),
        (Sum(i, Sum(j, indicator(j > i))) == n * (n + 1) / 2, []),
        (Sum(i, Sum(j, i * j)) == n**2 * (n + 1) / 2, []),
        (Sum(j, s * w[j]) == s, [Sum(j, w[j]) == 2]),
        (Sum(j, u[j] * w[j]) == 1, [Sum(j, w[j]) == 1]),
    ],
)
def test_another_value_is_refused_with_an_instance(statement, where):
    with pytest.raises(Refused, match="Counterexample"):
        prove(statement, by=algebra, where=where)


def test_inequalities_and_vectors_are_not_for_it():
    with pytest.raises(Refused, match="algebra proves equations"):
        prove(n <= n + 1, by=algebra)
    with pytest.raises(Refused, match="is no number"):
        derive(u + w, by=algebra)


def test_a_geometric_sum_names_the_ratio_that_it_excludes():
    with pytest.raises(Refused, match="s - 1 ≠ 0"):
        derive(Sum(j, power(s, j)), by=algebra)


@pytest.mark.parametrize(
    ("text", "sizes", "value", "wrong"),
    [
        ("binomial(n, 2)", ["n >= 2"], lambda n: comb(n, 2), "n (n + 1)/2"),
        ("binomial(n, 1)", ["n >= 1"], lambda n: n, "n + 1"),
        ("binomial(n, 0)", ["n >= 1"], lambda n: 1, "n"),
        ("binomial(2 n, 0)", ["n >= 1"], lambda n: 1, "n"),
        ("binomial(n, 3)", ["n >= 3"], lambda n: comb(n, 3), "n^3/6"),
        ("factorial(n + 1)/factorial(n - 1)", ["n >= 1"], lambda n: n * (n + 1), "n^2"),
    ],
)
def test_binomials_and_factorials_a_few_steps_apart_are_polynomials(text, sizes, value, wrong):
    found = as_formula(derive(text, sizes=sizes).proposition.args[1])
    for n in (3, 4, 7):
        assert found.subs(dict.fromkeys(found.free_symbols, n)) == value(n)
    with pytest.raises(Refused):
        prove(f"{text} == {wrong}", sizes=sizes)


def test_gamma_of_what_may_be_negative_is_left_as_it_is():
    with pytest.raises(Refused, match="x > 0"):
        derive("gamma(x + 1)/gamma(x)")
    with pytest.raises(Refused):
        derive("binomial(n, 2)", sizes=["n >= 1"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("binomial(n + 1, k + 1)", "binomial(n, k) + binomial(n, k + 1)"),
        ("binomial(n, k)", "binomial(n - 1, k - 1) + binomial(n - 1, k)"),
        ("k binomial(n, k)", "n binomial(n - 1, k - 1)"),
    ],
)
def test_binomials_of_neighbours_are_related(one, other):
    known = {"sizes": ["n >= 1", "k >= 1"], "where": ["k < n"]}
    theorem = prove(f"{one} == {other}", **known)
    sides = [as_formula(side) for side in theorem.proposition.args]
    for values in ({"n": 5, "k": 2}, {"n": 7, "k": 6}):
        put = [{symbol: values[str(symbol)] for symbol in side.free_symbols} for side in sides]
        assert sides[0].subs(put[0]) == sides[1].subs(put[1])
    with pytest.raises(Refused, match="Counterexample"):
        prove(f"{one} == {other} + 1", **known)


def test_pascals_identity_is_shown_where_there_is_room_for_the_smaller_number():
    pascal, sizes = "binomial(n + 1, k + 1) == binomial(n, k) + binomial(n, k + 1)", ["n >= 1", "k >= 1"]
    with pytest.raises(Refused, match=r"Missing hypothesis: k < n\.$"):
        prove(pascal, sizes=sizes)
    with pytest.raises(Refused, match="Counterexample"):
        prove(f"{pascal} + 1", sizes=sizes)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("sum_{j=1}^n j^3 == (sum_{j=1}^n j)^2", "sum_{j=1}^n j^3 == (sum_{j=1}^n j)^2 + n - 1"),
        ("prod_{j=1}^n (1 + 1/j) == n + 1", "prod_{j=1}^n (1 + 1/j) == n + 2"),
        ("prod_{j=1}^n (1 + 1/(j (j + 2))) == 2 (n + 1)/(n + 2)", "prod_{j=1}^n (1 + 1/(j (j + 2))) == 2"),
        ("prod_{j=1}^n (2 j) == 2^n factorial(n)", "prod_{j=1}^n (2 j) == 2 factorial(n)"),
        ("prod_{j=1}^n exp(j) == exp(n (n + 1)/2)", "prod_{j=1}^n exp(j) == exp(n^2)"),
        (
            "sum_{j=1}^n j factorial(j) == factorial(n + 1) - 1",
            "sum_{j=1}^n j factorial(j) == factorial(n + 1)",
        ),
        ("sum_{j=1}^n log(1 + 1/j) == log(n + 1)", "sum_{j=1}^n log(1 + 1/j) == log(n)"),
    ],
)
def test_sums_and_products_up_to_a_size_are_told_by_both_sides_or_by_induction(text, wrong):
    found = tc.prove(text, sizes=["n >= 1"])
    assert believe(record(found)).status == "derived"
    assert check(found.proposition, instances=20)
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove(wrong, sizes=["n >= 1"])


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("text", "wrong", "where"),
    [
        ("sum_{k=0}^n binomial(n, k) == 2^n", "sum_{k=0}^n binomial(n, k) == 2^n + 1", []),
        ("n*2^(n - 1) == sum_{k=0}^n k binomial(n, k)", "n*2^n == sum_{k=0}^n k binomial(n, k)", []),
        (
            "sum_{k=1}^n k^2 binomial(n, k) == n (n + 1)*2^(n - 2)",
            "sum_{k=1}^n k^2 binomial(n, k) == n^2*2^(n - 1)",
            [],
        ),
        (
            "sum_{k=0}^n binomial(n, k)^2 == binomial(2 n, n)",
            "sum_{k=1}^n binomial(n, k)^2 == binomial(2 n, n)",
            [],
        ),
        (
            "sum_{k=0}^n binomial(n, k) x^k == (1 + x)^n",
            "sum_{k=0}^n binomial(n, k) x^k == (1 + x)^(n + 1)",
            ["x > 0"],
        ),
        (
            "sum_{k=0}^n k binomial(n, k) p^k (1 - p)^(n - k) == n p",
            "sum_{k=0}^n k binomial(n, k) p^k (1 - p)^(n - k) == p",
            ["p > 0", "p < 1"],
        ),
    ],
)
def test_sums_of_binomials_follow_from_their_recurrence(text, wrong, where):
    found = tc.prove(text, sizes=["n >= 1"], where=where)
    assert believe(record(found)).status == "derived"
    assert check(found.proposition, [h.proposition for h in found.hypotheses], instances=10)
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove(wrong, sizes=["n >= 1"], where=where)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("sum_{j=1}^n a^j == a (1 - a^n)/(1 - a)", "a ≠ 1"),
        ("iterate(a x + b, x, y, t) == a^t y + b (1 - a^t)/(1 - a)", "a ≠ 1"),
        ("x/x == 1", "x ≠ 0"),
    ],
)
def test_what_is_divided_by_is_said_to_be_missing_and_suffices(text, missing):
    with pytest.raises(Refused, match=f"Missing hypothesis: {missing}"):
        tc.prove(text)
    assert tc.prove(text, where=[missing.replace("≠", "!=")])
    with pytest.raises(Refused):
        tc.prove(text, where=[missing.replace("≠", ">")[:-1] + "-1"])
