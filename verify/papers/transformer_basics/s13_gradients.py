"""S13: gradients at initialisation by the number of blocks L: of the first and the last layer's weights."""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper
from .s13_depth import NORMAL, stream

GRADIENTS = ("gradients", "answer: Squared gradients at initialisation")
EVEN_BRANCHES = {"initial scale": "every branch adds as much as it sees"}

S13_8 = paper.question(
    "S13.8 First layer's gradient, pre-norm",
    "Does the gradient reach the first layer whatever the depth with pre-norm, as work that is not at hand "
    "says?",
    place="no sentence of the source; the work on pre-norm that says so is not at hand",
    why_primary="Whatever the depth means that it does not depend on it.",
).having(tags=GRADIENTS, setting=EVEN_BRANCHES)

FLAT, INVERSE, HALVED = "C", "C/L", "C*exp(-log(2)*L)"
PRE = f"blocks $x + W n(x)$ and a last normalisation, {NORMAL}"
POST = f"blocks $n(x + W x)$, {NORMAL}"
FIRST = "the mean squared gradient by the first layer's weights in $L$"
LAST = "the mean squared gradient by the last layer's weights in $L$"

S13_8.claim(
    "gradient.pre.first",
    f"{PRE}: it does not depend on the depth",
    stream["first"](block="pre")
    .named(f"{FIRST} pre-norm blocks")
    .grows_like(FLAT, alternatives=(INVERSE, HALVED)),
)

S13_9 = paper.question(
    "S13.9 Last layer's gradient, pre-norm",
    "Does the gradient of the last layer shrink as the stream grows with pre-norm, as work that is not at "
    "hand says?",
    place="no sentence of the source; the work on pre-norm that says so is not at hand",
    why_primary=r"The last normalisation divides by the length of the stream, like $\sqrt L$.",
).having(tags=GRADIENTS, setting=EVEN_BRANCHES)

last_pre = stream["last"](block="pre")

S13_9.claim(
    "gradient.pre.last",
    rf"{PRE}: the square falls like $1/L$, the norm like $1/\sqrt L$",
    last_pre.named(f"{LAST} pre-norm blocks").grows_like(INVERSE, alternatives=(FLAT, HALVED)),
    literal(derivation="last_gradient"),
)

S13_9.claim(
    "gradient.pre.last.value",
    f"{PRE}: it is $(d - 1)/((d - 2)(L + 1))$, as the last normalisation divides by the length of the stream",
    last_pre.named(f"{LAST} pre-norm blocks (over $d$)").equals("(d - 1)/((d - 2)*(L + 1))", margin=0.02),
    stronger(bears="refines", derivation="last_gradient"),
)

S13_10 = paper.question(
    "S13.10 First layer's gradient, post-norm",
    "Does the gradient of the first layer vanish with depth under post-norm?",
    place="no sentence of the source",
    primary="gradient.post.first.constant",
    why_primary="It says how the whole gradient depends on depth, and not that through skip connections "
    "alone.",
).having(tags=GRADIENTS, setting=EVEN_BRANCHES)

first_post = stream["first"](block="post").named(f"{FIRST} post-norm blocks")

S13_10.claim(
    "gradient.post.first",
    f"{POST}: every normalisation halves the square, so that it falls like $2^{{-L}}$",
    first_post.grows_like(HALVED, alternatives=(FLAT, INVERSE)),
    literal(bears="refines"),
)

S13_10.claim(
    "gradient.post.first.constant",
    f"{POST}: what a normalisation takes the branch gives back, and it does not depend on the depth",
    first_post.grows_like(FLAT, alternatives=(INVERSE, HALVED)),
    charitable(),
)

S13_10.claim(
    "gradient.post.skip",
    f"{POST}: the part that comes through skip connections alone falls like $2^{{-L}}$",
    stream["skip"](block="post")
    .named(f"{FIRST} post-norm blocks through skip connections alone")
    .grows_like(HALVED, alternatives=(FLAT, INVERSE)),
    charitable(bears="refines"),
)

S13_10.claim(
    "gradient.post.first.rectified",
    "blocks $n(x + V (W x)_+)$ of width 32 with normal weights, a branch adds as much as it sees: at least "
    r"1/4 down to 16 blocks, where $2^{-L}$ is $1.5 \cdot 10^{-5}$",
    quantity("rectified_network")["first"](L=powers(2, 16))
    .quick(L=(4, 16))
    .named("the mean squared gradient by the first MLP's outer matrix in $L$ post-norm blocks (over $d$)")
    .at_least("1/4", margin=0.05),
    charitable(bears="refines", own_threshold=True),
)

S13_11 = paper.question(
    "S13.11 Last layer's gradient, post-norm",
    "How does the gradient of the last layer depend on depth under post-norm?",
    place="no sentence of the source",
    why_primary="It is the sentence as it stands.",
).having(tags=GRADIENTS, setting=EVEN_BRANCHES)

S13_11.claim(
    "gradient.post.last",
    f"{POST}: it does not depend on the depth",
    stream["last"](block="post")
    .named(f"{LAST} post-norm blocks")
    .grows_like(FLAT, alternatives=(INVERSE, HALVED)),
)
