"""S13: how sums and residual streams grow with depth.

`n` is the number of terms and `rho` their correlation, `L` the number of blocks, `block` their kind and `d`
their width, `l` the number of blocks before the one that is looked at.
"""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

EXPONENTIAL = "C*exp(log(2)*L)"
STREAM = ("residual stream", "answer: How the residual stream grows with depth")

S13_1 = paper.statement(
    "S13.1 Variance of a sum",
    "The variance of a sum of n independent terms grows like $n^2$.",
    place="Residuals and normalisation",
    why_primary="It is the sentence as it stands, independence included.",
    why_refuted="Variances of independent terms add up, so that the sum has $n$; $n^2$ is the variance of "
    "$n$ identical terms.",
).having(tags=("variance", "answer: How a sum of n terms grows"))

variance = quantity("sum_variance")(n=(1, 2, 4, 16, 64, 256, 1024))
independent = variance(rho=0.0).named("the variance of a sum of independent terms")

S13_1.claim(
    "sum_variance.square",
    "independent terms of variance 1: the variance of their sum grows like $n^2$",
    independent.grows_like("C*n**2", alternatives=("C*n",)),
    literal(derivation="independent_sum"),
)

S13_1.claim(
    "sum_variance.linear",
    "independent terms of variance 1: the variance of their sum is $n$",
    independent.equals("n", margin=0.001),
    charitable(bears="contradicts", derivation="independent_sum"),
)

S13_1.claim(
    "sum_variance.identical",
    "terms that are all the same: the variance of their sum is $n^2$",
    variance(rho=1.0).named("the variance of a sum of identical terms").equals("n**2", margin=0.001),
    charitable(bears="refines", derivation="identical_sum"),
)

S13_1.claim(
    "sum_variance.correlated",
    r"terms of correlation $\rho$: $n (1 + (n - 1) \rho)$, which is between $n$ and $n^2$",
    variance(rho=(0.25, 1.0))
    .named("the variance of a sum of correlated terms")
    .equals("n*(1 + (n - 1)*rho)", margin=0.001),
    stronger(bears="refines", derivation="correlated_sum"),
)

S13_2 = paper.statement(
    "S13.2 Magnitudes without normalisation",
    "Without normalisation magnitudes grow like the square root of the number of layers.",
    place="Residuals and normalisation",
    why_primary="Without normalisation a branch sees the stream as it is, and adds in proportion.",
    why_refuted="The square root belongs to terms of one scale; a branch that multiplies the stream as it "
    "is adds in proportion to it, which doubles the mean square in every block.",
).having(tags=STREAM)

NORMAL = r"independent normal weights of variance $1/d$, $d = 65536$"
SQUARE = "the mean square of the stream after"
stream = quantity("residual_stream")(d=2**16, L=powers(4, 256)).quick(L=powers(4, 256, 4))
unnormalised = stream["power"](block="none").named(f"{SQUARE} $L$ blocks $x + W x$")

S13_2.claim(
    "residual_stream.none",
    rf"blocks $x + W x$, {NORMAL}: a magnitude like $\sqrt L$ is a mean square like $L$",
    unnormalised.grows_like("C*L", alternatives=(EXPONENTIAL,)),
    literal(derivation="relative_stream"),
)

S13_2.claim(
    "residual_stream.fixed",
    "blocks add independent vectors of one scale whatever the stream is, as a sum of independent terms "
    "would: the mean square is $1 + L$",
    stream["power"](block="fixed")
    .named(f"{SQUARE} $L$ branches that are independent of it")
    .grows_like("C*L", alternatives=(EXPONENTIAL,)),
    charitable(derivation="fixed_stream"),
)

S13_2.claim(
    "residual_stream.exponential",
    f"blocks $x + W x$, {NORMAL}: the mean square is $2^L$",
    unnormalised.equals("2**L", margin=0.05),
    stronger(bears="contradicts", derivation="relative_stream"),
)

S13_3 = paper.statement(
    "S13.3 Magnitudes in pre-norm blocks",
    "In pre-norm blocks magnitudes grow like the square root of the number of layers.",
    place="Residuals and normalisation",
    why_primary="It is the same law for the stream of pre-norm blocks.",
).having(tags=STREAM)

S13_3.claim(
    "residual_stream.pre",
    rf"blocks $x + W n(x)$, {NORMAL}: a magnitude like $\sqrt L$ is a mean square like $L$",
    stream["power"](block="pre")
    .named(f"{SQUARE} $L$ pre-norm blocks")
    .grows_like("C*L", alternatives=(EXPONENTIAL,)),
    literal(derivation="fixed_stream"),
)

S13_4 = paper.question(
    "S13.4 Magnitudes in post-norm blocks",
    "How does the stream grow in post-norm blocks?",
    place="no sentence of the source",
    primary="stream_power.post.constant",
    why_primary="It says how large the stream is after each block.",
).having(tags=STREAM)

seen = quantity("sublayer_input")(l=powers(1, 16))
post = seen(block="post").named(f"{SQUARE} $l$ post-norm blocks")

S13_4.claim(
    "stream_power.post",
    r"blocks $n(x + W x)$: a magnitude like $\sqrt l$ after $l$ blocks is a mean square like $l$",
    post.grows_like("C*l", alternatives=("C",)),
    literal(bears="refines", derivation="unit_power"),
)

S13_4.claim(
    "stream_power.post.constant",
    "blocks $n(x + W x)$: the mean square is 1 after every block",
    post.equals("1", margin=1e-10),
    charitable(derivation="unit_power"),
)

S13_5 = paper.statement(
    "S13.5 Rescaling freedom of ReLU pairs",
    "The weights of two layers with a ReLU between them can be rescaled against each other without changing "
    "the function.",
    place="Residuals and normalisation",
    why_primary="Rescaling is by a positive factor, and no function changes if the outputs do not.",
).having(quantifier="all", tags=("rescaling",))

rescaled = quantity("rescaling_gap", r"the relative change of $V (W x)_+$ under $W \to c W$, $V \to V/c$")

S13_5.claim(
    "rescaling_gap.positive",
    r"$V (W x)_+$ does not change under $W \to c W$, $V \to V/c$ for any $c > 0$",
    rescaled(c=(0.015625, 0.3, 3.0, 1000.0)).vanishes(margin=1e-12),
    literal(derivation="rescaling_gap"),
)

S13_5.claim(
    "rescaling_gap.any",
    r"$V (W x)_+$ does not change under $W \to c W$, $V \to V/c$ for $c < 0$ too",
    rescaled(c=(-3.0, -1.0)).vanishes(margin=1e-12),
    stronger(bears="refines"),
)

S13_6 = paper.statement(
    "S13.6 Unit variance after LayerNorm",
    "LayerNorm gives the next sublayer inputs of unit variance.",
    place="Residuals and normalisation",
    why_primary="It is the definition without its addend and before the gain is learned.",
    as_printed=r"It needs $\epsilon = 0$: with $\epsilon$ added to the variance $v$ it is "
    r"$v/(v + \epsilon)$.",
    printed="norm_moment.eps",
).having(tags=("normalisation", "answer: The mean square after a layer normalisation"))

S13_6.claim(
    "norm_moment.unit",
    "nothing added to the variance and no gain: mean square 1 over the coordinates of every token",
    quantity("norm_variance_gap", "the mean square of LayerNorm's outputs minus 1").vanishes(margin=1e-12),
    literal(derivation="norm_variance_gap"),
)

moment = quantity("norm_moment", "the mean square of LayerNorm's outputs at input variance $v$")

S13_6.claim(
    "norm_moment.mean",
    "the mean over the coordinates of every token is 0, whatever is added to the variance",
    moment(moment="mean", gain=1.0)
    .named("the largest mean of a token's outputs of LayerNorm")
    .vanishes(margin=1e-12),
    charitable(bears="refines", derivation="norm_mean"),
)

S13_6.claim(
    "norm_moment.eps",
    r"$\epsilon = 10^{-5}$ added to the variance $v$, as in use: mean square 1",
    moment(moment="square", eps=1e-05, gain=1.0).equals("1", margin=0.02),
    literal(derivation="norm_variance"),
)

S13_6.claim(
    "norm_moment.eps.ratio",
    r"$\epsilon = 10^{-5}$ added to the variance $v$: mean square $v/(v + \epsilon)$",
    moment(moment="square", eps=1e-05, gain=1.0).equals("v/(v + eps)", margin=1e-10),
    stronger(bears="refines", derivation="norm_variance"),
)

S13_6.claim(
    "norm_moment.gain",
    "a learned gain of 2, nothing added to the variance: mean square 1",
    moment(moment="square", eps=0.0, gain=2.0).equals("1", margin=0.02),
    stronger(bears="refines", derivation="doubled_variance"),
)

S13_7 = paper.statement(
    "S13.7 Inputs of post-norm sublayers",
    "In post-norm blocks sublayers see ill-scaled inputs.",
    place="Residuals and normalisation",
    why_primary="Ill-scaled is read as what the source says of streams: a scale that grows with depth.",
    why_refuted="In post-norm blocks what a sublayer sees has just been normalised, and has mean square 1 "
    "at any depth; ill-scaled are inputs without normalisation.",
).having(tags=("normalisation",))

post_input = post.named("the mean square of what a sublayer sees after $l$ post-norm blocks")

S13_7.claim(
    "sublayer_input.post",
    "blocks $n(x + W x)$: the mean square of what a branch sees grows with the number of blocks before it",
    post_input.grows_like("C*l", alternatives=("C",)),
    literal(derivation="unit_power"),
)

S13_7.claim(
    "sublayer_input.post.unit",
    "blocks $n(x + W x)$: what a branch sees has mean square 1",
    post_input.equals("1", margin=1e-10),
    stronger(bears="contradicts", derivation="unit_power"),
)

S13_7.claim(
    "sublayer_input.none",
    "blocks $x + W x$ without normalisation: what a branch sees grows with the number of blocks before it, "
    "beyond $l$",
    seen(block="none")
    .named("the mean square of what a sublayer sees after $l$ blocks without normalisation")
    .at_least("l", margin=0.05),
    charitable(bears="refines"),
)
