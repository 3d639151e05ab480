r"""The noise power |eta_i|^2 (S1): its moments, its share along a direction, the signal; the state's norm."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import fixed
from ..node import Term
from ..prove import derive, prove
from ..tactics import bound, markov, moments
from ..tactics.rewriting import factored, right
from ..tactics.steps import calculation, equals
from ..terms import E, P, Var, inner, norm2
from .definitions import UNIT, Memory, d_k, d_v, n

_SIZES = (n, d_k, d_v)


def noise_power(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} |\eta_i|^2 = (n-1)/d_k$ for unit keys and values.

    >>> noise_power().formula
    (n - 1)/d_k
    """
    return proved("noise_power", "Mean noise power", mean_power(premises), *_SIZES)


def noise_power_second_moment(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} |\eta_i|^4$ for symbolic n, d_k, d_v."""
    title = "Second moment of the noise power"
    return proved("noise_power_second_moment", title, mean_power(premises, 2), *_SIZES)


def noise_power_third_moment(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} |\eta_i|^6$ for symbolic n, d_k, d_v."""
    title = "Third moment of the noise power"
    return proved("noise_power_third_moment", title, mean_power(premises, 3), *_SIZES)


def noise_power_variance(premises: Memory = UNIT) -> Derivation:
    r"""$\mathrm{Var} |\eta_i|^2 = \mathbb{E} |\eta_i|^4 - (\mathbb{E} |\eta_i|^2)^2$."""
    spread = _valued(Var(norm2(premises.crosstalk)), premises)
    return proved("noise_power_variance", "Variance of the noise power", spread, *_SIZES)


def directional_variance(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} \langle \eta_i, u \rangle^2 = (n-1)/(d_k d_v)$ for a fixed unit vector u.

    >>> directional_variance().formula
    (n - 1)/(d_k*d_v)
    """
    title = "Variance of the crosstalk along a direction"
    return proved("directional_variance", title, variance_along(premises), *_SIZES)


def noise_median_ceiling(premises: Memory = UNIT) -> Derivation:
    r"""The median of $|\eta_i|^2$ is at most twice its mean, $2(n-1)/d_k$ (S6).

    >>> noise_median_ceiling().formula
    2*(n - 1)/d_k
    """
    mean, noise = mean_power(premises), norm2(premises.crosstalk)
    twice = factored(2 * right(mean))
    positive = prove(twice > 0, by=bound, where=[n > 1])
    tail = prove(P(noise > twice) <= Fraction(1, 2), by=[markov, mean, positive])
    median = apply("quantile_below", tail)
    return proved("noise_median_ceiling", "Median noise power, from above", median, n, d_k)


def signal_to_noise(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} |\,|k_i|^2 v_i|^2 / \mathbb{E} |\eta_i|^2 = d_k/(n-1)$.

    >>> signal_to_noise().formula
    d_k/(n - 1)
    """
    signal = derive(E(norm2(premises.signal)), by=moments)
    share = quotient(signal, mean_power(premises), n > 1)
    return proved("signal_to_noise", "Signal-to-noise ratio", share, *_SIZES)


def hebb_norm(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{E} |S_n|_F^2 = n$ for unit keys and values: growth without bound (S7).

    >>> hebb_norm().formula
    n
    """
    norm = derive(E(norm2(premises.state)), by=moments)
    return proved("hebb_norm", "Mean square norm of the Hebbian state", norm, n)


@lru_cache
def mean_power(memory: Memory, order: int = 1) -> Theorem:
    """The moment of the noise power of that order."""
    return _valued(E(norm2(memory.crosstalk) ** order), memory)


@lru_cache
def variance_along(memory: Memory) -> Theorem:
    """E <eta_i, u>^2 for a fixed vector u of length one."""
    u = fixed("u", *memory.crosstalk.shape)
    return _valued(E(inner(memory.crosstalk, u) ** 2), memory, norm2(u) == 1)


def _valued(term: Term, memory: Memory, *where: Term) -> Theorem:
    return derive(term, by=[moments, memory.crosstalk_as_sum()], where=where)


def quotient(above: Theorem, below: Theorem, *where: Term) -> Theorem:
    """From a = x and b = y: a/b = x/y, where y and its factors are positive in the case considered."""
    (a, x), (b, y) = above.proposition.args, below.proposition.args
    factors = [part for part in (y.args if y.head == "mul" else ()) if part.head == "add"]
    some, *each = (prove(part > 0, by=bound, where=where) for part in (y, *factors))
    positive = apply("transitive", some, apply("symmetric", below))
    return calculation(a / b, equals(factored(x / y), above, below, positive, *each, some))
