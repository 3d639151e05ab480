"""When two derived formulas are the same: by their values, never by how they are written.

A formula is recorded by its values to fifty-five digits at twenty rational points of its domain, integers
where the variable is a size; where it is defined by pieces every piece has points. A formula is the same if
its free symbols have the same names and domains, and its values agree to fifty digits. Of an expansion the
terms are compared so, and the argument of its O up to a constant. The text stands beside it for readers.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import sympy as sp
from flint import arb, ctx, fmpq
from theorycheck.evidence import cache
from theorycheck.theory.formula_balls import proved_value

from ..time_limit import limited

POINTS: Final = 20
DIGITS: Final = 50
"""To which two formulas agree."""

Point = Mapping[str, Fraction]
Points = Sequence[Mapping[str, int | float | str]]
Record = dict[str, Any]

_KEPT_DIGITS: Final = 55
_BITS: Final = 190
_PRECISIONS: Final = (256, 1024, 4096)
_EXACT: Final = Context(prec=80)
_TRIES: Final = 240
_SOON: Final = 1.0
"""Seconds; a point at which a formula takes longer is not chosen."""
_LATE: Final = 30.0
"""Seconds after which a formula counts as without a value at a chosen point."""
_WIDENED: Final = 10
"""Tries after which sizes are looked for one further away."""
_SPREAD: Final = Fraction(1, 4)
"""By how much of a coordinate a point may lie beside a design point."""
_DENOMINATOR: Final = 64
_DOMAINS: Final = ("integer", "positive", "nonnegative", "negative", "real")
_IMPLIED: Final = {"nonnegative": "positive", "real": "positive"}


def recorded(formula: sp.Expr, grid: Points) -> Record:
    """The formula by its symbols, its text, and its values at points of its domain near the grid."""
    numeric = _with_sequences(formula)
    points = list(_chosen_points(numeric, grid))
    return {
        "symbols": symbols(formula),
        "formula": str(formula),
        "points": [" ".join(f"{name}={value}" for name, value in point.items()) for point in points],
        **_values(numeric, points),
    }


def differences(known: Record, formula: sp.Expr, names: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Fields in which a formula differs from the record, with both texts; `names` maps old symbols to new."""
    before = {names.get(name, name): domain for name, domain in known["symbols"].items()}
    if before != symbols(formula):
        yield "symbols", str(before), str(symbols(formula))
        return
    points = [_parsed(text, names) for text in known["points"]]
    numeric = _with_sequences(formula)
    if unreached := _pieces_without_points(numeric, points):
        yield "formula", known["formula"], f"{formula} (no point of the record reaches {unreached[0]})"
        return
    after = _kept_values(numeric, points)
    before_values = {key: known.get(key) for key in ("values", "order")}
    for key, values in before_values.items():
        if not _agree(values, after.get(key)):
            yield "formula", known["formula"], str(formula)
            return


def symbols(formula: sp.Expr) -> dict[str, str]:
    """The free symbols by name, each with its domain."""
    sequences = {str(entry.base) for entry in formula.atoms(sp.Indexed)}
    free = {s for s in formula.free_symbols if isinstance(s, sp.Symbol) and s.name not in sequences}
    domains = {s.name: _domain(s) for s in free} | dict.fromkeys(sequences, "sequence")
    return dict(sorted(domains.items()))


def _with_sequences(formula: sp.Expr) -> sp.Expr:
    """The formula with 1/(i + c) for each entry i of a sequence; c tells one sequence from another."""
    names = sorted({str(entry.base) for entry in formula.atoms(sp.Indexed)})
    return formula.replace(
        sp.Indexed, lambda base, *indices: 1 / (sum(indices) + 2 + 3 * names.index(str(base)))
    )


def _domain(symbol: sp.Symbol) -> str:
    known = [name for name in _DOMAINS if symbol.assumptions0.get(name)]
    return " ".join(name for name in known if _IMPLIED.get(name) not in known) or "complex"


def _kept_values(formula: sp.Expr, points: Sequence[Point]) -> Record:
    """The same as `_values`, which a few formulas take seconds for, kept from one comparison to the next."""
    content = f"{sp.srepr(formula)}\0{points}"
    key = hashlib.blake2b(content.encode(), digest_size=16).hexdigest()
    found: Record = json.loads(KEPT.text(key, lambda: json.dumps(_values(formula, points))))
    return found


@lru_cache(maxsize=1)
def _identity() -> str:
    """What values follow from: the balls of functions that are our own, and the libraries."""
    theory = Path(str(resources.files("theorycheck.theory")))
    return cache.digest([*sorted(theory.glob("*.py")), Path(__file__)], ("sympy", "mpmath", "python-flint"))


KEPT: Final = cache.Table("golden", _identity)
"""Values of formulas at points, of earlier comparisons and of this one."""


def _values(formula: sp.Expr, points: Sequence[Point], seconds: float = _LATE) -> Record:
    """The values at the points; of an expansion those of its terms, with those of its O over the first."""
    order = formula.getO()
    if order is None:
        return {"values": [_value(formula, point, seconds) for point in points]}
    size = order.expr / order.expr.subs(_substitution(order.expr, points[0]))
    return {
        "values": [_value(formula.removeO(), point, seconds) for point in points],
        "order": [_value(size, point, seconds) for point in points],
    }


def _value(formula: sp.Expr, point: Point, seconds: float) -> str | None:
    """The real number at a point as text; None where there is none, or not within so many seconds."""
    try:
        with limited(seconds):
            return _real(formula, point)
    except Exception:  # noqa: BLE001 - libraries raise errors of many kinds where they find no number
        return None


def _real(formula: sp.Expr, point: Point) -> str | None:
    numbers = {s: fmpq(point[s.name].numerator, point[s.name].denominator) for s in formula.free_symbols}
    found = proved_value(formula, numbers, _BITS, _PRECISIONS)
    if found is not None:
        with ctx.workprec(_PRECISIONS[0]):
            ball = arb(found)
            return str(ball.mid().str(_KEPT_DIGITS, radius=False)) if ball.is_finite() else None
    number = sp.N(formula.subs(_substitution(formula, point)), _KEPT_DIGITS)
    return str(number) if number.is_Number and number.is_finite and not number.has(sp.I) else None


def _substitution(formula: sp.Expr, point: Point) -> dict[sp.Symbol, sp.Rational]:
    at = {s: point[s.name] for s in formula.free_symbols}
    return {s: sp.Rational(x.numerator, x.denominator) for s, x in at.items()}


def _agree(before: Sequence[str | None] | None, after: Sequence[str | None] | None) -> bool:
    if before is None or after is None:
        return before is after
    return all(_equal(one, other) for one, other in zip(before, after, strict=True))


def _equal(one: str | None, other: str | None) -> bool:
    if one is None or other is None:
        return one is other
    a, b = Decimal(one), Decimal(other)
    largest = max(abs(a), abs(b))
    return _EXACT.abs(_EXACT.subtract(a, b)) <= _EXACT.multiply(largest, Decimal(10) ** -DIGITS)


def _parsed(text: str, names: Mapping[str, str]) -> Point:
    pairs = (part.split("=") for part in text.split())
    return {names.get(name, name): Fraction(value) for name, value in pairs}


def _chosen_points(formula: sp.Expr, points: Points) -> Iterator[Point]:
    """Twenty points at which the formula is a real number, and more until each piece has one."""
    taken: list[Point] = []
    for point in _candidates(formula, points):
        if point in taken:
            continue
        missing = _pieces_without_points(formula, taken)
        if len(taken) >= POINTS and len(_pieces_without_points(formula, [*taken, point])) == len(missing):
            if not missing:
                return
            continue
        if _values(formula, [point], seconds=_SOON)["values"] != [None]:
            taken.append(point)
            yield point


def _candidates(formula: sp.Expr, points: Points) -> Iterator[Point]:
    """Points beside the design's, or in the domain of each symbol that these do not name; repeatable."""
    source = random.Random(str(formula))
    named = sorted(formula.free_symbols, key=lambda s: s.name)
    if not named:
        yield {}
        return
    numbers = [
        {k: Fraction(str(v)) for k, v in point.items() if not isinstance(v, str) and abs(v) < float("inf")}
        for point in points
    ]
    sizes = {name for name in {n for c in numbers for n in c} if all(_is_whole(c.get(name)) for c in numbers)}
    for k in range(_TRIES):
        point = source.choice(numbers) if numbers else {}
        yield {
            s.name: _near(point[s.name], source, k // _WIDENED if s.is_integer or s.name in sizes else None)
            if s.name in point
            else _anywhere(s, source)
            for s in named
        }


def _is_whole(value: Fraction | None) -> bool:
    return value is None or value.denominator == 1


def _near(value: Fraction, source: random.Random, widened: int | None) -> Fraction:
    """A number beside the value; where `widened` is given an integer, by so much farther away."""
    if widened is not None:
        reach = max(1, int(abs(value) * _SPREAD)) + widened
        return Fraction(max(int(value) + source.randint(-reach, reach), min(int(value), 1)))
    return value * (1 + _SPREAD * Fraction(source.randint(-_DENOMINATOR, _DENOMINATOR), _DENOMINATOR))


def _anywhere(symbol: sp.Symbol, source: random.Random) -> Fraction:
    if symbol.is_integer:
        return Fraction(source.randint(1, 40))
    sign = -1 if symbol.is_negative else 1
    inside = Fraction(source.randint(1, _DENOMINATOR - 1), _DENOMINATOR)
    return sign * (inside if source.random() < 1 / 2 else inside * 8)


def _pieces_without_points(formula: sp.Expr, points: Sequence[Point]) -> list[sp.Basic]:
    """Conditions of pieces that no point reaches."""
    lacking = []
    for piecewise in sorted(formula.atoms(sp.Piecewise), key=str):
        reached = {_piece(piecewise, point) for point in points}
        lacking += [piece.cond for k, piece in enumerate(piecewise.args) if k not in reached]
    return lacking


def _piece(piecewise: sp.Piecewise, point: Point) -> int | None:
    held = (k for k, piece in enumerate(piecewise.args) if _holds(piece.cond, point))
    return next(held, None)


def _holds(condition: sp.Basic, point: Point) -> bool:
    return condition.subs(_substitution(condition, point)) == sp.true
