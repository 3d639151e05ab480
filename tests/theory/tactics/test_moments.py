"""`moments`: equal to independent values, moved by a changed model, refused without a hypothesis."""

from fractions import Fraction
from math import prod

import numpy as np
import pytest
import theorycheck as tc
from scipy import integrate
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.check import check
from theorycheck.theory.evaluation import Evaluator
from theorycheck.theory.kernel import Refused, Status, Theorem
from theorycheck.theory.laws import DiscreteUniform, Normal, OneHot, Rademacher, Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid, indices, sizes
from theorycheck.theory.node import Term, number
from theorycheck.theory.prove import derive, prove, suppose
from theorycheck.theory.substitution import replaced
from theorycheck.theory.tactics import cantelli, chebyshev, markov, moments, union
from theorycheck.theory.tactics.rewriting import right
from theorycheck.theory.terms import Cov, E, P, Sum, Var, all_, any_, define, exp, inner, norm2, outer, trace

DERIVATIONS = derivations("conditioning")

n, d_k, d_v = Size("n", minimum=2), *sizes("d_k d_v")
i, j, l = indices("i j l", n)
tau, s, r = map(Parameter, ("tau", "s", "r"))
UNIT = {"key": Sphere(d_k), "value": Sphere(d_v)}


def crosstalk(key: Term, value: Term) -> Term:
    """sum_{j != i} <k_i, k_j> v_j."""
    k, v = Model(k=iid(key, n), v=iid(value, n))
    return Sum(j != i, inner(k[i], k[j]) * v[j])


eta = define("eta", crosstalk(**UNIT), i)


def value_at(theorem: Theorem, **point: int) -> Fraction:
    """The right-hand side at a point, in exact arithmetic."""

    def value(term: Term) -> Fraction:
        match term.head:
            case "number":
                return Fraction(*term.data)
            case "size" | "parameter":
                return Fraction(point[term.data[0]])
        parts = [value(part) for part in term.args]
        if term.head == "power":
            return parts[0] ** int(parts[1])
        return sum(parts) if term.head == "add" else prod(parts)

    return value(theorem.proposition.args[1])


POINTS = ({"n": 2, "d_k": 3, "d_v": 1}, {"n": 5, "d_k": 4, "d_v": 7}, {"n": 9, "d_k": 2, "d_v": 3})


@pytest.mark.parametrize(
    ("term", "name"),
    [
        (E(norm2(eta)), "noise_power"),
        (E(norm2(eta) ** 2), "noise_power_second_moment"),
        (Var(norm2(eta)), "noise_power_variance"),
        pytest.param(E(norm2(eta) ** 3), "noise_power_third_moment", marks=pytest.mark.slow),
    ],
)
def test_the_noise_power_is_that_of_the_topic(term, name, once):
    theorem, formula = derive(term, by=moments), once(DERIVATIONS[name]).formula
    assert theorem.status is Status.DERIVED
    assert not theorem.hypotheses
    for point in POINTS:
        topic = formula.subs({symbol: point[symbol.name] for symbol in formula.free_symbols})
        assert value_at(theorem, **point) == Fraction(int(topic.p), int(topic.q))


K, V = Model(k=iid(Sphere(d_k, r), n), v=iid(Sphere(d_v), n))
G = Model(g=iid(Normal(dimension=d_k, covariance=s**2), n)).g
z = Model(z=Normal(0, s**2)).z
A = fixed("A", d_k, d_k)
MU, U = fixed("mu", d_k), fixed("u", d_k)


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (E(norm2(crosstalk(Sphere(d_k, r), Sphere(d_v)))), "r⁴ (n - 1)/d_k"),
        (E(norm2(crosstalk(Normal(dimension=d_k, covariance=1 / d_k), Sphere(d_v)))), "(n - 1)/d_k"),
        (E(norm2(crosstalk(OneHot(d_k), Sphere(d_v)))), "(n - 1)/d_k"),
        (E(norm2(crosstalk(Rademacher(d_k, scale=s), Sphere(d_v)))), "d_k s⁴ (n - 1)"),
        (E(norm2(Sum(j, G[j]))), ("n d_k s²", "d_k n s²")),
        (E(norm2(G[i]) ** 2), "d_k s⁴ (d_k + 2)"),
        (
            E(trace(Sum(j, outer(G[j], G[j])) @ Sum(j, outer(G[j], G[j])))),
            ("n d_k s⁴ (n + d_k + 1)", "d_k n s⁴ (d_k + n + 1)"),
        ),
        (E(z**6), "15 s⁶"),
        (Cov(z, z**3), "3 s⁴"),
        (E(Model(x=DiscreteUniform(6)).x), "7/2"),
        (Var(Model(x=DiscreteUniform(6)).x), "35/12"),
        (E(inner(Model(x=Normal(MU, A @ A.T)).x, U) ** 2), "⟨(A Aᵀ) u, u⟩ + ⟨u, μ⟩²"),
        (E(inner(K[i], K[j])), None),
    ],
)
def test_means_follow_the_model(term, expected):
    if expected is None:
        with pytest.raises(Refused, match="independent"):
            derive(term, by=moments)
        return
    theorem = derive(term, by=moments)
    assert check(theorem.proposition, instances=2)
    assert repr(theorem.proposition.args[1]) in expected


def test_a_wrong_formula_is_refused():
    for wrong in (n / d_k, (n - 1) / d_v, (n - 1) / d_k + 1):
        with pytest.raises(Refused, match="not the same"):
            prove(E(norm2(eta)) == wrong, by=moments)


def test_two_free_indices_need_the_hypothesis_that_they_differ():
    with pytest.raises(Refused, match="independent"):
        derive(E(inner(K[i], K[j]) ** 2), by=moments)
    theorem = derive(E(inner(K[i], K[j]) ** 2), by=moments, where=[i != j])
    assert repr(theorem) == "i ≠ j ⊢ E[⟨k_i, k_j⟩²] = r⁴/d_k"


def test_that_a_variance_is_none_below_zero_is_a_hypothesis():
    x = Model(x=Normal(0, s)).x
    with pytest.raises(Refused, match="0 <= s must be known"):
        moments.derive(E(x**2), ())
    assert repr(derive(E(x**2), by=moments)) == "s ≥ 0 ⊢ E[x²] = s"


def test_the_noise_power_end_to_end():
    power = prove(E(norm2(eta)) == (n - 1) / d_k, by=moments)
    one = prove(P(norm2(eta) > tau) <= (n - 1) / (d_k * tau), by=[markov, power], where=[tau > 0])
    every = prove(P(all_(i, norm2(eta) <= tau)) >= 1 - n * (n - 1) / (d_k * tau), by=[union, one])
    assert repr(every) == "τ > 0 ⊢ P(|η_j|² ≤ τ for all j) ≥ 1 - n (n - 1)/(d_k τ)"
    some = prove(P(any_(i, norm2(eta) > tau)) <= n * (n - 1) / (d_k * tau), by=[union, one])
    assert {repr(h.proposition) for h in some.hypotheses} == {"τ > 0"}
    assert check(one.proposition, [tau > 0], instances=1)


def test_markov_without_its_hypotheses_is_refused():
    power = prove(E(norm2(eta)) == (n - 1) / d_k, by=moments)
    tail = P(norm2(eta) > tau) <= (n - 1) / (d_k * tau)
    with pytest.raises(Refused, match="Missing hypothesis: τ > 0"):
        prove(tail, by=[markov, power])
    with pytest.raises(Refused, match="not the same"):
        prove(tail, by=markov, where=[tau > 0])
    with pytest.raises(Refused):
        prove(P(norm2(eta) > tau) <= (n - 1) / (2 * d_k * tau), by=[markov, power], where=[tau > 0])
    with pytest.raises(Refused, match="Missing hypothesis"):
        prove(P(z > tau) <= s / tau, by=[markov], where=[tau > 0])


def test_markov_takes_an_upper_bound_on_the_mean():
    bound = suppose(E(norm2(eta)) <= s)
    theorem = prove(P(norm2(eta) >= tau) <= s / tau, by=[markov, bound], where=[tau > 0])
    assert {repr(h.proposition) for h in theorem.hypotheses} == {"τ > 0", "E[|η_i|²] ≤ s"}


def test_variances_give_chebyshev_and_cantelli():
    spread = derive(Var(z), by=moments)
    deviation = z - E(z)
    assert prove(P(deviation >= tau) <= s**2 / (s**2 + tau**2), by=[cantelli, spread], where=[tau > 0])
    modulus = Term("function", (deviation,), ("abs",))
    assert prove(P(modulus >= tau) <= s**2 / tau**2, by=[chebyshev, spread], where=[tau > 0])


def test_a_union_needs_a_bound_for_one():
    with pytest.raises(Refused, match="Missing theorem"):
        prove(P(all_(i, norm2(eta) <= tau)) >= number(0), by=union)


def test_what_is_no_proposition_is_refused():
    with pytest.raises(TypeError, match="no proposition"):
        prove(False, by=moments)
    with pytest.raises(Refused, match="use prove"):
        derive(P(norm2(eta) > tau), by=markov)


def test_another_memory_moves_the_result():
    """The own term left in, another radius, weights: each changes the mean power as it must."""
    k, v = Model(k=iid(Sphere(d_k), n), v=iid(Sphere(d_v), n))
    q = Index("q", n)
    whole = derive(E(norm2(Sum(j, inner(k[i], k[j]) * v[j]))), by=moments)
    assert repr(whole.proposition.args[1]) == "(d_k + n - 1)/d_k"
    twice = derive(E(norm2(Sum(j != i, 2 * inner(k[i], k[j]) * v[j]))), by=moments)
    assert repr(twice.proposition.args[1]) == "4 (n - 1)/d_k"
    assert replaced(eta, i, q) is not eta


def test_entries_of_random_vectors_have_moments():
    found = derive("E(k[a]^2 k[b]^2)", laws=["k: sphere(d)"], where=["a != b"])
    assert repr(found) == "a ≠ b ⊢ E[k_a² k_b²] = 1/(d (d + 2))"
    assert repr(derive("E(k[a]^4)", laws=["k: sphere(d)"])) == "⊢ E[k_a⁴] = 3/(d (d + 2))"
    assert repr(derive("E(k[1]^2)", laws=["k: sphere(d)"])) == "⊢ E[k_1²] = 1/d"
    with pytest.raises(ValueError, match="0 is no index of k"):
        derive("E(k[0]^2)", laws=["k: sphere(d)"])


def test_powers_that_nobody_can_wait_for_are_refused_in_a_sentence():
    assert repr(derive("E[(z + 1)^30]", laws=["z: normal(0, 1)"])).endswith("= 606917269909048576")
    with pytest.raises(Refused, match="powers up to 256; z"):
        derive("E z^1000000000", laws=["z: normal(0, 1)"])


FAR = fixed("far", d_k)
BELLS = Model(x=Normal(dimension=d_k), y=Normal(0, 4, dimension=d_k))


def bell(square: float, variance: float, width: float = 1) -> float:
    """E exp(-(z - m)^2/(2 width)) of z ~ N(0, variance), the square of m given, by quadrature."""
    density = lambda z: np.exp(-((z - square**0.5) ** 2) / (2 * width) - z * z / (2 * variance))  # noqa: E731
    return float(integrate.quad(density, -60, 60)[0] / np.sqrt(2 * np.pi * variance))


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (E(exp(-norm2(BELLS.x - BELLS.y) / 2)), bell(0, 5) ** 2),
        (E(exp(-norm2(BELLS.x - FAR) / 2)), bell(1, 1) * bell(4, 1)),
        (E(exp(norm2(BELLS.x) / 8)), bell(0, 1, -4) ** 2),
        (E(exp(-norm2(BELLS.x - BELLS.y) / 2) * exp(-norm2(BELLS.x) / 2)), bell(0, 1, 5 / 6) ** 2 / 5),
        (
            Var(exp(-norm2(BELLS.x - FAR) / 2)),
            bell(1, 1, 0.5) * bell(4, 1, 0.5) - (bell(1, 1) * bell(4, 1)) ** 2,
        ),
    ],
    ids=repr,
)
def test_the_mean_of_a_gaussian_kernel(term, expected):
    theorem = derive(term, by=moments)
    values = {own: {"d_k": 2, "far": np.array([1.0, 2.0])}[name] for name, own in right(theorem).declarations}
    assert Evaluator(values).value(right(theorem)) == pytest.approx(expected)
    assert check(theorem.proposition, instances=5)


@pytest.mark.parametrize(
    "term", [E(exp(norm2(BELLS.x))), E(exp(norm2(BELLS.x) / 2)), E(exp(inner(BELLS.x, BELLS.y)))], ids=repr
)
def test_a_growing_gaussian_kernel_is_refused(term):
    with pytest.raises(Refused):
        derive(term, by=moments)


@pytest.mark.parametrize(
    ("factor", "law", "value"),
    [
        (inner, Normal(0, 1, dimension=d_k), lambda u: u),
        (lambda w, u: inner(w, u) ** 3, Normal(0, 1, dimension=d_k), lambda u: 3 * inner(u, u) * u),
        (inner, Sphere(d_k), lambda u: 1 / d_k * u),
        (inner, Rademacher(d_k, scale=2), lambda u: number(4) * u),
        (
            lambda w, u: inner(w, u) ** 2,
            Normal(fixed("m", d_k), 1),
            lambda u: (
                (inner(fixed("m", d_k), u) ** 2 + inner(u, u)) * fixed("m", d_k)
                + 2 * inner(fixed("m", d_k), u) * u
            ),
        ),
    ],
)
def test_the_mean_of_a_vector_is_that_of_its_entries(factor, law, value):
    u, w = fixed("u", d_k), Model(w=law).w
    mean = E(factor(w, u) * w)
    found = derive(mean, by=moments)
    assert check(found.proposition, instances=3)
    assert prove(mean == value(u), by=moments)
    with pytest.raises(Refused):
        prove(mean == 2 * value(u), by=moments)


def test_the_mean_of_a_vector_by_quadrature():
    u, nodes = np.array([0.3, -1.2]), np.polynomial.hermite_e.hermegauss(8)
    grid = [
        (p * q, np.array([x, y])) for x, p in zip(*nodes, strict=True) for y, q in zip(*nodes, strict=True)
    ]
    mean = sum(weight * (w @ u) ** 3 * w for weight, w in grid) / (2 * np.pi)
    assert np.allclose(mean, 3 * (u @ u) * u)
    assert not np.allclose(mean, (u @ u) * u)


@pytest.mark.parametrize(
    ("x", "y", "value"),
    [
        ("sphere(d)", "normal(dimension=d)", "sqrt(2/pi)"),
        ("normal(dimension=d)", "sphere(d)", "sqrt(2/pi)"),
        ("sphere(d, 3)", "fixed(d)", "3 sqrt(|y|^2) gamma(d/2)/(sqrt(pi) gamma(d/2 + 1/2))"),
        ("normal(dimension=d)", "normal(dimension=d)", "2 gamma(d/2 + 1/2)/(sqrt(pi) gamma(d/2))"),
    ],
)
def test_the_mean_modulus_of_a_product_of_two_vectors(x, y, value):
    laws = [f"x: {x}", f"y: {y}"]
    assert prove(f"E|<x, y>| == {value}", laws=laws)
    with pytest.raises(Refused):
        prove(f"E|<x, y>| == 2 ({value})", laws=laws)


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("text", "value", "wrong"),
    [
        ("E sum_{i, j > i} x_i x_j", "m^2 n (n - 1)/2", "m^2 n (n + 1)/2"),
        ("E sum_i sum_{j < i} x_i x_j", "m^2 n (n - 1)/2", "m^2 n^2/2"),
        ("E sum_{j > i} x_j", "m (n - i)", "m (n - i + 1)"),
        ("E[2/(n (n - 1)) sum_{i, j > i} (x_i - x_j)^2/2]", "s^2", "2 s^2"),
        ("Var(1/(n (n - 1)) sum_{i, j > i} (x_i - x_j)^2)", "2 s^4/(n - 1)", "2 s^4/n"),
        ("Var(sum_{i, j > i} (x_i - m) (x_j - m))", "s^4 n (n - 1)/2", "s^4 n^2/2"),
        (
            "E[(sum_{i, j < i} x_i x_j)^2]",
            "m^4 n^2 (n - 1)^2/4 + n (n - 1) s^2 ((n - 1) m^2 + s^2/2)",
            "m^4 n^2 (n - 1)^2/4 + n (n - 1) s^2 (n m^2 + s^2/2)",
        ),
    ],
)
def test_pairs_of_items_in_order_are_apart(text, value, wrong):
    model = {"laws": ["x: normal(m, s^2)"], "sizes": ["n >= 2"]}
    theorem = prove(f"{text} == {value}", **model)
    assert check(theorem.proposition, (), instances=4)
    with pytest.raises(Refused):
        prove(f"{text} == {wrong}", **model)


def test_the_collisions_of_a_hash_have_the_variance_of_independent_pairs():
    """Pairwise independence: n (n - 1)/2 pairs, each with 1/N (1 - 1/N)."""
    model = {"laws": ["c: discrete_uniform(N)"], "sizes": ["n >= 2", "N >= 2"]}
    pairs = "sum_{i, j > i} 1[c_i == c_j]"
    theorem = prove(f"Var({pairs}) == n (n - 1)/2 (1 - 1/N)/N", **model)
    assert check(theorem.proposition, (), instances=4)
    with pytest.raises(Refused, match="does not hold at"):
        prove(f"Var({pairs}) == n (n - 1)/2/N", **model)


def test_a_normal_vector_over_its_length_is_said_to_be_on_a_sphere():
    for text in ("E[<x, u>^2/|x|^2]", "E[<x, u>^2/|x|]"):
        with pytest.raises(Refused, match=r"x/\|x\| has the law sphere\(d\): state it of that\."):
            tc.derive(text, laws=["x: normal(dimension=d)", "u: fixed(d)"])
    assert repr(tc.derive("E[<x, u>^2]", laws=["x: sphere(d)", "u: fixed(d)"])) == "⊢ E[⟨x, u⟩²] = ⟨u, u⟩/d"
    with pytest.raises(Refused) as refusal:
        tc.derive("E[1/z]", laws=["z: normal(0, 1)"], by="moments")
    assert "sphere" not in str(refusal.value)
