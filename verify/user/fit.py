"""`fit`: a law against a table of measured data, through the path that every claim takes.

The table brings the evidence, so nothing is planned or drawn: there is one analysis at the whole level of
a claim. A file that grows may instead be looked at as often as one likes, where it counts its trials;
the level is then that of all analyses together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Final

import numpy as np

from .. import law as laws
from ..decide.verdict import Monitoring, Verdict, decide
from ..document import Document
from ..errors import UsageError
from ..evidence.interim_analysis import InterimAnalysis
from ..evidence.plan import CLAIM_LEVEL, ResolvedClaim, Source, plan_of
from ..evidence.preset import STANDARD
from ..evidence.record import OF_DATA, Decided, RunRecord, document
from ..reason import Kind, reason
from ..statement import SourceAccess, Statement
from ..statistics.evidence import Evidence
from ..table import Table
from .entry import BoundName, End, Entry, Measure
from .file_evidence import given_evidence
from .formulas import is_law, require_margin
from .record import claim_of

ID: Final = "fit"

FEWEST_TRIALS: Final = 200
"""Confidence sequences of means are asymptotic; with skewed trials they are too narrow before."""


def entry_of(
    data: str,
    law: str,
    *,
    bound: BoundName = "Theta",
    margin: float | None = None,
    alternatives: tuple[str, ...] = (),
    up_to_logs: bool = False,
    limits: Mapping[str, End] | None = None,
) -> Entry:
    """The claim that a table follows a law, as a claim file would say it."""
    return Entry(
        id=ID,
        statement=f"the data of {data} follow {law}",
        law=law,
        bound=bound,
        margin=margin,
        alternatives=alternatives,
        up_to_logs=up_to_logs,
        limits=dict(limits or {}),
        measure=Measure(data=data),
    )


def fit_table(
    table: Table, entry: Entry, command: str, *, analyses: Monitoring = Monitoring.PLANNED
) -> Document:
    """Decide an entry on a table. Raises UsageError for what its user can correct."""
    path = table.path
    given = given_evidence(entry, table, path)
    if is_law(entry):
        _require_numbers(entry.law, given, path)
    if analyses is Monitoring.ANYTIME:
        _require_trials(given, path)
    require_margin(entry, path, given.at)
    claim = claim_of(entry, proportion=given.failures is not None, given=given)
    statement = Statement(
        id=ID,
        title=entry.law,
        text=entry.statement,
        place=PurePath(path).name,
        source_access=SourceAccess.CLAIM,
        primary=ID,
        why_primary="It is the law that was asked about.",
    )
    asked = ResolvedClaim(
        claim=claim,
        source=Source(title=path, statements=(statement,)),
        route=None,
        quantity=None,
        given=given,
        command=f"fit {path}",
    )
    verdict = worded(decide(claim, None, given, level=CLAIM_LEVEL, analyses=analyses), analyses)
    analysis = InterimAnalysis(
        plan=plan_of(asked, STANDARD), round=0, level=CLAIM_LEVEL, evidence=given, obstacle=None, seconds=0.0
    )
    decided = Decided(claim=claim, analysis=analysis, derivation=None, derived=None, verdict=verdict)
    return document(RunRecord(preset=OF_DATA, seed=0, device="none", command=command), [decided])


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
        at = ", ".join(f"{name} = {size}" for name, size in given.place(fewest).items())
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
