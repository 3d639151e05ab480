"""The examples in the docstrings run, each module imported by its installed name, or from the checkout.

Those of derivations run in tests/papers/test_theorems.py, which makes each derivation once.
"""

import doctest
import importlib
import pkgutil

import pytest
import theorycheck
import theorycheck.numerics
import theorycheck.theory
from theorycheck.evidence.routes import topics

import benchmarks

PACKAGES = (theorycheck.theory, theorycheck.numerics, theorycheck, benchmarks)
DERIVING = tuple(f"theorycheck.theory.{topic}." for topic in topics())
MODULES = sorted(
    module.name
    for package in PACKAGES
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if not module.name.startswith(DERIVING)
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


def test_there_are_examples_and_a_wrong_one_would_fail():
    finder = doctest.DocTestFinder()
    assert any(found.examples for name in MODULES for found in finder.find(importlib.import_module(name)))
    wrong = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, 0)
    assert doctest.DocTestRunner(verbose=False).run(wrong, out=lambda _: None).failed == 1
