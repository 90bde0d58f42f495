"""Static variables that a module definition inside a function names: they go to file level with it.

PyMODINIT_FUNC PyInit_box(void)
{
#ifndef BUILD_STATIC
    static PyModuleDef_Slot slots[] = {...};
#endif
    static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "box", NULL, 0, methods, slots};
"""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import Statement, StatementKind
from unstatic.model.extension import Declaration, Extension, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span


@fact
def definition_statics(model: Extension) -> tuple[Span, ...] | Obstacle:
    """Return what has to leave the function with the module definition, in source order, or why something can't.

    Each is a statement without what stands behind it, or the whole `#if` group that holds nothing else.
    """
    definition = model.module_def()
    if definition is None or definition.declaration.function is None:
        return ()
    own = definition.declaration
    found: dict[str, Span] = {}
    waiting = [own]
    while waiting:
        user = waiting.pop()
        for named in _named(model, user):
            if named.symbol in found:
                continue
            span = _movable(model, named, own.function or "")
            if span is None:
                reason = f"the module definition names {named.name}, which is declared in the function as well"
                return Obstacle(reason, "init", model.location(user.path, user.name_span.start))
            found[named.symbol] = span
            waiting.append(named)
    return tuple(sorted(found.values(), key=lambda span: span.start))


def _named(model: Extension, user: Declaration) -> Iterator[Declaration]:
    """Yield the variables of the same function that an initialiser names."""
    inside = {item.symbol: item for item in model.locals.get(user.function or "", ())}
    static = (item for item in model.declarations if item.function == user.function and item.storage == "static")
    inside |= {item.symbol: item for item in static if item.kind is SymbolKind.VARIABLE}
    file = model.files[user.path].at(user.span.start)
    for token in file.tokens_in(user.initialiser) if user.initialiser is not None else ():
        reference = file.written.get(token.start)
        if reference is not None and reference.symbol in inside:
            yield inside[reference.symbol]


def _movable(model: Extension, item: Declaration, function: str) -> Span | None:
    """Return what stands at file level as well as in the function, where nothing else has the name."""
    twins = (one for one in model.declarations if one.name == item.name and one.symbol != item.symbol)
    if item.storage != "static" or any(one.function is None and one.parent is None for one in twins):
        return None
    file, body = model.files[item.path], model.functions[function].definition.body
    statement = _statement(model, item, function)
    if statement is None or body is None:
        return None
    around = [one for one in file.conditionals_around(item.span.start) if body.covers(one.span)]
    if not around:
        return statement.span
    whole = around[0]
    inside = file.source.text(Span(whole.branches[0].body.start, whole.branches[-1].body.end)).strip()
    is_alone = len(around) == len(whole.branches) == 1 and inside == file.source.text(statement.span)
    return whole.span if is_alone else None


def _statement(model: Extension, item: Declaration, function: str) -> Statement | None:
    """Return the statement that declares a variable and nothing else, in the body's own block."""
    body = model.body_at(function, item.path, item.span.start)
    path = body.path_to(item.span.start)
    statement = path[-1]
    is_own = len(path) == 2 and statement.kind is StatementKind.SIMPLE and statement.span.start == item.span.start
    rest = Span(item.span.end, statement.tokens[-1].start)
    return statement if is_own and not model.files[item.path].source.text(rest).strip() else None
