r"""Means of exponentials linear in a normal vector: $E e^{\langle w, z \rangle} = e^{|z|^2 / (2d)}$.

The vector w is normal on $R^d$ with covariance I/d, z any combination of other vectors.
"""

from __future__ import annotations

import mpmath
import sympy as sp

from ..derivation import Rule, SideConditionError
from .events import Expectation
from .laws import Gaussian
from .points import WORKING_DIGITS, number, require_close, require_equal
from .vectors import Inner, Vector, vectors

_POINTS = ((1, 2), (3, -1))
"""Coordinates of two vectors in the plane at which the rule is checked, each over 4."""

_ENDS = (-20, -8, -3, 0, 3, 8, 20)
"""Beyond them nothing of fifty digits is left."""


def _parts(fact: sp.Eq, letter: str) -> tuple[Vector, dict[Vector, sp.Expr], sp.Expr]:
    """The normal vector, the coefficients of its inner products in the exponent, and the rest of it."""
    exponent = sp.expand(fact.rhs.exp)
    (w,) = {v for v in vectors(exponent) if v.name == letter}
    inner = {f: next((x for x in f.args if x != w), w) for f in exponent.atoms(Inner) if w in f.args}
    return w, {x: exponent.coeff(f) for f, x in inner.items()}, exponent.subs(dict.fromkeys(inner, 0))


def _mean(fact: sp.Eq, *known: sp.Eq, letter: str, power: int = 1) -> sp.Eq:
    w, along, rest = _parts(fact, letter)
    square = sum(a * b * Inner(x, y) for x, a in along.items() for y, b in along.items())
    exponent = power * rest + power**2 * square / (2 * w.law.dimension)
    exponent = sp.expand(exponent.xreplace({pair.lhs: pair.rhs for pair in known}))
    return sp.Eq(Expectation(fact.lhs**power), sp.exp(exponent), evaluate=False)


def _conditions(fact: sp.Eq, *known: sp.Eq, letter: str, power: int = 1) -> tuple[str, ...]:
    if not isinstance(fact.rhs, sp.exp):
        raise SideConditionError(f"{fact.rhs} is no exponential.")
    w, along, rest = _parts(fact, letter)
    if not isinstance(w.law, Gaussian):
        raise SideConditionError(f"The law {w.law} of ${letter}$ is not normal.")
    if w in along or any(w in e.atoms(Vector) for e in (rest, *along.values())):
        raise SideConditionError(f"The exponent {fact.rhs.exp} is not linear in {letter}.")
    if not all(isinstance(pair, sp.Eq) and isinstance(pair.lhs, Inner) for pair in known):
        raise SideConditionError("What is known beside the exponential are inner products of its vectors.")
    return (f"${letter}$ is normal and independent of the other vectors", "the exponent is linear in it")


def _check(result: sp.Eq, fact: sp.Eq, *known: sp.Eq, letter: str, power: int = 1) -> str:
    """Before inner products are put in: quadrature along the combination, for vectors in the plane."""
    w, along, rest = _parts(fact, letter)
    dimension = {w.law.dimension: sp.Integer(2)} if w.law.dimension.is_Symbol else {}
    others = sorted({v for v in vectors(fact.rhs.exp) if v != w}, key=str)
    place = {v: tuple(sp.Rational(x, 4) for x in p) for v, p in zip(others, _POINTS, strict=False)}
    at = {f: sum(a * b for a, b in zip(*(place[v] for v in f.args), strict=True)) for f in _inners(others)}
    combined = [sum(c.subs(dimension) * place[v][k] for v, c in along.items()) for k in (0, 1)]
    with mpmath.workdps(WORKING_DIGITS):
        length = number(power * sp.sqrt(sum(c**2 for c in combined) / w.law.dimension.subs(dimension)), {})
        mean = mpmath.quad(lambda z: mpmath.exp(length * z - z * z / 2) / mpmath.sqrt(2 * mpmath.pi), _ENDS)
        whole = mean * number(sp.exp(power * rest.xreplace(at)), {})
        general = _mean(fact, letter=letter, power=power)
        formula = number(general.rhs.xreplace(at).subs(dimension), {})
        require_close(whole, formula, "The mean by quadrature and the rule")
    put_in = general.rhs.xreplace({pair.lhs: pair.rhs for pair in known})
    require_equal(*(side.xreplace(at).subs(dimension) for side in (put_in, result.rhs)))
    return "one component of the normal vector was integrated by quadrature"


def _inners(others: list[Vector]) -> set[Inner]:
    return {Inner(a, b) for a in others for b in others}


normal_exponential_mean = Rule(
    name="exponential of a normal vector",
    statement=(
        r"$\mathbb{E} e^{\langle w, z \rangle} = e^{|z|^2/(2 d)}$ for $w$ normal on $R^d$ with covariance "
        r"$I/d$."
    ),
    apply=_mean,
    conditions=_conditions,
    check=_check,
)
