"""When a function may be called: with the GIL or without, and while types and modules are being taken down."""

from __future__ import annotations

from collections.abc import Container, Iterator

from unstatic.model import Extension, Reference, SymbolKind

_ACQUIRES = frozenset(
    (
        *("PyGILState_Ensure", "PyEval_RestoreThread", "PyEval_AcquireThread", "PyEval_AcquireLock"),
        "PyThreadState_Swap",
    )
)
_RELEASES = frozenset(("PyEval_SaveThread", "PyEval_ReleaseThread", "PyEval_ReleaseLock"))
# Functions of the C library that call nothing of ours.
_QUIET = frozenset(
    (
        *("abort", "close", "fclose", "fflush", "fprintf", "printf", "snprintf", "__assert_fail"),
        *("calloc", "free", "malloc", "realloc", "memcmp", "memcpy", "memmove", "memset"),
        *("strcmp", "strcpy", "strdup", "strlen", "strncmp", "strncpy"),
    )
)
_OWN = ("Py", "_Py", "__builtin_")


def enters_with_gil(model: Extension, function: str) -> bool:
    """Tell whether a function, and all that it calls, take the GIL for granted."""
    found = [function]
    for symbol in found:
        uses = sorted(model.uses_in.get(symbol, ()), key=lambda use: (use.path, use.offset))
        first = next((use.name for use in uses if use.name in _ACQUIRES | _RELEASES), "")
        if first in _ACQUIRES:
            return False
        found += [use.symbol for use in uses if use.symbol in model.functions and use.symbol not in found]
    return True


def runs_in_teardown(model: Extension, slots: Container[str]) -> frozenset[str]:
    """Return the functions that *slots*, those of the teardown, may lead to: by name, or by a pointer kept somewhere.

    What is called through a pointer, or by a library, may be any function whose address is taken.
    """
    work = [symbol for symbol, item in model.functions.items() if any(role.slot in slots for role in item.roles)]
    found: set[str] = set()
    while work:
        symbol = work.pop()
        if symbol not in found:
            found.add(symbol)
            work += _reached(model, symbol)
    return frozenset(found)


def _reached(model: Extension, symbol: str) -> Iterator[str]:
    uses = model.uses_in.get(symbol, ())
    yield from (use.symbol for use in uses if use.symbol in model.functions)
    if any(_leaves_sight(model, use) for use in uses):
        yield from (name for name, item in model.functions.items() if item.escapes)


def _leaves_sight(model: Extension, use: Reference) -> bool:
    """Tell whether a use may call something that isn't named there."""
    if use.kind is SymbolKind.FUNCTION:
        return use.symbol not in model.functions and not use.name.startswith(_OWN) and use.name not in _QUIET
    # The garbage collector's own functions call nothing of ours.
    kinds = [item.canonical_type for item in model.by_symbol.get(use.symbol, ()) if item.type != "visitproc"]
    return any("(*)" in kind or "(*[" in kind for kind in kinds)
