r"""Which LaTeX formulas may stand in a paper, how wide they are, and where a line of them may end.

Nothing here trusts its input. A formula passes only when it consists of known commands, each with
its arguments, in balanced groups: `\input`, `\def`, a comment sign or a lonely brace does not. A
formula that is too wide is broken before relations and signs, inside the outer brackets as well:
`\left( a` ends as `\left( a \right.` and goes on as `\left. b \right)`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

RELATIONS: Final = frozenset({
    "=", "<", ">", r"\approx", r"\asymp", r"\equiv", r"\ge", r"\geq", r"\gg", r"\gt", r"\in", r"\le", r"\leq",
    r"\leftarrow", r"\ll", r"\lt", r"\mapsto", r"\ne", r"\neq", r"\propto", r"\sim", r"\simeq", r"\to",
    r"\rightarrow", r"\Rightarrow", r"\subset", r"\subseteq",
})  # fmt: skip
SIGNS: Final = frozenset({"+", "-", r"\pm", r"\mp"})
FENCES: Final = frozenset({
    "(", ")", "[", "]", "|", "/", ".", "<", ">", r"\{", r"\}", r"\|", r"\langle", r"\rangle", r"\lfloor",
    r"\rfloor", r"\lceil", r"\rceil", r"\lvert", r"\rvert", r"\lVert", r"\rVert", r"\vert", r"\Vert",
})  # fmt: skip
NAMED: Final = frozenset(rf"\{name}" for name in re.findall(r"\w+", """
    arg bmod cos cosh det dim exp gcd inf ker lim liminf limsup ln log max min Pr sin sinh sup tan tanh
"""))  # fmt: skip
OPERATORS: Final = frozenset(rf"\{name}" for name in re.findall(r"\w+", """
    sum prod int oint bigcap bigcup bigoplus bigotimes coprod
"""))  # fmt: skip
SPACES: Final = frozenset({
    r"\,", r"\:", r"\;", r"\!", r"\ ", r"\quad", r"\qquad", r"\limits", r"\nolimits", r"\displaystyle",
})  # fmt: skip
LETTERS: Final = OPERATORS | frozenset(rf"\{name}" for name in re.findall(r"\w+", """
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho
    sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
    ell hbar infty partial nabla top bot perp prime emptyset forall exists aleph Re Im
    cdot cdots ldots dots vdots ddots times otimes oplus circ ast star cap cup wedge vee setminus mid
"""))  # fmt: skip
ARGUMENTS: Final = {rf"\{name}": count for count, names in (
    (1, "sqrt mathbb mathbf mathcal mathfrak mathit mathrm mathsf boldsymbol operatorname"),
    (1, "bar dot ddot hat tilde vec overline underline widehat widetilde substack"),
    (2, "frac dfrac tfrac binom"),
) for name in names.split()}  # fmt: skip
"""How many arguments a command takes."""

ENVIRONMENTS: Final = frozenset({"matrix", "pmatrix", "bmatrix", "vmatrix", "cases", "aligned"})

LINE: Final = 58.0
"""Letters that a line of a column of text holds."""

SCRIPT: Final = 0.7
"""Size of an index as a part of the letter's."""

_SIGN: Final = re.compile(r"\\[A-Za-z]+|\\.|\S", re.DOTALL)
_COMMAND: Final = re.compile(r"\\[A-Za-z]+$")
_WORDS: Final = re.compile(r"\\(text|begin|end)\s*\{([A-Za-z0-9 ,.;:()=+/*'-]*)\}")
_PLAIN: Final = re.compile(r"[A-Za-z0-9+\-=<>()\[\]|/,.;:!'*]")
_OPENING, _CLOSING = frozenset("(["), frozenset(")]")


class _NotAFormulaError(ValueError):
    """The text is no formula that may be typeset."""


@dataclass(frozen=True, kw_only=True)
class Atom:
    r"""A part of a formula that stays on one line; `within` are the parts between `\left` and `\right`."""

    tex: str
    width: float
    kind: str = "letter"
    within: tuple[Atom, ...] = ()


@lru_cache(maxsize=8192)
def atoms(latex: str) -> tuple[Atom, ...] | None:
    r"""The parts of a formula, or None where it may not be typeset.

    >>> [atom.tex for atom in atoms(r"a_{1} = \frac{1}{2}")]
    ['a', '_{1}', '=', '\\frac{1}{2}']
    >>> atoms(r"\input{/etc/passwd}") is None
    True
    """
    try:
        found, rest = _sequence(_signs(latex), 0, frozenset())
        return found if rest is None else None
    except (_NotAFormulaError, RecursionError):
        return None


def width(parts: Sequence[Atom]) -> float:
    """The width of parts beside each other, in letters."""
    return sum(part.width for part in parts)


def lines(parts: Sequence[Atom], limit: float = LINE) -> list[tuple[str, float]]:
    """The lines of a formula with their widths; one wider than `limit` has no place to end."""
    found: list[tuple[str, float]] = []
    line: list[str] = []
    length, opened = 0.0, 0
    for piece in _pieces(_flat(parts, limit)):
        wide = width(piece)
        if line and length + wide > limit:
            found.append((_joined([*line, *[r"\right."] * opened]), length))
            line, length = [r"\left."] * opened, 0.0
        line += [atom.tex for atom in piece]
        length += wide
        opened += sum((atom.kind == "open") - (atom.kind == "close") for atom in piece)
    return [*found, (_joined(line), length)] if line else found


def _flat(parts: Sequence[Atom], limit: float) -> list[Atom]:
    """The parts, brackets wider than a line opened up into what they hold."""
    found: list[Atom] = []
    for part in parts:
        found += [part] if part.width <= limit or not part.within else _flat(part.within, limit)
    return found


def _pieces(parts: Sequence[Atom]) -> list[list[Atom]]:
    """The runs between which a line may end: before a relation or a sign that follows something."""
    found: list[list[Atom]] = [[]]
    depth, before = 0, "start"
    for part in parts:
        if part.kind in {"relation", "sign"} and depth == 0 and before in {"letter", "close"}:
            found.append([])
        found[-1].append(part)
        depth += (part.tex in _OPENING) - (part.tex in _CLOSING)
        depth = max(depth, 0)
        before = part.kind if part.kind != "letter" or part.tex not in _OPENING else "start"
    return [piece for piece in found if piece]


def _signs(latex: str) -> list[str]:
    r"""Commands, signs, and `\text{...}`, `\begin{...}`, `\end{...}` whole."""
    if "^^" in latex:
        raise _NotAFormulaError
    found, at = [], 0
    while at < len(latex):
        match = _WORDS.match(latex, at) or _SIGN.match(latex, at)
        if match is None:
            at += 1
            continue
        found.append(r"\ " if re.fullmatch(r"\\\s", match[0]) else match[0])
        at = match.end()
    return found


def _sequence(signs: Sequence[str], at: int, stop: frozenset[str]) -> tuple[tuple[Atom, ...], int | None]:
    """The parts up to a sign of `stop`, and where that stands; None at the end of the formula."""
    found: list[Atom] = []
    scripts = ""
    while at < len(signs):
        sign = signs[at]
        if sign in stop:
            return tuple(found), at
        scripts = _scripts(scripts, sign)
        if sign in {r"\limits", r"\nolimits"} and not (found and found[-1].tex in OPERATORS | NAMED):
            raise _NotAFormulaError
        part, at = _part(signs, at, stop)
        found.append(part)
    if stop:
        raise _NotAFormulaError
    return tuple(found), None


def _scripts(before: str, sign: str) -> str:
    """The indices and primes of the letter that stands before; a second index at one place is an error."""
    if sign not in {"^", "_", "'"}:
        return ""
    if sign in before.replace("'", "") or (sign == "'" and "^" in before):
        raise _NotAFormulaError
    return before + sign


def _part(signs: Sequence[str], at: int, stop: frozenset[str]) -> tuple[Atom, int]:
    """The part that begins with the sign at a place, and where the next one begins."""
    sign = signs[at]
    if sign in {"^", "_"}:
        (argument,), at = _arguments(signs, at + 1, 1)
        return Atom(tex=sign + argument.tex, width=SCRIPT * argument.width), at
    if sign == "{":
        return _group(signs, at)
    if sign == r"\left":
        return _fenced(signs, at)
    if sign.startswith(r"\begin{"):
        return _environment(signs, at)
    if sign in ARGUMENTS:
        return _command(signs, at)
    if sign == r"\middle" and r"\right" in stop:
        return Atom(tex=rf"\middle{_fence(signs, at + 1)}", width=1.0), at + 2
    if sign in {"&", r"\\"} and "rows" in stop:
        return Atom(tex=rf"{sign} ", width=1.0), at + 1
    return _sign(sign), at + 1


def _sign(sign: str) -> Atom:
    """A single letter, sign, word or space."""
    if sign in RELATIONS or sign in SIGNS:
        return Atom(tex=sign, width=2.0, kind="relation" if sign in RELATIONS else "sign")
    if sign.startswith(r"\text{"):
        return Atom(tex=sign, width=len(sign) - 7.0)
    if sign in SPACES:
        return Atom(tex=sign, width=0.5, kind="space")
    if sign in NAMED:
        return Atom(tex=sign, width=len(sign) - 0.5)
    if sign in LETTERS or sign in FENCES or _PLAIN.fullmatch(sign):
        return Atom(tex=sign, width=1.0)
    raise _NotAFormulaError


def _group(signs: Sequence[str], at: int, rows: str = "") -> tuple[Atom, int]:
    """The group that begins with the brace at a place."""
    if at >= len(signs) or signs[at] != "{":
        raise _NotAFormulaError
    stop = frozenset({"}", rows}) if rows else frozenset({"}"})
    inner, end = _sequence(signs, at + 1, stop)
    return Atom(tex=f"{{{_joined([part.tex for part in inner])}}}", width=width(inner)), _past(end)


def _fenced(signs: Sequence[str], at: int) -> tuple[Atom, int]:
    """What stands between a pair of brackets that grow with it."""
    first = rf"\left{_fence(signs, at + 1)}"
    inner, end = _sequence(signs, at + 2, frozenset({r"\right"}))
    at = _past(end)
    last = rf"\right{_fence(signs, at)}"
    opening, closing = Atom(tex=first, width=1.0, kind="open"), Atom(tex=last, width=1.0, kind="close")
    within = (opening, *inner, closing)
    whole = _joined([part.tex for part in within])
    return Atom(tex=whole, width=width(within), within=within), at + 1


def _environment(signs: Sequence[str], at: int) -> tuple[Atom, int]:
    name = signs[at].partition("{")[2][:-1]
    if name not in ENVIRONMENTS:
        raise _NotAFormulaError
    closing = rf"\end{{{name}}}"
    inner, end = _sequence(signs, at + 1, frozenset({closing, "rows"}))
    tex = _joined([rf"\begin{{{name}}} ", *(part.tex for part in inner), closing])
    return Atom(tex=tex, width=width(inner)), _past(end)


def _command(signs: Sequence[str], at: int) -> tuple[Atom, int]:
    r"""A command with its arguments, such as `\frac{a}{b}` or `\sqrt[3]{a}`."""
    name, head, shown = signs[at], signs[at], 1.0
    at += 1
    if name == r"\sqrt" and signs[at : at + 1] == ["["]:
        root, end = _sequence(signs, at + 1, frozenset({"]"}))
        head, at = rf"{name}[{_joined([part.tex for part in root])}]", _past(end)
    if name == r"\substack":
        argument, at = _group(signs, at, rows="rows")
        return Atom(tex=head + argument.tex, width=argument.width / 2), at
    arguments, at = _arguments(signs, at, ARGUMENTS[name])
    shown = 0.0 if len(arguments) > 1 else shown
    longest = max(argument.width for argument in arguments)
    return Atom(tex=head + "".join(argument.tex for argument in arguments), width=longest + shown), at


def _arguments(signs: Sequence[str], at: int, count: int) -> tuple[list[Atom], int]:
    """The groups, or single signs, that follow as arguments; all of them in braces."""
    found = []
    for _ in range(count):
        if signs[at : at + 1] == ["{"]:
            argument, at = _group(signs, at)
        elif at < len(signs) and signs[at] not in SPACES:
            single = _sign(signs[at])
            argument, at = Atom(tex=f"{{{single.tex}}}", width=1.0), at + 1
        else:
            raise _NotAFormulaError
        found.append(argument)
    return found, at


def _fence(signs: Sequence[str], at: int) -> str:
    if at >= len(signs) or signs[at] not in FENCES:
        raise _NotAFormulaError
    return signs[at]


def _past(end: int | None) -> int:
    if end is None:
        raise _NotAFormulaError
    return end + 1


def _joined(parts: Sequence[str]) -> str:
    """The parts as one text: spaces around signs between two parts, and behind commands where needed."""
    found, before, is_after_sign = "", "", False
    for part in parts:
        is_sign = part in RELATIONS or part in SIGNS
        glued = (part[:1].isalnum() or part[:1] == "\\") and _COMMAND.search(before)
        is_between = is_sign and bool(found) and not is_after_sign
        found += f" {part}" if found and (is_between or is_after_sign or glued) else part
        before, is_after_sign = part or before, is_between
    return found
