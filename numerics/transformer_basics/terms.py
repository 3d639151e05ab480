r"""Quantities that are terms over a model, and compiled.

| quantity | of what |
|---|---|
| `averaging` | square of an average of n independent values |
| `convex_ratio` | modulus of an average over the largest modulus of what is averaged |
| `negative_share` | whether some weight of a row s_j / sum s is negative |
| `score_sample` | moments of scores |
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from ...theory.laws import Normal, Rademacher
from ...theory.model import Index, Model, Parameter, Size, iid, indices
from ...theory.node import Term
from ...theory.terms import Sum, any_, inner, max_over, norm2, softmax, tabulate
from ..quantity import DesignGroup, Value
from ..simulator import compiled
from .weighting import SHARPNESS

_DIMENSIONS: Final = 64
_ROUNDING: Final = Fraction(1, 10**12)

n, d_k = Size("n", minimum=2), Size("d_k")
j, l = indices("j l", n)
coordinate = Index("coordinate", _DIMENSIONS)
sharpness = Parameter("sharpness")
s = Model(s=iid(Normal(), n)).s
value = Model(v=iid(Normal(), n, _DIMENSIONS)).v
short = Model(w=iid(Normal(dimension=4), n)).w
normal = tuple(Model(q=Normal(dimension=d_k), k=Normal(dimension=d_k)))
signs = tuple(Model(sign_q=Rademacher(d_k), sign_k=Rademacher(d_k)))
plain = softmax(tabulate(l, s[l]))
total = Sum(l, s[l])


@compiled(
    version=2,
    title="Whether some weight of a row is negative: scores over their sum, softmax",
    outputs=("quotient", "softmax"),
    binary=True,
    groups=(DesignGroup.sized(shared={"n": n}, trials_per_block=2**17 // n) for n in (2, 3, 4, 8)),
    dtype="float64",
)
def negative_share() -> tuple[Term, ...]:
    """Whether some weight is negative: of normal scores over their sum, and of their softmax."""
    return any_(j, s[j] / total < 0), any_(j, plain[j] < 0)


def _sharp(point: Mapping[str, Value]) -> dict[str, Any]:
    return {**point, "sharpness": SHARPNESS[str(point["weights"])]}


@compiled(
    version=3,
    title="Mean square of an average of n independent values",
    outputs=("power",),
    groups=(
        DesignGroup.sized(shared={"weights": weights, "n": n}, trials_per_block=max(128, 2**14 // n))
        for weights in ("uniform", "root", "unscaled")
        for n in (2, 8, 32, 128, 512, 2048)
    ),
    at=_sharp,
    dtype="float64",
)
def averaging() -> tuple[Term]:
    """Mean square of a coordinate of the average; values have 64 independent standard normal ones."""
    row = softmax(tabulate(l, sharpness * s[l]))
    return (Sum(coordinate, Sum(j, row[j] * value[j, coordinate]) ** 2) / _DIMENSIONS,)


@compiled(
    version=2,
    title="Whether an average is longer than the longest of what is averaged: softmax, quotient",
    outputs=("softmax", "quotient"),
    binary=True,
    groups=(DesignGroup.sized(shared={"n": n}, trials_per_block=2**15 // n) for n in (2, 8, 64)),
    dtype="float64",
)
def convex_ratio() -> tuple[Term, ...]:
    """|sum alpha_j v_j| > max |v_j| of vectors in four dimensions: softmax weights, and a quotient's."""
    longest = max_over(j, norm2(short[j])) * (1 + _ROUNDING)
    averages = Sum(j, plain[j] * short[j]), Sum(j, s[j] * short[j]) / total
    return tuple(norm2(average) > longest for average in averages)


@compiled(
    version=2,
    title="A score, its square, and its fourth power over d_k^2",
    outputs=("score", "square", "fourth"),
    groups=(
        DesignGroup.sized(shared={"law": law, "d_k": d_k}, trials_per_block=2**19 // d_k)
        for law in ("normal", "signs")
        for d_k in (8, 64, 512)
    ),
    dtype="float64",
)
def score_sample(law: str) -> tuple[Term, ...]:
    """The score of a draw, its square and its fourth power over d_k^2."""
    score = inner(*{"normal": normal, "signs": signs}[law])
    return score, score**2, score**4 / d_k**2
