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
from ..tactics import bound, moments
from ..tactics.certificates import by_products
from ..tactics.extremes import proxy
from ..tactics.goals import same
from ..tactics.rewriting import converted, left, nonnegative, replaced_within, right, root_of, then
from ..tactics.tails import chernoff_tail
from ..terms import E, P, Sum, any_, exp, indicator, inner, log, max_over, norm2, outer, sqrt, unit
from .competitors import known_positive

dimension, classes, places = Size("d"), Size("M", minimum=2), Size("n")
own, other, place = Index("y", classes), Index("z", classes), Index("i", places)
rate, gamma = Parameter("r"), Parameter("g")
weights, _rows, _token = fixed("q", classes, places), fixed("v", classes, dimension), fixed("t", dimension)
_c, _m = Index("c", classes), Index("m", places)
weight: Final = weights[own, place]
"""That of the token that is asked for."""
_ONE: Final = prove(number(1) > 0, by=bound)
_HELD: Final = "what it is held fixed at"
_OVER: Final = known_positive(1 / dimension)
_HALF: Final = number(Fraction(1, 2))
_APART: Final = suppose(other != own, "the range of the sum")
_FURTHER: Final = suppose((_c != own) & (_c != other), "the range of the sum")
_POSITIVE: Final = suppose(rate > 0)
_PER_SIZE: Final = apply("positive", _POSITIVE, term=rate / dimension)
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
    moment = apply("rewrite", derive(E(x), by=[moments, *given]), moment)
    (shifted,) = left(moment).args[0].args
    moment = apply("rewrite", apply("ring", left=shifted, right=s * x), moment)
    return chernoff_tail(moment, slope, Term(relation, (x, level)))


def _grown(order: Theorem) -> Theorem:
    """Exp x <= exp y from x <= y."""
    return apply("monotone", order, function="exp", exponent=number(1))


class _Causes:
    """Why a competitor wins, cause by cause; `rare` is what the probability of each is at most."""

    def __init__(self, memory: Outside) -> None:
        a = memory.cut_off
        self.memory, self.rare = memory, exp(-memory.share * rate)
        self.outside = suppose(dimension * weight**2 >= memory.edge(rate), "the token is outside the set")
        self.classes = [apply("largest", term=LARGEST, index=z) for z in (own, other)]
        self.alone = apply("taken_out", term=mass(own), value=place)
        rest, over = right(self.alone).args[1], apply("positive", HEAVY, term=1 / weight**2)
        # So heavy a token needs dimensions.
        self.room = by_products(
            a * rate, dimension, (1, self.outside, over), (a, _POSITIVE, self.classes[0], over),
            (-a, _POSITIVE, self.alone, over), (a, _POSITIVE, nonnegative(rest), over),
            (8 * a, _POSITIVE, _POSITIVE, nonnegative(TOTAL), _OVER, over), known=(HEAVY,),
        )  # fmt: skip
        apart = suppose(negation(_overlap(_row)), "unembeddings are apart")
        self.wide, self.far = (apply("one_of_both", apart, position=position) for position in (0, 1))
        self.gap = by_products(number(0), _GAP, (1, self.wide), (Fraction(1, 2), _ONE), relation="lt")
        both, lengths = inner(_row(other), _row(own)), [norm2(_row(z)) for z in (own, other)]
        units = [suppose(length == 1, "unembeddings are unit vectors") for length in lengths]

        def by_lengths(term: Term, value: Term) -> Theorem:
            return replaced_within(apply("componentwise", left=term, right=value), units)

        along = _along(_row)[0]
        self.at = [
            by_lengths(replaced(along, _c, own), both - lengths[0]),
            by_lengths(replaced(along, _c, other), lengths[1] - both),
        ]
        self.distance = by_lengths(norm2(along.args[0]), lengths[1] + lengths[0] - 2 * both)

    def any_competitor(self) -> Theorem:
        """Some competitor wins."""
        some = apply("union", event=self.memory.wrong)
        each = apply("sum_monotone", self.competitor(), condition=other != own, index=other)
        each = then(each, apply("count", term=right(each)))
        fewer = prove((classes - 1) * (2 * classes - 2) <= 2 * classes**2, by=bound)
        most = by_products(right(each), right(fewer) * self.rare, (1, fewer, known_positive(self.rare)))
        return apply("transitive", apply("transitive", some, each), most)

    def competitor(self) -> Theorem:
        """One wins: unembeddings are not apart, or the noise exceeds the signal."""
        u, fails = self.memory.unembeddings, _overlap(_row)
        noise, opposite = self.noise(), indicator(negation(fails))
        chance, value = left(noise), self.rare + indicator(fails)
        positive = apply("weakened", known_positive(self.rare))
        apart = apply("where_it_holds", noise, positive, event=negation(fails))
        either = apply("indicator_of", term=indicator(fails))
        either = apply("ring", either, left=opposite, right=1 - indicator(fails), multipliers=(number(1),))
        apart, always = apply("rewrite", either, apart), apply("bounded", term=chance, end="high")
        found = by_products(chance, value, (1, apart), (1, always, nonnegative(indicator(fails))))
        lengths = [apply("fixed_norm", term=norm2(u[z])) for z in (own, other)]
        found = apply("held_fixed", found, *lengths, _APART, fixed=_rows, x=u)
        event = _overlap(lambda c: u[c])
        means = [apply("linear", term=E(self.rare)), apply("symmetric", apply("written_out", term=P(event)))]
        mean = replaced_within(apply("linear", term=right(found)), means)
        some = apply("union", event=event)
        value = (2 * classes - 2) * self.rare
        parts = [(1, part) for part in (found, mean, some, self.near(), self.further(event))]
        return by_products(left(found), value, *parts)

    def near(self) -> Theorem:
        """The competitor's unembedding is near the token's."""
        u, held = self.memory.unembeddings, fixed("w", dimension)
        tail = _tail(inner(u[other], held), known_positive(dimension / 2), _HALF)
        tail = apply("rewrite", suppose(norm2(held) == 1, _HELD), tail)
        tail = then(tail, apply("ring", left=right(tail), right=exp(-dimension / 8)))
        rarer = by_products(-dimension / 8, -self.memory.share * rate, (Fraction(1, 8), self.room))
        tail = then(tail, _grown(rarer))
        return apply(
            "held_fixed", tail, apply("fixed_norm", term=norm2(u[own])), _APART, fixed=held, x=u[own]
        )

    def further(self, event: Term) -> Theorem:
        """A further class lies along the difference of both unembeddings."""
        u, held = self.memory.unembeddings, [fixed(name, dimension) for name in "ab"]
        differ = [_APART, *(apply("one_of_both", _FURTHER, position=place) for place in (0, 1))]
        along, level = _along(lambda c: u[c] if c is _c else held[c is other])
        steep = apply("positive", _POSITIVE, _PER_SIZE, term=2 * dimension * _reach)
        rarer = _grown(by_products(-2 * rate, -self.memory.share * rate, (2 - self.memory.share, _POSITIVE)))
        tails = []
        for x in (along, -along):
            tail = _tail(x, steep, level)
            tail = then(tail, apply("ring", left=right(tail), right=exp(-2 * dimension * _reach**2)))
            tail = apply("rewrite", _ROOT[1], tail)
            tail = then(then(tail, apply("ring", left=right(tail), right=left(rarer))), rarer)
            for letter, z in zip(held, (own, other), strict=True):
                tail = apply("held_fixed", tail, *differ, fixed=letter, x=u[z])
            tails.append(tail)
        sides = apply("union", event=Term("or", tuple(left(tail).args[0] for tail in tails)))
        one = by_products(left(sides), 2 * self.rare, (1, sides), *((1, tail) for tail in tails))
        every = apply("sum_monotone", one, condition=_FURTHER.proposition, index=_c)
        some = apply("union", event=event.args[1])
        return apply("transitive", some, then(every, apply("count", _APART, term=right(every))))

    def noise(self) -> Theorem:
        """The noise exceeds the signal, for fixed unembeddings that are apart."""
        e, dim = self.memory.embeddings[own, place], self.memory.law.shape[0]
        found, noise, level = self.split()
        held, reach = replaced(noise, e, _token), replaced(level, e, _token)
        slope = self.memory.cut_off * rate / (2 * _GAP * weight)
        known = (_POSITIVE, self.gap, HEAVY)
        tail = _tail(held, apply("positive", *known, term=slope), reach, "ge", _APART)
        spread, c = self.spread(held), self.memory.cut_off * rate / 4
        rarer = by_products(
            slope**2 * left(spread) / 2 - slope * reach, -c * norm2(_token),
            (Fraction(1, 2), spread, nonnegative(slope**2)), known=known,
        )  # fmt: skip
        tail = then(tail, apply("ring", left=right(tail), right=exp(left(rarer))))
        falls = apply("positive", _POSITIVE, term=c)
        mean = apply("length_exponential", falls, known_positive(self.memory.law.args[1]), x=e, c=c)
        tail = then(tail, _grown(rarer))
        tail = apply("held_fixed", tail, falls, apply("nonzero_length", x=e), fixed=_token, x=e)
        return then(found, then(then(tail, mean), self.over_lengths(dim)))

    def over_lengths(self, dim: Term) -> Theorem:
        """(1 + y)^(-d/2) <= exp(-d y/4), y = a r/(2 d) <= 1: 1/(1 + y) <= 1 - y/2 <= exp(-y/2)."""
        y = self.memory.cut_off / 2 * rate / dimension
        some = apply("positive", _POSITIVE, term=y)
        base = by_products(number(0), 1 + y, (1, some), (1, _ONE), relation="lt")
        inverse = apply("positive", base, term=1 / (1 + y))
        small = by_products(y, number(1), (Fraction(1, 2), self.room, _OVER), (Fraction(1, 2), _ONE))
        less = by_products(1 / (1 + y), 1 - y / 2, (Fraction(1, 2), some, small, inverse), known=(base,))
        less = apply("transitive", less, apply("tangent", x=-y / 2))
        less = apply("monotone", less, inverse, known_positive(dim / 2), function="power", exponent=dim / 2)
        power = apply("ring", base, left=(1 + y) ** (-dim / 2), right=left(less))
        return then(then(power, less), apply("ring", left=right(less), right=self.rare))

    def split(self) -> tuple[Theorem, Term, Term]:
        """P(the competitor wins) = P(noise >= level), the noise and the level."""
        k, e = self.memory.embeddings, self.memory.embeddings[own, place]
        along, _ = _along(_row)
        wins = self.memory.wins(_row)
        difference = wins.args[0] - wins.args[1]
        total = Sum(_c, Sum(_m, weights[_c, _m] * along * inner(k[_c, _m], e)))
        parts = apply("componentwise", left=difference, right=total)
        parts = converted(parts, lambda whole: apply("taken_out", term=whole, value=own))
        parts = replaced_within(parts, [apply("taken_out", term=right(parts).args[0], value=place)])
        (signal, alike), others = right(parts).args[0].args, right(parts).args[1]
        level, noise = _GAP * weight * norm2(e), alike + others
        lost = apply("ring", self.at[0], left=signal, right=-level, multipliers=(weight * norm2(e),))
        found = apply("same_event", event=wins, other=difference >= 0, factor=number(1))
        found = replaced_within(found, [parts, lost])
        event = right(found).args[0]
        found = then(found, apply("same_event", event=event, other=noise >= level, factor=number(1)))
        return found, noise, level

    def spread(self, noise: Term) -> Theorem:
        r"""The variance proxy of the noise is at most $(2/a) \kappa^2 q^2 |t|^2/r$."""
        a, along, square = self.memory.cut_off, _along(_row)[0], nonnegative(_GAP**2)
        rest, others = right(self.alone).args[1], Sum(_c != own, along**2 * mass(_c))
        ratio = norm2(_token) * self.memory.law.args[1]
        value = ratio * (left(self.at[0]) ** 2 * rest + others)
        found = apply("componentwise", left=right(proxy(noise, ())), right=value)
        found = replaced_within(found, [apply("taken_out", _APART, term=others, value=other), *self.at])
        far = self.farther()
        masses = [apply("taken_out", term=TOTAL, value=own)]
        masses.append(apply("taken_out", _APART, term=right(masses[0]).args[1], value=other))
        whole = right(self.at[0]) ** 2 * rest + right(self.at[1]) ** 2 * mass(other) + left(far)
        value = 2 * _GAP**2 * weight**2 * dimension / (a * rate)
        less = by_products(
            whole, value, (2 / a, self.outside, apply("positive", _POSITIVE, term=1 / rate), square),
            *((1, largest, square) for largest in self.classes), (-1, self.alone, square),
            (1, nonnegative(weight**2), square), (1, far),
            *((-16, one, square, _PER_SIZE) for one in masses),
            *((16, nonnegative(mass(z)), square, _PER_SIZE) for z in (own, other)), known=(_POSITIVE,),
        )  # fmt: skip
        over = by_products(right(found), ratio * value, (1, less, nonnegative(ratio)), known=(_POSITIVE,))
        return apply("transitive", found, over)

    def farther(self) -> Theorem:
        """The noise of further classes, by their squared weights."""
        one = apply("each", self.far, _FURTHER, index=_c)
        along, _ = _along(_row)
        reach, square = 4 * _GAP * _reach, nonnegative(_GAP**2)
        sides = (apply("one_of_both", one, position=position) for position in (0, 1))
        within = [
            by_products(left(side), reach, (1, side), (2, _ROOT[0], self.wide), (1, self.distance, _ROOT[0]))
            for side in sides
        ]
        weight, value = nonnegative(mass(_c)), 16 * _GAP**2 * (rate / dimension)
        each = by_products(
            along**2 * mass(_c), value * mass(_c), (1, *within, weight), (16, _ROOT[1], square, weight)
        )
        found = apply("sum_monotone", each, condition=_FURTHER.proposition, index=_c)
        return then(found, same(right(found), value * Sum(_FURTHER.proposition, mass(_c)), ()))


OUTSIDE: Final = Outside()
"""Theorem 1."""

PAPER_RATE: Final = log(classes) + gamma * log(dimension)
"""$c_\\gamma$."""
GAMMA: Final = suppose(gamma >= 0)
LOGS: Final = [
    apply("monotone", apply("bounded", term=size, end="low"), known_positive(number(least)), function="log",
          exponent=number(1))
    for size, least in ((classes, 2), (dimension, 1))
]  # fmt: skip
"""log 2 <= log M and log 1 <= log d."""


def positive_rate() -> Theorem:
    """0 < log M + g log d."""
    parts = (1, known_positive(log(number(2)))), (1, LOGS[0]), (1, GAMMA, LOGS[1])
    return by_products(number(0), PAPER_RATE, *parts, relation="lt")


def at_rate(found: Theorem, value: Term, positive: Theorem) -> Theorem:
    """A bound for every rate, for one that is positive."""
    return apply("cut", apply("symmetric", positive), apply("instance", found, symbol=rate, value=value))


def heavy_token(premises: Outside) -> Theorem:
    r"""$P(\text{wrong}) \le 2 M^{2 - a} d^{-a \gamma}$, a the premises' share, outside the set of Eq. (7)."""
    found = at_rate(premises.ceiling(), PAPER_RATE, positive_rate())
    a = premises.share
    value = 2 * exp((2 - a) * log(classes) - a * gamma * log(dimension))
    return then(found, apply("ring", left=right(found), right=value))


def recall_ceiling(premises: Outside = OUTSIDE) -> Derivation:
    r"""$P(\text{wrong}) \le 2 d^{-2\gamma}$ outside the set of Eq. (7), which prints $2 d^{-\gamma}$.

    >>> recall_ceiling().formula
    2*exp(-2*g*log(d))
    """
    title = "A heavy token is wrong at most so often"
    return proved("recall_ceiling", title, heavy_token(premises))
