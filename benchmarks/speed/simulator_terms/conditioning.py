"""The simulators of `conditioning` whose definition is a term, beside the compiled term.

    python -m benchmarks.speed.conditioning_terms [NAME...] [--json FILE]

Each entry gives the term of every output at a design point that the quantity measures. The factor is CPU
seconds times variance of the compiled term over that of the simulator written by hand, at one point in one
process: above 1 the hand-written one needs less time for the same standard error.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import torch
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity, quantities
from theorycheck.numerics.simulate import simulate
from theorycheck.theory.laws import DiscreteUniform, Normal, Rademacher, Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.terms import (
    E,
    P,
    Sum,
    Term,
    absolute,
    all_,
    any_,
    exp,
    inner,
    max_over,
    norm2,
    outer,
)

n, d_k, d_v = Size("n", minimum=2), Size("d_k"), Size("d_v")
i, j, l = indices("i j l", n)
a = Index("a", d_v)
tau, t, beta, half = (Parameter(name) for name in ("tau", "t", "beta", "half"))
k, v = Model(k=iid(Sphere(d_k), n), v=iid(Sphere(d_v), n))
g, h = Model(
    g=iid(Normal(covariance=1 / d_k, dimension=d_k), n), h=iid(Normal(covariance=1 / d_v, dimension=d_v), n)
)
s = Model(s=iid(Rademacher(), n)).s
c = Model(c=iid(DiscreteUniform(d_k), n)).c
w = Model(w=Normal(dimension=d_k)).w
x, y = fixed("x", d_k), fixed("y", d_k)


def crosstalk(at: Term | int, keys: Term = k, values: Term = v) -> Term:
    """What the other items add to an item's retrieval."""
    return Sum(j != at, inner(keys[at], keys[j]) * values[j])


def retrieved(at: Term | int, keys: Term = k, values: Term = v) -> Term:
    """What an item's key retrieves."""
    return Sum(l, inner(keys[at], keys[l]) * values[l])


def errs(keys: Term = k, values: Term = v) -> Term:
    """Another value scores as high as the right one."""
    output = retrieved(i, keys, values)
    return any_(j != i, inner(output, values[j]) >= inner(output, values[i]))


eta = crosstalk(i)
power = norm2(eta)
overlap = absolute(inner(k[i], k[j]))
coherence = max_over(i, max_over(j != i, overlap))
partition = Sum(j != i, exp(beta * (inner(k[i], k[j]) - 1)))
squares = Sum(j != i, exp(2 * beta * (inner(k[i], k[j]) - 1)))
first_noise = Sum(j != 1, inner(k[1], k[j]) * s[j])
gaussian_noise = Sum(j != 1, inner(g[1], g[j]) * s[j])
product = exp(inner(w, x) - norm2(x) / 2) * exp(inner(w, y) - norm2(y) / 2)

Point = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Entry:
    """The terms of a quantity's outputs; `at` gives what their symbols are at one of its points."""

    quantity: str
    terms: tuple[Term, ...]
    at: Callable[[Point], dict[str, Any]] = field(default=dict)
    group: int = 0
    place: int | None = None
    """The point of the group; the one in the middle, whose probabilities are near neither 0 nor 1."""
    where: tuple[Term, ...] = ()
    trials: int = 4096


def _sized(**values: Any) -> Callable[[Point], dict[str, Any]]:  # noqa: ANN401 - values of a design point
    return lambda point: {**point, **values}


def _directions(point: Point) -> dict[str, Any]:
    cosine, d = point["s"] / 2 - 1, int(point["d_k"])
    rest = [0.0] * (d - 2)
    return {"d_k": d, "x": [1.0, 0.0, *rest], "y": [cosine, math.sqrt(1 - cosine**2), *rest]}


TABLE = (
    Entry(
        quantity="noise_power",
        terms=(E(power), E(power**2), E(power**3), E(Sum(a <= half, crosstalk(i)[a] ** 2)) / half),
        at=lambda point: {**point, "half": (point["d_v"] + 1) // 2},
        group=3,
    ),
    Entry(
        quantity="key_overlap",
        terms=tuple(E(overlap**p) for p in (1, 2, 4, 6)),
        at=_sized(n=32),
        where=(i != j,),
        group=2,
    ),
    Entry(quantity="key_overlap_tail", terms=(P(absolute(inner(k[1], k[2])) > t),), at=_sized(n=2), group=2),
    Entry(quantity="noise_growth", terms=(E(power),), at=_sized(d_v=16)),
    Entry(quantity="total_noise", terms=(E(Sum(i, power)),), at=_sized(d_v=16)),
    Entry(quantity="coherent_crosstalk", terms=(E(Sum(j != i, overlap)),)),
    Entry(quantity="first_collision", terms=(P(all_(i, all_(j != i, c[i] != c[j]))),)),
    Entry(quantity="unshared_fraction", terms=(P(all_(j != i, c[i] != c[j])),)),
    Entry(
        quantity="retrieval_failure",
        terms=(P(any_(i, power > tau)),),
        at=lambda point: {**point, "d_v": point["d_k"]},
        group=2,
    ),
    Entry(quantity="item_failure", terms=(P(power > tau),), at=lambda point: {**point, "d_v": point["d_k"]}),
    Entry(
        quantity="noise_survival",
        terms=(P(norm2(crosstalk(1)) > tau),),
        at=lambda point: {**point, "d_v": point["d_k"]},
    ),
    Entry(quantity="query_success", terms=(P(power <= tau),)),
    Entry(quantity="memory_failure", terms=(P(any_(i, power > tau)),)),
    Entry(quantity="failure_map", terms=(P(power > tau),)),
    Entry(quantity="worst_coherent_crosstalk", terms=(E(max_over(i, Sum(j != i, overlap))),), group=3),
    Entry(
        quantity="coherence",
        terms=(E(coherence), E(coherence * (n - 1)), P(coherence * (n - 1) > tau)),
        group=3,
    ),
    Entry(quantity="near_collision", terms=(P(coherence > Fraction(1, 2)),), group=3),
    Entry(quantity="argmax_error", terms=(P(errs()),)),
    Entry(quantity="argmax_failure", terms=(P(any_(i, errs())),)),
    Entry(quantity="argmax_error_gaussian", terms=(P(errs(g, h)),)),
    Entry(
        quantity="softmax_retrieval",
        terms=(
            E(1 / (1 + partition)),
            P(partition > 1),
            E(partition),
            E(squares),
            P(squares > 1),
        ),
        at=_sized(beta=4),
    ),
    Entry(quantity="scalar_failure", terms=(P(absolute(first_noise) > 1),)),
    Entry(quantity="gaussian_scalar_failure", terms=(P(absolute(gaussian_noise) > norm2(g[1])),), group=3),
    Entry(
        quantity="system_failure",
        terms=(P(norm2(crosstalk(1)) > tau),),
        at=lambda point: {**point, "d_v": point["d_k"]},
    ),
    Entry(quantity="one_hot_system_failure", terms=(P(any_(j != 1, c[j] == c[1])),)),
    Entry(
        quantity="near_collision_system_failure",
        terms=(P(any_(j != 1, absolute(inner(k[1], k[j])) > Fraction(1, 2))),),
    ),
    Entry(
        quantity="hebb_norm",
        terms=(E(norm2(Sum(j, outer(k[j], v[j])))),),
        at=lambda point: {**point, "d_v": point.get("d_v", 16)},
    ),
    Entry(
        quantity="depth_error",
        terms=(E(norm2(retrieved(i) - v[i])),),
        place=0,
        at=lambda point: {**point, "d_v": point["d_k"]},
    ),
    Entry(
        quantity="normalised_error", terms=(P(norm2(retrieved(1) - v[1]) > t),), at=_sized(d_v=16), place=4
    ),
    Entry(quantity="positive_product", terms=(E(product), E(product**2)), at=_directions),
)
"""Each quantity with the terms of its outputs, in their order; a shorter row leaves the last ones out."""


def point_of(entry: Entry) -> tuple[SampledQuantity, DesignGroup, dict[str, Any]]:
    """The quantity, a group of one point, and the values of the terms' symbols there."""
    quantity = quantities("conditioning")[entry.quantity]
    if not isinstance(quantity, SampledQuantity):
        raise TypeError(f"{entry.quantity} is not sampled.")
    group = quantity.groups[entry.group]
    point = group.points[len(group.points) // 2 if entry.place is None else entry.place]
    names = {own.data[0] for term in entry.terms for _, own in term.declarations}
    at = {name: value for name, value in entry.at(point).items() if name in names}
    return quantity, replace(group, points=(point,)), at


def by_hand(entry: Entry, seed: int) -> torch.Tensor:
    """The simulator's trials, shape (trials, outputs)."""
    quantity, group, _ = point_of(entry)
    generator, parts = torch.Generator().manual_seed(seed), []
    for start in range(0, entry.trials, group.trials_per_chunk):
        count = min(group.trials_per_chunk, entry.trials - start)
        drawn = sample_trials(quantity, group, count, generator)
        if quantity.histogram_edges:
            edge = (quantity.histogram_edges(group))[0]
            drawn = (drawn > edge)[:, None, None]
        parts.append(drawn[:, 0].double())
    return torch.cat(parts)


def z_scores(entry: Entry, seed: int = 1) -> list[float]:
    """For each output the difference between both, by its standard error; infinite where nothing varies."""
    hand = by_hand(entry, seed)
    _, _, at = point_of(entry)
    found = []
    for place, term in enumerate(entry.terms):
        own = simulate(term, values_for(term, at), n_trials=entry.trials, seed=seed, where=entry.where)
        error = math.hypot(float(hand[:, place].std()) / len(hand) ** 0.5, float(own.stderr))
        difference = float(own.value) - float(hand[:, place].mean())
        found.append(difference / error if error > 0 else math.inf)
    return found


def values_for(term: Term, at: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the values that the term asks for."""
    names = {own.data[0] for _, own in term.declarations}
    return {name: value for name, value in at.items() if name in names}


def factor(entry: Entry) -> dict[str, float]:
    """CPU seconds of both for the first output, and the factor of seconds times variance."""
    _, _, at = point_of(entry)
    term = entry.terms[0]

    def own() -> float:
        return float(simulate(term, values_for(term, at), n_trials=entry.trials, where=entry.where).stderr)

    own(), by_hand(entry, 0)
    start = time.process_time()
    hand = by_hand(entry, 0)
    middle = time.process_time()
    error = own()
    end = time.process_time()
    variance = float(hand[:, 0].var()) / len(hand)
    work = (end - middle) * error**2 / ((middle - start) * variance) if variance else math.nan
    return {
        "hand_s": round(middle - start, 4),
        "compiled_s": round(end - middle, 4),
        "factor": round(work, 2),
    }


def main() -> None:
    """Measure, print a line a quantity, and write the figures where asked."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--trials", type=int, default=2**15)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    found = {}
    for entry in TABLE:
        if not options.names or entry.quantity in options.names:
            found[entry.quantity] = factor(replace(entry, trials=options.trials))
            print(f"{entry.quantity:32s}", json.dumps(found[entry.quantity]), flush=True)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
