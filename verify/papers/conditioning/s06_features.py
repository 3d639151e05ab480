"""S6: does the capacity law generalise across feature maps? Raw, and with the mean feature taken out.

`unit` keys lie on the sphere of radius 1, `root` keys on that of radius sqrt(d_k). The mean noise is
read beside the square of the mean signal, E|eta|^2 = (E|phi(k)|^2)^2 (annealed), and as a median the
noise of each query beside its own signal, |eta|^2 = |phi(k)|^4 (typical), whose mean may be infinite.
"""

from __future__ import annotations

from ...paper import charitable, derived, literal, powers, quantity, stronger
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

S6.claim(
    "feature_overlap.relu",
    r"ReLU: $E \langle \phi, \phi' \rangle / E |\phi|^2$, which tends to $1/\pi$ and so keeps the capacity "
    "bounded",
    derived("the ratio of the mean overlap of two keys' ReLU features to their mean square length").equals(
        "d_k*gamma(d_k/2)**2/(2*pi*gamma((d_k + 1)/2)**2)", margin=0.0
    ),
    stronger(bears="contradicts", derivation="relu_overlap_ratio", tags=("features",)),
)

feature_noise_given_keys = quantity("feature_noise_given_keys")["noise"]

S6.claim(
    "feature_capacity.relu_raw",
    r"ReLU: the $n$ at which $E |\eta|^2 = (E |\phi(k)|^2)^2$",
    feature_noise_given_keys(feature_map="relu", centring="raw", d_k=powers(32, 1024))
    .quick(d_k=powers(32, 128))
    .named("the capacity under ReLU (mean noise equal to the signal)")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C", "C*d_k")),
    literal(derivation="capacity_relu"),
)

S6.claim(
    "feature_capacity.relu_centred",
    r"ReLU less its mean: the $n$ at which $E |\eta|^2 = (E |\phi(k)|^2)^2$",
    feature_noise_given_keys(feature_map="relu", centring="centred", d_k=powers(32, 512))
    .quick(d_k=powers(32, 128))
    .named("the capacity under centred ReLU (mean noise equal to the signal)")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C", "C*d_k")),
    charitable(derivation="capacity_relu_centred"),
)

S6.claim(
    "feature_capacity.identity",
    r"identity: the $n$ at which $E |\eta|^2 = (E |\phi(k)|^2)^2$",
    feature_noise_given_keys(feature_map="identity", d_k=powers(32, 512))
    .quick(d_k=powers(32, 128))
    .named("the capacity under the identity map (mean noise equal to the signal)")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C", "C*d_k")),
    literal(derivation="capacity_mean_noise"),
)

feature_failure = quantity("feature_failure")["fails"]

S6.claim(
    "feature_capacity.relu_raw.median",
    "ReLU: the $n$ at which the median relative noise is 1",
    feature_failure(feature_map="relu", centring="raw", d_k=powers(16, 256))
    .quick(d_k=powers(16, 128))
    .named("the capacity under ReLU (median noise equal to the signal)")
    .reaches(0.5, by="n")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")),
)

S6.claim(
    "feature_capacity.relu_centred.median",
    "ReLU less its mean: the $n$ at which the median relative noise is 1",
    feature_failure(feature_map="relu", centring="centred", d_k=powers(16, 256))
    .quick(d_k=powers(16, 128))
    .named("the capacity under centred ReLU (median noise equal to the signal)")
    .reaches(0.5, by="n")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")),
    charitable(),
)

S6.claim(
    "feature_capacity.elu_unit_raw.omega",
    r"ELU + 1, keys of length 1: the $n$ at which $E |\eta|^2 = (E |\phi(k)|^2)^2$",
    feature_noise_given_keys(feature_map="elu1", scale="unit", centring="raw", d_k=powers(32, 1024))
    .quick(d_k=powers(32, 128))
    .named("the capacity under ELU + 1 of unit keys (mean noise equal to the signal)")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")),
    literal(derivation="capacity_elu1"),
)

S6.claim(
    "feature_capacity.elu_unit_centred.omega",
    r"ELU + 1 less its mean, keys of length 1: the $n$ at which $E |\eta|^2 = (E |\phi(k)|^2)^2$",
    feature_noise_given_keys(feature_map="elu1", scale="unit", centring="centred", d_k=powers(32, 256))
    .quick(d_k=(32, 64))
    .named("the capacity under centred ELU + 1 of unit keys (mean noise equal to the signal)")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")),
    charitable(derivation="capacity_centred"),
)

S6.claim(
    "feature_capacity.elu_root_raw.omega",
    r"ELU + 1, keys of length $\sqrt{d_k}$: the $n$ at which $E |\eta|^2 = (E |\phi(k)|^2)^2$",
    feature_noise_given_keys(feature_map="elu1", scale="root", centring="raw", d_k=powers(32, 1024))
    .quick(d_k=powers(32, 128))
    .named(r"the capacity under ELU + 1 of keys of length $\sqrt{d_k}$ (mean noise equal to the signal)")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")),
    literal(derivation="capacity_elu1_root"),
)

elu1_root_centred = (
    feature_noise_given_keys(feature_map="elu1", scale="root", centring="centred", d_k=powers(32, 256))
    .quick(d_k=(32, 64))
    .named(
        r"the capacity under centred ELU + 1 of keys of length $\sqrt{d_k}$ (mean noise equal to the signal)"
    )
)

S6.claim(
    "feature_capacity.elu_root_centred.omega",
    r"ELU + 1 less its mean, keys of length $\sqrt{d_k}$: the $n$ at which $E |\eta|^2 = (E |\phi(k)|^2)^2$",
    elu1_root_centred.reaches(1.0, by="n").grows_like(
        "C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")
    ),
    charitable(derivation="capacity_centred"),
)

S6.claim(
    "feature_capacity.exp_unit_raw.omega",
    r"exp, keys of length 1: the $n$ at which $E |\eta|^2 = (E |\phi(k)|^2)^2$",
    feature_noise_given_keys(feature_map="exp", scale="unit", centring="raw", d_k=powers(32, 1024))
    .quick(d_k=powers(32, 128))
    .named("the capacity under exp of unit keys (mean noise equal to the signal)")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")),
    literal(derivation="capacity_exp"),
)

S6.claim(
    "feature_capacity.exp_unit_centred.omega",
    r"exp less its mean, keys of length 1: the $n$ at which $E |\eta|^2 = (E |\phi(k)|^2)^2$",
    feature_noise_given_keys(feature_map="exp", scale="unit", centring="centred", d_k=powers(32, 512))
    .quick(d_k=powers(32, 128))
    .named("the capacity under centred exp of unit keys (mean noise equal to the signal)")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")),
    charitable(derivation="capacity_exp_centred"),
)

S6.claim(
    "feature_capacity.exp_root_raw.omega",
    r"exp, keys of length $\sqrt{d_k}$: the $n$ at which $E |\eta|^2 = (E |\phi(k)|^2)^2$",
    feature_noise_given_keys(feature_map="exp", scale="root", centring="raw", d_k=powers(32, 1024))
    .quick(d_k=powers(32, 128))
    .named(r"the capacity under exp of keys of length $\sqrt{d_k}$ (mean noise equal to the signal)")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")),
    literal(derivation="capacity_exp_root"),
)

S6.claim(
    "feature_capacity.exp_root_centred.omega",
    r"exp less its mean, keys of length $\sqrt{d_k}$: the $n$ at which $E |\eta|^2 = (E |\phi(k)|^2)^2$",
    feature_noise_given_keys(feature_map="exp", scale="root", centring="centred", d_k=powers(32, 512))
    .quick(d_k=powers(32, 128))
    .named(r"the capacity under centred exp of keys of length $\sqrt{d_k}$ (mean noise equal to the signal)")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")),
    charitable(derivation="capacity_exp_root_centred"),
)

S6.claim(
    "feature_capacity.positive_raw.omega",
    "positive random features, unit keys: the $n$ at which the median relative noise is 1; measured, not "
    "derived",
    feature_failure(feature_map="positive", scale="unit", centring="raw", d_k=powers(16, 256))
    .quick(d_k=powers(16, 128))
    .named("the capacity under positive random features (median noise equal to the signal)")
    .reaches(0.5, by="n")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")),
)

S6.claim(
    "feature_capacity.positive_centred.omega",
    "positive random features less their mean, unit keys: the $n$ at which the median relative noise is 1; "
    "measured, not derived",
    feature_failure(feature_map="positive", scale="unit", centring="centred", d_k=powers(16, 256))
    .quick(d_k=powers(16, 128))
    .named("the capacity under centred positive random features (median noise equal to the signal)")
    .reaches(0.5, by="n")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")),
    charitable(),
)

S6.claim(
    "feature_capacity.positive_root_raw.omega",
    r"positive random features, keys of length $\sqrt{d_k}$: the $n$ at which the median relative noise is "
    "1; measured, not derived",
    feature_failure(feature_map="positive", scale="root", centring="raw", d_k=range(16, 65, 16))
    .quick()
    .named(
        r"the capacity under positive random features of keys of length $\sqrt{d_k}$ (median noise equal to "
        "the signal)"
    )
    .reaches(0.5, by="n")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")),
)

S6.claim(
    "feature_capacity.positive_root_centred.omega",
    r"positive random features less their mean, keys of length $\sqrt{d_k}$: the $n$ at which the median "
    "relative noise is 1; measured, not derived",
    feature_failure(feature_map="positive", scale="root", centring="centred", d_k=range(16, 65, 16))
    .quick()
    .named(
        r"the capacity under centred positive random features of keys of length $\sqrt{d_k}$ (median noise "
        "equal to the signal)"
    )
    .reaches(0.5, by="n")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C", "C*d_k")),
)

S6.claim(
    "feature_noise.relu",
    r"ReLU: $E |\eta|^2/(E |\phi(k)|^2)^2$ in full",
    feature_noise_given_keys(feature_map="relu", centring="raw", d_k=powers(32, 128))
    .quick(d_k=32, n=(6, 13))
    .named("the ratio of the mean noise power to the signal's under ReLU")
    .equals("(n - 1)*(1 + (d_k - 1)/pi**2)/d_k", margin=0.05),
    stronger(bears="refines", derivation="feature_noise_relu", tags=("features",)),
)

positive_product = quantity("positive_product")["product"](d_k=(4, 16))

S6.claim(
    "positive_features.mean",
    r"positive random features, keys of length 1 with $\| x + y \|^2 = s$: unbiased for the exponential of "
    "the overlap",
    positive_product.quick(d_k=4)
    .named(r"the mean product of the positive random features of two unit keys with $\|x + y\|^2 = s$")
    .equals("exp(s/2 - 1)", margin=0.02),
    stronger(bears="refines", derivation="positive_feature_mean", tags=("features",)),
)

S6.claim(
    "positive_features.variance",
    r"positive random features, keys of length 1 with $\| x + y \|^2 = s$: the variance of one feature's "
    "product, of which a mean over $m$ features has an $m$-th",
    positive_product(s=(0.25, 0.5, 0.75))
    .quick(d_k=4, s=(0.25, 0.5))
    .statistic("variance")
    .named(
        r"the variance of one product of the positive random features of two unit keys with $\|x + y\|^2 = s$"
    )
    .equals("exp(2*s - 2) - exp(s - 2)", margin=0.1),
    stronger(bears="refines", derivation="positive_feature_variance", tags=("features",)),
)

S6.claim(
    "feature_capacity.elu_root_centred.limit",
    r"ELU + 1 less its mean, keys of length $\sqrt{d_k}$, as any centred map: no more than $d_k + 1$",
    elu1_root_centred.reaches(1.0, by="n").grows_like(
        "C*d_k", bound="O", alternatives=("C*sqrt(d_k)", "C*d_k**2")
    ),
    stronger(bears="refines", derivation="capacity_centred_limit"),
)
