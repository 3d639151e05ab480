r"""How much a layer's logit varies over its data near a point where nothing is read out, and what it costs.

The variation of h is the largest difference of two of its values over sequences. Given the past the next
token y has the mean $\pi_1 + \lambda (x_1 - \pi_1)$, so that for every h of the past
$\mathrm{Cov}(y, h) = \lambda\, \mathrm{Cov}(x_1, h)$, at most $|\lambda| \pi_0 \pi_1$ times its variation.
"""

from __future__ import annotations

import math
from itertools import combinations, product
from random import Random

import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .cross_entropy import x, y
from .events import Expectation
from .points import number, require_close, require_equal
from .two_state import free, mean_over, require_stochastic, stationary

_INSTANCES = 100
_WIDTH = 2
_LENGTH = 3
_ROUNDING = 1e-9

Matrix = list[list[float]]


class Variation(sp.Expr):
    """The largest difference of two values over the data."""

    is_commutative = True
    is_nonnegative = True

    def __new__(cls, of: sp.Expr) -> Variation:
        """Of `of`, a function of the past."""
        return sp.Expr.__new__(cls, of)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\mathrm{{osc}}\, {printer._print(self.args[0])}"


def _layer(near: sp.Le, *, added: sp.Symbol, square: sp.Symbol) -> sp.Le:
    r = near.rhs
    pair = r**2 / 2
    attention = pair * (1 + sp.sqrt(2) * r**4)
    return sp.Le(Variation(added), square * (attention + pair * (1 + attention)), evaluate=False)


def _layer_conditions(near: sp.Le, *, added: sp.Symbol, square: sp.Symbol) -> tuple[str, ...]:
    if not isinstance(near, sp.Le) or near.rhs.has(added, square):
        raise SideConditionError(f"{near} does not say how far all parameters are from the point.")
    on, two = sp.latex(added), sp.latex(square)
    return (
        rf"at the point all parameters but the bias are zero, ${two} = |e|^2$, weights are tied",
        rf"${on}$ is the logit less ${two}\, x_1$: what attention, feed-forward part and positions add",
    )


def _check_layer(result: sp.Le, near: sp.Le, *, added: sp.Symbol, square: sp.Symbol) -> str:
    """The bound by lengths multiplied through a layer, and small layers at random, over all sequences."""
    largest, symbols = 0.0, near.rhs.free_symbols
    for seed in range(_INSTANCES):
        random = Random(seed)
        at = dict.fromkeys(symbols, sp.Rational(random.randint(1, 30), 10))
        radius = float(near.rhs.subs(at))
        found, length = _varied(random, radius)
        allowed = _carried(radius, length)
        largest = max(largest, *(one / most for one, most in zip(found, allowed, strict=True)))
        stated = float(result.rhs.subs({**at, square: sp.Float(length**2)}))
        if not math.isclose(stated, allowed[-1], rel_tol=_ROUNDING):
            raise CheckFailed(
                f"Within {radius} lengths come to {allowed[-1]:.6g}, the bound to {stated:.6g}."
            )
    if not 0 < largest <= 1:
        raise CheckFailed(
            f"Of {_INSTANCES} layers in the ball one varies {largest:.3g} times as much as allowed."
        )
    return (
        "equal to lengths multiplied through a layer; "
        f"{_INSTANCES} layers at random in the ball vary at most {largest:.2g} times as much"
    )


def _carried(radius: float, length: float) -> tuple[float, float, float]:
    """How much scores, mixed tokens and what is added may vary, |e| being `length`.

    Every product of two varies by the length of one times the variation of the other, and the reverse.
    """
    # Two lengths within the radius have the largest sum and the largest product where they are alike.
    share = radius / math.sqrt(2)
    token, pair = 2 * share, share * share
    scores = pair * (token * length + length * token)
    # Weights that add up to one move tokens about their centre, from which none is farther than the radius.
    mixed = length + scores * radius
    attended = pair * mixed
    left = attended + pair * (length + attended)
    return scores, mixed, length * left


def _varied(random: Random, radius: float) -> tuple[tuple[float, float, float], float]:
    """How much scores, mixed tokens and the logit less |e|^2 x vary at the last position, and |e|."""
    sizes = [_WIDTH, _WIDTH * _LENGTH] + [_WIDTH**2] * 6
    # Groups that follow each other have most of the length, as where the bounds are nearly attained.
    long = random.choice(((0, 1, 2, 3), (4, 5), (6, 7)))
    flat = [
        (1.0 if group in long else 0.1) * random.gauss(0, 1)
        for group, size in enumerate(sizes)
        for _ in range(size)
    ]
    scale = radius / math.sqrt(sum(g * g for g in flat))
    numbers = iter(g * scale for g in flat)
    e, *positions = ([next(numbers) for _ in range(_WIDTH)] for _ in range(1 + _LENGTH))
    matrices = [[[next(numbers) for _ in range(_WIDTH)] for _ in range(_WIDTH)] for _ in range(6)]
    passes = [_passed(bits, e, positions, matrices) for bits in product((0, 1), repeat=_LENGTH)]
    scores, mixed, added = (
        max(distance(one, other) for one, other in combinations([each[part] for each in passes], 2))
        for part, distance in enumerate((_farthest, math.dist, math.dist))
    )
    return (scores, mixed, added), math.hypot(*e)


def _farthest(one: list[float], other: list[float]) -> float:
    return max(abs(g - h) for g, h in zip(one, other, strict=True))


def _times(matrix: Matrix, vector: list[float]) -> list[float]:
    return [sum(m * g for m, g in zip(row, vector, strict=True)) for row in matrix]


def _inner(one: list[float], other: list[float]) -> float:
    return sum(g * h for g, h in zip(one, other, strict=True))


def _passed(
    bits: tuple[int, ...], e: list[float], positions: list[list[float]], matrices: list[Matrix]
) -> tuple[list[float], list[float], list[float]]:
    """Scores, the mixed tokens, and the logit less |e|^2 x, of one sequence."""
    query, key, value, out, first, second = matrices
    seen = [
        [bit * g + h for g, h in zip(e, place, strict=True)]
        for bit, place in zip(bits, positions, strict=True)
    ]
    asked = _times(query, seen[-1])
    scores = [_inner(asked, _times(key, token)) / math.sqrt(_WIDTH) for token in seen]
    grown = [math.exp(score) for score in scores]
    mixed = [
        sum(weight * token[i] for weight, token in zip(grown, seen, strict=True)) / sum(grown)
        for i in range(_WIDTH)
    ]
    stream = [g + h for g, h in zip(seen[-1], _times(out, _times(value, mixed)), strict=True)]
    hidden = [max(g, 0.0) for g in _times(first, stream)]
    left = [g + h for g, h in zip(stream, _times(second, hidden), strict=True)]
    return scores, mixed, [_inner(e, left) - bits[-1] * _inner(e, e)]


def _against(fact: sp.Ge, varied: sp.Le, transition: sp.Eq, bias: sp.Eq) -> sp.Ge:
    h = varied.lhs.args[0]
    rest = mean_over(fact.rhs.subs(h, 0), transition.rhs).subs(bias.lhs, bias.rhs)
    pi, eigenvalue = stationary(transition.rhs), transition.rhs[0, 0] + transition.rhs[1, 1] - 1
    cost = sp.Abs(sp.expand(eigenvalue)) * pi[0] * pi[1] * varied.rhs
    return sp.Ge(Expectation(fact.lhs), sp.factor(sp.simplify(rest)) - cost, evaluate=False)


def _against_conditions(fact: sp.Ge, varied: sp.Le, transition: sp.Eq, bias: sp.Eq) -> tuple[str, ...]:
    require_stochastic(transition)
    if not isinstance(fact, sp.Ge) or not isinstance(varied, sp.Le):
        raise SideConditionError(f"{fact} and {varied} are no lower bound and bound on a variation.")
    h, pi = varied.lhs.args[0], stationary(transition.rhs)
    before = sp.diff(sp.expand(fact.rhs), h)
    if sp.simplify(before.subs(bias.lhs, bias.rhs) - (pi[1] - y)) != 0:
        raise SideConditionError(
            f"{h} is not weighed by the share of ones less the next token in {fact.rhs}."
        )
    return (f"${sp.latex(h)}$ is a function of the past", "the chain is stationary")


def _check_against(result: sp.Ge, fact: sp.Ge, varied: sp.Le, transition: sp.Eq, bias: sp.Eq) -> str:
    """All functions of the last two tokens with values 0 and the largest allowed: one attains the bound."""
    h, symbols = varied.lhs.args[0], free(fact.rhs, transition.rhs, varied.rhs)
    for seed in range(2):
        random = Random(seed)
        at = {g: sp.Rational(random.randint(1, 8), 11) for g in sorted(symbols - {h, bias.lhs}, key=str)}
        matrix, level = transition.rhs.subs(at), sp.nsimplify(sp.N(varied.rhs.subs(at), 60), rational=True)
        pi, body = stationary(matrix), fact.rhs.subs(at).subs(bias.lhs, bias.rhs.subs(at))
        masses = {(i, j, m): pi[i] * matrix[i, j] * matrix[j, m] for i, j, m in product((0, 1), repeat=3)}
        means = [
            sp.Add(
                *(
                    mass * body.xreplace({x[1]: sp.Integer(j)}).subs({y: m, h: values[2 * i + j]})
                    for (i, j, m), mass in masses.items()
                )
            )
            for values in product((0, level), repeat=4)
        ]
        least = min(number(mean, {}) for mean in means)
        require_close(least, number(result.rhs, at), f"At {at} the least mean and the bound")
    return "the least over all two-valued functions of the last two tokens, at two random points"


def _per_unit(fact: sp.Ge, *, unit: sp.Symbol) -> sp.Ge:
    return sp.Ge(fact.lhs / unit, sp.factor(fact.rhs / unit), evaluate=False)


def _per_unit_conditions(fact: sp.Ge, *, unit: sp.Symbol) -> tuple[str, ...]:
    if not unit.is_positive:
        raise SideConditionError(f"{unit} is not known to be positive.")
    return (f"${sp.latex(unit)} > 0$",)


layer_variation = Rule(
    name="variation of a layer over its data",
    statement=(
        r"Two of the matrices within r have norms of product at most $r^2/2$. Scores differ by at most "
        r"$\sqrt{2} r^3 |e|$ over the data, a softmax's weights by no more in total, so attention varies by "
        r"at most $\alpha |e|$, $\alpha = \frac{r^2}{2} (1 + \sqrt{2} r^4)$, and the feed-forward part by "
        r"$\frac{r^2}{2} (1 + \alpha) |e|$."
    ),
    apply=_layer,
    conditions=_layer_conditions,
    check=_check_layer,
)

against_variation = Rule(
    name="covariance of the next token with the past",
    statement=(
        r"$\mathrm{Cov}(y, h) = \lambda\, \mathrm{Cov}(x_1, h)$, and $|\mathrm{Cov}(x_1, h)| \le "
        r"\pi_0 \pi_1\, \mathrm{osc}\, h$."
    ),
    apply=_against,
    conditions=_against_conditions,
    check=_check_against,
    bounds=frozenset({1}),
)

per_unit = Rule(
    name="per unit",
    statement="Both sides of an inequality may be divided by what is positive.",
    apply=_per_unit,
    conditions=_per_unit_conditions,
    check=lambda result, fact, *, unit: require_equal(result.rhs * unit, fact.rhs),
)
