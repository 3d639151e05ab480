"""What a finished run says, asked one thing at a time: explain, plot, diff, open, and from Python."""

import json
import re
import webbrowser
from pathlib import Path

import pytest
import theorycheck as tc
from msgspec.structs import replace
from theorycheck.baseline.difference import Chance
from theorycheck.document import ComparisonOutcome, Outcome
from theorycheck.errors import UsageError
from theorycheck.reason import Kind, Text, reason
from theorycheck.report import decision, finished, output
from theorycheck.report.explanation import explanation, what_would_change
from theorycheck.wording import Medium, words

from .running import theorycheck

ROOT = Path(__file__).parents[2]
CLAIM = "conditioning.capacity.query.omega"
TOPICS = ("conditioning", "associative_memory")


@pytest.fixture(scope="module")
def published():
    return output.read_document(ROOT / "reports" / "conditioning.json")


@pytest.fixture(scope="module")
def claim(published):
    return next(one for one in published.claims if one.id == CLAIM)


@pytest.fixture
def folder(published, tmp_path):
    """A folder with a document of a few claims."""
    few = [claim for claim in published.claims if claim.id.startswith("conditioning.capacity.query.")]
    return written(tmp_path / "run", replace(published, claims=few))


def written(folder, document):
    folder.mkdir(parents=True)
    (folder / "verdicts.json").write_text(output.encode(document))
    return folder


@pytest.fixture
def command(monkeypatch, tmp_path):
    """A command in this process: its code, and what it printed."""
    monkeypatch.chdir(tmp_path)

    return lambda *words: theorycheck(*words).all


def test_the_rows_are_those_of_the_page_and_every_claim_has_one():
    page = (ROOT / "docs" / "verdicts.md").read_text()
    for name, row in decision.table().items():
        for asked in row.asks.values():
            assert asked in page
        assert f"| {name} |" in page
    for topic in TOPICS:
        for claim in output.read_document(ROOT / "reports" / f"{topic}.json").claims:
            assert set(decision.row(claim).asks) == {Outcome.AGREES, Outcome.BOUND_ONLY, Outcome.REFUTED}


def test_an_explanation_says_the_verdict_once(published):
    for claim in published.claims:
        said = [line.strip() for line in explanation(claim)]
        assert said.count(said[1]) == 1


def test_an_explanation_puts_the_claim_s_numbers_into_its_row(claim):
    said = "\n".join(explanation(claim))
    assert "the row 'Law, Omega' of the decision table" in said
    assert re.search(r"^  → bound only: all lower ends above claimed", said, flags=re.MULTILINE)
    row = re.search(
        r"exponent of d_k: claimed 0.5, at large sizes (0\.\S+ to 1\.\S+): above 0.45 to 0.55", said
    )
    assert row is not None
    assert "what would change this: " in said
    # Another margin would hold the interval, and the row that is marked follows the verdict.
    wide = replace(claim, scope=replace(claim.scope, margin=0.7), verdict=Outcome.AGREES)
    other = "\n".join(explanation(wide))
    assert f"{row[1]}: inside −0.2 to 1.2" in other
    assert "  → agrees: " in other
    assert "  → bound only: " not in other


def test_a_claim_of_the_limit_alone_has_its_row_and_is_not_held_to_the_slope_of_a_range(claim):
    of_limit = replace(claim, bound_type="Theta", asymptotic=True)
    assert decision.row(of_limit).name == "Law, limit"
    assert decision.row(replace(of_limit, asymptotic=False)).name == "Law, Theta"
    assert decision.row(replace(of_limit, relation="equals")).name == "equals in the limit"
    slope = replace(claim.exponents["d_k"], extrapolated_ci=None, ci=(0.9, 1.0))
    on_range = replace(of_limit, exponents={"d_k": slope})
    (said,) = (line for line in decision.numbers(on_range, Medium.TERMINAL) if "exponent" in line)
    assert ", on this range 0.9" in said
    assert "above" not in said
    held = replace(on_range, asymptotic=False)
    (said,) = (line for line in decision.numbers(held, Medium.TERMINAL) if "exponent" in line)
    assert said.endswith(": above 0.45 to 0.55")


def test_an_error_is_told_what_corrects_it_and_not_once_more_what_it_is(claim):
    open_points = replace(claim.comparisons.points, outcome=ComparisonOutcome.OPEN)
    failed = replace(
        claim,
        verdict=Outcome.ERROR,
        summary="The function failed.",
        comparisons=replace(claim.comparisons, points=open_points),
    )
    assert words(what_would_change(failed)).startswith("What it names, corrected")


def test_only_an_open_claim_says_what_it_would_cost(published):
    claim = next(one for one in published.claims if one.verdict is Outcome.INCONCLUSIVE)
    assert "to decide it: " in "\n".join(explanation(claim))
    factor = reason(Kind.TIMES_THE_TRIALS, factor=4)
    needed = reason(Kind.UNTIL_WITHIN, trials=factor, confidence=Text(text="99 %"), within=0.02)
    scope = replace(claim.scope, n_trials=1000, missing_reason=needed)
    told = decision.cost(replace(claim, scope=scope, seconds=2.0))
    assert (
        told == "about 4000 trials and 8 CPU seconds, 4 times what was spent (1000 trials and 2 CPU seconds)"
    )
    assert decision.cost(replace(claim, verdict=Outcome.AGREES)) is None


def test_explain_takes_the_run_that_is_named_else_the_published_report(command, folder, monkeypatch):
    code, out, err = command("explain", CLAIM, "--run", folder)
    assert code == 0, err
    assert out.startswith(f"lower bound only  {CLAIM}\n")
    assert str(folder) in err
    monkeypatch.chdir(ROOT)
    code, _, err = command("explain", CLAIM)
    assert code == 0, err
    assert "the published report" in err
    code, out, err = command("explain", CLAIM + "x", "--run", folder)
    assert (code, out) == (2, "")
    assert f"did you mean {CLAIM}" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(("suffix", "begins"), [("svg", b"<svg "), ("pdf", b"%PDF"), ("png", b"\x89PNG")])
def test_a_plot_is_a_file_of_the_kind_that_its_name_says(command, folder, tmp_path, suffix, begins):
    code, _, err = command("plot", CLAIM, "-o", tmp_path / f"f.{suffix}", "--run", folder)
    assert code == 0, err
    assert (tmp_path / f"f.{suffix}").read_bytes().startswith(begins)


def test_another_kind_of_file_and_another_variable_are_refused_in_one_sentence(command, folder, tmp_path):
    code, _, err = command("plot", CLAIM, "-o", tmp_path / "f.gif", "--run", folder)
    assert (code, err) == (2, "theorycheck: A plot is written as .svg, .pdf or .png, not as 'gif'.\n")
    code, _, err = command("plot", CLAIM, "-o", tmp_path / "f.svg", "--along", "L", "--run", folder)
    assert (code, err) == (2, f"theorycheck: {CLAIM} has nothing to draw along L; choose d_k.\n")
    assert not (tmp_path / "f.svg").exists()


def moved(document, **changes):
    """The document with another first claim."""
    return replace(document, claims=[replace(document.claims[0], **changes), *document.claims[1:]])


def shifted(document, *, by):
    """The document with the means of its first claim so many standard errors away."""
    points = document.claims[0].points
    return moved(document, points=[replace(p, mean=p.mean + by * (p.stderr or 0)) for p in points])


def test_a_run_does_not_differ_from_itself_nor_from_its_baseline(command, folder):
    code, out, _ = command("diff", folder, folder)
    assert code == 0
    assert "equal to the last bit, 0 moved, 0 gone, 0 new" in out
    assert command("diff", folder, folder / "verdicts.json")[0] == 0
    found = tc.diff(ROOT / "reports" / "baseline.json", folder)
    assert (found.moved, found.new) == ((), ())
    assert len(found.gone) > 1000


def test_means_that_moved_by_more_than_chance_are_told_and_others_counted(folder, tmp_path):
    document = output.read(folder)
    far = tc.diff(folder, written(tmp_path / "far", shifted(document, by=9.0)))
    assert [one.claim for one in far.moved] == [document.claims[0].id]
    assert "the means moved" in str(far.moved[0])
    assert "(chance does not explain it, p = " in str(far.moved[0])
    near = tc.diff(folder, written(tmp_path / "near", shifted(document, by=0.5)))
    assert near.moved == ()
    assert list(near.within_chance) == [document.claims[0].id]
    assert "the means of 1 claim moved as chance explains" in repr(near)


def test_a_verdict_that_turned_with_its_means_says_whether_chance_explains_it(folder, tmp_path):
    near = moved(shifted(output.read(folder), by=0.5), verdict=Outcome.INCONCLUSIVE, holds="undecided")
    (found,) = tc.diff(folder, written(tmp_path / "near", near)).moved
    assert found.chance is Chance.EXPLAINS
    assert "is now inconclusive. (chance explains it, p = " in str(found)


def test_a_verdict_that_turned_on_the_same_numbers_is_no_chance_and_comes_first(folder, tmp_path):
    document = output.read(folder)
    turned = moved(document, verdict=Outcome.REFUTED, holds="no")
    other = written(tmp_path / "other", replace(turned, claims=turned.claims[:-1]))
    found = tc.diff(tc.load(folder), tc.load(other))
    assert [one.chance for one in found.moved] == [Chance.NO_PART]
    assert "the verdict was" in str(found.moved[0])
    assert found.gone == (document.claims[-1].id,)
    assert repr(found).splitlines()[-1] == f"  {document.claims[-1].id}: gone"


def test_sides_of_two_presets_and_what_is_no_run_are_refused(folder, tmp_path):
    other = written(tmp_path / "other", replace(output.read(folder), preset="quick"))
    with pytest.raises(UsageError, match="Both sides need the same preset"):
        tc.diff(folder, other)
    deep = '{"presets": ' + 10**5 * "[" + 10**5 * "]" + "}"
    for text in ("no json", "[]", '{"presets": 1}', '{"presets": {}, "schema": 9}', deep):
        (tmp_path / "text.json").write_text(text)
        with pytest.raises(UsageError, match="is no run's folder, document or baseline"):
            tc.diff(folder, tmp_path / "text.json")


def test_the_difference_as_json_holds_the_same(command, folder, tmp_path):
    other = written(tmp_path / "other", moved(output.read(folder), verdict=Outcome.REFUTED, holds="no"))
    code, out, _ = command("diff", folder, other, "--json")
    told = json.loads(out)
    assert code == 0
    assert [one["chance"] for one in told["moved"]] == ["no chance is involved"]


def test_intervals_that_lie_apart_are_told_and_shown_on_a_page(command, folder, tmp_path):
    document = output.read(folder)
    at, claim = next((k, one) for k, one in enumerate(document.claims) if one.exponents["d_k"].ci is not None)

    def with_interval(low, high):
        """The document with another interval of the exponent of one claim."""
        one = replace(claim.exponents["d_k"], ci=(low, high))
        claims = [*document.claims]
        claims[at] = replace(claim, exponents=claim.exponents | {"d_k": one})
        return replace(document, claims=claims)

    first = written(tmp_path / "first", with_interval(0.45, 0.55))
    (found,) = tc.diff(first, written(tmp_path / "apart", with_interval(0.9, 1.1))).moved
    assert f"{claim.id}: the exponent of d_k was 0.45 to 0.55, and is now 0.9 to 1.1." in str(found)
    assert tc.diff(first, written(tmp_path / "near", with_interval(0.5, 0.6))).moved == ()
    code, _, err = command("diff", first, tmp_path / "apart", "--html", tmp_path / "moved.html")
    assert code == 0, err
    page = (tmp_path / "moved.html").read_text()
    assert "exponent of d_k 0.45 to 0.55</td><td>▲ " in page
    assert page.count("▲") == 1


def test_a_report_of_two_runs_says_what_was(command, folder, tmp_path):
    few = output.read(folder)
    first, *others = few.claims
    later = written(tmp_path / "later", moved(few, verdict=Outcome.REFUTED))
    code, out, _ = command("report", folder, later)
    assert code == 0
    assert str(later / "report.html") in out
    assert not (folder / "report.html").exists()
    pages = {path.name: path.read_text() for path in later.rglob("*.html")}
    statement = pages[f"{first.statement_id.partition('.')[2]}.html"]
    assert f"▲ {first.verdict.value}" in statement
    assert f"was {first.verdict.value}" in pages[f"{first.id.partition('.')[2]}.html"]
    assert f"Since {folder}" in pages["report.html"]
    assert "▲" not in pages[f"{others[0].id.partition('.')[2]}.html"]
    # A run beside itself has nothing to mark, one alone no column.
    assert command("report", later, later)[0] == 0
    assert "nothing moved" in (later / "report.html").read_text()
    assert command("report", later)[0] == 0
    assert "Since" not in (later / "report.html").read_text()


def test_a_report_of_two_runs_is_pages_alone(command, folder):
    code, _, err = command("report", folder, folder, "--csv")
    assert code == 2
    assert "leave --single-file, --latex and --csv out" in err


def test_open_names_the_page_and_refuses_a_folder_without_one(command, folder, monkeypatch):
    asked = []
    monkeypatch.setattr(webbrowser, "open", lambda uri: not asked.append(uri))
    code, _, err = command("open", folder)
    assert code == 2
    assert "holds no report.html; name the --out folder of a finished run." in err
    (folder / "report.html").write_text("<html></html>")
    assert command("open", folder)[0] == 0
    assert asked == [(folder / "report.html").resolve().as_uri()]
    monkeypatch.setattr(webbrowser, "open", lambda uri: False)
    assert "open" in command("open", folder)[2]


def test_what_is_drawn_follows_the_claim(published):
    claims = {claim.id: claim for claim in published.claims}
    one = finished.draw(claims[CLAIM], None, "svg")
    assert one == finished.draw(claims[CLAIM], "d_k", "svg")
    assert one != finished.draw(claims["conditioning.noise_power.mean"], None, "svg")


def test_show_sets_the_formulas_of_a_claim_s_terms(command):
    code, out, err = command("show", "conditioning.noise_power.markov")
    assert code == 0, err
    (line,) = [one for one in out.splitlines() if one.startswith("terms")]
    assert line.removeprefix("terms").strip() == "values: d_v = d_k"


def test_show_says_where_the_code_is_and_what_was_found_of_a_statement(command, folder):
    code, out, err = command("show", "conditioning.S2", "--run", folder)
    assert code == 0, err
    assert out.startswith("conditioning.S2   Capacity theorem: ")
    assert "capacity.query.omega" in out
    code, out, err = command("show", "conditioning.noise_power.mean")
    assert code == 0, err
    (line,) = [one for one in out.splitlines() if one.startswith("code")]
    places = dict(one.split(" ", 1) for one in line.removeprefix("code").strip().split("; "))
    assert list(places) == ["claim", "derivation", "simulation"]
    for name, word in (
        ("claim", '"noise_power.mean"'),
        ("derivation", "def noise_power("),
        ("simulation", "@simulator("),
    ):
        file, _, number = places[name].partition(":")
        part = file.removeprefix("theorycheck/")
        path = ROOT / part if (ROOT / part).exists() else ROOT / "verify" / part
        assert word in "\n".join(path.read_text().splitlines()[int(number) - 1 : int(number) + 9])


def test_show_tells_what_a_run_found_of_a_claim_of_ones_own(command, published, tmp_path):
    mine = replace(published.claims[0], id="mine.memory")
    folder = written(tmp_path / "mine", replace(published, claims=[mine]))
    code, out, err = command("show", "mine.memory", "--run", folder)
    assert code == 0, err
    assert out == command("explain", "mine.memory", "--run", folder)[1]
    assert out.startswith(f"{mine.verdict}  mine.memory")
    code, _, err = command("show", "mine.memories", "--run", folder)
    assert code == 2
    assert "There is no claim, topic or tag 'mine.memories'" in err


def test_show_tells_what_a_run_found_of_a_statement_of_ones_own(command, published, tmp_path):
    stated = next(s for s in published.statements if s.id == published.claims[0].statement_id)
    own = replace(stated, id="mine.S1")
    claims = [
        replace(one, id=one.id.replace("conditioning", "mine", 1), statement_id="mine.S1")
        for one in published.claims
        if one.statement_id == stated.id
    ]
    folder = written(tmp_path / "mine", replace(published, statements=[own], claims=claims))
    code, out, err = command("show", "mine.S1", "--run", folder)
    assert code == 0, err
    assert out.startswith("mine.S1   ")
    code, _, err = command("show", "mine.S2", "--run", folder)
    assert (code, "There is no claim, topic or tag 'mine.S2'" in err) == (2, True)
