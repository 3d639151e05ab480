"""Derivations are kept between runs, never where what they follow from has changed, nor believed altered."""

import logging
import pickle
from pathlib import Path

import pytest
import sympy as sp
from theorycheck.evidence import cache, derivation_cache
from theorycheck.evidence.derivation_cache import FormulaTreeError, derivation_result, from_tree, to_tree
from theorycheck.evidence.derivations import conclude

from .running import walked

DERIVATION = ("conditioning", "key_overlap_mean_square")
OTHER = ("conditioning", "noise_power")


@pytest.fixture
def derived_anew(tmp_path, monkeypatch):
    """The calls that derive anew, with an empty cache."""
    calls = []

    def counted(topic, name):
        calls.append(name)
        return conclude(topic, name)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(derivation_cache, "conclude", counted)
    return calls


def file(topic, name):
    (path,) = derivation_cache.folder().glob(f"{topic}.{name}.*")
    return path


class Planted:
    """A pickle that leaves a trace where it is loaded."""

    def __init__(self, trace):
        self.trace = trace

    def __reduce__(self):
        return (Path.touch, (self.trace,))


def test_a_derivation_is_kept_as_it_was(derived_anew):
    first, second = derivation_result(*DERIVATION), derivation_result(*DERIVATION)
    assert len(derived_anew) == 1
    assert first == second == conclude(*DERIVATION)


def test_a_change_of_anything_it_follows_from_derives_anew(derived_anew, monkeypatch):
    derivation_result(*DERIVATION)
    monkeypatch.setattr(derivation_cache, "_digest", lambda: "other sources")
    derivation_result(*DERIVATION)
    assert len(derived_anew) == 2
    assert file(*DERIVATION).name.endswith(".other sources.derivation")


def test_the_digest_holds_sources_and_versions(monkeypatch, tmp_path):
    known = derivation_cache._digest.__wrapped__()
    assert known == derivation_cache._digest.__wrapped__()
    with monkeypatch.context() as patch:
        patch.setattr(cache, "version", lambda _: "0.0")
        assert derivation_cache._digest.__wrapped__() != known
    changed = tmp_path / "routes.py"
    changed.write_text("another rule")
    sources = [changed if one.name == changed.name else one for one in derivation_cache.sources()]
    monkeypatch.setattr(derivation_cache, "sources", lambda: sources)
    assert derivation_cache._digest.__wrapped__() != known


def test_the_digest_covers_every_function_that_concludes():
    watched = f"conclude{DERIVATION}\nconclude('associative_memory', 'recall_ceiling')"
    ours = walked("from theorycheck.evidence.derivations import conclude", watched)
    assert len(ours) > 20
    assert ours - {path.resolve() for path in derivation_cache.sources()} == set()


@pytest.mark.parametrize(
    "alter",
    [
        lambda content, _: content.replace(b'"positive":true', b'"positive":false', 1),
        lambda content, _: content.replace(b'["-1"]', b'["-2"]', 1),
        lambda content, _: content.replace(b'"derived"', b'"proved"', 1),
        lambda content, _: content[: len(content) // 2],
        lambda content, _: b"",
        lambda _, other: other,
        lambda _, __: pickle.dumps(Planted(Path("trace"))),
    ],
    ids=["symbol", "number", "status", "cut short", "empty", "of another derivation", "pickle"],
)
def test_an_altered_entry_is_told_and_never_believed(derived_anew, alter, caplog, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    known, _ = derivation_result(*DERIVATION), derivation_result(*OTHER)
    path = file(*DERIVATION)
    before = path.read_bytes()
    path.write_bytes(alter(before, file(*OTHER).read_bytes()))
    assert path.read_bytes() != before
    with caplog.at_level(logging.WARNING):
        assert derivation_result(*DERIVATION) == known
    assert [record.message for record in caplog.records] == [
        f"{path} is not what was kept there; it is made anew."
    ]
    assert derived_anew == [DERIVATION[1], OTHER[1], DERIVATION[1]]
    assert path.read_bytes() == before
    assert not Path("trace").exists()


@pytest.mark.parametrize("name", ["derivation", "pickle"])
def test_a_planted_pickle_is_never_loaded(derived_anew, name, tmp_path):
    trace = tmp_path / "trace"
    planted = pickle.dumps(Planted(trace))
    known = derivation_result(*DERIVATION)
    path = file(*DERIVATION).with_suffix(f".{name}")
    # As the cache writes it, with the checksum it ought to have.
    cache.write(path, planted)
    assert derivation_result(*DERIVATION) == known
    assert not trace.exists()
    pickle.loads(planted)
    assert trace.exists()


@pytest.mark.parametrize("content", [b"null", b"{}", b"[" * 100_000])
def test_what_has_its_checksum_and_is_no_entry_derives_anew(derived_anew, content):
    known = derivation_result(*DERIVATION)
    cache.write(file(*DERIVATION), content)
    assert derivation_result(*DERIVATION) == known
    assert len(derived_anew) == 2


def test_a_folder_that_cannot_be_written_derives_every_time(derived_anew, tmp_path, monkeypatch):
    (tmp_path / "a file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a file"))
    assert derivation_result(*DERIVATION) == derivation_result(*DERIVATION)
    assert len(derived_anew) == 2


X, N = sp.Symbol("x"), sp.Symbol("n", integer=True, positive=True)


@pytest.mark.parametrize(
    "formula",
    [
        sp.Integer(7) ** 90,
        sp.Float("0.1", 30),
        sp.Mul(2, X + 1, evaluate=False),
        sp.Piecewise((X, X > 0), (sp.oo, True)),
        sp.betainc_regularized(N / 2, 2, 0, X) + sp.I * sp.pi,
        sp.Sum(1 / X**N, (N, 1, sp.oo)),
        sp.Max(X, N) + sp.zoo,
        X + sp.O(X**2),
        sp.hyper([1, N], [X], sp.E),
    ],
    ids=str,
)
def test_a_tree_gives_back_its_formula(formula):
    found = from_tree(to_tree(formula))
    assert found == formula
    assert sp.srepr(found) == sp.srepr(formula)


def test_a_formula_that_its_arguments_do_not_tell_has_no_tree():
    with pytest.raises(FormulaTreeError, match="not told by its arguments"):
        to_tree(sp.Dummy("x") + 1)
    with pytest.raises(FormulaTreeError):
        to_tree(sp.Function("f")(X))


@pytest.mark.parametrize(
    "tree",
    [
        ["os:system", ["x", {}]],
        ["builtins:eval", ["x", {}]],
        ["sympy.core.sympify:sympify", ["x", {}]],
        ["sympy.core.power:sympify", ["x", {}]],
        ["theorycheck.theory.notation:symbol", ["x", {}]],
        ["sympy.core.add:Add", "__import__('os').system('touch trace')"],
        ["sympy.core.numbers:Integer", "7"],
        ["__import__('os')"],
        ["1/0"],
        ["x", {"positive": "yes"}],
        ["sympy.core.power:Pow", ["2"]],
        "x",
        [],
        None,
    ],
    ids=str,
)
def test_data_that_are_no_formula_are_refused_and_not_run(tree, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FormulaTreeError):
        from_tree(tree)
    assert list(tmp_path.iterdir()) == []
