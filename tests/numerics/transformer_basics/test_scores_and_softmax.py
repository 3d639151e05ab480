"""Scores, weights and heads: worked by hand, and the same by another route."""

from math import erf, exp, log, pi, sqrt

import pytest
import torch
from theorycheck.numerics.transformer_basics import heads, saturation, scores, terms

from ..samples import drawn, z_between, z_score

MAX_Z = 4


def test_moments_of_two_signs_by_hand():
    assert scores.sum_moments([1.0, 0.0, 1.0, 0.0, 1.0], 2) == [1, 0, 2, 0, 8]
    assert scores.coordinate_moments("normal", 4) == pytest.approx([1, 0, 1, 0, 3])
    assert scores.coordinate_moments("uniform", 4) == pytest.approx([1, 0, 1, 0, 9 / 5])
    assert scores.coordinate_moments("sparse", 4) == pytest.approx([1, 0, 1, 0, 8])
    with pytest.raises(ValueError, match="'cauchy'"):
        scores.coordinate_moments("cauchy", 2)


@pytest.mark.parametrize("law", ["normal", "signs"])
def test_simulated_scores_meet_the_convolved_moments_and_not_those_of_another_law(law):
    sample = drawn(terms.score_sample, 20000, law=law, d_k=8)[:, 0]
    moments, other = (scores.score_moments(x, 8) for x in (law, {"normal": "signs", "signs": "normal"}[law]))
    assert abs(z_score(sample[:, 1], moments[2])) < MAX_Z
    assert abs(z_score(sample[:, 2], moments[4] / 64)) < MAX_Z
    assert abs(z_score(sample[:, 2], other[4] / 64)) > MAX_Z


def test_the_distance_of_two_signs_from_a_normal_by_hand():
    # Jumps at -sqrt 2, 0 and sqrt 2 to 1/4, 3/4, 1: the gap is largest beside the middle one.
    assert scores.normal_distance.evaluate({"law": "signs", "d_k": 2}).value == pytest.approx(0.25)
    at_middle = scores.normal_distance.evaluate({"law": "signs", "d_k": 3}).value
    assert at_middle == pytest.approx(0.5 * (1 + erf(1 / sqrt(6))) - 0.5)


def test_the_mixture_distance_is_the_first_correction_of_a_normal():
    # 6/d over 24 times the largest |x^3 - 3x| phi(x), which is .5506 where x^2 = 3 - sqrt 6.
    x = sqrt(3 - sqrt(6))
    leading = 6 / 24 * abs(x**3 - 3 * x) * exp(-(x**2) / 2) / sqrt(2 * pi)
    found = scores.normal_distance.evaluate({"law": "normal", "d_k": 4096})
    assert 4096 * found.value == pytest.approx(leading, rel=1e-3)


@pytest.mark.parametrize("d_k", [8, 128])
def test_two_keys_simulated_meet_the_quadrature(d_k):
    sample = drawn(saturation.softmax_row, 20000, n=2, d_k=d_k)
    columns = {
        "shortfall": "shortfall",
        "jacobian": "jacobian",
        "query": "query",
        "above": "above_nine_tenths",
    }
    for row, scale in enumerate(("unscaled", "root")):
        for statistic, output in columns.items():
            values = sample[:, row, saturation.softmax_row.outputs.index(output)]
            exact, wrong = (
                saturation.two_keys.evaluate({"scale": other, "statistic": statistic, "d_k": d_k}).value
                for other in (scale, ("root", "unscaled")[row])
            )
            assert abs(z_score(values, exact)) < MAX_Z, (scale, statistic)
            assert abs(z_score(values, wrong)) > MAX_Z, (scale, statistic)


@pytest.mark.parametrize("scale", ["unscaled", "root"])
def test_medians_split_simulated_rows_in_halves(scale):
    sample = drawn(saturation.softmax_row, 20000, n=2, d_k=32)[:, ("unscaled", "root").index(scale)]
    for name in ("shortfall", "jacobian", "query"):
        depth = saturation.two_keys.evaluate({"scale": scale, "statistic": f"{name} depth", "d_k": 32}).value
        values = sample[:, saturation.softmax_row.outputs.index(name)]
        assert abs(z_score((values > exp(-depth)).double(), 0.5)) < MAX_Z, name
        assert abs(z_score((values > exp(-depth) / 2).double(), 0.5)) > MAX_Z, name


def test_the_collapsed_row_has_the_law_of_the_plain_one():
    plain = drawn(saturation.softmax_row, 8000, n=8, d_k=512)[:, :, :9]
    other = drawn(saturation.softmax_row_collapsed, 8000, seed=1, n=8, d_k=512)
    assert float(z_between(plain, other).abs().max()) < MAX_Z
    # Unscaled and scaled rows are told from each other by the same measure.
    assert float(z_between(plain[:, 0], other[:, 1]).abs().max()) > MAX_Z


def test_row_statistics_of_a_row_by_hand():
    found = dict(
        zip(
            saturation.softmax_row_collapsed.outputs,
            saturation._row_statistics(torch.tensor([[log(3)], [0.0]], dtype=torch.float64))[0].tolist(),
            strict=True,
        )
    )
    assert found["shortfall"] == pytest.approx(0.25)
    assert found["jacobian"] == pytest.approx(2 * 0.75 * 0.25)
    assert found["squares"] == pytest.approx(0.625)
    assert (found["above_half"], found["above_nine_tenths"], found["others_small"]) == (1, 0, 0)


@pytest.mark.parametrize("scale", [1.0, 8.0])
def test_row_statistics_are_those_of_the_weights(scale):
    s = scale * torch.randn(6, 50, generator=torch.Generator().manual_seed(3), dtype=torch.float64)
    alpha = torch.softmax(s.mT, dim=-1)
    jacobian = alpha.diag_embed() - alpha.unsqueeze(-1) * alpha.unsqueeze(-2)
    found = dict(zip(saturation.softmax_row.outputs, saturation._row_statistics(s).unbind(-1), strict=False))
    torch.testing.assert_close(found["largest"], alpha.amax(-1))
    torch.testing.assert_close(found["squares"], alpha.square().sum(-1))
    torch.testing.assert_close(found["jacobian"], torch.linalg.matrix_norm(jacobian), rtol=1e-6, atol=1e-9)
    torch.testing.assert_close(found["shortfall"], 1 - alpha.amax(-1), rtol=1e-6, atol=1e-15)
    second = alpha.topk(2, dim=-1).values[:, 1]
    assert found["others_small"].tolist() == (second < 0.01).double().tolist()
    assert not torch.allclose(found["jacobian"], torch.linalg.vector_norm(alpha, dim=-1))


def test_the_derivative_by_the_query_is_that_of_automatic_differentiation():
    generator = torch.Generator().manual_seed(0)
    q = torch.randn(8, generator=generator, dtype=torch.float64, requires_grad=True)
    k = torch.randn(2, 8, generator=generator, dtype=torch.float64)
    alpha = torch.softmax(k @ q, dim=-1)
    slopes = torch.stack([torch.autograd.grad(a, q, retain_graph=True)[0] for a in alpha])
    by_hand = sqrt(2) * float(alpha.detach().prod()) * float(torch.linalg.vector_norm(k[0] - k[1]))
    assert float(torch.linalg.matrix_norm(slopes)) == pytest.approx(by_hand)
    assert saturation.jacobian_gap.evaluate({"n": 8}).value < 1e-12


def test_a_scale_or_statistic_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="'cube'"):
        saturation.two_keys.evaluate({"scale": "cube", "statistic": "shortfall", "d_k": 8})
    with pytest.raises(ValueError, match="'mode'"):
        saturation.two_keys.evaluate({"scale": "root", "statistic": "mode", "d_k": 8})


def test_averages_of_equal_weights_shrink_and_softmax_rows_are_convex():
    sample = drawn(terms.averaging, 2000, weights="uniform", n=8)[:, 0]
    assert abs(z_score(sample[:, 0], 1 / 8)) < MAX_Z
    assert abs(z_score(sample[:, 0], 1 / 7)) > MAX_Z
    longer = drawn(terms.convex_ratio, 500, n=8)[:, 0]
    assert float(longer[:, 0].sum()) == 0 < float(longer[:, 1].sum())


def test_rank_by_elimination_of_matrices_known():
    assert heads.exact_rank([[1, 2], [2, 4]]) == 1
    assert heads.exact_rank([[0, 1], [2, 4]]) == 2
    assert heads.exact_rank([[0, 0], [0, 0]]) == 0
    assert heads.score_rank.evaluate({"n": 12, "d_k": 4}).value == 4


def test_the_layer_is_that_of_torch():
    D, H = 6, 3
    generator = torch.Generator().manual_seed(0)
    parameters = torch.randn(4, D, D, generator=generator, dtype=torch.float64)
    x = torch.randn(5, D, generator=generator, dtype=torch.float64)
    layer = torch.nn.MultiheadAttention(D, H, bias=False, batch_first=True, dtype=torch.float64)
    layer.in_proj_weight.data = torch.cat([w.T for w in parameters[:3]])
    layer.out_proj.weight.data = parameters[3].T.contiguous()
    expected = layer(x, x, x, need_weights=False)[0]
    assert torch.allclose(heads.layer(parameters, x, H), expected, atol=1e-12)
    assert not torch.allclose(heads.layer(parameters, x, 2), expected, atol=1e-3)


def test_one_head_hides_what_is_known_only_as_a_product():
    assert heads.generic_parameters.evaluate({"D": 2, "H": 1}).value == 8
    assert heads.generic_parameters.evaluate({"D": 2, "H": 2}).value == 12
    gaps = [
        heads.split_head_gap.evaluate({"attention": a, "D": 2}).value for a in ("softmax", "linear", "scores")
    ]
    assert gaps[2] < 1e-12 < min(gaps[:2])
    assert heads.layer_parameters.evaluate({"D": 64, "H": 4, "bias": "no"}).value == 4 * 64**2
    assert heads.head_width.evaluate({"D": 768, "H": 12}).value == 64


def test_the_mean_shortfall_is_the_near_tie_law_far_out():
    found = saturation.two_keys.evaluate({"scale": "unscaled", "statistic": "shortfall", "d_k": 2**20})
    assert found.value * 2**10 == pytest.approx(log(2) / sqrt(pi), rel=1e-4)
