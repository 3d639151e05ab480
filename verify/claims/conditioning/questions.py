"""Our own questions about the source that no sentence of its ledger asks, apart from its counts."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_RECENCY = Statement(
    id="conditioning.Q1",
    title="How far back does Oja's rule recall?",
    text="Does the age up to which Oja's rule recalls an item grow at least like $\\sqrt{d_k}$?",
    place="asked of the learning rules",
    source_access=SourceAccess.SUMMARY,
    primary="conditioning.oja.recency_tied.omega",
    why_primary="Values have as many dimensions as keys in a head of attention; with values of 16 dimensions "
    "it is another question.",
    own_question=True,
)
_OPEN = replace(
    _RECENCY,
    id="conditioning.Q2",
    title="Error after RMSNorm",
    text="Is the root mean square error after RMSNorm given by $2 - 2/\\sqrt{1 + \\mathrm{NSR}}$?",
    place="asked of the normalised read-out",
    primary=None,
    why_primary=None,
    not_covered="Not derived or measured yet.",
)

STATEMENTS: tuple[Statement, ...] = (
    _RECENCY,
    _OPEN,
    replace(
        _OPEN,
        id="conditioning.Q3",
        title="ReLU and the sum of weights",
        text="What is the exact error under ReLU with the sum of weights as normaliser?",
    ),
    replace(
        _OPEN,
        id="conditioning.Q4",
        title="Clean-up between layers",
        text="With clean-up to the nearest stored value between layers, is the error of a chain "
        "$1 - (1 - p)^L$?",
        place="asked of higher-order conditioning",
    ),
    replace(
        _OPEN,
        id="conditioning.Q5",
        title="Few epochs of the delta rule",
        text="What is the error of recall after a finite number of passes of the delta rule?",
        place="asked of the learning rules",
    ),
    replace(
        _OPEN,
        id="conditioning.Q6",
        title="Nearest stored value by feature map",
        text="How does the capacity by nearest stored value grow under each feature map?",
        place="asked of the kernel functions",
    ),
    replace(
        _OPEN,
        id="conditioning.Q7",
        title="Values with a common mean",
        text="What does a common mean of the values do to crosstalk and capacity?",
        place="asked of the capacity theorem",
    ),
    replace(
        _OPEN,
        id="conditioning.Q8",
        title="A sharp threshold",
        text="Does the probability of failure at $n = \\alpha d_k$ have a sharp threshold in $\\alpha$, and "
        "at which rate?",
        place="asked of the error law",
    ),
    replace(
        _OPEN,
        id="conditioning.Q9",
        title="Rate function of unit keys",
        text="What is the large-deviation rate of the noise power for keys on the sphere?",
        place="asked of the error law",
    ),
    replace(
        _OPEN,
        id="conditioning.Q10",
        title="Products of noise powers",
        text="What is $\\mathbb{E} \\prod_h |\\eta_h|^2$ over the heads of a layer when they share tokens?",
        place="asked of independent heads",
    ),
)
