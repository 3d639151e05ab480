"""Joining the evidence of several machines: of one preset, seed and class of device, each block once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from ..errors import UsageError
from .files import STORE
from .store import BlockKey, RunSettings, Store, StoredBlock, difference


@dataclass(frozen=True, kw_only=True)
class Merged:
    """What was joined: the claims that the stores were gathered for, the blocks, and how many were new."""

    settings: RunSettings
    blocks: int
    new: int


def merge(sources: Sequence[Path], into: Path, order: Sequence[str]) -> Merged:
    """Join the stores of `sources` (files, or folders that hold one) in the store `into`.

    The claims of `order` come first, in its order. A block that several hold is kept once. Nothing is
    written where the stores do not match: other presets, seeds, device classes or code, or one block with two
    contents. Raises UsageError.
    """
    settings = _common(sources, order)
    made = not into.exists()
    try:
        with Store.open(into, settings) as joined, joined.all_or_none():
            before = len(joined)
            for number, path in enumerate(sources):
                holders = _Holders(earlier=sources[:number], joined=into)
                with Store.reopen(_store(path)) as store:
                    _require_code(store, path, joined, holders)
                    for key, block in store.blocks():
                        if not joined.put(key, block):
                            _require_content(key, joined.existing(key), block, path, holders)
            return Merged(settings=settings, blocks=len(joined), new=len(joined) - before)
    except BaseException:
        if made:
            # On a full disk its log stays as well, which would change another store put in its place.
            for path in (into, into.with_name(f"{into.name}-wal")):
                path.unlink(missing_ok=True)
        raise


@dataclass(frozen=True, kw_only=True)
class _Holders:
    """The stores that were joined so far, and the one that they are joined in."""

    earlier: Sequence[Path]
    joined: Path

    def first(self, holds: Callable[[Store], bool]) -> Path:
        """The first of them that holds something."""
        for path in self.earlier:
            with Store.reopen(_store(path)) as store:
                if holds(store):
                    return path
        return self.joined


def _store(path: Path) -> Path:
    return path / STORE if path.is_dir() else path


def _common(sources: Sequence[Path], order: Sequence[str]) -> RunSettings:
    """The settings of a run of all the claims; raises UsageError where two differ in anything else."""
    found = [_settings(path) for path in sources]
    first = found[0]
    for settings, path in zip(found[1:], sources[1:], strict=True):
        if (unlike := difference(settings, first)) is not None:
            raise UsageError(
                f"{path} does not match {sources[0]} ({unlike}); evidence of different runs cannot be joined."
            )
    return replace(first, claims=_in_order((claim for one in found for claim in one.claims), order))


def _settings(path: Path) -> RunSettings:
    with Store.reopen(_store(path)) as store:
        return store.settings


def _in_order(claims: Iterable[str], order: Sequence[str]) -> tuple[str, ...]:
    """Each once, as a run of them all would take them: those of `order` in its order, then the rest."""
    asked = dict.fromkeys(claims)
    ours = [claim for claim in order if claim in asked]
    return (*ours, *(claim for claim in asked if claim not in set(ours)))


def _require_code(store: Store, path: Path, joined: Store, holders: _Holders) -> None:
    """Raise UsageError where a quantity was measured by other code than in the stores before."""
    before = joined.codes
    other = next((x for x, codes in store.codes.items() if x in before and codes.isdisjoint(before[x])), None)
    if other is not None:
        raise UsageError(
            f"{other[0]} was measured by other code, or with another version of a package that it uses, in "
            f"{path} than in {holders.first(lambda one: other in one.codes)}: draw it anew in one of them."
        )


def _require_content(
    key: BlockKey, joined: StoredBlock, block: StoredBlock, path: Path, holders: _Holders
) -> None:
    """Raise UsageError where two stores hold one block with other bytes: they were not computed alike."""
    if joined.statistic != block.statistic:
        other = holders.first(lambda store: store.get(key) is not None)
        raise UsageError(
            f"Block {key.block} of {key.quantity} differs between {other} and {path}: one was computed on "
            "another family of processors, or is not what was drawn."
        )
