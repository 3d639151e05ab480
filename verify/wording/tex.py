"""A formula's tree in LaTeX, with fractions, roots and indices set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .names import CONSTANTS, FUNCTIONS, WORDS, latex_name
from .tree import BETA, HYPERGEOMETRIC, Argument, Call, Name, Number, Power, Product, Sum, Tree, negative
from .unicode import ROOTED, ZEROS, is_bare


def printed(found: Tree, *, ends: bool = True) -> str:
    """The formula; where it `ends`, nothing follows, so that a logarithm needs no brackets."""
    match found:
        case Number(text=text):
            return figure(text)
        case Name(name=name):
            return CONSTANTS[name][1] if name in CONSTANTS else latex_name(name)
        case Sum(terms=terms):
            return _added(terms)
        case Product(above=above, below=()):
            return _factors(above, ends=ends)
        case Product(above=above, below=below):
            return rf"\frac{{{_factors(above, ends=True) or '1'}}}{{{_factors(below, ends=True)}}}"
        case Power(base=base, exponent=exponent):
            return f"{_atom(base)}^{{{_exponent(exponent)}}}"
        case Call(function=function, arguments=arguments):
            return _called(function, arguments, ends=ends)


def in_a_line(found: Tree) -> str:
    r"""The formula in a sentence, where a short quotient stands on the line.

    >>> in_a_line(Product((), (Name("T"),))), printed(Product((), (Name("T"),)))
    ('1/T', '\\frac{1}{T}')
    """
    match found:
        case Product(above=above, below=(under,)) if all(map(_is_short, (*above, under))):
            return f"{_factors(above, ends=False) or '1'}/{printed(under, ends=False)}"
        case Sum(terms=((True, term),)):
            return f"-{in_a_line(term)}"
    return printed(found)


def _is_short(found: Tree) -> bool:
    if isinstance(found, Power):
        return isinstance(found.base, Name | Number) and isinstance(found.exponent, Name | Number)
    if isinstance(found, Call):
        return found.function in {*WORDS, "sqrt"} and all(map(_is_short, found.arguments))
    return isinstance(found, Name | Number)


def figure(text: str) -> str:
    r"""A number as it is typed.

    >>> figure("9.341e-05"), figure("1000000000")
    ('9.341 \\cdot 10^{-5}', '10^{9}')
    """
    mantissa, _, power = text.partition("e")
    if zeros := ZEROS.fullmatch(mantissa):
        mantissa, power = zeros[1], str(len(zeros[2]))
    mantissa = mantissa.removesuffix(".0")
    if not power:
        return mantissa
    raised = f"10^{{{int(power)}}}"
    return raised if mantissa == "1" else rf"{mantissa} \cdot {raised}"


def _added(terms: Sequence[tuple[bool, Tree]]) -> str:
    text = ""
    for minus, term in terms:
        sign = (" - " if minus else " + ") if text else "-" * minus
        text += sign + (_bracketed(term) if isinstance(term, Sum) else printed(term))
    return text


def _factors(factors: Sequence[Tree], *, ends: bool) -> str:
    single = len(factors) == 1
    text, before = "", None
    for index, one in enumerate(factors):
        last = ends and index == len(factors) - 1
        is_sum = isinstance(one, Sum) and not single
        shown = _bracketed(one) if is_sum else printed(one, ends=last)
        text += ("" if before is None else r" \cdot " if shown[0].isdigit() else " ") + shown
        before = one
    return text


def _exponent(found: Tree) -> str:
    """An exponent; one that is a number stands on one line."""
    bare = negative(found)
    if bare is not None:
        return f"-{_exponent(bare)}" if not isinstance(bare, Sum) else printed(found)
    if isinstance(found, Product) and all(isinstance(one, Number) for one in (*found.above, *found.below)):
        return f"{_factors(found.above, ends=True) or '1'}/{_factors(found.below, ends=True)}"
    return printed(found)


def _called(function: str, arguments: Sequence[Tree], *, ends: bool) -> str:
    if (form := SPECIAL.get((function, len(arguments)))) is not None:
        return form.format(*(Argument(one, printed, _atom) for one in arguments))
    if (function, len(arguments)) == HYPERGEOMETRIC:
        return _hypergeometric(arguments)
    name = FUNCTIONS[function][1] if function in FUNCTIONS else rf"\mathrm{{{function}}}"
    if function in WORDS and ends and is_bare(arguments):
        return f"{name} {printed(arguments[0])}"
    return rf"{name}\left({_listed(arguments)}\right)"


def _listed(arguments: Sequence[Tree]) -> str:
    return ", ".join(map(printed, arguments))


def _atom(found: Tree) -> str:
    """The formula, in brackets where a power of it could be misread."""
    simple = isinstance(found, Name | Number) or (isinstance(found, Call) and found.function not in ROOTED)
    return printed(found, ends=False) if simple else _bracketed(found)


def _bracketed(found: Tree) -> str:
    return rf"\left({printed(found)}\right)"


def _hypergeometric(arguments: Sequence[Tree]) -> str:
    over, under = (one.arguments if isinstance(one, Call) else () for one in arguments[:2])
    sizes = f"{len(over)},{len(under)}"
    return rf"F_{{{sizes}}}\left({_listed(over)}; {_listed(under)}; {printed(arguments[2])}\right)"


_BETA: Final = {3: r"I_{{{0}}}\left({1}, {2}\right)", 4: r"I_{{({2}, {3})}}\left({0}, {1}\right)"}
SPECIAL: Final = {
    ("sqrt", 1): r"\sqrt{{{0}}}", ("Abs", 1): r"\left|{0}\right|", ("factorial", 1): "{0:atom}!",
    ("hyp0f1", 2): r"F_{{0,1}}\left(; {0}; {1}\right)",
    **{(name, size): _BETA[size] for name in BETA for size in _BETA},
}  # fmt: skip
"""Functions that are not written by name and brackets, by how many arguments they have."""
