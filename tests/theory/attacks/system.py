"""What the attacks need of a proof system, and the search for a counterexample to what it accepted.

A statement is a text, `left relation right`, in a small language: numbers, letters (lower case: a real
number, upper case: a random variable of a finite joint law), arithmetic, `E(x)`, `Var(x)`, `P(x > t)`. It is
evaluated by enumeration of the outcomes, which shares nothing with any proof system.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Protocol


class Refused(Exception):  # noqa: N818 - an outcome
    """The system refuses the step, or has no such step."""


@dataclass(frozen=True)
class Belief:
    """What a verifier takes from a record."""

    statement: str
    status: str
    hypotheses: tuple[str, ...] = ()


class System(Protocol):
    """A proof system, as the attacks see it."""

    def assume(self, statement: str) -> object:
        """A fact taken as given."""

    def apply(self, move: str, *facts: object, **options: object) -> object:
        """A new fact by a rule of the system; raises `Refused`."""

    def statement(self, fact: object) -> str:
        """The fact in the language of statements."""

    def forge(self, how: str) -> object:
        """A record that was not made by the rules; raises `Refused` where it cannot even be built."""

    def believes(self, record: object) -> Belief:
        """What the verifier takes from the record; raises `Refused`."""


_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.LtE: operator.le,
    ast.Lt: operator.lt,
    ast.GtE: operator.ge,
    ast.Gt: operator.gt,
}

Outcomes = Sequence[tuple[Fraction, Mapping[str, Fraction]]]
"""The joint law of the random variables: probability and values."""


def evaluated(node: ast.expr, point: Mapping[str, Fraction], law: Outcomes) -> Fraction | bool:
    """The value of an expression at a point, random variables included in the point."""
    match node:
        case ast.Constant():
            return Fraction(node.value)
        case ast.Name():
            return point[node.id]
        case ast.UnaryOp():
            return _OPERATORS[type(node.op)](evaluated(node.operand, point, law))
        case ast.BinOp(op=ast.Pow()):
            return evaluated(node.left, point, law) ** int(evaluated(node.right, point, law))
        case ast.BinOp():
            return _OPERATORS[type(node.op)](
                evaluated(node.left, point, law), evaluated(node.right, point, law)
            )
        case ast.Compare(ops=[relation], comparators=[right]):
            return _OPERATORS[type(relation)](evaluated(node.left, point, law), evaluated(right, point, law))
        case ast.Call(func=ast.Name(id="E" | "P" | "Expectation" | "Probability"), args=[body]):
            return _mean(body, point, law)
        case ast.Call(func=ast.Name(id="Var" | "Variance"), args=[body]):
            square = ast.BinOp(left=body, op=ast.Pow(), right=ast.Constant(2))
            return _mean(square, point, law) - _mean(body, point, law) ** 2
    raise ValueError(f"No meaning for {ast.unparse(node)}.")


def _mean(body: ast.expr, point: Mapping[str, Fraction], law: Outcomes) -> Fraction:
    return sum((mass * evaluated(body, {**point, **values}, law) for mass, values in law), Fraction(0))


def letters(statement: str) -> tuple[list[str], list[str]]:
    """The names of the real numbers and of the random variables in a statement."""
    tree = ast.parse(statement, mode="eval")
    functions = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call)}
    names = sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - functions)
    return [name for name in names if name.islower()], [name for name in names if name.isupper()]


def instances(names: Sequence[str], variables: Sequence[str], count: int) -> Iterator[tuple[dict, Outcomes]]:
    """Random points: small rational numbers, and finite laws of one to three outcomes."""
    random = Random(7)
    grid = [Fraction(k, q) for q in (1, 2, 3) for k in range(-12, 13)]
    for _ in range(count):
        size = random.randint(1, 3)
        weights = [random.randint(1, 4) for _ in range(size)]
        law = [
            (Fraction(weight, sum(weights)), {name: random.choice(grid) for name in variables})
            for weight in weights
        ]
        point = {name: random.choice(grid) for name in names}
        if not names and not variables:
            law = [(Fraction(1), {})]
        yield point, law


def counterexample(premises: Sequence[str], conclusion: str, count: int = 1500) -> str | None:
    """A point at which the premises hold and the conclusion does not, as text.

    A premise that equates something with a letter gives that letter its value.
    """
    names, variables = letters(" + ".join(f"({side})" for side in (*premises, conclusion)))
    parsed = [ast.parse(premise, mode="eval").body for premise in premises]
    goal = ast.parse(conclusion, mode="eval").body
    for point, law in instances(names, variables, count):
        try:
            for premise in parsed:
                match premise:
                    case ast.Compare(ops=[ast.Eq()], comparators=[ast.Name(id=name)]):
                        point[name] = evaluated(premise.left, point, law)
            if all(evaluated(p, point, law) for p in parsed) and not evaluated(goal, point, law):
                return f"{point}, law {law}"
        except ZeroDivisionError:
            continue
    return None
