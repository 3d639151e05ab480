r"""Model (23): all P embeddings are kept, and overlaps count by as much as they exceed eta.

f_1(x) = argmax_y u_y . sum_{x'} u_f(x') sigma(e_x' . e_x - eta), x' = 1, ..., P. The y is missing in the
printed formula. Embeddings and unembeddings are uniform on the sphere, f(x) = x mod M.

| quantity | meaning |
|---|---|
| `rectified_recall` | all P tokens asked for, P = exp(eta^2 d/4) |
| `rectified_token` | one token asked for, P = (1 - eta^2)^(-d/2), the square and more of that |
| `rectified_error` | the error under a Zipf law, from both sides, orthonormal unembeddings |

With orthonormal unembeddings a stored token, whose own term is 1 - eta, is wrong only if two others at least
overlap it by more than eta: one cannot reach 1 - eta. A token that is not stored is answered by a tie, hence
wrongly, unless a stored one overlaps it by more than eta.
"""

from __future__ import annotations

from math import exp, floor
from typing import Final

import torch
from jaxtyping import Float
from scipy.special import zeta
from torch import Tensor

from ..quantity import DesignGroup, ExactValue, Value
from ..sampling import sample_sphere
from ..simulator import computed, simulator
from ..trials import Trials
from .incoherence import pair_tail

ETA: Final = 0.5
CLASSES: Final = 5
OUTPUTS: Final = ("wrong", "any", "coherent", "contradiction")
_TRIALS: Final = 64
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


def _all_tokens(d: int) -> DesignGroup:
    P = floor(stored_tokens("exp(eta^2 d/4)", d))
    shared: dict[str, Value] = {"d": d, "eta": ETA, "P": P, "M": CLASSES}
    return DesignGroup.sized(
        shared=shared,
        trials_per_block=_TRIALS,
    )


@simulator(
    title="Model (23) asked for all of its exp(eta^2 d/4) tokens",
    outputs=OUTPUTS,
    groups=(_all_tokens(d) for d in (32, 48, 64, 80)),
)
def rectified_recall(P: int, d: int, eta: float, *, trials: Trials) -> Float[Tensor, "trials points 4"]:
    """All stored tokens: the share of wrong ones, whether any is, whether two overlap by more than eta.

    `contradiction` is 1 where some token is wrong although no two overlap so.
    """
    e = sample_sphere((trials.n_trials, P), d, trials.source)
    u = sample_sphere((trials.n_trials, CLASSES), d, trials.source)
    overlaps = torch.bmm(e, e.mT)
    # A unit vector's square is 1 but for rounding, which decides nothing.
    overlaps.diagonal(dim1=1, dim2=2).fill_(1.0)
    label = torch.arange(1, P + 1, device=trials.device) % CLASSES
    wrong = _wrong((overlaps - eta).relu(), label, label, u)
    overlaps.diagonal(dim1=1, dim2=2).zero_()
    coherent = overlaps.abs().amax(dim=(1, 2)) > eta
    failed = wrong.any(dim=1)
    parts = (
        wrong.to(trials.dtype).mean(dim=1),
        failed.to(trials.dtype),
        coherent.to(trials.dtype),
        (failed & ~coherent).to(trials.dtype),
    )
    return torch.stack(parts, dim=-1).unsqueeze(1)


def _one_token(d: int) -> DesignGroup:
    P = floor(stored_tokens("(1 - eta^2)^(-d/2)", d))
    return DesignGroup.sized(
        shared={"d": d, "eta": ETA, "P": P, "M": CLASSES},
        trials_per_block=_TRIALS,
    )


@simulator(
    title="Whether model (23) is wrong about one of (1 - eta^2)^(-d/2) tokens",
    outputs=("wrong",),
    binary=True,
    groups=(_one_token(d) for d in (16, 24, 32, 40, 48)),
)
def rectified_token(P: int, d: int, eta: float, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Whether token 1 is answered wrongly."""
    e = sample_sphere((trials.n_trials, P), d, trials.source)
    u = sample_sphere((trials.n_trials, CLASSES), d, trials.source)
    overlaps = torch.bmm(e[:, :1], e.mT)
    overlaps[:, :, 0] = 1.0
    label = torch.arange(1, P + 1, device=trials.device) % CLASSES
    return _wrong((overlaps - eta).relu(), label, label[:1], u).to(trials.dtype).unsqueeze(-1)


def _wrong(
    terms: Float[Tensor, "trials asked P"], label: Tensor, right: Tensor, u: Float[Tensor, "trials M d"]
) -> Tensor:
    """Which of the tokens asked for have another class at least as high as their own."""
    sums = torch.zeros((*terms.shape[:2], CLASSES), device=terms.device, dtype=terms.dtype)
    sums.index_add_(2, label, terms)
    scores = torch.bmm(torch.bmm(sums, u), u.mT)
    at = right.expand(len(terms), -1).unsqueeze(-1)
    own = scores.gather(2, at)
    # Whatever is no number compares as false, and is wrong.
    return ~(scores.scatter(2, at, -torch.inf) < own).all(dim=2)


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
