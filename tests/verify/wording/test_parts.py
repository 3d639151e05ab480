"""Every part of a reason, in every medium."""

import math
from typing import get_args

import msgspec
import pytest
from theorycheck import reason as reasons
from theorycheck.reason import (
    AnyPart,
    Confidence,
    Count,
    Formula,
    Interval,
    Kind,
    Power,
    PValue,
    Ranges,
    Setting,
    Share,
    Text,
    interval,
    ranges,
    reason,
)
from theorycheck.report.mathml import prose
from theorycheck.wording import Medium, words
from theorycheck.wording.parts import number, written
from theorycheck.wording.sentences import listed

IN_EACH = [
    (Formula(code="C*d**-1"), "C/d", "$C/d$", "C*d**-1"),
    (Text(text=r"the share at $\alpha = 2$"), "the share at α = 2", *[r"the share at $\alpha = 2$"] * 2),
    (Interval(low=0.93612, high=0.94088), *["0.936 to 0.941"] * 3),
    (Interval(low=None, high=-0.25), "at most −0.25", "at most −0.25", "at most -0.25"),
    (Setting(at={"d_k": 64, "keys": "one-hot"}), "d_k = 64, keys: one-hot", "$d_{k}$ = 64, keys: one-hot",
     "d_k = 64, keys: one-hot"),
    (ranges({"n": (4.0, 1e8)}), "n = 4 to 10⁸", "$n$ = 4 to $10^{8}$", "n = 4 to 100000000"),
    (ranges({}), *["one setting"] * 3),
    (Count(count=1), *["1 setting"] * 3),
    (Count(count=3, noun="trial"), *["3 trials"] * 3),
    (Share(value=0.02), *["2 %"] * 3),
    (Share(value=1e-9), *["rounding error"] * 3),
    (Confidence(level=0.005), *["99.5 %"] * 3),
    (PValue(value=3.21e-7), "p = 3.2 × 10⁻⁷", r"p = $3.2 \times 10^{-7}$", "p = 3.2e-07"),
    (PValue(value=0.0), "p < 10⁻¹⁶", "p < $10^{-16}$", "p < 1e-16"),
    (Power(variable="d_k", exponent=0.5), "√d_k", r"$\sqrt{d_{k}}$", "d_k^0.5"),
    (Power(variable="d", exponent=-1.0), "1/d", "$1/d$", "d^-1"),
    (Power(variable="d", exponent=0.9384, interval=interval(0.936, 0.9409)), "d^0.938 (0.936 to 0.941)",
     "$d^{0.938}$ (0.936 to 0.941)", "d^0.938 (0.936 to 0.941)"),
    (Power(variable="d", exponent=-1 / 8), "d^(−1/8)", "$d^{-1/8}$", "d^-0.125"),
    (Power(variable="d", exponent=-1.0, interval=interval(-1.02, -0.97)), "d^−1 (−1.02 to −0.97)",
     "$d^{-1}$ (−1.02 to −0.97)", "d^-1 (-1.02 to -0.97)"),
    (None, "", "", ""),
    ("both", "both", "both", "both"),
    (0.159, "0.159", "0.159", "0.159"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "terminal", "page", "code"), IN_EACH)
def test_each_part_is_written_for_each_medium(part, terminal, page, code):
    assert [written(part, medium) for medium in Medium] == [terminal, page, code]


@pytest.mark.parametrize(("part", "terminal", "page", "code"), IN_EACH)
def test_a_page_sets_every_formula_of_a_part(part, terminal, page, code):
    assert "$" not in prose(page)
    assert "<code" not in prose(page)


@pytest.mark.parametrize("medium", Medium)
def test_an_exponent_whose_interval_is_wider_than_one_is_not_resolved(medium):
    wide = Power(variable="M", exponent=43.7, interval=interval(1.812, 20.3))
    assert written(wide, medium).endswith("(not resolved: between 1.8 and 20)")
    assert "43.7" not in written(wide, medium)
    one_sided = Power(variable="M", exponent=43.7, interval=interval(1.812, math.inf))
    assert written(one_sided, medium).endswith("(not resolved: at least 1.8)")
    narrow = Power(variable="M", exponent=2.0, interval=interval(1.6, 2.5))
    assert "not resolved" not in written(narrow, medium)


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (1.8123, 20.34, "1.8 to 20"),
        (-0.0161, -0.0042, "−0.016 to −0.0042"),
        (0.9867, 1.012, "0.99 to 1.01"),
        (0.99997, 1.00001, "1.00"),
        (0.9991, 1.00004, "0.9991 to 1.0000"),
        (-1e-13, 1e-13, "0"),
        (99.97, 100.31, "100.0 to 100.3"),
        (0.0, 0.5, "0 to 0.5"),
        (0.0, 0.0, "0"),
        (-math.inf, math.inf, "not bounded"),
        (1.23e-9, 4.56e-9, "1.2 × 10⁻⁹ to 4.6 × 10⁻⁹"),
    ],
)
def test_intervals_have_two_digits_or_those_in_which_they_differ(low, high, said):
    assert written(interval(low, high), Medium.TERMINAL) == said


@pytest.mark.parametrize(
    ("value", "terminal", "code"),
    [
        (0.99804, "0.998", "0.998"),
        (1227.31, "1227", "1227"),
        (65536.0, "65536", "65536"),
        (1e12, "10¹²", "1e+12"),
        (-1e6, "−10⁶", "-1000000"),
        (2e6, "2 × 10⁶", "2000000"),
        (-3.718e-9, "−3.72 × 10⁻⁹", "-3.72e-09"),
        (0.00012345, "0.000123", "0.000123"),
        (math.inf, "∞", "∞"),
        (-math.inf, "−∞", "-∞"),
        (math.nan, "?", "?"),
    ],
)
def test_numbers_have_three_digits(value, terminal, code):
    assert number(value, Medium.TERMINAL) == terminal
    assert number(value, Medium.CODE) == code


def test_rounding_is_never_told_in_per_cent_and_a_real_tolerance_is():
    assert "e-" not in written(Share(value=1e-9), Medium.CODE)
    assert written(Share(value=1e-4), Medium.CODE) == "0.01 %"


def test_a_sentence_puts_parts_into_its_template_in_each_medium():
    said = reason(Kind.NOT_MEASURED)
    assert {words(said, medium) for medium in Medium} == {"Nothing was measured."}
    assert words(r"At $\alpha = 2$ it holds.", Medium.TERMINAL) == "At α = 2 it holds."
    assert words(r"At $\alpha = 2$ it holds.", Medium.MARKUP) == r"At $\alpha = 2$ it holds."


def test_several_are_listed():
    assert [listed(texts) for texts in ([], ["a"], ["a", "b"], ["a", "", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_ranges_of_one_value_say_it_once():
    assert written(Ranges(of={"d": (8.0, 8.0)}), Medium.CODE) == "d = 8"


def test_every_part_may_stand_in_a_document():
    known = set(get_args(AnyPart))
    written_down = {
        one for one in vars(reasons).values() if isinstance(one, type) and issubclass(one, reasons.Part)
    }
    assert written_down - {reasons.Part} == known
    said = reason(Kind.NOT_MEASURED, value=reasons.Beside(value=1.0, other=2.0))
    assert msgspec.json.decode(msgspec.json.encode(said), type=reasons.Reason) == said


def test_a_formula_that_no_sentence_has_memory_for_is_not_said():
    short, long = " + ".join(["log(d)"] * 10), " + ".join(["log(d)"] * 100)
    assert written(Formula(code=short), Medium.CODE) == short
    assert written(Formula(code=long), Medium.CODE) == "a formula too long for a sentence"
