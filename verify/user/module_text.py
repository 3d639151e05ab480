"""A function of a notebook or a script as the text of a module that defines it with all that it uses.

Workers read a simulator by content. The file that it was typed in is not that content: a notebook has none,
and a script would run again. So the function's own text is taken, below what it refers to by name: imported
modules, functions of the same place, and plain values.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import symtable
import sys
import textwrap
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any, Final

from ..errors import UsageError
from ..simulator import Claimed, SimulatorFunction

FUTURE: Final = "from __future__ import annotations\n"

DECORATORS: Final = frozenset({"claim", "simulator", "computed"})
"""What says that a function is claimed about; no part of what it does."""


def module_text(function: Callable[..., object]) -> str:
    """The text of a module that defines the function. Raises UsageError where there is no such text.

    >>> module_text(textwrap.indent).startswith("def indent(")
    True
    """
    inner = _inner(function)
    if not isinstance(inner, FunctionType):
        raise UsageError(f"{function!r} is not a function written in Python; wrap it in one with `def`.")
    found: dict[str, str] = {}
    _add(inner.__name__, function, inner, found)
    head = FUTURE if _postpones(inner) else ""
    return head + "\n".join(text for text in found.values() if text)


def _inner(value: object) -> object:
    """The function behind decorators."""
    if isinstance(value, Claimed | SimulatorFunction):
        value = value.function
    return inspect.unwrap(value) if callable(value) else value


def _add(name: str, value: object, user: FunctionType, found: dict[str, str]) -> None:
    """Add the text that gives a name in `user` its value, after the texts of what that text refers to."""
    if name in found:
        return
    inner = _inner(value)
    if not isinstance(inner, FunctionType) or inner.__globals__ is not user.__globals__:
        found[name] = _statement(name, value, user)
        return
    found[name] = ""
    text = _source(inner)
    for needed, its_value in _references(inner, text):
        _add(needed, its_value, inner, found)
    del found[name]
    found[name] = text if inner.__name__ == name else f"{text}{name} = {inner.__name__}\n"


def _statement(name: str, value: Any, user: FunctionType) -> str:  # noqa: ANN401 - whatever a name stands for
    """The import or the assignment that gives a name its value."""
    if isinstance(value, ModuleType):
        renamed = "" if value.__name__ == name else f" as {name}"
        return f"import {value.__name__}{renamed}\n"
    home, own = getattr(value, "__module__", None), getattr(value, "__qualname__", "")
    if home not in (None, "__main__") and getattr(sys.modules.get(home), own, None) is value:
        renamed = "" if own == name else f" as {name}"
        return f"from {home} import {own}{renamed}\n"
    try:
        if ast.literal_eval(repr(value)) == value:
            return f"{name} = {value!r}\n"
    except (ValueError, SyntaxError, TypeError):
        pass
    raise UsageError(
        f"{user.__name__} uses {name}, of type {type(value).__name__}, which is not a module, a function or "
        f"a plain value; import or define it inside {user.__name__}, or check a .py file that has both."
    )


def _source(function: FunctionType) -> str:
    """The definition of a function at the margin, without the decorators that state a claim."""
    try:
        text = textwrap.dedent(inspect.getsource(function))
        (node,) = ast.parse(text).body
    except (OSError, SyntaxError, ValueError):
        node = None
    if not isinstance(node, ast.FunctionDef):
        raise UsageError(
            f"The text of {function.__name__} cannot be read here; define it by `def` in a notebook or file."
        )
    kept = [one for one in node.decorator_list if not _states_a_claim(one)]
    above = "".join(f"@{ast.get_source_segment(text, one)}\n" for one in kept)
    return above + "".join(text.splitlines(keepends=True)[node.lineno - 1 :]).rstrip("\n") + "\n"


def _states_a_claim(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return getattr(called, "attr", getattr(called, "id", None)) in DECORATORS


def _references(function: FunctionType, text: str) -> Iterator[tuple[str, object]]:
    """The names of enclosing scopes that the text reads, with their values; builtins are left out."""
    known = dict(function.__globals__)
    for name, point in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        known[name] = point.cell_contents
    head = FUTURE if _postpones(function) else ""
    for name in sorted(_outer_names(symtable.symtable(head + text, function.__name__, "exec"))):
        if name in known and name != function.__name__:
            yield name, known[name]


def _outer_names(table: symtable.SymbolTable) -> set[str]:
    is_module = table.get_type() == "module"
    mine = {
        one.get_name()
        for one in table.get_symbols()
        if one.is_referenced() and (is_module or one.is_global())
    }
    return mine.union(*map(_outer_names, table.get_children()))


def _postpones(function: FunctionType) -> bool:
    """Whether annotations are texts where the function was written."""
    return bool(function.__code__.co_flags & __future__.annotations.compiler_flag)
