"""Objects of ours among the arguments of functions whose parameters are given: their type leads to the state.

A callback can't be handed the state, but many are handed an instance: `int on_item(Parser *self, ...)`. That is a way
to the state where the pointer is surely an instance of a type that knows its module, and the module is surely there.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from unstatic.c.nodes import Call, Conditional, Member, Name
from unstatic.capi.gil import GIVES_UP, TAKES
from unstatic.capi.types import TYPE_READERS, TYPE_TESTS
from unstatic.facts.module.call_contexts import enters_with_gil, reaches_own_data, runs_in_teardown
from unstatic.facts.places.gil_taken import taking_statement
from unstatic.facts.types.allocation import same_record, types_of_record
from unstatic.facts.types.bases import subclassed
from unstatic.model.extension import Extension, Reference, StaticType, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.uses import STORING, Use, UsedAs, outer_of, use_of

_ASKING = STORING | {UsedAs.COMPARED}
_HEAD = ("ob_base", "ob_refcnt", "ob_type", "ob_size")
_DOUBTS = TYPE_TESTS | {b"==", b"!=", b"&&", b"||", b"?", b"!", b"NULL"}


@dataclass(frozen=True, slots=True)
class Instance:
    """The parameter that is an instance, and the symbols of the types (static or spec) that it may be of."""

    parameter: int
    owners: tuple[str, ...]
    member: str = ""
    """The field of what the parameter points to that holds the instance; empty if the parameter is the instance."""


@fact
def _first_fields(model: Extension) -> Mapping[str, tuple[int, str]]:
    """Return the first field behind the object's head of each struct, with its place among the declarations."""
    found: dict[str, tuple[int, str]] = {}
    for place, item in enumerate(model.declarations):
        if item.kind is SymbolKind.FIELD and item.name not in _HEAD:
            found.setdefault(item.parent or "", (place, item.name))
    return found


class Instances:
    """Finds the parameters that are surely instances of types which lead to their module."""

    def __init__(
        self, model: Extension, heap_types: Container[str], teardown: frozenset[str], holding: Container[str]
    ) -> None:
        """*teardown*: the slots that are called while the module may be gone.

        *holding*: types, or their specs, of which an instance keeps its module from being cleared.
        """
        self._model = model
        self._heap_types = heap_types
        self._teardown = teardown
        self._holding = holding
        self._known: dict[tuple[str, int], bool] = {}

    def find(self, function: str) -> Instance | None:
        """Return the instance that *function* is given whenever it is called, if there is one."""
        for index in range(len(self._model.functions[function].definition.parameters)):
            owners = self.owners_given(function, index)
            if owners and self.is_called_alive(function, owners):
                return Instance(index, owners)
        return None

    def owners_given(self, function: str, index: int) -> tuple[str, ...]:
        """Return the types of one of which a parameter of *function* surely is an instance."""
        owners = self._owners(self._model.functions[function].definition.parameters[index])
        return owners if owners and self._is_object(function, index) else ()

    def is_called_alive(self, function: str, owners: tuple[str, ...]) -> bool:
        """Tell whether a function is only called while the module of its instance is there, and may look for it."""
        enters = enters_with_gil(self._model, function) or self.leads_without_gil(function, owners)
        return enters and self.is_whole(function, owners)

    def leads_without_gil(self, function: str, owners: tuple[str, ...]) -> bool:
        """Tell whether an instance leads to the state in a function that only hands it on to who takes the GIL (G644).

        The type of an instance that can't be of a subclass has its module for as long as the instance is there.
        """
        uses = self._model.uses_in.get(function, ())
        if not subclassed(self._model).isdisjoint(owners) or not (TAKES | GIVES_UP).isdisjoint(
            use.name for use in uses
        ):
            return False
        named = {use.symbol for use in uses} & self._model.own_symbols
        users = {symbol for symbol in named & self._model.functions.keys() if reaches_own_data(self._model, symbol)}
        is_handed_on = all(taking_statement(self._model, symbol) is not None for symbol in users)
        return bool(users) and is_handed_on and named <= self._model.functions.keys()

    def is_whole(self, function: str, owners: tuple[str, ...]) -> bool:
        """Tell whether the module is whole where a function is called that is given an instance of one of *owners*.

        It is until types and modules are taken down, and then as long as there is an instance that keeps it.
        """
        return function not in self._torn or all(owner in self._holding for owner in owners)

    @cached_property
    def _torn(self) -> frozenset[str]:
        return runs_in_teardown(self._model, self._teardown, frozenset())

    def _owners(self, parameter: str) -> tuple[str, ...]:
        """Return the types whose instances the parameter points to, if all of them lead to their module."""
        declared = next(iter(self._model.by_symbol.get(parameter, ())), None)
        if declared is None or not declared.pointee_record or declared.canonical_type.count("*") != 1:
            return ()
        return self.owners_of(declared.pointee_record)

    def owners_of(self, record: str) -> tuple[str, ...]:
        """Return the types whose instances are of the struct *record*, if all of them lead to their module."""
        statics = types_of_record(self._model, record)
        found = [item.symbol for item in (*statics, *self._derived(statics))]
        found += [
            item.declaration.symbol
            for item in self._model.specs
            if item.record and same_record(self._model, item.record, record)
        ]
        fits = all(symbol in self._heap_types for symbol in found) and not self._has_lookalike(record)
        return tuple(dict.fromkeys(found)) if fits else ()

    def _derived(self, bases: tuple[StaticType, ...]) -> list[StaticType]:
        """Return the static types that have one of *bases* as a base."""
        found = {item.symbol: item for item in bases}
        level = list(found)
        while level:
            beside = (item for base in level for item in self._model.types_with("tp_base", base))
            added = {item.symbol: item for item in beside if item.symbol not in found}
            level = sorted(added, key=self._positions.__getitem__)
            found |= {symbol: added[symbol] for symbol in level}
        return list(found.values())

    @cached_property
    def _positions(self) -> dict[str, int]:
        """Where each type stands among all."""
        return {item.symbol: position for position, item in enumerate(self._model.types)}

    def _has_lookalike(self, record: str) -> bool:
        """Tell whether a type that stays static has a struct that starts alike: one may be passed as the other."""
        staying = [item.record for item in self._model.types if item.symbol not in self._heap_types and item.record]
        return bool(staying) and self._first_field(record) in {self._first_field(item) for item in staying}

    def _first_field(self, record: str) -> str:
        """Return the name of the first field behind the object's head."""
        fields, named = _first_fields(self._model), (record, *self._model.pointees.get(record, ()))
        return min((fields[one] for one in named if one in fields), default=(0, ""))[1]

    def _is_object(self, function: str, index: int) -> bool:
        """Tell whether the parameter is never NULL and never of another type: it is used as if that were so."""
        key = (function, index)
        if key not in self._known:
            self._known[key] = False
            self._known[key] = self._is_used_as_object(function, index)
        return self._known[key]

    def _is_used_as_object(self, function: str, index: int) -> bool:
        item = self._model.functions.get(function)
        if item is None or item.alternatives or index >= len(item.definition.parameters):
            return False
        symbol = item.definition.parameters[index]
        return self.is_trusted(self._model.uses.get(symbol, ()))

    def is_trusted(self, uses: Sequence[Reference]) -> bool:
        """Tell whether a function uses a variable as an object, by *uses*, and never asks whether it is one."""
        return self.is_undoubted(uses) and any(self._is_relied_on(use) for use in uses)

    def is_undoubted(self, uses: Sequence[Reference]) -> bool:
        """Tell whether a function never asks whether a variable is an object, and doesn't change it, by *uses*."""
        return not any(self._is_doubted(use) for use in uses)

    def _is_doubted(self, use: Reference) -> bool:
        """Tell whether the code asks what the parameter is, or stores to it, or a macro may."""
        if use.via_macro is not None:
            macro = self._model.macros.get(use.via_macro)
            return macro is None or any(token.text in _DOUBTS for each in macro.all for token in each.body)
        found = use_of(self._model, use)
        around = [node for node in found.around if isinstance(node, Call)]
        if any(_callee(call) == b"assert" for call in around) or _reads_type(found):
            return False
        # Where something picks between it and another, what it is may be known there alone.
        if found.role in _ASKING or (found.outer and isinstance(found.outer[0], Conditional)):
            return True
        return found.role is UsedAs.ARGUMENT and self._asks(use, around[0])

    def _asks(self, use: Reference, call: Call) -> bool:
        """Tell whether a call asks what it is given, or is a macro that may."""
        name = _callee(call)
        if name in TYPE_TESTS or b"check" in name.lower():
            return True
        macro = self._model.macros.get(name.decode("latin-1"))
        is_macro = call.span.start in self._model.files[use.path].at(use.offset).expansions
        return macro is not None and is_macro and any(one.text in _DOUBTS for each in macro.all for one in each.body)

    def _is_relied_on(self, use: Reference) -> bool:
        """Tell whether this use fails unless the parameter is an object."""
        found = use_of(self._model, use)
        first = found.outer[0] if found.outer else None
        if isinstance(first, Member):
            return first.operator == b"->"
        if _reads_type(found):
            return True
        if found.role is not UsedAs.ARGUMENT or not isinstance(first, Call):
            return False
        reference = self._model.files[use.path].at(use.offset).written.get(first.function.tokens[-1].start)
        position = next(at for at, item in enumerate(first.arguments) if item.tokens and use.offset in item.span)
        return reference is not None and self._is_object(reference.symbol, position)


def _reads_type(use: Use) -> bool:
    """Tell whether the type of what is named is used for what it has: `Py_TYPE(self)->tp_name` in a message, say.

    Such a use asks nothing about the object, and fails unless it is one.
    """
    first = use.outer[0] if use.outer else None
    if not isinstance(first, Call) or _callee(first) != b"Py_TYPE":
        return False
    outer = outer_of(use.outer)
    if outer and isinstance(outer[0], Member):
        outer = outer_of(outer)
    return bool(outer) and isinstance(outer[0], Call) and _callee(outer[0]) in TYPE_READERS


def _callee(call: Call) -> bytes:
    """Return the name that is called; empty if it is an expression."""
    return call.function.text if isinstance(call.function, Name) else b""
