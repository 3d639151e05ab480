"""The form of papers: what it makes of quantities, relations and statements, and what it refuses."""

import pytest
from theorycheck.claim import Bears, BoundType, Claim, Relation, Role, Threshold, Towards
from theorycheck.paper import Paper, charitable, derived, grid, powers, published, quantity, stronger
from theorycheck.papers.tables import CLAIMS, PAPERS, STATEMENTS


@pytest.fixture
def paper():
    return Paper("mine", source="A. Author, 2026", access="summary")


@pytest.fixture
def statement(paper):
    return paper.statement("S1 A title", "A sentence.", place="Theorem 1")


def test_a_claim_is_the_record_that_its_words_say(paper, statement):
    noise = quantity("noise", "the mean noise")["power"](n=powers(2, 8), d=64).quick(n=(2, 4))
    law = noise.where("n <= d").grows_like("C*n/d", alternatives=("C*n",), limits={"d": "oo"}, margin=0.02)
    statement.claim(
        "noise.law", "its order", law, charitable(bears="refines", tags=("law",), derivation="noise")
    )
    assert paper.claims == (
        Claim(
            id="mine.noise.law",
            statement_id="mine.S1",
            interpretation="its order",
            label="the mean noise",
            role=Role.CHARITABLE,
            relation=Relation.LAW,
            bound_type=BoundType.THETA,
            claimed="C*n/d",
            alternatives=("C*n",),
            derivation="noise",
            quantity="noise",
            output="power",
            grid={"n": (2, 4, 8), "d": (64,)},
            quick_grid={"n": (2, 4), "d": (64,)},
            domain=("n <= d",),
            limits={"d": Towards.INFINITY},
            margin=0.02,
            bears=Bears.REFINES,
            tags=("law",),
        ),
    )


@pytest.mark.parametrize(
    ("assertion", "relation", "claimed"),
    [
        (quantity("q").equals("n", margin=0.1), Relation.EQUALS, "n"),
        (quantity("q").at_most("n"), Relation.AT_MOST, "n"),
        (quantity("q").at_least("n"), Relation.AT_LEAST, "n"),
        (quantity("q").tends_to("1", margin=0.1), Relation.LIMIT, "1"),
        (quantity("q").exceeds(), Relation.ORDERING, "0"),
        (derived("q").vanishes(margin=1e-9), Relation.IDENTITY, "0"),
        (quantity("q").is_reported("3", margin=0.1, published=published(n=5)), Relation.REPORTED, "3"),
    ],
)
def test_each_relation_has_its_word(paper, statement, assertion, relation, claimed):
    statement.claim("q", "as it stands", assertion)
    (found,) = paper.claims
    assert (found.relation, found.claimed, found.bound_type) == (relation, claimed, None)
    assert found.role is Role.LITERAL


def test_several_bound_types_make_a_claim_each_that_differs_in_nothing_else(paper, statement):
    reaches = quantity("q", "the number")(d=powers(8, 64)).reaches(1.0, by="n")
    statement.claim("q", "each", reaches.grows_like("C*d", bound=("Omega", "Theta", "O")))
    assert [claim.id for claim in paper.claims] == ["mine.q.omega", "mine.q.theta", "mine.q.o"]
    assert {claim.threshold for claim in paper.claims} == {Threshold(variable="n", level=1.0)}
    statement.claim("r", "one", reaches.grows_like("C*d", bound="Omega"))
    assert paper.claims[-1].id == "mine.r"


def test_a_law_of_the_limit_is_named_as_in_claim_files(paper, statement):
    number = quantity("q", "the number")(d=powers(8, 64))
    statement.claim("q", "in the end", number.grows_like("C*d", bound="limit"))
    (found,) = paper.claims
    assert (found.bound_type, found.asymptotic) == (BoundType.THETA, True)
    with pytest.raises(ValueError, match="'Thta'; it is one of Theta, O, Omega, limit"):
        number.grows_like("C*d", bound="Thta")
    away = number.tends_to("1", margin=0.1, limits={"d": "0"})
    statement.claim("r", "a limit at 0", away)
    assert paper.claims[-1].limits == {"d": Towards.ZERO}
    with pytest.raises(
        ValueError, match=r"goes to \"0\" or \"oo\": a law in 1 - d, as C/\(1 - d\), goes there by"
    ):
        number.grows_like("C/(1 - d)", limits={"d": "1"})


def test_what_claims_share_is_said_once_and_can_be_said_otherwise(paper, statement):
    severe = statement.having(severity="critical", tags=("a",))
    severe.claim("one", "one", quantity("q").at_most("1"))
    severe.claim("two", "two", quantity("q").at_most("1"), stronger(severity="minor"))
    statement.claim("three", "three", quantity("q").at_most("1"))
    assert [(claim.severity, claim.tags) for claim in paper.claims] == [
        ("critical", ("a",)),
        ("minor", ("a",)),
        ("major", ()),
    ]


def test_a_quantity_that_is_changed_stays_what_it_was():
    noise = quantity("noise", "the noise")(n=4)
    changed = noise["power"](n=8).named("another").statistic("variance")
    assert noise == quantity("noise", "the noise")(n=4)
    assert changed.fields["grid"] == grid(n=8)


def test_claims_follow_the_numbers_of_their_statements(paper):
    for number in ("S10", "S2", "Q1", "S2.1"):
        one = paper.statement(f"{number} Title", "Text.", place="here")
        one.claim(f"c{number}", "it", quantity("q").at_most("1"))
    assert [claim.id for claim in paper.claims] == ["mine.cS2", "mine.cS2.1", "mine.cS10", "mine.cQ1"]


def test_an_id_that_is_taken_is_refused(paper, statement):
    statement.claim("q", "once", quantity("q").at_most("1"))
    with pytest.raises(ValueError, match=r"two records 'mine\.q'"):
        statement.claim("q", "twice", quantity("q").at_most("1"))
    with pytest.raises(ValueError, match=r"two records 'mine\.S1'"):
        paper.statement("S1 Again", "Text.", place="here")


def test_a_statement_is_tested_or_says_why_not(paper, statement):
    assert "mine.S1 has no claim" in paper.fault()
    statement.claim("one", "one", quantity("q").at_most("1"))
    assert paper.fault() is None
    statement.claim("two", "two", quantity("q").at_most("1"))
    assert paper.statements[0].primary == "mine.one"
    assert paper.statements[0].why_primary


def test_a_primary_claim_reads_its_own_statement(paper):
    first = paper.statement("S1 One", "Text.", place="here", primary="b")
    second = paper.statement("S2 Two", "Text.", place="here", primary="b")
    first.claim("a", "a", quantity("q").at_most("1"))
    second.claim("b", "b", quantity("q").at_most("1"))
    assert "primary names 'mine.b', which is no claim of this statement" in paper.fault()


@pytest.mark.parametrize(("first", "second"), [("S9", None), ("S1", None), ("S2", "S1")])
def test_a_statement_repeats_one_that_is_counted(first, second):
    paper = Paper("mine", source="M. Mine, 2026")
    for number, repeated in (("S1", first), ("S2", second)):
        paper.statement(f"{number} Noise", "It is d.", place="1", not_covered="by nothing", same_as=repeated)
    assert paper.fault() == f"mine.S1: same_as names 'mine.{first}', which is counted nowhere."


def test_the_papers_that_come_with_theorycheck_are_whole():
    assert [paper.fault() for paper in PAPERS] == [None] * 5
    assert len(CLAIMS) == sum(len(paper.claims) for paper in PAPERS) > 1100
    assert len(STATEMENTS) == sum(len(paper.statements) for paper in PAPERS)
    assert {claim.id for claim in CLAIMS} == {name for paper in PAPERS for name in paper.places}
