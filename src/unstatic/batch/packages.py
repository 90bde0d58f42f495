"""One package of a batch, and what makes two runs over it the same."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.errors import UnstaticError

ARCHIVES = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar", ".zip")
_NOT_SOURCE = {".git", ".hg", ".svn", "__pycache__", ".venv", "venv", ".tox", ".nox"}


@dataclass(frozen=True, slots=True)
class Package:
    """One package: a folder or an archive at *path*, or else what *requirement* names on a package index.

    *name* is unique in its batch and names the folder of its report. *hashes* are `sha256:…` of which the archive must
    have one; none means that nothing is checked. *arguments* are options of the command line for this package alone.
    """

    name: str
    path: Path | None = None
    requirement: str = ""
    hashes: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """Where it comes from, for people."""
        return self.requirement or str(self.path)


def is_archive(path: Path) -> bool:
    """Tell whether the path is that of a source archive, by its name."""
    return path.name.lower().endswith(ARCHIVES) and not path.is_dir()


def stem(name: str) -> str:
    """Return the name of an archive without its suffix; other names stay."""
    return next((name[: -len(suffix)] for suffix in ARCHIVES if name.lower().endswith(suffix)), name)


def identity(package: Package) -> str:
    """Return a digest of what the package is: of its contents if they're here. Raises UnstaticError."""
    digest = hashlib.sha256(repr((package.requirement, package.hashes, package.arguments)).encode())
    if package.path is not None:
        try:
            for path in [package.path] if package.path.is_file() else _files(package.path):
                digest.update(os.fsencode(path.relative_to(package.path)) + b"\0")
                digest.update(hashlib.sha256(path.read_bytes()).digest())
        except OSError as error:
            raise UnstaticError(
                f"{error.filename}: can't be read: {error.strerror}; let yourself read it, or leave the package out"
            ) from error
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    """Yield the regular files of a project, without what builds and version control leave; links aren't followed."""
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - _NOT_SOURCE)
        for name in sorted(names):
            path = Path(at, name)
            if stat.S_ISREG(path.lstat().st_mode):
                yield path


def mismatch(archive: Path, hashes: tuple[str, ...]) -> str:
    """Return what is wrong with the archive's hash, or nothing. Raises OSError."""
    if not hashes:
        return ""
    data = archive.read_bytes()
    found = [f"{kind}:{hashlib.new(kind, data).hexdigest()}" for kind in sorted({one.split(":")[0] for one in hashes})]
    if set(found) & set(hashes):
        return ""
    return f"its hash is {found[0]}, not {' or '.join(hashes)}; compare it with what its author published"
