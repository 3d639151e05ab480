r"""Contexts that never occurred before: how fast the probability that the estimate is not defined decays.

The last context c was met at none of the times before: until then the chain of contexts kept away from c.
The context that is kept away from longest decides; of fair symbols it is the constant one, which overlaps
itself most, and the rate is that of a k-step Fibonacci number, not $-\log(1 - S^{-k})$.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation
from ..rules.taboo import slowest_taboo

T: Final = sp.Symbol("T", positive=True)
S: Final = sp.Symbol("S", positive=True)
_m: Final = sp.Symbol("m", integer=True, positive=True)
_i, _symbol, _last = sp.Symbol("i"), sp.Symbol("x_i"), sp.Symbol("x_T")


@dataclass(frozen=True, kw_only=True)
class Alike:
    """Independent symbols in contexts of one: the share of each symbol, and how many came before."""

    share: sp.Expr = 1 / S
    before: sp.Expr = T - 1

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            f"symbols are independent, each of share ${sp.latex(self.share)}$",
            f"${sp.latex(self.before)}$ symbols came before the last",
        )


@dataclass(frozen=True, kw_only=True)
class Memory:
    """The law of the next symbol after each context of `order` symbols, contexts in alphabetical order."""

    laws: tuple[tuple[sp.Rational, ...], ...]
    order: int
    name: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (self.name, f"contexts of {self.order} symbols")

    @property
    def steps(self) -> sp.ImmutableMatrix:
        """The chain of contexts: the first symbol goes, a last one comes."""
        symbols = len(self.laws[0])
        contexts = list(product(range(symbols), repeat=self.order))
        matrix = sp.zeros(len(contexts), len(contexts))
        for row, (context, law) in enumerate(zip(contexts, self.laws, strict=True)):
            for symbol, share in enumerate(law):
                matrix[row, contexts.index((*context, symbol)[1:])] += share
        return sp.ImmutableMatrix(matrix)


def fair(symbols: int, order: int) -> Memory:
    """Independent symbols, all alike."""
    row = (sp.Rational(1, symbols),) * symbols
    return Memory(laws=(row,) * symbols**order, order=order, name=f"{symbols} symbols, independent and alike")


def binary(p: sp.Rational, q: sp.Rational) -> Memory:
    """A binary chain of order one."""
    name = f"$P(0 \\to 1) = {sp.latex(p)}$, $P(1 \\to 0) = {sp.latex(q)}$"
    return Memory(laws=((1 - p, p), (q, 1 - q)), order=1, name=name)


ALIKE: Final = Alike()
SWITCHING: Final = binary(sp.Rational(3, 10), sp.Rational(9, 20))
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
    chain = Chain(name=name, title="Decay of an undefined estimate", premises=memory.sentences)
    steps = chain.define("the chain of contexts", sp.Symbol("C"), memory.steps)
    return chain.close(chain.apply("keep away from each context", slowest_taboo, steps))
