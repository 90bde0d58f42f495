"""The uses of what moves: the functions that need the state at first hand, and uses that nothing can replace."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from unstatic.facts.macros.expansion_agreement import disagreements, unexplained_use
from unstatic.facts.module.module_lookups import LOOKUPS, lookups
from unstatic.facts.state.cpp_members import captures
from unstatic.facts.state.routes.getset_closures import Getter, getters_by_closure
from unstatic.facts.state.teardown.exact_type_tests import exact_type_tests
from unstatic.facts.state.teardown.existing_hooks import settled_uses
from unstatic.facts.state.teardown.null_safety import hook_problem
from unstatic.facts.types.direct_slot_calls import slot_calls
from unstatic.facts.types.self_type_checks import self_checks
from unstatic.facts.types.sequences.slots import own_type_uses
from unstatic.model.extension import Extension, Reference
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import global_subject


class DirectUses:
    """Finds the functions that name what moves, and what of that can't be rewritten."""

    def __init__(self, model: Extension) -> None:
        self._model = model

    def find(self, symbols: tuple[str, ...]) -> tuple[dict[str, set[str]], dict[str, list[Obstacle]]]:
        """Return the symbols that functions name, by function, and what blocks a symbol where it is used."""
        direct: dict[str, set[str]] = {}
        blocked: dict[str, list[Obstacle]] = {}
        self._add_lookups(symbols, direct)
        closures = getters_by_closure(self._model)
        for symbol in symbols:
            for use in self._model.uses.get(symbol, ()):
                if (use.path, use.offset) in self._settled:
                    continue
                getter = closures.get((use.path, use.offset))
                if getter is not None:
                    direct.setdefault(getter.symbol, set()).add(symbol)
                    blocked.setdefault(symbol, []).extend(self._held(getter, use, symbols))
                    continue
                blocked.setdefault(symbol, []).extend(self._unexplained(use))
                blocked.setdefault(symbol, []).extend(captures(self._model, use.path, use.offset))
                blocked.setdefault(symbol, []).extend(self._hook_problems(use))
                if use.function is not None:
                    for function in self._model.twins.get(use.function, (use.function,)):
                        direct.setdefault(function, set()).add(symbol)
                if self._needs_constant(use):
                    where = self._model.location(use.path, use.offset)
                    reason = "its address stands in a static initialiser, which needs a constant"
                    blocked.setdefault(symbol, []).append(Obstacle(reason, "static-initialiser", where))
        self._block_disagreeing(frozenset(symbols), blocked)
        return direct, {symbol: items for symbol, items in blocked.items() if items}

    def _add_lookups(self, symbols: tuple[str, ...], direct: dict[str, set[str]]) -> None:
        for item in lookups(self._model).needing_state() if LOOKUPS in symbols else ():
            for function in self._model.twins.get(item.function, (item.function,)):
                direct.setdefault(function, set()).add(LOOKUPS)

    def _held(self, getter: Getter, use: Reference, symbols: tuple[str, ...]) -> Iterator[Obstacle]:
        """Yield the variables that stay of those that a getter is given: it reads either addresses or places."""
        for item in self._model.globals:
            if item.symbol in getter.variables and item.symbol not in symbols:
                name = self._model.functions[getter.symbol].name
                reason = f"{name} is given its address in a table, and that of {item.name}, which stays"
                where = self._model.location(use.path, use.offset)
                yield Obstacle(reason, "static-initialiser", where, global_subject(self._model, item))

    def _unexplained(self, use: Reference) -> Iterator[Obstacle]:
        found = unexplained_use(self._model, use) if use.via_macro is not None else None
        if found is not None:
            yield found

    def _hook_problems(self, use: Reference) -> Iterator[Obstacle]:
        found = hook_problem(self._model, use)
        if found is not None:
            yield found

    def _block_disagreeing(self, symbols: frozenset[str], blocked: dict[str, list[Obstacle]]) -> None:
        """Block what macros name together with something else by the same text."""
        for symbol, problem in disagreements(self._model, symbols):
            blocked.setdefault(symbol, []).append(problem)

    def _needs_constant(self, use: Reference) -> bool:
        """Tell whether the use stands in the initialiser of a static variable, where only a constant can stand."""
        if use.function is not None and (use.initialises is None or self._model.language == "c++"):
            return False
        return use.initialises != use.symbol and not self._is_base(use)

    def _is_base(self, use: Reference) -> bool:
        """Tell whether the use is a static type's base or class: these go to the call that creates it instead."""
        static = self._model.type_by_symbol(use.initialises or "")
        if static is not None and use.symbol == static.metaclass:
            return True
        base = static.fields.get("tp_base") if static else None
        return base is not None and base.symbol == use.symbol

    @cached_property
    def _settled(self) -> frozenset[tuple[Path, int]]:
        """The uses that go away or become calls by name: they need no state."""
        called = frozenset(slot_calls(self._model)) | frozenset(self_checks(self._model))
        called |= frozenset(own_type_uses(self._model)) | frozenset(exact_type_tests(self._model))
        return called | settled_uses(self._model) | lookups(self._model).covered(self._model)
