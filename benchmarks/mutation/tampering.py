"""A derivation carried out with one of its steps giving a wrong result.

The rule of that step is wrapped, so its conditions and its check stay what they are: they, the later
steps, the check at the end and the evidence have to notice. The chain ends at the first check that
fails. Results of steps with the same rule and arguments are kept, for all mutants of a derivation
share most of them.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import product
from types import FrameType
from typing import Final

import sympy as sp
from theorycheck.theory.derivation import Chain, CheckFailed, Derivation, Rule, Step
from theorycheck.theory.rules.asymptotics import Growth

from .operators import HALF, WEAKENED, Candidate, Make, candidates, is_formula, spread
from .subject import derived_once

MOST_CHANGES: Final = 4
"""Changes of one operator to one step; a sum of thirty terms is mutated in four of them."""

SECONDS: Final = 20
"""A mutant that takes more of its process has wandered off into algebra; it counts as not noticed."""

_TURNED: Final = {sp.Le: sp.Ge, sp.Ge: sp.Le}


class StoppedError(Exception):
    """A check of a step failed, so the rest of the chain does not matter."""

    def __init__(self, position: int, step: Step) -> None:
        super().__init__(step.check)
        self.position = position
        self.step = step


class TooLongError(Exception):
    """A chain with a fault in it, or the algebra that compares its end, did not come to one."""


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What step number `position` gives instead of its own result; made when it is asked for."""

    position: int
    label: str
    operator: str
    number: int
    true: sp.Basic
    make: Callable[[], sp.Basic]

    @cached_property
    def result(self) -> sp.Basic:
        """The wrong result."""
        return self.make()

    @property
    def is_one(self) -> bool:
        """Whether there is a result, and another one than the step's own."""
        return is_formula(self.result) and self.result != self.true


@dataclass(kw_only=True)
class Bench:
    """Carries one derivation out again and again; the results of its rules are remembered."""

    derive: Callable[[], Derivation]
    known: dict[object, Step] = field(default_factory=dict)

    @cached_property
    def sound(self) -> Derivation:
        """The derivation as it is."""
        found = derived_once(self.derive)
        for step in found.steps:
            key = _key(step.rule, step.inputs, step.options)
            if key is not None:
                self.known[key] = step
        return found

    def faults(self) -> Iterator[Fault]:
        """Each fault of each step, as the steps come."""
        for position, step in enumerate(self.sound.steps):
            yield from faults_of(position, step)

    def tampered(self, fault: Fault) -> Derivation:
        """The derivation with one fault.

        Raises StoppedError where a step's check fails, and whatever a rule raises that cannot take
        what it is handed.
        """
        with _hooked(_Hook(bench=self, fault=fault)), limited(SECONDS):
            return self.derive()


@dataclass(kw_only=True)
class _Hook:
    """Stands in for the two ways in which a chain grows."""

    bench: Bench
    fault: Fault
    steps: list[Step] = field(default_factory=list)

    def define(self, chain: Chain, label: str, *body: sp.Basic) -> Step:
        if self._is_faulty:
            body = (self.fault.result,)
        return self._taken(_DEFINE(chain, label, *body))

    def apply(self, chain: Chain, label: str, rule: Rule, *given: Step, **options: object) -> Step:
        if self._is_faulty:
            result = self.fault.result
            return self._taken(
                _APPLY(chain, label, replace(rule, apply=lambda *_, **__: result), *given, **options)
            )
        key = _key(rule, tuple(one.result for one in given), options)
        known = self.bench.known.get(key) if key is not None else None
        step = _APPLY(chain, label, rule if known is None else _recalled(rule, known), *given, **options)
        if key is not None:
            self.bench.known[key] = step
        return self._taken(step)

    @property
    def _is_faulty(self) -> bool:
        return self.fault.position == len(self.steps)

    def _taken(self, step: Step) -> Step:
        self.steps.append(step)
        if step.failed:
            raise StoppedError(len(self.steps) - 1, step)
        return step


_DEFINE: Final = Chain.define
_APPLY: Final = Chain.apply


@contextmanager
def _hooked(hook: _Hook) -> Iterator[None]:
    """Meanwhile chains grow by the hook; derivations make their chains themselves, so it is set there."""

    def define(chain: Chain, label: str, *body: sp.Basic) -> Step:
        return hook.define(chain, label, *body)

    def apply(chain: Chain, label: str, rule: Rule, *given: Step, **options: object) -> Step:
        return hook.apply(chain, label, rule, *given, **options)

    Chain.define, Chain.apply = define, apply  # type: ignore[method-assign, assignment] # set back below
    try:
        yield
    finally:
        Chain.define, Chain.apply = _DEFINE, _APPLY  # type: ignore[method-assign]


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TooLongError after so many CPU seconds; without limit where no alarm can be set."""
    if not hasattr(signal, "SIGVTALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooLongError(f"it did not come to an end within {seconds} CPU seconds")

    before = signal.signal(signal.SIGVTALRM, stop)
    # Once more each second: what catches all exceptions, as SymPy does in places, must not go on for ever.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _key(rule: Rule, inputs: tuple[sp.Basic, ...], options: Mapping[str, object]) -> object | None:
    key = (rule.name, rule.apply, rule.conditions, rule.check, inputs, tuple(sorted(options.items())))
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _recalled(rule: Rule, known: Step) -> Rule:
    """The rule with what it said before."""

    def check(*_: object, **__: object) -> str:
        if known.failed or known.check is None:
            raise CheckFailed(known.check)
        sentence: str = known.check
        return sentence

    return replace(
        rule,
        apply=lambda *_, **__: known.result,
        conditions=lambda *_, **__: known.conditions,
        check=None if rule.check is None else check,
    )


def faults_of(position: int, step: Step) -> Iterator[Fault]:
    """Each fault of one step; results that are none, or the step's own, are among them."""
    for number, (operator, make) in enumerate(_wrong(step.result)):
        yield Fault(
            position=position,
            label=step.label,
            operator=operator,
            number=number,
            true=step.result,
            make=make,
        )


def _wrong(result: sp.Basic) -> Iterator[tuple[str, Callable[[], sp.Basic]]]:
    """Results that a step might give by mistake; none for a statement without two sides."""
    if isinstance(result, Growth):
        for k, off in product(range(len(result.args[1])), (HALF, -HALF)):
            yield "exponent", partial(_grown_otherwise, result, k, off)
    elif isinstance(result, sp.Rel):
        for candidate in spread(list(_candidates(result.rhs)), MOST_CHANGES):
            yield candidate.operator, partial(_with_right, result, candidate.make)
        if isinstance(result, sp.Eq):
            yield WEAKENED, lambda: sp.Le(result.lhs, result.rhs, evaluate=False)
        if type(result) in _TURNED:
            yield "direction", lambda: _TURNED[type(result)](result.lhs, result.rhs, evaluate=False)


def _candidates(side: sp.Basic) -> Iterator[Candidate]:
    """The faults of one side of a statement; of a tuple, those of each entry alone."""
    if not isinstance(side, sp.Tuple):
        yield from candidates(side, frozenset(side.free_symbols))
        return
    for k, entry in enumerate(side):
        for candidate in _candidates(entry):
            yield replace(candidate, make=partial(_with_entry, side, k, candidate.make))


def _grown_otherwise(result: Growth, k: int, off: sp.Rational) -> Growth:
    powers = list(result.args[1])
    powers[k] = sp.Tuple(powers[k][0], powers[k][1] + off)
    return Growth(result.args[0], sp.Tuple(*powers))


def _with_right(result: sp.Rel, make: Make) -> sp.Rel:
    return result.func(result.lhs, make(), evaluate=False)


def _with_entry(side: sp.Tuple, k: int, make: Make) -> sp.Tuple:
    return sp.Tuple(*side[:k], make(), *side[k + 1 :])
