"""Faults made on purpose are caught; a check disabled on purpose lets them through."""

import json
from concurrent.futures import Future
from dataclasses import replace

import numpy as np
import pytest
import sympy as sp
from msgspec.structs import replace as replace_struct
from theorycheck.claim import BoundType, Relation, Threshold
from theorycheck.document import Outcome
from theorycheck.evidence.preset import QUICK
from theorycheck.evidence.reduction import exact_evidence
from theorycheck.evidence.run import RunOptions
from theorycheck.law import parse
from theorycheck.papers.plans import plan
from theorycheck.papers.tables import CLAIMS
from theorycheck.theory import catalogue
from theorycheck.theory.conditioning.definitions import UNIT
from theorycheck.theory.conditioning.network import NETWORK
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import Sphere
from theorycheck.theory.notation import d_k, n
from typer.testing import CliRunner

from benchmarks.mutation import claims, derivations, routes
from benchmarks.mutation.__main__ import app
from benchmarks.mutation.equivalence import follows, same_end, same_order
from benchmarks.mutation.faults import Fault, faults, scaled
from benchmarks.mutation.gathering import gathered
from benchmarks.mutation.operators import WEAKENED, changes
from benchmarks.mutation.premises import alternatives
from benchmarks.mutation.report import headline, write
from benchmarks.mutation.routes import BESIDE
from benchmarks.mutation.sample import ALL, Sample
from benchmarks.mutation.stored import stored
from benchmarks.mutation.subject import DEFINITION, SECOND_BOUND, Fate, Subject
from benchmarks.mutation.survey import OfDerivation, carried_out, counts, survey
from benchmarks.time_limit import TooLongError, limited

DERIVATIONS = catalogue.derivations("conditioning")

EXACT = "conditioning.key_overlap.mean_absolute"
BOUND = "conditioning.key_overlap.tail_bound"
TAIL = "betainc(1/2, (d_k - 1)/2, t**2, 1)"
"""What the numbers of the bound are."""


def named(*ids):
    return tuple(claim for claim in CLAIMS if claim.id in ids)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    options = RunOptions(
        preset=QUICK, seed=0, device="cpu", workers=1, memory=2 * 2**30, budget=None, command="test"
    )
    return gathered(named(EXACT, BOUND), options, tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="module")
def subject(folder):
    return Subject.of(stored(folder, named(EXACT))[0])


@pytest.fixture(scope="module")
def bound(folder):
    return Subject.of(stored(folder, named(BOUND))[0])


def texts(formula, operator):
    made = changes(parse(formula), frozenset({n, d_k}))
    return {str(change.formula) for change in made if change.operator == operator}


def test_operators_make_the_faults_they_name():
    assert "(-n - 1)/d_k" in texts("(n - 1)/d_k", "sign") or "-(n - 1)/d_k" in texts("(n - 1)/d_k", "sign")
    assert texts("n*d_k", "factor") == {"2*d_k*n", "d_k*n/2"}
    assert texts("sqrt(d_k)", "exponent") == {"d_k", "1"}
    assert "n/d_k" in texts("(n - 1)/d_k", "shift")
    assert texts("n/d_k", "swap") == {"d_k/n"}
    assert texts("0", "offset") == {"1"}


def test_an_index_never_takes_the_place_of_a_size():
    j = sp.Symbol("j", integer=True, positive=True)
    assert not [c for c in changes(n / j, frozenset({n, j})) if c.operator == "swap"]


def test_a_law_is_the_same_up_to_what_vanishes_and_no_further():
    assert same_order(parse("C*n/d_k"), parse("2*C*(n - 1)/d_k"), ["n", "d_k"])
    assert not same_order(parse("C*n"), parse("C*sqrt(n)"), ["n"])
    assert not same_order(parse("C*(n + d_k)"), parse("C*n"), ["n", "d_k"])


def test_formulas_are_the_same_by_algebra_and_by_the_whole_mass_of_a_law():
    assert same_end(sp.tanh(d_k) * (n + 1), n * sp.tanh(d_k) + sp.tanh(d_k))
    whole = sp.betainc_regularized(n, sp.Rational(1, 2), 0, 1)
    assert same_end(n + whole, n + whole.subs(n, d_k))
    assert not same_end(n + whole, n + 2 * whole)


def test_what_goes_on_for_ever_is_stopped_though_it_catches_everything():
    def endless():
        while True:
            try:
                sum(range(1000))
            except Exception:
                caught.append(1)
                if len(caught) > 1:
                    raise

    caught = []
    with pytest.raises(TooLongError), limited(1):
        endless()


def test_every_premise_is_changed_alone():
    for _, _, other in alternatives(UNIT):
        same = [getattr(other, f) == getattr(UNIT, f) for f in ("key_law", "value_law", "own_term")]
        assert same.count(False) == 1


def test_stored_evidence_gives_the_verdict_of_its_run(subject):
    assert subject.verdict.outcome is Outcome.AGREES


def test_no_mutant_of_an_exact_equality_survives(subject):
    found = [*claims.fates(subject), *routes.fates(subject)]
    assert counts(found).caught > 10
    assert not [fate for fate in found if fate.fate == "survived"]


def test_each_route_of_an_equality_alone_gives_error(subject):
    found = list(routes.fates(subject))
    assert {fate.family for fate in found} == {"derived", "measured"}
    assert {fate.fate for fate in found} == {"caught"}
    assert {fate.by for fate in found if fate.operator != WEAKENED} == {"error: the routes differ"}
    assert {"point", "quantity", WEAKENED} < {fate.operator for fate in found}


def test_without_its_derivation_no_route_is_left_to_compare(subject):
    assert not list(routes.fates(replace(subject, derivation=None)))


def test_a_claim_in_error_beforehand_shows_nothing_by_being_so_still(subject):
    derivation = routes.with_formula(subject.derivation, 3 * subject.derivation.formula)
    wrong = replace(subject, derivation=derivation)
    assert wrong.verdict.outcome is Outcome.ERROR
    assert "error: the routes differ" not in {fate.by for fate in routes.fates(wrong)}


def test_a_bound_does_not_tell_a_simulator_that_is_off_but_what_it_is_about_does(bound, monkeypatch):
    seen = [fate for fate in routes.fates(bound) if fate.by == DEFINITION]
    assert {fate.family for fate in seen} == {"measured"}
    assert {"factor", "point"} <= {fate.operator for fate in seen}
    monkeypatch.setattr(Subject, "meets_definition", lambda *_: True)
    slipped = [fate for fate in routes.fates(bound) if fate.fate == "survived"]
    assert {fate.change for fate in seen} <= {fate.change for fate in slipped}
    assert {fate.family for fate in slipped} == {"measured"}
    assert all("derived bound" in fate.reason for fate in slipped)


def test_a_wrong_simulator_shows_itself_at_small_sizes_and_a_right_one_does_not(bound):
    wrong = {fault.operator: fault for fault in faults(bound, bound.evidence)}
    assert routes._is_seen_at_small_sizes(wrong["factor"], bound)
    assert not routes._is_seen_at_small_sizes(wrong["point"], bound)
    right = Fault(operator="factor", change="times 1", of=lambda subject: subject)
    assert not routes._is_seen_at_small_sizes(right, bound)
    of_a_level = saying(bound, TAIL, bound.derivation.formula, threshold=Threshold(variable="t", level=0.5))
    assert not routes._is_seen_at_small_sizes(wrong["factor"], of_a_level)
    assert not routes._is_seen_at_small_sizes(wrong["factor"], replace(bound, derivation=None))


def test_a_second_route_tells_what_was_changed_and_nothing_else():
    (claim,) = named("associative_memory.upper_share.two_classes")
    asked = plan(claim, QUICK)
    place = asked.targets[0].points[0]
    evidence = exact_evidence(claim, [(place, asked.quantity.evaluate(place))])
    true = Subject(plan=asked, evidence=evidence, level=0.05, derivation=None)
    twice = replace(true, evidence=scaled(evidence, 2.0))
    assert routes._leaves_second_route(true, twice)
    assert not routes._leaves_second_route(true, true)
    assert not routes._leaves_second_route(twice, replace(true, evidence=scaled(evidence, 4.0)))


def test_another_claim_of_the_same_numbers_notices_what_a_bound_does_not(bound, monkeypatch):
    monkeypatch.setattr(Subject, "meets_definition", lambda *_: True)
    equality = replace_struct(bound.claim, claimed=TAIL, relation=Relation.EQUALS)
    resolved = replace(bound.plan.resolved, claim=equality)
    exact = replace(bound, plan=replace(bound.plan, resolved=resolved), derivation=None)
    elsewhere = replace(exact, evidence=exact.evidence.take(np.arange(1)))
    alone, beside, one_point = (
        list(routes.fates(bound, ALL, others)) for others in ((), [exact], [elsewhere])
    )
    slipped = {fate.change for fate in alone if fate.fate == "survived"}
    assert slipped
    assert {fate.change for fate in beside if fate.by == BESIDE} == slipped
    points = {change for change in slipped if "design point" in change}
    assert points & {fate.change for fate in one_point if fate.fate == "survived"} == {
        change for change in points if "point 1 of" not in change
    }


def test_a_fault_of_other_numbers_is_no_fault_of_a_claim(subject):
    raised = [fault for fault in faults(subject, subject.evidence) if fault.operator == "point"]
    elsewhere = {name: column + 1 for name, column in subject.evidence.at.items() if column.dtype.kind == "i"}
    moved = replace(subject, evidence=replace(subject.evidence, at={**subject.evidence.at, **elsewhere}))
    assert raised
    assert [fault.of(moved) for fault in raised] == [None] * len(raised)
    assert all(fault.of(subject) for fault in raised)
    assert [fault.of(replace(subject, evidence=None)) for fault in raised] == [None] * len(raised)


def test_the_second_check_sees_another_formula_and_nothing_in_the_same():
    true = DERIVATIONS["noise_power"]()
    made = {operator: moved for operator, _, moved in routes._theory(true)}
    assert routes._fails_in_an_instance(true, made["factor"])
    assert routes._fails_in_an_instance(true, made["exponent"])
    assert not routes._fails_in_an_instance(true, true)
    assert not routes._fails_in_an_instance(true, made[WEAKENED])


def test_the_second_check_sees_the_formula_of_another_theorem():
    true, other = DERIVATIONS["item_failure_heuristic"](), DERIVATIONS["all_items_heuristic"]()
    made = routes.with_formula(true, other.formula)
    assert not routes._fails_in_an_instance(true, made)
    vars(made).update(theorem=other.theorem)
    assert routes._fails_in_an_instance(true, made)


def made_by(true, change):
    return next(moved for _, text, moved in routes._theory(true) if text == change)


def test_a_stricter_bound_is_seen_where_the_bound_is_nearly_reached():
    true = catalogue.derivations("associative_memory")["incoherence_bound"]()
    steeper, half = (made_by(true, f"derived formula times {by}") for by in ("d**(-1/2)", "1/2"))
    assert not routes._fails_in_an_instance(true, steeper)
    assert routes._fails_in_a_wide_instance(true, steeper)
    # Of the P (P - 1) ordered pairs half are the same pairs.
    assert not routes._fails_in_a_wide_instance(true, half)
    assert not routes._fails_in_a_wide_instance(true, true)
    assert not routes._fails_in_a_wide_instance(half, steeper)


def test_a_bound_that_fails_as_it_is_shows_nothing_by_failing_with_another(monkeypatch):
    true = catalogue.derivations("associative_memory")["incoherence_bound"]()
    monkeypatch.setattr(routes, "fails", lambda *_: True)
    assert not routes._fails_in_a_wide_instance(true, made_by(true, "derived formula times d**(-1/2)"))


def test_a_second_computation_of_a_bound_tells_one_that_no_number_contradicts(bound):
    true = DERIVATIONS["failure_half_load"]()
    at = {"d_k": np.array([8, 16])}
    named = replace_struct(bound.claim, derivation="failure_half_load")
    plan = replace(bound.plan, resolved=replace(bound.plan.resolved, claim=named))
    evidence = replace(bound.evidence.take(np.arange(2)), at=at)
    subject = replace(bound, plan=plan, evidence=evidence, derivation=true)
    steeper = made_by(true, "derived formula times d_k**(-1/2)")
    assert not routes._fails_in_a_wide_instance(true, steeper)
    assert subject.leaves_second_bound(true, steeper)
    assert not subject.leaves_second_bound(true, true)
    assert not subject.leaves_second_bound(steeper, true)
    assert not bound.leaves_second_bound(true, steeper)


def test_another_premise_is_caught_by_a_second_computation_of_the_bound(bound, monkeypatch):
    sound, law = DERIVATIONS["error_load_floor"](), NETWORK.memory.key_law
    named = replace_struct(bound.claim, derivation="error_load_floor")
    plan = replace(bound.plan, resolved=replace(bound.plan.resolved, claim=named))
    at = {name: np.array([2, 8]) for name in ("d_k", "H", "L")}
    subject = replace(bound, plan=plan, evidence=replace(bound.evidence.take(np.arange(2)), at=at))
    mine = derivations.Derived(topic="conditioning", name="error_load_floor", subjects=(subject,))
    monkeypatch.setattr(derivations, "_by_claims", lambda *_: {"fate": "survived", "reason": ""})
    monkeypatch.setattr(derivations, "_is_of_another_model", lambda *_: False)
    wider = replace(NETWORK, memory=replace(NETWORK.memory, key_law=Sphere(law.shape[0] + 1)))
    assert derivations._outcome(mine, sound, wider) == {"fate": "caught", "by": SECOND_BOUND}
    monkeypatch.setattr(Subject, "leaves_second_bound", lambda *_: False)
    assert derivations._outcome(mine, sound, wider)["fate"] != "caught"


def saying(subject, claimed, formula, **changes):
    """The subject with another claimed law and another derived formula."""
    resolved = subject.plan.resolved
    claim = replace_struct(resolved.claim, claimed=claimed, **changes)
    plan = replace(subject.plan, resolved=replace(resolved, claim=claim))
    return replace(subject, plan=plan, derivation=routes.with_formula(subject.derivation, formula))


LAW = {"relation": Relation.LAW, "bound_type": BoundType.THETA}


def test_a_law_is_the_same_of_sizes_counted_one_higher_and_a_bound_is_another(bound):
    assert routes._grants_counted(saying(bound, "C*d_k", d_k, **LAW), "d_k")
    assert not routes._grants_counted(saying(bound, "C*2**d_k*d_k**(d_k)", d_k, **LAW), "d_k")
    assert not routes._grants_counted(saying(bound, "C*d_k", 1 / d_k, **LAW), "d_k")
    assert not routes._grants_counted(saying(bound, "C*d_k", d_k, **LAW), None)
    assert not routes._grants_counted(saying(bound, "2*d_k", d_k), "d_k")


def test_laws_are_the_same_to_a_heuristic_and_other_exponents_are_not(bound):
    known = DERIVATIONS["capacity_argmax"]()
    of_law = saying(bound, "C*d_k", known.formula, grid={"d_k": (4, 8)}, **LAW)
    unmeasured = replace(of_law, evidence=None)
    larger = routes.with_formula(known, known.formula.subs(d_k, d_k + 1))
    steeper = routes.with_formula(known, known.formula, {**known.exponents, "d_k": 2})
    assert derivations._is_same_law([unmeasured], known, larger)
    assert not derivations._is_same_law([unmeasured], known, steeper)
    assert not derivations._is_same_law([bound], known, larger)
    proved = DERIVATIONS["noise_power"]()
    twice = routes.with_formula(proved, 2 * proved.formula)
    assert not derivations._is_same_law([of_law], proved, twice)
    assert derivations._is_same_law([unmeasured], proved, twice)


def test_twice_no_failures_are_none(bound):
    nothing = replace(bound.evidence, means=0 * bound.evidence.means, error_bounds=None)
    twice = replace(bound, evidence=scaled(nothing, 2.0))
    assert routes._measures_the_same(replace(bound, evidence=nothing), twice)
    assert not routes._measures_the_same(bound, replace(bound, evidence=scaled(bound.evidence, 2.0)))


def test_a_point_has_the_coordinates_that_all_points_of_its_curve_share(subject):
    (target, *others), point = subject.plan.targets, subject.evidence.points[0]
    curve = replace(target, points=tuple({**point.at, "d_v": 7, "n": size} for size in (2, 3)))
    known = replace(subject, plan=replace(subject.plan, targets=(curve, *others)))
    assert known._told(point).at == {**point.at, "d_v": 7}
    assert subject._told(point) == point


def test_a_number_that_is_the_same_at_every_point_is_no_other(subject):
    true = subject.derivation
    one = routes.with_formula(true, true.formula * sp.cos(0))
    assert routes._is_same_at_points(subject, replace(subject, derivation=one))
    other = routes.with_formula(true, true.formula * (1 + sp.Rational(1, 10**6)))
    assert not routes._is_same_at_points(subject, replace(subject, derivation=other))


def test_a_bound_that_says_less_is_weaker_and_one_that_says_more_is_not(bound):
    true = bound.derivation
    looser, stricter = (routes.with_formula(true, factor * true.formula) for factor in (2, sp.Rational(1, 2)))
    assert derivations._says_less([bound], true, looser)
    assert not derivations._says_less([bound], true, stricter)
    assert not derivations._says_less([], true, looser)


def test_a_comparison_that_takes_too_long_shows_nothing_equal(monkeypatch):
    def slow(*_):
        while True:
            sum(range(1000))

    true = DERIVATIONS["noise_power"]()
    assert derivations.same(true, true)
    monkeypatch.setattr(derivations, "COMPARED", 0.05)
    monkeypatch.setattr(derivations, "same_end", slow)
    assert not derivations.same(true, true)


def premise_fates(monkeypatch, subject, derive):
    monkeypatch.setitem(DERIVATIONS, "another", derive)
    return list(
        derivations.fates(derivations.Derived(topic="conditioning", name="another", subjects=(subject,)))
    )


def test_another_premise_is_caught_by_the_claims_and_survives_where_it_is_ignored(monkeypatch, subject):
    mine = DERIVATIONS[subject.claim.derivation]
    caught = premise_fates(monkeypatch, subject, mine)
    assert "caught" in {fate.fate for fate in caught}
    assert "survived" not in {fate.fate for fate in caught}

    def deaf(premises=UNIT):
        return mine()

    assert {fate.fate for fate in premise_fates(monkeypatch, subject, deaf)} == {"equivalent"}


def test_a_crash_is_no_catch_and_a_refusal_is(monkeypatch, subject):
    def raising(error):
        def derive(premises=UNIT):
            if premises is not UNIT:
                raise error
            return DERIVATIONS[subject.claim.derivation]()

        return derive

    crashed = premise_fates(monkeypatch, subject, raising(AttributeError("no such thing")))
    assert {fate.fate for fate in crashed} == {"stillborn"}
    refused = premise_fates(monkeypatch, subject, raising(Refused("not of this law")))
    assert {(fate.fate, fate.by) for fate in refused} == {("caught", "a rule refuses")}


def test_another_law_and_another_sphere_are_other_premises():
    changed = [text for _, text, _ in alternatives(UNIT)]
    assert "key_law: sphere(d_k, 1) -> sphere(d_k + 1, 1)" in changed
    assert "value_law: sphere(d_v, 1) -> sphere(d_v, 2)" in changed
    assert "key_law: sphere(d_k, 1) -> one_hot(d_k)" in changed


def test_a_number_that_is_no_law_becomes_another():
    changed = [text for _, text, _ in alternatives(NETWORK)]
    assert "layers: L -> L + 1" in changed
    assert "memory.key_law: sphere(d_k, 1) -> sphere(d_k + 1, 1)" in changed


class Failing:
    """Work that cannot be done, beside work that can."""

    def submit(self, _call, work):
        future = Future()
        if work.name == "key_overlap_mean_square":
            future.set_result((fate("caught"),))
        else:
            future.set_exception(StopIteration("no such thing"))
        return future


def test_one_failure_costs_no_other_work(tmp_path):
    todo = [
        OfDerivation(topic="conditioning", name=name, stored=())
        for name in ("key_overlap_mean_square", "broken")
    ]
    fates, unmade = carried_out(todo, Failing(), lambda: None)
    assert [one.fate for one in fates] == ["caught"]
    assert [one.target for one in unmade] == ["conditioning.broken"]
    write(tmp_path, survey(fates, "run", "0", unmade=unmade))
    assert "conditioning.broken: StopIteration: no such thing" in (tmp_path / "mutation.md").read_text()


def fate(what):
    return Fate(family="claim", target="t", operator="sign", change="c", fate=what)


@pytest.mark.parametrize(("survived", "passes"), [(4, True), (5, False)])
def test_the_share_leaves_out_what_says_the_same_or_crashes(survived, passes):
    fates = [fate("caught")] * (100 - survived) + [fate("survived")] * survived
    found = survey([*fates, *[fate("equivalent")] * 500, *[fate("stillborn")] * 500], "run", "0")
    assert found.share == survived / 100
    assert found.passes is passes


def test_who_grants_theta_or_a_bound_grants_what_says_less():
    law = replace_struct(named(EXACT)[0], relation=Relation.LAW, bound_type=BoundType.THETA)
    assert follows(law, replace_struct(law, bound_type=BoundType.O), ())
    assert not follows(replace_struct(law, bound_type=BoundType.O), law, ())
    least = replace_struct(named(BOUND)[0], relation=Relation.AT_LEAST, claimed="1/d_k")
    places = [{"d_k": 4.0}, {"d_k": 8.0}]
    assert follows(least, replace_struct(least, claimed="1/(2*d_k)"), places)
    assert not follows(least, replace_struct(least, claimed="d_k/32"), places)


def test_half_of_what_rounding_left_is_no_fault(subject):
    means = np.full(len(subject.evidence), 1e-16)
    nothing = replace(subject.evidence, means=means, failures=None, error_bounds=10 * means)
    changes = [fate.change for fate in routes.fates(replace(subject, evidence=nothing))]
    assert "measured values plus 1" in changes
    assert "measured values times 0.5" not in changes


def test_a_sample_is_part_of_a_larger_one_and_says_what_it_tells_of_all(subject):
    tenth, half, whole = (
        {fate.change for fate in claims.fates(subject, Sample(share=share))} for share in (0.1, 0.5, 1.0)
    )
    assert tenth <= half < whole
    found = survey([fate("caught")] * 98 + [fate("survived")] * 2, "run", "0", sample=Sample(share=0.1))
    limits = "among all of that family at least 0.36 and at most 6.16 % survive (95 % each)."
    assert f"A sample of 10 % of all mutants: {limits}" in headline(found)
    assert not found.passes
    assert survey(found.fates, "run", "0").passes


def test_the_worst_family_is_the_headline_and_decides():
    many = [fate("caught")] * 990 + [fate("survived")] * 10
    few = [replace_struct(one, family="measured") for one in [fate("caught")] * 3 + [fate("survived")]]
    found = survey([*many, *few], "run", "0")
    assert (found.worst, found.passes) == ("measured", False)
    assert headline(found).startswith("Worst family, the measured route alone: 1 of 4 mutants (25.00 %)")
    assert "Over all families: 11 of 1004 mutants (1.10 %)." in headline(found)
    assert survey(many, "run", "0").passes


def test_a_folder_without_a_run_is_refused_in_one_sentence(tmp_path):
    words = [EXACT, "--from", str(tmp_path), "--out", str(tmp_path / "o")]
    result = CliRunner().invoke(app, words)
    assert "name the --out folder of a finished run" in str(result.exception)


@pytest.mark.slow
def test_the_command_writes_what_it_prints(folder, tmp_path):
    words = [EXACT, "--from", str(folder), "--workers", "1", "--out", str(tmp_path), "--json"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout) == json.loads((tmp_path / "mutation.json").read_text())
    assert (tmp_path / "mutation.md").read_text().startswith("# Mutants")
