"""S1: moments of the crosstalk eta_i, and the bound on its tail."""

from __future__ import annotations

from ...paper import charitable, grid, literal, powers, quantity, stronger
from . import paper

_NOISE_GRID = grid(n=powers(2, 32), d_k=powers(8, 256), d_v=(8, 32))
_NOISE_QUICK = grid(n=powers(4, 16), d_k=(8, 32, 64), d_v=8)
_MOMENTS_QUICK = grid(n=(8, 16), d_k=(8, 32), d_v=8)

S1 = paper.statement(
    "S1 Signal-to-noise law",
    "A stored value is read out against crosstalk of mean power $(n - 1)/d_k$, so the signal-to-noise ratio "
    "is $d_k/(n - 1)$.",
    place="capacity theorem",
    primary="noise_power.mean",
    why_primary="The capacity argument rests on the mean power of the crosstalk alone.",
).having(severity="critical")

noise_power = quantity("noise_power")(**_NOISE_GRID)
power = noise_power["power"].quick(**_NOISE_QUICK).named(r"the mean noise power $|\eta_i|^2$")

S1.claim(
    "noise_power.mean",
    r"mean of $|\eta_i|^2$ over keys and values",
    power.equals("(n - 1)/d_k", margin=0.02),
    literal(derivation="noise_power", tags=("moments", "core")),
)

S1.claim(
    "noise_power.law",
    r"order of growth of the mean of $|\eta_i|^2$ in $n - 1$, $d_k$ and $d_v$",
    power.grows_like("C*(n - 1)/d_k", alternatives=("C*n/d_k", "C*(n - 1)/sqrt(d_k)", "C*(n - 1)**2/d_k")),
    charitable(derivation="noise_power", tags=("moments", "law")),
)

S1.claim(
    "noise_power.second_moment",
    r"$\mathbb{E}|\eta_i|^4$",
    noise_power["square"]
    .quick(**_MOMENTS_QUICK)
    .named(r"the second moment $\mathbb{E}|\eta_i|^4$ of the noise power")
    .equals("3*(n - 1)/(d_k*(d_k + 2)) + (n - 1)*(n - 2)*(1 + 2/d_v)/d_k**2", margin=0.02),
    stronger(bears="refines", derivation="noise_power_second_moment", tags=("moments",)),
)

S1.claim(
    "noise_power.third_moment",
    r"$\mathbb{E}|\eta_i|^6$",
    noise_power["cube"]
    .quick(**_MOMENTS_QUICK)
    .named(r"the third moment $\mathbb{E}|\eta_i|^6$ of the noise power")
    .equals(
        "15*(n - 1)/(d_k*(d_k + 2)*(d_k + 4)) + 9*(n - 1)*(n - 2)*(1 + 4/d_v)/(d_k**2*(d_k + 2)) + (n - "
        "1)*(n - 2)*(n - 3)*(1 + 6/d_v + 8/d_v**2)/d_k**3",
        margin=0.05,
    ),
    stronger(bears="refines", derivation="noise_power_third_moment", tags=("moments",)),
)

S1.claim(
    "noise_power.variance",
    r"variance of $|\eta_i|^2$",
    noise_power["power"]
    .quick(**_MOMENTS_QUICK)
    .statistic("variance")
    .named(r"the variance of the noise power $|\eta_i|^2$")
    .equals("2*(n - 1)/d_k**2*((d_k - 1)/(d_k + 2) + (n - 2)/d_v)", margin=0.05),
    stronger(bears="refines", derivation="noise_power_variance", tags=("moments",)),
)

S1.claim(
    "noise_power.directional_variance",
    r"variance of $\langle \eta_i, u \rangle$ along a fixed unit vector $u$",
    noise_power["along"]
    .quick(**_MOMENTS_QUICK)
    .named(r"the variance of the crosstalk $\eta_i$ along a fixed direction")
    .equals("(n - 1)/(d_k*d_v)", margin=0.02),
    stronger(bears="refines", derivation="directional_variance", tags=("moments",)),
)

S1.claim(
    "noise_power.signal_to_noise",
    r"power of the stored value over the mean of $|\eta_i|^2$",
    noise_power["power"]
    .quick(**_NOISE_QUICK)
    .statistic("reciprocal")
    .named("the signal-to-noise ratio")
    .equals("d_k/(n - 1)", margin=0.02),
    literal(derivation="signal_to_noise", tags=("moments", "core")),
)

S1.claim(
    "noise_power.markov",
    r"probability that one item has $|\eta_i|^2 > 1$, bounded by Markov's inequality",
    quantity("item_failure")["first"](d_k=powers(16, 512))
    .quick(d_k=(16, 64))
    .named(r"the probability that an item has a noise power $|\eta_i|^2 > \tau$")
    .at_most("(n - 1)/(d_k*tau)", margin=0.02),
    charitable(bears="refines", derivation="noise_tail_bound", tags=("tails",)),
)

key_overlap = quantity("key_overlap")(d_k=powers(4, 512)).quick(d_k=powers(4, 64, 4))

S1.claim(
    "key_overlap.mean_square",
    r"$\mathbb{E}\langle k_i, k_j \rangle^2$ of two independent keys",
    key_overlap["square"].named("the mean square overlap of two keys").equals("1/d_k", margin=0.02),
    literal(derivation="key_overlap_mean_square", severity="major", tags=("overlap", "moments")),
)

S1.claim(
    "key_overlap.fourth_moment",
    r"$\mathbb{E}\langle k_i, k_j \rangle^4$",
    key_overlap["fourth"]
    .named("the fourth moment of the overlap of two keys")
    .equals("3/(d_k*(d_k + 2))", margin=0.02),
    stronger(
        bears="refines", derivation="key_overlap_fourth_moment", severity="major", tags=("overlap", "moments")
    ),
)

S1.claim(
    "key_overlap.sixth_moment",
    r"$\mathbb{E}\langle k_i, k_j \rangle^6$",
    key_overlap["sixth"]
    .named("the sixth moment of the overlap of two keys")
    .equals("15/(d_k*(d_k + 2)*(d_k + 4))", margin=0.05),
    stronger(
        bears="refines", derivation="key_overlap_sixth_moment", severity="major", tags=("overlap", "moments")
    ),
)

S1.claim(
    "key_overlap.mean_absolute",
    r"$\mathbb{E}|\langle k_i, k_j \rangle|$, by quadrature of the slice density",
    quantity("key_overlap_quadrature")(d_k=powers(4, 512))
    .quick(d_k=powers(4, 64, 4))
    .named("the mean absolute overlap of two keys")
    .equals("gamma(d_k/2)/(sqrt(pi)*gamma((d_k + 1)/2))", margin=0.02),
    stronger(
        bears="refines", derivation="key_overlap_mean_absolute", severity="major", tags=("overlap", "moments")
    ),
)

S1.claim(
    "key_overlap.tail",
    r"tail probability of $|\langle k_i, k_j \rangle|$ beyond $t$",
    quantity("key_overlap_tail")["beyond"](d_k=powers(4, 512))
    .quick(d_k=(4, 64))
    .named(r"the probability that the overlap $|k_i \cdot k_j|$ of two keys exceeds $t$")
    .equals("betainc(1/2, (d_k - 1)/2, t**2, 1)", margin=0.05),
    stronger(bears="refines", derivation="key_overlap_tail", severity="major", tags=("overlap", "tails")),
)

S1.claim(
    "key_overlap.tail_bound",
    r"sub-Gaussian bound on the tail of $|\langle k_i, k_j \rangle|$",
    quantity("key_overlap_tail_quadrature")(d_k=powers(4, 512))
    .quick(d_k=(4, 64))
    .named(r"the probability that the overlap $|k_i \cdot k_j|$ of two keys exceeds $t$")
    .at_most("2*exp(-d_k*t**2/2)", margin=0.02),
    charitable(
        bears="refines", derivation="key_overlap_tail_bound", severity="major", tags=("overlap", "tails")
    ),
)
