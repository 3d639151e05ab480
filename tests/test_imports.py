"""The arrows of the design: theory <- verify -> numerics, and never otherwise."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FORBIDDEN = {
    "theory": {"torch", "numerics", "verify", "scipy", "pandas"},
    "numerics": {"sympy", "mpmath", "flint", "theory", "verify"},
}


def imported_names(source: str, folder: str) -> set[str]:
    """The top-level package, or the sibling folder, that each import of a module reaches."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            names |= {parts[1]} if parts[0] == "lawcheck" and len(parts) > 1 else {parts[0]}
    return names - {folder}


@pytest.mark.parametrize("folder", FORBIDDEN)
def test_no_module_imports_against_the_arrows(folder):
    wrong = {
        str(path.relative_to(ROOT)): found
        for path in (ROOT / folder).rglob("*.py")
        if (found := imported_names(path.read_text(), folder) & FORBIDDEN[folder])
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "line", ["import torch", "from ..numerics import estimate", "from lawcheck.verify import claim"]
)
def test_a_forbidden_import_would_be_seen(line):
    assert imported_names(line, "theory") & FORBIDDEN["theory"]


def test_claims_compute_nothing():
    for path in (ROOT / "verify" / "claims").rglob("*.py"):
        branches = [
            node
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.If | ast.For | ast.While)
        ]
        assert branches == [], path


@pytest.mark.parametrize(
    "module", ["lawcheck.verify.cli", "lawcheck.verify.claims", "lawcheck.verify.document"]
)
def test_light_modules_load_nothing_heavy(module):
    heavy = "{'torch', 'sympy', 'scipy', 'numpy', 'matplotlib', 'statsmodels'}"
    code = f"import sys, {module}; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
