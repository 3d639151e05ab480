"""Uses of rules as `apply` takes them: the premises by their places, the parameters by their names."""

from __future__ import annotations

from typing import Any

from theorycheck.theory.kernel import Theorem

Parameters = dict[str, Any]


def use(*premises: Theorem, **parameters: Any) -> tuple[tuple[Theorem, ...], Parameters]:
    """What a rule is given."""
    return premises, parameters


def misuse(
    rule: str, /, *premises: Theorem, **parameters: Any
) -> tuple[str, tuple[Theorem, ...], Parameters]:
    """A rule and what it must refuse."""
    return rule, premises, parameters


def refused(
    why: str, rule: str, /, *premises: Theorem, **parameters: Any
) -> tuple[str, tuple[Theorem, ...], Parameters, str]:
    """The same with words of the refusal."""
    return *misuse(rule, *premises, **parameters), why
