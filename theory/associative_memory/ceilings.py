r"""Theorem 1 from above (Eq. 7): how often a token outside the set of Eq. (7) is wrong at most.

A competitor wins only where its unembedding is near the token's, where that of a further class lies along
the difference of both, or where the noise exceeds the signal all the same: each is rare (Chernoff).

| letter | meaning |
|---|---|
| `u` | unembeddings of the classes |
| `k`, `q` | embeddings and weights of the tokens, by class and by place in the class |
| `r` | $c_\gamma = \log M + \gamma \log d$; `g` is $\gamma$ |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal, Sphere
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..node import Term, negation, number
from ..prove import derive, prove, suppose
from ..substitution import replaced
from ..tactics import at, both, combined, discharged, grown, linked, positive, rewritten, same, some_of
from ..tactics.directions import drawn
from ..tactics.extremes import proxy
from ..tactics.rewriting import converted, left, replaced_within, right, root_of, then
from ..tactics.tails import chernoff_tail
from ..terms import E, P, Sum, any_, exp, indicator, inner, log, max_over, norm2, outer, sqrt, unit

dimension, classes, places = Size("d"), Size("M", minimum=2), Size("n")
own, other, place = Index("y", classes), Index("z", classes), Index("i", places)
rate, gamma = Parameter("r"), Parameter("g")
weights, _rows, _token = fixed("q", classes, places), fixed("v", classes, dimension), fixed("t", dimension)
_c, _m = Index("c", classes), Index("m", places)
weight: Final = weights[own, place]
"""That of the token that is asked for."""
_HELD: Final = "what it is held fixed at"
_HALF: Final = number(Fraction(1, 2))
_APART: Final = suppose(other != own, "the range of the sum")
_FURTHER: Final = suppose((_c != own) & (_c != other), "the range of the sum")
_POSITIVE: Final = suppose(rate > 0)
_PER_SIZE: Final = positive(rate / dimension, _POSITIVE)
_ROOT: Final = root_of(apply("weakened", _PER_SIZE))
_reach: Final = sqrt(rate / dimension)
HEAVY: Final = suppose(weight > 0, "the weight of the token")
_LAW: Final = Normal(0, 1 / dimension, dimension=dimension)
_SPHERE: Final = Sphere(dimension)
Rows = Callable[[Term], Term]


def mass(of_class: Term) -> Term:
    """The squared weights of a class."""
    return Sum(_m, weights[of_class, _m] ** 2)


LARGEST: Final = max_over(_c, mass(_c))
"""$Q_\\infty$."""
TOTAL: Final = Sum(_c, mass(_c))
"""All squared weights."""


@dataclass(frozen=True, kw_only=True)
class Outside:
    """The laws of the embeddings and of the unembeddings, and the 16 of the set in Eq. (7)."""

    law: Term = _LAW
    output_law: Term = _SPHERE
    cut_off: Fraction = Fraction(16)

    @property
    def embeddings(self) -> Term:
        """Those of all tokens."""
        return Model(k=iid(self.law, classes, places)).k

    @property
    def unembeddings(self) -> Term:
        """Those of all classes."""
        return Model(u=iid(self.output_law, classes)).u

    @property
    def share(self) -> Fraction:
        """The a of the bound 2 M^2 exp(-a r)."""
        return self.cut_off / 8

    def edge(self, value: Term) -> Term:
        """What the squared weight of a token in the set is at most, times the dimension."""
        return self.cut_off * value * (LARGEST + 8 * value * TOTAL / dimension)

    def wins(self, rows: Rows) -> Term:
        """The competitor scores as much as the own class, by these unembeddings."""
        k = self.embeddings
        memory = Sum(_c, Sum(_m, weights[_c, _m] * outer(rows(_c), k[_c, _m])))
        scores = [inner(rows(z), memory @ k[own, place]) for z in (other, own)]
        return scores[0] >= scores[1]

    @property
    def wrong(self) -> Term:
        """Some other class scores as much as the own one."""
        u = self.unembeddings
        return any_(other != own, self.wins(lambda c: u[c]))

    def ceiling(self) -> Theorem:
        r"""$P(\text{wrong}) \le 2 M^2 e^{-a r}$, from 0 < r, 0 < q and $16 r (Q + 8 r n_2/d) \le d q^2$."""
        return _Causes(self).any_competitor()


def _row(of_class: Term) -> Term:
    """The fixed unembedding of a class."""
    return _rows.T @ unit(of_class)


_GAP: Final = 1 - inner(_row(other), _row(own))
"""Half the squared distance of the two unembeddings."""


def _along(rows: Rows) -> tuple[Term, Term]:
    """The overlap of a further class with the difference of the two, and how far it may reach."""
    difference = rows(other) - rows(own)
    return inner(difference, rows(_c)), _reach * (norm2(difference) + 1)


def _overlap(rows: Rows) -> Term:
    """Unembeddings that are not apart: the two, or a further one along their difference."""
    along, level = _along(rows)
    near = inner(rows(other), rows(own)) > _HALF
    return near | any_(_FURTHER.proposition, (along > level) | (-along > level))


def _tail(x: Term, slope: Theorem, level: Term, relation: str = "gt", *given: Theorem) -> Theorem:
    """P(x > t) <= exp(s^2 v/2 - s t), for an x of mean 0 with the variance proxy v, from 0 < s."""
    s = right(slope)
    moment = apply("exponential_bound", proxy(x, ()), s=s)
    moment = rewritten(moment, derive(E(x), by=["moments", *given]))
    (shifted,) = left(moment).args[0].args
    return chernoff_tail(rewritten(moment, same(shifted, s * x, ())), slope, Term(relation, (x, level)))


class _Causes:
    """Why a competitor wins, cause by cause; `rare` is what the probability of each is at most."""

    def __init__(self, memory: Outside) -> None:
        self.memory, self.rare = memory, exp(-memory.share * rate)
        self.outside = suppose(dimension * weight**2 >= memory.edge(rate), "the token is outside the set")
        self.classes = [apply("largest", term=LARGEST, index=z) for z in (own, other)]
        self.alone = apply("taken_out", term=mass(own), value=place)
        rest, over = right(self.alone).args[1], 1 / weight**2
        # So heavy a token needs dimensions.
        self.room = combined(
            memory.cut_off * rate <= dimension, (self.outside, over), (_POSITIVE, self.classes[0], over),
            (self.alone, rate * over), (_POSITIVE, rest, over),
            (_POSITIVE, _POSITIVE, TOTAL, 1 / dimension, over), known=[HEAVY],
        )  # fmt: skip
        apart = suppose(negation(_overlap(_row)), "unembeddings are apart")
        self.wide, self.far = both(apart)
        self.gap = combined(_GAP > 0, self.wide, 1)
        overlap, lengths = inner(_row(other), _row(own)), [norm2(_row(z)) for z in (own, other)]
        units = [suppose(length == 1, "unembeddings are unit vectors") for length in lengths]

        def by_lengths(term: Term, value: Term) -> Theorem:
            return replaced_within(same(term, value, ()), units)

        along = _along(_row)[0]
        self.at = [
            by_lengths(replaced(along, _c, own), overlap - lengths[0]),
            by_lengths(replaced(along, _c, other), lengths[1] - overlap),
        ]
        self.distance = by_lengths(norm2(along.args[0]), lengths[1] + lengths[0] - 2 * overlap)

    def any_competitor(self) -> Theorem:
        """Some competitor wins."""
        some = some_of(self.competitor(), other != own)
        fewer = prove((classes - 1) * (2 * classes - 2) <= 2 * classes**2, by="bound")
        return linked(some, combined(right(some) <= right(fewer) * self.rare, (fewer, self.rare)))

    def competitor(self) -> Theorem:
        """One wins: unembeddings are not apart, or the noise exceeds the signal."""
        u, fails, noise = self.memory.unembeddings, _overlap(_row), self.noise()
        chance, bad = left(noise), indicator(fails)
        apart = apply("where_it_holds", noise, apply("weakened", positive(self.rare)), event=negation(fails))
        either, always = apply("indicator_of", term=bad), apply("bounded", term=chance, end="high")
        found = combined(chance <= self.rare + bad, apart, (always, bad), (either, chance))
        lengths = [apply("fixed_norm", term=norm2(u[z])) for z in (own, other)]
        found = apply("held_fixed", found, *lengths, _APART, fixed=_rows, x=u)
        event = _overlap(lambda c: u[c])
        means = [apply("linear", term=E(self.rare)), apply("symmetric", apply("written_out", term=P(event)))]
        mean = replaced_within(apply("linear", term=right(found)), means)
        causes = apply("union", event=event), self.near(), self.further(event)
        return combined(left(found) <= (2 * classes - 2) * self.rare, found, mean, *causes)

    def near(self) -> Theorem:
        """The competitor's unembedding is near the token's."""
        u, held = self.memory.unembeddings, fixed("w", dimension)
        tail = _tail(inner(u[other], held), positive(dimension / 2), _HALF)
        tail = rewritten(tail, suppose(norm2(held) == 1, _HELD))
        rarer = combined(-dimension / 8 <= -self.memory.share * rate, self.room)
        tail = linked(tail, same(right(tail), exp(-dimension / 8), ()), grown(rarer, "exp"))
        return drawn(tail, held, u[own], _APART)

    def further(self, event: Term) -> Theorem:
        """A further class lies along the difference of both unembeddings."""
        u, held = self.memory.unembeddings, [fixed(name, dimension) for name in "ab"]
        along, level = _along(lambda c: u[c] if c is _c else held[c is other])
        steep = positive(2 * dimension * _reach, _POSITIVE, _PER_SIZE)
        rarer = grown(combined(-2 * rate <= -self.memory.share * rate, _POSITIVE), "exp")
        tails = []
        for x in (along, -along):
            tail = _tail(x, steep, level)
            tail = linked(tail, same(right(tail), exp(-2 * dimension * _reach**2), ()))
            tail = rewritten(tail, _ROOT[1])
            tail = linked(tail, same(right(tail), left(rarer), ()), rarer)
            for letter, z in zip(held, (own, other), strict=True):
                tail = drawn(tail, letter, u[z], _APART, *both(_FURTHER))
            tails.append(tail)
        sides = apply("union", event=Term("or", tuple(left(tail).args[0] for tail in tails)))
        one = combined(left(sides) <= 2 * self.rare, sides, *tails)
        return some_of(one, _FURTHER.proposition, _APART)

    def noise(self) -> Theorem:
        """The noise exceeds the signal, for fixed unembeddings that are apart."""
        e, dim = self.memory.embeddings[own, place], self.memory.law.shape[0]
        found, noise, level = self.split()
        held, reach = replaced(noise, e, _token), replaced(level, e, _token)
        slope, known = self.memory.cut_off * rate / (2 * _GAP * weight), (_POSITIVE, self.gap, HEAVY)
        tail = _tail(held, positive(slope, *known), reach, "ge", _APART)
        spread, c = self.spread(held), self.memory.cut_off * rate / 4
        rarer = slope**2 * left(spread) / 2 - slope * reach <= -c * norm2(_token)
        rarer = combined(rarer, (spread, slope**2), known=known)
        tail = linked(tail, same(right(tail), exp(left(rarer)), ()), grown(rarer, "exp"))
        falls = positive(c, _POSITIVE)
        mean = apply("length_exponential", falls, positive(self.memory.law.args[1]), x=e, c=c)
        tail = apply("held_fixed", tail, falls, apply("nonzero_length", x=e), fixed=_token, x=e)
        return linked(found, tail, mean, self.over_lengths(dim))

    def over_lengths(self, dim: Term) -> Theorem:
        """(1 + y)^(-d/2) <= exp(-d y/4), y = a r/(2 d) <= 1: 1/(1 + y) <= 1 - y/2 <= exp(-y/2)."""
        y = self.memory.cut_off / 2 * rate / dimension
        small = combined(y <= 1, (self.room, 1 / dimension), 1)
        less = combined(1 / (1 + y) <= 1 - y / 2, (small, y, 1 / (1 + y)), known=[_POSITIVE])
        less = linked(less, apply("tangent", x=-y / 2))
        less = grown(less, dim / 2, positive(1 + y, _POSITIVE))
        power = same((1 + y) ** (-dim / 2), left(less), (positive(1 + y, _POSITIVE),))
        return linked(power, less, same(right(less), self.rare, ()))

    def split(self) -> tuple[Theorem, Term, Term]:
        """P(the competitor wins) = P(noise >= level), the noise and the level."""
        k, e, (along, _) = self.memory.embeddings, self.memory.embeddings[own, place], _along(_row)
        wins = self.memory.wins(_row)
        difference = wins.args[0] - wins.args[1]
        parts = same(difference, Sum(_c, Sum(_m, weights[_c, _m] * along * inner(k[_c, _m], e))), ())
        parts = converted(parts, lambda whole: apply("taken_out", term=whole, value=own))
        parts = replaced_within(parts, [apply("taken_out", term=right(parts).args[0], value=place)])
        (signal, alike), others = right(parts).args[0].args, right(parts).args[1]
        level, noise = _GAP * weight * norm2(e), alike + others
        lost = combined(signal == -level, (self.at[0], weight * norm2(e)))
        found = apply("same_event", event=wins, other=difference >= 0, factor=number(1))
        found = replaced_within(found, [parts, lost])
        event = right(found).args[0]
        found = then(found, apply("same_event", event=event, other=noise >= level, factor=number(1)))
        return found, noise, level

    def spread(self, noise: Term) -> Theorem:
        r"""The variance proxy of the noise is at most $(2/a) \kappa^2 q^2 |t|^2/r$."""
        a, along, square = self.memory.cut_off, _along(_row)[0], _GAP**2
        rest, others = right(self.alone).args[1], Sum(_c != own, along**2 * mass(_c))
        ratio = norm2(_token) * self.memory.law.args[1]
        found = same(right(proxy(noise, ())), ratio * (left(self.at[0]) ** 2 * rest + others), ())
        found = replaced_within(found, [apply("taken_out", _APART, term=others, value=other), *self.at])
        far, total = self.farther(), apply("taken_out", term=TOTAL, value=own)
        masses = total, apply("taken_out", _APART, term=right(total).args[1], value=other)
        whole = right(self.at[0]) ** 2 * rest + right(self.at[1]) ** 2 * mass(other) + left(far)
        value = 2 * _GAP**2 * weight**2 * dimension / (a * rate)
        less = combined(
            whole <= value, (self.outside, 1 / rate, square), *((one, square) for one in self.classes),
            (self.alone, square), (weight**2, square), far,
            *((one, square * rate / dimension) for one in masses),
            *((mass(z), square, rate / dimension) for z in (own, other)), known=[_POSITIVE],
        )  # fmt: skip
        return linked(found, combined(right(found) <= ratio * value, (less, ratio), known=[_POSITIVE]))

    def farther(self) -> Theorem:
        """The noise of further classes, by their squared weights."""
        (along, _), reach, square = _along(_row), 4 * _GAP * _reach, _GAP**2
        within = [
            combined(left(side) <= reach, side, (_ROOT[0], self.wide), (self.distance, _reach))
            for side in both(at(self.far, (_c, _FURTHER)))
        ]
        weight, value = mass(_c), 16 * _GAP**2 * (rate / dimension)
        each = combined(along**2 * weight <= value * weight, (*within, weight), (_ROOT[1], square * weight))
        found = apply("sum_monotone", each, condition=_FURTHER.proposition, index=_c)
        return then(found, same(right(found), value * Sum(_FURTHER.proposition, mass(_c)), ()))


OUTSIDE: Final = Outside()
"""Theorem 1."""

PAPER_RATE: Final = log(classes) + gamma * log(dimension)
"""$c_\\gamma$."""
GAMMA: Final = suppose(gamma >= 0)
LOGS: Final = [grown(apply("bounded", term=size, end="low"), "log") for size in (classes, dimension)]
"""log 2 <= log M and log 1 <= log d."""


def positive_rate() -> Theorem:
    """0 < log M + g log d."""
    return combined(PAPER_RATE > 0, log(number(2)), LOGS[0], (GAMMA, LOGS[1]))


def at_rate(found: Theorem, value: Term, positive: Theorem) -> Theorem:
    """A bound for every rate, for one that is positive."""
    return discharged(apply("instance", found, symbol=rate, value=value), positive)


def heavy_token(premises: Outside) -> Theorem:
    r"""$P(\text{wrong}) \le 2 M^{2 - a} d^{-a \gamma}$, a the premises' share, outside the set of Eq. (7)."""
    found, a = at_rate(premises.ceiling(), PAPER_RATE, positive_rate()), premises.share
    value = 2 * exp((2 - a) * log(classes) - a * gamma * log(dimension))
    return linked(found, same(right(found), value, ()))


def recall_ceiling(premises: Outside = OUTSIDE) -> Derivation:
    r"""$P(\text{wrong}) \le 2 d^{-2\gamma}$ outside the set of Eq. (7), which prints $2 d^{-\gamma}$.

    >>> recall_ceiling().formula
    2*exp(-2*g*log(d))
    """
    title = "A heavy token is wrong at most so often"
    return proved("recall_ceiling", title, heavy_token(premises))
