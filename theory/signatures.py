"""Signatures: what each head takes, and the sort and shape of the term that it makes.

There is one check for each head, which raises `ValueError` where the parts or the data do not fit.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from .heads import BINDERS, CONSTANTS, FUNCTIONS, LIMITS, RELATIONS
from .law_signatures import LAWS, Check, Checked, check_law, number_law, vector_law
from .requirements import (
    MATRIX,
    Part,
    is_integer,
    is_natural,
    is_value,
    require,
    require_dimensions,
    require_name,
    require_place,
    require_scalars,
    require_square,
)

Parts = tuple[Part, ...]
Data = tuple[Any, ...]
_SCALAR: Final[Checked] = ("real", ())
_EVENT: Final[Checked] = ("event", ())


def _of(count: int, sentence: str) -> Callable[[Callable[..., Checked]], Check]:
    """The check of a head with so many parts and no data, from what is said of the parts."""

    def taking(made: Callable[..., Checked]) -> Check:
        def check(args: Parts, _: Data) -> Checked:
            require(len(args) == count, sentence)
            return made(*args)

        return check

    return taking


def _of_values(sentence: str, *ranks: int | None, made: Callable[..., Checked]) -> Check:
    """The check of a head of numbers and arrays with so many dimensions each, any where there is none."""

    def check(args: Parts, _: Data) -> Checked:
        require(len(args) == len(ranks) and all(map(is_value, args, ranks)), sentence)
        return made(*args)

    return check


def _scalars(least_count: int, most: int | None = None) -> Check:
    def check(args: Parts, _: Data) -> Checked:
        fits = least_count <= len(args) and (most is None or len(args) <= most)
        require(fits, "{} parts are wrong.", len(args))
        require_scalars("This term", args)
        return _SCALAR

    return check


# Symbols and random objects.


def _number(args: Parts, data: Data) -> Checked:
    require(not args and len(data) == 2 and all(type(x) is int for x in data), "{} is no fraction.", data)  # noqa: PLR2004
    require(data[1] > 0 and math.gcd(*data) == 1, "{} is not a fraction in lowest terms.", data)
    return _SCALAR


def _constant(args: Parts, data: Data) -> Checked:
    require(not args and len(data) == 1 and data[0] in CONSTANTS, "There is no constant {}.", data)
    return _SCALAR


def _size(args: Parts, data: Data) -> Checked:
    require_name(data, 3)
    _, low, high = data
    whole = not args and type(low) is int and low >= 0
    require(whole, "The least value {} of a size is no whole number.", low)
    fits = high is None or (type(high) is int and high >= low)
    require(fits, "The largest value {} is below {}.", high, low)
    return _SCALAR


def _parameter(args: Parts, data: Data) -> Checked:
    require_name(data)
    require(not args, "A parameter is one number.")
    return _SCALAR


def _fixed(args: Parts, data: Data) -> Checked:
    require_name(data)
    require(0 < len(args) <= MATRIX, "A fixed object is a vector or a matrix.")
    require_dimensions(args)
    return "real", args


def _index(args: Parts, data: Data) -> Checked:
    require_name(data)
    require(len(args) == 1, "An index has one range.")
    require_dimensions(args)
    return "index", ()


def _permuted(args: Parts, data: Data) -> Checked:
    require_name(data)
    require(len(args) == 2, "A permutation has a range, and takes one place of it.")  # noqa: PLR2004
    upper, place = args
    require_dimensions((upper,))
    require(not place.is_random, "The place {} is random.", place)
    require_place(place, upper, upper)
    return "index", ()


def _bound(args: Parts, data: Data) -> None:
    require(len(data) == 1 and type(data[0]) is int and data[0] >= 0, "{} is no depth.", data)
    require(not any(part.loose for part in args), "The range of a bound index holds no bound index.")
    require_dimensions(args)


def _bound_index(args: Parts, data: Data) -> Checked:
    _bound(args, data)
    require(len(args) == 1, "An index has one range.")
    return "index", ()


def _bound_value(args: Parts, data: Data) -> Checked:
    _bound(args, data)
    return "real", args


def _random(args: Parts, data: Data) -> Checked:
    require_name(data)
    require(len(args) == 1 and args[0].sort == "law", "A random object has one law.")
    require(args[0].head != "markov_chain", "A Markov chain is the law of a family, not of one object.")
    return "real", args[0].shape


def _family(args: Parts, data: Data) -> Checked:
    require_name(data)
    require(len(args) > 1 and args[0].sort == "law", "A family has a law and a number of items.")
    require_dimensions(args[1:])
    one = len(args) == 2  # noqa: PLR2004
    require(one or args[0].head != "markov_chain", "A chain runs along one index.")
    return "family", args[0].shape


def _item(args: Parts, _: Data) -> Checked:
    fits = bool(args) and args[0].sort == "family" and len(args) == len(args[0].args)
    require(fits, "An item is a family at an index, one for each of its counts.")
    family, *places = args
    for place, number_of in zip(places, family.args[1:], strict=True):
        require_place(place, number_of, family)
    return "real", family.shape


# Arithmetic.


def _add(args: Parts, _: Data) -> Checked:
    several = len(args) > 1 and all(map(is_value, args))
    require(several, "A sum has at least two numbers, vectors or matrices.")
    first, *others = args
    for part in others:
        shapes = first, first.shape, part, part.shape
        require(part.shape == first.shape, "{} of shape {} and {} of shape {} do not add.", *shapes)
    return "real", first.shape


@_of(2, "A multiple has a factor and a vector or matrix.")
def _scale(factor: Part, tensor: Part) -> Checked:
    require_scalars("A multiple", (factor,))
    require(is_value(tensor) and bool(tensor.shape), "{} is no vector or matrix.", tensor)
    return "real", tensor.shape


def _function(args: Parts, data: Data) -> Checked:
    require(len(data) == 1 and data[0] in FUNCTIONS and len(args) == 1, "There is no function {}.", data)
    require(is_value(args[0]), "{} takes numbers.", data[0])
    one_number = {"gamma", "log_gamma", "zeta"}
    require(not args[0].shape or data[0] not in one_number, "{} takes one number.", data[0])
    return "real", args[0].shape


def _applied(args: Parts, data: Data) -> Checked:
    require_name(data)
    require(bool(args) and all(map(is_value, args)), "{} takes numbers and vectors.", data[0])
    require(all(len(part.shape) < MATRIX for part in args), "{} takes no matrix.", data[0])
    return "real", args[0].shape if len(args) == 1 else ()


def _hypergeometric(args: Parts, data: Data) -> Checked:
    counts = len(data) == 2 and all(type(x) is int and x >= 0 for x in data)  # noqa: PLR2004
    require(counts and data[0] <= data[1] and len(args) == sum(data) + 1, "{} parts are wrong.", len(args))
    require_scalars("A hypergeometric series", args)
    return _SCALAR


def _meijer_g(args: Parts, data: Data) -> Checked:
    counts = len(data) == 4 and all(type(x) is int and x >= 0 for x in data)  # noqa: PLR2004
    fits = counts and data[0] <= data[3] and data[1] <= data[2] and len(args) == data[2] + data[3] + 1
    require(fits, "{} parts are wrong.", len(args))
    require_scalars("A G-function", args)
    return _SCALAR


# Tensors.


@_of(2, "inner takes two vectors.")
def _inner(a: Part, b: Part) -> Checked:
    require(all(is_value(x) and bool(x.shape) for x in (a, b)), "inner takes two vectors.")
    require(a.shape == b.shape, "inner({}, {}): shapes {} and {} differ.", a, b, a.shape, b.shape)
    return _SCALAR


@_of(1, "norm2 takes a vector or matrix.")
def _norm2(x: Part) -> Checked:
    require(is_value(x) and bool(x.shape), "norm2 takes a vector or matrix.")
    return _SCALAR


@_of(2, "@ takes vectors and matrices.")
def _matmul(a: Part, b: Part) -> Checked:
    require(all(is_value(x) and bool(x.shape) for x in (a, b)), "@ takes vectors and matrices.")
    require(len(a.shape) + len(b.shape) > MATRIX, "{} @ {}: write inner(a, b) for two vectors.", a, b)
    meet = a.shape[-1] is b.shape[0]
    require(meet, "{} @ {}: the dimensions {} and {} do not meet.", a, b, a.shape, b.shape)
    return "real", (*a.shape[:-1], *b.shape[1:])


@_of(1, "trace takes one matrix.")
def _trace(matrix: Part) -> Checked:
    require_square(matrix)
    return _SCALAR


@_of(2, "What is missed are rows of a matrix, each with its weight.")
def _least_missed(rows: Part, weights: Part) -> Checked:
    fits = is_value(rows, MATRIX) and weights.shape == rows.shape[:1]
    require(fits, "What is missed are rows of a matrix, each with its weight.")
    return _SCALAR


@_of(2, "A power of a matrix has a base and an exponent.")
def _matrix_power(base: Part, exponent: Part) -> Checked:
    require_square(base)
    require(is_natural(exponent), "{} is no exponent of a matrix.", exponent)
    return "real", base.shape


def _constant_array(rank: int, repeat: int = 1) -> Check:
    """Zeros and ones, also of no dimension or two, and the identity."""

    def check(args: Parts, _: Data) -> Checked:
        fits = len(args) == rank or (rank == 0 and len(args) <= MATRIX)
        require(fits, "{} dimensions are wrong.", len(args))
        require_dimensions(args)
        return "real", args * repeat

    return check


def _component(args: Parts, _: Data) -> Checked:
    x, *places = args
    require(is_value(x) and len(places) == len(x.shape) > 0, "{} has {} indices.", x, len(x.shape))
    for place, size in zip(places, x.shape, strict=True):
        require_place(place, size, x)
    return _SCALAR


def _array(args: Parts, data: Data) -> Checked:
    require(0 < len(data) <= MATRIX and all(type(x) is int and x > 0 for x in data), "{} are no sizes.", data)
    require(len(args) == math.prod(data), "{} entries do not fill an array of {}.", len(args), data)
    require_scalars("An array", args)
    return "real", data


# Binders and events.


def _binder(head: str) -> Check:
    def check(args: Parts, data: Data) -> Checked:
        require(len(args) == 3 and args[1].sort == "event", "{} binds (upper, condition, body).", head)  # noqa: PLR2004
        upper, condition, body = args
        require_dimensions((upper,))
        _require_no_limit(condition)
        multiplied = "The condition of {} is random: multiply its body by the indicator of that event."
        require(not condition.is_random, multiplied, head)
        range_of_body = "The index that {} binds runs to {}, and its body has one of another range."
        for depth, kind in condition.loose | body.loose:
            fits = depth > 0 or (kind.head == "bound_index" and kind.args[0] is upper)
            require(fits, range_of_body, head, upper)
        if head in {"all", "any"}:
            require(body.sort == "event", "{} binds an event.", head)
            return _EVENT
        require(is_value(body, None if head == "sum" else 0), "{} binds a number.", head)
        if head in {"argmax", "tabulate"}:
            require(condition.head == "true", "{} takes no condition.", head)
        if head == "argmax":
            return _argmax(body, data)
        return "real", (upper,) if head == "tabulate" else body.shape

    return check


def _argmax(body: Part, data: Data) -> Checked:
    require(data in {("first",), ("uniform",)}, "Ties of argmax go to the 'first' or are 'uniform'.")
    told = data == ("first",) or body.is_random
    require(told, "Ties are broken uniformly among random numbers, and {} is none.", body)
    return "index", ()


def _relation(head: str) -> Check:
    def check(args: Parts, _: Data) -> Checked:
        require(len(args) == 2 and all(map(is_value, args)), "{} relates two numbers or vectors.", head)  # noqa: PLR2004
        require(args[0].shape == args[1].shape, "{} and {} have other shapes.", *args)
        require(head in {"eq", "ne"} or not args[0].shape, "{} orders numbers, not vectors.", head)
        return _EVENT

    return check


def _events(count: int) -> Check:
    def check(args: Parts, _: Data) -> Checked:
        fits = len(args) == count and all(x.sort == "event" for x in args)
        require(fits, "{} are not {} events.", args, count)
        return _EVENT

    return check


@_of(1, "An event is needed.")
def _event_number(event: Part) -> Checked:
    require(event.sort == "event", "An event is needed.")
    _require_no_limit(event)
    return _SCALAR


def _require_no_limit(event: Part) -> None:
    """A relation along a limit is no event: its variable, which is bound, would take in what is put for
    another symbol.
    """
    require(event.head not in LIMITS, "{} is about a limit, and no event.", event)
    for part in event.args:
        if part.sort == "event":
            _require_no_limit(part)


# Statistics.


@_of(2, "fullest_class takes a random number and how many classes there are.")
def _fullest_class(x: Part, classes: Part) -> Checked:
    require_scalars("fullest_class", (x, classes))
    require(is_integer(classes) and not classes.is_random, "{} is no number of classes.", classes)
    return _SCALAR


@_of(2, "quantile takes a random number and a level.")
def _quantile(x: Part, level: Part) -> Checked:
    require_scalars("quantile", (x, level))
    require(not level.is_random, "The level of a quantile is not random.")
    return _SCALAR


@_of(2, "sub_gaussian takes a number and its variance proxy.")
def _sub_gaussian(x: Part, proxy: Part) -> Checked:
    require_scalars("sub_gaussian", (x, proxy))
    require(not proxy.is_random, "The variance proxy {} is random.", proxy)
    return _EVENT


# What binds a variable, and limits.


def _require_variable(body: Part, shape: Parts, whose: str) -> None:
    """The one symbol that is open in the body has that shape."""
    for depth, kind in body.loose:
        fits = depth > 0 or (kind.head == "bound_value" and kind.args == shape)
        require(fits, "The variable of {}.", whose)


def _require_step(body: Part, shape: Parts) -> None:
    """The body takes a value of that shape to one of the same."""
    _require_variable(body, shape, "an iteration has the shape of its start")
    require(body.shape == shape, "A step takes a value of shape {} to shape {}.", shape, body.shape)


def _gradient(body: Part, point: Part) -> Checked:
    _require_variable(body, point.shape, "a gradient has the shape of its point")
    require(len(body.shape) + len(point.shape) <= MATRIX, "A gradient has at most two indices.")
    return "real", (*body.shape, *point.shape)


def _iterate(body: Part, start: Part, count: Part) -> Checked:
    _require_step(body, start.shape)
    require(is_natural(count) and not count.loose, "{} is no number of steps.", count)
    return "real", start.shape


def _fold(body: Part, start: Part, count: Part) -> Checked:
    require_dimensions((count,))
    fits = {0: ("bound_index", (count,)), 1: ("bound_value", start.shape)}
    for depth, kind in body.loose:
        require(depth > 1 or (kind.head, kind.args) == fits[depth], "A fold binds an index and a state.")
    require(body.shape == start.shape and not count.loose, "A step keeps the shape {}.", start.shape)
    return "real", start.shape


def _rate(body: Part, point: Part) -> Checked:
    _require_step(body, ())
    require_scalars("A rate", (body, point))
    return _SCALAR


def _first_at(body: Part, level: Part) -> Checked:
    _require_step(body, ())
    require_scalars("first_at", (body, level))
    require(not (body.is_random or level.is_random), "The function and the level are not random.")
    return _SCALAR


@_of(1, "A chain has one matrix, which is not random.")
def _stationary(transition: Part) -> Checked:
    require(not transition.is_random, "A chain has one matrix, which is not random.")
    require_square(transition)
    return "real", transition.shape[:1]


def _definition(args: Parts, data: Data) -> Checked:
    require_name(data)
    template, *arguments = args
    require(template.sort not in {"law", "family"}, "{} is no number, vector or event to be named.", template)
    kinds = dict(template.loose)
    require(len(kinds) == len(template.loose), "A parameter of a definition has one range.")
    for depth, argument in enumerate(reversed(arguments)):
        if depth in kinds:
            kind = kinds.pop(depth)
            plain = argument.sort == "index" and kind.head == "bound_index"
            require(plain, "{} is no index, or its parameter is none.", argument)
            require_place(argument, kind.args[0], template)
    require(not kinds, "The definition of {} leaves an index open.", data[0])
    return template.sort, template.shape


def _limit(head: str) -> Check:
    """A relation along x -> oo; a tied size n = path(x) grows with x. Both are bound: no object has them in
    its type.
    """

    def check(args: Parts, _: Data) -> Checked:
        stated, (variable, *ties) = args[: LIMITS[head]], args[LIMITS[head] :]
        grows = variable.head == "parameter" or (variable.head == "size" and variable.data[2] is None)
        along = "A limit is along one size or parameter without a largest value, and not {}."
        require(grows, along, variable)
        if head == "eventually":
            require(stated[0].sort == "event", "{} is no event.", stated[0])
        else:
            require_scalars("A limit", stated)
        require(not any(x.is_random for x in stated), "A limit relates numbers, and these are random.")
        for tie in ties:
            tied = tie.head == "eq" and tie.args[0].head == "size" and tie.args[0] is not variable
            require(tied and not tie.is_random, "{} ties no size to {}.", tie, variable)
        bound = {variable, *(tie.args[0] for tie in ties)}
        require(len(bound) == len(ties) + 1, "A size is tied once.")
        for tie in ties:
            free = all(own is variable or own not in bound for _, own in tie.args[1].declarations)
            require(free, "{} is tied to a size that is tied itself.", tie)
        for _, own in frozenset().union(*(part.declarations for part in stated)):
            typed = own.head in {"fixed", "index"} and any(x in bound for _, x in own.declarations)
            require(not typed, "{} has a size that grows: a limit is about numbers that stay.", own)
        return _EVENT

    return check


HEADS: Final[dict[str, Check]] = {
    "number": _number,
    "constant": _constant,
    "size": _size,
    "parameter": _parameter,
    "fixed": _fixed,
    "index": _index,
    "permuted": _permuted,
    "bound_index": _bound_index,
    "bound_value": _bound_value,
    "random": _random,
    "family": _family,
    "item": _item,
    "add": _add,
    "mul": _scalars(2),
    "scale": _scale,
    "power": _scalars(2, 2),
    "maximum": _scalars(2),
    "minimum": _scalars(2),
    "function": _function,
    "applied": _applied,
    "hypergeometric": _hypergeometric,
    "meijer_g": _meijer_g,
    "incomplete_beta": _scalars(3, 3),
    "upper_gamma": _scalars(2, 2),
    "hurwitz_zeta": _scalars(2, 2),
    "inner": _inner,
    "norm2": _norm2,
    "outer": _of_values("outer takes two vectors.", 1, 1, made=lambda a, b: ("real", (*a.shape, *b.shape))),
    "matmul": _matmul,
    "transpose": _of_values("Only a matrix is transposed.", 2, made=lambda x: ("real", x.shape[::-1])),
    "trace": _trace,
    "projection": _of_values(
        "A projection is on the columns of a matrix.", 2, made=lambda x: ("real", x.shape[:1] * 2)
    ),
    "separable": _of_values("What is separable are the rows of a matrix.", 2, made=lambda _: _EVENT),
    "least_missed": _least_missed,
    "matrix_power": _matrix_power,
    "identity": _constant_array(1, 2),
    "zeros": _constant_array(0),
    "ones": _constant_array(1),
    "component": _component,
    "softmax": _of_values("softmax takes one vector of logits.", 1, made=lambda x: ("real", x.shape)),
    "diagonal": _of_values("diagonal takes one vector.", 1, made=lambda x: ("real", x.shape * 2)),
    "array": _array,
    **{head: _binder(head) for head in BINDERS},
    **{head: _relation(head) for head in RELATIONS},
    "and": _events(2),
    "or": _events(2),
    "not": _events(1),
    "true": _events(0),
    "false": _events(0),
    "indicator": _event_number,
    "E": _of_values(
        "The mean is that of a number, vector or matrix.", None, made=lambda x: ("real", x.shape)
    ),
    "P": _event_number,
    "Var": _scalars(1, 1),
    "Cov": _scalars(2, 2),
    "quantile": _quantile,
    "fullest_class": _fullest_class,
    "sub_gaussian": _sub_gaussian,
    "gradient": _of_values("gradient takes a body and a point.", None, None, made=_gradient),
    "iterate": _of_values("iterate takes a step, a start and a count.", None, None, None, made=_iterate),
    "fold": _of_values("fold takes a step, a start and a count.", None, None, None, made=_fold),
    "rate": _of_values("rate takes a step and a point.", None, None, made=_rate),
    "first_at": _of_values("first_at takes a function and a level.", None, None, made=_first_at),
    "stationary": _stationary,
    "definition": _definition,
    **{head: _limit(head) for head in LIMITS},
    **LAWS,
}
"""Every head, with the check of its parts; laws of numbers are declared where their moments are."""


def declare_law(head: str, parameters: int, *, of_vectors: bool = False) -> None:
    """A law with so many parameters, all numbers; the first is the dimension where it is one of vectors.

    Raises ValueError for a head that is there.
    """
    if head in HEADS:
        raise ValueError(f"There is a head {head!r} already; give the law another name.")
    HEADS[head] = check_law(vector_law(parameters) if of_vectors else number_law(parameters))
