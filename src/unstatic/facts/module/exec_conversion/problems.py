"""What else is in the way of an exec function: the definition, the module's variable, other users of the builder."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import StatementKind, is_plain_call
from unstatic.capi.modules import NAMING
from unstatic.facts.module.exec_conversion.builder import Builder
from unstatic.facts.module.exec_conversion.definition_statics import definition_statics
from unstatic.facts.module.module_lookups import lookups
from unstatic.facts.places.namespaces import namespaces_at
from unstatic.model.building.init_function import is_entry
from unstatic.model.extension import Extension, ModuleDef, Reference
from unstatic.model.initialiser_values import is_null
from unstatic.model.obstacle import Obstacle


def other_problems(builder: Builder, start: int) -> Iterator[Obstacle]:
    """Yield what is wrong with the definition, and with other uses of the builder and of the module from *start* on."""
    definition = builder.model.module_def()
    if definition is None:
        where = builder.init.create.start if builder.init.create is not None else builder.function.name_span.start
        is_named = builder.init.definition is not None
        told = "has no initialiser that can be read" if is_named else "isn't a variable of this project"
        yield builder.problem(where, f"the module definition {told}")
    else:
        yield from _hidden_fields(builder, definition)
        yield from _filled_later(builder, definition)
        yield from _bound_definition(builder)
    gone = [statement.span for statement in lookups(builder.model).dropped]
    if builder.name:
        for statement in builder.body.walk():
            head = statement.head
            if any(span.covers(statement.span) for span in gone):
                continue
            reassigns = statement.kind is StatementKind.SIMPLE and len(head) > 2 and head[0].text == builder.name
            reassigns = reassigns and head[0].start >= start
            is_creation = builder.init.create is not None and builder.init.create.start in statement.span
            if reassigns and head[1].text == b"=" and not is_null(head[2:]) and not is_creation:
                yield builder.problem(head[0].start, f"{builder.name.decode()} is assigned more than once")
    yield from _namespace_problems(builder)
    yield from lookups(builder.model).problems
    for symbol in dict.fromkeys((builder.init.entry, builder.init.builder)):
        yield from _outside_calls(builder, symbol)


def _hidden_fields(builder: Builder, definition: ModuleDef) -> Iterator[Obstacle]:
    for entry in definition.declaration.hidden:
        if entry.field not in NAMING:
            path = definition.declaration.path
            yield builder.problem(entry.span.start, "the module definition differs between #if groups", path)
            return


def _filled_later(builder: Builder, definition: ModuleDef) -> Iterator[Obstacle]:
    """Fields of the definition that are set at run time can't be told from those of its initialiser (G107)."""
    for use in builder.model.uses.get(definition.declaration.symbol, ()):
        file = builder.model.files[use.path].at(use.offset)
        index = file.index_at(use.offset)
        following = [token.text for token in file.tokens[index + 1 : index + 4]]
        if following[:1] == [b"."] and following[2:] == [b"="]:
            yield builder.problem(use.offset, "the module definition is changed at run time", use.path)
            return


def _bound_definition(builder: Builder) -> Iterator[Obstacle]:
    """A definition inside the function has to leave it: nothing that it names may be known there only."""
    statics = definition_statics(builder.model)
    if isinstance(statics, Obstacle):
        yield statics


def macro_problems(builder: Builder, split: bool) -> Iterator[Obstacle]:
    """An exec function has the module from the start: no macro may give its variable another value (G101)."""
    declaration = builder.declaration
    if declaration is None or builder.init.create is None or builder.init.multi_phase:
        return
    for at, use in builder.module_uses():
        if split and at < builder.init.create.start:
            continue
        macro = builder.model.macros.get(use.via_macro or "")
        texts = [token.text for token in macro.body] if macro else []
        if any(a == builder.name and b == b"=" for a, b in zip(texts, texts[1:], strict=False)):
            yield builder.problem(use.offset, f"the macro {use.via_macro} assigns to {builder.name.decode()}", use.path)
            return


def _namespace_problems(builder: Builder) -> Iterator[Obstacle]:
    """What is written beside the definition must mean the same as what is written beside the init function."""
    definition = builder.model.module_def()
    if builder.model.language != "c++" or definition is None or builder.init.multi_phase:
        return
    own = namespaces_at(builder.file, builder.function.span.start)
    items = [definition.declaration, *(item.declaration for item in builder.model.types)]
    items += [item.declaration for item in builder.model.globals]
    for item in items:
        around = namespaces_at(builder.model.files[item.path], item.span.start)
        if around[: len(own)] != own:
            reason = f"{item.name} isn't in the namespace that the init function is in"
            yield builder.problem(item.name_span.start, reason, item.path)
            return


def _outside_calls(builder: Builder, symbol: str) -> Iterator[Obstacle]:
    for use in builder.model.uses.get(symbol, ()):
        expected = symbol == builder.init.builder and use.function == builder.init.entry
        is_entry_for_others = symbol == builder.init.entry and (
            _names_anew(builder.model, use) or _is_listed(builder.model, use)
        )
        if not expected and not is_entry_for_others:
            yield builder.problem(
                use.offset, f"{builder.model.functions[symbol].name} is used elsewhere as well", use.path
            )


def _is_listed(model: Extension, use: Reference) -> bool:
    """Tell whether the import system gets the init function: `PyImport_AppendInittab("box", PyInit_box);`."""
    around = model.calls_around(use.function or "", use.offset) if use.function in model.functions else ()
    return use.via_macro is None and any(call.name.text == b"PyImport_AppendInittab" for call in around)


def _names_anew(model: Extension, use: Reference) -> bool:
    """Tell whether another init function returns what this one gives: a module definition serves both (PEP 489)."""
    function = model.functions.get(use.function or "")
    if function is None or not is_entry(function.definition):
        return False
    statement = model.body_at(function.symbol, use.path, use.offset).path_to(use.offset)[-1]
    is_all = is_plain_call(statement.head) and statement.head[0].start == use.offset
    return statement.kind is StatementKind.RETURN and is_all
