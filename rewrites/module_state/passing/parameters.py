"""Parameters by which entries are led to the state: their names, and names for those that have none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from unstatic.c.lexer import TokenKind
from unstatic.c.syntax import Statement, closing
from unstatic.facts.places.in_functions import free_name, names_in
from unstatic.facts.state.routes import Route
from unstatic.facts.state.teardown.existing_hooks import module_hooks
from unstatic.model.extension import Declaration, Extension, File, RoleKind
from unstatic.rewriting.style import whole_lines
from unstatic.text.edits import Edit
from unstatic.text.source import Span

# `Py_UNUSED(name)`, `UNUSED(name)`, `unused_arg(name)`: what becomes of the name is known to the macro alone.
_UNUSED = re.compile(r"(?i)unused")
_WORDS = len((b"UNUSED", b"(", b"name", b")"))
_ATTRIBUTE = (b"__attribute__", b"__attribute")
# What parameters are called that nothing is done with; one that leads to the state gets another name.
_OF_NOTHING = frozenset((b"dummy", b"ignored", b"ignore", b"notused", b"not_used", b"unused", b"_unused"))
# What the parameters of methods and slots are called that have no name yet.
_USUAL_NAMES = (b"self", b"other", b"third")


def parameter_name(model: Extension, definition: Declaration, index: int) -> bytes:
    """Return the name of a parameter: taken out of `Py_UNUSED` if it stands in that, or made if it has none."""
    is_there = index < len(definition.parameters)
    declarations = model.by_symbol.get(definition.parameters[index], ()) if is_there else ()
    written = declarations[0].name if declarations else ""
    wrapped = _wrapper(model, definition, index) if is_there else None
    is_spoken_for = bool(written) and not _is_of_nothing(model, declarations[0])
    if wrapped or is_spoken_for or definition.symbol not in model.functions:
        return wrapped[1] if wrapped else written.encode()
    return _usual_name(model, definition, index)


def _is_of_nothing(model: Extension, declared: Declaration) -> bool:
    """Tell whether a parameter is called `unused`, and is."""
    return declared.name.encode() in _OF_NOTHING and not model.uses.get(declared.symbol) and not declared.from_macro


def _usual_name(model: Extension, definition: Declaration, index: int) -> bytes:
    roles = model.functions[definition.symbol].roles
    is_hook = any(item.symbol == definition.symbol for item in module_hooks(model).values())
    is_of_module = is_hook or (bool(roles) and all(role.kind is RoleKind.MODULE_FUNCTION for role in roles))
    usual = _USUAL_NAMES[min(index, len(_USUAL_NAMES) - 1)]
    return free_name(model, definition.symbol, b"module" if is_of_module else usual)


def named_parameters(
    model: Extension, definition: Declaration, indexes: Sequence[int], *, in_all_builds: bool = True
) -> Iterator[Edit]:
    """Yield the names of the parameters at *indexes* where `Py_UNUSED` hides them, or there are none, as in C++.

    What tells the compiler that one isn't used goes as well, if all builds use it from now on.
    """
    for index in indexes:
        if index == len(definition.parameters):
            yield from _added(model, definition)
            continue
        wrapped = _wrapper(model, definition, index)
        declared = next(iter(model.by_symbol.get(definition.parameters[index], ())), None)
        if wrapped is not None:
            yield Edit(definition.path, *wrapped)
        elif declared is not None and _is_of_nothing(model, declared):
            yield Edit(definition.path, declared.name_span, parameter_name(model, definition, index))
            yield from _unused_marks(model, declared) if in_all_builds else ()
        elif declared is not None and declared.name and in_all_builds:
            yield from _unused_statements(model, definition, declared)
            yield from _unused_marks(model, declared)
        elif declared is not None and not declared.name:
            end = declared.span.end
            glued = model.files[definition.path].source.data[end - 1 : end].isalnum()
            name = parameter_name(model, definition, index)
            yield Edit(definition.path, Span(end, end), b" " + name if glued else name)


def _unused_statements(model: Extension, definition: Declaration, parameter: Declaration) -> Iterator[Edit]:
    """Yield the deletion of statements such as `(void)self;` and `UNUSED(self);`."""
    if definition.body is None or definition.symbol not in model.functions:
        return
    name = parameter.name.encode()
    for statement in model.body_at(definition.symbol, definition.path, definition.body.start).children:
        file = model.files[definition.path].at(statement.span.start)
        if file.is_conditional(statement.span.start) or not _discards(model, statement, name):
            continue
        lines = whole_lines(file, statement.span)
        if lines != statement.span:
            yield Edit(definition.path, lines, b"")


def _unused_marks(model: Extension, parameter: Declaration) -> Iterator[Edit]:
    """Yield the deletion of `__attribute__((unused))`, or of a macro for that, in the declaration of a parameter."""
    file = model.files[parameter.path].at(parameter.span.start)
    index = file.index_at(parameter.span.start)
    while file.tokens[index].text not in (b",", b")"):
        end = closing(file.tokens, index + 1) if file.tokens[index].text in _ATTRIBUTE else index
        words = [token.text for token in file.tokens[index : end + 1]]
        if _says_unused(words) or (words[0] not in _ATTRIBUTE and _stands_for_unused(model, words[0])):
            yield Edit(parameter.path, _with_blanks(file, Span(file.tokens[index].start, file.tokens[end].end)), b"")
        index = end + 1


def _stands_for_unused(model: Extension, name: bytes) -> bool:
    macro = model.macros.get(name.decode("latin-1"))
    if macro is None or any(one.definition.parameters is not None for one in macro.all):
        return False
    bodies = [[token.text for token in one.body] for one in macro.all]
    return any(bodies) and all(not body or _says_unused(body) for body in bodies)


def _says_unused(words: Sequence[bytes]) -> bool:
    return words[:1] in ([b"__attribute__"], [b"__attribute"]) and words[1:-1] in (
        [b"(", b"(", b"unused", b")"],
        [b"(", b"(", b"__unused__", b")"],
    )


def _with_blanks(file: File, span: Span) -> Span:
    """Take along the blanks before a word, or those behind it where none stand before."""
    data, start, end = file.source.data, span.start, span.end
    while data[start - 1 : start] == b" ":
        start -= 1
    while start == span.start and data[end : end + 1] == b" ":
        end += 1
    return Span(start, end)


def _discards(model: Extension, statement: Statement, name: bytes) -> bool:
    """Tell whether a statement does nothing but evaluate *name*, itself or by a macro that does."""
    texts = [token.text for token in statement.tokens]
    if _is_discarded(texts, name):
        return True
    macro = model.macros.get(texts[0].decode("latin-1"))
    if macro is None or texts[1:] != [b"(", name, b")", b";"]:
        return False
    return all(
        one.definition.parameters is not None
        and len(one.definition.parameters) == 1
        and _is_discarded([*(token.text for token in one.body), b";"], one.definition.parameters[0].encode())
        for one in macro.all
    )


def _is_discarded(texts: Sequence[bytes], name: bytes) -> bool:
    """Tell whether *texts* are `(void)name;`, in whatever parentheses."""
    return [text for text in texts if text not in (b"(", b")")] == [b"void", name, b";"]


def _added(model: Extension, definition: Declaration) -> Iterator[Edit]:
    """Yield the last parameter of a slot that is defined without it, where it is defined and where it is declared."""
    function = model.functions[definition.symbol]
    name = parameter_name(model, definition, len(definition.parameters))
    if not definition.parameters:
        yield from _only_one(model, definition, b"void *" + name)
        return
    for item in (definition, *(one for one in function.prototypes if one.body != definition.body)):
        last = model.by_symbol[item.parameters[-1]][0]
        given = name if item is definition or last.name else b""
        yield Edit(item.path, Span(last.span.end, last.span.end), b", PyObject *" + given)


def _only_one(model: Extension, definition: Declaration, declared: bytes) -> Iterator[Edit]:
    """Yield the parameter of a module's `m_free` that is written as `void free_all()`."""
    tokens = model.files[definition.path].tokens
    at = model.files[definition.path].index_at(definition.name_span.end)
    yield Edit(definition.path, Span(tokens[at].end, tokens[closing(tokens, at)].start), declared)


def named_for(model: Extension, definition: Declaration, route: Route, *, in_all_builds: bool) -> Iterator[Edit]:
    yield from named_parameters(model, definition, route.leading, in_all_builds=in_all_builds)


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
                    if inner[2].text in _OF_NOTHING and definition.symbol in model.functions:
                        return expansion.span, _usual_name(model, definition, index)
                    is_free = inner[2].text not in names_in(tuple(body))
                    name = inner[2].text if is_free else free_name(model, definition.symbol, inner[2].text)
                    return expansion.span, name
    return None


def _is_of(file: File, declared: Span, written: Span) -> bool:
    """Tell whether a macro's call is part of a declaration, or stands behind one whose name it leaves out."""
    between = Span(min(declared.end, written.start), written.start)
    return written.overlaps(declared) or (declared.end <= written.start and not file.source.text(between).strip())
