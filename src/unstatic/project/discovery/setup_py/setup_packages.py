"""Extensions that a package declares in its own `setup_package.py`, for extension-helpers to gather."""

from __future__ import annotations

import re
from configparser import Error, RawConfigParser
from pathlib import Path
from typing import Any

from unstatic.project.discovery.declared import limited_api_macro
from unstatic.project.discovery.files import ProjectFiles, build_requirements

_GATHERING = frozenset({"extension_helpers", "astropy_helpers"})
_TAG = re.compile(r"cp(\d)(\d+)", re.ASCII)


def scripts(files: ProjectFiles) -> tuple[Path, ...]:
    """Return the absolute paths of the scripts, those of outer packages first; none unless the build gathers them."""
    named = (name for name in _GATHERING if name in (files.text("setup.py") or ""))
    if _GATHERING.isdisjoint((*build_requirements(files), *named)):
        return ()
    found = files.matching("**/setup_package.py") or []
    return tuple(files.absolute(one) for one in sorted(found, key=lambda one: (one.count("/"), one)))


def limited_api(files: ProjectFiles) -> tuple[str, ...]:
    """Return the argument that defines the limited API for which the wheel is, if it's for one.

    extension-helpers adds it to each extension, where setup.cfg or pyproject.toml names the oldest Python of the wheel.
    """
    wheel: Any = files.toml("pyproject.toml")
    for name in ("tool", "distutils", "bdist_wheel"):
        wheel = wheel.get(name) if isinstance(wheel, dict) else None
    tag = wheel.get("py-limited-api") if isinstance(wheel, dict) else None
    found = _TAG.fullmatch(str(tag or _configured(files)))
    return (f"-D{limited_api_macro('.'.join(found.groups()))}",) if found else ()


def _configured(files: ProjectFiles) -> str:
    config = RawConfigParser(strict=False)
    try:
        config.read_string(files.text("setup.cfg") or "")
        return config.get("bdist_wheel", "py_limited_api", fallback="")
    except Error:
        return ""
