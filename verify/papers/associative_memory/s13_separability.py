"""S13: is the scheme of outer products the bottleneck, or the dimension? All matrices W beside it.

Outer products have all of about d/log d tokens right, and 0.37 d with 5 % errors (S6, two classes). Some
matrix has all of 2 d right; with five classes all of more than 5 d/2; with d classes a multiple of d^2, which
outer products reach but for a logarithm. Under a Zipf law the order of the error is the same.
"""

from ...paper import literal, quantity, stronger
from . import paper

ANSWER = "answer: Outer products or the dimension"

S13 = paper.statement(
    "S13 Table 2's comment: optimal scaling",
    r"The scaling $d^{-\alpha + 1}$ is the optimal scaling with random embeddings (comment of Table 2).",
    place="Table 2",
    why_primary="'With random embeddings' names what is given, so that every matrix $W$ may compete: no $W$ "
    r"has another exponent. Whether the printed scheme $q(x) = 1_{x \le d}$ reaches it is "
    "another sentence, S5.1.",
    same_as="S5.4",
).having(tags=("all matrices", ANSWER))

for name, alpha, exponent, alternative, reading in (
    ("floor", 2.0, "2", "-2", literal(derivation="best_matrix_floor", severity="critical")),
    ("floor_heavier", 1.5, "3/2", "-1", literal(derivation="best_matrix_floor")),
    ("floor_lighter", 3.0, "3", "-4", literal(derivation="best_matrix_floor")),
):
    S13.claim(
        f"unrestricted.{name}",
        rf"all matrices $W$, two classes, $\alpha = {exponent}$: what dichotomies leave wrong of the first "
        r"$6 d$ tokens is of the order $d^{1 - \alpha}$, so that no $W$ has another exponent",
        quantity("best_error_floor")(alpha=alpha)
        .named(rf"the error that no matrix $W$ avoids at $\alpha = {exponent}$")
        .grows_like(f"C*d**(1 - {exponent})", bound="Omega", alternatives=(f"C*d**({alternative})",)),
        reading,
    )

ceiling = quantity("best_error_ceiling")(alpha=2.0).where("d >= 1000")

S13.claim(
    "unrestricted.order",
    r"two classes, $\alpha = 2$: some $W$ reaches $d^{1 - \alpha}$ without the logarithm of equal weights",
    ceiling.named(r"the error that some matrix $W$ reaches at $\alpha = 2$").grows_like(
        "C*d**(1 - 2)", bound="O", alternatives=("C*log(d)/d",)
    ),
    stronger(bears="refines", derivation="best_matrix_ceiling"),
)

S13.claim(
    "unrestricted.ceiling",
    r"two classes, $\alpha = 2$, $d \ge 1000$: at most $.28/d$, where the best outer products have about "
    "$2.4/d$: another constant, the same exponent",
    ceiling.named("the error that some matrix $W$ reaches (over $p(1)$)").at_most("28/(100*d)", margin=0.02),
    stronger(bears="refines", derivation="best_matrix_ceiling"),
)

S13.claim(
    "unrestricted.factor",
    r"two classes, $\alpha = 2$, $d \ge 1000$: the best outer products have at least $2/d$, seven times "
    "what some matrix has",
    quantity("least_error")(alpha=2.0)
    .where("d >= 1000")
    .named("the least error of any outer products (over $p(1)$)")
    .at_least("2/d", margin=0.02),
    stronger(bears="refines", derivation="minimax_floor"),
)

S13_1 = paper.statement(
    "S13.1 What the matrix memorises",
    r"Our model with $d^2$ parameters, the matrix $W$ (4), only memorizes about $d/\log d$ associations.",
    place="Section 4.2",
    why_primary="(4) is the sum of outer products, and 'about' allows for a constant.",
    same_as="S6.2",
).having(tags=("all matrices", "capacity", ANSWER))

S13_1.claim(
    "separable.outer_products",
    r"$W$ as in (4), a sum of outer products, two classes: of the order $d/\log d$ as $d$ grows",
    quantity(
        "stored_all",
        "the number of tokens of two classes that outer products have all right with probability 1/2",
    ).grows_like("C*d/log(d)", asymptotic=True),
    literal(tags=("all matrices", ANSWER)),
)

separable_size = quantity(
    "separable_size",
    "the number of tokens of two classes that some matrix has all right with probability 1/2",
)

S13_1.claim(
    "separable.logarithm",
    r"the matrix by its $d^2$ parameters, any $W$, two classes: $d/\log d$ at most in order",
    separable_size.grows_like("C*d/log(d)", bound="O", alternatives=("C*d",)),
    stronger(derivation="separable_size", severity="critical"),
)

S13_1.claim(
    "outer_products.wide",
    "as many orthonormal unembeddings as dimensions, outer products: $d^2$ up to logarithms, as many as "
    r"there are parameters; 'about $d/\log d$' is a matter of few classes",
    quantity(
        "outer_products_wide",
        "the number of tokens of $d$ classes that outer products have right but for 5 %",
    ).grows_like("C*d**2", alternatives=("C*d",), up_to_logs=True),
    stronger(bears="refines", derivation="outer_products_floor", severity="critical"),
)

S13_2 = paper.statement(
    "S13.2 Limits of the linear model",
    "Exponentially many quasi-orthogonal elements showcase intrinsic limitations of our 'linear' model (2).",
    place="Section 4.2",
    why_primary="(2) leaves $W$ free, so that the limit must be one on all matrices.",
).having(tags=("all matrices", "capacity", ANSWER))

S13_2.claim(
    "separable.size",
    "any $W$ in (2), two classes: of the order $d$, however many quasi-orthogonal vectors there are",
    separable_size.grows_like("C*d", alternatives=("C*d**2",)),
    literal(derivation="separable_size", severity="critical"),
)

capacity = S13_2.having(tags=("all matrices", "capacity"))
rays = quantity(
    "separable_rays", "the probability that some matrix has all of $N$ tokens of two classes right"
)["right"]

capacity.claim(
    "separable.probability",
    "exactly: $I_{1/2}(N - d, d)$, the chance that $N - 1$ fair coins show fewer than $d$ heads",
    rays.equals("betainc(N - d, d, 0, 1/2)", margin=0.1),
    stronger(bears="refines", derivation="separable_probability"),
)

capacity.claim(
    "separable.half",
    "at $N = 2 d$ exactly one half",
    rays.where("N == 2*d").equals("1/2", margin=0.1),
    stronger(bears="refines", derivation="separable_half"),
)

separable = quantity("separable")["right"]

S13_2.claim(
    "separable.five_classes",
    r"five classes, $f(x) = x \bmod 5$: all of $\frac{5}{2} d$ tokens are right with probability at least "
    "1/2, by linear programs",
    separable(M=5, d=(8, 12, 16))
    .quick(d=8)
    .where("2*N == 5*d")
    .named(r"the probability that some matrix has all of $\frac{5}{2} d$ tokens of five classes right")
    .at_least("1/2", margin=0.05),
    stronger(bears="refines", own_threshold=True),
)

capacity.claim(
    "separable.five_classes_ceiling",
    "five classes: all of $4 d$ tokens are right with probability below 1/2",
    separable(M=5, d=(8, 12, 16))
    .quick(d=8)
    .where("N == 4*d")
    .named("the probability that some matrix has all of $4 d$ tokens of five classes right")
    .at_most("1/2", margin=0.05),
    stronger(bears="refines", own_threshold=True),
)

S13_2.claim(
    "separable.wide",
    r"as many classes as dimensions, orthonormal unembeddings, $d = 4, 6, 8$: all of $\frac{3}{8} d^2$ "
    "tokens are right with probability at least 1/2",
    separable(M=(4, 6, 8), N=(6, 13, 24))
    .quick(M=4, N=6)
    .named(r"the probability that some matrix has all of $\frac{3}{8} d^2$ tokens of $d$ classes right")
    .at_least("1/2", margin=0.05),
    stronger(bears="refines", own_threshold=True),
)

pseudo_inverse = quantity("pseudo_inverse")["wrong"]

S13_2.claim(
    "pseudo_inverse.all",
    "least squares has all of $N = d$ tokens right, two and five classes",
    pseudo_inverse.where("N == d")
    .named("the share of wrong tokens of least squares at $N = d$")
    .equals("0", margin=0.001),
    stronger(bears="refines", derivation="least_squares_error"),
)

capacity.claim(
    "pseudo_inverse.beyond",
    "at $N = 2 d$, where some matrix still has all right every other time, least squares is wrong about a "
    "tenth at least",
    pseudo_inverse.where("N == 2*d")
    .named("the share of wrong tokens of least squares at $N = 2 d$")
    .at_least("1/10", margin=0.05),
    stronger(bears="refines", own_threshold=True),
)
