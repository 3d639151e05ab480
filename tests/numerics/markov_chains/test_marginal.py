"""Hand-made weights and the marginal point: moved a little, each loses what it is there for."""

import pytest
import torch
from theorycheck.numerics.markov_chains import marginal, representation
from theorycheck.numerics.markov_chains.chain import Chain, marginal_entropy
from theorycheck.numerics.markov_chains.layer import Layer, population_loss

ABOVE = {"p": 0.8, "q": 0.7}


@pytest.mark.parametrize(
    ("weights", "vanishing"), [("tied", "e"), ("tied", "nothing"), ("untied", "a and e")]
)
def test_marginal_points_predict_the_marginal_at_rest(weights, vanishing):
    at = {"weights": weights, "vanishing": vanishing, **ABOVE}
    for evaluate in (
        marginal.prediction_gap.evaluate,
        marginal.marginal_loss_gap.evaluate,
        marginal.marginal_gradient.evaluate,
    ):
        assert abs(evaluate(at).value) < 1e-12


@pytest.mark.parametrize("vanishing", ["a", "e alone"])
def test_one_of_two_untied_vectors_is_not_enough(vanishing):
    assert (
        marginal.marginal_gradient.evaluate({"weights": "untied", "vanishing": vanishing, **ABOVE}).value
        > 0.1
    )


def test_the_point_with_a_long_embedding_rests_on_its_attention():
    layer, chain = Layer(tied=True, N=marginal.N), Chain(**ABOVE)
    theta = marginal.cancelled_point(layer, chain)
    slope = torch.func.grad(population_loss, argnums=1)
    assert float(slope(layer, theta, chain).abs().max()) < 1e-14
    moved = theta - 0.1 * layer.mask("W_O") * theta
    assert float(slope(layer, moved, chain).abs().max()) > 1e-3
    assert float(population_loss(layer, moved, chain)) == pytest.approx(marginal_entropy(chain), abs=1e-14)


@pytest.mark.parametrize("tied", [True, False])
def test_hand_made_weights_reach_the_rate_and_moved_ones_do_not(tied):
    layer, chain = Layer(tied=tied, N=representation.N), Chain(**ABOVE)
    theta = representation.feed_forward_weights(layer, chain)
    for weights, least, most in ((theta, -1e-12, 1e-12), (theta + 0.1 * layer.mask("W_2"), 1e-4, 1.0)):
        loss = float(population_loss(layer, weights, chain))
        assert least <= representation.normalised_excess(chain, loss) <= most


def test_attention_alone_comes_near_with_its_score():
    near, far = (representation.attention_excess.evaluate({"n": n, **ABOVE}).value for n in (4096, 2))
    assert 0 < near < 1e-5
    assert far > 0.1


def test_no_attention_and_no_feed_forward_part_is_the_marginal_above_one():
    assert representation.best_plain_excess.evaluate(ABOVE).value == pytest.approx(1, abs=1e-8)
    assert representation.best_plain_excess.evaluate({"p": 0.2, "q": 0.3}).value == pytest.approx(0, abs=1e-8)
