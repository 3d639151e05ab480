"""Second checks of a statement: both sides and the relation, in small random instances of its model.

Sizes, parameters, fixed vectors and free indices are drawn, the random objects are sampled, and the statement
is evaluated as its terms say, sharing nothing with any proof. Where the outcomes are few, means are exact
sums over all of them; else they are averages over batches of trials, and a relation between them is tested at
a z-score. Expansions are evaluated in ball arithmetic at growing sizes. A check that passes is no proof; one
that fails names its instance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from math import prod, sqrt
from typing import Any, Final

import numpy as np

from .balls import NoBall, holds_in_the_limit, surely
from .evaluation import ROUNDING, Array, Evaluator, Instance, NoInstance, OutsideDomain
from .heads import BINDERS, LIMITS, ORDERS, RELATIONS
from .nearby_solutions import named, solve
from .node import Term, negation, number
from .outcomes import RELATIVE, TRIALS, enumerated, objects, sample
from .substitution import instantiated, subterms, unfolded
from .symbol_values import ends_of_entries, entries, far_value, parameter_value, size_value
from .terms import E, exp

_BATCHES: Final = 24
_TOGETHER: Final = 4
"""Batches of trials, and of these so many that are drawn and evaluated at once."""
_Z: Final = 6.0
_LOOKS: Final = {4: 100.0, 8: 12.0}
"""Standard errors of the first few batches at which no more are looked at: such a z-score of so few is as
rare as _Z of all."""
_MOST_NUMBERS: Final = 2**20
"""Entries of one free vector."""
_MOST_OF_ONE: Final = 0.1
"""The share that one trial may have in the squared deviations from a mean. Of a normal number
it is about 0.06 for the fourth power. Where the variance is infinite it stays larger for any number of
trials, and the mean may be any number of standard errors away.
"""
_TRIES: Final = 1000
_TRIES_WHOLE: Final = 40
"""Instances in which sizes that equations tie are whole, before any others are taken."""
_TRIES_FAR: Final = 400
"""Instances that are tried where magnitudes differ."""
_OF_FORMULAS: Final = frozenset(
    {"number", "constant", "size", "parameter", "add", "mul", "power", "function"}
)
_TRIES_OF_MEANS: Final = 12
"""Instances in which a hypothesis about means is tried, which takes long."""
_TRIES_PER_INSTANCE: Final = 10
"""Instances that are drawn for one inside the domain."""
_RAREST: Final = 1e-12
"""Taken for the probability of what no trial showed, whose logarithm and inverse are numbers then."""
_ENTRIES: Final = 2048
_WORK: Final = 1024
"""Random entries of a trial, and values of which a number is made that is worked out at given sizes."""


class Undecided(NoInstance):
    """An instance in which one trial makes so much of a mean that its standard error is unknown."""


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
    generator = np.random.default_rng(seed)
    inside, doubt, only_between = 0, None, False
    for _ in range(_TRIES_PER_INSTANCE * instances):
        try:
            instance = _instance((statement, *given), given, generator, special=special)
        except NoInstance:
            if inside:
                # The hypotheses are met so rarely that no more was found.
                break
            raise
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                holds = _holds(statement, instance, generator)
        except OutsideDomain:
            continue
        except Undecided as undecided:
            holds, doubt = True, undecided
        if not (holds or between or instance.has_whole_sizes):
            only_between = True
            continue
        if not holds:
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
        point = {own: far_value(own, orders[1:], generator) for own in symbols}
        if surely(orders[1:], point) and surely((negation(statement),), point):
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


def instances_of(terms: Iterable[Term], hypotheses: Iterable[Term], count: int) -> tuple[Instance, ...]:
    """Random values of the sizes and parameters, where the hypotheses hold; fewer where few are found."""
    given, generator = tuple(hypotheses), np.random.default_rng(1)
    found: list[Instance] = []
    with suppress(NoInstance):
        while len(found) < count:
            found.append(_instance((*terms, *given), given, generator))
    return tuple(found)


def value_in(what: Term, instance: Instance) -> tuple[float, float]:
    """What a number is in an instance, as its terms say, and its standard error.

    Raises `NoInstance` where it takes too long.

    >>> from theorycheck.theory.laws import Rademacher
    >>> from theorycheck.theory.model import Model, iid, sizes
    >>> (n,) = sizes("n")
    >>> s = Model(s=iid(Rademacher(), n)).s
    >>> what = E((s[1] + 1) ** 2)
    >>> value_in(what, instance_at(what, (), {"n": 2}))
    (2.0, 0.0)
    """
    sizes = Evaluator(instance.values)
    entries = (
        prod(int(sizes.value(part)) for part in (*own.args[1:], *own.args[0].shape)) for own in objects(what)
    )
    if sum(entries) > _ENTRIES or _work(what, sizes) > _WORK:
        raise NoInstance(f"{what} takes too long to work out.")
    known = enumerated(what, instance)
    if known is not None:
        samples, weights = known
        return float(np.squeeze(Evaluator(instance.values, samples, weights).value(what))), 0.0
    generator = np.random.default_rng(1)
    found = [
        np.ravel(Evaluator(instance.values, sample(what, instance, generator, _TOGETHER)).value(what))
        for _ in range(_BATCHES // _TOGETHER)
    ]
    # An event that no trial showed may be as likely as once in all of them.
    spread = float(np.std(found, ddof=1)) / sqrt(_BATCHES)
    return float(np.mean(found)), max(spread, 1 / (TRIALS * _BATCHES))


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
    values |= {own: place for place, own in enumerate(indices, start=1)}
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
        return _holds(fact, Instance(values), generator)
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


def _instance(
    terms: tuple[Term, ...],
    given: tuple[Term, ...],
    generator: np.random.Generator,
    *,
    special: bool = False,
) -> Instance:
    symbols = sorted({own for term in terms for _, own in term.declarations}, key=lambda own: str(own.data))
    of_numbers = [fact for fact in given if not objects(fact)]
    of_means = sorted((fact for fact in given if objects(fact)), key=lambda fact: fact.head != "eq")
    equations = [fact for fact in of_numbers if fact.head == "eq"]
    moved = _moved(equations)
    counted, plain = all(map(_counts_nothing, terms)), all(map(_has_plain_sums, terms))
    tied = _tied(equations) if counted else []
    settled = [fact for fact in of_numbers if not {*moved, *tied} & {own for _, own in fact.declarations}]
    left = _TRIES_OF_MEANS
    for attempt in range(_TRIES):
        values: dict[Term, Any] = {}
        for own in (s for s in symbols if s.head == "size"):
            values[own] = size_value(own, generator, is_large=special and plain)
        sizes = Evaluator(values)
        # The ends of entries may be parameters.
        for own in sorted(symbols, key=lambda own: own.head != "parameter"):
            if own.head == "parameter":
                values[own] = parameter_value(own, given, generator)
            elif own.head == "fixed":
                shape = tuple(int(sizes.value(dim)) for dim in own.shape)
                ends = ends_of_entries(own, of_numbers, values)
                values[own] = entries(shape, ends, generator, special=special)
            elif own.head == "index":
                values[own] = int(generator.integers(1, int(sizes.value(own.args[0])) + 1))
        for fact in given:
            if fact.head == "eq" and fact.args[0].head in {"parameter", "fixed"}:
                values[fact.args[0]] = Evaluator(values).value(fact.args[1])
        if not all(_meets(fact, values, generator) for fact in settled):
            # No solution changes that.
            continue
        _solve(equations, values, [*moved, *_some_of(tied, attempt, generator)])
        fits = all(own.data[1] <= values[own] <= (own.data[2] or np.inf) for own in tied)
        fits &= attempt >= _TRIES_WHOLE or Instance(values).has_whole_sizes
        if fits and all(_meets(fact, values, generator) for fact in of_numbers):
            if all(_meets(fact, values, generator) for fact in of_means):
                return Instance(values)
            left -= 1
        if not left:
            break
    raise NoInstance(f"No instance was found in which {', '.join(map(repr, given))} holds.")


def _counts_nothing(term: Term) -> bool:
    """Whether sizes occur as numbers alone, so that one between two whole ones has a meaning."""
    return _has_plain_sums(term) and not any(part.head in BINDERS for part in subterms(term))


def _has_plain_sums(term: Term) -> bool:
    """Whether it is made of sizes and parameters, with no sum in another, so that large sizes cost little."""
    binders = [part for part in subterms(term) if part.head in BINDERS]
    plain = all(own.head in {"size", "parameter"} for _, own in term.declarations)
    return plain and not any(part.head in BINDERS for own in binders for part in subterms(own)[1:])


def _moved(equations: Iterable[Term]) -> list[Term]:
    """The fixed vectors and parameters of the equations, by name."""
    return named(equations, {"fixed", "parameter"})


def _tied(equations: Iterable[Term]) -> list[Term]:
    """The sizes of the equations, by name."""
    return named(equations, {"size"})


def _some_of(tied: list[Term], attempt: int, generator: np.random.Generator) -> list[Term]:
    """The sizes that are moved to where equations hold: none and one in turn, so that all are whole; after
    many attempts all at once, as whole ones solve few equations.
    """
    if attempt >= _TRIES_WHOLE:
        return tied
    return [tied[int(generator.integers(len(tied)))]] if tied and attempt % 2 else []


def _solve(equations: list[Term], values: dict[Term, Any], moved: list[Term]) -> None:
    """Move what may be moved to a nearby solution of the equations, where not all hold."""
    if moved and not all(_holds(fact, Instance(values), np.random.default_rng(0)) for fact in equations):
        solve(equations, values, moved)


def _holds(statement: Term, instance: Instance, generator: np.random.Generator) -> bool:
    """Whether the statement holds, for every draw or within its standard error."""
    if statement.is_random:
        draw = next(_evaluators(statement, instance, generator))
        return bool(np.all(_happens(statement, draw)))
    match statement.head:
        case "and":
            return all(_holds(part, instance, generator) for part in statement.args)
        case "or":
            return any(_holds(part, instance, generator) for part in statement.args)
        case "all" | "any":
            parts = (_holds(part, inside, generator) for part, inside in _instances(statement, instance))
            return all(parts) if statement.head == "all" else any(parts)
        case "true" | "false":
            return statement.head == "true"
        case "sub_gaussian":
            return all(_holds(part, instance, generator) for part in _exponential_moments(statement))
    if statement.head in LIMITS:
        return _holds_in_the_limit(statement, instance)
    if statement.head not in RELATIONS:
        raise NoInstance(f"{statement} is no relation.")
    return _relation_holds(statement, _evaluators(statement, instance, generator))


def _relation_holds(statement: Term, evaluators: Iterator[Evaluator]) -> bool:
    """Whether a relation between numbers holds, exactly in all outcomes, or within its standard error."""
    differences: list[Array] = []
    drawn = []
    for draw in evaluators:
        one, other = _sides(statement, draw)
        differences.extend(one - other)
        drawn.append(draw)
        # What it has worked out is not asked for again, and takes memory.
        draw.known.clear()
        seen = _seen_early(statement, differences, drawn)
        if seen is not None:
            return seen
    is_exact = len(differences) == 1
    mean, size = np.mean(differences, axis=0), 1 + np.minimum(np.abs(one[-1]), np.abs(other[-1]))
    if is_exact and statement.head in {"lt", "gt"}:
        # Nothing is estimated, so that equality up to rounding is not strict.
        return bool((mean if statement.head == "gt" else -mean) > ROUNDING * size)
    spread = np.std(differences, axis=0, ddof=1) / np.sqrt(len(differences)) if len(differences) > 1 else 0.0
    every = np.any if statement.head == "ne" else np.all
    error = _Z * spread + RELATIVE * size
    if every(_related(statement.head, mean, error)) or is_exact:
        return bool(every(_related(statement.head, mean, error)))
    # Where a side is not linear in its means, that of batches is biased, more so than that of all trials.
    difference, unseen, rests_on_few = _of_all(statement, drawn)
    holds = bool(every(_related(statement.head, difference, error + unseen)))
    if not holds and rests_on_few:
        raise Undecided(f"The means in {statement} rest on too few of the trials to be told from these.")
    return holds


def _sides(statement: Term, draw: Evaluator) -> tuple[Array, Array]:
    """Both sides of a relation between numbers, in each batch; in one where they are the same in all."""
    sides = zip(_values(statement, draw), statement.args, strict=True)
    one, other = (value[:, 0] if value.ndim > len(side.shape) else value[None] for value, side in sides)
    return tuple(np.broadcast_arrays(one, other))


def _values(relation: Term, draw: Evaluator) -> tuple[Array, Array]:
    """The values of both sides. Raises `OutsideDomain` where neither side has finite ones, or one has none as
    factorials in it are too large whose quotient is not.
    """
    one, other = (np.asarray(draw.value(side), dtype=float) for side in relation.args)
    finite = np.isfinite(one).all(), np.isfinite(other).all()
    if not any(finite) or not (all(finite) or _is_told(relation, draw)):
        raise OutsideDomain(f"No side of {relation} is a number, or one is too large for one.")
    return one, other


def _is_told(relation: Term, draw: Evaluator) -> bool:
    """Whether no product has a factor that is too large for a number beside one that makes it smaller."""
    products = (
        [draw.known.get(x, 1.0) for x in part.args] for part in subterms(relation) if part.head == "mul"
    )
    return not any(
        any(np.isinf(x).any() for x in values) and any((np.abs(x) < 1).any() for x in values)
        for values in products
    )


def _of_all(statement: Term, drawn: list[Evaluator]) -> tuple[Array, Array, bool]:
    """The difference of the sides over all trials; how far it moves where events that never, or always,
    happened in the N trials have the probability p > 0 for which that, exp(-N p), is as rare as _Z; and
    whether one trial makes so much of a mean that its standard error is unknown.
    """
    shares: list[float] = []
    pooled = _pooled(drawn)
    rare = replace(pooled, unseen=_Z**2 / (2 * TRIALS * _TOGETHER * len(drawn)), known={})
    one, other = _sides(statement, replace(pooled, shares=shares, unseen=_RAREST))
    low, high = _sides(statement, rare)
    difference = one[0] - other[0]
    unseen = np.abs(difference - (low[0] - high[0]))
    return difference, unseen, max(shares, default=0.0) > _MOST_OF_ONE


def _seen_early(statement: Term, differences: list[Array], drawn: list[Evaluator]) -> bool | None:
    """Whether the relation holds, where few batches tell beyond doubt; of an equation, that it does not."""
    far = _LOOKS.get(len(differences))
    if far is None or statement.head == "ne":
        return None
    spread = np.std(differences, axis=0, ddof=1) / np.sqrt(len(differences))
    doubt = far * (spread + RELATIVE)
    if _told(statement.head, np.mean(differences, axis=0), doubt) is None:
        return None
    difference, unseen, rests_on_few = _of_all(statement, drawn)
    return None if rests_on_few else _told(statement.head, difference, doubt + unseen)


def _told(head: str, difference: Array, doubt: Array) -> bool | None:
    """Whether a relation holds whatever lies within the doubt; none where that matters."""
    if np.isnan(difference + doubt).any():
        return None
    if not np.all(_related(head, difference, doubt)):
        return False
    return True if head != "eq" and np.all(_related(head, difference, -doubt)) else None


def _pooled(drawn: list[Evaluator]) -> Evaluator:
    """All trials as one batch."""
    samples = {own: np.concatenate([one.samples[own] for one in drawn]) for own in drawn[0].samples}
    whole = {own: values.reshape(1, -1, *values.shape[2:]) for own, values in samples.items()}
    return replace(drawn[0], samples=whole, known={})


def _happens(event: Term, draw: Evaluator) -> Any:  # noqa: ANN401
    """In which trials a random event happens, up to rounding."""
    match event.head:
        case "and" | "or":
            parts = [_happens(part, draw) for part in event.args]
            return np.logical_and(*parts) if event.head == "and" else np.logical_or(*parts)
        case "all" | "any":
            parts = [_happens(part, inside) for part, inside in draw.bodies(event)]
            return np.all(parts, axis=0) if event.head == "all" else np.any(parts, axis=0)
    if event.head not in RELATIONS:
        raise NoInstance(f"{event} is no relation.")
    one, other = _values(event, draw)
    entries = _related(event.head, one - other, RELATIVE * (1 + np.abs(one) + np.abs(other)))
    places = tuple(range(-len(event.args[0].shape), 0))
    return np.any(entries, axis=places) if event.head == "ne" else np.all(entries, axis=places)


def _instances(binder: Term, instance: Instance) -> list[tuple[Term, Instance]]:
    """The body at each index that meets the condition, with the instance that knows the index."""
    return [(body, Instance(inside.values)) for body, inside in Evaluator(instance.values).bodies(binder)]


def _evaluators(statement: Term, instance: Instance, generator: np.random.Generator) -> Iterator[Evaluator]:
    """All outcomes where they are few, else batches of trials, some of them together.

    Trials have a generator of their own: what is drawn next does not depend on how many were asked for.
    """
    known = enumerated(statement, instance)
    if known is not None:
        samples, weights = known
        yield Evaluator(instance.values, samples, weights)
        return
    (own,) = generator.spawn(1)
    # A level that is looked for is looked for in one batch.
    together = 1 if any(part.head == "first_at" for part in subterms(statement)) else _TOGETHER
    for _ in range(_BATCHES // together):
        yield Evaluator(instance.values, sample(statement, instance, own, together))


def _holds_in_the_limit(statement: Term, instance: Instance) -> bool:
    exact = {
        symbol: Fraction(value).limit_denominator(1000)
        for symbol, value in instance.values.items()
        if symbol.head in {"size", "parameter", "index"}
    }
    try:
        return holds_in_the_limit(statement, exact)
    except NoBall as nothing:
        raise NoInstance(str(nothing)) from nothing


def _exponential_moments(statement: Term) -> list[Term]:
    """E exp(s (x - E x)) <= exp(s^2 v / 2) for some numbers s."""
    x, proxy = statement.args
    steps = [number(Fraction(sign * k, 4)) for k in (1, 2, 4, 6) for sign in (1, -1)]
    return [E(exp(s * (x - E(x)))) <= exp(s**2 * proxy / 2) for s in steps]


def _related(head: str, difference: Array, error: Array) -> Array:
    match head:
        case "eq":
            return np.abs(difference) <= error
        case "ne":
            return np.abs(difference) > error
        case "le" | "lt":
            return difference <= error
    return difference >= -error
