"""Where sentences are read: on a terminal, on a page, or by a program."""

from enum import StrEnum


class Medium(StrEnum):
    """How formulas are written: in Unicode, in LaTeX between dollar signs, or as they are typed."""

    TERMINAL = "terminal"
    MARKUP = "markup"
    CODE = "code"
