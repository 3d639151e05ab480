r"""How many tokens with an answer each the condition of Eq. (7) allows, with balls that enclose the number.

One token a class makes $Q_\infty = 1$ and $\|q\|^2 = P$, so that the condition reads
$16 k (1 + 8 k P/d) \le d$ with $k = \log P + b$. The P at which it is an equation is enclosed by halving.
"""

from __future__ import annotations

from flint import arb, ctx, fmpq
from sympy.printing.latex import LatexPrinter

from .formula_balls import Enclosed


class FittingTokens(Enclosed):
    r"""The P with $16 k (1 + 8 k P/d) = d$, $k = \log P + b$."""

    nargs = 2
    is_positive = True

    @staticmethod
    def enclosed(size: fmpq | arb, offset: fmpq | arb) -> arb:
        """A ball around the root between 1 and the square of the size; raises `TypeError` without one."""
        d, b = arb(size), arb(offset)
        low, high = arb(0), 2 * d.log()
        if not (_surplus(low, d, b) < 0 < _surplus(high, d, b)):
            raise TypeError(f"No number of tokens fits at {(size, offset)}.")
        for _ in range(ctx.prec - 8):
            middle = ((low + high) / 2).mid()
            surplus = _surplus(middle, d, b)
            if surplus < 0:
                low = middle
            elif surplus > 0:
                high = middle
            else:
                break
        return low.union(high).exp()

    def _latex(self, printer: LatexPrinter, exp: object = None) -> str:
        size, offset = (printer._print(part) for part in self.args)
        root = rf"P[16 k (1 + 8 k P/{size}) = {size},\ k = \log P + {offset}]"
        return root if exp is None else rf"{root}^{{{exp}}}"


def _surplus(log_size: arb, d: arb, b: arb) -> arb:
    k = log_size + b
    return 16 * k * (1 + 8 * k * log_size.exp() / d) - d
