"""Quantities that are terms over a model, and compiled.

| quantity | of what |
|---|---|
| `column_usage` | column sums of random heads, beside those relative to uniform weights |
| `side_effects` | what a value step does to a single query |
| `smoothed_power` | a unit update of the values, smoothed by the inputs' Gram matrix |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...theory.laws import DiscreteUniform, Normal, Sphere
from ...theory.model import Index, Model, Parameter, Size, iid, indices, sizes
from ...theory.node import Term
from ...theory.terms import Sum, argmax, exp, indicator, inner, norm2, outer, softmax, sqrt, tabulate, unit
from ..quantity import DesignGroup, Value
from ..simulator import compiled
from .first_order import SCALES, SIZES, TRIALS

T = Size("T", minimum=2)
d_x, d_k, d_v, C = sizes("d_x d_k d_v C")
i, j, l = indices("i j l", T)
c = Index("c", C)
scale = Parameter("scale")


def matrix(name: str, rows: Term, columns: Term, variance: Term | int = 1) -> Term:
    """A matrix of independent centred normal entries."""
    (drawn,) = Model(**{name: iid(Normal(covariance=variance, dimension=columns), rows)})
    row = Index(f"row of {name}", rows)
    return Sum(row, outer(unit(row), drawn[row]))


def matrices(variance: Term | int) -> dict[str, Term]:
    """Those of a head."""
    shapes = {"Q": (d_k, d_x), "K": (d_k, d_x), "V": (d_v, d_x), "O": (C, d_v)}
    return {name: matrix(name, *shape, variance) for name, shape in shapes.items()}


class Head:
    """Weights, values and errors of a head, by functions of positions."""

    def __init__(self, x: Callable[[Term | int], Term], y: Term, W: dict[str, Term]) -> None:
        self.x, self.y, self.W = x, y, W

    def score(self, query: Term | int, key: Term | int) -> Term:
        """<q, k> / sqrt(d_k)."""
        return inner(self.W["Q"] @ self.x(query), self.W["K"] @ self.x(key)) / sqrt(d_k)

    def alpha(self, query: Term | int, key: Term | int) -> Term:
        """The weight of a query on a key."""
        seen = Index("seen key", T)
        return softmax(tabulate(seen, self.score(query, seen)))[key]

    def value(self, at: Term | int) -> Term:
        """W_V x."""
        return self.W["V"] @ self.x(at)

    def logits(self, query: Term | int) -> Term:
        """W_O g."""
        other = Index("other", T)
        return self.W["O"] @ Sum(other, self.alpha(query, other) * self.value(other))

    def target(self, query: Term | int) -> Term:
        """A one at the class of a query."""
        return Sum(c, indicator(self.y[query] == c) * unit(c))

    def error(self, query: Term | int) -> Term:
        """W_O^T (p - e_y)."""
        return self.W["O"].T @ (softmax(self.logits(query)) - self.target(query))

    def pull(self, at: Term | int) -> Term:
        """sum_i alpha_ij u_i."""
        query = Index("query", T)
        return Sum(query, self.alpha(query, at) * self.error(query))


y = Model(y=iid(DiscreteUniform(C), T)).y
wide = Model(x=iid(Normal(dimension=d_x), T)).x
narrow = Model(narrow=iid(Normal(covariance=1 / d_x, dimension=d_x), T)).narrow
step = Model(step=iid(Sphere(4), T)).step
s = Model(s=iid(Normal(), T, T)).s


def _used(at: Term, *, causal: bool) -> Term:
    """The sum of the weights on a position."""
    if not causal:
        return Sum(i, softmax(tabulate(l, s[i, l]))[at])
    return Sum(i >= at, exp(s[i, at]) / Sum(l <= i, exp(s[i, l])))


def _fair(at: Term, *, causal: bool) -> Term | int:
    """The same of uniform weights."""
    return Sum(i >= at, 1 / i) if causal else 1


@compiled(
    version=2,
    title="Whether the least column sum tells the position that queries pass over, random scores",
    outputs=("same", "last"),
    binary=True,
    groups=(
        DesignGroup.sized(shared={"mask": mask, "T": T}, trials_per_block=512)
        for mask in ("full", "causal")
        for T in (4, 8, 16, 32)
    ),
    dtype="float64",
)
def column_usage(mask: str) -> tuple[Term, ...]:
    """Whether the least column sum is that of the least beside uniform weights, and of the last position."""
    causal = mask == "causal"
    least = argmax(j, -_used(j, causal=causal))
    return least == argmax(j, -_used(j, causal=causal) / _fair(j, causal=causal)), least == T


def _sized(point: Mapping[str, Value]) -> dict[str, Any]:
    return {**vars(SIZES[str(point["size"])]), "scale": point["scale"]}


@compiled(
    version=2,
    title="What a value step does to a single query",
    outputs=("one_value", "all_values", "heaviest_user", "logit"),
    binary=True,
    groups=(
        DesignGroup.sized(shared={"size": name, "scale": scale}, trials_per_block=TRIALS[name])
        for name in SIZES
        for scale in SCALES
    ),
    at=_sized,
    dtype="float64",
)
def side_effects() -> tuple[Term, ...]:
    """Whether a query gets worse to first order, by one value's step, all, or as a heaviest user; its logit.

    The heaviest user of a value is the query with the largest weight on it; `logit` is whether the right
    logit falls along -u_i.
    """
    head = Head(lambda at: wide[at], y, matrices(scale**2))
    gains = tabulate(j, inner(head.error(j), head.pull(1)))
    return (
        inner(head.error(1), head.pull(1)) < 0,
        Sum(j, head.alpha(1, j) * inner(head.error(1), head.pull(j))) < 0,
        gains[argmax(j, head.alpha(j, 1))] < 0,
        inner(head.target(1), head.W["O"] @ head.error(1)) > 0,
    )


_MANY, _FEW = 2**12, 2**9
_LONG = 32


@compiled(
    version=2,
    title="Power of a unit update smoothed by the Gram matrix of Gaussian inputs",
    outputs=("power", "along"),
    groups=(
        DesignGroup.sized(shared={"T": T, "d_x": d_x}, trials_per_block=_MANY if T < _LONG else _FEW)
        for T in (2, 8, 32)
        for d_x in (4, 16, 64)
    ),
    dtype="float64",
)
def smoothed_power() -> tuple[Term, ...]:
    """Mean squared length over j of sum_l <x_l, x_j> z_l, and its mean product with z_j, |z_l| = 1."""
    smoothed = Sum(l, inner(narrow[l], narrow[j]) * step[l])
    return norm2(smoothed), inner(smoothed, step[j])
