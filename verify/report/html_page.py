"""The HTML page: the document laid out by the templates, everything escaped unless checked."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

from ..claim import Value
from ..document import ClaimRecord, Document, FigurePoint, FigureRecord, PointRecord
from ..wording import Medium, words
from ..wording.formulas import set_formula
from ..wording.outcomes import word
from ..wording.statements import bound_type_sign, compared, headline, missing, origin
from . import (
    derivations,
    figure_tables,
    findings,
    glossary,
    headlines,
    interpretations,
    mathml,
    point_tables,
    svg,
)
from .axes import SUPERSCRIPTS
from .caches import CachedTemplates
from .contents import Contents, contents
from .drawing import Drawing
from .explanation import remarks
from .numerals import digits_for, numeral
from .plots import plots

FITS_A_LINE: Final = 60
"""Characters of LaTeX up to which a formula needs no scrolling on a narrow screen."""

SIDES: Final = {"symbolic": "M39 12L27 86", "inference": "M61 12L73 86", "points": "M16 84H84"}
"""The lines between the three formulas, in a square of a hundred units."""

LONGEST_BESIDE: Final = 110
"""Characters of LaTeX up to which a formula is short enough to be beside another."""


@dataclass(frozen=True, kw_only=True)
class Pages:
    """The names of the files that a document fills where it is more than one page, and its own."""

    claims: str
    evidence: str
    derivations: str
    document: str
    glossary: str = glossary.HTML


def render(document: Document) -> str:
    """The document as one HTML file."""
    shown = contents(document)
    return _rendered("report.html.jinja", shown.context | _derivations(shown) | {"pages": None})


def render_pages(document: Document, stem: str) -> dict[str, str]:
    """Three HTML files by their names: what is claimed, what was measured for it, what was derived.

    Beside the claims stand the drawings of primary interpretations; the others are those of the evidence.
    """
    shown = contents(document)
    pages = Pages(
        claims=f"{stem}.html",
        evidence=f"{stem}.evidence.html",
        derivations=f"{stem}.derivations.html",
        document=f"{stem}.json",
    )
    pictured = {finding.interpretations[0].lead.id for finding in shown.findings}
    context = shown.context | _derivations(shown) | {"pages": pages, "pictured": pictured}
    return {
        pages.claims: _rendered("report.html.jinja", context),
        pages.evidence: _rendered("evidence.html.jinja", context),
        pages.derivations: _rendered("derivations.html.jinja", context),
    }


def _rendered(template: str, context: Mapping[str, object]) -> str:
    return _environment().get_template(template).render(context)


def _derivations(shown: Contents) -> dict[str, object]:
    """What pages are told of derivations."""
    again = derivations.repeated_steps(shown.claims, shown.openings)
    return {
        "rules": derivations.statements(shown.claims),
        "steps_elsewhere": again,
        "steps_shown": {(claim.id, number) for claim, number in again.values()},
    }


def render_result(claim: ClaimRecord) -> str:
    """A claim as a fragment of HTML for a notebook; its drawings are pictures of their own."""
    drawn = [base64.b64encode(render_picture(plot.drawing).encode()).decode() for plot in plots(claim)]
    summary = headline(claim, Medium.TERMINAL)
    template = _environment().get_template("result.html.jinja")
    return template.render(claim=claim, summary=summary, remarks=list(remarks(claim)), drawn=drawn)


def render_index(context: Mapping[str, object]) -> str:
    """The index of several documents, a topic each, as one HTML file; `context` is `overview.context`."""
    return _environment().get_template("index.html.jinja").render(**context)


def render_glossary() -> str:
    """The glossary as an HTML file."""
    return _environment().get_template("glossary_page.html.jinja").render()


def render_picture(drawing: Drawing) -> str:
    """A drawing as an SVG file of its own, with its style, marks and a ground, in light and dark."""
    style = _environment().get_template("plot.css.jinja").render()
    marks = re.sub(r"^<svg[^>]*>|</svg>$", "", str(svg.markers()))
    head, _, body = str(svg.picture(drawing)).partition(">")
    head = head.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" width="680" ', 1)
    ground = '<rect class="paper" width="100%" height="100%"/>'
    # A plain tile has the shade of a heat map; the ground is the paper.
    style += ".plot .paper { fill: var(--paper); }"
    return f"{head}><style>{style}</style><defs>{marks}</defs>{ground}{body}\n"


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(_template),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        bytecode_cache=CachedTemplates(),
    )
    environment.globals.update(
        bound_types=interpretations.BOUND_TYPES,
        bound_type_meanings=interpretations.BOUND_TYPE_MEANINGS,
        in_view=headlines.OPENING,
        fits_a_line=FITS_A_LINE,
        glossary=glossary.entries,
        glossary_anchor=glossary.ANCHOR,
        glossary_page=glossary.HTML,
        markers=svg.markers,
        symbols=findings.SYMBOLS,
        meanings=findings.MEANINGS,
    )
    environment.filters.update(
        formula=mathml.formula,
        glossary_html=glossary.html,
        prose=mathml.prose,
        variable=mathml.variable,
        number=number,
        rounded=rounded,
        slug=slug,
        symbol=findings.SYMBOLS.__getitem__,
        bound_type=bound_type_sign,
        headline=lambda claim: headline(claim, Medium.MARKUP),
        compared=lambda comparison: compared(comparison, Medium.MARKUP),
        missing=lambda scope: missing(scope, Medium.MARKUP),
        excluded_by=lambda alternative: words(alternative.reason, Medium.MARKUP),
        ended=lambda text: text.rstrip(".") + ".",
        law=lambda code: mathml.prose(set_formula(code, Medium.MARKUP)),
        word=word,
        outcome_word=findings.outcome_word,
        tone=findings.answer_tone,
        answer_symbol=findings.answer_symbol,
        capitalised=findings.capitalised,
        listed=findings.listed,
        concluded=interpretations.concluded,
        short_id=findings.short_id,
        coordinates=findings.coordinates,
        fixed=findings.fixed,
        formula_columns=findings.formula_columns,
        has_local_exponents=findings.has_local_exponents,
        fits_a_comparisons=_fits_a_comparisons,
        sides=_sides,
        point_digits=_point_digits,
        point_rows=point_rows,
        has_errors=point_tables.has_errors,
        origin=origin,
        plots=plots,
        figure_svg=_figure_svg,
        figure_table=figure_tables.table,
        guide_name=figure_tables.guide_name,
        hides_zeros=figure_tables.hides_zeros,
        forests=_forests,
    )
    return environment


def _template(name: str) -> str:
    """A template without the indentation of its lines, which the page would repeat for every claim."""
    source = (files(__package__ or "") / "templates" / name).read_text(encoding="utf-8")
    return re.sub(r"^[ ]+", "", source, flags=re.MULTILINE)


def number(value: Value | None, digits: int | None = None, absent: str = "–") -> Markup:
    """A value of the document for the eye; one that is rounded stands itself in the `data` element.

    `None` becomes `absent`; a text is escaped and stays as it is.
    """
    shown = rounded(value, digits, absent)
    if value is None or isinstance(value, str) or shown == repr(value).removesuffix(".0"):
        return shown
    return Markup(f'<data value="{value!r}">{shown}</data>')  # noqa: S704 - of numbers alone


def rounded(value: Value | None, digits: int | None = None, absent: str = "–") -> Markup:
    """A value as `number` shows it, without the value itself: for tables, which the document holds."""
    return escape(absent) if value is None else _written(value, digits)


def point_rows(claim: ClaimRecord, names: Sequence[str], routes: Iterable[str]) -> Markup:
    """The rows of the table of estimates; one number of trials makes no column, bounds no interval."""
    several = len({point.trials for point in claim.points}) > 1
    columns = point_tables.Columns(
        names=names, routes=routes, drawn=point_tables.has_errors(claim), trials=several
    )
    written = ("<tr><td>" + "<td>".join(row) for row in point_tables.rows(claim, columns, _written))
    return Markup("".join(written))  # noqa: S704 - of numbers, and words escaped where they are written


@lru_cache(maxsize=8192)
def slug(text: str) -> str:
    """The text as an anchor: letters, digits, dots, hyphens and underscores stay."""
    return re.sub(r"[^\w.-]+", "-", text)


@lru_cache(maxsize=65536, typed=True)
def _written(value: Value | None, digits: int | None) -> Markup:
    """A value as a table shows it; a text is escaped."""
    if value is None or isinstance(value, str):
        return escape("–" if value is None else value)
    mantissa, _, power = numeral(value, digits).replace("-", "\N{MINUS SIGN}").partition("e")
    shown = f"{mantissa}×10{_without_zeros(power).translate(SUPERSCRIPTS)}" if power else mantissa
    return Markup(shown)  # noqa: S704 - of a number


def _without_zeros(power: str) -> str:
    sign = "\N{MINUS SIGN}" if power.startswith("\N{MINUS SIGN}") else ""
    return sign + power.lstrip("+\N{MINUS SIGN}0")


def _point_digits(point: PointRecord | FigurePoint) -> int | None:
    return digits_for(point.mean, point.stderr)


def _fits_a_comparisons(claim: ClaimRecord) -> bool:
    """Whether the derived and the measured formula have room beside each other."""
    formulas = claim.formulas
    shown = (formulas.derived_latex or formulas.derived, formulas.measured_latex or formulas.measured)
    return all(len(formula or "") <= LONGEST_BESIDE for formula in shown)


def _sides(claim: ClaimRecord) -> list[tuple[str, str]]:
    """The lines between the three formulas, those of one outcome together."""
    drawn: dict[str, str] = {}
    for name, line in SIDES.items():
        outcome = getattr(claim.comparisons, name).outcome.value
        drawn[outcome] = drawn.get(outcome, "") + line
    return list(drawn.items())


def _forests(table: interpretations.InterpretationTable) -> dict[str, Markup]:
    from .forest import forests

    return {name: svg.picture(drawing) for name, drawing in forests(table).items()}


def _figure_svg(figure: FigureRecord) -> Markup:
    from .figure_drawing import draw

    return svg.picture(draw(figure))
