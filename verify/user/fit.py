"""`fit`: a law against a table of measured data, through the path that every claim takes.

The table brings the evidence, so nothing is planned or drawn: there is one analysis at the whole level of
a claim. A file that grows may instead be looked at as often as one likes, where it counts its trials;
the level is then that of all analyses together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import PurePath
from typing import Final

import numpy as np
from msgspec import structs

from .. import law as laws
from ..claim import point_words
from ..decide.context import DecisionContext
from ..decide.ranking import ranked
from ..decide.verdict import Monitoring, Verdict, decide, failed
from ..document import Document, Ranking
from ..errors import UsageError, attempted
from ..evidence.interim_analysis import InterimAnalysis
from ..evidence.plan import CLAIM_LEVEL, ResolvedClaim, Source, plan_of
from ..evidence.preset import STANDARD
from ..evidence.record import OF_DATA, Decided, RunRecord, document
from ..law_text import typed
from ..reason import Kind, reason
from ..statement import SourceAccess, Statement
from ..statistics.covariance import Covariance
from ..statistics.evidence import Evidence
from ..table import Table
from ..table.residuals import residual_errors
from .entry import GROWTH, LIMITS, BoundName, End, Entry, Measure
from .file_evidence import given_evidence, part_of_id
from .formulas import is_law, require_corrections, require_margin
from .record import claim_of

ID: Final = "fit"
LONGEST_ID: Final = 60
"""Characters of a claim's id that are taken from the name of its table."""

FEWEST_TRIALS: Final = 200
"""Confidence sequences of means are asymptotic; with skewed trials they are too narrow before."""


@dataclass(frozen=True, kw_only=True)
class Fits:
    """What was found of several laws or tables, and what is amiss with those that are left out.

    `behind` are the claims whose table another law describes better.
    """

    document: Document
    faults: tuple[UsageError, ...] = ()
    behind: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked of each table: one law, or which of several describes it."""

    laws: tuple[str, ...]
    bound: BoundName = "Theta"
    margin: float | None = None
    alternatives: tuple[str, ...] = ()
    up_to_logs: bool = False
    limits: Mapping[str, End] = field(default_factory=dict)
    corrections: tuple[str, ...] = ()
    analyses: Monitoring = Monitoring.PLANNED

    def __post_init__(self) -> None:
        """Raise UsageError for options that say nothing of the bound, or laws that nothing reads or ranks."""
        if not self.laws:
            raise UsageError("--law needs one law or more; the list is empty.")
        try:
            object.__setattr__(self, "laws", tuple(map(typed, self.laws)))
        except ValueError as error:
            raise UsageError(f"--law: {error}.") from None
        if len(set(self.laws)) < len(self.laws):
            raise UsageError("--law is given twice with one law; several laws are ranked, each given once.")
        if self.up_to_logs and self.bound not in GROWTH:
            raise UsageError(
                f"--up-to-logs is about an order of growth, and --bound {self.bound} is none; leave it out."
            )
        if self.corrections and self.bound not in (*GROWTH, *LIMITS):
            raise UsageError(
                f"--correction is about growth or a limit, and --bound {self.bound} is neither; leave it out."
            )
        if len(self.laws) > 1 and self.bound not in ("Theta", "limit"):
            raise UsageError(
                f"--bound {self.bound} is about one law; several laws are ranked by how well they describe "
                "the table, with Theta or limit."
            )

    @property
    def options(self) -> dict[str, object]:
        """What is asked beside laws, where it is not what is asked by default."""
        usual = vars(Question(laws=self.laws))
        return {name: one for name, one in vars(self).items() if one != usual[name]}

    def entry(self, data: str, law: str, name: str = ID) -> Entry:
        """The claim that a table follows a law, as a claim file would say it."""
        return Entry(
            id=name,
            statement=f"the data of {data} follow {law}",
            law=law,
            bound=self.bound,
            margin=self.margin,
            alternatives=self.alternatives,
            up_to_logs=self.up_to_logs,
            corrections=self.corrections,
            limits=dict(self.limits),
            measure=Measure(data=data),
        )


def fit_tables(tables: Mapping[str, Table | UsageError], question: Question, command: str) -> Fits:
    """Decide each law on each table by its name; what is amiss with one leaves it out alone.

    Several laws on one table are ranked. Raises UsageError where nothing is left.
    """
    asked = [(name, law) for name in tables for law in question.laws]
    found = [
        table
        if isinstance(table := tables[name], UsageError)
        else attempted(_of_law, table, law, question, id_)
        for (name, law), id_ in zip(asked, ids([name for name, _ in asked]), strict=True)
    ]
    faults = tuple(dict.fromkeys(str(one) for one in found if isinstance(one, UsageError)))
    decided = [one for one in found if not isinstance(one, UsageError)]
    if not decided:
        raise UsageError("\n".join(faults))
    rankings = {
        name: ranking
        for name, table in tables.items()
        if not isinstance(table, UsageError) and (ranking := _ranked(table, name, question)) is not None
    }
    worse = {(name, one.law) for name, ranking in rankings.items() for one in ranking.laws[1:]}
    run = RunRecord(preset=OF_DATA, seed=0, device="none", command=command)
    return Fits(
        document=structs.replace(document(run, decided), rankings=list(rankings.values())),
        faults=tuple(map(UsageError, faults)),
        behind=frozenset(
            one.claim.id
            for (name, law), one in zip(asked, found, strict=True)
            if not isinstance(one, UsageError) and (name, law) in worse
        ),
    )


def _of_law(table: Table, law: str, question: Question, name: str) -> Decided:
    return _decided(table, question.entry(table.path, law, name), question.analyses)


def _ranked(table: Table, name: str, question: Question) -> Ranking | None:
    """The laws on one table in the order of their evidence, where there are several that can be read."""
    entries = [question.entry(table.path, law) for law in question.laws]
    given = [attempted(given_evidence, entry, table, table.path) for entry in entries]
    sound = [
        (entry, each) for entry, each in zip(entries, given, strict=True) if not isinstance(each, UsageError)
    ]
    if len(sound) < 2:  # noqa: PLR2004 - a ranking is of two laws or more
        return None
    evidence = _with_errors(sound[0][1])
    if evidence is None:
        return None
    claim = claim_of(sound[0][0], proportion=evidence.failures is not None, given=evidence)
    context = DecisionContext(claim=claim, derived=None, evidence=evidence, level=CLAIM_LEVEL)
    return ranked(
        context, [laws.form(entry.law, context.variables) for entry, _ in sound], name or table.path
    )


def _with_errors(given: Evidence) -> Evidence | None:
    """The evidence by which laws are ranked: computed values have the errors of residuals, or their bounds.

    None where there are too few values to tell them: laws are ranked by what a smooth surface leaves.
    """
    if not given.exact:
        return given
    errors = residual_errors(given.at, given.means)
    if errors is None:
        return None
    bounds = np.zeros(len(given)) if given.error_bounds is None else given.error_bounds
    return replace(
        given,
        covariance=Covariance(np.maximum(errors, bounds) ** 2),
        error_bounds=None,
        n_trials=np.full(len(given), np.inf),
        by_residuals=True,
    )


def ids(names: Sequence[str]) -> list[str]:
    """An id of a claim for each name of a table or a group, all of them different.

    >>> ids(["gpt 2", "gpt-2", "runs/b.csv"])
    ['fit.gpt-2', 'fit.gpt-2.2', 'fit.runs-b.csv']
    >>> ids(["a/b", "a-b.2", "a b"])
    ['fit.a-b', 'fit.a-b.2', 'fit.a-b.3']
    """
    found: list[str] = []
    for name in names:
        plain = part_of_id(name)[:LONGEST_ID]
        stem = f"{ID}.{plain}" if plain else ID
        numbered = (f"{stem}.{number}" for number in count(2))
        found.append(next(each for each in chain([stem], numbered) if each not in found))
    return found


def _decided(table: Table, entry: Entry, analyses: Monitoring) -> Decided:
    path = table.path
    given = given_evidence(entry, table, path)
    if is_law(entry):
        _require_numbers(entry.law, given, path)
        require_corrections(entry, given.at, path)
    if analyses is Monitoring.ANYTIME:
        _require_trials(given, path)
    require_margin(entry, path, given.at)
    claim = claim_of(entry, proportion=given.failures is not None, given=given)
    statement = Statement(
        id=entry.id,
        title=entry.law,
        text=entry.statement,
        place=PurePath(path).name,
        source_access=SourceAccess.CLAIM,
        primary=entry.id,
        why_primary="It is the law that was asked about.",
    )
    asked = ResolvedClaim(
        claim=claim,
        source=Source(title=path, statements=(statement,)),
        route=None,
        quantity=None,
        given=given,
        command=("fit", path),
    )
    try:
        verdict = worded(decide(claim, None, given, level=CLAIM_LEVEL, analyses=analyses), analyses)
    except UsageError:
        raise
    except Exception as error:  # noqa: BLE001 - a decision that fails is the error of its claim, as in a run
        verdict = failed(claim, f"The decision failed: {error}", points=len(given))
    analysis = InterimAnalysis(
        plan=plan_of(asked, STANDARD), round=0, level=CLAIM_LEVEL, evidence=given, obstacle=None, seconds={}
    )
    return Decided(claim=claim, analysis=analysis, derivation=None, derived=None, verdict=verdict)


def _require_numbers(text: str, given: Evidence, path: str) -> None:
    """Raise UsageError for a law with a term that is a number nowhere in the table."""
    columns = {name: np.asarray(column, dtype=np.float64) for name, column in given.at.items()}
    for term in laws.form(text, tuple(columns)).terms:
        if not np.isfinite(laws.values(term.fixed, columns)).any():
            raise UsageError(f"The law {text!r} has no finite value at any row of {path}.")


def _require_trials(given: Evidence, path: str) -> None:
    """Raise UsageError for evidence of which nothing can be said at all interim analyses together."""
    if not np.all(np.isfinite(given.n_trials)):
        raise UsageError(
            f"{path} gives means and standard errors without numbers of trials, which --anytime needs; give "
            "failures and trials, or the raw values."
        )
    fewest = int(np.argmin(given.n_trials))
    if given.failures is None and not given.exact and given.n_trials[fewest] < FEWEST_TRIALS:
        at = point_words(given.place(fewest))
        raise UsageError(
            f"{path} has {given.n_trials[fewest]:g} trials at {at}; what is said of means at every interim "
            f"analysis holds from {FEWEST_TRIALS} trials a point on. Collect more, or leave out "
            "--anytime and decide once."
        )


def worded(verdict: Verdict, analyses: Monitoring) -> Verdict:
    """The verdict; where it holds at every interim analysis its sentence says so."""
    if analyses is Monitoring.PLANNED:
        return verdict
    return replace(verdict, summary=reason(Kind.EVERY_ANALYSIS, found=verdict.summary))
