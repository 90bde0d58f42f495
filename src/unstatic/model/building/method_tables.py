"""The entries of PyMethodDef and PyGetSetDef tables, those that macros write included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from unstatic.capi.types import ELEMENT_FIELDS, ELEMENT_FUNCTIONS
from unstatic.cparse.facts import InitEntry
from unstatic.model.building.made_fields import symbol_of
from unstatic.model.expansion import Made, Unfollowed, text_of
from unstatic.model.extension import File, Method
from unstatic.model.initialiser_values import is_null
from unstatic.model.opened_code import Expansions, as_tokens, designated, split_entries
from unstatic.text.source import Span


def methods_of(file: File, entries: Iterable[InitEntry], element: str, expansions: Expansions) -> Iterator[Method]:
    """Yield the entries of a table; nothing for tables of anything else."""
    if element not in ELEMENT_FIELDS:
        return
    if any(entry.field == "ml_name" for entry in entries):
        # One PyMethodDef by itself, for PyCFunction_New.
        whole = tuple(entries)
        span = Span(whole[0].span.start, whole[-1].span.end)
        entries = (InitEntry(None, 0, False, span, span, whole, False),)
    for entry in entries:
        try:
            values = list(_values(file, entry, element, expansions))
        except Unfollowed:
            # Its functions then count as taken by address.
            values = [{}]
        for given in values:
            yield _method(file, entry, element, given, expansions)


def _values(
    file: File, entry: InitEntry, element: str, expansions: Expansions
) -> Iterator[dict[str, tuple[Made, ...]]]:
    """Yield, for each method that an entry makes, what it gives the fields."""
    if entry.children is not None:
        yield {child.field: expansions.tokens_in(file, child.value_span) for child in entry.children if child.field}
        return
    for part in split_entries(expansions.tokens_in(file, entry.span)):
        yield dict(_fields(part, ELEMENT_FIELDS[element]))


def _fields(part: Sequence[Made], names: Sequence[str]) -> Iterator[tuple[str, tuple[Made, ...]]]:
    """Yield the fields of one entry that a macro writes, braces included."""
    inner = part[1:-1] if part[0].text == b"{" and part[-1].text == b"}" else part
    index = 0
    for value in split_entries(inner):
        name, rest = designated(value)
        if name is not None:
            if name not in names:
                raise Unfollowed(f"it gives {name}")
            index = names.index(name)
        if index >= len(names):
            raise Unfollowed("it gives more than there are fields")
        yield names[index], rest
        index += 1


def _method(
    file: File, entry: InitEntry, element: str, given: dict[str, tuple[Made, ...]], expansions: Expansions
) -> Method:
    functions = [
        symbol
        for name in ELEMENT_FUNCTIONS[element]
        if name in given and (symbol := _symbol(file, entry, given[name], expansions)) is not None
    ]
    closure = given.get("closure", ())
    return Method(
        text_of(given.get(ELEMENT_FIELDS[element][0], ())),
        tuple(functions),
        text_of(given.get("ml_flags", ())),
        entry.span,
        bool(closure) and not is_null(as_tokens(closure)),
    )


def _symbol(file: File, entry: InitEntry, value: tuple[Made, ...], expansions: Expansions) -> str | None:
    """Return the function that a value names; what a macro makes belongs to one of the uses inside the entry."""
    uses: list[tuple[Path, int]] = [(file.source.path, entry.span.start)]
    uses += [(file.source.path, offset) for offset in file.uses_in(entry.span)]
    return next((found for use in uses if (found := symbol_of(expansions, use, value)) is not None), None)
