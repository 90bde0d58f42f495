"""A copy of a project holds everything of it, but for what builds left and what can't work at another place."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unstatic.delivery.write import copy_project
from unstatic.system.building.copies import copy

MODULE, DATA = "m.cpython-312-x86_64-linux-gnu.so", "data.so"


def fill(folder: Path, names: Iterable[str]) -> Path:
    """Return *folder* with files of these names, or folders for those with a slash at their end."""
    for name in names:
        path = folder / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(name.encode())
    return folder


def names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir() or path.is_symlink()}


def copied(folder: Path, *, pristine: bool = False) -> set[str]:
    """Return what a copy of `folder/p` holds."""
    copy(folder / "p", folder / "copy", pristine=pristine)
    return names(folder / "copy")


def commit(folder: Path) -> None:
    identity = ["-c", "user.name=n", "-c", "user.email=e@localhost"]
    for command in (["init", "-q"], ["add", "-f", "."], [*identity, "commit", "-qm", "first"]):
        subprocess.run(["git", *command], cwd=folder, check=True)


def facts(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return name, kind, mode, contents or goal, and time of everything in a folder."""
    found: dict[str, tuple[object, ...]] = {}
    for path in folder.rglob("*"):
        status = path.lstat()
        kind = stat.S_IFMT(status.st_mode)
        if path.is_symlink():
            held: tuple[object, ...] = (os.readlink(path),)
        elif path.is_file():
            held = (path.read_bytes(), status.st_mode, status.st_mtime_ns)
        else:
            held = (status.st_mode,)
        found[str(path.relative_to(folder))] = (kind, *held)
    return found


NAMES = st.sampled_from(
    ["a.c", ".hidden", "x.egg-info", "SOURCES.txt", "dist", "data.bin", "ü b", "lib", ".git", "venv"]
)
LEAVES = st.one_of(
    st.tuples(st.binary(max_size=9), st.sampled_from([0o644, 0o755, 0o444, 0o600])),
    st.sampled_from(["a.c", "nowhere", ".", "lib/../a.c", "/nowhere/at/all"]),
)
TREES = st.recursive(LEAVES, lambda inner: st.dictionaries(NAMES, inner, max_size=4), max_leaves=12)


def grow(folder: Path, tree: object) -> None:
    folder.mkdir()
    assert isinstance(tree, dict)
    for name, inner in tree.items():
        path = folder / name
        if isinstance(inner, dict):
            grow(path, inner)
        elif isinstance(inner, str):
            path.symlink_to(inner)
        else:
            path.write_bytes(inner[0])
            path.chmod(inner[1])
            os.utime(path, ns=(10**18, 10**18 + 1000))


@settings(max_examples=50)
@given(st.dictionaries(NAMES.filter(lambda name: name != ".git"), TREES, max_size=5), st.binary(max_size=5))
def test_a_copy_is_the_input_but_for_what_changed(tree: dict[str, object], data: bytes) -> None:
    with tempfile.TemporaryDirectory() as work:
        root, copy_of = Path(work).resolve() / "p", Path(work).resolve() / "copy"
        grow(root, {**without_foreign(tree), "changed.c": (b"old", 0o640)})
        copy_project(root, copy_of, {Path("changed.c"): b"old"}, {Path("changed.c"): data})
        before, after = facts(root), facts(copy_of)
        old, new = before.pop("changed.c"), after.pop("changed.c")

        assert before == after
        assert (old[0], data, old[2]) == (new[0], new[1], new[2])


def without_foreign(tree: dict[str, object]) -> dict[str, object]:
    """Return the tree without a `.git` that is a file or a link: a repository that is elsewhere."""
    return {
        name: without_foreign(inner) if isinstance(inner, dict) else inner
        for name, inner in tree.items()
        if name != ".git" or isinstance(inner, dict)
    }


def test_what_builds_left_stays_behind(tmp_path: Path) -> None:
    left = [MODULE, DATA, "a/__pycache__/x.pyc", "x.o", "build/temp.linux-x86_64/x.o", "sub/CMakeCache.txt", "b/x.pyd"]
    fill(tmp_path / "p", [*left, "x.c", "blob.o", "a/build/kept.c", "dist/p.whl"])

    assert {"x.c", "blob.o", "a/build/kept.c", "dist/p.whl"} == copied(tmp_path)


def test_a_build_folder_that_no_build_made(tmp_path: Path) -> None:
    fill(tmp_path / "p", ["build/rules.mk", "build/temp.linux-x86_64/x.o"])
    commit(tmp_path / "p")
    fill(tmp_path / "p", ["build/lib.linux-x86_64/m.so"])

    found = {name for name in copied(tmp_path) if not name.startswith(".git/")}
    assert {"build/rules.mk", "build/temp.linux-x86_64/x.o"} == found


def test_what_is_tracked_is_copied(tmp_path: Path) -> None:
    fill(tmp_path / "p", ["x.c", "data/a.so", "data/__pycache__/b.pyc", "build/lib/x.py"])
    commit(tmp_path / "p")
    fill(tmp_path / "p", ["m.so", "data/__pycache__/c.pyc", "untracked.txt"])

    found = {name for name in copied(tmp_path) if not name.startswith(".git/")}
    assert {"x.c", "data/a.so", "data/__pycache__/b.pyc", "build/lib/x.py", "untracked.txt"} == found


def test_the_repository_comes_along(tmp_path: Path) -> None:
    fill(tmp_path / "p", ["x.c"])
    commit(tmp_path / "p")
    subprocess.run(["git", "branch", "fix.so"], cwd=tmp_path / "p", check=True)

    assert names(tmp_path / "p") == copied(tmp_path)
    status = subprocess.run(["git", "status", "--porcelain"], cwd=tmp_path / "copy", check=True, capture_output=True)
    assert b"" == status.stdout


def test_a_repository_that_is_elsewhere_is_not_shared(tmp_path: Path) -> None:
    fill(tmp_path / "main", ["x.c"])
    commit(tmp_path / "main")
    subprocess.run(["git", "worktree", "add", "-q", tmp_path / "p"], cwd=tmp_path / "main", check=True)

    assert {"x.c"} == copied(tmp_path)


def test_a_submodule_stays_one(tmp_path: Path) -> None:
    fill(tmp_path / "p", ["sub/x.c"])
    (tmp_path / "p" / "sub" / ".git").write_text("gitdir: ../.git/modules/sub\n")

    assert {"sub/x.c", "sub/.git"} == copied(tmp_path)


def test_a_source_distribution_says_what_is_its_own(tmp_path: Path) -> None:
    root = fill(tmp_path / "p", ["PKG-INFO", "x.c", DATA, "a/y.pyc", MODULE, "build/lib.linux/x.py"])
    (root / "p.egg-info").mkdir()
    (root / "p.egg-info" / "SOURCES.txt").write_text(f"x.c\n{DATA}\na/y.pyc\np.egg-info/SOURCES.txt\n")

    assert {"PKG-INFO", "x.c", DATA, "a/y.pyc", "p.egg-info/SOURCES.txt"} == copied(tmp_path)


def test_a_source_distribution_without_a_list(tmp_path: Path) -> None:
    fill(tmp_path / "p", ["PKG-INFO", DATA, "a/y.pyc", MODULE, "build/lib.linux/x.py"])

    assert {"PKG-INFO", DATA, "a/y.pyc"} == copied(tmp_path)


def test_what_was_just_unpacked_is_copied_as_a_whole(tmp_path: Path) -> None:
    everything = {DATA, MODULE, "build/lib.linux/x.py", "__pycache__/x.pyc", "env/pyvenv.cfg", "env/bin/python"}
    fill(tmp_path / "p", everything)

    assert everything == copied(tmp_path, pristine=True)


def test_environments_and_caches_stay_behind(tmp_path: Path) -> None:
    root = fill(tmp_path / "p", ["env/pyvenv.cfg", "env/bin/python", "conda/conda-meta/history", "venv/x.py"])
    (root / ".cache").mkdir()
    (root / ".cache" / "CACHEDIR.TAG").write_text("Signature: 8a477f597d28d172789f06886806bc55\n")

    assert {"venv/x.py"} == copied(tmp_path)


def test_links_lead_to_the_same(tmp_path: Path) -> None:
    root = fill(tmp_path / "p", ["src/a.c", "sub/"])
    goals = {
        "inside": ("src/a.c", "src/a.c"),
        "sub/up": ("../src", "../src"),
        "sub/absolute": (str(root / "src" / "a.c"), "../src/a.c"),
        "out": ("../other/b.c", str(tmp_path / "other" / "b.c")),
        "away": ("/etc/hostname", "/etc/hostname"),
        "dangling": ("nowhere", "nowhere"),
        "itself": ("itself", "itself"),
    }
    for name, (goal, _) in goals.items():
        (root / name).symlink_to(goal)
    copied(tmp_path)

    assert {name: new for name, (_, new) in goals.items()} == {
        name: os.readlink(tmp_path / "copy" / name) for name in goals
    }


def test_what_is_no_file_stays_behind(tmp_path: Path) -> None:
    root = fill(tmp_path / "p", ["a.c"])
    os.mkfifo(root / "pipe")

    assert {"a.c"} == copied(tmp_path)


def test_deep_folders(tmp_path: Path) -> None:
    deep = "/".join(["d"] * 400)
    fill(tmp_path / "p", [])
    os.makedirs(tmp_path / "p" / deep)
    copied(tmp_path)

    assert os.path.isdir(tmp_path / "copy" / deep)


def test_the_package_data_of_an_sdist_is_in_its_wheel(tmp_path: Path) -> None:
    root = fill(tmp_path / "p", ["pkg/__init__.py", "pkg/data.txt", "MANIFEST.in"])
    (root / "pkg" / "__init__.py").write_text("")
    (root / "MANIFEST.in").unlink()
    script = (
        "from setuptools import setup\nsetup(name='pkg', version='1', packages=['pkg'], include_package_data=True)\n"
    )
    (root / "setup.py").write_text(script)
    (root / "pkg.egg-info").mkdir()
    (root / "pkg.egg-info" / "SOURCES.txt").write_text("setup.py\npkg/__init__.py\npkg/data.txt\n")
    (root / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: pkg\nVersion: 1\n")
    copied(tmp_path)
    build = [sys.executable, "setup.py", "-q", "build_py", "--build-lib", str(tmp_path / "lib")]
    subprocess.run(build, cwd=tmp_path / "copy", check=True, capture_output=True)

    assert (tmp_path / "lib" / "pkg" / "data.txt").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_folder_that_can_not_be_read_is_named(tmp_path: Path) -> None:
    fill(tmp_path / "p", ["x/"])
    (tmp_path / "p" / "x").chmod(0)
    with pytest.raises(Exception, match="x can't be copied to .*: Permission denied"):
        copied(tmp_path)
