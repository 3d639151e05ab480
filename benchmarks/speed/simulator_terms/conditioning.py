"""The terms of the simulators of `conditioning`."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from theorycheck.theory.laws import DiscreteUniform, Normal, Rademacher, Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import Term
from theorycheck.theory.terms import (
    E,
    P,
    Sum,
    absolute,
    all_,
    any_,
    exp,
    indicator,
    inner,
    max_over,
    norm2,
    outer,
    sqrt,
)

from .comparison import Point, terms_of

n, d_k, d_v = Size("n", minimum=2), Size("d_k"), Size("d_v")
i, j, l = indices("i j l", n)
a = Index("a", d_v)
tau, t, beta, half = (Parameter(name) for name in ("tau", "t", "beta", "half"))
k, v = Model(k=iid(Sphere(d_k), n), v=iid(Sphere(d_v), n))
g, h = Model(
    g=iid(Normal(covariance=1 / d_k, dimension=d_k), n), h=iid(Normal(covariance=1 / d_v, dimension=d_v), n)
)
k2, h1 = Model(k2=iid(Sphere(d_k), n), h1=iid(Sphere(d_k), n))
s = Model(s=iid(Rademacher(), n)).s
c = Model(c=iid(DiscreteUniform(d_k), n)).c
w = Model(w=Normal(dimension=d_k)).w
x, y = fixed("x", d_k), fixed("y", d_k)


def crosstalk(at: Term | int, keys: Term = k, values: Term = v) -> Term:
    """What the other items add to an item's retrieval."""
    return Sum(j != at, inner(keys[at], keys[j]) * values[j])


def retrieved(at: Term | int, keys: Term = k, values: Term = v) -> Term:
    """What an item's key retrieves."""
    return Sum(l, inner(keys[at], keys[l]) * values[l])


def errs(keys: Term = k, values: Term = v) -> Term:
    """Another value scores as high as the right one."""
    output = retrieved(i, keys, values)
    return any_(j != i, inner(output, values[j]) >= inner(output, values[i]))


eta = crosstalk(i)
power = norm2(eta)
overlap = absolute(inner(k[i], k[j]))
coherence = max_over(i, max_over(j != i, overlap))
partition = Sum(j != i, exp(beta * (inner(k[i], k[j]) - 1)))
squares = Sum(j != i, exp(2 * beta * (inner(k[i], k[j]) - 1)))
first_noise = Sum(j != 1, inner(k[1], k[j]) * s[j])
gaussian_noise = Sum(j != 1, inner(g[1], g[j]) * s[j])
in_parts = Sum(l, (inner(k[i], k[l]) + inner(k2[i], k2[l])) / 2 * h1[l])
"""The first part of an output of two heads."""
nearest = all_(l, inner(retrieved(i), v[l]) <= inner(retrieved(i), v[j]))
one_sided = exp(inner(w, x) - norm2(x) / 2) * exp(inner(w, y))
product = one_sided * exp(-norm2(y) / 2)


def _sized(**values: Any) -> Callable[[Point], dict[str, Any]]:  # noqa: ANN401 - values of a design point
    return lambda point: {**point, **values}


def _as_wide(point: Point) -> dict[str, Any]:
    """The point, values as wide as keys."""
    return {**point, "d_v": point["d_k"]}


def _directions(point: Point) -> dict[str, Any]:
    cosine, d = point["s"] / 2 - 1, int(point["d_k"])
    rest = [0.0] * (d - 2)
    return {"d_k": d, "x": [1.0, 0.0, *rest], "y": [cosine, math.sqrt(1 - cosine**2), *rest]}


TABLE = (
    terms_of(
        "conditioning.noise_power",
        E(power),
        E(power**2),
        E(power**3),
        E(Sum(a <= half, crosstalk(i)[a] ** 2)) / half,
        at=lambda point: {**point, "half": (point["d_v"] + 1) // 2},
        group=3,
        missed={"n": 17},
    ),
    terms_of(
        "conditioning.key_overlap",
        *(E(overlap**p) for p in (1, 2, 4, 6)),
        at=_sized(n=32),
        where=(i != j,),
        group=2,
        missed={"d_k": 17},
    ),
    terms_of(
        "conditioning.key_overlap_tail",
        P(absolute(inner(k[1], k[2])) > t),
        at=_sized(n=2),
        group=2,
        missed={"t": 0.375},
    ),
    terms_of("conditioning.noise_growth", E(power), at=_sized(d_v=16), missed={"d_k": 17}),
    terms_of("conditioning.total_noise", E(Sum(i, power)), at=_sized(d_v=16), missed={"d_k": 21}),
    terms_of("conditioning.coherent_crosstalk", E(Sum(j != i, overlap)), missed={"d_k": 21}),
    terms_of("conditioning.first_collision", P(all_(i, all_(j != i, c[i] != c[j]))), missed={"d_k": 84}),
    terms_of("conditioning.unshared_fraction", P(all_(j != i, c[i] != c[j])), missed={"d_k": 21}),
    terms_of(
        "conditioning.retrieval_failure",
        P(any_(i, power > tau)),
        at=_as_wide,
        group=2,
        missed={"n": 9},
    ),
    terms_of(
        "conditioning.item_failure",
        P(power > tau),
        at=_as_wide,
        missed={"n": 6},
    ),
    terms_of(
        "conditioning.noise_survival",
        P(norm2(crosstalk(1)) > tau),
        at=_as_wide,
        missed={"n": 4},
    ),
    terms_of("conditioning.query_success", P(power <= tau), missed={"d_k": 17}),
    terms_of("conditioning.memory_failure", P(any_(i, power > tau)), missed={"d_k": 17}),
    terms_of("conditioning.failure_map", P(power > tau), missed={"d_k": 9}),
    terms_of(
        "conditioning.worst_coherent_crosstalk",
        E(max_over(i, Sum(j != i, overlap))),
        group=3,
        missed={"d_k": 167},
    ),
    terms_of(
        "conditioning.coherence",
        E(coherence),
        E(coherence * (n - 1)),
        P(coherence * (n - 1) > tau),
        group=3,
        missed={"d_k": 167},
    ),
    terms_of("conditioning.near_collision", P(coherence > Fraction(1, 2)), group=3, missed={"d_k": 21}),
    terms_of("conditioning.argmax_error", P(errs()), missed={"d_k": 21}),
    terms_of("conditioning.argmax_failure", P(any_(i, errs())), missed={"d_k": 21}),
    terms_of("conditioning.argmax_error_gaussian", P(errs(g, h)), missed={"n": 7}),
    terms_of(
        "conditioning.softmax_retrieval",
        E(1 / (1 + partition)),
        P(partition > 1),
        E(partition),
        E(squares),
        P(squares > 1),
        at=_sized(beta=4),
        missed={"d_k": 9},
    ),
    terms_of("conditioning.scalar_failure", P(absolute(first_noise) > 1), missed={"d_k": 7}),
    terms_of(
        "conditioning.gaussian_scalar_failure",
        P(absolute(gaussian_noise) > norm2(g[1])),
        group=3,
        missed={"n": 12},
    ),
    terms_of(
        "conditioning.system_failure",
        P(norm2(crosstalk(1)) > tau),
        at=_as_wide,
        missed={"d_k": 11},
    ),
    terms_of("conditioning.one_hot_system_failure", P(any_(j != 1, c[j] == c[1])), missed={"n": 7}),
    terms_of(
        "conditioning.near_collision_system_failure",
        P(any_(j != 1, absolute(inner(k[1], k[j])) > Fraction(1, 2))),
        missed={"d_k": 5},
    ),
    terms_of(
        "conditioning.hebb_norm",
        E(norm2(Sum(j, outer(k[j], v[j])))),
        at=lambda point: {**point, "d_v": point.get("d_v", 16)},
        missed={"n": 17},
    ),
    terms_of(
        "conditioning.depth_error",
        E(norm2(retrieved(i) - v[i])),
        place=0,
        at=_as_wide,
        missed={"n": 5},
    ),
    terms_of(
        "conditioning.depth_error",
        E(2 - 2 * inner(in_parts, h1[i]) / sqrt(norm2(in_parts))),
        group=30,
        place=0,
        missed={"n": 9},
    ),
    terms_of(
        "conditioning.depth_error",
        E(Sum(j, indicator(nearest) * norm2(v[j] - v[i]))),
        at=_as_wide,
        group=37,
        place=0,
        missed={"n": 14},
    ),
    terms_of(
        "conditioning.normalised_error",
        P(norm2(retrieved(1) - v[1]) > t),
        at=_sized(d_v=16),
        place=4,
        missed={"d_k": 42},
    ),
    terms_of(
        "conditioning.positive_product",
        E(product),
        E(product**2),
        at=_directions,
        near=(E(one_sided), E(one_sided**2)),
    ),
)
