"""Higher-order conditioning: L stacked memories, each queried with what the one before retrieved.

Layer l stores v^{l-1}_j -> v^l_j for n chains j of independent vectors uniform on the sphere
(d_k = d_v = d). The first is queried with v^0_i, the next with the output of the first, and so on.
With H heads every v_j has H parts, each uniform on a sphere of its own: head h weighs item j by its
part, <v_{j,h}, q_h>, and the layer's output is sum_j w_j v^l_j with w_j the mean over heads.

Between layers the output may be cleaned up: not at all; `rms`, each part scaled to length one;
`layer`, the mean over a part's coordinates subtracted first; `argmax`, replaced by the stored v^l_c
with the largest inner product.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..sampling import sample_sphere
from ..simulator import simulator
from ..trials import Trials
from .collapsed import sample_overlap_table

_DEPTHS: Final = (1, 2, 3, 4, 6, 8)
_SIZES: Final = ((4, 32), (8, 32), (16, 32), (4, 64), (8, 64), (16, 64), (8, 128), (32, 128))
_AVERAGED_SIZES: Final = ((8, 32), (16, 32), (16, 64))
# Where argmax errs now and then; with fewer items it never does.
_ARGMAX_SIZES: Final = ((16, 32), (16, 16), (32, 32), (48, 32))

# So few items of so many dimensions that the error is small after every one of the layers.
_LIGHT: Final = (4, 256)
_LIGHT_DEPTHS: Final = (1, 2, 4)
_LIGHTER: Final = (4, 4096)
_LIGHTER_DEPTHS: Final = (1, 2, 4, 8, 16, 32)
_LIGHT_TRIALS: Final = 2048

Parts = Float[Tensor, "trials n heads d"]
_CleanUp = Callable[[Tensor, Tensor], Tensor]


def uncleaned(output: Parts, stored: Parts) -> Parts:
    """The output as it is."""
    return output


def to_unit_length(output: Parts, stored: Parts) -> Parts:
    """RMS normalisation: each part scaled to length one."""
    lengths: Tensor = torch.linalg.vector_norm(output, dim=-1, keepdim=True)
    return output / lengths


def to_unit_deviation(output: Parts, stored: Parts) -> Parts:
    """Layer normalisation: the mean over coordinates subtracted, then length one."""
    return to_unit_length(output - output.mean(dim=-1, keepdim=True), stored)


def to_nearest(output: Parts, stored: Parts) -> Parts:
    """The stored vector with the largest inner product over all parts."""
    scores = torch.bmm(output.flatten(2), stored.flatten(2).mT)
    chosen = scores.argmax(dim=2)[:, :, None, None].expand_as(stored)
    return stored.gather(1, chosen)


CLEAN_UPS: Final[dict[str, _CleanUp]] = {
    "none": uncleaned,
    "rms": to_unit_length,
    "layer": to_unit_deviation,
    "argmax": to_nearest,
}


def _group(clean_up: str, heads: int, n: int, d: int) -> DesignGroup:
    return DesignGroup.sized(
        shared={"clean_up": clean_up, "H": heads, "n": n, "d_k": d},
        points=[{"L": depth} for depth in _DEPTHS],
        trials_per_block=max(8, 2**16 // (n * d * heads)),
    )


@simulator(
    title="Square error of a chain of L associations",
    outputs=("square",),
    groups=(
        *(_group(clean_up, 1, n, d) for clean_up in ("none", "rms", "layer") for n, d in _SIZES),
        *(
            _group(clean_up, heads, n, d)
            for clean_up in ("none", "rms")
            for heads in (2, 4)
            for n, d in _AVERAGED_SIZES
        ),
        *(_group("argmax", 1, n, d) for n, d in _ARGMAX_SIZES),
    ),
)
def depth_error(n: int, d_k: int, H: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Average over items of |o^L_i - v^L_i|^2 / H after L layers."""
    clean_up, depths = CLEAN_UPS[str(trials.group.shared["clean_up"])], trials.sizes("L")
    shape = (trials.n_trials, n, H)
    stored = sample_sphere(shape, d_k, trials.source)
    query, errors = stored, []
    for layer in range(1, max(depths) + 1):
        # Summed over heads: the inner product of vectors with all parts in a row.
        weights = torch.bmm(query.flatten(2), stored.flatten(2).mT) / H
        stored = sample_sphere(shape, d_k, trials.source)
        query = clean_up(torch.bmm(weights, stored.flatten(2)).view_as(stored), stored)
        if layer in depths:
            errors.append((query - stored).square().sum(dim=(2, 3)).mean(dim=1) / H)
    return torch.stack(errors, dim=1).unsqueeze(-1)


@simulator(
    title="Square error of a chain of L associations without clean-up, in mean over its last vectors",
    outputs=("square",),
    groups=(
        DesignGroup.sized(
            shared={"clean_up": "none", "H": 1, "n": n, "d_k": d},
            points=[{"L": depth} for depth in depths],
            trials_per_block=_LIGHT_TRIALS,
        )
        for (n, d), depths in ((_LIGHT, _LIGHT_DEPTHS), (_LIGHTER, _LIGHTER_DEPTHS))
    ),
)
def depth_error_collapsed(n: int, d_k: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """The same without clean-up, from tables of overlaps (`collapsed`), in mean over the last vectors.

    The output is sum_j w_j v^L_j, w the row of item i in the product of the tables of all layers before;
    vectors of length one and mean zero leave E |o - v^L_i|^2 = |w - e_i|^2.
    """
    depths = trials.sizes("L")
    own = torch.eye(n, device=trials.device, dtype=trials.dtype)
    weights, errors = own.expand(trials.n_trials, n, n), []
    for layer in range(1, max(depths) + 1):
        table = sample_overlap_table(trials.n_trials, n, d_k, trials.source)
        weights = torch.bmm(weights, table)
        if layer in depths:
            errors.append((weights - own).square().sum(dim=2).mean(dim=1))
    return torch.stack(errors, dim=1).unsqueeze(-1)


@simulator(
    title="Whether a chain that passes on the nearest stored value has left its own, by layers",
    outputs=("wrong",),
    groups=(
        DesignGroup.sized(
            shared={"n": n, "d_k": d},
            points=[{"L": depth} for depth in _DEPTHS],
            trials_per_block=max(8, 2**16 // (n * d)),
        )
        for n, d in _ARGMAX_SIZES
    ),
)
def clean_up_failure(n: int, d_k: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """The share of items i for which v^L_i is not what is passed on after L layers."""
    depths, own = trials.sizes("L"), torch.arange(n, device=trials.device)
    stored = sample_sphere((trials.n_trials, n), d_k, trials.source)
    held, shares = own.expand(trials.n_trials, n), []
    for layer in range(1, max(depths) + 1):
        query = stored.gather(1, held.unsqueeze(-1).expand_as(stored))
        weights = torch.bmm(query, stored.mT)
        stored = sample_sphere((trials.n_trials, n), d_k, trials.source)
        held = torch.bmm(torch.bmm(weights, stored), stored.mT).argmax(dim=2)
        if layer in depths:
            shares.append((held != own).to(trials.dtype).mean(dim=1))
    return torch.stack(shares, dim=1).unsqueeze(-1)
