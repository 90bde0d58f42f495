"""Tables of C APIs that are filled where they are declared: `static Box_CAPI api = {&Box_Type, Box_New};` (G59).

The address of a heap type is no constant. A table that the initialisation alone names, to hand it to a capsule, can be
filled there: a struct as a whole, an array element by element.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.c.lexer import TokenKind
from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.capi.modules import QUIET
from unstatic.facts.module.ready_calls import readied
from unstatic.facts.places.at_file_level import is_always_read, outside_groups
from unstatic.facts.references.api_tables import has_table_type, is_handed_out
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.extension import Declaration, Extension, File, Linkage, SymbolKind
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class CapsuleTable:
    """A table, and where it can be filled."""

    declaration: Declaration
    initialiser: Span
    """What starts it, from behind the declarator on."""
    at: int
    """The start of the line before which it is filled: of the statement that names it first, or its `#if` group.

    What makes the last of its types comes before: a capsule only hands on where the table is.
    """
    indent: bytes
    """What that statement is indented by."""

    @property
    def braces(self) -> Span:
        """The list of what it starts with."""
        assert self.declaration.initialiser is not None
        return self.declaration.initialiser

    @property
    def is_array(self) -> bool:
        """Whether it can't be assigned to as a whole."""
        return "[" in self.declaration.canonical_type


def capsule_tables(model: Extension) -> Iterator[CapsuleTable]:
    """Yield the tables with types in them that the initialisation can fill."""
    naming = {use.initialises for static in model.types for use in model.uses.get(static.symbol, ())}
    for symbol in sorted(item for item in naming if item is not None):
        declared = model.by_symbol.get(symbol, ())
        table = _table(model, declared[0]) if len(declared) == 1 else None
        if table is not None:
            yield table


def _table(model: Extension, item: Declaration) -> CapsuleTable | None:
    if item.initialiser is None or not _is_plain(model, item) or not is_handed_out(model, item.symbol):
        return None
    file = model.files[item.path]
    is_array = "[" in item.canonical_type
    first = _first_statement(model, item)
    if first is None or (is_array and not _is_listed(file, item)) or (not is_array and model.language != "c"):
        return None
    ahead = file.tokens_in(Span(item.name_span.start, item.initialiser.start))
    at = max(outside_groups(file, first.span.start), _behind_types(model, item, first))
    if len(ahead) < 2 or ahead[-1].text != b"=" or at <= item.span.start:
        return None
    return CapsuleTable(item, Span(ahead[-2].end, item.initialiser.end), at, file.source.indent_at(first.span.start))


def _is_plain(model: Extension, item: Declaration) -> bool:
    """Tell whether a declaration is one table alone, in so many words, whatever is compiled."""
    file = model.files[item.path]
    braces = file.source.text(item.initialiser) if item.initialiser is not None else b""
    if item.from_macro or item.is_const or not has_table_type(model, item) or _has_twin(model, item):
        return False
    if protected_use(model, item.symbol) or not braces.startswith(b"{") or not braces.endswith(b"}"):
        return False
    together = model.starting_at[item.path, item.span.start]
    if any(one.kind is SymbolKind.VARIABLE and one.symbol != item.symbol for one in together):
        return False
    is_kept = item.storage == "static" or item.linkage is Linkage.EXTERNAL
    is_read = item.function is not None or is_always_read(file, item.span.start)
    return is_kept and is_read and len(model.readers[item.path]) == 1 and item.path not in model.public_headers


def _has_twin(model: Extension, item: Declaration) -> bool:
    """Tell whether another variable is called the same: a plan speaks of names."""
    named = {one.symbol for one in model.declarations if one.name == item.name and one.kind is SymbolKind.VARIABLE}
    return len(named) > 1


def _first_statement(model: Extension, item: Declaration) -> Statement | None:
    """Return the first statement with the table in the block that all of it stands in; None if none can be put there.

    It begins its line, and so does what is put in front of it.
    """
    uses = model.uses[item.symbol]
    symbol = uses[0].function or ""
    function = model.functions[symbol]
    if function.alternatives or function.definition.path != item.path:
        return None
    if any(use.function != symbol or use.path != item.path for use in uses):
        return None
    found: tuple[Statement, Statement] | None = None
    path = model.body(symbol).path_to(min(use.offset for use in uses))
    for outer, inner in zip(path, path[1:], strict=False):
        if outer.kind in (StatementKind.LOOP, StatementKind.SWITCH) or inner.kind is StatementKind.LABEL:
            break
        if outer.kind is StatementKind.BLOCK and all(use.offset in outer.span for use in uses):
            found = outer, inner
    if found is None:
        return None
    file, (block, first) = model.files[item.path], found
    line = file.source.line_start(first.span.start)
    is_alone = not file.source.data[line : first.span.start].strip()
    return first if is_alone and block.span.start < outside_groups(file, first.span.start) else None


def _behind_types(model: Extension, item: Declaration, first: Statement) -> int:
    """Return the line behind what makes the types of a table ready, beside its *first* statement; 0 if nothing does."""
    function = model.uses[item.symbol][0].function or ""
    block = model.body(function).path_to(first.span.start)[-2:-1]
    source = model.files[item.path].source
    named = [one for one in model.types if any(use.initialises == item.symbol for use in model.uses[one.symbol])]
    made = {call.name.start for one in named for symbol, call in readied(model, one) if symbol == function}
    children = [one for outer in block for one in outer.children]
    making = [one for one in children if any(at in one.span for at in made)]
    end = max((one.span.end for one in making), default=0)
    between = [one for one in children if one.span.start >= first.span.start and one.span.end <= end]
    # Who imports the capsule meanwhile finds what was there from the start.
    runs = (call.name.text for one in between for call in calls(one.tokens))
    return source.line_end(end - 1) if end and all(name.startswith(QUIET) for name in runs) else 0


def _is_listed(file: File, item: Declaration) -> bool:
    """Tell whether an array has all of its elements in a row, whatever is compiled."""
    assert item.initialiser is not None
    entries = item.entries or ()
    if not entries or any(entry.macro or entry.children is not None or entry.designated for entry in entries):
        return False
    tokens = file.tokens_in(Span(item.name_span.start, item.initialiser.start))
    bound = [token.kind for token in tokens[2:-2]]
    return bound in ([], [TokenKind.NUMBER], [TokenKind.IDENT]) and not file.directives_in(item.initialiser)
