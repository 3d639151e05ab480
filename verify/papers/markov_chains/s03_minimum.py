r"""S3: weights tied, the point $\theta_\pi$ with $e = 0$, $\sigma(b) = \pi_1$.

`p` and `q` are the switching probabilities and $\lambda = 1 - p - q$, `N` the number of positions, `d` the
width and `D` the number of all parameters. `tau` is what the feed-forward part subtracts of its input and `v`
the multiple of the mean token that attention subtracts; with both zero every parameter but the bias is zero,
which is called the simple point. `r` is the distance of all parameters from the point, the bias at will.
"""

from ...paper import charitable, grid, literal, quantity, stronger
from . import paper

tied = paper.having(
    tags=("tied",),
    setting={"subtracted": r"$v$ mean tokens by attention, $\tau$ inputs by the feed-forward part"},
)
simple = grid(weights="tied", N=4, v=0.0, tau=0.0)
minimum = ("tied", "curvature", r"answer: Where $\theta_\pi$ is a local minimum")
spectrum = ("tied", "curvature", "spectrum")

S3 = tied.statement(
    "S3 A bad local minimum where weights are tied",
    r"Bad local minima (weight tying): If $p + q > 1$ and the weights are tied, there exists a $\theta_\pi$ "
    "with explicit construction such that (i) to (iv).",
    place="Part I, theoretical results",
    why_primary="The slide asks for one construction; that with every weight zero but the bias is the "
    "simplest, and curvature across the flat directions is what makes it a minimum.",
).having(tags=spectrum)

embedding_curvature = quantity(
    "embedding_curvature",
    "the least curvature of the loss along embeddings at the marginal point, the bias at its best,",
)(weights="tied")

S3.claim(
    "bad_minimum.curvature",
    "there is such a point: at the simple one, $p + q > 1$, the loss curves up along every embedding and "
    "along the bias, and does not change along all other parameters",
    embedding_curvature(N=4, v=0.0, tau=0.0).where("p + q > 1").exceeds(),
    literal(derivation="tied_curvature", quantifier="exists", direction="sufficient", tags=minimum),
)

S3.claim(
    "bad_minimum.every.feedforward",
    r"every point with $e = 0$ and $\sigma(b) = \pi_1$, $p + q > 1$: the loss curves up along every "
    "embedding; here the feed-forward part subtracts twice its input",
    embedding_curvature(N=4, v=0.0, tau=2.0).where("p + q > 1").exceeds(),
    stronger(bears="refines", derivation="tied_curvature", quantifier="all", tags=minimum),
)

S3.claim(
    "bad_minimum.every.attention",
    r"every point with $e = 0$ and $\sigma(b) = \pi_1$, $p + q > 1$: the loss curves up along every "
    "embedding; here attention subtracts three times the mean token of 2 to 8 positions",
    embedding_curvature(N=range(2, 9), v=3.0, tau=0.0).quick(N=(2, 4, 6)).where("p + q > 1").exceeds(),
    stronger(bears="refines", derivation="attended_curvature", quantifier="all", tags=minimum),
)

S3.claim(
    "bad_minimum.attention.longer",
    r"points with $e = 0$, $\sigma(b) = \pi_1$ and attention that subtracts three times the mean token, 6, 7 "
    "or 8 positions, $p, q = .9, .7$: the loss curves up along every embedding, as attention takes off no "
    r"more than of order $\ln N / N$",
    embedding_curvature(N=(6, 7, 8), v=3.0, tau=0.0).quick(N=6).where("p + q > 1").exceeds(),
    stronger(bears="refines", derivation="attended_curvature", tags=minimum),
)

S3.claim(
    "bad_minimum.embedding_eigenvalue",
    r"in closed form, on both sides of $p + q = 1$: $-2 \pi_0 \pi_1 \lambda (1 - \tau)$, so that its sign is "
    r"that of $(p + q - 1)(1 - \tau)$",
    embedding_curvature(N=4, v=0.0, tau=(0.0, 2.0)).equals(
        "2*(p + q - 1)*(1 - tau)*p*q/(p + q)**2", margin=1e-09
    ),
    stronger(bears="refines", derivation="tied_curvature"),
)

S3.claim(
    "bad_minimum.bias_eigenvalue",
    r"$\pi_0 \pi_1$ at every point with $e = 0$, whatever p and q",
    quantity("marginal_bias_curvature")(weights="tied", N=4)
    .named(r"the curvature of the loss along the bias at the marginal point $\theta_\pi$")
    .equals("p*q/(p + q)**2", margin=1e-09),
    stronger(bears="refines", derivation="bias_curvature"),
)

marginal_eigenvalue = quantity("marginal_eigenvalue")(**simple).where("p + q > 1")

S3.claim(
    "bad_minimum.largest_eigenvalue",
    r"simple point, $p + q > 1$: it belongs to the bias, $\pi_0 \pi_1$, or to the embeddings",
    marginal_eigenvalue(j=1)
    .named(r"the largest eigenvalue of the Hessian at the marginal point $\theta_\pi$")
    .equals("max(1, 2*(p + q - 1))*p*q/(p + q)**2", margin=1e-09),
    stronger(bears="refines"),
)

S3.claim(
    "bad_minimum.third_eigenvalue",
    "simple point, $p + q > 1$, width 2: the other of the two",
    marginal_eigenvalue(j=3)
    .named(r"the third largest eigenvalue of the Hessian at the marginal point $\theta_\pi$")
    .equals("min(1, 2*(p + q - 1))*p*q/(p + q)**2", margin=1e-09),
    stronger(bears="refines"),
)

S3.claim(
    "bad_minimum.other_eigenvalues",
    "simple point, $p + q > 1$, width 2: all eigenvalues beyond the first three are zero",
    marginal_eigenvalue(j=(4, -1))
    .named(r"each eigenvalue of the Hessian at the marginal point $\theta_\pi$ beyond the third largest")
    .equals("0", margin=1e-09),
    stronger(bears="refines"),
)

S3_1 = tied.statement(
    "S3.1 (i) It is a local minimum",
    r"If $p + q > 1$ and the weights are tied, there exists a $\theta_\pi$ with explicit construction such "
    r"that: (i) $\theta_\pi$ is a bad local minima for $L(\cdot)$.",
    place="Part I, theoretical results",
    why_primary="A bound on the loss of every layer within a radius is what local minimum means, flat "
    "directions and kinks of the rectifier included.",
).having(tags=("tied", "perturbation"))

least_excess = quantity(
    "least_excess",
    r"the least $(L - H(\pi))/|e|^2$ that a search finds within $r$ of the marginal point $\theta_\pi$",
)(**simple).where("p + q > 1")

kappa = "(r**2/2*(1 + sqrt(2)*r**4) + r**2/2*(1 + r**2/2*(1 + sqrt(2)*r**4)))"

S3_1.claim(
    "bad_minimum.floor",
    "the simple point, $p + q > 1$, all parameters moved by r and the bias at will: "
    r"$L(\theta) - H(\pi) \ge |\lambda| \pi_0 \pi_1 (1 - \kappa(r)) |e|^2$, and $L \ge H(\pi)$ where "
    r"$e = 0$; $\kappa < 1$ for $r < 0.8$, so that the loss is nowhere lower in that ball",
    least_excess(r=0.03).at_least(f"(p + q - 1)*(1 - {kappa})*p*q/(p + q)**2", margin=0.02),
    literal(derivation="tied_floor", quantifier="exists"),
)

S3_1.claim(
    "bad_minimum.ball",
    "the point with all weights zero but the bias, $p + q > 1$, all parameters moved by up to $r = 0.75$: no "
    "layer in this ball has a lower loss",
    least_excess(r=(0.01, 0.1, 0.3, 0.75)).quick(r=0.75, p=0.9).at_least("0", margin=0.02),
    stronger(derivation="tied_floor", quantifier="exists"),
)

S3_1.claim(
    "bad_minimum.manifold",
    "$p + q > 1$: embedding and bias curve the loss up at points of the manifold within r as well, whatever "
    "other weights those have",
    quantity("crosswise_curvature")(r=(0.1, 0.3, 0.75))
    .where("p + q > 1")
    .named("the least curvature of the loss across the manifold of equal loss")
    .exceeds(),
    charitable(bears="refines", setting={}, tags=("tied", "curvature", "flat directions")),
)

flat_dimension = quantity(
    "flat_dimension",
    "the number of parameters that move at will, all at once, without any change of the loss at the marginal "
    "point",
)(**simple)

S3_1.claim(
    "bad_minimum.strict",
    "the minimum is strict: every other point nearby has a larger loss, so that no parameter moves freely",
    flat_dimension.where("p + q > 1").equals("0", margin=0.0),
    stronger(bears="refines", tags=("tied", "flat directions")),
)

S3_1.claim(
    "bad_minimum.flat",
    "all but the embedding and the bias, on both sides of $p + q = 1$: the point lies on a manifold of "
    "points of equal loss",
    flat_dimension.equals("D - d - 1", margin=0.0),
    charitable(bears="refines", tags=("tied", "flat directions")),
)

S3_2 = tied.statement(
    "S3.2 (i) Its loss is not the least",
    r"(i) ... with $L(\theta_\pi) > L(\theta_*)$.",
    place="Part I, theoretical results",
    why_primary="The least loss of a tied layer is at most that of one which predicts by the last token.",
    same_as="S1.6",
)

S3_2.claim(
    "bad_minimum.gap",
    r"$p + q > 1$: $L(\theta_\pi) > L(\theta_*)$, where the feed-forward part of $\theta_*$ turns the "
    "embedding round",
    quantity("marginal_gap")(**simple)
    .where("p + q > 1")
    .named(
        r"the loss at the marginal point $\theta_\pi$ less that of a tied layer that predicts by the last "
        "token"
    )
    .exceeds(),
    literal(derivation="marginal_gap"),
)

S3_3 = tied.statement(
    "S3.3 (ii) It predicts the marginal",
    r"(ii) $f_{\theta_\pi}(x_1^n) = \mathbb{P}(x_{n+1} = 1)$, the marginal distribution.",
    place="Part I, theoretical results",
    why_primary="The prediction after every context is compared with the share of ones.",
    same_as="S2.1",
)

marginal_value = quantity("marginal_value")(weights="tied", N=4)

S3_3.claim(
    "bad_minimum.prediction",
    "after every context the prediction is the share of ones",
    marginal_value(v=0.0, tau=0.0, what=("largest prediction", "least prediction"))
    .where("p + q > 1")
    .named(r"the prediction farthest from the others at the marginal point $\theta_\pi$")
    .equals("p/(p + q)", margin=1e-09),
    literal(derivation="stationary_one"),
)

S3_4 = tied.statement(
    "S3.4 (iii) Its loss is the marginal entropy",
    r"(iii) $L(\theta_\pi) = H(\pi)$, the entropy of the stationary distribution.",
    place="Part I, theoretical results",
    why_primary="The enumerated loss is compared with the formula of the entropy.",
    same_as="S2.2",
)

S3_4.claim(
    "bad_minimum.loss",
    "the entropy of the stationary law, for all p and q",
    marginal_value(v=0.0, tau=0.0, what="loss")
    .named(r"the loss at the marginal point $\theta_\pi$")
    .equals("-(p*log(p/(p + q)) + q*log(q/(p + q)))/(p + q)", margin=1e-09),
    literal(derivation="marginal_entropy"),
)

S3_5 = tied.statement(
    "S3.5 (iv) It is stationary",
    r"(iv) $\nabla L(\theta_\pi) = 0$, i.e. $\theta_\pi$ is a stationary point.",
    place="Part I, theoretical results",
    why_primary="The gradient is by all parameters.",
    same_as="S2.3",
)

S3_5.claim(
    "bad_minimum.gradient",
    "zero for all p and q, at the simple point and with attention or feed-forward part",
    marginal_value(what="gradient")
    .named(r"the largest entry of $\nabla L$ at the marginal point $\theta_\pi$ by all parameters")
    .vanishes(margin=1e-09),
    literal(derivation="tied_slope"),
)

S3_6 = tied.statement(
    "S3.6 The Hessian with weight tying",
    "Intuition, weight-tying: Hessian is (almost) positive-definite.",
    place="Part I, intuition",
    why_primary="Almost can only mean that zero eigenvalues are allowed.",
).having(tags=("tied", "curvature"))

marginal_inertia = quantity(
    "marginal_inertia",
    r"the number of positive eigenvalues of the Hessian at the marginal point $\theta_\pi$",
)(**simple).where("p + q > 1")

S3_6.claim(
    "bad_minimum.almost_positive",
    "almost positive definite: no eigenvalue is negative at the simple point, $p + q > 1$",
    marginal_inertia(sign="negative")
    .named(r"the number of negative eigenvalues of the Hessian at the marginal point $\theta_\pi$")
    .equals("0", margin=0.0),
)

S3_6.claim(
    "bad_minimum.positive_on_the_rest",
    "almost: positive along embedding and bias, $d + 1$ of D, and zero along the rest",
    marginal_inertia(sign="positive").equals("d + 1", margin=0.0),
    stronger(),
)

S3_6.claim(
    "bad_minimum.positive_definite",
    "positive definite, without the almost: all D eigenvalues are positive",
    marginal_inertia(sign="positive").equals("D", margin=0.0),
    stronger(bears="refines"),
)
