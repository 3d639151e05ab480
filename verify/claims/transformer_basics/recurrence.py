"""S15: Jacobians of recurrent networks over T steps, and what tokens tell of others.

`matrix` is the kind of recurrent matrix and `rho` its spectral radius; `process` the kind of process, `lam`
the second eigenvalue of its chain, and `k` the lag.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Quantifier, Relation, Role
from ...figure import Drawing, Figure

_RATE = Claim(
    id="transformer_basics.jacobian_rate",
    statement_id="transformer_basics.S15.1",
    interpretation="linear recurrence, any matrix: $\\frac1T \\log |W^T|$ tends to $\\log \\rho$ with the "
    "spectral radius $\\rho$",
    label="the rate $\\frac{1}{T} \\log \\|W^T\\|$ of a linear recurrence of spectral radius $\\rho$",
    role=Role.LITERAL,
    relation=Relation.LIMIT,
    claimed="log(rho)",
    quantity="jacobian_rate",
    diverging="T",
    margin=0.01,
    quantifier=Quantifier.ALL,
    tags=("recurrence", "answer: How Jacobians of a recurrence grow"),
)
_NORM = replace(
    _RATE,
    id="transformer_basics.jacobian_norm.any",
    interpretation="linear recurrence, a Jordan block and a random matrix: $|W^T| = \\rho^T$",
    label="the norm $\\|W^T\\|$ of a linear recurrence's Jacobian over $T$ steps",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    claimed="rho**T",
    quantity="jacobian_norm",
    grid={"matrix": ("jordan", "random")},
    diverging=None,
    margin=0.02,
    bears=Bears.REFINES,
)
_SATURATED = replace(
    _NORM,
    id="transformer_basics.saturated_norm.equal",
    label="the norm of the Jacobian of $h' = \\tanh(W h + x)$ over $T$ steps",
    interpretation="$h' = \\tanh(W h + x)$, $W$ orthogonal times $\\rho$, normal inputs: $\\rho^T$",
    role=Role.CHARITABLE,
    quantity="saturated_norm",
    grid={},
    bears=Bears.SUPPORTS,
)
_NEXT = Claim(
    id="transformer_basics.information_drop.markov",
    statement_id="transformer_basics.S15.2",
    interpretation="Markov chains of two and of three states: the next token shares more with a token than "
    "any later one",
    label="the information shared with the next token minus that shared with the token $k$ further on",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="information_drop",
    grid={"process": ("symmetric", "skew", "three")},
    margin=0.0,
    tags=("information",),
)
_DECAY = replace(
    _NEXT,
    id="transformer_basics.information_rate.twice",
    statement_id="transformer_basics.S15.3",
    interpretation="Markov chains of two and of three states: it falls like $\\lambda^{2 k}$, by "
    "$-2 \\log \\lambda$ in each step",
    label="minus the logarithm of the ratio of information at lags $k + 1$ and $k$ (correlations "
    "falling like $\\lambda^k$)",
    relation=Relation.LIMIT,
    claimed="-2*log(lam)",
    quantity="information_rate",
    diverging="k",
    margin=0.01,
)

CLAIMS: tuple[Claim, ...] = (
    _RATE,
    _NORM,
    replace(
        _NORM,
        id="transformer_basics.jacobian_norm.normal",
        interpretation="linear recurrence, orthogonal times $\\rho$: $|W^T| = \\rho^T$",
        role=Role.CHARITABLE,
        derivation="jacobian_norm",
        grid={"matrix": ("normal",)},
        bears=Bears.SUPPORTS,
    ),
    replace(
        _NORM,
        id="transformer_basics.jordan_corner",
        interpretation="linear recurrence, Jordan block of size 2: beside $\\rho^T$ stands $T \\rho^{T-1}$, "
        "which is $T/\\rho$ times as much",
        label="the corner over the diagonal of the Jacobian of a Jordan block",
        claimed="T/rho",
        derivation="jordan_corner",
        quantity="jordan_corner",
        grid={},
        margin=1e-6,
    ),
    _SATURATED,
    replace(
        _SATURATED,
        id="transformer_basics.saturated_norm.bound",
        interpretation="$h' = \\tanh(W h + x)$, $W$ orthogonal times $\\rho$, normal inputs: at most "
        "$\\rho^T$, as "
        "$\\tanh' \\le 1$",
        relation=Relation.AT_MOST,
    ),
    _NEXT,
    replace(
        _NEXT,
        id="transformer_basics.information_drop.interleaved",
        interpretation="two independent chains that take turns, a stationary process that is no Markov chain "
        "of "
        "first order: the same",
        role=Role.STRONGER,
        grid={"process": ("interleaved",)},
        bears=Bears.REFINES,
    ),
    _DECAY,
    replace(
        _DECAY,
        id="transformer_basics.information_rate.once",
        interpretation="Markov chains of two and of three states: it falls like $\\lambda^k$, as "
        "correlations do",
        role=Role.CHARITABLE,
        claimed="-log(lam)",
        bears=Bears.REFINES,
    ),
    replace(
        _DECAY,
        id="transformer_basics.lag_information.symmetric",
        interpretation="symmetric chain of two states: $\\frac{1 + \\lambda^k}{2} \\log(1 + \\lambda^k) + "
        "\\frac{1 - \\lambda^k}{2} \\log(1 - \\lambda^k)$ at every lag",
        label="the information shared by tokens $k$ apart in a symmetric chain of two states",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="((1 + lam**k)*log(1 + lam**k) + (1 - lam**k)*log(1 - lam**k))/2",
        derivation="lag_information",
        quantity="lag_information",
        grid={"process": ("symmetric",), "k": (1, 2, 3, 4, 6)},
        diverging=None,
        margin=1e-6,
        bears=Bears.REFINES,
    ),
)

FIGURES: tuple[Figure, ...] = (
    Figure(
        id="transformer_basics.figure.lag_information",
        title="Information shared by tokens k apart",
        caption="Symmetric chains of two states; dashed, $\\lambda^{2 k}/2$ at $\\lambda = .9$.",
        alternative="Each curve falls exponentially, the faster the smaller the eigenvalue.",
        quantity="lag_information",
        drawing=Drawing.CURVES,
        x="k",
        series="lam",
        grid={"process": ("symmetric",)},
        laws={"0.9": "(9/10)**(2*k)/2"},
        log_x=False,
        supports=("transformer_basics.information_rate.twice",),
    ),
)
