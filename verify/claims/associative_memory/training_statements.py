"""Section 4 of the source: gradients and their approximation (S9), training (S10)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_GRADIENT = Statement(
    id="associative_memory.S9",
    title="Gradient of the loss",
    text="$\\nabla_W \\ell(x, y; W) = -(1 - p_W(y|x)) (u_y - \\varepsilon) e_x^\\top$ with $\\varepsilon = "
    "\\sum_z p_W(z|x, z \\ne y) u_z$.",
    place="Eq. (17)",
    source_access=SourceAccess.FULL_TEXT,
    primary="associative_memory.gradient.entry",
    why_primary="An equation between matrices holds if it holds entry by entry.",
)
_STEP = replace(
    _GRADIENT,
    id="associative_memory.S10",
    title="Step size where d > N",
    text="When $d > N$, a large learning rate is beneficial, in particular with batches of one.",
    place="step size effect, Section 4; Fig. 7, left",
    primary="associative_memory.step_size.wide",
    why_primary="Steps up to 10, the largest that the paper shows, compared by decades at equal data.",
)

STATEMENTS: tuple[Statement, ...] = (
    _GRADIENT,
    replace(
        _GRADIENT,
        id="associative_memory.S9.1",
        title="Size of the neglected term",
        text="$\\varepsilon$ concentrates around zero with $\\|\\varepsilon\\|^2 \\approx 1/M$, notably "
        "for $W = 0$ and random $W$.",
        place="approximation of the updates, above Eq. (19)",
        primary="associative_memory.neglected.power.limit",
        why_primary="The sign of approximation is followed by an argument about large $M$, so that the limit "
        "is meant, with its constant.",
        as_printed="As an equation it needs $1/(M - 1)$, the mean at $W = 0$.",
        printed="associative_memory.neglected.power.printed",
    ),
    replace(
        _GRADIENT,
        id="associative_memory.S9.2",
        title="The neglected term is negligible",
        text="$\\varepsilon$ is hence negligible in front of $u_{f(x)}$.",
        place="approximation of the updates, Eq. (19)",
        primary="associative_memory.neglected.negligible.five",
        why_primary="The approximation is used for the figures, all of which have $M = 5$.",
        why_refuted="The figures have $M = 5$, where $\\varepsilon$ has a quarter of the mean square "
        "length of $u_{f(x)}$, half of its length.",
    ),
    replace(
        _GRADIENT,
        id="associative_memory.S9.3",
        title="The map of one update",
        text="With the update model (19) SGD with batches of one leads to $q_\\gamma(x) \\approx f^{T "
        "p(x)}(0)$ with $f: x \\mapsto x + \\gamma/(1 + M^{-1} e^x)$.",
        place="Eq. (20)",
        primary="associative_memory.update_map.five_answers",
        why_primary="The sign of approximation is meant for the paper's own setting, $M = 5$.",
        as_printed="As an equation it needs $M - 1$, the number of rivals, for $M$.",
        printed="associative_memory.update_map.printed",
    ),
    replace(
        _GRADIENT,
        id="associative_memory.S9.4",
        title="Saturation of the iterates",
        text="Minimising the loss implies $p_W(y|x) = 1$, which leads to $W$ diverging to infinity; $n "
        "\\mapsto f^n(0)$ reaches a saturation phase.",
        place="Fig. 5, left; Section 4.1",
        primary="associative_memory.iterates.growth",
        why_primary="It says how fast the iterates diverge once they saturate.",
    ),
    replace(
        _GRADIENT,
        id="associative_memory.S9.5",
        title="Equivalent powers",
        text="$q_\\rho$ for $\\rho$ = .05, .35 and 1 maps well $q_\\gamma$ for $\\gamma = 10$, $10^{-1}$ "
        "and $10^{-3}$.",
        place="Fig. 5, right",
        primary="associative_memory.equivalent_power.two_hundred",
        why_primary="The caption names no number of tokens; at $N = 200$ the printed powers come out to "
        "their digits.",
    ),
    replace(
        _GRADIENT,
        id="associative_memory.S9.6",
        title="The approximation is validated",
        text="The approximation by $q(x)$ and the map (20) is validated empirically against SGD "
        "where $d = N = 100$, with $\\gamma = 10$ and $\\gamma = 1$ (curves of the error "
        "over $10^4$ tokens).",
        place="Fig. 4, left and middle",
        primary="associative_memory.approximation.long",
        why_primary="The figure compares curves of the error; where they end, at $10^4$ tokens, a factor "
        "of two is visible on its axes.",
        why_refuted="At $\\gamma = 10$ after $10^4$ tokens SGD errs on .0025 of the mass and the "
        "approximation on .04 to .06 in the mean, some twenty times as much.",
    ),
    replace(
        _GRADIENT,
        id="associative_memory.S9.7",
        title="Where the approximation fails",
        text="For $d = N/10 = 10$ with $\\gamma = 1$ the approximation is not valid anymore.",
        place="Fig. 4, right",
        primary="associative_memory.approximation.narrow_long",
        why_primary="Not valid means further apart than where it is called valid, after as many tokens.",
    ),
    replace(
        _GRADIENT,
        id="associative_memory.S9.8",
        title="Gradient under a layer norm",
        text="$\\nabla_W \\ell^{LN} = \\frac{1}{\\|W e_x\\|} (I - (\\bar W e_x)(\\bar W e_x)^\\top) "
        "\\nabla_{\\bar W} \\ell(x, y; \\bar W)$ with $\\bar W = W/\\|W e_x\\|$.",
        place="Eq. (21)",
        primary="associative_memory.layer_norm.gradient",
        why_primary="An equation between matrices holds if it holds entry by entry.",
    ),
    replace(
        _GRADIENT,
        id="associative_memory.S9.9",
        title="A projection",
        text="The projection kills the signal that already aligns with $W e_x$.",
        place="below Eq. (21)",
        primary="associative_memory.layer_norm.radial",
        why_primary="What is killed is the part of the gradient along $W e_x$.",
    ),
    replace(
        _GRADIENT,
        id="associative_memory.S9.10",
        title="Clipping",
        text="We conjecture that the layer norm introduces a clipping effect on $q(x)$.",
        place="below Eq. (21)",
        primary=None,
        why_primary=None,
        not_covered="A conjecture that defines neither $q(x)$ of a trained $W$ nor what clipping would be.",
    ),
    _STEP,
    replace(
        _STEP,
        id="associative_memory.S10.1",
        title="Step size where d < N",
        text="The same behaviour holds in the presence of limited capacity, $d < N$; a bigger step size "
        "leads to better results.",
        primary="associative_memory.step_size.narrow",
        why_primary="It is the reading of S10 in dimensions below $N$.",
        why_refuted="At $d = 10 = N/10$ the step $\\gamma = 10$ errs more than $\\gamma = 1$ after the "
        "same 1024 tokens, beyond chance.",
    ),
    replace(
        _STEP,
        id="associative_memory.S10.2",
        title="Large steps",
        text="With a large learning rate associations are stored easily, but tend to overwrite previous "
        "storage.",
        place="step size effect (i); Fig. 6, left",
        primary="associative_memory.overwriting.erased",
        why_primary="Overwriting is the drawback the sentence names; the setting is that of Fig. 6.",
    ),
    replace(
        _STEP,
        id="associative_memory.S10.3",
        title="Small steps",
        text="With a small learning rate associations need to be seen often, which takes more time, but "
        "will not erase memory; rare memories are not stored.",
        place="step size effect (ii); Fig. 6, right",
        primary="associative_memory.overwriting.kept_more",
        why_primary="The sentence sets small steps against large ones and names no number.",
    ),
    replace(
        _STEP,
        id="associative_memory.S10.4",
        title="Scheduling",
        text="A large learning rate while there is still memory space, reduced later in training, is useful.",
        place="step size effect; Fig. 11",
        primary="associative_memory.schedule.narrow.tuned",
        why_primary="Memory space is scarce at $d = 10$, and tuning gives the constant step its best chance.",
    ),
    replace(
        _STEP,
        id="associative_memory.S10.5",
        title="Batch size",
        text="When processing a finite number of data, smaller batch size is preferable.",
        place="batch size effect; Fig. 7, middle",
        primary="associative_memory.batch_size.tuned",
        why_primary="Data are equal and each batch size has its best step, so that only the batch differs.",
    ),
    replace(
        _STEP,
        id="associative_memory.S10.6",
        title="Large batches store p",
        text="Naive updates with large batches lead to a model that resembles $q = p^\\rho$ with $\\rho "
        "\\approx 1$.",
        place="batch size effect; Adam, Section 4.1",
        primary="associative_memory.population.power.early",
        why_primary="Table 2 says 'found with large batches in one step'; later steps are another matter.",
    ),
    replace(
        _STEP,
        id="associative_memory.S10.7",
        title="Adam",
        text="Adam (with $\\beta_1 = \\beta_2 = 0$, which is SignGD) is helpful.",
        place="Adam, Section 4.1; Fig. 7, right",
        primary="associative_memory.adam.large_batch.tuned",
        why_primary="The section is about large batches, and a step of a sign has no common scale with one "
        "of a gradient, so both are tuned.",
    ),
    replace(
        _STEP,
        id="associative_memory.S10.8",
        title="Layer normalisation",
        text="Layer norm shows good performance in Fig. 7.",
        place="layer normalisation, Section 4.1; Fig. 7, right",
        primary="associative_memory.layer_norm.tuned",
        why_primary="Good is meant beside SGD without it, and steps on logits of another scale must be "
        "tuned.",
        why_refuted="With every step tuned on other seeds plain SGD errs less than SGD with a layer norm "
        "at both batch sizes, beyond chance.",
    ),
    replace(
        _STEP,
        id="associative_memory.S10.9",
        title="Adam homogenises the memory",
        text="Sign steps help to reach the saturation phase of $f^n$, homogenising $W$ to behave as $q = 1$.",
        place="Adam, Section 4.1; Figs. 15 and 16",
        primary=None,
        why_primary=None,
        not_covered="The figures that underpin it are in an appendix that was not at hand, and no $q$ is "
        "defined for a $W$ that sign steps have trained.",
    ),
    replace(
        _STEP,
        id="associative_memory.S10.10",
        title="Large transformers",
        text="For large transformers large steps may be unstable, and hardware asks for large batches.",
        place="Section 4.1",
        primary=None,
        why_primary=None,
        not_covered="It is about other models, cited from other works.",
    ),
    replace(
        _STEP,
        id="associative_memory.S10.11",
        title="Figure 11",
        text="Fig. 11 illustrates the usefulness of scheduling in its own setting.",
        place="step size effect; Fig. 11",
        primary=None,
        why_primary=None,
        not_covered="The figure is in an appendix that was not at hand; its own setting is not "
        "simulated yet.",
    ),
)
