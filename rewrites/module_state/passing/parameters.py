"""Parameters by which entries are led to the state: their names, and names for those that have none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from unstatic.c.lexer import TokenKind
from unstatic.facts.places.in_functions import free_name, names_in
from unstatic.facts.state.routes import Route, RouteKind
from unstatic.model.extension import Declaration, Extension, File, RoleKind
from unstatic.text.edits import Edit
from unstatic.text.source import Span

# `Py_UNUSED(name)`, `UNUSED(name)`, `unused_arg(name)`: what becomes of the name is known to the macro alone.
_UNUSED = re.compile(r"(?i)unused")
_WORDS = len((b"UNUSED", b"(", b"name", b")"))
# What the parameters of methods and slots are called that have no name yet.
_USUAL_NAMES = (b"self", b"other", b"third")


def parameter_name(model: Extension, definition: Declaration, index: int) -> bytes:
    """Return the name of a parameter: taken out of `Py_UNUSED` if it stands in that, or made if it has none."""
    is_there = index < len(definition.parameters)
    declarations = model.by_symbol.get(definition.parameters[index], ()) if is_there else ()
    written = declarations[0].name if declarations else ""
    wrapped = _wrapper(model, definition, index) if is_there else None
    if wrapped or written or definition.symbol not in model.functions:
        return wrapped[1] if wrapped else written.encode()
    roles = model.functions[definition.symbol].roles
    is_of_module = any(role.kind is RoleKind.MODULE_FUNCTION for role in roles)
    usual = _USUAL_NAMES[min(index, len(_USUAL_NAMES) - 1)]
    return free_name(model, definition.symbol, b"module" if is_of_module else usual)


def named_parameters(model: Extension, definition: Declaration, indexes: Sequence[int]) -> Iterator[Edit]:
    """Yield the names of the parameters at *indexes* where `Py_UNUSED` hides them, or there are none, as in C++."""
    for index in indexes:
        if index == len(definition.parameters):
            yield from _added(model, definition)
            continue
        wrapped = _wrapper(model, definition, index)
        declared = next(iter(model.by_symbol.get(definition.parameters[index], ())), None)
        if wrapped is not None:
            yield Edit(definition.path, *wrapped)
        elif declared is not None and not declared.name:
            end = declared.span.end
            glued = model.files[definition.path].source.data[end - 1 : end].isalnum()
            name = parameter_name(model, definition, index)
            yield Edit(definition.path, Span(end, end), b" " + name if glued else name)


def _added(model: Extension, definition: Declaration) -> Iterator[Edit]:
    """Yield the last parameter of a slot that is defined without it, where it is defined and where it is declared."""
    function = model.functions[definition.symbol]
    name = parameter_name(model, definition, len(definition.parameters))
    for item in (definition, *(one for one in function.prototypes if one.body != definition.body)):
        last = model.by_symbol[item.parameters[-1]][0]
        given = name if item is definition or last.name else b""
        yield Edit(item.path, Span(last.span.end, last.span.end), b", PyObject *" + given)


def named_for(model: Extension, definition: Declaration, route: Route) -> Iterator[Edit]:
    if route.kind is RouteKind.DEFINING_CLASS or route.local is not None:
        return
    indexes = (0, 1, 2) if route.ternary else (0, 1) if route.kind is RouteKind.OPERANDS else (0,)
    yield from named_parameters(model, definition, indexes if route.parameter == 0 else (route.parameter,))


def _wrapper(model: Extension, definition: Declaration, index: int) -> tuple[Span, bytes] | None:
    """Return `Py_UNUSED(name)` around a parameter's name, or what the project has for that, and the name (G81)."""
    symbol = definition.parameters[index]
    file = model.files[definition.path]
    for declaration in model.by_symbol.get(symbol, ()):
        for expansion in file.expansions.values():
            if _UNUSED.search(expansion.name) and _is_of(file, declaration.span, expansion.span):
                inner = file.at(expansion.span.start).tokens_in(expansion.span)
                if len(inner) == _WORDS and inner[2].kind is TokenKind.IDENT and not model.uses.get(symbol):
                    body = file.tokens_in(definition.body) if definition.body is not None else ()
                    is_free = inner[2].text not in names_in(tuple(body))
                    name = inner[2].text if is_free else free_name(model, definition.symbol, inner[2].text)
                    return expansion.span, name
    return None


def _is_of(file: File, declared: Span, written: Span) -> bool:
    """Tell whether a macro's call is part of a declaration, or stands behind one whose name it leaves out."""
    between = Span(min(declared.end, written.start), written.start)
    return written.overlaps(declared) or (declared.end <= written.start and not file.source.text(between).strip())
