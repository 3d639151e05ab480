"""Attempts at a theorem, made one after the other, and the tactics that are tried as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from ..kernel import Refused, Theorem
from ..node import Term
from .algebra import algebra
from .bounds import bound
from .goals import NOT_FOR_THIS, Given, Tactic
from .moments import moments
from .tails import cantelli, chebyshev, markov, union

Attempt = Callable[[], Theorem]


def first_of(attempts: Iterable[Attempt], otherwise: str, *, empty: Term | None = None) -> Theorem:
    """The first theorem that is not `empty`. Raises the first refusal, or `otherwise` after an empty one."""
    refusals = []
    some = False
    for attempt in attempts:
        try:
            found = attempt()
        except NOT_FOR_THIS as refusal:
            refusals.append(str(refusal))
        else:
            if empty is None or repr(found.proposition) != repr(empty):
                return found
            some = True
    # A bound index has no name that a reader knows.
    refusals = [refusal for refusal in refusals if "#" not in refusal] or refusals
    missed = next((refusal for refusal in refusals if refusal.startswith("Missing hypothesis")), "")
    raise Refused(missed or (refusals[0] if refusals and not some else otherwise))


def attempts_by(tactics: Iterable[Tactic], term: Term, given: Given) -> list[Attempt]:
    """Attempts at another form of a term by tactics that need no options."""
    return [lambda one=one: one.derive(term, given) for one in tactics if one.derive and not one.options]


@cache
def other_tactics() -> tuple[Tactic, ...]:
    """The tactics that have no place of their own here, and last `algebra`, which leaves what they know."""
    from .. import tactics

    own = {moments, bound, tactics.products, markov, chebyshev, cantelli, union, algebra}
    every = (getattr(tactics, name) for name in tactics.__all__)
    return (
        *(one for one in every if isinstance(one, Tactic) and one not in own and one.name != "auto"),
        algebra,
    )
