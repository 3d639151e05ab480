"""`fit` as its user meets it: every kind of table and bound, planted laws, and what is wrong with a file."""

import html
import json
import re
import shlex
from collections.abc import Callable

import jsonschema
import numpy as np
import pytest
from theorycheck import document

from .running import Ended, theorycheck

SIZES = 2.0 ** np.arange(4, 12)
Law = Callable[[np.ndarray], np.ndarray]


@pytest.fixture
def fit(tmp_path):
    """The command in this process, with the text of a table and its options."""

    def run(text: str, law: str, *options: str) -> Ended:
        path = tmp_path / "table.csv"
        path.write_text(text)
        return theorycheck("fit", path, "--law", law, *options)

    return run


def rows(names: str, *columns: np.ndarray) -> str:
    lines = [",".join(f"{value:.17g}" for value in row) for row in zip(*columns, strict=True)]
    return "\n".join([names, *lines]) + "\n"


def means(law: Law, relative: float = 0.005, seed: int = 5) -> str:
    truth = law(SIZES)
    noise = relative * np.random.default_rng(seed).standard_normal(len(SIZES))
    return rows("d,mean,stderr", SIZES, truth * (1 + noise), relative * truth)


def counts(p: Law, trials: int = 200_000, seed: int = 7) -> str:
    failures = np.random.default_rng(seed).binomial(trials, p(SIZES))
    return rows("d,failures,trials", SIZES, failures, np.full(len(SIZES), trials))


def raw_values(law: Law) -> str:
    """Raw values of 400 trials."""
    values = law(SIZES) * (1 + 0.1 * np.random.default_rng(11).standard_normal((400, len(SIZES))))
    return rows("d,value", np.tile(SIZES, 400), values.ravel())


def clustered_values(law: Law) -> str:
    """Raw values of 1,600 labelled trials that the settings share, with two items each."""
    rng = np.random.default_rng(11)
    of_draw = rng.standard_normal((1600, 1, 1))
    values = law(SIZES) * (1 + 0.1 * of_draw + 0.1 * rng.standard_normal((1600, 2, len(SIZES))))
    labels = np.repeat(np.arange(1600), 2 * len(SIZES))
    return rows("d,draw,value", np.tile(SIZES, 3200), labels, values.ravel())


ROOT: Law = lambda d: 3 / np.sqrt(d)  # noqa: E731 - a name for a law
TABLES = {
    "means": means(ROOT),
    "exact values": rows("d,mean,error_bound", SIZES, ROOT(SIZES), 1e-9 * np.ones(8)),
    "proportions": counts(ROOT),
    "values": raw_values(ROOT),
    "clustered values": clustered_values(ROOT),
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize(
    ("law", "bound_type", "verdict", "code"),
    [
        ("C*d**(-1/2)", "Theta", "agrees", 0),
        ("C*d**(-1)", "Theta", "refuted", 1),
        ("C*d**(-1/4)", "O", "bound only", 0),
        ("C/d", "O", "refuted", 1),
        ("C/d", "Omega", "bound only", 0),
        ("3*d**(-1/2)", "equals", "agrees", 0),
        ("2.7*d**(-1/2)", "equals", "refuted", 1),
        ("3.3*d**(-1/2)", "at-most", "agrees", 0),
        ("2.7*d**(-1/2)", "at-most", "refuted", 1),
        ("0.3*d**(-1/2)", "at-least", "agrees", 0),
        ("3.3*d**(-1/2)", "at-least", "refuted", 1),
    ],
)
def test_every_kind_of_table_in_every_bound_type(fit, table, law, bound_type, verdict, code):
    ended = fit(table, law, "--bound", bound_type, "--margin", "0.05")
    assert (ended.verdict, ended.returncode) == (verdict, code), ended


PLANTED = {
    "power": (lambda d: 2 * d**0.7, "C*d**0.7", "C*d", "0.05"),
    "d log d": (lambda d: d * np.log(d), "C*d*log(d)", "C*d", "0.05"),
    "rate": (lambda d: np.exp(-d / 1000), "C*exp(-d/1000)", "C*exp(-d/500)", "0.1"),
    "two terms": (
        lambda d: d**-0.5 + 50 * d**-2.0,
        "a*d**(-1/2) + c*d**(-2)",
        "a*d**(-1/4) + c*d**(-2)",
        "0.1",
    ),
    "maximum": (lambda d: np.maximum(d, 100), "C*max(d, 100)", "C*min(d, 100)", "0.05"),
    "minimum": (lambda d: np.minimum(d, 100), "C*min(d, 100)", "C*max(d, 100)", "0.05"),
    "whole": (lambda d: 1 - np.exp(-d / 300), "1 - exp(-C*d)", "1 - exp(-C*d**2)", "0.05"),
}


@pytest.mark.parametrize(("truth", "law", "other", "margin"), PLANTED.values(), ids=PLANTED)
def test_each_form_is_told_from_another(fit, truth, law, other, margin):
    table = means(truth, relative=0.0005)
    right, wrong = (fit(table, each, "--margin", margin) for each in (law, other))
    assert (right.verdict, right.returncode) == ("agrees", 0), right
    assert wrong.verdict in {"refuted", "inconclusive"}, wrong
    assert (wrong.verdict == "refuted") == (wrong.returncode == 1)


def test_points_without_a_failure_take_part_in_a_formula_fitted_as_a_whole(fit):
    table = counts(lambda d: -np.expm1(-3000 / d**3), trials=50_000)
    assert table.splitlines()[-1].split(",")[1] == "0"
    laws = ("1 - exp(-C*d**(-3))", "1 - exp(-C*d**(-2))")
    right, wrong = (fit(table, law, "--margin", "0.2") for law in laws)
    assert (right.verdict, wrong.verdict) == ("agrees", "refuted"), (right, wrong)


@pytest.mark.parametrize(
    ("law", "verdict"),
    [("1 - exp(-C*L/d)", "agrees"), ("1 - exp(-C*L**2/d)", "refuted"), ("1 - exp(-C*L/sqrt(d))", "refuted")],
)
def test_a_law_of_failing_in_any_part_is_fitted_by_its_hazard_up_to_probabilities_near_one(fit, law, verdict):
    rng = np.random.default_rng(3)
    parts, sizes = (axis.ravel() for axis in np.meshgrid(2.0 ** np.arange(5), SIZES[:5]))
    failures = rng.binomial(20_000, 1 - np.exp(-3 * parts / sizes))
    assert failures.max() > 0.9 * 20_000
    table = rows("L,d,failures,trials", parts, sizes, failures, np.full(25, 20_000))
    done = fit(table, law, "--json")
    (claim,) = json.loads(done.stdout)["claims"]
    assert claim["verdict"] == verdict
    low, high = claim["exponents"]["L"]["ci"]
    assert low <= 1 <= high


@pytest.mark.parametrize(
    ("truth", "law", "word"),
    [
        (lambda d: 3 / d + 0.05, "C/d", "floor"),
        (lambda d: 5 * np.exp(-d / 300), "C/d", "exponential"),
        (lambda d: 5 * np.exp(-d / 300), "C/d**2", "exponential"),
    ],
)
def test_a_floor_and_an_exponential_sold_as_a_power_are_named(fit, truth, law, word):
    ended = fit(means(truth), law)
    assert (ended.verdict, ended.returncode) == ("refuted", 1)
    assert word in ended.stdout


@pytest.mark.parametrize("law", ["C*gamma(d)", "1/factorial(d)", "C*d**d"])
def test_a_law_beyond_what_numbers_hold_is_decided_where_it_is_not(fit, law, recwarn):
    sizes = 2.0 ** np.arange(2, 12)
    ended = fit(rows("d,mean,stderr", sizes, 1 / sizes, 0.01 / sizes), law)
    assert ended.verdict == "refuted"
    told = "Not used: 4 of 10 settings, as d = 256, where the law is zero, undefined or too large"
    assert told in ended.stdout
    assert not recwarn.list


def test_an_exponent_fitted_beyond_what_a_law_may_have_is_no_formula(fit):
    table = "d,mean,stderr\n0.5,0.0318,0.125\n0.25,0.0855,0.000625\n0.125,0.00638,0.00781\n"
    ended = fit(table, "C*sqrt(d + 10)")
    assert ended.verdict == "inconclusive"
    assert "is not resolved" in ended.stdout
    # No form with as many numbers as there are settings is tested.
    assert "(p = 1)" not in ended.stdout


def test_a_logarithm_refutes_theta_unless_it_is_allowed(fit):
    table = means(lambda d: d * np.log(d), relative=0.002)
    assert fit(table, "C*d").verdict != "agrees"
    assert fit(table, "C*d", "--alternative", "C*d*log(d)").verdict == "refuted"
    allowed = fit(table, "C*d", "--up-to-logs")
    assert (allowed.verdict, allowed.returncode) == ("agrees", 0), allowed
    assert fit(means(lambda d: d**1.5), "C*d", "--up-to-logs").verdict == "refuted"


@pytest.mark.parametrize(
    ("truth", "verdict"), [(lambda d: 1 + 10 / d, "agrees"), (lambda d: d**0.1, "refuted")]
)
def test_that_nothing_varies_is_a_law(fit, truth, verdict):
    assert fit(means(truth), "C").verdict == fit(means(truth), "C", "--bound", "O").verdict == verdict


def test_alternatives_are_decided_and_narrow_the_default_margin(fit):
    table = means(ROOT, relative=0.002)
    ended = fit(table, "C*d**(-1/2)", "--alternative", "C*d**(-0.6)", "--alternative", "C*d**(-1/2)*log(d)")
    assert "alternative C·d^−0.6: rejected." in ended.stdout
    assert "alternative C·log(d)/√d: rejected." in ended.stdout
    near = json.loads(fit(table, "C*d**(-1/2)", "--alternative", "C*d**(-0.53)", "--json").stdout)
    assert near["claims"][0]["scope"]["margin"] == pytest.approx(0.01)
    refused = fit(table, "C*d**(-1/2)", "--alternative", "C*d**(-0.53)", "--margin", "0.05")
    assert refused.returncode == 2
    assert "third of the gap" in refused.stderr


def test_the_document_follows_its_schema_and_the_reports_hold_the_verdict(fit, tmp_path):
    out = tmp_path / "found"
    ended = fit(means(ROOT), "C*d**(-1/2)", "--json", "--out", str(out))
    shown = json.loads(ended.stdout)
    jsonschema.validate(shown, json.loads(document.json_schema()))
    assert json.loads((out / "verdicts.json").read_text()) == shown
    assert (shown["claims"][0]["verdict"], len(shown["claims"][0]["points"])) == ("agrees", 8)
    for page in ("report.html", "report.md"):
        assert "agrees" in (out / page).read_text()
    broken = {**shown, "claims": [{**shown["claims"][0], "verdict": "perhaps"}]}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, json.loads(document.json_schema()))


def test_starved_data_are_inconclusive_and_strict_says_so_by_its_exit_code(fit):
    table = means(lambda d: 3 * d, relative=0.2)
    assert (fit(table, "C*d").verdict, fit(table, "C*d").returncode) == ("inconclusive", 0)
    assert fit(table, "C*d", "--strict").returncode == 3


def test_a_growing_file_may_be_analysed_anytime_where_it_counts_its_trials(fit):
    table = counts(ROOT, trials=20_000)
    asked = (table, "C*d**(-1/2)", "--margin", "0.1", "--json")
    once, anytime = (json.loads(fit(*asked, *more).stdout)["claims"][0] for more in ((), ("--anytime",)))
    narrow, wide = (claim["exponents"]["d"]["ci"] for claim in (once, anytime))
    assert wide[0] < narrow[0] < narrow[1] < wide[1]
    assert "every interim analysis" in anytime["summary"]
    refused = fit(means(ROOT), "C*d**(-1/2)", "--anytime")
    assert (refused.returncode, "numbers of trials" in refused.stderr) == (2, True)
    few = fit(rows("d,value", np.repeat([1.0, 2.0], 9), np.arange(18.0)), "C*d", "--anytime")
    assert (few.returncode, "200 trials" in few.stderr) == (2, True)
    exact = fit(TABLES["exact values"], "C*d**(-1/2)", "--anytime")
    assert (exact.verdict, exact.returncode) == ("agrees", 0)


GOOD = "d,mean,stderr\n1,2,0.1\n2,1,0.1\n4,0.5,0.1\n"
WRONG = {
    "table": ("d,mean,stderr\n1,two,1\n2,1,1\n", "C/d", "line 2, column mean: 'two' is not a number"),
    "rows": ("d,mean,stderr\n1,2,1\n1,2,1\n2,2,1\n", "C/d", "duplicate rows"),
    "names nothing": (GOOD, "C*n", "names no column"),
    "is a value": (GOOD, "0.5", "For a value, say --bound equals, or tends-to"),
    "names data": (GOOD, "C*mean", "holds data"),
    "law": (GOOD, "__import__('os').getcwd()*d", "grammar has no"),
    "tower of variables": (
        "d,mean,stderr\n64,2,0.1\n128,1,0.1\n256,0.5,0.1\n",
        "C*d**d**d",
        "no finite value",
    ),
}
"""What tables (test_table.py) and laws (test_law.py) are refused for, and what only both together are."""


@pytest.mark.parametrize(("text", "law", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_in_one_sentence(fit, text, law, words):
    ended = fit(text, law)
    assert ended.returncode == 2, ended
    assert ended.stdout == ""
    assert words in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--bound", "about"), "at-most"),
        (("--margin", "2"), "between 0 and 1"),
        (("--margin", "nan"), "between 0 and 1"),
        (("--alternative", "C*(d"), "not a formula"),
        (("--bound", "equals"), "free constants are for orders of growth"),
    ],
)
def test_wrong_options_are_refused(fit, options, words):
    ended = fit(GOOD, "C/d", *options)
    assert (ended.returncode, words in ended.stderr) == (2, True), ended


def test_a_limit_is_a_number_or_of_a_variable_that_it_leaves_out(fit):
    ended = fit(GOOD, "1/d", "--bound", "tends-to")
    assert (ended.returncode, "names every variable" in ended.stderr) == (2, True), ended


def test_a_table_says_what_was_fitted_and_how_well(fit):
    said = fit(means(lambda d: 3 * d**0.5), "C*sqrt(d)", "--alternative", "C*d").stdout
    assert re.search(r"^exponent of d +0\.5 +0\.50\d +0\.\d+ to 0\.\d+ *$", said, flags=re.MULTILINE), said
    assert re.search(r"^constant C +(2.9|3.0)", said, flags=re.MULTILINE), said
    fit_line = r"^χ²/dof = [\d.]+/6, p = 0\.\d+   n = 8 settings   form: a pure power law$"
    assert re.search(fit_line, said, flags=re.MULTILINE), said
    assert "alternative C·d: rejected. It does not fit (p < 10⁻¹⁶)." in said
    # Another law gives another claimed exponent, and an alternative that fits is not rejected.
    other = fit(means(lambda d: 3 * d**0.5), "C*d", "--alternative", "C*sqrt(d)").stdout
    assert re.search(r"^exponent of d +1 +0\.50", other, flags=re.MULTILINE), other
    assert "alternative C·√d: not rejected." in other


def test_an_exponent_whose_interval_is_wider_than_one_is_not_printed(fit):
    said = fit(rows("d,mean,stderr", SIZES[:4], 3 * SIZES[:4], 4 * SIZES[:4]), "C*d").stdout
    assert re.search(r"^exponent of d +1 +not resolved +between", said, flags=re.MULTILINE), said


def test_a_plot_has_a_mark_for_each_setting_and_the_law_between_them(fit):
    said = fit(means(lambda d: 3 * d), "C*d", "--plot").stdout
    canvas = [line.partition("│")[2] for line in said.splitlines() if "│" in line]
    assert "".join(canvas).count("●") == 8
    assert "".join(canvas).count("·") > 30
    columns = [line.index("●") for line in canvas if "●" in line]
    assert columns == sorted(columns, reverse=True), "a law that grows goes up"
    assert "│" not in fit(means(lambda d: 3 * d), "C*d").stdout


def test_the_printed_reproduction_command_runs_and_gives_the_same(fit, tmp_path):
    first = fit(means(lambda d: 2 / d), "C/d", "--alternative", "C/sqrt(d)", "--out", str(tmp_path / "out"))
    document = json.loads((tmp_path / "out" / "verdicts.json").read_text())
    printed = document["claims"][0]["command"]
    (page,) = (tmp_path / "out" / "report" / "claims").glob("*.html")
    assert printed in html.unescape(page.read_text())
    again = theorycheck(*shlex.split(printed)[1:])
    assert (again.returncode, again.stdout) == (first.returncode, first.stdout)


def test_the_folder_of_a_run_is_not_overwritten_by_a_fit(fit, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    for name in ("evidence.sqlite", "verdicts.json"):
        (out / name).write_text("of a run")
    asked = (means(lambda d: 2 / d), "C/d", "--out", str(out))
    refused = fit(*asked)
    assert refused.returncode == 2
    assert "holds a run, whose report would be overwritten" in refused.stderr
    assert (out / "verdicts.json").read_text() == "of a run"
    fit(*asked, "--fresh")
    assert not (out / "evidence.sqlite").exists()
    assert json.loads((out / "verdicts.json").read_text())["claims"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (
            means(lambda d: 2 / d),
            "Given with standard errors, on which all levels rest; the numbers of trials are not known.",
        ),
        (
            rows("d,mean,error_bound", SIZES, 2 / SIZES, 1e-9 / SIZES),
            "Given with error bounds: errors are rigorous bounds",
        ),
        (counts(lambda d: 2 / d), "200000 trials in each setting. Errors are standard errors"),
    ],
)
def test_the_report_of_a_table_says_what_its_errors_are(fit, tmp_path, table, said):
    fit(table, "C/d", "--out", str(tmp_path / "out"))
    (claim,) = (tmp_path / "out" / "report" / "claims").glob("*.html")
    for page in (claim, tmp_path / "out" / "report.md"):
        shown = page.read_text()
        assert said in shown
        assert ("rigorous bounds, and intervals" in shown) is ("error_bound" in table)
        assert "Computed, not sampled" not in shown
