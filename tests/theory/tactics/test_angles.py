"""Angles of a cosine between -1 and 1: their range, and that of the opposite cosine."""

import pytest
import theorycheck as tc
from theorycheck.theory.kernel import Refused, believe, record

from .neighbours import is_proved_and_its_neighbour_is_not

INSIDE, UNITS = ["x >= -1", "x <= 1"], ["|u|^2 == 1", "|v|^2 == 1"]
VECTORS = ["u: fixed(d)", "v: fixed(d)"]
STATEMENTS = [
    ("arccos(x) >= 0", "arccos(x) >= 1/2", INSIDE),
    ("arccos(x) <= pi", "arccos(x) <= 3", INSIDE),
    ("1 - arccos(x)/pi >= 0", "1/2 - arccos(x)/pi >= 0", INSIDE),
    ("arccos(-x) == pi - arccos(x)", "arccos(-x) == arccos(x)", INSIDE),
    ("arccos(-<u, v>) == pi - arccos(<u, v>)", "arccos(-<u, v>) == pi + arccos(<u, v>)", UNITS),
    ("arccos(<u, v>) <= pi", "arccos(<u, v>) <= pi/2", UNITS),
]


@pytest.mark.usefixtures("quickly_refused")
@pytest.mark.parametrize(("text", "neighbour", "where"), STATEMENTS)
def test_an_angle_is_between_zero_and_half_a_turn(text, neighbour, where):
    is_proved_and_its_neighbour_is_not(text, neighbour, VECTORS if "u" in text else [], where)


@pytest.mark.parametrize("where", [[], ["x >= -1"], ["x <= 1"], ["x >= -2", "x <= 1"]])
def test_a_cosine_is_known_to_be_between_minus_one_and_one(where):
    with pytest.raises(Refused):
        tc.prove("arccos(-x) == pi - arccos(x)", where=where)


def test_the_chance_of_two_half_spaces_is_no_new_hypothesis():
    found = tc.prove("arccos(x) + arccos(-x) == pi", where=INSIDE)
    assert {repr(h.proposition) for h in found.hypotheses} == {"x ≥ -1", "x ≤ 1"}
    assert believe(record(found)).status == "derived"
