"""Orders about lengths of vectors, as of numbers: clipped, normalised vectors; held to random instances."""

import pytest
import theorycheck as tc
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused, believe, record

from .neighbours import is_proved_and_its_neighbour_is_not

VECTOR, NOT_ZERO = ["x: fixed(d)"], ["c > 0", "|x|^2 > 0"]


@pytest.mark.usefixtures("quickly_refused")
@pytest.mark.parametrize(
    ("text", "false"),
    [
        ("|min(1, c/|x|) x| <= c", "|min(1, c/|x|) x| <= c/2"),
        ("|c x/max(c, |x|)| <= c", "|c x/max(c, |x|)| <= 1"),
        ("|x/max(1, |x|/c)| <= c", "|x/max(1, |x|/c)| <= 1/c"),
        ("|min(1, c/|x|) x| <= |x|", "|min(1, c/|x|) x| <= |x|/2"),
        ("|x|/(c + |x|) <= 1", "|x|/(c + |x|) <= 1/2"),
    ],
)
def test_the_length_of_a_clipped_vector_is_bounded(text, false):
    found = tc.prove(text, laws=VECTOR, where=NOT_ZERO)
    assert believe(record(found)).status == "derived"
    facts = [h.proposition for h in found.hypotheses]
    assert check(found.proposition, facts, instances=20)
    assert check(found.proposition, facts, instances=20, special=True)
    with pytest.raises(Refused, match="does not hold at"):
        tc.prove(false, laws=VECTOR, where=NOT_ZERO)


@pytest.mark.parametrize(
    ("text", "laws"), [("|min(1, c/|x|) x| <= c", VECTOR), ("|x min(1, c/|x|)| <= c", [])]
)
def test_what_is_zero_is_clipped_to_zero(text, laws):
    # 1/0 is no value that is used: 0 times any number is 0.
    is_proved_and_its_neighbour_is_not(text, f"{text}/2", laws, ["c > 0"])


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("text", "laws", "where"),
    [
        ("|min(1, c/|x|) x| <= c", VECTOR, ["|x|^2 > 0"]),
        ("|min(2, c/|x|) x| <= c/2", VECTOR, NOT_ZERO),
        ("|min(1, c/|x|) x + y| <= c", [*VECTOR, "y: fixed(d)"], NOT_ZERO),
        ("|max(1, c/|x|) x| <= c", VECTOR, NOT_ZERO),
        ("|c x/min(c, |x|)| <= c", VECTOR, NOT_ZERO),
        ("|x|^2 <= |x| c", VECTOR, NOT_ZERO),
    ],
)
def test_a_length_that_may_be_longer_is_refused(text, laws, where):
    with pytest.raises(Refused):
        tc.prove(text, laws=laws, where=where)


@pytest.mark.usefixtures("quickly_refused")
@pytest.mark.parametrize(
    ("text", "false"),
    [
        ("<x/|x|, y/|y|> <= 1", "<x/|x|, y/|y|> <= 1/2"),
        ("-1 <= <x/|x|, y/|y|>", "0 <= <x/|x|, y/|y|>"),
        ("<2 x, 3 y> <= 6 |x| |y|", "<2 x, 3 y> <= 5 |x| |y|"),
        ("<c x, y> <= |c| |x| |y|", "<c x, y> <= c |x| |y|"),
    ],
)
def test_products_of_multiples_are_bounded_by_lengths(text, false):
    laws, where = [*VECTOR, "y: fixed(d)"], ["|x|^2 > 0", "|y|^2 > 0"]
    found = tc.prove(text, laws=laws, where=where)
    assert check(found.proposition, [h.proposition for h in found.hypotheses], instances=20)
    with pytest.raises(Refused, match="does not hold at"):
        tc.prove(false, laws=laws, where=where)


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("text", "false", "where"),
    [
        ("log(1 + x) <= sqrt(x)", "log(1 + x) <= sqrt(x)/2", ["x >= 0"]),
        ("exp(-sqrt(x)) >= 1 - sqrt(x)", "exp(-sqrt(x)) >= 1 - sqrt(x)/2", ["x >= 0"]),
        ("-x log(x) <= 2 sqrt(x)/exp(1)", "-x log(x) <= sqrt(x)/exp(1)", ["x > 0"]),
        ("x <= sqrt(x)", "x >= sqrt(x)", ["x >= 0", "x <= 1"]),
        ("sqrt(x) log(1 + sqrt(x)) <= x", "sqrt(x) log(1 + sqrt(x)) <= x/2", ["x > 0"]),
    ],
)
def test_a_number_beside_its_root_is_a_square(text, false, where):
    found = tc.prove(text, where=where)
    assert believe(record(found)).status == "derived"
    assert check(found.proposition, [h.proposition for h in found.hypotheses], instances=20)
    with pytest.raises(Refused, match="does not hold at"):
        tc.prove(false, where=where)


def test_what_is_known_of_a_number_is_needed_of_the_square_of_its_root():
    with pytest.raises(Refused, match=r"^Missing hypothesis: x ≤ 1"):
        tc.prove("x <= sqrt(x)", where=["x >= 0"])


MULTIPLES = [
    ("|x + y/2| <= |2 x + y|", "|2 x + y| <= |x + y/2|"),
    ("|a x + a y| <= |x + y|", "|x + y| <= |a x + a y|"),
    ("|min(1, c/|x|) x - min(1, c/|y|) y| <= |x - y|", "|min(1, c/|x|) x - min(1, c/|y|) y| <= 9/10 |x - y|"),
]


@pytest.mark.parametrize(("text", "neighbour"), MULTIPLES)
def test_lengths_of_multiples_of_two_vectors_are_compared_in_two_directions(text, neighbour):
    where = ["|x|^2 > 0", "|y|^2 > 0", "c > 0", "a > 0", "a < 1"]
    is_proved_and_its_neighbour_is_not(text, neighbour, ["x: fixed(d)", "y: fixed(d)"], where)


def test_two_directions_do_not_suffice_where_one_fails():
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove("|x - y| <= |x + y|", laws=["x: fixed(d)", "y: fixed(d)"], where=["|x|^2 > 0", "|y|^2 > 0"])
