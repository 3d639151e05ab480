"""Which machine numbers come from: named in every record; modes of libraries are asked for, never imposed."""

import os
import platform
import re
import subprocess
from concurrent.futures import ProcessPoolExecutor

import pytest
from theorycheck.evidence import machine, record
from theorycheck.evidence.processes import REPRODUCIBLE, initialise_worker, work_reproducibly, worker_context
from theorycheck.user.sandbox import Sandbox

from .running import python

READ = "import os; print(os.environ.get('MKL_CBWR'))"


def mode() -> str | None:
    """The mode in the process that is asked."""
    return os.environ.get("MKL_CBWR")


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ({"vendor_id": "AuthenticAMD", "flags": "sse2 avx avx2"}, "AuthenticAMD, AVX2"),
        ({"vendor_id": "GenuineIntel", "flags": "avx2 avx512f avx512bw"}, "GenuineIntel, AVX-512"),
        ({"CPU implementer": "0x41", "Features": "fp asimd sve"}, "implementer 0x41, SVE"),
        ({}, platform.machine()),
    ],
)
def test_a_family_is_its_vendor_and_its_widest_vectors(told, name):
    assert machine.family(told) == name


def test_a_record_names_processor_modes_and_torch(monkeypatch):
    monkeypatch.setenv("MKL_CBWR", "COMPATIBLE")
    monkeypatch.setenv("ATEN_CPU_CAPABILITY", "default")
    told = record.environment()
    assert told["processor"] == machine.processor_family()
    assert told["library modes"].startswith("MKL_CBWR=COMPATIBLE ATEN_CPU_CAPABILITY=default")
    assert told["torch"]


def test_a_record_names_the_commit_of_a_checkout(tmp_path):
    assert machine.commit(tmp_path) is None
    identity = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    for words in (["init", "-q"], [*identity, "commit", "-q", "--allow-empty", "-m", "first"]):
        subprocess.run(["git", "-C", tmp_path, *words], check=True)
    at = machine.commit(tmp_path)
    assert re.fullmatch("[0-9a-f]{12}", at)
    (tmp_path / "new").write_text("")
    subprocess.run(["git", "-C", tmp_path, "add", "new"], check=True)
    assert machine.commit(tmp_path) == f"{at}-dirty"
    assert record.environment().get("commit") == machine.commit()


def test_modes_are_asked_for_where_the_user_has_chosen_none(monkeypatch):
    monkeypatch.delenv("MKL_CBWR", raising=False)
    work_reproducibly()
    assert mode() == REPRODUCIBLE["MKL_CBWR"]
    for chosen in ("AVX2", ""):
        monkeypatch.setenv("MKL_CBWR", chosen)
        work_reproducibly()
        assert mode() == chosen


@pytest.mark.parametrize(("chosen", "found"), [(None, "AVX2"), ("COMPATIBLE", "COMPATIBLE")])
def test_the_command_line_asks_for_them(chosen, found):
    code = "import sys; sys.argv = ['theorycheck', 'list', 'nothing']\nfrom theorycheck.cli import main\n"
    code += f"try:\n    main()\nexcept SystemExit:\n    {READ}"
    environment = {name: value for name, value in os.environ.items() if name != "MKL_CBWR"}
    environment |= {} if chosen is None else {"MKL_CBWR": chosen}
    assert python("-c", code, env=environment, check=True).stdout.strip().splitlines()[-1] == found


def test_processes_for_user_code_ask_for_them(monkeypatch):
    monkeypatch.delenv("MKL_CBWR", raising=False)
    with Sandbox(timeout=60) as sandbox:
        assert sandbox.call("the mode", mode) == REPRODUCIBLE["MKL_CBWR"]


def test_workers_ask_for_them(monkeypatch):
    monkeypatch.delenv("MKL_CBWR", raising=False)
    context = worker_context()
    with ProcessPoolExecutor(1, mp_context=context, initializer=initialise_worker) as pool:
        assert pool.submit(mode).result() == REPRODUCIBLE["MKL_CBWR"]
