"""Names of variables and functions: Greek letters, indices and powers, and how functions are written."""

from __future__ import annotations

import re
from typing import Final

GREEK: Final = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "lam": "λ", "mu": "μ", "nu": "ν", "xi": "ξ",
    "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ",
    "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Pi": "Π", "Sigma": "Σ",
    "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "ell": "ℓ", "eps": "ε",
}  # fmt: skip
SHORT: Final = {"lam": "lambda", "eps": "epsilon"}
"""Spellings of Greek letters that LaTeX does not know."""

CONSTANTS: Final = {"oo": ("∞", r"\infty")}
FUNCTIONS: Final = {
    "gamma": ("Γ", r"\Gamma"), "uppergamma": ("Γ", r"\Gamma"), "zeta": ("ζ", r"\zeta"), "beta": ("B", "B"),
    "LambertW": ("W", "W"), "harmonic": ("H", "H"), "Max": ("max", r"\max"), "Min": ("min", r"\min"),
    **{name: (name, rf"\{name}") for name in ("log", "max", "min", "sin", "cos", "tan", "sinh", "cosh")},
}  # fmt: skip
"""Functions that have a sign of their own: in Unicode, and in LaTeX."""

WORDS: Final = frozenset({"log", "sin", "cos", "tan"})
"""Functions whose argument, where it is short, stands without brackets."""

LETTER: Final = re.compile(rf"([A-Za-z]|{'|'.join(sorted(GREEK, reverse=True))})(?:_([A-Za-z0-9]+))?")
SUBSCRIPTS: Final = dict(zip("0123456789", "₀₁₂₃₄₅₆₇₈₉", strict=True))
SUPERSCRIPTS: Final = dict(zip(
    "0123456789+-−abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ", strict=True,
))  # fmt: skip


def is_letter(name: str) -> bool:
    """Whether the name is one letter, Latin or spelled Greek, with or without an index."""
    return LETTER.fullmatch(name) is not None


def unicode_name(name: str) -> str:
    """The name in Unicode.

    >>> unicode_name("d_k"), unicode_name("sigma_0"), unicode_name("depth")
    ('d_k', 'σ₀', 'depth')
    """
    stem, _, index = name.partition("_")
    letter = GREEK.get(stem, stem)
    if not index:
        return letter
    return letter + ("".join(map(SUBSCRIPTS.__getitem__, index)) if index.isdecimal() else f"_{index}")


def superscript(text: str) -> str:
    """The text raised; each of its characters must have a raised form."""
    return "".join(map(SUPERSCRIPTS.__getitem__, text))


def latex_name(name: str) -> str:
    r"""The name in LaTeX.

    >>> latex_name("d_k"), latex_name("lam"), latex_name("depth")
    ('d_{k}', '\\lambda', '\\mathrm{depth}')
    """
    stem, _, index = name.partition("_")
    stem = SHORT.get(stem, stem)
    letter = rf"\{stem}" if stem in GREEK else stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
    return letter + (f"_{{{index.replace('_', ' ')}}}" if index else "")
