"""The terms of the simulators of `attention_dynamics`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from theorycheck.numerics.attention_dynamics.first_order import SIZES
from theorycheck.numerics.attention_dynamics.sticky import transition_law
from theorycheck.theory.laws import DiscreteUniform, MarkovChain, Normal, Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, chain, fixed, iid, indices, sizes
from theorycheck.theory.terms import (
    E,
    P,
    Sum,
    Term,
    absolute,
    argmax,
    exp,
    gradient,
    indicator,
    inner,
    log,
    norm2,
    outer,
    replaced,
    softmax,
    sqrt,
    tabulate,
    unit,
)

from .comparison import Entry, Point

T = Size("T", minimum=2)
d_x, d_k, d_v, C = sizes("d_x d_k d_v C")
i, j, l = indices("i j l", T)
c = Index("c", C)
scale, r = Parameter("scale"), Parameter("r")


def matrix(name: str, rows: Term, columns: Term, variance: Term | int = 1) -> Term:
    """A matrix of independent centred normal entries."""
    (drawn,) = Model(**{name: iid(Normal(covariance=variance, dimension=columns), rows)})
    row = Index(f"row of {name}", rows)
    return Sum(row, outer(unit(row), drawn[row]))


# Cosines of keys, and a step smoothed by the inputs' Gram matrix.

key = Model(key=iid(Normal(dimension=d_k), T)).key
cosine_of_keys = inner(key[i], key[j]) / sqrt(norm2(key[i]) * norm2(key[j]))

narrow = Model(narrow=iid(Normal(covariance=1 / d_x, dimension=d_x), T)).narrow
step = Model(step=iid(Sphere(4), T)).step
smoothed = Sum(l, inner(narrow[l], narrow[i]) * step[l])

# Column sums of weights under random scores.

s = Model(s=iid(Normal(), T, T)).s


def usage(at: Term, *, causal: bool) -> Term:
    """The sum of the weights on a position."""
    if not causal:
        return Sum(i, softmax(tabulate(l, s[i, l]))[at])
    return Sum(i >= at, exp(s[i, at]) / Sum(l <= i, exp(s[i, l])))


def fair(at: Term, *, causal: bool) -> Term | int:
    """The same of uniform weights."""
    return Sum(i >= at, 1 / i) if causal else 1


def column_usage(*, causal: bool) -> tuple[Term, ...]:
    """Whether the least column sum is that of the least beside uniform weights, and of the last position."""
    least = argmax(j, -usage(j, causal=causal))
    return P(least == argmax(j, -usage(j, causal=causal) / fair(j, causal=causal))), P(least == T)


# One head, with x of the positions and its four matrices.


class Head:
    """Weights, values, errors and the loss of a head, by functions of positions."""

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

    @property
    def loss(self) -> Term:
        """The cross-entropy, summed over positions."""
        logits = self.logits(i)
        return Sum(i, log(Sum(c, exp(logits[c]))) - inner(self.target(i), logits))

    def slope(self, name: str) -> Term:
        """The gradient of the loss by a matrix."""
        at = self.W[name]
        variable = fixed("moved", *at.shape)
        moved = Head(self.x, self.y, {**self.W, name: variable})
        return replaced(gradient(moved.loss, variable), variable, at)


def _matrices(variance: Term | int) -> dict[str, Term]:
    shapes = {"Q": (d_k, d_x), "K": (d_k, d_x), "V": (d_v, d_x), "O": (C, d_v)}
    return {name: matrix(name, *shape, variance) for name, shape in shapes.items()}


y = Model(y=iid(DiscreteUniform(C), T)).y
wide = Model(x=iid(Normal(dimension=d_x), T)).x

# What a value step does to a single query.

head = Head(lambda at: wide[at], y, _matrices(scale**2))
gains = tabulate(j, inner(head.error(j), head.pull(1)))
own_logit = inner(head.target(1), head.W["O"] @ head.error(1))
side_effects = (
    P(inner(head.error(1), head.pull(1)) < 0),
    P(Sum(j, head.alpha(1, j) * inner(head.error(1), head.pull(j))) < 0),
    P(gains[argmax(j, head.alpha(j, 1))] < 0),
    P(own_logit > 0),
)

# One step of shared matrices beside free values and scores, to first order.

sharing = Head(lambda at: narrow[at], y, _matrices(1))


def cosine(moved: Callable[..., Term], free: Callable[..., Term], *over: Term) -> Term:
    """The cosine of moves, those of all positions as one vector."""

    def product(one: Callable[..., Term], other: Callable[..., Term]) -> Term:
        x, z = one(*over), other(*over)
        return Sum(*over, inner(x, z) if x.shape else x * z)

    return product(moved, free) / sqrt(product(moved, moved) * product(free, free))


def compatibility(query: Term, key: Term) -> Term:
    """<u, v>."""
    return inner(sharing.error(query), sharing.value(key))


def advantage(query: Term, key: Term) -> Term:
    """The mean of b under the weights, less b."""
    seen = Index("seen", T)
    mean = Sum(seen, sharing.alpha(query, seen) * compatibility(query, seen))
    return mean - compatibility(query, key)


def free_score(query: Term, key: Term) -> Term:
    """Minus Eq. (34)."""
    return sharing.alpha(query, key) * advantage(query, key)


def free_query(at: Term) -> Term:
    """Minus Eq. (35)."""
    return Sum(l, free_score(at, l) * (sharing.W["K"] @ narrow[l])) / sqrt(d_k)


def free_key(at: Term) -> Term:
    """Minus Eq. (36)."""
    return Sum(l, free_score(l, at) * (sharing.W["Q"] @ narrow[l])) / sqrt(d_k)


def moved_score(query: Term, key: Term) -> Term:
    """The move of a score, to first order, of shared W_Q and W_K."""
    by_query = inner(sharing.slope("Q") @ narrow[query], sharing.W["K"] @ narrow[key])
    return -(by_query + inner(sharing.W["Q"] @ narrow[query], sharing.slope("K") @ narrow[key])) / sqrt(d_k)


def projected_score(query: Term, key: Term) -> Term:
    """The same where queries and keys themselves move."""
    by_query = inner(free_query(query), sharing.W["K"] @ narrow[key])
    return (by_query + inner(sharing.W["Q"] @ narrow[query], free_key(key))) / sqrt(d_k)


def share(moved: Callable[[Term, Term], Term]) -> Term:
    """The share of pairs whose score moves as their advantage says."""
    return Sum(i, Sum(j, indicator(moved(i, j) * advantage(i, j) > 0))) / T**2


shared_update = (
    E(cosine(lambda at: -(sharing.slope("V") @ narrow[at]), lambda at: -sharing.pull(at), j)),
    E(cosine(lambda at: -(sharing.slope("Q") @ narrow[at]), free_query, i)),
    E(cosine(lambda at: -(sharing.slope("K") @ narrow[at]), free_key, j)),
    E(cosine(moved_score, free_score, i, j)),
    E(cosine(projected_score, free_score, i, j)),
    E(share(moved_score)),
    E(share(projected_score)),
    E(share(free_score)),
)

# A causal head over a text: positions 1, ..., T - 1 predict the symbol after theirs.

move, start = fixed("move", C, C), fixed("start", C)
state = Model(state=chain(MarkovChain(move, start), T)).state
means, noise = Model(means=iid(Normal(dimension=d_x), C), noise=iid(Normal(dimension=d_x), T))
symbol = Index("symbol", C)


def embedded(at: Term | int) -> Term:
    """The mean of a position's symbol, and noise."""
    return Sum(symbol, indicator(state[at] == symbol) * means[symbol]) + noise[at]


class CausalHead(Head):
    """A head in which a query sees its own and earlier positions, and predicts the next symbol."""

    def logits(self, query: Term | int) -> Term:
        """W_O g."""
        raised = exp(self.score(query, j))
        return self.W["O"] @ (Sum(j <= query, raised * self.value(j)) / Sum(j <= query, raised))

    def slope(self, name: str) -> Term:
        """The gradient of the mean loss by a matrix."""
        at = self.W[name]
        variable = fixed("moved", *at.shape)
        logits = CausalHead(self.x, self.y, {**self.W, name: variable}).logits(i)
        right = Sum(l == i + 1, Sum(c, indicator(self.y[l] == c) * logits[c]))
        loss = Sum(i <= T - 1, log(Sum(c, exp(logits[c]))) - right) / (T - 1)
        return replaced(gradient(loss, variable), variable, at)


reading = CausalHead(embedded, state, _matrices(1 / r**2))
norms = {name: sqrt(norm2(reading.slope(name))) for name in "VOQK"}
initial_gradient = (
    *(E(norms[name]) for name in "VOQK"),
    *(E(log(norms[name] / norms["V"])) for name in "QKO"),
)


def _positions(point: Point) -> dict[str, Any]:
    return {"T": 16, "d_k": point["d_k"]}


def _head(point: Point) -> dict[str, Any]:
    found = SIZES[point["size"]]
    return {**vars(found), "scale": point["scale"]}


def _text(point: Point) -> dict[str, Any]:
    law = transition_law("circular 8", "inverse", "split").tolist()
    sizes = {"T": int(point["T"]) + 1, "C": 8, "d_x": 20, "d_k": 10, "d_v": 15}
    return {**sizes, "r": point["r"], "move": law, "start": 1 / 8}


TABLE = (
    Entry(
        quantity="attention_dynamics.key_null",
        terms=(E(absolute(cosine_of_keys)), E(cosine_of_keys), E(cosine_of_keys**2)),
        at=_positions,
        where=(i != j,),
        missed={"d_k": 11},
    ),
    Entry(
        quantity="attention_dynamics.smoothed_power",
        terms=(E(norm2(smoothed)), E(inner(smoothed, step[i]))),
        group=4,
        missed={"T": 11},
    ),
    *(
        Entry(
            quantity="attention_dynamics.column_usage",
            terms=column_usage(causal=causal),
            group=group,
            near=column_usage(causal=not causal),
        )
        for causal, group in ((False, 1), (True, 5))
    ),
    *(
        Entry(
            quantity="attention_dynamics.side_effects",
            terms=side_effects,
            at=_head,
            group=group,
            missed={"d_v": 3},
        )
        for group in (0, 1)
    ),
    Entry(
        quantity="attention_dynamics.shared_update",
        terms=shared_update,
        at=lambda point: {**point, "d_v": 4, "C": 4},
        group=2,
        trials=1024,
        missed={"T": 11},
    ),
    Entry(
        quantity="attention_dynamics.initial_gradient",
        terms=initial_gradient,
        at=_text,
        place=1,
        trials=128,
        missed={"d_x": 27},
    ),
)
