"""Claims of Qiao, "Understanding Transformers through the Lens of Pavlovian Conditioning".

arXiv 2508.08289; only a summary was at hand, so every definition is ours.

One head of linear attention stores n associations in S = sum_j k_j v_j^T, keys and values
independent and uniform on unit spheres, and is queried with a stored key k_i: o_i = k_i^T S. The
crosstalk is eta_i = sum_{j != i} <k_i, k_j> v_j. `n` counts associations, `d_k` and `d_v` are the
dimensions of keys and values, `t` is a threshold on |<k_i, k_j>| or on an error, `tau` one on
|eta_i|^2; `H` heads make a layer and `L` layers a network.
"""

from typing import Final

from ...paper import Paper
from .variants import VARIANTS

paper = Paper(
    "conditioning",
    source="Qiao, Understanding Transformers through the Lens of Pavlovian Conditioning, arXiv 2508.08289",
    access="summary",
    variants=VARIANTS,
)

TIED: Final = {"values": "$d_v = d_k$"}
FIXED: Final = {"values": "$d_v = 16$"}
"""The dimension of values, where a claim depends on it and its points do not state it."""
