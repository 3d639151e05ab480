"""What a page shows of a theorem: what each step uses is told, and long parts have letters."""

import re

import pytest
from theorycheck.report.mathml import formula
from theorycheck.theory import exposition as shown
from theorycheck.theory import letters as lettering
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.display import latex
from theorycheck.theory.model import Index, Parameter, Size, fixed
from theorycheck.theory.terms import absolute, norm2, sqrt, unit

LONG = derivations("associative_memory")["all_rivals_uniform"]
SHORT = derivations("conditioning")["noise_power"]


def letters(derivation):
    return dict(step.latex.split(" = ", 1) for step in derivation.steps if step.label == "for short")


def test_what_is_long_and_repeated_has_a_letter_that_stands_for_it_alone():
    derivation = LONG()
    named = letters(derivation)
    assert 1 < len(named) <= lettering._MOST_LETTERS
    names = {name[0] for name, _ in derivation.theorem.proposition.declarations}
    assert not names & set(named)
    text = " ".join(f"{step.label} {step.latex}" for step in derivation.steps[len(named) :])
    for letter, meaning in named.items():
        assert meaning not in text
        assert len(re.findall(rf"(?<![A-Za-z\\]){letter}(?![A-Za-z])", text)) > 1
    assert not letters(SHORT())


def test_without_letters_the_steps_are_longer(monkeypatch):
    def size():
        return sum(len(step.latex) for step in LONG().steps)

    short = size()
    monkeypatch.setattr(lettering, "_MOST_LETTERS", 0)
    assert size() > 1.5 * short
    assert not letters(LONG())


def test_a_step_that_is_left_out_is_told_by_what_it_says(monkeypatch):
    monkeypatch.setattr(lettering, "_MOST_LETTERS", 0)
    every = " ".join(step.label for step in LONG().steps)
    assert r"as $m_{y, i} \, \left(" not in every
    monkeypatch.setattr(shown, "_MOST_STEPS", 24)
    few = LONG().steps
    assert len(few) == 24
    assert r"as $m_{y, i} \, \left(" in few[0].label
    monkeypatch.setattr(shown, "_SHORT", 0)
    assert "as a step of the record" in LONG().steps[0].label


def test_steps_refer_to_earlier_ones():
    for place, step in enumerate(LONG().steps, start=1):
        assert all(int(number) < place for number in re.findall(r"\bstep (\d+)", step.label))


def test_every_formula_that_is_shown_is_set():
    for derive in (LONG, SHORT, *list(derivations("attention_dynamics").values())[:12]):
        derivation = derive()
        inline = (text for text in (*derivation.premises, *(step.label for step in derivation.steps)))
        found = [part for text in inline for part in re.findall(r"\$(.*?)\$", text)]
        assert found
        for latex_text in (*found, *(step.latex for step in derivation.steps)):
            assert "<code" not in formula(latex_text), latex_text
    assert "<code" in formula("x_{1}_{2}")


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (fixed("v", Size("M"), Size("d")).T @ unit(Index("y", Size("M"))), "v_{y}"),
        (fixed("W_Q", Size("M"), Size("d")).T @ unit(Index("y", Size("M"))), "{W_{Q}}_{y}"),
        (unit(Index("y", Size("M"))), r"\mathbf{e}_{y}"),
        (sqrt(norm2(fixed("u", Size("d")))), r"\|u\|"),
        (1 / sqrt(norm2(fixed("u", Size("d")))), r"\frac{1}{\|u\|}"),
        (absolute(Parameter("x")), r"\left|x\right|"),
        (fixed("W_Q", Size("d"))[1], r"{W_{Q}}_{1}"),
        (norm2(fixed("u", Size("d"))) ** Parameter("s"), r"\left(\|u\|^{2}\right)^{s}"),
        (fixed("A", Size("d"), Size("d")).T.T, r"\left(A^\top\right)^\top"),
    ],
)
def test_rows_lengths_and_moduli_are_printed_as_on_paper(term, text):
    assert latex(term) == text
