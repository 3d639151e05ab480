"""The terms of the simulators of `associative_memory`."""

from __future__ import annotations

from typing import Any

from theorycheck.theory.laws import Normal, Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import both
from theorycheck.theory.terms import E, P, Sum, any_, inner, norm2, softmax, sqrt, tabulate

from .comparison import Point, terms_of

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


TABLE = (
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
