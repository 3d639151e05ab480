"""S10: step size, batch size, sign steps, layer norm and schedules (Figs. 6, 7, 11), paired by seed.

N = 100, M = 5, alpha = 2, f(x) = x mod M, 1024 tokens, W from N(0, I/d) unless said. `eta` is the step size,
gamma in the paper; a gain is positive where what is claimed to help does.
"""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

SGD = r"SGD, batches of one, $N = 100$, $M = 5$, $\alpha = 2$"
SMALL = r"SGD, batches of one, $N = 10$, $M = 5$, $\alpha = 1.5$, $d = 5$, 256 tokens from $W = 0$"
TUNED = "with the step tuned on other seeds"

S10 = paper.statement(
    "S10 Step size where d > N",
    "When $d > N$, a large learning rate is beneficial, in particular with batches of one.",
    place="step size effect, Section 4; Fig. 7, left",
    why_primary="Steps up to 10, the largest that the paper shows, compared by decades at equal data.",
).having(tags=("training", "step size"))

gain = quantity("step_size_effect")["gain"](t=1024).named(
    r"the error of SGD at step size $\eta/10$ minus that at $\eta$"
)

S10.claim(
    "step_size.wide",
    f"{SGD}, $d = 128 > N$, after 1024 tokens: a step ten times as large is better, from .01 up to 10",
    gain(d=128, eta=(0.1, 1.0, 10.0)).exceeds(),
)

S10.claim(
    "step_size.wide.huge",
    f"{SGD}, $d = 128 > N$, after 1024 tokens: a step of 100 is better than one of 10",
    gain(d=128, eta=100.0).exceeds(),
    stronger(),
)

S10_1 = paper.statement(
    "S10.1 Step size where d < N",
    "The same behaviour holds in the presence of limited capacity, $d < N$; a bigger step size leads to "
    "better results.",
    place="step size effect, Section 4; Fig. 7, left",
    primary="step_size.narrow.up_to_one",
    why_primary="No step is named; of large ones the same section says that below $N$ they overwrite what is "
    "stored, and a step of 1 is the largest that stores an association without it.",
    as_printed=r"It needs a limit on the step: at $d = 10 = N/10$ the step $\gamma = 10$ errs more than "
    r"$\gamma = 1$ after the same 1024 tokens, beyond chance.",
    printed="step_size.narrow",
).having(tags=("training", "step size"))

S10_1.claim(
    "step_size.narrow",
    f"{SGD}, $d$ 10 and 50 below $N$, after 1024 tokens: a step ten times as large is better, from .01 up "
    "to 10",
    gain(d=(10, 50), eta=(0.1, 1.0, 10.0)).quick(d=10, eta=(1.0, 10.0)).exceeds(),
)

S10_1.claim(
    "step_size.narrow.half",
    f"{SGD}, $d = 50$, half of $N$, after 1024 tokens: a step ten times as large is better, from .01 up to "
    "10",
    gain(d=50, eta=(0.1, 1.0, 10.0)).exceeds(),
    charitable(),
)

S10_1.claim(
    "step_size.narrow.up_to_one",
    f"{SGD}, $d$ 10 and 50 below $N$, after 1024 tokens: a step ten times as large is better, from .01 up "
    "to 1, where one update stores a token's association whole",
    gain(d=(10, 50), eta=(0.1, 1.0)).exceeds(),
    charitable(),
)

S10_2 = paper.statement(
    "S10.2 Large steps",
    "With a large learning rate associations are stored easily, but tend to overwrite previous storage.",
    place="step size effect (i); Fig. 6, left",
    primary="overwriting.erased",
    why_primary="Overwriting is the drawback the sentence names; the setting is that of Fig. 6.",
).having(tags=("training", "overwriting"))

overwriting = quantity("overwriting")

S10_2.claim(
    "overwriting.stored",
    f"{SMALL}: a step of 10 stores more of what it meets than one of .1",
    overwriting["stored_more"](eta=10.0)
    .named("the share of missed tokens that an update stores at step size 10 minus that at 0.1")
    .exceeds(),
)

erased_more = overwriting["erased_more"](eta=10.0).named(
    "the mean number of tokens that an update erases at step size 10 minus that at 0.1"
)

S10_2.claim(
    "overwriting.erased",
    f"{SMALL}: a step of 10 overwrites more than one of .1",
    erased_more.exceeds(),
)

S10_3 = paper.statement(
    "S10.3 Small steps",
    "With a small learning rate associations need to be seen often, which takes more time, but will not "
    "erase memory; rare memories are not stored.",
    place="step size effect (ii); Fig. 6, right",
    primary="overwriting.kept_more",
    why_primary="The sentence sets small steps against large ones and names no number.",
).having(tags=("training", "overwriting"))

S10_3.claim(
    "overwriting.kept",
    f"{SMALL}: an update of size .1 erases on average less than one token in a hundred updates; the number "
    "is ours",
    overwriting["erased"](eta=0.1)
    .named("the mean number of tokens that an update erases at step size 0.1")
    .at_most("1/100", margin=0.02),
    literal(own_threshold=True),
)

S10_3.claim(
    "overwriting.kept_more",
    f"{SMALL}: an update of size .1 erases less than one of size 10",
    erased_more.exceeds(),
    charitable(),
)

S10_3.claim(
    "overwriting.rare",
    f"{SMALL}: steps of .1 store fewer of the five rarest tokens than steps of 10",
    overwriting["rare_more"](eta=10.0)
    .named("the share of the five rarest tokens that are right in the end at step size 10 minus that at 0.1")
    .exceeds(),
    charitable(),
)

S10_4 = paper.statement(
    "S10.4 Scheduling",
    "A large learning rate while there is still memory space, reduced later in training, is useful.",
    place="step size effect; Fig. 11",
    why_primary="Memory space is scarce at $d = 10$, and tuning gives the constant step its best chance.",
).having(tags=("training", "schedule"))

falling = quantity("schedule_effect", "the error of SGD at a constant step size minus that at a falling one")[
    "gain"
]
FALLING = "a step that falls linearly to 0, and one that drops to a tenth halfway, against a constant one"

for name, d, memory, steps, comment, reading in (
    ("narrow.tuned", 10, "$d = 10$ $< N$", "tuned", f"each {TUNED}", literal()),
    ("narrow.fixed", 10, "$d = 10$ $< N$", "fixed", "with the step 10 at the start of both", literal()),
    (
        "half.fixed",
        50,
        "$d = 50$, where memory is less scarce",
        "fixed",
        "with the step 10 at the start of both",
        stronger(),
    ),
):
    S10_4.claim(
        f"schedule.{name}",
        f"{SGD}, 1024 tokens, {memory}: {FALLING}, {comment}",
        falling(d=d, steps=steps).exceeds(),
        reading,
    )

S10_5 = paper.statement(
    "S10.5 Batch size",
    "When processing a finite number of data, smaller batch size is preferable.",
    place="batch size effect; Fig. 7, middle",
    why_primary="Data are equal and each batch size has its best step, so that only the batch differs.",
).having(tags=("training", "batch size"))

batches = quantity(
    "batch_size_effect", "the error of SGD with batches of $B$ minus that with batches of one"
)["gain"]
WITH_BATCHES = r"SGD, $N = 100$, $M = 5$, $\alpha = 2$"
LARGE = f"1024 tokens, batches of $B$ = 16 and more against batches of one, each batch size {TUNED}"

S10_5.claim(
    "batch_size.tuned",
    f"{WITH_BATCHES}, $d = 50$, {LARGE}",
    batches(d=50, steps="tuned", B=powers(16, 256, 4)).exceeds(),
)

S10_5.claim(
    "batch_size.tuned.narrow",
    f"{WITH_BATCHES}, $d = 10$, {LARGE}",
    batches(d=10, steps="tuned", B=powers(16, 256, 4)).quick(B=(64, 256)).exceeds(),
)

S10_5.claim(
    "batch_size.four",
    f"{WITH_BATCHES}, $d = 50$, 1024 tokens, batches of 4 against one, each {TUNED}: no difference beyond "
    ".001",
    batches(d=50, steps="tuned", B=4).equals("0", margin=0.001),
    stronger(bears="refines"),
)

S10_5.claim(
    "batch_size.scaled",
    r"SGD, $d$ 10 and 50, equal numbers of tokens, 1024, step $1/\sqrt B$, so that the variance of an "
    "update is that of batches of one",
    batches(steps="scaled", eta=1.0).exceeds(),
    charitable(),
)

S10_5.claim(
    "batch_size.scaled_large",
    r"SGD, $d$ 10 and 50, equal numbers of tokens, 1024, step $10/\sqrt B$",
    batches(steps="scaled", eta=10.0).quick(d=50, B=4).exceeds(),
    stronger(),
)

S10_6 = paper.statement(
    "S10.6 Large batches store p",
    r"Naive updates with large batches lead to a model that resembles $q = p^\rho$ with $\rho \approx 1$.",
    place="batch size effect; Adam, Section 4.1",
    primary="population.power.early",
    why_primary="Table 2 says 'found with large batches in one step'; later steps are another matter.",
).having(tags=("update",), own_threshold=True)

nearest_power = quantity(
    "population_power", r"the power $\rho$ nearest to what $t$ steps on the whole population store"
)

S10_6.claim(
    "population.power",
    "the map (20) on whole-population steps of size 1, $N = 100$: least squares of $q(x)/q(1)$ after 1 to "
    r"4096 steps, $\rho = 1$ within 10 %",
    nearest_power.equals("1", margin=0.1),
)

S10_6.claim(
    "population.power.early",
    "the map (20) on whole-population steps of size 1, $N = 100$: least squares of $q(x)/q(1)$ after 1 and "
    r"4 steps, before tokens saturate, $\rho = 1$ within 10 %",
    nearest_power(t=(1, 4)).is_reported("1.00", margin=0.1),
    charitable(),
)

S10_7 = paper.statement(
    "S10.7 Adam",
    r"Adam (with $\beta_1 = \beta_2 = 0$, which is SignGD) is helpful.",
    place="Adam, Section 4.1; Fig. 7, right",
    why_primary="The section is about large batches, and a step of a sign has no common scale with one of a "
    "gradient, so both are tuned.",
).having(tags=("training", "optimiser"))

gained = quantity("optimiser_effect")["gain"](t=1024)
signs = gained(optimiser="sign").named("the error of SGD minus that of SignGD")
SIGNS = "Adam without averages (sign steps), gradients summed over the batch, $N = 100$, 1024 tokens"
EACH = f"each side {TUNED}"

for name, setting, gain_of_signs, reading in (
    (
        "large_batch.tuned",
        f"batches of 64 and 256, $d = 50$, {EACH}",
        signs(d=50, B=(64, 256), steps="tuned"),
        literal(),
    ),
    ("small_batch.tuned", f"batches of 16, $d = 50$, {EACH}", signs(d=50, B=16, steps="tuned"), stronger()),
    (
        "narrow.tuned",
        f"batches of 64 and 256, $d = 10$, {EACH}",
        signs(d=10, B=(64, 256), steps="tuned").quick(B=64),
        stronger(),
    ),
    (
        "fixed",
        "batches of 64 and 256, $d = 50$, step 1 for SGD and $1/d$ an entry for sign steps",
        signs(d=50, B=(64, 256), eta=1.0),
        literal(),
    ),
):
    S10_7.claim(f"adam.{name}", f"{SIGNS}, {setting}", gain_of_signs.exceeds(), reading)

S10_8 = paper.statement(
    "S10.8 Layer normalisation",
    "Layer norm is useful, as the good performance in the right of Fig. 7 shows.",
    place="layer normalisation, Section 4.1; Fig. 7, right",
    why_primary="Useful is meant beside SGD without it, and steps on logits of another scale must be tuned.",
    why_refuted="With every step tuned on other seeds plain SGD errs less than SGD with a layer norm at "
    "both batch sizes, beyond chance.",
).having(tags=("training", "optimiser"))

normed = gained(optimiser="layer norm", d=50).named("the error of SGD minus that of SGD with a layer norm")
NORMED = "logits from $W e_x / |W e_x|$, gradients summed over the batch, $N = 100$, 1024 tokens"

for name, setting, gain_of_norm, reading in (
    ("tuned", f"batches of 16 and 64, $d = 50$, {EACH}", normed(B=(16, 64), steps="tuned"), literal()),
    ("fixed_small", "batches of 16, $d = 50$, a step of .1 for both", normed(B=16, eta=0.1), charitable()),
    ("fixed", "batches of 16 and 64, $d = 50$, a step of 1 for both", normed(B=(16, 64), eta=1.0), literal()),
):
    S10_8.claim(f"layer_norm.{name}", f"{NORMED}, {setting}", gain_of_norm.exceeds(), reading)

S10_8.claim(
    "layer_norm.sign",
    "sign steps and a layer norm together, gradients summed over the batch, $N = 100$, 1024 tokens, batches "
    f"of 64 and 256, $d = 50$, {EACH}",
    gained(optimiser="sign, layer norm", d=50, B=(64, 256), steps="tuned")
    .quick(B=256)
    .named("the error of SGD minus that of SignGD with a layer norm")
    .exceeds(),
    charitable(bears="refines"),
)

paper.statement(
    "S10.9 Adam homogenises the memory",
    "Sign steps help to reach the saturation phase of $f^n$, homogenising $W$ to behave as $q = 1$.",
    place="Adam, Section 4.1; Figs. 15 and 16",
    not_covered="The figures that underpin it are in an appendix that was not at hand, and no $q$ is "
    "defined for a $W$ that sign steps have trained.",
)

paper.statement(
    "S10.10 Large transformers",
    "For large transformers large steps may be unstable, and hardware asks for large batches.",
    place="Section 4.1",
    not_covered="It is about other models, cited from other works.",
)

paper.statement(
    "S10.11 Figure 11",
    "Fig. 11 illustrates the usefulness of scheduling in its own setting.",
    place="step size effect; Fig. 11",
    not_covered="The figure is in an appendix that was not at hand; its own setting is not simulated yet.",
)
