"""The terms of the simulators of `transformer_basics`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from theorycheck.numerics.transformer_basics.weighting import SHARPNESS
from theorycheck.theory.laws import Normal, Sphere
from theorycheck.theory.model import Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import Term
from theorycheck.theory.substitution import replaced
from theorycheck.theory.terms import (
    E,
    P,
    Sum,
    absolute,
    argmax,
    gradient,
    indicator,
    inner,
    max_over,
    norm2,
    outer,
    relu,
    softmax,
    sqrt,
    tabulate,
    unit,
)

from .comparison import Point, terms_of

n, d, d_k = Size("n", minimum=2), Size("d", minimum=2), Size("d_k")
i, j, l = indices("i j l", n)
a, b = indices("a b", d)
t, sharpness = Parameter("t"), Parameter("sharpness")

# Weights that add up to one.

s = Model(s=iid(Normal(), n)).s
total = Sum(l, s[l])
row = softmax(tabulate(l, sharpness * s[l]))


def _sharp(point: Point) -> dict[str, Any]:
    return {"n": point["n"], "sharpness": SHARPNESS[point["weights"]]}


# Scores, and a row of weights over them.

q = Model(q=Normal(dimension=d_k)).q
key = Model(k=iid(Normal(dimension=d_k), n)).k


alpha = softmax(tabulate(l, sharpness * inner(key[l], q)))
largest = max_over(j, alpha[j])
place = argmax(j, alpha[j])
second = max_over(j, alpha[j] * indicator(j != place))
squares = Sum(j, alpha[j] ** 2)
jacobian = sqrt(Sum(j, Sum(l, (alpha[j] * indicator(j == l) - alpha[j] * alpha[l]) ** 2)))
mean_key = Sum(l, alpha[l] * key[l])
by_query = sharpness * sqrt(Sum(j, norm2(alpha[j] * (key[j] - mean_key))))


def _scaled(point: Point) -> dict[str, Any]:
    return {**point, "sharpness": 1.0 if point["scale"] == "unscaled" else point["d_k"] ** -0.5}


# Directions.

direction = Model(u=iid(Sphere(d), n)).u
widest = max_over(i, max_over(j != i, absolute(inner(direction[i], direction[j]))))

# Two layers of a network, and the gradient of a loss by one matrix.

x_0, loss_vector = Model(x0=Normal(dimension=d), loss=Normal(covariance=1 / d, dimension=d))
e_1, e_2 = Model(e1=Sphere(d, sqrt(d)), e2=Sphere(d, sqrt(d)))
w_1, w_2 = fixed("w1", d, d), fixed("w2", d, d)


def matrix(name: str, power: int = 1) -> Term:
    """A d x d matrix of N(0, power/d) entries."""
    (rows,) = Model(**{name: iid(Normal(covariance=Fraction(power) / d, dimension=d), d)})
    return Sum(a, outer(unit(a), rows[a]))


W_1, W_2 = matrix("W1"), matrix("W2")
U_1, U_2 = matrix("U1", 2), matrix("U2", 2)


def normalised(x: Term) -> Term:
    """The vector at root mean square one."""
    return sqrt(d / norm2(x)) * x


def stream(block: str, one: Term, other: Term, held: Term | None = None) -> Term:
    """Two blocks with these matrices; what the second branch sees is of `held` in place of the first."""
    start = normalised(x_0) if block == "post" else x_0
    seen = normalised if block == "pre" else lambda x: x

    def first(matrix: Term) -> Term:
        x = start + matrix @ (e_1 if block == "fixed" else seen(start))
        return normalised(x) if block == "post" else x

    given = first(one if held is None else held)
    x = first(one) + other @ (e_2 if block == "fixed" else seen(given))
    return normalised(x) if block == "post" else x


def slope(output: Term, variable: Term, at: Term) -> Term:
    """The squared gradient of <output, a normal vector> by a matrix, over d."""
    return norm2(replaced(gradient(inner(output, loss_vector), variable), variable, at)) / d


def residual(block: str) -> tuple[Term, ...]:
    """Power of the stream, squared gradients by both matrices, and by the first through skips alone."""

    def output(one: Term, other: Term, held: Term | None = None) -> Term:
        x = stream(block, one, other, held)
        return normalised(x) if block == "pre" else x

    return (
        E(norm2(stream(block, W_1, W_2))) / d,
        E(slope(output(w_1, W_2), w_1, W_1)),
        E(slope(output(W_1, w_2), w_2, W_2)),
        E(slope(output(w_1, W_2, W_1), w_1, W_1)),
    )


def rectified(inner_1: Term, inner_2: Term) -> tuple[Term, ...]:
    """Squared gradients by the outer matrices of two blocks n(x + V (W x)_+)."""

    def output(one: Term, other: Term) -> Term:
        x = normalised(x_0)
        x = normalised(x + one @ relu(inner_1 @ x))
        return normalised(x + other @ relu(inner_2 @ x))

    return E(slope(output(w_1, W_2), w_1, W_1)), E(slope(output(W_1, w_2), w_2, W_2))


_BLOCKS = ("fixed", "none", "pre", "post")
_DEPTHS = 4
"""Depths of each kind of block, the second of them 2."""

TABLE = (
    terms_of(
        "transformer_basics.concentration",
        E(n * Sum(j, row[j] ** 2)),
        at=_sharp,
        group=2,
        missed={"sharpness": 1.1},
    ),
    terms_of(
        "transformer_basics.quotient_tail",
        P(max_over(j, absolute(s[j])) / absolute(total) > t),
        place=0,
        missed={"t": 8.0},
    ),
    terms_of(
        "transformer_basics.softmax_row",
        E(largest),
        E(1 - largest),
        P(largest > Fraction(1, 2)),
        P(1 - largest < Fraction(1, 10)),
        P(1 - largest < Fraction(1, 100)),
        P(second < Fraction(1, 100)),
        E(jacobian),
        E(largest * (1 - largest)),
        E(squares),
        E(by_query),
        at=_scaled,
        group=5,
        place=0,
        missed={"sharpness": 1.5},
    ),
    terms_of(
        "transformer_basics.coherence",
        E(widest),
        at=lambda point: {"n": 64, "d": point["d"]},
        trials=1024,
        missed={"n": 84},
    ),
    *(
        terms_of(
            "transformer_basics.residual_network",
            *residual(block),
            near=residual(_BLOCKS[place - 1]),
            group=_DEPTHS * place + 1,
            trials=1024,
        )
        for place, block in enumerate(_BLOCKS)
    ),
    terms_of(
        "transformer_basics.rectified_network",
        *rectified(U_1, U_2),
        near=rectified(matrix("near1"), matrix("near2")),
        trials=1024,
    ),
)
