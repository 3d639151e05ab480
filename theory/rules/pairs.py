"""The share of a sphere near a line."""

from __future__ import annotations

import mpmath


def cap(size: int, height: mpmath.mpf) -> mpmath.mpf:
    """The share of the unit sphere within an angle of acos(height) of a line, integrated by parts.

    Digits are lost where the share is small.

    >>> mpmath.nstr(cap(3, mpmath.mpf("0.25")), 8)
    '0.75'
    """
    return _area(size - 2, height) / _area(size - 2, mpmath.mpf(0))


def _area(power: int, cosine: mpmath.mpf) -> mpmath.mpf:
    """The integral of a power of the sine up to an angle of that cosine."""
    sine = mpmath.sqrt(1 - cosine**2)
    area = mpmath.acos(cosine) if power % 2 == 0 else 1 - cosine
    for n in range(2 + power % 2, power + 1, 2):
        area = ((n - 1) * area - cosine * sine ** (n - 1)) / n
    return area
