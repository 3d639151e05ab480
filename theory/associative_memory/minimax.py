r"""Theorem 2: no weights store more than a multiple of d tokens; the error is at least that of the rest.

A light token, $3 (d + 1) q^2 \le Q$, is wrong with a probability bounded below (Theorem 1), and the largest
of M classes has a share 1/M of all squared weights, whatever f is. Hence at most 3 M (d + 1) tokens are not
light, and the others weigh at least what follows that many under a Zipf law. The paper puts $p_*$, the
largest class's mass, for 1/M.

| letter | meaning |
|---|---|
| `N` | tokens that have a weight, among the first; the others have none |
| `S` | squared weights of each class |
| `r` | the mass of each class beyond the N tokens |
| `C` | $1/\zeta(\alpha)$, the mass of the first token |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Index, Parameter, Size, fixed
from ..node import TRUE, Term, is_number, negation, number
from ..prove import prove, suppose
from ..tactics import bound
from ..tactics.certificates import by_products
from ..tactics.goals import same
from ..tactics.rewriting import itself, left, nonnegative, replaced_within, right
from ..terms import Sum, all_, define, hurwitz_zeta, max_over, zeta
from .competitors import classes, known_positive, largest_class
from .floors import LIGHT, SOME_WEIGHT, Light

_tokens: Final = Size("N")
_alpha: Final = Parameter("alpha")
_j, _y = Index("j", _tokens), Index("y", classes)
_q, _S, _r = fixed("q", _tokens), fixed("S", classes), fixed("r", classes)


@dataclass(frozen=True, kw_only=True)
class Minimax:
    """What Theorem 2 assumes of the light tokens, and the exponent of the Zipf law on all whole numbers."""

    light: Light = LIGHT
    exponent: Term = _alpha

    @property
    def steep(self) -> Theorem:
        """1 < s. Raises `Refused` for a number that is not above 1."""
        s = self.exponent
        return prove(s > 1, by=bound) if is_number(s) else suppose(s > 1, "the law has a sum")

    def few(self, light: Term) -> Theorem:
        """At most c M (d + 1) tokens are not light."""
        c, size = self.light.cut_off, self.light.memory.law.shape[0] + 1
        some, heavy = SOME_WEIGHT, suppose(negation(light))
        over = apply("positive", some, term=1 / largest_class)
        signs = (known_positive(size), over)
        one = by_products(number(1), c * size * _q[_j] ** 2 / largest_class, (1, heavy, over), known=(some,))
        ones = apply("sum_monotone", one, condition=negation(light), index=_j)
        squares = Sum(_j, _q[_j] ** 2)
        parts = apply("parted", term=squares, case=light, index=_j)
        rest, taken = right(parts).args
        largest = max_over(_y, _S[_y])
        total = suppose(squares == Sum(_y, _S[_y]), "each token has one of the classes")
        top = suppose(largest_class == largest, "the largest class")
        each = apply("rewrite", apply("symmetric", top), apply("largest", term=largest, index=_y))
        each = apply("sum_monotone", each, condition=TRUE, index=_y)
        most = apply("count", term=right(each))
        value = c * size / largest_class * taken
        ones = apply("transitive", ones, same(right(ones), value, (some,)))
        return by_products(
            left(ones), c * size * classes, (1, ones), (c, nonnegative(rest), *signs), (-c, parts, *signs),
            (c, total, *signs), (c, each, *signs), (c, most, *signs), known=(some,),
        )  # fmt: skip


WHOLE: Final = Minimax()
"""A Zipf law on all whole numbers, of any exponent above 1."""


def minimax_floor(premises: Minimax = WHOLE) -> Derivation:
    r"""$E/C \ge \frac12 \mathrm{erfc}(1/\sqrt 6) (1 + 3 M (d + 1))^{1 - \alpha}/(\alpha - 1)$, any q, f.

    >>> minimax_floor().relation
    '>='
    """
    s, steep, light = premises.exponent, premises.steep, premises.light
    first = 1 / zeta(s)
    stored = light.least_error(_j, nonnegative(_j**-s))
    other = light.without_weight(_y)
    share = apply("each", suppose(all_(_y, number(0) <= _r[_y]), "a mass"), index=_y)
    each = by_products(_r[_y] * left(other), _r[_y] * right(other), (1, share, other))
    others = apply("sum_monotone", each, condition=TRUE, index=_y)
    missed = Sum(_y, _r[_y])
    others = apply("transitive", same(light.least * missed, left(others), ()), others)
    rest = suppose(first * hurwitz_zeta(s, _tokens + 1) <= missed, "the mass of the tokens without weight")
    few = apply("hurwitz_left", premises.few(light.case(_j)[1]), steep, s=s)
    least = apply("hurwitz_between", steep, term=left(few), side="below")
    total = first * right(stored) + right(others)
    whole, low = apply("positive", steep, term=zeta(s)), light.sign
    found = by_products(
        light.least * left(least), total / first, (1, stored), (1, others, whole), (1, rest, whole, low),
        (1, few, low), (1, least, low), known=(steep, whole),
    )  # fmt: skip
    error, unit = define("E", total), define("C", first)
    ratio = replaced_within(itself(error / unit), [apply("written_out", term=x) for x in (error, unit)])
    found = apply("symmetric", apply("transitive", found, apply("symmetric", ratio)))
    return proved("minimax_floor", "Least error of any weights", found)
