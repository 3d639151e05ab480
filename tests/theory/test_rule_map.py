"""The table of the older rules: what each asserts, and what it becomes in the kernel of theorems."""

from __future__ import annotations

import ast
import csv
import importlib
import inspect
import pkgutil
from pathlib import Path

from theorycheck.theory.derivation import Rule
from theorycheck.theory.kernel import RULES

PAPERS = ("associative_memory", "attention_dynamics", "conditioning", "markov_chains", "transformer_basics")
WAYS = {"kernel", "schema", "tactic", "lemma", "dropped"}
TACTICS = {"asymptotics", "bound", "chains", "flow", "gradients", "moments", "tails"}


def table() -> list[dict[str, str]]:
    with Path(__file__).with_name("rule_map.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def declared() -> dict[str, Rule]:
    """Every rule by the module and the name under which it is assigned."""
    found = {}
    for package in ("rules", *PAPERS):
        path = importlib.import_module(f"theorycheck.theory.{package}").__path__
        for module in pkgutil.iter_modules(path):
            own = importlib.import_module(f"theorycheck.theory.{package}.{module.name}")
            assigned = names_assigned(ast.parse(inspect.getsource(own)))
            rules = {name: value for name, value in vars(own).items() if isinstance(value, Rule)}
            found |= {f"{package}.{module.name}.{name}": rules[name] for name in assigned & set(rules)}
    return found


def names_assigned(tree: ast.Module) -> set[str]:
    """The names that a module itself gives values to."""
    targets = [
        target
        for statement in tree.body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
    ]
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}


def test_every_rule_is_in_the_table_with_what_it_asserts():
    rules = declared()
    assert {row["rule"]: row["asserts"] for row in table()} == {
        name: " ".join(rule.statement.split()) for name, rule in rules.items()
    }


def test_every_rule_has_a_destination_that_exists():
    for row in table():
        assert row["becomes"] in WAYS
        targets = [target.strip() for target in row["target"].split(",")]
        if row["becomes"] in {"kernel", "schema"}:
            missing = [t for t in targets if t.split()[0] not in RULES]
            assert missing == [], row["rule"]
        if row["becomes"] == "tactic":
            assert row["target"] in TACTICS, row["rule"]


def test_a_rule_that_is_missing_or_renamed_would_be_seen():
    tree = ast.parse("markov = Rule()\nfrom .other import union\nlimit: Final = Rule()\n")
    assert names_assigned(tree) == {"markov", "limit"}
