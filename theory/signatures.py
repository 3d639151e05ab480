"""Signatures: what each head takes, and the sort and shape of the term that it makes.

There is one check for each head, which raises `ValueError` where the parts or the data do not fit.
"""

from __future__ import annotations

import math
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

_SCALAR: Final[Checked] = ("real", ())
_EVENT: Final[Checked] = ("event", ())


def _check_number(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(not args and len(data) == 2 and all(type(x) is int for x in data), "{} is no fraction.", data)  # noqa: PLR2004
    require(data[1] > 0 and math.gcd(*data) == 1, "{} is not a fraction in lowest terms.", data)
    return _SCALAR


def _check_constant_name(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(not args and len(data) == 1 and data[0] in CONSTANTS, "There is no constant {}.", data)
    return _SCALAR


def _check_size(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require_name(data, 3)
    _, low, high = data
    require(
        not args and type(low) is int and low >= 0, "The least value {} of a size is no whole number.", low
    )
    require(
        high is None or (type(high) is int and high >= low), "The largest value {} is below {}.", high, low
    )
    return _SCALAR


def _check_parameter(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require_name(data)
    require(not args, "A parameter is one number.")
    return _SCALAR


def _check_fixed(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require_name(data)
    require(0 < len(args) <= MATRIX, "A fixed object is a vector or a matrix.")
    require_dimensions(args)
    return "real", args


def _check_index(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require_name(data)
    require(len(args) == 1, "An index has one range.")
    require_dimensions(args)
    return "index", ()


def _check_permuted(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require_name(data)
    require(len(args) == 2, "A permutation has a range, and takes one place of it.")  # noqa: PLR2004
    upper, place = args
    require_dimensions((upper,))
    require(not place.is_random, "The place {} is random.", place)
    require_place(place, upper, upper)
    return "index", ()


def _check_bound(args: tuple[Part, ...], data: tuple[Any, ...]) -> None:
    require(len(data) == 1 and type(data[0]) is int and data[0] >= 0, "{} is no depth.", data)
    require(not any(part.loose for part in args), "The range of a bound index holds no bound index.")


def _check_bound_index(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    _check_bound(args, data)
    require(len(args) == 1, "An index has one range.")
    require_dimensions(args)
    return "index", ()


def _check_bound_value(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    _check_bound(args, data)
    require_dimensions(args)
    return "real", args


def _check_random(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require_name(data)
    require(len(args) == 1 and args[0].sort == "law", "A random object has one law.")
    require(args[0].head != "markov_chain", "A Markov chain is the law of a family, not of one object.")
    return "real", args[0].shape


def _check_family(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require_name(data)
    require(len(args) > 1 and args[0].sort == "law", "A family has a law and a number of items.")
    require_dimensions(args[1:])
    one = len(args) == 2  # noqa: PLR2004
    require(one or args[0].head != "markov_chain", "A chain runs along one index.")
    return "family", args[0].shape


def _check_item(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    fits = bool(args) and args[0].sort == "family" and len(args) == len(args[0].args)
    require(fits, "An item is a family at an index, one for each of its counts.")
    family, *places = args
    for place, number_of in zip(places, family.args[1:], strict=True):
        require_place(place, number_of, family)
    return "real", family.shape


def _check_add(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(
        len(args) > 1 and all(map(is_value, args)), "A sum has at least two numbers, vectors or matrices."
    )
    shape = args[0].shape
    for part in args[1:]:
        require(
            part.shape == shape,
            "{} of shape {} and {} of shape {} do not add.",
            args[0],
            shape,
            part,
            part.shape,
        )
    return "real", shape


def _check_scalars(least_count: int, most: int | None = None) -> Check:
    def check(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
        require(
            least_count <= len(args) and (most is None or len(args) <= most), "{} parts are wrong.", len(args)
        )
        require_scalars("This term", args)
        return _SCALAR

    return check


def _check_scale(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 2, "A multiple has a factor and a vector or matrix.")  # noqa: PLR2004
    require_scalars("A multiple", args[:1])
    require(is_value(args[1]) and bool(args[1].shape), "{} is no vector or matrix.", args[1])
    return "real", args[1].shape


def _check_function(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(data) == 1 and data[0] in FUNCTIONS and len(args) == 1, "There is no function {}.", data)
    require(is_value(args[0]), "{} takes numbers.", data[0])
    one_number = {"gamma", "log_gamma", "zeta"}
    require(not args[0].shape or data[0] not in one_number, "{} takes one number.", data[0])
    return "real", args[0].shape


def _check_applied(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require_name(data)
    require(bool(args) and all(map(is_value, args)), "{} takes numbers and vectors.", data[0])
    require(all(len(part.shape) < MATRIX for part in args), "{} takes no matrix.", data[0])
    return "real", args[0].shape if len(args) == 1 else ()


def _check_hypergeometric(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    counts = len(data) == 2 and all(type(x) is int and x >= 0 for x in data)  # noqa: PLR2004
    require(counts and data[0] <= data[1] and len(args) == sum(data) + 1, "{} parts are wrong.", len(args))
    require_scalars("A hypergeometric series", args)
    return _SCALAR


def _check_meijer_g(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    counts = len(data) == 4 and all(type(x) is int and x >= 0 for x in data)  # noqa: PLR2004
    fits = counts and data[0] <= data[3] and data[1] <= data[2] and len(args) == data[2] + data[3] + 1
    require(fits, "{} parts are wrong.", len(args))
    require_scalars("A G-function", args)
    return _SCALAR


def _check_inner(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 2 and all(is_value(x) and x.shape for x in args), "inner takes two vectors.")  # noqa: PLR2004
    a, b = args
    require(a.shape == b.shape, "inner({}, {}): shapes {} and {} differ.", a, b, a.shape, b.shape)
    return _SCALAR


def _check_norm2(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 1 and is_value(args[0]) and bool(args[0].shape), "norm2 takes a vector or matrix.")
    return _SCALAR


def _check_outer(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 2 and all(is_value(x, 1) for x in args), "outer takes two vectors.")  # noqa: PLR2004
    return "real", (*args[0].shape, *args[1].shape)


def _check_matmul(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 2 and all(is_value(x) and x.shape for x in args), "@ takes vectors and matrices.")  # noqa: PLR2004
    a, b = args
    require(len(a.shape) + len(b.shape) > 2, "{} @ {}: write inner(a, b) for two vectors.", a, b)  # noqa: PLR2004
    require(
        a.shape[-1] is b.shape[0], "{} @ {}: the dimensions {} and {} do not meet.", a, b, a.shape, b.shape
    )
    return "real", (*a.shape[:-1], *b.shape[1:])


def _check_transpose(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 1 and is_value(args[0], MATRIX), "Only a matrix is transposed.")
    return "real", args[0].shape[::-1]


def _check_trace(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 1, "trace takes one matrix.")
    require_square(args[0])
    return _SCALAR


def _check_projection(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 1 and is_value(args[0], MATRIX), "A projection is on the columns of a matrix.")
    return "real", args[0].shape[:1] * 2


def _check_separable(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 1 and is_value(args[0], MATRIX), "What is separable are the rows of a matrix.")
    return _EVENT


def _check_least_missed(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    fits = len(args) == 2 and is_value(args[0], MATRIX) and args[1].shape == args[0].shape[:1]  # noqa: PLR2004
    require(fits, "What is missed are rows of a matrix, each with its weight.")
    return "real", ()


def _check_matrix_power(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 2, "A power of a matrix has a base and an exponent.")  # noqa: PLR2004
    require_square(args[0])
    require(is_natural(args[1]), "{} is no exponent of a matrix.", args[1])
    return "real", args[0].shape


def _check_constant(rank: int, repeat: int = 1) -> Check:
    def check(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
        require(
            len(args) == rank or (rank == 0 and len(args) <= MATRIX), "{} dimensions are wrong.", len(args)
        )
        require_dimensions(args)
        return "real", args * repeat

    return check


def _check_component(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    x, *places = args
    require(is_value(x) and len(places) == len(x.shape) > 0, "{} has {} indices.", x, len(x.shape))
    for place, size in zip(places, x.shape, strict=True):
        require_place(place, size, x)
    return _SCALAR


def _check_softmax(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 1 and is_value(args[0], 1), "softmax takes one vector of logits.")
    return "real", args[0].shape


def _check_diagonal(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 1 and is_value(args[0], 1), "diagonal takes one vector.")
    return "real", args[0].shape * 2


def _check_array(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(0 < len(data) <= MATRIX and all(type(x) is int and x > 0 for x in data), "{} are no sizes.", data)
    require(len(args) == math.prod(data), "{} entries do not fill an array of {}.", len(args), data)
    require_scalars("An array", args)
    return "real", data


def _check_binder(head: str) -> Check:
    def check(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
        require(len(args) == 3 and args[1].sort == "event", "{} binds (upper, condition, body).", head)  # noqa: PLR2004
        upper, condition, body = args
        require_dimensions((upper,))
        _require_no_limit(condition)
        require(
            not condition.is_random,
            "The condition of {} is random: multiply its body by the indicator of that event.",
            head,
        )
        for depth, kind in condition.loose | body.loose:
            fits = depth > 0 or (kind.head == "bound_index" and kind.args[0] is upper)
            require(
                fits,
                "The index that {} binds runs to {}, and its body has one of another range.",
                head,
                upper,
            )
        if head in {"all", "any"}:
            require(body.sort == "event", "{} binds an event.", head)
            return _EVENT
        require(is_value(body, None if head == "sum" else 0), "{} binds a number.", head)
        if head in {"max", "min", "argmax"}:
            require_dimensions((upper,))
            require(condition.head == "true" or head != "argmax", "argmax takes no condition.")
        if head == "argmax":
            require(data in {("first",), ("uniform",)}, "Ties of argmax go to the 'first' or are 'uniform'.")
            require(
                data == ("first",) or body.is_random,
                "Ties are broken uniformly among random numbers, and {} is none.",
                body,
            )
            return "index", ()
        if head == "tabulate":
            require(condition.head == "true", "tabulate takes no condition.")
            return "real", (upper,)
        return "real", body.shape

    return check


def _check_relation(head: str) -> Check:
    def check(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
        require(len(args) == 2 and all(map(is_value, args)), "{} relates two numbers or vectors.", head)  # noqa: PLR2004
        require(args[0].shape == args[1].shape, "{} and {} have other shapes.", args[0], args[1])
        require(head in {"eq", "ne"} or not args[0].shape, "{} orders numbers, not vectors.", head)
        return _EVENT

    return check


def _check_events(count: int) -> Check:
    def check(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
        require(
            len(args) == count and all(x.sort == "event" for x in args), "{} are not {} events.", args, count
        )
        return _EVENT

    return check


def _check_statistic(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 1 and is_value(args[0]), "The mean is that of a number, vector or matrix.")
    return "real", args[0].shape


def _check_event_number(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 1 and args[0].sort == "event", "An event is needed.")
    _require_no_limit(args[0])
    return _SCALAR


def _require_no_limit(event: Part) -> None:
    """A relation along a limit is no event: its variable, which is bound, would take in what is put for
    another symbol.
    """
    require(event.head not in LIMITS, "{} is about a limit, and no event.", event)
    for part in event.args:
        if part.sort == "event":
            _require_no_limit(part)


def _check_fullest_class(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 2, "fullest_class takes a random number and how many classes there are.")  # noqa: PLR2004
    require_scalars("fullest_class", args)
    require(is_integer(args[1]) and not args[1].is_random, "{} is no number of classes.", args[1])
    return _SCALAR


def _check_quantile(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 2, "quantile takes a random number and a level.")  # noqa: PLR2004
    require_scalars("quantile", args)
    require(not args[1].is_random, "The level of a quantile is not random.")
    return _SCALAR


def _check_sub_gaussian(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 2, "sub_gaussian takes a number and its variance proxy.")  # noqa: PLR2004
    require_scalars("sub_gaussian", args)
    require(not args[1].is_random, "The variance proxy {} is random.", args[1])
    return _EVENT


def _check_gradient(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 2 and all(map(is_value, args)), "gradient takes a body and a point.")  # noqa: PLR2004
    body, point = args
    for depth, kind in body.loose:
        fits = depth > 0 or (kind.head == "bound_value" and kind.args == point.shape)
        require(fits, "The variable of a gradient has the shape of its point.")
    require(len(body.shape) + len(point.shape) <= MATRIX, "A gradient has at most two indices.")
    return "real", (*body.shape, *point.shape)


def _require_variable(body: Part, shape: tuple[Part, ...]) -> None:
    """The one symbol that is open in the body has that shape, and so has the body."""
    for depth, kind in body.loose:
        fits = depth > 0 or (kind.head == "bound_value" and kind.args == shape)
        require(fits, "The variable of an iteration has the shape of its start.")
    require(body.shape == shape, "A step takes a value of shape {} to shape {}.", shape, body.shape)


def _check_iterate(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 3 and all(map(is_value, args)), "iterate takes a step, a start and a count.")  # noqa: PLR2004
    body, start, count = args
    _require_variable(body, start.shape)
    require(is_natural(count) and not count.loose, "{} is no number of steps.", count)
    return "real", start.shape


def _check_fold(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 3 and all(map(is_value, args)), "fold takes a step, a start and a count.")  # noqa: PLR2004
    body, start, count = args
    require_dimensions((count,))
    fits = {0: ("bound_index", (count,)), 1: ("bound_value", start.shape)}
    for depth, kind in body.loose:
        require(depth > 1 or (kind.head, kind.args) == fits[depth], "A fold binds an index and a state.")
    require(body.shape == start.shape and not count.loose, "A step keeps the shape {}.", start.shape)
    return "real", start.shape


def _check_rate(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 2 and all(map(is_value, args)), "rate takes a step and a point.")  # noqa: PLR2004
    _require_variable(args[0], ())
    require_scalars("A rate", args)
    return _SCALAR


def _check_first_at(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 2 and all(map(is_value, args)), "first_at takes a function and a level.")  # noqa: PLR2004
    _require_variable(args[0], ())
    require_scalars("first_at", args)
    require(not any(part.is_random for part in args), "The function and the level are not random.")
    return _SCALAR


def _check_stationary(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
    require(len(args) == 1 and not args[0].is_random, "A chain has one matrix, which is not random.")
    require_square(args[0])
    return "real", args[0].shape[:1]


def _check_definition(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
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


def _check_limit(head: str) -> Check:
    """A relation along x -> oo; a tied size n = path(x) grows with x. Both are bound: no object has them in
    its type.
    """

    def check(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
        stated, (variable, *ties) = args[: LIMITS[head]], args[LIMITS[head] :]
        grows = variable.head == "parameter" or (variable.head == "size" and variable.data[2] is None)
        require(
            grows, "A limit is along one size or parameter without a largest value, and not {}.", variable
        )
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
    "number": _check_number,
    "constant": _check_constant_name,
    "size": _check_size,
    "parameter": _check_parameter,
    "fixed": _check_fixed,
    "index": _check_index,
    "permuted": _check_permuted,
    "bound_index": _check_bound_index,
    "bound_value": _check_bound_value,
    "random": _check_random,
    "family": _check_family,
    "item": _check_item,
    "add": _check_add,
    "mul": _check_scalars(2),
    "scale": _check_scale,
    "power": _check_scalars(2, 2),
    "maximum": _check_scalars(2),
    "minimum": _check_scalars(2),
    "function": _check_function,
    "applied": _check_applied,
    "hypergeometric": _check_hypergeometric,
    "meijer_g": _check_meijer_g,
    "incomplete_beta": _check_scalars(3, 3),
    "upper_gamma": _check_scalars(2, 2),
    "hurwitz_zeta": _check_scalars(2, 2),
    "inner": _check_inner,
    "norm2": _check_norm2,
    "outer": _check_outer,
    "matmul": _check_matmul,
    "transpose": _check_transpose,
    "trace": _check_trace,
    "projection": _check_projection,
    "separable": _check_separable,
    "least_missed": _check_least_missed,
    "matrix_power": _check_matrix_power,
    "identity": _check_constant(1, 2),
    "zeros": _check_constant(0),
    "ones": _check_constant(1),
    "component": _check_component,
    "softmax": _check_softmax,
    "diagonal": _check_diagonal,
    "array": _check_array,
    **{head: _check_binder(head) for head in BINDERS},
    **{head: _check_relation(head) for head in RELATIONS},
    "and": _check_events(2),
    "or": _check_events(2),
    "not": _check_events(1),
    "true": _check_events(0),
    "false": _check_events(0),
    "indicator": _check_event_number,
    "E": _check_statistic,
    "P": _check_event_number,
    "Var": _check_scalars(1, 1),
    "Cov": _check_scalars(2, 2),
    "quantile": _check_quantile,
    "fullest_class": _check_fullest_class,
    "sub_gaussian": _check_sub_gaussian,
    "gradient": _check_gradient,
    "iterate": _check_iterate,
    "fold": _check_fold,
    "rate": _check_rate,
    "first_at": _check_first_at,
    "stationary": _check_stationary,
    "definition": _check_definition,
    **{head: _check_limit(head) for head in LIMITS},
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
