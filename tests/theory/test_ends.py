"""What closes a derivation that claims do not try goes another route, and sees a formula that is off."""

import pytest
import sympy as sp
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.derivation import Chain, CheckFailed
from theorycheck.theory.transformer_basics.saturation import TwoKeys

TOPICS = ("attention_dynamics", "markov_chains", "transformer_basics")
DERIVATIONS = {name: derive for topic in TOPICS for name, derive in derivations(topic).items()}
BOUNDS = (
    "shortfall_above",
    "shortfall_below",
    "jacobian_above",
    "query_gradient_above",
)


@pytest.fixture
def closed(monkeypatch):
    """Derive, and return the derivation with the one check that closes it."""

    def derived(name, *premises):
        kept = []

        def close(chain, final, *, growth=None, checks=()):
            kept.extend(checks)
            return true(chain, final, growth=growth, checks=checks)

        true = Chain.close
        monkeypatch.setattr(Chain, "close", close)
        derivation = DERIVATIONS[name](*premises)
        (check,) = kept
        assert derivation.checks == (check(derivation.formula),)
        return derivation.formula, check

    return derived


@pytest.mark.parametrize("name", BOUNDS)
def test_a_bound_beyond_the_mean_or_far_from_it_is_seen(closed, name):
    formula, check = closed(name)
    for factor in (sp.Rational(19, 20), sp.Rational(21, 20)):
        with pytest.raises(CheckFailed):
            check(formula * factor)


def test_the_bound_is_near_the_mean_of_other_keys_too(closed):
    _, check = closed("shortfall_below", TwoKeys(variance=sp.Rational(1, 2)))
    with pytest.raises(CheckFailed):
        check(DERIVATIONS["shortfall_below"]().formula)
