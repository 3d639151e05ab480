"""Fitted forms are said as a reader would write them, none by the name that the family gives it."""

import re

import numpy as np
import pytest
from theorycheck.statistics.corrections import Design, corrections
from theorycheck.wording import Medium
from theorycheck.wording.fits import form_words

SIZES = np.log([16.0, 32, 64, 128, 256, 512])
DESIGN = Design(
    names=("d_k", "n"),
    columns=np.column_stack([np.repeat(SIZES, 6), np.tile(SIZES, 6)]),
    offset=np.zeros(36),
    falling=(1,),
)
FAMILY = [one.name for one in corrections(DESIGN, up_to_logs=True, slow=True)]


@pytest.mark.parametrize("name", FAMILY)
def test_every_form_of_the_family_is_said_in_words(name):
    said = form_words(name, Medium.TERMINAL)
    assert said.startswith("a p")
    assert "power law" in said
    assert not re.search(r"\*|\^-|c /|\^1\b|\^p", said), said


def test_forms_that_differ_are_said_differently():
    assert len({form_words(name, Medium.TERMINAL) for name in FAMILY}) == len(FAMILY)


def test_a_name_outside_the_family_stays_as_it_is():
    assert form_words("the claimed formula", Medium.TERMINAL) == "the claimed formula"
