"""The table of simulators has each one, and says what is measured of those whose definition is a term."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from theorycheck.evidence import routes
from theorycheck.numerics.quantity import SampledQuantity

from benchmarks.speed.simulator_terms.table import TABLE

FOLDER = Path(__file__).parents[2] / "benchmarks"
ROWS = list(csv.DictReader((FOLDER / "simulators.csv").read_text(encoding="utf-8").splitlines()))
MEASURED = json.loads((FOLDER / "results" / "simulator_terms.json").read_text(encoding="utf-8"))


def sampled(*topics):
    quantities = (quantity for topic in topics for quantity in routes.quantities(topic).values())
    return {quantity.name for quantity in quantities if isinstance(quantity, SampledQuantity)}


def compiled(topic):
    return {
        quantity.name
        for quantity in routes.quantities(topic).values()
        if isinstance(quantity, SampledQuantity) and quantity.form
    }


def test_each_simulator_of_the_other_papers_has_one_row():
    others = [topic for topic in routes.topics() if topic != "conditioning"]
    named = Counter(row["quantity"] for row in ROWS)
    assert named == Counter(sampled(*others))


def test_those_whose_definition_is_a_term_are_held_to_it_and_measured():
    held = {entry.quantity for entry in TABLE}
    terms = {row["quantity"]: row["factor"] for row in ROWS if row["definition"] == "term"}
    assert {name for name in held if not name.startswith("conditioning.")} == terms.keys()
    assert held <= sampled(*routes.topics())
    for name, factor in terms.items():
        assert float(factor) == min(x["factor"] for key, x in MEASURED.items() if key.startswith(f"{name}@"))


def test_those_that_are_compiled_are_told_by_their_terms():
    topics = [topic for topic in routes.topics() if topic != "conditioning"]
    found = {name for topic in topics for name in compiled(topic)}
    assert found == {row["quantity"] for row in ROWS if row["definition"] == "compiled"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["quantity"])
def test_a_row_says_what_the_definition_is_and_why(row):
    assert row["definition"] in {"compiled", "term", "hand", "no term"}
    assert row["reason"]
    assert bool(row["factor"]) == (row["definition"] == "term")
