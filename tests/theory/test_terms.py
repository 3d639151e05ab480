"""Terms: interned, capture-safe, and propositions that have no truth value by accident."""

import copy
import pickle
from fractions import Fraction

import pytest
from theorycheck.theory import laws
from theorycheck.theory.kernel import Refused, apply
from theorycheck.theory.laws import Bernoulli, MarkovChain, Mixture, Normal, OneHot, Rademacher, Sphere, Zipf
from theorycheck.theory.model import Index, Model, Parameter, Size, chain, fixed, iid, indices, sizes
from theorycheck.theory.node import Term, negation, number, power
from theorycheck.theory.plain import plain
from theorycheck.theory.prove import suppose
from theorycheck.theory.requirements import least
from theorycheck.theory.substitution import (
    abstracted,
    clashes,
    instantiated,
    opened,
    rebuilt,
    replaced,
    unfolded,
)
from theorycheck.theory.terms import (
    E,
    P,
    Product,
    Sum,
    Var,
    all_,
    any_,
    argmax,
    define,
    exp,
    gradient,
    indicator,
    inner,
    max_over,
    median,
    norm2,
    outer,
    softmax,
    sqrt,
    tabulate,
    trace,
)

n, d, m = Size("n", minimum=2), *sizes("d m")
i, j, l = indices("i j l", n)
tau, x = Parameter("tau"), Parameter("x")
k, v = Model(k=iid(Sphere(d), n), v=iid(Sphere(m), n))
eta = define("eta", Sum(j != i, inner(k[i], k[j]) * v[j]), i)


def test_equal_structure_is_one_object():
    assert Sum(j != i, inner(k[i], k[j])) is Sum(j != i, inner(k[i], k[j]))
    assert Sum(j, x) is Sum(l, x)
    assert copy.deepcopy(eta) is eta
    assert pickle.loads(pickle.dumps(eta)) is eta


def test_conditions_are_kept():
    assert Sum(j != i, x) is not Sum(j, x)
    assert bool(Sum(j != i, x) == Sum(j, x)) is False
    assert [tau > 0][0].head == "gt"
    assert {n: 1, d: 2}[d] == 2


@pytest.mark.parametrize("proposition", [tau > 0, tau <= x, (tau > 0) & (x > 0), x < 1])
def test_a_proposition_has_no_truth_value(proposition):
    with pytest.raises(TypeError, match="no truth value"):
        bool(proposition)


def test_a_chained_comparison_is_refused():
    with pytest.raises(TypeError, match="no truth value"):
        0 < x < 1  # noqa: B015


def test_truth_of_an_equation_is_identity_of_structure():
    assert x + 1 == x + 1
    assert x != tau
    assert x + tau != tau + x


def test_a_term_cannot_be_changed_or_subclassed():
    with pytest.raises(AttributeError, match="immutable"):
        x.head = "size"
    with pytest.raises(TypeError, match="not subclassed"):
        type("Other", (Term,), {})


def test_substitution_captures_nothing():
    total = Sum(j != i, inner(k[i], k[j]))
    moved = replaced(total, i, j)
    assert moved is Sum(l != j, inner(k[j], k[l]))
    nested = Sum(i, Sum(j != i, inner(k[i], k[j])))
    index, condition, body = opened(nested)
    assert body is Sum(l != index, inner(k[index], k[l]))
    assert condition.head == "true"


def test_a_body_opened_and_closed_again_is_the_same():
    total = Sum(j != i, inner(k[i], k[j]) * x)
    _, _, body = total.args
    assert abstracted(instantiated(body, l), l) is body


def test_a_definition_shows_its_parameters_and_unfolds():
    assert repr(eta) == "η_i"
    assert unfolded(eta) is Sum(j != i, inner(k[i], k[j]) * v[j])
    other = replaced(eta, i, j)
    assert repr(other) == "η_j"
    assert unfolded(other) is Sum(l != j, inner(k[j], k[l]) * v[l])


def test_a_definition_that_stands_below_binders_unfolds_to_their_own_indices():
    pair = define("pair", inner(k[i], k[j]) * v[j], i, j)
    below = Sum(i, Sum(j, pair))
    within = rebuilt(below, lambda node, _: unfolded(node) if node.head == "definition" else None)
    assert within is Sum(i, Sum(j, inner(k[i], k[j]) * v[j]))


def test_one_name_for_two_things_is_seen():
    assert clashes([n + 1, Size("n") + 1]) == ["n"]
    assert clashes([eta, define("eta", v[i], i)]) == ["eta"]
    assert clashes([eta, replaced(eta, i, j)]) == []


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda: inner(k[i], v[i]), "differ"),
        (lambda: k[i] + v[i], "do not add"),
        (lambda: k[i] * v[i], "write inner"),
        (lambda: k[Index("a", m)], "has n items"),
        (lambda: k[3], "no index"),
        (lambda: k[0], "no index"),
        (lambda: k[i] @ v[i], "write inner"),
        (lambda: trace(outer(k[i], v[i])), "no square"),
        (lambda: Term("number", (), (2, 4)), "lowest terms"),
        (lambda: Term("nonsense"), "no term with the head"),
        (lambda: Sphere(x), "not known to be an integer"),
        (lambda: Sphere(n - 2), "at least 1"),
        (lambda: Sum(x > 0, x), "binds no index"),
        (lambda: Normal(k[i], 1), "not random"),
        (lambda: iid(MarkovChain(fixed("M", d, d), fixed("p", d)), n), "not independent"),
        (lambda: max_over(j, k[j]), "binds a number"),
        (lambda: median(k[i]), "takes numbers"),
        (lambda: Term("add", [x, tau]), "are tuples"),
        (lambda: Sum(i, Sum(Index("a", i), x)), "holds no bound index|not known to be an integer"),
    ],
)
def test_what_does_not_fit_together_is_refused(wrong, why):
    with pytest.raises(ValueError, match=why):
        wrong()


def test_floats_are_refused():
    with pytest.raises(TypeError, match="no term"):
        x + 0.5


def test_ranges_give_least_values():
    assert least(n - 1) == 1
    assert least(n * d + 3) == 5
    assert least(x) is None
    assert least(3 - n) is None


def test_randomness_ends_at_a_statistic():
    assert norm2(eta).is_random
    assert not E(norm2(eta)).is_random
    assert not P(norm2(eta) > tau).is_random
    assert (E(norm2(eta)) - norm2(k[i])).is_random


def test_negation_is_carried_inwards():
    assert negation(all_(i, norm2(eta) <= tau)) is any_(i, norm2(eta) > tau)
    assert ~(x > 0) is (x <= 0)
    assert negation(negation((x > 0) & (tau < 1))) is ((x > 0) & (tau < 1))


@pytest.mark.parametrize(
    ("term", "unicode", "latex"),
    [
        (
            E(norm2(eta)) == (n - 1) / d,
            "E[|η_i|²] = (n - 1)/d",
            r"\mathbb{E}\left[\|\eta_{i}\|^{2}\right] = \frac{n - 1}{d}",
        ),
        (unfolded(eta), "∑_{j ≠ i} ⟨k_i, k_j⟩ v_j", r"\sum_{j \ne i} \langle k_{i}, k_{j} \rangle \, v_{j}"),
        (norm2(eta) ** 2, "|η_i|⁴", r"\|\eta_{i}\|^{4}"),
        (
            1 - n * (n - 1) / (d * tau),
            "1 - n (n - 1)/(d τ)",
            r"1 - \frac{n \, \left(n - 1\right)}{d \, \tau}",
        ),
        (Fraction(1, 2) * x, "x/2", r"\frac{x}{2}"),
        (-x - 1, "-x - 1", "-x - 1"),
        (sqrt(n), "√n", r"\sqrt{n}"),
        (x**n, "x^n", "x^{n}"),
        (indicator(x > 0), "1[x > 0]", r"\mathbf{1}[x > 0]"),
        (Var(norm2(eta)), "Var[|η_i|²]", r"\mathrm{Var}\left[\|\eta_{i}\|^{2}\right]"),
        (Product(j, x), "∏_j x", r"\prod_{j = 1}^{n} x"),
    ],
)
def test_terms_print_as_papers_print_them(term, unicode, latex):
    assert repr(term) == unicode
    assert term._repr_latex_() == f"${latex}$"


def test_shapes_follow_from_the_parts():
    logits = tabulate(j, inner(k[i], k[j]))
    assert logits.shape == (n,)
    assert softmax(logits).shape == (n,)
    assert softmax(logits)[i].shape == ()
    assert outer(k[i], v[i]).shape == (d, m)
    assert (k[i] @ outer(k[j], v[j])).shape == (m,)
    assert argmax(j, inner(k[i], k[j])).sort == "index"
    u = fixed("u", d)
    assert gradient(exp(inner(u, k[i])), u).shape == (d,)


def test_a_model_reads_what_is_random_off_the_terms():
    assert tuple(Model.of(norm2(eta))) == (k, v)
    assert Model(x=Normal()).x.head == "random"
    states = Model(s=chain(MarkovChain(fixed("M", d, d), fixed("p", d)), n)).s
    assert states[i].shape == ()
    with pytest.raises(AttributeError, match="no random object"):
        _ = Model().z


@pytest.mark.parametrize(
    ("law", "mean", "spread", "length"),
    [
        (Sphere(d, x), "0", "x²/d", "x²"),
        (Normal(dimension=d, covariance=1 / d), "0", "1/d", "None"),
        (Normal(x, tau), "x", "τ", "None"),
        (OneHot(d), "1/d ones(d)", "1/d I_d - 1/d² (ones(d) ones(d)ᵀ)", "1"),
        (Rademacher(d, scale=x), "0", "x²", "x² d"),
        (Bernoulli(x), "x", "x (1 - x)", "None"),
    ],
)
def test_laws_know_their_first_moments(law, mean, spread, length):
    found = (laws.mean(law), laws.covariance(law), laws.squared_norm(law))
    assert tuple(map(str, found)) == (mean, spread, length)


def test_heavy_tails_have_no_moments():
    assert not laws.has_all_moments(Zipf(x))
    assert laws.has_all_moments(Zipf(x, n))
    assert not laws.has_all_moments(Mixture([Fraction(1, 2)] * 2, [Zipf(x), Normal()]))


def test_a_negative_product_put_into_a_product_is_printed():
    x, y, z = map(Parameter, "xyz")
    put_in = replaced(x * z, x, -y)
    assert (repr(put_in), plain(put_in)) == ("(-y) z", "(-y) * z")
    assert put_in._repr_latex_() == r"$\left(-y\right) \, z$"


def test_an_item_is_never_taken_for_a_symbol_of_another_name():
    k, k_1, n = Model(k=iid(Normal(), Size("n"))).k, Parameter("k_1"), Size("n")
    assert repr(k[number(1)]) == "k_1"
    assert repr(k_1 * k[number(1)] + n) == "k_1 k[1] + n"
    moved = apply("ring", suppose(k_1 != 0), left=E(k[number(1)]) * k_1 / k_1, right=E(k[number(1)]))
    assert repr(moved) == "k_1 ≠ 0 ⊢ E[k[1]] k_1/k_1 = E[k[1]]"


@pytest.mark.parametrize("exponent", [10**9, -(10**9)])
def test_a_number_with_too_many_digits_is_no_term(exponent):
    with pytest.raises(ValueError, match="too many digits"):
        power(number(2), exponent)
    assert power(number(1), exponent) is number(1)
    for left in (
        2 * power(Parameter("x"), exponent),
        power(number(8), Fraction(exponent, 2) + Fraction(1, 3)),
    ):
        with pytest.raises(Refused, match=r"too large|too many digits|no number|not the same"):
            apply("ring", left=left, right=number(0))
        with pytest.raises(Refused):
            apply("componentwise", left=left, right=number(0))
