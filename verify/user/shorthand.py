"""What a claim in TOML leaves unsaid: the defaults of its file, and the function that one text names.

`measure = "P(coupons > 2*m*log(m))"` stands for the file and function, the output and what is taken of it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from ..errors import UsageError
from ..simulator import LEVEL, Kind
from .entry import ROUTES
from .file_evidence import by_group
from .files import inside, read_text

Keys = Mapping[str, Any]

FORMS: Final = (
    "E(f), P(f), P(f <= 2*sqrt(d)), Var(f), median(f), quantile(f, 0.9) or f alone; "
    'f.name is its output "name"'
)
"""How a number is written."""

NUMBER: Final = "number"
"""The key of [measure] that holds it where there are others beside it."""

_NUMBER: Final = re.compile(r"(?:(E|P|Var|median|quantile)\((.*)\)|([\w.]+))", re.DOTALL)
_TAKEN: Final = re.compile(r"([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?\s*(.*)", re.DOTALL)
_PLACE: Final = re.compile(r"[^:()]+\.py:\w+")


class Function(NamedTuple):
    """A function of a user's file: where it is, whether it is sampled or computed, what it takes."""

    file: Path
    name: str
    route: Literal["python", "computed"]
    generator: Kind
    takes: frozenset[str]

    @property
    def keys(self) -> dict[str, Any]:
        """The keys of [measure] that name it."""
        generator = {"generator": self.generator} if self.route == "python" else {}
        return {self.route: f"{self.file.name}:{self.name}", **generator}


def completed(keys: Keys, defaults: Keys, folder: Path, where: str) -> Keys:
    """The keys of a claim with the defaults of its file, its number as the keys of [measure].

    Of the values in `defaults.grid` a claim has those of the variables that its function takes, and of
    `defaults.domain` and `defaults.limits` what is of variables that it has. Raises UsageError for a number
    that cannot be read and a function that no file of the folder has.
    """
    found = {**over(keys, defaults, where)}
    if not isinstance(found["measure"], Mapping):
        return found
    found["measure"] = _with_number(found["measure"], folder, where)
    usual = defaults.get("grid")
    if isinstance(usual, Mapping) and isinstance(found["grid"], Mapping):
        has = {*_taken_by(found["measure"], folder, where), *keys.get("grid", {})}
        for name in _OF_VARIABLES:
            if isinstance(found.get(name), Mapping):
                own = {*keys.get(name, {}), *has}
                found[name] = {key: value for key, value in found[name].items() if key in own}
    return found


_OF_VARIABLES: Final = ("grid", "domain", "limits")
"""Tables with a key for each variable, of which a claim has its own and those that it shares."""


def over(keys: Keys, shared: Keys, where: str) -> Keys:
    """Keys with those that are shared below them, table by table.

    A measure that names its number takes neither that nor its label from what is shared.

    >>> shared = {"grid": {"d": [8, 16]}, "measure": "E(walk)", "label": "the distance"}
    >>> over({"grid": {"n": [2]}, "measure": "median(walk)"}, shared, "S1")
    {'grid': {'d': [8, 16], 'n': [2]}, 'measure': {'number': 'median(walk)'}}
    """
    found = {**shared, **keys}
    for name in _OF_VARIABLES:
        if all(isinstance(one.get(name), Mapping) for one in (keys, shared)):
            found[name] = {**shared[name], **keys[name]}
    own, usual = (_table(one.get("measure", {})) for one in (keys, shared))
    found["measure"] = own
    if isinstance(own, Mapping) and isinstance(usual, Mapping):
        named = [route for route in (NUMBER, *ROUTES) if route in own]
        if NUMBER in named and len(named) > 1:
            raise UsageError(f"{where}: measure has {named[0]} and {named[1]}; give one of them.")
        left = {key: value for key, value in usual.items() if not named or key not in (NUMBER, *ROUTES)}
        found["measure"] = {**left, **own}
        if named and "label" not in keys:
            found.pop("label", None)
    return found


def _with_number(measure: Keys, folder: Path, where: str) -> Keys:
    """The table [measure] with the keys that its number stands for."""
    rest = {key: value for key, value in measure.items() if key != NUMBER}
    return {**_read(measure[NUMBER], folder, where), **rest} if NUMBER in measure else rest


def parts_of(keys: Keys, defaults: Keys, folder: Path, where: str) -> list[Keys]:
    """A claim with its defaults, or one for each label of its table's groups."""
    return by_group(completed(keys, defaults, folder, where), folder, where)


def _table(value: object) -> object:
    return {NUMBER: value} if isinstance(value, str) else value


def _read(text: object, folder: Path, where: str) -> dict[str, Any]:
    """The keys of [measure] behind a number.

    >>> _read("P(coin.heads", Path(), "claim")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    theorycheck.errors.UsageError: claim: measure is 'P(coin.heads'; write E(f), ...
    """
    remedy = f"write {FORMS}"
    if isinstance(text, str) and _PLACE.fullmatch(text.strip()):
        remedy = f'a function by its file is python = "{text.strip()}"; a number names it alone, as {FORMS}'
    refusal = UsageError(f"{where}: measure is {text!r}; {remedy}.")
    outer = _NUMBER.fullmatch(text.strip()) if isinstance(text, str) else None
    inner = None if outer is None else _TAKEN.fullmatch((outer[2] or outer[3]).strip())
    if outer is None or inner is None:
        raise refusal
    kind, (name, output, rest) = outer[1], inner.groups()
    taken: dict[str, Any] = {} if output is None else {"output": output}
    if kind == "P" and rest:
        taken["event"] = f"{LEVEL} {rest}"
    elif kind == "Var" and not rest:
        taken["variance"] = True
    elif kind == "median" and not rest:
        taken["quantile"] = 0.5
    elif kind == "quantile" and (fraction := re.fullmatch(r",\s*(\d*\.?\d+)", rest)):
        taken["quantile"] = float(fraction[1])
    elif rest or kind in ("median", "quantile"):
        raise refusal
    return {**function_named(name, _texts(folder), where).keys, **taken}


def function_named(name: str, texts: Iterable[tuple[Path, str]], where: str) -> Function:
    """The function of this name in the first of some files that has it; raises UsageError where none does."""
    looked = []
    for path, text in texts:
        for node in _parsed(path, text).body:
            if isinstance(node, ast.FunctionDef) and node.name == name:
                return _function(path, node)
        looked.append(path.name)
    raise UsageError(f"{where}: no function {name!r} is in {', '.join(looked) or 'a Python file beside it'}.")


def _texts(folder: Path) -> Iterator[tuple[Path, str]]:
    return ((path, read_text(path)) for path in sorted(folder.glob("*.py")))


def _taken_by(measure: Keys, folder: Path, where: str) -> frozenset[str]:
    """The variables that the function of a claim takes; of another route none."""
    code = measure.get("python", measure.get("computed"))
    if not isinstance(code, str) or ":" not in code:
        return frozenset()
    file, _, name = code.partition(":")
    path = inside(folder, file, "measure", where)
    return function_named(name, [(path, read_text(path))], where).takes - {str(measure.get("solve"))}


def _parsed(path: Path, text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise UsageError(f"{path} is not Python: {error.msg} in line {error.lineno}.") from error


def _function(file: Path, function: ast.FunctionDef) -> Function:
    """Computed where it asks for no trials; `@simulator(generator=...)` says whose generator it wants."""
    takes = {one.arg for one in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)}
    asked = [
        option.value.value
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call)
        for option in decorator.keywords
        if option.arg == "generator" and isinstance(option.value, ast.Constant)
    ]
    return Function(
        file=file,
        name=function.name,
        route="python" if "n_trials" in takes else "computed",
        generator="numpy" if asked == ["numpy"] else "torch",
        takes=frozenset(takes),
    )
