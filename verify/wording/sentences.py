"""A reason in words: its template, with each part written for the medium."""

from __future__ import annotations

from string import Formatter

from ..reason import PartOrPlain, Reason
from .media import Medium
from .parts import written
from .templates import TEMPLATES


def words(said: Reason | str, medium: Medium = Medium.CODE) -> str:
    """The sentence of a reason; a text stays as it is."""
    if isinstance(said, str):
        return said
    return capital(_Sentence(medium).vformat(TEMPLATES[said.kind], (), said.parts).strip())


def capital(sentence: str) -> str:
    """The sentence with a capital first letter, unless it begins with a formula."""
    return sentence[:1].upper() + sentence[1:]


class _Sentence(Formatter):
    """Writes the parts that a template names."""

    def __init__(self, medium: Medium) -> None:
        self._medium = medium

    def format_field(self, value: PartOrPlain, format_spec: str) -> str:
        text = self._write(value)
        if format_spec == "capital":
            return capital(text)
        return text[:1].lower() + text[1:] if format_spec == "lower" else text

    def _write(self, value: PartOrPlain) -> str:
        if isinstance(value, tuple):
            return " ".join(self._write(one) for one in value)
        return words(value, self._medium) if isinstance(value, Reason) else written(value, self._medium)
