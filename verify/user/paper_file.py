"""Papers that users write: in Python as `theorycheck.paper` says, in TOML with the same words.

A paper names functions of its own file or of a Python file beside it, and quantities that come with
theorycheck as `<paper>.<name>`. In TOML it is `[paper]`, `[defaults]`, `[[statement]]` and `[[claim]]`; the
key `statement` of a claim is the number of one. A statement may hold its claims, with what they share beside
them, or of one claim the keys themselves.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from .. import law
from ..claim import EXPONENT_MARGIN, About, Bears, Claim, Direction, Quantifier, Relation, Role
from ..errors import UsageError, attempted, require_visible
from ..paper import Coordinates, Paper, Taken, Variants
from ..simulator import module
from ..statement import SourceAccess, Statement
from .entry import Entry, entry, plain, require_shared
from .files import read_text
from .formulas import ASYMPTOTIC, BOUND_TYPES
from .record import claim_of
from .shorthand import Function, function_named, over, parts_of

Table = Mapping[str, Any]
Keys = TypeVar("Keys")


class Stated(msgspec.Struct, frozen=True, kw_only=True):
    """A claim of a paper: its source, and the fields of the claim that no key of a claim file gives."""

    source: str
    statements: tuple[Statement, ...]
    fields: dict[str, Any]
    coordinates: Coordinates = Coordinates()


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """What a paper in Python states, as plain values."""

    source: str
    statements: tuple[Statement, ...]
    claims: tuple[Claim, ...]
    taken: dict[str, Taken]
    coordinates: Coordinates = Coordinates()


def contents(file: str, text: str) -> list[Contents]:
    """The papers of a Python file; runs the file. Raises UsageError for a statement that is not covered."""
    found = [value for value in vars(module(file, text)).values() if isinstance(value, Paper)]
    for paper in found:
        if (fault := paper.fault()) is not None:
            raise UsageError(f"{file}: {fault}")
    return [
        Contents(
            source=one.source,
            statements=one.statements,
            claims=one.claims,
            taken=one.taken,
            coordinates=one.coordinates,
        )
        for one in found
    ]


def claims_of(paper: Contents, file: Path, text: str) -> list[tuple[Entry, Stated] | UsageError]:
    """The claims of a paper in Python, as entries of a claim file; an error in place of what is none."""
    return [attempted(_claim_of, claim, paper, file, text) for claim in paper.claims]


def _claim_of(claim: Claim, paper: Contents, file: Path, text: str) -> tuple[Entry, Stated]:
    fields = {name: getattr(claim, name) for name in _KEPT}
    return _entry(claim, paper, file, text), _stated(paper, fields)


_BOUNDS: Final = {(*kind, name in ASYMPTOTIC): name for name, kind in BOUND_TYPES.items()}
"""The bound of an entry by a claim's relation, its bound type, and whether it is of the limit alone."""


def _stated(paper: Contents | Paper, fields: dict[str, Any]) -> Stated:
    return Stated(
        source=paper.source, statements=paper.statements, fields=fields, coordinates=paper.coordinates
    )


def _entry(claim: Claim, paper: Contents, file: Path, text: str) -> Entry:
    where = f"{file} ({claim.id})"
    bound = _BOUNDS.get((claim.relation, claim.bound_type, claim.asymptotic))
    if bound is None:
        raise UsageError(
            f"{where}: an order of growth of the limit alone is tight; leave out {claim.bound_type}."
        )
    outside = [n for n, values in claim.quick_grid.items() if not {*values} <= {*claim.grid.get(n, ())}]
    if outside:
        raise UsageError(f"{where}: quick({outside[0]}=...) has a value that is not among those measured.")
    statement = next(one for one in paper.statements if one.id == claim.statement_id)
    table = {
        "id": claim.id,
        "statement": statement.text,
        "interpretation": claim.interpretation,
        # A number that nobody named is named by what its function turns out to return.
        "label": claim.label or None,
        "source": paper.source,
        "law": claim.claimed,
        "alternatives": claim.alternatives,
        "bound": bound,
        # An undeclared margin in an exponent is the default, at most a third of the way to an alternative.
        # So is one of 0 beside a published spread, which is the margin then.
        "margin": None
        if (claim.bound_type and claim.margin == EXPONENT_MARGIN)
        or (claim.relation is Relation.REPORTED and not claim.margin)
        else claim.margin,
        "up_to_logs": claim.up_to_logs,
        "corrections": claim.corrections,
        "limits": {name: end.value for name, end in claim.limits.items()},
        "diverging": claim.diverging if claim.relation is not Relation.LAW else None,
        "published": claim.published,
        "grid": claim.grid,
        "domain": _conditions(claim, where),
        "derivation": claim.derivation and _place(claim.derivation, file, text, where),
        "measure": _measure(claim, paper, file, text, where),
    }
    return entry(table, str(file))


def _measure(claim: Claim, paper: Contents, file: Path, text: str, where: str) -> dict[str, Any]:
    name, taken = claim.quantity, paper.taken[claim.id]
    if name is None:
        return taken
    measure: dict[str, Any] = {"output": claim.output, "statistic": claim.statistic}
    if claim.threshold is not None:
        measure |= {"solve": claim.threshold.variable, "level": claim.threshold.level}
    if "." not in name:
        return measure | taken | _function(name, file, text, where).keys
    # A threshold of a quantity that comes with theorycheck is read off its own points.
    return (
        measure
        | {key: one for key, one in taken.items() if key not in {"range", "direction"}}
        | {"quantity": name}
    )


def _conditions(claim: Claim, where: str) -> dict[str, str]:
    """The conditions by variables of the grid that they name."""
    found: dict[str, str] = {}
    for text in claim.domain:
        try:
            variables = law.condition(text).variables
        except law.LawError as error:
            raise UsageError(f"{where}: {error}") from error
        named = [name for name in claim.grid if name in variables and name not in found]
        if not named:
            raise UsageError(f"{where}: the condition {text!r} names no variable of its own.")
        found[named[0]] = text
    return found


def _place(name: str, file: Path, text: str, where: str) -> str:
    found = _function(name, file, text, where)
    return f"{found.file.name}:{found.name}"


def _function(name: str, file: Path, text: str, where: str) -> Function:
    """The function of the paper's own file, or of one beside it."""
    beside = ((path, read_text(path)) for path in sorted(file.parent.glob("*.py")) if path != file)
    return function_named(name, itertools.chain([(file, text)], beside), where)


Text = Annotated[str, msgspec.Meta(max_length=2000)]
Name = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,39}$")]
Number = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z][A-Za-z0-9._-]{0,39}$")]


class PaperKeys(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys of [paper]."""

    name: Name
    source: Text
    access: SourceAccess = SourceAccess.FULL_TEXT
    variants: dict[str, dict[str, tuple[Text, Text] | Literal[""]]] = {}
    """By coordinate and its value, the name and the value that readers know, or nothing."""
    selectors: tuple[str, ...] = ()

    def paper(self) -> Paper:
        """The paper, which states nothing yet."""
        variants: Variants = {
            name: {value: told or None for value, told in values.items()}
            for name, values in self.variants.items()
        }
        return Paper(
            self.name, source=self.source, access=self.access, variants=variants, selectors=self.selectors
        )


class StatementKeys(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys of a [[statement]]."""

    id: Number
    text: Text
    place: Text
    title: Text = ""
    primary: str | None = None
    why_primary: Text | None = None
    not_covered: Text | None = None
    own_question: bool = False
    why_refuted: Text | None = None
    as_printed: Text | None = None
    printed: str | None = None
    same_as: str | None = None


class Reading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a claim of a paper reads its statement."""

    role: Role = Role.LITERAL
    quantifier: Quantifier | None = None
    direction: Direction | None = None
    about: About | None = None
    setting: dict[str, str] = {}
    bears: Bears = Bears.SUPPORTS
    own_threshold: bool = False
    severity: Literal["minor", "major", "critical"] = "major"
    tags: tuple[str, ...] = ()


_KEPT: Final = ("statement_id", "interpretation", "domain", "quick_grid", *Reading.__struct_fields__)
"""Fields of a claim of a paper that its entry does not hold."""


def of_table(table: Table, path: Path) -> list[tuple[Entry, Stated] | UsageError]:
    """The claims of a paper in TOML, an error in place of one that is amiss.

    Raises UsageError with table, key and remedy for what is amiss in its statements.
    """
    paper = _read(table["paper"], PaperKeys, f"{path}, paper").paper()
    beside = table.keys() - {"paper", "defaults", "statement", "claim"}
    if beside:
        raise UsageError(
            f"{path}: {min(beside)!r} is beside [paper], [defaults], [[statement]] and [[claim]]; remove it."
        )
    texts, claims = _statements_of_table(table, paper, path)
    if "claim" in table or not claims:
        tables = enumerate(_tables(table, "claim", path), start=1)
        claims += [(own, {}, f"{path}, claim {number}") for number, own in tables]
    defaults = table.get("defaults", {})
    if not isinstance(defaults, Mapping):
        raise UsageError(f"{path}: defaults are a table of keys that claims share; write [defaults].")
    require_shared(defaults, Reading.__struct_fields__, f"{path}, defaults")
    found = [
        one
        for own, shared, where in claims
        for one in _claims_of_table(own, over(shared, defaults, where), paper, texts, path, where)
    ]
    # A statement may lack the claim that is amiss, which is told by itself.
    amiss = any(isinstance(one, UsageError) for one in found)
    if not amiss and (fault := paper.fault()) is not None:
        raise UsageError(f"{path}: {fault}")
    return [one if isinstance(one, UsageError) else (one[0], _stated(paper, one[1])) for one in found]


def _statements_of_table(
    table: Table, paper: Paper, path: Path
) -> tuple[dict[str, str], list[tuple[Table, Table, str]]]:
    """Adds the statements to the paper; their texts by id, and the claims that they list (`_with_claims`)."""
    texts: dict[str, str] = {}
    claims = []
    for number, one in enumerate(_tables(table, "statement", path), start=1):
        where = f"{path}, statement {number}"
        sentence, own = _with_claims(one, path, where)
        keys = _read(sentence, StatementKeys, where)
        if keys.id in texts:
            raise UsageError(f"{where}: there is a statement {keys.id} already.")
        texts[keys.id] = keys.text
        more = {name: getattr(keys, name) for name in keys.__struct_fields__[4:]}
        title = keys.title or keys.text.removesuffix(".")
        paper.statement(f"{keys.id} {title}", keys.text, place=keys.place, **more)
        claims += own
    return texts, claims


def _with_claims(statement: Table, path: Path, where: str) -> tuple[Table, list[tuple[Table, Table, str]]]:
    """The keys of a statement, and its claims, each with the keys that they share and where it stands.

    Without a list of claims what is beside its own keys is its one claim, which has its id.
    """
    if not {"law", "claim"} & statement.keys():
        return statement, []
    said = {key: value for key, value in statement.items() if key in StatementKeys.__struct_fields__}
    shared = {key: value for key, value in statement.items() if key not in (*said, "claim")}
    require_shared(shared, Reading.__struct_fields__, where)
    of_it = {"statement": statement.get("id")}
    if "claim" not in statement:
        return said, [(shared | of_it | {"id": statement.get("id")}, {}, where)]
    tables = enumerate(_tables(statement, "claim", path), start=1)
    return said, [({**one, **of_it}, shared, f"{where}, claim {number}") for number, one in tables]


def _claims_of_table(
    table: Table, defaults: Table, paper: Paper, texts: Mapping[str, str], path: Path, where: str
) -> list[tuple[Entry, dict[str, Any]] | UsageError]:
    """A claim, or one for each label of its table's groups; an error in place of what is amiss."""
    parts = attempted(parts_of, table, defaults, path.parent, where)
    if isinstance(parts, UsageError):
        return [parts]
    return [attempted(_claim_of_table, part, paper, texts, where) for part in parts]


def _claim_of_table(
    table: Table, paper: Paper, texts: Mapping[str, str], where: str
) -> tuple[Entry, dict[str, Any]]:
    words = {key: value for key, value in table.items() if key in Reading.__struct_fields__}
    reading = _read(words, Reading, where)
    number = str(table.get("statement"))
    if number not in texts:
        raise UsageError(
            f"{where}: statement is {number!r}; it is the id of a [[statement]]: {_listed(texts)}."
        )
    keys = {key: value for key, value in table.items() if key not in words}
    if "id" not in table:
        raise UsageError(f"{where}: the key id is missing.")
    name = f"{paper.name}.{table['id']}"
    found = entry(keys | {"id": name, "statement": texts[number], "source": paper.source}, where)
    fields = {name: getattr(reading, name) for name in reading.__struct_fields__}
    fields["statement_id"] = f"{paper.name}.{number}"
    if any(claim.id == found.id for claim in paper.claims):
        raise UsageError(f"{where}: there is a claim {found.id} already; rename one.")
    paper.add(msgspec.structs.replace(claim_of(found, proportion=False), **fields), (where, 1), {})
    return found, fields


def _tables(table: Table, key: str, path: Path) -> list[Table]:
    found = table.get(key, [])
    if not isinstance(found, list) or not found or not all(isinstance(one, dict) for one in found):
        raise UsageError(f"{path} has [paper]; it needs [[{key}]] tables, or a list of them.")
    return found


def _read(table: object, kind: type[Keys], where: str) -> Keys:
    require_visible(table, where)
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise UsageError(f"{where}: {plain(str(error))}") from error


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none is there"
