"""The command line as a process: pipes, full disks, signals, version control, and diffs that other programs read."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

import unstatic

EXTENSIONS = Path(__file__).resolve().parents[2] / "corpus" / "extensions"
SCHEMA = json.loads((Path(unstatic.__file__).parent / "migration" / "report.schema.json").read_text(encoding="utf-8"))
COMMAND = [sys.executable, "-m", "unstatic"]
SHELL_COMMAND = shlex.join(COMMAND)
NAME = "positional_type_without_gc"
GOOD = (EXTENSIONS / NAME / "module.c").read_bytes()
MIGRATED = (EXTENSIONS / NAME / "after.c").read_bytes()

# Two files that change. Between them the process sends itself the signal whose number is its argument.
SLOW = """
import os, signal, sys, time
from unstatic.cli import main
replace = os.replace
def slow(source, target):
    replace(source, target)
    if os.fspath(target).endswith(".c") or os.fspath(target).endswith(".h"):
        print("replaced", target, flush=True)
        time.sleep(1)
os.replace = slow
sys.exit(main(["migrate", "--write", "--force", "."]))
"""

Done = subprocess.CompletedProcess[bytes]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project of one extension that can be migrated."""
    root = tmp_path / "project"
    root.mkdir()
    (root / "setup.py").write_text(
        f"from setuptools import Extension, setup\nsetup(ext_modules=[Extension({NAME!r}, ['x.c'])])\n"
    )
    (root / "x.c").write_bytes(GOOD)
    return root


def run(folder: Path, *arguments: str | Path) -> Done:
    return subprocess.run([*COMMAND, *map(str, arguments)], cwd=folder, capture_output=True, timeout=120)


def shell(folder: Path, line: str) -> Done:
    # The shell's own exit code is that of the first program of a pipe.
    return subprocess.run(["bash", "-c", f"set -o pipefail; {line}"], cwd=folder, capture_output=True, timeout=120)


def git(folder: Path, *arguments: str | Path) -> None:
    identity = ["-c", "user.name=n", "-c", "user.email=e@localhost"]
    subprocess.run(["git", *identity, *map(str, arguments)], cwd=folder, check=True, capture_output=True)


def committed(root: Path) -> None:
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("diff . 2>/dev/null | head -1", b"diff --git"),
        ("diff . | true", b""),
        ("scan --format json . | true", b""),
        ("scan . 2>&1 | true", b""),
        ("scan absent 2>&1 | true", b""),
        ("explain | true", b""),
        ("--help | true", b""),
    ],
)
def test_a_closed_pipe_is_nothing_to_complain_about(project: Path, line: str, output: bytes) -> None:
    done = shell(project, f"{SHELL_COMMAND} {line}")

    # Whether the reader is gone before all is written is a matter of luck.
    assert done.returncode in (0, 141)
    assert done.stdout.startswith(output)
    assert not {b"Traceback", b"BrokenPipe", b"ignored"} & set(done.stderr.replace(b":", b" ").split())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", ["diff .", "scan --format json ."])
def test_an_output_that_is_full(project: Path, command: str) -> None:
    done = shell(project, f"{SHELL_COMMAND} {command} >/dev/full")

    assert 4 == done.returncode
    expected = b"unstatic: the output can't be written: No space left on device; no file was left half-written\n"
    assert expected == done.stderr


@pytest.mark.parametrize("arguments", ["--write --force", "--output ../new", "--series ../new", "--output ../new/deep"])
def test_a_full_disk_leaves_everything_as_it_was(
    project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, arguments: str
) -> None:
    # Nothing that was kept before: what makes a precompiled header mustn't be lost either.
    monkeypatch.setenv("UNSTATIC_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
    before = everything(project.parent)
    # No file may become longer than 1 KiB: writing fails as it does on a full disk, with another reason.
    done = shell(project, f"ulimit -f 1; PYTHONDONTWRITEBYTECODE=1 {SHELL_COMMAND} migrate {arguments} .")

    assert 4 == done.returncode
    assert b"File too large" in done.stderr
    assert b"no file was changed" in done.stderr or b"nothing was left there" in done.stderr
    assert b"Traceback" not in done.stderr
    assert before == everything(project.parent)


def test_a_report_that_can_not_be_written(project: Path) -> None:
    done = shell(project, f"ulimit -f 0; PYTHONDONTWRITEBYTECODE=1 {SHELL_COMMAND} scan . --report r.json")

    assert 4 == done.returncode
    assert b"r.json: the report can't be written: File too large" in done.stderr
    assert not (project / "r.json").exists()


def test_a_report_that_can_not_be_replaced_stays(project: Path) -> None:
    (project / "r.json").write_bytes(b"old")
    before = everything(project)
    done = shell(project, f"ulimit -f 0; PYTHONDONTWRITEBYTECODE=1 {SHELL_COMMAND} scan . --report r.json")

    assert (4, before) == (done.returncode, everything(project))


def test_a_report_into_a_pipe(project: Path) -> None:
    done = shell(project, f"{SHELL_COMMAND} scan . --report /dev/stdout | cat")

    assert [NAME] == [extension["name"] for extension in json.loads(done.stdout)["extensions"]]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("files", [1, 2])
def test_a_signal_while_writing_leaves_all_or_nothing(
    project: Path, number: signal.Signals, code: int, files: int
) -> None:
    (project / "second.c").write_bytes(GOOD)
    (project / "setup.py").write_text(
        "from setuptools import Extension, setup\n"
        "setup(ext_modules=[Extension('a', ['x.c']), Extension('b', ['second.c'])])\n"
    )
    before = everything(project)
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW], cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    for _ in range(files):
        process.stdout.readline()
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)

    assert code == process.returncode, errors
    assert b"Traceback" not in errors
    assert before == everything(project)
    assert code != 130 or b"interrupted; no file was left half-written" in errors


def test_a_signal_while_working_ends_all_processes(project: Path) -> None:
    before = everything(project)
    code = "import sys, time\nfrom unstatic import pipeline\nfrom unstatic.cli import main\n"
    code += "pipeline.run = lambda *_: (print('working', flush=True), time.sleep(60))\n"
    code += "sys.exit(main(['migrate', '--write', '.']))\n"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    # To the whole group, as a terminal does.
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=20)

    assert 130 == process.returncode
    assert b"Traceback" not in errors
    assert before == everything(project)


def test_a_read_only_tree(project: Path) -> None:
    project.chmod(0o555)
    done = run(project, "migrate", "--write", "--force", ".")
    project.chmod(0o755)

    assert (4, GOOD) == (done.returncode, (project / "x.c").read_bytes())
    assert b"the folder is read-only; make it writable or use --output" in done.stderr


def test_a_dirty_tree(project: Path) -> None:
    committed(project)
    (project / "setup.py").write_bytes((project / "setup.py").read_bytes() + b"#\n")
    refused = run(project, "migrate", "--write", "--force", ".")

    assert (2, GOOD) == (refused.returncode, (project / "x.c").read_bytes())
    assert b"setup.py" in refused.stderr and b"--allow-dirty" in refused.stderr
    assert 0 == run(project, "migrate", "--write", "--force", "--allow-dirty", ".").returncode
    assert MIGRATED == (project / "x.c").read_bytes()


@pytest.mark.parametrize("output", [".", "new", "../full", "setup.py"])
def test_an_output_that_exists_or_lies_inside(project: Path, output: str) -> None:
    (project.parent / "full").mkdir()
    (project.parent / "full" / "mine").write_bytes(b"m")
    before = everything(project.parent)
    done = run(project, "migrate", "--output", output, ".")

    assert 2 == done.returncode
    assert output.removeprefix("../").encode() in done.stderr
    assert before == everything(project.parent)


@pytest.mark.parametrize("tool", [["git", "apply"], ["patch", "-p1", "-s"]])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_the_diff_applies(project: Path, tool: list[str], line_end: bytes) -> None:
    (project / "x.c").write_bytes(b"/* caf\xe9 */\n".replace(b"\n", line_end) + GOOD.replace(b"\n", line_end))
    diff = run(project, "diff", ".").stdout
    binary = ["--binary"] if tool[0] == "patch" else []

    subprocess.run([*tool, *binary], cwd=project, input=diff, check=True)

    assert (
        b"/* caf\xe9 */\n".replace(b"\n", line_end) + MIGRATED.replace(b"\n", line_end)
        == (project / "x.c").read_bytes()
    )


@pytest.mark.parametrize(
    ("source", "outcome", "claims"),
    [
        (GOOD, "migrated", ("per-interpreter-gil", "default")),
        (MIGRATED, "nothing-to-do", ("per-interpreter-gil", "default")),
        ((EXTENSIONS / "custom_tp_free/module.c").read_bytes(), "partial", ("not-supported", "default")),
        ((EXTENSIONS / "gil_disabled_declared/module.c").read_bytes(), "migrated", ("per-interpreter-gil", "not-used")),
        ((EXTENSIONS / "state_written_as_whole/module.c").read_bytes(), "refused", ("none", "default")),
        (b"/* Generated by Cython 3.0.11 */\n" + GOOD, "refused", None),
        (b"", "failed", None),
    ],
    ids=["migrated", "nothing to do", "partial", "free-threaded", "refused", "generated", "failed"],
)
def test_the_report_follows_the_schema(
    project: Path, source: bytes, outcome: str, claims: tuple[str, str] | None
) -> None:
    (project / "x.c").write_bytes(source)
    printed = run(project, "scan", "--format", "json", ".")
    run(project, "diff", "--report", "r.json", ".")
    scanned, document = json.loads(printed.stdout), json.loads((project / "r.json").read_bytes())

    for one in (scanned, document):
        jsonschema.validate(one, SCHEMA)
        (extension,) = one["extensions"]
        assert (NAME, outcome) == (extension["name"], extension["outcome"])
    said = extension["claims"]
    assert claims == ((said["multiple_interpreters"], said["gil"]) if said else None)
    is_changed = outcome in ("migrated", "partial")
    assert (is_changed, is_changed) == (extension["lines_added"] > 0, extension["lines_removed"] > 0)
    assert (["x.c"] if is_changed else []) == extension["files"]
    assert {"x.c"} >= {item["location"]["path"] for item in (*extension["types"], *extension["globals"])}
