"""S13: is the scheme of outer products the bottleneck, or the dimension? All matrices W beside it.

Outer products have all of about d/log d tokens right, and .37 d with 5 % errors (S6, two classes). Some
matrix has all of 2 d right; with five classes all of more than 5 d/2; with d classes a multiple of d^2, which
outer products reach but for a logarithm. Under a Zipf law the order of the error is the same.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role

_FLOOR = Claim(
    id="associative_memory.unrestricted.floor",
    label="the error that no matrix $W$ avoids at $\\alpha = 2$",
    statement_id="associative_memory.S13",
    interpretation="all matrices $W$, two classes, $\\alpha = 2$: what dichotomies leave wrong of the first "
    "$6 d$ tokens is of the order $d^{1 - \\alpha}$, so that no $W$ has another exponent",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.OMEGA,
    claimed="C*d**(1 - 2)",
    alternatives=("C*d**(-2)",),
    derivation="best_matrix_floor",
    quantity="best_error_floor",
    grid={"alpha": (2.0,)},
    margin=0.05,
    severity="critical",
    tags=("all matrices", "answer: Outer products or the dimension"),
)
_CEILING = replace(
    _FLOOR,
    id="associative_memory.unrestricted.ceiling",
    label="the error that some matrix $W$ reaches (over $p(1)$)",
    interpretation="two classes, $\\alpha = 2$, $d \\ge 1000$: at most $.28/d$, where the best outer "
    "products "
    "have about $2.4/d$: another constant, the same exponent",
    role=Role.STRONGER,
    relation=Relation.AT_MOST,
    bound_type=None,
    claimed="28/(100*d)",
    alternatives=(),
    derivation="best_matrix_ceiling",
    quantity="best_error_ceiling",
    domain=("d >= 1000",),
    margin=0.02,
    severity="major",
    bears=Bears.REFINES,
)
_MEMORISED = replace(
    _FLOOR,
    id="associative_memory.separable.outer_products",
    label="the number of tokens of two classes that outer products have all right with probability 1/2",
    statement_id="associative_memory.S13.1",
    interpretation="$W$ as in (4), a sum of outer products, two classes: of the order $d/\\log d$ "
    "as $d$ grows",
    bound_type=BoundType.THETA,
    claimed="C*d/log(d)",
    asymptotic=True,
    alternatives=(),
    derivation=None,
    quantity="stored_all",
    grid={},
    margin=0.05,
    severity="major",
)
_SIZE = replace(
    _FLOOR,
    id="associative_memory.separable.size",
    label="the number of tokens of two classes that some matrix has all right with probability 1/2",
    statement_id="associative_memory.S13.2",
    interpretation="any $W$ in (2), two classes: of the order $d$, however many quasi-orthogonal vectors "
    "there are",
    bound_type=BoundType.THETA,
    claimed="C*d",
    alternatives=("C*d**2",),
    derivation="separable_size",
    quantity="separable_size",
    grid={},
    margin=0.05,
    tags=("all matrices", "capacity", "answer: Outer products or the dimension"),
)
_PROBABILITY = replace(
    _SIZE,
    id="associative_memory.separable.probability",
    label="the probability that some matrix has all of $N$ tokens of two classes right",
    interpretation="exactly: $I_{1/2}(N - d, d)$, the chance that $N - 1$ fair coins show fewer than $d$ "
    "heads",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    bound_type=None,
    claimed="betainc(N - d, d, 0, 1/2)",
    alternatives=(),
    derivation="separable_probability",
    quantity="separable_rays",
    output="right",
    grid={},
    margin=0.1,
    severity="major",
    tags=("all matrices", "capacity"),
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    _FLOOR,
    replace(
        _FLOOR,
        id="associative_memory.unrestricted.floor_heavier",
        label="the error that no matrix $W$ avoids at $\\alpha = 3/2$",
        interpretation="all matrices $W$, two classes, $\\alpha = 3/2$: what dichotomies leave wrong of the "
        "first $6 d$ tokens is of the order $d^{1 - \\alpha}$, so that no $W$ has another "
        "exponent",
        claimed="C*d**(1 - 3/2)",
        alternatives=("C*d**(-1)",),
        grid={"alpha": (1.5,)},
        severity="major",
    ),
    replace(
        _FLOOR,
        id="associative_memory.unrestricted.floor_lighter",
        label="the error that no matrix $W$ avoids at $\\alpha = 3$",
        interpretation="all matrices $W$, two classes, $\\alpha = 3$: what dichotomies leave wrong of the "
        "first $6 d$ tokens is of the order $d^{1 - \\alpha}$, so that no $W$ has another "
        "exponent",
        claimed="C*d**(1 - 3)",
        alternatives=("C*d**(-4)",),
        grid={"alpha": (3.0,)},
        severity="major",
    ),
    replace(
        _FLOOR,
        id="associative_memory.unrestricted.order",
        label="the error that some matrix $W$ reaches at $\\alpha = 2$",
        interpretation="two classes, $\\alpha = 2$: some $W$ reaches $d^{1 - \\alpha}$ without the logarithm "
        "of "
        "equal weights",
        role=Role.STRONGER,
        bound_type=BoundType.O,
        alternatives=("C*log(d)/d",),
        derivation="best_matrix_ceiling",
        quantity="best_error_ceiling",
        domain=("d >= 1000",),
        margin=0.05,
        severity="major",
        bears=Bears.REFINES,
    ),
    _CEILING,
    replace(
        _CEILING,
        id="associative_memory.unrestricted.factor",
        label="the least error of any outer products (over $p(1)$)",
        interpretation="two classes, $\\alpha = 2$, $d \\ge 1000$: the best outer products have at least "
        "$2/d$, "
        "seven times what some matrix has",
        relation=Relation.AT_LEAST,
        claimed="2/d",
        derivation="minimax_floor",
        quantity="least_error",
        bears=Bears.REFINES,
    ),
    _MEMORISED,
    replace(
        _SIZE,
        id="associative_memory.separable.logarithm",
        statement_id="associative_memory.S13.1",
        interpretation="the matrix by its $d^2$ parameters, any $W$, two classes: $d/\\log d$ at most in "
        "order",
        role=Role.STRONGER,
        bound_type=BoundType.O,
        claimed="C*d/log(d)",
        alternatives=("C*d",),
        margin=0.05,
    ),
    _SIZE,
    _PROBABILITY,
    replace(
        _PROBABILITY,
        id="associative_memory.separable.half",
        interpretation="at $N = 2 d$ exactly one half",
        claimed="1/2",
        derivation="separable_half",
        domain=("N == 2*d",),
        bears=Bears.REFINES,
    ),
    replace(
        _PROBABILITY,
        id="associative_memory.separable.five_classes",
        label="the probability that some matrix has all of $\\frac{5}{2} d$ tokens of five classes right",
        interpretation="five classes, $f(x) = x \\bmod 5$: all of $\\frac{5}{2} d$ tokens are right with "
        "probability at least 1/2, by linear programs",
        relation=Relation.AT_LEAST,
        claimed="1/2",
        derivation=None,
        quantity="separable",
        grid={"M": (5,), "d": (8, 12, 16)},
        quick_grid={"M": (5,), "d": (8,)},
        domain=("2*N == 5*d",),
        margin=0.05,
        tags=("all matrices", "capacity", "answer: Outer products or the dimension"),
        bears=Bears.REFINES,
        own_threshold=True,
    ),
    replace(
        _PROBABILITY,
        id="associative_memory.separable.five_classes_ceiling",
        label="the probability that some matrix has all of $4 d$ tokens of five classes right",
        interpretation="five classes: all of $4 d$ tokens are right with probability below 1/2",
        relation=Relation.AT_MOST,
        claimed="1/2",
        derivation=None,
        quantity="separable",
        grid={"M": (5,), "d": (8, 12, 16)},
        quick_grid={"M": (5,), "d": (8,)},
        domain=("N == 4*d",),
        margin=0.05,
        tags=("all matrices", "capacity"),
        bears=Bears.REFINES,
        own_threshold=True,
    ),
    replace(
        _PROBABILITY,
        id="associative_memory.separable.wide",
        label="the probability that some matrix has all of $\\frac{3}{8} d^2$ tokens of $d$ classes right",
        interpretation="as many classes as dimensions, orthonormal unembeddings, $d = 4, 6, 8$: all of "
        "$\\frac{3}{8} d^2$ tokens are right with probability at least 1/2",
        relation=Relation.AT_LEAST,
        claimed="1/2",
        derivation=None,
        quantity="separable",
        grid={"M": (4, 6, 8), "N": (6, 13, 24)},
        quick_grid={"M": (4,), "N": (6,)},
        domain=(),
        margin=0.05,
        tags=("all matrices", "capacity", "answer: Outer products or the dimension"),
        bears=Bears.REFINES,
        own_threshold=True,
    ),
    replace(
        _SIZE,
        id="associative_memory.outer_products.wide",
        label="the number of tokens of $d$ classes that outer products have right but for 5 %",
        statement_id="associative_memory.S13.1",
        interpretation="as many orthonormal unembeddings as dimensions, outer products: $d^2$ up to "
        "logarithms, "
        "as many as there are parameters; 'about $d/\\log d$' is a matter of few classes",
        role=Role.STRONGER,
        claimed="C*d**2",
        alternatives=("C*d",),
        up_to_logs=True,
        derivation="outer_products_floor",
        quantity="outer_products_wide",
        margin=0.05,
        bears=Bears.REFINES,
    ),
    replace(
        _PROBABILITY,
        id="associative_memory.pseudo_inverse.all",
        label="the share of wrong tokens of least squares at $N = d$",
        interpretation="least squares has all of $N = d$ tokens right, two and five classes",
        claimed="0",
        derivation="least_squares_error",
        quantity="pseudo_inverse",
        output="wrong",
        grid={},
        quick_grid={},
        domain=("N == d",),
        margin=0.001,
        tags=("all matrices", "capacity", "answer: Outer products or the dimension"),
        bears=Bears.REFINES,
    ),
    replace(
        _PROBABILITY,
        id="associative_memory.pseudo_inverse.beyond",
        label="the share of wrong tokens of least squares at $N = 2 d$",
        interpretation="at $N = 2 d$, where some matrix still has all right every other time, least squares "
        "is "
        "wrong about a tenth at least",
        relation=Relation.AT_LEAST,
        claimed="1/10",
        derivation=None,
        quantity="pseudo_inverse",
        output="wrong",
        grid={},
        quick_grid={},
        domain=("N == 2*d",),
        margin=0.05,
        tags=("all matrices", "capacity"),
        bears=Bears.REFINES,
        own_threshold=True,
    ),
)
