r"""The cross-entropy of a logit, $\ell = \log(1 + e^s) - y s$: its derivatives at a point, and its tangent.

A logit is a formula in parameters and in the tokens $x_k$, k symbols before the next one, y. The point is
where the parameters named `zero` vanish; derivatives may be by them alone.
"""

from __future__ import annotations

from random import Random

import sympy as sp
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import DIGITS

x = sp.IndexedBase("x", real=True)
"""The token k symbols before the next."""
y = sp.Symbol("y", real=True)
"""The next token."""
_POINTS = 3
_PARTS = 11


class Loss(sp.Expr):
    """The cross-entropy between the next token and the prediction of a logit."""

    is_commutative = True
    is_real = True

    def __new__(cls, logit: sp.Expr) -> Loss:
        """log(1 + e^s) - y s."""
        return sp.Expr.__new__(cls, logit)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\ell({printer._print(self.args[0])})"


def sigmoid(s: sp.Expr) -> sp.Expr:
    """The logistic function 1/(1 + e^-s)."""
    return 1 / (1 + sp.exp(-s))


def _require_logit(logit: sp.Eq) -> None:
    if not isinstance(logit, sp.Eq) or logit.rhs.has(y):
        raise SideConditionError(f"{logit} is no logit: it must not know the next token.")


def _instance(expression: sp.Expr, seed: int, keep: set[sp.Symbol]) -> sp.Expr:
    """Numbers in place of all symbols and tokens but those to keep; whole symbols are small."""
    random = Random(seed)
    whole = {
        s: sp.Integer(random.randint(2, 4)) for s in sorted(expression.free_symbols, key=str) if s.is_integer
    }
    listed = expression.subs({s: k for s, k in whole.items() if s not in keep}).doit()
    tokens = sorted(listed.atoms(sp.Indexed), key=str)
    listed = listed.xreplace({token: sp.Integer(random.randint(0, 1)) for token in tokens})
    rest = sorted(listed.free_symbols - keep, key=str)
    return listed.subs({s: sp.Rational(random.randint(1, 30), _PARTS) for s in rest})


def _tangent(logit: sp.Eq, base: sp.Eq) -> sp.Ge:
    slope = (sigmoid(base.lhs) - y) * (logit.rhs - base.lhs)
    return sp.Ge(Loss(logit.lhs) - Loss(base.lhs), slope, evaluate=False)


def _tangent_conditions(logit: sp.Eq, base: sp.Eq) -> tuple[str, ...]:
    _require_logit(logit)
    if not base.lhs.is_Symbol:
        raise SideConditionError(f"{base} does not name the logit at which the tangent is taken.")
    return (rf"$\log(1 + e^s)$ is convex in $s$, and touches its tangent at ${sp.latex(base.lhs)}$",)


def _check_tangent(result: sp.Ge, logit: sp.Eq, base: sp.Eq) -> str:
    for seed in range(20):
        s = logit.rhs
        loss = sp.log(1 + sp.exp(s)) - y * s - sp.log(1 + sp.exp(base.lhs)) + y * base.lhs
        marker = sp.Dummy("m")
        both = _instance(loss + marker * result.rhs, seed, {marker})
        left, right = sp.N(both.subs(marker, 0), DIGITS), sp.N(sp.diff(both, marker), DIGITS)
        if left < right:
            raise CheckFailed(
                f"At point {seed} the loss is {sp.N(left, 9)} above, the tangent {sp.N(right, 9)}."
            )
    return "above the tangent at twenty random points"


tangent = Rule(
    name="tangent of a cross-entropy",
    statement=r"$\ell(s) - \ell(s_0) \ge (\sigma(s_0) - y)(s - s_0)$.",
    apply=_tangent,
    conditions=_tangent_conditions,
    check=_check_tangent,
)
