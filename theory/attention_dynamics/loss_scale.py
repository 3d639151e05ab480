r"""What the sum of losses over positions is in place of their mean, under Adam and with normalised vectors.

Gradients of the sum are $c = T$ times those of the mean. Adam's move of a parameter at step t is
$\sum_s w_s g_s/\sqrt{\sum_s r_s g_s^2}$ of its gradients $g_1, ..., g_t$, with weights that fall by the
factors $\beta_1$ and $\beta_2$ a step, any weights here; nothing is added to the root. A vector $W x$ divided
by its length is the same under $c W$; layer norm does so with W less the mean of its rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation
from ..kernel import apply
from ..model import Index, Parameter, Size, fixed
from ..node import Term, Value, as_term
from ..prove import derive, suppose
from ..tactics import gradients
from ..terms import Sum, gradient, inner, norm2, sqrt
from .gaps import nothing_left, nothing_of
from .model import W_V, d_x

t: Final = Size("t")
_FACTOR: Final = Parameter("c")
_POSITIVE: Final = suppose(_FACTOR > 0, "the factor on the loss")


@dataclass(frozen=True, kw_only=True)
class Divisor:
    """What is added to the divisor."""

    floor: Value = 0


DIVISOR: Final = Divisor()


def adam_scale(premises: Divisor = DIVISOR) -> Derivation:
    r"""Adam's move by the gradients $c\, g_s$ minus that by $g_s$, $c > 0$: nothing (Q8).

    >>> adam_scale().formula
    0
    """
    s = Index("s", t)
    slope, w, r = (fixed(letter, t) for letter in ("g", "w", "r"))
    squares = Sum(s, r[s] * slope[s] ** 2)

    def move(factor: Value) -> Term:
        square = Sum(s, r[s] * (as_term(factor) * slope[s]) ** 2)
        return Sum(s, w[s] * as_term(factor) * slope[s]) / (sqrt(square) + premises.floor)

    some = suppose(squares > 0, "some gradient is not zero")
    return nothing_left(
        "adam_scale", "Adam on a loss by another factor", move(_FACTOR) - move(1), _POSITIVE, some
    )


def normalised_scale(premises: Divisor = DIVISOR) -> Derivation:
    r"""$c\, \nabla f(c W) - \nabla f(W)$ for $f(W) = \langle u, W x\rangle/|W x|$, u any: nothing (Q8).

    With u the gradient by the normalised vector, which is the same at both, this is one position's part of
    the loss's gradient. A step of $\eta$ on the sum from W is thus $\sqrt T$ times one on the mean from
    $W/\sqrt T$.

    >>> normalised_scale().formula
    0
    """
    u, x = fixed("u", W_V.shape[0]), fixed("x", d_x)
    length = norm2(W_V @ x)
    some = suppose(length > 0, "the vector is not zero")
    value = inner(u, W_V @ x) / (sqrt(length) + premises.floor)
    slope = derive(gradient(value, W_V), by=[gradients, some])
    scaled = apply("instance", slope, symbol=W_V, value=_FACTOR * W_V)
    return nothing_of(
        "normalised_scale",
        "Gradient of a normalised vector by its matrix, of another size",
        lambda there, here: _FACTOR * there - here,
        scaled,
        slope,
        facts=(_POSITIVE, some),
    )
