"""Verbs that agree with what a sentence is about: "the mean grows", "the trials grow".

Templates have the singular. A name that a user gives may be a plural: "the" and a word in -s before any
preposition, as in "the trials of a coupon".
"""

from __future__ import annotations

import re
from typing import Final

_PLURALS: Final = {
    "is": "are", "does": "do", "was": "were", "equals": "equal", "tends": "tend", "grows": "grow",
    "falls": "fall", "scales": "scale", "follows": "follow", "stays": "stay",
}  # fmt: skip
"""The verbs that follow a name in templates."""

_NAME: Final = re.compile(
    r"the (?P<noun>.*?)"
    r"(?: (?:needed|used|drawn|taken|found))?"
    r"(?: (?:of|at|in|by|that|which|with|where|under|over|per|on|for|to|from|until|before|after|as|than)\b"
    r".*)?",
    re.DOTALL,
)
_SINGULAR: Final = re.compile(r"(?:.*[\s-])?(?:bias|gas|lens|series|species|canvas|atlas|\S*(?:ss|us|is))")


def is_plural(name: str) -> bool:
    """Whether a name is one of several things.

    >>> names = "the trials", "the samples needed", "the loss", "the mean of trials", "the bias of values"
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
