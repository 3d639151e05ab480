"""Settings and exponents in sentences: a reader finds no code, and can tell one exponent from the next."""

import re

import numpy as np
import pytest
from theorycheck.claim import Relation
from theorycheck.decide.verdict import decide
from theorycheck.numerics.quantity import ExactQuantity, quantities
from theorycheck.paper import Coordinates
from theorycheck.papers.tables import COORDINATES
from theorycheck.reason import Courses, Exponential, Kind, Setting, Slope, Text, interval, reason
from theorycheck.wording import Medium, words
from theorycheck.wording.formulas import plain_text
from theorycheck.wording.names import GREEK
from theorycheck.wording.orders import courses_words

from .. import planted

WIDE = Slope(name="L", value=1.0, interval=interval(0.37, 1.8))
NARROW = Slope(name="n", value=1.0, interval=interval(0.9, 1.1))


def broken(at: Setting) -> str:
    parts = dict.fromkeys(("bound", "test", "spread"))
    said = reason(
        Kind.BOUND_BROKEN, label=Text(text="a"), side="at most", claimed="b", how="c", value=1, at=at, **parts
    )
    return words(said, Medium.TERMINAL)


@pytest.mark.parametrize(
    ("at", "under", "told"),
    [
        ({"step": "one"}, {"example": "two queries"}, " (step: one; example: two queries)"),
        ({"step": "one"}, {}, " (step: one)"),
        ({"d": 8, "step": "one"}, {"example": "two queries"}, " at d = 8, step: one (example: two queries)"),
        ({}, {"example": "two queries"}, " (example: two queries)"),
    ],
)
def test_a_setting_that_begins_with_a_variant_stands_in_one_pair_of_brackets(at, under, told):
    assert broken(Setting(at=at, under=under)).endswith(f"1{told}.")


def test_both_ends_of_a_loose_bound_are_told_like_any_setting():
    ends = [Setting(at={"errors": "opposed", "T": size}) for size in (2, 9)]
    said = reason(Kind.SLACK_ENDS, near=1, at_near=ends[0], far=2, at_far=ends[1])
    expected = "1 times the bound (errors: opposed, T = 2) and 2 times (errors: opposed, T = 9)"
    assert words(said, Medium.TERMINAL).endswith(expected)


def test_exponents_that_hold_a_colon_are_parted_by_semicolons():
    told = courses_words(Courses(of=(WIDE, NARROW)), Medium.CODE)
    assert (
        told
        == "the exponent of L is not resolved: between 0.37 and 1.8; and the exponent of n is 1 (0.9 to 1.1)"
    )
    assert ";" not in courses_words(Courses(of=(NARROW, NARROW)), Medium.CODE)
    assert ";" not in courses_words(Courses(of=(WIDE,)), Medium.CODE)


def test_an_exponential_says_in_which_variable():
    told = courses_words(Courses(of=(Exponential(variable="d_k", rate=-0.2), NARROW)), Medium.TERMINAL)
    assert told.startswith("it falls exponentially in d_k, like e^(−0.2·d_k) and the exponent of n")


@pytest.mark.parametrize(
    ("text", "told"), [("$(W x)_+$", "(W x)₊"), ("$(W x)_-$", "(W x)₋"), ("$x_i$", "x_i")]
)
def test_a_sign_as_an_index_is_lowered(text, told):
    assert plain_text(text, Medium.TERMINAL) == told


def test_a_variant_that_is_an_equation_is_set_in_each_medium():
    said = decided({"weights": "q = p^(1/2)", "d": 8}, COORDINATES["associative_memory"])
    assert "at q = √p, d = 8;" in said


def decided(at, coordinates=None):
    """The sentence of a wrong claim at one point, or at several where coordinates are tuples."""
    columns = {name: value if isinstance(value, tuple) else (value,) for name, value in at.items()}
    claim = planted.claim(Relation.EQUALS, "1", grid=columns)
    # Names are columns of objects, as those of design points are.
    arrays = {
        name: np.array(column, object if isinstance(column[0], str) else None)
        for name, column in columns.items()
    }
    evidence = planted.exact(arrays, [2.0] * len(max(columns.values(), key=len)), 1e-9)
    return words(decide(claim, None, evidence, coordinates=coordinates).summary, Medium.TERMINAL)


def pairs(topic):
    """All coordinates with their values, of all points of a topic."""
    for quantity in quantities(topic).values():
        is_exact = isinstance(quantity, ExactQuantity)
        points = quantity.points if is_exact else [one for group in quantity.groups for one in group.points]
        yield from (pair for point in points for pair in point.items())


def variants(topic):
    """Those that are texts."""
    return {pair for pair in pairs(topic) if isinstance(pair[1], str)}


def names(topic):
    """The names of all coordinates."""
    return {name for name, _ in pairs(topic)}


def named(topic):
    """The coordinates with a variant that the paper names for readers."""
    return {(name, value) for name, values in COORDINATES[topic].variants.items() for value in values}


@pytest.mark.parametrize("topic", COORDINATES)
def test_every_variant_in_words_is_one_that_is_measured(topic):
    assert named(topic) <= variants(topic)


def test_no_formula_in_code_stands_in_a_sentence():
    code = re.compile(rf"\^|\*|\b(?:{'|'.join(GREEK)})\b")
    formulas = {
        (topic, *pair)
        for topic in COORDINATES
        for pair in variants(topic)
        if code.search(pair[1]) and " " in pair[1]
    }
    assert formulas
    assert not {one for one in formulas if one[1:] not in named(one[0])}


def test_a_variant_without_words_stays_as_it_is():
    said = decided({"f": "some other", "d": 8}, COORDINATES["associative_memory"])
    assert "at f = some other, d = 8;" in said


def test_what_labels_say_is_left_out_where_it_takes_one_value():
    at, moment = {"moment": (2, 2), "d": (8, 16)}, Coordinates(selectors=frozenset({"moment"}))
    assert "(d = 8 to 16)" in decided(at, moment)
    # Of a paper that names no such coordinate nothing is left out.
    assert "(moment = 2, d = 8 to 16)" in decided(at)


@pytest.mark.parametrize("topic", COORDINATES)
def test_every_selector_is_a_coordinate_of_its_paper(topic):
    assert COORDINATES[topic].selectors <= names(topic)


def test_a_variant_that_the_label_says_is_left_out():
    assert "at d = 8;" in decided({"split": "balanced", "d": 8}, COORDINATES["associative_memory"])
    assert "split: balanced, d = 8" in decided({"split": "balanced", "d": 8})


@pytest.mark.parametrize(
    ("claimed", "domain", "told"),
    [
        ("d", ("p + q >= 1",), "(p = 0.4, q = 0.6, d = 2)"),
        ("d", (), "(d = 2)"),
        ("2", ("p >= 0",), "(p = 0.4, q = 0.6, d = 2)"),
    ],
)
def test_coordinates_that_a_domain_holds_fixed_are_told(claimed, domain, told):
    at = {"p": 0.4, "q": 0.6, "d": 2}
    claim = planted.claim(Relation.EQUALS, claimed, domain=domain)
    evidence = planted.exact({name: [value] for name, value in at.items()}, [2.0], 1e-9)
    said = words(decide(claim, None, evidence).summary, Medium.TERMINAL)
    assert told in said
