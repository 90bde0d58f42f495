"""The modules that the initialisation makes beside its own, and how their functions reach its state.

A function of such a module is called with that module, which can keep a reference to the one that made it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import lex_fragment
from unstatic.c.syntax import Call
from unstatic.capi.modules import CREATE, HOOKS
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.module.module_parameters import without_module
from unstatic.facts.module.state_size import has_own_size
from unstatic.model.extension import Extension, ModuleDef, Reference
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null, named, symbol_at
from unstatic.model.obstacle import Obstacle
from unstatic.model.uses import UsedAs, use_of
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class Creation:
    """One `PyModule_Create(&definition)`, in a function that has the module of the extension, or can be given it."""

    function: str
    call: Call


@dataclass(frozen=True, slots=True)
class Submodule:
    """A module that the initialisation makes; `problem` says why it can't lead to the state of the one that does."""

    definition: ModuleDef
    creations: tuple[Creation, ...]
    problem: Obstacle | None


@fact
def submodules(model: Extension) -> Mapping[str, Submodule]:
    """Return, by the symbol of its definition, every module of the extension but its own."""
    own = model.module_def()
    others = [item for item in model.module_defs if own is not None and item.symbol != own.symbol]
    return {item.symbol: _submodule(model, item) for item in others}


def owners_of(model: Extension, functions: Iterable[str]) -> tuple[Submodule, ...]:
    """Return the modules that *functions* are called with."""
    found = submodules(model)
    owners = [role.owner for symbol in functions for role in model.functions[symbol].roles]
    return tuple(found[owner] for owner in dict.fromkeys(owners) if owner is not None and owner in found)


def _submodule(model: Extension, definition: ModuleDef) -> Submodule:
    problem = _definition_problem(model, definition)
    creations = []
    for use in model.uses.get(definition.symbol, ()):
        if use_of(model, use).role is UsedAs.MEMBER:
            # `definition.m_name` is as before.
            continue
        found = _creation(model, definition, use)
        if isinstance(found, Obstacle):
            problem = problem or found
        else:
            creations.append(found)
    if problem is None and not creations:
        problem = _problem(model, definition, "isn't seen to be made")
    return Submodule(definition, tuple(creations), problem)


def _problem(model: Extension, definition: ModuleDef, clause: str, place: tuple[Path, int] | None = None) -> Obstacle:
    declaration = definition.declaration
    where = model.location(*(place or (declaration.path, declaration.name_span.start)))
    return Obstacle(f"belongs to another module, {declaration.name}, which {clause}", "no-route", where)


def _definition_problem(model: Extension, definition: ModuleDef) -> Obstacle | None:
    """Return what a definition has that a reference to another module would have to go along with."""
    path = definition.declaration.path
    size = definition.fields.get("m_size")
    if size is None and not definition.declaration.entries:
        return _problem(model, definition, "has a definition that can't be read")
    if size is not None and has_own_size(model, definition):
        return _problem(model, definition, "has a state of its own", (path, size.value_span.start))
    differing = next((entry for entry in definition.declaration.hidden if entry.field != "m_base"), None)
    if differing is not None:
        clause = "has a definition that differs between #if groups"
        return _problem(model, definition, clause, (path, differing.span.start))
    for name in ("m_slots", *HOOKS):
        field = definition.fields.get(name)
        if field is not None and not is_null(lex_fragment(field.value, Span(0, len(field.value)))):
            return _problem(model, definition, f"has {name} of its own", (path, field.value_span.start))
    return None


def _creation(model: Extension, definition: ModuleDef, use: Reference) -> Creation | Obstacle:
    place = use.path, use.offset
    unfollowed = _problem(model, definition, "is made, or looked up, in a way that can't be followed", place)
    if use.via_macro is not None or use.function is None:
        return unfollowed
    file = model.files[use.path]
    fitting = (call for call in model.calls(use.function) if call.name.text in CREATE and call.holds(use.offset))
    call = next(fitting, None)
    if call is None or file.is_inactive(use.offset) or symbol_at(file, named(call.arguments[0])) != use.symbol:
        return unfollowed
    if use.function not in init_functions(model):
        clause = (
            "is made by a function that runs at other times than the initialisation, or that isn't given its module"
        )
        return _problem(model, definition, clause, place)
    if not _has_module(model, use):
        return _problem(model, definition, "is made where the module that makes it isn't at hand", place)
    return Creation(use.function, call)


def _has_module(model: Extension, use: Reference) -> bool:
    """Tell whether the function has its module, in a variable of its own, where *use* stands, or can be given it."""
    init = model.init
    assert init is not None and use.function is not None
    if use.function != init.builder:
        return without_module(model, [use.function]) is not None
    declared = model.by_symbol.get(init.module_variable or "", ())[:1]
    is_local = all(item.function == init.builder for item in declared)
    return is_local and (init.create is None or init.create.end <= use.offset)
