"""Today's kernel, `theory.derivation` with `theory.rules`, as the attacks see it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from inspect import signature

import sympy as sp
from theorycheck.evidence.routes import topics
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.derivation import Chain, Derivation, Rule, SideConditionError, Status, Step
from theorycheck.theory.rules import (
    algebra,
    asymptotics,
    isolating,
)
from theorycheck.theory.rules.events import Expectation, Probability, Variance

from .system import Belief, Refused

_RELATIONS = {"==": sp.Eq, "<=": sp.Le, "<": sp.Lt, ">=": sp.Ge, ">": sp.Gt}
RULES: dict[str, Rule] = {
    "divide": algebra.ratio,
    "substitute": isolating.put_in,
    "variance": algebra.variance,
    "growth": asymptotics.growth,
    "set": algebra.specialise,
}


def symbol(name: str) -> sp.Symbol:
    """Thresholds, sizes and growing quantities are positive, as in the topics; the rest is real."""
    return sp.Symbol(name, positive=True) if name in "tnd" else sp.Symbol(name, real=True)


def parsed(text: str) -> sp.Rel:
    """A statement as SymPy's relation, unevaluated."""
    names = {name: symbol(name) for name in "abcdfmnprstxyzXY"}
    heads = {"E": Expectation, "Var": Variance, "P": Probability}
    for operator in ("==", "<=", ">=", "<", ">"):
        left, found, right = text.rpartition(f" {operator} ")
        if found and left.count("(") == left.count(")"):
            sides = (eval(side, {**names, **heads}) for side in (left, right))
            return _RELATIONS[operator](*sides, evaluate=False)
    raise ValueError(text)


class Chains:
    """The kernel of today: a chain of steps, each a rule applied to earlier steps."""

    def __init__(self) -> None:
        """A fresh chain."""
        self.chain = Chain(name="attack", title="Attack", premises=("none",))

    def assume(self, statement: str) -> Step:
        """A premise enters by `define`, the only door."""
        return self.chain.define(statement, parsed(statement))

    def apply(self, move: str, *facts: Step, **options: object) -> Step:
        """A rule of today applied to steps."""
        if move == "define twice":
            return facts[-1]
        if move not in RULES:
            raise Refused(f"{move} is a rule of the kernel of theorems alone")
        given = {name: _option(name, value) for name, value in options.items()}
        if move == "growth":
            given = {"variables": (given["variable"],)}
        try:
            step = self.chain.apply(move, RULES[move], *facts, **given)
        except (SideConditionError, AttributeError, IndexError, TypeError, ValueError) as error:
            raise Refused(str(error)) from error
        if (
            step.failed or self.chain.close(step).status is not Status.DERIVED
            if _is_relation(step)
            else step.failed
        ):
            raise Refused(str(step.check))
        return step

    def statement(self, fact: Step) -> str:
        """The step's result as text."""
        if not _is_relation(fact):
            return str(fact.result)
        relation = "==" if isinstance(fact.result, sp.Eq) else fact.result.rel_op
        return f"{fact.result.lhs} {relation} {fact.result.rhs}"

    def forge(self, how: str) -> object:
        """A `Derivation` that no chain of rules made."""
        return _FORGED[how]()

    def believes(self, record: object) -> Belief:
        """What verdicts read: `status`, `formula` and `relation` of a derivation."""
        if record.status is not Status.DERIVED:
            raise Refused(str(record.status))
        return Belief(statement=f"{record.name} {record.relation} {record.formula}", status="derived")


def _option(name: str, value: object) -> object:
    if name == "value":
        return sp.Rational(value)
    if not isinstance(value, str):
        return sp.Integer(value)
    return sp.Integer(value) if value.lstrip("-").isdigit() else symbol(value)


def _is_relation(step: Step) -> bool:
    return isinstance(step.result, sp.core.relational.Relational)


_FALSE = sp.Symbol("n", positive=True) ** 2


@cache
def _honest() -> Derivation:
    """A derivation by the older rules: the first that is left."""
    every = (derive for topic in topics() for derive in derivations(topic).values())
    return next(derive for derive in every if signature(derive).return_annotation == "Derivation")()


def _by_hand() -> Derivation:
    return Derivation(
        name="noise_power",
        title="",
        premises=(),
        steps=(),
        formula=_FALSE,
        relation="=",
        exponents={},
        checks=(),
    )


def _made_by(maker: type[Derivation]) -> Derivation:
    made = object.__new__(maker)
    for name, value in vars(_by_hand()).items():
        object.__setattr__(made, name, value)
    return made


class _Boaster(Derivation):
    """Answers what it likes."""

    status = Status.DERIVED


def _chain_that(define: Callable[[Chain], Step]) -> Derivation:
    chain = Chain(name="noise_power", title="", premises=("none",))
    return chain.close(define(chain))


def _own_rule(chain: Chain, **options: object) -> Step:
    start = chain.define("start", sp.Symbol("y"), sp.Symbol("x"))
    rule = Rule(
        name="ours", statement="It is so.", apply=lambda fact, **_: sp.Eq(fact.lhs, _FALSE, evaluate=False)
    )
    return chain.apply("conclude", rule, start, **options)


def _changed_copy() -> Derivation:
    other = copy.copy(_honest())
    object.__setattr__(other, "formula", _FALSE)
    return other


_x, _y = sp.symbols("x y", real=True)
_FORGED: dict[str, Callable[[], Derivation]] = {
    "no steps": _by_hand,
    "another statement": lambda: replace(_honest(), formula=_FALSE),
    "a copy with another statement": _changed_copy,
    "a hypothesis taken away": lambda: replace(_honest(), premises=()),
    "made without the constructor": partial(_made_by, Derivation),
    "a subclass that answers for itself": partial(_made_by, _Boaster),
    "a rule of one's own": lambda: _chain_that(_own_rule),
    "a formula in a tuple": lambda: _chain_that(partial(_own_rule, smuggled=(_FALSE,))),
    "a formula in a relation": lambda: _chain_that(partial(_own_rule, smuggled=sp.Gt(_FALSE, 1))),
    "a definition that asserts a bound": lambda: _chain_that(lambda chain: chain.define("x", _x <= -5)),
    "a definition that asserts an independence": lambda: _chain_that(
        lambda chain: chain.define(
            "both", sp.Eq(Probability(sp.And(_x > 0, _y > 0)), sp.Rational(1, 4), evaluate=False)
        )
    ),
}
