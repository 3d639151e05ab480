"""Keys drawn where they are used: the kernel is its twin, and the twin has the law of stored keys."""

import pytest
import torch
from theorycheck.numerics.conditioning.failure import noise_survival
from theorycheck.numerics.generated_keys import plain, sample_first_noise
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.philox import Stream, normal_vectors
from theorycheck.numerics.quantity import DesignGroup

from .samples import z_between

CPU = torch.device("cpu")
STREAM = Stream(key=0x0123456789ABCDEF, first=2**32 - 3, salt=77)

KERNEL = """
import torch
from theorycheck.numerics.generated_keys import plain
from theorycheck.numerics.kernels.generated_keys import first_noise
from theorycheck.numerics.philox import Stream

cpu = torch.device("cpu")
stream = Stream(key=0x0123456789ABCDEF, first=2**32 - 3, salt=77)
for n, dimensions in ((1, (2, 2)), (2, (1, 1)), (5, (3, 4)), (20, (33, 7)), (40, (64, 130))):
    found = first_noise(stream, 6, n, dimensions, device=cpu)
    torch.testing.assert_close(found, plain(stream, 6, n, dimensions, device=cpu), rtol=1e-5, atol=1e-6)
one_more = plain(stream, 6, 41, (64, 130), device=cpu)
assert not torch.allclose(found, one_more, rtol=1e-5, atol=1e-6)
try:
    first_noise(stream, 1, 2, (8193, 1), device=cpu)
except ValueError as error:
    assert "at most 8192" in str(error)
else:
    raise AssertionError("a vector that fits no program was taken")
"""


def test_one_trial_is_the_definition():
    eta = plain(STREAM, 2, 4, (5, 3), device=CPU)
    keys = normal_vectors(STREAM, 2, range(4), 5, part=0, device=CPU)
    values = normal_vectors(STREAM, 2, range(4), 3, part=1, device=CPU)
    for trial in range(2):
        k = [key / key.norm() for key in keys[trial]]
        v = [value / value.norm() for value in values[trial]]
        noise = sum((k[0] @ k[j]) * v[j] for j in range(1, 4))
        torch.testing.assert_close(eta[trial], noise @ noise)


@pytest.mark.parametrize("n", [9, 33])
def test_the_law_is_that_of_stored_keys(n):
    trials, d = 4000, 16
    generator = torch.Generator().manual_seed(n)
    found = sample_first_noise(trials, n, (d, d), generator).double()
    group = DesignGroup.sized(shared={"n": n, "d_k": d}, points=[{"tau": 1.0}], trials_per_block=trials)
    plainly = sample_trials(noise_survival, group, trials, generator).double()
    assert abs(z_between(found, plainly)) < 4
    assert abs(z_between(found.square(), plainly.square())) < 4
    more = sample_first_noise(trials, n + 3, (d, d), generator).double()
    assert abs(z_between(more, plainly)) > 4


def test_the_same_generator_gives_the_same_numbers():
    first, again = (sample_first_noise(8, 5, (4, 4), torch.Generator().manual_seed(3)) for _ in range(2))
    assert torch.equal(first, again)


@pytest.mark.slow
def test_the_kernel_is_its_twin_under_the_interpreter(interpreted):
    interpreted(KERNEL)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
def test_a_gpu_draws_what_the_twin_does():
    device = torch.device("cuda")
    from theorycheck.numerics.kernels.generated_keys import first_noise

    for n, dimensions in ((1, (2, 2)), (20, (33, 7)), (300, (512, 512)), (64, (8192, 64))):
        found = first_noise(STREAM, 100, n, dimensions, device=device)
        torch.testing.assert_close(
            found, plain(STREAM, 100, n, dimensions, device=device), rtol=1e-4, atol=1e-5
        )
