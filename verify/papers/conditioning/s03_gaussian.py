"""S3 (f): normal keys and values, where |eta|^2 is a product of chi-squares; and scalar values, d_v = 1.

With a query of length one the probability of failure is a Meijer G-function, known by a conditioning
integral, by Mellin inversion, and by simulation; it falls exponentially in d_k at a constant load.
"""

from ...paper import charitable, derived, powers, quantity, stronger
from .s03_error_law import ANSWER, S3

gaussian = S3.having(tags=("gaussian",))
refined = gaussian.having(bears="refines")
rate = gaussian.having(bears="contradicts", tags=("gaussian", "rate"))

NOISE = r"with normal keys and values, the probability of a noise power $|\eta|^2 > \tau$"
MARKOV = "(n - 1)/(d_k*tau)"
STUDENT = "betainc(d_k/2, 1/2, 0, (n - 1)/n)"
inversion = quantity("gaussian_failure_inversion", NOISE)
exact = inversion(d_k=powers(8, 128)).quick(d_k=(8, 16))
integral = quantity("gaussian_failure_integral", NOISE)(d_k=powers(8, 128)).quick(d_k=(8, 16))
drawn = quantity("gaussian_failure", NOISE)(d_k=powers(8, 32), tau=(0.5, 1.0)).quick(d_k=8)

for name, how, probability, margin in (
    ("inversion", "by Mellin inversion", exact, 0.02),
    ("integral", "by the conditioning integral", integral, 0.02),
    ("sampled", "on drawn keys and values", drawn, 0.1),
):
    gaussian.claim(
        f"gaussian_failure.{name}",
        f"(f) normal keys and values, query of length one: Markov's bound and the exact law, {how}",
        probability(query="unit").at_most(MARKOV, margin=margin),
        stronger(derivation="gaussian_failure"),
    )

gaussian.claim(
    "gaussian_failure.tilted",
    "(f) normal keys and values, query of length one: Markov's bound and the exact law far out in the tail, "
    "by tilted sampling",
    quantity("gaussian_rare_failure", NOISE)["tilted"](d_k=powers(16, 64))
    .quick(d_k=16)
    .at_most(MARKOV, margin=0.2),
    stronger(derivation="gaussian_failure"),
)

gaussian.claim(
    "gaussian_failure.stored_query",
    "(f) normal keys and values, queried with the stored key as it is, a third chi-square: Markov's bound",
    exact(query="stored").at_most(MARKOV, margin=0.02),
    stronger(derivation="gaussian_noise_bound"),
)

rate.claim(
    "gaussian_failure.rate",
    r"(f) normal keys and values at a constant load $n - 1 = d_k$, $\tau = 4$: it falls like "
    r"$e^{-(1 - \log 2) d_k}/\sqrt{d_k}$, the rate being that of the large-deviation rule",
    inversion(query="unit", tau=4.0, d_k=powers(8, 256))
    .where("n - 1 == d_k")
    .named(r"with normal keys and values at $n - 1 = d_k$, the probability of a noise power $|\eta|^2 > 4$")
    .grows_like("C/(sqrt(d_k)*(1 + exp((1 - log(2))*d_k)))", diverging="d_k"),
    stronger(derivation="gaussian_failure_chernoff"),
)

gaussian.claim(
    "gaussian_failure.power",
    r"(f) normal keys and values at a constant load $n - 1 = d_k/2$, $\tau = 1$, where the law asks for a "
    "constant",
    inversion(query="unit", tau=1.0, d_k=powers(8, 128))
    .where("2*(n - 1) == d_k")
    .named(
        "with normal keys and values at a constant load $n - 1 = d_k/2$, the probability of a noise power "
        r"$|\eta|^2 > 1$"
    )
    .grows_like("C", alternatives=("C/d_k",), diverging="d_k"),
    charitable(derivation="gaussian_failure_half_load", tags=("gaussian", "error-law", ANSWER)),
)

rate.claim(
    "gaussian_failure.rate_formula",
    r"(f) normal keys and values at $n - 1 = d_v = d_k$, $\tau > 1$: the limit of $-\log(p)/d_k$",
    derived(
        r"with normal keys and values at $n - 1 = d_v = d_k$, the limit of $-\log(p)/d_k$ for $p$, the "
        r"probability of a noise power $|\eta|^2 > \tau$,"
    ).equals("sqrt(tau) - 1 - log(tau)/2", margin=0.0),
    stronger(derivation="gaussian_failure_rate"),
)

refined.claim(
    "gaussian_noise.moment",
    r"(f) normal keys and values, query of length one: $\mathbb{E} |\eta|^{2s}$ for every $s > 0$",
    derived(r"with normal keys and values, the moment $\mathbb{E}|\eta|^{2s}$ of the noise").equals(
        "(2/d_k)**s*(2/d_v)**s*gamma(d_v/2 + s)*gamma((n - 1)/2 + s)/(gamma(d_v/2)*gamma((n - 1)/2))",
        margin=0.0,
    ),
    stronger(derivation="gaussian_noise_moment"),
)

refined.claim(
    "scalar_failure.gaussian",
    "(f) scalar values, normal keys, queried with the stored key: Student's law",
    quantity(
        "gaussian_scalar_failure_student", "with scalar values and normal keys, the probability of failure"
    ).equals(STUDENT, margin=0.001),
    stronger(derivation="scalar_failure"),
)

refined.claim(
    "scalar_failure.gaussian_sampled",
    "(f) scalar values, normal keys: Student's law on drawn keys",
    quantity("gaussian_scalar_failure")["fails"](d_k=(1, 4, 8, 16))
    .named("with scalar values and normal keys, the probability of failure")
    .quick(d_k=(1, 4))
    .where("n >= d_k/2")
    .equals(STUDENT, margin=0.15),
    stronger(derivation="scalar_failure"),
)

refined.claim(
    "scalar_failure.sphere_gap",
    "(f) scalar values, keys on the sphere, by a Fourier integral: below Student's law of normal keys, the "
    "sphere's gap to it",
    quantity(
        "scalar_failure_fourier", "with scalar values and unit keys, the probability of failure"
    ).at_most(STUDENT, margin=0.02),
    stronger(derivation="noise_bound_at_one"),
)
