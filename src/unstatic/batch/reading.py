"""What a batch is asked to do: folders of projects, archives, lists of requirements and manifests become packages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from unstatic.batch import manifest, requirements
from unstatic.batch.packages import Package, is_archive, stem
from unstatic.errors import UsageError

_BUILD_FILES = ("pyproject.toml", "setup.py", "setup.cfg", "meson.build", "CMakeLists.txt")


def read(paths: Sequence[Path]) -> tuple[Package, ...]:
    """Return the packages that the paths stand for, in order. Raises UsageError for what can't be meant."""
    found = tuple(package for path in paths for package in _read(path))
    twice = [name for name, count in Counter(package.name for package in found).items() if count > 1]
    if twice:
        sources = " and ".join(package.source for package in found if package.name == twice[0])
        raise UsageError(f"two packages are called {twice[0]}: {sources}; leave one out, or name them in a manifest")
    return found


def _read(path: Path) -> Sequence[Package]:
    if path.is_dir():
        return [_project(path)] if _is_project(path) else _projects(path)
    if is_archive(path):
        return [Package(stem(path.name), path.resolve())]
    if path.suffix == ".toml":
        return manifest.read(path)
    if path.suffix in (".txt", ".in", ""):
        return requirements.read(path)
    raise UsageError(
        f"{path}: neither a folder, an archive, a manifest (*.toml) nor a list of requirements (*.txt); "
        "for a single source, use `unstatic diff`"
    )


def _is_project(folder: Path) -> bool:
    return any((folder / name).is_file() for name in _BUILD_FILES)


def _project(folder: Path) -> Package:
    return Package(folder.resolve().name, folder.resolve())


def _projects(folder: Path) -> Sequence[Package]:
    try:
        found = list(_inside(sorted(folder.iterdir())))
    except OSError as error:
        raise UsageError(f"{folder}: can't be read: {error.strerror}; let yourself read it") from error
    if not found:
        raise UsageError(
            f"{folder}: holds no packages: no folder with a pyproject.toml or setup.py, and no archive; "
            "name the folder above your projects"
        )
    return found


def _inside(children: Sequence[Path]) -> Iterator[Package]:
    """Yield the projects and archives among *children*; an archive that lies there unpacked is one package."""
    projects = {child.name for child in children if child.is_dir() and _is_project(child)}
    for child in children:
        if child.name in projects:
            yield _project(child)
        elif is_archive(child) and stem(child.name) not in projects:
            yield Package(stem(child.name), child.resolve())
