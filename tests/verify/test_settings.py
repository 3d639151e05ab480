"""Options of the command line itself, and `[tool.theorycheck]` of a user's pyproject.toml."""

import sys
from importlib import metadata

import pytest
from theorycheck import cli
from theorycheck.commands import options
from theorycheck.errors import UsageError
from theorycheck.terminal import verbosity
from theorycheck.terminal.verbosity import Verbosity

TABLE = "d,mean,stderr\n16,4.1,0.05\n64,8.0,0.1\n256,16.2,0.2\n1024,31.8,0.4\n"
FIT = ("fit", "four.csv", "--law", "C*sqrt(d)")


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project's folder, with a table, as working directory; returns a function that writes its section."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(verbosity, "_chosen", [Verbosity.NORMAL])
    (tmp_path / "four.csv").write_text(TABLE)

    def write(text):
        (tmp_path / "pyproject.toml").write_text(f"[project]\nname = 'mine'\n[tool.theorycheck]\n{text}")
        return tmp_path

    return write


def called(monkeypatch, capsys, *words):
    """Exit code, standard output and standard error of a call in this process."""
    monkeypatch.setattr(sys, "argv", ["theorycheck", *words])
    try:
        cli.main()
    except SystemExit as end:
        code = end.code
    else:
        code = 0
    return code or 0, *capsys.readouterr()


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


def test_an_option_on_the_command_line_goes_before(project, monkeypatch, capsys):
    project("preset = 'nonsense'\n")
    code, _, err = called(monkeypatch, capsys, "show", "conditioning.nothing", "--preset", "quick")
    assert code == 2
    assert "nonsense" not in err
    code, _, err = called(monkeypatch, capsys, "show", "conditioning.nothing")
    assert code == 2
    assert "nonsense" in err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prest = 'quick'\n", "has no key 'prest'; did you mean 'preset'?"),
        ("colour = true\n", "has no key 'colour'; the keys are preset, seed,"),
        ("seed = 'one'\n", "seed must be a whole number, and is 'one'"),
        ("workers = true\n", "workers must be a whole number, and is True"),
        ("seed = \n", "cannot be read as TOML"),
    ],
)
def test_what_cannot_be_meant_is_one_sentence_and_exit_code_2(project, monkeypatch, capsys, text, said):
    project(text)
    code, out, err = called(monkeypatch, capsys, *FIT)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("text", ["", "[tool.other]\nkey = 1\n", "broken ="])
def test_a_file_without_the_section_changes_nothing(tmp_path, text):
    (tmp_path / "pyproject.toml").write_text(text)
    assert options.defaults(tmp_path) == {}


def test_a_section_that_is_no_table_is_refused(tmp_path):
    (tmp_path / "pyproject.toml").write_text("tool.theorycheck = 1\n")
    with pytest.raises(UsageError, match="is not a table"):
        options.defaults(tmp_path)


def test_the_version_is_that_of_the_distribution(monkeypatch, capsys):
    assert called(monkeypatch, capsys, "--version") == (
        0,
        f"theorycheck {metadata.version('theorycheck')}\n",
        "",
    )


def test_a_script_that_completes_the_command_can_be_had(monkeypatch, capsys):
    monkeypatch.setenv("_THEORYCHECK_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "theorycheck ba")
    monkeypatch.setenv("COMP_CWORD", "1")
    _, out, _ = called(monkeypatch, capsys)
    assert out.split() == ["baseline"]


@pytest.mark.parametrize("words", [("-q", *FIT), (*FIT, "--quiet")])
def test_quiet_says_findings_alone(project, monkeypatch, capsys, words):
    project("")
    loud = called(monkeypatch, capsys, *FIT, "--out", "one")
    quiet = called(monkeypatch, capsys, *words, "--out", "two")
    assert quiet == (0, loud[1], "")
    assert "Report:" in loud[2]


@pytest.mark.parametrize("words", [("-v", *FIT), (*FIT, "--verbose")])
def test_verbose_says_where_an_error_comes_from(project, monkeypatch, capsys, words):
    project("")
    plain = called(monkeypatch, capsys, *FIT, "--margin", "-1")
    said = called(monkeypatch, capsys, *words, "--margin", "-1")
    assert plain[0] == said[0] == 2
    assert "Traceback" not in plain[2]
    assert "Traceback" in said[2]
    assert said[2].endswith(plain[2])


def test_no_color_leaves_no_colour(project, monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    project("")
    assert "\x1b[" in called(monkeypatch, capsys, *FIT)[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in called(monkeypatch, capsys, *FIT)[1]
