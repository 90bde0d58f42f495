"""What found the module or its state by what is one per process takes it from where it is at hand (G79)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.module.module_lookups import Gives
from unstatic.facts.places.in_functions import bare_lines
from unstatic.model.extension import Extension
from unstatic.rewriting.style import whole_lines
from unstatic.text.edits import Edit

from ..passing.parameters import named_parameters, parameter_name
from ..passing.state_passing import Threading
from ..struct.fields import Layout


def lookup_edits(model: Extension, layout: Layout, threading: Threading) -> Iterator[Edit]:
    """Yield the replacement of each lookup, and the deletion of macros that are nothing but one."""
    named: set[str] = set()
    for item in layout.lookups.found:
        definition = model.functions[item.function].definition
        if item.is_argument:
            text = parameter_name(model, definition, 0)
            if item.function not in named:
                yield from named_parameters(model, definition, (0,))
            named.add(item.function)
        elif threading.in_place(item.function) is not None:
            text = threading.source(item.function)
        elif (held := threading.taken_over(item.function)) is not None:
            yield Edit(item.path, bare_lines(model.files[item.path], held.statement.span), b"")
            continue
        else:
            state = threading.local(item.function)
            text = state if item.gives is Gives.STATE else state + b"->" + layout.pointer
        yield Edit(item.path, item.span, text)
    for macro in layout.lookups.macros:
        file = model.files[macro.definition.path]
        yield Edit(macro.definition.path, whole_lines(file, macro.definition.span), b"")
