"""S1: Proposition 1, T^(-1 + 1/alpha): order, constant, and what finitely many tokens make of it."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role

_DECADES = (10, 100, 1000, 10_000, 100_000, 10**6, 10**7, 10**8, 10**9, 10**10, 10**11, 10**12)
_FIGURE_SIZES = (10, 30, 100, 300, 1000, 3000, 10_000)

_TWO = Claim(
    id="associative_memory.unseen_mass.alpha_two",
    label="the mean error of a memory without limits at $\\alpha = 2$",
    statement_id="associative_memory.S1",
    interpretation="infinitely many tokens, an unseen one is an error: order of growth in $T$ at $\\alpha = "
    "2$, "
    "$T$ from 10 to $10^{12}$",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/sqrt(T)",
    alternatives=("C/T", "C*T**(-1/3)", "C*log(T)/sqrt(T)"),
    derivation="unseen_mass_two",
    quantity="unseen_mass",
    grid={"alpha": (2.0,), "unseen": ("wrong",), "T": _DECADES},
    margin=0.05,
    severity="critical",
    tags=("finite-data", "answer: Error by the number of samples"),
)
_FIXED = replace(
    _TWO,
    id="associative_memory.unseen_mass.tokens_100",
    label="the mean error of a memory without limits on 100 tokens",
    interpretation="finitely many tokens as in the model's definition, $N = 100$, $\\alpha = 2$, "
    "$T$ from 10 to 10,000",
    derivation="unseen_mass_above",
    quantity="unseen_mass_finite",
    alternatives=("C/T",),
    grid={"alpha": (2.0,), "N": (100,), "T": _FIGURE_SIZES},
    severity="major",
    tags=("finite-data", "finite-N"),
)
_LINE = replace(
    _FIXED,
    id="associative_memory.unseen_mass.naive_fit.tokens_100",
    label="the slope of a straight line through the mean error on 100 tokens",
    interpretation="what a straight line through $\\log \\mathcal{E}$ against $\\log T$ reports, $T$ from 10 "
    "to "
    "10,000, on $N = 100$ tokens",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    bound_type=None,
    claimed="-1 + 1/alpha",
    alternatives=(),
    derivation="naive_slope_hundred",
    quantity="unseen_mass_exponent",
    grid={"N": (100,), "alpha": (1.2, 1.5, 2.0, 3.0)},
    margin=0.05,
    severity="minor",
)

CLAIMS: tuple[Claim, ...] = (
    _TWO,
    replace(
        _TWO,
        id="associative_memory.unseen_mass.alpha_six_fifths",
        label="the mean error of a memory without limits at $\\alpha = 6/5$",
        interpretation="infinitely many tokens, an unseen one is an error: order of growth in $T$ at "
        "$\\alpha = 6/5$, whose tail is heavy, $T$ from 10 to $10^{12}$",
        claimed="C*T**(-1/6)",
        alternatives=("C*T**(-1/3)", "C/log(T)"),
        derivation="unseen_mass_six_fifths",
        grid={"alpha": (1.2,), "unseen": ("wrong",), "T": _DECADES},
    ),
    replace(
        _TWO,
        id="associative_memory.unseen_mass.alpha_three_halves",
        label="the mean error of a memory without limits at $\\alpha = 3/2$",
        interpretation="infinitely many tokens, an unseen one is an error: order of growth in $T$ at "
        "$\\alpha = 3/2$, $T$ from 10 to $10^{12}$",
        claimed="C*T**(-1/3)",
        alternatives=("C/sqrt(T)", "C*T**(-1/6)"),
        derivation="unseen_mass_three_halves",
        grid={"alpha": (1.5,), "unseen": ("wrong",), "T": _DECADES},
    ),
    replace(
        _TWO,
        id="associative_memory.unseen_mass.alpha_three",
        label="the mean error of a memory without limits at $\\alpha = 3$",
        interpretation="infinitely many tokens, an unseen one is an error: order of growth in $T$ at "
        "$\\alpha = 3$, $T$ from 10 to $10^{12}$",
        claimed="C*T**(-2/3)",
        alternatives=("C/sqrt(T)", "C/T"),
        derivation="unseen_mass_three",
        grid={"alpha": (3.0,), "unseen": ("wrong",), "T": _DECADES},
    ),
    replace(
        _TWO,
        id="associative_memory.unseen_mass.guessed",
        label="the mean error where unseen tokens are guessed",
        interpretation="an unseen token is guessed among five answers instead of being an error, $\\alpha = "
        "2$",
        role=Role.CHARITABLE,
        derivation="unseen_mass_guessed",
        grid={"alpha": (2.0,), "unseen": ("guessed",), "T": _DECADES},
        severity="major",
    ),
    replace(
        _TWO,
        id="associative_memory.unseen_mass.constant",
        label="the mean error in units of $C^{1/\\alpha} T^{-1 + 1/\\alpha}$",
        interpretation="the constant of the order: $\\Gamma(1 - 1/\\alpha)/\\alpha$ in units of "
        "$C^{1/\\alpha}$, "
        "at four values of $\\alpha$",
        role=Role.STRONGER,
        relation=Relation.LIMIT,
        bound_type=None,
        claimed="gamma(1 - 1/alpha)/alpha",
        alternatives=(),
        derivation="unseen_mass_constant",
        quantity="unseen_mass_constant",
        diverging="T",
        grid={"alpha": (1.2, 1.5, 2.0, 3.0), "T": (10**8, 10**10, 10**12)},
        margin=0.001,
        severity="major",
        bears=Bears.REFINES,
    ),
    replace(
        _TWO,
        id="associative_memory.unseen_mass.constant.alpha_two",
        label="the mean error in units of $C^{1/\\alpha} T^{-1 + 1/\\alpha}$",
        interpretation="the constant behind the order at $\\alpha = 2$: $\\sqrt{\\pi}/2$ in units of "
        "$C^{1/2}$",
        role=Role.STRONGER,
        relation=Relation.LIMIT,
        bound_type=None,
        claimed="sqrt(pi)/2",
        alternatives=(),
        derivation="unseen_mass_constant_two",
        quantity="unseen_mass_constant",
        diverging="T",
        grid={"alpha": (2.0,), "T": (10**8, 10**10, 10**12)},
        margin=0.001,
        severity="major",
        bears=Bears.REFINES,
    ),
    _FIXED,
    replace(
        _FIXED,
        id="associative_memory.unseen_mass.alpha_half",
        label="the mean error of a memory without limits at $\\alpha = 1/2$",
        interpretation="$\\alpha = 1/2$ as in Figure 3, where the law asks for an error that grows like $T$: "
        "$N = 1000$, $T$ from 10 to 10,000",
        claimed="C*T",
        alternatives=("C",),
        grid={"alpha": (0.5,), "N": (1000,), "T": _FIGURE_SIZES},
        severity="minor",
    ),
    replace(
        _FIXED,
        id="associative_memory.unseen_mass.decay",
        label="the decay rate $-\\frac{1}{T} \\log \\mathcal{E}$ over that of the rarest token "
        "($-\\log(1 - p(N))$)",
        interpretation="with $T$ far beyond $1/p(N)$ on $N = 100$ tokens the error decays exponentially, at "
        "the "
        "rate at which the rarest token stays unseen",
        role=Role.STRONGER,
        relation=Relation.LIMIT,
        bound_type=None,
        claimed="1",
        alternatives=(),
        derivation="unseen_mass_rate",
        quantity="unseen_mass_decay",
        diverging="T",
        grid={},
        margin=0.02,
        bears=Bears.REFINES,
    ),
    _LINE,
    replace(
        _LINE,
        id="associative_memory.unseen_mass.naive_fit.tokens_million",
        label="the slope of a straight line through the mean error on a million tokens",
        interpretation="what a straight line through $\\log \\mathcal{E}$ against $\\log T$ reports, $T$ "
        "from 10 to 10,000, on $N = 10^6$ tokens",
        derivation="naive_slope_million",
        grid={"N": (1_000_000,), "alpha": (1.2, 1.5, 2.0, 3.0)},
    ),
)
