"""LaTeX becomes MathML or visible code, and never anything else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from theorycheck.report.mathml import formula, prose, split, variable


def test_a_formula_becomes_mathml():
    displayed = formula(r"\frac{n}{d_k}", block=True)
    assert displayed.startswith('<math display="block"><mfrac><mi>n</mi><msub>')


def test_brackets_keep_only_what_they_do_not_have_of_themselves():
    assert "<mrow><mo>(</mo><mfrac>" in formula(r"x \left(\frac{a}{b}\right)", block=True)
    assert 'form="prefix">|</mo>' in formula(r"\left|\frac{a}{b}\right|", block=True)
    assert '<mo stretchy="false">(</mo>' in formula("(x)")


def test_a_long_formula_is_laid_out_by_terms_and_loses_nothing():
    terms = [rf"\frac{{{letter} + 1}}{{n}}" for letter in "abcdefghij"]
    whole = formula("x = " + " + ".join(terms), block=True)
    assert 'class="terms"' in whole
    assert whole.count("<mrow><mo>+</mo><mfrac>") == len(terms) - 1
    assert whole.count("<mfrac>") == len(terms)
    assert 'class="terms"' not in formula("x = " + " + ".join(terms[:3]), block=True)


def test_a_formula_in_a_line_has_no_rows_that_change_nothing():
    assert formula("d_k") == "<math><msub><mi>d</mi><mi>k</mi></msub></math>"
    assert formula("x^{n+1}") == (
        "<math><msup><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup></math>"
    )


@pytest.mark.parametrize(
    "latex", [r"\frac{", r"\unknowncommand{x}", "", r"\href{javascript:alert(1)}{x}", r"\style{color:red}{x}"]
)
def test_what_does_not_convert_is_shown_as_code(latex):
    assert formula(latex).startswith("<code")


@pytest.mark.parametrize(
    "latex", [r"\text{<script>x</script>}", r"\text{&lt;script&gt;}", "x<script>", r"\mathrm{<b onclick=y>}"]
)
def test_no_tag_passes_through_a_formula(latex):
    assert "<script" not in formula(latex)
    assert "<b" not in formula(latex)


def test_comparisons_survive_escaping():
    assert "&lt;" in formula("x < y")
    assert formula("x < y").startswith("<math")


@settings(max_examples=100)
@given(st.text(alphabet="<>&\"'$\\{}_^ab1/ ", max_size=30))
def test_prose_never_opens_an_element_of_its_own(text):
    shown = prose(text)
    for opening in shown.split("<")[1:]:
        assert opening.lstrip("/").startswith(("m", "code", "var")), shown


def test_prose_takes_pairs_of_dollars_as_formulas_and_leaves_single_ones():
    assert split(r"cost \$5 and $x$") == [(r"cost \$5 and ", False), ("x", True)]
    assert prose("only $5") == "only $5"
    assert prose(r"a \$ b") == "a $ b"


def test_names_of_variables_are_set_as_mathematics():
    assert "<msub>" in variable("d_k")
    assert "&#964;" in variable("tau") or "τ" in variable("tau")
    assert variable("key_law").startswith("<code")


@pytest.mark.parametrize("formula", ["d_k^1/2", "C*sqrt(d_k)", "d_k^0.506", "n = 2..64", "1/(d_k*(d_k"])
def test_a_short_plain_formula_stays_on_one_line(formula):
    assert prose(f"grows like {formula}, so") == f"grows like <var>{formula}</var>, so"


@pytest.mark.parametrize("words", ["a_b and c", "claims (n - 1)/d_k", "x**" + "y" * 60])
def test_words_and_long_formulas_may_break(words):
    assert prose(words) == words
