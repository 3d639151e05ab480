"""What the source says of deployed models, of numbers of heads, and of how one trains: nothing tests it."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_DEPLOYED = Statement(
    id="transformer_basics.S17.1",
    title="Deployed models",
    text="What deployed models use: their sizes, layers, positions, normalisations and lengths of context.",
    place="Throughout",
    source_access=SourceAccess.SUMMARY,
    not_covered="It is about models whose weights and documents are not published with the source; "
    "arithmetic on numbers that it names is S14.7.",
)

STATEMENTS: tuple[Statement, ...] = (
    _DEPLOYED,
    replace(
        _DEPLOYED,
        id="transformer_basics.S17.2",
        title="What heads do",
        text="What heads in trained models attend to, and how many of them a model needs.",
        not_covered="It names no task, no measure of what a head does and no model; counts, ranks and "
        "winners by number of heads are S7.",
    ),
    replace(
        _DEPLOYED,
        id="transformer_basics.S17.3",
        title="Training practice",
        text="Which learning rates, warm-ups, schedules and initialisations training needs to succeed.",
        not_covered="It names no data, no optimiser and no criterion of success; gradients at "
        "initialisation, which are its reasons, are S13.8 to S13.11.",
    ),
)
