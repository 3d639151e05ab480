"""Terms printed as a paper prints them: in Unicode, and in LaTeX without dollar signs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from .heads import BINDERS, LIMITS
from .node import Term, number, power
from .substitution import fresh_name, instantiated, occurs, opened, subterms
from .terms import stacked, unit_place

_GREEK: Final = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η",
    "varepsilon": "ε", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π",
    "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "Gamma": "Γ", "Delta": "Δ", "Lambda": "Λ",
}  # fmt: skip
_FUNCTIONS: Final = {"gamma": "Γ", "log_gamma": "log Γ", "zeta": "ζ", "lambert_w": "W"}
_LATEX_FUNCTIONS: Final = {
    "gamma": r"\Gamma", "log_gamma": r"\log\Gamma", "zeta": r"\zeta", "lambert_w": "W",
    **{name: rf"\{name}" for name in ("exp", "log", "sin", "cos", "tanh", "arccos")},
}  # fmt: skip
_CONSTANTS: Final = {"pi": "pi", "euler_gamma": "gamma"}
_SUBSCRIPT: Final = re.compile(r"_\{(?:[^{}]|\{[^{}]*\})*\}$")
_SUPERSCRIPTS: Final = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_OR, _AND, _RELATION, _ADD, _MUL, _POWER, _ATOM = range(7)


@dataclass(frozen=True)
class Style:
    """The signs of one way of printing."""

    relations: dict[str, str]
    name: Callable[[str], str]
    fraction: Callable[[str, str], str]
    exponent: Callable[[str], str]
    subscript: Callable[[str], str]
    signs: dict[str, str]
    is_latex: bool
    unit: str
    """The letter of unit vectors."""
    bracketed: frozenset[str] = frozenset()
    """The names whose items are written k[1], since another symbol has the name k_1."""


def _unicode_name(name: str) -> str:
    head, primes, rest = _parts_of(name)
    return _GREEK.get(head, head) + primes + (f"_{_GREEK.get(rest, rest)}" if rest else "")


def _latex_name(name: str) -> str:
    head, primes, rest = _parts_of(name)
    word = rf"\{head}" if head in _GREEK else head if len(head) == 1 else rf"\mathrm{{{head}}}"
    word = f"{{{word}{primes}}}" if primes else word
    return word + (f"_{{{_latex_name(rest)}}}" if rest else "")


def _parts_of(name: str) -> tuple[str, str, str]:
    """The letter or word of a name, its primes, and what is below it."""
    whole, _, rest = name.partition("_")
    head = whole.rstrip("'")
    return head, whole[len(head) :], rest


def _power_sign(exponent: str) -> str:
    if exponent.lstrip("-").isdigit():
        return exponent.translate(_SUPERSCRIPTS)
    return f"^({exponent})" if set(" /") & set(exponent) else f"^{exponent}"


UNICODE: Final = Style(
    relations={"eq": "=", "ne": "≠", "le": "≤", "lt": "<", "ge": "≥", "gt": ">"},
    name=_unicode_name,
    fraction=lambda above, below: f"{above}/{below}",
    exponent=_power_sign,
    subscript=lambda text: f"_{text}" if len(text) == 1 else f"_{{{text}}}",
    signs={
        "sum": "∑", "product": "∏", "inner": "⟨{}, {}⟩", "norm2": "|{}|²", "and": " and ", "or": " or ",
        "not": "not ", "indicator": "1[{}]", "E": "E[{}]", "P": "P({})", "Var": "Var[{}]",
        "Cov": "Cov[{}, {}]", "all": "for all", "any": "for some", "times": " ", "outer": "{} {}ᵀ",
        "transpose": "{}ᵀ", "brackets": "({})", "ones": "ones({})", "gradient": "∇", "similar": "{} ~ {}",
        "big_o": "{} = {}O({})", "eventually": "{} eventually",
        "along": "{} ({} → ∞{})", "quantile": "Q_{}[{}]", "median": "median[{}]", "root": "√{}",
        "sub_gaussian": "{} is sub-Gaussian with variance proxy {}", "zeros": "0", "arrow": "↦",
        "incomplete_beta": "I[{}]({}, {})", "upper_gamma": "Q({}, {})", "hurwitz_zeta": "ζ({}, {})",
        "projection": "Π[{}]", "stationary": "π({})", "diagonal": "diag({})", "rate": "rate({}, {})",
        "first_at": "first({}, {})",
    },
    is_latex=False,
    unit="e",
)  # fmt: skip

LATEX: Final = Style(
    relations={"eq": "=", "ne": r"\ne", "le": r"\le", "lt": "<", "ge": r"\ge", "gt": ">"},
    name=_latex_name,
    fraction=lambda above, below: rf"\frac{{{above}}}{{{below}}}",
    exponent=lambda text: f"^{{{text}}}",
    subscript=lambda text: f"_{{{text}}}",
    signs={
        "sum": r"\sum", "product": r"\prod", "inner": r"\langle {}, {} \rangle", "norm2": r"\|{}\|^{{2}}",
        "and": r" \text{ and } ", "or": r" \text{ or } ", "not": r"\text{not } ",
        "indicator": r"\mathbf{{1}}[{}]", "E": r"\mathbb{{E}}\left[{}\right]",
        "P": r"\mathbb{{P}}\left({}\right)", "Var": r"\mathrm{{Var}}\left[{}\right]",
        "Cov": r"\mathrm{{Cov}}\left[{}, {}\right]", "all": r"\text{ for all }", "any": r"\text{ for some }",
        "times": r" \, ", "outer": r"{} {}^\top", "transpose": r"{}^\top", "brackets": r"\left({}\right)",
        "ones": r"\mathbf{{1}}_{{{}}}",
        "gradient": r"\nabla", "similar": r"{} \sim {}",
        "big_o": r"{} = {}O\left({}\right)", "eventually": r"{} \text{{ eventually}}",
        "along": r"{} \quad ({} \to \infty{})", "quantile": r"Q_{{{}}}\left[{}\right]",
        "median": r"\mathrm{{median}}\left[{}\right]", "root": r"\sqrt{{{}}}",
        "sub_gaussian": r"{} \text{{ is sub-Gaussian with variance proxy }} {}", "zeros": "0",
        "arrow": r"\mapsto", "incomplete_beta": "I_{{{}}}({}, {})", "upper_gamma": "Q({}, {})",
        "hurwitz_zeta": r"\zeta({}, {})", "projection": r"\Pi_{{{}}}", "stationary": r"\pi({})",
        "diagonal": r"\mathrm{{diag}}({})", "rate": r"\mathrm{{rate}}({}, {})",
        "first_at": r"\mathrm{{first}}({}, {})", "separable": r"\text{{separable}}({})",
        "fullest_class": r"\text{{fullest class}}({}, {})", "least_missed": r"\text{{least missed}}({}, {})",
    },
    is_latex=True,
    unit=r"\mathbf{e}",
)  # fmt: skip

_UNNAMED: Final[Mapping[Term, str]] = {}
_SYMBOLS: Final = frozenset({"size", "parameter", "fixed", "index", "random", "family"})


def text(term: Term, *beside: Term) -> str:
    """The term in Unicode, as it stands beside others.

    >>> from theorycheck.theory.model import Size
    >>> n, d = Size("n"), Size("d_k")
    >>> text((n - 1) / d)
    '(n - 1)/d_k'
    """
    return _Printer(_telling(UNICODE, term, *beside), _symbols(term)).plain(term)


def latex(term: Term, *beside: Term, names: Mapping[Term, str] = _UNNAMED) -> str:
    r"""The term in LaTeX, as it stands beside others; parts that have names are printed by them.

    >>> from theorycheck.theory.model import Size
    >>> n, d = Size("n"), Size("d_k")
    >>> latex((n - 1) / d), latex((n - 1) / d, names={n - 1: "A"})
    ('\\frac{n - 1}{d_{k}}', '\\frac{A}{d_{k}}')
    """
    return _Printer(_telling(LATEX, term, *beside), _symbols(term), names).plain(term)


def _symbols(term: Term) -> tuple[Term, ...]:
    """What has a letter that no bound index takes, though it would bind another."""
    return tuple(own for _, own in term.declarations)


def _telling(style: Style, *terms: Term) -> Style:
    """The style in which an item of k is k[1], where another symbol of the terms is called k_1."""
    names = {name for term in terms for name, _ in term.declarations}
    doubled = {name.partition("_")[0] for name in names if "_" in name} & names
    return replace(style, bracketed=frozenset(doubled)) if doubled else style


@dataclass(frozen=True)
class _Printer:
    style: Style
    avoid: tuple[Term, ...] = ()
    names: Mapping[Term, str] = field(default_factory=dict)
    _printed: dict[Term, tuple[str, int]] = field(default_factory=dict)
    """What was printed before: equal parts are one term."""

    def plain(self, term: Term) -> str:
        return self.printed(term)[0]

    def at(self, term: Term, level: int) -> str:
        """The term, in brackets where it binds more weakly than the level."""
        printed, own = self.printed(term)
        return printed if own >= level else self.style.signs["brackets"].format(printed)

    def printed(self, term: Term) -> tuple[str, int]:
        """The text and how strongly it binds."""
        if term in self.names:
            return self.names[term], _ATOM
        known = self._printed.get(term)
        if known is None:
            known = self._printed[term] = self._print(term)
        return known

    def _print(self, term: Term) -> tuple[str, int]:
        method = getattr(self, f"print_{term.head}", None)
        if method is not None:
            return method(term)
        if term.head in BINDERS:
            return self.binder(term)
        if term.head in self.style.relations:
            left, right = (self.at(part, _ADD) for part in term.args)
            return f"{left} {self.style.relations[term.head]} {right}", _RELATION
        if term.head in self.style.signs:
            return self.style.signs[term.head].format(*map(self.plain, term.args)), _ATOM
        if term.head in _SYMBOLS:
            return self.style.name(term.data[0]), _ATOM
        return self._call(self.style.name(term.head), term.args), _ATOM

    def print_number(self, term: Term) -> tuple[str, int]:
        p, q = term.data
        whole = str(abs(p)) if q == 1 else self.style.fraction(str(abs(p)), str(q))
        if p < 0:
            return f"-{whole}", _ADD
        return whole, _ATOM if q == 1 else _MUL

    def print_item(self, term: Term) -> tuple[str, int]:
        base, *places = term.args
        inside = ", ".join(map(self.plain, places))
        is_doubled = base.head in _SYMBOLS and base.data[0] in self.style.bracketed
        whole = self.at(base, _ATOM)
        if base.head == "tabulate":
            whole = self.style.signs["brackets"].format(whole)
        return f"{whole}[{inside}]" if is_doubled else self._indexed(whole, inside), _ATOM

    def _indexed(self, whole: str, index: str) -> str:
        """The text with an index."""
        return (braced(whole) if self.style.is_latex else whole) + self.style.subscript(index)

    print_component = print_item

    def print_definition(self, term: Term) -> tuple[str, int]:
        _, *arguments = term.args
        name = self.style.name(term.data[0])
        return self._indexed(name, ", ".join(map(self.plain, arguments))) if arguments else name, _ATOM

    def print_bound_index(self, term: Term) -> tuple[str, int]:
        return f"#{term.data[0]}", _ATOM

    print_bound_value = print_bound_index

    def print_add(self, term: Term) -> tuple[str, int]:
        first = next((part for part in term.args if not is_negative(part)), term.args[0])
        place = next(k for k, part in enumerate(term.args) if part is first)
        parts = [first, *term.args[:place], *term.args[place + 1 :]]
        printed = self.at(parts[0], _MUL) if not is_negative(parts[0]) else self.at(parts[0], _ADD)
        for part in parts[1:]:
            sign = "-" if is_negative(part) else "+"
            printed += f" {sign} {self.at(-part if sign == '-' else part, _MUL)}"
        return printed, _ADD

    def print_mul(self, term: Term) -> tuple[str, int]:
        if is_negative(term):
            return f"-{self.at(-term, _MUL)}", _ADD
        above, below = [], []
        for factor in term.args:
            if factor.head == "power" and is_negative(factor.args[1]):
                below.append(power(factor.args[0], -factor.args[1]))
            elif factor.head == "number" and factor.data[1] != 1:
                below.append(number(factor.data[1]))
                above.extend([number(factor.data[0])] if factor.data[0] != 1 else [])
            else:
                above.append(factor)
        return self._fraction(above, below) if below else self._product(above), _MUL

    def _fraction(self, above: list[Term], below: list[Term]) -> str:
        """In LaTeX a single part needs no brackets, elsewhere several below do."""
        if self.style.is_latex:
            parts = (self.plain(x[0]) if len(x) == 1 else self._product(x) for x in (above, below))
            return self.style.fraction(*parts)
        divisor = self._product(below)
        return self.style.fraction(self._product(above), f"({divisor})" if len(below) > 1 else divisor)

    def _product(self, factors: list[Term]) -> str:
        return self.style.signs["times"].join(self.at(x, _POWER) for x in factors) or "1"

    def print_scale(self, term: Term) -> tuple[str, int]:
        factor, vector = term.args
        if is_negative(factor):
            return f"-{self.at(-term, _MUL)}", _ADD
        return self.at(factor, _MUL) + self.style.signs["times"] + self.at(vector, _POWER), _MUL

    def print_power(self, term: Term) -> tuple[str, int]:
        base, exponent = term.args
        whole = exponent.head == "number" and exponent.data[1] == 1
        if base.head == "norm2" and whole and exponent.data[0] > 0:
            squared = self.style.signs["norm2"].format(self.plain(base.args[0]))
            length = squared.removesuffix(self.style.exponent("2"))
            return length + self.style.exponent(str(2 * exponent.data[0])), _ATOM
        if is_negative(exponent):
            return self._fraction([], [power(base, -exponent)]), _MUL
        if exponent.head == "number" and exponent.data == (1, 2):
            if base.head == "norm2" and self.style.is_latex:
                return rf"\|{self.plain(base.args[0])}\|", _ATOM
            printed = self.plain(base) if self.style.is_latex else self.at(base, _ATOM)
            return self.style.signs["root"].format(printed), _POWER
        whole = self.at(base, _ATOM)
        if self.style.is_latex and base.head in {"norm2", "transpose"}:
            # LaTeX takes no second exponent.
            whole = self.style.signs["brackets"].format(whole)
        return whole + self.style.exponent(self.plain(exponent)), _POWER

    def print_constant(self, term: Term) -> tuple[str, int]:
        return self.style.name(_CONSTANTS[term.data[0]]), _ATOM

    def print_function(self, term: Term) -> tuple[str, int]:
        (name,) = term.data
        if name == "abs" and self.style.is_latex:
            return rf"\left|{self.plain(term.args[0])}\right|", _ATOM
        latin = _LATEX_FUNCTIONS.get(name, rf"\mathrm{{{name}}}")
        word = latin if self.style.is_latex else _FUNCTIONS.get(name, name)
        return f"{word}({self.plain(term.args[0])})", _ATOM

    def print_applied(self, term: Term) -> tuple[str, int]:
        return self._call(self.style.name(term.data[0]), term.args), _ATOM

    def print_permuted(self, term: Term) -> tuple[str, int]:
        return self._call(self.style.name(term.data[0]), term.args[1:]), _ATOM

    def _call(self, word: str, args: Iterable[Term]) -> str:
        return f"{word}({', '.join(map(self.plain, args))})"

    def print_hypergeometric(self, term: Term) -> tuple[str, int]:
        p, q = term.data
        *parameters, z = map(self.plain, term.args)
        below = (", ".join(part) for part in (parameters[:p], parameters[p:]))
        word = rf"{{}}_{{{p}}}F_{{{q}}}" if self.style.is_latex else f"{p}F{q}"
        return f"{word}({'; '.join((*below, z))})", _ATOM

    def print_meijer_g(self, term: Term) -> tuple[str, int]:
        m, n, p, q = term.data
        *parameters, z = map(self.plain, term.args)
        below = "; ".join(", ".join(part) for part in (parameters[:p], parameters[p:]))
        word = f"G^{{{m},{n}}}_{{{p},{q}}}" if self.style.is_latex else f"G[{m}, {n}, {p}, {q}]"
        bar = r"\mid" if self.style.is_latex else "|"
        return f"{word}({z} {bar} {below})", _ATOM

    def print_and(self, term: Term) -> tuple[str, int]:
        level = _AND if term.head == "and" else _OR
        return self.style.signs[term.head].join(self.at(part, level) for part in term.args), level

    print_or = print_and

    def print_not(self, term: Term) -> tuple[str, int]:
        return self.style.signs["not"] + self.at(term.args[0], _ATOM), _AND

    def print_matmul(self, term: Term) -> tuple[str, int]:
        row = row_of(term) if self.style.is_latex else None
        if row is not None:
            rows, place = row
            return self._indexed(self.style.name(rows.data[0]), self.plain(place)), _ATOM
        return " ".join(self.at(part, _POWER) for part in term.args), _MUL

    def print_outer(self, term: Term) -> tuple[str, int]:
        return self.style.signs["outer"].format(*(self.at(part, _POWER) for part in term.args)), _MUL

    def print_transpose(self, term: Term) -> tuple[str, int]:
        whole = self.at(term.args[0], _ATOM)
        if term.args[0].head == "transpose":
            whole = self.style.signs["brackets"].format(whole)
        return self.style.signs["transpose"].format(whole), _ATOM

    print_matrix_power = print_power

    def print_quantile(self, term: Term) -> tuple[str, int]:
        x, level = term.args
        if level.data == (1, 2):
            return self.style.signs["median"].format(self.plain(x)), _ATOM
        return self.style.signs["quantile"].format(self.plain(level), self.plain(x)), _ATOM

    def print_array(self, term: Term) -> tuple[str, int]:
        width = term.data[-1]
        entries = list(map(self.plain, term.args))
        rows = [entries[k : k + width] for k in range(0, len(entries), width)]
        if self.style.is_latex:
            body = r" \\ ".join(
                " & ".join(row) for row in (rows if len(term.data) > 1 else zip(*rows, strict=True))
            )
            return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}", _ATOM
        printed = [f"({', '.join(row)})" for row in rows]
        return (f"({', '.join(printed)})" if len(term.data) > 1 else printed[0]), _ATOM

    def print_identity(self, term: Term) -> tuple[str, int]:
        return "I" + self.style.subscript(self.plain(term.args[0])), _ATOM

    def print_gradient(self, term: Term) -> tuple[str, int]:
        """∇_u f(u), or ∇_x f(x)|_{x = p} where f is no function of a symbol p alone."""
        body, point = term.args
        nabla, subscript = self.style.signs["gradient"], self.style.subscript
        if point.head in _SYMBOLS and not occurs(point, body):
            return f"{nabla}{subscript(self.plain(point))} {self.at(instantiated(body, point), _POWER)}", _MUL
        letter = self._letter(body, point.shape)
        of, x = self.at(instantiated(body, letter), _POWER), self.plain(letter)
        return f"{nabla}{subscript(x)} {of}|{subscript(f'{x} = {self.plain(point)}')}", _MUL

    def _letter(self, body: Term, shape: tuple[Term, ...]) -> Term:
        """A letter that does not occur in the body."""
        used = {name for name, _ in body.declarations}
        name = next(
            letter for letter in ("x", "y", "z", *(f"x_{k}" for k in range(99))) if letter not in used
        )
        return Term("fixed", shape, (name,)) if shape else Term("parameter", (), (name,))

    def _step(self, body: Term, shape: tuple[Term, ...]) -> str:
        """x ↦ f(x), with a letter that does not occur in f."""
        letter = self._letter(body, shape)
        return f"{self.plain(letter)} {self.style.signs['arrow']} {self.plain(instantiated(body, letter))}"

    def print_iterate(self, term: Term) -> tuple[str, int]:
        body, start, count = term.args
        step = self.style.signs["brackets"].format(self._step(body, start.shape))
        return f"{step}{self.style.exponent(self.plain(count))}({self.plain(start)})", _ATOM

    def print_fold(self, term: Term) -> tuple[str, int]:
        body, start, count = term.args
        index = Term("index", (count,), (fresh_name(term, *self.avoid),))
        step = self.style.signs["brackets"].format(self._step(instantiated(body, index), start.shape))
        over = f"{self.plain(index)} {self.style.relations['le']} {self.plain(count)}"
        return f"{step}{self.style.subscript(over)}({self.plain(start)})", _ATOM

    def print_rate(self, term: Term) -> tuple[str, int]:
        body, place = term.args
        return self.style.signs[term.head].format(self._step(body, ()), self.plain(place)), _ATOM

    print_first_at = print_rate

    def print_big_o(self, term: Term) -> tuple[str, int]:
        f, main, order, *limit = term.args
        before = "" if main is number(0) else f"{self.at(main, _ADD)} + "
        return self._along(self.style.signs["big_o"].format(self.plain(f), before, self.plain(order)), limit)

    def print_similar(self, term: Term) -> tuple[str, int]:
        count = LIMITS[term.head]
        stated = self.style.signs[term.head].format(*map(self.plain, term.args[:count]))
        return self._along(stated, term.args[count:])

    print_eventually = print_similar

    def _along(self, statement: str, limit: Iterable[Term]) -> tuple[str, int]:
        variable, *ties = map(self.plain, limit)
        tied = "".join(f", {tie}" for tie in ties)
        return self.style.signs["along"].format(statement, variable, tied), _RELATION

    def binder(self, term: Term) -> tuple[str, int]:
        """A sum, product, extreme, vector of entries, or event about all or some indices."""
        if (family := stacked(term)) is not None:
            return self.style.name(family.data[0]), _ATOM
        index, condition, body = opened(term, *self.avoid)
        place = unit_place(term)
        if place is not None:
            return self.style.unit + self.style.subscript(self.plain(place)), _ATOM
        inside = _Printer(self.style, (*self.avoid, index), self.names)
        from_end = term.head in {"sum", "product"} and condition.head == "ge" and condition.args[0] is index
        if from_end:
            over = f"{self.plain(index)} = {self.plain(condition.args[1])}"
        else:
            over = (
                self._range(term.head, index, body) if condition.head == "true" else inside.plain(condition)
            )
        if term.head in {"all", "any"}:
            return f"{inside.at(body, _AND)} {self.style.signs[term.head]} {over}".replace("  ", " "), _AND
        if term.head in {"sum", "product"}:
            sign = self.style.signs[term.head]
            below = f"_{{{over}}}" if self.style.is_latex or len(over) > 1 else f"_{over}"
            top = from_end or (condition.head == "true" and self.style.is_latex)
            upper = self.plain(index.upper)
            end = (f"^{{{upper}}}" if self.style.is_latex or len(upper) > 1 else f"^{upper}") if top else ""
            return f"{sign}{below}{end} {inside.at(body, _MUL)}", _MUL
        if term.head == "tabulate":
            return self.style.signs["brackets"].format(inside.plain(body)) + self.style.subscript(over), _ATOM
        word = rf"\{term.head}" if term.head in {"max", "min"} and self.style.is_latex else term.head
        return f"{word}{self.style.subscript(over)} {inside.at(body, _MUL)}", _MUL

    def _range(self, head: str, index: Term, body: Term) -> str:
        """The index of a binder without a condition, with an end where that is not told otherwise."""
        letter, upper = self.plain(index), index.upper
        if head not in {"sum", "product"}:
            return letter
        if self.style.is_latex:
            return f"{letter} = 1"
        known = any(part.head in {"item", "component"} for part in subterms(body))
        # No vector or family tells the range, and beside sums up to n one up to n + 1 says so.
        return f"{letter} ≤ {self.plain(upper)}" if upper.head in {"add", "number"} and not known else letter


def braced(name: str) -> str:
    """A name in LaTeX that takes an index, in braces where it has one: LaTeX takes no second.

    >>> braced("k"), braced("k_{j}")
    ('k', '{k_{j}}')
    """
    return f"{{{name}}}" if _SUBSCRIPT.search(name) else name


def row_of(term: Term) -> tuple[Term, Term] | None:
    """The matrix and the place of a row of a fixed matrix; None for what is none."""
    if term.head != "matmul" or term.args[0].head != "transpose" or term.args[0].args[0].head != "fixed":
        return None
    place = unit_place(term.args[1])
    return None if place is None else (term.args[0].args[0], place)


def is_negative(term: Term) -> bool:
    """Whether a negative number stands in front; a product within a product is printed as it is."""
    if term.head == "number":
        return term.data[0] < 0
    first = term.args[0] if term.head in {"mul", "scale"} else term
    return first is not term and (first.head == "number" or term.head == "scale") and is_negative(first)
