"""Numbers of things."""

from __future__ import annotations


def numbered(count: int, noun: str) -> str:
    """A number of things.

    >>> numbered(1, "round"), numbered(28, "setting")
    ('1 round', '28 settings')
    """
    return f"{count} {noun}" + "s" * (count != 1)
