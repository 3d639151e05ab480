"""A matplotlib figure as an `<svg>` element that lives in the page.

Figures are drawn in marker colours; here each becomes a CSS variable of the page, so that one
drawing serves the light and the dark scheme. Ids get a prefix, coordinates two decimals, and text
stays text in the page's own font. The same figure gives the same bytes.
"""

from __future__ import annotations

import io
import re
from contextlib import AbstractContextManager
from typing import Final

import matplotlib as mpl
from markupsafe import escape
from matplotlib.figure import Figure

COLOURS: Final = {
    "#010101": "var(--ink)",
    "#020202": "var(--faint)",
    "#030303": "var(--claimed)",
    "#040404": "var(--derived)",
    "#050505": "var(--measured)",
    "#060606": "var(--paper)",
}
INK, FAINT, CLAIMED, DERIVED, MEASURED, PAPER = COLOURS

PREFIX: Final = "plot-prefix"
"""Begins every id of a drawing, until the page puts its own in its place."""


def drawing_settings() -> AbstractContextManager[None]:
    """Settings under which figures are drawn and written; what was set before returns afterwards."""
    return mpl.rc_context(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "lawcheck",
            "text.parse_math": False,
            "font.family": ["sans-serif"],
            "font.sans-serif": ["DejaVu Sans"],
            "font.size": 9.0,
        }
    )


def inline(figure: Figure, description: str) -> str:
    """The figure as an `<svg>` element whose alternative text is `description`, escaped here.

    Every id in it begins with `PREFIX`, for which the page puts something unique.
    """
    buffer = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(buffer, format="svg", metadata=nothing)
    drawing = _compact(buffer.getvalue())
    for colour, variable in COLOURS.items():
        drawing = drawing.replace(colour, variable)
    view = re.search(r'viewBox="[^"]*"', drawing)
    opening = f'<svg class="plot" role="img" aria-labelledby="{PREFIX}-title" {view[0] if view else ""}>'
    title = f'<title id="{PREFIX}-title">{escape(description)}</title>'
    return opening + title + _prefixed(drawing[drawing.index(">") + 1 :])


def _compact(drawing: str) -> str:
    """The element alone: no prologue, metadata, style sheet or comments; two decimals, page's font."""
    drawing = drawing[drawing.index("<svg") :]
    drawing = re.sub(
        r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->",
        "",
        drawing,
        flags=re.DOTALL,
    )
    drawing = re.sub(r"(?<=[\s\"(])-?\d+\.\d{3,}", _rounded, drawing)
    drawing = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", drawing)
    drawing = re.sub(r"<defs>\s*</defs>", "", drawing)
    drawing = re.sub(r"(<text [^>]*>)([^<]*)", lambda m: m[1] + _with_subscripts(m[2]), drawing)
    return re.sub(r"\s*\n\s*", "\n", drawing)


def _with_subscripts(text: str) -> str:
    """A label with names such as `d_k` set as in a formula."""
    letter, index = r'<tspan font-style="italic">\1</tspan>', r'<tspan font-size="75%" dy="2">\2</tspan>'
    return re.sub(r"\b([A-Za-z])_([A-Za-z0-9]+)\b", f'{letter}{index}<tspan dy="-2"> </tspan>', text)


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def _prefixed(drawing: str) -> str:
    """Ids that are referred to become the prefix and a number; the others go."""
    referred = dict.fromkeys(re.findall(r'(?:href="|url\()#([^")]+)', drawing))
    names = {old: f"{PREFIX}-{index}" for index, old in enumerate(referred)}
    drawing = re.sub(
        r' id="([^"]*)"',
        lambda m: f' id="{names[m[1]]}"' if m[1] in names else "",
        drawing,
    )
    drawing = re.sub(r'xlink:href="#([^"]+)"', lambda m: f'href="#{names[m[1]]}"', drawing)
    return re.sub(r"url\(#([^)]+)\)", lambda m: f"url(#{names[m[1]]})", drawing)
