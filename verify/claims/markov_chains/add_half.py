r"""S9: sequences on which the in-context estimate is not defined, and its log loss with one half added.

`source` names a chain or fair symbols, S of them, read in contexts of `k` symbols; `theta` is the probability
of a one among independent bits, `share` that of ones in a sequence.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_DEFINED = Claim(
    id="markov_chains.undefined_probability.zero",
    label="the probability that the in-context estimate is not defined",
    statement_id="markov_chains.S9.3",
    interpretation="the formula defines an estimate whatever was seen: its denominator never is zero",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="0",
    quantity="undefined_probability",
    grid={"T": (8, 16)},
    margin=1e-12,
    tags=("undefined contexts", "answer: Contexts never seen before"),
    bears=Bears.REFINES,
)
_DECAY = replace(
    _DEFINED,
    id="markov_chains.undefined_decay.pairs",
    label="the rate at which the probability of an undefined in-context estimate decays",
    interpretation="fair bits in contexts of two: the probability decays exponentially at the rate "
    "$\\log(4/(1 + \\sqrt 5))$, that of sequences without 00",
    role=Role.STRONGER,
    claimed="-log((1 + sqrt(5))/4)",
    derivation="undefined_decay_pairs",
    quantity="undefined_rate",
    grid={"source": ("fair",), "S": (2,), "k": (2,)},
    margin=1e-5,
    tags=("undefined contexts", "rate", "answer: Contexts never seen before"),
    bears=Bears.SUPPORTS,
)
_FINITE = replace(
    _DEFINED,
    id="markov_chains.infinite_loss.zero",
    label="the probability that the next symbol was given probability 0",
    statement_id="markov_chains.S9.4",
    interpretation="the estimate as it is: its log loss is finite, as nothing happens that it calls "
    "impossible in a "
    "context it has seen",
    role=Role.LITERAL,
    quantity="infinite_loss",
    grid={},
    tags=("add-half", "log loss", "answer: Log loss of the in-context estimate"),
)
_EXCESS = replace(
    _FINITE,
    id="markov_chains.add_half_excess.bits",
    label="the limit of $T$ times the excess log loss of add-half counts for the next symbol",
    interpretation="one half added to each count, independent bits: the excess falls like $1/(2T)$",
    role=Role.STRONGER,
    claimed="1/2",
    derivation="add_half_excess_bits",
    quantity="add_half_excess_limit",
    grid={"theta": (0.2, 0.5)},
    margin=0.001,
    bears=Bears.SUPPORTS,
)

CLAIMS: tuple[Claim, ...] = (
    _DEFINED,
    replace(
        _DECAY,
        id="markov_chains.undefined_decay.switching",
        interpretation="a binary chain of order one, p = .3, q = .45: the probability decays exponentially "
        "at the "
        "rate $-\\log .7$, at which the symbol left least often stays alone",
        claimed="log(10/7)",
        derivation="undefined_decay_switching",
        grid={"source": ("switching",)},
    ),
    replace(
        _DECAY,
        id="markov_chains.undefined_decay.three_symbols",
        interpretation="three fair symbols in contexts of one: at the rate $\\log(3/2)$",
        claimed="log(3/2)",
        derivation="undefined_decay_three",
        grid={"source": ("fair",), "S": (3,), "k": (1,)},
    ),
    _DECAY,
    replace(
        _DECAY,
        id="markov_chains.undefined_decay.triples",
        interpretation="fair bits in contexts of three: at the rate $\\log(2/\\tau)$, "
        "$\\tau^3 = \\tau^2 + \\tau + 1$",
        claimed="-log(1/6 + 1/(9*(sqrt(33)/72 + 19/216)**(1/3)) + (sqrt(33)/72 + 19/216)**(1/3))",
        derivation="undefined_decay_triples",
        grid={"source": ("fair",), "S": (2,), "k": (3,)},
    ),
    replace(
        _DECAY,
        id="markov_chains.undefined_decay.as_if_independent",
        interpretation="fair bits in contexts of two or three, as if contexts that overlap were independent: "
        "at the "
        "rate $-\\log(1 - 2^{-k})$",
        role=Role.CHARITABLE,
        claimed="-log(1 - 1/S**k)",
        derivation=None,
        grid={"source": ("fair",), "S": (2,), "k": (2, 3)},
        bears=Bears.REFINES,
    ),
    replace(
        _DEFINED,
        id="markov_chains.undefined_probability.one_symbol",
        interpretation="fair symbols in contexts of one: undefined with probability $(1 - 1/S)^{T-1}$",
        role=Role.STRONGER,
        claimed="(1 - 1/S)**(T - 1)",
        derivation="undefined_probability_alike",
        margin=1e-9,
        grid={"source": ("fair",), "k": (1,)},
        bears=Bears.SUPPORTS,
    ),
    _FINITE,
    replace(
        _FINITE,
        id="markov_chains.largest_log_loss.add_half",
        label="the largest log loss of add-half counts for one bit",
        interpretation="one half added to each count: the log loss of a bit is at most $\\log(2(T - k) + 2)$ "
        "on "
        "every sequence, and it is reached",
        role=Role.CHARITABLE,
        claimed="log(2*(T - k) + 2)",
        quantity="largest_log_loss",
        bears=Bears.SUPPORTS,
    ),
    _EXCESS,
    replace(
        _EXCESS,
        id="markov_chains.add_half_excess.certain",
        interpretation="one half added, a bit that never is a one: the same $1/(2T)$",
        derivation="certain_excess",
        grid={"theta": (0.0,)},
    ),
    replace(
        _EXCESS,
        id="markov_chains.add_half_excess.chain",
        interpretation="one half added, a binary chain of order one: $1/(2T)$ for each of its two contexts",
        claimed="1",
        derivation="add_half_excess_binary",
        grid={},
        quantity="add_half_chain_excess_limit",
    ),
    replace(
        _EXCESS,
        id="markov_chains.add_half_excess.order",
        label="$T$ times the excess log loss of add-half counts for the next symbol",
        interpretation="one half added, chains of order two or less on two or three symbols, as the sequence "
        "grows, measured at 1024 symbols: $S^k (S - 1)/(2T)$",
        claimed="S**k*(S - 1)/2",
        derivation="add_half_excess",
        quantity="modular_risk",
        output="excess",
        grid={"S": (2, 3), "k": (1, 2), "T": (1024,)},
        quick_grid={"S": (2, 3), "k": (1,), "T": (1024,)},
        domain=("order == k",),
        diverging="T",
        asymptotic=True,
        margin=0.08,
    ),
    replace(
        _EXCESS,
        id="markov_chains.add_half_redundancy.bits",
        label="the limit of the mean excess log loss of add-half counts on a whole sequence minus "
        "$\\frac12 \\log T$",
        interpretation="independent bits of a probability inside (0, 1): all T of them cost $\\frac12 \\log "
        "T + "
        "\\frac12 \\log(\\pi/2) - \\frac12$ more than by their own law",
        claimed="log(pi/2)/2 - 1/2",
        derivation=None,
        quantity="add_half_redundancy_limit",
        grid={"theta": (0.2, 0.5)},
    ),
    replace(
        _EXCESS,
        id="markov_chains.add_half_redundancy.chain",
        label="the limit of the mean excess log loss of add-half counts on a whole sequence minus $\\log T$",
        interpretation="a binary chain of order one: $\\frac12 \\log T$ for each context, and the constant "
        "of bits "
        "and $\\frac12 \\log \\pi_c$ more",
        claimed="log(pi/2) - 1 + log(p*q/(p + q)**2)/2",
        derivation=None,
        grid={},
        quantity="add_half_chain_redundancy_limit",
    ),
    replace(
        _EXCESS,
        id="markov_chains.redundancy_growth.contexts",
        label="the growth of the mean excess log loss of add-half counts per unit of $\\log T$",
        interpretation="one half added, a chain of order k: $\\frac12 \\log T$ for each of its $S^k$ "
        "contexts and "
        "each symbol but one; bits alone and a binary chain of order one, from $T$ to $4T$ far out",
        claimed="S**k*(S - 1)/2",
        derivation="redundancy_growth",
        quantity="redundancy_growth",
        grid={},
        quick_grid={"source": ("bits", "switching")},
        margin=0.001,
    ),
    replace(
        _EXCESS,
        id="markov_chains.modular_redundancy.constant",
        label="the mean excess log loss of add-half counts on a whole sequence",
        interpretation="one half added, bits of order one to three, 4096 symbols, within 2 %: $2^{k-1} "
        "(\\log T - "
        "\\log 2^k + \\log(\\pi/2) - 1)$, each context at its own length",
        claimed="2**k/2*(log(T) - k*log(2) + log(pi/2) - 1)",
        derivation=None,
        quantity="modular_redundancy",
        output="redundancy",
        grid={"T": (4096,)},
        quick_grid={"k": (1,), "T": (4096,)},
        margin=0.02,
    ),
    replace(
        _EXCESS,
        id="markov_chains.add_half_regret.even",
        label="the limit of the regret of add-half counts on a sequence minus $\\frac12 \\log T$",
        interpretation="against the best law in hindsight, as many ones as zeros: $\\frac12 \\log T + "
        "\\frac12 "
        "\\log(\\pi/2)$",
        claimed="log(pi/2)/2",
        derivation="regret_even",
        quantity="add_half_regret_limit",
        grid={"share": (0.5,)},
    ),
    replace(
        _EXCESS,
        id="markov_chains.add_half_regret.constant",
        label="the limit of the regret of add-half counts on a sequence minus $\\frac12 \\log T$",
        interpretation="against the best law in hindsight, a sequence of one symbol alone: $\\frac12 \\log T "
        "+ "
        "\\frac12 \\log \\pi$, $\\frac12 \\log 2$ more",
        claimed="log(pi)/2",
        derivation="regret_constant",
        quantity="add_half_regret_limit",
        grid={"share": (0.0,)},
    ),
)
