"""The Python face as the user of a notebook meets it: data, results, functions, and what it leaves alone."""

import asyncio
import json
import linecache
import math
import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import theorycheck as tc
from hypothesis import given
from hypothesis import strategies as st
from theorycheck import api, command
from theorycheck.document import Outcome
from theorycheck.errors import CheckFailedError, NothingSelectedError
from theorycheck.simulator import module
from theorycheck.user.claim_file import files_in
from theorycheck.user.module_text import module_text

from .running import python

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "docs" / "notebook.ipynb"
D = [16, 64, 256, 1024, 4096]
DATA = {"d": D, "mean": [4.02, 7.99, 16.1, 31.9, 64.2], "stderr": [0.04, 0.08, 0.16, 0.32, 0.64]}
OFFSET = 0.5


class Columns:
    """A frame as polars has it: a list of names, and columns that are no lists."""

    def __init__(self, data: dict[str, list[float]]) -> None:
        self._data = data

    @property
    def columns(self) -> list[str]:
        return list(self._data)

    def __getitem__(self, name: str) -> np.ndarray:
        return np.asarray(self._data[name])


@pytest.fixture(scope="module")
def found():
    return tc.fit(DATA, "C*sqrt(d)", alternatives="C*d")


def in_a_new_process(program: str, folder: Path) -> str:
    done = python("-c", program, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# The names


def test_the_package_loads_nothing_of_its_own_beside_a_users_folders_of_the_same_names(tmp_path):
    for name in ("verify", "theory", "numerics"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise ImportError('the user\\'s own')\n")
    told = in_a_new_process(
        "import sys, theorycheck.theory, theorycheck\n"
        "print(sorted(name for name in sys.modules if name == 'torch' or name.startswith('theorycheck')))\n"
        "print(theorycheck.fit.__module__)",
        tmp_path,
    )
    assert told.splitlines() == ["['theorycheck', 'theorycheck.theory']", "theorycheck.api"]


@pytest.mark.parametrize("name", tc.__all__)
def test_a_public_name_is_never_the_module_of_that_name(name):
    __import__(f"{tc.__name__}.simulator")
    __import__(f"{tc.__name__}.claim")
    assert name in dir(tc)
    assert not isinstance(getattr(tc, name), ModuleType)
    assert isinstance(sys.modules["theorycheck.claim"], ModuleType)


def test_a_notebook_completes_public_names_alone():
    assert {name for name in dir(tc) if not name.startswith("_")} == set(tc.__all__)


def test_a_fit_loads_neither_torch_nor_the_papers(tmp_path):
    program = (
        "import sys, theorycheck as tc\n"
        f"assert tc.fit({DATA}, 'C*sqrt(d)').verdict == 'agrees'\n"
        "print(sorted({'torch', 'pandas', 'matplotlib', 'theorycheck.papers.tables'} & set(sys.modules)))"
    )
    assert in_a_new_process(program, tmp_path) == "[]"


# Data


def test_the_same_columns_give_the_same_result_wherever_they_are(found, tmp_path):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "data.csv"
    frame = pandas.DataFrame(DATA)
    frame.to_csv(path, index=False)
    for data in (frame, frame.set_index("d"), Columns(DATA), path, str(path)):
        again = tc.fit(data, "C*sqrt(d)", alternatives=["C*d"])
        assert again.verdict is found.verdict is Outcome.AGREES
        assert again.exponents == found.exponents
        assert again.record.points == found.record.points
        assert again.record.alternatives == found.record.alternatives


def test_raw_values_with_labelled_trials_are_grouped():
    labels = [f"run {i}" for i in range(40) for _ in D]
    noise = np.random.default_rng(3).normal(size=40 * len(D))
    values = np.array(D * 40) * (1 + 0.01 * noise)
    result = tc.fit({"d": D * 40, "value": values, "draw": labels}, "C*d")
    assert result.verdict is Outcome.AGREES
    assert {point.trials for point in result.record.points} == {40}


def test_a_wrong_law_and_a_starved_one_are_told():
    assert tc.fit(DATA, "C*d").verdict is Outcome.REFUTED
    starved = DATA | {"stderr": [10 * error for error in DATA["stderr"]]}
    assert tc.fit(starved, "C*sqrt(d)").verdict is Outcome.INCONCLUSIVE


def test_limits_take_numbers_as_well():
    small = {"eta": [1e-4, 1e-3, 1e-2, 0.1, 2.0], "mean": DATA["mean"], "stderr": DATA["stderr"]}
    with pytest.raises(tc.UsageError, match="eta"):
        tc.fit(small, "C*eta")
    by_name = tc.fit(small, "C*eta", limits={"eta": "0"})
    assert tc.fit(small, "C*eta", limits={"eta": 0}).record.exponents == by_name.record.exponents


@pytest.mark.parametrize(
    ("data", "options", "sentence"),
    [
        ({"d": D}, {}, "data needs columns mean (with stderr, or std and count)"),
        (DATA | {"stderr": [1, 1, 0, 1, 1]}, {}, "data, row 2, column stderr: 0 is not a standard error"),
        (DATA | {"mean": ["4", "x", "1", "1", "1"]}, {}, "data, row 1, column mean: 'x' is not a number"),
        (DATA | {"mean": [None, 1, 1, 1, 1]}, {}, "data, row 0, column mean: nan is not finite"),
        (DATA | {"mean": [1.0, 2.0]}, {}, "columns of different lengths (d 5, mean 2, stderr 5)"),
        (DATA | {"mean": 1.0}, {}, r"column mean: it has shape ()"),
        ({"d": [], "mean": [], "stderr": []}, {}, "data has no rows"),
        (DATA | {"mean": [[1], [1, 2], [], [], []]}, {}, "data, column mean: it is not a column of numbers"),
        ([1, 2, 3], {}, "data is of type list; give the path of a CSV file"),
        ("absent.csv", {}, "absent.csv cannot be read"),
        (DATA, {"bound": "theta-ish"}, "bound 'theta-ish' is none of Theta"),
        (DATA, {"margin": 2.0}, "margin 2.0 is not between 0 and 1"),
        (DATA, {"limits": {"d": "up"}}, "limits 'd=up' is not a name"),
        (DATA, {"anytime": True}, "which anytime=True needs"),
        (DATA, {"alternatives": "C*("}, "C*("),
        (DATA, {"alternatives": 3}, "alternatives is a text or a list of texts, and 3 is no text"),
        (DATA, {"bound": None}, "bound is a text, as 'Theta', and None is of type NoneType"),
        (DATA, {"margin": "x"}, "margin is a number, and 'x' is of type str"),
        (DATA, {"group": 3}, "group is the name of a column"),
        (DATA, {"limits": "d=0"}, "limits is a dict"),
        (DATA | {"mean": [1, 1j, 1, 1, 1]}, {}, "data, column mean: it holds complex numbers; give numbers"),
        (
            DATA | {"d": np.array(D, dtype="datetime64[s]")},
            {},
            "data, column d: it holds dates; give numbers",
        ),
        (DATA | {"d": [10**400, 2, 3, 4, 5]}, {}, "data, row 0, column d: 1000"),
    ],
)
def test_what_the_caller_can_mend_is_one_sentence_in_the_words_of_a_call(data, options, sentence):
    with pytest.raises(tc.UsageError) as refused:
        tc.fit(data, "C*sqrt(d)", **options)
    assert sentence in str(refused.value)
    assert "--" not in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda: tc.fit(DATA, []), "law needs one law or more"),
        (lambda: tc.fit(DATA, [None]), "law is a text or a list of texts, and None is no text"),
        (lambda: tc.check(3), "a target of check is a claimed function or a path, and 3 is of type int"),
        (lambda: tc.run(3), "select is a text or a list of texts"),
        (lambda: tc.load(3), "folder is the path of a finished run, and 3 is of type int"),
    ],
)
def test_arguments_of_another_type_are_one_sentence(asked, sentence):
    with pytest.raises(tc.UsageError, match=sentence):
        asked()


# Results


@pytest.mark.parametrize(
    "options",
    [
        {"bound": "at most", "margin": 0},
        {"margin": 0.1, "up_to_logs": True, "limits": {"d": "oo"}, "corrections": ("1/log(d)",)},
        {"alternatives": ("C*d",), "anytime": True},
    ],
)
def test_the_call_of_a_fit_asks_the_same_again(options):
    data = {"d": [4, 16, 64], "failures": [5000, 1250, 313], "trials": [10000] * 3}
    found = tc.fit(data, "2/d", **options)
    again = eval(found.record.command, {"theorycheck": tc, "data": data})
    assert again.record == found.record


def test_a_result_says_what_was_found(found):
    assert found.verdict == "agrees"
    assert found.exponents["d"].estimate == pytest.approx(0.5, abs=0.01)
    assert repr(found) == f"agrees  fit  {found.summary}"
    assert found.record.command == "theorycheck.fit(data, 'C*sqrt(d)', alternatives=('C*d',))"
    text = found.explain()
    assert repr(text) == text
    for part in (
        "claimed: C·√d",
        "exponent of d: claimed 0.5",
        "alternative C·d: rejected",
        "what would change",
    ):
        assert part in text


def test_the_frame_of_a_result_has_a_row_for_each_setting(found, monkeypatch):
    pytest.importorskip("pandas")
    frame = found.to_frame()
    assert frame["d"].tolist() == D
    assert frame["mean"].tolist() == DATA["mean"]
    assert (frame["low"] < frame["mean"]).all()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(tc.UsageError, match="pip install pandas"):
        found.to_frame()


def test_a_plot_shows_the_estimates_and_the_claimed_formula(found):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, mine = pyplot.subplots()
    axes = found.plot(axes=mine)
    assert axes is mine
    assert axes.get_xlabel() == "d"
    assert {text.get_text() for text in axes.get_legend().get_texts()} == {
        "measured, with interval",
        "claimed",
    }
    marks = next(line for line in axes.lines if line.get_marker() == "o")
    assert marks.get_ydata().tolist() == DATA["mean"]
    with pytest.raises(tc.UsageError, match="along n; choose d"):
        found.plot("n")
    pyplot.close(figure)


def test_the_html_of_a_result_is_escaped_and_brings_its_picture(tmp_path):
    path = tmp_path / "<b>x.csv"
    path.write_text(
        "d,mean,stderr\n"
        + "".join(f"{row[0]},{row[1]},{row[2]}\n" for row in zip(*DATA.values(), strict=True))
    )
    shown = tc.fit(path, "C*sqrt(d)")._repr_html_()
    assert "<b>agrees</b>" in shown
    assert "<b>x" not in shown
    assert 'src="data:image/svg+xml;base64,' in shown
    assert "<style" not in shown


def test_what_is_written_is_loaded_again(found, tmp_path):
    out = tmp_path / "report"
    written = tc.fit(DATA, "C*sqrt(d)", alternatives="C*d", out=out)
    loaded = tc.load(out)
    assert loaded["fit"] == written == found
    assert (out / "report.html").exists()
    assert tc.load(out / "verdicts.json").verdicts == {"fit": "agrees"}
    assert loaded.summary == found.summary
    with pytest.raises(tc.UsageError, match="no claim 'fitt' here; the claims are fit"):
        loaded["fitt"]
    with pytest.raises(tc.UsageError, match="name the out folder of a finished run"):
        tc.load(tmp_path)


# Functions


def scaled(x):
    return OFFSET + x


def planted(d, *, n_trials, generator):
    def noise(size):
        return generator.normal(size=size)

    return scaled(d * np.exp(0.1 * noise(n_trials)) * math.exp(-0.005))


def test_the_text_of_a_function_brings_what_it_refers_to_and_nothing_else():
    text = module_text(planted)
    assert "OFFSET = 0.5" in text
    assert "import numpy as np" in text
    assert "pytest" not in text
    made = module("planted.py", text)
    draw = made.planted(8.0, n_trials=5, generator=np.random.default_rng(1))
    assert draw.tolist() == planted(8.0, n_trials=5, generator=np.random.default_rng(1)).tolist()


def test_decorators_that_state_a_claim_are_no_part_of_the_text():
    @tc.claim(id="a.b", statement="s", law="d", bound="equals", grid={"d": [4]})
    @tc.simulator(generator="numpy")
    def plain(d, *, n_trials, generator):
        return planted(d, n_trials=n_trials, generator=generator)

    assert plain.fields["generator"] == "numpy"
    text = module_text(plain)
    assert "@" not in text
    assert "tc" not in module("plain.py", text).__dict__
    assert text == module_text(plain.function)


def test_what_no_text_can_bring_is_told():
    held = object()

    def wrong(d, *, n_trials, generator):
        return held

    with pytest.raises(tc.UsageError, match="wrong uses held, of type object"):
        module_text(wrong)
    with pytest.raises(tc.UsageError, match="cannot be read here"):
        module_text(lambda d: d)
    with pytest.raises(tc.UsageError, match="not a function written in Python"):
        module_text(math.sqrt)


texts = st.text("d_ \"'\\\n\té√", max_size=5)
scalars = st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | texts
plain_values = scalars | st.lists(scalars, max_size=3) | st.dictionaries(texts, st.lists(scalars, max_size=2))


@given(plain_values)
def test_what_is_written_in_toml_is_read_back(value):
    assert tomllib.loads(f"key = {api._toml(value)}")["key"] == value


def test_a_folder_stands_for_its_claim_files(tmp_path):
    texts = {
        "a.toml": "[measure]\n",
        "b.py": "from theorycheck import claim\n@claim(law='d')\ndef f(): ...\n",
        "c.py": "def f(): ...\n",
        "pyproject.toml": "[project]\n",
        "d.py": "def (\n",
        "notes.md": "claim()\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    assert [file.name for file in files_in(tmp_path)] == ["a.toml", "b.py", "d.py"]
    assert files_in(tmp_path / "c.py") == (tmp_path / "c.py",)
    (tmp_path / "empty").mkdir()
    with pytest.raises(tc.UsageError, match="has no claim file"):
        files_in(tmp_path / "empty")


# Processes of their own


def test_code_that_is_being_checked_does_not_check_again(monkeypatch):
    monkeypatch.setenv(command.INSIDE, "1")
    with pytest.raises(tc.UsageError, match="__main__"):
        tc.run("conditioning.linearity")


def test_a_call_that_asks_for_nothing_is_refused():
    with pytest.raises(tc.UsageError, match="'\\*' runs every claim"):
        tc.run()
    with pytest.raises(tc.UsageError, match="a folder of claim files"):
        tc.check()


@pytest.mark.parametrize(
    ("code", "said", "kind", "sentence"),
    [
        (2, "noise\ntheorycheck: --seed -1 is wrong.", tc.UsageError, "^seed -1 is wrong.$"),
        (5, "theorycheck: nothing.", NothingSelectedError, "^nothing.$"),
        (4, "theorycheck: a worker is gone.", CheckFailedError, "^a worker is gone.$"),
        (-9, "", tc.UsageError, "ended with code -9"),
        (6, "theorycheck: failed itself (TypeError: x).", RuntimeError, "^theorycheck: failed itself"),
    ],
)
def test_the_end_of_a_command_is_the_error_of_the_call(monkeypatch, code, said, kind, sentence):
    done = subprocess.CompletedProcess([], code, stdout="", stderr=said)
    monkeypatch.setattr(command.subprocess, "run", lambda *_, **__: done)
    with pytest.raises(kind, match=sentence):
        tc.run("conditioning")


@pytest.mark.slow
def test_a_function_is_checked_in_a_process_with_a_loop_and_settings_of_its_own(tmp_path):
    import torch

    simulator = tc.simulator(generator="numpy")(planted)
    options = {"statement": "it grows like $d$", "law": "C*d", "grid": {"d": [64, 128, 256, 512]}}
    claims = [
        simulator.claim(id="mine.theta", bound="Theta", **options),
        simulator.claim(id="mine.root", bound="Theta", **options | {"law": "C*sqrt(d)"}),
    ]
    threads, state = torch.get_num_threads(), torch.get_rng_state()
    torch.set_num_threads(threads + 1)

    async def main():
        return tc.check(*claims, preset="quick", workers=1, out=tmp_path / "out"), tc.fit(DATA, "C*sqrt(d)")

    results, _ = asyncio.run(main())
    assert results.verdicts == {"mine.theta": "agrees", "mine.root": "refuted"}
    assert torch.get_num_threads() == threads + 1
    torch.set_num_threads(threads)
    assert torch.equal(torch.get_rng_state(), state)
    assert results.summary == "2 claims: 1 agrees, 1 refuted."
    assert results.to_frame()["verdict"].tolist() == ["agrees", "refuted"]
    assert "<code>mine.root</code>" in results._repr_html_()
    with pytest.raises(tc.UsageError, match="These are 2 claims"):
        results.verdict  # noqa: B018 - asking is the test
    (file,) = (tmp_path / "out" / "claims" / "0").glob("*.toml")
    alone = tc.check(file, preset="quick", workers=1)
    assert alone[0].record.points == results["mine.theta"].record.points


@pytest.mark.slow
def test_a_function_that_raises_is_told_in_one_sentence():
    @tc.claim(id="mine.bad", statement="s", law="C*d", bound="Theta", grid={"d": [8, 16, 32, 64]})
    def bad(d, *, n_trials, generator):
        raise ValueError("never")

    with pytest.raises(tc.UsageError, match=r"bad.py:bad at d = 8 raised ValueError: never \(line 2\)"):
        tc.check(bad, preset="quick")


def computed(**keys):
    """A claim on the identity, which is computed."""
    with_keys = {"id": "mine.same", "statement": "s", "law": "d", "bound": "equals", "grid": {"d": [2, 4]}}

    @tc.claim(**(with_keys | keys))
    @tc.computed
    def same(d):
        return int(d)

    return same


def test_a_fraction_in_a_claim_is_the_number_that_it_is():
    assert tc.check(computed(margin=Fraction(1, 2))).verdict == "agrees"


@pytest.mark.parametrize("text", ["\x7f", "\ud800", "\u2028"])
def test_what_is_no_text_is_refused_before_it_is_written(text):
    with pytest.raises(tc.UsageError, match=r"^the claim on same: statement has the character U\+"):
        tc.check(computed(statement=text))


@pytest.mark.slow
def test_a_script_without_a_main_guard_works_and_does_not_run_again(tmp_path):
    (tmp_path / "script.py").write_text(
        "import theorycheck as tc\n"
        "print('begun')\n"
        "@tc.claim(id='a.b', statement='s', law='C*d', bound='Theta', grid={'d': [8, 16, 32, 64]})\n"
        "def f(d, *, n_trials, generator):\n"
        "    import torch\n"
        "    return torch.rand(n_trials, d, generator=generator).sum(1)\n"
        "print(tc.check(f, preset='quick', workers=2).verdict)\n"
    )
    done = python("script.py", cwd=tmp_path)
    assert done.stdout.split() == ["begun", "agrees"], done.stderr


@pytest.mark.slow
def test_claims_that_come_with_theorycheck_are_run_with_the_defaults_of_the_project(tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").write_text('[tool.theorycheck]\npreset = "quick"\nout = "kept"\n')
    monkeypatch.chdir(tmp_path)
    results = tc.run("conditioning.linearity", workers=1)
    assert set(results.verdicts.values()) == {"agrees"}
    assert results.document.preset == "quick"
    assert not (tmp_path / "kept").exists()
    with pytest.raises(NothingSelectedError):
        tc.run("no-such-*")


# The notebook


def test_the_notebook_stores_no_outputs():
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    assert all(
        cell["outputs"] == [] and cell["execution_count"] is None
        for cell in cells
        if cell["cell_type"] == "code"
    )


@pytest.mark.slow
def test_the_cells_of_the_notebook_run(monkeypatch, tmp_path):
    """In one namespace, as by a kernel; neither Jupyter nor nbclient is among the packages of the tests."""
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    monkeypatch.chdir(tmp_path)
    namespace = {"__name__": "__main__"}
    cells = [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells):
        text, name = "".join(cell["source"]), f"<cell {number}>"
        # A kernel keeps the text of its cells here.
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        exec(compile(text, name, "exec"), namespace)
    assert namespace["decay"].verdict == "agrees"
    assert namespace["results"].verdicts == {"mine.root": "agrees", "mine.linear": "refuted"}
