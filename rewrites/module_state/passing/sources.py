"""Expressions that give the state, from what a function is called with."""

from __future__ import annotations

from unstatic.facts.state.routes import Route, RouteKind
from unstatic.facts.trust.limited_api import macros_cast
from unstatic.model.extension import Declaration, Extension
from unstatic.plan.decisions import Plan
from unstatic.rewriting.template import filled

from ..defining_class_methods import GIVEN
from ..struct.submodules import getter_by_submodule
from .filled_structs import state_in_struct
from .parameters import parameter_name
from .user_data import data_member


def state_source(model: Extension, plan: Plan, definition: Declaration, route: Route) -> bytes:
    """Return the expression that gives the state in *definition*."""
    names = plan.names
    count = max(len(definition.parameters), 3 if route.ternary else 0)
    given = [parameter_name(model, definition, index) for index in range(count)]
    if route.kind in (RouteKind.MODULE, RouteKind.EXEC):
        return _call(names.getter, _cast(model, definition, route.parameter, b"PyObject") + given[route.parameter])
    if route.kind in (RouteKind.SUBMODULE, RouteKind.EITHER):
        getter = getter_by_submodule(plan) if route.kind is RouteKind.SUBMODULE else names.getter_by_self.encode()
        return _call(getter, _cast(model, definition, 0, b"PyObject") + given[0])
    if route.kind is RouteKind.DEFINING_CLASS:
        return _call(b"PyType_GetModuleState", GIVEN[0])
    if route.kind in (RouteKind.FILLED_STRUCT, RouteKind.USER_DATA):
        return _from_data(model, plan, definition, route)
    if route.local is not None:
        return _call(names.getter_by_type, _type_of(_as_object(model, route.local.name.encode())))
    if route.kind is RouteKind.CLASS:
        return _call(names.getter_by_type, _cast(model, definition, 0, b"PyTypeObject") + given[0])
    if route.kind is RouteKind.OPERANDS:
        by_three = names.getter_by_types.removesuffix("types") + "three_types"
        types = [type_of_parameter(model, definition, index) for index in range(2 + route.ternary)]
        return _call(by_three if route.ternary else names.getter_by_types, *types)
    finder = names.finder_by_type if route.kind is RouteKind.REMAINING else names.getter_by_type
    return _call(finder, _type_of_instance(model, definition, route))


def _type_of_instance(model: Extension, definition: Declaration, route: Route) -> bytes:
    """Return the expression that gives the type of an instance: a parameter, or a member of the struct that is one."""
    if not route.member:
        return type_of_parameter(model, definition, route.parameter)
    given = parameter_name(model, definition, route.parameter)
    return _type_of(_as_object(model, filled(b"$given->$member", given=given, member=route.member)))


def type_of_parameter(model: Extension, definition: Declaration, index: int) -> bytes:
    """Return the expression that gives the type of what a function is called with."""
    name = parameter_name(model, definition, index)
    needed = b"" if macros_cast(model) else _cast(model, definition, index, b"PyObject")
    return _type_of(needed + name)


def _as_object(model: Extension, value: bytes) -> bytes:
    return value if macros_cast(model) else b"(PyObject *)" + value


def _from_data(model: Extension, plan: Plan, definition: Declaration, route: Route) -> bytes:
    if route.kind is RouteKind.FILLED_STRUCT:
        return state_in_struct(model, plan, definition, definition.symbol)
    return data_member(model, definition, route.parameter, plan.names.state.encode())


def _call(function: bytes | str, *arguments: bytes) -> bytes:
    return filled(b"$function($arguments)", function=function, arguments=b", ".join(arguments))


def _type_of(name: bytes) -> bytes:
    return filled(b"Py_TYPE($name)", name=name)


def _cast(model: Extension, definition: Declaration, index: int, wanted: bytes) -> bytes:
    """Return the cast that a parameter needs to be a `PyObject *` or `PyTypeObject *`."""
    names = ("_object", "PyObject") if wanted == b"PyObject" else ("_typeobject", "PyTypeObject")
    declared = model.by_symbol[definition.parameters[index]][0].canonical_type.rstrip(" *").split()
    # Structs of the project may be called `Box_Object`.
    return b"" if declared and declared[-1] in names else filled(b"($type *)", type=wanted)
