"""The fitted form of a law in words: its correction, and the constants of what is left at large sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..document import Fit
from .formulas import set_formula, set_name
from .media import Medium
from .parts import number

FORMS: Final = {
    "pure": "a pure power law",
    "floor": "a power law and a floor",
}
CORRECTED: Final = "a power law times {}"
CORRECTION: Final = re.compile(r"\(1 \+ c (.+?)\)(?= \(1|$)")
LOGARITHM: Final = re.compile(r"log\((\w+)\)\^p")
SLOWLY: Final = {"/log": "c/log({0})", "log log/log": "c*log(log({0}))/log({0})"}
SLOW: Final = re.compile(rf"({'|'.join(SLOWLY)}) (\w+)")
POWER: Final = re.compile(r"(\w+)\^(-?)(\d+)(?:/(\d+))?")

EXPONENT: Final = "exponent of "
AMPLITUDE: Final = re.compile(r"c\d+")


def form_words(model: str, medium: Medium) -> str:
    """The form that was fitted, in words.

    >>> form_words("pure", Medium.TERMINAL)
    'a pure power law'
    >>> form_words("(1 + c d_k^-1/2) (1 + c n^-1)", Medium.TERMINAL)
    'a power law times (1 + c/√d_k) (1 + c/n)'
    """
    if model in FORMS:
        return FORMS[model]
    if found := LOGARITHM.fullmatch(model):
        return f"{CORRECTED.format('a power of')} {set_formula(f'log({found[1]})', medium)}"
    factors = [_factor(found, medium) for found in CORRECTION.findall(model)]
    return CORRECTED.format(" ".join(factors)) if factors else model


def fit_words(fit: Fit, medium: Medium) -> str:
    """The form that was fitted, with its constants."""
    return ", ".join([form_words(fit.model, medium), *constant_words(fit, medium)])


def constant_words(fit: Fit, medium: Medium) -> Iterator[str]:
    """The constants with their values; of a correction how large it is at most on the range.

    >>> fit = Fit(model="(1 + c d_k^-1)", constants={"C": 1.5, "exponent of d_k": 0.5, "c1": -0.03}, chi2=1.0,
    ...           dof=2, p_value=0.6)
    >>> list(constant_words(fit, Medium.TERMINAL))
    ['C = 1.5', 'exponent of d_k 0.5', 'correction at most 3 %']
    """
    corrected = CORRECTION.search(fit.model) is not None
    for name, value in fit.constants.items():
        if corrected and AMPLITUDE.fullmatch(name):
            yield f"correction at most {number(100 * abs(value), medium, 2)} %"
        elif name.startswith(EXPONENT):
            yield f"{EXPONENT}{set_name(name.removeprefix(EXPONENT), medium)} {number(value, medium)}"
        elif fit.model == "floor" and AMPLITUDE.fullmatch(name):
            yield f"floor {number(value, medium)}"
        else:
            yield f"{set_name(name, medium)} = {number(value, medium)}"


def _factor(told: str, medium: Medium) -> str:
    """A correction as a factor; a formula that the law is known to have is set as it is."""
    if found := SLOW.fullmatch(told):
        term = SLOWLY[found[1]].format(found[2])
    elif found := POWER.fullmatch(told):
        name, falls, over, under = found[1], found[2] == "-", found[3], found[4] or "1"
        power = name if over == under else f"{name}**({over}/{under})"
        term = f"c/{power}" if falls else f"c*{power}"
    else:
        term = f"c*({told})"
    return f"({set_formula(f'1 + {term}', medium)})"
