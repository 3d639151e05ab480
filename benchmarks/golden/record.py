"""What the golden file holds of a claim, of a statement and of a derivation, as plain values of JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from theorycheck.claim import Claim
from theorycheck.evidence import plan, routes
from theorycheck.evidence.derivations import DerivationResult
from theorycheck.numerics.quantity import GENERATOR_VERSION, Quantity, SampledQuantity
from theorycheck.papers.tables import TOPICS
from theorycheck.statement import Statement
from theorycheck.theory.catalogue import derivations

from . import formulas

Record = dict[str, Any]
Derive = Callable[[str, str], DerivationResult]
"""What a derivation comes to, by its topic and its name."""

NOT_FOUND: Final = "-"
"""Stands for a coordinate that a design point does not have."""


def golden(
    claims: Sequence[Claim], statements: Sequence[Statement], names: Iterable[str], derive: Derive
) -> Record:
    """The whole file; `names` are the derivations, each as topic.name."""
    points = _design_points(claims)
    return {
        "statements": {statement.id: fields(statement) for statement in by_id(statements)},
        "claims": {claim.id: claim_record(claim) for claim in by_id(claims)},
        "derivations": {name: derivation(name, derive, points.get(name, ())) for name in sorted(names)},
    }


def by_id(records: Iterable[Any]) -> list[Any]:
    """Records in the order of their ids."""
    return sorted(records, key=lambda record: record.id)


def fields(record: msgspec.Struct) -> Record:
    """The fields of a record that are not at their default."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(record)}
    factories = {field.name: field.default_factory for field in msgspec.structs.fields(record)}
    found = {}
    for name in record.__struct_fields__:
        value = getattr(record, name)
        default = defaults[name] if factories[name] is msgspec.NODEFAULT else factories[name]()
        if name != "id" and value != default:
            found[name] = json.loads(msgspec.json.encode(value))
    return found


def claim_record(claim: Claim) -> Record:
    """The claim's fields, and the keys of the design points that each of its grids selects."""
    found = fields(claim)
    route = routes.route(claim)
    if route is None:
        return found
    quantity = routes.quantity(route)
    found["points"] = _points(quantity, claim.grid, claim.domain)
    if claim.quick_grid:
        found["quick_points"] = _points(quantity, claim.quick_grid, claim.domain)
    return found


def derivation(name: str, derive: Derive, points: formulas.Points) -> Record:
    """What a derivation says, and under which hypotheses."""
    found = derive(*name.split(".", maxsplit=1))
    return terms(found) | formulas.recorded(found.formula, points)


def terms(found: DerivationResult) -> Record:
    """Status, relation, hypotheses and exponents."""
    return {
        "status": found.status,
        "relation": found.relation,
        "hypotheses": list(found.record.premises),
        "exponents": {name: str(value) for name, value in sorted(found.exponents.items())},
    }


def derivation_names() -> list[str]:
    """All derivations of all topics, each as topic.name."""
    found = {topic: derivations(topic) for topic in TOPICS}
    return [f"{topic}.{name}" for topic, derivations in found.items() for name in derivations]


def encode(file: Record) -> str:
    """JSON with a line for every field of every record."""
    return "{\n" + ",\n".join(f'"{part}": {{\n{_records(file[part])}\n}}' for part in file) + "\n}\n"


def _records(records: Mapping[str, Record]) -> str:
    return ",\n".join(f' "{name}": {{\n{_lines(record)}\n }}' for name, record in records.items())


def _lines(record: Record) -> str:
    items = (f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in record.items())
    return ",\n".join(items)


def _design_points(claims: Iterable[Claim]) -> dict[str, list[Mapping[str, Any]]]:
    """The design points of the claims that rest on each derivation."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for claim in claims:
        if claim.derivation is not None and (route := routes.route(claim)) is not None:
            targets = plan.targets_of(routes.quantity(route), claim.grid, claim.domain)
            points = found.setdefault(f"{claim.topic}.{claim.derivation}", [])
            points.extend(point for target in targets for point in target.points)
    return found


def _points(quantity: Quantity, grid: Mapping[str, Any], domain: Sequence[str]) -> dict[str, str]:
    """The identity of a quantity's blocks, and by group the coordinates of the selected design points.

    A group is named by a digest of its key, that of a computed value by its coordinates alone.
    """
    sampled = isinstance(quantity, SampledQuantity)
    dtype = quantity.dtype if sampled else "float64"
    identity = f"{quantity.name} version {quantity.version}, {dtype}, generator {GENERATOR_VERSION}"
    targets = plan.targets_of(quantity, grid, domain)
    names = sorted({name for target in targets for point in target.points for name in point})
    groups: dict[str, list[str]] = {}
    for target in targets:
        rows = groups.setdefault(_digest(target.group) if sampled else "computed", [])
        rows.extend(" ".join(_row(point, names)) for point in target.points)
    kind = "sampled" if sampled else "computed"
    head = {"quantity": f"{kind} {identity}", "names": " ".join(names)}
    return head | {group: "; ".join(sorted(rows)) for group, rows in sorted(groups.items())}


def _row(point: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    return (json.dumps(point[name]).strip('"') if name in point else NOT_FOUND for name in names)


def _digest(key: str) -> str:
    return hashlib.blake2b(key.encode(), digest_size=4).hexdigest()
