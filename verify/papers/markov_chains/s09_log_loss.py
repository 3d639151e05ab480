"""S9: the log loss of counts of contexts, one half added to each.

`T` is the number of symbols seen, `p` and `q` are the switching probabilities of a binary chain, `k` is the
order of a chain on `S` symbols, `theta` the probability of a one among independent bits, `share` that of ones
in a sequence.
"""

from ...paper import charitable, literal, quantity, stronger
from . import paper

S9_4 = paper.question(
    "S9.4 The estimate under the next-token loss",
    "What does it cost in log loss to predict by counts of contexts?",
    primary="add_half_excess.chain",
    why_primary="One half added makes the loss finite, and the binary chain of order one is that of the "
    "slides.",
).having(tags=("add-half", "log loss", "answer: Log loss of the in-context estimate"))

S9_4.claim(
    "infinite_loss.zero",
    "the estimate as it is: its log loss is finite, as nothing happens that it calls impossible in a context "
    "it has seen",
    quantity("infinite_loss", "the probability that the next symbol was given probability 0").equals(
        "0", margin=1e-12
    ),
    literal(bears="refines"),
)

S9_4.claim(
    "largest_log_loss.add_half",
    r"one half added to each count: the log loss of a bit is at most $\log(2(T - k) + 2)$ on every sequence, "
    "and it is reached",
    quantity("largest_log_loss", "the largest log loss of add-half counts for one bit").equals(
        "log(2*(T - k) + 2)", margin=1e-12
    ),
    charitable(),
)

add_half_excess_limit = quantity(
    "add_half_excess_limit",
    "the limit of $T$ times the excess log loss of add-half counts for the next symbol",
)

S9_4.claim(
    "add_half_excess.bits",
    "one half added to each count, independent bits: the excess falls like $1/(2T)$",
    add_half_excess_limit(theta=(0.2, 0.5)).equals("1/2", margin=0.001),
    stronger(derivation="add_half_excess_bits"),
)

S9_4.claim(
    "add_half_excess.certain",
    "one half added, a bit that never is a one: the same $1/(2T)$",
    add_half_excess_limit(theta=0.0).equals("1/2", margin=0.001),
    stronger(derivation="certain_excess"),
)

S9_4.claim(
    "add_half_excess.chain",
    "one half added, a binary chain of order one: $1/(2T)$ for each of its two contexts",
    quantity(
        "add_half_chain_excess_limit",
        "the limit of $T$ times the excess log loss of add-half counts for the next symbol",
    ).equals("1", margin=0.001),
    stronger(derivation="add_half_excess_binary"),
)

S9_4.claim(
    "add_half_excess.order",
    "one half added, chains of order two or less on two or three symbols, as the sequence grows, measured at "
    "1024 symbols: $S^k (S - 1)/(2T)$",
    quantity("modular_risk")["excess"](S=(2, 3), k=(1, 2), T=1024)
    .quick(k=1)
    .where("order == k")
    .named("$T$ times the excess log loss of add-half counts for the next symbol")
    .equals("S**k*(S - 1)/2", margin=0.08, asymptotic=True, diverging="T"),
    stronger(derivation="add_half_excess"),
)

S9_4.claim(
    "add_half_redundancy.bits",
    "independent bits of a probability inside (0, 1): all T of them cost "
    r"$\frac12 \log T + \frac12 \log(\pi/2) - \frac12$ more than by their own law",
    quantity("add_half_redundancy_limit")(theta=(0.2, 0.5))
    .named(
        r"the limit of the mean excess log loss of add-half counts on a whole sequence minus $\frac12 \log T$"
    )
    .equals("log(pi/2)/2 - 1/2", margin=0.001),
    stronger(),
)

S9_4.claim(
    "add_half_redundancy.chain",
    r"a binary chain of order one: $\frac12 \log T$ for each context, and the constant of bits and "
    r"$\frac12 \log \pi_c$ more",
    quantity(
        "add_half_chain_redundancy_limit",
        r"the limit of the mean excess log loss of add-half counts on a whole sequence minus $\log T$",
    ).equals("log(pi/2) - 1 + log(p*q/(p + q)**2)/2", margin=0.001),
    stronger(),
)

S9_4.claim(
    "redundancy_growth.contexts",
    r"one half added, a chain of order k: $\frac12 \log T$ for each of its $S^k$ contexts and each symbol "
    "but one; bits alone and a binary chain of order one, from $T$ to $4T$ far out",
    quantity("redundancy_growth")
    .quick(source=("bits", "switching"))
    .named(r"the growth of the mean excess log loss of add-half counts per unit of $\log T$")
    .equals("S**k*(S - 1)/2", margin=0.001),
    stronger(derivation="redundancy_growth"),
)

S9_4.claim(
    "modular_redundancy.constant",
    "one half added, bits of order one to three, 4096 symbols, within 2 %: "
    r"$2^{k-1} (\log T - \log 2^k + \log(\pi/2) - 1)$, each context at its own length",
    quantity("modular_redundancy")["redundancy"](T=4096)
    .quick(k=1)
    .named("the mean excess log loss of add-half counts on a whole sequence")
    .equals("2**k/2*(log(T) - k*log(2) + log(pi/2) - 1)", margin=0.02),
    stronger(),
)

add_half_regret_limit = quantity(
    "add_half_regret_limit",
    r"the limit of the regret of add-half counts on a sequence minus $\frac12 \log T$",
)

S9_4.claim(
    "add_half_regret.even",
    r"against the best law in hindsight, as many ones as zeros: $\frac12 \log T + \frac12 \log(\pi/2)$",
    add_half_regret_limit(share=0.5).equals("log(pi/2)/2", margin=0.001),
    stronger(derivation="regret_even"),
)

S9_4.claim(
    "add_half_regret.constant",
    "against the best law in hindsight, a sequence of one symbol alone: "
    r"$\frac12 \log T + \frac12 \log \pi$, $\frac12 \log 2$ more",
    add_half_regret_limit(share=0.0).equals("log(pi)/2", margin=0.001),
    stronger(derivation="regret_constant"),
)
