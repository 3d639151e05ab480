"""S11: embeddings that are learned: Eq. (24) and the training of Fig. 8."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role
from ...figure import Drawing, Figure

_GAP = Claim(
    id="associative_memory.learned.gap",
    label="the gap in score of the right class to a rival at distance $\\kappa$ under (24)",
    statement_id="associative_memory.S11.8",
    interpretation="exactly: $W = I$ and $e_x = u_{f(x)}$ give a gap of $\\kappa^2/2$ to a rival at distance "
    "$\\kappa$, positive wherever unembeddings differ",
    role=Role.CHARITABLE,
    relation=Relation.EQUALS,
    claimed="kappa**2/2",
    derivation="learned_gap",
    quantity="answer_gap",
    grid={"model": ("(24)",)},
    margin=0.02,
    tags=("learned embeddings",),
)
_MANY = replace(
    _GAP,
    id="associative_memory.learned.many",
    label="the share of classes that (24) answers wrongly where $d \\ge 2$",
    statement_id="associative_memory.S11.9",
    interpretation="random unembeddings, $d \\ge 2$, up to 100 classes, double precision: none is wrong, "
    "however "
    "many tokens have each class",
    role=Role.LITERAL,
    claimed="0",
    derivation="learned_ties",
    quantity="learned_error",
    grid={"d": (2, 3, 8)},
    margin=0.001,
    tags=("learned embeddings", "capacity", "answer: How many associations fit"),
)
_TRAINED = replace(
    _MANY,
    id="associative_memory.learned.five_classes",
    label="the error after training embeddings, unembeddings and $W$ in two dimensions",
    statement_id="associative_memory.S11.10",
    interpretation="$d = 2$, $N = 100$, $\\alpha = 2$, $M = 5$, all of $e$, $u$, $W$ trained from normal "
    "numbers "
    "by Adam with step .3 on the population loss: zero after 300 steps",
    derivation=None,
    grid={"optimiser": ("adam",), "M": (5,), "t": (300,)},
    quantity="learned_training",
    output="error",
    tags=("learned embeddings", "training"),
)

CLAIMS: tuple[Claim, ...] = (
    _GAP,
    replace(
        _GAP,
        id="associative_memory.learned.one_dimension",
        label="the share of classes that (24) answers wrongly where $d = 1$",
        interpretation="as printed, for every choice of $u_y$ on the sphere: in one dimension three or more "
        "classes "
        "share an unembedding, and tie",
        role=Role.LITERAL,
        claimed="0",
        derivation="learned_line",
        quantity="learned_error",
        grid={"d": (1,), "M": (5, 100)},
        margin=0.001,
        tags=("learned embeddings", "counterexample"),
    ),
    _MANY,
    replace(
        _MANY,
        id="associative_memory.learned.room",
        label="the least gap in score to a rival with unembeddings evenly on the circle",
        interpretation="what it costs: the gap shrinks as $M^{-2}$ in two dimensions, so that digits bound "
        "the "
        "number of classes",
        role=Role.STRONGER,
        relation=Relation.LAW,
        bound_type=BoundType.THETA,
        claimed="C*M**(-2)",
        alternatives=("C*M**(-1)",),
        derivation="learned_room",
        quantity="learned_gap",
        grid={},
        domain=("M >= 16",),
        margin=0.05,
        tags=("learned embeddings",),
        bears=Bears.REFINES,
    ),
    _TRAINED,
    replace(
        _TRAINED,
        id="associative_memory.learned.ten_classes",
        statement_id="associative_memory.S11.11",
        interpretation="$d = 2$, $N = 100$, $\\alpha = 2$, $M = 10$, all of $e$, $u$, $W$ trained from "
        "normal numbers by Adam with step .3 on the population loss: zero after 300 steps",
        grid={"optimiser": ("adam",), "M": (10,), "t": (300,)},
    ),
    replace(
        _TRAINED,
        id="associative_memory.learned.plain_descent",
        interpretation="$d = 2$, $N = 100$, $\\alpha = 2$, $M = 5$, all of $e$, $u$, $W$ trained by plain "
        "gradient descent, step .3 (a step of 1 diverges from some starts): after 300 steps "
        "the error is not yet zero, at least 1/100",
        role=Role.STRONGER,
        relation=Relation.AT_LEAST,
        claimed="1/100",
        grid={"optimiser": ("gradient descent",), "M": (5,), "t": (300,)},
        margin=0.02,
        bears=Bears.REFINES,
        own_threshold=True,
    ),
    replace(
        _TRAINED,
        id="associative_memory.learned.aligned",
        label="the mean cosine of $W e_x$ and $u_{f(x)}$ after training",
        statement_id="associative_memory.S11.12",
        interpretation="'match': after 300 steps of Adam, 5 and 10 classes, the mean cosine over tokens is "
        "at "
        "least 4/5",
        role=Role.CHARITABLE,
        relation=Relation.AT_LEAST,
        claimed="4/5",
        output="alignment",
        grid={"optimiser": ("adam",), "t": (300,)},
        quick_grid={"optimiser": ("adam",), "M": (5,), "t": (300,)},
        margin=0.02,
        own_threshold=True,
    ),
    replace(
        _TRAINED,
        id="associative_memory.learned.equal",
        label="the mean cosine of $W e_x$ and $u_{f(x)}$ after training",
        statement_id="associative_memory.S11.12",
        interpretation="as in (24), where embedding and unembedding are one: the mean cosine is 1 within 5 %",
        role=Role.STRONGER,
        claimed="1",
        output="alignment",
        grid={"optimiser": ("adam",), "t": (300,)},
        quick_grid={"optimiser": ("adam",), "M": (5,), "t": (300,)},
        margin=0.05,
        own_threshold=True,
    ),
)

_TRAINING = Figure(
    id="associative_memory.figure.learned",
    title="Training the embeddings in two dimensions",
    caption="Mean error over the steps of Adam, all of $e$, $u$ and $W$ trained, $d = 2$, $N = 100$, by the "
    "number of classes.",
    alternative="With five classes the error is below a hundredth after thirty steps; ten classes take about "
    "three times as long. After three hundred both are at zero.",
    quantity="learned_training",
    drawing=Drawing.CURVES,
    x="t",
    series="M",
    outputs=("error",),
    grid={"optimiser": ("adam",), "t": (1, 3, 10, 30, 100, 300)},
    log_y=False,
    place="Fig. 8",
    supports=("associative_memory.learned.five_classes", "associative_memory.learned.ten_classes"),
)

_PLACES = Figure(
    id="associative_memory.figure.learned_places",
    title="Learned embeddings of one run, five classes",
    caption="The embeddings $e_x$ of all hundred tokens after three hundred steps of Adam, shaded by their "
    "class $f(x)$: one run from random starts.",
    alternative="The tokens of each class lie together, in five groups around the origin.",
    quantity="learned_embeddings",
    drawing=Drawing.SCATTER,
    x="first coordinate",
    y="second coordinate",
    series="class",
    grid={"M": (5,)},
    log_x=False,
    log_y=False,
    place="Fig. 8, middle",
    supports=("associative_memory.learned.aligned",),
)

FIGURES: tuple[Figure, ...] = (
    _TRAINING,
    _PLACES,
    replace(
        _PLACES,
        id="associative_memory.figure.learned_places_ten",
        title="Learned embeddings of one run, ten classes",
        alternative="The tokens of each class lie together, in ten groups around the origin.",
        grid={"M": (10,)},
        place="Fig. 8, right",
        supports=("associative_memory.learned.ten_classes",),
    ),
)
