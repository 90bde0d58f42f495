"""Tables of C APIs in capsules: those of other modules, and the one that the module offers itself (G59).

The manual's way ("Providing a C API for an Extension Module") is a `static void *api[N]` that the init function fills
and gives to `PyCapsule_New`. The table belongs to that module, which fills it once and hands out the same one again: an
initialisation of another one that runs again gives its variable the value that it has. A heap type belongs to one
module, so a table that names it does as well: the next module would put its own type there, for everybody who has the
table, and that type can be gone before they are. Others give a struct to the capsule, whose members have names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import chain, takewhile

from unstatic.c.lexer import Token
from unstatic.c.nodes import Assignment, Braces, Call, Compound, Index, Literal, Name, Node, Prefix
from unstatic.capi.modules import CAPSULE_POINTERS, MAKE_CAPSULES
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.places.record_objects import python_objects
from unstatic.model.extension import Declaration, Extension, File, Global, GlobalKind, Reference, StaticType, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null, tokens_of
from unstatic.model.uses import Use, UsedAs, made_by_macro, outer_of, uses_as, uses_by_macro

_POINTERS = re.compile(r"(const )?void \*(const )?\[\d+\]")
_IMPORTED = re.compile(r"(const )?void \*(const )?\*")


@fact
def is_api_table(model: Extension, item: Global) -> bool:
    """Tell whether *item* only ever points to what is in a capsule, and gives that table nothing but functions."""
    declaration = item.declaration
    initialiser = declaration.initialiser
    canonical = declaration.canonical_type
    if item.kind is not GlobalKind.DATA or (canonical.count("*") != 1 and not _IMPORTED.fullmatch(canonical)):
        return False
    # What a macro lets it start with is replaced by the initialisation as well.
    starts = tokens_of(model.files[declaration.path], initialiser) if initialiser is not None else ()
    if starts and not is_null(starts) and not declaration.from_macro:
        return False
    return leads_into_capsule(model, item) and not _takes_objects(model, item)


def leads_into_capsule(model: Extension, item: Global) -> bool:
    """Tell whether a variable only ever points to what is in a capsule: a table, or an object such as a type."""
    # The first that is something else ends it: what macros make of each use takes long to tell.
    stores = _stores(model, item)
    first = next(stores, None)
    return first is not None and all(_is_from_capsule(model, use) for use in chain((first,), stores))


def is_imported_by(model: Extension, item: Global, functions: Container[str | None]) -> bool:
    """Tell whether *item* is such a table that only *functions* import: all modules of an interpreter have the same."""
    return is_api_table(model, item) and all(use.reference.function in functions for use in _stores(model, item))


def _stores(model: Extension, item: Global) -> Iterator[Use]:
    for use in uses_as(model, item.symbol, *_STORING):
        made = uses_by_macro(model, use.reference, item.name)
        yield from (one for one in made if one.role in _STORING) if made else (use,)


_STORING = (UsedAs.WRITTEN, UsedAs.CHANGED, UsedAs.ADDRESS, UsedAs.UNKNOWN, UsedAs.ASSIGNED, UsedAs.INITIALISES)
"""What may give it another value, or a table that it points to another name."""


def _is_from_capsule(model: Extension, use: Use) -> bool:
    given = use.given.bare if use.given is not None else None
    if given is None or is_null(given.tokens):
        return given is not None
    if isinstance(given, Name):
        values = _values_of(_around(model, use), given.text)
        return bool(values) and all(not CAPSULE_POINTERS.isdisjoint(value) for value in values)
    function = given.function.bare if isinstance(given, Call) else None
    return isinstance(function, Name) and function.text in CAPSULE_POINTERS


def _around(model: Extension, use: Use) -> Sequence[Token]:
    """Return the tokens of the function around a use, or of the macro that makes it."""
    place = use.reference
    if place.via_macro is not None:
        return made_by_macro(model, place)
    function = place.function or ""
    return model.body(function).tokens if function in model.functions else ()


def _values_of(tokens: Sequence[Token], name: bytes) -> list[frozenset[bytes]]:
    """Return the words of each value that a local variable is given."""
    found = []
    for index, token in enumerate(tokens[:-1]):
        if token.text == name and tokens[index + 1].text == b"=":
            value = takewhile(lambda item: item.text not in (b";", b","), tokens[index + 2 :])
            found.append(frozenset(item.text for item in value))
    return found


def _takes_objects(model: Extension, item: Global) -> bool:
    """Tell whether a field of the table gets something else than a function, or its address is taken."""
    return any(_gives_object(model, use) for use in uses_as(model, item.symbol, *_INSIDE))


_INSIDE = (UsedAs.MEMBER, UsedAs.POINTEE, UsedAs.ELEMENT)


def _gives_object(model: Extension, use: Use) -> bool:
    inner: Node = use.around[0]
    for node in use.around[1:]:
        if isinstance(node, Call):
            return False
        if isinstance(node, Assignment) and node.target.bare is inner.bare:
            return not _is_function(model, use, node.value.bare)
        if isinstance(node, Prefix) and node.operator == b"&":
            return True
        inner = node
    return False


def _is_function(model: Extension, use: Use, value: Node) -> bool:
    if is_null(value.tokens):
        return True
    written = model.files[use.reference.path].at(use.reference.offset).written
    named = written.get(value.tokens[0].start) if isinstance(value, Name) else None
    return named is not None and named.symbol in model.functions


@fact
def is_capsule_table(model: Extension, item: Global) -> bool:
    """Tell whether *item* is a struct or an array of `void *` that the initialisation fills, and hands to a call."""
    declaration = item.declaration
    if item.kind not in (GlobalKind.DATA, GlobalKind.OBJECT_HOLDER) or declaration.from_macro:
        return False
    if declaration.initialiser is not None or not has_table_type(model, declaration):
        return False
    return is_handed_out(model, item.symbol)


@fact
def capsule_tables(model: Extension) -> frozenset[str]:
    """Return those tables: they own nothing of what they hold, as the module keeps it."""
    return frozenset(item.symbol for item in model.globals if is_capsule_table(model, item))


def has_table_type(model: Extension, declaration: Declaration) -> bool:
    """Tell whether a variable is a struct that has a name and is no object, or an array of `void *`."""
    canonical = declaration.canonical_type
    if declaration.kind is not SymbolKind.VARIABLE:
        return False
    if _POINTERS.fullmatch(canonical):
        return True
    if declaration.pointee_record is None or any(sign in canonical for sign in "*[("):
        return False
    return declaration.pointee_record not in python_objects(model)


def is_handed_out(model: Extension, symbol: str) -> bool:
    """Tell whether the initialisation alone names a table, hands it to a call, and else only gives it what it has."""
    references = model.uses.get(symbol, ())
    filling = {model.init.builder, *init_functions(model)} if model.init is not None else set()
    if not all(use.function in filling for use in references):
        return False
    uses = uses_as(model, symbol)
    handed = [use for use in uses if _is_handed_over(use)]
    return bool(handed) and all(use in handed or _is_given(model, use) for use in uses)


def _is_handed_over(use: Use) -> bool:
    """Tell whether a call is given the array, or a capsule the struct: `PyCapsule_New(&api, name, NULL)`."""
    if use.role is UsedAs.ARGUMENT:
        return True
    return use.role is UsedAs.ADDRESS and _capsule_of(outer_of(use.outer)) is not None


def _capsule_of(outer: Iterable[Node]) -> Call | None:
    """Return the call right around something that makes a capsule; None if there is no such call."""
    call = next(iter(outer), None)
    function = call.function.bare if isinstance(call, Call) else None
    is_made = isinstance(function, Name) and function.text in MAKE_CAPSULES
    return call if isinstance(call, Call) and is_made else None


def lent_by_capsules(model: Extension, item: Global) -> list[Use]:
    """Return where the initialisation hands a table, or what a variable points to, to capsules.

    Who imports one keeps the bare pointer, mostly in a static variable, and owns neither the capsule nor the module
    (G575).
    """
    functions = init_functions(model)
    uses = [use for use in uses_as(model, item.symbol) if use.reference.function in functions]
    if is_capsule_table(model, item):
        return [use for use in uses if _is_handed_over(use)]
    return [use for use in uses if use.role is UsedAs.ARGUMENT and _is_in_capsule(use)]


def _is_in_capsule(use: Use) -> bool:
    call = _capsule_of(use.outer)
    return call is not None and use.reference.offset in call.arguments[0].span


@fact
def lent_functions(model: Extension) -> frozenset[str]:
    """Return the functions in tables that capsules are given: who calls one may never have imported the module."""
    tables = [item for item in model.globals if is_lent(model, item.symbol)]
    given = [_given_to(model, item.symbol) for item in tables]
    return frozenset(
        symbol
        for symbol, function in model.functions.items()
        if any(is_given(use) for is_given in given for use in function.escapes)
    )


def is_lent(model: Extension, symbol: str) -> bool:
    """Tell whether a capsule is given a variable, or its address."""
    return any(
        _is_in_capsule(use) if use.role is UsedAs.ARGUMENT else _is_handed_over(use)
        for use in uses_as(model, symbol, UsedAs.ARGUMENT, UsedAs.ADDRESS)
    )


def lent_types(model: Extension) -> list[StaticType]:
    """Return the types that capsules hand out, by tables or alone (G505)."""
    declared = (item.declaration for item in model.globals)
    tables = [
        item
        for item in declared
        if is_lent(model, item.symbol) or (has_table_type(model, item) and is_handed_out(model, item.symbol))
    ]
    given = {static.symbol for table in tables for static in types_given(model, table)}
    return [item for item in model.types if item.symbol in given or is_lent(model, item.symbol)]


def is_in_capsule(model: Extension, item: Global) -> bool:
    """Tell whether a capsule is given a variable's address: who imports it may keep that for good (G366)."""
    return any(use.role is UsedAs.ADDRESS and _is_handed_over(use) for use in uses_as(model, item.symbol))


def _is_given(model: Extension, use: Use) -> bool:
    """Tell whether an element, a member or all of a table is given what the module has anyway, and no new object."""
    if use.role is UsedAs.ELEMENT:
        return element_given(use.outer) is not None
    values = given_to_struct(use)
    file = model.files[use.reference.path].at(use.reference.offset)
    return bool(values) and all(_is_there(model, file, value.bare) for value in values)


def _is_there(model: Extension, file: File, value: Node) -> bool:
    """Tell whether a value is a constant, or the address of something that stays as long as the module does."""
    if is_null(value.tokens) or isinstance(value, Literal):
        return True
    if isinstance(value, Prefix):
        inner = value.operand.bare
        return isinstance(inner, Literal) or (value.operator == b"&" and _is_there(model, file, inner))
    reference = file.written.get(value.tokens[0].start) if isinstance(value, Name) else None
    if reference is None or reference.kind is SymbolKind.PARAMETER:
        return False
    declared = model.by_symbol.get(reference.symbol, ())
    return all(item.function is None or item.storage == "static" for item in declared)


def given_to_struct(use: Use) -> tuple[Node, ...]:
    """Return what members get where `table.member = value` or `table = (type){...}` is all that is done to a table."""
    outer = use.outer
    if use.role is UsedAs.MEMBER and len(outer) > 1:
        given = outer[1]
        return (given.value,) if isinstance(given, Assignment) and given.target.bare is outer[0] else ()
    made = use.given.bare if use.given is not None else None
    return tuple(_leaves(made.braces)) if isinstance(made, Compound) else ()


def _leaves(braces: Braces) -> Iterator[Node]:
    for element in braces.elements:
        if isinstance(element.value, Braces):
            yield from _leaves(element.value)
        else:
            yield element.value


def values_given(use: Use) -> tuple[Node, ...]:
    """Return what an element or members of a table are given there."""
    if use.role is not UsedAs.ELEMENT:
        return given_to_struct(use)
    value = element_given(use.outer)
    return () if value is None else (value,)


def types_given(model: Extension, table: Declaration) -> Iterator[StaticType]:
    """Yield the types whose addresses a table gets, in its initialiser or in the initialisation."""
    is_given = _given_to(model, table.symbol)
    for static in model.types:
        if any(is_given(use) for use in model.uses.get(static.symbol, ())):
            yield static


def _given_to(model: Extension, table: str) -> Callable[[Reference], bool]:
    """Return what tells whether a table gets what a reference names, in its initialiser or by a statement."""
    filled = {
        (use.reference.path, token.start)
        for use in uses_as(model, table)
        for value in values_given(use)
        for token in value.tokens
    }
    return lambda use: use.initialises == table or (use.path, use.offset) in filled


def element_given(outer: tuple[Node, ...]) -> Node | None:
    """Return what an element gets where `array[i] = value` is all that is done with it; None if it isn't."""
    if len(outer) < 2 or not isinstance(outer[0], Index) or not isinstance(outer[1], Assignment):
        return None
    return outer[1].value if outer[1].target.bare is outer[0] else None
