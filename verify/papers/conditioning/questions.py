"""Our own questions about the source that no sentence of it asks."""

from ...paper import charitable, powers, quantity, stronger
from . import paper

NOT_YET = "Not derived or measured yet."

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

Q2 = paper.question(
    "Q2 Error after RMSNorm",
    r"Is the square error after RMSNorm given by $2 - 2/\sqrt{1 + \mathrm{NSR}}$?",
    place="asked of the normalised read-out",
    why_primary="The formula takes the noise for its mean, which only many dimensions do.",
).having(tags=("normaliser",))

Q2.claim(
    "normalised_square.limit",
    "unit keys and values of $d_k$ dimensions, $n - 1$ items to a dimension 1/4, 1 and 4, which is the mean "
    "of the noise power: the formula as $d_k$ grows, but for corrections in $1/d_k$",
    quantity("normalised_square")()
    .named(r"the mean square error of $r/|r|$, $r = v_i + \eta_i$, at a load of $(n - 1)/d_k$")
    .equals("2 - 2/sqrt(1 + load)", margin=0.02, asymptotic=True, diverging="d_k", corrections=("1/d_k",)),
)

Q3 = paper.question(
    "Q3 ReLU and the sum of weights",
    "What is the exact error under ReLU with the sum of weights as normaliser?",
    place="asked of the normalised read-out",
    why_primary="One integral gives it at any size; what becomes of it as the memory fills says the most.",
).having(tags=("normaliser",))

averaged = quantity(
    "averaged_error",
    r"the mean square error of $\sum_j w_j v_j/\sum_j w_j$, $w_j = \langle k_i, k_j \rangle_+$",
)

Q3.claim(
    "averaged_error.full",
    "unit keys of 16 dimensions: as the memory fills the error tends to 1, that of an output of 0, where "
    "linear attention's grows without bound",
    averaged(d_k=16).tends_to("1", margin=0.01),
)

Q3.claim(
    "averaged_error.order",
    "16 items: as the dimension grows it falls like $1/d_k$, as without a normaliser",
    averaged(n=16).grows_like("C/d_k", asymptotic=True),
    charitable(bears="refines"),
)

Q4 = paper.question(
    "Q4 Clean-up between layers",
    "With clean-up to the nearest stored value between layers, is the error of a chain $1 - (1 - p)^L$?",
    place="asked of higher-order conditioning",
    why_primary="With seldom errors a chain that has left its own item does not come back; $p$ is fitted.",
).having(tags=("depth", "clean-up"))

left = quantity("clean_up_failure", "the share of chains that have left their own item")

Q4.claim(
    "clean_up_failure.seldom",
    "32 items of 32 dimensions, where a layer errs about once in sixty times",
    left(n=32, d_k=32).grows_like("1 - (1 - p)**L"),
)

Q4.claim(
    "clean_up_failure.often",
    "16 items of 16 dimensions, where a layer errs once in ten times and a chain may come back",
    left(n=16, d_k=16).grows_like("1 - (1 - p)**L"),
    charitable(bears="refines"),
)

Q5 = paper.question(
    "Q5 Few epochs of the delta rule",
    "What is the error of recall after a finite number of passes of the delta rule?",
    place="asked of the learning rules",
    why_primary="With as many items as dimensions the limit is zero, and says nothing of few passes.",
).having(tags=("learning",))

ONE_BY_ONE = "the delta rule of rate one, item by item over the same items, values of 16 dimensions"
passes = quantity("delta_passes", "the mean square error of an item after $m$ passes of the delta rule")

Q5.claim(
    "delta_passes.full",
    rf"{ONE_BY_ONE}, $n = d_k = 256$, 2 to 32 passes: it falls like $1/\sqrt{{m}}$",
    passes(load=1.0, d_k=256).where("m >= 2").grows_like("C/sqrt(m)", alternatives=("C/m", "C/log(m)")),
)

Q5.claim(
    "delta_passes.half",
    f"{ONE_BY_ONE}, $n = d_k/2$: after 16 passes it is at most 1/1000",
    passes(load=0.5, m=16).at_most("1/1000"),
    charitable(bears="refines", own_threshold=True),
)

Q5.claim(
    "delta_passes.two",
    r"updates of rate one summed over the items of a pass: after two passes, exactly; at $n = \alpha d_k$ it "
    r"tends to $2 \alpha^2 + \alpha^3$, where one pass leaves $\alpha$",
    quantity("delta_two_passes")["square"]()
    .named("the mean square error of an item after two passes of the delta rule with summed updates")
    .equals(
        "(n - 1)*(2*d_k**2*n - d_k**2 + d_k*n**2 - d_k*n - 2*d_k + 2*n**2 - 10*n + 12)/(d_k**3*(d_k + 2))",
        margin=0.05,
    ),
    stronger(bears="refines", derivation="delta_two_passes"),
)

Q6 = paper.question(
    "Q6 Nearest stored value by feature map",
    "How does the capacity by nearest stored value grow under each feature map?",
    place="asked of the kernel functions",
    why_primary="ReLU is the map that the source names beside the identity, and it is used as it is.",
).having(tags=("features", "clean-up"))

by_map = quantity("argmax_error_by_map")["error"]

EITHER_MAP = "ReLU's features{}, unit keys, $d_v = d_k$, one error in twenty queries: measured, not derived"
OTHERS = ("C*sqrt(d_k)", "C*d_k**2")

Q6.claim(
    "argmax_by_map.relu_raw",
    EITHER_MAP.format(""),
    by_map(centring="raw", d_k=powers(32, 512))
    .quick(d_k=powers(32, 256))
    .named("the capacity by nearest stored value under ReLU's features")
    .reaches(0.05, by="n")
    .grows_like("C*d_k", bound="O", alternatives=OTHERS),
    charitable(),
)

Q6.claim(
    "argmax_by_map.relu_centred",
    EITHER_MAP.format(" less their mean"),
    by_map(centring="centred", d_k=powers(16, 128))
    .named("the capacity by nearest stored value under ReLU's features less their mean")
    .reaches(0.05, by="n")
    .grows_like("C*d_k", bound="Omega", alternatives=OTHERS),
    charitable(bears="refines"),
)

Q7 = paper.question(
    "Q7 Values with a common mean",
    "What does a common mean of the values do to crosstalk and capacity?",
    place="asked of the capacity theorem",
    why_primary="The paper's head has the keys' products as weights; positive feature maps are its variants.",
).having(tags=("noise",))

shifted = quantity("shifted_noise").quick(n=(4, 16), d_k=(8, 32))

Q7.claim(
    "shifted_noise.linear",
    "values $c w + u_j$ with a common unit vector $w$, $c$ from 0 to 2, keys as they are: the mean counts by "
    r"its length alone, $\mathbb{E} |\eta_i|^2 = (1 + c^2)(n - 1)/d_k$, so that capacities keep their order",
    shifted["linear"]()
    .named("the mean noise power of values with a common mean of length $c$")
    .equals("(1 + c**2)*(n - 1)/d_k", margin=0.02),
    charitable(derivation="shifted_noise_power"),
)

Q7.claim(
    "shifted_noise.relu",
    "weights that are the positive parts of the keys' products: the common mean adds up in phase, "
    r"$\mathbb{E} |\eta_i|^2 = (n - 1) (1 + c^2)/(2 d_k) + (n - 1)(n - 2) c^2 m^2$ with "
    r"$m = \mathbb{E} \langle k_i, k_j \rangle_+$",
    shifted["relu"]()
    .named("under ReLU, the mean noise power of values with a common mean of length $c$")
    .equals(
        "(n - 1)*(1 + c**2)/(2*d_k) + (n - 1)*(n - 2)*c**2*gamma(d_k/2)**2/(4*pi*gamma((d_k + 1)/2)**2)",
        margin=0.02,
    ),
    charitable(bears="refines"),
)

Q8 = paper.question(
    "Q8 A sharp threshold",
    r"Does the probability of failure at $n = \alpha d_k$ have a sharp threshold in $\alpha$, and at which "
    r"rate?",
    place="asked of the error law",
    why_primary=r"A noise power of mean $\alpha$ fails where it exceeds 1, so that the threshold can only "
    r"be 1.",
).having(tags=("gaussian", "error-law"))

at_load = quantity("failure_at_load", "the probability of a noise power above 1 at a load of $(n - 1)/d_k$")
NORMAL = "normal keys and values of $d_k$ dimensions"

for side, loads, limit in (("below", (0.5, 0.75), "0"), ("above", (1.25, 1.5), "1")):
    Q8.claim(
        f"failure_at_load.{side}",
        f"{NORMAL}, loads of {loads[0]} and {loads[1]}: it tends to {limit} as $d_k$ grows",
        at_load(load=loads).tends_to(limit, margin=0.01, diverging="d_k"),
    )

Q8.claim(
    "failure_at_load.rate",
    rf"{NORMAL}, a load of 1/2: it falls like $e^{{-r d_k}}/\sqrt{{d_k}}$ with $r$ = .0456, the least of "
    r"$(a - 1 - \log a)/4 + (b - 1 - \log b)/2$ over $a b = 2$, at $b = (1 + \sqrt{17})/4$",
    at_load(load=0.5)
    .where("d_k >= 512")
    .grows_like(
        "C*exp(-((sqrt(17) - 1)/8 + (sqrt(17) + 1)/8 - 3/4 - log((sqrt(17) - 1)/2)/4"
        " - log((sqrt(17) + 1)/4)/2)*d_k)/sqrt(d_k)"
    ),
    charitable(bears="refines"),
)

Q9 = paper.question(
    "Q9 Rate function of unit keys",
    "What is the large-deviation rate of the noise power for keys on the sphere?",
    place="asked of the error law",
    why_primary="Three items are the fewest whose noise power can exceed 1.",
).having(tags=("error-law",))

three_items = quantity(
    "three_item_failure", "the probability that a query's noise power exceeds 1 among three items"
)

Q9.claim(
    "three_item_failure.unit",
    "three items of unit keys and values, $d_v = d_k$: it falls like "
    r"$((6 \sqrt{3} - 9)/4)^{d_k/2}/\sqrt{d_k}$, $e^{-0.528 d_k}$: the least of "
    r"$-\frac{1}{2} \log((1 - x^2)(1 - y^2)(1 - c^2))$ over $x^2 + y^2 + 2 x y c = 1$, for overlaps $x = y$ "
    r"of keys and $c = (\sqrt{3} - 1)/2$ of values",
    three_items(items="unit").grows_like("C*((6*sqrt(3) - 9)/4)**(d_k/2)/sqrt(d_k)"),
)

Q9.claim(
    "three_item_failure.normal",
    "three items of normal keys and values beside it, which may be longer than one: it falls more slowly, "
    r"like $e^{-r d_k}$ with $r = (\sqrt{5} - 1)/2 - \frac{1}{2} \log((1 + \sqrt{5})/2)$ = 0.377",
    three_items(items="normal").grows_like("C*exp(-((sqrt(5) - 1)/2 - log((1 + sqrt(5))/2)/2)*d_k)"),
    charitable(bears="refines", tags=("gaussian",)),
)

Q10 = paper.question(
    "Q10 Products of noise powers",
    r"What is $\mathbb{E} \prod_h |\eta_h|^2$ over the heads of a layer when they share tokens?",
    place="asked of independent heads",
    why_primary="Heads that share their keys have the same weights, which is what makes them fail together.",
).having(tags=("heads",))

products = quantity("head_products")
SQUARE = "(n - 1)**2/d_k**2"

Q10.claim(
    "head_products.keys",
    "two heads with the same keys, values of their own: more than the square of the mean noise power, by the "
    "factor $1 + 2 (d_k - 1)/((d_k + 2)(n - 1))$",
    products["keys"]()
    .named("the mean product of the noise powers of two heads with the same keys")
    .equals("(n - 1)*(d_k*n + d_k + 2*n - 4)/(d_k**2*(d_k + 2))", margin=0.05),
    charitable(derivation="noise_product_of_keys"),
)

Q10.claim(
    "head_products.values",
    "two heads with keys of their own, the same values: the square of the mean noise power, as if "
    "independent",
    products["values"]()
    .named("the mean product of the noise powers of two heads with the same values")
    .equals(SQUARE, margin=0.05),
    charitable(derivation="noise_product_of_values"),
)

Q10.claim(
    "head_products.both",
    "two heads with the same keys and values: the second moment of one head's noise power, above that of "
    "shared keys",
    products["both"]()
    .named("the mean product of the noise powers of two heads with the same keys and values")
    .at_least(SQUARE, margin=0.05),
    charitable(bears="refines", derivation="noise_power_second_moment"),
)
