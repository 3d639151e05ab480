"""S1: Proposition 1, T^(-1 + 1/alpha): order, constant, and what finitely many tokens make of it."""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

S1 = paper.statement(
    "S1 Proposition 1: finite data, infinite memory",
    "A memory without limits that predicts correctly all $x$ seen in $T$ independent samples has "
    r"$\mathbb{E}[\mathcal{E}(\hat f)] \asymp T^{-1 + 1/\alpha}$.",
    place="Proposition 1, Eq. (6)",
    why_primary=r"The constants of $\asymp$ may depend on $\alpha$ only, which asks for infinitely many "
    r"tokens, and $\alpha = 2$ is the exponent of the paper's experiments.",
).having(tags=("finite-data", "answer: Error by the number of samples"))

finite = S1.having(tags=("finite-data", "finite-N"))
unseen_mass = quantity("unseen_mass")(T=powers(10, 10**12, 10))

for name, alpha, printed, heavy, law, alternatives in (
    ("two", 2.0, "2", "", "C/sqrt(T)", ("C/T", "C*T**(-1/3)", "C*log(T)/sqrt(T)")),
    ("six_fifths", 1.2, "6/5", ", whose tail is heavy", "C*T**(-1/6)", ("C*T**(-1/3)", "C/log(T)")),
    ("three_halves", 1.5, "3/2", "", "C*T**(-1/3)", ("C/sqrt(T)", "C*T**(-1/6)")),
    ("three", 3.0, "3", "", "C*T**(-2/3)", ("C/sqrt(T)", "C/T")),
):
    S1.claim(
        f"unseen_mass.alpha_{name}",
        "infinitely many tokens, an unseen one is an error: order of growth in $T$ at "
        rf"$\alpha = {printed}${heavy}, $T$ from 10 to $10^{{12}}$",
        unseen_mass(alpha=alpha, unseen="wrong")
        .named(rf"the mean error of a memory without limits at $\alpha = {printed}$")
        .grows_like(law, alternatives=alternatives),
        literal(derivation=f"unseen_mass_{name}", severity="critical"),
    )

S1.claim(
    "unseen_mass.guessed",
    r"an unseen token is guessed among five answers instead of being an error, $\alpha = 2$",
    unseen_mass(alpha=2.0, unseen="guessed")
    .named("the mean error where unseen tokens are guessed")
    .grows_like("C/sqrt(T)", alternatives=("C/T", "C*T**(-1/3)", "C*log(T)/sqrt(T)")),
    charitable(derivation="unseen_mass_guessed"),
)

constant = quantity("unseen_mass_constant")(T=powers(10**8, 10**12, 100)).named(
    r"the mean error in units of $C^{1/\alpha} T^{-1 + 1/\alpha}$"
)

S1.claim(
    "unseen_mass.constant",
    r"the constant of the order: $\Gamma(1 - 1/\alpha)/\alpha$ in units of $C^{1/\alpha}$, at four values "
    r"of $\alpha$",
    constant(alpha=(1.2, 1.5, 2.0, 3.0)).tends_to("gamma(1 - 1/alpha)/alpha", margin=0.001, diverging="T"),
    stronger(bears="refines", derivation="unseen_mass_constant"),
)

S1.claim(
    "unseen_mass.constant.alpha_two",
    r"the constant behind the order at $\alpha = 2$: $\sqrt{\pi}/2$ in units of $C^{1/2}$",
    constant(alpha=2.0).tends_to("sqrt(pi)/2", margin=0.001, diverging="T"),
    stronger(bears="refines", derivation="unseen_mass_constant_two"),
)

unseen_mass_finite = quantity("unseen_mass_finite")(T=(10, 30, 100, 300, 1000, 3000, 10000))

finite.claim(
    "unseen_mass.tokens_100",
    r"finitely many tokens as in the model's definition, $N = 100$, $\alpha = 2$, $T$ from 10 to 10,000",
    unseen_mass_finite(alpha=2.0, N=100)
    .named("the mean error of a memory without limits on 100 tokens")
    .grows_like("C/sqrt(T)", alternatives=("C/T",)),
    literal(derivation="unseen_mass_above"),
)

finite.claim(
    "unseen_mass.alpha_half",
    r"$\alpha = 1/2$ as in Figure 3, where the law asks for an error that grows like $T$: $N = 1000$, $T$ "
    "from 10 to 10,000",
    unseen_mass_finite(alpha=0.5, N=1000)
    .named(r"the mean error of a memory without limits at $\alpha = 1/2$")
    .grows_like("C*T", alternatives=("C",)),
    literal(derivation="unseen_mass_above", severity="minor"),
)

finite.claim(
    "unseen_mass.decay",
    "with $T$ far beyond $1/p(N)$ on $N = 100$ tokens the error decays exponentially, at the rate at which "
    "the rarest token stays unseen",
    quantity(
        "unseen_mass_decay",
        r"the decay rate $-\frac{1}{T} \log \mathcal{E}$ over that of the rarest token ($-\log(1 - p(N))$)",
    ).tends_to("1", margin=0.02, diverging="T"),
    stronger(bears="refines", derivation="unseen_mass_rate"),
)

for name, N, tokens, words, slope in (
    ("100", 100, "100", "100", "naive_slope_hundred"),
    ("million", 10**6, "10^6", "a million", "naive_slope_million"),
):
    finite.claim(
        f"unseen_mass.naive_fit.tokens_{name}",
        r"what a straight line through $\log \mathcal{E}$ against $\log T$ reports, $T$ from 10 to 10,000, "
        f"on $N = {tokens}$ tokens",
        quantity("unseen_mass_exponent")(alpha=(1.2, 1.5, 2.0, 3.0), N=N)
        .named(f"the slope of a straight line through the mean error on {words} tokens")
        .equals("-1 + 1/alpha", margin=0.05),
        stronger(derivation=slope, severity="minor"),
    )
