"""The Markdown twin: well-formed tables, safe formulas, nothing that Markdown would misread."""

import re

import pytest
from markdown_it import MarkdownIt
from msgspec.structs import replace
from theorycheck.report.markdown_page import code, fenced, formula, prose, render
from theorycheck.wording.formulas import escape_markdown

POINT = re.compile(r"(?<!\\)\|")


@pytest.fixture(scope="module")
def text(document):
    return render(document)


def crooked_tables(text: str) -> list[str]:
    """Rows whose number of points is not that of their table, and tables glued to a paragraph."""
    lines = text.splitlines()
    faults = []
    for above, header, rule, *rows in ([*lines[i : i + 3], *lines[i + 3 :]] for i in range(len(lines) - 2)):
        if header.startswith("|") and set(rule) <= set("|-:") and rule:
            table = [header, rule]
            for row in rows:
                if not row.startswith("|"):
                    break
                table.append(row)
            faults += [row for row in table if len(POINT.findall(row)) != len(POINT.findall(rule))]
            faults += [above] if above.strip() else []
    return faults


def test_tables_are_well_formed(text):
    assert text.count("\n|--") > 20
    assert crooked_tables(text) == []


def test_a_crooked_table_is_noticed():
    assert crooked_tables("\n| a | b |\n|---|---|\n| 1 |\n") == ["| 1 |"]
    assert crooked_tables("glued\n| a |\n|---|\n") == ["glued"]


def test_every_table_is_rendered_as_one(text):
    rendered = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    assert rendered.count("<table>") == len(re.findall(r"^\|(?:-+:?\|)+$", text, flags=re.MULTILINE))
    assert "<p>|" not in rendered


def test_the_twin_says_what_the_page_says_first(text):
    assert text.startswith("# Conditioning: what holds under our definitions\n")
    row = next(line for line in text.splitlines() if "capacity.mean_noise.omega" in line)
    assert "**lower bound only**" in row
    assert "| 0.5 | 1 | 1.003 [0.988, 1.018] |" in row


def test_the_same_document_gives_the_same_text(text, document):
    assert render(document) == text


def test_hostile_text_opens_no_tag_and_no_row(document):
    claim = replace(
        document.claims[0],
        interpretation="<script>x</script> | a | $<b>|$ `c",
        summary="[x](javascript:alert(1))",
        command="```\n<b>",
    )
    text = render(replace(document, claims=[claim, *document.claims[1:]]))
    assert "<script" not in text
    assert "[x](" not in text
    assert crooked_tables(text) == []
    assert "\n````sh\n" in text


def test_formulas_are_safe_in_tables():
    assert formula(r"|x| \|y\| < 1") == r"$\vert x\vert \Vert y\Vert \lt 1$"
    assert prose("a_b $c_d$") == r"a\_b $c_d$"


def test_text_is_escaped_once():
    assert escape_markdown("a|b & <c>") == r"a\|b &amp; &lt;c&gt;"
    assert code("a_b") == "`a_b`"
    assert code("a`b") == r"a\`b"
    assert fenced("x") == "```sh\nx\n```"


def test_a_document_of_own_questions_alone_says_so_first(document):
    own = [replace(statement, own_question=True) for statement in document.statements]
    page = render(replace(document, statements=own))
    assert page.splitlines().count("# Our own questions") == 1
