"""Which tactics and rules fit a term: what is listed holds, or says what it lacks; nothing else is listed."""

import pytest
import theorycheck as tc
from theorycheck.theory.applicable import every
from theorycheck.theory.kernel import RULES, Refused, Theorem
from theorycheck.theory.tactics import TACTICS

NORMAL = {"laws": ["z: normal(0, s^2)", "g: normal(dimension=d)", "u: fixed(d)"], "where": ["t > 0"]}
FITS = {
    "E <g, u>^2": {"moments", "events"},
    "P(z > t)": {"concentration", "chernoff", "integrals", "events"},
    "P(|g|^2 > t)": {"markov", "events"},
    "P(abs(z - E[z]) > t)": {"chebyshev", "concentration", "moments"},
    "P(z_i > t for some i)": {"union", "events"},
    "E max_j z_j": {"extremes"},
    "grad_u softmax(u)": {"gradients"},
    "gamma(n + 1/2)/gamma(n) as n -> oo": {"asymptotics"},
    "|g|^2 < d/(d + 1)": set(),
    "d/(d + 1) < 1": {"bound", "products"},
}


@pytest.mark.parametrize("term", FITS)
def test_the_tactics_that_fit_a_term_are_listed_and_no_others(term):
    found = [way for way in tc.rules_for(term, **NORMAL) if way.kind == "tactic"]
    assert {way.name for way in found if way.applies} == FITS[term]
    assert all("⊢" in way.shown for way in found if way.applies)


def test_a_tactic_that_lacks_one_hypothesis_names_it_and_then_applies():
    (first, *_) = tc.rules_for("E <g_i, g_j>^2", laws=NORMAL["laws"])
    assert (first.name, first.applies, first.shown) == ("moments", False, "Missing hypothesis: i ≠ j.")
    (first, *_) = tc.rules_for("E <g_i, g_j>^2", laws=NORMAL["laws"], where=["i != j"])
    assert (first.name, first.applies, first.shown) == ("moments", True, "i ≠ j ⊢ E[⟨g_i, g_j⟩²] = d")


def test_a_term_of_which_nothing_is_known_has_no_tactic():
    assert [way.name for way in tc.rules_for("sqrt(x)") if way.kind == "tactic"] == []


@pytest.mark.parametrize("term", list(FITS)[:6])
@pytest.mark.parametrize("tactic", TACTICS, ids=lambda one: one.name)
def test_a_tactic_with_a_value_gives_it_or_refuses_exactly_where_it_is_not_listed(tactic, term):
    listed = {way.name for way in tc.rules_for(term, **NORMAL) if way.kind == "tactic" and way.applies}
    if tactic.derive is None or tactic.options or tactic.name == "auto":
        return
    try:
        found = tc.derive(term, by=tactic.name, **NORMAL)
    except (Refused, TypeError, ValueError):
        assert tactic.name not in listed
    else:
        assert (tactic.name in listed) is (repr(found.proposition.args[0]) != repr(found.proposition.args[1]))


@pytest.mark.parametrize("tactic", TACTICS, ids=lambda one: one.name)
def test_the_worked_line_of_each_tactic_is_answered_by_it(tactic):
    theorem = eval(tactic.example, {"tc": tc})
    assert isinstance(theorem, Theorem)
    own = f'by="{tactic.name}"' in tactic.example or tactic.name in {"auto", *theorem.schemas}
    assert own, theorem.schemas


def test_everything_is_listed_once_with_a_line_of_its_own():
    names = [(way.kind == "tactic", way.name) for way in every()]
    assert len(names) == len(set(names)) == len(TACTICS) - 1 + len(RULES) - 3
    assert all(way.states and way.signature and not way.applies for way in every())


def test_a_tactic_that_is_none_is_refused_with_their_names():
    with pytest.raises(ValueError, match="no tactic 'momnts'; there are auto, moments, "):
        tc.derive("E|g|^2", laws=NORMAL["laws"], by="momnts")
