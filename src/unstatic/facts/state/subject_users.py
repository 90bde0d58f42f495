"""Functions that use a type or an object of the extension, themselves or by what they call."""

from __future__ import annotations

from unstatic.model.extension import Extension, GlobalKind, Reference
from unstatic.model.fact import fact
from unstatic.model.subjects import global_subject, type_subject


def subject_used(model: Extension, symbol: str) -> str:
    """Return the subject of the first type or object that a function uses, or what it calls does; empty if none."""
    statics = _subjects(model)
    waiting, seen = [symbol], {symbol}
    for function in waiting:
        for use in model.uses_in.get(function, ()):
            if use.symbol in statics:
                return statics[use.symbol]
            if use.symbol in model.functions and use.symbol not in seen:
                waiting.append(use.symbol)
                seen.add(use.symbol)
    return ""


def needs_subject(model: Extension, use: Reference) -> bool:
    """Tell whether what is used is a type or an object of the extension, or a function that uses one."""
    return use.symbol in _subjects(model) or (use.symbol in model.functions and bool(subject_used(model, use.symbol)))


@fact
def _subjects(model: Extension) -> dict[str, str]:
    types = {item.symbol: type_subject(item) for item in model.types}
    objects = [item for item in model.globals if item.kind is not GlobalKind.DATA]
    return types | {item.symbol: global_subject(model, item) for item in objects}
