"""The functions that release the module that initialisation gives them: an exec function owns no reference (G103)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from unstatic.c.syntax import Call, Statement, StatementKind, calls, strip_casts
from unstatic.capi.references import DECREASE, INCREASE, RELEASE, REPLACE, SHARE, STEALS
from unstatic.facts.macros.called_functions import called, formatted
from unstatic.facts.module.module_parameters import module_parameter
from unstatic.model.extension import Extension
from unstatic.model.initialiser_values import named, symbol_at
from unstatic.model.obstacle import Obstacle

_DEPTH = 4


@dataclass(frozen=True, slots=True)
class HelperRelease:
    """One `Py_DECREF(module);` in a function that initialisation calls."""

    function: str
    statement: Statement


def helper_releases(model: Extension, problems: list[Obstacle]) -> Iterator[HelperRelease]:
    """Yield the releases that go away with the reference that they gave up; name those that can't in *problems*."""
    assert model.init is not None
    for symbol, parameter in _receivers(model):
        alone = _given_alone(model, symbol, parameter)
        releases = [call for call in alone if called_through(model, call) in RELEASE]
        if not releases:
            continue
        index = module_parameter(model, symbol)
        definition = model.functions[symbol].definition
        if index is None or definition.parameters[index] != parameter or _takes(model, alone):
            where = model.location(definition.path, releases[0].name.start)
            problems.append(Obstacle(f"{definition.name} releases the module that it is given", "init", where))
            continue
        for call in releases:
            statement = model.body_at(symbol, definition.path, call.name.start).path_to(call.name.start)[-1]
            if statement.kind is not StatementKind.SIMPLE or statement.head[-1].end != call.close.end:
                reason = f"{definition.name} releases the module in the middle of an expression"
                problems.append(Obstacle(reason, "init", model.location(definition.path, call.name.start)))
            else:
                yield HelperRelease(symbol, statement)


def takes_module(model: Extension) -> bool:
    """Tell whether the function that builds the module takes a reference to it, which it may give up again."""
    assert model.init is not None and model.init.module_variable is not None
    return _takes(model, _given_alone(model, model.init.builder, model.init.module_variable))


def _given_alone(model: Extension, function: str, variable: str) -> list[Call]:
    """Return the calls in a function whose only argument is a variable."""
    return [call for call in model.calls(function) if _argument(model, function, call) == variable]


def _takes(model: Extension, given: Iterable[Call]) -> bool:
    """Tell whether one of these calls takes a reference, also through a macro."""
    return any(called_through(model, call) in INCREASE | SHARE for call in given)


def called_through(model: Extension, call: Call) -> bytes:
    """Return the name of what is called, also through a macro that only hands its arguments on."""
    name = called(model, call)
    macro = model.macros.get(name.decode("latin-1"))
    if macro is None or macro.definition.parameters is None:
        return name
    inner = next(calls(macro.body), None)
    if inner is None or macro.body[0] is not inner.name or inner.close is not macro.body[-1]:
        return name
    given = [[token.text for token in strip_casts(argument)] for argument in inner.arguments]
    return called(model, inner) if given == [[item.encode()] for item in macro.definition.parameters] else name


def losses(model: Extension) -> Iterator[Obstacle]:
    """Yield where the reference to the module is given up in another way than by a release: exec has none to give."""
    assert model.init is not None
    for symbol, variable in ((model.init.builder, model.init.module_variable), *_receivers(model)):
        definition = model.functions[symbol].definition
        given = list(_given(model, symbol, variable)) if variable is not None else []
        if any(called(model, call) in INCREASE | SHARE for call, _ in given):
            continue
        for call, position in given:
            if _is_lost(model, call, position):
                reason = f"{call.name.text.decode('latin-1')} takes the reference to the module over"
                yield Obstacle(reason, "init", model.location(definition.path, call.name.start))


def _given(model: Extension, function: str, variable: str) -> Iterator[tuple[Call, int]]:
    file = model.files[model.functions[function].definition.path]
    for call in model.calls(function):
        for position, argument in enumerate(call.arguments):
            if symbol_at(file.at(call.name.start), named(argument)) == variable:
                yield call, position


def _is_lost(model: Extension, call: Call, position: int, depth: int = _DEPTH) -> bool:
    name = called_through(model, call)
    macro = model.macros.get(name.decode("latin-1"))
    if macro is not None and depth and position < len(macro.definition.parameters or ()):
        assert macro.definition.parameters is not None
        parameter = macro.definition.parameters[position].encode()
        inner = [(item, at) for item in calls(macro.body) for at in range(len(item.arguments))]
        # Those that return are examined with what they return, their decrements of the module too.
        returns = any(token.text == b"return" for token in macro.body)
        lost = RELEASE - DECREASE if returns and depth == _DEPTH else RELEASE
        return any(
            called(model, item) in lost or _is_lost(model, item, at, depth - 1)
            for item, at in inner
            if [token.text for token in strip_casts(item.arguments[at])] == [parameter]
        )
    stolen = STEALS.get(name, ())
    return position in stolen or (name in REPLACE and position == 0) or position in (formatted(model, call) or ())


def _receivers(model: Extension) -> Iterator[tuple[str, str]]:
    """Yield the functions that are given the module while it is made, with the parameter that receives it."""
    assert model.init is not None
    work = [(model.init.builder, model.init.module_variable)]
    seen = set(work)
    while work:
        caller, variable = work.pop()
        file = model.files[model.functions[caller].definition.path]
        for call in model.calls(caller) if variable is not None else ():
            callee = symbol_at(file.at(call.name.start), call.name)
            function = model.functions.get(callee or "")
            if function is None or callee is None or callee == model.init.entry:
                continue
            for argument, parameter in zip(call.arguments, function.definition.parameters, strict=False):
                item = (callee, parameter)
                if symbol_at(file.at(call.name.start), named(argument)) == variable and item not in seen:
                    seen.add(item)
                    work.append(item)
                    yield item


def _argument(model: Extension, function: str, call: Call) -> str | None:
    """Return what the only argument of a call refers to."""
    file = model.files[model.functions[function].definition.path].at(call.name.start)
    return symbol_at(file, named(call.arguments[0])) if len(call.arguments) == 1 else None
