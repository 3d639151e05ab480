"""S6: does the capacity law generalise across feature maps? Raw, and with the mean feature taken out.

`unit` keys lie on the sphere of radius 1, `root` keys on that of radius sqrt(d_k). The mean noise is
read beside the square of the mean signal, E|eta|^2 = (E|phi(k)|^2)^2 (annealed), and as a median the
noise of each query beside its own signal, |eta|^2 = |phi(k)|^4 (typical), whose mean may be infinite.
"""

from ...paper import BOUNDS, charitable, derived, literal, powers, quantity, stronger
from . import paper

S6 = paper.statement(
    "S6 Kernel functions",
    r"The capacity law generalises across kernel functions $\phi$.",
    place="kernel functions",
    primary="feature_capacity.relu_raw.omega",
    why_primary="ReLU is the first map beyond the identity that the paper names, and it is used as it is.",
    why_refuted="ReLU's features have a common mean, so that crosstalk adds up in phase: no more than about "
    r"$\pi^2 + 1$ items can be stored in any dimension, and not even the order $\sqrt{d_k}$ is "
    "left. Features less their mean restore the law.",
).having(tags=("features", "capacity-by-map"))

features = S6.having(bears="refines", tags=("features",))

CONSTANT_OR_LINEAR = ("C", "C*d_k")
MEAN = r"the $n$ at which $E |\eta|^2 = (E |\phi(k)|^2)^2$"
MEDIAN = "the $n$ at which the median relative noise is 1"
mean_noise = quantity("feature_noise_given_keys")["noise"]
annealed = mean_noise.reaches(1.0, by="n")
typical = quantity("feature_failure")["fails"].reaches(0.5, by="n")

features.claim(
    "feature_overlap.relu",
    r"ReLU: $E \langle \phi, \phi' \rangle / E |\phi|^2$, which tends to $1/\pi$ and so keeps the capacity "
    "bounded",
    derived("the ratio of the mean overlap of two keys' ReLU features to their mean square length").equals(
        "d_k*gamma(d_k/2)**2/(2*pi*gamma((d_k + 1)/2)**2)", margin=0.0
    ),
    stronger(bears="contradicts", derivation="relu_overlap_ratio"),
)

for centring, less, centred, last, theorem, role in (
    ("raw", "", "", 1024, "capacity_relu", literal),
    ("centred", " less its mean", "centred ", 512, "capacity_relu_centred", charitable),
):
    S6.claim(
        f"feature_capacity.relu_{centring}",
        f"ReLU{less}: {MEAN}",
        annealed(feature_map="relu", centring=centring, d_k=powers(32, last))
        .quick(d_k=powers(32, 128))
        .named(f"the capacity under {centred}ReLU (mean noise equal to the signal)")
        .grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=CONSTANT_OR_LINEAR),
        role(derivation=theorem),
    )
    S6.claim(
        f"feature_capacity.relu_{centring}.median",
        f"ReLU{less}: {MEDIAN}",
        typical(feature_map="relu", centring=centring, d_k=powers(16, 256))
        .quick(d_k=powers(16, 128))
        .named(f"the capacity under {centred}ReLU (median noise equal to the signal)")
        .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=CONSTANT_OR_LINEAR),
        role(),
    )

S6.claim(
    "feature_capacity.identity",
    f"identity: {MEAN}",
    annealed(feature_map="identity", d_k=powers(32, 512))
    .quick(d_k=powers(32, 128))
    .named("the capacity under the identity map (mean noise equal to the signal)")
    .grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=CONSTANT_OR_LINEAR),
    literal(derivation="capacity_mean_noise"),
)

UNIT, ROOT = "keys of length 1", r"keys of length $\sqrt{d_k}$"

for name, feature_map, phi, scale, keys, of_keys, last, few, theorem, centred_theorem in (
    ("elu", "elu1", "ELU + 1", "unit", UNIT, "unit keys", 256, (32, 64), "elu1", "centred"),
    ("elu", "elu1", "ELU + 1", "root", ROOT, ROOT, 256, (32, 64), "elu1_root", "centred"),
    ("exp", "exp", "exp", "unit", UNIT, "unit keys", 512, powers(32, 128), "exp", "exp_centred"),
    ("exp", "exp", "exp", "root", ROOT, ROOT, 512, powers(32, 128), "exp_root", "exp_root_centred"),
):
    S6.claim(
        f"feature_capacity.{name}_{scale}_raw.omega",
        f"{phi}, {keys}: {MEAN}",
        annealed(feature_map=feature_map, scale=scale, centring="raw", d_k=powers(32, 1024))
        .quick(d_k=powers(32, 128))
        .named(f"the capacity under {phi} of {of_keys} (mean noise equal to the signal)")
        .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=CONSTANT_OR_LINEAR),
        literal(derivation=f"capacity_{theorem}"),
    )
    S6.claim(
        f"feature_capacity.{name}_{scale}_centred.omega",
        f"{phi} less its mean, {keys}: {MEAN}",
        annealed(feature_map=feature_map, scale=scale, centring="centred", d_k=powers(32, last))
        .quick(d_k=few)
        .named(f"the capacity under centred {phi} of {of_keys} (mean noise equal to the signal)")
        .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=CONSTANT_OR_LINEAR),
        charitable(derivation=f"capacity_{centred_theorem}"),
    )

S6.claim(
    "feature_capacity.elu_root_centred.limit",
    rf"ELU + 1 less its mean, {ROOT}, as any centred map: no more than $d_k + 1$",
    annealed(feature_map="elu1", scale="root", centring="centred", d_k=powers(32, 256))
    .quick(d_k=(32, 64))
    .named(f"the capacity under centred ELU + 1 of {ROOT} (mean noise equal to the signal)")
    .grows_like("C*d_k", bound="O", alternatives=("C*sqrt(d_k)", "C*d_k**2")),
    stronger(bears="refines", derivation="capacity_centred_limit"),
)

positive = typical(feature_map="positive")
unit = positive(scale="unit", d_k=powers(16, 256)).quick(d_k=powers(16, 128))
root = positive(scale="root", d_k=range(16, 65, 16)).quick()

for name, load, less, centred, keys, of_keys, role in (
    ("raw", unit(centring="raw"), "", "", "unit keys", "", literal),
    ("centred", unit(centring="centred"), " less their mean", "centred ", "unit keys", "", charitable),
    ("root_raw", root(centring="raw"), "", "", ROOT, f" of {ROOT}", literal),
    ("root_centred", root(centring="centred"), " less their mean", "centred ", ROOT, f" of {ROOT}", literal),
):
    S6.claim(
        f"feature_capacity.positive_{name}.omega",
        f"positive random features{less}, {keys}: {MEDIAN}; measured, not derived",
        load.named(
            f"the capacity under {centred}positive random features{of_keys} (median noise equal to the "
            "signal)"
        ).grows_like("C*sqrt(d_k)", bound="Omega", alternatives=CONSTANT_OR_LINEAR),
        role(),
    )

features.claim(
    "feature_noise.relu",
    r"ReLU: $E |\eta|^2/(E |\phi(k)|^2)^2$ in full",
    mean_noise(feature_map="relu", centring="raw", d_k=powers(32, 128))
    .quick(d_k=32, n=(6, 13))
    .named("the ratio of the mean noise power to the signal's under ReLU")
    .equals("(n - 1)*(1 + (d_k - 1)/pi**2)/d_k", margin=0.05),
    stronger(derivation="feature_noise_relu"),
)

product = quantity("positive_product")["product"](d_k=(4, 16)).quick(d_k=4)

features.claim(
    "positive_features.mean",
    r"positive random features, keys of length 1 with $\| x + y \|^2 = s$: unbiased for the exponential of "
    "the overlap",
    product.named(
        r"the mean product of the positive random features of two unit keys with $\|x + y\|^2 = s$"
    ).equals("exp(s/2 - 1)", margin=0.02),
    stronger(derivation="positive_feature_mean"),
)

features.claim(
    "positive_features.variance",
    r"positive random features, keys of length 1 with $\| x + y \|^2 = s$: the variance of one feature's "
    "product, of which a mean over $m$ features has an $m$-th",
    product(s=(0.25, 0.5, 0.75))
    .quick(d_k=4, s=(0.25, 0.5))
    .statistic("variance")
    .named(
        r"the variance of one product of the positive random features of two unit keys with $\|x + y\|^2 = s$"
    )
    .equals("exp(2*s - 2) - exp(s - 2)", margin=0.1),
    stronger(derivation="positive_feature_variance"),
)
