"""Measured data from a file: what it means, the covariance of shared trials, and what is refused."""

import io

import numpy as np
import pytest
from theorycheck.errors import UsageError
from theorycheck.law import form
from theorycheck.table import Kind, Layout, evidence, read_table, read_tables, require_law
from theorycheck.table.columns import tables_of

MEANS = "d,mean,stderr\n16,0.5,0.01\n64,0.25,0.01\n"


@pytest.fixture
def table(tmp_path):
    def read(content):
        path = tmp_path / "data.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_table(path)

    return read


def test_means_with_errors_are_independent_points_of_unknown_trials(table):
    found = evidence(table(MEANS))
    assert found.at["d"].tolist() == [16, 64]
    assert found.at["d"].dtype == np.int64
    assert found.means.tolist() == [0.5, 0.25]
    assert found.covariance.values == pytest.approx([1e-4, 1e-4])
    assert found.n_trials.tolist() == [np.inf, np.inf]
    assert found.failures is None
    assert not found.exact


def test_exact_values_have_a_bound_instead_of_an_error(table):
    found = evidence(table("d,mean,error_bound\n16,0.5,1e-9\n64,0.25,0\n"))
    assert found.exact
    assert found.error_bounds.tolist() == [1e-9, 0.0]


def test_failures_of_trials_are_counts(table):
    read = table("d,failures,trials\n16,3,10\n64,0,20\n")
    found = evidence(read)
    assert read.kind is Kind.PROPORTIONS
    assert found.failures.tolist() == [3, 0]
    assert found.n_trials.tolist() == [10, 20]
    assert found.means.tolist() == [0.3, 0.0]
    assert found.covariance.values == pytest.approx([0.3 * 0.7 / 9, 0.0])


@pytest.mark.parametrize(
    "content",
    [
        MEANS.replace(",", ";"),
        MEANS.replace(",", "\t"),
        MEANS.replace("\n", "\r\n"),
        "\ufeff" + MEANS,
        "# measured on Monday, twice\n\n" + MEANS.replace("\n64", "\n   \n# large\n64"),
        '"d","mean","stderr"\n16,"0.5",0.01\n64, 0.25 ,0.01  # last\n\n',
    ],
)
def test_separators_comments_quotes_and_newlines_do_not_matter(table, content):
    found = evidence(table(content))
    assert found.at["d"].tolist() == [16, 64]
    assert found.means.tolist() == [0.5, 0.25]


def test_a_table_may_come_from_standard_input(monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(MEANS.encode()))
    monkeypatch.setattr("sys.stdin", stream)
    read = read_table("-")
    assert read.path == "standard input"
    assert len(read) == 2


def test_raw_values_are_grouped_by_their_place(table):
    read = table("d,n,value\n64,1.5,1\n16,2,3\n64,1.5,2\n16,2,7\n64,1.5,6\n")
    found = evidence(read)
    assert found.at["d"].tolist() == [16, 64]
    assert found.at["n"].tolist() == [2, 1.5]
    assert found.means.tolist() == [5, 3]
    assert found.covariance.values == pytest.approx([8 / 2, (4 + 1 + 9) / 2 / 3])
    assert found.n_trials.tolist() == [2, 3]
    assert evidence(read, ["d"]).at.keys() == {"d"}


def test_raw_values_of_right_and_wrong_are_counts(table):
    found = evidence(table("d,value\n16,1\n16,0\n16,1\n64,0\n"))
    assert found.failures.tolist() == [2, 0]
    assert found.n_trials.tolist() == [3, 1]


def test_the_sandwich_of_two_shared_trials_is_that_worked_by_hand(table):
    """Point 16: items 1, 3 of draw a and 5 of draw b; point 64: 2 of a and 4 of b.

    Means 3 and 3; psi_a = (4 - 2*3)/3 = -2/3 and (2 - 3)/2 = -1/2, psi_b = 2/3 and 1/2; R/(R - 1) = 2.
    """
    read = table("d,value,draw\n16,1,a\n16,3,a\n64,2,a\n16,5,b\n64,4,b\n")
    found = evidence(read)
    assert found.means == pytest.approx([3, 3])
    assert found.covariance.values == pytest.approx(np.array([[16 / 9, 4 / 3], [4 / 3, 1.0]]))
    assert found.n_trials.tolist() == [2, 2]


def test_trials_of_their_own_leave_the_points_independent(table):
    shared = table("d,value,draw\n16,1,1\n16,5,2\n64,2,1\n64,4,2\n")
    apart = table("d,value,draw\n16,1,1\n16,5,2\n64,2,3\n64,4,4\n")
    assert not evidence(shared).covariance.independent
    assert evidence(apart).covariance.independent
    assert evidence(apart).covariance.values == pytest.approx(evidence(shared).covariance.variances)


def test_a_draw_of_one_item_is_a_row(table):
    rows = "16,1.0\n16,2.5\n16,7.0\n64,2.0\n64,3.0\n"
    labelled = "".join(f"{row},{i}\n" for i, row in enumerate(rows.split()))
    plain, drawn = evidence(table("d,value\n" + rows)), evidence(table("d,value,draw\n" + labelled))
    assert drawn.means == pytest.approx(plain.means)
    assert drawn.covariance.values == pytest.approx(plain.covariance.values)


def clustered(rng, items):
    """Twenty trials of `items` items with correlation 1/2 inside a draw, truth 0."""
    common = rng.normal(size=20).repeat(items)
    value = (common + rng.normal(size=20 * items)) / np.sqrt(2)
    return value, np.repeat(np.arange(20), items)


def test_the_clustered_error_is_right_at_design_effect_three_and_the_naive_one_is_not(table):
    """k = 5 items of correlation 1/2 have design effect 1 + 4/2 = 3; z has variance 19/17 (t with 19)."""
    rng = np.random.default_rng(11)
    runs = 400
    lines, plain = ["run,value,draw"], ["run,value"]
    for run in range(runs):
        value, draw = clustered(rng, 5)
        lines += [f"{run},{v!r},{run * 20 + r}" for v, r in zip(value.tolist(), draw.tolist(), strict=True)]
        plain += [f"{run},{v!r}" for v in value.tolist()]
    honest, naive = evidence(table("\n".join(lines))), evidence(table("\n".join(plain)))
    spread = np.mean((honest.means / honest.stderrs) ** 2)
    wrong = np.mean((naive.means / naive.stderrs) ** 2)
    # For t with v degrees, var t^2 = (v/(v - 2))^2 (2 (v - 1)/(v - 4)).
    error = 19 / 17 * np.sqrt(2 * 18 / 15 / runs)
    assert abs(spread - 19 / 17) < 4 * error
    assert wrong > 19 / 17 + 10 * error


def test_the_covariance_of_shared_trials_is_that_of_repeated_experiments(table):
    rng = np.random.default_rng(13)
    lines, runs, found = ["d,value,draw"], 200, []
    for _ in range(runs):
        common = rng.normal(size=30)
        rows = [f"{d},{c + rng.normal()!r},{r}" for d in (16, 64) for r, c in enumerate(common.tolist())]
        found.append(evidence(table("\n".join([*lines, *rows]))))
    products = np.array([f.means[0] * f.means[1] for f in found])
    claimed = np.mean([f.covariance.matrix[0, 1] for f in found])
    assert abs(products.mean() - claimed) < 4 * products.std() / np.sqrt(runs)
    assert abs(products.mean()) > 4 * products.std() / np.sqrt(runs)


def test_clustered_counts_are_effective_counts(table):
    """Both items of a draw agree, so the design effect is 2 and trials count half."""
    rng = np.random.default_rng(17)
    rows = ["d,value,draw"]
    for draw in range(400):
        d, p = (16, 0.2) if draw < 200 else (64, 0.05)
        rows += [f"{d},{int(wrong)},{draw}" for wrong in [rng.random() < p] * 2]
    rows += [f"256,0,{draw}" for draw in range(400, 450) for _ in range(2)]
    found = evidence(table("\n".join(rows)))
    assert found.n_trials == pytest.approx([200, 200, 50], rel=0.02)
    assert found.failures == pytest.approx(found.means * found.n_trials)
    assert found.failures[2] == 0
    assert found.covariance.values[:2] == pytest.approx((found.means * (1 - found.means) / 199)[:2], rel=1e-6)


def test_many_clustered_counts_are_means(table):
    rows = ["d,value,draw"]
    rows += [f"16,{draw % 2},{draw}" for draw in range(300) for _ in range(2)]
    found = evidence(table("\n".join(rows)))
    assert found.failures is None
    assert found.n_trials.tolist() == [300]


def test_counts_of_single_items_stay_counts(table):
    rows = [f"16,{int(draw % 3 == 0)},{draw}" for draw in range(9)]
    found = evidence(table("\n".join(["d,value,draw", *rows])))
    assert found.failures.tolist() == [3]
    assert found.n_trials.tolist() == [9]


@pytest.mark.parametrize(
    ("content", "layout"),
    [
        ("d,value1,value2,value3\n16,1,2,3\n64,4,,6\n", Layout()),
        ("d (width),seed a,seed b,seed c\n16,1,2,3\n64,4,6,\n", Layout(value=("seed*",))),
        ("d;x;y;z\n64;4; ;6\n16;1;2;3\n", Layout(value=("x", "y", "z"))),
        ("d,loss [nats]\n64,4\n16,1\n16,3\n16,2\n64,6\n", Layout(value=("loss",))),
        ("draw=1,d,draw=2,draw=3\n1,16,2,3\n4,64,,6\n", Layout()),
    ],
)
def test_replicates_may_stand_in_rows_or_in_columns(tmp_path, content, layout):
    path = tmp_path / "data.csv"
    path.write_text(content)
    found = evidence(read_table(path, layout))
    assert found.at["d"].tolist() == [16, 64]
    assert found.means.tolist() == [2, 5]
    assert found.n_trials.tolist() == [3, 2]
    assert found.covariance.variances == pytest.approx([1 / 3, 1])


def test_the_sizes_of_a_variable_may_be_columns(table):
    wide, long = table("n,d=16,d = 64\n2,1,2\n4,3,4\n"), table("n,d,value\n2,16,1\n2,64,2\n4,16,3\n4,64,4\n")
    rows = [sorted(zip(t.columns["n"], t.columns["d"], t.value, strict=True)) for t in (wide, long)]
    assert rows[0] == rows[1]


class Polars:
    """What of a polars frame is used: names, columns by name, and no index."""

    columns = ("d", "model", "loss (nats)")

    def __getitem__(self, name):
        held = {"d": [16, 64, 16], "model": ["b", "b", "a"], "loss (nats)": [1.0, 2.0, 3.0]}
        return held[name]


@pytest.mark.parametrize("frame", [Polars(), {name: Polars()[name] for name in Polars.columns}])
def test_a_frame_is_grouped_as_a_file_is(tmp_path, frame):
    path = tmp_path / "data.csv"
    path.write_text("d,model,loss (nats)\n16,b,1\n64,b,2\n16,a,3\n")
    layout = Layout(value=("loss",), group="model")
    for found in (read_tables(path, layout), tables_of(frame, "data", layout)):
        assert {label: one.value.tolist() for label, one in found.items()} == {"b": [1, 2], "a": [3]}
        assert found["b"].path.endswith("(model b)")


def test_a_line_amiss_in_a_group_or_beside_others_is_named(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("d,model,mean,stderr\n16,b,1,1\n64,a,2,1\n16,a,3,-1\n")
    with pytest.raises(UsageError, match=r"data\.csv \(model a\), line 4, column stderr: -1 is not"):
        read_tables(path, Layout(group="model"))
    path.write_text("d,value1,value2\n16,1,2\n64,2,x\n")
    with pytest.raises(UsageError, match="line 3, column value2: 'x' is not a number"):
        read_table(path)
    path.write_text("time [s],time [ms],mean\n1,2,3\n")
    with pytest.raises(UsageError, match=r"time \[s\] and time \[ms\] are one name; rename one"):
        read_table(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("# nothing\n", "comments only"),
        (b"d,mean,stderr\n1,2,\xff\n", "line 2: this is not UTF-8"),
        ("1,2,3\n4,5,6\n", "should name the columns"),
        ("d," * 100_000 + "mean\n", "has 100001 columns, more than 64"),
        ("d,mean,stderr\n١,2,3\n", "line 2, column d: '١' is not a number"),
        ("d,,mean\n1,2,3\n", "column 2 of the header has no name"),
        ("d,d,mean,stderr\n1,2,3,4\n", "two columns are named d"),
        ("d,n\n1,2\n", "none of them is there; its columns are d, n"),
        ("d,mean,value\n1,2,3\n", "more than one is there"),
        ("d,failures\n1,2\n", "column failures but no trials"),
        ("d,mean,stderr,error_bound\n1,2,3,4\n", "has both stderr and error_bound"),
        ("d,mean,stderr,draw\n1,2,3,4\n", "column draw has no meaning; remove it"),
        ("d,value,stderr\n1,2,3\n", "if it is the value's, call that column mean"),
        ("mean,stderr\n1,2\n", "has no variable"),
        ("d,mean,stderr\n", "no rows"),
        ("d" * 200_000 + ",mean\n1,2\n", "begins with 'd{20}' is none of a table"),
        ('[{"d": 4, "mean"', "is JSON, .*; write it as CSV"),
        (' {"d": [4], "mean": [2]}', "is JSON, .*; write it as CSV"),
        ("d,mean,stderr\n1,2,3\n1,2\n", "line 3: 2 fields where the header names 3"),
        ("d,mean,stderr\n1,2,3,4\n1,2,3,4\n", "line 2: 4 fields"),
        ("d,mean,stderr\n1,2,3\n\n# x\n4,adam,6\n", "line 5, column mean: 'adam' is not a number"),
        ("d;mean;stderr\n1;0,5;3\n", "write decimals with a point"),
        ("d,mean,stderr\n1,,3\n", "line 2, column mean: there is no number"),
        ("d,mean,stderr\n1,nan,3\n", "line 2, column mean: nan is not finite"),
        ("d,mean,stderr\n# x\ninf,1,3\n", "line 3, column d: inf is not finite"),
        ("d,mean,stderr\n1,2,-3\n", "column stderr: -3 is not a standard error"),
        ("d,mean,stderr\n1,2,0\n", "0 is not a standard error; .* error_bound instead"),
        ("d,mean,error_bound\n1,2,-1\n", "must not be negative"),
        ("d,failures,trials\n1,0,0\n", "column trials: 0 is not a number of trials"),
        ("d,failures,trials\n1,1.5,3\n", "column failures: 1.5 is not a count"),
        ("d,failures,trials\n1,-1,3\n", "column failures: -1 is not a count"),
        ("d,failures,trials\n1,3,3\n1,4,3\n", "line 3, column failures: 4 is more than the trials"),
        ("d,value,draw\n1,2,a\n1,2,\n", "line 3, column draw: there is no number"),
    ],
)
def test_bad_data_get_one_sentence_that_says_where(table, content, message):
    with pytest.raises(UsageError, match=message) as caught:
        table(content)
    assert "\n" not in str(caught.value)
    assert "data.csv" in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("d,n,mean,stderr\n1,2,3,1\n1,3,4,1\n1,2,5,1\n", "duplicate rows: two for d = 1, n = 2"),
        ("d,failures,trials\n1,2,3\n1,2,3\n", "duplicate rows: two for d = 1. Merge them"),
        ("d,value\n1,2\n1,3\n2,4\n", "one row at d = 2"),
        ("d,mean\n1,2\n2,3\n", "gives one value a setting, and 2 settings are too few"),
        ("d,value,draw\n1,2,7\n1,3,7\n2,4,1\n2,4,2\n", "one draw at d = 1"),
    ],
)
def test_places_without_a_mean_of_their_own_are_refused(table, content, message):
    with pytest.raises(UsageError, match=message):
        evidence(table(content))


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(UsageError, match=r"absent\.csv cannot be read: No such file"):
        read_table(tmp_path / "absent.csv")
    with pytest.raises(UsageError, match="cannot be read: Is a directory"):
        read_table(tmp_path)


def test_a_law_must_name_a_column_that_varies(table):
    read = table("d,n,mean,stderr\n16,2,3,1\n64,2,4,1\n")
    require_law(form("C/d", read.columns), read)
    require_law(form("C*n/d", read.columns), read)
    with pytest.raises(UsageError, match=r"names no column of .*data\.csv; its columns are d, n\."):
        require_law(form("C*x**2", read.columns), read)
    with pytest.raises(UsageError, match="n has one size only"):
        require_law(form("C*n", read.columns), read)
    with pytest.raises(UsageError, match="names stderr, which holds data"):
        require_law(form("C*stderr/d", read.columns), read)


def test_more_points_than_a_matrix_holds_are_refused_only_where_they_share_trials(table):
    shared = [f"{d},{d + r}.5,{r}" for d in range(4001) for r in (1, 2)]
    with pytest.raises(UsageError, match="4001 settings that share trials; at most 4000"):
        evidence(table("\n".join(["d,value,draw", *shared])))
    apart = [f"{d},{d + r}.5,{2 * d + r}" for d in range(4001) for r in (0, 1)]
    assert len(evidence(table("\n".join(["d,value,draw", *apart])))) == 4001


@pytest.mark.slow
def test_a_million_rows_are_summed_as_numpy_sums_them(table):
    rng = np.random.default_rng(19)
    d, draw = 2.0 ** rng.integers(3, 8, 10**6), rng.integers(0, 1000, 10**6)
    value = rng.normal(size=10**6) + (draw % 7)
    buffer = io.StringIO()
    np.savetxt(buffer, np.column_stack([d, value, draw]), delimiter=",", header="d,value,draw", comments="")
    found = evidence(table(buffer.getvalue()))
    assert found.means == pytest.approx([value[d == size].mean() for size in (8, 16, 32, 64, 128)])
    sums = np.array(
        [
            np.bincount(draw[d == s], value[d == s] - m) / (d == s).sum()
            for s, m in zip((8, 16, 32, 64, 128), found.means, strict=True)
        ]
    )
    assert found.covariance.values == pytest.approx(sums @ sums.T * 1000 / 999)
