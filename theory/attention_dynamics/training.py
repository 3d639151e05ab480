r"""What larger steps for one matrix are, where routing rests, and the least loss (Sections 5.3 and 7.2).

A head that multiplies its values by $\sqrt c$ and holds $W' = W_V/\sqrt c$ computes what a head with $W_V$
does. The loss depends on $W'$ through $W_V$ alone, so that the chain rule says how its steps move $W_V$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Parameter, fixed
from ..node import Term, Value, as_term
from ..prove import suppose
from ..substitution import replaced
from ..tactics.gradients import pulled_back
from ..tactics.rewriting import right
from ..terms import sqrt, zero_like
from ..transformer_basics.losses import gibbs
from .gaps import nothing_of
from .gradients import by_key_matrix, by_output_matrix, by_query_matrix, by_scores, by_value_matrix
from .model import HEAD, W_K, W_O, W_Q, W_V, Head, eta, keys, queries, scores, x

factor: Final = Parameter("c")


@dataclass(frozen=True, kw_only=True)
class Rescaled:
    """By what the held matrix is multiplied in the head, and the factor on the other head's step."""

    inside: Term = sqrt(factor)  # noqa: RUF009 - a term does not change
    step: Term = factor


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """What the predicted probabilities of the next symbol add up to."""

    total: Value = 1


RESCALED: Final = Rescaled()
PREDICTION: Final = Prediction()


def rescaled_values(premises: Rescaled = RESCALED) -> Derivation:
    r"""A step of $\eta$ on $W' = W_V/\sqrt c$ moves $W_V$ as one of $c\, \eta$ does: the gap, 0 (S8).

    >>> rescaled_values().formula
    0
    """
    return _moves("rescaled_values", by_value_matrix(HEAD), W_V, premises)


def rescaled_outputs(premises: Rescaled = RESCALED) -> Derivation:
    r"""The same of $W_O$.

    >>> rescaled_outputs().formula
    0
    """
    return _moves("rescaled_outputs", by_output_matrix(HEAD), W_O, premises)


def rescaled_queries(premises: Rescaled = RESCALED) -> Derivation:
    r"""The same of $W_Q$.

    >>> rescaled_queries().formula
    0
    """
    return _moves("rescaled_queries", by_query_matrix(HEAD), W_Q, premises)


def routing_at_rest(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_{W_Q} L = 0$ where $W_K = 0$: equal weights are a rest point of training (S8).

    >>> routing_at_rest().formula
    0
    """
    slope = by_query_matrix(premises)
    return _at_zero("routing_at_rest", "Routing without keys", premises, slope, (queries, W_Q), (keys, W_K))


def keys_at_rest(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_{W_K} L = 0$ where $W_Q = 0$ (S8).

    >>> keys_at_rest().formula
    0
    """
    slope = by_key_matrix(premises)
    return _at_zero("keys_at_rest", "Routing without queries", premises, slope, (keys, W_K), (queries, W_Q))


def least_loss(premises: Prediction = PREDICTION) -> Derivation:
    r"""$-\sum_z q_z \log(r_z/q_z) \ge 0$: no prediction has a smaller mean loss than the law itself (S7).

    >>> least_loss().formula
    0
    """
    title = "Excess of a prediction's loss over the least"
    return proved("least_loss", title, gibbs(as_term(premises.total)))


def _moves(name: str, slope: Theorem, matrix: Term, premises: Rescaled) -> Derivation:
    """How the step on the held matrix moves the whole one, minus the direct step."""
    middle = premises.inside * fixed("W'", *matrix.shape)
    held = pulled_back(slope, middle, middle.args[1], lambda c: premises.inside * c)
    return nothing_of(
        name,
        "Larger steps as other units",
        lambda held, direct: premises.step * eta * direct - premises.inside * eta * held,
        held,
        apply("instance", slope, symbol=matrix, value=middle),
        shared=(replaced(right(slope), matrix, middle),),
        facts=(suppose(factor > 0),),
    )


def _at_zero(
    name: str, title: str, head: Head, slope: Theorem, own: tuple[Term, Term], other: tuple[Term, Term]
) -> Derivation:
    """The gradient by one matrix where the other, which makes the vectors, is zero."""
    none = zero_like(other[1].shape)
    shared = replaced(right(by_scores(head)), scores, head.scores(queries, keys))
    for letter, value in ((own[0], x @ own[1].T), (other[0], x @ none.T)):
        shared = replaced(shared, letter, value)
    at_zero = apply("instance", slope, symbol=other[0], value=x @ none.T)
    return nothing_of(name, title, lambda found: found, at_zero, shared=(shared,))
