r"""The noise power |eta_i|^2: its moments, its share along a direction, the signal-to-noise ratio.

Statement S1 (signal-to-noise law): the mean noise power is (n-1)/d_k. The second road of every
formula is the random walk of `walk.py`.
"""

from __future__ import annotations

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import d_k, d_v, n
from ..rules.algebra import collect, ratio, variance
from ..rules.asymptotics import growth
from ..rules.contraction import norm_of_term, power, project, squared_norm, substitute
from ..rules.expectation import integrate_out
from ..rules.index_sums import coincidences, exchange
from ..rules.points import against
from ..rules.vectors import Inner, Vector
from .model import UNIT_VECTORS, Premises, crosstalk, i, own_term
from .walk import noise_moment, walk_points

_SIZES = (n, d_k, d_v)
_WALK = "the random walk that adds one item at a time"


def noise_power(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{E} |\eta_i|^2 = (n-1)/d_k$ for unit keys and values (S1).

    >>> noise_power().formula
    (n - 1)/d_k
    """
    return _noise_moment(premises, "noise_power", "Mean noise power", 1)


def noise_power_second_moment(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{E} |\eta_i|^4$ for symbolic n, d_k, d_v (S1)."""
    return _noise_moment(premises, "noise_power_second_moment", "Second moment of the noise power", 2)


def noise_power_third_moment(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{E} |\eta_i|^6$ for symbolic n, d_k, d_v (S1)."""
    return _noise_moment(premises, "noise_power_third_moment", "Third moment of the noise power", 3)


def noise_power_variance(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathrm{Var} |\eta_i|^2 = \mathbb{E} |\eta_i|^4 - (\mathbb{E} |\eta_i|^2)^2$ (S1)."""
    chain = Chain(
        name="noise_power_variance", title="Variance of the noise power", premises=premises.sentences
    )
    squared = squared_noise(chain, premises)
    first = mean_of_power(chain, squared, 1)
    second = mean_of_power(chain, squared, 2)
    spread = chain.apply("subtract the squared mean", variance, second, first)
    spread = chain.apply("collect the terms", collect, spread)
    grown = chain.apply("read off the exponents", growth, spread, variables=_SIZES)

    def walk(point: dict[sp.Symbol, sp.Rational]) -> sp.Rational:
        return noise_moment(premises, 2, point) - noise_moment(premises, 1, point) ** 2

    return chain.close(spread, growth=grown, checks=(against(walk, walk_points(), _WALK),))


def directional_variance(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{E} \langle \eta_i, u \rangle^2 = (n-1)/(d_k d_v)$ for a fixed unit vector u (S1).

    >>> directional_variance().formula
    (n - 1)/(d_k*d_v)
    """
    chain = Chain(
        name="directional_variance",
        title="Variance of the crosstalk along a direction",
        premises=(*premises.sentences, "$u$ is a fixed unit vector"),
    )
    along = variance_along(chain, premises)
    grown = chain.apply("read off the exponents", growth, along, variables=_SIZES)

    def walk(point: dict[sp.Symbol, sp.Rational]) -> sp.Rational:
        return noise_moment(premises, 1, point) / premises.value_law.dimension.subs(point)

    return chain.close(
        along, growth=grown, checks=(against(walk, walk_points(), _WALK + ", shared by isotropy"),)
    )


def signal_to_noise(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{E} |\,|k_i|^2 v_i|^2 / \mathbb{E} |\eta_i|^2 = d_k/(n-1)$ (S1).

    >>> signal_to_noise().formula
    d_k/(n - 1)
    """
    chain = Chain(name="signal_to_noise", title="Signal-to-noise ratio", premises=premises.sentences)
    noise = mean_noise_power(chain, premises)
    signal = chain.define("the signal is the item's own term", Vector("s", i), own_term(premises))
    signal = chain.apply("square its norm", norm_of_term, signal)
    signal = chain.apply("take the expectation", exchange, signal)
    signal = chain.apply("integrate out the value", integrate_out, signal, letter="v")
    signal = chain.apply("integrate out the key", integrate_out, signal, letter="k")
    share = chain.apply("divide signal by noise", ratio, signal, noise)
    share = chain.apply("collect the terms", collect, share)
    grown = chain.apply("read off the exponents", growth, share, variables=_SIZES)

    def walk(point: dict[sp.Symbol, sp.Rational]) -> sp.Rational:
        alone = Premises(key_law=premises.key_law, value_law=premises.value_law, own_term=True)
        return noise_moment(alone, 1, {**point, n: sp.Integer(1)}) / noise_moment(premises, 1, point)

    return chain.close(share, growth=grown, checks=(against(walk, walk_points(), _WALK),))


def variance_along(chain: Chain, premises: Premises) -> Step:
    r"""Steps to $\mathbb{E} \langle \eta_i, u \rangle^2$ in a chain of the caller's."""
    noise = crosstalk(chain, premises)
    u = Vector("u")
    unit = chain.define("take a fixed unit vector", Inner(u, u), sp.Integer(1))
    along = chain.apply("project the crosstalk", project, noise, unit)
    along = chain.apply("square the sum", power, along, exponent=2)
    along = chain.apply("split by coincident indices", coincidences, along)
    along = chain.apply("take the expectation", exchange, along)
    along = chain.apply("integrate out the values", integrate_out, along, letter="v")
    along = chain.apply("the direction has length one", substitute, along, unit)
    return _integrated_keys(chain, along)


def mean_noise_power(chain: Chain, premises: Premises) -> Step:
    r"""Steps to $\mathbb{E} |\eta_i|^2$ in a chain of the caller's."""
    return mean_of_power(chain, squared_noise(chain, premises), 1)


def mean_of_power(chain: Chain, squared: Step, order: int) -> Step:
    r"""Steps from $|\eta_i|^2$ as a double sum to $\mathbb{E} |\eta_i|^{2 \cdot order}$."""
    if order > 1:
        squared = chain.apply(f"multiply {order} copies of the sum", power, squared, exponent=order)
    mean = chain.apply("split by coincident indices", coincidences, squared)
    mean = chain.apply("take the expectation", exchange, mean)
    mean = chain.apply("pair the factors of each value", integrate_out, mean, letter="v")
    return _integrated_keys(chain, mean)


def _integrated_keys(chain: Chain, mean: Step) -> Step:
    mean = chain.apply("pair the factors of each stored key", integrate_out, mean, letter="k", keep=i)
    mean = chain.apply("integrate out the query key", integrate_out, mean, letter="k")
    return chain.apply("collect the terms", collect, mean)


def squared_noise(chain: Chain, premises: Premises) -> Step:
    r"""Steps to $|\eta_i|^2$ as a double sum in a chain of the caller's."""
    return chain.apply("square the norm by bilinearity", squared_norm, crosstalk(chain, premises))


def _noise_moment(premises: Premises, name: str, title: str, order: int) -> Derivation:
    chain = Chain(name=name, title=title, premises=premises.sentences)
    mean = mean_of_power(chain, squared_noise(chain, premises), order)
    grown = chain.apply("read off the exponents", growth, mean, variables=_SIZES)

    def walk(point: dict[sp.Symbol, sp.Rational]) -> sp.Rational:
        return noise_moment(premises, order, point)

    return chain.close(mean, growth=grown, checks=(against(walk, walk_points(), _WALK),))
