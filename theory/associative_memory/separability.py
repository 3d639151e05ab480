r"""Two classes and any matrix W: how likely all of N tokens can be right (Cover 1965; Wendel 1962), and the
error of the best W (S13).

The bound on outer products is one on a scheme; this is what $d^2$ parameters allow. W enters by
$w = W^\top (u_1 - u_0)$, which may be any vector: a token is right where $y_j \langle w, e_j \rangle > 0$,
its class being the sign of $y_j$, and not at a tie. From below no W is wrong about few of $6 d$ tokens; from
above some W is right about nearly $\frac95 d$. Both errors are of the order $d^{1-\alpha}$ under a Zipf law,
like that of the best outer products. In units of the first token's mass token x weighs $x^{-\alpha}$.

Least squares in place of outer products has all of $N = d$ tokens right, whatever f is: the scores of all
tokens are the projection $\Pi Y$ of the targets on the columns of the matrix with a row for each embedding,
where Y has one for the own class and zero for the others.

| letter | meaning |
|---|---|
| `y` | numbers whose signs are the classes of the tokens |
| `N` | how many tokens there are |
| `alpha` | exponent of the Zipf law |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Refused, Theorem, apply
from ..laws import Normal
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..node import Term, is_number, number, value_of
from ..prove import prove, suppose
from ..tactics import bound, combined, fallen, linked, never_some, positive, rewritten, same
from ..tactics.rewriting import factored, left, occurring, of_two, replaced_within, right, then
from ..tactics.telescopes import hurwitz_sum
from ..terms import (
    P,
    Sum,
    all_,
    hurwitz_zeta,
    identity,
    incomplete_beta,
    indicator,
    outer,
    projection,
    unit,
    zeta,
)

tokens, size = Size("N"), Size("d")
_HALF: Final = number(Fraction(1, 2))
_LAW: Final = Normal(0, 1 / size, dimension=size)


@dataclass(frozen=True, kw_only=True)
class Separated:
    """The law of the embeddings, and how many tokens there are."""

    law: Term = _LAW
    tokens: Term = tokens

    @property
    def dimension(self) -> Term:
        """The number of coordinates."""
        return self.law.shape[0]

    def rows(self) -> tuple[Theorem, Term]:
        """That each token has a class, and the matrix of the rows $y_j e_j$."""
        j = Index("j", self.tokens)
        e, y = Model(e=iid(self.law, self.tokens)).e, fixed("y", self.tokens)
        signs = suppose(all_(j, y[j] != 0), "the sign of y_j is the class of token j")
        return signs, Sum(j, outer(unit(j), y[j] * e[j]))

    def chance(self, more: Theorem) -> Theorem:
        r"""$P(\text{some W is right about all}) = I_{1/2}(N - d, d)$, from d < N.

        Raises `Refused` for embeddings whose law has no density and is on no sphere.
        """
        signs, rows = self.rows()
        return apply("separable_rows", signs, more, x=rows)


SEPARATED: Final = Separated()
"""Normal embeddings."""

TWICE: Final = Separated(tokens=2 * size)
"""Twice as many tokens as dimensions."""


def separable_probability(premises: Separated = SEPARATED) -> Derivation:
    r"""$P(\text{some W is right about all N tokens}) = I_{1/2}(N - d, d)$, whatever their classes are.

    >>> separable_probability().formula
    betainc_regularized(d, N - d, 1/2, 1)
    """
    found = premises.chance(suppose(premises.tokens > premises.dimension))
    return proved("separable_probability", "All tokens right by some W, two classes", found)


def separable_half(premises: Separated = TWICE) -> Derivation:
    r"""At $N = 2d$ the probability is $\frac{1}{2}$. Raises `Refused` for another number of tokens.

    >>> separable_half().formula
    1/2
    """
    found = premises.chance(prove(premises.tokens > premises.dimension, by=bound))
    even = same(premises.tokens - premises.dimension, premises.dimension, ())
    found = then(replaced_within(found, [even]), _middle(premises.dimension))
    return proved("separable_half", "Twice as many tokens as dimensions", found)


def separable_size(premises: Separated = SEPARATED) -> Derivation:
    r"""The N at which the probability is $\frac{1}{2}$: $2d$, of the order d.

    >>> separable_size().formula, separable_size().exponents
    (2*d, {'d': Fraction(1, 1)})
    """
    more = suppose(premises.tokens > premises.dimension)
    chance = premises.chance(more)
    level = suppose(left(chance) == _HALF)
    alike = linked(chance, level, _middle(premises.dimension))
    half = [prove(end, by=bound) for end in (_HALF > 0, _HALF < 1)]
    only = apply("beta_injective", alike, more, *half)
    found = combined(premises.tokens == 2 * premises.dimension, only)
    return proved("separable_size", "Tokens that are all right by some W", found, size)


def _middle(d: Term) -> Theorem:
    """I_{1/2}(d, d) = 1/2."""
    share = incomplete_beta(_HALF, d, d)
    turned = replaced_within(apply("beta_reflected", term=share), [same(1 - _HALF, _HALF, ())])
    return combined(share == _HALF, turned)


alpha: Final = Parameter("alpha")
_FALLS: Final = suppose(alpha > 1, "the law of the tokens")
_CLASSES: Final = Separated(tokens=Size("N", minimum=6))


@dataclass(frozen=True, kw_only=True)
class Best:
    """Two classes, tokens that are counted, errors that are allowed, and tokens that are to be right."""

    classes: Separated = _CLASSES
    window: Term = 6 * size
    errors: Term = size / 4
    right: Term = Fraction(9, 5) * size

    @property
    def place(self) -> Term:
        """Any token."""
        return Index("x", self.classes.tokens)


BEST: Final = Best()
"""Six tokens a dimension, a quarter of them wrong for each; nine fifths of them right."""


def best_matrix_floor(premises: Best = BEST) -> Derivation:
    r"""$E/p(1) \ge \frac d4 (6 d)^{-\alpha} (1 - 2 c^d)$, $c = .66$: no W is wrong about few tokens.

    Raises `Refused` where errors or dimensions are no fixed share of the tokens, or more than half of them.

    >>> best_matrix_floor().relation
    '>='
    """
    n, k, d, x = premises.window, premises.errors, premises.classes.dimension, premises.place
    weight, least, t, u = x**-alpha, n**-alpha, _odds(k / n), _odds(d / n)
    among, room = suppose(x <= n), suppose(n <= premises.classes.tokens)
    heavy = fallen(among, alpha, _FALLS)
    signs, rows = premises.classes.rows()
    weights, more = _weak(weight), prove(n > d, by=bound)
    many = apply("missed_by_all", signs, weights, heavy, room, more, _FALLS, x=rows, index=x, k=k, t=t)
    coins = apply("beta_of_coins", more, term=occurring(left(many), "incomplete_beta")[0], t=u)
    sets = t**-k * (1 + t) ** n
    few = sets * u**-d * ((1 + u) / 2) ** n
    mass = k * least
    below = combined(mass * (1 - 2 * few) <= left(many), (mass, sets, coins), (mass, few), known=[_FALLS])
    found = linked(below, many)
    return proved("best_matrix_floor", "Error of the best matrix from below", found)


def best_matrix_ceiling(premises: Best = BEST) -> Derivation:
    r"""$E/p(1) \le \frac12 (\frac{(y-1)^{1-\alpha}}{\alpha-1} + \zeta(\alpha) I_{1/2}(d, y-d))$, $y = 9d/5$.

    >>> best_matrix_ceiling().relation
    '<='
    """
    y, d, x, tokens = premises.right, premises.classes.dimension, premises.place, premises.classes.tokens
    signs, rows = premises.classes.rows()
    more = prove(y > d, by=bound)
    mean = apply("missed_by_one", signs, _weak(x**-alpha), more, x=rows, index=x, y=y)
    whole, fails = Sum(x, x**-alpha), incomplete_beta(_HALF, d, y - d)
    mean = rewritten(mean, apply("symmetric", apply("beta_reflected", more, term=fails)))
    (beyond,) = (part for part in occurring(right(mean), "sum") if part is not whole)
    rest = apply("powers_beyond", _FALLS, prove(y > 1, by=bound), term=beyond)
    series, last = hurwitz_sum(whole, _FALLS), hurwitz_zeta(alpha, tokens + 1)
    total = combined(whole <= zeta(alpha), series, last, known=[_FALLS])
    chance = apply("bounded", more, term=fails, end="low")
    value = (right(rest) + zeta(alpha) * fails) / 2
    found = linked(mean, combined(right(mean) <= value, rest, (chance, total), known=[_FALLS]))
    return proved("best_matrix_ceiling", "Error of the best matrix from above", found)


def _weak(term: Term) -> Theorem:
    return apply("weakened", positive(term, _FALLS))


def _odds(share: Term) -> Term:
    """s/(1 - s), for a share s that is a number below one half."""
    own = factored(share)
    if not is_number(own) or not 0 < value_of(own) < Fraction(1, 2):
        raise Refused(f"{share} is no number between 0 and 1/2.")
    return number(value_of(own) / (1 - value_of(own)))


_several: Final = Size("M", minimum=2)
_right, _other = Index("y", _several), Index("z", _several)


@dataclass(frozen=True, kw_only=True)
class LeastSquares:
    """The law of the embeddings, and how many tokens there are."""

    law: Term = _LAW
    tokens: Term = size


AS_MANY: Final = LeastSquares()
"""As many tokens as dimensions."""


def least_squares_error(premises: LeastSquares = AS_MANY) -> Derivation:
    r"""The mean share of wrong tokens of least squares at $N = d$ is zero.

    Raises `Refused` for more tokens than dimensions.

    >>> least_squares_error().formula
    0
    """
    e, n = Model(e=iid(premises.law, premises.tokens)).e, premises.tokens
    j, token = Index("j", premises.tokens), Index("x", premises.tokens)
    onto = projection(Sum(j, outer(unit(j), e[j])))
    targets = fixed("Y", premises.tokens, _several)
    span = apply("generic_span", x=onto.args[0])
    few = prove(premises.tokens <= premises.law.shape[0], by=bound)
    whole = apply("full_projection", then(span, of_two(few, right(span))))
    apart, value = suppose(_other != _right), targets.T @ unit(token)
    row, known = suppose(value == unit(_right), "the targets of the token"), []
    for c, t, facts in ((_right, number(1), ()), (_other, indicator(_other == _right), (_apart(apart),))):
        entry = replaced_within(same(targets[token, c], value[c], ()), [row])
        known.append(replaced_within(then(entry, same(right(entry), t, ())), facts))
    wrong = P((onto @ targets)[token, _other] >= (onto @ targets)[token, _right])
    met = [same((identity(n) @ targets)[token, c], targets[token, c], ()) for c in (_right, _other)]
    never = replaced_within(apply("within", whole, term=wrong), [*met, *known, _impossible()])
    found = never_some(never, _other != _right)
    return proved("least_squares_error", "Error of least squares", found)


def _apart(apart: Theorem) -> Theorem:
    """1[z = y] = 0, from z != y."""
    either = apply("indicator_of", term=indicator(apart.proposition))
    return combined(indicator(_other == _right) == 0, linked(either, apply("certain", apart)))


def _impossible() -> Theorem:
    """P(0 >= 1) = 0."""
    less = combined(number(0) < 1, 1)
    sure = replaced_within(apply("written_out", term=P(less.proposition)), [apply("certain", less)])
    sure = then(sure, apply("linear", term=right(sure)))
    found = replaced_within(apply("complement", event=number(0) >= number(1)), [sure])
    return then(found, same(right(found), number(0), ()))
