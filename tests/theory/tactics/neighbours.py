"""A statement that is proved beside a false neighbour, which has a counterexample."""

from __future__ import annotations

import pytest
import theorycheck as tc
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused, believe, record


def is_proved_and_its_neighbour_is_not(
    text: str, neighbour: str, laws: list[str], where: list[str], sizes: tuple[str, ...] = ()
) -> None:
    """Hold the proof to instances of its statement, usual ones and special ones."""
    found = tc.prove(text, laws=laws, where=where, sizes=sizes)
    assert believe(record(found)).status == "derived"
    facts = [h.proposition for h in found.hypotheses]
    for special in (False, True):
        assert check(found.proposition, facts, instances=20, special=special)
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove(neighbour, laws=laws, where=where, sizes=sizes)
