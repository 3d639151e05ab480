"""What a law claims: sums of amplitude x powers x exponentials x a fixed shape.

Numeric exponents and rates are the claim. A name that is no grid variable is a free constant:
alone it is an amplitude, in an exponent or a rate it says that nothing is claimed there. A grid
variable that a law leaves out claims exponent 0; what stands in the fixed shape is held as it is,
and exponents are those beyond it. A law with free constants anywhere else, as in `C*(d + a)**2` or
`min(1, C*n/d)`, is a general nonlinear form: it has no terms and can be fitted only as a whole. So is
a sum whose terms differ in fixed factors alone.

Logarithms are taken of all factors, so a law is read where its factors are positive.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

import sympy as sp

from ..theory.notation import symbol
from .error import LawError, limited
from .grammar import parse

_ONE: Final = sp.Integer(1)


@dataclass(frozen=True, kw_only=True)
class Factor:
    """A power `base**written` whose base is linear in one grid variable; the exponent is as it was typed."""

    base: sp.Expr
    variable: str
    written: sp.Expr

    @property
    def exponent(self) -> Fraction | None:
        """The claimed exponent; None where a free constant stands in it."""
        number = self.written
        return Fraction(int(number.p), int(number.q)) if number.is_Rational else None

    @property
    def name(self) -> str | None:
        """The free constant in the exponent."""
        return _constant_in(self.written)


@dataclass(frozen=True, kw_only=True)
class Rate:
    """A factor `exp(-written*argument)`, decaying where the rate is positive.

    `argument` is a product of powers of variables.
    """

    argument: sp.Expr
    written: sp.Expr

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that decay in it."""
        return tuple(sorted(s.name for s in self.argument.free_symbols))

    @property
    def value(self) -> sp.Expr | None:
        """The claimed rate; None where a free constant stands in it."""
        return None if self.written.free_symbols else self.written

    @property
    def name(self) -> str | None:
        """The free constant in the rate."""
        return _constant_in(self.written)


@dataclass(frozen=True, kw_only=True)
class Term:
    """`number * amplitude * factors * rates * fixed`.

    `amplitude` is what the law makes of the free constants `coefficients` (1 where there are none),
    `number` has no name, `fixed` has grid variables alone: a named logarithm, say. A variable has at
    most one factor.
    """

    coefficients: tuple[str, ...] = ()
    amplitude: sp.Expr = _ONE
    number: sp.Expr = _ONE
    factors: tuple[Factor, ...] = ()
    rates: tuple[Rate, ...] = ()
    fixed: sp.Expr = _ONE

    @property
    def free(self) -> tuple[str, ...]:
        """The free constants, one entry for each place where they stand."""
        inner = [factor.name for factor in self.factors] + [rate.name for rate in self.rates]
        return (*self.coefficients, *(name for name in inner if name is not None))


@dataclass(frozen=True, kw_only=True)
class Form:
    """A law in the grid's variables: its terms, or none where it is a general nonlinear form.

    `fixed` and `exponents` are those of a law with one term.
    """

    text: str
    expr: sp.Expr
    variables: tuple[str, ...]
    constants: tuple[str, ...]
    terms: tuple[Term, ...]

    @property
    def is_nonlinear(self) -> bool:
        """Whether free constants stand where only a fit of the whole formula can reach them."""
        return not self.terms

    @property
    def is_single(self) -> bool:
        """Whether the law is one product."""
        return len(self.terms) == 1

    @property
    def is_power_law(self) -> bool:
        """Whether the law is one product whose exponents and rates are all claimed."""
        return self.is_single and not self.terms[0].free[len(self.terms[0].coefficients) :]

    @property
    def describes(self) -> bool:
        """Whether all its powers and rates are free: it describes numbers, and claims no exponent of them.

        A product without any power of a variable claims that there is none.
        """
        if self.terms:
            powers = [factor.name for term in self.terms for factor in term.factors]
            rates = [rate.name for term in self.terms for rate in term.rates]
            return None not in (*powers, *rates) and (bool(powers) or len(self.terms) > 1)
        grid = {symbol(name) for name in self.variables}
        exponents = [power.exp for power in self.expr.atoms(sp.Pow) if power.base.free_symbols & grid]
        return bool(exponents) and all(exponent.free_symbols - grid for exponent in exponents)

    @property
    def implied_constant(self) -> bool:
        """Whether the law is one product without an amplitude of its own: "grows like n*log(n)"."""
        return self.is_single and not self.terms[0].coefficients

    @property
    def exponents(self) -> dict[str, Fraction]:
        """The claimed exponent of each grid variable; those that the law leaves free are missing."""
        found = {factor.variable: factor.exponent for factor in self._only.factors}
        claims = {name: found.get(name, Fraction(0)) for name in self.variables}
        return {name: exponent for name, exponent in claims.items() if exponent is not None}

    @property
    def fixed(self) -> sp.Expr:
        """All that is neither number, amplitude nor factor; claimed exponentials are in it."""
        term = self._claimed
        return sp.Mul(term.fixed, *(sp.exp(-rate.written * rate.argument) for rate in term.rates))

    @property
    def _only(self) -> Term:
        if not self.is_single:
            raise LawError(
                f"The law {self.text!r} is not a constant times powers, so it claims no exponents."
            )
        return self.terms[0]

    @property
    def _claimed(self) -> Term:
        if not self.is_power_law:
            raise LawError(f"The law {self.text!r} is not a constant times powers with numeric exponents.")
        return self.terms[0]


def form(text: str, variables: Iterable[str]) -> Form:
    """What a law claims of these grid variables; raises `LawError`.

    >>> form("C*exp(-c*d)/sqrt(d)", ["d"]).exponents
    {'d': Fraction(-1, 2)}
    """
    return _form(text, parse(text), tuple(variables))


def form_of(expr: sp.Expr, variables: Iterable[str]) -> Form:
    """The form of an expression over these grid variables; raises `LawError`."""
    return _form(str(expr), expr, tuple(variables))


def falls(base: sp.Expr) -> bool:
    """Whether a base that is linear in one variable falls as that grows, as the distance to a pole does.

    >>> falls(parse("1 - alpha")), falls(parse("n - 1")), falls(parse("n"))
    (True, False, False)
    """
    slope = _slope(base)
    return slope is not None and bool(slope.is_negative)


@lru_cache(maxsize=1024)
def _form(text: str, expr: sp.Expr, names: tuple[str, ...]) -> Form:
    if "pi" in names:
        raise LawError("'pi' is a number in a law; give the variable another name.")
    grid = frozenset(symbol(name) for name in names)
    with limited(text):
        terms = tuple(_Split(text=text, grid=grid).term(summand) for summand in _summands(expr, grid))
    complete = [term for term in terms if term is not None]
    uses = Counter(name for term in complete for name in term.free)
    # A constant in two places ties them together, which no fit of separate terms can do.
    separable = len(complete) == len(terms) and max(uses.values(), default=1) == 1
    return Form(
        text=text,
        expr=expr,
        variables=names,
        constants=tuple(sorted(s.name for s in expr.free_symbols - grid)),
        terms=tuple(complete) if separable and not _tied(complete) else (),
    )


def _tied(terms: list[Term]) -> bool:
    """Whether terms differ in fixed factors alone, as a*d*log(d) + b*d: their common power is one claim."""
    powers = [(term.rates, [(f.base, f.exponent) for f in term.factors]) for term in terms]
    return len(terms) > 1 and bool(powers[0][1]) and all(each == powers[0] for each in powers)


@dataclass(kw_only=True)
class _Split:
    """One term while its factors are sorted."""

    text: str
    grid: frozenset[sp.Symbol]
    powers: list[Factor] = field(default_factory=list)
    rates: dict[sp.Expr, Rate] = field(default_factory=dict)
    amplitude: sp.Expr = _ONE
    number: sp.Expr = _ONE
    fixed: sp.Expr = _ONE

    def term(self, product: sp.Expr) -> Term | None:
        """The term, or None where a free constant stands inside a function or a sum."""
        if not all(self._sort(base, exponent) for base, exponent in _parts(product, sp.Integer(1))):
            return None
        return Term(
            coefficients=tuple(sorted(s.name for s in self.amplitude.free_symbols)),
            amplitude=self.amplitude,
            number=self.number,
            factors=tuple(self._factor(v) for v in dict.fromkeys(f.variable for f in self.powers)),
            rates=tuple(self.rates.values()),
            fixed=self.fixed,
        )

    def _sort(self, base: sp.Expr, exponent: sp.Expr) -> bool:
        part = base**exponent
        inside, constants = part.free_symbols & self.grid, part.free_symbols - self.grid
        if not inside and constants:
            self.amplitude *= part
        elif not inside:
            self.number *= part
        elif self._is_power(base, exponent):
            self._add_power(base, exponent)
        elif not base.free_symbols and base.is_positive and self._add_rate(sp.log(base) * exponent):
            pass
        elif not constants:
            self.fixed *= part
        else:
            return False
        return True

    def _is_power(self, base: sp.Expr, exponent: sp.Expr) -> bool:
        free = exponent.free_symbols
        known = exponent.is_Rational or (len(free) == 1 and not free & self.grid)
        return known and base.free_symbols <= self.grid and _slope(base) is not None

    def _add_power(self, base: sp.Expr, exponent: sp.Expr) -> None:
        content, base = base.as_content_primitive()
        (variable,) = base.free_symbols
        self.number *= content**exponent if exponent.is_Rational else 1
        if content != 1 and not exponent.is_Rational:
            base = content * base
        same = [i for i, other in enumerate(self.powers) if other.base == base]
        if not same:
            self.powers.append(Factor(base=base, variable=variable.name, written=exponent))
        else:
            self.powers[same[0]] = self._joined(self.powers[same[0]], exponent)

    def _joined(self, factor: Factor, exponent: sp.Expr) -> Factor:
        total = factor.written + exponent
        if len(total.free_symbols) > 1:
            raise LawError(
                f"The exponent {total} of {factor.base} in {self.text!r} holds two constants; write one."
            )
        return replace(factor, written=total)

    def _factor(self, variable: str) -> Factor:
        """The one power of a variable: n*(n - 1) is n**2 times (n - 1)/n, which tends to one.

        Of p*(1 - p) it is that of p, which goes where p does: 1 - p beside it is a fixed factor.
        """
        powers = [factor for factor in self.powers if factor.variable == variable]
        if len(powers) == 1:
            return powers[0]
        if any(factor.exponent is None for factor in powers):
            raise LawError(
                f"The law {self.text!r} has two powers in {variable}, one of them free; its exponent is "
                "not one number."
            )
        rising = [factor for factor in powers if not falls(factor.base)] or powers
        lead = max(rising, key=lambda f: (abs(f.exponent or 0), f.base.is_Symbol))
        for factor in powers:
            by = lead.base if factor in rising else _ONE
            self.fixed *= (factor.base / by) ** factor.written if factor is not lead else 1
        return replace(lead, written=sum((factor.written for factor in rising), sp.Integer(0)))

    def _add_rate(self, exponent: sp.Expr) -> bool:
        """Take the factor exp(exponent) as a rate, or say that it is none."""
        coefficient, argument = exponent.as_independent(*self.grid, as_Add=False)
        free = coefficient.free_symbols
        if len(free) > 1 or not all(self._is_monomial(part) for part in sp.Mul.make_args(argument)):
            return False
        if argument in self.rates:
            coefficient -= self.rates[argument].written
        if len(coefficient.free_symbols) > 1:
            raise LawError(f"The rate {-coefficient} in {self.text!r} holds two constants; write one.")
        self.rates[argument] = Rate(argument=argument, written=-coefficient)
        return True

    def _is_monomial(self, part: sp.Expr) -> bool:
        base, exponent = part.as_base_exp()
        return bool(exponent.is_Rational and base.free_symbols <= self.grid and _slope(base) is not None)


def _summands(expr: sp.Expr, grid: frozenset[sp.Symbol]) -> list[sp.Expr]:
    """The terms of a sum; those with the same amplitude are one, as C*n - C is C*(n - 1)."""
    if not expr.is_Add or expr.free_symbols <= grid:
        return [expr]
    groups: dict[sp.Expr, list[sp.Expr]] = {}
    for summand in expr.args:
        amplitude, rest = summand.as_independent(*grid, as_Add=False)
        number, constants = amplitude.as_independent(*amplitude.free_symbols, as_Add=False)
        groups.setdefault(constants, []).append(number * rest)
    return [constants * sp.Add(*rest) for constants, rest in groups.items()]


def _parts(product: sp.Expr, exponent: sp.Expr) -> Iterator[tuple[sp.Expr, sp.Expr]]:
    """Bases and exponents of product**exponent, with products, powers and exponentials taken apart."""
    base, inner = product.as_base_exp()
    if not exponent.is_Rational and _slope(product) is not None:
        yield product, exponent
    elif product.is_Mul:
        for part in product.args:
            yield from _parts(part, exponent)
    elif inner != 1 and base.free_symbols:
        yield from _parts(base, inner * exponent)
    elif inner != 1:
        for summand in sp.Add.make_args(inner):
            yield base, summand * exponent
    else:
        yield product, exponent


def _slope(base: sp.Expr) -> sp.Expr | None:
    """Of a base that is linear in its one variable; None of any other."""
    if len(base.free_symbols) != 1:
        return None
    slopes = [_slope_of(part) for part in sp.Add.make_args(base)]
    total = sum((slope for slope in slopes if slope is not None), sp.Integer(0))
    return total if None not in slopes and total != 0 else None


def _slope_of(part: sp.Expr) -> sp.Expr | None:
    number, rest = part.as_independent(*part.free_symbols, as_Add=False)
    if rest.is_Symbol:
        return number
    if rest == 1:
        return sp.Integer(0)
    inner = _slope(rest) if rest.is_Add else None
    return None if inner is None else number * inner


def _constant_in(expr: sp.Expr) -> str | None:
    """The name of the one constant in an exponent or a rate."""
    return next((str(constant.name) for constant in expr.free_symbols), None)
