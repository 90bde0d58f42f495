"""Uses that mind NULL: what may be done with an object of a module that is cleared already, or not yet filled (G540).

CPython calls m_traverse, m_clear and m_free with the module, whose state is there, and whose objects may not be. They
may be asked for, and dropped where they are there.
"""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.nodes import Assignment, Call, Index, Node
from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.capi.references import NULL_SAFE, RELEASE, RUNS_NOTHING
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.references.aggregates.free_lists import free_lists
from unstatic.facts.state.object_tests import is_asked_for
from unstatic.facts.state.teardown.existing_hooks import module_hooks
from unstatic.model.extension import Extension, Function, GlobalKind, Reference
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null
from unstatic.model.obstacle import Obstacle
from unstatic.model.uses import Use, UsedAs, outer_of, use_of, uses_as

_DROPPING = NULL_SAFE | RELEASE | RUNS_NOTHING
_OBJECTS = frozenset((GlobalKind.OBJECT, GlobalKind.TYPE, GlobalKind.OBJECT_ARRAY))


def hook_problem(model: Extension, use: Reference) -> Obstacle | None:
    """Return why a hook of the module, or what it calls, can't do with a field of the state what it does there."""
    found = _hooks_by_function(model).get(use.function or "")
    if found is None or minds_null(model, use) or _is_drained(model, use):
        return None
    slot, function = found
    where = model.location(function.definition.path, function.definition.name_span.start)
    return Obstacle(f"{function.name} ({slot}) uses it, when the module may be gone already", "teardown", where)


def _is_drained(model: Extension, use: Reference) -> bool:
    """Tell whether a function only frees what waits in a list there: that is memory, which m_clear leaves none of."""
    lists = (item for item in free_lists(model) if item.drain == use.function)
    return any(use.symbol in (one.item.symbol, one.count.symbol if one.count else "") for one in lists)


@fact
def _hooks_by_function(model: Extension) -> dict[str, tuple[str, Function]]:
    """Return the hooks of the module from which functions are reached, by their symbols."""
    found: dict[str, tuple[str, Function]] = {}
    for slot, function in module_hooks(model).items():
        for symbol in reached(model, function.symbol):
            found.setdefault(symbol, (slot, function))
    return found


def minds_null(model: Extension, reference: Reference) -> bool:
    """Tell whether a use of a global, or of a local that starts as it there, is one that NULL may come to as well."""
    item = model.global_by_symbol(reference.symbol)
    if item is None or item.kind not in _OBJECTS:
        return False
    use = use_of(model, reference)
    if not use.around:
        return False
    place = _element(use) if item.kind is GlobalKind.OBJECT_ARRAY else use.around[0]
    if use.role_of(place) is UsedAs.INITIALISES:
        return all(_is_safe(model, one, one.around[:1]) for one in _copies(model, reference))
    return _is_safe(model, use, (place,))


def _element(use: Use) -> Node:
    """Return the element of an array that is used, or the name of the array, if it is used as a whole."""
    outer = use.around[1] if len(use.around) > 1 else None
    return outer if isinstance(outer, Index) and outer.object == use.around[0] else use.around[0]


def _copies(model: Extension, reference: Reference) -> Iterator[Use]:
    """Yield the uses of the local variable that starts as what *reference* takes."""
    for local in model.locals.get(reference.function or "", ()):
        if local.initialiser is not None and reference.offset in local.initialiser:
            yield from uses_as(model, local.symbol)


def _is_safe(model: Extension, use: Use, places: tuple[Node, ...]) -> bool:
    """Tell whether NULL may come to the object at the place, of which there is none where a macro names it."""
    function = use.reference.function
    if not places or function is None:
        return False
    place = places[0]
    role = use.role_of(place)
    body = model.body_at(function, use.reference.path, use.reference.offset)
    if role is UsedAs.COMPARED:
        return _only_drops(body, use)
    first = next(iter(outer_of(use.around[use.around.index(place) :])), None)
    if role is UsedAs.WRITTEN and isinstance(first, Assignment):
        return is_null(first.value.tokens)
    if role is not UsedAs.ARGUMENT or not isinstance(first, Call):
        return False
    name = first.function.tokens[-1].text
    if name in NULL_SAFE:
        return use.reference.offset in first.arguments[0].span
    text = b"".join(token.text for token in place.tokens)
    return name in _DROPPING and is_asked_for(body, use.reference.offset, text)


def _only_drops(body: Statement, use: Use) -> bool:
    """Tell whether nothing hangs on a test but that objects are dropped: all else would be left out after m_clear."""
    test = use.statement
    if test is None or test.kind not in (StatementKind.IF, StatementKind.LOOP):
        return False
    end = body.span.end if any(child.leaves for child in test.children) else test.span.end
    below = (call for call in calls(body.tokens) if test.span.start <= call.name.start < end)
    return all(call.name.text in _DROPPING for call in below)
