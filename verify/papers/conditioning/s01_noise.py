"""S1: moments of the crosstalk eta_i, the bound on its tail, and the overlap <k_i, k_j> of two keys."""

from ...paper import charitable, literal, powers, quantity, stronger
from . import TIED, paper

S1 = paper.statement(
    "S1 Signal-to-noise law",
    "A stored value is read out against crosstalk of mean power $(n - 1)/d_k$, so the signal-to-noise ratio "
    "is $d_k/(n - 1)$.",
    place="capacity theorem",
    why_primary="The capacity argument rests on the mean power of the crosstalk alone.",
).having(severity="critical")

noise = quantity("noise_power")(n=powers(2, 32), d_k=powers(8, 256), d_v=(8, 32))
power = noise["power"].quick(n=powers(4, 16), d_k=(8, 32, 64), d_v=8)

S1.claim(
    "noise_power.mean",
    r"mean of $|\eta_i|^2$ over keys and values",
    power.named(r"the mean noise power $|\eta_i|^2$").equals("(n - 1)/d_k", margin=0.02),
    literal(derivation="noise_power", tags=("moments", "core")),
)

S1.claim(
    "noise_power.law",
    r"order of growth of the mean of $|\eta_i|^2$ in $n - 1$, $d_k$ and $d_v$",
    power.named(r"the mean noise power $|\eta_i|^2$").grows_like(
        "C*(n - 1)/d_k", alternatives=("C*n/d_k", "C*(n - 1)/sqrt(d_k)", "C*(n - 1)**2/d_k")
    ),
    charitable(derivation="noise_power", tags=("moments", "law")),
)

S1.claim(
    "noise_power.signal_to_noise",
    r"power of the stored value over the mean of $|\eta_i|^2$",
    power.statistic("reciprocal").named("the signal-to-noise ratio").equals("d_k/(n - 1)", margin=0.02),
    literal(derivation="signal_to_noise", tags=("moments", "core")),
)

# Without the fewest items, whose tails are the heaviest and whose trials cost most.
few = noise.quick(n=(8, 16), d_k=(8, 32), d_v=8)
moments = S1.having(bears="refines", tags=("moments",))

moments.claim(
    "noise_power.second_moment",
    r"$\mathbb{E}|\eta_i|^4$",
    few["square"]
    .named(r"the second moment $\mathbb{E}|\eta_i|^4$ of the noise power")
    .equals("3*(n - 1)/(d_k*(d_k + 2)) + (n - 1)*(n - 2)*(1 + 2/d_v)/d_k**2", margin=0.02),
    stronger(derivation="noise_power_second_moment"),
)

moments.claim(
    "noise_power.third_moment",
    r"$\mathbb{E}|\eta_i|^6$",
    few["cube"]
    .named(r"the third moment $\mathbb{E}|\eta_i|^6$ of the noise power")
    .equals(
        "15*(n - 1)/(d_k*(d_k + 2)*(d_k + 4)) + 9*(n - 1)*(n - 2)*(1 + 4/d_v)/(d_k**2*(d_k + 2)) + "
        "(n - 1)*(n - 2)*(n - 3)*(1 + 6/d_v + 8/d_v**2)/d_k**3",
        margin=0.05,
    ),
    stronger(derivation="noise_power_third_moment"),
)

moments.claim(
    "noise_power.variance",
    r"variance of $|\eta_i|^2$",
    few["power"]
    .statistic("variance")
    .named(r"the variance of the noise power $|\eta_i|^2$")
    .equals("2*(n - 1)/d_k**2*((d_k - 1)/(d_k + 2) + (n - 2)/d_v)", margin=0.05),
    stronger(derivation="noise_power_variance"),
)

moments.claim(
    "noise_power.directional_variance",
    r"variance of $\langle \eta_i, u \rangle$ along a fixed unit vector $u$",
    few["along"]
    .named(r"the variance of the crosstalk $\eta_i$ along a fixed direction")
    .equals("(n - 1)/(d_k*d_v)", margin=0.02),
    stronger(derivation="directional_variance"),
)

S1.claim(
    "noise_power.markov",
    r"probability that one item has $|\eta_i|^2 > 1$, bounded by Markov's inequality",
    quantity("item_failure")["first"](d_k=powers(16, 512))
    .quick(d_k=(16, 64))
    .named(r"the probability that an item has a noise power $|\eta_i|^2 > \tau$")
    .at_most("(n - 1)/(d_k*tau)", margin=0.02),
    charitable(bears="refines", derivation="noise_tail_bound", setting=TIED, tags=("tails",)),
)

overlap = S1.having(severity="major", tags=("overlap", "moments"))
overlaps = quantity("key_overlap")(d_k=powers(4, 512)).quick(d_k=powers(4, 64, 4))

overlap.claim(
    "key_overlap.mean_square",
    r"$\mathbb{E}\langle k_i, k_j \rangle^2$ of two independent keys",
    overlaps["square"].named("the mean square overlap of two keys").equals("1/d_k", margin=0.02),
    literal(derivation="key_overlap_mean_square"),
)

for name, power_of, formula, margin in (
    ("fourth", 4, "3/(d_k*(d_k + 2))", 0.02),
    ("sixth", 6, "15/(d_k*(d_k + 2)*(d_k + 4))", 0.05),
):
    overlap.claim(
        f"key_overlap.{name}_moment",
        rf"$\mathbb{{E}}\langle k_i, k_j \rangle^{power_of}$",
        overlaps[name].named(f"the {name} moment of the overlap of two keys").equals(formula, margin=margin),
        stronger(bears="refines", derivation=f"key_overlap_{name}_moment"),
    )

overlap.claim(
    "key_overlap.mean_absolute",
    r"$\mathbb{E}|\langle k_i, k_j \rangle|$, by quadrature of the slice density",
    quantity("key_overlap_quadrature", "the mean absolute overlap of two keys")(d_k=powers(4, 512))
    .quick(d_k=powers(4, 64, 4))
    .equals("gamma(d_k/2)/(sqrt(pi)*gamma((d_k + 1)/2))", margin=0.02),
    stronger(bears="refines", derivation="key_overlap_mean_absolute"),
)

tails = S1.having(severity="major", tags=("overlap", "tails"))
BEYOND = r"the probability that the overlap $|k_i \cdot k_j|$ of two keys exceeds $t$"

tails.claim(
    "key_overlap.tail",
    r"tail probability of $|\langle k_i, k_j \rangle|$ beyond $t$",
    quantity("key_overlap_tail", BEYOND)["beyond"](d_k=powers(4, 512))
    .quick(d_k=(4, 64))
    .equals("betainc(1/2, (d_k - 1)/2, t**2, 1)", margin=0.05),
    stronger(bears="refines", derivation="key_overlap_tail"),
)

tails.claim(
    "key_overlap.tail_bound",
    r"sub-Gaussian bound on the tail of $|\langle k_i, k_j \rangle|$",
    quantity("key_overlap_tail_quadrature", BEYOND)(d_k=powers(4, 512))
    .quick(d_k=(4, 64))
    .at_most("2*exp(-d_k*t**2/2)", margin=0.02),
    charitable(bears="refines", derivation="key_overlap_tail_bound"),
)
