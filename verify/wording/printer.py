r"""A formula's tree as text, in Unicode on one line or in LaTeX: what both write alike, and what differs.

>>> [UNICODE(Number(text)) for text in ("9.341e-05", "1000000000", "2.0")]
['9.341×10⁻⁵', '10⁹', '2']
>>> [LATEX(Number(text)) for text in ("9.341e-05", "1000000000")]
['9.341 \\cdot 10^{-5}', '10^{9}']
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .names import (
    CONSTANTS,
    FUNCTIONS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    WORDS,
    is_letter,
    latex_name,
    superscript,
    unicode_name,
)
from .tree import BETA, HYPERGEOMETRIC, Argument, Call, Name, Number, Power, Product, Sum, Tree, negative

ZEROS: Final = re.compile(r"(\d+?)(0{5,})")
"""An integer with so many zeros at its end is written with a power of ten."""

ROOTED: Final = frozenset({"sqrt", "factorial"})
"""Functions whose power could be misread."""


@dataclass(frozen=True, kw_only=True)
class Printer:
    """How a script writes names, numbers, signs, brackets, quotients and powers; calling it prints a tree.

    `column` is that of the script in the tables of names. Whether a factor `is_apart`, in brackets, depends
    on whether it is the only one; `between` stands between two, of which the second is given as a tree and
    as text. `special` has functions that are not written by name and brackets, by how many arguments they
    have, and `sizes` the head of a hypergeometric function.
    """

    column: int
    name: Callable[[str], str]
    function: Callable[[str], str]
    minus: str
    brackets: str
    longest_figure: float
    power_of_ten: Callable[[str], str]
    times: str
    quotient: Callable[[Sequence[Tree], Sequence[Tree], bool], str]
    power: Callable[[str, Tree], str]
    is_apart: Callable[[Tree, bool], bool]
    between: Callable[[Tree, Tree, str], str]
    special: Mapping[tuple[str, int], str]
    sizes: Callable[[int, int], str]

    def __call__(self, found: Tree, *, ends: bool = True) -> str:
        """The formula; where it `ends`, nothing follows, so that a logarithm needs no brackets."""
        match found:
            case Number(text=text):
                return self._figure(text)
            case Name(name=name):
                return CONSTANTS[name][self.column] if name in CONSTANTS else self.name(name)
            case Sum(terms=terms):
                return self._added(terms)
            case Product(above=above, below=below):
                return self.quotient(above, below, ends)
            case Power(base=base, exponent=exponent):
                return self.power(self._atom(base), exponent)
            case Call(function=function, arguments=arguments):
                return self._called(function, arguments, ends=ends)

    def factors(self, factors: Sequence[Tree], *, ends: bool) -> str:
        """The factors beside each other."""
        text, before = "", None
        for index, one in enumerate(factors):
            last = ends and index == len(factors) - 1
            apart = self.is_apart(one, len(factors) == 1)
            shown = self.bracketed(self(one)) if apart else self(one, ends=last)
            text += ("" if before is None else self.between(before, one, shown)) + shown
            before = one
        return text

    def bracketed(self, text: str) -> str:
        """The text in brackets."""
        return self.brackets.format(text)

    def _figure(self, text: str) -> str:
        """A number as it is typed; a decimal fraction that is too long is rounded."""
        mantissa, _, power = text.partition("e")
        if "." in mantissa and len(mantissa) > self.longest_figure:
            mantissa = f"{float(mantissa):.4g}"
        if zeros := ZEROS.fullmatch(mantissa):
            mantissa, power = zeros[1], str(len(zeros[2]))
        mantissa = mantissa.removesuffix(".0")
        if not power:
            return mantissa
        raised = self.power_of_ten(str(int(power)))
        return raised if mantissa == "1" else f"{mantissa}{self.times}{raised}"

    def _added(self, terms: Sequence[tuple[bool, Tree]]) -> str:
        text, minus = "", self.minus
        for subtracted, term in terms:
            sign = (f" {minus} " if subtracted else " + ") if text else minus * subtracted
            text += sign + (self.bracketed(self(term)) if isinstance(term, Sum) else self(term))
        return text

    def _called(self, function: str, arguments: Sequence[Tree], *, ends: bool) -> str:
        if (form := self.special.get((function, len(arguments)))) is not None:
            return form.format(*(Argument(one, self, self._atom) for one in arguments))
        if (function, len(arguments)) == HYPERGEOMETRIC:
            over, under = (one.arguments if isinstance(one, Call) else () for one in arguments[:2])
            told = f"{self._listed(over)}; {self._listed(under)}; {self(arguments[2])}"
            return self.sizes(len(over), len(under)) + self.bracketed(told)
        named = FUNCTIONS[function][self.column] if function in FUNCTIONS else self.function(function)
        if function in WORDS and ends and _is_bare(arguments[0]):
            return f"{named} {self(arguments[0])}"
        return named + self.bracketed(self._listed(arguments))

    def _listed(self, arguments: Sequence[Tree]) -> str:
        return ", ".join(map(self, arguments))

    def _atom(self, found: Tree) -> str:
        """The formula, in brackets where a power or a root of it could be misread."""
        simple = isinstance(found, Name | Number) or (
            isinstance(found, Call) and found.function not in ROOTED
        )
        return self(found, ends=False) if simple else self.bracketed(self(found))


def _is_bare(found: Tree) -> bool:
    """Whether the argument of a logarithm or the like needs no brackets."""
    is_word = isinstance(found, Call) and found.function in {*WORDS, "sqrt"}
    return isinstance(found, Name | Number) or is_word


def in_a_line(found: Tree) -> str:
    r"""The formula in a sentence, where a short quotient stands on the line.

    >>> in_a_line(Product((), (Name("T"),))), LATEX(Product((), (Name("T"),)))
    ('1/T', '\\frac{1}{T}')
    """
    match found:
        case Product(above=above, below=(under,)) if all(map(_is_short, (*above, under))):
            return f"{LATEX.factors(above, ends=False) or '1'}/{LATEX(under, ends=False)}"
        case Sum(terms=((True, term),)):
            return f"-{in_a_line(term)}"
    return LATEX(found)


def _is_short(found: Tree) -> bool:
    if isinstance(found, Power):
        return isinstance(found.base, Name | Number) and isinstance(found.exponent, Name | Number)
    if isinstance(found, Call):
        return found.function in {*WORDS, "sqrt"} and all(map(_is_short, found.arguments))
    return isinstance(found, Name | Number)


def _latex_quotient(above: Sequence[Tree], below: Sequence[Tree], ends: bool) -> str:
    if not below:
        return LATEX.factors(above, ends=ends)
    return rf"\frac{{{LATEX.factors(above, ends=True) or '1'}}}{{{LATEX.factors(below, ends=True)}}}"


def _exponent(found: Tree) -> str:
    """An exponent; one that is a number stands on one line."""
    bare = negative(found)
    if bare is not None:
        return f"-{_exponent(bare)}" if not isinstance(bare, Sum) else LATEX(found)
    if isinstance(found, Product) and all(isinstance(one, Number) for one in (*found.above, *found.below)):
        over, under = (LATEX.factors(part, ends=True) for part in (found.above, found.below))
        return f"{over or '1'}/{under}"
    return LATEX(found)


_LATEX_BETA: Final = {3: r"I_{{{0}}}\left({1}, {2}\right)", 4: r"I_{{({2}, {3})}}\left({0}, {1}\right)"}

LATEX: Final = Printer(
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
        **{(name, size): _LATEX_BETA[size] for name in BETA for size in _LATEX_BETA},
    },
    sizes=lambda over, under: f"F_{{{over},{under}}}",
    quotient=_latex_quotient,
    power=lambda base, exponent: f"{base}^{{{_exponent(exponent)}}}",
    is_apart=lambda factor, single: isinstance(factor, Sum) and not single,
)
"""A formula in LaTeX, with fractions, roots and indices set."""


def _unicode_between(before: Tree, after: Tree, shown: str) -> str:
    """Nothing between an integer and a letter, a space behind other numbers, else the sign of a product."""
    after = after.base if isinstance(after, Power) else after
    if not isinstance(before, Number) or shown[0].isdigit():
        return "·"
    if isinstance(after, Name) and not is_letter(after.name):
        return "·"
    is_word = isinstance(after, Call) and after.function in WORDS
    return "" if before.text.isdigit() and not is_word else " "


def _unicode_quotient(above: Sequence[Tree], below: Sequence[Tree], ends: bool) -> str:
    over = UNICODE.factors(above, ends=ends and not below) if above else "1"
    if not below:
        return over
    single = len(below) == 1
    under = UNICODE.factors(below, ends=ends or not single)
    return f"{over}/{under}" if single else f"{over}/({under})"


def _unicode_power(base: str, exponent: Tree) -> str:
    text = UNICODE(exponent)
    if text.isdecimal() or text in SUPERSCRIPTS:
        return base + superscript(text)
    bare = re.fullmatch(r"−?[\d.]+|[^\W\d_]+", text)
    return f"{base}^{text}" if bare else f"{base}^({text})"


_UNICODE_BETA: Final = {3: "I_{0:atom}({1}, {2})", 4: "I({2}, {3}; {0}, {1})"}

UNICODE: Final = Printer(
    column=0,
    name=unicode_name,
    function=str,
    minus="−",
    brackets="({})",
    longest_figure=7,
    power_of_ten=lambda power: f"10{superscript(power)}",
    times="×",
    between=_unicode_between,
    special={
        ("sqrt", 1): "√{0:atom}",
        ("Abs", 1): "|{0}|",
        ("factorial", 1): "{0:atom}!",
        ("hyp0f1", 2): "₀F₁(; {0}; {1})",
        **{(name, size): _UNICODE_BETA[size] for name in BETA for size in _UNICODE_BETA},
    },
    sizes=lambda over, under: f"{SUBSCRIPTS[str(over)]}F{SUBSCRIPTS[str(under)]}",
    quotient=_unicode_quotient,
    power=_unicode_power,
    is_apart=lambda factor, _: isinstance(factor, Sum | Product),
)
"""A formula on one line, as one would write it by hand."""
