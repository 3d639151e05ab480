"""The terms of the simulators of `attention_dynamics`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from theorycheck.numerics.attention_dynamics.sticky import transition_law
from theorycheck.numerics.attention_dynamics.terms import Head, T, c, d_k, i, j, l, matrices, narrow, y
from theorycheck.theory.laws import MarkovChain, Normal
from theorycheck.theory.model import Index, Model, Parameter, chain, fixed, iid, sizes
from theorycheck.theory.node import Term
from theorycheck.theory.substitution import replaced
from theorycheck.theory.terms import E, Sum, absolute, exp, gradient, indicator, inner, log, norm2, sqrt

from .comparison import Point, terms_of

d_x, C = sizes("d_x C")
r = Parameter("r")

# Cosines of keys.

key = Model(key=iid(Normal(dimension=d_k), T)).key
cosine_of_keys = inner(key[i], key[j]) / sqrt(norm2(key[i]) * norm2(key[j]))

# One head, whose matrices are trained.


class Trained(Head):
    """A head with its loss, and the gradient of that."""

    @property
    def loss(self) -> Term:
        """The cross-entropy, summed over positions."""
        logits = self.logits(i)
        return Sum(i, log(Sum(c, exp(logits[c]))) - inner(self.target(i), logits))

    def slope(self, name: str) -> Term:
        """The gradient of the loss by a matrix."""
        at = self.W[name]
        variable = fixed("moved", *at.shape)
        moved = Trained(self.x, self.y, {**self.W, name: variable})
        return replaced(gradient(moved.loss, variable), variable, at)


# One step of shared matrices beside free values and scores, to first order.

sharing = Trained(lambda at: narrow[at], y, matrices(1))


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


class CausalHead(Trained):
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


reading = CausalHead(embedded, state, matrices(1 / r**2))
norms = {name: sqrt(norm2(reading.slope(name))) for name in "VOQK"}
initial_gradient = (
    *(E(norms[name]) for name in "VOQK"),
    *(E(log(norms[name] / norms["V"])) for name in "QKO"),
)


def _positions(point: Point) -> dict[str, Any]:
    return {"T": 16, "d_k": point["d_k"]}


def _text(point: Point) -> dict[str, Any]:
    law = transition_law("circular 8", "inverse", "split").tolist()
    sizes = {"T": int(point["T"]) + 1, "C": 8, "d_x": 20, "d_k": 10, "d_v": 15}
    return {**sizes, "r": point["r"], "move": law, "start": 1 / 8}


TABLE = (
    terms_of(
        "attention_dynamics.key_null",
        E(absolute(cosine_of_keys)),
        E(cosine_of_keys),
        E(cosine_of_keys**2),
        at=_positions,
        where=(i != j,),
        missed={"d_k": 11},
    ),
    terms_of(
        "attention_dynamics.shared_update",
        *shared_update,
        at=lambda point: {**point, "d_v": 4, "C": 4},
        group=2,
        trials=1024,
        missed={"T": 11},
    ),
    terms_of(
        "attention_dynamics.initial_gradient",
        *initial_gradient,
        at=_text,
        place=1,
        trials=128,
        missed={"d_x": 27},
    ),
)
