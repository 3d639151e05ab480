"""The evidence store: keyed, exclusive, and explained when it cannot be used."""

import sqlite3
from dataclasses import replace

import pytest
from msgspec import structs
from theorycheck.errors import UsageError
from theorycheck.evidence.store import WITHOUT_CODE, BlockKey, RunSettings, Store, StoredBlock

SETTINGS = RunSettings(preset="quick", seed=0, device="cpu", claims=("a", "b"))
KEY = BlockKey(
    quantity="q", version=1, group="{}", seed=0, device="cpu", dtype="float32", generator=1, code="c", block=0
)
BLOCK = StoredBlock(statistic=b"\x01\x02", seconds=0.5)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "evidence.sqlite"


def test_a_block_is_found_again_after_reopening(path):
    with Store.open(path, SETTINGS) as store:
        store.put(KEY, BLOCK)
    with Store.open(path, SETTINGS) as store:
        assert store.get(KEY) == BLOCK
        assert len(store) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"quantity": "r"},
        {"version": 2},
        {"group": "[]"},
        {"block": 1},
        {"seed": 1},
        {"device": "cuda:x"},
        {"dtype": "float64"},
        {"generator": 2},
        {"code": "d"},
    ],
)
def test_every_part_of_the_identity_keeps_blocks_apart(path, change):
    with Store.open(path, SETTINGS) as store:
        store.put(KEY, BLOCK)
        assert store.get(replace(KEY, **change)) is None


def test_a_block_that_must_exist_and_does_not_is_named(path):
    with Store.open(path, SETTINGS) as store:
        with pytest.raises(LookupError, match="Block 0 of q is not in"):
            store.existing(KEY)
        store.put(KEY, BLOCK)
        assert store.existing(KEY) == BLOCK


def test_a_stored_block_is_never_replaced(path):
    with Store.open(path, SETTINGS) as store:
        store.put(KEY, BLOCK)
        store.put(KEY, StoredBlock(statistic=b"other", seconds=0.0))
        assert store.get(KEY) == BLOCK


def test_one_file_remains_when_a_store_is_closed(path):
    with Store.open(path, SETTINGS) as store:
        store.put(KEY, BLOCK)
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"preset": "full"}, "its preset is quick, not full"),
        ({"seed": 7}, "its seed is 0, not 7"),
        ({"device": "cuda:x"}, "its device is cpu"),
    ],
)
def test_a_run_with_other_settings_is_refused(path, change, message):
    with Store.open(path, SETTINGS):
        pass
    with pytest.raises(UsageError, match=message):
        Store.open(path, structs.replace(SETTINGS, **change))


def test_other_claims_go_on_with_the_evidence_that_is_there(path):
    with Store.open(path, SETTINGS) as store:
        store.put(KEY, BLOCK)
    with Store.open(path, structs.replace(SETTINGS, claims=("c", "b"))) as store:
        assert store.get(KEY) == BLOCK
    with Store.reopen(path) as store:
        assert store.settings == structs.replace(SETTINGS, claims=("a", "b", "c"))


def test_a_store_in_use_is_refused(path):
    with Store.open(path, SETTINGS), pytest.raises(UsageError, match="in use"):
        Store.open(path, SETTINGS)


def test_a_truncated_store_is_refused(path):
    with Store.open(path, SETTINGS) as store:
        for block in range(200):
            store.put(replace(KEY, block=block), StoredBlock(statistic=b"x" * 400, seconds=0.0))
    path.write_bytes(path.read_bytes()[:9000])
    with pytest.raises(UsageError, match="not a readable evidence store"):
        Store.open(path, SETTINGS)


def test_a_database_of_something_else_is_refused(path):
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE other (x)")
    connection.close()
    with pytest.raises(UsageError, match="schema unknown"):
        Store.open(path, SETTINGS)


ALTERED = {
    "endless seconds": "UPDATE blocks SET seconds = 1e999 WHERE block = 1",
    "a flipped bit": "UPDATE blocks SET statistic = X'6263' WHERE block = 1",
    "text": "UPDATE blocks SET statistic = 'text' WHERE block = 1",
    "bytes that are no text": "UPDATE blocks SET statistic = CAST(X'FF' AS TEXT) WHERE block = 1",
    "seconds below zero": "UPDATE blocks SET seconds = -0.5 WHERE block = 1",
    "no number of seconds": "UPDATE blocks SET seconds = 'x' WHERE block = 1",
    "another checksum": "UPDATE blocks SET checksum = X'00' WHERE block = 1",
    "the statistic and checksum of another block": "UPDATE blocks SET (statistic, checksum) = "
    "(SELECT statistic, checksum FROM blocks WHERE block = 2) WHERE block = 1",
}
"""One block, which is refused, while the others are as they were."""

MOVED = {
    "another seed": "UPDATE groups SET seed = 7",
    "other code": "UPDATE groups SET code = 'd'",
    "no design group": "UPDATE blocks SET number = 5",
    "a name that is no text": "UPDATE groups SET quantity = CAST(X'FF' AS TEXT)",
}
"""All blocks of a design group: the store lacks them, and who reads them all is told."""


def stored(path, blocks=3):
    with Store.open(path, SETTINGS) as store:
        for block in range(blocks):
            store.put(replace(KEY, block=block), StoredBlock(statistic=bytes([block]), seconds=0.5))


def altered(path, attack):
    connection = sqlite3.connect(path)
    connection.executescript(attack)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("attack", ALTERED.values(), ids=ALTERED)
def test_a_block_that_was_altered_is_named_and_never_believed(path, attack):
    stored(path)
    altered(path, attack)
    with Store.open(path, SETTINGS) as store:
        assert store.get(replace(KEY, block=2)).statistic == b"\x02"
        for read in (lambda: store.get(replace(KEY, block=1)), lambda: list(store.blocks())):
            with pytest.raises(UsageError, match=f"Block 1 of {KEY.quantity} .* is not what was stored"):
                read()


@pytest.mark.parametrize("attack", MOVED.values(), ids=MOVED)
def test_blocks_that_were_given_another_identity_are_not_believed(path, attack):
    stored(path)
    with Store.open(path, SETTINGS) as store:
        assert [key.block for key, _ in store.blocks()] == [0, 1, 2]
    altered(path, attack)
    with Store.open(path, SETTINGS) as store:
        assert store.get(KEY) is None
        with pytest.raises(UsageError, match=r"is not what was stored|of no design group"):
            list(store.blocks())


def test_what_is_put_all_together_is_there_whole_or_not_at_all(path):
    with Store.open(path, SETTINGS) as store:
        failing = ((KEY, BLOCK) if number == 0 else 1 // 0 for number in range(2))
        with pytest.raises(ZeroDivisionError):
            store.put_all(failing)
        assert (len(store), store.get(KEY), store.codes) == (0, None, {})
        assert store.put(KEY, BLOCK)
        assert not store.put(KEY, BLOCK)
        assert store.codes == {("q", 1): {"c"}}


@pytest.mark.parametrize("size", [400, 1000, 1400, 3000])
def test_a_block_takes_hardly_more_than_its_statistic(path, size):
    count = 200
    with Store.open(path, SETTINGS) as store:
        blocks = (
            (replace(KEY, block=k), StoredBlock(statistic=bytes(size), seconds=0.1)) for k in range(count)
        )
        store.put_all(blocks)
    assert path.stat().st_size / count < 2 * size


OTHER_SHAPE = "has other tables, columns or triggers than a store"
UNREADABLE = "is not a readable evidence store"
OF_META = "UPDATE meta SET value = {} WHERE key = 'schema'"


@pytest.mark.parametrize(
    ("attack", "message"),
    [
        ("CREATE TRIGGER thief AFTER INSERT ON blocks BEGIN DELETE FROM blocks; END", OTHER_SHAPE),
        ("CREATE VIEW more AS SELECT * FROM blocks", OTHER_SHAPE),
        ("ALTER TABLE blocks DROP COLUMN seconds", OTHER_SHAPE),
        ("ALTER TABLE groups RENAME COLUMN code TO other", OTHER_SHAPE),
        ("DROP TABLE groups", OTHER_SHAPE),
        (
            "ALTER TABLE blocks DROP COLUMN seconds; ALTER TABLE blocks ADD seconds REAL CHECK (seconds < 1)",
            OTHER_SHAPE,
        ),
        (OF_META.format("'0'"), "schema 0"),
        *(
            (OF_META.format(f"'{schema}'"), f"schema {schema}, which does not say what code drew")
            for schema in WITHOUT_CODE
        ),
        ("DELETE FROM meta WHERE key = 'settings'", UNREADABLE),
        (f"UPDATE meta SET value = replace(value, '\"seed\":0', '\"seed\":{2**63}')", UNREADABLE),
    ],
)
def test_a_store_that_is_none_of_today_is_refused_and_left_as_it_is(path, attack, message):
    stored(path)
    with Store.reopen(path) as store:
        assert len(store) == 3
    altered(path, attack)
    before = path.read_bytes()
    for opened in (lambda: Store.open(path, SETTINGS), lambda: Store.reopen(path)):
        with pytest.raises(UsageError, match=message) as told:
            opened()
        assert str(told.value).count(". ") == 0
    assert path.read_bytes() == before


def test_a_design_group_that_was_taken_out_is_drawn_anew_and_takes_no_place_of_another(path):
    others = [replace(KEY, group=name) for name in "abcd"]
    with Store.open(path, SETTINGS) as store:
        for key in others[:3]:
            store.put(key, BLOCK)
    altered(path, "DELETE FROM groups WHERE design_group = 'b'; DELETE FROM blocks WHERE number = 2")
    with Store.open(path, SETTINGS) as store:
        assert [store.put(key, BLOCK) for key in others] == [False, True, False, True]
        assert [store.get(key) for key in others] == 4 * [BLOCK]


def test_what_is_said_of_an_altered_store_is_a_sentence_whatever_it_holds(path):
    key = replace(KEY, group=10_000 * "g")
    with Store.open(path, SETTINGS) as store:
        store.put(key, BLOCK)
    altered(path, "UPDATE blocks SET checksum = X'00'")
    with Store.open(path, SETTINGS) as store, pytest.raises(UsageError, match="not what was stored") as told:
        store.get(key)
    altered(path, f"UPDATE meta SET value = '{10_000 * '9'}' WHERE key = 'schema'")
    with pytest.raises(UsageError, match="store schema 999") as other:
        Store.open(path, SETTINGS)
    assert max(len(str(one.value)) for one in (told, other)) < 600
