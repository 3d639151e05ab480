"""What is left of a statement once its right-hand side is subtracted: nothing, entry by entry."""

from __future__ import annotations

from ..bridge import Proved, proved
from ..kernel import Theorem, apply
from ..tactics.goals import same
from ..tactics.rewriting import converted
from ..terms import Term, define, number


def nothing_left(name: str, title: str, gap: Term, *facts: Theorem) -> Proved:
    """The gap as a definition that equals zero. Raises `Refused` where it is not zero."""
    found = apply("written_out", term=define("gap", gap))
    return proved(name, title, converted(found, lambda own: same(own, number(0), facts)))
