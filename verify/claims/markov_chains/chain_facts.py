"""S1: stationary law, entropies, covariance, and what one symbol tells of the next.

`p` and `q` are the probabilities of leaving 0 and of leaving 1, `m` a lag, `pi_1` the share of ones; at
lambda = 1 - p - q = 0 symbols are independent.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_DEPENDENT = ("(1 - p - q)**2 > 0.001",)

_STATIONARY = Claim(
    id="markov_chains.stationary_one",
    label="the long-run share of ones",
    statement_id="markov_chains.S1.1",
    interpretation="$\\pi_1 = p/(p+q)$ is the share of ones in the long run, from any start",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="p/(p + q)",
    derivation="stationary_one",
    quantity="stationary_one",
    margin=1e-9,
    tags=("chain",),
)
_SAVED = replace(
    _STATIONARY,
    id="markov_chains.saved_loss.positive",
    label="the saved loss $H(\\pi) - R$",
    statement_id="markov_chains.S1.6",
    interpretation="a dependent chain, $p + q \\ne 1$: the rate is below the entropy of one symbol, on both "
    "sides of "
    "$p + q = 1$",
    relation=Relation.ORDERING,
    claimed="0",
    derivation="saved_loss",
    quantity="saved_loss",
    domain=_DEPENDENT,
)
_ASYMMETRY = replace(
    _SAVED,
    id="markov_chains.information_asymmetry.positive",
    label="the information of neighbours at $\\lambda = -1/n$ minus that at $1/n$",
    statement_id="markov_chains.S1.8",
    interpretation="unequal shares of zeros and ones: a chain that alternates tells more than one that "
    "sticks, "
    "at the "
    "same $|\\lambda|$",
    role=Role.STRONGER,
    derivation="information_asymmetry",
    quantity="information_asymmetry",
    grid={"pi_1": (0.125, 0.25, 0.375, 0.75)},
    domain=(),
    margin=1e-9,
    tags=("chain", "answer: Whether the sign of lambda matters to what is saved"),
)

CLAIMS: tuple[Claim, ...] = (
    _STATIONARY,
    replace(
        _STATIONARY,
        id="markov_chains.marginal_entropy",
        label="the entropy $H(\\pi)$ of one symbol",
        statement_id="markov_chains.S1.2",
        interpretation="$H(\\pi) = -\\pi_0 \\log \\pi_0 - \\pi_1 \\log \\pi_1$ in nats",
        claimed="log(p + q) - (p*log(p) + q*log(q))/(p + q)",
        derivation="marginal_entropy",
        quantity="marginal_entropy",
    ),
    replace(
        _STATIONARY,
        id="markov_chains.entropy_rate",
        label="the entropy rate $R$",
        statement_id="markov_chains.S1.3",
        interpretation="$R = \\pi_0 h(p) + \\pi_1 h(q)$ with $h$ the binary entropy in nats",
        claimed="-(q*(p*log(p) + (1 - p)*log(1 - p)) + p*(q*log(q) + (1 - q)*log(1 - q)))/(p + q)",
        derivation="entropy_rate",
        quantity="entropy_rate",
    ),
    replace(
        _STATIONARY,
        id="markov_chains.lag_covariance",
        label="the covariance of two symbols $m$ apart",
        statement_id="markov_chains.S1.4",
        interpretation="$\\mathrm{Cov}(x_n, x_{n+m}) = \\pi_0 \\pi_1 \\lambda^m$",
        claimed="p*q*(1 - p - q)**m/(p + q)**2",
        derivation="lag_covariance",
        quantity="lag_covariance",
        margin=1e-6,
    ),
    replace(
        _STATIONARY,
        id="markov_chains.information_gap",
        label="$H(\\pi) - R - I(x_n; x_{n+1})$",
        statement_id="markov_chains.S1.5",
        interpretation="what the bigram saves over the marginal is the mutual information of neighbours",
        relation=Relation.IDENTITY,
        claimed="0",
        derivation="information_gap",
        quantity="information_gap",
    ),
    _SAVED,
    replace(
        _SAVED,
        id="markov_chains.saved_loss.independent",
        interpretation="$p + q = 1$: the rate is the entropy of one symbol",
        relation=Relation.EQUALS,
        derivation="saved_loss_uncoupled",
        grid={"p": (0.125, 0.5, 0.75)},
        domain=("(1 - p - q)**2 <= 0",),
        bears=Bears.REFINES,
    ),
    replace(
        _STATIONARY,
        id="markov_chains.information_expansion.second",
        label="the coefficient of $\\lambda^2$ in the saved loss",
        statement_id="markov_chains.S1.7",
        interpretation="$\\pi$ held: $H(\\pi) - R = \\lambda^2/2 + O(\\lambda^3)$, whatever $\\pi$ is",
        claimed="1/2",
        derivation="information_second",
        quantity="information_second",
    ),
    replace(
        _STATIONARY,
        id="markov_chains.information_expansion.third",
        label="the coefficient of $\\lambda^3$ in the saved loss",
        statement_id="markov_chains.S1.7",
        interpretation="$\\pi$ held: the next term is $-(\\pi_1 - \\pi_0)^2 \\lambda^3/(6 \\pi_0 \\pi_1)$",
        claimed="-(1 - 2*pi_1)**2/(6*pi_1*(1 - pi_1))",
        derivation="information_third",
        quantity="information_third",
        margin=1e-7,
    ),
    _ASYMMETRY,
    replace(
        _ASYMMETRY,
        id="markov_chains.information_asymmetry.balanced",
        interpretation="as many zeros as ones: the saved loss depends on $|\\lambda|$ alone",
        relation=Relation.EQUALS,
        derivation="balanced_asymmetry",
        grid={"pi_1": (0.5,)},
        margin=1e-9,
        bears=Bears.REFINES,
    ),
    replace(
        _ASYMMETRY,
        id="markov_chains.information_asymmetry.even",
        interpretation="any shares: the saved loss depends on $|\\lambda|$ alone",
        relation=Relation.EQUALS,
        grid={},
        margin=1e-9,
        bears=Bears.CONTRADICTS,
    ),
)
