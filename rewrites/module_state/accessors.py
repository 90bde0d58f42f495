"""The struct, and the functions that reach it."""

from __future__ import annotations

from unstatic.facts.module.existing_state import own_state
from unstatic.facts.state.routes import RouteKind
from unstatic.model.extension import Extension, Linkage
from unstatic.plan.decisions import Plan
from unstatic.rewriting.style import Style

from .fields import Layout, field_rows
from .submodules import submodule_parts


def struct_text(model: Extension, plan: Plan, layout: Layout, style: Style) -> bytes:
    """Return the typedef of the state struct."""
    name = plan.names.state_type.encode()
    rows = [style.indent + row for row in field_rows(model, layout)]
    return style.lines(b"typedef struct {", *rows, b"} " + name + b";")


def accessor_text(model: Extension, plan: Plan, layout: Layout, style: Style, definition: bytes) -> bytes:
    """Return the accessor functions that the routes need, and what older Pythons lack for them."""
    own = own_state(model)
    parts = [_by_module(plan, style)] if own is None or not own.accessor else []
    by_type = layout.uses(RouteKind.SELF, RouteKind.CLASS, RouteKind.OPERANDS)
    if layout.uses_by_def:
        parts.insert(0, _tentative_definition(model, plan, style))
        if plan.minimum < (3, 11) and b"PyType_GetModuleByDef" not in _defined(model):
            parts.append(_polyfill(style, b"static inline " if plan.header else b"static "))
        parts.append(_by_definition(plan, style, definition))
    elif by_type:
        parts.append(_by_type(plan, style))
    if layout.uses(RouteKind.SUBMODULE):
        parts += submodule_parts(plan, style)
    if layout.uses(RouteKind.OPERANDS):
        parts.append(_by_types(plan, style, definition))
    if layout.uses_ternary:
        parts.append(_by_three_types(plan, style, definition))
    return style.newline.join(part for part in parts if part)


def _defined(model: Extension) -> frozenset[bytes]:
    return frozenset(item.name.encode() for item in (function.definition for function in model.functions.values()))


def _tentative_definition(model: Extension, plan: Plan, style: Style) -> bytes:
    definition = model.module_def()
    assert definition is not None
    if style.cplusplus and not plan.header:
        return style.lines(b"static PyModuleDef *" + definition_getter(plan) + b"();")
    is_shared = plan.header or definition.declaration.linkage is Linkage.EXTERNAL
    name = definition.declaration.name.encode()
    return style.lines((b"extern " if is_shared else b"static ") + b"struct PyModuleDef " + name + b";")


def _by_module(plan: Plan, style: Style) -> bytes:
    state = plan.names.state_type.encode()
    body = [
        b"void *state = PyModule_GetState(module);",
        b"assert(state != NULL);",
        b"return (" + state + b" *)state;",
    ]
    return style.function(b"static inline " + state + b" *", plan.names.getter.encode(), b"PyObject *module", body)


def _by_type(plan: Plan, style: Style) -> bytes:
    state = plan.names.state_type.encode()
    body = [
        b"void *state = PyType_GetModuleState(type);",
        b"assert(state != NULL);",
        b"return (" + state + b" *)state;",
    ]
    name = plan.names.getter_by_type.encode()
    return style.function(b"static inline " + state + b" *", name, b"PyTypeObject *type", body)


def _by_definition(plan: Plan, style: Style, definition: bytes) -> bytes:
    state = plan.names.state_type.encode()
    module = _local(definition)
    body = [
        b"PyObject *" + module + b" = PyType_GetModuleByDef(type, " + _address(plan, style, definition) + b");",
        b"assert(" + module + b" != NULL);",
        b"return " + plan.names.getter.encode() + b"(" + module + b");",
    ]
    name = plan.names.getter_by_type.encode()
    return style.function(b"static inline " + state + b" *", name, b"PyTypeObject *type", body)


def definition_getter(plan: Plan) -> bytes:
    """Return the name of the function that gives the definition in C++, where it can't be declared ahead."""
    return plan.names.prefix.encode() + b"_definition"


def _address(plan: Plan, style: Style, definition: bytes) -> bytes:
    return definition_getter(plan) + b"()" if style.cplusplus and not plan.header else b"&" + definition


def _local(definition: bytes) -> bytes:
    """Return a name for a module that doesn't hide the definition's."""
    return b"mod" if definition == b"module" else b"module"


def _by_types(plan: Plan, style: Style, definition: bytes) -> bytes:
    """A binary slot is called with the operands in either order: try the left one without raising (G71, G72)."""
    state = plan.names.state_type.encode()
    body = [*_try_first(plan, style, definition), b"return " + plan.names.getter_by_type.encode() + b"(second);"]
    name = plan.names.getter_by_types.encode()
    parameters = b"PyTypeObject *first, PyTypeObject *second"
    return style.function(b"static inline " + state + b" *", name, parameters, body)


def _by_three_types(plan: Plan, style: Style, definition: bytes) -> bytes:
    """`pow(x, y, z)` reaches nb_power of z's type as well."""
    state = plan.names.state_type.encode()
    body = [
        *_try_first(plan, style, definition),
        b"return " + plan.names.getter_by_types.encode() + b"(second, third);",
    ]
    name = plan.names.getter_by_types.encode().removesuffix(b"types") + b"three_types"
    parameters = b"PyTypeObject *first, PyTypeObject *second, PyTypeObject *third"
    return style.function(b"static inline " + state + b" *", name, parameters, body)


def _try_first(plan: Plan, style: Style, definition: bytes) -> list[bytes]:
    indent = style.indent
    module = _local(definition)
    return [
        b"if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {",
        indent
        + b"PyObject *"
        + module
        + b" = PyType_GetModuleByDef(first, "
        + _address(plan, style, definition)
        + b");",
        indent + b"if (" + module + b" != NULL) {",
        indent * 2 + b"return " + plan.names.getter.encode() + b"(" + module + b");",
        indent + b"}",
        indent + b"PyErr_Clear();",
        b"}",
    ]


def _polyfill(style: Style, storage: bytes) -> bytes:
    """PyType_GetModuleByDef for 3.9 and 3.10: heap types of the MRO only, never a wrong module (G73)."""
    indent = style.indent
    body = [
        b"PyObject *mro = type->tp_mro;",
        b"Py_ssize_t i, n = PyTuple_GET_SIZE(mro);",
        b"",
        b"for (i = 0; i < n; i++) {",
        indent + b"PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);",
        indent + b"if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {",
        indent * 2 + b"PyObject *module = ((PyHeapTypeObject *)base)->ht_module;",
        indent * 2 + b"if (module != NULL && PyModule_GetDef(module) == def) {",
        indent * 3 + b"return module;",
        indent * 2 + b"}",
        indent + b"}",
        b"}",
        b"PyErr_Format(PyExc_TypeError,",
        indent + b"\"No superclass of '%s' has the given module\", type->tp_name);",
        b"return NULL;",
    ]
    parameters = b"PyTypeObject *type, struct PyModuleDef *def"
    text = style.function(storage + b"PyObject *", b"PyType_GetModuleByDef", parameters, body)
    return style.lines(b"#if PY_VERSION_HEX < 0x030B0000") + text + style.lines(b"#endif")
