r"""A formula's tree in LaTeX, with fractions, roots and indices set.

>>> [printed(Number(text)) for text in ("9.341e-05", "1000000000")]
['9.341 \\cdot 10^{-5}', '10^{9}']
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from .names import WORDS, latex_name
from .printer import Printer
from .tree import BETA, Call, Name, Number, Power, Product, Sum, Tree, negative


def in_a_line(found: Tree) -> str:
    r"""The formula in a sentence, where a short quotient stands on the line.

    >>> in_a_line(Product((), (Name("T"),))), printed(Product((), (Name("T"),)))
    ('1/T', '\\frac{1}{T}')
    """
    match found:
        case Product(above=above, below=(under,)) if all(map(_is_short, (*above, under))):
            return f"{printed.factors(above, ends=False) or '1'}/{printed(under, ends=False)}"
        case Sum(terms=((True, term),)):
            return f"-{in_a_line(term)}"
    return printed(found)


def _is_short(found: Tree) -> bool:
    if isinstance(found, Power):
        return isinstance(found.base, Name | Number) and isinstance(found.exponent, Name | Number)
    if isinstance(found, Call):
        return found.function in {*WORDS, "sqrt"} and all(map(_is_short, found.arguments))
    return isinstance(found, Name | Number)


def _quotient(above: Sequence[Tree], below: Sequence[Tree], ends: bool) -> str:
    if not below:
        return printed.factors(above, ends=ends)
    return rf"\frac{{{printed.factors(above, ends=True) or '1'}}}{{{printed.factors(below, ends=True)}}}"


def _exponent(found: Tree) -> str:
    """An exponent; one that is a number stands on one line."""
    bare = negative(found)
    if bare is not None:
        return f"-{_exponent(bare)}" if not isinstance(bare, Sum) else printed(found)
    if isinstance(found, Product) and all(isinstance(one, Number) for one in (*found.above, *found.below)):
        over, under = (printed.factors(part, ends=True) for part in (found.above, found.below))
        return f"{over or '1'}/{under}"
    return printed(found)


_BETA: Final = {3: r"I_{{{0}}}\left({1}, {2}\right)", 4: r"I_{{({2}, {3})}}\left({0}, {1}\right)"}

printed: Final = Printer(
    column=1,
    name=latex_name,
    function=lambda name: rf"\mathrm{{{name}}}",
    minus="-",
    brackets=r"\left({}\right)",
    longest_figure=math.inf,
    power_of_ten=lambda power: f"10^{{{power}}}",
    times=r" \cdot ",
    between=lambda _, after, shown: r" \cdot " if shown[0].isdigit() else " ",
    special={
        ("sqrt", 1): r"\sqrt{{{0}}}",
        ("Abs", 1): r"\left|{0}\right|",
        ("factorial", 1): "{0:atom}!",
        ("hyp0f1", 2): r"F_{{0,1}}\left(; {0}; {1}\right)",
        **{(name, size): _BETA[size] for name in BETA for size in _BETA},
    },
    sizes=lambda over, under: f"F_{{{over},{under}}}",
    quotient=_quotient,
    power=lambda base, exponent: f"{base}^{{{_exponent(exponent)}}}",
    is_apart=lambda factor, single: isinstance(factor, Sum) and not single,
)
"""The formula; where it `ends`, nothing follows, so that a logarithm needs no brackets."""
