"""The loss around the marginal point: worked by hand, by differences, and where the layer is another one."""

import pytest
import torch
from theorycheck.numerics.markov_chains import curvature
from theorycheck.numerics.markov_chains.chain import Chain, entropy_rate, marginal_entropy
from theorycheck.numerics.markov_chains.layer import Layer, context_loss

CHAIN = Chain(p=0.9, q=0.7)
POINT = {"p": 0.9, "q": 0.7, "weights": "tied", "N": 2, "v": 0.0, "tau": 0.0}


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("chain", [CHAIN, Chain(p=0.2, q=0.1)])
def test_the_bigram_point_reaches_the_entropy_rate(tied, chain):
    layer = Layer(tied=tied, N=3, d=2, hidden=2)
    found = curvature.bigram_point(layer, chain)
    assert float(context_loss(layer, found, chain)) == pytest.approx(entropy_rate(chain), abs=1e-14)
    other = float(context_loss(layer, curvature.bigram_point(layer, Chain(p=0.5, q=0.3)), chain))
    assert other > entropy_rate(chain) + 1e-3


@pytest.mark.parametrize(("v", "tau"), [(0.0, 0.0), (3.0, 0.0), (0.0, 2.0)])
def test_second_derivatives_are_second_differences(v, tau):
    point = {**POINT, "v": v, "tau": tau}
    layer, theta = curvature.layer_of(point), curvature.point_of(point)
    generator = torch.Generator().manual_seed(0)
    # Small, as a feed-forward part has kinks a half away.
    move = 1e-3 * torch.randn(layer.size, generator=generator, dtype=torch.float64)
    losses = context_loss(layer, torch.stack((theta - move, theta, theta + move)), CHAIN)
    difference = float(losses[0] - 2 * losses[1] + losses[2])
    H = curvature.hessian_of(point)
    assert difference == pytest.approx(float(move @ H @ move), rel=1e-3)
    assert difference != pytest.approx(float(move @ move) / 4, rel=1e-3)


def test_eigenvalues_are_counted_from_both_ends():
    found = {j: curvature.marginal_eigenvalue.evaluate({**POINT, "j": j}).value for j in (1, 2, 3, 4, -1)}
    assert found[1] == pytest.approx(found[2])
    assert found[2] > found[3] > 0.2
    assert max(abs(found[4]), abs(found[-1])) < 1e-12
    below = {**POINT, "p": 0.1, "q": 0.2}
    assert curvature.marginal_eigenvalue.evaluate({**below, "j": -1}).value < -0.1
    counts = [
        curvature.marginal_inertia.evaluate({**below, "sign": sign}).value
        for sign in ("negative", "zero", "positive")
    ]
    assert counts == [2, curvature.layer_of(below).size - 3, 1]


def test_values_at_the_point_and_off_it(monkeypatch):
    assert curvature.marginal_value.evaluate({**POINT, "what": "loss"}).value == pytest.approx(
        marginal_entropy(CHAIN)
    )
    assert curvature.marginal_value.evaluate({**POINT, "what": "gradient"}).value < 1e-15
    for end in ("largest", "least"):
        found = curvature.marginal_value.evaluate({**POINT, "what": f"{end} prediction"}).value
        assert found == pytest.approx(9 / 16)
    monkeypatch.setattr(
        curvature, "point_of", lambda at: curvature.bigram_point(curvature.layer_of(at), CHAIN) + 0.1
    )
    assert curvature.marginal_value.evaluate({**POINT, "what": "gradient"}).value > 1e-3
    assert curvature.marginal_value.evaluate({**POINT, "what": "largest prediction"}).value > 0.6
