"""Claims of the topic `markov_chains`.

Source: Makkuva et al., "Attention with Markov: A Markovian Tale of Transformers" (slides), and the
papers behind it: arXiv 2402.04161; "Local to Global" and "Constant Depth Suffices", NeurIPS 2024.
"""

from ...paper import Paper
from .variants import SELECTORS, VARIANTS

paper = Paper(
    "markov_chains",
    source='Makkuva et al., "Attention with Markov: A Markovian Tale of Transformers" (slides); arXiv '
    '2402.04161; "Local to Global: Learning Dynamics and Effect of Initialization for Transformers" and '
    '"Transformers on Markov Data: Constant Depth Suffices", NeurIPS 2024',
    access="slides",
    variants=VARIANTS,
    selectors=SELECTORS,
)

LARGEST_ERROR = "the largest error, against the in-context estimate, of"
"""How claims begin the names of their quantities."""
