"""Options of the command line itself, and `[tool.theorycheck]` of a user's pyproject.toml."""

from importlib import metadata

import pytest
from theorycheck.commands import options
from theorycheck.errors import UsageError

from .running import theorycheck

TABLE = "d,mean,stderr\n16,4.1,0.05\n64,8.0,0.1\n256,16.2,0.2\n1024,31.8,0.4\n"
FIT = ("fit", "four.csv", "--law", "C*sqrt(d)")


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project's folder, with a table, as working directory; returns a function that writes its section."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "four.csv").write_text(TABLE)

    def write(text):
        (tmp_path / "pyproject.toml").write_text(f"[project]\nname = 'mine'\n[tool.theorycheck]\n{text}")
        return tmp_path

    return write


def test_values_are_defaults_of_the_options_that_they_name(project):
    folder = project("preset = 'quick'\nseed = 7\nout = 'found'\nworkers = 1\ndevice = 'cpu'\n")
    found = options.defaults(folder)
    assert found["run"] == {
        "preset": "quick",
        "seed": 7,
        "out": folder / "found",
        "workers": 1,
        "device": "cpu",
    }
    assert found["check"] == {name: found["run"][name] for name in ("preset", "seed", "out", "workers")}
    assert found["baseline"]["update"]["seed"] == 7
    assert "fit" not in found


def test_the_nearest_file_counts_and_paths_are_relative_to_it(project):
    folder = project("baseline = 'reports/mine.json'\n")
    (folder / "a" / "b").mkdir(parents=True)
    assert options.defaults(folder / "a" / "b")["ci"] == {"baseline": folder / "reports" / "mine.json"}
    (folder / "a" / "pyproject.toml").write_text("[project]\nname = 'nearer'\n")
    assert options.defaults(folder / "a" / "b") == {}


def test_an_option_on_the_command_line_goes_before(project):
    project("preset = 'nonsense'\n")
    for given, told in (("--preset", "quick"), False), ((), True):
        ended = theorycheck("show", "conditioning.nothing", *given)
        assert (ended.returncode, "nonsense" in ended.stderr) == (2, told)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prest = 'quick'\n", "has no key 'prest'; did you mean preset?"),
        ("colour = true\n", "has no key 'colour'; the keys are preset, seed,"),
        ("seed = 'one'\n", "seed must be a whole number, and is 'one'"),
        ("workers = true\n", "workers must be a whole number, and is True"),
        ("seed = \n", "cannot be read as TOML"),
    ],
)
def test_what_cannot_be_meant_is_one_sentence_and_exit_code_2(project, text, said):
    project(text)
    ended = theorycheck(*FIT)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert said in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("text", ["", "[tool.other]\nkey = 1\n", "broken ="])
def test_a_file_without_the_section_changes_nothing(tmp_path, text):
    (tmp_path / "pyproject.toml").write_text(text)
    assert options.defaults(tmp_path) == {}


def test_a_section_that_is_no_table_is_refused(tmp_path):
    (tmp_path / "pyproject.toml").write_text("tool.theorycheck = 1\n")
    with pytest.raises(UsageError, match="is not a table"):
        options.defaults(tmp_path)


def test_the_version_is_that_of_the_distribution():
    assert theorycheck("--version").all == (0, f"theorycheck {metadata.version('theorycheck')}\n", "")


def test_a_script_that_completes_the_command_can_be_had(monkeypatch):
    monkeypatch.setenv("_THEORYCHECK_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "theorycheck ba")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert theorycheck().stdout.split() == ["baseline"]


@pytest.mark.parametrize("words", [("-q", *FIT), (*FIT, "--quiet")])
def test_quiet_says_findings_alone(project, words):
    project("")
    loud = theorycheck(*FIT, "--out", "one")
    assert theorycheck(*words, "--out", "two").all == (0, loud.stdout, "")
    assert "Report:" in loud.stderr


@pytest.mark.parametrize("words", [("-v", *FIT), (*FIT, "--verbose")])
def test_verbose_says_where_an_error_comes_from(project, words):
    project("")
    plain, said = (theorycheck(*one, "--margin", "-1") for one in (FIT, words))
    assert plain.returncode == said.returncode == 2
    assert "Traceback" not in plain.stderr
    assert "Traceback" in said.stderr
    assert said.stderr.endswith(plain.stderr)


def test_no_color_leaves_no_colour(project, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    project("")
    assert "\x1b[" in theorycheck(*FIT).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in theorycheck(*FIT).stdout
