"""S9: the gradients (17), (19), (21), the map (20), and how well it stands for SGD (Figs. 4 and 5).

`eta` is the step size, gamma in the paper.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role

_GRADIENT = Claim(
    id="associative_memory.gradient.entry",
    label="the derivative of the loss by an entry of $W$ less that of (17)",
    statement_id="associative_memory.S9",
    interpretation="Eq. (17), entry by entry, for every number of answers and every dimension",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="gradient_gap",
    quantity="gradient_gap",
    margin=1e-10,
    tags=("gradient",),
)
_NEGLECTED = Claim(
    id="associative_memory.neglected.power.theta",
    label="the mean square length of $\\varepsilon$ at $W = 0$",
    statement_id="associative_memory.S9.1",
    interpretation="$W = 0$: mean of $|\\varepsilon|^2$ against $1/M$ as an order of growth",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/M",
    alternatives=("C/sqrt(M)",),
    derivation="neglected_power",
    quantity="neglected_power",
    output="power",
    grid={"d": (10, 100), "scale": (0.0,)},
    quick_grid={"d": (100,), "scale": (0.0,)},
    margin=0.05,
    tags=("gradient",),
)
_NEGLECTED_VALUE = replace(
    _NEGLECTED,
    id="associative_memory.neglected.power.printed",
    interpretation="$W = 0$: mean of $|\\varepsilon|^2$ is $1/M$",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    bound_type=None,
    claimed="1/M",
    alternatives=(),
)
_MAP = Claim(
    id="associative_memory.update_map.printed",
    label="the score of a token after one SGD step of size $\\eta$ from score $q$ without interference",
    statement_id="associative_memory.S9.3",
    interpretation="orthonormal codes, $W = q\\, u_y e_x^\\top$: a step leads to the printed map of $q$",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="q + eta/(1 + exp(q)/M)",
    derivation="update_step",
    quantity="update_step",
    grid={"rivals": ("zero",)},
    margin=0.02,
    tags=("update",),
)
_GROWTH = Claim(
    id="associative_memory.iterates.growth",
    label="the ratio $e^{f^n(0)}/(\\gamma M n)$ for the $n$-th iterate of the printed map",
    statement_id="associative_memory.S9.4",
    interpretation="$f^n(0)$ grows as $\\log(\\gamma M n)$: $e^{f^n(0)}/(\\gamma M n)$ tends to 1",
    role=Role.STRONGER,
    relation=Relation.LIMIT,
    claimed="1",
    derivation="iterate_growth",
    diverging="n",
    margin=0.05,
    tags=("update",),
)
_POWER = Claim(
    id="associative_memory.equivalent_power.hundred",
    label="the power $\\rho$ whose scheme $q_\\rho$ is nearest to $q_\\gamma$ ($\\gamma = \\eta$)",
    statement_id="associative_memory.S9.5",
    interpretation="$N = 100$ as in the paper's other figures, least squares of $q(x)/q(1)$ over all "
    "tokens: the printed powers to a fifth of their value",
    role=Role.LITERAL,
    relation=Relation.REPORTED,
    claimed="rho",
    quantity="equivalent_power",
    grid={"N": (100,)},
    margin=0.2,
    tags=("update",),
    own_threshold=True,
)
_CLOSE = Claim(
    id="associative_memory.approximation.single_run",
    label="the distance of SGD's error from its approximation's in a single run",
    statement_id="associative_memory.S9.6",
    interpretation="$N = d = 100$, $M = 5$, $\\alpha = 2$, SGD with batches of one from $W = 0$, $\\eta$ 1 "
    "and "
    "10, 16 to 1024 tokens: in a single run the errors are on average at most .02 apart",
    role=Role.LITERAL,
    relation=Relation.AT_MOST,
    claimed="1/50",
    quantity="update_approximation",
    output="distance",
    grid={"d": (100,)},
    quick_grid={"d": (100,), "eta": (1.0,), "t": (1024,)},
    domain=("t >= 16",),
    margin=0.02,
    tags=("update", "training"),
    own_threshold=True,
)

_LONG = replace(
    _CLOSE,
    id="associative_memory.approximation.long",
    label="the mean error of SGD with $\\gamma = 10$ and $d = N = 100$ over that of its approximation",
    interpretation="the left and middle panels of Fig. 4 to their end: $N = d = 100$, $M = 5$, $\\alpha = "
    "2$, SGD with batches of one from $W = 0$, steps $\\gamma = 10$ and 1, after $10^4$ "
    "tokens: the mean error of the approximation is at most twice SGD's",
    relation=Relation.AT_LEAST,
    claimed="1/2",
    quantity="update_approximation_long",
    output="sgd",
    statistic="ratio",
    grid={"d": (100,), "t": (10_000,)},
    quick_grid={"d": (100,), "eta": (10.0,), "t": (10_000,)},
    domain=(),
    own_threshold=True,
)

CLAIMS: tuple[Claim, ...] = (
    _GRADIENT,
    _NEGLECTED,
    _NEGLECTED_VALUE,
    replace(
        _NEGLECTED_VALUE,
        id="associative_memory.neglected.power.limit",
        interpretation="$W = 0$: mean of $|\\varepsilon|^2$ is asymptotically $1/M$, with its constant, as "
        "the number of answers grows",
        role=Role.LITERAL,
        diverging="M",
        asymptotic=True,
    ),
    replace(
        _NEGLECTED_VALUE,
        id="associative_memory.neglected.power.rivals",
        interpretation="$W = 0$: mean of $|\\varepsilon|^2$ is $1/(M-1)$, one over the number of rivals",
        claimed="1/(M - 1)",
        bears=Bears.REFINES,
    ),
    replace(
        _NEGLECTED_VALUE,
        id="associative_memory.neglected.variance",
        label="the variance of the square length of $\\varepsilon$ at $W = 0$",
        interpretation="it concentrates: at $W = 0$ the variance of $|\\varepsilon|^2$ is "
        "$2(M-2)/(d(M-1)^3)$",
        claimed="2*(M - 2)/(d*(M - 1)**3)",
        derivation="neglected_power_variance",
        output=None,
        statistic="variance",
        margin=0.2,
    ),
    replace(
        _NEGLECTED_VALUE,
        id="associative_memory.neglected.power.random",
        label="the mean square length of $\\varepsilon$ at random $W$",
        interpretation="random $W$ with $|W e_x|$ about 1, $d = 100$: mean of $|\\varepsilon|^2$ is at most "
        "5 % above that at $W = 0$",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        claimed="1/(M - 1)",
        derivation=None,
        grid={"d": (100,), "scale": (1.0,)},
        quick_grid={"d": (100,), "scale": (1.0,)},
        own_threshold=True,
    ),
    replace(
        _NEGLECTED_VALUE,
        id="associative_memory.neglected.power.random_narrow",
        label="the mean square length of $\\varepsilon$ at random $W$",
        interpretation="random $W$ with $|W e_x|$ about 1, $d = 10$: mean of $|\\varepsilon|^2$ is as at $W "
        "= 0$",
        claimed="1/(M - 1)",
        derivation=None,
        grid={"d": (10,), "scale": (1.0,)},
        quick_grid={"d": (10,), "scale": (1.0,)},
        own_threshold=True,
    ),
    replace(
        _NEGLECTED_VALUE,
        id="associative_memory.neglected.negligible.five",
        statement_id="associative_memory.S9.2",
        interpretation="$M = 5$ as in the paper's figures: $|\\varepsilon|^2$ is at most a tenth of $|u|^2$",
        role=Role.LITERAL,
        relation=Relation.AT_MOST,
        claimed="1/10",
        grid={"d": (10, 100), "scale": (0.0,), "M": (5,)},
        quick_grid={"d": (100,), "scale": (0.0,), "M": (5,)},
        own_threshold=True,
    ),
    replace(
        _NEGLECTED_VALUE,
        id="associative_memory.neglected.negligible.limit",
        statement_id="associative_memory.S9.2",
        interpretation="as the number of answers grows: $|\\varepsilon|^2$ tends to 0",
        role=Role.CHARITABLE,
        relation=Relation.LIMIT,
        claimed="0",
        diverging="M",
    ),
    _MAP,
    replace(
        _MAP,
        id="associative_memory.update_map.rivals",
        interpretation="orthonormal codes, $W = q\\, u_y e_x^\\top$: a step leads to the printed map with "
        "$M - 1$, the number of rivals, for $M$",
        role=Role.CHARITABLE,
        claimed="q + eta/(1 + exp(q)/(M - 1))",
        bears=Bears.REFINES,
    ),
    replace(
        _MAP,
        id="associative_memory.update_map.many_answers",
        interpretation="orthonormal codes, $W = q\\, u_y e_x^\\top$: a step leads to the printed map "
        "asymptotically, as the number of answers grows",
        role=Role.CHARITABLE,
        diverging="M",
        asymptotic=True,
    ),
    replace(
        _MAP,
        id="associative_memory.update_map.five_answers",
        interpretation="orthonormal codes, $W = q\\, u_y e_x^\\top$, $M = 5$ as in the paper's figures, "
        "steps up to 1: the printed map is right to 5 % of a step's result or better",
        role=Role.CHARITABLE,
        relation=Relation.REPORTED,
        grid={"rivals": ("zero",), "M": (5,), "eta": (0.1, 1.0)},
        margin=0.05,
        own_threshold=True,
    ),
    replace(
        _MAP,
        id="associative_memory.update_map.pushed_away",
        interpretation="with the neglected term kept, $W = q (u_y - \\varepsilon) e_x^\\top$: rivals fall by "
        "$q$ "
        "in sum",
        role=Role.STRONGER,
        claimed="q + eta/(1 + exp(q*M/(M - 1))/(M - 1))",
        derivation="update_step_repelled",
        grid={"rivals": ("pushed away",)},
        bears=Bears.REFINES,
    ),
    _GROWTH,
    replace(
        _GROWTH,
        id="associative_memory.iterates.growth.measured",
        label="the ratio $e^{f^n(0)}/(\\gamma M n)$ for the $n$-th iterate of the printed map ($\\gamma "
        "= \\eta$)",
        interpretation="$f^n(0)$ grows as $\\log(\\gamma M n)$: $e^{f^n(0)}/(\\gamma M n)$, iterated in "
        "floating point up to $n = 80000$, tends to 1",
        derivation=None,
        quantity="iterate_growth",
        bears=Bears.REFINES,
    ),
    _POWER,
    replace(
        _POWER,
        id="associative_memory.equivalent_power.two_hundred",
        interpretation="$N = 200$, where the caption names no number of tokens, least squares of "
        "$q(x)/q(1)$ over all tokens: the printed powers to a fifth of their value",
        role=Role.CHARITABLE,
        grid={"N": (200,)},
        own_threshold=True,
    ),
    replace(
        _POWER,
        id="associative_memory.equivalent_power.distance",
        label="the largest distance of $q_\\gamma$, $\\gamma = \\eta$, from the printed $q_\\rho$",
        interpretation="the curves map well: nowhere further apart than a tenth of $q(1)$, at $N = 100$",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="1/10",
        quantity="scheme_distance",
        margin=0.02,
        own_threshold=True,
    ),
    _CLOSE,
    replace(
        _CLOSE,
        id="associative_memory.approximation.ratio",
        label="the mean error of SGD after $t$ tokens over that of its approximation",
        interpretation="$N = d = 100$, $M = 5$, $\\alpha = 2$, SGD with batches of one from $W = 0$, "
        "$\\eta$ 1 and 10, 16 to 1024 tokens: the mean errors agree within 10 % of the "
        "approximation's",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="1",
        output="sgd",
        statistic="ratio",
        margin=0.1,
        quick_grid={"d": (100,), "t": (256, 1024)},
        own_threshold=True,
    ),
    _LONG,
    replace(
        _LONG,
        id="associative_memory.approximation.long_small",
        label="the mean error of SGD with $\\gamma = 1$ and $d = N = 100$ over that of its approximation",
        interpretation="$N = d = 100$, $M = 5$, $\\alpha = 2$, SGD with batches of one and step $\\gamma = "
        "1$, after $10^4$ tokens: the mean error of the approximation is at most three times "
        "SGD's",
        claimed="1/3",
        grid={"d": (100,), "eta": (1.0,), "t": (10_000,)},
        quick_grid={"d": (100,), "eta": (1.0,), "t": (10_000,)},
        bears=Bears.REFINES,
    ),
    replace(
        _LONG,
        id="associative_memory.approximation.long_early",
        label="the mean error of SGD with $\\gamma = 1$ and $d = N = 100$ over that of its approximation",
        interpretation="$N = d = 100$, $M = 5$, $\\alpha = 2$, SGD with batches of one and step $\\gamma = "
        "1$, after 1024 tokens, a tenth of the run: the mean error of the approximation is "
        "at most twice SGD's",
        role=Role.CHARITABLE,
        grid={"d": (100,), "eta": (1.0,), "t": (1024,)},
        quick_grid={"d": (100,), "eta": (1.0,), "t": (1024,)},
        bears=Bears.REFINES,
    ),
    replace(
        _LONG,
        id="associative_memory.approximation.narrow_long",
        label="the mean error of SGD with $\\gamma = 1$ and $d = N/10 = 10$ over that of its approximation",
        statement_id="associative_memory.S9.7",
        interpretation="$d = 10 < N = 100$, $M = 5$, $\\alpha = 2$, step $\\gamma = 1$, after $10^4$ "
        "tokens: the mean error of the approximation is more than twice SGD's",
        relation=Relation.AT_MOST,
        grid={"d": (10,), "eta": (1.0,), "t": (10_000,)},
        quick_grid={"d": (10,), "eta": (1.0,), "t": (10_000,)},
    ),
    replace(
        _CLOSE,
        id="associative_memory.approximation.wide",
        interpretation="$d = 400$, four times $N$, 1024 tokens: in a single run the errors are at most .005 "
        "apart",
        role=Role.CHARITABLE,
        claimed="1/200",
        grid={"d": (400,), "t": (1024,)},
        quick_grid={"d": (400,), "eta": (1.0,), "t": (1024,)},
        bears=Bears.REFINES,
        own_threshold=True,
    ),
    replace(
        _CLOSE,
        id="associative_memory.approximation.narrow",
        statement_id="associative_memory.S9.7",
        interpretation="$d = 10 < N = 100$, $\\eta = 1$, 1024 tokens: the errors are more than .02 apart",
        relation=Relation.AT_LEAST,
        grid={"d": (10,), "eta": (1.0,), "t": (1024,)},
        quick_grid={},
        own_threshold=True,
    ),
    replace(
        _CLOSE,
        id="associative_memory.approximation.pessimistic",
        label="the error of the approximation minus that of SGD at step size $\\eta$",
        statement_id="associative_memory.S9.7",
        interpretation="$d = 10 < N = 100$, 1024 tokens: SGD does better than its approximation predicts",
        role=Role.STRONGER,
        relation=Relation.ORDERING,
        claimed="0",
        output="gap",
        grid={"d": (10,), "t": (1024,)},
        quick_grid={},
        margin=0.0,
        bears=Bears.REFINES,
        own_threshold=False,
    ),
    replace(
        _GRADIENT,
        id="associative_memory.layer_norm.gradient",
        label="the derivative of the loss under a layer norm less that of (21)",
        statement_id="associative_memory.S9.8",
        interpretation="Eq. (21), entry by entry, for every number of answers and every dimension",
        derivation="layer_norm_gap",
        quantity="layer_norm_gap",
    ),
    replace(
        _GRADIENT,
        id="associative_memory.layer_norm.radial",
        label="the part along $W e_x$ of the gradient under a layer norm",
        statement_id="associative_memory.S9.9",
        interpretation="$(W e_x)^\\top \\nabla_W \\ell^{LN}$ vanishes, entry by entry",
        derivation="layer_norm_radial",
        quantity="layer_norm_radial",
    ),
)
