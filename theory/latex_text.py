r"""Formulas in LaTeX, as papers have them, in the grammar of `syntax`.

>>> from_latex(r"\mathbb{E}\left[\|\sum_{j \neq i} \langle k_i, k_j\rangle v_j\|^2\right] = \frac{n-1}{d_k}")
'E[|sum_{j != i} < k_i, k_j> v_j|^2] = ((n-1)/(d_k))'
"""

from __future__ import annotations

import re
from typing import Final

_COMMANDS: Final = {
    "le": "<=", "leq": "<=", "leqslant": "<=", "ge": ">=", "geq": ">=", "geqslant": ">=", "ne": "!=",
    "neq": "!=", "lt": "<", "gt": ">", "sim": "~", "to": "->", "rightarrow": "->", "cdot": "*", "times": "*",
    "langle": "<", "rangle": ">", "|": "|", "Vert": "|", "lVert": "|", "rVert": "|", "vert": "|",
    "lvert": "|", "rvert": "|", "mid": "given", "infty": "oo", "top": "T", "intercal": "T", "{": "{",
    "}": "}", "lbrace": "{", "rbrace": "}", "Pr": "P", "E": "E", "P": "P", "ln": "log", "ell": "l",
    "varepsilon": "epsilon", "varphi": "phi", "vartheta": "theta", "nabla": "grad", "land": "and",
    "lor": "or", "quad": "", "qquad": "", ",": "", ";": "", ":": "", "!": "", " ": "", "left": "",
    "right": "", "big": "", "Big": "", "bigl": "", "bigr": "", "Bigl": "", "Bigr": "", "bigg": "",
    "Bigg": "", "limits": "", "displaystyle": "",
}  # fmt: skip
"""What a command is in the grammar, where it is not its own name."""
_NAMES: Final = frozenset({
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
    "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "Gamma", "Delta",
    "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega", "sum", "prod", "max", "min",
    "argmax",
})  # fmt: skip
"""Commands that are their own names."""
_FONTS: Final = frozenset(
    {"mathbb", "mathbf", "mathcal", "mathrm", "mathit", "mathsf", "operatorname", "text", "boldsymbol", "bm"}
)
_CALLS: Final = {"frac": "(({})/({}))", "dfrac": "(({})/({}))", "tfrac": "(({})/({}))",
                 "sqrt": "sqrt({})", "binom": "binomial({}, {})"}  # fmt: skip
"""Commands with arguments in braces."""
_LOUDER: Final = ("\\left", "\\big", "\\Big", "\\bigl", "\\Bigl")
"""What stands before a bracket that is written large."""
_BINDERS: Final = frozenset({"sum", "prod", "max", "min"})
_CLOSING: Final = {"(": ")", "[": "]", "|": "|", "<": ">"}
_FUNCTIONS: Final = frozenset({"exp", "log", "cos", "sin", "tanh", "arccos"})
"""Functions whose argument may stand without brackets."""
_PIECE: Final = re.compile(r"\\(?:[A-Za-z]+|.)|\s+|[A-Za-z0-9.]+|.", re.DOTALL)
_DEEPEST: Final = 30


def from_latex(text: str) -> str:
    """The text, if there is a backslash in it, with commands and groups as the grammar writes them.

    Raises ValueError for a command without a meaning, and for braces that do not close.
    """
    if "\\" not in text:
        return text
    reader = _Reader(text)
    found = reader.all()
    if reader.at < len(reader.pieces):
        raise ValueError("a '}' closes nothing")
    return found


class _Reader:
    """LaTeX from left to right."""

    def __init__(self, text: str) -> None:
        self.pieces = [piece for piece in _PIECE.findall(text) if piece not in {"$", "&"}]
        self.at = 0
        self.depth = 0

    def all(self) -> str:
        """What is left, or what is left of a group."""
        found = ""
        while self.at < len(self.pieces) and self.pieces[self.at] != "}":
            part = self._part(found[-1:])
            # A word does not grow into the one before it.
            grows = part[:1].isalnum() and found[-1:].isalnum()
            found += f" {part}" if grows else part
        return found

    def _part(self, before: str = "") -> str:
        piece = self.pieces[self.at]
        self.at += 1
        if piece != "{" and piece[0] != "\\":
            return piece
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ValueError(f"commands and braces are nested at most {_DEEPEST} deep")
        inside = self._group() if piece == "{" else self._command(piece[1:])
        self.depth -= 1
        is_script = piece == "{" and before in {"^", "_"} and not inside.isalnum()
        return {"^": f"({inside})", "_": f"{{{inside}}}"}[before] if is_script else inside

    def _group(self) -> str:
        """What stands up to the closing brace."""
        inside = self.all()
        if self.at == len(self.pieces):
            raise ValueError("a '{' does not close")
        self.at += 1
        return inside

    def _command(self, name: str) -> str:
        if name in _FONTS or name in _CALLS:
            arguments = [self._argument() for _ in range(_CALLS.get(name, "{}").count("{}"))]
            return _CALLS.get(name, "{}").format(*arguments)
        if name in _FUNCTIONS or name == "ln":
            return self._applied(_COMMANDS.get(name, name))
        if name not in _COMMANDS and name not in _NAMES:
            raise ValueError(f"\\{name} has no meaning here")
        return _COMMANDS.get(name, name)

    def _argument(self, *, whole: bool = False) -> str:
        """One group, command or character, or a whole number or word."""
        self._skip()
        if self.at == len(self.pieces):
            raise ValueError("an argument is missing at the end")
        piece = self.pieces[self.at]
        if piece.isalnum() and not whole:
            self.pieces[self.at : self.at + 1] = [piece[0], *filter(None, [piece[1:]])]
        return self._part()

    def _skip(self) -> None:
        while self.at < len(self.pieces) and self.pieces[self.at].isspace():
            self.at += 1

    def _sees(self, *pieces: str) -> bool:
        return self.at < len(self.pieces) and self.pieces[self.at] in pieces

    def _applied(self, name: str) -> str:
        r"""A function of what is in brackets, or of one thing: `\log_2^2 n` is (log(n)/log(2))^2."""
        power, base = "", ""
        while self._sees("^", "_"):
            sign = self._part()
            if sign == "^":
                power = f"^({self._argument()})"
            elif name == "log":
                base = self._argument()
            else:
                raise ValueError(f"what stands below \\{name} has no meaning here")
        if base:
            return f"({self._applied_to_one(name)}/log({base})){power}"
        self._skip()
        if self._sees("(", "[", *_LOUDER):
            return f"{self._applied_to_one(name)}{power}" if power else name
        return f"{self._applied_to_one(name)}{power}"

    def _applied_to_one(self, name: str) -> str:
        self._skip()
        if self._sees("(", "[", *_LOUDER):
            return f"{name}{self._whole()}"
        return f"{name}({self._scripted()})"

    def _scripted(self) -> str:
        """One thing with what stands below and above it; of a sum, what is summed too."""
        found = ""
        while True:
            part = self._whole()
            found += part
            while self._sees("_", "^"):
                sign = self._part()
                found += f"{sign}({self._argument()})" if sign == "^" else f"_{{{self._argument()}}}"
            if part not in _BINDERS:
                return found
            found += " "

    def _whole(self) -> str:
        """One thing, up to the end of its brackets."""
        found = self._argument(whole=True)
        while not found:
            found = self._argument(whole=True)
        closing, opened = _CLOSING.get(found, ""), found
        while closing:
            part = self._whole() if self._opens(opened) else self._argument(whole=True)
            found += f" {part}" if part[:1].isalnum() and found[-1:].isalnum() else part
            if part == closing:
                break
        return found

    def _opens(self, opened: str) -> bool:
        """Whether a bracket of the kind that is open opens once more."""
        return opened != "|" and self._sees(opened, f"\\{opened}")
