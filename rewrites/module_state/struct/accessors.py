"""The struct, and the functions that reach it."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.capi.versions import first_hexversion, is_missing
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.places.namespaces import namespaces_at
from unstatic.facts.state.direct_calls import asks_operands_for_module, passes_no_module
from unstatic.facts.state.routes import RouteKind
from unstatic.model.extension import Extension, Linkage
from unstatic.plan.decisions import Plan
from unstatic.rewriting.style import Style
from unstatic.rewriting.template import c_lines, c_text, filled

from .by_interpreter import interpreter_parts
from .fields import Layout, field_rows
from .submodules import submodule_parts

_POLYFILLED = "PyType_GetModuleByDef"
_FIRSTS = {RouteKind.MODULE: b"the module", RouteKind.CLASS: b"a class", RouteKind.SELF: b"an instance"}


def struct_text(model: Extension, plan: Plan, layout: Layout, style: Style, is_named: bool) -> bytes:
    """Return the typedef of the state struct, or the struct alone if its typedef stands above."""
    template = b"""
        $head {
            $rows
        }$tail;
    """
    name = plan.names.state_type.encode()
    head, tail = (b"struct " + name, b"") if is_named else (b"typedef struct", b" " + name)
    return c_text(style, template, head=head, rows=field_rows(model, layout), tail=tail)


def accessor_text(model: Extension, plan: Plan, layout: Layout, style: Style, definition: bytes) -> bytes:
    """Return the accessor functions that the routes need, and what older Pythons lack for them."""
    parts = _parts(model, plan, layout, style, definition)
    return style.newline.join(text for name, text in parts if text and name.encode() not in layout.unneeded)


def accessor_names(plan: Plan) -> tuple[str, ...]:
    """Return the functions that may turn out to be unneeded once all that is written is seen."""
    names = plan.names
    by_others = (names.getter_by_types, names.getter_by_self, names.finder_by_type)
    polyfilled = (_POLYFILLED,) if is_missing(_POLYFILLED, plan.minimum) else ()
    return (names.getter, names.getter_by_type, *by_others, *polyfilled)


def _parts(
    model: Extension, plan: Plan, layout: Layout, style: Style, definition: bytes
) -> Iterator[tuple[str, bytes]]:
    """Yield each function with its name; what isn't a single function has none."""
    own = own_state(model)
    names = plan.names
    if layout.uses_by_def:
        yield "", _tentative_definition(model, plan, style)
    if own is None or not own.accessor:
        yield names.getter, _by_module(plan, style)
    if layout.looks_up_by_def:
        if is_missing(_POLYFILLED, plan.minimum) and _POLYFILLED.encode() not in _defined(model):
            yield _POLYFILLED, _polyfill(style, b"static inline" if plan.header else b"static")
        if _asks_types(model, layout):
            yield names.getter_by_type, _by_definition(model, plan, style, definition)
    elif layout.uses(RouteKind.SELF, RouteKind.EITHER, RouteKind.CLASS, RouteKind.OPERANDS):
        yield names.getter_by_type, _by_type(plan, style)
    yield from _rarer(model, plan, layout, style, definition)


def _asks_types(model: Extension, layout: Layout) -> bool:
    """Tell whether a function finds the state by a type, and not the module alone that it calls another one with."""
    if not any(passes_no_module(model, symbol) for symbol in layout.routes.functions):
        return True
    by_one = layout.uses(RouteKind.SELF, RouteKind.EITHER, RouteKind.CLASS) or layout.uses_ternary
    return by_one or (layout.uses(RouteKind.OPERANDS) and not _asks_for_module(model, layout))


def _asks_for_module(model: Extension, layout: Layout) -> bool:
    return any(asks_operands_for_module(model, symbol) for symbol in layout.routes.functions)


def _rarer(
    model: Extension, plan: Plan, layout: Layout, style: Style, definition: bytes
) -> Iterator[tuple[str, bytes]]:
    names = plan.names
    if layout.uses(RouteKind.REMAINING):
        yield names.finder_by_type, _of_remaining(model, plan, layout, style, definition)
    if layout.uses(RouteKind.SUBMODULE):
        yield from (("", text) for text in submodule_parts(plan, style))
    if layout.uses(RouteKind.EITHER):
        yield names.getter_by_self, _by_self(plan, layout, style)
    asks_for_module = _asks_for_module(model, layout)
    if asks_for_module:
        yield names.module_getter_by_types, _module_by_types(model, plan, style, definition)
    if layout.uses(RouteKind.OPERANDS):
        by_types = _state_of_module(plan, style) if asks_for_module else _by_types(model, plan, style, definition)
        yield names.getter_by_types, by_types
    if layout.uses_ternary:
        yield "", _by_three_types(model, plan, style, definition)
    if layout.uses(RouteKind.INTERPRETER):
        address = _address(model, plan, style, definition)
        yield from (("", text) for text in interpreter_parts(model, plan, layout, style, address))


def _defined(model: Extension) -> frozenset[bytes]:
    return frozenset(item.name.encode() for item in (function.definition for function in model.functions.values()))


def _tentative_definition(model: Extension, plan: Plan, style: Style) -> bytes:
    definition = model.module_def()
    assert definition is not None
    if asks_for_definition(model, plan, style):
        storage = b"" if plan.header else b"static "
        return c_text(style, b"${storage}PyModuleDef *$getter();", storage=storage, getter=definition_getter(plan))
    is_shared = plan.header or definition.declaration.linkage is Linkage.EXTERNAL
    storage = b"extern" if is_shared else b"static"
    name = definition.declaration.name.encode()
    return c_text(style, b"$storage struct PyModuleDef $name;", storage=storage, name=name)


def _by_module(plan: Plan, style: Style) -> bytes:
    template = b"""
        static inline $state *
        $getter(PyObject *module)
        {
            void *state = PyModule_GetState(module);
            assert(state != NULL);
            return ($state *)state;
        }
    """
    return c_text(style, template, state=plan.names.state_type.encode(), getter=plan.names.getter.encode())


def _by_type(plan: Plan, style: Style) -> bytes:
    template = b"""
        static inline $state *
        $getter(PyTypeObject *type)
        {
            void *state = PyType_GetModuleState(type);
            assert(state != NULL);
            return ($state *)state;
        }
    """
    return c_text(style, template, state=plan.names.state_type.encode(), getter=plan.names.getter_by_type.encode())


def _by_definition(model: Extension, plan: Plan, style: Style, definition: bytes) -> bytes:
    template = b"""
        static inline $state *
        $by_type(PyTypeObject *type)
        {
            PyObject *$module = PyType_GetModuleByDef(type, $definition);
            assert($module != NULL);
            return $getter($module);
        }
    """
    return c_text(
        style,
        template,
        state=plan.names.state_type.encode(),
        by_type=plan.names.getter_by_type.encode(),
        module=_local(definition),
        definition=_address(model, plan, style, definition),
        getter=plan.names.getter.encode(),
    )


def _of_remaining(model: Extension, plan: Plan, layout: Layout, style: Style, definition: bytes) -> bytes:
    """For deallocators: PyType_GetModuleByDef reads what a cleared type has lost, and both set an exception (G454).

    Each heap type has a base, also once it was cleared, and the last one is static: no test for NULL is needed.
    """
    template = b"""
        /* NULL once the type was cleared, as the module may be gone then. */
        static inline $state *
        $finder(PyTypeObject *type)
        {
            PyObject *$module = ((PyHeapTypeObject *)type)->ht_module;
            return $module != NULL ? $getter($module) : NULL;
        }
    """
    by_definition = b"""
        /* NULL once the type was cleared, as the module may be gone then. */
        static inline $state *
        $finder(PyTypeObject *type)
        {
            while (PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
                PyObject *$module = ((PyHeapTypeObject *)type)->ht_module;
                if ($module != NULL && PyModule_GetDef($module) == $definition) {
                    return $getter($module);
                }
                type = type->tp_base;
            }
            return NULL;
        }
    """
    by_def = any(item.kind is RouteKind.REMAINING and item.by_def for item in layout.routes.functions.values())
    return c_text(
        style,
        by_definition if by_def else template,
        state=plan.names.state_type.encode(),
        finder=plan.names.finder_by_type.encode(),
        module=_local(definition),
        definition=_address(model, plan, style, definition),
        getter=plan.names.getter.encode(),
    )


def definition_getter(plan: Plan) -> bytes:
    """Return the name of the function that gives the definition in C++, where it can't be declared ahead."""
    return filled(b"${prefix}_definition", prefix=plan.names.prefix.encode())


def asks_for_definition(model: Extension, plan: Plan, style: Style) -> bool:
    """Tell whether a function has to give the definition: C++ can't declare it ahead, or not from its namespace."""
    definition = model.module_def()
    assert definition is not None
    where = definition.declaration
    return style.cplusplus and (not plan.header or bool(namespaces_at(model.files[where.path], where.span.start)))


def _address(model: Extension, plan: Plan, style: Style, definition: bytes) -> bytes:
    if asks_for_definition(model, plan, style):
        return filled(b"$getter()", getter=definition_getter(plan))
    return filled(b"&$definition", definition=definition)


def _local(definition: bytes) -> bytes:
    """Return a name for a module that doesn't hide the definition's."""
    return b"mod" if definition == b"module" else b"module"


def _by_self(plan: Plan, layout: Layout, style: Style) -> bytes:
    template = b"""
        /* For functions that are called with $firsts. */
        static inline $state *
        $by_self(PyObject *self)
        {
            $module
            $class
            return $last;
        }
    """
    names, firsts = plan.names, layout.firsts
    by_module = filled(b"$getter(self)", getter=names.getter)
    by_class = filled(b"$by_type((PyTypeObject *)self)", by_type=names.getter_by_type)
    by_instance = filled(b"$by_type(Py_TYPE(self))", by_type=names.getter_by_type)
    has_module, has_class = RouteKind.MODULE in firsts, RouteKind.CLASS in firsts
    has_instance = RouteKind.SELF in firsts
    told = [text for kind, text in _FIRSTS.items() if kind in firsts]
    return c_text(
        style,
        template,
        firsts=b" or ".join((b", ".join(told[:-1]), told[-1])),
        state=names.state_type.encode(),
        by_self=names.getter_by_self.encode(),
        module=_leaving(b"PyModule_Check(self)", by_module) if has_module else (),
        **{"class": _leaving(b"PyType_Check(self)", by_class) if has_class and has_instance else ()},
        last=by_instance if has_instance else by_class,
    )


def _leaving(condition: bytes, value: bytes) -> tuple[bytes, ...]:
    return (filled(b"if ($condition) {", condition=condition), filled(b"    return $value;", value=value), b"}")


def _by_types(model: Extension, plan: Plan, style: Style, definition: bytes) -> bytes:
    """A binary slot is called with the operands in either order: try the left one without raising (G71, G72)."""
    template = b"""
        static inline $state *
        $by_types(PyTypeObject *first, PyTypeObject *second)
        {
            $try_first
            return $by_type(second);
        }
    """
    return c_text(
        style,
        template,
        state=plan.names.state_type.encode(),
        by_types=plan.names.getter_by_types.encode(),
        try_first=_try_first(model, plan, style, definition),
        by_type=plan.names.getter_by_type.encode(),
    )


def _module_by_types(model: Extension, plan: Plan, style: Style, definition: bytes) -> bytes:
    """Slots of operands that call functions of the module ask for that, which is found in the same way."""
    template = b"""
        static inline PyObject *
        $getter(PyTypeObject *first, PyTypeObject *second)
        {
            if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
                PyObject *$module = PyType_GetModuleByDef(first, $definition);
                if ($module != NULL) {
                    return $module;
                }
                PyErr_Clear();
            }
            return PyType_GetModuleByDef(second, $definition);
        }
    """
    return c_text(
        style,
        template,
        getter=plan.names.module_getter_by_types.encode(),
        module=_local(definition),
        definition=_address(model, plan, style, definition),
    )


def _state_of_module(plan: Plan, style: Style) -> bytes:
    template = b"""
        static inline $state *
        $by_types(PyTypeObject *first, PyTypeObject *second)
        {
            return $getter($module_by_types(first, second));
        }
    """
    return c_text(
        style,
        template,
        state=plan.names.state_type.encode(),
        by_types=plan.names.getter_by_types.encode(),
        getter=plan.names.getter.encode(),
        module_by_types=plan.names.module_getter_by_types.encode(),
    )


def _by_three_types(model: Extension, plan: Plan, style: Style, definition: bytes) -> bytes:
    """`pow(x, y, z)` reaches nb_power of z's type as well."""
    template = b"""
        static inline $state *
        ${stem}three_types(PyTypeObject *first, PyTypeObject *second, PyTypeObject *third)
        {
            $try_first
            return $by_types(second, third);
        }
    """
    by_types = plan.names.getter_by_types.encode()
    return c_text(
        style,
        template,
        state=plan.names.state_type.encode(),
        stem=by_types.removesuffix(b"types"),
        try_first=_try_first(model, plan, style, definition),
        by_types=by_types,
    )


def _try_first(model: Extension, plan: Plan, style: Style, definition: bytes) -> list[bytes]:
    template = b"""
        if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *$module = PyType_GetModuleByDef(first, $definition);
            if ($module != NULL) {
                return $getter($module);
            }
            PyErr_Clear();
        }
    """
    return c_lines(
        style,
        template,
        module=_local(definition),
        definition=_address(model, plan, style, definition),
        getter=plan.names.getter.encode(),
    )


def _polyfill(style: Style, storage: bytes) -> bytes:
    """PyType_GetModuleByDef for 3.9 and 3.10: heap types of the MRO only, never a wrong module (G73)."""
    template = b"""
        #if PY_VERSION_HEX < $first
        $storage PyObject *
        PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
        {
            PyObject *mro = type->tp_mro;
            Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

            for (i = 0; i < n; i++) {
                PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
                if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
                    PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
                    if (module != NULL && PyModule_GetDef(module) == def) {
                        return module;
                    }
                }
            }
            PyErr_Format(PyExc_TypeError,
                "No superclass of '%s' has the given module", type->tp_name);
            return NULL;
        }
        #endif
    """
    return c_text(style, template, storage=storage, first=first_hexversion("PyType_GetModuleByDef"))
