"""What a browser makes of pages: no scroll to the side, a search that finds, nothing that bars a reader.

Without Chromium these are skipped, and colours alone are computed; axe-core is looked for where npm puts it.
"""

import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import replace
from theorycheck.report.interpretations import TAG
from theorycheck.report.layout import Layout
from theorycheck.report.overview import index_page
from theorycheck.report.site import glossary_page, site

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
WIDTHS = (390, 768, 1280, 1920)
SCRIPT = "<script>parent.postMessage([document.documentElement.scrollWidth, innerWidth], '*');</script>"
FRAME = """<iframe src="{page}" width="{width}" height="900" style="border: 0"></iframe><script>
addEventListener("message", told => {{ document.body.dataset.seen = told.data; }});</script>"""
"""A screen of any width, as a window of a browser is never narrow."""

WORDS = """<script>addEventListener("load", () => {
const found = [], drawings = document.querySelectorAll("svg.plot:not(.markers)");
document.querySelectorAll("details").forEach(one => one.open = true);
drawings.forEach(one => {
  const edge = one.getBoundingClientRect(), words = [...one.querySelectorAll("text")];
  words.map(word => [word.textContent, word.getBoundingClientRect()]).forEach(([word, box], at, all) => {
    if (box.right > edge.right + 2 || box.left < edge.left - 2) found.push(word + " is cut off");
    all.slice(at + 1).forEach(([other, beside]) => {
      const wide = Math.min(box.right, beside.right) - Math.max(box.left, beside.left);
      const high = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top);
      if (wide > 1.5 && high > 0.4 * box.height) found.push(word + " | " + other);
    });
  });
});
parent.postMessage(["drawings: " + drawings.length, ...found].join("; "), "*"); });</script>"""
"""Tells which words of a page's drawings share a place; lines of one text may touch."""

READ = 4.5
"""The least contrast of text, by the guidelines for accessible pages (WCAG 2.1, AA)."""

AXE = next(
    (
        file
        for root in ("node_modules", "/usr/local/lib/node_modules", "/usr/lib/node_modules")
        if (file := Path(root, "axe-core", "axe.min.js")).is_file()
    ),
    None,
)
RULES = """<script>addEventListener("load", () => axe.run(document).then(found => {
document.body.dataset.barred = found.violations.map(rule => rule.id).join(" ") || "none"; }));</script>"""
SCHEMES = {"light": (), "dark": ("--force-dark-mode", "--blink-settings=preferredColorScheme=0")}

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")


@pytest.fixture(scope="module")
def folder(document, tmp_path_factory):
    """The pages of a document as files."""
    to = tmp_path_factory.mktemp("pages")
    layout = Layout(stem="t", document="t.json", index="index.html", glossary="glossary.html")
    pages = dict(site(document, layout))
    pages |= {"index.html": index_page([document]), "glossary.html": glossary_page()}
    for path, page in pages.items():
        (to / path).parent.mkdir(parents=True, exist_ok=True)
        (to / path).write_text(page.replace("</body>", f"{SCRIPT}</body>"))
    return to


def dom(folder, page, *more):
    """The elements of a page once its script has run."""
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=9000", "--dump-dom"]
    command = [CHROMIUM, *options, *more, f"{folder.as_uri()}/{page}"]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


PAGES = (
    "t.html",
    "index.html",
    "t/statements/S2.html",
    "t/claims/capacity.mean_noise.theta.html",
    "t/claims/noise_power.html",
)


def widths(folder, page, width):
    """The width of what a page shows, and that of the screen, on a screen of this width."""
    frame = folder / f"frame-{width}.html"
    frame.write_text(FRAME.format(page=page, width=width))
    ((shown, screen),) = re.findall(r'data-seen="(\d+),(\d+)"', dom(folder, frame.name))
    return int(shown), int(screen)


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_scrolls_to_the_side(folder, page, width):
    shown, screen = widths(folder, page, width)
    assert shown <= screen == width


@needs_browser
@pytest.mark.slow
def test_a_page_that_scrolls_to_the_side_is_seen(folder):
    page = (folder / "t.html").read_text()
    (folder / "wide.html").write_text(page.replace("<main", '<div style="width: 999px">x</div><main', 1))
    assert widths(folder, "wide.html", 390)[0] >= 999


def together(folder, page):
    """Words of a page's drawings that lie on one another on a narrow screen, or are cut off."""
    (folder / "words.html").write_text((folder / page).read_text().replace(SCRIPT, WORDS))
    (folder / "narrow.html").write_text(FRAME.format(page="words.html", width=WIDTHS[0]))
    (seen,) = re.findall(r'data-seen="([^"]*)"', dom(folder, "narrow.html"))
    assert seen.startswith("drawings: ")
    return seen.partition("; ")[2]


@needs_browser
@pytest.mark.slow
def test_no_words_of_a_drawing_lie_on_others_or_are_cut_off_on_a_narrow_screen(folder, document):
    claims = [
        replace(claim, tags=[f"{TAG}Capacity"], label=f"with $d_v = 16$, the capacity by {claim.id} of items")
        if claim.relation == "law"
        else claim
        for claim in document.claims
    ]
    layout = Layout(stem="t", document="t.json", index="index.html", glossary="glossary.html")
    page = dict(site(replace(document, claims=claims), layout))["t.html"]
    (folder / "forest.html").write_text(page.replace("</body>", f"{SCRIPT}</body>"))
    assert together(folder, "forest.html") == ""
    assert together(folder, "t/claims/capacity.mean_noise.theta.html") == ""


@needs_browser
@pytest.mark.slow
def test_words_on_one_another_are_seen(folder):
    words = '<text font-size="85" x="9" y="200">one</text><text font-size="85" x="49" y="200">two</text>'
    drawing = f'<svg class="plot" viewBox="0 0 3400 300">{words}</svg>'
    (folder / "both.html").write_text(f"<!doctype html><body>{drawing}{SCRIPT}</body>")
    assert together(folder, "both.html") == "one | two"


def barred(folder, page, scheme):
    """The rules of accessibility that a page breaks."""
    checked = folder / f"axe-{Path(page).name}"
    script = f"<script>{AXE.read_text().replace('</script', '<!--')}</script>{RULES}"
    shown = (folder / page).read_text().replace(SCRIPT, script)
    checked.write_text(re.sub(r"<meta http-equiv[^>]*>", "", shown))
    (found,) = re.findall(r'data-barred="([^"]*)"', dom(folder, checked.name, *SCHEMES[scheme]))
    return found


@needs_browser
@pytest.mark.skipif(AXE is None, reason="needs axe-core")
@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("page", PAGES)
def test_nothing_bars_a_reader(folder, page, scheme):
    assert barred(folder, page, scheme) == "none"


@needs_browser
@pytest.mark.skipif(AXE is None, reason="needs axe-core")
@pytest.mark.slow
def test_what_bars_a_reader_is_seen(folder):
    page = (folder / "t.html").read_text()
    (folder / "bad.html").write_text(page.replace("<main", '<img src="x.png"><main', 1))
    assert "image-alt" in barred(folder, "bad.html", "light")


@needs_browser
@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("sqrt(d)", {"S2"}),
        ("lower bound only", {"S2"}),
        ("holds", {"S1", "S8"}),
        ("S8", {"S8"}),
        ("zebra", set()),
    ],
)
def test_a_search_in_the_address_is_made(folder, query, shown):
    page = dom(folder, f"t.html?q={query.replace(' ', '+').replace('(', '%28').replace(')', '%29')}")
    entries = re.findall(r'<(?:article|details) class="entry[^>]*>', page)
    found = {re.search(r"statement-conditioning\.(\w+)", one)[1] for one in entries if "hidden" not in one}
    assert found == shown


@needs_browser
def test_a_part_of_a_folded_entry_is_opened_by_its_address(folder):
    entry = re.search(
        r'<details class="entry line" id="statement-conditioning.S8"[^>]*>', dom(folder, "t.html")
    )
    assert "open" not in entry[0].partition("data-find")[0]
    opened = dom(folder, "t.html#conditioning.linearity")
    assert re.search(r'<details class="entry line" id="statement-conditioning.S8"[^>]* open', opened)


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    """The contrast of two colours.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def faint(style):
    """Colours of text that are hard to read on either ground of a scheme."""
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", style))
    texts = ("ink", "soft", "link", "agrees", "bound", "refuted", "inconclusive", "error")
    return [
        (text, ground)
        for text in texts
        for ground in ("paper", "raised")
        if contrast(colours[text], colours[ground]) < READ
    ]


def test_every_text_is_read_on_its_ground_in_both_schemes():
    style = (files("theorycheck.report") / "templates" / "plot.css.jinja").read_text()
    light, dark = style.split("prefers-color-scheme: dark")
    assert faint(light) == faint(dark) == []
    assert faint(light.replace("--soft: #5c5952", "--soft: #9c9992")) != []
