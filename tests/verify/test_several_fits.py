"""Several tables, groups and laws in one fit: each with its own verdict and errors, laws in their order."""

from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import theorycheck as tc
from theorycheck.document import Outcome
from theorycheck.errors import UsageError

from .running import theorycheck

D = 2.0 ** np.arange(4, 12)
SLOPES = {"gpt": -0.5, "llama 2": -0.5, "mamba": -1.0}


def table(truth, relative=0.003, seed=1):
    noise = relative * np.random.default_rng(seed).standard_normal(len(D))
    return {"d": D, "mean": truth(D) * (1 + noise), "stderr": relative * np.abs(truth(D))}


def long_table(value="loss (nats)"):
    """One law a model, text labels, and units in the names."""
    parts = [
        pd.DataFrame({"model": m, "d [units]": D, value: D**a, "stderr": 0.003 * D**a})
        for m, a in SLOPES.items()
    ]
    return pd.concat(parts, ignore_index=True)


@pytest.fixture
def fit(monkeypatch, tmp_path):
    """The command in this process."""
    monkeypatch.chdir(tmp_path)
    return partial(theorycheck, "fit")


def test_each_group_has_its_own_verdict(fit):
    long_table().to_csv("loss.csv", index=False)
    ended = fit("loss.csv", "--law", "C*d**(-1/2)", "--value", "loss", "--group", "model")
    first = dict(line.split("\t")[1::-1] for line in ended.stdout.splitlines() if "\t" in line)
    assert first == {"fit.gpt": "agrees", "fit.llama-2": "agrees", "fit.mamba": "refuted"}
    assert ended.returncode == 1
    assert "loss.csv (model mamba)" in ended.stdout


def test_groups_and_tables_are_those_of_calls(tmp_path):
    frame = long_table()
    found = tc.fit(frame, "C*d**(-1/2)", value="loss (nats)", group="model")
    assert list(found.verdicts.values()) == [Outcome.AGREES, Outcome.AGREES, Outcome.REFUTED]
    path = tmp_path / "one.csv"
    frame[frame.model == "gpt"].drop(columns="model").to_csv(path, index=False)
    with pytest.warns(UserWarning, match="left out: data 2 has no column loss"):
        one = tc.fit([path, table(lambda d: 1 / d)], "C*d**(-1/2)", value="loss")
    assert one.verdict is Outcome.AGREES
    again = tc.fit([table(lambda d: d**-0.5), table(lambda d: 1 / d)], "C*d**(-1/2)")
    assert list(again.verdicts.values()) == [Outcome.AGREES, Outcome.REFUTED]


def test_a_table_with_something_amiss_leaves_the_others_standing(fit):
    Path("good.csv").write_text("\n".join(["d,mean,stderr", *(f"{d},{d**0.5},{0.003 * d**0.5}" for d in D)]))
    Path("bad.csv").write_text("d,mean,stderr\n1,2,-3\n")
    ended = fit("bad.csv", "good.csv", "absent.csv", "--law", "C*sqrt(d)")
    assert ended.returncode == 4
    assert ended.stdout.startswith("agrees\tfit.good.csv\t")
    assert "left out: bad.csv, line 2, column stderr" in ended.stderr
    assert "left out: absent.csv cannot be read" in ended.stderr
    nothing = fit("bad.csv", "absent.csv", "--law", "C*sqrt(d)")
    assert nothing.returncode == 2
    assert "bad.csv" in nothing.stderr


LAWS = ("C*d**a", "E + C*d**a", "a + C*log(d)", "C*exp(-c*d)")
TRUTHS = {
    "C*d**a": lambda d: 3 * d**-0.5,
    "E + C*d**a": lambda d: 0.2 + 3 * d**-0.5,
    "a + C*log(d)": lambda d: 2 + 3 * np.log(d),
    "C*exp(-c*d)": lambda d: np.exp(-d / 500),
}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("seed", range(4))
def test_the_true_law_is_first_or_not_told_from_the_first(law, seed):
    (ranking,) = tc.fit(table(TRUTHS[law], seed=seed), LAWS).rankings
    names = [one.law for one in ranking.laws]
    if ranking.apart:
        assert names[0] == law
    else:
        assert law in names[:2]
    assert all(one.evidence_against >= 1 for one in ranking.laws)
    assert sorted(one.bic for one in ranking.laws) == [one.bic for one in ranking.laws]


def test_data_that_cannot_tell_two_laws_apart_say_which_sizes_would():
    truth, few = lambda d: 2 + 3 * np.log(d), ["C*d**a", "a + C*log(d)"]
    (blurred,) = tc.fit(table(truth, relative=0.05), few).rankings
    assert not blurred.apart
    assert blurred.more is not None
    assert blurred.more.holds is None
    step = 2.0 ** np.arange(4, 12 + blurred.more.count)
    assert blurred.more.up_to == step[-1]
    told = []
    for seed in range(8):
        noise = 0.05 * np.random.default_rng(seed).standard_normal(len(step))
        longer = {"d": step, "mean": truth(step) * (1 + noise), "stderr": 0.05 * truth(step)}
        told.append(tc.fit(longer, few).rankings[0])
    assert sum(one.apart and one.laws[0].law == "a + C*log(d)" for one in told) >= 5


def test_a_law_that_contains_another_is_said_to():
    found = tc.fit(table(TRUTHS["C*d**a"]), ["C*d**a", "E + C*d**a"])
    assert "E + C·dᵃ contains C·dᵃ, and these data do not need what it has besides" in repr(found)


def test_none_of_the_laws_may_fit(fit):
    pd.DataFrame(table(lambda d: np.exp(-d / 500))).to_csv("decay.csv", index=False)
    ended = fit("decay.csv", "--law", "C*d**a", "--law", "a + C*log(d)")
    assert ended.returncode == 1
    assert "None of them fits within the errors" in ended.stdout
    best = fit("decay.csv", "--law", "C*d**a", "--law", "C*exp(-c*d)")
    assert best.returncode == 0
    assert "describes it best: the evidence for it over C·dᵃ is more than 10¹⁶ to 1." in best.stdout


def test_of_several_laws_the_best_one_of_each_table_counts(fit):
    pd.DataFrame(table(lambda d: d)).to_csv("line.csv", index=False)
    pd.DataFrame(table(lambda d: d**3)).to_csv("cube.csv", index=False)
    laws = ("--law", "C*d", "--law", "C*d**2")
    codes = [
        fit(*files, *laws).returncode for files in (["line.csv"], ["cube.csv"], ["line.csv", "cube.csv"])
    ]
    assert codes == [0, 1, 1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"law": ["C*d", "C*d"]}, "law is given twice with one law"),
        (
            {"law": ["C*d", "d"], "bound": "at most"},
            "bound at most is about one law; several laws are ranked",
        ),
        ({"law": "d", "bound": "equals", "up_to_logs": True}, "up_to_logs is about an order of growth"),
        ({"law": "d", "bound": "at most", "corrections": "1/d"}, "corrections is about growth or a limit"),
        (
            {"law": "C*d", "group": "model"},
            "data has no column model to group by; its columns are d, mean, stderr",
        ),
        ({"law": "C*d", "value": "loss"}, "data has no column loss; its columns are d, mean, stderr"),
        (
            {"law": "C*d", "value": ("d", "mean")},
            "numbers side by side in d, mean, where a column stderr has no",
        ),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(options, message):
    with pytest.raises(UsageError, match=message):
        tc.fit(table(lambda d: d), **options)


@pytest.mark.parametrize(
    ("truth", "best"),
    [
        (lambda d: 3 * d * np.log(d), "C*d*log(d)"),
        (lambda d: 3 * d**1.2, "C*d**1.2"),
        (lambda d: 2 * d + 5 * np.sqrt(d), "C*d + B*sqrt(d)"),
    ],
)
def test_laws_of_computed_values_are_ranked_too(truth, best):
    d = 2.0 ** np.arange(3, 12)
    exact = {"d": d, "mean": truth(d), "error_bound": 1e-12 * truth(d)}
    (found,) = tc.fit(exact, ["C*d*log(d)", "C*d**1.2", "C*d + B*sqrt(d)", "C*d"]).rankings
    assert found.laws[0].law == best
    assert found.apart
    few = {name: column[:4] for name, column in exact.items()}
    assert tc.fit(few, ["C*d*log(d)", "C*d"]).rankings == []
