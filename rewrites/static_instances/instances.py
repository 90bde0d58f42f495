"""Objects that are allocated statically: `static PyObject missing = {PyObject_HEAD_INIT(&Missing_Type)};` (G57).

Such an object can be made where its type is made ready instead, and be reached through a pointer, if every place that
spells its name takes its address or names a field. That the type frees what it makes is a part of it: where only
static instances exist, `tp_dealloc` may be a function that is never to be called.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind
from unstatic.capi.memory import ALLOCATE, GENERIC, INITIALISE
from unstatic.capi.references import ENDS
from unstatic.capi.types import SET_COUNT, SET_TYPE
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.module.ready_calls import order_of, readied
from unstatic.facts.places.at_file_level import is_always_read
from unstatic.facts.places.spellings import Spelling, Spellings, means
from unstatic.facts.trust.protected_files import protected_use
from unstatic.facts.trust.unexplained_names import gaps
from unstatic.facts.types.deallocation.deallocators import deallocator, only_frees
from unstatic.facts.types.sequences.struct_sequences import Creation
from unstatic.model.extension import (
    Declaration,
    Extension,
    Function,
    Global,
    GlobalKind,
    InitEntry,
    Reference,
    StaticType,
    SymbolKind,
)
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null, tokens_of

_HEAD = ("ob_base", "ob_refcnt", "ob_type", "ob_size")
# What makes objects out of memory that is there already.
_MAKERS = ALLOCATE | INITIALISE | SET_TYPE


@dataclass(frozen=True)
class StaticInstance:
    """An object that can be made with its type, and all that has to change for it."""

    item: Global
    static: StaticType
    creation: Creation
    """The call of PyType_Ready on its type, behind which the object can be made."""
    values: tuple[tuple[str, bytes], ...]
    """The fields that don't start out as zero, with their values."""
    uses: tuple[Spelling, ...]
    """Where it is named, declarations and *heads* left out."""
    heads: tuple[tuple[Path, Statement], ...]
    """The statements that give it its type."""
    unfreed: Function | None
    """The type's deallocator, if that never frees."""


@fact
def static_instances(model: Extension) -> tuple[StaticInstance, ...]:
    """Return the objects that can be made when the module is, in source order."""
    items = list(_plain(model, [item for item in model.globals if item.kind is GlobalKind.INSTANCE]))
    written = Spellings(model, {item.name for item in items}) if items else None
    read = [_instance(model, item, written.of(item.name)) for item in items] if written else []
    possible = [item for item in read if item is not None]
    known = {item.item.symbol for item in possible}
    heads = [head for item in possible for head in item.heads]
    safe = {item.static.symbol for item in possible if _has_no_others(model, item.static, known, heads)}
    return tuple(item for item in possible if item.unfreed is None or item.static.symbol in safe)


def _has_no_others(
    model: Extension, static: StaticType, known: set[str], heads: Sequence[tuple[Path, Statement]]
) -> bool:
    """Tell whether all instances of a type that never freed any are among the variables *known*."""
    new = static.function("tp_new")
    if static.value("tp_new") and (new not in model.functions or _allocates(model, new or "")):
        return False
    for use in model.uses.get(static.symbol, ()):
        if use.function is None:
            if use.initialises not in (*known, static.symbol) or use.via_macro is not None:
                return False
            continue
        path = model.body_at(use.function, use.path, use.offset).path_to(use.offset)
        texts = {token.text for token in path[-1].tokens} if path else set(_MAKERS)
        is_head = any(place == use.path and use.offset in one.span for place, one in heads)
        if not is_head and (texts & _MAKERS or {b"Py_TYPE", b"="} <= texts):
            return False
    return True


def _allocates(model: Extension, function: str) -> bool:
    return any(call.name.text in GENERIC for call in model.calls(function))


def _plain(model: Extension, items: Sequence[Global]) -> Iterator[Global]:
    """Yield those of which every declaration can be changed, and holds for all configurations."""
    names = {item.name: frozenset(other.symbol for other in items if other.name == item.name) for item in items}
    spelled = {name for name, gap in (gaps(model, names) if names else ()) if gap.rule == "spelling-used"}
    for item in items:
        is_free = not item.is_local and item.declaration.parent is None and item.name not in spelled
        declarations = (item.declaration, *item.others)
        if (
            is_free
            and not protected_use(model, item.symbol)
            and all(_is_plain_declaration(model, one) for one in declarations)
        ):
            yield item


def _is_plain_declaration(model: Extension, one: Declaration) -> bool:
    if one.from_macro or one.declared_outside or one.path in model.public_headers or "[" in one.canonical_type:
        return False
    return is_always_read(model.files[one.path], one.name_span.start)


def _instance(model: Extension, item: Global, written: Sequence[Spelling]) -> StaticInstance | None:
    heads = tuple(_heads(model, item))
    static = _type_of(model, item, heads)
    values = _values(model, item)
    if static is None or values is None or not _fits(item, static):
        return None
    at = {(one.path, one.name_span.start) for one in (item.declaration, *item.others)}
    uses = tuple(one for one in written if (one.path, one.token.start) not in at and not _is_in(one, heads))
    creation = _creation(model, static)
    if creation is None or not all(_is_replaceable(model, one, item) for one in uses):
        return None
    if not _is_made_first(model, item, creation, heads):
        return None
    unfreed = _unfreed(model, static)
    if unfreed is None and not _frees(model, static):
        return None
    return StaticInstance(item, static, creation, values, uses, heads, unfreed)


def _is_in(one: Spelling, heads: Sequence[tuple[Path, Statement]]) -> bool:
    return any(one.path == path and one.token.start in statement.span for path, statement in heads)


def _heads(model: Extension, item: Global) -> Iterator[tuple[Path, Statement]]:
    """Yield `Py_SET_TYPE(&x, &X_Type);` and its older forms in the initialisation."""
    for use in model.uses.get(item.symbol, ()):
        if use.function not in init_functions(model) or use.via_macro is not None:
            continue
        body = model.body_at(use.function or "", use.path, use.offset)
        path = body.path_to(use.offset)
        if path[-1].kind is not StatementKind.SIMPLE or any(one.kind is not StatementKind.BLOCK for one in path[:-1]):
            continue
        texts = [token.text for token in path[-1].head]
        name = item.name.encode()
        forms: tuple[list[bytes], ...] = (
            [b"Py_SET_TYPE", b"(", b"&", name, b",", b"&"],
            [b"Py_TYPE", b"(", b"&", name, b")", b"=", b"&"],
            [name, b".", b"ob_type", b"=", b"&"],
            [name, b".", b"ob_base", b".", b"ob_type", b"=", b"&"],
        )
        if any(texts[: len(form)] == form and len(texts) <= len(form) + 2 for form in forms):
            yield use.path, path[-1]


def _type_of(model: Extension, item: Global, heads: Sequence[tuple[Path, Statement]]) -> StaticType | None:
    """Return the one type of the project that the object's head names, at the start or in *heads*."""
    declaration = item.declaration
    entries = [entry for entry in declaration.entries or () if entry.field in _HEAD]
    tokens = [token for entry in entries for token in tokens_of(model.files[declaration.path], entry.span)]
    found = set(_types_named(model, declaration.path, tokens))
    for path, statement in heads:
        found |= set(_types_named(model, path, statement.head))
    return model.type_by_symbol(found.pop()) if len(found) == 1 else None


def _types_named(model: Extension, path: Path, tokens: Sequence[Token]) -> Iterator[str]:
    file = model.files[path]
    for token in tokens:
        reference = file.at(token.start).written.get(token.start)
        if reference is not None and model.type_by_symbol(reference.symbol) is not None:
            yield reference.symbol


def _values(model: Extension, item: Global) -> tuple[tuple[str, bytes], ...] | None:
    """Return what the fields behind the head start out as; None if an assignment can't say it."""
    declaration = item.declaration
    if declaration.initialiser is not None and declaration.entries is None:
        return None
    file = model.files[declaration.path]
    found: list[tuple[str, bytes]] = []
    for entry in declaration.entries or ():
        tokens = tokens_of(file, entry.value_span)
        if entry.field in _HEAD or is_null(tokens):
            continue
        if entry.field is None or not _is_assignable(model, declaration, entry, tokens):
            return None
        found.append((entry.field, file.source.text(entry.value_span)))
    return tuple(found)


def _is_assignable(model: Extension, owner: Declaration, entry: InitEntry, tokens: Sequence[Token]) -> bool:
    """Tell whether a field's value is one that an assignment may have, without a reference to an object in it."""
    field = next(iter(model.by_symbol.get(f"{owner.pointee_record}.{entry.field}", ())), None)
    if field is None or "[" in field.canonical_type or "*" in field.canonical_type.replace("char *", ""):
        return False
    return not entry.macro and not {b"{", b"&"} & {token.text for token in tokens}


def _fits(item: Global, static: StaticType) -> bool:
    """Tell whether what the type allocates holds the struct, and nothing behind it."""
    record = item.declaration.pointee_record
    return not static.value("tp_itemsize") and (record in ("_object", "PyObject") or record == static.record)


def _creation(model: Extension, static: StaticType) -> Creation | None:
    """Return the one call that makes the type ready, if what follows its statement is reached with the type only."""
    found = readied(model, static)
    if len(found) != 1:
        return None
    function, call = found[0]
    path = model.body(function).path_to(call.name.start)
    creation = Creation(function, call, path[-1], None)
    around = all(item.kind is StatementKind.BLOCK for item in path[:-1])
    file = model.files[model.functions[function].definition.path]
    return creation if around and creation.form is not None and not file.is_conditional(call.name.start) else None


def _is_replaceable(model: Extension, one: Spelling, item: Global) -> bool:
    """Tell whether the pointer can stand there: for `&x`, or before the arrow for `x.field`."""
    if not means(model, one, item.symbol):
        return False
    after, before = one.text(1), one.text(-1)
    if after != b"." and (before != b"&" or after == b"["):
        return False
    file = model.files[one.path]
    if one.tokens is not file.lexed.tokens:
        return _is_used_in_functions(model, item)
    reference = file.at(one.token.start).written.get(one.token.start)
    return reference is not None and reference.kind is SymbolKind.VARIABLE and _is_run(reference)


def _is_used_in_functions(model: Extension, item: Global) -> bool:
    """Tell whether macros name the object only where a value needn't be a constant."""
    return all(_is_run(use) for use in model.uses.get(item.symbol, ()))


def _is_run(use: Reference) -> bool:
    """Tell whether a use is evaluated when a function runs: initialisers of static variables are constants."""
    return use.function is not None and use.initialises is None


def _is_made_first(model: Extension, item: Global, creation: Creation, heads: Sequence[tuple[Path, Statement]]) -> bool:
    """Tell whether the initialisation does nothing with the object, itself or in what it calls, before that is made."""
    made = order_of(model, creation.function, creation.statement.span.end)
    users = {use.function for use in model.uses.get(item.symbol, ()) if use.function}
    reaching = _reaching(model, users)
    for function in init_functions(model):
        for use in model.uses_in.get(function, ()):
            concerned = use.symbol == item.symbol or (use.is_call and use.symbol in reaching)
            if not concerned or order_of(model, function, use.offset) > made:
                continue
            is_helper = use.symbol in init_functions(model)
            if not is_helper and not any(path == use.path and use.offset in one.span for path, one in heads):
                return False
    return True


def _reaching(model: Extension, users: set[str]) -> set[str]:
    """Return *users* and all functions that call them, or what calls them."""
    found = set(users)
    work = list(users)
    while work:
        for use in model.uses.get(work.pop(), ()):
            if use.function is not None and use.function not in found:
                found.add(use.function)
                work.append(use.function)
    return found


def _frees(model: Extension, static: StaticType) -> bool:
    """Tell whether the type can free an object, by a deallocator of its own or the one of `object`."""
    symbol = static.function("tp_dealloc")
    if not static.value("tp_dealloc"):
        return not static.value("tp_base")
    if symbol not in model.functions:
        return only_frees(static)
    return bool(deallocator(model, symbol or "").frees)


def _unfreed(model: Extension, static: StaticType) -> Function | None:
    """Return the deallocator of the type if it never frees, so that it can begin to."""
    function = model.functions.get(static.function("tp_dealloc") or "")
    if function is None or function.escapes or function.alternatives or static.value("tp_base"):
        return None
    owners = {role.owner for role in function.roles}
    slots = {role.slot for role in function.roles}
    if slots != {"tp_dealloc"} or len(owners) > 1 or any(use.is_call for use in model.uses.get(function.symbol, ())):
        return None
    file = model.files[function.definition.path]
    body = function.definition.body
    parameters = function.definition.parameters
    name = model.by_symbol[parameters[0]][0].name if parameters else ""
    if body is None or not name or name.startswith("_unused_") or file.conditionals_in(body):
        return None
    return function if all(map(_never_frees, model.body(function.symbol).children)) else None


def _never_frees(statement: Statement) -> bool:
    """Tell whether a statement ends the process, keeps the object alive or does nothing."""
    texts = [token.text for token in statement.head]
    if statement.kind is StatementKind.RETURN:
        return not texts
    if statement.kind is not StatementKind.SIMPLE:
        return False
    return (
        not texts
        or texts[0] in (*ENDS | {b"assert"}, *SET_COUNT)
        or (texts[:3] == [b"(", b"void", b")"] and len(texts) == 4)
    )
