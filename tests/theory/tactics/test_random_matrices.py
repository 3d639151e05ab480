"""A family without an index is the array of its items: random matrices, against numbers drawn with NumPy.

Signs are few: of them every matrix is drawn once, and the means are exact.
"""

from itertools import product

import numpy as np
import pytest
from theorycheck.numerics.simulate import simulate
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.evaluation import Evaluator
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.laws import Normal, Rademacher
from theorycheck.theory.model import Model, iid, indices, sizes
from theorycheck.theory.parse import ParseError, parse
from theorycheck.theory.plain import plain
from theorycheck.theory.prove import derive, prove
from theorycheck.theory.terms import Sum, outer, stack, stacked, unit

M, N, TRIALS = 3, 2, 200_000
X, Y = np.array([0.6, -1.1]), np.array([1.2, -0.3, 0.5])
FIXED = ("x: fixed(n)", "y: fixed(m)")


def relu(values):
    return np.maximum(values, 0)


def normals(rng):
    return rng.normal(size=(TRIALS, M, N)) * np.sqrt(2 / N)


def spheres(rng):
    rows = rng.normal(size=(TRIALS, M, N))
    return rows / np.linalg.norm(rows, axis=2, keepdims=True)


def uniforms(rng):
    return rng.uniform(size=(TRIALS, M, N))


def signs(_rng):
    return np.array(list(product((-1.0, 1.0), repeat=M * N))).reshape(-1, M, N)


def images(w):
    return w @ X


LAWS = {
    normals: "W[m, n]: normal(0, 2/n)",
    spheres: "W[m]: sphere(n)",
    signs: "W[m, n]: rademacher()",
    uniforms: "W[m, n]: uniform(0, 1)",
}
ANY = {
    "|W x|^2": lambda w: (images(w) ** 2).sum(1),
    "|W x|^4": lambda w: (images(w) ** 2).sum(1) ** 2,
    "<y, W x>^2": lambda w: (images(w) @ Y) ** 2,
    "<x, W^T y>^2": lambda w: (images(w) @ Y) ** 2,
    "|W^T y|^2": lambda w: ((Y @ w) ** 2).sum(1),
    "|W x - y|^2": lambda w: ((images(w) - Y) ** 2).sum(1),
    "|W^T W x|^2": lambda w: (np.einsum("tij,ti->tj", w, images(w)) ** 2).sum(1),
    "tr(W^T W)": lambda w: (w**2).sum((1, 2)),
    "tr((W^T W)^2)": lambda w: np.linalg.matrix_power(w.transpose(0, 2, 1) @ w, 2).trace(axis1=1, axis2=2),
    "|W|^4": lambda w: (w**2).sum((1, 2)) ** 2,
    "(W x)[1]^2": lambda w: images(w)[:, 0] ** 2,
}
"""Of every law."""
SYMMETRIC = {
    "|relu(W x)|^2": lambda w: (relu(images(w)) ** 2).sum(1),
    "<W x, relu(W x)>": lambda w: (images(w) * relu(images(w))).sum(1),
}
DESIGN = ("X[m, n]: normal()", "e[m]: normal(0, s^2)", "w: fixed(n)", "v: fixed(n)")
ROUND = {
    "<y, relu(W x)>": lambda w: relu(images(w)) @ Y,
    "<y, relu(W x)>^2": lambda w: (relu(images(w)) @ Y) ** 2,
}
"""Of laws that are the same in all directions."""


def values_at(theorem):
    """The right-hand side at M rows of N numbers, at X and Y."""
    names = dict(theorem.proposition.declarations)
    given = {"m": M, "n": N, "x": X, "y": Y}
    return Evaluator({own: given[name] for name, own in names.items() if name in given}).value(
        theorem.proposition.args[1]
    )


CASES = [
    (draw, text, of)
    for table, laws in ((ANY, LAWS), (SYMMETRIC, (normals, spheres, signs)), (ROUND, (normals, spheres)))
    for draw in laws
    for text, of in table.items()
]


@pytest.mark.parametrize(("draw", "text", "of"), CASES, ids=lambda one: getattr(one, "__name__", str(one)))
def test_a_mean_over_a_random_matrix_is_that_of_what_is_drawn(draw, text, of):
    theorem = derive(f"E[{text}]", laws=(LAWS[draw], *FIXED))
    assert believe(record(theorem)).status == "derived"
    drawn = of(draw(np.random.default_rng(7)))
    error = drawn.std() / np.sqrt(len(drawn)) if draw is not signs else 1e-12
    found = float(values_at(theorem))
    assert abs(drawn.mean() - found) < 4.5 * error + 1e-9
    # A formula nearby is told apart.
    assert abs(drawn.mean() - 1.05 * found) > 4.5 * error


@pytest.mark.parametrize(
    ("text", "laws", "value"),
    [
        ("E W^T W", ("W[m]: normal(dimension=n)",), "m I_n"),
        ("E W W^T", ("W[m]: normal(dimension=n)",), "n I_m"),
        ("E W", ("W[m, n]: rademacher()",), "0"),
        ("E[W A W^T]", ("W[m]: normal(dimension=n)", "A: fixed(n, n)"), "trace(A) I_m"),
        ("E[x x^T]", ("x: sphere(n)",), "1/n I_n"),
        ("E[<g, v> g g^T]", ("g: normal(u, 1)", "u: fixed(n)", "v: fixed(n)"), None),
        ("E |z|^2", ("z[n]: normal()",), "n"),
        ("Var(|W x|^2)", ("W[m, n]: rademacher()", "x: fixed(n)"), "2 m (⟨x, x⟩² - ∑_j x_j⁴)"),
        ("E|V relu(W x)|^2", ("V[p, m]: normal(0, 2/m)", "W[m, n]: normal(0, 2/n)", "x: sphere(n)"), "2 p/n"),
        ("E[tr(W)^2]", ("W[n, n]: normal()",), "n"),
        ("E|W V|^2", ("W[n, n]: normal()", "V[n, n]: normal()"), "n³"),
        ("E x[1]^4", ("x: sphere(n)",), "3/(n (n + 2))"),
        ("E[x[1]^2 x[2]^2]", ("x: sphere(n)",), "1/(n (n + 2))"),
        ("E |z|^2 z_1^2", ("z[n]: normal()",), "n + 2"),
        ("E|V^T K K_1 - V_1|^2", ("K[n]: sphere(m)", "V[n]: sphere(p)"), "(n - 1)/m"),
        ("E <x, W W x>", ("W[n, n]: normal()", "x: fixed(n)"), "⟨x, x⟩"),
        ("E[A x x^T B]", ("A: fixed(m, n)", "B: fixed(n, m)", "x: normal(dimension=n)"), "A B"),
        ("E grad_x |W x|^2", ("W[m, n]: normal()", "x: fixed(n)"), "2 m x"),
        ("E grad_w |X w - X v - e|^2", DESIGN, "2 m w - 2 m v"),
        ("E[|w - t grad_w |X w - X v|^2/m - v|^2]", DESIGN, None),
    ],
)
def test_a_mean_that_holds_for_any_sizes(text, laws, value):
    theorem = derive(text, laws=laws, sizes=["n >= 2"])
    assert value is None or repr(theorem.proposition.args[1]) == value
    assert check(theorem.proposition)
    if value != "0":
        mean, found = theorem.proposition.args
        with pytest.raises(CheckFailed, match="does not hold"):
            check(mean == 2 * found)


def test_a_length_is_that_of_one_normal_vector():
    laws = ("W[m, n]: normal(0, 1/m)", "x: fixed(n)")
    theorem = derive("E |W x|", laws=laws, where=("|x|^2 == 1",))
    assert repr(theorem.proposition.args[1]) == "Γ(m/2 + 1/2) (√2/√m)/Γ(m/2)"
    assert believe(record(theorem)).status == "derived"
    assert repr(derive("E |W x|", laws=laws).proposition.args[1]) == "Γ(m/2 + 1/2) √(2 |x|²/m)/Γ(m/2)"
    tail = derive("P(|W x|^2 > t |x|^2)", laws=laws, where=("t > 0", "|x|^2 > 0"))
    assert repr(tail.proposition.args[1]) == "Q(m/2, t m/2)"
    growth = derive("E exp(s |W x|^2)", laws=("W[m, n]: normal()", "x: sphere(n)"), where=("s < 1/2",))
    assert repr(growth.proposition.args[1]) == "1/(1 - 2 s)^(m/2)"
    two = ("W[m, n]: normal()", "V[m, n]: normal()", "x: fixed(n)", "y: fixed(n)")
    with pytest.raises(Refused, match="below a function of all their items"):
        derive("E exp(s |W x|^2 + s |V y|^2)", laws=two, where=("s < 0", "|x|^2 == 1", "|y|^2 == 1"))
    with pytest.raises(Refused):
        derive("P(|W W_1|^2 > t)", laws=("W[n, n]: normal()",), where=("t > 0",), by="events")


def test_an_exponential_of_a_sum_is_a_product_of_means():
    laws, where = ("b: bernoulli(p)", "u: uniform(0, 1)"), ("p >= 0", "p <= 1", "s > 0")
    coins, numbers = (derive(f"E exp(s sum_j {x}_j)", laws=laws, where=where) for x in "bu")
    assert repr(coins.proposition.args[1]) == "(exp(s) p - p + 1)^n"
    assert repr(numbers.proposition.args[1]) == "(exp(s)/s - 1/s)^n"
    tail = prove("P(sum_j b_j >= a) <= exp(-s a) (1 + p (exp(s) - 1))^n", laws=laws, where=where)
    assert believe(record(tail)).status == "derived"


def test_rows_that_stand_on_both_sides_are_not_taken_apart():
    with pytest.raises(Refused):
        derive("E|W relu(W x)|^2", laws=("W[n, n]: normal()", "x: fixed(n)"))


def test_the_array_of_a_family_is_printed_by_its_name_and_read_again():
    m, n = sizes("m n")
    model = Model(W=iid(Normal(dimension=n), m), A=iid(Rademacher(), m, n), z=iid(Normal(), n))
    for family in model:
        array = stack(family)
        assert (repr(array), plain(array), stacked(array)) == (family.data[0], family.data[0], family)
    laws = ("W[m]: normal(dimension=n)", "A[m, n]: rademacher()", "z[n]: normal()")
    assert parse("|W z + A z|^2 + A_{1, 1}", laws=laws).term.args[0].args[0].args[0].args[0] is stack(model.W)
    i, j = indices("i j", m)
    assert stacked(Sum(j, outer(unit(j), model.W[j]))) is model.W
    # Of less than all rows, or of them in other places, it is no array.
    assert stacked(Sum(j != i, outer(unit(j), model.W[j]))) is None
    assert stacked(Sum(j, outer(unit(i), model.W[j]))) is None


def test_rows_of_signs_or_normal_numbers_are_their_vectors():
    rows = parse("|W x|^2", laws=("W[m, n]: normal(0, 4)", "x: fixed(n)")).term
    assert Model.of(rows).sentences() == (
        "W_j, j = 1, ..., m: normal on R^n with mean 0 and covariance 4 I, independent, the rows of W",
    )
    named = parse("|W x|^2 W_{1, 1}", laws=("W[m, n]: normal(0, 4)", "x: fixed(n)")).term
    assert "W_{j, l}" in Model.of(named).sentences()[0]


@pytest.mark.parametrize(
    ("text", "law", "why"),
    [
        ("E|A|^2", "A[m, n, p]: normal()", "A has 3 indices"),
        ("k + k_i", "k: sphere(d)", r"do not add \(k without an index: the array of all items\)"),
        ("<k, q>", "k[n]: sphere(d)", r"shapes \(n, d\) and \(\) differ|q has no law"),
    ],
)
def test_an_array_that_does_not_fit_is_named(text, law, why):
    with pytest.raises(ParseError, match=why):
        parse(text, laws=(law,))


def test_an_array_is_simulated_as_its_rows_are():
    laws = ("W[m, n]: normal(0, 2/m)", "x: sphere(n)")
    whole, rows = (
        simulate(parse(text, laws=laws).term, {"m": 64, "n": 32}, n_trials=512)
        for text in ("E|relu(W x)|^2", "E sum_{i=1}^m relu(<W_i, x>)^2")
    )
    assert abs(whole.value - 1) < 4.5 * whole.stderr < 0.1
    assert abs(rows.value - 1) < 4.5 * rows.stderr < 0.1
