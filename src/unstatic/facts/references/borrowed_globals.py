"""Globals that borrow what another global owns: `made = label;` without a reference of its own."""

from __future__ import annotations

from unstatic.c.nodes import Assignment, Name
from unstatic.model.extension import Extension, Global, Reference
from unstatic.model.uses import names_of_value, use_of
from unstatic.text.source import Location


def borrows(model: Extension, keeper: Global, lender: Global) -> Location | None:
    """Return where *keeper* is given the value of *lender* as it is; None if that is nowhere.

    What a function makes of it (`made = PyTuple_Pack(1, label)`) is another object.
    """
    for use in model.uses.get(keeper.symbol, ()):
        if use.function is not None and use.via_macro is None and _shares(model, use, lender.name.encode()):
            return model.location(use.path, use.offset)
    return None


def _shares(model: Extension, use: Reference, lender: bytes) -> bool:
    found = use_of(model, use)
    if found.given is None:
        return False
    # `lender = keeper = value` gives both the same.
    others = [node.target.bare for node in found.outer[1:] if isinstance(node, Assignment)]
    named = [*names_of_value(found.given), *(node for node in others if isinstance(node, Name))]
    return lender in {node.text for node in named}
