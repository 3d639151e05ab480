"""S4: Proposition 2 and Table 2, powers of the frequency stored whole, q = p^rho, infinitely many tokens."""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

FAR = (10000, 31623, 10**5, 316228, 10**6, 3162278, 10**7, 31622777, 10**8)
"""Dimensions from 10^4 to 10^8, two a decade."""

S4 = paper.statement(
    "S4 Proposition 2: without thresholding",
    r"Up to poly-logarithm factors, $q = p^\rho$ has an error of order "
    r"$(d/\varphi(N))^{-(\alpha - 1)/(2 \rho \alpha)}$ with $\varphi(N) = 1$ if $2 \rho \alpha > 1$; in "
    r"particular $d^{-(\alpha - 1)/(2 \alpha)}$ when $\rho = 1$.",
    place="Proposition 2, Eq. (13); Table 2",
    why_primary=r"$\rho = 1$ is the case that the proposition and Table 2 name, $\alpha = 2$ that of Fig. 3.",
).having(tags=("power scheme",))

answered = S4.having(tags=("power scheme", "answer: Exponents of the storage schemes in d"))
TWO = "two answers, infinitely many tokens"
weighted = quantity("weighted_error")(d=FAR)
frequency = weighted(alpha=2.0, rho=1.0).named(r"the error of $q = p$ at $\alpha = 2$")

answered.claim(
    "weighted.alpha_two.to_logs",
    rf"$\rho = 1$, $\alpha = 2$, {TWO}, up to a power of a logarithm",
    frequency.grows_like(
        "C*d**(-1/4)", margin=0.016, alternatives=("C*d**(-1/5)", "C*d**(-1/2)"), up_to_logs=True
    ),
    literal(derivation="weighted_order_alpha_2_rho_1"),
)

for name, alpha, exponent, rho, power, q, slope, slower, faster, margin, theorem in (
    ("two", 2.0, "2", 1.0, "1", "p", "1/4", "1/5", "1/2", 0.016, "2_rho_1"),
    ("two.rho_two", 2.0, "2", 2.0, "2", "p^2", "1/8", "1/9", "1/4", 0.0046, "2_rho_2"),
    ("three_halves", 1.5, "3/2", 1.0, "1", "p", "1/6", "1/8", "1/3", 0.013, "3_halves_rho_1"),
    (
        "three_halves.rho_half",
        1.5,
        "3/2",
        0.5,
        "1/2",
        "p^{1/2}",
        "1/3",
        "1/5",
        "1/2",
        0.044,
        "3_halves_rho_half",
    ),
    ("three.rho_half", 3.0, "3", 0.5, "1/2", "p^{1/2}", "2/3", "1/2", "2", 0.05, "3_rho_half"),
    ("three.rho_quarter", 3.0, "3", 0.25, "1/4", "p^{1/4}", "4/3", "4/5", "2", 0.05, "3_rho_quarter"),
):
    S4.claim(
        f"weighted.alpha_{name}",
        rf"$\rho = {power}$, $\alpha = {exponent}$, {TWO}, without any logarithm",
        weighted(alpha=alpha, rho=rho)
        .named(rf"the error of $q = {q}$ at $\alpha = {exponent}$")
        .grows_like(
            f"C*d**(-{slope})", margin=margin, alternatives=(f"C*d**(-{slower})", f"C*d**(-{faster})")
        ),
        stronger(derivation=f"weighted_order_alpha_{theorem}"),
    )

S4.claim(
    "weighted.alpha_two.constant",
    rf"$\rho = 1$, $\alpha = 2$, {TWO}: the residue of its Mellin transform, with its constant; its first "
    r"correction is $1 - \kappa^2/d$ and no other power of $d$ occurs",
    frequency(d=FAR[2:]).equals("3*gamma(3/4)*(1 - 1/(16*d))/(45**(1/4)*pi**(3/2)*d**(1/4))", margin=0.0001),
    stronger(bears="refines", derivation="weighted_error"),
)

root = weighted(alpha=2.0, rho=0.5).named(r"the error of $q = p^{1/2}$ at $\alpha = 2$")

S4.claim(
    "weighted.alpha_two.rho_half",
    rf"$\rho = 1/2$, $\alpha = 2$, {TWO}, without any logarithm",
    root.grows_like("C*d**(-1/2)", alternatives=("C*d**(-1/3)", "C/d")),
    stronger(derivation="weighted_order_alpha_2_rho_half"),
)

S4.claim(
    "weighted.alpha_two.rho_half.constant",
    rf"$\rho = 1/2$, $\alpha = 2$, {TWO}: the residue of its Mellin transform, with its constant",
    root.equals("sqrt(3)*(1 - 1/(4*d))/(pi**(3/2)*sqrt(d))", margin=0.0001),
    stronger(bears="refines", derivation="weighted_error"),
)

answered.claim(
    "weighted.five_answers",
    r"$\rho = 1$, $\alpha = 2$, $M = 5$ orthonormal unembeddings, infinitely many tokens, without any "
    "logarithm",
    quantity("weighted_error_classes", r"the error of $q = p$ at $\alpha = 2$ with five answers")(rho=1.0)
    .quick(d=powers(10**5, 10**8, 10))
    .grows_like("C*d**(-1/4)", margin=0.016, alternatives=("C*d**(-1/5)", "C*d**(-1/2)")),
    stronger(),
)

S4_1 = paper.statement(
    r"S4.1 Proposition 2 at $2 \rho \alpha = 1$",
    r"$\varphi(N) = \log N$ if $2 \rho \alpha = 1$.",
    place="Proposition 2, Eq. (13)",
    why_primary="The logarithm of $N$ shows in the constant of a law in $d$, so the whole formula is "
    r"compared where $d \ll N$.",
)

weighted_error_finite = quantity("weighted_error_finite")

S4_1.claim(
    "weighted.finite.logarithm",
    r"$2 \rho \alpha = 1$, two answers, $40\,d \le N$: the error is of the order $(d/\log N)^{-1}$; with "
    r"its constant and $\log N + .577$ for $\log N$ it is right within .1 %",
    weighted_error_finite(rho=0.25, N=powers(10**5, 10**7, 10))
    .where("40*d <= N")
    .named(r"the error of $q = p^{1/4}$ at $\alpha = 2$")
    .is_reported("3*(log(N) + 0.5772156649)/(pi**2*(d + 1))", margin=0.001),
    stronger(derivation="stored_error_all", tags=("power scheme", "finite N")),
)

S4_2 = paper.statement(
    r"S4.2 Proposition 2 at $2 \rho \alpha < 1$",
    r"$\varphi(N) = N^{1 - 2 \rho \alpha}$ if $2 \rho \alpha < 1$.",
    place="Proposition 2, Eq. (13)",
    why_primary=r"A law in $d/\varphi(N)$ is about both growing; beyond $N$ all tokens are stored and "
    "nothing is left of it.",
)

S4_2.claim(
    "weighted.finite.power",
    r"$2 \rho \alpha = 1/2$, two answers, $30 \sqrt N \le d \le N/10$: the error is of the order "
    r"$(d/\sqrt N)^{-2}$; with its constant and $\sqrt N - .730$ for $\sqrt N$ it is right within .1 %",
    weighted_error_finite(rho=0.125, N=powers(10**5, 10**7, 10))
    .where("10*d <= N", "d**2 >= 900*N")
    .named(r"the error of $q = p^{1/8}$ at $\alpha = 2$")
    .is_reported("9*(2*sqrt(N) - 1.4603545)**2/(pi**2*(d + 1)*(d + 3))", margin=0.001),
    stronger(derivation="stored_error_all", tags=("power scheme", "finite N")),
)

S4_2.claim(
    "weighted.finite.fixed",
    r"$2 \rho \alpha = 1/2$, $N = 100$ held fixed while $d$ grows: still $d^{-2}$",
    weighted_error_finite(rho=0.125, N=100)
    .named(r"the error of $q = p^{1/8}$ at $\alpha = 2$ and $N = 100$")
    .grows_like("C*d**(-2)"),
    literal(derivation="stored_error_hundred", tags=("power scheme", "finite N")),
)

S4_3 = paper.statement(
    r"S4.3 Proposition 2 at $\rho = 0$",
    r"In the limit where $\rho = 0$ the error can be understood as $(d/N)^{-\infty}$, which will go to zero "
    "if and only if $d$ is bigger than $N$.",
    place="Proposition 2",
    why_primary="'If' asks that every $d$ bigger than $N$ will do, and twice $N$ is bigger.",
    why_refuted="The printed condition is $d > N$; at $d = 2N$ the error does not go to zero but to .079 "
    "(two classes): it depends on $d/N$ alone as both grow, and goes to zero where $d/N$ grows too.",
).having(tags=("uniform scheme",))

unweighted_error = quantity("unweighted_error")

S4_3.claim(
    "unweighted.twice",
    "$d$ bigger than $N$ by a factor of two, two answers: the error goes to zero as both grow",
    unweighted_error.where("d == 2*N")
    .named("the error of $q = 1$ at $d = 2N$")
    .tends_to("0", margin=0.01, diverging="d"),
    literal(derivation="unweighted_error_twice"),
)

S4_3.claim(
    "unweighted.equal",
    "at $d = N$ the error tends to that of a normal beyond one deviation, two answers",
    unweighted_error.where("d == N")
    .named("the error of $q = 1$ at $d = N$")
    .tends_to("erfc(sqrt(1/2))/2", margin=0.01, diverging="d"),
    stronger(bears="refines", derivation="unweighted_error_equal"),
)

S4_3.claim(
    "unweighted.decay",
    r"$(d/N)^{-\infty}$: half the share of a sphere beyond a cap, which falls like $(1 - 1/N)^{d/2}$ beyond "
    "$N$, two answers",
    unweighted_error.where("d < 10000")
    .named("the error of $q = 1$")
    .equals("betainc(d/2, 1/2, 0, 1 - 1/N)/2", margin=0.001),
    charitable(bears="refines", derivation="unweighted_error"),
)
