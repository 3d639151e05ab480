"""Pages in HTML: the document laid out by the templates, everything escaped unless checked."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final

from jinja2 import Environment, FunctionLoader
from markupsafe import Markup, escape

from ..claim import Value
from ..document import KERNEL, ClaimRecord, Document, FigureRecord
from ..wording import Medium, words
from ..wording.formulas import set_formula, unicode_text
from ..wording.outcomes import word
from ..wording.statements import headline
from . import figure_tables, findings, glossary, mathml, point_tables, svg
from .contents import templates
from .drawing import Drawing
from .explanation import remarks, what_would_change
from .interpretations import Interpretation
from .layout import STATEMENT_ANCHOR, page_id, slug
from .numerals import set_numeral
from .plots import caption, plots

FITS_A_LINE: Final = 60
"""Characters of LaTeX up to which a formula needs no scrolling on a narrow screen."""

LONGEST_SET: Final = 1500
"""Characters of LaTeX beyond which a step of a derivation stays LaTeX, which costs a tenth of MathML."""

ARXIV: Final = re.compile(r"arXiv:? ?(\d{4}\.\d{4,5})")

_ENCLOSED: Final = r"\(((?:[^()]|\([^()]*\))+)\)"
"""What a pair of parentheses holds, others within them included."""

_LETTER: Final = r"A-Za-z\u0370-\u03ff"
_BASE: Final = r"[∑∏∇|)]|(?<![A-Za-z])(?:[^\W\d_]|max|min|inf|sup|Var|att)"
INDEX: Final = re.compile(rf"({_BASE})_(?:{_ENCLOSED}|([{_LETTER}0-9]+|[∞*]))")
POWER: Final = re.compile(rf"\^(?:{_ENCLOSED}|([\d.,/−]*\d|[{_LETTER}]{{1,2}}(?!\w)))")
"""Indices and powers as Unicode text has them."""


def rendered(template: str, context: Mapping[str, object]) -> Markup:
    """A part of a page by its template, which has escaped all that it was given."""
    return Markup(_environment().get_template(template).render(context))  # noqa: S704 - see above


def render_result(claim: ClaimRecord) -> str:
    """A claim as a fragment of HTML for a notebook; its drawings are pictures of their own."""
    summary = headline(claim, Medium.TERMINAL)
    template = _environment().get_template("result.html.jinja")
    return template.render(claim=claim, summary=summary, remarks=list(remarks(claim)))


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
    environment = templates(FunctionLoader(_template))
    environment.globals.update(
        fits_a_line=FITS_A_LINE,
        longest_set=LONGEST_SET,
        glossary=glossary.entries,
        markers=svg.markers,
        script=Markup(_file("page.js")),  # noqa: S704 - a file of this package
    )
    environment.filters.update(
        formula=mathml.formula,
        glossary_html=glossary.html,
        prose=mathml.prose,
        variable=mathml.variable,
        number=number,
        rounded=rounded,
        slug=slug,
        law=lambda code: mathml.prose(set_formula(code, Medium.MARKUP)),
        inline=inline,
        tone=findings.TONES.__getitem__,
        fixed=point_tables.fixed,
        has_local_exponents=point_tables.has_local_exponents,
        point_rows=point_rows,
        has_errors=point_tables.has_errors,
        plots=plots,
        figure_svg=_figure_svg,
        picture=svg.picture,
        forests=_forests,
        svg_link=_svg_link,
        csv=point_tables.csv,
        unicode=unicode_text,
        papers=papers,
        citation=_citation,
        caption=caption,
        would_change=lambda claim: words(what_would_change(claim), Medium.MARKUP),
        meaning=glossary.meaning,
        statement_anchor=lambda identifier: STATEMENT_ANCHOR + slug(identifier),
        page_id=page_id,
        css_text=lambda text: re.sub(r"[^\w .,:()-]", " ", text),
        step_rule=lambda step: "kernel-checked" if step.rule == KERNEL else f"{step.kind}: {step.rule}",
        hides_zeros=figure_tables.hides_zeros,
    )
    return environment


def _template(name: str) -> str:
    """A template without the indentation of its lines, which the page would repeat for every claim."""
    return re.sub(r"^[ ]+", "", _file(name), flags=re.MULTILINE)


def _file(name: str) -> str:
    return (files(__package__ or "") / "templates" / name).read_text(encoding="utf-8")


def number(value: Value | None, digits: int | None = None, absent: str = "–") -> Markup:
    """A value of the document for the eye; one that is rounded stands itself in the `data` element.

    `None` becomes `absent`; a text is escaped and stays as it is.
    """
    shown = rounded(value, digits, absent)
    if value is None or isinstance(value, str) or shown == repr(value).removesuffix(".0"):
        return shown
    return Markup(f'<data value="{value!r}">{shown}</data>')  # noqa: S704 - of numbers alone


@lru_cache(maxsize=65536, typed=True)
def rounded(value: Value | None, digits: int | None = None, absent: str = "–") -> Markup:
    """A value as `number` shows it, without the value itself: for tables, which the document holds."""
    if value is None or isinstance(value, str):
        return escape(absent if value is None else value)
    return Markup(set_numeral(value, digits))  # noqa: S704 - of a number


def inline(text: str) -> Markup:
    r"""Text whose formulas are letters with indices and powers, a tenth of what MathML costs.

    >>> inline("max_(i ≠ j) |k_i| grows like $d_k^{1/2}$, as d_k^0.51")
    Markup('max<sub>i ≠ j</sub> |k<sub>i</sub>| grows like √d<sub>k</sub>, as d<sub>k</sub><sup>0.51</sup>')
    >>> inline(r"$c_\gamma Q_\infty$ and $(d/N)^{-(\alpha - 1)/(2 \rho)} p^\rho$")
    Markup('c<sub>γ</sub> Q<sub>∞</sub> and (d/N)<sup>−(α − 1)/(2 ρ)</sup> p<sup>ρ</sup>')
    """
    shown = _lowered(str(escape(unicode_text(text))))
    return Markup(POWER.sub(lambda found: f"<sup>{found[1] or found[2]}</sup>", shown))  # noqa: S704 - escaped


def _lowered(text: str) -> str:
    """The text with its indices, and those of indices, as such."""
    return INDEX.sub(lambda found: f"{found[1]}<sub>{_lowered(found[2] or found[3])}</sub>", text)


def point_rows(claim: ClaimRecord, names: Sequence[str], routes: Iterable[str]) -> Markup:
    """The rows of the table of estimates; one number of trials makes no column, bounds no interval."""
    several = len({point.trials for point in claim.points}) > 1
    columns = point_tables.Columns(
        names=names, routes=routes, drawn=point_tables.has_errors(claim), trials=several
    )
    written = ("<tr><td>" + "<td>".join(row) for row in point_tables.rows(claim, columns, rounded))
    return Markup("".join(written))  # noqa: S704 - of numbers, and words escaped where they are written


def _figure_svg(figure: FigureRecord) -> Markup:
    from .figure_charts import figure_drawing

    return svg.picture(figure_drawing(figure))


def papers(source: str) -> list[str]:
    """Where the papers that a source names are."""
    return list(map("https://arxiv.org/abs/{}".format, ARXIV.findall(source)))


def _svg_link(drawing: Drawing) -> str:
    picture = render_picture(drawing).encode()
    return f"data:image/svg+xml;base64,{base64.b64encode(picture).decode()}"


def _citation(claim: ClaimRecord, document: Document) -> str:
    checked = f"checked as {claim.id} by theorycheck {document.theorycheck}: {word(claim)}"
    return f"{claim.source}, {claim.place}; {checked}."


def _forests(title: str, laws: Sequence[Interpretation]) -> list[Drawing]:
    from .forest import forests

    return list(forests(title, laws).values())
