"""Powers, exponentials, logarithms, moduli and turns of polynomials, atom by atom where that is right."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from ..node import Term, is_number, number, power, whole_power
from ..requirements import is_integer, is_natural
from ..terms import PI, absolute, exp, log
from .polynomials import (
    HIGHEST_POWER,
    ONE,
    Monomial,
    Polynomial,
    atom_of,
    constant,
    is_exponential,
    opposite,
    plus,
)
from .signs import Signs
from .theorem import require

_HALF_TURN: Final[Monomial] = ((), frozenset({(PI, Fraction(1))}))


class Powers(Signs):
    """Polynomials with the functions that are written by powers of atoms."""

    def _power(self, base: Polynomial, q: Fraction) -> Polynomial:
        """base^q: multiplied out, or atom by atom where that is right for all values."""
        if q.denominator == 1 and q >= 0:
            return self._raised(base, int(q))
        require(bool(base), "A denominator is zero.")
        c, parts = self._parts(base)
        if all(self._is_nonzero(a) if q.denominator == 1 else self._is_positive(a) for a, _ in parts) and (
            q.denominator == 1 or c > 0
        ):
            factors = {a: e * q for a, e in parts}
            if q.denominator == 1:
                return self._monomial(whole_power(c, q.numerator), (), factors)
            scale = self._monomial(Fraction(1), (), {number(c): q} if c != 1 else {})
            return self._times(scale, self._monomial(Fraction(1), (), factors))
        if q > 0 and c > 0:
            rooted = [(absolute(a), e) if e % 2 == 0 and not self.sign(a) else (a, e) for a, e in parts]
            if all(self.sign(a) and e > 0 for a, e in rooted):
                scale = self._monomial(Fraction(1), (), {number(c): q} if c != 1 else {})
                return self._times(scale, self._monomial(Fraction(1), (), {a: e * q for a, e in rooted}))
        if q.denominator == 1 and all(e.denominator == 1 for _, e in parts):
            total = constant(whole_power(c, q.numerator))
            for atom, e in parts:
                total = self._times(total, self._inverse_power(atom, e * q))
            return total
        whole = self._term(base)
        if whole in self.known_positive:
            return self._monomial(Fraction(1), (), {whole: q})
        return atom_of(power(whole, q))

    def _inverse_power(self, atom: Term, e: Fraction) -> Polynomial:
        """atom^e for a whole e, 1/0 = 0 and 1/(1/x) = x included."""
        if e > 0 or self._is_nonzero(atom):
            return self._monomial(Fraction(1), (), {atom: e})
        if atom.head == "power" and is_number(atom.args[1], -1):
            return self._raised(self.entries(atom.args[0]), int(-e))
        return atom_of(power(atom, -1), -e)

    def _symbolic_power(self, base: Term, exponent: Term) -> Polynomial:
        """base^(c + m + ...) = base^c base^m ..., for a positive base or whole exponents from zero on."""
        inside, total = self._noted(base), self.entries(exponent)
        if set(total) <= {ONE}:
            return self._power(inside, total.get(ONE, Fraction(0)))
        whole = self._term(inside)
        natural = (
            is_integer(exponent)
            and all(c.denominator == 1 and c > 0 for c in total.values())
            and all(is_natural(self._summand(*m)) for m in total)
        )
        if not natural and not self._is_positive(whole):
            return atom_of(power(whole, self._term(total)))
        found = self._power(inside, total.get(ONE, Fraction(0)))
        for m, c in total.items():
            if m != ONE:
                found = self._times(
                    found, self._monomial(Fraction(1), (), {power(whole, self._summand(*m)): c})
                )
        return found

    def _exponential(self, total: Polynomial) -> Polynomial:
        """exp(sum c m) = prod exp(m)^c."""
        factors = {exp(self._summand(*m)): c for m, c in total.items()}
        return self._monomial(Fraction(1), (), factors)

    def _logarithm(self, total: Polynomial) -> Polynomial:
        """log(c prod a^e) = log c + sum e log a, where all are positive; log exp m = m."""
        if not total:
            return atom_of(log(number(0)))
        c, parts = self._parts(total)
        if c < 0 or not all(self._is_positive(a) for a, _ in parts):
            return atom_of(log(self._term(total)))
        found = [atom_of(log(number(c)))] if c != 1 else []
        for atom, e in parts:
            inside = self.entries(atom.args[0]) if is_exponential(atom) else atom_of(log(atom))
            found.append(self._times(constant(e), inside))
        return plus(*found)

    def _modulus(self, total: Polynomial) -> Polynomial:
        """|c prod a^e| = |c| prod |a|^e."""
        if not total:
            return {}
        c, parts = self._parts(total)
        found = constant(abs(c))
        for atom, e in parts:
            plain = e % 2 == 0 or self._is_positive(atom)
            found = self._times(
                found, self._monomial(Fraction(1), (), {atom if plain else absolute(atom): e})
            )
        return found

    def _turn(self, angle: Polynomial) -> tuple[Polynomial, Polynomial]:
        """The cosine and sine of an angle by those of its terms, as cos(a + b) = cos a cos b - sin a sin b.

        Of a term (p/q) m they are those of m/q, p times over; half turns are whole multiples of pi.
        """
        cos, sin = constant(1), constant(0)
        for m, c in angle.items():
            for one, other in self._turns(m, c):
                cos, sin = (
                    plus(self._times(cos, one), opposite(self._times(sin, other))),
                    plus(self._times(sin, one), self._times(cos, other)),
                )
        return cos, sin

    def _turns(self, m: Monomial, c: Fraction) -> list[tuple[Polynomial, Polynomial]]:
        """The cosine and sine of parts of the angle c m."""
        times = abs(c.numerator)
        if m == _HALF_TURN and c.denominator <= 2:  # noqa: PLR2004 - quarters of a turn
            place = int(2 * c) % 4
            return [(constant((1, 0, -1, 0)[place]), constant((0, 1, 0, -1)[place]))]
        if times > HIGHEST_POWER:
            times = 1
        part = self._term({m: abs(c) / times})
        cos, sin = (atom_of(Term("function", (part,), (name,))) for name in ("cos", "sin"))
        return [(cos, sin if c > 0 else opposite(sin))] * times
