"""All mutants of a selection: what each came to, and the share of those that matter that survived."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, as_completed
from dataclasses import dataclass
from typing import Final

import msgspec
from theorycheck.errors import CheckFailedError
from theorycheck.statistics.intervals import clopper_pearson_lower, clopper_pearson_upper
from theorycheck.theory import catalogue
from theorycheck.upgrade import SCHEMA_VERSION

from . import claims, derivations, routes
from .sample import ALL, Sample
from .subject import Fate, Stored, Subject

LARGEST_SHARE: Final = 0.05
"""A family with so many survivors among its non-equivalent mutants, or more, fails the survey."""
ERROR: Final = 0.05
"""Of the one-sided limits of a share that a sample tells."""


@dataclass(frozen=True, kw_only=True)
class OfClaim:
    """Work: the mutants of one claim and of its two routes, with the claims that read the same numbers."""

    stored: Stored
    beside: tuple[Stored, ...] = ()
    sample: Sample = ALL


@dataclass(frozen=True, kw_only=True)
class OfDerivation:
    """Work: the mutants of one derivation, with the claims that name it."""

    topic: str
    name: str
    stored: tuple[Stored, ...]
    sample: Sample = ALL


Work = OfClaim | OfDerivation


class Counts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many mutants were caught, said the same, said less, crashed, or survived."""

    caught: int
    equivalent: int
    weaker: int
    stillborn: int
    survived: int

    @property
    def share(self) -> float:
        """Survivors among the mutants that say something else and can be decided; 0 where there is none."""
        counted = self.caught + self.survived
        return self.survived / counted if counted else 0.0


class Unmade(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim or derivation whose mutants could not be made, and what was raised instead."""

    target: str
    reason: str


class Survey(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything `mutate` found: the machine interface `mutation.json`. `sample` is the share of all
    mutants that were made, `share` that of survivors among those.
    """

    schema: int = SCHEMA_VERSION
    theorycheck: str
    evidence: str
    share: float
    total: Counts
    families: dict[str, Counts]
    fates: tuple[Fate, ...]
    unmade: tuple[Unmade, ...] = ()
    sample: float = 1.0

    @property
    def passes(self) -> bool:
        """Whether few enough of every family survive, by the limits of what a sample tells."""
        return all(self.limits(found)[1] < LARGEST_SHARE for found in self.families.values())

    @property
    def worst(self) -> str | None:
        """The family of the largest share; None where there is none."""
        return max(self.families, key=lambda name: self.families[name].share, default=None)

    def limits(self, found: Counts) -> tuple[float, float]:
        """One-sided 95 % limits of a share among all mutants (Clopper-Pearson); of no sample the share."""
        counted = found.caught + found.survived
        if self.sample == 1 or not counted:
            return found.share, found.share
        lower = clopper_pearson_lower(found.survived, counted, ERROR)
        return float(lower), float(clopper_pearson_upper(found.survived, counted, ERROR))

    @property
    def survivors(self) -> tuple[Fate, ...]:
        """The mutants that nothing noticed."""
        return tuple(fate for fate in self.fates if fate.fate == "survived")


def works(stored: Sequence[Stored], whole: Iterable[str], sample: Sample = ALL) -> tuple[Work, ...]:
    """What there is to do: each claim, each derivation that one names, and of `whole` topics every one."""
    named = dict.fromkeys(
        (one.plan.claim.topic, one.plan.claim.derivation) for one in stored if one.plan.claim.derivation
    )
    for topic in sorted(whole):
        named |= dict.fromkeys((topic, name) for name in catalogue.derivations(topic))
    found = [
        OfDerivation(topic=topic, name=str(name), stored=_naming(stored, topic, name), sample=sample)
        for topic, name in named
    ]
    of_quantity = defaultdict(list)
    for one in stored:
        of_quantity[_numbers(one)].append(one)
    return (
        *found,
        *(
            OfClaim(
                stored=one,
                beside=tuple(other for other in of_quantity[_numbers(one)] if other is not one),
                sample=sample,
            )
            for one in stored
        ),
    )


def surveyed(work: Work) -> tuple[Fate, ...]:
    """What became of the mutants of one piece of work."""
    if isinstance(work, OfClaim):
        subject = Subject.of(work.stored)
        beside = list(map(Subject.of, work.beside))
        return (*claims.fates(subject, work.sample), *routes.fates(subject, work.sample, beside))
    subjects = tuple(Subject.of(one) for one in work.stored)
    mine = derivations.Derived(topic=work.topic, name=work.name, subjects=subjects)
    return tuple(derivations.fates(mine, work.sample))


def carried_out(
    todo: Sequence[Work], pool: Executor, done: Callable[[], None]
) -> tuple[tuple[Fate, ...], tuple[Unmade, ...]]:
    """The fates of all work in its order, and what failed of it: one failure costs no other work."""
    futures = {pool.submit(surveyed, work): k for k, work in enumerate(todo)}
    found: dict[int, tuple[Fate, ...]] = {}
    unmade: dict[int, Unmade] = {}
    try:
        for future in as_completed(futures):
            k = futures[future]
            try:
                found[k] = future.result()
            except BrokenExecutor as error:
                raise CheckFailedError(f"A process of the work ended before its time: {error}") from error
            except Exception as error:  # noqa: BLE001 - whatever is raised is told with the survey
                unmade[k] = Unmade(target=_name(todo[k]), reason=f"{type(error).__name__}: {error}")
            done()
    finally:
        for future in futures:
            future.cancel()
    fates = tuple(fate for k in sorted(found) for fate in found[k])
    return fates, tuple(unmade[k] for k in sorted(unmade))


def survey(
    fates: Sequence[Fate],
    evidence: str,
    version: str,
    *,
    unmade: Sequence[Unmade] = (),
    sample: Sample = ALL,
) -> Survey:
    """The survey of these fates, on the evidence of a preset."""
    total = counts(fates)
    return Survey(
        theorycheck=version,
        evidence=evidence,
        share=total.share,
        total=total,
        families=dict(counts_by(fates, lambda fate: fate.family)),
        fates=tuple(fates),
        unmade=tuple(unmade),
        sample=sample.share,
    )


def counts(fates: Iterable[Fate]) -> Counts:
    """The fates counted."""
    kinds = [fate.fate for fate in fates]
    return Counts(
        caught=kinds.count("caught"),
        equivalent=kinds.count("equivalent"),
        weaker=kinds.count("weaker"),
        stillborn=kinds.count("stillborn"),
        survived=kinds.count("survived"),
    )


def counts_by(fates: Sequence[Fate], key: Callable[[Fate], str]) -> Iterator[tuple[str, Counts]]:
    """The fates counted by a key, in the order of its first appearance."""
    for name in dict.fromkeys(map(key, fates)):
        yield name, counts(fate for fate in fates if key(fate) == name)


def _numbers(stored: Stored) -> tuple[object, ...]:
    """What claims have in common that read the same numbers."""
    claim = stored.plan.claim
    return claim.topic, claim.quantity, claim.statistic, claim.threshold


def _naming(stored: Sequence[Stored], topic: str, name: str | None) -> tuple[Stored, ...]:
    return tuple(one for one in stored if (one.plan.claim.topic, one.plan.claim.derivation) == (topic, name))


def _name(work: Work) -> str:
    return work.stored.plan.claim.id if isinstance(work, OfClaim) else f"{work.topic}.{work.name}"
