r"""Normal keys and values: the exact law of a head's failure, and its exponential rate (S3.f).

The query is a stored key scaled to length one, so that $|\eta_i|^2$ is a product of two independent
chi-squares, of n-1 and of $d_v$ degrees of freedom, over $d_k d_v$. With `unit_query=False` the length of the
key is a third factor. Unit keys and values (the sphere) have the same mean and another law.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import alpha, d_k, d_v, kappa, n, tau
from ..rules.algebra import specialise
from ..rules.contraction import substitute
from ..rules.laws import Gaussian
from ..rules.points import WORKING_DIGITS, Point, against, number
from ..rules.products import moment_of_product, product_of_lengths, product_rate, product_tail, survival
from ..rules.vectors import Inner
from .model import Premises, crosstalk, i

ORDER: Final = sp.Symbol("s", positive=True)
"""The order of a moment."""


@dataclass(frozen=True, kw_only=True)
class NormalMemory:
    """Normal keys and values; with `unit_query` the query is the stored key scaled to length one."""

    memory: Premises = field(default_factory=lambda: Premises(key_law=Gaussian(d_k), value_law=Gaussian(d_v)))
    unit_query: bool = True

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        length = "scaled to length one" if self.unit_query else "as it is"
        return (*self.memory.sentences, f"the query is the stored key {length}")


NORMAL: Final = NormalMemory()
"""Normal keys and values, the query of length one."""


def gaussian_failure(premises: NormalMemory = NORMAL) -> Derivation:
    r"""$p = \mathbb{P}(|\eta_i|^2 > \tau)$ exactly, as a Meijer G-function (S3.f)."""
    chain = _chain(premises, "gaussian_failure", "Probability that one head fails, normal keys and values")
    share = chain.apply(
        "invert the moments", survival, noise_of_order(chain, premises), order=ORDER, threshold=tau
    )

    def one_integral(point: Point) -> mpmath.mpf:
        keys, values = (number(law.dimension, point) for law in _laws(premises))
        items = number(n, point) - 1
        return product_tail([items / 2, values / 2], number(tau, point) * keys * values / 4)

    # Even numbers make one shape whole and the other half of an odd number.
    points = [
        {
            n: sp.Integer(2 * k + 2),
            d_k: sp.Rational(38 * k, 7),
            d_v: sp.Integer(4 * k),
            tau: sp.Rational(k, 3),
        }
        for k in (1, 2)
    ]
    if not premises.unit_query:
        return chain.close(share, checks=(_two_integrals(premises, points[0]),))
    return chain.close(share, checks=(against(one_integral, points, "one integral over a chi-square"),))


def gaussian_failure_rate(premises: NormalMemory = NORMAL) -> Derivation:
    r"""$-\lim \frac{1}{d_k} \log p = \sqrt{\tau} - 1 - \frac{1}{2} \log \tau$ at $n - 1 = d_v = d_k$ (S3.f).

    The chain goes through $n - 1 = \alpha d_k$ and $d_v = \kappa d_k$. For $\alpha < \tau$; at larger loads a
    head fails with probability tending to one.
    """
    chain = _chain(premises, "gaussian_failure_rate", "Exponential rate of one head's failure")
    moment = noise_of_order(chain, premises)
    items = chain.define("the items are in proportion to the dimension", n, alpha * d_k + 1)
    values = chain.define("so are the values' coordinates", d_v, kappa * d_k)
    rate = chain.apply(
        "take the best order", product_rate, moment, items, values, order=ORDER, threshold=tau, dimension=d_k
    )
    for words, ratio in (("at a load of one", alpha), ("with values as wide as keys", kappa)):
        rate = chain.apply(words, specialise, rate, symbol=ratio, value=sp.Integer(1))
    return chain.close(rate, checks=(_two_lengths(premises),))


def noise_of_order(chain: Chain, premises: NormalMemory) -> Step:
    r"""Steps to $\mathbb{E} |\eta_i|^{2s}$ in a chain of the caller's."""
    noise = crosstalk(chain, premises.memory)
    lengths = chain.apply("the sum is normal given its coefficients", product_of_lengths, noise)
    if premises.unit_query:
        key = premises.memory.key.at(i)
        unit = chain.define("the query has length one", Inner(key, key), sp.Integer(1))
        lengths = chain.apply("put its length in", substitute, lengths, unit)
    return chain.apply("multiply the moments", moment_of_product, lengths, order=ORDER)


def _chain(premises: NormalMemory, name: str, title: str) -> Chain:
    return Chain(name=name, title=title, premises=premises.sentences)


def _laws(premises: NormalMemory) -> tuple[Gaussian, Gaussian]:
    return premises.memory.key_law, premises.memory.value_law


def _two_integrals(premises: NormalMemory, point: Point) -> Callable[[sp.Expr], str]:
    """The product of three chi-squares: one integral more, over the length of the query."""

    def check(formula: sp.Expr) -> str:
        with mpmath.workdps(25):
            keys, values = (number(law.dimension, point) for law in _laws(premises))
            level, step = number(tau, point) * keys**2 * values / 8, mpmath.mpf(1) / 4
            shapes = [(number(n, point) - 1) / 2, values / 2]
            logs = [step * k for k in range(-160, 24)]
            terms = (
                mpmath.exp(keys / 2 * u - mpmath.exp(u)) * product_tail(shapes, level * mpmath.exp(-u), 4)
                for u in logs
            )
            route = step * mpmath.fsum(terms) / mpmath.gamma(keys / 2)
            if abs(route - number(formula, point)) > mpmath.mpf(10) ** -12:
                raise CheckFailed(f"Two integrals give {mpmath.nstr(route, 15)}.")
        return "two integrals over chi-squares at a point to 12 digits"

    return check


def _two_lengths(premises: NormalMemory) -> Callable[[sp.Expr], str]:
    """The cheapest pair of lengths with the given product: each chi-square's own rate, minimised."""

    def check(formula: sp.Expr) -> str:
        keys, values = (law.dimension for law in _laws(premises))
        for k in (1, 2, 3):
            point = {tau: sp.Rational(k + 2, 2)}
            with mpmath.workdps(WORKING_DIGITS):
                share, width, level = mpmath.mpf(1), mpmath.mpf(1), number(tau, point)
                far = {d_k: sp.Integer(10) ** 90, d_v: sp.Integer(10) ** 90}
                level *= number(keys / d_k, far) * number(values / d_v, far)

                cheapest = _cheapest(share, width, level)
                if abs(cheapest - number(formula, point)) > mpmath.mpf(10) ** -30:
                    raise CheckFailed(f"At {point} the cheapest lengths cost {mpmath.nstr(cheapest, 12)}.")
        return "the cheapest pair of lengths, each with its chi-square's rate, to 30 digits"

    return check


def _cheapest(share: mpmath.mpf, width: mpmath.mpf, level: mpmath.mpf) -> mpmath.mpf:
    """The least sum of the rates of two chi-squares over d, of product level * width."""

    def cost(x: mpmath.mpf) -> mpmath.mpf:
        y = level * width / x
        return (x - share - share * mpmath.log(x / share) + y - width - width * mpmath.log(y / width)) / 2

    low, high = mpmath.mpf(10) ** -6, share + width + level
    while high - low > mpmath.mpf(10) ** -25:
        one, other = (2 * low + high) / 3, (low + 2 * high) / 3
        low, high = (low, other) if cost(one) < cost(other) else (one, high)
    return cost(low)
