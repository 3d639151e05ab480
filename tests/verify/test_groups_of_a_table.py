"""Claims on a table with a column of groups: one for each label, or on the labels that are named."""

import pytest
from theorycheck.errors import UsageError
from theorycheck.user.asked import asked, read_files
from theorycheck.user.resolve import resolved

ROWS = [
    (model, d, 3.0 * d**power, 0.01 * d**power)
    for model, power in (("gpt 2", 0.5), ("llama", 0.4))
    for d in (16, 64, 256, 1024)
]
TABLE = "model,d,loss [nats],stderr\n" + "\n".join(
    f"{model},{d},{mean:.10g},{error:.10g}" for model, d, mean, error in ROWS
)
CLAIM = """
[[claim]]
id = "law"
statement = "it grows like the root"
law = "C*sqrt(d)"
bound = "Theta"
{more}
measure = {{ data = "losses.csv", value = "loss", group = "model"{only} }}
"""
PAPER = """
[paper]
name = "losses"
source = "A. Author, Losses, 2026"

[[statement]]
id = "S1"
title = "Losses"
text = "They grow like the root."
place = "Table 1"
primary = "law.llama"
"""
PYTHON = """
from theorycheck.paper import Paper, table

paper = Paper("losses", source="A. Author, Losses, 2026")
S1 = paper.statement("S1 Losses", "They grow like the root.", place="Table 1")
for model in ("gpt 2", "llama"):
    losses = table("losses.csv", "the loss", value="loss", group="model", only=model)
    S1.claim(f"law.{model[:3]}", "in one model", losses.grows_like("C*sqrt(d)"))
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "losses.csv").write_text(TABLE)
    return tmp_path


def written(folder, text, name="claims.toml"):
    (folder / name).write_text(text)
    return folder / name


def means(claims):
    return {one.entry.id: resolved(one, None).given.means for one in claims}


def test_each_label_has_a_claim_of_its_own(folder):
    found = means(asked([written(folder, CLAIM.format(more="", only=""))], None))
    assert list(found) == ["law.gpt-2", "law.llama"]
    assert found["law.gpt-2"] == pytest.approx([12, 24, 48, 96])
    assert found["law.llama"] == pytest.approx([3 * d**0.4 for d in (16, 64, 256, 1024)])


def test_one_label_is_a_claim_of_its_own_id(folder):
    found = means(asked([written(folder, CLAIM.format(more="", only=', only = ["gpt 2"]'))], None))
    assert list(found) == ["law"]
    assert found["law"] == pytest.approx([12, 24, 48, 96])


def test_a_paper_in_toml_has_a_claim_for_each_label(folder):
    text = PAPER + CLAIM.format(more='statement = "S1"', only="").replace(
        'statement = "it grows like the root"', ""
    )
    claims = asked([written(folder, text)], None)
    assert [one.entry.id for one in claims] == ["losses.law.gpt-2", "losses.law.llama"]
    assert claims[0].source.statements[0].primary == "losses.law.llama"


def test_a_paper_in_python_names_a_table(folder, sandbox):
    found = asked([written(folder, PYTHON, "paper.py")], sandbox)
    assert [one.entry.id for one in found] == ["losses.law.gpt", "losses.law.lla"]
    resolutions = [resolved(one, sandbox) for one in found]
    assert resolutions[0].given.means == pytest.approx([12, 24, 48, 96])
    assert resolutions[1].claim.label == "the loss"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"model"', '"modell"', "no column modell to group by; its columns are model, d, loss, stderr"),
        ('"model"', '"model", only = ["bert"]', "names 'bert', and the labels of"),
        ('group = "model"', 'only = ["llama"]', "measure.only names labels of the column measure.group"),
        ('data = "losses.csv", value', 'python = "a.py:f", value', "measure.value is of the table that"),
        ('"model"', "3", "measure.group: a text is needed"),
    ],
)
def test_what_is_amiss_with_a_group_is_told(folder, old, new, told):
    text = CLAIM.format(more="", only="").replace(old, new)
    claims, faults = read_files([written(folder, text)], None)
    if not faults:
        with pytest.raises(UsageError, match="no column"):
            resolved(claims[0], None)
        return
    assert not claims
    assert told in str(faults[0])


def test_a_paper_in_python_names_one_label(folder, sandbox):
    (one, *_) = asked([written(folder, PYTHON.replace(", only=model", ""), "paper.py")], sandbox)
    with pytest.raises(UsageError, match=r"name one by measure\.only: gpt 2, llama"):
        resolved(one, sandbox)
