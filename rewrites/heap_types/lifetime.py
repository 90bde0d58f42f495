"""Instances own a reference to their heap type: deallocators release it, traverse functions visit it (R6, R8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, calls, strip_casts
from unstatic.capi.references import CLEAR, DECREASE
from unstatic.facts.places.file_order import order_key
from unstatic.facts.places.in_functions import (
    above,
    after_brace,
    comments_above,
    first_statement,
    free_name,
    is_in_block,
    opens_with_declaration,
)
from unstatic.facts.types.deallocation.deallocators import Dealloc, FreeSite, base_untracks, dealloc_of
from unstatic.facts.types.deallocation.inherited_containers import inherited_clear, inherited_container
from unstatic.facts.types.deallocation.other_frees import (
    Release,
    accepts_empty,
    foreign_releases,
    is_empty_at,
    owners_of,
)
from unstatic.facts.types.deallocation.traversal import passed_on, visits_its_type
from unstatic.model.extension import Extension, File, StaticType
from unstatic.model.subjects import type_subject
from unstatic.plan.decisions import Plan, TypeChoice
from unstatic.plan.names import traverses_named_after
from unstatic.rewriting.one_line_blocks import one_statement_a_line
from unstatic.rewriting.style import Style, bare_lines, style_in, style_of, top_level_start, without_gap
from unstatic.rewriting.template import c_text, filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..module_state.passing.parameters import named_parameters, parameter_name
from .made_deallocators import made_edits

_TYPE_OF = b"PyTypeObject *$name = Py_TYPE($instance);"
_IS_STATIC = b"!PyType_HasFeature($base, Py_TPFLAGS_HEAPTYPE)"
_NEEDS_DECREF = b"int $name = " + _IS_STATIC + b";"
_UNTRACK = b"PyObject_GC_UnTrack($instance);"
_TRACK = b"PyObject_GC_Track($instance);"
_FREE = b"$name->tp_free($instance)"
_RELEASE = b"Py_DECREF($name);"


def dealloc_edits(
    model: Extension, plan: Plan, dealloc: Dealloc, gc: bool, *, keeps_free: bool = False
) -> Iterator[Edit]:
    """Yield the edits that make one deallocator release the type, last of all (G01, G06, G07).

    *keeps_free*: the function that frees was chosen for a heap type, so it stays.
    """
    if dealloc.made is not None:
        yield from made_edits(model, dealloc.made, gc)
        return
    definition = model.functions[dealloc.function].definition
    path, file = definition.path, model.file_of(definition)
    style = style_of(model, file)
    name = dealloc.type_variable or free_name(model, dealloc.function, b"tp", b"type", b"heap_type")
    asked = free_name(model, dealloc.function, b"type_needs_decref")
    lines = [filled(_NEEDS_DECREF, name=asked, base=item.pointer) for item in dealloc.delegations if item.pointer]
    first = first_statement(model, dealloc.function)
    if (dealloc.frees or _releases_after_base(model, plan, dealloc)) and not dealloc.type_variable:
        lines.insert(0, filled(_TYPE_OF, name=name, instance=dealloc.self_name))
    assert definition.body is not None
    at = after_brace(file, definition.body.start)
    spread = list(one_statement_a_line(file, model.body(dealloc.function), style.indent, style))
    if lines:
        blank = b"" if opens_with_declaration(model, dealloc.function) or first is None else style.newline
        declared = style.newline.join(style.indent + line for line in lines)
        yield Edit(path, Span(at, at), style.newline + declared + blank if spread else declared + style.newline + blank)
    is_late = gc and not dealloc.untracks and first is not None
    untracked = list(_untracked(model, dealloc, style, is_spread=bool(spread))) if is_late else []
    yield from untracked
    for site in dealloc.frees:
        yield from _free_edits(model, dealloc, site, name, style, keeps_free=keeps_free)
    yield from () if _keeps_releases(dealloc) else _without(file, dealloc.type_releases)
    release = filled(_RELEASE, name=name)
    yield from (_before(file, item, release) for item in dealloc.leaving)
    for item in dealloc.delegations:
        if item.pointer or _base_is_static(model, plan, item.symbol):
            released = style.check(asked, release) if item.pointer else (release,)
            yield from _after(model, dealloc, item.statement.span, released, style, True)
    yield from spread if lines or untracked else ()


def _untracked(model: Extension, dealloc: Dealloc, style: Style, *, is_spread: bool) -> Iterator[Edit]:
    """Yield what takes the instance from the collector; a base that does so blindly gets it back, with empty fields.

    Where these can't be seen to be empty then, it stays with the collector as long as it did.
    """
    first = first_statement(model, dealloc.function)
    assert first is not None
    handed = [item.statement for item in dealloc.delegations if base_untracks(item)]
    cleared = list(_cleared(model, dealloc)) if handed else []
    if handed and {field for field, _ in cleared} != set(dealloc.released):
        return
    yield _untracking(model, dealloc, first, style, is_spread=is_spread)
    yield from (edit for _, edit in cleared)
    file = model.file_of(model.functions[dealloc.function].definition)
    yield from (_before(file, item, filled(_TRACK, instance=dealloc.self_name)) for item in handed)


def _cleared(model: Extension, dealloc: Dealloc) -> Iterator[tuple[str, Edit]]:
    """Yield the fields that calls in the body release, each with what makes Py_CLEAR of the call."""
    path = model.functions[dealloc.function].definition.path
    body = model.body(dealloc.function)
    for call in calls(body.tokens, lambda token: token.text in DECREASE | CLEAR):
        given = strip_casts(call.arguments[0]) if len(call.arguments) == 1 else ()
        texts = [token.text for token in given]
        if len(texts) == 3 and texts[:2] == [dealloc.self_name, b"->"] and texts[2].decode() in dealloc.released:
            yield texts[2].decode(), Edit(path, call.name.span, b"Py_CLEAR")


def _untracking(model: Extension, dealloc: Dealloc, first: Statement, style: Style, *, is_spread: bool) -> Edit:
    """Untrack the instance before its fields go; behind the finaliser, if that may let it live on (G468)."""
    definition = model.functions[dealloc.function].definition
    file = model.files[definition.path]
    text = filled(_UNTRACK, instance=dealloc.self_name)
    if dealloc.finalising is not None:
        end = dealloc.finalising.span.end
        return Edit(definition.path, Span(end, end), style.newline + file.source.indent_at(first.span.start) + text)
    assert definition.body is not None
    start = above(file, definition.body, first.span.start)
    line = text + style.newline
    indented = line + style.indent if is_spread else file.source.indent_at(first.span.start) + line
    return Edit(definition.path, Span(start, start), indented)


def revival_edits(model: Extension, dealloc: Dealloc) -> Iterator[Edit]:
    """Yield the edits by which what is done for subtype_dealloc goes, with the comment above it (G400)."""
    for test in dealloc.heap_type_tests:
        path = model.functions[test.function].definition.path
        file = model.files[path]
        span = bare_lines(file, test.statement.span)
        yield Edit(path, without_gap(file, Span(comments_above(file, span.start), span.end)), b"")


def _releases_after_base(model: Extension, plan: Plan, dealloc: Dealloc) -> bool:
    return any(_base_is_static(model, plan, item.symbol) for item in dealloc.delegations)


def _base_is_static(model: Extension, plan: Plan, symbol: str | None) -> bool:
    """Tell whether a base that the dealloc delegates to stays static: only a heap base releases the type (G02)."""
    static = model.type_by_symbol(symbol or "")
    return static is None or not plan.migrates(type_subject(static))


def _free_edits(
    model: Extension, dealloc: Dealloc, site: FreeSite, name: bytes, style: Style, *, keeps_free: bool
) -> Iterator[Edit]:
    path = model.functions[dealloc.function].definition.path
    file = model.files[path]
    if site.expression is not None:
        if file.source.text(site.expression) != name:
            yield Edit(path, site.expression, name)
    elif site.call.name.text != b"PyObject_GC_Del" and not site.is_handed and not keeps_free:
        argument = site.instance or file.source.text(site.argument)
        yield Edit(path, site.call.span, filled(_FREE, name=name, instance=argument))
    in_block = site.in_block or site.end is not site.statement
    if _keeps_releases(dealloc):
        return
    yield from _after(model, dealloc, site.end.span, (filled(_RELEASE, name=name),), style, in_block)


def _keeps_releases(dealloc: Dealloc) -> bool:
    """Tell whether what releases the type already comes last, by a name for which the object isn't asked (G662)."""
    ends = [site.end.span.end for site in dealloc.frees]
    held = [next(calls(item.tokens)).arguments[0] for item in dealloc.type_releases]
    is_named = all([token.text for token in strip_casts(given)] == [dealloc.type_variable] for given in held)
    return bool(held) and is_named and max(ends) <= min(item.span.start for item in dealloc.type_releases)


def _without(file: File, statements: Iterable[Statement]) -> Iterator[Edit]:
    return (Edit(file.source.path, bare_lines(file, item.span), b"") for item in statements)


def _before(file: File, statement: Statement, line: bytes) -> Edit:
    """Put a line above a statement."""
    at = statement.span.start
    return Edit(file.source.path, Span(at, at), line + file.source.newline + file.source.indent_at(at))


def _after(
    model: Extension, dealloc: Dealloc, span: Span, lines: Sequence[bytes], style: Style, in_block: bool
) -> Iterator[Edit]:
    """Put a statement after another, in braces of their own where one alone was allowed."""
    path = model.functions[dealloc.function].definition.path
    file = model.files[path]
    is_on_one_line = b"\n" not in file.source.text(model.body(dealloc.function).span)
    indent = style.indent if is_on_one_line else file.source.indent_at(span.start)
    if in_block:
        yield Edit(path, Span(span.end, span.end), b"".join(style.newline + indent + line for line in lines))
        return
    yield Edit(path, Span(span.start, span.start), b"{ ")
    yield Edit(path, Span(span.end, span.end), filled(b" $text }", text=b" ".join(lines)))


def release_edits(model: Extension, static: StaticType, gc: bool) -> Iterator[Edit]:
    """Yield the edits for instances that are freed half-built, without their deallocator (R7)."""
    for release in foreign_releases(model).get(static.symbol, ()):
        file = model.files[release.path]
        style = style_of(model, file)
        if _is_left_to_deallocator(model, release):
            yield Edit(release.path, release.statement.span, filled(b"Py_DECREF($name);", name=release.argument))
            continue
        name = free_name(model, release.function, *_names_for_type(model, release.function))
        free = file.source.text(release.call.span)
        # The types that are readied have theirs from tp-alloc by now.
        if release.call.name.text == b"tp_free" or (not static.ready and release.call.name.text != b"PyObject_GC_Del"):
            free = filled(_FREE, name=name, instance=release.argument)
        declared = filled(_TYPE_OF, name=name, instance=release.instance)
        lines = [filled(_UNTRACK, instance=release.argument)] if gc else []
        lines += [filled(b"$free;", free=free), filled(_RELEASE, name=name)]
        indent = file.source.indent_at(release.statement.span.start)
        if _opens_block(model, release):
            yield Edit(release.path, release.statement.span, _joined([declared, b"", *lines], indent, style))
            continue
        inner = _joined([declared, *lines], indent + style.indent, style)
        block = [b"{", indent + style.indent + inner, indent + b"}"]
        yield Edit(release.path, release.statement.span, style.newline.join(block))


def _names_for_type(model: Extension, function: str) -> tuple[bytes, ...]:
    """Return what the type of a freed instance may be called: a deallocator has its own type as well."""
    return (b"freed_type", b"heap_type") if model.types_with("tp_dealloc", function) else (b"tp", b"heap_type")


def _is_left_to_deallocator(model: Extension, release: Release) -> bool:
    """Tell whether the deallocator of each type that the instance may be of would do nothing but free it."""
    owners = owners_of(model, release)
    deallocators = [dealloc_of(model, item) for item in owners if not item.value("tp_alloc")]
    return len(deallocators) == len(owners) and all(
        item is not None and accepts_empty(model, item) and is_empty_at(model, release, item) for item in deallocators
    )


def _joined(lines: Sequence[bytes], indent: bytes, style: Style) -> bytes:
    """Return the lines with *indent* before all but the first."""
    return style.newline.join([lines[0], *(line and indent + line for line in lines[1:])])


def _opens_block(model: Extension, release: Release) -> bool:
    """Tell whether a block that nothing jumps into begins with the statement: a declaration may stand there."""
    start = release.statement.span.start
    around = model.body_at(release.function, release.path, start).path_to(start)
    block = next((item for item in reversed(around) if item.kind is StatementKind.BLOCK), None)
    if block is None or not block.children or block.children[0].span != release.statement.span:
        return False
    is_entered = any(item.kind is StatementKind.LABEL for item in block.walk())
    return not is_entered and release.statement.tokens[0].opens_line


def traverse_edits(model: Extension, plan: Plan, static: StaticType) -> Iterator[Edit]:
    """Yield the edit that makes an existing traverse function visit the type, once (G08, G09)."""
    symbol = static.function("tp_traverse")
    if symbol is None or symbol not in model.functions:
        return
    if not visits_its_type(model, symbol) and not _delegates_to_heap(model, plan, symbol):
        yield from visit_edits(model, symbol)


def visit_edits(model: Extension, symbol: str) -> Iterator[Edit]:
    """Yield the edit that makes the traverse function *symbol* visit the type."""
    body = model.body(symbol)
    definition = model.functions[symbol].definition
    file = model.files[definition.path]
    parameter = parameter_name(model, definition, 0)
    first = first_statement(model, symbol)
    if first is None or not is_in_block(body, first):
        return
    yield from named_parameters(model, definition, range(len(definition.parameters)))
    start = above(file, body.span, first.span.start)
    indent, newline = file.source.indent_at(first.span.start), file.source.newline
    lines: tuple[bytes, ...] = (filled(b"Py_VISIT(Py_TYPE($instance));", instance=parameter),)
    if pointer := next((item.pointer for item in passed_on(model, symbol) if item.pointer), b""):
        lines = style_in(model, symbol).check(filled(_IS_STATIC, base=pointer), *lines)
    text = b"".join(indent + line + newline for line in lines)
    yield Edit(definition.path, Span(start, start), text)


def _delegates_to_heap(model: Extension, plan: Plan, symbol: str) -> bool:
    traverses = {item.function("tp_traverse"): item for item in model.types}
    file = model.files[model.functions[symbol].definition.path]
    tokens = model.body(symbol).tokens
    for call in calls(tokens):
        reference = file.written.get(call.name.start)
        base: StaticType | None = None
        if call.name.text != b"tp_traverse":
            base = traverses.get(reference.symbol) if reference is not None and reference.symbol != symbol else None
        else:
            # `Base_Type.tp_traverse(self, visit, arg)`: the name is a field here.
            base = _owner_of_slot(model, file, [token for token in tokens if token.start < call.name.start])
        if base is not None and plan.migrates(type_subject(base)):
            return True
    return False


def _owner_of_slot(model: Extension, file: File, before: Sequence[Token]) -> StaticType | None:
    """Return the type whose slot is called, from the tokens before it: `Base_Type.` or `(&Base_Type)->`."""
    for token in reversed(before):
        if token.text in (b";", b"{", b"}", b"=", b"return"):
            break
        reference = file.written.get(token.start)
        if reference is not None and (found := model.type_by_symbol(reference.symbol)) is not None:
            return found
    return None


def new_traverse(
    model: Extension, plan: Plan, static: StaticType, choice: TypeChoice, dealloc: Dealloc | None, style: Style
) -> tuple[bytes, Edit]:
    """Return the name of a traverse function of the fields that the plan names, and the edit that adds it."""
    near = dealloc if dealloc is not None and _is_in_its_file(model, static, dealloc) else None
    shared = near is not None and _is_shared(model, static, near)
    name = _traverse_name(model, plan, choice, None if shared else near)
    struct = static.record.encode() if static.record else b"PyObject"
    size = static.value("tp_basicsize")
    if b"struct " in size:
        struct = b"struct " + struct
    visits = [filled(b"Py_VISIT(self->$field);", field=field.encode()) for field in choice.visits]
    base = inherited_container(model, static)
    own = b"self" if struct == b"PyObject" else b"(PyObject *)self"
    result = filled(b"${base}tp_traverse($own, visit, arg)", base=base, own=own) if base else b"0"
    template = b"""
        static int
        $name($struct *self, visitproc visit, void *arg)
        {
            Py_VISIT(Py_TYPE(self));
            $visits
            return $result;
        }
    """
    text = c_text(style, template, name=name, struct=struct, visits=visits, result=result) + style.newline
    before = static.declaration
    if near is not None:
        function = model.functions[near.function].definition
        if order_key(model, function.path, function.span.start) < order_key(model, before.path, before.span.start):
            before = function
    at = top_level_start(model.files[before.path], before, static.declaration)
    return name, Edit(before.path, Span(at, at), text)


def new_clear(model: Extension, plan: Plan, static: StaticType, choice: TypeChoice, style: Style) -> tuple[bytes, Edit]:
    """Return the name of a clear function that leaves all to the base, and the edit that adds it.

    A type with a tp_traverse of its own doesn't inherit tp_clear.
    """
    stem = f"{choice.stem}_clear".encode()
    name = stem if _is_free(model, plan, stem) else f"{choice.stem}_heap_clear".encode()
    template = b"""
        static int
        $name(PyObject *self)
        {
            return ${base}tp_clear(self);
        }
    """
    text = c_text(style, template, name=name, base=inherited_clear(model, static)) + style.newline
    at = top_level_start(model.files[static.declaration.path], static.declaration, static.declaration)
    return name, Edit(static.declaration.path, Span(at, at), text)


def _is_in_its_file(model: Extension, static: StaticType, dealloc: Dealloc) -> bool:
    """Tell whether the deallocator stands in the file of its type: a new function beside it can be named there."""
    return model.functions[dealloc.function].definition.path == static.declaration.path


def _is_shared(model: Extension, static: StaticType, dealloc: Dealloc) -> bool:
    """Tell whether a type with another object struct has the same deallocator."""
    users = model.types_with("tp_dealloc", dealloc.function)
    return any(item.record != static.record for item in users)


def _traverse_name(model: Extension, plan: Plan, choice: TypeChoice, dealloc: Dealloc | None) -> bytes:
    if dealloc is not None:
        for name in traverses_named_after(model.functions[dealloc.function].name):
            if _is_free(model, plan, name.encode()):
                return name.encode()
    candidate = f"{choice.stem}_traverse".encode()
    return candidate if _is_free(model, plan, candidate) else f"{choice.stem}_heap_traverse".encode()


def _is_free(model: Extension, plan: Plan, name: bytes) -> bool:
    """Tell whether the project doesn't have *name* yet, and the module's own functions don't get it either."""
    return name not in model.identifiers and name.decode() not in (plan.names.traverse, plan.names.clear)
