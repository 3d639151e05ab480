"""Pinsker's inequality, and others of divergences between laws on n values; held to random laws."""

import numpy as np
import pytest
import theorycheck as tc
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused

from .neighbours import is_proved_and_its_neighbour_is_not

LAWS = ["p: fixed(n)", "q: fixed(n)"]
WHERE = ["p_j > 0 for all j", "q_j > 0 for all j", "sum_j p_j == 1", "sum_j q_j == 1"]
TRUE = {
    "(sum_j |p_j - q_j|)^2 <= 2 sum_j p_j log(p_j/q_j)": "(sum_j |p_j - q_j|)^2 <= sum_j p_j log(p_j/q_j)",
    "1/2 sum_j |p_j - q_j| <= sqrt(1/2 sum_j p_j log(p_j/q_j))": "sum_j |p_j - q_j| <= sum_j p_j log(p_j/q_j)",  # noqa: E501
    "sum_j p_j log(p_j/q_j) >= 1/2 (sum_j |p_j - q_j|)^2": "sum_j p_j log(p_j/q_j) >= (sum_j |p_j - q_j|)^2",
    "sum_j p_j log(p_j/q_j) <= sum_j (p_j - q_j)^2/q_j": "sum_j p_j log(p_j/q_j) >= sum_j (p_j - q_j)^2/q_j",
    "sum_j p_j^2/q_j >= 1": "sum_j p_j^2/q_j >= 5/4",
    "sum_j p_j^2/q_j - 1 == sum_j (p_j - q_j)^2/q_j": "sum_j p_j^2/q_j == sum_j (p_j - q_j)^2/q_j",
    "sum_j 1/q_j >= n^2": "sum_j 1/q_j >= n^2 + 1",
}


@pytest.mark.parametrize("text", TRUE)
def test_an_order_of_divergences_is_proved_and_its_neighbour_is_not(text):
    is_proved_and_its_neighbour_is_not(text, TRUE[text], LAWS, WHERE)


def test_pinsker_holds_of_random_laws_and_its_constant_is_the_least():
    generator, shares = np.random.default_rng(0), []
    for scale in (1.0, 0.1, 0.01):
        p = generator.dirichlet(np.ones(4))
        q = p + scale * 0.1 * p.min() * np.array([1, -1, 1, -1])
        shares.append(np.abs(p - q).sum() ** 2 / np.sum(p * np.log(p / q)))
    assert max(shares) <= 2 + 1e-9
    p, q = np.array([0.5, 0.5]), np.array([0.501, 0.499])
    assert np.abs(p - q).sum() ** 2 / np.sum(p * np.log(p / q)) > 1.99


def test_means_under_two_laws_are_as_near_as_their_relative_entropy_says():
    where = [*WHERE, "f_j >= 0 for all j", "f_j <= 1 for all j"]
    text = "<p, f> <= <q, f> + sqrt(sum_j p_j log(p_j/q_j)/{})"
    is_proved_and_its_neighbour_is_not(text.format(2), text.format(4), [*LAWS, "f: fixed(n)"], where)


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize("left_out", range(4))
def test_divergences_need_laws(left_out):
    where = [fact for place, fact in enumerate(WHERE) if place != left_out]
    with pytest.raises(Refused):
        tc.prove("(sum_j |p_j - q_j|)^2 <= 2 sum_j p_j log(p_j/q_j)", laws=LAWS, where=where)


@pytest.mark.parametrize(
    ("text", "false", "where"),
    [
        ("sum_j 1/p_j >= n^2/sum_j p_j", "sum_j 1/p_j >= n^2/sum_j p_j + 1", ["p_j > 0 for all j"]),
        (
            "sum_j p_j^2/q_j >= (sum_j p_j)^2/sum_j q_j",
            "sum_j p_j^2/q_j >= 2 (sum_j p_j)^2/sum_j q_j",
            ["q_j > 0 for all j"],
        ),
    ],
)
def test_reciprocals_and_quotients_are_above_those_of_sums(text, false, where):
    found = tc.prove(text, laws=LAWS, where=where)
    assert check(found.proposition, [h.proposition for h in found.hypotheses], instances=20)
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove(false, laws=LAWS, where=where)
    with pytest.raises(Refused):
        tc.prove(text, laws=LAWS)
