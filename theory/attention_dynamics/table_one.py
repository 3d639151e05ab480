r"""What the printed numbers of Table 1 imply: ratios, gaps and shares of the way (S7).

Losses are measured from $\log 8$, that of equal predictions of eight symbols, where every training from small
entries begins, down to the printed minimum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation
from ..rules.algebra import ratio
from ..rules.slopes import insert

_SYMBOLS: Final = 8


@dataclass(frozen=True, kw_only=True)
class Printed:
    """Steps, losses and entropies of both schedules, and the minimum."""

    steps_sgd: str = "1000"
    steps_em: str = "430"
    loss_em: str = "1.970"
    loss_sgd: str = "2.058"
    entropy_em: str = "1.998"
    entropy_sgd: str = "2.077"
    minimum: str = "1.829"

    @property
    def sentences(self) -> tuple[str, ...]:
        """The numbers as printed."""
        steps = f"{self.steps_sgd} and {self.steps_em} steps"
        losses = f"losses of {self.loss_sgd} and {self.loss_em}"
        return (
            f"{steps}, {losses} for SGD and the EM-like schedule",
            f"entropies of {self.entropy_sgd} and {self.entropy_em}, a minimum of {self.minimum}",
        )


PRINTED: Final = Printed()


def ratio_of_steps(premises: Printed = PRINTED) -> Derivation:
    """Steps of SGD over those of the EM-like schedule.

    >>> ratio_of_steps().formula
    100/43
    """
    chain = Chain(name="ratio_of_steps", title="Ratio of steps", premises=premises.sentences)
    above = chain.define("steps of SGD", sp.Symbol("n_1"), sp.Rational(premises.steps_sgd))
    below = chain.define("steps to its level", sp.Symbol("n_2"), sp.Rational(premises.steps_em))
    return chain.close(chain.apply("their ratio", ratio, above, below))


def entropy_gap(premises: Printed = PRINTED) -> Derivation:
    """Final entropy of the EM-like schedule minus the minimum.

    >>> entropy_gap().formula
    169/1000
    """
    return _gap("entropy_gap", premises.sentences, premises.entropy_em, premises.minimum)


def loss_gap(premises: Printed = PRINTED) -> Derivation:
    """Final loss of the EM-like schedule minus the minimum.

    >>> loss_gap().formula
    141/1000
    """
    return _gap("loss_gap", premises.sentences, premises.loss_em, premises.minimum)


def calibration_em(premises: Printed = PRINTED) -> Derivation:
    """Final loss of the EM-like schedule minus its entropy: 0 in the mean where it is calibrated.

    >>> calibration_em().formula
    -7/250
    """
    title = "Loss less entropy"
    return _gap("calibration_em", premises.sentences, premises.loss_em, premises.entropy_em, title)


def calibration_sgd(premises: Printed = PRINTED) -> Derivation:
    """The same of SGD.

    >>> calibration_sgd().formula
    -19/1000
    """
    title = "Loss less entropy"
    return _gap("calibration_sgd", premises.sentences, premises.loss_sgd, premises.entropy_sgd, title)


def share_closed_em(premises: Printed = PRINTED) -> Derivation:
    """Share of the way from equal predictions to the minimum.

    >>> share_closed_em().formula.evalf(4)
    0.4370
    """
    return _share("share_closed_em", premises, premises.loss_em)


def share_closed_sgd(premises: Printed = PRINTED) -> Derivation:
    """The same of SGD.

    >>> share_closed_sgd().formula.evalf(3)
    0.0856
    """
    return _share("share_closed_sgd", premises, premises.loss_sgd)


def _gap(
    name: str, premises: tuple[str, ...], value: str, other: str, title: str = "Gap to the minimum"
) -> Derivation:
    chain = Chain(name=name, title=title, premises=premises)
    printed, level = sp.symbols("x m", positive=True)
    total = chain.define("the gap", sp.Symbol("D"), printed - level)
    for symbol, number in ((printed, sp.Rational(value)), (level, sp.Rational(other))):
        total = chain.apply("put in", insert, total, chain.define("as printed", symbol, number))
    return chain.close(total)


def _share(name: str, premises: Printed, loss: str) -> Derivation:
    chain = Chain(name=name, title="Share of the way to the minimum", premises=premises.sentences)
    start, printed, minimum = sp.symbols("l_0 l m", positive=True)
    above = chain.define("the way gone", sp.Symbol("G"), start - printed)
    below = chain.define("the whole way", sp.Symbol("W"), start - minimum)
    share = chain.apply("their ratio", ratio, above, below)
    numbers = (
        (start, sp.log(_SYMBOLS)),
        (printed, sp.Rational(loss)),
        (minimum, sp.Rational(premises.minimum)),
    )
    for symbol, number in numbers:
        share = chain.apply("put in", insert, share, chain.define("known", symbol, number))
    return chain.close(share)
