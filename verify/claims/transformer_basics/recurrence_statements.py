"""What the source says of recurrence and of the next token (S15)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_JACOBIAN = Statement(
    id="transformer_basics.S15.1",
    title="Jacobians of recurrent networks",
    text="Jacobians of recurrent networks decay or grow like $\\rho^T$.",
    place="Recurrence and training",
    source_access=SourceAccess.SUMMARY,
    primary="transformer_basics.jacobian_rate",
    why_primary="What is like $\\rho^T$ has its exponential rate; $\\rho$ is the spectral radius.",
)

STATEMENTS: tuple[Statement, ...] = (
    _JACOBIAN,
    replace(
        _JACOBIAN,
        id="transformer_basics.S15.2",
        title="Information in the next token",
        text="The information that tokens so far hold about the next token is the largest.",
        primary="transformer_basics.information_drop.markov",
        why_primary="The ledger asks for mutual information against lag for a Markov chain.",
    ),
    replace(
        _JACOBIAN,
        id="transformer_basics.S15.3",
        title="Rate of the information",
        text="For a Markov chain mutual information falls exponentially with the lag.",
        primary="transformer_basics.information_rate.twice",
        why_primary="It names the rate that mutual information, quadratic in correlations, has.",
    ),
)
