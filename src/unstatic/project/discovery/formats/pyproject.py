"""Reads the extension modules out of `[tool.setuptools]` in pyproject.toml, and `[build_ext]` in setup.cfg."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from unstatic.project.discovery.declaration import declared_from
from unstatic.project.discovery.declared import Declared
from unstatic.project.discovery.files import ProjectFiles
from unstatic.project.discovery.libraries import distinct
from unstatic.project.discovery.setup_py.state import Run
from unstatic.project.discovery.setup_py.values import Declaration, Value


def read(root: Path) -> tuple[Declared, ...]:
    """Return the extension modules that `root/pyproject.toml` declares; *root* is absolute. Raises nothing."""
    files = ProjectFiles(root)
    setuptools = _table(_table(files.toml("pyproject.toml"), "tool"), "setuptools")
    if not setuptools.get("ext-modules"):
        return ()
    run = Run(files, root / "pyproject.toml")
    listed = setuptools.get("ext-modules", [])
    found = [_declaration(one) for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    package = setuptools.get("ext-package")
    return tuple(declared_from(run, one, package if isinstance(package, str) else "") for one in found)


def build_options(root: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the compiler arguments and the libraries that `[build_ext]` in setup.cfg adds to every extension."""
    files = ProjectFiles(root)
    found = _build_ext(files)
    libraries = distinct(found.get("libraries", "").replace(",", " ").split())
    macros = [f"-D{one}" for one in found.get("define", "").replace(",", " ").split()]
    undefined = [f"-U{one}" for one in found.get("undef", "").replace(",", " ").split()]
    folders = [f"-I{files.absolute(one)}" for one in found.get("include_dirs", "").replace(":", " ").split()]
    return (*macros, *undefined, *folders), libraries


def _build_ext(files: ProjectFiles) -> dict[str, str]:
    """Return the options of `[build_ext]` in setup.cfg that have a value."""
    text = files.text("setup.cfg")
    if not text:
        return {}
    import configparser

    config = configparser.RawConfigParser(strict=False)
    try:
        config.read_string(text)
    except configparser.Error:
        return {}
    options = dict(config["build_ext"]) if config.has_section("build_ext") else {}
    return {name.replace("-", "_"): value for name, value in options.items() if value}


def _table(table: dict[str, Any], name: str) -> dict[str, Any]:
    found = table.get(name)
    return found if isinstance(found, dict) else {}


def _declaration(table: dict[str, Any]) -> Declaration:
    keywords: dict[str, Value] = {str(name).replace("-", "_"): value for name, value in table.items()}
    return Declaration(keywords, 0)
