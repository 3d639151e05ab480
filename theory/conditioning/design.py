r"""What the error bound would ask of a design (S9), and what it says of capacity (S10).

Every formula here is read off the bound $L ((n-1)/(d_k \tau))^H$ as if it were the error: it is a
property of the bound, and one of the network only so far as the bound is tight.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import apply
from ..model import Parameter, Size
from ..node import Term, number, power
from ..prove import derive, prove, suppose
from ..substitution import replaced
from ..tactics import bound, events, gradients
from ..tactics.rewriting import factored, left, right, then
from ..tactics.solving import isolated
from ..terms import E, P, any_, exp, gradient, log, norm2
from .definitions import d_k, i, n, tau
from .guarantee import one_fails
from .network import NETWORK, H, Network
from .noise import mean_power

r: Final = Parameter("r")
D: Final = Size("D")
"""The width of a layer: all its heads together."""
_READ: Final = "read off the bound, not off the probability of failure"
_SIGNS: Final = suppose(tau > 0), suppose(r > 0), suppose(n > 1)


def iso_error_dimension(premises: Network = NETWORK) -> Derivation:
    r"""$d_k$ at which the bound is r: $\frac{n-1}{\tau} (L/r)^{1/H}$ (S9)."""
    return _reached(premises, "iso_error_dimension", "Dimension at which the bound is r", d_k, n)


def heads_needed(premises: Network = NETWORK) -> Derivation:
    r"""H at which the bound is r: $\log(r/L)/\log((n-1)/(d_k \tau))$ (S9)."""
    return _reached(premises, "heads_needed", "Heads at which the bound is r", H)


def constant_error_load(premises: Network = NETWORK) -> Derivation:
    r"""n at which the bound is r: $1 + d_k \tau (r/L)^{1/H}$, linear in $d_k$ for every H (S10)."""
    return _reached(premises, "constant_error_load", "Items at which the bound of one query is r", n, d_k)


def optimal_heads(premises: Network = NETWORK) -> Derivation:
    r"""H at which the bound is least for a fixed width $D = H d_k$: $D \tau/(e (n-1))$ (S9).

    The bound is $L e^{H \log((n-1) H/(D \tau))}$; where it is least its slope in H, taken as real, is zero.
    """
    heads = Parameter("H")
    base = replaced(right(one_fails(premises.memory)), d_k, D / heads)
    least = premises.layers * exp(heads * log(base))
    signs = suppose(tau > 0), suppose(n > 1), suppose(heads > 0)
    signs = (*signs, apply("positive", *signs, term=base))
    slope = derive(gradient(least, heads), by=[gradients, *signs])
    flat = suppose(left(slope) == 0, f"the bound is least; {_READ}")
    level = apply(
        "ring", *signs, flat, slope, left=log(base), right=number(-1), multipliers=(1 / least, -1 / least)
    )
    best = isolated(level, heads, *signs)
    return proved("optimal_heads", "Heads that make the bound least at a fixed width", best, D, n)


def constant_error_load_all(premises: Network = NETWORK) -> Derivation:
    r"""n up to which the bound for all n queries stays below r: of exponent H/(H+1) in $d_k$ (S10).

    At one head the exponent is 1/2, that of the capacity law: the two laws agree where a failure is
    that of any of the n queries, and at H = 1 only.
    """
    return _all_queries(premises, "constant_error_load_all")


def constant_error_load_all_one_head(premises: Network = NETWORK) -> Derivation:
    r"""n at which the bound for all n queries is r at H = 1: of exponent 1/2 in $d_k$ (S10)."""
    return _all_queries(replace(premises, heads=1), "constant_error_load_all_one_head")


def constant_error_load_all_two_heads(premises: Network = NETWORK) -> Derivation:
    r"""n at which the bound for all n queries is r at H = 2: of exponent 2/3 in $d_k$ (S10)."""
    return _all_queries(replace(premises, heads=2), "constant_error_load_all_two_heads")


def _reached(premises: Network, name: str, title: str, size: Term, *along: Term) -> Derivation:
    """The size at which the bound is r: L (E|eta|^2/tau)^H = r, solved."""
    memory = premises.memory
    error = premises.layers * power(E(norm2(memory.crosstalk)) / tau, premises.heads)
    reached = apply("rewrite", mean_power(memory), suppose(error == r, _READ))
    falls = suppose(right(one_fails(memory)) < 1, "the bound falls with the heads")
    signs = (*_SIGNS, falls) if size is H else _SIGNS
    return proved(name, title, isolated(reached, size, *signs), *along)


def _all_queries(premises: Network, name: str) -> Derivation:
    """The number of items at which the bound for all queries is r, one item more being counted."""
    one = one_fails(premises.one)
    more = factored(replaced(right(one), n, n + 1))
    one = apply("transitive", one, prove(right(one) <= more, by=bound, where=[tau > 0]))
    event = premises.fails(norm2(premises.one.crosstalk) > tau)
    every = derive(P(any_(i, event)), by=[events, one])
    signs = suppose(tau > 0), suppose(r > 0)
    once = premises.layers * power(factored(more / n), premises.heads) * power(n, premises.heads + 1)
    gathered = apply("ring", *signs, left=once, right=right(every))
    load = isolated(then(gathered, suppose(right(every) == r, _READ)), n, *signs)
    return proved(name, "Items at which the bound of all queries is r", load, d_k)
