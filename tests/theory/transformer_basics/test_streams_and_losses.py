"""Streams, normalisation, MLPs, recurrence and losses by rules: other premises lead to other formulas."""

from fractions import Fraction

import pytest
import sympy as sp
from theorycheck.theory.derivation import Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.model import Parameter
from theorycheck.theory.notation import L, n, symbol
from theorycheck.theory.terms import as_term
from theorycheck.theory.transformer_basics import losses, mlps, normalisation, recurrence, streams

OTHER_PREMISES = (
    (streams.independent_sum, streams.Terms(variance=3)),
    (streams.identical_sum, streams.Terms(correlation=Fraction(1, 2))),
    (streams.correlated_sum, streams.Terms(correlation=Fraction(1, 2))),
    (streams.fixed_stream, streams.Stream(gain=3)),
    (streams.relative_stream, streams.Stream(relative=True, gain=3)),
    (streams.last_gradient, streams.PreNorm(branches=3)),
    (normalisation.norm_variance_gap, normalisation.SAFE),
    (normalisation.norm_variance, normalisation.Normaliser(added=normalisation.eps, gain=3)),
    (normalisation.doubled_variance, normalisation.EXACT),
    (normalisation.unit_power, normalisation.Length(divisor=3)),
    (losses.one_hot_push, losses.OneHot(share=Fraction(1, 2))),
    (losses.excess_bound, losses.Predictions(total=3)),
    (losses.sequence_gap, losses.Sequence(empty=Fraction(1, 2))),
    (losses.training_time, losses.Descent(rate=3)),
    (losses.training_time_one, losses.BOTH),
    (mlps.mlp_parameters, mlps.PLAIN),
    (mlps.plain_mlp_parameters, mlps.BLOCK),
    (mlps.mlp_share, mlps.PLAIN),
    (mlps.model_parameters, mlps.PLAIN),
    (mlps.biased_mlp_parameters, mlps.BLOCK),
    (mlps.biased_mlp_share, mlps.Block(bias=1)),
    (mlps.embedded_parameters, mlps.BLOCK),
    (mlps.compute_share, mlps.CAUSAL),
    (mlps.causal_compute_share, mlps.BLOCK),
    (mlps.majority_length, mlps.Block(seen=Fraction(1, 2))),
    (recurrence.jacobian_norm, recurrence.Linear(eigenvalue=3)),
    (recurrence.jordan_corner, recurrence.Linear(beside=3)),
    (recurrence.lag_information, recurrence.TwoStates(change=as_term(Fraction(1, 5)))),
)


@pytest.mark.parametrize(("derivation", "other"), OTHER_PREMISES, ids=lambda x: getattr(x, "__name__", ""))
def test_other_premises_lead_elsewhere(derivation, other, once):
    difference = derivation(other).formula - once(derivation).formula
    assert sp.simplify(difference) != 0


@pytest.mark.parametrize("derivation", [losses.logit_gradient_gap, losses.truth_gradient])
def test_targets_of_another_weight_leave_a_gradient(derivation):
    with pytest.raises(Refused):
        derivation(losses.Targets(weight=3))


def test_layers_divided_by_another_number_than_they_were_multiplied_by_change():
    with pytest.raises(Refused, match="not the same"):
        normalisation.rescaling_gap(normalisation.Rescaling(divisor=normalisation.c**2))


def test_a_normalised_vector_has_no_mean_whatever_the_gain_and_one_that_is_not_centred_has():
    assert normalisation.norm_mean().status is Status.DERIVED
    assert normalisation.norm_mean(normalisation.Normaliser(gain=3)).formula == 0
    assert normalisation.norm_mean(normalisation.Normaliser(centre=Fraction(1, 2))).formula != 0


def test_a_stream_of_general_gain():
    gain, g = Parameter("g"), symbol("g")
    assert sp.expand(streams.fixed_stream(streams.Stream(gain=gain)).formula - 1 - L * g**2) == 0
    relative = streams.relative_stream(streams.Stream(gain=gain, relative=True)).formula
    assert sp.simplify(relative / (1 + g**2) ** L) == 1


def test_correlations_lead_from_the_number_of_terms_to_its_square():
    general = streams.correlated_sum().formula
    rho = symbol("rho")
    assert sp.expand(general.subs(rho, 0)) == streams.independent_sum().formula == n
    assert sp.expand(general.subs(rho, 1)) == streams.identical_sum().formula


def test_half_of_the_pairs_double_the_length_of_the_majority():
    assert mlps.majority_length(mlps.Block(seen=Fraction(1, 2))).formula == 4 * symbol("d")
    assert mlps.majority_length().exponents == {"d": 1}
