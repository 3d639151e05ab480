"""Gradients worked out as contractions are those of automatic differentiation, draw by draw."""

import pytest
import torch
from theorycheck.numerics.compile import derivatives
from theorycheck.numerics.compile import gradients as lowered
from theorycheck.numerics.simulate import random_program, simulate
from theorycheck.numerics.trials import Source
from theorycheck.theory.laws import Normal
from theorycheck.theory.model import Index, Model, Size, fixed, iid, indices
from theorycheck.theory.terms import (
    E,
    Sum,
    exp,
    function,
    gradient,
    inner,
    iterate,
    log,
    max_over,
    norm2,
    outer,
    relu,
    softmax,
    sqrt,
    tabulate,
    trace,
)

n, d = Size("n", minimum=3), Size("d", minimum=2)
i, j = indices("i j", n)
a = Index("a", d)
w = fixed("w", d)
M = fixed("M", d, d)
g = Model(g=iid(Normal(dimension=d), n)).g
h = Model(h=iid(Normal(), n)).h
x = inner(g[j], w)
AT = {"n": 5, "d": 3, "w": [0.3, -0.2, 0.5]}
FUNCTIONS = [function(name) for name in ("exp", "sin", "cos", "tanh", "sigmoid", "softplus", "relu", "abs")]
BODIES = {
    **{f"function {k}": Sum(j, h[j] * f(x)) for k, f in enumerate(FUNCTIONS)},
    "squared error": Sum(j, (x - h[j]) ** 2) / n,
    "logistic loss": Sum(j, log(1 + exp(-h[j] * x))),
    "root of a quadratic form": sqrt(1 + Sum(j, x**2) * norm2(w)),
    "an angle": Sum(j, h[j] * function("arccos")(function("tanh")(x) / 2)),
    "quotient": Sum(j, h[j] * x) / (1 + Sum(j, x**2)),
    "softmax": Sum(j, h[j] * softmax(tabulate(j, x))[j]),
    "cross-entropy": log(Sum(j, exp(x))) - inner(g[1], w),
    "a component": w[1] ** 2 * h[1] + w[1] * w[2],
    "a sum over components": Sum(a, h[1] * w[a] ** 3),
    "at an open index": relu(inner(g[i], w)) * Sum(j, x * h[i]),
    "a matrix": trace(outer(w, g[1]) @ outer(g[2], w) @ outer(w, w)),
    "distances": Sum(j, exp(-norm2(w - g[j]))),
    "an extreme": max_over(j, x),
    "two steps": norm2(iterate(w - gradient(Sum(j, (x - h[j]) ** 2), w) / 10, w, w, 2)),
}


def gradients(body):
    """The gradient along a random vector, in 64 draws, and whether automatic differentiation is in it."""
    # What stands first is drawn first, so that all programs have the same draws.
    program = random_program([h[1], g[1][1], inner(gradient(body, w), g[3])], AT).program
    source = Source(generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    return program.run(64, source)[2], any(step.node.op == "gradient" for step in program.steps)


@pytest.mark.parametrize("name", BODIES)
def test_a_gradient_is_that_of_automatic_differentiation(name, monkeypatch):
    contracted, left_over = gradients(BODIES[name])
    monkeypatch.setattr(lowered, "gradient_of", lambda *_: None)
    automatic, is_automatic = gradients(BODIES[name])
    torch.testing.assert_close(contracted, automatic, rtol=1e-10, atol=1e-10)
    assert automatic.abs().max() > 0.1
    assert is_automatic
    assert left_over == (name in {"an extreme", "a component", "an angle"})


def test_a_wrong_rule_is_seen(monkeypatch):
    right, _ = gradients(BODIES["logistic loss"])
    rule = derivatives._RULES["linear"]
    monkeypatch.setitem(derivatives._RULES, "linear", lambda *args: list(rule(*args)) * 2)
    wrong, _ = gradients(BODIES["logistic loss"])
    assert not torch.allclose(right, wrong)


def test_a_gradient_of_a_gradient():
    """The Hessian of a quartic: the gradient of |grad |w|^4 / 4|^2 = |w|^6 is 6 |w|^4 w."""
    quartic = gradient(norm2(w) ** 2 / 4, w)
    found = simulate(E(inner(gradient(norm2(quartic), w), h[1] * w + w)), AT, n_trials=2**12)
    assert abs(found.z_score(6 * 0.38**3)) < 4
    assert abs(found.z_score(4 * 0.38**3)) > 4
