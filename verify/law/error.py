"""The one way a law string can be wrong."""

from __future__ import annotations

from ..errors import UsageError


class LawError(UsageError):
    """A formula that the law grammar does not admit; the message says how to correct it."""
