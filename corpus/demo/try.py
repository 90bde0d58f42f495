"""Build projects that hold the module `tally`, and see how each does in two interpreters of one process.

Usage: python try.py PROJECT...
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

# Runs in a process of its own, so that a crash is a result too.
CHILD = '''
import sys

try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters

USE = """
import sys
sys.path.insert(0, %r)
import tally

counter = tally.Counter()
counter.add("x")
assert counter.count("x") == 1
assert repr(tally.point(1, 2).moved(2, 2)) == "Point(3, 4)"
assert tally.point(1, 2) == tally.point(1, 2)
import fractions
assert type(tally.slope(tally.point(4, 2))) is fractions.Fraction, "the Fraction of another interpreter"
try:
    tally.slope(tally.point(0, 1))
except tally.Error:
    pass
else:
    raise AssertionError("no tally.Error")
""" % sys.argv[1]

exec(USE)
print("main interpreter: works", flush=True)
REPORT = """
import os
try:
    exec(%r)
    message = "works"
except BaseException as error:
    message = f"{type(error).__name__}: {error}"
os.write(1, f"second interpreter: {message}\\\\n".encode())
""" % USE
second = interpreters.create()
failure = interpreters.run_string(second, REPORT)
if failure is not None:
    print("second interpreter:", failure)
interpreters.destroy(second)
'''


def build(project: Path, folder: Path) -> Path:
    """Return the folder that holds the built module; *project* itself stays as it is."""
    copy = folder / "project"
    shutil.copytree(project, copy)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", str(folder / "lib")]
    subprocess.run(command, cwd=copy, check=True, stdout=subprocess.DEVNULL)
    return folder / "lib"


def try_out(project: Path) -> str:
    """Return what the module does in both interpreters, and how the process ended."""
    with tempfile.TemporaryDirectory() as folder:
        library = build(project, Path(folder))
        child = subprocess.run(
            [sys.executable, "-c", CHILD, str(library)], capture_output=True, text=True, check=False, timeout=60
        )
    return f"{child.stdout}{child.stderr}exit code: {child.returncode}"


def main(projects: list[str]) -> int:
    """Report on every project; the exit code is 1 unless the last one, the migrated one, works in both."""
    report = ""
    for project in projects:
        report = try_out(Path(project))
        print(f"{project}:\n{textwrap.indent(report, '  ')}")
    return 0 if report.count(": works") == 2 and report.endswith("exit code: 0") else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
