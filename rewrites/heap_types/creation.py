"""PyType_Ready becomes PyType_FromModuleAndSpec, once the module exists (R5, G44)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path

from unstatic.c.lexer import Token, lex_fragment
from unstatic.c.syntax import FAILS, Call, Statement, StatementKind, split, strip_casts, strip_parentheses
from unstatic.capi.slots import SET_WHEN_MADE
from unstatic.capi.versions import first_hexversion, is_missing
from unstatic.facts.macros.checking_macros import exit_on_failure
from unstatic.facts.module.exec_conversion import InitFlow
from unstatic.facts.module.ready_calls import ready_calls
from unstatic.facts.module.unseen_types import defined_if, is_unseen, linked_if
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.references.repairs import Touch, repairs
from unstatic.facts.types.bases import final_base, names_exception
from unstatic.facts.types.metaclasses import given_metaclass, makes_classes_itself
from unstatic.facts.types.sequences.struct_sequences import failure
from unstatic.model.extension import Extension, File, StaticType
from unstatic.model.subjects import type_subject
from unstatic.plan.decisions import Plan, TypeChoice
from unstatic.rewriting.style import Style, style_in, whole_lines
from unstatic.rewriting.template import c_lines, c_text, filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

# What stands between operands that are only asked whether they are 0.
_BETWEEN = frozenset((b"||", b"&&"))
_NO_INSTANCES = "Py_TPFLAGS_DISALLOW_INSTANTIATION"
_BY_SPEC = b"$name = (PyTypeObject *)PyType_FromModuleAndSpec($module, &${stem}_spec, $bases)"
_BY_METACLASS = b"$name = (PyTypeObject *)PyType_FromMetaclass($metaclass, $module, &${stem}_spec, $bases)"
_BY_CLASS = b"$name = $new_class($metaclass, $module, &${stem}_spec, $bases)"
_BY_FUNCTION = b"$name = $new_subtype($module, &${stem}_spec, $base)"

_FINAL = {
    "asked": b"int is_final = !PyType_HasFeature(base, Py_TPFLAGS_BASETYPE);",
    "allowed": b"""
        if (is_final) {
            /* Only types of this module have it as their base. */
            base->tp_flags |= Py_TPFLAGS_BASETYPE;
        }
    """,
    "forbidden": b"""
        if (is_final) {
            base->tp_flags &= ~Py_TPFLAGS_BASETYPE;
        }
    """,
}
_SHORT = 4
"""How many lines may be repeated of what a failure leads to."""
_TURNED_FAILS: tuple[list[bytes], ...] = ([b"0", b">"], [b"-", b"1", b"=="], [b"0", b"!="])
_SUCCEEDS: tuple[list[bytes], ...] = ([b"==", b"0"], [b">=", b"0"], [b"!=", b"-", b"1"])


def creation_text(model: Extension, plan: Plan, static: StaticType, choice: TypeChoice, module: bytes) -> bytes:
    """Return `X = (PyTypeObject *)PyType_FromModuleAndSpec(...)`, without `;`."""
    template = _BY_SPEC
    base = _pointer_base(model, plan, static)
    metaclass = given_metaclass(model, static, plan.minimum)
    given = b""
    if metaclass is not None:
        template = _BY_CLASS if makes_classes_itself(model, metaclass) else _BY_METACLASS
        given = (b"" if plan.migrates(type_subject(metaclass)) else b"&") + metaclass.name.encode()
    elif base and needs_function(model, plan, static):
        template = _BY_FUNCTION
    return filled(
        template,
        name=static.name.encode(),
        metaclass=given,
        module=module,
        stem=choice.stem.encode(),
        bases=_as_object(model, base) if base else b"NULL",
        base=base,
        new_subtype=subtype_name(plan),
        new_class=class_name(plan),
    )


def _as_object(model: Extension, base: bytes) -> bytes:
    """Return a base as an object: exceptions of CPython are declared as such, whatever they were cast to."""
    inner = strip_casts(lex_fragment(base, Span(0, len(base))))
    is_exception = len(inner) == 1 and names_exception(model, inner[0].text)
    return inner[0].text if is_exception else filled(b"(PyObject *)$base", base=base)


def base_text(static: StaticType) -> bytes:
    """Return the base type as written, casts included; empty when it is object."""
    return static.base


def _pointer_base(model: Extension, plan: Plan, static: StaticType) -> bytes:
    """Return the base as an expression once migrating types are pointers: `&Base_Type` is `Base_Type` then."""
    text = base_text(static)
    tokens = lex_fragment(text, Span(0, len(text)))
    names = {item.name.encode() for item in model.types if plan.migrates(type_subject(item))}
    pieces = []
    for index, token in enumerate(tokens):
        follows = tokens[index + 1].text if index + 1 < len(tokens) else b""
        if not (token.text == b"&" and follows in names):
            pieces.append(token.text)
    return b"".join(pieces) if any(name in pieces for name in names) else text


def subtype_name(plan: Plan) -> bytes:
    """Return the name of the function that makes a type with a base that PyType_FromModuleAndSpec doesn't take."""
    return filled(b"${prefix}_new_subtype", prefix=plan.names.prefix.encode())


def needs_function(model: Extension, plan: Plan, static: StaticType) -> bool:
    """Tell whether that function makes a type: bases must be a tuple before Python 3.10, and its base isn't final."""
    if given_metaclass(model, static, plan.minimum) is not None:
        return False
    return bool(static.base) and (plan.minimum < (3, 10) or final_base(model, static) is not None)


def class_name(plan: Plan) -> bytes:
    """Return the name of the function that makes a type whose metaclass PyType_FromMetaclass doesn't take."""
    return filled(b"${prefix}_new_class", prefix=plan.names.prefix.encode())


def needs_class_function(model: Extension, plan: Plan, static: StaticType) -> bool:
    """Tell whether that function makes a type: its metaclass has a tp_new (G642)."""
    metaclass = given_metaclass(model, static, plan.minimum)
    return metaclass is not None and makes_classes_itself(model, metaclass)


def class_function(plan: Plan, style: Style, storage: bytes) -> bytes:
    """Return that function; only before Python 3.10 the base must be in a tuple."""
    template = b"""
        /* For metaclasses that have a tp_new, which PyType_FromMetaclass doesn't
           take, and that add nothing to the struct of a type. */
        $storage PyTypeObject *
        $new_class(PyTypeObject *metaclass, PyObject *module, PyType_Spec *spec, PyObject *bases)
        {
            $made
            if (type != NULL) {
                Py_INCREF(metaclass);
                Py_SET_TYPE(type, metaclass);
            }
            return (PyTypeObject *)type;
        }
    """
    return c_text(style, template, new_class=class_name(plan), storage=storage, made=c_lines(style, _made(plan)))


def needs_polyfill(model: Extension, plan: Plan, static: StaticType) -> bool:
    """Tell whether PyType_FromMetaclass makes a type, and Pythons are supported that don't have it."""
    is_named = given_metaclass(model, static, plan.minimum) is not None
    is_missing_somewhere = is_missing("PyType_FromMetaclass", plan.minimum)
    return is_named and is_missing_somewhere and not needs_class_function(model, plan, static)


def polyfill(plan: Plan, style: Style, storage: bytes) -> bytes:
    """Return PyType_FromMetaclass for older Pythons, which take a tuple of bases only before 3.10 (G339)."""
    template = b"""
        #if PY_VERSION_HEX < $first
        /* For metaclasses that add nothing to the struct of a type. */
        $storage PyObject *
        PyType_FromMetaclass(PyTypeObject *metaclass, PyObject *module,
                             PyType_Spec *spec, PyObject *bases)
        {
            $made
            if (type != NULL) {
                Py_INCREF(metaclass);
                Py_SET_TYPE(type, metaclass);
            }
            return type;
        }
        #endif
    """
    first, made = first_hexversion("PyType_FromMetaclass"), c_lines(style, _made(plan))
    return c_text(style, template, first=first, storage=storage, made=made)


def _made(plan: Plan) -> bytes:
    """Return the statements that make a type of the class type."""
    plain = b"PyObject *type = PyType_FromModuleAndSpec(module, spec, bases);"
    return _MADE_BY_TUPLE if plan.minimum < (3, 10) else plain


_MADE_BY_TUPLE = b"""
    PyObject *type, *tuple = bases != NULL ? PyTuple_Pack(1, bases) : NULL;
    if (bases != NULL && tuple == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, tuple);
    Py_XDECREF(tuple);
"""


def subtype_function(plan: Plan, style: Style, storage: bytes, *, has_final_bases: bool) -> bytes:
    """Return that function; static types may have bases without Py_TPFLAGS_BASETYPE, those from specs may not (G34)."""
    template = b"""
        $storage PyTypeObject *
        $new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
        {
            $asked
            PyObject *type, *bases = PyTuple_Pack(1, base);
            if (bases == NULL) {
                return NULL;
            }
            $allowed
            type = PyType_FromModuleAndSpec(module, spec, bases);
            $forbidden
            Py_DECREF(bases);
            return (PyTypeObject *)type;
        }
    """
    lines = {name: c_lines(style, text) if has_final_bases else [] for name, text in _FINAL.items()}
    return c_text(style, template, new_subtype=subtype_name(plan), storage=storage, **lines)


def following_lines(plan: Plan, static: StaticType, choice: TypeChoice, indent: bytes) -> list[bytes]:
    """Return the lines after the creation that keep what a spec can't say.

    A name without a module stays where something reads it (G36), and what has no slot is set (G42). On 3.9, where the
    flag doesn't exist, tp_new is taken away so that nobody makes instances (G33).
    """
    lines: list[bytes] = []
    values = {"indent": indent, "name": static.name.encode(), "tp_name": static.value("tp_name")}
    if choice.keeps_name:
        lines.append(filled(b"$indent$name->tp_name = $tp_name;  /* without the module, as before */", **values))
    if choice.disallow_instantiation and is_missing(_NO_INSTANCES, plan.minimum):
        lines += [
            b"#if PY_VERSION_HEX < " + first_hexversion(_NO_INSTANCES),
            filled(b"$indent/* $flag */", flag=_NO_INSTANCES, **values),
            filled(b"$indent$name->tp_new = NULL;", **values),
            b"#endif",
        ]
    for field in SET_WHEN_MADE:
        value = static.value(field)
        if value:
            lines.append(filled(b"$indent$name->$field = $value;", field=field.encode(), value=value, **values))
    return lines


def ready_edits(
    model: Extension, plan: Plan, function: str, module: bytes, static: StaticType, choice: TypeChoice, style: Style
) -> Iterator[Edit]:
    """Yield the edits that create *static* where PyType_Ready was called on it in *function*."""
    file = model.files[model.functions[function].definition.path]
    create = creation_text(model, plan, static, choice, module)
    for call in ready_calls(model, function, static):
        body = model.body_at(function, file.source.path, call.name.start)
        statement = body.path_to(call.name.start)[-1]
        path = file.source.path
        indent = file.source.indent_at(statement.span.start)
        after = following_lines(plan, static, choice, indent)
        rest = [token.text for token in statement.head if not call.span.covers(token.span)]
        alone = is_in_block(body, statement) and bool(statement.head) and statement.head[0].start == call.name.start
        is_turned = is_in_block(body, statement) and rest in _TURNED_FAILS and statement.head[-1].end == call.close.end
        if statement.kind is StatementKind.IF and ((alone and rest in FAILS) or is_turned):
            yield _before(path, statement, [create + b";"], style, indent)
            yield Edit(path, _condition(statement), _is_missing(static))
            after = _where_made(after, static, style, indent) if _goes_on(model, statement) else after
        elif is_in_block(body, statement) and (leave := _leaves(model, function, statement, call)) is not None:
            lines = [create + b";", *(indent + line for line in _check(model, function, static, leave))]
            yield Edit(path, statement.span, style.newline.join(lines))
        elif (
            statement.kind is StatementKind.RETURN
            and is_in_block(body, statement)
            and not _joins(model, plan, function, statement)
        ):
            yield _before(path, statement, [create + b";", *_where_made(after, static, style, indent)], style, indent)
            yield from _as_result(path, statement.head, call, static)
            continue
        elif (operand := _operand(file, body, statement, call)) is not None:
            yield from _in_chain(file, statement, operand, static, create, style)
        else:
            yield from _in_statement(file, body, statement, call, static, create, style)
            after = after if _is_made(file, statement, call) else _where_made(after, static, style, indent)
        if after:
            end = _after(file, statement)
            yield Edit(path, Span(end, end), style.lines(*after))


def _is_made(file: File, statement: Statement, call: Call) -> bool:
    """Tell whether the type is there behind the statement: that leaves without it, and makes it in any `#if` group."""
    return _leaves_on_failure(statement, call) and not file.conditionals_beside(call.name.start, statement.span.start)


def _in_statement(
    file: File, body: Statement, statement: Statement, call: Call, static: StaticType, create: bytes, style: Style
) -> Iterator[Edit]:
    """Yield the edits that create *static* in the middle of a statement, or just before `rc = PyType_Ready(&X);`."""
    if _is_kept(statement, call) and is_in_block(body, statement):
        path, indent = file.source.path, file.source.indent_at(statement.span.start)
        yield _before(path, statement, [create + b";"], style, indent)
        yield Edit(path, call.span, _as_status(static))
    else:
        yield from inside_expression(file.source.path, statement.head, call, create)


def _operand(file: File, body: Statement, statement: Statement, call: Call) -> Span | None:
    """Return the operand of `if (PyType_Ready(&X) < 0 || ...) return -1;` with *call*, if an `if` can be made of it.

    What `#if` groups are in isn't written twice, as one of them may end behind the statement.
    """
    if statement.kind is not StatementKind.IF or len(statement.children) != 1 or not is_in_block(body, statement):
        return None
    if file.directives_in(statement.span):
        return None
    last = list(statement.children[0].walk())[-1]
    leaves = last.is_exit
    short = sum(token.opens_line for token in statement.children[0].tokens) <= _SHORT
    for operand in split(statement.head, b"||"):
        inner = strip_parentheses(operand)
        rest = [token.text for token in inner if not call.span.covers(token.span)]
        if inner and inner[0].start == call.name.start and rest in FAILS and leaves and short:
            return Span(operand[0].start, operand[-1].end)
    return None


def _in_chain(
    file: File, statement: Statement, operand: Span, static: StaticType, create: bytes, style: Style
) -> Iterator[Edit]:
    """Yield the edits that end the `if` before an operand, create the type, and go on with another `if`."""
    path, data = file.source.path, file.source.data
    indent = file.source.indent_at(statement.span.start)
    yield Edit(path, operand, _is_missing(static))
    before = [token for token in statement.head if token.start < operand.start]
    if not before:
        yield _before(path, statement, [create + b";"], style, indent)
        return
    end = before[-2].end
    body = data[statement.head[-1].end : statement.span.end]
    close = body.index(b")") + 1
    brace = close + len(body[close:]) - len(body[close:].lstrip())
    if body[brace : brace + 1] == b"{" and _hangs(file, statement):
        # It had a line of its own below a condition of several lines.
        yield Edit(path, Span(statement.head[-1].end + close, statement.head[-1].end + brace), b" ")
        body = body[:close] + b" " + body[brace:]
    opening = data[statement.span.start : statement.head[0].start]
    lines = style.newline.join([body, indent + create + b";", indent + opening])
    yield Edit(path, Span(end, operand.start), lines)


def _hangs(file: File, statement: Statement) -> bool:
    """Tell whether the brace of an `if` has its own line because of its condition, and not as all others have."""
    brace = next(token for token in statement.tokens if token.text == b"{")
    own = re.search(rb"\n[ \t]+if \(.*\)\r?\n[ \t]+\{", file.source.data)
    return brace.opens_line and own is None


def _is_kept(statement: Statement, call: Call) -> bool:
    """Tell whether a statement does nothing but to put the result of the call into a variable."""
    head = statement.head
    is_assignment = statement.kind is StatementKind.SIMPLE and [token.text for token in head[1:2]] == [b"="]
    return is_assignment and head[2].start == call.name.start and head[-1].end == call.close.end


def _before(path: Path, statement: Statement, lines: Sequence[bytes], style: Style, indent: bytes) -> Edit:
    """Return the edit that puts *lines* before a statement, and after what follows the statement on the line above."""
    start = statement.span.start
    return Edit(path, Span(start, start), style.lines(*lines) + indent)


def _is_missing(static: StaticType) -> bytes:
    return filled(b"$name == NULL", name=static.name.encode())


def _as_status(static: StaticType) -> bytes:
    return filled(b"$name == NULL ? -1 : 0", name=static.name.encode())


def _condition(statement: Statement) -> Span:
    return Span(statement.head[0].start, statement.head[-1].end)


def _goes_on(model: Extension, statement: Statement) -> bool:
    """Tell whether what follows `if (PyType_Ready(&X) < 0) PyErr_Print();` is reached without the type."""
    last = list(statement.children[0].walk())[-1]
    if last.kind is not StatementKind.SIMPLE or len(last.head) == 1:
        return last.kind is StatementKind.BLOCK
    macro = model.macros.get(last.head[0].text.decode("latin-1")) if last.head else None
    return macro is None or not any(token.text in (b"return", b"goto") for token in macro.body)


def _after(file: File, statement: Statement) -> int:
    """Return the start of the line after a statement, and after the `#if` group in which it ends for one version."""
    span = statement.span
    ends = [item.span.end for item in file.lexed.conditionals if span.start < item.span.start < span.end]
    return file.source.line_end(max([span.end, *ends]) - 1)


def _joins(model: Extension, plan: Plan, function: str, statement: Statement) -> bool:
    """
    Tell whether *statement* makes several types, and nothing has to follow any of them.

    Made before the statement, the later ones would be made with the exception set that an earlier one left.
    """
    count = 0
    for static in model.types:
        choice = plan.choice(type_subject(static))
        calls = [call for call in ready_calls(model, function, static) if statement.span.covers(call.span)]
        if calls and choice is not None and following_lines(plan, static, choice, b""):
            return False
        count += len(calls)
    return count > 1


def _leaves_on_failure(statement: Statement, call: Call) -> bool:
    """Tell whether what follows `if (... || PyType_Ready(&X) < 0) return NULL;` is reached with the type only."""
    if statement.kind is not StatementKind.IF or len(statement.children) != 1:
        return False
    last = list(statement.children[0].walk())[-1]
    texts = [token.text for token in statement.head]
    following = [token.text for token in statement.head if token.start >= call.close.end]
    fails = not following or any(following[: len(pattern)] == pattern for pattern in FAILS[:-1])
    return last.is_exit and fails and b"&&" not in texts and b"!" not in texts


def _where_made(lines: Sequence[bytes], static: StaticType, style: Style, indent: bytes) -> list[bytes]:
    """Return *lines* for a place that is reached without the type as well."""
    template = b"""
        ${indent}if ($name != NULL) {
        $one$line
        $indent}
    """
    found: list[bytes] = []
    for line in lines:
        values = {"indent": indent, "name": static.name.encode(), "one": style.indent, "line": line}
        found += [line] if line.lstrip().startswith((b"#", b"/*")) else c_lines(style, template, **values)
    return found


def _as_result(path: Path, head: Sequence[Token], call: Call, static: StaticType) -> Iterator[Edit]:
    """Replace *call*, whose result is returned, by what it says once the type is made before."""
    following = tuple(token for token in head if token.start >= call.close.end)
    for patterns, operator in ((_SUCCEEDS, b" != NULL"), (FAILS[:-1], b" == NULL")):
        for pattern in patterns:
            if [token.text for token in following[: len(pattern)]] == pattern:
                span = Span(call.name.start, following[len(pattern) - 1].end)
                yield Edit(path, span, static.name.encode() + operator)
                return
    is_whole = all(call.span.covers(token.span) for token in head)
    template = b"$status" if is_whole else b"($status)"
    yield Edit(path, call.span, filled(template, status=_as_status(static)))


def _check(model: Extension, function: str, static: StaticType, leave: bytes = b"") -> tuple[bytes, ...]:
    leave = leave or failure(model, function) or b"return -1;"
    return style_in(model, function).check(_is_missing(static), leave)


def _leaves(model: Extension, function: str, statement: Statement, call: Call) -> bytes | None:
    """Return how a macro that is given nothing but *call* leaves the function, empty where *call* stands alone."""
    if statement.kind is not StatementKind.SIMPLE or not statement.head:
        return None
    if statement.head[0].start == call.name.start:
        return b"" if statement.head[-1].end == call.close.end else None
    return exit_on_failure(model, model.files[model.functions[function].definition.path], statement, call)


def inside_expression(path: Path, head: Sequence[Token], call: Call, create: bytes) -> Iterator[Edit]:
    """Replace *call*, compared with 0 or alone, in a longer condition by an assigning null test."""
    following = [token for token in head if token.start >= call.close.end]
    for patterns, operator in ((_SUCCEEDS, b" != NULL"), (FAILS[:-1], b" == NULL")):
        for pattern in patterns:
            if [token.text for token in following[: len(pattern)]] == pattern:
                span = Span(call.name.start, following[len(pattern) - 1].end)
                yield Edit(path, span, filled(b"($create)$operator", create=create, operator=operator))
                return
    around = {token.text for token in (*[item for item in head if item.start < call.name.start][-1:], *following[:1])}
    is_operand = bool(around) and around <= _BETWEEN
    text = b"($create) == NULL" if is_operand else b"(($create) == NULL ? -1 : 0)"
    yield Edit(path, call.span, filled(text, create=create))


def unready_lines(
    model: Extension, plan: Plan, flow: InitFlow, types: Iterable[StaticType], style: Style
) -> list[bytes]:
    """Return the lines that create types which PyType_Ready never saw, relative to the function's body."""
    found: list[bytes] = []
    opened: tuple[bytes, ...] = ()
    for static in types:
        conditions = _conditions(model, static)
        kept = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(opened, conditions, strict=False))))
        found += [b"#endif"] * (len(opened) - kept) + list(conditions[kept:])
        found += _unready_lines(model, plan, flow, static, style)
        opened = conditions
    return found + [b"#endif"] * len(opened)


def _conditions(model: Extension, static: StaticType) -> tuple[bytes, ...]:
    """Return the `#if` lines under which the type is known where it is created, the outermost first."""
    if not is_unseen(model, static):
        return defined_if(model, static) or ()
    condition = linked_if(model, static)
    return (condition,) if condition else ()


def _unready_lines(model: Extension, plan: Plan, flow: InitFlow, static: StaticType, style: Style) -> list[bytes]:
    choice = plan.choice(type_subject(static))
    assert choice is not None
    module = flow.variable
    lines = [creation_text(model, plan, static, choice, module) + b";"]
    lines += _check(model, flow.function, static)
    return [*(style.indent + line for line in lines), *following_lines(plan, static, choice, style.indent)]


def under_condition(lines: list[bytes], condition: bytes | None) -> list[bytes]:
    """Return *lines* in the `#if` group that *condition* opens, if any."""
    return [condition, *lines, b"#endif"] if condition else lines


def reference_edits(model: Extension, static: StaticType) -> Iterator[Edit]:
    """Yield the edits after which the creation owns exactly one reference (G102)."""
    found = repairs(model, static.symbol)
    for touch in found.add_before:
        file = model.files[model.functions[touch.function].definition.path]
        yield from _increment(model, file, static, touch)
    for touch in found.drop:
        file = model.files[model.functions[touch.function].definition.path]
        yield Edit(file.source.path, whole_lines(file, touch.statement.span), b"")


def _increment(model: Extension, file: File, static: StaticType, touch: Touch) -> Iterator[Edit]:
    """Yield the increment before a call that takes the reference, and after what makes the type."""
    path, call = file.source.path, touch.call
    body = model.body_at(touch.function, path, call.name.start)
    statement = _block_statement(body, touch.start)
    text = filled(b"Py_INCREF($name)", name=static.name.encode())
    inner = body.path_to(touch.start)[-1]
    earlier = (use.offset for use in model.uses.get(static.symbol, ()) if use.path == path)
    if touch.loop or not any(statement.span.start <= offset < call.name.start for offset in earlier):
        start = file.source.line_start(statement.span.start)
        indent = file.source.indent_at(statement.span.start)
        yield Edit(path, Span(start, start), indent + text + b";" + file.source.newline)
    elif inner is not statement and inner.kind is StatementKind.SIMPLE and inner.tokens[0].opens_line:
        # The only statement of a branch, without braces.
        start = file.source.line_start(inner.span.start)
        newline, indent = file.source.newline, file.source.indent_at(inner.span.start)
        outer = file.source.indent_at(statement.span.start)
        lines = outer + b"{" + newline + indent + text + b";" + newline
        yield Edit(path, Span(start, start), lines)
        yield Edit(path, Span(inner.span.end, inner.span.end), newline + outer + b"}")
    else:
        yield Edit(path, Span(call.name.start, call.name.start), b"(" + text + b", ")
        yield Edit(path, Span(call.close.end, call.close.end), b")")


def _block_statement(body: Statement, offset: int) -> Statement:
    """Return the outermost statement around *offset* that stands directly in the innermost block."""
    path = body.path_to(offset)
    for outer, inner in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
        if outer.kind is StatementKind.BLOCK:
            return inner
    return path[-1]
