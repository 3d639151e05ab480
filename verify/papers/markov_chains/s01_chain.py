"""S1: stationary law, entropies, covariance, and what one symbol tells of the next.

`p` and `q` are the probabilities of leaving 0 and of leaving 1, `m` a lag, `pi_1` the share of ones; at
lambda = 1 - p - q = 0 symbols are independent.
"""

from ...paper import literal, quantity, stronger
from . import paper

chain = paper.having(tags=("chain",))

S1_1 = chain.statement(
    "S1.1 Stationary law",
    r"$\pi = (\pi_0, \pi_1) = (\frac{q}{p+q}, \frac{p}{p+q})$.",
    place="slide: Input data: First-order Markov chain",
    why_primary="It is the formula as printed.",
)

S1_1.claim(
    "stationary_one",
    r"$\pi_1 = p/(p+q)$ is the share of ones in the long run, from any start",
    quantity("stationary_one", "the long-run share of ones").equals("p/(p + q)", margin=1e-09),
    literal(derivation="stationary_one"),
)

S1_2 = chain.statement(
    "S1.2 Entropy of the stationary law",
    r"$H(\pi)$, the entropy of the stationary distribution.",
    place="slide: Theoretical results, (iii)",
    why_primary="It is the definition, in nats.",
)

S1_2.claim(
    "marginal_entropy",
    r"$H(\pi) = -\pi_0 \log \pi_0 - \pi_1 \log \pi_1$ in nats",
    quantity("marginal_entropy", r"the entropy $H(\pi)$ of one symbol").equals(
        "log(p + q) - (p*log(p) + q*log(q))/(p + q)", margin=1e-09
    ),
    literal(derivation="marginal_entropy"),
)

S1_3 = chain.statement(
    "S1.3 Entropy rate",
    "The entropy rate $R$ is the least loss, of the bigram.",
    place="slide: Ideally...",
    why_primary="It is the closed form of what one more symbol adds.",
)

S1_3.claim(
    "entropy_rate",
    r"$R = \pi_0 h(p) + \pi_1 h(q)$ with $h$ the binary entropy in nats",
    quantity("entropy_rate", "the entropy rate $R$").equals(
        "-(q*(p*log(p) + (1 - p)*log(1 - p)) + p*(q*log(q) + (1 - q)*log(1 - q)))/(p + q)", margin=1e-09
    ),
    literal(derivation="entropy_rate"),
)

S1_4 = chain.question(
    "S1.4 Covariance at a lag",
    "What is the covariance of symbols $m$ apart?",
    why_primary="It is the formula, for every lag.",
)

S1_4.claim(
    "lag_covariance",
    r"$\mathrm{Cov}(x_n, x_{n+m}) = \pi_0 \pi_1 \lambda^m$",
    quantity("lag_covariance", "the covariance of two symbols $m$ apart").equals(
        "p*q*(1 - p - q)**m/(p + q)**2", margin=1e-06
    ),
    literal(derivation="lag_covariance"),
)

S1_5 = chain.question(
    "S1.5 The gap is a mutual information",
    r"What does $L(\theta_\pi) - L(\theta_*)$ measure?",
    why_primary="It is the identity.",
)

S1_5.claim(
    "information_gap",
    "what the bigram saves over the marginal is the mutual information of neighbours",
    quantity("information_gap", r"$H(\pi) - R - I(x_n; x_{n+1})$").vanishes(margin=1e-09),
    literal(derivation="information_gap"),
)

S1_6 = chain.statement(
    "S1.6 The gap's sign",
    r"$L(\theta_\pi) > L(\theta_*)$.",
    place="slide: Theoretical results, (i)",
    why_primary="The slide states it for $p + q > 1$, where symbols are dependent.",
)

saved_loss = quantity("saved_loss", r"the saved loss $H(\pi) - R$")

S1_6.claim(
    "saved_loss.positive",
    r"a dependent chain, $p + q \ne 1$: the rate is below the entropy of one symbol, on both sides of "
    "$p + q = 1$",
    saved_loss.where("(1 - p - q)**2 > 0.001").exceeds(margin=1e-09),
    literal(derivation="saved_loss"),
)

S1_6.claim(
    "saved_loss.independent",
    "$p + q = 1$: the rate is the entropy of one symbol",
    saved_loss(p=(0.125, 0.5, 0.75)).where("(1 - p - q)**2 <= 0").equals("0", margin=1e-09),
    literal(bears="refines", derivation="saved_loss_uncoupled"),
)

S1_7 = chain.question(
    "S1.7 Expansion of the gap",
    r"How large is $H(\pi) - R$ where $\lambda = 1 - p - q$ is small?",
    why_primary="The leading term says how large the gap is.",
)

S1_7.claim(
    "information_expansion.second",
    r"$\pi$ held: $H(\pi) - R = \lambda^2/2 + O(\lambda^3)$, whatever $\pi$ is",
    quantity("information_second", r"the coefficient of $\lambda^2$ in the saved loss").equals(
        "1/2", margin=1e-09
    ),
    literal(derivation="information_second"),
)

S1_7.claim(
    "information_expansion.third",
    r"$\pi$ held: the next term is $-(\pi_1 - \pi_0)^2 \lambda^3/(6 \pi_0 \pi_1)$",
    quantity("information_third", r"the coefficient of $\lambda^3$ in the saved loss").equals(
        "-(1 - 2*pi_1)**2/(6*pi_1*(1 - pi_1))", margin=1e-07
    ),
    literal(derivation="information_third"),
)

S1_8 = chain.question(
    "S1.8 Sign of lambda",
    r"Which saves more over the marginal at the same $|\lambda|$ and $\pi$, a chain that sticks or one that "
    "alternates?",
    why_primary=r"It compares both signs at one size of $\lambda$ and one stationary law.",
).having(tags=("chain", "answer: Whether the sign of lambda matters to what is saved"))

information_asymmetry = quantity(
    "information_asymmetry", r"the information of neighbours at $\lambda = -1/n$ minus that at $1/n$"
)

S1_8.claim(
    "information_asymmetry.positive",
    "unequal shares of zeros and ones: a chain that alternates tells more than one that sticks, at the same "
    r"$|\lambda|$",
    information_asymmetry(pi_1=(0.125, 0.25, 0.375, 0.75)).exceeds(margin=1e-09),
    stronger(derivation="information_asymmetry"),
)

S1_8.claim(
    "information_asymmetry.balanced",
    r"as many zeros as ones: the saved loss depends on $|\lambda|$ alone",
    information_asymmetry(pi_1=0.5).equals("0", margin=1e-09),
    stronger(bears="refines", derivation="balanced_asymmetry"),
)

S1_8.claim(
    "information_asymmetry.even",
    r"any shares: the saved loss depends on $|\lambda|$ alone",
    information_asymmetry.equals("0", margin=1e-09),
    stronger(bears="contradicts", derivation="information_asymmetry"),
)
