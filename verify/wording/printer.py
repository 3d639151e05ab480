"""A formula's tree as text: what Unicode and LaTeX write alike, after a script that says what differs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .names import CONSTANTS, FUNCTIONS, WORDS
from .tree import HYPERGEOMETRIC, Argument, Call, Name, Number, Power, Product, Sum, Tree

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
