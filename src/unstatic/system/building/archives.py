"""Unpacks source distributions, within limits: a few megabytes can hold many gigabytes."""

from __future__ import annotations

import os
import shutil
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unstatic.errors import UnstaticError, UsageError
from unstatic.settings.config import UNPACK_LIMIT

_FILES_PER_MEBIBYTE = 100
_LONGEST_PATH = 1000
# Sources in C come to a tenth of their size. What is small does no harm, whatever it was made from.
_HIGHEST_RATIO, _SMALL = 200, 64 << 20
_LONGEST_HEADER = 1 << 20
_WITH_NAMES = (*tarfile.GNU_TYPES, tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE)
_WRONG = (shutil.ReadError, tarfile.TarError, zipfile.BadZipFile, EOFError, NotImplementedError)


@dataclass(frozen=True, slots=True)
class _Member:
    name: str
    size: int


class _Info(tarfile.TarInfo):
    """A member of a tar archive, whose names aren't read into memory however long they claim to be."""

    def _proc_member(self, archive: tarfile.TarFile) -> Any:
        if self.type in _WITH_NAMES and self.type != tarfile.GNUTYPE_SPARSE and self.size > _LONGEST_HEADER:
            raise tarfile.ReadError("a name in it is too long")
        return super()._proc_member(archive)  # type: ignore[misc]  # not in the stubs


def unpack(archive: Path, destination: Path, limit: int = UNPACK_LIMIT) -> None:
    """Unpack a tar or zip archive into *destination*; what leads out of it is refused.

    *limit* is in MiB and for everything together; another one than the default also lifts the limit of the ratio.
    Raises UsageError for what is no such archive, and UnstaticError for one that holds more than it may.
    """
    if not archive.is_file():
        raise UsageError(f"{archive}: neither a folder nor an archive that can be unpacked; name a file")
    try:
        if archive.suffix == ".zip":
            with zipfile.ZipFile(archive) as file:
                _check(archive, (_Member(one.filename, one.file_size) for one in file.infolist()), limit)
            # This leaves out what leads outside.
            shutil.unpack_archive(archive, destination, "zip")
        else:
            with tarfile.open(archive, tarinfo=_Info) as tar:
                _check(archive, _members(tar), limit)
                tar.extractall(destination, filter="data")
    except _WRONG as error:
        # Several lines, one for each compression that was tried.
        why = " ".join(str(error).split())
        raise UsageError(
            f"{archive}: neither a folder nor an archive that can be unpacked: {why}; download it again"
        ) from error


def _members(tar: tarfile.TarFile) -> Iterator[_Member]:
    # One after the other: the rest isn't even read where one is too much.
    for one in tar:
        yield _Member(one.name, one.size if one.isreg() else 0)


def _check(archive: Path, members: Iterable[_Member], limit: int) -> None:
    """Raise UnstaticError if the members of an archive are more, larger or deeper than they may be."""
    packed = max(os.path.getsize(archive), 1)
    size = 0
    for files, member in enumerate(members, 1):
        size += member.size
        if len(member.name) > _LONGEST_PATH:
            raise UnstaticError(f"{archive}: a path in it has more than {_LONGEST_PATH} characters; unpack it yourself")
        if files > limit * _FILES_PER_MEBIBYTE:
            raise _too_much(archive, f"more than {limit * _FILES_PER_MEBIBYTE} files")
        if size > limit << 20:
            raise _too_much(archive, f"more than {limit} MiB")
        if limit == UNPACK_LIMIT and size > max(_SMALL, packed * _HIGHEST_RATIO):
            raise _too_much(archive, f"more than {_HIGHEST_RATIO} times its own size")


def _too_much(archive: Path, what: str) -> UnstaticError:
    return UnstaticError(
        f"{archive}: unpacks to {what}; if you trust it, raise the limit with --unpack-limit MIB, or unpack it yourself"
    )
