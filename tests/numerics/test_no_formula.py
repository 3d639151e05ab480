"""A simulator draws its definition: nothing that it calls, near or far in its module, is computed."""

import ast
from pathlib import Path

import pytest

PAPERS = sorted((Path(__file__).parents[2] / "numerics").glob("*/*.py"))

UNITS = {"markov_chains.end_ratio": {"rare_share"}}
"""Where a computed number is the unit that the quantity is defined in."""


def decorated(tree, name):
    """The functions of a module under a decorator."""
    return [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        for by in node.decorator_list
        if isinstance(by, ast.Call) and isinstance(by.func, ast.Name) and by.func.id == name
    ]


def computed_in_simulators(text, known=frozenset()):
    """Computed quantities, of the module or known by name, that a simulator or its helpers mention."""
    tree = ast.parse(text)
    computed = known | {node.name for node in decorated(tree, "computed")}
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    found, seen = set(), set()
    left = [node.name for node in decorated(tree, "simulator")]
    while left:
        name = left.pop()
        if name in seen:
            continue
        seen.add(name)
        body = [part for statement in functions[name].body for part in ast.walk(statement)]
        # A coordinate may have the name of a quantity.
        given = {arg.arg for arg in ast.walk(functions[name]) if isinstance(arg, ast.arg)}
        names = {part.id for part in body if isinstance(part, ast.Name)} - given
        found |= names & computed
        left += names & functions.keys()
    return found


def imported(path):
    """The computed quantities that a module imports from others of its paper."""
    found = set()
    for node in ast.parse(path.read_text()).body:
        source = path.with_name(f"{node.module}.py") if isinstance(node, ast.ImportFrom) else path
        if isinstance(node, ast.ImportFrom) and node.level == 1 and source.exists():
            there = {one.name for one in decorated(ast.parse(source.read_text()), "computed")}
            found |= {one.asname or one.name for one in node.names if one.name in there}
    return frozenset(found)


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_no_simulator_mentions_a_computed_quantity(path):
    name = f"{path.parent.name}.{path.stem}"
    assert computed_in_simulators(path.read_text(), imported(path)) == UNITS.get(name, set())


def test_one_that_does_through_a_helper_is_seen():
    text = """
@computed(title="a", points=())
def exact(d): ...
def helper(d):
    return exact.evaluate({"d": d})
@simulator(title="b", outputs=(), groups=())
def drawn(d, *, trials):
    return helper(d)
"""
    assert computed_in_simulators(text) == {"exact"}
    assert computed_in_simulators(text.replace("return helper(d)", "return trials")) == set()
