"""One claim as its keys say it, checked: what a table of a claim file and the decorator `claim` share.

Grids have up to 4096 points; what is amiss is said in one sentence that names the key. What can be claimed
of what is in `BoundName` and `Measure`, which docs/claim_files.md lists.
"""

from __future__ import annotations

import itertools
import json
import keyword
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal, get_args

import msgspec

from ..claim import LARGEST, SMALLEST, Published, Towards, Value, is_computable, no_end
from ..document import Outcome
from ..errors import UsageError, in_a_sentence, nearest, require_visible
from ..law_text import typed
from ..simulator import LEVEL, Kind
from ..upgrade import claim_keys

MAX_POINTS: Final = 4096
MAX_SIZE: Final = 10**9
"""The largest end of a range of `solve`: doubling reaches it in thirty steps."""

_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_RESERVED: Final = frozenset({"n_trials", "generator", LEVEL})

Size = Annotated[int, msgspec.Meta(ge=1, le=MAX_SIZE)]
Text = Annotated[str, msgspec.Meta(max_length=2000)]
End = Literal["0", "oo"]
GROWTH: Final = ("Theta", "O", "Omega", "limit")
"""Bound types of an order of growth."""
LIMITS: Final = ("tends to", "equals in the limit")
"""Bounds of where a number, or its ratio to a formula, goes."""

BoundName = Literal[
    "Theta",
    "O",
    "Omega",
    "limit",
    "equals",
    "equals in the limit",
    "at most",
    "at least",
    "tends to",
    "exceeds",
    "vanishes",
    "reported",
]

Statistic = Literal["mean", "complement", "reciprocal", "hazard"]
"""What is taken of the mean m: m, 1 - m, 1/m, -log(1 - m)."""

_FRACTION: Final = 0.01
"""The rarest side of a quantile: beyond it, claim the probability of an event."""


ROUTES: Final = ("python", "computed", "quantity", "data")
"""What can measure a claim."""


class Measure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What measures the claim: one of `python`, `computed`, `quantity`, `data`; or none, with a derivation.

    Of what `python` returns the claim is about the mean, the `variance`, the probability of an `event` or a
    `quantile`; of any of these about a `statistic`, about where it crosses a level (`solve`), about its
    `largest` or `smallest` value over one variable, or about its excess at a `peak` of one variable.
    """

    python: Text | None = None
    computed: Text | None = None
    quantity: Text | None = None
    data: Text | None = None
    value: Text | tuple[Text, ...] = ()
    group: Text | None = None
    only: Text | tuple[Text, ...] = ()
    output: Text | None = None
    statistic: Statistic = "mean"
    event: Text | None = None
    quantile: float | None = None
    variance: bool = False
    largest: Text | None = None
    smallest: Text | None = None
    peak: Text | None = None
    at: Text | None = None
    generator: Kind = "torch"
    solve: Text | None = None
    level: float | None = None
    range: tuple[Size, Size] | None = None
    direction: Literal["up", "down"] | None = None


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One claim as its user writes it; the keys of the file are the fields."""

    id: str
    statement: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
    interpretation: Text = ""
    label: Text | None = None
    source: Text = ""
    law: str
    alternatives: tuple[str, ...] = ()
    bound: BoundName
    margin: float | None = None
    up_to_logs: bool = False
    corrections: tuple[Text, ...] = ()
    limits: dict[str, End] = {}
    diverging: Text | None = None
    published: Published | None = None
    expect: Outcome | None = None
    grid: dict[str, tuple[Value, ...]] = {}
    domain: dict[str, str] = {}
    derivation: Text | None = None
    measure: Measure = Measure()

    def __post_init__(self) -> None:
        """Laws as they are typed elsewhere are read too. Raises ValueError for LaTeX without a meaning."""
        msgspec.structs.force_setattr(self, "law", typed(self.law))
        msgspec.structs.force_setattr(self, "alternatives", tuple(map(typed, self.alternatives)))

    @property
    def points(self) -> Iterator[dict[str, Value]]:
        """Every combination of the grid's values, in the order of the file."""
        for values in itertools.product(*self.grid.values()):
            yield dict(zip(self.grid, values, strict=True))


def entry(table: object, where: str) -> Entry:
    """One claim from its keys, checked; `where` begins every message. Raises UsageError."""
    if isinstance(table, Mapping):
        where = named(where, table)
        require_visible(table, where)
        table = _with_lists(claim_keys(table))
        _refuse_unknown(table, Entry.__struct_fields__, where)
        _require_ends(table.get("limits"), where)
        if isinstance(measure := table.get("measure"), Mapping):
            _refuse_unknown(measure, Measure.__struct_fields__, where, "measure.")
    try:
        found = msgspec.convert(table, Entry)
    except msgspec.ValidationError as error:
        raise UsageError(f"{where}: {plain(str(error))}{_allowed(table)}") from error
    for check in (_check_names, _check_measure, _check_number, _check_grid):
        problem = check(found)
        if problem:
            raise UsageError(f"{where}: {problem}")
    return found


def _with_lists(table: Mapping[str, object]) -> dict[str, object]:
    """The keys of a claim with each value that stands alone in its grid as a list of one."""
    grid = table.get("grid")
    if not isinstance(grid, Mapping):
        return {**table}
    lists = {
        name: [values] if isinstance(values, int | float | str) else values for name, values in grid.items()
    }
    return {**table, "grid": lists}


def named(where: str, table: Mapping[str, object]) -> str:
    """Where a claim stands, with its id where it has one."""
    return f"{where} ({in_a_sentence(known)})" if isinstance(known := table.get("id"), str) else where


def require_shared(table: Mapping[str, object], further: Sequence[str], where: str) -> None:
    """Raise UsageError, once for all claims that share them, unless all keys are of a claim or `further`."""
    table = _with_lists(claim_keys(table))
    _refuse_unknown(table, (*Entry.__struct_fields__, *further), where)
    _require_ends(table.get("limits"), where)
    own = {key: value for key, value in table.items() if key not in (*further, "measure")}
    try:
        msgspec.convert({"id": "", "statement": "any", "law": "", "bound": "Theta", **own}, Entry)
    except msgspec.ValidationError as error:
        raise UsageError(f"{where}: {plain(str(error))}{_allowed(table)}") from error


def _require_ends(limits: object, where: str) -> None:
    for name, end in limits.items() if isinstance(limits, Mapping) else ():
        if end not in tuple(Towards):
            raise UsageError(f"{where}: {no_end(name, end)}")


def _refuse_unknown(table: Mapping[str, object], known: Sequence[str], where: str, at: str = "") -> None:
    for key, value in table.items():
        if key in Measure.__struct_fields__ and key not in known:
            raise UsageError(
                f"{where}: {key} is a key of measure; write measure = {{ {key} = {json.dumps(value)} }}."
            )
        if key not in known:
            hint = nearest(str(key), known, f"the keys are {', '.join(known)}.")
            raise UsageError(f"{where}: there is no key {at}{key}; {hint}")


TYPES: Final = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
"""What msgspec's names of types are in a file."""


def plain(message: str) -> str:
    """A message of msgspec with the key in the words of the file.

    >>> plain("Expected `float | null`, got `str` - at `$.measure.level`")
    'measure.level: a number is needed, and a text was given.'
    >>> plain("Object missing required field `law`")
    'the key law is missing.'
    >>> plain("Expected `str` matching regex '^[a-z]$' - at `$.name`")
    "name: it begins with a letter; after it come up to 39 letters, digits, '_' and '-'."
    """
    text, _, path = message.partition(" - at ")
    key = path.strip("`").removeprefix("$").removeprefix(".").replace("[...]", "")
    types = re.fullmatch(r"Expected `([a-z |]+)`, got `(\w+)`", text)
    if types:
        wanted = types[1].split(" | ")
        left_out = {"null", "int"} if "float" in wanted else {"null"}
        needed = " or ".join(TYPES[one] for one in wanted if one not in left_out)
        return f"{key or 'the claim'}: {needed} is needed, and {TYPES[types[2]]} was given."
    missing = re.fullmatch(r"Object missing required field `(\w+)`", text)
    if " matching regex " in text:
        dot = "'.', " if "._-" in text else ""
        return f"{key}: it begins with a letter; after it come up to 39 letters, digits, {dot}'_' and '-'."
    if missing:
        return f"the key {key + '.' if key else ''}{missing[1]} is missing."
    return f"{key or 'the claim'}: {text[:1].lower()}{text[1:]}."


def _allowed(table: object) -> str:
    """What can be claimed, where a bound is none of it, and what a verdict and a statistic may be."""
    keys = table if isinstance(table, Mapping) else {}
    measure = keys.get("measure")
    statistic = measure.get("statistic") if isinstance(measure, Mapping) else None
    bounds, statistics = get_args(BoundName), get_args(Statistic)
    if keys.get("bound") not in (None, *bounds):
        return f" What can be claimed is one of {', '.join(bounds)}."
    if keys.get("expect") not in (None, *Outcome):
        return f" A verdict is one of {', '.join(Outcome)}."
    if statistic not in (None, *statistics):
        return f" A statistic is one of {', '.join(statistics)}; variance = true is a key of its own."
    return ""


def _check_names(found: Entry) -> str | None:
    if not _ID.fullmatch(found.id):
        return "id takes at most 80 letters, digits, '.', '_' and '-', and begins with a letter or digit."
    one_sided = found.bound in ("at most", "at least", "exceeds")
    if found.margin is not None and not (0 < found.margin < 1 or (one_sided and found.margin == 0)):
        return f"margin is {found.margin:g}; it lies between 0 and 1, and 0 is for bounds."
    if found.up_to_logs and found.bound not in GROWTH:
        return f"up_to_logs belongs to an order of growth, and bound is {found.bound!r}; leave it out."
    if found.corrections and found.bound not in (*GROWTH, *LIMITS):
        return f"corrections belong to a growth or a limit, and bound is {found.bound!r}; leave them out."
    if found.bound == "vanishes" and (found.margin is None or found.law != "0"):
        return 'what vanishes has law = "0" and a margin of its own, in absolute terms; write both.'
    if found.diverging is not None and found.bound not in LIMITS:
        return f"diverging names the variable of a limit, and bound is {found.bound!r}; leave it out."
    if found.published is not None and found.bound != "reported":
        return f"published belongs to a reported value, and bound is {found.bound!r}; leave it out."
    for name in found.domain:
        if name not in found.grid:
            return f"domain.{name} is not a variable of [grid], which has {_listed(found.grid)}."
    return None


def _check_measure(found: Entry) -> str | None:
    measure = found.measure
    routes = [name for name in ROUTES if getattr(measure, name) is not None]
    if len(routes) != 1 and (routes or found.derivation is None):
        said = f"[measure] has {_listed(routes) or 'none'} of {', '.join(ROUTES[:-1])} and {ROUTES[-1]}"
        return f"{said}; give exactly one, or none where a derivation alone decides."
    for name in ("python", "computed"):
        code = getattr(measure, name)
        if code is not None and not re.fullmatch(r"[^:]+\.py:[A-Za-z_]\w*", code):
            return f"measure.{name} is {code!r}; write it as file.py:function."
    if measure.output is not None and (measure.data is not None or not routes):
        return "measure.output is one of several that a function or measure.quantity has; leave it out."
    for name in ("value", "group", "only"):
        if getattr(measure, name) and measure.data is None:
            return f"measure.{name} is of the table that measure.data names; leave it out."
    if measure.only and measure.group is None:
        return "measure.only names labels of the column measure.group; name the column, or leave it out."
    if measure.quantity is not None and not re.fullmatch(r"\w+\.\w+", measure.quantity):
        return f"measure.quantity is {measure.quantity!r}; write it as topic.name."
    return _check_solve(found)


def _check_number(found: Entry) -> str | None:
    """What is taken of the numbers that are measured."""
    measure = found.measure
    taken = [
        name for name in ("event", "quantile", "variance") if getattr(measure, name) not in (None, False)
    ]
    if taken and measure.python is None:
        return f"measure.{taken[0]} is of the numbers that measure.python returns; leave it out."
    if len(taken) > 1:
        return f"measure has {' and '.join(taken)}; a claim is about one of them."
    if measure.event is not None and read_event(measure.event) is None:
        return f'measure.event is {measure.event!r}; compare the value, as "{LEVEL} <= 2*sqrt(d)".'
    if measure.quantile is not None:
        if not _FRACTION <= measure.quantile <= 1 - _FRACTION:
            return (
                f"measure.quantile is {measure.quantile:g}; it lies between {_FRACTION:g} and "
                f'{1 - _FRACTION:g}. Beyond them claim an event, as event = "{LEVEL} <= 3".'
            )
        if measure.solve is not None:
            return (
                f'a quantile crosses a level where the event "{LEVEL} <= LEVEL" has its probability: give '
                "measure.event that, and measure.level the probability."
            )
    if measure.statistic != "mean" and measure.data is not None:
        return "measure.statistic is of what is measured here, and data is measured; leave it out."
    return _check_family(found)


def several(texts: str | Sequence[str]) -> tuple[str, ...]:
    """One text or several, as several.

    >>> several("loss"), several(["seed1", "seed2"])
    (('loss',), ('seed1', 'seed2'))
    """
    return (texts,) if isinstance(texts, str) else tuple(texts)


def read_event(text: str) -> tuple[str, str] | None:
    """The sign and the right-hand side of an event; None where it is none.

    >>> read_event("value <= 2*sqrt(d)"), read_event("d < value")
    (('<=', '2*sqrt(d)'), None)
    """
    found = re.fullmatch(rf"\s*{LEVEL}\s*(<=|>=|<|>)([^<>=]+)", text)
    if found is None or re.search(rf"\b{LEVEL}\b", found[2]):
        return None
    return found[1], found[2].strip()


def _check_family(found: Entry) -> str | None:
    """What is said of all values of one variable together."""
    measure = found.measure
    named = {name: getattr(measure, name) for name in ("largest", "smallest", "peak")}
    named = {name: variable for name, variable in named.items() if variable is not None}
    if not named:
        return None if measure.at is None else "measure.at belongs to measure.peak; leave it out."
    if len(named) > 1:
        return f"measure has {' and '.join(named)}; a claim is about one of them."
    ((name, variable),) = named.items()
    if len(found.grid.get(variable, ())) < 2:  # noqa: PLR2004 - a family has two members
        return f"measure.{name} is {variable!r}; it names a variable of [grid] with two values or more."
    if measure.data is not None or found.derivation is not None:
        return f"measure.{name} compares numbers that are measured here, without data or a derivation."
    if (name == "peak") is not (measure.at is not None):
        return f"measure.{'at is missing beside' if name == 'peak' else 'at does not go with'} {name}."
    if name == "peak" and (found.bound, found.law) != ("exceeds", "0"):
        return 'at a peak the excess over other values is claimed: bound = "exceeds", law = "0".'
    return None


def _check_solve(found: Entry) -> str | None:
    measure = found.measure
    asked = {name: getattr(measure, name) for name in ("level", "range", "direction")}
    if measure.solve is None:
        given = [name for name, value in asked.items() if value is not None]
        return (
            f"measure.{given[0]} belongs to measure.solve; name the variable to solve for." if given else None
        )
    if measure.python is None and measure.quantity is None:
        route = next((name for name in ROUTES if getattr(measure, name) is not None), "a derivation")
        return f"measure.solve needs trials to ask for, and {route} has none; leave it out."
    needed = ("level", "range", "direction") if measure.python is not None else ("level",)
    for name, value in asked.items():
        if (value is None) is (name in needed):
            return f"measure.{name} {'is missing beside' if value is None else 'does not go with'} solve."
    if not _is_variable(measure.solve) or measure.solve in found.grid:
        return f"measure.solve is {measure.solve!r}; it names a variable outside [grid]."
    if measure.level is not None and not math.isfinite(measure.level):
        return "measure.level must be a finite number."
    if measure.range is not None and measure.range[0] >= measure.range[1]:
        return f"measure.range is {list(measure.range)}; its first end lies below its second."
    return None


def _check_grid(found: Entry) -> str | None:
    if not found.grid and (found.measure.python or found.measure.computed):
        return "[grid] is missing; give each variable its values, as d = [16, 32, 64]."
    if math.prod(len(values) for values in found.grid.values()) > MAX_POINTS:
        return f"[grid] has more than {MAX_POINTS} points; give fewer values."
    for name, values in found.grid.items():
        if not _is_variable(name) or name in _RESERVED:
            return f"grid.{name} cannot be an argument of a function; choose another name."
        if not values or len(set(values)) < len(values):
            return f"grid.{name} {'repeats a value' if values else 'is empty'}; list each value once."
        if any(isinstance(value, float) and not math.isfinite(value) for value in values):
            return f"grid.{name} has a value that is not finite; leave it out."
        if not all(map(is_computable, values)):
            return (
                f"grid.{name} has a value that cannot be computed with, of a size outside {SMALLEST:g} to "
                f"{LARGEST:g}; choose another unit."
            )
        if len({isinstance(value, str) for value in values}) > 1:
            return f"grid.{name} mixes numbers and texts; use one kind."
    return None


def _is_variable(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name)


def _listed(names: Sequence[str] | Mapping[str, object]) -> str:
    return ", ".join(names)
