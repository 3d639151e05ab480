r"""Higher-order conditioning: L layers chained without clean-up (S5).

Layer l stores $v^{l-1}_j \to v^l_j$ for all n items and is queried with the output of layer l-1; the first
query is an exact key. Every $v^l_j$ is drawn afresh. The output is $o^l = \sum_j c^l_j v^l_j$, where
$c^l = G^{l-1} c^{l-1}$ with the Gram matrix $G^{l-1}$ of the codes that layer l reads, and $c^0 = e_i$. The
error is that of the last output against $v^L_i$; it compounds, and is linear in L only as far as
$L (n-1)/d_k$ is small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Sphere
from ..model import Index, Model, Parameter, fixed, iid
from ..node import Term, Value, number, power
from ..prove import derive, prove, suppose
from ..substitution import replaced, subterms
from ..tactics import bound, moments, products
from ..tactics.recursions import mean_of_fold
from ..tactics.rewriting import converted, factored, left, nonnegative, replaced_within, right
from ..tactics.steps import at_least, calculation, equals, specialized
from ..terms import E, Sum, fold, inner, norm2, tabulate, unit
from .definitions import d_k, i, j, n
from .network import H, L

_KEYS: Final = Sphere(d_k)
m: Final = Index("m", n)
_X: Final = Parameter("x")


@dataclass(frozen=True, kw_only=True)
class Stack:
    """A chain of layers; each of `heads` heads has codes of its own and their outputs are averaged."""

    law: Term = _KEYS
    heads: Value = 1

    @property
    def letter(self) -> Term:
        """Any coefficients of the codes."""
        return fixed("c", n)

    @property
    def coefficients(self) -> Term:
        """The coefficients of the last output: one Gram matrix after another, or their average over heads."""
        layer, head = Index("l", L), Index("h", self.heads)
        v = Model(v=iid(self.law, L, self.heads, n)).v
        image = Sum(head, Sum(j, inner(v[layer, head, m], v[layer, head, j]) * self.letter[j]))
        return fold(tabulate(m, image / self.heads), self.letter, layer, unit(i))

    @property
    def codes(self) -> Term:
        """The codes of the last layer."""
        return Model(w=iid(self.law, n)).w

    def distance(self, coefficients: Term) -> Term:
        """The squared distance of an output with these coefficients from the target."""
        return norm2(Sum(j, coefficients[j] * self.codes[j]) - self.codes[i])


STACK: Final = Stack()
"""One head in every layer."""

HEADS: Final = Stack(heads=H)
"""H averaged heads in every layer."""


def depth_error(premises: Stack = STACK) -> Derivation:
    r"""$\mathbb{E} |o^L - v^L_i|^2 = (1 + (n-1)/d_k)^L - 1$ for the chain without clean-up (S5)."""
    return proved("depth_error", "Mean square error after L layers", _error(premises), d_k)


def depth_error_heads(premises: Stack = HEADS) -> Derivation:
    r"""$\mathbb{E} |o^L - v^L_i|^2 = (1 + (n-1)/(d_k H))^L - 1$ with H averaged heads (S5)."""
    title = "Mean square error after L layers of averaged heads"
    return proved("depth_error_heads", title, _error(premises), d_k)


def depth_error_linear(premises: Stack = STACK) -> Derivation:
    r"""$\mathbb{E} |o^L - v^L_i|^2 \ge L (n-1)/d_k$: linear in L only as a lower bound (S5).

    >>> depth_error_linear().formula
    L*(n - 1)/d_k
    """
    error = _error(premises)
    one = factored(
        next(part for part in subterms(right(error)) if part.head == "power" and part.args[1] is L).args[0]
        - 1
    )
    bernoulli = specialized(_bernoulli(), {_X: one}, prove(one >= 0, by=bound))
    theorem = calculation(left(error), equals(right(error), error), at_least(L * one, bernoulli))
    return proved("depth_error_linear", "Linear lower bound on the error after L layers", theorem, L, n, d_k)


def _bernoulli() -> Theorem:
    """Bernoulli: 1 + L x <= (1 + x)^L for x >= 0, by induction over L."""
    statement, sign = power(1 + _X, L) >= 1 + L * _X, suppose(_X >= 0)
    facts = (suppose(statement), prove(1 + _X > 0, by=[products, sign]), nonnegative(_X**2))
    step = prove(replaced(statement, L, L + 1), by=[products, *facts])
    return apply("induction", prove(replaced(statement, L, number(1))), step, symbol=L, statement=statement)


def _error(premises: Stack) -> Theorem:
    """The mean square error: for any coefficients, then in the mean over those of the layers before."""
    c, last = premises.letter, premises.coefficients
    one = derive(E(premises.distance(c)), by=moments)
    plain = norm2(c) - 2 * c[i] + 1
    one = converted(one, lambda found: apply("componentwise", left=found, right=plain))
    error = apply("held_fixed", one, fixed=c, x=last)
    error = converted(error, lambda mean: apply("linear", term=mean))
    multiples = [apply("linear", term=part) for part in right(error).args[1:]]
    known = [mean_of_fold(last, c, [statistic]) for statistic in (norm2(c), c[i])]
    error = replaced_within(error, [*multiples, *known])
    return converted(error, lambda value: apply("ring", left=value, right=right(known[0]) - 1))
