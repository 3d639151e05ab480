"""Uses of rules as `apply` takes them: the premises by their places, the parameters by their names."""

from __future__ import annotations

from typing import Any

from theorycheck.theory.kernel import Refused, Theorem, apply

Parameters = dict[str, Any]
Misuse = tuple[str, tuple[Theorem, ...], Parameters]


def use(*premises: Theorem, **parameters: Any) -> tuple[tuple[Theorem, ...], Parameters]:
    """What a rule is given."""
    return premises, parameters


def misuse(rule: str, /, *premises: Theorem, **parameters: Any) -> Misuse:
    """A rule and what it must refuse."""
    return rule, premises, parameters


def is_refused(one: Misuse) -> bool:
    """Whether the rule refuses, and says so."""
    rule, premises, parameters = one
    try:
        apply(rule, *premises, **parameters)
    except Refused:
        return True
    return False


def refused(
    why: str, rule: str, /, *premises: Theorem, **parameters: Any
) -> tuple[str, tuple[Theorem, ...], Parameters, str]:
    """The same with words of the refusal."""
    return *misuse(rule, *premises, **parameters), why
