"""A reason in words: its template, with each part written for the medium, and verbs in the number of names.

Templates have the singular. A name that a user gives may be a plural: "the" and a word in -s before any
preposition, as in "the trials of a coupon".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Final

from ..reason import Kind, PartOrPlain, Ranges, Reason, Text
from .formulas import plain_text
from .media import Medium
from .orders import GrowthPart, growth_words
from .parts import ONLY, listed, where_found, written
from .templates import TEMPLATES

FORMULA: Final = re.compile(r"[a-z](?![a-z\s'’.,-])|[\w/-]+\.(?:py|toml)\b")
"""What begins with a small letter and is no word: a formula, or the name of a file."""


OPTIONAL: Final = frozenset({"ratio", "reach", "cause"})
"""Parts that the reasons of older documents lack."""


VARIANT: Final = re.compile(r"([^=,(:]+: [^(]*?)(?: \((.*)\))?")
"""Coordinates that begin with a variant by name, and no number; terms may stand in brackets."""


_PLURALS: Final = {
    "is": "are", "does": "do", "was": "were", "equals": "equal", "tends": "tend", "grows": "grow",
    "falls": "fall", "scales": "scale", "follows": "follow", "stays": "stay",
}  # fmt: skip
"""The verbs that follow a name in templates."""

_NAME: Final = re.compile(
    r"the (?P<noun>.*?)"
    r"(?: (?:needed|used|drawn|taken|found))?"
    r"(?: (?:of|at|in|by|that|which|with|where|under|over|per|on|for|to|from|until|before|after|as|than"
    r"|between|among|beyond|through|within|without|against|above|below|along|across|into|towards|when|whose|minus|less)\b"
    r".*)?",
    re.DOTALL,
)
_SINGULAR: Final = re.compile(r"(?:.*[\s-])?(?:bias|gas|lens|series|species|canvas|atlas|\S*(?:ss|us|is))")


def words(said: Reason | str, medium: Medium = Medium.CODE) -> str:
    """The sentence of a reason; of a text the formulas are set."""
    if isinstance(said, str):
        return plain_text(said, medium)
    return capital(filled(TEMPLATES[said.kind], said.parts, medium))


def lacking(said: PartOrPlain) -> str | None:
    """The first part that a reason, or one inside of it, lacks of its template; None where it is whole."""
    if isinstance(said, tuple):
        return next(filter(None, map(lacking, said)), None)
    if not isinstance(said, Reason):
        return None
    absent = sorted(_needed(said.kind) - said.parts.keys())
    if absent:
        return f"the part {absent[0]!r} of its reason {said.kind.value!r}"
    return next(filter(None, map(lacking, said.parts.values())), None)


@cache
def _needed(kind: Kind) -> frozenset[str]:
    """The parts that a template names, but those that older documents leave out."""
    return frozenset(name for _, name, _, _ in Formatter().parse(TEMPLATES[kind]) if name) - OPTIONAL


def filled(template: str, parts: Mapping[str, PartOrPlain], medium: Medium) -> str:
    """A template with its parts written."""
    # A part that says nothing leaves its space.
    sentence = " ".join(_Sentence(medium).vformat(template, (), parts).split())
    label = parts.get("label")
    return sentence if not isinstance(label, Text) else agreed(sentence, written(label, medium))


def capital(sentence: str) -> str:
    """The sentence with a capital first letter, unless it begins with a formula.

    >>> capital("a step"), capital("r²ᵏ times"), capital("x_n is one")
    ('A step', 'r²ᵏ times', 'x_n is one')
    """
    return sentence if FORMULA.match(sentence) else sentence[:1].upper() + sentence[1:]


class _Sentence(Formatter):
    """Writes the parts that a template names."""

    def __init__(self, medium: Medium) -> None:
        self._medium = medium

    def get_value(
        self, key: int | str, args: Sequence[PartOrPlain], kwargs: Mapping[str, PartOrPlain]
    ) -> PartOrPlain:
        return kwargs.get(str(key)) if key in OPTIONAL else super().get_value(key, args, kwargs)

    def format_field(self, value: PartOrPlain, format_spec: str) -> str:
        if isinstance(value, tuple):
            texts = [self._write(one) for one in value]
            text = listed(texts) if format_spec == "list" else " ".join(filter(None, texts))
        else:
            text = self._write(value)
        if format_spec == "capital":
            return capital(text)
        if format_spec == "on":
            return where_found(value, self._medium) if isinstance(value, Ranges) else text
        if format_spec == "bracket":
            return f" ({text.strip()})" if text else ""
        if format_spec in {"at", "in"}:
            if found := VARIANT.fullmatch(text):
                return f" ({'; '.join(filter(None, found.groups()))})"
            preposition = "" if text.startswith("(") else f" {format_spec}"
            return "" if text in {"", ONLY} else f"{preposition} {text}"
        return _small(text) if format_spec == "lower" else text

    def _write(self, value: PartOrPlain) -> str:
        if isinstance(value, GrowthPart):
            return growth_words(value, self._medium)
        if not isinstance(value, Reason):
            return written(value, self._medium)
        text = words(value, self._medium)
        # A reason that continues a sentence, as its leading space says, stays small.
        return f" {_small(text)}" if TEMPLATES[value.kind].startswith(" ") else text


def _small(text: str) -> str:
    """The text with a small first letter, unless it begins with a formula.

    >>> _small("Measured"), _small("A step"), _small("E[x] = 1")
    ('measured', 'a step', 'E[x] = 1')
    """
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def is_plural(name: str) -> bool:
    """Whether a name is one of several things.

    >>> names = "the trials", "the samples needed", "the loss", "the mean of trials", "the gap between means"
    >>> [is_plural(name) for name in names]
    [True, True, False, False, False]
    """
    found = _NAME.fullmatch(name)
    return found is not None and found["noun"].endswith("s") and _SINGULAR.fullmatch(found["noun"]) is None


def agreed(sentence: str, name: str) -> str:
    """The sentence with the verb behind the name in its number.

    >>> agreed("Whether the trials grows like d stays open", "the trials")
    'Whether the trials grow like d stays open'
    >>> agreed("The loss is small", "the loss")
    'The loss is small'
    """
    if not is_plural(name):
        return sentence
    behind = re.compile(rf"(?:^|(?<=\bwhether )){re.escape(name)} ({'|'.join(_PLURALS)})\b", re.IGNORECASE)
    return behind.sub(lambda found: f"{found[0][: -len(found[1])]}{_PLURALS[found[1]]}", sentence)
