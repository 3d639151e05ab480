"""`theorycheck new` writes files that run as they are, and replaces nothing."""

import tomllib

import pytest
import torch
from theorycheck.errors import UsageError
from theorycheck.simulator import Simulator, draw
from theorycheck.user import claim_file, entry, scaffold
from theorycheck.user.asked import asked
from theorycheck.user.resolve import resolved


def test_the_files_are_a_claim_and_the_simulator_that_it_names(tmp_path, sandbox):
    claim, simulator = scaffold.write(tmp_path, "my-capacity")
    (found,) = asked([claim], sandbox)
    assert found.entry.id == "mine.my-capacity"
    assert found.simulator.function == "my_capacity"
    assert found.simulator.text == simulator.read_text()


def test_the_simulator_samples_its_docstring(tmp_path):
    _, path = scaffold.write(tmp_path, "demo")
    made = Simulator(file="demo.py", text=path.read_text(), function="demo", generator="torch")
    values = draw(made, {"d": 16, "n": 16}, 4000, torch.Generator().manual_seed(1))[None]
    error = values.std() / len(values) ** 0.5
    # Sixteen keys, each with a squared overlap of mean 1/16.
    assert abs(values.mean() - 1) < 4 * error
    assert abs(values.mean() - 1.1) > 4 * error


def test_every_key_of_a_claim_file_is_shown(tmp_path):
    text = scaffold.write(tmp_path, "demo")[0].read_text()
    shown = {*entry.Entry.__struct_fields__, *entry.Measure.__struct_fields__}
    assert {key for key in shown if key not in text} == set()


def test_an_optional_key_of_the_template_is_read_as_it_stands_there(tmp_path):
    path = scaffold.write(tmp_path, "demo")[0]
    keys = ("source", "margin", "up_to_logs", "expect")
    text = "\n".join(
        line.removeprefix("# ") if line.startswith(tuple(f"# {key} = " for key in keys)) else line
        for line in path.read_text().splitlines()
    )
    assert set(keys) <= set(tomllib.loads(text))
    path.write_text(text)
    assert claim_file.read(path)[0][0].margin == 0.05


@pytest.mark.parametrize("suffix", ["toml", "py"])
def test_a_file_that_is_there_is_never_replaced(tmp_path, suffix):
    mine = tmp_path / f"demo.{suffix}"
    mine.write_text("mine")
    with pytest.raises(UsageError, match="is there already"):
        scaffold.write(tmp_path, "demo")
    assert mine.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == [mine.name]


@pytest.mark.parametrize("name", ["", "../demo", "a/b", "1st", "x" * 41, "a b", "é"])
def test_a_name_that_is_no_name_is_refused(tmp_path, name):
    with pytest.raises(UsageError, match="cannot name a claim"):
        scaffold.write(tmp_path, name)
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_place_of_the_folder_of_the_schema_is_named(tmp_path):
    (tmp_path / ".theorycheck").write_text("mine")
    with pytest.raises(UsageError, match=r"\.theorycheck/claim\.schema\.json cannot be written"):
        scaffold.write(tmp_path, "demo")
    assert (tmp_path / ".theorycheck").read_text() == "mine"
    (tmp_path / ".theorycheck").unlink()
    scaffold.write(tmp_path, "other")
    assert (tmp_path / ".theorycheck" / "claim.schema.json").is_file()


def test_a_paper_derives_measures_and_reads_a_table(tmp_path, sandbox):
    path, *_ = scaffold.write_paper(tmp_path, "demo")
    found = {one.entry.id: one for one in asked([path], sandbox)}
    measured = {one: resolved(found[one], sandbox) for one in ("demo.power.mean", "demo.error")}
    assert str(measured["demo.power.mean"].derivation_result.formula) == "(n - 1)/d"
    assert found["demo.largest"].simulator.output == "largest"
    assert measured["demo.error"].given.means[0] == 0.248
