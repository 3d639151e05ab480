"""Formulas, names and texts for each medium: Unicode on a terminal, LaTeX between dollar signs on a page."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from . import tree
from .latex import unicode_math
from .media import Medium
from .names import is_letter, latex_name, superscript, unicode_name
from .printer import LATEX, UNICODE, in_a_line

_BARE_POINT: Final = re.compile(r"(?<![\w.])\.(?=\d)")
"""The point of a decimal fraction without its zero."""

_POWER_OF_TEN: Final = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?e[+-]?\d+)(?![\w.]\w|\w)")
"""A number as a program writes it, with a power of ten."""

DOLLARS: Final = re.compile(r"(?<!\\)\$((?:[^$\\]|\\.)+)\$", re.DOTALL)
"""A formula in a text, LaTeX between dollar signs."""


@lru_cache(maxsize=8192)
def set_formula(code: str, medium: Medium) -> str:
    r"""A formula as it is typed, set for the medium; what cannot be read stays as it is.

    >>> set_formula("C*exp(-0.054*d_k)/n**2", Medium.TERMINAL)
    'C·e^(−0.054 d_k)/n²'
    >>> set_formula("C*exp(-0.054*d_k)/n**2", Medium.MARKUP)
    '$\\frac{C e^{-0.054 d_{k}}}{n^{2}}$'
    """
    if medium is Medium.CODE:
        return code
    try:
        found = tree.tree(code)
    except tree.UnreadableError:
        return code
    return UNICODE(found) if medium is Medium.TERMINAL else f"${in_a_line(found)}$"


def unicode_formula(code: str) -> str:
    """A formula as it is typed, as a terminal shows it."""
    return set_formula(code, Medium.TERMINAL)


def formula_latex(code: str) -> str:
    """A formula as it is typed, in LaTeX that stands by itself; what cannot be read stays as it is."""
    try:
        return LATEX(tree.tree(code))
    except tree.UnreadableError:
        return code


def set_name(name: str, medium: Medium) -> str:
    """The name of a variable: a letter with its index, or words as they are."""
    if medium is Medium.CODE or not is_letter(name):
        return name
    return unicode_name(name) if medium is Medium.TERMINAL else f"${latex_name(name)}$"


def plain_text(text: str, medium: Medium) -> str:
    r"""Text with LaTeX between dollar signs, which becomes Unicode on a terminal.

    >>> plain_text(r"the error at $P \le d_k^{1/2}$, within .05", Medium.TERMINAL)
    'the error at P ≤ √d_k, within 0.05'
    >>> plain_text("it does not fit (p < 1e-16)", Medium.TERMINAL)
    'it does not fit (p < 10⁻¹⁶)'
    """
    if medium is Medium.CODE:
        return text
    text = _BARE_POINT.sub("0.", text)
    if medium is Medium.MARKUP:
        return text
    text = DOLLARS.sub(lambda found: unicode_math(found.group(1)), text)
    return _POWER_OF_TEN.sub(lambda found: _power_of_ten(found[1]), text)


def unicode_text(text: str) -> str:
    """Text with LaTeX between dollar signs, as a terminal shows it."""
    return plain_text(text, Medium.TERMINAL)


def _power_of_ten(text: str) -> str:
    """The number with its power raised.

    >>> _power_of_ten("1e-16"), _power_of_ten("1.14e+07")
    ('10⁻¹⁶', '1.14 × 10⁷')
    """
    mantissa, _, power = text.partition("e")
    raised = f"10{superscript(str(int(power)))}"
    return raised if float(mantissa) == 1 else f"{mantissa} × {raised}"


@lru_cache(maxsize=8192)
def escape_markdown(text: str) -> str:
    r"""The text on one line, where nothing opens a tag, a link, a formula, or a column of a table.

    >>> print(escape_markdown("C*d|2\n<b> [x](y)"))
    C\*d\|2 &lt;b&gt; \[x\](y)
    """
    entities = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|$~#])", r"\\\1", re.sub(r"\s*\n\s*", " ", entities))
