"""Claims and figures of the tables, with the plans of what they need measured."""

from __future__ import annotations

from collections.abc import Sequence

from ..claim import Claim
from ..evidence import routes
from ..evidence.figure_traces import FigurePlan, plan_figure
from ..evidence.plan import Plan, ResolvedClaim, Source, plan_of
from ..evidence.preset import Preset
from ..evidence.run import RunOptions, require_affordable
from ..figure import supporting
from . import index


def of_table(claim: Claim) -> ResolvedClaim:
    """The resolved claim of a claim of the tables."""
    route, known = routes.route(claim), index.read()
    statements = tuple(s for s in known.statements if s.topic == claim.topic)
    return ResolvedClaim(
        claim=claim,
        source=Source(
            title=known.topics[claim.topic],
            statements=statements,
            coordinates=known.coordinates[claim.topic],
        ),
        route=route,
        quantity=None if route is None else routes.quantity(route),
        command=("run", claim.id),
    )


def plan(claim: Claim, preset: Preset) -> Plan:
    """The plan of a claim of the tables."""
    return plan_of(of_table(claim), preset)


def plans_of(claims: Sequence[Claim], options: RunOptions) -> tuple[Plan, ...]:
    """The plan of each claim of the tables.

    Raises UsageError when the memory asked for, or what a GPU has free, does not admit them.
    """
    plans = tuple(plan(claim, options.preset) for claim in claims)
    require_affordable(plans, options)
    return plans


def figures_of(claims: Sequence[Claim], options: RunOptions) -> tuple[FigurePlan, ...]:
    """The plans of the figures that stand beside claims of the tables.

    Raises UsageError for a figure that names what does not exist.
    """
    known = index.read()
    beside = supporting(known.figures, claims, known.claims)
    return tuple(plan_figure(figure, known.claims, options.preset) for figure in beside)
