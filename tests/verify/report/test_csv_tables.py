"""A run as CSV: every number of the document, none of them rounded."""

import csv
import io

from msgspec.structs import replace
from theorycheck.report import output, point_tables


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_a_row_for_each_verdict_and_each_estimate_with_every_digit(document):
    tables = point_tables.csv_files(document)
    verdicts, points = rows(tables["verdicts.csv"]), rows(tables["points.csv"])
    assert [(row["claim"], row["verdict"]) for row in verdicts] == [
        (claim.id, claim.verdict.value) for claim in document.claims
    ]
    told = [(claim.id, point) for claim in document.claims for point in claim.points]
    assert len(points) == len(told)
    for row, (claim, point) in zip(points, told, strict=True):
        assert row["claim"] == claim
        assert float(row["mean"]) == point.mean
        assert row["stderr"] == ("" if point.stderr is None else repr(point.stderr))
        at = {
            name.removeprefix("at."): value for name, value in row.items() if name.startswith("at.") and value
        }
        assert at == {name: str(value) for name, value in point.at.items()}


def test_text_with_commas_quotes_and_lines_stays_one_field(document):
    foul = 'a, "b"\nc'
    claim = replace(document.claims[0], reason=None, summary=foul)
    (row,) = rows(point_tables.csv_files(replace(document, claims=[claim]))["verdicts.csv"])
    assert row["finding"] == foul


def test_a_document_without_claims_gives_headings_at_most(document):
    assert all(rows(text) == [] for text in point_tables.csv_files(replace(document, claims=[])).values())


def test_the_tables_go_beside_the_document(document, tmp_path):
    paths = output.write_csv(tmp_path, document)
    assert [path.name for path in paths] == ["verdicts.csv", "points.csv"]
    assert [path.read_text() for path in paths] == list(point_tables.csv_files(document).values())
