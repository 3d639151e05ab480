"""What is written for papers: well-formed LaTeX that runs no text, numbers by name, vector drawings."""

import re
import shutil
import subprocess
import zlib

import msgspec
import pytest
from msgspec.structs import replace
from theorycheck.document import Document, PointRecord, Record
from theorycheck.errors import UsageError
from theorycheck.figure import FigureKind
from theorycheck.report import output, tex_formulas, tex_text
from theorycheck.report.drawing import Drawing as Drawn
from theorycheck.report.drawing import Group
from theorycheck.report.drawing import strokes as lines
from theorycheck.report.figure_charts import figure_drawing
from theorycheck.report.latex import files, numbers, point_name, proofs, select
from theorycheck.report.pdf import pdf, png

from ..running import theorycheck

HOSTILE = r"\input{/etc/passwd} 50% #1 a&b x_y ~ ^^5c {open $ \end{document} <|> `` -- \\ \csname x"
NAMES = re.compile(
    r"\\(?:label|pageref)\{[^{}]*\}|(?<=\\theorycheck)(?:@set)?\{[^{}]*\}\{[^{}]*\}|\\theorycheckfolder/[^{}]*"
)
"""Where TeX reads a name and sets nothing."""
SET = re.compile(r"^\\theorycheck@set\{([^{}]*)\}\{([^{}]*)\}\{(.*)\}$", flags=re.MULTILINE)


@pytest.fixture(scope="module")
def written(document):
    return files(document)


@pytest.fixture(scope="module")
def pages(written):
    return {name: content.decode() for name, content in written.items() if name.endswith(".tex")}


def faults(tex: str) -> list[str]:
    """What TeX would stumble over: braces, environments and dollars without partner, lone signs, gaps."""
    found, opened = [], []
    if re.search(r"^[^%\n]*[^%\\\n]%", tex, re.MULTILINE):
        found.append("a comment behind text")
    code = NAMES.sub("", re.sub(r"(?<!\\)%.*\n?", "", tex))
    code = re.sub(r"\\ensuremath\{((?:[^{}]|\{[^{}]*\})*)\}", r"$\1$", code)
    for match in re.finditer(
        r"\\(begin|end)\{(\w+\*?)\}|\\(left|right)(?![a-z])|\\.|[{}$#&^_]", code, re.DOTALL
    ):
        sign = match[3] or match[0]
        if match[1] == "begin" or sign in {"{", "left"} or (sign == "$" and "$" not in opened):
            opened.append(match[2] or sign)
        elif match[1] == "end" or sign in {"}", "right", "$"}:
            partner = match[2] or {"}": "{", "right": "left", "$": "$"}[sign]
            if not opened or opened.pop() != partner:
                return [*found, f"{match[0]} at {code[: match.start()][-60:]!r} closes nothing"]
        elif sign in "^_" and not {"$", "align*"} & set(opened):
            found.append(f"{sign} outside of a formula after {code[: match.start()][-60:]!r}")
        elif sign == "&" and not {"align*", "longtable", "matrix", "cases"} & set(opened):
            found.append(f"& outside of a table after {code[: match.start()][-60:]!r}")
    for display in re.findall(r"\\begin\{align\*\}.*?\\end\{align\*\}", code, re.DOTALL):
        found += ["an empty line in a display"] if re.search(r"\n\s*\n|\\\\\s*\\end", display) else []
    return [*found, *(f"{name} is not closed" for name in opened)]


def without_commands(tex: str) -> str:
    """The page without the definitions of its commands, which alone may name parameters and primitives."""
    return re.sub(
        r"\\newcommand\{\\theorycheck\}.*?\{#3\}\}|\\providecommand[^\n]*", "", tex, flags=re.DOTALL
    )


@pytest.mark.parametrize("page", ["claims", "derivations", "numbers", "figures", "example"])
def test_pages_are_well_formed(pages, page):
    tex = without_commands(pages[f"{page}.tex"])
    assert faults(tex) == []
    assert len(tex) > 200


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ("{a", "not closed"), ("a}", "closes nothing"), ("$a", "not closed"), (r"\begin{a}\end{b}", "closes"),
        (r"$\left( a$", "closes nothing"), ("a_b", "outside"), ("a & b", "outside"),
        ("\\begin{align*}\na\n\nb\\end{align*}", "empty line"),
        ("\\begin{align*}a \\\\\n\\end{align*}", "empty line"), ("a % b", "a comment behind text"),
    ]
)  # fmt: skip
def test_what_is_not_well_formed_is_noticed(broken, fault):
    assert fault in "".join(faults(broken))
    assert faults(r"\begin{a}$x_1$ \{ {b} \_ \& \%" + "\n% } $ {\n" + r"\end{a}") == []


def hostile(record, text: str):
    """The record with every sentence and formula in it replaced, verdicts and names kept."""
    if isinstance(record, Record):
        kept = {
            "id",
            "statement_id",
            "topic",
            "relation",
            "bound_type",
            "source_access",
            "name",
            "series",
            "primary",
        }
        kept |= {"holds", "tight"}
        changes = {
            field: hostile(getattr(record, field), text)
            for field in record.__struct_fields__
            if field not in kept
        }
        return replace(record, **changes)
    if isinstance(record, list):
        return [hostile(one, text) for one in record]
    if isinstance(record, dict):
        return {
            key: hostile(value, text) if isinstance(value, Record) else value for key, value in record.items()
        }
    return text if type(record) is str else record


def test_hostile_text_stays_text(document):
    foul = hostile(document, HOSTILE)
    claim = replace(foul.claims[0], id="a{\\x}$%#\n../b", derivation=document.claims[1].derivation)
    foul = replace(foul, claims=[claim, *foul.claims[1:]], figures=[])
    written = files(foul, ["a{*", "conditioning.capacity.mean_noise"])
    for name, content in written.items():
        assert re.fullmatch(r"(figures/)?[A-Za-z0-9][\w.+-]*\.(tex|pdf)", name)
        if name.endswith(".tex"):
            tex = without_commands(content.decode())
            assert faults(tex) == []
            harmless = {"example.tex": r"\\input\{(numbers|claims|derivations|figures)\}|\\end\{document\}"}
            assert not re.search(
                r"\\input|\\csname|\\end\{document\}", re.sub(harmless.get(name, "$^"), "", tex)
            )
    assert r"\textbackslash{}input\{/" in written["claims.tex"].decode().replace(r"\allowbreak{}", "")


def test_text_that_is_not_escaped_would_be_noticed():
    assert len(faults(HOSTILE)) > 0
    assert "outside" in "".join(faults(HOSTILE.replace("%", "")))
    assert faults(tex_text.escape(HOSTILE)) == []
    assert faults(str(tex_text.prose(f"${HOSTILE}$ and ${HOSTILE}"))) == []


@pytest.mark.parametrize(
    "foul",
    [
        r"\input{x}", r"\def\x{}", r"a % b", r"a # b", "^^5cinput", "{a", "a}", r"\left( a", r"a \right)",
        "a^", r"\frac{a}", r"\sqrt", r"\begin{matrix} a", r"\begin{document}\end{document}", r"a & b",
        r"a \\ b", "a $ b", "a^b^c", r"\text{\input{x}}", r"\href{x}{y}", "é", "x'^{2}'", r"\limits a",
        r"\left a b \right)", "\x00", r"a\limits_{1}",
    ]
)  # fmt: skip
def test_what_is_no_formula_is_shown_as_code(foul):
    assert tex_formulas.atoms(foul) is None
    assert tex_text.formula(foul).startswith(r"\texttt{")
    assert faults(str(tex_text.formula(foul))) == []
    assert faults(rf"\begin{{align*}}{tex_text.display(foul)}\end{{align*}}") == []


def spaceless(tex: str) -> str:
    """The formula without spaces, and without braces around one sign."""
    return re.sub(r"\{(\w)\}", r"\1", re.sub(r"\s", "", tex))


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_{j \ne i} |\langle k_i, k_j \rangle| \le 1",
        r"x = \begin{cases} 1 & \text{for}\: x > 0 \\ e^{x} \end{cases}",
        r"{}_{0}F_{1}\left(\begin{matrix} \\ \frac{d}{2} \end{matrix}\middle| {1} \right)",
        r"\sqrt[3]{a'} - -1",
        r"\sum_{\substack{1 \leq t \leq T\\1 \leq v}} {W^{K}}_{c, d}",
        r"\operatorname{tr} A^{\top} \propto \phi{\left(x \right)}",
    ]
)  # fmt: skip
def test_formulas_pass_unchanged(latex):
    shown = str(tex_text.formula(latex))
    assert spaceless(shown) == spaceless(f"${latex}$")
    assert faults(shown) == []


def test_wide_formulas_are_broken_and_nothing_is_lost():
    terms = " + ".join(rf"\left(a_{{{k}}} - b\right) \frac{{x_{{{k}}}}}{{y}}" for k in range(20))
    latex = rf"m = 2 \left({terms}\right) c"
    broken = tex_formulas.lines(tex_formulas.atoms(latex))
    assert len(broken) > 3
    assert all(wide <= tex_formulas.LINE for _, wide in broken)
    assert broken[0][0].endswith(r"\right.")
    assert broken[1][0].startswith(r"\left.")
    whole = "".join(line for line, _ in broken).replace(r"\right.", "").replace(r"\left.", "")
    assert spaceless(whole) == spaceless(latex)
    display = str(tex_text.display(latex))
    assert display.count("&") == len(broken)
    assert faults(rf"\begin{{align*}}{display}\end{{align*}}") == []


def test_what_cannot_be_broken_is_made_to_fit():
    product = r"\frac{" + " ".join("abcdefghij" * 7) + r"}{2}"
    assert r"\theorycheckfit" in tex_text.display(product)
    assert r"\theorycheckfit" not in tex_text.display(r"\frac{a}{2}")


def test_every_claim_has_its_row_and_its_numbers(pages, document):
    found = {(claim, name): value for claim, name, value in SET.findall(pages["numbers.tex"])}
    assert len(found) == len(SET.findall(pages["numbers.tex"]))
    assert pages["claims.tex"].count(r" \\[2pt]") == len(document.claims)
    for claim in document.claims:
        assert found[claim.id, "verdict"] == claim.verdict.value
        assert found[claim.id, "points"] == str(len(claim.points))
    one = "conditioning.capacity.mean_noise.omega"
    exact = {"": "1.003", ".claimed": "0.5", ".derived": "1", ".low": "0.988", ".interval": "[0.988, 1.018]"}
    assert {end: found[one, f"exponent.d_k{end}"] for end in exact} == exact
    assert found[one, "claimed"] == r"$C\sqrt{d_{k}}$"
    assert found[one, "fit.p"] == "0.3324"
    assert "1.003 [0.988, 1.018]" in pages["claims.tex"]


def test_numbers_follow_the_document(document):
    claim = next(claim for claim in document.claims if claim.exponents)
    exponent = replace(claim.exponents["d_k"], estimate=-2.5e-7, ci=(None, 3.0))
    found = numbers(replace(claim, exponents={"d_k": exponent}))
    assert found["exponent.d_k"] == r"\ensuremath{-2.5 \times 10^{-7}}"
    assert found["exponent.d_k.interval"] == r"[\ensuremath{-\infty}, 3]"
    assert "exponent.d_k.low" not in found


def test_every_point_has_a_name_of_its_own_with_its_numbers(document):
    claim = next(claim for claim in document.claims if claim.id == "conditioning.noise_power")
    found = numbers(claim)
    point = next(point for point in claim.points if point.at == {"n": 33, "d_k": 16, "d_v": 64})
    stem = "point.n-33.d_k-16.d_v-64"
    assert float(found[stem]) == pytest.approx(point.mean, rel=1e-3)
    assert found[f"{stem}.trials"] == "65536"
    assert found[f"{stem}.claimed"] == "2"
    assert len({name for name in found if name.endswith(".trials")}) == len(claim.points)


def test_a_point_keeps_its_name_when_its_claim_has_another_size(document):
    claim = next(claim for claim in document.claims if claim.id == "conditioning.noise_power")
    fewer = replace(claim, points=claim.points[1:])
    names = [{name for name in numbers(one) if name.startswith("point.")} for one in (claim, fewer)]
    assert names[1] < names[0]


def test_values_that_print_alike_are_two_points():
    (one, other) = (point_at(value) for value in (0.123456, 0.123457))
    assert point_name(one, ["x"]) != point_name(other, ["x"])
    assert point_name(point_at(2.0), ["x"]) == "point.x-2"


def point_at(value: float) -> PointRecord:
    """A point at one place."""
    return PointRecord(
        at={"x": value},
        mean=1.0,
        stderr=0.1,
        error_bound=None,
        trials=4,
        ci=(0.5, 1.5),
        claimed=None,
        derived=None,
    )


def test_names_that_look_alike_are_told_apart(document):
    twins = [replace(document.claims[0], id=name, points=[]) for name in ("a b", "a%b")]
    tex = files(replace(document, claims=twins, figures=[]))["numbers.tex"].decode()
    assert {name for name, _, _ in SET.findall(tex)} == {"run", "a-b", "a-b-2"}


def test_derivations_stand_once_with_every_step(pages, document):
    tex = pages["derivations.tex"]
    shown = proofs(document.claims)
    derived = [claim for claim in document.claims if claim.derivation.chain]
    assert sorted(claim.id for proof in shown for claim in proof.claims) == sorted(
        claim.id for claim in derived
    )
    assert len(shown) < len(derived)
    assert tex.count(r"\begin{align*}") == len(shown)
    assert tex.count(r"\intertext{") == sum(len(proof.lead.derivation.chain) - 1 for proof in shown)
    assert r"2.\ integrate values (rule: \emph{unit vector moments}; where the values are independent" in tex
    assert tex.count("\n% checked: Equal to exact enumeration") == len(shown)
    assert spaceless(r"\mathbb{E} \left|{\eta}\right|^{2}") in spaceless(tex)


def test_every_file_and_every_place_that_is_named_exists(written, pages):
    everything = "".join(pages.values())
    drawn = re.findall(r"\{\\theorycheckfolder/(figures/[^}]*)\}", everything)
    assert sorted(drawn) == sorted(name for name in written if name.endswith(".pdf"))
    assert len(drawn) == len(set(drawn)) > 5
    assert {f"{name}.tex" for name in re.findall(r"\\input\{(\w+)\}", pages["example.tex"])} == set(pages) - {
        "example.tex"
    }
    labels = re.findall(r"\\label\{([^}]*)\}", everything)
    assert len(labels) == len(set(labels))
    assert set(re.findall(r"\\pageref\{([^}]*)\}", everything)) <= set(labels)
    named = re.findall(r"\\theorycheck\{([^}]*)\}\{([^}]*)\}", pages["example.tex"])
    assert set(named) <= {(claim, name) for claim, name, _ in SET.findall(pages["numbers.tex"])}


def test_the_same_document_gives_the_same_bytes(written, document):
    again = files(msgspec.json.decode(msgspec.json.encode(document), type=Document))
    assert list(again) == list(written)
    assert again == written


@pytest.mark.parametrize("kind", FigureKind)
def test_drawings_are_vectors_of_their_size_without_a_date(document, kind):
    figure = next(figure for figure in document.figures if figure.kind is kind)
    drawing = figure_drawing(figure)
    page = pdf(drawing)
    assert page.startswith(b"%PDF")
    assert not re.search(rb"Date|/Subtype\s*/Image|/Type\s*/Font\b", page)
    size = [float(part) for part in re.search(rb"/MediaBox \[ ?([^\]]*)\]", page)[1].split()]
    assert size[2:] == pytest.approx([drawing.width, drawing.height])
    first, *others = figure.points
    changed = [replace(first, mean=1.5 * first.mean), *others]
    assert pdf(figure_drawing(replace(figure, points=changed))) != page


def strokes(page: bytes) -> bytes:
    """What a page paints, uncompressed."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", page, re.DOTALL)
    return b"\n".join(zlib.decompress(stream) for stream in streams if stream[:1] == b"x")


def test_what_a_drawing_places_is_painted_there():
    def page(*elements) -> bytes:
        return strokes(pdf(Drawn(width=100, height=50, elements=elements, description="")))

    painted = page(lines([[(10, 5), (30, 5), (30, 45)]], "frame"))
    assert re.search(rb"10 45 m\s+30 45 l\s+30 5 l", painted)
    assert painted != page(lines([[(10, 5), (30, 5), (30, 44)]], "frame"))
    assert painted == page(Group((lines([[(10, 0), (30, 0), (30, 40)]], "frame"),), 5))
    with pytest.raises(KeyError, match="unheard"):
        page(lines([[(1, 1), (3, 1)]], "unheard"))


def test_a_drawing_is_a_png_too(document):
    assert png(figure_drawing(document.figures[0])).startswith(b"\x89PNG")


def test_claims_are_selected_by_id_beginning_and_glob(document):
    def chosen(*patterns):
        return [claim.id for claim in select(document.claims, patterns)]

    assert chosen() == [claim.id for claim in document.claims]
    assert chosen("conditioning.noise_power") == ["conditioning.noise_power"]
    assert len(chosen("conditioning.capacity.distinct")) == len(chosen("*.distinct.*")) == 3
    assert len(chosen("*.distinct.*", "conditioning.linearity")) == 4
    with pytest.raises(
        UsageError, match=r"no claim 'conditioning.noise_powr'; did you mean conditioning.noise_power"
    ):
        chosen("conditioning.linearity", "conditioning.noise_powr")


def test_only_selected_claims_are_written(document):
    written = files(document, ["conditioning.noise_power"])
    assert {name for name in written if name.endswith(".pdf")} == {
        "figures/conditioning.figure.curves.pdf",
        "figures/conditioning.noise_power.n.pdf",
    }
    assert b"linearity" not in b"".join(content for name, content in written.items() if name.endswith(".tex"))


def test_the_command_writes_the_files(document, tmp_path):
    (tmp_path / output.VERDICTS).write_text(output.encode(document))
    ended = theorycheck("report", tmp_path, "--latex", "--claim", "conditioning.linearity")
    assert ended.returncode == 0
    assert f"files in {tmp_path / 'latex'}" in ended.stdout
    expected = files(document, ["conditioning.linearity"])
    folder = tmp_path / output.LATEX
    assert {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*")} == expected
    assert not (tmp_path / output.HTML).exists()


def test_the_command_refuses_what_is_not_there(document, tmp_path):
    (tmp_path / output.VERDICTS).write_text(output.encode(document))
    for words, told in (
        (("--latex", "--claim", "conditioning.noise_powr"), "did you mean conditioning.noise_power"),
        (("--claim", "conditioning.noise_power"), "add --latex"),
    ):
        ended = theorycheck("report", tmp_path, *words)
        assert (ended.returncode, told in ended.stderr) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == [output.VERDICTS]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_the_example_compiles(document, tmp_path):
    (tmp_path / output.VERDICTS).write_text(output.encode(document))
    output.write_latex(tmp_path, document)
    for _ in range(2):
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "example.tex"]
        done = subprocess.run(command, cwd=tmp_path / output.LATEX, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    assert b"undefined" not in done.stdout
