"""Attacks by text: nothing that a file or an error says steers a program that shows it."""

from xml.etree import ElementTree as Xml

import msgspec
import pytest
from msgspec.structs import replace
from theorycheck.baseline.ci import BaselineFinding
from theorycheck.commands.process import command_line
from theorycheck.errors import STEERING, UsageError, in_a_sentence, require_visible, visible, words_of
from theorycheck.exchange.formats import junit, summary
from theorycheck.report import point_tables
from theorycheck.results import Results
from theorycheck.table.layout import Layout
from theorycheck.table.reading import read_tables
from theorycheck.upgrade import decode
from theorycheck.user.claim_file import read
from theorycheck.user.entry import entry

from .report.conftest import build

STEERS = ["\x00", "\x07", "\x1b[2J", "\r", "\x7f", "\x85", "\x9b31m", "\u2028", "\u202e", "\u2066", "\ud800"]
HARMLESS = "tab\t, newline\n, ℓ² ≤ Σ, \N{NO-BREAK SPACE}, \N{ZERO WIDTH JOINER}, שלום, 数, 🙂"
CLAIM = {"id": "m", "statement": "s", "law": "C*d", "bound": "Theta", "measure": {"data": "t.csv"}}


@pytest.mark.parametrize("text", STEERS, ids=ascii)
def test_a_character_that_steers_is_seen_and_refused(text):
    assert STEERING.search(visible(f"a{text}b")) is None
    with pytest.raises(UsageError, match=r"here.*U\+[0-9A-F]{4}, which steers"):
        require_visible({"a": [1, ("x", f"a{text}")]}, "here")
    assert STEERING.search(in_a_sentence(f"a{text}b")) is None
    assert STEERING.search(str(UsageError(f"a{text}b"))) is None


def test_text_of_any_language_is_left_alone():
    require_visible({HARMLESS: HARMLESS}, "here")
    assert visible(HARMLESS) == HARMLESS


@pytest.mark.parametrize("key", ["statement", "interpretation", "label", "source", "id", "law"])
def test_a_claim_has_no_text_that_steers(key):
    assert entry(CLAIM | {"statement": HARMLESS}, "here").statement == HARMLESS
    with pytest.raises(UsageError, match=rf"{key} has the character U\+001B"):
        entry(CLAIM | {key: "a\x1b"}, "here")


@pytest.mark.parametrize("field", ["source", "text"])
def test_a_paper_has_no_text_that_steers(field, tmp_path):
    said = {"source": "notes", "text": "grows"} | {field: "a\\u202eb"}
    (tmp_path / "t.csv").write_text("d,mean,stderr\n1,1,.1\n2,2,.1\n")
    (tmp_path / "p.toml").write_text(
        f'[paper]\nname = "mine"\nsource = "{said["source"]}"\n[[statement]]\nid = "S1"\nplace = "1"\n'
        f'text = "{said["text"]}"\nlaw = "C*d"\nbound = "Theta"\nmeasure = {{ data = "t.csv" }}\n'
    )
    with pytest.raises(UsageError, match=r"U\+202E, which steers"):
        read(tmp_path / "p.toml")


def test_labels_and_columns_of_a_table_have_no_text_that_steers(tmp_path):
    path = tmp_path / "t.csv"
    for text in ("d,mean,stderr,by\n1,1,1,\x1b[31m\n", "d,mean,stderr,by,x\x1b\n1,1,1,a,2\n"):
        path.write_text(text)
        with pytest.raises(UsageError, match=r"U\+001B, which steers"):
            read_tables(path, Layout(group="by"))


def test_the_name_of_a_file_is_no_text_that_steers(tmp_path):
    path = tmp_path / "a\x1b[2J.toml"
    path.write_text("")
    with pytest.raises(UsageError, match=r"U\+001B") as refused:
        read(path)
    assert "\x1b" not in str(refused.value)


def test_an_error_of_a_class_of_its_own_is_told():
    class MuteError(Exception):
        def __str__(self):
            raise ZeroDivisionError

    assert words_of(MuteError()) == ""
    assert words_of(ValueError("x")) == "x"
    assert len(in_a_sentence(10_000 * "x")) < 300


def test_an_integer_of_thousands_of_digits_is_a_wrong_file(tmp_path):
    (tmp_path / "c.toml").write_text(f"margin = {'9' * 5000}")
    with pytest.raises(UsageError, match="is not TOML"):
        read(tmp_path / "c.toml")


@pytest.mark.parametrize("value", [10**400, -(10**101), 1e101, 1e-101])
def test_a_size_beyond_what_can_be_computed_with_is_refused(value):
    measured = {"grid": {"d": [1, value]}, "measure": {"python": "m.py:f"}}
    with pytest.raises(UsageError, match=r"grid.d has a value that cannot be computed with"):
        entry(CLAIM | measured, "here")
    entry(CLAIM | {"grid": {"d": [0, 1e100, -1e-100]}, "measure": {"python": "m.py:f"}}, "here")


class Note(msgspec.Struct):
    schema: int
    text: str


def noted(text):
    return decode(f'{{"schema": 2, "text": "{text}"}}', Note).text


@pytest.mark.parametrize("text", [r"\u001b[2J", r"\r", "\u202e", "\x9b", r"\u202E", r"\\\u0000"])
def test_a_document_with_text_that_steers_is_not_read(text):
    with pytest.raises(msgspec.DecodeError, match="which steers a terminal"):
        noted(text)


def test_a_document_with_any_other_text_is_read():
    assert noted(r"\\u001b \\r \ud83d\ude42 \u03b1\n") == "\\u001b \\r 🙂 α\n"


def test_a_notebook_shows_ids_as_they_are():
    run = build()
    named = [replace(claim, id="<b>") for claim in run.claims]
    assert Results(replace(run, claims=named))._repr_html_().count("<code>&lt;b&gt;</code>") == len(named) > 1


ACTS = ["=1+1", "=cmd|' /C calc'!A0", "+cmd|' /C calc'!A0", '-HYPERLINK("x")', "@SUM(1)", "\t=1"]


@pytest.mark.parametrize("text", ACTS)
def test_a_spreadsheet_carries_out_no_field(text):
    (_, row) = point_tables.written(["a"], [{"a": text}]).splitlines()
    assert row.lstrip('"').startswith("'")


@pytest.mark.parametrize("value", [-1.5, "-d**(1/2)", "-C*log(d_k) + 2", "C*d", "a=b"])
def test_numbers_and_formulas_of_a_table_stay_as_they_are(value):
    assert point_tables.written(["a"], [{"a": value}]) == f"a\n{value}\n"


def finding(notice):
    fields = ["compared", "identical", "rerun", "regressions", "unlisted", "gone", "errors"]
    run = {"preset": "quick", "seed": 0, "fresh_seed": 1, "baseline": "b.json", "theorycheck": "0"}
    return BaselineFinding(**run, notices=[notice], **{name: [] for name in fields})


def test_the_page_of_a_workflow_shows_text_as_it_is():
    shown = summary(finding("C*d*x `a` ![x](http://x) <b> | "))
    assert r"C\*d\*x \`a\` !\[x\](http://x) &lt;b&gt; \|" in shown


def test_a_suite_of_junit_stays_whole():
    told = junit(finding("]]> </system-out> & " + visible("\x1b\x00")))
    assert Xml.fromstring(told).findtext("system-out") == "]]> </system-out> & \\x1b\\x00"


@pytest.mark.parametrize("text", ["\x1b[31m", "\udcff", "\n::error::"], ids=ascii)
def test_the_name_of_a_table_and_a_command_steer_nothing(text, tmp_path, monkeypatch):
    path = tmp_path / f"a{text}.csv"
    path.write_text("d,mean,stderr\n1,1,1\n2,2,1\n")
    (table,) = read_tables(path).values()
    assert table.path == str(tmp_path / f"a{visible(text.replace(chr(10), ' '))}.csv")
    monkeypatch.setattr("sys.argv", ["theorycheck", "fit", str(path)])
    assert STEERING.search(command_line()) is None
    assert noted(command_line().replace("\\", "\\\\").replace("\n", "\\n")) == command_line()
