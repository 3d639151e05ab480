r"""What a paper can take over: a table, derivations, numbers by name, and vector figures, as LaTeX.

All of it is a pure function of the document: the same document gives the same bytes. A paper that
inputs `numbers.tex` and writes `\theorycheck{claim id}{exponent.d_k}` cannot disagree with its run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from ..claim import BoundType, names_id
from ..document import ClaimRecord, Document, Exponent, PointRecord
from ..errors import UsageError, nearest
from . import derivations, point_tables, tex_text
from .contents import contents, templates
from .drawing import Drawing
from .findings import Finding

PAGES: Final = ("claims.tex", "derivations.tex", "figures.tex", "numbers.tex", "example.tex")
FIGURES: Final = "figures"

COLUMN: Final = 17.0
"""Letters that a formula's column of the table holds."""

MOST_ROWS: Final = 4
"""A derived formula that takes more lines in the table is left to its derivation."""

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9.+_-]+")


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A drawing with the name of its file and what it shows."""

    name: str
    caption: Markup
    drawing: Drawing


@dataclass(frozen=True, kw_only=True)
class Proof:
    """A derivation, the claims that rest on it, and the opening that an earlier one shows."""

    claims: tuple[ClaimRecord, ...]
    opening: derivations.Opening | None

    @property
    def lead(self) -> ClaimRecord:
        """The claim that shows it."""
        return self.claims[0]


def files(document: Document, patterns: Sequence[str] = ()) -> dict[str, bytes]:
    """The files by their names: pages of LaTeX, and a PDF for each drawing of the selected claims.

    Raises UsageError for a pattern that names no claim of the document.
    """
    from .pdf import pdf

    shown = select(document.claims, patterns)
    pictures = _pictures(document, shown)
    pages = {name: page.encode() for name, page in _pages(document, shown, pictures).items()}
    return pages | {f"{FIGURES}/{picture.name}": pdf(picture.drawing) for picture in pictures}


def select(claims: Sequence[ClaimRecord], patterns: Sequence[str]) -> list[ClaimRecord]:
    """The claims that an id, the beginning of one up to a dot, or a glob names; all for no pattern."""
    for pattern in patterns:
        if not any(names_id(pattern, claim.id) for claim in claims):
            hint = nearest(pattern, [claim.id for claim in claims], "its report.md names them all.", most=3)
            raise UsageError(f"The run has no claim {pattern!r}; {hint}")
    return [claim for claim in claims if not patterns or any(names_id(one, claim.id) for one in patterns)]


def numbers(claim: ClaimRecord) -> dict[str, Markup]:
    """What can be said of a claim by name: its verdict, each exponent on each route, each point."""
    formulas = claim.formulas
    found: dict[str, Markup | str | None] = {
        "verdict": claim.verdict.value,
        "holds": claim.holds,
        "tight": claim.tight,
        "basis": claim.basis,
        "claimed": tex_text.formula(formulas.claimed_latex),
        "derived": tex_text.formula(formulas.derived_latex) if formulas.derived_latex else None,
        "measured": tex_text.formula(formulas.measured_latex) if formulas.measured_latex else None,
        "points": tex_text.number(len(claim.points)),
        "trials": tex_text.number(claim.scope.n_trials),
        "margin": tex_text.number(claim.scope.margin),
        "level": tex_text.number(claim.scope.level),
    }
    for kind, exponents in (("exponent", claim.exponents), ("rate", claim.rates)):
        for name, exponent in exponents.items():
            found |= _routes(f"{kind}.{name}", exponent)
    if claim.fit:
        found |= {f"fit.{name}": tex_text.number(value) for name, value in claim.fit.constants.items()}
        found["fit.chi2"] = tex_text.number(claim.fit.chi2)
        found["fit.dof"] = tex_text.number(claim.fit.dof)
        found["fit.p"] = tex_text.number(claim.fit.p_value)
    same = point_tables.fixed(claim)
    varying = [name for name in point_tables.coordinates(claim) if name not in same]
    for point in claim.points:
        found |= _point(point_name(point, varying), point)
    return {_safe(key): _finalized(value) for key, value in found.items() if value is not None}


def point_name(point: PointRecord, varying: Sequence[str]) -> str:
    """The name of a point by the variables that take several values in its claim, as in `point.d_k-64.n-8`.

    A value is written in full, so that two points never share a name.
    """
    parts = [f"{name}-{point.at.get(name)!s}".removesuffix(".0") for name in varying]
    return ".".join(["point", *parts])


def proofs(claims: Sequence[ClaimRecord]) -> list[Proof]:
    """The derivations in order of appearance, each with all claims that have the same one."""
    derived = [claim for claim in claims if claim.derivation.chain]
    groups: list[list[ClaimRecord]] = []
    for claim in derived:
        same = next((group for group in groups if group[0].derivation == claim.derivation), None)
        if same is None:
            groups.append([claim])
        else:
            same.append(claim)
    openings = derivations.openings([group[0] for group in groups])
    return [Proof(claims=tuple(group), opening=openings.get(group[0].id)) for group in groups]


def _pages(document: Document, shown: Sequence[ClaimRecord], pictures: Sequence[Picture]) -> dict[str, str]:
    chosen = {claim.id for claim in shown}
    whole = contents(document)
    found = [finding for finding in whole.findings if any(c.id in chosen for c in finding.claims)]
    proved = proofs(shown)
    context = {
        "document": document,
        "topics": _by_topic(found),
        "chosen": chosen,
        "claims": shown,
        "proofs": proved,
        "shown_by": {claim.id: proof.lead.id for proof in proved for claim in proof.claims},
        "pictures": pictures,
        "safe": _unique(claim.id for claim in shown),
        "headline": whole.title,
    }
    environment = _environment()
    return {name: _tidy(environment.get_template(f"{name}.jinja").render(context)) for name in PAGES}


def _pictures(document: Document, shown: Sequence[ClaimRecord]) -> list[Picture]:
    """The drawings of the claims, each once, and the document's figures that stand beside them."""
    from .figure_charts import figure_drawing
    from .plots import plots

    chosen = {claim.id for claim in shown}
    drawn: dict[Drawing, tuple[str, Markup]] = {}
    for claim in shown:
        for variable, drawing in plots(claim).items():
            caption = tex_text.marked(f"{tex_text.code(claim.id)}: {tex_text.prose(claim.interpretation)}")
            drawn.setdefault(drawing, (f"{claim.id}.{variable}", caption))
    everything = len(shown) == len(document.claims)
    for figure in document.figures:
        if figure.points and (everything or chosen & set(figure.supports)):
            caption = tex_text.prose(f"{figure.title}. {figure.caption}")
            drawn.setdefault(figure_drawing(figure), (figure.id, caption))
    names = _unique(name for name, _ in drawn.values())
    return [
        Picture(name=f"{names[name]}.pdf", caption=caption, drawing=drawing)
        for drawing, (name, caption) in drawn.items()
    ]


def _by_topic(found: Iterable[Finding]) -> dict[str, list[Finding]]:
    topics: dict[str, list[Finding]] = {}
    for finding in found:
        topics.setdefault(finding.claims[0].topic, []).append(finding)
    return topics


def _routes(stem: str, exponent: Exponent) -> dict[str, Markup]:
    low, high = exponent.ci or (None, None)
    numbers = {"": exponent.estimate, ".low": low, ".high": high}
    numbers |= {".claimed": exponent.claimed, ".derived": exponent.derived}
    told = {f"{stem}{name}": tex_text.number(one) for name, one in numbers.items() if one is not None}
    return told | ({f"{stem}.interval": tex_text.interval(exponent.ci)} if exponent.ci else {})


def _point(stem: str, point: PointRecord) -> dict[str, Markup]:
    numbers = {
        "stderr": point.stderr,
        "bound": point.error_bound,
        "low": point.ci[0],
        "high": point.ci[1],
        "claimed": point.claimed,
        "derived": point.derived,
        "trials": point.trials,
    }
    told = {f"{stem}.{name}": tex_text.number(one) for name, one in numbers.items() if one is not None}
    return {stem: tex_text.number(point.mean)} | told


def _has_exponents(claim: ClaimRecord) -> bool:
    """Whether some exponent or rate was measured."""
    return any(one.estimate is not None for one in (*claim.exponents.values(), *claim.rates.values()))


def _safe(name: str) -> str:
    """The name with no character that means something to TeX or to a file system."""
    return _UNSAFE.sub("-", name).lstrip(".-") or "claim"


def _unique(names: Iterable[str]) -> dict[str, str]:
    """A safe name for each name, no two alike."""
    found: dict[str, str] = {}
    for name in names:
        stem, count = _safe(name), 1
        while name not in found and (stem if count == 1 else f"{stem}-{count}") in found.values():
            count += 1
        found.setdefault(name, stem if count == 1 else f"{stem}-{count}")
    return found


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = templates(
        PackageLoader(__package__ or ""),
        finalize=_finalized,
        lstrip_blocks=True,
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
    )
    environment.globals.update(raw=tex_text.marked)
    environment.filters.update(
        prose=tex_text.prose,
        formula=tex_text.formula,
        display=tex_text.display,
        code=tex_text.code,
        number=tex_text.number,
        interval=tex_text.interval,
        variable=tex_text.variable,
        column=lambda latex: tex_text.column(latex, COLUMN),
        is_short=lambda latex: tex_text.rows(latex, COLUMN) <= MOST_ROWS,
        numbers=numbers,
        slug=_safe,
        has_exponents=_has_exponents,
        bound_type=lambda name: tex_text.marked(f"${_BOUND_TYPES[BoundType(name)]}$"),
    )
    return environment


_BOUND_TYPES: Final = {BoundType.OMEGA: r"\Omega", BoundType.O: "O", BoundType.THETA: r"\Theta"}


def _finalized(value: object) -> Markup:
    return value if isinstance(value, Markup) else tex_text.marked(tex_text.escape(str(value)))


def _tidy(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", text)).strip() + "\n"
