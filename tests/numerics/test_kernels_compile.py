"""The kernel compiles for a GPU that is not there, and its products use its matrix units."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

COMPILE = """
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from theorycheck.numerics.kernels import competitors

def ptx(kernel, types, constants, **options):
    names = kernel.arg_names
    source = ASTSource(
        fn=kernel,
        signature={name: types.get(name, "constexpr") for name in names},
        constexprs={(names.index(name),): value for name, value in constants.items()},
    )
    return triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options).asm["ptx"]

tiles = {"rows_of_block": competitors.ROWS, "columns_of_block": competitors.COLUMNS}
sizes = dict.fromkeys(("count", "classes", "share", "dimension"), "i32")
for kind, depth, precision, units in (
    ("fp32", 32, "tf32", True), ("bf16", 64, "tf32", True), ("fp32", 32, "ieee", False)
):
    arrays = {"x": f"*{kind}", "keys": f"*{kind}", "answers": "*i64", "own": "*fp32", "competitor": "*fp32"}
    fixed = tiles | {"depth_of_block": depth, "precision": precision}
    found = ptx(competitors._kernel, arrays | sizes, fixed, num_warps=8)
    assert ("wgmma" in found) is units, (kind, precision)
"""


def test_the_kernel_compiles_for_hopper(tmp_path):
    pytest.importorskip("triton")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", COMPILE],
        env=os.environ | {"TRITON_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
