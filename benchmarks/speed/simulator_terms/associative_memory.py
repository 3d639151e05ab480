"""The terms of the simulators of `associative_memory`."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from theorycheck.numerics.associative_memory.bounds import full
from theorycheck.theory.laws import Normal, Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import Term, both
from theorycheck.theory.terms import E, P, Sum, any_, indicator, inner, norm2, softmax, sqrt, tabulate

from .comparison import Point, terms_of

Vector = NDArray[np.float64]

N, M, d = Size("N", minimum=2), Size("M", minimum=2), Size("d")
x, z = indices("x z", N)
y, c = indices("y c", M)
row = Index("row", d)
q, S, R, scale = (Parameter(name) for name in ("q", "S", "R", "scale"))
classes = fixed("classes", N, M)
"""1 where a token is of a class."""

# Stored tokens: W is the sum of the outer products of u_f(x) and e_x.

e = Model(e=iid(Normal(dimension=d), N)).e
u = Model(u=iid(Sphere(d), M)).u
overlap = Sum(x, inner(e[x], e[1]) * Sum(c, classes[x, c] * u[c]))
own = Sum(c, classes[1, c] * u[c])
wrong = any_(y, both(classes[1, y] < 1, inner(overlap, u[y]) >= inner(overlap, own)))

tokens = Model(v=iid(Sphere(d), N)).v
answer = Sum(x, inner(e[x], e[1]) * tokens[x])
wrong_of_many = any_(z != 1, inner(answer, tokens[z]) >= inner(answer, tokens[1]))

# Embeddings equal to unembeddings, two classes.

trio = Model(e3=iid(Normal(dimension=d), 3)).e3
pair = Model(u2=iid(Sphere(d), 2)).u2
two_classes = (q * inner(trio[1], trio[1]) + sqrt(S) * inner(trio[2], trio[1])) * pair[1] + sqrt(R) * inner(
    trio[3], trio[1]
) * pair[2]

# What Eq. (19) drops: y is the first of M, the others are the family.

W = Model(W=iid(Normal(covariance=scale**2 / d, dimension=d), d)).W
token = Model(token=Normal(covariance=1 / d, dimension=d)).token
hidden = tabulate(row, inner(W[row], token))
weights = softmax(tabulate(y, inner(hidden, u[y])))
dropped = Sum(y, weights[y] * u[y])


# Every token asked for, stored with weights that are fixed vectors.

p, uniform, frequency, eighth = (fixed(name, N) for name in ("p", "uniform", "frequency", "eighth"))
limit = Parameter("limit")


def recall_error(weights: Term) -> Term:
    """The p-weight of tokens that another class answers at least as high."""
    answer = Sum(z, weights[z] * inner(e[z], e[x]) * Sum(c, classes[z, c] * u[c]))
    right = Sum(c, classes[x, c] * u[c])
    wrong = any_(y, both(classes[x, y] < 1, inner(answer, u[y]) >= inner(answer, right)))
    return E(Sum(x, p[x] * indicator(wrong)))


def _classes(tokens: int, count: int, *, first: int = 0) -> list[list[int]]:
    """Tokens first, first + 1, ... of classes x mod count."""
    return [[int((first + x) % count == y) for y in range(count)] for x in range(tokens)]


def _stored(point: Point) -> dict[str, Any]:
    """Five classes in turn, that of token 1 first."""
    tokens = int(point["P"])
    return {"N": tokens, "M": 5, "d": point["d"], "classes": _classes(tokens, 5)}


def _one_class(point: Point) -> dict[str, Any]:
    tokens = int(point["P"])
    return {"N": tokens, "M": 2, "d": point["d"], "classes": [[1, 0]] * tokens}


@dataclass(frozen=True, kw_only=True)
class Weighted:
    """A memory of finitely many tokens: their law, their weights, classes x mod M, dimension."""

    p: Vector
    q: Vector
    M: int
    d: int

    @classmethod
    def at(cls, point: Point) -> Weighted:
        """At full coordinates."""
        x = np.arange(1, int(point["N"]) + 1, dtype=np.float64)
        p = x ** -float(point["alpha"])
        stored = point["N"] if point["P"] == "N" else point["d"] // 8 if point["P"] == "d/8" else point["d"]
        stored = point["P"] if isinstance(point["P"], int) else stored
        q = np.where(x <= stored, p ** float(point["rho"]), 0.0)
        return cls(p=p / p.sum(), q=q, M=int(point["M"]), d=int(point["d"]))

    @property
    def load(self) -> float:
        """Q, the largest sum of q^2 of a class."""
        return max(float((self.q[first :: self.M] ** 2).sum()) for first in range(self.M))

    def bound_above(self) -> float:
        """Eq. (7): the least over gamma of 2 d^-gamma and the p-weight of the set of gamma.

        It falls until a token enters the set, where d q^2 = 16 c (Q + 8 c |q|^2/d), c = log M + gamma log d.
        """
        total, least = float((self.q**2).sum()), 1.0
        for q in set(self.q[self.q > 0]):

            def excess(c: float, square: float = q * q) -> float:
                return 16 * c * (self.load + 8 * c * total / self.d) - self.d * square

            c = float(brentq(excess, 0.0, self.d * q * q / self.load, xtol=1e-15))
            inside = float(self.p[self.q < q].sum())
            least = min(least, 2 * self.M * exp(-c) + inside)
        return least

    def bound_below(self) -> float:
        """Eq. (8): a twentieth of the p-weight where 3 (d + 1) q^2 is at most Q."""
        return float(self.p[3 * (self.d + 1) * self.q**2 <= self.load].sum()) / 20


def _recalled(point: Point) -> dict[str, Any]:
    """All tokens with the weights of three schemes."""
    tokens, dimension = int(point["N"]), int(point["d"])
    law = Weighted.at({**point, "P": "N", "rho": 1.0})
    return {
        **_labelled(point),
        "p": law.p.tolist(),
        "uniform": [1.0] * tokens,
        "frequency": law.q.tolist(),
        "eighth": [float(x <= dimension // 8) for x in range(1, tokens + 1)],
    }


def _share_of_bound(point: Point) -> dict[str, Any]:
    """The weights of a point that names them, and the bound (7) as a number."""
    memory = Weighted.at(full(point))
    weights = {"p": memory.p.tolist(), "uniform": memory.q.tolist(), "limit": memory.bound_above()}
    return {**_labelled(full(point)), **weights}


def _labelled(point: Point) -> dict[str, Any]:
    tokens, count = int(point["N"]), int(point["M"])
    return {"N": tokens, "M": count, "d": point["d"], "classes": _classes(tokens, count, first=1)}


TABLE = (
    terms_of(
        "associative_memory.recall_curves",
        recall_error(uniform),
        recall_error(frequency),
        recall_error(eighth),
        at=_recalled,
        group=1,
        missed={"d": 20},
    ),
    terms_of(
        "associative_memory.upper_share_sampled",
        recall_error(uniform) / limit,
        at=_share_of_bound,
        group=1,
        missed={"d": 280},
    ),
    terms_of(
        "associative_memory.stored_failure",
        P(wrong_of_many),
        at=lambda point: {"N": point["P"], "d": point["d"]},
        missed={"N": 14},
    ),
    *(
        terms_of("associative_memory.stored_failure", P(wrong), at=at, group=group, missed={"d": 24})
        for at, group in ((_stored, 4), (_one_class, 12))
    ),
    terms_of(
        "associative_memory.crowded_failure",
        P(wrong_of_many),
        at=lambda point: {"N": point["P"], "d": point["d"]},
        trials=512,
        missed={"d": 84},
    ),
    *(
        terms_of(
            "associative_memory.neglected_power",
            E(norm2(dropped)),
            E(norm2(dropped) ** 2),
            at=lambda point: {**point, "M": int(point["M"]) - 1},
            group=group,
            missed={"M": 21},
        )
        for group in (0, 1)
    ),
    terms_of(
        "associative_memory.two_class_error",
        P(inner(two_classes, pair[1]) <= inner(two_classes, pair[2])),
        missed={"q": 1.5},
        trials=16384,
    ),
)
