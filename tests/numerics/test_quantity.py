"""Design groups: their keys, their chunks, and what they refuse."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity, quantities

QUANTITIES = quantities("conditioning")

SAMPLED = [quantity for quantity in QUANTITIES.values() if isinstance(quantity, SampledQuantity)]
GROUP = DesignGroup.sized(shared={"d": 4}, points=[{"n": 1}, {"n": 2}], trials_per_block=10)


def test_a_point_has_its_full_coordinates() -> None:
    assert GROUP.points == ({"d": 4, "n": 1}, {"d": 4, "n": 2})
    assert GROUP.sizes("n") == (1, 2)


def test_the_key_is_canonical_and_holds_all_that_fixes_the_numbers() -> None:
    swapped = replace(GROUP, points=({"n": 1, "d": 4}, {"n": 2, "d": 4}))
    assert swapped.key == GROUP.key
    assert json.loads(GROUP.key)["shared"] == {"d": 4}
    changed = [
        replace(GROUP, trials_per_block=11),
        replace(GROUP, trials_per_chunk=5),
        replace(GROUP, points=GROUP.points[:1]),
        replace(GROUP, points=GROUP.points[::-1]),
    ]
    assert len({GROUP.key, *(group.key for group in changed)}) == 1 + len(changed)


def test_memory_at_hand_is_no_part_of_the_key() -> None:
    assert replace(GROUP, bytes_per_chunk=1).key == GROUP.key


def test_impossible_groups_are_refused() -> None:
    with pytest.raises(ValueError, match="trials_per_chunk <= trials_per_block"):
        replace(GROUP, trials_per_chunk=11)
    with pytest.raises(ValueError, match="needs points"):
        replace(GROUP, points=())
    with pytest.raises(ValueError, match="contradicts"):
        replace(GROUP, points=({"d": 5, "n": 1},))


@pytest.mark.parametrize("quantity", SAMPLED, ids=lambda quantity: quantity.name)
def test_declared_groups_are_distinct_and_small(quantity: SampledQuantity) -> None:
    assert len({group.key for group in quantity.groups}) == len(quantity.groups)
    assert all(group.bytes_per_chunk <= 64 * 2**20 for group in quantity.groups)


def test_a_quantity_is_found_under_its_own_name() -> None:
    assert all(quantity.name == f"conditioning.{name}" for name, quantity in QUANTITIES.items())
