"""Gradients in letters against automatic differentiation of the same functions, written by hand in torch."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
import torch
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.display import latex
from theorycheck.theory.evaluation import Evaluator, Instance
from theorycheck.theory.kernel import Refused, Status, believe, record
from theorycheck.theory.laws import Normal
from theorycheck.theory.model import Model, Parameter, fixed, iid, indices, sizes
from theorycheck.theory.node import Term, number, power
from theorycheck.theory.prove import derive, prove
from theorycheck.theory.tactics import gradients
from theorycheck.theory.terms import (
    E,
    Sum,
    absolute,
    define,
    diagonal,
    exp,
    gradient,
    identity,
    inner,
    log,
    log_sum_exp,
    maximum,
    norm2,
    ones,
    outer,
    relu,
    softmax,
    softplus,
    sqrt,
    tabulate,
    tanh,
    trace,
    unit,
)

d, n = sizes("d n")
u, w, q, r = fixed("u", d), fixed("w", d), fixed("q", d), fixed("r", n)
A, B = fixed("A", d, d), fixed("B", n, d)
a, b = indices("a b", d)
i, j = indices("i j", n)
s, t = Parameter("s"), Parameter("t")
p = softmax(u)
VALUES = {
    name: torch.from_numpy(np.random.default_rng(5).normal(size=size))
    for name, size in {"u": 4, "w": 4, "q": 4, "r": 3, "A": (4, 4), "B": (3, 4), "s": (), "t": ()}.items()
}


def value(term: Term) -> np.ndarray:
    """The term at the values, free indices a = 2, b = 3, i = 1."""
    named = dict(term.declarations)
    points = {own: VALUES[name].numpy() for name, own in named.items() if name in VALUES}
    points |= {d: 4, n: 3, a: 2, b: 3, i: 1}
    return np.asarray(Evaluator(Instance(points).values).value(term))


def autograd(function: Callable, name: str) -> np.ndarray:
    """The Jacobian of a function of all values with respect to one."""

    def of_one(x: torch.Tensor) -> torch.Tensor:
        return function(**{**VALUES, name: x})

    return torch.func.jacrev(of_one)(VALUES[name]).numpy()


TASKS = {
    "softmax, its Jacobian": (p, u, (), lambda u, **_: u.softmax(0)),
    "log-sum-exp": (log_sum_exp(u), u, (), lambda u, **_: u.logsumexp(0)),
    "cross-entropy with a label": (-log(p[a]), u, (), lambda u, **_: -u.log_softmax(0)[1]),
    "cross-entropy with weights": (-inner(q, log(p)), u, (), lambda u, q, **_: -q @ u.log_softmax(0)),
    "a classifier's matrix": (-log(softmax(B @ u)[i]), B, (), lambda B, u, **_: -(B @ u).log_softmax(0)[0]),
    "a temperature": (softmax(s * u), s, (), lambda u, s, **_: (s * u).softmax(0)),
    "ridge regression": (norm2(B @ u - r) / n + s * norm2(u), u, (),
        lambda u, B, r, s, **_: ((B @ u - r) ** 2).mean() + s * (u**2).sum()),
    "a quadratic form": (inner(u, A @ u), u, (), lambda u, A, **_: u @ A @ u),
    "a cubic trace": (trace(A @ A @ A), A, (), lambda A, **_: (A @ A @ A).trace()),
    "polynomial of inner products": (inner(u, w) ** 3 * norm2(u), u, (),
        lambda u, w, **_: (u @ w) ** 3 * (u @ u)),
    "log of a positive polynomial": (log(1 + norm2(u)), u, (), lambda u, **_: (1 + u @ u).log()),
    "exp of a quadratic": (exp(-norm2(u - w) / 2), u, (),
        lambda u, w, **_: (-((u - w) ** 2).sum() / 2).exp()),
    "attention's answer by its query": (softmax(s * (B @ u)) @ B, u, (),
        lambda u, B, s, **_: (s * (B @ u)).softmax(0) @ B),
    "logistic regression": (Sum(j, softplus(-r[j] * Sum(b, B[j, b] * u[b]))), u, (),
        lambda u, B, r, **_: torch.nn.functional.softplus(-r * (B @ u)).sum()),
    "a vector on its sphere": (power(norm2(u), Fraction(-1, 2)) * u, u, (norm2(u) > 0,),
        lambda u, **_: u / u.norm()),
    "the entropy of a softmax": (-inner(p, log(p)), u, (),
        lambda u, **_: -(u.softmax(0) * u.log_softmax(0)).sum()),
    "two layers": (inner(r, tanh(B @ (A @ u))), A, (), lambda u, A, B, r, **_: r @ (B @ (A @ u)).tanh()),
    "a mixture of exponentials": (Sum(a, q[a] * exp(s * w[a])), s, (),
        lambda q, w, s, **_: (q * (s * w).exp()).sum()),
    "a squared hinge": (Sum(j, maximum(0, 1 - r[j] * (B @ u)[j]) ** 2) / n, u, (),
        lambda u, B, r, **_: ((1 - r * (B @ u)).relu() ** 2).mean()),
    "a cube of a positive part": (exp(relu(inner(u, w) - s) ** 3) * inner(u, w), u, (),
        lambda u, w, s, **_: ((u @ w - s).relu() ** 3).exp() * (u @ w)),
    "entry by entry": (tabulate(a, u[a] ** 2 * w[a]), u, (), lambda u, w, **_: u**2 * w),
}  # fmt: skip
"""Body, variable, conditions, the same function in torch."""


@pytest.mark.parametrize("task", TASKS)
def test_a_gradient_is_what_automatic_differentiation_gives_and_the_second_check_sees_a_factor(task):
    body, variable, where, function = TASKS[task]
    theorem = derive(gradient(body, variable), by=gradients, where=where)
    left, found = theorem.proposition.args
    assert not any(part.head == "gradient" for part in (found, *found.args))
    np.testing.assert_allclose(value(found), autograd(function, variable.data[0]), rtol=1e-10, atol=1e-12)
    belief = believe(record(theorem))
    assert belief.status is Status.DERIVED
    assert {h.proposition for h in belief.hypotheses} == set(where)
    assert check(theorem.proposition, where, instances=2) == "holds in 2 random instances"
    with pytest.raises(CheckFailed):
        check(Term("eq", (left, Fraction(11, 10) * found)), where)


PRINTED = [
    (gradient(log_sum_exp(u), u), "softmax(u)"),
    (gradient(p, u), "diag(softmax(u)) - softmax(u) softmax(u)ᵀ"),
    (gradient(-log(p[a]), u), "softmax(u) - e_a"),
    (gradient(inner(u, A @ u), u), "A u + Aᵀ u"),
    (gradient(gradient(inner(u, A @ u), u), u), "A + Aᵀ"),
    (gradient(trace(A @ A @ A), A), "3 (Aᵀ Aᵀ)"),
]


@pytest.mark.parametrize(("term", "printed"), PRINTED)
def test_a_formula_reads_as_a_paper_prints_it(term, printed):
    assert repr(derive(term, by=gradients).proposition.args[1]) == printed


STATED = [
    gradient(p, u) == diagonal(p) - outer(p, p),
    gradient(gradient(log_sum_exp(u), u), u) == gradient(p, u),
    gradient(p[a], u) == tabulate(b, p[a] * (unit(a)[b] - p[b])),
    gradient(log(p)[a], u)[b] == unit(a)[b] - p[b],
    softmax(u + s * ones(d)) == p,
    inner(p, ones(d)) == 1,
    trace(B @ A @ B.T) == inner(B.T @ B, A.T),
    gradient(Sum(j, -log(softmax(A @ u)[a])), u) == n * (A.T @ (softmax(A @ u) - unit(a))),
    gradient(s**n, s) == n * s ** (n - 1),
]


@pytest.mark.parametrize("statement", STATED, ids=repr)
def test_a_stated_identity_is_proved_in_the_form_of_the_author(statement):
    assert prove(statement, by=gradients).proposition is statement


def test_known_values_are_put_in():
    total = [inner(q, ones(d)) == 1]
    theorem = derive(gradient(-inner(q, log(p)), u), by=gradients, where=total)
    assert repr(theorem) == "⟨q, ones(d)⟩ = 1 ⊢ ∇_u (-⟨q, log(softmax(u))⟩) = softmax(u) - q"
    assert prove(gradient(-inner(q, log(p)), u) == p - q, by=gradients, where=total)
    with pytest.raises(Refused, match="Counterexample"):
        prove(gradient(-inner(q, log(p)), u) == p - q, by=gradients)


def test_a_definition_is_opened_where_its_variable_occurs():
    loss = define("loss", -log(p[a]), a)
    assert prove(gradient(loss, u) == p - unit(a), by=gradients)


def test_several_indices_of_one_range_are_told_apart():
    one, other = Sum(i, Sum(j, B[i, a] * B[j, b])), Sum(i, Sum(j, B[j, a] * B[i, b]))
    assert prove(one == other, by=gradients)
    with pytest.raises(Refused, match="Counterexample"):
        prove(one == Sum(i, B[i, a] * B[i, b]), by=gradients)
    apart = Sum(i, Sum(j != i, B[i, a] * B[j, b]))
    assert prove(one == apart + Sum(i, B[i, a] * B[i, b]), by=gradients)


MISSING = [
    (gradient(absolute(s), s), "not smooth"),
    (gradient(maximum(s, t), s), "maximum\\(s, t\\) is not taken"),
    (gradient(maximum(0, 1 - s), s), "is not taken"),
    (gradient(maximum(s, t) ** 2, s), "is not taken"),
    (gradient(gradient(relu(s) ** 2, s), s), "is not taken"),
    (gradient(power(relu(s), Fraction(3, 2)), s), "is not taken"),
    (gradient(relu(s) * relu(-s), s), "is not taken"),
    (gradient(sqrt(norm2(u)), u), "> 0 must be a theorem"),
    (gradient(log(s), s), "s > 0 must be a theorem"),
    (gradient(1 / s, s), "must be a theorem"),
    (gradient(s * A, s), "entry by entry"),
    (norm2(u), "has no gradient"),
]


@pytest.mark.parametrize(("term", "missing"), MISSING, ids=lambda x: repr(x)[:40])
def test_a_failure_says_what_is_missing(term, missing):
    with pytest.raises(Refused, match=missing):
        derive(term, by=gradients)


def test_a_false_statement_is_answered_with_a_counterexample():
    with pytest.raises(Refused, match="Counterexample"):
        prove(gradient(p, u) == diagonal(p) + outer(p, p), by=gradients)
    with pytest.raises(Refused, match="Counterexample"):
        prove(gradient(norm2(u), u) == u, by=gradients)
    with pytest.raises(Refused, match="proves equations"):
        prove(norm2(u) >= number(0), by=gradients)


x, e = Model(x=iid(Normal(dimension=d), n), e=iid(Normal(0, s**2), n))


def test_a_gradient_is_printed_with_what_it_is_taken_by():
    assert repr(gradient(inner(u, w) ** 2, u)) == "∇_u ⟨u, w⟩²"
    assert repr(gradient(inner(u, w) ** 2, w)) == "∇_w ⟨u, w⟩²"
    (body, _) = gradient(norm2(u) + inner(u, w), u).args
    assert repr(Term("gradient", (body, w))) == "∇_x (|x|² + ⟨x, w⟩)|_{x = w}"
    assert latex(log(inner(u, ones(d)))) == r"\log(\langle u, \mathbf{1}_{d} \rangle)"
    assert latex(gradient(norm2(u), u)) == r"\nabla_{u} \|u\|^{2}"


def test_the_gradient_of_a_mean_is_that_of_its_value():
    loss = E((inner(x[i], u) - inner(x[i], w) - e[i]) ** 2) / 2
    assert repr(derive(gradient(loss, u), by=gradients)) == f"⊢ ∇_u ({loss}) = u - w"
    assert prove(gradient(loss, u) == u - w, by=gradients)
    fourth = derive(gradient(gradient(E(inner(x[i], u) ** 4), u), u), by=gradients)
    assert prove(fourth.proposition.args[1] == 12 * norm2(u) * identity(d) + 24 * outer(u, u), by=gradients)
    with pytest.raises(Refused, match="Counterexample"):
        prove(gradient(loss, u) == u + w, by=gradients)
    with pytest.raises(Refused, match="known to be finite"):
        derive(gradient(E(exp(inner(x[i], u) ** 2)), u), by=gradients)
