"""What was found, as values of Python: a result for each claim, over the records of one document."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from .document import ClaimRecord, Document, Exponent, Outcome, Ranking
from .errors import UsageError
from .report.explanation import explanation
from .report.point_tables import numbers
from .wording import Medium
from .wording.fits import ranking_words
from .wording.outcomes import word
from .wording.statements import headline

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame


class Lines(str):
    """A text of several lines, which a notebook shows as lines."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True, repr=False)
class Result:
    """What was found of one claim; `record` holds all of it."""

    record: ClaimRecord

    @property
    def id(self) -> str:
        """The claim's id."""
        return self.record.id

    @property
    def verdict(self) -> Outcome:
        """What was decided: "agrees", "bound only", "refuted", "inconclusive" or "error"."""
        return self.record.verdict

    @property
    def summary(self) -> str:
        """The verdict in one sentence."""
        return headline(self.record, Medium.TERMINAL)

    @property
    def exponents(self) -> dict[str, Exponent]:
        """The exponent of each variable: claimed, derived, and measured with its interval."""
        return self.record.exponents

    def explain(self) -> str:
        """The formulas, their comparisons, the alternatives, and what would change the verdict."""
        return Lines("\n".join(explanation(self.record)))

    def plot(self, variable: str | None = None, axes: Axes | None = None) -> Axes:
        """Draw the estimates with their intervals beside the formulas, on matplotlib axes.

        Raises UsageError where there is nothing to draw.
        """
        from .report.plot_matplotlib import plot

        return plot(self.record, variable, axes)

    def to_frame(self) -> DataFrame:
        """The estimates as a pandas frame, a row for each setting; raises UsageError without pandas."""
        rows: list[dict[str, object]] = [{**point.at, **numbers(point)} for point in self.record.points]
        return _frame(rows)

    def __repr__(self) -> str:
        return f"{word(self.record)}  {self.id}  {self.summary}"

    def _repr_html_(self) -> str:
        from .report.html_page import render_result

        return render_result(self.record)


@dataclass(frozen=True, repr=False)
class Results:
    """The results of several claims, by number or by id; `document` holds all that was found.

    Where there is one claim, `verdict` and `plot` are those of its result.
    """

    document: Document

    def __len__(self) -> int:
        return len(self.document.claims)

    def __iter__(self) -> Iterator[Result]:
        return map(Result, self.document.claims)

    def __getitem__(self, key: int | str) -> Result:
        """The result of that number, or of the claim of that id. Raises UsageError for an unknown id."""
        if isinstance(key, int):
            return Result(self.document.claims[key])
        for found in self:
            if found.id == key:
                return found
        raise UsageError(f"There is no claim {key!r} here; the claims are {', '.join(self.verdicts)}.")

    @property
    def rankings(self) -> list[Ranking]:
        """Where several laws were fitted to a table, those laws in the order of their evidence."""
        return self.document.rankings

    @property
    def verdicts(self) -> dict[str, Outcome]:
        """The verdict of each claim, by its id."""
        return {found.id: found.verdict for found in self}

    @property
    def verdict(self) -> Outcome:
        """The verdict of the one claim; raises UsageError where there are several."""
        return self._only("verdicts").verdict

    @property
    def summary(self) -> str:
        """How many claims came to which verdict, and of a single claim its sentence."""
        if len(self) == 1:
            return self[0].summary
        counts = Counter(word(claim) for claim in self.document.claims)
        return (
            f"{len(self)} claims: " + ", ".join(f"{count} {found}" for found, count in counts.items()) + "."
        )

    def explain(self) -> str:
        """The explanation of each claim."""
        return Lines("\n\n".join(found.explain() for found in self))

    def plot(self, variable: str | None = None, axes: Axes | None = None) -> Axes:
        """Draw the one claim; raises UsageError where there are several, or nothing to draw."""
        return self._only("results[id].plot()").plot(variable, axes)

    def to_frame(self) -> DataFrame:
        """A row for each claim as a pandas frame; raises UsageError without pandas."""
        rows: list[dict[str, object]] = [
            {
                "claim": found.id,
                "verdict": found.verdict.value,
                "claimed": found.record.formulas.claimed,
                "derived": found.record.formulas.derived,
                "measured": found.record.formulas.measured,
                "summary": found.summary,
            }
            for found in self
        ]
        return _frame(rows)

    def _only(self, instead: str) -> Result:
        if len(self) != 1:
            raise UsageError(f"These are {len(self)} claims; ask for {instead}, by their ids.")
        return self[0]

    def __repr__(self) -> str:
        ranked = [ranking_words(one, Medium.TERMINAL) for one in self.rankings]
        return "\n".join([*ranked, self.summary, *map(repr, self)] if len(self) != 1 else [repr(self[0])])

    def _repr_html_(self) -> str:
        if len(self) == 1:
            return self[0]._repr_html_()
        rows = (
            f"<tr><td><b>{word(one.record)}</b></td><td><code>{html.escape(one.id)}</code></td>"
            f"<td style='text-align: left'>{html.escape(one.summary)}</td></tr>"
            for one in self
        )
        return f"<p>{html.escape(self.summary)}</p><table>{''.join(rows)}</table>"


def _frame(rows: list[dict[str, object]]) -> DataFrame:
    try:
        pandas = import_module("pandas")
    except ImportError as error:
        raise UsageError("to_frame needs pandas, which is not installed: pip install pandas.") from error
    return pandas.DataFrame(rows)
