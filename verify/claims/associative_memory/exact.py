"""The exact law of one token among two classes, which the roads without sampling rest on."""

from __future__ import annotations

from ...claim import Claim, Relation, Role

CLAIMS: tuple[Claim, ...] = (
    Claim(
        id="associative_memory.two_classes.student",
        label="the error of a token of weight $q$ (squared weights $S$ in its class, $R$ in the other)",
        statement_id="associative_memory.S3.2",
        interpretation="exactly: Student's law in signal over noise, a token of weight $q$ whose class and "
        "rival "
        "hold squared weights $S$ and $R$ beside it",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="betainc(d/2, 1/2, 0, (S + R)/(S + R + q**2))/2",
        derivation="two_class_error",
        quantity="two_class_error",
        grid={"d": (2, 4, 8)},
        quick_grid={"d": (2, 4)},
        margin=0.05,
        tags=(),
    ),
)
