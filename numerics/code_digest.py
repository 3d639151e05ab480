"""The code that measures a quantity, as a digest: evidence is keyed by it, and other code never meets it.

A function stands for itself and for all of this distribution that it names, and what that names in turn, each
in its `normal_form`, in the order in which it is first named; and for the versions of other packages named,
or their files where they lie outside the folders of installed packages.
What is left aside is said in docs/cluster.md.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, lru_cache, partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from .normal_form import OF, OWN, Form, Key, Part, definition, loaded, of_function

_DECLARING: Final = f"{OWN}.numerics.simulator"
ENGINE: Final = {
    True: (Key(f"{OWN}.numerics.monte_carlo", "sample_block"), Key(_DECLARING, "sampling")),
    False: (Key(_DECLARING, "computing"),),
}
"""What draws blocks, whatever is sampled, and what computes values."""
COMPILED: Final = Key(f"{OWN}.numerics.simulate", "VERSION")
"""What beside a term and the samplers of its laws tells its draws: the version of what compiles it."""
_SAMPLER: Final = Key(f"{OWN}.numerics.laws", "sampler")
_COMPILER: Final = f"{OF}{OWN}.numerics.compile.statistics.compiled"
_OF_A_PAPER: Final = re.compile(rf"^(?:{OF})?{OWN}\.theory\.(?!kernel\b|tactics\b)\w+\.\w+\.\w", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Code:
    """What measures: the digest of it all, and of each definition by itself, by where it is."""

    digest: str
    definitions: Mapping[str, str]


@lru_cache(maxsize=4096)
def code_of(functions: tuple[Callable[..., object], ...], *, sampled: bool) -> Code:
    """The code of functions, with what draws blocks where they are `sampled`.

    >>> code_of((len,), sampled=False).digest == code_of((max,), sampled=False).digest
    False
    """
    return code(tuple(part for one in functions for part in _value(one)), sampled=sampled)


@lru_cache(maxsize=1024)
def code(parts: tuple[Part, ...], *, sampled: bool, name: str = "") -> Code:
    """The code that a normal form stands for; a `name` is that of a form which is of no module of ours."""
    forms, found, texts = _followed([*parts, *ENGINE[sampled]])
    if _SAMPLER in found or _COMPILER in texts:
        forms, found, texts = _followed([*parts, *ENGINE[sampled], *_drawing(texts)])
    digest = hashlib.blake2b(digest_size=16)
    for one in forms:
        for part in one.parts:
            # Where a definition is does not count, and what it is called neither.
            told = part if isinstance(part, str) else f"definition {found[part]};"
            digest.update(told.encode())
        digest.update(b"end;")
    packages = set(re.findall(rf"^{OF}(\w*)", "\n".join(texts), re.MULTILINE))
    versions = [f"{name} {known}" for name in sorted(packages) if (known := _version(name))]
    versions += [f"{name} {files}" for name in sorted(packages) if (files := _sources(name))]
    digest.update(repr(versions).encode())
    definitions = {name: _digest_of(parts)} if name else {}
    for key in found:
        path = [*key.module.split(".")[1:], key.name]
        definitions[".".join(filter(None, path))] = _digest_of(definition(key).parts)
    return Code(digest=digest.hexdigest(), definitions=definitions)


def sampler_keys(heads: Iterable[str] | None) -> Iterator[Key]:
    """The samplers of the laws among the heads, or of all laws."""
    from .laws import LAWS

    for head in sorted(LAWS if heads is None else LAWS.keys() & {*heads}):
        yield Key(LAWS[head].__module__, LAWS[head].__name__)


def _followed(parts: Iterable[Part]) -> tuple[list[Form], dict[Key, int], set[str]]:
    """The form that parts make, those of the definitions that it names, with their places, and all texts."""
    forms, found, texts = [Form.of(parts)], dict[Key, int](), set[str]()
    for one in forms:
        texts |= one.texts
        for part in one.parts:
            if isinstance(part, Key) and part not in found:
                found[part] = len(found)
                forms.append(definition(part))
                texts.add(f"{part.module}.{part.name}")
    return forms, found, texts


def _drawing(texts: set[str]) -> Iterator[Key]:
    """What draws the laws that code names, as functions or in text, and what compiles terms where it does."""
    whole = "\n".join(texts).replace("\\n", "\n")
    named = "\n".join(re.findall(r"\b[A-Z]\w*|\b\w+(?= *\()", whole))
    heads = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", named).lower().split()
    # A definition of a paper may hold any law.
    yield from sampler_keys(None if _OF_A_PAPER.search(whole) else heads)
    if _COMPILER in texts:
        yield from (_SAMPLER, COMPILED)


def version(package: str) -> str:
    """The version of an installed package: a line of a text that takes longer to read whole.

    >>> version("numpy") == metadata.version("numpy")
    True
    """
    told = metadata.distribution(package).read_text("METADATA") or ""
    line = re.search(r"^Version: (\S+)$", told, re.MULTILINE)
    return line[1] if line else metadata.version(package)


@cache
def _version(package: str) -> str | None:
    """The release of a package, whatever it was built for; none for one of Python, or without a name."""
    if not package or package in sys.stdlib_module_names:
        return None
    try:
        return version(package).partition("+")[0]
    except metadata.PackageNotFoundError:
        return None


@cache
def _sources(package: str) -> str | None:
    """A digest of the Python files of a package that lies where it is edited, so that no version tells it.

    None for one of Python, for this one, and for one in a folder of installed packages.
    """
    if package in {"", OWN} or package in sys.stdlib_module_names:
        return None
    try:
        found = find_spec(package)
    except (ImportError, ValueError):  # a module without a specification, as that of an interactive session
        return None
    if found is None:
        return None
    roots = [Path(one) for one in found.submodule_search_locations or [found.origin or ""]]
    if any(next(root.parent.glob("*.dist-info"), None) for root in roots):
        return None
    digest = hashlib.blake2b(digest_size=8)
    for root in roots:
        for path in sorted(root.rglob("*.py")) if root.is_dir() else filter(Path.is_file, [root]):
            digest.update(f"{path.relative_to(root.parent)} ".encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def _digest_of(parts: tuple[Part, ...]) -> str:
    """A digest of a definition by itself, with what it names by name alone."""
    told = [part.name if isinstance(part, Key) else part for part in parts]
    return hashlib.blake2b(repr(told).encode(), digest_size=4).hexdigest()


def _value(value: Any) -> Iterator[Part]:  # noqa: ANN401 - whatever a function holds
    """The normal form of a value: of functions and of records what they are made of, of others their text."""
    match value:
        case None | bool() | int() | float() | complex() | str() | bytes():
            yield repr(value)
        case partial():
            yield "partial"
            yield from _value((value.func, value.args, value.keywords))
        case FunctionType():
            yield from _function(value)
        case tuple() | list() | set() | frozenset():
            yield type(value).__name__
            for one in value:
                yield from _value(one)
        case dict():
            yield from _value([*value.items()])
        case ModuleType():
            yield f"{OF}{value.__name__}"
        case type():
            yield from _named(value)
        case _ if is_dataclass(value):
            yield from _named(type(value))
            yield from _value([getattr(value, one.name) for one in fields(value)])
        case _ if hasattr(value, "declarations"):  # a term, its head as it is written
            yield f"{value.head}("
            yield from _value((value.args, value.data))
        case _ if hasattr(value, "numpy") or hasattr(value, "tobytes"):
            array = value.detach().cpu().numpy() if hasattr(value, "detach") else value
            yield f"{array.dtype} {array.shape} {hashlib.sha256(array.tobytes()).hexdigest()}"
        case _:
            yield from _named(value if hasattr(value, "__qualname__") else type(value))


def _named(value: Any) -> Iterator[Part]:  # noqa: ANN401 - a class or a function
    """A class, or a function without a syntax tree, by its name."""
    module = loaded(value.__module__) if getattr(value, "__module__", None) in sys.modules else None
    known = None if module is None else module.resolved(value.__qualname__)
    yield known if isinstance(known, Key) else f"{OF}{value.__module__}.{value.__qualname__}"


def _function(function: FunctionType) -> Iterator[Part]:
    """A function by its syntax tree, or its bytecode where it has no source, with the values it holds."""
    name = function.__globals__.get("__name__", "")
    top = name.partition(".")[0]
    is_followed = name in sys.modules and (top == OWN or _version(top) is None)
    module = loaded(name) if is_followed else None
    form = module and of_function(module, function.__code__.co_name, function.__code__.co_firstlineno)
    wrapped = getattr(function, "__wrapped__", None)
    if wrapped is not None and (not form or name == _DECLARING):
        # What wraps it is in ENGINE, or is of another package and named where the function is decorated.
        yield from _value(wrapped)
        return
    yield from form or _bytecode(function.__code__)
    for name, one in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name
        yield from _value(one.cell_contents)


def _bytecode(found: CodeType) -> Iterator[Part]:
    yield repr((found.co_code, found.co_names, found.co_varnames))
    for one in found.co_consts:
        yield from _bytecode(one) if isinstance(one, CodeType) else _value(one)
