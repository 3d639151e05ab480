"""S9, S11: conjectures about any routing, Definition 9.1, and weights as responsibilities.

`routing` is softmax, kernel (normalised positive features), sigmoid (normalised), linear (not normalised) or
selective (a selective state space); `formula` is that of Conjecture 9.2 or what is left of it.
"""

from __future__ import annotations

from ...paper import charitable, literal, quantity, stronger
from . import paper

S11 = paper.statement(
    "S11 Weights are posterior responsibilities",
    r"$\alpha_{ij} = p(Z_i = j | q_i, K; \theta)$ are the posterior responsibilities of a latent variable "
    "$Z_i$.",
    place="Section 5.1, Eq. (44)",
    why_primary="No prior is given, so that the sentence holds if some Gaussian mixture has these "
    "posteriors.",
).having(tags=("responsibilities",))

responsibility_gap = quantity("responsibility_gap")

S11.claim(
    "responsibility.tilted",
    r"a Gaussian mixture with components $N(k_j, \sqrt{d_k} I)$ and priors in proportion to "
    r"$e^{|k_j|^2/(2\sqrt{d_k})}$",
    responsibility_gap(prior="exponential")
    .named(
        "the largest difference of an attention weight and its responsibility in a Gaussian mixture with "
        r"priors $\propto e^{|k_j|^2/(2 \sqrt{d_k})}$"
    )
    .vanishes(margin=1e-10),
    literal(derivation="responsibility_gap"),
)

S11.claim(
    "responsibility.equal",
    r"a Gaussian mixture with components $N(k_j, \sqrt{d_k} I)$ and equal priors",
    responsibility_gap(prior="equal")
    .named(
        "the largest difference of an attention weight and its responsibility in a Gaussian mixture with "
        "equal priors"
    )
    .equals("0", margin=1e-10),
    stronger(),
)

S11.claim(
    "responsibility.equal_norms",
    r"a Gaussian mixture with components $N(k_j, \sqrt{d_k} I)$ and equal priors, keys of one norm",
    responsibility_gap(prior="equal", norms="equal")
    .named(
        "the largest difference of an attention weight and its responsibility in a Gaussian mixture with "
        "equal priors and keys of one norm"
    )
    .equals("0", margin=1e-10),
    charitable(derivation="one_norm_gap"),
)
