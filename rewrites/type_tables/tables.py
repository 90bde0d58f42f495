"""Tables of static types, `static PyTypeObject *types[] = {&Box_Type, ...};`, that a single function reads.

The address of a heap type is no constant, nor is that of a variable in the module state. A table that is never changed,
and that one function uses, can be a variable of that function. If a loop there makes its types ready, they are made
ready one by one before it (R5, G57).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Conditional, Token, TokenKind
from unstatic.c.syntax import Call, Statement, StatementKind, is_address_of, split
from unstatic.capi.macros import ARRAY_LENGTH
from unstatic.capi.null import NULL
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.places.at_file_level import is_always_read, statement_end
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.references.paths.address_tables import counts, is_address
from unstatic.facts.references.tables import taken_elements
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.extension import Declaration, Extension, File, Global, Reference, StaticType, SymbolKind
from unstatic.text.source import Span

from .ready_loops import ReadyLoop, cursor_of, ready_loop

# What stands before an operand, so that `*` behind it isn't a product.
_BEFORE_OPERAND = (b"(", b",", b"=", b";", b")", b"{", b"}", b"&&", b"||", b"!", b"return")


@dataclass(frozen=True)
class TypeTable:
    """A table, the function that reads it, and where it goes."""

    declaration: Declaration
    whole: Span
    """The declaration, its `;` included."""
    static: Span
    """The word `static` and the blanks behind it; empty where the table is an ordinary variable."""
    types: tuple[StaticType, ...]
    """The types whose addresses it holds, bases first."""
    variables: tuple[Global, ...]
    """The variables that hold objects whose addresses it holds."""
    function: str
    block: Statement
    """The block of the function in which all uses stand."""
    loop: ReadyLoop | None
    """The loop that makes the types ready."""
    conditions: Mapping[str, bytes]
    """The directive, `#ifdef X`, of the group in which a type's row stands, by the type's symbol."""
    taking: Call | None
    """A call that takes over a reference to each element where none is added: an increment is missing before."""

    first: Statement | None = None
    """The statement before which it goes, behind the types that are made there; None for the block's start."""

    @property
    def is_local(self) -> bool:
        """Whether it stands in the function already."""
        return self.declaration.function is not None


def type_tables(model: Extension) -> tuple[TypeTable, ...]:
    """Return the tables of static types that can become variables of the one function that uses them."""
    found: list[TypeTable] = []
    for symbol in dict.fromkeys(_holders(model)):
        declared = model.by_symbol.get(symbol or "", ())
        if len(declared) == 1 and "[" in declared[0].canonical_type and declared[0].kind is SymbolKind.VARIABLE:
            table = _table(model, declared[0])
            if table is not None:
                found.append(table)
    return tuple(found)


def _holders(model: Extension) -> Iterator[str | None]:
    """Yield the symbols of the variables in whose initialisers types stand, or addresses of what holds objects."""
    for held in model.globals:
        uses = (use for use in model.uses.get(held.symbol, ()) if use.initialises is not None)
        yield from (use.initialises for use in uses if is_address(model, use))
    for static in model.types:
        for use in model.uses.get(static.symbol, ()):
            if use.initialises is not None or use.function not in init_functions(model):
                yield use.initialises
                continue
            for item in model.locals.get(use.function or "", ()):
                if item.path == use.path and item.initialiser is not None and use.offset in item.initialiser:
                    yield item.symbol


def _table(model: Extension, item: Declaration) -> TypeTable | None:
    file = model.files[item.path]
    whole = Span(item.span.start, statement_end(file, item))
    uses = [use for use in model.uses.get(item.symbol, ()) if use.offset != item.name_span.start]
    function = _reader(model, item, uses)
    if function is None or not _is_plain(model, item, whole):
        return None
    variables = tuple(_variables(model, item))
    rows = _rows(model, item, variables)
    types = tuple(static for row in rows or () for static in row)
    offsets = [use.offset for use in uses]
    block = _block(model, item, function, offsets)
    is_told = bool(variables) is not bool(types) and (bool(variables) or model.language == "c")
    if rows is None or not is_told or block is None:
        return None
    place = _static_word(file, whole)
    if variables:
        is_local = place.start == place.end
        return None if is_local else TypeTable(item, whole, place, (), variables, function, block, None, {}, None)
    loop = ready_loop(model, item, function, rows, offsets)
    taken = taken_elements(model, function, item.symbol)
    conditions = _conditions(file, item, rows)
    if taken is None or taken.count > 1 or (loop is not None and (loop.problem or conditions is None)):
        return None
    if taken.call is not None and not _is_statement(model, function, taken.call):
        return None
    if loop is None and place.start == place.end:
        # A variable of the function already.
        return None
    first = next(one for one in block.children if any(offset in one.span for offset in offsets))
    made = loop.statement if loop is not None else first if function in init_functions(model) else None
    if made is not None and _is_skipped(block, made, max(offsets)):
        return None
    return TypeTable(
        item, whole, place, bases_first(types), (), function, block, loop, conditions or {}, taken.call, made
    )


def _conditions(file: File, item: Declaration, rows: Sequence[tuple[StaticType, ...]]) -> Mapping[str, bytes] | None:
    """Return the directives of the groups in which types stand, by symbol; None if one is more than `#if` alone."""
    found: dict[str, bytes] = {}
    for conditional in file.conditionals_in(item.initialiser or item.span):
        named = {
            file.written[token.start].symbol
            for token in file.lexed.between(*conditional.span)
            if token.start in file.written
        }
        held = [static.symbol for row in rows for static in row if static.symbol in named]
        if held and (len(conditional.branches) > 1 or not found.keys().isdisjoint(held)):
            return None
        found |= dict.fromkeys(held, file.source.text(conditional.branches[0].directive.span))
    return found


def _is_skipped(block: Statement, made: Statement, last: int) -> bool:
    """Tell whether a jump may come to a use of the table, the last at *last*, past the statement before which it is."""
    return any(one.is_target and made.span.start < one.span.start < last for one in block.walk())


def _static_word(file: File, whole: Span) -> Span:
    """Return the word `static` and the blanks behind it; nothing, at the start, where it isn't written."""
    tokens = file.tokens_in(whole)
    for head, behind in zip(tokens, tokens[1:], strict=False):
        if head.text == b"static":
            return Span(head.start, behind.start)
    return Span(whole.start, whole.start)


def _reader(model: Extension, item: Declaration, uses: Sequence[Reference]) -> str | None:
    """Return the one function that uses the table, and does nothing but read it."""
    users = {use.function for use in uses}
    symbol = next(iter(users), None)
    function = model.functions.get(symbol or "")
    if len(users) != 1 or function is None or function.definition.path != item.path:
        return None
    if function.alternatives or symbol in model.twins or protected_use(model, item.symbol) is not None:
        return None
    file = model.files[item.path]
    if any(use.path != item.path or file.is_conditional(use.offset) for use in uses):
        return None
    return symbol if all(_only_reads(model, use, item) for use in uses) else None


def _is_statement(model: Extension, function: str, call: Call) -> bool:
    """Tell whether a call stands in a statement before which another can stand."""
    body = model.body(function)
    return is_in_block(body, body.path_to(call.name.start)[-1])


def _is_plain(model: Extension, item: Declaration, whole: Span) -> bool:
    """Tell whether a declaration is one table alone, in so many words, whatever is compiled."""
    file = model.files[item.path]
    together = model.starting_at[item.path, item.span.start]
    is_kept = item.storage == "static" or (item.storage == "" and item.function is not None)
    if item.from_macro or not is_kept or item.initialiser is None:
        return False
    if any(one.kind is SymbolKind.VARIABLE and one.symbol != item.symbol for one in together):
        return False
    if len(model.readers[item.path]) > 1 or not _chooses_rows(file, item, whole):
        return False
    is_read = file.is_conditional(item.span.start) if item.function is not None else False
    if is_read or (item.function is None and not is_always_read(file, item.span.start)):
        return False
    return not _has_arrays(model, item) and not _is_named_elsewhere(file, item, whole)


def _chooses_rows(file: File, item: Declaration, whole: Span) -> bool:
    """Tell whether the directives in a declaration, if any, choose among whole rows of the table."""
    assert item.initialiser is not None
    conditionals = file.conditionals_in(item.initialiser)
    chosen = [branch.directive for one in conditionals for branch in one.branches] + [one.end for one in conditionals]
    if len(chosen) < len(file.directives_in(whole)):
        return False
    return all(_holds_rows(file, one, item.initialiser) for one in conditionals)


def _holds_rows(file: File, conditional: Conditional, table: Span) -> bool:
    """Tell whether each group of a conditional has whole rows, which end with a comma unless the table ends there."""
    before = file.lexed.between(table.start, conditional.span.start)
    is_last = len(file.lexed.between(conditional.span.end, table.end)) == 1
    if before[-1].text != b"," and len(before) > 1:
        return False
    for branch in conditional.branches:
        texts = [token.text for token in file.lexed.between(*branch.body)]
        if texts.count(b"{") != texts.count(b"}") or (texts and not is_last and texts[-1] != b","):
            return False
    return True


def _has_arrays(model: Extension, item: Declaration) -> bool:
    """Tell whether a row holds an array: a pointer to it may outlive the function."""
    fields = (one for one in model.declarations if one.kind is SymbolKind.FIELD and one.parent == item.pointee_record)
    return "*" not in item.canonical_type and any("[" in one.canonical_type for one in fields)


def _is_named_elsewhere(file: File, item: Declaration, whole: Span) -> bool:
    """Tell whether the struct that the declaration defines is used outside of it."""
    head = file.tokens_in(Span(item.span.start, item.name_span.start))
    texts = [token.text for token in head]
    if b"{" not in texts:
        return False
    opening = texts.index(b"{")
    tag = head[opening - 1] if opening and head[opening - 1].text not in (b"struct", b"union") else None
    named = (token for token in file.lexed.tokens if token.kind is TokenKind.IDENT and token.start not in whole)
    return tag is not None and any(token.text == tag.text for token in named)


def _only_reads(model: Extension, use: Reference, item: Declaration) -> bool:
    """Tell whether a use reads an element, asks how many there are, or starts a loop that reads them by a pointer."""
    file = model.files[use.path]
    if use.via_macro is not None:
        macro = model.sole_macro(use.via_macro)
        if macro is None:
            return False
        places = [index for index, token in enumerate(macro.body) if token.text == item.name.encode()]
        return bool(places) and all(_is_counted(macro.body, index) for index in places)
    index = file.index_at(use.offset)
    before = [token.text for token in file.tokens[max(0, index - 2) : index]]
    if _is_counted(file.tokens, index) or (before[-1:] == [b"("] and counts(model, before[0])):
        return True
    if file.tokens[index + 1].text == b"[":
        return not _is_kept(file.tokens, index) or _only_points(model, use, item)
    return _only_leads(model, file, use, index)


def _only_leads(model: Extension, file: File, use: Reference, index: int) -> bool:
    """Tell whether a use only lets a pointer go through the table: `for (type = types; *type; type++)`."""
    loop = model.body(use.function or "").path_to(use.offset)[-1]
    cursor = cursor_of(loop, file.tokens[index].text)
    places = [one for one in model.locals.get(use.function or "", ()) if one.name.encode() == cursor]
    if cursor is None or len(places) != 1 or places[0].canonical_type.count("*") > 2 or "[" in places[0].canonical_type:
        return False
    named = [one for one in model.uses.get(places[0].symbol, ()) if one.offset != places[0].name_span.start]
    return all(one.via_macro is None and _steps_or_reads(file.tokens, file.index_at(one.offset)) for one in named)


def _only_points(model: Extension, use: Reference, item: Declaration) -> bool:
    """Tell whether the address of an element goes to a local by which fields are read: `entry = &table[i];`."""
    file = model.files[use.path]
    statement = model.body(use.function or "").path_to(use.offset)[-1]
    texts = [token.text for token in statement.head]
    at = texts.index(b"=") if b"=" in texts else 0
    value = statement.head[at + 1 :]
    is_whole = statement.kind is StatementKind.SIMPLE and len(value) > 1 and value[1].start == use.offset
    if not at or not is_whole or value[-1].text != b"]" or len(split(statement.head)) > 1:
        return False
    named = [one for one in model.locals.get(use.function or "", ()) if one.name.encode() == texts[at - 1]]
    if len(named) != 1 or named[0].canonical_type.count("*") != 1 or named[0].storage == "static":
        return False
    places = [one for one in model.uses.get(named[0].symbol, ()) if one.offset != named[0].name_span.start]
    given = [b"=", b"&", item.name.encode(), b"["]
    for one in places:
        start = file.index_at(one.offset)
        is_given = [token.text for token in file.tokens[start + 1 : start + 5]] == given
        is_read = file.tokens[start + 1].text == b"->" and not _is_kept(file.tokens, start)
        if one.via_macro is not None or not (is_given or is_read):
            return False
    return True


def _steps_or_reads(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a pointer to an element is set to the next one or the first, or the element is read through it."""
    before, after = tokens[index - 1].text, tokens[index + 1].text
    if after == b"=":
        return before == b"(" and tokens[index - 2].text == b"for"
    if b"++" in (before, after):
        return tokens[index + 1 + (after == b"++")].text in (b")", b";")
    if after in (b"->", b"["):
        return not _is_kept(tokens, index)
    is_read = before == b"*" and tokens[index - 2].text in _BEFORE_OPERAND and after in (b")", b",", b";", b"!=", b"==")
    return is_read and not (after == b")" and tokens[index + 2].text in (b"->", b"[", b"="))


def _is_counted(tokens: Sequence[Token], index: int) -> bool:
    before = [token.text for token in tokens[max(0, index - 2) : index]]
    return before[-1:] == [b"sizeof"] or (before[-1:] == [b"("] and before[0] in (b"sizeof", ARRAY_LENGTH))


def _is_kept(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether the address of an element is taken, or an element is changed."""
    if tokens[index - 1].text == b"*" and tokens[index - 2].text in _BEFORE_OPERAND:
        # What the element points to.
        return False
    end = index + 1
    depth = 0
    while end < len(tokens):
        text = tokens[end].text
        depth += {b"[": 1, b"]": -1}.get(text, 0)
        end += 1
        if depth == 0 and tokens[end].text not in (b"[", b".", b"->"):
            if tokens[end - 1].text in (b".", b"->") or tokens[end].kind is TokenKind.IDENT:
                continue
            break
    return is_address_of(tokens, index - 1) or tokens[end].text in (b"=", b"++", b"--", b"+=", b"-=")


def _rows(model: Extension, item: Declaration, variables: Sequence[Global]) -> list[tuple[StaticType, ...]] | None:
    """Return the types in each row; none in those that end the table. None if it can't be read."""
    file = model.files[item.path]
    assert item.initialiser is not None
    tokens = file.lexed.between(*item.initialiser)
    if not tokens or tokens[0].text != b"{" or tokens[-1].text != b"}":
        return None
    places = [use.offset for one in variables for use in model.uses[one.symbol]]
    found: list[tuple[StaticType, ...]] = []
    for row in split(tokens[1:-1]):
        if not row:
            continue
        named = [file.written[token.start].symbol for token in row if token.start in file.written]
        types = tuple(static for symbol in named if (static := model.type_by_symbol(symbol)) is not None)
        is_chosen = any(row[0].start in one.span for one in file.conditionals_in(item.initialiser))
        ends = not is_chosen and all(token.text in NULL | {b"{", b"}", b"(", b")", b","} for token in row)
        is_told = bool(types) or ends or any(place in Span(row[0].start, row[-1].end) for place in places)
        if not is_told or len(types) > 1 or any(item.macro for item in _entries(item, row)):
            return None
        found.append(types)
    return found


def _variables(model: Extension, item: Declaration) -> Iterator[Global]:
    """Yield the variables that hold objects, and whose addresses stand in a table."""
    for one in model.globals:
        uses = (use for use in model.uses.get(one.symbol, ()) if use.initialises == item.symbol)
        if any(is_address(model, use) for use in uses):
            yield one


def _entries(item: Declaration, row: Sequence[Token]) -> Iterator:  # type: ignore[type-arg]
    return (entry for entry in item.entries or () if entry.span.start == row[0].start)


def _block(model: Extension, item: Declaration, function: str, offsets: Sequence[int]) -> Statement | None:
    """Return the innermost block that holds all uses and is run once, from its start; None if there is none."""
    body = model.body(function)
    found: Statement | None = None
    for statement in body.path_to(offsets[0]):
        if statement.kind in (StatementKind.LOOP, StatementKind.SWITCH):
            break
        if statement.kind is not StatementKind.BLOCK or not all(offset in statement.span for offset in offsets):
            continue
        jumps = statement is not body and any(one.is_target for one in statement.walk())
        found = found if jumps else statement
    if item.function is None or found is None:
        return found
    # One that stands in the function stays where it is: all that comes before it there must be declarations.
    holder = body.path_to(item.name_span.start)[-2:]
    return holder[0] if holder and holder[0].kind is StatementKind.BLOCK and holder[0] is body else None


def bases_first(types: Sequence[StaticType]) -> tuple[StaticType, ...]:
    """Return *types* as PyType_Ready readies them: each one's base before it."""
    found: list[StaticType] = []
    waiting = list({item.symbol: item for item in types}.values())
    while waiting:
        names = {item.symbol for item in waiting}
        free = [item for item in waiting if item.function("tp_base") not in names - {item.symbol}]
        if not free:
            return tuple(types)
        found.append(free[0])
        waiting.remove(free[0])
    return tuple(found)
