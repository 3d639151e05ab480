"""Law strings: what they mean, and that hostile ones are refused in one sentence."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
import sympy as sp
from lawcheck.theory.notation import d_k, n
from lawcheck.verify.law import LawError, condition, evaluate, form, parse


def test_a_law_string_means_the_formula_it_looks_like():
    assert sp.expand(parse("3*(n - 1)/(d_k*(d_k + 2))") - 3 * (n - 1) / (d_k * (d_k + 2))) == 0
    assert parse("gamma(d_k/2)/sqrt(pi)") == sp.gamma(d_k / 2) / sp.sqrt(sp.pi)


def test_the_exponents_of_a_form_are_the_claim():
    found = form("C*(n - 1)/sqrt(d_k)", ("n", "d_k", "d_v"))
    assert found.exponents == {"n": Fraction(1), "d_k": Fraction(-1, 2), "d_v": Fraction(0)}
    assert found.constants == ("C",)
    assert found.factors[0].base == n - 1


def test_a_named_logarithm_is_a_fixed_part():
    assert form("C*d_k/log(d_k)", ("d_k",)).fixed == 1 / sp.log(d_k)


def test_a_formula_is_evaluated_where_its_names_are_known():
    assert evaluate(parse("(n - 1)/d_k"), {"n": 5, "d_k": 16}) == 0.25
    with pytest.raises(LawError, match="needs d_k"):
        evaluate(parse("(n - 1)/d_k"), {"n": 5})


def test_a_condition_selects_cells():
    assert condition("n*(n - 1) <= d_k").holds({"n": 4, "d_k": 12})
    assert not condition("n*(n - 1) <= d_k").holds({"n": 5, "d_k": 12})
    with pytest.raises(LawError, match="compares nothing"):
        condition("n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d^2", r"write '\*\*'"),
        ("__import__('os')", "no function"),
        ("d.real", "no Attribute"),
        ("[d]", "no List"),
        ("lambda: 1", "no Lambda"),
        ("9**9**9**9", "exponent"),
        ("((9**60)**60)**60", "bits"),
        ("factorial(10**9)", "exceeds"),
        ("gamma(10**60)", "exceeds"),
        ("1/0", "divides by zero"),
        ("n +", "not a formula"),
        ("+".join(["n"] * 300), "characters"),
        ("(" * 90 + "n" + ")" * 90, ""),
        ("-" * 60 + "n", "nests deeper"),
        ("sqrt(n, 2)", "takes 1 argument"),
        ("f(n)", "no function 'f'"),
        ("True", "no Constant"),
    ],
)
def test_what_is_no_law_is_refused_at_once(text, message):
    start = time.monotonic()
    if message:
        with pytest.raises(LawError, match=message):
            parse(text)
    else:
        parse(text)
    assert time.monotonic() - start < 2
