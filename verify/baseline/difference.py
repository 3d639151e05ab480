"""The difference of two runs or baselines: what moved, by how much, and whether chance explains it.

Verdicts and formulas are compared as they are. Means are compared as those of two independent runs, and
chance explains them unless a claim's p-value is at most `LEVEL` divided by the number of claims compared: by
the union bound nothing is then named in more than that share of comparisons in which nothing moved. Of two
runs the intervals of exponents are compared too: those that have no number in common are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from ..document import Bounds
from ..wording import Medium
from ..wording.parts import interval_words, numbered
from .expected import Entry
from .news import shift_of
from .regression import certain, lapsed, means_regression, same_evidence, verdict_regression
from .two_sample import Shift

LEVEL: Final = 0.01

Intervals = Mapping[str, Mapping[str, Bounds]]
"""The measured intervals of exponents, by claim and variable."""


class Chance(StrEnum):
    """Whether chance explains a difference."""

    NO_PART = "no chance is involved"
    DOES_NOT = "chance does not explain it"
    EXPLAINS = "chance explains it"


@dataclass(frozen=True, kw_only=True)
class Moved:
    """What moved of one claim, in a sentence, and whether chance explains it; what it was and what it is."""

    claim: str
    sentence: str
    chance: Chance
    p_value: float | None = None
    was: str = ""
    now: str = ""

    def __str__(self) -> str:
        p_value = "" if self.p_value is None else f", p = {self.p_value:.2g}"
        return f"{self.sentence} ({self.chance}{p_value})"


@dataclass(frozen=True, kw_only=True, repr=False)
class Difference:
    """What moved between two runs: first where no chance is involved, then what chance does not explain.

    Claims whose means alone moved, and no more than chance explains, are in `within_chance`, with p-values.
    """

    was: str
    now: str
    compared: int
    identical: int
    moved: tuple[Moved, ...]
    within_chance: dict[str, float]
    gone: tuple[str, ...]
    new: tuple[str, ...]

    def of(self, claims: Iterable[str]) -> list[Moved]:
        """What moved of these claims."""
        wanted = set(claims)
        return [one for one in self.moved if one.claim in wanted]

    def lines(self) -> Iterator[str]:
        """A line for all of it, then one for each claim that moved, is gone or is new."""
        claims = numbered(self.compared, "claim")
        counts = f"{claims} compared, {self.identical} equal to the last bit"
        moved = f"{len({one.claim for one in self.moved})} moved"
        listed = f"{moved}, {len(self.gone)} gone, {len(self.new)} new"
        yield f"{self.was} → {self.now}: {counts}, {listed}"
        if self.within_chance:
            least = min(self.within_chance.values())
            told = f"the means of {numbered(len(self.within_chance), 'claim')} moved as chance explains"
            yield f"  {told} (least p = {least:.2g})"
        for one in self.moved:
            yield f"  {one}"
        for word, names in (("gone", self.gone), ("new", self.new)):
            for name in names:
                yield f"  {name}: {word}"

    def __repr__(self) -> str:
        return "\n".join(self.lines())


def difference(
    before: Mapping[str, Entry],
    after: Mapping[str, Entry],
    *,
    was: str,
    now: str,
    intervals: tuple[Intervals, Intervals] = ({}, {}),
) -> Difference:
    """What moved from one set of entries to the other; `was` and `now` are their names."""
    both = [name for name in before if name in after]
    within, found = {}, []
    for name in both:
        # Of means that moved at the same points; None where none did.
        shift = shift_of(before[name], after[name], [0] * len(before[name].points))
        moved = [
            *_moved(name, before[name], after[name], shift, LEVEL / len(both)),
            *_apart(name, *(one.get(name, {}) for one in intervals)),
        ]
        both_sides = [
            _summed_up(entries[name], own.get(name, {}))
            for entries, own in zip((before, after), intervals, strict=True)
        ]
        moved = [replace(one, was=both_sides[0], now=both_sides[1]) for one in moved]
        if not moved and shift is not None:
            within[name] = shift.p_value
        found += moved
    order = list(Chance)
    return Difference(
        was=was,
        now=now,
        compared=len(both),
        identical=sum(same_evidence(before[name], after[name]) for name in both),
        moved=tuple(sorted(found, key=lambda one: order.index(one.chance))),
        within_chance=within,
        gone=tuple(name for name in before if name not in after),
        new=tuple(name for name in after if name not in before),
    )


def _apart(name: str, before: Mapping[str, Bounds], after: Mapping[str, Bounds]) -> Iterator[Moved]:
    """The exponents whose intervals have no number in common."""
    for variable in before.keys() & after.keys():
        (low, high), (least, most) = before[variable], after[variable]
        if (high is not None and least is not None and high < least) or (
            low is not None and most is not None and most < low
        ):
            ends = [_words(one[variable]) for one in (before, after)]
            sentence = f"{name}: the exponent of {variable} was {ends[0]}, and is now {ends[1]}."
            yield Moved(claim=name, sentence=sentence, chance=Chance.DOES_NOT)


def _summed_up(entry: Entry, intervals: Mapping[str, Bounds]) -> str:
    """The verdict, and the exponents with their intervals."""
    exponents = [f"exponent of {variable} {_words(bounds)}" for variable, bounds in intervals.items()]
    return "; ".join([entry.verdict.value, *exponents])


def _words(bounds: Bounds) -> str:
    return interval_words(*bounds, Medium.TERMINAL)


def _moved(name: str, before: Entry, after: Entry, shift: Shift | None, level: float) -> Iterator[Moved]:
    surely = certain(name, before, after)
    for one in surely:
        yield Moved(claim=name, sentence=one.sentence, chance=Chance.NO_PART)
    if same_evidence(before, after):
        return
    p_value = None if shift is None else shift.p_value
    chance = Chance.DOES_NOT if p_value is None or p_value <= level else Chance.EXPLAINS
    if shift is not None and shift.p_value <= level and not surely:
        sentence = means_regression(name, before, after, shift).sentence
        yield Moved(claim=name, sentence=sentence, chance=chance, p_value=p_value)
    for one in verdict_regression(name, before, after):
        yield Moved(claim=name, sentence=one.sentence, chance=chance, p_value=p_value)
    if lapsed(before, after):
        sentence = f"{name}: was {before.verdict}, and is now inconclusive."
        yield Moved(claim=name, sentence=sentence, chance=chance, p_value=p_value)
