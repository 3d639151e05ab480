"""S1: the overlap <k_i, k_j> of two independent keys, its moments and its tail."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_OVERLAP_MEAN_SQUARE = Claim(
    id="conditioning.key_overlap.mean_square",
    label="the mean square overlap of two keys",
    statement_id="conditioning.S1",
    interpretation="$\\mathbb{E}\\langle k_i, k_j \\rangle^2$ of two independent keys",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1/d_k",
    derivation="key_overlap_mean_square",
    quantity="key_overlap",
    output="square",
    grid={"d_k": (4, 8, 16, 32, 64, 128, 256, 512)},
    quick_grid={"d_k": (4, 16, 64)},
    margin=0.02,
    tags=("overlap", "moments"),
)

_OVERLAP_TAIL = replace(
    _OVERLAP_MEAN_SQUARE,
    id="conditioning.key_overlap.tail",
    label="the probability that the overlap $|k_i \\cdot k_j|$ of two keys exceeds $t$",
    interpretation="tail probability of $|\\langle k_i, k_j \\rangle|$ beyond $t$",
    role=Role.STRONGER,
    claimed="betainc(1/2, (d_k - 1)/2, t**2, 1)",
    derivation="key_overlap_tail",
    quantity="key_overlap_tail",
    output="beyond",
    quick_grid={"d_k": (4, 64)},
    margin=0.05,
    tags=("overlap", "tails"),
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    _OVERLAP_MEAN_SQUARE,
    replace(
        _OVERLAP_MEAN_SQUARE,
        id="conditioning.key_overlap.fourth_moment",
        label="the fourth moment of the overlap of two keys",
        interpretation="$\\mathbb{E}\\langle k_i, k_j \\rangle^4$",
        role=Role.STRONGER,
        claimed="3/(d_k*(d_k + 2))",
        derivation="key_overlap_fourth_moment",
        output="fourth",
        bears=Bears.REFINES,
    ),
    replace(
        _OVERLAP_MEAN_SQUARE,
        id="conditioning.key_overlap.sixth_moment",
        label="the sixth moment of the overlap of two keys",
        interpretation="$\\mathbb{E}\\langle k_i, k_j \\rangle^6$",
        role=Role.STRONGER,
        claimed="15/(d_k*(d_k + 2)*(d_k + 4))",
        derivation="key_overlap_sixth_moment",
        output="sixth",
        margin=0.05,
        bears=Bears.REFINES,
    ),
    replace(
        _OVERLAP_MEAN_SQUARE,
        id="conditioning.key_overlap.mean_absolute",
        label="the mean absolute overlap of two keys",
        interpretation="$\\mathbb{E}|\\langle k_i, k_j \\rangle|$, by quadrature of the slice density",
        role=Role.STRONGER,
        claimed="gamma(d_k/2)/(sqrt(pi)*gamma((d_k + 1)/2))",
        derivation="key_overlap_mean_absolute",
        quantity="key_overlap_quadrature",
        output=None,
        tags=("overlap", "moments"),
        bears=Bears.REFINES,
    ),
    _OVERLAP_TAIL,
    replace(
        _OVERLAP_TAIL,
        id="conditioning.key_overlap.tail_bound",
        interpretation="sub-Gaussian bound on the tail of $|\\langle k_i, k_j \\rangle|$",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        claimed="2*exp(-d_k*t**2/2)",
        derivation="key_overlap_tail_bound",
        quantity="key_overlap_tail_quadrature",
        output=None,
        margin=0.02,
        tags=("overlap", "tails"),
        bears=Bears.REFINES,
    ),
)
