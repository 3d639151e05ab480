"""Programs: their trials do not depend on how they are cut, memory stays below what is declared, and of
`theory` they read models, terms and laws alone."""

import ast
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
import theorycheck.numerics.simulate as simulation
import torch
from theorycheck.numerics.compile import item_operations, operations, schedule
from theorycheck.numerics.compile import program as programs
from theorycheck.numerics.compile.statistics import compiled
from theorycheck.numerics.simulate import design_point, simulate
from theorycheck.numerics.trials import Source
from theorycheck.theory.laws import DiscreteUniform, Normal
from theorycheck.theory.model import Index, Model, Size, fixed, iid, indices
from theorycheck.theory.terms import (
    E,
    Sum,
    indicator,
    inner,
    max_over,
    maximum,
    min_over,
    minimum,
    norm2,
    outer,
    relu,
    trace,
    unit,
    vector,
)

from benchmarks.speed.compiled import EXAMPLES

ROOT = Path(__file__).parents[3]
NAMED = {example.name: example for example in EXAMPLES}
n, d = Size("n"), Size("d")
j = Index("j", n)
g = Model(g=iid(Normal(dimension=d), n)).g


@cache
def known(name):
    example = NAMED[name]
    return compiled(example.term, design_point(example.term, example.at), example.where).program


def source(dtype=torch.float32, seed=1):
    return Source(generator=torch.Generator().manual_seed(seed), dtype=dtype)


def test_a_seed_fixes_the_estimate():
    one = simulate(E(norm2(g[1])), {"n": 3, "d": 4}, n_trials=3000, seed=5)
    assert one == simulate(E(norm2(g[1])), {"n": 3, "d": 4}, n_trials=3000, seed=5)
    assert one.value != simulate(E(norm2(g[1])), {"n": 3, "d": 4}, n_trials=3000, seed=6).value


def test_a_longer_run_begins_with_a_shorter_one(monkeypatch):
    kept = []
    monkeypatch.setattr(simulation, "_sums", lambda x: kept.append(x) or _moments_of(x))
    for n_trials in (1500, 5000):
        simulate(E(norm2(g[1])), {"n": 3, "d": 4}, n_trials=n_trials)
    short, long = torch.cat(kept[:2]), torch.cat(kept[2:])
    assert [len(short), len(long)] == [1500, 5000]
    assert torch.equal(short, long[:1500])


def _moments_of(x):
    mean = x.mean(dim=0)
    return torch.tensor(len(x)), mean, (x - mean).mT @ (x - mean)


@pytest.mark.parametrize("name", NAMED)
def test_memory_stays_below_what_is_declared(name):
    found = known(name)
    trials = min(found.trials_per_chunk, 512)
    found.run(trials, source())
    with torch.profiler.profile(
        profile_memory=True, activities=[torch.profiler.ProfilerActivity.CPU]
    ) as profile:
        found.run(trials, source())
    held = peak = 0
    for event in profile.profiler.kineto_results.events():
        if event.name() == "[memory]":
            held += event.nbytes()
            peak = max(peak, held)
    declared = found.numbers_per_trial * trials * 4 + found.constant_numbers * 20
    assert peak <= declared + 4096
    assert peak > declared / 8, "a bound so loose says nothing"


def test_memory_does_not_grow_with_the_chunks():
    """Some 100 chunks of tables of triples, 8 MB a trial, need no more than a few do."""
    code = """
import resource, torch
torch.set_num_threads(1)
from theorycheck.numerics.simulate import simulate
from theorycheck.theory.laws import DiscreteUniform, Normal
from theorycheck.theory.model import Model, Size, iid, indices
from theorycheck.theory.node import both
from theorycheck.theory.terms import P, any_
n = Size("n")
i, j, l = indices("i j l", n)
h = Model(h=iid(Normal(), n)).h
used = []
for n_trials in (64, 256):
    ordered = any_(l < j, both(h[i] < h[j], h[j] < h[l]))
    simulate(P(any_(i, any_(j < i, ordered))), {"n": 80}, n_trials=n_trials)
    used.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
print(used[1] - used[0])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 500


def test_a_sum_is_contracted_in_the_cheaper_order():
    """|sum over j of <g_1, g_j> g_j|^2 forms no matrix that is larger than its inputs."""
    for at in ({"n": 3, "d": 200}, {"n": 200, "d": 3}):
        term = E(norm2(Sum(j, inner(g[1], g[j]) * g[j])))
        found = compiled(term, design_point(term, at)).program
        assert max(step.node.numbers for step in found.steps) == 600


def largest(term, at):
    return max(step.node.numbers for step in compiled(term, design_point(term, at)).program.steps)


def test_a_condition_is_put_into_the_table_of_its_indices():
    """Multiplied into items instead, it would make an array of pairs and components."""
    i = Index("i", n)
    attended = Sum(j <= i, inner(relu(g[i]), relu(g[j])) * g[j])
    assert largest(E(norm2(attended)), {"n": 20, "d": 15}) == 20**2


def test_a_matrix_that_stands_twice_is_made_only_where_that_costs_less():
    u = fixed("u", d)
    matrix = Sum(j, outer(g[j], g[j]))
    term = E(inner(u, matrix @ matrix @ u) / inner(u, matrix @ u))
    assert largest(term, {"n": 20, "d": 80, "u": 1}) == 20 * 80
    term = E(trace(matrix @ matrix) / trace(matrix) ** 2)
    assert largest(term, {"n": 80, "d": 4}) == 80 * 4


def test_entries_at_their_own_places_are_not_copied():
    a, b = indices("a b", d)
    entries = Model(A=iid(Normal(), d, d)).A
    matrix = Sum(a, Sum(b, entries[a, b] * outer(unit(a), unit(b))))
    term = E(norm2(matrix @ fixed("u", d)))
    steps = compiled(term, design_point(term, {"d": 5, "u": 1})).program.steps
    assert [step.node.op for step in steps] == ["draw", "matmul", "dot", "spread"]


def test_products_are_summed_to_the_same_bits_in_memory_that_is_free(monkeypatch):
    """As in memory of their own; in memory that something needs later they spoil that."""

    summing = [own for own in map(known, NAMED) if any(step.node.op == "dot" for step in own.steps)]
    spoiling = [step.in_place for own in summing for step in own.steps if step.node.op == "dot"]
    assert any(spoiling)
    assert not all(spoiling)
    found = [own.run(64, source()) for own in summing]

    def unchanged():
        # Its steps are planned anew.
        anew = (replace(own).run(64, source()) for own in summing)
        return all(map(torch.equal, chain.from_iterable(anew), chain.from_iterable(found)))

    with monkeypatch.context() as patch:
        patch.setattr(schedule, "SPOILING", frozenset())
        assert unchanged()
    may_write = schedule._may_write

    def everywhere(node, *rest):
        return (node.op == "dot" and not node.is_tracked) or may_write(node, *rest)

    monkeypatch.setattr(schedule, "_may_write", everywhere)
    assert not unchanged()


def test_of_theory_only_models_terms_and_laws_are_read():
    allowed = {f"theory.{x}" for x in ("heads", "node", "requirements", "substitution", "terms")}
    sources = [*(ROOT / "numerics" / "compile").glob("*.py"), *(ROOT / "numerics").glob("*.py")]
    found = {
        node.module
        for path in sources
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("theory")
    }
    assert found == allowed


def test_simulating_loads_no_proof():
    code = """
import sys
from itertools import chain
from theorycheck.numerics.simulate import simulate
from theorycheck.theory.laws import DiscreteUniform, Normal
from theorycheck.theory.model import Model
from theorycheck.theory.terms import E
simulate(E(Model(x=Normal()).x ** 2), n_trials=100)
print(sorted(m for m in sys.modules if m.startswith('theorycheck.theory') or m == 'sympy'))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ast.literal_eval(done.stdout))
    data = {"heads", "law_signatures", "laws", "model", "node", "requirements", "signatures", "substitution"}
    assert loaded <= {"theorycheck.theory", *(f"theorycheck.theory.{x}" for x in (*data, "terms"))}


def test_multiples_of_powers_of_means_have_the_errors_of_the_delta_method():
    x = Model(x=Normal(1)).x
    found = simulate(vector(E(x) ** 2 * 3, E(x**2) ** 2 / 4 + E(x)), n_trials=2**14)
    # The slopes are 6 in E x; 1 in E x and 1 in E x^2, where Var x^2 = 6 and Cov(x, x^2) = 2.
    assert np.allclose(found.stderr * 2**7, [6.0, (1 + 6 + 2 * 2) ** 0.5], rtol=0.1)
    assert np.all(abs(found.z_score(np.array([3.0, 2.0]))) < 4)


def test_numbers_that_are_places_alone_are_drawn_as_places_of_equal_bits(monkeypatch):
    """A number that something else needs as well is not: the places are written over."""
    c = Model(c=iid(DiscreteUniform(Size("S")), n)).c
    slot = Index("slot", Size("S"))
    load = max_over(slot, Sum(j, indicator(c[j] == slot)))

    def found(term):
        return compiled(term, design_point(term, {"n": 40, "S": 30})).program

    alone, with_values = found(E(load)), found(E(load + Sum(j, c[j])))
    assert [len(x._places) for x in (alone, with_values)] == [1, 0]
    drawn = alone.run(64, source())[0]
    monkeypatch.setattr(programs, "PLACES", {})
    assert torch.equal(found(E(load)).run(64, source())[0], drawn)
    monkeypatch.setattr(programs, "PLACES", {"histogram": 0})
    as_if_alone = found(E(load + Sum(j, c[j])))
    kept = as_if_alone.run(64, source())[0]
    vars(as_if_alone)["_places"] = frozenset(x.node for x in as_if_alone.steps if x.node.op == "draw")
    assert not torch.equal(as_if_alone.run(64, source())[0], kept)


@pytest.mark.parametrize("trials", [1, 2, 300])
def test_rows_that_lie_apart_are_multiplied_in_one_piece(trials):
    """torch multiplies matrices one trial after another where neither their rows nor columns lie together."""
    x = torch.randn(30, trials, generator=source().generator).movedim(-1, 0).unsqueeze(1)
    assert operations._by_rows(x.mT.contiguous().mT).stride() != (1, 1, trials)
    found = operations._by_rows(x)
    assert torch.equal(found, x)
    assert 1 in found.stride()[1:]
    assert (1 in x.stride()[1:]) == (trials == 1)


@pytest.mark.parametrize("columns", [6, 60])
def test_rows_times_small_matrices_are_summed(monkeypatch, columns):
    """Large ones, and matrices whose columns lie together, are left to the library."""
    row, other = (torch.randn(5, *sizes, generator=source().generator) for sizes in ((1, 7), (7, columns)))
    expected = torch.matmul(row.double(), other.double())
    multiplied = []
    library = torch.matmul
    monkeypatch.setattr(torch, "matmul", lambda *x: multiplied.append(x) or library(*x))
    for matrix in (other, other.mT.contiguous().mT):
        assert torch.allclose(operations._multiplied(row, matrix).double(), expected, atol=1e-5)
    assert len(multiplied) == (1 if columns == 6 else 2)
    assert not torch.allclose(operations._multiplied(row.flip(2), other).double(), expected, atol=1e-5)


def test_extremes_of_few_trials_are_those_of_many(monkeypatch):
    h = Model(h=iid(Normal(), n)).h
    i = Index("i", n)
    second = max_over(i, minimum(h[i], max_over(j != i, h[j])))
    term = E(second + min_over(i, maximum(h[i], min_over(j < i, h[j]))))
    found = compiled(term, design_point(term, {"n": 30})).program
    few = found.run(64, source())[0]
    called = []
    monkeypatch.setattr(torch, "cummax", lambda *x, **y: called.append(x))
    monkeypatch.setattr(item_operations, "_FEW", 0)
    assert torch.equal(found.run(64, source())[0], few)
    assert not called
    monkeypatch.setattr(item_operations, "_FEW", 2**11)
    assert not torch.equal(found.run(64, source())[0], few)


def test_a_term_is_compiled_once_at_a_design_point(monkeypatch):
    """An array that is changed in place is another point."""
    made = []
    monkeypatch.setattr(simulation, "compiled", lambda *x: made.append(x) or compiled(*x))
    monkeypatch.setattr(simulation, "_programs", {})
    u = np.array([1.0, 2.0, 3.0])
    term = E(inner(g[1], fixed("u", d)) ** 2)
    at = {"n": 2, "d": 3, "u": u}
    first = simulate(term, at, n_trials=1000)
    assert simulate(term, at, n_trials=1000) == first
    assert simulate(term, at, n_trials=1000, seed=1) != first
    assert len(made) == 1
    u *= 2
    assert simulate(term, at, n_trials=1000).value == pytest.approx(4 * first.value, rel=0.3)
    u /= 2
    assert simulate(term, at, n_trials=1000, dtype="float64").value == pytest.approx(first.value, rel=0.3)
    assert len(made) == 2
    monkeypatch.setattr(simulation, "_MOST_PROGRAMS", 4)
    for size in range(2, 12):
        simulate(term, at | {"n": size}, n_trials=2)
    assert len(simulation._programs) == 4
    held = list(simulation._programs)
    simulate(E(inner(g[1], fixed("M", d, d) @ g[1])), {"n": 2, "d": 600, "M": 1}, n_trials=2)
    assert list(simulation._programs) == held
