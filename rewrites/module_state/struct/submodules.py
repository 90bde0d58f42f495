"""Modules that the module makes: each keeps a reference to its maker, so that its functions reach the state.

The maker's dict holds the new module, which holds the maker: a cycle that m_traverse shows to the garbage collector.
There is no m_clear: the maker's dict lets go of the new module, whose functions may run until it is freed.
"""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.module.submodules import Submodule, owners_of
from unstatic.facts.state.routes import RouteKind
from unstatic.model.extension import Extension
from unstatic.plan.decisions import Plan
from unstatic.rewriting.parameters import ModuleArguments
from unstatic.rewriting.style import Style, definition_edits, style_of
from unstatic.rewriting.template import c_text, filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .fields import Layout

_STRUCT = b"""
    /* Modules that this one makes keep it: their functions use its state. */
    typedef struct {
        PyObject *parent;
    } $struct;
"""
_GETTER = b"""
    static inline $state *
    $getter(PyObject *submodule)
    {
        $struct *own = ($struct *)PyModule_GetState(submodule);
        assert(own != NULL);
        return $by_module(own->parent);
    }
"""
_CREATE = b"""
    static inline PyObject *
    $create(PyObject *parent, struct PyModuleDef *definition)
    {
        PyObject *submodule = PyModule_Create(definition);
        if (submodule != NULL) {
            $struct *own = ($struct *)PyModule_GetState(submodule);
            Py_INCREF(parent);
            own->parent = parent;
        }
        return submodule;
    }
"""
_TRAVERSE = b"""
    static inline int
    $traverse(PyObject *submodule, visitproc visit, void *arg)
    {
        $struct *own = ($struct *)PyModule_GetState(submodule);
        Py_VISIT(own->parent);
        return 0;
    }
"""
_FREE = b"""
    static inline void
    $free(void *submodule)
    {
        $struct *own = ($struct *)PyModule_GetState((PyObject *)submodule);
        Py_CLEAR(own->parent);
    }
"""


def _names(plan: Plan) -> tuple[bytes, ...]:
    return tuple(name.encode() for name in plan.names.submodules)


def getter_by_submodule(plan: Plan) -> bytes:
    """Return the name of the function that gives the state of the module that a module keeps."""
    return _names(plan)[1]


def submodule_parts(plan: Plan, style: Style) -> list[bytes]:
    """Return the struct that the modules keep, its accessor, what makes such a module, and its hooks."""
    struct, getter, create, traverse, free = _names(plan)
    values = {
        "struct": struct,
        "state": plan.names.state_type.encode(),
        "by_module": plan.names.getter.encode(),
        "getter": getter,
        "create": create,
        "traverse": traverse,
        "free": free,
    }
    return [c_text(style, template, **values) for template in (_STRUCT, _GETTER, _CREATE, _TRAVERSE, _FREE)]


def used_submodules(model: Extension, layout: Layout) -> tuple[Submodule, ...]:
    """Return the modules through which functions reach the state."""
    users = [symbol for symbol, route in layout.routes.functions.items() if route.kind is RouteKind.SUBMODULE]
    return owners_of(model, users)


def submodule_edits(model: Extension, plan: Plan, layout: Layout, modules: ModuleArguments) -> Iterator[Edit]:
    """Yield the definitions that get room for their maker, and the calls that make the modules."""
    struct, _, create, traverse, free = _names(plan)
    values = {"m_size": filled(b"sizeof($struct)", struct=struct), "m_traverse": traverse, "m_free": free}
    for submodule in used_submodules(model, layout):
        path = submodule.definition.declaration.path
        file = model.files[path]
        for span, text in definition_edits(file, submodule.definition, values, style_of(model, file)):
            yield Edit(path, span, text)
        for creation in submodule.creations:
            call = creation.call
            path = model.functions[creation.function].definition.path
            head = Span(call.name.start, call.open.end)
            yield Edit(path, head, filled(b"$create($parent, ", create=create, parent=modules.name(creation.function)))
