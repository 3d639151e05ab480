"""The part of a user's file that fixes what a function of it samples: the code without what states claims.

Whatever a simulator might use stays, so that an edit of it or of anything beside it is another simulator.
What states claims goes: statements that use names of `theorycheck.paper`, and `claim` as decorator or method.
So an edited law is decided on the evidence that is there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from .numerics.normal_form import Module, Part, of_statements

_CLAIMS: Final = frozenset({"claim", "Paper"})
"""Names of `theorycheck`, and attributes, that state claims wherever they stand."""

_REFLECTION: Final = frozenset({"setattr", "delattr", "globals", "vars", "exec", "eval", "__dict__"})
"""What may give a name or an attribute another value without a statement that says so."""

_PAPER: Final = "theorycheck.paper"


@lru_cache(maxsize=64)
def sampling_code(text: str, function: str) -> tuple[Part, ...]:
    r"""The normal form of what fixes what a function does; of all of the text where that is not to be told.

    >>> law = "from theorycheck.paper import Paper\n\ndef f(d): return d  # d\n\nPaper('x', source={!r})"
    >>> a, b = law.format("a"), law.format("b").replace("# d", "")
    >>> sampling_code(a, "f") == sampling_code(b, "f")
    True
    >>> sampling_code(a, "f") == sampling_code(a.replace("return d", "return 2*d"), "f")
    False
    """
    try:
        module = Module.of("", text, "")
    except (SyntaxError, ValueError, RecursionError):
        return (text,)
    body = module.tree.body
    stripped = [_without_claims(one) for one in body]
    stating = _stating(stripped)
    kept = [one for one, states in zip(stripped, stating, strict=True) if not states]
    left_out = [one for one, states in zip(stripped, stating, strict=True) if states]
    if function not in {name for one in kept for name in _bound(one)} or _may_change(left_out, kept):
        return of_statements(module, body)
    return of_statements(module, kept)


def _without_claims(one: ast.stmt) -> ast.stmt:
    """A definition without the decorators that state a claim on it."""
    if not isinstance(one, ast.FunctionDef):
        return one
    decorators = [each for each in one.decorator_list if not _CLAIMS & {*_names(each)}]
    if len(decorators) == len(one.decorator_list):
        return one
    fields = {name: getattr(one, name) for name in one._fields}
    return ast.copy_location(ast.FunctionDef(**{**fields, "decorator_list": decorators}), one)


def _stating(body: Sequence[ast.stmt]) -> list[bool]:
    """Which statements state claims: those that use names which such statements bind."""
    names = set(_CLAIMS)
    while True:
        found = [_is_import_of_paper(one) or bool(names & _used(one)) for one in body]
        bound = {name for one, states in zip(body, found, strict=True) if states for name in _bound(one)}
        if bound <= names:
            return found
        names |= bound


def _is_import_of_paper(one: ast.stmt) -> bool:
    return isinstance(one, ast.ImportFrom) and one.module == _PAPER


def _may_change(left_out: Sequence[ast.stmt], kept: Sequence[ast.stmt]) -> bool:
    """Whether what is left out uses a variable of the rest that it could change."""
    variables = {
        name
        for one in kept
        if isinstance(one, ast.Assign | ast.AnnAssign | ast.AugAssign) and not _is_constant(one.value)
        for name in _bound(one)
    }
    stored = {name for one in kept for name in _bound(one)}
    return any(
        variables & _used(one) or stored & {*_bound(one), *_altered(one)} or _REFLECTION & _used(one)
        for one in left_out
    )


def _altered(one: ast.stmt) -> Iterator[str]:
    """The names of what a statement gives another attribute or item."""
    for part in ast.walk(one):
        if isinstance(part, ast.Attribute | ast.Subscript) and not isinstance(part.ctx, ast.Load):
            yield from _names(part.value)


def _is_constant(value: ast.expr | None) -> bool:
    """Whether a value cannot be changed: a number, a text, or a tuple of them."""
    if isinstance(value, ast.Tuple):
        return all(map(_is_constant, value.elts))
    return isinstance(value, ast.Constant)


def _used(one: ast.stmt) -> set[str]:
    return set() if isinstance(one, ast.Import | ast.ImportFrom) else {*_names(one)}


def _names(node: ast.AST) -> Iterator[str]:
    """The names and attributes that stand in a piece of code."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.Attribute):
            yield part.attr


def _bound(one: ast.stmt) -> Iterator[str]:
    """The names that a statement binds."""
    if isinstance(one, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
        yield one.name
    elif isinstance(one, ast.Import | ast.ImportFrom):
        for alias in one.names:
            yield (alias.asname or alias.name).partition(".")[0]
    else:
        for part in ast.walk(one):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                yield part.id
