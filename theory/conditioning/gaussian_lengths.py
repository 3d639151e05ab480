r"""Normal keys and values: moments of the noise of any order, and one head's failure by the best one (S3.f).

The query q is a vector of length one, as a stored key scaled to it; with `unit_query=False` it is a key as it
is. Given the keys the crosstalk is normal: $|\eta|^2$ is in law $|q|^2 |g|^2 |w|^2$, g with an entry for
each other item.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..node import Term, multiply, number
from ..prove import prove, suppose
from ..substitution import subterms, unfolded
from ..tactics import products
from ..tactics.orders import grown
from ..tactics.rewriting import factored, itself, replaced_within, right, then
from ..tactics.tails import moment_tail
from ..terms import E, Sum, define, inner, norm2, sqrt, tabulate
from .definitions import d_k, d_v, tau

s = Parameter("s")
"""The order of a moment."""
n = Size("n", minimum=2)
_KEYS: Final = Normal(0, 1 / d_k, dimension=d_k)
_VALUES: Final = Normal(0, 1 / d_v, dimension=d_v)


@dataclass(frozen=True, kw_only=True)
class NormalItems:
    """The laws of keys and values, the number of other items, and whether the query has length one."""

    key_law: Term = _KEYS
    value_law: Term = _VALUES
    others: Term = n - 1
    unit_query: bool = True

    @property
    def query(self) -> Term:
        """A fixed vector, whose length a hypothesis says is one, or a key as it is drawn."""
        return fixed("q", *self.key_law.shape) if self.unit_query else Model(q=self.key_law).q

    @property
    def scores(self) -> Term:
        """The products of the query with the other keys."""
        j = Index("j", self.others)
        return tabulate(j, inner(Model(k=iid(self.key_law, self.others)).k[j], self.query))

    @property
    def mean(self) -> Term:
        """E |eta|^2 with as many other items as dimensions of keys and of values."""
        return factored(d_k**2 * self.key_law.args[1] * self.value_law.args[1])

    @property
    def level(self) -> Term:
        """The threshold over that mean."""
        return tau / self.mean

    @property
    def crosstalk(self) -> Term:
        """Eta, what the other items add to the output of the query."""
        j = Index("j", self.others)
        k, v = Model(k=iid(self.key_law, self.others), v=iid(self.value_law, self.others))
        return define("eta", Sum(j, inner(k[j], self.query) * v[j]))


NORMAL_ITEMS: Final = NormalItems()
FULL_LOAD: Final = NormalItems(value_law=Normal(0, 1 / d_k, dimension=d_k), others=d_k)
"""As many other items as dimensions, of keys and of values."""


def gaussian_noise_moment(premises: NormalItems = NORMAL_ITEMS) -> Derivation:
    r"""$\mathbb{E} |\eta|^{2s}$ for every order s > 0: a ratio of Gamma functions (S3.f)."""
    return proved(
        "gaussian_noise_moment", "Moments of the noise power, normal keys and values", _moment(premises)
    )


def gaussian_failure_chernoff(premises: NormalItems = FULL_LOAD) -> Derivation:
    r"""$\mathbb{P}(|\eta|^2 > \tau)$ at $n - 1 = d_v = d_k$, by a moment of order $\sim d_k$ (S3.f).

    The order $d_k (\sqrt{\tau} - 1)/2$ gives the rate of the large-deviation rule, without the factor
    $1/\sqrt{d_k}$ in front of it.
    """
    title = "Failure of one head at a load of one, by the best moment, normal keys and values"
    return proved("gaussian_failure_chernoff", title, chernoff(premises))


def chernoff(premises: NormalItems) -> Theorem:
    r"""$\mathbb{P}(|\eta|^2 > \tau)$ by a moment, $\tau$ being above c, the mean at full load."""
    more = suppose(tau > premises.mean, "the threshold is above the mean")
    above = prove(number(1) < premises.level, by=[products, more])
    steep = grown(above, Fraction(1, 2))
    order = d_k * (sqrt(premises.level) - 1) / 2
    positive = prove(order > 0, by=[products, steep])
    moment = apply("instance", _moment(premises), symbol=s, value=order)
    moment = apply("cut", positive, moment)
    threshold = apply("positive", more, term=tau)
    return moment_tail(moment, threshold, positive)


def in_lengths(term: Term, premises: NormalItems, *facts: Theorem) -> tuple[Theorem, list[Term]]:
    """A mean or probability of |eta|^2 by the product of |q|^2, |g|^2 and |w|^2, and these vectors: the sum
    over items is one normal vector w, and its weights another, g.
    """
    eta, law = premises.crosstalk, premises.value_law
    w, g = Model(w=law, g=Normal(0, premises.key_law.args[1], dimension=premises.others))
    theorem = replaced_within(itself(term), [apply("written_out", term=eta)])
    total = unfolded(eta)
    for x, image, length in ((w, total, norm2(premises.scores)), (g, premises.scores, norm2(premises.query))):
        theorem = then(theorem, apply("normal_image", *facts, term=right(theorem), image=image, w=x))
        theorem = replaced_within(theorem, [_length(right(theorem), x, length)])
    random = [g, w] if premises.unit_query else [premises.query, g, w]
    product = multiply(*(norm2(x) for x in random))
    base = right(theorem).args[0].args[0]
    known = [suppose(norm2(premises.query) == 1, "the query has length one")] if premises.unit_query else []
    unit = apply("ring", *known, left=base, right=product, multipliers=tuple(product for _ in known))
    return replaced_within(theorem, [unit]), random


def _moment(premises: NormalItems) -> Theorem:
    """E |eta|^(2 s), by the moments of lengths."""
    order = suppose(s > 0, "the order")
    theorem, random = in_lengths(E(norm2(premises.crosstalk) ** s), premises, order)
    theorem = replaced_within(theorem, [_powers(multiply(*(norm2(x) for x in random)), order)])
    for x in random[::-1]:
        theorem = then(theorem, apply("length_moment", order, term=right(theorem), x=x))
    return theorem


def _length(mean: Term, x: Term, length: Term) -> Theorem:
    """|r x|^2 = l |x|^2, where r is the root of what is l."""
    whole = next(part for part in subterms(mean) if part.head == "norm2" and x in subterms(part))
    root = whole.args[0].args[0]
    sign = apply("root", x=root.args[0])
    theorem = apply("componentwise", left=whole, right=root**2 * norm2(x))
    theorem = replaced_within(theorem, [apply("one_of_both", sign, position=1)])
    return then(theorem, apply("componentwise", left=right(theorem), right=length * norm2(x)))


def _powers(product: Term, order: Theorem) -> Theorem:
    """(x y ...)^s = x^s y^s ..."""
    first, *rest = product.args
    tail = multiply(*rest)
    split = apply("power_of_product", order, x=first, y=tail, e=s)
    if len(rest) == 1:
        return split
    split = replaced_within(split, [_powers(tail, order)])
    return then(split, apply("ring", left=right(split), right=multiply(*(x**s for x in product.args))))
