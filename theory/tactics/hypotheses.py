"""What is known while a mean is worked out: indices that differ, signs of parameters, values of means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..laws import positive_where
from ..node import Term, is_number
from ..substitution import subterms
from .certificates import by_products
from .factors import law_in
from .goals import Given

Pair = frozenset[Term]


@dataclass(frozen=True)
class Context:
    """The indices in play, theorems that some of them differ, and theorems about signs of parameters.

    `evaluate(theorem, context)` is the equation with the means on its right-hand side evaluated (`moments`),
    for the means that are left where one object is integrated out.
    """

    evaluate: Callable[[Theorem, Context], Theorem]
    indices: tuple[Term, ...]
    different: Mapping[Pair, Theorem]
    signs: Given = ()
    means: Given = ()
    """Values of means of what is no polynomial here, for any indices."""
    positive: Given = ()
    """What an equation says is positive."""

    def with_index(self, index: Term, condition: Theorem | None) -> Context:
        """One more index, of which the condition says from which it differs."""
        different = dict(self.different)
        for fact in _facts(condition):
            head, pair = fact.proposition.head, frozenset(fact.proposition.args)
            if head in {"ne", "lt", "gt"}:
                different[pair] = fact if head == "ne" else apply("weakened", fact, relation="ne")
        return replace(self, indices=(*self.indices, index), different=different)

    def evaluated(self, theorem: Theorem) -> Theorem:
        """The equation with the means on its right-hand side evaluated."""
        return self.evaluate(theorem, self)

    @property
    def conditions(self) -> Given:
        """All theorems that a rule may use as side conditions."""
        return (*self.different.values(), *self.signs)


def _facts(condition: Theorem | None) -> list[Theorem]:
    if condition is None:
        return []
    if condition.proposition.head != "and":
        return [condition]
    parts = (apply("one_of_both", condition, position=position) for position in (0, 1))
    return [fact for part in parts for fact in _facts(part)]


def strict(signs: Given) -> Given:
    """The signs that exclude zero."""
    return tuple(sign for sign in signs if sign.proposition.head in {"lt", "gt"})


def strict_below(sign: Theorem) -> list[Theorem]:
    """From c <= x, for a number c: c - 1/2 < x, which says strictly how large a dimension is."""
    low, relation, x = ordered(sign.proposition)
    if relation != "le" or not is_number(low):
        return []
    half = Fraction(1, 2)
    return [by_products(low - half, x, (1, sign), (half,), relation="lt")]


def with_signs(rule: str, signs: Given, *, term: Term) -> Theorem:
    """What a rule concludes of a term, by the signs, and those of numbers in it, where it needs them."""
    try:
        return apply(rule, term=term)
    except Refused:
        numbers = (x for x in subterms(term) if x.head in {"random", "item"} and not x.loose)
        above = [
            apply("bounded", *signs, term=x, end="low")
            for x in numbers
            if positive_where(law_in(x)) is not None
        ]
        return apply(rule, *signs, *above, term=term)


def first_that_holds(attempts: Iterable[Callable[[], Theorem]]) -> Theorem:
    """Of several rules for one mean; raises `Refused` with what each of them lacks."""
    failures = []
    for attempt in attempts:
        try:
            return attempt()
        except Refused as refusal:
            failures.append(str(refusal))
    raise Refused(" ".join(filter(None, dict.fromkeys(failures))))
