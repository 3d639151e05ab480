"""The documentation as a site: every page is there, every link leads somewhere, nothing is loaded."""

import importlib.util
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def build():
    pytest.importorskip("markdown_it")
    spec = importlib.util.spec_from_file_location("build", ROOT / "docs" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def site(build):
    return build.site(ROOT)


class Page(HTMLParser):
    """What a page links to, the anchors it has, what it would load, and elements that were left open."""

    def __init__(self, html):
        super().__init__()
        self.links, self.anchors, self.loaded, self.open = [], {""}, [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.links += [given["href"]] if tag == "a" and "href" in given else []
        self.anchors |= {given["id"]} if "id" in given else set()
        self.loaded += [value for name, value in attrs if name == "src" and not value.startswith("data:")]
        self.loaded += [given["href"]] if tag == "link" else []
        if tag not in {"meta", "input", "img", "br", "hr", "path", "line", "circle", "rect", "mspace"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()


def dead(site):
    """Links from the pages of a site that lead to no page of it, or to no anchor of that page."""
    pages = {path: Page(html) for path, html in site.items()}
    found = []
    for path, page in pages.items():
        for link in page.links:
            target, _, anchor = link.partition("#")
            there = normpath(join(dirname(path), target)) if target else path
            if ":" not in target and (there not in pages or anchor not in pages[there].anchors):
                found.append((path, link))
    return found


def test_every_page_of_the_documentation_is_there_and_every_link_leads_somewhere(site):
    names = {f"{path.stem}.html" for path in (ROOT / "docs").glob("*.md")}
    assert names | {"index.html", "changelog.html", "examples/hopfield.html"} <= set(site)
    assert dead(site) == []
    planted = site | {"tutorial.html": site["tutorial.html"] + '<a href="verdict.html">gone</a>'}
    assert dead(planted) == [("tutorial.html", "verdict.html")]


def test_pages_load_nothing_and_are_whole(site):
    for path, html in site.items():
        page = Page(html)
        assert (page.loaded, page.open) == ([], []), path
        assert html.count("<h1") == 1, path
    assert Page('<img src="https://x/y.png">').loaded == ["https://x/y.png"]


def test_formulas_are_set_and_code_is_as_it_was_typed(site):
    assert "<math" in site["interpretations.html"]
    assert not re.search(
        r"\$[^$<>]*\\[a-z]", re.sub(r"<(pre|code).*?</\1>", "", site["index.html"], flags=re.DOTALL)
    )
    assert (
        "--law &#x27;C*sqrt(d)&#x27;" in site["tutorial.html"] or "--law 'C*sqrt(d)'" in site["tutorial.html"]
    )


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("[x](verdict.md)", "tutorial.md links to verdict.md, which"),
        ("[x](verdicts.md#no)", "no such heading"),
    ],
)
def test_a_link_that_leads_nowhere_ends_the_build(build, tmp_path, link, why):
    for name in ("README.md", "CHANGELOG.md", "docs"):
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, tmp_path / name)
    for name in ("reports", "verify", "benchmarks", "CITATION.cff", "CONTRIBUTING.md"):
        (tmp_path / name).symlink_to(ROOT / name)
    tutorial = tmp_path / "docs" / "tutorial.md"
    tutorial.write_text(tutorial.read_text() + link)
    with pytest.raises(build.BrokenLink, match=why):
        build.site(tmp_path)
