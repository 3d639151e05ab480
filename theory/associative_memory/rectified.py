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
from functools import cached_property
from typing import Final

from ..derivation import Derivation, proved, table
from ..kernel import Theorem, apply
from ..laws import Zipf
from ..model import Index, Model, Parameter, fixed
from ..node import Term, negation, number, power
from ..prove import prove, suppose
from ..substitution import replaced
from ..tactics import at, both, bound, combined, linked, named, positive, rewritten, same, summed
from ..tactics.combinations import Part
from ..tactics.directions import drawn
from ..tactics.events import joint_chance
from ..tactics.overlaps import overlap_atom
from ..tactics.rewriting import itself, left, replaced_within, right, then, with_zero, zero_by_signs
from ..terms import Sum, absolute, all_, exp, hurwitz_zeta, indicator, inner, norm2, zeta
from .incoherence import Family, all_competitors, competes, difference, output, row
from .incoherence import c as _class
from .overlaps import LEVEL, d, eta, i, j, many
from .stored_sums import Stored, alpha

_l: Final = Index("l", many)
_others: Final = Parameter("R")
_NOTHING: Final = apply("weakened", itself(number(0)))
_OTHER: Final = suppose(j != i, "the range of the sum")
_FURTHER: Final = suppose((_l != i) & (_l != j), "the range of the sum")
_APART: Final = both(_FURTHER)
_RANGE: Final = tuple(apply("weakened", one) for one in LEVEL)
_HELD: Final = "what the embedding is held fixed at"
_SAID: Final = exp(eta**2 * d / 4)
_ORTHONORMAL: Final = suppose(
    all_(
        i,
        all_competitors(
            (inner(difference, row(output, i)) == 1) & all_(j, inner(difference, row(output, j)) >= -1)
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
        return combined(self.level > 0, LEVEL[1])

    def in_both_cases(
        self, value: Term, *parts: tuple[Part, ...], known: tuple[Theorem, ...] = ()
    ) -> Theorem:
        r"""Value <= 0, from products where token j is not heard, and where it is."""
        over, found = self.overlap - eta, []
        for case, own in zip((over <= 0, over > 0), parts, strict=True):
            heard = with_zero(suppose(case))
            here = combined(replaced(value, left(heard), right(heard)) <= 0, *own, known=known)
            here = linked(apply("within", heard, term=value), here)
            found.append(apply("where_it_holds", here, _NOTHING, event=case))
        opposite = apply("indicator_of", term=indicator(over > 0))
        return combined(value <= 0, found[0], rewritten(found[1], opposite))

    @property
    def some(self) -> Theorem:
        """What is heard of token j is not negative."""
        found = self.in_both_cases(-self.heard, (_NOTHING,), (suppose(self.overlap - eta > 0),))
        return combined(self.heard >= 0, found)

    def less(self, unlike: Theorem) -> Theorem:
        r"""What is heard of another token is less than $1 - \eta$."""
        away, room = combined(self.length - self.overlap > 0, at(unlike, (j, _OTHER))), self.room
        total = combined(right(away) + right(room) > 0, away, room)
        inverse = positive(1 / right(total), total)
        gap, known = right(away) * right(room) * right(inverse), (total,)
        cases = ((room, room, inverse),), ((away, away, inverse),)
        found = self.in_both_cases(self.heard + gap - self.level, *cases, known=known)
        return combined(self.level - self.heard > 0, found, (away, room, inverse))

    @property
    def quiet(self) -> Theorem:
        r"""$1[|\langle e_j, e_i \rangle| \le \eta] S_j = 0$, what is heard of token j."""
        case = negation(self.louder)
        none = apply("weakened", with_zero(self.silent(suppose(case))))
        none = apply("where_it_holds", none, _NOTHING, event=case)
        return zero_by_signs(none, combined(left(none) >= 0, (self.some, indicator(case))))

    def never_both(self, no_two: Theorem) -> Theorem:
        """Of two others at most one is heard: the product is nothing."""
        either = at(no_two, (j, _OTHER), (_l, _FURTHER))
        joint = negation(either.proposition)
        loud = [apply("indicator_of", term=indicator(part)) for part in joint.args]
        none = apply("indicator_of", term=indicator(either.proposition))
        none = replaced_within(none, [apply("indicator_of", term=indicator(joint)), *loud])
        none = linked(none, apply("certain", either))
        pair = self.quiet, apply("instance", self.quiet, symbol=j, value=_l)
        one, other = self.heard, replaced(self.heard, j, _l)
        parts = (none, one * other), (pair[0], other), (pair[1], one * right(loud[0]))
        return combined(one * other == 0, *parts)

    def less_together(self, no_two: Theorem, unlike: Theorem) -> Theorem:
        r"""What is heard of all others is less than $1 - \eta$."""
        among, heard, less, room = j != i, self.heard, self.less(unlike), self.room
        ratio, silent = heard / right(less), self.never_both(no_two)
        every, other = Sum(among, ratio), replaced(ratio, j, _l)
        taken = apply("taken_out", _OTHER, term=every, value=j)
        rest = combined(heard * other == 0, (silent, replaced(1 / right(less), j, _l)))
        rest = summed(rest, _FURTHER.proposition)
        rest = linked(same(heard * right(taken).args[1], left(rest), ()), rest)
        own = combined(heard * (1 + every) == right(room) * ratio, (taken, heard), rest, known=[less])
        total = apply("under", own, binder=Sum(among, left(own)), index=j)
        total = linked(same(Sum(among, heard) * (1 + every), left(total), ()), total)
        total = linked(total, same(right(total), right(room) * every, ()))
        none = summed(combined(ratio >= 0, (self.some, 1 / right(less)), known=[less]), among)
        whole = combined(1 + every > 0, none, 1)
        inverse = positive(1 / right(whole), whole)
        return combined(right(room) - Sum(among, heard) > 0, (room, inverse), (total, inverse), known=[whole])

    def above(self, no_two: Theorem, unlike: Theorem, unit: Theorem) -> Theorem:
        """Token i is above all its competitors."""
        alone, others = both(at(_ORTHONORMAL, i, (_class, suppose(competes))))
        found, score = self.parted(unit), self.heard * inner(difference, row(output, j))
        least = summed(combined(-self.heard <= score, (self.some, at(others, j)), self.some), j != i)
        least = linked(same(-Sum(j != i, self.heard), left(least), ()), least)
        parts = self.less_together(no_two, unlike), least, (alone, self.level)
        above = apply("symmetric", linked(combined(right(found) > 0, *parts), found))
        return apply("every", above, condition=competes, index=_class)

    def differs(self) -> Theorem:
        """No other embedding is that of token i, almost surely."""
        e = self.embeddings
        never = rewritten(overlap_atom(e[j], e[i], _OTHER), same(inner(e[i], e[j]), inner(e[j], e[i]), ()))
        lengths = [apply("fixed_norm", term=norm2(e[one])) for one in (i, j)]
        most = rewritten(apply("cauchy_schwarz", x=e[j], y=e[i]), *lengths)
        x, short = inner(e[j], e[i]), 1 / (2 * self.length)
        near = combined(x <= self.length, (most, short), ((self.length - x) ** 2, short))
        return apply("every", apply("never_met", near, never), condition=j != i, index=j)

    def two_overlap(self) -> Theorem:
        """The probability that two others both overlap with token i by more than eta."""
        e, u = self.embeddings, fixed("w", *self.law.shape)
        held, wide = suppose(norm2(u) == 1, _HELD), prove(self.law.shape[0] >= 2, by=bound)  # noqa: PLR2004
        tails = [
            apply("overlap_tail", held, *_RANGE, wide, term=inner(e[one], u), x=e[one], t=eta)
            for one in (j, _l)
        ]
        found = joint_chance(*(left(tail).args[0] for tail in tails), *tails, distinct=_APART)
        return drawn(found, u, e[i], _OTHER, *_APART)

    @cached_property
    def wrong_token(self) -> Theorem:
        r"""$P(\text{i is wrong}) \le y^2 p^2/2$, y the number whose whole part is stored, p the tail."""
        fact = self.above(suppose(self.no_two), suppose(self.unlike), suppose(self.unit))
        length = apply("fixed_norm", term=norm2(self.embeddings[i]))
        found = self.wrong(fact, self.no_two, length, self.differs())
        some, each = apply("union_of_pairs", event=right(found).args[0]), self.two_overlap()
        total = summed(summed(each, _FURTHER.proposition, distinct=(_OTHER,)), j != i)
        square, most, size = right(each).args[0] ** 2, self.stored.ends()[1], self.size
        fewer = prove((many - 1) * (many - 2) <= many**2, by=bound)
        return combined(
            left(found) <= size**2 * square / 2, found, some, total, (fewer, square), (most, most, square),
            (most, square, many),
        )  # fmt: skip

    def error(self, X: Term, share: Theorem) -> Theorem:
        r"""$E/p(1) = \sum_{x \le P} x^{-\alpha} P(\text{x is wrong}) + \zeta(\alpha, P + 1) R$."""
        steep = self.stored.steep
        first, beyond = apply("atom", steep, x=X, value=number(1)), apply("zipf_beyond", steep, x=X, t=many)
        mass = Sum(i, left(share) * left(self.wrong_token))
        put_in = apply("under", share, binder=mass, index=i), first, beyond
        found = named("E", (mass + left(beyond) * _others) / left(first), *put_in)
        known = positive(zeta(alpha), steep)
        weighed, whole = Sum(i, power(i, -alpha) * left(self.wrong_token)), zeta(alpha)
        (total,) = (part for part in right(found).args[0].args if part.head == "sum")
        found = replaced_within(found, [same(total, weighed / whole, (known,))])
        value = weighed + hurwitz_zeta(alpha, many + 1) * _others
        return then(found, same(right(found), value, (known,)))

    def bounded_error(self) -> Theorem:
        r"""$E/p(1) \le (y - 1)^{1 - \alpha}/(\alpha - 1) + \zeta(\alpha) y^2 p^2/2$."""
        wrong, stored, X = self.wrong_token, self.stored, Model(X=Zipf(alpha)).X
        steep, own, weight = stored.steep, power(i, -alpha), right(wrong)
        found = self.error(X, apply("atom", steep, x=X, value=i))
        each = summed(combined(own * left(wrong) <= own * weight, (wrong, own)), i)
        powers, last = stored.stored_powers(), stored.rest("above")
        rest, share = left(last), suppose(_others <= 1, "a share of the other tokens")
        return combined(
            left(found) <= right(last) + zeta(alpha) * weight, found, each,
            same(right(each), weight * left(powers), ()), (powers, weight), (rest, weight), (share, rest),
            last, known=[steep],
        )  # fmt: skip


def _error(name: str, premises: Kept) -> Derivation:
    r"""$E/p(1) \le (y-1)^{1-\alpha}/(\alpha-1) + \zeta(\alpha) y^2 p^2/2$ for $P = \lfloor y \rfloor$ tokens:
    $y = e^{\eta^2 d/4}$, and $(1 - \eta^2)^{-d/4}$.

    >>> DERIVATIONS["rectified_error"]().relation
    '<='
    """
    found = premises.stored.held(premises.bounded_error())
    return proved(name, "Error of model (23) under a Zipf law", found)


DERIVATIONS: Final = table(
    _error, rectified_error=Kept(), rectified_error_more=Kept(size=power(1 - eta**2, -d / 4))
)
