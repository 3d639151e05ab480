"""The golden file: the claims of today differ from it as listed, and whatever else changes is seen."""

from copy import deepcopy
from dataclasses import replace

import msgspec
import pytest
import sympy as sp
from msgspec import structs
from theorycheck.evidence.derivation_cache import derivation_result
from theorycheck.papers.tables import CLAIMS, STATEMENTS
from theorycheck.theory.notation import d_k, d_v, n

from benchmarks.golden import formulas, record
from benchmarks.golden.__main__ import compared
from benchmarks.golden.comparison import Change, Changes, Difference, differences, faults, read_changes

CLAIM = next(claim for claim in CLAIMS if claim.id == "conditioning.noise_power.mean")
STATEMENT = next(statement for statement in STATEMENTS if statement.id == CLAIM.statement_id)
NAME = f"conditioning.{CLAIM.derivation}"
NONE = Changes()


@pytest.fixture(scope="module")
def file():
    return record.golden([CLAIM], [STATEMENT], [NAME], derivation_result)


def found(file, claims=(CLAIM,), statements=(STATEMENT,), changes=NONE, **of_the_derivation):
    def derive(topic, name):
        return replace(derivation_result(topic, name), **of_the_derivation)

    return [(d.claim, d.field) for d in differences(file, claims, statements, derive, changes)]


def formula():
    return derivation_result("conditioning", CLAIM.derivation).formula


@pytest.mark.slow
def test_the_claims_of_today_differ_from_the_golden_file_as_listed():
    """Continuous integration compares by the command itself, in a run of its own."""
    assert compared() == []


def test_nothing_differs_where_nothing_has_changed(file):
    assert found(file) == []


def test_a_formula_that_is_written_differently_is_the_same(file):
    same = sp.expand(sp.expand(formula() * (n + d_k))) / (n + d_k)
    assert str(same) != str(formula())
    assert found(file, formula=same) == []


@pytest.mark.parametrize("part", [sp.Integer(2), 1 + sp.Rational(1, 10**40)])
def test_a_formula_that_has_changed_is_a_difference(file, part):
    assert found(file, formula=formula() * part) == [(CLAIM.id, "formula")]


def test_a_formula_with_another_symbol_or_domain_is_a_difference_unless_the_map_names_it(file):
    renamed = formula().subs(d_k, sp.Symbol("d_q", integer=True, positive=True))
    assert found(file, formula=renamed) == [(CLAIM.id, "symbols")]
    assert found(file, formula=renamed, changes=Changes(symbols={"conditioning.*": {"d_k": "d_q"}})) == []
    assert found(file, formula=formula().subs(d_k, sp.Symbol("d_k", real=True))) == [(CLAIM.id, "symbols")]
    assert found(file, formula=formula() + d_v) == [(CLAIM.id, "symbols")]


def test_a_turned_relation_a_dropped_hypothesis_and_another_status_are_differences(file):
    known = derivation_result("conditioning", CLAIM.derivation)
    dropped = structs.replace(known.record, premises=known.record.premises[1:])
    assert found(file, relation="<=") == [(CLAIM.id, "relation")]
    assert found(file, record=dropped) == [(CLAIM.id, "hypotheses")]
    assert found(file, status="heuristic") == [(CLAIM.id, "status")]


def test_a_changed_grid_is_a_difference_in_the_grid_and_in_the_design_points(file):
    changed = structs.replace(CLAIM, grid={**CLAIM.grid, "n": (2, 4)})
    assert found(file, claims=[changed]) == [(CLAIM.id, "grid"), (CLAIM.id, "points")]


def test_a_lost_claim_and_an_added_one_are_differences(file):
    assert found(file, claims=[]) == [(CLAIM.id, "removed")]
    added = structs.replace(CLAIM, id="conditioning.noise_power.more")
    assert found(file, claims=[CLAIM, added]) == [(added.id, "added")]


def test_a_reworded_statement_is_a_difference(file):
    reworded = structs.replace(STATEMENT, text="Another sentence.")
    assert found(file, statements=[reworded]) == [(STATEMENT.id, "text")]


def test_a_new_field_at_its_default_is_none(file):
    older = deepcopy(file)
    assert "alternatives" not in older["claims"][CLAIM.id]
    assert found(older, claims=[structs.replace(CLAIM, alternatives=())]) == []
    assert found(older, claims=[structs.replace(CLAIM, alternatives=("n",))]) == [(CLAIM.id, "alternatives")]


def test_each_tag_is_a_difference_of_its_own(file):
    tagged = structs.replace(CLAIM, tags=(*CLAIM.tags[1:], "new"))
    expected = [(CLAIM.id, "tags +new"), (CLAIM.id, f"tags -{CLAIM.tags[0]}")]
    assert sorted(found(file, claims=[tagged])) == sorted(expected)


def test_a_derivation_that_fails_is_a_difference_not_an_error(file):
    def failing(topic, name):
        raise ArithmeticError("no result")

    answers = list(differences(file, [CLAIM], [STATEMENT], failing, NONE))
    assert [(d.field, d.after) for d in answers] == [("formula", "ArithmeticError: no result")]


def test_a_difference_is_listed_by_id_or_glob_and_field():
    grid, points = (Difference("conditioning.a.b", field) for field in ("grid", "points"))
    assert faults([grid], listed("conditioning.a.b", "grid")) == []
    assert faults([grid, points], listed("conditioning.*", ("points", "grid"))) == []
    assert "grid is not listed" in faults([grid], NONE)[0]
    assert "grid is not listed" in faults([grid], listed("conditioning.a", "grid"))[0]


def test_a_listed_difference_that_no_longer_occurs_is_a_fault():
    [sentence] = faults([], listed("conditioning.a", "grid"))
    assert sentence == "conditioning.a: grid is listed for A17, but does not differ; delete the entry"


def test_an_entry_without_a_cause_is_refused(tmp_path):
    path = tmp_path / "changes.toml"
    path.write_text('[[change]]\nclaim = "a"\nfield = "grid"\n', encoding="utf-8")
    with pytest.raises(msgspec.ValidationError, match="cause"):
        read_changes(path)


def test_a_piece_is_compared_at_points_of_its_own():
    x = sp.Symbol("x", positive=True)
    pieces = sp.Piecewise((x, x < 100), (x**2, True))
    points = [{"x": 1.5}, {"x": 2.5}, {"x": 100.5}]
    known = formulas.recorded(pieces, points)
    other = sp.Piecewise((x, x < 100), (x**3, True))
    narrow = sp.Piecewise((x, x < 100), (x**2, x < 10**6), (x**3, True))
    assert list(formulas.differences(known, sp.Piecewise((x * x, x >= 100), (x, True)), {})) == []
    assert [field for field, *_ in formulas.differences(known, other, {})] == ["formula"]
    assert "no point of the record reaches" in next(formulas.differences(known, narrow, {}))[2]


def test_an_expansion_is_compared_by_its_terms_and_its_order():
    x = sp.Symbol("x", positive=True)
    expansion = 1 + x / 2 + sp.O(x**2)
    known = formulas.recorded(expansion, [{"x": 0.5}])
    assert list(formulas.differences(known, (2 + x) / 2 + sp.O(3 * x**2), {})) == []
    for other in (1 + x / 3 + sp.O(x**2), 1 + x / 2 + sp.O(x**3), 1 + x / 2):
        assert [field for field, *_ in formulas.differences(known, other, {})] == ["formula"]


def listed(claim, field):
    return Changes(change=(Change(claim=claim, field=field, cause="A17"),))
