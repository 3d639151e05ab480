"""From claim files to resolved claims: what a user claims becomes what the tables hold.

A claim that names data or a quantity of ours runs no code of a user. A function of a file is read by
content, tried by a pilot in a process of its own, and cut into groups whose size the pilot's noise
fixes; from there on it is a quantity like any other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from ..claim import Claim, Value, point_words
from ..errors import UsageError, attempted
from ..evidence import routes
from ..evidence.derivations import conclude_of_file
from ..evidence.plan import ResolvedClaim, Source
from ..numerics.quantity import SampledQuantity
from ..simulator import LEVEL, Claimed, Simulator, module, simulated, values_of
from ..statement import SourceAccess, Statement
from ..statistics.blocks import TrialBlocks, excess_scatter
from .bracketing import place
from .claim_file import files_in, read_each
from .derivation_fit import require_fit, require_one_end
from .entry import ROUTES, Entry, Measure, entry
from .file_evidence import given_evidence, table_of
from .files import inside, read_text
from .formulas import error_aimed_at, inside_domain, require_corrections, require_exponent, require_formulas
from .paper_file import Contents, Stated, claims_of, contents
from .pilot import TRIALS, PointPilot, Remembering, group, quantile_levels, trials_per_block, try_point
from .precision import LARGEST
from .record import claim_of
from .sandbox import Sandbox, computed_once

if TYPE_CHECKING:
    from ..numerics.quantity import DesignGroup, Quantity
    from ..statistics.evidence import Evidence

_MEASURE_KEYS: Final = frozenset(Measure.__struct_fields__) - set(ROUTES)
"""Keys of [measure] that the decorator takes beside the claim's own."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A claim of a file: the file it is in, and the function that samples it, if one does.

    `derivation` is the function that derives it: name and text of its file, and its own name. `stated` is
    what its paper says of it.
    """

    entry: Entry
    file: Path
    simulator: Simulator | None = None
    derivation: tuple[str, str, str] | None = None
    stated: Stated | None = None

    @property
    def where(self) -> str:
        """File and id, as messages name them."""
        return f"{self.file} ({self.entry.id})"

    @property
    def source(self) -> Source:
        """The paper that states the claim; without one the claim is the one sentence of its file."""
        if self.stated is not None:
            stated = self.stated
            return Source(title=stated.source, statements=stated.statements, coordinates=stated.coordinates)
        return Source(title=self.entry.source or self.file.name, statements=(_statement(self),))

    def record(self, *, proportion: bool = False, given: Evidence | None = None) -> Claim:
        """The claim as tables hold it; `given` is the evidence that it brings."""
        found = claim_of(self.entry, proportion=proportion, given=given)
        return found if self.stated is None else msgspec.structs.replace(found, **self.stated.fields)


def asked(files: Sequence[Path], sandbox: Sandbox | None) -> tuple[Asked, ...]:
    """The claims of files as `read_files` gives them; raises UsageError for the first that is amiss."""
    claims, faults = read_files(files, sandbox)
    for fault in faults:
        raise fault
    return claims


def read_files(
    files: Sequence[Path], sandbox: Sandbox | None
) -> tuple[tuple[Asked, ...], tuple[UsageError, ...]]:
    """The claims of files, and of those in folders, in their order; and what is amiss with others.

    What is amiss: a file or a claim that cannot be read or parsed, an id that is there twice, and code where
    there is no sandbox. Without one no user code is run.
    """
    seen: dict[str, Asked] = {}
    faults: list[UsageError] = []
    for one in _of_paths(files, sandbox):
        claim = one if isinstance(one, UsageError) else attempted(_sound, one, seen)
        if isinstance(claim, UsageError):
            faults.append(claim)
        else:
            seen[claim.entry.id] = claim
    return tuple(seen.values()), tuple(faults)


def _of_paths(files: Sequence[Path], sandbox: Sandbox | None) -> Iterator[Asked | UsageError]:
    for path in files:
        inside_it = attempted(files_in, path)
        for file in [] if isinstance(inside_it, UsageError) else inside_it:
            found = attempted(_of_file, file, sandbox)
            yield from [found] if isinstance(found, UsageError) else found
        if isinstance(inside_it, UsageError):
            yield inside_it


def _sound(claim: Asked, seen: Mapping[str, Asked]) -> Asked:
    """A claim whose id is its own and whose formulas can be evaluated; raises UsageError."""
    if claim.entry.id in seen:
        raise UsageError(f"{claim.where}: this id is in {seen[claim.entry.id].file} too; rename one.")
    if claim.simulator is not None:
        require_formulas(claim.entry, list(claim.entry.points), claim.where)
    return claim


def unresolved(claim: Asked, fault: UsageError) -> ResolvedClaim:
    """A claim that cannot be measured: its verdict is this error, and others go on."""
    return ResolvedClaim(
        claim=claim.record(),
        source=claim.source,
        route=None,
        quantity=None,
        failure=str(fault),
        command=("check", str(claim.file)),
    )


class Batch:
    """Claims that are tried together, in one sandbox or without code.

    Those of one file on one function share its pilot, and its evidence where their points are the same,
    whichever of its outputs they are about: blocks are as large as the strictest of them needs.
    """

    def __init__(self, claims: Sequence[Asked], sandbox: Sandbox | None) -> None:
        self.claims = tuple(claims)
        self.sandbox = sandbox
        self.pilots = None if sandbox is None else Remembering(sandbox)

    def sharing(self, claim: Asked, point: Mapping[str, Value]) -> tuple[Asked, ...]:
        """The claims that share the trials of a point with one of them, itself among them."""
        of_number = [one for one in self.claims if _number(one) == _number(claim) and _has(one, point)]
        return tuple(of_number or [claim])


def _number(claim: Asked) -> tuple[object, ...]:
    """What fixes the trials that a function is asked for at a point."""
    measure, simulator = claim.entry.measure, claim.simulator
    threshold = (measure.solve, measure.level, measure.range, measure.direction)
    if simulator is not None and not simulator.is_of_one_output and measure.solve is None:
        simulator = msgspec.structs.replace(simulator, output=None)
    return claim.file, simulator, measure.quantile, threshold


def _has(claim: Asked, point: Mapping[str, Value]) -> bool:
    grid = claim.entry.grid
    return grid.keys() == point.keys() and all(point[name] in values for name, values in grid.items())


def resolved(claim: Asked, sandbox: Sandbox | None, batch: Batch | None = None) -> ResolvedClaim:
    """What a claim of a file asks for, its function tried and its groups sized; raises UsageError."""
    batch = Batch([claim], sandbox) if batch is None else batch
    entry = claim.entry
    tried: _Tried | None = None
    route: routes.Route | None = None
    quantity: Quantity | None = None
    given: Evidence | None = None
    if claim.simulator is not None and sandbox is not None:
        points = inside_domain(entry, list(entry.points), claim.where)
        tried = _of_code(claim, claim.simulator, points, batch)
        route, quantity = tried.simulator, tried.quantity
    elif entry.measure.quantity is not None:
        route, quantity = _ours(claim)
    elif entry.measure.data is not None:
        given = given_evidence(entry, table_of(entry, claim.file.parent, claim.where), claim.where)
        require_exponent(entry, given.at, claim.where)
        require_corrections(entry, given.at, claim.where)
    derivation_result = None
    if claim.derivation is not None:
        file, text, function = claim.derivation
        derivation_result = _require_sandbox(sandbox, f"{claim.where}: derivation").call(
            f"{file}:{function}()", conclude_of_file, file, text, function
        )
    found = ResolvedClaim(
        claim=claim.record(proportion=isinstance(route, Simulator) and route.binary, given=given),
        source=claim.source,
        route=route,
        quantity=quantity,
        given=given,
        derivation_result=derivation_result,
        seconds=0.0 if tried is None else tried.seconds,
        is_heavy=tried is not None and tried.is_heavy,
        command=("check", str(claim.file)),
    )
    require_fit(found)
    require_one_end(found)
    return found


def claims_of_module(file: str, text: str) -> tuple[list[tuple[str, dict[str, object]]], list[Contents]]:
    """Function and keys of every claim in a Python file, and its papers, as plain values; runs the file."""
    found = {id(value): value for value in vars(module(file, text)).values() if isinstance(value, Claimed)}
    claims = []
    for value in found.values():
        try:
            claims.append((value.function.__name__, msgspec.to_builtins(value.fields)))
        except TypeError as error:
            raise UsageError(f"{file}: the claim on {value.function.__name__}: {error}.") from None
    return claims, contents(file, text)


def _of_file(file: Path, sandbox: Sandbox | None) -> list[Asked | UsageError]:
    match file.suffix:
        case ".toml":
            return [_if_sound(found, file, sandbox) for found in read_each(file)]
        case ".py":
            return _of_python(file, _require_sandbox(sandbox, str(file)))
    raise UsageError(f"{file} is not a claim file; give a .toml or a .py file.")


def _if_sound(
    found: tuple[Entry, Stated | None] | UsageError, file: Path, sandbox: Sandbox | None
) -> Asked | UsageError:
    """What was read of a claim, with its functions, or what is amiss."""
    return found if isinstance(found, UsageError) else attempted(_named, found[0], file, sandbox, found[1])


def _of_python(file: Path, sandbox: Sandbox) -> list[Asked | UsageError]:
    text = read_text(file)
    claims, papers = sandbox.call(str(file), claims_of_module, file.name, text)
    if not claims and not papers:
        raise UsageError(
            f"{file} makes no claim; decorate a function with `theorycheck.claim`, or state a `Paper`."
        )
    of_papers = [claim for paper in papers for claim in claims_of(paper, file, text)]
    return [
        *(attempted(_of_function, file, text, function, fields) for function, fields in claims),
        *(_if_sound(found, file, sandbox) for found in of_papers),
    ]


def _named(found: Entry, file: Path, sandbox: Sandbox | None, stated: Stated | None) -> Asked:
    """A claim whose functions are named, each with its file."""
    return Asked(
        entry=found,
        file=file,
        simulator=_named_simulator(found, file, sandbox),
        derivation=_named_derivation(found, file, sandbox),
        stated=stated,
    )


def _of_function(file: Path, text: str, function: str, fields: Mapping[str, object]) -> Asked:
    measure = {key: value for key, value in fields.items() if key in _MEASURE_KEYS}
    rest = {key: value for key, value in fields.items() if key not in {*_MEASURE_KEYS, "computes"}}
    route = "computed" if fields.get("computes") else "python"
    found = entry({**rest, "measure": {**measure, route: f"{file.name}:{function}"}}, f"{file}:{function}")
    simulator = _simulator(file.name, text, function, found.measure)
    derivation = None if found.derivation is None else (file.name, text, found.derivation)
    return Asked(entry=found, file=file, simulator=simulator, derivation=derivation)


def _named_simulator(found: Entry, file: Path, sandbox: Sandbox | None) -> Simulator | None:
    key = "python" if found.measure.python is not None else "computed"
    code = getattr(found.measure, key)
    if code is None:
        return None
    name, text, function = _code(code, f"measure.{key}", f"{file} ({found.id})", file, sandbox)
    return _simulator(name, text, function, found.measure)


def _simulator(file: str, text: str, function: str, measure: Measure) -> Simulator:
    return Simulator(
        file=file,
        text=text,
        function=function,
        generator=measure.generator,
        event=measure.event,
        levels=measure.quantile is not None,
        variance=measure.variance,
        computed=measure.computed is not None,
        output=measure.output,
    )


def _named_derivation(found: Entry, file: Path, sandbox: Sandbox | None) -> tuple[str, str, str] | None:
    if found.derivation is None:
        return None
    return _code(found.derivation, "derivation", f"{file} ({found.id})", file, sandbox)


def _code(named: str, key: str, where: str, file: Path, sandbox: Sandbox | None) -> tuple[str, str, str]:
    """The file that `FILE:FUNCTION` names beside a claim file, its text, and the function's name."""
    _require_sandbox(sandbox, f"{where}: {key}")
    name, _, function = named.partition(":")
    return name, read_text(inside(file.parent, name, key, where)), function


def _require_sandbox(sandbox: Sandbox | None, what: str) -> Sandbox:
    if sandbox is None:
        raise UsageError(f"{what} is code, and --no-code runs none; leave the option out to run it.")
    return sandbox


def _statement(claim: Asked) -> Statement:
    return Statement(
        id=claim.entry.id,
        title=claim.entry.id,
        text=claim.entry.statement,
        place=claim.file.name,
        source_access=SourceAccess.CLAIM,
        primary=claim.entry.id,
        why_primary="It is the one interpretation that the claim file gives.",
    )


def _ours(claim: Asked) -> tuple[routes.Route, Quantity]:
    """A quantity of `numerics`, with the output and the points that the claim names."""
    measure = claim.entry.measure
    topic, _, name = (measure.quantity or "").partition(".")
    known = {topic_: routes.quantities(topic_) for topic_ in routes.topics()}
    if name not in known.get(topic, ()):
        names = [f"{topic_}.{each}" for topic_, found in known.items() for each in found]
        near = get_close_matches(measure.quantity or "", names, n=1, cutoff=0.4) or names[:1]
        raise UsageError(f"{claim.where}: there is no measure.quantity {measure.quantity}; try {near[0]}.")
    quantity = known[topic][name]
    outputs = getattr(quantity, "outputs", ())
    if measure.output is not None and measure.output not in outputs:
        raise UsageError(
            f"{claim.where}: {measure.quantity} has no output {measure.output!r}; it has "
            f"{', '.join(outputs) or 'none'}."
        )
    require_formulas(claim.entry, _points(claim, quantity), claim.where)
    return routes.Named(topic=topic, name=name), quantity


def _points(claim: Asked, quantity: Quantity) -> list[Mapping[str, Value]]:
    """The points of the quantity on the claim's grid; every value of the grid is one that is measured."""
    parts = quantity.groups if isinstance(quantity, SampledQuantity) else (quantity,)
    points = [point for part in parts for point in part.points]
    solve = claim.entry.measure.solve
    for name, values in (claim.entry.grid | ({solve: ()} if solve else {})).items():
        there = {point[name]: None for point in points if name in point}
        missing = [value for value in values if value not in there]
        if missing or not there:
            has = f"it is measured at {', '.join(map(str, there))}" if there else "it has no such coordinate"
            at = f"grid.{name} = {missing[0]}" if missing else f"coordinate {name}"
            raise UsageError(f"{claim.where}: {claim.entry.measure.quantity} has no {at}; {has}.")
    grid = claim.entry.grid
    return [
        {name: value for name, value in point.items() if name != solve}
        for point in points
        if all(point[name] in values for name, values in grid.items())
    ]


@dataclass(frozen=True, kw_only=True)
class _Tried:
    """A function that was tried, what it measures, seconds of a block of it, and whether few trials may make
    up a mean of it.
    """

    simulator: Simulator
    quantity: Quantity
    seconds: float = 0.0
    is_heavy: bool = False


def _of_code(
    claim: Asked, simulator: Simulator, points: Sequence[Mapping[str, Value]], batch: Batch
) -> _Tried:
    """A function of a file as the quantity that it computes or samples."""
    pilots = batch.pilots
    if pilots is None:
        raise UsageError(f"{claim.where} is code, and no code is run here.")
    if not simulator.computed:
        return _simulated(claim, simulator, points, batch, pilots)
    quantity = values_of(simulator, tuple(points))
    for point in points:
        pilots.call(simulator.where, computed_once, simulator, point)
    return _Tried(simulator=simulator, quantity=quantity)


def _simulated(
    claim: Asked,
    simulator: Simulator,
    points: Sequence[Mapping[str, Value]],
    batch: Batch,
    pilots: Remembering,
) -> _Tried:
    """The function as a quantity: tried at every point, a group each, sized by the pilot's noise."""
    sizing = _Sizing(claim=claim, simulator=simulator, batch=batch, pilots=pilots)
    groups = tuple(sizing.group(point) for point in points)
    if (times := excess_scatter(sizing.blocks)) is not None:
        raise UsageError(
            f"{simulator.where}: the trials of this simulator are not independent: the means of its calls "
            f"scatter {times:.3g} times more than their standard errors say; draw every trial anew."
        )
    if not sizing.varies:
        raise UsageError(
            f"{simulator.where} gave one number in all trials of every point: nothing is random in it; give "
            "its values by `theorycheck.computed` (measure.computed in TOML), with a bound on its error."
        )
    recorded = () if simulator.is_of_one_output else sizing.outputs
    tried = msgspec.structs.replace(
        simulator,
        binary=sizing.binary is True,
        output=simulator.output if simulator.is_of_one_output else None,
        outputs=recorded,
    )
    return _Tried(
        simulator=tried, quantity=simulated(tried, groups), seconds=sizing.seconds, is_heavy=sizing.is_heavy
    )


@dataclass(kw_only=True)
class _Sizing:
    """Tries the points of one function in turn, and remembers what they have in common."""

    claim: Asked
    simulator: Simulator
    batch: Batch
    pilots: Remembering
    binary: bool | None = None
    outputs: tuple[str, ...] = ()
    varies: bool = False
    is_heavy: bool = False
    blocks: list[TrialBlocks] = field(default_factory=list)
    floor: int = 0
    seconds: float = 0.0

    def group(self, point: Mapping[str, Value]) -> DesignGroup:
        """The group of one point of the grid."""
        measure = self.claim.entry.measure
        if measure.solve is not None:
            return self._curve(point, measure.solve)
        if measure.quantile is not None:
            return self._distribution(point, measure.quantile)
        seen = self._try(self.claim, point)
        self._note(point, seen.binary, varies=seen.sd > 0)
        self.is_heavy = self.is_heavy or seen.is_heavy
        self.outputs = seen.outputs
        self.blocks.append(seen.blocks)
        block = max(self._needed(one, point, seen) for one in self.batch.sharing(self.claim, point))
        self.seconds += block * seen.seconds
        return group(point, ({},), block, self._bytes_per_trial(seen.peak))

    def _curve(self, point: Mapping[str, Value], name: str) -> DesignGroup:
        """The group of one curve: the integers around its threshold."""
        found = place(self.pilots, self.simulator, point, self.claim.entry.measure)
        self._note(point, found.binary, varies=True)
        self.outputs = found.outputs
        block = self._block(point, found.sd, 1.0, found.seconds)
        sizes = [{name: size} for size in found.sizes]
        return group(point, sizes, block, self._bytes_per_trial(found.peak))

    def _distribution(self, point: Mapping[str, Value], quantile: float) -> DesignGroup:
        """The group of one quantile: levels around it, with which the same trials are compared."""
        raw = msgspec.structs.replace(self.simulator, levels=False)
        seen = try_point(self.pilots, raw, point, first=self.binary is None)
        if seen.binary:
            raise UsageError(
                f"{self.simulator.where} returns booleans, which have no quantile; claim the mean."
            )
        found = quantile_levels(self.pilots, self.simulator, point, quantile)
        self._note(point, binary=True, varies=True)
        # A level of one sign is known by its logarithm, as a size is.
        largest = LARGEST * abs(found.value) if found.levels[0] * found.levels[-1] > 0 else math.inf
        block = self._block(point, found.sd, abs(found.value), seen.seconds, largest=largest)
        levels = [{LEVEL: level} for level in found.levels]
        return group(point, levels, block, self._bytes_per_trial(found.peak))

    def _try(self, claim: Asked, point: Mapping[str, Value]) -> PointPilot:
        """What the pilot sees of the output that a claim on the function is about."""
        simulator = self.simulator if claim.simulator is None else claim.simulator
        return try_point(self.pilots, simulator, point, first=self.binary is None)

    def _needed(self, claim: Asked, point: Mapping[str, Value], mine: PointPilot) -> int:
        """Trials of a block that a claim needs; one where it is about numbers of the other kind."""
        seen = mine if claim is self.claim else attempted(self._try, claim, point)
        if isinstance(seen, UsageError) or seen.binary is not mine.binary:
            return 1
        error = error_aimed_at(claim.entry, point, seen.scale, proportion=seen.binary)
        return trials_per_block(seen.sd, error)

    def _block(
        self,
        point: Mapping[str, Value],
        sd: float,
        scale: float,
        seconds: float,
        *,
        largest: float = math.inf,
    ) -> int:
        """Trials of a block of a point, whose time is noted, for an error up to the `largest`."""
        sharing = self.batch.sharing(self.claim, point)
        aimed = (error_aimed_at(one.entry, point, scale) for one in sharing)
        block = trials_per_block(sd, min(largest, *aimed))
        self.seconds += block * seconds
        return block

    def _note(self, point: Mapping[str, Value], binary: bool, *, varies: bool) -> None:
        if self.binary not in (None, binary):
            at = point_words(point)
            raise UsageError(
                f"{self.simulator.where} returns booleans at some points and numbers at others (at {at}); "
                "return one kind."
            )
        self.binary, self.varies = binary, self.varies or varies

    def _bytes_per_trial(self, peak: int) -> float:
        """Growth of the process beyond its first point, which also loaded what the file imports."""
        self.floor = self.floor or peak
        return (peak - self.floor) / TRIALS
