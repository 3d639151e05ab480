"""What README, CONTRIBUTING and the pages under docs/ tell a reader to type works as it stands there."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
import theorycheck as tc
import typer
from theorycheck import cli
from theorycheck.document import Outcome
from theorycheck.evidence.progress import unobserved
from theorycheck.evidence.run import run
from theorycheck.paper import Paper
from theorycheck.papers.conditioning import s02_capacity
from theorycheck.papers.plans import plans_of
from theorycheck.user import claim_file
from theorycheck.user.asked import asked
from theorycheck.user.diagnosis import diagnose
from theorycheck.user.sandbox import Sandbox

from .verify.running import OPTIONS

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "benchmarks" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
MEASUREMENT = re.compile(r"python -m (benchmarks[\w.]*\w)")
TYPED = re.compile(r"(?<![\w./-])theorycheck +((?:[a-z]+\b|--)[^`|&;#]*)")
SQUARED = "def squared(d, *, n_trials, generator): ...\n"
FIRST_STEPS = ("pip install .", "pip install '.[test]'")
"""Installing, which the tests of packaging and the lane of continuous integration do."""


def blocks(page: Path, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def commands(text: str) -> list[str]:
    """The command lines of theorycheck in code: fenced blocks of a shell, and spans."""
    fenced = re.findall(r"^```sh\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    spans = re.findall(
        r"(?<!`)`([^`]+)`(?!`)", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    )
    lines = [line for code in fenced for line in code.replace("\\\n", " ").splitlines()]
    return [line for code in (*lines, *map(_on_one_line, spans)) for line in TYPED.findall(code)]


def _on_one_line(code: str) -> str:
    return " ".join(code.split())


def faults(line: str) -> list[str]:
    """What theorycheck would not know of a command line: its command, or an option."""
    found = typer.main.get_command(cli.application())
    words = [word.strip("'\".,") for word in shlex.split(line.replace("'", ""))]
    while words and hasattr(found, "commands") and not words[0].startswith("-"):
        if words[0] not in found.commands:
            return [f"no command {words[0]!r}"]
        found = found.commands[words.pop(0)]
    known = {"--help", *(opt for one in found.params for opt in (*one.opts, *one.secondary_opts))}
    options = [word.partition("=")[0] for word in words if word.startswith("--")]
    return [f"no option {option!r}" for option in options if option not in known]


def in_shell(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A script, run with this environment's commands."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "MPLBACKEND": "agg"}
    command = ["bash", "-ec", script]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_line_is_one_that_theorycheck_knows(page):
    assert {line: faults(line) for line in commands(page.read_text()) if faults(line)} == {}


def test_a_command_or_option_that_is_not_there_is_noticed():
    (line,) = commands("Say `theorycheck rum conditioning`.")
    assert faults(line) == ["no command 'rum'"]
    (line,) = commands("```sh\ntheorycheck baseline update --because 'x'   # why\n```\n")
    assert faults(line) == ["no option '--because'"]
    assert faults("baseline update --reason x --only y") == []
    assert sum(len(commands(page.read_text())) for page in PAGES) > 30


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_is_linked_is_there(page):
    linked = [name for name in LINK.findall(page.read_text()) if not name.startswith("http")]
    assert [name for name in linked if not (page.parent / name).exists()] == []


def is_run(module: str) -> bool:
    """Whether `python -m` runs the module: one of the checkout that has a part for it."""
    path = ROOT / module.replace(".", "/")
    file = path / "__main__.py" if path.is_dir() else path.with_suffix(".py")
    return file.exists() and 'if __name__ == "__main__":' in file.read_text()


def test_every_measurement_that_is_named_can_be_run():
    named = {module for page in PAGES for module in MEASUREMENT.findall(page.read_text())}
    assert {"benchmarks.calibration", "benchmarks.mutation", "benchmarks.speed"} <= named
    assert [module for module in named if not is_run(module)] == []
    assert not is_run("benchmarks.accuracy")
    assert not is_run("benchmarks.calibration.page")


def not_there(text: str) -> list[str]:
    """Modules that a page runs and files that it names, as far as there are none."""
    modules = re.findall(r"python -m ((?:benchmarks|theorycheck)[\w.]*)", text)
    files = re.findall(r"`((?:verify|theory|numerics|benchmarks|tests|reports|docs)/[\w./]+)`", text)
    return [name for name in modules if find_spec(name.rstrip(".")) is None] + [
        name for name in files if not (ROOT / name).exists()
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_module_and_file_that_is_named_is_there(page):
    assert not_there(page.read_text()) == []


def test_a_module_or_file_that_is_gone_is_noticed():
    assert not_there("`python -m benchmarks.golden` of `verify/claim.py`") == []
    assert not_there("`python -m benchmarks.gone` of `verify/gone.py`") == [
        "benchmarks.gone",
        "verify/gone.py",
    ]


@pytest.mark.slow
def test_the_three_uses_of_the_readme_work_in_an_empty_folder(tmp_path):
    for script in blocks(ROOT / "README.md", "sh"):
        if not any(step in script for step in FIRST_STEPS):
            done = in_shell(script, tmp_path)
            assert done.returncode == 0, f"{script}{done.stdout}{done.stderr}"
    assert (tmp_path / "caps" / "report.html").exists()
    assert (tmp_path / "theorycheck.sarif").exists()
    assert all(len(script.splitlines()) < 10 for script in blocks(ROOT / "README.md", "sh"))


@pytest.mark.slow
def test_the_api_reference_is_built_by_its_command(tmp_path):
    pytest.importorskip("pdoc")
    (script,) = blocks(ROOT / "docs" / "api.md", "sh")
    done = in_shell(script, tmp_path)
    assert done.returncode == 0, done.stderr
    for module in re.findall(r"^\| .*$", (ROOT / "docs" / "api.md").read_text(), flags=re.MULTILINE):
        for name in re.findall(r"`(theorycheck\.[\w.]+)`", module.partition(" |")[0]):
            assert (tmp_path / "api" / f"{name.replace('.', '/')}.html").exists(), name


@pytest.mark.slow
def test_a_document_is_read_back_as_the_api_page_says(tmp_path):
    _, snippet = blocks(ROOT / "docs" / "api.md", "python")
    (tmp_path / "read.py").write_text(snippet)
    done = in_shell(
        "theorycheck run conditioning.linearity --preset quick --out caps; python read.py", tmp_path
    )
    assert "conditioning.linearity.identity agrees {}" in done.stdout, done.stderr


@pytest.mark.slow
def test_the_python_of_the_readme_and_the_api_page_runs(tmp_path):
    (fit,) = blocks(ROOT / "README.md", "python")
    check, _ = blocks(ROOT / "docs" / "api.md", "python")
    for name, snippet in (("fit.py", fit), ("check.py", check)):
        (tmp_path / name).write_text(snippet)
        done = in_shell(f"python {name}", tmp_path)
        assert done.stdout.startswith("agrees "), done.stderr


@pytest.fixture(scope="module")
def interpretation():
    """The claim that CONTRIBUTING.md states, with the names of the module that it adds to."""
    snippet = blocks(ROOT / "CONTRIBUTING.md", "python")[0]
    assert len(snippet.splitlines()) <= 15
    paper = Paper("conditioning", source="a copy", access="summary")
    exec(snippet, vars(s02_capacity) | {"S2": paper.statement("S2 Capacity", "a copy", place="S2")})
    (found,) = paper.claims
    return found


@pytest.mark.slow
def test_the_interpretation_of_contributing_is_decided(interpretation, tmp_path):
    options = replace(OPTIONS, seed=0)
    (decided,) = run(
        plans_of([interpretation], options), options, tmp_path / "evidence.sqlite", unobserved
    ).claims
    assert decided.verdict is Outcome.BOUND_ONLY
    assert decided.exponents["d_k"].estimate == pytest.approx(1.0, abs=0.1)


def test_the_papers_of_their_page_are_read(tmp_path):
    page = ROOT / "docs" / "papers.md"
    (python,), (toml, brought) = blocks(page, "python"), blocks(page, "toml")
    groups = tomllib.loads(brought)["project"]["entry-points"]
    assert groups == {"theorycheck.papers": {"walks": "walks_paper.notes"}}
    (tmp_path / "paper.py").write_text(python)
    (tmp_path / "paper.toml").write_text(toml)
    (tmp_path / "simulators.py").write_text(SQUARED)
    with Sandbox(timeout=60) as sandbox:
        found = asked([tmp_path], sandbox)
    python, toml = ("distance.order", "distance.bound"), ("square", "root", "far")
    assert [one.entry.id for one in found] == [f"walks.{name}" for name in (*python, *toml)]


@pytest.mark.slow
def test_the_paper_on_a_network_can_be_decided(tmp_path):
    (python,) = blocks(ROOT / "docs" / "observe.md", "python")
    (tmp_path / "block.py").write_text(python)
    told = list(diagnose([tmp_path / "block.py"], timeout=60))
    assert [one.label for one in told[1:]] == ["block.flat", "block.size", "block.step"]
    assert all(one.ok for one in told), told


RECIPE = re.compile(
    r"^## \d+\. (?P<title>.*?)\n(?P<text>(?:(?!^## ).)*?)^```python\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
STATED = re.compile(r"Verdict:(?: proved, status)?\s+\*\*([a-z ]+)\*\*\.")


def recipes(page: str) -> dict[str, tuple[str, str]]:
    """The code and the stated verdict of each recipe, by its title."""
    found = {}
    for one in RECIPE.finditer(page):
        (verdict,) = STATED.findall(one["text"])
        found[one["title"]] = (one["code"], verdict)
    return found


def test_the_cookbook_has_a_verdict_for_each_of_its_recipes():
    page = (ROOT / "docs" / "cookbook.md").read_text()
    assert len(recipes(page)) == page.count("\n## ") == 15
    with pytest.raises(ValueError, match="not enough values"):
        recipes("## 1. No verdict\n\n```python\npass\n```\n")


@pytest.mark.slow
def test_each_recipe_of_the_cookbook_gets_the_verdict_that_it_states(tmp_path):
    expected = {}
    for number, (code, verdict) in enumerate(recipes((ROOT / "docs" / "cookbook.md").read_text()).values()):
        file = tmp_path / f"recipe_{number}.py"
        file.write_text(code)
        if "import theorycheck as tc" in code:
            done = in_shell(f"python {file.name}", tmp_path)
            assert verdict in done.stdout, done.stderr
            file.unlink()
        else:
            (claim,) = re.findall(r'id="(recipe\.\w+)"', code)
            expected[claim] = verdict
    rate = next(file for file in tmp_path.glob("recipe_*.py") if "recipe.rate" in file.read_text())
    control = rate.read_text().replace("recipe.rate", "control").replace("C*(7/8)**n", "C*(3/4)**n")
    (tmp_path / "control.py").write_text(control)
    in_shell("theorycheck check recipe_*.py control.py --workers 1 --out found", tmp_path)
    found = {claim.id: claim.verdict.value for claim in tc.load(tmp_path / "found").document.claims}
    assert found == {**expected, "control": "refuted"}


def test_the_claim_file_of_its_page_is_read(tmp_path):
    (toml,) = blocks(ROOT / "docs" / "claim_files.md", "toml")
    (tmp_path / "capacity.toml").write_text(toml)
    for name in ("capacity.py", "proof.py"):
        (tmp_path / name).write_text("")
    ((entry, _),) = claim_file.read(tmp_path / "capacity.toml")
    assert entry.id == "mine.capacity"


def test_the_python_of_the_page_on_claim_files_is_valid():
    claimed, derived, tests = blocks(ROOT / "docs" / "claim_files.md", "python")
    found = {"__name__": "square"}
    exec(compile(claimed, "square.py", "exec"), found)
    assert found["square"].fields["law"] == "d"
    exec(compile(derived, "walk.py", "exec"), found)
    assert repr(found["theorem"]()).endswith("= d n")
    exec(compile(tests, "test_capacity.py", "exec"), found)
    assert callable(found["test_nothing_drifted"])
