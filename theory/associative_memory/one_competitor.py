r"""Several classes stored alike (S12): all competitors of a token.

A competitor answers with Student's probability: the noise in the gap to it is that of both classes, and of
the further ones as far as their unembeddings lie along the difference of the two, which is rare.

| letter | meaning |
|---|---|
| `e`, `m` | embeddings of the tokens, and 1 where a token has a class, 0 elsewhere |
| `u`, `v` | unembeddings of the classes, random and fixed |
| `y`, `i` | the class of the token that is asked for, and the token |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal, Sphere
from ..model import Index, Model, Size, fixed, iid
from ..node import Term, negation, number
from ..prove import prove, suppose
from ..tactics import at, both, bound, combined, linked, positive, same, some_of, summed
from ..tactics.directions import drawn
from ..tactics.rewriting import converted, left, occurring, replaced_within, right, then
from ..terms import E, P, Sum, absolute, all_, any_, indicator, inner, norm2, outer, unit
from .exact import by_student, in_one_vector

Rows = Callable[[Term], Term]
dimension, tokens, _several = Size("d", minimum=2), Size("N"), Size("M", minimum=2)
_LAW: Final = Normal(0, 1 / dimension, dimension=dimension)
_SPHERE: Final = Sphere(dimension)
_FIFTH: Final = Fraction(1, 5)
_RANGE: Final = "the range of the sum"
_HELD: Final = "what it is held fixed at"
_UNIT: Final = "the unembeddings are unit vectors"
_ONE: Final = number(1)
_i, _j = Index("i", tokens), Index("j", tokens)


def _direction(x: Term) -> Term:
    """x over its length."""
    return norm2(x) ** Fraction(-1, 2) * x


@dataclass(frozen=True, kw_only=True)
class Classes:
    """The law of the embeddings, how many classes there are, and the most tokens of one of them.

    Its theorems are for fixed unembeddings.
    """

    law: Term = _LAW
    classes: Term = _several
    most: Term = (tokens + _several - 1) / _several
    level: Fraction = _FIFTH
    """What the unembeddings of two classes overlap by at most, and a further one with their difference."""

    @property
    def own(self) -> Term:
        """The class of the token that is asked for."""
        return Index("y", self.classes)

    @property
    def other(self) -> Term:
        """A competitor."""
        return Index("z", self.classes)

    @property
    def further(self) -> Term:
        """Any class; a further one where it is neither the own one nor the competitor."""
        return Index("c", self.classes)

    @property
    def rows(self) -> Term:
        """Fixed unembeddings."""
        return fixed("v", self.classes, dimension)

    @property
    def is_further(self) -> Theorem:
        """It is a further one."""
        return suppose((self.further != self.own) & (self.further != self.other), _RANGE)

    @property
    def differs(self) -> Theorem:
        """The competitor is another class."""
        return suppose(self.other != self.own, _RANGE)

    def row(self, of_class: Term) -> Term:
        """Its fixed unembedding."""
        return self.rows.T @ unit(of_class)

    @property
    def embeddings(self) -> Term:
        """Those of all tokens."""
        return Model(e=iid(self.law, tokens)).e

    def member(self, of_class: Term, token: Term) -> Term:
        """Whether it has that class."""
        return fixed("m", self.classes, tokens)[of_class, token]

    def size(self, of_class: Term) -> Term:
        """The number of its tokens."""
        return Sum(_j, self.member(of_class, _j))

    def wins(self, rows: Rows) -> Term:
        """The competitor scores as much as the own class, by these unembeddings."""
        c, e = self.further, self.embeddings
        memory = Sum(c, Sum(_j, self.member(c, _j) * outer(rows(c), e[_j])))
        own, competitor = (inner(rows(z), memory @ e[_i]) for z in (self.own, self.other))
        return own <= competitor

    @property
    def both(self) -> Term:
        """The overlap of the two unembeddings."""
        return inner(self.row(self.other), self.row(self.own))

    @property
    def lead(self) -> Term:
        """The factor of the token's squared length in the gap."""
        return 1 - self.both

    @property
    def difference(self) -> Term:
        """That of the two unembeddings."""
        return self.row(self.own) - self.row(self.other)

    def along(self, of_class: Term) -> Term:
        """What a token of that class adds to the gap, over its embedding's product with the token's."""
        return inner(self.difference, self.row(of_class))

    def share(self, token: Term) -> Term:
        """What a token adds, whatever its class."""
        c = Index("b", self.classes)
        return Sum(c, self.member(c, token) * self.along(c))

    @property
    def lengths(self) -> list[Theorem]:
        """Those of the two unembeddings."""
        return [suppose(norm2(self.row(c)) == 1, _UNIT) for c in (self.own, self.other)]

    def by_lengths(self, term: Term, value: Term) -> Theorem:
        """T = t', with the lengths put in."""
        return replaced_within(same(term, value, ()), self.lengths)

    @property
    def own_along(self) -> Theorem:
        """The own class adds 1 - <v, u>."""
        return self.by_lengths(self.along(self.own), norm2(self.row(self.own)) - self.both)

    def one_class(self, of_class: Term, token: Term) -> Theorem:
        """M_cj a_j = m_cj <u - v, u_c> for what a token adds: it has one class."""
        own, b, m = Index("a", self.classes), Index("b", self.classes), self.member
        once = suppose(all_(own, all_(_j, m(own, _j) ** 2 == m(own, _j))), "a token is stored once, or not")
        several = all_(own, all_(b != own, all_(_j, m(own, _j) * m(b, _j) == 0)))
        apart, g, one = suppose(b != of_class, _RANGE), self.along(b), m(of_class, token)
        none = at(suppose(several, "a token has one class"), of_class, (b, apart), token)
        none = summed(combined(left(none) * g == 0, (none, g)), b != of_class)
        out = apply("taken_out", term=self.share(token), value=of_class)
        zero = then(same(one * right(out).args[1], left(none), ()), none)
        g, once = self.along(of_class), at(once, of_class, token)
        return combined(one * self.share(token) == one * g, (out, one), (once, g), zero)

    @property
    def own_share(self) -> Theorem:
        """The token that is asked for adds as much as its class."""
        own, a, g = self.one_class(self.own, _i), self.share(_i), self.along(self.own)
        stored = suppose(self.member(self.own, _i) == 1, "the class of the token that is asked for")
        return combined(a == self.lead, own, (stored, g), (stored, a), self.own_along)

    @property
    def gap(self) -> Term:
        """The own score less the competitor's."""
        own, competitor = self.wins(self.row).args
        return own - competitor

    @property
    def noise(self) -> Term:
        """The variance of the noise in the gap, over that of an embedding's entry and the squared length."""
        return Sum(_j != _i, self.share(_j) ** 2)

    def student(self, lead: Theorem, some: Theorem) -> Theorem:
        """P(the competitor wins) = I_{T/(T + l^2)}(d/2, 1/2)/2 for the noise T, from 0 < T and
        0 < l = 1 - <v, u>.
        """
        e, asked = self.embeddings, self.embeddings[_i]
        w, h = Model(w=self.law, h=Normal(0, self.law.args[1]))
        image = Sum(_j != _i, self.share(_j) * e[_j])
        split = same(self.gap, Sum(_j, self.share(_j) * inner(e[_j], asked)), ())
        split = converted(split, lambda term: apply("taken_out", term=term, value=_i))
        split = replaced_within(split, [self.own_share, same(right(split).args[1], inner(image, asked), ())])
        split = converted(split, lambda x: same(x, self.lead * norm2(asked) + inner(image, asked), ()))
        found = apply("same_event", event=self.wins(self.row), other=self.gap <= 0, factor=_ONE)
        found = in_one_vector(replaced_within(found, [split]), image, w, asked, self.noise)
        signs = lead, positive(self.lead**2, lead), some, apply("nonzero_length", x=asked)
        return by_student(found, self.lead, self.noise, _ONE, asked, inner(w, asked), h, *signs)

    @property
    def squares(self) -> Theorem:
        """T = l^2 n_u + l^2 n_v + sum_c <u - v, u_c>^2 n_c - l^2, over further classes c."""
        c, a = self.further, self.share(_j)
        g, m, one = self.along(c), self.member(c, _j), self.one_class(c, _j)
        one = combined(g * left(one) == g**2 * m, (one, g))
        square = same(a**2, Sum(c, left(one)), ())
        square = then(square, apply("under", one, binder=right(square), index=c))
        every = apply("under", square, binder=Sum(_j, a**2), index=_j)
        total = Sum(c, g**2 * self.size(c))
        every = then(every, same(right(every), total, ()))
        alone = apply("taken_out", term=left(every), value=_i)
        out = apply("taken_out", term=total, value=self.own)
        rest = apply("taken_out", self.differs, term=right(out).args[1], value=self.other)
        lead, share, (u, v) = self.lead, self.share(_i), (self.size(self.own), self.size(self.other))
        own = self.own_along
        other = self.by_lengths(self.along(self.other), self.both - norm2(self.row(self.other)))
        return combined(
            self.noise == lead**2 * u + lead**2 * v + right(rest).args[1] - lead**2, every, alone, out, rest,
            (self.own_share, share + lead), (own, u * (left(own) + lead)), (other, v * (left(other) - lead)),
        )  # fmt: skip

    @property
    def most_noise(self) -> Term:
        r"""$B = 2 c - 1 + 2 (M - 2) c\, t^2/(1 - t)$, c the most tokens of a class, t the level."""
        c, t = self.most, self.level
        return 2 * c - 1 + 2 * t**2 / (1 - t) * (self.classes - 2) * c

    def filled(self, of_class: Term) -> tuple[Theorem, Theorem]:
        """It has a token, and no more tokens than the most."""
        c = self.further
        some = suppose(all_(c, self.size(c) >= 1), "each class has a token")
        few = suppose(all_(c, self.size(c) <= self.most), "no class has more tokens")
        return at(some, of_class), at(few, of_class)

    def quieter(self, near: Theorem, far: Theorem) -> Theorem:
        """P(the competitor wins) <= I_{B/(B + 1)}(d/2, 1/2)/2, from <v, u> <= t and <u - v, u_c>^2 <= 2 t^2 l
        for a further class c.
        """
        lead, noise, whole = self.lead, self.noise, self.most_noise
        least = combined(lead > 0, near, 1 - self.level)
        bound, some, more = self.noise_between(near, far, least)
        found, known = self.student(least, some), (some, more, positive(lead**2, least))
        (tail,) = occurring(right(found), "incomplete_beta")
        total, beyond = noise + lead**2, whole + 1
        share = combined(tail.args[0] <= whole / beyond, (bound, 1 / total, 1 / beyond), known=known)
        ends = positive(left(share), *known), combined(whole / beyond < 1, 1 / beyond, known=known)
        high = apply("beta_monotone", share, *ends, a=tail.args[1], b=tail.args[2])
        return combined(left(found) <= right(high) / 2, found, high)

    def noise_between(self, near: Theorem, far: Theorem, least: Theorem) -> tuple[Theorem, Theorem, Theorem]:
        """T <= B l^2, 0 < T and 0 < B, from the facts of `quieter` and 0 < l."""
        c, t, lead, noise, whole = self.further, self.level, self.lead, self.noise, self.most_noise
        (one, few), (own, own_few), (other, other_few) = map(self.filled, (c, self.own, self.other))
        some, squares = linked(own, own_few), self.squares
        square, size, further = self.along(c) ** 2, self.size(c), self.is_further.proposition
        each = combined(square * size <= right(far) * self.most, (few, square), (far, some), far)
        high = summed(each, further, distinct=(self.differs,))
        low = summed(combined(square * size >= 0, (one, square), square), further, distinct=(self.differs,))
        slope, room = 2 * t**2 / (1 - t), apply("bounded", term=self.classes, end="low")
        bound = combined(
            noise <= whole * lead**2, squares, (own_few, lead**2), (other_few, lead**2), high,
            (room, least, near), (room, some, least, near),
        )  # fmt: skip
        sign = combined(noise > 0, squares, (own, lead**2), (other, lead**2), (least, least), low)
        return bound, sign, combined(whole > 0, some, (room, slope), (some, room, slope), 1)

    def any_competitor(self, one: Theorem) -> Theorem:
        """P(some wins) <= (M - 1) b, from P(the competitor wins) <= b."""
        return some_of(one, self.differs.proposition)


@dataclass(frozen=True, kw_only=True)
class Drawn(Classes):
    """The law of the unembeddings, and how many classes there are."""

    output_law: Term = _SPHERE
    number_of: int = 5

    @property
    def unembeddings(self) -> Term:
        """Those of all classes."""
        return Model(u=iid(self.output_law, self.classes)).u

    def near(self, own: Term, other: Term) -> Term:
        """Two unembeddings overlap."""
        return absolute(inner(own, other)) > self.level

    def beside(self, own: Term, other: Term, further: Term) -> Term:
        """A further one overlaps with the direction of their difference."""
        return absolute(inner(_direction(own - other), further)) > self.level

    @property
    def apart(self) -> Theorem:
        """The two fixed unembeddings do not overlap."""
        return suppose(negation(self.near(self.row(self.own), self.row(self.other))))

    def spread(self, own: Term, other: Term, lengths: list[Theorem], apart: Theorem) -> Theorem:
        """0 < |u - v|^2, from |u| = |v| = 1 and |<v, u>| <= t."""
        square = same(norm2(own - other), norm2(own) + norm2(other) - 2 * inner(other, own), ())
        return combined(left(square) > 0, both(apart)[1], 2 - 2 * self.level, square, *lengths)

    def alone(self) -> Theorem:
        """P(the competitor wins) <= G, where no overlap of fixed unembeddings exceeds t."""
        c, t, own, other = self.further, self.level, self.row(self.own), self.row(self.other)
        between, square = self.spread(own, other, self.lengths, self.apart), norm2(self.difference)
        x, g = inner(_direction(self.difference), self.row(c)), self.along(c)
        every = all_(self.is_further.proposition, negation(self.beside(own, other, self.row(c))))
        low, high = both(at(suppose(every), (c, self.is_further)))
        scaled = same(x, square ** Fraction(-1, 2) * g, ())
        product = combined(g**2 == x**2 * square, (scaled, square * (x + right(scaled))), known=[between])
        distance = self.by_lengths(square, norm2(own) + norm2(other) - 2 * self.both)
        far = combined(g**2 <= 2 * t**2 * self.lead, product, (low, high, between), distance)
        return self.quieter(both(self.apart)[1], far)

    def overlap_tail(self, length: Theorem, x: Term) -> Theorem:
        """P(|<u, x>| > t) = p for a fixed u, from |u| = 1."""
        t, (vector,) = number(self.level), left(length).args
        ends = combined(t >= 0, t), combined(t <= 1, 1 - t)
        wide = apply("bounded", term=dimension, end="low")
        return apply("overlap_tail", length, *ends, wide, term=inner(vector, x), x=x, t=t)

    def two_overlap(self) -> Theorem:
        """P(the two unembeddings overlap) = p."""
        u, held = self.unembeddings, fixed("a", dimension)
        tail = self.overlap_tail(suppose(norm2(held) == 1, _HELD), u[self.other])
        return drawn(tail, held, u[self.own], self.differs)

    def third_overlaps(self) -> Theorem:
        """E 1[the two do not overlap] 1[a further one does with the direction of their difference] <= p."""
        u, (own, other) = self.unembeddings, [fixed(name, dimension) for name in "ab"]
        lengths = [suppose(norm2(x) == 1, _HELD) for x in (own, other)]
        apart, direction = suppose(negation(self.near(own, other))), _direction(own - other)
        square = norm2(own - other)
        length = same(norm2(direction), (square ** Fraction(-1, 2)) ** 2 * square, ())
        length = then(length, same(right(length), _ONE, (self.spread(own, other, lengths, apart),)))
        tail = self.overlap_tail(length, u[self.further])
        event, sign = apart.proposition, apply("bounded", term=right(tail), end="low")
        found = apply("linear", term=E(indicator(event) * indicator(left(tail).args[0])))
        chance = apply("symmetric", apply("written_out", term=left(tail)))
        found = linked(replaced_within(found, [chance]), apply("where_it_holds", tail, sign, event=event))
        for letter, z in zip((own, other), (self.own, self.other), strict=True):
            found = drawn(found, letter, u[z], self.differs, *both(self.is_further))
        return found

    def some_third(self, beside: Term) -> Theorem:
        """1 - 1[no further one overlaps] is at most how many do, for fixed unembeddings."""
        some = apply("union", event=any_(self.is_further.proposition, beside))
        whole = converted(_as_indicator(left(some)), lambda term: apply("indicator_of", term=term))
        every = apply("under", _as_indicator(P(beside)), binder=right(some), index=self.further)
        return linked(whole, some, every)

    def beaten(self) -> Theorem:
        """P(the competitor wins) <= G + (M - 1) p: the two overlap, or a further one does, or G is right."""
        u, own, other, c = self.unembeddings, self.own, self.other, self.further
        quiet, where = self.alone(), self.is_further.proposition
        near = self.near(self.row(own), self.row(other))
        beside = self.beside(self.row(own), self.row(other), self.row(c))
        third = self.some_third(beside)
        chance, most, few, many = left(quiet), right(quiet), indicator(negation(near)), right(third)
        (tail,), noisy = occurring(most, "incomplete_beta"), prove(self.most_noise > 0, by=bound)
        sign = combined(most >= 0, apply("bounded", noisy, term=tail, end="low"))
        for event in (negation(any_(where, beside)), negation(near)):
            quiet = apply("where_it_holds", quiet, sign, event=event)
        sure, flipped = apply("bounded", term=chance, end="high"), apply("indicator_of", term=indicator(near))
        each = Sum(where, few * indicator(beside))
        alike = same(few * many, each, ())
        found = combined(
            chance <= most + indicator(near) + each, quiet, (indicator(near), sure), (few, many, sure),
            (few, chance, third), alike, (flipped, chance),
        )  # fmt: skip
        lengths = [apply("fixed_norm", term=norm2(u[z])) for z in (own, other)]
        found = apply("held_fixed", found, *lengths, self.differs, fixed=self.rows, x=u)
        pair, total = self.two_overlap(), right(found).args[0].args[2]
        mean = converted(found, lambda whole: apply("linear", term=whole))
        parts = apply("linear", term=E(most)), apply("symmetric", apply("written_out", term=left(pair)))
        mean = replaced_within(mean, [*parts, pair, apply("linear", term=E(total))])
        rest = summed(self.third_overlaps(), where, distinct=(self.differs,))
        return combined(left(found) <= most + (self.classes - 1) * right(pair), mean, rest)


def _as_indicator(chance: Term) -> Theorem:
    """P(A) = 1[A] for an A that is not random."""
    return converted(apply("written_out", term=chance), lambda mean: apply("linear", term=mean))


FIVE: Final = Drawn()
"""Five classes, unembeddings that are uniform on the sphere."""


def all_rivals_uniform(premises: Drawn = FIVE) -> Derivation:
    r"""$E \le 4 (P(t_d > \sqrt{d/b}) + 4 p)$: all of N tokens alike, $b \approx .47 N$, p a tail of overlaps.

    >>> all_rivals_uniform().relation
    '<='
    """
    found = premises.any_competitor(premises.beaten())
    number_of = suppose(premises.classes == premises.number_of, "the number of classes")
    found = then(found, apply("within", number_of, term=right(found)))
    return proved("all_rivals_uniform", "Error where one competitor may win", found)
