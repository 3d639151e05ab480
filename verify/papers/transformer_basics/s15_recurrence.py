"""S15: Jacobians of recurrent networks over T steps, and what tokens tell of others.

`matrix` is the kind of recurrent matrix and `rho` its spectral radius; `process` the kind of process, `lam`
the second eigenvalue of its chain, and `k` the lag.
"""

from ...paper import charitable, quantity, stronger
from . import paper

MARKOV = ("symmetric", "skew", "three")
"""Chains of two states, symmetric and not, and of three."""

S15_1 = paper.statement(
    "S15.1 Jacobians of recurrent networks",
    r"Jacobians of recurrent networks decay or grow like $\rho^T$.",
    place="Recurrence and training",
    why_primary=r"What is like $\rho^T$ has its exponential rate; $\rho$ is the spectral radius.",
).having(tags=("recurrence", "answer: How Jacobians of a recurrence grow"), quantifier="all")

S15_1.claim(
    "jacobian_rate",
    r"linear recurrence, any matrix: $\frac1T \log |W^T|$ tends to $\log \rho$ with the spectral radius "
    r"$\rho$",
    quantity(
        "jacobian_rate",
        r"the rate $\frac{1}{T} \log \|W^T\|$ of a linear recurrence of spectral radius $\rho$",
    ).tends_to("log(rho)", margin=0.01, diverging="T"),
)

norm = quantity("jacobian_norm", r"the norm $\|W^T\|$ of a linear recurrence's Jacobian over $T$ steps")

S15_1.claim(
    "jacobian_norm.any",
    r"linear recurrence, a Jordan block and a random matrix: $|W^T| = \rho^T$",
    norm(matrix=("jordan", "random")).equals("rho**T", margin=0.02),
    stronger(bears="refines"),
)

S15_1.claim(
    "jacobian_norm.normal",
    r"linear recurrence, orthogonal times $\rho$: $|W^T| = \rho^T$",
    norm(matrix="normal").equals("rho**T", margin=0.02),
    charitable(derivation="jacobian_norm"),
)

S15_1.claim(
    "jordan_corner",
    r"linear recurrence, Jordan block of size 2: beside $\rho^T$ stands $T \rho^{T-1}$, which is $T/\rho$ "
    "times as much",
    quantity("jordan_corner", "the corner over the diagonal of the Jacobian of a Jordan block").equals(
        "T/rho", margin=1e-06
    ),
    stronger(bears="refines", derivation="jordan_corner"),
)

saturated = quantity("saturated_norm", r"the norm of the Jacobian of $h' = \tanh(W h + x)$ over $T$ steps")

S15_1.claim(
    "saturated_norm.equal",
    r"$h' = \tanh(W h + x)$, $W$ orthogonal times $\rho$, normal inputs: $\rho^T$",
    saturated.equals("rho**T", margin=0.02),
    charitable(),
)

S15_1.claim(
    "saturated_norm.bound",
    r"$h' = \tanh(W h + x)$, $W$ orthogonal times $\rho$, normal inputs: at most $\rho^T$, as $\tanh' \le 1$",
    saturated.at_most("rho**T", margin=0.02),
    charitable(),
)

S15_2 = paper.statement(
    "S15.2 Information in the next token",
    "The information that tokens so far hold about the next token is the largest.",
    place="Recurrence and training",
    why_primary="The ledger asks for mutual information against lag for a Markov chain.",
).having(tags=("information",))

drop = quantity(
    "information_drop",
    "the information shared with the next token minus that shared with the token $k$ further on",
)

S15_2.claim(
    "information_drop.markov",
    "Markov chains of two and of three states: the next token shares more with a token than any later one",
    drop(process=MARKOV).exceeds(),
)

S15_2.claim(
    "information_drop.interleaved",
    "two independent chains that take turns, a stationary process that is no Markov chain of first order: "
    "the same",
    drop(process="interleaved").exceeds(),
    stronger(bears="refines"),
)

S15_3 = paper.statement(
    "S15.3 Rate of the information",
    "For a Markov chain mutual information falls exponentially with the lag.",
    place="Recurrence and training",
    why_primary="It names the rate that mutual information, quadratic in correlations, has.",
).having(tags=("information",))

rate = quantity(
    "information_rate",
    "minus the logarithm of the ratio of information at lags $k + 1$ and $k$ (correlations falling like "
    r"$\lambda^k$)",
)(process=MARKOV)

S15_3.claim(
    "information_rate.twice",
    r"Markov chains of two and of three states: it falls like $\lambda^{2 k}$, by $-2 \log \lambda$ in each "
    "step",
    rate.tends_to("-2*log(lam)", margin=0.01, diverging="k"),
)

S15_3.claim(
    "information_rate.once",
    r"Markov chains of two and of three states: it falls like $\lambda^k$, as correlations do",
    rate.tends_to("-log(lam)", margin=0.01, diverging="k"),
    charitable(bears="refines"),
)

S15_3.claim(
    "lag_information.symmetric",
    r"symmetric chain of two states: $\frac{1 + \lambda^k}{2} \log(1 + \lambda^k) + \frac{1 - \lambda^k}{2} "
    r"\log(1 - \lambda^k)$ at every lag",
    quantity("lag_information")(process="symmetric", k=(1, 2, 3, 4, 6))
    .named("the information shared by tokens $k$ apart in a symmetric chain of two states")
    .equals("((1 + lam**k)*log(1 + lam**k) + (1 - lam**k)*log(1 - lam**k))/2", margin=1e-06),
    stronger(bears="refines", derivation="lag_information"),
)
