"""Joining the evidence of several machines: of one preset, seed and class of device, each block once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from ..errors import UsageError
from .files import STORE
from .store import RunSettings, Store, difference


@dataclass(frozen=True, kw_only=True)
class Merged:
    """What was joined: the claims that the stores were gathered for, the blocks, and how many were new."""

    settings: RunSettings
    blocks: int
    new: int


def merge(sources: Sequence[Path], into: Path, order: Sequence[str]) -> Merged:
    """Join the stores of `sources` (files, or folders that hold one) in the store `into`.

    The claims of `order` come first, in its order. A block that several hold is kept once. Nothing is
    written where the stores do not match: other presets, seeds or device classes, or one block with two
    contents. Raises UsageError.
    """
    with ExitStack() as stack:
        stores = [stack.enter_context(Store.reopen(_store(path))) for path in sources]
        settings = _common(stores, sources, order)
        _require_one_content(stores, sources)
        joined = stack.enter_context(Store.open(into, settings))
        before = len(joined)
        for store in stores:
            joined.put_all(store.blocks())
        return Merged(settings=settings, blocks=len(joined), new=len(joined) - before)


def _store(path: Path) -> Path:
    return path / STORE if path.is_dir() else path


def _common(stores: Sequence[Store], sources: Sequence[Path], order: Sequence[str]) -> RunSettings:
    """The settings of a run of all the claims; raises UsageError where two differ in anything else."""
    first = stores[0].settings
    for store, path in zip(stores[1:], sources[1:], strict=True):
        if replace(store.settings, claims=first.claims) != first:
            raise UsageError(
                f"{path} does not match {sources[0]} ({difference(store.settings, first)}); evidence of "
                "different runs cannot be joined."
            )
    return replace(
        first, claims=_in_order((claim for store in stores for claim in store.settings.claims), order)
    )


def _in_order(claims: Iterable[str], order: Sequence[str]) -> tuple[str, ...]:
    """Each once, as a run of them all would take them: those of `order` in its order, then the rest."""
    asked = dict.fromkeys(claims)
    ours = [claim for claim in order if claim in asked]
    return (*ours, *(claim for claim in asked if claim not in set(ours)))


def _require_one_content(stores: Sequence[Store], sources: Sequence[Path]) -> None:
    """Raise UsageError where two stores hold one block with other bytes: they were not computed alike."""
    for number, store in enumerate(stores):
        for other, path in zip(stores[:number], sources, strict=False):
            for key, block in store.blocks():
                theirs = other.get(key)
                if theirs is not None and theirs.statistic != block.statistic:
                    raise UsageError(
                        f"Block {key.block} of {key.quantity} differs between {path} and {sources[number]}: "
                        "one was not computed by this version and seed, or on another family of processors "
                        "or version of torch, or the quantity needs a new version."
                    )
