r"""Learning rules that forget (S7): Hebb, the delta rule, Oja's rule. $\eta$ is the learning rate.

| rule | update of the state |
|---|---|
| Hebb | $S_n = S_{n-1} + k_n v_n^\top$ |
| delta | $S_n = S_{n-1} + \eta\, k_n (v_n - S_{n-1}^\top k_n)^\top$ |
| Oja | $S_n = S_{n-1} + \eta\, (k_n - S_{n-1} v_n) v_n^\top$ |

$S_0 = 0$. The delta rule multiplies what is stored by $I - \eta k k^\top$ on the side of the keys; Oja's
rule, the value being the clamped activity of the output, by $I - \eta v v^\top$ on that of the values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import age, alpha, d_k, d_v, eta, n
from ..rules.algebra import collect, ratio, specialise
from ..rules.contraction import power, substitute
from ..rules.expectation import integrate_out
from ..rules.forgetting import (
    after_items,
    expect,
    inner_with,
    own_square,
    recall_error,
    spread_over_items,
)
from ..rules.isolating import isolate, put_in
from ..rules.laws import Gaussian, Sphere
from ..rules.points import Point, against
from ..rules.rank import converged_residual, generic_rank
from ..rules.recurrences import linear_recurrence, proportional_limit, resting_state
from ..rules.state_norm import new_outer_product
from ..rules.vectors import Inner, Vector
from .model import j
from .walk import walk_points

_P: Final = sp.Symbol("P")
_x, _u, _moved = Vector("x"), Vector("u"), Vector("x'")


@dataclass(frozen=True, kw_only=True)
class Learner:
    """A rule that takes out what the new vector already recalls; `letter` is k (delta) or v (Oja)."""

    law: Sphere | Gaussian = field(default_factory=lambda: Sphere(d_k))
    letter: str = "k"
    rate: sp.Expr = sp.S.One

    @property
    def vector(self) -> Vector:
        """The vector of the newest item on the side that forgets."""
        return Vector(self.letter, n, self.law)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        side = "key" if self.letter == "k" else "value"
        return (
            self.law.describe(f"the {side}s"),
            "keys and values are independent, centred, and of mean square length one",
            rf"the rule takes ${sp.latex(self.rate)}$ times what the new {side} recalls out of the state",
            "every item is stored once; the state starts at zero",
        )


DELTA: Final = Learner()
"""The delta rule in one pass with rate one: the newest item is recalled exactly."""

OJA: Final = Learner(law=Sphere(d_v), letter="v", rate=eta)
"""Oja's rule with the values as clamped activities."""


def delta_norm(premises: Learner = DELTA) -> Derivation:
    r"""$\mathbb{E} |S_n|_F^2 = d_k (1 - (1 - 1/d_k)^n)$ under the delta rule of rate one (S7)."""
    return _norm(premises, "delta_norm", "Mean square norm under the delta rule")


def oja_norm(premises: Learner = OJA) -> Derivation:
    r"""$\mathbb{E} |S_n|_F^2 = \frac{\eta d_v}{2-\eta} (1 - (1 - \eta(2-\eta)/d_v)^n)$, Oja (S7)."""
    return _norm(premises, "oja_norm", "Mean square norm under Oja's rule")


def oja_norm_limit(premises: Learner = OJA) -> Derivation:
    r"""$\mathbb{E} |S_\infty|_F^2 = \eta d_v/(2 - \eta)$: Oja's rule keeps the norm bounded (S7)."""
    title = "Mean square norm that Oja's rule settles at"
    chain = Chain(name="oja_norm_limit", title=title, premises=premises.sentences)
    rest = chain.apply("one more item changes nothing", resting_state, _norm_step(chain, premises))

    def long(point: Point) -> mpmath.mpf:
        """The items added up, the oldest of weight below 10^-70."""
        keep, gain = _kept(premises, point), mpmath.mpf(1)
        total = mpmath.mpf(0)
        while gain > mpmath.mpf(10) ** -70:
            total, gain = total + gain, gain * keep.numerator / keep.denominator
        rate = _rate(premises, point)
        return total * rate.numerator**2 / rate.denominator**2

    return chain.close(rest, checks=(against(long, _points(), "the items added up"),))


def delta_retention(premises: Learner = DELTA) -> Derivation:
    r"""$\mathbb{E}$ weight of the oldest item after n: $(1 - 1/d_k)^{n-1}$ under the delta rule (S7)."""
    return _retention(premises, "delta_retention", "Weight of the oldest item under the delta rule")


def oja_retention(premises: Learner = OJA) -> Derivation:
    r"""$\mathbb{E}$ weight of the oldest item against fresh: $(1 - \eta/d_v)^{n-1}$, Oja (S7)."""
    return _retention(premises, "oja_retention", "Weight of the oldest item under Oja's rule")


def oja_signal(premises: Learner = OJA) -> Derivation:
    r"""$\mathbb{E} \langle o, v \rangle = \eta (1 - \eta/d_v)^a$ a steps before the last, Oja (S7)."""
    chain = Chain(name="oja_signal", title="Signal of an item by its age", premises=premises.sentences)
    weight = _mean_weight(chain, premises, _forget(chain, premises), _unit(chain))
    signal = chain.define(
        "the item was stored with the rate", sp.Symbol("s"), premises.rate * weight.result.lhs
    )
    signal = chain.apply("put its weight in", substitute, signal, weight)
    stored = chain.define("the items from this one on", n, age + 1)
    signal = chain.apply("count from its age", put_in, signal, stored)

    def shares(point: Point) -> Fraction:
        rate = _rate(premises, point)
        return rate * (1 - rate / _size(premises, point)) ** int(point[age])

    points = [{**point, age: sp.Integer(k)} for k, point in enumerate(_points(), start=1)]
    return chain.close(signal, checks=(against(shares, points, "exact powers of one item's share"),))


def oja_power(premises: Learner = OJA) -> Derivation:
    r"""$\mathbb{E} |o|^2 = \eta^2 (1 - \eta(2-\eta)/d_v)^a$ a steps before the last, orthonormal keys (S7).

    What is stored of an item under a key of its own is its value, from which every later item takes its
    share: the power of recall falls geometrically with age, whatever the dimension of the keys.
    """
    chain = _orthonormal(premises, "oja_power", "Power of recall by age, orthonormal keys")
    faded = _power_by_age(chain, premises)

    def shares(point: Point) -> Fraction:
        return _rate(premises, point) ** 2 * _kept(premises, point) ** int(point[age])

    points = [{**point, age: sp.Integer(k)} for k, point in enumerate(_points(), start=1)]
    return chain.close(faded, checks=(against(shares, points, "exact powers of one item's share"),))


def oja_half_life(premises: Learner = OJA) -> Derivation:
    r"""The age at which the power is half a fresh item's: $-\log 2/\log(1 - \eta(2-\eta)/d_v)$ (S7).

    It does not grow with the dimension of the keys: what is kept is recent, not more.
    """
    chain = _orthonormal(premises, "oja_half_life", "Age of half the power of recall")
    faded, fresh = _power_by_age(chain, premises), chain.define("a fresh item", age, sp.Integer(0))
    new = chain.apply("the power of a fresh item", put_in, faded, fresh)
    share = chain.apply("beside a fresh item's", ratio, faded, new)
    share = chain.apply("collect the terms", collect, share)
    half = chain.apply("solve for the age", isolate, share, variable=age, level=sp.Rational(1, 2))

    def halved(point: Point) -> mpmath.mpf:
        keep = _kept(premises, point)
        return mpmath.log(2) / mpmath.log(mpmath.mpf(keep.denominator) / keep.numerator)

    return chain.close(half, checks=(against(halved, _points(), "the logarithm of one share"),))


def delta_error(premises: Learner = DELTA) -> Derivation:
    r"""$\mathbb{E} |S_n^\top k_1 - v_1|^2$ of the oldest item in one pass of the delta rule, exactly (S7)."""
    chain = Chain(name="delta_error", title="Error of the oldest item", premises=premises.sentences)
    error = oldest_error(chain, premises)

    def forward(point: Point) -> Fraction:
        return forward_error(premises, point)

    road = "the output's moments run forward, item by item"
    return chain.close(error, checks=(against(forward, _points(), road),))


def delta_error_limit(premises: Learner = DELTA) -> Derivation:
    r"""The error of the oldest item as $n = \alpha d_k \to \infty$: $2 - 3 e^{-\alpha} + e^{-2\alpha}$ (S7).

    >>> delta_error_limit().formula
    2 - 3*exp(-alpha) + exp(-2*alpha)
    """
    title = "Error of the oldest item at a fixed load"
    chain = Chain(name="delta_error_limit", title=title, premises=(*premises.sentences, "$n = \\alpha d_k$"))
    error = oldest_error(chain, premises)
    limit = chain.apply(
        "let the dimension grow", proportional_limit, error, count=n, dimension=d_k, ratio=alpha
    )
    return chain.close(limit, checks=(_far_forward(premises),))


def delta_error_limit_full(premises: Learner = DELTA) -> Derivation:
    r"""The same at one item for each dimension: $2 - 3/e + 1/e^2$ (S7).

    >>> delta_error_limit_full().formula
    -3*exp(-1) + exp(-2) + 2
    """
    title = "Error of the oldest item at a load of one"
    sentences = (*premises.sentences, "$n = d_k$")
    chain = Chain(name="delta_error_limit_full", title=title, premises=sentences)
    error = oldest_error(chain, premises)
    limit = chain.apply(
        "let the dimension grow", proportional_limit, error, count=n, dimension=d_k, ratio=alpha
    )
    limit = chain.apply("at a load of one", specialise, limit, symbol=alpha, value=sp.Integer(1))
    return chain.close(limit, checks=(_far_forward(premises, (1,)),))


def delta_converged_error(premises: Learner = DELTA) -> Derivation:
    r"""$\mathbb{E}$ mean square error at convergence: $\max(0, 1 - d_k/n)$, zero for $n \le d_k$ (S7).

    The rule converges to least squares; the residual is the part of the values outside the span of
    the keys, and n generic keys span min(n, d_k) dimensions (cited).
    """
    title = "Error of the delta rule at convergence"
    sentences = (premises.sentences[0], premises.sentences[1], "the items are repeated until convergence")
    chain = Chain(name="delta_converged_error", title=title, premises=sentences)
    keys = chain.define("the keys of all items", sp.Symbol("K"), premises.vector.at(j))
    rank = chain.apply("generic vectors are independent", generic_rank, keys, count=n)
    error = chain.apply("project the values out", converged_residual, rank, count=n)
    return chain.close(error, checks=(_least_squares(premises),))


def _orthonormal(premises: Learner, name: str, title: str) -> Chain:
    sentences = (*premises.sentences[:3], "the keys are orthonormal", premises.sentences[3])
    return Chain(name=name, title=title, premises=sentences)


def _power_by_age(chain: Chain, premises: Learner) -> Step:
    """Steps to the mean square of what an item's own key retrieves, by the item's age."""
    lengths = _mean_square(chain, premises, _forget(chain, premises))
    lengths = chain.apply("run through the items", after_items, lengths, count=n, name="B")
    stored = chain.define("the value was stored with the rate", _P, premises.rate**2 * lengths.result.lhs)
    stored = chain.apply("put its length in", substitute, stored, lengths)
    since = chain.define("the items from this one on", n, age + 1)
    return chain.apply("count from its age", put_in, stored, since)


def _norm(premises: Learner, name: str, title: str) -> Derivation:
    chain = Chain(name=name, title=title, premises=premises.sentences)
    step = _norm_step(chain, premises)
    start = chain.define("the state starts at zero", step.result.lhs.func(0), sp.Integer(0))
    norm = chain.apply("run through the items", linear_recurrence, step, start, count=n)

    def added(point: Point) -> Fraction:
        keep, rate = _kept(premises, point), _rate(premises, point)
        return sum((rate**2 * keep**age for age in range(int(point[n]))), start=Fraction(0))

    return chain.close(norm, checks=(against(added, _points(), "the items added up, each as it has faded"),))


def _norm_step(chain: Chain, premises: Learner) -> Step:
    length = _mean_square(chain, premises, _forget(chain, premises))
    index = sp.Symbol("m", integer=True, nonnegative=True)
    return chain.apply(
        "the new item adds its own power", new_outer_product, length, rate=premises.rate, index=index
    )


def _retention(premises: Learner, name: str, title: str) -> Derivation:
    chain = Chain(name=name, title=title, premises=premises.sentences)
    weight = _mean_weight(chain, premises, _forget(chain, premises), _unit(chain))

    def shares(point: Point) -> Fraction:
        return (1 - _rate(premises, point) / _size(premises, point)) ** (int(point[n]) - 1)

    return chain.close(weight, checks=(against(shares, _points(), "exact powers of one item's share"),))


def oldest_error(chain: Chain, premises: Learner) -> Step:
    """Steps to the mean square error of the oldest item."""
    moved, unit = _forget(chain, premises), _unit(chain)
    weight = _mean_weight(chain, premises, moved, unit)
    along = chain.apply("project on the oldest key", inner_with, moved, unit)
    square = chain.apply("square it", power, along, exponent=2)
    square = chain.apply("take the expectation", expect, square)
    square = chain.apply("integrate out the new vector", integrate_out, square, letter=premises.letter)
    square = chain.apply("the oldest key has length one", substitute, square, unit)
    length = _mean_square(chain, premises, moved)
    squared = chain.apply("run through the items", after_items, length, square, count=n, name="A")
    lengths = chain.apply("run through the items", after_items, length, count=n, name="B")
    recalled = chain.define(
        "what one item adds to the output", sp.Symbol("w"), premises.rate * Inner(_x, premises.vector)
    )
    share = chain.apply("square it", power, recalled, exponent=2)
    share = chain.apply("take the expectation", expect, share)
    share = chain.apply("integrate out the item's key", integrate_out, share, letter=premises.letter)
    spread = chain.apply("add up all later items", spread_over_items, share, lengths, count=n, name="W")
    return chain.apply("subtract the value", recall_error, squared, weight, spread, rate=premises.rate)


def _forget(chain: Chain, premises: Learner) -> Step:
    newest = premises.vector
    return chain.define(
        "a new item takes its share out of a query", _moved, _x - premises.rate * Inner(_x, newest) * newest
    )


def _unit(chain: Chain) -> Step:
    return chain.define("the oldest key has length one", Inner(_u, _u), sp.Integer(1))


def _mean_weight(chain: Chain, premises: Learner, moved: Step, unit: Step) -> Step:
    along = chain.apply("project on the oldest key", inner_with, moved, unit)
    mean = chain.apply("take the expectation", expect, along)
    mean = chain.apply("integrate out the new vector", integrate_out, mean, letter=premises.letter)
    return chain.apply("run through the items", after_items, mean, count=n, name="a")


def _mean_square(chain: Chain, premises: Learner, moved: Step) -> Step:
    length = chain.apply("square its length", own_square, moved)
    length = chain.apply("take the expectation", expect, length)
    return chain.apply("integrate out the new vector", integrate_out, length, letter=premises.letter)


def forward_error(premises: Learner, point: Point) -> Fraction:
    """The moments |o|^2, <o, v_1>, |S|^2 of the oldest item's output, run forward through the items."""
    d, rate = _size(premises, point), _rate(premises, point)
    fourth = _radius(premises, d)
    power, overlap, norm = rate**2, rate, rate**2
    for _ in range(int(point[n]) - 1):
        both = fourth * (2 * power + norm) / (d * (d + 2))
        power, overlap, norm = (
            power * (1 - 2 * rate / d) + rate**2 * (both + 1 / d),
            overlap * (1 - rate / d),
            norm * (1 - 2 * rate / d + rate**2 * fourth / d) + rate**2,
        )
    return power - 2 * overlap + 1


def _far_forward(premises: Learner, loads: tuple[int, ...] = (1, 2)) -> Callable[[sp.Expr], str]:
    """The forward road at dimensions 60 and 120, extrapolated: what is left is of order 1/d^2."""

    def check(formula: sp.Expr) -> str:
        rate = sp.Rational(1, 2)
        for load in loads:
            near, far = (
                float(forward_error(premises, {d_k: sp.Integer(d), n: sp.Integer(load * d), eta: rate}))
                for d in (60, 120)
            )
            limit = float(formula.subs({alpha: load, eta: rate}))
            if abs(2 * far - near - limit) > 20 / 60**2:
                raise CheckFailed(f"At load {load} the forward road tends to {2 * far - near}, not {limit}.")
        return "the forward road at dimensions 60 and 120, extrapolated, within 20/60^2"

    return check


def _least_squares(premises: Learner) -> Callable[[sp.Expr], str]:
    """Least squares on random integer keys at four sizes, by the rank of the Gram matrix."""

    def check(formula: sp.Expr) -> str:
        random = Random(23)
        for items, size in ((2, 4), (4, 4), (6, 4), (7, 3)):
            keys = sp.Matrix(items, size, lambda *_: random.randint(-9, 9))
            null = len((keys * keys.T).nullspace())
            point = {n: items, premises.law.dimension: size}
            if formula.subs(point) != sp.Rational(null, items):
                raise CheckFailed(f"{items} keys in dimension {size} leave {null} values unexplained.")
        return "the null space of the Gram matrix of random integer keys at four sizes"

    return check


def _kept(premises: Learner, point: Point) -> Fraction:
    """E|x'|^2/|x|^2 from the two moments of a coordinate."""
    d, rate = _size(premises, point), _rate(premises, point)
    return 1 - 2 * rate / d + rate**2 * _radius(premises, d) / d


def _radius(premises: Learner, d: Fraction) -> Fraction:
    """E|k|^4."""
    return (d + 2) / d if isinstance(premises.law, Gaussian) else Fraction(1)


def _size(premises: Learner, point: Point) -> Fraction:
    return Fraction(str(premises.law.dimension.subs(point)))


def _rate(premises: Learner, point: Point) -> Fraction:
    return Fraction(str(sp.sympify(premises.rate).subs(point)))


def _points() -> list[dict[sp.Symbol, sp.Rational]]:
    """The walk's points, with dimensions above two and rates below one."""
    return [
        {**point, d_k: point[d_k] + 2, d_v: point[d_v] + 2, eta: sp.Rational(k, 5)}
        for k, point in enumerate(walk_points(), start=2)
    ]
