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
from unstatic.interrupts import held_back

_SKIPPED = {
    ".git",
    ".hg",
    "__pycache__",
    ".venv",
    "venv",
    ".tox",
    ".nox",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
}
_SKIPPED_SUFFIXES = (".egg-info", ".so", ".pyd", ".pyc")


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


def copy_project(root: Path, destination: Path, before: Mapping[Path, bytes], after: Mapping[Path, bytes]) -> None:
    """Copy the project to *destination* with the files of *after* in place of those of *before*.

    Version control, build results and virtual environments stay behind; links stay links. *destination*
    must be missing or empty, and outside *root*: else UsageError. It appears complete or not at all.
    """
    source, target = root.resolve(), destination.resolve()
    if target.is_relative_to(source):
        raise UsageError(f"{destination}: lies inside the project {root}; choose a folder outside of it")
    refuse_occupied(destination)
    with _new_folder(target) as copy:
        shutil.copytree(source, copy, symlinks=True, ignore=lambda at, names: _left_out(source, Path(at), names))
        write_files(copy, before, after)


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
    except OSError as error:
        raise WriteRefused(f"{target}: can't be made: {_reason(error)}; nothing was left there") from error


def _reason(error: OSError) -> str:
    if isinstance(error, shutil.Error):
        # It lists everything that couldn't be copied.
        source, _, reason = error.args[0][0]
        return f"{source} can't be copied: {reason}"
    return f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error)


def refuse_occupied(folder: Path) -> None:
    """Raise UsageError unless *folder* is missing or an empty folder."""
    if folder.is_symlink() or folder.exists():
        if not folder.is_dir():
            raise UsageError(f"{folder}: exists and isn't a folder; name a new one")
        if any(folder.iterdir()):
            raise UsageError(f"{folder}: exists and isn't empty; name a new folder")


def _left_out(root: Path, folder: Path, names: list[str]) -> set[str]:
    return {name for name in names if _is_left_out(folder / name, at_top=folder == root)}


def _is_left_out(path: Path, *, at_top: bool) -> bool:
    if path.name in _SKIPPED or path.name.endswith(_SKIPPED_SUFFIXES) or (at_top and path.name in ("build", "dist")):
        return True
    # Copying a pipe would wait for a writer for ever.
    return not (path.is_symlink() or path.is_file() or path.is_dir())


def _real_target(root: Path, path: Path, expected: bytes | None) -> Path:
    target = (root / path).resolve()
    if not target.is_relative_to(root.resolve()):
        raise WriteRefused(f"{root / path}: leads outside the project, to {target}; migrate that project itself")
    if not _is_writable(target.parent):
        raise WriteRefused(f"{target.parent}: the folder is read-only; make it writable or use --output")
    if expected is None:
        if target.exists():
            raise WriteRefused(f"{target}: exists already; move it away")
        return target
    if not target.is_file() or target.read_bytes() != expected:
        raise WriteRefused(f"{target}: was changed since it was read; run unstatic again")
    if not _is_writable(target):
        raise WriteRefused(f"{target}: is read-only; make it writable or use --output")
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
