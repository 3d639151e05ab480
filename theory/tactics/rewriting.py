"""Equations from equations: chains of `t = t'` that tactics build, every link a rule of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from ..kernel import Theorem, apply
from ..kernel.algebra import Polynomial, expander
from ..terms import Term, add, multiply, number, power, subterms

Conversion = Callable[[Term], Theorem]
"""From a term t to a theorem t = t'."""


def right(theorem: Theorem) -> Term:
    """The right-hand side."""
    return theorem.proposition.args[1]


def left(theorem: Theorem) -> Term:
    """The left-hand side."""
    return theorem.proposition.args[0]


def itself(term: Term) -> Theorem:
    """|- t = t."""
    return apply("reflexive", term=term)


def then(first: Theorem, second: Theorem) -> Theorem:
    """A = b and b = c give a = c."""
    if left(first) is right(first):
        return second
    if left(second) is right(second):
        return first
    return apply("transitive", first, second)


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
    """T = t' with every part of the term converted."""
    return replaced_within(itself(term), [conversion(part) for part in dict.fromkeys(term.args)])


def below(binder: Term, conversion: Conversion, *avoid: Term) -> Theorem:
    """sum_j f(j) = sum_j g(j), the body converted at a fresh index."""
    index, _, body = binder.opened(*avoid)
    equation = conversion(body)
    if left(equation) is right(equation):
        return itself(binder)
    return apply("under", equation, binder=binder, index=index)


def collected(term: Term) -> Term:
    """The term as a sum of multiples of products, in a fixed order; equal to it by `ring`."""
    return as_term_of(expander(()).expanded(term))


def as_term_of(polynomial: Polynomial) -> Term:
    """A polynomial in atoms as a term."""
    summands = [(_product(monomial), c) for monomial, c in polynomial.items()]
    summands.sort(key=lambda pair: repr(pair[0]))
    return add(*(multiply(number(c), product) for product, c in summands))


def _product(monomial: frozenset[tuple[object, int]]) -> Term:
    factors = [power(_letter(atom), e) for atom, e in monomial]
    return multiply(number(1), *sorted(factors, key=repr))


def _letter(atom: object) -> Term:
    if type(atom) is Term:
        return atom
    kind, inside = atom  # type: ignore[misc]
    if kind == "inverse":
        return power(as_term_of(dict(inside)), -1)
    pair = sorted(inside, key=repr)
    return Term("inner", (pair[0], pair[-1]))


def tidied(theorem: Theorem) -> Theorem:
    """The equation with its right-hand side collected."""
    return converted(theorem, lambda term: apply("ring", left=term, right=collected(term)))


def factored(term: Term) -> Term:
    """A rational function of symbols in factored form, by SymPy; the kernel must be asked whether it is
    equal.

    >>> from theorycheck.theory.model import Size
    >>> n, d = Size("n"), Size("d")
    >>> factored(n / d - 1 / d)
    (n - 1)/d
    """
    import sympy as sp

    letters: dict[Term, sp.Symbol] = {}

    def away(node: Term) -> sp.Expr:
        match node.head:
            case "number":
                return sp.Rational(*node.data)
            case "add" | "mul":
                parts = map(away, node.args)
                return sp.Add(*parts) if node.head == "add" else sp.Mul(*parts)
            case "power" if node.args[1].head == "number" and node.args[1].data[1] == 1:
                return away(node.args[0]) ** node.args[1].data[0]
        return letters.setdefault(node, sp.Symbol(f"x{len(letters)}"))

    formula = sp.factor(sp.together(away(term)))
    names = {symbol: letter for letter, symbol in letters.items()}

    def back(formula: sp.Expr) -> Term:
        if formula.is_Rational:
            return number(Fraction(int(formula.p), int(formula.q)))
        if formula.is_Symbol:
            return names[formula]
        if formula.is_Pow:
            return power(back(formula.base), int(formula.exp))
        ordered = formula.as_ordered_factors() if formula.is_Mul else formula.as_ordered_terms()
        parts = list(map(back, ordered))
        return multiply(*parts) if formula.is_Mul else add(*parts)

    return back(formula)


def occurring(term: Term, head: str) -> list[Term]:
    """The closed parts with that head that lie inside no other such part."""
    found = [part for part in subterms(term) if part.head == head and not part.loose]
    inside = {part for one in found for part in subterms(one) if part is not one}
    return [part for part in found if part not in inside]
