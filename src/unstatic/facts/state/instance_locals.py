"""Objects of ours that a callback finds behind what it is given: `Parser *self = (Parser *)user_data;`.

Other libraries hand a `void *` on, or a struct in which the object is. The callback says what that is when it sets a
local for it, and takes the GIL itself if it runs without: from there on, the local leads to the state. So does a
parameter that is the object, in a callback that is cast when it is registered, from where the GIL is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, calls, split, strip_casts
from unstatic.capi.gil import GIVES_UP, TAKES
from unstatic.capi.null import NULL
from unstatic.facts.module.call_contexts import enters_with_gil
from unstatic.facts.places.gil_taken import gil_taken, taking_statement
from unstatic.facts.state.instance_parameters import Instances
from unstatic.model.extension import Declaration, Extension, Function, Reference, SymbolKind
from unstatic.model.uses import UsedAs, use_of


@dataclass(frozen=True, slots=True)
class InstanceLocal:
    """A local that holds an instance of one of the *owners*, types or specs, once *setting* has run."""

    name: str
    owners: tuple[str, ...]
    setting: Statement
    """A declaration or an assignment, directly in the function's body: of the local, or of what gives up the GIL."""
    declared: bool
    """Whether it is a declaration."""
    end: int
    """Where it ends, or the `#if` group around it."""


def instance_local(model: Extension, instances: Instances, function: str) -> InstanceLocal | None:
    """Return a local or a parameter of *function* that leads to the state wherever the function can need it."""
    item = model.functions[function]
    if model.language != "c" or item.roles or item.alternatives:
        return None
    found = (*_among_parameters(model, instances, item), *_among_locals(model, instances, function))
    in_time = (
        one
        for one in found
        if instances.is_whole(function, one.owners) and _is_in_time(model, instances, function, one)
    )
    return next(in_time, None)


def _among_parameters(model: Extension, instances: Instances, function: Function) -> Iterator[InstanceLocal]:
    """Yield the parameters that are instances, in a callback that takes the GIL."""
    taken = gil_taken(model, function, function.definition)
    for index, symbol in enumerate(function.definition.parameters if taken is not None else ()):
        owners = instances.owners_given(function.symbol, index)
        if owners and taken is not None:
            name = model.by_symbol[symbol][0].name
            yield InstanceLocal(name, owners, taken.statement, taken.is_declared, taken.end)


def _among_locals(model: Extension, instances: Instances, function: str) -> Iterator[InstanceLocal]:
    for local in model.locals.get(function, ()):
        if local.kind is SymbolKind.VARIABLE and local.storage == "" and local.canonical_type.count("*") == 1:
            owners = instances.owners_of(local.pointee_record) if local.pointee_record else ()
            setting = _setting(model, instances, function, local) if owners else None
            if setting is not None:
                yield InstanceLocal(local.name, owners, setting, local.initialiser is not None, setting.span.end)
                yield from _behind_gil(model, function, InstanceLocal(local.name, owners, setting, False, 0))


def _behind_gil(model: Extension, function: str, local: InstanceLocal) -> Iterator[InstanceLocal]:
    """Yield the local from where the GIL is taken, below its setting."""
    taking = taking_statement(model, function)
    if taking is not None and taking.span.start > local.setting.span.start:
        declared = any(taking.span.start < one.name_span.start < taking.span.end for one in model.locals[function])
        yield replace(local, setting=taking, declared=declared, end=taking.span.end)


def _setting(model: Extension, instances: Instances, function: str, local: Declaration) -> Statement | None:
    """Return the one statement that sets *local*, to what a parameter leads to, if it surely is an object then."""
    uses = list(model.uses.get(local.symbol, ()))
    if local.initialiser is None:
        stores = [use for use in uses if _is_assigned(model, use)]
        place = stores[0].offset if len(stores) == 1 else -1
        uses = [use for use in uses if use not in stores]
    else:
        place = local.name_span.start
    setting = model.body(function).child_at(place)
    if setting is None or setting.kind is not StatementKind.SIMPLE or not instances.is_trusted(uses):
        return None
    value = _value(setting, place)
    return setting if value and _is_given(model, function, value) else None


def _is_assigned(model: Extension, use: Reference) -> bool:
    found = use_of(model, use)
    return found.role is UsedAs.WRITTEN and found.around[0].tokens[0].opens_line


def _value(setting: Statement, place: int) -> tuple[Token, ...]:
    """Return what the variable named at *place* is set to; no tokens if the statement declares something else."""
    at = next(index for index, token in enumerate(setting.head) if token.start == place)
    rest = setting.head[at + 1 :]
    is_alone = len(rest) > 1 and rest[0].text == b"=" and len(split(rest)) == 1
    return strip_casts(rest[1:]) if is_alone else ()


def _is_given(model: Extension, function: str, value: tuple[Token, ...]) -> bool:
    """Tell whether a value is a parameter, or read from one: as it stands, by fields, or by a macro."""
    definition = model.functions[function].definition
    file = model.files[definition.path].at(value[0].start)
    written = [file.written.get(token.start) for token in value]
    symbols = [item.symbol for item in written if item is not None]
    if not any(symbol in definition.parameters for symbol in symbols):
        return False
    if any(call.name.start not in file.expansions for call in calls(value)):
        return False
    return not (len(value) == 1 and _may_be_null(model, function))


def _may_be_null(model: Extension, function: str) -> bool:
    """Tell whether a place where the function is registered gives NULL beside it."""
    for escape in model.functions[function].escapes:
        if escape.function is None or escape.via_macro is not None:
            continue
        for call in model.calls(escape.function):
            if call.holds(escape.offset):
                behind = [argument for argument in call.arguments if argument and argument[0].start > escape.offset]
                if any(b"".join(token.text for token in strip_casts(argument)) in NULL for argument in behind):
                    return True
    return False


def _is_in_time(model: Extension, instances: Instances, function: str, local: InstanceLocal) -> bool:
    """Tell whether no way leads around the setting, nothing of ours is used before, and the GIL is held behind.

    It needn't be where the function only hands the state on, to one that takes the GIL.
    """
    setting = local.setting
    children = model.body(function).children
    before = children[: children.index(setting) + 1]
    behind = children[len(before) :]
    if not behind or not behind[0].tokens[0].opens_line:
        return False
    if any(part.kind is StatementKind.JUMP for item in before for part in item.walk()):
        return False
    known = model.type_symbols | {item.symbol for item in model.globals} | model.functions.keys()
    path = model.functions[function].definition.path
    uses = [use for use in model.uses_in.get(function, ()) if use.path == path and use.offset < setting.span.end]
    is_taking = setting is taking_statement(model, function)
    if any(use.symbol in known and not (is_taking and use.offset in setting.span) for use in uses):
        return False
    if is_taking:
        return True
    taken = [use.name for use in uses if use.name in TAKES | GIVES_UP]
    is_plain = all(item.kind is StatementKind.SIMPLE for item in before)
    if taken:
        return is_plain and taken[-1] in TAKES
    return enters_with_gil(model, function) or instances.leads_without_gil(function, local.owners)
