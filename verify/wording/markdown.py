"""Text as Markdown shows it: nothing in it opens a tag, a link, a formula, or a column of a table."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=8192)
def escape(text: str) -> str:
    r"""The text with every character escaped that means something in Markdown; one line.

    >>> print(escape("C*d|2\n<b> [x](y)"))
    C\*d\|2 &lt;b&gt; \[x\](y)
    """
    entities = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|$~#])", r"\\\1", re.sub(r"\s*\n\s*", " ", entities))
