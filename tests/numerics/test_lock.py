"""Chunks stand in the lock file or are tried; memory is counted, and the file's counts hold."""

from dataclasses import replace

import pytest
import torch
from theorycheck.evidence.routes import topics
from theorycheck.numerics.compile.statistics import compiled
from theorycheck.numerics.live_memory import peak_bytes
from theorycheck.numerics.lock import CHUNK_BYTES, bytes_of, cut, entry, stored, tried
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity, quantities
from theorycheck.numerics.simulate import design_point

from benchmarks import lock

QUANTITIES = quantities("conditioning")

SAMPLED = {x.name: x for x in QUANTITIES.values() if isinstance(x, SampledQuantity)}
POWER = QUANTITIES["noise_power"]


def new_group(**shared):
    return DesignGroup.sized(shared={"d_k": 32, "d_v": 8, **shared}, trials_per_block=2**12)


def made_and_dropped():
    x = torch.ones(100)
    y = 2 * x
    del x
    z = y.view(10, 10).mT + 1
    del y
    return z.sum()


def test_memory_is_that_of_the_arrays_in_use_and_of_what_the_next_operation_returns():
    # Two arrays of 400 bytes, and as much for scratch; the sum comes last, of one number.
    assert peak_bytes(made_and_dropped) == 1200
    assert peak_bytes(lambda: torch.ones(100).view(10, 10).mT[:5]) == 400
    kept = []
    assert peak_bytes(lambda: [kept.append(torch.ones(100)) for _ in range(5)]) == 5 * 400


def test_a_list_that_keeps_what_it_needs_no_more_is_seen():
    once = peak_bytes(lambda: sum(torch.ones(100).sum() for _ in range(5)))
    kept = peak_bytes(lambda: sum(x.sum() for x in [torch.ones(100) for _ in range(5)]))
    assert kept > 2 * once


@pytest.mark.parametrize("topic", topics())
def test_the_file_has_each_group_and_no_other(topic):
    sampled = [quantity for quantity in quantities(topic).values() if isinstance(quantity, SampledQuantity)]
    groups = {quantity.name: {entry(group) for group in quantity.groups} for quantity in sampled}
    assert groups == {name: set(table) for name, table in stored(topic).items()}


def test_a_group_has_what_the_file_says():
    known = stored("conditioning")["conditioning.noise_power"]
    assert (POWER.groups[0].trials_per_chunk, POWER.groups[0].bytes_per_chunk) == tuple(
        known[entry(POWER.groups[0])]
    )


@pytest.mark.parametrize("name", SAMPLED)
def test_a_chunk_needs_no_more_than_the_file_says(name):
    quantity = SAMPLED[name]
    group = min(quantity.groups, key=lambda x: x.bytes_per_chunk)
    assert bytes_of(quantity, group, group.trials_per_chunk) <= group.bytes_per_chunk
    assert bytes_of(quantity, group, 2 * group.trials_per_chunk + 16) > group.bytes_per_chunk


def test_a_new_group_gets_the_largest_power_of_two_that_fits():
    group = new_group(n=8)
    trials, size = tried(POWER, group)
    assert trials.bit_count() == 1
    assert size <= CHUNK_BYTES < bytes_of(POWER, group, 2 * trials)
    assert cut(POWER, group) == replace(group, trials_per_chunk=trials, bytes_per_chunk=size)
    assert tried(POWER, new_group(n=2**12))[0] == 1
    assert tried(POWER, replace(new_group(n=2), trials_per_block=4, trials_per_chunk=4))[0] == 4


def test_a_quantity_cuts_its_groups_and_leaves_those_that_are_cut():
    made = replace(POWER, groups=(new_group(n=8), POWER.groups[0]))
    assert made.groups[0].bytes_per_chunk
    assert made.groups[1] is POWER.groups[0]


def test_what_a_sampler_calls_may_be_defined_below_it():
    made = replace(POWER, groups=(new_group(n=8),), sample=lambda trials: below(trials))  # noqa: PLW0108
    with pytest.raises(NameError):
        _ = made.groups
    below = POWER.sample
    assert made.groups == replace(POWER, groups=(new_group(n=8),)).groups


@pytest.fixture(scope="module")
def programs():
    return lock.programs()


def test_compiled_programs_are_those_of_their_file(programs):
    assert lock.PROGRAMS.read_text() == lock.text_of(programs)


def test_their_chunks_and_blocks_are_powers_of_two_within_their_memory(programs):
    for block, chunk, size, _ in programs.values():
        assert (block.bit_count(), chunk.bit_count()) == (1, 1)
        assert chunk <= block
        assert size <= 2 * 2**24 or chunk == 1


def test_another_size_and_another_order_of_contraction_are_other_entries(programs):
    example = next(one for one in lock.EXAMPLES if one.name == "causal attention output")
    known = programs[example.name]

    def entry_at(at):
        values = design_point(example.term, at, example.where)
        return compiled(example.term, values, example.where).program

    program = entry_at(example.at)
    assert program.lock_entry(torch.float32) == known
    smaller = {name: size // 2 if isinstance(size, int) else size for name, size in example.at.items()}
    assert entry_at(smaller).lock_entry(torch.float32)[3] != known[3]
    turned = replace(program, outputs=program.outputs[::-1])
    assert turned.lock_entry(torch.float32)[3] != known[3]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[",
        "[" * 100_000,
        "[1]",
        '{"a": 1}',
        '{"a": {"b": [8]}}',
        *(f'{{"a": {{"b": [{x}, 64]}}}}' for x in ("0", "-8", "8.0")),
    ],
    ids=lambda content: content[:20],
)
def test_a_file_that_was_altered_is_named(content, tmp_path, monkeypatch):
    path = tmp_path / "theorycheck.lock"
    monkeypatch.setattr("theorycheck.numerics.lock.file", lambda topic: path)
    path.write_text(content)
    with pytest.raises(ValueError, match=r"theorycheck\.lock has no table of chunks; write it anew"):
        stored.__wrapped__("conditioning")
    path.write_text('{"a": {"b": [8, 64]}}')
    assert stored.__wrapped__("conditioning") == {"a": {"b": (8, 64)}}
