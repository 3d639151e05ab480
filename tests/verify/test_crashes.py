"""Attacks: whatever goes wrong ends in one sentence and an exit code of its own, and is never a verdict."""

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import theorycheck as tc
from theorycheck.cli import exit_codes
from theorycheck.errors import CRASHED, UsageError
from theorycheck.evidence.files import DRAFT, alone_in, append_text, write_text
from theorycheck.report import output
from theorycheck.table import reading

from .running import in_a_process, python


def ended(error):
    """The exit code of a command that this error ends."""
    with pytest.raises(SystemExit) as end, exit_codes():
        raise error
    return end.value.code


def test_a_reader_that_goes_leaves_no_code_of_a_verdict(tmp_path):
    """`theorycheck rules | head -1` in a script with pipefail: 1 would say that a claim is refuted."""
    code = "import sys; from theorycheck.__main__ import program; sys.argv[1:] = ['rules']; program()"
    unread, written = os.pipe()
    os.close(unread)
    done = python("-c", code, stdout=written, stderr=subprocess.PIPE, capture_output=False, cwd=tmp_path)
    os.close(written)
    assert (done.returncode, done.stderr) == (0, "")


INTERRUPTED = """
import os, signal, sys
class Interruption:
    def find_spec(self, name, *_):
        if name == "MODULE":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interruption())
sys.argv[1:] = ["rules"]
"""
"""Ctrl-C comes at the import of a module."""


@pytest.mark.parametrize("module", ["theorycheck.cli", "typer", "theorycheck.commands.process"])
def test_ctrl_c_while_the_command_line_loads_ends_it_without_a_word(module):
    program = "from theorycheck.__main__ import program; program()"
    done = python("-c", INTERRUPTED.replace("MODULE", module) + program)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_is_left_to_a_program_that_imports_the_command_line():
    caught = "try: import theorycheck.__main__, theorycheck.cli\nexcept KeyboardInterrupt: print('caught')"
    done = python("-c", INTERRUPTED.replace("MODULE", "typer") + caught)
    assert (done.returncode, done.stdout, done.stderr) == (0, "caught\n", "")


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("x"), RecursionError(), MemoryError(), OSError(errno.EIO, "x"), KeyError("k")]
)
def test_an_error_that_nobody_foresaw_is_one_sentence_with_a_trace_in_a_file(
    error, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert ended(error) == CRASHED
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith(f"theorycheck: failed itself ({type(error).__name__}")
    (trace,) = tmp_path.iterdir()
    assert str(trace) in said
    assert f"{type(error).__name__}" in trace.read_text().splitlines()[-1]


def test_what_an_error_says_can_neither_fill_nor_steer_the_terminal(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert ended(ValueError("\x1b[2Jagrees\tmine\n" + 1000 * "x")) == CRASHED
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "\x1b" not in said
    assert len(said) < 600


def test_a_trace_that_no_file_takes_is_on_standard_error(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    assert ended(ValueError("x")) == CRASHED
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file that is always full")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("report nowhere 2>/dev/full", 2),
        ("-v report nowhere 2>/dev/full", 2),
        ("report nowhere 2>&-", 2),
        ("rules >/dev/full", 2),
        ("rules >&-", 0),
    ],
)
def test_a_stream_that_takes_nothing_gives_no_code_of_a_verdict(words, code, tmp_path):
    command = f"'{sys.executable}' -m theorycheck {words}"
    assert subprocess.run(["sh", "-c", command], cwd=tmp_path, check=False).returncode == code


def test_codes_that_are_foreseen_stay_what_they_are(capsys):
    full = OSError(errno.ENOSPC, "No space left on device", "report.html")
    assert ended(full) == 2
    assert "report.html cannot be written (No space left on device)" in capsys.readouterr().err
    assert ended(UsageError("x")) == 2
    assert ended(KeyboardInterrupt()) == 130


def test_pages_that_cannot_be_deleted_are_one_sentence(tmp_path, monkeypatch):
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "old.html").write_text("")

    def refuse(page):
        raise OSError(errno.EROFS, "Read-only file system", str(page))

    monkeypatch.setattr("pathlib.Path.unlink", refuse)
    with pytest.raises(UsageError, match=r"cannot be used|is read-only"):
        output.write_pages(tmp_path, "report", [])


def test_a_folder_that_a_run_uses_is_refused_at_once_and_stays_as_it_is(tmp_path):
    with output.prepared(tmp_path, fresh=False) as store:
        store.write_text("evidence")
        for fresh in (True, False):
            with pytest.raises(UsageError, match="in use by another run"):
                output.require_usable(tmp_path, fresh=fresh)
            with (
                pytest.raises(UsageError, match="in use by another run"),
                output.prepared(tmp_path, fresh=fresh),
            ):
                pass
        words = ("fit", "x.csv", "--law", "C*d", "--fresh", "--out", str(tmp_path))
        done = in_a_process(*words, cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "in use by another run" in done.stderr
        assert store.read_text() == "evidence"
    with output.prepared(tmp_path, fresh=True) as store:
        assert not store.exists()


def test_a_folder_is_free_again_when_its_process_was_killed(tmp_path):
    code = (
        "import sys, time; from pathlib import Path; from theorycheck.evidence.files import alone_in\n"
        "with alone_in(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(UsageError), alone_in(tmp_path):
            pass
        holder.kill()
    with alone_in(tmp_path):
        pass


@pytest.mark.parametrize(("text", "code"), [("{", 2), ("{}", 0)])
def test_an_altered_lock_file_is_bad_input(text, code, tmp_path):
    program = (
        "import sys; from pathlib import Path\n"
        "from theorycheck.numerics import lock; from theorycheck.__main__ import program\n"
        "lock.file = lambda topic: Path('theorycheck.lock')\n"
        "sys.argv[1:] = ['show', 'conditioning.hebb.norm', '--preset', 'quick']; program()"
    )
    (tmp_path / "theorycheck.lock").write_text(text)
    done = python("-c", program, cwd=tmp_path)
    assert done.returncode == code
    assert done.stderr.count("\n") == ("has no table of chunks" in done.stderr) == (code == 2)


EXTREMES = {
    "sizes": "d,mean,stderr\n1e50,4,.1\n1e150,8,.1\n1e200,16,.2\n1e250,32,.4\n",
    "means": "d,mean,stderr\n16,4e-310,5e-312\n64,8e-310,1e-311\n256,2e-309,2e-311\n1024,3e-309,4e-311\n",
    "exact values": "d,mean,error_bound\n16,4e-310,0\n64,8e-310,0\n256,2e-309,0\n1024,3e-309,0\n",
    "counts": "d,failures,trials\n1e50,4,100\n1e100,10,100\n1e200,20,100\n1e250,60,100\n",
    "trials": "d,value\n2,1e200\n2,2e200\n4,1e250\n4,2e250\n8,1e300\n8,2e300\n16,1e301\n16,2e301\n",
}


@pytest.mark.parametrize("name", EXTREMES)
@pytest.mark.parametrize("law", ["C*d**(1/2)", "4*d"])
def test_numbers_beyond_what_can_be_computed_with_are_refused_by_line_and_column(name, law, tmp_path):
    path = tmp_path / "extreme.csv"
    path.write_text(EXTREMES[name])
    bound = "Theta" if "C" in law else "equals"
    with pytest.raises(UsageError, match=r"line \d, column \w+: .* choose another unit"):
        tc.fit(path, law, bound=bound)


def test_the_largest_and_smallest_numbers_that_are_taken_are_decided(tmp_path):
    path = tmp_path / "wide.csv"
    for size, mean in ((1e90, 1.0), (1.0, 1e95), (1.0, 1e-95), (1e90, 1e-95)):
        rows = [f"{d * size},{mean * d**0.5},{mean * d**0.5 / 100}" for d in (1, 4, 16, 64, 256)]
        path.write_text("\n".join(["d,mean,stderr", *rows]))
        assert tc.fit(path, "C*d**(1/2)", limits={"d": "oo"}).verdict == "agrees"


def test_a_decision_that_fails_is_the_error_of_its_fit(tmp_path, monkeypatch):
    path = tmp_path / "sound.csv"
    path.write_text("d,mean,stderr\n16,4,.1\n64,8,.1\n256,16,.2\n1024,32,.4\n")
    assert tc.fit(path, "C*d**(1/2)").verdict == "agrees"

    def fails(*_, **__):
        raise ZeroDivisionError("a pivot is zero")

    monkeypatch.setattr("theorycheck.user.fit.decide", fails)
    found = tc.fit(path, "C*d**(1/2)")
    assert (found.verdict, found.summary) == ("error", "The decision failed: a pivot is zero")


def test_tables_have_limits(tmp_path, monkeypatch):
    path = tmp_path / "table.csv"
    path.write_text("d,mean,stderr\n" + "1,2,3\n" * 100)
    monkeypatch.setattr(reading, "MAX_BYTES", 2**9)
    with pytest.raises(UsageError, match="is larger than"):
        reading.read_table(path)
    with pytest.raises(UsageError, match="is larger than"):
        reading.read_table("/dev/zero")
    monkeypatch.setattr(reading, "MAX_BYTES", 2**20)
    monkeypatch.setattr("theorycheck.table.checked.MAX_ROWS", 99)
    with pytest.raises(UsageError, match="has 100 rows, more than 99"):
        reading.read_table(path)
    path.write_text(",".join(["mean", "stderr", *(f"d{i}" for i in range(63))]) + "\n")
    with pytest.raises(UsageError, match="has 65 columns, more than 64"):
        reading.read_table(path)


CLAIM = """
id = "mine.m"
statement = "grows"
law = "C*d"
bound = "Theta"
[grid]
d = [16, 32, 64, 128]
[measure]
python = "m.py:f"
generator = "numpy"
"""
SIMULATOR = """
import os, sys
print("agrees\\tmine.m\\tFORGED")
def f(d, *, n_trials, generator):
    {attack}
    return d**{power} * (1 + 0.1 * generator.standard_normal(n_trials))
"""
FORGERY = (
    'print("FORGED"); os.write(1, b"FORGED"); os.write(2, b"FORGED"); sys.stderr.write("FORGED"); '
    'sys.__stdout__.write("FORGED")'
)


def checked(folder, attack, power=1):
    (folder / "m.toml").write_text(CLAIM)
    (folder / "m.py").write_text(SIMULATOR.format(attack=attack, power=power))
    return in_a_process("check", "m.toml", "--preset", "quick", "--workers", "2", "--out", "out", cwd=folder)


@pytest.mark.slow
def test_a_simulator_that_prints_forges_nothing(tmp_path):
    done = checked(tmp_path, FORGERY, power=2)
    assert done.returncode == 1
    assert done.stdout.startswith("refuted\tmine.m\t")
    assert "FORGED" not in done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("raised", ["KeyboardInterrupt", "GeneratorExit", "SystemExit(0)"])
@pytest.mark.parametrize(("when", "code"), [("True", 2), ("n_trials != 64", 4)], ids=["pilot", "block"])
def test_an_interrupt_inside_a_simulator_is_one_sentence_about_it(raised, when, code, tmp_path):
    done = checked(tmp_path, f"if {when}: raise {raised}")
    assert (done.returncode, done.stderr.count("Traceback")) == (code, 0)
    told = done.stderr.splitlines()[-1] if code == 2 else done.stdout.splitlines()[0]
    assert f"raised {raised.partition('(')[0]}" in told
    assert done.stdout.startswith("" if code == 2 else "error\tmine.m\t")


@pytest.mark.slow
@pytest.mark.parametrize(("when", "code"), [("True", 2), ("n_trials != 64", 4)], ids=["pilot", "block"])
def test_a_simulator_that_ends_its_process_is_one_sentence_about_it(when, code, tmp_path):
    done = checked(tmp_path, f"if {when}: os._exit(0)")
    assert (done.returncode, done.stderr.count("Traceback")) == (code, 0)
    (told,) = (line for line in done.stderr.splitlines() if line.startswith("theorycheck: "))
    assert told.startswith("theorycheck: m.py:f ")
    assert "ended" in told


@pytest.mark.slow
def test_a_fork_inside_a_simulator_is_no_second_worker(tmp_path):
    done = checked(tmp_path, "os.fork()")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert done.stdout.count("agrees\tmine.m\t") == 1


def test_a_torn_claim_file_is_one_sentence_and_loads_no_torch(tmp_path):
    cuts = range(10, len(CLAIM), 25)
    for cut in cuts:
        (tmp_path / f"{cut}.toml").write_text(CLAIM[:cut])
    code = (
        "import sys; from theorycheck.user.claim_file import read; from pathlib import Path\n"
        "from theorycheck.errors import UsageError\n"
        "for name in sys.argv[1:]:\n"
        "    try: read(Path(name))\n"
        "    except UsageError as error: print(error)\n"
        "assert 'torch' not in sys.modules"
    )
    done = python("-c", code, *(f"{cut}.toml" for cut in cuts), cwd=tmp_path, check=True)
    said = done.stdout.splitlines()
    assert [line.partition(".toml")[0] for line in said] == [str(cut) for cut in cuts]


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="needs a limit on the size of files")
@pytest.mark.parametrize(
    "words",
    [
        ("fit", "table.csv", "--law", "C*d**(1/2)", "--out", "out"),
        pytest.param(
            ("run", "conditioning.noise_power.mean", "--preset", "quick", "--workers", "1", "--out", "out"),
            marks=pytest.mark.slow,
        ),
    ],
    ids=["fit", "run"],
)
def test_a_full_disk_is_one_sentence_that_names_the_file(tmp_path, words):
    import resource

    def fill():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))

    rows = [f"{d},{d**0.5},{d**0.5 / 100}" for d in (1, 4, 16, 64, 256)]
    (tmp_path / "table.csv").write_text("\n".join(["d,mean,stderr", *rows]))
    done = in_a_process(*words, cwd=tmp_path, preexec_fn=fill)
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be written" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number", [errno.ENAMETOOLONG, errno.EACCES, errno.EROFS])
def test_a_path_that_the_system_refuses_is_no_crash(number, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    name = "x" * 5000
    assert ended(OSError(number, os.strerror(number), name)) == 2
    said = capsys.readouterr().err
    assert said.endswith(f"... cannot be used ({os.strerror(number)}).\n")
    assert len(said) < 400
    # Another error of the system, or one of no path, was not foreseen.
    assert ended(OSError(number, os.strerror(number))) == CRASHED
    assert ended(OSError(errno.EIO, "Input/output error", name)) == CRASHED


def test_two_processes_that_write_one_file_each_write_it_whole(tmp_path, monkeypatch):
    path, numbers, replaced = tmp_path / "baseline.json", iter([1, 2]), Path.replace
    monkeypatch.setattr(threading, "get_native_id", lambda: next(numbers))

    def amid(draft, target):
        monkeypatch.setattr(Path, "replace", replaced)
        write_text(path, "of the other")
        replaced(draft, target)

    monkeypatch.setattr(Path, "replace", amid)
    write_text(path, "mine")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [(path.name, "mine")]


def test_the_draft_of_a_process_that_was_killed_goes_and_that_of_a_living_one_stays(tmp_path):
    code = (
        "import os, signal, sys; from pathlib import Path\n"
        "from theorycheck.evidence.files import write_text\n"
        "Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "write_text(Path(sys.argv[1]), 'x')"
    )
    path = tmp_path / "report" / "claims" / "a.html"
    python("-c", code, path)
    (left,) = path.parent.iterdir()
    *_, machine, dead, _, _ = left.name.split(".")
    alive = path.with_name(f"b.html.{machine}.{os.getpid()}.1{DRAFT}")
    elsewhere = path.with_name(f"c.html.{machine}0.{dead}.1{DRAFT}")
    for one in (alive, elsewhere):
        one.write_text("")
    write_text(path, "x")
    assert sorted(path.parent.iterdir()) == [path, alive, elsewhere]
    # Pages that are written anew leave nothing of an earlier report.
    left.write_text("")
    output.write_pages(tmp_path, "report", [("report/b.html", "y")])
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == [tmp_path / "report" / "b.html"]


def test_pages_are_there_while_they_are_written_anew(tmp_path):
    def pages(text):
        for name in ("a", "b"):
            assert not text or (tmp_path / "report" / f"{name}.html").exists()
            yield f"report/{name}.html", text

    output.write_pages(tmp_path, "report", [*pages(""), ("report/old.html", "")])
    output.write_pages(tmp_path, "report", pages("x"))
    assert sorted(one.name for one in (tmp_path / "report").iterdir()) == ["a.html", "b.html"]


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path):
    (tmp_path / "report.html").mkdir()
    for write in (write_text, append_text):
        with pytest.raises(UsageError, match="cannot be written"):
            write(tmp_path / "report.html", "x")
    assert [one.name for one in tmp_path.iterdir()] == ["report.html"]
    append_text(tmp_path / "new" / "summary.md", "a")
    append_text(tmp_path / "new" / "summary.md", "b")
    assert (tmp_path / "new" / "summary.md").read_text() == "ab"


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="needs a limit on the size of files")
def test_what_is_added_to_a_file_on_a_full_disk_is_no_part_of_a_line(tmp_path):
    code = (
        "import resource, sys; from pathlib import Path\n"
        "from theorycheck.evidence.files import append_text\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))\n"
        "append_text(Path(sys.argv[1]), 10000 * 'x')"
    )
    for before in ("", "a line\n"):
        (tmp_path / "summary.md").write_text(before)
        done = python("-c", code, tmp_path / "summary.md")
        assert "UsageError: " in done.stderr.splitlines()[-1]
        assert (tmp_path / "summary.md").read_text() == before
