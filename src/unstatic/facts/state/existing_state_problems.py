"""Why the state struct that a module has already can't take more fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from unstatic.c.lexer import Token
from unstatic.facts.module.existing_state import FETCH, OwnState, own_state, size_text
from unstatic.facts.places.at_file_level import is_include_guard, outer_conditionals
from unstatic.facts.places.functions_mentioning import functions_naming
from unstatic.facts.state.teardown.existing_hooks import state_problem
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.configurations.conditions import are_certain
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.configurations.other_implementations import groups_of_others
from unstatic.model.extension import Extension, SymbolKind
from unstatic.model.obstacle import Obstacle

_WRITERS = (b"memset", b"memcpy", b"memmove", b"bzero")


def own_state_problems(model: Extension, minimum: tuple[int, int]) -> Iterator[Obstacle]:
    """Yield why the module's state can't take more fields."""
    given = size_text(model)
    if given is None:
        return
    own = own_state(model)
    if own is None:
        yield state_problem(model, "the module's state isn't a struct of this project, named in its m_size", *given[1:])
        return
    here = own.path, own.record.span.start
    protected = protected_use(model, own.record.symbol)
    if own.path in model.public_headers or not own.path.is_relative_to(model.root):
        yield state_problem(
            model, "the module's state is declared in a header for code outside of this extension", *here
        )
    elif protected is not None:
        yield state_problem(model, f"the module's state is declared or used in a file that {protected.reason}", *here)
    elif own.record.from_macro:
        yield state_problem(model, "the module's state is declared by a macro", *here)
    elif any(item.kind is SymbolKind.FUNCTION for item in model.members.get(own.record.symbol, ())):
        yield state_problem(model, "the module's state is a class of C++ with functions", *here)
    elif not _is_certain(model, own, minimum):
        yield state_problem(model, "the module's state is declared in an #if group", *here)
    yield from _other_instances(model, own)
    yield from _whole_writes(model, own)


def _is_certain(model: Extension, own: OwnState, minimum: tuple[int, int]) -> bool:
    """Tell whether every supported configuration compiles the struct."""
    known = known_macros(minimum, texts_of(model))
    file, start = model.files[own.path], own.record.span.start
    groups = (item for item in outer_conditionals(file, start) if not is_include_guard(file, item))
    return are_certain(file.source.data, groups, start, known)


def _other_instances(model: Extension, own: OwnState) -> Iterator[Obstacle]:
    """A struct of which there are others, or whose size is used elsewhere, may be copied or cleared as a whole."""
    names = {own.record.name, own.record.symbol, own.spelling.removeprefix("struct ")}
    others = groups_of_others(model.files)
    for item in (one for one in model.declarations if one.span.start not in others.get(one.path, ())):
        words = item.canonical_type.replace("struct ", "").split()
        is_variable = item.kind in (SymbolKind.VARIABLE, SymbolKind.PARAMETER, SymbolKind.FIELD)
        if is_variable and len(words) == 1 and words[0].split("[")[0] in names:
            yield state_problem(
                model, "there are other variables of the type of the module's state", item.path, item.span.start
            )
            return
    definition = model.module_def()
    assert definition is not None
    spelled = {name.encode() for name in names}
    for path, file in model.files.items():
        for offset in file.lexed.places((b"sizeof",)):
            tokens, index = file.around(offset, 4)
            if index == len(tokens) or tokens[index].start != offset or tokens[index].text != b"sizeof":
                continue
            inside = path == definition.declaration.path and offset in definition.declaration.span
            named = {other.text for other in tokens[index + 1 : index + 4]}
            if not inside and spelled & named:
                yield state_problem(model, "the size of the module's state is used elsewhere as well", path, offset)
                return


def _whole_writes(model: Extension, own: OwnState) -> Iterator[Obstacle]:
    """What sets the struct as a whole would wipe out the fields that are put into it."""
    pointers = {
        symbol: {
            item.name.encode()
            for item in items
            if item.pointee_record == own.record.symbol and item.canonical_type.count("*") == 1
        }
        for symbol, items in model.locals.items()
    }
    for symbol in functions_naming(model, (*_WRITERS, *chain.from_iterable(pointers.values()))):
        held = pointers.get(symbol, set())
        path = model.functions[symbol].definition.path
        for call in model.calls(symbol):
            first = {token.text for token in call.arguments[0]} if call.arguments else set()
            if call.name.text in _WRITERS and first & {*held, own.accessor.encode() or b"\0", FETCH}:
                yield state_problem(model, "the module's state is written as a whole", path, call.name.start)
        for statement in model.body(symbol).walk():
            if _assigns_whole(statement.head, held):
                yield state_problem(model, "the module's state is written as a whole", path, statement.span.start)


def _assigns_whole(head: Sequence[Token], held: set[bytes]) -> bool:
    texts = [token.text for token in head]
    return len(texts) > 3 and texts[0] == b"*" and texts[1] in held and texts[2] == b"="
