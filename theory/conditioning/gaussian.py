r"""Normal keys and values: the exact law of a head's failure, and its exponential rate (S3.f).

The query is a vector of length one, so that $|\eta|^2$ is a product of two independent chi-squares, of n-1
and of $d_v$ degrees of freedom, over $d_k d_v$. With `unit_query=False` a key's length is a third factor.
Unit keys and values (the sphere) have the same mean and another law.
"""

from __future__ import annotations

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Sphere
from ..model import Model, fixed
from ..prove import prove, suppose
from ..tactics import asymptotics, products
from ..tactics.orders import grown
from ..tactics.rewriting import factored, left, nonnegative, occurring, replaced_within, right, then
from ..tactics.steps import at_least, calculation, equals
from ..terms import P, expansion, log, norm2, sqrt
from .definitions import d_k, tau
from .gaussian_lengths import FULL_LOAD, NORMAL_ITEMS, NormalItems, chernoff, in_lengths


def gaussian_failure(premises: NormalItems = NORMAL_ITEMS) -> Derivation:
    r"""$p = \mathbb{P}(|\eta|^2 > \tau)$ exactly, as a Meijer G-function (S3.f).

    >>> gaussian_failure().formula
    meijerg(((), (1,)), ((0, d_v/2, n/2 - 1/2), ()), d_k*d_v*tau/4)/(gamma(d_v/2)*gamma(n/2 - 1/2))
    """
    theorem, random = in_lengths(P(norm2(premises.crosstalk) > tau), premises)
    tail = apply("product_of_lengths", suppose(tau > 0, "the threshold"), objects=tuple(random), t=tau)
    argument = occurring(right(tail), "meijer_g")[0].args[-1]
    tail = replaced_within(tail, [apply("ring", left=argument, right=factored(argument))])
    title = "Probability that one head fails, normal keys and values"
    return proved("gaussian_failure", title, then(theorem, tail))


def gaussian_failure_rate(premises: NormalItems = FULL_LOAD) -> Derivation:
    r"""$-\lim \frac{1}{d_k} \log p = \sqrt{\tau} - 1 - \frac{1}{2} \log \tau$ at $n - 1 = d_v = d_k$ (S3.f).

    At most by the best moment, at least by the chance that both lengths are $\sqrt{\tau}$ times their means:
    for $\tau > 1$. The query is drawn from the unit sphere, as any of length one has the same law.

    >>> gaussian_failure_rate().formula
    sqrt(tau) - log(tau)/2 - 1
    """
    above, below = (_any_query(bound, premises) for bound in (chernoff(premises), _alike(premises)))
    rate, level = -log(left(above)) / d_k, _above(premises)
    main = sqrt(premises.level) - 1 - log(premises.level) / 2
    stated = expansion(rate, main, log(d_k) / d_k, d_k)
    theorem = prove(stated, by=[asymptotics, _between(above, below, level), level])
    return proved("gaussian_failure_rate", "Exponential rate of one head's failure", theorem)


def _above(premises: NormalItems) -> Theorem:
    return suppose(tau > premises.mean, "the threshold is above the mean")


def _alike(premises: NormalItems) -> Theorem:
    """P(|eta|^2 > tau) is at least the chance that both lengths are so many times their means."""
    found, (g, w) = in_lengths(P(norm2(premises.crosstalk) > tau), premises)
    level, times = _above(premises), sqrt(premises.level)
    ends = [times * factored(d_k * x.args[0].args[1]) for x in (g, w)]
    positive = [apply("positive", level, term=end) for end in ends]
    u, v = (fixed(f"{x.data[0]}_held", *x.shape) for x in (g, w))
    one, other = (suppose(norm2(x) > end) for x, end in zip((u, v), ends, strict=True))
    product = prove(norm2(u) * norm2(v) > tau, by=[products, one, other, *positive, level])
    chance = apply("implied", product, event=other.proposition, fixed=v, x=w)
    chance = apply("where_it_holds", chance, nonnegative(right(chance)), event=one.proposition)
    chance = apply("held_fixed", chance, fixed=u, x=g)
    both = apply("linear", term=left(chance))
    tails = [apply("normal_tail", *positive, x=x, t=end) for x, end in zip((g, w), ends, strict=True)]
    both = replaced_within(both, [apply("symmetric", apply("written_out", term=left(tails[0]))), *tails])
    one, other = (apply("gamma_tail_above", *positive, a=a, x=x) for a, x in (right(t).args for t in tails))
    signs = [apply("positive", *positive, term=left(bound)) for bound in (one, other)]
    return calculation(
        left(found),
        equals(right(found), found),
        at_least(left(chance), chance),
        equals(right(both), both),
        at_least(left(one) * left(other), one, other, *signs),
    )


def _any_query(bound: Theorem, premises: NormalItems) -> Theorem:
    """The bound for a query that is drawn from the unit sphere."""
    q = Model(q=Sphere(*premises.query.shape)).q
    return apply("held_fixed", bound, apply("fixed_norm", term=norm2(q)), fixed=premises.query, x=q)


def _between(above: Theorem, below: Theorem, level: Theorem) -> Theorem:
    """|x - a| <= b - a for x = -log(p)/d_k, a and b being the same of the bounds on p."""
    least = apply("positive", level, term=left(below))
    signed = (above, apply("transitive", least, below)), (below, least)
    logs = [grown(order, "log", sign) for order, sign in signed]
    low, own, high = (-x / d_k for x in (right(logs[0]), left(logs[0]), left(logs[1])))
    facts = (*logs, apply("positive", term=1 / d_k))
    down = prove(-(high - low) <= own - low, by=[products, *facts])
    return apply("modulus", down, prove(own - low <= high - low, by=[products, *facts]))
