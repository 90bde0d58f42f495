"""Objections to initialisers that compilers of the project don't take."""

from __future__ import annotations

import re
from collections.abc import Iterator

from unstatic.objections.revision import CPLUSPLUS, Objection, Revision

_DESIGNATOR = re.compile(rb"^\s*\.\w+\s*=[^=]")
_IMPORTED = re.compile(rb"^\s*\{\s*Py_\w+\s*,\s*(?:\([^)]*\)\s*)?&?_?Py\w+_Type\b")


def designators(revision: Revision) -> Iterator[Objection]:
    """Designators in C++, which has them since C++20 only, in files that had none."""
    had = any(_DESIGNATOR.match(line) for line in revision.old)
    for line in revision.new_lines:
        if revision.path.suffix in CPLUSPLUS and not had and _DESIGNATOR.match(revision.new[line]):
            yield revision.objection(line, "designator", "designators are C++20")


def imported_addresses(revision: Revision) -> Iterator[Objection]:
    """Addresses of types of the interpreter in slots: MSVC has no such constants."""
    for line in revision.new_lines:
        if _IMPORTED.match(revision.new[line]):
            yield revision.objection(
                line, "imported-address", "the address of an imported type isn't a constant for MSVC"
            )
