"""By machine: the uses of each rule with another law, size, number or symbol put through the whole of their
proof. The proof is then refused, or what it proves holds: a condition that a rule forgets shows where its use
in the tests happens to meet it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from theorycheck.theory import laws
from theorycheck.theory.array_functions import NoInstance
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.kernel import RULES, Refused, Theorem, apply
from theorycheck.theory.kernel.theorem import Conclusion, Rule
from theorycheck.theory.model import Model
from theorycheck.theory.node import Term, number
from theorycheck.theory.substitution import rebuilt, subterms
from theorycheck.theory.terms import E, ones

from ...lanes import sampled
from ..kernel.test_rules import ACCEPTED

TRIED: Final = 4
"""Substitutions in each use."""
HALF: Final = number(1) / 2
OF_NUMBERS: Final = (
    laws.Normal(1, 1), laws.Normal(0, 0), laws.Uniform(-1, 2), laws.Uniform(1, 1), laws.Exponential(2),
    laws.Bernoulli(HALF), laws.Bernoulli(0), laws.Rademacher(scale=0), laws.DiscreteUniform(1),
    laws.DiscreteUniform(3), laws.Zipf(2, 1), laws.Zipf(0, 2), laws.Zipf(3), laws.WithMoments(0, 1),
    laws.Mixture([HALF, HALF], [laws.Normal(), laws.Bernoulli(HALF)]),
)  # fmt: skip


def others(old: Term, among: list[Term]) -> Iterator[Term]:
    """What may be put for a law, a size, a parameter, a fixed vector or an index."""
    alike = (
        x for x in among if x is not old and (x.head, x.sort, x.shape) == (old.head, old.sort, old.shape)
    )
    match old.head:
        case "size":
            yield from (number(1), number(2), Term("size", (), (old.data[0], 1, None)), *alike)
        case "parameter":
            yield from (number(0), number(-1), HALF, number(3), *alike)
        case "fixed":
            yield from (Term("zeros", old.shape), *alike)
        case "index":
            yield from (number(1), *(x for x in alike if x.args == old.args))
        case _ if old.sort == "law" and not old.shape:
            yield from OF_NUMBERS
        case _ if old.sort == "law" and len(old.shape) == 1 and old.head != "markov_chain":
            (d,) = old.shape
            yield from (laws.Sphere(d, 2), laws.Sphere(d, 0), laws.Normal(0, 0, dimension=d), laws.OneHot(d))
            yield from (laws.Normal(ones(d), 1), laws.Rademacher(d))


def put(value: Any, old: Term, new: Term) -> Any:
    """The value of a parameter with one term for another."""
    if type(value) is tuple:
        return tuple(put(part, old, new) for part in value)
    return rebuilt(value, lambda part, _: new if part is old else None) if type(value) is Term else value


def replayed(theorem: Theorem, old: Term, new: Term) -> Theorem:
    """The proof with one term for another, from its hypotheses on."""
    premises = [replayed(premise, old, new) for premise in theorem.premises]
    return apply(theorem.rule, *premises, **{key: put(x, old, new) for key, x in theorem.parameters})


def outcomes(theorem: Theorem, seed: str) -> Iterator[tuple[str, str]]:
    """What became of a use under some substitutions: refused, holds, open, or false with the reason."""
    parts = subterms(theorem.proposition)
    pairs = [(old, new) for old in parts if not old.loose for new in others(old, list(parts))]
    random = Random(seed)
    for old, new in random.sample(pairs, min(TRIED, len(pairs))):
        try:
            made = replayed(theorem, old, new)
        except (Refused, ValueError):
            yield "refused", ""
            continue
        given = sorted((hypothesis.proposition for hypothesis in made.hypotheses), key=repr)
        try:
            check(made.proposition, given, instances=1)
        except NoInstance:
            yield "open", ""
        except CheckFailed as failure:
            yield "false", f"{made} for {old} -> {new}: {failure}"
        else:
            yield "holds", ""


@cache
def found(rule: str) -> list[tuple[str, str]]:
    """What became of the use of a rule."""
    premises, parameters = ACCEPTED[rule]
    return list(outcomes(apply(rule, *premises, **parameters), rule))


@pytest.mark.parametrize("rule", sampled(RULES, 3))
def test_no_substitution_makes_a_proof_of_what_is_false(rule):
    assert not [why for outcome, why in found(rule) if outcome == "false"]


@pytest.mark.slow
def test_many_substitutions_are_refused_and_many_hold():
    counts = Counter(outcome for rule in RULES for outcome, _ in found(rule))
    assert counts["refused"] > 100
    assert counts["holds"] > 250
    assert counts["open"] < 0.15 * counts.total()


def test_a_rule_that_forgets_the_law_is_found_out(monkeypatch):
    def mean_zero(*, x: Term) -> Conclusion:
        return Conclusion(Term("eq", (E(x), number(0))))

    monkeypatch.setitem(RULES, "mean_zero", Rule("mean_zero", "", (), None, mean_zero))
    use = apply("mean_zero", x=Model(x=laws.Normal()).x)
    assert "false" in {outcome for outcome, _ in outcomes(use, "control")}
