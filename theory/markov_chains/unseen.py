r"""Contexts that never occurred before: how fast the probability that the estimate is not defined decays.

The last context c was met at none of the times before: until then the chain of contexts kept away from c. By
the Markov property that has the probability $\sum_c p_c Q_c^T r_c$ where T contexts are between the first and
the last: $Q_c$ is the chain without row and column of c, $r_c$ its column c, $p_c$ the stationary law. The
context that is kept away from longest decides; of fair symbols it is the constant one, which overlaps itself
most, and the rate is that of a k-step Fibonacci number, not $-\log(1 - S^{-k})$.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import apply
from ..model import Size, fixed
from ..node import Term, add, number
from ..tactics.chains import stationary_law
from ..tactics.growth import growth
from ..tactics.rewriting import right, then
from ..terms import define, inner, iterate, matrix, stationary, vector

T: Final = Size("T")


@dataclass(frozen=True, kw_only=True)
class Memory:
    """The law of the next symbol after each context of `order` symbols, contexts in alphabetical order."""

    laws: tuple[tuple[Fraction, ...], ...]
    order: int

    @property
    def steps(self) -> list[list[Fraction]]:
        """The chain of contexts: the first symbol goes, a last one comes."""
        symbols = len(self.laws[0])
        contexts = list(product(range(symbols), repeat=self.order))
        rows = [[Fraction(0)] * len(contexts) for _ in contexts]
        for row, context, law in zip(rows, contexts, self.laws, strict=True):
            for symbol, share in enumerate(law):
                row[contexts.index((*context, symbol)[1:])] += share
        return rows

    @property
    def law(self) -> Term:
        """The stationary law of the contexts."""
        return stationary(define("C", matrix(*self.steps)))

    def others(self, context: int) -> list[int]:
        """All contexts but this one."""
        return [i for i in range(len(self.laws)) if i != context]

    def among(self, context: int) -> Term:
        """The chain of the other contexts."""
        others = self.others(context)
        return define(f"Q_{context + 1}", matrix(*([self.steps[i][j] for j in others] for i in others)))

    def met(self, context: int) -> Term:
        """The probability of this context after T others, and one before them."""
        others = self.others(context)
        start, last = (self.law[i + 1] for i in others), (self.steps[i][context] for i in others)
        x = fixed("x", len(others))
        return inner(iterate(x @ self.among(context), x, vector(*start), T), vector(*last))


def fair(symbols: int, order: int) -> Memory:
    """Independent symbols, all alike."""
    return Memory(laws=((Fraction(1, symbols),) * symbols,) * symbols**order, order=order)


def binary(p: Fraction, q: Fraction) -> Memory:
    """A binary chain of order one: P(0 -> 1) = p, P(1 -> 0) = q."""
    return Memory(laws=((1 - p, p), (q, 1 - q)), order=1)


SWITCHING: Final = binary(Fraction(3, 10), Fraction(9, 20))
PAIRS: Final = fair(2, 2)
TRIPLES: Final = fair(2, 3)
THREE: Final = fair(3, 1)


def undefined_decay_switching(memory: Memory = SWITCHING) -> Derivation:
    r"""$-\log \max(1 - p, 1 - q)$ at p = .3, q = .45: the symbol that is left least often is alone (S9)."""
    return _decay("undefined_decay_switching", memory)


def undefined_decay_three(memory: Memory = THREE) -> Derivation:
    r"""$\log(3/2)$ for three fair symbols in contexts of one (S9)."""
    return _decay("undefined_decay_three", memory)


def undefined_decay_pairs(memory: Memory = PAIRS) -> Derivation:
    r"""$-\log((1 + \sqrt 5)/4)$ for fair bits in contexts of two: sequences without 00 are Fibonacci (S9).

    >>> undefined_decay_pairs().formula
    -log(1/4 + sqrt(5)/4)
    """
    return _decay("undefined_decay_pairs", memory)


def undefined_decay_triples(memory: Memory = TRIPLES) -> Derivation:
    r"""$-\log(\tau/2)$, $\tau^3 = \tau^2 + \tau + 1$, for fair bits in contexts of three (S9)."""
    return _decay("undefined_decay_triples", memory)


def _decay(name: str, memory: Memory) -> Derivation:
    """-log(u)/T = -log(rho) + O(1/T)."""
    law, contexts = stationary_law(memory.law, ()), range(len(memory.laws))
    shares = [
        then(
            apply("within", law, term=memory.law[i + 1]),
            apply("componentwise", left=right(law)[i + 1], right=right(law).args[i]),
        )
        for i in contexts
    ]
    among = [apply("written_out", term=memory.among(c)) for c in contexts]
    grown = growth(define("u", add(*map(memory.met, contexts))), T, *shares, *among)
    rate, main, order, _ = grown.proposition.args
    minus = apply("dominated", small=number(-1), large=number(1), limit=(T,))
    product = apply("order_of_product", minus, grown)
    found = apply("combined", product, left=-rate, main=-main, order=order, count=1)
    return proved(name, "Decay of an undefined estimate", found)
