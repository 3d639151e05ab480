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
from ..substitution import subterms
from ..tactics import bound
from ..tactics.certificates import by_products
from ..tactics.rewriting import (
    converted,
    left,
    nonnegative,
    occurring,
    replaced_within,
    right,
    then,
)
from ..terms import E, P, Sum, absolute, all_, any_, indicator, inner, norm2, outer, sqrt, unit
from .exact import by_student, known_positive

Rows = Callable[[Term], Term]
dimension, tokens, _several = Size("d", minimum=2), Size("N"), Size("M", minimum=2)
_LAW: Final = Normal(0, 1 / dimension, dimension=dimension)
_SPHERE: Final = Sphere(dimension)
_FIFTH: Final = Fraction(1, 5)
_RANGE: Final = "the range of the sum"
_HELD: Final = "what it is held fixed at"
_UNIT: Final = "the unembeddings are unit vectors"
_HALF: Final = number(Fraction(1, 2))
_ONE: Final = number(1)
_i, _j = Index("i", tokens), Index("j", tokens)


def _direction(x: Term) -> Term:
    """X over its length."""
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

    @property
    def asked(self) -> Term:
        """The embedding of the token that is asked for."""
        return self.embeddings[_i]

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
        own, competitor = (inner(rows(z), memory @ self.asked) for z in (self.own, self.other))
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
        return replaced_within(apply("componentwise", left=term, right=value), self.lengths)

    @property
    def own_along(self) -> Theorem:
        """The own class adds 1 - <v, u>."""
        return self.by_lengths(self.along(self.own), norm2(self.row(self.own)) - self.both)

    @property
    def other_along(self) -> Theorem:
        """The competitor takes off as much."""
        return self.by_lengths(self.along(self.other), self.both - norm2(self.row(self.other)))

    def one_class(self, of_class: Term, token: Term) -> Theorem:
        """M_cj a_j = m_cj <u - v, u_c> for what a token adds: it has one class."""
        own, any_class, m = Index("a", self.classes), Index("b", self.classes), self.member
        once = suppose(all_(own, all_(_j, m(own, _j) ** 2 == m(own, _j))), "a token is stored once, or not")
        once = apply("each", apply("each", once, index=of_class), index=token)
        several = all_(own, all_(any_class != own, all_(_j, m(own, _j) * m(any_class, _j) == 0)))
        none = apply("each", suppose(several, "a token has one class"), index=of_class)
        none = apply("each", none, suppose(any_class != of_class, _RANGE), index=any_class)
        none, g = apply("each", none, index=token), self.along(any_class)
        none = apply("ring", none, left=left(none) * g, right=number(0), multipliers=(g,))
        others = Sum(any_class != of_class, left(none))
        out = apply("taken_out", term=self.share(token), value=of_class)
        zero = apply("componentwise", left=m(of_class, token) * right(out).args[1], right=others)
        zero = then(zero, apply("under", none, binder=others, index=any_class))
        zero = then(zero, apply("count", term=right(zero)))
        g = self.along(of_class)
        return apply(
            "ring", out, once, zero, left=m(of_class, token) * self.share(token),
            right=m(of_class, token) * g, multipliers=(m(of_class, token), g, _ONE),
        )  # fmt: skip

    @property
    def own_share(self) -> Theorem:
        """The token that is asked for adds as much as its class."""
        own, a = self.one_class(self.own, _i), self.share(_i)
        stored = suppose(self.member(self.own, _i) == 1, "the class of the token that is asked for")
        multipliers = _ONE, self.along(self.own) - a, _ONE
        return apply("ring", own, stored, self.own_along, left=a, right=self.lead, multipliers=multipliers)

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
        e, asked = self.embeddings, self.asked
        w, h = Model(w=self.law, h=Normal(0, self.law.args[1]))
        image = Sum(_j != _i, self.share(_j) * e[_j])
        whole = Sum(_j, self.share(_j) * inner(e[_j], asked))
        split = apply("componentwise", left=self.gap, right=whole)
        split = converted(split, lambda term: apply("taken_out", term=term, value=_i))
        others = apply("componentwise", left=right(split).args[1], right=inner(image, asked))
        split = replaced_within(split, [self.own_share, others])
        value = self.lead * norm2(asked) + inner(image, asked)
        split = converted(split, lambda term: apply("ring", left=term, right=value))
        found = apply("same_event", event=self.wins(self.row), other=self.gap <= 0, factor=_ONE)
        found = replaced_within(found, [split])
        found = then(found, apply("normal_image", term=right(found), image=image, w=w))
        (scaled,) = (part for part in subterms(right(found)) if part.head == "inner" and w in subterms(part))
        along = inner(w, asked)
        plain = apply("componentwise", left=scaled, right=sqrt(self.noise) * along)
        found, square = replaced_within(found, [plain]), apply("positive", lead, term=self.lead**2)
        signs = lead, square, some, apply("nonzero_length", x=asked)
        return by_student(found, self.lead, self.noise, _ONE, asked, along, h, *signs)

    @property
    def squares(self) -> Theorem:
        """T = l^2 n_u + l^2 n_v + sum_c <u - v, u_c>^2 n_c - l^2, over further classes c."""
        c, a = self.further, self.share(_j)
        g, m = self.along(c), self.member(c, _j)
        one = self.one_class(c, _j)
        one = apply("ring", one, left=g * left(one), right=g**2 * m, multipliers=(g,))
        square = apply("componentwise", left=a**2, right=Sum(c, left(one)))
        square = then(square, apply("under", one, binder=right(square), index=c))
        every = apply("under", square, binder=Sum(_j, a**2), index=_j)
        total = Sum(c, g**2 * self.size(c))
        every = then(every, apply("componentwise", left=right(every), right=total))
        alone = apply("taken_out", term=left(every), value=_i)
        out = apply("taken_out", term=total, value=self.own)
        rest = apply("taken_out", self.differs, term=right(out).args[1], value=self.other)
        lead, own, other = self.lead, self.own_along, self.other_along
        sizes = lead**2 * self.size(self.own) + lead**2 * self.size(self.other)
        weights = (
            _ONE, -_ONE, _ONE, _ONE, -(self.share(_i) + lead),
            self.size(self.own) * (left(own) + lead), self.size(self.other) * (left(other) - lead),
        )  # fmt: skip
        return apply(
            "ring", every, alone, out, rest, self.own_share, own, other, left=self.noise,
            right=sizes + right(rest).args[1] - lead**2, multipliers=weights,
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
        return apply("each", some, index=of_class), apply("each", few, index=of_class)

    def quieter(self, near: Theorem, far: Theorem) -> Theorem:
        """P(the competitor wins) <= I_{B/(B + 1)}(d/2, 1/2)/2, from <v, u> <= t and <u - v, u_c>^2 <= 2 t^2 l
        for a further class c.
        """
        lead, noise, whole, zero = self.lead, self.noise, self.most_noise, number(0)
        least = by_products(zero, lead, (1, near), (1 - self.level, known_positive(_ONE)), relation="lt")
        length = nonnegative(lead**2)
        bound, positive, more = self.noise_between(near, far, least, length)
        found = self.student(least, positive)
        (tail,) = occurring(right(found), "incomplete_beta")
        total = by_products(zero, noise + lead**2, (1, positive), (1, length), relation="lt")
        beyond = by_products(zero, whole + 1, (1, more), (1, known_positive(_ONE)), relation="lt")
        known = positive, total, more, beyond
        over = [apply("positive", *known, term=1 / right(x)) for x in (total, beyond)]
        share = by_products(tail.args[0], whole / (whole + 1), (1, bound, *over), known=known)
        ends = (
            apply("positive", *known, term=left(share)),
            by_products(right(share), _ONE, (1, over[1]), known=known, relation="lt"),
        )
        grown = apply("beta_monotone", share, *ends, a=tail.args[1], b=tail.args[2])
        return by_products(left(found), right(grown) / 2, (1, found), (Fraction(1, 2), grown))

    def noise_between(
        self, near: Theorem, far: Theorem, least: Theorem, length: Theorem
    ) -> tuple[Theorem, Theorem, Theorem]:
        """T <= B l^2, 0 < T and 0 < B, from the facts of `quieter`, 0 < l and 0 <= l^2."""
        c, t, lead, most, noise, zero = self.further, self.level, self.lead, self.most, self.noise, number(0)
        (one, few), (own, own_few), (other, other_few) = map(self.filled, (c, self.own, self.other))
        some = by_products(_ONE, most, (1, own), (1, own_few))
        square, where, size = nonnegative(self.along(c) ** 2), self.is_further.proposition, self.size(c)
        each = by_products(left(far) * size, right(far) * most, (1, few, square), (1, far, some), (1, far))
        high = apply("sum_monotone", each, condition=where, index=c)
        high = then(high, apply("count", self.differs, term=right(high)))
        low = by_products(zero, left(each), (1, one, square), (1, square))
        low = apply("sum_monotone", low, condition=where, index=c)
        low = then(apply("symmetric", apply("count", self.differs, term=left(low))), low)
        squares, whole, room = self.squares, self.most_noise, apply("bounded", term=self.classes, end="low")
        slope = 2 * t**2 / (1 - t)
        bound = by_products(
            noise, whole * lead**2, (1, squares), (1, own_few, length), (1, other_few, length), (1, high),
            (slope, room, least, near), (slope, room, some, least, near),
        )  # fmt: skip
        positive = by_products(
            zero, noise, (-1, squares), (1, own, length), (1, other, length), (1, least, least), (1, low),
            relation="lt",
        )  # fmt: skip
        sizes = (2, some), (slope, room), (slope, room, some), (1, known_positive(_ONE))
        return bound, positive, by_products(zero, whole, *sizes, relation="lt")

    def any_competitor(self, one: Theorem) -> Theorem:
        """P(some wins) <= (M - 1) b, from P(the competitor wins) <= b."""
        (event,) = left(one).args
        some = apply("union", event=any_(self.differs.proposition, event))
        every = apply("sum_monotone", one, condition=self.differs.proposition, index=self.other)
        every = then(every, apply("count", term=right(every)))
        return apply("transitive", some, every)


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

    @property
    def between(self) -> Theorem:
        """0 < |u - v|^2, from |<v, u>| <= t."""
        return self.spread(self.row(self.own), self.row(self.other), self.lengths, self.apart)

    def spread(self, own: Term, other: Term, lengths: list[Theorem], apart: Theorem) -> Theorem:
        """0 < |u - v|^2, from |u| = |v| = 1 and |<v, u>| <= t."""
        value = norm2(own) + norm2(other) - 2 * inner(other, own)
        square = apply("componentwise", left=norm2(own - other), right=value)
        near = apply("one_of_both", apply("within_modulus", apart), position=1)
        parts = (
            (2, near),
            (2 - 2 * self.level, known_positive(_ONE)),
            *((-1, fact) for fact in (square, *lengths)),
        )
        return by_products(number(0), left(square), *parts, relation="lt")

    def alone(self) -> Theorem:
        """P(the competitor wins) <= G, where no overlap of fixed unembeddings exceeds t."""
        c, t, between = self.further, self.level, self.between
        x, g = inner(_direction(self.difference), self.row(c)), self.along(c)
        every = all_(
            self.is_further.proposition,
            negation(self.beside(self.row(self.own), self.row(self.other), self.row(c))),
        )
        within = apply("within_modulus", apply("each", suppose(every), self.is_further, index=c))
        low, high = (apply("one_of_both", within, position=place) for place in (0, 1))
        square = norm2(self.difference)
        scaled = apply("componentwise", left=x, right=square ** Fraction(-1, 2) * g)
        product = apply(
            "ring",
            between,
            scaled,
            left=g**2,
            right=x**2 * square,
            multipliers=(-square * (x + right(scaled)),),
        )
        value = norm2(self.row(self.own)) + norm2(self.row(self.other)) - 2 * self.both
        distance = self.by_lengths(square, value)
        far = by_products(g**2, 2 * t**2 * self.lead, (1, product), (1, low, high, between), (t**2, distance))
        near = apply("one_of_both", apply("within_modulus", self.apart), position=1)
        return self.quieter(near, far)

    def overlap_tail(self, length: Theorem, x: Term) -> Theorem:
        """P(|<u, x>| > t) = p for a fixed u, from |u| = 1."""
        t, one, (vector,) = self.level, known_positive(_ONE), left(length).args
        ends = by_products(number(0), number(t), (t, one)), by_products(number(t), _ONE, (1 - t, one))
        wide = apply("bounded", term=dimension, end="low")
        return apply("overlap_tail", length, *ends, wide, term=inner(vector, x), x=x, t=number(t))

    def two_overlap(self) -> Theorem:
        """P(the two unembeddings overlap) = p."""
        u, held = self.unembeddings, fixed("a", dimension)
        tail = self.overlap_tail(suppose(norm2(held) == 1, _HELD), u[self.other])
        length = apply("fixed_norm", term=norm2(u[self.own]))
        return apply("held_fixed", tail, length, self.differs, fixed=held, x=u[self.own])

    def third_overlaps(self) -> Theorem:
        """E 1[the two do not overlap] 1[a further one does with the direction of their difference] <= p."""
        u, (own, other) = self.unembeddings, [fixed(name, dimension) for name in "ab"]
        lengths = [suppose(norm2(x) == 1, _HELD) for x in (own, other)]
        apart, direction = suppose(negation(self.near(own, other))), _direction(own - other)
        between, square = self.spread(own, other, lengths, apart), norm2(own - other)
        value = (square ** Fraction(-1, 2)) ** 2 * square
        length = apply("componentwise", left=norm2(direction), right=value)
        length = then(length, apply("ring", between, left=value, right=_ONE))
        tail = self.overlap_tail(length, u[self.further])
        event, sign = apart.proposition, apply("bounded", term=right(tail), end="low")
        rare = apply("where_it_holds", tail, sign, event=event)
        found = apply("linear", term=E(indicator(event) * indicator(left(tail).args[0])))
        chance = apply("symmetric", apply("written_out", term=left(tail)))
        found = apply("transitive", replaced_within(found, [chance]), rare)
        others = [apply("one_of_both", self.is_further, position=place) for place in (0, 1)]
        for letter, x in zip((own, other), (u[self.own], u[self.other]), strict=True):
            length = apply("fixed_norm", term=norm2(x))
            found = apply("held_fixed", found, length, self.differs, *others, fixed=letter, x=x)
        return found

    def some_third(self, beside: Term) -> Theorem:
        """1 - 1[no further one overlaps] is at most how many do, for fixed unembeddings."""
        some = apply("union", event=any_(self.is_further.proposition, beside))
        whole = converted(_as_indicator(left(some)), lambda term: apply("indicator_of", term=term))
        every = apply("under", _as_indicator(P(beside)), binder=right(some), index=self.further)
        return apply("transitive", then(apply("symmetric", whole), some), every)

    def beaten(self) -> Theorem:
        """P(the competitor wins) <= G + (M - 1) p: the two overlap, or a further one does, or G is right."""
        u, own, other, c = self.unembeddings, self.own, self.other, self.further
        quiet, where = self.alone(), self.is_further.proposition
        near = self.near(self.row(own), self.row(other))
        beside = self.beside(self.row(own), self.row(other), self.row(c))
        third = self.some_third(beside)
        chance, most, few, many = left(quiet), right(quiet), indicator(negation(near)), right(third)
        (tail,), noisy = occurring(most, "incomplete_beta"), prove(self.most_noise > 0, by=bound)
        sign = apply("bounded", noisy, term=tail, end="low")
        sign = by_products(number(0), most, (Fraction(1, 2), sign))
        for event in (negation(any_(where, beside)), negation(near)):
            quiet = apply("where_it_holds", quiet, sign, event=event)
        some, sure = nonnegative(chance), apply("bounded", term=chance, end="high")
        flipped, each = apply("indicator_of", term=indicator(near)), Sum(where, few * indicator(beside))
        alike, single = apply("componentwise", left=few * many, right=each), nonnegative(few)
        found = by_products(
            chance, most + indicator(near) + each, (1, quiet), (1, nonnegative(indicator(near)), sure),
            (1, single, nonnegative(many), sure), (1, single, some, third), (1, alike), (-1, flipped, some),
        )  # fmt: skip
        lengths = [apply("fixed_norm", term=norm2(u[z])) for z in (own, other)]
        found = apply("held_fixed", found, *lengths, self.differs, fixed=self.rows, x=u)
        pair, total = self.two_overlap(), right(found).args[0].args[2]
        mean = converted(found, lambda whole: apply("linear", term=whole))
        parts = apply("linear", term=E(most)), apply("symmetric", apply("written_out", term=left(pair)))
        mean = replaced_within(mean, [*parts, pair, apply("linear", term=E(total))])
        rest = apply("sum_monotone", self.third_overlaps(), condition=where, index=c)
        rest = then(rest, apply("count", self.differs, term=right(rest)))
        return by_products(left(found), most + (self.classes - 1) * right(pair), (1, mean), (1, rest))


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
