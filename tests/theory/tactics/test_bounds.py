"""`bound`: inequalities of rational functions on the domains of their symbols, or a counterexample."""

from fractions import Fraction
from functools import partial

import pytest
from theorycheck.theory.check import check
from theorycheck.theory.formula import as_formula
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.laws import Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid
from theorycheck.theory.node import number, power
from theorycheck.theory.parse import parse
from theorycheck.theory.prove import prove, suppose
from theorycheck.theory.tactics import bound, certificates
from theorycheck.theory.terms import PI, P, absolute, exp, function, gamma, log, norm2, sqrt, zeta

erfc = function("erfc")
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
        (Fraction(22, 7) > PI, []),
        (exp(number(1)) ** 2 < 8, []),
        (zeta(2) < Fraction(5, 3), []),
        (exp(PI) > power(PI, exp(number(1))), []),
        (sqrt(number(2)) + sqrt(number(3)) > PI, []),
        (exp(log(number(2))) <= 2, []),
        (sqrt(x + tau) <= sqrt(x) + sqrt(tau), [x >= 0, tau >= 0]),
        (sqrt(x**2 + tau**2) <= x + tau, [x >= 0, tau >= 0]),
        (log(x) <= sqrt(x), [x > 0]),
        (exp(x) <= 1 - x + x * exp(number(1)), [x <= 1, x >= 0]),
        (exp(x) <= ((tau - x) + x * exp(tau)) / tau, [x <= tau, x >= 0, tau > 0]),
        (x**3 <= x, [x <= 1, x >= 0]),
        (x**2 <= 5 * x - 6, [x <= 3, x >= 2]),
        (x / (1 - x) >= x, [x < 1, x >= 0]),
        ((1 - x * power(x, n)) / (1 - x) <= 1 / (1 - x), [x < 1, x >= 0]),
        (power(x, n + 1) + 1 >= 1, [x >= 0]),
        (power(x, tau) * n >= 1, [x >= 1, tau > 0]),
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
        (x / (1 - x) >= x, [x > -1]),
        ((1 - power(x, n)) / (1 - x) <= 1 / (1 - x), [x < 1]),
        ((1 - power(x, n)) / (1 - x) <= 1 / (1 - x), [x > 1]),
        (power(x, n + 1) + 1 >= 1, []),
        (power(x, tau) * n >= 1, [tau > 0, x >= 0]),
        (power(x, tau) * n >= 1, [x >= 1]),
    ],
)
def test_a_bound_that_fails_is_refused_with_a_counterexample(statement, where):
    with pytest.raises(Refused, match=r"Counterexample: .* does not hold at"):
        prove(statement, by=bound, where=where)


@pytest.mark.parametrize(
    "constant",
    [
        *(PI, exp(number(-3)), exp(number(40)), log(number(1000)), log(number(Fraction(1, 7))), log(PI)),
        *(power(number(2), Fraction(-1, 3)), power(PI, PI), power(PI - 4, 3), power(PI - 3, -2)),
        *(erfc(number(Fraction(1, 2))), erfc(number(-3)), erfc(sqrt(PI)), erfc(number(5))),
        *(zeta(2), zeta(Fraction(3, 2)), zeta(9), absolute(3 - PI), sqrt(PI) * log(number(3)) - exp(PI / 9)),
    ],
    ids=repr,
)
def test_constants_are_told_apart_from_numbers_beside_them_and_not_from_others(constant):
    exact = Fraction(str(as_formula(constant).evalf(40)))
    near, far = (abs(exact) * Fraction(1, 10**k) for k in (30, 4))
    for beside in (constant < number(exact + far), constant > number(exact - far)):
        assert prove(beside, by=bound).proposition is beside
    for wrong in (constant < number(exact - near), constant > number(exact + near)):
        with pytest.raises(Refused, match=r"is not seen|does not hold"):
            prove(wrong, by=bound)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (log(number(0)) < 1, "0 has no logarithm"),
        (1 / (PI - PI) < 1, "has no power"),
        (erfc(number(40)) < 1, "too small a number"),
        (gamma(Fraction(1, 2)) < 2, "no constant that is enclosed"),
        (sqrt(number(2)) ** 2 < 2, "does not hold"),
        (exp(number(10**6)) + PI > 4, "too long a number"),
    ],
)
def test_constants_that_are_not_enclosed_are_refused_in_a_sentence(statement, why):
    with pytest.raises(Refused, match=why):
        prove(statement)


def test_a_bound_that_this_tactic_does_not_find_says_so():
    with pytest.raises(Refused, match="No counterexample was found"):
        prove(x**3 + 3 >= 3 * x, by=bound, where=[x >= 0])
    with pytest.raises(Refused, match="Counterexample: n = d"):
        prove(n == d, by=bound)
    with pytest.raises(Refused, match="No instance"):
        prove(x**5 + 2 <= x**3, by=bound, where=[x > 1, x < 0])


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
        ("|x - y|^2 <= 2 |x|^2 + 2 |y|^2", VECTORS, ()),
        ("1 - 1/x <= log(x)", (), ("x > 0",)),
        ("x exp(-x) <= exp(-1)", (), ()),
        ("exp((a + b)/2) <= (exp(a) + exp(b))/2", (), ()),
        ("exp(-b) < exp(-a)", (), ("a < b",)),
        ("p + q <= 3", (), ("p <= 1", "q <= 2")),
        ("x log(x) >= x - 1", (), ("x > 0",)),
        ("log(1 + x) >= x/(1 + x)", (), ("x >= 0",)),
        ("exp(x) <= 1/(1 - x)", (), ("x < 1",)),
        ("sqrt(x y) <= (x + y)/2", (), ("x > 0", "y > 0")),
        ("sqrt(1 + x) <= 1 + x/2", (), ("x >= 0",)),
        ("sqrt(t) < 1", (), ("t > 0", "t < 1")),
        ("exp(x) <= 2", (), ("x <= log(2)",)),
        ("x^3 + 2 >= 3 x", (), ("x >= 0",)),
        ("v w^2/(w^2 + v) <= w^2 l^2/(1 + l)^2 + v/(1 + l)^2", (), ("l > 0", "v > 0")),
        ("-(1 - p) log(p) >= 0", (), ("p > 0", "p <= 1")),
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
        ("|x - y|^2 <= 2 |x|^2 + |y|^2", VECTORS, ()),
        ("1 - 1/x < log(x)", (), ("x > 0",)),
        ("x exp(-x) <= exp(-1.01)", (), ()),
        ("exp((a + b)/2) < (exp(a) + exp(b))/2", (), ()),
        ("exp(b) < exp(a)", (), ("a < b",)),
        ("p + q < 3", (), ("p <= 1", "q <= 2")),
        ("x log(x) > x - 1", (), ("x > 0",)),
        ("log(1 + x) > x/(1 + x)", (), ("x >= 0",)),
        ("exp(x) <= 1/(1 - x)", (), ("x < 2",)),
        ("sqrt(x y) < (x + y)/2", (), ("x > 0", "y > 0")),
        ("sqrt(x y) <= (x + y)/2", (), ("x y > 0",)),
        ("sqrt(1 + x) <= 1 + x/3", (), ("x >= 0",)),
        ("sqrt(x + y) < sqrt(x) + sqrt(y)", (), ("x >= 0", "y >= 0")),
        ("sqrt(x + y) <= sqrt(x) + sqrt(y)", (), ("x + y >= 0",)),
        ("log(x) <= 2 sqrt(x)/3", (), ("x > 0",)),
        ("exp(x) <= 1 - x + x exp(1)", (), ("x >= 0", "x <= 2")),
        ("x^3 <= x", (), ("x >= 0", "x <= 2")),
        ("x^3 <= x", (), ("x <= 1",)),
        ("exp(exp(exp(9))) x <= x", (), ("x > 0",)),
        ("sqrt(t) < 1", (), ("t > 0", "t <= 1")),
        ("exp(x) < 2", (), ("x <= log(2)",)),
    ],
)
def test_inequalities_that_are_nearly_so_are_refused(statement, laws, where):
    with pytest.raises(Refused):
        prove(statement, laws=laws, where=where, by=bound)


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("statement", "domain", "wider"),
    [
        ("1 - (1 - p)^n <= n p", ("p >= 0", "p <= 1"), "p <= 4"),
        ("(1 + x)^n >= 1 + n x", ("x >= 0",), "x >= -5"),
        ("(1 - p)^n <= exp(-n p)", ("p >= 0", "p <= 1"), "p <= 9"),
    ],
)
def test_powers_of_one_and_a_little_are_bounded_by_induction(statement, domain, wider):
    theorem = prove(statement, sizes=["n"], where=domain)
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses], instances=12)
    with pytest.raises(Refused):
        prove(statement, sizes=["n"], where=[wider])


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("statement", "size", "tight"),
    [
        ("sum_{j=1}^n 1/j <= 1 + log(n)", "n", "sum_{j=1}^n 1/j <= 0.98 + log(n)"),
        ("sum_{j=1}^n 1/j >= log(n + 1)", "n", "sum_{j=1}^n 1/j >= log(n + 2)"),
        ("sum_{j=1}^n 1/j^2 <= 2 - 1/n", "n", "sum_{j=1}^n 1/j^2 <= 2 - 2/n"),
        ("2^n > n", "n", "2^n > 2 n"),
        ("log(n) < log(n + 1)", "n", "log(n) < log(n)"),
        ("(1 - 1/n)^n <= exp(-1)", "n >= 2", "(1 - 1/n)^n <= exp(-1.01)"),
        ("sum_{j=1}^n 1/j >= log(n)", "n", "sum_{j=1}^n 1/j >= 1.1 log(n) + 0.9"),
        ("sum_{j=1}^n 1/j^2 <= 2", "n", "sum_{j=1}^n 1/j^2 <= 1.6"),
        ("sum_{j=2}^n 1/j^2 <= 1 - 1/n", "n", "sum_{j=2}^n 1/j^2 <= 1 - 2/n"),
        ("sum_{j=2}^n 1/j^2 <= 1", "n", "sum_{j=2}^n 1/j^2 <= 3/5"),
        ("sum_{j=1}^n 1/(j + 1)^2 <= 1", "n", "sum_{j=1}^n 1/(j + 1)^2 <= 3/5"),
        ("sum_{j=1}^n 1/(2 j + 1)^2 <= 1/2", "n", "sum_{j=1}^n 1/(2 j + 1)^2 <= 1/5"),
        ("sum_{j=1}^n 1/j^3 <= 3/2", "n", "sum_{j=1}^n 1/j^3 <= 6/5"),
        ("sum_{j=1}^n 1/(j (j + 2)) <= 3/4", "n", "sum_{j=1}^n 1/(j (j + 2)) <= 2/3"),
        ("sum_{j=1}^n j/2^j <= 2", "n", "sum_{j=1}^n j/2^j <= 9/5"),
        ("sum_{i=0}^n binomial(n, i) <= 2^n", "n", "sum_{i=0}^n binomial(n, i) <= 2^n - 1"),
        ("sum_{j=1}^n 1/sqrt(j) <= 2 sqrt(n)", "n", "sum_{j=1}^n 1/sqrt(j) <= 1.9 sqrt(n) - 0.9"),
        ("sum_{j=1}^n 1/sqrt(j) >= sqrt(n)", "n", "sum_{j=1}^n 1/sqrt(j) >= sqrt(n + 1)"),
        ("factorial(n) >= (n/exp(1))^n", "n", "factorial(n) >= (n/exp(0.9))^n"),
        ("factorial(n) <= n^n", "n", "factorial(n) < n^n"),
        ("factorial(n) >= 2^(n - 1)", "n", "factorial(n) >= 2^n"),
        ("log(factorial(n)) <= n log(n)", "n", "log(factorial(n)) <= n log(n) - 1"),
        ("n sum_{j=1}^n 1/j <= n (1 + log(n))", "n", "n sum_{j=1}^n 1/j <= n (0.98 + log(n))"),
        ("log(n) <= 2 sqrt(n)", "n", "log(n) <= 0.7 sqrt(n)"),
        ("sqrt(n + 1) - sqrt(n) <= 1/(2 sqrt(n))", "n", "sqrt(n + 1) - sqrt(n) <= 1/(2 sqrt(n + 1))"),
    ],
)
def test_sums_and_powers_are_bounded_by_induction_and_by_what_grows(statement, size, tight):
    theorem = prove(statement, sizes=[size])
    assert believe(record(theorem)).proposition is theorem.proposition
    assert not theorem.hypotheses
    assert check(theorem.proposition, [], instances=12)
    with pytest.raises(Refused):
        prove(tight, sizes=[size])


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("x <= |x|", "x <= |x|/2"),
        ("|x + y - z| <= |x| + |y| + |z|", "|x + y - z| <= |x| + |y|"),
        ("||x| - |y|| <= |x - y|", "||x| - |y|| <= |x + y|/2"),
        ("relu(x + y) <= relu(x) + relu(y)", "relu(x + y) <= relu(x)"),
        ("|relu(x) - relu(y)| <= |x - y|", "|relu(x) - relu(y)| <= |x - y|/2"),
        ("max(x, y) >= (x + y)/2", "min(x, y) >= (x + y)/2"),
        ("|sigmoid(x) - 1/2| <= 1/2", "|sigmoid(x) - 1/2| <= 1/3"),
        ("<u, v> <= |u| |v|", "<u, v> <= |u| |v|/2"),
        ("|u - v| <= |u| + |v|", "|u - v| <= |u| + |v|/2"),
        ("x/(1 + |x|) <= 1", "x/(1 + |x|) <= 1/2"),
        ("|x/(1 + |x|)| <= 1", "|x/(2 |x| - 1)| <= 1"),
        ("(x - y)/(1 + |x| + |y|) < 1", "(x - y)/(1 + |x|) < 1"),
        ("x <= sqrt(1 + x^2)", "x <= sqrt(x^2 - 1)"),
        ("x/sqrt(1 + x^2) < 1", "x/sqrt(1 + x^2) < 9/10"),
        ("-1 < x/sqrt(1 + x^2)", "0 < x/sqrt(1 + x^2)"),
    ],
)
def test_moduli_and_lengths_are_compared_by_their_sides(true, false):
    laws = ["u: fixed(d)", "v: fixed(d)"]
    assert prove(true, laws=laws).status == "derived"
    with pytest.raises(Refused):
        prove(false, laws=laws)


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("true", "false", "where"),
    [
        ("x^2 <= 4", "x^2 <= 3", "|x| <= 2"),
        ("x^4 <= 16", "x^4 <= 8", "|x| <= 2"),
        ("x/(1 + x) < 1", "x/(1 + x) < 1/2", "x >= 0"),
        ("x^2/(1 + x^2) <= 1", "x^2/(1 + x^2) <= 1/2", "x >= 0"),
        ("-x/(1 - x) < 1", "-x/(1 - x) < 1/2", "x <= 0"),
    ],
)
def test_quotients_and_powers_are_bounded_on_their_domain(true, false, where):
    found = prove(true, where=[where])
    assert check(found.proposition, [h.proposition for h in found.hypotheses], instances=20)
    with pytest.raises(Refused, match=r"does not hold|fails"):
        prove(false, where=[where])


@pytest.mark.usefixtures("unexplained")
def test_unit_vectors_have_overlaps_of_at_most_one():
    told = {"laws": ["u: fixed(d)", "v: fixed(d)"], "where": ["|u|^2 == 1", "|v|^2 == 1"]}
    assert prove("|<u, v>| <= 1", **told).status == "derived"
    with pytest.raises(Refused):
        prove("<u, v> <= 9/10", **told)


def test_a_power_of_what_may_be_zero_and_a_factor_in_common_are_known():
    for factor in ("", "n "):
        assert prove(f"{factor}(1 - 1/n)^m <= {factor}exp(-m/n)", sizes=["n", "m"]).status == "derived"
    with pytest.raises(Refused, match="Counterexample"):
        prove("n (1 - 1/n)^m >= n exp(-m/n)", sizes=["n >= 2", "m"])
    with pytest.raises(Refused, match="Missing hypothesis: p ≤ 1"):
        prove("(1 - p)^m <= exp(-m p)", where=["p >= 0"], sizes=["m"])


@pytest.mark.usefixtures("quickly_refused")
@pytest.mark.parametrize(
    ("statement", "model"),
    [
        ("binomial(n, k) <= (2 n/k)^k", {"sizes": ["n", "k"], "where": ["k <= n"]}),
        ("binomial(n, k) <= (5/2 n/k)^k", {"sizes": ["n", "k"], "where": ["k <= n"]}),
        ("log(x) <= x^(1/3) + 1/10", {"where": ["x > 1"]}),
        ("x^12 <= 10^5 exp(x)", {"where": ["x >= 0"]}),
    ],
)
def test_a_false_order_of_large_numbers_has_a_counterexample(statement, model):
    with pytest.raises(Refused, match="does not hold at"):
        prove(statement, **model)


def test_what_the_coefficients_do_not_show_of_any_mean_is_not_tried():
    laws = ["x: normal(m, 1)"]
    asked = parse("P(x > 1) <= t", laws=laws, where=["t > 0"])
    facts = tuple(map(suppose, asked.where))
    not_tried = partial(certificates.require_no_failure, any_mean=True)
    with pytest.raises(Refused, match="fails at"):
        not_tried(asked.term, facts)
    not_tried(asked.term, (*facts, suppose(asked.term)))
    not_tried(parse("P(x > 1) <= 1 + t^2", laws=laws).term, facts)


NEIGHBOURS = [
    ("(1 + x)^n >= 1 + n x", "(1 + x)^n >= 1 + n x + 1/9", ["x >= -1"]),
    ("(1 - p/n)^n <= exp(-p)", "(1 - p/n)^n >= exp(-p)", ["p >= 0", "p <= n"]),
    ("(1 + 1/n)^n >= 2", "(1 + 1/n)^n >= 3", []),
    ("sqrt(1 - x^2) <= 1", "sqrt(1 - x^2) <= 9/10", ["x >= -1", "x <= 1"]),
    ("sqrt(1 - x^2) >= 0", "sqrt(1 - x^2) >= 1/9", ["x >= -1", "x <= 1"]),
    ("min(1, x/t)^2 t^2 <= x^2", "min(1, x/t)^2 t^2 <= x^2/2", ["x > 0", "t > 0"]),
]


@pytest.mark.parametrize(("text", "neighbour", "where"), NEIGHBOURS)
def test_powers_and_roots_of_what_may_be_zero_are_bounded(text, neighbour, where):
    found = prove(text, sizes=["n >= 1"], where=where)
    assert believe(record(found)).status == "derived"
    assert check(found.proposition, [h.proposition for h in found.hypotheses], instances=20)
    with pytest.raises(Refused, match=r"does not hold at|Missing hypothesis: n ≥ 2"):
        prove(neighbour, sizes=["n >= 1"], where=where)
