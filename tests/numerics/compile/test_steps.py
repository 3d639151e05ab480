"""Later steps of a fold or an iteration are copies of the second, where that changes nothing."""

import pytest
import torch
from theorycheck.numerics.compile import gradients
from theorycheck.numerics.compile.statistics import compiled
from theorycheck.numerics.simulate import design_point
from theorycheck.theory.laws import Normal
from theorycheck.theory.model import Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.terms import E, Sum, fold, gradient, indicator, inner, iterate, norm2, outer, sqrt

n, d = Size("n", minimum=7), Size("d", minimum=2)
i, j = indices("i j", n)
s, t, eta = (Parameter(name) for name in ("s", "t", "eta"))
w, M = fixed("w", d), fixed("M", d, d)
g, h, x = Model(g=iid(Normal(dimension=d), n), h=iid(Normal(), n), x=Normal(dimension=d))
AT = {"n": 7, "d": 3, "t": 0.5, "eta": 0.1}
ALIKE = {
    "items": norm2(fold(w + eta * (inner(x, g[j]) - inner(w, g[j])) * g[j], w, j, 0 * x)),
    "numbers": fold(t * s + h[j] * h[j] + h[4], s, j, 0),
    "divisors": fold(t * s + 1 / (9 + h[j] + s**2), s, j, h[1]),
    "matrices": norm2(fold(M + outer(x - M @ g[j], g[j]), M, j, 0 * outer(x, x)) @ x),
    "another first step": norm2(fold(M + outer(x - M @ g[j], g[j]), M, j, outer(x, x)) @ x),
    "normalised": norm2(iterate(Sum(j, inner(g[j], w) * g[j]) / sqrt(norm2(w)), w, x, n)),
    "gradients": norm2(iterate(w - eta * gradient(Sum(j, (inner(g[j], w) - h[j]) ** 2), w), w, x, n)),
}
OTHERS = {
    "the number of the step": fold(t / j * s + h[j], s, j, 0),
    "a condition on the step": fold(indicator(j <= 4) * s + h[j], s, j, 0),
    "items before the step": norm2(fold(w + Sum(i < j, g[i]), w, j, 0 * x)),
    "an item of the second place": fold(t * s + h[j] * h[2] * s, s, j, 1 + h[1]),
}


def entry(term):
    """What is worked out, in which order, and by what is divided."""
    names = {name for name, _ in term.declarations}
    made = compiled(E(term), design_point(E(term), {name: x for name, x in AT.items() if name in names}))
    return made.program.lock_entry(torch.float32), [str(x) for x in made.denominators]


@pytest.fixture
def copied(monkeypatch):
    """The steps that were copied."""
    found, copy = [], gradients._Second.copied
    monkeypatch.setattr(
        gradients._Second, "copied", lambda self, *args: found.append(args[2]) or copy(self, *args)
    )
    return found


@pytest.mark.parametrize("name", [*ALIKE, *OTHERS])
def test_copied_steps_are_those_that_are_worked_out(name, copied, monkeypatch):
    term = (ALIKE | OTHERS)[name]
    found = entry(term)
    assert (copied == [3, 4, 5, 6]) == (name in ALIKE)
    monkeypatch.setattr(gradients, "_CHECKED", 1000)
    assert found == entry(term)
    assert copied in ([], [3], [3, 4, 5, 6])


def test_steps_that_are_copied_unseen_are_told_apart(monkeypatch):
    term = OTHERS["an item of the second place"]
    right = entry(term)
    monkeypatch.setattr(gradients, "_is_same", lambda *_: True)
    assert entry(term) != right
