"""S3 (f): normal keys and values, where |eta|^2 is a product of chi-squares; and scalar values, d_v = 1.

With a query of length one the probability of failure is a Meijer G-function, known by a conditioning
integral, by Mellin inversion, and by simulation; it falls exponentially in d_k at a constant load.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role

_INVERSION = Claim(
    id="conditioning.gaussian_failure.inversion",
    label="with normal keys and values, the probability of a noise power $|\\eta|^2 > \\tau$",
    statement_id="conditioning.S3",
    interpretation="(f) normal keys and values, query of length one: Markov's bound and the exact law, by "
    "Mellin "
    "inversion",
    role=Role.STRONGER,
    relation=Relation.AT_MOST,
    claimed="(n - 1)/(d_k*tau)",
    derivation="gaussian_failure",
    quantity="gaussian_failure_inversion",
    grid={"query": ("unit",), "d_k": (8, 16, 32, 64, 128)},
    quick_grid={"query": ("unit",), "d_k": (8, 16)},
    margin=0.02,
    tags=("gaussian",),
)
_RATE = replace(
    _INVERSION,
    id="conditioning.gaussian_failure.rate",
    label="with normal keys and values at $n - 1 = d_k$, the probability of a noise power $|\\eta|^2 > 4$",
    interpretation="(f) normal keys and values at a constant load $n - 1 = d_k$, $\\tau = 4$: it falls like "
    "$e^{-(1 - \\log 2) d_k}/\\sqrt{d_k}$, the rate being that of the large-deviation rule",
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/(sqrt(d_k)*(1 + exp((1 - log(2))*d_k)))",
    alternatives=(),
    derivation="gaussian_failure_chernoff",
    diverging="d_k",
    grid={"query": ("unit",), "tau": (4.0,), "d_k": (8, 16, 32, 64, 128, 256)},
    quick_grid={},
    domain=("n - 1 == d_k",),
    margin=0.05,
    tags=("gaussian", "rate"),
    bears=Bears.CONTRADICTS,
)
_SCALAR = replace(
    _INVERSION,
    id="conditioning.scalar_failure.gaussian",
    label="with scalar values and normal keys, the probability of failure",
    interpretation="(f) scalar values, normal keys, queried with the stored key: Student's law",
    relation=Relation.EQUALS,
    claimed="betainc(d_k/2, 1/2, 0, (n - 1)/n)",
    derivation="scalar_failure",
    quantity="gaussian_scalar_failure_student",
    grid={},
    quick_grid={},
    margin=0.001,
    tags=("gaussian",),
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    _INVERSION,
    replace(
        _INVERSION,
        id="conditioning.gaussian_failure.integral",
        interpretation="(f) normal keys and values, query of length one: Markov's bound and the exact law, "
        "by the "
        "conditioning integral",
        derivation="gaussian_failure",
        quantity="gaussian_failure_integral",
    ),
    replace(
        _INVERSION,
        id="conditioning.gaussian_failure.sampled",
        interpretation="(f) normal keys and values, query of length one: Markov's bound and the exact law, "
        "on "
        "drawn keys "
        "and values",
        derivation="gaussian_failure",
        quantity="gaussian_failure",
        output=None,
        grid={"query": ("unit",), "d_k": (8, 16, 32), "tau": (0.5, 1.0)},
        quick_grid={"query": ("unit",), "d_k": (8,), "tau": (0.5, 1.0)},
        margin=0.1,
        tags=("gaussian",),
    ),
    replace(
        _INVERSION,
        id="conditioning.gaussian_failure.tilted",
        interpretation="(f) normal keys and values, query of length one: Markov's bound and the exact law "
        "far out "
        "in the "
        "tail, by tilted sampling",
        derivation="gaussian_failure",
        quantity="gaussian_rare_failure",
        output="tilted",
        grid={"d_k": (16, 32, 64)},
        quick_grid={"d_k": (16,)},
        margin=0.2,
        tags=("gaussian",),
    ),
    replace(
        _INVERSION,
        id="conditioning.gaussian_failure.stored_query",
        interpretation="(f) normal keys and values, queried with the stored key as it is, a third "
        "chi-square: "
        "Markov's "
        "bound",
        derivation="gaussian_noise_bound",
        grid={"query": ("stored",), "d_k": (8, 16, 32, 64, 128)},
        quick_grid={"query": ("stored",), "d_k": (8, 16)},
    ),
    _RATE,
    replace(
        _RATE,
        id="conditioning.gaussian_failure.power",
        label="with normal keys and values at a constant load $n - 1 = d_k/2$, the probability of a "
        "noise power $|\\eta|^2 > 1$",
        interpretation="(f) normal keys and values at a constant load $n - 1 = d_k/2$, $\\tau = 1$, where "
        "the law "
        "asks "
        "for a constant",
        role=Role.CHARITABLE,
        claimed="C",
        alternatives=("C/d_k",),
        derivation="gaussian_failure_half_load",
        grid={"query": ("unit",), "tau": (1.0,), "d_k": (8, 16, 32, 64, 128)},
        domain=("2*(n - 1) == d_k",),
        tags=("gaussian", "error-law", "answer: The error law, factor by factor"),
        bears=Bears.SUPPORTS,
    ),
    replace(
        _RATE,
        id="conditioning.gaussian_failure.rate_formula",
        label="with normal keys and values at $n - 1 = d_v = d_k$, the limit of $-\\log(p)/d_k$ for $p$, "
        "the probability of a noise power $|\\eta|^2 > \\tau$,",
        interpretation="(f) normal keys and values at $n - 1 = d_v = d_k$, $\\tau > 1$: the limit of "
        "$-\\log(p)/d_k$",
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="sqrt(tau) - 1 - log(tau)/2",
        derivation="gaussian_failure_rate",
        diverging=None,
        quantity=None,
        grid={},
        domain=(),
        margin=0.0,
        tags=("gaussian", "rate"),
        bears=Bears.CONTRADICTS,
    ),
    replace(
        _INVERSION,
        id="conditioning.gaussian_noise.moment",
        label="with normal keys and values, the moment $\\mathbb{E}|\\eta|^{2s}$ of the noise",
        interpretation="(f) normal keys and values, query of length one: $\\mathbb{E} |\\eta|^{2s}$ for "
        "every "
        "$s > 0$",
        relation=Relation.EQUALS,
        claimed="(2/d_k)**s*(2/d_v)**s*gamma(d_v/2 + s)*gamma((n - 1)/2 + s)/(gamma(d_v/2)*gamma((n - 1)/2))",
        derivation="gaussian_noise_moment",
        quantity=None,
        grid={},
        quick_grid={},
        margin=0.0,
        tags=("gaussian",),
        bears=Bears.REFINES,
    ),
    _SCALAR,
    replace(
        _SCALAR,
        id="conditioning.scalar_failure.gaussian_sampled",
        interpretation="(f) scalar values, normal keys: Student's law on drawn keys",
        derivation="scalar_failure",
        quantity="gaussian_scalar_failure",
        output="fails",
        grid={"d_k": (1, 4, 8, 16)},
        quick_grid={"d_k": (1, 4)},
        domain=("n >= d_k/2",),
        margin=0.15,
        tags=("gaussian",),
        bears=Bears.REFINES,
    ),
    replace(
        _SCALAR,
        id="conditioning.scalar_failure.sphere_gap",
        label="with scalar values and unit keys, the probability of failure",
        interpretation="(f) scalar values, keys on the sphere, by a Fourier integral: below Student's law of "
        "normal keys, "
        "the sphere's gap to it",
        relation=Relation.AT_MOST,
        derivation="noise_bound_at_one",
        quantity="scalar_failure_fourier",
        margin=0.02,
        bears=Bears.REFINES,
    ),
)
