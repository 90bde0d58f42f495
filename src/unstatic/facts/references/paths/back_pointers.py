"""Pointers back to an object, in its own memory or in C data that it has a pointer to: they own nothing.

`self->handle.data = self` doesn't keep the object alive, as nothing could ever free it then. Where a function counts
the object up for it (`Py_INCREF(self)`, until the handle is closed), it is no such pointer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from unstatic.c.nodes import Assignment, Index, Member, Name, Node, Prefix
from unstatic.capi.references import INCREASE
from unstatic.facts.macros.called_functions import called
from unstatic.facts.references.paths.variables import Variables, closure
from unstatic.model.extension import Extension, SymbolKind
from unstatic.model.uses import Use, UsedAs, use_of, uses_as


def back_pointers(model: Extension, variables: Variables, function: str) -> Mapping[int, frozenset[str]]:
    """Return where fields are set that own nothing if what they are given is the object in one of some variables."""
    names = variables.names_in(function)[0]
    links = variables.links(variables.body(function), names)
    counted = {
        symbol
        for call in variables.body(function).calls
        if called(model, call) in INCREASE and call.arguments
        for symbol in variables.plain_names(names, tuple(call.arguments[0]))
    }
    found: dict[int, frozenset[str]] = {}
    for target, given, is_for_anything in _stores(model, function):
        value, root = _symbol(given, names), _root(target, names)
        if value is None or root is None or not counted.isdisjoint(closure({value}, links)):
            continue
        belongs_to = _owners_of(model, root, names) if is_for_anything else frozenset()
        found[target.tokens[0].start] = belongs_to | {root}
    return found


def _stores(model: Extension, function: str) -> Iterator[tuple[Member, Node, bool]]:
    """Yield the fields that a function sets, what each is given, and whether it is a `void *` or a library's own."""
    paths = {item.path for item in (model.functions[function].definition, *model.functions[function].alternatives)}
    given = _assigned(model, function)
    for reference in model.uses_in.get(function, ()):
        if reference.kind is not SymbolKind.FIELD or (reference.path in paths and reference.offset not in given):
            continue
        use = use_of(model, reference)
        if use.given is not None and isinstance(use.around[0], Member):
            declared = model.by_symbol.get(reference.symbol, ())
            is_librarys = not declared and not reference.symbol.startswith(("Py", "_Py"))
            is_for_anything = is_librarys or any(item.canonical_type == "void *" for item in declared)
            yield use.around[0], use.given, is_for_anything


def _assigned(model: Extension, function: str) -> frozenset[int]:
    """Return where something is written that an `=` follows: most fields are only read, and needn't be looked at."""
    found: set[int] = set()
    for _, body in model.bodies(function):
        before = body.tokens[0]
        for token in body.tokens:
            if token.text == b"=":
                found.add(before.start)
            elif token.text != b")":
                before = token
    return frozenset(found)


def _owners_of(model: Extension, data: str, names: Mapping[int, str]) -> frozenset[str]:
    """Return the variables whose object has *data*: a pointer to it in a field, or the memory that it points to."""
    return frozenset(
        symbol
        for use in uses_as(model, data, UsedAs.ASSIGNED, UsedAs.WRITTEN)
        if (has := _having(use)) is not None and (symbol := _root(has, names)) is not None
    )


def _having(use: Use) -> Node | None:
    """Return the `item->data` of `item->data = data` and of `data = &item->data`, where *use* names the other side."""
    outer = use.outer[0] if use.outer else None
    if use.role is UsedAs.ASSIGNED:
        return outer.target.bare if isinstance(outer, Assignment) else None
    given = use.given.bare if use.given is not None else None
    return given.operand.bare if isinstance(given, Prefix) and given.operator == b"&" else None


def _symbol(node: Node, names: Mapping[int, str]) -> str | None:
    """Return the variable that an expression is; None if it is anything else."""
    bare = node.bare
    return names.get(bare.tokens[0].start) if isinstance(bare, Name) else None


def _root(node: Node, names: Mapping[int, str]) -> str | None:
    """Return the variable that `self->handle.data` starts from, if only its first step is a pointer."""
    while isinstance(node, Member | Index):
        inner = node.object.bare
        if isinstance(node, Member) and node.operator == b"->":
            return _symbol(inner, names)
        node = inner
    return None
