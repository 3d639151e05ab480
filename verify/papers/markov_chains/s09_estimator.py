r"""S9: the in-context estimator, whether it is a probability, how fast it learns a chain, and of which order.

`p` and `q` are the switching probabilities of a binary chain; a chain of order `k` on `S` symbols adds its
last k symbols, but for noise of share `varepsilon`. `order` is that of the estimator, `T` the symbols seen,
`context` the last of them where one is named. The error is the squared distance of the estimated law of the
next symbol from that of the chain. `source` names a chain or fair symbols, S of them, in contexts of `k`.
"""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

S9_1 = paper.statement(
    "S9.1 The in-context estimator is a probability",
    r"In-context estimator: $\widehat{\Pr}_k(x \mid x_1, \ldots, x_t) \triangleq \sum_{i=k+1}^t "
    r"\mathbb{I}(x_i = x, x_{i-1} = x_t, \ldots, x_{i-k} = x_{t-k+1}) / \sum_{i=k+1}^t \mathbb{I}(x_{i-1} = "
    r"x_n, \ldots, x_{i-k} = x_{t-k+1})$.",
    place="Part II, ICL for kth-order Markov",
    primary="estimate_total.corrected",
    why_primary=r"$\widehat{\Pr}$ is written as a probability, and the numerator compares with $x_t$: the "
    "$n$ of the denominator is a slip.",
    as_printed="It needs $x_t$ in the denominator, where $x_n$ is printed.",
    printed="estimate_total.printed",
).having(
    tags=("in-context estimator", "index", "answer: The in-context estimator as printed"), severity="minor"
)

estimate_total = quantity("estimate_total", "the sum of the in-context estimates of all symbols")

S9_1.claim(
    "estimate_total.printed",
    "as printed: the denominator compares $x_{i-1}$ with $x_n$, n any place; over all sequences the "
    "estimates add up to one (01 and n = 1 give 0, 0100 and n = 2 give 2)",
    estimate_total(index="x_n").equals("1", margin=0.0),
)

S9_1.claim(
    "estimate_total.corrected",
    "with $x_t$ in the denominator, where it is not zero: the estimates add up to one",
    estimate_total(index="x_t").equals("1", margin=1e-12),
    charitable(derivation="estimate_total"),
)

S9_2 = paper.statement(
    "S9.2 Tokens of the same context predict",
    "Main idea: use historical tokens of same context as $x_t$ to predict $x_{t+1}$.",
    place="Part II, ICL for kth-order Markov",
    why_primary="To predict $x_{t+1}$ the estimate has to approach its law; the slide gives no rate, and the "
    "sharpest form of it is the order of its error.",
).having(tags=("in-context estimator", "rate", "answer: How fast the in-context estimate converges"))

context_risk = quantity("context_risk")(p=0.3, context="any")

S9_2.claim(
    "context_risk.rate",
    "order one on a binary chain of order one, p = .3, q = .45: the error falls like $1/T$",
    context_risk(order=1)
    .quick(T=powers(64, 1024))
    .named("the mean squared error of the in-context estimate")
    .grows_like("C/T", alternatives=("C/sqrt(T)",)),
    charitable(),
)

context_constant = quantity(
    "context_constant", "the limit of $T$ times the mean squared error of the in-context estimate"
)

S9_2.claim(
    "context_risk.constant",
    "order one on a binary chain of order one: the constant of the error's $1/T$ is the variances of what "
    "comes after each context, added up; how often a context comes cancels",
    context_constant(context="any").equals("2*p*(1 - p) + 2*q*(1 - q)", margin=0.001),
    stronger(bears="refines", derivation="risk_constant"),
)

S9_2.claim(
    "context_risk.one_context",
    "given the last symbol 0: the constant is the variance after it over its share",
    context_constant(context="0").equals("2*p*(1 - p)*(p + q)/q", margin=0.001),
    stronger(bears="refines", derivation="context_constant"),
)

modular_risk = quantity(
    "modular_risk",
    "$T$ times the mean squared error of the in-context estimate on a modular chain with noise "
    r"$\varepsilon$",
)

modular_constant = "S**k*(1 - 1/S)*varepsilon*(2 - varepsilon)"

S9_2.claim(
    "modular_risk.constant",
    "order two or less, alphabets of two or three, as the sequence grows, measured at 1024 symbols: $S^k$ "
    "times the variance after one context",
    modular_risk["scaled"](S=(2, 3), k=(1, 2), T=1024)
    .quick(k=1)
    .where("order == k")
    .equals(modular_constant, margin=0.08, asymptotic=True, diverging="T"),
    stronger(bears="refines", derivation="modular_constant"),
)

S9_2.claim(
    "modular_risk.constant.order_three",
    "order three, bits, as the sequence grows, measured at 4096 symbols: $S^k$ times the variance after one "
    "context",
    modular_risk["scaled"](S=2, k=3, T=4096)
    .where("order == k")
    .equals(modular_constant, margin=0.08, asymptotic=True, diverging="T"),
    stronger(bears="refines", derivation="modular_constant"),
)

S9_3 = paper.question(
    "S9.3 The estimate is defined",
    "How often is the estimate undefined, as its context never came before?",
    primary="undefined_decay.switching",
    why_primary="The rate of decay, for the chains of the slides, says how soon that is rare.",
).having(tags=("undefined contexts", "rate", "answer: Contexts never seen before"))

undefined_probability = quantity(
    "undefined_probability", "the probability that the in-context estimate is not defined"
)

S9_3.claim(
    "undefined_probability.zero",
    "the formula defines an estimate whatever was seen: its denominator never is zero",
    undefined_probability(T=(8, 16)).equals("0", margin=1e-12),
    literal(bears="refines", tags=("undefined contexts", "answer: Contexts never seen before")),
)

undefined_rate = quantity(
    "undefined_rate", "the rate at which the probability of an undefined in-context estimate decays"
)

S9_3.claim(
    "undefined_decay.switching",
    "a binary chain of order one, p = .3, q = .45: the probability decays exponentially at the rate "
    r"$-\log .7$, at which the symbol left least often stays alone",
    undefined_rate(source="switching").equals("log(10/7)", margin=1e-05),
    stronger(derivation="undefined_decay_switching"),
)

S9_3.claim(
    "undefined_decay.three_symbols",
    r"three fair symbols in contexts of one: at the rate $\log(3/2)$",
    undefined_rate(source="fair", S=3, k=1).equals("log(3/2)", margin=1e-05),
    stronger(derivation="undefined_decay_three"),
)

S9_3.claim(
    "undefined_decay.pairs",
    "fair bits in contexts of two: the probability decays exponentially at the rate "
    r"$\log(4/(1 + \sqrt 5))$, that of sequences without 00",
    undefined_rate(source="fair", S=2, k=2).equals("-log((1 + sqrt(5))/4)", margin=1e-05),
    stronger(derivation="undefined_decay_pairs"),
)

S9_3.claim(
    "undefined_decay.triples",
    r"fair bits in contexts of three: at the rate $\log(2/\tau)$, $\tau^3 = \tau^2 + \tau + 1$",
    undefined_rate(source="fair", S=2, k=3).equals(
        "-log(1/6 + 1/(9*(sqrt(33)/72 + 19/216)**(1/3)) + (sqrt(33)/72 + 19/216)**(1/3))", margin=1e-05
    ),
    stronger(derivation="undefined_decay_triples"),
)

S9_3.claim(
    "undefined_decay.as_if_independent",
    "fair bits in contexts of two or three, as if contexts that overlap were independent: at the rate "
    r"$-\log(1 - 2^{-k})$",
    undefined_rate(source="fair", S=2, k=(2, 3)).equals("-log(1 - 1/S**k)", margin=1e-05),
    charitable(bears="refines"),
)

S9_3.claim(
    "undefined_probability.one_symbol",
    "fair symbols in contexts of one: undefined with probability $(1 - 1/S)^{T-1}$",
    undefined_probability(source="fair", k=1).equals("(1 - 1/S)**(T - 1)", margin=1e-09),
    stronger(
        derivation="undefined_probability_alike",
        tags=("undefined contexts", "answer: Contexts never seen before"),
    ),
)

S9_5 = paper.question(
    "S9.5 The order of the estimator",
    "What is lost where the order of the estimator is not that of the chain?",
    primary="context_risk.order_zero",
    why_primary="What too low an order loses stays for ever.",
).having(tags=("in-context estimator", "order", "answer: Estimators of another order than the chain's"))

S9_5.claim(
    "context_risk.too_low",
    "an order below the chain's: the error still falls like $1/T$",
    context_risk(order=0)
    .quick(T=powers(64, 1024))
    .named("the mean squared error of counting without context")
    .grows_like("C/T", alternatives=("C",)),
    literal(bears="refines"),
)

S9_5.claim(
    "context_risk.order_zero",
    "an order below the chain's: counts without context on a chain of order one keep the error "
    r"$\pi_0 \pi_1 (1 - p - q)^2$ for ever",
    quantity("order_floor", "the limit of the mean squared error of counting without context").equals(
        "p*q*(1 - p - q)**2/(p + q)**2", margin=0.001
    ),
    stronger(derivation="order_floor"),
)

S9_5.claim(
    "modular_risk.too_high",
    "an order above the chain's, two for one, as the sequence grows, measured at 1024 symbols: the error "
    "still vanishes, its constant $S$ times larger for each symbol more",
    modular_risk["scaled"](S=2, k=1, order=2, T=1024)
    .quick()
    .equals("S**order*(1 - 1/S)*varepsilon*(2 - varepsilon)", margin=0.08, asymptotic=True, diverging="T"),
    charitable(derivation="longer_constant"),
)
