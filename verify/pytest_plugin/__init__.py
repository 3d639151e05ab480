"""The pytest plugin: a fixture `theorycheck` that decides claims, and holds them to a baseline.

    def test_capacity(theorycheck):
        assert theorycheck("capacity.toml").verdict == "agrees"

    def test_the_laws_still_hold(theorycheck):
        theorycheck.hold("capacity.toml", "noise.py")

A target is a claim file beside the test (.toml or .py), a function with a claim on it, or the id,
topic, tag or glob of claims that come with theorycheck. Nothing is imported until a test asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from ..baseline import BESIDE

if TYPE_CHECKING:
    from ..document import ClaimRecord, Document
    from ..simulator import Claimed
    from .suite import Request

    Target = str | Path | Claimed

UPDATES: Final = "theorycheck_updates"
"""Under this name a worker of a distributed session sends the documents that it would record."""

_documents: Final = pytest.StashKey[dict["Request", "Document"]]()
_updates: Final = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of the command line and of the configuration file."""
    group = parser.getgroup("theorycheck", "claims of theory against simulation")
    group.addoption("--theorycheck-preset", default="quick", metavar="NAME", help="quick, standard or full.")
    group.addoption(
        "--theorycheck-update",
        action="store_true",
        help="Record what theorycheck.hold finds, instead of holding it to the baseline.",
    )
    group.addoption(
        "--theorycheck-reason",
        default="pytest --theorycheck-update",
        metavar="TEXT",
        help="Why the baseline changes; kept in its history.",
    )
    parser.addini("theorycheck_baseline", f"The baseline's file; {BESIDE} by default.")


def pytest_configure(config: pytest.Config) -> None:
    """An empty memory for the session."""
    config.stash[_documents] = {}
    config.stash[_updates] = []


class Suite:
    """Decides the claims that a test asks for; each is decided once a session and process."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._config = request.config
        self._folder = request.path.parent
        self._node: Any = request.node

    def __call__(self, target: Target) -> ClaimRecord:
        """The one claim of a target, decided: its verdict, exponents, points, and summary.

        Raises UsageError for what must be changed, and where the target makes several claims.
        """
        from .suite import only

        asked = self._request(target)
        return only(self._decided(asked).claims, ", ".join(asked.targets))

    def all(self, *targets: Target) -> dict[str, ClaimRecord]:
        """Every claim of the targets by its id, decided."""
        return {record.id: record for record in self._decided(self._request(*targets)).claims}

    def hold(self, *targets: Target) -> None:
        """Fail where a claim of the targets differs from the baseline, or has no entry there.

        A difference that chance may explain is asked again at a fresh seed first. With
        --theorycheck-update the baseline is written instead.
        """
        from ..document import Outcome
        from ..wording import Medium
        from ..wording.statements import headline

        asked = self._request(*targets)
        document = self._decided(asked)
        broken = [
            headline(claim, Medium.TERMINAL) for claim in document.claims if claim.verdict is Outcome.ERROR
        ]
        if broken:
            pytest.fail("\n".join(broken), pytrace=False)
        if self._config.getoption("--theorycheck-update"):
            self._config.stash[_updates].append(_encoded(document))
        else:
            self._compare(asked, document)

    def _compare(self, asked: Request, document: Document) -> None:
        from ..baseline import expected as baseline
        from . import suite

        path = _baseline_path(self._config)
        section = baseline.section(baseline.read(path), asked.preset) if path.is_file() else None
        expected = {} if section is None else section.claims
        finding = suite.held(asked, document, expected, str(path))
        sentences = [regression.sentence for regression in finding.regressions]
        sentences += [
            f"{name} has no entry of preset {asked.preset} in {path}; run pytest --theorycheck-update."
            for name in finding.unlisted
        ]
        if finding.notices:
            self._node.add_report_section("call", "theorycheck", "\n".join(finding.notices))
        if sentences:
            pytest.fail("\n".join(sentences), pytrace=False)

    def _request(self, *targets: Target) -> Request:
        from .suite import Request

        return Request(
            targets=tuple(_target(target) for target in targets),
            folder=self._folder,
            preset=self._config.getoption("--theorycheck-preset"),
        )

    def _decided(self, asked: Request) -> Document:
        from .suite import decide

        known = self._config.stash[_documents]
        if asked not in known:
            known[asked] = decide(asked)
        return known[asked]


@pytest.fixture
def theorycheck(request: pytest.FixtureRequest) -> Suite:
    """Decides claims: `theorycheck("a.toml").verdict`; `theorycheck.hold(...)` holds them to a baseline."""
    return Suite(request)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the baseline, or in a worker of a distributed session send what is to be recorded."""
    config = session.config
    updates = config.stash[_updates]
    sent = getattr(config, "workeroutput", None)
    if sent is not None:
        sent[UPDATES] = updates
    elif updates:
        _record(config, updates)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:  # noqa: ANN401 - a class of pytest-xdist
    """Take what a worker would record; a worker that died sent nothing."""
    node.config.stash[_updates].extend(getattr(node, "workeroutput", {}).get(UPDATES, []))


def _record(config: pytest.Config, updates: list[str]) -> None:
    """Add the documents to the baseline, each with the reason that was given."""
    import datetime

    from ..baseline import expected as baseline

    path = _baseline_path(config)
    date = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    for document in _decoded(updates):
        baseline.record(
            path,
            document,
            reason=config.getoption("--theorycheck-reason"),
            date=date,
            ids=[claim.id for claim in document.claims],
        )


def _baseline_path(config: pytest.Config) -> Path:
    return config.rootpath / (config.getini("theorycheck_baseline") or BESIDE)


def _target(target: Target) -> str:
    """A target as the command line takes it; a claimed function is the file that it stands in."""
    if isinstance(target, (str, Path)):
        return str(target)
    return target.function.__code__.co_filename


def _encoded(document: Document) -> str:
    from ..upgrade import encode

    return encode(document)


def _decoded(texts: list[str]) -> Iterator[Document]:
    from ..document import Document
    from ..upgrade import decode

    for text in dict.fromkeys(texts):
        yield decode(text, Document)
