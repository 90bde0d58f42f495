"""Methods get the class that defines them as a parameter, where `--pep573` asks for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from unstatic.c.syntax import closing, split
from unstatic.capi.arguments import WITH_CLASS
from unstatic.facts.places.in_functions import after_brace, opens_with_declaration
from unstatic.facts.state.clinic_types import clinic_outputs
from unstatic.facts.state.routes import Route, RouteKind, Routes
from unstatic.model.extension import Extension
from unstatic.rewriting.entries import below_declarations
from unstatic.rewriting.style import Style, style_of
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .defining_class_methods import GIVEN, MethodForm, method_form


def with_defining_class(model: Extension, routes: Routes) -> Routes:
    """Return *routes* with those methods given their class that would have to search for it."""
    outputs = clinic_outputs(model)
    changed: Mapping[str, Route] = {
        symbol: Route(RouteKind.DEFINING_CLASS)
        if route.kind is RouteKind.SELF
        and route.by_def
        and model.functions[symbol].definition.path not in outputs
        and method_form(model, symbol) is not None
        else route
        for symbol, route in routes.functions.items()
    }
    return replace(routes, functions=changed)


def method_edits(model: Extension, routes: Routes, fetches: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the new parameters, the checks that CPython made before, and the entries of the method tables.

    *fetches* are the edits that fetch the state: where one opens the function, the checks follow it.
    """
    taken = {(edit.path, edit.span.start) for edit in fetches}
    for symbol, route in routes.functions.items():
        form = method_form(model, symbol) if route.kind is RouteKind.DEFINING_CLASS else None
        if form is None:
            continue
        path = form.table.declaration.path
        yield Edit(path, form.flags_span, WITH_CLASS)
        name = form.function.name.encode()
        yield Edit(path, form.value_span, b"(PyCFunction)(void (*)(void))" + name)
        yield from _parameters(model, form)
        yield from _checks(model, form, taken)


def _parameters(model: Extension, form: MethodForm) -> Iterator[Edit]:
    definition = form.function.definition
    file = model.files[definition.path]
    index = file.index_at(definition.name_span.end)
    while file.tokens[index].text != b"(":
        index += 1
    end = closing(file.tokens, index)
    first = split(file.tokens[index + 1 : end])[0][-1].end
    close = file.tokens[end].start
    yields_class = b", PyTypeObject *" + GIVEN[0]
    if b"METH_FASTCALL" in form.flags:
        yield Edit(definition.path, Span(first, first), yields_class)
        if b"METH_KEYWORDS" not in form.flags:
            yield Edit(definition.path, Span(close, close), b", PyObject *kwnames")
        return
    opening = file.tokens[index].end
    column = len(file.source.data[file.source.line_start(opening) : opening].expandtabs(8))
    args = b"args" if form.argument else b"Py_UNUSED(args)"
    rest = filled(b"PyObject *const *$args, Py_ssize_t nargs, PyObject *kwnames", args=args)
    text = yields_class + b"," + file.source.newline + b" " * column + rest
    yield Edit(definition.path, Span(first, close), text)


def _checks(model: Extension, form: MethodForm, taken: Collection[tuple[Path, int]]) -> Iterator[Edit]:
    """Yield what CPython checks by itself for the method's old flags, with the same messages."""
    function = form.function
    definition = function.definition
    assert definition.body is not None
    file = model.files[definition.path]
    style = style_of(model, file)
    at = after_brace(file, definition.body.start)
    lines = list(_conditions(form, style))
    names = (form.argument,) if form.argument else ()
    below = below_declarations(model, function, names)
    if below is not None and lines:
        if form.argument:
            declared = filled(b"PyObject *$name;", name=form.argument)
            yield Edit(definition.path, Span(at, at), style.lines(style.indent + declared))
            lines.append(form.argument + b" = args[0];")
        yield Edit(definition.path, Span(below, below), style.lines(*(style.indent + line for line in lines)))
    elif lines:
        if form.argument:
            lines += [b"", filled(b"PyObject *$name = args[0];", name=form.argument)]
        text = style.lines(*(style.indent + line if line else b"" for line in lines))
        if opens_with_declaration(model, function.symbol):
            before = style.newline if (definition.path, at) in taken else b""
            text = before + text + (b"" if form.argument else style.newline)
        elif form.argument:
            text += style.newline
        yield Edit(definition.path, Span(at, at), text)


def _conditions(form: MethodForm, style: Style) -> Iterator[bytes]:
    if b"METH_KEYWORDS" not in form.flags:
        message = filled(b'PyErr_SetString(PyExc_TypeError, "$title() takes no keyword arguments");', title=form.title)
        yield from _refused(style, b"kwnames != NULL && PyTuple_GET_SIZE(kwnames) != 0", message)
    count = {b"METH_NOARGS": (b"0", b"no arguments"), b"METH_O": (b"1", b"exactly one argument")}
    for flag in form.flags & count.keys():
        number, words = count[flag]
        template = b'PyErr_Format(PyExc_TypeError, "$title() takes $words (%zd given)", nargs);'
        message = filled(template, title=form.title, words=words)
        yield from _refused(style, b"nargs != " + number, message)


def _refused(style: Style, condition: bytes, message: bytes) -> tuple[bytes, ...]:
    return style.check(condition, message, b"return NULL;")
