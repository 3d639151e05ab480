"""The document of a run: the statements' lists respect how claims bear, and formulas are set as typed."""

import pytest
from msgspec.structs import replace
from theorycheck.claim import Bears
from theorycheck.evidence.record import _statement_record
from theorycheck.statement import SourceAccess, Statement
from theorycheck.wording.formulas import formula_latex
from theorycheck.wording.outcomes import under
from theorycheck.wording.statements import conclusion

from .report.conftest import build

STATEMENT = Statement(
    id="conditioning.S2", title="Capacity", text="A text.", place="1", source_access=SourceAccess.FULL_TEXT
)


@pytest.fixture(scope="module")
def claims():
    """Claims of one statement, one for each way of bearing on it and each answer."""
    first = next(claim for claim in build().claims if claim.statement_id == STATEMENT.id)
    return [
        replace(
            first,
            id=f"conditioning.{bears}.{holds}",
            label=f"{bears} {holds}",
            bound_type=None,
            bears=bears,
            holds=holds,
        )
        for bears in Bears
        for holds in ("yes", "no", "undecided")
    ]


def test_a_statement_holds_under_supporters_alone(claims):
    found = _statement_record(STATEMENT, claims, "a source")
    assert found.holds_under == ["conditioning.supports.yes"]
    assert found.fails_under == ["conditioning.supports.no", "conditioning.contradicts.yes"]
    assert found.open == ["conditioning.supports.undecided", "conditioning.contradicts.undecided"]
    assert found.contradicted_by == ["conditioning.contradicts.yes"]
    assert found.refined_by == ["conditioning.refines.yes"]


def test_the_conclusion_says_each_kind_by_its_own_word(claims):
    assert conclusion(STATEMENT, claims) == (
        "Holds for: supports yes; fails for: supports no; "
        "open for: supports undecided and contradicts undecided; contradicted by: contradicts yes; "
        "refined by: refines yes."
    )
    assert conclusion(replace(STATEMENT, not_covered="Why."), []) == "Not covered: Why."


def test_a_contradiction_that_fails_says_nothing_of_its_statement(claims):
    alone = [claim for claim in claims if claim.id == "conditioning.contradicts.no"]
    assert not any(under(alone).values())


def test_a_formula_is_set_as_it_is_typed():
    assert formula_latex("C*exp(-0.054*d)") == "C e^{-0.054 d}"
    assert formula_latex("1 +") == "1 +"
