r"""Steps to moments of the noise power, for derivations that are not theorems yet."""

from __future__ import annotations

import sympy as sp

from ..derivation import Chain, Step
from ..rules.algebra import collect
from ..rules.contraction import power, project, squared_norm, substitute
from ..rules.expectation import integrate_out
from ..rules.index_sums import coincidences, exchange
from ..rules.vectors import Inner, Vector
from .model import Premises, crosstalk, i


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
