"""Formulas of the law grammar and LaTeX of claim texts, in each medium."""

import cmath
import math
from functools import reduce

import pytest
from theorycheck.law import evaluate, parse
from theorycheck.papers.tables import CLAIMS
from theorycheck.report import mathml
from theorycheck.report.tex_formulas import atoms
from theorycheck.wording import Medium
from theorycheck.wording.formulas import plain_text, set_formula, set_name
from theorycheck.wording.latex import unicode_math
from theorycheck.wording.names import SUPERSCRIPTS
from theorycheck.wording.tree import Call, Name, Number, Power, Product, Sum, tree

CLAIMED = sorted({claim.claimed for claim in CLAIMS})

ON_A_TERMINAL = {
    "C*sqrt(d_k)": "C·√d_k",
    "d_k**(1/2)": "√d_k",
    "n**2/d": "n²/d",
    "C*d**-1": "C/d",
    "C*d_k**(-1/8)": "C·d_k^(−1/8)",
    "C*d**-0.3333": "C·d^−0.3333",
    "exp(-0.054*d_k)": "e^(−0.054 d_k)",
    "C*exp(c*L)": "C·e^(c·L)",
    "exp(1)": "e",
    "0.25*n": "0.25 n",
    "2*n": "2n",
    "2*mark": "2·mark",
    "3*(n - 1)": "3(n − 1)",
    "(n - 1)/(d_k*d_v)": "(n − 1)/(d_k·d_v)",
    "d/(2*log(d))": "d/(2 log d)",
    "C*(log(d))*d**-1": "C·log(d)/d",
    "n*log(n/d)": "n·log(n/d)",
    "-(a - 1)*(2*a - 1)": "−(a − 1)·(2a − 1)",
    "a - (b - c)": "a − (b − c)",
    "a - -b": "a + b",
    "a/(b/c)": "a·c/b",
    "(a/b)**2": "(a/b)²",
    "1/M": "1/M",
    "1*(2**L)": "2ᴸ",
    "C*L**1*n**0": "C·L",
    "0*(d)": "0",
    "1/1000000000": "1/10⁹",
    "d**1000000000": "d^(10⁹)",
    "9.341e-05*L": "9.341×10⁻⁵ L",
    "factorial(T) - 1": "T! − 1",
    "ff(n, k)": "n!/(n − k)!",
    "hyp0f1(d_k/2, 16)": "₀F₁(; d_k/2; 16)",
    "hyper((), (d_k/2,), 1)": "₀F₁(; d_k/2; 1)",
    "betainc(d/2, 1/2, 0, x)": "I_x(d/2, 1/2)",
    "Abs(sigma_0)": "|σ₀|",
    "lam**k": "λᵏ",
    "x**(2*k)": "x^(2k)",
    "S**order": "S^order",
    "sqrt(2*pi)": "√(2π)",
    "StudentQuantile(level, d)": "StudentQuantile(level, d)",
}


@pytest.mark.parametrize(("code", "shown"), ON_A_TERMINAL.items())
def test_a_terminal_shows_a_formula_as_one_would_write_it(code, shown):
    assert set_formula(code, Medium.TERMINAL) == shown


ON_A_PAGE = {
    "n**2/d": "$n^{2}/d$",
    "C/sqrt(d)": r"$C/\sqrt{d}$",
    "-1/T": "$-1/T$",
    "C*log(d)/d": r"$C \log\left(d\right)/d$",
    "(n - 1)/d": r"$\frac{n - 1}{d}$",
    "C*d**(-1/8)": r"$C d^{-1/8}$",
    "C*exp(-0.054*d_k)": r"$C e^{-0.054 d_{k}}$",
    "0.5*2**n": r"$0.5 \cdot 2^{n}$",
    "sqrt(log(d)/d_k)": r"$\sqrt{\frac{\log d}{d_{k}}}$",
    "-x*(y - 1)": r"$-x \left(y - 1\right)$",
    "Abs(lam)": r"$\left|\lambda\right|$",
    "depth**2": r"$\mathrm{depth}^{2}$",
    "2*factorial(n)": "$2 n!$",
    "hyp0f1(b, z)": r"$F_{0,1}\left(; b; z\right)$",
    "betainc(a, b, 0, x)": r"$I_{x}\left(a, b\right)$",
    "3.5e-7": r"$3.5 \cdot 10^{-7}$",
}


@pytest.mark.parametrize(("code", "shown"), ON_A_PAGE.items())
def test_a_page_sets_a_formula(code, shown):
    assert set_formula(code, Medium.MARKUP) == shown


@pytest.mark.parametrize("code", ["C*sqrt(d_k)", "27/500", "not a formula at all", ""])
def test_programs_get_the_formula_as_it_is_typed(code):
    assert set_formula(code, Medium.CODE) == code


@pytest.mark.parametrize("medium", Medium)
def test_what_cannot_be_read_stays(medium):
    assert set_formula("1 <= n", medium) == "1 <= n"
    assert set_formula("a b", medium) == "a b"


def test_decimals_stay_decimals_in_every_medium():
    for medium in Medium:
        assert "0.054" in set_formula("C*exp(-0.054*d)", medium)
        assert "500" not in set_formula("C*exp(-0.054*d)", medium)


@pytest.mark.parametrize("code", CLAIMED)
def test_every_claimed_formula_is_set_in_every_medium(code):
    shown, page = set_formula(code, Medium.TERMINAL), set_formula(code, Medium.MARKUP)
    assert "*" not in shown
    assert "sqrt" not in shown
    assert "<code" not in mathml.formula(page.strip("$"))
    assert atoms(page.strip("$")) is not None


@pytest.mark.parametrize("code", CLAIMED)
def test_the_tree_of_a_formula_has_its_value(code):
    at = {symbol.name: 0.15 + 0.03 * i for i, symbol in enumerate(sorted(parse(code).free_symbols, key=str))}
    found = _value(tree(code), at)
    wanted = evaluate(parse(code), at)
    if found is not None and not math.isnan(wanted):
        assert found == pytest.approx(wanted, rel=1e-9, abs=1e-12)


def test_another_tree_has_another_value():
    at = {"a": 2.0, "b": 3.0}
    assert _value(tree("a/b"), at) != pytest.approx(evaluate(parse("b/a"), at))


def _value(found, at):
    """The value of a tree; None where it holds a function that is not an elementary one."""
    match found:
        case Number(text=text):
            return float(text)
        case Name(name=name):
            return {"e": math.e, "pi": math.pi}.get(name) or at[name]
        case Sum(terms=terms):
            parts = [(minus, _value(term, at)) for minus, term in terms]
            return None if any(x is None for _, x in parts) else sum(-x if minus else x for minus, x in parts)
        case Product(above=above, below=below):
            over, under = ([_value(x, at) for x in part] for part in (above, below))
            if None in over or None in under:
                return None
            return math.prod(over) / math.prod(under)
        case Power(base=base, exponent=exponent):
            pair = _value(base, at), _value(exponent, at)
            return None if None in pair else pair[0] ** pair[1]
        case Call(function=function, arguments=arguments):
            known = {"log": cmath.log, "sqrt": cmath.sqrt, "gamma": math.gamma}
            values = [_value(one, at) for one in arguments]
            return None if function not in known or None in values else known[function](*values)
    raise AssertionError(found)


OF_TEXTS = {
    r"r^* \propto L n^H / d_k^H": "r* ∝ L nᴴ/d_kᴴ",
    r"\sqrt{\log(d_k)/d_k}": "√(log(d_k)/d_k)",
    r"d_k^{1/2}": "√d_k",
    r"d_k^{-1/2}": "d_k^(−1/2)",
    r"O(\sqrt{d_k})": "O(√d_k)",
    r"\frac{1}{20} p(x)": "(1/20) p(x)",
    r"\frac{\lambda^2}{2} - 1": "λ²/2 − 1",
    r"\frac14": "1/4",
    r"\partial L/\partial \theta": "∂L/∂θ",
    r"\mathbb{E}[\mathcal{E}(\hat f)] \asymp T^{-1 + 1/\alpha}": "E[ℰ(f̂)] ≍ T^(−1 + 1/α)",
    r"W_O^\top (p_i - e_{y_i})": "W_Oᵀ (p_i − e_(y_i))",
    r"x \in \mathbb{R}^{d_v \times T}": "x ∈ ℝ^(d_v × T)",
    r"\langle q, k \rangle \cos((m - n) \theta)": "⟨q, k⟩ cos((m − n) θ)",
    r"\|x + y\|^2": "‖x + y‖²",
    r"\arg\max_y u_y": "arg max_y u_y",
    r"P(\text{all fail}) \ge p^H": "P(all fail) ≥ pᴴ",
    r"d/(2 \log d)": "d/(2 log d)",
    r"\log\log n": "log log n",
    r"c_\alpha = 1": "c_α = 1",
    r"10^{-5}": "10⁻⁵",
    r"\sqrt[3]{n}": "n^(1/3)",
    r"x_{n+1}": "x_(n+1)",
    r"\kappa \to \infty": "κ → ∞",
    r"\{x : x \le 1\}": "{x : x ≤ 1}",
    r"\prod_{k > j} f_k": "∏_(k > j) f_k",
    r"\left(1 - \frac{1}{d}\right)^{n}": "(1 − 1/d)ⁿ",
    r"\frac{1}{2} \left(x + 1\right)": "(1/2) (x + 1)",
    r"\frac{a}{b} \top": "(a/b) ᵀ",
    r"\begin{cases}\begin{matrix}a & b\end{matrix} & \text{if}\: x\\0 & \text{else}\end{cases}": (
        "a, b if x; 0 else"
    ),
    r"P = \left[\begin{matrix}1 - p & p\\q & 1 - q\end{matrix}\right]": "P = [1 − p, p; q, 1 − q]",
    r"\begin{cases} x & \text{if}\: x > 0 \\e^{x} & \text{otherwise} \end{cases}": "x if x > 0; eˣ otherwise",
    r"2 \sum_{j=0}^{d - 1} {\binom{N - 1}{j}}": "2 ∑_(j=0)^(d − 1) C(N − 1, j)",
    r"\sum_{\substack{1 \leq j \leq n\\j \neq i}} x_{j}": "∑_(1 ≤ j ≤ n, j ≠ i) x_j",
}


@pytest.mark.parametrize(("latex", "shown"), OF_TEXTS.items())
def test_a_terminal_shows_the_formulas_of_texts(latex, shown):
    assert unicode_math(latex) == shown
    assert plain_text(f"with ${latex}$,", Medium.TERMINAL) == f"with {shown},"
    assert plain_text(f"with ${latex}$,", Medium.MARKUP) == f"with ${latex}$,"


def test_no_text_of_a_claim_leaves_a_command_on_the_terminal():
    texts = [
        text for claim in CLAIMS for text in (claim.label, claim.interpretation, *claim.setting.values())
    ]
    shown = [plain_text(text, Medium.TERMINAL) for text in texts]
    assert any(text != before for text, before in zip(shown, texts, strict=True))
    assert [text for text in shown if "\\" in text or "$" in text] == []


@pytest.mark.parametrize(
    ("name", "terminal", "page"),
    [
        ("d_k", "d_k", "$d_{k}$"),
        ("alpha", "α", r"$\alpha$"),
        ("x_1", "x₁", "$x_{1}$"),
        ("lam", "λ", r"$\lambda$"),
        ("feature_map", "feature_map", "feature_map"),
    ],
)
def test_a_name_is_a_letter_or_stays_a_word(name, terminal, page):
    assert [set_name(name, medium) for medium in Medium] == [terminal, page, name]


def test_each_raised_sign_is_one_sign():
    assert reduce(lambda longest, sign: max(longest, len(sign)), SUPERSCRIPTS.values(), 0) == 1
