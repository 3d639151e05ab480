"""What files ask: the claims of claim files, of Python files and of papers, each with its functions as text.

Files are read by content; the Python of a file is run in a process of its own, and none where no code is to
be run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from ..claim import Claim
from ..errors import UsageError, attempted
from ..evidence.plan import Source
from ..simulator import Claimed, Simulator, module
from ..statement import SourceAccess, Statement
from .claim_file import files_in, read_each
from .entry import ROUTES, Entry, Measure, entry
from .files import inside, read_text
from .formulas import require_formulas
from .paper_file import Contents, Stated, claims_of, contents
from .record import claim_of
from .sandbox import Sandbox

if TYPE_CHECKING:
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
            return _of_python(file, require_sandbox(sandbox, str(file)))
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
    require_sandbox(sandbox, f"{where}: {key}")
    name, _, function = named.partition(":")
    return name, read_text(inside(file.parent, name, key, where)), function


def require_sandbox(sandbox: Sandbox | None, what: str) -> Sandbox:
    """The sandbox; raises UsageError where no code is to be run."""
    if sandbox is None:
        raise UsageError(f"{what} is code, and --no-code runs none; leave the option out to run it.")
    return sandbox
