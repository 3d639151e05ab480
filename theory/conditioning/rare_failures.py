r"""Failures fall faster in $d_k$ than the error law: second moments where it takes the first (S3.b, S3.d).

The law would have $-\log(1-r)$ of the order of $L ((n-1)/d_k)^H$. By one moment more it is at most of the
order of $L (n/d_k)^{2H}$, for failures by noise and by near collisions alike, which no constant makes up
for at fixed n. At a constant load $n - 1 = d_k/2$, where the law is a constant, one head's failure
vanishes as $1/d_k$ or faster.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import fixed
from ..node import Term, as_term, number
from ..prove import derive, prove, suppose
from ..substitution import subterms
from ..tactics import bound, events, markov, moments, products
from ..tactics.orders import grown
from ..tactics.rewriting import left, nonnegative, right, then
from ..tactics.steps import at_most, calculation, equals
from ..tactics.unions import some_independent
from ..terms import E, P, absolute, any_, exp, inner, log, norm2
from .definitions import Memory, d_k, d_v, i, j, n
from .guarantee import one_fails
from .network import NETWORK, H, Network
from .noise import mean_power
from .sizes import leading

_LIGHT: Final = Fraction(3, 4)
_HALF: Final = Fraction(1, 2)
_THREE: Final = 3
"""Dimensions in which the density of an overlap does not rise."""


def error_ceiling_one_head(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r)$ at H = 1 is at most of the order of $L n^2/d_k^2$ (S3.b)."""
    return _error_ceiling(replace(premises, heads=1), "error_ceiling_one_head")


def error_ceiling_two_heads(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r)$ at H = 2 is at most of the order of $L n^4/d_k^4$ (S3.b)."""
    return _error_ceiling(replace(premises, heads=2), "error_ceiling_two_heads")


def error_ceiling_three_heads(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r)$ at H = 3 is at most of the order of $L n^6/d_k^6$ (S3.b)."""
    return _error_ceiling(replace(premises, heads=3), "error_ceiling_three_heads")


def near_ceiling_one_head(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r)$ by near collisions at H = 1 is at most of the order of $L (n-1)/d_k^2$ (S3.d)."""
    return _near_ceiling(replace(premises, heads=1), "near_ceiling_one_head")


def near_ceiling_two_heads(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r)$ by near collisions at H = 2 is at most of the order of $L (n-1)^2/d_k^4$ (S3.d)."""
    return _near_ceiling(replace(premises, heads=2), "near_ceiling_two_heads")


def _error_ceiling(premises: Network, name: str) -> Derivation:
    """A head fails where the noise power exceeds 1; at most 1 + 3 d_k/4 items, values as wide as keys."""
    theorem = _network(premises, _one_of(premises, _noisy_query))
    theorem = apply("instance", theorem, symbol=d_v, value=premises.memory.key_law.shape[0])
    return proved(name, "Logarithm of the survival, from above", theorem, n, d_k, *_layers(premises))


def _one_of(premises: Network, fails: Callable[[Memory], Theorem]) -> Theorem:
    """The failure of one head, from that of one of any number of heads."""
    return apply("instance", fails(replace(premises, heads=H).one), symbol=H, value=as_term(premises.heads))


@lru_cache
def _noisy_query(memory: Memory) -> Theorem:
    """The noise power exceeds 1: at most 1 - exp(-s b), b the second moment's bound."""
    noise, size = norm2(memory.crosstalk), memory.key_law.shape[0]
    first, load = one_fails(memory, 1), suppose(n <= 1 + _LIGHT * size, "the load")
    light = calculation(P(noise > 1), at_most(right(first), first), at_most(number(_LIGHT), load))
    power = mean_power(memory, 2)
    value, sign = leading(right(power), size), prove(number(0) <= number(1), by=bound)
    squared = calculation(P(noise**2 > 1), at_most(right(power), markov, power), at_most(value, bound))
    same = apply("same_power", nonnegative(noise), sign, relation="gt", exponent=2)
    return _rare(then(same, squared), light)


def _near_ceiling(premises: Network, name: str) -> Derivation:
    """A head fails where some other key is nearly parallel to the query's."""
    theorem = _network(premises, _one_of(premises, _near_query))
    title = "Logarithm of the survival, near collisions, from above"
    return proved(name, title, theorem, n, d_k, *_layers(premises))


@lru_cache
def _near_query(memory: Memory) -> Theorem:
    """Some other key is nearly parallel: at most 1 - exp(-(n - 1) s q), q the fourth moment's bound."""
    key, size = memory.key(j), memory.key_law.shape[0]
    u = fixed("u", size)
    along, length = inner(u, key), apply("fixed_norm", term=norm2(memory.key(i)))
    unit, half = suppose(norm2(u) == right(length), "what the query's key is held fixed at"), number(_HALF)
    low, high = prove(number(0) <= half, by=bound), prove(half <= 1, by=bound)
    cap = apply("falling_density", unit, low, high, suppose(size >= _THREE), term=along, x=key, t=half)
    fourth = derive(E(along**4), by=[moments, unit])
    tail = prove(P(along**4 > half**4) <= right(fourth) / half**4, by=[markov, fourth])
    same = apply("same_power", nonnegative(absolute(along)), low, relation="gt", exponent=4)
    pair = _rare(then(same, tail), cap)
    some = _some(any_(j != i, absolute(along) > half), j, pair, n - 1)
    return apply("held_fixed", some, length, fixed=u, x=memory.key(i))


def _hazard(fails: Theorem) -> Term:
    """The h of a bound 1 - exp(-h)."""
    return -next(part for part in subterms(right(fails)) if part.data == ("exp",)).args[0]


def _rare(fails: Theorem, cap: Theorem) -> Theorem:
    """From P <= b and P <= c < 1: P <= 1 - exp(-s b), s = -log(1 - c)/c, on the chord of exp."""
    chance, c = cap.proposition.args
    s = log(1 / (1 - c)) / c
    steep, x = apply("positive", term=s), -s * chance
    low, high = (
        prove(-s * c <= x, by=[products, cap, steep]),
        prove(x <= 0, by=[products, nonnegative(chance), steep]),
    )
    below = calculation(
        exp(-s * right(fails)),
        at_most(exp(x), fails, steep),
        at_most(1 - chance, apply("chord", low, high, x=x, a=-s * c, b=number(0), function="exp")),
    )
    return prove(chance <= 1 - left(below), by=[products, below])


def _network(premises: Network, one: Theorem) -> Theorem:
    """From P(a head fails) <= 1 - exp(-h): -log(1 - P(the network fails)) <= L h^H."""
    heads = as_term(premises.heads)
    chance, h = left(one), _hazard(one)
    every = derive(P(premises.together(chance.args[0])), by=[events, one])
    above = apply("hazard_of_all", prove(number(0) <= h, by=bound), y=h, count=heads)
    every = apply("transitive", every, above)
    fails = premises.fails(chance.args[0])
    some = _some(fails, premises.head[0], every, as_term(premises.layers))
    rest, value = 1 - left(some), _hazard(some)
    survives = grown(prove(exp(-value) <= rest, by=[products, some]), "log")
    return prove(-log(rest) <= value, by=[products, survives])


def _some(event: Term, index: Term, one: Theorem, count: Term) -> Theorem:
    """From P(A) <= 1 - exp(-h): some of so many independent A have P <= 1 - exp(-count h)."""
    h = _hazard(one)
    some = some_independent(event, index, one, nonnegative(exp(-h)))
    return calculation(P(event), at_most(right(some), some), equals(1 - exp(-count * h)))


def _layers(premises: Network) -> list[Term]:
    return [premises.layers] if isinstance(premises.layers, Term) else []
