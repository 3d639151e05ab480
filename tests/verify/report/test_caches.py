"""A template is compiled once, and again when its source changes; what a report made is kept for the next."""

import pytest
from jinja2 import DictLoader, Environment
from theorycheck.evidence.cache import Table
from theorycheck.report import caches, output


@pytest.fixture(autouse=True)
def table(tmp_path, monkeypatch):
    """An empty table of templates."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = Table("templates", lambda: "one")
    monkeypatch.setattr(caches, "TEMPLATES", found)
    return found


def rendered(source, *, may_compile=True):
    environment = Environment(
        loader=DictLoader({"one": source}), bytecode_cache=caches.CachedTemplates(), autoescape=True
    )
    if not may_compile:
        environment.compile = lambda *_: pytest.fail("It is compiled already.")
    return environment.get_template("one").render(x="<")


def test_a_template_is_compiled_once():
    assert rendered("{{ x }}") == rendered("{{ x }}", may_compile=False) == "&lt;"


def test_a_changed_source_is_compiled_anew():
    rendered("{{ x }}")
    assert rendered("{{ x }}!") == "&lt;!"


def test_what_is_no_template_is_compiled_anew(table):
    rendered("{{ x }}")
    (key,) = table._used
    table.put(key, b"cut short")
    assert rendered("{{ x }}") == "&lt;"


def test_writing_reports_keeps_what_they_made(document, tmp_path, monkeypatch):
    calls = []
    monkeypatch.setattr(caches, "save", lambda: calls.append(sorted(p.name for p in tmp_path.iterdir())))
    output.write_reports(tmp_path, document)
    assert {"report", "report.html", "report.md"} <= set(calls[0])
    assert len(calls) == 1
