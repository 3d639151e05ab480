"""The pytest plugin decides claims for a suite, holds them to its baseline, and is quiet otherwise."""

import json

import pytest
from theorycheck.errors import UsageError
from theorycheck.pytest_plugin.suite import Request, decide

from .running import python

DATA = "d,mean,stderr\n" + "".join(f"{d},{2 * d},{d * 0.002}\n" for d in (8, 16, 32, 64, 128, 256))
CLAIM = """
id = "mine.line"
statement = "it grows like $d$"
law = "C*d"
bound = "Theta"
[measure]
data = "table.csv"
"""
SUITE = """
def test_asks(theorycheck):
    record = theorycheck("claims/line.toml")
    assert record.verdict == "agrees"
    assert theorycheck.all("claims/line.toml") == {record.id: record}

def test_holds(theorycheck):
    theorycheck.hold("claims/line.toml")
"""


@pytest.fixture
def project(tmp_path):
    """A project with a `verify` and a `theory` of its own, and a suite with one claim."""
    for name in ("verify", "theory"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise ImportError('this is not theorycheck')\n")
    (tmp_path / "tests" / "claims").mkdir(parents=True)
    (tmp_path / "tests" / "claims" / "table.csv").write_text(DATA)
    (tmp_path / "tests" / "claims" / "line.toml").write_text(CLAIM)
    (tmp_path / "tests" / "test_claims.py").write_text(SUITE)
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\nfilterwarnings = ['error']\n")
    return tmp_path


def run_pytest(folder, *options):
    """How pytest ended in the project, and what it printed."""
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", *options, cwd=folder)
    return done.returncode, done.stdout + done.stderr


def test_the_plugin_imports_nothing_until_a_test_asks():
    program = (
        "import sys; before = set(sys.modules); import theorycheck.pytest_plugin\n"
        "print({'torch', 'sympy', 'numpy', 'scipy', 'msgspec', 'typer'} & (set(sys.modules) - before))"
    )
    assert python("-c", f"import pytest; {program}", check=True).stdout.strip() == "set()"


def test_files_and_ids_are_asked_for_apart(tmp_path):
    mixed = Request(targets=("line.toml", "conditioning"), folder=tmp_path, preset="quick")
    with pytest.raises(UsageError, match="never for both"):
        decide(mixed)


def test_what_the_command_line_refuses_is_refused_in_its_words(tmp_path):
    with pytest.raises(UsageError, match=r"missing\.toml: no such file"):
        decide(Request(targets=("missing.toml",), folder=tmp_path, preset="quick"))


@pytest.mark.slow
def test_a_suite_decides_records_holds_and_turns_red(project):
    code, text = run_pytest(project)
    assert code == 1
    assert "mine.line has no entry of preset quick" in text
    assert "1 passed" in text

    code, text = run_pytest(
        project, "--theorycheck-update", "--theorycheck-reason", "first figures", "-n", "2"
    )
    assert code == 0, text
    recorded = json.loads((project / "theorycheck-baseline.json").read_text())
    assert recorded["history"][-1]["reason"] == "first figures"
    assert recorded["presets"]["quick"]["claims"]["mine.line"]["verdict"] == "agrees"

    code, text = run_pytest(project)
    assert code == 0, text

    table = project / "tests" / "claims" / "table.csv"
    table.write_text(table.read_text().replace("128,256,", "128,288,"))
    code, text = run_pytest(project, "-k", "holds")
    assert code == 1
    assert "mine.line" in text


def test_without_a_test_that_asks_no_file_is_written(project):
    (project / "tests" / "test_claims.py").write_text("def test_other():\n    pass\n")
    code, text = run_pytest(project, "--theorycheck-update")
    assert code == 0, text
    assert not (project / "theorycheck-baseline.json").exists()
