r"""Normal keys and values: Markov's bound, and the failure of one head at a constant load (S3.f)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation
from ..notation import d_k, d_v, n, tau
from ..rules.isolating import put_in
from ..rules.points import number
from ..rules.products import product_tail
from ..rules.tails import moment_tail
from .gaussian import NORMAL, ORDER, NormalMemory, noise_of_order


@dataclass(frozen=True, kw_only=True)
class GaussianLoad:
    """Normal keys and values of one dimension, and items in proportion to it."""

    model: NormalMemory = NORMAL
    load: sp.Rational = sp.S.Half

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        tied = "values have the dimension of keys"
        return (*self.model.sentences, tied, rf"$n - 1 = {sp.latex(self.load)}\, d_k$")


"""Half as many other items as dimensions."""

GAUSSIAN_FULL_LOAD: Final = GaussianLoad(load=sp.S.One)
"""As many other items as dimensions."""

_LOOSE: Final = 6


def gaussian_failure_chernoff(premises: GaussianLoad = GAUSSIAN_FULL_LOAD) -> Derivation:
    r"""$\mathbb{P}(|\eta_i|^2 > \tau)$ at $n - 1 = d_v = d_k$, by a moment of order $\sim d_k$ (S3.f).

    The order $d_k (\sqrt{\tau} - 1)/2$ gives the rate of the large-deviation rule, without the factor
    $1/\sqrt{d_k}$ in front of it.
    """
    title = "Failure of one head at a load of one, by the best moment, normal keys and values"
    chain = Chain(name="gaussian_failure_chernoff", title=title, premises=premises.sentences)
    moment = noise_of_order(chain, premises.model)
    fails = chain.apply("bound the tail by the moment", moment_tail, moment, threshold=tau)
    for words, symbol, value in (
        ("values are as wide as keys", d_v, d_k),
        ("items are in proportion to the dimension", n, premises.load * d_k + 1),
        ("choose an order", ORDER, d_k * (sp.sqrt(tau) - 1) / 2),
    ):
        known = chain.define(words, symbol, value)
        fails = chain.apply("put it in", put_in, fails, known)
    return chain.close(fails, checks=(_above_the_law(premises),))


def _above_the_law(premises: GaussianLoad) -> Callable[[sp.Expr], str]:
    """Above the exact law, by one integral over a chi-square, and of its rate: five times it at most."""

    def check(formula: sp.Expr) -> str:
        for size, level in ((4, sp.Integer(4)), (8, sp.Integer(2)), (16, sp.Integer(4))):
            memory, at = premises.model.memory, {d_k: sp.Integer(size), d_v: sp.Integer(size)}
            keys, values = (number(law.dimension, at) for law in (memory.key_law, memory.value_law))
            with mpmath.workdps(20):
                shapes = [number(premises.load, {}) * size / 2, values / 2]
                exact = product_tail(shapes, number(level, {}) * keys * values / 4, 4)
                share = number(formula, {d_k: sp.Integer(size), tau: level}) / exact
                if share < 1 or share > _LOOSE * mpmath.sqrt(size):
                    raise CheckFailed(f"At d_k = {size} the bound is {mpmath.nstr(share, 6)} of the law.")
        return "above one integral over a chi-square at three sizes, by no more than the missing root"

    return check
