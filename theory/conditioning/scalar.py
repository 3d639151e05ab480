r"""Values that are signs, keys that are normal: failure by Student's law (S3.f).

A sign times a normal key is a normal key, so that given the query q the crosstalk is normal. An item fails
where it exceeds the item's own part, $|\eta| > |q|^2$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import apply
from ..laws import Normal, Rademacher
from ..model import Index, Model, Size, iid
from ..node import Term, number
from ..prove import prove
from ..tactics import bound, gradients
from ..tactics.rewriting import below, itself, left, nonnegative, occurring, replaced_within, right, then
from ..terms import P, Sum, absolute, define, inner, norm2, sqrt
from .definitions import d_k

n = Size("n", minimum=2)
_KEYS: Final = Normal(0, 1 / d_k, dimension=d_k)
_SIGNS: Final = Rademacher()


@dataclass(frozen=True, kw_only=True)
class ScalarMemory:
    """The law of the keys and the query, and the number of other items."""

    key_law: Term = _KEYS
    others: Term = n - 1

    @property
    def query(self) -> Term:
        """The query, a stored key."""
        return Model(q=self.key_law).q

    @property
    def total(self) -> Term:
        """The sum of the other keys, each times its sign."""
        j = Index("j", self.others)
        r, k = Model(r=iid(_SIGNS, self.others), k=iid(self.key_law, self.others))
        return Sum(j, r[j] * k[j])

    @property
    def crosstalk(self) -> Term:
        """Eta, what the other items add to the output of the query."""
        j = Index("j", self.others)
        r, k = Model(r=iid(_SIGNS, self.others), k=iid(self.key_law, self.others))
        return define("eta", Sum(j, r[j] * inner(k[j], self.query)))


SCALAR: Final = ScalarMemory()


def scalar_failure(premises: ScalarMemory = SCALAR) -> Derivation:
    r"""$\mathbb{P}(|\eta| > |q|^2) = I_{(n-1)/n}(d_k/2, 1/2)$: Student's law of $d_k$ degrees (S3.f)."""
    title, own, count = "Failure with values that are signs", norm2(premises.query), premises.others
    w, z = Model(w=premises.key_law, z=Normal(0, premises.key_law.args[1]))
    product = prove(premises.crosstalk == inner(premises.total, premises.query), by=gradients)
    fails = replaced_within(itself(P(absolute(premises.crosstalk) > own)), [product])
    fails = then(fails, apply("normal_image", term=right(fails), image=premises.total, w=w))
    (squares,) = occurring(right(fails), "sum")
    signs = below(squares, lambda square: apply("fixed_norm", term=square))
    fails = replaced_within(fails, [then(signs, apply("count", term=right(signs)))])
    along, (scaled,) = inner(w, premises.query), occurring(right(fails), "inner")
    fails = replaced_within(fails, [apply("componentwise", left=scaled, right=sqrt(count) * along)])
    fails = then(fails, apply("normal_image", term=right(fails), image=along, w=z))

    several, noise = prove(count > 0, by=bound), right(fails).args[0].args[0]
    fails = then(fails, apply("same_power", nonnegative(noise), nonnegative(own), relation="gt", exponent=2))
    shares = apply("length_shares", several, x=z, y=premises.query, a=count, b=number(1))
    alike = apply(
        "same_event", several, apply("nonzero_length", x=premises.query),
        event=right(fails).args[0], other=left(shares).args[0], factor=own,
    )  # fmt: skip
    return proved("scalar_failure", title, then(then(fails, alike), shares))
