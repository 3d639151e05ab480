r"""Quantities that are terms over a model, and compiled.

| quantity | meaning |
|---|---|
| `learned_error` | Eq. (24): share of wrong classes at W = I, e_x = u_f(x), the u_y random on the sphere |
| `rectified_recall` | model (23) asked for all P tokens, P = exp(eta^2 d/4) |
| `rectified_token` | model (23) asked for one token, P = (1 - eta^2)^(-d/2), the square and more of that |
"""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import Any, Final

from ...theory.laws import Sphere
from ...theory.model import Model, Parameter, Size, fixed, iid, indices
from ...theory.node import Term, both
from ...theory.terms import Sum, absolute, any_, indicator, inner, max_over, relu
from ..quantity import DesignGroup, Value
from ..simulator import compiled
from .rectified import CLASSES, ETA, stored_tokens

_TRIALS: Final = 64

P, M, d = Size("P", minimum=2), Size("M", minimum=2), Size("d")
x, z = indices("x z", P)
y, c = indices("y c", M)
eta = Parameter("eta")
label = fixed("label", P, M)
"""1 where a token is of a class."""
e, u = Model(e=iid(Sphere(d), P), u=iid(Sphere(d), M))


@compiled(
    version=2,
    title="Share of wrong classes at W = I and embeddings equal to random unembeddings",
    outputs=("wrong",),
    groups=(
        DesignGroup.sized(shared={"d": d, "M": M}, trials_per_block=32)
        for d in (1, 2, 3, 8)
        for M in (2, 5, 100)
    ),
    dtype="float64",
)
def learned_error() -> tuple[Term]:
    """The share of classes y for which u_y . W e, at W = I and e = u_y, is no higher than a competitor's."""
    return (any_(c != y, inner(u[c], u[y]) >= inner(u[y], u[y])),)


def _answer(asked: Term | int) -> Term:
    """Sum over x of sigma(e_x . e_asked - eta) u_f(x); a unit vector's square is 1 but for rounding."""
    others = Sum(x != asked, relu(inner(e[x], e[asked]) - eta) * Sum(c, label[x, c] * u[c]))
    return others + (1 - eta) * Sum(c, label[asked, c] * u[c])


def _wrong(asked: Term | int) -> Term:
    """Whether another class is at least as high as that of the token asked for."""
    answer, right = _answer(asked), Sum(c, label[asked, c] * u[c])
    return any_(y, both(label[asked, y] < 1, inner(answer, u[y]) >= inner(answer, right)))


def _labelled(point: Mapping[str, Value]) -> dict[str, Any]:
    """The point with f(x) = x mod M."""
    tokens, classes = int(point["P"]), int(point["M"])
    return {**point, "label": [[int(x % classes == y) for y in range(classes)] for x in range(1, tokens + 1)]}


def _stored(rule: str, d: int) -> DesignGroup:
    shared: dict[str, Value] = {"d": d, "eta": ETA, "P": floor(stored_tokens(rule, d)), "M": CLASSES}
    return DesignGroup.sized(shared=shared, trials_per_block=_TRIALS)


@compiled(
    version=2,
    title="Model (23) asked for all of its exp(eta^2 d/4) tokens",
    outputs=("wrong", "any", "coherent", "contradiction"),
    groups=(_stored("exp(eta^2 d/4)", d) for d in (32, 48, 64, 80)),
    at=_labelled,
)
def rectified_recall() -> tuple[Term, ...]:
    """All stored tokens: the share of wrong ones, whether any is, whether two overlap by more than eta.

    `contradiction` is whether some token is wrong although no two overlap so.
    """
    fails = any_(z, _wrong(z))
    coherent = max_over(x, max_over(z != x, absolute(inner(e[x], e[z])))) > eta
    return Sum(z, indicator(_wrong(z))) / P, fails, coherent, both(fails, ~coherent)


@compiled(
    version=2,
    title="Whether model (23) is wrong about one of (1 - eta^2)^(-d/2) tokens",
    outputs=("wrong",),
    binary=True,
    groups=(_stored("(1 - eta^2)^(-d/2)", d) for d in (16, 24, 32, 40, 48)),
    at=_labelled,
)
def rectified_token() -> tuple[Term]:
    """Whether token 1 is answered wrongly."""
    return (_wrong(1),)
