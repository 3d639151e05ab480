"""What several drawings of a page show alike, such as an axis or a legend, is written once and used again.

A part is drawn around its own origin, so that it is the same part at whatever height it stands.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

BEGIN: Final = "<!--part-->"
END: Final = "<!--/part-->"
LEAST: Final = 60
"""Letters below which a part is as short as its use."""

_PART: Final = re.compile(
    rf'<g transform="translate\(0 (\d+)\)">{BEGIN}(.*?){END}</g>|{BEGIN}(.*?){END}', re.DOTALL
)


def part(elements: str, y: int = 0) -> str:
    """The elements, drawn from `y` down, marked as a part that other drawings may have as well."""
    return _placed(f"{BEGIN}{elements}{END}", y) if elements else ""


def shared(page: str) -> str:
    """The page with each repeated part written where it is first, and used where it comes again.

    >>> drawn = "<path d='" + "M0 0" * 20 + "'/>"
    >>> shared(f"<svg>{part(drawn, 10)}</svg><svg>{part(drawn, 30)}</svg>").count("<path")
    1
    """
    tally = Counter(lower or text for _, lower, text in _PART.findall(page))
    repeated = {text for text, count in tally.items() if count > 1 and len(text) > LEAST}
    names: dict[str, str] = {}

    def written(found: re.Match[str]) -> str:
        y, text = int(found[1] or 0), found[2] or found[3]
        if text in names:
            return f'<use href="#{names[text]}"{_below(y)}/>'
        if text in repeated:
            names[text] = f"p{len(names)}"
            # The class is that of the drawing, for stylesheets that stop at the border of what is used.
            text = f'<g class="plot" id="{names[text]}">{text}</g>'
        return _placed(text, y)

    return _PART.sub(written, page)


def _placed(elements: str, y: int) -> str:
    return f'<g transform="translate(0 {y})">{elements}</g>' if y else elements


def _below(y: int) -> str:
    return f' y="{y}"' if y else ""
