"""A topic's derivations are found in its modules; two of one name are refused."""

from types import ModuleType

import pytest
from theorycheck.theory import catalogue
from theorycheck.theory.derivation import Derivation, table


def module(**functions: object) -> ModuleType:
    made = ModuleType("made")
    for name, function in functions.items():
        function.__module__ = "made"
        setattr(made, name, function)
    return made


def derives(premises: int = 0) -> Derivation:
    raise NotImplementedError


def waits(premises: int) -> Derivation:
    raise NotImplementedError


def counts(premises: int = 0) -> int:
    return premises


def test_functions_of_premises_with_a_default_that_derive_are_found():
    made = module(derives=derives, waits=waits, counts=counts, _derives=derives)
    made.DERIVATIONS = {"row": derives}
    assert [name for name, _ in catalogue._derivations(made)] == ["row", "derives"]


def test_two_of_one_name_are_refused(monkeypatch):
    monkeypatch.setattr(catalogue, "_derivations", lambda module: [("mean", object())])
    with pytest.raises(ValueError, match="Two derivations of markov_chains are called mean"):
        catalogue.derivations.__wrapped__("markov_chains")


def test_rows_of_a_table_are_derivations_with_premises_of_their_own():
    kinds = table(lambda name, premises: (name, premises), first=1, second=2)
    assert [derive() for derive in kinds.values()] == [("first", 1), ("second", 2)]
    assert kinds["first"](3) == ("first", 3)
    assert catalogue._derives(kinds["first"])
    assert [derive.__name__ for derive in kinds.values()] == list(kinds)
