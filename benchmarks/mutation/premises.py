"""Other premises than those of a derivation: another law, one more dimension, a term kept or left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp
from theorycheck.theory import laws
from theorycheck.theory.node import Term
from theorycheck.theory.terms import ones


def alternatives(premises: Any) -> Iterator[tuple[str, str, Any]]:  # noqa: ANN401 - each topic has a record of its own
    """Each premise changed alone: whether it is a law (the `model`), what was changed, the premises with it.

    >>> from theorycheck.theory.conditioning.definitions import UNIT
    >>> [told[:2] for told in alternatives(UNIT)][-1]
    ('premise', 'own_term: False -> True')
    """
    for premise in fields(premises):
        value = getattr(premises, premise.name)
        if is_dataclass(value):
            for operator, text, other in alternatives(value):
                yield operator, f"{premise.name}.{text}", replace(premises, **{premise.name: other})
            continue
        operator = "model" if isinstance(value, Term) and value.sort == "law" else "premise"
        for other in _others(value):
            yield operator, f"{premise.name}: {value} -> {other}", replace(premises, **{premise.name: other})


def _others(value: object) -> Iterator[object]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, Term):
        yield from _other_laws(value) if value.sort == "law" else (_larger(value),)
    elif isinstance(value, int | Fraction | sp.Expr):
        yield value + 1
    elif isinstance(value, str):
        yield f"{value}'"


def _larger(value: Term) -> Term:
    """A number or each entry of a vector one larger, a matrix twice."""
    match value.shape:
        case ():
            return value + 1
        case (d,):
            return value + ones(d)
    return 2 * value


def _other_laws(law: Term) -> Iterator[Term]:
    """Each parameter of a law one larger, and other laws of numbers, or of vectors of its dimension."""
    for place, value in enumerate(law.args):
        yield Term(law.head, (*law.args[:place], _larger(value), *law.args[place + 1 :]))
    others: tuple[Term, ...] = (laws.Normal(0, 2), laws.Rademacher())
    if law.shape:
        (d,) = law.shape
        others = (laws.Sphere(d), laws.Normal(0, 1 / d, dimension=d), laws.OneHot(d))
    yield from (other for other in others if other.head != law.head)
