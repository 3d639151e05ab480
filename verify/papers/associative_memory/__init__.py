"""Claims of Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv 2310.02984.

One matrix W = sum_x q(x) u_f(x) e_x^T stores the associations x -> f(x) of N input tokens with M
output tokens; it answers argmax_y u_y . W e_x. Tokens are weighed by a Zipf law p(x) = C x^-alpha, the
error is E = sum_x p(x) 1[wrong]; ties count as errors. `d` is the dimension of the embeddings, `T` the
number of samples, `P` the number of tokens stored, `rho` the power in q = p^rho.
"""

from ...paper import Paper
from .variants import SELECTORS, VARIANTS

paper = Paper(
    "associative_memory",
    source='Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv 2310.02984',
    access="full text",
    variants=VARIANTS,
    selectors=SELECTORS,
)
