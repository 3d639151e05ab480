"""A page of HTML as its elements and its texts."""

from functools import cache
from html.parser import HTMLParser

VOID = {"meta", "br", "use", "img", "input"}
ENDED_BY = {
    "tr": ({"tr", "tbody"}, {"thead", "tbody"}),
    "td": ({"td", "th", "tr"}, {"tr", "thead", "tbody"}),
    "th": ({"td", "th", "tr"}, {"tr", "thead", "tbody"}),
    "li": ({"li"}, {"ul"}),
    "p": (set(), {"div"}),
}
"""Elements that need no closing tag, those that end them by beginning, and those that do by closing."""


class Reader(HTMLParser):
    """Collects elements with attributes, the values of `data`, and text outside formulas and drawings."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.stack: list[str] = []
        self.text: list[str] = []
        self.numbers: list[tuple[float, str]] = []
        self.unbalanced: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "data":
            self.numbers.append((float(dict(attrs)["value"] or "nan"), ""))
        self.end_what_ends_with(tag, closing=False)
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if self.stack and self.stack[-1] != tag:
            self.end_what_ends_with(tag, closing=True)
        if not self.stack or self.stack.pop() != tag:
            self.unbalanced.append(tag)

    def end_what_ends_with(self, tag: str, *, closing: bool) -> None:
        while self.stack and tag in ENDED_BY.get(self.stack[-1], ((), ()))[closing]:
            self.stack.pop()

    def handle_data(self, data: str) -> None:
        if "data" in self.stack:
            value, shown = self.numbers[-1]
            self.numbers[-1] = (value, shown + ("e" + data if "sup" in self.stack else data))
        elif not {"math", "svg", "style", "script"} & set(self.stack):
            self.text.append(data)


@cache
def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    return reader
