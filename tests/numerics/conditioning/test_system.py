"""Systems of heads and layers whose heads fail with a known probability."""

from fractions import Fraction
from itertools import product

import pytest
from theorycheck.numerics.conditioning.system import (
    near_collision_system_failure,
    one_hot_system_failure,
    one_hot_system_failure_exact,
    system_failure,
)

Z_LIMIT = 4.5
PARTS = [{"n": n, "L": layers, "H": heads} for n in (2, 3) for layers in (1, 2, 4) for heads in (1, 2, 3)]

# How often one head fails, with two and with three items: signs on a line have |eta| = 1, then 0 or
# 2; a one-hot key among two is met by each other item every other time; so is the half-way overlap
# on the ordinary sphere, whose overlaps are uniform and, given the query, independent.
HEADS = {
    system_failure.name: (system_failure, {"d_k": 1}, (0.0, 0.5)),
    one_hot_system_failure.name: (one_hot_system_failure, {"d_k": 2}, (0.5, 0.75)),
    near_collision_system_failure.name: (near_collision_system_failure, {"d_k": 3}, (0.5, 0.75)),
}


def system(p: float, layers: int, heads: int) -> float:
    """The chance that in some layer all heads fail, by listing which heads do."""
    layer = sum(
        p ** sum(fails) * (1 - p) ** (heads - sum(fails))
        for fails in product((0, 1), repeat=heads)
        if all(fails)
    )
    return sum(
        layer ** sum(down) * (1 - layer) ** (layers - sum(down))
        for down in product((0, 1), repeat=layers)
        if any(down)
    )


@pytest.mark.parametrize("name", HEADS)
def test_systems_fail_as_listing_says(name, measure, z_scores):
    quantity, shared, chances = HEADS[name]
    estimate = measure(quantity, shared, PARTS)
    expected = [system(chances[c["n"] - 2], c["L"], c["H"]) for c in PARTS]
    assert abs(z_scores(estimate, expected)).max() < Z_LIMIT
    swapped = [system(chances[c["n"] - 2], c["H"], c["L"]) for c in PARTS]
    assert abs(z_scores(estimate, swapped)).max() > 10 * Z_LIMIT


@pytest.mark.parametrize("point", [(2, 2, 1, 1), (3, 2, 1, 2), (2, 3, 2, 2)])
def test_the_exact_one_hot_system_by_enumeration(point):
    n, d_k, layers, heads = point
    meets = [a[0] in a[1:] for a in product(range(d_k), repeat=n)]
    found = [
        any(all(layer) for layer in zip(*[iter(fails)] * heads, strict=True))
        for fails in product(meets, repeat=layers * heads)
    ]
    exact = one_hot_system_failure_exact.evaluate({"n": n, "d_k": d_k, "L": layers, "H": heads})
    assert abs(Fraction(exact.value) - Fraction(sum(found), len(found))) <= Fraction(exact.error_bound)
