"""The arrows of the design: theory <- verify -> numerics, and never otherwise."""

import ast
import re
import subprocess
import sys
from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FORBIDDEN = {
    "theory": {"torch", "numerics", "verify", "scipy", "pandas", "benchmarks"},
    "numerics": {"sympy", "mpmath", "flint", "theory", "verify", "benchmarks"},
    # Measured in the checkout, and no part of the wheel.
    "verify": {"benchmarks"},
    "reports": {"benchmarks"},
}


def imported_names(source: str, folder: str) -> set[str]:
    """The top-level package, or the sibling folder, that each import of a module reaches."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            top, _, below = node.module.partition(".")
            names |= {folder_of(below)} if top == "theorycheck" else {top}
    return names - {folder}


def folder_of(module: str) -> str:
    """The top-level folder of a module below `theorycheck`, whose own modules lie in `verify`."""
    part = module.partition(".")[0]
    return part if part in {"theory", "numerics", "reports"} else "verify"


READERS_OF_TERMS = {"compile", "laws.py", "simulate.py", "simulator.py"}
"""What of `numerics` reads models, terms and laws, beside the `terms.py` of each paper."""

TERMS = {"heads", "laws", "model", "node", "requirements", "substitution", "terms"}
"""Data of `theory`: no proof, and nothing of a paper."""


def forbidden(path: Path) -> set[str]:
    """What the file must not import."""
    folder, below, *_ = path.relative_to(ROOT).parts
    may_read = folder == "numerics" and (below in READERS_OF_TERMS or path.name == "terms.py")
    return FORBIDDEN[folder] - ({"theory"} if may_read else set())


def modules_of_theory(source: str) -> set[str]:
    """The modules and packages right below `theory` that a module of `numerics` imports."""
    paths = [x.module for x in ast.walk(ast.parse(source)) if isinstance(x, ast.ImportFrom) and x.module]
    return {rest.partition(".")[0] for x in paths for rest in [x.partition("theory.")[2]] if rest}


def test_what_reads_terms_reads_no_proof():
    sources = [path.read_text() for path in (ROOT / "numerics").rglob("*.py")]
    assert set().union(*map(modules_of_theory, sources)) == TERMS
    assert modules_of_theory("from ...theory.conditioning.noise import power") == {"conditioning"}


BACKWARD = {
    # A term prints itself.
    "theory.node": "theory.display",
    # The tactic that tries all others is one of them.
    "theory.tactics.attempts": "theory.tactics",
}
"""The imports of `theory` against its order, each in the function that needs it."""


def imports(folder: str) -> dict[str, set[str]]:
    """What each module of a folder imports of it, lazily or not, by their dotted names."""
    paths = {path.relative_to(ROOT).with_suffix("").parts: path for path in (ROOT / folder).rglob("*.py")}
    modules = {".".join(name).removesuffix(".__init__"): (name, path) for name, path in paths.items()}
    found = {}
    for module, (name, path) in modules.items():
        own = found.setdefault(module, set())
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level:
                start = (*name[: -node.level], *(node.module.split(".") if node.module else ()))
                names = {".".join((*start, alias.name)) for alias in node.names}
                own |= {one if one in modules else ".".join(start) for one in names}
    return found


def test_modules_of_theory_import_in_no_circle():
    graph = imports("theory")
    for module, other in BACKWARD.items():
        graph[module].remove(other)
    TopologicalSorter(graph).prepare()
    graph["theory.substitution"].add("theory.terms")
    with pytest.raises(CycleError):
        TopologicalSorter(graph).prepare()


DATA = (
    "heads",
    "requirements",
    "law_signatures",
    "signatures",
    "node",
    "substitution",
    "terms",
    "laws",
    "model",
)
"""The modules of `theory` that hold terms as data, from the lowest up."""


def not_below(source: str, name: str) -> set[str]:
    """The modules of terms that a module imports although they are not below it, lazily or not."""
    nodes = [x for x in ast.walk(ast.parse(source)) if isinstance(x, ast.ImportFrom) and x.level == 1]
    return {x.module for x in nodes if x.module in DATA and DATA.index(x.module) >= DATA.index(name)}


def test_modules_of_terms_import_downwards():
    for name in DATA:
        assert not_below((ROOT / "theory" / f"{name}.py").read_text(), name) == set()
    assert not_below("def f():\n    from .terms import E", "node") == {"terms"}


@pytest.mark.parametrize("folder", FORBIDDEN)
def test_no_module_imports_against_the_arrows(folder):
    wrong = {
        str(path.relative_to(ROOT)): found
        for path in (ROOT / folder).rglob("*.py")
        if (found := imported_names(path.read_text(), folder) & forbidden(path))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("folder", "line"),
    [
        ("theory", "import torch"),
        ("theory", "from ..numerics import estimate"),
        ("theory", "from theorycheck.claim import Claim"),
        ("verify", "def f():\n    from benchmarks.calibration import session"),
        ("verify", "import benchmarks.speed"),
    ],
)
def test_a_forbidden_import_would_be_seen(folder, line):
    assert imported_names(line, folder) & FORBIDDEN[folder]


THEOREMS = {
    "gamma",
    "lgamma",
    "gammaln",
    "beta",
    "betainc",
    "betaincc",
    "betaln",
    "erf",
    "erfc",
    "erfinv",
    "ndtr",
}
"""Functions by which a simulator would know the answer instead of sampling it."""


EXACT_ROUTES = {
    "associative_memory/marginal.py",
    "conditioning/normaliser_tail.py",
    "markov_chains/end_ratio.py",
}
"""Samplers that divide by a theorem's probability or draw by one; tests hold them to the plain ones."""


RANDOM = {"generator", "source", "trials"}
"""Arguments by which a function is handed random numbers."""


def called_names(source: str) -> set[str]:
    """The last name of every call in a module."""
    return names_of_calls([ast.parse(source)])


def names_of_calls(parts: Sequence[ast.AST]) -> set[str]:
    """The last name of every call in parts of a module, and the quantity that `x.evaluate()` calls."""
    calls = [node.func for part in parts for node in ast.walk(part) if isinstance(node, ast.Call)]
    named = [node for node in calls if isinstance(node, ast.Attribute)]
    calls += [node.value for node in named if node.attr in {"evaluate", "sample"}]
    return {node.attr for node in named} | {node.id for node in calls if isinstance(node, ast.Name)}


def theorems_of_samplers(sources: dict[str, str]) -> dict[str, set[str]]:
    """The theorems that each module's functions with a generator call, themselves or through others."""
    trees = {name: ast.parse(source) for name, source in sources.items()}
    bodies = {
        name: {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        for name, tree in trees.items()
    }
    homes = {
        name: {**imported_from(tree, name), **dict.fromkeys(bodies[name], name)}
        for name, tree in trees.items()
    }
    calls = {
        (name, function): names_of_calls(node.body)
        for name, functions in bodies.items()
        for function, node in functions.items()
    }
    known = {}
    for name, functions in bodies.items():
        waiting = [(name, node.name) for node in functions.values() if arguments_of(node) & RANDOM]
        reached, theorems = set(waiting), set()
        while waiting:
            module, function = waiting.pop()
            called = calls[module, function]
            theorems |= called & THEOREMS
            found = {(homes[module][call], call) for call in called & homes[module].keys()}
            found = {one for one in found & calls.keys() if one[0] not in EXACT_ROUTES - {name}}
            waiting += found - reached
            reached |= found
        known[name] = theorems
    return known


def arguments_of(function: ast.FunctionDef) -> set[str]:
    return {argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)}


def imported_from(tree: ast.Module, module: str) -> dict[str, str]:
    """The file, below the package's folder, that each name of a relative import comes from."""
    folders = module.split("/")[:-1]
    return {
        alias.name: "/".join([*folders[: len(folders) + 1 - node.level], *node.module.split(".")]) + ".py"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level and node.module
        for alias in node.names
    }


def test_no_simulator_knows_a_theorem():
    folder = ROOT / "numerics"
    sources = {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.py")}
    known = {module for module, theorems in theorems_of_samplers(sources).items() if theorems}
    assert known == EXACT_ROUTES


def test_a_theorem_behind_a_simulator_is_found_in_another_module():
    sources = {
        "topic/draws.py": "from .laws import tail\n\ndef share(trials):\n    return tail.evaluate(1)\n",
        "topic/rows.py": "from .laws import tail\n\ndef drawn(n, generator):\n    return tail(n)\n",
        "topic/laws.py": "def tail(x):\n    return erf(x)\n\ndef mean(x):\n    return x\n",
    }
    found = theorems_of_samplers(sources)
    assert found == {"topic/draws.py": {"erf"}, "topic/rows.py": {"erf"}, "topic/laws.py": set()}


GLOBAL_STATE = {"manual_seed", "seed", "set_default_dtype", "set_default_device"}


def touched(source: str) -> set[str]:
    """What a module calls of the global state; one that has no such word is not parsed."""
    return called_names(source) & GLOBAL_STATE if GLOBAL_STATE & set(re.findall(r"\w+", source)) else set()


def test_no_module_touches_a_global_random_state_or_default():
    for folder in ("theory", "numerics", "verify"):
        for path in (ROOT / folder).rglob("*.py"):
            # A generator of its own may be seeded; the one of CUDA has no other way. What a user's network
            # draws from the global one is seeded in a fork of its state (tests/numerics/test_observe.py).
            allowed = {"manual_seed"} if path.name in {"monte_carlo.py", "observe.py"} else set()
            # `seed` is also how the command line reads its argument.
            allowed |= {"seed"} if path.parent.name == "commands" else set()
            assert touched(path.read_text()) <= allowed, path
    assert touched("torch.manual_seed(0)") == {"manual_seed"}


def choices(source):
    """Branches and functions in a text; tables and loops over them state what they make."""
    kinds = ast.If | ast.IfExp | ast.While | ast.FunctionDef | ast.Lambda | ast.Try
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]


def test_a_paper_decides_nothing():
    paths = list((ROOT / "verify" / "papers").glob("*/*.py"))
    assert len(paths) > 5
    for path in paths:
        assert choices(path.read_text()) == [], path
    assert choices("for n in (1, 2):\n    if n > 1:\n        claim(n)")


@pytest.mark.parametrize(
    "module",
    [
        "theorycheck.cli",
        "theorycheck.papers.tables",
        "theorycheck.document",
        "theorycheck.report.html_page",
        "theorycheck.report.markdown_page",
    ],
)
def test_light_modules_load_nothing_heavy(module):
    heavy = "{'torch', 'sympy', 'scipy', 'numpy', 'matplotlib', 'statsmodels'}"
    code = f"import sys, {module}; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
