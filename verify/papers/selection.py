"""Which claims a user means: ids, topics, tags and globs."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase

from ..claim import Claim
from ..errors import NothingSelectedError, UsageError
from ..evidence import routes


def select(claims: Sequence[Claim], patterns: Sequence[str]) -> tuple[Claim, ...]:
    """The claims that any pattern names, in table order; all of them for no pattern.

    A pattern is a claim id, the beginning of ids up to a dot (a topic or a family), a statement
    id, a tag, or a glob over ids. Two tags follow from the claims: `exact` of those whose quantity
    is computed, and `bound`. Raises UsageError for a pattern that names nothing, with the nearest names,
    and NothingSelectedError for a glob that matches nothing.
    """
    if not patterns:
        return tuple(claims)
    for pattern in patterns:
        if not any(_names(pattern, claim) for claim in claims):
            raise _nothing_named(pattern, claims)
    return tuple(claim for claim in claims if any(_names(pattern, claim) for pattern in patterns))


def _names(pattern: str, claim: Claim) -> bool:
    return (
        claim.id == pattern
        or claim.id.startswith(f"{pattern}.")
        or claim.statement_id == pattern
        or pattern in claim.tags
        or (
            pattern in routes.COMPUTED_TAGS and pattern in routes.tags(claim, exact=routes.is_computed(claim))
        )
        or (_is_glob(pattern) and fnmatchcase(claim.id, pattern))
    )


def _is_glob(pattern: str) -> bool:
    return any(character in pattern for character in "*?[")


def _nothing_named(pattern: str, claims: Sequence[Claim]) -> UsageError:
    if _is_glob(pattern):
        return NothingSelectedError(f"No claim id matches {pattern!r}; `theorycheck list` shows them all.")
    names = {name for claim in claims for name in (claim.id, claim.topic, claim.statement_id, *claim.tags)}
    near = get_close_matches(pattern, sorted(names.union(routes.COMPUTED_TAGS)), n=3, cutoff=0.5)
    hint = f"did you mean {', '.join(near)}?" if near else "`theorycheck list` shows them all."
    return UsageError(f"There is no claim, topic or tag {pattern!r}; {hint}")
