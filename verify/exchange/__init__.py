"""What `ci` found, in the formats of other tools: JUnit XML, SARIF, annotations of GitHub's workflows.

Each is a pure function of the finding.
"""

from .github import github
from .junit import junit
from .sarif import sarif

__all__ = ["github", "junit", "sarif"]
