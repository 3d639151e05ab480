"""Orders of growth as predicates, and how a quantity runs in its variables.

What falls is said to fall: "falls like 1/d", never "grows like d^-1". An exponent whose interval is wider
than one says nothing, and is said not to be resolved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..reason import Courses, Direction, Drift, Exponential, Margin, Order, Slope, Stance
from .formulas import set_formula, set_name
from .media import Medium
from .parts import interval_words, listed, number, unresolved

RATE: Final = "rate of "
"""The names of rates begin so."""

DECIMALS: Final = 4
"""Exponents are not told to more: what is smaller is zero to any reader."""

_RELATIVE: Final[Mapping[Stance, str]] = {
    Stance.AT_MOST: "is at most of order {}",
    Stance.AT_LEAST: "is at least of order {}",
    Stance.LARGER: "is of a larger order than {}",
    Stance.SMALLER: "is of a smaller order than {}",
}
PHRASES: Final[Mapping[Direction, Mapping[Stance, str]]] = {
    Direction.GROWS: {
        Stance.LIKE: "grows like {}",
        Stance.UNLIKE: "does not grow like {}",
        Stance.AT_MOST: "grows at most like {}",
        Stance.AT_LEAST: "grows at least like {}",
        Stance.LARGER: "grows faster than {}",
        Stance.SMALLER: "grows more slowly than {}",
    },
    Direction.FALLS: {
        Stance.LIKE: "falls like {}",
        Stance.UNLIKE: "does not fall like {}",
        Stance.AT_MOST: "falls at least as fast as {}",
        Stance.AT_LEAST: "falls no faster than {}",
        Stance.LARGER: "falls more slowly than {}",
        Stance.SMALLER: "falls faster than {}",
    },
    Direction.FLAT: {
        Stance.LIKE: "stays of constant order in {}",
        Stance.UNLIKE: "does not stay of constant order in {}",
        Stance.AT_MOST: "stays bounded in {}",
        Stance.AT_LEAST: "stays above a positive constant in {}",
        Stance.LARGER: "does not stay bounded in {}",
        Stance.SMALLER: "does not stay above a positive constant in {}",
    },
    Direction.SCALES: {Stance.LIKE: "scales like {}", Stance.UNLIKE: "does not scale like {}", **_RELATIVE},
    Direction.FOLLOWS: {Stance.LIKE: "follows {}", Stance.UNLIKE: "does not follow {}", **_RELATIVE},
}


GrowthPart = Order | Margin | Courses | Slope | Drift | Exponential


def growth_words(part: GrowthPart, medium: Medium) -> str:
    """Any of the parts that only sentences about growth have."""
    match part:
        case Order():
            return order_words(part, medium)
        case Margin():
            return margin_words(part, medium)
        case Courses():
            return courses_words(part, medium)
        case _:
            return course_words(part, medium)


def order_words(part: Order, medium: Medium) -> str:
    """The predicate.

    >>> order_words(Order(law="1/d", direction=Direction.FALLS, stance=Stance.LARGER), Medium.CODE)
    'falls more slowly than 1/d'
    """
    flat = part.direction is Direction.FLAT
    names = " and ".join(set_name(name, medium) for name in part.variables)
    phrase = PHRASES[part.direction][part.stance].format(names if flat else set_formula(part.law, medium))
    return f"{phrase}, up to logarithms" if part.up_to_logs else phrase


def margin_words(part: Margin, medium: Medium) -> str:
    """The margin of an agreement.

    >>> margin_words(Margin(value=0.05, beside=("d",), exponents=0), Medium.CODE)
    'up to a factor of d^±0.05'
    >>> margin_words(Margin(value=0.05, rates=True, exponents=1), Medium.CODE)
    'within 5 % of the claimed rate and 0.05 of the claimed exponent'
    """
    size = number(part.value, medium)
    if part.flat:
        return f"constant to within {_powers(part.flat, size, medium)}"
    goals = [
        f"{number(100 * part.value, medium)} % of the claimed rate" if part.rates else "",
        f"{size} of the claimed exponent{'s' if part.exponents > 1 else ''}" if part.exponents else "",
    ]
    within = f"within {listed(goals)}" if any(goals) else ""
    power = size if part.power is None else number(part.power, medium)
    beside = f"up to a factor of {_powers(part.beside, power, medium)}" if part.beside else ""
    return listed([within, beside])


def _powers(names: Sequence[str], size: str, medium: Medium) -> str:
    return listed([_raised(name, f"±{size}", medium) for name in names])


def courses_words(part: Courses, medium: Medium) -> str:
    """How a quantity runs in each variable, one after another; semicolons part those that hold a colon."""
    told = [course_words(one, medium) for one in part.of]
    if len(told) > 1 and any(": " in one for one in told):
        return f"{'; '.join(told[:-1])}; and {told[-1]}"
    return listed(told) or "no exponent could be told"


def course_words(part: Slope | Drift | Exponential, medium: Medium) -> str:
    """An exponent with its interval, one that drifts from here to there, or an exponential."""
    match part:
        case Exponential():
            way = "grows" if part.rate > 0 else "falls"
            ends = part.interval and (part.interval.low, part.interval.high)
            rate = f" (rate {interval_words(*ends, medium)})" if ends else ""
            name = set_name(part.variable, medium)
            return f"it {way} exponentially in {name}, like {_exponential(part, medium)}{rate}"
        case Drift():
            way = "rises" if part.last > part.first else "falls"
            first, last = (number(_rounded(end), medium) for end in (part.first, part.last))
            run = f"{way} from {first} to {last}"
            return f"the local exponent of {_name(part, medium)} {run}"
        case Slope():
            return f"{_kind(part)} {_name(part, medium)} is {_value(part, medium)}"


def _value(part: Slope, medium: Medium) -> str:
    if part.value is None:
        return "not known"
    value = number(_rounded(part.value), medium)
    if part.interval is None:
        return value
    low, high = part.interval.low, part.interval.high
    if low is None and high is None:
        return "not resolved"
    if wide := unresolved(low, high, medium):
        return f"not resolved: {wide}"
    ends = interval_words(_rounded(low or 0.0), _rounded(high or 0.0), medium)
    return f"{value} ({ends})" if " to " in ends else value


def _rounded(exponent: float) -> float:
    return round(exponent, DECIMALS) + 0.0


def _kind(part: Slope) -> str:
    return "the" if part.name.startswith(RATE) else "the exponent of"


def _name(part: Slope | Drift, medium: Medium) -> str:
    variable, _, rest = part.name.removeprefix(RATE).partition(" (")
    name = set_name(variable, medium) + (f" ({rest}" if rest else "")
    if part.name.startswith(RATE):
        return f"rate in {name}"
    return f"{name}, other factors as claimed," if part.beside else name


def _raised(name: str, power: str, medium: Medium) -> str:
    if medium is Medium.MARKUP:
        return f"${name}^{{{power.replace('±', chr(92) + 'pm ')}}}$"
    return f"{set_name(name, medium)}^{power}"


def _exponential(part: Exponential, medium: Medium) -> str:
    rate = number(part.rate, Medium.CODE)
    if medium is Medium.CODE:
        return f"exp({rate}*{part.variable})"
    if medium is Medium.MARKUP:
        return f"$e^{{{rate} {part.variable}}}$"
    return f"e^({number(part.rate, medium)}·{set_name(part.variable, medium)})"
