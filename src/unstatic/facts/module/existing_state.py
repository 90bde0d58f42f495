"""The state struct that a module has already: what it's called, how it's reached, and where it can stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import lex_fragment
from unstatic.c.syntax import calls, closing, strip_casts, strip_parentheses
from unstatic.facts.module.state_size import has_own_size
from unstatic.facts.places.at_file_level import outer_conditionals, statement_end
from unstatic.model.extension import Declaration, Extension, File, Function, Linkage, Macro, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import struct_in_sizeof
from unstatic.text.source import Span

FETCH = b"PyModule_GetState"


@dataclass(frozen=True, slots=True)
class OwnState:
    """A struct in the project whose size the module definition gives as `m_size`."""

    record: Declaration
    spelling: str
    """How the struct is named where it is used: `foo_state` or `struct foo_state`."""
    members: tuple[Declaration, ...]
    whole: Span
    """The struct's declaration, its `;` included."""
    close: int
    """The offset of the `}`."""
    accessor: str
    """The macro or function that gives the state of a module; empty if there is none that can be used."""
    accessor_span: Span | None
    """The accessor, with the `#if` group around it if that holds nothing else but what other Pythons have for it.

    None for a macro above the struct.
    """

    @property
    def path(self) -> Path:
        """The file of the struct."""
        return self.record.path


def size_text(model: Extension) -> tuple[bytes, Path, int] | None:
    """Return the module definition's `m_size`, and where it stands; None if there is no state of its own."""
    definition = model.module_def()
    if definition is None or not has_own_size(model, definition):
        return None
    size = definition.fields["m_size"]
    return size.value, definition.declaration.path, size.span.start


@fact
def own_state(model: Extension) -> OwnState | None:
    """Return the state struct that the module has; None if it has none, or none that can be told."""
    given = size_text(model)
    if given is None:
        return None
    tokens = tuple(lex_fragment(given[0], Span(0, len(given[0]))))
    name = struct_in_sizeof(tokens)
    record = _record(model, name) if name is not None else None
    if name is None or record is None:
        return None
    file = model.files[record.path]
    whole = Span(record.span.start, statement_end(file, record))
    opening = next((t for t in file.tokens_in(whole) if t.text == b"{"), None)
    if opening is None:
        return None
    close = file.tokens[closing(file.tokens, file.index_at(opening.start))].start
    spelling = f"struct {name}" if any(token.text == b"struct" for token in tokens) else name
    members = tuple(d for d in model.members.get(record.symbol, ()) if d.kind is SymbolKind.FIELD)
    accessor = next(_accessors(model, record), None)
    found = OwnState(record, spelling, members, _with_typedef(model, record, whole), close, "", None)
    if accessor is None:
        return found
    name, span = accessor
    # A macro above the struct stays where it is, whatever becomes of that.
    group = _with_group(file, span) if span.start > record.span.start else None
    return OwnState(record, spelling, members, found.whole, close, name, group)


def _with_group(file: File, span: Span) -> Span:
    """Return the accessor with the group that defines it for Python 2 as well: `#define GETSTATE(m) (&_state)`."""
    around = outer_conditionals(file, span.start)
    if not around or not all(_has_only_accessors(file, branch.body) for branch in around[0].branches):
        return span
    return around[0].span


def _has_only_accessors(file: File, body: Span) -> bool:
    """Tell whether a group defines a macro and declares a variable at most, such as `static struct state _state;`.

    Nothing but comments does as well.
    """
    names = [item.name for item in file.directives_in(body)]
    texts = [token.text for token in file.lexed.between(*body)]
    if not names and not texts:
        return True
    return names == [b"define"] and texts.count(b";") <= 1 and not {b"(", b"{", b"#"} & set(texts)


def _record(model: Extension, name: str) -> Declaration | None:
    """Return the definition of the struct that *name*, a tag or a typedef, stands for."""
    records = [item for item in model.declarations if item.kind is SymbolKind.RECORD and item.is_definition]
    symbols = {item.symbol for item in records if item.name == name or item.symbol == name}
    for item in model.declarations:
        if item.kind is SymbolKind.TYPEDEF and item.name == name:
            canonical = item.canonical_type.removeprefix("struct ").strip()
            symbols |= {other.symbol for other in records if canonical in (other.symbol, other.name)}
    found = [item for item in records if item.symbol in symbols]
    return found[0] if len(found) == 1 else None


def _with_typedef(model: Extension, record: Declaration, whole: Span) -> Span:
    """Return the declaration with the word `typedef` before the struct."""
    file = model.files[record.path]
    index = file.index_at(whole.start)
    if index and file.tokens[index - 1].text == b"typedef":
        return Span(file.tokens[index - 1].start, whole.end)
    return whole


def _accessors(model: Extension, record: Declaration) -> Iterator[tuple[str, Span]]:
    """Yield what takes a module and gives its state, in the struct's own file: name and span."""
    for name, macro in model.macros.items():
        if name not in model.rival_macros and macro.definition.path == record.path and _fetches(macro):
            yield name, macro.definition.span
    for function in model.functions.values():
        definition = function.definition
        is_later = definition.path == record.path and definition.span.start > record.span.start
        if is_later and _is_fetching(model, function, record):
            yield function.name, definition.span
        elif definition.path != record.path and _is_fetching(model, function, record):
            yield from _declared(model, function, record)


def _declared(model: Extension, function: Function, record: Declaration) -> Iterator[tuple[str, Span]]:
    """Yield a function that another file defines, where the struct's own file declares it for all."""
    file = model.files[record.path]
    for item in function.prototypes:
        is_later = item.path == record.path and item.span.start > record.span.start
        if is_later and item.linkage is Linkage.EXTERNAL and not item.from_macro:
            yield function.name, Span(item.span.start, statement_end(file, item))


def _fetches(macro: Macro) -> bool:
    """Tell whether the macro is `((foo_state *)PyModule_GetState(m))`."""
    parameters = macro.definition.parameters or ()
    if len(parameters) != 1:
        return False
    body = strip_parentheses(macro.body)
    inner = strip_casts(body)
    texts = [token.text for token in inner if token.text not in (b"(", b")")]
    return texts == [FETCH, parameters[0].encode()] and len(inner) < len(body)


def _is_fetching(model: Extension, function: Function, record: Declaration) -> bool:
    """Tell whether a function does nothing but return the state of the module that it is given."""
    definition = function.definition
    if definition.pointee_record is not None or definition.from_macro or len(definition.parameters) != 1:
        return False
    parameter = model.by_symbol.get(definition.parameters[0], ())
    result = (definition.result_type or "").replace("*", " * ").split()
    named = [word for word in result if word not in ("static", "inline", "struct", "const")]
    if not parameter or parameter[0].pointee_record is None or named[-1:] != ["*"] or len(named) != 2:
        return False
    if "object" not in parameter[0].canonical_type.lower() or _record(model, named[0]) is not record:
        return False
    made = list(calls(model.body(function.symbol).tokens))
    fetched = [call for call in made if call.name.text == FETCH]
    others = [call for call in made if call.name.text not in (FETCH, b"assert", b"sizeof")]
    names = [token.text for call in fetched for argument in call.arguments for token in strip_casts(argument)]
    return len(fetched) == 1 and not others and names == [parameter[0].name.encode()]
