"""The layers of `verify`: a module imports from its own package and from packages below, lazily or not."""

import ast
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1] / "verify"

LAYERS: Final = (
    {"law_text"},
    # Records, which are modules of the top.
    {"errors", "upgrade", "claim", "statement", "reason", "figure", "paper", "document", "sampling_code"},
    {"law"},
    {"simulator"},
    {"statistics"},
    {"wording"},
    {"decide"},
    {"evidence"},
    {"table"},
    {"user"},
    {"papers"},
    {"baseline"},
    {"exchange"},
    {"report"},
    {"terminal"},
    # The Python face, which is of the top as well.
    {"__init__", "api", "results", "simulation", "command"},
    {"commands"},
    {"cli"},
    {"__main__"},
    {"pytest_plugin"},
)
"""Modules and packages of `verify` from the lowest up; none imports from a layer above its own."""

HEIGHTS: Final = {name: height for height, layer in enumerate(LAYERS) for name in layer}
OTHERS: Final = {"theory", "numerics", "reports"}
"""Packages below `theorycheck` that are no part of `verify`; tests/test_imports.py has their arrows."""


def imported(source: str, module: tuple[str, ...], package: tuple[str, ...]) -> set[str]:
    """Parts of `verify` that a module imports, anywhere in its text and for types alone as well.

    `module` and `package` are its own name and that of its package, below `theorycheck`.
    """
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [tuple(alias.name.split(".")) for alias in node.names]
            found |= {name[1:2] or ("__init__",) for name in names if name[0] == "theorycheck"}
        elif isinstance(node, ast.ImportFrom):
            start = _start(node, package)
            if start is not None:
                found |= {start[:1] or _of_the_top(alias.name) for alias in node.names}
    return {name for (name,) in found} - {module[0]} - OTHERS


def _start(node: ast.ImportFrom, package: tuple[str, ...]) -> tuple[str, ...] | None:
    """Where names are imported from, below `theorycheck`; None where it is another distribution."""
    named = tuple(node.module.split(".")) if node.module else ()
    if node.level:
        return package[: len(package) + 1 - node.level] + named
    return named[1:] if named[:1] == ("theorycheck",) else None


def _of_the_top(name: str) -> tuple[str]:
    """A name that is imported from the top: a module or package there, or else the face."""
    return (name if name in HEIGHTS or name in OTHERS else "__init__",)


def upward(sources: dict[tuple[str, ...], str]) -> dict[str, set[str]]:
    """What modules import from layers above their own; a name `(..., "__init__")` is a package's own text."""
    found = {}
    for name, source in sources.items():
        above = {other for other in imported(source, name, name[:-1]) if HEIGHTS[other] > HEIGHTS[name[0]]}
        if above:
            found[".".join(name)] = above
    return found


def modules() -> dict[tuple[str, ...], str]:
    """The text of each module, by its name below `theorycheck`."""
    return {path.relative_to(ROOT).with_suffix("").parts: path.read_text() for path in ROOT.rglob("*.py")}


def test_every_module_of_the_top_and_every_package_has_a_layer():
    assert {name[0] for name in modules()} == set(HEIGHTS)


def test_a_layer_of_several_parts_holds_records_or_the_face():
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    for layer in LAYERS:
        assert len(layer & packages) <= 1


def test_imports_go_downwards_only():
    assert upward(modules()) == {}


@pytest.mark.parametrize(
    "line",
    [
        "from ..report import html",
        "from .. import report",
        "def f():\n    from ..report.html_page import render",
        "if TYPE_CHECKING:\n    from ..report import Document",
        "from theorycheck.report import html",
        "from theorycheck import report",
        "import theorycheck.report.html_page",
    ],
)
def test_an_import_of_a_layer_above_would_be_seen(line):
    assert upward({("evidence", "plan"): line}) == {"evidence.plan": {"report"}}
    assert upward({("evidence", "__init__"): line}) == {"evidence.__init__": {"report"}}
    assert upward({("commands", "report"): line}) == {}


def test_the_face_is_above_what_it_shows():
    assert upward({("law", "forms"): "from theorycheck import fit"}) == {"law.forms": {"__init__"}}
