"""`growth`: how fast a sum of <p A^t, r> grows or decays, for nonnegative numbers p, r and matrices A.

With w A = rho w and w > 0, a w <= p gives a rho^t w <= p A^t, and p <= b w gives p A^t <= b rho^t w, both by
induction. For matrices of smaller radius w A <= rho w does, and 0 <= p A^t. Eigenvectors are polynomials in
rho, a parameter that is known by its polynomial until the root is put for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import ceil
from typing import Any, Final

import sympy as sp

from ..kernel import Refused, Theorem, apply
from ..node import Term, add, multiply, number, power, summands
from ..substitution import fresh_names, replaced
from ..terms import inner, log, vector
from .certificates import by_products
from .goals import finish
from .rewriting import assumed, itself, left, replaced_within, right, then

_WIDTH: Final = Fraction(1, 10**8)
"""How close bounds of rho are to it."""
_DIGITS: Final = 30
_x: Final = sp.Symbol("x")
_ZERO: Final = sp.Poly(0, _x, domain="QQ")
Row = tuple[sp.Rational, ...]


def growth(about: Term, t: Term, *known: Theorem) -> Theorem:
    """log(u)/t = log(rho) + O(1/t), for a sum u of <p A^t, r>, rho the largest spectral radius of the A.

    All states of an A of this radius lead to each other, and p > 0 for one of these. u may be the name of
    such a sum, whose numbers are told by equations that are known.

    >>> from theorycheck.theory.model import Size, fixed
    >>> from theorycheck.theory.terms import inner, iterate, matrix, vector
    >>> t, x = Size("t"), fixed("x", 2)
    >>> words = inner(iterate(x @ matrix((1, 1), (1, 0)), x, vector(1, 1), t), vector(1, 1))
    >>> growth(words, t)
    ⊢ log(⟨(x ↦ x ((1, 1), (1, 0)))^t((1, 1)), (1, 1)⟩)/t = log(√5/2 + 1/2) + O(1/t) (t → ∞)
    """
    written = apply("written_out", term=about) if about.head == "definition" else itself(about)
    written = replaced_within(written, known)
    names = fresh_names(2, about, t)
    steps = Term("size", (), (names[0], 0, None))
    total = replaced(right(written), t, steps)
    paths = [_path(part) for part in summands(total)]
    root = _Root(max((path.radius for path in paths), key=lambda radius: radius.n(_DIGITS)), names[1])
    scale = power(root.symbol, steps)
    low, high = ([_bound(path, root, steps, sign) for path in paths] for sign in (-1, 1))
    least, most = (sum((b for b, _ in each), Fraction(0)) for each in (low, high))
    if not least:
        raise Refused(f"No path of the largest eigenvalue in {about} is taken from every state.")
    times = 1 + max(ceil(most), ceil(1 / least))
    factor = apply("positive", root.sign, term=scale)
    ends = (scale / times, total, least - Fraction(1, times), low), (total, times * scale, times - most, high)
    bounds = [
        by_products(one, other, (left, factor), *((1, fact) for _, fact in facts), known=(root.sign,))
        for one, other, left, facts in ends
    ]
    below, above = (apply("instance", bound, symbol=steps, value=t) for bound in bounds)
    if about is not right(written):
        below = apply("transitive", below, apply("symmetric", written))
        above = apply("transitive", written, above)
    return root.put(_logarithm(about, times, below, above, root, t))


@dataclass(frozen=True)
class _Path:
    """One summand <p A^t, r>."""

    start: Row
    matrix: sp.Matrix
    end: Row
    iteration: Term

    @property
    def radius(self) -> sp.Expr:
        """The largest real eigenvalue, which is the spectral radius."""
        return self.matrix.charpoly().as_expr().as_poly().real_roots(radicals=False)[-1]

    def state(self, i: int) -> Term:
        """Entry i of p A^t, from 0 on."""
        return self.iteration[i + 1]


def _path(part: Term) -> _Path:
    """Raises `Refused` for another form."""
    form = f"{part} is no <p A^t, r> of numbers that are not negative."
    try:
        iteration, end = part.args
        step, start, _ = iteration.args
        state, matrix = step.args
    except ValueError:
        raise Refused(form) from None
    heads = (part.head, step.head, state.head, matrix.head, start.head, end.head)
    if heads != ("inner", "matmul", "bound_value", "array", "array", "array"):
        raise Refused(form)
    entries = [
        [sp.Rational(*x.data) if x.head == "number" else -1 for x in own.args] for own in (start, matrix, end)
    ]
    if min(map(min, entries)) < 0:
        raise Refused(form)
    size = len(entries[0])
    return _Path(tuple(entries[0]), sp.Matrix(size, size, entries[1]), tuple(entries[2]), iteration)


class _Root:
    """The number rho as a parameter: 0 < rho, its polynomial vanishes, and close bounds that follow."""

    def __init__(self, exact: sp.Expr, name: str) -> None:
        """`exact` is the largest root of its minimal polynomial."""
        self.exact = exact
        self.polynomial = sp.Poly(sp.minimal_polynomial(exact, _x), _x, domain="QQ")
        self.symbol = Term("parameter", (), (name,))
        self.sign = _supposed(self.symbol > 0)
        self.equation = _supposed(Term("eq", (self.term(self.polynomial), number(0))))
        close = _WIDTH * int(sp.floor(exact.n(_DIGITS) / _rational(_WIDTH)))
        self.ends = close - _WIDTH, close + 2 * _WIDTH
        self.above, self.below = map(self._beside, self.ends)

    def term(self, polynomial: sp.Poly) -> Term:
        """Its value at rho."""
        return add(*(multiply(_number(c), _power(self.symbol, k)) for (k,), c in polynomial.terms()))

    def _beside(self, end: Fraction) -> Theorem:
        """The end < rho, or rho < end: rho - end = -m(end)/q(rho), where m = m(end) + (x - end) q."""
        quotient, at = sp.div(self.polynomial, sp.Poly(_x - _rational(end), _x))
        inverse, shift = 1 / self.term(quotient), -_fraction(at.as_expr())
        exact = apply(
            "ring",
            self.equation,
            self.sign,
            left=self.symbol,
            right=end + shift * inverse,
            multipliers=(inverse,),
        )
        positive = apply("positive", self.sign, term=inverse)
        ends = [number(end), right(exact)][:: 1 if shift > 0 else -1]
        beside = by_products(*ends, (abs(shift), positive), relation="lt", known=(self.sign,))
        return apply("transitive", *((beside, apply("symmetric", exact)) if shift > 0 else (exact, beside)))

    def least(self, polynomial: sp.Poly) -> tuple[Fraction, Theorem]:
        """A number c close below p(rho), and c <= p(rho)."""
        bound, parts = Fraction(0), []
        for (k,), c in polynomial.terms():
            factor = _fraction(c)
            bound += factor * self.ends[factor < 0] ** k
            parts += [(abs(factor), self._raised(k, upper=factor < 0))] if k and c else []
        return bound, by_products(number(bound), self.term(polynomial), *parts)

    def _raised(self, k: int, *, upper: bool) -> Theorem:
        """low^k < rho^k, or rho^k < high^k."""
        ends = [number(self.ends[upper]), self.symbol][:: -1 if upper else 1]
        signs = (
            self.sign,
            by_products(number(0), number(self.ends[upper]), (self.ends[upper],), relation="lt"),
        )
        side = self.below if upper else self.above
        if k == 1:
            return side
        grown = apply("monotone", side, *signs, function="power", exponent=number(k))
        return finish(grown, Term("lt", tuple(_power(one, k) for one in ends)))

    def nonnegative(self, polynomial: sp.Poly) -> Theorem:
        """0 <= p(rho), from what is left of p beside multiples of rho's own polynomial."""
        quotient, rest = sp.div(polynomial, self.polynomial)
        bound, close = self.least(rest)
        if bound < 0:
            raise Refused(f"{self.term(rest)} is not seen to be nonnegative.")
        above = by_products(number(0), self.term(rest), (1, close), *([(bound,)] if bound else []))
        own = self.term(polynomial)
        same = apply(
            "ring",
            self.equation,
            self.sign,
            left=self.term(rest),
            right=own,
            multipliers=(-self.term(quotient),),
        )
        return apply("transitive", above, same)

    def put(self, theorem: Theorem) -> Theorem:
        """The theorem with the root in radicals for rho."""
        value = _in_radicals(self.polynomial, self.exact)
        theorem = apply("instance", theorem, symbol=self.symbol, value=value)
        vanishing, zero = (replaced(side, self.symbol, value) for side in self.equation.proposition.args)
        above = apply("symmetric", apply("positive", term=value))
        for lemma in (above, apply("ring", left=vanishing, right=zero)):
            theorem = apply("cut", lemma, theorem)
        return theorem


def _supposed(proposition: Term) -> Theorem:
    return assumed(proposition, "what rho is")


def _polynomial(value: sp.Expr) -> sp.Poly:
    return sp.Poly(value, _x, domain="QQ")


def _fraction(value: sp.Rational) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _rational(value: Fraction) -> sp.Rational:
    return sp.Rational(value.numerator, value.denominator)


def _number(value: sp.Rational) -> Term:
    return number(_fraction(value))


def _power(base: Term, k: int) -> Term:
    return power(base, k) if k else number(1)


def _in_radicals(polynomial: sp.Poly, exact: sp.Expr) -> Term:
    """The root as a term. Raises `Refused` where no formula in radicals of positive numbers is found."""
    for found in sp.roots(polynomial):
        if abs(sp.N(found - exact, _DIGITS)) < _WIDTH:
            return _radical(found)
    raise Refused(f"The largest root of {polynomial.as_expr()} has no formula in radicals.")


def _radical(formula: sp.Expr) -> Term:
    if formula.is_Rational:
        return _number(formula)
    if formula.is_Pow and formula.exp.is_Rational:
        return power(_radical(formula.base), _fraction(formula.exp))
    if not (formula.is_Add or formula.is_Mul):
        raise Refused(f"{formula} is no formula in radicals of positive numbers.")
    return (add if formula.is_Add else multiply)(*map(_radical, formula.args))


# Bounds of one summand.


def _bound(path: _Path, root: _Root, t: Term, sign: int) -> tuple[Fraction, Theorem]:
    """(b, <p A^t, r> <= b rho^t) for the sign 1, (a, a rho^t <= <p A^t, r>) for -1.

    Entry by entry it is 0 <= s (rho^t w - p A^t), by induction; a is 0 where the radius is smaller.
    """
    weights = _weights(path, root, sign)
    scale = power(root.symbol, t)
    factor = apply("positive", root.sign, term=scale)
    gaps = [sign * (root.term(w) * scale - path.state(i)) for i, w in enumerate(weights)]
    statement = reduce(lambda one, other: Term("and", (one, other)), (number(0) <= gap for gap in gaps))
    entries = _split(_supposed(statement), len(gaps))

    def shown(i: int, at: Term, value: Term, *parts: tuple[Any, ...]) -> Theorem:
        """Entry i of the statement at a time when that of the state is the value."""
        iteration = replaced(path.iteration, t, at)
        own = apply("within", apply("iterated", term=iteration), term=iteration[i + 1])
        own = then(own, apply("componentwise", left=right(own), right=value))
        return by_products(number(0), replaced(gaps[i], t, at), *parts, (sign, own), known=(root.sign,))

    def first(i: int) -> Theorem:
        start = path.start[i]
        return shown(i, number(0), _number(start), (1, root.nonnegative(sign * (weights[i] - start))))

    def following(i: int) -> Theorem:
        column = [(_fraction(path.matrix[k, i]), k) for k in range(len(gaps)) if path.matrix[k, i]]
        image = add(*(c * path.state(k) for c, k in column))
        ahead = sum((path.matrix[k, i] * weights[k] for _, k in column), _ZERO)
        kept = root.nonnegative(sign * (weights[i] * sp.Poly(_x, _x) - ahead))
        return shown(i, t + 1, image, (1, kept, factor), *((c, entries[k]) for c, k in column))

    base, step = (reduce(_both, map(shows, range(len(gaps)))) for shows in (first, following))
    known = _split(apply("induction", base, step, symbol=t, statement=statement), len(gaps))
    total = sum((r * w for r, w in zip(path.end, weights, strict=True)), _ZERO)
    bound = -sign * root.least(-sign * total)[0]
    near = by_products(
        number(0), sign * (number(bound) - root.term(total)), (1, root.least(-sign * total)[1])
    )
    whole = inner(path.iteration, vector(*map(_fraction, path.end)))
    value = add(*(_fraction(r) * path.state(i) for i, r in enumerate(path.end)))
    own = apply("componentwise", left=whole, right=value)
    parts = [(_fraction(r), entry) for r, entry in zip(path.end, known, strict=True) if r]
    ends = (whole, bound * scale)[::sign]
    return bound, by_products(*ends, *parts, (1, near, factor), (sign, own), known=(root.sign,))


def _weights(path: _Path, root: _Root, sign: int) -> list[sp.Poly]:
    """w with w A <= rho w and p <= w, for the sign 1; with w A = rho w and w <= p, or zero, for -1."""
    leads = path.radius == root.exact
    if sign < 0 and not leads:
        return [_ZERO] * len(path.start)
    weights = _eigenvector(path.matrix, root) if leads else _beyond(path.matrix, root)
    least = [root.least(w)[0] for w in weights]
    if min(least) <= 0:
        raise Refused(f"Not all states lead to each other under {path.iteration}.")
    most = [-root.least(-w)[0] for w in weights]
    ends = zip(path.start, least if sign > 0 else most, strict=True)
    scale = (max if sign > 0 else min)(_fraction(p) / w for p, w in ends)
    return [w * _rational(scale) for w in weights]


def _eigenvector(a: sp.Matrix, root: _Root) -> list[sp.Poly]:
    """A row of the adjugate of rho - A, by Faddeev and Leverrier, as polynomials of least degree."""
    row, block = sp.zeros(1, a.rows), sp.eye(a.rows)
    for k, c in enumerate(a.charpoly().all_coeffs()[1:], start=1):
        row += block[0, :] * _x ** (a.rows - k)
        block = a * block + c * sp.eye(a.rows)
    return [_polynomial(entry).rem(root.polynomial) for entry in row]


def _beyond(a: sp.Matrix, root: _Root) -> list[sp.Poly]:
    """w with w A = c w - 1, for a number c below rho and beyond the radius of A."""
    row = sp.ones(1, a.rows) * (_rational(root.ends[0]) * sp.eye(a.rows) - a).inv()
    return [_polynomial(entry) for entry in row]


def _split(theorem: Theorem, count: int) -> list[Theorem]:
    """The parts of a conjunction of so many."""
    last = []
    for _ in range(count - 1):
        last.append(apply("one_of_both", theorem, position=1))
        theorem = apply("one_of_both", theorem, position=0)
    return [theorem, *reversed(last)]


def _both(one: Theorem, other: Theorem) -> Theorem:
    return apply("both", one, other)


def _logarithm(about: Term, times: int, low: Theorem, high: Theorem, root: _Root, t: Term) -> Theorem:
    """log(u)/t = log(rho) + O(1/t), from rho^t/b <= u and u <= b rho^t."""
    limit = (t,)
    positive = apply("transitive", apply("positive", root.sign, term=left(low)), low)
    logs = [
        apply("monotone", one, root.sign, positive, function="log", exponent=number(1)) for one in (low, high)
    ]
    quotient, order = log(about) / t, log(number(times)) / t
    per = apply("positive", term=1 / t)
    difference = quotient - log(root.symbol)
    sides = (-order, difference), (difference, order)
    near = apply(
        "modulus",
        *(
            by_products(*ends, (1, one, per), known=(root.sign,))
            for ends, one in zip(sides, logs, strict=True)
        ),
    )
    near = apply("eventually", near, limit=limit)
    near = apply("combined", near, left=quotient, main=log(root.symbol), order=order, count=1)
    return apply("coarser", near, apply("dominated", small=order, large=1 / t, limit=limit))
