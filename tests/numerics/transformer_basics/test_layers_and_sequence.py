"""Layers and sequences: cases worked by hand, another route, and what is known to fail."""

from dataclasses import replace

import numpy as np
import torch
from theorycheck.numerics.transformer_basics import layers, sequence, stack


def drawn(T=5, L=2, d=4):
    """Blocks and tokens."""
    generator = torch.Generator().manual_seed(1)
    return stack.sample_blocks(L, d, generator), stack.normal(generator, T, d)


def test_attention_over_one_place_returns_its_value():
    (block,), x = drawn(T=1, L=1)
    found = stack.attend(block, x, stack.keys_and_values(block, x), stack.visible(1, "full"))
    by_hand = sum(x @ block.W_V[head] @ block.W_O[head] for head in range(2))
    torch.testing.assert_close(found, by_hand)


def test_attention_is_the_weighted_mean_worked_out_place_by_place():
    (block,), x = drawn(T=3, L=1)
    found = stack.attend(block, x, stack.keys_and_values(block, x), stack.visible(3, "causal"))
    total = torch.zeros(4, dtype=torch.float64)
    for head in range(2):
        q, k, v = (x @ W[head] for W in (block.W_Q, block.W_K, block.W_V))
        mass = [torch.exp(q[1] @ k[j] / 2) for j in range(2)]
        total += (mass[0] * v[0] + mass[1] * v[1]) / (mass[0] + mass[1]) @ block.W_O[head]
    torch.testing.assert_close(found[1], total)


def test_a_window_shows_what_it_says():
    assert stack.visible(3, "causal", 1).int().tolist() == [[1, 0, 0], [1, 1, 0], [0, 1, 1]]
    assert stack.visible(3, "causal").sum() == 6
    assert stack.visible(3, "full").sum() == 9


def test_dependence_by_jacobian_is_dependence_by_replacement():
    blocks, x = drawn(T=6)
    seen = stack.visible(6, "causal", 1)
    found = layers.dependence(blocks, x, seen)
    for j in range(6):
        other = x.clone()
        # A shift of all coordinates alike would not get through the normalisation.
        other[j] = x[j].flip(0)
        there, here = (stack.run_stack(blocks, given, seen) for given in (other, x))
        assert torch.equal((there - here).abs().amax(-1) > 1e-12, found[:, j])


def test_the_graph_is_not_that_of_another_depth():
    blocks, x = drawn(T=6, L=1)
    seen = stack.visible(6, "causal", 1)
    two_steps = torch.linalg.matrix_power(seen.double(), 2) > 0
    assert not torch.equal(layers.dependence(blocks, x, seen), two_steps)


def test_modular_attention_is_that_of_integers():
    x, score, value = np.array([[[1, 2], [3, 4]]]), np.array([[1, 0], [2, 1]]), np.array([[0, 1], [1, 1]])
    read = [sum((a @ (score @ b)) * (value @ b) for b in x[0]) for a in x[0]]
    found = layers._linear_attention(x, score, value)[0]
    assert np.array_equal(found, read)
    assert not np.array_equal(found, [sum((a @ b) * (value @ b) for b in x[0]) for a in x[0]])


def test_what_c_sends_moves_with_a_under_softmax_alone():
    moved = {
        a: layers.message_gap.evaluate({"attention": a}).value > 1e-6 for a in ("none", "linear", "softmax")
    }
    assert moved == {"none": False, "linear": False, "softmax": True}


def test_without_a_mask_the_cache_is_stale_and_with_it_exact():
    for point in sequence.cache_gap.points:
        found = sequence.cache_gap.evaluate(point)
        exact = point["mask"] == "causal" or (point["of"] == "last" and point["L"] == 1)
        assert (found.value <= found.error_bound) == exact


def test_a_position_encoding_breaks_what_permutations_keep():
    blocks, x = drawn(T=5)
    seen, order = stack.visible(5, "full"), torch.tensor([1, 2, 0, 4, 3])
    marks = torch.arange(5, dtype=torch.float64)[:, None]

    def gap(places):
        there = stack.run_stack(blocks, x[order] + places, seen)
        return float((there - stack.run_stack(blocks, x + places, seen)[order]).abs().max())

    assert gap(0 * marks) < 1e-12
    assert gap(marks * x[0]) > 1e-3


def test_equal_tokens_are_not_told_apart_by_a_mask():
    (block,), x = drawn(T=3, L=1)
    same = x[:1].expand(3, -1)
    out = stack.run_block(block, same, stack.visible(3, "causal"))
    torch.testing.assert_close(out[0], out[2])


def test_only_what_reads_other_places_has_blocks_off_the_diagonal():
    for part, alone in (("mlp", True), ("normalised mlp", True), ("attention", False), ("block", False)):
        assert (sequence.position_gap.evaluate({"part": part}).value == 0) == alone


def test_a_block_without_its_parts_is_the_identity():
    (block,), x = drawn(L=1)
    silent = replace(block, W_O=0 * block.W_O, W_2=0 * block.W_2)
    assert torch.equal(stack.run_block(silent, x, stack.visible(5, "full")), x)
