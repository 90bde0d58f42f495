"""Free lists: dead instances that `tp_dealloc` keeps for the next allocation, in an array or a chain (G16, G410).

What is kept there is memory, no object: it has no reference to its type, and none of what it owned. So the state that
the list moves into isn't visited for it, and m_clear gives the memory back. An instance is kept if it keeps its module
whole, or if its deallocator frees it where the module is gone (G455).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.nodes import Assignment, Call, Declarator, Index, Member, Name, Node, Postfix, Prefix, stores
from unstatic.c.readings import expressions_of
from unstatic.c.syntax import Statement, StatementKind
from unstatic.capi.memory import FREE, INITIALISE, REVIVE
from unstatic.model.extension import Extension, Global, GlobalKind, RoleKind, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_empty, is_null, symbol_at, tokens_of
from unstatic.model.uses import Use, UsedAs, uses_as

_LISTS = (GlobalKind.OBJECT, GlobalKind.OBJECT_ARRAY)
_NUMBERS = frozenset(("int", "long", "unsigned int", "unsigned long", "Py_ssize_t", "size_t"))


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a deallocator keeps the object, instead of freeing it."""

    function: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Revived:
    """A call that makes an object again of what was taken from the list: `PyObject_Init(self, &Point_Type);`.

    Or two that do, `Py_SET_REFCNT(self, 1);` and `Py_SET_TYPE(self, &Point_Type);`, which don't count the type (G545).
    """

    function: str
    statement: Statement
    call: Call
    typing: Call | None
    """What names the type, if anything does."""
    spare: tuple[Statement, ...] = ()
    """The statement with the other call."""


@dataclass(frozen=True, slots=True)
class FreeList:
    """The instances of one type that wait for their next use."""

    item: Global
    kept: Kept
    revived: tuple[Revived, ...]
    link: bytes
    """The field that leads to the next one; empty if they stand in an array."""
    is_cast: bool
    """Whether that field is declared as a pointer to something else."""
    count: Global | None
    """How many there are: where the next one goes in an array."""
    drain: str = ""
    """The function that frees all that waits, if there is one."""


@fact
def free_list(model: Extension, symbol: str) -> FreeList | None:
    """Return how the list *symbol* is used; None if it is none, or something else is done with it."""
    item = model.global_by_symbol(symbol)
    if item is None or item.kind not in _LISTS or item.others or item.declaration.canonical_type.count("*") != 1:
        return None
    given = item.declaration.initialiser
    if given is not None and not is_empty(tokens_of(model.files[item.declaration.path], given)):
        return None
    return _Reader(model, item).found() if _keepers(model, item) else None


@fact
def free_lists(model: Extension) -> tuple[FreeList, ...]:
    """Return all free lists."""
    return tuple(found for item in model.globals if (found := free_list(model, item.symbol)) is not None)


def list_of(model: Extension, dealloc: str) -> FreeList | None:
    """Return the list in which the deallocator *dealloc* keeps objects."""
    return next((item for item in free_lists(model) if item.kept.function == dealloc), None)


def is_collected(model: Extension, found: FreeList) -> bool:
    """Tell whether what waits in a list was an instance of a type that the garbage collector sees."""
    dealloc = found.kept.function
    if any(item.is_gc for item in model.types_with("tp_dealloc", dealloc)):
        return True
    specs = (item for item in model.specs if "tp_dealloc" in item.slots and item.slots["tp_dealloc"].symbol == dealloc)
    return any(item.is_gc for item in specs)


def _keepers(model: Extension, item: Global) -> set[str]:
    """Return the deallocators that use a variable."""
    users = {use.function for use in model.uses.get(item.symbol, ()) if use.function in model.functions}
    return {symbol for symbol in users if symbol is not None and _is_dealloc(model, symbol)}


def _is_dealloc(model: Extension, symbol: str) -> bool:
    return any(role.kind is RoleKind.SLOT and role.slot == "tp_dealloc" for role in model.functions[symbol].roles)


class _Reader:
    """Reads what is done with one list."""

    def __init__(self, model: Extension, item: Global) -> None:
        self._model = model
        self._item = item
        self._links: set[bytes] = set()
        self._counts: set[str] = set()
        self._stores: list[Use] = []
        self._takes: list[tuple[Use, str]] = []

    def found(self) -> FreeList | None:
        keepers = _keepers(self._model, self._item)
        is_chain = self._item.kind is GlobalKind.OBJECT
        every = uses_as(self._model, self._item.symbol)
        drains = (
            {use.reference.function for use in every if self._drains(use.reference.function)} if is_chain else set()
        )
        uses = [use for use in every if use.reference.function not in drains]
        known = all((self._in_chain(use) if is_chain else self._in_array(use)) for use in uses)
        if not known or len(keepers) != 1 or len(self._links) > 1 or not self._takes or len(drains) > 1:
            return None
        dealloc = keepers.pop()
        if any(use.reference.function != dealloc for use in self._stores):
            return None
        kept = self._kept(dealloc)
        count = self._count(kept) if kept is not None else None
        revived = [self._revived(use, symbol) for use, symbol in self._takes]
        if kept is None or (count is None and not is_chain) or (is_chain and not self._links):
            return None
        made = tuple(one for one in revived if one is not None)
        if len(made) < len(revived):
            return None
        link = next(iter(self._links), b"")
        drain = next(iter(drains), None) or ""
        return FreeList(self._item, kept, made, link, bool(link) and self._is_cast(link), count, drain)

    def _drains(self, symbol: str | None) -> bool:
        """Tell whether a function frees what waits, one after the other, leaves none, and does nothing else."""
        function = self._model.functions.get(symbol or "")
        if function is None or function.definition.canonical_type != "void (void)" or function.escapes:
            return False
        if function.roles or function.alternatives or symbol is None:
            return False
        uses = [use for use in uses_as(self._model, self._item.symbol) if use.reference.function == symbol]
        trees = [tree for item in self._model.body(symbol).walk() for tree in expressions_of(item)]
        nodes = [node for tree in trees for node in tree.walk()]
        called = [node.function.tokens[-1].text for node in nodes if isinstance(node, Call)]
        is_freed = not FREE.isdisjoint(called) and all(name in FREE | {b"assert"} for name in called)
        others = {use.symbol for use in self._model.uses_in.get(symbol, ())} - {self._item.symbol}
        named = [self._model.global_by_symbol(one) for one in others if one in self._model.own_symbols]
        changed = [node.target if isinstance(node, Assignment) else node.operand for node in stores(nodes)]
        return (
            is_freed
            and all(item is not None and item.kind is GlobalKind.DATA for item in named)
            and all(isinstance(node.bare, Name) for node in changed)
            and any(use.given is not None and is_null(use.given.bare.tokens) for use in uses)
        )

    def _is_cast(self, link: bytes) -> bool:
        declared = self._item.declaration
        fields = (one for one in self._model.declarations if one.kind is SymbolKind.FIELD and one.name.encode() == link)
        own = [one.canonical_type for one in fields if one.parent == declared.pointee_record]
        return own != [declared.canonical_type]

    def _in_array(self, use: Use) -> bool:
        """Note what a use of an array does: `list[n++] = self` and `self = list[--n]`, nothing else."""
        index = use.outer[0] if use.outer else None
        if not isinstance(index, Index) or use.role is not UsedAs.ELEMENT or use.statement is None:
            return False
        number = index.index.bare
        count = number.operand.bare if isinstance(number, Postfix | Prefix) else None
        if not isinstance(count, Name):
            return False
        self._counts.add(self._symbol(count) or "")
        assert isinstance(number, Postfix | Prefix)
        role = use.role_of(index)
        if isinstance(number, Postfix) and number.operator == b"++" and role is UsedAs.WRITTEN:
            return self._stores_object(use)
        return isinstance(number, Prefix) and number.operator == b"--" and self._takes_object(use)

    def _in_chain(self, use: Use) -> bool:
        """Note what a use of a chain does: `self->next = list; list = self;` and the way back, nothing else."""
        if use.role is UsedAs.COMPARED:
            return True
        root = use.around[-1] if use.around else None
        if use.role is UsedAs.ASSIGNED and isinstance(root, Assignment) and isinstance(root.target.bare, Member):
            self._links.add(root.target.bare.name.text)
            return self._object(root.target.bare.object) in self._selves(use.reference.function)
        if use.role is UsedAs.WRITTEN and isinstance(root, Assignment):
            value = root.value.bare
            if isinstance(value, Member):
                self._links.add(value.name.text)
                return self._object(value.object) in {symbol for _, symbol in self._takes}
            return self._stores_object(use)
        return use.role in (UsedAs.ASSIGNED, UsedAs.INITIALISES) and self._takes_object(use)

    def _stores_object(self, use: Use) -> bool:
        root = use.around[-1]
        if not isinstance(root, Assignment) or root.operator != b"=" or use.statement is None:
            return False
        if self._object(root.value) not in self._selves(use.reference.function):
            return False
        self._stores.append(use)
        return True

    def _takes_object(self, use: Use) -> bool:
        root = use.around[-1]
        if isinstance(root, Assignment) and root.operator == b"=" and isinstance(root.target.bare, Name):
            symbol = self._object(root.target)
        else:
            declared = next((node for node in use.around if isinstance(node, Declarator)), None)
            symbol = self._declared(use, declared)
        if symbol is None or use.statement is None or use.reference.function is None:
            return False
        self._takes.append((use, symbol))
        return True

    def _declared(self, use: Use, node: Declarator | None) -> str | None:
        if node is None or node.name is None:
            return None
        found = self._model.locals.get(use.reference.function or "", ())
        return next((one.symbol for one in found if one.name_span.start == node.name.start), None)

    def _symbol(self, node: Node) -> str | None:
        file = self._model.files[self._item.declaration.path]
        return symbol_at(file.at(node.span.start), node.tokens[-1])

    def _object(self, node: Node) -> str | None:
        return self._symbol(node.bare) if isinstance(node.bare, Name) else None

    def _selves(self, function: str | None) -> frozenset[str]:
        """Return the names of the object that a deallocator is given."""
        found = self._model.functions.get(function or "")
        if found is None or not _is_dealloc(self._model, found.symbol) or not found.definition.parameters:
            return frozenset()
        own = {found.definition.parameters[0]}
        for statement in self._model.body(found.symbol).walk():
            for tree in expressions_of(statement):
                for node in tree.walk():
                    value: Node | None = node.value if isinstance(node, Assignment | Declarator) else None
                    if value is None or self._object(value) not in own:
                        continue
                    if isinstance(node, Assignment):
                        own.add(self._object(node.target) or "")
                    elif isinstance(node, Declarator) and node.name is not None:
                        names = self._model.locals.get(found.symbol, ())
                        own |= {one.symbol for one in names if one.name_span.start == node.name.start}
        return frozenset(own - {""})

    def _kept(self, dealloc: str) -> Kept | None:
        """Return the one place where the object is kept, with what else is done there."""
        if len(self._stores) != 1:
            return None
        at = self._stores[0].reference.offset
        around = self._model.body(dealloc).path_to(at)
        block = next((item for item in reversed(around) if item.kind is StatementKind.BLOCK), None)
        is_alone = around[-2].kind is StatementKind.IF
        return Kept(dealloc, (around[-1],) if is_alone or block is None else block.children)

    def _count(self, kept: Kept) -> Global | None:
        """Return the number of what is kept."""
        symbols = self._counts or {symbol for statement in kept.statements for symbol in self._counted(statement)}
        found = self._model.global_by_symbol(next(iter(symbols))) if len(symbols) == 1 else None
        if found is None or found.kind is not GlobalKind.DATA or found.declaration.type not in _NUMBERS:
            return None
        used = uses_as(self._model, found.symbol)
        given = found.declaration.initialiser
        starts_empty = given is None or is_empty(tokens_of(self._model.files[found.declaration.path], given))
        is_plain = all(use.role in (UsedAs.CHANGED, UsedAs.COMPARED) or self._is_emptied(use) for use in used)
        return found if is_plain and starts_empty and not found.others else None

    def _is_emptied(self, use: Use) -> bool:
        """Tell whether a use sets the number of what is kept to 0, where all of it is freed."""
        given = [token.text for token in use.given.bare.tokens] if use.given is not None else []
        return given == [b"0"] and self._drains(use.reference.function)

    def _counted(self, statement: Statement) -> Iterator[str]:
        """Yield what a statement of the deallocator counts up, if it does nothing else."""
        for tree in expressions_of(statement):
            if isinstance(tree, Postfix | Prefix) and tree.operator == b"++":
                yield from filter(None, [self._object(tree.operand)])

    def _revived(self, use: Use, symbol: str) -> Revived | None:
        """Return what makes an object again of what is taken from the list there, next to nothing else."""
        function = use.reference.function
        assert function is not None
        around = self._model.body(function).path_to(use.reference.offset)
        following = [item for item in around[-2].children if item.span.start > around[-1].span.start]
        typed: list[tuple[Statement, Call]] = []
        for statement in following if around[-2].kind is StatementKind.BLOCK else ():
            trees = expressions_of(statement) if statement.kind is StatementKind.SIMPLE else ()
            call = trees[0].bare if trees else None
            if not isinstance(call, Call) or not isinstance(call.function.bare, Name):
                if not isinstance(call, Assignment | Postfix | Prefix):
                    return None
                continue
            if not call.arguments or self._object(call.arguments[0]) != symbol:
                return None
            name = call.function.bare.text
            if name in INITIALISE | REVIVE:
                return Revived(function, statement, call, call if name in INITIALISE else None) if not typed else None
            if name == b"Py_SET_TYPE" and not typed:
                typed.append((statement, call))
            elif name == b"Py_SET_REFCNT" and [one.text for item in call.arguments[1:] for one in item.tokens] == [
                b"1"
            ]:
                spare = tuple(one for one, _ in typed)
                return Revived(function, statement, call, typed[0][1] if typed else None, spare)
            else:
                return None
        return None


def written_types(model: Extension, found: FreeList) -> Iterator[str | None]:
    """Yield the type that each call names which makes an object again; None where it names none that is known."""
    file = model.files[found.item.declaration.path]
    for one in found.revived:
        arguments: Sequence[Node] = one.typing.arguments[1:2] if one.typing is not None else ()
        for argument in arguments:
            inner = argument.bare
            target = inner.operand.bare if isinstance(inner, Prefix) and inner.operator == b"&" else inner
            yield symbol_at(file, target.tokens[-1]) if isinstance(target, Name) else None
