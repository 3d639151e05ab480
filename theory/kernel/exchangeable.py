"""Families whose items may change places: each has its share of the mean of a sum over all of them."""

from __future__ import annotations

from typing import Final

from ..node import TRUE, Term, number
from ..substitution import occurs, opened, replaced, unfolded
from ..terms import indicator
from .conditions import is_nonnegative_by_form
from .logic import closed_binder, require_in_domain
from .probability import has_mean
from .spans import require_atomless
from .sums import equation
from .theorem import EQUATION, SIDE, Conclusion, Theorem, require, rule

_OVER_ALL: Final = frozenset({"sum", "product", "all", "any", "max", "min"})
_PLAIN: Final = _OVER_ALL | frozenset(
    {"add", "mul", "power", "number", "constant", "function", "maximum", "minimum", "indicator", "inner"}
    | {"norm2", "scale", "size", "parameter", "fixed", "random", "true", "and", "or"}
    | {"eq", "ne", "le", "lt", "ge", "gt"}
)
"""What an exchange of the items of a family passes through."""
Places = dict[tuple[Term, int], bool]


@rule(
    "Independent items of one law may change places, so that terms which are alike in all of them have one "
    "mean, the same share of that of their sum.",
    EQUATION,
    others=SIDE,
)
def exchangeable(total: Theorem, *conditions: Theorem, place: Term) -> Conclusion:
    """From sum_{j <= n} f(j) = t: E f(i) = E t/n. In f the index j, and indices of sums over 1, ..., n, stand
    as places of n items of families alone, where no other index does, or beside each other in j = l and
    j != l; then E f(j) is the same for all j. Each f(j) is nonnegative by its form, or has a finite mean by
    the conditions, as t has, so that E t is the sum of the E f(j).
    """
    whole, t = total.proposition.args
    require(whole.head == "sum" and whole.args[1] is TRUE, "{} is no sum over all of a family.", total)
    upper = whole.args[0]
    index, _, body = opened(whole, place, *(c.proposition for c in conditions))
    require_in_domain(index, place)
    require(not body.shape and not t.shape, "{} is about no numbers.", total)
    places: Places = {}
    _require_alike(body, upper, frozenset({index}), places)
    for mean in (body, t):
        finite = has_mean(mean, conditions) or (mean is body and is_nonnegative_by_form(body))
        require(finite, "The mean of {} is not known to be finite.", mean)
    return equation(Term("E", (replaced(body, index, place),)), Term("E", (t,)) / upper)


def _require_alike(term: Term, upper: Term, moved: frozenset[Term], places: Places) -> None:
    """With the items at the moved indices the others change places, too: f(s(j); x) is f(j; x o s)."""
    if term.head == "item":
        _place_items(term, upper, moved, places)
        return
    if term.head == "definition":
        _require_alike(unfolded(term), upper, moved, places)
        return
    if term.head == "index" or (term.head in {"eq", "ne"} and moved.issuperset(term.args)):
        require(term not in moved, "{} stands as a number, not as a place of a family alone.", term)
        return
    require(term.head in _PLAIN, "Whether items may change places in {} is not known.", term)
    if term.head in _OVER_ALL:
        require(not any(occurs(index, term.args[0]) for index in moved), "The range of {} varies.", term)
        own, condition, body = opened(term, *moved)
        inside = moved | {own} if own.args[0] is upper else moved
        for part in (condition, body):
            _require_alike(part, upper, inside, places)
        return
    for part in term.args:
        _require_alike(part, upper, moved, places)


def _place_items(item: Term, upper: Term, moved: frozenset[Term], places: Places) -> None:
    """The places of a family at which its items move, and where they stay: the same in all of its items."""
    family, *own = item.args
    law, *counts = family.args
    require(law.head != "markov_chain", "The states of a chain may not change places.")
    for position, (index, count) in enumerate(zip(own, counts, strict=True)):
        moves = index in moved
        require(not moves or count is upper, "{} are not as many as {}.", family, upper)
        steady = moves or index.head in {"index", "number"}
        alike = places.setdefault((family, position), moves) is moves
        require(steady and alike, "{} stands beside items of {} that change places.", item, family)


@rule("Numbers of a family with a density have almost surely one largest, and one smallest.", others=SIDE)
def no_ties(*conditions: Theorem, event: Term, place: Term) -> Conclusion:
    """|- sum_i 1[x_i = max_j x_j] = 1 almost surely, for all items x_j of a family of numbers with a density,
    or for <u, v_j> with 0 < |u|^2 by the conditions and vectors v_j with a density or uniform on a sphere:
    given x_i, each x_j for j != i is x_i with probability zero. So for min, and for >= in place of =, which
    says the same. |- 1[argmax_j x_j = i] = 1[x_i = max_j x_j] almost surely, for an index or number i.
    """
    extreme = next((part for part in event.args if part.head in {"max", "min", "argmax"}), event)
    require(event.head in {"eq", "le", "ge"} and extreme.args[1] is TRUE, "{} is about no extreme.", event)
    own, _, x = opened(extreme, place, *(c.proposition for c in conditions))
    require_in_domain(own, place)
    _require_without_ties(x, own, conditions)
    value = replaced(x, own, place)
    if extreme.head == "argmax":
        require(event is Term("eq", (extreme, place)), "{} is not that {} is {}.", event, extreme, place)
        largest = Term("max", extreme.args)
        return equation(indicator(event), indicator(Term("eq", (value, largest))))
    low, high = (value, extreme) if extreme.head == "min" else (extreme, value)
    pairs = ("eq", (value, extreme)), ("eq", (extreme, value)), ("le", (low, high)), ("ge", (high, low))
    require(event in {Term(*pair) for pair in pairs}, "{} is not that {} is {}.", event, value, extreme)
    require(place.head == "index", "{} is no index.", place)
    return equation(closed_binder("sum", TRUE, indicator(event), place), number(1))


def _require_without_ties(x: Term, index: Term, conditions: tuple[Theorem, ...]) -> None:
    """Items of one family, or their products with one fixed vector, that have each value with chance zero."""
    require_atomless(x, conditions)
    parts = x.args if x.head == "inner" else (x,)
    drawn = [part for part in parts if part.is_random]
    at_index = len(drawn) == 1 and drawn[0].head == "item" and drawn[0].args[1:] == (index,)
    alike = at_index and not any(occurs(index, part) for part in parts if part is not drawn[0])
    require(alike, "{} is not about one item at each index.", x)
