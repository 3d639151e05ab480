"""Terms of several fields, each of a different kind, at sizes at which the compiler's programs are tested."""

from __future__ import annotations

from dataclasses import dataclass, field
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
    where: tuple[Term, ...] = field(default=())


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
        Example(
            name=f"crosstalk power {size} {keys} {values}",
            term=E(norm2(eta)),
            at={"n": size, "d_k": keys, "d_v": values},
        )
        for size, keys, values in ((8, 32, 8), (32, 256, 32), (64, 64, 8))
    ),
    Example(
        name="median crosstalk power",
        term=median(norm2(eta)),
        at={"n": 8, "d_k": 32, "d_v": 8},
    ),
    Example(
        name="crosstalk of the map relu",
        term=E(norm2(relu_eta)),
        at={"n": 32, "d_k": 32, "d_v": 16},
    ),
    Example(
        name="retrieval error",
        term=P(any_(j != i, inner(retrieved, v[j]) >= inner(retrieved, v[i]))),
        at={"n": 32, "d_k": 16, "d_v": 16},
    ),
    Example(
        name="nearest value by argmax",
        term=P(argmax(j, inner(retrieved, v[j])) != i),
        at={"n": 32, "d_k": 16, "d_v": 16},
    ),
    Example(
        name="softmax attention output",
        term=E(norm2(Sum(j, weights[j] * v[j]))),
        at={"n": 64, "d_k": 32, "d_v": 32, "beta": 8},
    ),
    Example(
        name="causal attention output",
        term=E(norm2(causal_out)),
        at={"n": 32, "d_k": 16, "d_v": 16, "beta": 4},
    ),
    Example(
        name="variance of random features",
        term=Var(kernel_estimate),
        at={"d": 32, "m": 64, "x": ROWS[0], "y": ROWS[1]},
    ),
    Example(
        name="overlap of a spiked covariance",
        term=E(inner(u, spiked @ u)),
        at={"n": 64, "d": 32, "theta": 1.5, "u": 32**-0.5},
    ),
    Example(
        name="trace of a spiked covariance",
        term=E(trace(spiked @ spiked)),
        at={"n": 64, "d": 32, "theta": 1.5, "u": 32**-0.5},
    ),
    Example(
        name="one step of regression in context",
        term=E(regression_error),
        at={"n": 32, "d": 16, "theta": 0.5, "eta": 0.5, "w": 0},
    ),
    Example(
        name="number of collisions",
        term=E(Sum(i, Sum(j < i, indicator(c[i] == c[j])))),
        at={"n": 32, "S": 365},
    ),
    Example(
        name="some collision",
        term=P(any_(i, any_(j != i, c[i] == c[j]))),
        at={"n": 23, "S": 365},
    ),
    Example(
        name="largest inner product",
        term=E(max_over(i, max_over(j != i, inner(k[i], k[j])))),
        at={"n": 64, "d_k": 32},
    ),
    Example(
        name="trace of a cubed Wishart matrix",
        term=E(trace(wishart**3)),
        at={"n": 16, "d": 48},
    ),
    Example(
        name="free energy of random levels",
        term=E(log(Sum(j, exp(beta * energies[j])))),
        at={"n": 256, "beta": 1.5},
    ),
    Example(
        name="distinct words of a Zipf text",
        term=E(Sum(i, indicator(all_(j < i, word[i] != word[j])))),
        at={"n": 48, "S": 256},
    ),
    Example(
        name="unstable bits of a Hopfield pattern",
        term=P(field_at * bits[1][a] < -1),
        at={"n": 12, "d": 64},
    ),
    Example(
        name="squared visits of a Markov chain",
        term=E(visited**2),
        at={"T": 32, "S": 2, "M": [[0.9, 0.1], [0.3, 0.7]], "p": [0.75, 0.25]},
    ),
    Example(
        name="squared cosine",
        term=E(squared_cosine),
        at={"d": 24},
    ),
    Example(
        name="range of uniforms",
        term=P(max_over(j, heights[j]) - min_over(j, heights[j]) > Fraction(9, 10)),
        at={"n": 20},
    ),
)
