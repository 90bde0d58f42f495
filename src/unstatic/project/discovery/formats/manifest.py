"""Whether a new file would be in the project's source distribution, and the line of MANIFEST.in that puts it there."""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Sequence
from pathlib import Path

from unstatic.project.discovery.files import ProjectFiles
from unstatic.system import parsed_files
from unstatic.text.edits import Edit, apply
from unstatic.text.source import Span

_MANIFEST = "MANIFEST.in"
_INCLUDE = re.compile(rb"^include[ \t][^\n]*(?:\n|\Z)", re.MULTILINE)
_FROM_VERSION_CONTROL = ("setuptools_scm", "setuptools-scm", "setuptools-git", "setuptools_git")
# A command of the project's own packs what it likes: what git has, as a rule.
_OWN_COMMAND = re.compile(r"[\"']sdist[\"']\s*:|\bsdist\s*=")
_MADE_BY_CONFIGURE = ("Makefile.in", "Makefile.am", "Makefile.pre.in")


def ships(root: Path, path: Path) -> bool:
    """Tell whether a source distribution of the project in *root* would hold the new file *path*.

    setuptools packs what MANIFEST.in names; other build systems pack what is under version control, and what autoconf
    and make build is packed by them. A folder without any build file is packed by nobody.
    """
    files = ProjectFiles(root)
    manifest = files.text(_MANIFEST)
    if manifest is not None:
        return _is_named(manifest, path.relative_to(root).as_posix())
    if files.text("configure.ac") is not None and any(files.text(name) is not None for name in _MADE_BY_CONFIGURE):
        return True
    project = files.text("pyproject.toml")
    if files.text("setup.py") is None and files.text("setup.cfg") is None and not _is_setuptools(project):
        return True
    script = files.text("setup.py") or ""
    is_own = _OWN_COMMAND.search(script) is not None
    return is_own or any(name in (project or "") + script for name in _FROM_VERSION_CONTROL)


def can_ship(root: Path, path: Path) -> bool:
    """Tell whether a source distribution would hold the new file *path*, with a line more in MANIFEST.in if need be."""
    return ships(root, path) or _read(root) is not None


def with_files(root: Path, paths: Sequence[Path]) -> tuple[bytes | None, Edit] | None:
    """Return MANIFEST.in as it is, None if there is none, and the edit by which it names *paths* that it leaves out.

    None if a source distribution has them all.
    """
    names = [path.relative_to(root).as_posix() for path in paths if not ships(root, path)]
    data = _read(root) if names else None
    if data is None:
        return None
    newline = b"\r\n" if b"\r\n" in data else b"\n"
    lines = b"".join(b"include " + name.encode("utf-8", "surrogateescape") + newline for name in names)
    last = [found.end() for found in _INCLUDE.finditer(data)]
    for at in (*last[-1:], len(data)):
        lead = b"" if not at or data[:at].endswith(b"\n") else newline
        edit = Edit(root / _MANIFEST, Span(at, at), lead + lines)
        text = apply(data, [edit]).decode("utf-8", "replace")
        if all(_is_named(text, name) for name in names):
            return data if os.path.lexists(edit.path) else None, edit
    return None


def _read(root: Path) -> bytes | None:
    """Return what MANIFEST.in holds, nothing if there is none; None if it isn't a file of the project to be changed."""
    path = ProjectFiles(root).inside(_MANIFEST)
    if path is None or path.is_symlink():
        return None
    try:
        return path.read_bytes() if path.is_file() else None if path.exists() else b""
    except OSError:
        return None


def _is_setuptools(project: str | None) -> bool:
    if project is None:
        return False
    try:
        table = parsed_files.toml(project).get("build-system", {})
    except parsed_files.TOMLDecodeError:
        return False
    backend = table.get("build-backend", "setuptools") if isinstance(table, dict) else "setuptools"
    return str(backend).startswith("setuptools")


def _is_named(manifest: str, name: str) -> bool:
    """Follow the commands of a MANIFEST.in: the last one that concerns a file counts."""
    found = False
    for line in manifest.replace("\\\n", " ").splitlines():
        words = line.partition("#")[0].split()
        if words:
            found = _after(words[0], words[1:], name, found)
    return found


def _after(command: str, words: list[str], name: str, found: bool) -> bool:
    folder, patterns = (words[0].strip("/"), words[1:]) if words else ("", [])
    base = name.rpartition("/")[2]
    below = folder in ("", ".") or name.startswith(f"{folder}/")
    whole = any(_matches(name, pattern) for pattern in words)
    deep = below and any(fnmatch.fnmatch(base, pattern) for pattern in patterns)
    anywhere = any(fnmatch.fnmatch(base, pattern) for pattern in words)
    commands = {
        "include": (whole, True),
        "recursive-include": (deep, True),
        "global-include": (anywhere, True),
        "graft": (below, True),
        "exclude": (whole, False),
        "recursive-exclude": (deep, False),
        "global-exclude": (anywhere, False),
        "prune": (below, False),
    }
    concerns, result = commands.get(command, (False, found))
    return result if concerns else found


def _matches(name: str, pattern: str) -> bool:
    """Match a path as distutils does: a wildcard stays inside its folder."""
    parts, wanted = name.split("/"), pattern.strip("/").split("/")
    return len(parts) == len(wanted) and all(fnmatch.fnmatch(a, b) for a, b in zip(parts, wanted, strict=True))
