"""A formula's tree on one line of Unicode, as one would write it by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .names import CONSTANTS, FUNCTIONS, SUBSCRIPTS, SUPERSCRIPTS, WORDS, is_letter, unicode_name
from .tree import BETA, HYPERGEOMETRIC, Argument, Call, Name, Number, Power, Product, Sum, Tree

LONGEST_FIGURE: Final = 7
"""Characters of a decimal fraction; a longer one is rounded."""

ZEROS: Final = re.compile(r"(\d+?)(0{5,})")
"""An integer with so many zeros at its end is written with a power of ten."""


def printed(found: Tree, *, ends: bool = True) -> str:
    """The formula; where it `ends`, nothing follows, so that a logarithm needs no brackets."""
    match found:
        case Number(text=text):
            return figure(text)
        case Name(name=name):
            return CONSTANTS[name][0] if name in CONSTANTS else unicode_name(name)
        case Sum(terms=terms):
            return _added(terms)
        case Product(above=above, below=below):
            return _quotient(above, below, ends=ends)
        case Power(base=base, exponent=exponent):
            return _atom(base) + _superscript(exponent)
        case Call(function=function, arguments=arguments):
            return _called(function, arguments, ends=ends)


def figure(text: str) -> str:
    """A number as it is typed.

    >>> figure("9.341e-05"), figure("1000000000"), figure("2.0")
    ('9.341×10⁻⁵', '10⁹', '2')
    """
    mantissa, _, power = text.partition("e")
    if "." in mantissa and len(mantissa) > LONGEST_FIGURE:
        mantissa = f"{float(mantissa):.4g}"
    if zeros := ZEROS.fullmatch(mantissa):
        mantissa, power = zeros[1], str(len(zeros[2]))
    mantissa = mantissa.removesuffix(".0")
    if not power:
        return mantissa
    raised = f"10{superscript(str(int(power)))}"
    return raised if mantissa == "1" else f"{mantissa}×{raised}"


def superscript(text: str) -> str:
    """The text raised; each of its characters must have a raised form."""
    return "".join(SUPERSCRIPTS[character] for character in text)


def _added(terms: Sequence[tuple[bool, Tree]]) -> str:
    text = ""
    for minus, term in terms:
        sign = (" − " if minus else " + ") if text else "−" * minus
        text += sign + (_bracketed(term) if isinstance(term, Sum) else printed(term))
    return text


def _quotient(above: Sequence[Tree], below: Sequence[Tree], *, ends: bool) -> str:
    over = _factors(above, ends=ends and not below) if above else "1"
    if not below:
        return over
    single = len(below) == 1
    under = _factors(below, ends=ends or not single)
    return f"{over}/{under}" if single else f"{over}/({under})"


def _factors(factors: Sequence[Tree], *, ends: bool) -> str:
    text, before = "", None
    for index, one in enumerate(factors):
        last = ends and index == len(factors) - 1
        shown = _bracketed(one) if isinstance(one, Sum | Product) else printed(one, ends=last)
        text += _sign_between(before, one, shown) + shown
        before = one
    return text


def _sign_between(before: Tree | None, after: Tree, shown: str) -> str:
    """Nothing between an integer and a letter, a space behind other numbers, else the sign of a product."""
    if before is None:
        return ""
    after = after.base if isinstance(after, Power) else after
    if not isinstance(before, Number) or shown[0].isdigit():
        return "·"
    if isinstance(after, Name) and not is_letter(after.name):
        return "·"
    is_word = isinstance(after, Call) and after.function in WORDS
    return "" if before.text.isdigit() and not is_word else " "


def _superscript(exponent: Tree) -> str:
    text = printed(exponent)
    if text.isdecimal() or text in SUPERSCRIPTS:
        return superscript(text)
    bare = re.fullmatch(r"−?[\d.]+|[^\W\d_]+", text)
    return f"^{text}" if bare else f"^({text})"


def _called(function: str, arguments: Sequence[Tree], *, ends: bool) -> str:
    if (form := SPECIAL.get((function, len(arguments)))) is not None:
        return form.format(*(Argument(one, printed, _atom) for one in arguments))
    if (function, len(arguments)) == HYPERGEOMETRIC:
        return _hypergeometric(arguments)
    name = FUNCTIONS[function][0] if function in FUNCTIONS else function
    if function in WORDS and ends and is_bare(arguments):
        return f"{name} {printed(arguments[0])}"
    return f"{name}({_listed(arguments)})"


def is_bare(arguments: Sequence[Tree]) -> bool:
    """Whether the argument of a logarithm or the like needs no brackets."""
    first = arguments[0]
    is_word = isinstance(first, Call) and first.function in {*WORDS, "sqrt"}
    return isinstance(first, Name | Number) or is_word


def _listed(arguments: Sequence[Tree]) -> str:
    return ", ".join(map(printed, arguments))


def _atom(found: Tree) -> str:
    """The formula, in brackets where a power or a root of it could be misread."""
    simple = isinstance(found, Name | Number) or (isinstance(found, Call) and found.function not in ROOTED)
    return printed(found, ends=False) if simple else _bracketed(found)


def _bracketed(found: Tree) -> str:
    return f"({printed(found)})"


def _hypergeometric(arguments: Sequence[Tree]) -> str:
    over, under = (one.arguments if isinstance(one, Call) else () for one in arguments[:2])
    sizes = (SUBSCRIPTS[str(len(over))], SUBSCRIPTS[str(len(under))])
    return f"{sizes[0]}F{sizes[1]}({_listed(over)}; {_listed(under)}; {printed(arguments[2])})"


ROOTED: Final = frozenset({"sqrt", "factorial"})
_BETA: Final = {3: "I_{0:atom}({1}, {2})", 4: "I({2}, {3}; {0}, {1})"}
SPECIAL: Final = {
    ("sqrt", 1): "√{0:atom}", ("Abs", 1): "|{0}|", ("factorial", 1): "{0:atom}!",
    ("hyp0f1", 2): "₀F₁(; {0}; {1})", **{(name, size): _BETA[size] for name in BETA for size in _BETA},
}  # fmt: skip
"""Functions that are not written by name and brackets, by how many arguments they have."""
