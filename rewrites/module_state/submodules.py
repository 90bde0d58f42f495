"""Modules that the module makes: each keeps a reference to its maker, so that its functions reach the state.

The maker's dict holds the new module, which holds the maker: a cycle that m_traverse shows to the garbage collector.
There is no m_clear: the maker's dict lets go of the new module, whose functions may run until it is freed.
"""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.module.submodules import owners_of
from unstatic.facts.state.routes import RouteKind
from unstatic.model.extension import Extension
from unstatic.plan.decisions import Plan
from unstatic.rewriting.style import Style, definition_edits
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .fields import Layout


def _names(plan: Plan) -> tuple[bytes, ...]:
    return tuple(name.encode() for name in plan.names.submodules)


def getter_by_submodule(plan: Plan) -> bytes:
    """Return the name of the function that gives the state of the module that a module keeps."""
    return _names(plan)[1]


def submodule_parts(plan: Plan, style: Style) -> list[bytes]:
    """Return the struct that the modules keep, its accessor, what makes such a module, and its hooks."""
    struct, getter, create, traverse, free = _names(plan)
    state = plan.names.state_type.encode()
    static = b"static inline "
    own = struct + b" *own = (" + struct + b" *)PyModule_GetState("
    return [
        style.lines(
            b"/* Modules that this one makes keep it: their functions use its state. */",
            b"typedef struct {",
            style.indent + b"PyObject *parent;",
            b"} " + struct + b";",
        ),
        style.function(
            static + state + b" *",
            getter,
            b"PyObject *submodule",
            [own + b"submodule);", b"assert(own != NULL);", _returned(plan)],
        ),
        style.function(
            static + b"PyObject *",
            create,
            b"PyObject *parent, struct PyModuleDef *definition",
            [
                b"PyObject *submodule = PyModule_Create(definition);",
                b"if (submodule != NULL) {",
                style.indent + own + b"submodule);",
                style.indent + b"Py_INCREF(parent);",
                style.indent + b"own->parent = parent;",
                b"}",
                b"return submodule;",
            ],
        ),
        style.function(
            static + b"int",
            traverse,
            b"PyObject *submodule, visitproc visit, void *arg",
            [own + b"submodule);", b"Py_VISIT(own->parent);", b"return 0;"],
        ),
        style.function(
            static + b"void",
            free,
            b"void *submodule",
            [own + b"(PyObject *)submodule);", b"Py_CLEAR(own->parent);"],
        ),
    ]


def _returned(plan: Plan) -> bytes:
    return b"return " + plan.names.getter.encode() + b"(own->parent);"


def submodule_edits(model: Extension, plan: Plan, layout: Layout) -> Iterator[Edit]:
    """Yield the definitions that get room for their maker, and the calls that make the modules."""
    struct, _, create, traverse, free = _names(plan)
    users = [symbol for symbol, route in layout.routes.functions.items() if route.kind is RouteKind.SUBMODULE]
    values = {"m_size": b"sizeof(" + struct + b")", "m_traverse": traverse, "m_free": free}
    for submodule in owners_of(model, users):
        path = submodule.definition.declaration.path
        for span, text in definition_edits(model.files[path], submodule.definition, values):
            yield Edit(path, span, text)
        for creation in submodule.creations:
            call = creation.call
            path = model.functions[creation.function].definition.path
            head = Span(call.name.start, call.open.end)
            yield Edit(path, head, create + b"(" + creation.parent + b", ")
