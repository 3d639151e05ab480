"""Formulas as papers write them are the terms of the grammar, and what has no meaning is refused."""

import pytest
from theorycheck.theory.latex_text import from_latex
from theorycheck.theory.parse import ParseError, parse

LAWS = [
    "k: sphere(d_k)",
    "v: sphere(d_v)",
    "x: normal(dimension=d)",
    "z: normal(0, sigma^2)",
    "A: fixed(d, d)",
]


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (
            (
                r"\mathbb{E}\left[\left\|\sum_{j \neq i} \langle k_i, k_j\rangle v_j\right\|_2^2\right]"
                r" = \frac{n-1}{d_k}"
            ),
            "E[|sum_{j != i} <k_i, k_j> v_j|^2] == (n - 1)/d_k",
        ),
        (
            r"\Pr(|z| > \tau) \leq 2 \exp\left(-\frac{\tau^2}{2\sigma^2}\right)",
            "P(|z| > tau) <= 2 exp(-tau^2/(2 sigma^2))",
        ),
        (r"\operatorname{Var}(\mathbf{1}\{z \ge 0\})", "Var(1{z >= 0})"),
        (r"\mathbb{P}\Big(\max_{j} \|v_j\| \le t\Big)", "P(max_j |v_j| <= t)"),
        (r"\sqrt{2\log n} + \log^2 d_k", "sqrt(2 log(n)) + log(d_k)^2"),
        (r"\frac12 + \tfrac{1}{3} \cdot \binom{n}{2}", "1/2 + 1/3 * binomial(n, 2)"),
        (r"$\|A\|_F^2 = \operatorname{tr}(A^\top A)$", "|A|_F^2 == tr(A^T A)"),
        (r"\sum_{j=1}^{n} \alpha^{j} \beta", "sum_{j=1}^n alpha^j beta"),
        (r"\|x\|_1 \ge \|x\|_\infty", "|x|_1 >= |x|_oo"),
        (r"\mathbb{E}[z \mid z > 0]", "E[z given z > 0]"),
        (r"\log\sum_j e^{|v_j|} + \log \max_{j} |v_j|", "log(sum_j exp(|v_j|)) + log(max_j |v_j|)"),
        (r"\log^2\left(n + 1\right) \cos^{2} \theta", "log(n + 1)^2 cos(theta)^2"),
        (r"x_a \sim", "x_a ~"),
    ],
)
def test_latex_is_the_text_that_it_says(latex, text):
    if text.endswith("~"):
        assert from_latex(latex).split() == text.split()
    else:
        assert parse(latex, laws=LAWS).term is parse(text, laws=LAWS).term


@pytest.mark.parametrize(
    ("latex", "why"),
    [
        (r"\hat x", r"\\hat has no meaning here"),
        (r"\frac{1}{", "'{' does not close"),
        (r"\sqrt{x", "'{' does not close"),
        (r"x}\alpha", "'}' closes nothing"),
        (r"\frac", "an argument is missing"),
        ("{" * 40 + r"\alpha" + "}" * 40, "at most 30 deep"),
        (r"\log" * 40 + " x", "at most 30 deep"),
        (r"\mathbb{E}_{z}[z]", "write E\\[...\\]"),
        (r"\sum_{j=1}^{\infty} j^{-2}", "a sum ends somewhere"),
        (r"\infty n", "oo has a meaning"),
        ("\\", "has no meaning"),
    ],
)
def test_what_has_no_meaning_is_refused(latex, why):
    with pytest.raises(ParseError, match=why):
        parse(latex, laws=LAWS)


def test_a_refusal_quotes_the_formula_as_it_was_typed():
    with pytest.raises(ParseError) as refusal:
        parse(r"\hat x = \frac{1}{2}")
    assert str(refusal.value) == r"'\hat x = \frac{1}{2}': \hat has no meaning here."


def test_a_text_without_a_backslash_is_left_as_it_is():
    assert from_latex("1{x > 0} {") == "1{x > 0} {"


@pytest.mark.parametrize(
    ("law", "same"),
    [
        (r"y \sim \mathcal{N}(0, \sigma^2 I_d)", "y: normal(0, sigma^2, dimension=d)"),
        ("y ~ N(mu, I_d)", "y: normal(mu, 1)"),
        ("y: Uniform(0, 1)", "y: uniform(0, 1)"),
        ("y: Exp(2)", "y: exponential(2)"),
        (r"y \sim \operatorname{Bern}(1/2)", "y: bernoulli(1/2)"),
    ],
)
def test_laws_have_the_names_of_papers(law, same):
    mean = ["mu: fixed(d)"]
    assert parse("y", laws=[law, *mean]).term is parse("y", laws=[same, *mean]).term


@pytest.mark.parametrize("text", ["|A|_2", "|z|_1", "|x|_3", "|x|_F"])
def test_a_norm_that_is_none_of_these_is_refused(text):
    with pytest.raises(ParseError, match="norms are"):
        parse(text, laws=LAWS)
