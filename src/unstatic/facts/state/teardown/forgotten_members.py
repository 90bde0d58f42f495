"""Members of a state of the module's own that its hooks forget: what they own is left behind by each import (G607).

Static types, of which there is one in a process, were all that it led to. Types on the heap lead to their module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.syntax import only_call, strip_casts
from unstatic.capi.slots import TEARDOWN
from unstatic.facts.module.call_contexts import reached, runs_in_teardown
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.state.existing_state_problems import own_state_problems
from unstatic.facts.state.teardown.existing_hooks import hook_problems, module_hooks
from unstatic.facts.state.teardown.given_members import gifts
from unstatic.facts.state.teardown.unseen_state import holds_object, is_conditional, is_owned
from unstatic.model.extension import Declaration, Extension, Function
from unstatic.model.fact import fact

_ARRAY = re.compile(r"[^\[]*\*\s?\[(\d+)\]", re.ASCII)
_MOST_ELEMENTS = 8
"""How many elements of an array are named one by one."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a hook for one member: `Py_VISIT(state->error);`."""

    path: Path
    end: int
    """Where it ends, the offset behind its `;`."""
    macro: bytes
    state: bytes
    """What leads to the member, its arrow included."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The places in the state that own objects, and the last line of each hook for another member."""

    places: tuple[bytes, ...]
    after: tuple[Line, ...]


@fact
def forgotten_members(model: Extension, minimum: tuple[int, int]) -> Forgotten | None:
    """Return what m_traverse and m_clear forget; None if that's nothing, or they aren't written member by member."""
    own, hooks = own_state(model), module_hooks(model)
    if own is None or not {"m_traverse", "m_clear"} <= hooks.keys() or is_conditional(model, own):
        return None
    if any(True for _ in own_state_problems(model, minimum)) or any(True for _ in hook_problems(model)):
        return None
    members = {item.symbol: item for item in own.members}
    extended = (("m_traverse", b"Py_VISIT"), ("m_clear", b"Py_CLEAR"))
    lines = [_last_line(model, hooks[slot], macro, members) for slot, macro in extended]
    after = tuple(line for line in lines if line is not None)
    named = _named(model, frozenset(name for hook in hooks.values() for name in reached(model, hook.symbol)))
    late = _named(model, runs_in_teardown(model, TEARDOWN, frozenset()) - {item.symbol for item in hooks.values()})
    places = tuple(
        place for symbol, item in members.items() if symbol not in named | late for place in _owned(model, item)
    )
    return Forgotten(places, after) if places and len(after) == len(lines) else None


def _named(model: Extension, functions: frozenset[str]) -> frozenset[str]:
    return frozenset(use.symbol for function in functions for use in model.uses_in.get(function, ()))


def _owned(model: Extension, item: Declaration) -> Iterator[bytes]:
    """Yield how the objects of a member are named in the state: the member, or each of its elements."""
    # What is given to the module isn't lost: the module's dict owns it.
    if not holds_object(model, item) or not is_owned(model, item) or gifts(model, item):
        return
    name, array = item.name.encode(), _ARRAY.fullmatch(item.canonical_type)
    if array is None:
        yield name
    elif int(array[1]) <= _MOST_ELEMENTS:
        yield from (b"%s[%d]" % (name, index) for index in range(int(array[1])))


def _last_line(model: Extension, hook: Function, macro: bytes, members: dict[str, Declaration]) -> Line | None:
    """Return the last statement of a hook that is *macro* for one member, in no block and no `#if` group."""
    file = model.files[hook.definition.path]
    found = None
    for statement in model.body(hook.symbol).children:
        call = only_call(statement)
        if call is None or call.name.text != macro or len(call.arguments) != 1 or file.is_conditional(call.name.start):
            continue
        argument = strip_casts(call.arguments[0])
        uses = ((token, file.written.get(token.start)) for token in argument)
        member = next((token for token, use in uses if use is not None and use.symbol in members), None)
        if member is not None:
            state = file.source.data[argument[0].start : member.start]
            found = Line(hook.definition.path, statement.span.end, macro, state)
    return found
