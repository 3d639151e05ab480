"""Claim files are read strictly: whatever is amiss is one sentence with file, key and remedy."""

import os

import pytest
from theorycheck.errors import UsageError
from theorycheck.user.claim_file import read
from theorycheck.user.entry import Entry
from theorycheck.user.files import MAX_BYTES, inside
from theorycheck.user.formulas import error_aimed_at, margin_of, require_formulas

GOOD = """
id = "mine.walk"
statement = "a walk of $d$ steps ends $\\\\sqrt{d}$ away"
law = "C*sqrt(d)"
alternatives = ["C*d"]
bound = "Theta"
[grid]
d = [16, 32, 64]
[measure]
python = "walk.py:distance"
"""
SAMPLED = 'python = "walk.py:distance"'
SOLVE = f'{SAMPLED}\nsolve = "n"\nlevel = 1.0\nrange = [1, 100]\ndirection = "up"'
CAPACITY = GOOD.replace(SAMPLED, SOLVE)


def written(folder, text):
    path = folder / "mine.toml"
    path.write_text(text)
    return path


def checked(folder, text):
    """The claims of a file, their formulas checked too."""
    entries = [one for one, _ in read(written(folder, text))]
    for entry in entries:
        require_formulas(entry, list(entry.points), str(folder / "mine.toml"))
    return entries


def test_a_claim_at_the_top_is_read(tmp_path):
    (entry,) = checked(tmp_path, GOOD)
    assert (entry.id, entry.law, entry.grid) == ("mine.walk", "C*sqrt(d)", {"d": (16, 32, 64)})
    assert list(entry.points) == [{"d": 16}, {"d": 32}, {"d": 64}]


def test_several_claims_are_read_in_their_order(tmp_path):
    table = GOOD.replace("[grid]", "[claim.grid]").replace("[measure]", "[claim.measure]")
    text = "[[claim]]" + table + "[[claim]]" + table.replace("mine.walk", "mine.other")
    assert [entry.id for entry in checked(tmp_path, text)] == ["mine.walk", "mine.other"]


OTHER_FORMS = ("C", "C*d**(-1/2) + A", "C*exp(-d/8)", "C*exp(-r*d)", "C*sqrt(d)*log(d)")


@pytest.mark.parametrize("law", OTHER_FORMS)
def test_laws_of_other_forms_are_read(tmp_path, law):
    assert checked(tmp_path, GOOD.replace("C*sqrt(d)", law))[0].law == law


def test_a_capacity_is_read(tmp_path):
    (entry,) = checked(tmp_path, CAPACITY)
    assert (entry.measure.solve, entry.measure.range) == ("n", (1, 100))


@pytest.mark.parametrize("bound", ["equals", "at most", "at least"])
def test_a_threshold_may_be_claimed_as_a_value_or_a_bound(tmp_path, bound):
    text = CAPACITY.replace("Theta", bound)
    (entry,) = checked(tmp_path, text.replace("C*sqrt(d)", "2*sqrt(d)").replace('"C*d"', '"3*d"'))
    assert (entry.bound, entry.measure.solve) == (bound, "n")
    # The pilot's error is that of a logarithm.
    assert error_aimed_at(entry, {"d": 16}, 1.0) == error_aimed_at(entry, {"d": 64}, 1.0)


def test_a_bound_may_have_no_margin_and_a_value_must(tmp_path):
    text = "margin = 0.0" + GOOD.replace("C*sqrt(d)", "2*sqrt(d)").replace('"C*d"', '"3*d"')
    assert checked(tmp_path, text.replace("Theta", "at most"))[0].margin == 0
    with pytest.raises(UsageError, match="0 is for bounds"):
        checked(tmp_path, text.replace("Theta", "equals"))


@pytest.mark.parametrize(("bound", "margin"), [("Theta", 0.05), ("equals", 0.02), ("at most", 0.02)])
def test_the_margin_has_a_default_for_each_bound(tmp_path, bound, margin):
    text = GOOD.replace("Theta", bound).replace("C*", "2*")
    (entry,) = checked(tmp_path, text)
    assert margin_of(entry) == margin
    (declared,) = checked(tmp_path, "margin = 0.01\n" + text)
    assert margin_of(declared) == 0.01


def test_a_smaller_margin_asks_for_a_smaller_error(tmp_path):
    # Two sizes leave no room for corrections, which ask for more.
    enough = GOOD.replace("[16, 32, 64]", "[16, 64]")
    (wide,) = checked(tmp_path, enough)
    (narrow,) = checked(tmp_path, "margin = 0.01\n" + enough)
    ratio = error_aimed_at(wide, {"d": 16}, 1.0) / error_aimed_at(narrow, {"d": 16}, 1.0)
    assert ratio == pytest.approx(5, rel=0.1)


def test_a_distance_to_a_pole_is_planned_by_its_own_range(tmp_path):
    text = GOOD.replace("C*d", "C*d**2").replace("[16, 32, 64]", "[0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995]")
    (pole,), (power,) = (
        checked(tmp_path, text.replace("C*sqrt(d)", law).replace("d >= 2", "d >= 0"))
        for law in ("C/(1 - d)", "C*sqrt(d)")
    )
    assert error_aimed_at(pole, {"d": 0.5}, 1.0) > error_aimed_at(power, {"d": 0.5}, 1.0)


def test_a_condition_that_joins_variables_selects_points(tmp_path):
    text = GOOD.replace("[measure]", 'n = [8, 32]\n[domain]\nn = "n <= d"\n[measure]')
    assert len(checked(tmp_path, text)) == 1


FAULTS = {
    "not TOML": ("id = ", "mine.toml is not TOML"),
    "no id": (GOOD.replace('id = "mine.walk"', ""), "the key id is missing"),
    "strange id": (GOOD.replace("mine.walk", "mine walk"), "letters, digits"),
    "id is a path": (GOOD.replace("mine.walk", "../../etc"), "begins with a letter"),
    "misspelt key": ('alternative = ["C*d"]' + GOOD, "no key alternative; did you mean alternatives?"),
    "unknown key": ("colour = 3" + GOOD, "the keys are id, statement"),
    "misspelt measure": (GOOD + "\ngenerater = 'numpy'", "no key measure.generater; did you mean generator?"),
    "wrong type": (GOOD.replace('"C*sqrt(d)"', "3"), "law: a text is needed, and a whole number was given"),
    "wrong value in grid": (
        GOOD.replace("32,", "true,"),
        "grid[1]: a number or a text is needed, and true or false was given",
    ),
    "wrong bound type": (GOOD.replace("Theta", "theta"), "bound: invalid enum value 'theta'"),
    "wrong verdict": (
        'expect = "true"' + GOOD,
        "expect: invalid enum value 'true'. A verdict is one of agrees, bound only, refuted",
    ),
    "wrong generator": (GOOD + "\ngenerator = 'jax'", "measure.generator: invalid enum value 'jax'"),
    "margin too large": ("margin = 1.5" + GOOD, "margin is 1.5; it lies between 0 and 1"),
    "margin not a number": ("margin = nan" + GOOD, "margin is nan"),
    "margin hides an alternative": ("margin = 0.3" + GOOD, "declare margin = 0.167 or less"),
    "logs of a bound": (GOOD.replace("Theta", "at most") + "", "needs C"),
    "up_to_logs astray": ("up_to_logs = true" + GOOD.replace("Theta", "equals"), "leave it out"),
    "law is no formula": (GOOD.replace("C*sqrt(d)", "C*sqrt(d"), "law: The law 'C*sqrt(d' is not a formula"),
    "law is code": (GOOD.replace("C*sqrt(d)", "__import__('os')"), "law: "),
    "law of nothing": (GOOD.replace("C*sqrt(d)", "C*sqrt(m)"), "names no variable of the grid, which has d"),
    "law without value": (GOOD.replace("C*sqrt(d)", "log(d-16)").replace("Theta", "equals"), "law: "),
    "alternative is no formula": (GOOD.replace('"C*d"', '"C*d+"'), "alternative 1: "),
    "no grid": (GOOD.replace("[grid]\nd = [16, 32, 64]", ""), "[grid] is missing"),
    "empty grid": (GOOD.replace("16, 32, 64", ""), "grid.d is empty"),
    "repeated size": (GOOD.replace("16, 32, 64", "16, 16"), "grid.d repeats a value"),
    "mixed grid": (GOOD.replace("16, 32, 64", '16, "x"'), "mixes numbers and texts"),
    "size not finite": (GOOD.replace("16, 32, 64", "16.0, inf"), "not finite"),
    "grid too large": (GOOD.replace("[16, 32, 64]", str(list(range(1, 5000)))), "more than 4096 points"),
    "reserved variable": (GOOD.replace("d = [", "n_trials = ["), "cannot be an argument"),
    "keyword as variable": (GOOD.replace("d = [", "lambda = ["), "cannot be an argument"),
    "outside the domain": (GOOD + '[domain]\nd = "d >= 32"', "grid.d has 16, outside the domain 'd >= 32'"),
    "domain of nothing": (GOOD + '[domain]\nm = "m >= 2"', "domain.m is not a variable"),
    "domain is no condition": (GOOD + '[domain]\nd = "d + 1"', "domain.d: "),
    "domain names another": (GOOD + '[domain]\nd = "d >= m"', "domain.d: "),
    "no measure": (GOOD.partition("[measure]")[0], "has none of python, computed, quantity and data"),
    "two measures": (GOOD + 'data = "a.csv"', "has python, data of python, computed, quantity and data"),
    "empty measure": (GOOD.replace(SAMPLED, ""), "has none of python, computed"),
    "no function": (GOOD.replace(":distance", ""), "write it as file.py:function"),
    "output astray": (
        GOOD.replace(SAMPLED, 'output = "power"\ndata = "a.csv"'),
        "measure.output is one of several that a function or measure.quantity has",
    ),
    "level astray": (GOOD + "level = 1.0", "measure.level belongs to measure.solve"),
    "solve without range": (CAPACITY.replace("range = [1, 100]\n", ""), "measure.range is missing"),
    "range reversed": (CAPACITY.replace("[1, 100]", "[100, 1]"), "its first end lies below"),
    "range from zero": (CAPACITY.replace("[1, 100]", "[0, 9]"), "measure.range[0]: expected `int` >= 1"),
    "solved variable in grid": (CAPACITY.replace('"n"', '"d"'), "names a variable outside [grid]"),
    "top and tables": (GOOD + "[[claim]]\nid = 'x'", "'id' is beside them"),
    "claim is a value": ("claim = 3", "[[claim]] tables"),
    "claims of values": ("claim = [3]", "a table is needed"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_file_is_refused_in_one_sentence(tmp_path, fault):
    text, sentence = FAULTS[fault]
    with pytest.raises(UsageError) as refused:
        checked(tmp_path, text)
    message = str(refused.value)
    assert sentence in message
    assert message.startswith(str(tmp_path / "mine.toml"))
    assert "\n" not in message


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        read(tmp_path / "absent.toml")


def test_a_large_file_and_bytes_that_are_no_text_are_refused(tmp_path):
    with pytest.raises(UsageError, match="larger than"):
        read(written(tmp_path, "#" * (MAX_BYTES + 1)))
    (tmp_path / "mine.toml").write_bytes(b"id = '\xff'")
    with pytest.raises(UsageError, match="UTF-8"):
        read(tmp_path / "mine.toml")


@pytest.mark.parametrize("name", ["/etc/passwd", "../walk.py", "a/../../walk.py", "link.py", "a\0b"])
def test_a_path_that_leaves_the_folder_is_refused(tmp_path, name):
    folder = tmp_path / "claims"
    folder.mkdir()
    (tmp_path / "walk.py").write_text("")
    (folder / "link.py").symlink_to(tmp_path / "walk.py")
    with pytest.raises(UsageError, match=r"leaves the folder|not a path"):
        inside(folder, name, "measure.python", "mine.toml")


def test_a_path_inside_the_folder_is_found(tmp_path):
    assert inside(tmp_path, "sub/walk.py", "measure.python", "mine.toml") == tmp_path / "sub" / "walk.py"


def test_the_keys_are_those_of_the_published_format():
    assert " ".join(Entry.__struct_fields__) == (
        "id statement interpretation label source law alternatives bound margin up_to_logs corrections "
        "limits diverging published expect grid domain derivation measure"
    )


def test_a_probability_near_one_is_told_from_it_in_units_of_what_is_left(tmp_path):
    text = (
        GOOD.replace('"Theta"', '"at least"')
        .replace('"C*sqrt(d)"', '"1 - 1/d**2"')
        .replace('alternatives = ["C*d"]', "margin = 0")
    )
    (entry,) = checked(tmp_path, text)
    near, far = (error_aimed_at(entry, {"d": d}, 1.0, proportion=True) for d in (64, 16))
    assert far > near
    assert error_aimed_at(entry, {"d": 64}, 1.0) > 10 * near
    (upper,) = checked(tmp_path, text.replace('"at least"', '"at most"'))
    assert error_aimed_at(upper, {"d": 64}, 1.0, proportion=True) > 10 * near


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (".".join(["a"] * 10_000) + " = 1", "nests too deep"),
        (f"[{'.'.join(['a'] * 10_000)}]", "nests too deep"),
        ("a = " + "[" * 10_000, "nests too deep"),
        (f"margin = {'9' * 5000}", "an integer has thousands of digits"),
        (b'id = "\xe9"', r"mine\.toml is not text in UTF-8 \(byte 6\)"),
        ("id: mine\nlaw: d\n", "is not TOML"),
        ("\0", "is not TOML"),
        (f"id = '{'a' * 5000}'", "the key statement is missing"),
    ],
    ids=["keys", "table", "lists", "digits", "Latin-1", "YAML", "NUL", "name"],
)
def test_a_hostile_file_is_one_short_sentence(tmp_path, content, message):
    path = tmp_path / "mine.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(UsageError, match=message) as refused:
        read(path)
    assert str(refused.value).count(str(path)) == 1
    assert len(str(refused.value)) < len(str(path)) + 400


def test_a_byte_order_mark_and_newlines_of_other_systems_are_read(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert [entry.id for entry, _ in read(path)] == ["mine.walk"]


def test_a_pipe_or_a_folder_is_no_claim_file_and_no_table(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "."):
        with pytest.raises(UsageError, match="not a file"):
            read(tmp_path / name)
        with pytest.raises(UsageError, match=r"measure\.data names .*, which is not a file"):
            inside(tmp_path, name, "measure.data", "mine.toml")
    with pytest.raises(UsageError, match="no such file"):
        read(tmp_path / "absent")
    assert inside(tmp_path, "absent", "measure.data", "mine.toml") == tmp_path / "absent"
