"""What fixes a simulator's evidence: an edited law leaves it, an edit of what it may use does not."""

import pytest
from theorycheck.numerics import code_digest
from theorycheck.numerics.laws import LAWS
from theorycheck.simulator import Simulator, simulated

TEXT = '''
import torch
from theorycheck import claim, simulator
from theorycheck.paper import Paper, powers, quantity

SCALE = 2.0
SIZES = (16, 32)
paper = Paper("walks", source="A. Author, 2026")


def step(d):
    """Half of d."""
    return d // 2


@simulator
def walk(d, *, n_trials, generator):
    return SCALE * torch.rand(n_trials, step(d), generator=generator).sum(1)


@claim(id="other", statement="s", law="C*d", bound="Theta", grid={"d": [8, 16]})
def other(d, *, n_trials, generator):
    return torch.rand(n_trials, d, generator=generator).sum(1)


S1 = paper.statement("S1 Mean", "Its order is d.", place="here")
walked = quantity(walk, "the mean")(d=SIZES)
for name, law in (("law", "C*d"),):
    S1.claim(name, "the mean", walked.grows_like(law))
'''


def digest(text, function="walk"):
    return Simulator(file="paper.py", text=text, function=function, generator="torch").digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('("law", "C*d")', '("law", "C*d**2")'),
        ("Its order is d.", "Its order is another."),
        ('law="C*d", bound', 'law="C*d**2", bound'),
        ("walked.grows_like(law)", 'walked.at_most("d")'),
        ("(d=SIZES)", "(d=powers(8, 64))"),
        ("import torch\n", "import torch  # the library\n"),
        ('    """Half of d."""\n', ""),
        ("def step(d):", "def step(d: int) -> int:"),
        ("SCALE * torch", "(SCALE) *  torch"),
    ],
)
def test_an_edited_claim_leaves_the_simulator_as_it_is(old, new):
    assert old in TEXT
    assert digest(TEXT.replace(old, new)) == digest(TEXT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("SCALE * torch", "torch"),
        ("SCALE = 2.0", "SCALE = 3.0"),
        ("d // 2", "d // 3"),
        ("import torch\n", "import torch\ntorch.set_default_dtype(torch.float64)\n"),
        ("def other(d", "def another(d"),
    ],
)
def test_an_edit_of_what_it_may_use_is_another_simulator(old, new):
    assert old in TEXT
    assert digest(TEXT.replace(old, new)) != digest(TEXT)


def test_a_claim_that_could_change_what_is_used_counts():
    """A list that the claims fill may be read by the simulator."""
    listed = TEXT.replace("SIZES = (16, 32)", "SIZES = [16, 32]")
    assert digest(listed.replace('"C*d")', '"C*d**2")')) != digest(listed)
    used = TEXT.replace("SCALE * torch", "powers(2, 4)[0] * torch")
    assert digest(used.replace('"C*d")', '"C*d**2")')) != digest(used)


@pytest.mark.parametrize(
    "changes",
    [
        "Config.scale = factor",
        "step.scale = factor",
        "setattr(Config, 'scale', factor)",
        "globals()['x'] = factor",
    ],
)
def test_a_claim_that_alters_an_attribute_counts(changes):
    """A class attribute that the statement of a claim sets is read by the simulator."""
    config = f"""
class Config:
    scale = 2.0


for factor in (2.0,):
    {changes}
    S1.claim("scaled", "the mean", walked.grows_like("C*d"))
"""
    altered = TEXT.replace("SCALE * torch", "Config.scale * torch") + config
    assert digest(altered.replace("(2.0,)", "(2.1,)")) != digest(altered)
    harmless = altered.replace(changes, "pass")
    assert digest(harmless.replace("(2.0,)", "(2.1,)")) == digest(harmless)


def test_the_function_itself_counts():
    assert digest(TEXT, "other") != digest(TEXT)


def code(text):
    simulator = Simulator(file="paper.py", text=text, function="walk", generator="torch")
    return simulated(simulator).code


def test_what_a_file_calls_of_this_package_counts_for_its_evidence():
    observing = TEXT.replace("claim, simulator", "claim, observe, simulator").replace(
        "SCALE *", "observe() *"
    )
    assert "numerics.observe.observe" in code(observing).definitions
    assert not any("observe" in name for name in code(TEXT).definitions)
    assert code(TEXT).digest == code(TEXT.replace("Its order is d.", "Another.")).digest
    assert code(TEXT).digest != code(TEXT.replace("SCALE = 2.0", "SCALE = 2.1")).digest


@pytest.mark.parametrize(
    ("imported", "laws", "samplers"),
    [
        ("", "'k: sphere(d)'", {"_sphere"}),
        (
            "",
            "'k: mixture(1/2, sphere(d), 1/2, normal(0, 1, dimension=d))'",
            {"_mixture", "_sphere", "_normal"},
        ),
        ("from theorycheck.theory.laws import OneHot", "str(OneHot(4))", {"_one_hot"}),
        ("from theorycheck.theory.conditioning.memory import UNIT", "str(UNIT)", None),
    ],
)
def test_terms_count_with_the_samplers_of_the_laws_that_the_file_names(imported, laws, samplers):
    """A definition of a paper may hold any law."""
    drawing = f"trials('|k_1|^2', {{'d': d}}, laws=[{laws}], n_trials=n_trials, generator=generator) *"
    text = TEXT.replace("import torch", f"import torch\nfrom theorycheck import trials\n{imported}")
    found = code(text.replace("SCALE *", drawing)).definitions
    every = {sampler.__name__ for sampler in LAWS.values()}
    assert {name for name in every if f"numerics.laws.{name}" in found} == (samplers or every)
    assert "numerics.simulate.VERSION" in found
    assert not any(name.startswith("numerics.laws.") for name in code(text).definitions)


@pytest.mark.parametrize("name", ["steps_of_mine", "steps_of_mine.inner"])
def test_a_package_that_is_edited_where_it_lies_counts_with_its_files(tmp_path, monkeypatch, name):
    """Its version stays, so that nothing else tells an edit of it."""
    folder = tmp_path / "steps_of_mine"
    folder.mkdir()
    for module in ("__init__", "inner"):
        (folder / f"{module}.py").write_text("STEP = 2.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    uses = TEXT.replace("import torch\n", f"import torch\nfrom {name} import STEP\n").replace(
        "SCALE *", "STEP *"
    )

    def told():
        for cached in (code_digest._sources, code_digest.code):
            cached.cache_clear()
        return code(uses).digest

    before = told()
    assert told() == before
    (folder / "inner.py").write_text("STEP = 2.1\n")
    assert told() != before
    (tmp_path / "steps_of_mine-1.dist-info").mkdir()
    installed = told()
    (folder / "inner.py").write_text("STEP = 2.2\n")
    assert told() == installed
