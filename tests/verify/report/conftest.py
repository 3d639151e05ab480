"""A small document with every kind of claim a report must show, its numbers from closed forms."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest
from theorycheck.document import (
    Alternative,
    Axis,
    ClaimRecord,
    Comparison,
    ComparisonOutcome,
    Comparisons,
    DerivationRecord,
    Document,
    Exponent,
    FigurePoint,
    FigureRecord,
    Fit,
    Formulas,
    Guide,
    LocalExponent,
    Outcome,
    PointRecord,
    Scope,
    StatementRecord,
    StepRecord,
)
from theorycheck.figure import FigureKind

SOURCE = "Qiao, Understanding Transformers through the Lens of Pavlovian Conditioning, arXiv 2508.08289"
SIZES = (16, 32, 64, 128, 256, 512)
EXPONENTS = {"mean_noise": 1.0, "coherent": 0.5, "distinct": 0.5, "unshared": 1.0}
TEXTS = {
    "mean_noise": r"a query's mean noise power is at most one, $\mathbb{E}\,|\eta|^2 \le 1$",
    "coherent": r"worst case over values: $\sum_{j \ne i} |\langle k_i, k_j \rangle| \le 1$ on average",
    "distinct": "one-hot keys at random: all n items are free of collisions with probability 1/2",
    "unshared": "one-hot keys at random: a query's key is unshared with probability 1/2",
}
CLAIMED = r"C \sqrt{d_{k}}"
DERIVED = {
    "mean_noise": r"d_{k} + 1",
    "coherent": r"1 + \frac{\sqrt{\pi}\, "
    r"\Gamma\left(\frac{d_{k} + 1}{2}\right)}{\Gamma\left(\frac{d_{k}}{2}\right)}",
    "distinct": r"\frac{{\left(d_{k}\right)}_{n}}{d_{k}^{n}} = \frac{1}{2}",
    "unshared": r"1 - \frac{\log{\left(2 \right)}}{\log{\left(1 - \frac{1}{d_{k}} \right)}}",
}
COMMAND = "theorycheck run {} --preset standard --seed 0"


@pytest.fixture(scope="session")
def document() -> Document:
    """Capacity interpretations, an equality over three sizes, an identity, bounds, and a gap in coverage."""
    return build()


def build() -> Document:
    """The document itself, for those who want to look at a page."""
    return Document(
        theorycheck="0.1.0",
        preset="standard",
        seed=0,
        device="cpu",
        environment={"python": "3.11.7", "torch": "2.13.0", "platform": "Linux-x86_64"},
        command="theorycheck run conditioning --preset standard --seed 0",
        statements=_statements(),
        claims=[
            *_noise_claims(),
            *(_capacity(name, bound_type) for name in EXPONENTS for bound_type in ("Omega", "O", "Theta")),
            _guarantee(),
            _identity(),
        ],
        figures=[figure_of_curves(), figure_of_tiles(), figure_of_dots()],
    )


def _statements() -> list[StatementRecord]:
    def statement(name: str, title: str, text: str, conclusion: str, **more: Any) -> StatementRecord:
        given: dict[str, Any] = {"primary": None, "why_primary": None, "not_covered": None} | more
        lists: dict[str, Any] = {"holds_under": [], "fails_under": [], "open": []}
        return StatementRecord(
            id=f"conditioning.{name}",
            title=title,
            text=text,
            source=SOURCE,
            place=f"Section {name[1:]}",
            source_access="summary",
            conclusion=conclusion,
            **(lists | given),
        )

    return [
        statement(
            "S1",
            "Signal-to-noise law",
            r"The noise power of a retrieval is $\frac{n-1}{d_k}$ in mean.",
            "Holds under every interpretation, exactly.",
            holds_under=["conditioning.noise_power"],
            primary="conditioning.noise_power",
            why_primary="The text states the mean power.",
        ),
        statement(
            "S2",
            "Capacity",
            r"The capacity is $O(\sqrt{d_k})$: $\sqrt{d_k}$ error-free, $O(d_k)$ on average.",
            "The law is true for the coherent worst case and for collision-free one-hot keys, "
            "only a guarantee for "
            "the mean noise power and for unshared keys; nothing is open.",
            primary="conditioning.capacity.mean_noise.omega",
            why_primary="A capacity promises that so much can be stored; the text bounds the noise power.",
            holds_under=["conditioning.capacity.coherent.omega"],
            fails_under=["conditioning.capacity.mean_noise.theta"],
        ),
        statement(
            "S6",
            "Feature maps",
            r"The law generalises across kernels $\phi$.",
            "",
            not_covered="Needs feature maps other than the identity, which no quantity samples yet.",
        ),
        statement(
            "S8",
            "Linearity",
            r"$\phi(q) S = \sum_j (\phi(q) \cdot \phi(k_j))\, v_j$.",
            "Holds as an identity.",
            holds_under=["conditioning.linearity"],
        ),
    ]


def formulas(
    claimed: str,
    derived: str | None,
    measured: str | None,
    *latex: str | None,
    measured_latex: str | None = None,
) -> Formulas:
    """The three formulas; `latex` is that of the claimed and that of the derived one."""
    claimed_latex, derived_latex = latex
    texts = {"claimed_latex": claimed_latex, "derived_latex": derived_latex, "measured_latex": measured_latex}
    return Formulas(claimed=claimed, derived=derived, measured=measured, **texts)


def claim(claim_id: str, statement: str, **more: Any) -> ClaimRecord:
    """A claim record with unremarkable defaults."""
    given: dict[str, Any] = {
        "interpretation": claim_id,
        "role": "literal",
        "relation": "equals",
        "bound_type": None,
        "verdict": Outcome.AGREES,
        "holds": "yes",
        "tight": "unknown",
        "basis": "derived",
        "summary": "The derivation decides it.",
        "exponents": {},
        "rates": {},
        "alternatives": [],
        "fit": None,
        "points": [],
        "severity": "major",
        "tags": [],
        "comparisons": comparisons(
            ComparisonOutcome.AGREES, ComparisonOutcome.AGREES, ComparisonOutcome.AGREES
        ),
        "seconds": 1.75,
        "derivation": _derivation(r"\frac{n - 1}{d_{k}}"),
        "scope": scope({}),
    }
    return ClaimRecord(
        id=claim_id,
        topic="conditioning",
        statement_id=f"conditioning.{statement}",
        source=SOURCE,
        place="Section 1",
        label="the quantity",
        statement="The capacity is $O(\\sqrt{d_k})$.",
        source_access="summary",
        command=COMMAND.format(claim_id),
        **(given | more),
    )


def scope(grid: dict[str, Any], **more: Any) -> Scope:
    """A scope over the grid with the usual margin, level and rounds."""
    given: dict[str, Any] = {
        "margin": 0.05,
        "level": 0.005,
        "rounds": 3,
        "max_rounds": 8,
        "n_trials": 65536,
        "device": "cpu",
        "dtype": "float32",
    }
    return Scope(grid={name: list(values) for name, values in grid.items()}, **(given | more))


def comparisons(
    symbolic: ComparisonOutcome, inference: ComparisonOutcome, points: ComparisonOutcome
) -> Comparisons:
    """The three comparisons with a sentence each."""
    words = {
        ComparisonOutcome.AGREES: "agree in every point and in the exponent",
        ComparisonOutcome.BOUND: "differ by a factor that grows, in the claimed direction",
        ComparisonOutcome.DIFFERS: "differ: the exponent interval lies outside the margin",
        ComparisonOutcome.OPEN: "are not yet told apart at this level",
        ComparisonOutcome.NOT_MADE: "were not compared",
    }
    return Comparisons(
        symbolic=Comparison(outcome=symbolic, sentence=f"Claimed and derived {words[symbolic]}."),
        inference=Comparison(outcome=inference, sentence=f"Claimed and measured {words[inference]}."),
        points=Comparison(outcome=points, sentence=f"Derived and measured {words[points]}."),
    )


def point(
    at: dict[str, Any], truth: float, *, relative: float, wobble: float = 0.3, **more: Any
) -> PointRecord:
    """A measured point `wobble` standard errors beside the truth, and what is said of it otherwise."""
    stderr = abs(truth) * relative
    mean = truth + wobble * stderr
    given = {"mean": mean, "stderr": stderr, "ci": (mean - 3.2 * stderr, mean + 3.2 * stderr)}
    given |= {"error_bound": None, "trials": 65536, "derived": truth}
    return PointRecord(at=at, **(given | more))


def _derivation(latex: str, status: str = "derived") -> DerivationRecord:
    def step(label: str, rule: str, statement: str, latex: str, **more: Any) -> StepRecord:
        given: dict[str, Any] = {"kind": "rule", "check": None, "conditions": []} | more
        return StepRecord(label=label, rule=rule, rule_statement=statement, latex=latex, **given)

    eta = step(
        "eta",
        "definition",
        r"The crosstalk is $\eta_i = \sum_{j \ne i} \langle k_i, k_j \rangle v_j$.",
        r"\left|{\eta}\right|^{2} = \sum_{j \ne i} \sum_{l \ne i} "
        r"\left\langle k_{i}, k_{j}\right\rangle "
        r"\left\langle k_{i}, k_{l}\right\rangle \left\langle v_{j}, v_{l}\right\rangle",
        kind="definition",
    )
    integrate = step(
        "integrate values",
        "unit_vector_moments",
        "A unit vector of degree $2m$ integrates to a sum over pairings divided by "
        r"$d(d+2)\cdots(d+2m-2)$.",
        r"\mathbb{E} \left|{\eta}\right|^{2} = "
        r"\left(n - 1\right) \mathbb{E} \left\langle k_{i}, k_{j}\right\rangle^{2}",
        conditions=["the values are independent of the keys", r"$d_v$ is a positive integer"],
        check="Equal to exact enumeration at 12 random rational points, to 50 digits.",
    )
    solved = "Solve the criterion for the number of items."
    last = step("result", "solve", solved, latex, check="The difference of both sides is zero.")
    return DerivationRecord(
        status=status,
        steps=3,
        cited=[],
        chain=[eta, integrate, last],
        premises=[
            "Keys are independent and uniform on the unit sphere of dimension $d_k$.",
            "The item's own term is left out.",
        ],
        checks=["equal to exact enumeration at 3 points to 50 digits"] if latex != "0" else [],
    )


def _noise_claims() -> list[ClaimRecord]:
    grid = {"n": (9, 33, 129, 513), "d_k": (16, 64), "d_v": (16, 64)}
    points = [
        point(
            {"n": n, "d_k": d_k, "d_v": d_v},
            (n - 1) / d_k,
            relative=0.003,
            claimed=(n - 1) / d_k,
            wobble=math.sin(n + d_v),
        )
        for n, d_k, d_v in itertools.product(*grid.values())
    ]
    return [_noise_power(grid, points), _tail_bound(), _starved()]


def _noise_power(grid: dict[str, Any], points: list[PointRecord]) -> ClaimRecord:
    return claim(
        "conditioning.noise_power",
        "S1",
        interpretation=r"mean over keys and values, $\mathbb{E}\,|\eta|^2 = (n-1)/d_k$",
        tight="yes",
        summary="The mean noise power is (n - 1)/d_k in all 16 points within 0.05.",
        points=points,
        scope=scope(grid),
        formulas=formulas("(n - 1)/d_k", "(n - 1)/d_k", "16 means", *[r"\frac{n - 1}{d_{k}}"] * 2),
        fit=Fit(model="formula (no free constant)", constants={}, chi2=13.71, dof=16, p_value=0.6204),
    )


def _tail_bound() -> ClaimRecord:
    grid = {"d_k": (16, 64, 256), "t": (0.1, 0.3, 0.6)}
    points = []
    for d_k, t in itertools.product(*grid.values()):
        bound, truth = 2 * math.exp(-d_k * t * t / 2), math.erfc(t * math.sqrt(d_k / 2))
        unseen = {"mean": 0.0, "stderr": 0.0, "ci": (0.0, 0.0001122)} if truth < 1e-5 else {}
        points.append(point({"d_k": d_k, "t": t}, truth, relative=0.02, claimed=bound, **unseen))
    return claim(
        "conditioning.key_overlap_tail_bound",
        "S1",
        interpretation=r"tail of one overlap, $P(|\langle k, k' \rangle| > t)$",
        relation="at_most",
        verdict=Outcome.BOUND_ONLY,
        tight="no",
        points=points,
        scope=scope(grid),
        summary="The bound holds in every point that is not vacuous, and is not tight.",
        comparisons=comparisons(ComparisonOutcome.BOUND, ComparisonOutcome.BOUND, ComparisonOutcome.AGREES),
        formulas=formulas(
            "2*exp(-d_k*t**2/2)",
            "betainc(...)",
            None,
            r"2 e^{- \frac{d_{k} t^{2}}{2}}",
            r"I_{1 - t^{2}}\left(\frac{d_{k} - 1}{2}, \frac{1}{2}\right)",
        ),
    )


def _starved() -> ClaimRecord:
    grid = {"n": (3, 5), "d_v": (4, 8)}
    points = [
        point({"n": n, "d_v": v}, (n - 1) / (16 * v), relative=0.4, claimed=(n - 1) / (16 * v))
        for n, v in itertools.product(*grid.values())
    ]
    return claim(
        "conditioning.directional_variance",
        "S1",
        interpretation=r"variance along a direction, $\mathbb{E}\langle\eta,u\rangle^2$",
        role="stronger",
        verdict=Outcome.INCONCLUSIVE,
        holds="undecided",
        basis="statistics",
        points=points,
        summary="The intervals are wider than the margin.",
        comparisons=comparisons(ComparisonOutcome.NOT_MADE, ComparisonOutcome.OPEN, ComparisonOutcome.OPEN),
        scope=scope(grid, missing="about 400 times as many trials", rounds=1, cut_by_budget=True),
        derivation=DerivationRecord(status="none", steps=0, cited=[]),
        formulas=formulas("(n-1)/(d_k*d_v)", None, "4 means", r"\frac{n - 1}{d_{k} d_{v}}", None),
    )


def _capacity(name: str, bound_type: str) -> ClaimRecord:
    exponent = EXPONENTS[name]
    is_law = exponent == 0.5
    verdict = {
        "Omega": Outcome.AGREES if is_law else Outcome.BOUND_ONLY,
        "O": Outcome.AGREES if is_law else Outcome.REFUTED,
        "Theta": Outcome.AGREES if is_law else Outcome.REFUTED,
    }[bound_type]
    holds = "no" if verdict is Outcome.REFUTED else "yes"
    differing = (
        ComparisonOutcome.AGREES
        if is_law
        else (ComparisonOutcome.BOUND if bound_type == "Omega" else ComparisonOutcome.DIFFERS)
    )
    claimed = {d: 1.3 * math.sqrt(d) for d in SIZES}
    truth = {d: (1.0 + 1.25 * math.sqrt(d)) if is_law else d + 1.0 for d in SIZES}
    local = [
        LocalExponent(at=math.sqrt(a * b), value=slope, ci=(slope - 0.03, slope + 0.03))
        for a, b in itertools.pairwise(SIZES)
        for slope in [math.log(truth[b] / truth[a]) / math.log(2)]
    ]
    return claim(
        f"conditioning.capacity.{name}.{bound_type.lower()}",
        "S2",
        interpretation=TEXTS[name],
        relation="law",
        bound_type=bound_type,
        verdict=verdict,
        holds=holds,
        tight="yes" if is_law else "no",
        summary=f"The capacity grows as $d_k^{{{exponent}}}$; holds: {holds}.",
        formulas=formulas(
            "C*sqrt(d_k)",
            "...",
            "0.99*d_k**1.0",
            CLAIMED,
            DERIVED[name],
            measured_latex=rf"\propto d_{{k}}^{{{exponent + 0.003}}}",
        ),
        comparisons=comparisons(differing, differing, ComparisonOutcome.AGREES),
        derivation=_derivation(DERIVED[name]),
        exponents={
            "d_k": Exponent(
                claimed=0.5,
                derived=exponent,
                estimate=exponent + 0.003,
                ci=(exponent - 0.012, exponent + 0.018),
                local=local,
                trend="rising",
            )
        },
        alternatives=[
            Alternative(
                law="C*d_k",
                excluded=is_law,
                reason="its exponent lies outside the interval" if is_law else "it is the derived law",
            ),
            Alternative(law="C*d_k/log(d_k)", excluded=True, reason="rejected by the fit"),
        ],
        fit=Fit(
            model="C*d_k^b (1 + A d_k^-1/2)",
            constants={"C": 0.9871, "A": 0.1203},
            chi2=3.412,
            dof=3,
            p_value=0.3324,
        ),
        points=[
            point({"d_k": d}, truth[d], relative=0.004, claimed=claimed[d], wobble=math.cos(d)) for d in SIZES
        ],
        scope=scope({"d_k": SIZES}),
    )


def _guarantee() -> ClaimRecord:
    points = [
        point(
            {"d_k": d},
            d + 1.0,
            relative=0,
            claimed=math.sqrt(d / 2),
            derived=math.sqrt(d / 2),
            stderr=None,
            error_bound=1e-12,
            trials=0,
            ci=(d + 1.0 - 1e-12, d + 1.0 + 1e-12),
        )
        for d in SIZES
    ]
    return claim(
        "conditioning.capacity.guarantee",
        "S2",
        relation="at_least",
        verdict=Outcome.BOUND_ONLY,
        tight="no",
        role="charitable",
        interpretation="what Markov's inequality and the union bound promise for all n items with "
        "probability 1/2",
        points=points,
        summary="The guarantee holds and is loose by a factor that grows with d_k.",
        scope=scope({"d_k": SIZES}),
        comparisons=comparisons(ComparisonOutcome.AGREES, ComparisonOutcome.BOUND, ComparisonOutcome.BOUND),
        derivation=_derivation(r"\frac{1 + \sqrt{1 + 2 d_{k}}}{2}"),
        exponents={"d_k": Exponent(claimed=0.5, derived=0.5, estimate=None, ci=None, local=[])},
        formulas=formulas(
            "sqrt(d_k/2)",
            "(1 + sqrt(1 + 2*d_k))/2",
            "d_k + 1",
            r"\sqrt{\frac{d_{k}}{2}}",
            r"\frac{1 + \sqrt{1 + 2 d_{k}}}{2}",
            measured_latex="d_{k} + 1",
        ),
    )


def _identity() -> ClaimRecord:
    return claim(
        "conditioning.linearity",
        "S8",
        interpretation="for every feature map and all stored items",
        relation="identity",
        tight="yes",
        basis="derived",
        summary="Zero by rules.",
        derivation=_derivation("0"),
        comparisons=comparisons(
            ComparisonOutcome.AGREES, ComparisonOutcome.NOT_MADE, ComparisonOutcome.NOT_MADE
        ),
        formulas=formulas(
            "0", "0", None, r"\phi(q) S - \sum_{j} \left(\phi(q) \cdot \phi(k_{j})\right) v_{j} = 0", "0"
        ),
    )


def figure(name: str, points: list[FigurePoint], **more: Any) -> FigureRecord:
    """A figure record with unremarkable defaults."""
    given: dict[str, Any] = {
        "topic": "conditioning",
        "title": f"The {name} of $d_k$",
        "caption": "One sees that it grows.",
        "alternative": "It grows.",
        "place": None,
        "supports": [],
        "quantity": ["conditioning.quantity"],
        "value": "Mean of a quantity (d_v = d_k)",
        "x": Axis(name="d_k", log=True),
        "y": Axis(name="value", log=True),
        "series": None,
        "guides": [],
        "blocks": 4,
    }
    return FigureRecord(id=f"conditioning.figure.{name}", points=points, **(given | more))


def figure_point(at: dict[str, Any], mean: float, series: Any = None, *, exact: bool = False) -> FigurePoint:
    """A number of a figure with an error of a tenth, or an error bound."""
    stderr, bound = (None, 1e-15) if exact else (0.1 * mean, None)
    return FigurePoint(at=at, series=series, mean=mean, stderr=stderr, error_bound=bound, trials=64)


def figure_of_curves() -> FigureRecord:
    """Two curves with a guide each, beside a claim."""
    sizes = (16, 64, 256)
    return figure(
        "curves",
        [figure_point({"d_k": d, "n": n}, n / d, n) for n in (2, 8) for d in sizes],
        kind=FigureKind.CURVES,
        series="n",
        place="Figure 2",
        supports=["conditioning.noise_power", "conditioning.linearity"],
        guides=[
            Guide(name="law", law="n/d_k", latex="n/d_{k}", series=n, points=[(d, n / d) for d in sizes])
            for n in (2, 8)
        ],
    )


def figure_of_tiles() -> FigureRecord:
    """A map of shares with a boundary, beside no claim."""
    return figure(
        "tiles",
        [figure_point({"d_k": d, "n": n}, n / (n + d)) for n in (4, 8, 16) for d in (8, 16)],
        kind=FigureKind.HEAT_MAP,
        y=Axis(name="n", log=True),
        guides=[Guide(name="n = d_k", law="d_k", latex="d_{k}", series=None, points=[(8, 8), (16, 16)])],
    )


def figure_of_dots() -> FigureRecord:
    """Pairs of components shaded by a third."""
    return figure(
        "dots",
        [
            figure_point({"d_k": d}, value, series)
            for d in (8, 16, 32)
            for series, value in (("signal", 1.0 + 1 / d), ("noise", 2.0 / d), ("share", 1 / d))
        ],
        kind=FigureKind.SCATTER,
        x=Axis(name="signal", log=False),
        y=Axis(name="noise", log=True),
        series="share",
    )
