"""S7 and S8, training on fresh data: schedules with base steps tuned on other draws."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_TUNED = Claim(
    id="attention_dynamics.tuned.gain",
    label="SGD's loss on fresh sequences minus that of the EM-like schedule with the best step of each",
    statement_id="attention_dynamics.S8.2",
    interpretation="the gain outlives tuning: law of the text, a new sequence of $T = 32$ or 64 (32 in a "
    "quick "
    "run) at each of 150 steps, mean loss, base steps tuned on other draws, losses on fresh sequences",
    role=Role.STRONGER,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="tuned_effect",
    output="gain",
    grid={"schedule": ("values",)},
    quick_grid={"T": (32,), "schedule": ("values",)},
    margin=0.0,
    tags=("schedules", "controls", "tuned", "answer: Schedules with their own best steps"),
)

CLAIMS: tuple[Claim, ...] = (
    _TUNED,
    replace(
        _TUNED,
        id="attention_dynamics.tuned.one_step",
        label="SGD's loss on fresh sequences minus that of the EM-like schedule with one base step for both",
        interpretation="law of the text, a new sequence of $T = 32$ or 64 (32 in a quick run) at each of 150 "
        "steps, mean loss, a base step of 0.08 for both, below the best one of either, losses on fresh "
        "sequences",
        role=Role.CHARITABLE,
        output="gain at one step",
    ),
    replace(
        _TUNED,
        id="attention_dynamics.tuned.above_minimum",
        label="a trained head's loss on fresh sequences minus that of the Bayes filter",
        statement_id="attention_dynamics.S7.10",
        interpretation="no trained head is below the minimum: law of the text, a new sequence of $T = 32$ or "
        "64 "
        "(32 in a quick run) at each of 150 steps, SGD and the EM-like schedule, each with its own best "
        "step, losses on fresh sequences",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        output="over filter",
        grid={},
        quick_grid={"T": (32,)},
        tags=("schedules", "Bayes filter"),
    ),
    replace(
        _TUNED,
        id="attention_dynamics.tuned.similar",
        label="KL(EM || uniform predictions) minus KL(EM || SGD) on fresh sequences",
        statement_id="attention_dynamics.S7.18",
        interpretation="predictions of the EM-like schedule are nearer to SGD's than to equal ones: law of "
        "the "
        "text, a new sequence of $T = 32$ or 64 (32 in a quick run) at each of 150 steps, each schedule "
        "with its own best step",
        role=Role.CHARITABLE,
        output="nearer",
    ),
)
