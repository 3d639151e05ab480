"""Means of functions of coordinates of a random vector: of monomials, and of vectors of such functions.

The image of a vector has one function of each of its coordinates as entries. Where the coordinates have one
law in any order, means over images are those at one and at two coordinates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..heads import STATISTICS
from ..kernel import Theorem, apply
from ..laws import squared_norm
from ..node import Term, add, multiply, number
from ..substitution import opened, replaced, subterms
from ..terms import E, Sum, absolute, exp, indicator, inner, norm2, ones, tabulate
from .goals import Given
from .rewriting import (
    assumed,
    below,
    by_modulus,
    collected,
    converted,
    itself,
    occurring,
    replaced_within,
    right,
    simplified,
    then,
    tidied,
)

_AT: tuple[Term, Term] = (number(1), number(2))
"""The coordinates at which means are given."""


def coordinate_mean(term: Term, x: Term) -> Theorem:
    """E F = its value: F a polynomial in coordinates of x, uniform on a sphere, their moduli and positive
    parts, or a sum of multiples of exponentials of linear forms in them.

    >>> from theorycheck.theory.laws import Sphere
    >>> from theorycheck.theory.model import Model, Size
    >>> from theorycheck.theory.terms import relu
    >>> d = Size("d", minimum=2)
    >>> x = Model(x=Sphere(d)).x
    >>> coordinate_mean(E(relu(x[1]) * relu(x[2])), x)
    ⊢ E[relu(x_1) relu(x_2)] = 1/(2 d π)
    """
    halves = [part for part in dict.fromkeys(subterms(term)) if part.data == ("relu",)]
    known = [by_modulus(part.args[0]) for part in halves]
    moduli = [absolute(half.args[0]) for half in halves if half.args[0].head == "mul"]
    known += [apply("componentwise", left=part, right=absolute(-part.args[0])) for part in moduli]
    theorem = replaced_within(itself(term), known)
    (body,) = right(theorem).args
    theorem = linear_parts(replaced_within(theorem, [apply("ring", left=body, right=collected(body))]))
    values = [_of_monomial(mean, x) for mean in occurring(right(theorem), "E")]
    return tidied(replaced_within(theorem, values))


def linear_parts(theorem: Theorem, *kept: Term) -> Theorem:
    """The equation with every mean on its right-hand side taken apart, but for some."""
    while parts := [p for p in occurring(right(theorem), "E") if p not in kept and _is_linear(p)]:
        theorem = replaced_within(theorem, [apply("linear", term=part) for part in parts])
    return theorem


def _is_linear(mean: Term) -> bool:
    (body,) = mean.args
    constant = body.head == "mul" and not all(part.is_random for part in body.args)
    return body.head == "add" or not body.is_random or constant


def _of_monomial(mean: Term, x: Term) -> Theorem:
    """E of a product of powers, or of an exponential of a linear form."""
    (body,) = mean.args
    if body.head != "function" or body.data != ("exp",):
        return apply("coordinate_moment", term=mean, x=x)
    entries = [p for p in dict.fromkeys(subterms(body)) if p.head == "component" and p.args[0] is x]
    slopes = [_slope(body.args[0], coordinate, entries) for coordinate in entries]
    w = add(*(c * axis_of(x, coordinate.args[1]) for c, coordinate in zip(slopes, entries, strict=True)))
    theorem = replaced_within(itself(mean), [apply("componentwise", left=body, right=exp(inner(x, w)))])
    theorem = then(theorem, apply("exponential_moment", term=right(theorem), x=x))
    law = x.args[0] if x.head == "random" else x.args[0].args[0]
    z = multiply(squared_norm(law), add(*(c**2 for c in slopes)), number(1) / 4)
    return replaced_within(theorem, [apply("componentwise", left=right(theorem).args[-1], right=z)])


def _slope(form: Term, coordinate: Term, entries: list[Term]) -> Term:
    """The factor of a coordinate in a linear form."""
    for other in entries:
        form = replaced(form, other, number(1 if other is coordinate else 0))
    return simplified(form)


def axis_of(x: Term, place: Term) -> Term:
    """The coordinate vector of a place."""
    index = Term("index", x.shape, ("axis",))
    return tabulate(index, indicator(Term("eq", (index, place))))


@dataclass(frozen=True)
class Images:
    """The function of one coordinate, less a number; means are given at coordinates 1 and 2 of a vector x."""

    function: Callable[[Term], Term]
    x: Term
    less: Term = number(0)  # noqa: RUF009 - a term does not change

    def entry(self, coordinate: Term) -> Term:
        """The entry of the image at a coordinate."""
        return self.function(coordinate) - self.less

    def of(self, y: Term) -> Term:
        """The image of a vector."""
        return self.function(y) - self.less * ones(y.shape[0])

    @property
    def mean(self) -> Term:
        """E f_1, of one entry."""
        return E(self.entry(self.x[1]))

    @property
    def square(self) -> Term:
        """E f_1^2."""
        return E(self.entry(self.x[1]) ** 2)

    @property
    def mixed(self) -> Term:
        """E f_1 f_2, of two entries."""
        return E(self.entry(self.x[1]) * self.entry(self.x[2]))

    def length(self, y: Term) -> Theorem:
        """E |f|^2 = d E f_1^2."""
        a = Term("index", y.shape, ("a",))
        return self._added(E(norm2(self.of(y))), Sum(a, self.entry(y[a]) ** 2), self.at_one)

    def overlap(self, y: Term, z: Term, *apart: Theorem) -> Theorem:
        """E <f, f'> = d (E f_1)^2, of independent vectors."""
        a = Term("index", y.shape, ("a",))

        def value(mean: Term) -> Theorem:
            theorem = apply("mean_of_independent", *apart, term=mean, first=(0,))
            return replaced_within(theorem, map(self.at_one, dict.fromkeys(right(theorem).args)))

        total = Sum(a, self.entry(y[a]) * self.entry(z[a]))
        return self._added(E(inner(self.of(y), self.of(z))), total, value)

    def square_overlap(self, y: Term, z: Term, *apart: Theorem) -> Theorem:
        """E <f, f'>^2 = d ((E f_1^2)^2 + (d - 1) (E f_1 f_2)^2), of independent vectors."""
        a, b = (Term("index", y.shape, (name,)) for name in "ab")
        pairs = Sum(a, Sum(b, self.entry(y[a]) * self.entry(y[b]) * self.entry(z[a]) * self.entry(z[b])))

        def value(total: Term) -> Theorem:
            return self._at_pairs(total, lambda mean: self._apart(mean, apart))

        return self._added(E(inner(self.of(y), self.of(z)) ** 2), pairs, value)

    def square_of_sum(self) -> Theorem:
        """E (sum_a f_a)^2 = d (E f_1^2 + (d - 1) E f_1 f_2)."""
        a, b = (Term("index", self.x.shape, (name,)) for name in "ab")
        whole = Sum(a, self.entry(self.x[a])) ** 2
        pairs = Sum(a, Sum(b, self.entry(self.x[a]) * self.entry(self.x[b])))
        return self._added(E(whole), pairs, lambda total: self._at_pairs(total, itself))

    def _added(self, mean: Term, total: Term, value: Callable[[Term], Theorem]) -> Theorem:
        """E of what is a sum over the coordinates, each with the same mean."""
        theorem = replaced_within(itself(mean), [apply("componentwise", left=mean.args[0], right=total)])
        theorem = converted(theorem, lambda term: apply("linear", term=term))
        theorem = converted(theorem, lambda term: below(term, value))
        return converted(theorem, lambda term: apply("count", term=term))

    def _at_pairs(self, mean: Term, conversion: Callable[[Term], Theorem]) -> Theorem:
        """E sum_b F(a, b) at an a, by F(1, 1) and F(1, 2)."""
        a = next(own for _, own in mean.declarations if own.head == "index" and own.args == self.x.shape)
        theorem = apply("linear", term=mean)
        theorem = converted(theorem, lambda term: apply("taken_out", term=term, value=a))
        one, rest = right(theorem).args
        index, condition, body = opened(rest, a)
        differ = assumed(condition, "the range of the sum")
        others = apply("under", self._placed(conversion(body), differ), binder=rest, index=index)
        others = converted(others, lambda term: apply("count", term=term))
        return replaced_within(theorem, [self._placed(conversion(one)), others])

    def _apart(self, mean: Term, apart: Given) -> Theorem:
        return apply("mean_of_independent", *apart, term=mean, first=(0, 1))

    def _placed(self, theorem: Theorem, *differ: Theorem) -> Theorem:
        """Every mean over one or two entries at the coordinates 1, and 2."""
        return replaced_within(
            theorem, [self.at_one(mean, *differ) for mean in dict.fromkeys(occurring(right(theorem), "E"))]
        )

    def at_one(self, mean: Term, *differ: Theorem) -> Theorem:
        """A mean over one or two entries of an image as that at the coordinates 1, and 2."""
        entries = list(dict.fromkeys(_entries(mean.args[0])))
        (y,) = dict.fromkeys(coordinate.args[0] for coordinate in entries)
        places = tuple(coordinate.args[1] for coordinate in entries)
        moved = apply("same_law", *differ, term=mean, x=y, places=places, y=self.x, others=_AT[: len(places)])
        known = next(known for known in (self.mean, self.square, self.mixed) if _same(right(moved), known))
        return converted(moved, lambda term: _as(term, known))


def _entries(term: Term) -> list[Term]:
    """The entries of random vectors, without those in means."""
    if term.head == "component" and term.is_random:
        return [term]
    return [coordinate for part in term.args if part.head not in STATISTICS for coordinate in _entries(part)]


def _same(one: Term, other: Term) -> bool:
    return collected(one.args[0]) is collected(other.args[0])


def _as(mean: Term, other: Term) -> Theorem:
    """One mean as another of the same body."""
    if mean is other:
        return itself(mean)
    return apply("within", apply("ring", left=mean.args[0], right=other.args[0]), term=mean)
