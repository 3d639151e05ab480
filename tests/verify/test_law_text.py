"""Laws as papers write them: powers by ^, products without a sign, LaTeX; two meanings are refused."""

import time
from contextlib import suppress

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from theorycheck import law
from theorycheck.law.grammar import UNMISTAKABLE
from theorycheck.law_text import FUNCTIONS, typed
from theorycheck.user.entry import entry

from .running import theorycheck


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("C n^2/d", "C*n**2/d"),
        ("n(n-1)/d_k", "n*(n - 1)/d_k"),
        ("2 C d_k^(3/2)", "2*C*d_k**(3/2)"),
        ("C n log(n)", "C*n*log(n)"),
        ("(a/b) c", "a/b*c"),
        ("1/(2 d) n", "n/(2*d)"),
        ("a/b + c d", "a/b + c*d"),
        ("exp(-n/d) C", "exp(-n/d)*C"),
        ("C n log n / d", "C*n*log(n)/d"),
        ("C sqrt d_k ln n", "C*sqrt(d_k)*log(n)"),
        ("log2 n + 2 log n", "log(n)/log(2) + 2*log(n)"),
        ("C n log^2 n", "C*n*log(n)**2"),
        ("C log^2(n)/d", "C*log(n)**2/d"),
        ("C n² log₂ n/√d", "C*n**2*log(n)/log(2)/sqrt(d)"),
        ("C·n⁻² × √(n d)", "C*n**(-2)*sqrt(n*d)"),
        ("C 2^{-b} π", "C*2**(-b)*pi"),
        (r"C n \log_2 n", "C*n*log(n)/log(2)"),
        (r"C \log_2^2(n)", "C*(log(n)/log(2))**2"),
        ("2e5 n", "2e5*n"),
        (r"\frac{C n \log n}{d_{k}}", "C*n*log(n)/d_k"),
        (r"C \sqrt{d_k}", "C*sqrt(d_k)"),
        (r"C d^{-\alpha+1}", "C*d**(-alpha + 1)"),
    ],
)
def test_a_law_is_read_as_it_is_written(written, meant):
    assert sp.simplify(law.parse(typed(written)) - law.parse(meant)) == 0


@pytest.mark.parametrize("text", ["1/2 d", "1/d^2 n", "a/log(n) n", "a*b/c d", "a/b (c)"])
def test_what_may_be_above_or_below_is_refused(text):
    with pytest.raises(ValueError, match="above or below"):
        typed(text)


@pytest.mark.parametrize("text", ["C log n d", "log n^2", "sqrt n (n - 1)", "log 2 n"])
def test_what_may_belong_to_a_function_is_refused(text):
    with pytest.raises(ValueError, match=r"may belong to the (log|sqrt); write"):
        typed(text)


@pytest.mark.parametrize("text", ["C*log", "log^2 n d", "C n log", "log log n", "sqrt*n"])
def test_a_function_of_nothing_is_no_constant(text):
    with pytest.raises(law.LawError, match="is a function here"):
        law.parse(typed(text))


@pytest.mark.parametrize(
    "text", ["O(n log n)", "Θ(n)", "C n^2 + O(n)", "Omega(n)", r"\Theta(n)", r"\mathcal{O}(n)"]
)
def test_a_bound_in_a_law_is_refused_and_not_taken_for_a_constant(text):
    with pytest.raises(ValueError, match="is a bound; write the law in it"):
        typed(text)


def test_functions_without_brackets_are_those_of_the_grammar():
    assert FUNCTIONS == UNMISTAKABLE


@pytest.mark.parametrize(
    "text", ["C*d**2", "log(n)", "max(a, b)", "foo(x)", "-n", "beta(2, 3)", "", "C*n**(2/5)"]
)
def test_what_the_grammar_has_is_left_as_it_is(text):
    assert typed(text) == text


@pytest.mark.parametrize("text", [r"\frac12 " * 100_000, "a " * 300_000])
def test_a_law_without_end_is_refused_at_once(text):
    begun = time.process_time()
    with pytest.raises(ValueError, match="characters"):
        law.parse(typed(text))
    assert time.process_time() - begun < 1


@given(st.text(alphabet="aC2.(/)^*_ \\d-+,", max_size=12))
def test_any_text_is_read_or_refused(text):
    with suppress(ValueError):
        law.parse(typed(text))


def test_a_claim_is_of_the_law_as_the_grammar_has_it():
    table = {
        "id": "a",
        "statement": "s",
        "law": "C d^2",
        "bound": "Theta",
        "alternatives": ["C d"],
        "measure": {"data": "a.csv"},
    }
    found = entry(table, "a.toml")
    assert (found.law, found.alternatives) == ("C*d**2", ("C*d",))


def test_a_fit_takes_what_a_paper_prints(tmp_path):
    rows = "\n".join(f"{d},{3 * d**0.5},{0.01 * d**0.5}" for d in (16, 32, 64, 128, 256))
    (tmp_path / "a.csv").write_text(f"d,mean,stderr\n{rows}\n")
    done = theorycheck("fit", "a.csv", "--law", r"C \sqrt{d}", cwd=tmp_path)
    same = theorycheck("fit", "a.csv", "--law", "C*sqrt(d)", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (same.returncode, same.stdout)
    assert done.stdout
    two = theorycheck("fit", "a.csv", "--law", "C/2 d", cwd=tmp_path)
    assert two.returncode == 2
    assert "above or below" in two.stderr
