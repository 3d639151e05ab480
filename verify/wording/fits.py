"""A fitted law in words: its form, its correction and constants; and several laws held against one table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..document import Alternative, Fit, Ranking
from .formulas import set_formula, set_name
from .media import Medium
from .parts import listed, number, numbered
from .sentences import words

FORMS: Final = {"pure": "a pure {1}", "floor": "{0} {1} and a floor"}
POWER_LAW: Final = ("a", "power law")
EXPONENTIAL_LAW: Final = ("an", "exponential law")
CORRECTION: Final = re.compile(r"\(1 \+ c (.+?)\)(?= \(1|$)")
LOGARITHM: Final = re.compile(r"log\((\w+)\)\^p")
SLOWLY: Final = {"/log": "c/log({0})", "log log/log": "c*log(log({0}))/log({0})"}
SLOW: Final = re.compile(rf"({'|'.join(SLOWLY)}) (\w+)")
POWER: Final = re.compile(r"(\w+)\^(-?)(\d+)(?:/(\d+))?")

EXPONENT: Final = "exponent of "
RATE: Final = "rate of "
AMPLITUDE: Final = re.compile(r"c\d+")

MOST: Final = 1e16 * (1 - 1e-9)
"""Evidence is not told beyond it."""
LEVEL: Final = 0.005
"""A law whose fit is less probable than this does not describe the table."""


def fitted_form(fit: Fit, medium: Medium) -> str:
    """The form of a fit, in words."""
    law = EXPONENTIAL_LAW if any(name.startswith(RATE) for name in fit.constants) else POWER_LAW
    return form_words(fit.model, medium, law)


def form_words(model: str, medium: Medium, law: tuple[str, str] = POWER_LAW) -> str:
    """The form that was fitted, in words; `law` is what it corrects, with its article.

    >>> form_words("pure", Medium.TERMINAL)
    'a pure power law'
    >>> form_words("(1 + c d_k^-1/2) (1 + c n^-1)", Medium.TERMINAL)
    'a power law times (1 + c/√d_k) (1 + c/n)'
    >>> form_words("floor", Medium.TERMINAL, EXPONENTIAL_LAW)
    'an exponential law and a floor'
    """
    if model in FORMS:
        return FORMS[model].format(*law)
    corrected = f"{' '.join(law)} times"
    if found := LOGARITHM.fullmatch(model):
        return f"{corrected} a power of {set_formula(f'log({found[1]})', medium)}"
    factors = [_factor(found, medium) for found in CORRECTION.findall(model)]
    return f"{corrected} {' '.join(factors)}" if factors else model


def fit_words(fit: Fit, medium: Medium) -> str:
    """The form that was fitted, with its constants."""
    return ", ".join([fitted_form(fit, medium), *constant_words(fit, medium)])


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


def alternative_words(alternative: Alternative, medium: Medium) -> str:
    """What became of an alternative law, and why."""
    fate = "rejected" if alternative.excluded else "not rejected"
    return f"alternative {set_formula(alternative.law, medium)}: {fate}. {words(alternative.reason, medium)}"


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


def ranking_words(ranking: Ranking, medium: Medium) -> str:
    """Which law describes the table best, whether that is sure, and what would make it so."""
    if not ranking.laws:
        return f"{ranking.data}: no law could be fitted."
    said = [f"{ranking.data}: {_first(ranking, medium)}", _lack_of_fit(ranking, medium)]
    if ranking.unfitted:
        told = listed([set_formula(law, medium) for law in ranking.unfitted])
        said.append(f"No fit of {told} was found.")
    return " ".join(filter(None, said))


def _first(ranking: Ranking, medium: Medium) -> str:
    first, *others = ranking.laws
    best = set_formula(first.law, medium)
    if not others:
        return f"{best} is the only law that could be fitted."
    second = set_formula(others[0].law, medium)
    ratio = ratio_words(others[0].evidence_against, medium)
    if ranking.apart:
        return f"{best} describes it best: the evidence for it over {second} is {ratio}."
    return (
        f"the data cannot tell {best} from {second}: the evidence for the first is {ratio}, and 100 to 1 "
        f"would decide. {_more(ranking, medium)}"
    )


def ratio_words(ratio: float, medium: Medium) -> str:
    """So much evidence for one law and against another."""
    if ratio >= MOST:
        return f"more than {number(MOST, medium)} to 1"
    return f"{number(ratio, medium, 2)} to 1"


def _more(ranking: Ranking, medium: Medium) -> str:
    more = ranking.more
    if more is None:
        return "Not even twelve more sizes of one variable, as precise as the last, would tell them apart."
    sizes = numbered(more.count, "more size")
    sizes = f"{sizes} of {set_name(more.variable, medium)}, up to {number(more.up_to, medium)}"
    if more.holds is None:
        return f"{sizes} and as precise as the last, would tell them apart."
    one, two = (set_formula(law.law, medium) for law in ranking.laws[:2])
    larger, smaller = (one, two) if more.holds == ranking.laws[0].law else (two, one)
    return (
        f"{larger} contains {smaller}, and these data do not need what it has besides; if it holds as "
        f"fitted, {sizes}, show it."
    )


def _lack_of_fit(ranking: Ranking, medium: Medium) -> str:
    """That even the best law does not fit within the errors, if so."""
    first = ranking.laws[0]
    if first.p_value >= LEVEL:
        return ""
    return (
        f"None of them fits within the errors: {set_formula(first.law, medium)} has p = "
        f"{number(first.p_value, medium, 2)}. Deviances are divided by {number(ranking.spread, medium, 2)}."
    )
