"""A batch as a process: its folder, its limits, and how it goes on after whatever ended it."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import psutil
import pytest

import unstatic
from unstatic.batch.isolation import Limits
from unstatic.batch.overview import to_html
from unstatic.batch.summary import summarise
from unstatic.batch.task import Result

EXTENSIONS = Path(__file__).resolve().parents[2] / "corpus" / "extensions"
SCHEMA = json.loads((Path(unstatic.__file__).parent / "batch" / "summary.schema.json").read_text(encoding="utf-8"))
COMMAND = [sys.executable, "-m", "unstatic", "batch"]
GOOD = (EXTENSIONS / "positional_type_without_gc" / "module.c").read_bytes()
# What PyType_Ready reads can't be put into the dictionary later.
REFUSED = (EXTENSIONS / "preset_tp_dict" / "module.c").read_bytes().replace(b'"MAXIMUM"', b'"__match_args__"')

Done = subprocess.CompletedProcess[str]


def project(folder: Path, source: bytes = GOOD) -> Path:
    folder.mkdir(parents=True)
    module = "preset_tp_dict" if source is REFUSED else "positional_type_without_gc"
    setup = f"from setuptools import Extension, setup\nsetup(ext_modules=[Extension({module!r}, ['x.c'])])\n"
    (folder / "setup.py").write_text(setup, encoding="utf-8")
    (folder / "x.c").write_bytes(source)
    return folder


def stuck(folder: Path) -> Path:
    """Return a project that nobody gets to the end of: reading its header waits for a writer."""
    project(folder, b'#define PIPE "pipe.h"\n#include PIPE\n' + GOOD)
    os.mkfifo(folder / "pipe.h")
    return folder


def batch(at: Path, *arguments: str | Path, **environment: str) -> Done:
    command = [*COMMAND, *map(str, arguments)]
    done = subprocess.run(command, cwd=at, capture_output=True, text=True, timeout=120, env=os.environ | environment)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def summary(folder: Path) -> dict[str, Any]:
    document = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    jsonschema.validate(document, SCHEMA)
    assert isinstance(document, dict)
    return document


def outcomes(folder: Path) -> dict[str, str]:
    return {package["name"]: package["outcome"] for package in summary(folder)["packages"]}


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def packages_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Return the processes that work on packages now."""
    found = psutil.Process(process.pid).children(recursive=True)
    return [one for one in found if "unstatic.cli.commands.batch_child" in one.cmdline()]


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """Return a folder with three packages: one that migrates, one that is refused, one that can't be parsed."""
    folder = tmp_path / "projects"
    project(folder / "good")
    project(folder / "refused", REFUSED)
    project(folder / "broken", b"#include <Python.h>\n@@@ PyInit_positional_type_without_gc(\n")
    return folder


def test_one_folder_tells_all(several: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in several.rglob("*") if path.is_file()}
    done = batch(tmp_path, several, "--output", "out", "--jobs", "2")
    out = tmp_path / "out"
    migrated = tmp_path / "migrated"
    shutil.copytree(several / "good", migrated)
    subprocess.run(["git", "apply", out / "packages/good/migration.diff"], cwd=migrated, check=True)

    assert (4, "") == (done.returncode, done.stdout), done.stderr
    assert {"broken": "failed", "good": "migrated", "refused": "refused"} == outcomes(out)
    assert (EXTENSIONS / "positional_type_without_gc" / "after.c").read_bytes() == (migrated / "x.c").read_bytes()
    assert before == {path: path.read_bytes() for path in several.rglob("*") if path.is_file()}
    assert "unsupported-slot" in [blocker["rule"] for blocker in summary(out)["blockers"]]
    rows = list(csv.DictReader((out / "summary.csv").open(encoding="utf-8")))
    assert ["broken", "good", "refused"] == [row["package"] for row in rows]
    assert "x.c" in rows[0]["error"] and str(several) not in rows[0]["error"]
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "unsupported-slot" in page and "http" not in page
    assert not [path for path in out.rglob("*.txt") if "Traceback" in path.read_text(encoding="utf-8")]


def test_what_a_missing_header_leaves_is_counted(tmp_path: Path) -> None:
    project(tmp_path / "projects" / "lacking", b'#include "made_by_the_build.h"\n#include "config_of_it.h"\n' + GOOD)
    done = batch(tmp_path, "projects", "--output", "out")
    (package,) = summary(tmp_path / "out")["packages"]
    (report,) = json.loads((tmp_path / "out/packages/lacking/report.json").read_text(encoding="utf-8"))["extensions"]
    told = (tmp_path / "out/packages/lacking/report.txt").read_text(encoding="utf-8")

    assert (4, "failed") == (done.returncode, package["outcome"])
    assert {"migrated": 0, "kept": 0, "refused": 1} == package["types"]
    assert {"parse-error"} == {one["rule"] for one in report["types"]}
    assert "made_by_the_build.h not found" in package["error"]
    assert ["made_by_the_build.h", "config_of_it.h"] == re.findall(r"error: .*header (\S+) not found", told)


def test_what_is_no_extension_is_no_failure(tmp_path: Path) -> None:
    project(tmp_path / "projects" / "good")
    plain = tmp_path / "projects" / "plain"
    plain.mkdir()
    (plain / "setup.py").write_text("from setuptools import setup\nsetup(name='plain')\n", encoding="utf-8")
    done = batch(tmp_path, "projects", "--output", "out")

    assert 0 == done.returncode, done.stderr
    assert {"good": "migrated", "plain": "not-an-extension"} == outcomes(tmp_path / "out")
    assert "plain: not an extension: no source defines a module" in done.stderr
    assert 0 == batch(tmp_path, "projects", "--output", "out", "--retry-failed").returncode


def test_the_page_opens_with_the_picture_and_groups_what_failed() -> None:
    missing = "x.c:1: header curl/curl.h not found: install it (on Debian and Ubuntu: apt install libcurl4-openssl-dev)"
    errors = {
        "first": missing,
        "second": missing.replace("x.c:1", "src/y.c:7"),
        "third": "z.c:3: header no.h not found",
    }
    results = [Result(name, name, "", Limits(60), "error", text, 4) for name, text in errors.items()]
    plain = Result("plain", "plain", "", Limits(60), "not-an-extension", "no source defines a module", 0)
    page = to_html(summarise([*results, plain]))
    headings = re.findall(r"<h[12]>(.*)</h[12]>", page)

    assert ["4 packages", "Types", "Globals", "What failed", "What blocks migration"] == headings[:5]
    assert 'headers of libcurl4-openssl-dev are missing</td><td class="number">2</td><td>first, second</td>' in page
    assert '<td>header no.h not found</td><td class="number">1</td><td>third</td>' in page
    assert "<code>apt install libcurl4-openssl-dev</code>" in page
    assert "1 not an extension" in page


def test_nothing_is_done_twice(several: Path, tmp_path: Path) -> None:
    batch(tmp_path, several, "--output", "out")
    results = sorted((tmp_path / "out" / "packages").glob("*/result.json"))
    before = [path.stat().st_mtime_ns for path in results]
    again = batch(tmp_path, several, "--output", "out")

    assert (4, before) == (again.returncode, [path.stat().st_mtime_ns for path in results])
    assert "3 of 3 packages are done already" in again.stderr

    (several / "broken" / "x.c").write_bytes(GOOD)
    mended = batch(tmp_path, several, "--output", "out")

    assert (0, before[1:]) == (mended.returncode, [path.stat().st_mtime_ns for path in results][1:])
    assert "2 of 3 packages are done already" in mended.stderr
    assert "migrated" == outcomes(tmp_path / "out")["broken"]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_it_goes_on_after_a_kill(tmp_path: Path, number: signal.Signals) -> None:
    project(tmp_path / "projects" / "a")
    blocked = stuck(tmp_path / "projects" / "b")
    project(tmp_path / "projects" / "c")
    command = [*COMMAND, "projects", "--output", "out"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    first = tmp_path / "out" / "packages" / "a" / "result.json"
    wait_until(lambda: first.exists() and bool(packages_of(process)))
    before = first.stat().st_mtime_ns
    children = packages_of(process)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    psutil.wait_procs(children, timeout=15)

    assert [] == [child for child in children if child.is_running()]
    assert (-9 if number == signal.SIGKILL else 128 + number) == process.returncode, said
    if number != signal.SIGKILL:
        assert "1 of 3 packages are done; run the same command again to go on" in said
        assert ["b", "c"] == summary(tmp_path / "out")["waiting"]

    (blocked / "pipe.h").unlink()
    (blocked / "pipe.h").touch()
    done = batch(tmp_path, "projects", "--output", "out")

    assert 0 == done.returncode, done.stderr
    assert "1 of 3 packages are done already" in done.stderr
    assert before == first.stat().st_mtime_ns
    assert {"a": "migrated", "b": "migrated", "c": "migrated"} == outcomes(tmp_path / "out")


@pytest.mark.parametrize(
    ("options", "cause", "words"),
    [
        (["--time-limit", "2"], "time-limit", "took longer than 2 seconds; give it more with --time-limit"),
        (["--memory-limit", "8"], "memory-limit", "needed more than 8 MiB; give it more with --memory-limit"),
    ],
)
def test_limits_end_one_package(tmp_path: Path, options: list[str], cause: str, words: str) -> None:
    stuck(tmp_path / "projects" / "b")
    done = batch(tmp_path, "projects", "--output", "out", *options)
    (package,) = summary(tmp_path / "out")["packages"]

    assert (4, "failed", cause, words) == (done.returncode, package["outcome"], package["cause"], package["error"])
    assert words in done.stderr


def test_a_killed_package_does_not_stop_the_rest(tmp_path: Path) -> None:
    blocked = stuck(tmp_path / "projects" / "a")
    project(tmp_path / "projects" / "b")
    command = [*COMMAND, "projects", "--output", "out", "--jobs", "1"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: bool(packages_of(process)))
    packages_of(process)[0].kill()
    _, said = process.communicate(timeout=60)
    killed, fine = summary(tmp_path / "out")["packages"]

    assert 4 == process.returncode, said
    assert ("killed", "migrated") == (killed["cause"], fine["outcome"])
    assert "ended from outside (SIGKILL)" in killed["error"]

    (blocked / "pipe.h").unlink()
    (blocked / "pipe.h").touch()

    assert 0 == batch(tmp_path, "projects", "--output", "out").returncode


def test_a_killed_worker_does_not_stop_the_rest(tmp_path: Path) -> None:
    stuck(tmp_path / "projects" / "a")
    project(tmp_path / "projects" / "b")
    command = [*COMMAND, "projects", "--output", "out", "--jobs", "1"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: bool(packages_of(process)))
    (child,) = packages_of(process)
    worker = child.parent()
    assert worker is not None
    worker.kill()
    _, said = process.communicate(timeout=60)

    assert 4 == process.returncode, said
    assert [("killed", "failed"), ("", "migrated")] == [
        (package["cause"], package["outcome"]) for package in summary(tmp_path / "out")["packages"]
    ]
    psutil.wait_procs([child], timeout=15)
    assert not child.is_running()


def index(folder: Path) -> dict[str, str]:
    """Return the environment in which *folder* is all that pip finds packages in."""
    (folder / "empty").mkdir(parents=True)
    with tarfile.open(folder / "spam-1.0.tar.gz", "w:gz") as tar:
        tar.add(project(folder / "spam-1.0"), "spam-1.0")
    nothing = {"PIP_CONFIG_FILE": os.devnull, "PIP_EXTRA_INDEX_URL": ""}
    return nothing | {"PIP_INDEX_URL": (folder / "empty").as_uri() + "/", "PIP_FIND_LINKS": str(folder)}


def test_sdists_are_downloaded_and_checked(tmp_path: Path) -> None:
    environment = index(tmp_path / "index")
    wrong = "sha256:" + "0" * 64
    (tmp_path / "l.txt").write_text("spam==1.0\nspam==2.0\n", encoding="utf-8")
    (tmp_path / "h.txt").write_text(f"spam==1.0 --hash={wrong}\n", encoding="utf-8")
    done = batch(tmp_path, "l.txt", "--output", "out", **environment)
    hashed = batch(tmp_path, "h.txt", "--output", "hashed", **environment)
    found, absent = summary(tmp_path / "out")["packages"]
    (refused,) = summary(tmp_path / "hashed")["packages"]

    assert (4, 4) == (done.returncode, hashed.returncode), done.stderr
    assert ("spam-1.0", "migrated") == (found["name"], found["outcome"]), found
    assert ("download", True) == (absent["cause"], "no such source distribution" in absent["error"]), absent
    assert ("download", True) == (refused["cause"], f"not {wrong}" in refused["error"]), refused
    assert [] == list((tmp_path / "hashed" / "downloads").iterdir())


def test_an_sdist_for_newer_pythons_is_read(tmp_path: Path) -> None:
    environment = index(tmp_path / "index")
    page = tmp_path / "index" / "simple" / "spam" / "index.html"
    page.parent.mkdir(parents=True)
    link = '<a href="../../spam-1.0.tar.gz" data-requires-python="&gt;=3.15">spam-1.0.tar.gz</a>'
    page.write_text(f"<!DOCTYPE html><html><body>{link}</body></html>", encoding="utf-8")
    environment |= {"PIP_INDEX_URL": page.parents[1].as_uri() + "/", "PIP_FIND_LINKS": ""}
    (tmp_path / "l.txt").write_text("spam==1.0\n", encoding="utf-8")

    done = batch(tmp_path, "l.txt", "--output", "out", **environment)

    (found,) = summary(tmp_path / "out")["packages"]
    assert ("spam-1.0", "migrated") == (found["name"], found["outcome"]), (found, done.stderr)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["absent", "--output", "out"], 2, "'absent' does not exist"),
        (["good"], 2, "missing option '--output'"),
        (["good", "--output", "full"], 2, "isn't empty and isn't the folder of a batch; name a new one"),
        (["good", "--output", "file"], 2, "file"),
        (["good", "--output", "file/out"], 4, "can't be written: Not a directory; make room or name another folder"),
        (["empty", "--output", "out"], 2, "holds no packages"),
        (["empty.txt", "--output", "out"], 2, "names no package"),
        (["good", "--output", "out", "--engine", "dask"], 2, "--engine dask and --scheduler ADDRESS need each other"),
        (["good", "--output", "out", "--scheduler", "tcp://x:1"], 2, "need each other"),
        (["good", "--output", "out", "--select", "nope"], 2, "no rewrite 'nope'"),
        (["good", "--output", "out", "--time-limit", "0"], 2, "--time-limit"),
        (["good", "--output", "out", "--ouput", "x"], 2, "Did you mean"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input(tmp_path: Path, arguments: list[str], code: int, words: str) -> None:
    project(tmp_path / "good")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").touch()
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty.txt").touch()
    before = sorted(tmp_path.rglob("*"))
    done = batch(tmp_path, *arguments)

    assert (code, "") == (done.returncode, done.stdout), done.stderr
    assert words in done.stderr
    assert before == sorted(tmp_path.rglob("*"))


def test_a_full_disk_loses_nothing(several: Path, tmp_path: Path) -> None:
    line = f"ulimit -f 2; PYTHONDONTWRITEBYTECODE=1 {shlex.join(COMMAND)} {several} --output out"
    full = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, timeout=120)

    assert 4 == full.returncode
    assert "File too large; make room or name another folder, and run the same command again" in full.stderr
    assert "Traceback" not in full.stderr

    done = batch(tmp_path, several, "--output", "out", "--retry-failed")

    assert {"broken": "failed", "good": "migrated", "refused": "refused"} == outcomes(tmp_path / "out"), done.stderr


@pytest.mark.slow
def test_a_verification_that_fails_is_told_with_its_logs(tmp_path: Path) -> None:
    project(tmp_path / "projects" / "a")
    done = batch(tmp_path, "projects", "--output", "out", "--verify", "--build", "echo why; false")
    (package,) = summary(tmp_path / "out")["packages"]
    logs = (tmp_path / "out" / "packages" / "a" / "logs.txt").read_text(encoding="utf-8")

    assert (4, "failed", False) == (done.returncode, package["outcome"], package["verified"]), done.stderr
    assert package["error"].startswith("the verification: the original")
    assert "the log: logs/" in package["error"]
    assert "why" in logs
    assert (tmp_path / "out" / "packages" / "a" / "migration.diff").stat().st_size
