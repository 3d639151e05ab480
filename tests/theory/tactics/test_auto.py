"""`auto`: tactics and lemmas are found; what is false gets a counterexample, what is missing is named.

The values are compared with enumeration, with the binomial law, and with known moments.
"""

from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import product
from math import comb, sqrt

import numpy as np
import pytest
from theorycheck.theory.check import check
from theorycheck.theory.evaluation import Evaluator
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.model import Parameter, fixed
from theorycheck.theory.node import Term, number, value_of
from theorycheck.theory.parse import ParseError, parse
from theorycheck.theory.prove import derive, prove
from theorycheck.theory.requirements import Misfit
from theorycheck.theory.substitution import replaced, subterms
from theorycheck.theory.tactics import markov, moments
from theorycheck.theory.tactics.auto import auto

KV = ("k: sphere(d_k)", "v: sphere(d_v)")
ETA = "sum_{j != i} <k_i, k_j> v_j"
POSITIVE = ("tau > 0",)


def at(term: Term, **values: int) -> Fraction:
    """The value of a formula of sizes and parameters."""
    symbols = dict(term.declarations)
    for name, value in values.items():
        term = replaced(term, symbols[name], number(value))
    return _exact(term)


def _exact(term: Term) -> Fraction:
    match term.head:
        case "number":
            return value_of(term)
        case "add":
            return sum(map(_exact, term.args), Fraction(0))
        case "power":
            return _exact(term.args[0]) ** int(_exact(term.args[1]))
    total = Fraction(1)
    for part in term.args:
        total *= _exact(part)
    return total


@cache
def right(text: str, *laws: str, where: tuple[str, ...] = ()) -> Term:
    """What `derive` finds."""
    theorem = derive(text, laws=laws, where=where)
    assert believe(record(theorem)).proposition is theorem.proposition
    return theorem.proposition.args[1]


@pytest.mark.parametrize(
    ("text", "laws", "where", "theorem"),
    [
        (f"E|{ETA}|^2", KV, (), "⊢ E[|∑_{j ≠ i} ⟨k_i, k_j⟩ v_j|²] = (n - 1)/d_k"),
        (f"P(|{ETA}|^2 > tau)", KV, POSITIVE, "τ > 0 ⊢ P(|∑_{j ≠ i} ⟨k_i, k_j⟩ v_j|² > τ) ≤ (n - 1)/(d_k τ)"),
        (
            "P(|k_i|^2 <= tau for all i)",
            ("k: normal(dimension=d)",),
            POSITIVE,
            "τ > 0 ⊢ P(|k_j|² ≤ τ for all j) ≥ 1 - n d/τ",
        ),
        ("P(z - E[z] > tau)", ("z: normal(0, s^2)",), POSITIVE, "τ > 0 ⊢ P(z - E[z] > τ) ≤ s²/(s² + τ²)"),
        ("P(|z - E[z]| > tau)", ("z: normal(0, s^2)",), POSITIVE, "τ > 0 ⊢ P(abs(z - E[z]) > τ) ≤ s²/τ²"),
        ("Cov(z, z^3)", ("z: normal(0, s^2)",), (), "⊢ Cov[z, z³] = 3 s⁴"),
    ]
)  # fmt: skip
def test_a_value_or_bound_is_found(text, laws, where, theorem):
    assert repr(derive(text, laws=laws, where=where)) == theorem


@pytest.mark.parametrize(
    ("text", "laws", "where"),
    [
        (f"E|{ETA}|^2 == (n - 1)/d_k", KV, ()),
        (f"E|{ETA}|^2 < n/d_k", KV, ()),
        (f"(n - 1)/d_k == E|{ETA}|^2", KV, ()),
        (f"P(|{ETA}|^2 > tau) <= n/(d_k tau)", KV, POSITIVE),
        (f"P(|{ETA}|^2 <= tau for all i) >= 1 - n^2/(d_k tau)", KV, POSITIVE),
        (f"1 - n^2/(d_k tau) <= P(|{ETA}|^2 <= tau for all i)", KV, POSITIVE),
        (f"P(|{ETA}|^2 > tau for some i) <= n (n - 1)/(d_k tau)", KV, POSITIVE),
        ("P(|g_i|^2 - E|g_i|^2 >= tau) <= 2 d/(2 d + tau^2)", ("g: normal(dimension=d)",), POSITIVE),
        ("E[z]^2 <= E[z^2] and Var(z) == s^2", ("z: normal(0, s^2)",), ()),
        ("E <k_i, k_j>^4 <= E <k_i, k_j>^2", KV, ("i != j",)),
        ("(n - 1)/n < 1", ("k: sphere(n)",), ()),
        ("(n + 1)^2 == n^2 + 2 n + 1", ("k: sphere(n)",), ()),
    ],
)
def test_a_true_statement_is_proved(text, laws, where):
    theorem = prove(text, laws=laws, where=where)
    assert believe(record(theorem)).status == "derived"
    assert {repr(h.proposition) for h in theorem.hypotheses} <= {"τ > 0", "i ≠ j"}


@pytest.mark.parametrize(
    ("text", "laws", "where", "why"),
    [
        (f"E|{ETA}|^2 == n/d_k", KV, (), r"Counterexample: .* at .*; .* is \(n - 1\)/d_k\.$"),
        ("E|sum_j r_j|^2 >= 2 n", ("r: rademacher()",), (), "Counterexample"),
        (f"P(|{ETA}|^2 > tau) <= (n - 2)/(d_k tau)", KV, POSITIVE, "Counterexample"),
        ("(n + 1)/d < n/d", ("k: sphere(d)", "q[n]: sphere(d)"), (), "Counterexample: .* n = "),
        (f"P(|{ETA}|^2 > tau) <= (n - 1)/(d_k tau)", KV, (), "Missing hypothesis: τ > 0"),
        (
            "E <k_i, k_j>^2 == 1/d_k",
            KV,
            (),
            "Missing hypothesis: i ≠ j; without it the statement does not hold at",
        ),
        (
            "sum_j p_j log(p_j/q_j) >= 0",
            ("p: fixed(n)", "q: fixed(n)"),
            ("sum_j p_j == 1", "sum_j q_j == 1"),
            r"^Missing hypothesis: p_j > 0 for all j and q_j > 0 for all j; without it .* p = \[.*-",
        ),
        (
            "(sum_j w_j x_j y_j)^2 <= (sum_j w_j x_j^2) (sum_j w_j y_j^2)",
            ("w: fixed(n)", "x: fixed(n)", "y: fixed(n)"),
            (),
            r"^Missing hypothesis: w_j ≥ 0 for all j; without it .* w = \[.*-",
        ),
        (
            "(sum_j x_j)^2/sum_j y_j <= sum_j x_j^2/y_j",
            ("x: fixed(n)", "y: fixed(n)"),
            (),
            "^Missing hypothesis: y_j > 0 for all j; without it",
        ),
        ("min(1, x/t)^2 t^2 <= x", (), ("x > 0", "t > 0"), "^Missing hypothesis: t ≤ 1; without it"),
        ("|x/|x|| == 1", ("x: fixed(d)",), (), r"^Missing hypothesis: \|x\|² > 0\.$"),
        (
            "<x, y>^2/|x|^2 <= |y|^2",
            ("x: fixed(d)", "y: fixed(d)"),
            (),
            r"^Missing hypothesis: \|x\|² > 0\.$",
        ),
        (
            "sum_i ((x_i - 1/n sum_j x_j)/sqrt(1/n sum_l (x_l - 1/n sum_j x_j)^2))^2 == n",
            ("x: fixed(n)",),
            (),
            r"^Missing hypothesis: \(∑_j \(x_j - \(∑_l x_l\)/n\)²\)/n > 0; without it .* at n = 1, x = ",
        ),
        ("<x, y>^2/|x|^2 <= |y|", ("x: fixed(d)", "y: fixed(d)"), (), "^Counterexample"),
        (
            "sum_j p_j log(n p_j) == 2 log(n) + sum_j p_j log(p_j)",
            ("p: fixed(n)",),
            ("sum_j p_j == 1",),
            "^Counterexample",
        ),
    ],
)
def test_what_is_false_or_lacks_a_hypothesis_is_refused(text, laws, where, why):
    with pytest.raises(Refused, match=why) as refusal:
        prove(text, laws=laws, where=where)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("E <k_i, k_j>^2", "Missing hypothesis: i ≠ j"),
        (f"P(|{ETA}|^2 > tau)", "Missing hypothesis: τ > 0"),
        ("P(<k_i, v_i> > tau)", "shapes"),
        ("P(|k_i + k_j|^2 < tau)", "the value of"),
        ("E exp(<k_i, k_1>)", "not known"),
    ],
)
def test_a_value_that_is_not_found_says_why(text, why):
    with pytest.raises((Refused, ParseError), match=why):
        derive(text, laws=KV)


def test_a_proposition_is_proved_and_a_term_derived():
    with pytest.raises(TypeError, match="use prove"):
        derive("E[z] == 0", laws=["z: normal(0, 1)"])
    with pytest.raises(TypeError, match="no proposition"):
        prove("E[z]", laws=["z: normal(0, 1)"])
    with pytest.raises(ParseError, match="for a statement in text"):
        prove(Term("true"), laws=["z: normal(0, 1)"])


def test_conditions_in_a_row_or_joined_are_each_one_hypothesis():
    for where in ("0 < x <= 1", "0 < x and x <= 1", (number(0) < Parameter("x")) & (Parameter("x") <= 1)):
        theorem = prove("x^2 <= x", where=where)
        assert {str(h.proposition) for h in theorem.hypotheses} == {"0 < x", "x ≤ 1"}
    with pytest.raises(Refused, match="does not hold at"):
        prove("x^2 <= x", where="0 < x <= 2")


def test_theorems_without_a_tactic_are_used_by_auto():
    power = prove(f"E|{ETA}|^2 == (n - 1)/d_k", laws=KV, by=moments)
    tail = f"P(|{ETA}|^2 > tau) <= (n - 1)/(d_k tau)"
    assert prove(tail, laws=KV, where=POSITIVE, by=power).proposition is (
        prove(tail, laws=KV, where=POSITIVE, by=[markov, power]).proposition
    )


# Examples that no rule was written for, against independent values.


@pytest.mark.parametrize("n", [2, 3, 5])
def test_the_fourth_moment_of_a_random_walk(n):
    value = right("E[(sum_j r_j)^4]", "r: rademacher")
    walks = [sum(signs) ** 4 for signs in product((-1, 1), repeat=n)]
    assert at(value, n=n) == Fraction(sum(walks), len(walks))


@pytest.mark.parametrize(("n", "d"), [(2, 2), (3, 2), (3, 3), (4, 3)])
def test_collisions_of_random_codes(n, d):
    mean = right("E sum_{i, j != i} <h_i, h_j>", "h: one_hot(d)")
    spread = right("Var(sum_{i, j != i} <h_i, h_j>)", "h: one_hot(d)")
    counts = [
        sum(a == b for x, a in enumerate(codes) for y, b in enumerate(codes) if x != y)
        for codes in product(range(d), repeat=n)
    ]
    expected = Fraction(sum(counts), len(counts))
    assert at(mean, n=n, d=d) == expected
    assert at(spread, n=n, d=d) == Fraction(sum(c * c for c in counts), len(counts)) - expected**2


@pytest.mark.parametrize("d", [1, 2, 3, 7])
def test_the_fourth_moment_of_an_overlap_on_the_sphere(d):
    value = right("E <x, y>^4", "x: sphere(d)", "y: sphere(d)")
    # The square of an overlap has the Beta law with parameters 1/2 and (d - 1)/2.
    assert at(value, d=d) == Fraction(3, d * (d + 2))


@pytest.mark.parametrize(("n", "d"), [(1, 1), (3, 2), (5, 4)])
def test_the_fourth_moment_of_a_gaussian_sum(n, d):
    value = right("E|sum_j g_j|^4", "g: normal(dimension=d)")
    # |N(0, n I)|^2 is n times a chi-square with d degrees of freedom.
    assert at(value, n=n, d=d) == n**2 * d * (d + 2)


@pytest.mark.parametrize(("n", "t"), [(4, 2), (9, 3), (16, 6)])
def test_the_tail_of_a_random_walk(n, t):
    bound = right("P(|sum_j r_j - E[sum_j r_j]| >= t)", "r: rademacher", where=("t > 0",))
    chance = Fraction(sum(comb(n, k) for k in range(n + 1) if abs(2 * k - n) >= t), 2**n)
    assert chance <= at(bound, n=n, t=t) == Fraction(n, t * t)


def test_the_spread_of_a_mean_falls_with_the_number_of_trials():
    laws = ("z: normal(m, s^2)",)
    assert repr(right("Var((sum_j z_j)/n)", *laws)) == "s²/n"
    tail = derive("P(|(sum_j z_j)/n - E[(sum_j z_j)/n]| > t)", laws=laws, where=["t > 0"])
    assert check(tail.proposition, [h.proposition for h in tail.hypotheses], instances=2)
    assert sqrt(float(at(tail.proposition.args[1], n=4, s=2, t=2))) == pytest.approx(0.5)


@pytest.mark.parametrize(("n", "d"), [(1, 1), (2, 1), (1, 3), (4, 2)])
def test_traces_of_powers_of_a_wishart_matrix(n, d):
    second = right("E tr((sum_j g_j g_j^T)^2)", "g: normal(dimension=d)")
    third = right("E tr((sum_j g_j g_j^T)^3)", "g: normal(dimension=d)")
    # James (1964): E tr W^2 and E tr W^3 of a Wishart matrix with unit covariance.
    assert at(second, n=n, d=d) == n * d * (n + d + 1)
    assert at(third, n=n, d=d) == n * d * (n**2 + d**2 + 3 * n * d + 3 * n + 3 * d + 4)
    form = right("E[<u, (sum_j g_j g_j^T)^2 @ u>]", "g: normal(dimension=d)", "u: fixed(d)")
    assert repr(form) == "n ⟨u, u⟩ (d + n + 1)"


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("E exp(<w, x> - |x|^2/2) exp(<w, y> - |y|^2/2)", "exp(<x, y>)"),
        ("E exp(<w, x>/4 - <w, y>/4)", "exp(|x - y|^2/32)"),
        ("E exp(2 z + s z)", "exp((s + 2)^2/2)"),
    ],
)
def test_products_with_one_object_in_an_exponent_are_joined(term, value):
    laws = ("w: normal(dimension=d)", "x: fixed(d)", "y: fixed(d)", "z: normal(0, 1)")
    assert check(prove(f"{term} == {value}", laws=laws).proposition)
    with pytest.raises(Refused, match="Counterexample"):
        prove(f"{term} == 2 {value}", laws=laws)
    with pytest.raises(Refused, match="may be infinite: 0 < -1"):
        derive("E exp(<w, x> + |w|^2)", laws=laws)


@pytest.mark.parametrize("term", ["iterate(x^2, x, y, t)", "a + 1"])
def test_a_term_is_not_given_for_its_own_value(term):
    with pytest.raises(Refused, match="another form"):
        derive(term)


@pytest.mark.parametrize(
    ("term", "law", "where", "value"),
    [
        ("P(x_i == x_j)", "discrete_uniform(N)", ["i != j"], "1/N"),
        ("P(x_i != x_j)", "zipf(2, N)", ["i != j"], "1 - ∑_j 1/((∑_l 1/l²)² j⁴)"),
        ("P(x_1 == 3)", "discrete_uniform(6)", [], "1/6"),
        ("P(x_1 == 0)", "bernoulli(p)", ["p >= 0", "p <= 1"], "1 - p"),
        ("P(max_j x_j <= t)", "uniform(0, 1)", ["t >= 0", "t <= 1"], "t^n"),
        ("P(x_1 > t)", "uniform(-1, 3)", ["t > -1", "t < 3"], "3/4 - t/4"),
        ("E log(x_1)", "uniform(0, b)", ["b > 0"], "log(b) - 1"),
        ("E sqrt(x_1)", "uniform(0, 1)", [], "2/3"),
        ("E[(sum_j x_j)^3]", "uniform(0, 1)", [], "n² (n + 1)/8"),
        ("E[1/|x_1|^2]", "normal(dimension=d)", ["d >= 3"], "Γ(d/2 - 1)/(2 Γ(d/2))"),
        ("E[1/|x_1|]", "normal(dimension=d)", ["d >= 2"], "Γ(d/2 - 1/2) √2/(2 Γ(d/2))"),
    ],
)
def test_values_that_are_asked_for_every_day(term, law, where, value):
    theorem = derive(term, laws=[f"x: {law}"], where=where)
    assert repr(theorem.proposition.args[1]) == value
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses])


@pytest.mark.parametrize(
    ("term", "law", "lacks"),
    [
        ("E[1/|x|^2]", "normal(dimension=d)", "d ≥ 3"),
        ("E[1/|x|]", "normal(dimension=d)", "d ≥ 2"),
        ("P(x_i == x_j)", "zipf(alpha, N)", "i ≠ j"),
        ("P(x == 3)", "zipf(alpha, N)", "N ≥ 3"),
    ],
)
def test_a_refusal_names_the_one_hypothesis_that_is_missing(term, law, lacks):
    with pytest.raises(Refused, match=f"Missing hypothesis: {lacks}"):
        derive(term, laws=[f"x: {law}"])


MEAN = "sum_j x_j/n"


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("text", "law", "where", "bound"),
    [
        (f"P(|{MEAN} - p| > t) <= p (1 - p)/(n t^2)", "x: bernoulli(p)", ("p >= 0", "p <= 1"), "p/(n t^2)/5"),
        (f"P({MEAN} - m > t) <= s^2/(s^2 + n t^2)", "x: normal(m, s^2)", (), "s^2/(s^2 + n t^2)/9"),
        (f"P(|{MEAN} - (a + b)/2| > t) <= (b - a)^2/(12 n t^2)", "x: uniform(a, b)", ("a < b",), "0"),
    ],
)
def test_a_deviation_from_the_value_of_a_mean_is_one_from_the_mean(text, law, where, bound):
    theorem = prove(text, laws=(law,), where=("t > 0", *where))
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses], instances=5)
    with pytest.raises(Refused):
        prove(f"{text.split(' <= ')[0]} <= {bound}", laws=(law,), where=("t > 0", *where))


def test_a_random_projection_keeps_lengths():
    theorem = derive(
        "P(|sum_j <w_j, x>^2/m - |x|^2| > t |x|^2)",
        laws=("w[m]: normal(dimension=d)", "x: fixed(d)"), where=("t > 0", "|x|^2 > 0"),
    )  # fmt: skip
    assert repr(theorem).endswith("≤ 2/(m t²)")


def test_moving_averages_add_up():
    where = ("beta > 0", "beta < 1")
    mean = "sum_j (1 - beta) beta^(n - j) g_j"
    own = right(f"E({mean}) - mu (1 - beta^n)", "g: normal(mu, s^2)", where=where)
    assert own is number(0)
    spread = derive(f"Var({mean})", laws=("g: normal(mu, s^2)",), where=where).proposition
    assert not any(part.head == "sum" for part in subterms(spread.args[1]))
    assert check(spread, list(parse("beta", where=where).where), instances=5)


def test_dropout_keeps_the_mean_and_names_what_its_variance_needs():
    laws, where = ("r: bernoulli(p)", "x: fixed(n)"), ("p > 0", "p <= 1")
    theorem = derive("Var(sum_j x_j r_j/p)", laws=laws, where=where)
    assert repr(theorem).endswith("= ⟨x, x⟩ (1 - p)/p")
    carried = derive("Var(sum_j x_j r_j/p)", laws=laws, where=where[:1])
    assert {repr(h.proposition) for h in carried.hypotheses} == {"p > 0", "p ≤ 1"}


VECTORS = ("w: fixed(d)", "x: fixed(d)")


@pytest.mark.parametrize(
    ("text", "laws", "where", "shown"),
    [
        ("grad_x x log(x)", (), ("x > 0",), "log(x) + 1"),
        ("grad_w -(y log(sigmoid(<w, x>)) + (1 - y) log(1 - sigmoid(<w, x>)))", VECTORS, (), "- y) x"),
        ("P(x >= 1)", ("x: zipf(alpha)",), ("alpha > 1",), "= 1"),
        ("E[(x - E[x])^3]", ("x: exponential(r)",), ("r > 0",), "= 2/r³"),
        ("grad_x sigmoid(x)", (), (), "sigmoid(x) (1 - sigmoid(x))"),
    ],
)
def test_a_value_is_shown_without_denominators_that_cancel(text, laws, where, shown):
    theorem = derive(text, laws=laws, where=where)
    assert repr(theorem).endswith(shown)
    assert check(theorem.proposition, [hypothesis.proposition for hypothesis in theorem.hypotheses])


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("law", "where", "chance", "bound", "less"),
    [
        ("u: uniform(0, 1)", (), "|1/n sum_j u_j - 1/2| > t", "2 exp(-2 n t^2)", "2 exp(-7 n t^2)"),
        ("u: uniform(0, 1)", (), "sum_j u_j - n/2 > t", "exp(-2 t^2/n)", "exp(-7 t^2/n)"),
        ("k: sphere(d)", ("i != j",), "|<k_i, k_j>| > t", "1/(d t^2)", "1/(2 d t^2)"),
        ("k: sphere(d)", ("i != j",), "<k_i, k_j> > t", "exp(-d t^2/2)", "exp(-d t^2)"),
        ("k: sphere(d)", ("|u|^2 == 1",), "|<k_j, u>| > t for some j", "2 n exp(-d t^2/2)", "n exp(-d t^2)"),
        (
            "k: sphere(d)",
            (),
            "|<k_i, k_j>| > t for some i, j != i",
            "n (n - 1) exp(-d t^2/2)",
            "n exp(-d t^2/2)",
        ),
        ("k: sphere(d)", (), "|<k_i, k_j>| > t for some j != i", "n/(d t^2)", "(n - 2)/(d t^2)"),
        ("r: rademacher(d)", (), "<r_i, r_j> > t for some j != i", "n exp(-t^2/(2 d))", "exp(-t^2/(2 d))"),
    ],
)
def test_tails_of_pairs_and_means_are_bounded_as_they_are_stated(law, where, chance, bound, less):
    laws = [law, *(["u: fixed(d)"] if "u" in chance and "uniform" not in law else [])]
    theorem = prove(f"P({chance}) <= {bound}", laws=laws, where=[*where, "t > 0"])
    assert believe(record(theorem)).status == "derived"
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses])
    with pytest.raises(Refused):
        prove(f"P({chance}) <= {less}", laws=laws, where=[*where, "t > 0"])


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(("n", "N"), [(2, 3), (3, 4), (4, 5)])
def test_the_bound_on_collisions_is_above_their_number(n, N):
    stated = "P(c_i == c_j for some i, j != i) <= n (n - 1)/(2 N)"
    assert prove(stated, laws=["c: discrete_uniform(N)"]).status == "derived"
    met = sum(len(set(draw)) < n for draw in product(range(N), repeat=n))
    assert Fraction(met, N**n) <= Fraction(n * (n - 1), 2 * N)
    with pytest.raises(Refused):
        prove("P(c_i == c_j for some i, j != i) <= n (n - 1)/(3 N)", laws=["c: discrete_uniform(N)"])


@pytest.mark.parametrize("d", [1, 2, 4])
@pytest.mark.parametrize("k", [4, 6])
def test_overlaps_of_vectors_of_signs(d, k):
    found = right(f"E <r_i, r_j>^{k}", "r: rademacher(d)", where=("i != j",))
    each = [sum(signs) ** k for signs in product((-1, 1), repeat=d)]
    assert at(found, d=d) == Fraction(sum(each), 2**d)


def test_the_variance_of_a_quadratic_form_of_signs_is_a_contraction():
    found = right("Var(<r, A @ r>)", "r: rademacher(d)", "A: fixed(d, d)")
    assert repr(found) == "trace(A A) - 2 (∑_j A_{j, j}²) + trace(A Aᵀ)"
    A = np.array([[1, 2, 0], [0, 1, 3], [4, 1, 2]])
    each = [x @ A @ x for x in np.array(list(product((-1, 1), repeat=3)))]
    assert np.var(each) == np.trace(A @ A) - 2 * np.sum(np.diag(A) ** 2) + np.trace(A @ A.T)


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("<r, [1, 2, 3]>^4", lambda x: (x[0] + 2 * x[1] + 3 * x[2]) ** 4),
        (
            "<r, [1, 2, 3]>^2 <r, [2, 0, 1]>^2",
            lambda x: (x[0] + 2 * x[1] + 3 * x[2]) ** 2 * (2 * x[0] + x[2]) ** 2,
        ),
        (
            "<r, [[1, 2, 0], [0, 1, 3], [1, 1, 1]] r>^2",
            lambda x: (3 + 2 * x[0] * x[1] + 4 * x[1] * x[2] + x[2] * x[0]) ** 2,
        ),
    ],
)
def test_moments_of_a_vector_of_signs_are_sums_over_its_signs(term, value):
    found = right(f"E[{term}]", "r: rademacher(3)")
    assert _exact(found) == Fraction(sum(map(value, product((-1, 1), repeat=3))), 8)


def test_an_exponential_of_an_overlap_of_signs_is_a_power_of_a_cosine():
    found = derive("E exp(s <r_i, r_j>)", laws=["r: rademacher(d)"], where=["i != j"])
    assert repr(found) == "i ≠ j ⊢ E[exp(s ⟨r_i, r_j⟩)] = (exp(2 s) + 1)^d exp(-d s)/2^d"
    assert check(found.proposition, [h.proposition for h in found.hypotheses])
    with pytest.raises(Refused, match="i ≠ j"):
        derive("E exp(s <r_i, r_j>)", laws=["r: rademacher(d)"])


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("chance", "low", "high"),
    [("z > 2", "0.0227", "0.0228"), ("|z| > 3", "0.0026", "0.0027"), ("z <= 1", "0.84", "0.85")],
)
def test_chances_of_a_normal_number_are_compared_with_numbers(chance, low, high):
    for stated in (f"P({chance}) <= {high}", f"P({chance}) > {low}"):
        assert prove(stated, laws=["z: normal(0, 1)"]).status == "derived"
    for false in (f"P({chance}) <= {low}", f"P({chance}) > {high}"):
        with pytest.raises(Refused, match=r"Counterexample: .*; .* is .*erfc"):
            prove(false, laws=["z: normal(0, 1)"])


@pytest.mark.parametrize("count", [1, 3, 6])
def test_orders_of_two_dice_are_counted(count):
    pairs = list(product(range(count), repeat=2))
    for relation, met in (("<", sum(x < y for x, y in pairs)), ("<=", sum(x <= y for x, y in pairs))):
        found = right(f"P(c_i {relation} c_j)", "c: discrete_uniform(N)", where=("i != j",))
        assert at(found, N=count) == Fraction(met, count**2)


def test_a_chance_is_expanded_by_what_it_is():
    coupons = derive("P(c_j == 1 for some j) as N -> oo, n = alpha N", laws=["c: discrete_uniform(N)"])
    assert repr(coupons).startswith("⊢ P(c_j = 1 for some j) = 1 - exp(-α) + exp(-α) α/(2 N) + O(1/N²)")
    with pytest.raises(Refused, match="no sum of powers of its index, which alone"):
        derive("sum_{j=1}^n 1/(j^2 + 1) as n -> oo")


@pytest.mark.parametrize("power", ["", "^2"])
@pytest.mark.parametrize("other", ["max(<w, u>, 0)", "max(0, <w, u>)", "relu(-<w, u>)"])
def test_the_larger_of_a_product_and_zero_is_its_positive_part(other, power):
    laws = ["w: normal(dimension=d)", "u: fixed(d)"]
    value = derive(f"E[relu(<w, u>){power}]", laws=laws).proposition.args[1]
    assert derive(f"E[{other}{power}]", laws=laws).proposition.args[1] is value


@pytest.mark.usefixtures("unexplained")
def test_a_mean_length_is_at_most_the_root_of_the_mean_square():
    found = derive("E |sum_j r_j|", laws=["r: rademacher()"])
    assert repr(found) == "⊢ E[abs(∑_j r_j)] ≤ √n"
    for n in (1, 2, 5):
        assert sum(abs(sum(signs)) for signs in product((-1, 1), repeat=n)) / 2**n <= sqrt(n)
    assert prove("E |sum_j k_j| <= sqrt(n)", laws=["k: sphere(d)"]).status == "derived"
    for false in ("E |sum_j k_j| < sqrt(n)", "E |sum_j k_j| <= sqrt(n - 1)"):
        with pytest.raises(Refused):
            prove(false, laws=["k: sphere(d)"])


QUADRATIC = {
    "E <w, A w>": lambda t, _: t[1],
    "E[<w, A w>^2]": lambda t, _: t[1] ** 2 + 2 * t[2],
    "E[<w, A w>^3]": lambda t, _: t[1] ** 3 + 6 * t[1] * t[2] + 8 * t[3],
    "Var(<w, A w>)": lambda t, _: 2 * t[2],
    "E[<x, A x>^2]": lambda t, _: (t[1] ** 2 + 2 * t[2]) / 15,
    "E |A w|^2": lambda _, matrix: np.sum(matrix**2),
    "E tr(A w w^T A)": lambda _, matrix: np.trace(matrix @ matrix),
    "E tr(A sum_j g_j g_j^T A^T)/n": lambda _, matrix: np.sum(matrix**2),
}


@pytest.mark.parametrize("text", QUADRATIC)
def test_moments_of_quadratic_forms_are_traces(text):
    matrix = np.array([[1.0, 2, 0], [0.5, -1, 3], [2, 1, 0.25]])
    found = right(text, "w: normal(dimension=d)", "x: sphere(d)", "g: normal(dimension=d)", "A: fixed(d, d)")
    symbols = dict(found.declarations)
    value = Evaluator({symbols["A"]: matrix, **({symbols["d"]: 3} if "d" in symbols else {})}).value(found)
    even = (matrix + matrix.T) / 2
    powers = [np.trace(np.linalg.matrix_power(even, k)) for k in range(4)]
    exact = QUADRATIC[text](powers, matrix)
    assert value == pytest.approx(exact)
    assert {part.head for part in subterms(found)}.isdisjoint({"sum", "tabulate"})


def test_a_quadratic_form_about_a_mean_keeps_its_products():
    laws = ["g: normal(mu, s^2)", "mu: fixed(d)", "A: fixed(d, d)"]
    assert repr(derive("E <g, A g>", laws=laws)) == "⊢ E[⟨g, A g⟩] = s² trace(A) + ⟨μ, A μ⟩"
    with pytest.raises(Refused):
        prove("E <g, A g> == s^2 tr(A)", laws=laws)


@pytest.mark.parametrize(
    ("term", "lacks"),
    [
        ("P(<w, u> > 0 and <w, v> > 0)", "Missing hypothesis: ⟨u, u⟩ > 0 and ⟨v, v⟩ > 0"),
        ("rate(cos(x), x, 0)", "Missing hypothesis: cos.0. = 0, that 0 is a fixed point"),
    ],
)
def test_a_refusal_names_two_vectors_and_a_fixed_point(term, lacks):
    laws = ["w: normal(dimension=d)", "u: fixed(d)", "v: fixed(d)"] if "w" in term else []
    with pytest.raises(Refused, match=lacks):
        derive(term, laws=laws)


@pytest.mark.parametrize(
    ("text", "length", "value"),
    [
        ("E|<w, x>|^3", "|x|^2 == d", "8/√π"),
        ("P(<w, x> <= 0)", "|x|^2 == s^2", "1/2"),
        ("E[<w, x>^2 1[<w, x> > 0]]", "|x|^2 == d", "1"),
    ],
)
def test_an_equation_tells_that_a_length_is_positive_and_its_value_is_put_in(text, length, value):
    told = {"laws": ["w: normal(0, 2/d, dimension=d)", "x: fixed(d)"], "where": ["s > 0", "t > 0", length]}
    assert str(derive(text, **told).proposition.args[1]) == value
    tail = derive("P(|<w, x>| > t)", **told).proposition
    assert tail.head == "eq"
    told["where"][-1] = length.replace("d", "a").replace("s^2", "b")
    with pytest.raises(Refused, match="Missing hypothesis"):
        derive(text, **told)
    assert derive("P(|<w, x>| > t)", **told).proposition.head == "le"


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("text", "laws", "false"),
    [
        ("P(max_j z_j > t) <= n exp(-t^2/2)", "z[n]: normal(0, 1)", "P(max_j z_j > t) <= exp(-t^2)/2"),
        ("P(max_j |z_j| > t) <= 2 n exp(-t^2/2)", "z[n]: normal(0, 1)", "P(max_j |z_j| > t) <= exp(-t^2)"),
        (
            "P(|sum_j r_j|/n > t) <= 2 exp(-n t^2/2)",
            "r[n]: rademacher()",
            "P(|sum_j r_j|/n > t) <= exp(-n t^2)",
        ),
        (
            "P((sum_j r_j)/n > t) <= exp(-n t^2/2)",
            "r[n]: rademacher()",
            "P((sum_j r_j)/n > t) <= exp(-2 n t^2)",
        ),
    ],
)
def test_an_extreme_is_an_event_of_its_family_and_a_factor_goes_to_the_level(text, laws, false):
    assert prove(text, laws=laws, where="t > 0").status == "derived"
    with pytest.raises(Refused):
        prove(false, laws=laws, where="t > 0")


def test_a_refusal_says_which_letter_is_no_size_and_suggests_no_contradiction():
    with pytest.raises(Refused, match="n is any number here; as a size, --size"):
        prove("2^n >= n + 1")
    assert prove("2^n >= n + 1", sizes="n >= 1").status == "derived"
    with pytest.raises(Refused) as refusal:
        prove("n^2 + 1 <= 2^n + n", where="n >= 4")
    assert "Missing hypothesis" not in str(refusal.value)
    with pytest.raises(Refused) as refusal:
        prove("x <= x^2")
    assert "any number" not in str(refusal.value)


@pytest.mark.parametrize(
    ("term", "law", "missing"),
    [
        ("Var(sum_j x_j)", "bernoulli(p)", "p ≥ 0 and p ≤ 1"),
        ("E x_j^3", "exponential(r)", "r > 0"),
        ("E x_j", "uniform(a, b)", "a ≤ b"),
        ("E x_j^2", "normal(0, v)", "v ≥ 0"),
        ("P(x_j > t)", "normal(0, v)", "v > 0"),
    ],
)
def test_what_makes_a_law_one_is_missing_together_and_becomes_a_hypothesis(term, law, missing):
    with pytest.raises(Refused, match=f"^Missing hypothesis: {missing}\\.$"):
        auto.derive(parse(term, laws=[f"x: {law}"]).term, ())
    derived = derive(term, laws=[f"x: {law}"])
    assert {repr(h.proposition) for h in derived.hypotheses} == set(missing.split(" and "))
    assert all(h.because == "what a law needs" for h in derived.hypotheses)


def test_laws_that_cannot_be_ones_are_refused():
    with pytest.raises(Refused, match="0 < -r"):
        derive("E x", laws=["x: exponential(-r)"], where=["r > 0"])
    with pytest.raises(Refused, match="does not hold at r"):
        prove("E x == 2/r", laws=["x: exponential(r)"])


def test_no_hypothesis_about_a_number_is_missing():
    laws = ["w: normal(dimension=d)", "u: fixed(d)", "v: fixed(d)"]
    with pytest.raises(Refused) as refusal:
        derive("P(<w, u> <w, v> + <w, u> > 0)", laws=laws, where=["|u|^2 == 1", "|v|^2 == 1"])
    assert "0 > 0" not in str(refusal.value)
    with pytest.raises(Refused, match="a level that is positive, and 0 is not"):
        prove("P(|z|^2 > 0) <= 1", laws=["z: normal(dimension=d)"], by="markov")


@pytest.mark.parametrize(
    ("text", "wrong", "laws"),
    [
        (
            "E|sum_j a_j x_j| <= sqrt(sum_j a_j^2)",
            "E|sum_j a_j x_j| <= sqrt(sum_j a_j^2)/2",
            ["x: rademacher()", "a: fixed(n)"],
        ),
        ("E|sum_j g_j| <= sqrt(n d)", "E|sum_j g_j| <= sqrt(d)/2", ["g: normal(dimension=d)"]),
    ],
)
def test_a_root_mean_square_may_be_zero(text, wrong, laws):
    found = prove(text, laws=laws)
    assert believe(record(found)).status == "derived"
    assert check(found.proposition).startswith("holds")
    with pytest.raises(Refused, match="Counterexample"):
        prove(wrong, laws=laws)


ERRORS = (KeyError, IndexError, TypeError, AttributeError, RecursionError, ZeroDivisionError, ValueError)


@pytest.mark.parametrize("error", ERRORS)
def test_a_program_error_in_a_tactic_is_no_refusal(monkeypatch, error):
    def failing(*_):
        raise error("a fault of the program")

    assert prove("x <= x + 1")
    monkeypatch.setattr(import_module("theorycheck.theory.tactics.auto"), "by_means", failing)
    with pytest.raises(error, match="a fault of the program"):
        prove("x <= x + 1")


def test_what_is_refused_or_makes_no_term_is_tried_otherwise(monkeypatch):
    vector = fixed("u", 3)

    def misfit(*_):
        return vector + 1

    with pytest.raises(Misfit, match="do not add"):
        misfit()
    monkeypatch.setattr(import_module("theorycheck.theory.tactics.auto"), "by_means", misfit)
    assert repr(prove("x <= x + 1")) == "⊢ x ≤ x + 1"
