"""Terms of several fields, each of a different kind, at sizes at which the compiler's programs are tested."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from theorycheck.theory.laws import (
    DiscreteUniform,
    MarkovChain,
    Normal,
    Rademacher,
    Sphere,
    Uniform,
    Zipf,
)
from theorycheck.theory.model import Index, Model, Parameter, Size, chain, fixed, iid, indices, sizes
from theorycheck.theory.terms import (
    E,
    P,
    Sum,
    Term,
    Var,
    all_,
    any_,
    argmax,
    define,
    exp,
    gradient,
    indicator,
    inner,
    log,
    max_over,
    median,
    min_over,
    norm2,
    outer,
    relu,
    softmax,
    tabulate,
    trace,
)


@dataclass(frozen=True, kw_only=True)
class Example:
    """A term at a design point."""

    name: str
    term: Term
    at: dict[str, object]
    where: tuple[Term, ...]


def example(name: str, term: Term, *, where: tuple[Term, ...] = (), **at: object) -> Example:
    """The term where its symbols have these values."""
    return Example(name=name, term=term, at=at, where=where)


n, m, T, S = Size("n", minimum=2), Size("m", minimum=2), Size("T", minimum=3), Size("S")
d, d_k, d_v = sizes("d d_k d_v")
i, j, l = indices("i j l", n)
a, b = indices("a b", d)
beta, theta, eta_step, tau = Parameter("beta"), Parameter("theta"), Parameter("eta"), Parameter("tau")
k, v = Model(k=iid(Sphere(d_k), n), v=iid(Sphere(d_v), n))
g_rows = Model(g=iid(Normal(dimension=d), n)).g
q = Model(q=Sphere(d_k)).q

eta = define("eta", Sum(j != i, inner(k[i], k[j]) * v[j]), i)

relu_eta = Sum(j != i, inner(relu(k[i]), relu(k[j])) * v[j])

retrieved = define("o", Sum(l, inner(k[i], k[l]) * v[l]), i)

weights = softmax(tabulate(l, beta * inner(q, k[l])))

raised = exp(beta * inner(k[i], k[j]))
causal_out = Sum(j <= i, raised * v[j]) * (1 / Sum(j <= i, raised))

x_1, x_2 = fixed("x", d), fixed("y", d)
w_rows = Model(w=iid(Normal(dimension=d), m)).w
r = Index("r", m)
ROWS = [[(2 * place / 31 - 1) / 3 for place in range(32)], [(1 - place / 31) / 3 for place in range(32)]]

kernel_estimate = Sum(r, relu(inner(w_rows[r], x_1)) * relu(inner(w_rows[r], x_2))) / m

u = fixed("u", d)
s_family = Model(s=iid(Rademacher(), n)).s
spiked = Sum(j, outer(g_rows[j] + theta * s_family[j] * u, g_rows[j] + theta * s_family[j] * u)) / n

x_rows = Model(x=iid(Normal(dimension=d), n)).x
noise = Model(e=iid(Normal(), n)).e
w_true, query = Model(v=Normal(dimension=d), z=Normal(dimension=d))
w_0 = fixed("w", d)
loss = Sum(j, (inner(w_0, x_rows[j]) - inner(w_true, x_rows[j]) - theta * noise[j]) ** 2) / (2 * n)
after = w_0 - eta_step * gradient(loss, w_0)
regression_error = (inner(after, query) - inner(w_true, query)) ** 2

c = Model(c=iid(DiscreteUniform(S), n)).c

wishart = Sum(j, outer(g_rows[j], g_rows[j]))

energies = Model(h=iid(Normal(), n)).h

word = Model(t=iid(Zipf(Fraction(3, 2), S), n)).t

bits = Model(x=iid(Rademacher(d), n)).x
field_at = Sum(j != 1, bits[j][a] * Sum(b != a, bits[j][b] * bits[1][b])) / d

move, start = fixed("M", S, S), fixed("p", S)
state = Model(y=chain(MarkovChain(move, start), T)).y

time = Index("t", T)
visited = Sum(time, indicator(state[time] > 1)) / T

one_vector, other_vector = Model(x=Normal(dimension=d), y=Normal(dimension=d))
squared_cosine = inner(one_vector, other_vector) ** 2 / (norm2(one_vector) * norm2(other_vector))

heights = Model(h=iid(Uniform(), n)).h

EXAMPLES = (
    *(
        example(f"crosstalk power {size} {keys} {values}", E(norm2(eta)), n=size, d_k=keys, d_v=values)
        for size, keys, values in ((8, 32, 8), (32, 256, 32), (64, 64, 8))
    ),
    example("median crosstalk power", median(norm2(eta)), n=8, d_k=32, d_v=8),
    example("crosstalk of the map relu", E(norm2(relu_eta)), n=32, d_k=32, d_v=16),
    example(
        "retrieval error",
        P(any_(j != i, inner(retrieved, v[j]) >= inner(retrieved, v[i]))),
        n=32,
        d_k=16,
        d_v=16,
    ),
    example("nearest value by argmax", P(argmax(j, inner(retrieved, v[j])) != i), n=32, d_k=16, d_v=16),
    example("softmax attention output", E(norm2(Sum(j, weights[j] * v[j]))), n=64, d_k=32, d_v=32, beta=8),
    example("causal attention output", E(norm2(causal_out)), n=32, d_k=16, d_v=16, beta=4),
    example("variance of random features", Var(kernel_estimate), d=32, m=64, x=ROWS[0], y=ROWS[1]),
    example("overlap of a spiked covariance", E(inner(u, spiked @ u)), n=64, d=32, theta=1.5, u=32**-0.5),
    example("trace of a spiked covariance", E(trace(spiked @ spiked)), n=64, d=32, theta=1.5, u=32**-0.5),
    example("one step of regression in context", E(regression_error), n=32, d=16, theta=0.5, eta=0.5, w=0),
    example("number of collisions", E(Sum(i, Sum(j < i, indicator(c[i] == c[j])))), n=32, S=365),
    example("some collision", P(any_(i, any_(j != i, c[i] == c[j]))), n=23, S=365),
    example("largest inner product", E(max_over(i, max_over(j != i, inner(k[i], k[j])))), n=64, d_k=32),
    example("trace of a cubed Wishart matrix", E(trace(wishart**3)), n=16, d=48),
    example("free energy of random levels", E(log(Sum(j, exp(beta * energies[j])))), n=256, beta=1.5),
    example(
        "distinct words of a Zipf text", E(Sum(i, indicator(all_(j < i, word[i] != word[j])))), n=48, S=256
    ),
    example("unstable bits of a Hopfield pattern", P(field_at * bits[1][a] < -1), n=12, d=64),
    example(
        "squared visits of a Markov chain",
        E(visited**2),
        T=32,
        S=2,
        M=[[0.9, 0.1], [0.3, 0.7]],
        p=[0.75, 0.25],
    ),
    example("squared cosine", E(squared_cosine), d=24),
    example(
        "range of uniforms", P(max_over(j, heights[j]) - min_over(j, heights[j]) > Fraction(9, 10)), n=20
    ),
)
