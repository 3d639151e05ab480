r"""Plain text with `$...$` formulas, names and numbers of the document as LaTeX.

Whatever is not `Markup`, which here means LaTeX already, is escaped: no text of a document can issue a
command, open a group, or comment out what follows. Signs that fonts of papers lack become commands.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from ..claim import Value
from ..wording.latex import SIGNS
from ..wording.names import GREEK, SHORT, SUPERSCRIPTS, is_letter, latex_name
from . import mathml, tex_formulas
from .numerals import numeral

COMMANDS: Final = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_",
    "%": r"\%", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\char34{}", "`": r"\textquoteleft{}",
    "\N{NO-BREAK SPACE}": "~", "–": "--", "—": "---", "…": r"\ldots{}", "‘": "`", "’": "'", "“": "``",
    "”": "''", "§": r"\S{}",
}  # fmt: skip
SYMBOLS: Final = {
    "÷": r"\div", "−": "-", "√": r"\surd", "°": r"^\circ",
    **{sign: rf"\{name}" for name, sign in reversed(SIGNS.items()) if len(sign) == 1 and not sign.isascii()},
    **{sign: f"^{raised}" for raised, sign in SUPERSCRIPTS.items() if raised.isascii()},
    **{sign: rf"\{name}" for name, sign in GREEK.items() if name not in SHORT},
}  # fmt: skip
"""Signs as commands, those that LaTeX formulas have on a terminal among them."""
_LAST_LATIN: Final = "\u017f"
_HYPHENS: Final = re.compile(r"-(?=-)")
_POWER: Final = re.compile(r"(-?[\d.]+)e([+-]\d+)")


def escape(text: str) -> str:
    r"""The text on one line, with every character replaced that means something to TeX.

    >>> escape(r"50 % of \input{x}")
    '50 \\% of \\textbackslash{}input\\{x\\}'
    >>> escape("λ² ≤ x⟩")
    '\\ensuremath{\\lambda}\\ensuremath{^2} \\ensuremath{\\le} x\\ensuremath{\\rangle}'
    >>> escape("x ∈ ⌊d⌋")
    'x \\ensuremath{\\in} \\ensuremath{\\lfloor}d\\ensuremath{\\rfloor}'
    """
    shown = "".join(map(_character, re.sub(r"\s+", " ", text)))
    return _HYPHENS.sub("-{}", shown)


def prose(text: str) -> Markup:
    """Plain text with `$...$` formulas: formulas stay formulas, all else is escaped."""
    pieces = mathml.split(text)
    return marked(
        "".join(formula(p) if is_formula else escape(p.replace(r"\$", "$")) for p, is_formula in pieces)
    )


def formula(latex: str) -> Markup:
    """The formula between dollar signs, or as escaped code where it may not be typeset."""
    parts = tex_formulas.atoms(latex)
    if parts is None:
        return code(latex)
    return marked(f"${''.join(line for line, _ in tex_formulas.lines(parts, math.inf))}$")


def column(latex: str, letters: float) -> Markup:
    """The formula for a column of a table, broken into lines of so many letters, wider ones made to fit."""
    parts = tex_formulas.atoms(latex)
    if parts is None:
        return code(latex)
    broken = tex_formulas.lines(parts, letters)
    return marked(r"\newline ".join(_fitted(f"${line}$", wide > letters) for line, wide in broken))


def display(latex: str) -> Markup:
    r"""The formula as lines of an `align*`, all beginning at the same place, wider ones made to fit."""
    parts = tex_formulas.atoms(latex)
    if parts is None:
        return marked(rf"&\text{{{code(latex)}}}")
    broken = tex_formulas.lines(parts)
    found = []
    for index, (line, wide) in enumerate(broken):
        shown = (
            _fitted(rf"$\displaystyle {line}$", wide > tex_formulas.LINE)
            if wide > tex_formulas.LINE
            else line
        )
        found.append(rf"&{shown}" if index == 0 else rf"&\quad {shown}")
    return marked(" \\\\\n".join(found))


def rows(latex: str, letters: float) -> int:
    """How many lines the formula takes in a column of so many letters."""
    parts = tex_formulas.atoms(latex)
    return 1 if parts is None else len(tex_formulas.lines(parts, letters))


def code(text: str) -> Markup:
    """The text in type of one width; a line may end after a dot, a slash or a sign."""
    broken = re.sub(r"(\\_|[./=,*])(?=\S)", r"\1\\allowbreak{}", escape(text))
    return marked(rf"\texttt{{{broken}}}")


def variable(name: str) -> Markup:
    """A variable's name as a formula, or as code where it is not one letter."""
    return formula(latex_name(name)) if is_letter(name) else code(name)


def number(value: Value | None, absent: str = "--") -> Markup:
    r"""A value of the document; minus signs and powers of ten are set as mathematics.

    >>> str(number(0.25)), str(number(-1.5e-07))
    ('0.25', '\\ensuremath{-1.5 \\times 10^{-7}}')
    """
    if value is None:
        return marked(absent)
    if isinstance(value, str):
        return marked(escape(value))
    text = numeral(value)
    power = _POWER.fullmatch(text)
    if power:
        return marked(rf"\ensuremath{{{power[1]} \times 10^{{{int(power[2])}}}}}")
    if text.endswith("∞"):
        text = text.replace("∞", r"\infty")
    return marked(rf"\ensuremath{{{text}}}" if text[:1] in "-\\" else text)


def interval(bounds: Sequence[float | None]) -> Markup:
    """An interval; an end that is not bounded is infinite."""
    low, high = bounds
    shown = number(-math.inf if low is None else low), number(math.inf if high is None else high)
    return marked(f"[{shown[0]}, {shown[1]}]")


def marked(text: str) -> Markup:
    """The text declared to be LaTeX: whoever calls this has escaped it."""
    return Markup(text)  # noqa: S704 - see above


def _fitted(shown: str, is_wide: bool) -> str:
    return rf"\theorycheckfit{{{shown}}}" if is_wide else shown


def _character(character: str) -> str:
    if character in COMMANDS:
        return COMMANDS[character]
    if character in SYMBOLS:
        return rf"\ensuremath{{{SYMBOLS[character]}}}"
    if " " <= character <= "~" or ("\N{INVERTED EXCLAMATION MARK}" <= character <= _LAST_LATIN):
        return character
    return f"(U+{ord(character):04X})"
