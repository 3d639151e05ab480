r"""Moments of sums of independent coordinates: $S = c \sum_i f(q_i, k_i)$, f a polynomial.

The m-th power of the sum is split by which of its m indices coincide (set partitions); the blocks are
independent of each other, and within one block the letters are. Only moments of single coordinates enter.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Expectation
from .index_sums import falling, set_partitions
from .points import require_equal

_SHORT_SUMS = (1, 2, 3)
_CENTRED_PARTS = 3


class Coordinates(sp.Basic):
    """Independent coordinates of one law, given by its first four moments."""

    def __new__(cls, family: sp.IndexedBase, *moments: sp.Expr) -> Coordinates:
        """The family of letters, and E x, E x^2, E x^3, E x^4."""
        return sp.Basic.__new__(cls, family, *(sp.sympify(m, strict=True) for m in moments))

    @property
    def moments(self) -> tuple[sp.Expr, ...]:
        """The moments from order zero on."""
        return (sp.Integer(1), *self.args[1:])

    def _latex(self, printer: LatexPrinter) -> str:
        letter = printer._print(self.args[0])
        orders = (rf"\mathbb{{E}} {letter}^{k}" for k in range(1, len(self.args)))
        values = (printer._print(m) for m in self.args[1:])
        return r",\ ".join(f"{order} = {value}" for order, value in zip(orders, values, strict=True))


class ExcessKurtosis(sp.Expr):
    """E x^4 / (E x^2)^2 - 3 of a centred variable."""

    is_commutative = True
    is_real = True

    def __new__(cls, body: sp.Expr) -> ExcessKurtosis:
        """The excess kurtosis of `body`."""
        return sp.Expr.__new__(cls, body)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\mathrm{{Kurt}}\left[{printer._print(self.args[0])}\right] - 3"


def _parts(fact: sp.Eq) -> tuple[sp.Expr, sp.Sum]:
    """The factor in front, and the sum."""
    scale, total = fact.rhs.as_independent(sp.Sum, as_Add=False)
    if not isinstance(total, sp.Sum) or len(total.limits) != 1 or total.limits[0][1] != 1:
        raise SideConditionError(f"{fact.rhs} is not a multiple of one sum from 1 on.")
    return scale, total


def _table(total: sp.Sum, laws: tuple[Coordinates, ...]) -> dict[sp.Indexed, tuple[sp.Expr, ...]]:
    """The moments of each letter of the summand."""
    index = total.limits[0][0]
    known = {law.args[0][index]: law.moments for law in laws}
    letters = total.function.atoms(sp.Indexed)
    if not letters or letters - set(known):
        raise SideConditionError(f"The laws of {letters - set(known)} have not been said.")
    return {letter: known[letter] for letter in letters}


def _mean(polynomial: sp.Expr, table: Mapping[sp.Indexed, tuple[sp.Expr, ...]]) -> sp.Expr:
    """The mean of a polynomial in independent letters."""
    letters = sorted(table, key=str)
    total = sp.Integer(0)
    for powers, coefficient in sp.Poly(polynomial, *letters).terms():
        if any(p >= len(table[x]) for x, p in zip(letters, powers, strict=True)):
            raise SideConditionError(f"{polynomial} needs moments of higher order than are known.")
        total += coefficient * sp.Mul(*(table[x][p] for x, p in zip(letters, powers, strict=True)))
    return total


def _moment(fact: sp.Eq, *laws: Coordinates, order: int) -> sp.Eq:
    scale, total = _parts(fact)
    table, upper = _table(total, laws), total.limits[0][2]
    found = sp.Integer(0)
    for blocks in set_partitions(order):
        sizes = [blocks.count(b) for b in sorted(set(blocks))]
        means = (_mean(total.function**size, table) for size in sizes)
        found += falling(upper, len(sizes)) * sp.Mul(*means)
    return sp.Eq(Expectation(fact.lhs**order), sp.powsimp(scale**order * sp.factor(found)), evaluate=False)


def _moment_conditions(fact: sp.Eq, *laws: Coordinates, order: int) -> tuple[str, ...]:
    letters = sorted(_table(_parts(fact)[1], laws), key=str)
    return (
        f"${', '.join(sp.latex(x) for x in letters)}$ are independent, also for different indices",
        f"moments up to order {order} of the terms are finite",
    )


def _check_moment(result: sp.Eq, fact: sp.Eq, *laws: Coordinates, order: int) -> str:
    """Sums of one to three terms multiplied out, every letter a symbol of its own."""
    scale, total = _parts(fact)
    table, (index, _, upper) = _table(total, laws), total.limits[0]
    for terms in _SHORT_SUMS:
        apart = {(x, k): sp.Symbol(f"x_{n}_{k}") for (n, x), k in product(enumerate(table), range(terms))}
        written = sum(total.function.xreplace({x: apart[x, k] for x in table}) for k in range(terms))
        moments = {symbol: table[x] for (x, _), symbol in apart.items()}
        multiplied = _mean(sp.expand(written**order), moments) * scale.subs(upper, terms) ** order
        require_equal(multiplied, result.rhs.subs(upper, terms))
    return f"sums of {', '.join(map(str, _SHORT_SUMS))} terms multiplied out in full, the index {index} gone"


def _excess(fourth: sp.Eq, second: sp.Eq, first: sp.Eq) -> sp.Eq:
    right = sp.factor(sp.together(fourth.rhs / second.rhs**2 - 3))
    return sp.Eq(ExcessKurtosis(first.lhs.args[0]), right, evaluate=False)


def _excess_conditions(fourth: sp.Eq, second: sp.Eq, first: sp.Eq) -> tuple[str, ...]:
    variable = first.lhs.args[0]
    if (second.lhs.args[0], fourth.lhs.args[0]) != (variable**2, variable**4):
        raise SideConditionError(f"{second.lhs} and {fourth.lhs} are no moments of {variable}.")
    if first.rhs != 0:
        raise SideConditionError(f"The mean {first.rhs} of {variable} is not zero.")
    return (f"${sp.latex(variable)}$ has mean zero",)


def _check_excess(result: sp.Eq, fourth: sp.Eq, second: sp.Eq, first: sp.Eq) -> str:
    coin = {-1: sp.Rational(1, 2), 1: sp.Rational(1, 2)}
    two, four = (sum(x**m * p for x, p in coin.items()) for m in (2, 4))
    if four / two**2 - _CENTRED_PARTS != -2:  # noqa: PLR2004 - the known value of a coin
        raise CheckFailed("A fair coin has not the excess kurtosis -2.")
    require_equal((result.rhs + _CENTRED_PARTS) * second.rhs**2, fourth.rhs)
    return "put back into the fourth moment at random rational points; -2 for a fair coin"


moment_of_sum = Rule(
    name="moments of a sum",
    statement=(
        r"$\mathbb{E} (\sum_{i=1}^d x_i)^m = \sum_\pi d (d-1) \cdots (d - |\pi| + 1) \prod_{B \in \pi} "
        r"\mathbb{E} x^{|B|}$ over the partitions of m indices, for independent $x_i$ of one law."
    ),
    apply=_moment,
    conditions=_moment_conditions,
    check=_check_moment,
)

excess_kurtosis = Rule(
    name="excess kurtosis",
    statement=r"$\mathrm{Kurt}\, x - 3 = \mathbb{E} x^4 / (\mathbb{E} x^2)^2 - 3$ for a centred x.",
    apply=_excess,
    conditions=_excess_conditions,
    check=_check_excess,
)
