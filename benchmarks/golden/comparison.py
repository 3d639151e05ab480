"""Differences between the golden file and the claims of today, and which of them are listed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from theorycheck.claim import Claim
from theorycheck.evidence.derivations import DerivationResult
from theorycheck.statement import Statement

from . import formulas, record

ADDED: Final = "added"
REMOVED: Final = "removed"
TAGS: Final = "tags"


class Difference(NamedTuple):
    """One field of one claim, statement or derivation, with what it was and what it is."""

    claim: str
    field: str
    before: str = ""
    after: str = ""


class Change(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Differences that are meant: of which records (ids or globs), in which fields, and why."""

    claim: str | tuple[str, ...]
    field: str | tuple[str, ...]
    cause: str

    @property
    def claims(self) -> tuple[str, ...]:
        """The records, one or more."""
        return (self.claim,) if isinstance(self.claim, str) else self.claim

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields, one or more."""
        return (self.field,) if isinstance(self.field, str) else self.field

    def names(self, difference: Difference) -> bool:
        """Whether the difference is one of those meant."""
        return any(self.means(difference, claim, field) for claim in self.claims for field in self.fields)

    @staticmethod
    def means(difference: Difference, claim: str, field: str) -> bool:
        """Whether it is a difference of this field, of a record with this id or of this glob."""
        return difference.field == field and fnmatchcase(difference.claim, claim)


class Changes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The list; `symbols` renames symbols of the golden formulas, by derivation (an id or a glob)."""

    change: tuple[Change, ...] = ()
    symbols: dict[str, dict[str, str]] = {}

    def renamed(self, derivation: str) -> dict[str, str]:
        """Old names of a derivation's symbols and the new ones."""
        maps = (names for glob, names in self.symbols.items() if fnmatchcase(derivation, glob))
        return {old: new for names in maps for old, new in names.items()}


def read_changes(path: Path) -> Changes:
    """The list in a file; raises `msgspec.ValidationError` for an entry without claim, field or cause."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Changes)


def faults(found: Iterable[Difference], changes: Changes) -> list[str]:
    """A sentence for each difference that is not listed, and for each listed one that does not occur."""
    differences = list(found)
    unlisted = [d for d in differences if not any(change.names(d) for change in changes.change)]
    idle = [
        (claim, field, change.cause)
        for change in changes.change
        for claim in change.claims
        for field in change.fields
        if not any(change.means(d, claim, field) for d in differences)
    ]
    return [
        *(f"{d.claim}: {d.field} is not listed\n  was {d.before}\n  is  {d.after}" for d in unlisted),
        *(
            f"{claim}: {field} is listed for {cause}, but does not differ; delete the entry"
            for claim, field, cause in idle
        ),
    ]


def differences(
    golden: Mapping[str, Any],
    claims: Sequence[Claim],
    statements: Sequence[Statement],
    derive: record.Derive,
    changes: Changes,
) -> Iterator[Difference]:
    """All differences, in the order of the ids; a derivation's are those of the claims that rest on it."""
    held = _Derivations(golden["derivations"], derive, changes)
    known = golden["statements"] | golden["claims"]
    today = {one.id: one for one in (*statements, *claims)}
    for name in sorted(known.keys() | today.keys()):
        if name not in today:
            yield Difference(name, REMOVED)
        elif name not in known:
            yield Difference(name, ADDED)
        else:
            yield from _of_record(known[name], today[name], held)
    used = {f"{name.partition('.')[0]}.{known[name].get('derivation')}" for name in golden["claims"]}
    for name in sorted(golden["derivations"].keys() - used):
        yield from (Difference(name, *difference) for difference in held.differences(name, name))


def _of_record(before: record.Record, one: Claim | Statement, held: _Derivations) -> Iterator[Difference]:
    after = record.claim_record(one) if isinstance(one, Claim) else record.fields(one)
    for field in sorted(before.keys() | after.keys()):
        if field == TAGS:
            yield from _of_tags(one.id, before.get(field, []), after.get(field, []))
        elif before.get(field) != after.get(field):
            yield Difference(one.id, field, str(before.get(field)), str(after.get(field)))
    if "derivation" in before and "derivation" in after:
        topic = one.id.partition(".")[0]
        for found in held.differences(f"{topic}.{before['derivation']}", f"{topic}.{after['derivation']}"):
            yield Difference(one.id, *found)


def _of_tags(claim: str, before: Sequence[str], after: Sequence[str]) -> Iterator[Difference]:
    """Each tag by itself, so that an entry for one of them lets no other pass."""
    for tag in sorted({*before} ^ {*after}):
        yield Difference(claim, f"{TAGS} {'-' if tag in before else '+'}{tag}", str(before), str(after))


class _Derivations:
    """Compares derivations by their names, each pair once."""

    def __init__(self, golden: Mapping[str, Any], derive: record.Derive, changes: Changes) -> None:
        self._golden = golden
        self._derive = derive
        self._changes = changes
        self.differences = lru_cache(maxsize=None)(self._differences)

    def _differences(self, before: str, after: str) -> tuple[tuple[str, str, str], ...]:
        try:
            found = self._derive(*after.split(".", maxsplit=1))
        except Exception as error:  # noqa: BLE001 - a derivation that fails is a difference, whatever it raised
            return (("formula", self._golden[before]["formula"], f"{type(error).__name__}: {error}"),)
        return (*self._of_terms(before, found), *self._of_formula(before, found))

    def _of_terms(self, before: str, found: DerivationResult) -> Iterator[tuple[str, str, str]]:
        for field, value in record.terms(found).items():
            if self._golden[before][field] != value:
                yield field, str(self._golden[before][field]), str(value)

    def _of_formula(self, before: str, found: DerivationResult) -> Iterator[tuple[str, str, str]]:
        return formulas.differences(self._golden[before], found.formula, self._changes.renamed(before))
