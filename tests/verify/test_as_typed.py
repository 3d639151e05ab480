"""Words and paths of a command are taken as they are typed, and all else as Typer takes it."""

from pathlib import Path
from typing import Annotated

import pytest
import typer
from theorycheck.commands import options
from typer import core
from typer.testing import CliRunner

WORDS = [
    ["a"],
    ["a", "b.toml", "c"],
    ["a", "--many", "x", "--many", "y", "--size", "7", "--out", "d/e"],
    ["a", "--share", "0.5", "--no-flag"],
    ["a", "--size", "x"],
    ["a", "--size", "0"],
    ["--flag"],
]


def answer(words):
    """What a command with options of every kind that commands here have is handed, or says."""
    app = typer.Typer(rich_markup_mode=None)

    @app.command()
    def command(
        word: str,
        files: Annotated[list[Path] | None, typer.Argument()] = None,
        many: Annotated[list[str] | None, typer.Option("--many")] = None,
        size: Annotated[int, typer.Option("--size", min=1)] = 3,
        share: float | None = None,
        out: Path = Path("out"),
        flag: bool = True,
    ):
        print([word, files, many, size, share, out, flag])

    done = CliRunner().invoke(app, words)
    return done.exit_code, done.output


@pytest.fixture
def taken():
    before = getattr(core, "build_runtime_param", None)
    if before is None:
        pytest.skip("this Typer checks values without pydantic")
    options.take_as_typed()
    yield core.build_runtime_param
    core.build_runtime_param = before


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_a_command_is_handed_what_typer_hands_it(words, request):
    known = answer(words)
    assert request.getfixturevalue("taken").func is options._AsTyped
    assert answer(words) == known


def test_the_answers_compared_are_of_both_kinds():
    assert {answer(words)[0] for words in WORDS} == {0, 2}
