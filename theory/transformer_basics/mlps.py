r"""The size and the cost of the MLP of a block (S14), from the shapes of its matrices.

Width d, expansion 4, n tokens. A product of an a x b and a b x c matrix costs $2 a b c$ operations, one for
each multiplication and one for each addition.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Size
from ..node import Term, Value, as_term, number
from ..prove import derive, suppose
from ..tactics import algebra
from ..tactics.solving import isolated
from ..terms import define

d, n, L = map(Size, "dnL")
zero, one, four = map(number, (0, 1, 4))


@dataclass(frozen=True, kw_only=True)
class Block:
    """The hidden width of the MLP over d, the matrices of attention, and the share of pairs that are seen.

    `bias` counts the biases of each output coordinate of a matrix, `norms` the layer normalisations, each
    with a gain and a bias for each coordinate, `tokens` the vectors of an embedding.
    """

    expansion: Value = four
    projections: Value = four
    seen: Value = one
    bias: Value = zero
    norms: Value = zero
    tokens: Value = zero

    @property
    def hidden(self) -> Term:
        """The hidden width of the MLP."""
        return as_term(self.expansion) * d

    @property
    def mlp_numbers(self) -> Term:
        """The numbers of the maps d -> hidden -> d."""
        return define("N_M", (d + self.bias) * self.hidden + (self.hidden + self.bias) * d)

    @property
    def block_numbers(self) -> Term:
        """The numbers of the MLP, of attention, and of the normalisations."""
        attention = self.projections * (d + self.bias) * d
        return define("N_B", self.mlp_numbers + attention + self.norms * 2 * d)

    @property
    def mlp_operations(self) -> Term:
        """Two products of matrices."""
        return define("F_M", 2 * n * d * self.hidden + 2 * n * self.hidden * d)

    @property
    def block_operations(self) -> Term:
        """The same, the matrices of attention, and for each pair that is seen a score and a value."""
        pairs = self.seen * n * n
        return define("F_B", self.mlp_operations + self.projections * 2 * n * d * d + 2 * (2 * pairs * d))


BLOCK: Final = Block()
PLAIN: Final = Block(expansion=1)
BIASED: Final = Block(bias=1, norms=2)
EMBEDDED: Final = Block(tokens=50257)
CAUSAL: Final = Block(seen=(n + 1) / (2 * n))


def mlp_parameters(premises: Block = BLOCK) -> Derivation:
    r"""$8 d^2$ numbers in the two matrices.

    >>> mlp_parameters().formula
    8*d**2
    """
    return _parameters(premises, "mlp_parameters", "Numbers of an MLP with expansion")


def plain_mlp_parameters(premises: Block = PLAIN) -> Derivation:
    r"""$2 d^2$ numbers without expansion.

    >>> plain_mlp_parameters().formula
    2*d**2
    """
    return _parameters(premises, "plain_mlp_parameters", "Numbers of an MLP without expansion")


def biased_mlp_parameters(premises: Block = BIASED) -> Derivation:
    r"""$8 d^2 + 5 d$ numbers with biases.

    >>> biased_mlp_parameters().formula
    d*(8*d + 5)
    """
    return _parameters(premises, "biased_mlp_parameters", "Numbers of an MLP with biases")


def mlp_share(premises: Block = BLOCK) -> Derivation:
    r"""The share of the MLP in the numbers of a block: 2/3.

    >>> mlp_share().formula
    2/3
    """
    return _share(premises, "mlp_share")


def biased_mlp_share(premises: Block = BIASED) -> Derivation:
    r"""The same with biases and two normalisations: $(8 d + 5)/(12 d + 13)$.

    >>> biased_mlp_share().formula
    (8*d + 5)/(12*d + 13)
    """
    return _share(premises, "biased_mlp_share")


def embedded_parameters(premises: Block = EMBEDDED) -> Derivation:
    r"""$d (12 L d + 50257)$ numbers in L blocks and an embedding.

    >>> embedded_parameters().formula
    d*(12*L*d + 50257)
    """
    return model_parameters(premises, "embedded_parameters")


def model_parameters(premises: Block = BLOCK, name: str = "model_parameters") -> Derivation:
    r"""$12 L d^2$ numbers in L blocks.

    >>> model_parameters().formula
    12*L*d**2
    """
    total = define("N", L * premises.block_numbers + premises.tokens * d)
    return proved(name, "Numbers of L blocks", derive(total, by=algebra), L, d)


def compute_share(premises: Block = BLOCK) -> Derivation:
    r"""The share of the MLP in the operations of a block: $4 d/(6 d + n)$.

    >>> compute_share().formula
    4*d/(6*d + n)
    """
    return proved("compute_share", "Share of the MLP in compute", _compute(premises))


def causal_compute_share(premises: Block = CAUSAL) -> Derivation:
    r"""The same where no token sees those after it: $8 d/(12 d + n + 1)$.

    >>> causal_compute_share().formula
    8*d/(12*d + n + 1)
    """
    return proved("causal_compute_share", "The same, causal", _compute(premises))


def majority_length(premises: Block = BLOCK) -> Derivation:
    r"""The length at which the MLP is half of the compute: $n = 2 d$.

    >>> majority_length().formula
    2*d
    """
    share = _compute(premises)
    half = suppose(share.proposition.args[0] == Fraction(1, 2), "the MLP is half of the compute")
    length = isolated(apply("rewrite", share, half), n)
    return proved("majority_length", "Where the MLP is half", length, d)


def _parameters(premises: Block, name: str, title: str) -> Derivation:
    return proved(name, title, derive(premises.mlp_numbers, by=algebra), d)


def _share(premises: Block, name: str) -> Derivation:
    share = define("r", premises.mlp_numbers / premises.block_numbers)
    return proved(name, "Share of the MLP in a block", derive(share, by=algebra))


def _compute(premises: Block) -> Theorem:
    return derive(define("r", premises.mlp_operations / premises.block_operations), by=algebra)
