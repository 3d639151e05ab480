r"""Quantities that are terms over a model, and compiled: what our own questions are about.

| quantity | of what |
|---|---|
| `shifted_noise` | noise power of values with a common mean, keys as they are and with ReLU's weights |
| `head_products` | product of the noise powers of two heads that share keys, values or both |
| `normalised_square` | square error of an output scaled to length one, d_v = d_k |
| `averaged_square` | square error of an output over its sum of weights, ReLU's |
| `delta_two_passes` | square error of recall after two passes of the delta rule with summed updates |
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from ...theory.laws import Sphere
from ...theory.model import Model, Parameter, Size, fixed, iid, indices
from ...theory.node import Term, power
from ...theory.terms import Sum, inner, norm2, relu
from ..quantity import DesignGroup, Value
from ..simulator import compiled

_D_V: Final = 16

n, d_k, d_v = Size("n", minimum=2), Size("d_k"), Size("d_v")
i, j, l = indices("i j l", n)
k, q, v, u = Model(k=iid(Sphere(d_k), n), q=iid(Sphere(d_k), n), v=iid(Sphere(d_v), n), u=iid(Sphere(d_v), n))
tied = Model(tied=iid(Sphere(d_k), n)).tied
c, w = Parameter("c"), fixed("w", d_v)
weight = inner(k[i], k[j])
of_first = relu(inner(k[1], k[j]))


def _valued(point: Mapping[str, Value]) -> dict[str, Any]:
    """The point with the direction of the common mean, the first axis."""
    return {**point, "d_v": _D_V, "w": [1.0] + [0.0] * (_D_V - 1)}


@compiled(
    title="Noise power of values with a common mean, by the keys' products and by their positive parts",
    outputs=("linear", "relu"),
    groups=(
        DesignGroup.sized(shared={"n": n, "d_k": d_k, "c": c}, trials_per_block=2**14 // n)
        for c in (0.0, 1.0, 2.0)
        for n, d_k in ((4, 32), (8, 32), (16, 32), (32, 32), (64, 32), (128, 32), (16, 8), (16, 128))
    ),
    at=_valued,
)
def shifted_noise() -> tuple[Term, ...]:
    """|sum_{j != i} w_j (c w + u_j)|^2, with w_j = <k_i, k_j> and with its positive part."""
    value = c * w + u[j]
    return norm2(Sum(j != i, weight * value)), norm2(Sum(j != i, relu(weight) * value))


@compiled(
    title="Product of the noise powers of two heads, by what they share",
    outputs=("keys", "values", "both"),
    groups=(
        DesignGroup.sized(shared={"n": n, "d_k": d_k, "d_v": _D_V}, trials_per_block=2**15 // n)
        for n, d_k in ((4, 16), (8, 16), (16, 16), (32, 16), (8, 8), (8, 32), (8, 64))
    ),
)
def head_products() -> tuple[Term, ...]:
    """|eta_1|^2 |eta_2|^2 of heads with the same keys, the same values, and both."""
    first, keys, values = (norm2(Sum(j != i, inner(a[i], a[j]) * b[j])) for a, b in ((k, v), (k, u), (q, v)))
    return first * keys, first * values, first**2


def _loaded(point: Mapping[str, Value]) -> dict[str, Any]:
    """The point with its number of items, 1 + load d_k."""
    return {"d_k": point["d_k"], "n": 1 + int(float(point["load"]) * int(point["d_k"]))}


@compiled(
    title="Square error of an output scaled to length one, of n = 1 + load d_k items",
    outputs=("square",),
    groups=(
        DesignGroup.sized(shared={"load": load, "d_k": d_k}, trials_per_block=max(4, 2**12 // d_k))
        for load in (0.25, 1.0, 4.0)
        for d_k in (8, 16, 32, 64, 128, 256)
    ),
    at=_loaded,
)
def normalised_square() -> tuple[Term]:
    """|r/|r| - v_i|^2 = 2 - 2 <r, v_i>/|r| for the output r = v_i + eta_i."""
    output = tied[i] + Sum(j != i, weight * tied[j])
    return (2 - 2 * inner(output, tied[i]) / power(norm2(output), Fraction(1, 2)),)


@compiled(
    title="Square error of an output over its sum of weights, the positive parts of overlaps",
    outputs=("square",),
    groups=(
        DesignGroup.sized(shared={"n": n, "d_k": d_k}, trials_per_block=2**15 // n)
        for n, d_k in ((2, 16), (4, 16), (8, 16), (16, 16), (64, 16), (16, 4), (16, 64))
    ),
    at=_valued,
)
def averaged_square() -> tuple[Term]:
    """|sum_j w_j v_j/sum_j w_j - v_1|^2 with w_j = <k_1, k_j>_+, so that w_1 = 1."""
    total = 1 + Sum(j != 1, of_first)
    return (norm2(Sum(j != 1, of_first * (v[j] - v[1]))) / total**2,)


@compiled(
    title="Square error of recall after two passes of the delta rule with summed updates",
    outputs=("square",),
    groups=(
        DesignGroup.sized(shared={"n": n, "d_k": d, "d_v": _D_V}, trials_per_block=2**15 // n)
        for n, d in ((2, 16), (4, 16), (8, 16), (16, 16), (8, 8), (8, 32), (8, 64))
    ),
)
def delta_two_passes() -> tuple[Term]:
    """|S_2^T k_i - v_i|^2 with S_1 = sum_j k_j v_j^T, S_2 = S_1 + sum_j k_j (v_j - S_1^T k_j)^T."""
    first = Sum(j, inner(k[i], k[j]) * v[j])
    second = Sum(j, inner(k[i], k[j]) * Sum(l, inner(k[j], k[l]) * v[l]))
    return (norm2(2 * first - second - v[i]),)
