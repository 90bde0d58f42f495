"""Tables of C APIs in capsules: those of other modules, and the one that the module offers itself (G59).

The manual's way ("Providing a C API for an Extension Module") is a `static void *api[N]` that the init function fills
and gives to `PyCapsule_New`. The table belongs to that module, which fills it once and hands out the same one again: an
initialisation of another one that runs again gives its variable the value that it has. A heap type belongs to one
module, so a table that names it does as well: the next module would put its own type there, for everybody who has the
table, and that type can be gone before they are.
"""

from __future__ import annotations

import re

from unstatic.c.nodes import Assignment, Call, Index, Name, Node, Prefix
from unstatic.capi.modules import CAPSULE_POINTERS
from unstatic.facts.module.helpers import init_functions
from unstatic.model.extension import Extension, Global, GlobalKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null, tokens_of
from unstatic.model.uses import Use, UsedAs, is_read_by_macro, uses_as

_POINTERS = re.compile(r"(const )?void \*(const )?\[\d+\]")


@fact
def is_api_table(model: Extension, item: Global) -> bool:
    """Tell whether *item* only ever points to what is in a capsule, and gives that table nothing but functions."""
    declaration = item.declaration
    initialiser = declaration.initialiser
    if item.kind is not GlobalKind.DATA or declaration.canonical_type.count("*") != 1:
        return False
    if initialiser is not None and not is_null(tokens_of(model.files[declaration.path], initialiser)):
        return False
    uses = uses_as(model, item.symbol, *_STORING)
    stores = [use for use in uses if not is_read_by_macro(model, use.reference, item.name)]
    return bool(stores) and all(map(_is_from_capsule, stores)) and not _takes_objects(model, item)


_STORING = (UsedAs.WRITTEN, UsedAs.CHANGED, UsedAs.ADDRESS, UsedAs.UNKNOWN, UsedAs.ASSIGNED, UsedAs.INITIALISES)
"""What may give it another value, or a table that it points to another name."""


def _is_from_capsule(use: Use) -> bool:
    given = use.given.bare if use.given is not None else None
    if given is None:
        return False
    function = given.function.bare if isinstance(given, Call) else None
    return is_null(given.tokens) or (isinstance(function, Name) and function.text in CAPSULE_POINTERS)


def _takes_objects(model: Extension, item: Global) -> bool:
    """Tell whether a field of the table gets something else than a function, or its address is taken."""
    return any(_gives_object(model, use) for use in uses_as(model, item.symbol, UsedAs.MEMBER, UsedAs.POINTEE))


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
    """Tell whether *item* is an array of `void *` that the initialisation alone fills, and hands to a call."""
    declaration = item.declaration
    if item.kind is not GlobalKind.DATA or not _POINTERS.fullmatch(declaration.canonical_type):
        return False
    if declaration.initialiser is not None or declaration.from_macro:
        return False
    references = model.uses.get(item.symbol, ())
    uses = uses_as(model, item.symbol, UsedAs.ELEMENT, UsedAs.ARGUMENT)
    filling = {model.init.builder, *init_functions(model)} if model.init is not None else set()
    if len(uses) != len(references) or not all(use.reference.function in filling for use in uses):
        return False
    elements = [use for use in uses if use.role is UsedAs.ELEMENT]
    return len(elements) < len(uses) and all(element_given(use.outer) is not None for use in elements)


def element_given(outer: tuple[Node, ...]) -> Node | None:
    """Return what an element gets where `array[i] = value` is all that is done with it; None if it isn't."""
    if len(outer) < 2 or not isinstance(outer[0], Index) or not isinstance(outer[1], Assignment):
        return None
    return outer[1].value if outer[1].target.bare is outer[0] else None
