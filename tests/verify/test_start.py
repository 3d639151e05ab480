"""What commands import before they answer, and the index that `list` reads."""

import json
import os
from pathlib import Path

import msgspec
import pytest
import typer
from theorycheck import cli
from theorycheck.evidence import cache
from theorycheck.papers import index
from theorycheck.papers.tables import CLAIMS, FIGURES, STATEMENTS, TOPICS

from .running import in_a_process, python

ROOT = Path(__file__).parents[2]
REPORTS = ROOT / "reports"
MOST_FILES, MOST_FUNCTIONS = 106, 825
"""Of the walk of one claim, which is decided and reported."""
TABLE = "d,mean,stderr\n16,4.1,0.05\n64,8.0,0.1\n256,16.2,0.2\n1024,31.8,0.4\n"
FIT = ("fit", "four.csv", "--law", "C*sqrt(d)")
CLAIM = "conditioning.noise_power.mean"


PROGRAM = """
import json, sys
{first}
from theorycheck.cli import main
for words in {commands}:
    sys.argv = ["theorycheck", *words]
    try:
        main()
    except SystemExit as ended:
        assert not ended.code, words
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def imported(*commands, folder, first=""):
    """The modules that commands have imported when they have ended, one after another in a process."""
    program = PROGRAM.format(first=first, commands=commands)
    done = python("-c", program, cwd=folder)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stderr.splitlines()[-1]))


def heavy(modules):
    return {
        name
        for name in modules
        if name in {"torch", "jaxtyping", "jinja2", "matplotlib", "pydantic", "scipy.stats", "scipy.optimize"}
        or name.startswith("theorycheck.papers.tables")
    }


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "four.csv").write_text(TABLE)
    return tmp_path


def test_a_fit_imports_neither_torch_nor_a_paper_nor_special_functions(folder):
    found = imported(FIT, folder=folder)
    assert heavy(found) == set()
    assert "scipy.special" not in found


def test_what_a_fit_would_import_is_seen(folder):
    modules = {"theorycheck.papers.tables", "scipy.optimize", "pydantic"}
    found = imported(FIT, folder=folder, first=f"import {', '.join(modules)}")
    assert modules <= heavy(found)
    assert "scipy.special" in found


EXPLAIN = ("explain", CLAIM, "--run", "out")


def test_what_reads_a_finished_run_imports_neither_torch_nor_a_paper(folder):
    (folder / "out").mkdir()
    (folder / "out" / "verdicts.json").write_bytes((REPORTS / "conditioning.json").read_bytes())
    assert heavy(imported(("show", "out"), EXPLAIN, ("diff", "out", "out"), folder=folder)) == set()


@pytest.mark.slow
def test_a_check_draws_elsewhere_and_converts_no_formula_twice(folder):
    imported(("new", "memory"), folder=folder)
    check = ("check", "memory.toml", "--preset", "quick", "--fresh")
    before, after = imported(check, folder=folder), imported(check, folder=folder)
    assert before - after >= {"latex2mathml.converter"}
    assert heavy(after) == {"jinja2"}
    assert "scipy.linalg" not in after


@pytest.fixture
def without_torch(folder):
    """The folder, where torch cannot be imported."""
    (folder / "torch.py").write_text("raise ImportError('a library of torch is missing')")
    return folder


def test_what_measures_nothing_works_where_torch_cannot_be_imported(without_torch):
    index.read()
    document = msgspec.json.decode((REPORTS / "conditioning.json").read_bytes())
    document["claims"] = [one for one in document["claims"] if one["id"] == CLAIM]
    document["figures"] = []
    document["statements"] = [one for one in document["statements"] if one["primary"] == CLAIM]
    (without_torch / "out").mkdir()
    (without_torch / "out" / "verdicts.json").write_bytes(msgspec.json.encode(document))
    found = imported(
        FIT,
        ("derive", "E <k_i, k_j>^2", "--law", "k: sphere(d)", "--where", "i != j"),
        ("list",),
        ("show", "out"),
        EXPLAIN,
        ("plot", CLAIM, "--run", "out", "-o", "claim.svg"),
        ("diff", "out", "out"),
        ("report", "out"),
        ("report", "out", "--latex"),
        folder=without_torch,
    )
    assert "torch" not in found


def test_what_measures_needs_torch(without_torch):
    done = in_a_process("run", CLAIM, "--preset", "quick", "--workers", "1", cwd=without_torch)
    assert done.returncode == 2
    assert done.stderr == (
        "theorycheck: torch cannot be imported (a library of torch is missing): what was asked for draws "
        "samples; fit, report, derive, list and explain do without.\n"
    )


def test_a_list_from_the_index_imports_neither_torch_nor_sympy_nor_a_paper(folder):
    index.read.__wrapped__()
    options = ((), ("--statements",), ("--figures",), ("--json",))
    found = imported(*(("list", *each) for each in options), folder=folder)
    assert found & {"torch", "sympy", "numpy", "theorycheck.papers.tables"} == set()


def test_a_list_without_an_index_reads_the_papers_and_makes_it(folder):
    assert "theorycheck.papers.tables" in imported(("list",), folder=folder)
    assert len(list((folder / "cache" / "theorycheck").glob("claims.*.index"))) == 1


def test_the_index_holds_the_records_of_the_papers(folder):
    made, known = index.read.__wrapped__(), index.read.__wrapped__()
    assert made == known
    assert (made.topics, made.statements, made.claims, made.figures) == (TOPICS, STATEMENTS, CLAIMS, FIGURES)
    assert made.places.keys() == {claim.id for claim in CLAIMS}


def test_an_edited_source_is_read_anew(folder, monkeypatch):
    source = folder / "claims.py"
    source.write_text("before")
    monkeypatch.setattr(index, "sources", lambda: [source])
    read = index.read.__wrapped__
    read()
    nothing = index.Index(topics={}, places={}, statements=(), claims=(), figures=())
    monkeypatch.setattr(index, "_of_papers", lambda: nothing)
    assert read().claims == CLAIMS
    source.write_text("after")
    assert read().claims == ()
    assert len(list(cache.folder().glob("claims.*.index"))) == 1


@pytest.mark.parametrize("content", [b"", b"no index"])
def test_a_damaged_index_is_made_anew(folder, content):
    index.read.__wrapped__()
    (path,) = cache.folder().glob("claims.*.index")
    path.write_bytes(content)
    assert index.read.__wrapped__().claims == CLAIMS


def test_the_digest_covers_every_module_that_the_records_import(folder):
    code = (
        "import sys, theorycheck.papers.tables\n"
        "for name, module in sys.modules.items():\n"
        "    if name.startswith('theorycheck.'): print(module.__file__)"
    )
    done = python("-c", code, check=True)
    missing = set(done.stdout.split()) - {str(path) for path in index.sources()}
    assert missing == set()


WALK = """
import os, sys, threading
roots = tuple(sys.argv.pop(1).split(os.pathsep))
walked = set()
def seen(frame, event, _):
    code = frame.f_code
    # A function has its own names; the body of a module or a class is none, nor what has no name, which
    # only some versions of Python call.
    named = code.co_flags & 3 == 3 and not code.co_name.startswith("<")
    if event == "call" and named and code.co_filename.startswith(roots):
        walked.add((code.co_filename, code.co_qualname))
threading.setprofile(seen)
sys.setprofile(seen)
from theorycheck.cli import main
FIRST
try:
    main()
finally:
    sys.setprofile(None)
    files = {file for file, _ in walked if file.endswith(".py")}
    print(len(files), len(walked), file=sys.stderr)
"""
"""Counts the files of which functions run, and these functions."""


def walked(folder, *, first=""):
    """How many files, and functions, one claim's run takes: from the command line to its report."""
    (folder / "walk.py").write_text(WALK.replace("FIRST", first))
    words = ["run", CLAIM, "--preset", "quick", "--workers", "1", "--fresh"]
    roots = os.pathsep.join(f"{ROOT / package}{os.sep}" for package in ("verify", "theory", "numerics"))
    done = python("walk.py", roots, *words, cwd=folder)
    return tuple(map(int, done.stderr.splitlines()[-1].split()))


@pytest.mark.slow
def test_one_claim_walks_through_few_files(folder):
    walked(folder)  # so that its derivation and the index are known
    files, functions = walked(folder)
    assert files <= MOST_FILES
    assert functions <= MOST_FUNCTIONS
    others = "from theorycheck.evidence.routes import quantities; quantities('conditioning')"
    assert walked(folder, first=others)[0] > MOST_FILES


def names(app):
    return set(typer.main.get_command(app).commands)


def printed_help(words):
    command = typer.main.get_command(cli.application(words))
    return command.get_help(typer.Context(command))


def test_help_names_the_commands_as_their_descriptions_do():
    assert printed_help(["--help"]) == printed_help([])
    assert "Fit a law to your data" in printed_help(["--help"])


def test_a_call_describes_the_command_that_it_names_and_others_all():
    every = {name for commands in cli.COMMANDS.values() for name in commands}
    assert names(cli.application()) == names(cli.application(["--help"])) == names(cli.application(["x"]))
    assert names(cli.application(["--help", "fit"])) == every
    assert names(cli.application()) == every
    for module, commands in cli.COMMANDS.items():
        for name in commands:
            assert names(cli.application(["-q", name, "run"])) == set(cli.COMMANDS[module])
