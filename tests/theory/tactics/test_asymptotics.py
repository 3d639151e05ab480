"""`asymptotics`: each expansion against an independent value, and wrong coefficients and orders refused."""

import itertools
import random
import time
from fractions import Fraction

import mpmath
import pytest
from theorycheck.theory.array_functions import NoInstance
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.kernel import Refused, Status, believe, record
from theorycheck.theory.laws import Normal
from theorycheck.theory.model import Index, Model, Parameter, fixed, iid, sizes
from theorycheck.theory.node import Term, as_term, power
from theorycheck.theory.prove import derive, prove
from theorycheck.theory.tactics import asymptotics, moments
from theorycheck.theory.terms import (
    PI,
    E,
    Sum,
    binomial,
    define,
    exp,
    expansion,
    factorial,
    gamma,
    log,
    norm2,
    outer,
    similar,
    sqrt,
    tanh,
    trace,
)

n, d = sizes("n d")
x, a, b, k, r, L, alpha = map(Parameter, ("x", "a", "b", "k", "r", "L", "alpha"))
j = Index("j", n)
half = Fraction(1, 2)
g = Model(g=iid(Normal(dimension=d), n)).g
wishart = Sum(j, outer(g[j], g[j]))

# (term, along, order, where, its expansion as printed, its value by another library at a size and parameters)
EXPANSIONS = [
    # The everyday tasks.
    (gamma(n + half) / gamma(n), n, 2, [],
     "√n (1 - 1/(8 n) + 1/(128 n²)) + O(1/n^(5/2))",
     lambda n: mpmath.gamma(n + mpmath.mpf(1) / 2) / mpmath.gamma(n)),
    (Sum(j, j ** (-a)), n, 2, [a > 1],
     "ζ(a) - n^(1 - a)/(a - 1) + 1/(2 n^a) + O(n^(-a - 1))",
     lambda n, a: mpmath.zeta(a) - mpmath.zeta(a, n + 1)),
    (power(1 + x / d, L), d, 2, [],
     "1 + L x/d + L x² (L - 1)/(2 d²) + O(1/d³)",
     lambda d, x, L: (1 + x / d) ** L),
    (binomial(2 * n, n), n, 2, [],
     "4^n (1 - 1/(8 n) + 1/(128 n²))/(√n √π) + O(4^n/n^(7/2))",
     lambda n: mpmath.binomial(2 * n, n)),
    # Others in the same areas.
    (Sum(j, log(j + a)), n, 1, [a > 0],
     "log(n) n - n + (2 a + 1) log(n)/2 + O(1)",
     lambda n, a: mpmath.loggamma(n + a + 1) - mpmath.loggamma(a + 1)),
    (Sum(j, log(2 * j)), n, 1, [],
     "log(n) n + (log(2) - 1) n + log(n)/2 + O(1)",
     lambda n: mpmath.loggamma(n + 1) + n * mpmath.log(2)),
    (gamma(n + a) / gamma(n + b), n, 1, [],
     "n^(a - b) (1 + (a - b) (a + b - 1)/(2 n)) + O(n^(a - b - 2))",
     lambda n, a, b: mpmath.gamma(n + a) / mpmath.gamma(n + b)),
    (binomial(2 * n, n) / (n + 1), n, 2, [],
     "4^n (1 - 9/(8 n) + 145/(128 n²))/(n^(3/2) √π) + O(4^n/n^(9/2))",
     lambda n: mpmath.binomial(2 * n, n) / (n + 1)),
    (sqrt(as_term(2)) * gamma((d + 1) * half) / gamma(d * half), d, 2, [],
     "√d (1 - 1/(4 d) + 1/(32 d²)) + O(1/d^(5/2))",
     lambda d: mpmath.sqrt(2) * mpmath.rf(d / 2, mpmath.mpf(1) / 2)),
    (log(factorial(n)), n, 2, [],
     "log(n) n - n + log(n)/2 + (log(2) + log(π))/2 + O(1/n)",
     lambda n: mpmath.loggamma(n + 1)),
    ((1 + 1 / n) ** n, n, 2, [],
     "exp(1) - exp(1)/(2 n) + 11 exp(1)/(24 n²) + O(1/n³)",
     lambda n: (1 + 1 / n) ** n),
    (factorial(n) / (gamma(n - k + 1) * n**k), n, 1, [],
     "1 - k (k - 1)/(2 n) + O(1/n²)",
     lambda n, k: mpmath.ff(n, k) / n**k),
    (sqrt(n**2 + n) - n, n, 2, [],
     "1/2 - 1/(8 n) + 1/(16 n²) + O(1/n³)",
     lambda n: n / (mpmath.sqrt(n**2 + n) + n)),
    (Sum(j, j**-1), n, 3, [],
     "log(n) + γ + 1/(2 n) - 1/(12 n²) + O(1/n⁴)",
     mpmath.harmonic),
    (1 / Sum(j, power(j, -half)), n, 1, [],
     "(1 - ζ(1/2)/(2 √n) + (ζ(1/2) - 1) (ζ(1/2) + 1)/(4 n))/(2 √n) + O(1/n²)",
     lambda n: 1 / (mpmath.zeta(half) - mpmath.zeta(half, n + 1))),
    (factorial(3 * n) / factorial(n) ** 3, n, 1, [],
     "27^n √3 (1 - 2/(9 n))/(2 n π) + O(27^n/n³)",
     lambda n: mpmath.binomial(3 * n, n) * mpmath.binomial(2 * n, n)),
    ((3 * n**2 + x * n + 1) / (2 * n**2 + 5), n, 2, [],
     "3/2 + x/(2 n) - 13/(4 n²) + O(1/n³)",
     lambda n, x: (3 * n**2 + x * n + 1) / (2 * n**2 + 5)),
    ((1 - r**n) / (1 - r), n, 1, [r > 0, r < 1],
     "1/(1 - r) + O(r^n)",
     lambda n, r: mpmath.nsum(lambda i: r**i, [0, n - 1])),
    ((1 - 1 / d) ** (alpha * d), d, 1, [],
     "exp(-α) - exp(-α) α/(2 d) + O(1/d²)",
     lambda d, alpha: (1 - 1 / d) ** (alpha * d)),
    (binomial(n, k), n, 1, [k > 0],
     "n^k (1 - k (k - 1)/(2 n))/Γ(k + 1) + O(n^(k - 2))",
     mpmath.binomial),
    (Sum(j, r**j), n, 1, [r > 0, r < 1],
     "1/(1 - r) - 1 + O(r^n)",
     lambda n, r: mpmath.nsum(lambda i: r**i, [1, n])),
    (factorial(n) / (gamma(alpha * n + 1) * gamma((1 - alpha) * n + 1)), n, 0, [alpha > 0, alpha < 1],
     "(1 - α)^(n α - n) α^(-n α - 1/2) √2/(2 √(1 - α) √n √π) + O((1 - α)^(n α - n)/(n^(3/2) α^(n α)))",
     lambda n, alpha: mpmath.binomial(n, alpha * n)),
    (x / (x + 1), x, 2, [],
     "1 - 1/x + 1/x² + O(1/x³)",
     lambda x: x / (x + 1)),
]  # fmt: skip
ASKED = [row[:4] for row in EXPANSIONS]
POINT = {"x": Fraction(3, 10), "a": Fraction(5, 2), "b": Fraction(1, 3), "k": Fraction(3)}
POINT |= {"r": Fraction(9, 10), "L": Fraction(-7, 2), "alpha": Fraction(3, 7)}


def by_mpmath(term: Term, point: dict[Term, mpmath.mpf]) -> mpmath.mpf:
    """The value of a main part or an order."""
    if term in point:
        return point[term]
    parts = [by_mpmath(part, point) for part in term.args]
    match term.head:
        case "number":
            return mpmath.mpf(term.data[0]) / term.data[1]
        case "constant":
            return {"pi": mpmath.pi, "euler_gamma": mpmath.euler}[term.data[0]] + 0
        case "add":
            return mpmath.fsum(parts)
        case "mul":
            return mpmath.fprod(parts)
        case "power":
            return parts[0] ** parts[1]
    return getattr(mpmath, term.data[0])(*parts)


@pytest.mark.parametrize(("term", "along", "order", "where", "printed", "value"), EXPANSIONS)
def test_an_expansion_has_the_remainder_that_it_states(term, along, order, where, printed, value):
    started = time.process_time()
    theorem = derive(term, by=asymptotics(along, order=order), where=where)
    f, main, bound, variable = theorem.proposition.args
    assert (f, variable) == (term, along)
    assert repr(theorem.proposition) == f"{term} = {printed} ({along} → ∞)"
    belief = believe(record(theorem))
    assert belief.proposition is theorem.proposition
    assert {h.proposition for h in belief.hypotheses} == set(where)
    assert time.process_time() - started < 10
    ratios = []
    with mpmath.workdps(120):
        for size in (100, 200, 400, 800) if "r^n" in printed else (100, 1000, 10_000, 100_000):
            point = {own: mpmath.mpf(q.numerator) / q.denominator for own, q in _symbols(term, POINT).items()}
            point[along] = mpmath.mpf(size)
            own = value(point[along], *(v for symbol, v in point.items() if symbol is not along))
            ratios.append(abs(own - by_mpmath(main, point)) / abs(by_mpmath(bound, point)))
    assert ratios[-1] <= max(ratios[:-1]) * mpmath.mpf("1.05")
    assert ratios[-1] < 100


def _symbols(term: Term, point: dict[str, Fraction]) -> dict[Term, Fraction]:
    """The parameters of the term in the order of the alphabet, capital letters last."""
    own = {name: symbol for name, symbol in term.declarations if symbol.head == "parameter"}
    return {own[name]: point[name] for name in sorted(own, key=lambda name: (name.isupper(), name))}


@pytest.mark.parametrize(("term", "along", "order", "where"), ASKED)
def test_the_second_check_agrees_and_sees_a_wrong_coefficient_and_a_wrong_order(term, along, order, where):
    f, main, bound, *limit = derive(term, by=asymptotics(along, order=order), where=where).proposition.args
    assert check(expansion(f, main, bound, *limit), where, instances=1)
    wrong = [
        expansion(f, main * Fraction(1001, 1000), bound, *limit),
        expansion(f, main, bound / power(along, Fraction(1, 4)), *limit),
        expansion(f, 0, bound, *limit),
    ]
    for statement in wrong:
        with pytest.raises(CheckFailed, match="does not hold at") as failure:
            check(statement, where, instances=1)
        assert f" {along} = " not in str(failure.value).partition("does not hold at")[2]


@pytest.mark.parametrize(("term", "along", "order", "where"), ASKED[2:7])
def test_a_wrong_coefficient_and_a_wrong_order_are_refused(term, along, order, where):
    f, main, bound, *limit = derive(term, by=asymptotics(along, order=order), where=where).proposition.args
    assert prove(expansion(f, main, bound, *limit), by=asymptotics, where=where).proposition.args[1] is main
    for statement in (
        expansion(f, main * Fraction(1001, 1000), bound, *limit),
        expansion(f, main, bound / along, *limit),
    ):
        with pytest.raises(Refused, match="has the part"):
            prove(statement, by=asymptotics, where=where)


# Wishart powers, against Wick's theorem: the pairings of the entries of the Gaussian matrix, enumerated.


def pairings(places: tuple[int, ...]):
    """All ways to join the places in pairs."""
    if not places:
        yield ()
        return
    first, *rest = places
    for partner in rest:
        left = tuple(place for place in rest if place != partner)
        for others in pairings(left):
            yield ((first, partner), *others)


def components(count: int, joins) -> int:
    """The number of classes of 0, ..., count - 1 under the joins."""
    root = list(range(count))
    for one, other in joins:
        old, new = root[one], root[other]
        root = [new if own == old else own for own in root]
    return len(set(root))


def mean_trace(times: int, rows: int, columns: int) -> int:
    """E tr W^k: entry 2l has row l and column l, entry 2l + 1 has row l and column l + 1."""
    total = 0
    for pairs in pairings(tuple(range(2 * times))):
        row = [(one // 2, other // 2) for one, other in pairs]
        column = [((one + 1) // 2 % times, (other + 1) // 2 % times) for one, other in pairs]
        total += rows ** components(times, row) * columns ** components(times, column)
    return total


@pytest.mark.parametrize(
    ("times", "limit", "next_term"),
    [(1, "α", "0"), (2, "α (α + 1)", "α"), (3, "α (α² + 3 α + 1)", "3 α (α + 1)")],
)
def test_the_trace_of_a_wishart_power_and_its_limit(times, limit, next_term):
    matrix = wishart
    for _ in range(times - 1):
        matrix = matrix @ wishart
    formula = derive(E(trace(matrix)), by=moments).proposition.args[1]
    scaled = E(trace(matrix)) / d ** (times + 1)
    theorem = derive(scaled, by=asymptotics(d, n == alpha * d, order=1))
    assert believe(record(theorem)).status is Status.DERIVED
    _, main, _, *_ = theorem.proposition.args
    assert limit in repr(main)
    assert times == 1 or f"{next_term}/d" in repr(main)
    for rows, columns in itertools.product((1, 2, 5), (1, 3, 4)):
        exact = mean_trace(times, rows, columns)
        point = {n: mpmath.mpf(rows), d: mpmath.mpf(columns)}
        assert by_mpmath(formula, point) == exact
        ratio = {alpha: mpmath.mpf(rows) / columns, d: mpmath.mpf(columns)}
        error = abs(exact / mpmath.mpf(columns) ** (times + 1) - by_mpmath(main, ratio))
        assert error <= 10 * ratio[alpha] * (1 + ratio[alpha]) / columns**2


def test_sums_of_products_and_tied_sizes_of_another_power():
    theorem = derive(Sum(j, j * (n - j)), by=asymptotics(n, order=2))
    assert repr(theorem).startswith("⊢ ∑_j j (n - j) = n³/6 - n/6 + O(")
    theorem = derive(Sum(j, j ** (-a)), by=asymptotics(d, n == d**2), where=[a > 1])
    assert repr(theorem).endswith("= ζ(a) - d^(2 - 2 a)/(a - 1) + O(1/d^(2 a)) (d → ∞, n = d²)")
    assert check(theorem.proposition, [a > 1], instances=1)


def test_the_limit_is_stated_and_another_is_refused():
    scaled = E(trace(wishart @ wishart)) / d**3
    assert prove(expansion(scaled, alpha**2 + alpha, 1 / d, d, n == alpha * d), by=asymptotics)
    with pytest.raises(Refused, match="has the part"):
        prove(expansion(scaled, alpha**2 + 2 * alpha, 1 / d, d, n == alpha * d), by=asymptotics)
    with pytest.raises(Refused, match="has the part"):
        prove(expansion(scaled, alpha**2 + alpha, 1 / d**2, d, n == alpha * d), by=asymptotics)
    with pytest.raises(Refused, match=r"ties no size|is tied"):
        derive(scaled, by=asymptotics(d, n == alpha * n))


@pytest.mark.parametrize(
    ("f", "simple"),
    [
        (binomial(2 * n, n), 4**n / sqrt(PI * n)),
        (factorial(n), sqrt(2 * PI * n) * (n / exp(as_term(1))) ** n),
        (n * (n + 1) / (n**2 + 7), as_term(1)),
        (Sum(j, j**-1), log(n)),
        (Sum(j, j**4), n**5 / 5),
        (gamma(n + a) / gamma(n), n**a),
        (define("F", (1 + x / n) ** n), exp(x)),
    ],
)
def test_asymptotic_equality_is_proved_and_with_another_constant_refused(f, simple):
    statement = similar(f, simple, n)
    theorem = prove(statement, by=asymptotics)
    assert theorem.proposition is statement
    assert believe(record(theorem)).proposition is statement
    assert check(statement, instances=1)
    with pytest.raises(Refused, match="leading terms differ"):
        prove(similar(f, simple * Fraction(11, 10), n), by=asymptotics)
    with pytest.raises(CheckFailed):
        check(similar(f, simple * Fraction(11, 10), n), instances=1)


@pytest.mark.parametrize(
    ("term", "where", "missing"),
    [
        (sqrt(x * n + 1), [], "Missing hypothesis: n x != 0"),
        (1 / (x * n + 1), [], "Missing hypothesis: n x != 0"),
        (sqrt(x * n + 1), [x < 0], "Missing hypothesis: n x > 0"),
        (Sum(j, j ** (-a)), [], "Missing hypothesis, in `where`: -3 < a"),
        (Sum(j, j ** (-a)), [a > 0], "a != 1 must be known"),
        (1 / (n**a + n**b), [], "Missing hypothesis: which term"),
        (tanh(n), [], "no expansion of tanh"),
        (exp(-n / log(n + 1)), [], "only like powers of a logarithm"),
        (log(-n), [], "Missing hypothesis: -n > 0"),
    ],
)
def test_a_failure_names_what_is_missing(term, where, missing):
    with pytest.raises(Refused, match=missing):
        derive(term, by=asymptotics(n), where=where)


def test_signs_given_in_where_stay_with_the_theorem():
    theorem = derive(sqrt(x * n + 1), by=asymptotics(n), where=[x > 0])
    assert repr(theorem) == "x > 0 ⊢ √(x n + 1) = √n √x (1 + 1/(2 n x)) + O(1/n^(3/2)) (n → ∞)"


def test_the_variable_is_found_where_there_is_one_and_asked_for_where_there_are_two():
    assert derive(1 / (n + 1), by=asymptotics).proposition.args[3] is n
    with pytest.raises(Refused, match="Say along which size"):
        derive(n / d, by=asymptotics)
    with pytest.raises(TypeError, match="takes no options"):
        moments(n)
    with pytest.raises(Refused, match="neither"):
        prove(n <= d, by=asymptotics)


def test_what_has_a_size_that_grows_has_no_expansion():
    with pytest.raises(Refused, match="no expansion"):
        derive(norm2(fixed("u", n)) / n, by=asymptotics(n))


def test_a_statement_with_means_has_no_value_in_ball_arithmetic():
    with pytest.raises(NoInstance, match="no value in ball arithmetic"):
        check(expansion(E(trace(wishart)), n * d, 1, d), instances=1)


def _random_term(draw: random.Random, depth: int) -> Term:
    if depth == 0:
        return draw.choice([n, 1 / n, n + half, as_term(draw.randint(1, 3)), 2 * n + 1, x / n, sqrt(n)])
    one, other = (_random_term(draw, depth - 1) for _ in range(2))
    return draw.choice(
        [
            lambda: one + other,
            lambda: one * other,
            lambda: one / (1 + 1 / n),
            lambda: log(n + 2) * one,
            lambda: power(1 + 1 / n + 1 / n**2, draw.choice([-2, half, a])) * one,
            lambda: exp(x / n) * other,
            lambda: one - other,
            lambda: gamma(n + 1) / gamma(n + half) * one,
        ]
    )()


def test_random_terms_have_expansions_that_hold_and_replay():
    draw, held = random.Random(3), 0
    for _ in range(40):
        term = _random_term(draw, 2)
        try:
            theorem = derive(term, by=asymptotics(n, order=1))
        except Refused:
            continue
        assert believe(record(theorem)).proposition is theorem.proposition
        assert check(theorem.proposition, instances=1)
        held += 1
    assert held > 25


def test_a_sum_of_inverse_powers_is_one_of_negative_powers():
    theorem = prove("sum_{j=1}^N 1/j^2 = zeta(2) - 1/N + O(1/N^2) as N -> oo")
    assert check(theorem.proposition)
    assert "ζ(α)" in repr(derive("sum_{j=1}^N 1/j^alpha as N -> oo", where=["alpha > 1"]))
    with pytest.raises(Refused, match="Counterexample"):
        prove("sum_{j=1}^N 1/j^2 = zeta(2) + 1/N + O(1/N^2) as N -> oo")
