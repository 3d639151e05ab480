"""Second checks of a statement: both sides and the relation, in small random instances of its model.

Sizes, parameters, fixed vectors and free indices are drawn, the random objects are sampled, and the statement
is evaluated as its terms say, sharing nothing with any proof. Where the outcomes are few, means are exact
sums over all of them; else they are averages over batches of trials, and a relation between them is tested at
a z-score. Expansions are evaluated in ball arithmetic at growing sizes. A check that passes is no proof; one
that fails names its instance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from itertools import chain
from math import prod, sqrt
from typing import Any, Final

import numpy as np

from .array_functions import NoInstance
from .balls import surely
from .evaluation import Evaluator, Instance, OutsideDomain
from .heads import BINDERS, LIMITS, ORDERS
from .holding import BATCHES, TOGETHER, Undecided, holds
from .nearby_solutions import named, solve
from .node import Term, negation
from .outcomes import TRIALS, enumerated, objects, sample
from .substitution import instantiated, subterms, unfolded
from .symbol_values import ends_of_entries, entries, far_value, parameter_value, size_value, wide_value

LEAST_ERROR: Final = 1 / (TRIALS * BATCHES)
"""That of a number which was the same in all trials."""
_MOST_NUMBERS: Final = 2**20
"""Entries of one free vector."""
_TRIES: Final = 1000
_TRIES_WHOLE: Final = 40
"""Instances in which sizes that equations tie are whole, before any others are taken."""
_TRIES_FAR: Final = 400
"""Instances that are tried where magnitudes differ."""
_LONG: Final = (2**8, 2**10, 2**12, 2**14)
"""So many terms have the sums of an order that fails late."""
_OF_FORMULAS: Final = frozenset(
    {"number", "constant", "size", "parameter", "add", "mul", "power", "function"}
)
_TRIES_OF_MEANS: Final = 12
"""Instances in which a hypothesis about means is tried, which takes long."""
_TRIES_PER_INSTANCE: Final = 10
"""Instances that are drawn for one inside the domain."""
_ENTRIES: Final = 2048
_WORK: Final = 1024
"""Random entries of a trial, and values of which a number is made that is worked out at given sizes."""


class CheckFailed(ArithmeticError):  # noqa: N818 - an outcome
    """An instance in which the statement does not hold."""


def check(
    statement: Term,
    hypotheses: Iterable[Term] = (),
    *,
    instances: int = 3,
    seed: int = 1,
    special: bool = False,
    between: bool = False,
) -> str:
    """A sentence where the statement holds in every instance tried. Raises `CheckFailed` with one where not.

    An instance in which no side is a number is outside the domain, and another is drawn for it. Where the
    statement fails in none, but in one by means whose standard error is unknown, that is raised. Fixed
    vectors and matrices are `special` ones where that is asked for: long, of equal entries, unit vectors;
    sizes that occur as numbers alone are large ones then. Where equations have few solutions in whole sizes,
    others are taken; what fails there has failed for those who ask for what is `between` whole sizes.

    >>> from theorycheck.theory.model import Parameter
    >>> x = Parameter("x")
    >>> check(x**2 >= 0)
    'holds in 3 random instances'
    """
    given = tuple(hypotheses)
    # What is drawn for random objects does not depend on what was asked before.
    stream = (_Instances if objects(statement) else _shared)(
        *_drawn_for((statement, *given)), given, seed, special
    )
    inside, doubt, only_between = 0, None, False
    for place in range(_TRIES_PER_INSTANCE * instances):
        try:
            instance = stream.at(place)
        except NoInstance:
            if inside:
                # The hypotheses are met so rarely that no more was found.
                break
            raise
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                met = holds(statement, instance, stream.generator)
        except OutsideDomain:
            continue
        except Undecided as undecided:
            met, doubt = True, undecided
        if not (met or between or instance.has_whole_sizes):
            only_between = True
            continue
        if not met:
            if any(_is_estimated(fact, instance) for fact in given):
                raise NoInstance("An equation among the hypotheses holds only within its standard error.")
            raise CheckFailed(f"{statement} does not hold{_shown(statement, instance)}.")
        inside += 1
        if inside == instances:
            break
    if only_between and not inside:
        raise NoInstance("The hypotheses were met by sizes between whole ones alone, where it may fail.")
    if not inside:
        raise OutsideDomain(f"{statement} is no statement about numbers in any instance tried.")
    if doubt:
        raise doubt
    return f"holds in {inside} random instance{'s' * (inside > 1)}"


def check_far(statement: Term, hypotheses: Iterable[Term], *, seed: int = 1) -> None:
    """Raises `CheckFailed` for an order of formulas that fails where sizes and parameters are far apart, as
    k = 50 and n = 10000 are: both sides are balls there, so that no rounding is taken for a failure.

    >>> from theorycheck.theory.model import Size
    >>> n = Size("n")
    >>> check_far(n**3 <= 100 * 2**n, ())
    >>> check_far(n**2 <= 1000 * n, ())
    Traceback (most recent call last):
    theorycheck.theory.check.CheckFailed: n² ≤ 1000 n does not hold at n = 1177.
    """
    orders = (statement, *hypotheses)
    symbols = sorted(
        {own for order in orders for _, own in order.declarations}, key=lambda own: str(own.data)
    )
    if statement.head == "ne" or not all(map(_is_formula, orders)):
        return
    generator = np.random.default_rng(seed)
    for _ in range(_TRIES_FAR):
        _require_no_sure_failure(orders, {own: far_value(own, orders[1:], generator) for own in symbols})


def check_long(statement: Term, hypotheses: Iterable[Term], *, seed: int = 1) -> None:
    """Raises `CheckFailed` for an order of formulas and sums that fails where sums have many terms, in balls.

    >>> from theorycheck.theory.model import Index, Size
    >>> from theorycheck.theory.terms import Sum
    >>> j = Index("j", Size("n"))
    >>> check_long(Sum(j, 1 / j) <= 6, ())
    Traceback (most recent call last):
    theorycheck.theory.check.CheckFailed: ∑_j 1/j ≤ 6 does not hold at n = 256.
    """
    orders = (statement, *hypotheses)
    symbols = {own: None for order in orders for _, own in order.declarations}
    if not all(order.head in ORDERS and _has_plain_sums(order) for order in orders):
        return
    generator = np.random.default_rng(seed)
    for count in _LONG:
        point = {
            own: min(count, own.data[2] or count)
            if own.head == "size"
            else parameter_value(own, orders[1:], generator)
            for own in symbols
        }
        _require_no_sure_failure(orders, point)


def _require_no_sure_failure(orders: tuple[Term, ...], point: Mapping[Term, float]) -> None:
    """Raises `CheckFailed` where the first of some orders surely fails, and all others surely hold."""
    statement, *hypotheses = orders
    if surely(hypotheses, point) and surely((negation(statement),), point):
        raise CheckFailed(f"{statement} does not hold{_shown(statement, Instance(dict(point)))}.")


def _is_formula(order: Term) -> bool:
    """Whether it is an order of formulas of sizes and parameters."""
    small_and_large = chain(*map(subterms, order.args))
    return order.head in ORDERS and {part.head for part in small_and_large} <= _OF_FORMULAS


def instance_at(what: Term, hypotheses: Iterable[Term], values: Mapping[str, float]) -> Instance:
    """What is not random in a number, where its sizes and parameters are these.

    Free indices differ; fixed vectors are drawn and moved to where the hypotheses hold. Raises `NoInstance`
    where a size or parameter has no value, or a hypothesis that is not about random objects fails.
    """
    given, generator = tuple(hypotheses), np.random.default_rng(1)
    return _instance_at((what, *given), given, values, generator)


def instances_of(
    terms: Iterable[Term], hypotheses: Iterable[Term], count: int, *, wide: bool = False
) -> tuple[Instance, ...]:
    """Random values of the sizes and parameters, where the hypotheses hold; fewer where few are found.

    `wide` ones are of larger sizes too, and of parameters near their ends.
    """
    given = tuple(hypotheses)
    stream = _shared(*_drawn_for((*terms, *given)), given, 1, False, wide)
    found: list[Instance] = []
    with suppress(NoInstance):
        found.extend(stream.at(place) for place in range(count))
    return tuple(found)


def value_in(what: Term, instance: Instance) -> tuple[float, float]:
    """What a number is in an instance, as its terms say, and its standard error.

    Raises `NoInstance` where it takes too long.

    >>> from theorycheck.theory.laws import Rademacher
    >>> from theorycheck.theory.model import Model, iid, sizes
    >>> from theorycheck.theory.terms import E
    >>> (n,) = sizes("n")
    >>> s = Model(s=iid(Rademacher(), n)).s
    >>> what = E((s[1] + 1) ** 2)
    >>> value_in(what, instance_at(what, (), {"n": 2}))
    (2.0, 0.0)
    """
    if random_entries(what, instance) > _ENTRIES or _work(what, Evaluator(instance.values)) > _WORK:
        raise NoInstance(f"{what} takes too long to work out.")
    known = enumerated(what, instance)
    if known is not None:
        samples, weights = known
        return float(np.squeeze(Evaluator(instance.values, samples, weights).value(what))), 0.0
    generator = np.random.default_rng(1)
    found = [
        np.ravel(Evaluator(instance.values, sample(what, instance, generator, TOGETHER)).value(what))
        for _ in range(BATCHES // TOGETHER)
    ]
    # An event that no trial showed may be as likely as once in all of them.
    spread = float(np.std(found, ddof=1)) / sqrt(BATCHES)
    return float(np.mean(found)), max(spread, LEAST_ERROR)


def random_entries(what: Term, instance: Instance) -> int:
    """How many numbers a trial of a term draws."""
    sizes = Evaluator(instance.values)
    return sum(
        prod(int(sizes.value(part)) for part in (*own.args[1:], *own.args[0].shape)) for own in objects(what)
    )


def with_told_sizes(values: Mapping[str, float], hypotheses: Iterable[Term]) -> dict[str, float]:
    """The values, and those of the sizes that an equation tells from them.

    >>> from theorycheck.theory.model import sizes
    >>> n, d = sizes("n d")
    >>> with_told_sizes({"d": 8}, [n == d / 2 + 1])
    {'d': 8, 'n': 5.0}
    """
    told = dict(values)
    for fact in hypotheses:
        if fact.head != "eq" or fact.args[0].head != "size" or fact.args[0].data[0] in told:
            continue
        own, by = fact.args
        known = {size: told.get(name) for name, size in by.declarations}
        if all(size.head == "size" and value is not None for size, value in known.items()):
            told[own.data[0]] = float(Evaluator(known).value(by))
    return told


def _work(term: Term, sizes: Evaluator) -> int:
    """How many values a term is made of, about."""
    if term.head == "definition":
        return _work(unfolded(term), sizes)
    if term.head not in BINDERS:
        return 1 + sum(_work(part, sizes) for part in term.args)
    upper, *parts = term.args
    first = Term("index", (upper,), ("#1",))
    return 1 + int(sizes.value(upper)) * sum(_work(instantiated(part, first), sizes) for part in parts)


def _instance_at(
    terms: tuple[Term, ...],
    given: tuple[Term, ...],
    known: Mapping[str, float],
    generator: np.random.Generator,
) -> Instance:
    symbols = {own for term in terms for _, own in term.declarations}
    values: dict[Term, Any] = {}
    for own in (s for s in symbols if s.head in {"size", "parameter"}):
        name = own.data[0]
        if name not in known:
            raise NoInstance(f"{name} has no value.")
        values[own] = int(known[name]) if own.head == "size" else float(known[name])
    sizes = Evaluator(values)
    for own in sorted(symbols, key=lambda own: str(own.data)):
        if own.head == "fixed":
            shape = [int(sizes.value(dim)) for dim in own.shape]
            if prod(shape) > _MOST_NUMBERS:
                raise NoInstance(f"{own} has too many entries at {known}.")
            values[own] = generator.normal(size=shape)
    indices = sorted((own for own in symbols if own.head == "index"), key=lambda own: str(own.data))
    for place, own in enumerate(indices, start=1):
        if place > sizes.value(own.args[0]):
            raise NoInstance(f"{len(indices)} free indices do not differ at {known}.")
        values[own] = place
    equations = [fact for fact in given if fact.head == "eq" and not objects(fact)]
    _solve(equations, values, named(equations, {"fixed"}))
    of_numbers = (fact for fact in given if not objects(fact))
    failing = next((fact for fact in of_numbers if not _meets(fact, values, generator)), None)
    if failing is not None:
        raise NoInstance(f"{failing} does not hold at {known}.")
    return Instance(values)


def _meets(fact: Term, values: dict[Term, Any], generator: np.random.Generator) -> bool:
    """Whether the hypothesis is seen to hold; outside its domain it does not."""
    try:
        return holds(fact, Instance(values), generator)
    except (OutsideDomain, Undecided):
        return False


def _is_estimated(fact: Term, instance: Instance) -> bool:
    """Whether it is an equation of means that trials cannot tell from one that nearly holds."""
    return fact.head == "eq" and bool(objects(fact)) and enumerated(fact, instance) is None


def _shown(statement: Term, instance: Instance) -> str:
    """Where it fails, by the values that matter: those of what a limit binds do not."""
    limit = statement.args[LIMITS[statement.head] :] if statement.head in LIMITS else ()
    bound = {*limit[:1], *(tie.args[0] for tie in limit[1:])}
    values = {own: value for own, value in instance.values.items() if own not in bound}
    return f" at {Instance(values)}" if values else " at four growing sizes" if limit else ""


class _Instances:
    """Random instances of symbols in which hypotheses hold, each drawn when it is first asked for."""

    def __init__(
        self,
        symbols: tuple[Term, ...],
        counted: bool,
        plain: bool,
        given: tuple[Term, ...],
        seed: int,
        special: bool,
        wide: bool = False,
    ) -> None:
        self.generator = np.random.default_rng(seed)
        self._draw = partial(_instance, symbols, counted, plain, given, self.generator, special, wide)
        self._known: list[Instance] = []
        self._end: NoInstance | None = None

    def at(self, place: int) -> Instance:
        """The instance at a place, from 0 on. Raises `NoInstance` where no more is found."""
        while len(self._known) <= place:
            if self._end is not None:
                raise self._end.with_traceback(None)
            try:
                self._known.append(self._draw())
            except NoInstance as end:
                self._end = end
            except BaseException:
                # What is drawn next would depend on where this one broke off.
                _shared.cache_clear()
                raise
        return self._known[place]


_shared = lru_cache(maxsize=2**8)(_Instances)
"""Those that statements under the same hypotheses share: one to be proved, steps towards it, neighbours."""


def _drawn_for(terms: tuple[Term, ...]) -> tuple[tuple[Term, ...], bool, bool]:
    """The symbols of terms; whether sizes occur in them as numbers alone; whether large sizes cost little."""
    symbols = sorted({own for term in terms for _, own in term.declarations}, key=lambda own: str(own.data))
    return tuple(symbols), all(map(_counts_nothing, terms)), all(map(_has_plain_sums, terms))


def _instance(
    symbols: tuple[Term, ...],
    counted: bool,
    plain: bool,
    given: tuple[Term, ...],
    generator: np.random.Generator,
    special: bool,
    wide: bool,
) -> Instance:
    of_numbers = [fact for fact in given if not objects(fact)]
    of_means = sorted((fact for fact in given if objects(fact)), key=lambda fact: fact.head != "eq")
    equations = [fact for fact in of_numbers if fact.head == "eq"]
    moved = named(equations, {"fixed", "parameter"})
    tied = named(equations, {"size"}) if counted else []
    settled, open_ = [], []
    for fact in of_numbers:
        # No solution changes what is not about what is moved.
        is_open = {*moved, *tied} & {own for _, own in fact.declarations}
        (open_ if is_open else settled).append(fact)
    left = _TRIES_OF_MEANS
    for attempt in range(_TRIES):
        values = _drawn(
            symbols, given, of_numbers, generator, special=special, are_large=special and plain, wide=wide
        )
        if not all(_meets(fact, values, generator) for fact in settled):
            continue
        _solve(equations, values, [*moved, *_some_of(tied, attempt, generator)])
        fits = all(own.data[1] <= values[own] <= (own.data[2] or np.inf) for own in tied)
        fits &= attempt >= _TRIES_WHOLE or Instance(values).has_whole_sizes
        if fits and all(_meets(fact, values, generator) for fact in open_):
            if all(_meets(fact, values, generator) for fact in of_means):
                return Instance(values)
            left -= 1
        if not left:
            break
    raise NoInstance(f"No instance was found in which {', '.join(map(repr, given))} holds.")


def _drawn(
    symbols: tuple[Term, ...],
    given: tuple[Term, ...],
    of_numbers: list[Term],
    generator: np.random.Generator,
    *,
    special: bool,
    are_large: bool,
    wide: bool,
) -> dict[Term, Any]:
    """Values of the symbols, sizes first; of what an equation tells, that."""
    values: dict[Term, Any] = {}
    for own in (s for s in symbols if s.head == "size"):
        values[own] = (
            wide_value(own, given, generator) if wide else size_value(own, generator, is_large=are_large)
        )
    sizes = Evaluator(values)
    # The ends of entries may be parameters.
    for own in sorted(symbols, key=lambda own: own.head != "parameter"):
        if own.head == "parameter":
            values[own] = (wide_value if wide else parameter_value)(own, given, generator)
        elif own.head == "fixed":
            shape = tuple(int(sizes.value(dim)) for dim in own.shape)
            ends = ends_of_entries(own, of_numbers, values)
            values[own] = entries(shape, ends, generator, special=special)
        elif own.head == "index":
            values[own] = int(generator.integers(1, int(sizes.value(own.args[0])) + 1))
    for fact in given:
        if fact.head == "eq" and fact.args[0].head in {"parameter", "fixed"}:
            values[fact.args[0]] = Evaluator(values).value(fact.args[1])
    return values


def _counts_nothing(term: Term) -> bool:
    """Whether sizes occur as numbers alone, so that one between two whole ones has a meaning."""
    return _has_plain_sums(term) and not any(part.head in BINDERS for part in subterms(term))


def _has_plain_sums(term: Term) -> bool:
    """Whether it is made of sizes and parameters, with no sum in another, so that large sizes cost little."""
    binders = [part for part in subterms(term) if part.head in BINDERS]
    plain = all(own.head in {"size", "parameter"} for _, own in term.declarations)
    return plain and not any(part.head in BINDERS for own in binders for part in subterms(own)[1:])


def _some_of(tied: list[Term], attempt: int, generator: np.random.Generator) -> list[Term]:
    """The sizes that are moved to where equations hold: none and one in turn, so that all are whole; after
    many attempts all at once, as whole ones solve few equations.
    """
    if attempt >= _TRIES_WHOLE:
        return tied
    return [tied[int(generator.integers(len(tied)))]] if tied and attempt % 2 else []


def _solve(equations: list[Term], values: dict[Term, Any], moved: list[Term]) -> None:
    """Move what may be moved to a nearby solution of the equations, where not all hold."""
    if moved and not all(holds(fact, Instance(values), np.random.default_rng(0)) for fact in equations):
        solve(equations, values, moved)
