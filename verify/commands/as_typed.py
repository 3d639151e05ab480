"""Words and paths of a command are taken as they are typed.

Typer checks every value with pydantic, whose import is a tenth of the time of a short command. A text, a path
and a default need none of it: they are coerced here as Typer does, and all else is left to Typer. It has no
setting for that, so the function that it chooses a coercion by is replaced, where this version has one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, get_args

from typer import core

_CHOICE: Final = "build_runtime_param"
"""The function of `typer.core` that chooses how a parameter is coerced."""


class _AsTyped:
    """The coercion of one parameter; `otherwise` makes Typer's own."""

    def __init__(self, described: Any, otherwise: Callable[[Any], Any]) -> None:  # noqa: ANN401 - Typer's own
        self._described = described
        self._otherwise = otherwise

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ANN401 - any option's
        """The value that a command is handed."""
        many = param.multiple or param.nargs == -1
        if value is None:
            return () if many else None
        wanted = (get_args(self._described.annotation) or (None,))[0] if many else self._described.annotation
        values = value if many else [value]
        if wanted is Path and all(isinstance(one, str | Path) for one in values):
            found = [self._path(Path(one), param, ctx) for one in values]
        elif wanted is str and all(isinstance(one, str) for one in values):
            found = list(values)
        elif value == param.default and type(value) is wanted:
            found = [value]
        else:
            return self._otherwise(self._described).coerce(value, param=param, ctx=ctx)
        return found if many else found[0]

    def _path(self, path: Path, param: Any, ctx: Any) -> Any:  # noqa: ANN401 - as above
        from typer._param_types import coerce_cli_path

        return coerce_cli_path(path, self._described.parameter_info, path_type=Path, param=param, ctx=ctx)


def take_as_typed() -> None:
    """From now on, in this process."""
    otherwise = getattr(core, _CHOICE, None)
    if otherwise is not None and hasattr(core, "TypeDescriptor"):
        setattr(core, _CHOICE, lambda described: _AsTyped(described, otherwise))
