"""Two answers, normal embeddings: a token is wrong half as often as one coordinate of a sphere is large."""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Probability
from .laws import Gaussian, Sphere
from .points import number
from .vectors import IndexSum, Inner, vectors


def _normal_gap(gap: sp.Eq, overlap: sp.Eq) -> sp.Eq:
    own, rest = _own_and_rest(gap)
    (j,) = rest.indices
    weight = own / Inner(*_query(own).args)
    squares = sp.Sum(weight.subs(weight.args[0], j) ** 2, (j, 1, rest.upper))
    event = sp.Gt(sp.Abs(overlap.lhs), sp.sqrt(weight**2 / squares))
    return sp.Eq(Probability(sp.Le(gap.lhs, 0)), Probability(event) / 2, evaluate=False)


def _own_and_rest(gap: sp.Eq) -> tuple[sp.Expr, IndexSum]:
    (rest,) = gap.rhs.atoms(IndexSum)
    return gap.rhs - rest, rest


def _query(own: sp.Expr) -> Inner:
    (square,) = own.atoms(Inner)
    return square


def _normal_gap_conditions(gap: sp.Eq, overlap: sp.Eq) -> tuple[str, ...]:
    own, rest = _own_and_rest(gap)
    laws = {v.law for v in vectors(gap.rhs)}
    if len(laws) != 1 or not isinstance(next(iter(laws)), Gaussian):
        raise SideConditionError(f"The embeddings of {gap.rhs} are not normal: their laws are {laws}.")
    (law,) = laws
    if {v.law for v in vectors(overlap.rhs)} != {Sphere(law.dimension + 1)}:
        raise SideConditionError(f"{overlap.rhs} is not an overlap on the sphere of one dimension more.")
    if _query(own).squared_norm_of is None or _query(own).args[0].index not in rest.excluded:
        raise SideConditionError(f"{gap.rhs} does not hold the token's own term beside all others.")
    if not isinstance(overlap.rhs, Inner) or overlap.rhs.squared_norm_of is not None:
        raise SideConditionError(f"{overlap.rhs} is not the overlap of two points of a sphere.")
    _require_own_weights(own, rest)
    return (
        "given $e_x$ the other terms add up to a normal, symmetric about 0",
        "that normal and $e_x$, scaled alike, are $d+1$ coordinates of one normal vector",
    )


def _require_own_weights(own: sp.Expr, rest: IndexSum) -> None:
    """The other terms hold, up to a sign, the weight of the own term at their index."""
    (j,), token = rest.indices, _query(own).args[0]
    weight = own / _query(own)
    stored = rest.summand / (weight.subs(weight.args[0], j) * Inner(token, token.at(j)))
    is_sign = stored == sp.Function("sigma", real=True)(j) or sp.Abs(stored) == 1
    if not is_sign or not (rest.upper is sp.oo or rest.upper.is_Symbol):
        raise SideConditionError(f"{rest} does not add up overlaps under a sign and the weight {weight}.")


def _check_normal_gap(result: sp.Eq, gap: sp.Eq, overlap: sp.Eq) -> str:
    """The length of e_x integrated over its chi-square against the share of the sphere."""
    factor = number(result.rhs.as_coeff_Mul()[0], {})
    for d, ratio in ((3, mpmath.mpf(2) / 3), (8, mpmath.mpf(1) / 2)):
        with mpmath.workdps(30):
            chance = _outweighed(d, ratio)
            share = mpmath.betainc(mpmath.mpf(d) / 2, 0.5, 0, 1 / (1 + ratio**2), regularized=True)
            if abs(chance - factor * share) > mpmath.mpf(10) ** -20:
                raise CheckFailed(f"In dimension {d} the chi-square gives {chance}, not {factor * share}.")
    return "integrated over the length of $e_x$ in dimensions 3 and 8, to 20 digits"


def _outweighed(d: int, ratio: mpmath.mpf) -> mpmath.mpf:
    """P(normal > ratio * length), the length that of a normal vector in d dimensions."""
    stops = [0, 1, 3, 6, 12, 30]

    def density(e: mpmath.mpf) -> mpmath.mpf:
        return e ** (d - 1) * mpmath.exp(-e * e / 2)

    beyond = mpmath.quad(lambda e: density(e) * mpmath.erfc(ratio * e / mpmath.sqrt(2)) / 2, stops)
    return beyond / mpmath.quad(density, stops)


normal_gap = Rule(
    name="a coordinate of one dimension more",
    statement=(
        r"Given $e_x \sim N(0, I_d)$ the sum $\sum_j \pm q_j \langle e_x, e_j \rangle$ is normal of variance "
        r"$|e_x|^2 \sum_j q_j^2$; it outweighs $q_x |e_x|^2$ with half the probability that one coordinate X "
        r"of a uniform point of the unit sphere of $R^{d+1}$ has $X^2 > q_x^2 / \sum_j q_j^2$, own term in."
    ),
    apply=_normal_gap,
    conditions=_normal_gap_conditions,
    check=_check_normal_gap,
)
