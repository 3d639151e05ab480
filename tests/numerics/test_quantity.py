"""Design groups: their keys, their chunks, and what they refuse."""

import json
from dataclasses import replace

import pytest
import torch
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import DesignGroup, ExactValue, SampledQuantity, quantities, quantity
from theorycheck.numerics.simulator import compiled, computed, simulator
from theorycheck.numerics.trials import Trials
from theorycheck.theory.laws import Normal
from theorycheck.theory.model import Model, Parameter
from theorycheck.theory.terms import E, vector
from torch import Tensor

QUANTITIES = quantities("conditioning")

SAMPLED = [quantity for quantity in QUANTITIES.values() if isinstance(quantity, SampledQuantity)]
GROUP = DesignGroup.sized(shared={"d": 4}, points=[{"n": 1}, {"n": 2}], trials_per_block=10)


def test_a_point_has_its_full_coordinates():
    assert GROUP.points == ({"d": 4, "n": 1}, {"d": 4, "n": 2})
    assert GROUP.sizes("n") == (1, 2)


def test_the_key_is_canonical_and_holds_all_that_fixes_the_numbers():
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


def test_memory_at_hand_is_no_part_of_the_key():
    assert replace(GROUP, bytes_per_chunk=1).key == GROUP.key


def test_impossible_groups_are_refused():
    with pytest.raises(ValueError, match="trials_per_chunk <= trials_per_block"):
        replace(GROUP, trials_per_chunk=11)
    with pytest.raises(ValueError, match="needs points"):
        replace(GROUP, points=())
    with pytest.raises(ValueError, match="contradicts"):
        replace(GROUP, points=({"d": 5, "n": 1},))


@pytest.mark.parametrize("quantity", SAMPLED, ids=lambda quantity: quantity.name)
def test_declared_groups_are_distinct_and_small(quantity):
    assert len({group.key for group in quantity.groups}) == len(quantity.groups)
    assert all(group.bytes_per_chunk <= 64 * 2**20 for group in quantity.groups)


def test_a_quantity_is_found_under_its_own_name():
    assert all(quantity.name == f"conditioning.{name}" for name, quantity in QUANTITIES.items())


@pytest.mark.parametrize("topic", ["conditioning", "markov_chains"])
def test_a_quantity_alone_is_the_one_among_all(topic):
    assert all(quantity(topic, name) is found for name, found in quantities(topic).items())
    with pytest.raises(KeyError):
        quantity(topic, "nothing")


def test_two_quantities_of_one_name_are_refused(monkeypatch):
    other = replace(QUANTITIES["noise_power"], title="another")
    monkeypatch.setattr("theorycheck.numerics.conditioning.positive.other", other, raising=False)
    with pytest.raises(ValueError, match=r"Two quantities are called conditioning\.noise_power"):
        quantities.__wrapped__("conditioning")


def test_a_quantity_that_another_module_imports_is_one(monkeypatch):
    power = QUANTITIES["noise_power"]
    monkeypatch.setattr("theorycheck.numerics.conditioning.positive.power", power, raising=False)
    assert quantities.__wrapped__("conditioning") == QUANTITIES


def test_a_simulator_is_handed_what_it_names():
    made = {"title": "", "outputs": ("x",), "groups": [GROUP]}

    @simulator(**made, name="one")
    def by_record(d: int, *, trials: Trials) -> Tensor:
        return torch.full((trials.n_trials, len(trials.points), 1), float(d))

    @simulator(**made, name="two")
    def as_users_do(d: int, *, n_trials: int, generator: torch.Generator) -> Tensor:
        return d * torch.ones(n_trials, 2, 1)

    first, second = (sample_trials(x, GROUP, 3, torch.Generator()) for x in (by_record, as_users_do))
    assert torch.equal(first, second)
    assert torch.equal(first, torch.full((3, 2, 1), 4.0))

    @simulator(**made, name="three")
    def of_what_varies(n: int, *, trials: Trials) -> Tensor:
        return torch.full((trials.n_trials, 2, 1), float(n))

    # The points of the group differ in n, so that no one number is handed: seen as the group is tried out.
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'n'"):
        _ = of_what_varies.groups


def test_a_computed_quantity_is_handed_the_coordinates_it_names():
    @computed(title="", points=[{"d": 2, "law": "sphere"}])
    def halved(d: int) -> ExactValue:
        return ExactValue(value=d / 2, error_bound=0.0)

    assert halved.name.endswith(".halved")
    assert halved.evaluate(halved.points[0]).value == 1
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'd'"):
        halved.evaluate({"law": "sphere"})


x, y = Model(x=Normal(), y=Normal())
t = Parameter("t")


def made(*terms, **fields):
    """A quantity of these terms, at two points of one group."""
    group = DesignGroup.sized(shared={}, points=[{"t": 0.0}, {"t": 2.0}], trials_per_block=2**14)
    outputs = tuple(f"term {number}" for number in range(len(terms)))
    told = {"name": "made.terms", "title": "Terms", "outputs": outputs, "groups": [group], **fields}
    return compiled(**told)(lambda: terms)


def test_a_compiled_quantity_draws_its_terms_at_each_point():
    quantity = made(x * y, x > t)
    drawn = sample_trials(quantity, quantity.groups[0], 2**14, torch.Generator().manual_seed(1))
    assert drawn.shape == (2**14, 2, 2)
    for place, share in enumerate((0.5, 0.02275)):
        assert drawn[:, place, 1].mean().item() == pytest.approx(share, abs=4 * (share / 2**14) ** 0.5)
        assert abs(drawn[:, place, 0].mean().item()) < 4 / 2**7


def test_its_code_is_its_terms_with_what_compiles_and_draws_them():
    quantity = made(x * y)
    assert made(x * y, title="Other words").code.digest == quantity.code.digest
    assert made(x + y).code.digest != quantity.code.digest
    assert made(x * y, at=lambda point: {"t": 3}).code.digest == quantity.code.digest
    assert made(x * t, at=lambda point: {"t": 3}).code.digest != made(x * t).code.digest
    assert {"numerics.simulate.VERSION", "numerics.laws._normal"} <= quantity.code.definitions.keys()


def test_what_is_not_one_random_number_is_refused():
    for wrong in (t + 1, E(x), vector(x, y)):
        with pytest.raises(ValueError, match="not one random number"):
            _ = made(wrong).groups
