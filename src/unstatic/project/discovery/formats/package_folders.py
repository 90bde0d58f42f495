"""Folders of Python packages that don't have the package's name.

Sources: `package_dir` of setup.py and pyproject.toml, "Package Discovery and Namespace Packages" in the manual of
setuptools; `install_sources()` in the manual of Meson's Python module.
"""

from __future__ import annotations

from pathlib import Path

from unstatic.project.discovery.files import ProjectFiles
from unstatic.project.discovery.formats import meson
from unstatic.project.discovery.setup_py import evaluator


def package_folders(root: Path) -> dict[str, Path]:
    """Return the folder of each package for which a build file under *root* names one; "" is that of all others."""
    files = ProjectFiles(root)
    found: dict[str, Path] = {}
    for given in (*evaluator.given_tables(root, "package_dir"), *_of_pyproject(files)):
        for package, folder in given.items():
            inside = files.inside(folder)
            if inside is not None:
                found.setdefault(package, inside)
    for package, inside in meson.packages(root).items():
        found.setdefault(package, inside)
    return found


def _of_pyproject(files: ProjectFiles) -> tuple[dict[str, str], ...]:
    table: object = files.toml("pyproject.toml")
    for name in ("tool", "setuptools", "package-dir"):
        table = table.get(name) if isinstance(table, dict) else None
    if not isinstance(table, dict):
        return ()
    return ({name: folder for name, folder in table.items() if isinstance(folder, str)},)
