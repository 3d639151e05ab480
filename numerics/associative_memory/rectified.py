r"""Model (23): all P embeddings are kept, and overlaps count by as much as they exceed eta.

f_1(x) = argmax_y u_y . sum_{x'} u_f(x') sigma(e_x' . e_x - eta), x' = 1, ..., P. The y is missing in the
printed formula; f(x) = x mod M. `terms` has it with embeddings and unembeddings uniform on the sphere.

| quantity | meaning |
|---|---|
| `rectified_error` | the error under a Zipf law, from both sides, orthonormal unembeddings |

With orthonormal unembeddings a stored token, whose own term is 1 - eta, is wrong only if two others at least
overlap it by more than eta: one cannot reach 1 - eta. A token that is not stored is answered by a tie, hence
wrongly, unless a stored one overlaps it by more than eta.
"""

from __future__ import annotations

from math import exp, floor
from typing import Final

from scipy.special import zeta

from ..quantity import ExactValue
from ..simulator import computed
from .incoherence import pair_tail

ETA: Final = 0.5
CLASSES: Final = 5
_RELATIVE: Final = 1e-11


def stored_tokens(rule: str, d: int) -> float:
    """How many tokens are stored by a rule, at eta = 1/2."""
    match rule:
        case "exp(eta^2 d/4)":
            return exp(ETA**2 * d / 4)
        case "(1 - eta^2)^(-d/4)":
            return float((1 - ETA**2) ** (-d / 4))
        case "(1 - eta^2)^(-d/2)":
            return float((1 - ETA**2) ** (-d / 2))
        case _:
            raise ValueError(f"No rule for the number of stored tokens is called {rule!r}.")


@computed(
    title="Error of model (23) over p(1), eta = 1/2, orthonormal unembeddings, infinitely many tokens",
    points=(
        {"alpha": alpha, "P": rule, "d": d, "eta": ETA}
        for rule in ("exp(eta^2 d/4)", "(1 - eta^2)^(-d/4)")
        for alpha in (1.5, 2.0, 3.0)
        for d in (256, 384, 512, 768, 1024)
    ),
)
def rectified_error(d: int, alpha: float, P: str) -> ExactValue:
    """Bounds on E[error] over p(1), all whole numbers being tokens; the middle, and half their distance."""
    stored = floor(stored_tokens(P, d))
    near = stored * pair_tail(d, ETA)
    rest = float(zeta(alpha, stored + 1.0))
    low = rest * max(0.0, 1 - near)
    high = rest + (float(zeta(alpha)) - rest) * near**2 / 2
    return ExactValue(value=(low + high) / 2, error_bound=(high - low) / 2 + _RELATIVE * high)
