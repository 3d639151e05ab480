"""A badge of what `ci` found: an SVG file, or the JSON that shields.io draws one from."""

from __future__ import annotations

from html import escape
from typing import Final

import msgspec

from ..baseline.ci import Finding

LABEL: Final = "theorycheck"
COLOURS: Final = {"brightgreen": "#3a7d00", "red": "#b3261e"}
"""By the names of shields.io; white text on either has a contrast above 4.5."""

LETTER: Final = 6.6
"""Width of a letter, in pixels; `textLength` makes it so."""

HEIGHT, PAD, BASELINE = 20, 6, 14

_SVG: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img" '
    'aria-label="{told}">'
    "<title>{told}</title>"
    '<rect width="{left}" height="{height}" fill="#444"/>'
    '<rect x="{left}" width="{right}" height="{height}" fill="{colour}"/>'
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
    '<text x="{pad}" y="{baseline}" textLength="{label_length}">{label}</text>'
    '<text x="{message_x}" y="{baseline}" textLength="{message_length}">{message}</text>'
    "</g></svg>\n"
)


def message(finding: Finding) -> tuple[str, str]:
    """What the badge says, and its colour."""
    if finding.errors:
        return f"{len(finding.errors)} in error", "red"
    if finding.regressions:
        return f"{len({one.claim for one in finding.regressions})} of {len(finding.compared)} differ", "red"
    count = len(finding.compared)
    return f"{count} claim{'s' if count != 1 else ''} as expected", "brightgreen"


def shields(finding: Finding) -> str:
    """The document of the endpoint badge of shields.io."""
    said, colour = message(finding)
    told = {"schemaVersion": 1, "label": LABEL, "message": said, "color": colour}
    return msgspec.json.format(msgspec.json.encode(told), indent=1).decode() + "\n"


def svg(finding: Finding) -> str:
    """The badge as an SVG file."""
    said, colour = message(finding)
    lengths = round(LETTER * len(LABEL)), round(LETTER * len(said))
    left, right = (length + 2 * PAD for length in lengths)
    return _SVG.format(
        width=left + right,
        height=HEIGHT,
        told=escape(f"{LABEL}: {said}"),
        left=left,
        right=right,
        colour=COLOURS[colour],
        pad=PAD,
        baseline=BASELINE,
        label_length=lengths[0],
        label=LABEL,
        message_x=left + PAD,
        message_length=lengths[1],
        message=escape(said),
    )
