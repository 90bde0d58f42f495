"""Whether a new file would be in the project's source distribution."""

from __future__ import annotations

import fnmatch
from pathlib import Path

from unstatic.project.discovery.files import ProjectFiles
from unstatic.system import parsed_files

_FROM_VERSION_CONTROL = ("setuptools_scm", "setuptools-scm", "setuptools-git", "setuptools_git")
_MADE_BY_CONFIGURE = ("Makefile.in", "Makefile.am", "Makefile.pre.in")


def ships(root: Path, path: Path) -> bool:
    """Tell whether a source distribution of the project in *root* would hold the new file *path*.

    setuptools packs what MANIFEST.in names; other build systems pack what is under version control, and what autoconf
    and make build is packed by them. A folder without any build file is packed by nobody.
    """
    files = ProjectFiles(root)
    manifest = files.text("MANIFEST.in")
    if manifest is not None:
        return _is_named(manifest, path.relative_to(root).as_posix())
    if files.text("configure.ac") is not None and any(files.text(name) is not None for name in _MADE_BY_CONFIGURE):
        return True
    project = files.text("pyproject.toml")
    if files.text("setup.py") is None and files.text("setup.cfg") is None and not _is_setuptools(project):
        return True
    return any(name in (project or "") + (files.text("setup.py") or "") for name in _FROM_VERSION_CONTROL)


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
