"""Derivations are kept between runs, and never where anything they follow from has changed."""

from __future__ import annotations

import pytest
from theorycheck.evidence import derivation_cache
from theorycheck.evidence.derivations import conclude

DERIVATION = ("conditioning", "key_overlap_mean_square")


@pytest.fixture
def derived_anew(tmp_path, monkeypatch):
    """The calls that derive anew, with an empty cache."""
    calls = []

    def counted(topic, name):
        calls.append(name)
        return conclude(topic, name)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(derivation_cache, "conclude", counted)
    return calls


def test_a_derivation_is_kept_as_it_was(derived_anew):
    first, second = (
        derivation_cache.derivation_result(*DERIVATION),
        derivation_cache.derivation_result(*DERIVATION),
    )
    assert len(derived_anew) == 1
    assert first == second == conclude(*DERIVATION)


def test_a_change_of_anything_it_follows_from_derives_anew(derived_anew, monkeypatch):
    derivation_cache.derivation_result(*DERIVATION)
    monkeypatch.setattr(derivation_cache, "_digest", lambda: "other sources")
    derivation_cache.derivation_result(*DERIVATION)
    assert len(derived_anew) == 2
    assert len(list(derivation_cache.folder().glob("*.pickle"))) == 1


def test_the_digest_holds_sources_and_versions(monkeypatch):
    known = derivation_cache._digest.__wrapped__()
    assert known == derivation_cache._digest.__wrapped__()
    monkeypatch.setattr(derivation_cache.metadata, "version", lambda _: "0.0")
    assert derivation_cache._digest.__wrapped__() != known


@pytest.mark.parametrize("content", [b"", b"\x80\x05", b"cut short"])
def test_a_file_that_cannot_be_read_derives_anew(derived_anew, content):
    derivation_cache.derivation_result(*DERIVATION)
    (kept,) = derivation_cache.folder().glob("*.pickle")
    kept.write_bytes(content)
    assert derivation_cache.derivation_result(*DERIVATION) == conclude(*DERIVATION)
    assert len(derived_anew) == 2


def test_a_folder_that_cannot_be_written_derives_every_time(derived_anew, tmp_path, monkeypatch):
    (tmp_path / "a file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a file"))
    assert derivation_cache.derivation_result(*DERIVATION) == derivation_cache.derivation_result(*DERIVATION)
    assert len(derived_anew) == 2
