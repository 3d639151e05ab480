"""Keyed generators and blocks."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import torch
from theorycheck.numerics.estimate import Moments, merge, to_bytes
from theorycheck.numerics.monte_carlo import (
    MT19937_WORDS,
    block_generator,
    device_class,
    sample_block,
    sample_trials,
)
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity, quantities
from theorycheck.numerics.trials import Trials

KEY = {"root_seed": 5, "quantity": "topic.mean", "version": 1, "group_key": "{}", "block": 3}
SAMPLED = [
    quantity for quantity in quantities("conditioning").values() if isinstance(quantity, SampledQuantity)
]


def sample_uniform(trials: Trials) -> torch.Tensor:
    """One uniform number a trial."""
    return trials.source.uniform(trials.n_trials, 1, 1)


GROUP = DesignGroup(shared={}, points=({},), trials_per_block=10, trials_per_chunk=4, bytes_per_chunk=64)
UNIFORM = SampledQuantity(
    name="topic.uniform",
    version=1,
    title="A uniform number",
    outputs=("value",),
    binary=False,
    groups=(GROUP,),
    sample=sample_uniform,
)


def keyed(**changes: object) -> torch.Generator:
    """The generator of the key, changed."""
    return block_generator(**(KEY | changes), device="cpu")


def outputs(generator: torch.Generator, count: int) -> list[int]:
    """Pairs of raw 32-bit outputs as 64-bit numbers."""
    raw = torch.empty(count, dtype=torch.int64)
    raw.random_(torch.iinfo(torch.int64).min, None, generator=generator)
    return [number % 2**64 for number in raw.tolist()]


def reference_outputs(words: np.ndarray, count: int) -> list[int]:
    """The same from NumPy's MT19937, its state set by hand to be twisted at the first call."""
    reference = np.random.MT19937()
    reference.state = {"bit_generator": "MT19937", "state": {"key": words, "pos": MT19937_WORDS}}
    raw = [int(word) for word in reference.random_raw(2 * count)]
    return [high << 32 | low for high, low in zip(raw[::2], raw[1::2], strict=True)]


def state_words(generator: torch.Generator) -> np.ndarray:
    """The 624 words in the bytes of torch's generator."""
    fields = generator.get_state().numpy()[24 : 24 + 8 * MT19937_WORDS]
    return fields.view(np.uint64).astype(np.uint32)


def test_the_state_set_is_the_reference_mersenne_twister():
    generator = keyed()
    words = state_words(generator)
    # More than two whole states, so that twisting is compared as well.
    assert outputs(generator, 700) == reference_outputs(words, 700)


def test_a_state_with_one_bit_changed_is_not_the_same_stream():
    generator = keyed()
    words = state_words(generator)
    words[17] ^= 1
    assert outputs(generator, 700) != reference_outputs(words, 700)


def test_the_layout_is_the_one_torch_writes_itself():
    fresh = torch.Generator().manual_seed(99)
    assert outputs(fresh.clone_state(), 700) == reference_outputs(state_words(fresh), 700)


def test_a_keyed_generator_has_no_cached_normal():
    one, two = (keyed() for _ in range(2))
    torch.empty(1).normal_(generator=one)
    after_words = 24 + 8 * MT19937_WORDS
    assert one.get_state()[after_words:].any()
    assert not two.get_state()[after_words:].any()


def test_the_same_key_gives_the_same_bits():
    assert outputs(keyed(), 8) == outputs(keyed(), 8)


@pytest.mark.parametrize(
    "change",
    [
        {"root_seed": 6},
        {"root_seed": 5 + 2**32},
        {"root_seed": 5 + 2**128},
        {"quantity": "topic.meam"},
        {"version": 2},
        {"group_key": "{ }"},
        {"block": 4},
        {"block": 3 + 2**32},
    ],
)
def test_another_key_gives_other_bits_even_where_the_low_32_agree(change):
    other = keyed(**change)
    assert outputs(other, 8) != outputs(keyed(), 8)


def test_fields_of_a_key_do_not_run_into_each_other():
    left = keyed(quantity="a", group_key="bc")
    right = keyed(quantity="ab", group_key="c")
    assert outputs(left, 2) != outputs(right, 2)


def test_no_two_of_many_blocks_share_a_stream():
    firsts = {outputs(keyed(block=block), 1)[0] for block in range(2000)}
    assert len(firsts) == 2000


def test_global_state_is_left_alone():
    before = torch.get_rng_state(), torch.get_default_dtype(), torch.get_num_threads()
    numpy_before = np.random.get_state()[1].copy()  # noqa: NPY002 - the global state is what is watched
    sample_block(UNIFORM, GROUP, 0, 0, "cpu")
    assert torch.equal(before[0], torch.get_rng_state())
    assert before[1:] == (torch.get_default_dtype(), torch.get_num_threads())
    assert np.array_equal(numpy_before, np.random.get_state()[1])  # noqa: NPY002 - the same


def test_negative_keys_and_other_devices_are_refused():
    with pytest.raises(ValueError, match="must not be negative; got -1 and 3"):
        keyed(root_seed=-1)
    with pytest.raises(ValueError, match="the device is meta"):
        block_generator(**KEY, device="meta")


def test_a_block_is_its_chunks_drawn_and_merged_in_order():
    generator = block_generator(7, UNIFORM.name, 1, GROUP.key, 2, device="cpu")
    chunks = [sample_trials(UNIFORM, GROUP, n, generator).reshape(n, 1).numpy() for n in (4, 4, 2)]
    assert to_bytes(sample_block(UNIFORM, GROUP, 2, 7, "cpu")) == to_bytes(merge(map(Moments.of, chunks)))


def test_blocks_do_not_depend_on_the_order_in_which_they_are_drawn():
    forwards = [to_bytes(sample_block(UNIFORM, GROUP, block, 0, "cpu")) for block in range(4)]
    backwards = [to_bytes(sample_block(UNIFORM, GROUP, block, 0, "cpu")) for block in reversed(range(4))]
    assert forwards == backwards[::-1]
    assert len(set(forwards)) == 4


def test_precision_is_the_quantity_s():
    double = sample_block(replace(UNIFORM, dtype="float64"), GROUP, 0, 0, "cpu")
    single = sample_block(UNIFORM, GROUP, 0, 0, "cpu")
    assert to_bytes(double) != to_bytes(single)


def shifted(change: Callable[[torch.Tensor], torch.Tensor]) -> SampledQuantity:
    """The uniform quantity with its values changed."""
    return replace(UNIFORM, sample=lambda *a, **k: change(sample_uniform(*a, **k)))


def test_wrong_shapes_and_numbers_that_are_not_finite_are_refused():
    with pytest.raises(RuntimeError, match=r"must return shape \(4, 1, 1\) and returned \(4, 1\)"):
        sample_block(shifted(lambda x: x.squeeze(-1)), GROUP, 0, 0, "cpu")
    with pytest.raises(RuntimeError, match="not finite"):
        sample_block(shifted(lambda x: x / 0), GROUP, 0, 0, "cpu")


def test_several_threads_are_refused_on_the_cpu():
    torch.set_num_threads(2)
    with pytest.raises(RuntimeError, match="one torch thread"):
        sample_block(UNIFORM, GROUP, 0, 0, "cpu")


def test_the_cpu_is_one_class():
    assert device_class("cpu") == "cpu"


@pytest.mark.parametrize("quantity", SAMPLED, ids=lambda quantity: quantity.name)
def test_every_declared_group_returns_what_it_declares(quantity):
    for group in quantity.groups[::2]:
        starved = replace(group, trials_per_block=2, trials_per_chunk=2)
        estimate = sample_block(quantity, starved, 0, 0, "cpu")
        assert estimate.mean.shape == (len(group.points) * len(quantity.outputs),)
        assert to_bytes(estimate) == to_bytes(sample_block(quantity, starved, 0, 0, "cpu"))
        if quantity.binary:
            assert (estimate.occurrences <= estimate.count).all()


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
def test_cuda_streams_are_keyed_by_seed_and_offset():
    draw = [
        torch.rand(8, generator=block_generator(**{**KEY, "block": block}, device="cuda"), device="cuda")
        for block in (0, 0, 1)
    ]
    assert torch.equal(draw[0], draw[1])
    assert not torch.equal(draw[0], draw[2])
