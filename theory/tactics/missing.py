"""Why a statement is not shown: an instance in which it fails, or the one hypothesis with which it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, islice, permutations
from typing import Final

from ..array_functions import NoInstance
from ..check import CheckFailed, check_long, instances_of
from ..kernel import Theorem, apply
from ..kernel.conditions import is_told
from ..kernel.theorem import SIDE
from ..laws import existence
from ..model import Index
from ..node import Term, is_number, number
from ..outcomes import objects
from ..substitution import subterms
from ..terms import all_, inner
from .factors import is_inverse
from .goals import NOT_FOR_THIS, OF_NUMBERS, failing_instance
from .rewriting import collected

Given = tuple[Theorem, ...]
MOST_CANDIDATES: Final = 8
_OPPOSITE: Final = {"le": "ge", "ge": "le"}
_FEW: Final = 6
"""Instances of an order of means in which a counterexample to what is tried is looked for."""


def missing(
    about: Term, given: Given, attempt: Callable[[Term, Given], Theorem], most: int = MOST_CANDIDATES
) -> str:
    """The one hypothesis with which the attempt succeeds, or those of one kind, as a sentence; nothing where
    there is none of at most so many that are tried.
    """
    orders = tuple(fact for fact in given if fact.proposition.head in SIDE)
    said = {fact.proposition for fact in given}
    told = (
        tuple(one for one in hypotheses if one not in said and _is_open(one, orders))
        for hypotheses in chain([_of_laws(about), denominators_of(about)], _candidates(about))
    )
    for hypotheses in islice(filter(None, told), most):
        facts = tuple(
            apply("assume", proposition=hypothesis, ground="condition", because="the case considered")
            for hypothesis in hypotheses
        )
        together = [fact.proposition for fact in (*given, *facts) if not objects(fact.proposition)]
        if not instances_of((about,), together, 1):
            continue
        if about.sort == "event" and counterexample(about, (*given, *facts)):
            continue
        try:
            attempt(about, (*given, *facts))
        except NOT_FOR_THIS:
            continue
        return f"Missing hypothesis: {' and '.join(map(repr, hypotheses))}"
    return ""


def _is_open(one: Term, orders: Given) -> bool:
    """Whether it is not told, and leaves more than the end of a range: x <= 1 leaves one number of x >= 1."""
    if one.head == "all":
        return True
    ends = Term(_OPPOSITE[one.head], one.args) if one.head in _OPPOSITE else one
    return not is_told(one, orders) and (ends is one or not is_told(ends, orders))


def _of_laws(about: Term) -> tuple[Term, ...]:
    """What is needed of the parameters of laws, for these to be laws."""
    drawn = [own for _, own in about.declarations if own.head in {"random", "family"}]
    return tuple(dict.fromkeys(one for own in drawn for one in existence(own.args[0])))


def denominators_of(about: Term) -> tuple[Term, ...]:
    """That what is divided by is positive, of sums, lengths and the like."""
    inverses = (x.args[0] for x in subterms(about) if is_inverse(x) and not x.loose)
    bases = (x.args[0] if x.head == "power" else x for x in inverses if not x.is_random)
    return tuple(x > 0 for x in dict.fromkeys(bases) if any(own.head == "fixed" for own in subterms(x)))


def _candidates(about: Term) -> Iterator[tuple[Term, ...]]:
    """What may be missing: that what is divided by is not 0, that indices differ, the signs of parameters,
    that one is at most 1, that a vector is not 0 or none is, and that a dimension is 2 or 3.
    """
    symbols = sorted((own for _, own in about.declarations), key=repr)
    yield from ((one,) for one in _not_divided_by(about))
    for one, other in combinations([own for own in symbols if own.head == "index"], 2):
        if one.args[0] is other.args[0]:
            yield (Term("ne", (one, other)),)
    parameters = [own for own in symbols if own.head == "parameter"]
    for head, end in (("ge", 0), ("gt", 0), ("le", 1)):
        yield from ((Term(head, (own, number(end))),) for own in parameters)
    yield from _signs_of_entries(about, symbols)
    vectors = [inner(own, own) > 0 for own in symbols if own.head == "fixed" and len(own.shape) == 1]
    yield from ((own,) for own in vectors)
    if len(vectors) > 1:
        yield tuple(vectors)
    differences = [part.args[0] for part in subterms(about) if part.data == ("gamma",)]
    pairs = [(k, n) for k, n in permutations([own for own in symbols if own.head == "size"], 2)]
    for head in ("le", "lt"):
        yield from ((Term(head, (k, n)),) for k, n in pairs if n - k + 1 in differences)
    free = [own for own in symbols if own.head == "size" and own.data[1] == 1]
    for least_value in (2, 3):
        yield from ((Term("ge", (own, number(least_value))),) for own in free)


def _not_divided_by(about: Term) -> Iterator[Term]:
    """a != c, where an equation divides by a - c or c - a."""
    if about.head != "eq":
        return
    inverses = (x.args[0] for x in subterms(about) if x.head == "power" and is_number(x.args[1], -1))
    for base in dict.fromkeys(inverses):
        for a in (own for _, own in base.declarations if own.head == "parameter"):
            place = collected(a - base), collected(a + base)
            yield from (Term("ne", (a, c)) for c in place if is_number(c))


def _signs_of_entries(about: Term, symbols: Iterable[Term]) -> Iterator[tuple[Term, ...]]:
    """That no entry is negative, or that all are positive, of one vector whose logarithms, roots or inverses
    are taken, or of all.
    """
    inside = [part.args[0] for part in subterms(about) if part.data == ("log",) or part.head == "power"]
    drawn = {x.args[0] for part in inside for x in subterms(part) if x.head == "component"}
    j = {own: Index("j", own.shape[0]) for own in symbols if own in drawn and len(own.shape) == 1}
    if len(j) > 1:
        yield from ((all_(index, own[index] >= 0),) for own, index in j.items())
        yield from ((all_(index, own[index] > 0),) for own, index in j.items())
    positive_entries = tuple(all_(index, own[index] > 0) for own, index in j.items())
    if positive_entries:
        yield positive_entries


def late_counterexample(goal: Term, given: Given) -> str:
    """Where an order of sums fails that have many terms; nothing where it is not seen to."""
    try:
        check_long(goal, [fact.proposition for fact in given])
    except CheckFailed as failure:
        return str(failure).removeprefix(f"{goal} ").rstrip(".")
    return ""


def counterexample(goal: Term, given: Given, *, exact: bool = True) -> str:
    """Where the statement fails, as `does not hold at ...`; nothing where no such instance is found."""
    try:
        instances = _FEW if objects(goal) else OF_NUMBERS
        return failing_instance(goal, given, instances=instances, exact=exact)
    except (NoInstance, ArithmeticError, ValueError):
        return ""
