"""theorycheck installs beside a user's own `theory` and `verify`, from a wheel and editable."""

import os
import shutil
import subprocess
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_every_folder_with_modules_is_a_declared_package():
    found = {
        ".".join(("theorycheck", *path.parent.relative_to(ROOT).parts)).replace(
            "theorycheck.verify", "theorycheck"
        )
        for folder in ("theory", "numerics", "verify", "reports")
        for path in (ROOT / folder).rglob("__init__.py")
    }
    assert found == set(PROJECT["tool"]["setuptools"]["packages"])


def test_no_package_of_the_wheel_lies_in_benchmarks():
    setuptools = PROJECT["tool"]["setuptools"]
    assert set(setuptools["package-dir"].values()) == {"theory", "numerics", "reports", "verify"}
    measures = {path.parent.name for path in (ROOT / "benchmarks").glob("*/__init__.py")}
    assert {"calibration", "mutation", "speed"} <= measures
    assert measures.isdisjoint(name.rpartition(".")[2] for name in setuptools["packages"])


def test_every_dependency_is_bounded_on_both_sides():
    extras = PROJECT["project"]["optional-dependencies"].values()
    for requirement in [*PROJECT["project"]["dependencies"], *(r for extra in extras for r in extra)]:
        if requirement.startswith("theorycheck["):
            assert requirement[12:-1] in PROJECT["project"]["optional-dependencies"]
            continue
        assert ">=" in requirement, requirement
        assert "<" in requirement, requirement


def test_ci_runs_the_test_line_of_the_readme():
    assert "<!-- test line -->" in (ROOT / "README.md").read_text()
    assert "<!-- test line -->" in (ROOT / ".ci" / "run").read_text()


@pytest.fixture(scope="module")
def shared_packages(tmp_path_factory):
    """This environment's packages without theorycheck, so that a new one need not install torch."""
    folder = tmp_path_factory.mktemp("packages")
    for entry in Path(sysconfig.get_paths()["purelib"]).iterdir():
        if "theorycheck" not in entry.name:
            (folder / entry.name).symlink_to(entry)
    return folder


@pytest.fixture
def checkout(tmp_path):
    """A copy of what is packaged, since a build leaves files behind."""
    for name in ("theory", "numerics", "verify", "reports", "pyproject.toml", "README.md", "LICENSE"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def users_folder(tmp_path_factory):
    """A project with folders called as ours are, which fail when they are imported."""
    project = tmp_path_factory.mktemp("project")
    for name in ("theory", "verify", "numerics"):
        (project / name).mkdir()
        (project / name / "__init__.py").write_text("raise ImportError('this is the user\\'s own')\n")
    return project


@pytest.mark.slow
@pytest.mark.parametrize("way", [["."], ["--editable", "."]], ids=["wheel", "editable"])
def test_it_works_in_a_folder_with_packages_of_the_same_names(way, shared_packages, checkout, users_folder):
    home = checkout / "environment"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    (site,) = home.glob("lib/python*/site-packages")
    (site / "shared.pth").write_text(f"{shared_packages}\n")
    install = [python, "-m", "pip", "install", "--no-deps", "--no-build-isolation", "--quiet", *way]
    subprocess.run(install, cwd=checkout, check=True, env=os.environ | {"PYTHONPATH": str(shared_packages)})
    command = [
        home / "bin" / "theorycheck",
        "run",
        "identity",
        "--all",
        "--preset",
        "quick",
        "--workers",
        "1",
    ]
    done = subprocess.run(command, cwd=users_folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("agrees") == 2
    shown = [home / "bin" / "theorycheck", "baseline", "show", "identity"]
    told = subprocess.run(shown, cwd=users_folder, capture_output=True, text=True, check=False)
    assert told.stdout.count("quick\tagrees") == 2, told.stderr
    code = "import theorycheck.theory, theorycheck.cli as cli; print(cli.__file__)"
    where = subprocess.run([python, "-c", code], cwd=users_folder, capture_output=True, text=True, check=True)
    assert where.stdout.startswith(str(checkout / "verify")) == ("--editable" in way)
