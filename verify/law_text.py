r"""Law strings as papers write them, in the grammar of `law`: raised powers, products without a sign, LaTeX.

>>> typed("2 C d_k^(3/2)"), typed(r"\frac{C n \log n}{d_k}"), typed("C n² log₂ n/√d")
('2*C*d_k**(3/2)', '((C*n*log(n))/(d_k))', 'C*n**2*log2(n)/sqrt(d)')
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

_TOKEN: Final = re.compile(
    r"(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[^\W\d]\w*)|(?P<sign>\*\*|\s+|.)", re.DOTALL
)
_LONGEST: Final = 2_000
"""Longer ones are left for the grammar, which refuses them."""
_LOOSE: Final = re.compile(r"[\\^·⋅×−₂π√⁰¹²³⁴⁵⁶⁷⁸⁹⁻]|[\w)]\s+[\w(]|\)[\w(]|\d[^\W\d_]|\b[^\W\d_]\d*(_\w+)?\(")
"""What papers write and the grammar does not: LaTeX, a power by ^, perhaps two factors side by side."""
_SHORT: Final = re.compile(r"[^\W\d_]\d*(_\w+)?")
"""Names of one letter, which before a bracket are factors and no functions."""

FUNCTIONS: Final = ("sqrt", "exp", "log", "ln", "log2", "log10", "abs", "tanh", "erf", "erfc")
"""Of one argument, whose names the grammar takes for no constants. (It is not loaded for them.)"""
_NAMES: Final = "|".join(FUNCTIONS)
_SIGNS: Final = str.maketrans({"·": "*", "⋅": "*", "×": "*", "−": "-", "₂": "2", "π": "pi"})
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SUPERSCRIPT: Final = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")
_ROOT: Final = re.compile(r"√\s*(\w+|\([^()]*\))")
_GROUP: Final = re.compile(r"\^\{([^{}]*)\}")
_BOUND: Final = re.compile(
    r"\b(O|Theta|Omega|Θ|Ω)\s*\(|\\(?:Theta|Omega|mathcal\s*\{?O\}?|tilde\s*\{?O\}?)\b"
)
"""What says how a law bounds, and is none."""
_POWER_OF_CALL: Final = re.compile(rf"\b({_NAMES})\*\*(\d+)\s*(?:\s(\w+)|\(([^()]*)\))(?!\s*[\w(*])")
"""log^2 n and log^2(n)."""
_BARE_CALL: Final = re.compile(
    rf"\b(?P<name>{_NAMES})\s+(?!(?:{_NAMES})\b)(?P<argument>\w+)"
    rf"(?P<more>\s*\*\*|\s*\(|\s+(?!(?:{_NAMES})\b)\w)?"
)
"""A function before its argument without brackets, and what may belong to the argument too."""


def typed(text: str) -> str:
    """The law with its powers and products as the grammar has them.

    Raises ValueError for LaTeX without a meaning, and for 1/2 d and log n d, which have two.

    >>> typed("C n log n / d")
    'C*n*log(n)/d'
    """
    if len(text) > _LONGEST:
        return text
    if bound := _BOUND.search(text):
        raise ValueError(
            f"{bound.group().rstrip('(')}(...) is a bound; write the law in it, and the bound beside it"
        )
    if not _LOOSE.search(text):
        return text
    plain = _GROUP.sub(r"^(\1)", _without_latex(_without_signs(text))).replace("^", "**")
    plain = re.sub(r"_\{(\w+)\}", r"_\1", plain)
    plain = _POWER_OF_CALL.sub(lambda found: f"{found[1]}({found[3] or found[4]})**{found[2]}", plain)
    plain = _BARE_CALL.sub(_called, plain)
    tokens = [
        (str(one.lastgroup), one.group()) for one in _TOKEN.finditer(plain) if not one.group().isspace()
    ]
    joined = [_are_factors(*pair) for pair in pairwise(tokens)]
    if not any(joined):
        return plain
    for divided, is_product, (_, word) in zip(_divided(tokens), joined, tokens, strict=False):
        if divided and is_product:
            raise ValueError(
                f"what stands after '/ ... {word}' may be above or below; write (a/b)*c or a/(b*c)"
            )
    return "".join(word + "*" * times for (_, word), times in zip(tokens, [*joined, False], strict=True))


def _without_signs(text: str) -> str:
    """The law in the signs of a keyboard."""
    raised = _SUPERSCRIPT.sub(lambda found: f"**{found.group().translate(_RAISED)}", text.translate(_SIGNS))
    return _ROOT.sub(lambda found: f"sqrt({found[1].strip('()')})", raised)


def _called(found: re.Match[str]) -> str:
    name, argument = found["name"], found["argument"]
    if found["more"]:
        raise ValueError(
            f"what stands after '{name} {argument}' may belong to the {name}; write {name}({argument})"
        )
    return f"{name}({argument})"


def _without_latex(text: str) -> str:
    if "\\" not in text:
        return text
    # The records of papers are read at each start, and have no LaTeX in their laws.
    from .theory.latex_text import from_latex

    return from_latex(text)


def _are_factors(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two neighbours are: 2 n, n (n - 1), (a)(b), but not log(n)."""
    (kind, word), (next_kind, next_word) = one, other
    ends = kind in {"number", "name"} or word == ")"
    begins = next_kind in {"number", "name"} or next_word == "("
    is_call = kind == "name" and next_word == "(" and _SHORT.fullmatch(word) is None
    return ends and begins and not is_call


def _divided(tokens: list[tuple[str, str]]) -> Iterator[bool]:
    """Of each token whether what ends there is what something is divided by, without brackets of its own."""
    under, outside, before = False, list[bool](), ""
    for _, word in tokens:
        if word == ")" and outside:
            under = outside.pop()
        elif before != "**" and word != "**" and not (word == "(" and before.isidentifier()):
            under = before == "/"
        if word == "(":
            outside.append(under and before.isidentifier())
        yield under
        before = word
