"""Headers that Python packages bring along, found without importing them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

# What each function returns, relative to its package: the first folder that's there.
_FOLDERS: dict[str, tuple[str, ...]] = {
    "numpy.get_include": ("_core/include", "core/include"),
    "numpy.distutils.misc_util.get_numpy_include_dirs": ("_core/include", "core/include"),
    "pybind11.get_include": ("include",),
    "nanobind.include_dir": ("include",),
}
_LISTS: dict[str, tuple[str, ...]] = {
    "lxml.get_include": (
        "includes",
        "",
        "includes/libxml",
        "includes/libxslt",
        "includes/libexslt",
        "includes/extlibs",
    ),
}


def include_folders(function: str) -> str | list[str] | None:
    """Return what a package's function of this dotted name yields, or None if the package isn't installed here."""
    try:
        spec = importlib.util.find_spec(function.split(".")[0])
    except (ImportError, ValueError):
        return None
    places = [Path(one) for one in (spec.submodule_search_locations or ()) if spec is not None] if spec else []
    for place in places:
        listed = [str(place / one) for one in _LISTS.get(function, ()) if (place / one).is_dir()]
        if listed:
            return listed
        for one in _FOLDERS.get(function, ()):
            if (place / one).is_dir():
                return [str(place / one)] if function.endswith("_dirs") else str(place / one)
    return None


NAMES = (*_FOLDERS, *_LISTS)
