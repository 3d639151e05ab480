"""As many classes as dimensions: the memory by quadrature and as defined, and the best n beside others."""

import numpy as np
import pytest
import torch
from scipy.special import zeta
from theorycheck.numerics.associative_memory.many_classes import error_of_equal_classes, error_of_many_classes
from theorycheck.numerics.associative_memory.model import coordinates
from theorycheck.numerics.associative_memory.quadrature import exact_failing, recall_error_exact

from ..samples import z_score


def memory(d, n, **other):
    return coordinates(N="inf", M=d, u="orthonormal", scheme="threshold", P=n * d, d=d, **other)


@pytest.mark.parametrize(("d", "best"), [(16, 1), (64, 2), (256, 5)])
def test_the_best_number_is_the_memory_by_quadrature_and_beats_its_neighbours(d, best):
    least = error_of_many_classes.evaluate({"alpha": 2.0, "d": d, "M": d}).value / zeta(2.0)
    found = {n: recall_error_exact.evaluate(memory(d, n)).value for n in range(1, best + 3)}
    assert least == pytest.approx(found[best], rel=1e-6)
    assert min(found, key=found.get) == best
    assert all(value > 1.001 * least for n, value in found.items() if n != best)


def share_of_wrong(d, n, trials):
    """Of n d tokens stored in d classes with unembeddings along the axes, trial by trial."""
    e = torch.randn(trials, d, n, d, generator=torch.Generator().manual_seed(5), dtype=torch.float64)
    scores = torch.einsum("tca,tyna->tcyn", e.sum(dim=2), e)
    return (scores.argmax(dim=1) != torch.arange(d).unsqueeze(1)).double().mean(dim=(1, 2)).numpy()


def test_a_stored_token_is_wrong_as_often_as_in_the_memory_as_defined():
    d, trials = 16, 4000
    wrong = {n: share_of_wrong(d, n, trials) for n in (1, 2)}
    for n, shares in wrong.items():
        assert abs(z_score(shares, exact_failing(memory(d, n)).value)) < 4
    assert z_score(wrong[2], exact_failing(memory(d, 1)).value) > 4


def test_theorem_one_has_room_for_what_is_stored_and_for_no_token_more():
    for group in error_of_equal_classes.groups:
        (point,) = group.points
        d, M, n = (float(point[name]) for name in ("d", "M", "P"))
        r, n = np.log(M * d), n / M
        needed = [16 * r * count * (1 + 8 * r * M / d) for count in (n, n + 1)]
        assert needed[0] <= d < needed[1]
