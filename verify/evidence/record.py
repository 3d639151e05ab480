"""Assembling the document of a run from claims, interim analyses and verdicts."""

from __future__ import annotations

import math
import platform
import shlex
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec
import numpy as np
import sympy as sp
from numpy.typing import NDArray

from ..claim import Claim, Relation, Value
from ..decide.verdict import Derived, Verdict
from ..document import ClaimRecord, Document, Exponent, Formulas, PointRecord, Scope, StatementRecord
from ..law import form, parse
from ..numerics.code_digest import version
from ..reason import Reason
from ..statement import Statement
from ..statistics.evidence import Evidence
from ..wording import words
from ..wording.formulas import formula_latex
from ..wording.outcomes import under
from ..wording.statements import conclusion
from .derivations import DerivationResult, derivation_record
from .interim_analysis import InterimAnalysis
from .machine import commit, library_modes, processor_family
from .plan import CLAIM_LEVEL, EXACT, GIVEN, ResolvedClaim
from .routes import tags

_PACKAGES: Final = ("torch", "numpy", "scipy", "sympy", "mpmath")
OF_DATA: Final = "data"
"""The preset of a run that draws nothing and reads a table."""

MOST_POINTS: Final = 2000
"""Points that a document lists; the scope says how many there were."""
_SIGNS: Final = {
    Relation.AT_MOST: "\\le",
    Relation.AT_LEAST: "\\ge",
    Relation.LAW: "\\sim",
    Relation.LIMIT: "\\to",
    Relation.ORDERING: ">",
    Relation.REPORTED: "\\approx",
}


@dataclass(frozen=True, kw_only=True)
class Decided:
    """A claim with its last analysis, its derivation and the verdict."""

    claim: Claim
    analysis: InterimAnalysis
    derivation: DerivationResult | None
    derived: Derived | None
    verdict: Verdict
    cut_by_budget: bool = False


@dataclass(frozen=True, kw_only=True)
class RunRecord:
    """How a run was asked for: what its document says of the run itself."""

    preset: str
    seed: int
    device: str
    command: str


def document(run: RunRecord, decided: Sequence[Decided]) -> Document:
    """The document of a run."""
    decided = one_set_of_estimates(decided)
    sharing = Counter(block for item in decided for block in item.analysis.seconds)
    claims = [_claim_record(run, item, sharing) for item in decided]
    tested = {claim.statement_id for claim in claims}
    sources = dict.fromkeys(item.analysis.plan.resolved.source for item in decided)
    measured = [one for item in decided if (one := item.analysis.plan.quantity) is not None]
    return Document(
        theorycheck=version("theorycheck"),
        preset=run.preset,
        seed=run.seed,
        device=run.device,
        environment=environment(),
        command=run.command,
        statements=[
            _statement_record(statement, claims, source.title)
            for source in sources
            for statement in source.statements
            if statement.id in tested or statement.not_covered
        ],
        claims=claims,
        definitions=dict(
            sorted(definition for one in measured for definition in one.code.definitions.items())
        ),
    )


def one_set_of_estimates(decided: Sequence[Decided]) -> list[Decided]:
    """The same verdicts, each law with the estimates of the deepest round of its quantity and form.

    Each claim is decided by its own rounds, since a verdict must not depend on what ran beside it. Its
    readers, however, compare tables, where one exponent of one quantity cannot have three values.
    """
    keys = [_measured(item) for item in decided]
    deepest: dict[Hashable, Decided] = {}
    for key, item in zip(keys, decided, strict=True):
        if key is not None and (key not in deepest or item.analysis.round > deepest[key].analysis.round):
            deepest[key] = item
    showing = [deepest.get(key, item) for key, item in zip(keys, decided, strict=True)]
    return [
        item
        if item.analysis.round == one.analysis.round
        else replace(item, verdict=shown(item.verdict, one.verdict))
        for item, one in zip(decided, showing, strict=True)
    ]


def _measured(item: Decided) -> Hashable | None:
    """What fixes a law's estimates but for the number of rounds: quantity, points, and what is fitted."""
    claim, plan = item.claim, item.analysis.plan
    if claim.relation is not Relation.LAW or plan.quantity is None or not item.verdict.exponents:
        return None
    points = tuple((target.group, target.positions) for target in plan.targets)
    read = form(claim.claimed, tuple(item.verdict.exponents))
    if not read.is_single:
        return None
    term = read.terms[0]
    bases = tuple(sorted((factor.variable, str(factor.base)) for factor in term.factors))
    rates = tuple(str(rate.argument) for rate in term.rates)
    number = (claim.output, claim.statistic, claim.threshold, claim.up_to_logs)
    return plan.quantity.name, plan.quantity.version, points, number, bases, rates, str(term.fixed)


def shown(verdict: Verdict, deepest: Verdict) -> Verdict:
    """The verdict with the measured exponents of another one, in its records and in its headline."""
    summary = verdict.summary
    if isinstance(summary, Reason) and isinstance(deepest.summary, Reason):
        mine, theirs = summary.parts.get("measured"), deepest.summary.parts.get("measured")
        if mine is not None and theirs is not None:
            summary = msgspec.structs.replace(summary, parts={**summary.parts, "measured": theirs})
    return replace(
        verdict,
        summary=summary,
        exponents=_exponents(verdict.exponents, deepest.exponents),
        rates=_exponents(verdict.rates, deepest.rates),
        measured_formula=deepest.measured_formula,
    )


def _exponents(mine: Mapping[str, Exponent], theirs: Mapping[str, Exponent]) -> dict[str, Exponent]:
    """What is claimed and derived stays; what is measured comes from the other."""
    return {
        name: msgspec.structs.replace(theirs[name], claimed=one.claimed, derived=one.derived)
        if name in theirs
        else one
        for name, one in mine.items()
    }


def environment() -> dict[str, str]:
    """What the numbers depend on: versions, the family of processors, the modes of libraries."""
    versions = {name: version(name) for name in _PACKAGES}
    at = commit()
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": processor_family(),
        "library modes": library_modes(),
        **({"commit": at} if at else {}),
        **versions,
    }


def _claim_record(run: RunRecord, item: Decided, sharing: Mapping[tuple[str, str, int], int]) -> ClaimRecord:
    claim, verdict, resolved = item.claim, item.verdict, item.analysis.plan.resolved
    statement, evidence, at = resolved.statement, item.analysis.evidence, verdict.counterexample
    return ClaimRecord(
        id=claim.id,
        topic=claim.topic,
        statement_id=claim.statement_id,
        statement=statement.text,
        interpretation=claim.interpretation,
        label=claim.label,
        role=claim.role,
        source=resolved.source.title,
        place=statement.place,
        source_access=statement.source_access,
        relation=claim.relation,
        bound_type=claim.bound_type,
        verdict=verdict.outcome,
        holds=verdict.holds,
        tight=verdict.tight,
        basis=verdict.basis,
        summary=words(verdict.summary),
        reason=verdict.summary,
        bears=claim.bears,
        own_threshold=claim.own_threshold,
        up_to_logs=claim.up_to_logs,
        asymptotic=claim.asymptotic,
        formulas=_formulas(item),
        comparisons=verdict.comparisons,
        derivation=derivation_record(None) if item.derivation is None else item.derivation.record,
        exponents=dict(verdict.exponents),
        rates=dict(verdict.rates),
        alternatives=list(verdict.alternatives),
        fit=verdict.fit,
        points=[] if evidence is None else [_point_record(item, evidence, i) for i in _shown(len(evidence))],
        counterexample=None if at is None or evidence is None else _point_record(item, evidence, at),
        scope=_scope(run, item),
        severity=claim.severity,
        tags=list(tags(claim, exact=evidence is not None and evidence.exact)),
        quantifier=claim.quantifier,
        direction=claim.direction,
        about=claim.about,
        setting=claim.setting,
        command=_command(run, resolved),
        # Claims that rest on one block have equal shares of it, so that those of a run are what it took.
        seconds=round(sum(took / sharing[block] for block, took in item.analysis.seconds.items()), 3),
        code=None if item.analysis.plan.quantity is None else item.analysis.plan.quantity.code.digest,
    )


def _formulas(item: Decided) -> Formulas:
    claim, derivation, measured = item.claim, item.derivation, item.verdict.measured_formula
    sign = _SIGNS.get(claim.relation, "=")
    derived_sign = {"<=": "\\le ", ">=": "\\ge "}.get(derivation.relation, "= ") if derivation else ""
    return Formulas(
        claimed=claim.claimed,
        derived=None if derivation is None else derivation.text,
        measured=measured,
        claimed_latex=f"{sign} {formula_latex(claim.claimed)}",
        derived_latex=None if derivation is None else derived_sign + derivation.latex,
        measured_latex=str(sp.latex(parse(measured)))
        if measured and claim.relation is Relation.LAW
        else None,
    )


def _point_record(item: Decided, evidence: Evidence, i: int) -> PointRecord:
    point, values = evidence.point(i), None if item.derived is None else item.derived.values
    return PointRecord(
        at=dict(point.at),
        mean=point.mean,
        stderr=point.stderr,
        error_bound=point.error_bound,
        trials=_whole(point.n_trials),
        ci=item.verdict.intervals[i],
        claimed=item.verdict.claimed[i],
        derived=None if values is None else float(values[i]),
        failures=point.failures,
    )


def _shown(points: int) -> list[int]:
    """The points that the document lists: all, or evenly spaced ones of very many."""
    found: list[int] = np.linspace(0, points - 1, min(points, MOST_POINTS)).astype(int).tolist()
    return found


def _scope(run: RunRecord, item: Decided) -> Scope:
    analysis, plan = item.analysis, item.analysis.plan
    at = analysis.evidence.at if analysis.evidence else {}
    unsampled = EXACT if plan.resolved.given is None else GIVEN
    sampled, missing = plan.rounds > 1, item.verdict.missing
    return Scope(
        grid={name: _sizes(column) for name, column in at.items()},
        points=0 if analysis.evidence is None else len(analysis.evidence),
        margin=item.claim.margin,
        level=CLAIM_LEVEL,
        rounds=analysis.round + 1,
        max_rounds=plan.rounds,
        n_trials=_whole(float(analysis.evidence.n_trials.sum())) if analysis.evidence else 0,
        device=run.device if sampled else unsampled,
        dtype=getattr(plan.quantity, "dtype", unsampled),
        missing=None if missing is None else words(missing),
        missing_reason=missing,
        cut_by_budget=item.cut_by_budget,
    )


def _sizes(column: NDArray[Any]) -> list[Value]:
    """The values of a coordinate in order; of very many, evenly spaced ones."""
    # Numbers in their order, then names in theirs.
    every = sorted(set(column.tolist()), key=lambda value: (isinstance(value, str), value))
    return [every[i] for i in _shown(len(every))]


def _whole(n_trials: float) -> int:
    """The number of trials as the document keeps it; 0 where only a standard error is known."""
    return round(n_trials) if math.isfinite(n_trials) else 0


def _command(run: RunRecord, resolved: ResolvedClaim) -> str:
    """The command that asks for this claim alone; a fit has no other than the one that was typed."""
    if run.preset == OF_DATA:
        return _writing_nothing(run.command)
    device = () if run.device == "cpu" else ("--device", "cuda")
    options = ("--preset", run.preset, "--seed", str(run.seed), *device, "--out", resolved.claim.id)
    return shlex.join(("theorycheck", *resolved.command, *options))


def _writing_nothing(command: str) -> str:
    """The command without the folder that it wrote to, which holds its report by now; a call as it is.

    >>> _writing_nothing("theorycheck fit a.csv --law C/d --out there")
    'theorycheck fit a.csv --law C/d'
    >>> _writing_nothing("theorycheck.fit(data, 'C/d')")
    "theorycheck.fit(data, 'C/d')"
    """
    if command.startswith("theorycheck."):
        return command
    typed = shlex.split(command)
    folders = {at + 1 for at, word in enumerate(typed) if word == "--out"}
    kept = (word for at, word in enumerate(typed) if at not in folders and not word.startswith("--out"))
    return shlex.join(kept)


def _statement_record(statement: Statement, claims: Sequence[ClaimRecord], source: str) -> StatementRecord:
    mine = [claim for claim in claims if claim.statement_id == statement.id]
    ids = {kind: [claim.id for claim in found] for kind, found in under(mine).items()}
    return StatementRecord(
        **msgspec.structs.asdict(statement),
        source=source,
        holds_under=ids["holds"],
        fails_under=ids["fails"] + ids["contradicts"],
        open=ids["open"],
        conclusion=conclusion(statement, mine),
        contradicted_by=ids["contradicts"],
        refined_by=ids["refines"],
    )
