"""Normal forms of code: what a piece of a syntax tree does, and the definitions of modules that it names.

Two pieces with one normal form do the same. Left out are comments, formatting, docstrings, annotations (but
for those that make a field of a class none), what an import is called, and what `simulator` and `computed`
are told beside the edges of a histogram: names, titles, and design groups, which are in a block's key anyway.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.util import decode_source, find_spec, resolve_name
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

OWN: Final = __name__.partition(".")[0]
"""The distribution whose definitions are followed; others are told by their versions."""

LEFT_ASIDE: Final = (
    f"{OWN}.theory",
    f"{OWN}.numerics.compile",
    f"{OWN}.numerics.code_digest",
    f"{OWN}.numerics.normal_form",
)
"""Of our modules those that are not followed: terms, which draw nothing, what compiles them, and what tells
code apart. The program of a term is told by the term, by the samplers of its laws and by the version of
`simulate`."""


class Key(NamedTuple):
    """A name of a module of ours; without a name the whole module."""

    module: str
    name: str


Part = str | Key


@dataclass(frozen=True, kw_only=True)
class Form:
    """A normal form: its text, cut where it names a definition of ours, and the pieces of that text."""

    parts: tuple[Part, ...]
    texts: frozenset[str]

    @classmethod
    def of(cls, parts: Iterable[Part]) -> Form:
        """The form that such parts make; each text has its length, so that no two forms are one."""
        whole: list[Part] = []
        pieces: set[str] = set()
        for is_key, each in groupby(parts, lambda part: isinstance(part, Key)):
            if is_key:
                whole += each
                continue
            texts = [part for part in each if isinstance(part, str)]
            pieces.update(texts)
            whole.append("".join(f"{len(text)} {text}" for text in texts))
        return cls(parts=tuple(whole), texts=frozenset(pieces))


OF: Final = "of "
"""How the text begins that names something of another package by its path."""

_LEFT_OUT: Final = {"annotation", "returns", "type_comment", "type_params", "ctx", "kind"}
_NOT_FIELDS: Final = {"ClassVar", "InitVar", "KW_ONLY"}
"""Annotations of a class that say how its fields are made."""
_DECLARATIONS: Final = {Key(f"{OWN}.numerics.simulator", name) for name in ("simulator", "computed")}
_Functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_Scopes = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True, kw_only=True)
class Module:
    """The names of a module: what its imports bind, and the statements that bind or change the others."""

    name: str
    tree: ast.Module
    package: str
    imports: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    statements: dict[str, list[ast.stmt]] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, text: str, package: str) -> Module:
        """The names of the module that a text makes."""
        made = cls(name=name, tree=ast.parse(text), package=package)
        for one in made.tree.body:
            made.imports.update(_imports(one, package))
            for bound in dict.fromkeys(_changed(one)):
                made.statements.setdefault(bound, []).append(one)
        return made

    @cached_property
    def functions(self) -> dict[tuple[str, int], list[ast.AST]]:
        """Each function by its name and the line where it begins, decorators included."""
        found: dict[tuple[str, int], list[ast.AST]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, _Functions):
                lines = [node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))]
                found.setdefault((getattr(node, "name", "<lambda>"), min(lines)), []).append(node)
        return found

    def resolved(self, name: str) -> Part | None:
        """What a name of the module is: a definition or module of ours, another's by its path, or unknown."""
        if name in self.statements:
            return Key(self.name, name)
        return _target(*self.imports[name]) if name in self.imports else None


@cache
def loaded(name: str) -> Module | None:
    """A module by its name, from its source; None where there is none."""
    found = sys.modules[name].__spec__ if name in sys.modules else find_spec(name)
    if found is None or found.origin is None or not found.origin.endswith(".py"):
        return None
    # From the file itself: loaders that rewrite modules, as pytest does with plugins, give no source.
    source = decode_source(Path(found.origin).read_bytes())
    package = name if found.submodule_search_locations is not None else name.rpartition(".")[0]
    return Module.of(name, source, package)


@cache
def definition(key: Key) -> Form:
    """The normal form of what binds a name of a module, or of the whole module."""
    module = loaded(key.module)
    if module is None:
        return Form.of([f"without source {key}"])
    writer = _Writer(module)
    statements = module.statements[key.name] if key.name else module.tree.body
    for one in statements:
        writer.statement_of_module(one, key.name)
    return Form.of(writer.parts)


def of_statements(module: Module, statements: Sequence[ast.stmt]) -> tuple[Part, ...]:
    """The parts of statements of a module, one after another; what they name of the module stays a name."""
    writer = _Writer(module, follows_module=False)
    for one in statements:
        writer.write(one)
    return tuple(writer.parts)


def of_function(module: Module, name: str, line: int) -> tuple[Part, ...]:
    """The parts of a function by the line where it begins; none where no function is there."""
    found = module.functions.get((name, line), ())
    outer = next((key for key, each in module.statements.items() if any(one in each for one in found)), None)
    if outer is not None:
        return (Key(module.name, outer),)
    writer = _Writer(module)
    for one in found:
        writer.write(one)
    return tuple(writer.parts)


class _Writer:
    """Writes the normal form of nodes of a module."""

    def __init__(self, module: Module, *, follows_module: bool = True) -> None:
        self.parts: list[Part] = []
        self._module = module
        self._follows_module = follows_module
        self._scopes: list[dict[str, tuple[str, str | None] | None]] = []

    def statement_of_module(self, one: ast.stmt, name: str) -> None:
        """A statement that binds a name: which of its names is meant counts, not what they are called."""
        names = list(dict.fromkeys(_changed(one)))
        self.parts.append(f"bound {names.index(name) if name in names else ''}")
        match one:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self._definition(one)
            case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign(target=ast.Name()):
                self.write(one.value)
            case ast.Import() | ast.ImportFrom():
                pass
            case _:
                self.write(one)

    def write(self, node: object) -> None:
        """Append the normal form of a node, a list of nodes or a constant."""
        match node:
            case list():
                self.parts.append("[")
                for one in node:
                    self.write(one)
                self.parts.append("]")
            case ast.Expr(value=ast.Constant(value=str())) | ast.Import() | ast.ImportFrom():
                pass
            case ast.Name():
                self.parts.append(self._name(node))
            case ast.Attribute() if (found := self._path(node)) is not None:
                self.parts.append(found)
            case ast.Assign(targets=[target]):
                self.write([target, node.value])
            case ast.AnnAssign():
                self._annotated(node)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self.parts.append(node.name)
                self._definition(node)
            case ast.Lambda():
                self._function(node)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self._comprehension(node)
            case ast.AST():
                self._fields(node)
            case _:
                self.parts.append(repr(node))

    def _fields(self, node: ast.AST) -> None:
        self.parts.append(f"({type(node).__name__}")
        for name, value in ast.iter_fields(node):
            if name not in _LEFT_OUT:
                self.write(value)
        self.parts.append(")")

    def _name(self, node: ast.Name) -> Part:
        for scope in reversed(self._scopes):
            if node.id in scope:
                imported = scope[node.id]
                return f"local {node.id}" if imported is None else _target(*imported)
        if isinstance(node.ctx, ast.Store):
            return f"set {node.id}"
        found = self._module.resolved(node.id)
        ours = isinstance(found, Key) and found.module == self._module.name
        return f"name {node.id}" if found is None or (ours and not self._follows_module) else found

    def _path(self, node: ast.expr) -> Part | None:
        """What a path of attributes of a module is; None where its beginning is no module."""
        if isinstance(node, ast.Name):
            found = self._name(node)
            is_module = found.name == "" if isinstance(found, Key) else found.startswith(OF)
            return found if is_module else None
        if not isinstance(node, ast.Attribute) or (start := self._path(node.value)) is None:
            return None
        return _target(start.module, node.attr) if isinstance(start, Key) else f"{start}.{node.attr}"

    def _annotated(self, node: ast.AnnAssign) -> None:
        """An assignment, or the field of a class."""
        names = {
            part.id if isinstance(part, ast.Name) else getattr(part, "attr", "") for part in ast.walk(node)
        }
        special = sorted(names & _NOT_FIELDS)
        if node.value is not None or not self._scopes:
            self.parts.extend(special)
            self.write([node.target, node.value])

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        for one in node.decorator_list:
            if isinstance(one, ast.Call) and self._path_or_name(one.func) in _DECLARATIONS:
                self.write([each for each in one.keywords if each.arg == "histogram_edges"])
            else:
                self.write(one)
        if isinstance(node, ast.ClassDef):
            scopes, self._scopes = self._scopes, []
            self.parts.append("class")
            self.write([*node.bases, *node.keywords])
            self.write(node.body)
            self._scopes = scopes
        else:
            self._function(node)

    def _path_or_name(self, node: ast.expr) -> Part | None:
        return self._name(node) if isinstance(node, ast.Name) else self._path(node)

    def _function(self, node: _Functions) -> None:
        self.parts.append(f"({type(node).__name__}")
        self.write([*node.args.defaults, *node.args.kw_defaults])
        self._scopes.append(_scope(node, self._module.package))
        self.parts.append(repr([[one.arg for one in each] for each in _arguments(node.args)]))
        self.write(node.body)
        self._scopes.pop()
        self.parts.append(")")

    def _comprehension(self, node: _Scopes) -> None:
        targets = (part for one in node.generators for part in ast.walk(one.target))
        self._scopes.append({part.id: None for part in targets if isinstance(part, ast.Name)})
        self._fields(node)
        self._scopes.pop()


def _target(module: str, name: str | None) -> Part:
    """What `module.name` is: ours by the module that defines it, another's by its path."""
    if module.partition(".")[0] != OWN or module.startswith(LEFT_ASIDE):
        return f"{OF}{module}" if name is None else f"{OF}{module}.{name}"
    if name is None:
        return Key(module, "")
    known = loaded(module)
    if known is not None and (found := known.resolved(name)) is not None:
        return found
    below = f"{module}.{name}"
    is_package = known is not None and hasattr(sys.modules.get(module), "__path__")
    return Key(below, "") if is_package and find_spec(below) is not None else f"{OF}{below}"


def _imports(one: ast.stmt, package: str) -> Iterator[tuple[str, tuple[str, str | None]]]:
    """What the imports in a statement of a module bind, those in its blocks included."""
    if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    for node in ast.walk(one):
        if isinstance(node, ast.Import):
            for alias in node.names:
                whole = alias.name if alias.asname else alias.name.partition(".")[0]
                yield alias.asname or whole, (whole, None)
        elif isinstance(node, ast.ImportFrom):
            start = node.module or ""
            if node.level and package:
                start = resolve_name("." * node.level + start, package)
            for alias in node.names:
                yield alias.asname or alias.name, (start, alias.name)


def _changed(one: ast.stmt) -> Iterator[str]:
    """The names of a module that a statement binds, or changes what they hold."""
    if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield one.name
        return
    for node in _of_this_scope(one):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield from _base(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield from _base(node.value.func)


def _base(node: ast.expr) -> Iterator[str]:
    """The name that a path of attributes and entries begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Name):
        yield node.id


def _of_this_scope(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below one that are not in a function, class or comprehension of their own."""
    yield node
    if not isinstance(node, (*_Functions.__args__, ast.ClassDef, *_Scopes.__args__)):
        for one in ast.iter_child_nodes(node):
            yield from _of_this_scope(one)


def _scope(node: _Functions, package: str) -> dict[str, tuple[str, str | None] | None]:
    """The names that a function binds: its own, and modules that it imports."""
    bound: dict[str, tuple[str, str | None] | None] = {}
    for each in _arguments(node.args):
        bound |= {one.arg: None for one in each}
    elsewhere = set()
    body = node.body if isinstance(node.body, list) else [node.body]
    for part in (each for one in body for each in _of_this_scope(one)):
        match part:
            case ast.Name(ctx=ast.Store()):
                bound[part.id] = None
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                bound[part.name] = None
            case (
                ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
            ):
                bound[name] = None
            case ast.MatchMapping(rest=str(name)):
                bound[name] = None
            case ast.Global():
                elsewhere |= {*part.names}
            case ast.Import() | ast.ImportFrom():
                bound |= dict(_imports(part, package))
    return {name: found for name, found in bound.items() if name not in elsewhere}


def _arguments(arguments: ast.arguments) -> list[list[ast.arg]]:
    """Those by position, by position or name, the rest, by name, and the named rest."""
    rest = [[one] if one else [] for one in (arguments.vararg, arguments.kwarg)]
    return [arguments.posonlyargs, arguments.args, rest[0], arguments.kwonlyargs, rest[1]]
