"""The functions that release the module that initialisation gives them: an exec function owns no reference (G103)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.analyse.module_arguments import module_parameter
from unstatic.analyse.values import named, symbol_at
from unstatic.csyntax import Call, Statement, StatementKind
from unstatic.model import Extension
from unstatic.obstacle import Obstacle

_RELEASES = (b"Py_DECREF", b"Py_XDECREF", b"Py_CLEAR")
_TAKES = (b"Py_INCREF", b"Py_XINCREF", b"Py_NewRef", b"Py_XNewRef")


@dataclass(frozen=True, slots=True)
class HelperRelease:
    """One `Py_DECREF(module);` in a function that initialisation calls."""

    function: str
    statement: Statement


def helper_releases(model: Extension, problems: list[Obstacle]) -> Iterator[HelperRelease]:
    """Yield the releases that go away with the reference that they gave up; name those that can't in *problems*."""
    assert model.init is not None
    for symbol, parameter in _receivers(model):
        calls = [call for call in model.calls(symbol) if _argument(model, symbol, call) == parameter]
        releases = [call for call in calls if call.name.text in _RELEASES]
        if not releases:
            continue
        index = module_parameter(model, symbol)
        definition = model.functions[symbol].definition
        takes = any(call.name.text in _TAKES for call in calls)
        if index is None or definition.parameters[index] != parameter or takes:
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
