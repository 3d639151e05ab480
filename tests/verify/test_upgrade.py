"""Files of schema 1 are read under today's names; files of a later schema are refused."""

import json
import pickle
from pathlib import Path

import msgspec
import pytest
from theorycheck.baseline.expected import Baseline
from theorycheck.document import Document, StepRecord
from theorycheck.errors import UsageError
from theorycheck.report.output import read_document
from theorycheck.upgrade import SCHEMA_VERSION, WIDTH, decode, encode

WRITTEN = Path(__file__).parent / "schema_1"
"""Files of version 0.1.0, cut to one claim."""

FIRST = {
    "schema": 1,
    "lawcheck": "0.1.0",
    "profile": "quick",
    "seed": 0,
    "device": "cpu",
    "environment": {"lawcheck": "a value keeps its words"},
    "command": "lawcheck run",
    "statements": [],
    "claims": [],
}


@pytest.fixture
def written(tmp_path):
    def write(content: dict[str, object]) -> Path:
        path = tmp_path / "verdicts.json"
        path.write_text(json.dumps(content))
        return path

    return write


def test_a_document_of_schema_1_is_read_as_one_of_today(written):
    document = read_document(written(FIRST))
    assert (document.schema, document.theorycheck) == (SCHEMA_VERSION, "0.1.0")
    assert document.command == "lawcheck run"
    assert decode(encode(document), Document) == document


def test_a_baseline_of_schema_1_keeps_its_history():
    change = {"date": "2026-01-01", "reason": "first", "lawcheck": "0.1.0", "profile": "quick", "claims": 1}
    read = decode(json.dumps({"schema": 1, "history": [change], "profiles": {}}), Baseline)
    assert [made.theorycheck for made in read.history] == ["0.1.0"]


def test_a_claim_and_its_entry_are_read_with_all_that_they_hold():
    document = read_document(WRITTEN / "verdicts.json")
    before = json.loads((WRITTEN / "verdicts.json").read_text())["claims"][0]
    (claim,) = document.claims
    assert [claim.label, claim.interpretation, claim.bound_type] == [
        before[name] for name in ("subject", "reading", "sense")
    ]
    assert [point.mean for point in claim.points] == [cell["mean"] for cell in before["cells"]]
    assert claim.comparisons.symbolic.sentence == before["triangle"]["symbolic"]["sentence"]
    entry = decode((WRITTEN / "baseline.json").read_text(), Baseline).presets["quick"].claims[claim.id]
    assert (entry.verdict, len(entry.points)) == (claim.verdict, 2)


def test_a_field_of_schema_1_is_unknown_to_schema_2(written):
    with pytest.raises(UsageError, match="lawcheck"):
        read_document(written(FIRST | {"schema": SCHEMA_VERSION}))


def test_a_later_schema_is_refused_by_its_number(written):
    later = FIRST | {"schema": SCHEMA_VERSION + 1, "theorycheck": "9"}
    del later["lawcheck"]
    with pytest.raises(UsageError, match=f"has schema {SCHEMA_VERSION + 1}"):
        read_document(written(later))


def test_what_is_no_document_is_refused():
    with pytest.raises(msgspec.DecodeError):
        decode('{"schema": 1}', Document)


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ({"at": {"d": 8}, "steps": ["a" * (WIDTH - 8), "b"]}, 7),
        ({"at": {"d": 8}, "steps": ["a" * (WIDTH - 40), "b"]}, 1),
        (["a" * WIDTH, [], {}, (["b" * WIDTH],), {"é\n": {1: None}}], 11),
    ],
)
def test_what_fits_in_a_line_stays_in_one_and_nothing_is_lost(value, lines):
    text = encode(value)
    assert json.loads(text) == json.loads(msgspec.json.encode(value))
    assert text.count("\n") == lines
    # No more than a line that would have fitted is broken.
    assert all(len(line) <= WIDTH or line.strip(" ,[]{}").startswith('"') for line in text.splitlines())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"schema": 2, "presets": ' + "[" * 100_000 + "]" * 100_000 + "}", "it nests too deep"),
        ('{"schema": 1, "presets": ' + '{"a": ' * 900 + "1" + "}" * 901, "it nests too deep"),
        (b'{"schema": 2, "presets": "\xe9"}', "not text in UTF-8"),
        ('{"schema": 0, "history": [], "presets": {}}', "schema 0, and they begin at 1"),
        ('{"schema": 2, "history": [], "presets": ' + 309 * "9" + "}", "a number of more than 308 digits"),
        ('{"schema": 2, "history": [], "presets": {"a": {"seed": 9223372036854775808}}}', "int` <= 9223"),
        ('{"schema": 2, "history": [], "presets": {"a": {"seed": -1}}}', "int` >= 0"),
    ],
    ids=["deep", "deep in schema 1", "Latin-1", "schema 0", "digits", "seed", "seed below 0"],
)
def test_a_file_that_is_no_document_is_refused_in_a_sentence(text, message):
    with pytest.raises(msgspec.DecodeError, match=message):
        decode(text, Baseline)
    long = r"\"" + 309 * "9"
    made = decode(
        f'{{"schema": 2, "history": [], "presets": {{"{long}": {{"seed": 0, "claims": {{}}}}}}}}', Baseline
    )
    assert list(made.presets) == [long.removeprefix("\\")]


def test_what_a_record_leaves_out_is_left_out():
    step = StepRecord(label="Jensen", latex="x")
    assert encode(step) == '{"label":"Jensen","latex":"x"}\n'
    assert "Markov" in encode(msgspec.structs.replace(step, rule="Markov"))
    # Another process sends a copy, and a file may name what it could leave out.
    told = msgspec.structs.replace(step, rule="".join(["rules ", "of the kernel"]))
    for copy in (
        pickle.loads(pickle.dumps(told)),
        msgspec.json.decode(_with_defaults(step), type=StepRecord),
    ):
        assert encode(copy) == encode(step)
    assert '"kind"' in _with_defaults(step)


def _with_defaults(record):
    return msgspec.json.encode(msgspec.structs.asdict(record)).decode()
