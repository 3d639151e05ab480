"""Attention alone: the doubling construction, searches by plain sets, and four layers that square."""

from itertools import product

import numpy as np
import pytest
import torch
from theorycheck.numerics.markov_chains.attention_only import (
    doubling_layers,
    four_layers,
    independent_patterns,
    least_matching_rank,
    many_heads,
    search_order,
)
from theorycheck.numerics.markov_chains.induction_head import all_sequences, errors, returning_sequences
from torch import nn


def largest(model, x, k, symbols):
    return float(errors(model, x, k, symbols).max())


def is_attention_alone(model):
    """Whether no layer has a norm or a feed-forward part."""
    return all(isinstance(part, nn.Identity) for layer in model.layers for part in (layer.norm, layer.mlp))


@pytest.mark.parametrize(("k", "layers"), [(1, 2), (2, 3), (3, 3), (4, 4)])
def test_doubling_has_one_layer_more_than_the_logarithm(k, layers):
    model = doubling_layers(k, 2, 40.0)
    assert len(model.layers) == layers
    assert is_attention_alone(model)
    assert largest(model, all_sequences(2 * k + 1, 2), k, 2) < 1e-12


def test_doubling_for_one_order_fails_for_the_next():
    assert largest(doubling_layers(3, 2, 40.0), returning_sequences(4, 2), 4, 2) < 1
    assert largest(doubling_layers(3, 2, 40.0), all_sequences(9, 2), 4, 2) > 0.4


@pytest.mark.parametrize(("k", "symbols"), [(1, 2), (2, 2), (3, 2), (2, 3)])
def test_as_many_heads_as_symbols_of_context_match_it_and_one_fewer_do_not(k, symbols):
    model = many_heads(k, symbols, 40.0)
    assert len(model.layers[0].head.heads) == k
    assert is_attention_alone(model)
    x = all_sequences(2 * k + 1, symbols)
    assert largest(model, x, k, symbols) < 1e-12
    if k > 1:
        assert largest(many_heads(k, symbols, 40.0, heads=k - 1), x, k, symbols) > 0.3


def test_without_the_mark_early_positions_pass_for_matches():
    model = many_heads(2, 2, 40.0)
    with torch.no_grad():
        model.layers[1].head.query[-1] = 0.0
    assert largest(model, all_sequences(5, 2), 2, 2) > 0.1


def test_a_chain_of_hops_hides_the_first_positions():
    model = doubling_layers(3, 2, 40.0)
    with torch.no_grad():
        model.layers[-1].head.query[-1] = 0
    assert largest(model, all_sequences(7, 2), 3, 2) > 0.4


@pytest.mark.parametrize(("layers", "heads"), [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2)])
def test_the_search_by_sets(layers, heads):
    bound = (1 + heads) ** layers
    best = 0
    for choice in product(product(range(1, bound + 1), repeat=heads), repeat=layers):
        reached = {0}
        for distances in choice:
            reached |= {back + distance for back in reached for distance in distances}
        best = max(best, next(k for k in range(bound + 1) if k not in reached) - 1)
    assert search_order(layers, heads) == best == bound - 1


def test_no_layer_reaches_nothing_and_random_patterns_double():
    assert search_order(0) == 0
    assert [independent_patterns(layers) for layers in range(6)] == [1, 2, 4, 8, 16, 32]


def test_a_score_of_lower_rank_misses_a_context():
    assert least_matching_rank(2, 1) == 2
    contexts = np.array(list(product((1, -1), repeat=2)))
    for row in contexts:
        score = np.outer(row, row)
        best = [contexts[np.argmax(contexts @ (score.T @ a))].tolist() for a in contexts]
        assert best != contexts.tolist()


@pytest.mark.parametrize("k", [1, 3, 5])
def test_four_layers_match_at_any_order(k):
    model = four_layers(k, 2, 40.0 * (2**k - 1) ** 2)
    assert len(model.layers) == 4
    assert is_attention_alone(model)
    assert largest(model, returning_sequences(k, 2), k, 2) < 1e-8


def test_without_the_square_four_layers_miss():
    model = four_layers(3, 2, 40.0 * 49)
    with torch.no_grad():
        model.layers[2].head.query[:2] = 0
    assert largest(model, all_sequences(7, 2), 3, 2) > 0.9


def test_a_large_epsilon_spoils_the_square():
    assert largest(four_layers(3, 2, 40.0 * 49, epsilon=20.0), all_sequences(7, 2), 3, 2) > 0.4
