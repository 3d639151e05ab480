"""What is kept between runs is what would be made anew, and goes when anything it follows from changes."""

import pytest
from theorycheck.evidence import cache
from theorycheck.evidence.cache import Table, digest
from theorycheck.report import caches, mathml


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty folder for what is caches."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "theorycheck"


def table(identity="one"):
    return Table("words", lambda: identity)


def filled(identity="one"):
    first = table(identity)
    assert first.text("key", lambda: "made") == "made"
    first.save()
    return first


def unmade():
    pytest.fail("It is known, and was made again.")


def test_what_one_run_made_the_next_one_knows():
    filled()
    assert table().text("key", unmade) == "made"


def test_what_is_not_saved_is_made_again():
    table().text("key", lambda: "made")
    assert table().text("key", lambda: "again") == "again"


def test_other_sources_make_it_anew_and_the_old_table_goes(folder):
    filled("one")
    filled("another")
    assert [path.name for path in folder.iterdir()] == ["words.another.kept"]


def test_a_table_keeps_what_two_runs_made_side_by_side():
    one, other = table(), table()
    one.text("a", lambda: "1")
    other.text("b", lambda: "2")
    one.save()
    other.save()
    assert table().text("a", unmade) + table().text("b", unmade) == "12"


def test_what_was_not_asked_for_the_longest_goes_first(monkeypatch):
    monkeypatch.setattr(cache, "MOST", 2)
    for names in ("ab", "ac"):
        one = table()
        for name in names:
            one.text(name, lambda name=name: name)
        one.save()
    last = table()
    assert [last.get(name) for name in "abc"] == [b"a", None, b"c"]


@pytest.mark.parametrize("content", [b"", b"\x81", b"cut short"])
def test_a_file_that_is_not_what_was_kept_is_told_and_made_anew(folder, content, caplog):
    filled()
    path = folder / "words.one.kept"
    path.write_bytes(content)
    assert table().text("key", lambda: "again") == "again"
    assert [record.message for record in caplog.records] == [
        f"{path} is not what was kept there; it is made anew."
    ]


def test_a_table_under_the_name_of_another_is_not_read(folder):
    filled("one")
    (folder / "words.one.kept").rename(folder / "words.another.kept")
    assert table("another").get("key") is None
    cache.write(folder / "words.another.kept", b"no table")
    assert table("another").get("key") is None


def test_a_folder_that_cannot_be_written_loses_nothing_but_time(tmp_path, monkeypatch):
    (tmp_path / "a file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a file"))
    filled()
    assert table().text("key", lambda: "again") == "again"


def test_the_digest_holds_sources_their_order_and_versions(tmp_path, monkeypatch):
    one, other = tmp_path / "a.py", tmp_path / "b.py"
    one.write_text("x = 1")
    other.write_text("x = 2")
    known = digest([one, other], ["sympy"])
    assert digest([one, other], ["sympy"]) == known
    assert digest([one], ["sympy"]) != known
    monkeypatch.setattr(cache, "version", lambda _: "0.0")
    assert digest([one, other], ["sympy"]) != known
    monkeypatch.undo()
    other.write_text("x = 3")
    assert digest([one, other], ["sympy"]) != known


def test_each_table_follows_from_the_sources_that_make_it():
    for identity, names in (
        (caches.FORMULAS._identity, {"mathml.py"}),
        (caches.TEMPLATES._identity, {"html_page.py", "page.html.jinja"}),
    ):
        seen = set()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                caches, "digest", lambda sources, _, seen=seen: seen.update(p.name for p in sources)
            )
            identity()
        assert names <= seen


@pytest.mark.parametrize("latex", [r"\frac{n}{d_k} < 1", r"\frac{", r"\text{<b>}"])
def test_a_kept_formula_is_the_one_that_is_converted(latex, monkeypatch):
    made = mathml.formula.__wrapped__(latex)
    monkeypatch.setattr(mathml, "_converted", unmade)
    assert mathml.formula.__wrapped__(latex) == made


def test_a_file_that_cannot_be_kept_leaves_no_draft(folder):
    (folder / "words").mkdir(parents=True)
    cache.write(folder / "words", b"kept")
    assert [path.name for path in folder.iterdir()] == ["words"]
    cache.write(folder / "others", b"kept")
    assert cache.read(folder / "others") == b"kept"
