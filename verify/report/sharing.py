"""What several drawings of a page show alike, such as an axis or a legend, is written once and used again."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

BEGIN: Final = "<!--part-->"
END: Final = "<!--/part-->"
LEAST: Final = 60
"""Letters below which a part is as short as its use."""

_PART: Final = re.compile(f"{BEGIN}(.*?){END}", re.DOTALL)


def part(elements: str) -> str:
    """The elements marked as a part that other drawings may have as well."""
    return f"{BEGIN}{elements}{END}" if elements else ""


def shared(page: str) -> str:
    """The page with each repeated part written where it is first, and used where it comes again.

    >>> drawn = part("<path d='" + "M0 0" * 20 + "'/>")
    >>> shared(f"<svg>{drawn}</svg><svg>{drawn}</svg>").count("<path")
    1
    """
    repeated = {
        text for text, count in Counter(_PART.findall(page)).items() if count > 1 and len(text) > LEAST
    }
    names: dict[str, str] = {}

    def written(found: re.Match[str]) -> str:
        text = found[1]
        if text not in repeated:
            return text
        if text in names:
            return f'<use href="#{names[text]}"/>'
        names[text] = f"p{len(names)}"
        # The class is that of the drawing, for style sheets that stop at the border of what is used.
        return f'<g class="plot" id="{names[text]}">{text}</g>'

    return _PART.sub(written, page)
