"""What finds the module by the interpreter, for functions that nothing leads to it, and what leaves it there (G78)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.capi.versions import first_hexversion, is_missing
from unstatic.facts.places.gil_taken import body_of, gil_taken
from unstatic.facts.places.in_functions import after_brace, is_declaration
from unstatic.facts.references.api_tables import lent_functions
from unstatic.facts.state.routes import Route, RouteKind
from unstatic.facts.state.routes.by_interpreter import leaving
from unstatic.facts.state.routes.kept_errno import is_errno_read_after
from unstatic.model.extension import Declaration, Extension, Function
from unstatic.plan.decisions import Plan
from unstatic.rewriting.entries import checked_fetch, errno_lines, works
from unstatic.rewriting.slots import exec_row, slot_table
from unstatic.rewriting.style import Style, indent_in, style_in, style_of
from unstatic.rewriting.template import c_lines, c_text, filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .fields import Layout

_KEEP = b"""
    /* For callbacks: they find the module imported last of those that live. */
    static inline int
    $keep(PyObject *module)
    {
        PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
        PyObject *modules, *remove, *reference;
        int result;

        if (dict == NULL) {
            PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
            return -1;
        }
        modules = PyDict_GetItemString(dict, $key);
        if (modules == NULL) {
            modules = PyList_New(0);
            if (modules == NULL) {
                return -1;
            }
            result = PyDict_SetItemString(dict, $key, modules);
            Py_DECREF(modules);
            if (result < 0) {
                return -1;
            }
        }
        remove = PyObject_GetAttrString(modules, "remove");
        if (remove == NULL) {
            return -1;
        }
        reference = PyWeakref_NewRef(module, remove);
        Py_DECREF(remove);
        if (reference == NULL) {
            return -1;
        }
        result = PyList_Append(modules, reference);
        Py_DECREF(reference);
        return result;
    }
"""
_FIND = b"""
    static inline $state *
    $find(void)
    {
        $save
        PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
        PyObject *modules = dict == NULL ? NULL : PyDict_GetItemString(dict, $key);
        Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
        PyObject *reference = count == 0 ? NULL : PyList_GET_ITEM(modules, count - 1);
        PyObject *module = NULL;

        $look
        $restore
        if (module == NULL) {
            PyErr_SetString(PyExc_RuntimeError, "$name is not imported any more");
            return NULL;
        }
        return $getter(module);
    }
"""
_IMPORT = b"""
    /* For the C API, which may have been imported by another interpreter. */
    static inline $state *
    $import(void)
    {
        $state *state = $find();
        PyObject *module;

        if (state != NULL) {
            return state;
        }
        PyErr_Clear();
        module = PyImport_ImportModule($key);
        if (module == NULL) {
            return NULL;
        }
        Py_DECREF(module);
        return $getter(module);
    }
"""
_BY_OBJECT = b"""
    /* For callbacks that are given an object: it may be of a module that was
       imported earlier. */
    static inline $state *
    $by_object(PyObject *object)
    {
        PyObject *module = PyType_GetModuleByDef(Py_TYPE(object), $definition);

        if (module == NULL) {
            PyErr_Clear();
            return $find();
        }
        return $getter(module);
    }
"""
_LOOK = b"""
    if (reference != NULL && PyWeakref_GetRef(reference, &module) > 0) {
        Py_DECREF(module);
    }
"""
_LOOK_BEFORE_313 = b"""
    if (reference != NULL && PyWeakref_GetObject(reference) != Py_None) {
        module = PyWeakref_GetObject(reference);
    }
"""


def interpreter_parts(model: Extension, plan: Plan, layout: Layout, style: Style, definition: bytes) -> list[bytes]:
    """Return the function that leaves a weak reference in the interpreter's dict, and those that follow it.

    The reference goes with its module: where that was imported last, the one before is found again (G344).
    """
    asking = [symbol for symbol, route in layout.routes.functions.items() if route.kind is RouteKind.INTERPRETER]
    is_kept = is_errno_read_after(model, asking)
    find, keep = (name.encode() for name in plan.names.by_interpreter)
    look = c_lines(style, _LOOK)
    if is_missing("PyWeakref_GetRef", plan.minimum):
        newer = b"#if PY_VERSION_HEX >= " + first_hexversion("PyWeakref_GetRef")
        look = [newer, *look, b"#else", *c_lines(style, _LOOK_BEFORE_313), b"#endif"]
    name = plan.extension.encode()
    key = filled(b'"$name"', name=name)
    names = plan.names
    state, getter = names.state_type.encode(), names.getter.encode()
    lent = not lent_functions(model).isdisjoint(asking)
    by_object = any(layout.routes.functions[symbol].by_def for symbol in asking)
    importing = names.importing.encode()
    return [
        c_text(style, _KEEP, keep=keep, key=key),
        c_text(
            style,
            _FIND,
            state=state,
            find=find,
            key=key,
            look=look,
            **errno_lines(is_kept),
            name=name,
            getter=getter,
        ),
        *(
            [c_text(style, _IMPORT, state=state, find=find, key=key, getter=getter, **{"import": importing})]
            if lent
            else []
        ),
        *(
            [
                c_text(
                    style,
                    _BY_OBJECT,
                    state=state,
                    by_object=names.by_object.encode(),
                    definition=definition,
                    find=find,
                    getter=getter,
                )
            ]
            if by_object
            else []
        ),
    ]


def kept_row(model: Extension, plan: Plan, style: Style) -> list[bytes]:
    """Return the slot that leaves the module where functions find it, after those that fill it; none if none do."""
    keep = plan.names.by_interpreter[1].encode()
    return [exec_row(style, keep)] if plan.by_interpreter and keep in model.identifiers else []


def kept_edits(model: Extension, plan: Plan, layout: Layout) -> Iterator[Edit]:
    """Yield the same slot where the module has slots already."""
    table = slot_table(model)
    if table is None or not layout.uses(RouteKind.INTERPRETER) or not table.declaration.entries:
        return
    file = model.files[table.declaration.path]
    style = style_of(model, file)
    at = table.declaration.entries[-1].span.start
    row = exec_row(style, plan.names.by_interpreter[1].encode())
    yield Edit(table.declaration.path, Span(at, at), row + style.newline + file.source.indent_at(at))


def asked_edits(
    model: Extension, plan: Plan, function: Function, route: Route, local: bytes, needs: Sequence[int]
) -> Iterator[Edit]:
    """Yield the local that holds the state, and what ends the function where there is no module.

    *needs*: byte offsets in the function's file at which the state is used.
    """
    for definition in (function.definition, *function.alternatives):
        offsets = [offset for offset in needs if definition.body is not None and offset in definition.body]
        if offsets:
            yield from _asked_in(model, plan, function, definition, route, local, offsets)


def _name_of(model: Extension, parameter: str) -> bytes:
    return model.by_symbol[parameter][0].name.encode()


def _asked_in(
    model: Extension,
    plan: Plan,
    function: Function,
    definition: Declaration,
    route: Route,
    local: bytes,
    needs: Sequence[int],
) -> Iterator[Edit]:
    assert definition.body is not None
    file = model.files[definition.path].at(definition.body.start)
    style = style_of(model, file)
    used = {view.tokens[view.index_at(offset)].text for offset in needs for view in (file.at(offset),)}
    declared = filled(b"$state *$local", state=plan.names.state_type.encode(), local=local)
    is_lent = function.symbol in lent_functions(model)
    finder = plan.names.importing if is_lent else plan.names.by_interpreter[0]
    value = filled(b" = $find();", find=finder.encode())
    if route.by_def and not is_lent:
        given = _name_of(model, definition.parameters[route.parameter])
        value = filled(b" = $find($given);", find=plan.names.by_object.encode(), given=given)
    leave = leaving(model, function, definition) or ()
    check = style_in(model, function.symbol).check(local + b" == NULL", *leave)
    taken = gil_taken(model, function, definition)
    if taken is None:
        yield from checked_fetch(model, function, declared + value, check, used, definition)
        return
    indent = indent_in(file, model.body_at(function.symbol, definition.path, definition.body.start), style)
    at = _below(model, function, definition, taken.end, used)
    if at is None:
        at = file.source.line_end(taken.end)
        lines = [declared + value, *check]
    else:
        top = after_brace(file, definition.body.start)
        yield Edit(definition.path, Span(top, top), style.lines(indent + declared + b";"))
        lines = [local + value, *check]
    yield Edit(definition.path, Span(at, at), style.lines(*(indent + line for line in lines)))


def _below(model: Extension, function: Function, definition: Declaration, taken: int, used: set[bytes]) -> int | None:
    """Return where the state is found after the GIL was taken at *taken*, below the declarations.

    That is the start of a line; None if a declaration behind *taken* does something.
    """
    source = model.files[definition.path].source
    later = [item for item in body_of(model, function, definition).children if item.span.start >= taken]
    for item in later:
        if not is_declaration(model, function.symbol, item):
            return source.line_start(item.span.start) if item is not later[0] else source.line_end(taken)
        if works(item.tokens, used):
            return None
    return source.line_end(taken)
