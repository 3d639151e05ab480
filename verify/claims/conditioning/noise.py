"""S1: moments of the crosstalk eta_i, and the bound on its tail."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role, Value

_NOISE_GRID: dict[str, tuple[Value, ...]] = {
    "n": (2, 4, 8, 16, 32),
    "d_k": (8, 16, 32, 64, 128, 256),
    "d_v": (8, 32),
}
_NOISE_QUICK: dict[str, tuple[Value, ...]] = {"n": (4, 8, 16), "d_k": (8, 32, 64), "d_v": (8,)}
_MOMENTS_QUICK: dict[str, tuple[Value, ...]] = {"n": (8, 16), "d_k": (8, 32), "d_v": (8,)}
"""Without the fewest items, whose tails are the heaviest and whose draws cost most."""

_NOISE_MEAN = Claim(
    id="conditioning.noise_power.mean",
    label="the mean noise power $|\\eta_i|^2$",
    statement_id="conditioning.S1",
    interpretation="mean of $|\\eta_i|^2$ over keys and values",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="(n - 1)/d_k",
    derivation="noise_power",
    quantity="noise_power",
    output="power",
    grid=_NOISE_GRID,
    quick_grid=_NOISE_QUICK,
    margin=0.02,
    severity="critical",
    tags=("moments", "core"),
)

CLAIMS: tuple[Claim, ...] = (
    _NOISE_MEAN,
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.law",
        interpretation="order of growth of the mean of $|\\eta_i|^2$ in $n - 1$, $d_k$ and $d_v$",
        role=Role.CHARITABLE,
        relation=Relation.LAW,
        bound_type=BoundType.THETA,
        claimed="C*(n - 1)/d_k",
        alternatives=("C*n/d_k", "C*(n - 1)/sqrt(d_k)", "C*(n - 1)**2/d_k"),
        margin=0.05,
        tags=("moments", "law"),
    ),
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.second_moment",
        label="the second moment $\\mathbb{E}|\\eta_i|^4$ of the noise power",
        interpretation="$\\mathbb{E}|\\eta_i|^4$",
        role=Role.STRONGER,
        claimed="3*(n - 1)/(d_k*(d_k + 2)) + (n - 1)*(n - 2)*(1 + 2/d_v)/d_k**2",
        derivation="noise_power_second_moment",
        output="square",
        quick_grid=_MOMENTS_QUICK,
        tags=("moments",),
        bears=Bears.REFINES,
    ),
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.third_moment",
        label="the third moment $\\mathbb{E}|\\eta_i|^6$ of the noise power",
        interpretation="$\\mathbb{E}|\\eta_i|^6$",
        role=Role.STRONGER,
        claimed="15*(n - 1)/(d_k*(d_k + 2)*(d_k + 4)) + 9*(n - 1)*(n - 2)*(1 + 4/d_v)/(d_k**2*(d_k + 2))"
        " + (n - 1)*(n - 2)*(n - 3)*(1 + 6/d_v + 8/d_v**2)/d_k**3",
        derivation="noise_power_third_moment",
        output="cube",
        margin=0.05,
        quick_grid=_MOMENTS_QUICK,
        tags=("moments",),
        bears=Bears.REFINES,
    ),
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.variance",
        label="the variance of the noise power $|\\eta_i|^2$",
        interpretation="variance of $|\\eta_i|^2$",
        role=Role.STRONGER,
        claimed="2*(n - 1)/d_k**2*((d_k - 1)/(d_k + 2) + (n - 2)/d_v)",
        derivation="noise_power_variance",
        statistic="variance",
        margin=0.05,
        quick_grid=_MOMENTS_QUICK,
        tags=("moments",),
        bears=Bears.REFINES,
    ),
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.directional_variance",
        label="the variance of the crosstalk $\\eta_i$ along a fixed direction",
        interpretation="variance of $\\langle \\eta_i, u \\rangle$ along a fixed unit vector $u$",
        role=Role.STRONGER,
        claimed="(n - 1)/(d_k*d_v)",
        derivation="directional_variance",
        output="along",
        quick_grid=_MOMENTS_QUICK,
        tags=("moments",),
        bears=Bears.REFINES,
    ),
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.signal_to_noise",
        label="the signal-to-noise ratio",
        interpretation="power of the stored value over the mean of $|\\eta_i|^2$",
        claimed="d_k/(n - 1)",
        derivation="signal_to_noise",
        statistic="reciprocal",
        tags=("moments", "core"),
    ),
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.markov",
        label="the probability that an item has a noise power $|\\eta_i|^2 > \\tau$",
        interpretation="probability that one item has $|\\eta_i|^2 > 1$, bounded by Markov's inequality",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        claimed="(n - 1)/(d_k*tau)",
        derivation="noise_tail_bound",
        quantity="item_failure",
        output="first",
        grid={"d_k": (16, 32, 64, 128, 256, 512)},
        quick_grid={"d_k": (16, 64)},
        tags=("tails",),
        bears=Bears.REFINES,
    ),
)
