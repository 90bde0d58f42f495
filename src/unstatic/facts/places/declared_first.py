"""Whether the project declares variables where a block begins, as C90 has it and -Wdeclaration-after-statement asks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from unstatic.c.syntax import StatementKind
from unstatic.facts.places.in_functions import is_declaration
from unstatic.model.extension import Extension
from unstatic.model.fact import fact

# Fewer blocks with declarations say nothing.
_ENOUGH = 10


@fact
def declared_first(model: Extension) -> bool:
    """Tell whether no block declares a variable behind a statement, though many declare some."""
    found = list(_blocks(model)) if model.language == "c" else []
    return len(found) >= _ENOUGH and all(found)


def _blocks(model: Extension) -> Iterator[bool]:
    """Yield for each block with declarations whether they come first."""
    for symbol, function in model.functions.items():
        if not function.definition.path.is_relative_to(model.root):
            continue
        for block in model.body(symbol).walk():
            if block.kind is StatementKind.BLOCK:
                kinds = [is_declaration(model, symbol, item) for item in block.children]
                if any(kinds):
                    yield (False, True) not in pairwise(kinds)
