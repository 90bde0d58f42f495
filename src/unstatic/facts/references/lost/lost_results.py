"""Lost results: `Item_new(names, "one");` as a statement of the initialisation, whose new reference nothing takes.

What is made for a dictionary there is an instance, as a rule: it leads to its type, and so to the module.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from unstatic.c.syntax import Call, only_call
from unstatic.facts.references.paths.summaries import summaries_of
from unstatic.model.extension import Extension
from unstatic.model.fact import fact


@dataclass(frozen=True, slots=True)
class LostResult:
    """A call of a function of the project that is a whole statement of what only the initialisation calls."""

    path: Path
    call: Call


@fact
def lost_results(model: Extension) -> tuple[LostResult, ...]:
    """Return the calls whose results are new references, in the order of functions and places."""
    found = []
    for function in model.init_only_functions:
        definition = model.functions[function].definition
        file = model.files[definition.path]
        calls = filter(None, map(only_call, model.body(function).walk()))
        for call in () if model.functions[function].alternatives else calls:
            is_own = call.name.text.decode("latin-1") in model.functions_named
            is_written = call.name.start not in file.expansions and not file.is_inactive(call.name.start)
            tokens = file.tokens_in(call.span)
            if is_own and is_written and summaries_of(model).is_new(tokens):
                found.append(LostResult(definition.path, call))
    return tuple(found)
