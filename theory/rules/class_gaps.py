r"""Scores of a memory of classes: the gap between the right class and a competitor, given its signal.

$W = \sum_j q_j u_{f(j)} e_j^\top$ asked with $e_i$ scores class y by $u_y^\top W e_i$. The gap of the
own class to a competitor is a sum over tokens; given $|e_i|$ and the unembeddings it is normal.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp
from sympy.core.symbol import Str
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .laws import Gaussian, Sphere
from .vectors import IndexSum, Outer, Recall, Vector


class NormalLaw(sp.Expr):
    """The normal law of that mean and variance."""

    is_commutative = True

    def __new__(cls, mean: sp.Expr, variance: sp.Expr) -> NormalLaw:
        """N(mean, variance)."""
        return sp.Expr.__new__(cls, mean, variance)

    def _latex(self, printer: LatexPrinter) -> str:
        mean, variance = (printer._print(part) for part in self.args)
        return rf"\mathcal{{N}}({mean},\, {variance})"


class ClassOf(sp.Expr):
    """The class f(j) of token j, as an index."""

    is_commutative = True

    def __new__(cls, token: sp.Symbol, name: str | Str = "f") -> ClassOf:
        """The class of `token`."""
        return sp.Expr.__new__(cls, token, name if isinstance(name, Str) else Str(name))

    def _latex(self, printer: LatexPrinter) -> str:
        return f"{self.args[1].name}({printer._print(self.args[0])})"


class Weight(sp.Expr):
    """The weight q(j) under which token j is stored."""

    is_commutative = True
    is_real = True

    def __new__(cls, token: sp.Symbol) -> Weight:
        """The weight of `token`."""
        return sp.Expr.__new__(cls, token)

    def _latex(self, printer: LatexPrinter) -> str:
        return f"q({printer._print(self.args[0])})"


def _gap_law(
    asked: sp.Eq,
    *,
    gap: sp.Symbol,
    weight: sp.Symbol,
    length: sp.Symbol,
    own: sp.Symbol,
    competitor: sp.Symbol,
    others: sp.Symbol,
    distance: sp.Symbol,
) -> sp.Eq:
    law, scale = _input_law(asked), _stored_scale(asked.rhs.args[1])
    spread = scale**2 * (own + competitor + 2 * others / distance)
    return sp.Eq(gap, NormalLaw(scale * weight * length, spread / law.dimension), evaluate=False)


def _stored_scale(state: IndexSum) -> sp.Expr:
    """C, where the state stores every token once, under c times its weight.

    Raises `SideConditionError` for any other state: the sums S, S_y, T are of squared weights.
    """
    outers = state.summand.atoms(Outer)
    if len(outers) != 1 or len(state.indices) != 1 or state.excluded or not state.upper.is_Symbol:
        raise SideConditionError(f"{state} does not add up one outer product for every token.")
    ((outer,), (token,)) = outers, state.indices
    scale = sp.cancel(state.summand / (outer * Weight(token)))
    if outer.args[0].index != token or scale.has(token, Weight, Outer, Vector) or not scale.is_positive:
        raise SideConditionError(f"{state} does not store the token {token} under a multiple of its weight.")
    return scale


def _input_law(asked: sp.Eq) -> Gaussian:
    """The law of the input embeddings e of q^T sum_j q(j) e_j u_f(j)^T."""
    query, state = asked.rhs.args
    outer = next(iter(state.atoms(Outer)))
    if not isinstance(query.law, Gaussian) or outer.args[0].law != query.law:
        raise SideConditionError(f"The input embeddings are not normal: their law is {query.law}.")
    return query.law


def _gap_conditions(asked: sp.Eq, **_: object) -> tuple[str, ...]:
    if not isinstance(asked.rhs, Recall) or not isinstance(asked.rhs.args[1], IndexSum):
        raise SideConditionError(f"{asked.rhs} is not a recall from a sum of outer products.")
    _input_law(asked)
    _stored_scale(asked.rhs.args[1])
    (outer,) = asked.rhs.args[1].atoms(Outer)
    if not isinstance(outer.args[1].law, Sphere):
        raise SideConditionError(f"The unembeddings have no unit length: their law is {outer.args[1].law}.")
    if not isinstance(outer.args[1].index, ClassOf) or outer.args[1].index.args[0] != outer.args[0].index:
        raise SideConditionError(f"{outer} does not store the class of its own token.")
    return (
        "given $e_i$ the products $\\langle e_j, e_i \\rangle$, $j \\ne i$, are independent normals",
        "the gap is divided by the length of $e_i$ and by one minus the overlap, which changes no sign",
    )


def _check_gap(result: sp.Eq, asked: sp.Eq, **names: sp.Symbol) -> str:
    """Five tokens in three classes with rational unit vectors: the coefficients' squares added up."""
    random = Random(11)
    scale = _stored_scale(asked.rhs.args[1])
    at = dict.fromkeys(scale.free_symbols, sp.Integer(3))
    for _ in range(3):
        units = [_rational_unit(random) for _ in range(3)]
        if len({tuple(unit) for unit in units}) < 3:  # noqa: PLR2004 - three classes
            continue
        classes = [0, 0, 1, 2, 1]
        weights = [Fraction(random.randint(1, 9), random.randint(1, 9)) for _ in classes]
        c = _dot(units[0], units[1])
        towards = [a - b for a, b in zip(units[0], units[1], strict=True)]
        shares = [w * _dot(units[k], towards) / (1 - c) for w, k in zip(weights, classes, strict=True)]
        direction = _dot(towards, towards)
        sums = {
            names["own"]: weights[1] ** 2,
            names["competitor"]: weights[2] ** 2 + weights[4] ** 2,
            names["others"]: weights[3] ** 2 * _dot(units[2], towards) ** 2 / direction,
            names["distance"]: 1 - c,
            names["weight"]: weights[0],
        }
        point = {symbol: sp.Rational(x.numerator, x.denominator) for symbol, x in sums.items()}
        mean, variance = (part.subs(point).subs(at) for part in result.rhs.args)
        factor = scale.subs(at)
        known = factor**2 * sp.Rational(*_pair(sum(x * x for x in shares[1:]))) / _input_law(asked).dimension
        if sp.cancel(variance - known) != 0 or sp.cancel(
            mean - factor * sp.Rational(*_pair(shares[0])) * names["length"]
        ):
            raise CheckFailed(f"Added up over five tokens the variance is {known}, not {variance}.")
    return "added up over five tokens in three classes, with rational unit vectors"


def _rational_unit(random: Random) -> list[Fraction]:
    """A rational point of the unit sphere in three dimensions, by stereographic projection."""
    a, b = (Fraction(random.randint(-5, 5), random.randint(1, 5)) for _ in range(2))
    square = a * a + b * b
    return [2 * a / (1 + square), 2 * b / (1 + square), (square - 1) / (1 + square)]


def _dot(a: list[Fraction], b: list[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), start=Fraction(0))


def _pair(x: Fraction) -> tuple[int, int]:
    return x.numerator, x.denominator


gap_law = Rule(
    name="gap between two classes",
    statement=(
        r"Given $|e_i|$, all u: $(u_{f(i)} - u_y)^\top W e_i$ over $|e_i| \kappa$ is normal, for weights "
        r"$c q$ with mean $c q |e_i|$ and variance $c^2 (S + S_y + 2T/\kappa)/d$. Here "
        r"$\kappa = 1 - \langle u_{f(i)}, u_y \rangle$, S and $S_y$ add up the squared weights of the two "
        r"classes' other tokens, and $T = \sum_z S_z \langle u_z, w \rangle^2$ those of all further classes "
        r"along $w \propto u_{f(i)} - u_y$."
    ),
    apply=_gap_law,
    conditions=_gap_conditions,
    check=_check_gap,
)
