"""Tables of few values a setting, as of two to five seeds: errors lean on each other."""

import numpy as np
import pytest
import theorycheck as tc
from theorycheck.table import grouping

SIZES = 2.0 ** np.arange(3, 11)

NOISE = {
    "exponential": lambda random, count: random.exponential(1, count),
    "lognormal": lambda random, count: np.exp(random.standard_normal(count) - 0.5),
    "normal": lambda random, count: 1 + 0.3 * random.standard_normal(count),
}


def table(random, noise, trials, sizes=SIZES):
    n = np.repeat(sizes, trials)
    return {"n": n, "value": np.sqrt(n) * noise(random, n.size)}


def verdicts(law, bound, noise, trials, tables=20):
    random = np.random.default_rng(7)
    return [tc.fit(table(random, noise, trials), law, bound=bound).verdict.value for _ in range(tables)]


def by_their_own(monkeypatch):
    monkeypatch.setattr(grouping, "_leaning", lambda found, _: found)


@pytest.mark.parametrize("noise", NOISE)
@pytest.mark.parametrize("bound", ["equals", "at least", "at most"])
def test_a_true_value_is_hardly_refuted_by_three_values_a_setting(noise, bound):
    assert verdicts("sqrt(n)", bound, NOISE[noise], 3).count("refuted") <= 1


def test_it_is_by_errors_that_do_not_lean(monkeypatch):
    by_their_own(monkeypatch)
    assert verdicts("sqrt(n)", "at least", NOISE["exponential"], 3, tables=40).count("refuted") >= 3


def test_what_two_values_cannot_tell_all_settings_can(monkeypatch):
    def clean(random, count):
        return 1 + 0.02 * random.standard_normal(count)

    assert verdicts("0.8*sqrt(n)", "at most", clean, 2, tables=10).count("refuted") >= 7
    by_their_own(monkeypatch)
    assert verdicts("0.8*sqrt(n)", "at most", clean, 2, tables=10).count("refuted") <= 3


def test_equal_values_are_no_error_of_zero(monkeypatch):
    random = np.random.default_rng(3)
    n = np.repeat(SIZES, 5)
    value = np.sqrt(n) * (1 + 0.02 * random.standard_normal(n.size))
    value[:5] = value[:5].mean()
    whole = {"n": n, "value": value}
    assert tc.fit(whole, "sqrt(n)", bound="equals", margin=0.2).verdict == "agrees"
    by_their_own(monkeypatch)
    assert tc.fit(whole, "sqrt(n)", bound="equals", margin=0.2).verdict == "inconclusive"


@pytest.mark.parametrize(("trials", "told"), [(3, True), (12, False)])
def test_the_sentence_tells_it(trials, told):
    random = np.random.default_rng(3)
    found = tc.fit(table(random, NOISE["normal"], trials), "C*n")
    assert (
        f"Standard errors of {trials} values a setting lean on those of all settings." in str(found)
    ) is told


def seeded(seeds, sizes=SIZES):
    """The same values with a column that numbers them, and without."""
    random = np.random.default_rng(5)
    n, seed = (grid.ravel() for grid in np.meshgrid(sizes, np.arange(seeds, dtype=np.float64), indexing="ij"))
    value = np.sqrt(n) * (1 + 0.01 * random.standard_normal(n.size))
    return {"n": n, "seed": seed, "value": value}, {"n": n, "value": value}


def test_a_column_of_seeds_numbers_the_values_of_a_setting():
    numbered, plain = seeded(3)
    assert str(tc.fit(numbered, "C*sqrt(n)")) == str(tc.fit(plain, "C*sqrt(n)"))


@pytest.mark.parametrize("law", ["C*sqrt(n)*(seed + 1)**0", "C*sqrt(n)"])
def test_seeds_are_a_variable_where_the_law_names_them_or_a_setting_has_one(law):
    numbered, _ = seeded(3)
    if "seed" not in law:
        numbered = {name: column[:-2] for name, column in numbered.items()}
    assert "Each setting has one value" in str(tc.fit(numbered, law))


@pytest.mark.parametrize("columns", [("std", "count"), ("sem", "count"), ("std", "sem", "count")])
def test_a_summary_of_values_tells_what_they_do(columns):
    _, plain = seeded(5)
    of_setting = plain["value"].reshape(len(SIZES), 5)
    deviation = of_setting.std(axis=1, ddof=1)
    told = {"std": deviation, "sem": deviation / np.sqrt(5), "count": np.full(len(SIZES), 5.0)}
    summary = {"n": SIZES, "mean": of_setting.mean(axis=1)} | {name: told[name] for name in columns}
    assert str(tc.fit(summary, "C*sqrt(n)")) == str(tc.fit(plain, "C*sqrt(n)"))


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ({"std": 0.1, "count": 1.0}, "count: 1 is not a number of values that have a standard deviation"),
        ({"std": -0.1, "count": 3.0}, "std: -0.1 is not a standard deviation"),
        ({"sem": 0.0, "count": 3.0}, "sem: 0 is not a standard error"),
        ({"std": 0.1}, "a column std, which tells errors beside a column count"),
    ],
)
def test_a_summary_that_tells_no_error_is_refused(columns, problem):
    table = {"n": SIZES, "mean": np.sqrt(SIZES)}
    with pytest.raises(tc.UsageError, match=problem):
        tc.fit(table | {name: np.full(len(SIZES), value) for name, value in columns.items()}, "C*sqrt(n)")


def test_a_deviation_that_was_varied_is_a_variable():
    n, std = (grid.ravel() for grid in np.meshgrid(SIZES, [0.25, 0.5, 1.0, 2.0, 4.0]))
    found = tc.fit(
        {"n": n, "std": std, "mean": n * std, "stderr": 0.001 * n * std}, "C*n*std", limits={"std": 0}
    )
    assert found.verdict == "agrees"
