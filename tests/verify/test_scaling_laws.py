"""Laws whose exponents are free describe a table: joint intervals that cover, and no verdict that agrees."""

from itertools import pairwise

import numpy as np
import pytest
import theorycheck as tc
from theorycheck.decide.context import DecisionContext
from theorycheck.decide.fitting import fit_law
from theorycheck.decide.nonlinear import Estimate
from theorycheck.document import Outcome
from theorycheck.law import form
from theorycheck.table import Layout, evidence, tables_by_name
from theorycheck.user.asked import read_files
from theorycheck.user.fit import Question
from theorycheck.user.record import claim_of
from theorycheck.user.resolve import resolved

LAW = "E + A/N**a + B/D**b"
TRUTH = {"E": 1.69, "A": 406.4, "B": 410.7, "a": 0.34, "b": 0.28}
"""A law of the loss of a language model in parameters and tokens, with constants like published ones."""

N, D = (x.ravel() for x in np.meshgrid([1e8, 3e8, 1e9, 3e9, 1e10], [1e9, 3e9, 1e10, 3e10, 1e11, 3e11]))
LOSS = TRUTH["E"] + TRUTH["A"] / N ** TRUTH["a"] + TRUTH["B"] / D ** TRUTH["b"]
ERROR = 0.005


def table(loss: np.ndarray = LOSS, seed: int = 3, *, stderr: bool = True) -> dict[str, np.ndarray]:
    noise = ERROR * np.random.default_rng(seed).standard_normal(loss.size)
    columns = {"N": N, "D": D, "mean": loss * (1 + noise)}
    return columns | ({"stderr": ERROR * loss} if stderr else {})


def constants(seed: int, level: float, *, stderr: bool) -> dict[str, Estimate]:
    """Each constant with its limits, of one table at a level; none where chi2 rejects the law."""
    (columns,) = tables_by_name([table(seed=seed, stderr=stderr)], Layout()).values()
    given = evidence(columns)
    claim = claim_of(Question(laws=(LAW,)).entry("data", LAW), proportion=False, given=given)
    context = DecisionContext(claim=claim, derived=None, evidence=given, level=level)
    found = fit_law(context, form(LAW, ("N", "D")))
    return {} if found is None else dict(found.constants)


@pytest.mark.parametrize("stderr", [True, False], ids=["errors", "errors of residuals"])
def test_the_intervals_of_all_constants_cover_the_truth(stderr):
    tables, level = 60, 0.025
    found = [told for seed in range(tables) if (told := constants(seed, level, stderr=stderr))]
    # Chi2 rejects a true law at the level: of 60 tables more than 7 with probability 1e-4.
    assert len(found) >= tables - 7
    for name, truth in TRUTH.items():
        missed = sum(not told[name].low <= truth <= told[name].high for told in found)
        # Intervals of 95 % miss more than 10 of 60 with probability 1e-4.
        assert missed <= 10, (name, missed)
        far = [abs(truth - one.value) for one in (told[name] for told in found)]
        reach = [min(one.high - one.value, one.value - one.low) for one in (told[name] for told in found)]
        if stderr:
            # A quarter of each interval would miss most: it is the truth's errors that they are as wide as.
            assert sum(a > b / 4 for a, b in zip(far, reach, strict=True)) > 20, name


@pytest.mark.parametrize("law", [LAW, "E + A/N**a + B/D**a", "C*N**a*D**b", "E + A*N**(-a)", "C*(N + m)**a"])
@pytest.mark.parametrize("stderr", [True, False])
def test_free_exponents_never_agree(law, stderr):
    assert tc.fit(table(stderr=stderr), law).verdict in (Outcome.INCONCLUSIVE, Outcome.REFUTED)


def test_a_law_with_free_exponents_says_what_fits():
    found = tc.fit(table(), LAW)
    assert found.verdict is Outcome.INCONCLUSIVE
    assert "describes the mean in data" in found.summary
    assert "No exponent of it is a number, so it claims none." in found.summary
    fit = found.record.fit
    assert fit is not None
    assert set(fit.intervals) == set(TRUTH)
    for name, (low, high) in fit.intervals.items():
        assert low is not None
        assert high is not None
        assert low <= TRUTH[name] <= high, name


@pytest.mark.parametrize("law", ["E + A/N**a", "E + A/N**0.34", "C*N**(-0.1)", "C*N**a", "A/N**0.34"])
@pytest.mark.parametrize("scattered", [False, True])
def test_a_law_that_leaves_out_what_the_data_show_is_refuted(law, scattered):
    n = N * (1 + 0.01 * np.arange(N.size)) if scattered else N
    loss = TRUTH["E"] + TRUTH["A"] / n ** TRUTH["a"] + TRUTH["B"] / D ** TRUTH["b"]
    found = tc.fit(table(loss) | {"N": n}, law)
    assert found.verdict is Outcome.REFUTED
    assert "depends on D" in found.summary or "does not fall" in found.summary


@pytest.mark.parametrize("law", ["E + A/N**a", "E + A/N**0.34", "E + A*N**(-0.2)"])
def test_what_the_data_do_not_show_refutes_nothing(law):
    """The same laws on tables whose numbers do not depend on D, though one of them is of another exponent."""
    without = TRUTH["E"] + TRUTH["A"] / N ** TRUTH["a"]
    found = [tc.fit(table(without, seed), law) for seed in range(5)]
    assert not any("depends on D" in one.summary for one in found)


def test_the_free_constant_of_an_exponent_is_told_as_it_is_written():
    d = 2.0 ** np.arange(4, 12)
    data = {"d": d, "mean": 3 * d**0.25, "stderr": 1e-4 * d**0.25}
    for law, truth in (("K*d**g", 0.25), ("K*d**(-g)", -0.25), ("K*d**(1/g)", 4.0), ("K*d**(g/2)", 0.5)):
        fit = tc.fit(data, law).record.fit
        assert fit is not None
        for name, wanted in (("g", truth), ("K", 3.0)):
            low, high = fit.intervals[name]
            assert low is not None
            assert high is not None
            assert all(a < b for a, b in pairwise([low, wanted, high])), (law, name)


SLOW = 2.0 ** np.arange(2, 9)


def slow_table(relative: float = 0.0003, seed: int = 2) -> dict[str, np.ndarray]:
    """A root that is approached as slowly as a logarithm, far from its order on the range."""
    truth = np.sqrt(SLOW) * (1 + 6 / np.log(SLOW))
    noise = relative * np.random.default_rng(seed).standard_normal(SLOW.size)
    return {"n": SLOW, "mean": truth * (1 + noise), "stderr": relative * truth}


def test_a_law_with_its_slow_correction_named_is_true_asymptotically_and_not_yet():
    open_, told = (
        tc.fit(slow_table(), "C*n**0.5", bound="limit", corrections=each) for each in ((), "1/log(n)")
    )
    assert open_.verdict is Outcome.INCONCLUSIVE
    assert told.verdict is Outcome.AGREES
    assert "true asymptotically, not yet at n = 256" in told.summary
    assert "(1/log n)" in told.summary


@pytest.mark.parametrize("law", ["C*n**0.25", "C*n**0.75", "C*n"])
def test_a_named_correction_saves_no_other_order(law):
    found = [tc.fit(slow_table(seed=seed), law, bound="limit", corrections="1/log(n)") for seed in range(3)]
    assert all(one.verdict is not Outcome.AGREES for one in found)
    if law == "C*n**0.25":  # which the local exponents have passed
        assert all(one.verdict is Outcome.REFUTED for one in found)


def test_another_correction_than_the_true_one_decides_nothing():
    found = tc.fit(slow_table(), "C*n**0.5", bound="limit", corrections="log(log(n))/log(n)")
    assert found.verdict is Outcome.INCONCLUSIVE


@pytest.mark.parametrize(
    ("law", "options", "message"),
    [
        ("C*n", {"corrections": "log(n)"}, r"'log\(n\)' does not vanish as n goes to its limit"),
        ("C*n", {"corrections": "m/n"}, "names m; it is a formula of the variables, which are n"),
        ("C*n", {"corrections": "7"}, "names no variable"),
        ("E + C*n", {"corrections": "1/n"}, "corrections belong to a law of one term"),
        ("C*n", {"corrections": ["1/n", "1/("]}, "is not a formula"),
    ],
)
def test_a_correction_that_is_none_is_refused(law, options, message):
    with pytest.raises(tc.UsageError, match=message):
        tc.fit(slow_table(), law, **options)  # type: ignore[call-overload]


def test_a_claim_file_names_corrections(tmp_path):
    lines = [",".join(map(str, row)) for row in zip(*slow_table().values(), strict=True)]
    (tmp_path / "slow.csv").write_text("\n".join(["n,mean,stderr", *lines]))
    claim = """id = "mine.slow"\nstatement = "grows like a root"\nlaw = "C*sqrt(n)"\nbound = "{bound}"
corrections = ["1/log(n)"]\nmeasure = {{ data = "slow.csv" }}\n"""
    path = tmp_path / "claim.toml"
    path.write_text(claim.format(bound="limit"))
    (asked,) = read_files([path], None)[0]
    assert asked.entry.corrections == ("1/log(n)",)
    assert resolved(asked, None).claim.corrections == ("1/log(n)",)
    path.write_text(claim.format(bound="at most"))
    (fault,) = read_files([path], None)[1] or (None,)
    assert "corrections belong to a growth or a limit" in str(fault)


def test_a_constant_may_be_below_zero():
    rising = 0.9 - 1.2 * SLOW**-0.4
    noise = 0.001 * np.random.default_rng(1).standard_normal(SLOW.size)
    data = {"n": SLOW, "mean": rising * (1 + noise), "stderr": 0.001 * rising}
    for law in ("A - B/n**0.4", "A + B/n**0.4"):
        assert tc.fit(data, law).verdict is Outcome.AGREES, law
    for law in ("A - B/n**0.8", "A + B/n**0.8"):
        assert tc.fit(data, law).verdict is Outcome.REFUTED, law
    fit = tc.fit(data, "A + B/n**b").record.fit
    assert fit is not None
    low, high = fit.intervals["B"]
    assert low is not None
    assert high is not None
    assert low <= -1.2 <= high < 0


def test_errors_told_too_small_refute_no_description():
    noise = 0.05 * np.random.default_rng(3).standard_normal(8)
    d = 2.0 ** np.arange(4, 12)
    data = {"d": d, "mean": d**-0.5 * (1 + noise), "stderr": 0.01 * d**-0.5}
    found = tc.fit(data, "C*d**a")
    assert found.verdict is Outcome.INCONCLUSIVE
    assert "the errors may be told too small" in found.summary
    bent = {"d": d, "mean": np.exp(-d / 500) * (1 + noise / 5), "stderr": 0.01 * np.exp(-d / 500)}
    assert tc.fit(bent, "C*d**a").verdict is Outcome.REFUTED
