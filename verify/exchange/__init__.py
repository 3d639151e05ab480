"""What `ci` found, for other tools: JUnit XML, SARIF, GitHub's annotations and summary, a badge.

Each is a pure function of the finding.
"""

from .badge import shields
from .badge import svg as badge
from .github import github
from .junit import junit
from .sarif import sarif
from .summary import summary

__all__ = ["badge", "github", "junit", "sarif", "shields", "summary"]
