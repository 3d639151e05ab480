"""Exact counterexamples to relations of rational functions, by z3 where the extra `prove` is installed.

Random instances miss a statement that fails on a narrow range only. z3 searches all of it, over the reals for
parameters and the integers for sizes. It is not believed: the values that it gives are put into the goal and
the hypotheses in exact arithmetic, with 1/0 = 0 as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import add, and_, eq, ge, gt, le, lt, mul, ne, or_
from typing import Any, Final

from .node import Term, is_number, value_of

_STEPS: Final = 2_000_000
"""z3's own count of steps after which it gives up, alike on every machine: about two seconds."""
_DIGITS: Final = 20
"""Decimal places of the number that stands in for one that is algebraic and not rational."""
_RELATIONS: Final = {"eq": eq, "ne": ne, "le": le, "lt": lt, "ge": ge, "gt": gt}


class NotRational(ValueError):  # noqa: N818 - an outcome
    """A term that is no rational function of sizes and parameters, nor a relation of them."""


@dataclass(frozen=True)
class _Reading:
    """What a term says of the values of its symbols: formulas of z3, or exact numbers."""

    symbols: Mapping[Term, Any]
    constant: Callable[[Fraction], Any]
    inverse: Callable[[Any], Any]
    negation: Callable[[Any], Any]

    def of(self, term: Term) -> Any:  # noqa: ANN401 - a formula, a number or a truth value
        """The term's meaning. Raises `NotRational`."""
        if term in self.symbols:
            return self.symbols[term]
        parts = term.args
        match term.head:
            case "number":
                return self.constant(value_of(term))
            case "add" | "mul":
                return reduce(add if term.head == "add" else mul, map(self.of, parts))
            case "power" if is_number(parts[1]) and value_of(parts[1]).denominator == 1:
                exponent = int(value_of(parts[1]))
                base = self.of(parts[0]) if exponent >= 0 else self.inverse(self.of(parts[0]))
                return reduce(mul, [base] * abs(exponent), self.constant(Fraction(1)))
            case "and" | "or":
                return reduce(and_ if term.head == "and" else or_, map(self.of, parts))
            case "not":
                return self.negation(self.of(parts[0]))
            case head if head in _RELATIONS:
                return _RELATIONS[head](*map(self.of, parts))
        raise NotRational(f"{term} is no rational function of sizes and parameters.")


def exact_counterexample(goal: Term, hypotheses: Iterable[Term] = ()) -> dict[Term, Fraction] | None:
    """Values of all symbols at which the hypotheses hold and the goal does not; None where there are none.

    Raises `ImportError` without z3, `NotRational` where the statement is none of rational functions, and
    `TimeoutError` where z3 gives up.

    >>> from theorycheck.theory.model import Parameter
    >>> x = Parameter("x")
    >>> exact_counterexample(x**2 + 1 >= 2 * x)
    """
    import z3

    given = tuple(hypotheses)
    declared = {own for term in (goal, *given) for _, own in term.declarations}
    known = {own: own.data for own in sorted(declared, key=repr)}
    if others := [own for own in known if own.head not in {"size", "parameter"}]:
        raise NotRational(f"{others[0]} is neither a size nor a parameter.")
    letters = {
        own: z3.ToReal(z3.Int(f"n{k}")) if own.head == "size" else z3.Real(f"x{k}")
        for k, own in enumerate(known)
    }
    formulas = _Reading(letters, z3.RealVal, lambda x: z3.If(x == 0, z3.RealVal(0), 1 / x), z3.Not)
    solver = z3.Solver()
    solver.set("rlimit", _STEPS)
    for own, (_, low, high) in ((own, data) for own, data in known.items() if own.head == "size"):
        solver.add(letters[own] >= low, *([letters[own] <= high] if high else []))
    solver.add(*map(formulas.of, given), z3.Not(formulas.of(goal)))
    answer = solver.check()
    if answer == z3.unsat:
        return None
    if answer == z3.unknown:
        raise TimeoutError("z3 gave up.")
    model = solver.model()
    values = {own: _rational(model.eval(letter, model_completion=True)) for own, letter in letters.items()}
    exact = _Reading(values, Fraction, lambda x: 1 / x if x else Fraction(0), lambda truth: not truth)
    if not all(map(exact.of, given)) or exact.of(goal):
        raise TimeoutError("What z3 found is no rational counterexample.")
    return values


def _rational(value: Any) -> Fraction:  # noqa: ANN401 - a number of z3
    import z3

    return Fraction(str((value.approx(_DIGITS) if z3.is_algebraic_value(value) else value).as_fraction()))
