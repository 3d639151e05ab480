"""Own scores against competitors: the verdict on every row is that of float64, and the kernel is its twin."""

import pytest
import torch
from theorycheck.numerics import competitors
from theorycheck.numerics.competitors import plain, rounding_bound, wrong_and_tied

KERNEL = """
import torch
from theorycheck.numerics.kernels.competitors import own_and_competitor
from theorycheck.numerics.competitors import plain
generator = torch.Generator().manual_seed(0)
for rows, classes, d in ((1, 2, 1), (70, 65, 33), (64, 3, 64), (130, 300, 40)):
    x, keys = (torch.randn(size, d, generator=generator) for size in (rows, classes))
    answers = torch.randint(classes, (rows,), generator=generator)
    whole = own_and_competitor(x, keys, answers, precision="ieee", shares=1)
    for found, expected in zip(whole, plain(x, keys, answers)):
        torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-5)
    for found, expected in zip(own_and_competitor(x, keys, answers, precision="ieee", shares=3), whole):
        assert torch.equal(found, expected)
    own, _ = own_and_competitor(x, keys, (answers + 1) % classes, precision="ieee")
    assert not torch.allclose(own, plain(x, keys, answers)[0], rtol=1e-5, atol=1e-5)
"""


def scene(rows=400, classes=30, d=64, seed=0):
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(rows, d, generator=generator)
    keys = torch.randn(classes, d, generator=generator)
    return x, keys, torch.randint(classes, (rows,), generator=generator)


def near_ties(seed=0):
    """Rows whose own key has a competitor a few roundings away, above or below."""
    x, keys, answers = scene(seed=seed)
    keys[1::2] = keys[::2] * (1 + 3e-8 * torch.randn(15, 1, generator=torch.Generator().manual_seed(seed)))
    return x, keys, answers


def decides_as_float64(x, keys, answers):
    """Whether every row is wrong or tied where it is in double precision."""
    wrong, tied = wrong_and_tied(x, keys, answers)
    own, competitor = plain(x.double(), keys.double(), answers)
    return torch.equal(wrong, own <= competitor) and torch.equal(tied, own == competitor)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float64])
@pytest.mark.parametrize("make", [scene, near_ties])
def test_every_row_is_decided_as_in_float64(dtype, make):
    x, keys, answers = make()
    assert decides_as_float64(x.to(dtype), keys.to(dtype), answers)


def test_without_the_second_look_near_ties_are_misjudged(monkeypatch):
    monkeypatch.setattr(competitors, "rounding_bound", lambda x, keys: torch.full((len(x),), -1.0))
    assert not decides_as_float64(*near_ties())


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_no_score_errs_by_more_than_the_bound_and_some_by_more_than_a_thousandth(dtype):
    x, keys, _ = scene(rows=200, d=512)
    low = (x.to(dtype) @ keys.to(dtype).T).double()
    error = (low - x.double() @ keys.double().T).abs().amax(dim=1)
    bound = rounding_bound(x.to(dtype), keys.to(dtype))
    assert (error <= bound + low.abs().amax(dim=1) * 2.0**-8).all()
    if dtype is torch.float32:
        assert (error <= bound).all()
        assert (error > bound / 100_000).any()


def test_lengths_are_bounded_and_by_little():
    x, _, _ = scene(rows=300, d=4096)
    x[0] *= 1e-25
    lengths = x.double().norm(dim=1)
    bounds = competitors._length_bound(x)
    assert (bounds >= lengths).all()
    assert (bounds[1:] <= lengths[1:] * 1.001).all()


def test_scores_too_small_for_float32_are_looked_at_again():
    x, keys = torch.full((1, 2), 1e-30), torch.tensor([[1e-20, 0.0], [0.0, 2e-20]])
    assert plain(x, keys, torch.tensor([0]))[0] == 0
    wrong, tied = wrong_and_tied(x, keys, torch.tensor([0]))
    assert wrong.item()
    assert not tied.item()
    wrong, _ = wrong_and_tied(x, keys, torch.tensor([1]))
    assert not wrong.item()


def test_few_rows_of_random_codes_need_the_second_look():
    x, keys, answers = scene(rows=4000)
    own, competitor = plain(x, keys, answers)
    assert ((own - competitor).abs() <= 2 * rounding_bound(x, keys)).float().mean() < 0.02


@pytest.mark.slow
def test_the_kernel_is_its_twin_under_the_interpreter(interpreted):
    interpreted(KERNEL)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
def test_a_gpu_decides_every_row_as_float64_does():
    assert decides_as_float64(*(part.cuda() for part in near_ties()))
