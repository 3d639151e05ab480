r"""The error of model (23) under a Zipf law (S11), unembeddings orthonormal: one overlap is not enough.

Of another token $S_j = \max(0, \langle e_j, e_i \rangle - \eta) < 1 - \eta$ is heard, and a competitor gains
$\sum_{j \ne i} S_j$ at most. With $q_j = S_j/(1 - \eta - S_j)$, and $S_j S_l = 0$ where no two others
overlap with token i by more than $\eta$, that is $(1 - \eta) Q/(1 + Q) < 1 - \eta$, Q the sum of the $q_j$.

| letter | meaning |
|---|---|
| `eta` | the overlap from which on a token is heard |
| `P` | how many tokens are stored, the first ones |
| `X` | the token that is asked for |
| `R` | the share of errors among the tokens that are not stored |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Zipf
from ..model import Index, Model, Parameter, fixed
from ..node import TRUE, Term, negation, number, power
from ..prove import prove, suppose
from ..substitution import replaced
from ..tactics import bound
from ..tactics.certificates import by_products
from ..tactics.goals import same
from ..tactics.rewriting import (
    itself,
    left,
    nonnegative,
    replaced_within,
    right,
    then,
    with_zero,
    zero_by_signs,
)
from ..terms import P, Sum, absolute, all_, define, exp, hurwitz_zeta, indicator, inner, norm2, zeta
from .incoherence import (
    LEVEL,
    Family,
    among_competitors,
    competes,
    d,
    difference,
    eta,
    i,
    j,
    many,
    row,
    unembedding,
)
from .incoherence import c as _class
from .stored_sums import Stored, alpha

_l: Final = Index("l", many)
_others: Final = Parameter("R")
_ZERO: Final = number(0)
_NOTHING: Final = apply("weakened", itself(_ZERO))
_OTHER: Final = suppose(j != i, "the range of the sum")
_FURTHER: Final = suppose((_l != i) & (_l != j), "the range of the sum")
_APART: Final = tuple(apply("one_of_both", _FURTHER, position=place) for place in (0, 1))
_RANGE: Final = tuple(apply("weakened", one) for one in LEVEL)
_HELD: Final = "what the embedding is held fixed at"
_SAID: Final = exp(eta**2 * d / 4)
_ORTHONORMAL: Final = suppose(
    all_(
        i,
        among_competitors(
            (inner(difference, row(unembedding, i)) == 1)
            & all_(j, inner(difference, row(unembedding, j)) >= -1)
        ),
    ),
    "the unembeddings of the classes are orthonormal",
)


@dataclass(frozen=True, kw_only=True)
class Kept(Family):
    """The law of the embeddings, and the number whose whole part is stored."""

    size: Term = _SAID

    @property
    def stored(self) -> Stored:
        """The first tokens of a Zipf law."""
        return Stored(stored=self.size)

    @property
    def louder(self) -> Term:
        """Token j overlaps with token i by more than eta."""
        return absolute(self.overlap) > eta

    @property
    def no_two(self) -> Term:
        """No two others overlap with token i by more."""
        both = self.louder & replaced(self.louder, j, _l)
        return all_(j != i, all_(_FURTHER.proposition, negation(both)))

    @property
    def unlike(self) -> Term:
        """No other embedding is that of token i."""
        return all_(j != i, self.overlap < self.length)

    @property
    def room(self) -> Theorem:
        r"""$0 < 1 - \eta$."""
        return by_products(_ZERO, self.level, (1, LEVEL[1]), relation="lt")

    def in_both_cases(
        self, value: Term, *parts: tuple[tuple[object, ...], ...], known: tuple[Theorem, ...] = ()
    ) -> Theorem:
        r"""Value <= 0, by products of facts where token j is not heard, and where it is."""
        over, found = self.overlap - eta, []
        for case, own in zip((over <= 0, over > 0), parts, strict=True):
            heard = with_zero(suppose(case))
            plain = replaced(value, self.heard, right(heard))
            here = by_products(plain, _ZERO, *own, known=known)
            here = apply("transitive", apply("within", heard, term=value), here)
            found.append(apply("where_it_holds", here, _NOTHING, event=case))
        opposite = apply("indicator_of", term=indicator(over > 0))
        return by_products(value, _ZERO, (1, found[0]), (1, apply("rewrite", opposite, found[1])))

    @property
    def some(self) -> Theorem:
        """What is heard of token j is not negative."""
        found = self.in_both_cases(-self.heard, (), ((1, suppose(self.overlap - eta > 0)),))
        return by_products(_ZERO, self.heard, (1, found))

    def less(self, unlike: Theorem) -> Theorem:
        r"""What is heard of another token is less than $1 - \eta$."""
        near = apply("each", unlike, _OTHER, index=j)
        away, room = by_products(_ZERO, self.length - self.overlap, (1, near), relation="lt"), self.room
        total = by_products(_ZERO, right(away) + right(room), (1, away), (1, room), relation="lt")
        inverse = apply("positive", total, term=1 / right(total))
        gap = right(away) * right(room) / right(total)
        cases = ((1, room, room, inverse),), ((1, away, away, inverse),)
        found = self.in_both_cases(self.heard + gap - self.level, *cases, known=(total,))
        return by_products(
            _ZERO, self.level - self.heard, (1, found), (1, away, room, inverse), relation="lt"
        )

    @property
    def quiet(self) -> Theorem:
        r"""$1[|\langle e_j, e_i \rangle| \le \eta] S_j = 0$, what is heard of token j."""
        case = negation(self.louder)
        none = apply("weakened", with_zero(self.silent(suppose(case))))
        none = apply("where_it_holds", none, _NOTHING, event=case)
        some = by_products(_ZERO, left(none), (1, nonnegative(indicator(case)), self.some))
        return zero_by_signs(none, some)

    def never_both(self, no_two: Theorem) -> Theorem:
        """Of two others at most one is heard: the product is nothing."""
        either = apply("each", apply("each", no_two, _OTHER, index=j), _FURTHER, index=_l)
        joint = negation(either.proposition)
        loud = [apply("indicator_of", term=indicator(part)) for part in joint.args]
        none = apply("indicator_of", term=indicator(either.proposition))
        none = replaced_within(none, [apply("indicator_of", term=indicator(joint)), *loud])
        none = then(apply("symmetric", none), apply("certain", either))
        pair = self.quiet, apply("instance", self.quiet, symbol=j, value=_l)
        one, other = self.heard, replaced(self.heard, j, _l)
        times = -one * other, other, one * right(loud[0])
        return apply("ring", none, *pair, left=one * other, right=_ZERO, multipliers=times)

    def less_together(self, no_two: Theorem, unlike: Theorem) -> Theorem:
        r"""What is heard of all others is less than $1 - \eta$."""
        among, heard, less, room = j != i, self.heard, self.less(unlike), self.room
        over = apply("positive", less, term=1 / right(less))
        ratio, both = heard * right(over), self.never_both(no_two)
        every, other = Sum(among, ratio), replaced(ratio, j, _l)
        taken = apply("taken_out", _OTHER, term=every, value=j)
        silent = apply(
            "ring", both, left=heard * other, right=_ZERO, multipliers=(replaced(right(over), j, _l),)
        )
        rest = apply("under", silent, binder=Sum(_FURTHER.proposition, left(silent)), index=_l)
        rest = then(same(heard * right(taken).args[1], left(rest), ()), rest)
        rest = then(rest, same(right(rest), _ZERO, ()))
        own = apply(
            "ring", taken, rest, less, left=heard * (1 + every), right=right(room) * ratio,
            multipliers=(heard, number(1)),
        )  # fmt: skip
        total = apply("under", own, binder=Sum(among, left(own)), index=j)
        total = then(same(Sum(among, heard) * (1 + every), left(total), ()), total)
        total = then(total, same(right(total), right(room) * every, ()))
        none = apply(
            "sum_monotone", by_products(_ZERO, ratio, (1, self.some, over)), condition=among, index=j
        )
        none = then(same(_ZERO, left(none), ()), none)
        whole = by_products(_ZERO, 1 + every, (1, none), (1, prove(number(1) > 0, by=bound)), relation="lt")
        inverse = apply("positive", whole, term=1 / right(whole))
        rest = right(room) - Sum(among, heard)
        return by_products(
            _ZERO, rest, (1, room, inverse), (1, total, inverse), relation="lt", known=(whole,)
        )

    def above(self, no_two: Theorem, unlike: Theorem, unit: Theorem) -> Theorem:
        """Token i is above all its competitors."""
        told = apply("each", apply("each", _ORTHONORMAL, index=i), suppose(competes), index=_class)
        alone, others = (apply("one_of_both", told, position=place) for place in (0, 1))
        found = self.parted(unit)
        score = self.heard * inner(difference, row(unembedding, j))
        least = apply("each", others, index=j)
        least = by_products(-self.heard, score, (1, self.some, least))
        least = apply("sum_monotone", least, condition=j != i, index=j)
        least = then(same(-Sum(j != i, self.heard), left(least), ()), least)
        above = by_products(
            _ZERO, right(found), (1, self.less_together(no_two, unlike)), (1, least), (-1, alone, self.room),
            relation="lt",
        )  # fmt: skip
        above = apply("symmetric", apply("transitive", above, apply("symmetric", found)))
        return apply("every", above, condition=competes, index=_class)

    def differs(self) -> Theorem:
        """No other embedding is that of token i, almost surely."""
        e, u = self.embeddings, fixed("w", *self.law.shape)
        length = apply("fixed_norm", term=norm2(e[i]))
        held = suppose(norm2(u) == self.length, _HELD)
        some = apply("transitive", apply("positive", term=self.length), apply("symmetric", held))
        never = apply("no_atom", some, x=inner(u, e[j]), value=self.length)
        never = apply("held_fixed", never, length, _OTHER, fixed=u, x=e[i])
        never = apply("rewrite", apply("ring", left=inner(e[i], e[j]), right=inner(e[j], e[i])), never)
        lengths = length, apply("fixed_norm", term=norm2(e[j]))
        most = replaced_within(itself(norm2(e[j]) * norm2(e[i])), lengths)
        most = apply("transitive", apply("cauchy_schwarz", x=e[j], y=e[i]), most)
        x = inner(e[j], e[i])
        short = prove(1 / (2 * self.length) > 0, by=bound)
        near = by_products(x, self.length, (1, most, short), (1, nonnegative((self.length - x) ** 2), short))
        return apply("every", apply("never_met", near, never), condition=j != i, index=j)

    def two_overlap(self) -> Theorem:
        """The probability that two others both overlap with token i by more than eta."""
        e, u = self.embeddings, fixed("w", *self.law.shape)
        held, wide = suppose(norm2(u) == 1, _HELD), prove(self.law.shape[0] >= 2, by=bound)  # noqa: PLR2004
        tails = [
            apply("overlap_tail", held, *_RANGE, wide, term=inner(e[one], u), x=e[one], t=eta)
            for one in (j, _l)
        ]
        events = [left(tail).args[0] for tail in tails]
        both = apply("written_out", term=P(events[0] & events[1]))
        both = replaced_within(both, [apply("indicator_of", term=right(both).args[0])])
        both = then(both, apply("mean_of_independent", *_APART, term=right(both), first=(0,)))
        means = [apply("symmetric", apply("written_out", term=left(tail))) for tail in tails]
        both = replaced_within(both, [*means, *tails])
        length = apply("fixed_norm", term=norm2(e[i]))
        return apply("held_fixed", both, length, _OTHER, *_APART, fixed=u, x=e[i])

    @cached_property
    def wrong_token(self) -> Theorem:
        r"""$P(\text{i is wrong}) \le y^2 p^2/2$, y the number whose whole part is stored, p the tail."""
        fact = self.above(suppose(self.no_two), suppose(self.unlike), suppose(self.unit))
        length = apply("fixed_norm", term=norm2(self.embeddings[i]))
        found = self.wrong(fact, self.no_two, length, self.differs())
        some, each = apply("union_of_pairs", event=right(found).args[0]), self.two_overlap()
        (tail, _), total = right(each).args, each
        for condition, index, apart in ((_FURTHER, _l, (_OTHER,)), (_OTHER, j, ())):
            total = apply("sum_monotone", total, condition=condition.proposition, index=index)
            total = apply("transitive", total, apply("count", *apart, term=right(total)))
        fewer, square = prove((many - 1) * (many - 2) <= many**2, by=bound), nonnegative(tail**2)
        most, size = self.stored.ends()[1], self.size
        value = size**2 * tail**2 / 2
        return by_products(
            left(found), value, (1, found), (1, some), (Fraction(1, 2), total),
            (Fraction(1, 2), fewer, square), (Fraction(1, 2), most, most, square),
            (1, most, square, apply("positive", term=many)),
        )  # fmt: skip

    def error(self, X: Term, share: Theorem) -> Theorem:
        r"""$E/p(1) = \sum_{x \le P} x^{-\alpha} P(\text{x is wrong}) + \zeta(\alpha, P + 1) R$."""
        steep = self.stored.steep
        first, beyond = apply("atom", steep, x=X, value=number(1)), apply("zipf_beyond", steep, x=X, t=many)
        mass = Sum(i, left(share) * left(self.wrong_token))
        found = apply("written_out", term=define("E", (mass + left(beyond) * _others) / left(first)))
        found = replaced_within(found, [apply("under", share, binder=mass, index=i), first, beyond])
        known = apply("positive", steep, term=zeta(alpha))
        weighed, whole = Sum(i, power(i, -alpha) * left(self.wrong_token)), zeta(alpha)
        (total,) = (part for part in right(found).args[0].args if part.head == "sum")
        found = replaced_within(found, [same(total, weighed / whole, (known,))])
        value = weighed + hurwitz_zeta(alpha, many + 1) * _others
        return then(found, apply("ring", known, left=right(found), right=value))

    def bounded_error(self) -> Theorem:
        r"""$E/p(1) \le (y - 1)^{1 - \alpha}/(\alpha - 1) + \zeta(\alpha) y^2 p^2/2$."""
        wrong, stored, X = self.wrong_token, self.stored, Model(X=Zipf(alpha)).X
        steep = stored.steep
        found = self.error(X, apply("atom", steep, x=X, value=i))
        own, weight = power(i, -alpha), right(wrong)
        each = by_products(own * left(wrong), own * weight, (1, wrong, apply("positive", term=own)))
        each = apply("sum_monotone", each, condition=TRUE, index=i)
        powers, last, some = stored.stored_powers(), stored.rest("above"), nonnegative(weight)
        rest = apply("positive", steep, term=left(last))
        return by_products(
            left(found), right(last) + zeta(alpha) * weight, (1, found), (1, each),
            (1, same(right(each), weight * left(powers), ())), (1, powers, some), (1, rest, some),
            (1, rest, suppose(_others <= 1, "a share of the other tokens")), (1, last), known=(steep,),
        )  # fmt: skip


SAID: Final = Kept()
r"""$P = \lfloor e^{\eta^2 d/4} \rfloor$."""

MORE: Final = Kept(size=power(1 - eta**2, -d / 4))
r"""$P = \lfloor (1 - \eta^2)^{-d/4} \rfloor$."""


def rectified_error(premises: Kept = SAID) -> Derivation:
    r"""$E/p(1) \le (y-1)^{1-\alpha}/(\alpha-1) + \zeta(\alpha) y^2 p^2/2$ at $y = e^{\eta^2 d/4}$.

    >>> rectified_error().relation
    '<='
    """
    return _error("rectified_error", premises)


def rectified_error_more(premises: Kept = MORE) -> Derivation:
    r"""The same at $y = (1 - \eta^2)^{-d/4}$."""
    return _error("rectified_error_more", premises)


def _error(name: str, premises: Kept) -> Derivation:
    return proved(
        name, "Error of model (23) under a Zipf law", premises.stored.held(premises.bounded_error())
    )
