"""Every rule of the kernel both ways: a use accepted, and true in random instances; misuses refused.

What is given with a premise left out, turned, exchanged or altered is among the attacks by machine.
"""

import math
from fractions import Fraction

import pytest
from theorycheck.theory.array_functions import NoInstance
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.kernel import RULES, Ground, Refused, Status, Theorem, apply, believe, record
from theorycheck.theory.kernel.normals import normal_moments
from theorycheck.theory.laws import (
    Bernoulli,
    Exponential,
    MarkovChain,
    Mixture,
    Normal,
    OneHot,
    Rademacher,
    Sphere,
    Uniform,
    WithMoments,
    Zipf,
    density,
)
from theorycheck.theory.model import Index, Model, Parameter, Size, chain, fixed, iid, indices, sizes
from theorycheck.theory.node import TRUE, Term, as_term, number, power
from theorycheck.theory.prove import assume, cite, derive, prove, suppose
from theorycheck.theory.substitution import abstracted, replaced
from theorycheck.theory.tactics import chains, events, flow, markov, moments
from theorycheck.theory.tactics.certificates import by_products
from theorycheck.theory.tactics.rewriting import at_modulus, nonnegative
from theorycheck.theory.terms import (
    PI,
    Cov,
    E,
    P,
    Product,
    Sum,
    Var,
    absolute,
    all_,
    any_,
    any_function,
    argmax,
    cos,
    define,
    diagonal,
    exp,
    expansion,
    fold,
    fullest_class,
    gradient,
    hurwitz_zeta,
    hypergeometric,
    incomplete_beta,
    indicator,
    inner,
    iterate,
    log,
    matrix,
    max_over,
    min_over,
    norm2,
    outer,
    projection,
    rate,
    relu,
    sigmoid,
    sin,
    softmax,
    sqrt,
    stack,
    stationary,
    tabulate,
    tanh,
    trace,
    unit,
    zeta,
)

from ..uses import refused, use

n, (d, m) = Size("n", minimum=3, maximum=6), sizes("d m")
i, j, l = indices("i j l", n)
tau, x, y, s = map(Parameter, ("tau", "x", "y", "s"))
u, w = fixed("u", d), fixed("w", d)
k, v, g, h, r, c = Model(
    k=iid(Sphere(d, tau), n),
    v=iid(Sphere(m), n),
    g=iid(Normal(u, 1 / d), n),
    h=iid(OneHot(d), n),
    r=iid(Rademacher(scale=tau), n),
    c=chain(MarkovChain(fixed("M", m, m), fixed("p", m)), n),
)
z, q = Model(z=Normal(0, s**2), q=Normal(x, s))
twice = Model(b=iid(Rademacher(), n, n)).b
told = Model(told=iid(WithMoments(0, 1, 0, y), n)).told
impossible, constant, too_flat = Model(
    impossible=WithMoments(0, -1),
    constant=WithMoments(0, 0, 0, 1),
    too_flat=WithMoments(0, 1, 1, Fraction(3, 2)),
)
held = derive(E(inner(k[j], u) ** 2), by=moments)
state = Parameter("state")
three = Size("three", minimum=3)
t3, on_unit = fixed("t3", three), Model(e=Sphere(three)).e
wide = suppose(three >= 3)
flat = Model(flat=Sphere(d)).flat
walk = fold(state / 2 + r[j], state, j, y)
rows = ((number(1) / 4, tau**2),)
of_walk = {"state": state, "index": j, "statistics": (state**2,), "rows": rows}


def halves_of(index: Term) -> Theorem:
    """2 j x = j (j + 1) x - (j - 1) j x."""
    whole = index * (index + 1) * x
    return apply("ring", left=2 * index * x, right=whole - replaced(whole, index, index - 1))


def derivative(function: Term, value: Term, *facts: Theorem) -> Theorem:
    """grad f = a value, for f at tau."""
    return apply("componentwise", *facts, left=gradient(function, tau), right=value)


slope_of_cube = apply(
    "transitive", nonnegative(3 * tau**2), apply("symmetric", derivative(tau**3, 3 * tau**2))
)
above_x = apply("assume", proposition=Term("le", (x, tau)), ground="condition", because="between")
above_zero = apply("transitive", suppose(x > 0), above_x)
slope_of_log = apply(
    "transitive",
    apply("weakened", apply("positive", above_zero, term=1 / tau)),
    apply("symmetric", derivative(log(tau), 1 / tau, above_zero)),
)
by_cases = at_modulus(apply("componentwise", left=y * cos(x), right=y * cos(-x)), x).premises
of_halves = {"index": i, "whole": i * (i + 1) * x}


def of_one_length(images: tuple[Term, ...], values: tuple[Term, ...]) -> tuple[Theorem, ...]:
    """That a turn keeps lengths and angles: c = c cos^2 + c sin^2."""
    unit = apply("componentwise", left=cos(x) ** 2 + sin(x) ** 2, right=number(1))
    sides = dict.fromkeys(zip(normal_moments(images), normal_moments(values), strict=True))
    return tuple(
        apply("ring", unit, left=one, right=other, multipliers=(-one,))
        for one, other in sides
        if not one.shape and one is not number(0)
    )


def mean_of_step(step: Term, f: Term = state**2, row: tuple[Term, ...] = rows[0], *where: Term) -> Theorem:
    """E f(step) as an affine function of f."""
    mean = E(replaced(f, state, step))
    return prove(Term("eq", (mean, row[0] * f + row[1])), by=moments, where=where)


D = Size("D", minimum=2, maximum=5)
a, b = indices("a b", D)
o, t = Model(o=iid(Sphere(D, 2), n), t=iid(Normal(0, s, dimension=D), n))
p = Model(p=iid(Normal(0, 2, dimension=D), n)).p
one_more, many_more = Model(w=Normal(0, 2, dimension=D), e=Normal(0, 2, dimension=n))
on_n = Model(on_n=iid(Sphere(n), n)).on_n
square, on_spheres = fixed("square", n, n), Model(v2=iid(Sphere(three, 2), n)).v2
f, other_places = any_function("f"), suppose(a != b)
different = suppose(i != j)


_half = Fraction(1, 2)
signed = fixed("signed", n)
all_signed = suppose(all_(j, signed[j] != 0))
signed_rows = Sum(j, outer(unit(j), signed[j] * p[j]))
of_rank = apply("weakened", apply("positive", term=1 / j))
of_first = by_products(
    1 / (D + 1), 1 / j, (1, *(apply("positive", term=1 / part) for part in (j, D + 1)), suppose(j <= D + 1))
)


def slope_at(body: Term, variable: Term, point: Term) -> Term:
    """The gradient of a body at a point."""
    return Term("gradient", (abstracted(body, variable), point))


def row_of(matrix: Term, place: Term) -> Term:
    """The first entry of a row."""
    return matrix[place, number(1)]


in_d = Index("in_d", d)
near_scores = apply("each", suppose(all_(in_d, absolute(u[in_d] - w[in_d]) <= x)), index=in_d)
spread = derive(Var(z))
large_square = apply(
    "certificate", suppose(x >= 1), left=number(1), right=x**2, relation="le",
    parts=((1, 1, (), (x - 1,)), (2, 1, (0,), ())),
)  # fmt: skip
positive, above_one = suppose(tau > 0), suppose(x > 1)
endless, ranked, several = Model(endless=Zipf(x), ranked=Zipf(x, D), several=iid(Zipf(x), n))
spread_out, either, one_each = Model(
    spread_out=Uniform(0, y),
    either=Mixture([x, 1 - x], [Normal(0, 2), Uniform()]),
    one_each=iid(Normal(0, 2), n),
)
waits = Model(waits=iid(Exponential(tau), n)).waits
flips, below_one = Model(flips=iid(Bernoulli(x), n)).flips, suppose(x < 1)
u3, v3 = fixed("u3", D), fixed("v3", D)
halves, above = inner(u3, o[i]) > 0, (suppose(inner(u3, u3) > 0), suppose(inner(v3, v3) > 0))
switches = matrix([1 - x, x], [number(1), number(0)])
two_states = Model(two_states=chain(MarkovChain(switches, Term("array", (x, 1 - x), (2,))), n)).two_states
of_chance = suppose(x >= 0), suppose(x <= 1)
later_states = two_states[number(3)] * two_states[number(1)]
place, of_few = Parameter("place"), Model(of_few=iid(Zipf(x, D), n)).of_few


def slope_of(whole: Term, body: Term, *facts: Theorem) -> Theorem:
    """The slope of a function is the other over y, the density of a number between 0 and y."""
    product = Term("mul", (body, density(Uniform(0, y), place)))
    return apply("componentwise", *facts, left=gradient(whole, place), right=product)


def by_rise(mean: Term, whole: Term) -> dict[str, object]:
    """What the rule of densities takes, for a number between 0 and y."""
    return {"term": mean, "x": spread_out, "variable": place, "ends": (number(0), y), "wholes": (whole,)}


level = Parameter("level_of_it")
uniforms = Model(uniforms=iid(Uniform(0, 2), n)).uniforms


rising = level - 2 * power(level / 2, n + 1) / (n + 1)


def level_facts() -> tuple[Theorem, ...]:
    """The tail of the largest of n uniform numbers, its slope, and the range of one."""
    held, value = (suppose(level > 0), suppose(level < 2)), 1 - power(level / 2, n)
    tail = derive(P(max_over(j, uniforms[j]) > level), by=events, where=[level > 0, level < 2])
    tail = apply("transitive", tail, apply("ring", held[0], left=tail.proposition.args[1], right=value))
    slope = apply("componentwise", *held, left=gradient(rising, level), right=value)
    return tail, slope, *(apply("bounded", term=uniforms[j], end=end) for end in ("low", "high"))


def level_use() -> dict[str, object]:
    """What the rule takes for it."""
    return {"variable": level, "whole": rising, "index": j}


half_square = place**2 / (2 * y)
rise, of_its_mean = slope_of(half_square, place, suppose(y > 0)), by_rise(E(spread_out), half_square)
eta = define("eta", Sum(j != i, inner(k[i], k[j]) * v[j]), i)
total = Sum(j != i, inner(k[i], k[j]))


def odd_in(x: Term, body: Term) -> Theorem:
    """F(-x) = -F(x)."""
    return apply("componentwise", left=replaced(body, x, -x), right=-body)


def _all_differ(family) -> Term:
    """No two vectors of a family are equal, which have length one."""
    return all_(i, all_(j != i, inner(family[i], family[j]) != 1))


def equation(left: Term, right: Term) -> Theorem:
    """A hypothesis a = b."""
    return suppose(Term("eq", (left, right)))


steps = Size("steps", minimum=0)
grown = iterate(y + x, y, y, steps)


def _induction() -> tuple[Theorem, ...]:
    """Base and step of y + x t."""
    one = derive(grown, by=flow).premises[0]
    return one.premises


def _law() -> tuple[Theorem, ...]:
    """Balance, total and uniqueness of a chain of two states."""
    states = matrix([1 - x, x], [y, 1 - y])
    return derive(stationary(states), by=chains, where=[x > 0, y > 0]).premises[0].premises


def order_of(f: Term, g: Term, *facts: Theorem, main: Term | int = 0) -> Theorem:
    """f = main + O(g) along d, for sums of powers of d."""
    parts = [apply("dominated", *facts, small=f - main, large=g, limit=(d,))]
    return apply("combined", *parts, *facts, left=f, main=as_term(main), order=g, count=1)


stays = apply("eventually", positive, limit=(d,))
small = apply("dominated", small=x / d, large=1 / d, limit=(d,))


def _ends() -> tuple[Theorem, ...]:
    """Bounds of a softmax output."""
    return tuple(apply("bounded", term=softmax(g[i])[number(1)], end=end) for end in ("low", "high"))


one_normal = Model(z_1=Normal()).z_1


def beyond(level: Term) -> Theorem:
    """The tail of a standard normal number."""
    return apply("normal_tail", x=one_normal, t=level)


def tail_before(level: Term, at: Term, order: Theorem) -> Theorem:
    """P(z > t) < P(z > s), from s < t."""
    scale = 1 / sqrt(number(2))
    less = by_products(at * scale, level * scale, (1, order, apply("positive", term=scale)), relation="lt")
    falls = apply("monotone", less, function="erfc", exponent=number(1))
    (chance, _), (_, value) = (beyond(place).proposition.args for place in (at, level))
    return by_products(value, chance, (_half, falls), (-1, beyond(at)), relation="lt")


of_level = beyond(x).proposition.args[1]
lower = suppose(s > 0), suppose(s < y)
at_first = (
    apply("reflexive", term=y**2),
    by_products(s**2, y**2, (1, lower[1], lower[1]), (2, *lower), relation="lt"),
    suppose(y > 0),
)
at_level = beyond(x), tail_before(x, s, suppose(s < x)), suppose(y < x)
beyond_a_level = use(
    suppose(norm2(t3) == 1),
    suppose(tau >= 0),
    suppose(tau <= 1),
    wide,
    term=inner(t3, on_unit),
    x=on_unit,
    t=tau,
)
TURNED = {"images": (p[i], p[j]), "values": (cos(x) * p[i] - sin(x) * p[j], sin(x) * p[i] + cos(x) * p[j])}

ACCEPTED = {
    "assume": use(proposition=tau > 0, ground="condition", because="it is so"),
    "reflexive": use(term=x + y),
    "symmetric": use(different),
    "transitive": use(suppose(x <= y), suppose(y < tau)),
    "weakened": use(suppose(x < y)),
    "antisymmetric": use(suppose(x <= y), suppose(x >= y)),
    "rewrite": use(equation(x, y), suppose(x * tau <= 3)),
    "within": use(equation(x, y), term=x * tau + x),
    "both": use(positive, different),
    "one_of_both": use(suppose((tau > 0) & (x < y)), position=1),
    "cut": use(apply("weakened", positive), suppose(number(0) <= tau)),
    "under": use(
        apply("by_parts", suppose(j != i), term=E(inner(k[i], k[j]) ** 2), x=k[j], partner=k[i]),
        binder=Sum(l != i, E(inner(k[i], k[l]) ** 2)),
        index=j,
    ),
    "largest_normal": use(index=j, x=Model(e=iid(Normal(0, s**2), n)).e[j]),
    "under_variable": use(
        apply("ring", left=(x + y) ** 2, right=x**2 + 2 * x * y + y**2),
        term=gradient((tau + y) ** 2 * s, tau),
        variable=x,
    ),
    "sum_monotone": use(apply("bounded", term=norm2(k[j]), end="low"), condition=j != i, index=j),
    "instance": use(apply("bounded", term=n, end="low"), symbol=n, value=number(4)),
    "ring": use(positive, left=(x + y) ** 2 / tau * tau, right=x**2 + 2 * x * y + y * y),
    "componentwise": use(
        suppose(norm2(u) > 0),
        left=gradient(power(norm2(u), Fraction(1, 2)) + inner(u, softmax(u)), u),
        right=power(norm2(u), Fraction(-1, 2)) * u
        + softmax(u)
        + (diagonal(softmax(u)) - outer(softmax(u), softmax(u))) @ u,
    ),
    "induction": use(*_induction(), symbol=steps, statement=grown == y + x * steps),
    "iterated": use(term=iterate(2 * x + y, x, tau, n + 1)),
    "stationary_law": use(*_law()),
    "chain_rule": use(positive, slope=slope_at(s**3 + x, s, log(tau)), variable=tau),
    "rate_of_fixed_point": use(suppose(exp(-tau) == tau), positive, step=rate(exp(-x) + 0 * log(x), x, tau)),
    "certificate": use(
        suppose(x >= 1),
        suppose(y >= 2),
        left=x + 1,
        right=x * y + 3,
        relation="lt",
        parts=((1, 1, (0, 1), ()), (1, 1, (1,), ()), (1, 1, (0,), ()), (3, 1, (), ())),
    ),
    "monotone": use(suppose(x < y), suppose(x > 0), positive, function="power", exponent=tau),
    "written_out": use(term=Var(norm2(g[i]))),
    "linear": use(term=E(total)),
    "parted": use(term=Sum(l, inner(k[l], k[j])), case=l > x, index=l),
    "taken_out": use(different, term=Sum(l != j, inner(k[l], k[j])), value=i),
    "count": use(different, term=Sum((l != i) & (l != j), x)),
    "mean_of_independent": use(different, term=E(inner(k[i], u) * inner(g[j], u) * z), first=(0,)),
    "mean_monotone": use(apply("bounded", term=norm2(g[j]), end="low")),
    "complement": use(event=all_(j, inner(g[j], u) <= x)),
    "signs_of_product": use(event=inner(g[i], u) * z > 0),
    "fixed_norm": use(term=norm2(k[i])),
    "by_parts": use(
        different, term=E(inner(g[i], w) ** 2 * norm2(g[i]) * inner(g[i], g[j])), x=g[i], partner=w
    ),
    "by_covariance": use(term=E(inner(h[i], u) * inner(h[i], w) * z**2), x=h[i]),
    "rank_of_product": use(x=fixed("A", n, d) @ fixed("B", d, m)),
    "odd_moment": use(term=E(inner(k[i], u) ** 3 * z**2), x=k[i]),
    "odd_function": use(odd_in(z, z * absolute(z) * q), x=z),
    "one_hot_chain": use(x=h[i], y=h[j], z=h[l]),
    "one_hot_total": use(x=h[i]),
    "markov": use(apply("bounded", term=norm2(g[i]), end="low"), positive, relation="ge"),
    "chebyshev": use(positive, x=norm2(g[i]), relation="ge"),
    "cantelli": use(positive, x=inner(g[i], g[j]), relation="gt"),
    "union": use(event=any_(j, inner(g[j], u) > x)),
    "cauchy_schwarz_of_means": use(x=z, y=inner(g[i], u)),
    "cauchy_schwarz": use(x=g[i], y=g[j]),
    "jensen": use(x=norm2(g[i]) - x, function="relu"),
    "two_directions": use(term=E(absolute(inner(o[i], u3)) * absolute(inner(v3, o[i]))), x=o[i]),
    "longest_wait": use(positive, term=E(max_over(j, waits[j]))),
    "successes": use(suppose(x > 0), suppose(x < 1), x=Sum(j, flips[j]), k=number(1), relation="eq"),
    "waiting_tail": use(positive, above_one, x=Sum(j, waits[j]), t=x),
    "told_apart": use(small=PI + zeta(2), large=number(Fraction(24, 5))),
    "modulus_moment": use(suppose(tau > 0), term=E(absolute(inner(k[i], w)) ** tau), x=k[i]),
    "same_law": use(
        other_places,
        term=E(relu(o[i][a]) * f(o[i][b] + x)),
        x=o[i],
        places=(a, b),
        y=o[j],
        others=(number(2), number(1)),
    ),
    "coordinates_apart": use(
        suppose(s >= 0),
        term=E(exp(inner(t[i], u3)) * t[i][a] * z),
        x=t[i],
        family=Model(new=iid(Normal(0, s), D)).new[a].args[0],
    ),
    "coordinate_moment": use(other_places, term=E(absolute(o[i][a]) ** 3 * o[i][b] ** 2), x=o[i]),
    "zonal": use(other_places, term=f(o[i][a] + x), x=o[i], places=(a, b)),
    "normal_image": use(
        positive,
        term=E(norm2(Sum(j != i, z * p[j])) ** tau * inner(p[i], p[i]) * z**2),
        image=Sum(j != i, z * p[j]),
        w=one_more,
    ),
    "length_exponential": use(positive, x=p[i], c=tau, w=fixed("w_D", D), b=x),
    "length_moment": use(positive, term=E(norm2(p[i]) ** tau * z**2), x=p[i]),
    "nonzero_length": use(x=p[i]),
    "below_peak": use(
        apply("componentwise", left=gradient(sigmoid(-x), x), right=-(sigmoid(x) * sigmoid(-x))),
        apply("bounded", term=sigmoid(x) * sigmoid(-x), end="low"),
        apply("bounded", term=sigmoid(-x), end="low"),
        x=Model(near=Normal(0, 2)).near,
        at=x,
    ),
    "logistic_above": use(positive, x=Model(near=Normal(0, 2)).near, r=tau, slope=1),
    "cases": use(*by_cases, low=number(0), high=x),
    "rises": use(suppose(x <= y), slope_of_cube, function=tau**3, at=tau),
    "jointly_normal": use(
        *of_one_length(*TURNED.values()), different, term=P(norm2(p[i]) + z > norm2(p[j])), **TURNED
    ),
    "softmax_near": use(near_scores, x=u, y=w, index=in_d),
    "beside_the_largest": use(logits=tabulate(i, inner(k[i], u))),
    "length_shares": use(suppose(x > 0), suppose(y > 0), x=many_more, y=one_more, a=x, b=y),
    "product_of_lengths": use(positive, suppose(x > 0), objects=(one_more, many_more), t=x),
    "gamma_tail_above": use(suppose(x > 0), suppose(y > 0), a=x, x=y),
    "normal_tail": use(suppose(x > 0), x=one_more, t=x),
    "quantile_at": use(*at_level),
    "first_number": use(*at_first, variable=s),
    "quantile_below": use(
        prove(P(norm2(on_unit) > 3) <= Fraction(1, 3), by=[markov, derive(E(norm2(on_unit)), by=moments)])
    ),
    "confluent_between": use(
        suppose(x > Fraction(1, 2)), suppose(y > 0), term=hypergeometric((), (x,), y), side="above"
    ),
    "projected": use(x=outer(u, w)),
    "generic_span": use(suppose(tau != 0), x=Sum(i, outer(unit(i), k[i]))),
    "never_annihilated": use(suppose(norm2(square) > 0), x=Sum(i, outer(unit(i), on_spheres[i]))),
    "zero_in_the_mean": use(
        prove(E(norm2(k[i])) == 0, by=[moments, suppose(tau == 0)]),
        apply("bounded", term=norm2(k[i]), end="low"),
    ),
    "power_of_product": use(suppose(x >= 0), suppose(y > 0), positive, x=x, y=y, e=tau),
    "tangent": use(x=z - x),
    "exponential_bound": use(apply("proxy_of_law", term=inner(k[i], w), x=k[i]), s=x),
    "largest": use(term=max_over(l, norm2(g[l])), index=j),
    "exponential_moment": use(term=E(exp(x * z)), x=z),
    "mean_of_product": use(term=P(all_(j, any_(l, twice[j, l] == 1)))),
    "product_monotone": use(
        apply("bounded", term=P(r[j] > x), end="low"),
        apply("bounded", term=P(r[j] > x), end="high"),
        condition=j != i,
        index=j,
    ),
    "indicator_of": use(term=indicator(all_(j != i, inner(h[i], h[j]) != 1))),
    "held_fixed": use(
        apply("rewrite", suppose(inner(u, u) == tau**2), held),
        apply("fixed_norm", term=inner(k[i], k[i])),
        different,
        fixed=u,
        x=k[i],
    ),
    "each": use(suppose(all_(j != i, row_of(square, j) > x)), suppose(j != i), index=j),
    "every": use(apply("bounded", term=norm2(g[j]), end="low"), condition=j != i, index=j),
    "certain": use(apply("bounded", term=norm2(g[j]), end="low")),
    "never_met": use(suppose(x <= y), suppose(P(Term("eq", (x, y))) == 0)),
    "implied": use(large_square, event=x >= 1, fixed=x, x=z),
    "where_it_holds": use(large_square, apply("bounded", term=x**2, end="low"), event=x >= 1),
    "mixed_events": use(event=all_(l, Sum(j, twice[j, l] * h[j][number(1)]) > x)),
    "same_event": use(positive, event=tau * (z - x) > y * tau, other=z > x + y, factor=tau),
    "same_power": use(
        apply("bounded", term=absolute(z), end="low"), apply("weakened", positive), relation="gt", exponent=4
    ),
    "modulus": use(suppose(-y <= x), suppose(x <= y)),
    "within_modulus": use(suppose(absolute(x) < y)),
    "even_power": use(term=absolute(inner(g[i], w)) ** 4),
    "largest_below": use(apply("bounded", term=softmax(g[j])[number(1)], end="high"), index=j),
    "all_different": use(event=_all_differ(h)),
    "extreme_event": use(event=max_over(i, r[i] * i) > x),
    "full_projection": use(suppose(trace(projection(fixed("V", n, d))) == n)),
    "cosine_falls": use(suppose(x >= 0), suppose(x <= y), suppose(y <= 2 * PI - x), x=y, y=x),
    "cosine_near_one": use(suppose(x >= 0), suppose(x <= PI), x=x),
    "union_of_pairs": use(
        event=any_(i != l, any_((j != l) & (j != i), (inner(k[i], k[l]) > x) & (inner(k[j], k[l]) > x)))
    ),
    "last_apart": use(term=Sum(i, power(i, x) * n)),
    "telescoped": use(halves_of(i), suppose(m <= n + 1), **of_halves, condition=i >= m),
    "lambert": use(suppose(x * exp(x) <= y), suppose(y >= 0), w=x),
    "overlap_tail": beyond_a_level,
    "beta_reflected": use(suppose(x > 0), suppose(x < 1), positive, term=incomplete_beta(x, tau, 2)),
    "beta_between": use(
        suppose(x > 0), suppose(x < 1), positive, term=incomplete_beta(x, tau, Fraction(1, 2)), side="above"
    ),
    "chord": use(suppose(x <= y), suppose(y <= tau), x=y, a=x, b=tau, function="square"),
    "hazard_of_all": use(apply("weakened", positive), y=tau, count=n),
    "falling_density": beyond_a_level,
    "mean_of_fold": use(mean_of_step(state / 2 + r[j]), term=walk, **of_walk),
    "median_near_mean": use(spread, suppose(s >= 0), side="below"),
    "root": use(suppose(tau >= 0), x=tau),
    "own_modulus": use(suppose(tau >= 0), x=tau),
    "proxy_of_law": use(term=inner(k[i], w), x=k[i]),
    "hoeffding": use(*_ends()),
    "bounded": use(term=softmax(g[i])[number(1)], end="high"),
    "proxy_of_sum": use(
        apply("proxy_of_law", term=z, x=z),
        apply("proxy_of_law", term=inner(k[i], u), x=k[i]),
        factors=(y / 2, number(-1)),
        shift=x,
    ),
    "proxy_of_family": use(apply("proxy_of_law", term=inner(g[j], w), x=g[j]), condition=j != i, index=j),
    "sub_gaussian_tail": use(apply("proxy_of_law", term=r[i], x=r[i]), positive, relation="ge", side="both"),
    "maximum_of_sub_gaussians": use(
        apply("proxy_of_law", term=inner(k[j], w), x=k[j]),
        apply("odd_moment", term=E(inner(k[j], w)), x=k[j]),
        index=j,
        side="both",
    ),
    "atom": use(above_one, x=endless, value=D),
    "by_density": use(
        slope_of(
            power(place, tau + 1) / ((tau + 1) * y), place**tau, suppose(place > 0), positive, suppose(y > 0)
        ),
        suppose(y > 0),
        positive,
        **by_rise(E(spread_out**tau * z**2), power(place, tau + 1) / ((tau + 1) * y)),
    ),
    "extreme_mean": use(*level_facts(), **level_use()),
    "no_ties": use(event=Term("eq", (one_each[i], max_over(l, one_each[l]))), place=i),
    "exchangeable": use(
        apply("no_ties", event=Term("eq", (one_each[i], min_over(l, one_each[l]))), place=i), place=j
    ),
    "stein": use(derivative(tanh(tau), 1 - tanh(tau) ** 2), x=z, variable=tau),
    "no_atom": use(
        suppose(norm2(fixed("u4", three)) > 0), x=inner(fixed("u4", three), on_spheres[i]), value=y
    ),
    "quantile_by_density": use(derive(P(spread_out <= y / 2), where=[y > 0]), suppose(y > 0)),
    "erfc_turned": use(x=x + y),
    "of_pair": use(x=x, y=z),
    "sign_by_sides": use(x=x - z),
    "of_mixture": use(
        suppose(x >= 0),
        suppose(1 - x >= 0),
        term=E(either * z**2),
        x=either,
        parts=tuple(Model(normal_one=Normal(0, 2), uniform_one=Uniform())),
    ),
    "zipf_power": use(suppose(x > 3), x=endless, e=number(2)),
    "listed": use(term=E(x**ranked + y), x=ranked),
    "over_paths": use(*of_chance, term=E(later_states * flips[i] + tau), x=two_states),
    "share_moment": use(above_one, x=endless, a=number(1), b=d),
    "zipf_beyond": use(above_one, positive, x=endless, t=tau, y=d, s=number(2)),
    "zipf_tail": use(
        suppose(y >= 0), above_one, positive, x=endless, s=number(Fraction(1, 2)), t=tau, side="above"
    ),
    "gamma_between": use(positive, x=tau, s=number(Fraction(1, 3)), side="below"),
    "positive": use(positive, suppose(x > 1), term=3 * tau**y * x / d),
    "eventually": use(suppose(d > x), limit=(d,)),
    "dominated": use(stays, small=x * d ** Fraction(1, 2) * log(d) ** 3 + 0, large=d * tau, limit=(d,)),
    "coarser": use(order_of(1 + x / d, 1 / d, main=1), order_of(1 / d, 1 / power(d, Fraction(1, 2)))),
    "order_of_product": use(order_of(1 + x / d, 1 / d, main=1), order_of(d + y, number(1), main=d)),
    "combined": use(
        order_of(1 + x / d, 1 / d, main=1),
        order_of(y - 1 / d, 1 / d, main=y),
        left=1 + y + (x - 1) / d,
        main=1 + y,
        order=1 / d,
        count=2,
    ),
    "vanishing": use(small, level=number(1)),
    "taylor": use(small, function="power", exponent=y, terms=3),
    "asymptotically_equal": use(order_of(d + x, number(1), main=d), order_of(d - 3, number(1), main=d)),
    "gamma_as_exponential": use(positive, z=tau),
    "gamma_next": use(positive, z=tau),
    "hurwitz_next": use(suppose(x > 1), positive, s=x, a=tau),
    "hurwitz_left": use(suppose(Sum(i > x, number(1)) <= y), suppose(tau > 1), s=tau),
    "hurwitz_between": use(suppose(x > 1), suppose(y > 1), term=hurwitz_zeta(x, y), side="above"),
    "whole_part": use(x=inner(g[i], w)),
    "beta_monotone": use(suppose(x <= y), suppose(x > 0), suppose(y < 1), positive, a=tau, b=number(2)),
    "beta_injective": use(
        suppose(incomplete_beta(_half, tau, 2) == incomplete_beta(_half, x, 2)), positive, suppose(x > 0)
    ),
    "separable_rows": use(all_signed, suppose(n > D), x=signed_rows),
    "missed_by_all": use(
        all_signed,
        of_rank,
        of_first,
        suppose(n >= D + 1),
        x=signed_rows,
        index=j,
        k=number(1),
        t=number(_half),
    ),
    "missed_by_one": use(all_signed, of_rank, positive, x=signed_rows, index=j, y=D + tau),
    "beta_of_coins": use(term=incomplete_beta(_half, n, D), t=number(_half)),
    "fullest_class": use(suppose(x > 1), term=fullest_class(Model(value=Zipf(x)).value, n)),
    "powers_beyond": use(suppose(x > 1), suppose(y > 1), term=Sum(i > y, i ** (-x))),
    "one_of_some": use(suppose(i != j), event=any_(l != j, r[l] > x), index=i),
    "stirling": use(positive, z=tau, terms=2),
    "power_sum": use(suppose(x > 1), term=Sum(Index("a", d), Index("a", d) ** (-x)), terms=1),
}
"""A use of each rule."""


def test_every_rule_has_a_use():
    assert set(ACCEPTED) == set(RULES)


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_use_is_accepted_and_holds_in_random_instances(name):
    premises, parameters = ACCEPTED[name]
    theorem = apply(name, *premises, **parameters)
    given = [hypothesis.proposition for hypothesis in theorem.hypotheses]
    statement = theorem.proposition
    assert check(statement, given, instances=2) == "holds in 2 random instances"


counted = apply("count", term=Sum(l >= i, x))


def least_of(size: Term) -> Theorem:
    """A size is at least as large as it is declared."""
    return apply("bounded", term=size, end="low")


def test_an_index_may_be_any_whole_number_up_to_the_last():
    found = apply("instance", counted, suppose(d <= n), symbol=i, value=d)
    assert found.proposition is (Sum(l >= d, x) == (n - d + 1) * x)
    assert check(found.proposition, [d <= n], instances=20) == "holds in 20 random instances"
    with pytest.raises(CheckFailed):
        # Beyond the last the sum is empty.
        check(found.proposition, [d >= n + 2], instances=20)


def test_a_size_may_be_any_whole_number_that_is_known_to_be_large_enough():
    least_two = apply("bounded", term=Size("rows", minimum=2), end="low")
    found = apply("instance", least_two, suppose(d - m >= 2), symbol=Size("rows", minimum=2), value=d - m)
    assert repr(found) == "d - m ≥ 2 ⊢ 2 ≤ d - m"


third, fair = number(Fraction(1, 3)), {"k": number(1), "t": number(_half)}
room = suppose(n >= D + 1)
of_last = by_products(
    1 / n, 1 / j, (1, *(apply("positive", term=1 / part) for part in (j, n)), suppose(j <= n))
)
alike, inside = incomplete_beta(y, tau, 2) == incomplete_beta(y, x, 2), (y > 0, y < 1, tau > 0, x > 0)
of_chord, of_product = {"x": y, "a": x, "b": tau}, {"x": x, "y": y, "e": tau}
random_index = argmax(j, inner(k[j], u))
heavy = Model(heavy=Zipf(x)).heavy
coin = Model(b=Bernoulli(x)).b
unlike = apply("atom", above_one, x=several[i], value=d)
step_of, walked, of_one = state / 2 + r[j], {"term": walk, **of_walk}, (number(1), number(0))
of_step = mean_of_step(step_of)
total_of, of_others, of_lengths = Sum(j, z * p[j]), Sum(j != i, z * p[j]), Sum(j, norm2(p[j]) * p[j])
own_scores = tabulate(j, inner(p[j], p[i]))
falling = ACCEPTED["below_peak"][0]


def image_of(body: Term, image: Term, w: Term = one_more) -> dict[str, Term]:
    """What the rule of normal images takes."""
    return {"term": E(body), "image": image, "w": w}


one, number_normal, shifted = Model(
    one=Normal(0, 2, dimension=d), number_normal=Normal(0, 2), shifted=Normal(-1, 3)
)
along, own_square, on_sphere = inner(one, u), inner(one, one), inner(k[i], u)
along_u, gap = inner(o[i], u3), one_each[i] - one_each[j]
turned_lengths = of_one_length(*TURNED.values())
a_point, a_matrix = fixed("point", D), fixed("matrix", D, d)
of_rows, own_rows = stack(p) @ a_point, Model(own=iid(Normal(dimension=n), n)).own
shares = {"x": many_more, "y": one_more, "a": tau, "b": number(1)}
rows_on_spheres = {"x": Sum(i, outer(unit(i), on_spheres[i]))}
at_one = {"places": (number(1),), "others": (number(1),)}
moved = {
    "term": E(f(o[i][a])), "x": o[i], "places": (a, b), "y": o[j], "others": (number(2), number(1))
}  # fmt: skip
REFUSED = [
    refused("no density", "no_ties", event=Term("eq", (flips[i], max_over(l, flips[l]))), place=i),
    refused("is not that", "no_ties", event=one_each[i] <= max_over(l, one_each[l]), place=i),
    refused("about no extreme", "no_ties", event=one_each[i] <= one_each[j], place=i),
    refused(
        "not about one item", "no_ties", event=Term("eq", (one_normal, max_over(l, one_normal))), place=i
    ),
    refused("domain", "no_ties", event=Term("eq", (argmax(l, one_each[l]), tau)), place=tau),
    refused("stands as a number", "exchangeable", apply("reflexive", term=Sum(j, j * r[j] ** 2)), place=i),
    refused("change places", "exchangeable", apply("reflexive", term=Sum(j, r[j] * r[i])), place=l),
    refused("finite", "exchangeable", apply("reflexive", term=Sum(j, 1 / one_each[j])), place=i),
    refused("domain", "exchangeable", apply("reflexive", term=Sum(j, r[j] ** 2)), place=number(9)),
    refused("no sum", "exchangeable", apply("reflexive", term=Sum(j != i, r[j] ** 2)), place=i),
    refused("is to be any", "stein", derivative(log(tau), 1 / tau, positive), x=z, variable=tau),
    refused("not N", "stein", derivative(tanh(tau), 1 - tanh(tau) ** 2), x=r[i], variable=tau),
    refused("no slope", "stein", derivative(tanh(tau), 1 - tanh(tau) ** 2), x=z, variable=x),
    refused("no moments", "stein", derivative(exp(tau**2), 2 * tau * exp(tau**2)), x=z, variable=tau),
    *(
        ("same_power", signs, {"relation": relation, "exponent": exponent}, words)
        for signs, relation, exponent, words in (
            ((suppose(x <= 0), suppose(y >= 0)), "gt", 2, "nonnegative"),
            ((suppose(x >= -1), suppose(y >= 0)), "gt", 2, "nonnegative"),
            ((suppose(x != 0), suppose(y >= 0)), "gt", 2, "orders nothing"),
            ((suppose(x >= 0), suppose(y >= 0)), "gt", 0, "no order"),
            ((suppose(x >= 0), suppose(y >= 0)), "gt", -2, "no order"),
            ((suppose(x >= 0), suppose(y >= 0)), "ne", 2, "no order"),
        )
    ),
    refused("whole number from 1", "atom", above_one, x=endless, value=d - 1),
    refused("whole number from 1", "atom", above_one, x=endless, value=y),
    refused("whole number from 1", "atom", above_one, x=endless, value=several[i]),
    refused("must be known", "atom", x=ranked, value=D + 1),
    refused("must be known", "atom", x=coin, value=number(2)),
    refused("not 1, 2", "atom", x=z, value=d),
    refused("has its slope", "by_density", **of_its_mean),
    refused("0 < y|0 < \\(y\\)|must be known", "by_density", rise, **of_its_mean),
    refused("does not say", "by_density", rise, suppose(y > 0), **by_rise(E(spread_out**2), half_square)),
    refused("does not say", "by_density", rise, suppose(y > 0), **by_rise(E(spread_out), place**3 / (2 * y))),
    refused("not any number", "by_density", rise, suppose(y > place), **of_its_mean),
    *(
        refused("from end to end", "by_density", rise, suppose(y > 0), **of_its_mean | {"ends": ends})
        for ends in ((number(0), number(1)), ("-oo", "oo"))
    ),
    refused("says more|no limit", "extreme_mean", *level_facts()[:3], **level_use(), end="oo"),
    refused("does not say", "extreme_mean", *level_facts(), **{**level_use(), "whole": level}),
    refused("not any number", "extreme_mean", *level_facts(), **{**level_use(), "variable": x}),
    refused("not any number", "extreme_mean", *level_facts(), suppose(level > 1), **level_use()),
    refused(
        "not about all",
        "extreme_mean",
        *level_facts()[:3],
        apply("bounded", term=uniforms[i], end="high"),
        **level_use(),
    ),
    refused("must be known", "quantile_by_density", equation(P(spread_out <= x), number(1)), suppose(y > 0)),
    refused("not below", "quantile_by_density", equation(P(spread_out > x), number(_half)), suppose(y > 0)),
    refused("must be known", "quantile_by_density", equation(P(spread_out <= x), number(_half))),
    refused("no density", "quantile_by_density", equation(P(ranked <= x), number(_half))),
    refused("no number", "of_pair", x=u, y=w),
    refused(
        "0 <= 1 - x must be known",
        "of_mixture",
        suppose(x >= 0),
        term=E(either),
        x=either,
        parts=tuple(Model(normal_one=Normal(0, 2), uniform_one=Uniform())),
    ),
    refused("no Zipf law on all", "zipf_power", above_one, x=ranked, e=number(1)),
    refused(
        "not independent",
        "jointly_normal",
        term=E(absolute(gap)),
        images=(gap,),
        values=(Model(summed=Normal(0, 4)).summed,),
    ),
    refused(
        "holds more",
        "jointly_normal",
        different,
        term=E(absolute(gap) * number_normal),
        images=(gap,),
        values=(sqrt(2) * number_normal,),
    ),
    refused("holds more", "listed", term=E(of_few[i] * of_few[j]), x=of_few[i]),
    refused("a mean over", "listed", term=E(ranked - E(ranked)), x=ranked),
    refused("no mean", "listed", term=P(ranked > 1), x=ranked),
    refused("0 <= 1 - x must be known", "over_paths", suppose(x >= 0), term=E(later_states), x=two_states),
    refused("0 <= x must be known", "over_paths", suppose(x <= 1), term=E(later_states), x=two_states),
    refused("a mean over", "over_paths", *of_chance, term=E(later_states - E(later_states)), x=two_states),
    refused("at numbers", "over_paths", *of_chance, term=E(two_states[i]), x=two_states),
    refused(
        "at numbers", "over_paths", *of_chance, term=E(later_states + Sum(i, two_states[i])), x=two_states
    ),
    refused("no chain written out", "over_paths", term=E(c[number(1)]), x=c),
    refused("no chain written out", "over_paths", term=E(flips[number(1)]), x=flips),
    refused("no mean", "over_paths", *of_chance, term=P(later_states > 1), x=two_states),
    refused("1 < x must be known", "share_moment", x=endless, a=number(0), b=d),
    refused("0 <= -1", "share_moment", above_one, x=endless, a=number(-1), b=d),
    refused("0 <= y", "share_moment", above_one, x=endless, a=number(0), b=y),
    refused("no Zipf law on all", "share_moment", above_one, x=ranked, a=number(0), b=d),
    refused("1 < x must be known", "zipf_beyond", x=endless, t=d),
    refused("0 <= y", "zipf_beyond", above_one, x=endless, t=y),
    refused("whole number", "zipf_beyond", above_one, positive, x=endless, t=tau, relation="ge"),
    refused("0 < 0", "zipf_beyond", above_one, x=endless, t=number(0), relation="ge"),
    refused("from it on", "zipf_beyond", above_one, x=endless, t=d, relation="lt"),
    refused("0 <= -2", "zipf_beyond", above_one, x=endless, t=number(-2)),
    refused("0 < y", "zipf_beyond", above_one, x=endless, t=d, y=y),
    refused("0 < -1", "zipf_beyond", above_one, x=endless, t=d, s=number(-1)),
    refused("no number", "zipf_beyond", above_one, x=endless, t=several[i]),
    *(
        ("zipf_tail", facts, {"x": own, "s": power, "t": tau, "side": side}, words)
        for facts, own, power, side, words in (
            ((suppose(y >= -1), above_one, positive), endless, number(1), "above", "nonnegative"),
            ((suppose(y <= 0), above_one, positive), endless, number(1), "above", "nonnegative"),
            ((suppose(y >= 0), positive), endless, number(1), "below", "1 < x must be known"),
            ((suppose(y >= 0), above_one), endless, number(1), "below", "0 < τ must be known"),
            ((suppose(y >= 0), above_one, positive), endless, number(-1), "below", "0 < -1 must be known"),
            ((suppose(y >= 0), above_one, positive), endless, y, "below", "0 < y must be known"),
            ((suppose(y >= 0), above_one, positive), ranked, number(1), "below", "no Zipf law on all"),
            ((suppose(y >= 0), above_one, positive), endless, number(1), "beside", "side is"),
        )
    ),
    refused("must be known", "gamma_between", positive, x=tau, s=number(2), side="below"),
    refused("side is", "gamma_between", positive, x=tau, s=number(Fraction(1, 3)), side="beside"),
    refused("is not any", "held_fixed", unlike, fixed=d, x=z),
    refused("holds", "held_fixed", unlike, fixed=d, x=several[i]),
    refused("two sides", "modulus", suppose(-y <= x), suppose(x <= tau)),
    refused("two sides", "modulus", suppose(y <= x), suppose(x <= y)),
    refused("no modulus", "within_modulus", suppose(x <= y)),
    refused("no even power", "even_power", term=absolute(x) ** 3),
    refused("no even power", "even_power", term=absolute(x) ** Fraction(1, 2)),
    refused("no even power", "even_power", term=exp(x) ** 2),
    refused("no even power", "even_power", term=power(absolute(x), y)),
    refused("is about", "largest_below", suppose(x + j <= y), index=j),
    refused("depends on", "largest_below", apply("reflexive", term=norm2(g[j])), index=j),
    refused("accepted are", "largest_below", suppose(i != j), index=j),
    refused("no sign", "signs_of_product", event=inner(g[i], u) * z >= 0),
    refused("no sign", "signs_of_product", event=inner(g[i], u) * z > 1),
    refused("no sign", "signs_of_product", event=Term("eq", (inner(g[i], u) * z, number(0)))),
    refused("no sign", "signs_of_product", event=number(0) < inner(g[i], u) * z),
    refused("no product", "signs_of_product", event=inner(g[i], u) + z > 0),
    refused("no product", "signs_of_product", event=z**2 > 0),
    refused("equally likely", "all_different", event=_all_differ(k)),
    refused("equally likely", "all_different", event=all_(i, all_(j != i, r[i] != r[j]))),
    refused("not about all pairs", "all_different", event=all_(i, all_(j, inner(h[i], h[j]) != 1))),
    refused("not about all pairs", "all_different", event=all_(i, all_(j != l, inner(h[i], h[j]) != 1))),
    refused("two items", "all_different", event=all_(i, all_(j != i, inner(h[i], h[l]) != 1))),
    refused("two items", "all_different", event=all_(i, all_(j != i, inner(h[i], h[j]) != 0))),
    refused("not about all pairs", "all_different", event=any_(i, any_(j != i, inner(h[i], h[j]) != 1))),
    refused("symmetric", "union_of_pairs", event=any_(i, any_(j != i, inner(k[i], u) > inner(k[j], u)))),
    refused("takes out more", "union_of_pairs", event=any_(i, any_(j, inner(k[i], k[j]) > x))),
    refused("takes out", "union_of_pairs", event=any_(i, any_((j != i) & (j != l), inner(k[i], k[j]) > x))),
    refused("takes out", "union_of_pairs", event=any_(i != l, any_(j != i, inner(k[i], k[j]) > x))),
    refused(
        "symmetric",
        "union_of_pairs",
        event=any_(i, any_(j != i, (inner(k[i], u) > x) & (inner(k[j], u) > y))),
    ),
    refused("over pairs", "union_of_pairs", event=any_(i, inner(k[i], u) > x)),
    refused("over pairs", "union_of_pairs", event=all_(i, any_(j != i, inner(k[i], k[j]) > x))),
    refused("over pairs", "union_of_pairs", event=any_(i, all_(j != i, inner(k[i], k[j]) > x))),
    refused("not known to be finite", "linear", term=E(power(z, _half) + 1)),
    refused("not known to be finite", "linear", term=E(power(absolute(z), number(-1)) + 1)),
    refused("may be less than 2", "last_apart", term=Sum(in_d, power(in_d, x))),
    refused("not over all", "last_apart", term=Sum(i != j, power(i, x))),
    refused("no formula", "last_apart", term=Sum(i, indicator(i <= j) * i)),
    refused("no formula", "last_apart", term=Sum(i, signed[i])),
    refused("no formula", "last_apart", term=Sum(i, z * i)),
    refused("no formula", "last_apart", term=Product(i, Sum(j, i * j))),
    refused("no ratio", "telescoped", halves_of(i), **of_halves, head="product"),
    refused("over all", "telescoped", halves_of(i), **of_halves, condition=i != j),
    refused("over all", "telescoped", halves_of(i), **of_halves, condition=i > j),
    refused("not known to be an index", "telescoped", halves_of(i), **of_halves, condition=i >= m),
    refused("not known", "telescoped", halves_of(i), suppose(m <= n + 2), **of_halves, condition=i >= m),
    refused("not known", "telescoped", halves_of(i), **of_halves, condition=i >= 0),
    refused("not known", "telescoped", halves_of(i), **of_halves, condition=i >= 5),
    refused(
        "is about",
        "telescoped",
        halves_of(i),
        apply("transitive", apply("symmetric", suppose(i >= m)), suppose(i <= n + 1)),
        **of_halves,
        condition=i >= m,
    ),
    refused("over all", "telescoped", halves_of(i), **of_halves, condition=i < Index("p", m)),
    refused("over all", "telescoped", halves_of(i), **of_halves, condition=i <= Index("p", m)),
    refused("is about", "telescoped", equation(x + 0 * i, i * x - (i - 1) * x), index=i, whole=i * x),
    refused("no difference", "telescoped", equation(x, y - x), index=i, whole=i * x),
    refused(
        "no difference",
        "telescoped",
        apply("ring", left=x, right=i * x - (i - 1) * x),
        index=i,
        whole=(i + 1) * x,
    ),
    refused("nonnegative", "lambert", suppose(x * exp(x) <= y), suppose(y >= -1), w=x),
    refused("must be a theorem", "lambert", suppose(x * exp(x) <= y), suppose(tau >= 0), w=x),
    refused("is not", "lambert", suppose(x * exp(y) <= y), suppose(y >= 0), w=x),
    refused("must be|is not", "lambert", suppose(x * exp(x) >= y), suppose(x * exp(x) >= 0), w=y),
    refused("no incomplete", "beta_reflected", term=exp(x)),
    *(
        (
            "beta_between",
            tuple(map(suppose, facts)),
            {"term": incomplete_beta(x, tau, b), "side": side},
            words,
        )
        for facts, b, side, words in (
            ((x > 0, x < 1, tau > 0), 2, "above", "2 <= 1 must"),
            ((x > 0, x < 1, tau > 0), 2, "below", "2 <= 1 must"),
            ((x > 0, x < 1, tau > 0), y, "below", "0 < y must"),
            ((x > 0, x < 1, tau > 0), Fraction(1, 2), "beside", "side is"),
        )
    ),
    *(
        (
            "overlap_tail",
            tuple(map(suppose, facts)),
            {"term": inner(t3, on_unit), "x": on_unit, "t": tau},
            words,
        )
        for facts, words in (
            ((norm2(t3) == 2, tau >= 0, tau <= 1, three >= 3), "τ <= √2 must be"),
            ((norm2(t3) == 1, tau >= 0, tau <= 2, three >= 3), "τ <= 1"),
            ((norm2(t3) == 1, tau >= -1, tau <= 1, three >= 3), "0 <= τ"),
        )
    ),
    *(
        refused("2 <= d must", "overlap_tail", *map(suppose, facts), term=inner(u, flat), x=flat, t=tau)
        for facts in (
            (norm2(u) == 1, tau >= 0, tau <= 1, d >= 1),
            (norm2(u) == 1, tau >= 0, tau <= 1, m >= 3),
        )
    ),
    refused("y <= τ must be known", "chord", suppose(x <= y), suppose(x <= tau), **of_chord, function="exp"),
    refused("x <= y must be known", "chord", suppose(x >= y), suppose(y <= tau), **of_chord, function="exp"),
    refused("convex", "chord", suppose(x <= y), suppose(y <= tau), **of_chord, function="log"),
    refused("convex", "chord", suppose(x <= y), suppose(y <= tau), **of_chord, function="tanh"),
    refused("must be known", "hazard_of_all", suppose(x >= -1), y=x, count=n),
    refused("number of events", "hazard_of_all", suppose(x >= 0), y=x, count=Size("none", minimum=0)),
    refused("number of events", "hazard_of_all", suppose(x >= 0), y=x, count=tau),
    refused("number of events", "hazard_of_all", suppose(x >= 0), y=x, count=number(Fraction(1, 2))),
    *(
        ("falling_density", facts, {"term": term, "x": vector, "t": tau}, words)
        for facts, term, vector, words in (
            ((norm2(t3) == 2, tau >= 0, tau <= 1, three >= 3), inner(t3, on_unit), on_unit, "τ <= √2"),
            ((norm2(t3) == 1, tau >= 0, tau <= 1, three >= 3), inner(t3, t3), on_unit, "inner product"),
            ((norm2(t3) == 1, tau >= 0, tau <= 2, three >= 3), inner(t3, on_unit), on_unit, "<= 1"),
            ((norm2(t3) == 1, tau >= -1, tau <= 1, three >= 3), inner(t3, on_unit), on_unit, "0 <= τ"),
            ((norm2(t3) == 1, tau >= 0, tau <= 1, three >= 2), inner(t3, on_unit), on_unit, "3 <="),
            ((norm2(t3) == 1, tau >= 0, tau <= 1, d >= 3), inner(t3, on_unit), on_unit, "3 <= three"),
            ((norm2(u) == 1, tau >= 0, tau <= 1, d >= 3), inner(u, g[i]), g[i], "of a sphere"),
            ((norm2(u) == 1, tau >= 0, tau <= 1, d >= 3), inner(u, k[i]), k[i], "0 < τ"),
        )
        for facts in [tuple(map(suppose, facts))]
    ),
    refused("differ", "same_event", event=z - x > y, other=z >= x + y, factor=number(1)),
    refused("other differences", "same_event", event=z - x > y, other=x + y > z, factor=number(1)),
    refused("other differences", "same_event", event=z - x > y, other=z < x + y, factor=number(1)),
    refused("differ", "same_event", event=z - x > y, other=x + y <= z, factor=number(1)),
    refused(
        "other differences", "same_event", event=z - x > y, other=2 * z > 2 * x + 2 * y, factor=number(1)
    ),
    refused("other differences", "same_event", event=x / x * z > y, other=z > y, factor=number(1)),
    refused("differ", "same_event", event=all_(j, r[j] > 0), other=all_(j, r[j] > 0), factor=number(1)),
    refused("random", "assume", proposition=norm2(k[i]) <= 1, ground="condition", because="no"),
    refused("no proposition", "assume", proposition=x, ground="condition", because="no"),
    refused("valid", "assume", proposition=x > 0, ground="because I say so", because="no"),
    refused("no such|concludes|eq relates", "reflexive", term=Sum(j, x).args[1]),
    refused("relates", "reflexive", term=k[i].args[0]),
    refused("accepted are", "symmetric", suppose((x > 0) & (y > 0))),
    refused("begins with", "transitive", suppose(x <= y), suppose(tau <= y)),
    refused("accepted are", "transitive", suppose(x != y), suppose(y == tau)),
    refused("accepted are", "rewrite", suppose(x <= y), suppose(x < 1)),
    refused("does not occur", "rewrite", equation(x, y), suppose(tau < 1)),
    refused("does not occur", "rewrite", equation(n, d), suppose(i != j)),
    refused("accepted are", "within", suppose(x < y), term=x),
    refused("two", "one_of_both", suppose((x > 0) & (y > 0)), position=2),
    refused("accepted are", "one_of_both", suppose((x > 0) | (y > 0)), position=0),
    refused("no hypothesis", "cut", positive, suppose(x > 0)),
    refused("does not occur", "under", suppose(x == x * 1 + 0), binder=Sum(j, y), index=l),
    refused("occurs in", "under", apply("ring", left=x + y, right=y + x), binder=total, index=i),
    refused("range", "under", apply("ring", left=x + y, right=y + x), binder=total, index=Index("a", m)),
    refused(
        "is about|does not occur",
        "under",
        apply("rewrite", suppose(l == i), apply("reflexive", term=inner(k[l], k[l]))),
        binder=Sum(j, norm2(k[j])),
        index=l,
    ),
    refused("is about", "sum_monotone", suppose(x <= j + 0 * j), condition=TRUE, index=j),
    refused("domain", "instance", apply("bounded", term=n, end="low"), symbol=n, value=number(2)),
    refused("domain", "instance", apply("bounded", term=n, end="low"), symbol=n, value=number(-5)),
    refused("domain", "instance", apply("bounded", term=n, end="low"), symbol=n, value=number(7)),
    refused(
        "domain", "instance", apply("bounded", term=d, end="low"), symbol=d, value=number(Fraction(7, 2))
    ),
    refused("domain", "instance", apply("bounded", term=d, end="low"), symbol=d, value=x),
    refused("domain", "instance", suppose(i != j), symbol=i, value=number(4)),
    refused("domain", "instance", counted, symbol=i, value=steps + 1),
    refused("known to be in the domain", "instance", counted, suppose(n <= d), symbol=i, value=d),
    refused("known to be in the domain", "instance", counted, suppose(d <= m), symbol=i, value=d),
    refused("known to be in the domain", "instance", counted, suppose(d <= n), symbol=i, value=m),
    refused("known to be in the domain", "instance", counted, suppose(steps <= n), symbol=i, value=steps),
    refused("known to be in the domain", "instance", counted, suppose(x <= n), symbol=i, value=x),
    refused("in the domain", "instance", least_of(d), suppose(m >= 1), symbol=d, value=m - 1),
    refused("in the domain", "instance", least_of(d), suppose(x >= 1), symbol=d, value=x),
    refused("in the domain", "instance", least_of(d), suppose(m - 1 <= 1), symbol=d, value=m - 1),
    refused("in the domain", "instance", least_of(d), suppose(m - 1 >= 0), symbol=d, value=m - 1),
    refused("in the domain", "instance", least_of(n), suppose(m - 1 >= 3), symbol=n, value=m - 1),
    refused("are about", "instance", least_of(d), suppose(m - d >= 1), symbol=d, value=m - d),
    refused("accepted are", "instance", counted, suppose(d != n), symbol=i, value=d),
    refused("known to be in the domain", "instance", counted, *[suppose(d <= n)] * 2, symbol=i, value=d),
    refused("more than a number", "instance", nonnegative(norm2(k[i])), suppose(d <= n), symbol=i, value=d),
    refused("more than a number", "instance", suppose(i != j), suppose(d <= n), symbol=i, value=d),
    refused(
        "more than a number",
        "instance",
        apply("reflexive", term=Sum(l != i, x)),
        suppose(d <= n),
        symbol=i,
        value=d,
    ),
    refused(
        "about",
        "instance",
        counted,
        apply("transitive", suppose(d <= i), apply("bounded", term=i, end="high")),
        symbol=i,
        value=d,
    ),
    refused("random", "instance", suppose(i != j), symbol=i, value=random_index),
    refused(
        "random", "instance", apply("chebyshev", positive, x=z, relation="ge"), symbol=tau, value=z**2 + 1
    ),
    refused("not the same", "ring", left=x / x, right=number(1)),
    refused("not zero", "ring", suppose(x >= 0), left=x / x, right=number(1)),
    refused("not the same", "ring", left=power(x**2, Fraction(1, 2)), right=x),
    refused("not the same", "ring", left=(x + 1) ** 2, right=x**2 + 1),
    refused("not the same", "ring", left=x**y * x, right=x ** (y + 1)),
    refused("not the same", "ring", left=1 / (n - 3) * (n - 3), right=number(1)),
    *(
        refused(why, "certificate", suppose(x >= 1), left=x, right=right, relation=relation, parts=parts)
        for why, right, relation, parts in (
            ("strict", x**2, "lt", ((1, 1, (0, 0), ()), (1, 1, (0,), ()))),
            ("not positive", number(1), "le", ((-1, 1, (0,), ()),)),
            ("add up", number(1), "le", ((1, 1, (0,), ()),)),
        )
    ),
    refused("proves", "certificate", left=x, right=x, relation="eq", parts=()),
    refused("no known bounds", "bounded", term=x, end="low"),
    refused("no known bounds", "bounded", term=d, end="high"),
    refused("low or high", "bounded", term=d, end="least"),
    refused("no known bounds", "bounded", term=x**3, end="low"),
    refused("no known bounds", "bounded", term=power(x, Fraction(2, 3)), end="low"),
    refused("no known bounds", "bounded", term=inner(u, w), end="low"),
    refused("no known bounds", "bounded", term=norm2(u), end="high"),
    refused("no known bounds", "bounded", term=Cov(z, q), end="low"),
    refused("no known bounds", "bounded", term=E(z), end="high"),
    refused("no known bounds", "bounded", term=exp(x), end="high"),
    refused("not zero", "positive", suppose(tau >= 0), term=1 / tau),
    refused("not known", "positive", suppose(tau > -1), term=1 / tau),
    refused("not known", "positive", suppose(tau > -d), term=tau),
    refused("not known", "positive", suppose(tau > d - 2), term=tau),
    refused("not known", "positive", suppose(tau > d / 2), term=tau - d),
    refused("not known", "positive", suppose(tau > x), suppose(x > tau), term=tau),
    refused("not known", "positive", suppose(tau > 1 / tau), term=tau),
    refused("not known", "positive", suppose(tau > x * y), suppose(x < 0), suppose(y > 0), term=tau),
    refused("not known", "positive", suppose(x * y > 0), term=1 / x),
    refused("no sum or multiple", "linear", term=inner(E(z * k[i]), k[j])),
    refused("finite", "linear", term=inner(E(norm2(g[i]) ** -9 * g[i]), w)),
    refused("must be known", "monotone", suppose(x < y), function="log", exponent=number(1)),
    refused("known", "monotone", suppose(x < y), suppose(x > 0), function="power", exponent=number(-1)),
    refused("no exponent", "monotone", suppose(x < y), suppose(x > 0), function="exp", exponent=number(2)),
    refused("not known to grow", "monotone", suppose(x < y), function="abs", exponent=number(1)),
    refused("accepted are", "monotone", suppose(x != y), function="exp", exponent=number(1)),
    refused("no name", "written_out", term=x),
    refused("whole number", "written_out", term=power(x, Fraction(1, 2))),
    refused("whole number", "written_out", term=power(x, -2)),
    refused("whole number", "written_out", term=outer(u, w) ** 1),
    refused("whole number", "written_out", term=outer(u, w) ** n),
    refused("finite", "written_out", term=Var(heavy)),
    refused("finite", "written_out", term=Cov(heavy, z)),
    refused("not linear", "linear", term=norm2(u + w), position=0),
    refused("not linear", "linear", term=exp(x + y), position=0),
    refused("not linear", "linear", term=P(z > x), position=0),
    refused("not linear", "linear", term=x + y),
    refused("leaves", "linear", term=Sum(j, inner(k[j], u) * inner(k[i], k[j]))),
    refused("no sum or multiple", "linear", term=Sum(j, Sum(l != j, x))),
    refused("leaves", "linear", term=E(z * q)),
    refused("finite", "linear", term=E(heavy + z)),
    refused("finite", "linear", term=E(x * heavy)),
    refused("finite", "linear", term=E(1 / z + z)),
    refused("no sum or multiple", "linear", term=E(exp(z))),
    refused("no sum or multiple|other shapes", "linear", term=x * inner(u + w, w), position=1),
    refused("over all", "parted", term=Sum(l != j, x), case=l > x, index=l),
    refused("range", "parted", term=Sum(l, x), case=Index("a", m) > x, index=Index("a", m)),
    refused("not random", "parted", term=Sum(l, x), case=norm2(k[l]) > x, index=l),
    refused("no case", "parted", term=Sum(l, x), case=x, index=l),
    refused("no sum over", "taken_out", term=x, value=i),
    refused("must be a theorem", "taken_out", term=Sum(l != j, x), value=i),
    refused("must be a theorem", "taken_out", suppose(j != i), term=Sum(l != j, x), value=i),
    refused("must be a theorem", "taken_out", different, term=Sum((l != j) & (l != i), x), value=i),
    refused("range", "taken_out", term=Sum(l, x), value=Index("a", m)),
    refused("range", "taken_out", term=Sum(l, x), value=number(2)),
    refused("range", "taken_out", term=Sum(l, norm2(k[l])), value=random_index),
    refused("depends on the index", "count", term=Sum(l, inner(k[l], u))),
    *(
        refused("up to an index", "count", term=Sum(own, x))
        for far in [Index("a", d)]
        for own in (l <= far, l < far, l > far, l >= far)
    ),
    refused("up to an index", "count", term=Sum(l < 0, x)),
    refused("up to an index", "count", term=Sum(l > 9, x)),
    refused("of the kind le", "weakened", suppose(x <= y), relation="ne"),
    refused("is not weaker", "weakened", suppose(Term("eq", (x, y))), relation="ne"),
    refused("is not weaker", "weakened", suppose(x < y), relation="lt"),
    refused("must be a theorem", "count", term=Sum((l != i) & (l != i), x)),
    *(
        refused("independent", "mean_of_independent", *facts, term=E(product), first=(0,))
        for product, *facts in (
            (inner(k[i], u) * inner(k[j], u),),
            (inner(k[i], u) * inner(k[i], k[j]), different),
            (c[i] * c[j], different),
            (norm2(eta) * norm2(k[i]),),
            (inner(k[random_index], u) * inner(k[i], u), different),
            (total * inner(k[i], u),),
            (inner(k[i], u) * Sum(l, inner(k[l], w)), different),
            (Sum(l, inner(k[l], w)) * inner(k[i], u), different),
        )
    ),
    refused("no mean of a largest", "longest_wait", positive, term=E(min_over(j, waits[j]))),
    refused("no item", "longest_wait", positive, term=E(max_over(j, 2 * waits[j]))),
    refused("no item", "longest_wait", positive, term=E(max_over(j, waits[i]))),
    refused("not exponential", "longest_wait", positive, term=E(max_over(j, uniforms[j]))),
    refused("must be known", "successes", suppose(x > 0), x=Sum(j, flips[j]), k=number(1), relation="eq"),
    refused("no sum", "successes", suppose(x > 0), below_one, x=flips[i], k=number(1), relation="eq"),
    refused("no item", "successes", below_one, x=Sum(j, flips[i]), k=number(1), relation="eq"),
    refused("no sum of coins", "successes", x=Sum(j, r[j]), k=number(1), relation="eq"),
    refused("must be known", "waiting_tail", positive, x=Sum(j, waits[j]), t=x),
    refused("must be known", "waiting_tail", above_one, x=Sum(j, waits[j]), t=x),
    refused("no item", "waiting_tail", positive, above_one, x=Sum(j, waits[i]), t=x),
    refused("not independent", "waiting_tail", positive, above_one, x=waits[i] + waits[j], t=x),
    refused("of one law", "waiting_tail", positive, above_one, x=waits[i] + z, t=x),
    refused("no sum", "waiting_tail", positive, above_one, x=waits[i], t=x),
    refused("of waiting times", "waiting_tail", positive, above_one, x=Sum(j, uniforms[j]), t=x),
    refused("no tail", "waiting_tail", positive, above_one, x=Sum(j, waits[j]), t=x, relation="lt"),
    refused("random", "waiting_tail", positive, above_one, x=Sum(j, waits[j]), t=z),
    *(
        refused(why, "two_directions", term=E(absolute(first) * second), x=drawn)
        for why, first, second, drawn in (
            ("all directions", inner(g[i], u), absolute(inner(g[i], w)), g[i]),
            ("each direction once", along_u, inner(o[i], v3), o[i]),
            ("no product", along_u, absolute(z), o[i]),
            ("no product", along_u, absolute(inner(o[j], v3)), o[i]),
            ("is random", inner(o[i], p[i]), absolute(inner(o[i], v3)), o[i]),
            ("not about two", along_u, number(1), o[i]),
        )
    ),
    *(
        refused(
            "direction once|no modulus",
            "two_directions",
            term=E(absolute(one) * absolute(other) * rest),
            x=o[i],
        )
        for one, other in [(inner(o[i], u3), inner(o[i], v3))]
        for rest in (one, one**2 * other, one * one, one * inner(o[i], u3 + v3), other * 1)
    ),
    refused("must be known", "two_directions", term=P(halves), x=o[i]),
    refused("must be known", "two_directions", above[0], term=P(halves & (inner(o[i], v3) > 0)), x=o[i]),
    refused("no half-space", "two_directions", *above, term=P(inner(u3, o[i]) > 1), x=o[i]),
    refused("no half-space", "two_directions", *above, term=P(inner(u3, o[i]) > tau), x=o[i]),
    refused("no modulus", "two_directions", *above, term=P(Term("eq", (inner(u3, o[i]), number(0)))), x=o[i]),
    refused("not seen", "told_apart", small=number(Fraction(22, 7)), large=PI),
    refused("not seen", "told_apart", small=sqrt(number(4)), large=number(2)),
    refused("no constant", "told_apart", small=-1 - tau**2, large=number(0)),
    refused("no constant", "told_apart", small=number(0), large=inner(u, u) + 1),
    refused("no constant", "told_apart", small=number(0), large=zeta(sqrt(number(4)))),
    refused("no sum", "told_apart", small=number(0), large=zeta(1)),
    refused("no logarithm", "told_apart", small=log(PI - 4), large=number(2)),
    refused("no power", "told_apart", small=power(PI - 4, -1), large=number(2)),
    refused("no power", "told_apart", small=power(PI - PI, 0), large=number(2)),
    refused("no power", "told_apart", small=power(number(-8), Fraction(1, 3)), large=number(2)),
    refused("too long", "told_apart", small=number(0), large=exp(number(10**9))),
    refused("random", "modulus_moment", different, term=E(absolute(inner(k[i], k[j]))), x=k[i]),
    refused("all directions", "modulus_moment", term=E(absolute(inner(g[i], w))), x=g[i]),
    refused("all directions", "modulus_moment", term=E(absolute(inner(h[i], w))), x=h[i]),
    refused("all directions", "modulus_moment", term=E(absolute(shifted)), x=shifted),
    refused("no mean modulus", "modulus_moment", term=E(inner(k[i], w)), x=k[i]),
    refused("no mean modulus", "modulus_moment", term=absolute(inner(k[i], w)), x=k[i]),
    refused("no mean modulus", "modulus_moment", term=E(absolute(z) * x), x=z),
    refused("0 <= s must be known", "modulus_moment", term=E(absolute(q)), x=q),
    refused("0 < τ must be known", "modulus_moment", suppose(tau >= 0), term=E(absolute(z) ** tau), x=z),
    refused("random", "modulus_moment", term=E(absolute(z) ** absolute(q)), x=z),
    refused("must be a theorem", "same_law", **{**moved, "term": E(f(o[i][a]) * f(o[i][b]))}),
    refused("must be a theorem", "same_law", other_places, **{**moved, "others": (number(1), number(1))}),
    refused("holds more", "same_law", other_places, **{**moved, "term": E(f(o[i][a]) * z)}),
    refused("holds more", "same_law", other_places, **{**moved, "term": E(o[i][a] * inner(o[i], o[i]))}),
    refused("holds more", "same_law", other_places, **{**moved, "term": E(o[i][a] * o[j][a])}),
    refused("holds more", "same_law", other_places, **{**moved, "term": E(Sum(l, o[l][a]))}),
    refused("alike", "same_law", other_places, **{**moved, "y": t[j]}),
    refused("alike", "same_law", term=E(g[i][number(1)]), x=g[i], **at_one, y=g[j]),
    refused("0 <= s must be known", "same_law", term=E(t[i][number(1)]), x=t[i], **at_one, y=t[j]),
    refused("no mean", "same_law", term=P(o[i][number(1)] > 0), x=o[i], **at_one, y=o[j]),
    refused("finite", "same_law", term=E(1 / o[i][number(1)]), x=o[i], **at_one, y=o[j]),
    refused("must be a theorem", "coordinate_moment", term=E(o[i][a] ** 2 * o[i][b] ** 2), x=o[i]),
    refused("no power", "coordinate_moment", term=E(o[i][a] ** 2 * z), x=o[i]),
    refused("no power", "coordinate_moment", term=E(1 / o[i][a] ** 2), x=o[i]),
    refused("no power", "coordinate_moment", term=E(relu(o[i][a])), x=o[i]),
    refused("no mean over a sphere", "coordinate_moment", term=E(t[i][a] ** 2), x=t[i]),
    refused("may be negative", "coordinate_moment", term=E(absolute(k[i][number(1)])), x=k[i]),
    refused("no power", "coordinate_moment", term=E(o[i][a] ** 2), x=o[j]),
    refused("must be a theorem", "zonal", term=f(o[i][a]), x=o[i], places=(a, b)),
    refused("holds more", "zonal", other_places, term=o[i][a] * o[i][b], x=o[i], places=(a, b)),
    refused("holds more", "zonal", other_places, term=o[i][a] * z, x=o[i], places=(a, b)),
    refused("on no sphere", "zonal", other_places, term=t[i][a], x=t[i], places=(a, b)),
    refused("variance", "zonal", other_places, term=1 / o[i][a], x=o[i], places=(a, b)),
    refused("finite", "normal_image", **image_of(norm2(total_of) ** tau, total_of)),
    refused("finite", "normal_image", positive, **image_of(norm2(total_of) ** -tau, total_of)),
    refused("holds more", "normal_image", **image_of(norm2(total_of) * norm2(p[i]), total_of)),
    refused("independent", "normal_image", **image_of(norm2(of_lengths), of_lengths)),
    refused("no item", "normal_image", **image_of(norm2(Sum(j, z * p[i])), Sum(j, z * p[i]))),
    refused("must be|not N", "normal_image", **image_of(norm2(Sum(j, z * g[j])), Sum(j, z * g[j]))),
    refused("not N", "normal_image", **image_of(norm2(Sum(j, z * o[j])), Sum(j, z * o[j]))),
    refused("holds more", "normal_image", **image_of(norm2(of_others) * norm2(p[l]), of_others)),
    refused("holds more", "normal_image", **image_of(norm2(of_others) * norm2(Sum(l != i, p[l])), of_others)),
    refused("no item|no image|multiples", "normal_image", **image_of(norm2(total_of), Sum(j, p[j]))),
    refused("must be", "normal_image", **{**image_of(norm2(total_of), total_of), "w": many_more}),
    refused(
        "no new random object", "normal_image", **image_of(norm2(total_of) + one_more[number(1)], total_of)
    ),
    refused("independent", "normal_image", **image_of(norm2(own_scores), own_scores, many_more)),
    refused("not independent", "normal_image", **image_of(own_square**2, own_square, number_normal)),
    refused("no product|must be|shapes", "normal_image", **image_of(inner(one, u) ** 2, inner(one, u))),
    refused("not independent", "normal_image", **image_of(on_sphere**2, on_sphere, number_normal)),
    refused("must be known", "nonzero_length", x=stack(p) @ a_point),
    refused("not N", "nonzero_length", suppose(norm2(a_point) > 0), x=stack(o) @ a_point),
    refused("not N", "nonzero_length", x=stack(own_rows) @ own_rows[number(1)]),
    refused("not N", "nonzero_length", x=a_matrix @ one),
    refused("finite", "length_moment", term=E(norm2(of_rows) ** x * norm2(p[i])), x=of_rows),
    refused("must be known", "nonzero_length", x=t[i]),
    refused("does not say", "below_peak", *falling, x=number_normal, at=y),
    refused("not N", "below_peak", *falling, x=shifted, at=x),
    refused("does not say", "below_peak", falling[0], falling[2], falling[1], x=number_normal, at=x),
    refused("must be known", "logistic_above", x=number_normal, r=tau, slope=0),
    refused("not N", "logistic_above", positive, x=shifted, r=tau, slope=0),
    refused("no number", "logistic_above", positive, x=one, r=tau, slope=0),
    refused("is random", "cases", *[apply("reflexive", term=x)] * 2, low=number(0), high=z),
    refused("say two things", "cases", by_cases[0], apply("reflexive", term=x), low=number(0), high=x),
    refused("does not say", "rises", suppose(x <= y), slope_of_cube, function=-(tau**3), at=tau),
    refused("not any number", "rises", suppose(tau <= y), slope_of_cube, function=tau**3, at=tau),
    refused("not any number", "rises", suppose(x + tau**2 >= x), slope_of_cube, function=tau**3, at=tau),
    refused("is random", "rises", nonnegative(z**2), slope_of_cube, function=tau**3, at=tau),
    refused(
        "says more",
        "rises",
        suppose(x <= y),
        apply("symmetric", suppose(gradient(-tau, tau) >= 0)),
        function=-tau,
        at=tau,
    ),
    refused("says more", "rises", suppose(y >= -1), slope_of_log, above_zero, function=log(tau), at=tau),
    refused("any fixed value", "instance", suppose(x <= y), symbol=x, value=z),
    refused(
        "is a mean at",
        "instance",
        apply("no_atom", suppose(y > 0), x=spread_out, value=tau),
        symbol=tau,
        value=z,
    ),
    refused("any fixed value", "instance", apply("bounded", term=z**2 + x**2, end="low"), symbol=x, value=z),
    refused("is a mean at", "instance", apply("reflexive", term=P(z > x)), symbol=x, value=z),
    refused("any fixed value", "instance", nonnegative(i**2 + x**2), symbol=i, value=z),
    refused("must be known", "jointly_normal", different, term=E(p[i][a]), **TURNED),
    refused("not independent", "jointly_normal", *turned_lengths, term=E(p[i][a]), **TURNED),
    refused("must be known", "jointly_normal", term=E(z**2), images=(z,), values=(number_normal,)),
    refused("in no product", "jointly_normal", term=E(z), images=(inner(one, u), one), values=(z, one)),
    refused("must be known", "jointly_normal", term=E(z), images=(z,), values=(z, z)),
    refused(
        "holds none of", "jointly_normal", *turned_lengths, different, term=E(norm2(Sum(l, p[l]))), **TURNED
    ),
    refused("no vector", "beside_the_largest", logits=x),
    refused("is not about", "softmax_near", near_scores, x=w, y=u, index=in_d),
    refused(
        "no bound",
        "softmax_near",
        apply("each", suppose(all_(in_d, absolute(u[in_d] - w[in_d]) <= in_d)), index=in_d),
        x=u,
        y=w,
        index=in_d,
    ),
    refused("must be known", "normal_tail", x=z, t=x),
    refused("not N", "normal_tail", x=k[i], t=number(1)),
    refused("no number", "normal_tail", x=number_normal, t=z),
    refused("no side", "normal_tail", x=number_normal, t=x, relation="eq"),
    refused("not N", "normal_tail", x=r[i], t=x),
    refused("is not 0", "normal_tail", x=absolute(shifted), t=number(1)),
    refused("must be known", "normal_tail", x=absolute(number_normal), t=x),
    refused("must be known", "normal_tail", x=absolute(number_normal), t=number(1), relation="le"),
    refused("must be known", "normal_tail", positive, x=one_more, t=tau, relation="lt"),
    refused("no extreme", "extreme_event", event=max_over(j != i, r[j]) > x),
    refused("no full trace", "full_projection", suppose(trace(projection(fixed("V", n, d))) == d)),
    refused("no full trace", "full_projection", suppose(trace(fixed("V", n, n)) == n)),
    refused("known", "cosine_falls", suppose(x >= 0), suppose(x <= y), suppose(y <= 2 * PI), x=y, y=x),
    refused("must be known", "cosine_near_one", suppose(x >= 0), suppose(x <= 2 * PI), x=x),
    refused("must be known", "cosine_near_one", suppose(x >= 0), suppose(y <= PI), x=x),
    refused("must be known", "cosine_near_one", suppose(x >= -1), suppose(x <= PI), x=x),
    refused("no comparison", "extreme_event", event=Term("eq", (max_over(i, r[i]), x))),
    refused("no extreme", "extreme_event", event=r[i] > x),
    refused("not N", "nonzero_length", x=k[i]),
    refused("must be known", "product_of_lengths", objects=(one_more,), t=tau),
    refused("no vector", "product_of_lengths", positive, objects=(), t=tau),
    refused("not independent", "product_of_lengths", positive, objects=(one_more, one_more), t=tau),
    refused("not independent", "product_of_lengths", positive, objects=(p[i], p[j]), t=tau),
    refused("not N", "product_of_lengths", positive, objects=(one_more, on_unit), t=tau),
    refused("no number", "product_of_lengths", positive, objects=(one_more,), t=norm2(many_more)),
    refused("must be known", "product_of_lengths", positive, objects=(one_more, z), t=tau),
    refused("must be known", "gamma_tail_above", positive, a=x, x=tau),
    refused("must be known", "gamma_tail_above", positive, a=tau, x=norm2(one_more) + 1),
    refused("not independent", "length_shares", positive, **{**shares, "y": many_more}),
    refused("not independent", "length_shares", positive, **{**shares, "x": p[i], "y": p[j]}),
    refused("not N", "length_shares", positive, **{**shares, "y": on_unit}),
    refused("differ", "length_shares", positive, **{**shares, "y": Model(other=Normal()).other}),
    refused("must be known", "length_shares", **shares),
    refused("must be known", "length_shares", positive, **{**shares, "b": number(0)}),
    refused("no number", "length_shares", positive, **{**shares, "b": norm2(one_more)}),
    *(
        ("quantile_at", facts, {}, words)
        for facts, words in (
            ((beyond(y), *at_level[1:]), "not above"),
            ((at_level[0], suppose(of_level < P(one_normal > s)), at_level[2]), "says more"),
            ((at_level[0], tail_before(x, d * s, suppose(d * s < x)), at_level[2]), "not any number"),
            ((suppose(P(z < x) == y), *at_level[1:]), "no tail"),
            ((suppose(P(z > x) >= y), *at_level[1:]), "no tail"),
        )
    ),
    *(
        ("first_number", facts, {"variable": s}, words)
        for facts, words in (
            ((at_first[0], suppose(s**2 < x), at_first[2]), "is not below"),
            ((suppose(y**2 == x), suppose(s < x), at_first[2]), "is not"),
            ((*at_first[:2], suppose(x > 0)), "is not"),
            ((suppose(s**2 == x), suppose(s**2 < x), suppose(s > 0)), "not any number"),
        )
    ),
    refused("no tail", "quantile_below", suppose(P(z > x) <= 1)),
    refused("no tail", "quantile_below", suppose(P(z > x) <= y)),
    refused("no tail", "quantile_below", suppose(P(z > x) >= Fraction(1, 3))),
    refused("no tail", "quantile_below", suppose(P(z < x) <= Fraction(1, 3))),
    refused("is random", "quantile_below", suppose(P(z > q) <= Fraction(1, 3))),
    refused("known", "confluent_between", positive, term=hypergeometric((), (tau,), x), side="below"),
    refused("known", "confluent_between", positive, term=hypergeometric((), (tau,), 1), side="above"),
    refused("no series", "confluent_between", positive, term=hypergeometric((tau,), (tau,), 1), side="below"),
    refused("A side", "confluent_between", positive, term=hypergeometric((), (tau,), 1), side="left"),
    refused("may have atoms", "generic_span", x=Sum(i, outer(unit(i), h[i]))),
    refused("no matrix", "generic_span", x=Sum(i, outer(unit(i), on_spheres[j]))),
    refused("no matrix", "generic_span", x=Sum(i != j, outer(unit(i), on_spheres[i]))),
    refused("no matrix", "generic_span", x=Sum(i, outer(unit(j), on_spheres[i]))),
    refused("no matrix", "generic_span", x=Sum(i, outer(unit(i), 2 * on_spheres[i]))),
    refused("does not say", "never_annihilated", suppose(norm2(square) > 1), **rows_on_spheres),
    refused("below 2", "never_annihilated", suppose(norm2(square) > 0), x=Sum(i, outer(unit(i), v[i]))),
    refused("not meet|write inner", "never_annihilated", suppose(norm2(u) > 0), **rows_on_spheres),
    refused("0 < .* must be", "no_atom", suppose(norm2(u) >= 0), x=inner(u, k[i]), value=y),
    refused("is random", "no_atom", apply("nonzero_length", x=p[i]), x=inner(p[i], o[i]), value=y),
    refused("may have atoms", "no_atom", suppose(norm2(w) > 0), x=inner(w, h[i]), value=y),
    refused("below 2", "no_atom", suppose(norm2(fixed("u5", m)) > 0), x=inner(fixed("u5", m), v[i]), value=y),
    refused(
        "is random", "no_atom", suppose(norm2(fixed("u6", D)) > 0), x=inner(fixed("u6", D), o[i]), value=z
    ),
    refused("not about", "zero_in_the_mean", suppose(E(z) == 0), suppose(x >= 0)),
    refused("not about", "zero_in_the_mean", suppose(E(z**2) == 1), apply("bounded", term=z**2, end="low")),
    refused("must be known", "same_event", event=2 * z > y, other=-2 * z > -y, factor=number(-1)),
    refused("must be known", "same_event", event=x * z > x * y, other=z > y, factor=x),
    refused("must be known", "length_exponential", x=p[i], c=tau),
    refused("not N", "length_exponential", positive, x=k[i], c=tau),
    refused("no vector|no number", "length_exponential", positive, x=number_normal, c=number(1)),
    refused("no vector|no number", "length_exponential", x=p[i], c=z**2),
    refused("finite", "length_moment", term=E(norm2(p[i]) ** tau), x=p[i]),
    refused("no one power", "length_moment", positive, term=E(norm2(p[i]) ** tau * norm2(p[i])), x=p[i]),
    refused("no mean over", "length_moment", positive, term=E(norm2(k[i]) ** tau), x=k[i]),
    refused("no mean over", "length_moment", positive, term=E(norm2(g[i]) ** tau), x=g[i]),
    refused("no one power", "length_moment", positive, term=E(norm2(p[i] + p[j]) ** tau), x=p[i]),
    refused(
        "0 < τ must be", "power_of_product", suppose(x >= 0), suppose(y >= 0), suppose(tau >= 0), **of_product
    ),
    refused("accepted are", "exponential_bound", suppose(x <= y), s=x),
    refused("random", "exponential_bound", apply("proxy_of_law", term=z, x=z), s=q),
    refused("no largest", "largest", term=max_over(j != i, r[j]), index=j),
    refused("no largest", "largest", term=Sum(j, r[j]), index=j),
    refused("accepted are", "mean_monotone", suppose(x != y)),
    refused("independent by", "mean_of_product", term=P(all_(j != i, inner(k[i], k[j]) > x))),
    refused("independent by", "mean_of_product", term=P(all_(j, any_(l, inner(k[j], k[l]) > x)))),
    refused("independent by", "mean_of_product", term=P(all_(j, all_(l, twice[l, i] + 0 * j == 1)))),
    refused("independent by", "mean_of_product", term=P(all_(j, c[j] > x))),
    refused("no product", "mean_of_product", term=P(any_(j, r[j] > x))),
    refused("finite", "mean_of_product", term=E(Product(j, heavy + r[j]))),
    refused("no compound", "indicator_of", term=indicator(z == 1)),
    refused("no compound", "indicator_of", term=indicator(inner(h[i], u) == 1)),
    refused("no compound", "indicator_of", term=indicator(inner(h[i], h[j]) == 0)),
    refused("no compound", "indicator_of", term=indicator(x <= y)),
    refused(
        "nonnegative", "product_monotone", suppose(number(0) <= x), suppose(y <= tau), condition=TRUE, index=j
    ),
    refused(
        "nonnegative",
        "product_monotone",
        suppose(number(-1) <= x),
        suppose(x <= tau),
        condition=TRUE,
        index=j,
    ),
    refused("holds", "held_fixed", held, fixed=u, x=k[i]),
    refused("holds", "held_fixed", held, fixed=u, x=k[j]),
    refused("holds", "held_fixed", held, fixed=u, x=k[j] + g[i]),
    refused("holds", "held_fixed", held, fixed=u, x=Sum(l, k[l])),
    refused("holds", "held_fixed", held, fixed=u, x=w),
    refused("is not any", "held_fixed", held, fixed=x, x=g[i]),
    refused(
        "is not known of",
        "held_fixed",
        apply("rewrite", suppose(inner(u, u) == 1), held),
        different,
        fixed=u,
        x=k[i],
    ),
    refused(
        "is not known of|a mean at",
        "held_fixed",
        apply("rewrite", suppose(inner(u, w) == 1), apply("reflexive", term=E(z * inner(u, w)))),
        fixed=u,
        x=g[i],
    ),
    refused("a mean at", "held_fixed", suppose(E(z * x) == x * E(z * x)), fixed=x, x=q),
    refused("another range", "each", suppose(all_(j, row_of(square, j) > x)), index=a),
    refused("accepted are", "each", suppose(any_(j, row_of(square, j) > x)), index=j),
    refused("is about", "every", suppose(row_of(square, j) > x), condition=TRUE, index=j),
    refused("is about", "every", suppose(j != l), condition=j != i, index=j),
    refused("accepted are", "certain", order_of(d + x, number(1), main=d)),
    refused("must be a theorem", "never_met", suppose(x <= y), suppose(P(Term("eq", (x, tau))) == 0)),
    refused("must be a theorem", "never_met", suppose(x <= y), suppose(P(Term("eq", (x, y))) == tau)),
    refused("must be a theorem", "never_met", suppose(x <= y), suppose(P(x >= y) == 0)),
    refused("is nonnegative", "where_it_holds", large_square, suppose(x >= 0), event=x >= 1),
    refused("no event", "where_it_holds", suppose(x <= y), suppose(y >= 0), event=z >= 1),
    refused("no event", "where_it_holds", suppose(x <= y), suppose(y >= 0), event=x),
    refused("accepted are", "where_it_holds", suppose(x != y), suppose(y >= 0), event=x != y),
    refused("is not known of", "implied", large_square, event=x >= 0, fixed=x, x=z),
    refused("another shape", "implied", large_square, event=x >= 1, fixed=x, x=g[i]),
    refused("a mean at", "implied", apply("mean_monotone", suppose(x <= y)), event=x <= y, fixed=x, x=z),
    refused("already", "implied", apply("bounded", term=z**2, end="low"), event=x <= y, fixed=x, x=q),
    refused(
        "not only about rows",
        "implied",
        suppose(norm2(square) > 1),
        event=norm2(square) > 1,
        fixed=square,
        x=on_n,
    ),
    refused("neither shared", "mixed_events", event=all_(j, inner(k[j], k[i]) > x)),
    refused("not the same for", "mixed_events", event=all_(j, inner(h[j], u) > j)),
    refused("all of a family", "mixed_events", event=all_(j != i, inner(k[j], u) > x)),
    refused("all of a family", "mixed_events", event=any_(j, inner(k[j], u) > x)),
    refused("neither shared", "mixed_events", event=all_(j, c[j] * z > x)),
    refused("neither shared", "mixed_events", event=all_(j, any_(l, twice[j, l] + twice[l, j] > x))),
    refused("depends on the index", "count", term=Product(j, inner(k[j], u))),
    refused("no fixed length", "fixed_norm", term=norm2(g[i])),
    refused("no squared norm", "fixed_norm", term=inner(k[i], k[j])),
    refused("no random object", "fixed_norm", term=norm2(k[random_index])),
    refused("no fixed length", "fixed_norm", term=z**2),
    refused("no squared norm", "fixed_norm", term=r[i] ** 3),
    refused("independent", "by_parts", term=E(inner(k[i], k[j]) ** 2), x=k[i], partner=k[j]),
    refused("neither uniform", "by_parts", different, term=E(inner(h[i], h[j])), x=h[i], partner=h[j]),
    refused("0 <= s must be known", "by_parts", term=E(q**2), x=q, partner=number(1)),
    refused("no product", "by_parts", term=E(exp(z) * z), x=z, partner=number(1)),
    refused("finite", "by_parts", term=E(inner(k[i], u) / norm2(k[i])), x=k[i], partner=u),
    refused(
        "no product",
        "by_parts",
        term=E(inner(k[i], u) ** 2 * indicator(inner(k[i], w) > 0)),
        x=k[i],
        partner=u,
    ),
    refused("r\\^2 first", "by_parts", term=E(inner(k[i], u) ** 2 * norm2(k[i])), x=k[i], partner=u),
    refused("chain", "by_parts", term=E(c[i] * z), x=c[i], partner=number(1)),
    refused("first", "by_parts", term=E(norm2(k[i])), x=k[i], partner=k[i]),
    refused("no factor", "by_parts", term=E(inner(g[i], u) ** 2), x=g[i], partner=g[i]),
    refused("no factor", "by_parts", term=E(z**2), x=z, partner=z),
    refused("one or two", "by_covariance", term=E(inner(h[i], u) ** 3), x=h[i]),
    refused("one or two", "by_covariance", term=E(norm2(k[i]) * inner(k[i], u)), x=k[i]),
    refused("must be known", "by_covariance", term=E(coin), x=coin),
    refused("must be known", "by_covariance", term=E(q**2), x=q),
    *(
        ("chain_rule", (), {"slope": slope, "variable": tau}, why)
        for slope, why in (
            (slope_at(s**3, s, log(tau)), "must be a theorem"),
            (slope_at(1 / s, s, tau**2), "must be a theorem"),
            (slope_at(absolute(s), s, tau), "not smooth"),
            (slope_at(s**2, s, absolute(tau)), "not smooth"),
            (slope_at(tau * s, s, tau**2), "It must vary by"),
            (slope_at(s**2, s, x), "It must vary by"),
            (slope_at(softmax(w), w, tau * u), "is no number"),
            (slope_at(gradient(s**2, s), s, tau), "does not follow from its form"),
            (tau, "is no gradient"),
        )
    ),
    refused("no product of two matrices", "rank_of_product", x=fixed("A", n, d)),
    refused("no product of two matrices", "rank_of_product", x=fixed("A", n, d) @ fixed("x", d)),
    refused("no product of two matrices", "rank_of_product", x=fixed("x", n) @ fixed("A", n, d)),
    refused("0 <= y - 1 must be known", "by_covariance", term=E(told[j] ** 2), x=told[j]),
    refused("must be known", "by_covariance", suppose(y >= 0), term=E(told[j]), x=told[j]),
    refused("is not told", "by_covariance", suppose(y >= 1), term=E(told[j] ** 5), x=told[j]),
    refused("no product", "by_covariance", suppose(y >= 1), term=E(told[i] * told[j]), x=told[i]),
    refused("no product", "by_covariance", suppose(y >= 1), term=E(told[i] * absolute(told[i])), x=told[i]),
    refused("0 < -1 must be known", "by_covariance", term=E(impossible**2), x=impossible),
    refused("0 < 0 must be known", "by_covariance", term=E(constant**4), x=constant),
    refused("must be known", "by_covariance", term=E(too_flat**4), x=too_flat),
    refused("even", "odd_moment", term=E(inner(k[i], u) ** 2), x=k[i]),
    refused("not symmetric", "odd_moment", term=E(inner(g[i], u)), x=g[i]),
    refused("not symmetric", "odd_moment", term=E(inner(h[i], u)), x=h[i]),
    refused("not symmetric", "odd_function", odd_in(q, q * absolute(q)), x=q),
    refused("is not about", "odd_function", odd_in(z, z * absolute(z)), x=q),
    refused("is not about", "odd_function", apply("componentwise", left=z**2, right=z**2), x=z),
    refused("not known to be finite", "odd_function", odd_in(z, 1 / z), x=z),
    refused("stands elsewhere", "odd_function", odd_in(k[i], inner(k[i], u) * norm2(k[j])), x=k[i]),
    refused("not N", "exponential_moment", term=E(cos(shifted)), x=shifted),
    refused("not linear", "exponential_moment", term=E(cos(z**2)), x=z),
    refused("not linear", "exponential_moment", term=E(exp(z**2 / -2)), x=z),
    refused("no multiple of one", "exponential_moment", term=E(cos(z) * z), x=z),
    refused("no multiple|not linear", "exponential_moment", term=E(cos(inner(p[i], p[j]))), x=p[i]),
    refused("not N", "exponential_moment", term=E(cos(inner(k[i], u))), x=k[i]),
    refused("must be known", "normal_tail", x=inner(one_more, fixed("e", D)), t=x),
    refused("no random object", "normal_tail", x=inner(p[i], p[j]), t=x),
    refused("not one-hot", "one_hot_chain", x=h[i], y=h[j], z=k[j]),
    refused("not one-hot", "one_hot_chain", x=k[i], y=k[j], z=k[l]),
    refused("not one-hot", "one_hot_total", x=k[i]),
    refused("nonnegative", "markov", suppose(x >= 1), positive, relation="ge"),
    refused("tail", "markov", apply("bounded", term=norm2(g[i]), end="low"), positive, relation="lt"),
    refused("nonnegative", "chebyshev", suppose(tau > -1), x=z, relation="ge"),
    refused("finite", "chebyshev", positive, x=heavy, relation="ge"),
    refused("positive", "cantelli", suppose(tau >= 0), x=z, relation="ge"),
    refused("no union", "union", event=all_(j, inner(g[j], u) > x)),
    refused("finite", "cauchy_schwarz_of_means", x=heavy, y=z),
    refused("finite", "jensen", x=heavy, function="square"),
    refused("finite", "jensen", x=z**2, function="exp"),
    refused("convex", "jensen", x=z, function="tanh"),
    refused("convex", "jensen", x=z, function="log"),
    refused("above a positive number", "jensen", x=norm2(g[i]), function="reciprocal"),
    refused("above a positive number", "jensen", x=1 + z, function="reciprocal"),
    refused("above a positive number", "jensen", x=1 / (1 + norm2(g[i])) - 1, function="reciprocal"),
    refused("speaks of the state", "mean_of_fold", suppose(of_step.proposition), term=walk, **of_walk),
    refused("not independent", "mean_of_fold", of_step, **walked | {"term": fold(step_of, state, j, r[i])}),
    refused(
        "not independent",
        "mean_of_fold",
        mean_of_step(state / 2 + r[i]),
        term=fold(state / 2 + r[i], state, j, y),
        **of_walk,
    ),
    refused(
        "not independent",
        "mean_of_fold",
        mean_of_step(state / 2 + z, state**2, (number(1) / 4, s**2)),
        **walked | {"term": fold(state / 2 + z, state, j, y), "rows": ((number(1) / 4, s**2),)},
    ),
    refused(
        "must be",
        "mean_of_fold",
        mean_of_step(state / 2 + r[j], state, (number(1) / 2, number(0))),
        term=walk,
        **of_walk,
    ),
    refused("must be", "mean_of_fold", of_step, **walked | {"rows": ((number(1), tau**2),)}),
    refused("a premise and a row", "mean_of_fold", of_step, **walked | {"rows": ()}),
    refused("must be", "mean_of_fold", of_step, **walked | {"index": i}),
    refused("are not any", "mean_of_fold", of_step, **walked | {"state": y}),
    refused("no recursion", "mean_of_fold", of_step, term=iterate(state / 2, state, y, n), **of_walk),
    refused("infinite", "mean_of_fold", of_step, **walked | {"term": fold(step_of, state, j, heavy)}),
    refused(
        "infinite",
        "mean_of_fold",
        apply("linear", term=E(exp(state))),
        **walked | {"term": fold(state, state, j, y), "statistics": (exp(state),), "rows": (of_one,)},
    ),
    refused("nonnegative", "median_near_mean", spread, suppose(s > -1), side="below"),
    refused("does not bound", "median_near_mean", spread, suppose(tau >= 0), side="below"),
    refused("does not bound", "median_near_mean", suppose(E(z**2) <= s**2), suppose(s >= 0), side="below"),
    refused("finite", "median_near_mean", suppose(Var(heavy) <= s**2), suppose(s >= 0), side="below"),
    refused("side", "median_near_mean", spread, suppose(s >= 0), side="both"),
    refused("0 <= τ must be known", "own_modulus", suppose(tau >= -1), x=tau),
    refused("must be known", "root", suppose(tau >= -1), x=tau),
    refused("not known", "positive", positive, term=x * tau),
    refused("not known", "positive", positive, term=x**3),
    refused("not known", "positive", positive, suppose(x != 0), term=tau * x),
    refused("not zero", "positive", suppose(x >= 0), term=x),
    refused("is about d", "eventually", suppose(d < 5), limit=(d,)),
    refused("is about d", "eventually", suppose(d >= d**2), limit=(d,)),
    refused("without a largest value", "eventually", suppose(n > 2), limit=(n,)),
    refused("is about d", "eventually", suppose(m > d), limit=(d, m == 2 * d)),
    refused("is about d", "eventually", suppose(m == 3 * d), limit=(d, m == 2 * d)),
    refused("another limit", "eventually", positive, apply("eventually", positive, limit=(m,)), limit=(d,)),
    refused("different from zero", "dominated", small=x * d, large=d * y, limit=(d,)),
    refused("not known to be negative", "dominated", small=d, large=number(1), limit=(d,)),
    refused("not known to be negative", "dominated", small=log(d), large=number(1), limit=(d,)),
    refused("not known to be negative", "dominated", small=d**x, large=d**y, limit=(d,)),
    refused("not known to fall", "dominated", small=exp(d), large=d**9, limit=(d,)),
    refused("not known to fall", "dominated", small=exp(-x * d), large=number(1), limit=(d,)),
    refused("no product of powers", "dominated", small=m / d, large=number(1), limit=(d, m == d**2)),
    refused("accepted are", "dominated", positive, small=number(1), large=d, limit=(d,)),
    refused("gives no order", "coarser", small, order_of(1 + 1 / d, number(1), main=1)),
    refused("gives no order", "coarser", small, order_of(2 / d, 1 / d)),
    refused(
        "another limit", "coarser", small, apply("dominated", small=1 / d, large=1 / d, limit=(d, m == d))
    ),
    refused(
        "another limit", "order_of_product", small, apply("dominated", small=x / m, large=1 / m, limit=(m,))
    ),
    refused("add up", "combined", small, left=x / d, main=x / d**2, order=1 / d, count=1),
    refused("add up", "combined", small, left=2 * x / d, main=number(0), order=1 / d, count=1),
    refused("of the order", "combined", small, left=x / d, main=number(0), order=1 / d**2, count=1),
    refused("combined", "combined", small, left=x / d, main=number(0), order=1 / d, count=0),
    refused(
        "bounds no modulus",
        "combined",
        apply("eventually", suppose(x <= y), limit=(d,)),
        left=x,
        main=number(0),
        order=y,
        count=1,
    ),
    refused("no positive number", "vanishing", small, level=number(0)),
    refused("no positive number", "vanishing", small, level=x),
    refused("does not vanish", "vanishing", order_of(x * 1, number(1)), level=number(1)),
    refused(
        "says? that something vanishes", "vanishing", order_of(1 + x / d, 1 / d, main=1), level=number(1)
    ),
    refused("does not vanish", "taylor", order_of(x * 1, number(1)), function="exp", exponent=y, terms=2),
    refused("does not stay", "taylor", small, function="power", exponent=d * y, terms=2),
    refused("no series", "taylor", small, function="sin", exponent=y, terms=2),
    refused("no series", "taylor", small, function="exp", exponent=y, terms=0),
    refused("leading term is zero", "asymptotically_equal", order_of(d + x, d), order_of(2 * d, d)),
    *(
        refused(why, "asymptotically_equal", *(order_of(f, g, main=main) for f, g, main in sides))
        for why, *sides in (
            ("not smaller", (d + x * d, d, d), (d - 3, d, d)),
            ("other leading terms", (d + x, number(1), d), (2 * d, number(1), 2 * d)),
            ("different from zero", (x * d + 1, number(1), x * d), (x * d, number(1), x * d)),
        )
    ),
    refused("0 < τ must be known", "stirling", suppose(tau > -1), z=tau, terms=1),
    refused("no number of terms", "stirling", positive, z=tau, terms=-1),
    refused(
        "!= 1 must be known",
        "power_sum",
        suppose(x > 0),
        term=Sum(Index("a", d), Index("a", d) ** (-x)),
        terms=1,
    ),
    refused("must be known", "power_sum", term=Sum(Index("a", d), Index("a", d) ** 5), terms=1),
    *(
        ("hurwitz_left", tuple(map(suppose, facts)), {"s": s}, words)
        for facts, s, words in (
            ((Sum(i > x, number(1)) <= y, tau > 0), tau, "must be known"),
            ((Sum(i > x, number(1)) <= y, tau > 1), norm2(k[i]), "no number"),
            ((Sum(i > x, number(2)) <= y, tau > 1), tau, "no bound on how many"),
        )
    ),
    *(
        ("hurwitz_between", tuple(map(suppose, facts)), {"term": term, "side": side}, words)
        for facts, term, side, words in (
            ((x > 0, y > 1), hurwitz_zeta(x, y), "below", "must be known"),
            ((x > 1,), hurwitz_zeta(x, y), "below", "must be known"),
            ((x > 1, y > 0), hurwitz_zeta(x, y), "above", "must be known"),
            ((x > 1,), Term("function", (x,), ("zeta",)), "above", "must be known"),
            ((x > 1, y > 1), hurwitz_zeta(x, y), "beside", "side is"),
            ((x > 1, y > 1), x**y, "below", "no zeta"),
        )
    ),
    refused("no number", "whole_part", x=w),
    refused("no exponent", "monotone", suppose(x < y), function="erfc", exponent=number(2)),
    *(
        ("beta_injective", tuple(map(suppose, facts)), {}, words)
        for facts, words in (
            ((alike, y > 0, y < 1, tau > 0), "must be known"),
            ((alike, y > 0, tau > 0, x > 0), "must be known"),
            ((incomplete_beta(y, tau, 2) == incomplete_beta(y, x, 3), *inside), "more than one"),
            ((incomplete_beta(y, tau, 2) == incomplete_beta(y / 2, x, 2), *inside), "more than one"),
            ((incomplete_beta(y, tau, 2) <= incomplete_beta(y, x, 2), *inside), "accepted"),
        )
    ),
    *(
        ("missed_by_all", facts, {"x": signed_rows, "index": j, **parameters}, words)
        for facts, parameters, words in (
            ((all_signed, of_rank, of_first, room), {"k": number(-1), "t": third}, "0 < -1"),
            ((all_signed, of_rank, of_first, room), {"k": tau, "t": third}, "0 < τ"),
            ((all_signed, of_rank, of_first, room), {"k": number(1), "t": number(2)}, "2 < 1 must"),
            ((all_signed, of_rank, of_first, room), {"k": number(1), "t": -third}, "0 < -1/3"),
            ((all_signed, of_rank, of_first, suppose(n >= D)), fair, "is about"),
            ((all_signed, of_rank, of_first, suppose(n >= x)), fair, "first rows"),
            ((all_signed, of_rank, suppose(1 / j >= x), room), fair, "is about"),
            ((all_signed, of_rank, suppose(2 / j >= x), room), fair, "first rows"),
            ((all_signed, of_rank, of_rank, room), fair, "0 < 0"),
            ((all_signed, of_rank, apply("reflexive", term=1 / j), room), fair, "which is bound"),
            ((all_signed, suppose(1 / j >= 0), of_first, room), fair, "is about"),
            ((all_signed, suppose(x >= 1), of_first, room), fair, "nonnegative"),
            ((all_signed, of_rank, of_last, apply("reflexive", term=n)), fair, "D < n must"),
        )
    ),
    *(
        ("missed_by_one", facts, {"x": rows_of, "index": j, "y": y}, words)
        for facts, rows_of, words in (
            ((all_signed, of_rank), signed_rows, "must be known"),
            ((all_signed, of_rank, suppose(y > d)), signed_rows, "must be known"),
            ((all_signed, suppose(signed[j] >= 0), suppose(y > D)), signed_rows, "is about"),
            ((all_signed, suppose(x >= -1), suppose(y > D)), signed_rows, "nonnegative"),
            (
                (all_signed, apply("bounded", term=r[j] ** 2, end="low"), suppose(y > D)),
                signed_rows,
                "not negative",
            ),
            ((all_signed, of_rank, suppose(y > D)), Sum(j, outer(unit(j), p[j])), "other rows"),
            ((suppose(all_(j, signed[j] != x)), of_rank, suppose(y > D)), signed_rows, "has a sign"),
            ((all_signed, of_rank, suppose(y > d)), Sum(j, outer(unit(j), signed[j] * h[j])), "atoms"),
            ((all_signed, of_rank, suppose(y > d)), Sum(j, outer(unit(j), signed[j] * g[j])), "not that of"),
        )
    ),
    refused("negative", "missed_by_one", all_signed, of_rank, suppose(y > D), x=signed_rows, index=a, y=y),
    *(
        ("beta_of_coins", facts, {"term": incomplete_beta(*coins), "t": base}, words)
        for facts, coins, base, words in (
            ((), (third, n, D), third, "no chance"),
            ((positive,), (_half, tau, D), third, "no chance"),
            ((positive,), (_half, n, tau), third, "no chance"),
            ((), (_half, n - D, D), third, "must be known"),
            ((), (_half, n, D), number(2), "must be known"),
            ((), (_half, n, D), tau, "must be known"),
        )
    ),
    *(
        ("fullest_class", facts, {"term": term}, words)
        for facts, term, words in (
            ((), fullest_class(heavy, n), "must be known"),
            ((suppose(x > 1),), fullest_class(heavy, Size("none", minimum=0)), "may be zero"),
            ((suppose(x > 1),), fullest_class(heavy, n - d), "may be zero"),
            ((suppose(x > 1),), fullest_class(heavy**2, n), "no random object"),
            ((suppose(x > 1),), fullest_class(Model(value=Zipf(x, d)).value, n), "no Zipf law on all"),
            ((suppose(x > 1),), fullest_class(coin, n), "no Zipf law"),
            ((suppose(x > 1),), E(heavy), "not about classes"),
        )
    ),
    *(
        ("powers_beyond", facts, {"term": term}, words)
        for facts, term, words in (
            ((suppose(x > 1), suppose(y > 1)), Sum(i < y, i ** (-x)), "no sum of powers"),
            ((suppose(x > 1), suppose(y > 1)), Sum(i, i ** (-x)), "no sum of powers"),
            ((suppose(x > 1), suppose(y > 1)), Sum(i > y, 2 * i ** (-x)), "no sum of powers"),
            ((suppose(x > 1), suppose(y > 1)), Sum(i > y, (i + 1) ** (-x)), "no sum of powers"),
        )
    ),
    refused("must be known", "bounded", positive, term=incomplete_beta(_half, tau, x), end="low"),
    refused("must be known", "bounded", positive, term=incomplete_beta(y, tau, 2), end="high"),
    *(
        ("separable_rows", facts, {"x": rows_of}, words)
        for facts, rows_of, words in (
            ((suppose(all_(j, signed[j] != x)), suppose(n > D)), signed_rows, "has a sign"),
            ((suppose(all_(j != i, signed[j] != 0)), suppose(n > D)), signed_rows, "has a sign"),
            ((all_signed, suppose(n > D)), Sum(j, outer(unit(j), p[j])), "other rows"),
            ((all_signed, suppose(n > D)), Sum(j != i, outer(unit(j), signed[j] * p[j])), "no matrix"),
            ((all_signed, suppose(n > D)), Sum(j, outer(unit(j), signed[j] * p[i])), "no item"),
            ((all_signed, suppose(n > d)), Sum(j, outer(unit(j), signed[j] * h[j])), "atoms"),
            ((all_signed, suppose(n > d)), Sum(j, outer(unit(j), signed[j] * g[j])), "not that of"),
        )
    ),
    refused("must be a theorem", "one_of_some", suppose(i != l), event=any_(l != j, r[l] > x), index=i),
    refused("is not that some", "one_of_some", event=all_(l, r[l] > x), index=i),
    refused("another range", "one_of_some", event=any_(l, r[l] > x), index=a),
    refused("nonnegative", "jensen", x=z, function="tail"),
    refused("no sum", "power_sum", term=Sum(i != j, i ** (-2)), terms=1),
    refused("no sum of powers", "power_sum", term=Sum(i, i**i), terms=1),
    refused("no sum of powers", "power_sum", term=Sum(i, (2 * i) ** (-2)), terms=1),
]


@pytest.mark.parametrize(("name", "premises", "parameters", "why"), REFUSED)
def test_a_misuse_is_refused(name, premises, parameters, why):
    with pytest.raises(Refused, match=why):
        apply(name, *premises, **parameters)


@pytest.mark.parametrize("sides", [l <= i, l < i, l > i, l >= i, l > 0, l <= 1, l < 1, l >= 1, l > 1])
def test_items_on_one_side_of_another_are_counted(sides):
    for many in (Sum(sides, x), Product(sides, x)):
        theorem = apply("count", term=many)
        assert check(theorem.proposition, (), instances=5)
        with pytest.raises(CheckFailed):
            check(Term("eq", (many, replaced(theorem.proposition.args[1], n, n + 1) + 1)), (), instances=5)


def test_what_is_less_is_not_equal():
    assert apply("weakened", suppose(x < y), relation="ne").proposition is Term("ne", (x, y))
    assert apply("weakened", suppose(x > y), relation="ne").proposition is Term("ne", (y, x))


def test_the_rows_of_a_matrix_are_drawn_as_a_family():
    table, length = fixed("table", n, d), apply("fixed_norm", term=norm2(k[i]))
    first, every = table.T @ unit(i), Sum(j, table.T @ unit(j))
    mean = derive(E(z**2 * inner(first, every) * norm2(first)), by=moments)
    mean = apply("rewrite", suppose(norm2(first) == tau**2), mean)
    drawn = apply("held_fixed", mean, length, fixed=table, x=k)
    assert check(drawn.proposition, instances=2) == "holds in 2 random instances"
    with pytest.raises(Refused, match="is not known of"):
        apply("held_fixed", mean, fixed=table, x=k)
    with pytest.raises(Refused, match="is not one of"):
        apply("held_fixed", mean, length, fixed=table, x=o)
    whole = derive(E(z**2 * trace(table.T @ table)), by=moments)
    with pytest.raises(Refused, match="not only about rows"):
        apply("held_fixed", whole, fixed=table, x=k)
    beside = derive(E(inner(k[i], first) ** 2), by=moments)
    with pytest.raises(Refused, match="holds"):
        apply("held_fixed", beside, fixed=table, x=k)


def test_items_at_indices_that_differ_are_independent_on_both_sides():
    others, own = Sum(l != i, inner(k[l], u)), inner(k[i], u)
    assert apply("mean_of_independent", term=E(Term("mul", (others, own))), first=(0,))
    nested = Sum(l != i, l * Sum(j, inner(k[j], u)))
    with pytest.raises(Refused, match="not independent"):
        apply("mean_of_independent", term=E(Term("mul", (nested, own))), first=(0,))


def test_an_exponential_of_a_length_has_a_mean_where_it_grows_slower_than_the_density_falls():
    letter, some = fixed("t", D), apply("nonzero_length", x=p[i])
    mean = derive(E(z**2 * exp(-tau * norm2(letter))), by=moments)
    for facts in ((positive, some), (positive,), (suppose(tau > Fraction(-1, 4)),)):
        assert apply("held_fixed", mean, *facts, fixed=letter, x=p[i])
    for facts in ((some,), (suppose(tau < 0), some), (suppose(tau > Fraction(-1, 3)), some)):
        with pytest.raises(Refused, match="may be infinite"):
            apply("held_fixed", mean, *facts, fixed=letter, x=p[i])


def test_a_premise_that_is_no_theorem_is_refused():
    with pytest.raises(Refused, match="no theorem"):
        apply("weakened", x < y)


def test_a_parameter_must_be_a_term_a_number_or_a_text():
    with pytest.raises(Refused, match="neither a closed term"):
        apply("reflexive", term=Sum(j, inner(k[j], u)).args[2])
    with pytest.raises(Refused, match="neither a closed term"):
        apply("ring", left=[x], right=x)


def test_cutting_a_hypothesis_with_itself_keeps_it():
    theorem = apply("cut", positive, apply("positive", positive, term=1 / tau))
    assert {h.proposition for h in theorem.hypotheses} == {tau > 0}


def test_a_name_has_one_meaning_in_a_theorem():
    other = Size("n", minimum=5)
    with pytest.raises(Refused, match="stands for two things"):
        apply("both", apply("bounded", term=n, end="low"), apply("bounded", term=other, end="low"))


def test_the_status_is_that_of_the_weakest_ground():
    assert apply("positive", positive, term=1 / tau).status is Status.DERIVED
    cited = cite(tau > 0, source="a book")
    assert apply("positive", cited, term=1 / tau).status is Status.PARTLY_CITED
    near = assume(tau > 0, because="nearly", approximate=True)
    assert apply("both", near, cited).status is Status.HEURISTIC
    assert {h.ground for h in apply("both", near, cited).hypotheses} == {
        Ground.APPROXIMATION,
        Ground.CITATION,
    }
    (a,) = Model(a=Sphere(3))
    assert apply("fixed_norm", term=norm2(a)).status is Status.INSTANCES


def test_the_second_check_sees_another_side_and_a_turned_relation():
    mean = E(inner(k[i], u) ** 2)
    assert check(mean == tau**2 * norm2(u) / d)
    for wrong in (mean == tau**2 * norm2(u) / (d + 1), E(inner(k[i], u)) == norm2(u)):
        with pytest.raises(CheckFailed, match="does not hold at"):
            check(wrong)
    assert check(P(norm2(g[i]) > tau) <= E(norm2(g[i])) / tau, [tau > 0])
    with pytest.raises(CheckFailed, match="does not hold"):
        check(P(norm2(g[i]) > tau) >= E(norm2(g[i])) / tau, [tau > 0])


def test_softmax_entries_have_moments_and_sums_over_tables_are_read():
    weights = tabulate(j, inner(g[j], u))
    assert apply("linear", term=E(Term("softmax", (weights,))[i] + z))
    assert trace(outer(u, w)).shape == ()


def test_a_rule_of_ones_own_is_not_registered():
    from theorycheck.theory.kernel.theorem import Conclusion, rule

    with pytest.raises(ValueError, match="not one of the kernel's"):

        @rule("It is so.")
        def it_is_so() -> Conclusion:
            return Conclusion(x <= -5)

    assert "it_is_so" not in RULES


def test_another_symbol_of_a_limit_takes_values_that_stay():
    limit = apply("taylor", small, function="power", exponent=y, terms=2)
    inverse = apply("instance", limit, symbol=y, value=number(-1))
    assert repr(inverse) == "⊢ 1/(x/d + 1) = 1 - x/d + O((1/d)²) (d → ∞)"
    with pytest.raises(Refused, match="about a limit"):
        apply("instance", limit, symbol=y, value=d)
    with pytest.raises(Refused, match="about a limit"):
        apply("instance", limit, symbol=d, value=number(7))


def test_a_fact_keeps_its_hypotheses_where_the_premise_loses_them():
    absurd = apply(
        "one_of_both",
        apply("both", apply("eventually", suppose(d > 0), limit=(d,)), suppose(d < 0)),
        position=0,
    )
    fact = apply(
        "one_of_both",
        apply("both", apply("eventually", suppose(d > 2), limit=(d,)), suppose(d < 2)),
        position=0,
    )
    assert {h.proposition for h in fact.hypotheses} == {d < 2}
    lifted = apply("eventually", suppose(d > 2), fact, limit=(d,))
    assert {h.proposition for h in lifted.hypotheses} == {d < 2}
    assert {h.proposition for h in absurd.hypotheses} == {d < 0}


def test_a_result_of_the_literature_makes_a_theorem_partly_cited():
    assert apply("stirling", positive, z=tau, terms=1).status is Status.PARTLY_CITED
    assert apply("weakened", apply("gamma_as_exponential", positive, z=tau)).status is Status.DERIVED
    assert believe(record(apply("stirling", positive, z=tau, terms=1))).status is Status.PARTLY_CITED


def test_nothing_in_a_limit_has_a_size_that_grows():
    with pytest.raises(ValueError, match="has a size that grows"):
        expansion(norm2(u), 0, d, d)
    with pytest.raises(ValueError, match="ties no size"):
        expansion(x, 0, d, d, y == 2 * d)
    with pytest.raises(ValueError, match="tied itself"):
        expansion(x, 0, d, d, m == 2 * m)


def test_the_variable_of_a_limit_is_not_replaced():
    limit = suppose(Term("similar", (d * x, d * y, d)))
    with pytest.raises(Refused, match="about a limit"):
        apply("instance", limit, symbol=x, value=y / d)
    with pytest.raises(Refused, match="does not occur"):
        apply("rewrite", equation(x, y), limit)


def test_a_denominator_that_is_zero_is_refused():
    with pytest.raises(Refused, match="denominator is zero"):
        apply("ring", left=1 / (x - x), right=number(0))


def test_contradictory_hypotheses_stay_with_the_theorem_and_no_instance_meets_them():
    low, high = suppose(x <= 0), suppose(x >= 1)
    absurd = apply("transitive", high, low)
    assert repr(absurd) == "x ≤ 0, x ≥ 1 ⊢ 1 ≤ 0"
    with pytest.raises(NoInstance, match="No instance"):
        check(absurd.proposition, [h.proposition for h in absurd.hypotheses])


def test_data_that_a_head_does_not_hold_is_refused():
    with pytest.raises(ValueError, match="holds no data"):
        Term("inner", (u, w), ("smuggled",))


def test_a_power_of_a_matrix_is_its_product():
    a = outer(u, w)
    assert apply("written_out", term=a**3).proposition.args[1] is (a @ a) @ a
    assert check(apply("written_out", term=a**3).proposition)


@pytest.mark.parametrize(
    "use",
    [
        ("written_out", {"term": eta}),
        ("written_out", {"term": x**3}),
        ("written_out", {"term": Cov(z, z**3)}),
        ("written_out", {"term": P(z > x)}),
        ("linear", {"term": inner(u, k[i] + 2 * w), "position": 1}),
        ("linear", {"term": Sum(j != i, inner(k[i], k[j]) + x)}),
        ("linear", {"term": Sum(j, x * inner(k[i], k[j]))}),
        ("linear", {"term": E(x * n)}),
        ("linear", {"term": inner(E(inner(k[i], u) * k[i]), w)}),
        ("linear", {"term": E(x * z)}),
        ("by_parts", {"term": E(norm2(g[i]) ** 2 * inner(g[i], w)), "x": g[i], "partner": g[i]}),
        ("by_covariance", {"term": E(norm2(h[i]) * z**2), "x": h[i]}),
        ("by_covariance", {"term": E(told[j] ** 3 * z**2), "x": told[j]}, suppose(y >= 1)),
        ("exponential_moment", {"term": E(cos(x * z + q) * q), "x": z}),
        ("exponential_moment", {"term": E(exp(x * z + q) * absolute(q)), "x": z}),
        ("no_atom", {"x": spread_out, "value": tau}, suppose(y > 0)),
        (
            "two_directions",
            {
                "term": E(
                    absolute(inner(o[i], u3)) * inner(o[i], u3) * absolute(inner(o[i], v3)) * inner(v3, o[i])
                ),
                "x": o[i],
            },
        ),
        ("largest", {"term": min_over(l, norm2(g[l])), "index": j}),
        ("largest_below", {"index": j}, apply("bounded", term=norm2(g[j]), end="low")),
        ("by_covariance", {"term": E(norm2(g[i]) * z**2), "x": g[i]}),
        ("fixed_norm", {"term": r[i] ** 2}),
        ("exponential_moment", {"term": E(exp(inner(g[i], w))), "x": g[i]}),
        ("exponential_moment", {"term": E(exp(x * inner(k[i], w))), "x": k[i]}),
        ("exponential_moment", {"term": E(exp(x * tanh(y * z) * r[i]) * z**2), "x": r[i]}),
        ("normal_image", {**image_of(relu(along) ** 2, along, number_normal)}),
        ("normal_tail", {"x": number_normal, "t": x}),
        ("normal_tail", {"x": shifted, "t": x, "relation": "le"}),
        ("exponential_moment", {"term": E(sin(inner(p[i], fixed("e", D)) + x) * z**2), "x": p[i]}),
        ("exponential_moment", {"term": E(sin(z)), "x": z}),
        ("normal_tail", {"x": absolute(number_normal), "t": number(1), "relation": "ge"}),
        ("modulus_moment", {"term": E(absolute(number_normal) ** Fraction(1, 2)), "x": number_normal}),
        ("modulus_moment", {"term": E(absolute(inner(o[i], fixed("e", D))) ** 3), "x": o[i]}),
        ("extreme_event", {"event": min_over(i, r[i]) <= x}),
        ("jensen", {"x": norm2(g[i]) + 2, "function": "reciprocal"}),
        ("bounded", {"term": j, "end": "high"}),
        ("bounded", {"term": n, "end": "high"}),
        ("bounded", {"term": P(z > x), "end": "high"}),
        ("bounded", {"term": x**2, "end": "low"}),
        ("bounded", {"term": exp(z), "end": "low"}),
        ("bounded", {"term": uniforms[i], "end": "low"}),
        ("same_event", {"event": 2 * (x - z) > y, "other": z < x - y / 2, "factor": number(2)}),
    ],
    ids=str,
)
def test_a_rule_serves_terms_of_several_kinds(use):
    rule, parameters, *facts = use
    held = [fact.proposition for fact in facts if fact.hypotheses]
    found = check(apply(rule, *facts, **parameters).proposition, held, instances=2)
    assert found == "holds in 2 random instances"


def test_only_numbers_that_are_above_zero_by_their_law_are_strictly():
    at_zero, below = Model(at_zero=Uniform(0, x), below=Uniform(-1, 1))
    assert apply("bounded", term=uniforms[i], end="low").proposition is Term("lt", (number(0), uniforms[i]))
    assert apply("bounded", suppose(x >= 0), term=at_zero, end="low").proposition.head == "le"
    assert apply("bounded", term=below, end="low").proposition.head == "le"
    for drawn in (at_zero, below):
        with pytest.raises(Refused):
            apply("positive", suppose(x >= 0), term=drawn)


def test_what_was_a_rule_follows_from_others():
    sums = Sum(j != i, Sum(l, inner(k[l], k[j])))
    turned = Sum(l, Sum(j != i, inner(k[l], k[j])))
    assert apply("componentwise", left=sums, right=turned)
    assert apply("componentwise", left=Sum(j == i, inner(k[j], u)), right=inner(k[i], u))
    assert apply("componentwise", left=k[i] @ outer(k[j], v[j]), right=inner(k[i], k[j]) * v[j])
    assert apply("ring", left=norm2(u), right=inner(u, u))
    assert apply("componentwise", left=x ** (d + 2), right=x**d * x**2)
    spread, square = apply("written_out", term=Var(z)), apply("jensen", x=z, function="square")
    parts = ((1, 1, (0,), ()), (-1, 1, (1,), ()))
    assert apply("certificate", square, spread, left=number(0), right=Var(z), relation="le", parts=parts)


def test_signs_hold_for_multiples_at_the_point_of_a_gradient_and_below_fractions():
    bent, slope = gradient(gradient(log(3 - 3 * x), x), x), gradient(log(3 * y - 3 * x * y), x)
    assert apply("componentwise", suppose(x < 1), left=bent, right=-1 / (1 - x) ** 2)
    for fact in (suppose(y > x * y), suppose(2 * x * y < 2 * y)):
        assert apply("componentwise", fact, left=slope, right=-y / (y - x * y))
    odds = log(1 + x / (1 - x))
    known = suppose(x < 1), suppose(x > 0)
    assert apply("ring", *known, left=odds, right=-log(1 - x))
    with pytest.raises(Refused, match="must be a theorem"):
        apply("componentwise", suppose(y < x * y), left=slope, right=-y / (y - x * y))
    with pytest.raises(Refused, match="not the same"):
        apply("ring", suppose(x > 1), suppose(x > 0), left=odds, right=-log(1 - x))


def test_what_lies_above_a_sum_of_what_is_positive_is_positive():
    facts = [suppose(tau > x + d), suppose(x > d * y), suppose(y > 0)]
    assert str(apply("positive", *facts, term=tau).proposition) == "0 < τ"
    with pytest.raises(Refused, match="not known"):
        apply("positive", *facts[:2], term=tau)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("square", [Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1)])
def test_the_angles_of_simple_cosines_are_known_and_no_others(sign, square):
    angle = Term("function", (sign * power(number(square), Fraction(1, 2)),), ("arccos",))
    turn = Fraction(math.acos(sign * math.sqrt(square)) / math.pi).limit_denominator(12)
    assert apply("componentwise", left=angle, right=turn * PI)
    for wrong in (1 - turn, turn + Fraction(1, 12), turn / 2 + Fraction(1, 24)):
        if wrong != turn:
            with pytest.raises(Refused, match="not the same"):
                apply("componentwise", left=angle, right=wrong * PI)
