"""A paper: what it states, how each statement is read, and what is measured to test it.

Papers are written in this form, ours and users' alike. A quantity is named once and carries many claims,
which share its trials; a relation turns it into an assertion; a statement collects the claims that read it.

>>> paper = Paper("memory", source="A. Author, On memories, 2026", access="summary")
>>> noise = quantity("noise_power", "the mean noise power")(n=powers(2, 8), d_k=64)
>>> S1 = paper.statement("S1 Noise", "Crosstalk grows with the load.", place="Theorem 1")
>>> S1.claim("noise", "mean over keys and values", noise.equals("(n - 1)/d_k", margin=0.02))
>>> S1.claim("law", "its order", noise.grows_like("C*n/d_k", bound=("Omega", "O")), stronger(tags=("law",)))
>>> [claim.id for claim in paper.claims]
['memory.noise', 'memory.law.omega', 'memory.law.o']

The first claim of a statement is its primary interpretation, unless the statement names another.

>>> paper.statements[0].primary
'memory.noise'
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, Required, TypedDict, TypeVar, Unpack

import msgspec

from .claim import (
    EXPONENT_MARGIN,
    VALUE_MARGIN,
    About,
    Bears,
    BoundType,
    Claim,
    Direction,
    Published,
    Quantifier,
    Relation,
    Role,
    SpreadOf,
    Threshold,
    Towards,
    Value,
    no_end,
)
from .figure import Figure, FigureKind
from .law_text import typed
from .statement import SourceAccess, Statement, in_order

Grid = dict[str, tuple[Value, ...]]
"""The values of each variable; a point is one of each."""

Values = Value | Sequence[Value]
"""One value of a variable, or several."""

RELATIONS: Final = (
    "equals",
    "grows_like",
    "at_most",
    "at_least",
    "tends_to",
    "exceeds",
    "vanishes",
    "is_reported",
    "peaks",
)
"""What can be asserted of a quantity."""

BoundName = Literal["Theta", "O", "Omega"]

Limits = Mapping[str, Literal["0", "oo"]]
"""Where variables go."""

BOUNDS: Final[tuple[BoundName, ...]] = ("Omega", "Theta", "O")
"""The growth from below, tight, and from above: each a claim of its own."""


Variants = dict[str, dict[str, tuple[str, str] | None]]
"""By coordinate and its value, the name and the value that readers know; None where the label says it."""


class Coordinates(msgspec.Struct, frozen=True, kw_only=True):
    """How sentences tell the coordinates of design points: in other words, or not where labels say them.

    `selectors` are coordinates that say which number of a quantity is meant, as labels do.
    """

    variants: Variants = {}
    selectors: frozenset[str] = frozenset()


class Reading(TypedDict, total=False):
    """How a claim reads its statement: the fields of `Claim` that a relation does not give."""

    role: Role
    bears: Literal["supports", "contradicts", "refines"]
    derivation: str | Callable[..., object] | None
    quantifier: Literal["exists", "all"] | None
    direction: Literal["sufficient", "necessary"] | None
    about: Literal["representation", "learning"] | None
    setting: dict[str, str]
    own_threshold: bool
    severity: Literal["minor", "major", "critical"]
    tags: tuple[str, ...]


_KINDS: Final = {"bears": Bears, "quantifier": Quantifier, "direction": Direction, "about": About}
"""Fields of a reading that are members of an enumeration, written as their values."""


class Interpretation(TypedDict, total=False):
    """How a statement is to be taken: the fields of `Statement` beside its words and its place."""

    primary: str | None
    why_primary: str | None
    not_covered: str | None
    own_question: bool
    why_refuted: str | None
    as_printed: str | None
    printed: str | None
    same_as: str | None


class Drawn(TypedDict, total=False):
    """What a figure shows: fields of `Figure` that need no translation."""

    caption: Required[str]
    alternative: Required[str]
    quantity: str | None
    x: Required[str]
    y: str | None
    series: str | None
    outputs: tuple[str, ...]
    statistic: str
    laws: dict[str, str]
    domain: tuple[str, ...]
    blocks: int
    log_x: bool
    log_y: bool
    place: str | None


_NAMES_OF_RECORDS: Final = {"primary", "printed", "same_as"}
"""Fields of an interpretation that name a claim or a statement."""

_Record = TypeVar("_Record", Statement, Claim, Figure)


Taken = dict[str, Any]
"""What is taken of a user's function or table beside its mean, by keys of [measure] in a claim file."""


class Assertion(msgspec.Struct, frozen=True, kw_only=True):
    """A quantity in a relation to a formula: the fields of a `Claim` that it gives, and its bound types."""

    fields: dict[str, Any]
    bounds: tuple[BoundType | None, ...] = (None,)
    taken: Taken = {}


class Measured(msgspec.Struct, frozen=True):
    """A number of a quantity at points of its variables: the fields of a `Claim` that it gives.

    Calling it with values of variables selects points, an index selects one of several outputs. One without a
    label is named by what its function turns out to return.
    """

    fields: dict[str, Any]
    taken: Taken = {}

    def __call__(self, **at: Values) -> Measured:
        """Where the variables have these values; those named before stay unless they are named again.

        >>> noise = quantity("noise_power")(n=powers(2, 8)).quick(n=2)(d_k=(8, 16))
        >>> noise.fields["grid"], noise.fields["quick_grid"]
        ({'n': (2, 4, 8), 'd_k': (8, 16)}, {'n': (2,), 'd_k': (8, 16)})
        """
        grids = {
            name: self.fields[name] | grid(**at) for name in ("grid", "quick_grid") if name in self.fields
        }
        return self._with(**grids)

    def __getitem__(self, output: str) -> Measured:
        """One output of the quantity, or of what a function returns by names."""
        return self._with(output=output)

    def quick(self, **at: Values) -> Measured:
        """In a quick run these values take the place of those selected."""
        return self._with(quick_grid=self.fields["grid"] | grid(**at))

    def where(self, *conditions: str) -> Measured:
        """At the points that satisfy all conditions."""
        return self._with(domain=conditions)

    def statistic(self, name: str) -> Measured:
        """Another statistic of the trials than their mean m.

        Of a function `complement` 1 - m, `reciprocal` 1/m or `hazard` -log(1 - m).
        """
        return self._with(statistic=name)

    def chance(self, event: str) -> Measured:
        """The probability of an event of a function's values, such as "value <= 2*sqrt(d)"."""
        return self._taken(event=event).named("")

    def quantile(self, fraction: float) -> Measured:
        """The value that a function's values are at most with this probability, between 0.01 and 0.99."""
        return self._taken(quantile=fraction).named("")

    def median(self) -> Measured:
        """The value that half of a function's values are at most."""
        return self.quantile(0.5)

    def variance(self) -> Measured:
        """The variance of a function's values."""
        return self._taken(variance=True).named("")

    def largest_over(self, variable: str) -> Measured:
        """The largest number over the values of a variable: a worst case over a declared family."""
        return self._taken(largest=variable)._prefixed(f"the largest over {variable} of")

    def smallest_over(self, variable: str) -> Measured:
        """The smallest number over the values of a variable."""
        return self._taken(smallest=variable)._prefixed(f"the smallest over {variable} of")

    def peaks(self, *, over: str, at: str, margin: float = 0.0) -> Assertion:
        """It is larger where a variable has the value of a formula than at its other values in the grid.

        `at` is a formula of the other variables, or a number: `peaks(over="p", at="n")`.
        """
        found = self._taken(peak=over, at=at)._prefixed(f"the excess at {over} = {at} of")
        return found.exceeds("0", margin=margin)

    def named(self, label: str) -> Measured:
        """Named so in sentences."""
        return self._with(label=label)

    def reaches(
        self,
        level: float,
        *,
        by: str,
        fitted: bool = False,
        between: tuple[int, int] = (1, 10**6),
        direction: Literal["up", "down"] = "up",
    ) -> Measured:
        """The value of the variable `by` at which the number crosses a level; `fitted` as in `Threshold`.

        That of a function is searched between two sizes, where its mean goes in one direction.
        """
        threshold = Threshold(variable=by, level=level, fitted=fitted)
        return self._with(threshold=threshold)._taken(range=between, direction=direction)

    def equals(
        self,
        formula: str,
        *,
        margin: float = VALUE_MARGIN,
        alternatives: tuple[str, ...] = (),
        asymptotic: bool = False,
        diverging: str | None = None,
        corrections: tuple[str, ...] = (),
        limits: Limits | None = None,
    ) -> Assertion:
        """It has the formula's value within a relative margin; `asymptotic`: their ratio tends to 1.

        `corrections` are what the ratio is known to be corrected by on its way, such as "1/log(n)", `limits`
        where variables go: by default to 0 where all values are below 1.
        """
        return self._stands(
            Relation.EQUALS,
            formula,
            margin,
            alternatives=alternatives,
            asymptotic=asymptotic,
            diverging=diverging,
            corrections=corrections,
            limits=_ends(limits),
        )

    def grows_like(
        self,
        law: str,
        *,
        bound: BoundName | Literal["limit"] | Sequence[BoundName] = "Theta",
        margin: float = EXPONENT_MARGIN,
        alternatives: tuple[str, ...] = (),
        up_to_logs: bool = False,
        corrections: tuple[str, ...] = (),
        limits: Limits | None = None,
        diverging: str | None = None,
        asymptotic: bool = False,
    ) -> Assertion:
        """It grows like the law, its exponents within an absolute margin; `asymptotic` or "limit": at last.

        Several bound types make one claim each, with the type in lower case at the end of the id. Raises
        ValueError for what is no bound type.
        """
        if bound == "limit":
            bound, asymptotic = "Theta", True
        named = (bound,) if isinstance(bound, str) else tuple(bound)
        if "limit" in named:
            raise ValueError(
                "bound 'limit' stands alone: make it a claim of its own beside those of the bound types."
            )
        if strange := [one for one in named if one not in tuple(BoundType)]:
            raise ValueError(f"bound is {strange[0]!r}; it is one of {', '.join(BoundType)}, limit.")
        found = self._stands(
            Relation.LAW,
            law,
            margin,
            alternatives=alternatives,
            up_to_logs=up_to_logs,
            corrections=corrections,
            limits=_ends(limits),
            diverging=diverging,
            asymptotic=asymptotic,
        )
        return msgspec.structs.replace(found, bounds=tuple(BoundType(one) for one in named))

    def at_most(self, bound: str, *, margin: float = 0.0) -> Assertion:
        """It lies nowhere above the bound by more than a relative margin."""
        return self._stands(Relation.AT_MOST, bound, margin)

    def at_least(self, bound: str, *, margin: float = 0.0) -> Assertion:
        """It lies nowhere below the bound by more than a relative margin."""
        return self._stands(Relation.AT_LEAST, bound, margin)

    def tends_to(
        self,
        limit: str,
        *,
        margin: float = VALUE_MARGIN,
        diverging: str | None = None,
        corrections: tuple[str, ...] = (),
        limits: Limits | None = None,
    ) -> Assertion:
        """It tends to a number as a variable diverges: by default the one that varies.

        `corrections` and `limits` are as in `equals`.
        """
        return self._stands(
            Relation.LIMIT, limit, margin, diverging=diverging, corrections=corrections, limits=_ends(limits)
        )

    def exceeds(self, number: str = "0", *, margin: float = 0.0) -> Assertion:
        """It is larger than a number at every point."""
        return self._stands(Relation.ORDERING, number, margin)

    def vanishes(self, *, margin: float) -> Assertion:
        """It is zero at every point, within the margin: an identity holds."""
        return self._stands(Relation.IDENTITY, "0", margin)

    def is_reported(
        self, number: str, *, margin: float | None = None, published: Published | None = None
    ) -> Assertion:
        """The source prints the number for it, perhaps with a spread or a p-value (`published`).

        The margin is relative to the number; where none is given it is the published spread, and without one
        2 % of the number.
        """
        if margin is None:
            margin = VALUE_MARGIN if published is None or published.spread is None else 0.0
        return self._stands(Relation.REPORTED, number, margin, published=published)

    def _stands(self, relation: Relation, claimed: str, margin: float, **more: object) -> Assertion:
        fields = {"relation": relation, "claimed": typed(claimed), "margin": margin, **self.fields, **more}
        if isinstance(others := fields.get("alternatives"), tuple):
            fields["alternatives"] = tuple(map(typed, others))
        return Assertion(fields=fields, taken=self.taken)

    def _with(self, **changes: object) -> Measured:
        return msgspec.structs.replace(self, fields={**self.fields, **changes})

    def _taken(self, **changes: object) -> Measured:
        return msgspec.structs.replace(self, taken=self.taken | changes)

    def _prefixed(self, words: str) -> Measured:
        return self.named(f"{words} {self.fields['label']}") if self.fields["label"] else self


def quantity(source: str | Callable[..., object], label: str = "") -> Measured:
    """A quantity by its name, or the function that samples it; `label` names its mean in sentences.

    The name is one of `numerics.<paper>`. A user's paper names a function of its file or of a file beside it,
    or a quantity that comes with theorycheck as `<paper>.<name>`.
    """
    return Measured({"quantity": _named(source), "label": label, "grid": {}})


def table(
    path: str,
    label: str = "",
    *,
    value: str | Sequence[str] = (),
    group: str | None = None,
    only: str | None = None,
) -> Measured:
    """The numbers of a table beside the paper, a CSV file; `label` names them in sentences.

    `value` is the column of the numbers, where it is of another name, or a pattern of several with a
    replicate each. Of a column `group` the rows with the label `only` count.

    >>> table("losses.csv", value="loss", group="model", only="gpt").taken["only"]
    ('gpt',)
    """
    columns = (value,) if isinstance(value, str) else tuple(value)
    taken = {"data": path, "value": columns, "group": group, "only": () if only is None else (only,)}
    return Measured({"quantity": None, "label": label, "grid": {}}, taken)


def derived(label: str) -> Measured:
    """What is derived and not measured."""
    return Measured({"quantity": None, "label": label, "grid": {}})


def literal(**reading: Unpack[Reading]) -> Reading:
    """The interpretation says what the words say."""
    return {"role": Role.LITERAL, **reading}


def charitable(**reading: Unpack[Reading]) -> Reading:
    """The interpretation asks less than the words, or leaves out what makes them false."""
    return {"role": Role.CHARITABLE, **reading}


def stronger(**reading: Unpack[Reading]) -> Reading:
    """The interpretation asks more than the words."""
    return {"role": Role.STRONGER, **reading}


def grid(**values: Values) -> Grid:
    """The values of each variable, a single one as it is.

    >>> grid(n=(2, 4), rule="delta")
    {'n': (2, 4), 'rule': ('delta',)}
    """
    return {
        name: (value,) if isinstance(value, str | int | float) else tuple(value)
        for name, value in values.items()
    }


def powers(first: int, last: int, factor: int = 2) -> tuple[int, ...]:
    """Numbers from the first to the last, each a factor times the one before.

    >>> powers(8, 64)
    (8, 16, 32, 64)
    """
    found = [first]
    while found[-1] * factor <= last:
        found.append(found[-1] * factor)
    return tuple(found)


def published(
    *,
    spread: str | None = None,
    spread_of: Literal["values", "mean"] = "values",
    n: int | None = None,
    p_value: str | None = None,
    null: float = 0.0,
) -> Published:
    """What a source prints beside a number (`Published`)."""
    return Published(spread=spread, spread_of=SpreadOf(spread_of), n=n, p_value=p_value, null=null)


class Stated:
    """A statement of a paper, to which claims are added; `having` gives what several of them share."""

    def __init__(self, paper: Paper, statement: Statement, shared: Reading) -> None:
        self._paper = paper
        self._statement = statement
        self._shared = shared

    def having(self, **shared: Unpack[Reading]) -> Stated:
        """The same statement, where claims have these fields unless they say otherwise."""
        return Stated(self._paper, self._statement, {**self._shared, **shared})

    def claim(
        self, name: str, interpretation: str, assertion: Assertion, reading: Reading | None = None
    ) -> None:
        """Read the statement as an assertion, under the id `<paper>.<name>`; literally, if nothing is said.

        Raises ValueError for an id that is taken, and TypeError for a quantity without a relation.
        """
        if not isinstance(assertion, Assertion):
            raise TypeError(f"{name} asserts nothing of its quantity; give it one of {', '.join(RELATIONS)}.")
        said: dict[str, Any] = {**self._shared, **literal(), **(reading or {})}
        for field, kind in _KINDS.items():
            if said.get(field) is not None:
                said[field] = kind(said[field])
        if callable(said.get("derivation")):
            said["derivation"] = _named(said["derivation"])
        for bound in assertion.bounds:
            end = f".{bound.value.lower()}" if bound is not None and len(assertion.bounds) > 1 else ""
            claim = Claim(
                id=f"{self._paper.name}.{name}{end}",
                statement_id=self._statement.id,
                interpretation=interpretation,
                bound_type=bound,
                **assertion.fields,
                **said,
            )
            self._paper.add(claim, _caller(), assertion.taken)


class Section:
    """A part of a paper: the claims of its statements share what `Paper.having` was given."""

    def __init__(self, paper: Paper, shared: Reading) -> None:
        self._paper = paper
        self._shared = shared

    def statement(
        self, heading: str, text: str, *, place: str, **interpreted: Unpack[Interpretation]
    ) -> Stated:
        """As `Paper.statement`."""
        return self._paper.statement(heading, text, place=place, **interpreted).having(**self._shared)

    def question(
        self, heading: str, text: str, *, place: str | None = None, **interpreted: Unpack[Interpretation]
    ) -> Stated:
        """As `Paper.question`."""
        return self._paper.question(heading, text, place=place, **interpreted).having(**self._shared)


class Paper:
    """A source with its statements, the claims that read them, and the figures beside them.

    `name` begins every id; `access` says what of the source was at hand ("full text", "summary", "slides").
    `variants` are coordinates that sentences name in other words than the quantity, `selectors` coordinates
    that its claims' labels say: sentences leave them out where they take one value.
    """

    def __init__(
        self,
        name: str,
        *,
        source: str,
        access: str = "full text",
        variants: Variants | None = None,
        selectors: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.source = source
        self.coordinates = Coordinates(variants=variants or {}, selectors=frozenset(selectors))
        self._access = SourceAccess(access)
        self._statements: dict[str, Statement] = {}
        self._claims: dict[str, Claim] = {}
        self._figures: dict[str, Figure] = {}
        self.places: dict[str, tuple[str, int]] = {}
        """File and line of each claim."""
        self.taken: dict[str, Taken] = {}
        """What the claims take of a user's functions beside a mean."""

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements by their numbers, our own questions last; by default the first claim is primary."""
        return in_order(map(self._with_primary, self._statements.values()))

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims in the order of their statements; those of one statement as they were added."""
        places = {one.id: place for place, one in enumerate(in_order(self._statements.values()))}
        return tuple(sorted(self._claims.values(), key=lambda claim: places[claim.statement_id]))

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures as they were added."""
        return tuple(self._figures.values())

    def statement(
        self, heading: str, text: str, *, place: str, **interpreted: Unpack[Interpretation]
    ) -> Stated:
        """A sentence or formula of the source, under its number and a title: "S2.1 Upper bound".

        Claims and statements are named without the paper; `primary` is the first claim unless it is named.
        Raises ValueError for a number that is taken.
        """
        number, _, title = heading.partition(" ")
        fields: dict[str, Any] = {**interpreted}
        for name in _NAMES_OF_RECORDS & fields.keys():
            fields[name] = fields[name] and self._id(fields[name])
        found = Statement(
            id=self._id(number), title=title, text=text, place=place, source_access=self._access, **fields
        )
        _add(self._statements, found)
        return Stated(self, found, {})

    def question(
        self, heading: str, text: str, *, place: str | None = None, **interpreted: Unpack[Interpretation]
    ) -> Stated:
        """A question of our own, which by default no sentence of the source answers; else as `statement`.

        >>> asked = Paper("memory", source="A. Author, 2026", access="slides")
        >>> Q1 = asked.question("Q1 Depth", "Does it hold in depth?")
        >>> asked.statements[0].own_question, asked.statements[0].place
        (True, 'no sentence of the slides')
        """
        source = "slides" if self._access is SourceAccess.SLIDES else "source"
        interpreted["own_question"] = True
        return self.statement(heading, text, place=place or f"no sentence of the {source}", **interpreted)

    def having(self, **shared: Unpack[Reading]) -> Section:
        """A part of the paper in whose statements claims have these fields unless they say otherwise.

        >>> asked = Paper("memory", source="A. Author, 2026", access="summary")
        >>> S1 = asked.having(tags=("noise",)).statement("S1 Noise", "Crosstalk grows.", place="Theorem 1")
        >>> S1.claim("noise", "mean over keys", quantity("noise_power").equals("(n - 1)/d_k", margin=0.02))
        >>> asked.claims[0].tags
        ('noise',)
        """
        return Section(self, shared)

    def figure(
        self,
        name: str,
        title: str,
        *,
        kind: Literal["curves", "heat map", "scatter"] = "curves",
        at: Grid | None = None,
        quick: Grid | None = None,
        lines: Mapping[str, str] | None = None,
        supports: Sequence[str] = (),
        **drawn: Unpack[Drawn],
    ) -> None:
        """A figure beside the claims that it supports; `lines` are claims by the labels of their lines.

        Raises ValueError for a name that is taken.
        """
        found = Figure(
            id=self._id(name),
            title=title,
            kind=FigureKind(kind),
            grid=at or {},
            quick_grid=quick or {},
            lines={label: self._id(claim) for label, claim in (lines or {}).items()},
            supports=tuple(self._id(claim) for claim in supports),
            **drawn,
        )
        _add(self._figures, found)

    def add(self, claim: Claim, place: tuple[str, int], taken: Taken) -> None:
        """A claim that was written at a line of a file. Raises ValueError for an id that is taken."""
        _add(self._claims, claim)
        self.places[claim.id] = place
        self.taken[claim.id] = taken

    def fault(self) -> str | None:
        """The first statement that is not covered, in one sentence; None where each is tested or says why.

        A statement has a primary claim among its own, or `not_covered`; what it repeats is counted itself.
        """
        claims = [(claim.statement_id, claim.id) for claim in self._claims.values()]
        counted = {None, *(one.id for one in self.statements if one.same_as is None)}
        for statement in self.statements:
            if statement.same_as not in counted:
                return f"{statement.id}: same_as names {statement.same_as!r}, which is counted nowhere."
            own = [claim for of, claim in claims if of == statement.id]
            for role in ("primary", "printed"):
                named = getattr(statement, role)
                if named is not None and named not in own:
                    return f"{statement.id}: {role} names {named!r}, which is no claim of this statement."
            if not own and statement.not_covered is None:
                return f"{statement.id} has no claim; add one, or say in `not_covered` why nothing tests it."
        return None

    def _with_primary(self, statement: Statement) -> Statement:
        own = [claim.id for claim in self._claims.values() if claim.statement_id == statement.id]
        if statement.primary is not None or not own:
            return statement
        why = statement.why_primary or "It is the first interpretation that is given."
        return msgspec.structs.replace(statement, primary=own[0], why_primary=why)

    def _id(self, name: str) -> str:
        return f"{self.name}.{name}"


def _add(records: dict[str, _Record], record: _Record) -> None:
    if record.id in records:
        raise ValueError(f"There are two records {record.id!r}; give one of them another name.")
    records[record.id] = record


def _ends(limits: Limits | None) -> dict[str, Towards]:
    for name, end in (limits or {}).items():
        if end not in tuple(Towards):
            raise ValueError(no_end(name, end))
    return {name: Towards(end) for name, end in (limits or {}).items()}


def _named(source: str | Callable[..., object]) -> str:
    return source if isinstance(source, str) else str(getattr(source, "__name__", source))


def _caller() -> tuple[str, int]:
    """File and line of whoever called the function that asks."""
    frame = sys._getframe(2)
    return frame.f_code.co_filename, frame.f_lineno
