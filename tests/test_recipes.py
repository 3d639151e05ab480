"""The recipes of CONTRIBUTING.md, each carried out on a copy, with the number of files that it touches."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest
from theorycheck.numerics.quantity import quantities

ROOT = Path(__file__).parents[1]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
INTERPRETATION, REPORT, LINE = re.findall(r"^```python\n(.*?)^```$", CONTRIBUTING, re.MULTILINE | re.DOTALL)

LAPLACE = '''def Laplace(scale: Value = 1) -> Term:  # noqa: N802 - a law
    """The law with density exp(-|x|/scale)/(2 scale)."""
    return Term("laplace", (as_term(scale),))


WRITTEN["laplace"] = _declared(
    "laplace", 1, Written("laplace(scale=1)", Laplace, draw=lambda g, size, scale: g.laplace(0, scale, size))
)


def mean('''
ZERO_MEAN = '        case "sphere" | "rademacher":\n            return zero_like'
BERNOULLI = "            return law.args[0] * (1 - law.args[0])\n"
DESCRIBED = '        case "bernoulli":\n            return f"1 with'
"""Lines beside which `theory/laws.py` gets a law's cases: in `mean`, in `covariance` and in `describe`."""
ZIPF = '@partial(LAWS.setdefault, "zipf")\ndef _zipf('
SAMPLER = '''@partial(LAWS.setdefault, "laplace")
def _laplace(law: Term, value: Value) -> Draw:
    """A difference of two exponentials, times the scale."""
    scale = float(value(law.args[0]))

    def draw(sizes: Sizes, source: Source) -> Float[Tensor, "*sizes"]:
        first, second = (source.empty(*sizes).exponential_(generator=source.generator) for _ in range(2))
        return first.sub_(second).mul_(scale)

    return draw


@partial(LAWS.setdefault, "zipf")
def _zipf('''
BALL = '''def Ball(dimension: Value) -> Term:  # noqa: N802 - a law
    """The uniform law in the unit ball."""
    return Term("ball", (as_term(dimension),))


def _in_ball(g, size, d):
    x = g.normal(size=(*size, int(d)))
    return x / (x**2).sum(-1, keepdims=True) ** 0.5 * g.random((*size, 1)) ** (1 / d)


WRITTEN["ball"] = _declared("ball", 1, Written("ball(dimension)", Ball, frozenset({0}), _in_ball))


def mean('''
BALL_SAMPLER = '''@partial(LAWS.setdefault, "ball")
def _ball(law: Term, value: Value) -> Draw:
    """u^(1/d) x / |x| of a normal x."""
    (d,) = _shape(law, value)

    def draw(sizes: Sizes, source: Source) -> Float[Tensor, "*sizes d"]:
        x = source.normal(*sizes, d)
        return x.mul_(source.uniform(*sizes, 1).pow_(1 / d) / _lengths(x))

    return draw


@partial(LAWS.setdefault, "zipf")
def _zipf('''
DIGESTS = """
from theorycheck.numerics.quantity import quantities
print(*(one.code.digest for one in quantities("conditioning").values()))
"""
KEYS = """
import torch
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.laws import Ball
noise = quantities("conditioning")["noise_power"]
group = noise.groups[3]
x = sample_trials(noise, group, 4096, torch.Generator().manual_seed(1), key_law=Ball)[:, 0, 0].double()
n, d = group.shared["n"], group.shared["d_k"]
print(float((x.mean() - (n - 1) * d / (d + 2) ** 2) / (x.std() / len(x) ** 0.5)))
"""


@dataclass(frozen=True)
class Copy:
    """The packages as another folder holds them."""

    folder: Path

    def edit(self, file, old, new):
        path = self.folder / "theorycheck" / file
        text = path.read_text()
        assert text.count(old) == 1, (file, old)
        path.write_text(text.replace(old, new))

    def add(self, file, text):
        path = self.folder / "theorycheck" / file
        path.write_text((path.read_text() if path.exists() else "") + text)

    def add_distribution(self, name, law, sampler, *, variance, words):
        """What the recipe asks for: its maker and cases in `theory`, and its sampler in `numerics`."""
        for old, new in (
            ("def mean(", law),
            (ZERO_MEAN, ZERO_MEAN.replace('"rademacher"', f'"rademacher" | "{name}"')),
            (BERNOULLI, f'{BERNOULLI}        case "{name}":\n            return {variance}\n'),
            (DESCRIBED, f'        case "{name}":\n            return f"{words}"\n{DESCRIBED}'),
        ):
            self.edit("theory/laws.py", old, new)
        self.edit("numerics/laws.py", ZIPF, sampler)

    def __call__(self, *words):
        return self.python("-m", "theorycheck", *words)

    def python(self, *words):
        paths = {"PYTHONPATH": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache")}
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env=os.environ | paths,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )

    @property
    def touched(self):
        """The files that are new or not what they were."""
        root = self.folder / "theorycheck"
        files = {path.relative_to(root) for path in root.rglob("*.py")}
        return sorted(str(file) for file in files if _content(file) != (root / file).read_bytes())


def _content(file):
    top = file.parts[0]
    path = ROOT / file if top in {"theory", "numerics", "reports"} else ROOT / "verify" / file
    return path.read_bytes() if path.exists() else b""


@pytest.fixture
def copy(tmp_path):
    unused = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "verify", tmp_path / "theorycheck", ignore=unused)
    for name in ("theory", "numerics"):
        shutil.copytree(ROOT / name, tmp_path / "theorycheck" / name, ignore=unused)
    made = Copy(tmp_path)
    assert made.touched == []
    return made


@pytest.mark.slow
def test_an_interpretation_is_one_file(copy):
    copy.add("papers/conditioning/s02_capacity.py", "\n" + INTERPRETATION)
    name = "conditioning.capacity.seldom_unshared.omega"
    done = copy("run", name, "--preset", "quick", "--workers", "1", "--no-figures", "--all")
    assert done.stdout.startswith(f"bound only\t{name}\t"), done.stderr
    assert copy.touched == ["papers/conditioning/s02_capacity.py"]


@pytest.mark.slow
def test_a_distribution_is_two_files(copy):
    law = ("--law", "x: laplace(b)")
    assert "there is no law 'laplace'" in copy("derive", "Var(sum_j x_j) == 2 n b^2", *law).stderr
    copy.add_distribution(
        "laplace", LAPLACE, SAMPLER, variance="2 * law.args[0] ** 2", words="Laplace with scale {args[0]}"
    )
    proved = copy("derive", "Var(sum_j x_j) == 2 n b^2", *law)
    assert re.search(r"status +derived", proved.stdout), proved.stderr
    assert re.search(r"second check +holds", proved.stdout)
    assert "Counterexample" in copy("derive", "Var(sum_j x_j) == 3 n b^2", *law).stderr
    drawn = copy("simulate", "E[(sum_j x_j)^2]", "--law", "x: laplace(3)", "--at", "n=4", "--json")
    found = json.loads(drawn.stdout)
    assert abs(found["value"] - 72) < 5 * found["stderr"]
    # The evidence that is there is of the same code.
    known = [one.code.digest for one in quantities("conditioning").values()]
    assert copy.python("-c", DIGESTS).stdout.split() == known
    assert copy.touched == ["numerics/laws.py", "theory/laws.py"]


@pytest.mark.slow
def test_a_distribution_of_keys_is_two_files(copy):
    words = "uniform in the unit ball of R^{args[0]}"
    copy.add_distribution("ball", BALL, BALL_SAMPLER, variance="1 / (law.args[0] + 2)", words=words)
    law, power = ("--law", "k[n]: ball(d)", "--law", "v[n]: sphere(m)"), "E|sum_{j != i} <k_i, k_j> v_j|^2"
    proved = copy("derive", f"{power} == (n - 1) d / (d + 2)^2", *law)
    assert re.search(r"status +derived", proved.stdout), proved.stderr
    assert re.search(r"second check +holds", proved.stdout)
    assert "Counterexample" in copy("derive", f"{power} == (n - 1) / d", *law).stderr
    drawn = copy("simulate", power, *law, "--at", "n=4,d=6,m=2", "--json")
    found = json.loads(drawn.stdout)
    assert abs(found["value"] - 3 * 6 / 64) < 5 * found["stderr"], drawn.stderr
    assert abs(float(copy.python("-c", KEYS).stdout)) < 5
    assert copy.touched == ["numerics/laws.py", "theory/laws.py"]


@pytest.mark.slow
def test_a_margin_is_one_file(copy):
    copy.edit("claim.py", "EXPONENT_MARGIN = 0.05", "EXPONENT_MARGIN = 0.04")
    listed = {one["id"]: one["margin"] for one in json.loads(copy("list", "--json").stdout)}
    assert listed["conditioning.noise_power.law"] == 0.04
    assert listed["conditioning.noise_power.mean"] == 0.02
    assert copy.touched == ["claim.py"]


@pytest.mark.slow
def test_a_report_is_two_files(copy):
    copy.add("report/plain.py", REPORT)
    last = "    write_text(folder / MARKDOWN, markdown_page.render(document))\n"
    copy.edit("report/output.py", last, last + LINE)
    copy.edit("report/output.py", "import caches, markdown_page\n", "import caches, markdown_page, plain\n")
    done = copy("run", "conditioning.linearity", "--preset", "quick", "--workers", "1", "--out", "out")
    assert done.returncode == 0, done.stderr
    assert "agrees\tconditioning.linearity.identity\n" in (copy.folder / "out" / "report.txt").read_text()
    assert copy.touched == ["report/output.py", "report/plain.py"]


@pytest.mark.slow
def test_a_paper_is_a_folder(copy):
    assert copy("new", "memory", "--paper").returncode == 0
    done = copy("run", "memory", "--preset", "quick", "--workers", "1", "--out", "out", "--all")
    assert done.stdout.count("memory.") == 5, done.stderr
    assert {"paper.py", "errors.csv", "test_paper.py"} <= {
        path.name for path in (copy.folder / "memory").iterdir()
    }
    assert copy.touched == []


WALK = re.findall(
    r"`((?:verify|theory|numerics)/[\w/]+\.py)`",
    CONTRIBUTING.partition("## One claim in ten hops")[2].partition("## Five recipes")[0],
)
TRACED = """
import sys, threading
seen = []
def trace(frame, event, _):
    if event == "call" and frame.f_code.co_filename not in seen:
        seen.append(frame.f_code.co_filename)
sys.setprofile(trace); threading.setprofile(trace)
sys.argv = ["theorycheck", "run", "conditioning.noise_power.mean", "--preset", "quick", "--workers", "1"]
sys.argv += ["--no-figures"]
from theorycheck.cli import main
try:
    main()
except SystemExit:
    pass
sys.setprofile(None)
print(*seen, sep="\\n")
"""


def installed(file):
    """Where a file of the checkout lies once it is installed."""
    folder, _, rest = file.partition("/")
    package = import_module("theorycheck" if folder == "verify" else f"theorycheck.{folder}")
    return str(Path(package.__file__).parent / rest)


@pytest.mark.slow
def test_a_claim_passes_through_every_file_of_its_walk(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", TRACED],
        cwd=tmp_path,
        env=os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    seen = set(done.stdout.splitlines())
    assert len(WALK) > 15
    assert [file for file in WALK if installed(file) not in seen] == [], done.stderr
    assert installed("verify/decide/growth.py") not in seen
