"""Put results on disk: all files of an extension or none, and never outside the project."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from unstatic.errors import UnstaticError, UsageError
from unstatic.system.building import copies
from unstatic.system.interrupts import held_back


class WriteRefused(UnstaticError):
    """A file can't or mustn't be written; nothing was changed."""


class NotRestored(UnstaticError):
    """Writing failed, and so did putting a file back; its old contents lie beside it."""


@dataclass(frozen=True, slots=True)
class _Target:
    """One file to write: the real file, its new bytes, and the prepared copies of both states."""

    path: Path
    replacement: Path
    backup: Path | None


def write_files(root: Path, before: Mapping[Path, bytes], after: Mapping[Path, bytes]) -> tuple[Path, ...]:
    """Write the files of *after* that differ from *before*, and return their paths.

    Paths are relative to *root*. All new contents lie on disk before the first file is replaced; on any
    failure, also Ctrl-C, every file is put back. Raises WriteRefused for read-only files and folders, for
    links that leave *root*, for files that no longer hold the bytes of *before*, and for a full disk.
    """
    changed = [path for path in sorted(after) if after[path] != before.get(path)]
    real = {path: _real_target(root, path, before.get(path)) for path in changed}
    with held_back() as interrupt, contextlib.ExitStack() as temporary:
        targets = []
        for path in changed:
            interrupt()
            targets.append(_prepare(real[path], after[path], temporary))
        try:
            _replace_all(targets, interrupt)
        except NotRestored:
            # The only copies of the old contents.
            temporary.pop_all()
            raise
    return tuple(real.values())


def check_writable(root: Path, before: Mapping[Path, bytes], after: Mapping[Path, bytes]) -> None:
    """Raise WriteRefused if `write_files` would refuse; nothing is written."""
    for path in sorted(after):
        if after[path] != before.get(path):
            _real_target(root, path, before.get(path))


def copy_project(
    root: Path, destination: Path, before: Mapping[Path, bytes], after: Mapping[Path, bytes], *, pristine: bool = False
) -> None:
    """Copy the project to *destination* with the files of *after* in place of those of *before*.

    What stays behind, and what becomes of links, is said in `copies.copy`. *destination* must be missing or empty, and
    outside *root*: else UsageError. It appears complete or not at all.
    """
    source, target = root.resolve(), destination.resolve()
    if target.is_relative_to(source):
        raise UsageError(f"{destination}: lies inside the project {root}; choose a folder outside of it")
    refuse_occupied(destination)
    with _new_folder(target) as copy:
        copies.copy(source, copy, pristine=pristine)
        for path in sorted(after):
            if after[path] != before.get(path):
                _replace_in_copy(_inside(copy, path, before.get(path)), after[path])


def _replace_in_copy(path: Path, data: bytes) -> None:
    """Write one file of a copy that nobody sees yet, even if it or its folder is read-only; modes stay."""
    folder_mode = stat.S_IMODE(path.parent.stat().st_mode)
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o644
    path.parent.chmod(folder_mode | stat.S_IWUSR)
    path.unlink(missing_ok=True)
    path.write_bytes(data)
    path.chmod(mode)
    path.parent.chmod(folder_mode)


def fill_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write *files* into *folder*, which must be missing or empty; it appears complete or not at all."""
    refuse_occupied(folder)
    with _new_folder(folder.resolve()) as new:
        new.mkdir()
        for name, data in files.items():
            (new / name).write_bytes(data)


def write_file(path: Path, data: bytes) -> None:
    """Write one file, complete or not at all; what is no file, as a pipe, gets *data* as it comes. Raises OSError."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    target = Path(os.path.realpath(path))
    with held_back(), contextlib.ExitStack() as temporary:
        replacement = _temporary_file(target, data, temporary)
        replacement.chmod(stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o644)
        os.replace(replacement, target)


@contextlib.contextmanager
def _new_folder(target: Path) -> Iterator[Path]:
    """Give a path beside *target* to fill, and rename it to *target* at the end. Raises WriteRefused."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".unstatic-", dir=target.parent) as folder:
            yield Path(folder) / "new"
            os.replace(Path(folder) / "new", target)
    except copies.NotCopied as error:
        raise WriteRefused(f"{target}: can't be made: {error}; nothing was left there") from error
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error)
        raise WriteRefused(f"{target}: can't be made: {reason}; nothing was left there") from error


def refuse_occupied(folder: Path) -> None:
    """Raise UsageError unless *folder* is missing or an empty folder."""
    if folder.is_symlink() or folder.exists():
        if not folder.is_dir():
            raise UsageError(f"{folder}: exists and isn't a folder; name a new one")
        if any(folder.iterdir()):
            raise UsageError(f"{folder}: exists and isn't empty; name a new folder")


def _real_target(root: Path, path: Path, expected: bytes | None) -> Path:
    target = _inside(root, path, expected)
    if not _is_writable(target.parent):
        raise WriteRefused(f"{target.parent}: the folder is read-only; make it writable or use --output")
    if expected is not None and not _is_writable(target):
        raise WriteRefused(f"{target}: is read-only; make it writable or use --output")
    return target


def _inside(root: Path, path: Path, expected: bytes | None) -> Path:
    """Return the real file in *root* that holds what it should. Raises WriteRefused."""
    target = (root / path).resolve()
    if not target.is_relative_to(root.resolve()):
        raise WriteRefused(f"{root / path}: leads outside the project, to {target}; migrate that project itself")
    if expected is None:
        if target.exists():
            raise WriteRefused(f"{target}: exists already; move it away")
    elif not target.is_file() or target.read_bytes() != expected:
        raise WriteRefused(f"{target}: was changed since it was read; run unstatic again")
    return target


def _is_writable(path: Path) -> bool:
    # The mode counts as well: root may write everything, but read-only says that somebody doesn't want it.
    return os.access(path, os.W_OK) and bool(path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))


def _prepare(target: Path, data: bytes, temporary: contextlib.ExitStack) -> _Target:
    try:
        existed = target.exists()
        backup = _temporary_file(target, target.read_bytes(), temporary) if existed else None
        replacement = _temporary_file(target, data, temporary)
        if backup is not None:
            shutil.copystat(target, backup)
            _keep_owner(target, replacement)
            shutil.copymode(target, replacement)
        else:
            replacement.chmod(0o644)
    except OSError as error:
        raise _refused(target, error) from error
    return _Target(target, replacement, backup)


def _temporary_file(target: Path, data: bytes, temporary: contextlib.ExitStack) -> Path:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".unstatic", dir=target.parent)
    temporary.callback(Path(name).unlink, missing_ok=True)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return Path(name)


def _keep_owner(target: Path, replacement: Path) -> None:
    """Give the new file the old one's owner: root may do so, and others own what they make."""
    old, new = target.stat(), replacement.stat()
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        with contextlib.suppress(PermissionError):
            os.chown(replacement, old.st_uid, old.st_gid)


def _replace_all(targets: list[_Target], interrupt: Callable[[], None]) -> None:
    """Put the new files in place, or none. Raises WriteRefused, NotRestored, and what *interrupt* raises."""
    begun: list[_Target] = []
    try:
        for target in targets:
            interrupt()
            begun.append(target)
            os.replace(target.replacement, target.path)
        interrupt()
    except BaseException as error:
        lost = [target for target in reversed(begun) if not _restored(target)]
        if lost:
            listed = ", ".join(f"{target.path} (its old contents: {target.backup})" for target in lost)
            raise NotRestored(f"writing failed, and so did putting these back: {listed}") from error
        if isinstance(error, OSError):
            raise _refused(begun[-1].path, error) from error
        raise


def _restored(target: _Target) -> bool:
    try:
        if target.backup is not None:
            os.replace(target.backup, target.path)
        else:
            target.path.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _refused(path: Path, error: OSError) -> WriteRefused:
    return WriteRefused(
        f"{path}: can't be written: {error.strerror or error}; no file was changed; mend that, and run it again"
    )
