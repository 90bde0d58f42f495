"""What is known where routes are looked for: which types lead to their module, who calls whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from unstatic.facts.module.specs_without_module import specs_without_module
from unstatic.facts.state.cpp_objects import Classes
from unstatic.facts.state.instance_parameters import Instances
from unstatic.facts.state.pointers.given_functions import callers_by_pointer
from unstatic.facts.state.routes.route import Asking
from unstatic.facts.state.stateless_calls import idle_calls
from unstatic.facts.state.teardown.finalisation import TORN_DOWN, spec_holds_module
from unstatic.facts.types.bases import subclassed
from unstatic.facts.types.sequences.struct_sequences import sequences_of
from unstatic.model.extension import Extension, Function, HeapSpec
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Location


@dataclass(frozen=True)
class Known:
    """The types that lead to their module, the calls, and where neither can be told."""

    model: Extension
    heap_types: frozenset[str]
    """Types, or their specs, whose instances lead to the module."""
    holding: frozenset[str]
    """Types, or their specs, of which an instance keeps its module from being cleared."""
    unclear: Mapping[str, Obstacle]
    """Functions and macros, by name, that are written where it can't be told whether they are called."""
    asking: Asking = Asking.NOTHING
    """What may be reached by asking the interpreter for the module, where nothing else leads to it."""

    @cached_property
    def sequences(self) -> frozenset[str]:
        """Struct sequences: PyStructSequence_NewType isn't told the module, so nothing leads from them to the state."""
        return frozenset(item.static.symbol for item in sequences_of(self.model))

    @cached_property
    def subclassable(self) -> frozenset[str]:
        """Types, or their specs, in whose place a subclass may stand."""
        return subclassed(self.model)

    @cached_property
    def instances(self) -> Instances:
        """The parameters that are surely instances."""
        return Instances(self.model, self.heap_types, TORN_DOWN, self.holding)

    @cached_property
    def classes(self) -> Classes:
        """The C++ classes whose objects can keep the state."""
        return Classes(self.model)

    @cached_property
    def callers(self) -> Mapping[str, tuple[str, ...]]:
        """The callers of each function."""
        return self._calling(frozenset())

    @cached_property
    def handing_on(self) -> Mapping[str, tuple[str, ...]]:
        """The callers of each function that hand it the state."""
        return self._calling(idle_calls(self.model))

    def _calling(self, without: frozenset[tuple[Path, int]]) -> Mapping[str, tuple[str, ...]]:
        # In the order of the calls: which of several blocks is told must be the same in each run.
        found: dict[str, dict[str, None]] = {}
        for symbol in self.model.functions:
            for use in self.model.uses.get(symbol, ()):
                if use.is_call and use.function and (use.path, use.offset) not in without:
                    callers = self.model.twins.get(use.function, (use.function,))
                    found.setdefault(symbol, {}).update(dict.fromkeys(callers))
            for caller in callers_by_pointer(self.model, symbol):
                found.setdefault(symbol, {})[caller] = None
        return {symbol: tuple(callers) for symbol, callers in found.items()}


def known_of(
    model: Extension,
    heap_types: frozenset[str],
    unclear: Mapping[str, Obstacle],
    holding: frozenset[str],
    asking: Asking,
) -> Known:
    """Return what is known where *heap_types* are those that migrate; heap types that are there already are added."""
    made = {spec.declaration.symbol for spec in model.specs if knows_module(model, spec)}
    held = {item.declaration.symbol for item in model.specs if spec_holds_module(model, item)}
    sequences = {item.static.symbol for item in sequences_of(model)}
    return Known(model, (heap_types - sequences) | made, holding | held, unclear, asking)


def knows_module(model: Extension, spec: HeapSpec) -> bool:
    """Tell whether a type made from *spec* leads to its module, as it stands or as `module_state` will make it."""
    if spec.creator in ("PyType_FromModuleAndSpec", "PyType_FromMetaclass"):
        return True
    return any(item.spec is spec for item in specs_without_module(model))


def declared(model: Extension, function: Function) -> Location:
    """Return where a function is defined."""
    return model.location(function.definition.path, function.definition.name_span.start)
