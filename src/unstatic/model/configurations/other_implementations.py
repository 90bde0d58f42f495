"""Groups for other implementations of Python: `#ifdef PYPY_VERSION`, and what `#if COMPILING_IN_CPYTHON` leaves out.

Their code stays, and names there count as elsewhere (G132). But a variable that only they define keeps nothing in
CPython.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from unstatic.model.configurations.conditions import dead_groups
from unstatic.model.configurations.known_macros import IMPLEMENTATIONS, Text, known_in_cpython
from unstatic.model.extension import Declaration, File, Global
from unstatic.text.source import Spans


def groups_of_others(files: Mapping[Path, File]) -> Mapping[Path, Spans]:
    """Return the groups of each file that CPython never compiles, whatever its version."""
    if all(file.lexed.words.isdisjoint(IMPLEMENTATIONS) for file in files.values()):
        return {}
    known = known_in_cpython(Text(path, file.source.data, file.lexed) for path, file in files.items())
    found = {path: dead_groups(file.source.data, file.lexed.conditionals, known) for path, file in files.items()}
    return {path: Spans(spans) for path, spans in found.items() if spans}


def of_cpython(
    variables: Iterable[Global], by_symbol: Mapping[str, Iterable[Declaration]], files: Mapping[Path, File]
) -> tuple[Global, ...]:
    """Return the variables without those that only other implementations have."""
    others = groups_of_others(files)
    if not others:
        return tuple(variables)

    def is_of_others(one: Declaration) -> bool:
        return one.span.start in others.get(one.path, ())

    return tuple(item for item in variables if not all(map(is_of_others, by_symbol[item.symbol])))
