"""Events f(x) > t as x > s, where f at s is t: of powers, exponentials and logarithms, and of lengths."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial

from ..heads import MIRRORED
from ..kernel import Refused, Theorem, apply
from ..kernel.probability import law_of
from ..kernel.theorem import ORDER, ordered
from ..laws import density_range
from ..node import Term, is_number, number, power, value_of
from ..requirements import is_natural
from ..substitution import replaced
from ..terms import P, absolute, exp, log
from .bounds import positive
from .certificates import by_products
from .goals import Given, finish, same, stated, with_head
from .hypotheses import strict
from .integrals import letter, numbers_in
from .rewriting import assumed, collected, left, nonnegative, replaced_within, right

Step = Callable[[Theorem], Theorem]
"""From an order to one that follows."""
_HELD = "what an object is held fixed at"
_BY_EXPONENTIALS: dict[str, Callable[[Term], Term]] = {
    "sigmoid": lambda x: 1 / (1 + exp(-x)),
    "softplus": lambda x: log(1 + exp(x)),
    "tanh": lambda x: 1 - 2 / (1 + exp(2 * x)),
}


def turned(event: Term, given: Given) -> Theorem:
    """P(f(x) > t), and so for other sides, as that of x beside the value at which f is t.

    >>> from theorycheck.theory.laws import Normal
    >>> from theorycheck.theory.model import Model
    >>> z = Model(z=Normal()).z
    >>> turned(exp(z) > 2, ())
    ⊢ P(exp(z) > 2) = P(z > log(2))
    """
    f, t = event.args
    name = f.data[0] if f.head == "function" else f.head
    no_density = t.is_random or any(density_range(law_of(x)) is None for x in numbers_in(f))
    if no_density or name not in {"exp", "log", "power", *_BY_EXPONENTIALS}:
        raise Refused(f"{f} has no inverse that is known here.")
    if name in _BY_EXPONENTIALS:
        return apply("within", same(f, _BY_EXPONENTIALS[name](f.args[0]), ()), term=P(event))
    whole = name == "power" and is_natural(f.args[1]) and is_number(f.args[1])
    return (_of_power if whole else by_inverse)(event, given)


def squared(event: Term, given: Given) -> Theorem:
    """P(|x| > t) = P(|x|^2 > t^2) of a length, for t >= 0."""
    x, t = event.args
    if not (x.head == "power" and x.args[1] is number(Fraction(1, 2)) and x.args[0].head == "norm2"):
        raise Refused(f"{x} is no length.")
    signs = nonnegative(x), apply("weakened", apply("positive", *strict(given), term=t))
    found = apply("same_power", *signs, relation=event.head, exponent=2)
    return replaced_within(found, [same(right(found).args[0].args[0], x.args[0], ())])


def _of_power(event: Term, given: Given) -> Theorem:
    """P(x^e > t) = P(x > t^(1/e)) for a nonnegative x and a whole e, for even e of |x|."""
    (x, e), t = event.args[0].args, event.args[1]
    root = power(t, 1 / e)
    level = apply("weakened", positive(root, given))
    try:
        low = nonnegative(x)
    except Refused:
        low = nonnegative(absolute(x))
    found = apply("same_power", low, level, relation=event.head, exponent=int(value_of(e)))
    back = apply("ring", *strict(given), left=power(root, e), right=t)
    found = apply("symmetric", replaced_within(found, [back]))
    if left(found) is not P(event):
        raise Refused(f"{x} may be negative.")
    return found


def by_inverse(event: Term, given: Given) -> Theorem:
    """P(exp x > t) = P(x > log t), and for a positive x P(log x > t) = P(x > exp t) and P(x^e > t) = P(x >
    t^(1/e)), or P(x < t^(1/e)) where e < 0.
    """
    f, t = event.args
    drawn = numbers_in(f)
    x = drawn[0] if len(drawn) == 1 else f.args[0]
    u = letter(event, *stated(given))
    facts = _range_of(x, given)
    known = (*(assumed(replaced(fact.proposition, x, u), _HELD) for fact in facts), *given)
    inside = replaced(f.args[0], x, u)
    above = {("exp",): (t,), ("log",): (inside,)}.get(f.data, (t, inside))
    known = (*known, *(positive(one, known) for one in above))
    there, back, other = _inverses(event, known)
    sides = [replaced(one, x, u) for one in (event, other)]
    below = []
    for (one, goal), grown in zip((sides, sides[::-1]), (there, back), strict=True):
        follows = finish(grown(assumed(one, _HELD)), goal, known)
        below.append(apply("implied", follows, *facts, event=one, fixed=u, x=x))
    return apply("antisymmetric", *below)


def _range_of(x: Term, given: Given) -> list[Theorem]:
    """Between which numbers a random number lies, as far as its law says it; or what is made of some."""
    found = []
    for end in ("low", "high"):
        with suppress(Refused):
            found.append(apply("bounded", *with_head(given, ORDER), term=x, end=end))
    return found


def _inverses(event: Term, known: Given) -> tuple[Step, Step, Term]:
    """What makes of f(x) > t an order about x, and of that the first again, and the event so written."""
    f, t = event.args
    if f.head != "power":
        inverse = {"exp": "log", "log": "exp"}[f.data[0]]
        steps = (partial(_grown, function=own, given=known) for own in (inverse, f.data[0]))
        return *steps, Term(event.head, (f.args[0], Term("function", (t,), (inverse,))))
    x, e = f.args
    sign = 1
    try:
        slope = positive(e, known)
    except Refused:
        sign, slope = -1, positive(collected(-e), known)
    inverse = apply("positive", slope, *strict(known), term=sign / e)
    there, back = (partial(_raised, k=k, slope=own, given=known) for k, own in ((1 / e, inverse), (e, slope)))
    head = event.head if sign > 0 else MIRRORED[event.head]
    return there, back, Term(head, (x, power(t, collected(1 / e, slope))))


def _grown(order: Theorem, *, function: str, given: Given) -> Theorem:
    """F(a) < f(b) from a < b, for an exponential or a logarithm."""
    return apply("monotone", order, *strict(given), function=function, exponent=number(1))


def _raised(order: Theorem, *, k: Term, slope: Theorem, given: Given) -> Theorem:
    """a^k < b^k from a < b and 0 < k, and b^k < a^k where 0 < -k, as exponentials of k log a and k log b."""
    logs = _grown(order, function="log", given=given)
    low, relation, high = ordered(logs.proposition)
    ends = (low, high) if ordered(slope.proposition)[2] is k else (high, low)
    sides = [collected(k * end) for end in ends]
    grown = by_products(*sides, (1, logs, slope), relation=relation, known=strict(given))
    return _grown(grown, function="exp", given=given)
