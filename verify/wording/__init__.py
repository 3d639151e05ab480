"""Wording: what decisions found, in sentences; the only place where a verdict's words are put together.

`templates` has one template a kind of reason, `parts` says how a formula, an interval or a design point is
written in each medium, and `words` puts the two together.
"""

from .media import Medium
from .sentences import words

__all__ = ["Medium", "words"]
