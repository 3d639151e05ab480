"""The index of published reports: every sentence once, by the verdict on its primary interpretation."""

import msgspec
import pytest
from msgspec.structs import replace
from theorycheck.document import Outcome
from theorycheck.errors import UsageError
from theorycheck.report.contents import contents
from theorycheck.report.html_page import inline
from theorycheck.report.output import by_topic, encode
from theorycheck.report.overview import Section, Sections, context, index_markdown, index_page
from theorycheck.report.publish import publish
from theorycheck.wording.outcomes import Answer, of_statement


@pytest.fixture
def topic(document):
    return context([document], ())["topics"][0]


def run_of(document, folder):
    folder.mkdir()
    (folder / "verdicts.json").write_text(encode(document))
    return folder


def of_another_topic(document, topic="associative_memory"):
    def moved(identifier):
        return f"{topic}.{identifier.partition('.')[2]}"

    claims = [
        replace(claim, id=moved(claim.id), topic=topic, statement_id=moved(claim.statement_id))
        for claim in document.claims
    ]
    statements = [
        replace(s, id=moved(s.id), primary=s.primary and moved(s.primary)) for s in document.statements
    ]
    return replace(document, claims=claims, statements=statements, figures=[])


def test_every_statement_is_there_once_and_counted_by_its_primary_interpretation(document, topic):
    assert [one.statement.id for one in topic.sentences] == [s.id for s in document.statements]
    for one in topic.sentences:
        claims = {claim.id: claim for claim in document.claims if claim.statement_id == one.statement.id}
        stands = claims.get(one.statement.primary) or next(iter(claims.values()), None)
        assert one.answer is of_statement(stands)
    assert sum(topic.answers.counts.values()) == len(document.statements)


def test_another_verdict_on_the_primary_interpretation_is_another_count(document, topic):
    primary = next(s.primary for s in document.statements if s.primary)
    changed = [replace(c, verdict=Outcome.ERROR) if c.id == primary else c for c in document.claims]
    other = context([replace(document, claims=changed)], ())["topics"][0]
    assert other.answers.counts[Answer.ERROR] == topic.answers.counts.get(Answer.ERROR, 0) + 1


def changed(document, index, **fields):
    statements = list(document.statements)
    statements[index] = replace(statements[index], **fields)
    return replace(document, statements=statements)


def test_a_question_of_our_own_stands_apart_and_is_not_counted(document, topic):
    ours = changed(document, 0, own_question=True)
    other = context([ours], ())["topics"][0]
    assert sum(other.answers.counts.values()) == sum(topic.answers.counts.values()) - 1
    assert [one.statement.id for one in other.questions] == [document.statements[0].id]
    for index in (index_page, index_markdown):
        page = index([ours], ())
        apart = page.index("Our own questions", page.index("Signal") if "Signal" in page else 0)
        assert page.index(f">{document.statements[1].id}<" if "<html" in page else document.statements[1].id)
        assert document.statements[0].id in page[apart:]
        assert "Our own questions" not in index([document], ())


def test_a_duplicate_is_counted_once_and_both_refer_to_one_another(document, topic):
    first, second = document.statements[0], document.statements[1]
    again = changed(document, 1, same_as=first.id)
    other = context([again], ())["topics"][0]
    assert sum(other.answers.counts.values()) == sum(topic.answers.counts.values()) - 1
    page = index_markdown([again], ())
    assert "Says the same as S1, under which it is counted." in page
    assert "S2 says the same." in page
    assert len(other.sentences) == len(topic.sentences)
    assert second.id in page


@pytest.mark.parametrize("index", [index_page, index_markdown])
def test_the_index_links_the_page_of_each_topic_and_names_each_statement(document, index):
    page = index([document], ())
    assert "conditioning.html" in page
    assert all(statement.id in page for statement in document.statements)


def test_the_index_tells_in_short_what_the_source_tells_first(document):
    told = contents(document).told
    short = index_page([document]).partition("In short")[2].partition("Every sentence")[0]
    assert told
    for one, words in told:
        assert str(inline(one.statement.title)) in short
        assert str(inline(words)) in short


def test_the_page_loads_nothing_and_its_script_is_its_own(document):
    page = index_page([document], ())
    assert "://" not in page.partition("<body>")[0]
    assert "<script src" not in page
    assert "default-src 'none'" in page


def test_what_a_document_says_cannot_become_a_tag(document):
    statements = [replace(document.statements[0], text="<script>alert(1)</script>"), *document.statements[1:]]
    hostile = replace(document, statements=statements)
    assert "<script>alert" not in index_page([hostile], ())
    assert "<script>alert" not in index_markdown([hostile], ())


def test_a_run_of_several_topics_gives_a_page_for_each(document, tmp_path):
    other = of_another_topic(document)
    both = replace(
        document, claims=document.claims + other.claims, statements=document.statements + other.statements
    )
    assert publish([run_of(both, tmp_path / "run")], tmp_path / "to") == (
        "conditioning",
        "associative_memory",
    )
    names = {path.name for path in (tmp_path / "to").iterdir()}
    pages = {
        f"{name}.{kind}" for name in ("conditioning", "associative_memory") for kind in ("html", "md", "json")
    }
    folders = {"conditioning", "associative_memory"}
    assert names == pages | folders | {"index.html", "README.md", "glossary.html", "glossary.md"}


def test_publishing_one_topic_keeps_the_others_in_the_index(document, tmp_path):
    publish([run_of(of_another_topic(document), tmp_path / "1")], tmp_path / "to")
    publish([run_of(document, tmp_path / "2")], tmp_path / "to")
    index = (tmp_path / "to" / "README.md").read_text()
    assert "conditioning.html" in index
    assert "associative_memory.html" in index


def test_a_paper_of_a_user_is_published_alone_and_beside_ours(document, tmp_path):
    to = tmp_path / "to"
    publish([run_of(of_another_topic(document, "walks"), tmp_path / "1")], to)
    assert "[html](walks.html)" in (to / "README.md").read_text()
    (to / "notes.json").write_text("{}")  # which is no report
    publish([run_of(document, tmp_path / "2")], to)
    told = (to / "README.md").read_text()
    assert told.index("[html](conditioning.html)") < told.index("[html](walks.html)")


def test_a_published_document_names_no_folder_of_its_machine(document):
    typed = replace(document, command="theorycheck run conditioning --out /home/someone/x")
    [(_, published)] = by_topic(typed)
    assert "someone" not in published.command


def test_a_folder_without_a_run_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"holds no verdicts\.json"):
        publish([tmp_path], tmp_path / "to")
    assert not (tmp_path / "to").exists()


SECTION = Section(
    title="What slips past it",
    anchor="mutation",
    sentence="1 of 1 mutants",
    whole="mutation/mutation.md",
    header=("what is changed", "caught"),
    rows=(("a claim", "0"),),
)


def test_what_is_known_of_the_verifier_stands_on_the_index(document):
    for index in (index_page, index_markdown):
        page = index([document], [SECTION])
        assert "1 of 1 mutants" in page
        assert "mutation/mutation.md" in page
        assert "a claim" in page


def test_a_column_without_a_name_has_no_header_that_says_nothing(document):
    unnamed = replace(SECTION, header=("what is changed", ""))
    assert '<th scope="col">what is changed</th><td></td>' in index_page([document], [unnamed])
    assert '<th scope="col">caught</th>' in index_page([document], [SECTION])


def test_sections_beside_the_reports_are_read_and_broken_ones_refused(document, tmp_path):
    run = run_of(document, tmp_path / "run")
    whole = tmp_path / "to" / "sections.json"
    whole.parent.mkdir()
    whole.write_bytes(msgspec.json.encode(Sections(sections=(SECTION,))))
    publish([run], tmp_path / "to")
    assert "1 of 1 mutants" in (tmp_path / "to" / "index.html").read_text()
    whole.write_text('{"sections": [{}]}')
    with pytest.raises(UsageError, match=r"sections\.json holds no sections"):
        publish([run], tmp_path / "to")


def test_without_them_the_index_says_nothing_of_the_verifier(document):
    assert "mutants" not in index_page([document])
