"""Macros that write functions of which some need the module state, and others can't take part.

A macro's body is changed once for all that it writes. Where it calls a function that it is given, an argument more fits
only some of these functions: `PyFloat_FromDouble` will never take the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.facts.macros.generated_functions import written_by
from unstatic.facts.macros.names_in_bodies import MacroUse, macro_places
from unstatic.facts.places.at_file_level import is_always_read
from unstatic.facts.state.subject_users import subject_used
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.expansion import MacroKey
from unstatic.model.extension import Extension, MacroDefinition, MacroExpansion


@dataclass(frozen=True)
class MixedMacro:
    """A macro, and the uses of it that need the state."""

    definition: MacroDefinition
    subject: str
    """What the first of them needs it for."""
    uses: tuple[MacroExpansion, ...]


def mixed_macros(model: Extension) -> Iterator[MixedMacro]:
    """Yield the macros that have to become two."""
    definitions = model.macros_defined_at
    keys = {_macro(items[0]) for items in macro_places(model).called_arguments.values()}
    for key in sorted(item for item in keys if item is not None):
        definition = definitions.get(key)
        if definition is not None and _is_plain(model, definition):
            subject, uses = _needing(model, key)
            written = written_by(model, key)
            if uses and len(uses) < len(written):
                yield MixedMacro(definition, subject, uses)


def _macro(item: MacroUse) -> MacroKey | None:
    return item.tokens[item.index + 1].macro


def _is_plain(model: Extension, definition: MacroDefinition) -> bool:
    """Tell whether this is the only definition of the macro, and where it can be changed."""
    names = [item for item in model.macro_definitions if item.name == definition.name]
    always = is_always_read(model.files[definition.path], definition.span.start)
    return len(names) == 1 and always and definition.path not in model.public_headers


def _needing(model: Extension, key: MacroKey) -> tuple[str, tuple[MacroExpansion, ...]]:
    """Return the uses of a macro whose functions need the state; none unless each use writes one function."""
    first = ""
    found: list[MacroExpansion] = []
    seen: set[tuple[object, int]] = set()
    for item in written_by(model, key):
        declaration = model.functions[item.symbol].definition
        assert declaration.body is not None
        place = (declaration.path, declaration.body.start)
        use = model.files[declaration.path].expansions.get(declaration.body.start)
        if use is None or use.definition != key or place in seen or protected_use(model, item.symbol) is not None:
            return "", ()
        seen.add(place)
        subject = subject_used(model, item.symbol)
        if subject:
            first = first or subject
            found.append(use)
    return first, tuple(found)
