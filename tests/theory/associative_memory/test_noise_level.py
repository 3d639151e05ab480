"""The noise of Eq. (9) over its approximation, by hand."""

import mpmath
from theorycheck.theory.associative_memory.noise_level import noise_level_frequency, noise_level_uniform
from theorycheck.theory.formula_balls import number
from theorycheck.theory.notation import symbol


def test_five_tokens_by_hand():
    """One token a class: 1/5 over the share of the first, 3600/5269."""
    found = number(noise_level_uniform().formula, {symbol("N"): 5})
    assert abs(found - mpmath.mpf(5269) / 18000) < 1e-14


def test_ten_tokens_added_up():
    """Weights that are the masses, the first class being 1 and 6."""
    squares, masses = ([mpmath.mpf(x) ** -s for x in range(1, 11)] for s in (4, 2))
    noise, heaviest = (terms[0] + terms[5] for terms in (squares, masses))
    expected = noise / (heaviest / sum(masses) * sum(squares))
    assert abs(number(noise_level_frequency().formula, {symbol("N"): 10}) - expected) < 1e-14
