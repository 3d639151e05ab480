"""Powers on either side of a binomial coefficient, for 1 <= k <= n, and 1 from k = 0 on, by values of the
coefficient too.
"""

import re
from math import comb, e, factorial, log

import pytest
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.prove import prove

SIZES, WITHIN = ["n >= 1", "k >= 1"], ["k <= n"]
TRUE = {
    "binomial(n, k) <= (exp(1) n/k)^k": lambda n, k: comb(n, k) <= (e * n / k) ** k,
    "(n/k)^k <= binomial(n, k)": lambda n, k: (n / k) ** k <= comb(n, k) * (1 + 1e-12),
    "binomial(n, k) <= n^k/factorial(k)": lambda n, k: comb(n, k) <= n**k / factorial(k),
    "binomial(n, k) >= 1": lambda n, k: comb(n, k) >= 1,
    "binomial(n, k) <= 2^n": lambda n, k: comb(n, k) <= 2**n,
    "binomial(n, k) <= n^k": lambda n, k: comb(n, k) <= n**k,
    "binomial(2 n, n) <= 4^n": lambda n, _: comb(2 * n, n) <= 4**n,
    "binomial(2 n, n) >= 2^n": lambda n, _: comb(2 * n, n) >= 2**n,
    "log(binomial(n, k)) <= n log(2)": lambda n, k: log(comb(n, k)) <= n * log(2),
    "binomial(n, k) <= exp(k (1 + log(n/k)))": lambda n, k: log(comb(n, k)) <= k * (1 + log(n / k)),
}


@pytest.mark.parametrize("text", TRUE)
def test_a_binomial_coefficient_is_between_powers(text):
    theorem = prove(text, sizes=SIZES, where=WITHIN)
    assert believe(record(theorem)).proposition is theorem.proposition
    assert all(TRUE[text](n, k) for n in range(1, 30) for k in range(1, n + 1))


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("text", "sizes", "where"),
    [
        ("binomial(n, k) <= (n/k)^k", SIZES, WITHIN),
        ("(n/k)^k <= binomial(n - 1, k)", SIZES, ["k < n"]),
        ("((n + 1)/k)^k <= binomial(n, k)", SIZES, WITHIN),
        ("binomial(n, k) <= n^(k - 1)", SIZES, WITHIN),
        ("(exp(1) n/k)^k <= binomial(n, k)", SIZES, WITHIN),
        ("(n/k)^k <= binomial(n, k)", SIZES, []),
        ("binomial(n, k) >= 2", SIZES, WITHIN),
        ("binomial(n, k) > 1", SIZES, WITHIN),
        ("(n/k)^k <= binomial(n, k)", SIZES, ["k >= n"]),
        ("binomial(n, k) <= 2^(n - 1)", SIZES, WITHIN),
        ("binomial(n, k) <= n^k/factorial(k + 1)", SIZES, WITHIN),
        ("binomial(2 n, n) <= 3^n", SIZES, []),
        ("binomial(2 n, n) >= 4^n/n", SIZES, []),
        ("log(binomial(n, k)) <= n/2", SIZES, WITHIN),
        ("binomial(n, k) <= n^n/(k^k (n - k)^(n - k + 1))", SIZES, ["k < n"]),
    ],
)
def test_a_false_bound_of_a_binomial_coefficient_is_refused(text, sizes, where):
    with pytest.raises(Refused):
        prove(text, sizes=sizes, where=where)


@pytest.mark.parametrize("text", ["binomial(n, k) >= 1", "binomial(n, k) > 0", "log(binomial(n, k)) >= 0"])
def test_a_binomial_coefficient_is_at_least_one_from_zero_on(text):
    sizes = ["n >= 0", "k >= 0"]
    assert believe(record(prove(text, sizes=sizes, where=WITHIN))).status == "derived"
    assert all(comb(n, k) >= 1 for n in range(30) for k in range(n + 1))
    with pytest.raises(Refused, match="Missing hypothesis: k ≤ n"):
        prove("binomial(n, k) >= 1", sizes=sizes, where=["k <= n + 1"])
    with pytest.raises(Refused, match="Counterexample"):
        prove("binomial(n, k) > 1", sizes=sizes, where=WITHIN)


def test_a_binomial_coefficient_is_zero_above_its_whole_number():
    with pytest.raises(Refused, match="Missing hypothesis: k ≤ n; without it the statement does not hold at"):
        prove("binomial(n, k) >= 1", sizes=SIZES)
    # Sauer's bound is right up to d = n alone, and its counterexample is one.
    with pytest.raises(Refused, match="Counterexample") as refusal:
        prove("sum_{k=0}^{d} binomial(n, k) <= (e n/d)^d", sizes=["n >= 1", "d >= 1"])
    d, n = map(int, re.search(r"at d = (\d+), n = (\d+)", str(refusal.value)).groups())
    assert sum(comb(n, k) for k in range(d + 1)) > (e * n / d) ** d


def test_a_binomial_coefficient_is_at_most_the_inverse_of_the_chance_of_its_most_likely_value():
    text = "binomial(n, k) <= n^n/(k^k (n - k)^(n - k))"
    assert believe(record(prove(text, sizes=SIZES, where=["k < n"]))).status == "derived"
    assert all(comb(n, k) * k**k * (n - k) ** (n - k) <= n**n for n in range(1, 30) for k in range(1, n))


@pytest.mark.parametrize("text", ["binomial(n, k) <= n^k/factorial(k)", "binomial(n, k) <= n^k"])
def test_a_binomial_coefficient_is_below_powers_from_zero_on(text):
    assert believe(record(prove(text, sizes=["n >= 0", "k >= 0"], where=WITHIN))).status == "derived"
    assert all(comb(n, k) * factorial(k) <= n**k for n in range(30) for k in range(n + 1))
    with pytest.raises(Refused, match="Counterexample"):
        prove(text.replace("<=", "<"), sizes=["n >= 0", "k >= 0"], where=WITHIN)
