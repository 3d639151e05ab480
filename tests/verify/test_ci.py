"""The baseline check on planted runs: what fails, what is only said, what is confirmed first."""

from threading import Thread

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from theorycheck.baseline import ci, regression
from theorycheck.baseline import expected as baseline
from theorycheck.baseline.ci import examine, fresh_seed
from theorycheck.baseline.expected import Baseline, Entry, PointEntry, Section
from theorycheck.baseline.news import Measured
from theorycheck.baseline.regression import Kind
from theorycheck.commands import baseline_check
from theorycheck.document import ClaimRecord, Document, Outcome, PointRecord
from theorycheck.errors import UsageError
from theorycheck.evidence.files import alone_in
from theorycheck.papers.tables import CLAIMS

SIZES = 2 ** np.arange(4, 12)


def entry(seed: int, factor: float = 1.0, **changes: object) -> Entry:
    rng = np.random.default_rng(seed)
    points = [
        PointEntry(
            at={"d_k": int(d)},
            mean=float(factor / d * (1 + 0.01 * rng.standard_normal())),
            stderr=float(0.01 / d),
            error_bound=None,
            n_trials=4_000,
        )
        for d in SIZES
    ]
    planted = Entry(
        verdict=Outcome.AGREES,
        holds="yes",
        tight="yes",
        basis="statistics",
        claimed="1/d_k",
        derived=None,
        device="cpu",
        points=points,
    )
    return replace(planted, **changes)


REFUTED = {"verdict": Outcome.REFUTED, "holds": "no", "tight": "no"}
OPEN = {"verdict": Outcome.INCONCLUSIVE, "holds": "undecided", "tight": "unknown"}
BROKEN = {"verdict": Outcome.ERROR, "holds": "undecided", "tight": "unknown"}


@pytest.fixture(scope="module")
def template(pytestconfig):
    """A document of a real run, to plant claims in."""
    text = (pytestconfig.rootpath / "reports" / "conditioning.json").read_bytes()
    return msgspec.json.decode(text, type=Document)


def fields(one: object, *names: str) -> dict[str, object]:
    return {name: getattr(one, name) for name in names}


def planted(template: Document, entries: dict[str, Entry], seed: int = 0) -> Document:
    """A run whose claims give these entries."""
    record = template.claims[0]

    def point(c: PointEntry) -> PointRecord:
        told = fields(c, "at", "mean", "stderr", "error_bound", "failures")
        return replace(record.points[0], trials=c.n_trials, **told)

    def claim(name: str, e: Entry) -> ClaimRecord:
        return replace(
            record,
            id=name,
            points=[point(c) for c in e.points],
            formulas=replace(record.formulas, claimed=e.claimed, derived=e.derived),
            scope=replace(record.scope, device=e.device),
            derivation=replace(record.derivation, chain=[]),
            **fields(e, "verdict", "holds", "tight", "basis", "code"),
        )

    return replace(template, seed=seed, claims=[claim(*pair) for pair in entries.items()])


def checked(
    template: Document, before: Entry, first: Entry, fresh: Entry | None = None
) -> ci.BaselineFinding:
    """Examine one claim; without a `fresh` entry a second stage is not expected."""

    def rerun(names, seed) -> Document:
        assert fresh is not None, "nothing had to be run again"
        assert (list(names), seed) == (["a.b"], fresh_seed(0))
        return planted(template, {"a.b": fresh}, seed)

    return examine(
        planted(template, {"a.b": first}), {"a.b": before}, "here", {"a.b": range(SIZES.size)}, rerun
    )


def kinds(found: ci.BaselineFinding) -> list[Kind]:
    return [regression.kind for regression in found.regressions]


def test_an_equal_run_is_green_and_asks_for_nothing(template):
    for expected in (entry(1), entry(1, **REFUTED)):
        found = checked(template, expected, expected)
        assert (found.regressions, found.notices, found.identical) == ([], [], ["a.b"])
        assert ci.exit_code(found) == 0


@pytest.mark.parametrize("changes", [{"claimed": "2/d_k"}, {"derived": "1/d_k"}])
def test_another_formula_is_red_with_both_texts(template, changes):
    found = checked(template, entry(1), entry(1, **changes))
    assert kinds(found) == [Kind.FORMULA]
    assert next(iter(changes.values())) in found.regressions[0].sentence
    assert ci.exit_code(found) == 1


@pytest.mark.parametrize(("was", "now"), [({}, REFUTED), (REFUTED, {}), (OPEN, REFUTED)])
def test_another_verdict_on_the_same_evidence_is_red(template, was, now):
    found = checked(template, entry(1, **was), entry(1, **now))
    assert kinds(found) == [Kind.VERDICT]
    assert ci.exit_code(found) == 1


def test_a_decided_claim_that_lapses_warns_and_stays_green(template):
    found = checked(template, entry(1), entry(1, **OPEN))
    assert ci.exit_code(found) == 0
    assert "inconclusive" in found.notices[0]


def test_moved_means_are_red_once_a_fresh_seed_confirms_them(template):
    found = checked(template, entry(1), entry(2, 1.06), entry(3, 1.06))
    assert kinds(found) == [Kind.MEANS]
    assert found.regressions[0].z_score > 3
    assert found.regressions[0].at in [{"d_k": int(d)} for d in SIZES]
    assert ci.exit_code(found) == 1


def test_moved_means_that_a_fresh_seed_does_not_confirm_are_only_said(template):
    found = checked(template, entry(1), entry(2, 1.06), entry(3))
    assert (found.rerun, found.regressions) == (["a.b"], [])
    assert "not confirmed" in found.notices[0]


def test_a_verdict_on_other_trials_is_confirmed_before_it_is_red(template):
    red = checked(template, entry(1), entry(2, **REFUTED), entry(3, **REFUTED))
    assert kinds(red) == [Kind.VERDICT]
    assert checked(template, entry(1), entry(2, **REFUTED), entry(3)).regressions == []
    bound = entry(3, verdict=Outcome.BOUND_ONLY, tight="unknown")
    assert checked(template, entry(1), entry(2, **REFUTED), bound).regressions == []
    newly = checked(template, entry(1, **OPEN), entry(2))
    assert newly.regressions == []
    assert "baseline update" in newly.notices[0]


def test_other_points_are_red(template):
    found = checked(template, entry(1), entry(1, points=entry(1).points[:-1]))
    assert kinds(found) == [Kind.POINTS]
    assert str(SIZES[-1]) in found.regressions[0].sentence


def test_an_exact_value_that_moves_is_red_at_once(template):
    def exact(factor: float) -> Entry:
        points = [PointEntry(at={"d_k": 4}, mean=factor / 4, stderr=None, error_bound=1e-12, n_trials=0)]
        return entry(1, points=points, basis="exact")

    assert kinds(checked(template, exact(1.0), exact(1.0 + 1e-6))) == [Kind.MEANS]
    assert checked(template, exact(1.0), exact(1.0 + 1e-12)).regressions == []


def test_claims_without_entry_and_entries_without_claim_are_named(template):
    document = planted(template, {"a.new": entry(1)})
    found = examine(document, {"a.old": entry(1)}, "here", {}, lambda *_: document)
    assert (found.unlisted, found.gone, found.compared) == (["a.new"], ["a.old"], [])
    assert ci.exit_code(found) == 0


def test_an_error_outranks_regression(template):
    found = checked(template, entry(1), entry(1, **BROKEN))
    assert ci.exit_code(found) == 4


HERE = {"processor": "AuthenticAMD, AVX2", "library modes": "MKL_CBWR=COMPATIBLE", "torch": "2.13.0"}
ELSEWHERE = HERE | {"processor": "GenuineIntel, AVX-512"}


def computed(factor: float = 1.0, last_places: int = 0) -> Entry:
    """Computed values whose last places differ as on another processor."""
    factor *= 1 + last_places * 2.0**-52
    points = [replace(c, mean=factor / c.at["d_k"], stderr=None, error_bound=1e-13) for c in entry(1).points]
    return entry(1, points=points, device="exact", basis="exact")


def across(template: Document, before: Entry, after: Entry, fresh: Entry | None = None) -> ci.BaselineFinding:
    """A run on one family of processors held to a baseline of another."""

    def elsewhere(entries: dict[str, Entry], seed: int = 0) -> Document:
        return replace(planted(template, entries, seed), environment=ELSEWHERE)

    return examine(
        elsewhere({"a.b": after}),
        {"a.b": before},
        "here",
        {"a.b": range(SIZES.size)},
        lambda names, seed: elsewhere(dict.fromkeys(names, fresh), seed),
        Section(seed=0, claims={}, machine=HERE),
    )


def test_last_places_of_another_processor_are_no_regression(template):
    found = across(template, computed(), computed(last_places=3))
    assert (found.regressions, found.rerun, found.identical) == ([], [], [])
    assert (found.machine, found.baseline_machine) == (ELSEWHERE, HERE)
    sampled = across(template, entry(1), entry(1, 1 + 1e-9))
    assert (sampled.regressions, sampled.rerun) == ([], [])


def test_a_change_of_a_twentieth_is_a_regression_across_processors(template):
    """The negative control: what is compared by bounds and statistics is still compared."""
    moved = across(template, computed(), computed(1.05, last_places=3))
    drawn = across(template, entry(1), entry(2, 1.05), entry(3, 1.05))
    assert kinds(moved) == kinds(drawn) == [Kind.MEANS]


def test_a_finding_is_a_document(template):
    found = checked(template, entry(1), entry(2, 1.06), entry(3, 1.06))
    assert msgspec.json.decode(msgspec.json.encode(found), type=ci.BaselineFinding) == found


def test_the_fresh_seed_is_another_and_fixed():
    assert len({0, 1, fresh_seed(0), fresh_seed(1)}) == 4
    assert 0 <= fresh_seed(2**62) < 2**63
    assert fresh_seed(0) == fresh_seed(0)


def update(template: Document, before: Baseline | None, entries: dict[str, Entry], **options) -> Baseline:
    settings = {"reason": "first", "date": "2020-01-01", "ids": None, "seed": 0} | options
    document = planted(template, entries, settings.pop("seed"))
    return baseline.updated(before, document, **settings)


def test_an_update_replaces_what_it_names_and_keeps_its_reason(template):
    first = update(template, None, {"a.b": entry(1), "a.c": entry(2)})
    preset = first.presets[template.preset]
    assert preset.claims == {"a.b": entry(1), "a.c": entry(2)}
    second = update(template, first, {"a.b": entry(3), "a.c": entry(4)}, ids={"a.b"}, reason="why")
    assert second.presets[template.preset].claims == {"a.b": entry(3), "a.c": entry(2)}
    assert [change.reason for change in second.history] == ["first", "why"]
    whole = update(template, second, {"a.b": entry(5)}, seed=7)
    assert whole.presets[template.preset] == Section(
        seed=7,
        claims={"a.b": entry(5)},
        machine=baseline.machine(template),
        definitions=dict(sorted(template.definitions.items())),
    )


def test_an_update_names_the_processor_and_torch(template):
    here = replace(template, environment=HERE | {"numpy": "2.4.6"})
    first = update(here, None, {"a.b": entry(1)})
    assert first.presets[template.preset].machine == first.history[-1].machine == HERE


def test_a_baseline_refuses_what_it_cannot_expect(template):
    first = update(template, None, {"a.b": entry(1)})
    with pytest.raises(UsageError, match="reason"):
        update(template, first, {"a.b": entry(1)}, reason=" ")
    with pytest.raises(UsageError, match="error"):
        update(template, first, {"a.b": entry(1, **BROKEN)})
    with pytest.raises(UsageError, match="seed"):
        update(template, first, {"a.b": entry(1)}, ids={"a.b"}, seed=1)
    with pytest.raises(UsageError, match="in this run"):
        update(template, first, {"a.b": entry(1)}, ids={"a.c"})


def test_a_baseline_is_found_where_it_is_named_then_here_then_in_the_package(template, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = update(template, None, {"a.b": entry(1)})
    baseline.write(tmp_path / "mine.json", first)
    assert baseline.find(tmp_path / "mine.json")[0] == first
    assert baseline.find(None)[1] in ("no baseline", "the packaged baseline")
    baseline.write(baseline.DEFAULT_PATH, first)
    assert baseline.find(None) == (first, str(baseline.DEFAULT_PATH))
    with pytest.raises(UsageError, match="cannot be read"):
        baseline.find(tmp_path / "other.json")
    baseline.DEFAULT_PATH.write_text('{"schema": 9, "history": [], "presets": {}}')
    with pytest.raises(UsageError, match="schema 9"):
        baseline.find(None)
    baseline.DEFAULT_PATH.write_text("{")
    with pytest.raises(UsageError, match="not a baseline"):
        baseline.find(None)


def test_a_run_is_held_against_verdicts_alone(template, capsys):
    expected = update(template, None, {"a.b": entry(1), "a.c": entry(1), "a.d": entry(1)})
    moved = planted(template, {"a.b": entry(9, 1.5), "a.e": entry(1)})
    assert baseline_check.hold_against(moved, expected, "here", 0) == 0
    assert "a.e" in capsys.readouterr().err
    turned = planted(template, {"a.b": entry(1, **REFUTED)})
    assert baseline_check.hold_against(turned, expected, "here", 0) == 1
    assert baseline_check.hold_against(turned, expected, "here", 3) == 1
    assert baseline_check.hold_against(turned, expected, "here", 4) == 4
    lapsed = planted(template, {"a.b": entry(1, **OPEN)})
    assert baseline_check.hold_against(lapsed, expected, "here", 3) == 3
    assert "Warning" in capsys.readouterr().err
    failed = planted(template, {"a.b": entry(1, **BROKEN)})
    assert baseline_check.hold_against(failed, expected, "here", 4) == 4
    assert "Differs" not in capsys.readouterr().err


def test_a_lapse_is_no_contradiction():
    assert regression.lapsed(entry(1), entry(1, **OPEN))
    assert not regression.contradicts(entry(1), entry(1, **OPEN))
    assert regression.contradicts(entry(1), entry(1, **REFUTED))
    assert regression.contradicts(entry(1), entry(1, verdict=Outcome.BOUND_ONLY, tight="no"))


def test_the_committed_baseline_is_read_and_matches_the_claims(pytestconfig):
    found = baseline.read(pytestconfig.rootpath / "reports" / "baseline.json")
    formulas = {claim.id: claim.claimed for claim in CLAIMS}
    for part in found.presets.values():
        for name, e in part.claims.items():
            assert formulas.get(name) == e.claimed, name
    assert baseline.lines(baseline.chosen(found, {CLAIMS[0].id}))


def test_one_formula_in_two_texts_is_no_regression():
    texts = ("-(n - 1)/d_k", "(1 - n)/d_k", "(2 - n)/d_k", "O(1/d_k)")
    before, same, other, unread = (entry(1, derived=text) for text in texts)
    assert list(regression.certain("a.b", before, same)) == []
    for after in (other, unread):
        assert [one.kind for one in regression.certain("a.b", before, after)] == [Kind.FORMULA]


STEPS = ["1f sum: add up", "2e limit: let n grow"]


def test_another_derived_formula_is_told_by_the_step_that_changed():
    before = entry(1, derived="1/d_k", steps=STEPS)
    after = entry(1, derived="2/d_k", steps=[STEPS[0], "3d limit: let n grow"])
    (found,) = regression.certain("a.b", before, after)
    assert (found.kind, found.cause) == (Kind.FORMULA, regression.Cause.FORMULA)
    assert "differs at step 2 of 2 (limit: let n grow)" in found.sentence


@pytest.mark.parametrize("others", [[], STEPS])
def test_no_step_is_named_where_none_is_known_or_none_changed(others):
    assert regression.step_change(STEPS, others) is None


def test_a_step_that_is_gone_is_told():
    assert "step 2 of 2 (limit: let n grow, which is gone)" in regression.step_change(STEPS, STEPS[:1])


def test_another_verdict_on_the_same_numbers_is_the_inference_and_on_others_chance():
    before, moved = entry(1), entry(2)
    same = replace(before, **REFUTED)
    other = replace(moved, **REFUTED)
    assert regression.verdict_regression("a.b", before, same)[0].cause is regression.Cause.INFERENCE
    assert regression.verdict_regression("a.b", before, other)[0].cause is regression.Cause.STATISTICS


KNOWN = {"module.drawn": "1", "module.helper": "1"}


def told(template: Document, before: Entry, after: Entry) -> str:
    found = examine(
        planted(template, {"a.b": after}),
        {"a.b": before},
        "here",
        {"a.b": range(SIZES.size)},
        lambda *_: pytest.fail("nothing had to be run again"),
        Section(seed=0, claims={}, definitions=KNOWN),
        {"a.b": Measured(function="drawn (module, line 3)", definitions=KNOWN | {"module.helper": "2"})},
    )
    assert (found.errors, ci.exit_code(found)) == (["a.b"], 4)
    (broken,) = found.discrepancies()
    return broken.sentence


def test_a_claim_in_error_says_that_its_numbers_moved_and_what_measures_them(template):
    said = told(template, entry(1), entry(2, 1.05, **BROKEN))
    assert "The means moved" in said
    assert "Measured by drawn (module, line 3), which gives other numbers than before." in said
    unmoved = told(template, entry(1), entry(2, **BROKEN))
    assert "moved" not in unmoved
    assert "Measured by drawn (module, line 3)." in unmoved


def test_a_claim_in_error_says_what_of_its_code_changed(template):
    before, after = entry(1, code="a"), entry(2, 1.05, code="b", **BROKEN)
    changed = "Changed since the baseline: module.helper."
    assert f"other numbers than before. {changed}" in told(template, before, after)
    for same in (entry(2, 1.05, code="a", **BROKEN), entry(2, 1.05, **BROKEN)):
        assert "Changed since" not in told(template, entry(1) if same.code is None else before, same)


@pytest.mark.parametrize(
    ("definitions", "said"),
    [
        (KNOWN | {"module.helper": "2"}, "Changed since the baseline: module.helper"),
        (KNOWN, "Code, or the version of a package that it uses, is not that of the baseline"),
    ],
)
def test_changed_code_is_a_notice_where_nothing_regressed(template, definitions, said):
    entries = {"a.b": entry(1, code="a"), "a.c": entry(2, code="a"), "a.d": entry(3, code="a")}
    now = entries | {name: replace(entries[name], code="b") for name in ("a.b", "a.c")}
    functions = {name: Measured(function="drawn", definitions=definitions) for name in now}
    section = Section(seed=0, claims=entries, definitions=KNOWN)
    found = examine(planted(template, now), entries, "here", {}, lambda *_: template, section, functions)
    assert found.notices == [f"{said}; it measures 2 claims, 0 regressed or in error."]
    assert ci.exit_code(found) == 0
    broken = planted(template, now | {"a.b": entry(1, code="b", **BROKEN)})
    (notice,) = examine(broken, entries, "here", {}, lambda *_: template, section, functions).notices
    assert notice.endswith("it measures 2 claims, 1 regressed or in error.")
    alone = planted(template, entries | {"a.b": now["a.b"]})
    (notice,) = examine(alone, entries, "here", {}, lambda *_: template, section, functions).notices
    assert notice.endswith("it measures 1 claim, 0 regressed or in error.")


def test_an_update_keeps_the_definitions_behind_the_entries_that_stay(template):
    def run(names, digest):
        document = planted(template, {name: entry(1, code=digest) for name in names})
        return replace(document, definitions={f"of {name}": digest for name in names})

    made = baseline.updated(None, run(["a", "b"], "1"), reason="r", date="d", ids=None)
    made = baseline.updated(made, run(["b"], "2"), reason="r", date="d", ids={"b"})
    section = made.presets[template.preset]
    assert {name: found.code for name, found in section.claims.items()} == {"a": "1", "b": "2"}
    assert section.definitions == {"of a": "1", "of b": "2"}


def test_a_claim_in_error_says_which_step_of_its_derivation_changed(template):
    steps = ["1 sum: add up", "2 limit: let n grow"]
    before = entry(1, derived="1/d_k", steps=steps)
    after = entry(1, derived="2/d_k", steps=["1 sum: add up", "3 limit: let n go"], **BROKEN)
    said = told(template, before, after)
    assert "The derived formula was 1/d_k, and is 2/d_k" in said
    assert "moved" not in said


def test_a_claim_in_error_is_told_in_the_terminal_with_where_it_is_written(template, capsys):
    name = "conditioning.noise_power.mean"
    document = planted(template, {name: entry(1, **BROKEN)})
    found = examine(document, {name: entry(1)}, "here", {}, lambda *_: document)
    baseline_check.print_finding(found, as_json=False, whole=False)
    said = capsys.readouterr()
    assert said.out.startswith(f"error\t{name} ended in an error.")
    assert "s01_noise.py:" in said.out
    assert f"1 in error ({name})" in said.err


def test_an_update_keeps_what_another_wrote_while_it_measured(template, tmp_path):
    path, said = tmp_path / "baseline.json", {"reason": "why", "date": "2026-01-01"}
    first, second = (planted(template, {name: entry(1)}) for name in ("a.b", "a.c"))
    with alone_in(tmp_path):
        late = Thread(
            target=baseline.record, args=(path, second), kwargs=said | {"ids": {"a.c"}}, daemon=True
        )
        late.start()
        late.join(0.2)
        assert not path.exists()
        baseline.write(path, baseline.updated(None, first, **said, ids={"a.b"}))
    late.join()
    assert list(baseline.read(path).presets[template.preset].claims) == ["a.b", "a.c"]
