"""Names of the libraries that an extension links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

MAY_BE_MISSING = "libraries it links may be missing"
"""The note for a value that names libraries but isn't known."""

_FILE = re.compile(r"(?:.*/)?lib([^/]+?)\.(?:a|so|dylib|tbd)(?:\.\d+)*")

_WITH_FILE = frozenset({"-o", "-h", "-soname", "-install_name"})
"""Linker options whose value names what is made, not what is linked."""


def from_arguments(arguments: Sequence[str]) -> tuple[str, ...]:
    """Return the libraries that linker arguments give: `-lname`, `-l name`, `-l:libname.a` or the file itself."""
    found: list[str] = []
    left = (part for argument in arguments for part in argument.removeprefix("-Wl,").split(","))
    for argument in left:
        if argument in _WITH_FILE:
            next(left, None)
        elif argument.startswith("-l"):
            found.append(_of_file(argument[2:] or next(left, "")))
        elif not argument.startswith("-") and _FILE.fullmatch(argument):
            found.append(_of_file(argument))
    return distinct(found)


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names once each, without empty ones."""
    return tuple(dict.fromkeys(name for name in names if name))


def _of_file(text: str) -> str:
    """Return the library's name if *text* is its file, else *text*."""
    match = _FILE.fullmatch(text.removeprefix(":"))
    return match.group(1) if match else text.removeprefix(":")
