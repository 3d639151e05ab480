"""What sentences about the updates say, as numbers at small instances (`instances.py`).

Each number is positive where its sentence is right, or is one that the sentence bounds; step sizes are 1.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from ..quantity import ExactValue, Value
from ..simulator import computed
from .derivatives import gradient, rate
from .instances import ROUNDING, Array, Point, named_instance
from .model import contexts, weights


def _at(at: Mapping[str, Value]) -> Point:
    return named_instance(str(at["instance"]))


def _least(values: Array) -> ExactValue:
    return ExactValue(value=float(values.min()), error_bound=ROUNDING)


@computed(
    title="Least score step over pairs above, or below, their query's mean compatibility",
    points=(
        {"instance": name, "pairs": side}
        for name in ("two values", "three values")
        for side in ("above", "below")
    ),
)
def score_push(**at: Value) -> ExactValue:
    """The least ds_ij over pairs whose b_ij lies above, or below, the mean of its query."""
    here = _at(at)
    gap = here.b - (here.alpha * here.b).sum(dim=-1, keepdim=True)
    return _least(here.score_step[gap > 0 if at["pairs"] == "above" else gap < 0])


@computed(
    title="Least rate of a weight along a score step, over pairs of positive advantage",
    points=[{"instance": "two values"}, {"instance": "three values"}],
)
def weight_push(**at: Value) -> ExactValue:
    """The least rate of alpha_ij along a score step over pairs of b_ij below the mean."""
    here = _at(at)
    rates = rate(lambda s: weights(s, causal=False), here.s, here.score_step)
    return _least(rates[here.b < (here.alpha * here.b).sum(dim=-1, keepdim=True)])


@computed(
    title="Least inner product of a value step with a direction",
    points=[
        *({"instance": "two users", "toward": toward} for toward in ("error", "signal")),
        *({"instance": "two values", "toward": toward} for toward in ("output", "query")),
    ],
)
def value_pull(**at: Value) -> ExactValue:
    """The least inner product of dv_j with the direction to what it is said to be pulled toward.

    That is u_i, or the sum of alpha_ij u_i, as directions; or g_i or a query of -1 as a place, seen from v_j.
    """
    here = _at(at)
    step = here.value_step
    match at["toward"]:
        case "error":
            return _least(here.u @ step.mT)
        case "signal":
            return _least(((here.alpha.mT @ here.u) * step).sum(dim=-1))
        case "output":
            places = here.g
        case _:
            places = -torch.ones_like(here.v)
    return _least(((places.unsqueeze(1) - here.v) * step).sum(dim=-1))


@computed(
    title="Longest value step over the longest error",
    points=[{"instance": "two users"}, {"instance": "one query"}],
)
def pull_length(**at: Value) -> ExactValue:
    """The longest value step over the longest error: at most 1 for an average."""
    here = _at(at)
    value = here.value_step.norm(dim=-1).max() / here.u.norm(dim=-1).max()
    return ExactValue(value=float(value), error_bound=ROUNDING)


@computed(
    title="Rate along minus the error",
    points=(
        {"instance": "one query", "of": of}
        for of in ("logit", "log odds", "minus the loss", "minus the loss, along u")
    ),
)
def error_descent(**at: Value) -> ExactValue:
    """The rate as g of query 1 moves along -u, or u, of the right logit, its log-odds, or minus the loss."""
    here = _at(at)
    target = int(here.y[0])

    def number(g: Tensor) -> Tensor:
        match at["of"]:
            case "logit":
                return here.W_O[target] @ g + here.bias[target]
            case "log odds":
                logits = here.W_O @ g + here.bias
                others = torch.cat([logits[:target], logits[target + 1 :]])
                return logits[target] - torch.logsumexp(others, dim=0)
            case _:
                return -here.losses(g.unsqueeze(0))[0]

    direction = here.u[0] if at["of"] == "minus the loss, along u" else -here.u[0]
    return ExactValue(value=float(rate(number, here.g[0], direction)), error_bound=ROUNDING)


@computed(
    title="Minus the rate of the loss as one value takes its step",
    points=({"instance": "opposed", "queries": queries} for queries in ("all", "worst")),
)
def relief(**at: Value) -> ExactValue:
    """Minus the rate of the loss, of all queries or of the worst of them, as value 1 takes its step."""
    here = _at(at)
    step = torch.zeros_like(here.v)
    step[0] = here.value_step[0]
    rates = -rate(lambda v: here.losses(contexts(here.alpha, v)), here.v, step)
    value = rates.sum() if at["queries"] == "all" else rates.min()
    return ExactValue(value=float(value), error_bound=ROUNDING)


@computed(
    title="Largest rate of a compatibility along a value step",
    points=({"instance": "two users", "error": error} for error in ("held", "moving")),
)
def compatibility_gain(**at: Value) -> ExactValue:
    """The largest rate of b_ij along a value step; u_i held, or moving with the values."""
    here = _at(at)
    held = at["error"] == "held"

    def compatibilities(v: Array) -> Array:
        return (here.u if held else here.errors(v, here.s)) @ v.mT

    rates = rate(compatibilities, here.v, here.value_step)
    return ExactValue(value=float(rates.max()), error_bound=ROUNDING)


@computed(
    title="Rate of a score step as its compatibility rises",
    points=({"a": a} for a in (0.125, 0.25, 0.5, 0.75)),
)
def routing_response(a: float) -> ExactValue:
    """The rate of ds_1 as b_1 rises, for one query with weight a on value 1 of two."""
    s = torch.tensor([a / (1 - a), 1.0], dtype=torch.float64).log()

    def push(b: Tensor) -> Tensor:
        # The loss is linear in the weights with slopes b, which is all that scores see of it.
        return -gradient(lambda scores: torch.softmax(scores, 0) @ b, s)[0]

    start, first = torch.zeros(2, dtype=torch.float64), torch.tensor([1.0, 0.0], dtype=torch.float64)
    return ExactValue(value=float(rate(push, start, first)), error_bound=ROUNDING)


@computed(
    title="Rate of an advantage along the value step of its query alone",
    points=({"a": a} for a in (0.125, 0.25, 0.375, 0.5, 0.625, 0.75)),
)
def own_advantage(a: float) -> ExactValue:
    """The rate of A_1 along a value step, for one query with u = 1 and weight a on value 1 of two."""
    alpha, v = torch.tensor([a, 1 - a], dtype=torch.float64), torch.zeros(2, dtype=torch.float64)
    step = -gradient(lambda values: alpha @ values, v).detach()
    change = rate(lambda values: alpha @ values - values[0], v, step)
    return ExactValue(value=float(change), error_bound=ROUNDING)


@computed(
    title="Distance of a stepped value from a weighted mean",
    points=(
        {"instance": "two users", "data": data, "step": step}
        for data in ("errors", "values minus errors")
        for step in ("one", "one over the sum")
    ),
)
def prototype_gap(**at: Value) -> ExactValue:
    """The largest distance of v_j after a step from sum_i alpha_ij x_i / sum_i alpha_ij.

    Data x_i are the errors, or v_j - u_i; the step size is 1, or one over the column's sum.
    """
    here = _at(at)
    column = here.alpha.sum(dim=0, keepdim=True).mT
    mean = here.alpha.mT @ here.u / column
    target = mean if at["data"] == "errors" else here.v - mean
    size = 1 / column if at["step"] == "one over the sum" else torch.ones_like(column)
    gap = (here.v + size * here.value_step - target).abs().max()
    return ExactValue(value=float(gap), error_bound=ROUNDING)


@computed(
    title="Loss or error where updates vanish",
    points=[
        {"instance": "mean row", "still": "errors", "shown": "loss"},
        {"instance": "balanced", "still": "value steps", "shown": "loss"},
        {"instance": "balanced", "still": "value steps", "shown": "error"},
    ],
)
def loss_at_rest(**at: Value) -> ExactValue:
    """The loss, or the length of the longest error, where all of `still` vanishes; else not a number."""
    here = _at(at)
    still = here.u if at["still"] == "errors" else here.value_step
    if float(still.abs().max()) > ROUNDING:
        raise ValueError(f"At the instance '{at['instance']}' the {at['still']} do not vanish.")
    shown = here.loss(here.v, here.s) if at["shown"] == "loss" else here.u.norm(dim=-1).max()
    return ExactValue(value=float(shown), error_bound=ROUNDING)


@computed(
    title="Largest score gradient, and its rate along a value step",
    points=({"instance": "opposed", "when": when} for when in ("now", "after")),
)
def thaw(**at: Value) -> ExactValue:
    """The largest |ds_ij| before a value step, or the rate at which a value step changes it."""
    here = _at(at)
    if at["when"] == "now":
        found = here.score_step
    else:
        found = rate(lambda v: gradient(lambda s: here.loss(v, s), here.s), here.v, here.value_step)
    return ExactValue(value=float(found.abs().max()), error_bound=ROUNDING)


@computed(
    title="Least over greatest ratio of the conjectured gradient to the true one",
    points=({"instance": "three values", "power": power} for power in (0, 1)),
)
def conjecture_ratio(**at: Value) -> ExactValue:
    """Least over greatest ratio, over scores, of sum_ij w_ij^power (b_ij - E b) dw_ij/ds to dL/ds.

    Power 1 is the formula as printed in Conjecture 9.2; proportional gradients have the ratio 1.
    """
    here = _at(at)
    gap = here.b - (here.alpha * here.b).sum(dim=-1, keepdim=True)
    factor = here.alpha ** int(at["power"]) * gap
    printed = gradient(lambda s: factor * weights(s, causal=False), here.s).detach()
    ratios = printed / -here.score_step
    return ExactValue(value=float(ratios.min() / ratios.max()), error_bound=10 * ROUNDING)
