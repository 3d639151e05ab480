"""LaTeX formulas of claims and sources on one line of Unicode, for a terminal.

It knows the commands that texts of claims use; of any other the name is left.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from unicodedata import normalize

from .names import GREEK, SUBSCRIPTS, SUPERSCRIPTS, superscript

_BREAK: Final = "\n"
"""What a line break of LaTeX becomes until a row is read."""

SIGNS: Final = {
    "cdot": "·", "times": "×", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "ll": "≪",
    "gg": "≫", "approx": "≈", "sim": "∼", "simeq": "≃", "asymp": "≍", "propto": "∝", "equiv": "≡",
    "triangleq": "≜", "to": "→", "rightarrow": "→", "leftarrow": "←", "mapsto": "↦", "in": "∈", "infty": "∞",
    "pm": "±", "mp": "∓", "mid": "|", "sum": "∑", "prod": "∏", "int": "∫", "langle": "⟨", "rangle": "⟩",
    "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "ldots": "…", "dots": "…", "cdots": "⋯",
    "top": "ᵀ", "prime": "′", "lvert": "|", "rvert": "|", "lVert": "‖", "rVert": "‖", "otimes": "⊗",
    "subset": "⊂", "subseteq": "⊆", "cup": "∪", "cap": "∩", "setminus": "∖", "star": "⋆", "ast": "*",
    "circ": "∘", "perp": "⊥", "odot": "⊙", "oplus": "⊕", "lt": "<", "gt": ">", "bmod": "mod", "pmod": "mod",
    "|": "‖", "{": "{", "}": "}", "%": "%", "&": "&", "#": "#", "_": "_", "$": "$",
    "\\": _BREAK,
    ",": " ", ";": " ", ":": " ", " ": " ", "!": "", "quad": " ", "qquad": " ", "left": "", "right": "",
    "middle": "", "big": "", "Big": "", "limits": "", "displaystyle": "",
}  # fmt: skip
CLOSE: Final = {"partial": "∂", "nabla": "∇", "Delta": "Δ"}
"""Signs that stand close before what they act on."""

ACCENTS: Final = {
    "bar": "\u0304", "overline": "\u0304", "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303",
    "widetilde": "\u0303", "dot": "\u0307", "ddot": "\u0308", "vec": "\u20d7",
}  # fmt: skip
BOARD: Final = {"R": "ℝ", "P": "ℙ", "N": "ℕ", "Z": "ℤ", "C": "ℂ", "Q": "ℚ"}
SCRIPT: Final = {"E": "ℰ", "L": "ℒ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "R": "ℛ", "B": "ℬ", "M": "ℳ"}
FONTS: Final[dict[str, dict[str, str]]] = {
    "mathbb": BOARD, "mathcal": SCRIPT, "mathrm": {}, "mathbf": {}, "mathit": {}, "mathsf": {}, "text": {},
    "operatorname": {}, "boldsymbol": {},
}  # fmt: skip

_SIGN: Final = re.compile(r"\\[A-Za-z]+\s*|\\.|\s+|.", re.DOTALL)
_ENDS: Final = re.compile(
    r"[\s=+\-<>),.;\]}&]|\\(?:(?:leq?|geq?|neq?|approx|to|cdot|times|quad|right|end)\b|\\)"
)
_PLAIN: Final = re.compile(r"(√?[\w.′*∞]+|\([^()]*\)|‖[^‖]*‖|\|[^|]*\|)[⁰¹²³⁴⁵⁶⁷⁸⁹]*")
_ROOT: Final = re.compile(r"([\w₀-₉]+)\^\(1/2\)")


@lru_cache(maxsize=8192)
def unicode_math(latex: str) -> str:
    r"""The formula on one line.

    >>> unicode_math(r"r^* \propto L n^H / d_k^H"), unicode_math(r"\frac{\lambda^2}{2} + \bar u_j^\top v_0")
    ('r* ∝ L nᴴ/d_kᴴ', 'λ²/2 + ū_jᵀ v₀')
    """
    text = _Reader(_SIGN.findall(latex)).until("")
    text = re.sub(r"\s+", " ", text.replace("-", "−")).strip()
    text = re.sub(r"\s*/\s*", "/", re.sub(r"([(\[⟨{]) | (?=[)\]⟩},])", r"\1", text))
    return normalize("NFC", _ROOT.sub(r"√\1", text))


@dataclass
class _Reader:
    """Reads a formula sign by sign; a command is one sign, with the space behind it."""

    signs: list[str]
    at: int = 0

    def until(self, stop: str) -> str:
        """What stands before the closing one, which is read as well."""
        text = ""
        while self.at < len(self.signs):
            sign = self._next()
            if sign == stop:
                break
            text += self._written(sign)
        return text

    def _next(self) -> str:
        sign = self.signs[self.at]
        self.at += 1
        return sign

    def _argument(self) -> str:
        """The group or the single sign that follows."""
        while self.at < len(self.signs) and self.signs[self.at].isspace():
            self.at += 1
        if self.at == len(self.signs):
            return ""
        sign = self._next()
        return self.until("}") if sign == "{" else self._written(sign)

    def _written(self, sign: str) -> str:
        if sign == "{":
            return self.until("}")
        if sign in {"_", "^"}:
            argument = self._argument()
            space = " " if argument != argument.rstrip() else ""
            return (_lowered if sign == "_" else _raised)(argument.strip()) + space
        return self._command(sign) if sign[0] == "\\" else {"'": "′", "~": " "}.get(sign, sign)

    def _command(self, sign: str) -> str:
        name = sign[1:].rstrip() or sign[1:]
        space = " " if sign != sign.rstrip() and name not in CLOSE else ""
        if name in CLOSE:
            return CLOSE[name]
        if name in ACCENTS:
            argument = self._argument().strip()
            return argument[:1] + ACCENTS[name] + argument[1:]
        if name in FONTS:
            argument = self._argument()
            return FONTS[name].get(argument, argument)
        if name in _LAID_OUT:
            return _LAID_OUT[name](self)
        if name in SIGNS or name in GREEK:
            return SIGNS.get(name, GREEK.get(name, "")) + space
        following = self.signs[self.at : self.at + 1]
        return name + (
            " " if space or (following and re.match(r"\\[A-Za-z]|[A-Za-z0-9]", following[0])) else ""
        )

    def fraction(self) -> str:
        """A quotient; in brackets where something is multiplied by it."""
        over, under = _grouped(self._argument()), _grouped(self._argument())
        rest = "".join(self.signs[self.at :]).lstrip()
        return f"{over}/{under}" if not rest or _ENDS.match(rest) else f"({over}/{under})"

    def choices(self) -> str:
        """A binomial coefficient."""
        return f"C({self._argument().strip()}, {self._argument().strip()})"

    def stacked(self) -> str:
        """Conditions below each other."""
        return ", ".join(line.strip() for line in self._argument().split(_BREAK))

    def environment(self) -> str:
        """A matrix as rows of entries, or cases with their conditions."""
        entry = " " if self._argument() == "cases" else ", "
        rows = self.until(r"\end").split(_BREAK)
        self._argument()
        return "; ".join(entry.join(part.strip() for part in row.split("&") if part.strip()) for row in rows)

    def root(self) -> str:
        """A square root, or another one as a power."""
        if self.at < len(self.signs) and self.signs[self.at] == "[":
            self.at += 1
            degree = self.until("]")
            return f"{_grouped(self._argument())}^(1/{degree})"
        return f"√{_grouped(self._argument())}"


_LAID_OUT: Final[dict[str, Callable[[_Reader], str]]] = {
    "frac": _Reader.fraction, "dfrac": _Reader.fraction, "tfrac": _Reader.fraction, "sqrt": _Reader.root,
    "binom": _Reader.choices, "substack": _Reader.stacked, "begin": _Reader.environment,
}  # fmt: skip


def _grouped(text: str) -> str:
    """The text, in brackets unless it is a single number, letter or name."""
    text = text.strip()
    return text if _PLAIN.fullmatch(text) else f"({text})"


def _lowered(index: str) -> str:
    index = index.replace("-", "−")
    if index in {"+", "−"}:
        return "₊" if index == "+" else "₋"
    if index.isdecimal():
        return "".join(SUBSCRIPTS[digit] for digit in index)
    return f"_{index}" if "_" not in index and _PLAIN.fullmatch(index) else f"_({index})"


def _raised(power: str) -> str:
    power = power.replace("-", "−")
    if power in {"*", "′", "ᵀ", "⋆", "∘"}:
        return power
    if re.fullmatch(r"−?\d*\w?", power) and all(one in SUPERSCRIPTS for one in power):
        return superscript(power)
    alone = _PLAIN.fullmatch(power) and not re.match(r"\d+[^\W\d]", power)
    return f"^{power}" if alone else f"^({power})"
