"""Claims of users, from their files to verdicts: true and false laws, bounds, capacities."""

import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from scipy import optimize, special
from theorycheck.commands.session import check_exit_code
from theorycheck.document import Outcome
from theorycheck.errors import UsageError
from theorycheck.evidence.plan import plan_of
from theorycheck.evidence.preset import PRESETS
from theorycheck.evidence.progress import unobserved
from theorycheck.evidence.run import run
from theorycheck.evidence.work import executor
from theorycheck.report.explanation import what_would_change
from theorycheck.user.asked import asked
from theorycheck.user.resolve import resolved
from theorycheck.user.sandbox import Sandbox
from theorycheck.wording import words

from . import running
from .running import stored, theorycheck

SIMULATORS = '''
import numpy as np
import torch

def distance(d, *, n_trials, generator):
    """Distance of a walk of d steps of +-1."""
    steps = torch.randint(0, 2, (n_trials, d), generator=generator) * 2 - 1
    return steps.sum(1).abs()

def square(d, *, n_trials, generator):
    return torch.randn(n_trials, d, generator=generator).pow(2).sum(1)

def far(d, *, n_trials, generator):
    signs = torch.randint(0, 2, (n_trials, d), generator=generator) * 2.0 - 1
    return signs.mean(1).abs() >= 0.25

def balls(d, n, *, n_trials, generator):
    """Do n balls in d bins collide? One half of the time at n near 1.18 sqrt(d)."""
    bins = np.sort(generator.integers(0, d, size=(n_trials, n)), axis=1)
    return (np.diff(bins, axis=1) == 0).any(axis=1)
'''

CLAIM = """
[[claim]]
id = "{id}"
statement = "a statement of ${id}$"
law = "{law}"
bound = "{bound}"
{more}
[claim.grid]
d = {grid}
[claim.measure]
python = "mine.py:{function}"
{measure}
"""
SOLVE = 'generator = "numpy"\nsolve = "n"\nlevel = 0.5\nrange = [2, 5000]\ndirection = "up"'
SIZES = [16, 32, 64, 128, 256]


def table(id_, law, bound, function, *, grid=SIZES, more="", measure=""):
    return CLAIM.format(
        id=id_, law=law, bound=bound, function=function, grid=grid, more=more, measure=measure
    )


CLAIMS = {
    "true.law": (
        table("true.law", "C*sqrt(d)", "Theta", "distance", more='alternatives = ["C*d"]'),
        "agrees",
    ),
    "false.law": (table("false.law", "C*d", "Theta", "distance", more='expect = "refuted"'), "refuted"),
    "true.value": (table("true.value", "d", "equals", "square", more='alternatives = ["d + 1"]'), "agrees"),
    "false.value": (table("false.value", "d + 2", "equals", "square"), "refuted"),
    "true.bound": (
        table("true.bound", "2*exp(-d/32)", "at most", "far", grid=[16, 32, 64, 128]),
        "bound only",
    ),
    "false.bound": (table("false.bound", "1.5*exp(-d/16)", "at most", "far", grid=[16, 32, 64]), "refuted"),
    "true.capacity": (table("true.capacity", "C*sqrt(d)", "Theta", "balls", measure=SOLVE), "agrees"),
    "false.capacity": (table("false.capacity", "C*d", "O", "balls", measure=SOLVE), "bound only"),
}
"""Claims whose truth is known by other means, with the verdict each deserves."""

OPTIONS = replace(running.OPTIONS, preset=PRESETS["standard"], seed=3)


def written(folder, claims, simulators=SIMULATORS):
    (folder / "mine.py").write_text(simulators)
    path = folder / "mine.toml"
    path.write_text(claims)
    return path


def plans(path, sandbox, options=OPTIONS):
    return [plan_of(resolved(claim, sandbox), options.preset) for claim in asked([path], sandbox)]


def carried_out(path, sandbox, *, workers=1, observer=None, **changes):
    """The document of a claim file; one worker is a thread of this process, which is quick to start."""
    with executor(workers, user_code=workers > 1) as pool:
        store = path.parent / "evidence.sqlite"
        return run(plans(path, sandbox), OPTIONS, store, observer or unobserved, pool)


def findings(document):
    """All that a document says of its claims, except seconds and the folder they were asked in."""
    return [msgspec.structs.replace(claim, seconds=0.0, command="") for claim in document.claims]


@pytest.fixture(scope="module")
def claim_file(tmp_path_factory):
    return written(tmp_path_factory.mktemp("a folder"), "".join(text for text, _ in CLAIMS.values()))


@pytest.fixture(scope="module")
def document(claim_file, sandbox):
    return carried_out(claim_file, sandbox)


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_a_claim_gets_the_verdict_it_deserves(document, claim_id):
    (claim,) = [claim for claim in document.claims if claim.id == claim_id]
    assert claim.verdict == CLAIMS[claim_id][1], claim.summary


def collision(n, d):
    """P(n balls in d bins collide), continued to real n by the Gamma function."""
    return -np.expm1(special.gammaln(d + 1) - special.gammaln(d - n + 1) - n * np.log(d))


def test_a_capacity_is_where_the_exact_curve_crosses(document):
    (claim,) = [claim for claim in document.claims if claim.id == "true.capacity"]
    for point in claim.points:
        d = point.at["d"]
        exact = optimize.brentq(lambda n, d=d: collision(n, d) - 0.5, 2, d)
        # A curve through integers is told apart from the Gamma function's by less than a part in 200.
        assert abs(point.mean - exact) < 4 * point.stderr + exact / 200


def test_alternatives_are_excluded(document):
    alternatives = {claim.id: claim.alternatives for claim in document.claims}
    assert [one.excluded for one in alternatives["true.law"] + alternatives["true.value"]] == [True, True]


def test_every_claim_says_what_would_change_its_verdict(document):
    sentences = {claim.id: words(what_would_change(claim)) for claim in document.claims}
    assert "beyond d = 16 to 256" in sentences["true.law"]
    assert "the local exponents of d lie further than 0.05 from 0.5" in sentences["true.law"]
    assert "come within 0.05 of 1" in sentences["false.law"]
    assert "A margin below" in sentences["true.value"]
    assert "A margin above" in sentences["false.value"]


def test_the_document_names_the_users_statement_and_file(document, claim_file):
    claim = document.claims[0]
    assert claim.statement == "a statement of $true.law$"
    assert claim.source == "mine.toml"
    assert shlex.split(claim.command)[:3] == ["theorycheck", "check", str(claim_file)]
    assert [statement.id for statement in document.statements] == list(CLAIMS)


def test_refuted_is_1_unless_it_is_expected(document):
    calm = dict.fromkeys(CLAIMS) | {name: Outcome(verdict) for name, (_, verdict) in CLAIMS.items()}
    assert check_exit_code(document, calm, strict=False) == 0
    assert check_exit_code(document, calm | {"false.value": None}, strict=False) == 1
    assert check_exit_code(document, calm | {"true.law": None}, strict=False) == 0
    assert check_exit_code(document, calm | {"true.law": Outcome.REFUTED}, strict=False) == 1


FEW = "".join(CLAIMS[name][0] for name in ("true.law", "true.bound", "true.capacity"))


@pytest.mark.slow
def test_two_workers_gather_the_same_evidence(tmp_path, sandbox):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one = carried_out(written(tmp_path / "one", FEW), sandbox)
    two = carried_out(written(tmp_path / "two", FEW), sandbox, workers=2)
    assert stored(tmp_path / "one") == stored(tmp_path / "two")
    assert findings(one) == findings(two)


def test_an_edited_simulator_never_meets_the_evidence_of_the_old_one(tmp_path, sandbox):
    claim = CLAIMS["true.law"][0]
    carried_out(written(tmp_path, claim), sandbox)
    before = stored(tmp_path)
    edited = SIMULATORS.replace("abs()", "abs() * 2")
    document = carried_out(written(tmp_path, claim, edited), sandbox)
    assert set(before) < set(stored(tmp_path))
    names = {row[0] for row in stored(tmp_path)}
    assert len(names) == 2
    assert document.claims[0].points[0].mean > 5


def test_sizes_of_blocks_are_found_again(tmp_path, sandbox):
    path = written(tmp_path, FEW)
    first, again = ([group.key for plan in plans(path, sandbox) for group in plan.groups] for _ in range(2))
    assert first == again


def test_a_quantity_of_ours_is_checked_without_code(tmp_path):
    path = tmp_path / "ours.toml"
    path.write_text(
        'id = "mine.noise"\nstatement = "x"\nlaw = "(n - 1)/d_k"\nbound = "equals"\n'
        "[grid]\nd_k = [64, 256]\nn = [8]\n"
        '[measure]\nquantity = "conditioning.noise_power"\ncomponent = "power"\n'
    )
    (found,) = plans(path, None)
    assert found.quantity.name == "conditioning.noise_power"
    assert {point["d_k"] for target in found.targets for point in target.points} == {64, 256}


TABLE = "d,mean,stderr\n" + "".join(
    f"{d},{2 * d**0.5},{0.004 * d**0.5}\n" for d in (16, 32, 64, 128, 256, 512)
)
DATA = (
    'id = "mine.data"\nstatement = "x"\nlaw = "{law}"\nbound = "{bound}"\n{more}\n'
    '[measure]\ndata = "table.csv"\n'
)


@pytest.mark.parametrize(
    ("law", "bound", "more", "verdict", "n_points"),
    [
        ("C*sqrt(d)", "Theta", "", "agrees", 6),
        ("C*d", "Theta", "", "refuted", 6),
        ("2*sqrt(d)", "equals", "", "agrees", 6),
        ("3*sqrt(d)", "equals", "[grid]\nd = [64, 256]", "refuted", 2),
        ("d", "at most", '[grid]\nd = [64, 256, 512]\n[domain]\nd = "d >= 64"', "bound only", 3),
    ],
)
def test_a_table_is_checked_without_code(tmp_path, law, bound, more, verdict, n_points):
    (tmp_path / "table.csv").write_text(TABLE)
    path = tmp_path / "mine.toml"
    path.write_text(DATA.format(law=law, bound=bound, more=more))
    (claim,) = carried_out(path, None).claims
    assert (claim.verdict, len(claim.points)) == (verdict, n_points), claim.summary
    assert (claim.scope.device, claim.scope.max_rounds) == ("given", 1)


@pytest.mark.parametrize(
    ("law", "more", "sentence"),
    [
        ("2*sqrt(d)", "[grid]\nd = [63]", "grid.d = 63 is in no row"),
        ("2*sqrt(d)", "[grid]\nn = [64]", "grid.n is not a column of"),
        ("2*sqrt(n)", "", "needs n"),
        ("log(log(d - 16))", "", "has no finite value at d = 16"),
    ],
)
def test_a_table_that_does_not_fit_its_claim_is_refused(tmp_path, law, more, sentence):
    (tmp_path / "table.csv").write_text(TABLE)
    path = tmp_path / "mine.toml"
    path.write_text(DATA.format(law=law, bound="equals", more=more))
    with pytest.raises(UsageError) as refused:
        plans(path, None)
    assert sentence in str(refused.value)
    assert str(refused.value).startswith(str(path))


OURS = 'id = "a"\nstatement = "x"\nlaw = "C*d_k"\nbound = "O"\n[grid]\nd_k = [64]\n[measure]\n'
REFUSED = {
    "no such quantity": (OURS + 'quantity = "conditioning.noise"', "conditioning.noise; try conditioning."),
    "no such output": (
        OURS + 'quantity = "conditioning.noise_power"\ncomponent = "colour"',
        "has no output 'colour'; it has",
    ),
    "no such size": (
        OURS.replace("64", "63") + 'quantity = "conditioning.noise_power"',
        "has no grid.d_k = 63; it is measured at",
    ),
    "no such coordinate": (
        OURS.replace("d_k", "depth") + 'quantity = "conditioning.noise_power"',
        "has no grid.depth = 64; it has no such coordinate",
    ),
    "same id twice": (CLAIMS["true.law"][0] * 2, "this id is in"),
    "file is missing": (CLAIMS["true.law"][0].replace("mine.py", "absent.py"), "absent.py: no such file"),
    "function is missing": (table("a", "C*d", "O", "absent"), "mine.py has no function 'absent'"),
    "never crosses": (
        table("a", "C*d", "O", "balls", measure=SOLVE.replace("5000", "4")),
        "at d = 16 the mean never goes up across 0.5 for n between 2 and 4",
    ),
    "crossed already": (
        table("a", "C*d", "O", "balls", grid=[16], measure=SOLVE.replace("[2,", "[64,")),
        "it is already 1 at n = 64; change measure.range, level or direction",
    ),
    "nothing random": (table("a", "C*d", "O", "constant"), "nothing is random in it"),
    "two kinds": (table("a", "C*d", "O", "mixed"), "returns booleans at some points and numbers at others"),
}
ODD = """
def constant(d, *, n_trials, generator):
    return np.full(n_trials, 1.0 * d)

def mixed(d, *, n_trials, generator):
    values = torch.rand(n_trials, generator=generator)
    return values if d > 20 else values > 0.5
"""


@pytest.mark.parametrize("fault", REFUSED)
def test_a_claim_that_cannot_be_measured_is_refused_in_one_sentence(tmp_path, sandbox, fault):
    claims, sentence = REFUSED[fault]
    with pytest.raises(UsageError) as refused:
        plans(written(tmp_path, claims, SIMULATORS + ODD), sandbox)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


DECORATED = """
from theorycheck import claim

@claim(id="mine.square", statement="the mean square is d", law="d", bound="equals", grid={"d": [4, 16]},
       generator="numpy")
def square(d, *, n_trials, generator):
    return (generator.normal(size=(n_trials, d)) ** 2).sum(1)
"""


def test_a_python_file_is_checked_by_its_decorated_functions(tmp_path, sandbox):
    path = tmp_path / "mine.py"
    path.write_text(DECORATED)
    document = carried_out(path, sandbox)
    assert [(claim.id, claim.verdict) for claim in document.claims] == [("mine.square", Outcome.AGREES)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 1", "makes no claim"),
        (DECORATED.replace("law=", "low="), "there is no key low; did you mean law?"),
        (DECORATED.replace('"d", bound', "object(), bound"), "the claim on square"),
        (DECORATED.replace("[4, 16]", "[4, True]"), "grid[1]: a number or a text is needed"),
        ("import os; os._exit(3)", "ended its process"),
    ],
)
def test_a_python_file_is_refused_as_a_claim_file_is(tmp_path, text, sentence):
    path = tmp_path / "mine.py"
    path.write_text(text)
    with Sandbox(timeout=20.0) as own, pytest.raises(UsageError, match=re.escape(sentence)):
        asked([path], own)


def test_no_code_runs_no_code(tmp_path):
    path = written(tmp_path, CLAIMS["true.law"][0], "raise SystemExit('this must not run')")
    for file in (path, path.with_name("mine.py")):
        with pytest.raises(UsageError, match="--no-code runs none"):
            asked([file], None)


@pytest.mark.slow
def test_the_command_prints_plan_sentence_alternatives_and_what_would_change_it(tmp_path):
    path = written(tmp_path, CLAIMS["true.law"][0] + CLAIMS["false.law"][0])
    done = theorycheck("check", path, "--preset", "quick", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    for part in ("plan", "cost", "power", "trials"):
        assert part in done.stderr
    for part in ("agrees\ttrue.law\t", "alternative C·d: rejected.", "what would change this: "):
        assert part in done.stdout
    assert (tmp_path / "out" / "report.html").is_file()
    as_json = theorycheck("check", path, "--preset", "quick", "--out", tmp_path / "out", "--json")
    assert as_json.returncode == 0
    assert json.loads(as_json.stdout) == json.loads((tmp_path / "out" / "verdicts.json").read_text())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("absent.toml",), "absent.toml: no such file"),
        (("mine.txt",), "give a .toml or a .py file"),
        (("mine.toml", "--timeout", "0"), "--timeout '0' is not a positive time"),
        (("mine.toml", "--no-code"), "--no-code runs none"),
    ],
)
def test_a_wrong_argument_gets_one_sentence_and_exit_code_2(tmp_path, monkeypatch, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, CLAIMS["true.law"][0])
    (tmp_path / "mine.txt").write_text("a note\n")
    done = theorycheck("check", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert not Path("theorycheck-report").exists()


PROOF = """
import sympy as sp
from theorycheck import derive

def steps(values="d"):
    return derive("P(x_i != x_j for all i, j != i)", laws=[f"x: discrete_uniform({values})"])

def of_more():
    return steps("2*d")

def of_half():
    return steps("1/2")

def in_a_variable_of_its_own():
    return steps("width")

def formula():
    return 1 / sp.Symbol("d")

def of_vectors():
    return derive("E exp(<w, z>)", laws=["w: normal(dimension=d)", "z: fixed(d)"])
"""
DISTINCT = """
id = "distinct"
statement = "all differ"
law = "1 - n*(n - 1)/(2*d)"
bound = "at least"
derivation = "proof.py:{function}"
[grid]
d = [64]
n = [4, 8]
[measure]
python = "mine.py:differ"
generator = "numpy"
"""
DIFFER = """
import numpy as np

def differ(d, n, *, n_trials, generator):
    values = np.sort(generator.integers(0, d, size=(n_trials, n)), axis=1)
    return (np.diff(values, axis=1) > 0).all(axis=1)
"""


def with_a_derivation(tmp_path, function):
    (tmp_path / "proof.py").write_text(PROOF)
    (tmp_path / "mine.py").write_text(DIFFER)
    (tmp_path / "claim.toml").write_text(DISTINCT.format(function=function))
    return tmp_path / "claim.toml"


def test_a_claim_with_a_derivation_has_all_three_formulas(tmp_path, sandbox):
    [record] = carried_out(with_a_derivation(tmp_path, "steps"), sandbox).claims
    assert record.derivation.status == "derived"
    assert record.formulas.derived == "FallingFactorial(d, n)/d**n"
    assert record.verdict is Outcome.BOUND_ONLY


def test_a_derivation_from_another_premise_is_an_error_of_one_of_the_routes(tmp_path, sandbox):
    [record] = carried_out(with_a_derivation(tmp_path, "of_more"), sandbox).claims
    assert record.verdict is Outcome.ERROR


@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("of_half", "is not known to be an integer that is at least 1"),
        ("formula", "returned Pow; return a theorem"),
        ("of_vectors", "a claim needs a formula of numbers"),
        ("in_a_variable_of_its_own", "a formula in n, width, and the design points have d, n"),
        ("absent", "has no function 'absent'"),
    ],
)
def test_what_is_no_derivation_of_the_claim_is_refused_with_a_sentence(tmp_path, sandbox, function, message):
    with pytest.raises(UsageError, match=message):
        carried_out(with_a_derivation(tmp_path, function), sandbox)


def test_a_derivation_is_code(tmp_path):
    with pytest.raises(UsageError, match="--no-code runs none"):
        asked([with_a_derivation(tmp_path, "steps")], None)


RARELY_INFINITE = """
import torch

def square(d, *, n_trials, generator):
    return torch.randn(n_trials, d, generator=generator).pow(2).sum(1)

def rarely_infinite(d, *, n_trials, generator):
    x = square(d, n_trials=n_trials, generator=generator)
    return x.index_fill(0, torch.arange(70, max(n_trials, 70)), float("inf"))
"""


def test_a_function_that_fails_after_its_pilot_is_the_error_of_its_claim_alone(tmp_path):
    claims = table("good", "d", "equals", "square") + table("bad", "d", "equals", "rarely_infinite")
    path = written(tmp_path, claims, RARELY_INFINITE)
    done = theorycheck("check", path, "--preset", "quick", "--out", tmp_path / "out", "--json")
    told = {claim["id"]: claim for claim in json.loads(done.stdout)["claims"]}
    assert (done.returncode, told["good"]["verdict"], told["bad"]["verdict"]) == (4, "agrees", "error")
    assert "NaN or infinity" in json.dumps(told["bad"])
    assert "bad@" not in json.dumps(told["bad"]["comparisons"])
    planned = theorycheck("check", path, "--preset", "quick", "--dry-run")
    assert planned.returncode == 4
    assert "NaN or infinity" in planned.stderr
