"""Tables of how the verifier was measured, and the committed ones as the committed figures give them."""

import msgspec

from benchmarks.measures import ROOT, Measured, encoded, sections
from benchmarks.measures import measured as committed
from benchmarks.mutation.subject import Fate
from benchmarks.mutation.survey import survey
from benchmarks.speed.record import Benchmark, Row, compared


def measured():
    return Measured(
        mutation=survey(
            [
                Fate(
                    target="a.b",
                    family="claim",
                    operator="sign",
                    change="-C",
                    fate="survived",
                    by="",
                    reason="",
                )
            ],
            "run",
            "0.1.0",
        ),
        benchmark=Benchmark(
            theorycheck="0.1.0",
            device="a machine",
            torch="2",
            threads=1,
            subjects={
                "a_topic": compared("work", {"loop": 1.0, "blocks": 0.25, "slow": 2.0}),
                "machine": compared("limits", {"copy": 1.0}),
            },
        ),
    )


def test_every_row_of_a_section_has_the_points_of_its_header():
    for section in sections(measured()):
        assert section.rows
        assert {len(row) for row in section.rows} == {len(section.header)}


def test_of_speeds_the_fastest_route_stands_beside_the_plainest():
    (speeds,) = (one for one in sections(measured()) if one.anchor == "speed")
    assert speeds.rows == (("a topic", "work", "loop, 1", "blocks", "0.250", "4"),)


def test_nothing_measured_gives_no_section():
    assert sections(Measured()) == []


def test_the_committed_sections_are_those_of_the_committed_figures():
    assert (ROOT / "reports" / "sections.json").read_text() == encoded(committed())


def test_what_gives_a_mean_alone_is_not_ranked_with_what_gives_its_spread_too():
    rows = compared("work", {"loop": 1.0, "blocks": 0.25, "marginal law": 0.01})
    exact = Row(work="all", route="quadrature", seconds=0.3, faster=1.0, also={"relative error": 1e-4})
    found = msgspec.structs.replace(measured().benchmark, subjects={"a_topic": [*rows, exact]})
    (speeds,) = sections(Measured(benchmark=found))
    assert speeds.rows == (("a topic", "work", "loop, 1", "blocks", "0.250", "4"),)
    assert speeds.sentence.startswith("A topic, all, is computed exactly in 0.30 CPU seconds")
    assert "our own programs" in speeds.sentence
