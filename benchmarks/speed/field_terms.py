"""Further terms of several fields, as `compiled_terms` has them.

The compiler was not made for them: they were written to see what it makes of terms that it had not met.
"""

from __future__ import annotations

from fractions import Fraction

from theorycheck.theory.laws import (
    Bernoulli,
    DiscreteUniform,
    MarkovChain,
    Mixture,
    Normal,
    Rademacher,
    Sphere,
    Uniform,
    Zipf,
)
from theorycheck.theory.model import Index, Model, Parameter, Size, chain, fixed, iid, indices, sizes
from theorycheck.theory.terms import (
    PI,
    E,
    P,
    Sum,
    Term,
    Var,
    absolute,
    all_,
    any_,
    argmax,
    both,
    exp,
    function,
    gradient,
    indicator,
    inner,
    iterate,
    log,
    max_over,
    median,
    min_over,
    norm2,
    outer,
    relu,
    softmax,
    sqrt,
    tabulate,
    trace,
)

from .compiled_terms import example

cos, sign = function("cos"), function("sign")
n, m, T, S = Size("n", minimum=3), Size("m", minimum=2), Size("T", minimum=3), Size("S")
d, d_k, d_v = sizes("d d_k d_v")
i, j, l = indices("i j l", n)
r, s = indices("r s", m)
a, b = indices("a b", d)
beta, theta, eta, tau = (Parameter(name) for name in ("beta", "theta", "eta", "tau"))
k, v = Model(k=iid(Sphere(d_k), n), v=iid(Sphere(d_v), n))
g = Model(g=iid(Normal(dimension=d), n)).g
h = Model(h=iid(Normal(), n)).h
x, y, z = Model(x=Normal(dimension=d), y=Normal(dimension=d), z=Normal(dimension=d))
u = fixed("u", d)
c = Model(c=iid(DiscreteUniform(S), n)).c

# Crosstalk of other maps.

cubic = Sum(j != i, inner(k[i], k[j]) ** 3 * v[j])

exponential = Sum(j != i, exp(beta * (inner(k[i], k[j]) - 1)) * v[j])

w_1 = outer(v[1], k[1])
w_2 = w_1 + outer(v[2] - w_1 @ k[2], k[2])
w_3 = w_2 + outer(v[3] - w_2 @ k[3], k[3])

# Retrieval errors.

noise = Model(e=Normal(covariance=1 / d_k, dimension=d_k)).e

noisy = k[1] + theta * noise

blurred = k[1] + theta * noise
softened = softmax(tabulate(j, beta * inner(blurred, k[j])))

own_weight = softmax(tabulate(j, beta * inner(k[i], k[j])))[i]

# Random features.

w = Model(w=iid(Normal(dimension=d), m)).w
phase = Model(p=iid(Uniform(0, 2 * PI), m)).p

x_0, y_0 = fixed("x0", d), fixed("y0", d)
fourier = Sum(r, 2 * cos(inner(w[r], x_0) + phase[r]) * cos(inner(w[r], y_0) + phase[r])) / m

k_d, v_d = Model(k=iid(Sphere(d), n), v=iid(Sphere(d), n))
q = Model(q=Sphere(d)).q
feature_weight = Sum(r, exp(inner(w[r], k_d[j])) * exp(inner(w[r], q)))
linear_attention = Sum(j, feature_weight * v_d[j]) / Sum(j, feature_weight)

# Spiked matrices, products of random matrices.

G = Model(G=iid(Normal(), d, d)).G


def wigner(p: Term, q: Term) -> Term:
    """An entry of the symmetric matrix with a spike."""
    return (G[p, q] + G[q, p]) / sqrt(2 * d) + theta * u[p] * u[q]


a_2, a_3 = indices("a2 a3", d)
cubed = Sum(a, Sum(b, Sum(a_2, Sum(a_3, u[a] * wigner(a, b) * wigner(b, a_2) * wigner(a_2, a_3) * u[a_3]))))

M_1, M_2, M_3 = Model(
    A=iid(Normal(covariance=1 / d, dimension=d), d),
    B=iid(Normal(covariance=1 / d, dimension=d), d),
    C=iid(Normal(covariance=1 / d, dimension=d), d),
)


def layer(matrix: Term, x: Term) -> Term:
    """A linear layer."""
    return tabulate(a, inner(matrix[a], x))


sample_covariance = Sum(j, outer(g[j], g[j]))

# Regression in context.

e = Model(e=iid(Normal(), n)).e
target = inner(y, g[j]) + theta * e[j]
guess = Sum(j, target * inner(g[j], z)) / n

w_0 = fixed("w0", d)
risk = Sum(j, (inner(w_0, g[j]) - target) ** 2) / (2 * n)
descended = iterate(w_0 - eta * gradient(risk, w_0), w_0, 0 * y, T)

label = sign(inner(g[j], y))
logistic = Sum(j, log(1 + exp(-label * inner(g[j], w_0)))) / n

log_softmax = inner(g[1], w_0) - log(Sum(j, exp(inner(g[j], w_0))))

# Counts.

slot = Index("slot", S)
load = Sum(j, indicator(c[j] == slot))

edge = Model(A=iid(Bernoulli(Parameter("p")), n, n)).A

# Medians, quantiles, ties.

points = Model(x=iid(Uniform(), n, 3)).x
axis_ = Index("axis", 3)
apart = Sum(axis_, (points[i, axis_] - points[j, axis_]) ** 2)

unit_noise = Model(U=iid(Uniform(), n)).U
perturbed = theta * indicator(j == 1) - log(-log(unit_noise[j]))

# Chains, texts, mixtures.

move, start = fixed("M", S, S), fixed("p0", S)
state = Model(s=chain(MarkovChain(move, start), T)).s
time, later = indices("t later", T)
MOVES = [[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.3, 0.3, 0.4]]

pairs = Sum(time, Sum(later == time + 1, indicator(both(state[time] == 1, state[later] == 1))))
firsts = Sum(time <= T - 1, indicator(state[time] == 1))

text = Model(t=iid(Zipf(Fraction(6, 5), S), n)).t

weight = slot ** Fraction(-6, 5) / Sum(slot, slot ** Fraction(-6, 5))
missing = Sum(slot, weight * indicator(all_(j, text[j] != slot)))

blob = Model(b=iid(Mixture((Fraction(1, 2), Fraction(1, 2)), (Normal(-1), Normal(1))), n)).b

log_likelihood = Sum(j, log(exp(-((blob[j] - 1) ** 2) / 2) + exp(-((blob[j] + 1) ** 2) / 2))) / n

signs = Model(x=iid(Rademacher(d), n)).x

one_sign = Model(s=Rademacher(d)).s
rows = Model(k=iid(Sphere(d), n)).k

flip = Model(f=iid(Bernoulli(Fraction(1, 10)), d)).f
local_field = Sum(j, signs[j][a] * Sum(b != a, signs[j][b] * signs[1][b] * (1 - 2 * flip[b])))

lengths = Sum(r, inner(w[r], rows[j]) ** 2) / m


def layer_norm(vector: Term) -> Term:
    """A component of (x - mean) / sqrt(variance + 1/100)."""
    mean = Sum(b, vector[b]) / d
    return (vector[a] - mean) / sqrt(Sum(b, (vector[b] - mean) ** 2) / d + Fraction(1, 100))


other = theta * x + y

EXAMPLES = (
    example("radial kernel", E(exp(-norm2(g[i] - g[j]) / 16)), where=(i != j,), n=32, d=16),
    example("nearest centre", P(any_(j != 1, norm2(y + g[1] - g[j]) < norm2(y))), n=24, d=16),
    example("collisions by load", E(Sum(i, Sum(j < i, indicator(c[i] == c[j])))), n=96, S=64),
    example("triples by load", E(Sum(slot, load * (load - 1) * (load - 2)) / 6), n=40, S=40),
    example("crosstalk of a cubic map", E(norm2(cubic)), n=48, d_k=16, d_v=24),
    example("crosstalk of an exponential map", E(norm2(exponential)), n=32, d_k=24, d_v=16, beta=6),
    example("delta rule", E(norm2(w_3 @ k[1] - v[1])), n=3, d_k=24, d_v=16),
    example("retrieval of a noisy key", P(argmax(j, inner(noisy, k[j])) != 1), n=64, d_k=32, theta=0.8),
    example(
        "squared error of softmax retrieval",
        E(norm2(Sum(j, softened[j] * k[j]) - k[1])),
        n=64,
        d_k=32,
        theta=0.5,
        beta=8,
    ),
    example("some key attends elsewhere", P(any_(i, own_weight < Fraction(1, 2))), n=32, d_k=24, beta=4),
    example(
        "squared error of Fourier features",
        E((fourier - exp(-norm2(x_0 - y_0) / 2)) ** 2),
        d=16,
        m=96,
        x0=0.2,
        y0=[0.8 * place / 15 - 0.3 for place in range(16)],
    ),
    example("linear attention by positive features", E(norm2(linear_attention)), n=32, d=16, m=24),
    example("power of a spiked Wigner matrix", E(cubed), d=48, theta=1.5, u=48**-0.5),
    example("three random layers", P(norm2(layer(M_3, layer(M_2, layer(M_1, u)))) > 1), d=32, u=32**-0.5),
    example(
        "three rectified layers",
        E(norm2(relu(layer(M_3, relu(layer(M_2, relu(layer(M_1, u)))))))),
        d=32,
        u=32**-0.5,
    ),
    example(
        "effective rank",
        E(trace(sample_covariance) ** 2 / trace(sample_covariance @ sample_covariance)),
        n=24,
        d=40,
    ),
    example("regression by linear attention", E((guess - inner(y, z)) ** 2), n=40, d=12, theta=0.3),
    example("four steps of regression", E(norm2(descended - y)), n=32, d=8, theta=0.5, eta=0.4, T=4),
    example("gradient of a logistic loss", E(norm2(gradient(logistic, w_0))), n=48, d=16, w0=0.1),
    example("gradient of log softmax", E(norm2(gradient(log_softmax, w_0))), n=40, d=16, w0=0.3),
    example("largest load", E(max_over(slot, load)), n=64, S=32),
    example("empty bins", E(Sum(slot, indicator(all_(j, c[j] != slot)))), n=64, S=48),
    example(
        "triple collisions",
        E(Sum(i, Sum(j < i, Sum(l < j, indicator(both(c[i] == c[j], c[j] == c[l])))))),
        n=40,
        S=40,
    ),
    example(
        "triangles of a random graph",
        E(Sum(i, Sum(j < i, Sum(l < j, edge[i, j] * edge[j, l] * edge[i, l])))),
        n=24,
        p=0.3,
    ),
    example("inversions", Var(Sum(i, Sum(j < i, indicator(h[i] < h[j])))), n=40),
    example("records", E(Sum(i, indicator(all_(j < i, h[j] < h[i])))), n=48),
    example("median of the closest pair", median(min_over(i, min_over(j != i, apart))), n=24),
    example("largest of perturbed logits", P(argmax(j, perturbed) == 1), n=40, theta=2),
    example("vote with ties", P(argmax(j, c[j] + indicator(j == 1), ties="uniform") == 1), n=24, S=8),
    example("bigram estimate", E((pairs + Fraction(1, 2)) / (firsts + 1)), T=32, S=3, M=MOVES, p0=[1, 0, 0]),
    example("unseen mass", E(missing), n=64, S=128),
    example("likelihood of a mixture", E(log_likelihood), n=64),
    example("Rademacher complexity", E(max_over(j, inner(one_sign, rows[j]))), n=64, d=24),
    example("overlap after a Hopfield step", E(Sum(a, sign(local_field) * signs[1][a]) / d), n=10, d=64),
    example(
        "distortion of a random projection",
        P(any_(j, absolute(lengths - 1) > Fraction(1, 2))),
        n=16,
        d=32,
        m=24,
    ),
    example(
        "overlap after layer normalisation",
        E((Sum(a, layer_norm(x) * layer_norm(other)) / d) ** 2),
        d=48,
        theta=0.5,
    ),
)
