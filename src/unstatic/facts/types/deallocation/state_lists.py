"""Free lists in the state that a module has already: dead instances wait in a field of it for their next use (G445).

As in a free list of the process (G410), what waits there is memory, no object: it has no reference to its type, and
what empties the list frees memory alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unstatic.c.nodes import Assignment, Call, Declarator, Name, Node
from unstatic.c.readings import expressions_of
from unstatic.c.syntax import Statement, StatementKind
from unstatic.capi.memory import FREE, INITIALISE, REVIVE
from unstatic.capi.references import INCREASE, LET_GO, SHARE
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.references.aggregates.free_lists import FreeList, Revived, list_of
from unstatic.facts.types.allocation import same_record
from unstatic.facts.types.deallocation.same_object import SameObject
from unstatic.model.extension import Declaration, Extension, StaticType
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null, symbol_at
from unstatic.model.uses import Use, UsedAs, uses_as

_LEAVING = (StatementKind.RETURN, StatementKind.JUMP, StatementKind.LABEL)


@dataclass(frozen=True, slots=True)
class StateList:
    """The instances of one type that wait in a field of the state."""

    field: Declaration
    dealloc: str
    leaving: Statement
    """The return in the deallocator once an instance waits."""
    revived: tuple[Revived, ...]
    emptied: frozenset[int]
    """Where calls start that give back the memory of what waits."""


@fact
def state_list(model: Extension, dealloc: str) -> StateList | None:
    """Return the list in which a deallocator lets objects wait; None if it has none, or more is done with it."""
    own = own_state(model)
    owners = model.types_with("tp_dealloc", dealloc)
    if own is None or len(owners) != 1 or owners[0].record is None:
        return None
    for field in own.members:
        if same_record(model, owners[0].record, field.pointee_record or "") and field.canonical_type.count("*") == 1:
            found = _Reader(model, field, dealloc, owners[0]).found()
            if found is not None:
                return found
    return None


def waiting_list(model: Extension, static: StaticType) -> FreeList | StateList | None:
    """Return the list in which dead instances of a type wait for their next use, in a variable or in the state."""
    dealloc = static.function("tp_dealloc")
    if dealloc is None or dealloc not in model.functions:
        return None
    return list_of(model, dealloc) or state_list(model, dealloc)


@fact
def waiting_frees(model: Extension) -> frozenset[int]:
    """Return where calls start that free what waits in a list of the state."""
    deallocs = {item.function("tp_dealloc") for item in model.types}
    lists = (state_list(model, symbol) for symbol in deallocs if symbol is not None and symbol in model.functions)
    return frozenset(at for found in lists if found is not None for at in found.emptied)


class _Reader:
    """Reads what is done with one field of the state."""

    def __init__(self, model: Extension, field: Declaration, dealloc: str, owner: StaticType) -> None:
        self._model = model
        self._field = field
        self._dealloc = dealloc
        self._owner = owner
        self._body = model.body(dealloc)
        self._file = model.files[model.functions[dealloc].definition.path]
        parameters = model.functions[dealloc].definition.parameters
        self._own = SameObject(model).aliases(self._file, self._body, parameters[0]) if parameters else frozenset()

    def found(self) -> StateList | None:
        """Return the list, if every use of the field is one of a list."""
        uses = uses_as(self._model, self._field.symbol)
        stores = [use for use in uses if self._is_store(use)]
        rest = [use for use in uses if use not in stores and use.role is not UsedAs.COMPARED]
        leaving = self._leaving(stores[0]) if len(stores) == 1 else None
        if leaving is None:
            return None
        revived: list[Revived] = []
        emptied: set[int] = set()
        for use in rest:
            taken = self._taken(use)
            if taken is None and not (self._is_link(use) or use.role is UsedAs.WRITTEN):
                return None
            if taken is None:
                continue
            again = self._revived(use, taken)
            frees = self._frees(use.reference.function or "", taken)
            if again is None and not frees:
                return None
            revived += [again] if again is not None else []
            emptied |= frees if again is None else frozenset()
        if not revived or not emptied or not all(self._is_plain(use, rest) for use in rest):
            return None
        return StateList(self._field, self._dealloc, leaving, tuple(revived), frozenset(emptied))

    def _is_store(self, use: Use) -> bool:
        """Tell whether a use lets the object of the deallocator wait: `state->head = self`."""
        given = use.given
        return use.reference.function == self._dealloc and given is not None and self._symbol(use, given) in self._own

    def _is_link(self, use: Use) -> bool:
        """Tell whether the object is told there which one waits behind it: `self->next = state->head`."""
        root = use.around[-1] if use.around else None
        is_assigned = use.reference.function == self._dealloc and use.role is UsedAs.ASSIGNED
        if not is_assigned or not isinstance(root, Assignment):
            return False
        return not isinstance(root.target.bare, Name) and self._names(root.target, self._own)

    def _is_plain(self, use: Use, uses: Sequence[Use]) -> bool:
        """Tell whether what the field is set to is nothing, or what follows something that was taken before."""
        if use.role is not UsedAs.WRITTEN:
            return True
        given = use.given
        taken = {self._taken(one) for one in uses if one.reference.function == use.reference.function} - {None}
        is_cleared = given is not None and is_null(given.bare.tokens)
        return is_cleared or (given is not None and self._names(given, frozenset(name for name in taken if name)))

    def _taken(self, use: Use) -> str | None:
        """Return the local that is given the first of what waits."""
        if use.reference.function == self._dealloc or not use.around:
            return None
        root = use.around[-1]
        if use.role is UsedAs.ASSIGNED and isinstance(root, Assignment) and root.operator == b"=":
            return self._symbol(use, root.target)
        declared = next((node for node in use.around if isinstance(node, Declarator)), None)
        if use.role is not UsedAs.INITIALISES or declared is None or declared.name is None:
            return None
        found = self._model.locals.get(use.reference.function or "", ())
        return next((one.symbol for one in found if one.name_span.start == declared.name.start), None)

    def _revived(self, use: Use, local: str) -> Revived | None:
        """Return what makes an object again of what was taken, before anything else is done with it."""
        function = use.reference.function or ""
        around = self._model.body(function).path_to(use.reference.offset)
        following = [item for item in around[-2].children if item.span.start > around[-1].span.start]
        for statement in following:
            trees = expressions_of(statement) if statement.kind is StatementKind.SIMPLE else ()
            tree = trees[0].bare if trees else None
            if isinstance(tree, Call) and isinstance(tree.function.bare, Name):
                is_own = bool(tree.arguments) and self._symbol(use, tree.arguments[0]) == local
                if is_own and tree.function.bare.text in INITIALISE | REVIVE:
                    typing = tree if tree.arguments[1:] else None
                    is_known = typing is None or self._is_type(use, tree.arguments[1])
                    return Revived(function, statement, tree, typing) if is_known else None
            if tree is None or (isinstance(tree, Call) and self._names(tree, frozenset((local,)))):
                return None
        return None

    def _is_type(self, use: Use, argument: Node) -> bool:
        file = self._model.files[use.reference.path].at(use.reference.offset)
        return symbol_at(file, argument.bare.tokens[-1]) == self._owner.symbol

    def _frees(self, function: str, local: str) -> frozenset[int]:
        """Return where calls start that free the memory of a local; none if it is treated as an object."""
        given: set[int] = set()
        for use in uses_as(self._model, local, UsedAs.ARGUMENT, UsedAs.UNKNOWN, UsedAs.RETURNED, UsedAs.ADDRESS):
            call = use.outer[0] if use.outer else None
            if use.role is not UsedAs.ARGUMENT or not isinstance(call, Call):
                return frozenset()
            name = call.function.tokens[-1].text
            if name in FREE:
                given.add(call.function.tokens[-1].start)
            elif name in LET_GO | INCREASE | SHARE or name == b"tp_free":
                return frozenset()
        return frozenset(given) if function in self._model.functions else frozenset()

    def _leaving(self, store: Use) -> Statement | None:
        """Return the return that ends the way on which the object waits, if the other ends with a free of it."""
        path = self._body.path_to(store.reference.offset)
        children, around = self._body.children, path[1] if len(path) > 1 else None
        if around is None or around.kind is not StatementKind.IF or len(around.children) != 1:
            return None
        branch, last = around.children[0], children[-1]
        kept = branch.children if branch.kind is StatementKind.BLOCK else ()
        if not kept or kept[-1].kind is not StatementKind.RETURN or last.kind is not StatementKind.SIMPLE:
            return None
        between = children[children.index(around) + 1 : -1]
        is_calm = all(self._lets_be(statement) for statement in (*kept[:-1], *between))
        is_freed = any(token.text in FREE | {b"tp_free"} for token in last.tokens)
        return kept[-1] if is_calm and is_freed and not kept[-1].head else None

    def _lets_be(self, statement: Statement) -> bool:
        """Tell whether a statement only sets fields of the object, or doesn't name it, and stays in the function."""
        if any(item.kind in _LEAVING for item in statement.walk()):
            return False
        trees = [tree for item in statement.walk() for tree in expressions_of(item)]
        return all(isinstance(tree.bare, Assignment) or not self._names(tree, self._own) for tree in trees)

    def _names(self, node: Node, symbols: frozenset[str]) -> bool:
        names = {SameObject(self._model).name(symbol) for symbol in symbols}
        return any(token.text in names for token in node.tokens)

    def _symbol(self, use: Use, node: Node) -> str | None:
        file = self._model.files[use.reference.path].at(use.reference.offset)
        return symbol_at(file, node.bare.tokens[-1]) if isinstance(node.bare, Name) else None
