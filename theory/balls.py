"""Terms in ball arithmetic, and expansions checked by it: the remainder beside its claimed order as x grows.

f = m + O(g) says that |f - m| / |g| stays bounded. It is evaluated at four growing sizes to 1,500 bits; what
grows from the third to the fourth by more than 15 % is not bounded. It is a test, never a proof, and shares
nothing with the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from typing import Any, Final

from flint import arb, arb_mat, ctx, fmpq

from .heads import LIMITS, RELATIONS
from .node import Term, value_of
from .substitution import instantiated, opened, unfolded

_BITS: Final = 1500
_FAR: Final = (10**2, 10**4, 10**8, 10**16)
_FARTHER: Final = (10**8, 10**16, 10**32, 10**64)
"""Where powers of 1 - c/log x are near 1."""
_NEAR: Final = (2**4, 2**6, 2**8, 2**10)
_NEAREST: Final = (2**3, 2**4, 2**5, 2**6)
_MOST_TERMS: Final = 2**14
_HIGHEST_POWER: Final = 2**62
"""Of a matrix, in FLINT."""
_MORE_BITS: Final = 20_000
_SUMMED: Final = (2**6, 2**8, 2**10, 2**12)
"""Where a sum over all j up to x is added up, or a map iterated x times, x stays within these."""
_GROWTH: Final = Fraction(115, 100)
_SHRINKING: Final = Fraction(7, 10)
Values = Mapping[Term, Fraction]


class NoBall(ValueError):  # noqa: N818 - an outcome
    """A term has no value in ball arithmetic: it holds means, vectors or another function."""


def holds_in_the_limit(statement: Term, values: Values) -> bool:
    """Whether an expansion, an asymptotic equality or an eventual relation agrees with four growing sizes.

    Where it does not, larger sizes are asked. Where the remainder is lost in rounding, as beside an
    exponentially small one, nearer sizes and more bits are tried.
    """
    far: tuple[tuple[int, ...], ...] = (_FAR, _FARTHER)
    near, more_bits = _NEAR, _MORE_BITS
    if _has_sums(statement):
        far, near, more_bits = (_SUMMED,), _NEAREST, _BITS
    told = False
    for sizes in far:
        with suppress(_Lost):
            if _agrees_at(statement, sizes, values, _BITS):
                return True
            told = True
    if told:
        return False
    try:
        return _agrees_at(statement, near, values, more_bits)
    except _Lost as lost:
        raise NoBall(f"The remainder of {statement} is lost in rounding.") from lost


def _agrees_at(statement: Term, sizes: tuple[int, ...], values: Values, bits: int) -> bool:
    before, ctx.prec = ctx.prec, bits
    try:
        return _agrees(statement, sizes, values)
    finally:
        ctx.prec = before


def _agrees(statement: Term, sizes: tuple[int, ...], values: Values) -> bool:
    count = LIMITS[statement.head]
    stated, (variable, *ties) = statement.args[:count], statement.args[count:]
    points = [_point(x, variable, ties, values) for x in sizes]
    if statement.head == "eventually":
        return all(_related(stated[0], point) for point in points[-2:])
    # The largest first, where a sum may have too many terms.
    sides = [[value(part, point) for part in stated] for point in reversed(points)][::-1]
    if statement.head == "similar":
        return _vanishes([abs(f / g - 1) for f, g in sides])
    return _stays_bounded([(abs(f - m), abs(g)) for f, m, g in sides])


def _has_sums(term: Term) -> bool:
    """Whether as many steps are taken as x says."""
    steps = {"sum", "product"} if term.shape else {"sum", "product", "iterate"}
    return term.head in steps or any(map(_has_sums, term.args))


def _point(x: int, variable: Term, ties: list[Term], values: Values) -> dict[Term, Any]:
    point = {symbol: arb(fmpq(v.numerator, v.denominator)) for symbol, v in values.items()}
    point[variable] = arb(x)
    for tie in ties:
        point[tie.args[0]] = value(tie.args[1], point)
    return point


def _stays_bounded(remainders: list[tuple[arb, arb]]) -> bool:
    """Whether remainder / order grows no more at the last size; a zero order needs a zero remainder."""
    if all(order == 0 for _, order in remainders):
        return all(remainder.contains(0) for remainder, _ in remainders)
    *before, last = (remainder / order for remainder, order in remainders)
    if any(
        remainder.contains(0) and not ratio < 1
        for (remainder, _), ratio in zip(remainders, [*before, last], strict=True)
    ):
        raise _Lost
    most = reduce(lambda a, b: a.max(b), before)
    return bool(last <= most * arb(fmpq(_GROWTH.numerator, _GROWTH.denominator))) or bool(
        last < arb(10) ** -100
    )


def _vanishes(errors: list[arb]) -> bool:
    first, last = errors[0], errors[-1]
    return bool(last < arb(10) ** -100) or bool(
        last < first * arb(fmpq(_SHRINKING.numerator, _SHRINKING.denominator))
    )


def _related(event: Term, point: dict[Term, Any]) -> bool:
    if event.head not in RELATIONS:
        raise NoBall(f"{event} is no relation of numbers.")
    one, other = (value(side, point) for side in event.args)
    difference = one - other
    match event.head:
        case "eq":
            return bool(difference.contains(0))
        case "ne":
            return not difference.contains(0)
        case "le" | "lt":
            return bool(difference < 0) or (event.head == "le" and bool(difference.contains(0)))
    return bool(difference > 0) or (event.head == "ge" and bool(difference.contains(0)))


def surely(orders: Iterable[Term], point: Mapping[Term, float]) -> bool:
    """Whether all orders hold at a point beyond rounding, or exactly.

    >>> from theorycheck.theory.model import Size
    >>> n = Size("n")
    >>> surely((n**2 > 8, 2**n >= n + 5), {n: 3}), surely((n - n**2 / 3 > 0,), {n: 3})
    (True, False)
    """
    try:
        at = {own: arb(x) for own, x in point.items()}
        return all(_is_sure(order, at) for order in orders)
    except (NoBall, _Lost):
        return False


def _is_sure(order: Term, at: dict[Term, Any]) -> bool:
    one, other = (value(side, at) for side in order.args)
    match order.head:
        case "lt":
            return bool(one < other)
        case "le":
            return bool(one <= other)
        case "gt":
            return bool(one > other)
    return bool(one >= other)


class _Lost(ArithmeticError):  # noqa: N818 - an outcome
    """A remainder is smaller than the rounding."""


FUNCTIONS: Final[dict[str, Callable[[arb], arb]]] = {
    "exp": lambda x: x.exp(), "log": lambda x: x.log(), "abs": abs, "gamma": lambda x: x.gamma(),
    "log_gamma": lambda x: x.lgamma(), "zeta": lambda x: x.zeta(), "sin": lambda x: x.sin(),
    "cos": lambda x: x.cos(), "tanh": lambda x: x.tanh(), "erfc": lambda x: x.erfc(),
    "lambert_w": lambda x: x.lambertw(), "arccos": lambda x: x.acos(),
}  # fmt: skip


SPECIAL: Final[dict[str, Callable[..., arb]]] = {
    "incomplete_beta": lambda x, a, b: x.beta_lower(a, b, regularized=True),
    "upper_gamma": lambda a, x: x.gamma_upper(a, regularized=1),
    "hurwitz_zeta": lambda s, a: s.zeta(a),
}


def value(term: Term, point: dict[Term, Any]) -> arb:  # noqa: PLR0912 - one branch for each kind of term
    """A ball that holds the value of a term at a point, which remembers hypergeometric values: they are slow.

    >>> from theorycheck.theory.model import Size
    >>> n = Size("n")
    >>> value(n * (n + 1), {n: arb(6)})
    42.0000000000000
    """
    if term in point:
        return point[term]
    match term.head:
        case "number":
            exact = value_of(term)
            return arb(fmpq(exact.numerator, exact.denominator))
        case "constant":
            return arb.pi() if term.data == ("pi",) else arb.const_euler()
        case "add":
            return sum((value(part, point) for part in term.args), arb(0))
        case "mul":
            return reduce(lambda a, b: a * b, (value(part, point) for part in term.args))
        case "power":
            return _power(*(value(part, point) for part in term.args))
        case "function" if term.data[0] in FUNCTIONS:
            return FUNCTIONS[term.data[0]](value(term.args[0], point))
        case "hypergeometric":
            *parameters, z = (value(part, point) for part in term.args)
            cut = term.data[0]
            point[term] = z.hypgeom(parameters[:cut], parameters[cut:])
            return point[term]
        case head if head in SPECIAL:
            return SPECIAL[head](*(value(part, point) for part in term.args))
        case "definition":
            return value(unfolded(term), point)
        case "sum" | "product" if term.args[1].head == "true":
            index, _, body = opened(term)
            upper = int(value(term.args[0], point).unique_fmpz() or 0)
            if upper > _MOST_TERMS:
                raise _Lost
            parts = [value(body, {**point, index: arb(j)}) for j in range(1, upper + 1)]
            return sum(parts, arb(0)) if term.head == "sum" else reduce(lambda a, b: a * b, parts, arb(1))
        case "iterate" if not term.shape:
            return _iterated(term, point)
        case "inner":
            one, other = (tensor(part, point) for part in term.args)
            return (one * other.transpose())[0, 0]
        case "component" if len(term.args) == 2:  # noqa: PLR2004 - a vector
            return tensor(term.args[0], point)[0, term.args[1].data[0] - 1]
        case "gradient" if not term.args[1].shape:
            return _slope(term.args[0], value(term.args[1], point), point)
    raise NoBall(f"{term} has no value in ball arithmetic here.")


def _iterated(term: Term, point: dict[Term, Any]) -> arb:
    body, start, count = term.args
    letter = Term("parameter", (), (f"#state_{len(point)}",))
    step, state = instantiated(body, letter), value(start, point)
    times = int(value(count, point).unique_fmpz() or 0)
    if times > _MOST_TERMS:
        raise _Lost
    for _ in range(times):
        state = value(step, {**point, letter: state})
    return state


def tensor(term: Term, point: dict[Term, Any]) -> arb_mat:
    """Balls that hold the entries of a matrix, or of a vector as a row.

    >>> from theorycheck.theory.terms import matrix, vector
    >>> tensor(vector(1, 2) @ matrix((1, 1), (1, 0)), {}).tolist()
    [[3.00000000000000, 1.00000000000000]]
    """
    if term in point:
        return point[term]
    match term.head:
        case "array":
            return arb_mat(
                -(-len(term.args) // term.data[-1]), term.data[-1], [value(x, point) for x in term.args]
            )
        case "definition":
            return tensor(unfolded(term), point)
        case "matmul" if len(term.args[0].shape) == 1:
            return tensor(term.args[0], point) * tensor(term.args[1], point)
        case "stationary":
            return _stationary(tensor(term.args[0], point))
        case "iterate" if term.args[0].head == "matmul" and term.args[0].args[0].head == "bound_value":
            step, start, count = term.args
            times = int(value(count, point).unique_fmpz())
            if times > _HIGHEST_POWER:
                raise _Lost
            return tensor(start, point) * tensor(step.args[1], point) ** times
    raise NoBall(f"{term} has no entries in ball arithmetic here.")


def _stationary(transition: arb_mat) -> arb_mat:
    """The solution of pi P = pi of total one."""
    size = transition.nrows()
    system = [
        [transition[j, i] - (i == j) if i + 1 < size else arb(1) for j in range(size)] for i in range(size)
    ]
    return arb_mat(system).solve(arb_mat(size, 1, [0] * (size - 1) + [1])).transpose()


def _slope(body: Term, place: arb, point: dict[Term, Any]) -> arb:
    """A central difference over an eighth of the digits, so that third derivatives keep five eighths."""
    step = arb(2) ** -(ctx.prec // 8)
    letter = Term("parameter", (), (f"#moved_{len(point)}",))
    above, below = (value(instantiated(body, letter), {**point, letter: place + d}) for d in (step, -step))
    return (above - below) / (2 * step)


def _power(base: arb, exponent: arb) -> arb:
    whole = exponent.unique_fmpz()
    if whole is not None and abs(int(whole)) <= 2**20:
        # python-flint knows no power of a ball about zero, but products.
        about_zero = whole > 0 and bool(base.contains(0))
        return (arb_mat(1, 1, [base]) ** int(whole))[0, 0] if about_zero else base ** int(whole)
    return base**exponent
