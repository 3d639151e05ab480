"""Diagnostics of a head: worked by hand, against their nulls, and on the module of the documentation."""

import contextlib
import io
import re
from itertools import pairwise
from pathlib import Path

import pytest
import torch
from theorycheck.numerics.attention_dynamics import diagnostics
from theorycheck.numerics.attention_dynamics.model import weights

DOCS = Path(__file__).parents[3] / "docs" / "attention_diagnostics.md"
MAX_Z = 4


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


def worked_example():
    """What the code of the page prints, and the names it leaves."""
    names, out = {}, io.StringIO()
    with contextlib.redirect_stdout(out):
        for block in re.findall(r"^```python\n(.*?)^```$", DOCS.read_text(), flags=re.MULTILINE | re.DOTALL):
            exec(block, names)
    return out.getvalue(), names


def test_the_page_prints_what_it_promises():
    printed, _ = worked_example()
    (promised,) = re.findall(r"^```text\n(.*?)^```$", DOCS.read_text(), flags=re.MULTILINE | re.DOTALL)
    assert printed == promised


def test_the_sign_of_the_advantage_tells_where_a_free_score_moves_in_a_module_of_the_user():
    _, names = worked_example()
    head, seen, y = names["head"], names["seen"], names["y"]
    s = torch.log(seen["alpha"].detach()).requires_grad_()
    logits = head.out(torch.softmax(s, -1) @ seen["v"].detach())
    loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), y.flatten(), reduction="sum")
    (slope,) = torch.autograd.grad(loss, s)
    alpha, wanted = seen["alpha"].detach(), names["wanted"]
    # Both are sums of products of float32 numbers of order one.
    torch.testing.assert_close(-slope, alpha * wanted, rtol=1e-4, atol=1e-6)
    assert not torch.allclose(-slope, -alpha * wanted, atol=1e-3)


def test_the_advantage_averages_to_zero_under_the_weights_and_not_under_others():
    alpha = weights(torch.randn(4, 6, 6, generator=generator(), dtype=torch.float64), causal=True)
    b = torch.randn(4, 6, 6, generator=generator(1), dtype=torch.float64)
    wanted = diagnostics.advantage(alpha, b)
    assert float((alpha * wanted).sum(-1).abs().max()) < 1e-14
    assert float(wanted.mean(-1).abs().max()) > 0.1


@pytest.mark.parametrize("causal", [False, True])
def test_uniform_weights_have_relative_usage_one(causal):
    alpha = weights(torch.zeros(7, 7, dtype=torch.float64), causal=causal)
    ones = torch.ones(7, dtype=torch.float64)
    torch.testing.assert_close(diagnostics.relative_usage(alpha, causal=causal), ones)
    other = diagnostics.relative_usage(alpha, causal=not causal)
    assert not torch.allclose(other, ones, atol=0.1)


def test_usage_falls_with_the_position_under_a_causal_mask_and_averages_to_one():
    usage = diagnostics.column_usage(weights(torch.zeros(9, 9, dtype=torch.float64), causal=True))
    assert all(one > other for one, other in pairwise(usage.tolist()))
    assert float(usage.mean()) == pytest.approx(1)


def test_random_keys_have_z_scores_of_a_standard_normal_spread():
    found = [
        diagnostics.key_orthogonality(torch.randn(12, 8, generator=generator(seed))) for seed in range(200)
    ]
    for scores in ([f.z_score for f in found], [f.signed_z_score for f in found]):
        z = torch.tensor(scores)
        assert abs(float(z.mean())) * len(z) ** 0.5 < MAX_Z
        assert abs(float(z.var()) - 1) < MAX_Z * (2 / len(z)) ** 0.5 * 1.5
    shifted = torch.randn(12, 8, generator=generator()) + 1
    assert diagnostics.key_orthogonality(shifted).z_score > MAX_Z


def test_a_plane_is_beyond_the_null_and_a_ball_is_not():
    plane = torch.randn(30, 2, generator=generator()) @ torch.randn(2, 6, generator=generator(1))
    ball = torch.randn(30, 6, generator=generator(2))
    assert diagnostics.value_spread(plane, generator(3), components=2).beyond_null
    assert not diagnostics.value_spread(ball, generator(3), components=2).beyond_null


def test_too_few_vectors_are_told_so():
    with pytest.raises(ValueError, match="at least two keys"):
        diagnostics.key_orthogonality(torch.ones(1, 3))
    with pytest.raises(ValueError, match="at least three points"):
        diagnostics.value_spread(torch.ones(2, 3), generator())
