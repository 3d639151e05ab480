r"""L layers of H heads: the network fails where all heads of some layer fail (S3, S4).

Every head of every layer has keys and values of its own, so that its failure, an event of probability p, is
independent of the others' by the model. The bound takes Markov, the heads' independence, and the union over
the layers. The structure $1 - (1-p^H)^L$ is exact, whatever a failure is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Bernoulli
from ..model import Index, Model, Parameter, Size, iid
from ..node import Term, Value, as_term, number, power
from ..prove import derive, prove, suppose
from ..tactics import events, products
from ..tactics.rewriting import left, right
from ..tactics.steps import calculation, equals
from ..terms import P, all_, any_, log, norm2
from .definitions import UNIT, Memory, d_k, n, tau
from .guarantee import one_fails

L, H = Size("L"), Size("H")
p: Final = Parameter("p")
"""The probability that one head fails."""
CHANCE: Final = [p >= 0, p <= 1]


@dataclass(frozen=True, kw_only=True)
class Network:
    """So many layers of so many heads, and the memory of one head."""

    memory: Memory = UNIT
    layers: Value = L
    heads: Value = H

    @property
    def head(self) -> tuple[Term, Term]:
        """The indices of a layer and of a head in it."""
        return Index("l", self.layers), Index("h", self.heads)

    @property
    def one(self) -> Memory:
        """The memory of one head of one layer."""
        return replace(self.memory, head=self.head)

    @property
    def coin(self) -> Term:
        """Whether a head fails, where nothing else is known of it: 1 with probability p, else 0."""
        return Model(x=iid(Bernoulli(p), self.layers, self.heads)).x[*self.head]

    def together(self, head_fails: Term) -> Term:
        """All heads of a layer fail."""
        return all_(self.head[1], head_fails)

    def fails(self, head_fails: Term) -> Term:
        """All heads of some layer fail."""
        return any_(self.head[0], self.together(head_fails))


NETWORK: Final = Network()
"""Fresh keys and values in every head of every layer."""


def error_bound(premises: Network = NETWORK) -> Derivation:
    r"""$r \le L ((n-1)/(d_k \tau))^H$ by Markov, independent heads, and union over layers (S3.a).

    >>> error_bound().formula
    L*((n - 1)/(d_k*tau))**H
    """
    return _error_bound(premises, "error_bound", "")


def error_bound_one_head(premises: Network = NETWORK) -> Derivation:
    r"""$r \le L (n-1)/(d_k \tau)$: the bound at H = 1, with its exponents (S3.a)."""
    return _error_bound(replace(premises, heads=1), "error_bound_one_head", ", 1 head")


def error_bound_two_heads(premises: Network = NETWORK) -> Derivation:
    r"""$r \le L ((n-1)/(d_k \tau))^2$: the bound at H = 2, with its exponents (S3.a)."""
    return _error_bound(replace(premises, heads=2), "error_bound_two_heads", ", 2 heads")


def error_bound_three_heads(premises: Network = NETWORK) -> Derivation:
    r"""$r \le L ((n-1)/(d_k \tau))^3$: the bound at H = 3, with its exponents (S3.a)."""
    return _error_bound(replace(premises, heads=3), "error_bound_three_heads", ", 3 heads")


def heads_fail_together(premises: Network = NETWORK) -> Derivation:
    r"""$\mathbb{P}(\text{all } H \text{ heads fail}) = p^H$ for independent heads (S4).

    >>> heads_fail_together().formula
    p**H
    """
    together = derive(P(premises.together(premises.coin == 1)), by=events, where=CHANCE)
    return proved("heads_fail_together", "Probability that all heads of a layer fail", together)


def heads_excess(premises: Network = NETWORK) -> Derivation:
    r"""$\mathbb{P}(\text{all } H \text{ heads fail})$ beside $H$ heads of as many layers: no excess (S4).

    >>> heads_excess().formula
    0
    """
    square = replace(premises, layers=premises.heads)
    (layer, head), x = square.head, Model.of(square.coin).x
    chances = [
        derive(P(all_(index, x[place] == 1)), by=events, where=CHANCE)
        for index, place in ((head, (1, head)), (layer, (layer, 1)))
    ]
    together, apart = map(left, chances)
    theorem = calculation(together - apart, equals(0, *chances))
    return proved("heads_excess", "Excess of P(all heads fail) over heads of different layers", theorem)


def error_structure(premises: Network = NETWORK) -> Derivation:
    r"""$r = 1 - (1 - p^H)^L$ for independent heads and layers (S3.e).

    >>> error_structure().formula
    1 - (1 - p**H)**L
    """
    fails = derive(P(premises.fails(premises.coin == 1)), by=events, where=CHANCE)
    return proved("error_structure", "Probability that the network fails", fails)


def error_hazard(premises: Network = NETWORK) -> Derivation:
    r"""$-\log(1-r) = -L \log(1 - p^H)$: exactly linear in L, and of exponent H in p (S3.e).

    >>> error_hazard().formula
    -L*log(1 - p**H)
    """
    theorem = hazard(premises, lambda network: network.coin == 1, suppose(p > 0), suppose(p < 1))
    return proved("error_hazard", "Logarithm of the network's survival", theorem)


def network_bound(premises: Network) -> Theorem:
    """The bound on the failure of the network: Markov, independence, union."""
    head_fails = norm2(premises.one.crosstalk) > tau
    return derive(P(premises.fails(head_fails)), by=[events, one_fails(premises.one)])


def hazard(
    premises: Network, fails: Callable[[Network], Term], low: Theorem, below: Theorem, *one: Theorem
) -> Theorem:
    """-log(1 - P(fails)) = -L log(1 - q^H), from 0 < q and q < 1 for the chance q of one head."""
    if premises.layers is not L:
        theorem = hazard(replace(premises, layers=L), fails, low, below, *one)
        return apply("instance", theorem, symbol=L, value=as_term(premises.layers))
    chance, heads = left(below), as_term(premises.heads)
    bounds = (apply("weakened", low), apply("weakened", below))
    event = P(premises.fails(fails(premises)))
    failed = derive(event, by=[events, *one, *map(_turned, bounds)])
    value = -L * log(1 - power(chance, heads))
    return calculation(-log(1 - event), equals(value, failed, smaller_power(below, heads, low)))


def _turned(fact: Theorem) -> Theorem:
    """The chance on the left."""
    return fact if fact.proposition.args[1].head == "number" else apply("symmetric", fact)


def smaller_power(below: Theorem, exponent: Term, *facts: Theorem) -> Theorem:
    """The theorem q^e < 1, from q < 1, and 0 < q and 0 < e by the facts."""
    grown = apply("monotone", below, *facts, function="power", exponent=exponent)
    one = right(grown)
    return grown if one is number(1) else apply("transitive", grown, apply("ring", left=one, right=number(1)))


def of_others(chance: Term, several: Theorem, below: Theorem, above: Theorem) -> tuple[Theorem, Theorem]:
    """0 < p and p < 1 for p = 1 - q^(n - 1), from n > 1, q < 1 and 0 < q."""
    free = power(left(below), n - 1)
    rarer, kept = smaller_power(below, n - 1, several, above), apply("positive", above, term=free)
    low = prove(number(0) < chance, by=[products, rarer])
    high = prove(chance < 1, by=[products, kept])
    return low, high


def _error_bound(premises: Network, name: str, heads: str) -> Derivation:
    title = f"Bound on the probability that the network fails{heads}"
    along = [size for size in (n, d_k, premises.layers) if isinstance(size, Term)]
    return proved(name, title, network_bound(premises), *along)
