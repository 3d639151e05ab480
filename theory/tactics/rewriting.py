"""Equations from equations: chains of `t = t'` that tactics build, every link a rule of the kernel."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import Monomial, Polynomial, expander
from ..kernel.components import Components
from ..kernel.theorem import ordered
from ..node import TRUE, Term, add, as_term, is_number, multiply, number, power, value_of
from ..substitution import occurs, opened, replaced, subterms
from ..terms import PI, Sum, absolute, define, exp, inner, log, relu, trace
from .goals import Given

if TYPE_CHECKING:
    import sympy as sp

_MOST_STEPS = 20
"""So far apart arguments of Gamma are taken to one."""
Conversion = Callable[[Term], Theorem]
"""From a term t to a theorem t = t'."""


def right(theorem: Theorem) -> Term:
    """The right-hand side."""
    return theorem.proposition.args[1]


def left(theorem: Theorem) -> Term:
    """The left-hand side."""
    return theorem.proposition.args[0]


@lru_cache(maxsize=2**12)
def itself(term: Term) -> Theorem:
    """|- t = t."""
    return apply("reflexive", term=term)


def then(first: Theorem, second: Theorem) -> Theorem:
    """a = b and b = c give a = c."""
    if left(first) is right(first):
        return second
    if left(second) is right(second):
        return first
    return apply("transitive", first, second)


def between(low: Theorem, order: Theorem, high: Theorem) -> Theorem:
    """a <= b from a = s, s <= t and b = t; so for < and =."""
    return apply("transitive", apply("transitive", low, order), apply("symmetric", high))


def converted(theorem: Theorem, conversion: Conversion) -> Theorem:
    """The equation with its right-hand side converted."""
    return then(theorem, conversion(right(theorem)))


def replaced_within(theorem: Theorem, equations: Iterable[Theorem]) -> Theorem:
    """The equation with parts of its right-hand side replaced."""
    for equation in equations:
        if left(equation) is not right(equation):
            theorem = then(theorem, apply("within", equation, term=right(theorem)))
    return theorem


def parts_converted(term: Term, conversion: Conversion) -> Theorem:
    """t = t' with every part of the term converted."""
    return replaced_within(itself(term), [conversion(part) for part in dict.fromkeys(term.args)])


def nonnegative(term: Term) -> Theorem:
    """|- 0 <= x, by the form of x."""
    theorem = apply("bounded", term=term, end="low")
    if not is_number(ordered(theorem.proposition)[0], 0):
        raise Refused(f"{term} is not nonnegative by its form.")
    return theorem


def positive(term: Term, *known: Theorem) -> Theorem:
    """0 < x, by the form of x and by what is known to be positive."""
    return apply("positive", *known, term=term)


def rewritten(theorem: Theorem, *equations: Theorem) -> Theorem:
    """The theorem with what equations say that its parts are; those that are about none of it are left."""
    for equation in equations:
        if left(equation) is not right(equation) and left(equation) in subterms(theorem.proposition):
            theorem = apply("rewrite", equation, theorem)
    return theorem


def named(name: str, value: Term, *equations: Theorem, at: Iterable[Term] = ()) -> Theorem:
    """E = x, a name for the value, with what equations say that parts of x are.

    >>> from theorycheck.theory.model import Parameter
    >>> named("E", Parameter("x") + 1)
    ⊢ E = x + 1
    """
    return replaced_within(apply("written_out", term=define(name, value, *at)), equations)


def by_modulus(x: Term) -> Theorem:
    """relu(x) = (x + |x|)/2, the larger of x and 0."""
    larger = apply("one_of_both", apply("of_pair", x=x, y=number(0)), position=0)
    return then(apply("componentwise", left=relu(x), right=left(larger)), larger)


def by_pair(part: Term) -> Theorem | None:
    """relu(x), or the larger or smaller of two numbers, by a modulus; nothing for another term.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.terms import minimum
    >>> by_pair(minimum(Parameter("x"), 2))
    ⊢ minimum(x, 2) = (x - abs(x - 2) + 2)/2
    """
    if part.data == ("relu",) and not part.loose:
        return by_modulus(part.args[0])
    if part.head not in {"maximum", "minimum"} or len(part.args) != 2 or part.loose:  # noqa: PLR2004
        return None
    of_pair = apply("of_pair", x=part.args[0], y=part.args[1])
    return apply("one_of_both", of_pair, position=int(part.head == "minimum"))


def of_two(order: Theorem, term: Term) -> Theorem:
    """From a <= b: max(a, b) = b, and min(a, b) = a; so for max(b, a) and min(b, a).

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import minimum
    >>> x = Parameter("x")
    >>> of_two(suppose(x >= 2), minimum(x, 2))
    x ≥ 2 ⊢ minimum(x, 2) = 2
    """
    low, _, high = ordered(order.proposition)
    x, y = term.args
    larger = term.head == "maximum"
    value = apply("one_of_both", apply("of_pair", x=x, y=y), position=int(not larger))
    gap = apply("own_modulus", order, x=high - low)
    turned = apply("componentwise", left=absolute(x - y), right=left(gap))
    value = replaced_within(value, [then(turned, gap)])
    return then(value, apply("ring", left=right(value), right=high if larger else low))


def with_zero(order: Theorem) -> Theorem:
    """max(0, x) = 0 from x <= 0, and max(0, x) = x from 0 <= x.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> with_zero(suppose(Parameter("x") <= 0))
    x ≤ 0 ⊢ maximum(0, x) = 0
    """
    low, _, high = ordered(order.proposition)
    return of_two(order, Term("maximum", (low, high) if is_number(low, 0) else (high, low)))


def zero_by_signs(above: Theorem, below: Theorem) -> Theorem:
    """x = 0 from x <= 0 and 0 <= x."""
    return then(apply("symmetric", with_zero(below)), with_zero(above))


def root_of(sign: Theorem) -> tuple[Theorem, Theorem]:
    """From 0 <= x: 0 <= x^(1/2), and (x^(1/2))^2 = x."""
    both = apply("root", sign, x=ordered(sign.proposition)[2])
    return apply("one_of_both", both, position=0), apply("one_of_both", both, position=1)


def from_squares(signs: Iterable[Theorem], squares: Iterable[Theorem], order: Theorem) -> Theorem:
    """a <= b from 0 <= a and 0 <= b, a^2 = s and b^2 = t, and s <= t; so for <."""
    low, high = squares
    order = between(low, order, high)
    grown = apply(
        "monotone", order, nonnegative(left(low)), function="power", exponent=number(Fraction(1, 2))
    )
    roots = (root_of_square(ordered(sign.proposition)[2], sign) for sign in signs)
    # The square of a number is a number.
    ends = zip(ordered(grown.proposition)[::2], roots, strict=True)
    one, other = (then(_root_worked_out(end, left(root)), root) for end, root in ends)
    return between(apply("symmetric", one), grown, apply("symmetric", other))


def _root_worked_out(end: Term, root: Term) -> Theorem:
    """(b)^(1/2) = (a^2)^(1/2), for b that is a^2 worked out."""
    with suppress(Refused):
        return apply("componentwise", left=end, right=root)
    square = apply("ring", left=root.args[0], right=end.args[0])
    return apply("symmetric", apply("within", square, term=root))


@lru_cache(maxsize=1)
def root_of_zero() -> Theorem:
    """0^(1/2) = 0.

    >>> root_of_zero()
    ⊢ √0 = 0
    """
    found = root_of_square(number(0))
    found = then(_root_worked_out(power(number(0), number(Fraction(1, 2))), left(found)), found)
    return then(found, apply("componentwise", left=right(found), right=number(0)))


def assumed(proposition: Term, because: str = "the case") -> Theorem:
    """A |- A, a condition that is taken away again, or that a case is made of."""
    return apply("assume", proposition=proposition, ground="condition", because=because)


def supposed(low: Term, high: Term) -> Theorem:
    """a <= b |- a <= b, as one of two cases."""
    return assumed(low <= high)


def at_modulus(opposite: Theorem, at: Term) -> Theorem:
    """f(|t|) = f(t) from f(t) = f(-t) for any number t.

    >>> from theorycheck.theory.model import Parameter
    >>> t = Parameter("t")
    >>> at_modulus(apply("componentwise", left=t**4 + 1, right=(-t) ** 4 + 1), t)
    ⊢ abs(t)⁴ + 1 = t⁴ + 1
    """
    held = [supposed(number(0), at), supposed(at, number(0))]
    value = replaced(left(opposite), at, absolute(at))
    above = apply("within", apply("own_modulus", held[0], x=at), term=value)
    parts = ((1, 1, (0,), ()),)
    opposite_sign = apply("certificate", held[1], left=number(0), right=-at, relation="le", parts=parts)
    turned = apply("componentwise", left=absolute(at), right=absolute(-at))
    turned = then(turned, apply("own_modulus", opposite_sign, x=-at))
    below = then(apply("within", turned, term=value), apply("symmetric", opposite))
    return apply("cases", above, below, low=number(0), high=at)


def root_of_square(x: Term, sign: Theorem | None = None) -> Theorem:
    """(x^2)^(1/2) = |x|, or x where 0 <= x is a theorem.

    >>> from theorycheck.theory.model import Parameter
    >>> root_of_square(Parameter("x") - 1)
    ⊢ √((x - 1)²) = abs(x - 1)
    """
    letter = Term("parameter", (), ("x",))
    found = apply("componentwise", left=power(power(letter, 2), Fraction(1, 2)), right=absolute(letter))
    found = apply("instance", found, symbol=letter, value=x)
    return found if sign is None else then(found, apply("own_modulus", sign, x=x))


def modulus_below(order: Theorem, sign: Theorem) -> Theorem:
    """|x| <= b from x^2 <= b^2 and 0 <= b.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> x, b = Parameter("x"), Parameter("b")
    >>> modulus_below(suppose(x**2 <= b**2), suppose(number(0) <= b))
    0 ≤ b, x² ≤ b² ⊢ abs(x) ≤ b
    """
    x, b = left(order).args[0], right(order).args[0]
    half = number(Fraction(1, 2))
    roots = apply("monotone", order, nonnegative(left(order)), function="power", exponent=half)
    modulus = apply("transitive", apply("symmetric", root_of_square(x)), roots)
    return apply("transitive", modulus, root_of_square(b, sign))


def from_modulus(order: Theorem) -> Theorem:
    """a <= b from |a| <= b."""
    return apply("one_of_both", apply("within_modulus", order), position=1)


def of_any(
    symbol: Term,
    value: Term,
    goal: Term,
    given: Iterable[Theorem],
    shown: Callable[[Term, Given], Theorem],
    *within: Theorem,
) -> Theorem:
    """The goal from that about any symbol in place of the value, of which all that is given is supposed.

    >>> from theorycheck.theory.model import Parameter, Size
    >>> from theorycheck.theory.prove import suppose
    >>> n, t = Size("n"), Parameter("t")
    >>> of_any(t, n, n <= 3, [suppose(n <= 3)], lambda own, known: known[0])
    n ≤ 3 ⊢ n ≤ 3
    """
    about = [fact for fact in given if occurs(value, fact.proposition)]
    held = (assumed(replaced(fact.proposition, value, symbol), "so") for fact in about)
    others = (fact for fact in given if fact not in about)
    found = shown(replaced(goal, value, symbol), (*others, *held))
    found = apply("instance", found, *within, symbol=symbol, value=value)
    for fact in about:
        found = apply("cut", fact, found)
    return found


def below(binder: Term, conversion: Conversion, *avoid: Term) -> Theorem:
    """sum_j f(j) = sum_j g(j), the body converted at a fresh index."""
    index, _, body = opened(binder, *avoid)
    equation = conversion(body)
    if left(equation) is right(equation):
        return itself(binder)
    return apply("under", equation, binder=binder, index=index)


def collected(term: Term, *facts: Theorem) -> Term:
    """The term as a sum of multiples of products, in a fixed order; equal to it by `ring` with the facts."""
    return as_term_of(expander(facts).expanded(term))


def multiple_of(part: Term, term: Term) -> Term:
    """The c of a term c x + b, for a part x."""
    at_one, at_zero = (replaced(term, part, number(k)) for k in (1, 0))
    return collected(at_one - at_zero)


def by_entries(term: Term, facts: Given = ()) -> Term:
    """A number as a sum of products, what does not depend on the index of a sum in front of it; sums over
    few values are written out. The kernel must be asked whether it is equal.
    """
    if term.shape or term.sort != "real":
        raise Refused(f"{term} is no number.")
    parts = [multiply(number(c), _with_sums(*m)) for m, c in Components(facts).entries(term).items()]
    return add(number(0), *sorted(parts, key=repr))


def _with_sums(bound: tuple[Term, ...], atoms: frozenset[tuple[Term, Fraction]]) -> Term:
    inside = [(a, e) for a, e in atoms if any(occurs(index, a) for index in bound)]
    outside = sorted(atoms - frozenset(inside), key=repr)
    body = multiply(number(1), *(power(a, e) for a, e in sorted(inside, key=repr)))
    return multiply(number(1), *(power(a, e) for a, e in outside), Sum(*bound, body) if bound else body)


def contracted(total: Term) -> Term:
    """A sum over all values of indices of products of entries, each index in two of them, as traces and inner
    products. The kernel must be asked whether it is equal. Raises `Refused` for another sum.

    >>> from theorycheck.theory.model import Index, Size, fixed
    >>> d = Size("d")
    >>> j, l, A, u = Index("j", d), Index("l", d), fixed("A", d, d), fixed("u", d)
    >>> contracted(Sum(j, l, A[j, l] ** 2)), contracted(Sum(j, l, A[j, l] * u[l] * u[j]))
    (trace(A Aᵀ), ⟨u, A u⟩)
    """
    indices: list[Term] = []
    entries, body = list[tuple[Term, ...]](), total
    while body.head == "sum" and body.args[1] is TRUE:
        index, _, body = opened(body, *indices)
        indices.append(index)
    for factor in body.args if body.head == "mul" else (body,):
        base, e = factor.args if factor.head == "power" else (factor, number(1))
        entries += [base.args] * (e.data[0] if base.head == "component" and e.head == "number" else 0)
    product = multiply(number(1), *(Term("component", entry) for entry in entries))
    places = [place for _, *own in entries for place in own]
    if collected(product) is not collected(body) or any(places.count(index) != 2 for index in indices):  # noqa: PLR2004
        raise Refused(f"{total} is no contraction.")
    entries.sort(key=len)
    return multiply(*_chains(entries))


def _chains(entries: list[tuple[Term, ...]]) -> Iterator[Term]:
    """From a vector along matrices to another, then round what is left."""
    while entries:
        path, *own = entries.pop(0)
        is_vector = len(own) == 1
        start, at = own[0], own[-1]
        while is_vector or at is not start:
            following = next(k for k, (_, *places) in enumerate(entries) if at in places)
            part, *places = entries.pop(following)
            if len(places) == 1:
                yield inner(part, path)
                break
            forward = places[0] is at
            at = places[1] if forward else places[0]
            # A path from a vector grows on its left, a round one on its right.
            step = part if forward is not is_vector else part.T
            path = step @ path if is_vector else path @ step
        else:
            yield trace(path)


def with_least_gammas(term: Term, facts: Given) -> Theorem:
    """t = t' with Gamma(z + k) = z ... (z + k - 1) Gamma(z), for arguments that are whole numbers apart.

    >>> from theorycheck.theory.model import Size
    >>> from theorycheck.theory.terms import gamma
    >>> n = Size("n")
    >>> with_least_gammas(gamma(n + 2) / gamma(n), ())
    ⊢ Γ(n + 2)/Γ(n) = (n (n + 1) Γ(n))/Γ(n)
    """
    inside = [part.args[0] for part in subterms(term) if part.data == ("gamma",) and not part.loose]
    plain = (apply("ring", left=x, right=collected(x)) for x in dict.fromkeys(inside))
    found = replaced_within(itself(term), plain)
    gammas = [part for part in subterms(right(found)) if part.data == ("gamma",) and not part.loose]
    for part in dict.fromkeys(gammas):
        gaps = ((collected(part.args[0] - own.args[0]), own) for own in gammas)
        k, least = max(
            ((value_of(gap), own) for gap, own in gaps if is_number(gap)), key=lambda pair: pair[0]
        )
        if 0 < k <= _MOST_STEPS and k.denominator == 1:
            with suppress(Refused):
                found = replaced_within(found, [_stepped(part, least, int(k), facts)])
    return found


def whole_gammas(term: Term) -> list[Term]:
    """The Gamma functions of numbers in a term."""
    return [part for part in subterms(term) if part.data == ("gamma",) and not part.declarations]


def whole_gamma(part: Term) -> Theorem:
    """Gamma(k) = (k - 1)! for a whole number k.

    >>> from theorycheck.theory.terms import gamma
    >>> whole_gamma(gamma(4))
    ⊢ Γ(4) = 6
    """
    one, k = number(1), collected(part.args[0])
    if not (is_number(k) and k.data[1] == 1 and 1 <= k.data[0] <= _MOST_STEPS):
        raise Refused(f"{part} is no small factorial.")
    none = apply("one_of_both", apply("gamma_next", z=one), position=1)
    first = replaced_within(apply("gamma_as_exponential", z=one), [none])
    found = apply("within", apply("ring", left=part.args[0], right=k), term=part)
    found = then(found, _stepped(right(found), left(first), k.data[0] - 1, ()))
    found = replaced_within(found, [first])
    return then(found, apply("ring", left=right(found), right=number(math.factorial(k.data[0] - 1))))


def _stepped(part: Term, least: Term, k: int, facts: Given) -> Theorem:
    """Gamma(z + k) = z ... (z + k - 1) Gamma(z)."""
    (z,) = least.args
    found = itself(part)
    for i in reversed(range(k)):
        found = replaced_within(found, [gamma_next(z + i, *facts)])
    return then(found, apply("ring", left=right(found), right=multiply(*(z + i for i in range(k))) * least))


def gamma_next(z: Term, *facts: Theorem, log: bool = False) -> Theorem:
    """Gamma(z + 1) = z Gamma(z), or log Gamma(z + 1) = log z + log Gamma(z), for 0 < z."""
    steps = apply("one_of_both", apply("gamma_next", *facts, z=z), position=0)
    return apply("one_of_both", steps, position=int(log))


def as_term_of(polynomial: Polynomial) -> Term:
    """A polynomial in atoms as a term."""
    summands = [(_product(monomial), c) for monomial, c in polynomial.items()]
    summands.sort(key=lambda pair: repr(pair[0]))
    return add(*(multiply(number(c), product) for product, c in summands))


def _product(monomial: Monomial) -> Term:
    """A product of powers; the powers of one base are gathered."""
    exponents: dict[object, list[Term]] = {}
    for atom, e in monomial:
        base, exponent = _power_of(atom, e)
        exponents.setdefault(base, []).append(exponent)
    factors = [raised(base, add(*sorted(parts, key=repr))) for base, parts in exponents.items()]
    return multiply(number(1), *sorted(factors, key=repr))


def _power_of(atom: object, e: int | Fraction) -> tuple[object, Term]:
    """An atom of a polynomial as a base, by which powers are gathered, and its exponent."""
    if type(atom) is not tuple:
        return atom, number(e)
    kind, inside = atom[0], atom[1]
    if kind == "power":
        whole = type(inside) is int and e == int(e)
        base = (
            (int(inside ** abs(e)), "number")
            if whole and atom[2]
            else (inside, "number")
            if type(inside) is int
            else inside
        )
        times = (1 if e > 0 else -1) if whole and atom[2] else e
        return base, multiply(number(times), _product(atom[2]))
    if kind == "inverse":
        return as_term_of(dict(inside)), number(-e)
    if kind == "positive":
        return as_term_of(dict(inside)), number(e)
    if kind == "log":
        return log(number(inside) if type(inside) is int else raised(inside, number(1))), number(e)
    pair = sorted(inside, key=repr)
    return Term("inner", (pair[0], pair[-1])), number(e)


def raised(base: Any, exponent: Term) -> Term:  # noqa: ANN401 - a term, an atom, "e", or a number
    """The base to the power."""
    if base == "e":
        return exp(exponent)
    if type(base) is tuple and base[1] == "number":
        return power(number(base[0]), exponent)
    return power(base if type(base) is Term else _power_of(base, 1)[0], exponent)


def tidied(theorem: Theorem, *facts: Theorem) -> Theorem:
    """The equation with its right-hand side collected; logarithms of what the facts say is positive split."""
    return converted(theorem, lambda term: apply("ring", *facts, left=term, right=collected(term, *facts)))


def with_numbers(theorem: Theorem) -> Theorem:
    """The equation with what is made of numbers on its right-hand side worked out: 1[1 + 0 = 1] = 1[1 = 1],
    and Gamma(0 + 1) = 1.
    """
    while parts := [part for part in subterms(right(theorem)) if _is_of_numbers(part)]:
        theorem = replaced_within(theorem, [apply("ring", left=parts[0], right=collected(parts[0]))])
    for part in dict.fromkeys(whole_gammas(right(theorem))):
        with suppress(Refused):
            theorem = replaced_within(theorem, [whole_gamma(part)])
    return theorem


def _is_of_numbers(part: Term) -> bool:
    """Whether it is a sum, product or power of numbers that is one."""
    of_numbers = part.head in {"add", "mul", "power"} and all(map(is_number, part.args))
    return of_numbers and is_number(collected(part))


def rational(term: Term, letter: Callable[[Term], sp.Expr]) -> sp.Expr:
    """The term in SymPy, with letters for what is neither a number nor a sum, product or whole power."""
    import sympy as sp

    match term.head:
        case "number":
            return sp.Rational(*term.data)
        case "add" | "mul":
            parts = [rational(part, letter) for part in term.args]
            return sp.Add(*parts) if term.head == "add" else sp.Mul(*parts)
        case "power" if is_number(term.args[1]) and term.args[1].data[1] == 1:
            return rational(term.args[0], letter) ** term.args[1].data[0]
    return letter(term)


class Letters:
    """Rational functions of terms in SymPy, and back."""

    def __init__(self) -> None:
        self.symbols: dict[Term, sp.Symbol] = {}

    def formula(self, term: Term) -> sp.Expr:
        """The term in SymPy."""
        import sympy as sp

        return rational(term, lambda own: self.symbols.setdefault(own, sp.Symbol(f"x{len(self.symbols)}")))

    def term(self, formula: sp.Expr) -> Term:
        """The formula as a term."""
        if formula.is_Rational:
            return number(Fraction(int(formula.p), int(formula.q)))
        if formula.is_Symbol:
            return next(letter for letter, symbol in self.symbols.items() if symbol == formula)
        if formula.is_Pow:
            return power(self.term(formula.base), int(formula.exp))
        ordered = formula.as_ordered_factors() if formula.is_Mul else formula.as_ordered_terms()
        parts = list(map(self.term, ordered))
        return multiply(*parts) if formula.is_Mul else add(*parts)


def shortest(*forms: Term) -> Term:
    """The form that is printed shortest, the first of several."""
    return min(forms, key=lambda form: len(repr(form)))


def factored(term: Term, *, minus_in_front: bool = False) -> Term:
    """A rational function of symbols in factored form, by SymPy; the kernel must be asked whether it is
    equal. A minus sign is taken into a factor unless it shall stand in front, as in a sum.

    >>> from theorycheck.theory.model import Size
    >>> n, d = Size("n"), Size("d")
    >>> factored(n / d - 1 / d)
    (n - 1)/d
    >>> factored((1 - n) / d)
    (1 - n)/d
    """
    import sympy as sp

    letters = Letters()
    formula = sp.factor(sp.together(letters.formula(term)))
    return letters.term(formula if minus_in_front else _without_minus(formula))


def _without_minus(formula: sp.Expr) -> sp.Expr:
    """A product with its minus sign taken into a sum, where one of its factors holds as many."""
    import sympy as sp

    c, factors = formula.as_coeff_mul()
    if not c.is_negative:
        return formula

    def minuses(total: sp.Expr) -> int:
        return sum(part.could_extract_minus_sign() for part in total.args) if total.is_Add else 0

    turned = max(factors, key=minuses, default=formula)
    if 2 * minuses(turned) < len(turned.args) or not turned.is_Add:
        return formula
    rest = [factor for factor in factors if factor is not turned]
    return sp.Mul(-c, *rest, sp.Add(*(-part for part in turned.args)), evaluate=False)


def simplified(term: Term) -> Term:
    """The term with its sums, products and powers built anew, and exp 0, tanh 0, log 1 worked out.

    The kernel must be asked whether it is equal.
    """
    if term.loose or not term.args:
        return term
    args = tuple(map(simplified, term.args))
    match term.head:
        case "add":
            return add(*args)
        case "mul" | "scale":
            return multiply(*args)
        case "power":
            return power(*args)
        case "function" if (term.data[0], args[0]) in _CONSTANTS:
            return as_term(_CONSTANTS[term.data[0], args[0]])
    return Term(term.head, args, term.data)


_CONSTANTS = {
    ("exp", number(0)): 1,
    ("erfc", number(0)): 1,
    ("log", number(1)): 0,
    ("tanh", number(0)): 0,
    ("sin", number(0)): 0,
    ("cos", number(0)): 1,
    ("abs", number(0)): 0,
    ("arccos", number(1)): 0,
    ("arccos", number(0)): PI / 2,
    ("arccos", number(-1)): PI,
}


def shortened(term: Term) -> Term:
    """The term with the arguments of functions and bases of powers collected, where that makes them shorter.

    The kernel must be asked whether it is equal.

    >>> from theorycheck.theory.model import Parameter, Size
    >>> t, d = Parameter("t"), Size("d")
    >>> shortened(Term("function", (t * d ** Fraction(1, 2) / (2 * d ** Fraction(1, 2)),), ("erfc",)))
    erfc(t/2)
    """
    if term.loose or not term.args:
        return term
    term = Term(term.head, tuple(map(shortened, term.args)), term.data)
    if term.head not in {"function", "power"} or term.sort != "real":
        return term
    first, *rest = term.args
    return _shorter(Term(term.head, (_shorter(first), *rest), term.data))


def _shorter(term: Term) -> Term:
    return min(term, factored(term), collected(term), key=lambda form: len(repr(form)))


def occurring(term: Term, head: str) -> list[Term]:
    """The closed parts with that head that lie inside no other such part."""
    found = [part for part in subterms(term) if part.head == head and not part.loose]
    inside = {part for one in found for part in subterms(one) if part is not one}
    return [part for part in found if part not in inside]
