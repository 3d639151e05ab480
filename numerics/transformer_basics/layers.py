"""How far and how high layers reach, from Jacobians and from exact arithmetic.

| quantity | of what |
|---|---|
| `receptive_field` | input positions on which the last output depends, L layers that see w earlier places |
| `positions_seen` | the same at place i of T, all earlier places or all places seen |
| `graph_gap` | pairs at which dependence and reachability in the graph of the mask differ |
| `joint_pairs` | share of pairs (A, C) with a mixed derivative at a third place |
| `joint_effect` | the mixed derivative by a score and another token's value, n equal scores |
| `message_gap` | change of what C sends to B when A is replaced, over what was sent |
| `combination_order` | factors, other tokens, and attention weights in one term after L layers |
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np
import torch
from jaxtyping import Bool, Float
from numpy.typing import NDArray
from torch import Tensor

from ..derivatives import hessian, jacobian
from ..quantity import ExactValue
from ..simulator import computed
from .stack import (
    WHOLE,
    Block,
    Parts,
    attend,
    keyed_generator,
    keys_and_values,
    normal,
    run_stack,
    sample_blocks,
    visible,
)

_WIDTH: Final = 4
_PLACES: Final = 6
_PRIME: Final = 2**31 - 1
_SMALL: Final = 1e-12
"""What rounding leaves of a derivative that is zero, relative to the largest."""


def dependence(
    blocks: tuple[Block, ...], x: Float[Tensor, "T d"], seen: Bool[Tensor, "T T"], parts: Parts = WHOLE
) -> Bool[Tensor, "T T"]:
    """Whether the output at the row's place has a derivative by the input at the column's."""
    # Along a generic direction an output has a derivative wherever one of its coordinates has.
    along = normal(keyed_generator("dependence", ""), x.shape[1])
    slopes = jacobian(lambda given: run_stack(blocks, given, seen, parts) @ along, x)
    depends: Tensor = slopes.abs().amax(dim=2) > 0
    return depends


@computed(
    title="Input positions on which the last output depends",
    points=({"L": L, "w": w} for L in (1, 2, 3, 4) for w in (1, 2, 3)),
)
def receptive_field(L: int, w: int) -> ExactValue:
    """Columns with a derivative in the last row, in a sequence longer than the claimed field."""
    T = L * w + 4
    generator = keyed_generator("receptive_field", f"{L} {w}")
    blocks, x = sample_blocks(L, _WIDTH, generator), normal(generator, T, _WIDTH)
    return _count(dependence(blocks, x, visible(T, "causal", w))[-1])


@computed(
    title="Input positions on which the output at place i depends",
    points=(
        {"mask": mask, "of": of, "L": L, "T": 8, "i": i}
        for mask in ("causal", "full")
        for of in ("all", "others")
        for L in (1, 2)
        for i in (1, 2, 5, 8)
    ),
)
def positions_seen(L: int, T: int, mask: str, i: int, of: str) -> ExactValue:
    """Columns with a derivative in row i."""
    generator = keyed_generator("positions_seen", f"{L} {T}")
    blocks, x = sample_blocks(L, _WIDTH, generator), normal(generator, T, _WIDTH)
    row = dependence(blocks, x, visible(T, mask))[i - 1]
    return _count(row if of == "all" else torch.cat((row[: i - 1], row[i:])))


@computed(
    title="Pairs at which dependence is not reachability, on random graphs of eight places",
    points=({"L": L, "density": density} for L in (1, 2, 3) for density in (0.1, 0.2)),
)
def graph_gap(L: int, density: float) -> ExactValue:
    """Pairs at which dependence differs from a walk of at most L steps, over random graphs."""
    wrong = 0
    generator = keyed_generator("graph_gap", str(L))
    for _ in range(4):
        seen = torch.rand(8, 8, generator=generator) < density
        seen |= torch.eye(8, dtype=torch.bool)
        steps = torch.linalg.matrix_power(seen.double(), L) > 0
        blocks, x = sample_blocks(L, _WIDTH, generator), normal(generator, 8, _WIDTH)
        wrong += int((dependence(blocks, x, seen) != steps).sum())
    return ExactValue(value=float(wrong), error_bound=0.0)


@computed(
    title="Share of pairs of other tokens with a mixed derivative",
    points=({"attention": attention, "L": L} for attention in ("softmax", "linear") for L in (1, 2)),
)
def joint_pairs(L: int, attention: str) -> ExactValue:
    """Pairs (A, C) of places other than B and each other that act on B together, over all pairs."""
    generator = keyed_generator("joint_pairs", f"{attention} {L}")
    blocks, x = sample_blocks(L, _WIDTH, generator), normal(generator, _PLACES, _WIDTH)
    along = normal(generator, _WIDTH)
    parts = Parts(attention=attention, mlp=False, norm=False)
    seen = visible(_PLACES, "full")

    def output(given: Tensor) -> Tensor:
        projected: Tensor = run_stack(blocks, given, seen, parts)[-1] @ along
        return projected

    curvature = hessian(output, x).abs().amax(dim=(1, 3))
    others = curvature[:-1, :-1][~torch.eye(_PLACES - 1, dtype=torch.bool)]
    share = (others > _SMALL * curvature.max()).double().mean()
    return ExactValue(value=float(share), error_bound=0.0)


@computed(
    title="Mixed derivative by the score of A and the value of C",
    points=({"n": n} for n in (3, 4, 8, 16, 64)),
)
def joint_effect(n: int) -> ExactValue:
    """The derivative of sum_j p_j v_j by the first score and the second value, all scores equal."""

    def average(scores_and_values: Tensor) -> Tensor:
        scores, values = scores_and_values
        mean: Tensor = torch.softmax(scores, dim=-1) @ values
        return mean

    equal = torch.stack((torch.zeros(n), torch.ones(n))).to(torch.float64)
    found = hessian(average, equal)[0, 0, 1, 1]
    return ExactValue(value=float(found), error_bound=1e-14)


@computed(
    title="Change of what C sends to B when A is replaced",
    points=({"attention": attention} for attention in ("none", "linear", "softmax")),
)
def message_gap(attention: str) -> ExactValue:
    """What B takes from C before and after A is replaced: the output less that without C's value."""
    generator = keyed_generator("message_gap", attention)
    (block,) = sample_blocks(1, _WIDTH, generator)
    x, other = normal(generator, 3, _WIDTH), normal(generator, _WIDTH)
    changed = torch.cat((other[None], x[1:]))
    before, after = (_sent(block, given, attention) for given in (x, changed))
    gap = float((after - before).abs().max() / before.abs().max())
    return ExactValue(value=gap, error_bound=_SMALL)


def _sent(block: Block, x: Float[Tensor, "3 d"], attention: str) -> Float[Tensor, " k"]:
    """A, B and C are places 0, 1 and 2: C's value, or what of it arrives at B."""
    keys, values = keys_and_values(block, x)
    if attention == "none":
        return values[:, 2].flatten()
    alone = torch.zeros_like(values)
    alone[:, 2] = values[:, 2]
    return attend(block, x, (keys, alone), visible(3, "full"), attention)[1]


@computed(
    title="Factors, other tokens and attention weights in one term",
    points=({"of": of, "L": L} for of in ("factors", "tokens", "weights") for L in (1, 2, 3)),
)
def combination_order(of: str, L: int) -> ExactValue:
    """How many there are in one term of the output after L layers."""
    found = {"factors": _factors, "tokens": _tokens, "weights": _weights}[of](L)
    return ExactValue(value=float(found), error_bound=1e-6 if of == "factors" else 0.0)


def _factors(L: int) -> float:
    """The degree by which linear attention without residual sum grows: output of 2x over that of x."""
    generator = keyed_generator("combination_order", str(L))
    blocks, x = sample_blocks(L, _WIDTH, generator), normal(generator, _PLACES, _WIDTH)
    parts = Parts(attention="linear", residual=False, mlp=False, norm=False)
    seen = visible(_PLACES, "full")
    one, two = (run_stack(blocks, scale * x, seen, parts).abs().max() for scale in (1.0, 2.0))
    return float(torch.log2(two / one))


def _tokens(L: int) -> int:
    """The most other tokens of which one term of the output has every one, in arithmetic modulo a prime.

    The sum over all subsets S of the others, with signs, of the output with the tokens outside S set to
    zero keeps the terms that have all of them.
    """
    size = 1
    while _has_joint_term(L, size):
        size += 1
    return size - 1


def _has_joint_term(L: int, size: int) -> bool:
    random = np.random.Generator(np.random.PCG64(L))
    forms = random.integers(1, _PRIME, size=(L, 2, 2, 2))
    tokens = random.integers(1, _PRIME, size=(size + 1, 2))
    subsets = np.arange(2**size)
    present = np.concatenate(
        (np.ones((subsets.size, 1), dtype=np.int64), subsets[:, None] >> np.arange(size) & 1), axis=1
    )
    x = present[:, :, None] * tokens
    for score, value in forms:
        x = _linear_attention(x, score, value)
    signs = 1 - 2 * ((size - present[:, 1:].sum(axis=1)) % 2)
    return bool(np.any((signs[:, None] * x[:, 0]).sum(axis=0) % _PRIME))


def _linear_attention(
    x: NDArray[np.int64], score: NDArray[np.int64], value: NDArray[np.int64]
) -> NDArray[np.int64]:
    """sum_j (x_i . A x_j) V x_j modulo the prime; entries stay below 2^31, products below 2^62."""
    keys, values = _times(x, score), _times(x, value)
    # sum_j (A x_j)_a (V x_j)_b does not depend on the query.
    state = (keys[..., :, None] * values[..., None, :] % _PRIME).sum(axis=1) % _PRIME
    read: NDArray[np.int64] = (x[..., :, None] * state[:, None] % _PRIME).sum(axis=-2) % _PRIME
    return read


def _times(x: NDArray[np.int64], matrix: NDArray[np.int64]) -> NDArray[np.int64]:
    found: NDArray[np.int64] = (x[..., None, :] * matrix % _PRIME).sum(axis=-1) % _PRIME
    return found


def _weights(L: int) -> int:
    """The degree in t of a stack with residual sums whose fixed attention weights are t times their own.

    The finite difference of order r over integers t vanishes for every r above the degree; the arithmetic is
    in integers.
    """
    random = np.random.Generator(np.random.PCG64(L))
    layers = [random.integers(1, 4, size=(3, 3)).astype(object) for _ in range(L)]
    identity = np.eye(3, dtype=int).astype(object)
    values = []
    for t in range(L + 3):
        product = identity
        for weights in layers:
            product = (identity + t * weights).dot(product)
        values.append(product[0, 0])
    order = 0
    while len(values) > 1:
        values = [after - before for before, after in pairwise(values)]
        order += 1
        if not any(values):
            break
    return order - 1


def _count(row: Bool[Tensor, " T"]) -> ExactValue:
    return ExactValue(value=float(row.sum()), error_bound=0.0)
