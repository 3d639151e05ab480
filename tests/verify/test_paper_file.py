"""Papers of users, from a file or folder to sentences, a report, a baseline and `ci`."""

import json
import re
from dataclasses import replace

import pytest
from theorycheck.errors import UsageError
from theorycheck.evidence.derivation_cache import derivation_result
from theorycheck.papers.plans import of_table
from theorycheck.papers.tables import CLAIMS
from theorycheck.user import diagnosis, scaffold
from theorycheck.user.asked import asked
from theorycheck.user.claim_file import files_in, read
from theorycheck.user.resolve import resolved
from theorycheck.user.shorthand import completed

from .running import theorycheck

PAPER = '''
from theorycheck import simulator
from theorycheck.paper import Paper, literal, powers, quantity, stronger
import torch

paper = Paper("walks", source="A. Author, Notes on walks, 2026")

@simulator
def distance(d, *, n_trials, generator):
    """|x_1 + ... + x_d| of d independent signs."""
    return (torch.randint(0, 2, (n_trials, d), generator=generator) * 2 - 1).sum(1).abs()

S1 = paper.statement("S1 Distance", "Its order is $\\\\sqrt{d}$.", place="Theorem 1", primary="distance")
walked = quantity(distance, "the mean distance")(d=powers(16, 128))
law = walked.grows_like("C*sqrt(d)", alternatives=("C*d",))
S1.claim("distance", "its order", law, literal(tags=("walk",)))
S1.claim("linear", "a false law", walked.grows_like("C*d"), stronger(bears="contradicts"))
S2 = paper.statement("S2 Square", "The mean square is $d$.", place="Lemma 2")
S2.claim("square", "the mean", quantity("squared", "the mean square")(d=(16, 32)).equals("d", margin=0.05))
paper.statement("S3 Outlook", "Walks are everywhere.", place="Section 5", not_covered="Nothing is defined.")
'''
BESIDE = """
from theorycheck import simulator

@simulator(generator="numpy")
def squared(d, *, n_trials, generator):
    return (generator.integers(0, 2, (n_trials, d)) * 2 - 1).sum(1) ** 2
"""
TOML = """
[paper]
name = "walks"
source = "A. Author, Notes on walks, 2026"

[[statement]]
id = "S1"
title = "Square"
text = "The mean square is $d$."
place = "Lemma 2"

[[claim]]
id = "square"
statement = "S1"
interpretation = "the mean over signs"
label = "the mean square"
role = "charitable"
law = "d"
bound = "equals"
margin = 0.05
grid = { d = [16, 32] }
measure = { python = "beside.py:squared", generator = "numpy" }
"""


LISTED = """
[paper]
name = "walks"
source = "A. Author, Notes on walks, 2026"

[defaults]
margin = 0.05
bound = "equals"
grid = { d = [16, 32] }

[[statement]]
id = "S1.1"
text = "The mean square is $d$, and walks of $n$ ends are $n$ such."
place = "Lemma 2"
measure = "E(squared)"
label = "the mean square"
grid = { n = [2] }
claim = [
    { id = "square", law = "d" },
    { id = "larger", law = "2*d", bound = "at most", role = "stronger" },
    { id = "far", measure = "P(ends.far > n)", law = "1", bound = "at most" },
]

[[statement]]
id = "S1.2"
text = "Or $d$."
place = "Lemma 3"
measure = "E(squared)"
law = "d"
"""

SECOND = """
[[claim]]
id = "square"
statement = "S1"
law = "d"
bound = "equals"
measure = { data = "again.csv" }
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    walks = tmp_path / "walks"
    walks.mkdir()
    (walks / "paper.py").write_text(PAPER)
    (walks / "beside.py").write_text(BESIDE)
    return walks


def written(folder, text, ends=""):
    """The paper as one in TOML, with its functions in a file of its own."""
    (folder / "paper.py").unlink()
    (folder / "ends.py").write_text(ends)
    (folder / "paper.toml").write_text(text)
    return folder / "paper.toml"


def documented(folder):
    """The document of a run of the paper in this folder."""
    done = theorycheck("run", folder, "--preset", "quick", "--out", "out")
    assert done.returncode == 0, done.stderr
    return json.loads((folder.parent / "out" / "verdicts.json").read_text())


@pytest.fixture
def claims(sandbox):
    return lambda path: [(one, resolved(one, sandbox)) for one in asked([path], sandbox)]


def test_a_paper_in_python_is_what_a_paper_of_ours_is(folder, claims):
    found = {one.entry.id: (one, made) for one, made in claims(folder)}
    assert list(found) == ["walks.distance", "walks.linear", "walks.square"]
    one, made = found["walks.distance"]
    assert (one.simulator.file, one.simulator.function) == ("paper.py", "distance")
    assert (made.claim.statement_id, made.claim.label) == ("walks.S1", "the mean distance")
    assert made.claim.tags == ("walk",)
    assert [s.id for s in made.source.statements] == ["walks.S1", "walks.S2", "walks.S3"]
    assert made.statement.primary == "walks.distance"
    beside, _ = found["walks.square"]
    assert (beside.simulator.file, beside.simulator.generator) == ("beside.py", "numpy")


def test_a_paper_in_toml_says_the_same(folder, claims):
    written(folder, TOML)
    ((one, made),) = claims(folder)
    assert one.entry.id == "walks.square"
    assert (made.claim.role.value, made.claim.label) == ("charitable", "the mean square")
    assert made.statement.text == "The mean square is $d$."
    assert made.statement.primary == "walks.square"


THRESHOLD = """
import torch
from theorycheck import simulator
from theorycheck.paper import Paper, powers, quantity

paper = Paper("back", source="A. Author, Notes on walks, 2026", access="full text")

@simulator
def back(d, n, *, n_trials, generator):
    return torch.rand(n_trials, generator=generator) < n / (n + d)

@simulator
def steps(d, n, *, n_trials, generator):
    return n / d * torch.rand(n_trials, generator=generator)

half = quantity(back)(d=powers(16, 128)).reaches(0.5, by="n", between=(2, 1000))
S1 = paper.statement("S1 Return", "Half are back after $d$ steps.", place="Lemma 1")
S1.claim("half", "half of the walks", half.grows_like("C*d"))
S1.claim("named", "half of the walks", half.named("the time of return").grows_like("C*d"))
far = quantity(steps)(d=powers(16, 128)).chance("value > 2").reaches(0.5, by="n", between=(2, 1000))
S1.claim("far", "half go far", far.grows_like("C*d"))
"""


def test_a_threshold_is_named_by_what_crosses_its_level(folder, claims):
    (folder / "paper.py").write_text(THRESHOLD)
    labels = [made.claim.label for _, made in claims(folder)]
    assert labels == [
        "the n at which the probability of back crosses 0.5",
        "the time of return",
        "the n at which the probability of steps > 2 crosses 0.5",
    ]


SHORT = """
[paper]
name = "walks"
source = "A. Author, Notes on walks, 2026"

[defaults]
margin = 0.05
measure = "E(squared)"
grid = { d = [16, 32], n = [2, 4] }

[[statement]]
id = "square"
text = "The mean square is $d$."
place = "Lemma 2"
law = "d"
bound = "equals"

[[statement]]
id = "far"
text = "It is seldom far."
place = "Lemma 3"
law = "1/t"
bound = "at most"
margin = 0
measure = "P(ends.far > t*d)"
grid = { t = [2, 3] }

[[statement]]
id = "steps"
text = "Steps are counted."
place = "Lemma 4"
law = "d"
bound = "equals"
measure = "steps"
grid.d = [3]

[[statement]]
id = "wait"
text = "Half are back in time."
place = "Lemma 5"
law = "C*d"
bound = "Theta"
measure = { number = "P(back)", solve = "n", level = 0.5, range = [2, 90], direction = "up" }
"""
ENDS = """
def ends(d, t, *, n_trials, generator):
    return {"far": abs(generator.normal(size=n_trials))}

def back(d, n, *, n_trials, generator): ...

def steps(d):
    return d
"""


def test_what_statements_share_is_said_once_and_one_text_names_a_number(folder):
    path = written(folder, SHORT, ENDS)
    assert files_in(folder) == (path,)
    found = {one.id: (one, stated) for one, stated in read(path)}
    square, far, steps, wait = (found[f"walks.{name}"][0] for name in ("square", "far", "steps", "wait"))
    assert (square.margin, far.margin) == (0.05, 0)
    # Of the usual values a claim has those that its function takes.
    assert [one.grid for one in (square, far, steps, wait)] == [
        {"d": (16, 32)},
        {"d": (16, 32), "t": (2, 3)},
        {"d": (3,)},
        {"d": (16, 32)},
    ]
    assert (square.measure.python, square.measure.generator) == ("beside.py:squared", "numpy")
    assert (far.measure.python, far.measure.output) == ("ends.py:ends", "far")
    assert far.measure.event == "value > t*d"
    assert (steps.measure.computed, steps.measure.python) == ("ends.py:steps", None)
    assert (wait.measure.python, wait.measure.solve) == ("ends.py:back", "n")
    (statement,) = (one for one in found["walks.far"][1].statements if one.id == "walks.far")
    assert (statement.title, statement.primary) == ("It is seldom far", "walks.far")


def test_a_statement_lists_its_claims_with_what_they_share(folder):
    path = written(folder, LISTED, "def ends(n, d, *, n_trials, generator): ...")
    found = {one.id: (one, stated.fields) for one, stated in read(path)}
    assert list(found) == ["walks.square", "walks.larger", "walks.far", "walks.S1.2"]
    square, larger, far, alone = (one for one, _ in found.values())
    # A function takes those of the shared variables that are its own; another number has another name.
    assert (square.grid, square.label, square.bound) == ({"d": (16, 32)}, "the mean square", "equals")
    assert (larger.grid, larger.bound, larger.margin) == (square.grid, "at most", 0.05)
    assert (far.grid, far.label, far.measure.event) == ({"d": (16, 32), "n": (2,)}, None, "value > n")
    assert (alone.law, alone.label) == ("d", None)
    kept = found["walks.larger"][1]
    assert (kept["statement_id"], kept["role"].value) == ("walks.S1.1", "stronger")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "margin = 0.05",
            'python = "beside.py:squared"',
            "defaults: python is a key of measure; write measure = {",
        ),
        ("margin = 0.05", 'margin = "x"', "defaults: margin: a number is needed, and a text was given"),
        (
            "margin = 0.05",
            'limits = { d = "1" }',
            'limits.d is \'1\', and a variable goes to "0" or "oo": a law in 1',
        ),
        ('label = "the', 'labell = "the', "statement 1: there is no key labell; did you mean label?"),
        ('id = "square", ', "", "statement 1, claim 1: the key id is missing"),
        ('"S1.1"', '"1.1"', "statement 1: id: it begins with a letter; after it come up to 39 letters"),
    ],
)
def test_what_claims_share_is_refused_once(folder, old, new, message):
    written(folder, LISTED.replace(old, new, 1), "def ends(n, d, *, n_trials, generator): ...")
    done = theorycheck("run", folder, "--out", "out")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert message in done.stderr


def test_a_generator_beside_a_number_is_the_one_asked_for(folder):
    path = written(folder, SHORT.replace('"P(back)"', '"P(back)", generator = "numpy"'), ENDS)
    kinds = {one.id: one.measure.generator for one, _ in read(path)}
    assert (kinds["walks.wait"], kinds["walks.far"]) == ("numpy", "torch")


def test_a_place_given_for_a_number_is_told_its_key(folder):
    path = written(folder, SHORT.replace("P(back)", "ends.py:back"), ENDS)
    with pytest.raises(UsageError, match=r'a function by its file is python = "ends\.py:back"'):
        read(path)


@pytest.mark.parametrize(
    ("number", "message"),
    [
        ("E(cubed)", "no function 'cubed' is in beside.py, ends.py"),
        ("E(squared", "measure is 'E(squared'; write E(f), P(f)"),
        ("E(squared > 2)", "write E(f)"),
        ("median(squared, 0.5)", "write E(f)"),
        ("quantile(squared)", "write E(f)"),
        ("V(squared)", "write E(f)"),
    ],
)
def test_a_number_that_cannot_be_read_is_refused_in_one_sentence(folder, number, message):
    path = written(folder, SHORT.replace('"E(squared)"', f'"{number}"'), ENDS)
    with pytest.raises(UsageError, match=re.escape(message)):
        read(path)


@pytest.mark.parametrize(
    ("number", "taken"),
    [
        ("E(ends.far)", {"output": "far"}),
        ("P(ends <= 2*sqrt(d))", {"event": "value <= 2*sqrt(d)"}),
        (" median( ends ) ", {"quantile": 0.5}),
        ("quantile(ends.far, 0.9)", {"output": "far", "quantile": 0.9}),
    ],
)
def test_one_text_says_what_is_taken_of_a_function(folder, number, taken):
    (folder / "ends.py").write_text(ENDS)
    keys = completed({"measure": number}, {}, folder, "here")["measure"]
    assert keys == {"python": "ends.py:ends", "generator": "torch", **taken}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('statement = "S1"', 'statement = "S9"', "it is the id of a [[statement]]: S1."),
        ('role = "charitable"', 'role = "kind"', "role: invalid enum value 'kind'"),
        ('label = "the mean square"', 'labell = "x"', "there is no key labell"),
        ('name = "walks"', 'name = "two words"', "paper: name"),
        ('place = "Lemma 2"', "", "statement 1: the key place is missing"),
        ('place = "Lemma 2"', 'place = "here"\nprimary = "cube"', "primary names 'walks.cube'"),
        ("[paper]", "[more]\nx = 1\n[paper]", "'more' is beside [paper]"),
        ("[[statement]]", "[statement]", "needs [[statement]] tables"),
        ("[[claim]]", SECOND + "[[claim]]", "there is a claim walks.square already"),
    ],
)
def test_a_paper_in_toml_is_refused_in_one_sentence(tmp_path, old, new, message):
    path = tmp_path / "paper.toml"
    path.write_text(TOML.replace(old, new, 1))
    with pytest.raises(UsageError) as caught:
        read(path)
    assert message in str(caught.value)
    assert str(caught.value).count(str(path)) == 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('quantity("squared"', 'quantity("squares"', "no function 'squares' is in paper.py"),
        ('.equals("d", margin=0.05)', "", "square asserts nothing of its quantity; give it one of equals,"),
        ('.equals("d", margin=0.05)', '.quantile(2).exceeds("1")', "measure.quantile is 2; it lies between"),
        ('.equals("d", margin=0.05)', '.chance("d > 2").exceeds()', "measure.event is 'd > 2'; compare the"),
        (
            '.equals("d", margin=0.05)',
            '.peaks(over="d", at="3")',
            "the peak is claimed at d = 3, which is not",
        ),
        ('.equals("d", margin=0.05)', '.largest_over("e").exceeds()', "measure.largest is 'e'; it names a"),
        ("(d=(16, 32))", "(d=(16, 32)).quick(d=8)", "quick(d=...) has a value that is not among"),
        ('primary="distance"', 'primary="nothing"', "primary names 'walks.nothing'"),
        ('not_covered="Nothing is defined."', "", "walks.S3 has no claim"),
        ('"square", "the mean"', '"distance", "the mean"', "two records 'walks.distance'"),
    ],
)
def test_a_paper_in_python_is_refused_in_one_sentence(folder, old, new, message, claims):
    assert old in PAPER
    (folder / "paper.py").write_text(PAPER.replace(old, new, 1))
    with pytest.raises(UsageError, match=re.escape(message)):
        claims(folder)


def test_a_file_beside_a_paper_that_is_not_python_is_named(folder, claims):
    (folder / "another.py").write_text("def broken(:\n")
    with pytest.raises(UsageError, match=r"another\.py is not Python: .* in line 1"):
        claims(folder / "paper.py")


def test_a_condition_belongs_to_a_variable_that_it_names(folder, claims):
    stated = 'walked = quantity(distance, "the mean distance")(d=powers(16, 128))'
    assert stated in PAPER
    other = stated.replace("d=powers(16, 128))", "d=powers(16, 128)).where('dd <= 64')")
    (folder / "paper.py").write_text(PAPER.replace(stated, other))
    with pytest.raises(UsageError, match="'dd <= 64' names no variable"):
        claims(folder)


STEPS = """
from theorycheck import simulator

@simulator(generator="numpy")
def steps(d, rule, *, n_trials, generator):
    drawn = generator.integers(-1, 2, (n_trials, d))
    return (drawn if rule == "lazy" else 2 * (drawn > 0) - 1).sum(1) ** 2
"""
NAMED = f"""{STEPS}
from theorycheck.paper import Paper, quantity

paper = Paper(
    "walks", source="A. Author, 2026", variants={{"rule": {{"lazy": ("steps", "that may stay put")}}}}
)
S1 = paper.statement("S1 Square", "The mean square is $d$.", place="Lemma 2")
walked = quantity(steps, "the mean square")
S1.claim("lazy", "lazy steps", walked(d=16, rule="lazy").equals("d"))
S1.claim("bold", "others", walked(d=16, rule="bold").equals("d"))
"""


def test_a_paper_names_its_variants_for_readers(folder):
    (folder / "paper.py").write_text(NAMED)
    lazy, bold = (one["summary"] for one in documented(folder)["claims"])
    assert "steps: that may stay put" in lazy
    assert "rule: bold" in bold


NAMED_IN_TOML = """
[paper]
name = "walks"
source = "A. Author, 2026"
variants = { rule = { lazy = ["steps", "that may stay put"], bold = "" } }

[[statement]]
id = "S1"
place = "Lemma 2"
text = "The mean square is $d$."
measure = "E(steps)"
law = "d"
bound = "equals"
claim = [
    { id = "lazy", interpretation = "lazy steps", grid = { d = 16, rule = "lazy" } },
    { id = "bold", interpretation = "others", grid = { d = [16], rule = "bold" } },
]
"""


def test_a_paper_in_toml_names_its_variants_too(folder):
    written(folder, NAMED_IN_TOML, STEPS)
    lazy, bold = (one["summary"] for one in documented(folder)["claims"])
    assert "steps: that may stay put" in lazy
    assert "rule" not in bold


@pytest.mark.parametrize("told", ['["steps"]', "3", '"stays put"'])
def test_a_variant_in_toml_is_a_name_and_a_value(folder, told, claims):
    path = written(folder, NAMED_IN_TOML.replace('["steps", "that may stay put"]', told))
    with pytest.raises(UsageError, match=r"paper\.toml, paper: .*variants"):
        claims(path)


def test_a_folder_that_is_not_there_is_named(tmp_path, claims):
    with pytest.raises(UsageError, match=r"absent: no such file\."):
        claims(tmp_path / "absent")


def test_a_faulty_paper_is_one_sentence_on_the_command_line(folder):
    (folder / "paper.py").write_text(PAPER.replace('primary="distance"', 'primary="nothing"'))
    done = theorycheck("run", "walks", "--out", "out")
    assert done.returncode == 2
    assert done.stderr.count("primary names 'walks.nothing'") == done.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_folder_is_run_reported_and_held_to_its_baseline(folder):
    document = documented(folder)
    verdicts = {one["id"]: one["verdict"] for one in document["claims"]}
    assert verdicts == {"walks.distance": "agrees", "walks.linear": "refuted", "walks.square": "agrees"}
    assert [one["id"] for one in document["statements"]] == ["walks.S1", "walks.S2", "walks.S3"]
    assert "Nothing is defined." in (folder.parent / "out" / "report.md").read_text()

    kept = folder / "theorycheck-baseline.json"
    assert theorycheck("ci", "walks").returncode == 2
    told = theorycheck("baseline", "update", "--from", "out", "--baseline", kept, "--reason", "first run")
    assert told.returncode == 0, told.stderr
    assert "Not held to evidence" not in told.stderr
    assert theorycheck("ci", "walks").returncode == 0
    (folder / "paper.py").write_text(PAPER.replace(".sum(1).abs()", ".sum(1).abs() * 1.5"))
    changed = theorycheck("ci", "walks")
    assert changed.returncode == 1
    assert "walks.distance: the means moved" in changed.stdout


def test_papers_and_claims_that_come_with_theorycheck_are_run_apart(folder):
    done = theorycheck("run", "walks", "conditioning.linearity", "--out", "out")
    assert done.returncode == 2
    assert "run them apart from walks" in done.stderr


@pytest.mark.slow
def test_the_paper_that_new_writes_runs_as_it_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert theorycheck("new", "memory", "--paper").returncode == 0
    verdicts = [one["verdict"] for one in documented(tmp_path / "memory")["claims"]]
    assert verdicts == ["agrees", "bound only", "refuted", "bound only", "agrees"]


def test_an_undeclared_margin_tells_the_law_from_a_near_alternative(folder, sandbox):
    def margin(relation):
        (folder / "paper.py").write_text(PAPER.replace('"C*sqrt(d)", alternatives=("C*d",)', relation))
        return asked([folder / "paper.py"], sandbox)[0].record().margin

    assert margin('"C*sqrt(d)", alternatives=("C*d**0.6",)') == pytest.approx(0.1 / 3)
    assert margin('"C*sqrt(d)", alternatives=("C*d",)') == 0.05
    assert margin('"C*sqrt(d)", alternatives=("C*d",), margin=0.04') == 0.04


def test_a_paper_is_never_replaced(tmp_path):
    path, *beside = scaffold.write_paper(tmp_path, "memory")
    assert path == tmp_path / "memory" / "paper.py"
    assert [one.name for one in beside] == ["errors.csv", "test_paper.py"]
    with pytest.raises(UsageError, match="is there already"):
        scaffold.write_paper(tmp_path, "memory")


def test_doctor_tries_a_paper_and_says_what_is_broken(folder):
    sound = theorycheck("doctor", "walks")
    assert sound.returncode == 0, sound.stderr
    assert "3 statements, not covered: walks.S3" in sound.stdout
    assert sound.stdout.count("repeats itself under one seed") == 3
    (folder / "paper.py").write_text(PAPER.replace("generator=generator)", "generator=None)", 1))
    broken = theorycheck("doctor", "walks")
    assert broken.returncode == 4
    told = [" ".join(line.split()[:2]) for line in broken.stdout.splitlines()[1:]]
    assert told == ["broken walks.distance", "broken walks.linear", "ok walks.square"]


def test_doctor_sees_a_derivation_of_another_number(sandbox):
    asked_for = of_table(next(claim for claim in CLAIMS if claim.id == "conditioning.noise_power.mean"))
    known = derivation_result("conditioning", "noise_power")
    assert diagnosis.require_meetings(asked_for, known, sandbox) > 0
    wrong = replace(known, formula=known.formula * 5 / 4, text="wrong")
    with pytest.raises(UsageError, match="its derivation, = wrong, is not what is measured at n = "):
        diagnosis.require_meetings(asked_for, wrong, sandbox)


def test_doctor_sees_trials_that_a_call_mixes(folder):
    mixed = PAPER.replace("    return (torch", "    x = (torch").replace(
        ".sum(1).abs()", ".sum(1).float()\n    return (x - x.mean()).abs()"
    )
    (folder / "paper.py").write_text(mixed)
    found = {each.label: each.sentence for each in diagnosis.diagnose([folder], timeout=60) if not each.ok}
    assert set(found) == {"walks.distance", "walks.linear"}
    assert "another mean in a call of 64 trials than in calls of one" in found["walks.linear"]


def test_list_shows_what_a_paper_states(folder):
    listed = [line.split("\t")[0] for line in theorycheck("list", "walks").stdout.splitlines()]
    assert listed == ["walks.distance", "walks.linear", "walks.square"]
    assert "walks.S3\tOutlook\tnot covered" in theorycheck("list", "walks", "--statements").stdout
