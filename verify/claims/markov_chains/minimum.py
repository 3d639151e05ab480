r"""S3 and S5: weights tied, the point $\theta_\pi$ with $e = 0$, $\sigma(b) = \pi_1$, on both sides of one.

`p` and `q` are the switching probabilities and $\lambda = 1 - p - q$, `N` the number of positions, `d` the
width and `D` the number of all parameters. `tau` is what the feed-forward part subtracts of its input and `v`
the multiple of the mean token that attention subtracts; with both zero every parameter but the bias is zero,
which is called the simple point. `r` is the distance of all parameters from the point, the bias at will.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Direction, Quantifier, Relation, Role, Value

_ABOVE = ("p + q > 1",)
_BELOW = ("p + q < 1",)
_SIMPLE: dict[str, tuple[Value, ...]] = {"weights": ("tied",), "N": (4,), "v": (0.0,), "tau": (0.0,)}
_TURNED: dict[str, tuple[Value, ...]] = {**_SIMPLE, "tau": (2.0,)}
_ATTENDED: dict[str, tuple[Value, ...]] = {**_SIMPLE, "v": (3.0,), "N": (2, 3, 4, 5, 6, 7, 8)}
_ATTENDED_FEW: dict[str, tuple[Value, ...]] = {**_ATTENDED, "N": (2, 4, 6)}
_POINTS = "answer: Where $\\theta_\\pi$ is a local minimum"
_KAPPA = "(r**2/2*(1 + sqrt(2)*r**4) + r**2/2*(1 + r**2/2*(1 + sqrt(2)*r**4)))"

_CURVED = Claim(
    id="markov_chains.bad_minimum.curvature",
    setting={
        "subtracted": "$v$ mean tokens by attention, $\\tau$ inputs by the feed-forward part",
    },
    label="the least curvature of the loss along embeddings at the marginal point, the bias at its best,",
    statement_id="markov_chains.S3",
    interpretation="there is such a point: at the simple one, $p + q > 1$, the loss curves up along every "
    "embedding and "
    "along the bias, and does not change along all other parameters",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    derivation="tied_curvature",
    quantity="embedding_curvature",
    grid=_SIMPLE,
    domain=_ABOVE,
    margin=0.0,
    tags=("tied", "curvature", _POINTS),
    quantifier=Quantifier.EXISTS,
    direction=Direction.SUFFICIENT,
)
_VALUE = replace(
    _CURVED,
    id="markov_chains.bad_minimum.embedding_eigenvalue",
    interpretation="in closed form, on both sides of $p + q = 1$: $-2 \\pi_0 \\pi_1 \\lambda (1 - \\tau)$, "
    "so that "
    "its sign "
    "is that of $(p + q - 1)(1 - \\tau)$",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    claimed="2*(p + q - 1)*(1 - tau)*p*q/(p + q)**2",
    grid={**_SIMPLE, "tau": (0.0, 2.0)},
    domain=(),
    margin=1e-9,
    tags=("tied", "curvature", "spectrum"),
    quantifier=None,
    direction=None,
    bears=Bears.REFINES,
)
_EIGENVALUE = replace(
    _VALUE,
    id="markov_chains.bad_minimum.largest_eigenvalue",
    quantifier=None,
    direction=None,
    label="the largest eigenvalue of the Hessian at the marginal point $\\theta_\\pi$",
    interpretation="simple point, $p + q > 1$: it belongs to the bias, $\\pi_0 \\pi_1$, or to the embeddings",
    claimed="max(1, 2*(p + q - 1))*p*q/(p + q)**2",
    derivation=None,
    quantity="marginal_eigenvalue",
    grid={**_SIMPLE, "j": (1,)},
    domain=_ABOVE,
)
_NEAR = Claim(
    id="markov_chains.bad_minimum.floor",
    setting={
        "subtracted": "$v$ mean tokens by attention, $\\tau$ inputs by the feed-forward part",
    },
    label="the least $(L - H(\\pi))/|e|^2$ that a search finds within $r$ of the marginal point "
    "$\\theta_\\pi$",
    statement_id="markov_chains.S3.1",
    interpretation="the simple point, $p + q > 1$, all parameters moved by r and the bias at will: "
    "$L(\\theta) - H(\\pi) \\ge |\\lambda| \\pi_0 \\pi_1 (1 - \\kappa(r)) |e|^2$, and $L \\ge H(\\pi)$ "
    "where $e = 0$; "
    "$\\kappa < 1$ for $r < 0.8$, "
    "so that the loss is nowhere lower in that ball",
    role=Role.LITERAL,
    relation=Relation.AT_LEAST,
    claimed=f"(p + q - 1)*(1 - {_KAPPA})*p*q/(p + q)**2",
    derivation="tied_floor",
    quantity="least_excess",
    grid={**_SIMPLE, "r": (0.03,)},
    domain=_ABOVE,
    margin=0.02,
    tags=("tied", "perturbation"),
    quantifier=Quantifier.EXISTS,
)
_GAP = Claim(
    id="markov_chains.bad_minimum.gap",
    setting={
        "subtracted": "$v$ mean tokens by attention, $\\tau$ inputs by the feed-forward part",
    },
    label="the loss at the marginal point $\\theta_\\pi$ less that of a tied layer that predicts "
    "by the last token",
    statement_id="markov_chains.S3.2",
    interpretation="$p + q > 1$: $L(\\theta_\\pi) > L(\\theta_*)$, where the feed-forward part of "
    "$\\theta_*$ "
    "turns the "
    "embedding round",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    derivation="marginal_gap",
    quantity="marginal_gap",
    grid=_SIMPLE,
    domain=_ABOVE,
    margin=0.0,
    tags=("tied",),
)
_MARGINAL = replace(
    _GAP,
    id="markov_chains.bad_minimum.prediction",
    setting={
        "subtracted": "$v$ mean tokens by attention, $\\tau$ inputs by the feed-forward part",
    },
    label="the prediction farthest from the others at the marginal point $\\theta_\\pi$",
    statement_id="markov_chains.S3.3",
    interpretation="after every context the prediction is the share of ones",
    relation=Relation.EQUALS,
    claimed="p/(p + q)",
    derivation="stationary_one",
    quantity="marginal_value",
    grid={**_SIMPLE, "what": ("largest prediction", "least prediction")},
    margin=1e-9,
)
_SIGNS = replace(
    _CURVED,
    id="markov_chains.bad_minimum.almost_positive",
    label="the number of negative eigenvalues of the Hessian at the marginal point $\\theta_\\pi$",
    statement_id="markov_chains.S3.6",
    interpretation="almost positive definite: no eigenvalue is negative at the simple point, $p + q > 1$",
    relation=Relation.EQUALS,
    derivation=None,
    quantity="marginal_inertia",
    grid={**_SIMPLE, "sign": ("negative",)},
    tags=("tied", "curvature"),
    quantifier=None,
    direction=None,
)
_BELOW_ONE = replace(
    _SIGNS,
    id="markov_chains.tied_below.saddle",
    statement_id="markov_chains.S5",
    interpretation="the simple point, $p + q < 1$: the loss falls along every embedding and rises along the "
    "bias, "
    "a saddle "
    "with as many negative eigenvalues as the width",
    role=Role.LITERAL,
    claimed="d",
    domain=_BELOW,
    tags=("tied", "curvature", _POINTS),
    quantifier=None,
    direction=None,
)
_ONLY_IF = replace(
    _CURVED,
    id="markov_chains.tied_below.only_if",
    statement_id="markov_chains.S5.1",
    interpretation="only if $p + q > 1$: for $p + q < 1$ no point with $e = 0$ curves up along every "
    "embedding, "
    "whatever "
    "the other weights; here the feed-forward part subtracts twice its input",
    role=Role.STRONGER,
    relation=Relation.AT_MOST,
    grid=_TURNED,
    domain=_BELOW,
    tags=("tied", "curvature", _POINTS),
    direction=Direction.NECESSARY,
    quantifier=Quantifier.ALL,
)

CLAIMS: tuple[Claim, ...] = (
    _CURVED,
    replace(
        _CURVED,
        id="markov_chains.bad_minimum.every.feedforward",
        interpretation="every point with $e = 0$ and $\\sigma(b) = \\pi_1$, $p + q > 1$: the loss curves up "
        "along "
        "every "
        "embedding; "
        "here the feed-forward part subtracts twice its input",
        role=Role.STRONGER,
        grid=_TURNED,
        tags=("tied", "curvature", _POINTS),
        direction=None,
        quantifier=Quantifier.ALL,
        bears=Bears.REFINES,
    ),
    replace(
        _CURVED,
        id="markov_chains.bad_minimum.every.attention",
        interpretation="every point with $e = 0$ and $\\sigma(b) = \\pi_1$, $p + q > 1$: the loss curves up "
        "along "
        "every "
        "embedding; "
        "here attention subtracts three times the mean token of 2 to 8 positions",
        role=Role.STRONGER,
        derivation="attended_curvature",
        grid=_ATTENDED,
        quick_grid=_ATTENDED_FEW,
        tags=("tied", "curvature", _POINTS),
        direction=None,
        quantifier=Quantifier.ALL,
        bears=Bears.REFINES,
    ),
    replace(
        _CURVED,
        id="markov_chains.bad_minimum.attention.longer",
        interpretation="points with $e = 0$, $\\sigma(b) = \\pi_1$ and attention that subtracts three times "
        "the mean token, 6, 7 or 8 positions, $p, q = .9, .7$: the loss curves up along "
        "every embedding, as attention takes off no more than of order $\\ln N / N$",
        role=Role.STRONGER,
        derivation="attended_curvature",
        grid={**_ATTENDED, "N": (6, 7, 8)},
        quick_grid={**_ATTENDED, "N": (6,)},
        tags=("tied", "curvature", _POINTS),
        direction=None,
        quantifier=None,
        bears=Bears.REFINES,
    ),
    _VALUE,
    replace(
        _VALUE,
        id="markov_chains.bad_minimum.bias_eigenvalue",
        quantifier=None,
        direction=None,
        label="the curvature of the loss along the bias at the marginal point $\\theta_\\pi$",
        interpretation="$\\pi_0 \\pi_1$ at every point with $e = 0$, whatever p and q",
        claimed="p*q/(p + q)**2",
        derivation="bias_curvature",
        quantity="marginal_bias_curvature",
        grid={"weights": ("tied",), "N": (4,)},
    ),
    _EIGENVALUE,
    replace(
        _EIGENVALUE,
        id="markov_chains.bad_minimum.third_eigenvalue",
        quantifier=None,
        direction=None,
        label="the third largest eigenvalue of the Hessian at the marginal point $\\theta_\\pi$",
        interpretation="simple point, $p + q > 1$, width 2: the other of the two",
        claimed="min(1, 2*(p + q - 1))*p*q/(p + q)**2",
        grid={**_SIMPLE, "j": (3,)},
    ),
    replace(
        _EIGENVALUE,
        id="markov_chains.bad_minimum.other_eigenvalues",
        quantifier=None,
        direction=None,
        label="each eigenvalue of the Hessian at the marginal point $\\theta_\\pi$ beyond the third largest",
        interpretation="simple point, $p + q > 1$, width 2: all eigenvalues beyond the first three are zero",
        claimed="0",
        grid={**_SIMPLE, "j": (4, -1)},
    ),
    _NEAR,
    replace(
        _NEAR,
        id="markov_chains.bad_minimum.ball",
        interpretation="the point with all weights zero but the bias, $p + q > 1$, all parameters moved by "
        "up to $r = 0.75$: no layer in this ball has a lower loss",
        role=Role.STRONGER,
        claimed="0",
        grid={**_SIMPLE, "r": (0.01, 0.1, 0.3, 0.75)},
        quick_grid={**_SIMPLE, "r": (0.75,), "p": (0.9,)},
    ),
    replace(
        _NEAR,
        id="markov_chains.bad_minimum.manifold",
        setting={},
        label="the least curvature of the loss across the manifold of equal loss",
        interpretation="$p + q > 1$: embedding and bias curve the loss up at points of the manifold within r "
        "as "
        "well, whatever other weights those have",
        role=Role.CHARITABLE,
        relation=Relation.ORDERING,
        claimed="0",
        derivation=None,
        quantity="crosswise_curvature",
        grid={"r": (0.1, 0.3, 0.75)},
        quick_grid={},
        margin=0.0,
        tags=("tied", "curvature", "flat directions"),
        quantifier=None,
        bears=Bears.REFINES,
    ),
    replace(
        _NEAR,
        id="markov_chains.bad_minimum.strict",
        label="the number of parameters that move at will, all at once, without any change of the "
        "loss at the marginal point",
        interpretation="the minimum is strict: every other point nearby has a larger loss, so that no "
        "parameter "
        "moves freely",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="0",
        derivation=None,
        quantity="flat_dimension",
        grid=_SIMPLE,
        quick_grid={},
        margin=0.0,
        tags=("tied", "flat directions"),
        quantifier=None,
        bears=Bears.REFINES,
    ),
    replace(
        _NEAR,
        id="markov_chains.bad_minimum.flat",
        label="the number of parameters that move at will, all at once, without any change of the "
        "loss at the marginal point",
        interpretation="all but the embedding and the bias, on both sides of $p + q = 1$: the point lies on "
        "a "
        "manifold of "
        "points of equal loss",
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        claimed="D - d - 1",
        derivation=None,
        quantity="flat_dimension",
        grid=_SIMPLE,
        quick_grid={},
        domain=(),
        margin=0.0,
        tags=("tied", "flat directions"),
        quantifier=None,
        bears=Bears.REFINES,
    ),
    _GAP,
    _MARGINAL,
    replace(
        _MARGINAL,
        id="markov_chains.bad_minimum.loss",
        label="the loss at the marginal point $\\theta_\\pi$",
        statement_id="markov_chains.S3.4",
        interpretation="the entropy of the stationary law, for all p and q",
        claimed="-(p*log(p/(p + q)) + q*log(q/(p + q)))/(p + q)",
        derivation="marginal_entropy",
        grid={**_SIMPLE, "what": ("loss",)},
        domain=(),
    ),
    replace(
        _MARGINAL,
        id="markov_chains.bad_minimum.gradient",
        label="the largest entry of $\\nabla L$ at the marginal point $\\theta_\\pi$ by all parameters",
        statement_id="markov_chains.S3.5",
        interpretation="zero for all p and q, at the simple point and with attention or feed-forward part",
        relation=Relation.IDENTITY,
        claimed="0",
        derivation="tied_slope",
        grid={"weights": ("tied",), "N": (4,), "what": ("gradient",)},
        domain=(),
    ),
    _SIGNS,
    replace(
        _SIGNS,
        id="markov_chains.bad_minimum.positive_on_the_rest",
        quantifier=None,
        direction=None,
        label="the number of positive eigenvalues of the Hessian at the marginal point $\\theta_\\pi$",
        interpretation="almost: positive along embedding and bias, $d + 1$ of D, and zero along the rest",
        role=Role.STRONGER,
        claimed="d + 1",
        grid={**_SIMPLE, "sign": ("positive",)},
    ),
    replace(
        _SIGNS,
        id="markov_chains.bad_minimum.positive_definite",
        quantifier=None,
        direction=None,
        label="the number of positive eigenvalues of the Hessian at the marginal point $\\theta_\\pi$",
        interpretation="positive definite, without the almost: all D eigenvalues are positive",
        role=Role.STRONGER,
        claimed="D",
        grid={**_SIMPLE, "sign": ("positive",)},
        bears=Bears.REFINES,
    ),
    _BELOW_ONE,
    replace(
        _BELOW_ONE,
        id="markov_chains.tied_below.maximum",
        label="the number of positive eigenvalues of the Hessian at the marginal point $\\theta_\\pi$",
        interpretation="the simple point, $p + q < 1$: a local maximum, so that no eigenvalue is positive",
        role=Role.STRONGER,
        claimed="0",
        grid={**_SIMPLE, "sign": ("positive",)},
        tags=("tied", "curvature"),
        quantifier=None,
        direction=None,
        bears=Bears.REFINES,
    ),
    replace(
        _BELOW_ONE,
        id="markov_chains.tied_below.one",
        label="the number of zero eigenvalues of the Hessian at the marginal point $\\theta_\\pi$",
        interpretation="the simple point, $p + q = 1$: only the bias curves the loss, and $H(\\pi)$ is the "
        "least "
        "loss there is",
        role=Role.STRONGER,
        claimed="D - 1",
        grid={**_SIMPLE, "sign": ("zero",)},
        domain=("p + q >= 1", "p + q <= 1"),
        tags=("tied", "curvature"),
        quantifier=None,
        direction=None,
        bears=Bears.REFINES,
    ),
    _ONLY_IF,
    replace(
        _ONLY_IF,
        id="markov_chains.tied_below.only_if.attention",
        interpretation="only if $p + q > 1$: for $p + q < 1$ no point with $e = 0$ curves up along every "
        "embedding, whatever "
        "the other weights; here attention subtracts three times the mean token",
        derivation="attended_curvature",
        grid=_ATTENDED,
        quick_grid=_ATTENDED_FEW,
    ),
    replace(
        _NEAR,
        id="markov_chains.tied_below.minimum",
        statement_id="markov_chains.S5.2",
        interpretation="tied weights, $p + q < 1$, $e = 0$, with a feed-forward part that subtracts twice "
        "its input or attention that subtracts three times the mean token, all parameters "
        "moved by .1: no layer so near has a lower loss, so that there are bad local minima "
        "on this side as well",
        role=Role.STRONGER,
        relation=Relation.ORDERING,
        claimed="0",
        derivation=None,
        grid={**_SIMPLE, "tau": (0.0, 2.0), "v": (0.0, 3.0), "r": (0.1,)},
        quick_grid={**_SIMPLE, "tau": (2.0,), "r": (0.1,)},
        domain=("p + q < 1", "tau + v > 1"),
        margin=0.0,
        tags=("tied", "perturbation", _POINTS),
        quantifier=Quantifier.EXISTS,
    ),
    replace(
        _GAP,
        id="markov_chains.tied_below.gap",
        statement_id="markov_chains.S5.2",
        interpretation="$p + q < 1$: their loss $H(\\pi)$ is above the least, so that they are bad",
        role=Role.STRONGER,
        domain=_BELOW,
    ),
)
