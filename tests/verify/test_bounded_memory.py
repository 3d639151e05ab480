"""Large sizes are a matter of time: what a plan says of memory, and what the process then takes."""

import os
import sys
import tracemalloc
from dataclasses import dataclass, replace

import pytest
import torch
from theorycheck.errors import UsageError
from theorycheck.evidence.run import PARENT_BYTES, affordable_workers
from theorycheck.numerics.associative_memory.streaming import recall_error_streamed, streamed_group
from theorycheck.numerics.estimate import Moments, merge
from theorycheck.numerics.lock import CHUNK_BYTES, bytes_of, cut
from theorycheck.numerics.monte_carlo import sample_block
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity, quantities
from theorycheck.papers.tables import TOPICS

from .running import python

pytestmark = pytest.mark.usefixtures("one_torch_thread")

GIB = 2**30

PEAK = """
import sys
from pathlib import Path

import torch
from theorycheck.numerics.associative_memory.streaming import recall_error_streamed, streamed_group
from theorycheck.numerics.conditioning import failure
from theorycheck.numerics.lock import cut
from theorycheck.numerics.monte_carlo import sample_block
from theorycheck.numerics.quantity import quantities

def bytes_of(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith(name)).split()[1])

def peak(quantity, small, group):
    sample_block(quantity, small, 0, 0, "cpu")
    Path("/proc/self/clear_refs").write_text("5")
    before = bytes_of("VmRSS")
    sample_block(quantity, group, 0, 0, "cpu")
    return bytes_of("VmHWM") - before

torch.set_num_threads(1)
streamed = recall_error_streamed
one_hot, items = (quantities("conditioning")[name] for name in ("first_collision", "item_failure"))
for quantity, small, group in (
    (streamed, streamed_group(2000, 10, 16, "d/8"), cut(streamed, streamed_group(10**6, 100, 64, "d/8"))),
    (streamed, streamed_group(9, 2, 8, "d/8", 4), cut(streamed, streamed_group(10**6, 9, 8, "d/8", 10**9))),
    (one_hot, one_hot.groups[0], max(one_hot.groups, key=lambda each: each.shared["d_k"])),
    (items, items.groups[0], cut(items, failure._group(64, 32768, 4))),
):
    print(peak(quantity, small, group), group.bytes_per_chunk)
"""


@dataclass(frozen=True)
class Asked:
    """A plan of one group."""

    groups: tuple[DesignGroup, ...]


def sample_ones(trials):
    return torch.ones((trials.n_trials, 1, 1), dtype=trials.dtype)


def ones(trials, chunk):
    group = DesignGroup(
        shared={"n": 1},
        points=({"n": 1},),
        trials_per_block=trials,
        trials_per_chunk=chunk,
        bytes_per_chunk=8 * chunk,
    )
    quantity = SampledQuantity(
        name="ones",
        version=1,
        title="ones",
        outputs=("one",),
        binary=True,
        groups=(group,),
        sample=sample_ones,
    )
    return quantity, group


def peak_of(work):
    work()
    tracemalloc.start()
    work()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def test_a_million_tokens_and_ten_thousand_classes_fit_a_gigabyte():
    def counted(N, M, d):
        return bytes_of(recall_error_streamed, streamed_group(N, M, d, "d/8"), 1)

    # Beside tiles of 1024 tokens by M and by d: so much a token, and what M by d and M by M take.
    a_token = (counted(40_000, 50, 16) - counted(20_000, 50, 16)) / 20_000
    assert a_token < 200
    tiles = counted(20_000, 1000, 64) - 20_000 * a_token
    assert tiles < 4 * 8 * 1024 * 1000
    planned = int(10**6 * a_token + 10 * tiles)
    group = replace(streamed_group(10**6, 10**4, 512, "d/8"), bytes_per_chunk=planned)
    assert planned < 4 * 10**6 * 10**4 / 20
    assert affordable_workers([Asked((group,))], workers=8, memory=GIB) == 1
    with pytest.raises(UsageError, match="this selection needs at least"):
        affordable_workers([Asked((group,))], workers=8, memory=PARENT_BYTES + group.bytes_per_chunk - 1)


def test_one_hot_keys_of_32768_dimensions_fill_one_chunk():
    group = max(quantities("conditioning")["first_collision"].groups, key=lambda each: each.shared["d_k"])
    assert group.shared["d_k"] == 32768
    assert group.bytes_per_chunk <= CHUNK_BYTES
    assert affordable_workers([Asked((group,))], workers=1, memory=GIB) == 1


@pytest.mark.parametrize("topic", TOPICS)
def test_no_declared_group_needs_more_than_half_a_gigabyte(topic):
    for quantity in quantities(topic).values():
        for group in getattr(quantity, "groups", ()):
            assert group.bytes_per_chunk <= GIB / 2, (quantity.name, group.shared)


def test_a_billion_trials_plan_the_memory_of_a_million():
    quantity = quantities("conditioning")["noise_power"]
    shared = {"n": 8, "d_k": 32, "d_v": 8}
    few, many = (
        cut(quantity, DesignGroup.sized(shared=shared, trials_per_block=trials)) for trials in (10**6, 10**9)
    )
    assert many.bytes_per_chunk == few.bytes_per_chunk <= CHUNK_BYTES
    assert affordable_workers([Asked((many,))], workers=1, memory=GIB) == 1


def test_a_block_of_many_chunks_takes_the_memory_of_a_few():
    few, many = (peak_of(lambda n=n: sample_block(*ones(n, 1), 0, 0, "cpu")) for n in (20, 400))
    assert many < few + 20_000
    parts = [Moments.of([[1.0]]) for _ in range(2)]
    listed = peak_of(lambda: merge([Moments.of([[1.0]]) for _ in range(400)]))
    assert listed > few + 100_000
    assert merge(parts).count == 2


def test_statistics_of_a_billion_trials_merge_exactly():
    half = Moments.of([[0.0], [1.0]])
    whole = half
    for _ in range(29):
        whole = merge([whole, whole])
    assert whole.count == 2**30
    assert whole.occurrences.tolist() == [2**29]


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the peak from /proc")
def test_the_process_takes_no_more_than_planned():
    # Left to itself glibc keeps freed pieces of up to 32 MiB, and whether the next one fits into them
    # is chance: with a fixed threshold the peak is what was in use.
    done = python("-c", PEAK, env={**os.environ, "MALLOC_MMAP_THRESHOLD_": str(2**20)})
    assert done.returncode == 0, done.stderr
    for line in done.stdout.splitlines():
        peak, planned = map(int, line.split())
        assert peak <= planned, line
    streamed = int(done.stdout.split()[0])
    assert streamed < 4 * 10**6 * 64 / 2, "less than half of the embeddings, a tenth of the scores"
