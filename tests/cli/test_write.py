import errno
import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from unstatic.delivery.write import NotRestored, WriteRefused, copy_project, fill_folder, write_files
from unstatic.errors import UnstaticError, UsageError
from unstatic.system.interrupts import unwinding

A, B = Path("a.c"), Path("sub/b.h")
BEFORE = {A: b"a\r\n", B: b"\xe9"}
AFTER = {A: b"A\r\n", B: b"\xe8"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    fill(project, BEFORE)
    return project


def fill(root: Path, files: dict[Path, bytes]) -> None:
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)


def contents(root: Path) -> dict[Path, bytes]:
    """Return everything below *root*: a file that was left behind shows."""
    return {file.relative_to(root): file.read_bytes() for file in root.rglob("*") if file.is_file()}


def test_all_files_are_written(root: Path) -> None:
    write_files(root, BEFORE, AFTER)

    assert AFTER == contents(root)


def test_files_that_stay_are_not_touched(root: Path) -> None:
    inode = (root / B).stat().st_ino

    written = write_files(root, BEFORE, {**BEFORE, A: b"A"})

    assert (inode, (root / A,)) == ((root / B).stat().st_ino, written)


def test_permissions_stay(root: Path) -> None:
    (root / A).chmod(0o750)

    write_files(root, BEFORE, AFTER)

    assert 0o750 == (root / A).stat().st_mode & 0o777


def test_new_files_are_readable(root: Path) -> None:
    write_files(root, BEFORE, {**BEFORE, Path("new.h"): b"n"})

    assert 0o644 == (root / "new.h").stat().st_mode & 0o777


@pytest.mark.parametrize(
    ("failure", "raised"),
    [(OSError(errno.EIO, "I/O error"), WriteRefused), (KeyboardInterrupt(), KeyboardInterrupt)],
    ids=["error", "interrupt"],
)
@pytest.mark.parametrize("position", [0, 1, 2])
def test_a_failure_puts_everything_back(
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    failure: BaseException,
    raised: type[BaseException],
    position: int,
) -> None:
    replace = os.replace
    calls: list[Path] = []

    def fail_once(source: Path, target: Path) -> None:
        calls.append(target)
        if len(calls) == position + 1:
            raise failure
        replace(source, target)

    monkeypatch.setattr(os, "replace", fail_once)
    with pytest.raises(raised):
        write_files(root, BEFORE, {**AFTER, Path("new.h"): b"n"})

    assert BEFORE == contents(root)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("position", [1, 2])
def test_a_signal_between_two_files_puts_everything_back(
    root: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, position: int
) -> None:
    replace = os.replace
    calls: list[Path] = []

    def replace_and_signal(source: Path, target: Path) -> None:
        replace(source, target)
        calls.append(target)
        if len(calls) == position:
            os.kill(os.getpid(), number)
            time.sleep(0.01)

    monkeypatch.setattr(os, "replace", replace_and_signal)
    with pytest.raises((KeyboardInterrupt, SystemExit)), unwinding():
        write_files(root, BEFORE, AFTER)

    assert BEFORE == contents(root)


def test_a_full_disk_changes_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []

    def full(handle: int) -> None:
        synced.append(handle)
        if len(synced) == 3:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WriteRefused, match="sub/b.h: can't be written: No space left on device; no file was changed"):
        write_files(root, BEFORE, AFTER)

    assert BEFORE == contents(root)


def test_what_can_not_be_put_back_is_kept_and_named(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = os.replace
    calls: list[Path] = []

    def fail_from_the_second_on(source: Path, target: Path) -> None:
        calls.append(target)
        if len(calls) > 1:
            raise OSError(errno.EIO, "I/O error")
        replace(source, target)

    monkeypatch.setattr(os, "replace", fail_from_the_second_on)
    with pytest.raises(NotRestored) as caught:
        write_files(root, BEFORE, AFTER)

    backup = next(path for path in root.iterdir() if path.name.startswith(".a.c.") and path.read_bytes() == BEFORE[A])
    assert f"{root / A} (its old contents: {backup})" in str(caught.value)


def test_the_owner_stays(root: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    os.chown(root / A, 12345, 12346)

    write_files(root, BEFORE, AFTER)

    assert (12345, 12346) == ((root / A).stat().st_uid, (root / A).stat().st_gid)


@pytest.mark.parametrize("path", [A, Path(".")])
def test_read_only_is_refused(root: Path, path: Path) -> None:
    mode = (root / path).stat().st_mode
    (root / path).chmod(mode & ~0o222)

    with pytest.raises(WriteRefused, match="read-only"):
        write_files(root, BEFORE, AFTER)

    (root / path).chmod(mode)
    assert BEFORE == contents(root)


def test_a_file_changed_meanwhile_is_refused(root: Path) -> None:
    (root / A).write_bytes(b"mine")

    with pytest.raises(WriteRefused, match="changed since"):
        write_files(root, BEFORE, AFTER)

    assert contents(root) == {**BEFORE, A: b"mine"}


def test_a_link_inside_the_project_is_written_through(root: Path) -> None:
    (root / "link.c").symlink_to(A)

    write_files(root, {Path("link.c"): BEFORE[A]}, {Path("link.c"): b"A"})

    assert ((root / "link.c").is_symlink(), b"A") == (True, (root / A).read_bytes())


def test_a_link_that_leaves_the_project_is_refused(root: Path) -> None:
    outside = root.parent / "outside.c"
    outside.write_bytes(b"o")
    (root / "link.c").symlink_to(outside)

    with pytest.raises(WriteRefused, match="outside"):
        write_files(root, {Path("link.c"): b"o"}, {Path("link.c"): b"O"})

    assert b"o" == outside.read_bytes()


def test_a_copy_holds_the_result_and_the_original_stays(root: Path) -> None:
    copy_project(root, root.parent / "copy", BEFORE, AFTER)

    assert (BEFORE, AFTER) == (contents(root), contents(root.parent / "copy"))


def test_links_stay_links_even_in_a_circle(root: Path) -> None:
    (root / "sub" / "up").symlink_to("..")
    (root / "dangling").symlink_to("nowhere")

    copy_project(root, root.parent / "copy", BEFORE, AFTER)

    assert ("..", "nowhere") == (os.readlink(root.parent / "copy/sub/up"), os.readlink(root.parent / "copy/dangling"))


def test_pipes_are_left_out(root: Path) -> None:
    os.mkfifo(root / "pipe")

    copy_project(root, root.parent / "copy", BEFORE, AFTER)

    assert not (root.parent / "copy" / "pipe").exists()


@pytest.mark.parametrize("destination", ["project", "project/sub/copy", "full", "file"])
def test_some_destinations_are_refused(root: Path, destination: str) -> None:
    fill(root.parent, {Path("full/x"): b"", Path("file"): b""})
    before = contents(root.parent)

    with pytest.raises(UsageError):
        copy_project(root, root.parent / destination, BEFORE, AFTER)

    assert before == contents(root.parent)


def test_read_only_files_are_changed_in_a_copy(root: Path) -> None:
    (root / A).chmod(0o444)
    root.chmod(0o555)
    copy_project(root, root.parent / "copy", BEFORE, AFTER)
    root.chmod(0o755)

    assert AFTER == contents(root.parent / "copy")
    assert (0o444, 0o555) == tuple((root.parent / "copy" / one).stat().st_mode & 0o777 for one in (A, "."))
    (root.parent / "copy").chmod(0o755)


def test_an_empty_destination_will_do(root: Path) -> None:
    (root.parent / "copy").mkdir()

    copy_project(root, root.parent / "copy", BEFORE, AFTER)

    assert AFTER == contents(root.parent / "copy")


def test_a_copy_that_fails_leaves_nothing(root: Path) -> None:
    with pytest.raises(WriteRefused):
        copy_project(root, root.parent / "copy", {A: b"other"}, AFTER)

    assert ["project"] == os.listdir(root.parent)


def test_a_copy_on_a_full_disk_leaves_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", str(root / A))

    monkeypatch.setattr(shutil, "copy2", full)
    with pytest.raises(UnstaticError, match="a.c can't be copied to .*: No space left"):
        copy_project(root, root.parent / "copy", BEFORE, AFTER)

    assert ["project"] == os.listdir(root.parent)


def test_a_folder_is_filled(tmp_path: Path) -> None:
    fill_folder(tmp_path / "deep" / "new", {"a": b"1", "b": b"2"})

    assert {Path("a"): b"1", Path("b"): b"2"} == contents(tmp_path / "deep" / "new")


def test_a_folder_that_can_not_be_filled_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WriteRefused, match="nothing was left there"):
        fill_folder(tmp_path / "new", {"a": b"1", "no/b": b"2"})

    assert [] == os.listdir(tmp_path)
