"""The forms a law may take on a finite range: pure, corrected, on a floor, or with a named logarithm.

A law C prod_v b_v^{e_v} exp(-r x) is measured through log m = log C + sum_v e_v log b_v - r x, and over a
range its leading exponents differ from straight slopes by what vanishes at large sizes: factors
1 + c (b / b_min)^-w with w = 1/2 or 1, or a constant added to it. Of a variable that goes to 0 it vanishes at
small sizes. c is at most what halves again the law at the far end, and leaves a twentieth of it at the near
one: what is not small at the far end is no correction but another law, which would make every exponent
compatible with every data. Beside an exponential in the same variable, where a few sizes span many factors e,
w is 1 and the law at the near end is changed by at most a tenth: more would be another power at all sizes.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Final

import numpy as np

from .gls import Matrix, Vector

Crossovers = Mapping[float, tuple[float, ...]]

ORDERS: Final = (0.5, 1.0)
PAIR: Final = 2
MIN_SIZES: Final = 3
"""With two sizes of a variable any exponent passes through a correction."""

LARGEST_AT_FAR_END: Final = 0.5
LARGEST_CROSSOVER: Final = 14.0
"""Of a larger one too little of the claimed law is seen: any power half a step away would pass for it."""
SUMS: Final[Crossovers] = dict.fromkeys(ORDERS, (1.0,))
"""Powers g of 1 + c b^-w by which a law goes over to another, for each w: as sums with another power do."""
SHIFTED: Final[Crossovers] = {**SUMS, 1.0: (0.5, 1.0, 2.0)}
"""As roots and squares of shifted sizes do too. On a short range these pass for any power."""
SHARP: Final[Crossovers] = {**SHIFTED, 2.0: (0.5, 1.0)}
"""As lengths of sums and saturation do too."""

LARGEST_BEFORE: Final = 56.0
"""A crossover begins at most so many times above the claimed law: from further off it is another law, and a
term in 1/d is then gone at the far end of all but the shortest ranges."""
LARGEST_TOLD: Final = 50.0
"""But where local exponents are told to move towards the claim no steady power passes for it."""
SMALLEST_AT_NEAR_END: Final = -0.95
BESIDE_EXPONENTIAL: Final = 0.1
"""Beside an exponential a correction changes the law at the near end by at most this."""
LARGEST_SETTLING: Final = 2**0.5 - 1
"""But before such a law is refuted by each of two terms: twice the law, or half of it."""
FLOOR_SHARE: Final = 0.5
"""A negative floor is at most this share of the largest mean."""
FLOOR_MEMORY: Final = 0.995
"""A positive floor stays below the smallest mean: above it the law itself is not seen."""
FLOOR_BELOW: Final = 1 / 3
"""And below this share of the largest mean: under a law that is flat it would leave nothing to fit."""


class Slow(Enum):
    """What vanishes more slowly than the powers of the family.

    Slower than any power is allowed where a claim is about the limit alone; and before a law is refuted, as
    the root of a root is.
    """

    QUARTER = "^-1/4"
    LOG = "/log"
    LOG_LOG = "log log/log"


LEAST_LOG: Final = {Slow.QUARTER: -np.inf, Slow.LOG: 0.0, Slow.LOG_LOG: 1.0}
"""Below it the logarithm of a size makes no correction."""
LARGEST_NAMED: Final = 4.0
"""A correction that is known to be there may be larger than the law at the far end."""
MOST_NAMED: Final = 3
"""So many named corrections are fitted together, and no more."""
GONE: Final = 100.0
"""By this factor a correction of the smallest size alone is less at the next one."""
LARGEST_SLOW: Final = 1.0
"""A slow correction may still be as large as the law at the far end."""


@dataclass(frozen=True)
class Factors:
    """What vanishes exponentially, by so many factors e over the range of an exponential's argument."""

    count: float


SETTLINGS: Final = tuple(Factors(count) for count in (2.0, 3.5, 6.0, 10.0))
"""A second exponential beside that of the law vanishes by any of these or, as two of them, between them."""

Decay = float | Slow | Factors | str
"""How a correction vanishes: like a power, more slowly, exponentially, or as a named formula does."""


@dataclass(frozen=True, kw_only=True)
class Design:
    """The columns of log m that a law's parameters multiply, and what is known of log m.

    `columns` has shape "points parameters": log b for an exponent, -x for a rate. `powers` are the
    columns of exponents, which alone are corrected, `falling` those that fall towards the end where their
    variable goes, as log b towards 0 and -x do, `beside` those of powers whose variable stands in an
    exponential too. `named` are corrections that the law is known to have, by their formulas: what stands
    beside one, at each point.
    """

    names: tuple[str, ...]
    columns: Matrix
    offset: Vector
    powers: tuple[int, ...] | None = None
    held: tuple[int, ...] = ()
    falling: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    exponentials: tuple[int, ...] = ()
    named: Mapping[str, Vector] = field(default_factory=dict)

    def holding(self, parameters: Vector) -> Design:
        """The same law with some parameters known (nan: not known): the others are still fitted."""
        known = np.isfinite(parameters)
        offset = self.offset + self.columns[:, known] @ parameters[known]
        return replace(self, offset=offset, held=tuple(np.flatnonzero(known).tolist()))

    @property
    def content(self) -> tuple[object, ...]:
        """All that it consists of, as values that compare."""
        named = tuple((text, column.tobytes()) for text, column in self.named.items())
        arrays = self.columns.tobytes(), self.offset.tobytes()
        return (self.names, *arrays, self.powers, self.held, self.falling, self.beside, named)

    @cached_property
    def corrected(self) -> tuple[int, ...]:
        """The columns with enough sizes to be told from a correction."""
        powers = range(len(self.names)) if self.powers is None else self.powers
        return tuple(c for c in powers if self.sizes(c) >= MIN_SIZES)

    @cached_property
    def rates(self) -> tuple[int, ...]:
        """The columns of exponentials, with enough sizes to be told from a correction."""
        return tuple(c for c in self.exponentials if self.sizes(c) >= MIN_SIZES)

    @cached_property
    def drifting(self) -> tuple[int, ...]:
        """Those of them that may be corrected slowly, or after another power."""
        return tuple(c for c in self.corrected if c not in self.beside)

    def orders(self, column: int) -> tuple[float, ...]:
        """The powers w by which corrections of one column vanish."""
        return ORDERS[-1:] if column in self.beside else ORDERS

    @cached_property
    def outward(self) -> Matrix:
        """The columns, each growing towards the end where its variable goes."""
        return self.columns * self.directions

    @cached_property
    def directions(self) -> Vector:
        """-1 for each column that falls towards the end where its variable goes, else 1."""
        return np.where(np.isin(np.arange(len(self.names)), self.falling), -1.0, 1.0)

    @cached_property
    def regressors(self) -> Matrix:
        """The columns to be fitted, the constant's first."""
        free = np.delete(self.columns, self.held, axis=1)
        return np.column_stack([np.ones(len(self.offset)), free])

    def sizes(self, column: int) -> int:
        """How many different sizes one variable takes."""
        return int(np.unique(np.round(self.columns[:, column], 9)).size)


@dataclass(frozen=True, kw_only=True)
class Correction:
    """Correction terms (column, order w or named formula), a floor, or a power of the logarithm of a base.

    `name` is how a report calls it. A term is at most `largest` at the largest size, beside an exponential at
    most `near` at the near end; the law is multiplied by this `power` of 1 + the term.
    """

    name: str
    terms: tuple[tuple[int, Decay], ...] = ()
    floor: bool = False
    logarithm: int | None = None
    largest: float = LARGEST_AT_FAR_END
    near: float = BESIDE_EXPONENTIAL
    power: float = 1.0

    @property
    def size(self) -> int:
        """The number of amplitudes."""
        return len(self.terms) + self.floor

    @property
    def vanishes(self) -> bool:
        """Whether it is small at large sizes under any law; a floor is only under one that grows."""
        return not self.floor and self.logarithm is None


@dataclass(frozen=True, kw_only=True, eq=False)
class Shape:
    """A correction on the points of a design: amplitudes in the unit box to offsets and floors."""

    design: Design
    correction: Correction
    means: Vector
    decays: Matrix = field(init=False)

    def __post_init__(self) -> None:
        """Tabulate (b / b_min)^-w of each term, which is one at the near end: the smallest size, say."""
        decays = [self._decay(column, order) for column, order in self.correction.terms]
        object.__setattr__(self, "decays", np.array(decays).reshape(len(decays), len(self.means)))

    def _decay(self, column: int, order: Decay) -> Vector:
        if isinstance(order, str):
            sizes = np.abs(self.design.named[order])
            return np.asarray(sizes / sizes.max(), dtype=np.float64)
        return _decay(self.design.outward[:, column], order)

    def at(self, amplitudes: Matrix) -> tuple[Matrix, Vector | None]:
        """Offsets, shape (batch, points), and floors of amplitudes in [-1, 1], shape (batch, terms)."""
        offsets = self.design.offset
        if not self.decays.size:
            floors = self._floors(amplitudes[:, 0]) if self.correction.floor else None
            return np.broadcast_to(offsets, (len(amplitudes), len(self.means))), floors
        for scaled, decay, least, most in zip(amplitudes.T, self.decays, *self.ends, strict=True):
            c = np.where(scaled < 0, -least * scaled, np.expm1(scaled * np.log1p(most)))
            offsets = offsets + self.correction.power * np.log1p(c[:, None] * decay)
        return offsets, None

    @cached_property
    def ends(self) -> tuple[Vector, Vector]:
        """The least and the largest c of each term."""
        beside = np.array([self._is_beside(*term) for term in self.correction.terms], dtype=bool)
        near, far = self.correction.near, self.correction.largest / self.decays.min(axis=1, initial=1.0)
        return np.where(beside, -near / (1 + near), SMALLEST_AT_NEAR_END), np.where(beside, near, far)

    def _is_beside(self, column: int, order: Decay) -> bool:
        """Whether a term corrects an exponential, or a power beside one in the same variable."""
        return isinstance(order, Factors) or (column in self.design.beside and not isinstance(order, str))

    def regressors(self) -> Matrix:
        """The design's regressors, with log log b where its power is free."""
        if self.correction.logarithm is None:
            return self.design.regressors
        return np.column_stack(
            [self.design.regressors, np.log(self.design.outward[:, self.correction.logarithm])]
        )

    def amplitude(self, scaled: Vector) -> tuple[float, ...]:
        """The amplitudes behind one point of the box, in the law's own units."""
        if self.correction.floor:
            return (float(self._floors(scaled[:1])[0]),)
        least, most = self.ends
        growth = np.expm1(scaled * np.log1p(most))
        return tuple(float(c) for c in np.where(scaled < 0, -least * scaled, growth))

    def _floors(self, scaled: Vector) -> Vector:
        top, bottom = float(np.max(self.means)), max(float(np.min(self.means)), 0.0)
        low, high = FLOOR_SHARE * top, min(FLOOR_MEMORY * bottom, FLOOR_BELOW * top)
        return np.where(scaled < 0, -low * scaled**2, high * scaled)


def _decay(log: Vector, order: float | Slow | Factors) -> Vector:
    """What a correction has left of its size at the near end."""
    match order:
        case Factors(count):
            return np.asarray(np.exp(-count * (log - log.min()) / np.ptp(log)), dtype=np.float64)
        case Slow.QUARTER:
            return np.asarray(np.exp(-(log - log.min()) / 4), dtype=np.float64)
        case Slow.LOG:
            return np.asarray(log.min() / log, dtype=np.float64)
        case Slow.LOG_LOG:
            decay = np.log(log) / log
            return np.asarray(decay / decay.max(), dtype=np.float64)
    return np.asarray(np.exp(-order * (log - log.min())), dtype=np.float64)


def corrections(design: Design, *, up_to_logs: bool = False, slow: bool = False) -> tuple[Correction, ...]:
    """Pure first, then x^-1/2 and x^-1 in each variable, in each two or in all of them, and a floor.

    Two variables may be corrected in different orders, more of them in one order together; beside an
    exponential only in x^-1. With `up_to_logs` also a free power of each variable's logarithm, with `slow`
    what vanishes like 1/log. Named corrections stand in place of slow ones.
    """
    columns = design.corrected
    found = [Correction(name="pure")]
    found += [_corrected(design, [(c, order)]) for c in columns for order in design.orders(c)]
    if len(columns) == PAIR:
        pairs = itertools.product(*map(design.orders, columns))
        found += [_corrected(design, list(zip(columns, orders, strict=True))) for orders in pairs]
    elif len(columns) > PAIR:
        together = dict.fromkeys(tuple((c, max(w, design.orders(c)[0])) for c in columns) for w in ORDERS)
        found += [_corrected(design, list(terms)) for terms in together]
    if columns:
        found.append(Correction(name="floor", floor=True))
    if up_to_logs:
        positive = (c for c in columns if design.outward[:, c].min() > 0)
        found += [Correction(name=f"log({design.names[c]})^p", logarithm=c) for c in positive]
    found += _named(design) if columns else []
    if slow and not design.named:
        found += [
            Correction(
                name=f"(1 + c {order.value} {design.names[c]})", terms=((c, order),), largest=LARGEST_SLOW
            )
            for c in design.drifting
            if c not in design.falling
            for order in (Slow.LOG, Slow.LOG_LOG)
            if design.outward[:, c].min() > LEAST_LOG[order]
        ]
    return tuple(found)


def _named(design: Design) -> list[Correction]:
    """The named corrections, each alone and all together."""
    texts = list(design.named)
    chosen = [[text] for text in texts] + ([texts] if PAIR <= len(texts) <= MOST_NAMED else [])
    return [
        Correction(
            name=" ".join(f"(1 + c {text})" for text in each),
            terms=tuple((0, text) for text in each),
            largest=LARGEST_NAMED,
        )
        for each in chosen
    ]


def crossovers(
    design: Design, column: int, *, told: bool, forms: Crossovers = SUMS
) -> tuple[Correction, ...]:
    """The law after another power, bounded at both ends of the range, or where `told` at the far one.

    (1 + c b^-w)^g goes over from b^(-w g) to 1; with -g the power before it is larger.
    """
    log = design.outward[:, column]

    def largest(order: float) -> float:
        return (
            LARGEST_TOLD if told else min(LARGEST_CROSSOVER, LARGEST_BEFORE * float(_decay(log, order).min()))
        )

    return tuple(
        Correction(
            name=f"crossover in {design.names[column]}",
            terms=((column, order),),
            largest=largest(order),
            power=power,
        )
        for order, powers in forms.items()
        for power in (*powers, *(-power for power in powers))
    )


def crossovers_to(exponent: float) -> Crossovers:
    """The ways to a law b^e: `SHARP`, and that of shifted sizes, (b + c)^e = b^e (1 + c / b)^e."""
    shifted = (abs(exponent),) if np.isfinite(exponent) and exponent != 0 else ()
    return {**SHARP, 1.0: tuple(dict.fromkeys((*SHARP[1.0], *shifted)))}


def slow_approaches(
    design: Design, column: int, orders: Collection[Slow] = (Slow.QUARTER, Slow.LOG)
) -> tuple[Correction, ...]:
    """The law with a correction in one column that vanishes more slowly than those of the family."""
    log = design.outward[:, column]
    orders = [order for order in orders if log.min() > LEAST_LOG[order]]
    return tuple(
        Correction(name=f"slow approach in {design.names[column]}", terms=((column, order),))
        for order in orders
    )


def apart(design: Design, column: int) -> Correction:
    """The law with its smallest size apart: what corrects it is gone, to a hundredth, at the next one."""
    log = np.unique(design.outward[:, column])
    order = float(np.log(GONE) / (log[1] - log[0]))
    return Correction(
        name=f"smallest {design.names[column]} apart",
        terms=((column, order),),
        largest=float(_decay(design.outward[:, column], order).min()),
    )


def settlings(design: Design) -> tuple[Correction, ...]:
    """The law with a correction beside its exponential that is large at the near end and soon gone."""
    columns = [c for c in design.beside if c in design.corrected]
    powers: list[tuple[tuple[int, Decay], ...]] = [((c, 1.0), (c, 2.0)) for c in columns]
    exponentials = [
        ((c, first), (c, second)) for c in design.rates for first, second in itertools.pairwise(SETTLINGS)
    ]
    return tuple(
        Correction(name=f"settling in {design.names[terms[0][0]]}", terms=terms, near=LARGEST_SETTLING)
        for terms in (*powers, *exponentials)
    )


def _corrected(design: Design, terms: list[tuple[int, float]]) -> Correction:
    signs = {c: "" if c in design.falling else "-" for c, _ in terms}
    factors = [
        f"(1 + c {design.names[c]}^{signs[c]}{'1/2' if order == ORDERS[0] else '1'})" for c, order in terms
    ]
    return Correction(name=" ".join(factors), terms=tuple(terms))
