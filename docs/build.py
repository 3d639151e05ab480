"""This documentation as pages that are read without a network: `python docs/build.py site`.

Needs `pip install '.[docs]'`. Each page of docs/, each example, the README and the changelog becomes a page
in the style of the reports. A link to a page leads to it; a picture is put into its page; of a link to any
other file the text stays. A link that leads nowhere ends the build.
"""

from __future__ import annotations

import base64
import re
import sys
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from markdown_it import MarkdownIt
from theorycheck.report import mathml
from theorycheck.report.html_page import rendered
from theorycheck.report.site import Item

ROOT = Path(__file__).parents[1]
FIRST = {
    "Begin": ("README.md", "docs/tutorial.md", "docs/cookbook.md"),
    "Three uses": (
        "docs/papers.md",
        "docs/claim_files.md",
        "docs/observe.md",
        "docs/latex.md",
        "docs/examples/",
    ),
    "How it decides": ("docs/verdicts.md", "docs/interpretations.md", "docs/counterexamples.md"),
    "How it derives and simulates": ("docs/derive.md", "docs/derived.md", "docs/simulate.md"),
    "Reference": ("docs/glossary.md", "docs/api.md"),
}
"""The pages in the order in which one reads them; any other page of docs/ comes after them."""

FORMULA = re.compile(r"\$(?!\s)[^$\n]+(?:\n[^$\n]+)?(?<!\s)\$")


class BrokenLink(ValueError):  # noqa: N818 - it says what is wrong
    """A link to a file or a heading that is not there."""


def pages(root: Path) -> dict[str, list[str]]:
    """The files that become pages, by the heading of their part."""
    found = [*root.glob("docs/*.md"), *root.glob("docs/examples/*.py")]
    there = ["README.md", "CHANGELOG.md", *sorted(str(path.relative_to(root)) for path in found)]
    parts = {
        part: [
            one
            for name in names
            for one in there
            if one == name or (name.endswith("/") and one.startswith(name))
        ]
        for part, names in FIRST.items()
    }
    placed = {name for names in parts.values() for name in names}
    return parts | {"More": [name for name in there if name not in placed]}


def site(root: Path) -> dict[str, str]:
    """The pages by their paths in the site. Raises BrokenLink."""
    parts = pages(root)
    texts = {name: (root / name).read_text(encoding="utf-8") for names in parts.values() for name in names}
    bodies = {name: body(root, name, text, texts.keys()) for name, text in texts.items()}
    anchors = {name: {*re.findall(r' id="([^"]+)"', html), ""} for name, html in bodies.items()}
    for name, html in bodies.items():
        for target, anchor in re.findall(r'href="([^"#:]*)#([^"]*)"', html):
            there = (
                next(n for n in texts if path_of(n) == normpath(join(dirname(path_of(name)), target)))
                if target
                else name
            )
            if anchor not in anchors[there]:
                raise BrokenLink(f"{name} links to {there}#{anchor}, and there is no such heading.")
    return {path_of(name): framed(name, texts[name], html, parts) for name, html in bodies.items()}


def path_of(name: str) -> str:
    """Where the page of a file is."""
    return (
        "index.html"
        if name == "README.md"
        else re.sub(r"\.(md|py)$", "", name.removeprefix("docs/").lower()) + ".html"
    )


def title_of(name: str, text: str) -> str:
    """The first heading; of an example the first sentence of its docstring."""
    if name.endswith(".py"):
        return f"{Path(name).stem}: {re.split(r'[.,:]', text.lstrip('r').strip(chr(34)), maxsplit=1)[0]}"
    return text.partition("\n")[0].lstrip("# ")


def body(root: Path, name: str, text: str, known: object) -> str:
    """A page's text in HTML. Raises BrokenLink."""
    if name.endswith(".py"):
        return f"<h1>{escape(title_of(name, text))}</h1><pre><code>{escape(text)}</code></pre>"
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.inline.ruler.before("escape", "formula", _formula)
    markdown.add_render_rule("formula", lambda _, tokens, at, *__: str(mathml.prose(tokens[at].content)))
    tokens = markdown.parse(re.sub(r"^<!--.*?-->$", "", text, flags=re.MULTILINE))
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(tokens[at + 1].content))
        opened = "a"
        for child in token.children or ():
            _link(root, name, child, known)
            opened = child.tag if child.type == "link_open" else opened
            child.tag = opened if child.type == "link_close" else child.tag
    html = str(markdown.renderer.render(tokens, markdown.options, {}))
    scroll = '<div class="scroll" tabindex="0" role="region" aria-label="Table">'
    return html.replace("<table>", f"{scroll}<table>").replace("</table>", "</table></div>")


def anchor(heading: str) -> str:
    """The anchor that hosts of Markdown give a heading.

    >>> anchor("What can be claimed: `Theta`, O")
    'what-can-be-claimed-theta-o'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _formula(state, silent):
    found = FORMULA.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("formula", "", 0).content = found[0]
    state.pos = found.end()
    return True


def _link(root: Path, name: str, token, known: object) -> None:
    key = {"link_open": "href", "image": "src"}.get(token.type)
    target, _, heading = str(token.attrGet(key)).partition("#") if key else ("", "", "")
    if key is None or ":" in target or (not target and heading):
        return
    path = normpath(join(dirname(name), target)) if target else name
    if not (root / path).exists():
        raise BrokenLink(f"{name} links to {target}, which is not there.")
    if key == "src":
        data = base64.b64encode((root / path).read_bytes()).decode()
        token.attrSet("src", f"data:image/svg+xml;base64,{data}")
    elif path in known:
        token.attrSet(
            "href", relpath(path_of(path), dirname(path_of(name)) or ".") + f"#{heading}" * bool(heading)
        )
    else:
        token.tag, token.attrs = "span", {"title": path}


def framed(name: str, text: str, html: str, parts: dict[str, list[str]]) -> str:
    """The page in the frame of the reports, with the list of all pages beside it."""
    here = dirname(path_of(name)) or "."
    items = [
        Item(href=relpath(path_of(one), here), text=title_of(one, (ROOT / one).read_text(encoding="utf-8")))
        for names in parts.values()
        for one in names
    ]
    context = {"title": title_of(name, text), "here": title_of(name, text), "crumbs": [], "search": None}
    context |= {
        "kind": "documentation",
        "main": mathml.Markup(html),
        "contents": items,
        "contents_title": "All pages",
    }
    return str(rendered("page.html.jinja", context))


def main(folder: str = "site") -> None:
    """Write the site into a folder."""
    for path, html in site(ROOT).items():
        file = Path(folder) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(html, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
