"""git bisect on a series with a patch per type: it ends at the patch that converted the type in question."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from unstatic.cli import main

SOURCE = Path(__file__).resolve().parents[2] / "corpus" / "extensions" / "delegating_traverse" / "module.c"
NAME = SOURCE.parent.name
# Exit code 1, which is "bad" to git bisect, once the type is a heap type; 125, "can't be tested", never.
TRIAL = """
import importlib.util, os, subprocess, sys
subprocess.run({command!r}, check=True)
spec = importlib.util.spec_from_file_location({name!r}, "built.so")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
sys.exit(bool(module.Widget.__flags__ & (1 << 9)))
"""

pytestmark = [
    pytest.mark.skipif(not SOURCE.is_file(), reason="there are no extensions next to the tests"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler"),
]


def git(root: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=n", "-c", "user.email=e@localhost", "-c", "init.defaultBranch=main"]
    return subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True, text=True).stdout


def test_bisect_finds_the_patch_of_a_type(tmp_path: Path) -> None:
    root, patches = tmp_path / "project", tmp_path / "patches"
    root.mkdir()
    (root / "module.c").write_bytes(SOURCE.read_bytes())
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        git(root, *arguments)
    assert 0 == main(["migrate", "--series", str(patches), "--split", "types", str(root / "module.c")])
    git(root, "am", "-q", *map(str, sorted(patches.glob("*.patch"))))
    command = ["cc", "-shared", "-fPIC", f"-I{sysconfig.get_paths()['include']}", "module.c", "-o", "built.so"]
    (tmp_path / "trial.py").write_text(TRIAL.format(command=command, name=NAME))

    git(root, "bisect", "start", "HEAD", "HEAD~5")
    found = git(root, "bisect", "run", sys.executable, str(tmp_path / "trial.py"))
    assert f"{NAME}: Convert Widget_Type to a heap type" in found
    assert "first bad commit" in found


def test_the_cover_letter_says_whether_it_was_verified(tmp_path: Path) -> None:
    assert 0 == main(["migrate", "--series", str(tmp_path / "patches"), str(SOURCE)])
    cover = (tmp_path / "patches" / "cover-letter.txt").read_text()

    assert "unstatic migrate --verify builds both versions" in cover.replace("`", "")


def test_split_needs_a_series(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["migrate", "--output", str(tmp_path / "out"), "--split", "types", str(SOURCE)])
    assert "--split is about the patches of --series DIR" in capfd.readouterr().err
