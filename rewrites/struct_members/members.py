"""Static structs that hold the module's objects by hand, `static foo_state static_state;`, read member by member."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, calls, closing, is_address_of, strip_casts
from unstatic.capi.modules import HOOKS
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.places.spellings import Spellings
from unstatic.facts.references.aggregates.object_structs import member_objects, object_struct
from unstatic.facts.state.teardown.existing_hooks import module_hooks
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.extension import Declaration, Extension, File, Global, GlobalKind, SymbolKind
from unstatic.model.initialiser_values import is_empty, is_null, tokens_of
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class MemberStruct:
    """A variable whose members can be variables, and everything that names it or its struct."""

    item: Global
    type: str
    """What the struct is called; empty if it has no name."""
    fields: tuple[Declaration, ...]
    """The members that something names."""
    spare: tuple[Declaration, ...]
    """Those that nothing does."""
    head: Span
    """From the first word of the struct to its `{`."""
    tail: Span
    """From its `}` to the `;`."""
    declared: Span | None
    """The declaration of the variable, if the struct stands by itself."""
    prefixes: tuple[tuple[str, Path, Span], ...]
    """Where `static_state.` leads to a member, and the name of that."""
    refills: tuple[tuple[str, Path, Statement], ...]
    """Where a member is filled by its address that was before, with its name: each module would leak what it held."""
    calls: tuple[tuple[Path, Span], ...]
    """The statements by which the initialisation clears the members where it fails: `foo_clear(NULL);`."""


def member_structs(model: Extension) -> tuple[MemberStruct, ...]:
    """Return the structs that the module's hooks look after, or whose objects are filled by their addresses."""
    wanted = [item for item in model.globals if item.kind is GlobalKind.OBJECT_HOLDER]
    found = (_read(model, item) for item in wanted if _is_hidden(model, item))
    return tuple(item for item in found if item is not None)


def _is_hidden(model: Extension, item: Global) -> bool:
    """Tell whether the state can't take the struct over as it is, or its hooks are there by hand."""
    hooks = {function.symbol for function in module_hooks(model).values()}
    in_hooks = any(use.function in hooks for use in model.uses.get(item.symbol, ()))
    return in_hooks or isinstance(object_struct(model, item.symbol), Obstacle)


def _read(model: Extension, item: Global) -> MemberStruct | None:
    declared = item.declaration
    record = next((one for one in model.by_symbol.get(declared.pointee_record or "", ()) if one.is_definition), None)
    if record is None or record.path != declared.path or record.kind is not SymbolKind.RECORD or item.others:
        return None
    if declared.path not in model.units:
        # Each unit that reads a header has its own.
        return None
    file = model.files[record.path]
    start = declared.initialiser
    if start is not None and not is_empty(tokens_of(file, start)):
        return None
    fields = tuple(one for one in model.declarations if one.kind is SymbolKind.FIELD and one.parent == record.symbol)
    objects = member_objects(model, item)
    if not objects or not all(one.name.encode() in objects or _is_plain(one) for one in fields):
        return None
    shape = _shape(file, item, record)
    prefixes = _prefixes(model, item, fields)
    if shape is None or prefixes is None or protected_use(model, item.symbol) is not None:
        return None
    if not _are_free(model, item, record, fields):
        return None
    refills = _refills(model, prefixes)
    if refills is None:
        return None
    named = {name for name, _, _ in prefixes}
    used, spare = (tuple(one for one in fields if (one.name in named) is is_used) for is_used in (True, False))
    return MemberStruct(item, _name(model, record), used, spare, *shape, prefixes, refills, tuple(_calls(model, item)))


def _is_plain(field: Declaration) -> bool:
    """Tell whether a member is a number, or points to what is none of the project's."""
    kind = field.canonical_type
    return bool(field.name) and field.pointee_record is None and "[" not in kind and "(" not in kind and ":" not in kind


def _shape(file: File, item: Global, record: Declaration) -> tuple[Span, Span, Span | None] | None:
    """Return head and tail of the struct, and the declaration of the variable; None if it is written otherwise."""
    declared = item.declaration
    first = file.index_at(record.span.start)
    if first and file.tokens[first - 1].text in (b"typedef", b"static"):
        first -= 1
    at = next(i for i in range(first, len(file.tokens)) if file.tokens[i].text == b"{")
    end = closing(file.tokens, at)
    last = next((i for i in range(end, len(file.tokens)) if file.tokens[i].text == b";"), end)
    head = Span(file.tokens[first].start, file.tokens[at].end)
    tail = Span(file.tokens[end].start, file.tokens[last].end)
    whole = Span(head.start, tail.end)
    is_plain = not file.conditionals_in(whole) and not file.directives_in(whole) and last <= end + 2
    if not is_plain or file.is_conditional(head.start) or declared.from_macro or declared.function is not None:
        return None
    if declared.name_span.start in whole:
        return head, tail, None
    statement = _statement(file, declared)
    return (head, tail, statement) if statement is not None else None


def _statement(file: File, declared: Declaration) -> Span | None:
    """Return `static foo_state name;`, with nothing else in it; None if it isn't that."""
    at = file.index_at(declared.name_span.start)
    first = file.index_at(declared.span.start)
    if first and file.tokens[first - 1].text == b"static":
        first -= 1
    last = next(i for i in range(at, len(file.tokens)) if file.tokens[i].text == b";")
    texts = [token.text for token in file.tokens[first : last + 1]]
    names_one = b"," not in texts and b"*" not in texts and texts[0] == b"static"
    is_conditional = file.is_conditional(declared.name_span.start)
    return Span(file.tokens[first].start, file.tokens[last].end) if names_one and not is_conditional else None


def _prefixes(
    model: Extension, item: Global, fields: tuple[Declaration, ...]
) -> tuple[tuple[str, Path, Span], ...] | None:
    """Return where the variable leads to one of its members; None if it is used or named in any other way."""
    names = {one.name.encode() for one in fields}
    found = []
    for one in Spellings(model, {item.name}).of(item.name):
        token = one.token
        if one.path == item.declaration.path and token.start == item.declaration.name_span.start:
            continue
        written = model.files[one.path].at(token.start).written.get(token.start)
        leads = one.text(1) == b"." and one.text(2) in names and one.text(-1) not in (b".", b"->")
        if not one.is_code or written is None or written.symbol != item.symbol or not leads:
            return None
        found.append((one.text(2).decode(), one.path, Span(token.start, one.tokens[one.index + 1].end)))
    return tuple(found) if found else None


def _refills(
    model: Extension, prefixes: Sequence[tuple[str, Path, Span]]
) -> tuple[tuple[str, Path, Statement], ...] | None:
    """Return where a function gets the address of a member once more; None if that isn't a statement of the same body.

    Members that no address is taken of are none of these.
    """
    found = []
    first: dict[str, Statement] = {}
    bodies = [(model.functions[symbol].definition.path, model.body(symbol)) for symbol in init_functions(model)]
    for name, path, span in prefixes:
        file = model.files[path]
        if not is_address_of(file.tokens, file.index_at(span.start) - 1):
            continue
        body = next((one for where, one in bodies if where == path and span.start in one.span), None)
        around = body.path_to(span.start) if body is not None else ()
        if len(around) < 2 or first.setdefault(name, around[0]) is not around[0]:
            return None
        is_in_head = around[1].kind in (StatementKind.SIMPLE, StatementKind.IF) and len(around) == 2
        if not is_in_head:
            return None
        found.append((name, path, around[1]))
    return tuple(item for at, item in enumerate(found) if item[0] in [one for one, _, _ in found[:at]])


def _are_free(model: Extension, item: Global, record: Declaration, fields: tuple[Declaration, ...]) -> bool:
    """Tell whether nothing else has the names of the members, and nothing but the variable those of the struct."""
    names = {one.name for one in fields}
    typedefs = {
        one.name for one in model.declarations if one.kind is SymbolKind.TYPEDEF and one.pointee_record == record.symbol
    }
    around = (typedefs | {record.name}) - {""}
    found = Spellings(model, names | around)
    members = all(
        one.text(-1) == b"." or any(one.token.start == field.name_span.start for field in fields)
        for name in names
        for one in found.of(name)
    )
    span, declared = record.span, item.declaration.span
    structs = all(
        one.path == record.path and (one.token.start in span or one.token.start in declared or one.text(1) == b";")
        for name in around
        for one in found.of(name)
    )
    return members and structs and not any(name in model.macros for name in names)


def _type_names(model: Extension, record: Declaration) -> frozenset[str]:
    """Return the tag and the typedefs of a struct."""
    typedefs = (one for one in model.declarations if one.kind is SymbolKind.TYPEDEF)
    found = {one.name for one in typedefs if one.pointee_record == record.symbol}
    return frozenset(name for name in (*found, record.name) if name.isidentifier())


def _name(model: Extension, record: Declaration) -> str:
    names = _type_names(model, record)
    return next(iter(names)) if len(names) == 1 else ""


def _calls(model: Extension, item: Global) -> Iterator[tuple[Path, Span]]:
    """Yield where the initialisation calls m_clear or m_free with NULL: a module that fails is cleared by itself."""
    hooks = module_hooks(model)
    clearing = {hooks[slot].symbol for slot in HOOKS if slot != "m_traverse" and slot in hooks}
    for symbol in init_functions(model):
        path = model.functions[symbol].definition.path
        file = model.files[path]
        for statement in model.body(symbol).walk():
            hook = _called_with_null(file, statement)
            if hook in clearing and hook is not None and _only_clears(model, hook, item):
                yield path, statement.span


def _called_with_null(file: File, statement: Statement) -> str | None:
    """Return what a statement calls that does nothing but call a function with NULL; None if it is no such."""
    if statement.kind is not StatementKind.SIMPLE:
        return None
    call = next(calls(statement.tokens), None)
    is_alone = call is not None and (call.span.start, call.span.end) == (
        statement.head[0].start,
        statement.head[-1].end,
    )
    if call is None or not is_alone or len(call.arguments) != 1 or not is_null(strip_casts(call.arguments[0])):
        return None
    return file.symbol_at(call.name)


def _only_clears(model: Extension, hook: str, item: Global) -> bool:
    """Tell whether a hook does nothing but clear members of the struct, itself or by another hook."""
    file = model.files[model.functions[hook].definition.path]
    return all(_is_clearing(model, file, statement, item) for statement in model.body(hook).children)


def _is_clearing(model: Extension, file: File, statement: Statement, item: Global) -> bool:
    if statement.kind is StatementKind.RETURN:
        return True
    call = next(calls(statement.tokens), None) if statement.kind is StatementKind.SIMPLE else None
    if call is None or call.span.start != statement.head[0].start or len(call.arguments) != 1:
        return False
    given: tuple[Token, ...] = strip_casts(call.arguments[0])
    if call.name.text == b"Py_CLEAR":
        return bool(given) and file.symbol_at(given[0]) == item.symbol
    inner = file.symbol_at(call.name)
    hooks = {function.symbol for function in module_hooks(model).values()}
    return inner is not None and inner in hooks and _only_clears(model, inner, item)
