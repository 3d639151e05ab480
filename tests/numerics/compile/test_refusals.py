"""Terms that cannot be simulated get one sentence that says what is wrong and what to do."""

import subprocess
import sys
from fractions import Fraction

import pytest
import torch
from theorycheck.numerics.simulate import simulate
from theorycheck.theory.laws import MarkovChain, Mixture, Normal, Rademacher, Sphere, Zipf
from theorycheck.theory.model import Model, Parameter, Size, chain, fixed, iid, indices
from theorycheck.theory.terms import (
    E,
    P,
    Sum,
    Var,
    exp,
    fold,
    gradient,
    inner,
    iterate,
    lambert_w,
    log,
    max_over,
    median,
    norm2,
    outer,
    quantile,
    trace,
)

n, d = Size("n", minimum=2), Size("d")
i, j = indices("i j", n)
t, s_0, u = Parameter("t"), Parameter("s0"), fixed("u", d)
k = Model(k=iid(Sphere(d), n)).k
x, z, w = Model(x=Normal(dimension=d), z=Normal(), w=Normal())
h = Model(h=iid(Normal(), n)).h
q = Model(q=Normal(dimension=2)).q
s = Model(s=iid(Rademacher(), n)).s
m = fixed("M", 2, 2)
y = Model(y=chain(MarkovChain(m, fixed("p", 2)), n)).y
AT = {"n": 4, "d": 3}

REFUSED = {
    "an index that is not bound": (E(Sum(j, inner(k[i], k[j])).args[2]), AT, "nothing binds"),
    "two indices that may be equal": (E(inner(k[i], k[j])), AT, "may be equal: say where"),
    "no statistic": (norm2(x), {"d": 3}, r"is random: say which.*such as E\("),
    "an event": (z > 0, {}, r"is random: say which.*such as P\("),
    "a size in words": (E(h[i]), {"n": "three"}, "n is a number, and 'three' is none"),
    "a size that is a truth": (E(h[i]), {"n": True}, "n is a number, and True is none"),
    "a size that no float is": (E(h[i]), {"n": 10**400}, "n is a number, and 1000"),
    "a parameter that is nothing": (E(t * z), {"t": None}, "t is a number, and None is none"),
    "a parameter that is not finite": (E(t * z), {"t": float("nan")}, "t is a number, and nan is none"),
    "an array of uneven rows": (E(inner(x, u)), {"d": 2, "u": [[1], [1, 2]]}, "u is an array of numbers"),
    "an array that is not finite": (
        E(inner(x, u)),
        {"d": 2, "u": float("inf")},
        "u has entries that are not",
    ),
    "a function without a program": (E(lambert_w(exp(z))), {}, "is not simulated; functions are exp"),
    "sizes beyond all memory": (E(norm2(x)), {"d": 10**12}, "GiB at this design point.*smaller sizes"),
    "a relation": (E(z) == 1, {}, "is no number"),
    "no value": (E(t * z), {}, "at gives no value to t"),
    "an unknown name": (E(z), {"q": 1}, "no symbol q"),
    "a size below its least value": (E(h[i]), {"n": 1}, "at least 2"),
    "a size that is not whole": (E(h[i]), {"n": 2.5}, "whole number"),
    "an array of another shape": (E(inner(x, u)), {"d": 3, "u": [1, 2]}, "shape"),
    "a mean inside an event": (P(z - E(z) > 0), {}, "@simulator"),
    "a variance inside a function": (E(exp(z * Var(w) + w * E(z**2))), {}, "@simulator"),
    "a median inside a mean": (E(max_over(j, h[j]) * (z + median(w)) ** 2), {"n": 3}, "@simulator"),
    "a denominator that is normal": (E(1 / z), {}, "near zero.*take a quantile"),
    "a ratio of normals": (E(w / z), {}, "near zero"),
    "a chi-square of two in the denominator": (E(1 / norm2(x)), {"d": 2}, "near zero"),
    "a denominator that is zero": (E(1 / Sum(j, s[j])), {"n": 4}, "was zero in"),
    "a divisor in a gradient": (
        E(norm2(gradient(1 / inner(x, u), u))),
        {"d": 3, "u": 1},
        "denominator ⟨x, u⟩ comes so near zero",
    ),
    "a divisor in a step": (
        E(norm2(iterate(u / inner(x, u), u, x, 2))),
        {"d": 2},
        "denominator ⟨x, the value after step 0⟩ comes so near zero",
    ),
    "a divisor in a step over places": (
        E(fold(t / (h[i] + t), t, i, 1)),
        {"n": 2},
        "denominator h_{step 1} . the value after step 0",
    ),
    "a condition that leaves a zero": (
        E(Sum(i, Sum(j <= i, 1 / norm2(k[i] - k[j])))),
        AT,
        r"\|k_j - k_l\|. was zero in",
    ),
    "a condition on one of two": (
        E(Sum(j != 1, 1 / norm2(k[1] - k[j])) + Sum(j, 1 / norm2(k[1] - k[j]))),
        AT,
        r"\|k_1 - k_j\|. was zero in",
    ),
    "a zero denominator without trials": (E(z) / t, {"t": 0}, "is zero at this design point"),
    "a logarithm of a negative number": (E(log(z)), {}, "not finite"),
    "infinitely many values": (E(Model(q=Zipf(3)).q), {}, "infinitely many"),
    "a chain that is none": (E(y[i]), {"n": 3, "M": 1, "p": 1}, "no probabilities"),
    "a quantile of unlike items": (quantile(j * h[j], t), {"n": 3, "t": 0.5}, "give that index a value"),
    "a level beyond 1": (quantile(z, 2), {}, "between 0 and 1"),
    "a quotient of means by one that may be zero": (E(h[i] ** 2) / E(z), {"n": 3}, "E.z. is estimated as"),
    "a power beyond all numbers": (t**t * E(z**2), {"t": 1000}, "beyond the largest number"),
    "a number beyond all numbers": (E(z * 10**400), {}, "more than 308 digits"),
    "a vanishing multiple in a denominator": (E(1 / (t * z)), {"t": 0}, "is zero at this design point"),
    "a negative size": (E(h[i]), {"n": -3}, "n is at least 2, and -3 was given"),
    "a place before the first": (E(h[i]), {"n": 3, "i": 0}, "i is at least 1, and 0 was given"),
    "a constant that is not finite": (E(Sum(j, 1 / (j - 1))), {"n": 3}, "is not finite at this design point"),
    "steps without end": (E(iterate(t + z, t, 0, n)), {"n": 10**7}, "10,000,000 steps.*1,000 is the most"),
    "steps one inside another": (
        E(trace(iterate(t * m @ m + outer(q, q) + m, m, outer(q, q), n) ** 2)),
        {"n": 600, "t": 0.1},
        "nested too deeply",
    ),
    "a bound beyond the end": (E(Sum(j < i, h[j])), {"n": 3, "i": 4}, "not among 1, ..., 3"),
    "a product of two denominators": (E(Sum(i, Sum(j, 1 / (h[i] * s[j] + 0 * z)))), {"n": 3}, "near zero"),
    "a root of a product of two": (E(Sum(i, Sum(j, (h[i] * h[j]) ** t))), {"n": 3, "t": 0.5}, "not finite"),
    "a place beyond the end": (E(h[i]), {"n": 3, "i": 4}, "not among 1, ..., 3"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_term_gets_one_sentence(name):
    term, at, sentence = REFUSED[name]
    with pytest.raises(ValueError, match=sentence) as caught:
        simulate(term, at, n_trials=4000)
    assert "\n" not in str(caught.value)


WRONG_OPTIONS = """
from theorycheck.numerics.simulate import simulate
from theorycheck.theory.laws import Normal
from theorycheck.theory.model import Model
from theorycheck.theory.terms import E
z = Model(z=Normal()).z
assert simulate(E(z), n_trials=2, seed=0).n_trials == 2
for options in {"n_trials": 1}, {"n_trials": 1e3}, {"seed": -1}, {"seed": 0.5}, {"at": [3]}:
    try:
        simulate(E(z), **options)
    except ValueError as error:
        print(error)
"""


def test_a_wrong_option_gets_one_sentence():
    """In a process of its own, where no annotation is checked."""
    done = subprocess.run([sys.executable, "-c", WRONG_OPTIONS], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "n_trials must be a whole number of at least 2, and is 1.",
        "n_trials must be a whole number of at least 2, and is 1000.0.",
        "seed must be a whole number of at least 0, and is -1.",
        "seed must be a whole number of at least 0, and is 0.5.",
        "at gives values by names, as in {'n': 8}, and is [3].",
    ]


def test_a_device_that_is_none_is_named():
    with pytest.raises(ValueError, match="must be cpu or cuda, and is 'tpu'"):
        simulate(E(z), device="tpu")


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there_is_named():
    with pytest.raises(ValueError, match="torch finds no GPU here"):
        simulate(E(z), device="cuda")


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (lambda: h[3], "whose n items may be as few as 2: declare n >= 3"),
        (lambda: Sum((j != 1) & (h[j] > 0), h[j]), "multiply its body by the indicator"),
        (lambda: Mixture([Fraction(1, 2), Fraction(1, 4)], [Normal(), Normal(1)]), "1/2, 1/4 are none"),
    ],
)
def test_what_is_written_wrong_is_said(written, sentence):
    with pytest.raises(ValueError, match=sentence):
        written()


def test_many_steps_are_not_too_many():
    last = iterate(t * s_0 + z, s_0, 0, n)
    assert abs(simulate(E(last**2), {"n": 400, "t": 0.5}, n_trials=2000).z_score(4.0)) < 4


def test_a_dimension_that_does_not_fit_is_refused_when_it_is_written():
    with pytest.raises(ValueError, match="shapes"):
        inner(x, fixed("v", Size("m")))


@pytest.mark.parametrize(
    "term",
    [
        P(1 / z > 2),
        median(w / z),
        E(1 / (1 + norm2(x))),
        E(z) / E(w**2),
        E(inner(x, u) ** 2 / norm2(x)),
        E(1 / norm2(Model(g=Normal(dimension=12)).g)),
    ],
)
def test_a_denominator_that_does_no_harm_is_not_refused(term):
    at = {own.data[0]: 3 for _, own in term.declarations if own.head == "size"}
    at |= {own.data[0]: 1 for _, own in term.declarations if own.head == "fixed"}
    assert simulate(term, at, n_trials=4000, seed=2).stderr > 0


def test_conditions_are_kept():
    with pytest.raises(ValueError, match="does not hold"):
        simulate(E(t * z), {"t": -1}, where=[t > 0])
    with pytest.raises(ValueError, match="condition h_i > 0 is random: multiply the term by its indicator"):
        simulate(E(h[i]), {"n": 3}, where=[h[i] > 0])
    with pytest.raises(ValueError, match="not free"):
        simulate(E(z), {"n": 3}, where=[i != j])


def test_an_exponential_or_power_without_variance_is_noted_and_others_are_not():
    heavy = simulate(E(exp(t * z**2)), {"t": 0.45}, n_trials=20_000)
    assert "the mean may have no variance" in heavy.note
    assert str(heavy).endswith(heavy.note)
    light = {"t": 0.05}, {"t": -1}
    assert [simulate(E(exp(t * z**2)), at, n_trials=20_000).note for at in light] == [None, None]
    assert simulate(E(exp(z / 4)), {}, n_trials=20_000).note is None
    assert "no variance" in simulate(E(z**12), {}, n_trials=20_000).note
    assert simulate(E(z**4 + h[1] ** 2), {"n": 2}, n_trials=20_000).note is None
    assert simulate(P(exp(z) > 40), {}, n_trials=20_000).note is None
    assert simulate(median(exp(t * z**2)), {"t": 0.45}, n_trials=20_000).note is None


def test_a_denominator_that_keeps_from_zero_is_not_blamed():
    bounded = simulate(E(exp(t * z**2) / (1 + z**2)), {"t": 0.6}, n_trials=20_000)
    assert "the mean may have no variance" in bounded.note


@pytest.mark.filterwarnings("error")
def test_a_refusal_is_one_sentence_without_a_warning_before_it():
    with pytest.raises(ValueError, match="not finite"):
        simulate(E(max_over(j < 1, h[j])), {"n": 4}, n_trials=10_000)
