"""Our own questions about the source that no sentence of it asks."""

from ...paper import charitable, powers, quantity
from . import paper

Q1 = paper.question(
    "Q1 How far back does Oja's rule recall?",
    r"Does the age up to which Oja's rule recalls an item grow at least like $\sqrt{d_k}$?",
    place="asked of the learning rules",
    why_primary="Values have as many dimensions as keys in a head of attention; with values of 16 "
    "dimensions it is another question.",
).having(tags=("learning",))

oja_recency = quantity("oja_recency")["success"]

Q1.claim(
    "oja.recency_tied.omega",
    r"Oja's rule with clamped outputs, $\eta = 1$, values of $d_k$ dimensions, $n = d_k$ items: the age at "
    r"which half of the items have more noise than signal grows at least like $\sqrt{d_k}$",
    oja_recency(values="tied", d_k=powers(32, 512))
    .quick(d_k=powers(32, 256))
    .named("with $d_v = d_k$, the age at which recall fails under Oja's rule")
    .reaches(0.5, by="age")
    .grows_like("C*sqrt(d_k)", bound="Omega"),
)

Q1.claim(
    "oja.recency_fixed.omega",
    r"Oja's rule with clamped outputs, $\eta = 1$, values of 16 dimensions, 192 items: the age at which "
    r"half of the items have more noise than signal grows at least like $\sqrt{d_k}$",
    oja_recency(values="fixed", d_k=powers(64, 1024))
    .quick(d_k=powers(64, 512))
    .named("with $d_v = 16$, the age at which recall fails under Oja's rule")
    .reaches(0.5, by="age")
    .grows_like("C*sqrt(d_k)", bound="Omega"),
)

Q1.claim(
    "oja.recency.omega",
    r"Oja's rule with clamped outputs, $\eta = 1$, values of 16 dimensions, 192 items, on a grid of ages to "
    r"64: the age at which half of the items have more noise than signal grows at least like $\sqrt{d_k}$",
    quantity("oja_recall")["success"](d_k=powers(16, 1024, 4), eta=1.0)
    .named("with $d_v = 16$ and trials shared between ages, the age at which recall fails under Oja's rule")
    .reaches(0.5, by="age")
    .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C*log(d_k)",)),
    charitable(),
)

for heading, text, place in (
    (
        "Q2 Error after RMSNorm",
        r"Is the root mean square error after RMSNorm given by $2 - 2/\sqrt{1 + \mathrm{NSR}}$?",
        "asked of the normalised read-out",
    ),
    (
        "Q3 ReLU and the sum of weights",
        "What is the exact error under ReLU with the sum of weights as normaliser?",
        "asked of the normalised read-out",
    ),
    (
        "Q4 Clean-up between layers",
        "With clean-up to the nearest stored value between layers, is the error of a chain $1 - (1 - p)^L$?",
        "asked of higher-order conditioning",
    ),
    (
        "Q5 Few epochs of the delta rule",
        "What is the error of recall after a finite number of passes of the delta rule?",
        "asked of the learning rules",
    ),
    (
        "Q6 Nearest stored value by feature map",
        "How does the capacity by nearest stored value grow under each feature map?",
        "asked of the kernel functions",
    ),
    (
        "Q7 Values with a common mean",
        "What does a common mean of the values do to crosstalk and capacity?",
        "asked of the capacity theorem",
    ),
    (
        "Q8 A sharp threshold",
        (
            r"Does the probability of failure at $n = \alpha d_k$ have a sharp threshold in $\alpha$, and at "
            "which rate?"
        ),
        "asked of the error law",
    ),
    (
        "Q9 Rate function of unit keys",
        "What is the large-deviation rate of the noise power for keys on the sphere?",
        "asked of the error law",
    ),
    (
        "Q10 Products of noise powers",
        r"What is $\mathbb{E} \prod_h |\eta_h|^2$ over the heads of a layer when they share tokens?",
        "asked of independent heads",
    ),
):
    paper.question(heading, text, place=place, not_covered="Not derived or measured yet.")
