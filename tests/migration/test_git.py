import subprocess
from pathlib import Path

import pytest

from unstatic.system.git import repository_root, working_tree

A = Path("a.c")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a repository with a committed a.c and an ignored generated.c."""
    (tmp_path / "a.c").write_bytes(b"a")
    (tmp_path / ".gitignore").write_bytes(b"generated.c\n")
    (tmp_path / "generated.c").write_bytes(b"")
    identity = ["-c", "user.name=n", "-c", "user.email=e@localhost"]
    for command in (["init", "-q"], ["add", "."], [*identity, "commit", "-qm", "first"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def test_a_clean_tree_is_clean(root: Path) -> None:
    (root / "untracked").write_bytes(b"")

    assert () == working_tree(root, [A]).dirty


def test_a_change_anywhere_counts(root: Path) -> None:
    (root / ".gitignore").write_bytes(b"")

    assert (".gitignore",) == working_tree(root, [A]).dirty


def test_a_staged_rename_counts_once(root: Path) -> None:
    subprocess.run(["git", "mv", "a.c", "b c.c"], cwd=root, check=True)

    assert ("b c.c",) == working_tree(root, []).dirty


@pytest.mark.parametrize("name", ["generated.c", "new.c"])
def test_a_file_that_git_does_not_have_counts_if_it_is_to_be_written(root: Path, name: str) -> None:
    (root / name).write_bytes(b"")

    assert (name,) == working_tree(root, [Path(name)]).dirty


def test_without_a_repository_nothing_is_known(tmp_path: Path) -> None:
    tree = working_tree(tmp_path, [A])

    assert (False, ()) == (tree.is_controlled, tree.dirty)


def test_the_repository_begins_above(root: Path) -> None:
    (root / "sub").mkdir()

    assert root.resolve() == repository_root(root / "sub")


def test_no_repository_has_no_root(tmp_path: Path) -> None:
    assert repository_root(tmp_path) is None


@pytest.mark.parametrize(
    "settings",
    [
        "[core]\n\tfsmonitor = touch proof;\n",
        "[core]\n\thooksPath = hooks\n",
        '[filter "x"]\n\tclean = touch proof; cat\n\trequired = true\n',
        '[filter "x"]\n\tprocess = touch proof\n',
        "[include]\n\tpath = ../included\n",
    ],
)
def test_nothing_is_run_that_the_repository_names(root: Path, settings: str) -> None:
    (root / "included").write_text('[filter "x"]\n\tclean = touch proof; cat\n')
    (root / "hooks").mkdir()
    (root / "hooks" / "post-index-change").write_text("#!/bin/sh\ntouch proof\n")
    (root / "hooks" / "post-index-change").chmod(0o755)
    (root / ".gitattributes").write_text("* filter=x\n")
    with (root / ".git" / "config").open("a") as file:
        file.write(settings)
    (root / "a.c").touch()
    subprocess.run(["git", "config", "--list"], cwd=root, check=True, capture_output=True)
    found = working_tree(root, [A])

    assert not (root / "proof").exists()
    assert () == found.dirty


def test_filters_of_the_repository_were_a_danger(root: Path) -> None:
    (root / ".gitattributes").write_text("* filter=x\n")
    with (root / ".git" / "config").open("a") as file:
        file.write('[filter "x"]\n\tclean = touch proof; cat\n')
    (root / "a.c").touch()
    subprocess.run(["git", "status"], cwd=root, check=True, capture_output=True)

    assert (root / "proof").exists()
