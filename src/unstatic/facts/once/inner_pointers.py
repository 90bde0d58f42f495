"""Data of the process that leads into an object of the initialisation: `text = PyUnicode_AsUTF8(name);` (G536).

The object goes with its module, or its interpreter, and the next module sets the data anew for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unstatic.c.nodes import Call
from unstatic.capi.references import LEADS_INSIDE
from unstatic.facts.macros.called_functions import aliased
from unstatic.facts.module.helpers import running_once
from unstatic.facts.once.process_helpers import process_helper
from unstatic.facts.once.resets import value_given
from unstatic.model.extension import Extension, Global, GlobalKind
from unstatic.model.uses import Use, use_of
from unstatic.text.source import Location


def inner_pointers(model: Extension, staying: Iterable[Global]) -> Iterator[tuple[Global, Location]]:
    """Yield what stays and would lead into objects of one module after another, with the places that set it."""
    kept = {item.symbol: item for item in staying if item.kind is GlobalKind.DATA}
    initialising = set(running_once(model))
    for item in kept.values():
        for one in item.written:
            is_run = one.function in initialising and not model.files[one.path].is_inactive(one.offset)
            if is_run and _leads_inside(model, use_of(model, one)):
                assert one.function is not None
                if process_helper(model, kept, one.function) is None:
                    yield item, model.location(one.path, one.offset)


def _leads_inside(model: Extension, use: Use) -> bool:
    value = value_given(use)
    call = value.bare if value is not None else None
    return isinstance(call, Call) and aliased(model, call.function.tokens[-1].text) in LEADS_INSIDE
