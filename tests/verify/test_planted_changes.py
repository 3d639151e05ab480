"""A change of a twentieth of a simulator, a theorem and a claim, on a copy: `ci` names each of the three."""

import os
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from theorycheck.baseline import expected as baselines
from theorycheck.numerics.quantity import quantities

from .running import in_a_process

ROOT = Path(__file__).parents[2]
PLANTED = {
    "numerics/conditioning/noise.py": ("power = eta.square()", "power = 1.05 * eta.square()"),
    "theory/conditioning/noise.py": (
        "_valued(E(inner(memory.crosstalk, u) ** 2), memory",
        "_valued(E(inner(memory.crosstalk, u) ** 2) * 21 / 20, memory",
    ),
    "papers/conditioning/s01_noise.py": ('.equals("1/d_k", margin=0.02)', '.equals("1.05/d_k", margin=0.02)'),
}
CLAIMS = ("noise_power.mean", "noise_power.directional_variance", "key_overlap.mean_square")

FORMATS = ("junit", "sarif", "summary")


def know_code(path):
    """Add to a baseline what measures the claims in this tree."""
    made = baselines.read(path)
    part = made.presets["quick"]
    measured = {name: quantities("conditioning")[name.partition(".")[0]].code for name in CLAIMS}
    entries = {
        f"conditioning.{name}": replace(part.claims[f"conditioning.{name}"], code=code.digest)
        for name, code in measured.items()
    }
    known = {name: digest for code in measured.values() for name, digest in code.definitions.items()}
    part = replace(part, claims=part.claims | entries, definitions=known)
    baselines.write(path, replace(made, presets=made.presets | {"quick": part}))


@pytest.mark.slow
def test_ci_names_a_changed_simulator_a_changed_theorem_and_a_changed_claim(tmp_path):
    unused = shutil.ignore_patterns("__pycache__")
    package = tmp_path / "theorycheck"
    shutil.copytree(ROOT / "verify", package, ignore=unused)
    for name in ("theory", "numerics", "reports"):
        shutil.copytree(ROOT / name, package / name, ignore=unused)
    know_code(package / "reports" / "baseline.json")
    for file, (old, new) in PLANTED.items():
        text = (package / file).read_text()
        assert text.count(old) == 1, file
        (package / file).write_text(text.replace(old, new))
    done = in_a_process(
        *("ci", *(f"conditioning.{name}" for name in CLAIMS)),
        *("--github", *(part for name in FORMATS for part in (f"--{name}", name))),
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")},
    )
    assert done.returncode == 4, done.stderr
    mean, variance, overlap = (
        next(line for line in done.stdout.splitlines() if f"conditioning.{name}" in line) for name in CLAIMS
    )
    changed = "Changed since the baseline: numerics.conditioning.noise.noise_power"
    assert "Measured by noise_power (" in mean
    assert f"gives other numbers than before. {changed}." in mean
    assert changed not in overlap
    assert all(changed in (tmp_path / name).read_text().replace("\\", "") for name in FORMATS)
    assert f"{changed}." in done.stdout.partition("::error")[2]
    assert f"{changed}; it measures 2 claims" in done.stdout
    assert "its derivation differs at step" in variance
    assert "gives other numbers than before" not in variance
    assert "the claimed formula was 1/d_k, and is 1.05/d_k" in overlap
    assert all("s01_noise.py:" in line for line in (mean, variance, overlap))
    assert (
        "2 in error (conditioning.noise_power.mean, conditioning.noise_power.directional_variance)"
        in done.stderr
    )
