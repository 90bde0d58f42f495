"""The init function's head: it becomes the exec function, and a new PyInit_x returns the definition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from unstatic.c.lexer import Conditional
from unstatic.c.syntax import Statement, closing
from unstatic.facts.module.exec_conversion import InitFlow
from unstatic.facts.places.in_functions import comments_above
from unstatic.facts.places.namespaces import prefix
from unstatic.facts.places.specifiers import specifiers_before
from unstatic.model.configurations.head_choices import head_choice
from unstatic.model.extension import Declaration, Extension, File
from unstatic.plan.decisions import Plan
from unstatic.rewriting.style import Style, indent_in
from unstatic.rewriting.template import c_lines, filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

_OF_THE_MODULE = re.compile(rb"\b(?:return|creat|mak|initiali[sz])", re.IGNORECASE)


def exec_name(model: Extension, plan: Plan) -> bytes:
    """Return the exec function's name: the helper's own, or a new one where PyInit_x did the work."""
    assert model.init is not None
    if model.init.builder != model.init.entry:
        return model.functions[model.init.builder].name.encode()
    return plan.names.exec.encode()


def header_edits(model: Extension, plan: Plan, flow: InitFlow, style: Style) -> Iterator[Edit]:
    """Yield the new heads of the exec function and of its prototypes."""
    function = model.functions[flow.function]
    definition = function.definition
    file = model.files[definition.path]
    # Where the module is returned at once, nothing names it.
    module = flow.variable if flow.module_name else filled(b"Py_UNUSED($name)", name=flow.variable)
    plain = _head(model, plan, flow, style, module)
    head = plain.replace(style.newline, style.newline + file.source.indent_at(definition.span.start))
    around = straddling(file, definition)
    choice = head_choice(model, flow.function)
    if choice is not None:
        yield from _joined(file, definition, choice.span, head, style)
    elif around is not None:
        opening = style.newline + b"{" if style.brace_on_own_line else b" {"
        for span, text in _one_head(file, definition, around, head + opening):
            yield Edit(definition.path, span, text)
    else:
        old = Span(definition.span.start, _head_end(file, definition))
        yield from _joined(file, definition, old, head, style)
    if model.init is not None and model.init.entry == flow.function:
        specifiers = specifiers_before(model, file, definition)
        if specifiers is not None:
            yield Edit(definition.path, specifiers, b"")
        top = specifiers.start if specifiers is not None else definition.span.start
        yield from _renamed_above(file, file.source.line_start(top), definition.name.encode(), exec_name(model, plan))
    for prototype in function.prototypes:
        if model.init is not None and model.init.entry == flow.function:
            continue
        other = model.files[prototype.path]
        start, end = prototype.span.start, parameters_end(other, prototype)
        yield Edit(prototype.path, Span(start, end), plain.replace(style.newline, b" "))


def _renamed_above(file: File, start: int, name: bytes, new: bytes) -> Iterator[Edit]:
    """Yield what makes the comments right above a function, in the line at *start*, name it as it's called now."""
    above = Span(comments_above(file, start), start)
    for found in re.finditer(rb"\b" + re.escape(name) + rb"\b", file.source.text(above)):
        yield Edit(file.source.path, Span(above.start + found.start(), above.start + found.end()), new)


def _joined(file: File, definition: Declaration, old: Span, head: bytes, style: Style) -> Iterator[Edit]:
    """Yield *head* in the place of the *old* one, with the brace behind it where other functions have it there."""
    assert definition.body is not None
    brace = definition.body.start
    if not style.brace_on_own_line and not file.source.data[old.end : brace].strip():
        yield Edit(definition.path, Span(old.start, brace + 1), head + b" {")
    elif file.source.data[old.end : brace].isspace():
        indent = file.source.indent_at(definition.span.start)
        yield Edit(definition.path, Span(old.start, brace), head + style.newline + indent)
    else:
        yield Edit(definition.path, old, head)


def _head(model: Extension, plan: Plan, flow: InitFlow, style: Style, module: bytes) -> bytes:
    function = model.functions[flow.function].definition
    is_entry = model.init is not None and model.init.entry == flow.function
    result = b"static int" if is_entry or function.storage == "static" else b"int"
    separator = style.newline if style.type_on_own_line else b" "
    template = b"$result$separator$exec(PyObject *$module)"
    return filled(template, result=result, separator=separator, exec=exec_name(model, plan), module=module)


def straddling(file: File, definition: Declaration) -> Conditional | None:
    """Return the conditional that begins in the function's head and ends after its `{` (two heads, one body)."""
    assert definition.body is not None
    for conditional in file.lexed.conditionals:
        starts_inside = definition.span.start <= conditional.span.start <= definition.body.start
        if starts_inside and conditional.span.end > definition.body.start:
            return conditional
    return None


def _one_head(file: File, definition: Declaration, around: Conditional, head: bytes) -> Iterator[tuple[Span, bytes]]:
    """Yield what puts *head* in the place of two, the lines kept that follow the `{` in the group that is compiled."""
    assert definition.body is not None
    rest = next((branch.body for branch in around.branches if definition.body.start in branch.body), None)
    if rest is None or not file.source.data[definition.body.start + 1 : rest.end].strip():
        yield Span(definition.span.start, around.span.end), head
        return
    yield Span(definition.span.start, definition.body.start + 1), head
    yield Span(file.source.line_start(rest.end), file.source.line_end(around.span.end - 1)), b""


def _head_end(file: File, definition: Declaration) -> int:
    """Return where the head ends: after the `)`, or after the `#endif` of a choice between several names."""
    ends = [item.span.end for item in _choices_of_head(file, definition)]
    return max(parameters_end(file, definition), *ends) if ends else parameters_end(file, definition)


def _choices_of_head(file: File, definition: Declaration) -> list[Conditional]:
    """Return the conditionals that lie between the function's first specifier and its `{`."""
    assert definition.body is not None
    return list(file.conditionals_in(Span(definition.span.start, definition.body.start)))


def parameters_end(file: File, declaration: Declaration) -> int:
    """Return the offset after the `)` of the parameter list, or after the macro that stands for the whole head."""
    tokens = file.tokens
    index = file.index_at(declaration.name_span.start)
    while tokens[index].text != b"(":
        if tokens[index].text in (b"{", b";"):
            return tokens[index - 1].end
        index += 1
    if declaration.from_macro and tokens[closing(tokens, index) + 1].text == b"(":
        index = closing(tokens, index) + 1
    return tokens[closing(tokens, index)].end


def definition_call(model: Extension) -> bytes:
    """Return the call that all of PyInit_x consists of (G101)."""
    definition, init = model.module_def(), model.init
    assert definition is not None and init is not None
    named, entry = definition.declaration, model.functions[init.entry].definition
    before = prefix(model, named, entry) if model.language == "c++" else ""
    return filled(b"PyModuleDef_Init(&$definition)", definition=before + named.name)


def entry_edits(model: Extension, style: Style) -> Iterator[Edit]:
    """Yield PyInit_x: nothing but PyModuleDef_Init may stay in it (G101)."""
    init = model.init
    assert init is not None
    value, body = definition_call(model), model.body(init.entry)
    function = model.functions[init.entry].definition
    file = model.files[function.path]
    returned = next(iter(body.children), None)
    only_returns = len(body.children) == 1 and returned is not None and returned.head
    if returned is not None and only_returns and (init.builder != init.entry or _creates(model)):
        yield from _returning(file, returned, value)
        return
    assert function.body is not None
    around = straddling(file, function)
    at = function.body.end
    choice = head_choice(model, init.entry)
    opens_line = style.brace_on_own_line or choice is not None
    if choice is not None:
        head = file.source.text(choice.written)
    elif around is not None or _choices_of_head(file, function):
        template = b"PyMODINIT_FUNC${newline}$name(void)"
        head = filled(template, newline=style.newline, name=function.name.encode())
    else:
        head = file.source.text(Span(function.span.start, parameters_end(file, function)))
    specifiers = specifiers_before(model, file, function) if init.builder == init.entry else None
    head = file.source.text(specifiers) + head if specifiers is not None else head
    template = b"""
        $head$opening
            return $value;
        }
    """
    indent = file.source.indent_at(function.span.start)
    opening = style.newline + indent + b"{" if opens_line else b" {"
    own = replace(style, indent=indent_in(file, body, style).removeprefix(indent) or style.indent)
    lines = [indent + line for line in c_lines(own, template, head=head, opening=opening, value=value)]
    yield Edit(function.path, Span(at, at), style.newline.join([b"", b"", *lines]))


def _returning(file: File, returned: Statement, value: bytes) -> Iterator[Edit]:
    """Yield the edits by which a statement returns *value*, without a remark that isn't true any more."""
    yield Edit(file.source.path, Span(returned.head[0].start, returned.head[-1].end), value)
    yield from _false_remark(file, returned.span.end)


def _false_remark(file: File, end: int) -> Iterator[Edit]:
    """Yield the deletion of a remark behind the statement that ends at *end*, if it says what that returned or made."""
    data = file.source.data
    remarks = (item for item in file.lexed.comments if end <= item.start < file.source.line_end(end - 1))
    remark = next(remarks, None)
    if remark is not None and not data[end : remark.start].strip() and _OF_THE_MODULE.search(file.source.text(remark)):
        yield Edit(file.source.path, Span(end, remark.end), b"")


def _creates(model: Extension) -> bool:
    init = model.init
    assert init is not None
    children = model.body(init.entry).children
    return init.create is not None and init.create.start in children[0].span
