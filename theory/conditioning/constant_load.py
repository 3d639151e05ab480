r"""One head's failure at a constant load $n - 1 = d_k/2$, $d_v = d_k$: at most $1/d_k$ in order (S3.b, f).

Cantelli's inequality from the mean and variance of the noise power, of which the mean is 1/2 and the variance
of the order of $1/d_k$. A head fails where $|\eta_i|^2 > 1$.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import sympy as sp

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal, Sphere
from ..model import fixed
from ..node import Term, number
from ..prove import derive, prove, suppose
from ..tactics import moments, products
from ..tactics.rewriting import Letters, left, right
from ..tactics.steps import calculation, equals, worked_out
from ..terms import E, Sum, Var, inner, norm2
from .definitions import Memory, d_k, i, j, n

_SPHERES: Final = Memory(value_law=Sphere(d_k))
_NORMAL: Final = Memory(
    key_law=Normal(0, 1 / d_k, dimension=d_k), value_law=Normal(0, 1 / d_k, dimension=d_k)
)


@dataclass(frozen=True, kw_only=True)
class ConstantLoad:
    """Values as wide as keys, and the other items in proportion to the dimension; with `unit_query` the query
    is any vector of length one, such as the stored key scaled to length one.
    """

    memory: Memory = _SPHERES
    load: Fraction = Fraction(1, 2)
    unit_query: bool = False

    @property
    def noise(self) -> Term:
        """The noise power."""
        k, v = self.memory.model
        unit = Sum(j != i, inner(fixed("q", d_k), k[j]) * v[j])
        return norm2(unit if self.unit_query else self.memory.crosstalk)

    @property
    def known(self) -> list[Theorem]:
        """The noise as a sum, or the length of the query."""
        length = suppose(norm2(fixed("q", d_k)) == 1, "the length of the query")
        return [length if self.unit_query else self.memory.crosstalk_as_sum()]


HALF_LOAD: Final = ConstantLoad()
"""Half as many other items as dimensions."""

GAUSSIAN_HALF_LOAD: Final = ConstantLoad(memory=_NORMAL, unit_query=True)
"""The same for normal keys and values, the query of length one."""


def failure_half_load(premises: ConstantLoad = HALF_LOAD) -> Derivation:
    r"""$\mathbb{P}(|\eta_i|^2 > 1)$ at $n - 1 = d_k/2$ is at most of the order of $1/d_k$ (S3.b)."""
    return proved("failure_half_load", "Failure of one head at a constant load", _fails(premises), d_k)


def gaussian_failure_half_load(premises: ConstantLoad = GAUSSIAN_HALF_LOAD) -> Derivation:
    r"""$\mathbb{P}(|\eta_i|^2 > 1)$ at $n - 1 = d_k/2$, $d_v = d_k$: $1/d_k$ or less (S3.f)."""
    title = "Failure of one head at a constant load, normal keys and values"
    return proved("gaussian_failure_half_load", title, _fails(premises), d_k)


def _fails(premises: ConstantLoad) -> Theorem:
    """Cantelli's inequality at the distance of 1 from the mean, which is the load."""
    noise, load = premises.noise, number(premises.load)
    size = suppose(n == load * d_k + 1, "the load")
    mean, spread = (_at(derive(x, by=[moments, *premises.known]), size) for x in (E(noise), Var(noise)))
    tail = apply("cantelli", apply("positive", term=1 - load), x=noise, relation="gt")
    tail = apply("rewrite", spread, apply("rewrite", mean, tail))
    event = apply("same_event", event=left(tail).args[0], other=noise > 1, factor=number(1))
    tail, value = apply("rewrite", event, tail), right(tail)
    return apply("transitive", tail, _single_quotient(value, spread, (1 - load) ** 2))


def _single_quotient(value: Term, spread: Theorem, square: Term) -> Theorem:
    """Cantelli's v/(v + t^2) as one quotient of polynomials, by v >= 0."""
    sign = apply("rewrite", spread, apply("bounded", term=left(spread), end="low"))
    total = next(part.args[0] for part in value.args if part.head == "power" and part.args[0].head == "add")
    positive = prove(number(0) < total, by=[products, sign])
    letters = Letters()
    above, below = sp.fraction(sp.together(letters.formula(total)))
    sizes = apply("positive", term=letters.term(sp.factor(below)))
    whole = prove(number(0) < letters.term(above), by=[products, positive, sizes])
    quotient = letters.term(sp.factor(sp.cancel(letters.formula(right(spread)) * below))) / letters.term(
        above
    )
    return apply("ring", positive, whole, left=value, right=quotient)


def _at(value: Theorem, size: Theorem) -> Theorem:
    """The value at the load."""
    return calculation(left(value), equals(right(value), value), worked_out(size))
