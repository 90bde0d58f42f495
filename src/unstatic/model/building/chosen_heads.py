"""Init functions that other `#if` groups give another name: one body is one function, whatever its heads call it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from unstatic.cparse.facts import Declaration, ParsedUnit, Reference
from unstatic.text.source import Span


def with_own_names(units: Sequence[ParsedUnit], passes: Sequence[ParsedUnit]) -> tuple[ParsedUnit, ...]:
    """Return *passes* with the names that the init functions have in *units*, which skip the other heads."""
    own = {(item.path, item.body): item.symbol for unit in units for item in unit.declarations if _is_init(item)}
    return tuple(_renamed(unit, own) for unit in passes)


def _is_init(item: Declaration) -> bool:
    return item.body is not None and item.name.startswith("PyInit_")


def _renamed(unit: ParsedUnit, own: Mapping[tuple[Path, Span | None], str]) -> ParsedUnit:
    names = {
        item.symbol: name
        for item in unit.declarations
        if _is_init(item) and (name := own.get((item.path, item.body), item.symbol)) != item.symbol
    }
    if not names:
        return unit
    return replace(
        unit,
        declarations=tuple(_declaration(item, names) for item in unit.declarations if item.symbol not in names),
        references=tuple(_reference(item, names) for item in unit.references),
    )


def _declaration(item: Declaration, names: Mapping[str, str]) -> Declaration:
    if item.function is None or item.function not in names:
        return item
    return item._replace(symbol=_symbol(item.symbol, names), function=names[item.function])


def _reference(item: Reference, names: Mapping[str, str]) -> Reference:
    if item.function not in names and item.initialises is None:
        return item
    function = names.get(item.function or "", item.function)
    initialises = _symbol(item.initialises, names) if item.initialises is not None else None
    return item._replace(symbol=_symbol(item.symbol, names), function=function, initialises=initialises)


def _symbol(symbol: str, names: Mapping[str, str]) -> str:
    """Return the symbol of what is local to an init function, with the name that this has in the units."""
    for name, own in names.items():
        symbol = symbol.replace(f":{name}:", f":{own}:")
    return symbol
