"""Antiderivatives of sums of products of powers of a line, exponentials of polynomials, logarithms, erfc,
cosines and sines; the kernel differentiates what is found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import Expander, expander
from ..kernel.integrals import coefficients
from ..node import Term, add, is_number, multiply, number, power, summands
from ..requirements import is_natural
from ..substitution import occurs, subterms
from ..terms import PI, cos, exp, gradient, log, sin
from .factors import factors_of
from .goals import Given
from .rewriting import as_term_of, by_entries, collected, right, then

NO_ANTIDERIVATIVE = "has no antiderivative that is known here."


def antiderivative(value: Term, t: Term, facts: Given) -> tuple[Term, Theorem]:
    """F and grad_t F(t) = f(t), where the facts hold.

    >>> from theorycheck.theory.model import Parameter
    >>> t = Parameter("t")
    >>> antiderivative(t * exp(t), t, ())
    (t exp(t) - exp(t), ⊢ ∇_t (t exp(t) - exp(t)) = t exp(t))
    """
    whole = antiderivative_of(value, t, expander(facts))
    change = gradient(whole, t)
    slope = apply("componentwise", *facts, left=change, right=by_entries(change, facts))
    return whole, then(slope, apply("ring", *facts, left=right(slope), right=value))


@dataclass(frozen=True)
class _Summand:
    """c u^n (log u)^k exp(q) prod erfc(x) prod of cosines and sines; u is a line in t, q a polynomial."""

    c: Term
    u: Term
    n: Term
    logs: int
    q: Term
    fading: tuple[Term, ...]
    waves: tuple[Term, ...]


def antiderivative_of(product: Term, t: Term, known: Expander) -> Term:
    """An antiderivative in t, summand by summand. Raises `Refused` where there is no rule for one."""
    summands = [as_term_of({m: c}) for m, c in known.expanded(product).items()]
    return add(number(0), *(_integral(_sorted(one, t), t, known) for one in summands))


def _sorted(summand: Term, t: Term) -> _Summand:
    """A product by the kinds of its factors."""
    c, n, logs, q = number(1), number(0), 0, number(0)
    lines: set[Term] = set()
    fading: list[Term] = []
    waves: list[Term] = []
    for factor in factors_of(summand):
        base, exponent = factor.args if factor.head == "power" else (factor, number(1))
        kind = base.data[0] if base.head == "function" else base.head
        is_power = is_natural(exponent) and is_number(exponent)
        if not occurs(t, factor):
            c = multiply(c, factor)
        elif factor.data == ("exp",):
            q = add(q, factor.args[0])
        elif base.head != "function" and not occurs(t, exponent):
            lines.add(base)
            n = add(n, exponent)
        elif kind == "log" and is_power:
            lines.add(base.args[0])
            logs += exponent.data[0]
        elif kind in {"erfc", "cos", "sin"} and is_power:
            (fading if kind == "erfc" else waves).extend([base] * exponent.data[0])
        else:
            raise Refused(f"{summand} {NO_ANTIDERIVATIVE}")
    if len(lines) > 1:
        raise Refused(f"{summand} {NO_ANTIDERIVATIVE}")
    return _Summand(c, next(iter(lines), t), n, logs, q, tuple(fading), tuple(waves))


def _integral(s: _Summand, t: Term, known: Expander) -> Term:
    """An antiderivative of one product. Raises `Refused` where there is no rule for it."""
    q = {k: as_term_of(p) for k, p in coefficients(s.q, t, known).items() if k}
    if s.fading:
        return _by_parts(s, q, t, known)
    whole = is_number(s.n) and s.n.data[1] == 1 and s.n.data[0] >= 0 and s.u is t
    if s.waves:
        if q or not whole or len(s.waves) > 1 or s.logs:
            raise Refused(f"No antiderivative of a product with {s.waves[0]} is known here.")
        return _multiplied_out(s.c, _of_wave(s.waves[0], s.n.data[0], t, known))
    if not q:
        return _multiplied_out(s.c * _exp_of(s.q), _of_power(s, t, known))
    if not whole or s.logs or max(q) > 2:  # noqa: PLR2004
        product = multiply(power(s.u, s.n), exp(s.q))
        raise Refused(f"No antiderivative of {product} is known here; the mean may be infinite.")
    a, b = (-q.get(k, number(0)) for k in (2, 1))
    if is_number(a, 0):
        found = _of_exponential(s.n.data[0], b, t, s.q)
    else:
        if not known.positive(known.expanded(a)):
            raise Refused(f"The mean may be infinite: 0 < {a} must be known.")
        found = _of_gaussian(s.n.data[0], a, b, t, s.q, known)
    return _multiplied_out(s.c, found)


def _raised(x: Term, k: int) -> Term:
    """The power of a number, 1 for k = 0."""
    return power(x, k) if k else number(1)


def _exp_of(q: Term) -> Term:
    """The exponential of a number, 1 for zero."""
    return number(1) if is_number(q, 0) else exp(q)


def _multiplied_out(c: Term, total: Term) -> Term:
    """c times each summand."""
    return add(number(0), *(multiply(c, part) for part in summands(total)))


def _of_power(s: _Summand, t: Term, known: Expander) -> Term:
    """The integral of u^n (log u)^k, for u = c t + d."""
    slope = as_term_of(coefficients(s.u, t, known).get(1, {}))
    if is_number(s.n, -1):
        return power(log(s.u), s.logs + 1) / (slope * (s.logs + 1))
    n = collected(s.n + 1)
    if not known.nonzero(known.expanded(n)):
        raise Refused(f"Missing hypothesis: {n} ≠ 0.")
    total: list[Term] = []
    factor = number(1)
    for k in range(s.logs, -1, -1):
        total.append(multiply(factor / (n * slope), power(s.u, n), _raised(log(s.u), k)))
        factor = multiply(factor, number(-k)) / n
    return add(*total)


def _of_exponential(n: int, b: Term, t: Term, q: Term) -> Term:
    """The integral of t^n exp(q), q = -b t + c."""
    total = -exp(q) / b
    for k in range(1, n + 1):
        total = add(-power(t, k) * exp(q) / b, _multiplied_out(k / b, total))
    return total


def _of_gaussian(n: int, a: Term, b: Term, t: Term, q: Term, known: Expander) -> Term:
    """The integral of t^n exp(q), q = -a t^2 - b t + c with a > 0."""
    root = as_term_of(known.expanded(power(a, Fraction(1, 2))))
    rest = as_term_of(known.expanded(q + a * t**2 + b * t + b**2 / (4 * a)))
    half = as_term_of(known.expanded(root * t + b / (2 * root)))
    tail = Term("function", (half,), ("erfc",))
    # What does not vary with t is written without it.
    rest = as_term_of(coefficients(rest, t, known).get(0, {}))
    values = [-multiply(power(PI, Fraction(1, 2)) / (2 * root), _exp_of(rest), tail)]
    for k in range(1, n + 1):
        parts = [-multiply(_raised(t, k - 1), exp(q)) / (2 * a)]
        if k > 1:
            parts.append(_multiplied_out((k - 1) / (2 * a), values[k - 2]))
        if not is_number(b, 0):
            parts.append(_multiplied_out(-b / (2 * a), values[k - 1]))
        values.append(add(*parts))
    return values[n]


def _of_wave(wave: Term, n: int, t: Term, known: Expander) -> Term:
    """The integral of t^n cos(w t + b), or of the sine."""
    (angle,) = wave.args
    parts = coefficients(angle, t, known)
    if set(parts) - {0, 1}:
        raise Refused(f"{angle} is no line in {t}.")
    w = as_term_of(parts.get(1, {}))
    if not known.nonzero(known.expanded(w)):
        raise Refused(f"Missing hypothesis: {w} ≠ 0.")
    rest, sign = (sin(angle), 1) if wave.data == ("cos",) else (cos(angle), -1)
    head = multiply(_raised(t, n), sign * rest) / w
    if n == 0:
        return head
    return add(head, _multiplied_out(number(-sign * n) / w, _of_wave(rest, n - 1, t, known)))


def _by_parts(s: _Summand, q: dict[int, Term], t: Term, known: Expander) -> Term:
    """The integral of g erfc(x), from that G of g: G erfc(x) + 2/pi^(1/2) times that of G x' exp(-x^2)."""
    (x,), others = s.fading[0].args, s.fading[1:]
    line = coefficients(x, t, known)
    if set(line) - {0, 1}:
        raise Refused(f"{x} is no line in {t}.")
    slope = as_term_of(line.get(1, {}))
    own = exp(collected(-(x**2)))
    # A derivative of erfc(x)^k gives k slopes of one factor.
    constant = as_term_of(known.expanded(s.q + x**2))
    plain = is_number(s.n, 0) and not s.logs and not s.waves
    if plain and not occurs(t, constant) and set(others) <= {s.fading[0]}:
        k = len(s.fading) + 1
        scale = -multiply(power(PI, Fraction(1, 2)) / (2 * k * slope), _exp_of(constant))
        return multiply(s.c, scale, power(s.fading[0], k))
    if others:
        raise Refused(f"No antiderivative of a product of {s.fading} is known here.")
    first = _integral(replace(s, fading=()), t, known)
    fading = {part for part in subterms(first) if part.head == "function" and part.data == ("erfc",)}
    if fading - {s.fading[0]} and q:
        raise Refused(f"No antiderivative of a product of {s.fading[0]} and {fading} is known here.")
    rest = antiderivative_of(multiply(first, own, slope, 2 / power(PI, Fraction(1, 2))), t, known)
    return add(_multiplied_out(s.fading[0], first), rest)
