r"""Layer normalisation as torch computes it, and rectified layers under rescaling (S13), in float64."""

from __future__ import annotations

from typing import Final

import torch
from torch.nn.functional import layer_norm

from ..monte_carlo import block_generator
from ..quantity import ExactValue, Value
from ..simulator import computed

_WIDTH: Final = 768
_TOKENS: Final = 16
_INPUTS, _HIDDEN = 24, 96
_ROUNDING: Final = 1e-13


@computed(
    title="Mean and mean square of the outputs of a layer normalisation",
    points=(
        {"moment": moment, "v": v, "eps": eps, "gain": gain}
        for moment in ("mean", "square")
        for v in (1e-6, 1e-4, 1e-2, 1.0, 100.0)
        for eps in (0.0, 1e-5)
        for gain in (1.0, 2.0)
    ),
)
def norm_moment(**at: Value) -> ExactValue:
    """Worst mean, or mean square, over 16 tokens of width 768 after `layer_norm`.

    Within each token inputs have variance `v` and three times its root as mean; `gain` multiplies the
    outputs.
    """
    v, eps, gain = float(at["v"]), float(at["eps"]), float(at["gain"])
    generator = block_generator(0, "transformer_basics.normalisation", 1, "instance", 0, "cpu")
    x = torch.randn(_TOKENS, _WIDTH, generator=generator, dtype=torch.float64).exp()
    centred = x - x.mean(-1, keepdim=True)
    x = (3 + centred / centred.square().mean(-1, keepdim=True).sqrt()) * v**0.5
    weight = torch.full((_WIDTH,), gain, dtype=torch.float64)
    y = layer_norm(x, (_WIDTH,), weight, eps=eps)
    error = _ROUNDING * gain**2
    if at["moment"] == "mean":
        return ExactValue(value=float(y.mean(-1).abs().max()), error_bound=error)
    moment = y.square().mean(-1)
    worst = moment[(moment - 1).abs().argmax()]
    return ExactValue(value=float(worst), error_bound=error)


@computed(
    title="Mean square of the outputs of a layer normalisation, less 1",
    points=({"v": v, "eps": 0.0, "gain": 1.0} for v in (1e-6, 1e-4, 1e-2, 1.0, 100.0)),
)
def norm_variance_gap(**at: Value) -> ExactValue:
    """|mean square - 1| of the same."""
    found = norm_moment.evaluate({**at, "moment": "square"})
    return ExactValue(value=abs(found.value - 1), error_bound=found.error_bound)


@computed(
    title="Change of a rectified pair of layers under W -> c W, V -> V/c",
    points=({"c": c} for c in (-3.0, -1.0, 1 / 64, 0.3, 3.0, 1000.0)),
)
def rescaling_gap(c: float) -> ExactValue:
    """Largest change of V (W x)_+ under W -> c W, V -> V/c, over the largest output."""
    generator = block_generator(0, "transformer_basics.normalisation", 1, "instance", 1, "cpu")
    W, V, x = (
        torch.randn(*shape, generator=generator, dtype=torch.float64)
        for shape in ((_HIDDEN, _INPUTS), (_INPUTS, _HIDDEN), (_INPUTS, _TOKENS))
    )
    before = V @ torch.relu(W @ x)
    after = (V / c) @ torch.relu((c * W) @ x)
    gap = (after - before).abs().max() / before.abs().max()
    return ExactValue(value=float(gap), error_bound=_ROUNDING)
