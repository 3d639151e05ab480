r"""What the printed numbers of Table 1 imply: ratios, gaps and shares of the way (S7).

Losses are measured from $\log 8$, that of equal predictions of eight symbols, where every training from small
entries begins, down to the printed minimum.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import apply
from ..node import Term, number
from ..terms import define, log
from .witnesses import proved_value

_EQUAL: Final = log(number(8))


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


PRINTED: Final = Printed()


def ratio_of_steps(premises: Printed = PRINTED) -> Derivation:
    """Steps of SGD over those of the EM-like schedule.

    >>> ratio_of_steps().formula
    100/43
    """
    return proved_value(
        "ratio_of_steps", "Ratio of steps", _number(premises.steps_sgd) / _number(premises.steps_em)
    )


def entropy_gap(premises: Printed = PRINTED) -> Derivation:
    """Final entropy of the EM-like schedule minus the minimum.

    >>> entropy_gap().formula
    169/1000
    """
    return _gap("entropy_gap", premises.entropy_em, premises.minimum)


def loss_gap(premises: Printed = PRINTED) -> Derivation:
    """Final loss of the EM-like schedule minus the minimum.

    >>> loss_gap().formula
    141/1000
    """
    return _gap("loss_gap", premises.loss_em, premises.minimum)


def calibration_em(premises: Printed = PRINTED) -> Derivation:
    """Final loss of the EM-like schedule minus its entropy: 0 in the mean where it is calibrated.

    >>> calibration_em().formula
    -7/250
    """
    title = "Loss less entropy"
    return _gap("calibration_em", premises.loss_em, premises.entropy_em, title)


def calibration_sgd(premises: Printed = PRINTED) -> Derivation:
    """The same of SGD.

    >>> calibration_sgd().formula
    -19/1000
    """
    title = "Loss less entropy"
    return _gap("calibration_sgd", premises.loss_sgd, premises.entropy_sgd, title)


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


def _gap(name: str, value: str, other: str, title: str = "Gap to the minimum") -> Derivation:
    return proved_value(name, title, _number(value) - _number(other))


def _share(name: str, premises: Printed, loss: str) -> Derivation:
    way, whole = (_EQUAL - _number(end) for end in (loss, premises.minimum))
    share = apply("written_out", term=define("x", way / whole))
    return proved(name, "Share of the way to the minimum", share)


def _number(printed: str) -> Term:
    return number(Fraction(printed))
