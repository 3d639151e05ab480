"""Command-line values and what is refused."""

import pytest
from theorycheck.errors import UsageError
from theorycheck.user import arguments


@pytest.mark.parametrize(("text", "seconds"), [("90", 90), ("90s", 90), ("1.5m", 90), ("2h", 7200)])
def test_a_budget_is_a_time(text, seconds):
    assert arguments.budget(text) == seconds


def test_a_preset_may_have_more_rounds():
    full, more = arguments.preset("full"), arguments.preset("full+4")
    assert (more.name, more.rounds, more.quick_grid) == ("full+4", full.rounds + 4, full.quick_grid)
    assert more.blocks[-1] == 16 * full.blocks[-1]


@pytest.mark.parametrize(
    "name", ["fulll", "fulll+2", "full+", "full+0", "full+9", "full+two", "full+-1", "full+²"]
)
def test_what_is_no_preset_is_refused(name):
    with pytest.raises(UsageError, match=r"did you mean full|adds no number of rounds from 1 to 8"):
        arguments.preset(name)


def test_no_budget_is_no_limit():
    assert arguments.budget(None) is None


@pytest.mark.parametrize(
    ("text", "size"), [("2G", 2**31), ("512M", 2**29), ("1.5GiB", 3 * 2**29), ("64k", 2**16)]
)
def test_a_memory_size_has_a_unit(text, size):
    assert arguments.memory(text) == size


@pytest.mark.parametrize("text", ["", "0", "0s", "-1", "1d", "m", "nan", "inf", "501h", "9" * 400 + "s"])
def test_what_is_no_time_is_refused(text):
    with pytest.raises(UsageError, match="not a positive time"):
        arguments.budget(text)


@pytest.mark.parametrize("text", ["", "2", "0G", "-1G", "G", "1X", "9" * 400 + "G"])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(UsageError, match="not a positive size"):
        arguments.memory(text)


@pytest.mark.parametrize("value", [-1, 2**63])
def test_a_seed_fits_the_store(value):
    with pytest.raises(UsageError, match="not between"):
        arguments.seed(value)
    assert arguments.seed(2**63 - 1) == 2**63 - 1


def test_there_is_a_worker_for_each_core_by_default():
    assert arguments.workers(None) >= 1
    assert arguments.workers(3) == 3
