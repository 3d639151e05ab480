"""With what a report begins: each sentence by the headline of its claim, its polarity, badges and reasons."""

import pytest
from msgspec.structs import replace
from theorycheck.claim import Bears
from theorycheck.document import Outcome
from theorycheck.report.contents import contents
from theorycheck.report.findings import findings
from theorycheck.report.markdown_page import render
from theorycheck.report.site import single_file
from theorycheck.wording.outcomes import Answer

PRIMARY = "conditioning.capacity.coherent.theta"
FAILING = "conditioning.capacity.mean_noise.theta"


def read_as(document, claim_id, statement=None, **fields):
    """The document whose statement of that claim has it as primary, both changed as told."""
    found = next(claim for claim in document.claims if claim.id == claim_id)
    statements = [
        replace(s, primary=claim_id, **(statement or {})) if s.id == found.statement_id else s
        for s in document.statements
    ]
    return with_claim(replace(document, statements=statements), claim_id, **fields)


def with_claim(document, claim_id, **fields):
    """The document with a claim changed."""
    claims = [replace(c, **fields) if c.id == claim_id else c for c in document.claims]
    return replace(document, claims=claims)


def finding_of(document, claim_id):
    """What is found of the statement whose primary claim it is."""
    return next(f for f in findings(document) if f.primary is not None and f.primary.id == claim_id)


def told(document, claim_id, statement=None, **fields):
    """What is found of the claim's statement, where that claim is its primary one."""
    return finding_of(read_as(document, claim_id, statement, **fields), claim_id)


def test_a_line_is_the_headline_of_the_primary_claim(document):
    found = told(document, PRIMARY, summary=r"The capacity grows like $\sqrt{d_k}$.")
    assert found.line == r"The capacity grows like $\sqrt{d_k}$."
    assert found.answer is Answer.HOLDS


def test_what_others_say_otherwise_stands_behind_it_by_its_own_word(document):
    assert told(document, PRIMARY).beside[0] == (
        r"Fails for: a query's mean noise power is at most one, $\mathbb{E}\,|\eta|^2 \le 1$ (O, Θ) and "
        "one-hot keys at random: a query's key is unshared with probability 1/2 (O, Θ)."
    )
    assert (
        told(document, FAILING).beside[0].startswith("Holds for: a query's mean noise power is at most one")
    )


@pytest.mark.parametrize("bears", [Bears.CONTRADICTS, Bears.REFINES])
def test_only_supporters_stand_behind_holds(document, bears):
    changed = with_claim(read_as(document, FAILING), PRIMARY, bears=bears, label="the variance")
    said = finding_of(changed, FAILING).beside[0]
    assert "the variance" not in said.partition(".")[0]
    assert {"contradicts": "Contradicted by", "refines": "Refined by"}[bears] + ": the variance" in said


@pytest.mark.parametrize(
    ("verdict", "holds", "answer"),
    [
        (Outcome.AGREES, "yes", Answer.FAILS),
        (Outcome.BOUND_ONLY, "yes", Answer.FAILS),
        (Outcome.REFUTED, "no", Answer.HOLDS),
        (Outcome.INCONCLUSIVE, "undecided", Answer.UNDECIDED),
        (Outcome.ERROR, "undecided", Answer.ERROR),
    ],
)
def test_a_primary_claim_that_contradicts_turns_the_answer(document, verdict, holds, answer):
    assert told(document, PRIMARY, bears=Bears.CONTRADICTS, verdict=verdict, holds=holds).answer is answer
    assert told(document, PRIMARY, verdict=verdict, holds=holds).answer is not answer or holds == "undecided"


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"relation": "at_least", "bound_type": None}, Answer.LOWER_BOUND),
        ({"relation": "at_most", "bound_type": None}, Answer.UPPER_BOUND),
        ({"relation": "law", "bound_type": "Omega"}, Answer.LOWER_BOUND),
        ({"relation": "law", "bound_type": "O"}, Answer.UPPER_BOUND),
        ({"relation": "at_least", "bound_type": None, "own_threshold": True}, Answer.AT_OUR_THRESHOLD),
    ],
)
def test_readers_are_told_on_which_side_a_bound_holds(document, fields, answer):
    changed = read_as(document, "conditioning.capacity.guarantee", verdict=Outcome.BOUND_ONLY, **fields)
    assert told(changed, "conditioning.capacity.guarantee").answer is answer
    for page in (single_file(changed), render(changed)):
        assert "bound only</a>" not in page.replace("lower bound only", "").replace("upper bound only", "")
        assert "guarantee only" not in page
        assert answer.value in page.lower()


def test_a_threshold_of_ours_is_said_to_be_ours(document):
    assert told(document, PRIMARY, own_threshold=True).answer is Answer.AT_OUR_THRESHOLD
    assert told(document, FAILING, own_threshold=True).answer is Answer.FAILS


def test_a_refuted_primary_says_why_its_author_would_agree_and_no_other_does(document):
    why = {"why_refuted": "The text asks for every item."}
    for page in (single_file, render):
        assert "Why the author would agree: The text asks for every item." in page(
            read_as(document, FAILING, why)
        )
        assert "Why the author would agree" not in page(read_as(document, PRIMARY, why))


def test_a_slip_of_the_printed_formula_is_a_badge_beside_the_answer(document):
    slip = {"as_printed": "it needs q ≥ 0.", "printed": FAILING}
    assert told(document, PRIMARY, slip).notes == ("As printed (fails): it needs q ≥ 0.",)
    assert told(document, PRIMARY).notes == ()
    assert told(document, PRIMARY, slip).answer is Answer.HOLDS
    for page in (single_file, render):
        assert "As printed (fails): it needs q ≥ 0." in page(read_as(document, PRIMARY, slip))


def test_our_own_questions_stand_apart_and_outside_the_counts(document):
    ours = read_as(document, PRIMARY, {"own_question": True})
    found = contents(ours)
    statement = next(s.id for s in ours.statements if s.own_question)
    assert [one.statement.id for one in found.questions] == [statement]
    assert all(q.statement.id != statement for group in found.by_answer.values() for q in group)
    assert found.counts.startswith("Of 3 sentences")
    assert "One question of our own is listed apart." in found.counts
    anchors = {single_file: f'id="statement-{statement}"', render: f'id="{statement}-finding"'}
    for write, anchor in anchors.items():
        page, _, _ = write(ours).partition('id="glossary"')
        apart = [i for i in range(len(page)) if page.startswith("Our own questions", i)]
        assert page.rindex(anchor) > apart[-1]


def test_a_duplicate_is_counted_once_and_both_refer_to_one_another(document):
    again = read_as(document, PRIMARY, {"same_as": "conditioning.S1"})
    found = contents(again)
    assert found.counts.startswith("Of 3 sentences")
    assert "1 more says again what another says." in found.counts
    for page in (single_file(again), render(again)):
        assert "Says the same as S1, under which it is counted." in page
        assert "S2 says the same." in page


def test_the_opening_counts_each_sentence_once_and_gives_reasons(document):
    found = contents(document)
    assert found.counts == (
        "Of 4 sentences, each read as its author means it, 2 hold, 1 holds as a lower bound only "
        "and 1 is not covered."
    )
    assert sum(map(len, found.by_answer.values())) + 1 == len(document.statements)
    assert list(found.gaps) == [s.not_covered for s in document.statements if s.not_covered]
    assert "a verdict is about an interpretation, not about the source" in found.access


def test_of_a_full_text_nothing_is_said_of_a_summary(document):
    whole = [replace(claim, source_access="full text") for claim in document.claims]
    assert contents(replace(document, claims=whole)).access == ""


def test_findings_open_both_pages_and_link_the_statements(document):
    for write, anchor in ((single_file, "statement-{}"), (render, "{}-finding")):
        page = write(document)
        assert page.index("Findings") < page.index("level 0.005")
        for lines in contents(document).by_answer.values():
            named = [anchor.format(one.statement.id) for one in lines]
            assert all(f"#{one}" in page and f'id="{one}"' in page for one in named)


def test_a_label_that_came_out_in_several_ways_is_told_by_its_interpretation(document):
    fails = {"holds": "no", "verdict": Outcome.REFUTED, "interpretation": "(b) with values held fixed."}
    changed = read_as(document, "conditioning.noise_power")
    changed = with_claim(changed, "conditioning.key_overlap_tail_bound", **fails)
    found = finding_of(changed, "conditioning.noise_power")
    assert found.beside[0] == "Fails for: with values held fixed."


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"verdict": Outcome.REFUTED, "holds": "no"}, "fails"),
        ({"verdict": Outcome.INCONCLUSIVE, "holds": "undecided"}, "undecided"),
        ({"verdict": Outcome.AGREES, "holds": "yes", "own_threshold": True}, "holds at our threshold"),
    ],
)
def test_a_published_number_is_told_by_what_became_of_it(document, fields, answer):
    again = read_as(document, PRIMARY, relation="reported", bound_type=None, **fields)
    assert f'data-answer="{answer}" data-find="published number"' in single_file(again)
