"""The table of simulators has each one of the papers whose terms are not written yet, and says why."""

import csv
from collections import Counter
from pathlib import Path

import pytest
from theorycheck.evidence import routes
from theorycheck.numerics.quantity import SampledQuantity

from benchmarks.speed.conditioning_terms import TABLE

FILE = Path(__file__).parents[2] / "benchmarks" / "simulators.csv"
ROWS = list(csv.DictReader(FILE.read_text(encoding="utf-8").splitlines()))


def sampled(*topics):
    quantities = (quantity for topic in topics for quantity in routes.quantities(topic).values())
    return {quantity.name for quantity in quantities if isinstance(quantity, SampledQuantity)}


def test_each_simulator_of_the_other_papers_has_one_row():
    others = [topic for topic in routes.topics() if topic != "conditioning"]
    named = Counter(row["quantity"] for row in ROWS)
    assert named == Counter(sampled(*others))


def test_those_of_conditioning_that_have_terms_stand_in_their_own_table():
    assert {f"conditioning.{entry.quantity}" for entry in TABLE} < sampled("conditioning")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["quantity"])
def test_a_row_says_what_the_definition_is_and_why(row):
    assert row["definition"] in {"term", "hand", "no term"}
    assert row["reason"]
