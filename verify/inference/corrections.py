"""The forms a power law may take on a finite range: pure, corrected, or on a floor.

A law C prod_v b_v^{e_v} is measured through eta = log C + sum_v e_v log b_v, and over a range its
leading exponents differ from straight slopes by what vanishes at large sizes: factors
1 + c (b / b_min)^-w with w = 1/2 or 1, or a constant added to it. c is bounded by 1/2 at the largest
size and by -.95 at the smallest: what is not small at the far end is no correction but another
law, which would make every exponent compatible with every data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from .gls import Matrix, Predictor, Vector

ORDERS: Final = (0.5, 1.0)
MIN_SIZES: Final = 4
"""Below four sizes of a variable a correction cannot be told from its exponent."""

LARGEST_AT_FAR_END: Final = 0.5
SMALLEST_AT_NEAR_END: Final = -0.95


@dataclass(frozen=True, kw_only=True)
class Correction:
    """Correction terms (column, order w), or a floor; `name` is how a report calls it."""

    name: str
    terms: tuple[tuple[int, float], ...] = ()
    floor: bool = False

    @property
    def size(self) -> int:
        """The number of amplitudes."""
        return len(self.terms) + self.floor


@dataclass(frozen=True, kw_only=True)
class Design:
    """Logs of the bases that vary, shape "cells variables", and what is known of log m."""

    names: tuple[str, ...]
    logs: Matrix
    offset: Vector

    def sizes(self, column: int) -> int:
        """How many different sizes one variable takes."""
        return int(np.unique(np.round(self.logs[:, column], 9)).size)


def corrections(design: Design) -> tuple[Correction, ...]:
    """Pure first, then x^-1/2 and x^-1 in each variable, in all of them, and a floor."""
    columns = [c for c in range(len(design.names)) if design.sizes(c) >= MIN_SIZES]
    found = [Correction(name="pure")]
    groups = [(c,) for c in columns] + ([tuple(columns)] if len(columns) > 1 else [])
    for group in groups:
        for order in ORDERS:
            factors = [f"(1 + c {design.names[c]}^-{'1/2' if order == ORDERS[0] else '1'})" for c in group]
            found.append(Correction(name=" ".join(factors), terms=tuple((c, order) for c in group)))
    if columns:
        found.append(Correction(name="floor", floor=True))
    return tuple(found)


def predictor(design: Design, correction: Correction) -> Predictor:
    """Parameters (log C, exponents, amplitudes) to the log means and their Jacobian.

    The floor's amplitude is in the units of the means.
    """
    straight = np.column_stack([np.ones(len(design.offset)), design.logs])
    shapes = correction_shapes(design, correction)
    width = straight.shape[1]

    def predict(theta: Vector) -> tuple[Vector, Matrix]:
        eta = design.offset + straight @ theta[:width]
        if correction.floor:
            return _on_floor(eta, straight, float(theta[width]))
        factors = np.maximum(1.0 + shapes * theta[width:], 1e-3)
        eta = eta + np.log(factors).sum(axis=1)
        return eta, np.column_stack([straight, shapes / factors])

    return predict


def correction_shapes(design: Design, correction: Correction) -> Matrix:
    """(b / b_min)^-w of each term, shape "cells terms": one at the smallest size."""
    columns = [design.logs[:, c] - design.logs[:, c].min() for c, _ in correction.terms]
    decays = [np.exp(-w * log) for log, (_, w) in zip(columns, correction.terms, strict=True)]
    return np.array(decays).reshape(len(decays), len(design.offset)).T


def amplitude_box(design: Design, correction: Correction) -> tuple[Vector, Vector]:
    """Least and largest amplitude of each correction term."""
    far = correction_shapes(design, correction).min(axis=0)
    return np.full(far.shape, SMALLEST_AT_NEAR_END), LARGEST_AT_FAR_END / far


def _on_floor(eta: Vector, straight: Matrix, amplitude: float) -> tuple[Vector, Matrix]:
    pure = np.exp(eta)
    total = np.maximum(pure + amplitude, 1e-3 * pure)
    share = pure / total
    return np.log(total), np.column_stack([share[:, None] * straight, 1.0 / total])
