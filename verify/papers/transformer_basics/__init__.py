"""Claims of the topic `transformer_basics`.

Source: a tutorial dialogue on the transformer architecture, its statements in paraphrase.
"""

from ...paper import Paper
from .variants import SELECTORS, VARIANTS

paper = Paper(
    "transformer_basics",
    source="A tutorial dialogue on the transformer architecture, in paraphrase",
    access="summary",
    variants=VARIANTS,
    selectors=SELECTORS,
)
