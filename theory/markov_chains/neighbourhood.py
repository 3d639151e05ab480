r"""Near the marginal point: a floor of the loss in a ball (S3).

The chain has $P(0 \to 1) = p$, $P(1 \to 0) = q$, $\lambda = 1 - p - q$. A layer sees tokens $x \in [0, 1]^T$
and positions, and reads the logit of the next token off place l; weights are tied. In the ball all parameters
but the bias are within r of zero. The loss is that after some tokens that end in a zero and some that end in
a one, whatever these are, in the shares of zeros and ones; L is its mean over what came before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Index, Parameter, Size, fixed
from ..node import TRUE, Term, add, number
from ..prove import derive, prove, suppose
from ..tactics import chains, products
from ..tactics.rewriting import (
    collected,
    itself,
    left,
    modulus_below,
    nonnegative,
    replaced_within,
    right,
    root_of,
    then,
)
from ..tactics.slopes import no_farther
from ..tactics.steps import at_least, at_most, calculation, equals, specialized
from ..terms import absolute, all_, define, exp, inner, log, norm2, outer, relu, softmax, sqrt, unit
from .chain import CHAIN, MarkovChain, entropy
from .representation import cross_entropy

r, b = Parameter("r"), Parameter("b")
T, d, a, c, m = (Size(name) for name in ("T", "d", "a", "c", "m"))
l, j = Index("l", T), Index("j", T)
e, P = fixed("e", d), fixed("P", T, d)
W_Q, W_K, W_V = fixed("W_Q", a, d), fixed("W_K", a, d), fixed("W_V", c, d)
W_O, W_1, W_2 = fixed("W_O", d, c), fixed("W_1", m, d), fixed("W_2", d, m)
PARAMETERS = (e, P, W_Q, W_K, W_V, W_O, W_1, W_2)
to_one, to_zero = fixed("x", T), fixed("z", T)
"""What a layer sees, up to a one and up to a zero."""


class Layer(NamedTuple):
    """What a layer makes of its tokens."""

    tokens: Term

    @property
    def stream(self) -> Term:
        """Tokens with their positions, row by row."""
        return outer(self.tokens, e) + P

    @property
    def query(self) -> Term:
        """The row at the place that is read."""
        return self.tokens[l] * e + P.T @ unit(l)

    @property
    def scores(self) -> Term:
        """By keys and the query of that place."""
        return self.stream @ (W_K.T @ (W_Q @ self.query)) / sqrt(d)

    @property
    def mixed(self) -> Term:
        """The mean that attention takes."""
        return self.stream.T @ softmax(self.scores)

    @property
    def attended(self) -> Term:
        """The place's token with what attention adds."""
        return self.query + W_O @ (W_V @ self.mixed)

    @property
    def hidden(self) -> Term:
        """The hidden entries of the feed-forward part."""
        return relu(W_1 @ self.attended)

    @property
    def logit(self) -> Term:
        """Of the next token."""
        return inner(e, self.attended + W_2 @ self.hidden) + b


@dataclass(frozen=True, kw_only=True)
class Ball:
    """The chain, and how far all parameters but the bias are from the point, at most."""

    chain: MarkovChain = CHAIN
    radius: Term = r


BALL: Final = Ball()


def tied_floor(premises: Ball = BALL) -> Derivation:
    r"""$(L - H(\pi))/|e|^2 \ge -\lambda \pi_0 \pi_1 - |\lambda| \pi_0 \pi_1 \kappa(r)$ within r (S3, i).

    Nothing is differentiated, so that kinks of the feed-forward part and flat directions do not matter.
    """
    chain, facts = premises.chain, tuple(map(suppose, premises.chain.where))
    layers = _Variation(premises.radius)
    difference, low, high = layers.logits()
    letters = Parameter("t"), Parameter("u")
    near = _near_entropy(chain, letters)
    logits = define("theta_0", Layer(to_zero).logit), define("theta_1", Layer(to_one).logit)
    for letter, logit in zip(letters, logits, strict=True):
        near = apply("instance", near, symbol=letter, value=logit)
    length, rest, r = norm2(e), left(high), premises.radius
    taken = r**2 / 2 * (1 + sqrt(2) * r**4)
    kappa = taken + r**2 / 2 * (1 + taken)
    known = (layers.square, layers.positive(kappa))
    up = prove(rest <= length * kappa, by=[products, high, *known])
    down = prove(-length * kappa <= rest, by=[products, low, *known])
    ends = suppose(to_one[l] == 1, "a one is read"), suppose(to_zero[l] == 0, "a zero is read")
    written = (apply("written_out", term=logit) for logit in logits)
    gap = calculation(
        logits[0] - logits[1],
        equals(-left(difference), *written),
        equals(-right(difference), difference),
        equals(-length - rest, *ends),
    )
    eigenvalue, total = collected(1 - chain.up - chain.down), chain.up + chain.down
    modulus = apply("within_modulus", apply("weakened", itself(absolute(eigenvalue))))
    sides = (apply("one_of_both", modulus, position=k) for k in (0, 1))
    weight = apply("positive", *facts, term=chain.up * chain.down / total**2)
    loss = define("Delta", (right(near)) / length)
    away = prove(eigenvalue * rest <= absolute(eigenvalue) * length * kappa, by=[products, up, down, *sides])
    found = calculation(
        loss,
        equals(right(near) / length),
        at_least(left(near) / length, near, layers.some),
        equals(right(weight) * eigenvalue * (-length - rest) / length, gap, *facts),
        at_least(-right(weight) * (eigenvalue + absolute(eigenvalue) * kappa), away, weight, layers.some),
    )
    return proved("tied_floor", "How far the loss is above the entropy", found)


class _Variation:
    """How much a layer's logit differs from one sequence of tokens to another."""

    def __init__(self, radius: Term) -> None:
        self.r = radius
        self.inside = suppose(
            add(*map(norm2, PARAMETERS)) <= radius**2, "all but the bias, within the radius"
        )
        self.some = suppose(norm2(e) > 0, "there is an embedding")
        self.length = sqrt(norm2(e))
        self.facts = [apply("symmetric", suppose(radius > 0)), apply("positive", self.some, term=self.length)]
        self.square = root_of(nonnegative(norm2(e)))[1]

    def positive(self, term: Term) -> Theorem:
        """0 < x, by the radius and the length of the embedding."""
        return apply("positive", *self.facts, term=term)

    def together(self, *chosen: Term) -> Theorem:
        """These parameters alone are within the radius."""
        rest = (nonnegative(norm2(x)) for x in PARAMETERS if x not in chosen)
        return prove(add(*map(norm2, chosen)) <= self.r**2, by=[products, self.inside, *rest])

    def pair(self, one: Term, other: Term) -> Theorem:
        """|A|^2 |B|^2 <= (r^2/2)^2."""
        both, a, b = self.together(one, other), norm2(one), norm2(other)
        facts = (both, nonnegative(self.r**2 + a + b), nonnegative((a - b) ** 2))
        return prove(a * b <= (self.r**2 / 2) ** 2, by=[products, *facts])

    def between(self, square: Theorem, bound: Term) -> tuple[Theorem, Theorem]:
        """-b <= x and x <= b, from x^2 <= b^2."""
        both = apply("within_modulus", modulus_below(square, apply("weakened", self.positive(bound))))
        return apply("one_of_both", both, position=0), apply("one_of_both", both, position=1)

    def bits(self, tokens: Term, place: Term) -> tuple[Theorem, Theorem]:
        """0 <= x_j and x_j <= 1."""
        both = apply("each", suppose(all_(j, (tokens[j] >= 0) & (tokens[j] <= 1)), "tokens"), index=place)
        return apply("one_of_both", both, position=0), apply("one_of_both", both, position=1)

    def moves(self, place: Term) -> tuple[Theorem, Theorem]:
        """-1 <= x_j - z_j and x_j - z_j <= 1."""
        (low, high), (least, most) = self.bits(to_one, place), self.bits(to_zero, place)
        change = to_one[place] - to_zero[place]
        return prove(number(-1) <= change, by=[products, low, most]), prove(
            change <= 1, by=[products, high, least]
        )

    def row(self, tokens: Term, place: Term) -> Theorem:
        """|x_j e + p_j|^2 <= 2 r^2."""
        own, position = tokens[place], P.T @ unit(place)
        found = _norm_of_product(*position.args)
        for part, value in ((norm2(P.T), norm2(P)), (norm2(unit(place)), number(1))):
            found = apply("rewrite", apply("componentwise", left=part, right=value), found)
        low, high = self.bits(tokens, place)
        split, some = _parallelogram(own, position), nonnegative(norm2(e))
        square = prove(own**2 <= 1, by=[products, low, high])
        facts = (nonnegative(norm2(own * e - position)), self.together(e, P), some, square, found)
        return prove(left(split) <= 2 * self.r**2, by=[products, split, *facts])

    def overlap(self, u: Theorem, v: Theorem, factors: tuple[Term, Term], bound: Term) -> Theorem:
        """<A u, B v>^2 <= b^2, from |u|^2 <= c and |v|^2 <= d with (r^2/2)^2 c d = b^2."""
        x, y = (matrix @ left(fact).args[0] for matrix, fact in zip(factors, (u, v), strict=True))
        lengths = _product(_through(factors[0], u), _through(factors[1], v))
        found = apply("transitive", apply("cauchy_schwarz", x=x, y=y), lengths)
        pair, rest = self.pair(*factors), nonnegative(right(u) * right(v))
        value = prove(right(lengths) <= bound**2, by=[products, pair, rest])
        return apply("transitive", found, value)

    def scores(self) -> Theorem:
        """|s_j - s'_j| <= b for any j."""
        half = sqrt(2) * self.r**3 * self.length / 2
        embedding = apply("weakened", apply("symmetric", self.square))
        parts = []
        for move, u, v in ((l, self.row(to_one, j), embedding), (j, embedding, self.row(to_zero, l))):
            square = self.overlap(u, v, (W_K, W_Q), half)
            change, (low, high) = to_one[move] - to_zero[move], self.moves(move)
            scaled = change * left(square).args[0] / sqrt(d)
            step = prove(change**2 <= 1, by=[products, low, high])
            small = calculation(
                scaled**2,
                at_most(left(square) / d, step, nonnegative(left(square))),
                at_most(half**2 / d, square),
                at_most(half**2, nonnegative(half**2)),
            )
            parts.append(self.between(small, half))
        total = add(*(right(low) for low, _ in parts))
        moved = apply("componentwise", left=Layer(to_one).scores[j] - Layer(to_zero).scores[j], right=total)
        (low, high), (least, most) = parts
        down = prove(-2 * half <= left(moved), by=[products, low, least, moved])
        return apply("modulus", down, prove(left(moved) <= 2 * half, by=[products, high, most, moved]))

    def mixed(self) -> Theorem:
        """|m - m'|^2 <= (|e| + b r)^2 for what attention mixes, b being how much scores differ."""
        near, scores = self.scores(), (fixed("s", T), fixed("t", T))
        x, y = scores
        stated = suppose(all_(j, absolute(x[j] - y[j]) <= right(near)))
        both = apply("softmax_near", apply("each", stated, index=j), x=x, y=y, index=j)
        total, square = (apply("one_of_both", both, position=k) for k in (0, 1))
        b, (w, v) = right(near), map(softmax, scores)
        step, own, weight = w[j] - v[j], to_one[j], v[j]
        low, high = self.bits(to_one, j)
        modulus = apply("within_modulus", apply("weakened", apply("reflexive", term=absolute(step))))
        under, over = (apply("one_of_both", modulus, position=k) for k in (0, 1))
        shares, moves = [], []
        for sign, pair, end in ((1, (over, under), 1), (-1, (under, over), 0)):
            each = prove(
                sign * (own * step - step / 2) <= absolute(step) / 2, by=[products, low, high, *pair]
            )
            share = _summed(each, sign * inner(to_one, w - v), left(total) / 2)
            shares.append(prove(left(share) <= b / 2, by=[products, share, total]))
            change = sign * (own - to_zero[j]) * weight
            each = prove(change <= weight, by=[products, self.moves(j)[end], nonnegative(weight)])
            moves.append(_summed(each, sign * inner(to_one - to_zero, v), number(1)))
        position = _through(P.T, square)
        position = apply("rewrite", apply("componentwise", left=norm2(P.T), right=norm2(P)), position)
        share = inner(to_one, w - v)
        split = _parallelogram(share, P.T @ (w - v))
        square = prove(share**2 <= (b / 2) ** 2, by=[products, *shares])
        facts = (nonnegative(norm2(share * e - P.T @ (w - v))), square, position, self.together(e, P))
        signs = (nonnegative(norm2(e)), nonnegative(b**2))
        rest = prove(left(split) <= (b * self.r) ** 2, by=[products, split, *facts, *signs])
        move = inner(to_one - to_zero, v)
        ends = prove(number(-1) <= move, by=[products, moves[1]]), moves[0]
        found = self.moved(move, ends, rest, b * self.r)
        whole = (outer(to_one, e) + P).T @ w - (outer(to_zero, e) + P).T @ v
        found = apply("rewrite", apply("componentwise", left=left(found).args[0], right=whole), found)
        for letter, tokens in zip(scores, (to_one, to_zero), strict=True):
            found = apply("instance", found, symbol=letter, value=Layer(tokens).scores)
        return apply("cut", apply("every", near, condition=TRUE, index=j), found)

    def logits(self) -> tuple[Theorem, Theorem, Theorem]:
        """The logits' difference as (x_l - z_l) |e|^2 + s, and -|e| b <= s, s <= |e| b."""
        first, second = Layer(to_one), Layer(to_zero)
        mixed, move, half = self.mixed(), to_one[l] - to_zero[l], self.r**2 / 2
        bound = right(mixed).args[0]
        attended = self.halved((W_O, W_V), _through(W_O, _through(W_V, mixed)), bound)
        stream = self.moved(move, self.moves(l), attended, half * bound)
        letters = {fixed(f"{own}_{k}", dim): value for own, dim, k, value in (
            ("m", d, 1, first.mixed), ("m", d, 2, second.mixed),
            ("h", m, 1, first.hidden), ("h", m, 2, second.hidden),
        )}  # fmt: skip
        m_1, m_2, h_1, h_2 = letters
        added = W_O @ (W_V @ (m_1 - m_2))
        outputs = [layer.query + W_O @ (W_V @ x) for layer, x in ((first, m_1), (second, m_2))]
        same = _by_letters(move * e + added, outputs[0] - outputs[1], letters)
        stream = apply("rewrite", same, stream)
        apart = no_farther(W_1 @ first.attended, W_1 @ second.attended)
        inside = norm2(W_1 @ outputs[0] - W_1 @ outputs[1])
        same = _by_letters(inside, norm2(W_1 @ (outputs[0] - outputs[1])), letters)
        apart = apply("transitive", then(apart, same), _through(W_1, stream))
        fed = self.halved((W_2, W_1), _through(W_2, apart), right(stream).args[0])
        logits = [inner(e, x + W_2 @ h) + b for x, h in zip(outputs, (h_1, h_2), strict=True)]
        value = move * norm2(e) + inner(e, added) + inner(e, W_2 @ (h_1 - h_2))
        same = _by_letters(logits[0] - logits[1], value, letters)
        (low, high), (least, most) = self.along(attended, half * bound), self.along(fed, right(fed).args[0])
        rest, total = left(high) + left(most), right(high) + right(most)
        down = prove(-total <= rest, by=[products, low, least])
        return same, down, prove(rest <= total, by=[products, high, most])

    def halved(self, factors: tuple[Term, Term], square: Theorem, bound: Term) -> Theorem:
        """|x|^2 <= (r^2 b/2)^2, from |x|^2 <= |A|^2 |B|^2 b^2."""
        pair = self.pair(*factors)
        value = (self.r**2 / 2 * bound) ** 2
        return calculation(
            left(square), at_most(right(square), square), at_most(value, pair, nonnegative(bound**2))
        )

    def along(self, y: Theorem, bound: Term) -> tuple[Theorem, Theorem]:
        """-|e| b <= <e, y> and <e, y> <= |e| b, from |y|^2 <= b^2."""
        x = left(y).args[0]
        square = apply("cauchy_schwarz", x=e, y=x)
        whole = calculation(
            left(square),
            at_most(norm2(e) * norm2(x), square),
            at_most(norm2(e) * bound**2, y, nonnegative(norm2(e))),
            equals((self.length * bound) ** 2, apply("symmetric", self.square)),
        )
        return self.between(whole, self.length * bound)

    def moved(self, move: Term, ends: tuple[Theorem, Theorem], y: Theorem, bound: Term) -> Theorem:
        """|x e + y|^2 <= (|e| + b)^2, from -1 <= x <= 1 and |y|^2 <= b^2."""
        rest, (low, high) = left(y).args[0], self.along(y, bound)
        split = move**2 * norm2(e) + 2 * move * inner(e, rest) + norm2(rest)
        letters = {Parameter("s"): move, fixed("y", d): rest}
        s, letter = letters
        split = _by_letters(
            norm2(s * e + letter), s**2 * norm2(e) + 2 * s * inner(e, letter) + norm2(letter), letters
        )
        square = prove(move**2 <= 1, by=[products, *ends])
        facts = (square, nonnegative(norm2(e)), *ends, low, high, y, self.square)
        return prove(left(split) <= (self.length + bound) ** 2, by=[products, split, *facts])


def _by_letters(one: Term, other: Term, letters: dict[Term, Term]) -> Theorem:
    """One = other, entry by entry, with a value for each letter."""
    return _at(apply("componentwise", left=one, right=other), letters)


def _at(found: Theorem, letters: dict[Term, Term]) -> Theorem:
    """What holds for any values of the letters, for these values."""
    for letter, value in letters.items():
        found = apply("instance", found, symbol=letter, value=value)
    return found


def _parallelogram(times: Term, y: Term) -> Theorem:
    """|c e + y|^2 = 2 c^2 |e|^2 + 2 |y|^2 - |c e - y|^2."""
    letters = {Parameter("s"): times, fixed("y", *y.shape): y}
    s, letter = letters
    value = 2 * s**2 * norm2(e) + 2 * norm2(letter) - norm2(s * e - letter)
    return _by_letters(norm2(s * e + letter), value, letters)


def _summed(each: Theorem, total: Term, bound: Term, index: Term = j) -> Theorem:
    """The sum of the left sides is at most that of the right sides, in this form."""
    found = apply("sum_monotone", each, condition=TRUE, index=index)
    below = apply("componentwise", left=total, right=left(found))
    above = apply("componentwise", left=right(found), right=bound)
    return apply("transitive", apply("transitive", below, found), above)


def _norm_of_product(a: Term, x: Term) -> Theorem:
    """|A x|^2 <= |A|^2 |x|^2, the inequality of Cauchy and Schwarz for every row of A."""
    letters, place = {fixed("rows", *a.shape): a, fixed("point", *x.shape): x}, Index("row", a.shape[0])
    rows, point = letters
    each = apply("cauchy_schwarz", x=rows.T @ unit(place), y=point)
    return _at(_summed(each, norm2(rows @ point), norm2(rows) * norm2(point), place), letters)


def _through(factor: Term, bound: Theorem) -> Theorem:
    """|A u|^2 <= |A|^2 c, from |u|^2 <= c."""
    own = _norm_of_product(factor, left(bound).args[0])
    return prove(
        left(own) <= norm2(factor) * right(bound), by=[products, own, nonnegative(norm2(factor)), bound]
    )


def _product(one: Theorem, other: Theorem) -> Theorem:
    """x y <= a b, from x <= a, y <= b and nonnegative x and y."""
    x, y = left(one), left(other)
    facts = (one, other, nonnegative(x), nonnegative(y))
    return prove(x * y <= right(one) * right(other), by=[products, *facts])


def _near_entropy(chain: MarkovChain, logits: tuple[Term, Term]) -> Theorem:
    """The loss of two logits less the entropy of the shares is at least pi_0 pi_1 lambda times what the logit
    after a zero is above that after a one: each loss lies above its tangent where it is the shares'.
    """
    facts = tuple(map(suppose, chain.where))
    total = chain.up + chain.down
    values = chain.down / total, chain.up / total
    shares = [derive(share, by=chains, where=chain.where) for share in chain.shares]
    whole = cross_entropy(chain, logits) - entropy(chain.shares)
    found = replaced_within(itself(whole), shares)
    parts = []
    for i in (0, 1):
        weight = apply("positive", *facts, term=right(shares[i]))
        for k in (0, 1):
            chance = apply("positive", *facts, term=chain.rows[i][k])
            parts += [_tangent(values[1 - k], values[k], (1 - 2 * k) * logits[i], facts), weight, chance]
    bound = collected(1 - total) * values[0] * values[1] * (logits[0] - logits[1])
    return calculation(bound, at_most(right(found), *parts), equals(left(found), found))


def _tangent(share: Term, rest: Term, x: Term, facts: tuple[Theorem, ...]) -> Theorem:
    """S (x - log(s/(1 - s))) - log(1 - s) <= log(1 + exp x), for 0 < s < 1."""
    s, v = Parameter("s"), Parameter("v")
    signs = [suppose(s > 0), suppose(s < 1)]
    one, other = (apply("tangent", x=y) for y in ((1 - s) * v, -s * v))
    grown = apply("positive", term=exp(s * v))
    found = prove(exp(s * v) <= s * exp(v) + 1 - s, by=[products, *signs, one, other, grown])
    found = apply("monotone", found, grown, function="log", exponent=number(1))
    below = prove(
        share < 1, by=[products, *(apply("positive", *facts, term=y) for y in (share, rest)), *facts]
    )
    above = apply("positive", *facts, term=share)
    found = specialized(found, {s: share, v: x - log(share / rest)}, above, below)
    same = apply("ring", *facts, left=right(found).args[0], right=rest * (1 + exp(x)))
    found = apply("rewrite", same, found)
    value = share * (x - log(share / rest)) - log(rest)
    return prove(value <= log(1 + exp(x)), by=[products, found, *facts])
