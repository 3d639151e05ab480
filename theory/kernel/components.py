"""Identities of tensors and of their gradients, by components, for symbolic dimensions.

Every entry of a tensor is written as a polynomial in indexed atoms (`entries`). The difference of two sides
that is the empty sum is zero. A gradient is differentiated there, entry by entry, where it is smooth.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Final

from ..node import Term, is_number, multiply, number, power, value_of
from ..requirements import is_natural
from ..substitution import abstracted, instantiated, occurs, opened, replaced, subterms, unfolded
from ..terms import PI, absolute, exp
from .entries import WIDEST, Entries, positive_part_of
from .polynomials import HIGHEST_POWER, Polynomial, atom_of, constant, opposite, plus, with_names
from .theorem import EQUATION, SIDE, Conclusion, Refused, Theorem, require, rule

_SMOOTH: Final = frozenset(
    {"parameter", "fixed", "add", "mul", "scale", "power", "inner", "norm2", "outer", "matmul", "transpose"}
    | {"trace", "matrix_power", "diagonal", "array", "component", "softmax", "sum", "tabulate", "gradient"}
    | {"definition"}
)
_SMOOTH_FUNCTIONS: Final = frozenset({"exp", "log", "sin", "cos", "tanh", "softplus", "sigmoid", "erfc"})


class Components(Entries):
    """Entries with those of gradients, and what decides whether two are equal."""

    def _of_gradient(self, term: Term, places: tuple[Term, ...]) -> Polynomial:
        """The derivative of an entry of the body by an entry of its variable, at the point."""
        body, point = term.args
        name = f"#{next(self.fresh)}"
        variable = Term("fixed", point.shape, (name,)) if point.shape else Term("parameter", (), (name,))
        opened = instantiated(body, variable)
        for part in subterms(opened):
            # Powers of a positive part have a slope from the square on, which `_derivative` asks for.
            if positive_part_of(part) is None:
                _require_smooth(part, variable)
        cut = len(body.shape)
        self.points.append((variable, point))
        self.remembered = {}
        found = self._derivative(self.entries(opened, places[:cut]), variable, places[cut:])
        self.points.pop()
        self.remembered = {}
        return self.entries(replaced(self._term(found), variable, point))

    def _derivative(self, total: Polynomial, v: Term, places: tuple[Term, ...]) -> Polynomial:
        parts = []
        for (bound, m), c in total.items():
            free = {b: self._index(b.args[0]) for b in bound}
            factors = {with_names(atom, free): e for atom, e in m}
            for atom, e in factors.items():
                if not occurs(v, atom):
                    continue
                root = e.denominator > 1 and not self._is_positive(atom)
                require(not root, "{} > 0 must be a theorem.", self._at_point(atom))
                kink = positive_part_of(atom) is not None and e == 1
                require(not kink, "The gradient of {} is not taken: it has a kink.", self._at_point(atom))
                rest = self._monomial(c * e, (), {**factors, atom: e - 1})
                part = self._times(rest, self._derivative_of_atom(atom, v, places))
                for index in free.values():
                    part = self._summed(part, index)
                parts.append(part)
        return plus(*parts)

    def _derivative_of_atom(self, atom: Term, v: Term, places: tuple[Term, ...]) -> Polynomial:
        def inside(part: Term) -> Polynomial:
            return self._derivative(self.entries(part), v, places)

        if atom is v:
            return constant(1)
        if atom.head == "component" and atom.args[0] is v:
            total = constant(1)
            for one, other in zip(atom.args[1:], places, strict=True):
                total = self._times(total, self._same_place(one, other))
            return total
        if atom.head in {"add", "sum", "mul"}:
            return inside(atom)
        if atom.head == "function":
            return self._times(self._slope(atom), inside(atom.args[0]))
        if atom.head == "power" and not occurs(v, atom.args[1]):
            base, exponent = atom.args
            require(
                is_natural(exponent) or self._is_positive(base),
                "{} > 0 must be a theorem.",
                self._at_point(base),
            )
            return self._times(self.entries(exponent * power(base, exponent - 1)), inside(base))
        raise Refused(f"{self._at_point(atom)} has no derivative here.")

    def _slope(self, atom: Term) -> Polynomial:
        """The derivative of exp, log, sin, cos or erfc at its argument, and of relu where relu(x) > 0."""
        (name,), (x,) = atom.data, atom.args
        match name:
            case "relu":
                return constant(1)
            case "exp":
                return atom_of(atom)
            case "log":
                require(self._is_positive(x), "{} > 0 must be a theorem.", self._at_point(x))
                return self._power(self.entries(x), Fraction(-1))
            case "sin":
                return atom_of(Term("function", (x,), ("cos",)))
            case "erfc":
                return self.entries(-2 * power(PI, Fraction(-1, 2)) * exp(-(x**2)))
        require(name == "cos", "{} has no derivative here.", atom)
        return {m: -c for m, c in atom_of(Term("function", (x,), ("sin",))).items()}

    def require_smooth(self, term: Term, variable: Term) -> None:
        """Refuse a term that is not smooth in a variable by its form, part by part."""
        if not occurs(variable, term):
            return
        _require_smooth(term, variable)
        parts = term.args
        match term.head:
            case "gradient":
                raise Refused(f"Whether {term} is smooth does not follow from its form.")
            case "definition":
                parts = (unfolded(term),)
            case "sum" | "tabulate":
                parts = opened(term, variable)[2:]
            case "function" if term.data[0] == "log":
                require(self._is_positive(parts[0]), "{} > 0 must be a theorem.", parts[0])
            case "power" if not is_natural(parts[1]):
                require(self._is_positive(parts[0]), "{} > 0 must be a theorem.", parts[0])
        for part in parts:
            self.require_smooth(part, variable)

    # Equality.

    def is_zero(self, difference: Polynomial) -> bool:
        """Whether it vanishes, after multiplication with sums that are not zero."""
        for _ in range(HIGHEST_POWER):
            if not difference:
                return True
            below = [(a, e) for _, m in difference for a, e in m if a.head in {"add", "sum"} and e < 0]
            whole = next(
                (a for a, _ in below if not any(n.startswith("#a") for n, _ in a.declarations)), None
            )
            if whole is None:
                return False
            times = max(-(e.numerator // e.denominator) for a, e in below if a is whole)
            parts = []
            for (bound, m), c in difference.items():
                factors = dict(m)
                factors[whole] = factors.get(whole, Fraction(0)) + times
                parts.append(self._monomial(c, bound, factors))
            difference = plus(*parts)
        return False


def _require_smooth(part: Term, variable: Term) -> None:
    """No part that holds the variable has a jump or a kink, or is a statistic."""
    if not occurs(variable, part):
        return
    smooth = part.head in _SMOOTH or (part.head == "function" and part.data[0] in _SMOOTH_FUNCTIONS)
    name = part.data[0] if part.head == "function" else part.head
    require(smooth, "The gradient of {}(...) is not taken: it is not smooth, or random.", name)
    fixed_exponent = part.head != "power" or not occurs(variable, part.args[1])
    require(fixed_exponent, "The exponent of a power varies: write exp(... log ...).")
    steady = part.head not in {"sum", "tabulate"} or not occurs(variable, part.args[1])
    require(steady, "The condition of a sum varies.")


@rule("Tensors whose entries are the same are equal; gradients are differentiated by entries.", others=SIDE)
def componentwise(*conditions: Theorem, left: Term, right: Term) -> Conclusion:
    """|- a = b, if all entries are the same polynomial in indexed atoms; `conditions` tell what is positive
    or not zero.
    """
    require(left.shape == right.shape, "{} and {} have other shapes.", left, right)
    tools = Components(conditions)
    ranges = [
        [number(k) for k in range(1, dim.data[0] + 1)] if is_number(dim) and value_of(dim) <= WIDEST
        else [Term("index", (dim,), (f"#e{axis}",))]
        for axis, dim in enumerate(left.shape)
    ]  # fmt: skip
    for places in product(*ranges):
        difference = plus(tools.entries(left, places), opposite(tools.entries(right, places)))
        require(tools.is_zero(difference), "{} and {} are not the same entry by entry.", left, right)
    return Conclusion(Term("eq", (left, right)))


@rule(
    "Near a fixed point a step multiplies distances by the modulus of its derivative.", EQUATION, others=SIDE
)
def rate_of_fixed_point(fixed_point: Theorem, *conditions: Theorem, step: Term) -> Conclusion:
    """From f(p) = p: rate(f, p) = |f'(p)|, where f is smooth; this is what a derivative is."""
    require(step.head == "rate", "{} is no rate.", step)
    body, point = step.args
    wanted = Term("eq", (instantiated(body, point), point))
    require(fixed_point.proposition is wanted, "{} must be a theorem.", wanted)
    slope = Term("gradient", step.args)
    Components(conditions).entries(slope)
    return Conclusion(Term("eq", (step, absolute(slope))))


@rule("The gradient through a tensor is that along the slope there, which is held (chain rule).", others=SIDE)
def chain_rule(*conditions: Theorem, slope: Term, variable: Term) -> Conclusion:
    """|- grad_x f(g(x)) = grad_x <s, g(x)> with s = grad f at g(x) held; f and g are smooth by their form.

    `slope` is s; the conditions tell what is positive.
    """
    require(slope.head == "gradient" and not slope.is_random, "{} is no gradient, or random.", slope)
    require(variable.head in {"fixed", "parameter"}, "{} is no variable.", variable)
    body, point = slope.args
    require(not body.shape, "{} is no number.", body)
    require(not occurs(variable, body) and occurs(variable, point), "It must vary by {} alone.", point)
    place = Term("fixed", point.shape, ("#y",)) if point.shape else Term("parameter", (), ("#y",))
    tools = Components(conditions)
    tools.require_smooth(instantiated(body, place), place)
    tools.require_smooth(point, variable)
    moving = Term(variable.head, variable.args, ("#x",))
    along = contraction(slope, replaced(point, variable, moving))
    whole = Term("gradient", (abstracted(instantiated(body, point), variable), variable))
    return Conclusion(Term("eq", (whole, Term("gradient", (abstracted(along, moving), variable)))))


def contraction(x: Term, y: Term) -> Term:
    """The sum of the products of the entries."""
    match len(x.shape):
        case 0:
            return multiply(x, y)
        case 1:
            return Term("inner", (x, y))
    return Term("trace", (Term("matmul", (Term("transpose", (x,)), y)),))
