"""S10: step size, batch size, sign steps, layer norm and schedules (Figs. 6, 7, 11), paired by seed.

N = 100, M = 5, alpha = 2, f(x) = x mod M, 1024 tokens, W from N(0, I/d) unless said. `eta` is the step size,
gamma in the paper; a gain is positive where what is claimed to help does.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_STEP = Claim(
    id="associative_memory.step_size.wide",
    label="the error of SGD at step size $\\eta/10$ minus that at $\\eta$",
    statement_id="associative_memory.S10",
    interpretation="SGD, batches of one, $N = 100$, $M = 5$, $\\alpha = 2$, $d = 128 > N$, after 1024 "
    "tokens: a step ten times as large is better, from .01 up to 10",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="step_size_effect",
    output="gain",
    grid={"d": (128,), "t": (1024,), "eta": (0.1, 1.0, 10.0)},
    margin=0.0,
    tags=("training", "step size"),
)
_OVERWRITING = Claim(
    id="associative_memory.overwriting.stored",
    label="the share of missed tokens that an update stores at step size 10 minus that at 0.1",
    statement_id="associative_memory.S10.2",
    interpretation="SGD, batches of one, $N = 10$, $M = 5$, $\\alpha = 1.5$, $d = 5$, 256 tokens from $W = "
    "0$: a step of 10 stores more of what it meets than one of .1",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="overwriting",
    output="stored_more",
    grid={"eta": (10.0,)},
    margin=0.0,
    tags=("training", "overwriting"),
)
_ERASED = replace(
    _OVERWRITING,
    id="associative_memory.overwriting.erased",
    label="the mean number of tokens that an update erases at step size 10 minus that at 0.1",
    interpretation="SGD, batches of one, $N = 10$, $M = 5$, $\\alpha = 1.5$, $d = 5$, 256 tokens from $W = "
    "0$: a step of 10 overwrites more than one of .1",
    output="erased_more",
)
_SCHEDULE = Claim(
    id="associative_memory.schedule.narrow.tuned",
    label="the error of SGD at a constant step size minus that at a falling one",
    statement_id="associative_memory.S10.4",
    interpretation="SGD, batches of one, $N = 100$, $M = 5$, $\\alpha = 2$, 1024 tokens, $d = 10$ $< N$: a "
    "step that falls linearly to 0, and one that drops to a tenth halfway, against a "
    "constant one, each with the step tuned on other seeds",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="schedule_effect",
    output="gain",
    grid={"d": (10,), "steps": ("tuned",)},
    margin=0.0,
    tags=("training", "schedule"),
)
_BATCH = Claim(
    id="associative_memory.batch_size.tuned",
    label="the error of SGD with batches of $B$ minus that with batches of one",
    statement_id="associative_memory.S10.5",
    interpretation="SGD, $N = 100$, $M = 5$, $\\alpha = 2$, $d = 50$, 1024 tokens, batches of $B$ = 16 and "
    "more against batches of one, each batch size with the step tuned on other seeds",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="batch_size_effect",
    output="gain",
    grid={"d": (50,), "steps": ("tuned",), "B": (16, 64, 256)},
    margin=0.0,
    tags=("training", "batch size"),
)
_ADAM = Claim(
    id="associative_memory.adam.large_batch.tuned",
    label="the error of SGD minus that of SignGD",
    statement_id="associative_memory.S10.7",
    interpretation="Adam without averages (sign steps), gradients summed over the batch, $N = 100$, 1024 "
    "tokens, batches of 64 and 256, $d = 50$, each side with the step tuned on other seeds",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="optimiser_effect",
    output="gain",
    grid={"optimiser": ("sign",), "d": (50,), "B": (64, 256), "steps": ("tuned",), "t": (1024,)},
    margin=0.0,
    tags=("training", "optimiser"),
)
_NORM = replace(
    _ADAM,
    id="associative_memory.layer_norm.tuned",
    label="the error of SGD minus that of SGD with a layer norm",
    statement_id="associative_memory.S10.8",
    interpretation="logits from $W e_x / |W e_x|$, gradients summed over the batch, $N = 100$, 1024 tokens, "
    "batches of 16 and 64, $d = 50$, each side with the step tuned on other seeds",
    grid={"optimiser": ("layer norm",), "d": (50,), "B": (16, 64), "steps": ("tuned",), "t": (1024,)},
)
_POPULATION = Claim(
    id="associative_memory.population.power",
    label="the power $\\rho$ nearest to what $t$ steps on the whole population store",
    statement_id="associative_memory.S10.6",
    interpretation="the map (20) on whole-population steps of size 1, $N = 100$: least squares of "
    "$q(x)/q(1)$ after 1 to 4096 steps, $\\rho = 1$ within 10 %",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="population_power",
    margin=0.1,
    tags=("update",),
    own_threshold=True,
)

CLAIMS: tuple[Claim, ...] = (
    _STEP,
    replace(
        _STEP,
        id="associative_memory.step_size.wide.huge",
        interpretation="SGD, batches of one, $N = 100$, $M = 5$, $\\alpha = 2$, $d = 128 > N$, after 1024 "
        "tokens: a step of 100 is better than one of 10",
        role=Role.STRONGER,
        grid={"d": (128,), "t": (1024,), "eta": (100.0,)},
    ),
    replace(
        _STEP,
        id="associative_memory.step_size.narrow",
        statement_id="associative_memory.S10.1",
        interpretation="SGD, batches of one, $N = 100$, $M = 5$, $\\alpha = 2$, $d$ 10 and 50 below $N$, "
        "after 1024 tokens: a step ten times as large is better, from .01 up to 10",
        grid={"d": (10, 50), "t": (1024,), "eta": (0.1, 1.0, 10.0)},
        quick_grid={"d": (10,), "t": (1024,), "eta": (1.0, 10.0)},
    ),
    replace(
        _STEP,
        id="associative_memory.step_size.narrow.half",
        statement_id="associative_memory.S10.1",
        interpretation="SGD, batches of one, $N = 100$, $M = 5$, $\\alpha = 2$, $d = 50$, half of $N$, "
        "after 1024 tokens: a step ten times as large is better, from .01 up to 10",
        role=Role.CHARITABLE,
        grid={"d": (50,), "t": (1024,), "eta": (0.1, 1.0, 10.0)},
    ),
    replace(
        _STEP,
        id="associative_memory.step_size.narrow.up_to_one",
        statement_id="associative_memory.S10.1",
        interpretation="SGD, batches of one, $N = 100$, $M = 5$, $\\alpha = 2$, $d$ 10 and 50 below $N$, "
        "after 1024 tokens: a step ten times as large is better, from .01 up to 1, where one "
        "update stores a token's association whole",
        role=Role.CHARITABLE,
        grid={"d": (10, 50), "t": (1024,), "eta": (0.1, 1.0)},
    ),
    _OVERWRITING,
    _ERASED,
    replace(
        _ERASED,
        id="associative_memory.overwriting.kept",
        label="the mean number of tokens that an update erases at step size 0.1",
        statement_id="associative_memory.S10.3",
        interpretation="SGD, batches of one, $N = 10$, $M = 5$, $\\alpha = 1.5$, $d = 5$, 256 tokens from "
        "$W = 0$: an update of size .1 erases on average less than one token in a hundred "
        "updates; the number is ours",
        relation=Relation.AT_MOST,
        claimed="1/100",
        output="erased",
        grid={"eta": (0.1,)},
        margin=0.02,
        own_threshold=True,
    ),
    replace(
        _ERASED,
        id="associative_memory.overwriting.kept_more",
        statement_id="associative_memory.S10.3",
        interpretation="SGD, batches of one, $N = 10$, $M = 5$, $\\alpha = 1.5$, $d = 5$, 256 tokens from "
        "$W = 0$: an update of size .1 erases less than one of size 10",
        role=Role.CHARITABLE,
    ),
    replace(
        _ERASED,
        id="associative_memory.overwriting.rare",
        label="the share of the five rarest tokens that are right in the end at step size 10 minus that "
        "at 0.1",
        statement_id="associative_memory.S10.3",
        interpretation="SGD, batches of one, $N = 10$, $M = 5$, $\\alpha = 1.5$, $d = 5$, 256 tokens from "
        "$W = 0$: steps of .1 store fewer of the five rarest tokens than steps of 10",
        role=Role.CHARITABLE,
        output="rare_more",
    ),
    _SCHEDULE,
    replace(
        _SCHEDULE,
        id="associative_memory.schedule.narrow.fixed",
        interpretation="SGD, batches of one, $N = 100$, $M = 5$, $\\alpha = 2$, 1024 tokens, $d = 10$ $< "
        "N$: a step that falls linearly to 0, and one that drops to a tenth halfway, against "
        "a constant one, with the step 10 at the start of both",
        grid={"d": (10,), "steps": ("fixed",)},
    ),
    replace(
        _SCHEDULE,
        id="associative_memory.schedule.half.fixed",
        interpretation="SGD, batches of one, $N = 100$, $M = 5$, $\\alpha = 2$, 1024 tokens, $d = 50$, "
        "where memory is less scarce: a step that falls linearly to 0, and one that drops to "
        "a tenth halfway, against a constant one, with the step 10 at the start of both",
        role=Role.STRONGER,
        grid={"d": (50,), "steps": ("fixed",)},
    ),
    _BATCH,
    replace(
        _BATCH,
        id="associative_memory.batch_size.tuned.narrow",
        interpretation="SGD, $N = 100$, $M = 5$, $\\alpha = 2$, $d = 10$, 1024 tokens, batches of $B$ = 16 "
        "and more against batches of one, each batch size with the step tuned on other seeds",
        grid={"d": (10,), "steps": ("tuned",), "B": (16, 64, 256)},
        quick_grid={"d": (10,), "steps": ("tuned",), "B": (64, 256)},
    ),
    replace(
        _BATCH,
        id="associative_memory.batch_size.four",
        interpretation="SGD, $N = 100$, $M = 5$, $\\alpha = 2$, $d = 50$, 1024 tokens, batches of 4 against "
        "one, each with the step tuned on other seeds: no difference beyond .001",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        grid={"d": (50,), "steps": ("tuned",), "B": (4,)},
        margin=0.001,
        bears=Bears.REFINES,
    ),
    replace(
        _BATCH,
        id="associative_memory.batch_size.scaled",
        interpretation="SGD, $d$ 10 and 50, equal numbers of tokens, 1024, step $1/\\sqrt B$, so that the "
        "variance of an update is that of batches of one",
        role=Role.CHARITABLE,
        grid={"steps": ("scaled",), "eta": (1.0,)},
    ),
    replace(
        _BATCH,
        id="associative_memory.batch_size.scaled_large",
        interpretation="SGD, $d$ 10 and 50, equal numbers of tokens, 1024, step $10/\\sqrt B$",
        role=Role.STRONGER,
        grid={"steps": ("scaled",), "eta": (10.0,)},
        quick_grid={"steps": ("scaled",), "eta": (10.0,), "d": (50,), "B": (4,)},
    ),
    _POPULATION,
    replace(
        _POPULATION,
        id="associative_memory.population.power.early",
        interpretation="the map (20) on whole-population steps of size 1, $N = 100$: least squares of "
        "$q(x)/q(1)$ after 1 and 4 steps, before tokens saturate, $\\rho = 1$ within 10 %",
        role=Role.CHARITABLE,
        relation=Relation.REPORTED,
        claimed="1.00",
        grid={"t": (1, 4)},
        own_threshold=True,
    ),
    _ADAM,
    replace(
        _ADAM,
        id="associative_memory.adam.small_batch.tuned",
        interpretation="Adam without averages (sign steps), gradients summed over the batch, $N = 100$, "
        "1024 tokens, batches of 16, $d = 50$, each side with the step tuned on other seeds",
        role=Role.STRONGER,
        grid={"optimiser": ("sign",), "d": (50,), "B": (16,), "steps": ("tuned",), "t": (1024,)},
    ),
    replace(
        _ADAM,
        id="associative_memory.adam.narrow.tuned",
        interpretation="Adam without averages (sign steps), gradients summed over the batch, $N = 100$, "
        "1024 tokens, batches of 64 and 256, $d = 10$, each side with the step tuned on "
        "other seeds",
        role=Role.STRONGER,
        grid={"optimiser": ("sign",), "d": (10,), "B": (64, 256), "steps": ("tuned",), "t": (1024,)},
        quick_grid={"optimiser": ("sign",), "d": (10,), "B": (64,), "steps": ("tuned",), "t": (1024,)},
    ),
    replace(
        _ADAM,
        id="associative_memory.adam.fixed",
        interpretation="Adam without averages (sign steps), gradients summed over the batch, $N = 100$, "
        "1024 tokens, batches of 64 and 256, $d = 50$, step 1 for SGD and $1/d$ an entry for "
        "sign steps",
        grid={"optimiser": ("sign",), "d": (50,), "B": (64, 256), "eta": (1.0,), "t": (1024,)},
    ),
    _NORM,
    replace(
        _NORM,
        id="associative_memory.layer_norm.fixed_small",
        interpretation="logits from $W e_x / |W e_x|$, gradients summed over the batch, $N = 100$, 1024 "
        "tokens, batches of 16, $d = 50$, a step of .1 for both",
        role=Role.CHARITABLE,
        grid={"optimiser": ("layer norm",), "d": (50,), "B": (16,), "eta": (0.1,), "t": (1024,)},
    ),
    replace(
        _NORM,
        id="associative_memory.layer_norm.fixed",
        interpretation="logits from $W e_x / |W e_x|$, gradients summed over the batch, $N = 100$, 1024 "
        "tokens, batches of 16 and 64, $d = 50$, a step of 1 for both",
        grid={"optimiser": ("layer norm",), "d": (50,), "B": (16, 64), "eta": (1.0,), "t": (1024,)},
    ),
    replace(
        _NORM,
        id="associative_memory.layer_norm.sign",
        label="the error of SGD minus that of SignGD with a layer norm",
        interpretation="sign steps and a layer norm together, gradients summed over the batch, $N = 100$, "
        "1024 tokens, batches of 64 and 256, $d = 50$, each side with the step tuned on "
        "other seeds",
        role=Role.CHARITABLE,
        grid={
            "optimiser": ("sign, layer norm",),
            "d": (50,),
            "B": (64, 256),
            "steps": ("tuned",),
            "t": (1024,),
        },
        quick_grid={
            "optimiser": ("sign, layer norm",),
            "d": (50,),
            "B": (256,),
            "steps": ("tuned",),
            "t": (1024,),
        },
        bears=Bears.REFINES,
    ),
)
