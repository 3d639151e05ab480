"""The record of a derivation, and the only way to build one.

A derivation is a chain of steps. A definition introduces an object; every other step is a rule
applied to results of earlier steps. `Chain.apply` takes earlier *steps* and plain options (symbols,
numbers, names, laws), never a formula, so that no step can be handed its result. What a derivation
is worth (`Status`) is computed from its steps and checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache, partial
from typing import Final

import sympy as sp

from .typeset import latex, text

_AT_MOST: Final = (sp.Le, sp.Lt)
_AT_LEAST: Final = (sp.Ge, sp.Gt)
_STEPS_KEPT: Final = 1024
"""Steps that a process remembers; a topic has fewer."""


class Kind(StrEnum):
    """On what a step rests."""

    DEFINITION = "definition"
    RULE = "rule"
    INSTANCE = "instance"
    NUMERIC = "numeric"
    CITED = "cited"
    HEURISTIC = "heuristic"


class Status(StrEnum):
    """What a derivation is worth: as much as its weakest step."""

    DERIVED = "derived"
    INSTANCES = "derived for instances"
    PARTLY_CITED = "partly cited"
    NUMERIC = "checked numerically"
    HEURISTIC = "heuristic"
    FAILED = "failed"


_WEAKEST_FIRST = (
    (Kind.HEURISTIC, Status.HEURISTIC),
    (Kind.NUMERIC, Status.NUMERIC),
    (Kind.CITED, Status.PARTLY_CITED),
    (Kind.INSTANCE, Status.INSTANCES),
)


class CheckFailed(ArithmeticError):  # noqa: N818 - it reports an outcome, not a misuse
    """A second route led to another value than the rule."""


class SideConditionError(ValueError):
    """A rule was applied where its hypotheses do not hold."""


@dataclass(frozen=True, kw_only=True)
class Rule:
    """A general fact that produces results.

    Called with the results of earlier steps and then options by name, `apply` returns the new
    result; `conditions` returns the side conditions it has checked as sentences, or raises
    `SideConditionError`; `check` gets the new result first, goes a second route, and returns a
    sentence, or raises `CheckFailed`. `bounds` are the places of results that may be inequalities although
    an equation, an order of growth or a bound from the other side is concluded.
    """

    name: str
    statement: str
    apply: Callable[..., sp.Basic]
    kind: Kind = Kind.RULE
    conditions: Callable[..., tuple[str, ...]] | None = None
    check: Callable[..., str] | None = None
    bounds: frozenset[int] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Step:
    """One link of a chain: a rule, what it was given, and what it produced."""

    label: str
    rule: Rule
    inputs: tuple[sp.Basic, ...]
    options: Mapping[str, object]
    result: sp.Basic
    conditions: tuple[str, ...] = ()
    check: str | None = None
    failed: bool = False

    @property
    def arguments(self) -> tuple[tuple[str, str], ...]:
        """What the rule was given, as (name, text): earlier results, then options."""
        given = tuple((f"premise {k}", text(part)) for k, part in enumerate(self.inputs, start=1))
        return given + tuple((name, text(value)) for name, value in self.options.items())

    @property
    def latex(self) -> str:
        """The result in LaTeX, without dollar signs; long sums show their first terms."""
        return latex(self.result)

    def replay(self) -> sp.Basic:
        """The rule's result when applied to the same arguments once more."""
        return self.rule.apply(*self.inputs, **self.options)


@dataclass(frozen=True, kw_only=True)
class Derivation:
    """A closed chain: premises, steps, the formula it ends in, and how that was checked."""

    name: str
    title: str
    premises: tuple[str, ...]
    steps: tuple[Step, ...]
    formula: sp.Expr
    relation: str
    exponents: Mapping[str, Fraction]
    checks: tuple[str, ...]
    failures: tuple[str, ...] = ()
    approximate: tuple[str, ...] = ()

    @property
    def status(self) -> Status:
        """As much as the weakest step or premise; `failed` once any check has failed."""
        if self.failures or any(step.failed for step in self.steps):
            return Status.FAILED
        kinds = {step.rule.kind for step in self.steps}
        if self.approximate:
            kinds.add(Kind.HEURISTIC)
        return next((status for kind, status in _WEAKEST_FIRST if kind in kinds), Status.DERIVED)

    @property
    def cited(self) -> tuple[str, ...]:
        """The statements taken from elsewhere, without derivation."""
        return tuple(step.rule.statement for step in self.steps if step.rule.kind is Kind.CITED)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the author puts in without proof: none by a chain of rules."""
        return ()

    @property
    def approximations(self) -> tuple[str, ...]:
        """The premises that hold only approximately, and the heuristics that steps use, by name."""
        steps = (step.rule.name for step in self.steps if step.rule.kind is Kind.HEURISTIC)
        return (*self.approximate, *dict.fromkeys(steps))


@dataclass(kw_only=True)
class Chain:
    """Builds one derivation; local to the function that derives it.

    `approximate` names the premises that hold only approximately, as "the crosstalk is normal": a
    measurement that differs then tells how far they are off, and no fault of derivation or simulation.
    """

    name: str
    title: str
    premises: tuple[str, ...]
    steps: list[Step] = field(default_factory=list)
    approximate: tuple[str, ...] = ()

    def define(self, label: str, *body: sp.Basic) -> Step:
        """Introduce an object: `define(label, statement)` or `define(label, left, right)`.

        An object whose law has a numeric dimension makes the derivation one of instances.
        """
        statement = body[0] if len(body) == 1 else sp.Eq(*body, evaluate=False)
        kind = Kind.INSTANCE if _has_numeric_dimension(statement) else Kind.DEFINITION
        rule = Rule(
            name="definition",
            statement="An object is introduced; nothing is asserted.",
            apply=lambda *, body: body,
            kind=kind,
        )
        return self._append(
            Step(label=label, rule=rule, inputs=(), options={"body": statement}, result=statement)
        )

    def apply(self, label: str, rule: Rule, *given: Step, **options: object) -> Step:
        """Apply a rule to earlier steps of this chain.

        Options are symbols, numbers, names or laws. Raises `TypeError` for a formula among the
        options, `ValueError` for a step of another chain, `SideConditionError` from the rule.
        """
        for step in given:
            if not any(step is own for own in self.steps):
                raise ValueError(
                    f"{self.name}: the step '{step.label}' given to '{label}' is not in this chain."
                )
        for name, value in options.items():
            if isinstance(value, sp.Expr) and not value.is_Atom:
                raise TypeError(
                    f"{self.name}: option {name} of '{label}' is the formula {value}; a rule takes formulas "
                    "only as results of earlier steps."
                )
        inputs = tuple(step.result for step in given)
        named = tuple((name, type(value), value) for name, value in options.items())
        carry_out = _carried_out_once if _is_hashable(named) else _carried_out
        return self._append(replace(carry_out(rule, inputs, named), label=label))

    def close(
        self, final: Step, *, growth: Step | None = None, checks: tuple[Callable[[sp.Expr], str], ...] = ()
    ) -> Derivation:
        """End the chain in the right-hand side of `final`; `growth` is the step with its exponents.

        Each check gets the formula and goes a route independent of the whole chain. Raises
        `SideConditionError` where the exponents of an equation are those of a bound.
        """
        if growth and isinstance(final.result, sp.Eq):
            self._require_order(growth)
        formula = final.result.rhs
        outcomes = [_outcome(partial(check, formula)) for check in checks]
        return Derivation(
            name=self.name,
            title=self.title,
            premises=(*self.premises, *self.approximate),
            steps=tuple(self.steps),
            approximate=self.approximate,
            formula=formula,
            relation={"==": "="}.get(final.result.rel_op, final.result.rel_op),
            exponents=growth.result.exponents if growth else {},
            checks=tuple(sentence for sentence, failed in outcomes if not failed),
            failures=tuple(sentence for sentence, failed in outcomes if failed),
        )

    def _require_order(self, growth: Step) -> None:
        """The order of a bound alone is none of the quantity. Raises `SideConditionError`."""
        for place, given in enumerate(growth.inputs):
            if place in growth.rule.bounds:
                continue
            if isinstance(given, (*_AT_MOST, *_AT_LEAST)):
                raise SideConditionError(f"{self.name}: {growth.label}: {given} is a bound alone.")
            for step in self.steps:
                if step.result is given and isinstance(given, type(growth.result)):
                    self._require_order(step)

    def _append(self, step: Step) -> Step:
        self.steps.append(step)
        return step


Named = tuple[tuple[str, type, object], ...]
"""Options by name; the type tells 1 from True, which are equal."""


def _carried_out(rule: Rule, inputs: tuple[sp.Basic, ...], named: Named) -> Step:
    """The rule's step, conditions and check included, without a label."""
    options = {name: value for name, _, value in named}
    conditions = rule.conditions(*inputs, **options) if rule.conditions else ()
    result = rule.apply(*inputs, **options)
    _require_sides(rule, inputs, result)
    check, failed = None, False
    if rule.check:
        check, failed = _outcome(lambda: rule.check(result, *inputs, **options))
    return Step(
        label="",
        rule=rule,
        inputs=inputs,
        options=options,
        result=result,
        conditions=conditions,
        check=check,
        failed=failed,
    )


def _require_sides(rule: Rule, inputs: tuple[sp.Basic, ...], result: sp.Basic) -> None:
    """An inequality is no rewrite rule: an equation, or a bound from the other side, follows from one only
    where the rule is made for it.
    """
    for place, given in enumerate(inputs):
        if place not in rule.bounds and follows_from_no_bound(given, result):
            raise SideConditionError(f"{rule.name}: {result} does not follow from the inequality {given}.")


def follows_from_no_bound(given: sp.Basic, result: sp.Basic) -> bool:
    """Whether something is an inequality, and a result an equation or a bound from the other side.

    >>> x = sp.Symbol("x")
    >>> follows_from_no_bound(x <= 1, x <= 2), follows_from_no_bound(x <= 1, x >= 0)
    (False, True)
    """
    sides = (_AT_MOST, (*_AT_LEAST, sp.Eq)), (_AT_LEAST, (*_AT_MOST, sp.Eq))
    return any(isinstance(given, one) and isinstance(result, other) for one, other in sides)


# Rules are functions of their arguments, and derivations of a topic begin with the same steps.
_carried_out_once = lru_cache(maxsize=_STEPS_KEPT)(_carried_out)


def _is_hashable(named: Named) -> bool:
    try:
        hash(named)
    except TypeError:
        return False
    return True


def _outcome(check: Callable[[], str]) -> tuple[str, bool]:
    """The check's sentence and whether it failed."""
    try:
        return check(), False
    except CheckFailed as failure:
        return str(failure), True


def _has_numeric_dimension(statement: sp.Basic) -> bool:
    dimensions = (getattr(node, "dimension", None) for node in sp.preorder_traversal(statement))
    return any(dimension is not None and not dimension.free_symbols for dimension in dimensions)
