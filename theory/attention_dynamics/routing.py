r"""Gradients under any routing $g_i = \sum_j w_{ij} v_j$ (Section 9.3), one parameter at a time.

Near a point any smooth routing is $w^0 + \theta D$ in a parameter $\theta$, and a derivative there asks for
no more. Weights that sum to one have $D 1 = 0$: then any baseline $c_i$ may be subtracted from $b_{ij}$,
$\mathbb{E}_{w_i} b$ among them. Where sums move with the parameter, it changes the gradient.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation
from ..kernel import Theorem, apply
from ..model import Parameter, fixed
from ..node import Term, Value
from ..prove import suppose
from ..substitution import replaced
from ..tactics.gradients import pulled_back
from ..tactics.rewriting import replaced_within, right, then
from ..terms import inner, ones, outer, trace
from .gaps import no_difference
from .gradients import by_values, by_weights
from .model import HEAD, T, alpha, values

theta: Final = Parameter("theta")
baseline = fixed("c", T)


@dataclass(frozen=True, kw_only=True)
class Routing:
    """How the sum of a query's weights moves with a parameter; zero where weights sum to one."""

    drift: Value = 0


@dataclass(frozen=True, kw_only=True)
class Counted:
    """The share of the derivative, of weights or of values, that the formula counts."""

    share: Value = 1


NORMALISED: Final = Routing()
COUNTED: Final = Counted()


def baseline_gap(premises: Routing = NORMALISED) -> Derivation:
    r"""$\partial L/\partial\theta - \sum_{ij} (b_{ij} - c_i)\, D_{ij} = 0$, any c.

    >>> baseline_gap().formula
    0
    """
    found, compatible, moved = _by_parameter(alpha, by_weights(HEAD), COUNTED)
    one, letter = ones(T), fixed("∂c", T, T)
    drift = suppose(moved @ one == premises.drift * one, "how sums of weights move")
    less = trace((letter - outer(baseline, one)).T @ moved)
    apart = apply("componentwise", left=less, right=trace(letter.T @ moved) - inner(baseline, moved @ one))
    apart = replaced_within(apart, [drift])
    apart = then(apart, apply("componentwise", left=right(apart), right=trace(letter.T @ moved)))
    same = apply("symmetric", apply("instance", apart, symbol=letter, value=compatible))
    return no_difference("baseline_gap", "Gradient by routing parameters, any baseline", then(found, same))


def plain_gap(premises: Counted = COUNTED) -> Derivation:
    r"""$\partial L/\partial\theta - \sum_{ij} b_{ij} D_{ij} = 0$, whatever weights sum to.

    >>> plain_gap().formula
    0
    """
    found, *_ = _by_parameter(alpha, by_weights(HEAD), premises)
    return no_difference("plain_gap", "Gradient by routing parameters", found)


def value_parameter_gap(premises: Counted = COUNTED) -> Derivation:
    r"""$\partial L/\partial\theta - \sum_{ij} w_{ij}\, u_i^\top e_j = 0$ at values $v^0 + \theta E$.

    >>> value_parameter_gap().formula
    0
    """
    found, *_ = _by_parameter(values, by_values(HEAD), premises)
    return no_difference("value_parameter_gap", "Gradient by value parameters", found)


def _by_parameter(letter: Term, slope: Theorem, premises: Counted) -> tuple[Theorem, Term, Term]:
    """The derivative by a parameter of what a letter stands for, the slope there, and how that moves."""
    start, moved = (fixed(name, *letter.shape) for name in ("w_0", "D"))
    middle = start + premises.share * theta * moved
    found = pulled_back(slope, middle, theta, lambda c: trace(c.T @ moved))
    return found, replaced(right(slope), letter, middle), moved
