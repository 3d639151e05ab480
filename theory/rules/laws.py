r"""Laws of random vectors, each with what the rules need to know of it.

`d` is the dimension of the space; every law has mean square norm one.
"""

from __future__ import annotations

import sympy as sp


class Sphere(sp.Basic):
    """The uniform law on the unit sphere of R^dimension."""

    def __new__(cls, dimension: sp.Expr | int) -> Sphere:
        """A sphere of that dimension of ambient space."""
        return sp.Basic.__new__(cls, sp.sympify(dimension, strict=True))

    @property
    def dimension(self) -> sp.Expr:
        """The dimension of the ambient space."""
        return self.args[0]

    def norm_moment(self, power: int) -> sp.Expr:
        """E|x|^(2 power) = 1."""
        return sp.Integer(1)

    def describe(self, what: str) -> str:
        """The law as a sentence about `what`."""
        return f"{what} are independent and uniform on the unit sphere of $R^{{{sp.latex(self.dimension)}}}$"


class Gaussian(sp.Basic):
    """The centred normal law on R^dimension with covariance I/dimension."""

    def __new__(cls, dimension: sp.Expr | int) -> Gaussian:
        """A Gaussian of that dimension, of mean square norm one."""
        return sp.Basic.__new__(cls, sp.sympify(dimension, strict=True))

    @property
    def dimension(self) -> sp.Expr:
        """The dimension of the space."""
        return self.args[0]

    def norm_moment(self, power: int) -> sp.Expr:
        """E|x|^(2 power) = d(d+2)...(d+2 power-2)/d^power."""
        return rising_by_two(self.dimension, power) / self.dimension**power

    def describe(self, what: str) -> str:
        """The law as a sentence about `what`."""
        d = sp.latex(self.dimension)
        return f"{what} are independent and normal on $R^{{{d}}}$ with mean 0 and covariance $I/({d})$"


class OneHot(sp.Basic):
    """The uniform law on the coordinate vectors e_1, ..., e_dimension."""

    def __new__(cls, dimension: sp.Expr | int) -> OneHot:
        """One-hot vectors of that many coordinates."""
        return sp.Basic.__new__(cls, sp.sympify(dimension, strict=True))

    @property
    def dimension(self) -> sp.Expr:
        """The number of coordinates."""
        return self.args[0]

    def describe(self, what: str) -> str:
        """The law as a sentence about `what`."""
        return f"{what} are one-hot, independent and uniform on ${sp.latex(self.dimension)}$ coordinates"


Law = Sphere | Gaussian | OneHot


def rising_by_two(dimension: sp.Expr, count: int) -> sp.Expr:
    """d(d+2)...(d+2 count-2), the denominator of the pairing rule."""
    return sp.Mul(*(dimension + 2 * k for k in range(count)))
