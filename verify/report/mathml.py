r"""LaTeX to MathML, and plain text with `$...$` to HTML.

Nothing here trusts its input. A converted formula passes only when every element and attribute
belongs to presentation MathML: the converter copies `\href`, `\style` and raw tags through. What
does not convert, or not wholly, is shown as escaped LaTeX code.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape as html_escape
from html import unescape
from typing import Final
from xml.etree import ElementTree as ET

from markupsafe import Markup, escape

from ..wording.formulas import DOLLARS
from ..wording.names import is_letter, latex_name
from .caches import FORMULAS

ELEMENTS: Final = frozenset({
    "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "mstyle", "mpadded",
    "mphantom", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd",
})  # fmt: skip
ATTRIBUTES: Final = frozenset({
    "display", "displaystyle", "scriptlevel", "mathvariant", "stretchy", "fence", "separator", "form",
    "accent", "accentunder", "largeop", "movablelimits", "minsize", "maxsize", "lspace", "rspace", "width",
    "height", "depth", "linethickness", "columnalign", "rowspacing", "columnspacing",
})  # fmt: skip
LONG: Final = 120
"""Characters of LaTeX beyond which a formula is laid out term by term, so that a line may end between."""

SIGNS: Final = frozenset("+−-=≤≥<>~∼→")
"""Before these a line may end."""

BRACKETS: Final = frozenset("()[]{}⟨⟩⌊⌋⌈⌉")
"""They stretch by themselves, and open at the beginning of a row and close at its end."""

_PLAIN: Final = Markup("<var>{}</var>")
_PLAIN_FORMULA: Final = re.compile(
    r"(?<![\w^*/()])([\w^*/().+-]{1,12}[\^*][\w^*/().+-]{0,12}[\w)]|\w{1,12} = [\w.+-]{0,24}\w)(?![\w^*/()])"
)


@lru_cache(maxsize=4096)
def formula(latex: str, *, block: bool = False) -> Markup:
    """The LaTeX formula (without dollar signs) as a `<math>` element, or as code where it fails."""
    display = "block" if block else "inline"
    known = FORMULAS.text(f"{display} {latex}", lambda: _converted(latex, display) or _code(latex))
    return Markup(known)  # noqa: S704 - checked when it was converted


@lru_cache(maxsize=8192)
def prose(text: str) -> Markup:
    r"""Plain text with `$...$` formulas as HTML: formulas become MathML, all else is escaped.

    An unpaired dollar sign, and `\$`, are ordinary characters. A short formula in plain letters, such
    as `d_k^1/2` or `n = 2..64`, stays text on one line.
    """
    return Markup("").join(
        formula(part) if is_formula else _unbroken(part.replace(r"\$", "$"))
        for part, is_formula in split(text)
    )


def variable(name: str) -> Markup:
    """A variable's name as mathematics (`d_k`, `tau`), or as code where it is not one letter."""
    return formula(latex_name(name)) if is_letter(name) else _code(name)


def split(text: str) -> list[tuple[str, bool]]:
    """The pieces of a text with `$...$`, each with whether it is a formula."""
    return [(part, index % 2 == 1) for index, part in enumerate(DOLLARS.split(text)) if part]


def _unbroken(text: str) -> Markup:
    """Plain text in which no line ends within a short formula."""
    pieces = enumerate(_PLAIN_FORMULA.split(text))
    return Markup("").join(_PLAIN.format(part) if index % 2 else escape(part) for index, part in pieces)


def _converted(latex: str, display: str) -> str:
    """The formula as MathML; empty where it does not convert, or not to plain MathML."""
    # Formulas of earlier runs are known, and its tables take as long to load as Jinja2.
    from latex2mathml.converter import convert_to_element

    source = latex.replace("<", r"\lt ").replace(">", r"\gt ")
    try:
        root = convert_to_element(source, display=display)
    except Exception:  # noqa: BLE001 - the converter raises many types; none may break a report
        return ""
    for node in root.iter():
        # The converter writes letters as entities; it counts on being read again.
        node.text = unescape(node.text or "")
    del root.attrib["xmlns"]
    if not _is_plain_mathml(root):
        return ""
    if display == "inline":
        del root.attrib["display"]
    _unwrap(root)
    if display == "block" and len(latex) > LONG:
        _group_terms(root)
    return _written(root)


def _written(node: ET.Element) -> str:
    """The element as text, everything in it escaped."""
    given = "".join(f' {name}="{html_escape(value)}"' for name, value in node.attrib.items())
    inside = html_escape(node.text or "", quote=False) + "".join(map(_written, node))
    return f"<{node.tag}{given}>{inside}</{node.tag}>" if inside else f"<{node.tag}{given} />"


def _unwrap(node: ET.Element) -> None:
    """Take away what changes nothing: rows that hold one element, the row of the whole, known defaults."""
    for index, child in enumerate(list(node)):
        node[index] = _core(child)
        _unwrap(node[index])
    if node.tag == "math" and len(node) == 1 and node[0].tag == "mrow":
        node[:] = list(node[0])
    if node.tag == "mrow":
        for end, form in ((0, "prefix"), (-1, "postfix")):
            bracket = node[end] if len(node) > 1 else None
            if bracket is not None and bracket.tag == "mo" and bracket.text in BRACKETS:
                _without(bracket, form=form, stretchy="true")
    # A fence looks like any other operator.
    node.attrib.pop("fence", None)


def _group_terms(root: ET.Element) -> None:
    """Make a row of each term and of what precedes it, which the stylesheet sets side by side."""
    terms: list[list[ET.Element]] = [[]]
    for child in root:
        if child.tag == "mo" and child.text in SIGNS and terms[-1]:
            terms.append([])
        terms[-1].append(child)
    rows = []
    for term in terms:
        row = ET.Element("mrow")
        row[:] = term
        rows.append(row)
    root[:] = rows
    root.set("class", "terms")


def _core(node: ET.Element) -> ET.Element:
    """The element within rows that hold it alone."""
    return _core(node[0]) if node.tag == "mrow" and len(node) == 1 and not node.attrib else node


def _without(node: ET.Element, **defaults: str) -> None:
    for name, value in defaults.items():
        if node.get(name) == value:
            del node.attrib[name]


def _is_plain_mathml(root: ET.Element) -> bool:
    """Whether only known elements and attributes occur and every command was understood."""
    return all(
        node.tag in ELEMENTS and ATTRIBUTES.issuperset(node.attrib) and "\\" not in (node.text or "")
        for node in root.iter()
    )


def _code(latex: str) -> Markup:
    return Markup('<code class="latex">{}</code>').format(latex)
