"""What a run shows: the state that events add up to, time left included, and a log of them."""

import io
import time

import msgspec
import pytest
from theorycheck.evidence.progress import (
    BlockStored,
    ClaimDecided,
    Event,
    FiguresBegun,
    Log,
    RoundBegun,
    State,
)
from theorycheck.terminal.progress import Progress
from theorycheck.terminal.verbosity import Verbosity, choose

ROUND = RoundBegun(claims=("a", "b"), round=0, rounds=3, blocks={"q": 4}, later=({"q": 6},))
BLOCK = BlockStored(quantity="q", block=0, seconds=2.0)


def state_after(*events, **settings):
    state = State(**({"claims": 3} | settings))
    for event in events:
        state.add(event)
    return state


def decided(claim, *, closed, needs=None):
    return ClaimDecided(claim=claim, round=0, rounds=3, verdict="inconclusive", closed=closed, needs=needs)


def test_no_time_is_told_before_a_block_or_a_tenth_of_the_claims_is_known():
    assert state_after(ROUND).time_left(10.0) is None
    told = [decided(str(number), closed=True) for number in range(3)]
    assert state_after(*told[:1], claims=11).time_left(10.0) is None
    assert state_after(*told[:2], claims=11).time_left(10.0) == 45.0


def test_no_time_is_left_by_the_pace_once_every_claim_is_decided():
    state = state_after(*(decided(name, closed=True) for name in "abc"))
    assert state.time_left(10.0) is None


@pytest.mark.parametrize("workers", [1, 2])
def test_rounds_that_may_follow_count_by_the_share_of_claims_that_stayed_open(workers):
    # Two blocks of four are left, and six may follow; of no analyses so far half are taken to ask for them.
    assert state_after(ROUND, BLOCK, BLOCK, workers=workers).time_left(0.0) == (2 + 6 / 2) * 2 / workers
    # One analysis of two left its claim open, with one of each kind to begin with.
    both = (decided("a", closed=False), decided("b", closed=True))
    state = state_after(ROUND, BLOCK, *both, claims=100)
    assert state.time_left(0.0) == (3 + 6 * 2 / 4) * 2
    # Had neither, later rounds would count for less.
    assert state_after(ROUND, BLOCK, *both[1:], claims=100).time_left(0.0) < state.time_left(0.0)


def test_the_second_round_to_follow_counts_by_the_square_of_that_share():
    two = msgspec.structs.replace(ROUND, later=({"q": 6}, {"q": 12}))
    assert state_after(two, BLOCK, BLOCK).time_left(0.0) == (2 + 6 / 2 + 12 / 4) * 2


def test_what_claims_that_are_closed_might_have_asked_for_is_no_longer_counted():
    state = state_after(ROUND, BLOCK, decided("a", closed=True), claims=100)
    assert state.time_left(0.0) == (3 + 6 / 3) * 2
    state.add(decided("b", closed=True))
    assert state.time_left(0.0) == 3 * 2
    assert state.closed == 2


def test_decisions_that_take_longer_than_blocks_are_counted_by_their_pace():
    state = state_after(ROUND, BLOCK, decided("a", closed=True), decided("b", closed=True))
    assert state.time_left(1.0) == 6.0
    assert state.time_left(100.0) == 50.0


def test_the_verdicts_of_closed_claims_are_counted():
    state = state_after(ROUND, decided("a", closed=False), decided("b", closed=True))
    assert state.verdicts == {"inconclusive": 1}


def test_blocks_of_a_quantity_unknown_so_far_are_taken_for_the_mean():
    other = RoundBegun(claims=("c",), round=0, rounds=1, blocks={"r": 1}, later=())
    assert state_after(ROUND, BLOCK, other).time_left(0.0) == (4 + 6 / 2) * 2


def test_an_open_claim_says_what_it_needs_and_a_settled_one_is_gone():
    state = state_after(ROUND, decided("a", closed=False, needs="more trials"), decided("b", closed=True))
    assert state.open == {"a": "round 1 of 3: inconclusive, more trials"}
    state.add(RoundBegun(claims=("a",), round=1, rounds=3, blocks={}, later={}))
    assert state.open == {"a": "round 2 of 3: inconclusive, more trials"}


def test_blocks_of_figures_count_as_well():
    state = state_after(ROUND, BLOCK, FiguresBegun(blocks={"q": 2}))
    assert (state.asked, state.done, state.text) == (6, 1, "figures")


def test_a_pipe_gets_a_plain_line_every_so_often_and_none_where_it_is_quiet(capsys):
    for level, least in ((Verbosity.NORMAL, 2), (Verbosity.QUIET, 0)):
        choose(level)
        try:
            with Progress(claims=3, every=0.05) as progress:
                progress(ROUND)
                progress(BLOCK)
                progress(decided("a", closed=True))
                time.sleep(0.4)
        finally:
            choose(Verbosity.NORMAL)
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) >= least
        assert (lines == []) is (least == 0)
        for line in lines:
            assert line.startswith("0:00 1 of 3 claims decided; 1 inconclusive; 1 of 4 blocks; about 0:")


def test_a_log_holds_a_line_for_each_event():
    stream = io.StringIO()
    log = Log(stream)
    for event in (ROUND, BLOCK, decided("a", closed=False)):
        log(event)
    told = [msgspec.json.decode(line) for line in stream.getvalue().splitlines()]
    assert all(line.pop("at") >= 0 for line in told)
    assert told[1]["seconds"] == 2.0
    assert told[1].pop("event") == "block stored"
    assert msgspec.convert(told[2], Event) == decided("a", closed=False)
