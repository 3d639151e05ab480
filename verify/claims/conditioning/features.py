"""S6: does the capacity law generalise across feature maps? Raw, and with the mean feature taken out.

`unit` keys lie on the sphere of radius 1, `root` keys on that of radius sqrt(d_k). The mean noise is
read beside the square of the mean signal, E|eta|^2 = (E|phi(k)|^2)^2 (annealed), and as a median the
noise of each query beside its own signal, |eta|^2 = |phi(k)|^4 (typical), whose mean may be infinite.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role, Threshold

_IDENTITY = Claim(
    id="conditioning.feature_capacity.identity.omega",
    label="the capacity under the identity map (mean noise equal to the signal)",
    statement_id="conditioning.S6",
    interpretation="identity: the $n$ at which $E |\\eta|^2 = (E |\\phi(k)|^2)^2$",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.OMEGA,
    claimed="C*sqrt(d_k)",
    alternatives=("C", "C*d_k"),
    derivation="capacity_mean_noise",
    quantity="feature_noise_given_keys",
    output="noise",
    threshold=Threshold(variable="n", level=1.0),
    grid={"feature_map": ("identity",), "d_k": (32, 64, 128, 256, 512)},
    quick_grid={"feature_map": ("identity",), "d_k": (32, 64, 128)},
    margin=0.05,
    severity="major",
    tags=("features", "capacity-by-map"),
)
_RELU_RAW = replace(
    _IDENTITY,
    id="conditioning.feature_capacity.relu_raw.omega",
    label="the capacity under ReLU (mean noise equal to the signal)",
    interpretation="ReLU: the $n$ at which $E |\\eta|^2 = (E |\\phi(k)|^2)^2$",
    derivation="capacity_relu",
    grid={"feature_map": ("relu",), "centring": ("raw",), "d_k": (32, 64, 128, 256, 512, 1024)},
    quick_grid={"feature_map": ("relu",), "centring": ("raw",), "d_k": (32, 64, 128)},
)
_RELU_CENTRED = replace(
    _IDENTITY,
    id="conditioning.feature_capacity.relu_centred.omega",
    label="the capacity under centred ReLU (mean noise equal to the signal)",
    interpretation="ReLU less its mean: the $n$ at which $E |\\eta|^2 = (E |\\phi(k)|^2)^2$",
    role=Role.CHARITABLE,
    derivation="capacity_relu_centred",
    grid={"feature_map": ("relu",), "centring": ("centred",), "d_k": (32, 64, 128, 256, 512)},
    quick_grid={"feature_map": ("relu",), "centring": ("centred",), "d_k": (32, 64, 128)},
)
_POSITIVE_RAW = replace(
    _IDENTITY,
    id="conditioning.feature_capacity.positive_raw.omega",
    label="the capacity under positive random features (median noise equal to the signal)",
    interpretation="positive random features, unit keys: the $n$ at which the median relative noise is 1; "
    "measured, not derived",
    derivation=None,
    quantity="feature_failure",
    output="fails",
    threshold=Threshold(variable="n", level=0.5),
    grid={
        "feature_map": ("positive",),
        "scale": ("unit",),
        "centring": ("raw",),
        "d_k": (16, 32, 64, 128, 256),
    },
    quick_grid={
        "feature_map": ("positive",),
        "scale": ("unit",),
        "centring": ("raw",),
        "d_k": (16, 32, 64, 128),
    },
)

_RELU_OVERLAP = replace(
    _IDENTITY,
    id="conditioning.feature_overlap.relu",
    label="the ratio of the mean overlap of two keys' ReLU features to their mean square length",
    interpretation="ReLU: $E \\langle \\phi, \\phi' \\rangle / E |\\phi|^2$, which tends to $1/\\pi$ and so "
    "keeps the capacity bounded",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    bound_type=None,
    claimed="d_k*gamma(d_k/2)**2/(2*pi*gamma((d_k + 1)/2)**2)",
    alternatives=(),
    derivation="relu_overlap_ratio",
    quantity=None,
    output=None,
    threshold=None,
    grid={},
    quick_grid={},
    margin=0.0,
    tags=("features",),
    bears=Bears.CONTRADICTS,
)

_POSITIVE_MEAN = replace(
    _RELU_OVERLAP,
    id="conditioning.positive_features.mean",
    label="the mean product of the positive random features of two unit keys with $\\|x + y\\|^2 = s$",
    interpretation="positive random features, keys of length 1 with $\\| x + y \\|^2 = s$: unbiased for the "
    "exponential of the overlap",
    claimed="exp(s/2 - 1)",
    derivation="positive_feature_mean",
    quantity="positive_product",
    output="product",
    grid={"d_k": (4, 16)},
    quick_grid={"d_k": (4,)},
    margin=0.02,
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    _RELU_OVERLAP,
    _RELU_RAW,
    replace(_RELU_RAW, id="conditioning.feature_capacity.relu_raw.theta", bound_type=BoundType.THETA),
    replace(_RELU_RAW, id="conditioning.feature_capacity.relu_raw.o", bound_type=BoundType.O),
    _RELU_CENTRED,
    replace(_RELU_CENTRED, id="conditioning.feature_capacity.relu_centred.theta", bound_type=BoundType.THETA),
    replace(_RELU_CENTRED, id="conditioning.feature_capacity.relu_centred.o", bound_type=BoundType.O),
    _IDENTITY,
    replace(_IDENTITY, id="conditioning.feature_capacity.identity.theta", bound_type=BoundType.THETA),
    replace(_IDENTITY, id="conditioning.feature_capacity.identity.o", bound_type=BoundType.O),
    replace(
        _RELU_RAW,
        id="conditioning.feature_capacity.relu_raw.median",
        label="the capacity under ReLU (median noise equal to the signal)",
        interpretation="ReLU: the $n$ at which the median relative noise is 1",
        derivation=None,
        quantity="feature_failure",
        output="fails",
        threshold=Threshold(variable="n", level=0.5),
        grid={"feature_map": ("relu",), "centring": ("raw",), "d_k": (16, 32, 64, 128, 256)},
        quick_grid={"feature_map": ("relu",), "centring": ("raw",), "d_k": (16, 32, 64, 128)},
    ),
    replace(
        _RELU_CENTRED,
        id="conditioning.feature_capacity.relu_centred.median",
        label="the capacity under centred ReLU (median noise equal to the signal)",
        interpretation="ReLU less its mean: the $n$ at which the median relative noise is 1",
        derivation=None,
        quantity="feature_failure",
        output="fails",
        threshold=Threshold(variable="n", level=0.5),
        grid={"feature_map": ("relu",), "centring": ("centred",), "d_k": (16, 32, 64, 128, 256)},
        quick_grid={"feature_map": ("relu",), "centring": ("centred",), "d_k": (16, 32, 64, 128)},
    ),
    replace(
        _RELU_RAW,
        id="conditioning.feature_capacity.elu_unit_raw.omega",
        label="the capacity under ELU + 1 of unit keys (mean noise equal to the signal)",
        interpretation="ELU + 1, keys of length 1: the $n$ at which $E |\\eta|^2 = (E |\\phi(k)|^2)^2$",
        derivation="capacity_elu1",
        grid={
            "feature_map": ("elu1",),
            "scale": ("unit",),
            "centring": ("raw",),
            "d_k": (32, 64, 128, 256, 512, 1024),
        },
        quick_grid={
            "feature_map": ("elu1",),
            "scale": ("unit",),
            "centring": ("raw",),
            "d_k": (32, 64, 128),
        },
    ),
    replace(
        _RELU_CENTRED,
        id="conditioning.feature_capacity.elu_unit_centred.omega",
        label="the capacity under centred ELU + 1 of unit keys (mean noise equal to the signal)",
        interpretation="ELU + 1 less its mean, keys of length 1: the $n$ at which "
        "$E |\\eta|^2 = (E |\\phi(k)|^2)^2$",
        derivation="capacity_centred",
        grid={
            "feature_map": ("elu1",),
            "scale": ("unit",),
            "centring": ("centred",),
            "d_k": (32, 64, 128, 256),
        },
        quick_grid={
            "feature_map": ("elu1",),
            "scale": ("unit",),
            "centring": ("centred",),
            "d_k": (32, 64),
        },
    ),
    replace(
        _RELU_RAW,
        id="conditioning.feature_capacity.elu_root_raw.omega",
        label="the capacity under ELU + 1 of keys of length $\\sqrt{d_k}$ (mean noise equal to the signal)",
        interpretation="ELU + 1, keys of length $\\sqrt{d_k}$: the $n$ at which $E |\\eta|^2 = (E "
        "|\\phi(k)|^2)^2$",
        derivation="capacity_elu1_root",
        grid={
            "feature_map": ("elu1",),
            "scale": ("root",),
            "centring": ("raw",),
            "d_k": (32, 64, 128, 256, 512, 1024),
        },
        quick_grid={
            "feature_map": ("elu1",),
            "scale": ("root",),
            "centring": ("raw",),
            "d_k": (32, 64, 128),
        },
    ),
    replace(
        _RELU_CENTRED,
        id="conditioning.feature_capacity.elu_root_centred.omega",
        label="the capacity under centred ELU + 1 of keys of length $\\sqrt{d_k}$ (mean noise equal to "
        "the signal)",
        interpretation="ELU + 1 less its mean, keys of length $\\sqrt{d_k}$: the $n$ at which "
        "$E |\\eta|^2 = (E |\\phi(k)|^2)^2$",
        derivation="capacity_centred",
        grid={
            "feature_map": ("elu1",),
            "scale": ("root",),
            "centring": ("centred",),
            "d_k": (32, 64, 128, 256),
        },
        quick_grid={
            "feature_map": ("elu1",),
            "scale": ("root",),
            "centring": ("centred",),
            "d_k": (32, 64),
        },
    ),
    replace(
        _RELU_RAW,
        id="conditioning.feature_capacity.exp_unit_raw.omega",
        label="the capacity under exp of unit keys (mean noise equal to the signal)",
        interpretation="exp, keys of length 1: the $n$ at which $E |\\eta|^2 = (E |\\phi(k)|^2)^2$",
        derivation="capacity_exp",
        grid={
            "feature_map": ("exp",),
            "scale": ("unit",),
            "centring": ("raw",),
            "d_k": (32, 64, 128, 256, 512, 1024),
        },
        quick_grid={
            "feature_map": ("exp",),
            "scale": ("unit",),
            "centring": ("raw",),
            "d_k": (32, 64, 128),
        },
    ),
    replace(
        _RELU_CENTRED,
        id="conditioning.feature_capacity.exp_unit_centred.omega",
        label="the capacity under centred exp of unit keys (mean noise equal to the signal)",
        interpretation="exp less its mean, keys of length 1: the $n$ at which $E |\\eta|^2 = (E "
        "|\\phi(k)|^2)^2$",
        derivation="capacity_exp_centred",
        grid={
            "feature_map": ("exp",),
            "scale": ("unit",),
            "centring": ("centred",),
            "d_k": (32, 64, 128, 256, 512),
        },
        quick_grid={
            "feature_map": ("exp",),
            "scale": ("unit",),
            "centring": ("centred",),
            "d_k": (32, 64, 128),
        },
    ),
    replace(
        _RELU_RAW,
        id="conditioning.feature_capacity.exp_root_raw.omega",
        label="the capacity under exp of keys of length $\\sqrt{d_k}$ (mean noise equal to the signal)",
        interpretation="exp, keys of length $\\sqrt{d_k}$: the $n$ at which $E |\\eta|^2 = (E "
        "|\\phi(k)|^2)^2$",
        derivation="capacity_exp_root",
        grid={
            "feature_map": ("exp",),
            "scale": ("root",),
            "centring": ("raw",),
            "d_k": (32, 64, 128, 256, 512, 1024),
        },
        quick_grid={
            "feature_map": ("exp",),
            "scale": ("root",),
            "centring": ("raw",),
            "d_k": (32, 64, 128),
        },
    ),
    replace(
        _RELU_CENTRED,
        id="conditioning.feature_capacity.exp_root_centred.omega",
        label="the capacity under centred exp of keys of length $\\sqrt{d_k}$ (mean noise equal to the "
        "signal)",
        interpretation="exp less its mean, keys of length $\\sqrt{d_k}$: the $n$ at which "
        "$E |\\eta|^2 = (E |\\phi(k)|^2)^2$",
        derivation="capacity_exp_root_centred",
        grid={
            "feature_map": ("exp",),
            "scale": ("root",),
            "centring": ("centred",),
            "d_k": (32, 64, 128, 256, 512),
        },
        quick_grid={
            "feature_map": ("exp",),
            "scale": ("root",),
            "centring": ("centred",),
            "d_k": (32, 64, 128),
        },
    ),
    _POSITIVE_RAW,
    replace(
        _POSITIVE_RAW,
        id="conditioning.feature_capacity.positive_centred.omega",
        label="the capacity under centred positive random features (median noise equal to the signal)",
        interpretation="positive random features less their mean, unit keys: the $n$ at which the median "
        "relative "
        "noise is 1; measured, not derived",
        role=Role.CHARITABLE,
        grid={
            "feature_map": ("positive",),
            "scale": ("unit",),
            "centring": ("centred",),
            "d_k": (16, 32, 64, 128, 256),
        },
        quick_grid={
            "feature_map": ("positive",),
            "scale": ("unit",),
            "centring": ("centred",),
            "d_k": (16, 32, 64, 128),
        },
    ),
    replace(
        _POSITIVE_RAW,
        id="conditioning.feature_capacity.positive_root_raw.omega",
        label="the capacity under positive random features of keys of length $\\sqrt{d_k}$ (median noise "
        "equal to the signal)",
        interpretation="positive random features, keys of length $\\sqrt{d_k}$: the $n$ at which the median "
        "relative noise is 1; measured, not derived",
        grid={
            "feature_map": ("positive",),
            "scale": ("root",),
            "centring": ("raw",),
            "d_k": (16, 32, 48, 64),
        },
        quick_grid={
            "feature_map": ("positive",),
            "scale": ("root",),
            "centring": ("raw",),
            "d_k": (16, 32, 48, 64),
        },
    ),
    replace(
        _POSITIVE_RAW,
        id="conditioning.feature_capacity.positive_root_centred.omega",
        label="the capacity under centred positive random features of keys of length $\\sqrt{d_k}$ "
        "(median noise equal to the signal)",
        interpretation="positive random features less their mean, keys of length $\\sqrt{d_k}$: the $n$ at "
        "which "
        "the median relative noise is 1; measured, not derived",
        grid={
            "feature_map": ("positive",),
            "scale": ("root",),
            "centring": ("centred",),
            "d_k": (16, 32, 48, 64),
        },
        quick_grid={
            "feature_map": ("positive",),
            "scale": ("root",),
            "centring": ("centred",),
            "d_k": (16, 32, 48, 64),
        },
    ),
    replace(
        _RELU_RAW,
        id="conditioning.feature_noise.relu",
        label="the ratio of the mean noise power to the signal's under ReLU",
        interpretation="ReLU: $E |\\eta|^2/(E |\\phi(k)|^2)^2$ in full",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="(n - 1)*(1 + (d_k - 1)/pi**2)/d_k",
        alternatives=(),
        derivation="feature_noise_relu",
        threshold=None,
        grid={"feature_map": ("relu",), "centring": ("raw",), "d_k": (32, 64, 128)},
        quick_grid={"feature_map": ("relu",), "centring": ("raw",), "d_k": (32,), "n": (6, 13)},
        margin=0.05,
        tags=("features",),
        bears=Bears.REFINES,
    ),
    _POSITIVE_MEAN,
    replace(
        _POSITIVE_MEAN,
        id="conditioning.positive_features.variance",
        label="the variance of one product of the positive random features of two unit keys with $\\|x + "
        "y\\|^2 = s$",
        interpretation="positive random features, keys of length 1 with $\\| x + y \\|^2 = s$: the variance "
        "of one "
        "feature's product, of which a mean over $m$ features has an $m$-th",
        claimed="exp(2*s - 2) - exp(s - 2)",
        derivation="positive_feature_variance",
        statistic="variance",
        grid={"d_k": (4, 16), "s": (0.25, 0.5, 0.75)},
        quick_grid={"d_k": (4,), "s": (0.25, 0.5)},
        margin=0.1,
        bears=Bears.REFINES,
    ),
    replace(
        _RELU_CENTRED,
        id="conditioning.feature_capacity.elu_root_centred.limit",
        label="the capacity under centred ELU + 1 of keys of length $\\sqrt{d_k}$ (mean noise equal to "
        "the signal)",
        interpretation="ELU + 1 less its mean, keys of length $\\sqrt{d_k}$, as any centred map: "
        "no more than $d_k + 1$",
        role=Role.STRONGER,
        bound_type=BoundType.O,
        claimed="C*d_k",
        alternatives=("C*sqrt(d_k)", "C*d_k**2"),
        derivation="capacity_centred_limit",
        grid={
            "feature_map": ("elu1",),
            "scale": ("root",),
            "centring": ("centred",),
            "d_k": (32, 64, 128, 256),
        },
        quick_grid={
            "feature_map": ("elu1",),
            "scale": ("root",),
            "centring": ("centred",),
            "d_k": (32, 64),
        },
        bears=Bears.REFINES,
    ),
)
