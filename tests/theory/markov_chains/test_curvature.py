"""Curvatures at the marginal point in special cases, and above their floor."""

from dataclasses import replace

import numpy as np
import pytest
import sympy as sp
from theorycheck.theory.evaluation import Evaluator
from theorycheck.theory.markov_chains import chain, neighbourhood
from theorycheck.theory.markov_chains.attended import ATTENTION, attended_curvature
from theorycheck.theory.markov_chains.chain import MarkovChain
from theorycheck.theory.markov_chains.curvature import (
    PLAIN,
    POINT,
    bias_curvature,
    escape_rate,
    tied_curvature,
    untied_least,
)
from theorycheck.theory.markov_chains.neighbourhood import PARAMETERS, Ball, tied_floor
from theorycheck.theory.notation import symbol, tau

N, v, p, q, r = map(symbol, ("N", "v", "p", "q", "r"))

SYMMETRIC = MarkovChain(up=chain.p, down=chain.p)


def test_another_chain_has_other_curvatures():
    point = replace(POINT, chain=SYMMETRIC, odds=1)
    assert bias_curvature(point).formula == sp.Rational(1, 4)
    assert sp.expand(tied_curvature(point).formula - (2 * p - 1) * (1 - tau) / 2) == 0
    simple = replace(PLAIN, chain=SYMMETRIC, odds=1)
    assert sp.simplify(escape_rate(simple).formula - sp.Abs(2 * p - 1) / 4) == 0
    assert sp.simplify(untied_least(simple).formula + sp.Abs(2 * p - 1) / 4) == 0


def test_without_attention_the_curvature_is_that_of_the_simple_point(once):
    off = attended_curvature(replace(ATTENTION, removed=0)).formula
    assert sp.simplify(off - tied_curvature(PLAIN).formula) == 0
    assert sp.simplify(once(attended_curvature).formula - off) != 0


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_any_number_of_positions_is_each_number_of_them(count, once):
    at = {p: sp.Rational(9, 10), q: sp.Rational(7, 10), v: 3}
    one = attended_curvature(replace(ATTENTION, positions=count)).formula.subs(at)
    found = once(attended_curvature).formula
    assert sp.N(found.subs({**at, N: count}) - one, 40) == pytest.approx(0, abs=1e-35)
    assert abs(sp.N(found.subs({**at, N: count + 1}) - one, 40)) > 1e-3


def test_one_position_attends_to_itself():
    alone = attended_curvature(replace(ATTENTION, positions=1)).formula
    assert sp.simplify(alone - (1 - v) * tied_curvature(PLAIN).formula) == 0


def test_two_positions_lose_all_curvature_at_one_strength():
    both = attended_curvature(replace(ATTENTION, positions=2)).formula
    assert sp.simplify(both.subs(v, 4 / (4 - p - q))) == 0


def test_the_floor_is_the_curvature_where_the_radius_vanishes(once):
    floor = once(tied_floor).formula
    assert sp.simplify(floor.subs(r, 0) - tied_curvature(PLAIN).formula / 2) == 0
    inside, outside = (
        {p: sp.Rational(9, 10), q: sp.Rational(7, 10), r: sp.Rational(k, 100)} for k in (80, 81)
    )
    assert floor.subs(inside) > 0 > floor.subs(outside)
    twice = tied_floor(Ball(radius=2 * neighbourhood.r)).formula
    assert sp.simplify(twice - floor.subs(r, 2 * r)) == 0
    assert sp.simplify(twice - floor) != 0


@pytest.mark.parametrize("seed", range(30))
def test_layers_within_the_radius_are_above_the_floor(seed, once):
    statement = once(tied_floor).theorem.proposition
    generator, tokens = np.random.default_rng(seed), 3
    sizes = {own: 2 for _, own in statement.declarations if own.head == "size"}
    sizes[neighbourhood.T] = tokens
    drawn = [generator.normal(size=[sizes[dim] for dim in own.shape]) for own in PARAMETERS]
    # A layer is often close to the floor where only the embedding and few others are long.
    drawn = [part * generator.choice((0.05, 1)) for part in drawn]
    length, radius = sum((part**2).sum() for part in drawn) ** 0.5, generator.uniform(0.2, 1.5)
    values = dict(zip(PARAMETERS, (part * radius / length for part in drawn), strict=True)) | sizes
    for own, last in ((neighbourhood.to_one, 1), (neighbourhood.to_zero, 0)):
        values[own] = np.append(generator.integers(2, size=tokens - 1), last)
    up, down = generator.uniform(0.05, 0.95, size=2)
    values |= {neighbourhood.l: tokens, chain.p: up, chain.q: down, neighbourhood.r: radius}
    values[neighbourhood.b] = np.log(up / down) + generator.normal() * radius**2
    above, floor = (Evaluator(values).value(side) for side in statement.args)
    assert above >= floor
