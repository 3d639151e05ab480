"""Derivations of all topics: each is worth what it should be, every step is what its rule produces, and what
is derived is what is measured, while a formula nearby is not."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from dataclasses import is_dataclass, replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules

import numpy as np
import pytest
import sympy as sp
from msgspec import structs
from theorycheck.claim import Relation
from theorycheck.evidence.derivation_cache import keep, known_result
from theorycheck.evidence.derivations import concluded
from theorycheck.evidence.routes import topics
from theorycheck.evidence.spot_checks import LARGEST_Z, Meeting, curve_points, meetings
from theorycheck.papers.plans import of_table
from theorycheck.papers.tables import CLAIMS
from theorycheck.statistics.evidence import Point
from theorycheck.theory import check as theory_check
from theorycheck.theory.associative_memory.stored_sums import Stored, d
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.conditioning.definitions import UNIT
from theorycheck.theory.derivation import FAILED, formula_side, instantiable, proved
from theorycheck.theory.heads import ORDERS
from theorycheck.theory.kernel import Refused
from theorycheck.theory.kernel.theorem import Status
from theorycheck.theory.laws import Sphere
from theorycheck.theory.leading import NoLeadingTerm
from theorycheck.theory.node import Term

from benchmarks import definitions, small_sizes, wide_instances
from benchmarks.definitions import definition_z, names_of
from benchmarks.golden.__main__ import FILE
from benchmarks.golden.comparison import Difference, read_changes
from benchmarks.mutation.derivations import same
from benchmarks.mutation.premises import alternatives
from benchmarks.second_bounds import BOUNDS as BY_NUMBERS
from benchmarks.second_bounds import ERROR, second_bound_gap
from benchmarks.second_formulas import FORMULAS
from benchmarks.second_routes import second_z, term_sizes
from benchmarks.small_sizes import small_points

pytestmark = pytest.mark.usefixtures("one_torch_thread")

DERIVATIONS = {(topic, name): derive for topic in topics() for name, derive in derivations(topic).items()}
GOLDEN = json.loads(FILE.read_text(encoding="utf-8"))["derivations"]
CHANGES = read_changes(FILE.with_name("golden_changes.toml"))
UNMOVED = {
    "attention_dynamics": (
        "away_from_served calibration_em calibration_sgd entropy_gap error_at_balance "
        "gap_to_residuals held_compatibility joint_relief least_relief "
        "log_odds_against_error loss_against_error loss_along_error "
        "loss_at_balance loss_gap pull_to_error pull_to_signal ratio_of_steps "
        "share_closed_em share_closed_sgd step_over_error "
    ),
    "conditioning": "heads_excess projected_heads_excess projected_heads_ratio",
    "markov_chains": (
        "information_gap loss_curvature undefined_decay_pairs undefined_decay_switching "
        "undefined_decay_three undefined_decay_triples"
    ),
    "transformer_basics": "query_gradient_above",
}
"""Where none of these changes leads elsewhere: names, numbers that say the same, premises of another kind."""


@cache
def derived(key):
    """A derivation, made once and kept for other tests that ask what it comes to."""
    derivation = DERIVATIONS[key]()
    if known_result(*key) is None:
        keep(*key, concluded(derivation))
    return derivation


EACH = [pytest.param(key, id=".".join(key)) for key in DERIVATIONS]


BELIEVE = """
import json, sys
from theorycheck.theory.kernel import believe
for line in sys.stdin:
    belief = believe(json.loads(line))
    print(json.dumps([str(belief.proposition), str(belief.status)]), flush=True)
papers = tuple(f"theorycheck.theory.{paper}" for paper in sys.argv[1:])
assert not any(name.startswith(papers) for name in sys.modules)
"""
"""What a process does that knows the kernel and no paper: it replays a record a line."""


@pytest.fixture(scope="module")
def believed():
    """What another process believes of a record, in which nothing of its paper is known."""
    command = [sys.executable, "-c", BELIEVE, *topics()]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def told(record):
            print(json.dumps(record), file=process.stdin, flush=True)
            return json.loads(process.stdout.readline())

        yield told
        process.stdin.close()
    assert process.returncode == 0


def test_a_record_is_believed_from_the_command_line():
    derivation = derived(("conditioning", "noise_power"))
    command = [sys.executable, "-m", "theorycheck.theory.kernel"]
    told = subprocess.run(command, input=derivation.record, capture_output=True, text=True, check=True)
    assert told.stdout.endswith(f"⊢ {derivation.theorem.proposition}\nstatus: {derivation.status}\n")


def status_of(name):
    """What the derivation was worth when the golden file was written; a new one is derived."""
    return GOLDEN.get(name, {"status": Status.DERIVED})["status"]


def is_listed(name):
    """Whether the golden file's list of changes says that its status is another."""
    return any(change.names(Difference(name, "status")) for change in CHANGES.change)


@pytest.mark.parametrize("key", EACH)
def test_every_derivation_is_worth_what_it_was_and_believed(key, believed):
    topic, name = key
    derivation = derived(key)
    assert derivation.status != FAILED
    assert derivation.status == status_of(f"{topic}.{name}") or is_listed(f"{topic}.{name}")
    assert derivation.name == name
    assert derivation.premises
    assert derivation.checks
    assert not derivation.formula.has(sp.Float, sp.Integral, sp.Sum, sp.Product)
    assert believed(derivation.record) == [str(derivation.theorem.proposition), str(derivation.status)]


MODULES = [
    pytest.param(topic, found.name, id=f"{topic}.{found.name}")
    for topic in topics()
    for found in iter_modules(import_module(f"theorycheck.theory.{topic}").__path__)
]
"""The modules of derivations; tests/test_doctests.py has all others."""


def made_once(key):
    """The derivation of a topic as its module calls it: made anew from other premises than its own."""
    return lambda *premises: DERIVATIONS[key](*premises) if premises else derived(key)


@pytest.mark.parametrize(("topic", "module"), MODULES)
def test_the_examples_of_derivations_hold(topic, module):
    named = {name: made_once((topic, name)) for name in derivations(topic)}
    found = import_module(f"theorycheck.theory.{topic}.{module}")
    own = {name: one for name, one in named.items() if hasattr(found, name)} | {"DERIVATIONS": named}
    failed, _ = doctest.testmod(found, extraglobs=own, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


def fate(sound, derive, premises):
    """What becomes of a derivation under other premises, in a word."""
    try:
        made = derive(premises)
    except (NoLeadingTerm, Refused):
        return "refused"
    except Exception:  # noqa: BLE001 - a crash of any kind tells nothing
        return "nothing"
    if made.status == FAILED:
        return "failed"
    return "the same" if same(sound, made) else "another formula"


def changed(derive):
    """Each premise of a derivation changed alone; none where it has no record of them."""
    records = (parameter.default for parameter in signature(derive).parameters.values())
    return [other for record in records if is_dataclass(record) for *_, other in alternatives(record)]


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key in DERIVATIONS if changed(DERIVATIONS[key])], ids=".".join)
def test_another_premise_leads_elsewhere(key):
    sound, derive = derived(key), DERIVATIONS[key]
    told = (fate(sound, derive, premises) for premises in changed(derive))
    moved = any(each in {"refused", "failed", "another formula"} for each in told)
    topic, name = key
    assert moved is (name not in UNMOVED.get(topic, "").split())


APPROXIMATE = [
    pytest.param(key, id=".".join(key)) for key in DERIVATIONS if status_of(".".join(key)) == Status.HEURISTIC
]


@pytest.mark.parametrize("key", APPROXIMATE)
def test_what_follows_from_an_approximation_is_checked_with_it_put_in(key):
    stated, given = instantiable(derived(key).theorem)
    side, _ = formula_side(stated)
    assert check(stated, given).startswith("holds")
    for factor in (2, Fraction(1, 2)):
        wrong = Term(stated.head, tuple(factor * part if part is side else part for part in stated.args))
        with pytest.raises(CheckFailed):
            check(wrong, given, between=True)


def pair_of(claim):
    """What the claim compares; claims that differ elsewhere alone are met once."""
    return claim.topic, claim.derivation, claim.quantity, claim.output, claim.statistic, claim.threshold


MEASURED = {
    pair_of(claim): claim
    for claim in reversed(CLAIMS)
    if claim.derivation and claim.quantity and claim.relation is not Relation.LIMIT
}
NEARBY = (1.1, 1e-3)
"""Factor and shift of a formula nearby."""
NOISY = {
    "attention_dynamics.random_signed_cosine": (1.1, 0.05),
    "associative_memory.two_class_error": (1.2, 0),
    "conditioning.delta_two_passes": (1.2, 0),
    "conditioning.depth_error": (1.2, 0),
    "conditioning.heads_excess": (1.1, 0.05),
    "conditioning.near_collision_hazard": (1.4, 0),
    "conditioning.positive_feature_variance": (1.2, 0),
    "conditioning.signal_to_noise": (1.2, 0),
    "markov_chains.add_half_excess": (1.5, 0),
    "markov_chains.longer_constant": (1.5, 0),
    "markov_chains.modular_constant": (1.5, 0),
}
"""The same where few draws at the cheapest points tell less."""


DRAWN = {}


def drawn_once(function, route, *what):
    """A call of a simulator or of a computation, whose value serves all claims about its points."""
    asked = function, route, repr(what)
    if asked not in DRAWN:
        DRAWN[asked] = function(route, *what)
    return DRAWN[asked]


@cache
def met(pair):
    """The derivation of a pair, and its points."""
    known = derived(pair[:2])
    return known, meetings(of_table(MEASURED[pair]), known, drawn_once)


@pytest.mark.parametrize("pair", MEASURED, ids=lambda pair: ".".join(map(str, pair[:5])))
def test_derivation_and_measurement_meet_and_a_formula_nearby_does_not(pair):
    known, points = met(pair)
    assert [point for point in points if point.of(known.formula) > 1] == []
    if points and known.relation == "=":
        factor, shift = NOISY.get(".".join(pair[:2]), NEARBY)
        assert max(point.of(factor * known.formula + shift) for point in points) > 1


def test_little_of_what_is_derived_and_measured_is_not_met():
    """A threshold off its curve, a limit, a heuristic, or events too rare in few trials."""
    apart = [pair for pair in MEASURED if not met(pair)[1]]
    assert len(apart) < len(MEASURED) / 10


def is_met_by_no_equation(pair):
    known = GOLDEN.get(".".join(pair[:2]), {})
    return known.get("relation") != "=" or known.get("status") == "heuristic"


@cache
def measured(pair):
    return curve_points(of_table(MEASURED[pair]), drawn_once)


def moved(points, factor):
    """What a simulator would measure that is off by a factor."""
    return [
        replace(
            point, mean=factor * point.mean, stderr=None if point.stderr is None else factor * point.stderr
        )
        for point in points
    ]


BOUNDS = [pair for pair in MEASURED if is_met_by_no_equation(pair)]
TIED = {"incoherence_lemma"}
"""Theorems about sizes that the simulator works out of others: P by its rule from d."""
OF_BOUNDS = pytest.mark.parametrize(
    "pair",
    BOUNDS,
    ids=lambda pair: ".".join(map(str, pair[:5])),
)


@cache
def told_by_definition(pair):
    """How far what is measured lies from what a bound is about; nothing where that is not worked out."""
    return definition_z(MEASURED[pair], derived(pair[:2]), measured(pair))


@cache
def small(pair):
    """What the simulator measures at small sizes, those of the theorem."""
    return small_points(of_table(MEASURED[pair]), names_of(derived(pair[:2]), "size"))


@cache
def told_at_small_sizes(pair):
    """How far that lies from what the bound is about."""
    return definition_z(MEASURED[pair], derived(pair[:2]), small(pair))


@OF_BOUNDS
def test_what_a_bound_is_about_is_what_is_measured(pair):
    assert max(told_by_definition(pair), default=0.0) <= LARGEST_Z


@OF_BOUNDS
def test_what_a_bound_is_about_is_what_is_measured_at_small_sizes(pair):
    assert (max(told_at_small_sizes(pair), default=0.0) <= LARGEST_Z) is (pair[1] not in TIED)


def test_a_simulator_of_another_number_than_a_theorem_is_about_is_told():
    """The error at P = d beside the least over all P, which is what is measured."""
    pair = next(pair for pair in BOUNDS if pair[1] == "best_error_above")
    of_one = proved(
        "stored_error", "Error of d tokens", Stored(alpha=2, rho=Fraction(1, 8), stored=d).above(), d
    )
    points = small_points(of_table(MEASURED[pair]), names_of(of_one, "size"))
    assert max(definition_z(MEASURED[pair], of_one, points)) > LARGEST_Z
    assert derived(pair[:2]).about is None


@pytest.mark.parametrize(("told", "share"), [(told_by_definition, 4 / 5), (told_at_small_sizes, 3 / 4)])
def test_of_most_bounds_of_a_paper_it_is_worked_out_what_they_are_about(told, share):
    ours = [pair for pair in BOUNDS if pair[0] == "conditioning"]
    assert sum(bool(told(pair)) for pair in ours) >= share * len(ours)


ORDERED = [
    key
    for key in dict.fromkeys(pair[:2] for pair in BOUNDS)
    if GOLDEN.get(".".join(key), {}).get("relation") != "="
]
FEW_INSTANCES = 8
SLOW_INSTANCES = {"one_rival_uniform", "recall_ceiling", "recall_floor", "recall_floor_constant"}
"""Their instances take seconds to be found."""


@pytest.mark.parametrize("key", [key for key in ORDERED if key[1] not in SLOW_INSTANCES], ids=".".join)
def test_a_bound_holds_at_larger_sizes_and_ends_of_parameters(key):
    assert not wide_instances.fails(derived(key).theorem, instances=FEW_INSTANCES)


def test_a_much_stricter_bound_fails_at_larger_sizes_and_ends_of_parameters():
    known = told = 0
    keys = [key for key in ORDERED if key[1] not in SLOW_INSTANCES]
    for theorem in (derived(key).theorem for key in keys):
        stated, _ = instantiable(theorem)
        if stated.head in ORDERS:
            side, relation = formula_side(stated)
            stricter = side / 1000 if relation in {"<", "<="} else 1000 * side
            known += bool(wide_instances.worked_out(theorem, FEW_INSTANCES))
            told += wide_instances.fails(theorem, stricter, instances=FEW_INSTANCES)
    # Where nothing is worked out, or the bound or the number is 0, nothing is told.
    assert known > len(keys) / 2
    assert told > 3 * known / 4


@pytest.mark.parametrize("name", BY_NUMBERS)
def test_a_bound_is_what_its_inequalities_come_to_in_numbers_and_no_formula_nearby_is(name):
    topic, _, own = name.partition(".")
    formula = derived((topic, own)).formula
    letters = {str(letter): letter for letter in formula.free_symbols}
    places = [
        {"n": n, "d_k": 3 * n, "d_v": n, "d": n, "M": n + 2, "L": n + 3, "H": n, "alpha": 1 + n / 4}
        for n in (2, 3, 5)
    ]
    assert second_bound_gap(name, formula, places) <= ERROR
    powers = [
        letter**power for letter in letters.values() for power in (sp.Rational(1, 2), sp.Rational(-1, 2))
    ]
    for factor in (2, sp.Rational(1, 2), *powers):
        assert second_bound_gap(name, factor * formula, places) > ERROR


def recounted(points, name):
    """What a simulator would measure that counts a size one too high."""
    return [replace(point, at={**point.at, name: point.at[name] + 1}) for point in points]


@pytest.mark.parametrize(("quantity", "name"), [
    ("first_collision", "d_k"), ("coherence", "d_k"), ("item_failure", "n"), ("noise_survival", "d_k"),
    ("system_failure_collapsed", "H"), ("softmax_row_collapsed", "d_k"), ("two_keys", "d_k"),
])  # fmt: skip
def test_one_size_too_many_or_another_factor_is_told_at_small_sizes(quantity, name):
    pair = next(pair for pair in BOUNDS if pair[2] == quantity and told_at_small_sizes(pair))
    for off in (recounted(small(pair), name), moved(small(pair), 2.0), moved(small(pair), 0.5)):
        assert max(definition_z(MEASURED[pair], derived(pair[:2]), off)) > LARGEST_Z


def test_sizes_that_a_theorem_does_not_have_are_not_cut_down():
    asked = of_table(
        next(claim for pair, claim in MEASURED.items() if pair[2] == "gaussian_failure_inversion")
    )
    least = {name: min(point[name] for point in asked.quantity.points) for name in ("n", "d_k")}
    sizes = frozenset({"n", "d_k", "d_v"})
    assert {point.at["n"] for point in small_points(asked, sizes)} & {3}
    assert all(point.at["n"] >= least["n"] for point in small_points(asked, sizes - {"n"}))


def test_a_simulator_that_does_not_end_or_takes_no_such_sizes_is_left_out(monkeypatch):
    pair = next(pair for pair in BOUNDS if pair[2] == "item_failure")
    asked, sizes = of_table(MEASURED[pair]), names_of(derived(pair[:2]), "size")

    def refuses(*_):
        raise ValueError

    def goes_on(*_):
        while True:
            pass

    assert small_points(asked, sizes)
    monkeypatch.setattr(small_sizes, "SECONDS", 0.01)
    for wrong in (refuses, goes_on):
        monkeypatch.setattr(small_sizes, "block", wrong)
        assert small_points(asked, sizes) == []


SECOND = {
    pair: claim
    for pair, claim in MEASURED.items()
    if pair[2] in {name.partition(".")[2] for name in FORMULAS} or term_sizes(claim)
}
"""Where there is a second route: to recall curves the table of terms has it, and is tested."""
SLOW = {"recall_curves", "upper_share_sampled"}
"""Their terms take long, and are held to them in tests/numerics/compile/test_simulators.py."""


@cache
def points_of_both(pair):
    """Points that a second route speaks of: computed ones, and sampled ones at small sizes."""
    claim = MEASURED[pair]
    sizes = term_sizes(claim)
    return small_points(of_table(claim), sizes) if sizes else measured(pair)


def test_a_second_route_says_what_is_measured_and_no_other_number():
    told = 0
    for pair in (pair for pair in SECOND if pair[2] not in SLOW):
        claim, points = MEASURED[pair], points_of_both(pair)
        scores = second_z(claim, points)
        assert max(scores, default=0.0) <= LARGEST_Z, pair
        # Twice a number that is zero, or hidden in its errors, is no other number.
        if scores and all(abs(point.mean) > 20 * (point.stderr or 0.0) for point in points):
            told += 1
            assert max(second_z(claim, moved(points, 2.0))) > LARGEST_Z, pair
            assert max(second_z(claim, moved(points, 0.5))) > LARGEST_Z, pair
    assert told > len(SECOND) / 3


def test_a_second_route_tells_one_dimension_too_many():
    for quantity in ("least_error", "best_error_floor", "best_thresholded_error", "weighted_error_finite"):
        pair = next(pair for pair in SECOND if pair[2] == quantity)
        assert max(second_z(MEASURED[pair], measured(pair))) <= 1
        assert max(second_z(MEASURED[pair], recounted(measured(pair), "d"))) > LARGEST_Z


def test_what_is_measured_of_another_law_or_by_another_factor_is_not_what_a_bound_is_about():
    pair = next(pair for pair in BOUNDS if pair[2] == "sphere_failure")
    claim, points = MEASURED[pair], measured(pair)
    derive = DERIVATIONS[pair[:2]]
    for known, off in (
        (derived(pair[:2]), moved(points, 0.5)),
        (derived(pair[:2]), moved(points, 2.0)),
        (derive(replace(UNIT, key_law=Sphere(UNIT.key_law.shape[0], 2))), points),
    ):
        found = definition_z(claim, known, off)
        assert found
        assert max(found) > LARGEST_Z


def of(pair):
    """A claim, its derivation and its points."""
    return MEASURED[pair], derived(pair[:2]), measured(pair)


def of_quantity(name):
    """Those of a quantity that has a theorem which is a bound."""
    return of(next(pair for pair in BOUNDS if pair[2] == name))


def of_derivation(name):
    """Those of a theorem which is a bound."""
    return of(next(pair for pair in BOUNDS if pair[1] == name))


def test_what_has_too_many_parts_for_its_terms_is_told_by_the_compiled_term(monkeypatch):
    claim, known, points = of_quantity("sphere_query_capacity")
    assert definition_z(claim, known, points)
    for factor in (0.5, 2.0):
        assert max(definition_z(claim, known, moved(points, factor))) > LARGEST_Z
    for most in ("NUMBERS", "MOST_NUMBERS"):
        monkeypatch.setattr(definitions, most, 1)
    # Worked out anew, and what is known is kept for the tests that follow.
    monkeypatch.setattr(definitions, "_worked_out", definitions._worked_out.__wrapped__)
    assert definition_z(claim, known, points) == []


def test_an_equation_of_a_claims_setting_states_a_size():
    claim, known, points = of_derivation("error_load_floor")
    assert max(definition_z(claim, known, points)) <= LARGEST_Z
    scalar = structs.replace(claim, setting={"values": "$d_v = d_k/8$"})
    largest = [point for point in points if point.at["n"] == 12 and point.at["d_k"] == 8]
    assert max(definition_z(claim, known, largest)) <= LARGEST_Z
    assert max(definition_z(scalar, known, largest)) > LARGEST_Z


def test_a_median_is_told_by_itself_and_not_by_where_its_claims_probability_is_a_half():
    claim, known, curve = of_derivation("noise_median_ceiling")
    assert definition_z(claim, known, curve) == []
    rng = np.random.default_rng(5)
    keys, values = (rng.standard_normal((4000, 33, d)) for d in (32, 16))
    keys, values = (x / np.linalg.norm(x, axis=-1, keepdims=True) for x in (keys, values))
    overlaps = np.einsum("tjd,td->tj", keys[:, 1:], keys[:, 0])
    power = np.square(np.einsum("tj,tjv->tv", overlaps, values[:, 1:])).sum(axis=-1)
    at = {"d_k": 32, "n": 33, "normaliser": "none", "feature_map": "identity"}
    own = Point(at=at, mean=float(np.median(power)), stderr=0.008, error_bound=None, n_trials=4000)
    assert max(definition_z(claim, known, [own])) <= LARGEST_Z
    for factor in (0.5, 2.0):
        assert max(definition_z(claim, known, moved([own], factor))) > LARGEST_Z


def test_a_point_without_a_standard_error_of_its_own_tells_nothing():
    claim, known, points = of_quantity("sphere_failure")
    assert definition_z(claim, known, points)
    assert definition_z(claim, known, [replace(point, stderr=0.0) for point in points]) == []


def test_a_number_that_depends_on_a_size_which_no_point_states_tells_nothing(monkeypatch):
    claim = next(claim for claim in CLAIMS if claim.id == "conditioning.capacity.all_items_tied.omega")
    known = derived(("conditioning", claim.derivation))
    at = {"values": "tied", "d_k": 64, "tau": 1.0}
    point = Point(at=at, mean=38.4, stderr=0.33, error_bound=None, n_trials=256)
    assert definition_z(claim, known, [point]) == []
    # At few dimensions of a value the probability is nearly zero, and so nearly the same.
    given = theory_check.with_told_sizes
    monkeypatch.setattr(definitions, "with_told_sizes", lambda at, facts: {"d_v": 2.0, **given(at, facts)})
    assert max(definition_z(claim, known, [point])) > LARGEST_Z


@pytest.mark.parametrize(("relation", "value", "holds"), [
    ("=", 1.4, True), ("=", 1.5, False), ("=", 0.5, False),
    ("<=", 9.0, True), ("<=", 0.6, True), ("<=", 0.5, False),
    (">=", 0.0, True), (">=", 1.4, True), (">=", 1.5, False),
])  # fmt: skip
def test_a_bound_holds_on_its_side_within_errors(relation, value, holds):
    sampled = Point(at={}, mean=1.0, stderr=0.1, error_bound=None, n_trials=100)
    assert (Meeting(point=sampled, relation=relation).excess(value) <= 1) is holds


def test_an_exact_value_has_its_error_bound_and_rounding_alone():
    exact = Meeting(point=Point(at={}, mean=1.0, stderr=None, error_bound=0.0, n_trials=0), relation="=")
    assert exact.excess(1 + 1e-12) <= 1 < exact.excess(1 + 1e-10)
