"""What a run shows: the state that events add up to, time left included, and a log of them."""

from __future__ import annotations

import io

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

ROUND = RoundBegun(claims=("a", "b"), round=0, rounds=3, blocks={"q": 4}, later={"q": 6})
BLOCK = BlockStored(quantity="q", block=0, seconds=2.0)


def state_after(*events, **settings):
    state = State(claims=3, **settings)
    for event in events:
        state.add(event)
    return state


def decided(claim, *, closed, needs=None):
    return ClaimDecided(claim=claim, round=0, rounds=3, verdict="inconclusive", closed=closed, needs=needs)


def test_no_time_is_told_before_a_block_is_known():
    assert state_after(ROUND).time_left() is None


@pytest.mark.parametrize("workers", [1, 2])
def test_the_time_left_is_that_of_the_blocks_asked_for_and_of_those_that_may_follow(workers):
    least, most = state_after(ROUND, BLOCK, BLOCK, workers=workers).time_left()
    assert least == 2 * 2 / workers
    assert most == (2 + 6) * 2 / workers


def test_what_claims_that_are_closed_might_have_asked_for_is_no_longer_counted():
    state = state_after(ROUND, BLOCK, decided("a", closed=True))
    assert state.time_left() == (6.0, 18.0)
    state.add(decided("b", closed=True))
    assert state.time_left() == (6.0, 6.0)
    assert state.closed == 2


def test_blocks_of_a_quantity_unknown_so_far_are_taken_for_the_mean():
    other = RoundBegun(claims=("c",), round=0, rounds=1, blocks={"r": 1}, later={})
    assert state_after(ROUND, BLOCK, other).time_left()[0] == 4 * 2


def test_an_open_claim_says_what_it_needs_and_a_settled_one_is_gone():
    state = state_after(ROUND, decided("a", closed=False, needs="more trials"), decided("b", closed=True))
    assert state.open == {"a": "round 1 of 3: inconclusive, more trials"}
    state.add(RoundBegun(claims=("a",), round=1, rounds=3, blocks={}, later={}))
    assert state.open == {"a": "round 2 of 3: inconclusive, more trials"}


def test_blocks_of_figures_count_as_well():
    state = state_after(ROUND, BLOCK, FiguresBegun(blocks={"q": 2}))
    assert (state.asked, state.done, state.text) == (6, 1, "figures")


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
