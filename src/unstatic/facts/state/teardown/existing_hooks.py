"""The functions that a module definition names as m_traverse, m_clear and m_free already (G87, G88).

What they do for a global is done for its field afterwards: a statement that only visits or clears the global goes,
and the hook gets the line for the field. Whatever else they do stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, calls, strip_casts
from unstatic.capi.modules import HOOKS
from unstatic.capi.references import RELEASE
from unstatic.facts.module.exec_conversion.definition_statics import definition_statics
from unstatic.facts.references.aggregates.object_structs import object_places
from unstatic.facts.references.paths.places import end_of_place, place_behind
from unstatic.facts.state.direct_calls import DirectCalls, direct_calls
from unstatic.facts.state.instance_parameters import Instances
from unstatic.facts.types.deallocation.single_instances import resets
from unstatic.model.extension import Extension, Function, Reference
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null
from unstatic.model.obstacle import Obstacle


def module_hooks(model: Extension) -> dict[str, Function]:
    """Return the hooks of the module definition that are functions of the project, by slot."""
    definition = model.module_def()
    found: dict[str, Function] = {}
    for slot in HOOKS if definition is not None else ():
        assert definition is not None
        field = definition.fields.get(slot)
        function = model.functions.get(field.symbol or "") if field is not None else None
        if function is not None:
            found[slot] = function
    return found


def state_problem(model: Extension, reason: str, path: Path, offset: int) -> Obstacle:
    """Return why the module's state can't be extended, with its place."""
    return Obstacle(reason, "state-shape", model.location(path, offset))


def hook_problems(model: Extension) -> Iterator[Obstacle]:
    """Yield why the hooks that are there can't look after fields of the state as well."""
    definition = model.module_def()
    if definition is None:
        return
    statics = definition_statics(model)
    if isinstance(statics, Obstacle):
        yield replace(statics, rule="state-shape")
    hooks = module_hooks(model)
    for slot in HOOKS:
        field = definition.fields.get(slot)
        path, offset = definition.declaration.path, definition.declaration.span.start
        if field is not None and slot not in hooks:
            yield state_problem(model, f"the module's {slot} isn't a function of this project", path, field.span.start)
        elif slot in hooks:
            yield from _shape_problems(model, slot, hooks[slot], path if len(hooks) < len(HOOKS) else None)
            yield from _call_problems(model, slot, hooks[slot])
    if len({function.symbol for function in hooks.values()}) != len(hooks):
        yield state_problem(model, "one function is several hooks of the module", path, offset)


def _shape_problems(model: Extension, slot: str, function: Function, path: Path | None) -> Iterator[Obstacle]:
    """Yield what a hook lacks; *path*: where it has to stand, as others are written beside it that the module needs."""
    definition = function.definition
    names = [model.by_symbol[item][0].name for item in definition.parameters if item in model.by_symbol]
    where = definition.path, definition.name_span.start
    if definition.from_macro or path not in (None, definition.path):
        yield state_problem(model, f"the module's {slot} isn't written next to the module definition", *where)
    elif _lacks_the_module(model, slot, function):
        return
    elif len(names) != HOOKS[slot] or not all(names):
        yield state_problem(model, f"the module's {slot} has parameters without a name", *where)
    elif slot == "m_traverse" and names[1:] != ["visit", "arg"]:
        yield state_problem(model, "the module's m_traverse names its parameters other than visit and arg", *where)


def _lacks_the_module(model: Extension, slot: str, function: Function) -> bool:
    """Tell whether a hook is written as `void free_all()`, and called by nothing else: it can get its parameter."""
    uses = model.uses.get(function.symbol, ())
    is_alone = not any(use.is_call for use in uses) and not function.prototypes and not function.alternatives
    return slot == "m_free" and not function.definition.parameters and is_alone


def _call_problems(model: Extension, slot: str, function: Function) -> Iterator[Obstacle]:
    """Yield the calls of a hook by C code without a module: it couldn't find the state (G142)."""
    direct = DirectCalls(model, (), Instances(model, (), frozenset(), ()), ())
    owners = frozenset(role.owner for role in function.roles)
    wrong = {use for use, _ in direct.misled(function.symbol, "module", 0, by_def=True, owners=owners)}
    for use, given in direct_calls(model, function.symbol, 0):
        if use in wrong or given is None or is_null(given.tokens):
            reason = f"the module's {slot} is called here without the module"
            yield state_problem(model, reason, use.path, use.offset)


def settled_statements(model: Extension, symbol: str) -> Iterator[tuple[Path, str, Statement]]:
    """Yield the statements that only visit, clear or reset the global *symbol*, with their function.

    They are those of the hooks, and of a type of which it holds the only instance.
    """
    yield from resets(model, symbol)
    slots = {function.symbol: slot for slot, function in module_hooks(model).items()}
    for use in model.uses.get(symbol, ()):
        if use.function in slots and use.via_macro is None:
            statement = _settled(model, use, slots[use.function])
            if statement is not None:
                yield use.path, use.function, statement


def _settled(model: Extension, use: Reference, slot: str) -> Statement | None:
    assert use.function is not None
    path = model.body_at(use.function, use.path, use.offset).path_to(use.offset)
    if len(path) != 2 or path[-1].kind is not StatementKind.SIMPLE:
        return None
    statement = path[-1]
    head = statement.head
    item = model.global_by_symbol(use.symbol)
    places = (b"",) if item is None else object_places(model, item)
    if head and head[0].start == use.offset:
        end = end_of_place(head, 1)
        is_one = end < len(head) and head[end].text == b"=" and _is_single(head[:end], places)
        return statement if is_one and is_null(head[end + 1 :]) else None
    call = next(iter(calls(head)), None)
    if call is None or not _settles(call.name.text, slot) or call.span.start != head[0].start:
        return None
    is_it = len(call.arguments) == 1 and _is_named(call.arguments[0], use, places) and call.span.end == head[-1].end
    return statement if is_it and statement.tokens[-1].text == b";" else None


def _is_named(argument: Sequence[Token], use: Reference, places: Sequence[bytes]) -> bool:
    """Tell whether an argument is nothing but the global, or one of the objects in a struct."""
    inner = strip_casts(argument)
    return bool(inner) and inner[0].start == use.offset and _is_single(inner, places)


def _is_single(tokens: Sequence[Token], places: Sequence[bytes]) -> bool:
    """Tell whether a name with its members leads to an object that no loop is needed for."""
    place = place_behind(tokens[1:])
    return place in places and place is not None and b"[" not in place


def _settles(name: bytes, slot: str) -> bool:
    return name in RELEASE or (name == b"Py_VISIT" and slot == "m_traverse")


@fact
def settled_uses(model: Extension) -> frozenset[tuple[Path, int]]:
    """Return the uses of globals that stand in such statements: they need no way to the state."""
    found = set()
    for item in model.globals:
        spans = [(path, statement.span) for path, _, statement in settled_statements(model, item.symbol)]
        for use in model.uses.get(item.symbol, ()):
            if any(path == use.path and use.offset in span for path, span in spans):
                found.add((use.path, use.offset))
    return frozenset(found)
