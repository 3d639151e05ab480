"""What the source says and nothing here tests."""

from __future__ import annotations

from . import paper

paper.statement(
    "S17.1 Deployed models",
    "What deployed models use: their sizes, layers, positions, normalisations and lengths of context.",
    place="Throughout",
    not_covered="It is about models whose weights and documents are not published with the source; "
    "arithmetic on numbers that it names is S14.7.",
)

paper.statement(
    "S17.2 What heads do",
    "What heads in trained models attend to, and how many of them a model needs.",
    place="Throughout",
    not_covered="It names no task, no measure of what a head does and no model; counts, ranks and winners "
    "by number of heads are S7.",
)

paper.statement(
    "S17.3 Training practice",
    "Which learning rates, warm-ups, schedules and initialisations training needs to succeed.",
    place="Throughout",
    not_covered="It names no data, no optimiser and no criterion of success; gradients at initialisation, "
    "which are its reasons, are S13.8 to S13.11.",
)
