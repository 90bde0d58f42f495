"""When a function may be called: with the GIL or without, and while types and modules are being taken down."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from pathlib import Path

from unstatic.capi.gil import FREE_FROM, GIVES_UP, HELD_FROM, TAKES
from unstatic.facts.macros.opened_words import opened_words
from unstatic.facts.module.function_pointers import calling_places
from unstatic.model.extension import Extension, Function, Reference, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import element_type
from unstatic.text.source import Span

QUIET = frozenset(
    (
        *("abort", "close", "fclose", "fflush", "fprintf", "printf", "snprintf", "__assert_fail"),
        *("calloc", "free", "malloc", "realloc", "memcmp", "memcpy", "memmove", "memset"),
        *("sprintf", "vsnprintf", "strcasecmp", "strncasecmp", "strchr", "strrchr", "strstr", "strtod", "strtol"),
        *("strcmp", "strcpy", "strdup", "strlen", "strncmp", "strncpy"),
        *("ffi_closure_alloc", "ffi_closure_free", "ffi_prep_cif", "ffi_prep_closure", "ffi_prep_closure_loc"),
    )
)
"""Functions of the C library, and of libffi, that call nothing of ours."""
OWN = ("Py", "_Py", "__builtin_")
"""How the names of CPython's functions and the compiler's begin."""


def enters_with_gil(model: Extension, function: str) -> bool:
    """Tell whether a function, and all that it calls, take the GIL for granted, and no call that is seen lacks it."""
    if any(is_free(model, path, offset) for path, offset in calling_places(model, function) or ()):
        return False
    for symbol in reached(model, function):
        uses = sorted(model.uses_in.get(symbol, ()), key=lambda use: (use.path, use.offset))
        first = next((use.name for use in uses if use.name in TAKES | GIVES_UP), "")
        if first in TAKES:
            return False
    return True


def is_free(model: Extension, path: Path, offset: int) -> bool:
    """Tell whether the GIL is given up in front of a place, in the order of the text of its function (G331)."""
    file = model.files[path].at(offset)
    bodies = (item.definition.body for item in model.functions.values() if item.definition.path == path)
    body = next((item for item in bodies if item is not None and offset in item), None)
    tokens = file.tokens_in(Span(body.start, offset)) if body is not None else ()
    words = tuple(opened_words(model, tokens))
    last = next((word for word in reversed(words) if word in FREE_FROM | HELD_FROM), b"")
    return last in FREE_FROM


def reached(model: Extension, function: str, follows: Callable[[Reference], object] | None = None) -> Iterator[str]:
    """Yield *function*, and every function that it names, or that those name in turn; each once.

    Of the names only those count that *follows* holds for.
    """
    named_in = _named_in(model)
    found = {function}
    work = [function]
    while work:
        symbol = work.pop()
        yield symbol
        named: Iterable[str] = named_in.get(symbol, ())
        if named and follows is not None:
            uses = (use for use in model.uses_in[symbol] if use.symbol in model.functions)
            named = (use.symbol for use in uses if use.symbol not in found and follows(use))
        for one in named:
            if one not in found:
                found.add(one)
                work.append(one)


def leading_to(model: Extension, functions: Iterable[str]) -> frozenset[str]:
    """Return *functions*, and every function from which one of them is reached."""
    named_by = _named_by(model)
    found = set(functions)
    work = list(found)
    while work:
        more = named_by.get(work.pop(), set()) - found
        found |= more
        work += more
    return frozenset(found)


@fact
def _named_in(model: Extension) -> Mapping[str, tuple[str, ...]]:
    """Return the functions that each function names, in the order of the text."""
    named = {
        symbol: tuple(dict.fromkeys(use.symbol for use in uses if use.symbol in model.functions))
        for symbol, uses in model.uses_in.items()
    }
    return {symbol: functions for symbol, functions in named.items() if functions}


@fact
def _named_by(model: Extension) -> Mapping[str, set[str]]:
    """Return the functions that name each function."""
    found: dict[str, set[str]] = {}
    for symbol, named in _named_in(model).items():
        for one in named:
            found.setdefault(one, set()).add(symbol)
    return found


def reaches_own_data(model: Extension, function: str) -> bool:
    """Tell whether *function*, or one that it names in turn, names a type or a variable of the project."""
    used = (use.symbol for item in reached(model, function) for use in model.uses_in.get(item, ()))
    return not (model.own_symbols - model.functions.keys()).isdisjoint(used)


@fact
def runs_in_teardown(model: Extension, slots: frozenset[str], left_out: frozenset[str]) -> frozenset[str]:
    """Return the functions that *slots*, those of the teardown, may lead to: by name, or by a pointer kept somewhere.

    What is called through a pointer, or by a library, may be any function whose address is taken. *left_out*: types or
    specs whose own slots don't count.
    """
    work = [
        symbol
        for symbol, item in model.functions.items()
        if any(role.slot in slots and role.owner not in left_out for role in item.roles)
    ]
    found: set[str] = set()
    while work:
        symbol = work.pop()
        if symbol not in found:
            found.add(symbol)
            work += _may_reach(model, symbol, found)
    return frozenset(found)


def _may_reach(model: Extension, symbol: str, known: Container[str]) -> Iterator[str]:
    """Yield the functions that *symbol* may lead to, but for those that are *known*."""
    uses = model.uses_in.get(symbol, ())
    yield from (use.symbol for use in uses if use.symbol in model.functions)
    hidden = [use for use in uses if _leaves_sight(model, use)]
    for item in _escaping(model) if hidden else ():
        if item.symbol not in known and any(_may_be(model, item, use) for use in hidden):
            yield item.symbol


@fact
def _escaping(model: Extension) -> tuple[Function, ...]:
    """Return the functions whose addresses are taken."""
    return tuple(item for item in model.functions.values() if item.escapes)


def _may_be(model: Extension, function: Function, use: Reference) -> bool:
    """Tell whether a function whose address is taken may be what *use* calls.

    A field that holds pointers to functions of another type doesn't hold it, unless it was cast. Where all is seen that
    holds it, that says it.
    """
    places = calling_places(model, function.symbol) if function.escapes else None
    if places is not None:
        return (use.path, use.offset) in places
    if not function.escapes or use.kind is not SymbolKind.FIELD:
        return bool(function.escapes)
    known = _fits_any(model, function.symbol)
    kinds = _pointed_to(model, use.symbol) if known is None else frozenset()
    return not kinds or "".join(function.definition.canonical_type.split()) in kinds if known is None else known


@fact
def _fits_any(model: Extension, function: str) -> bool | None:
    """Tell whether pointers of any type may hold a function, as it is cast, or none; None if that depends."""
    inside = [escape for escape in model.functions[function].escapes if not _is_for_python(model, escape)]
    return bool(inside) if not inside or any(_is_cast(model, escape) for escape in inside) else None


@fact
def _pointed_to(model: Extension, field: str) -> frozenset[str]:
    """Return the types of functions that a field points to, without blanks."""
    kinds = {item.canonical_type.replace("(*)", "") for item in model.by_symbol.get(field, ())}
    return frozenset("".join(kind.split()) for kind in kinds if "(*" not in kind)


def _is_for_python(model: Extension, escape: Reference) -> bool:
    """Tell whether the address stands in a table of the C API, such as a PyMethodDef: nothing else calls it."""
    declared = model.by_symbol.get(escape.initialises or "", ())
    return bool(declared) and element_type(declared[0].canonical_type).startswith("Py")


def _is_cast(model: Extension, escape: Reference) -> bool:
    if escape.via_macro is not None:
        return True
    file = model.files[escape.path].at(escape.offset)
    index = file.index_at(escape.offset)
    before = [token.text for token in file.tokens[max(0, index - 2) : index]]
    return before[-1:] == [b")"] or before[-2:] == [b")", b"&"]


def _leaves_sight(model: Extension, use: Reference) -> bool:
    """Tell whether a use may call something that isn't named there."""
    if use.kind is SymbolKind.FUNCTION:
        return use.symbol not in model.functions and not use.name.startswith(OWN) and use.name not in QUIET
    # The garbage collector's own functions call nothing of ours.
    kinds = [item.canonical_type for item in model.by_symbol.get(use.symbol, ()) if item.type != "visitproc"]
    return any("(*)" in kind or "(*[" in kind for kind in kinds)
