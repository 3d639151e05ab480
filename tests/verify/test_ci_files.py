"""What `new --ci` writes for a user's repository."""

import re
from pathlib import Path

import pytest
import typer
from theorycheck import cli
from theorycheck.errors import UsageError
from theorycheck.user import scaffold

from .running import theorycheck

WORKFLOW = ".github/workflows/theorycheck.yml"
HOOK = ".pre-commit-config.yaml"


def said(text: str) -> list[str]:
    """The command lines of theorycheck in a file."""
    return re.findall(r"(?<![\w/.-])theorycheck ((?:ci|check) .*)", text.replace("\\\n", " "))


def known(line: str) -> bool:
    """Whether the command has all options of a line."""
    words = line.split()
    command = typer.main.get_command(cli.application()).commands[words[0]]
    options = {name for one in command.params for name in one.opts}
    return {word for word in words if word.startswith("--")} <= options


def test_the_workflow_and_the_hook_check_what_is_named(tmp_path):
    paths = scaffold.write_ci(tmp_path, "memory.toml")
    assert [str(path.relative_to(tmp_path)) for path in paths] == [WORKFLOW, HOOK]
    texts = [path.read_text() for path in paths]
    for text in texts:
        assert "$NAME" not in text
        lines = said(text)
        assert lines
        assert all(line.split()[1] == "memory.toml" and known(line) for line in lines)
    assert "hashFiles('theorycheck.sarif')" in texts[0]
    assert not known("check memory.toml --no-such-option")


def test_a_name_is_quoted_for_the_shell(tmp_path):
    scaffold.write_ci(tmp_path, "my claims")
    assert "theorycheck check 'my claims' --preset quick" in (tmp_path / WORKFLOW).read_text()


@pytest.mark.parametrize("path", [WORKFLOW, HOOK])
def test_a_file_that_is_there_is_never_replaced(tmp_path, path):
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("mine")
    with pytest.raises(UsageError, match="is there already"):
        scaffold.write_ci(tmp_path, ".")
    assert (tmp_path / path).read_text() == "mine"
    assert len([one for one in tmp_path.rglob("*") if one.is_file()]) == 1


def test_new_writes_them_alone_or_beside_a_claim_or_a_paper(tmp_path):
    def files(*words):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        ended = theorycheck("new", *words, cwd=folder)
        text = (folder / WORKFLOW).read_text() if (folder / WORKFLOW).exists() else ""
        assert ("new needs a name" in ended.stderr) == (not words)
        return ended.returncode, {path.name for path in folder.rglob("*") if path.is_file()}, said(text)

    ci = {Path(WORKFLOW).name, HOOK}
    assert files("--ci")[:2] == (0, ci)
    code, there, lines = files("memory", "--ci")
    assert (code, there) == (0, {*ci, "memory.toml", "memory.py", "claim.schema.json"})
    assert lines[0].startswith("ci memory.toml ")
    code, there, lines = files("memory", "--paper", "--ci")
    assert (code, there) == (0, {*ci, *scaffold.PAPER})
    assert lines[0].startswith("ci memory ")
    # Without --ci they are in the folder, which may be a repository of its own.
    code, there, lines = files("memory", "--paper")
    assert (code, there, lines) == (0, {*ci, *scaffold.PAPER}, [])
    (workflow,) = (tmp_path / "3" / "memory").rglob(Path(WORKFLOW).name)
    assert said(workflow.read_text())[0].startswith("ci . ")
    assert files()[:2] == (2, set())
