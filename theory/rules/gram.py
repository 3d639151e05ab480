r"""Retrieval as multiplication by a Gram matrix, layer after layer.

A query $\sum_j c_j k_j$ reads out $\sum_j c'_j v_j$ with $c' = G c$, G the Gram matrix of the keys. For
independent keys of one symmetric law and mean square length one, $E\,G = I$ and $E\,G^2 = \lambda I$, where
$\lambda$ is the mean power of one retrieval from an exact key. The second route enumerates keys on the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import mpmath
import sympy as sp

from ..derivation import Rule, SideConditionError
from .laws import Gaussian, Sphere
from .points import WORKING_DIGITS, number, require_close, require_equal

_WEIGHTS = (1, -2, 3)
"""Coefficients of a query on three keys."""


def _gain(power: sp.Eq, *, law: sp.Basic, name: str, index: sp.Symbol) -> sp.Eq:
    state = sp.Function(name)
    return sp.Eq(state(index + 1), power.rhs * state(index), evaluate=False)


def _averaged_gain(power: sp.Eq, *, law: sp.Basic, heads: sp.Expr, name: str, index: sp.Symbol) -> sp.Eq:
    state = sp.Function(name)
    gain = 1 + sp.factor(power.rhs - 1) / heads
    return sp.Eq(state(index + 1), gain * state(index), evaluate=False)


def _kept(power: sp.Eq, *, law: sp.Basic, name: str, index: sp.Symbol) -> sp.Eq:
    state = sp.Function(name)
    return sp.Eq(state(index + 1), state(index), evaluate=False)


def _distance(power: sp.Eq, overlap: sp.Eq) -> sp.Eq:
    return sp.Eq(sp.Symbol("e"), power.rhs - 2 * overlap.rhs + 1, evaluate=False)


def _symmetric(power: sp.Eq, *, law: sp.Basic, **_: object) -> tuple[str, ...]:
    if not isinstance(law, Sphere | Gaussian):
        raise SideConditionError(
            f"The law {law} is not symmetric: the Gram matrix has no mean of the identity."
        )
    return (
        "the keys of a layer are independent with one symmetric law",
        "they are independent of the query's coefficients",
        "values have mean square length one",
    )


def _line(law: sp.Basic) -> list[tuple[mpmath.mpf, mpmath.mpf]]:
    """Nodes and weights on the line that give the law's moments up to order five."""
    if isinstance(law, Sphere):
        return [(mpmath.mpf(s), mpmath.mpf(1) / 2) for s in (-1, 1)]
    root = mpmath.sqrt(3)
    return [(-root, mpmath.mpf(1) / 6), (mpmath.mpf(0), mpmath.mpf(2) / 3), (root, mpmath.mpf(1) / 6)]


def _grams(law: sp.Basic) -> Iterator[tuple[mpmath.mpf, list[mpmath.mpf]]]:
    """Weights and the coefficients G c for every choice of three keys on the line."""
    for choice in product(_line(law), repeat=len(_WEIGHTS)):
        keys, weights = zip(*choice, strict=True)
        read = mpmath.fdot(keys, _WEIGHTS)
        yield mpmath.fprod(weights), [k * read for k in keys]


def _at_three_on_the_line(law: sp.Basic, expression: sp.Expr) -> dict[sp.Symbol, sp.Expr]:
    """The point at which the law is on the line and there are three items."""
    (d,) = law.dimension.free_symbols
    point = {d: sp.solve(law.dimension - 1, d)} if not d.is_integer else {}
    unknown = sp.Dummy("d")
    point[d] = sp.solve(law.dimension.subs(d, unknown) - 1, unknown)[0]
    items = [s for s in expression.free_symbols if s.name == "n"]
    return point | dict.fromkeys(items, sp.Integer(len(_WEIGHTS)))


def _check_gain(result: sp.Eq, power: sp.Eq, *, law: sp.Basic, **_: object) -> str:
    with mpmath.workdps(WORKING_DIGITS):
        mean = mpmath.fsum(w * mpmath.fdot(c, c) for w, c in _grams(law))
        enumerated = mean / mpmath.fdot(_WEIGHTS, _WEIGHTS)
        gain = number(_coefficient(result), _at_three_on_the_line(law, power.rhs))
        require_close(enumerated, gain, "The gain of three keys on the line, enumerated, and the rule")
    return "all keys of three items on the line were enumerated for a query on all of them"


def _check_averaged(result: sp.Eq, power: sp.Eq, *, law: sp.Basic, heads: sp.Expr, **_: object) -> str:
    """Two heads, all pairs of choices."""
    with mpmath.workdps(WORKING_DIGITS):
        choices, total = list(_grams(law)), mpmath.mpf(0)
        for (w, c), (u, b) in product(choices, repeat=2):
            total += w * u * mpmath.fsum(((x + y) / 2) ** 2 for x, y in zip(c, b, strict=True))
        at = _at_three_on_the_line(law, power.rhs) | ({heads: sp.Integer(2)} if heads.is_Symbol else {})
        if heads.is_Symbol:
            gain = number(_coefficient(result), at)
            require_close(total / mpmath.fdot(_WEIGHTS, _WEIGHTS), gain, "The gain of two averaged heads")
    return "all keys of three items in two heads on the line were enumerated"


def _check_kept(result: sp.Eq, power: sp.Eq, *, law: sp.Basic, **_: object) -> str:
    with mpmath.workdps(WORKING_DIGITS):
        mean = mpmath.fsum(w * c[0] for w, c in _grams(law))
        require_close(
            mean, mpmath.mpf(_WEIGHTS[0]) * number(_coefficient(result), {}), "The mean coefficient"
        )
    return "the mean of a coefficient was enumerated for three keys on the line"


def _coefficient(result: sp.Eq) -> sp.Expr:
    (state,) = result.rhs.atoms(sp.core.function.AppliedUndef)
    return sp.cancel(result.rhs / state)


def _check_distance(result: sp.Eq, power: sp.Eq, overlap: sp.Eq) -> str:
    """Signs as values: E|sum_j c_j v_j - v_1|^2 over all of them, for coefficients 1, -2, 3."""
    signs = list(product((-1, 1), repeat=len(_WEIGHTS)))
    mean = sp.Rational(
        sum((sum(c * s for c, s in zip(_WEIGHTS, v, strict=True)) - v[0]) ** 2 for v in signs), len(signs)
    )
    whole, own = sp.Dummy(), sp.Dummy()
    general = _distance(sp.Eq(sp.Dummy(), whole), sp.Eq(sp.Dummy(), own)).rhs
    known = {whole: sp.Integer(sum(c**2 for c in _WEIGHTS)), own: sp.Integer(_WEIGHTS[0])}
    require_close(number(mean, {}), number(general, known), "The squared distance over all signs")
    require_equal(result.rhs, general.xreplace({whole: power.rhs, own: overlap.rhs}))
    return "all signs of three values were enumerated"


symmetric_gain = Rule(
    name="gain of a Gram matrix",
    statement=(
        r"$\mathbb{E} |G c|^2 = \lambda\, \mathbb{E} |c|^2$ for the Gram matrix of independent "
        r"keys of one symmetric law, since $\mathbb{E} G^2$ commutes with permutations and changes of sign."
    ),
    apply=_gain,
    conditions=_symmetric,
    check=_check_gain,
)

averaged_gain = Rule(
    name="gain of averaged Gram matrices",
    statement=(
        r"$\mathbb{E} \bar{G}^2 = I + \frac{1}{H} (\mathbb{E} G^2 - I)$ for the mean of $H$ "
        r"independent Gram matrices, each with $\mathbb{E} G = I$."
    ),
    apply=_averaged_gain,
    conditions=_symmetric,
    check=_check_averaged,
)

mean_kept = Rule(
    name="mean of a Gram matrix",
    statement=r"$\mathbb{E}\, G = I$ for independent keys of a symmetric law with mean square length one.",
    apply=_kept,
    conditions=_symmetric,
    check=_check_kept,
)

squared_distance = Rule(
    name="squared distance",
    statement=(
        r"$\mathbb{E} |\sum_j c_j v_j - v_i|^2 = \mathbb{E} \sum_j c_j^2 - 2\, \mathbb{E} c_i + 1$ "
        r"for independent centred values of mean square length one."
    ),
    apply=_distance,
    check=_check_distance,
)
