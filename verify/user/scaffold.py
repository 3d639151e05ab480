"""The files that `theorycheck new` writes: a claim that runs as it is, and says what each key means."""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

from ..errors import UsageError

TEMPLATES: Final[Mapping[str, str]] = {"toml": "claim.toml.txt", "py": "simulator.py.txt"}
"""For each suffix of a written file, the template it is made of."""

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")


def write(folder: Path, name: str) -> list[Path]:
    """Write the claim file `name`.toml and its simulator `name`.py; nothing is ever replaced.

    Raises UsageError for a name that is none, and where a file of that name stands in the folder.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} cannot name a claim; give at most 40 letters, digits, '_' and '-', a letter first."
        )
    texts = {folder / f"{name}.{suffix}": _text(template, name) for suffix, template in TEMPLATES.items()}
    for path in texts:
        if path.exists():
            raise UsageError(f"{path} is there already; choose another name, or move that file away.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{folder} cannot be written ({error.strerror}).") from error
    return list(texts)


def _text(template: str, name: str) -> str:
    text = (files(__package__) / "templates" / template).read_text(encoding="utf-8")
    # In LaTeX a dollar sign is as frequent as a placeholder, so what is no placeholder stays.
    return Template(text).safe_substitute(NAME=name, FUNCTION=_function(name))


def _function(name: str) -> str:
    """The name as that of a function.

    >>> _function("my-claim"), _function("lambda")
    ('my_claim', 'lambda_')
    """
    found = name.replace("-", "_")
    return found + "_" if keyword.iskeyword(found) else found
