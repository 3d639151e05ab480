r"""The size and the cost of the MLP of a block (S14), from the shapes of its matrices.

Width d, expansion 4, n tokens. A product of an a x b and a b x c matrix costs $2 a b c$ operations, one for
each multiplication and one for each addition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import L, n, symbol
from ..rules.algebra import collect, ratio
from ..rules.asymptotics import growth
from ..rules.solving import solve

d: Final = symbol("d")
FOUR: Final = sp.Integer(4)


@dataclass(frozen=True, kw_only=True)
class Block:
    """The hidden width of the MLP over d, the matrices of attention, and the share of pairs that are seen.

    `bias` counts the biases of each output coordinate of a matrix, `norms` the layer normalisations, `tokens`
    the vectors of an embedding.
    """

    expansion: sp.Expr = FOUR
    projections: sp.Expr = FOUR
    seen: sp.Expr = sp.S.One
    bias: sp.Expr = sp.S.Zero
    norms: sp.Expr = sp.S.Zero
    tokens: sp.Expr = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        hidden = sp.latex(self.expansion * d)
        return (
            rf"the MLP maps $d \to {hidden} \to d$",
            rf"each coordinate that a matrix puts out has ${sp.latex(self.bias)}$ biases",
            rf"${sp.latex(self.norms)}$ normalisations have a gain and a bias for each coordinate",
            rf"the embedding has ${sp.latex(self.tokens)}$ vectors",
            rf"attention has ${sp.latex(self.projections)}$ matrices of $d \times d$",
            rf"scores are taken and values averaged over a share ${sp.latex(self.seen)}$ of all $n^2$ pairs",
        )


BLOCK: Final = Block()
PLAIN: Final = Block(expansion=sp.S.One)
BIASED: Final = Block(bias=sp.S.One, norms=sp.Integer(2))
EMBEDDED: Final = Block(tokens=sp.Integer(50257))
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

    >>> sp.expand(biased_mlp_parameters().formula)
    8*d**2 + 5*d
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
    chain = Chain(name=name, title="Numbers of L blocks", premises=premises.sentences)
    mlp, attention = premises.expansion * d, premises.projections * d
    blocks = L * (d * mlp + mlp * d + attention * d)
    total = chain.define("all matrices", sp.Symbol("N"), blocks + premises.tokens * d)
    total = chain.apply("collect the terms", collect, total)
    grown = chain.apply("read off the exponents", growth, total, variables=(L, d))
    return chain.close(total, growth=grown)


def compute_share(premises: Block = BLOCK) -> Derivation:
    r"""The share of the MLP in the operations of a block: $4 d/(6 d + n)$.

    >>> compute_share().formula
    4*d/(6*d + n)
    """
    chain = Chain(name="compute_share", title="Share of the MLP in compute", premises=premises.sentences)
    return chain.close(_compute(chain, premises))


def causal_compute_share(premises: Block = CAUSAL) -> Derivation:
    r"""The same where no token sees those after it: $8 d/(12 d + n + 1)$.

    >>> causal_compute_share().formula
    8*d/(12*d + n + 1)
    """
    chain = Chain(name="causal_compute_share", title="The same, causal", premises=premises.sentences)
    return chain.close(_compute(chain, premises))


def majority_length(premises: Block = BLOCK) -> Derivation:
    r"""The length at which the MLP is half of the compute: $n = 2 d$.

    >>> majority_length().formula
    2*d
    """
    chain = Chain(name="majority_length", title="Where the MLP is half", premises=premises.sentences)
    share = _compute(chain, premises)
    half = chain.apply("set it to one half", solve, share, variable=n, level=sp.Rational(1, 2))
    return chain.close(half, growth=chain.apply("read off the exponent", growth, half, variables=(d,)))


def _parameters(premises: Block, name: str, title: str) -> Derivation:
    chain = Chain(name=name, title=title, premises=premises.sentences)
    found = chain.apply("collect the terms", collect, _of_mlp(chain, premises))
    return chain.close(found, growth=chain.apply("read off the exponent", growth, found, variables=(d,)))


def _share(premises: Block, name: str) -> Derivation:
    chain = Chain(name=name, title="Share of the MLP in a block", premises=premises.sentences)
    share = chain.apply("their ratio", ratio, _of_mlp(chain, premises), _of_block(chain, premises))
    return chain.close(chain.apply("collect the terms", collect, share))


def _of_mlp(chain: Chain, premises: Block) -> Step:
    return chain.define("numbers of the MLP", sp.Symbol("N_M"), _mlp_numbers(premises))


def _of_block(chain: Chain, premises: Block) -> Step:
    attention = premises.projections * (d + premises.bias) * d
    total = _mlp_numbers(premises) + attention + premises.norms * 2 * d
    return chain.define("numbers of the block", sp.Symbol("N_B"), total)


def _mlp_numbers(premises: Block) -> sp.Expr:
    hidden = premises.expansion * d
    return (d + premises.bias) * hidden + (hidden + premises.bias) * d


def _compute(chain: Chain, premises: Block) -> Step:
    hidden = premises.expansion * d
    mlp = 2 * n * d * hidden + 2 * n * hidden * d
    pairs = premises.seen * n * n
    attention = premises.projections * 2 * n * d * d + 2 * pairs * d + 2 * pairs * d
    above = chain.define("operations of the MLP", sp.Symbol("F_M"), mlp)
    below = chain.define("operations of the block", sp.Symbol("F_B"), mlp + attention)
    share = chain.apply("their ratio", ratio, above, below)
    return chain.apply("collect the terms", collect, share)
