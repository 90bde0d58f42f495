"""The fields of initialisers, those that macros give included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from unstatic.cparse.facts import InitEntry
from unstatic.model.expansion import Made, Unfollowed, text_of
from unstatic.model.extension import Field, File
from unstatic.model.initialiser_values import field_of, is_null, named
from unstatic.model.opened_code import Expansions, as_tokens, designated, split_entries


def given(file: File, entries: Iterable[InitEntry], expansions: Expansions) -> dict[str, Field]:
    """Return what gives a field something other than zero or NULL, by field name. Raises Unfollowed."""
    found: dict[str, Field] = {}
    for entry in entries:
        for field, value in _fields(file, entry, expansions):
            found.pop(field.name, None)
            if not is_null(as_tokens(value)):
                found[field.name] = field
    return found


def _fields(file: File, entry: InitEntry, expansions: Expansions) -> Iterator[tuple[Field, tuple[Made, ...]]]:
    if _is_made(entry):
        made = made_entries(file, entry, expansions)
        yield from ((field, value) for field, value in made if field.name != "ob_base")
    elif entry.field not in (None, "ob_base"):
        value = expansions.tokens_in(file, entry.value_span)
        field = field_of(file, entry)
        symbol = field.symbol
        if symbol is None:
            uses = [(file.source.path, offset) for offset in file.uses_in(entry.value_span)]
            symbol = next((found for use in uses if (found := symbol_of(expansions, use, value)) is not None), None)
        yield replace(field, symbol=symbol, opened=text_of(value)), value


def _is_made(entry: InitEntry) -> bool:
    return (entry.macro and entry.field != "ob_base") or bool(entry.made)


def made_entries(file: File, entry: InitEntry, expansions: Expansions) -> Iterator[tuple[Field, tuple[Made, ...]]]:
    """Yield the fields that a macro gives, and their values. Raises Unfollowed."""
    parts = split_entries(expansions.tokens_in(file, entry.span))
    listed = entry.made or (entry,)
    if len(parts) != len(listed):
        raise Unfollowed("what it gives can't be told apart")
    use = (file.source.path, entry.span.start)
    macro = file.expansions[entry.span.start].definition if entry.span.start in file.expansions else None
    for item, part in zip(listed, parts, strict=True):
        name, value = designated(part)
        if item.field is None or name not in (None, item.field):
            raise Unfollowed("which field it gives can't be told")
        symbol = symbol_of(expansions, use, value)
        text = text_of(value)
        yield Field(item.field, text, entry.span, entry.span, symbol, text, macro), value


def made_slots(file: File, entry: InitEntry, expansions: Expansions) -> Iterator[Field]:
    """Yield the rows `{Py_tp_x, value}` that a macro gives an array of PyType_Slot. Raises Unfollowed."""
    use = (file.source.path, entry.span.start)
    for part in split_entries(expansions.tokens_in(file, entry.span)):
        inner = split_entries(part[1:-1])
        if part[0].text != b"{" or part[-1].text != b"}" or len(inner) != 2:
            raise Unfollowed("what it gives isn't rows of slots")
        name, text = text_of(inner[0]).decode("latin-1").removeprefix("Py_"), text_of(inner[1])
        yield Field(name, text, entry.span, entry.span, symbol_of(expansions, use, inner[1]), text, part[0].macro)


def symbol_of(expansions: Expansions, use: tuple[Path, int], value: Sequence[Made]) -> str | None:
    """Return the symbol that a value names, when it is one name with `&` or casts around it."""
    name = named(as_tokens(value))
    found = [item for item in value if name is not None and item.text == name.text]
    return expansions.symbol(use, found[-1]) if found else None
