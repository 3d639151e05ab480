"""S2: capacities when the answer is the nearest stored value, by a query (f) and by all items (g)."""

from __future__ import annotations

from ...paper import charitable, powers, quantity, stronger
from .s02_capacity import S2

nearest = S2.having(severity="critical", tags=("capacity", "answer: Capacity by definition"))
argmax_error = quantity("argmax_error")["error"]

nearest.claim(
    "argmax_error.normal_rivals",
    "(f) values of $d_k$ dimensions: at least as many queries err as independent normal rivals alone would "
    "make; the noise of the right value's own score comes on top",
    argmax_error(values="tied", d_k=64)
    .named("with $d_v = d_k$, the probability that another stored value is nearest")
    .at_least("1 - (1 - erfc(sqrt(d_k*d_v/(2*(n - 1))))/2)**(n - 1)", margin=0.02),
    stronger(bears="refines", derivation="argmax_failure", severity="minor", tags=("capacity", "heuristic")),
)

nearest.claim(
    "capacity.argmax",
    "(f) the $n$ at which 5 % of the queries have another stored value nearest, values of 16 dimensions; "
    "orders of growth are read up to logarithms; a heuristic gives 1, and leaves out the noise of the right "
    "score, which counts at these sizes",
    argmax_error(values="fixed", d_k=powers(16, 512))
    .quick(d_k=powers(16, 128))
    .named(
        "with $d_v = 16$, the number of items at which 5 % of the queries have another stored value nearest"
    )
    .reaches(0.05, by="n")
    .grows_like(
        "C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k", "C*d_k**2"), up_to_logs=True
    ),
    charitable(derivation="capacity_argmax"),
)

nearest.claim(
    "capacity.argmax_tied",
    "(f) the $n$ at which 5 % of the queries have another stored value nearest, values of $d_k$ dimensions",
    argmax_error(values="tied", d_k=powers(16, 512))
    .quick(d_k=powers(16, 128))
    .named(
        "with $d_v = d_k$, the number of items at which 5 % of the queries have another stored value nearest"
    )
    .reaches(0.05, by="n")
    .grows_like(
        "C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k", "C*d_k**2"), up_to_logs=True
    ),
    charitable(derivation="capacity_argmax_tied"),
)

nearest.claim(
    "capacity.argmax_gaussian",
    "(f) the $n$ at which 5 % of the queries have another stored value nearest, normal values of $d_k$ "
    "dimensions, by a sampler exact in law",
    quantity("argmax_error_collapsed")["error"](d_k=powers(16, 1024))
    .quick(d_k=powers(16, 128))
    .named(
        "with normal values of $d_k$ dimensions, the number of items at which 5 % of the queries have "
        "another stored value nearest"
    )
    .reaches(0.05, by="n")
    .grows_like(
        "C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k", "C*d_k**2"), up_to_logs=True
    ),
    charitable(),
)

argmax_failure = quantity("argmax_failure")["any"]

nearest.claim(
    "capacity.argmax_all",
    "(g) the $n$ at which all $n$ items have their own value nearest with probability 1/2, values of 16 "
    "dimensions",
    argmax_failure(values="fixed", d_k=powers(16, 512))
    .quick(d_k=(16, 32, 64, 256))
    .named("with $d_v = 16$, the number of items that all have their own value nearest with probability 1/2")
    .reaches(0.5, by="n")
    .grows_like(
        "C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k", "C*d_k**2"), up_to_logs=True
    ),
    charitable(derivation="capacity_argmax_all"),
)

nearest.claim(
    "capacity.argmax_all_tied",
    "(g) the $n$ at which all $n$ items have their own value nearest with probability 1/2, values of $d_k$ "
    "dimensions",
    argmax_failure(values="tied", d_k=powers(16, 128))
    .quick()
    .named("with $d_v = d_k$, the number of items that all have their own value nearest with probability 1/2")
    .reaches(0.5, by="n")
    .grows_like(
        "C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k", "C*d_k**2"), up_to_logs=True
    ),
    charitable(derivation="capacity_argmax_all_tied"),
)
