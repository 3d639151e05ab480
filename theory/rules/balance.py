r"""Two decaying terms under one budget: $\min\, a T^{-b} + c d^{-g}$ where $T d^k$ is held at Q.

With $T = Q^{\tau}$ and $d = Q^{(1 - \tau)/k}$ the terms decay like $Q^{-b \tau}$ and $Q^{-g (1-\tau)/k}$: one
exponent rises with $\tau$ and the other falls, so the best share is where they meet.
"""

from __future__ import annotations

import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .points import random_points, require_equal

_SHARES = tuple(sp.Rational(k, 97) for k in range(1, 97))


class Decay(sp.Basic):
    """A sum of a T^-first and c d^-second."""

    def __new__(cls, first: sp.Expr, second: sp.Expr) -> Decay:
        """The exponents of the two terms."""
        return sp.Basic.__new__(cls, sp.sympify(first, strict=True), sp.sympify(second, strict=True))

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        b, g = (printer._print(part) for part in self.args)
        return rf"a T^{{-({b})}} + c d^{{-({g})}}"


class Budget(sp.Basic):
    """T d^power is held."""

    def __new__(cls, power: sp.Expr | int) -> Budget:
        """The power of d in the budget."""
        return sp.Basic.__new__(cls, sp.sympify(power, strict=True))

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        return rf"T d^{{{printer._print(self.args[0])}}} = Q"


def _share(law: Decay, budget: Budget, *, name: sp.Symbol) -> sp.Eq:
    (b, g), (k,) = law.args, budget.args
    tau = sp.Dummy("tau")
    (root,) = sp.solve(sp.Eq(b * tau, g * (1 - tau) / k), tau)
    return sp.Eq(name, sp.factor(root), evaluate=False)


def _conditions(law: Decay, budget: Budget, *, name: sp.Symbol) -> tuple[str, ...]:
    shifted = {s: 1 + sp.Dummy(positive=True) for s in {*law.free_symbols, *budget.free_symbols}}
    for exponent in (*law.args, *budget.args):
        factors = sp.Mul.make_args(sp.factor(exponent.xreplace(shifted)))
        if not all(sp.expand(f).is_positive for f in factors):
            raise SideConditionError(f"The exponent {exponent} is not known to be positive.")
    return ("both terms decay, where symbols exceed one",)


def _check_share(result: sp.Eq, law: Decay, budget: Budget, *, name: sp.Symbol) -> str:
    """No other of 96 shares of the budget decays faster, at random exponents."""
    for point in random_points(result.rhs.free_symbols | law.free_symbols):
        b, g, k = (part.subs(point) for part in (*law.args, *budget.args))
        best = result.rhs.subs(point)
        if any(min(b * s, g * (1 - s) / k) > min(b * best, g * (1 - best) / k) for s in _SHARES):
            raise CheckFailed(f"At {point} another share of the budget decays faster than {best}.")
    return "none of 96 other shares of the budget decays faster, at three random points"


def _best_decay(share: sp.Eq, law: Decay, *, name: sp.Symbol) -> sp.Eq:
    return sp.Eq(name, sp.factor(law.args[0] * share.rhs), evaluate=False)


def _check_decay(result: sp.Eq, share: sp.Eq, law: Decay, *, name: sp.Symbol) -> str:
    """The first term as a power of the budget, logarithm over logarithm."""
    budget = sp.Integer(7)
    term = (budget**share.rhs) ** -law.args[0]
    return require_equal(-sp.log(term) / sp.log(budget), result.rhs)


best_share = Rule(
    name="balance under a budget",
    statement=r"$\max_{\tau} \min(b \tau, g (1-\tau)/k)$ is where the rising and the falling exponent meet.",
    apply=_share,
    conditions=_conditions,
    check=_check_share,
)

best_decay = Rule(
    name="decay at the balance",
    statement="At the balance both terms decay with one exponent.",
    apply=_best_decay,
    check=_check_decay,
)
