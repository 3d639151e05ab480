"""Evidence of several machines, joined: each block once, and nothing where they do not match."""

import signal
from dataclasses import replace

import msgspec
import pytest
from theorycheck.errors import UsageError
from theorycheck.evidence.merge import merge
from theorycheck.evidence.store import RunSettings, Store, StoredBlock
from theorycheck.papers.tables import CLAIMS

from .test_store import KEY

ORDER = [claim.id for claim in CLAIMS]
SETTINGS = RunSettings(preset="quick", seed=0, device="cpu", claims=("mine.a", "mine.b"))


def store_of(path, blocks, code="c", **changes):
    with Store.open(path, msgspec.structs.replace(SETTINGS, **changes)) as store:
        for number, statistic in blocks.items():
            store.put(replace(KEY, block=number, code=code), StoredBlock(statistic=statistic, seconds=0.5))
    return path


def test_each_block_of_either_store_is_there_once(tmp_path):
    one = store_of(tmp_path / "1", {0: b"a", 1: b"b"})
    two = store_of(tmp_path / "2", {1: b"b", 2: b"c"})
    joined = merge([one, two], tmp_path / "3", ORDER)
    assert (joined.blocks, joined.new) == (3, 3)
    with Store.open(tmp_path / "3", SETTINGS) as store:
        assert [block.statistic for _, block in store.blocks()] == [b"a", b"b", b"c"]
    assert merge([one, two], tmp_path / "3", ORDER).new == 0


def test_claims_of_all_stores_are_those_of_the_joined_one_in_the_order_of_the_tables(tmp_path):
    one = store_of(tmp_path / "1", {}, claims=("conditioning.linearity", "mine.a"))
    two = store_of(tmp_path / "2", {}, claims=("conditioning.key_overlap.mean_square",))
    expected = ("conditioning.key_overlap.mean_square", "conditioning.linearity", "mine.a")
    assert merge([one, two], tmp_path / "3", ORDER).settings.claims == expected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"preset": "full"}, "its preset is full, not quick"),
        ({"seed": 1}, "its seed is 1, not 0"),
        ({"device": "cuda:x"}, "its device is cuda:x, not cpu"),
    ],
)
def test_stores_that_do_not_match_are_refused(tmp_path, change, message):
    one, two = store_of(tmp_path / "1", {0: b"a"}), store_of(tmp_path / "2", {1: b"b"}, **change)
    with pytest.raises(UsageError, match=message):
        merge([one, two], tmp_path / "3", ORDER)
    assert not (tmp_path / "3").exists()


def test_one_block_with_two_contents_is_refused_and_what_was_there_is_left(tmp_path):
    one, two = store_of(tmp_path / "1", {0: b"a", 1: b"b"}), store_of(tmp_path / "2", {0: b"A"})
    with pytest.raises(UsageError, match=f"Block 0 of q differs between {one} and {two}"):
        merge([one, two], tmp_path / "3", ORDER)
    assert not (tmp_path / "3").exists()
    there = store_of(tmp_path / "3", {0: b"A"})
    with pytest.raises(UsageError, match=f"Block 0 of q differs between {there} and {one}"):
        merge([one], there, ORDER)
    with Store.open(there, SETTINGS) as store:
        assert [block.statistic for _, block in store.blocks()] == [b"A"]


def test_stores_of_other_code_are_refused_by_name(tmp_path):
    one, two = store_of(tmp_path / "1", {0: b"a"}), store_of(tmp_path / "2", {1: b"b"}, code="d")
    with pytest.raises(UsageError, match=f"q was measured by other code, .* in {two} than in {one}"):
        merge([one, two], tmp_path / "3", ORDER)
    assert not (tmp_path / "3").exists()
    three = store_of(tmp_path / "two codes", {2: b"c"}, code="d")
    store_of(three, {0: b"a"})
    assert merge([one, three], tmp_path / "3", ORDER).blocks == 2


def test_a_store_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UsageError, match="There is no evidence store"):
        merge([store_of(tmp_path / "1", {}), tmp_path / "2"], tmp_path / "3", ORDER)


def test_a_store_cannot_be_joined_into_itself(tmp_path):
    one = store_of(tmp_path / "1", {0: b"a"})
    with pytest.raises(UsageError, match="in use"):
        merge([one, store_of(tmp_path / "2", {1: b"b"})], one, ORDER)


def test_a_full_disk_leaves_nothing_of_a_new_store(tmp_path):
    import resource

    (tmp_path / "joined").mkdir()
    store_of(tmp_path / "1", {n: bytes(4000) for n in range(20)})
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
        with pytest.raises(UsageError, match="cannot be written"):
            merge([tmp_path / "1"], tmp_path / "joined" / "3", ORDER)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert not list((tmp_path / "joined").iterdir())
    assert merge([tmp_path / "1"], tmp_path / "joined" / "3", ORDER).blocks == 20
