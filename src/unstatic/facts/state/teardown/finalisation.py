"""Functions of the teardown that can still reach the module state (G76).

An instance owns a reference to its type, and the type one to its module. The garbage collector clears a type, or the
state of a module, only if nothing but other garbage refers to it. So both are whole

- while an instance lives that the collector doesn't see: it can't account for what such an instance refers to. That
  takes a type without Py_TPFLAGS_HAVE_GC and without subclasses, as those of Python are collected;
- while finalisers run: they are called for all that is garbage before anything of it is cleared, and once only.

What a library is told to free may call back, with an instance. Types of such instances are better left to be freed by
their counts alone, as before: then the callback finds its module whole, wherever it is called from.
"""

from __future__ import annotations

from unstatic.c.lexer import TokenKind, lex_fragment
from unstatic.c.syntax import StatementKind, only_call, strip_casts
from unstatic.capi.memory import FREE_WITH_TYPE
from unstatic.capi.modules import HOOKS
from unstatic.capi.slots import OF_COLLECTOR, OF_INSTANCE, TEARDOWN
from unstatic.facts.module.call_contexts import leading_to, reached, runs_in_teardown
from unstatic.facts.state.carriers.filled_structs import filled_data
from unstatic.facts.state.carriers.held_states import held_state
from unstatic.facts.state.instance_locals import instance_local
from unstatic.facts.state.instance_parameters import Instances
from unstatic.facts.types.bases import subclassed
from unstatic.facts.types.conditional_flags import collected_in_a_group
from unstatic.facts.types.deallocation.deallocators import with_slot_calls
from unstatic.facts.types.made_only import made_only
from unstatic.model.extension import Extension, Function, HeapSpec, Role, StaticType
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null, symbol_at
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span

# Called while the type or the module may already be cleared: few ways to the state are safe there (G76).
TORN_DOWN = TEARDOWN | frozenset(HOOKS)


def holds_module(model: Extension, static: StaticType) -> bool:
    """Tell whether an instance of *static* will keep its module whole, if its type isn't made collectable."""
    item = static.fields.get("tp_flags")
    is_collected = static.is_gc or collected_in_a_group(static)
    is_alone = not static.base and not is_collected and static.symbol not in subclassed(model)
    flags = [each.value for each in static.runtime if each.name == "tp_flags"] or [item.value if item else b""]
    return is_alone and all(_is_final(value) for value in flags)


def spec_holds_module(model: Extension, spec: HeapSpec) -> bool:
    """Tell the same of a type that is made from a spec already: by one call, with no base, for a module."""
    is_base = spec.declaration.symbol in subclassed(model)
    if is_base or not _is_final(spec.flags) or not spec.flags or {"tp_base", "tp_bases"} & spec.slots.keys():
        return False
    made = [
        call
        for use in model.uses.get(spec.declaration.symbol, ())
        for call in (model.calls(use.function) if use.function is not None and use.function in model.functions else ())
        if call.holds(use.offset) and call.name.text == b"PyType_FromModuleAndSpec"
    ]
    is_seen = len(made) == 1 == len(model.uses.get(spec.declaration.symbol, ()))
    return is_seen and len(made[0].arguments) == 3 and is_null(made[0].arguments[2])


@fact
def found_by_callbacks(model: Extension) -> frozenset[str]:
    """Return the types whose instances callbacks find the types of their module by, even while it is taken down.

    Where they need nothing but objects of a module, they can ask the interpreter as well.
    """
    types = model.type_symbols
    torn = runs_in_teardown(model, TORN_DOWN, frozenset())
    instances = Instances(model, types, TORN_DOWN, types)
    needed = types - made_only(model)
    asking = leading_to(model, {use.function for one in needed for use in model.uses.get(one, ()) if use.function})
    found: set[str] = set()
    carried = filled_data(model)
    called = (
        symbol for symbol, item in model.functions.items() if (item.escapes and not item.roles) or symbol in carried
    )
    for symbol in (one for one in called if one in torn and one in asking):
        given, local = instances.find(symbol), instance_local(model, instances, symbol)
        found.update(given.owners if given else (), local.owners if local else ())
        held = held_state(model, carried[symbol].record) if symbol in carried else None
        found.update(instances.owners_of(held.owner) if held is not None else ())
    return frozenset(found)


def _is_final(flags: bytes) -> bool:
    """Tell whether flags, as written, surely make a type that is neither collected nor subclassed."""
    names = {token.text for token in lex_fragment(flags, Span(0, len(flags))) if token.kind is TokenKind.IDENT}
    return all(name.startswith(b"Py_TPFLAGS_") for name in names) and not names & {
        b"Py_TPFLAGS_HAVE_GC",
        b"Py_TPFLAGS_BASETYPE",
    }


def teardown_obstacle(model: Extension, symbol: str, role: Role, *, holds: bool) -> Obstacle | None:
    """Return why a function of the teardown can't reach the state by the type of its object.

    *holds*: whether an instance of the type keeps its module whole.
    """
    if role.slot == "tp_finalize" and not any(use.is_call for use in model.uses.get(symbol, ())):
        return None
    if holds and role.slot in OF_COLLECTOR:
        # Such a type isn't collected, so CPython never calls them: what calls them here has the instance.
        return None
    if role.slot not in OF_INSTANCE or not holds:
        when = f"when the module may be gone already{_hindrance(model, role)}"
    elif role.slot == "tp_dealloc" and reaches_after_free(model, symbol):
        when = "and it can't be told that it does so before the object is freed"
    else:
        return None
    function = model.functions[symbol]
    where = model.location(function.definition.path, function.definition.name_span.start)
    return Obstacle(f"{function.name} ({role.slot}) uses it, {when}", "teardown", where)


def is_called_to_free(model: Extension, function: Function) -> bool:
    """Tell whether nothing calls a finaliser but the deallocator of its type, in a statement, with its own object.

    A `__del__` of a subclass may have taken its place, so that the collector didn't call it (G487).
    """
    owners = [role.owner for role in function.roles]
    for use in (use for use in model.uses.get(function.symbol, ()) if use.is_call):
        caller = model.functions.get(use.function or "")
        if caller is None or [(role.slot, role.owner) for role in caller.roles] != [("tp_dealloc", *owners)]:
            return False
        call = only_call(model.body_at(caller.symbol, use.path, use.offset).path_to(use.offset)[-1])
        given = strip_casts(call.arguments[0]) if call is not None and len(call.arguments) == 1 else ()
        named = symbol_at(model.files[use.path].at(use.offset), given[0]) if len(given) == 1 else None
        if named is None or named not in caller.definition.parameters:
            return False
    return True


def _hindrance(model: Extension, role: Role) -> str:
    """Return why a finaliser, which comes earlier, can't do the work of a deallocator (G548); empty if it might."""
    is_skipped = role.slot == "tp_dealloc" and role.owner in subclassed(model) and model.language != "c"
    return ", and subclasses with a __del__ would skip a tp_finalize" if is_skipped else ""


def reaches_after_free(model: Extension, symbol: str) -> bool:
    """Tell whether something of the project may be used after the object is freed: the state may be gone with it."""
    ends = _ends(model, symbol)
    others = [each for each in reached(model, symbol) if each != symbol]
    if not ends or model.functions[symbol].alternatives or any(_ends(model, each) for each in others):
        return True
    first = min(ends)
    for _, body in model.bodies(symbol):
        for item in body.walk():
            repeats = item.kind is StatementKind.LOOP and first in item.span
            if repeats or (item.tokens[0].text == b"goto" and item.span.start > first):
                return True
    return any(use.offset > first and use.symbol in model.own_symbols for use in model.uses_in.get(symbol, ()))


def _ends(model: Extension, symbol: str) -> list[int]:
    """Return the offsets in a function at which it may free an object: what is freed is one name there."""
    every = [call for _, body in model.bodies(symbol) for call in with_slot_calls(body.tokens)]
    found = [call for call in every if call.name.text in FREE_WITH_TYPE and call.arguments]
    return [call.name.start for call in found if len(strip_casts(call.arguments[0])) == 1]
