"""A formula's tree on one line of Unicode, as one would write it by hand.

>>> [printed(Number(text)) for text in ("9.341e-05", "1000000000", "2.0")]
['9.341×10⁻⁵', '10⁹', '2']
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .names import SUBSCRIPTS, SUPERSCRIPTS, WORDS, is_letter, superscript, unicode_name
from .printer import Printer
from .tree import BETA, Call, Name, Number, Power, Product, Sum, Tree


def _between(before: Tree, after: Tree, shown: str) -> str:
    """Nothing between an integer and a letter, a space behind other numbers, else the sign of a product."""
    after = after.base if isinstance(after, Power) else after
    if not isinstance(before, Number) or shown[0].isdigit():
        return "·"
    if isinstance(after, Name) and not is_letter(after.name):
        return "·"
    is_word = isinstance(after, Call) and after.function in WORDS
    return "" if before.text.isdigit() and not is_word else " "


def _quotient(above: Sequence[Tree], below: Sequence[Tree], ends: bool) -> str:
    over = printed.factors(above, ends=ends and not below) if above else "1"
    if not below:
        return over
    single = len(below) == 1
    under = printed.factors(below, ends=ends or not single)
    return f"{over}/{under}" if single else f"{over}/({under})"


def _power(base: str, exponent: Tree) -> str:
    text = printed(exponent)
    if text.isdecimal() or text in SUPERSCRIPTS:
        return base + superscript(text)
    bare = re.fullmatch(r"−?[\d.]+|[^\W\d_]+", text)
    return f"{base}^{text}" if bare else f"{base}^({text})"


_BETA: Final = {3: "I_{0:atom}({1}, {2})", 4: "I({2}, {3}; {0}, {1})"}

printed: Final = Printer(
    column=0,
    name=unicode_name,
    function=str,
    minus="−",
    brackets="({})",
    longest_figure=7,
    power_of_ten=lambda power: f"10{superscript(power)}",
    times="×",
    between=_between,
    special={
        ("sqrt", 1): "√{0:atom}",
        ("Abs", 1): "|{0}|",
        ("factorial", 1): "{0:atom}!",
        ("hyp0f1", 2): "₀F₁(; {0}; {1})",
        **{(name, size): _BETA[size] for name in BETA for size in _BETA},
    },
    sizes=lambda over, under: f"{SUBSCRIPTS[str(over)]}F{SUBSCRIPTS[str(under)]}",
    quotient=_quotient,
    power=_power,
    is_apart=lambda factor, _: isinstance(factor, Sum | Product),
)
"""The formula; where it `ends`, nothing follows, so that a logarithm needs no brackets."""
