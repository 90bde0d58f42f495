"""Globals that borrow what another global owns: `made = label;` without a reference of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from unstatic.c.nodes import Assignment, Call, Declarator, Name, Node
from unstatic.facts.references.paths import summaries_of
from unstatic.model.extension import Extension, Global, Reference
from unstatic.model.uses import Use, UsedAs, names_of_value, use_of, uses_as
from unstatic.text.source import Location


def borrows(model: Extension, keeper: Global, lender: Global) -> Location | None:
    """Return where *keeper* is given the value of *lender* as it is; None if that is nowhere.

    What a function makes of it (`made = PyTuple_Pack(1, label)`) is another object. It may go through local variables,
    and be the result of a function that gives no reference with it.
    """
    holding = _holding(model, lender)
    for use in model.uses.get(keeper.symbol, ()):
        if use.function is not None and use.via_macro is None and _shares(model, use, holding):
            return model.location(use.path, use.offset)
    return None


def _shares(model: Extension, use: Reference, holding: frozenset[str]) -> bool:
    found = use_of(model, use)
    if found.given is None:
        return False
    # `lender = keeper = value` gives both the same.
    others = [node.target.bare for node in found.outer[1:] if isinstance(node, Assignment)]
    named = [*names_of_value(found.given), *(node for node in others if isinstance(node, Name))]
    given = found.given.bare
    if isinstance(given, Call) and isinstance(given.function.bare, Name):
        named.append(given.function.bare)
    written = model.files[use.path].at(use.offset).written
    return any((one := written.get(node.tokens[0].start)) is not None and one.symbol in holding for node in named)


def _holding(model: Extension, lender: Global) -> frozenset[str]:
    """Return *lender*, the local variables that get its value as it is, and the functions that return it."""
    found = {lender.symbol}
    work = [lender.symbol]
    while work:
        symbol = work.pop()
        for use in uses_as(model, symbol, UsedAs.ASSIGNED, UsedAs.INITIALISES, UsedAs.RETURNED, UsedAs.CALLED):
            new = set(_users(model, use)) - found
            found |= new
            work += new
    return frozenset(found)


def _users(model: Extension, use: Use) -> Iterator[str]:
    """Yield the local variables that are given what is named at *use*, or the function that returns it."""
    function = use.reference.function or ""
    if use.role is not UsedAs.RETURNED:
        nodes = use.outer[1:] if use.role is UsedAs.CALLED else use.outer
        yield from receivers(model, use, takewhile(lambda node: not isinstance(node, Call), nodes))
    elif function in model.functions and summaries_of(model).effect_of(function).gives != "new":
        yield function


def receivers(model: Extension, use: Use, nodes: Iterable[Node]) -> Iterator[str]:
    """Yield the local variables that are set by *nodes*, which stand around *use*."""
    function = use.reference.function or ""
    tokens = [
        node.target.bare.tokens[0] if isinstance(node, Assignment) else node.name
        for node in nodes
        if isinstance(node, Declarator) or (isinstance(node, Assignment) and isinstance(node.target.bare, Name))
    ]
    places = {token.start for token in tokens if token is not None}
    uses = (item for local in model.locals.get(function, ()) for item in model.uses.get(local.symbol, ()))
    yield from (item.symbol for item in uses if item.offset in places)
    yield from (local.symbol for local in model.locals.get(function, ()) if local.name_span.start in places)
