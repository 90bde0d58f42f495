"""Tables of objects that the initialisation allocates: `static PyObject **classes;`, of a length that m_clear can tell.

The state keeps the pointer. Its elements are visited and cleared like those of an array, so the memory must be clear
from the start: a collection can come before all of them are filled, and an initialisation can fail half way (G150).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from unstatic.c.expressions import expression
from unstatic.c.lexer import Token, TokenKind
from unstatic.c.nodes import Binary, Call, Index, Literal, Name, Node, Prefix, TypeName
from unstatic.c.syntax import StatementKind
from unstatic.capi.blocks import ALLOCATORS, Allocator, Sized
from unstatic.capi.macros import ARRAY_LENGTH
from unstatic.capi.modules import HOOKS
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.places.file_order import order_key
from unstatic.model.extension import Extension, Global, GlobalKind, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null, tokens_of
from unstatic.model.uses import STORING, Use, UsedAs, uses_as
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class ObjectTable:
    """A table with its one allocation."""

    allocator: Allocator
    function: str
    """Where it is allocated."""
    call: Span
    """The call that does it."""
    count: bytes
    """How many elements it has, as the hooks of the module can say it."""
    numbers: tuple[Global, ...]
    """The variables in that which the initialisation sets: each module has its own."""
    factors: tuple[Span, Span]
    """How many elements it has, and the size of one or their type, as the call says it."""

    @property
    def free(self) -> bytes:
        """What gives the memory back."""
        return self.allocator.free


@fact
def object_table(model: Extension, symbol: str) -> ObjectTable | None:
    """Return how the table *symbol* is allocated; None if that, its length or what becomes of it can't be told."""
    item = model.global_by_symbol(symbol)
    if item is None or item.kind is not GlobalKind.OBJECT_TABLE or not _starts_empty(model, item):
        return None
    definition = model.module_def()
    if definition is None or any(definition.fields[slot].symbol for slot in HOOKS if slot in definition.fields):
        return None
    stores = uses_as(model, item.symbol, *STORING)
    written = [use for use in stores if use.role is UsedAs.WRITTEN]
    if len(written) != 1 or not _runs_once(model, written[0]):
        return None
    found = _allocation(model, item, written[0])
    if found is None or not all(_is_plain(model, item, use, found.call) for use in uses_as(model, item.symbol)):
        return None
    return found


def _starts_empty(model: Extension, item: Global) -> bool:
    given = item.declaration.initialiser
    return given is None or is_null(tokens_of(model.files[item.declaration.path], given))


def _runs_once(model: Extension, use: Use) -> bool:
    """Tell whether the statement of *use* runs once for each module."""
    function, path = use.reference.function, use.reference.path
    if function not in init_functions(model) or use.statement is None or model.init is None:
        return False
    if function != model.init.builder and len(model.uses.get(function, ())) - _declared(model, function) != 1:
        return False
    around = model.body_at(function, path, use.reference.offset).path_to(use.reference.offset)
    return all(item.kind is not StatementKind.LOOP for item in around)


def _declared(model: Extension, function: str) -> int:
    """Return how many references to a function are none of a call: those of its prototypes."""
    places = {(item.path, item.name_span.start) for item in model.functions[function].prototypes}
    return sum((use.path, use.offset) in places for use in model.uses.get(function, ()))


def _is_plain(model: Extension, item: Global, use: Use, allocation: Span) -> bool:
    """Tell whether *use* only stores to the table, reads of it or tests it: nothing else can free it or keep it."""
    if use.reference.via_macro is not None:
        return _only_indexes(model, use.reference.via_macro, item.name.encode())
    if use.role is UsedAs.ELEMENT:
        index = use.outer[0]
        around = use.around[use.around.index(index) + 1 :]
        return not (around and isinstance(around[0], Prefix) and around[0].operator == b"&")
    return use.role in (UsedAs.WRITTEN, UsedAs.COMPARED) or use.reference.offset in allocation


def _only_indexes(model: Extension, name: str, table: bytes) -> bool:
    macro = model.sole_macro(name)
    if macro is None:
        return False
    following = [*macro.body[1:], None]
    named = [after for token, after in zip(macro.body, following, strict=True) if token.text == table]
    texts = [token.text for token in macro.body]
    return all(after is not None and after.text == b"[" for after in named) and b"&" not in texts


def _allocation(model: Extension, item: Global, use: Use) -> ObjectTable | None:
    call = use.given.bare if use.given is not None else None
    function = call.function.bare if isinstance(call, Call) else None
    allocator = ALLOCATORS.get(function.text) if isinstance(function, Name) else None
    if not isinstance(call, Call) or allocator is None or model.macros.get(allocator.name.decode()):
        return None
    found = _measured(allocator, call, item.name.encode())
    if found is None:
        return None
    count, size = found
    owner = use.reference.function
    assert owner is not None
    length = _Length(model, owner)
    text = length.text(count)
    if text is None:
        return None
    return ObjectTable(allocator, owner, call.span, text, tuple(length.numbers), (count.span, size.span))


def _measured(allocator: Allocator, call: Call, table: bytes) -> tuple[Node, Node] | None:
    """Return the number of elements, and the size of one or their type; None if it isn't clear which is which."""
    arguments = call.arguments
    if allocator.sized is Sized.TYPE:
        return (arguments[1], arguments[0]) if len(arguments) == 2 and _is_object(arguments[0].tokens) else None
    if allocator.sized is Sized.BYTES:
        product = arguments[0].bare if len(arguments) == 1 else None
        arguments = (product.left, product.right) if isinstance(product, Binary) and product.operator == b"*" else ()
    sizes = [_is_size(item, table) for item in arguments]
    if len(arguments) != 2 or sum(sizes) != 1:
        return None
    return (arguments[1], arguments[0]) if sizes[0] else (arguments[0], arguments[1])


def _is_size(node: Node, table: bytes) -> bool:
    """Tell whether an expression is the size of an element: `sizeof(PyObject *)`, `sizeof(*table)`."""
    size = node.bare
    if not isinstance(size, Prefix) or size.operator != b"sizeof":
        return False
    of = size.operand.bare
    if isinstance(of, TypeName):
        return _is_object(of.tokens)
    element = of.operand if isinstance(of, Prefix) and of.operator == b"*" else None
    element = of.object if isinstance(of, Index) else element
    named = element.bare if element is not None else None
    return isinstance(named, Name) and named.text == table


def _is_object(tokens: tuple[Token, ...]) -> bool:
    return [token.text for token in tokens if token.text not in (b"(", b")")] == [b"PyObject", b"*"]


_ARITHMETIC = frozenset((b"+", b"-", b"*", b"/", b"%"))
_NUMBERS = frozenset(("int", "long", "long long", "unsigned int", "unsigned long", "unsigned long long"))
_MEASURING = frozenset((b"sizeof", ARRAY_LENGTH))


class _Length:
    """The length of a table, in words that mean the same where it is allocated and where the module's hooks stand."""

    def __init__(self, model: Extension, function: str) -> None:
        self._model = model
        self._file = model.files[model.functions[function].definition.path]
        self._locals = {item.symbol: item for item in model.locals.get(function, ())}
        definition = model.module_def()
        assert definition is not None
        self.numbers: list[Global] = []
        self._units = set(model.readers[definition.declaration.path])
        self._limit = order_key(model, definition.declaration.path, definition.declaration.span.start)

    def text(self, node: Node) -> bytes | None:
        """Return the text of an expression; None if its value can change, or can't be named there."""
        inner = node.bare
        if isinstance(inner, Name) and self._symbol(inner.tokens[-1]) in self._locals:
            value = self._only_value(self._symbol(inner.tokens[-1]))
            return self.text(value) if value is not None else None
        if isinstance(inner, Binary) and inner.operator in _ARITHMETIC:
            parts = [self._operand(side) for side in (inner.left, inner.right)]
            return b" ".join((parts[0], inner.operator, parts[1])) if all(parts) else None
        is_length = isinstance(inner, Call) and inner.function.tokens[0].text == ARRAY_LENGTH
        is_size = isinstance(inner, Prefix) and inner.operator == b"sizeof"
        if not (isinstance(inner, Literal | Name) or is_length or is_size):
            return None
        is_known = all(self._is_known(token, is_length or is_size) for token in inner.tokens)
        return self._file.source.text(inner.span) if is_known else None

    def _operand(self, side: Node) -> bytes:
        """Return the text of an operand, in parentheses if it has operators of its own; empty if there is none."""
        text = self.text(side) or b""
        return b"(" + text + b")" if b" " in text and not isinstance(side, Prefix | Binary) else text

    def _symbol(self, token: Token) -> str:
        found = self._file.written.get(token.start)
        return found.symbol if found is not None else ""

    def _only_value(self, symbol: str) -> Node | None:
        """Return what a local variable is given, if it is given one value only."""
        given = self._locals[symbol].initialiser
        stores = uses_as(self._model, symbol, *STORING)
        if given is not None:
            return expression(tokens_of(self._file, given)) if not stores else None
        return stores[0].given if len(stores) == 1 else None

    def _is_known(self, token: Token, is_measured: bool) -> bool:
        """Tell whether a word means the same before the definition of the module, once the table is there."""
        if token.kind is not TokenKind.IDENT or token.text in _MEASURING:
            return True
        name = token.text.decode("latin-1")
        if name in self._model.macros:
            macro = self._model.sole_macro(name)
            return (
                macro is not None
                and self._is_early(macro.definition.path, macro.definition.span.start)
                and (macro.definition.parameters is None and all(self._is_number(item) for item in macro.body))
            )
        symbol = self._symbol(token)
        declared = self._model.by_symbol.get(symbol, ())
        if not declared:
            found = self._file.written.get(token.start)
            return found is None or found.kind is not SymbolKind.VARIABLE
        item = self._model.global_by_symbol(symbol)
        if item is not None and not (is_measured and item.kind is GlobalKind.DATA and "[" in declared[0].type):
            return not is_measured and self._is_set_once(item)
        return any(one.function is None and self._is_early(one.path, one.span.start) for one in declared)

    def _is_set_once(self, item: Global) -> bool:
        """Tell whether a variable is a number that only the initialisation sets: it can move along with the table."""
        stores = uses_as(self._model, item.symbol, *STORING)
        is_number = item.kind is GlobalKind.DATA and item.declaration.canonical_type in _NUMBERS
        if not is_number or item.is_local or len(stores) != 1 or stores[0].role is not UsedAs.WRITTEN:
            return False
        if not _runs_once(self._model, stores[0]):
            return False
        self.numbers.append(item)
        return True

    def _is_number(self, token: Token) -> bool:
        return token.kind is not TokenKind.IDENT

    def _is_early(self, path: Path, offset: int) -> bool:
        """Tell whether the units that read the definition of the module read what stands there before it."""
        is_read = self._units <= set(self._model.readers.get(path, ()))
        return is_read and order_key(self._model, path, offset) < self._limit
