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
    for item in kept.values():
        for reference in item.written:
            function = reference.function
            is_run = function in running_once(model) and not model.files[reference.path].is_inactive(reference.offset)
            if not is_run or not _leads_inside(model, use_of(model, reference)):
                continue
            assert function is not None
            if process_helper(model, kept, function) is None:
                yield item, model.location(reference.path, reference.offset)


def _leads_inside(model: Extension, use: Use) -> bool:
    value = value_given(use)
    call = value.bare if value is not None else None
    return isinstance(call, Call) and aliased(model, call.function.tokens[-1].text) in LEADS_INSIDE
