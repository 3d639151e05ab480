"""Every report says where its words are defined, and the definitions travel with it."""

import re
from pathlib import Path

import msgspec
import pytest
from theorycheck.report import glossary
from theorycheck.report.output import encode, write_reports
from theorycheck.report.publish import publish

LINK = re.compile(r'(?:href="|\]\()([^")]*glossary[^")]*)[")]')


def faults(folder: Path) -> list[str]:
    """Pages of a folder without a link to the glossary, or with one whose page or anchor is not there."""
    pages = [path for path in folder.rglob("*.*") if path.suffix in {".html", ".md"}]
    found = []
    for page in sorted(pages):
        # Figures are told in words of their own.
        if page.stem == "glossary" or page.parent.name == "figures":
            continue
        links = set(LINK.findall(page.read_text()))
        found += [] if links else [f"{page.name}: no link"]
        for link in links:
            name, _, anchor = link.partition("#")
            target = page.parent / name if name else page
            if not target.is_file() or (anchor and f'id="{anchor}"' not in target.read_text()):
                found.append(f"{page.name}: {link}")
    return found


@pytest.fixture
def few(document):
    return msgspec.structs.replace(document, claims=document.claims[:2])


@pytest.fixture
def published(few, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "verdicts.json").write_text(encode(few))
    publish([tmp_path / "run"], tmp_path / "to")
    return tmp_path / "to"


def test_the_reports_of_a_run_hold_the_glossary_that_they_link_to(few, tmp_path):
    write_reports(tmp_path, few)
    assert faults(tmp_path) == []
    for name in ("report/glossary.html", "report.md"):
        text = (tmp_path / name).read_text()
        assert all(word in text for word in glossary.entries())
        (tmp_path / name).write_text(text.replace('id="glossary"', ""))
    assert {"report.html: report/glossary.html#glossary", "report.md: #glossary"} <= set(faults(tmp_path))


def test_published_pages_share_one_glossary(published):
    assert faults(published) == []
    (published / glossary.HTML).unlink()
    broken = {line.partition(":")[0] for line in faults(published)}
    linking = [page for page in published.rglob("*.html") if "/figures/" not in str(page)]
    assert broken == {page.name for page in linking}


def test_a_page_without_a_link_is_noticed(tmp_path):
    (tmp_path / "page.md").write_text("# Findings\n\nno definitions\n")
    assert faults(tmp_path) == ["page.md: no link"]


def test_the_glossary_of_reports_is_that_of_the_documentation_without_its_links(pytestconfig):
    page = (pytestconfig.rootpath / "docs" / "glossary.md").read_text()
    entries = glossary.entries()
    assert list(entries) == re.findall(r"^\*\*(.+?)\.\*\*", page, re.MULTILINE)
    assert "](" in page
    assert not any("](" in text for text in entries.values())
    assert entries["Setting"].startswith("See *design point*")
