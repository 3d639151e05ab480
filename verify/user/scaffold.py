"""The files that `theorycheck new` writes: a claim or a paper that runs as it is, and its CI."""

from __future__ import annotations

import keyword
import re
import shlex
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

from ..errors import UsageError
from ..evidence.files import write_bytes
from . import claim_schema

TEMPLATES: Final[Mapping[str, str]] = {"toml": "claim.toml.txt", "py": "simulator.py.txt"}
"""For each suffix of a written file, the template it is made of."""
PAPER: Final[Mapping[str, str]] = {
    "paper.py": "paper.py.txt",
    "errors.csv": "table.csv.txt",
    "test_paper.py": "test_paper.py.txt",
}
"""For each file of a paper's folder, the template it is made of."""
CI: Final[Mapping[str, str]] = {
    ".github/workflows/theorycheck.yml": "workflow.yml.txt",
    ".pre-commit-config.yaml": "pre-commit.yaml.txt",
}
"""What runs claims at each push and before it, by its path in a repository."""

PACKAGE: Final = "theorycheck"
"""Whose files the schema is among."""

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")


def write(folder: Path, name: str) -> list[Path]:
    """Write the claim file `name`.toml and its simulator `name`.py; nothing is ever replaced.

    The schema that the first line of the claim file names, for editors, goes beside them.

    Raises UsageError for a name that is none, and where a file of that name stands in the folder.
    """
    written = _written(
        {folder / f"{name}.{suffix}": template for suffix, template in TEMPLATES.items()}, name
    )
    schema = folder / claim_schema.BESIDE
    write_bytes(schema, (files(PACKAGE) / claim_schema.PATH).read_bytes())
    return written


def write_paper(folder: Path, name: str) -> list[Path]:
    """Write the folder of the paper `name`, as `write` does."""
    return _written({folder / name / file: template for file, template in PAPER.items()}, name)


def write_ci(folder: Path, checked: str) -> list[Path]:
    """Write a workflow of GitHub and a pre-commit hook that check the claims of a file or a folder.

    Nothing is replaced: raises UsageError where one of the files is there.
    """
    return _filled({folder / path: template for path, template in CI.items()}, NAME=shlex.quote(checked))


def _written(templates: Mapping[Path, str], name: str) -> list[Path]:
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} cannot name a claim; give at most 40 letters, digits, '_' and '-', a letter first."
        )
    return _filled(templates, NAME=name, FUNCTION=_function(name))


def _filled(templates: Mapping[Path, str], **placeholders: str) -> list[Path]:
    for path in templates:
        if path.exists():
            raise UsageError(f"{path} is there already; choose another name, or move that file away.")
    for path, template in templates.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_text(template, placeholders), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{path} cannot be written ({error.strerror}).") from error
    return list(templates)


def _text(template: str, placeholders: Mapping[str, str]) -> str:
    text = (files(__package__) / "templates" / template).read_text(encoding="utf-8")
    # In LaTeX a dollar sign is as frequent as a placeholder, so what is no placeholder stays.
    return Template(text).safe_substitute(placeholders)


def _function(name: str) -> str:
    """The name as that of a function.

    >>> _function("my-claim"), _function("lambda")
    ('my_claim', 'lambda_')
    """
    found = name.replace("-", "_")
    return found + "_" if keyword.iskeyword(found) else found
